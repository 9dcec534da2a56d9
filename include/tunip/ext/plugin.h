/* plugin.h -- dialects and backends in a shared library.
 *
 * A plugin exports one symbol, a const struct, which TUNIP_PLUGIN defines:
 *
 *     static tunip_status add(tunip_context *context, tunip_error *error)
 *     {
 *         return tunip_context_add_dialect(context, &npu_dialect, error);
 *     }
 *     TUNIP_PLUGIN(.name = "npu", .version = "1.0", .add = add);
 *
 * It need not be linked with the library: it finds tunip in the program that loads it. */
#ifndef TUNIP_PLUGIN_H
#define TUNIP_PLUGIN_H

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of tunip_plugin and of how it is called. */
#define TUNIP_PLUGIN_ABI 1u

/* What the compiler's settings decide about the layout of the structs a plugin shares with the
 * library: sizes of pointers, enumerations, types and fields. */
#define TUNIP_BUILD_BITS                                                                           \
    ((uint32_t)(sizeof(void *) | sizeof(tunip_status) << 4 | sizeof(tunip_field) << 8 |            \
                sizeof(tunip_type) << 16))

/* What a plugin says of itself. A longer one, of a later version, is fine: `size` says so. */
typedef struct tunip_plugin {
    uint32_t abi;        /* TUNIP_PLUGIN_ABI, always first */
    uint32_t size;       /* sizeof(tunip_plugin) */
    uint32_t build;      /* TUNIP_BUILD_BITS */
    const char *name;    /* no two plugins of a context share one */
    const char *version; /* for people; or NULL */
    /* Registers what the plugin brings; must not print. What it registered before it fails is taken
     * back; its message, if it leaves one in `error` (never NULL), is what the caller is told. It
     * may be called again, for another context. No C++ exception may leave it: the context is
     * locked meanwhile. What it returns and is no status counts as TUNIP_ERROR_ARGUMENT. */
    tunip_status (*add)(tunip_context *context, tunip_error *error);
} tunip_plugin;

/* The name of the symbol. */
#define TUNIP_PLUGIN_SYMBOL "tunip_plugin_entry"

/* How the symbol is declared. */
#ifdef __cplusplus
#define TUNIP_PLUGIN_LINKAGE extern "C"
#else
#define TUNIP_PLUGIN_LINKAGE extern
#endif

/* Defines the symbol; the arguments are initialisers of the members after `build`. In C++, which
 * had no designated ones before C++20, they come in order: TUNIP_PLUGIN("npu", "1.0", add). */
#define TUNIP_PLUGIN(...)                                                                          \
    TUNIP_PLUGIN_LINKAGE TUNIP_API const tunip_plugin tunip_plugin_entry;                          \
    const tunip_plugin tunip_plugin_entry = {TUNIP_PLUGIN_ABI, sizeof(tunip_plugin),               \
                                             TUNIP_BUILD_BITS, __VA_ARGS__}

/* Loads the shared library `path`, a file name and not the name of a library to be searched for,
 * and has it register what it brings. On failure the context is as it was, and the message says
 * what is wrong and with which file. TUNIP_ERROR_IO: there is no such file; TUNIP_ERROR_FORMAT: it
 * is no plugin; TUNIP_ERROR_ARGUMENT: of another ABI or build; TUNIP_ERROR_CONFLICT: something it
 * brings is there already; TUNIP_ERROR_LIMIT: something was printed with the context already; or
 * what the plugin's own `add` returns.
 *
 * Another thread may begin to print meanwhile: it waits. No other thread may read or save with this
 * context meanwhile. The library stays mapped until the process ends, since types, once registered,
 * keep their ids; other contexts may load it again. */
TUNIP_API tunip_status tunip_context_load_plugin(tunip_context *context, const char *path,
                                                 tunip_error *error);

/* The plugins loaded into the context, in order; NULL past the end. Not while another thread loads
 * or registers, as with all that asks what a context holds. */
TUNIP_API const tunip_plugin *tunip_context_plugin(const tunip_context *context, size_t index);

/* Which plugin brought a dialect or a backend of the context; NULL for those built in or added by
 * the program. */
TUNIP_API const tunip_plugin *tunip_context_origin(const tunip_context *context,
                                                   const void *dialect_or_backend);

#ifdef __cplusplus
}
#endif
#endif
