/* record.c -- the lines of a database of tuning records (TVM src/meta_schedule/database). Such a
 * line is
 *
 *     [WORKLOAD, [[INSTRUCTIONS, DECISIONS], SECONDS, TARGET, ARGUMENTS]]
 *
 * An instruction is [KIND, INPUTS, ATTRIBUTES, OUTPUTS], and a decision is [INSTRUCTION, VALUE]
 * (TraceNode::AsJSON of src/tir/schedule/trace.cc). Inputs are the names of outputs, or texts with
 * quotes in them. Such a line becomes the saved graph of its trace. */
#include "record.h"
#include "../../../util/json.h"
#include "../../../util/text.h"
#include "../../../util/unicode.h"
#include "nodes.h"

typedef struct reader {
    tn_trace_nodes n;
    tunip_json json;
    tunip_json_token token; /* the current one */
} reader;

/* ---- tokens ---- */

static void next(reader *r)
{
    if (!r->n.fault) r->token = tunip_json_next(&r->json);
}

static bool expected(reader *r, const char *what)
{
    return tn_trace_expected(&r->n, what);
}

static bool expect(reader *r, tunip_json_token token, const char *what)
{
    if (r->n.fault || r->token != token) return expected(r, what);
    next(r);
    return true;
}

static bool accept(reader *r, tunip_json_token token)
{
    bool is_here = !r->n.fault && r->token == token;
    if (is_here) next(r);
    return is_here;
}

/* The text between the quotes of the current token. */
static tunip_str inside(const reader *r)
{
    tunip_str text = tunip_json_text(&r->json);
    return (tunip_str){text.data + 1, text.size - 2};
}

/* ---- values ---- */

static size_t read_value(reader *r, bool are_inputs);

/* Items up to the closing bracket. */
static size_t read_list(reader *r, bool are_inputs)
{
    size_t base = r->n.open.count;
    if (!expect(r, TUNIP_JSON_OPEN_ARRAY, "a list")) return 0;
    if (r->n.depth++ > TN_TRACE_DEPTH) expected(r, "a value that nests less deep");
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        tn_trace_push(&r->n, read_value(r, are_inputs));
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    r->n.depth--;
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return tn_trace_put_list(&r->n, "ffi.Array", base);
}

static size_t read_map(reader *r)
{
    size_t base = r->n.open.count;
    next(r);
    if (r->n.depth++ > TN_TRACE_DEPTH) expected(r, "a value that nests less deep");
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_OBJECT) {
        if (!tunip_json_is_string(r->token)) expected(r, "a string");
        tn_trace_push(&r->n, read_value(r, false));
        expect(r, TUNIP_JSON_COLON, "`:`");
        tn_trace_push(&r->n, read_value(r, false));
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    r->n.depth--;
    expect(r, TUNIP_JSON_CLOSE_OBJECT, "`,` or `}`");
    return tn_trace_put_list(&r->n, "ffi.Map", base);
}

/* An input: `b0`, `None`, or "\"text\"". */
static size_t read_input(reader *r)
{
    static const char quote[] = "\\\"";
    tunip_str text = inside(r);
    size_t size = sizeof quote - 1;
    bool is_text = text.size >= 2 * size && memcmp(text.data, quote, size) == 0 &&
                   memcmp(text.data + text.size - size, quote, size) == 0;
    if (is_text)
        return tn_trace_put_string(&r->n, (tunip_str){text.data + size, text.size - 2 * size});
    if (tunip_str_is(text, "None")) return tn_trace_put_none(&r->n);
    size_t node = 0;
    if (tn_trace_find_result(&r->n, text, &node)) return node;
    if (text.size > 1 && *text.data == '{')
        return tn_trace_put_string(&r->n, text); /* a saved index map */
    expected(r, "the result of an instruction above");
    return 0;
}

static size_t read_value(reader *r, bool are_inputs)
{
    size_t node = 0;
    if (r->n.fault) return 0;
    tunip_str text = tunip_json_text(&r->json);
    switch (r->token) {
    case TUNIP_JSON_OPEN_ARRAY:
        return read_list(r, are_inputs);
    case TUNIP_JSON_OPEN_OBJECT:
        return read_map(r);
    case TUNIP_JSON_STRING:
    case TUNIP_JSON_ENCODED:
        node = are_inputs ? read_input(r) : tn_trace_put_string(&r->n, inside(r));
        break;
    case TUNIP_JSON_INT:
        node = tn_trace_put_text(&r->n, "int", text);
        break;
    case TUNIP_JSON_FLOAT:
        node = tn_trace_put_text(&r->n, "float", text);
        break;
    case TUNIP_JSON_TRUE:
    case TUNIP_JSON_FALSE:
        node = tn_trace_put_text(&r->n, "bool", text);
        break;
    case TUNIP_JSON_NULL:
        node = tn_trace_put_none(&r->n);
        break;
    default:
        expected(r, "a value");
    }
    next(r);
    return node;
}

/* ---- instructions ---- */

/* ["b0", "l1", "v2"] */
static size_t read_outputs(reader *r)
{
    size_t base = r->n.open.count;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the results");
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        tunip_str none = {"", 0};
        tn_trace_push(
            &r->n, tn_trace_put_result(&r->n, tunip_json_is_string(r->token) ? inside(r) : none));
        next(r);
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return tn_trace_put_list(&r->n, "ffi.Array", base);
}

/* [KIND, INPUTS, ATTRIBUTES, OUTPUTS] */
static size_t read_instruction(reader *r)
{
    expect(r, TUNIP_JSON_OPEN_ARRAY, "an instruction");
    if (tunip_json_is_string(r->token))
        tn_trace_note_kind(&r->n, inside(r));
    else
        expected(r, "the name of an instruction");
    size_t name = read_value(r, false);
    size_t kind =
        tn_trace_put_typed(&r->n, "InstructionKind", "\"name\": %zu, \"_is_pure\": false", name);
    expect(r, TUNIP_JSON_COMMA, "`,` and the inputs");
    size_t inputs = read_list(r, true);
    expect(r, TUNIP_JSON_COMMA, "`,` and the attributes");
    size_t attrs = read_list(r, false);
    expect(r, TUNIP_JSON_COMMA, "`,` and the results");
    size_t outputs = read_outputs(r);
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    return tn_trace_put_typed(&r->n, "Instruction",
                              "\"kind\": %zu, \"inputs\": %zu, \"attrs\": %zu, \"outputs\": %zu",
                              kind, inputs, attrs, outputs);
}

/* [[INSTRUCTION, VALUE], ...] as a map. `first` is the first instruction among the open items. */
static size_t read_decisions(reader *r, size_t first, size_t count)
{
    size_t base = r->n.open.count;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the decisions");
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
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
        tn_trace_push(&r->n, r->n.open.items[first + (size_t)index]);
        tn_trace_push(&r->n, read_value(r, false));
        expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    return tn_trace_put_list(&r->n, "ffi.Map", base);
}

/* [INSTRUCTIONS, DECISIONS]; returns the node of the trace. */
static size_t read_trace(reader *r)
{
    size_t first = r->n.open.count;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "a trace");
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the instructions");
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
        tn_trace_push(&r->n, read_instruction(r));
        if (!accept(r, TUNIP_JSON_COMMA)) break;
    }
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
    expect(r, TUNIP_JSON_COMMA, "`,` and the decisions");
    size_t decisions = read_decisions(r, first, r->n.open.count - first);
    expect(r, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    size_t list = tn_trace_put_list(&r->n, "ffi.Array", first);
    return tn_trace_put_typed(&r->n, "Trace", "\"insts\": %zu, \"decisions\": %zu", list,
                              decisions);
}

/* ---- the rest of a record ---- */

/* The mean of a list of seconds; negative if there are none. */
static double read_seconds(reader *r)
{
    double sum = 0, one;
    size_t count = 0;
    if (accept(r, TUNIP_JSON_NULL)) return -1;
    expect(r, TUNIP_JSON_OPEN_ARRAY, "the list of the seconds");
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_ARRAY) {
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
    const char *fault = r->n.fault ? NULL : tunip_json_skip(&r->json, &r->token);
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
    while (!r->n.fault && r->token != TUNIP_JSON_CLOSE_OBJECT) {
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
    if (r->n.fault) return 0;
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

bool tn_record_read(tn_arena *arena, tunip_str line, tn_record *m)
{
    reader r;
    tn_text heading;
    size_t root;
    char found[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_str copy = tn_arena_str(arena, line); /* the scanner needs a NUL behind it */
    if (!copy.data) return false;
    tn_trace_begin(&r.n, arena);
    tn_text_init(&heading, r.n.allocator);
    do {
        tunip_json_init(&r.json, copy);
        heading.bytes.count = 0;
        root = read_line(&r, &heading);
    } while (tn_trace_again(&r.n));
    tunip_json_describe(&r.json, r.token, found);
    m->fault_begin = (uint32_t)(r.json.at - copy.data);
    m->fault_end = (uint32_t)(r.json.cursor - copy.data);
    m->heading = tn_arena_str(arena, tn_text_str(&heading));
    bool fine = m->heading.data && !heading.failed;
    tn_text_free(&heading);
    return tn_trace_finish(&r.n, root, "a tuning record of MetaSchedule", found, m) && fine;
}
