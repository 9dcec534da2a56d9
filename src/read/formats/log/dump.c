/* dump.c -- dumps of MLIR in logs: a heading for each, such as
 * `// -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //`, and one operation
 * below it (MLIR mlir/lib/Pass/IRPrinting.cpp). The dump ends where the operation and its aliases
 * end; all lines up to the next heading are other output. */
#include "log.h"

#include <string.h>

#include "../../../util/json.h"
#include "../../../util/text.h"
#include "../../read.h"
#include "../trace/record.h"

static const char words[] = "IR Dump ";

/* A heading of a dump. All texts are parts of its line. */
typedef struct heading {
    tunip_str text;   /* from `IR Dump` on, without the marks around it */
    tunip_str prefix; /* of its line: a time stamp or the like */
    tunip_dump_time when;
    bool failed;
    tunip_str pass, argument, operation, symbol;
} heading;

typedef struct finder {
    tn_arena *arena;
    const tunip_allocator *allocator;
    tunip_str log;           /* without colours */
    const tn_log_piece *map; /* from `log` to the source; NULL: they are the same */
    size_t map_count;
    const tunip_log_part *part;
    size_t taken;        /* the end of the last dump */
    TN_ARRAY(char) kept; /* the output above dumps of other IR since the last dump */
    size_t unread;
    TN_ARRAY(tn_log_module) modules;
    TN_ARRAY(char) text;           /* of a dump */
    TN_ARRAY(tn_log_piece) pieces; /* likewise */
    bool failed;
} finder;

/* ---- lines of a database ---- */

/* The parts between the quotes of `["HASH", "GRAPH"]`. */
static bool split_workload(tunip_str line, tunip_str *hash, tunip_str *graph)
{
    tunip_str *const parts[] = {hash, graph};
    static const char *const before[] = {"[\"", ", \""};
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) {
        if (!tunip_str_begins(line, before[i])) return false;
        line = tn_line_cut(line, strlen(before[i]));
        const char *quote = line.size ? memchr(line.data, '"', line.size) : NULL;
        if (!quote) return false;
        *parts[i] = (tunip_str){line.data, (size_t)(quote - line.data)};
        line = tn_line_cut(line, parts[i]->size + 1);
    }
    return tunip_str_begins(line, "]");
}

bool tn_line_is_workload(tunip_str line)
{
    size_t digits = 0;
    line = tn_line_cut(line, tunip_str_begins(line, "[\"") ? 2 : line.size);
    while (digits < line.size && tunip_is_digit(line.data[digits])) digits++;
    line = tn_line_cut(line, digits);
    /* saved JSON begins with `{`, which is `e` and one of these in base 64 */
    return digits && (tunip_str_begins(line, "\", \"ew") || tunip_str_begins(line, "\", \"ey"));
}

bool tn_log_workloads(tn_arena *arena, tunip_str log, tn_log *out)
{
    TN_ARRAY(tn_log_module) modules = {NULL, 0, 0};
    bool fine = true;
    for (size_t at = 0, end; fine && at < log.size; at = end + 1) {
        const char *newline = memchr(log.data + at, '\n', log.size - at);
        end = newline ? (size_t)(newline - log.data) : log.size;
        tunip_str line = {log.data + at, end - at}, hash = {"", 0}, graph = {"", 0};
        if (!tn_line_is_workload(line)) continue;
        bool is_whole = split_workload(line, &hash, &graph);
        char *text = tn_arena_alloc(arena, tn_base64_decoded_size(graph.size) + 1);
        tn_log_piece *piece = tn_arena_alloc(arena, sizeof *piece);
        size_t size = text ? tn_base64_decode(graph, (unsigned char *)text) : 0;
        fine = text && piece;
        if (!fine) continue;
        is_whole &= size != SIZE_MAX;
        if (!is_whole) size = 0;
        text[size] = '\0';
        tn_log_module m = {
            .is_saved = true, .is_damaged = !is_whole, .name = hash, .text = {text, size}};
        m.begin = (uint32_t)at;
        m.end = (uint32_t)end;
        *piece = (tn_log_piece){0, (uint32_t)at}; /* places are those of the line */
        m.pieces = piece;
        m.piece_count = 1;
        fine = tn_array_push(&modules, &arena->allocator, m);
    }
    size_t size = modules.count * sizeof *modules.items;
    out->modules = tn_arena_alloc(arena, size);
    fine = fine && out->modules;
    if (fine && size) memcpy(out->modules, modules.items, size);
    out->count = fine ? modules.count : 0;
    tn_array_free(&modules, &arena->allocator);
    return fine;
}

static tn_log_module module_of(const tn_record *record, size_t begin, size_t end)
{
    return (tn_log_module){.heading = record->heading,
                           .name = {"", 0},
                           .is_saved = true,
                           .is_damaged = record->fault.size > 0,
                           .fault = record->fault,
                           .fault_begin = record->fault_begin,
                           .fault_end = record->fault_end,
                           .text = record->text,
                           .begin = (uint32_t)begin,
                           .end = (uint32_t)end};
}

typedef struct record_list {
    TN_ARRAY(tn_log_module) modules;
} record_list;

/* Adds the record or the trace in [begin, end) of the log. */
static bool add_record(tn_arena *arena, tunip_str log, size_t begin, size_t end, bool is_trace,
                       record_list *list)
{
    tn_record record = {.text = {"", 0}};
    tunip_str text = {log.data + begin, end - begin};
    tn_log_piece *piece = tn_arena_alloc(arena, sizeof *piece);
    bool fine = piece && (is_trace ? tn_trace_read(arena, text, &record)
                                   : tn_record_read(arena, text, &record));
    if (!fine) return false;
    *piece = (tn_log_piece){0, (uint32_t)begin}; /* places are those of the line */
    tn_log_module m = module_of(&record, begin, end);
    m.pieces = piece;
    m.piece_count = 1;
    return tn_array_push(&list->modules, &arena->allocator, m);
}

bool tn_log_records(tn_arena *arena, tunip_str log, tn_log *out)
{
    record_list list = {{NULL, 0, 0}};
    bool is_trace = tn_is_trace(log),
         fine = !is_trace || add_record(arena, log, 0, log.size, true, &list);
    for (size_t at = 0, end; fine && !is_trace && at < log.size; at = end + 1) {
        const char *newline = memchr(log.data + at, '\n', log.size - at);
        end = newline ? (size_t)(newline - log.data) : log.size;
        tunip_str line = {log.data + at, end - at};
        if (line.size && line.data[line.size - 1] == '\r') line.size--;
        if (tn_line_is_blank(line)) continue;
        if (!list.modules.count && !tn_is_record(line)) break;
        fine = add_record(arena, log, at, at + line.size, false, &list);
    }
    size_t size = list.modules.count * sizeof *list.modules.items;
    out->modules = tn_arena_alloc(arena, size ? size : 1);
    fine = fine && out->modules;
    if (fine && size) memcpy(out->modules, list.modules.items, size);
    out->count = fine ? list.modules.count : 0;
    tn_array_free(&list.modules, &arena->allocator);
    return fine;
}

/* ---- headings ---- */

static tunip_str part(tunip_str text, size_t begin, size_t end)
{
    return (tunip_str){text.data + begin, end - begin};
}

/* Where `word` is for the first time from `from` on; the size of the text if it is not there. */
static size_t find_word(tunip_str text, size_t from, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = from; i + size <= text.size; i++)
        if (memcmp(text.data + i, word, size) == 0) return i;
    return text.size;
}

/* The name of a pass without its C++ namespaces: "(anonymous namespace)::X" is X. */
static tunip_str cut_namespaces(tunip_str name)
{
    size_t begin = 0, end = find_word(name, 0, "<");
    for (size_t at = 0; (at = find_word(part(name, 0, end), at, "::")) < end; at += 2)
        begin = at + 2;
    return part(name, begin, name.size);
}

/* The last byte of this kind; the size of the text if there is none. */
static size_t find_last(tunip_str text, char c)
{
    for (size_t at = text.size; at-- > 0;)
        if (text.data[at] == c) return at;
    return text.size;
}

/* `(cse) ('func.func' operation: @f)`: the argument of the pass, and the operation on which it ran.
 * The operation comes last, and its symbol may have brackets, as those of Triton's functions. */
static void parse_rest(tunip_str rest, heading *h)
{
    for (size_t open; (open = find_word(rest, 0, "(")) < rest.size;) {
        bool is_operation = tunip_str_begins(tn_line_cut(rest, open + 1), "'");
        size_t close = is_operation ? find_last(rest, ')') : find_word(rest, open, ")");
        if (close < open) close = rest.size;
        tunip_str inside = part(rest, open + 1, close);
        size_t quote = is_operation ? find_word(inside, 1, "'") : 0;
        size_t at = find_word(inside, 0, ": @");
        if (!is_operation && !h->argument.size) h->argument = inside;
        if (is_operation) h->operation = part(inside, 1, quote);
        if (is_operation && at < inside.size) h->symbol = part(inside, at + 3, inside.size);
        rest = tn_line_cut(rest, close + 1);
    }
}

/* The first of the words that end the name of a pass. */
static size_t name_end(tunip_str text)
{
    static const char *const ends[] = {" (", ": ", " Failed", " on "};
    size_t end = text.size;
    for (size_t i = 0; i < TUNIP_LEN(ends); i++) {
        size_t at = find_word(text, 0, ends[i]);
        if (at < end) end = at;
    }
    return end;
}

static bool is_mark(char c)
{
    return c && strchr("-/*=; ", c);
}

/* Whether `at`, which has "IR Dump ", is in a heading: its line has nothing before it but a prefix
 * and a mark, such as `// -----//` or `***`. */
static bool parse_heading(tunip_str line, size_t at, heading *h)
{
    size_t begin = at;
    tunip_str rest = tn_line_cut(line, at + sizeof words - 1);
    *h = (heading){.when = tunip_str_begins(rest, "After ")    ? TUNIP_DUMP_AFTER
                           : tunip_str_begins(rest, "Before ") ? TUNIP_DUMP_BEFORE
                                                               : TUNIP_DUMP_NONE};
    while (begin && is_mark(line.data[begin - 1])) begin--;
    tunip_str mark = part(line, begin, at);
    while (mark.size && *mark.data == ' ') mark = tn_line_cut(mark, 1), begin++;
    bool is_marked = tn_line_contains(mark, "---") || tn_line_contains(mark, "***");
    bool is_comment = tunip_str_begins(line, "//") && begin;
    if (h->when == TUNIP_DUMP_NONE || is_comment || !(is_marked || !at)) return false;
    h->prefix = part(line, 0, begin);
    rest = tn_line_cut(rest, h->when == TUNIP_DUMP_AFTER ? 6 : 7);
    size_t end = rest.size;
    while (end && (is_mark(rest.data[end - 1]) || rest.data[end - 1] == ':')) end--;
    rest.size = end;
    h->text = part(line, at, (size_t)(rest.data + end - line.data));
    size_t name = name_end(rest);
    h->pass = tn_trim_blanks(cut_namespaces(part(rest, 0, name)));
    rest = tn_line_cut(rest, name);
    h->failed = tunip_str_begins(rest, " Failed");
    if (tunip_str_begins(rest, ": "))
        h->argument = tn_trim_blanks(tn_line_cut(rest, 2));
    else
        parse_rest(rest, h);
    return h->pass.size > 0;
}

static size_t line_end(tunip_str text, size_t at)
{
    const char *end = at < text.size ? memchr(text.data + at, '\n', text.size - at) : NULL;
    return end ? (size_t)(end - text.data) : text.size;
}

/* The next heading from `from` on, and the bytes of its line; false if there is none. */
static bool next_heading(tunip_str text, size_t from, heading *h, size_t *begin, size_t *end)
{
    while (from < text.size) {
        const char *hit = memchr(text.data + from, words[0], text.size - from);
        if (!hit) return false;
        size_t at = (size_t)(hit - text.data);
        from = at + 1;
        if (!tunip_str_begins(part(text, at, text.size), words)) continue;
        for (*begin = at; *begin && text.data[*begin - 1] != '\n';) (*begin)--;
        *end = line_end(text, at);
        if (parse_heading(part(text, *begin, *end), at - *begin, h)) return true;
        from = *end;
    }
    return false;
}

bool tunip_log_has_heading(tunip_str text)
{
    heading h;
    size_t begin, end;
    return next_heading(text, 0, &h, &begin, &end);
}

/* ---- where a dump ends ---- */

/* The line at `at`, without the prefix of its heading. */
static tunip_str line_at(tunip_str text, size_t at, tunip_str prefix)
{
    tunip_str line = part(text, at, line_end(text, at));
    size_t size = prefix.size ? tn_line_prefix_size(line, prefix) : 0;
    return size == SIZE_MAX ? line : tn_line_cut(line, size);
}

static size_t next_line(tunip_str text, size_t at)
{
    size_t end = line_end(text, at);
    return end < text.size ? end + 1 : end;
}

/* The first line in [from, to) in which MLIR begins; `to` if there is none. */
static size_t find_begin(tunip_str text, size_t from, size_t to, tunip_str prefix)
{
    for (size_t at = from; at < to; at = next_line(text, at))
        if (tn_mlir_begins_dump(line_at(text, at, prefix))) return at;
    return to;
}

/* Whether an operation goes on below a line of it: the line leaves a bracket open, or ends before
 * an operand. Angle brackets do not count: `->` has one. */
static bool opens(tunip_str line)
{
    long depth = 0;
    for (size_t i = 0; i < line.size; i++) {
        char c = line.data[i];
        if (c == '/' && i + 1 < line.size && line.data[i + 1] == '/') break;
        depth += c && strchr("([{", c) ? 1 : c && strchr(")]}", c) ? -1 : 0;
        if (c != '"') continue;
        for (i++; i < line.size && line.data[i] != '"'; i++) i += line.data[i] == '\\';
    }
    return depth > 0 || tn_line_ends(line, '{') || tn_line_ends(line, '(') ||
           tn_line_ends(line, ',') || tn_line_ends(line, '=');
}

/* The end of the dump that begins at `from`: of its operation, and of the aliases and resources
 * behind that. All lines inside of the operation are indented, or begin as `}`, `^bb1:` do. */
static size_t find_end(tunip_str text, size_t from, size_t to, tunip_str prefix)
{
    size_t end = from;
    enum { ALIASES, OPERATION, CLOSED, RESOURCES } state = ALIASES;
    for (size_t at = from; at < to; at = next_line(text, at)) {
        tunip_str line = line_at(text, at, prefix);
        char first = line.size ? *line.data : '\0';
        bool is_alias = (first == '#' || first == '!') && tn_line_contains(line, " = ");
        bool is_inside = first == ' ' || first == '\t';
        bool closes = first && strchr("})]>", first);
        tunip_str said = tn_trim_blanks(line);
        bool is_note = !said.size || (state == ALIASES && tunip_str_begins(said, "//"));
        if (!first || (is_note && (state == ALIASES || state == CLOSED))) continue;
        if (state == RESOURCES)
            state = tunip_str_begins(line, "#-}") ? CLOSED : RESOURCES;
        else if (tunip_str_begins(line, "{-#"))
            state = RESOURCES;
        else if (state == ALIASES && !is_alias)
            state = opens(line) ? OPERATION : CLOSED;
        else if (state == OPERATION && closes)
            state = opens(line) ? OPERATION : CLOSED;
        else if (!is_alias && (state == CLOSED || !(is_inside || first == '^' || first == '/')))
            break;
        end = next_line(text, at);
    }
    return end;
}

/* Whether a line has the form of LLVM IR: all of it is indented, or has a mark or a word of its
 * own. */
static bool is_llvm(tunip_str line)
{
    static const char *const begins[] = {"define ",     "declare ", "target ",
                                         "attributes ", "source_",  "uselistorder"};
    bool fits = line.size && strchr(" \t;@!%$}", *line.data) != NULL;
    for (size_t i = 0; i < TUNIP_LEN(begins); i++) fits |= tunip_str_begins(line, begins[i]);
    bool is_label = tn_line_ends(line, ':') && !memchr(line.data, ' ', line.size);
    return fits || is_label || tn_line_contains(line, ":  ");
}

/* The end of a dump of other IR: messages may stand below it. */
static size_t find_other_end(tunip_str text, size_t from, size_t to, tunip_str prefix)
{
    size_t end = from;
    for (size_t at = from; at < to; at = next_line(text, at))
        if (is_llvm(line_at(text, at, prefix))) end = next_line(text, at);
    return end;
}

/* ---- the text of a dump ---- */

static uint32_t source_of(const finder *f, size_t at)
{
    tn_log_module map = {.pieces = f->map, .piece_count = f->map_count};
    return f->map ? (uint32_t)tn_log_source(&map, at) : (uint32_t)at;
}

/* Adds the bytes of a line to the text. */
static void put_line(finder *f, tunip_str line)
{
    size_t at = (size_t)(line.data - f->log.data);
    tn_log_piece piece = {(uint32_t)f->text.count, source_of(f, at)};
    bool fine = tn_array_reserve(&f->text, f->allocator, line.size + 1) &&
                tn_array_push(&f->pieces, f->allocator, piece);
    f->failed |= !fine;
    if (!fine) return;
    if (line.size) memcpy(f->text.items + f->text.count, line.data, line.size);
    f->text.count += line.size;
    f->text.items[f->text.count++] = '\n';
}

/* A dump without prefixes and colours is a part of the log. Any other is copied. */
static void take_text(finder *f, size_t begin, size_t end, tunip_str prefix, tn_log_module *m)
{
    f->text.count = f->pieces.count = 0;
    if (!prefix.size && !f->map) {
        tn_log_piece piece = {0, (uint32_t)begin};
        f->failed |= !tn_array_push(&f->pieces, f->allocator, piece);
        m->text = part(f->log, begin, end);
    } else {
        for (size_t at = begin; at < end; at = next_line(f->log, at))
            put_line(f, line_at(f->log, at, prefix));
        m->text = tn_arena_str(f->arena, (tunip_str){f->text.items, f->text.count});
    }
    size_t size = f->pieces.count * sizeof *f->pieces.items;
    tn_log_piece *pieces = tn_arena_alloc(f->arena, size);
    f->failed |= !pieces || !m->text.data;
    if (f->failed) return;
    memcpy(pieces, f->pieces.items, size);
    m->pieces = pieces;
    m->piece_count = f->pieces.count;
    m->begin = source_of(f, begin);
    m->end = source_of(f, end - 1) + 1;
}

/* A text without the empty lines around it. */
static tunip_str trim_lines(tunip_str text)
{
    while (text.size && strchr(" \t\r\n", text.data[text.size - 1])) text.size--;
    for (size_t end; (end = line_end(text, 0)) < text.size;) {
        if (!tn_line_is_blank(part(text, 0, end))) break;
        text = part(text, end + 1, text.size);
    }
    return text;
}

/* The output since the last dump, up to `at`. */
static tunip_str output_before(const finder *f, size_t at)
{
    return trim_lines(part(f->log, f->taken, at));
}

/* Keeps output for the next dump that is a module. */
static void keep_output(finder *f, tunip_str output)
{
    if (!output.size) return;
    bool fine = tn_array_reserve(&f->kept, f->allocator, output.size + 1);
    f->failed |= !fine;
    if (!fine) return;
    if (f->kept.count) f->kept.items[f->kept.count++] = '\n';
    memcpy(f->kept.items + f->kept.count, output.data, output.size);
    f->kept.count += output.size;
}

/* The output up to `at`, behind that above dumps of other IR, which are no modules. */
static tunip_str take_output(finder *f, size_t at)
{
    tunip_str now = output_before(f, at);
    if (!f->kept.count) return now;
    keep_output(f, now);
    tunip_str both = tn_arena_str(f->arena, (tunip_str){f->kept.items, f->kept.count});
    f->failed |= !both.data;
    f->kept.count = 0;
    return both;
}

/* Adds the dump in [from, to). `at` is where its heading begins. */
static void add_dump(finder *f, const heading *h, size_t at, size_t from, size_t to)
{
    tn_log_module m = {.is_mlir = true,
                       .heading = h->text,
                       .when = h->when,
                       .failed = h->failed,
                       .pass = h->pass,
                       .argument = h->argument,
                       .operation = h->operation,
                       .symbol = h->symbol};
    size_t begin = find_begin(f->log, from, to, h->prefix);
    if (begin == to) {
        if (h->when == TUNIP_DUMP_NONE) return;
        keep_output(f, output_before(f, at));
        f->unread++;
        f->taken = find_other_end(f->log, from, to, h->prefix);
        return;
    }
    m.output = take_output(f, at);
    f->taken = find_end(f->log, begin, to, h->prefix);
    take_text(f, begin, f->taken, h->prefix, &m);
    if (f->failed) return;
    m.name = tn_mlir_first_symbol(m.text);
    f->failed |= !tn_array_push(&f->modules, f->allocator, m);
}

/* A module without a heading: the input above the first dump, or the result below the last one. */
static void add_other(finder *f, const char *name, size_t from, size_t to)
{
    heading none = {.pass = tunip_str_from(name)};
    if (from < to && !f->failed) add_dump(f, &none, from, from, to);
}

static void find_dumps(finder *f)
{
    heading h, next;
    size_t begin, end, next_begin = 0, next_end = 0;
    bool any = next_heading(f->log, 0, &h, &begin, &end);
    if (any && !f->part->follows) add_other(f, "input", 0, begin);
    while (any && !f->failed) {
        any = next_heading(f->log, end, &next, &next_begin, &next_end);
        add_dump(f, &h, begin, next_line(f->log, end), any ? next_begin : f->log.size);
        h = next;
        begin = next_begin;
        end = next_end;
    }
    bool is_last = !f->part->goes_on && (f->modules.count || f->part->follows);
    if (is_last) add_other(f, "output", f->taken, f->log.size);
}

bool tn_log_dumps(tn_arena *arena, tunip_str log, const tunip_log_part *part_of, tn_log *out)
{
    finder f = {.arena = arena, .allocator = &arena->allocator, .log = log, .part = part_of};
    *out = (tn_log){.modules = NULL};
    if (log.size >= UINT32_MAX || !(part_of->follows || tunip_log_has_heading(log))) return true;
    bool is_clean = !memchr(log.data, '\033', log.size) && !memchr(log.data, '\r', log.size);
    f.failed = !is_clean && !tn_log_clean(arena, log, &f.log, &f.map, &f.map_count);
    if (!f.failed) find_dumps(&f);
    size_t size = f.modules.count * sizeof *f.modules.items;
    out->modules = tn_arena_alloc(arena, size);
    f.failed |= !out->modules;
    if (!f.failed && size) memcpy(out->modules, f.modules.items, size);
    if (!f.failed) {
        out->count = f.modules.count;
        out->unread = f.unread;
        out->output = take_output(&f, f.log.size);
    }
    tn_array_free(&f.modules, f.allocator);
    tn_array_free(&f.kept, f.allocator);
    tn_array_free(&f.text, f.allocator);
    tn_array_free(&f.pieces, f.allocator);
    return !f.failed;
}
