/* context.c -- registration: the context owns all tables. The dialects, backends and formats
 * of every context. */
#include "context.h"

#include <tunip/mlir.h>
#include <tunip/tvm/graph_executor.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relay.h>
#include <tunip/tvm/tir.h>

#include "../backends/backends.h"
#include "../ir/describe.h"
#include "../ir/registry.h"
#include "../print/docsify.h"
#include "../read/read.h"
#include "../util/options.h"
#include "../util/unicode.h"
#include "extend.h"

/* ======== context ======== */

/* Registration. The context owns all tables; a failed registration leaves them
 * unchanged. */

const tn_registry *tn_context_registry(const tunip_context *context)
{
    return &context->registry;
}

const tunip_allocator *tn_context_allocator(const tunip_context *context)
{
    return context ? &context->allocator : &tn_malloc;
}

const char *tunip_version(void)
{
    return TUNIP_VERSION;
}

/* ---- dialects ---- */

static tunip_status check_dialect(const tunip_context *context, const tunip_dialect *dialect,
                                  tunip_error *error)
{
    if (!dialect || !dialect->name)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a dialect without a name");
    tunip_status status = tn_verify_name("dialect", dialect->name, error);
    if (status != TUNIP_OK) return status;
    if (atomic_load(&context->frozen))
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "dialect %s cannot be added after the first print", dialect->name);
    status = tn_check_abi("dialect", dialect->name, dialect->abi, TUNIP_DIALECT_ABI,
                          dialect->abi == TUNIP_DIALECT_ABI && tn_dialect_fits(dialect), error);
    if (status == TUNIP_OK) status = tn_verify_dialect(dialect, error);
    if (status != TUNIP_OK) return status;
    for (size_t i = 0; i < context->dispatch.dialects.count; i++)
        if (strcmp(context->dispatch.dialects.items[i].dialect->name, dialect->name) == 0)
            return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                                   "a dialect called %s is registered already", dialect->name);
    return TUNIP_OK;
}

static tunip_status check_whole(const tunip_context *context, const tunip_dialect *whole,
                                tunip_error *error)
{
    if (!whole) return tn_no_memory(error);
    tunip_status status = tn_verify_dialect(whole, error);
    if (status == TUNIP_OK) status = tn_schema_check(&context->dispatch.dialects, whole, error);
    return status == TUNIP_OK ? tn_check_extension(&context->dispatch, whole, error) : status;
}

static tunip_status add_types(tunip_context *context, const tunip_dialect *dialect,
                              tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; i < dialect->type_count && status == TUNIP_OK; i++) {
        tunip_type *type = dialect->types[i];
        if (!type || !type->key)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "dialect %s: type %zu has no %s",
                                   dialect->name, i, type ? "key" : "descriptor");
        status = tn_verify_type(&context->registry, type, dialect->name, error);
        if (status == TUNIP_OK)
            status = tn_registry_add(&context->registry, type, dialect->name, error);
    }
    for (size_t i = 0; i < dialect->type_count && status == TUNIP_OK; i++)
        status = tn_verify_references(&context->registry, dialect->types[i], dialect->name, error);
    return status;
}

static tunip_status refuse_row(const tunip_dialect *dialect, const char *what, size_t row,
                               const tunip_type *type, tunip_error *error)
{
    bool shown = !tn_key_fault(type->key);
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "dialect `%s`: %s %zu is of the type `%s`, which is not registered",
                           dialect->name, what, row, shown ? type->key : "?");
}

/* Rules and roots are indexed by the id of their type, so its types come first. */
static tunip_status add_rules(tunip_context *context, const tunip_dialect *dialect,
                              const tunip_dialect *whole, tunip_error *error)
{
    for (size_t i = 0; i < whole->rule_count; i++) {
        const tunip_type *type = whole->rules[i].type;
        if (type && !tn_registry_has(&context->registry, type))
            return refuse_row(dialect, "rule", i, type, error);
    }
    for (size_t i = 0; i < whole->root_count; i++) {
        const tunip_type *type = whole->roots[i].type;
        if (type && !tn_registry_has(&context->registry, type))
            return refuse_row(dialect, "root", i, type, error);
    }
    return tn_dispatch_add(&context->dispatch, dialect, whole, error);
}

tn_context_mark tn_context_here(const tunip_context *context)
{
    return (tn_context_mark){.dispatch = tn_dispatch_here(&context->dispatch),
                             .types = tn_registry_here(&context->registry),
                             .backends = context->backends.count,
                             .formats = context->formats.count,
                             .plugins = context->plugins.count};
}

void tn_context_rewind(tunip_context *context, tn_context_mark mark)
{
    tn_registry_rewind(&context->registry, mark.types);
    tn_dispatch_rewind(&context->dispatch, mark.dispatch);
    context->backends.count = mark.backends;
    context->formats.count = mark.formats;
    context->plugins.count = mark.plugins;
}

static tunip_status add_dialect(tunip_context *context, const tunip_dialect *dialect,
                                tunip_error *error)
{
    tunip_status status = check_dialect(context, dialect, error);
    if (status != TUNIP_OK) return status;
    const tunip_dialect *whole = tn_whole_dialect(&context->arena, dialect);
    status = check_whole(context, whole, error);
    if (status != TUNIP_OK) return status;
    tn_context_mark before = tn_context_here(context);
    status = add_types(context, whole, error);
    if (status == TUNIP_OK) status = add_rules(context, dialect, whole, error);
    if (status != TUNIP_OK) tn_context_rewind(context, before);
    return status;
}

tunip_status tunip_context_add_dialect(tunip_context *context, const tunip_dialect *dialect,
                                       tunip_error *error)
{
    tn_mutex_lock(&context->freezing);
    tunip_status status = add_dialect(context, dialect, error);
    tn_mutex_unlock(&context->freezing);
    return status;
}

/* ---- backends ---- */

const tunip_backend *tn_context_find_backend(const tunip_context *context, const char *name)
{
    for (size_t i = 0; i < context->backends.count; i++)
        if (strcmp(context->backends.items[i]->name, name) == 0) return context->backends.items[i];
    return NULL;
}

static tunip_status check_backend(const tunip_context *context, const tunip_backend *backend,
                                  tunip_error *error)
{
    if (!backend || !backend->name || !backend->emit)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a backend without a name or a table");
    tunip_status status = tn_verify_name("backend", backend->name, error);
    if (status != TUNIP_OK) return status;
    if (atomic_load(&context->frozen))
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "backend %s cannot be added after the first print", backend->name);
    status = tn_check_abi("backend", backend->name, backend->abi, TUNIP_BACKEND_ABI,
                          backend->abi == TUNIP_BACKEND_ABI && tn_backend_fits(backend), error);
    if (status != TUNIP_OK) return status;
    if (tn_context_find_backend(context, backend->name))
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                               "a backend called %s is registered already", backend->name);
    return TUNIP_OK;
}

static tunip_status add_backend(tunip_context *context, const tunip_backend *backend,
                                tunip_error *error)
{
    tunip_status status = check_backend(context, backend, error);
    if (status != TUNIP_OK) return status;
    const tunip_backend *copy = tn_whole_backend(&context->arena, backend);
    if (!copy) return tn_no_memory(error);
    status = tn_verify_backend(copy, error);
    if (status != TUNIP_OK) return status;
    tn_schema schema = tn_backend_schema(copy);
    status = tn_schema_check_rows(&schema, error);
    if (status == TUNIP_OK && !tn_array_push(&context->backends, &context->allocator, copy))
        status = tn_no_memory(error);
    return status;
}

tunip_status tunip_context_add_backend(tunip_context *context, const tunip_backend *backend,
                                       tunip_error *error)
{
    tn_mutex_lock(&context->freezing);
    tunip_status status = add_backend(context, backend, error);
    tn_mutex_unlock(&context->freezing);
    return status;
}

/* ---- the context itself ---- */

/* The tables of tunip itself need no checks here: tests/unit/test_context.c applies all of them. So
 * these functions fail only when out of memory. */

static bool add_builtin_types(tunip_context *context, const char *owner, tunip_type *const *types,
                              size_t count)
{
    tn_registry_give_ids(types, count);
    for (size_t i = 0; i < count; i++)
        if (tn_registry_add(&context->registry, types[i], owner, NULL) != TUNIP_OK) return false;
    return true;
}

static bool add_builtin_dialect(tunip_context *context, const tunip_dialect *dialect)
{
    return add_builtin_types(context, dialect->name, dialect->types, dialect->type_count) &&
           tn_dispatch_add_builtin(&context->dispatch, dialect);
}

static bool add_values(tunip_context *context)
{
    bool added = add_builtin_types(context, "tunip", tn_value_types, tn_value_type_count) &&
                 add_builtin_dialect(context, &tn_values_dialect);
    for (size_t i = 0; i < tn_builtin_format_count && added; i++)
        added = tn_array_push(&context->formats, &context->allocator, tn_builtin_formats[i]);
    return added;
}

static bool reserve_builtin_types(tunip_context *context)
{
    size_t counts[TN_VINTAGE_SHELVES] = {0};
    for (size_t i = 0; i < tn_builtin_dialect_count; i++)
        for (size_t k = 0; k < tn_builtin_dialects[i]->type_count; k++)
            counts[tn_vintage_shelf(tn_builtin_dialects[i]->types[k]->since)]++;
    return tn_registry_reserve(&context->registry, counts);
}

static bool add_builtins(tunip_context *context)
{
    if (!reserve_builtin_types(context)) return false;
    for (size_t i = 0; i < tn_builtin_dialect_count; i++)
        if (!add_builtin_dialect(context, tn_builtin_dialects[i])) return false;
    for (size_t i = 0; i < tn_builtin_backend_count; i++)
        if (!tn_array_push(&context->backends, &context->allocator, tn_builtin_backends[i]))
            return false;
    return true;
}

tunip_context *tunip_context_new_empty(const tunip_allocator *allocator, tunip_error *error)
{
    const tunip_allocator *from = allocator ? allocator : &tn_malloc;
    tunip_context *context = from->alloc(from->ctx, sizeof *context);
    if (!context) {
        tn_no_memory(error);
        return NULL;
    }
    memset(context, 0, sizeof *context);
    tn_pool_init(&context->pool, from);
    context->allocator = context->pool.allocator;
    tn_mutex_init_recursive(&context->freezing); /* a plugin registers dialects while it loads */
    tn_arena_init(&context->arena, &context->allocator);
    tn_registry_init(&context->registry, &context->arena, &context->allocator);
    tunip_status status =
        tn_dispatch_init(&context->dispatch, &context->arena, &context->allocator);
    if (status == TUNIP_OK && add_values(context)) return context;
    tn_no_memory(error);
    tunip_context_free(context);
    return NULL;
}

tunip_context *tunip_context_new(const tunip_allocator *allocator, tunip_error *error)
{
    tunip_context *context = tunip_context_new_empty(allocator, error);
    if (!context || add_builtins(context)) return context;
    tn_no_memory(error);
    tunip_context_free(context);
    return NULL;
}

void tunip_context_free(tunip_context *context)
{
    if (!context) return;
    const tunip_allocator source = context->pool.source;
    while (context->lexicons.count)
        tn_lexicon_free(&context->lexicons.items[--context->lexicons.count]);
    tn_array_free(&context->lexicons, &context->allocator);
    tn_array_free(&context->plugins, &context->allocator);
    tn_array_free(&context->formats, &context->allocator);
    tn_array_free(&context->backends, &context->allocator);
    tn_dispatch_free(&context->dispatch);
    tn_registry_free(&context->registry);
    tn_arena_free(&context->arena);
    tn_pool_free(&context->pool);
    tn_mutex_destroy(&context->freezing);
    source.free(source.ctx, context, sizeof *context);
}

static tunip_status freeze(tunip_context *context, tunip_error *error)
{
    uint32_t type_count = tn_registry_last_id(&context->registry) + 1;
    return tn_dispatch_freeze(&context->dispatch, type_count, tn_docsify_generic, error);
}

tunip_status tn_context_freeze(tunip_context *context, tunip_error *error)
{
    if (atomic_load_explicit(&context->frozen, memory_order_acquire)) return TUNIP_OK;
    tn_mutex_lock(&context->freezing);
    tunip_status status = TUNIP_OK;
    if (context->loading)
        status =
            tunip_error_set(error, TUNIP_ERROR_LIMIT, "a plugin must not print while it is loaded");
    else if (!atomic_load(&context->frozen))
        status = freeze(context, error);
    if (status == TUNIP_OK) atomic_store_explicit(&context->frozen, true, memory_order_release);
    tn_mutex_unlock(&context->freezing);
    return status;
}

/* ---- words ---- */

static tn_lexicon *find_lexicon(tunip_context *context, const tunip_dialect *dialect)
{
    for (size_t i = 0; i < context->lexicons.count; i++)
        if (context->lexicons.items[i].dialect == dialect) return &context->lexicons.items[i];
    return NULL;
}

static tunip_status add_lexicons(tunip_context *context, tunip_error *error)
{
    const tunip_allocator *allocator = &context->allocator;
    tunip_status status = TUNIP_OK;
    const tn_dialects *dialects = &context->dispatch.dialects;
    while (context->lexicons.count)
        tn_lexicon_free(&context->lexicons.items[--context->lexicons.count]);
    if (!tn_array_reserve(&context->lexicons, allocator,
                          dialects->count)) /* they point to others */
        return tn_no_memory(error);
    for (size_t i = 0; i < dialects->count && status == TUNIP_OK; i++) {
        const tn_dialect *known = &dialects->items[i];
        tn_lexicon *host = known->host ? find_lexicon(context, known->host) : NULL;
        tn_lexicon *lexicon = &context->lexicons.items[context->lexicons.count++];
        *lexicon = (tn_lexicon){.dialect = NULL};
        status = tn_lexicon_init(lexicon, &context->arena, allocator, known->dialect, error);
        if (host && status == TUNIP_OK)
            status =
                tn_lexicon_extend(host, lexicon, &context->arena, allocator, known->whole, error);
    }
    return status;
}

tunip_status tn_context_read_words(tunip_context *context, tunip_error *error)
{
    tunip_status status = tn_context_freeze(context, error);
    if (status != TUNIP_OK) return status;
    if (atomic_load_explicit(&context->has_lexicons, memory_order_acquire)) return TUNIP_OK;
    tn_mutex_lock(&context->freezing);
    if (!atomic_load(&context->has_lexicons)) status = add_lexicons(context, error);
    if (status == TUNIP_OK)
        atomic_store_explicit(&context->has_lexicons, true, memory_order_release);
    tn_mutex_unlock(&context->freezing);
    return status;
}

/* ---- limits ---- */

static tunip_status set_limits(tunip_context *context, const tunip_limits *limits,
                               tunip_error *error)
{
    tunip_limits taken;
    if (atomic_load(&context->frozen))
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "limits cannot be set after the first print");
    tunip_status status = tn_options_take(&taken, sizeof taken, limits, error);
    if (status == TUNIP_OK) context->limits = taken;
    return status;
}

tunip_status tunip_context_limit(tunip_context *context, const tunip_limits *limits,
                                 tunip_error *error)
{
    tn_mutex_lock(&context->freezing);
    tunip_status status = set_limits(context, limits, error);
    tn_mutex_unlock(&context->freezing);
    return status;
}

/* ---- queries ---- */

const tunip_limits *tunip_context_limits(const tunip_context *context)
{
    return &context->limits;
}

const tunip_type *tunip_context_type_in(const tunip_context *context, tunip_str key,
                                        unsigned vintage)
{
    const tn_type_info *info = tn_registry_find(&context->registry, key, vintage);
    return info ? info->type : NULL;
}

const tunip_type *tunip_context_type(const tunip_context *context, tunip_str key)
{
    return tunip_context_type_in(context, key, 0);
}

const tunip_dialect *tunip_context_dialect(const tunip_context *context, size_t index)
{
    size_t count = context->dispatch.dialects.count - 1; /* the first is the built-in values' */
    return index < count ? context->dispatch.dialects.items[index + 1].whole : NULL;
}

const tunip_backend *tunip_context_backend(const tunip_context *context, size_t index)
{
    return index < context->backends.count ? context->backends.items[index] : NULL;
}

/* ======== builtins ======== */

/* The dialects, backends and formats of every context, in order of registration:
 * bases come before derived types. Import lines in headers have this order, too. */

const tunip_dialect *const tn_builtin_dialects[] = {
    &tunip_dialect_ir,    &tunip_dialect_tir,   &tunip_dialect_relax,
    &tunip_dialect_relay, &tunip_dialect_graph, &tunip_dialect_mlir,
};
const size_t tn_builtin_dialect_count = TUNIP_LEN(tn_builtin_dialects);

const tunip_backend *const tn_builtin_backends[] = {
    &tunip_backend_python, &tunip_backend_builder, &tunip_backend_text,
    &tunip_backend_doc,    &tunip_backend_relay,   &tunip_backend_mlir,
};
const size_t tn_builtin_backend_count = TUNIP_LEN(tn_builtin_backends);

const tunip_format *const tn_builtin_formats[] = {
    &tunip_format_tvm_json, &tunip_format_tvm_legacy, &tunip_format_python, &tunip_format_relay,
    &tunip_format_log,      &tunip_format_graph,      &tunip_format_mlir,
};
const size_t tn_builtin_format_count = TUNIP_LEN(tn_builtin_formats);
