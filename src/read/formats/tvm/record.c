/* record.c -- traces of schedules: their text, and the lines of a database of tuning records (TVM
 * src/meta_schedule/database). Such a line is
 *
 *     [WORKLOAD, [[INSTRUCTIONS, DECISIONS], SECONDS, TARGET, ARGUMENTS]]
 *
 * An instruction is [KIND, INPUTS, ATTRIBUTES, OUTPUTS], and a decision is [INSTRUCTION, VALUE]
 * (TraceNode::AsJSON of src/tir/schedule/trace.cc). Inputs are the names of outputs, or texts with
 * quotes in them. Such a line becomes the saved graph of its trace. */
#include <stdarg.h>
#include <stdio.h>

#include "../../../util/json.h"
#include "../../../util/text.h"
#include "../../../util/unicode.h"
#include "record.h"

enum { MOST_DEPTH = 100 };

/* An output of an instruction. */
typedef struct result {
    tunip_str name; /* without quotes */
    size_t node;
} result;

typedef struct reader {
    tunip_json json;
    tunip_json_token token; /* the current one */
    const char *fault;      /* what was expected at the current token; NULL if nothing is wrong */
    const tunip_allocator *allocator;
    tn_arena *arena;
    const char *prefix;    /* of the types of schedules: "tir", "s_tir" from v0.26 on */
    tn_text nodes;         /* their JSON */
    size_t count;          /* of the nodes */
    TN_ARRAY(size_t) open; /* the items of unfinished lists */
    TN_ARRAY(result) results;
    size_t depth;
    bool failed; /* out of memory */
} reader;

/* ---- tokens ---- */

static void next(reader *r)
{
    if (!r->fault) r->token = tunip_json_next(&r->json);
}

static bool expected(reader *r, const char *what)
{
    if (!r->fault) r->fault = what;
    return false;
}

static bool expect(reader *r, tunip_json_token token, const char *what)
{
    if (r->fault || r->token != token) return expected(r, what);
    next(r);
    return true;
}

static bool accept(reader *r, tunip_json_token token)
{
    bool is_here = !r->fault && r->token == token;
    if (is_here) next(r);
    return is_here;
}

/* The text between the quotes of the current token. */
static tunip_str inside(const reader *r)
{
    tunip_str text = tunip_json_text(&r->json);
    return (tunip_str){text.data + 1, text.size - 2};
}

/* ---- nodes ---- */

/* The text of the next node; returns its index. */
static size_t begin_node(reader *r, const char *type)
{
    tn_text_say(&r->nodes, "%s{\"type\": \"%s\"", r->count ? ", " : "", type);
    return r->count++;
}

static size_t put_text(reader *r, const char *type, tunip_str text)
{
    size_t node = begin_node(r, type);
    tn_text_say(&r->nodes, ", \"data\": %.*s}", (int)text.size, text.data);
    return node;
}

static size_t put_string(reader *r, tunip_str text)
{
    size_t node = begin_node(r, "ffi.String");
    tn_text_say(&r->nodes, ", \"data\": \"%.*s\"}", (int)text.size, text.data);
    return node;
}

static size_t put_none(reader *r)
{
    size_t node = begin_node(r, "None");
    tn_text_put_word(&r->nodes, "}");
    return node;
}

static void push(reader *r, size_t node)
{
    if (!tn_array_push(&r->open, r->allocator, node)) r->failed = true;
}

/* A node of the items from `base` on. */
static size_t put_list(reader *r, const char *type, size_t base)
{
    size_t node = begin_node(r, type);
    tn_text_put_word(&r->nodes, ", \"data\": [");
    for (size_t i = base; i < r->open.count; i++)
        tn_text_say(&r->nodes, "%s%zu", i > base ? ", " : "", r->open.items[i]);
    tn_text_put_word(&r->nodes, "]}");
    r->open.count = base;
    return node;
}

static size_t put_typed(reader *r, const char *name, const char *members, ...)
{
    char type[64];
    va_list args;
    snprintf(type, sizeof type, "%s.%s", r->prefix, name);
    size_t node = begin_node(r, type);
    tn_text_put_word(&r->nodes, ", \"data\": {");
    va_start(args, members);
    tn_text_say_list(&r->nodes, members, args);
    va_end(args);
    tn_text_put_word(&r->nodes, "}}");
    return node;
}

/* ---- values ---- */

static size_t read_value(reader *r, bool are_inputs);

/* Items up to the closing bracket. */
static size_t read_list(reader *r, bool are_inputs)
{
    size_t base = r->open.count;
    if (!expect(r, TUNIP_JSON_OPEN_ARRAY, "a list")) return 0;
    if (r->depth++ > MOST_DEPTH) expected(r, "a value that nests less deep");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        push(r, read_value(r, are_inputs));
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    r->depth--;
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return put_list(r, "ffi.Array", base);
}

static size_t read_map(reader *r)
{
    size_t base = r->open.count;
    next(r);
    if (r->depth++ > MOST_DEPTH) expected(r, "a value that nests less deep");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_OBJECT) {
        if (!tunip_json_is_string(r->token)) expected(r, "a string");
        push(r, read_value(r, false));
        expect(r, TUNIP_JSON_COLON, "`:`");
        push(r, read_value(r, false));
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    r->depth--;
    expect(r, TUNIP_JSON_CLOSE_OBJECT, "`,` or `}`");
    return put_list(r, "ffi.Map", base);
}

/* An input: `b0`, `None`, or "\"text\"". */
static size_t read_input(reader *r)
{
    static const char quote[] = "\\\"";
    tunip_str text = inside(r);
    size_t size = sizeof quote - 1;
    bool is_text = text.size >= 2 * size && memcmp(text.data, quote, size) == 0 &&
                   memcmp(text.data + text.size - size, quote, size) == 0;
    if (is_text) return put_string(r, (tunip_str){text.data + size, text.size - 2 * size});
    if (tunip_str_is(text, "None")) return put_none(r);
    for (size_t i = r->results.count; i-- > 0;)
        if (tunip_str_equal(r->results.items[i].name, text)) return r->results.items[i].node;
    if (text.size > 1 && *text.data == '{') return put_string(r, text); /* a saved index map */
    expected(r, "the result of an instruction above");
    return 0;
}

static size_t read_value(reader *r, bool are_inputs)
{
    size_t node = 0;
    if (r->fault) return 0;
    tunip_str text = tunip_json_text(&r->json);
    switch (r->token) {
    case TUNIP_JSON_OPEN_ARRAY:
        return read_list(r, are_inputs);
    case TUNIP_JSON_OPEN_OBJECT:
        return read_map(r);
    case TUNIP_JSON_STRING:
    case TUNIP_JSON_ENCODED:
        node = are_inputs ? read_input(r) : put_string(r, inside(r));
        break;
    case TUNIP_JSON_INT:
        node = put_text(r, "int", text);
        break;
    case TUNIP_JSON_FLOAT:
        node = put_text(r, "float", text);
        break;
    case TUNIP_JSON_TRUE:
    case TUNIP_JSON_FALSE:
        node = put_text(r, "bool", text);
        break;
    case TUNIP_JSON_NULL:
        node = put_none(r);
        break;
    default:
        expected(r, "a value");
    }
    next(r);
    return node;
}

/* ---- instructions ---- */

static size_t put_variable(reader *r, tunip_str name)
{
    size_t span = put_none(r);
    size_t type = put_text(r, "ir.PrimType", tunip_str_from("{\"dtype\": \"int32\"}"));
    size_t text = put_string(r, name), node = begin_node(r, "tir.Var");
    tn_text_say(&r->nodes,
                ", \"data\": {\"dtype\": \"int32\", \"name\": %zu, \"span\": %zu, "
                "\"type_annotation\": %zu}}",
                text, span, type);
    return node;
}

/* b0, l1, v2: a block, a loop, a variable */
static size_t put_result(reader *r, tunip_str name)
{
    const char *block = strcmp(r->prefix, "tir") == 0 ? "BlockRV" : "SBlockRV";
    char letter = name.size ? *name.data : '?';
    if (!strchr("blv_", letter)) expected(r, "the name of a block, a loop or a variable");
    result made = {name, letter == 'b'   ? put_typed(r, block, "")
                         : letter == 'l' ? put_typed(r, "LoopRV", "")
                         : letter == 'v' ? put_variable(r, name)
                                         : put_none(r)};
    if (!tn_array_push(&r->results, r->allocator, made)) r->failed = true;
    return made.node;
}

/* ["b0", "l1", "v2"] */
static size_t read_outputs(reader *r)
{
    size_t base = r->open.count;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the results");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        tunip_str none = {"", 0};
        push(r, put_result(r, tunip_json_is_string(r->token) ? inside(r) : none));
        next(r);
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return put_list(r, "ffi.Array", base);
}

/* [KIND, INPUTS, ATTRIBUTES, OUTPUTS] */
static size_t read_instruction(reader *r)
{
    expect(r, TUNIP_JSON_OPEN_ARRAY, "an instruction");
    if (!tunip_json_is_string(r->token)) expected(r, "the name of an instruction");
    size_t name = read_value(r, false);
    size_t kind = put_typed(r, "InstructionKind", "\"name\": %zu, \"_is_pure\": false", name);
    expect(r, TUNIP_JSON_COMMA, "`,` and the inputs");
    size_t inputs = read_list(r, true);
    expect(r, TUNIP_JSON_COMMA, "`,` and the attributes");
    size_t attrs = read_list(r, false);
    expect(r, TUNIP_JSON_COMMA, "`,` and the results");
    size_t outputs = read_outputs(r);
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    return put_typed(r, "Instruction",
                     "\"kind\": %zu, \"inputs\": %zu, \"attrs\": %zu, \"outputs\": %zu", kind,
                     inputs, attrs, outputs);
}

/* [[INSTRUCTION, VALUE], ...] as a map. `first` is the first instruction among the open items. */
static size_t read_decisions(reader *r, size_t first, size_t count)
{
    size_t base = r->open.count;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the decisions");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        int64_t index = -1;
        expect(r, TUNIP_JSON_OPEN_ARRAY, "a decision");
        bool is_index =
            r->token == TUNIP_JSON_INT && tunip_json_int(tunip_json_text(&r->json), &index);
        if (!is_index || index < 0 || (uint64_t)index >= count) {
            expected(r, "the number of an instruction");
            break;
        }
        next(r);
        expect(r, TUNIP_JSON_COMMA, "`,` and the decision");
        push(r, r->open.items[first + (size_t)index]);
        push(r, read_value(r, false));
        expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return put_list(r, "ffi.Map", base);
}

/* [INSTRUCTIONS, DECISIONS]; returns the node of the trace. */
static size_t read_trace(reader *r)
{
    size_t first = r->open.count;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "a trace");
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the instructions");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        push(r, read_instruction(r));
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    expect(r, TUNIP_JSON_COMMA, "`,` and the decisions");
    size_t decisions = read_decisions(r, first, r->open.count - first);
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    size_t list = put_list(r, "ffi.Array", first);
    return put_typed(r, "Trace", "\"insts\": %zu, \"decisions\": %zu", list, decisions);
}

/* ---- the rest of a record ---- */

/* The mean of a list of seconds; negative if there are none. */
static double read_seconds(reader *r)
{
    double sum = 0, one;
    size_t count = 0;
    if (accept(r, TUNIP_JSON_NULL)) return -1;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the seconds");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        bool is_number = r->token == TUNIP_JSON_INT || r->token == TUNIP_JSON_FLOAT;
        if (!is_number || tn_double_parse(tunip_json_text(&r->json), &one) != TUNIP_OK) {
            expected(r, "a number of seconds");
            break;
        }
        sum += one;
        count++;
        next(r);
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return count ? sum / (double)count : -1;
}

static void skip(reader *r)
{
    const char *fault = r->fault ? NULL : tunip_json_skip(&r->json, &r->token);
    if (fault) expected(r, fault);
}

/* The kind of a target: "kind" among its members, or a text. Empty if there is none. */
static tunip_str read_target(reader *r)
{
    tunip_str kind = {"", 0};
    if (r->token != TUNIP_JSON_OPEN_OBJECT) {
        if (tunip_json_is_string(r->token)) kind = inside(r);
        skip(r);
        return kind;
    }
    next(r);
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_OBJECT) {
        bool is_kind = tunip_json_is_string(r->token) && tunip_str_is(inside(r), "kind");
        next(r);
        expect(r, TUNIP_JSON_COLON, "`:`");
        if (is_kind && tunip_json_is_string(r->token)) kind = inside(r);
        skip(r);
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_OBJECT, "`,` or `}`");
    return kind;
}

/* Reads the line; returns the node of its trace, and its heading in `heading`. */
static size_t read_line(reader *r, tn_text *heading)
{
    next(r);
    expect(r, TUNIP_JSON_OPEN_ARRAY, "a record");
    tunip_str workload = tunip_json_text(&r->json);
    expect(r, TUNIP_JSON_INT, "the number of a workload");
    expect(r, TUNIP_JSON_COMMA, "`,` and the record");
    expect(r, TUNIP_JSON_OPEN_ARRAY, "a record");
    size_t trace = read_trace(r);
    expect(r, TUNIP_JSON_COMMA, "`,` and the seconds");
    double seconds = read_seconds(r);
    expect(r, TUNIP_JSON_COMMA, "`,` and the target");
    tunip_str target = read_target(r);
    if (accept(r, TUNIP_JSON_COMMA)) skip(r); /* the arguments, which the workload has, too */
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    if (r->token != TUNIP_JSON_END) expected(r, "the end of the line");
    if (r->fault) return 0;
    tn_text_say(heading, "workload %.*s", (int)workload.size, workload.data);
    if (seconds >= 0) tn_text_say(heading, ", %.6g s", seconds);
    if (target.size) tn_text_say(heading, ", %.*s", (int)target.size, target.data);
    return trace;
}

/* ---- traces as text ---- */

/* A trace as TVM prints it, a call in each line: l1, l2 = sch.get_loops(block=b0). */

enum { ONE, LIST };

static const struct primitive {
    const char *kind, *method;
    int results;
    const char *arguments;
} primitives[] = {
#define X(kind, method, results, arguments) {kind, method, results, arguments},
#include <tunip/tvm/primitives.def>
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
    reader *r;
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
    if (l->at == l->end || *l->at != '"') expected(l->r, "a string without escapes");
    l->at += l->at < l->end;
    return put_string(l->r, *text);
}

static size_t take_word(line_reader *l)
{
    const char *begin = l->at;
    tunip_str name = take_name(l);
    if (tunip_str_is(name, "None")) return put_none(l->r);
    if (tunip_str_is(name, "True")) return put_text(l->r, "bool", tunip_str_from("true"));
    if (tunip_str_is(name, "False")) return put_text(l->r, "bool", tunip_str_from("false"));
    for (size_t i = l->r->results.count; i-- > 0;)
        if (tunip_str_equal(l->r->results.items[i].name, name)) return l->r->results.items[i].node;
    if (!l->r->fault) l->at = begin;
    expected(l->r, "the result of a line above");
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
    return put_text(l->r, is_real ? "float" : "int", (tunip_str){begin, (size_t)(l->at - begin)});
}

/* Reads a value; a list sets the items of `a`. */
static size_t take_value(line_reader *l, argument *a)
{
    argument inner = {.count = 0};
    size_t base = l->r->open.count;
    skip_blanks(l);
    char c = l->at < l->end ? *l->at : '\0';
    if (l->r->fault) return 0;
    if (c == '"') return take_string(l, &a->text);
    if (tunip_is_digit(c) || c == '-') return take_number(l);
    if (is_name(c)) return take_word(l);
    char close = c == '[' ? ']' : ')';
    if ((c != '[' && c != '(') || l->r->depth++ > MOST_DEPTH) {
        expected(l->r, "a value");
        return 0;
    }
    for (l->at++; !l->r->fault && !take(l, close);) {
        size_t node = take_value(l, &inner);
        push(l->r, node);
        if (a->count == MOST_ITEMS) expected(l->r, "a shorter list");
        if (a->count < MOST_ITEMS) a->items[a->count++] = node;
        if (!a->text.size) a->text = inner.text;
        if (!take(l, ',') && (skip_blanks(l), l->at == l->end || *l->at != close))
            expected(l->r, "`,` or the end of the list");
    }
    l->r->depth--;
    return put_list(l->r, "ffi.Array", base);
}

/* The values of an instruction, by their places. */
typedef struct places {
    size_t inputs[2 * MOST_ARGUMENTS], attrs[16], decision;
    size_t input_count, attr_count;
    bool has_decision;
} places;

static void set_place(reader *r, places *p, char where, size_t index, size_t node)
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
        expected(r, "fewer arguments");
        return;
    }
    while (*count <= index) list[(*count)++] = put_none(r);
    list[index] = node;
}

static size_t put_flag(reader *r, const argument *a)
{
    return put_text(r, "int", tunip_str_from(tunip_str_is(a->text, "write") ? "1" : "0"));
}

/* Places the argument that `row` describes (the head of primitives.def says how); NULL: it is
 * missing. */
static void place_argument(reader *r, places *p, const char *row, size_t size, const argument *a)
{
    const char *sign = memchr(row, '=', size), where = row[size - 2];
    size_t index = (size_t)(row[size - 1] - '0'), begin = sign ? (size_t)(sign - row) + 1 : 0;
    char form = begin + 2 < size ? row[begin] : ' ';
    if (!a && where == 'd') return;
    if (!a && form == 'o')
        set_place(r, p, where, index, put_list(r, "ffi.Array", r->open.count));
    else if (!a)
        set_place(r, p, where, index, put_none(r));
    else if (form == 'm')
        expected(r, "an instruction without a function");
    else if (form == 's')
        set_place(r, p, where, index, put_flag(r, a));
    else if (form == 't' && a->count == 2) {
        set_place(r, p, where, index, a->items[1]);
        set_place(r, p, where, index + 1, put_flag(r, a));
    } else if (form == 'l')
        for (size_t i = 0; i < a->count; i++) set_place(r, p, where, index + i, a->items[i]);
    else
        set_place(r, p, where, index, a->node);
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

static void place_arguments(reader *r, places *p, const struct primitive *row, const argument *list,
                            size_t count)
{
    size_t plain = 0, size;
    for (const char *at = row->arguments; *at; at += size + (at[size] == ' ')) {
        size = strcspn(at, " ");
        if (*at == '*') { /* all arguments without a key */
            for (; plain < count && !list[plain].key.size; plain++)
                set_place(r, p, 'i', p->input_count, list[plain].node);
            continue;
        }
        place_argument(r, p, at, size, find_argument(list, count, at, size, &plain));
    }
}

static const struct primitive *find_primitive(tunip_str method)
{
    for (size_t i = 0; i < TUNIP_LEN(primitives); i++)
        if (tunip_str_is(method, primitives[i].method)) return &primitives[i];
    return NULL;
}

static size_t put_values(reader *r, const size_t *nodes, size_t count)
{
    size_t base = r->open.count;
    for (size_t i = 0; i < count; i++) push(r, nodes[i]);
    return put_list(r, "ffi.Array", base);
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
    reader *r = l->r;
    tunip_str names[MOST_ARGUMENTS];
    argument *list = tn_arena_alloc(r->arena, MOST_ARGUMENTS * sizeof *list);
    size_t count = 0, name_count = take_results(l, names), base = r->open.count;
    if (!list) r->failed = true;
    if (!list || !tunip_str_is(take_name(l), "sch") || !take(l, '.')) {
        expected(r, "a call of a method of `sch`");
        return 0;
    }
    const char *word = l->at;
    const struct primitive *row = find_primitive(take_name(l));
    if (!row || !take(l, '(')) {
        l->at = word;
        expected(r, "an instruction of a schedule");
        return 0;
    }
    while (!r->fault && !take(l, ')')) {
        argument *a = &list[count];
        *a = (argument){.count = 0};
        const char *begin = l->at;
        a->key = take_name(l);
        if (!a->key.size || !take(l, '=')) {
            a->key.size = 0;
            l->at = begin;
        }
        a->node = take_value(l, a);
        if (++count == MOST_ARGUMENTS) expected(r, "fewer arguments");
        if (!take(l, ',') && (l->at == l->end || *l->at != ')')) expected(r, "`,` or `)`");
    }
    if (r->fault) return 0;
    place_arguments(r, p, row, list, count);
    size_t name = put_string(r, tunip_str_from(row->kind));
    size_t kind = put_typed(r, "InstructionKind", "\"name\": %zu, \"_is_pure\": false", name);
    size_t inputs = put_values(r, p->inputs, p->input_count);
    size_t attrs = put_values(r, p->attrs, p->attr_count);
    for (size_t i = 0; i < name_count; i++) push(r, put_result(r, names[i]));
    size_t outputs = put_list(r, "ffi.Array", base);
    return put_typed(r, "Instruction",
                     "\"kind\": %zu, \"inputs\": %zu, \"attrs\": %zu, \"outputs\": %zu", kind,
                     inputs, attrs, outputs);
}

/* ---- lines ---- */

bool tn_is_record(tunip_str line)
{
    static const char marks[] = ",[[["; /* there may be blanks between them */
    size_t at = 1, digits = 0;
    if (!line.size || *line.data != '[') return false;
    while (at + digits < line.size && tunip_is_digit(line.data[at + digits])) digits++;
    at += digits;
    for (size_t i = 0; i < sizeof marks - 1; i++, at++) {
        while (at < line.size && line.data[at] == ' ') at++;
        if (at == line.size || line.data[at] != marks[i]) return false;
    }
    return digits > 0;
}

/* Blocks are called SBlocks from v0.26 on, and so are the instructions about them. */
static bool is_newer(tunip_str text)
{
    static const char *const words[] = {"SBlock", "sblock", "import s_tir"};
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        size_t size = strlen(words[i]);
        for (size_t at = 0; at + size <= text.size; at++)
            if (memcmp(text.data + at, words[i], size) == 0) return true;
    }
    return false;
}

/* Makes the graph of what was read. */
static bool finish(reader *r, size_t root, bool newer, const char *what, const char *found,
                   tn_record *m)
{
    tn_text text;
    tn_text_init(&text, r->allocator);
    if (r->fault) {
        tn_text_say(&text, "%s: expected %s, found %s", what, r->fault, found);
        m->fault = tn_arena_str(r->arena, tn_text_str(&text));
        m->text = tn_arena_str(r->arena, (tunip_str){"", 0});
    } else {
        tn_text_put_word(&text, "{\"nodes\": [");
        tn_text_put_str(&text, tn_text_str(&r->nodes));
        tn_text_say(&text, "], \"root_index\": %zu, \"metadata\": {\"tvm_version\": \"%s\"}}", root,
                    newer ? "0.26.0" : "0.23.0");
        m->text = tn_arena_str(r->arena, tn_text_str(&text));
    }
    bool fine = !r->failed && !r->nodes.failed && !text.failed && m->text.data;
    tn_text_free(&text);
    tn_text_free(&r->nodes);
    tn_array_free(&r->open, r->allocator);
    tn_array_free(&r->results, r->allocator);
    return fine;
}

bool tn_record_read(tn_arena *arena, tunip_str line, tn_record *m)
{
    bool newer = is_newer(line);
    reader r = {.allocator = &arena->allocator, .arena = arena, .prefix = newer ? "s_tir" : "tir"};
    tn_text heading;
    char found[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_str copy = tn_arena_str(arena, line); /* the scanner needs a NUL behind it */
    if (!copy.data) return false;
    tn_text_init(&heading, r.allocator);
    tn_text_init(&r.nodes, r.allocator);
    tunip_json_init(&r.json, copy);
    size_t root = read_line(&r, &heading);
    tunip_json_describe(&r.json, r.token, found);
    m->fault_begin = (uint32_t)(r.json.at - copy.data);
    m->fault_end = (uint32_t)(r.json.cursor - copy.data);
    m->heading = tn_arena_str(arena, tn_text_str(&heading));
    bool fine = m->heading.data && !heading.failed;
    tn_text_free(&heading);
    return finish(&r, root, newer, "a tuning record of MetaSchedule", found, m) && fine;
}

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

bool tn_trace_read(tn_arena *arena, tunip_str text, tn_record *m)
{
    bool newer = is_newer(text);
    reader r = {.allocator = &arena->allocator, .arena = arena, .prefix = newer ? "s_tir" : "tir"};
    TN_ARRAY(size_t) decisions = {NULL, 0, 0};
    line_reader l = {.r = &r};
    tn_text_init(&r.nodes, r.allocator);
    for (size_t at = 0; at < text.size && !r.fault && !r.failed;) {
        tunip_str line = line_at(text, at);
        at += line.size + 1;
        if (is_frame(line)) continue;
        places p = {.input_count = 0};
        l.at = line.data;
        l.end = line.data + line.size;
        size_t node = take_line(&l, &p);
        skip_blanks(&l);
        if (l.at < l.end && *l.at != '#') expected(&r, "the end of the line");
        push(&r, node);
        if (!p.has_decision) continue;
        r.failed |= !tn_array_push(&decisions, r.allocator, node) ||
                    !tn_array_push(&decisions, r.allocator, p.decision);
    }
    size_t list = put_list(&r, "ffi.Array", 0);
    for (size_t i = 0; i < decisions.count; i++) push(&r, decisions.items[i]);
    size_t map = put_list(&r, "ffi.Map", 0);
    size_t root = put_typed(&r, "Trace", "\"insts\": %zu, \"decisions\": %zu", list, map);
    tn_array_free(&decisions, r.allocator);
    char found[64] = "the end of the text";
    if (r.fault) {
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
    return finish(&r, root, newer, "a trace of a schedule", found, m) && m->heading.data;
}
