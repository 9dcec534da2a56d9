/* device.c -- virtual devices. Relax refers to a device by the kind of its target and by its number
 * among the devices of this kind that were printed before, as in "cuda:1"; so a print counts
 * them. */
#include "rules.h"

/* Records that `device` was printed. */
static void remember(tunip_docsifier *d, const tunip_ir_vdevice *device)
{
    ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    ir_printed_device *printed = tunip_job_keep(d, sizeof *printed);
    if (!printed) return;
    printed->device = device;
    ir_printed_device **end = state->last_device ? &state->last_device->next : &state->devices;
    *end = printed;
    state->last_device = printed;
}

static tunip_str kind_of(const tunip_ir_vdevice *device)
{
    const tunip_ir_target *target = device->target;
    return tunip_string_value(target && target->kind ? target->kind->name : NULL);
}

int64_t tunip_ir_vdevice_index(tunip_docsifier *d, const tunip_ir_vdevice *device)
{
    const ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    int64_t index = 0;
    for (const ir_printed_device *at = state ? state->devices : NULL; at; at = at->next) {
        if (at->device == device) return index;
        index += tunip_str_equal(kind_of(at->device), kind_of(device));
    }
    return -1;
}

const tunip_doc *ir_docsify_vdevice(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_ir_vdevice *device = (const tunip_ir_vdevice *)node;
    remember(d, device);
    const tunip_map *target = tunip_ir_target_export(d, device->target);
    const tunip_path *target_path = tunip_path_as(d, tunip_path_attr(d, path, "target"), path);
    const tunip_doc *config =
        target ? tunip_docsify_made(d, target, NULL, target_path) : tunip_doc_none(d, target_path);
    const tunip_doc *id =
        tunip_doc_int(d, device->vdevice_id, tunip_path_attr(d, path, "vdevice_id"));
    const tunip_doc *scope = tunip_doc_str(d, tunip_string_value(device->memory_scope),
                                           tunip_path_attr(d, path, "memory_scope"));
    return tunip_prefixed_call(d, &tunip_dialect_ir, "vdevice", TUNIP_DOCS(d, config, id, scope));
}
