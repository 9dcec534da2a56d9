/* struct_info.c -- struct infos as scripts write them, and the devices in them. */
#include <limits.h>

#include "read.h"

/* ==== Virtual devices, and tensors spread over several (TVM
 * python/tvm/script/parser/relax/dist.py). */

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

/* ---- the devices and meshes of the module ---- */

/* The list `name` of the module that is being read; NULL if there is none. */
static const tunip_array *global_infos(tunip_elaborator *e, tunip_str name)
{
    const tunip_ir_module *module = tunip_ir_read_module(e);
    const tunip_map *infos = module ? module->global_infos : NULL;
    for (size_t i = 0; i < tunip_map_count(infos); i++)
        if (tunip_str_equal(tunip_string_value(infos->entries[i].key), name))
            return TUNIP_AS(tunip_array, infos->entries[i].value);
    return NULL;
}

/* Cuts the number off that begins at *at; false if there is none. */
static bool take_number(tunip_str text, size_t *at, int64_t *out)
{
    size_t begin = *at;
    bool is_negative = *at < text.size && text.data[*at] == '-';
    int64_t value = 0;
    if (is_negative) begin = ++*at;
    while (*at < text.size && tunip_is_digit(text.data[*at]) && value < INT_MAX)
        value = value * 10 + (text.data[(*at)++] - '0');
    *out = is_negative ? -value : value;
    return *at > begin;
}

/* Whether a value is the name of a device or a mesh of the module; otherwise complains. */
static bool is_name(tunip_elaborator *e, const tunip_value *value, const char *expected)
{
    if (value->kind == TUNIP_VALUE_STR) return true;
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, expected);
    return false;
}

/* The text before `mark`. *index gets the number after it, or 0 if there is none. */
static tunip_str cut_index(tunip_str text, char mark, int64_t *index)
{
    const char *found = memchr(text.data, mark, text.size);
    *index = 0;
    if (!found) return text;
    size_t size = (size_t)(found - text.data), at = size + 1;
    take_number(text, &at, index);
    return (tunip_str){text.data, size};
}

/* ---- virtual devices ---- */

static bool is_kind(const tunip_ir_vdevice *device, tunip_str kind)
{
    const tunip_ir_target_kind *known = device->target ? device->target->kind : NULL;
    return tunip_str_is(kind, "vdevice") ||
           (known && tunip_str_equal(tunip_string_value(known->name), kind));
}

/* "llvm:-1:global" is a device that no module lists. The text says nothing more about its
 * target. */
static tunip_node *unlisted_device(tunip_elaborator *e, const tunip_value *value, tunip_str kind)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const char *scope = (const char *)memchr(value->text.data + kind.size + 1, ':',
                                             value->text.size - kind.size - 1);
    tunip_ir_vdevice *device = tunip_node_new(graph, &tunip_ir_vdevice_type);
    tunip_node *name = (tunip_node *)tunip_string_new_view(graph, kind);
    if (!device || !name) return NULL;
    device->target = kind.size ? tunip_ir_target_import(e, name, value->doc) : NULL;
    if (kind.size && !device->target) return NULL;
    const char *end = value->text.data + value->text.size;
    scope = scope ? scope + 1 : end;
    device->memory_scope = tunip_string_new_view(graph, (tunip_str){scope, (size_t)(end - scope)});
    if (kind.size)
        tunip_warn(e, value->doc,
                   "the text does not say the target of this device: T.target(\"%.*s\") is assumed",
                   (int)kind.size, kind.data);
    return (tunip_node *)device;
}

/* "llvm", "llvm:0", "llvm:0:global": the module's device of that number among those of a kind;
 * "vdevice:1": among all. */
tunip_node *relax_vdevice_of(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_ir_vdevice_type))
        return value->node;
    if (!is_name(e, value, "a virtual device such as `llvm:0`")) return NULL;
    int64_t index;
    tunip_str kind = cut_index(value->text, ':', &index);
    if (index == -1 && !tunip_elaborator_folds(e)) return unlisted_device(e, value, kind);
    const tunip_array *devices = global_infos(e, tunip_str_from("vdevice"));
    for (size_t i = 0; i < tunip_array_count(devices); i++) {
        const tunip_ir_vdevice *device = TUNIP_AS(tunip_ir_vdevice, devices->items[i]);
        if (device && is_kind(device, kind) && !index--) return devices->items[i];
    }
    tunip_complain(e, value->doc, "the module has no virtual device `%.*s`", (int)value->text.size,
                   value->text.data);
    tunip_complain_also(e, NULL, "I.module_global_infos({\"vdevice\": [I.vdevice(...)]})");
    return NULL;
}

/* ---- meshes ---- */

/* "mesh[0]": an item of a list of the module. */
tunip_node *relax_mesh_of(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_relax_device_mesh_type))
        return value->node;
    if (!is_name(e, value, "a device mesh such as `mesh[0]`")) return NULL;
    int64_t index;
    const tunip_array *list = global_infos(e, cut_index(value->text, '[', &index));
    if (index >= 0 && (size_t)index < tunip_array_count(list) &&
        tunip_is(list->items[index], &tunip_relax_device_mesh_type))
        return list->items[index];
    tunip_complain(e, value->doc, "the module has no device mesh `%.*s`", (int)value->text.size,
                   value->text.data);
    return NULL;
}

static tunip_shape *new_shape(tunip_elaborator *e, const tunip_value *list)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_shape *shape = tunip_node_new(graph, &tunip_shape_type);
    if (!shape || list->kind != TUNIP_VALUE_LIST) return shape;
    int64_t *dims = tunip_graph_alloc(graph, (list->items.count + 1) * sizeof *dims);
    if (!dims) return NULL;
    for (size_t i = 0; i < list->items.count; i++)
        dims[i] = tunip_value_to_int(e, &list->items.items[i], 0);
    shape->count = list->items.count;
    shape->dims = dims;
    return shape;
}

/* The numbers that a range holds; NULL after a complaint. */
static tunip_array *range_ids(tunip_elaborator *e, const tunip_ir_range *range,
                              const tunip_doc *doc)
{
    enum { MOST_DEVICES = 1 << 14 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_ir_int_imm *min = TUNIP_AS(tunip_ir_int_imm, range->min);
    const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, range->extent);
    size_t count = min && extent && extent->value > 0 ? (size_t)extent->value : 0;
    if (count > MOST_DEVICES || (count && min->value > INT32_MAX)) {
        tunip_complain(e, doc, "a mesh has at most %d devices, whose numbers are int32",
                       MOST_DEVICES);
        return NULL;
    }
    void **ids = tunip_elaborator_alloc(e, count * sizeof *ids);
    for (size_t i = 0; ids && i < count; i++)
        ids[i] = tunip_ir_int(graph, int32, min->value + (int64_t)i);
    return ids ? tunip_array_new(graph, count, ids) : NULL;
}

static tunip_array *listed_ids(tunip_elaborator *e, tunip_values values)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void **ids = tunip_elaborator_alloc(e, values.count * sizeof *ids);
    for (size_t i = 0; ids && i < values.count; i++)
        ids[i] = tunip_ir_int(graph, int32, tunip_value_to_int(e, &values.items[i], 0));
    return ids ? tunip_array_new(graph, values.count, ids) : NULL;
}

/* R.device_mesh((2, 2), [0, 1, 2, 3]), R.device_mesh((4,), R.Range(0, 4)) */
RELAX_READ(device_mesh)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_device_mesh *mesh = tunip_node_new(graph, &tunip_relax_device_mesh_type);
    const tunip_value *ids = &call->args[1];
    if (!mesh) return tunip_value_wrong(call->doc);
    mesh->shape = new_shape(e, &call->args[0]);
    if (ids->kind == TUNIP_VALUE_NODE && tunip_is(ids->node, &tunip_ir_range_type)) {
        mesh->device_range = (tunip_ir_range *)ids->node;
        mesh->device_ids = range_ids(e, mesh->device_range, ids->doc);
    } else if (ids->kind == TUNIP_VALUE_LIST) {
        mesh->device_ids = listed_ids(e, ids->items);
    } else {
        return tunip_complain_instead(e, ids, "the numbers of devices");
    }
    return tunip_value_node(mesh, call->doc);
}

RELAX_READ(range)
{
    return tunip_ir_read_range(e, call);
}

/* ---- placements ---- */

static tunip_relax_placement_spec *new_spec(tunip_graph *graph, int64_t kind, int64_t axis)
{
    tunip_relax_placement_spec *spec = tunip_node_new(graph, &tunip_relax_placement_spec_type);
    if (!spec) return NULL;
    spec->kind = kind;
    spec->axis = axis;
    return spec;
}

/* "S[0], R" */
tunip_node *relax_placement_of(tunip_elaborator *e, const tunip_value *value)
{
    enum { MOST_SPECS = 64 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    void *specs[MOST_SPECS];
    size_t count = 0, at = 0;
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_relax_placement_type))
        return value->node;
    tunip_str text = tunip_value_to_str(e, value, "");
    while (at < text.size && count < MOST_SPECS) {
        char letter = text.data[at++];
        int64_t axis = -1;
        if (letter == ' ' || letter == ',') continue;
        if (letter == 'S' && at < text.size && text.data[at] == '[') {
            at++;
            if (!take_number(text, &at, &axis) || at >= text.size || text.data[at++] != ']') break;
            specs[count++] = new_spec(graph, TUNIP_RELAX_PLACEMENT_SHARDING, axis);
        } else if (letter == 'R') {
            specs[count++] = new_spec(graph, TUNIP_RELAX_PLACEMENT_REPLICA, -1);
        } else {
            tunip_complain(e, value->doc, "expected a placement such as `S[0], R`");
            return NULL;
        }
    }
    tunip_relax_placement *placement = tunip_node_new(graph, &tunip_relax_placement_type);
    if (placement) placement->dim_specs = tunip_array_new(graph, count, specs);
    return (tunip_node *)placement;
}

/* ---- devices ---- */

static const struct {
    const char *name;
    int number;
} device_types[] = {{"cpu", 1},      {"llvm", 1},     {"c", 1},      {"cuda", 2}, {"nvptx", 2},
                    {"opencl", 4},   {"vulkan", 7},   {"metal", 8},  {"vpi", 9},  {"rocm", 10},
                    {"ext_dev", 12}, {"hexagon", 16}, {"webgpu", 15}};

/* tvm.cuda(0) is R.device("cuda", 0). */
RELAX_READ(named_device)
{
    tunip_value args[] = {{.kind = TUNIP_VALUE_STR, .doc = call->doc}, call->args[0]};
    args[0].text = tunip_str_from((const char *)call->word->data);
    tunip_word_call named = *call;
    named.args = args;
    return relax_read_device(e, &named);
}

/* R.device(device_type=1, index=0), R.device("cuda", 0): attributes of a hint, without a scope. */
RELAX_READ(device)
{
    tunip_relax_hint_on_device_attrs *attrs =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_hint_on_device_attrs_type);
    const tunip_value *type = &call->args[0];
    if (!attrs) return tunip_value_wrong(call->doc);
    attrs->index = tunip_value_to_int(e, &call->args[1], 0);
    if (type->kind != TUNIP_VALUE_STR) {
        attrs->device_type = tunip_value_to_int(e, type, 1);
        return tunip_value_node(attrs, call->doc);
    }
    for (size_t i = 0; i < TUNIP_LEN(device_types); i++) {
        if (!tunip_str_is(type->text, device_types[i].name)) continue;
        attrs->device_type = device_types[i].number;
        return tunip_value_node(attrs, call->doc);
    }
    return tunip_complain(e, type->doc, TUNIP_BREAKS_UNDEFINED_NAME "there is no device `%.*s`",
                          (int)type->text.size, type->text.data);
}

/* ==== Struct infos as scripts write them (TVM python/tvm/script/parser/relax/entry.py) ==== */

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

/* R.Prim("int64"), R.Prim(value=n). In v0.26 the struct info of a number has no value, because its
 * parameter is itself the number that sizes use: `n: T.int64`. */
RELAX_READ(prim_info)
{
    enum { WITHOUT_VALUES = 26 };
    const tunip_value *value = &call->args[1];
    if (value->kind > TUNIP_VALUE_NONE) {
        tunip_note_older(e, WITHOUT_VALUES, call->doc);
        tunip_node *number = relax_prim_of(e, value);
        if (!number) return tunip_value_wrong(call->doc);
        return tunip_value_node(relax_new_prim_info(e, number, relax_no_dtype), call->doc);
    }
    if (call->args[0].kind <= TUNIP_VALUE_NONE)
        return tunip_complain(e, call->doc, TUNIP_BREAKS_DTYPE "R.Prim needs a dtype or a value");
    tunip_dtype dtype = relax_dtype_of(e, &call->args[0]);
    return tunip_value_node(relax_new_prim_info(e, NULL, dtype), call->doc);
}

/* TVM's constructors take an int, so TVM reads ndim=2**40 as 0 dimensions. */
static int64_t ndim_of(tunip_elaborator *e, const tunip_value *value)
{
    int64_t ndim = tunip_value_to_int(e, value, TUNIP_RELAX_UNKNOWN_NDIM);
    if (tunip_elaborator_folds(e)) ndim = (int32_t)(ndim & UINT32_MAX);
    if (ndim >= TUNIP_RELAX_UNKNOWN_NDIM && ndim <= INT32_MAX) return ndim;
    tunip_complain(e, value->doc, TUNIP_BREAKS_SHAPE "there cannot be %lld dimensions",
                   (long long)ndim);
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
        tunip_complain(e, shape->doc, TUNIP_BREAKS_SHAPE "expected a shape, and this is %s",
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
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_SHAPE "R.Tensor takes a shape or `ndim`, not both");
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
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_ARGUMENTS "R.Callable with parameters needs a result");
    info->purity = tunip_value_to_bool(e, &call->args[2], !is_opaque);
    if (derive->kind == TUNIP_VALUE_STR) {
        info->derive_func = tunip_node_new(graph, &tunip_ir_env_func_type);
        if (info->derive_func) info->derive_func->name = tunip_string_new_view(graph, derive->text);
    }
    if (relax_refuse_info(e, (const tunip_node *)info)) return tunip_value_wrong(call->doc);
    return tunip_value_node(info, call->doc);
}
