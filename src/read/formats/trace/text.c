/* text.c -- traces of schedules as TVM prints them: a call of Python in each line, such as
 *
 *     l1, l2 = sch.get_loops(block=b0)
 *
 * Such a text becomes the saved graph of its trace. */
#include <stdio.h>

#include "../../../util/json.h"
#include "../../../util/text.h"
#include "../../../util/unicode.h"
#include "maps.h"
#include "record.h"

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

/* An argument of a call. */
typedef struct argument {
    const char *at;
    tunip_str key;       /* or empty */
    tunip_str text;      /* of a string, or of the first string in a list */
    size_t node;         /* its value */
    const size_t *items; /* of a list, in the arena; NULL: it is no list */
    size_t count;
    bool is_used;    /* by the instruction */
    bool are_ranges; /* what a function in its place gives: form 'm' */
} argument;

/* Reads a line. The arrays are those of the current call. */
typedef struct line_reader {
    tn_trace_nodes *n;
    const char *at, *end;
    TN_ARRAY(tunip_str) names; /* of the results */
    TN_ARRAY(argument) arguments;
    TN_ARRAY(size_t) inputs;
    size_t attrs[16], attr_count;
    size_t decision;
    bool has_decision;
    bool are_ranges; /* what a function as the current argument gives: form 'm' */
    size_t maps;     /* around the current value: TVM writes the strings in them without quotes */
} line_reader;

/* Notes a mistake at a place before the current one. */
static void expected_at(line_reader *l, const char *at, const char *what)
{
    if (!l->n->fault) l->at = at;
    tn_trace_expected(l->n, what);
}

static bool is_name(char c)
{
    return tunip_is_name_part(c);
}

static void skip_blanks(line_reader *l)
{
    l->at = tn_trace_skip_blanks(l->at, l->end);
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

/* "text". TVM writes a string as it is (AsPython in trace.cc): a backslash may be its own, or an
 * escape of a person's. Such a string is refused. */
static size_t take_string(line_reader *l, tunip_str *text)
{
    const char *begin = ++l->at;
    while (l->at < l->end && *l->at != '"' && *l->at != '\\') l->at++;
    *text = (tunip_str){begin, (size_t)(l->at - begin)};
    if (l->at == l->end || *l->at != '"') tn_trace_expected(l->n, "a string without escapes");
    l->at += l->at < l->end;
    return tn_trace_put_value(l->n, *text);
}

static size_t take_word(line_reader *l)
{
    const char *begin = l->at;
    tunip_str name = take_name(l);
    if (tunip_str_is(name, "lambda") || tunip_str_is(name, "tvm")) {
        l->at = begin;
        return tn_trace_take_map(l->n, l->are_ranges && !l->n->depth, &l->at, l->end);
    }
    if (tunip_str_is(name, "None")) return tn_trace_put_none(l->n);
    if (tunip_str_is(name, "True")) return tn_trace_put_text(l->n, "bool", tunip_str_from("true"));
    if (tunip_str_is(name, "False"))
        return tn_trace_put_text(l->n, "bool", tunip_str_from("false"));
    size_t node = 0;
    if (tn_trace_find_result(l->n, name, &node)) return node;
    if (!l->n->fault) l->at = begin;
    tn_trace_expected(l->n, "the result of a line above");
    return 0;
}

static size_t take_number(line_reader *l)
{
    tn_trace_nodes *n = l->n;
    const char *begin = l->at;
    tunip_json json;
    int64_t whole;
    double real;
    for (l->at += *l->at == '-'; l->at < l->end; l->at++) {
        bool is_sign = memchr("+-", *l->at, 2) && memchr("eE", l->at[-1], 2);
        if (!is_sign && !is_name(*l->at) && *l->at != '.') break;
    }
    /* the scanner needs a NUL behind it */
    tunip_str text = tn_arena_str(n->arena, (tunip_str){begin, (size_t)(l->at - begin)});
    if (!text.data) {
        n->failed = true;
        return 0;
    }
    tunip_json_init(&json, text);
    tunip_json_token token = tunip_json_next(&json);
    text = tunip_json_text(&json);
    bool is_int = token == TUNIP_JSON_INT && tunip_json_int(text, &whole);
    bool is_real = token == TUNIP_JSON_FLOAT && tn_double_parse(text, &real) == TUNIP_OK;
    if (!is_int && !is_real) expected_at(l, begin, "a number of 64 bits");
    if (is_int || is_real) l->at = begin + text.size;
    return tn_trace_put_text(n, is_real ? "float" : "int", text);
}

/* The text of a string without quotes: everything up to the end of the value. Brackets in it are in
 * pairs. It has no quotes, because they begin the next key where a comma is missing. */
static tunip_str bare_text(const line_reader *l)
{
    const char *at = l->at;
    for (size_t depth = 0; at < l->end; at++) {
        bool opens = memchr("[({", *at, 3), closes = memchr("])}", *at, 3);
        if (*at == '"' || (!depth && (closes || *at == ','))) break;
        depth += opens;
        depth -= closes;
    }
    while (at > l->at && (at[-1] == ' ' || at[-1] == '\t')) at--;
    return (tunip_str){l->at, (size_t)(at - l->at)};
}

static bool is_number(const tn_trace_nodes *n, tunip_str text)
{
    tunip_json json;
    if (!text.size || (!tunip_is_digit(*text.data) && *text.data != '-')) return false;
    text = tn_arena_str(n->arena, text); /* the scanner needs a NUL behind it */
    if (!text.data) return false;
    tunip_json_init(&json, text);
    tunip_json_token token = tunip_json_next(&json);
    return (token == TUNIP_JSON_INT || token == TUNIP_JSON_FLOAT) &&
           tunip_json_text(&json).size == text.size;
}

/* Reads a value in a map, where TVM writes strings without quotes: what is no number, constant or
 * result is a string. */
static size_t take_bare(line_reader *l)
{
    size_t node;
    tunip_str text = bare_text(l);
    bool is_constant = tunip_str_is(text, "None") || tunip_str_is(text, "True") ||
                       tunip_str_is(text, "False") || tn_trace_find_result(l->n, text, &node);
    if (is_number(l->n, text)) return take_number(l);
    if (is_constant) return take_word(l);
    l->at += text.size;
    return tn_trace_put_value(l->n, text);
}

static size_t take_value(line_reader *l, argument *a);

/* Reads a list or a tuple up to `close`. */
static size_t take_list(line_reader *l, char close, argument *a)
{
    tn_trace_nodes *n = l->n;
    argument inner = {.count = 0};
    size_t base = n->open.count;
    for (l->at++; !n->fault && !take(l, close);) {
        tn_trace_push(n, take_value(l, &inner));
        if (!a->text.size) a->text = inner.text;
        if (!take(l, ',') && (skip_blanks(l), l->at == l->end || *l->at != close))
            tn_trace_expected(n, "`,` or the end of the list");
    }
    size_t count = n->open.count - base;
    size_t *items = tn_arena_alloc(n->arena, (count + 1) * sizeof *items);
    if (!items) n->failed = true;
    if (items && count) memcpy(items, n->open.items + base, count * sizeof *items);
    a->items = items;
    a->count = items ? count : 0;
    return tn_trace_put_list(n, "ffi.Array", base);
}

/* Reads a map: {"key": value}. */
static size_t take_map(line_reader *l)
{
    tn_trace_nodes *n = l->n;
    argument inner = {.count = 0};
    size_t base = n->open.count;
    l->maps++;
    for (l->at++; !n->fault && !take(l, '}');) {
        if (l->at < l->end && *l->at == '"')
            tn_trace_push(n, take_string(l, &inner.text));
        else
            tn_trace_expected(n, "a key in quotes");
        if (!take(l, ':')) tn_trace_expected(n, "`:`");
        tn_trace_push(n, take_value(l, &inner));
        if (!take(l, ',') && (l->at == l->end || *l->at != '}')) tn_trace_expected(n, "`,` or `}`");
    }
    l->maps--;
    return tn_trace_put_list(n, "ffi.Map", base);
}

/* Reads a value, and notes its text or its items in `a`. */
static size_t take_value(line_reader *l, argument *a)
{
    skip_blanks(l);
    char c = l->at < l->end ? *l->at : '\0';
    if (l->n->fault) return 0;
    if (c == '"') return take_string(l, &a->text);
    if (l->maps && !(c && strchr("[({", c))) return take_bare(l);
    if (tunip_is_digit(c) || c == '-') return take_number(l);
    if (is_name(c)) return take_word(l);
    if (!c || !strchr("[({", c) || l->n->depth == TN_TRACE_DEPTH) {
        tn_trace_expected(l->n, "a value");
        return 0;
    }
    l->n->depth++;
    size_t node = c == '{' ? take_map(l) : take_list(l, c == '[' ? ']' : ')', a);
    l->n->depth--;
    return node;
}

/* ---- places ---- */

static void set_input(line_reader *l, size_t index, size_t node)
{
    const tunip_allocator *allocator = l->n->allocator;
    while (l->inputs.count <= index)
        if (!tn_array_push(&l->inputs, allocator, tn_trace_put_none(l->n))) {
            l->n->failed = true;
            return;
        }
    l->inputs.items[index] = node;
}

/* Sets the value at a place of a row: 'i', 'a' or 'd', and a number. */
static void set_place(line_reader *l, char where, size_t index, size_t node)
{
    if (where == 'i') {
        set_input(l, index, node);
    } else if (where == 'd') {
        l->decision = node;
        l->has_decision = true;
    } else {
        while (l->attr_count <= index) l->attrs[l->attr_count++] = tn_trace_put_none(l->n);
        l->attrs[index] = node;
    }
}

/* The number of the list of buffers that "read" or "write" names. */
static size_t put_which(line_reader *l, const argument *a)
{
    bool is_write = tunip_str_is(a->text, "write");
    if (!is_write && !tunip_str_is(a->text, "read")) expected_at(l, a->at, "\"read\" or \"write\"");
    return tn_trace_put_text(l->n, "int", tunip_str_from(is_write ? "1" : "0"));
}

/* The form of the argument that `row` describes; a blank if it has none. */
static char form_of(const char *row, size_t size)
{
    const char *sign = memchr(row, '=', size);
    size_t begin = sign ? (size_t)(sign - row) + 1 : 0;
    return begin + 2 < size ? row[begin] : ' ';
}

/* Places the argument that `row` describes (the head of primitives.def says how); NULL: it is
 * missing. */
static void place_argument(line_reader *l, const char *row, size_t size, const argument *a)
{
    tn_trace_nodes *n = l->n;
    char where = row[size - 2];
    size_t index = (size_t)(row[size - 1] - '0');
    char form = form_of(row, size);
    if (!a && where == 'd') return;
    if (a && a->are_ranges != (form == 'm')) {
        expected_at(l, a->at, "the arguments in their order");
        return;
    }
    if (!a && form == 'o')
        set_place(l, where, index, tn_trace_put_list(n, "ffi.Array", n->open.count));
    else if (!a)
        set_place(l, where, index, tn_trace_put_none(n));
    else if (form == 's')
        set_place(l, where, index, put_which(l, a));
    else if (form == 't' && a->count != 2)
        expected_at(l, a->at, "a pair such as (\"write\", 0)");
    else if (form == 't') {
        set_place(l, where, index, a->items[1]);
        set_place(l, where, index + 1, put_which(l, a));
    } else if (form == 'l' && !a->items)
        expected_at(l, a->at, "a list");
    else if (form == 'l')
        for (size_t i = 0; i < a->count; i++) set_place(l, where, index + i, a->items[i]);
    else
        set_place(l, where, index, a->node);
}

/* Whether `row` describes the argument called `key`. */
static bool is_called(const char *row, size_t size, tunip_str key)
{
    return key.size && key.size < size && row[key.size] == '=' &&
           memcmp(row, key.data, key.size) == 0;
}

/* The argument called as in `row`, or the next one without a key. */
static argument *find_argument(line_reader *l, const char *row, size_t size)
{
    argument *list = l->arguments.items, *plain = NULL;
    for (size_t i = l->arguments.count; i-- > 0;) {
        if (is_called(row, size, list[i].key)) return &list[i];
        if (!list[i].key.size && !list[i].is_used) plain = &list[i];
    }
    return plain;
}

/* Places all arguments without a key that have no place yet. */
static void place_plain(line_reader *l)
{
    for (size_t i = 0; i < l->arguments.count; i++) {
        argument *a = &l->arguments.items[i];
        if (a->key.size || a->is_used) continue;
        a->is_used = true;
        set_input(l, l->inputs.count, a->node);
    }
}

/* Gives each argument its place in the instruction. */
static void place_arguments(line_reader *l, const struct primitive *row)
{
    size_t size;
    for (const char *at = row->arguments; *at; at += size + (at[size] == ' ')) {
        size = strcspn(at, " ");
        argument *a = *at == '*' ? NULL : find_argument(l, at, size);
        if (a) a->is_used = true;
        if (*at == '*')
            place_plain(l);
        else
            place_argument(l, at, size, a);
    }
    for (size_t i = 0; i < l->arguments.count; i++)
        if (!l->arguments.items[i].is_used)
            expected_at(l, l->arguments.items[i].at, "an argument of this instruction");
}

/* ---- instructions ---- */

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

/* Reads the names before `=`; none if the line has no `=` there. Without nodes, skips them. */
static void take_results(line_reader *l)
{
    const char *begin = l->at;
    l->names.count = 0;
    do {
        tunip_str name = take_name(l);
        if (!name.size) break;
        if (l->n && !tn_array_push(&l->names, l->n->allocator, name)) l->n->failed = true;
    } while (take(l, ','));
    if (take(l, '=')) return;
    l->at = begin;
    l->names.count = 0;
}

/* Whether the argument called `key`, or without a key the next one, is a function of ranges. */
static bool expects_ranges(const line_reader *l, const struct primitive *row, tunip_str key)
{
    size_t size, i = 0;
    for (const char *at = row->arguments; *at; at += size + (at[size] == ' '), i++) {
        size = strcspn(at, " ");
        if (key.size ? is_called(at, size, key) : i == l->arguments.count)
            return form_of(at, size) == 'm';
    }
    return false;
}

/* Reads the arguments up to the closing parenthesis. */
static void take_arguments(line_reader *l, const struct primitive *row)
{
    tn_trace_nodes *n = l->n;
    l->arguments.count = 0;
    while (!n->fault && !n->failed && !take(l, ')')) {
        argument a = {.at = (skip_blanks(l), l->at)};
        a.key = take_name(l);
        if (!a.key.size || !take(l, '=')) {
            a.key.size = 0;
            l->at = a.at;
        }
        a.are_ranges = l->are_ranges = expects_ranges(l, row, a.key);
        a.node = take_value(l, &a);
        if (!tn_array_push(&l->arguments, n->allocator, a)) n->failed = true;
        if (!take(l, ',') && (l->at == l->end || *l->at != ')')) tn_trace_expected(n, "`,` or `)`");
    }
}

/* One line; returns its instruction. */
static size_t take_line(line_reader *l)
{
    tn_trace_nodes *n = l->n;
    size_t base = n->open.count;
    l->inputs.count = l->attr_count = l->maps = 0;
    l->has_decision = false;
    take_results(l);
    if (!tunip_str_is(take_name(l), "sch") || !take(l, '.')) {
        tn_trace_expected(n, "a call of a method of `sch`");
        return 0;
    }
    const char *word = l->at;
    const struct primitive *row = find_primitive(take_name(l));
    if (!row || !take(l, '(')) {
        expected_at(l, word, "an instruction of a schedule");
        return 0;
    }
    take_arguments(l, row);
    if (n->fault) return 0;
    place_arguments(l, row);
    if (n->fault) return 0;
    tn_trace_note_kind(n, tunip_str_from(row->kind));
    size_t name = tn_trace_put_string(n, tunip_str_from(row->kind));
    size_t kind =
        tn_trace_put_typed(n, "InstructionKind", "\"name\": %zu, \"_is_pure\": false", name);
    size_t inputs = put_values(n, l->inputs.items, l->inputs.count);
    size_t attrs = put_values(n, l->attrs, l->attr_count);
    for (size_t i = 0; i < l->names.count; i++)
        tn_trace_push(n, tn_trace_put_result(n, l->names.items[i]));
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
    line_reader l = {.at = line.data, .end = line.data + line.size};
    take_results(&l);
    return tunip_str_is(take_name(&l), "sch") && take(&l, '.');
}

/* The line at `*at`, without its end. Moves `*at` behind the end. */
static tunip_str next_line(tunip_str text, size_t *at)
{
    const char *begin = text.data + *at, *newline = memchr(begin, '\n', text.size - *at);
    size_t size = newline ? (size_t)(newline - begin) : text.size - *at;
    *at += size + 1;
    return (tunip_str){begin, size - (size && begin[size - 1] == '\r')};
}

bool tn_is_trace(tunip_str text)
{
    bool has_call = false;
    for (size_t at = 0; at < text.size;) {
        tunip_str line = next_line(text, &at);
        bool is_whole = at <= text.size; /* the end of a sniffed text may be missing */
        bool fits = is_call(line) || is_head(line);
        if (!fits && !is_frame(line) && is_whole) return false;
        has_call |= fits;
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
        tunip_str line = next_line(text, &at);
        if (is_frame(line)) {
            note_import(n, line);
            continue;
        }
        l->at = line.data;
        l->end = line.data + line.size;
        size_t node = take_line(l);
        skip_blanks(l);
        if (l->at < l->end && *l->at != '#') tn_trace_expected(n, "the end of the line");
        tn_trace_push(n, node);
        if (!l->has_decision) continue;
        n->failed |= !tn_array_push(&decisions, n->allocator, node) ||
                     !tn_array_push(&decisions, n->allocator, l->decision);
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
    tn_array_free(&l.names, n.allocator);
    tn_array_free(&l.arguments, n.allocator);
    tn_array_free(&l.inputs, n.allocator);
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
