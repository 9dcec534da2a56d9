/* inspector.c -- a plugin that shows the sources of CUDA in its own way. */
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

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    return tunip_inspector_add(&inspector, error);
}

TUNIP_PLUGIN(.name = "inspector", .add = add);
