/* struct_info.c -- the struct info of values (TVM src/script/printer/relax/struct_info.cc). */
#include "struct_info.h"

#include "../types.h"
#include "docs.h"
#include "rules.h"
#include "shape.h"

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
