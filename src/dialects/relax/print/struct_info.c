/* struct_info.c -- struct infos, and which definitions show one. */
#include "../infer/infer.h"
#include "../types.h"
#include "print.h"

/* ==== The values of shapes (PrintShapeVar of TVM src/script/printer/relax/struct_info.cc). In a
 * signature symbolic variables are not yet declared, so expressions with them are strings. */

const tunip_doc *relax_shape_value(tunip_docsifier *d, const tunip_node *expr,
                                   const tunip_path *path)
{
    const tunip_doc *doc = tunip_docsify_child(d, expr, path);
    const relax_symbols *signature = relax_job_state(d)->signature;
    if (!signature || !relax_symbols_occur(d, signature, expr)) return doc;
    return tunip_doc_quoted_new(d, doc, path);
}

tunip_docs relax_shape_values(tunip_docsifier *d, const tunip_array *exprs, const tunip_path *path)
{
    size_t count = tunip_array_count(exprs);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = relax_shape_value(d, exprs->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

/* ==== The struct info of values (TVM src/script/printer/relax/struct_info.cc) ==== */

/* R.Prim("int64"), R.Prim(value=n) */
RELAX_RULE(prim_struct_info)
{
    const tunip_relax_prim_struct_info *info = (const tunip_relax_prim_struct_info *)node;
    relax_args args = relax_args_new(d, !info->value, info->value != NULL);
    if (info->value)
        relax_args_key(&args, "value",
                       relax_shape_value(d, info->value, tunip_path_attr(d, path, "value")));
    else
        relax_args_add(&args, tunip_doc_dtype(d, info->dtype, tunip_path_attr(d, path, "dtype")));
    return relax_args_call(d, relax_name(d, "Prim"), &args);
}

/* R.Shape([n, 4]), R.Shape(ndim=2) */
RELAX_RULE(shape_struct_info)
{
    const tunip_relax_shape_struct_info *info = (const tunip_relax_shape_struct_info *)node;
    if (info->values) {
        const tunip_path *at = tunip_path_attr(d, path, "values");
        const tunip_doc *list = tunip_doc_list_new(d, relax_shape_values(d, info->values, at));
        return RELAX_CALL(d, "Shape", list);
    }
    relax_args args = relax_args_new(d, 0, 1);
    relax_args_key(&args, "ndim", tunip_doc_int(d, info->ndim, tunip_path_attr(d, path, "ndim")));
    return relax_args_call(d, relax_name(d, "Shape"), &args);
}

/* ---- tensors ---- */

const tunip_doc *relax_tensor_shape(tunip_docsifier *d, const tunip_relax_tensor_struct_info *info,
                                    const tunip_path *path)
{
    if (!info->shape) return NULL;
    const tunip_path *at = tunip_path_attr(d, path, "shape");
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (!shape) return tunip_docsify(d, info->shape, at);
    at = tunip_path_attr(d, at, "values");
    return tunip_doc_tuple_new(d, relax_shape_values(d, shape->values, at));
}

const tunip_doc *relax_vdevice_name(tunip_docsifier *d, const tunip_ir_vdevice *device,
                                    const tunip_path *path)
{
    const tunip_ir_target_kind *kind = device->target ? device->target->kind : NULL;
    tunip_str name = tunip_string_value(kind ? kind->name : NULL);
    tunip_str scope = tunip_string_value(device->memory_scope);
    tunip_str text =
        tunip_doc_format(d, "%.*s:%lld:%.*s", (int)name.size, name.size ? name.data : "",
                         (long long)tunip_ir_vdevice_index(d, device), (int)scope.size,
                         scope.size ? scope.data : "");
    return tunip_doc_str(d, text, path);
}

/* R.Tensor((n, 4), dtype="float32"), R.Tensor(ndim=2), R.Tensor */
RELAX_RULE(tensor_struct_info)
{
    const tunip_relax_tensor_struct_info *info = (const tunip_relax_tensor_struct_info *)node;
    const tunip_doc *shape = relax_tensor_shape(d, info, path);
    relax_args args = relax_args_new(d, 1, 3);
    if (shape) relax_args_add(&args, shape);
    tunip_dtype dtype = tunip_relax_element_dtype(info);
    if (!relax_is_unknown_dtype(dtype))
        relax_args_key(&args, "dtype",
                       tunip_doc_dtype(d, dtype, tunip_path_attr(d, path, "dtype")));
    if (!shape && info->ndim != TUNIP_RELAX_UNKNOWN_NDIM)
        relax_args_key(&args, "ndim",
                       tunip_doc_int(d, info->ndim, tunip_path_attr(d, path, "ndim")));
    if (info->vdevice && info->vdevice->target)
        relax_args_key(&args, "vdevice",
                       relax_vdevice_name(d, info->vdevice, tunip_path_attr(d, path, "vdevice")));
    const tunip_doc *callee = relax_name(d, "Tensor");
    return args.count || args.key_count ? relax_args_call(d, callee, &args) : callee;
}

/* ---- tuples and functions ---- */

RELAX_RULE(tuple_struct_info)
{
    const tunip_relax_tuple_struct_info *info = (const tunip_relax_tuple_struct_info *)node;
    if (!tunip_array_count(info->fields)) return relax_name(d, "Tuple");
    tunip_docs fields = tunip_docsify_items(d, info->fields, tunip_path_attr(d, path, "fields"));
    return tunip_prefixed_call(d, &tunip_dialect_relax, "Tuple", fields);
}

/* R.Callable(ret=R.Tensor, purity=True): the parameters are unknown. */
static const tunip_doc *opaque_func(tunip_docsifier *d, const tunip_relax_func_struct_info *info,
                                    const tunip_doc *ret, const tunip_doc *purity)
{
    const tunip_doc *callee = relax_name(d, "Callable");
    relax_args args = relax_args_new(d, 0, 2);
    if (!tunip_is(info->ret, &tunip_relax_object_struct_info_type))
        relax_args_key(&args, "ret", ret);
    if (info->purity) relax_args_key(&args, "purity", purity);
    return args.key_count ? relax_args_call(d, callee, &args) : callee;
}

/* R.Callable((R.Tensor,), R.Tensor, True) */
RELAX_RULE(func_struct_info)
{
    const tunip_relax_func_struct_info *info = (const tunip_relax_func_struct_info *)node;
    const tunip_doc *ret = TUNIP_CHILD(d, info, ret, path);
    const tunip_doc *purity = tunip_doc_bool(d, info->purity, tunip_path_attr(d, path, "purity"));
    if (!info->params) return opaque_func(d, info, ret, purity);
    const tunip_path *at = tunip_path_attr(d, path, "params");
    const tunip_doc *params = tunip_doc_tuple_new(d, tunip_docsify_items(d, info->params, at));
    return RELAX_CALL(d, "Callable", params, ret, purity);
}

/* ==== Tensors spread over devices (TVM src/script/printer/relax/distributed.cc) ==== */

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

/* ==== Decides whether a definition shows the variable's struct info (StructInfoAsAnn of TVM
 * src/script/printer/relax/utils.h). */

/* Whether a variable of TVM v0.26 has no type yet: it is then a plain ir.Type. */
static bool is_missing(const tunip_node *info)
{
    return info->type == &tunip_ir_type_type;
}

/* Whether TVM infers `info` for the value. The rules of inference know only v0.23, so a value of
 * v0.26 is converted. In v0.26 the type of a number does not have the number. */
static bool infers(tunip_docsifier *d, const tunip_node *value, const tunip_node *info)
{
    const tunip_node *usual = tunip_job_usual(d, value), *wanted = tunip_job_usual(d, info);
    if (!usual || !wanted) return false;
    const tunip_node *inferred = relax_infer(tunip_job_scratch(d), usual);
    const tunip_relax_prim_struct_info *number = TUNIP_AS(tunip_relax_prim_struct_info, inferred);
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, wanted);
    if (number && type) return tunip_dtype_equal(number->dtype, type->dtype);
    return inferred && relax_equal(tunip_job_scratch(d), inferred, wanted);
}

static bool is_inferred(tunip_docsifier *d, const tunip_relax_var *var, const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (!value) return false;
    if (tunip_relax_is_var(value))
        return !relax_shows_all(d) &&
               relax_equal(tunip_job_scratch(d), tunip_relax_struct_info_of(value), info);
    if (relax_infers_always(value)) /* the text of the value has the struct info */
        return relax_equal(tunip_job_scratch(d), relax_infer(tunip_job_scratch(d), value), info);
    return !relax_shows_all(d) && infers(d, value, info);
}

const tunip_doc *relax_annotation(tunip_docsifier *d, const tunip_relax_var *var,
                                  const tunip_path *path, const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (!info || is_missing(info) || is_inferred(d, var, value)) return NULL;
    return tunip_docsify(d, info, relax_info_path(d, var, path));
}
