/* device.c -- virtual devices, and tensors spread over several (TVM
 * python/tvm/script/parser/relax/dist.py). */
#include <limits.h>

#include "read.h"

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
    return tunip_complain(e, type->doc, "there is no device `%.*s`", (int)type->text.size,
                          type->text.data);
}
