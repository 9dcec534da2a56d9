/* open.c -- opening and closing a print. */
#include "open.h"

#include "../base/unicode.h"
#include "../context.h"
#include "bindings.h"
#include "constants.h"
#include "dialects.h"
#include "docs.h"
#include "frame.h"
#include "guard.h"
#include "marks.h"
#include "metadata.h"
#include "names.h"
#include "paths.h"
#include "report.h"
#include "root.h"
#include "settings.h"
#include "stages.h"
#include "tokens.h"
#include "uses.h"
#include "usual.h"
#include "variables.h"

/* All parts of a docsifier, in one piece of memory. */
typedef struct parts {
    tn_request request;
    tn_recent_dtypes dtypes;
    tn_paths paths;
    tn_marks marks;
    tn_guard guard;
    tn_tokens tokens;
    tn_variables variables;
    tn_constants constants;
    tn_names names;
    tn_uses uses;
    tn_bindings bindings;
    tn_dialect_jobs dialects;
    tn_backend_job backend;
    tn_metadata metadata;
    tn_report report;
    tn_header header;
    tn_stages stages;
} parts;

/* ---- memory ---- */

/* Docs need more memory than their text, with all paths about 20 times as much. But only the
 * Docs of one function are there at a time, and its text is rarely longer than some 10 MB. */
static size_t memory_for(size_t max_bytes)
{
    enum { FACTOR = 32, LEAST = 1 << 24, LARGE_FACTOR = 4 };
    const size_t usual = (size_t)1 << 28, most = (size_t)1 << 29;
    if (!max_bytes) return SIZE_MAX;
    if (max_bytes <= LEAST / FACTOR) return LEAST;
    if (max_bytes <= usual / FACTOR) return max_bytes * FACTOR;
    if (max_bytes <= usual / LARGE_FACTOR) return usual;
    if (max_bytes <= most / LARGE_FACTOR) return max_bytes * LARGE_FACTOR;
    return max_bytes > most ? max_bytes : most;
}

/* ---- the backend ---- */

static bool open_backend(tunip_docsifier *d)
{
    const tunip_backend *backend = d->request->backend;
    tn_schema schema = tn_backend_schema(backend);
    d->metadata->shown = d->options->show_meta || backend->flags & TUNIP_BACKEND_METADATA;
    d->backend->keeps_defaults = backend->flags & TUNIP_BACKEND_DEFAULTS;
    d->header->language = backend->flags & TUNIP_BACKEND_OWN ? backend->name : NULL;
    d->header->left_out = backend->flags & TUNIP_BACKEND_NO_HEADER;
    d->variables->keeps_released = backend->flags & TUNIP_BACKEND_AGAIN;
    d->variables->notes_again = d->options->find_losses || d->variables->keeps_released;
    d->header->declares = d->options->verbose_expr || backend->flags & TUNIP_BACKEND_DECLARES;
    d->paths->recorded = !d->options->no_source_map || backend->flags & TUNIP_BACKEND_PATHS;
    bool underlines = d->options->underline_count || d->options->underline_path_count;
    d->paths->printed_recorded = d->paths->recorded && underlines;
    d->names->is_reserved = backend->is_reserved;
    if (backend->state_size) d->backend->state = tunip_job_keep(d, backend->state_size);
    return !tn_job_failed(d) && tn_settings_apply(d, &schema);
}

/* ---- names ---- */

/* Whether `name` is reserved. */
static bool reserve(tunip_docsifier *d, tunip_str name, bool reserved)
{
    if (!name.size) return true;
    uint32_t id = tn_names_enter(d->names, name);
    if (id != TN_NOT_INTERNED) {
        tn_names_set_taken(d->names, id, reserved);
        return true;
    }
    tn_job_no_memory(d);
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
    for (size_t i = 0; d->options->setting_count && i < d->dispatch->dialects.count; i++) {
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
    const char *alias = d->options->module_alias;
    if (*alias && !tn_is_ascii_identifier(alias)) {
        tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "Invalid `module_alias`: %s", alias);
        return false;
    }
    d->names->reserved = &d->dispatch->prefixes;
    return reserve_changed(d) && reserve(d, tunip_str_from(alias), true);
}

static void push_name(tunip_docsifier *d)
{
    if (d->options->name) tunip_binding_push(d, tunip_str_from(d->options->name));
}

/* ---- the whole ---- */

static void connect(tunip_docsifier *d, parts *p)
{
    d->request = &p->request;
    d->options = &p->request.options;
    d->dtypes = &p->dtypes;
    d->paths = &p->paths;
    d->marks = &p->marks;
    d->guard = &p->guard;
    d->tokens = &p->tokens;
    d->variables = &p->variables;
    d->constants = &p->constants;
    d->names = &p->names;
    d->uses = &p->uses;
    d->bindings = &p->bindings;
    d->dialects = &p->dialects;
    d->backend = &p->backend;
    d->metadata = &p->metadata;
    d->report = &p->report;
    d->header = &p->header;
    d->stages = &p->stages;
}

static void init_tables(tunip_docsifier *d)
{
    const tunip_allocator *allocator = tn_job_allocator(d);
    tn_stack_init(&d->guard->stack);
    tn_names_init(d->names, &d->memory.kept, allocator);
    tn_uses_init(d->uses, allocator);
    tn_path_set_init(&d->marks->paths, allocator);
    tn_map_init(&d->variables->index, allocator);
    tn_map_init(&d->variables->around, allocator);
    d->variables->index.is_sparse = d->variables->around.is_sparse = true;
    tn_set_init(&d->variables->ever_defined, allocator);
    tn_map_init(&d->variables->released, allocator);
    tn_map_init(&d->metadata->index, allocator);
    tn_map_init(&d->paths->printed, allocator);
    tn_map_init(&d->guard->open, allocator);
    tn_map_init(&d->guard->cyclic, allocator);
}

static parts *make_parts(tunip_docsifier *d, const tn_request *r)
{
    tunip_context *context = r->context;
    memset(d, 0, sizeof *d);
    tn_arena_init(&d->memory.arena, &context->allocator);
    tn_arena_init(&d->memory.kept, &context->allocator);
    d->memory.scratch = (tunip_scratch){&d->memory.arena, &d->memory.error};
    d->memory.kept_scratch = (tunip_scratch){&d->memory.kept, &d->memory.error};
    d->context = context;
    d->dispatch = &context->dispatch;
    parts *p = tunip_job_keep(d, sizeof *p);
    if (!p) return NULL;
    p->request = *r;
    connect(d, p);
    init_tables(d);
    d->mark = (uint8_t)(1 + (atomic_fetch_add(&context->print_count, 1) % UINT8_MAX));
    return p;
}

static void open_parts(tunip_docsifier *d)
{
    d->memory.most = memory_for(d->options->max_bytes);
    tn_guard_open(d);
    tn_tokens_open(d);
    if (!tn_job_failed(d)) tn_dialects_open(d);
    if (!tn_job_failed(d) && open_backend(d) && reserve_names(d) && tn_marks_open(d)) push_name(d);
}

tunip_status tn_job_open(tunip_docsifier *d, const tn_request *request, tunip_error *error)
{
    parts *p = make_parts(d, request);
    if (p) open_parts(d);
    if (!tn_job_failed(d)) return TUNIP_OK;
    tunip_status status =
        tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
    if (p) tn_job_close(d);
    return status;
}

void tn_job_close(tunip_docsifier *d)
{
    const tunip_allocator *allocator = tn_job_allocator(d);
    for (size_t i = 0; i < d->metadata->groups.count; i++)
        tn_array_free(&d->metadata->groups.items[i].nodes, allocator);
    tn_array_free(&d->metadata->groups, allocator);
    tn_array_free(&d->paths->more, allocator);
    tn_array_free(&d->report->issues, allocator);
    tn_array_free(&d->bindings->names, allocator);
    tn_array_free(&d->dialects->used, allocator);
    tn_array_free(&d->tokens->ids, allocator);
    tn_path_set_free(&d->marks->paths);
    tn_names_free(d->names);
    tn_map_free(&d->variables->index);
    tn_map_free(&d->variables->around);
    tn_set_free(&d->variables->ever_defined);
    tn_map_free(&d->variables->released);
    tn_map_free(&d->metadata->index);
    tn_map_free(&d->paths->printed);
    tn_map_free(&d->guard->open);
    tn_map_free(&d->guard->cyclic);
    tn_uses_free(d->uses);
    tn_usual_free(d);
    tn_arena_free(&d->memory.arena);
    tn_arena_free(&d->memory.kept);
}
