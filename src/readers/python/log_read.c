/* log_read.c -- reads the modules of a log as scripts; the log as a format. A module is read from a
 * text of its own, so all places are moved to the log afterwards. */
#include "../../core/base/array.h"
#include "../../core/base/options.h"
#include "../../core/base/source.h"
#include "../../core/context.h"
#include "../../core/ir/graph.h"
#include "../../core/ir/origin.h"
#include "../readers.h"
#include "log.h"

#include <tunip/log.h>

struct tunip_log {
    const tunip_context *context;
    const tunip_source *source;
    tn_arena arena;
    tn_log found;
    tunip_logged *modules;
};

/* ---- the modules ---- */

static bool list_modules(tunip_log *log)
{
    log->modules = tn_arena_alloc(&log->arena, log->found.count * sizeof *log->modules);
    for (size_t i = 0; log->modules && i < log->found.count; i++) {
        const tn_log_module *m = &log->found.modules[i];
        log->modules[i] = (tunip_logged){m->heading, m->name, m->text, m->begin, m->end};
    }
    return log->modules != NULL;
}

/* Finds the parts of MLIR text; none in any other text. */
static bool find_parts(tunip_log *log, tunip_str text)
{
    const tunip_allocator *a = &log->arena.allocator;
    TN_ARRAY(tn_log_module) parts = {NULL, 0, 0};
    tn_log_module m = {.is_mlir = true, .piece_count = 1};
    bool fine = true;
    for (size_t at = 0; fine && tn_mlir_next_part(text, &at, &m.text, &m.name);) {
        tn_log_piece *piece = tn_arena_alloc(&log->arena, sizeof *piece);
        m.pieces = piece;
        m.begin = (uint32_t)(m.text.data - text.data);
        m.end = (uint32_t)at;
        if (piece) *piece = (tn_log_piece){0, m.begin};
        fine = piece && tn_array_push(&parts, a, m);
    }
    size_t size = parts.count * sizeof *parts.items;
    log->found.modules = tn_arena_alloc(&log->arena, size);
    if (log->found.modules && size) memcpy(log->found.modules, parts.items, size);
    fine = fine && log->found.modules;
    log->found.count = fine ? parts.count : 0;
    tn_array_free(&parts, a);
    return fine;
}

static tunip_status find_modules(tunip_log *log, tunip_error *error)
{
    tunip_str text;
    tunip_status status = tn_source_load(log->source, &text, error);
    if (status != TUNIP_OK) return status;
    if (text.size >= UINT32_MAX)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "a log must be smaller than 4 GB");
    bool fine = find_parts(log, text);
    if (fine && !log->found.count) fine = tn_log_modules(&log->arena, text, &log->found);
    if (!fine || !list_modules(log))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return TUNIP_OK;
}

static void open(tunip_log *log, const tunip_context *context, const tunip_source *source)
{
    *log = (tunip_log){.context = context, .source = source};
    tn_arena_init(&log->arena, tn_context_allocator(context));
}

tunip_log *tunip_log_new(const tunip_context *context, const tunip_source *source,
                         tunip_error *error)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    tunip_log *log = allocator->alloc(allocator->ctx, sizeof *log);
    if (!log) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    open(log, context, source);
    if (find_modules(log, error) == TUNIP_OK) return log;
    tunip_log_free(log);
    return NULL;
}

void tunip_log_free(tunip_log *log)
{
    if (!log) return;
    const tunip_allocator allocator = log->arena.allocator;
    tn_arena_free(&log->arena);
    allocator.free(allocator.ctx, log, sizeof *log);
}

size_t tunip_log_count(const tunip_log *log)
{
    return log ? log->found.count : 0;
}

const tunip_logged *tunip_log_get(const tunip_log *log, size_t index)
{
    return index < tunip_log_count(log) ? &log->modules[index] : NULL;
}

/* ---- places ---- */

static void move_origins(const tunip_log *log, const tn_log_module *m, tunip_graph *graph)
{
    tn_origins *origins = graph ? graph->origins : NULL;
    for (size_t i = 0; origins && i < origins->items.count; i++) {
        tunip_origin *origin = &origins->items.items[i].origin;
        origin->source = log->source;
        tn_log_move_span(m, &origin->begin, &origin->end);
    }
}

static void move_error(const tunip_log *log, const tn_log_module *m, tunip_error *error)
{
    if (!error || !error->line) return;
    tn_log_move_span(m, &error->offset, &error->end);
    tunip_source_locate(log->source, error->offset, &error->line, &error->column);
}

/* Makes a source of a module's text, which is borrowed. */
static void open_module(const tunip_log *log, const tn_log_module *m, tunip_source *out)
{
    tn_source_init(out, tn_context_allocator(log->context), tunip_source_name(log->source),
                   m->text);
}

/* ---- reading ---- */

static const tunip_format *format_of(const tn_log_module *m)
{
    if (m->is_mlir) return &tunip_format_mlir;
    return m->is_relay ? &tunip_format_relay : &tunip_format_python;
}

tunip_graph *tunip_log_read(const tunip_log *log, size_t index, const tunip_read_options *options,
                            tunip_error *error)
{
    tunip_read_options taken;
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_source source;
    tunip_graph *graph = NULL;
    const size_t count = tunip_log_count(log);
    if (tn_options_take(&taken, sizeof taken, options, &own) != TUNIP_OK) {
        /* `own` says why */
    } else if (index >= count) {
        tunip_error_set(&own, TUNIP_ERROR_NOT_FOUND, "the log has %zu modules, not %zu", count,
                        index + 1);
    } else {
        const tn_log_module *m = &log->found.modules[index];
        size_t first = tunip_diagnostics_count(taken.diagnostics);
        taken.format = format_of(m)->name;
        open_module(log, m, &source);
        graph = tunip_read_source(log->context, &source, &taken, &own);
        tn_source_drop(&source);
        if (taken.diagnostics) tn_log_move(m, taken.diagnostics, first);
        tn_log_warn(m, taken.diagnostics);
        move_origins(log, m, graph);
        move_error(log, m, &own);
    }
    if (!graph && error && error->code == TUNIP_OK) *error = own;
    return graph;
}

/* ---- the format ---- */

static bool begins(tunip_str text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.data, word, size) == 0;
}

/* Whether the first line may belong to a script whose definition is further down. */
static bool is_python(tunip_str text)
{
    static const char *const starts[] = {"#",   "@",       "class ", "def ",      "\"\"\"",
                                         "'''", "import ", "from ",  "metadata ="};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++)
        if (begins(text, starts[i])) return true;
    /* a name and an operator that a log has not: "INFO - message" is a line of many */
    static const char *const operators[] = {" = ", " == ", " != ", " / ", " // ", " * "};
    size_t size = 0;
    while (size < text.size &&
           (text.data[size] == '_' || (text.data[size] >= 'A' && text.data[size] <= 'z')))
        size++;
    for (size_t i = 0; size && i < TUNIP_LEN(operators); i++)
        if (begins((tunip_str){text.data + size, text.size - size}, operators[i])) return true;
    return false;
}

static tunip_sniff sniff(tunip_str head)
{
    tn_arena arena;
    tn_log found = {NULL, 0};
    if (*head.data == '{' || is_python(head)) return TUNIP_SNIFF_NO;
    tn_arena_init(&arena, NULL);
    bool fits = tn_log_modules(&arena, head, &found) && found.count && found.modules[0].begin > 0;
    tn_arena_free(&arena);
    return fits ? TUNIP_SNIFF_LIKELY : TUNIP_SNIFF_NO;
}

static tunip_status read_module(const tunip_input *input, const tunip_log *log)
{
    tunip_source source;
    tunip_input inner = *input;
    size_t first = tunip_diagnostics_count(input->diagnostics), count = tunip_log_count(log);
    const tn_log_module *m = &log->found.modules[0];
    if (count != 1)
        return tunip_input_fail(
            input, TUNIP_ERROR_FORMAT, 0, 0,
            count ? "the log has %zu modules: choose one" : "the log has no module", count);
    open_module(log, m, &source);
    inner.source = &source;
    tunip_status status = format_of(m)->read(&inner);
    tn_source_drop(&source);
    if (input->diagnostics) tn_log_move(m, input->diagnostics, first);
    tn_log_warn(m, input->diagnostics);
    move_origins(log, m, input->graph);
    move_error(log, m, input->error);
    return status;
}

static tunip_status read_log(const tunip_input *input)
{
    tunip_log log;
    open(&log, input->context, input->source);
    tunip_status status = find_modules(&log, input->error);
    if (status == TUNIP_OK) status = read_module(input, &log);
    tn_arena_free(&log.arena);
    return status;
}

const tunip_format tunip_format_log = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "log",
    .summary = "scripts and texts of Relay among other text: logs, pass dumps, sessions, tests",
    .suffix = ".log",
    .sniff = sniff,
    .read = read_log,
};
