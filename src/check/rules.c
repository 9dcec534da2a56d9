/* rules.c -- the table of rules, and checks of graphs, of sources and of logs. */
#include "../compare/convert.h"
#include "../read/complaints.h"
#include "../util/diagnostic.h"
#include "../util/options.h"
#include "check.h"

#include <tunip/log.h>
#include <tunip/vintage.h>

/* ======== the table ======== */

static const struct {
    tunip_check_rule rule;
    void (*run)(tn_check *c);
} rows[] = {
#define X(ident, name, level, run, summary) {{name, TUNIP_RULES_##level, summary}, run},
#include "rules.def"
#undef X
};

size_t tunip_rules_count(void)
{
    return TUNIP_LEN(rows);
}

const tunip_check_rule *tunip_rules_get(size_t index)
{
    return index < TUNIP_LEN(rows) ? &rows[index].rule : NULL;
}

const tunip_check_rule *tunip_rules_find(tunip_str name)
{
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(name, rows[i].rule.name)) return &rows[i].rule;
    return NULL;
}

const char *tunip_rules_level_name(tunip_rules_level level)
{
    static const char *const names[] = {"allow", "warn", "deny"}; /* ORDER tunip_rules_level */
    return (size_t)level < TUNIP_LEN(names) ? names[level] : "unknown level";
}

/* ======== graphs ======== */

static void run_rules(tn_check *c)
{
    for (size_t i = 0; i < TUNIP_LEN(rows) && c->root && !c->failed; i++)
        if (rows[i].run) rows[i].run(c);
}

tunip_status tunip_rules_check(const tunip_context *context, const tunip_graph *graph,
                               tunip_diagnostics *out, tunip_error *error)
{
    tn_check c = {.context = context, .graph = graph, .root = tunip_graph_root(graph), .out = out};
    c.allocator = &out->arena.allocator;
    run_rules(&c);
    if (!c.failed && tunip_diagnostics_status(out) == TUNIP_OK) return TUNIP_OK;
    return tn_no_memory(error);
}

/* ======== sources ======== */

static tunip_status check_options(const tunip_rules_options *options, tunip_error *error)
{
    for (size_t i = 0; i < options->rule_count; i++) {
        const char *name = options->rules[i].rule;
        if (name && !tunip_rules_find(tunip_str_from(name)))
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "no rule is called `%s`", name);
    }
    return TUNIP_OK;
}

/* Whether an error is about the text, and not about reading it. */
static bool is_finding(const tunip_error *error)
{
    static const tunip_status of_texts[] = {TUNIP_ERROR_SYNTAX, TUNIP_ERROR_FORMAT,
                                            TUNIP_ERROR_ARGUMENT, TUNIP_ERROR_RULE};
    for (size_t i = 0; i < TUNIP_LEN(of_texts); i++)
        if (error->code == of_texts[i]) return true;
    return false;
}

/* Errors of the saved formats have no code. */
static void name_codes(tunip_diagnostics *out, size_t first)
{
    for (size_t i = first; i < out->items.count; i++)
        if (!tunip_rules_find(out->items.items[i]->code))
            out->items.items[i]->code = tunip_str_from(tunip_rules_get(TN_RULE_INPUT)->name);
}

enum { KNOWN_VINTAGE = 23 };

/* Checks a part of a newer graph: the whole, or one function. Returns whether it could be
 * converted; otherwise `reason` says why not. Operators and nodes that only the newer version has
 * stay, because few rules ask for them. */
static bool check_converted(tn_check *c, const tunip_node *part, tunip_error *reason)
{
    tunip_converter converter = {.context = c->context,
                                 .graph = (tunip_graph *)(uintptr_t)c->graph,
                                 .vintage = KNOWN_VINTAGE,
                                 .from = tunip_vintage(c->root),
                                 .completes = true,
                                 .keeps_unknown = true};
    tn_converter_open(&converter);
    tunip_node *made = tn_converter_run(&converter, part);
    if (!made) *reason = converter.error;
    if (made && !tn_converter_keep_origins(&converter)) tn_no_memory(reason);
    if (reason->code == TUNIP_ERROR_MEMORY) c->failed = true;
    if (made && !c->failed) {
        tn_check inner = *c;
        inner.root = made;
        inner.converter = &converter;
        run_rules(&inner);
        c->failed |= inner.failed;
        c->has_stopped |= inner.has_stopped;
    }
    tn_converter_close(&converter);
    return made != NULL;
}

static void report_unchecked(tn_check *c, const tunip_node *at, const char *what,
                             const tunip_error *reason)
{
    tn_check_report(c, TN_RULE_INCOMPLETE, at, "%s is not checked: %s", what, reason->message);
}

/* The rules know the nodes of v0.23, so newer IR is converted. If a module cannot be converted, its
 * functions are converted one by one. */
static void check_newer(tn_check *c)
{
    tunip_error reason = TUNIP_ERROR_INIT;
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, c->root);
    if (check_converted(c, c->root, &reason) || c->failed) return;
    if (!module) report_unchecked(c, c->root, "the IR", &reason);
    for (size_t i = 0; module && i < tunip_map_count(module->functions) && !c->failed; i++) {
        const tunip_node *function = module->functions->entries[i].value;
        reason = (tunip_error)TUNIP_ERROR_INIT;
        if (!check_converted(c, function, &reason) && !c->failed)
            report_unchecked(c, function, "this function", &reason);
    }
}

tunip_status tn_rules_check_graph(const tunip_context *context, tunip_graph *graph,
                                  tunip_diagnostics *out, tunip_error *error)
{
    tn_check c = {.context = context, .graph = graph, .root = tunip_graph_root(graph), .out = out};
    c.allocator = &out->arena.allocator;
    if (tunip_vintage(c.root) <= KNOWN_VINTAGE)
        return tunip_rules_check(context, graph, out, error);
    check_newer(&c);
    if (!c.failed && tunip_diagnostics_status(out) == TUNIP_OK) return TUNIP_OK;
    return tn_no_memory(error);
}

typedef struct job {
    const tunip_context *context;
    const tunip_source *source;
    const tunip_log *log; /* NULL: one module */
    tunip_read_options read;
    tunip_diagnostics *out;
    const tunip_rules_options *options;
    bool is_script;
} job;

static bool has_errors(const tunip_diagnostics *out, size_t first)
{
    for (size_t i = first; i < out->items.count; i++)
        if (out->items.items[i]->severity == TUNIP_SEVERITY_ERROR) return true;
    return false;
}

/* Reads a module and checks it. */
static tunip_status check_one(const job *j, size_t index, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_read_options read = j->read;
    size_t first = tunip_diagnostics_count(j->out);
    bool is_kept = index < j->options->kept;
    if (is_kept && j->options->uses) read.uses = j->options->uses[index];
    tunip_graph *graph = j->log ? tunip_log_read(j->log, index, &read, &own)
                                : tunip_read_source(j->context, j->source, &read, &own);
    tunip_status status = TUNIP_OK;
    bool has_place = has_errors(j->out, first) && own.line;
    if (graph)
        status = tn_rules_check_graph(j->context, graph, j->out, error);
    else if (!has_place || !is_finding(&own))
        *error = own, status = own.code;
    else if (!j->log && j->is_script)
        status = tn_rules_check_rest(j->context, j->source, &j->read, j->out, first, error);
    is_kept = is_kept && j->options->graphs;
    if (is_kept) j->options->graphs[index] = graph;
    if (!is_kept) tunip_graph_free(graph);
    return status;
}

/* Opens the log of the modules, if the source has several, or scripts among other Python. */
static tunip_log *open_log(job *j, bool *is_empty, tunip_error *error)
{
    const char *format = j->read.format;
    if (!format) format = tunip_find_format(j->context, j->source, error);
    if (!format) return NULL;
    j->is_script = strcmp(format, "python") == 0;
    bool is_guess = j->is_script && !j->read.format;
    if (!is_guess && strcmp(format, "log") != 0) return NULL;
    tunip_log *log = tunip_log_new(j->context, j->source, error);
    tunip_log_kind kind = tunip_log_kind_of(log);
    /* errors may hide a definition of a text that is no whole Python */
    bool is_one = kind == TUNIP_LOG_SCRIPT || (kind == TUNIP_LOG_TEXT && tunip_log_count(log) == 1);
    *is_empty = is_guess && kind == TUNIP_LOG_PYTHON && !tunip_log_count(log);
    if (tunip_log_count(log) && !(is_guess && is_one)) {
        j->is_script = false;
        return log;
    }
    tunip_log_free(log);
    return NULL;
}

static tunip_status check_all(job *j, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_status status = TUNIP_OK;
    bool is_empty = false;
    tunip_log *log = open_log(j, &is_empty, error);
    if (error->code != TUNIP_OK) return error->code;
    j->log = log;
    size_t begin = 0, end = is_empty ? 0 : log ? tunip_log_count(log) : 1;
    if (j->options->module_count) *j->options->module_count = end;
    if (log && j->options->module) {
        begin = j->options->module - 1;
        if (j->options->module < end) end = j->options->module;
    }
    for (size_t i = begin; i < end; i++) {
        status = check_one(j, i, &own);
        if (status != TUNIP_OK) break;
    }
    if (status != TUNIP_OK) *error = own;
    tunip_log_free(log);
    return status;
}

tunip_status tunip_rules_check_source(const tunip_context *context, const tunip_source *source,
                                      const tunip_rules_options *options, tunip_diagnostics *out,
                                      tunip_error *error)
{
    tunip_rules_options all;
    tunip_error own = TUNIP_ERROR_INIT;
    size_t first = tunip_diagnostics_count(out);
    if (!error) error = &own;
    if (tn_options_take(&all, sizeof all, options, error) != TUNIP_OK) return error->code;
    options = &all;
    if (check_options(options, error) != TUNIP_OK) return error->code;
    job j = {.context = context, .source = source, .out = out, .options = options};
    j.read = (tunip_read_options)TUNIP_READ_OPTIONS_INIT;
    j.read.fold = true;
    j.read.origins = true;
    j.read.placeholders = true;
    j.read.format = options->format;
    j.read.vintage = options->vintage;
    j.read.defines = options->defines;
    j.read.define_count = options->define_count;
    j.read.diagnostics = out;
    tunip_status status = check_all(&j, error);
    name_codes(out, first);
    tn_diagnostics_add_fixes(out, first, source);
    tn_rules_apply(out, first, source, j.is_script, options);
    return status;
}
