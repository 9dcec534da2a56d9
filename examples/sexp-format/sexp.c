/* sexp.c -- graphs as S-expressions, as a plugin for tunip. docs/writing-a-format.md walks through
 * it.
 *
 *     ;sexp
 *     (tir.Evaluate value=(tir.Add dtype=:int32 a=%i b=(ir.IntImm dtype=:int32 value=1)))
 *     %i = (tir.Var name="i" dtype=:int32 type_annotation=(ir.PrimType dtype=:int32))
 *
 * A node has a type and fields, with names or in order. A value is a node, an array in brackets, a
 * map in braces (a key, its value, a key, ...), %name of a node, a number, "a string", :dtype,
 * true, false or none. A name may be used before it is defined. The first node is the root. */
#include <stdlib.h>

#include <tunip/ext/assemble.h>
#include <tunip/ext/plugin.h>

enum { DEEPEST = 500 };

typedef struct reader {
    const tunip_input *input;
    tunip_assembler *a;
    const char *begin, *end; /* of the text; a NUL is at the end */
    const char *at;
    int depth;
    bool failed; /* by the syntax: then the rest is not read */
} reader;

/* ---- words ---- */

static void skip_space(reader *r)
{
    while (*r->at && strchr(" \t\r\n;", *r->at)) r->at += *r->at == ';' ? strcspn(r->at, "\n") : 1;
}

/* The next calls of the assembler are about the bytes from `from` to here. */
static void mark(const reader *r, const char *from)
{
    tunip_assembler_at(r->a, (size_t)(from - r->begin), (size_t)(r->at - r->begin));
}

static void fail(reader *r, const char *expected)
{
    const char *from = r->at;
    if (r->failed) return;
    if (r->at < r->end) r->at++;
    mark(r, from);
    tunip_assembler_fail(r->a, TUNIP_ERROR_SYNTAX, "expected %s", expected);
    r->failed = true;
}

/* Whether `c` is next, which is then taken. */
static bool accept(reader *r, char c)
{
    skip_space(r);
    if (r->failed || *r->at != c) return false;
    r->at++;
    return true;
}

static void expect(reader *r, char c, const char *expected)
{
    if (!accept(r, c)) fail(r, expected);
}

/* Letters, digits and the like; marks the place of the word. */
static tunip_str word(reader *r)
{
    skip_space(r);
    tunip_str text = {r->at, strcspn(r->at, " \t\r\n;()[]{}=\"")};
    r->at += text.size;
    mark(r, text.data);
    if (!text.size) fail(r, "a word");
    return text;
}

static tunip_str string(reader *r)
{
    tunip_str text = {r->at, strcspn(r->at, "\"\n")};
    r->at += text.size;
    expect(r, '"', "the end of the string");
    mark(r, text.data - 1);
    return text;
}

/* ---- values ---- */

static tunip_node *node(reader *r);

/* The items after an opening bracket, up to `close`. */
static tunip_node *list(reader *r, const char *from, char close)
{
    size_t items = tunip_assembler_list(r->a);
    while (!r->failed && !accept(r, close)) {
        if (accept(r, '%'))
            tunip_assembler_item_named(r->a, word(r));
        else if (accept(r, '"'))
            tunip_assembler_item(r->a, tunip_assembler_string(r->a, string(r)));
        else
            tunip_assembler_item(r->a, node(r));
    }
    mark(r, from);
    return close == ']' ? tunip_assembler_array(r->a, items) : tunip_assembler_map(r->a, items);
}

/* A number, a truth value or none. */
static void set_word(reader *r, const char *field)
{
    tunip_str text = word(r);
    const char *end = text.data + text.size;
    char *int_end, *float_end;
    long long number = strtoll(text.data, &int_end, 10);
    double value = strtod(text.data, &float_end);
    if (text.size && int_end == end)
        tunip_assembler_set_int(r->a, field, number);
    else if (text.size && float_end == end)
        tunip_assembler_set_float(r->a, field, value);
    else if (tunip_str_is(text, "true") || tunip_str_is(text, "false"))
        tunip_assembler_set_bool(r->a, field, *text.data == 't');
    else if (tunip_str_is(text, "none"))
        tunip_assembler_set(r->a, field, NULL);
    else
        tunip_assembler_fail(r->a, TUNIP_ERROR_SYNTAX, "`%.*s` is no value", (int)text.size,
                             text.data);
}

static void set_dtype(reader *r, const char *field)
{
    tunip_dtype dtype;
    tunip_str text = word(r);
    if (tunip_dtype_parse(text, &dtype))
        tunip_assembler_set_dtype(r->a, field, dtype);
    else
        tunip_assembler_fail(r->a, TUNIP_ERROR_FORMAT, "no dtype is called %.*s", (int)text.size,
                             text.data);
}

static void value(reader *r, const char *field)
{
    skip_space(r);
    const char *from = r->at;
    if (accept(r, '['))
        tunip_assembler_set(r->a, field, list(r, from, ']'));
    else if (accept(r, '{'))
        tunip_assembler_set(r->a, field, list(r, from, '}'));
    else if (*from == '(')
        tunip_assembler_set(r->a, field, node(r));
    else if (accept(r, '%'))
        tunip_assembler_set_named(r->a, field, word(r));
    else if (accept(r, '"'))
        tunip_assembler_set_string(r->a, field, string(r));
    else if (accept(r, ':'))
        set_dtype(r, field);
    else
        set_word(r, field);
}

/* ---- nodes ---- */

/* `name=value`, or a value for the next field. */
static void field(reader *r)
{
    char name[64];
    skip_space(r);
    size_t size = strcspn(r->at, " \t\r\n;()[]{}=\"%:");
    if (r->at[size] != '=' || !size || size >= sizeof name) {
        value(r, NULL);
        return;
    }
    memcpy(name, r->at, size);
    name[size] = '\0';
    r->at += size + 1;
    value(r, name);
}

static tunip_node *node(reader *r)
{
    skip_space(r);
    const char *from = r->at;
    expect(r, '(', "`(`");
    if (++r->depth > DEEPEST) fail(r, "fewer nested nodes");
    tunip_str key = word(r);
    if (r->failed) return NULL;
    mark(r, from); /* the node begins at the parenthesis */
    tunip_assembler_begin(r->a, key);
    while (!r->failed && !accept(r, ')')) *r->at ? field(r) : fail(r, "`)`");
    r->depth--;
    mark(r, from);
    return tunip_assembler_end(r->a);
}

static tunip_node *statement(reader *r)
{
    tunip_str name = {NULL, 0};
    if (accept(r, '%')) {
        name = word(r);
        expect(r, '=', "`=`");
    }
    const char *from = r->at;
    tunip_node *made = node(r);
    mark(r, from);
    if (name.data) tunip_assembler_name(r->a, name, made);
    return made;
}

/* ---- the format ---- */

static tunip_sniff sniff(tunip_str head)
{
    if (head.size >= 5 && memcmp(head.data, ";sexp", 5) == 0) return TUNIP_SNIFF_SURE;
    return head.data[0] == '(' ? TUNIP_SNIFF_MAYBE : TUNIP_SNIFF_NO;
}

static tunip_status read(const tunip_input *input)
{
    tunip_str text = tunip_source_text(input->source);
    reader r = {.input = input,
                .a = tunip_assembler_new(input),
                .begin = text.data,
                .end = text.data + text.size,
                .at = text.data};
    tunip_node *root = NULL;
    for (skip_space(&r); r.a && r.at < r.end && !r.failed; skip_space(&r)) {
        tunip_node *made = statement(&r);
        if (!root) root = made;
    }
    tunip_status status = tunip_assembler_status(r.a);
    if (!r.failed) return tunip_assembler_finish(r.a, root);
    tunip_assembler_free(r.a); /* names may be missing because the rest was not read */
    return status;
}

static const tunip_format sexp = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "sexp",
    .summary = "graphs as S-expressions",
    .sniff = sniff,
    .read = read,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_format(context, &sexp, error);
}

TUNIP_PLUGIN(.name = "sexp", .version = "0.1", .add = add);
