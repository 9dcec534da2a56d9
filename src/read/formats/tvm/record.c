/* record.c -- the lines of a database of tuning records (TVM src/meta_schedule/database): each is
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

/* ["b0", "l1", "v2"]: a block, a loop, a variable */
static size_t read_outputs(reader *r)
{
    size_t base = r->open.count;
    const char *block = strcmp(r->prefix, "tir") == 0 ? "BlockRV" : "SBlockRV";
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the results");
    while (!r->fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        tunip_str name = inside(r);
        char letter = tunip_json_is_string(r->token) && name.size ? *name.data : '?';
        if (!strchr("blv_", letter)) expected(r, "the name of a block, a loop or a variable");
        result made = {name, letter == 'b'   ? put_typed(r, block, "")
                             : letter == 'l' ? put_typed(r, "LoopRV", "")
                             : letter == 'v' ? put_variable(r, name)
                                             : put_none(r)};
        if (!tn_array_push(&r->results, r->allocator, made)) r->failed = true;
        push(r, made.node);
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
static bool is_newer(tunip_str line)
{
    static const char word[] = "SBlock";
    for (size_t i = 0; i + sizeof word - 1 <= line.size; i++)
        if (memcmp(line.data + i, word, sizeof word - 1) == 0) return true;
    return false;
}

bool tn_record_read(tn_arena *arena, tunip_str line, tn_record *m)
{
    bool newer = is_newer(line);
    reader r = {.allocator = &arena->allocator, .prefix = newer ? "s_tir" : "tir"};
    tn_text heading, text;
    char found[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_str copy = tn_arena_str(arena, line); /* the scanner needs a NUL behind it */
    if (!copy.data) return false;
    tn_text_init(&heading, r.allocator);
    tn_text_init(&text, r.allocator);
    tn_text_init(&r.nodes, r.allocator);
    tunip_json_init(&r.json, copy);
    size_t root = read_line(&r, &heading);
    if (r.fault) {
        tunip_json_describe(&r.json, r.token, found);
        tn_text_say(&text, "a tuning record of MetaSchedule: expected %s, found %s", r.fault,
                    found);
        m->fault = tn_arena_str(arena, tn_text_str(&text));
        m->fault_begin = (uint32_t)(r.json.at - copy.data);
        m->fault_end = (uint32_t)(r.json.cursor - copy.data);
    } else {
        tn_text_put_word(&text, "{\"nodes\": [");
        tn_text_put_str(&text, tn_text_str(&r.nodes));
        tn_text_say(&text, "], \"root_index\": %zu, \"metadata\": {\"tvm_version\": \"%s\"}}", root,
                    newer ? "0.26.0" : "0.23.0");
    }
    m->heading = tn_arena_str(arena, tn_text_str(&heading));
    m->text =
        r.fault ? tn_arena_str(arena, (tunip_str){"", 0}) : tn_arena_str(arena, tn_text_str(&text));
    bool fine = !r.failed && !r.nodes.failed && !text.failed && m->heading.data && m->text.data;
    tn_text_free(&heading);
    tn_text_free(&text);
    tn_text_free(&r.nodes);
    tn_array_free(&r.open, r.allocator);
    tn_array_free(&r.results, r.allocator);
    return fine;
}
