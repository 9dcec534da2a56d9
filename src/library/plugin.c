/* plugin.c -- loading dialects, backends and formats from shared libraries. A load that fails
 * leaves the context as it was. */
#include <tunip/ext/plugin.h>

#include "../ir/describe.h"
#include "../util/os.h"
#include "context.h"

/* ---- the library ---- */

static tunip_status refuse_file(const char *path, const char *why, tunip_error *error)
{
    if (tn_kind_of(path) == TN_IS_MISSING)
        return tunip_error_set(error, TUNIP_ERROR_IO, "plugin %s: no such file", path);
    return tunip_error_set(error, TUNIP_ERROR_FORMAT, "plugin %s: not a library: %s", path,
                           why ? why : "it cannot be loaded");
}

/* The smallest size of tunip_plugin with this ABI. */
enum { LEAST_SIZE = offsetof(tunip_plugin, add) + sizeof((tunip_plugin *)0)->add };

static tunip_status check_abi(const tunip_plugin *plugin, const char *path, tunip_error *error)
{
    if (plugin->abi != TUNIP_PLUGIN_ABI)
        return tunip_error_set(
            error, TUNIP_ERROR_ARGUMENT, "plugin %s: its ABI %u is too %s, this library has ABI %u",
            path, plugin->abi, plugin->abi < TUNIP_PLUGIN_ABI ? "old" : "new", TUNIP_PLUGIN_ABI);
    if (plugin->size < LEAST_SIZE)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "plugin %s: its description has %u bytes, at least %d are needed",
                               path, plugin->size, LEAST_SIZE);
    if (plugin->build != TUNIP_BUILD_BITS)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "plugin %s: it was built with another layout of structs "
                               "(%08x; this library has %08x)",
                               path, plugin->build, TUNIP_BUILD_BITS);
    return tn_verify_plugin(plugin, path, error);
}

static tunip_status check(const tunip_context *context, const tunip_plugin *plugin,
                          const char *path, tunip_error *error)
{
    if (!plugin)
        return tunip_error_set(error, TUNIP_ERROR_FORMAT,
                               "plugin %s: not a plugin: it does not export %s", path,
                               TUNIP_PLUGIN_SYMBOL);
    tunip_status status = check_abi(plugin, path, error);
    if (status != TUNIP_OK) return status;
    for (size_t i = 0; i < context->plugins.count; i++)
        if (strcmp(context->plugins.items[i].plugin->name, plugin->name) == 0)
            return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                                   "plugin %s: a plugin called %s is loaded already", path,
                                   plugin->name);
    return TUNIP_OK;
}

/* ---- registering ---- */

/* Keeps the library mapped, even if its function `add` then fails: graphs may be made of its types,
 * and it may have registered functions with another library. */
static void keep_library(const char *path)
{
    const char *why;
    void *again = tn_library_open(path, true, &why);
    if (again) tn_library_close(again);
}

static tunip_status run_add(tunip_context *context, const tunip_plugin *plugin, const char *path,
                            tunip_error *error)
{
    tunip_error inner = TUNIP_ERROR_INIT;
    bool outer = context->loading;
    context->loading = true;
    keep_library(path);
    tunip_status status = plugin->add(context, &inner);
    context->loading = outer;
    if (status == TUNIP_OK) return TUNIP_OK;
    if ((unsigned)status > TUNIP_ERROR_RULE)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "plugin %s (%s): it returned %d, which is not a status", path,
                               plugin->name, (int)status);
    return tunip_error_set(error, status, "plugin %s (%s): %s", path, plugin->name,
                           inner.message[0] ? inner.message
                                            : "its function `add` failed without a message");
}

static tunip_status add(tunip_context *context, const tunip_plugin *plugin, const char *path,
                        tunip_error *error)
{
    tunip_status status = check(context, plugin, path, error);
    if (status != TUNIP_OK) return status;
    tn_context_mark before = tn_context_here(context);
    tn_loaded loaded = {.plugin = plugin,
                        .dialects = before.dispatch.dialects,
                        .backends = context->backends.count,
                        .formats = context->formats.count};
    status = run_add(context, plugin, path, error);
    loaded.dialects_end = context->dispatch.dialects.count;
    loaded.backends_end = context->backends.count;
    loaded.formats_end = context->formats.count;
    if (status == TUNIP_OK && !tn_array_push(&context->plugins, &context->allocator, loaded))
        status = tn_no_memory(error);
    if (status != TUNIP_OK) tn_context_rewind(context, before);
    return status;
}

static tunip_status load(tunip_context *context, const char *path, tunip_error *error)
{
    if (atomic_load(&context->frozen))
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "plugin %s cannot be added after the first print", path);
    const char *why;
    void *library = tn_library_open(path, false, &why);
    if (!library) return refuse_file(path, why, error);
    tunip_status status = add(context, tn_library_find(library, TUNIP_PLUGIN_SYMBOL), path, error);
    tn_library_close(library);
    return status;
}

tunip_status tunip_context_load_plugin(tunip_context *context, const char *path, tunip_error *error)
{
    if (!path)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the path of the plugin is NULL");
    tn_mutex_lock(&context->freezing);
    tunip_status status = load(context, path, error);
    tn_mutex_unlock(&context->freezing);
    return status;
}

/* ---- queries ---- */

const tunip_plugin *tunip_context_plugin(const tunip_context *context, size_t index)
{
    return index < context->plugins.count ? context->plugins.items[index].plugin : NULL;
}

static bool has_registered(const tunip_context *context, const tn_loaded *loaded, const void *what)
{
    for (size_t i = loaded->dialects; i < loaded->dialects_end; i++)
        if (context->dispatch.dialects.items[i].dialect == what ||
            context->dispatch.dialects.items[i].whole == what)
            return true;
    for (size_t i = loaded->backends; i < loaded->backends_end; i++)
        if (context->backends.items[i] == what) return true;
    for (size_t i = loaded->formats; i < loaded->formats_end; i++)
        if (context->formats.items[i] == what) return true;
    return false;
}

const tunip_plugin *tunip_context_origin(const tunip_context *context, const void *registered)
{
    for (size_t i = 0; i < context->plugins.count; i++)
        if (has_registered(context, &context->plugins.items[i], registered))
            return context->plugins.items[i].plugin;
    return NULL;
}
