/* accounts_values.c -- the accounts of values of any type: annotations, attributes, and the nodes
 * to which attribute statements refer. */
#include <tunip/tvm/ir_types_v26.h>

#include "account_text.h"
#include "analysis.h"

/* ---- annotations ---- */

/* A value that a reader makes differently, if one is found. */
typedef struct changed_search {
    bool of_text; /* for a parser of the text, which replaces struct infos */
    bool found;
} changed_search;

/* Whether a reader makes another value of a value in a dictionary: of a node that prints as a plain
 * value, of a value that prints as a string, of a type, for which it makes a variable, or of a part
 * of a program, which only stands in its place. */
static tunip_walk_action find_changed(const tunip_node *value, void *user)
{
    changed_search *search = user;
    static const tunip_type *const changed[] = {
        &tunip_tir_string_imm_type, &tunip_dtype_type,    &tunip_device_type,
        &tunip_shape_type,          &tunip_ir_type_type,  &tunip_ir_base_func_type,
        &tunip_tir_iter_var_type,   &tunip_tir_stmt_type, &tunip_tir_buffer_region_type,
        &tunip_ir_module_type,      &tunip_ir_attrs_type, &tunip_ir_range_type,
    };
    if (tunip_is(value, &tunip_array_type)) return TUNIP_WALK_ON;
    for (size_t i = 0; i < TUNIP_LEN(changed); i++) {
        if (!tunip_is_a(value, changed[i])) continue;
        search->found = true;
        return TUNIP_WALK_STOP;
    }
    bool is_info = tunip_is_a(value, &tunip_ir_struct_info_type);
    bool is_name = tunip_is(value, &tunip_ir_op_type) || tunip_is(value, &tunip_ir_global_var_type);
    bool is_value = tunip_is_a(value, &tunip_ir_relax_expr_type) &&
                    !tunip_is_a(value, &tunip_ir_prim_expr_type) && !is_name;
    search->found =
        is_info ? search->of_text : is_value || tunip_is(value, &tunip_ir_env_func_type);
    if (search->found) return TUNIP_WALK_STOP;
    return is_info ? TUNIP_WALK_ON : TUNIP_WALK_SKIP;
}

/* Whether the value or an item of it, if it is a list, is such a value. */
static bool is_changed(tunip_docsifier *d, const tunip_node *value)
{
    changed_search search = {.of_text = tunip_account_of_text(d)};
    tunip_walker walker = {.enter = find_changed, .user = &search};
    tunip_job_walk(d, value, &walker);
    return search.found;
}

/* A reader makes nodes of plain numbers. */
const char *tir_lost_of_attr_stmt(tunip_docsifier *d, const tunip_node *node)
{
    static const tunip_type *const changed[] = {
        &tunip_int_type,    &tunip_bool_type,  &tunip_float_type,    &tunip_dtype_type,
        &tunip_device_type, &tunip_shape_type, &tunip_ir_module_type};
    const tunip_node *on = ((const tunip_tir_attr_stmt *)node)->node;
    for (size_t i = 0; i < TUNIP_LEN(changed); i++)
        if (tunip_is(on, changed[i])) return "node";
    if (tunip_is_a(on, &tunip_ir_attrs_type)) return "node"; /* prints as a dictionary */
    if (tunip_is(on, &tunip_array_type) && is_changed(d, on)) return "node";
    if (tunip_is_a(on, &tunip_ir_type_type)) return "node"; /* a reader makes an expression of it */
    return on ? NULL : "node";
}

/* Whether a reader makes the same key. In a Python dictionary, nodes that are equal would be one
 * key. */
static bool is_key(const tunip_node *key)
{
    return tunip_is(key, &tunip_string_type) || tunip_is(key, &tunip_int_type) ||
           tunip_is(key, &tunip_ir_global_var_v26_type);
}

/* Whether a variable is a handle. It may be a parameter of which the text shows only the buffer. */
static bool is_handle(const tunip_node *var, void *user)
{
    (void)user;
    return tunip_ir_dtype_of(var).code == TUNIP_DTYPE_HANDLE &&
           tunip_is(((const tunip_tir_var *)var)->type_annotation, &tunip_ir_prim_type_type);
}

const char *tir_lost_of_map(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_map *map = (const tunip_map *)node;
    for (size_t i = 0; i < map->count; i++) {
        const tunip_map_entry *entry = &map->entries[i];
        if (tunip_account_is_claimed(d, map)) return NULL; /* the function or the module shows it */
        if (!is_key(entry->key)) return "key";
        if (is_changed(d, entry->value)) return "value";
        if (tir_uses(d, entry->value, is_handle, NULL)) return "value";
        if (tir_is_plain(d, entry->value)) return "value";
    }
    return NULL;
}

/* ---- constants ---- */

/* Whether a reader makes the same tensor of the printed list of elements: TVM prints all of them,
 * and the tensor has the dtype and the extents of the statement. TVM prints the bits of half floats
 * as integers, and a reader treats these integers as the values. */
bool tir_is_list_of(const tunip_tensor *tensor, const tunip_tir_allocate_const *stmt)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    enum { MOST_ELEMENTS = 201 };
    if (!tensor || !tunip_dtype_equal(tensor->dtype, stmt->dtype) ||
        tensor->ndim != tunip_array_count(stmt->extents))
        return false;
    int64_t count = 1;
    for (size_t i = 0; i < tensor->ndim; i++) {
        const tunip_node *extent = stmt->extents->items[i];
        if (!tunip_ir_is_int(extent, tensor->shape[i]) ||
            !tunip_dtype_equal(tunip_ir_dtype_of(extent), int32))
            return false;
        if (tensor->shape[i] < 0 || tensor->shape[i] > MOST_ELEMENTS) return false;
        count *= tensor->shape[i];
        if (count > MOST_ELEMENTS) return false;
    }
    bool is_half = tensor->dtype.code == TUNIP_DTYPE_FLOAT && tensor->dtype.bits == 16;
    return tensor->dtype.code <= TUNIP_DTYPE_FLOAT && tensor->dtype.lanes == 1 && !is_half;
}

/* ---- allocations ---- */

bool tir_is_in_declaration(tunip_docsifier *d, const tunip_tir_allocate *stmt)
{
    const tunip_tir_decl_buffer *decl = TUNIP_AS(tunip_tir_decl_buffer, stmt->body);
    const tunip_tir_buffer *buffer = decl ? decl->buffer : NULL;
    const tunip_node *var = (const tunip_node *)stmt->buffer_var;
    return buffer && buffer->data == stmt->buffer_var &&
           (tir_uses_var(d, (const tunip_node *)buffer->strides, var) ||
            tir_uses_var(d, buffer->elem_offset, var));
}

/* ---- shapes ---- */

bool tir_are_ranges(const tunip_array *ranges)
{
    for (size_t i = 0; i < tunip_array_count(ranges); i++) {
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, ranges->items[i]);
        if (!range ||
            !tunip_dtype_equal(tunip_ir_dtype_of(range->extent), tunip_ir_dtype_of(range->min)))
            return false;
    }
    return true;
}

/* Whether the extents of a region may be the shape of a view, after any number of ones. */
bool tir_may_be_shape(const tunip_array *region, const tunip_array *shape)
{
    size_t extents = tunip_array_count(region), dims = tunip_array_count(shape);
    if (dims > extents) return false;
    for (size_t i = 0; i < extents; i++) {
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, region->items[i]);
        const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, range ? range->extent : NULL);
        bool is_ahead = i < extents - dims;
        const tunip_node *dim = is_ahead ? NULL : shape->items[i - (extents - dims)];
        const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, dim);
        if (is_ahead && !(extent && extent->value == 1)) return false;
        if (extent && number && extent->value != number->value) return false;
        if (is_ahead || (extent && number) || tunip_is_a(dim, &tunip_tir_var_type)) continue;
        if (!tir_same_expr(range ? range->extent : NULL, dim)) return false; /* or unknown */
    }
    return true;
}

/* Separators are places between dimensions, from left to right. */
bool tir_are_separators(const tunip_array *separators, size_t dims)
{
    int64_t last = 0;
    for (size_t i = 0; i < tunip_array_count(separators); i++) {
        const tunip_ir_int_imm *at = TUNIP_AS(tunip_ir_int_imm, separators->items[i]);
        if (!at || at->value < last || at->value > (int64_t)dims) return false;
        last = at->value;
    }
    return true;
}
