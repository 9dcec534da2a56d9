/* attrs.c -- the attributes of operators: their fields, and the values of absent ones. */
#include "read.h"

#include <stdlib.h>

const tunip_field *relax_attr_field(const tunip_type *attrs, tunip_str name)
{
    for (; attrs; attrs = attrs->base)
        for (size_t i = 0; i < attrs->field_count; i++)
            if (tunip_str_is(name, attrs->fields[i].name)) return &attrs->fields[i];
    return NULL;
}

/* ---- setting a field ---- */

static const tunip_type *const wide_attrs[] = {
#define WIDE(type, dimensions) &type##_type,
#include "../wide_attrs.def"
#undef WIDE
};

/* The bits of a bare number: 64 for the types of wide_attrs.def, except for `pool_size` of a
 * gradient; otherwise 32. */
static int bits_of(const char *op, const tunip_type *attrs, const tunip_field *field)
{
    static const char gradients[] = "relax.grad.";
    bool is_gradient = strncmp(op, gradients, sizeof gradients - 1) == 0;
    if (is_gradient && strcmp(field->name, "pool_size") == 0) return 32;
    for (size_t i = 0; i < TUNIP_LEN(wide_attrs); i++)
        if (attrs == wide_attrs[i]) return 64;
    return 32;
}

/* A bare number gets the usual dtype, a bool the dtype bool. */
static tunip_node *number_of(tunip_elaborator *e, const tunip_value *value, const tunip_type *type,
                             int bits)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
    static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
    if (value->kind == TUNIP_VALUE_FLOAT)
        return (tunip_node *)tunip_ir_float(graph, float32, value->real);
    if (value->kind == TUNIP_VALUE_BOOL)
        return (tunip_node *)tunip_ir_int(graph, boolean, value->boolean);
    if (value->kind != TUNIP_VALUE_INT) return relax_number_of(e, value);
    if (type == &tunip_ir_float_imm_type)
        return (tunip_node *)tunip_ir_float(graph, float32, (double)value->integer);
    if (value->integer != (int32_t)value->integer) bits = 64;
    return (tunip_node *)tunip_ir_int(graph, tunip_dtype_make(TUNIP_DTYPE_INT, bits, 1),
                                      value->integer);
}

/* Several numbers; a single number means a list of one number. */
static tunip_node *numbers_of(tunip_elaborator *e, const tunip_value *value, const tunip_type *type,
                              int bits)
{
    tunip_values values = {value, 1};
    if (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type)
        return relax_are_numbers(e, value) ? value->node : NULL;
    if (value->kind == TUNIP_VALUE_LIST) values = value->items;
    void **items = tunip_elaborator_alloc(e, values.count * sizeof *items);
    for (size_t i = 0; items && i < values.count; i++)
        items[i] = number_of(e, &values.items[i], type, bits);
    if (!items) return NULL;
    return (tunip_node *)tunip_array_new(tunip_elaborator_graph(e), values.count, items);
}

static tunip_node *prim_value_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *expr = relax_expr_of(e, value);
    if (!expr || tunip_is(expr, &tunip_relax_prim_value_type)) return expr;
    tunip_complain_instead(e, value, "R.prim_value");
    return NULL;
}

/* T.index_map(...), or a lambda alone. */
static tunip_node *index_map_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_value map = *value;
    if (value->kind == TUNIP_VALUE_LAMBDA)
        map = tunip_call_word(e, &tunip_dialect_tir, "index_map", (tunip_values){value, 1},
                              value->doc);
    return tunip_value_to_node(e, &map, &tunip_tir_index_map_type);
}

/* A dtype that may be absent. */
static tunip_node *new_dtype(tunip_elaborator *e, tunip_dtype dtype)
{
    tunip_dtype_value *made = tunip_graph_alloc(tunip_elaborator_graph(e), sizeof *made);
    if (!made || !dtype.bits) return NULL;
    *made = (tunip_dtype_value){{&tunip_dtype_type}, dtype};
    return (tunip_node *)made;
}

static tunip_node *node_of(tunip_elaborator *e, const tunip_field *field, const tunip_value *value,
                           int bits)
{
    const tunip_type *type = field->expects;
    if (value->kind <= TUNIP_VALUE_NONE) return NULL;
    if (type == &tunip_array_type) return numbers_of(e, value, field->item, bits);
    if (type == &tunip_string_type)
        return (tunip_node *)tunip_string_new_view(tunip_elaborator_graph(e),
                                                   tunip_value_to_str(e, value, ""));
    if (type == &tunip_int_type)
        return (tunip_node *)tunip_int_new(tunip_elaborator_graph(e),
                                           tunip_value_to_int(e, value, 0));
    if (type == &tunip_ir_int_imm_type || type == &tunip_ir_float_imm_type)
        return number_of(e, value, type, bits);
    if (type == &tunip_dtype_type) return new_dtype(e, relax_dtype_of(e, value));
    if (type == &tunip_ir_vdevice_type) return relax_vdevice_of(e, value);
    if (type == &tunip_relax_device_mesh_type) return relax_mesh_of(e, value);
    if (type == &tunip_relax_placement_type) return relax_placement_of(e, value);
    if (type == &tunip_relax_prim_value_type) return prim_value_of(e, value);
    if (type == &tunip_tir_index_map_type) return index_map_of(e, value);
    if (type == &tunip_map_type) return tunip_value_to_data(e, value);
    return relax_is_list(value) ? numbers_of(e, value, NULL, bits)
                                : number_of(e, value, NULL, bits);
}

void relax_set_attr(tunip_elaborator *e, const char *op, tunip_node *attrs,
                    const tunip_field *field, const tunip_value *value)
{
    void *at = (char *)attrs + field->offset;
    tunip_value given = *value;
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        *(int64_t *)at = tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_BOOL:
        *(bool *)at = tunip_value_to_bool(e, value, false);
        return;
    case TUNIP_KIND_FLOAT:
        *(double *)at = value->kind == TUNIP_VALUE_FLOAT ? value->real
                                                         : (double)tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_DTYPE:
        *(tunip_dtype *)at = relax_dtype_of(e, value);
        return;
    case TUNIP_KIND_NODE:
        if (strcmp(field->name, "exclusive") == 0 && value->kind == TUNIP_VALUE_INT)
            given = (tunip_value){.kind = TUNIP_VALUE_BOOL, .boolean = value->integer != 0};
        *(tunip_node **)at = node_of(e, field, &given, bits_of(op, attrs->type, field));
        return;
    }
}

/* ---- values of absent parameters ---- */

/* Reads a number, a string, a name or a list of numbers: None, -1, 'NCHW', (1,1). */
static tunip_value literal_of(tunip_elaborator *e, tunip_str text)
{
    tunip_value value = {.kind = TUNIP_VALUE_NONE};
    if (!text.size || tunip_str_is(text, "None")) return value;
    if (tunip_str_is(text, "True") || tunip_str_is(text, "False")) {
        value.kind = TUNIP_VALUE_BOOL;
        value.boolean = text.data[0] == 'T';
    } else if (text.data[0] == '\'') {
        value.kind = TUNIP_VALUE_STR;
        value.text = (tunip_str){text.data + 1, text.size - 2};
    } else if (text.data[0] == '(' || text.data[0] == '[') {
        tunip_value *items = tunip_elaborator_alloc(e, text.size * sizeof *items);
        value.kind = TUNIP_VALUE_LIST;
        for (size_t begin = 1, at = 1; items && at < text.size; at++) {
            if (text.data[at] != ',' && at + 1 < text.size) continue;
            if (at > begin)
                items[value.items.count++] =
                    literal_of(e, (tunip_str){text.data + begin, at - begin});
            begin = at + 1;
        }
        value.items.items = items;
    } else if (memchr(text.data, '.', text.size) || memchr(text.data, 'e', text.size)) {
        value.kind = TUNIP_VALUE_FLOAT;
        value.real = strtod(text.data, NULL);
    } else {
        value.kind = TUNIP_VALUE_INT;
        value.integer = strtol(text.data, NULL, 10);
    }
    return value;
}

bool relax_default(tunip_elaborator *e, const char *params, tunip_str name, tunip_value *out)
{
    while (*params) {
        size_t size = strcspn(params, " ");
        bool is_it = size > name.size && params[name.size] == '=' &&
                     memcmp(params, name.data, name.size) == 0;
        if (is_it) {
            tunip_str text = {params + name.size + 1, size - name.size - 1};
            *out = literal_of(e, text);
            return true;
        }
        params += size;
        params += strspn(params, " ");
    }
    return false;
}
