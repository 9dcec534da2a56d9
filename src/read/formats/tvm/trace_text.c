/* trace_text.c -- traces of schedules as TVM prints them: a call of Python in each line, such as
 *
 *     l1, l2 = sch.get_loops(block=b0)
 *
 * Such a text becomes the saved graph of its trace. */
#include <stdio.h>

#include "../../../util/text.h"
#include "../../../util/unicode.h"
#include "record.h"
#include "trace_nodes.h"

enum { ONE, LIST };

static const struct primitive {
    const char *kind, *method;
    int results;
    const char *arguments;
} primitives[] = {
#define X(kind, method, results, arguments) {kind, method, results, arguments},
#include "../../../dialects/tir/primitives.def"
#undef X
};

enum { MOST_ARGUMENTS = 64, MOST_ITEMS = 64 };

/* An argument of a call. */
typedef struct argument {
    tunip_str key;                   /* or empty */
    tunip_str text;                  /* of a string, or of the first string in a list */
    size_t node;                     /* its value */
    size_t items[MOST_ITEMS], count; /* of a list */
} argument;

typedef struct line_reader {
    tn_trace_nodes *n;
    const char *at, *end;
} line_reader;

static bool is_name(char c)
{
    return tunip_is_name_part(c);
}

static void skip_blanks(line_reader *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t')) l->at++;
}

static bool take(line_reader *l, char c)
{
    skip_blanks(l);
    bool is_here = l->at < l->end && *l->at == c;
    l->at += is_here;
    return is_here;
}

static tunip_str take_name(line_reader *l)
{
    skip_blanks(l);
    const char *begin = l->at;
    while (l->at < l->end && is_name(*l->at)) l->at++;
    return (tunip_str){begin, (size_t)(l->at - begin)};
}

/* "text", without escapes, as TVM writes it. */
static size_t take_string(line_reader *l, tunip_str *text)
{
    const char *begin = ++l->at;
    while (l->at < l->end && *l->at != '"' && *l->at != '\\') l->at++;
    *text = (tunip_str){begin, (size_t)(l->at - begin)};
    if (l->at == l->end || *l->at != '"') tn_trace_expected(l->n, "a string without escapes");
    l->at += l->at < l->end;
    return tn_trace_put_string(l->n, *text);
}

static size_t take_word(line_reader *l)
{
    const char *begin = l->at;
    tunip_str name = take_name(l);
    if (tunip_str_is(name, "None")) return tn_trace_put_none(l->n);
    if (tunip_str_is(name, "True")) return tn_trace_put_text(l->n, "bool", tunip_str_from("true"));
    if (tunip_str_is(name, "False"))
        return tn_trace_put_text(l->n, "bool", tunip_str_from("false"));
    for (size_t i = l->n->results.count; i-- > 0;)
        if (tunip_str_equal(l->n->results.items[i].name, name)) return l->n->results.items[i].node;
    if (!l->n->fault) l->at = begin;
    tn_trace_expected(l->n, "the result of a line above");
    return 0;
}

static size_t take_number(line_reader *l)
{
    const char *begin = l->at;
    bool is_real = false;
    while (l->at < l->end && (is_name(*l->at) || memchr("+-.", *l->at, 3))) {
        is_real |= memchr(".eE", *l->at, 3) != NULL;
        l->at++;
    }
    return tn_trace_put_text(l->n, is_real ? "float" : "int",
                             (tunip_str){begin, (size_t)(l->at - begin)});
}

/* Reads a value; a list sets the items of `a`. */
static size_t take_value(line_reader *l, argument *a)
{
    argument inner = {.count = 0};
    size_t base = l->n->open.count;
    skip_blanks(l);
    char c = l->at < l->end ? *l->at : '\0';
    if (l->n->fault) return 0;
    if (c == '"') return take_string(l, &a->text);
    if (tunip_is_digit(c) || c == '-') return take_number(l);
    if (is_name(c)) return take_word(l);
    char close = c == '[' ? ']' : ')';
    if ((c != '[' && c != '(') || l->n->depth++ > TN_TRACE_DEPTH) {
        tn_trace_expected(l->n, "a value");
        return 0;
    }
    for (l->at++; !l->n->fault && !take(l, close);) {
        size_t node = take_value(l, &inner);
        tn_trace_push(l->n, node);
        if (a->count == MOST_ITEMS) tn_trace_expected(l->n, "a shorter list");
        if (a->count < MOST_ITEMS) a->items[a->count++] = node;
        if (!a->text.size) a->text = inner.text;
        if (!take(l, ',') && (skip_blanks(l), l->at == l->end || *l->at != close))
            tn_trace_expected(l->n, "`,` or the end of the list");
    }
    l->n->depth--;
    return tn_trace_put_list(l->n, "ffi.Array", base);
}

/* The values of an instruction, by their places. */
typedef struct places {
    size_t inputs[2 * MOST_ARGUMENTS], attrs[16], decision;
    size_t input_count, attr_count;
    bool has_decision;
} places;

static void set_place(tn_trace_nodes *n, places *p, char where, size_t index, size_t node)
{
    size_t *list = where == 'i' ? p->inputs : p->attrs;
    size_t *count = where == 'i' ? &p->input_count : &p->attr_count;
    size_t most = where == 'i' ? TUNIP_LEN(p->inputs) : TUNIP_LEN(p->attrs);
    if (where == 'd') {
        p->decision = node;
        p->has_decision = true;
        return;
    }
    if (index >= most) {
        tn_trace_expected(n, "fewer arguments");
        return;
    }
    while (*count <= index) list[(*count)++] = tn_trace_put_none(n);
    list[index] = node;
}

static size_t put_flag(tn_trace_nodes *n, const argument *a)
{
    return tn_trace_put_text(n, "int", tunip_str_from(tunip_str_is(a->text, "write") ? "1" : "0"));
}

/* Places the argument that `row` describes (the head of primitives.def says how); NULL: it is
 * missing. */
static void place_argument(tn_trace_nodes *n, places *p, const char *row, size_t size,
                           const argument *a)
{
    const char *sign = memchr(row, '=', size), where = row[size - 2];
    size_t index = (size_t)(row[size - 1] - '0'), begin = sign ? (size_t)(sign - row) + 1 : 0;
    char form = begin + 2 < size ? row[begin] : ' ';
    if (!a && where == 'd') return;
    if (!a && form == 'o')
        set_place(n, p, where, index, tn_trace_put_list(n, "ffi.Array", n->open.count));
    else if (!a)
        set_place(n, p, where, index, tn_trace_put_none(n));
    else if (form == 'm')
        tn_trace_expected(n, "an instruction without a function");
    else if (form == 's')
        set_place(n, p, where, index, put_flag(n, a));
    else if (form == 't' && a->count == 2) {
        set_place(n, p, where, index, a->items[1]);
        set_place(n, p, where, index + 1, put_flag(n, a));
    } else if (form == 'l')
        for (size_t i = 0; i < a->count; i++) set_place(n, p, where, index + i, a->items[i]);
    else
        set_place(n, p, where, index, a->node);
}

/* The argument called as in `row`, or the next one without a key. */
static const argument *find_argument(const argument *list, size_t count, const char *row,
                                     size_t size, size_t *next_plain)
{
    for (size_t i = 0; i < count; i++) {
        tunip_str key = list[i].key;
        if (key.size && key.size < size && row[key.size] == '=' &&
            memcmp(row, key.data, key.size) == 0)
            return &list[i];
    }
    while (*next_plain < count && list[*next_plain].key.size) ++*next_plain;
    return *next_plain < count ? &list[(*next_plain)++] : NULL;
}

static void place_arguments(tn_trace_nodes *n, places *p, const struct primitive *row,
                            const argument *list, size_t count)
{
    size_t plain = 0, size;
    for (const char *at = row->arguments; *at; at += size + (at[size] == ' ')) {
        size = strcspn(at, " ");
        if (*at == '*') { /* all arguments without a key */
            for (; plain < count && !list[plain].key.size; plain++)
                set_place(n, p, 'i', p->input_count, list[plain].node);
            continue;
        }
        place_argument(n, p, at, size, find_argument(list, count, at, size, &plain));
    }
}

static const struct primitive *find_primitive(tunip_str method)
{
    for (size_t i = 0; i < TUNIP_LEN(primitives); i++)
        if (tunip_str_is(method, primitives[i].method)) return &primitives[i];
    return NULL;
}

static size_t put_values(tn_trace_nodes *n, const size_t *nodes, size_t count)
{
    size_t base = n->open.count;
    for (size_t i = 0; i < count; i++) tn_trace_push(n, nodes[i]);
    return tn_trace_put_list(n, "ffi.Array", base);
}

/* The names before `=`; none if the line has no `=` there. */
static size_t take_results(line_reader *l, tunip_str *names)
{
    const char *begin = l->at;
    size_t count = 0;
    do {
        tunip_str name = take_name(l);
        if (!name.size) break;
        if (count < MOST_ARGUMENTS) names[count++] = name;
    } while (take(l, ','));
    if (take(l, '=')) return count;
    l->at = begin;
    return 0;
}

/* One line; returns its instruction. */
static size_t take_line(line_reader *l, places *p)
{
    tn_trace_nodes *n = l->n;
    tunip_str names[MOST_ARGUMENTS];
    argument *list = tn_arena_alloc(n->arena, MOST_ARGUMENTS * sizeof *list);
    size_t count = 0, name_count = take_results(l, names), base = n->open.count;
    if (!list) n->failed = true;
    if (!list || !tunip_str_is(take_name(l), "sch") || !take(l, '.')) {
        tn_trace_expected(n, "a call of a method of `sch`");
        return 0;
    }
    const char *word = l->at;
    const struct primitive *row = find_primitive(take_name(l));
    if (!row || !take(l, '(')) {
        l->at = word;
        tn_trace_expected(n, "an instruction of a schedule");
        return 0;
    }
    while (!n->fault && !take(l, ')')) {
        argument *a = &list[count];
        *a = (argument){.count = 0};
        const char *begin = l->at;
        a->key = take_name(l);
        if (!a->key.size || !take(l, '=')) {
            a->key.size = 0;
            l->at = begin;
        }
        a->node = take_value(l, a);
        if (++count == MOST_ARGUMENTS) tn_trace_expected(n, "fewer arguments");
        if (!take(l, ',') && (l->at == l->end || *l->at != ')')) tn_trace_expected(n, "`,` or `)`");
    }
    if (n->fault) return 0;
    place_arguments(n, p, row, list, count);
    tn_trace_note_kind(n, tunip_str_from(row->kind));
    size_t name = tn_trace_put_string(n, tunip_str_from(row->kind));
    size_t kind =
        tn_trace_put_typed(n, "InstructionKind", "\"name\": %zu, \"_is_pure\": false", name);
    size_t inputs = put_values(n, p->inputs, p->input_count);
    size_t attrs = put_values(n, p->attrs, p->attr_count);
    for (size_t i = 0; i < name_count; i++) tn_trace_push(n, tn_trace_put_result(n, names[i]));
    size_t outputs = tn_trace_put_list(n, "ffi.Array", base);
    return tn_trace_put_typed(n, "Instruction",
                              "\"kind\": %zu, \"inputs\": %zu, \"attrs\": %zu, \"outputs\": %zu",
                              kind, inputs, attrs, outputs);
}

/* ---- lines ---- */

static bool is_head(tunip_str line)
{
    return tunip_str_begins(line, "def apply_trace(");
}

/* A line that is no instruction: a comment, the head of the function, `pass`. */
static bool is_frame(tunip_str line)
{
    tunip_str text = tn_trim_blanks(line);
    return !text.size || *text.data == '#' || is_head(line) || tunip_str_is(text, "pass");
}

/* Whether `sch.` is called in a line, after names and `=`. */
static bool is_call(tunip_str line)
{
    tunip_str names[MOST_ARGUMENTS];
    line_reader l = {.at = line.data, .end = line.data + line.size};
    take_results(&l, names);
    return tunip_str_is(take_name(&l), "sch") && take(&l, '.');
}

static tunip_str line_at(tunip_str text, size_t at)
{
    const char *newline = memchr(text.data + at, '\n', text.size - at);
    return (tunip_str){text.data + at,
                       newline ? (size_t)(newline - text.data) - at : text.size - at};
}

bool tn_is_trace(tunip_str text)
{
    bool has_call = false;
    for (size_t at = 0; at < text.size;) {
        tunip_str line = line_at(text, at);
        bool is_whole = at + line.size < text.size; /* the end of a sniffed text may be missing */
        bool fits = is_call(line) || is_head(line);
        if (!fits && !is_frame(line) && is_whole) return false;
        has_call |= fits;
        at += line.size + 1;
    }
    return has_call;
}

/* Notes the module of schedules that a line outside of the instructions names. */
static void note_import(tn_trace_nodes *n, tunip_str line)
{
    static const char *const words[] = {"# from tvm import ", "def apply_trace(sch: "};
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        if (!tunip_str_begins(line, words[i])) continue;
        line_reader l = {.at = line.data + strlen(words[i]), .end = line.data + line.size};
        tn_trace_note_import(n, take_name(&l));
    }
}

/* Reads all lines; returns the node of the trace. */
static size_t take_lines(line_reader *l, tunip_str text)
{
    tn_trace_nodes *n = l->n;
    TN_ARRAY(size_t) decisions = {NULL, 0, 0};
    for (size_t at = 0; at < text.size && !n->fault && !n->failed;) {
        tunip_str line = line_at(text, at);
        at += line.size + 1;
        if (is_frame(line)) {
            note_import(n, line);
            continue;
        }
        places p = {.input_count = 0};
        l->at = line.data;
        l->end = line.data + line.size;
        size_t node = take_line(l, &p);
        skip_blanks(l);
        if (l->at < l->end && *l->at != '#') tn_trace_expected(n, "the end of the line");
        tn_trace_push(n, node);
        if (!p.has_decision) continue;
        n->failed |= !tn_array_push(&decisions, n->allocator, node) ||
                     !tn_array_push(&decisions, n->allocator, p.decision);
    }
    size_t list = tn_trace_put_list(n, "ffi.Array", 0);
    for (size_t i = 0; i < decisions.count; i++) tn_trace_push(n, decisions.items[i]);
    size_t map = tn_trace_put_list(n, "ffi.Map", 0);
    tn_array_free(&decisions, n->allocator);
    return tn_trace_put_typed(n, "Trace", "\"insts\": %zu, \"decisions\": %zu", list, map);
}

bool tn_trace_read(tn_arena *arena, tunip_str text, tn_record *m)
{
    tn_trace_nodes n;
    line_reader l = {.n = &n};
    size_t root;
    char found[64] = "the end of the text";
    tn_trace_begin(&n, arena);
    do root = take_lines(&l, text);
    while (tn_trace_again(&n));
    if (n.fault) {
        tunip_str rest = {l.at, (size_t)(l.end - l.at)};
        size_t size = 0;
        while (size < rest.size && is_name(rest.data[size])) size++;
        size += !size && rest.size;
        snprintf(found, sizeof found, "`%.*s`", size < 40 ? (int)size : 40, rest.data);
        if (!rest.size) snprintf(found, sizeof found, "the end of the line");
        m->fault_begin = (uint32_t)(l.at - text.data);
        m->fault_end = m->fault_begin + (uint32_t)size;
    }
    m->heading = tn_arena_str(arena, (tunip_str){"", 0});
    return tn_trace_finish(&n, root, "a trace of a schedule", found, m) && m->heading.data;
}
