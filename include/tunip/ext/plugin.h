/* plugin.h -- dialects, backends and formats in a shared library.
 *
 * A plugin exports one symbol, a const struct, which TUNIP_PLUGIN defines:
 *
 *     static tunip_status add(tunip_context *context, tunip_error *error)
 *     {
 *         return tunip_context_add_dialect(context, &npu_dialect, error);
 *     }
 *     TUNIP_PLUGIN(.name = "npu", .version = "1.0", .add = add);
 *
 * A plugin need not be linked with the library: it uses the tunip of the program that loads it. */
#ifndef TUNIP_PLUGIN_H
#define TUNIP_PLUGIN_H

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of tunip_plugin and of the parameters of `add`. */
#define TUNIP_PLUGIN_ABI 1u

/* The sizes of pointers, enumerations, types and fields, which depend on the compiler's options.
 * The plugin and the library must agree on them because they share structs. */
#define TUNIP_BUILD_BITS                                                                           \
    ((uint32_t)(sizeof(void *) | sizeof(tunip_status) << 4 | sizeof(tunip_field) << 8 |            \
                sizeof(tunip_type) << 16))

/* The description of a plugin. A later version may be longer; `size` is its length. */
typedef struct tunip_plugin {
    uint32_t abi;        /* TUNIP_PLUGIN_ABI, always first */
    uint32_t size;       /* sizeof(tunip_plugin) */
    uint32_t build;      /* TUNIP_BUILD_BITS */
    const char *name;    /* unique among the plugins of a context */
    const char *version; /* only for display; or NULL */
    /* Registers the plugin's dialects, backends and formats; must not print. If `add` fails, the
     * library undoes all registrations of the plugin. `error` is never NULL; if `add` fills it, the
     * library reports this message. The library may call `add` again, for another context. No C++
     * exception may leave `add`: the context is locked at that point, and would stay locked if the
     * program caught the exception. If nothing catches it, std::terminate() ends the process. A
     * return value that is not a status counts as TUNIP_ERROR_ARGUMENT. */
    tunip_status (*add)(tunip_context *context, tunip_error *error);
} tunip_plugin;

/* The name of the exported symbol. */
#define TUNIP_PLUGIN_SYMBOL "tunip_plugin_entry"

/* The linkage of the exported symbol. */
#ifdef __cplusplus
#define TUNIP_PLUGIN_LINKAGE extern "C"
#else
#define TUNIP_PLUGIN_LINKAGE extern
#endif

/* Defines the symbol; the arguments are initialisers of the members after `build`. C++ before C++20
 * has no designated initialisers. There, pass the values in the order of the members:
 * TUNIP_PLUGIN("npu", "1.0", add). */
#define TUNIP_PLUGIN(...)                                                                          \
    TUNIP_PLUGIN_LINKAGE TUNIP_API const tunip_plugin tunip_plugin_entry;                          \
    const tunip_plugin tunip_plugin_entry = {TUNIP_PLUGIN_ABI, sizeof(tunip_plugin),               \
                                             TUNIP_BUILD_BITS, __VA_ARGS__}

/* Loads the shared library `path` and registers its dialects, backends and formats. `path` is a
 * file name; it is not searched for in library directories. On failure the context is unchanged,
 * and the message names the file. TUNIP_ERROR_IO: there is no such file; TUNIP_ERROR_FORMAT: it is
 * not a plugin; TUNIP_ERROR_ARGUMENT: it has another ABI or build; TUNIP_ERROR_CONFLICT: the
 * context already has something with the same name; TUNIP_ERROR_LIMIT: the context is frozen; or
 * the status that the plugin's `add` returns.
 *
 * Another thread may start a print during this call; the print waits. No other thread may read or
 * save with this context during this call. Once `add` has been called, the library stays mapped
 * until the process ends, even if `add` fails: registered types keep their ids, and the plugin may
 * have registered functions elsewhere. Other contexts may load it again. */
TUNIP_API tunip_status tunip_context_load_plugin(tunip_context *context, const char *path,
                                                 tunip_error *error);

/* The plugins loaded into the context, in order; NULL past the end. As with all queries of a
 * context, no other thread may load or register during the call. */
TUNIP_API const tunip_plugin *tunip_context_plugin(const tunip_context *context, size_t index);

/* The plugin that registered a dialect, a backend or a format of the context; NULL for those that
 * are built in or added by the program. */
TUNIP_API const tunip_plugin *tunip_context_origin(const tunip_context *context,
                                                   const void *registered);

#ifdef __cplusplus
}
#endif
#endif
