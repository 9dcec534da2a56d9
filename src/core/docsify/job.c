/* job.c -- opening and closing a print, its memory, its paths, its report. */
#include "job.h"

#include <stdio.h>

#include "../base/options.h"
#include "../base/unicode.h"
#include "../context.h"

void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...)
{
    if (tn_job_failed(d)) return;
    d->error.code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->error.message, sizeof d->error.message, format, args);
    va_end(args);
}

/* Whose rule is at work: that of the node being printed. */
static const char *dialect_at_work(const tunip_docsifier *d)
{
    if (!d->innermost) return NULL;
    const tn_rule *rule = tn_dispatch_rule(d->dispatch, d->row, d->innermost->node->type);
    return rule->dialect ? rule->dialect->name : NULL;
}

void tn_job_misuse(tunip_docsifier *d, const char *format, ...)
{
    char what[sizeof d->error.message / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const tunip_node *node = d->innermost ? d->innermost->node : NULL;
    const char *dialect = dialect_at_work(d);
    tn_job_fail(d, TUNIP_ERROR_RULE, "the rule of %s for %s %s", dialect ? dialect : "tunip",
                node ? node->type->key : "the root", what);
}

/* Memory for a state that nobody said the size of: the print has failed, and who asked goes on
 * until its rule ends. */
enum { SPARE_STATE = 1 << 16 };

void *tn_job_spare_state(tunip_docsifier *d)
{
    if (!d->spare_state) d->spare_state = tunip_job_keep(d, SPARE_STATE);
    return d->spare_state;
}

void *tunip_job_alloc(tunip_docsifier *d, size_t size)
{
    void *memory = tn_job_memory(d, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

void *tunip_job_keep(tunip_docsifier *d, size_t size)
{
    void *memory = tn_job_kept_memory(d, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text)
{
    tunip_str copy = tn_arena_str(&d->kept, text);
    if (!copy.data) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return copy;
}

/* ---- opening ---- */

/* Docs take more memory than their text: with all paths, about 20 times as much. But what a default
 * allows as a text, some GB, is already much for them. */
static size_t memory_for(size_t max_bytes)
{
    enum { FACTOR = 32, LEAST = 1 << 24 };
    const size_t usual = (size_t)1 << 31;
    if (!max_bytes) return SIZE_MAX;
    if (max_bytes <= LEAST / FACTOR) return LEAST;
    if (max_bytes <= usual / FACTOR) return max_bytes * FACTOR;
    return max_bytes > usual ? max_bytes : usual;
}

static bool has_tables(tunip_docsifier *d, const tunip_print_options *options)
{
    const struct {
        const char *what;
        const void *table;
        size_t count;
    } tables[] = {
        {"settings", options->settings, options->setting_count},
        {"paths to underline", (const void *)options->underline, options->underline_count},
        {"annotations", options->annotate, options->annotate_count},
    };
    for (size_t i = 0; i < TUNIP_LEN(tables); i++) {
        if (!tables[i].count || tables[i].table) continue;
        tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "options have %zu %s and no table of them",
                    tables[i].count, tables[i].what);
        return false;
    }
    return true;
}

static bool take_options(tunip_docsifier *d, const tunip_print_options *options)
{
    tunip_print_options taken;
    if (tn_options_take(&taken, sizeof taken, options, &d->error) != TUNIP_OK) return false;
    if (!has_tables(d, &taken)) return false;
    if (taken.indent_spaces < 0) {
        tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "indent_spaces is %d", taken.indent_spaces);
        return false;
    }
    if (!taken.backend) taken.backend = "python";
    if (!taken.max_bytes) taken.max_bytes = d->context->limits.max_bytes;
    d->max_memory = memory_for(taken.max_bytes);
    if (!taken.module_alias) taken.module_alias = "cls";
    /* Marks and losses go by paths and spans. */
    if (taken.find_losses || taken.underline_count || taken.underline_path_count ||
        taken.annotate_count)
        taken.no_source_map = false;
    d->options = taken;
    return true;
}

/* Of the dialects a print has no more than their states, until it comes upon one. */
static bool open_dialects(tunip_docsifier *d)
{
    d->dialects = tunip_job_alloc(d, d->dispatch->dialects.count * sizeof *d->dialects);
    d->states = tunip_job_alloc(d, d->dispatch->state_size);
    return d->dialects && d->states;
}

static int step_of(const tunip_print_options *options, const tunip_backend *backend)
{
    enum { USUAL = 4 };
    if (options->no_indent || options->indent_spaces)
        return options->no_indent ? 0 : options->indent_spaces;
    return backend->indent_spaces > 0 ? backend->indent_spaces : USUAL;
}

static bool open_backend(tunip_docsifier *d)
{
    const tunip_backend *backend = tn_context_find_backend(d->context, d->options.backend);
    if (!backend) {
        tn_job_fail(d, TUNIP_ERROR_NOT_FOUND, "no backend is called %s", d->options.backend);
        return false;
    }
    tn_schema schema = tn_backend_schema(backend);
    d->shows_metadata = d->options.show_meta || backend->flags & TUNIP_BACKEND_METADATA;
    d->keeps_defaults = backend->flags & TUNIP_BACKEND_DEFAULTS;
    d->no_header = backend->flags & TUNIP_BACKEND_NO_HEADER;
    d->tells_again = backend->flags & TUNIP_BACKEND_AGAIN;
    d->declares = d->options.verbose_expr || backend->flags & TUNIP_BACKEND_DECLARES;
    d->has_paths = !d->options.no_source_map || backend->flags & TUNIP_BACKEND_PATHS;
    d->has_printed = d->has_paths && d->options.underline_count;
    d->options.indent_spaces = step_of(&d->options, backend);
    d->names.is_reserved = backend->is_reserved;
    if (backend->state_size) d->backend_state = tunip_job_keep(d, backend->state_size);
    return !tn_job_failed(d) && tn_settings_apply(d, &schema);
}

/* Says whether `name` is one that nobody may have. */
static bool reserve(tunip_docsifier *d, tunip_str name, bool reserved)
{
    if (!name.size) return true;
    uint32_t id = tn_names_enter(&d->names, name);
    if (id != TN_NOT_INTERNED) {
        d->names.states.items[id].taken = reserved;
        return true;
    }
    tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

static tunip_str prefix_now(const tunip_docsifier *d, size_t dialect)
{
    const tn_dialect_job *job = d->dialects[dialect];
    return job ? job->prefix : d->dispatch->dialects.items[dialect].prefix;
}

static bool is_prefix(const tunip_docsifier *d, tunip_str name)
{
    size_t i = 0;
    while (i < d->dispatch->dialects.count && !tunip_str_equal(prefix_now(d, i), name)) i++;
    return i < d->dispatch->dialects.count;
}

/* Only a setting changes a prefix. The old one is a name like any, unless another has it. */
static bool reserve_changed(tunip_docsifier *d)
{
    for (size_t i = 0; d->options.setting_count && i < d->dispatch->dialects.count; i++) {
        tunip_str initial = d->dispatch->dialects.items[i].prefix;
        if (tunip_str_equal(initial, prefix_now(d, i))) continue;
        if (!reserve(d, initial, is_prefix(d, initial)) || !reserve(d, prefix_now(d, i), true))
            return false;
    }
    return true;
}

/* Prefixes and the module's alias are names nobody else may have. */
static bool reserve_names(tunip_docsifier *d)
{
    const char *alias = d->options.module_alias;
    if (*alias && !tn_is_ascii_identifier(alias)) {
        tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "Invalid `module_alias`: %s", alias);
        return false;
    }
    d->names.reserved = &d->dispatch->prefixes;
    return reserve_changed(d) && reserve(d, tunip_str_from(alias), true);
}

static bool push_first_token(tunip_docsifier *d)
{
    d->row = tn_dispatch_row(d->dispatch, 0);
    if (tn_array_push(&d->tokens, &d->arena.allocator, 0)) return true;
    tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

static void push_name(tunip_docsifier *d)
{
    if (d->options.name) tunip_binding_push(d, tunip_str_from(d->options.name));
}

tunip_status tn_job_open(tunip_docsifier *d, tunip_context *context,
                         const tunip_print_options *options, tunip_error *error)
{
    memset(d, 0, sizeof *d);
    tn_arena_init(&d->arena, &context->allocator);
    tn_arena_init(&d->kept, &context->allocator);
    const tunip_allocator *allocator = &d->arena.allocator;
    d->context = context;
    d->print_mark = (uint8_t)(1 + (atomic_fetch_add(&context->print_count, 1) % UINT8_MAX));
    d->dispatch = &context->dispatch;
    tn_stack_init(&d->stack);
    tn_names_init(&d->names, &d->kept, allocator);
    tn_map_init(&d->variables, allocator);
    tn_set_init(&d->ever_defined, allocator);
    tn_map_init(&d->metadata_index, allocator);
    tn_map_init(&d->printed_paths, allocator);
    tn_map_init(&d->open, allocator);
    tn_map_init(&d->cyclic, allocator);
    tn_uses_init(&d->uses, allocator);
    tn_path_set_init(&d->marks.paths, allocator);
    if (take_options(d, options) && push_first_token(d) && open_dialects(d) && open_backend(d) &&
        reserve_names(d) && tn_marks_open(d))
        push_name(d);
    if (!tn_job_failed(d)) return TUNIP_OK;
    tunip_status status = tunip_error_set(error, d->error.code, "%s", d->error.message);
    tn_job_close(d);
    return status;
}

static tunip_namespace namespace_of(tunip_docsifier *d, size_t number)
{
    const tunip_dialect *dialect = d->dispatch->dialects.items[number].dialect;
    tunip_namespace space = {.dialect = dialect->name, .import = dialect->import};
    space.prefix = prefix_now(d, number);
    for (size_t i = 0; i < d->used.count && !space.used; i++)
        space.used = d->used.items[i]->shared->dialect == dialect;
    return space;
}

const tunip_namespace *tn_job_namespaces(tunip_docsifier *d, size_t *count)
{
    size_t known = d->dispatch->dialects.count;
    *count = known < UINT8_MAX ? known : UINT8_MAX;
    if (d->namespaces) return d->namespaces;
    d->namespaces = tunip_job_keep(d, *count * sizeof *d->namespaces);
    for (size_t i = 0; d->namespaces && i < *count; i++) d->namespaces[i] = namespace_of(d, i);
    return d->namespaces;
}

void tn_job_close(tunip_docsifier *d)
{
    const tunip_allocator *allocator = &d->arena.allocator;
    for (size_t i = 0; i < d->metadata.count; i++)
        tn_array_free(&d->metadata.items[i].nodes, allocator);
    tn_array_free(&d->metadata, allocator);
    tn_array_free(&d->more_paths, allocator);
    tn_array_free(&d->issues, allocator);
    tn_marks_close(d);
    tn_array_free(&d->variable_list, allocator);
    tn_array_free(&d->bindings, allocator);
    tn_array_free(&d->used, allocator);
    tn_array_free(&d->tokens, allocator);
    tn_names_free(&d->names);
    tn_map_free(&d->variables);
    tn_set_free(&d->ever_defined);
    tn_map_free(&d->metadata_index);
    tn_map_free(&d->printed_paths);
    tn_map_free(&d->open);
    tn_map_free(&d->cyclic);
    tn_uses_free(&d->uses);
    tn_arena_free(&d->arena);
    tn_arena_free(&d->kept);
}

/* ---- asking the job ---- */

const tunip_print_options *tunip_job_options(const tunip_docsifier *d)
{
    return &d->options;
}

static tn_dialect_job *open_dialect(tunip_docsifier *d, size_t number)
{
    const tn_dialect *shared = &d->dispatch->dialects.items[number];
    tn_dialect_job *job = tn_job_kept_memory(d, sizeof *job);
    if (job) d->dialects[number] = job;
    if (!job) job = &d->spare;
    *job =
        (tn_dialect_job){.shared = shared, .prefix = shared->prefix, .settings = shared->settings};
    return job;
}

tn_dialect_job *tn_job_find_dialect(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const uint64_t *number = tn_map_get(&d->dispatch->number_of, dialect);
    if (!number) return NULL;
    tn_dialect_job *job = d->dialects[*number] ? d->dialects[*number] : open_dialect(d, *number);
    *tn_job_recent(d, dialect) = job;
    return job;
}

void tn_job_use(tunip_docsifier *d, tn_dialect_job *job)
{
    if (!tn_array_push(&d->used, &d->arena.allocator, job)) {
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
        return;
    }
    size_t at = d->used.count - 1;
    for (; at && d->used.items[at - 1]->shared > job->shared; at--)
        d->used.items[at] = d->used.items[at - 1];
    d->used.items[at] = job;
    uint8_t number = tn_job_number(d, job);
    if (d->namespaces && number) d->namespaces[number - 1].used = true;
}

const void *tunip_job_settings(const tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *job = tn_job_dialect((tunip_docsifier *)(uintptr_t)d, dialect);
    return job ? job->settings : NULL;
}

void *tunip_job_state(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *job = tn_job_dialect(d, dialect);
    if (!job) return NULL;
    if (dialect->state_size) return d->states + job->shared->state;
    tn_job_misuse(d, "asks for the state of %s, whose state_size is 0", dialect->name);
    return tn_job_spare_state(d);
}

tunip_walk_end tunip_job_walk(tunip_docsifier *d, const tunip_node *root,
                              const tunip_walker *walker)
{
    tunip_walker own = *walker;
    own.allocator = &d->arena.allocator;
    tunip_walk_end end = tunip_walk(root, &own);
    if (end == TUNIP_WALK_NO_MEMORY) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return end;
}

tunip_str tunip_doc_render(tunip_docsifier *d, const tunip_doc *doc)
{
    tunip_str nothing = {"", 0};
    return d->render ? d->render(d, doc) : nothing;
}

const tunip_path *tn_job_next_path(const void *job, uint32_t *more)
{
    tn_path_cursor cursor = {.more = *more};
    tn_next_path(job, &cursor);
    *more = cursor.more;
    return cursor.path;
}

/* ---- the report ---- */

void tunip_report(tunip_docsifier *d, tunip_issue_kind kind, const tunip_path *path,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_issue issue = {
        .kind = kind,
        .message = tn_arena_format(&d->kept, format, args),
        .path = d->options.no_source_map ? NULL : path,
        .dialect = dialect_at_work(d),
    };
    va_end(args);
    if (d->kept.failed || !tn_array_push(&d->issues, &d->arena.allocator, issue))
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
}

/* ---- names of functions and modules ---- */

tunip_str tunip_binding_name(const tunip_docsifier *d)
{
    tunip_str none = {NULL, 0};
    return d->bindings.count ? d->bindings.items[d->bindings.count - 1] : none;
}

void tunip_binding_push(tunip_docsifier *d, tunip_str name)
{
    if (!tn_array_push(&d->bindings, &d->arena.allocator, name))
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
}

void tunip_binding_pop(tunip_docsifier *d)
{
    if (d->bindings.count) d->bindings.count--;
}
