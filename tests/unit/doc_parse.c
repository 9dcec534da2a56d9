/* doc_parse.c -- the grammar of the doc backend (src/backends/doc/doc.c) the other way round. */
#include "doc_parse.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "doc_layout.h"

enum { STEP = 2, LONGEST_WORD = 32 };

typedef struct reader {
    tunip_docsifier *d;
    const char *begin, *at, *end;
    size_t brackets; /* around what is being read */
    bool failed;
} reader;

/* A Doc below another, and what it is there. */
typedef struct part {
    char member[LONGEST_WORD];
    tunip_str key;
    const tunip_doc *doc;
} part;

typedef struct parts {
    part *items;
    size_t count;
} parts;

/* The line of a Doc. */
typedef struct head {
    int kind, sub, role;
    tunip_str text; /* a value or a name */
    tunip_str comment;
    double real;
    int64_t integer;
    tunip_dtype dtype; /* of a number */
} head;

/* ---- letters ---- */

static bool fail(reader *r)
{
    r->failed = true;
    return false;
}

static bool accept(reader *r, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) return false;
    r->at += size;
    return true;
}

static void expect(reader *r, const char *word)
{
    if (!accept(r, word)) fail(r);
}

static bool at_line_end(const reader *r)
{
    return r->at == r->end || *r->at == '\n';
}

static void read_word(reader *r, char out[LONGEST_WORD])
{
    size_t size = 0;
    while (r->at < r->end && size + 1 < LONGEST_WORD &&
           (isalnum((unsigned char)*r->at) || *r->at == '_'))
        out[size++] = *r->at++;
    out[size] = '\0';
    if (!size) fail(r);
}

static size_t put_code_point(char *out, unsigned long code)
{
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

static unsigned long read_hex(reader *r, size_t digits)
{
    char text[9] = "";
    for (size_t i = 0; i < digits && r->at < r->end; i++) text[i] = *r->at++;
    return strtoul(text, NULL, 16);
}

/* Behind a backslash. */
static size_t read_escape(reader *r, char *out)
{
    if (r->at == r->end) return fail(r);
    char c = *r->at++;
    const char *letter = c ? strchr("n\nr\rt\t", c) : NULL;
    if (c == 'x') *out = (char)read_hex(r, 2);
    if (c == 'x') return 1;
    if (c == 'u') return put_code_point(out, read_hex(r, 4));
    if (c == 'U') return put_code_point(out, read_hex(r, 8));
    *out = letter && letter[1] ? letter[1] : c;
    return 1;
}

static tunip_str read_quoted(reader *r)
{
    expect(r, "\"");
    char *out = tunip_job_alloc(r->d, (size_t)(r->end - r->at) + 1);
    size_t size = 0;
    while (!r->failed && !at_line_end(r) && *r->at != '"') {
        if (accept(r, "\\"))
            size += read_escape(r, out + size);
        else
            out[size++] = *r->at++;
    }
    expect(r, "\"");
    return (tunip_str){out, size};
}

/* ---- words ---- */

static const char *const kinds[] = {
#define X(KIND, ident, class_) #ident,
#include <tunip/ext/doc_kinds.def>
#undef X
};
static const char *const literals[] = {"none", "bool", "int", "float", "str", "quoted"};
static const char *const operators[] = {
    "negate", "invert", "not",        "add",         "sub",     "mul",    "div",     "floor_div",
    "mod",    "pow",    "shift_left", "shift_right", "bit_and", "bit_or", "bit_xor", "lt",
    "le",     "eq",     "ne",         "gt",          "ge",      "and",    "or",      "if_else"};
static const char *const roles[] = {"",       "let",   "store",  "define", "alloc", "match",
                                    "axis",   "param", "meta",   "effect", "bind",  "enter",
                                    "output", "group", "header", "implied"};

static int read_choice(reader *r, const char *const *words, size_t count)
{
    char word[LONGEST_WORD];
    read_word(r, word);
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0) return (int)i;
    fail(r);
    return 0;
}

#define CHOICE(r, words) read_choice((r), (words), TUNIP_LEN(words))

/* ---- the line of a Doc ---- */

static void read_dtype(reader *r, tunip_dtype *dtype)
{
    char word[LONGEST_WORD];
    if (r->at + 1 >= r->end || *r->at != ' ' || !islower((unsigned char)r->at[1])) return;
    r->at++;
    read_word(r, word);
    if (!tunip_dtype_parse(tunip_str_from(word), dtype)) fail(r);
}

static void read_literal(reader *r, head *h)
{
    expect(r, " ");
    h->sub = CHOICE(r, literals);
    if (h->sub == TUNIP_LITERAL_NONE || h->sub == TUNIP_LITERAL_QUOTED) return;
    expect(r, " ");
    char *end = NULL;
    if (h->sub == TUNIP_LITERAL_BOOL) {
        h->integer = accept(r, "true");
        if (!h->integer) expect(r, "false");
    } else if (h->sub == TUNIP_LITERAL_INT) {
        h->integer = strtoll(r->at, &end, 10);
    } else if (h->sub == TUNIP_LITERAL_FLOAT) {
        h->real = strtod(r->at, &end);
    } else {
        h->text = read_quoted(r);
    }
    if (end) r->at = end;
    if (h->sub < TUNIP_LITERAL_STR) read_dtype(r, &h->dtype);
}

static void read_head(reader *r, head *h)
{
    h->kind = CHOICE(r, kinds);
    if (h->kind == TUNIP_DOC_LITERAL) {
        read_literal(r, h);
    } else if (h->kind == TUNIP_DOC_ATTR) {
        expect(r, " ");
        h->text = read_quoted(r);
    } else if (h->kind == TUNIP_DOC_ID) {
        static const char *const ids[] = {"", " open", " prefix", " again", " typed", " raw"};
        for (size_t i = TUNIP_LEN(ids); --i && !h->sub;)
            if (accept(r, ids[i])) h->sub = (uint8_t)i;
        expect(r, " ");
        h->text = read_quoted(r);
    } else if (h->kind == TUNIP_DOC_SLICE) {
        h->sub = accept(r, " vector") ? TUNIP_SLICE_VECTOR : TUNIP_SLICE_RANGE;
    } else if (h->kind == TUNIP_DOC_CALL) {
        static const char *const calls[] = {"", " partial", " replaced", " continued"};
        for (size_t i = TUNIP_LEN(calls); --i && !h->sub;)
            if (accept(r, calls[i])) h->sub = (uint8_t)i;
    } else if (h->kind == TUNIP_DOC_TUPLE) {
        h->sub = accept(r, " joined") ? TUNIP_TUPLE_JOINED : TUNIP_TUPLE_LISTED;
    } else if (h->kind == TUNIP_DOC_OPERATION) {
        expect(r, " ");
        h->sub = CHOICE(r, operators);
    } else if (r->at + 1 < r->end && *r->at == ' ' && islower((unsigned char)r->at[1])) {
        expect(r, " ");
        h->role = CHOICE(r, roles);
    }
    if (accept(r, " # ")) h->comment = read_quoted(r);
}

static bool at_path_end(const reader *r)
{
    bool two = r->end - r->at > 1;
    if (two && r->at[0] == ' ' && strchr("@(", r->at[1])) return true;
    return r->brackets && (*r->at == ')' || (two && r->at[0] == ',' && r->at[1] == ' '));
}

/* As far as what is behind the path: keys may hold anything. */
static tunip_str read_path_text(reader *r)
{
    const char *begin = r->at;
    bool quoted = false, key = false;
    for (; !at_line_end(r) && (quoted || key || !at_path_end(r)); r->at++) {
        if (*r->at == '"') quoted = !quoted;
        if (quoted && *r->at == '\\' && r->at + 1 < r->end) r->at++;
        if (!quoted && strchr("[]", *r->at)) key = *r->at == '[';
    }
    return (tunip_str){begin, (size_t)(r->at - begin)};
}

/* "^", "^2", ...: a path without its last steps. */
static const tunip_path *read_ups(reader *r, const tunip_path *path)
{
    long count = 1;
    char *end;
    if (!accept(r, "^")) return path;
    if (r->at < r->end && isdigit((unsigned char)*r->at)) {
        count = strtol(r->at, &end, 10);
        r->at = end;
    }
    for (; path && count; count--) path = path->parent;
    return path;
}

static const tunip_path *read_path(reader *r, const tunip_path *from)
{
    static const char root[] = "<root>";
    tunip_error error = TUNIP_ERROR_INIT;
    bool whole = accept(r, root);
    if (!whole) from = read_ups(r, from);
    tunip_str text = read_path_text(r);
    text = tunip_doc_format(r->d, "%s%.*s", root, (int)text.size, text.data);
    const tunip_path *path = tn_path_parse(&r->d->kept, text, &error);
    if (!path || (!whole && !from)) fail(r);
    return r->failed || whole ? path : tn_path_append(&r->d->kept, from, path);
}

/* Later paths go in front of earlier ones, but for the first of all. */
static const tunip_doc *read_paths(reader *r, const tunip_doc *doc, const tunip_path *const *paths,
                                   size_t count)
{
    if (count) doc = tunip_doc_at(r->d, doc, paths[0]);
    for (size_t i = count; i-- > 1;) doc = tunip_doc_at(r->d, doc, paths[i]);
    return doc;
}

/* ---- Docs of parts ---- */

static const tunip_doc *one(const parts *p, const char *member)
{
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->items[i].member, member) == 0) return p->items[i].doc;
    return NULL;
}

static tunip_docs many(reader *r, const parts *p, const char *member)
{
    size_t count = 0;
    const tunip_doc **docs = tunip_docs_new(r->d, p->count);
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->items[i].member, member) == 0) docs[count++] = p->items[i].doc;
    return tunip_docs_view(docs, count);
}

/* What the call leaves out is its first part. */
static const tunip_doc *make_inexact(reader *r, const parts *p, int sub, const tunip_doc *call)
{
    const tunip_doc *value = p->count ? one(p, "left_out") : NULL;
    const tunip_doc *exact = p->count && !value ? one(p, "exact") : NULL;
    if (sub == TUNIP_CALL_REPLACED) return tunip_doc_replaced_new(r->d, call, exact);
    if (sub == TUNIP_CALL_CONTINUED) return tunip_doc_continued_new(r->d, call, exact);
    tunip_str key = value ? p->items[0].key : (tunip_str){"", 0};
    return tunip_doc_partial_new(
        r->d, call, tunip_doc_format(r->d, "%.*s", (int)key.size, key.data).data, value);
}

static const tunip_doc *make_call(reader *r, const parts *p, int sub)
{
    size_t count = 0;
    tunip_str *keys = tunip_job_alloc(r->d, (p->count + 1) * sizeof *keys);
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->items[i].member, "values") == 0) keys[count++] = p->items[i].key;
    return make_inexact(
        r, p, sub,
        tunip_doc_call_new(r->d, one(p, "callee"), many(r, p, "args"), keys, many(r, p, "values")));
}

static const tunip_doc *make_literal(tunip_docsifier *d, const head *h, const parts *p)
{
    if (h->sub == TUNIP_LITERAL_QUOTED) return tunip_doc_quoted_new(d, one(p, "expr"), NULL);
    if (h->sub == TUNIP_LITERAL_NONE) return tunip_doc_none(d, NULL);
    if (h->sub == TUNIP_LITERAL_BOOL) return tunip_doc_bool(d, h->integer != 0, NULL);
    if (h->sub == TUNIP_LITERAL_INT) return tunip_doc_int(d, h->integer, NULL);
    if (h->sub == TUNIP_LITERAL_FLOAT) return tunip_doc_float(d, h->real, NULL);
    return tunip_doc_str(d, h->text, NULL);
}

static const tunip_doc *make_expression(reader *r, const head *h, const parts *p)
{
    tunip_docsifier *d = r->d;
    switch (h->kind) {
    case TUNIP_DOC_LITERAL:
        return make_literal(d, h, p);
    case TUNIP_DOC_ID:
        return tunip_doc_typed_id_new(d, tunip_doc_id_new(d, h->text, NULL), one(p, "type"));
    case TUNIP_DOC_ATTR:
        return tunip_doc_attr_new(d, one(p, "value"), h->text);
    case TUNIP_DOC_INDEX:
        return tunip_doc_index_new(d, one(p, "value"), many(r, p, "indices"));
    case TUNIP_DOC_SLICE:
        if (h->sub != TUNIP_SLICE_VECTOR && one(p, "lanes"))
            return tunip_doc_range_new(d, one(p, "start"), one(p, "stop"), one(p, "lanes"));
        if (h->sub != TUNIP_SLICE_VECTOR)
            return tunip_doc_slice_new(d, one(p, "start"), one(p, "stop"), one(p, "step"));
        return tunip_doc_vector_new(d, one(p, "start"), one(p, "stop"), one(p, "step"),
                                    one(p, "lanes"));
    case TUNIP_DOC_CALL:
        return make_call(r, p, h->sub);
    case TUNIP_DOC_OPERATION:
        return tunip_doc_operation_new(d, (tunip_operator)h->sub, many(r, p, "operands"));
    case TUNIP_DOC_LAMBDA:
        return tunip_doc_lambda_new(d, many(r, p, "args"), one(p, "body"), one(p, "arg_type"));
    case TUNIP_DOC_TUPLE:
        return h->sub == TUNIP_TUPLE_JOINED ? tunip_doc_joined_new(d, many(r, p, "elements"))
                                            : tunip_doc_tuple_new(d, many(r, p, "elements"));
    case TUNIP_DOC_LIST:
        return tunip_doc_list_new(d, many(r, p, "elements"));
    default:
        return tunip_doc_dict_new(d, many(r, p, "keys"), many(r, p, "values"));
    }
}

static const tunip_doc *make_statement(reader *r, const head *h, const parts *p)
{
    tunip_docsifier *d = r->d;
    tunip_role role = (tunip_role)h->role;
    tunip_docs body = many(r, p, "body");
    switch (h->kind) {
    case TUNIP_DOC_ASSIGN:
        return tunip_doc_assign_new(d, role, one(p, "lhs"), one(p, "rhs"), one(p, "annotation"));
    case TUNIP_DOC_IF:
        return tunip_doc_if_new(d, one(p, "predicate"), many(r, p, "then_branch"),
                                many(r, p, "else_branch"));
    case TUNIP_DOC_WHILE:
        return tunip_doc_while_new(d, one(p, "predicate"), body);
    case TUNIP_DOC_FOR:
        return tunip_doc_for_new(d, one(p, "lhs"), one(p, "rhs"), body);
    case TUNIP_DOC_SCOPE:
        return tunip_doc_scope_new(d, one(p, "lhs"), one(p, "rhs"), body);
    case TUNIP_DOC_EXPR_STMT:
        return tunip_doc_expr_stmt_new(d, role, one(p, "expr"));
    case TUNIP_DOC_ASSERT:
        return tunip_doc_assert_new(d, one(p, "test"), one(p, "message"));
    case TUNIP_DOC_RETURN:
        return tunip_doc_return_new(d, one(p, "value"));
    case TUNIP_DOC_FUNCTION:
        return tunip_doc_function_new(d, one(p, "name"), many(r, p, "args"),
                                      many(r, p, "decorators"), one(p, "return_type"), body);
    case TUNIP_DOC_CLASS:
        return tunip_doc_class_new(d, one(p, "name"), many(r, p, "decorators"), body);
    case TUNIP_DOC_COMMENT:
        return tunip_doc_comment_new(d, h->comment);
    case TUNIP_DOC_DOC_STRING:
        return tunip_doc_doc_string_new(d, h->comment);
    default:
        return tunip_doc_block_new(d, body);
    }
}

/* Not everything is a constructor's: comments are the annotations of a print, prefixes those of
 * dialects, and header lines are made by the library. */
static const tunip_doc *make(reader *r, const head *h, const parts *p)
{
    bool expression = h->kind < TUNIP_DOC_ASSIGN;
    const tunip_doc *doc = expression ? make_expression(r, h, p) : make_statement(r, h, p);
    tunip_doc *own = (tunip_doc *)(uintptr_t)doc;
    if (h->kind == TUNIP_DOC_ID) own->sub = (uint8_t)h->sub;
    if (h->dtype.bits) ((tunip_doc_literal *)own)->value.typed.dtype = h->dtype;
    if (expression) return doc;
    own->role = (uint8_t)h->role;
    ((tunip_doc_stmt *)own)->comment = h->comment;
    return doc;
}

/* ---- the tree ---- */

static const tunip_doc *read_doc(reader *r, size_t indent, const tunip_path *around);

/* The indentation of the next line, if there is one. */
static bool next_is_below(const reader *r, size_t indent)
{
    const char *at = r->at;
    if (at == r->end) return false;
    for (at++; at < r->end && *at == ' '; at++) continue;
    return (size_t)(at - r->at - 1) == indent + STEP;
}

/* A part that does not name its member is of that of the part before. */
static void read_member(reader *r, const part *before, part *out)
{
    const char *begin = r->at;
    read_word(r, out->member);
    if (accept(r, " \"")) {
        r->at--;
        out->key = read_quoted(r);
    }
    if (accept(r, ": ")) return;
    r->at = begin;
    if (before)
        memcpy(out->member, before->member, sizeof out->member);
    else
        fail(r);
}

static void read_part(reader *r, size_t indent, const tunip_path *around, parts *p)
{
    p->items = realloc(p->items, (p->count + 1) * sizeof *p->items);
    part *out = &p->items[p->count++];
    *out = (part){.doc = NULL};
    read_member(r, r->brackets && p->count > 1 ? out - 1 : NULL, out);
    if (!accept(r, "null")) out->doc = read_doc(r, indent, around);
}

static void read_parts_beside(reader *r, const tunip_path *around, parts *p)
{
    r->brackets++;
    do read_part(r, 0, around, p);
    while (!r->failed && accept(r, ", "));
    expect(r, ")");
    r->brackets--;
}

static void read_parts_below(reader *r, size_t indent, const tunip_path *around, parts *p)
{
    if (!at_line_end(r)) fail(r);
    while (!r->failed && next_is_below(r, indent)) {
        r->at += 1 + indent + STEP;
        read_part(r, indent + STEP, around, p);
    }
}

static const tunip_doc *read_doc(reader *r, size_t indent, const tunip_path *around)
{
    enum { MOST_PATHS = 256 };
    const tunip_path *paths[MOST_PATHS];
    size_t count = 0;
    head h = {.kind = 0};
    parts p = {NULL, 0};
    read_head(r, &h);
    for (const tunip_path *from = around; !r->failed && accept(r, " @") && count < MOST_PATHS;)
        from = paths[count++] = read_path(r, from);
    if (count) around = paths[0];
    if (accept(r, " ("))
        read_parts_beside(r, around, &p);
    else if (!r->brackets)
        read_parts_below(r, indent, around, &p);
    const tunip_doc *doc = r->failed ? NULL : read_paths(r, make(r, &h, &p), paths, count);
    free(p.items);
    return doc;
}

const tunip_doc *doc_parse(tunip_docsifier *d, tunip_str text, size_t *line)
{
    reader r = {.d = d, .begin = text.data, .at = text.data, .end = text.data + text.size};
    const tunip_doc *doc = read_doc(&r, 0, NULL);
    *line = 1;
    for (const char *at = r.begin; at < r.at; at++) *line += *at == '\n';
    return r.failed || r.at != r.end ? NULL : doc;
}

/* ---- comparing ---- */

static bool same_path(const tunip_path *a, const tunip_path *b)
{
    if (!a || !b) return a == b;
    size_t size = tunip_path_text(a, NULL, 0);
    if (size != tunip_path_text(b, NULL, 0)) return false;
    char *x = malloc(size + 1), *y = malloc(size + 1);
    tunip_path_text(a, x, size + 1);
    tunip_path_text(b, y, size + 1);
    bool same = strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

static bool same_paths(const tunip_docsifier *d, const tunip_doc *a, const tunip_docsifier *e,
                       const tunip_doc *b)
{
    tn_path_cursor x = tn_first_path(a), y = tn_first_path(b);
    for (; x.path && y.path; tn_next_path(d, &x), tn_next_path(e, &y))
        if (!same_path(x.path, y.path)) return false;
    return !x.path && !y.path;
}

static bool same_literal(const tunip_doc *a, const tunip_doc *b)
{
    const tunip_doc_literal *x = (const tunip_doc_literal *)a, *y = (const tunip_doc_literal *)b;
    double m = x->value.real, n = y->value.real;
    bool number = a->sub != TUNIP_LITERAL_NONE && a->sub < TUNIP_LITERAL_STR;
    if (number && !tunip_dtype_equal(x->value.typed.dtype, y->value.typed.dtype)) return false;
    switch ((tunip_literal)a->sub) {
    case TUNIP_LITERAL_NONE:
        return true;
    case TUNIP_LITERAL_BOOL:
        return x->value.boolean == y->value.boolean;
    case TUNIP_LITERAL_INT:
        return x->value.integer == y->value.integer;
    case TUNIP_LITERAL_FLOAT:
        return isnan(m) ? isnan(n) : m == n && signbit(m) == signbit(n);
    case TUNIP_LITERAL_QUOTED: /* the expression counts */
        return true;
    default:
        return tunip_str_equal(x->value.text, y->value.text);
    }
}

static bool same_keys(const tunip_doc *a, const tunip_doc *b)
{
    const tunip_doc_call *x = (const tunip_doc_call *)a, *y = (const tunip_doc_call *)b;
    for (size_t i = 0; i < x->values.count && i < y->values.count; i++)
        if (!tunip_str_equal(x->keys[i], y->keys[i])) return false;
    return a->sub != TUNIP_CALL_PARTIAL ||
           tunip_str_equal(((const tunip_doc_partial_call *)a)->key,
                           ((const tunip_doc_partial_call *)b)->key);
}

static bool same_head(const tunip_doc *a, const tunip_doc *b)
{
    if (a->kind != b->kind || a->sub != b->sub) return false; /* or role */
    if (a->kind == TUNIP_DOC_LITERAL) return same_literal(a, b);
    if (a->kind == TUNIP_DOC_CALL) return same_keys(a, b);
    if (a->kind == TUNIP_DOC_ID)
        return tunip_str_equal(((const tunip_doc_id *)a)->name, ((const tunip_doc_id *)b)->name);
    if (a->kind == TUNIP_DOC_ATTR)
        return tunip_str_equal(((const tunip_doc_attr *)a)->name,
                               ((const tunip_doc_attr *)b)->name);
    return a->kind < TUNIP_DOC_ASSIGN || tunip_str_equal(((const tunip_doc_stmt *)a)->comment,
                                                         ((const tunip_doc_stmt *)b)->comment);
}

static bool same_lists(const tunip_docsifier *d, tunip_docs a, const tunip_docsifier *e,
                       tunip_docs b, const tunip_doc **differs)
{
    for (size_t i = 0; i < a.count && i < b.count; i++)
        if (!doc_same(d, a.items[i], e, b.items[i], differs)) return false;
    return a.count == b.count;
}

bool doc_same(const tunip_docsifier *d, const tunip_doc *a, const tunip_docsifier *e,
              const tunip_doc *b, const tunip_doc **differs)
{
    if (!a || !b) return a == b;
    *differs = a;
    if (!same_head(a, b) || !same_paths(d, a, e, b)) return false;
    if (!doc_same(d, doc_unwritten(a), e, doc_unwritten(b), differs)) return false;
    const doc_layout *l = &doc_layouts[a->kind];
    for (size_t i = 0; i < DOC_MOST_FIELDS; i++) {
        size_t at = l->one[i];
        if (at && !doc_same(d, doc_one(a, at), e, doc_one(b, at), differs)) return false;
        at = l->many[i];
        if (at && !same_lists(d, doc_many(a, at), e, doc_many(b, at), differs)) return false;
    }
    return true;
}
