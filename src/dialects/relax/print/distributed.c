/* distributed.c -- tensors spread over devices (TVM src/script/printer/relax/distributed.cc). */
#include "../types.h"
#include "docs.h"
#include "frame.h"
#include "rules.h"
#include "shape.h"
#include "struct_info.h"

/* ---- meshes ---- */

/* The place of `mesh` among the module's global infos, as `key[index]`; {NULL, 0} if it is not
 * there. */
static tunip_str find_global(tunip_docsifier *d, const tunip_map *infos, const tunip_node *mesh)
{
    for (size_t i = 0; i < tunip_map_count(infos); i++) {
        const tunip_array *list = TUNIP_AS(tunip_array, infos->entries[i].value);
        tunip_str key = tunip_string_value(infos->entries[i].key);
        for (size_t k = 0; k < tunip_array_count(list); k++)
            if (list->items[k] == mesh)
                return tunip_doc_format(d, "%.*s[%zu]", (int)key.size, key.size ? key.data : "", k);
    }
    return (tunip_str){NULL, 0};
}

/* R.device_mesh((2, 2), R.Range(0, 4)) */
static const tunip_doc *write_mesh(tunip_docsifier *d, const tunip_relax_device_mesh *mesh,
                                   const tunip_path *path)
{
    const tunip_doc *shape = TUNIP_CHILD(d, mesh, shape, path);
    const tunip_doc *devices = mesh->device_range ? TUNIP_SUB(d, mesh, device_range, path)
                                                  : TUNIP_CHILD(d, mesh, device_ids, path);
    return RELAX_CALL(d, "device_mesh", shape, devices);
}

/* Inside a module, functions refer to a mesh by its place. */
RELAX_RULE(device_mesh)
{
    if (relax_is_in_module(d)) {
        tunip_str name = find_global(d, tunip_ir_printed_module(d)->global_infos, node);
        if (name.data) return tunip_doc_str(d, name, path);
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "the module does not hold a device mesh");
    }
    return write_mesh(d, (const tunip_relax_device_mesh *)node, path);
}

/* ---- placements ---- */

static tunip_str spec_text(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_placement_spec *spec = TUNIP_AS(tunip_relax_placement_spec, node);
    if (!spec) return tunip_str_from("None");
    if (spec->kind == TUNIP_RELAX_PLACEMENT_REPLICA) return tunip_str_from("R");
    return tunip_doc_format(d, "S[%lld]", (long long)spec->axis);
}

/* "S[0], R" */
RELAX_RULE(placement)
{
    const tunip_array *specs = ((const tunip_relax_placement *)node)->dim_specs;
    tunip_str text = {"", 0};
    for (size_t i = 0; i < tunip_array_count(specs); i++) {
        tunip_str spec = spec_text(d, specs->items[i]);
        text = tunip_doc_format(d, "%.*s%s%.*s", (int)text.size, text.size ? text.data : "",
                                i ? ", " : "", (int)spec.size, spec.size ? spec.data : "");
    }
    return tunip_doc_str(d, text, path);
}

/* ---- tensors ---- */

/* Adds an argument. It is positional if no argument before it was omitted. */
static void add(relax_args *args, bool by_key, const char *key, const tunip_doc *doc)
{
    if (by_key)
        relax_args_key(args, key, doc);
    else
        relax_args_add(args, doc);
}

/* R.DTensor((n, 4), "float32", "mesh[0]", "S[0]") */
RELAX_RULE(dtensor_struct_info)
{
    const tunip_relax_dtensor_struct_info *info = (const tunip_relax_dtensor_struct_info *)node;
    static const tunip_relax_tensor_struct_info unknown = {.dtype = {TUNIP_DTYPE_HANDLE, 0, 0},
                                                           .ndim = TUNIP_RELAX_UNKNOWN_NDIM};
    const tunip_relax_tensor_struct_info *tensor =
        info->tensor_sinfo ? info->tensor_sinfo : &unknown;
    const tunip_path *at = tunip_path_as(
        d, RELAX_PATH(d, tunip_relax_dtensor_struct_info, tensor_sinfo, info, path), path);
    const tunip_doc *shape = relax_tensor_shape(d, tensor, at);
    relax_args args = relax_args_new(d, 4, 4);
    if (shape) relax_args_add(&args, shape);
    bool by_key = !shape;
    tunip_dtype dtype = tunip_relax_element_dtype(tensor);
    if (!relax_is_unknown_dtype(dtype))
        add(&args, by_key, "dtype", tunip_doc_dtype(d, dtype, tunip_path_attr(d, at, "dtype")));
    else
        by_key = true;
    add(&args, by_key, "device_mesh", TUNIP_CHILD(d, info, device_mesh, path));
    add(&args, by_key, "placement", TUNIP_CHILD(d, info, placement, path));
    if (!shape && tensor->ndim != TUNIP_RELAX_UNKNOWN_NDIM)
        relax_args_key(&args, "ndim",
                       tunip_doc_int(d, tensor->ndim, tunip_path_attr(d, at, "ndim")));
    return relax_args_call(d, relax_name(d, "DTensor"), &args);
}
