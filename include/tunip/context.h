/* context.h -- the registry: which types, dialects and backends there are.
 *
 * A context is built by one thread, is frozen by the first print, and may then be used by any
 * number of threads at once. Nothing in tunip is global but the counter of type ids.
 *
 * Memory that is given back in large pieces is kept for the next print or graph: of each power of
 * two from 2 to 64 MB at most four pieces, 504 MB in all. It goes back when an allocation would
 * otherwise fail, and with the context. */
#ifndef TUNIP_CONTEXT_H
#define TUNIP_CONTEXT_H

#include <tunip/node.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is registered, and the memory that prints share. */
typedef struct tunip_context tunip_context;
struct tunip_dialect;
struct tunip_backend;

/* Makes a context with the built-in dialects and backends. `allocator` is copied; NULL means
 * malloc. Returns NULL with `error` filled on failure. Free it with tunip_context_free(). */
TUNIP_API tunip_context *tunip_context_new(const tunip_allocator *allocator, tunip_error *error);

/* As tunip_context_new, with nothing registered but the built-in values. */
TUNIP_API tunip_context *tunip_context_new_empty(const tunip_allocator *allocator,
                                                 tunip_error *error);

/* Frees the context. Graphs and prints made with it must be gone. NULL is fine. */
TUNIP_API void tunip_context_free(tunip_context *context);

/* Registers a dialect or a backend, which must outlive the context. On failure the context is as it
 * was. Fails with TUNIP_ERROR_CONFLICT (the message names both parties) when the name, a type key
 * or a rule is taken, with TUNIP_ERROR_ARGUMENT when something in the description cannot be as it
 * is (a table that is missing, a field outside of its struct, a rule for a type that is not
 * registered, a name with a newline, ...: the message says what, and of which row), and with
 * TUNIP_ERROR_LIMIT once the context is frozen. */
TUNIP_API tunip_status tunip_context_add_dialect(tunip_context *context,
                                                 const struct tunip_dialect *dialect,
                                                 tunip_error *error);
TUNIP_API tunip_status tunip_context_add_backend(tunip_context *context,
                                                 const struct tunip_backend *backend,
                                                 tunip_error *error);

/* What everything done with a context may take. */
typedef struct tunip_limits {
    size_t size;      /* sizeof(tunip_limits): without it an error */
    size_t max_input; /* bytes of one file or text to be read. 0: no limit */
    size_t max_bytes; /* of the text of one print, and of what is made of such texts: a diff, the
                         message of tunip_equal_message(), pictures of diagnostics. See max_bytes
                         of <tunip/print.h>, which goes before it. 0: no limit */
} tunip_limits;

/* The defaults. */
/* clang-format off */
#define TUNIP_LIMITS_INIT {sizeof(tunip_limits), 0, 0}
/* clang-format on */

/* Sets the limits of a context; NULL: none. Past one of them calls fail with TUNIP_ERROR_LIMIT, and
 * the message names the member. Fails with TUNIP_ERROR_LIMIT once the context is frozen. */
TUNIP_API tunip_status tunip_context_limit(tunip_context *context, const tunip_limits *limits,
                                           tunip_error *error);

/* The registered type called `key`, or NULL. */
TUNIP_API const tunip_type *tunip_context_type(const tunip_context *context, tunip_str key);

/* What is registered, in order of registration; NULL past the end. */
TUNIP_API const struct tunip_dialect *tunip_context_dialect(const tunip_context *context,
                                                            size_t index);
TUNIP_API const struct tunip_backend *tunip_context_backend(const tunip_context *context,
                                                            size_t index);

/* The version of the library at run time: "0.1.0". */
TUNIP_API const char *tunip_version(void);

#ifdef __cplusplus
}
#endif
#endif
