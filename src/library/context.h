/* context.h -- the members of a context. */
#ifndef TN_CONTEXT_H
#define TN_CONTEXT_H

#include <stdatomic.h>

#include <tunip/ext/backend.h>
#include <tunip/ext/format.h>

#include "../ir/registry.h"
#include "../print/dispatch.h"
#include "../read/words.h"
#include "../util/memory.h"
#include "../util/threads.h"

/* A loaded plugin, and the dialects, backends and formats that it registered. */
typedef struct tn_loaded {
    const struct tunip_plugin *plugin;
    size_t dialects, dialects_end;
    size_t backends, backends_end;
    size_t formats, formats_end;
} tn_loaded;

struct tunip_context {
    tn_pool pool;
    tunip_allocator allocator; /* the pool's */
    tn_arena arena;
    tn_registry registry;
    tn_dispatch dispatch;
    TN_ARRAY(tn_lexicon) lexicons; /* of the dialects, in order; made for the first script */
    TN_ARRAY(const tunip_backend *) backends;
    TN_ARRAY(const tunip_format *) formats;
    TN_ARRAY(tn_loaded) plugins;
    tunip_limits limits;
    bool loading;      /* the thread that holds the lock is loading a plugin */
    tn_mutex freezing; /* also held during registration; recursive */
    atomic_bool frozen;
    atomic_bool has_lexicons;
    atomic_uint print_count;
};

/* The dialects, backends and formats of every context (context.c). */
extern const tunip_dialect *const tn_builtin_dialects[];
extern const size_t tn_builtin_dialect_count;
extern const tunip_backend *const tn_builtin_backends[];
extern const size_t tn_builtin_backend_count;
extern const tunip_format *const tn_builtin_formats[];
extern const size_t tn_builtin_format_count;

/* The state of the registrations, and the undo to such a state. */
typedef struct tn_context_mark {
    tn_dispatch_mark dispatch;
    tn_registry_mark types;
    size_t backends, formats, plugins;
} tn_context_mark;

tn_context_mark tn_context_here(const tunip_context *context);
void tn_context_rewind(tunip_context *context, tn_context_mark mark);

/* Freezes the tables unless they are frozen; any thread may call it first. */
tunip_status tn_context_freeze(tunip_context *context, tunip_error *error);

/* Freezes the tables, and makes the words of all dialects unless they are made. */
tunip_status tn_context_read_words(tunip_context *context, tunip_error *error);

static inline tn_schema tn_backend_schema(const tunip_backend *backend)
{
    return (tn_schema){.owner = backend->name,
                       .rows = backend->settings,
                       .count = backend->setting_count,
                       .size = backend->settings_size};
}

/* The backend called `name`, or NULL. */
const tunip_backend *tn_context_find_backend(const tunip_context *context, const char *name);
/* The default backend for prints of `root`. If a backend has the name of the root's dialect, it is
 * this backend, because the dialect has a language of its own. Otherwise it is TN_USUAL_BACKEND, or
 * NULL if the context has none. */
#define TN_USUAL_BACKEND "python"

/* The format called `name`, or NULL (format.c). */
const tunip_format *tn_context_find_format(const tunip_context *context, const char *name);

#endif
