/* context.h -- the registry of types, dialects, backends and formats.
 *
 * One thread makes a context and registers everything in it. The first print freezes the context;
 * after that, any number of threads may use it at the same time. The only global state of tunip is
 * the counter of type ids, and the members of each tunip_type that the library writes once
 * (node.h).
 *
 * A context keeps large freed blocks for the next print or graph: at most four blocks of each power
 * of two from 128 kB to 64 MB, 512 MB in all. It returns them to the allocator when an allocation
 * would otherwise fail, and when the context is freed. */
#ifndef TUNIP_CONTEXT_H
#define TUNIP_CONTEXT_H

#include <tunip/node.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The registered types, dialects, backends and formats, and the memory that prints share. */
typedef struct tunip_context tunip_context;
struct tunip_dialect;
struct tunip_backend;
struct tunip_format;

/* Makes a context with the built-in dialects, backends and formats. `allocator` is copied; NULL
 * means malloc. On failure returns NULL and fills `error`. Free the context with
 * tunip_context_free(). */
TUNIP_API tunip_context *tunip_context_new(const tunip_allocator *allocator, tunip_error *error);

/* Like tunip_context_new(), but registers only the built-in values (strings, arrays, ...) and
 * formats. */
TUNIP_API tunip_context *tunip_context_new_empty(const tunip_allocator *allocator,
                                                 tunip_error *error);

/* Frees the context. Free its graphs and prints first. `context` may be NULL. */
TUNIP_API void tunip_context_free(tunip_context *context);

/* Registers a dialect, a backend or a format, which must outlive the context. On failure the
 * context is unchanged. Fails with TUNIP_ERROR_CONFLICT when the name, a type key or a rule is
 * already registered (the message names both parties). Fails with TUNIP_ERROR_ARGUMENT when the
 * description is invalid, for example a missing table, a field outside its struct, a rule for an
 * unregistered type, or a name with a newline (the message names the row). Fails with
 * TUNIP_ERROR_LIMIT once the context is frozen. */
TUNIP_API tunip_status tunip_context_add_dialect(tunip_context *context,
                                                 const struct tunip_dialect *dialect,
                                                 tunip_error *error);
TUNIP_API tunip_status tunip_context_add_backend(tunip_context *context,
                                                 const struct tunip_backend *backend,
                                                 tunip_error *error);
TUNIP_API tunip_status tunip_context_add_format(tunip_context *context,
                                                const struct tunip_format *format,
                                                tunip_error *error);

/* Limits for all work with a context. */
typedef struct tunip_limits {
    size_t size;      /* required: sizeof(tunip_limits) */
    size_t max_input; /* bytes of one input file or text. 0: no limit */
    size_t max_bytes; /* bytes of the text of one print, and of texts made from prints: a diff, the
                         message of tunip_equal_message(), rendered diagnostics. max_bytes of
                         tunip_print_options overrides it. 0: no limit */
} tunip_limits;

/* The defaults. */
/* clang-format off */
#define TUNIP_LIMITS_INIT {sizeof(tunip_limits), 0, 0}
/* clang-format on */

/* Sets the limits of a context; NULL removes them. A call that exceeds a limit fails with
 * TUNIP_ERROR_LIMIT, and the message names the member. This function fails with TUNIP_ERROR_LIMIT
 * once the context is frozen. */
TUNIP_API tunip_status tunip_context_limit(tunip_context *context, const tunip_limits *limits,
                                           tunip_error *error);

/* The limits of a context. Lives as long as the context. */
TUNIP_API const tunip_limits *tunip_context_limits(const tunip_context *context);

/* The registered type with key `key`, or NULL. */
TUNIP_API const tunip_type *tunip_context_type(const tunip_context *context, tunip_str key);

/* The same in one version of TVM (26 is v0.26; 0: v0.23, or else the newest one that has the key):
 * versions may have different types with the same key. NULL if the version has no such type. */
TUNIP_API const tunip_type *tunip_context_type_in(const tunip_context *context, tunip_str key,
                                                  unsigned vintage);

/* The registered dialects, backends and formats, in order of registration; NULL past the end. */
TUNIP_API const struct tunip_dialect *tunip_context_dialect(const tunip_context *context,
                                                            size_t index);
TUNIP_API const struct tunip_backend *tunip_context_backend(const tunip_context *context,
                                                            size_t index);
TUNIP_API const struct tunip_format *tunip_context_format(const tunip_context *context,
                                                          size_t index);

/* The version of the library at run time: "0.1.0". */
TUNIP_API const char *tunip_version(void);

#ifdef __cplusplus
}
#endif
#endif
