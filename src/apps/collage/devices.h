/* devices.h -- the targets that device planning has already chosen for expressions. */
#ifndef COLLAGE_DEVICES_H
#define COLLAGE_DEVICES_H

#include "candidate.h"

/* Of each node, the target of its virtual device: that of the function around it, or of the fixed
 * `on_device` call around it. NULL: none is chosen. */
typedef struct cg_devices {
    const tunip_ir_target **targets;
    bool has_any;
} cg_devices;

/* `functions`: of the module, or NULL. */
bool cg_devices_init(cg_devices *devices, cg_memory *memory, const cg_graph *graph,
                     const tunip_map *functions);

/* Whether all expressions of a candidate may be computed on its target: it has the kind that is
 * chosen for them, or it is an external code generator for the same device. The host may always
 * leave something to itself. */
bool cg_devices_allow(const cg_devices *devices, const cg_candidate *candidate);

#endif
