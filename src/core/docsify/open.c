/* open.c -- opening and closing a print. */
#include "../base/options.h"
#include "../base/unicode.h"
#include "../context.h"
#include "job.h"

/* Docs need more memory than their text, with all paths about 20 times as much. But for a default
 * limit of a few GB, that would be too much. */
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
    /* Marks and losses are found by paths and spans. */
    if (taken.find_losses || taken.underline_count || taken.underline_path_count ||
        taken.annotate_count)
        taken.no_source_map = false;
    d->options = taken;
    return true;
}

/* A print allocates only the states of dialects in advance; other data of a dialect is made at its
 * first use. */
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
    bool underlines = d->options.underline_count || d->options.underline_path_count;
    d->has_printed = d->has_paths && underlines;
    d->options.indent_spaces = step_of(&d->options, backend);
    d->names.is_reserved = backend->is_reserved;
    if (backend->state_size) d->backend_state = tunip_job_keep(d, backend->state_size);
    return !tn_job_failed(d) && tn_settings_apply(d, &schema);
}

/* Whether `name` is reserved. */
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

static bool is_prefix(const tunip_docsifier *d, tunip_str name)
{
    size_t i = 0;
    while (i < d->dispatch->dialects.count && !tunip_str_equal(tn_job_prefix(d, i), name)) i++;
    return i < d->dispatch->dialects.count;
}

/* Only a setting changes a prefix. The old prefix is then free, unless another dialect has it. */
static bool reserve_changed(tunip_docsifier *d)
{
    for (size_t i = 0; d->options.setting_count && i < d->dispatch->dialects.count; i++) {
        tunip_str initial = d->dispatch->dialects.items[i].prefix;
        if (tunip_str_equal(initial, tn_job_prefix(d, i))) continue;
        if (!reserve(d, initial, is_prefix(d, initial)) || !reserve(d, tn_job_prefix(d, i), true))
            return false;
    }
    return true;
}

/* Reserves the prefixes and the module's alias. */
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
    d->scratch = (tunip_scratch){&d->arena, &d->error};
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
