/* struct_info.c -- struct infos as scripts write them (TVM
 * python/tvm/script/parser/relax/entry.py). */
#include "read.h"

/* The struct info of a word that is used without a call: R.Tensor. */
static tunip_value call_bare(tunip_elaborator *e, const tunip_value *value)
{
    enum { MOST_ARGS = 8 };
    tunip_value args[MOST_ARGS] = {{.kind = TUNIP_VALUE_ABSENT}};
    tunip_word_call call = {.word = value->word, .doc = value->doc, .args = args};
    tunip_word_fn read = value->word->read;
    bool is_info = read == relax_read_object_info || read == relax_read_tensor_info ||
                   read == relax_read_tuple_info || read == relax_read_func_info ||
                   read == relax_read_shape_info || read == relax_read_dtensor_info;
    return is_info ? read(e, &call) : *value;
}

tunip_node *relax_info_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_value made = value->kind == TUNIP_VALUE_WORD ? call_bare(e, value) : *value;
    tunip_dtype dtype;
    if (made.kind <= TUNIP_VALUE_WRONG) return NULL;
    if (made.kind == TUNIP_VALUE_WORD &&
        tunip_dtype_parse(tunip_str_from(made.word->name), &dtype)) { /* T.int64, since v0.26 */
        tunip_note_vintage(e, 26, made.doc);
        return relax_new_prim_info(e, NULL, dtype);
    }
    if (made.kind == TUNIP_VALUE_NONE)
        return (tunip_node *)tunip_relax_tuple_info_new(tunip_elaborator_graph(e), NULL);
    if (made.kind == TUNIP_VALUE_NODE && tunip_is_a(made.node, &tunip_ir_struct_info_type))
        return made.node;
    tunip_complain_instead(e, value, "a struct info such as R.Tensor");
    return NULL;
}

tunip_array *relax_infos_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_values values = {value, value->kind > TUNIP_VALUE_NONE};
    if (value->kind == TUNIP_VALUE_LIST) values = value->items;
    void **items = tunip_elaborator_alloc(e, values.count * sizeof *items);
    for (size_t i = 0; items && i < values.count; i++)
        items[i] = relax_info_of(e, &values.items[i]);
    return items ? tunip_array_new(graph, values.count, items) : NULL;
}

/* ---- types ---- */

static tunip_node *type_of_info(tunip_elaborator *e, const tunip_node *info)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    if (tensor) {
        tunip_relax_tensor_type *type = tunip_node_new(graph, &tunip_relax_tensor_type_type);
        if (!type) return NULL;
        type->ndim = tensor->ndim;
        type->dtype = tensor->dtype;
        return (tunip_node *)type;
    }
    if (shape) {
        tunip_relax_shape_type *type = tunip_node_new(graph, &tunip_relax_shape_type_type);
        if (type) type->ndim = shape->ndim;
        return (tunip_node *)type;
    }
    if (!tuple)
        return tunip_is(info, &tunip_relax_object_struct_info_type)
                   ? tunip_node_new(graph, &tunip_relax_object_type_type)
                   : NULL;
    tunip_ir_tuple_type *type = tunip_node_new(graph, &tunip_ir_tuple_type_type);
    size_t count = tunip_array_count(tuple->fields);
    void **fields = tunip_elaborator_alloc(e, count * sizeof *fields);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = type_of_info(e, tuple->fields->items[i]);
    if (!type || !fields) return NULL;
    type->fields = tunip_array_new(graph, count, fields);
    return (tunip_node *)type;
}

tunip_node *relax_type_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_value made = value->kind == TUNIP_VALUE_WORD ? call_bare(e, value) : *value;
    if (made.kind == TUNIP_VALUE_NODE && tunip_is_a(made.node, &tunip_ir_type_type))
        return made.node;
    return made.kind == TUNIP_VALUE_NODE ? type_of_info(e, made.node) : NULL;
}

/* ---- struct infos ---- */

RELAX_READ(object_info)
{
    return tunip_value_node(relax_new_object_info(e), call->doc);
}

/* R.Prim("int64"), R.Prim(value=n) */
RELAX_READ(prim_info)
{
    const tunip_value *value = &call->args[1];
    if (value->kind > TUNIP_VALUE_NONE) {
        tunip_node *number = relax_prim_of(e, value);
        if (!number) return tunip_value_wrong(call->doc);
        return tunip_value_node(relax_new_prim_info(e, number, relax_no_dtype), call->doc);
    }
    if (call->args[0].kind <= TUNIP_VALUE_NONE)
        return tunip_complain(e, call->doc, "R.Prim needs a dtype or a value");
    tunip_dtype dtype = relax_dtype_of(e, &call->args[0]);
    return tunip_value_node(relax_new_prim_info(e, NULL, dtype), call->doc);
}

/* TVM's constructors take an int, so TVM reads ndim=2**40 as 0 dimensions. */
static int64_t ndim_of(tunip_elaborator *e, const tunip_value *value)
{
    int64_t ndim = tunip_value_to_int(e, value, TUNIP_RELAX_UNKNOWN_NDIM);
    if (tunip_elaborator_folds(e)) ndim = (int32_t)(ndim & UINT32_MAX);
    if (ndim >= TUNIP_RELAX_UNKNOWN_NDIM && ndim <= INT32_MAX) return ndim;
    tunip_complain(e, value->doc, "there cannot be %lld dimensions", (long long)ndim);
    tunip_complain_also(e, NULL, "-1 means an unknown number");
    return TUNIP_RELAX_UNKNOWN_NDIM;
}

/* R.Shape([n, 4]), R.Shape(ndim=2) */
RELAX_READ(shape_info)
{
    tunip_relax_shape_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_shape_struct_info_type);
    if (!info) return tunip_value_wrong(call->doc);
    info->ndim = ndim_of(e, &call->args[1]);
    if (call->args[0].kind > TUNIP_VALUE_NONE) {
        info->values = relax_dims_of(e, &call->args[0]);
        info->ndim = (int64_t)tunip_array_count(info->values);
    }
    return tunip_value_node(info, call->doc);
}

/* ---- tensors ---- */

/* The shape of a tensor: a list of dimensions, or an expression. */
static void set_shape(tunip_elaborator *e, tunip_relax_tensor_struct_info *info,
                      const tunip_value *shape)
{
    tunip_node *whole = shape->kind == TUNIP_VALUE_NODE ? relax_outside_shape(e, shape) : NULL;
    if (relax_is_list(shape)) {
        info->shape = relax_new_shape(e, relax_dims_of(e, shape));
    } else if (tunip_is_a(whole, &tunip_ir_relax_expr_type)) {
        info->shape = whole;
    } else {
        tunip_complain_instead(e, shape, "the dimensions of a tensor");
        return;
    }
    const tunip_relax_shape_struct_info *known =
        TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(info->shape));
    if (known)
        info->ndim = known->ndim;
    else if (info->shape)
        tunip_complain(e, shape->doc, "expected a shape, and this is %s",
                       relax_info_text(e, tunip_relax_struct_info_of(info->shape)));
}

/* R.Tensor((n, 4), dtype="float32"), R.Tensor("float32", ndim=2) */
RELAX_READ(tensor_info)
{
    tunip_relax_tensor_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_tensor_struct_info_type);
    const tunip_value *shape = &call->args[0], *dtype = &call->args[1];
    if (!info) return tunip_value_wrong(call->doc);
    if (shape->kind == TUNIP_VALUE_STR && dtype->kind <= TUNIP_VALUE_NONE) {
        dtype = shape;
        shape = &call->args[1];
    }
    info->dtype = relax_dtype_of(e, dtype);
    info->ndim = ndim_of(e, &call->args[3]);
    bool has_both = shape->kind > TUNIP_VALUE_NONE && info->ndim != TUNIP_RELAX_UNKNOWN_NDIM;
    if (has_both && tunip_elaborator_folds(e))
        return tunip_complain(e, call->doc, "R.Tensor takes a shape or `ndim`, not both");
    if (shape->kind > TUNIP_VALUE_NONE) set_shape(e, info, shape);
    if (call->args[2].kind > TUNIP_VALUE_NONE)
        info->vdevice = (tunip_ir_vdevice *)relax_vdevice_of(e, &call->args[2]);
    return tunip_value_node(info, call->doc);
}

/* R.DTensor((n, 4), "float32", "mesh[0]", "S[0]") */
RELAX_READ(dtensor_info)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_dtensor_struct_info *info =
        tunip_node_new(graph, &tunip_relax_dtensor_struct_info_type);
    tunip_value args[] = {
        call->args[0], call->args[1], {.kind = TUNIP_VALUE_ABSENT}, call->args[4]};
    tunip_word_call tensor = {.word = call->word, .doc = call->doc, .args = args};
    tunip_value made = relax_read_tensor_info(e, &tensor);
    if (!info || made.kind != TUNIP_VALUE_NODE) return tunip_value_wrong(call->doc);
    info->tensor_sinfo = (tunip_relax_tensor_struct_info *)made.node;
    info->device_mesh = (tunip_relax_device_mesh *)relax_mesh_of(e, &call->args[2]);
    info->placement = (tunip_relax_placement *)relax_placement_of(e, &call->args[3]);
    return tunip_value_node(info, call->doc);
}

/* ---- tuples and functions ---- */

/* R.Tuple(a, b), R.Tuple([a, b]) */
RELAX_READ(tuple_info)
{
    tunip_value fields = {.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    fields.items = call->rest;
    if (call->rest.count == 1 && call->rest.items[0].kind == TUNIP_VALUE_LIST)
        fields = call->rest.items[0];
    tunip_array *infos = relax_infos_of(e, &fields);
    tunip_relax_tuple_struct_info *info =
        tunip_relax_tuple_info_new(tunip_elaborator_graph(e), infos);
    if (relax_refuse_info(e, (const tunip_node *)info)) return tunip_value_wrong(call->doc);
    return tunip_value_node(info, call->doc);
}

/* R.Callable((R.Tensor,), R.Tensor, True), R.Callable(ret=R.Object) */
RELAX_READ(func_info)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_func_struct_info *info = tunip_node_new(graph, &tunip_relax_func_struct_info_type);
    const tunip_value *params = &call->args[0], *ret = &call->args[1], *derive = &call->args[3];
    if (!info) return tunip_value_wrong(call->doc);
    bool is_opaque = params->kind <= TUNIP_VALUE_NONE;
    if (!is_opaque) info->params = relax_infos_of(e, params);
    if (ret->kind > TUNIP_VALUE_NONE)
        info->ret = relax_info_of(e, ret);
    else
        info->ret = is_opaque ? relax_new_object_info(e) : NULL;
    if (!info->ret && ret->kind <= TUNIP_VALUE_NONE)
        return tunip_complain(e, call->doc, "R.Callable with parameters needs a result");
    info->purity = tunip_value_to_bool(e, &call->args[2], !is_opaque);
    if (derive->kind == TUNIP_VALUE_STR) {
        info->derive_func = tunip_node_new(graph, &tunip_ir_env_func_type);
        if (info->derive_func) info->derive_func->name = tunip_string_new_view(graph, derive->text);
    }
    if (relax_refuse_info(e, (const tunip_node *)info)) return tunip_value_wrong(call->doc);
    return tunip_value_node(info, call->doc);
}
