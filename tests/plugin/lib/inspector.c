/* inspector.c -- a plugin that shows the sources of CUDA in its own way. */
#include <stdio.h>
#include <tunip/ext/plugin.h>

#include "inspect/tunip_inspect.h"

static tunip_status show(const tunip_artifact *artifact, const tunip_show_options *options,
                         tunip_write_fn write, void *user, tunip_error *error)
{
    static const char head[] = "inspected by a plugin: ";
    (void)options;
    if (write(head, sizeof head - 1, user) ||
        write(artifact->content.data, artifact->content.size, user))
        return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    return TUNIP_OK;
}

static const tunip_inspector inspector = {sizeof inspector, "ptx", .extension = ".ptx",
                                          .show = show};

/* Another output of the same inspector. */
static tunip_status show_size(const tunip_artifact *artifact, const tunip_show_options *options,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    char text[64];
    (void)options;
    int size = snprintf(text, sizeof text, "%zu bytes of %.*s\n", artifact->content.size,
                        (int)artifact->codegen_id.size, artifact->codegen_id.data);
    return write(text, (size_t)size, user) == 0
               ? TUNIP_OK
               : tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
}

static const tunip_inspector size_inspector = {sizeof size_inspector, "ptx", .codegen = "cuda",
                                               .show = show_size, .output = "size"};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    tunip_status status = tunip_inspector_add(&inspector, error);
    return status == TUNIP_OK ? tunip_inspector_add(&size_inspector, error) : status;
}

TUNIP_PLUGIN(.name = "inspector", .add = add);
