/* accounts.c -- what the text shows of a graph, and the values that a reader infers for the
 * rest. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/ir_types_v26.h>

#include "account_text.h"
#include "analysis.h"
#include "fold.h"
#include "frame.h"
#include "generated/tables.h"

/* ==== Expressions that a parser of the text evaluates instead of making their node. Programs of a
 * backend call the constructor of the node. */

/* T.min(a, b) and T.max(a, b) of one variable are this variable. */
static bool is_one_variable(const tunip_node *a, const tunip_node *b)
{
    return a == b && a && a->type->flags & TUNIP_TYPE_VARIABLE;
}

bool tir_is_evaluated(const tunip_docsifier *d, const tunip_node *node)
{
    bool is_choice = node->type == &tunip_tir_min_type || node->type == &tunip_tir_max_type;
    bool is_mod = node->type == &tunip_tir_mod_type;
    if (!tunip_account_of_text(d) || (!is_choice && !is_mod)) return false;
    const tunip_tir_binary *expr = (const tunip_tir_binary *)node;
    if (is_mod) return !tir_is_kept(TUNIP_OP_MOD, expr->a, expr->b);
    return is_one_variable(expr->a, expr->b) || tir_are_numbers(expr->a, expr->b);
}

static tunip_walk_action find_plain(const tunip_node *value, void *found)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    if (tunip_is(value, &tunip_array_type)) return TUNIP_WALK_ON;
    if (!tunip_is(value, &tunip_ir_int_imm_type) ||
        !tunip_dtype_equal(tunip_ir_dtype_of(value), int32))
        return TUNIP_WALK_SKIP;
    *(bool *)found = true;
    return TUNIP_WALK_STOP;
}

bool tir_is_plain(tunip_docsifier *d, const tunip_node *value)
{
    bool found = false;
    tunip_walker walker = {.enter = find_plain, .user = &found};
    if (tunip_account_of_text(d)) tunip_job_walk(d, value, &walker);
    return found;
}

/* ==== The accounts of values of any type: annotations, attributes, and the nodes to which
 * attribute statements refer. */

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

/* ==== The fields of the tensor IR that the text shows, and the values that a reader infers for
 * the others. For example, a reader infers the dtype of an expression from its operands, as the
 * constructors compute it (TVM src/tir/ir/expr.cc, stmt.cc, buffer.cc). A value that a constructor
 * rejects counts as lost, too. */

/* ---- dtypes ---- */

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};

static bool is_of(const void *expr, tunip_dtype dtype)
{
    return tunip_dtype_equal(tunip_ir_dtype_of(expr), dtype);
}

static bool is_bool(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_BOOL || (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1);
}

static tunip_dtype with_lanes(tunip_dtype dtype, int lanes)
{
    return tunip_dtype_make(dtype.code, dtype.bits, lanes);
}

/* A bool counts as one. */
static bool is_integer(const void *expr)
{
    tunip_dtype dtype = tunip_ir_dtype_of(expr);
    bool has_code = dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT ||
                    dtype.code == TUNIP_DTYPE_BOOL;
    return has_code && dtype.lanes == 1;
}

static bool are_integers(const tunip_array *exprs)
{
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        if (!is_integer(exprs->items[i])) return false;
    return true;
}

static const char *unless(bool is_fine, const char *field)
{
    return is_fine ? NULL : field;
}

/* Whether a variable, or the variable of an axis, occurs before the node that defines it. */
static bool any_met(const tunip_docsifier *d, const tunip_array *vars)
{
    for (size_t i = 0; i < tunip_array_count(vars); i++) {
        const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, vars->items[i]);
        if (tunip_account_met(d, vars->items[i])) return true;
        if (iter && tunip_account_met(d, iter->var)) return true;
    }
    return false;
}

/* Whether an expression is a string. Only arguments of intrinsics may be strings. */
static bool any_text(const tunip_array *exprs)
{
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        if (tunip_is(exprs->items[i], &tunip_tir_string_imm_type)) return true;
    return false;
}

/* Whether a variable is one that a builder makes itself, and not a tir.SizeVar. */
static bool is_plain_var(const tunip_tir_var *var)
{
    return tunip_is((const tunip_node *)var, &tunip_tir_var_type);
}

/* The fields that a text writes ahead of the variable that the node defines. */
typedef struct early_fields {
    const tunip_type *type;
    const char *var;
    const char *fields[4]; /* up to NULL */
} early_fields;

static const early_fields early[] = {
    {&tunip_tir_allocate_type, "buffer_var", {"extents", "condition", "annotations"}},
    {&tunip_tir_allocate_const_type, "buffer_var", {"extents", "annotations"}},
    {&tunip_tir_for_type, "loop_var", {"min", "extent", "step", "annotations"}},
    {&tunip_tir_iter_var_type, "var", {"dom"}},
};

static const tunip_node *field_of(const tunip_node *node, const char *name)
{
    return tunip_field_node(node, tunip_type_field(node->type, name));
}

/* The name of a field that uses the variable before the text defines it, or NULL. */
static const char *find_early_use(tunip_docsifier *d, const tunip_node *node)
{
    for (size_t i = 0; i < TUNIP_LEN(early); i++) {
        if (node->type != early[i].type) continue;
        const tunip_node *var = field_of(node, early[i].var);
        for (size_t k = 0; k < TUNIP_LEN(early[i].fields) && early[i].fields[k]; k++)
            if (tir_uses_var(d, field_of(node, early[i].fields[k]), var)) return early[i].fields[k];
    }
    return NULL;
}

static const char *dtype_unless(const tunip_node *node, tunip_dtype implied)
{
    return unless(is_of(node, implied), "dtype");
}

/* ---- expressions ---- */

static const char *lost_of_var(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, var->type_annotation);
    static const tunip_dtype handle = {TUNIP_DTYPE_HANDLE, 64, 1};
    static const tunip_dtype nothing = {TUNIP_DTYPE_HANDLE, 0, 0};
    if (!var->type_annotation) return "type_annotation";
    if (type && !type->dtype.bits) return "type_annotation"; /* no value has the dtype void */
    if (type) return dtype_unless(node, type->dtype);
    if (tunip_is(var->type_annotation, &tunip_ir_tuple_type_type))
        return dtype_unless(node, nothing);
    return dtype_unless(node, handle);
}

static const char *lost_of_string(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    static const tunip_dtype handle = {TUNIP_DTYPE_HANDLE, 64, 1};
    if (!((const tunip_tir_string_imm *)node)->value) return "value";
    return dtype_unless(node, handle);
}

static const char *lost_of_sum(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_binary *expr = (const tunip_tir_binary *)node;
    if (!is_of(expr->b, tunip_ir_dtype_of(expr->a))) return "b";
    if (tir_is_evaluated(d, node)) return "a";
    return dtype_unless(node, tunip_ir_dtype_of(expr->a));
}

static const char *lost_of_comparison(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_binary *expr = (const tunip_tir_binary *)node;
    if (!is_of(expr->b, tunip_ir_dtype_of(expr->a))) return "b";
    return dtype_unless(node, with_lanes(boolean, tunip_ir_dtype_of(expr->a).lanes));
}

static const char *lost_of_condition(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_binary *expr = (const tunip_tir_binary *)node;
    if (!is_bool(tunip_ir_dtype_of(expr->a))) return "a";
    return lost_of_comparison(d, node);
}

static const char *lost_of_not(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    tunip_dtype dtype = tunip_ir_dtype_of(((const tunip_tir_not *)node)->a);
    if (!is_bool(dtype)) return "a";
    return dtype_unless(node, with_lanes(boolean, dtype.lanes));
}

static const char *lost_of_cast(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_cast *cast = (const tunip_tir_cast *)node;
    return unless(cast->base.dtype.lanes == tunip_ir_dtype_of(cast->value).lanes, "value");
}

static const char *lost_of_select(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_select *select = (const tunip_tir_select *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(select->true_value),
                by = tunip_ir_dtype_of(select->condition);
    if (!is_bool(by) || (by.lanes != 1 && by.lanes != dtype.lanes)) return "condition";
    if (!is_of(select->false_value, dtype)) return "false_value";
    return dtype_unless(node, dtype);
}

/* The number of lanes; for a scalable vector, the negative factor of vscale; 0 if unknown. */
static int count_lanes(const tunip_node *lanes)
{
    const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, lanes);
    const tunip_tir_binary *product = TUNIP_AS(tunip_tir_mul, lanes);
    if (number)
        return is_of(lanes, int32) && number->value > 1 && number->value <= INT16_MAX
                   ? (int)number->value
                   : 0;
    if (!product) return 0;
    const tunip_ir_int_imm *a = TUNIP_AS(tunip_ir_int_imm, product->a);
    const tunip_ir_int_imm *b = TUNIP_AS(tunip_ir_int_imm, product->b);
    const tunip_ir_int_imm *factor = a ? a : b;
    if (!factor || factor->value < 1 || factor->value > INT16_MAX) return 0;
    return -(int)factor->value;
}

static const char *lost_of_vector(const tunip_node *node, tunip_dtype element,
                                  const tunip_node *lanes)
{
    int count = count_lanes(lanes);
    if (!count) return "lanes";
    return element.lanes == 1 ? dtype_unless(node, with_lanes(element, count)) : "dtype";
}

static const char *lost_of_ramp(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_ramp *ramp = (const tunip_tir_ramp *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(ramp->start);
    if (dtype.code != TUNIP_DTYPE_INT && dtype.code != TUNIP_DTYPE_UINT) return "base";
    if (!is_of(ramp->stride, dtype)) return "stride";
    return lost_of_vector(node, dtype, ramp->lanes);
}

static const char *lost_of_broadcast(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_broadcast *broadcast = (const tunip_tir_broadcast *)node;
    return lost_of_vector(node, tunip_ir_dtype_of(broadcast->value), broadcast->lanes);
}

static const char *lost_of_shuffle(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_shuffle *shuffle = (const tunip_tir_shuffle *)node;
    if (!tunip_array_count(shuffle->vectors)) return "vectors";
    if (!tunip_array_count(shuffle->indices)) return "indices";
    tunip_dtype first = tunip_ir_dtype_of(shuffle->vectors->items[0]);
    for (size_t i = 0; i < shuffle->vectors->count; i++)
        if (!tunip_dtype_equal(with_lanes(tunip_ir_dtype_of(shuffle->vectors->items[i]), 1),
                               with_lanes(first, 1)))
            return "vectors";
    return dtype_unless(node, with_lanes(first, (int)shuffle->indices->count));
}

static const char *lost_of_let(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_let *let = (const tunip_tir_let *)node;
    if (!is_of(let->var, tunip_ir_dtype_of(let->value))) return "var";
    return dtype_unless(node, tunip_ir_dtype_of(let->body));
}

/* A call needs an operator of this dialect or a function of the module as its callee. Such a
 * function takes text only in a call that shows its dtype. */
static const char *lost_of_call(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_call *call = (const tunip_tir_call *)node;
    (void)d;
    static const tunip_str own = TUNIP_STR("tir.");
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    tunip_str name = tunip_string_value(op ? op->name : NULL);
    if (op) return unless(name.size > own.size && memcmp(name.data, own.data, own.size) == 0, "op");
    if (!tunip_is(call->op, &tunip_ir_global_var_type)) return "op";
    return unless(call->base.dtype.bits || !any_text(call->args), "args");
}

/* The parameters of a function that a text writes as a lambda: one or two lists of variables. */
typedef struct lambda_params {
    const tunip_array *lists[2];
} lambda_params;

static bool is_foreign(const tunip_node *var, void *user)
{
    const lambda_params *params = user;
    for (size_t i = 0; i < TUNIP_LEN(params->lists); i++)
        if (tir_has_item(params->lists[i], var)) return false;
    return true;
}

/* Whether a lambda uses variables that are not its own: nothing defines them. */
static bool uses_foreign(tunip_docsifier *d, const tunip_array *results, lambda_params params)
{
    return tir_uses(d, (const tunip_node *)results, is_foreign, &params);
}

static const char *lost_of_index_map(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_index_map *map = (const tunip_tir_index_map *)node;
    if (any_met(d, map->initial_indices)) return "initial_indices";
    if (uses_foreign(d, map->final_indices, (lambda_params){{map->initial_indices, NULL}}))
        return "final_indices";
    return unless(!any_text(map->final_indices), "final_indices");
}

static const char *lost_of_reducer(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_comm_reducer *reducer = (const tunip_tir_comm_reducer *)node;
    if (any_met(d, reducer->lhs)) return "lhs";
    if (any_met(d, reducer->rhs)) return "rhs";
    size_t count = tunip_array_count(reducer->lhs);
    if (tunip_array_count(reducer->rhs) != count) return "rhs";
    if (tunip_array_count(reducer->result) != count) return "result";
    if (tunip_array_count(reducer->identity_element) != count) return "identity_element";
    bool is_closed =
        !uses_foreign(d, reducer->result, (lambda_params){{reducer->lhs, reducer->rhs}});
    return unless(is_closed, "result");
}

static const char *lost_of_reduce(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_reduce *reduce = (const tunip_tir_reduce *)node;
    size_t count = tunip_array_count(reduce->source), at = (size_t)reduce->value_index;
    if (reduce->value_index < 0 || at >= count) return "value_index";
    return dtype_unless(node, tunip_ir_dtype_of(reduce->source->items[at]));
}

/* ---- elements of buffers ---- */

/* The dtype of the element at `indices`. Only the last index may be a vector; otherwise returns a
 * dtype without bits. */
static tunip_dtype element_dtype(const tunip_tir_buffer *buffer, const tunip_array *indices)
{
    static const tunip_dtype none;
    size_t count = tunip_array_count(indices);
    if (!buffer || count != tunip_array_count(buffer->shape)) return none;
    for (size_t i = 0; i + 1 < count; i++)
        if (tunip_ir_dtype_of(indices->items[i]).lanes != 1) return none;
    int lanes = count ? tunip_ir_dtype_of(indices->items[count - 1]).lanes : 1;
    if (lanes < 0 && buffer->dtype.lanes < 0) return none;
    return with_lanes(buffer->dtype, lanes * buffer->dtype.lanes);
}

/* A predicate is a vector of bools with as many lanes as the last index. */
static bool is_mask(const tunip_node *predicate, const tunip_array *indices)
{
    if (!predicate) return true;
    size_t count = tunip_array_count(indices);
    int lanes = count ? tunip_ir_dtype_of(indices->items[count - 1]).lanes : 1;
    tunip_dtype dtype = tunip_ir_dtype_of(predicate);
    return is_bool(dtype) && dtype.lanes == lanes;
}

static const char *lost_of_load(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
    tunip_dtype dtype = element_dtype(load->buffer, load->indices);
    if (!dtype.lanes) return "indices";
    if (!is_mask(load->predicate, load->indices)) return "predicate";
    return dtype_unless(node, dtype);
}

static const char *lost_of_store(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
    tunip_dtype dtype = element_dtype(store->buffer, store->indices);
    if (!dtype.lanes) return "indices";
    if (!is_mask(store->predicate, store->indices)) return "predicate";
    return unless(is_of(store->value, dtype), "value");
}

static const char *lost_of_region(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)node;
    const tunip_array *shape = region->buffer ? region->buffer->shape : NULL;
    if (!tir_are_ranges(region->region)) return "region";
    return unless(tunip_array_count(region->region) == tunip_array_count(shape), "region");
}

static tunip_str scope_of(const tunip_tir_buffer *buffer)
{
    const tunip_ir_pointer_type *type =
        TUNIP_AS(tunip_ir_pointer_type, buffer->data ? buffer->data->type_annotation : NULL);
    return tunip_string_value(type ? type->storage_scope : NULL);
}

/* A view has the dtype of its source, and its alignment is not larger. */
static const char *lost_of_match(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_match_buffer_region *match = (const tunip_tir_match_buffer_region *)node;
    const tunip_tir_buffer *view = match->buffer;
    const tunip_tir_buffer *source = match->source ? match->source->buffer : NULL;
    (void)d;
    if (!view || !source || !tunip_dtype_equal(view->dtype, source->dtype)) return "buffer";
    bool is_aligned =
        view->data_alignment > 0 && source->data_alignment % view->data_alignment == 0;
    if (!is_aligned || !tunip_str_equal(scope_of(view), scope_of(source))) return "buffer";
    return unless(tir_may_be_shape(match->source->region, view->shape), "buffer");
}

static const char *lost_of_buffer(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    const tunip_ir_pointer_type *pointer =
        TUNIP_AS(tunip_ir_pointer_type, buffer->data ? buffer->data->type_annotation : NULL);
    tunip_dtype offset = tunip_ir_dtype_of(buffer->elem_offset);
    if (!pointer || !tunip_is(pointer->element_type, &tunip_ir_prim_type_type)) return "data";
    if (!is_plain_var(buffer->data)) return "data";
    if (!buffer->elem_offset) return "elem_offset";
    if ((offset.code != TUNIP_DTYPE_INT && offset.code != TUNIP_DTYPE_UINT) || offset.lanes != 1)
        return "elem_offset";
    if (!buffer->shape || !are_integers(buffer->shape)) return "shape";
    if (any_text(buffer->strides)) return "strides";
    if (!tir_are_separators(buffer->axis_separators, tunip_array_count(buffer->shape)))
        return "axis_separators";
    if (buffer->data_alignment <= 0) return "data_alignment"; /* a reader takes the default */
    if (buffer->offset_factor <= 0) return "offset_factor";
    if (!tunip_array_count(buffer->shape) && tunip_array_count(buffer->strides)) return "strides";
    if (buffer->buffer_type == TUNIP_TIR_BUFFER_AUTO_BROADCAST &&
        tunip_array_count(buffer->shape) && !tunip_array_count(buffer->strides))
        return "strides"; /* a reader adds strides to such a buffer */
    return unless(buffer->buffer_type == TUNIP_TIR_BUFFER_DEFAULT ||
                      buffer->buffer_type == TUNIP_TIR_BUFFER_AUTO_BROADCAST,
                  "buffer_type");
}

/* ---- statements ---- */

static const char *lost_of_for(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_for *loop = (const tunip_tir_for *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(loop->loop_var);
    if (dtype.lanes != 1 || (dtype.code != TUNIP_DTYPE_INT && dtype.code != TUNIP_DTYPE_UINT))
        return "loop_var";
    bool is_bound = loop->kind == TUNIP_TIR_FOR_THREAD_BINDING;
    if (is_bound &&
        (!loop->thread_binding || !tunip_string_value(loop->thread_binding->thread_tag).size))
        return "thread_binding";
    if (!is_bound && loop->thread_binding) return "thread_binding";
    const tunip_tir_iter_var *thread = loop->thread_binding;
    if (tunip_account_met(d, loop->loop_var)) return "loop_var";
    if (thread && (!tunip_account_claim(d, thread) || !tunip_account_claim(d, thread->var)))
        return "thread_binding";
    const char *early_use = find_early_use(d, node);
    if (early_use) return early_use;
    if (!is_of(loop->min, dtype)) return "min";
    if (!is_of(loop->extent, dtype)) return "extent";
    return unless(!loop->step || is_of(loop->step, dtype), "step");
}

/* A reader makes a plain statement of a sequence of one statement. */
static const char *lost_of_seq(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    return unless(tunip_array_count(((const tunip_tir_seq_stmt *)node)->seq) > 1, "seq");
}

static const char *lost_of_let_stmt(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
    return unless(is_of(let->value, tunip_ir_dtype_of(let->var)), "var");
}

/* The text shows the message as a string and not its node. */
static const char *lost_of_assert(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_assert_stmt *stmt = (const tunip_tir_assert_stmt *)node;
    if (!is_bool(tunip_ir_dtype_of(stmt->condition))) return "condition";
    if (!tunip_is(stmt->message, &tunip_tir_string_imm_type)) return "message";
    return unless(!lost_of_string(d, stmt->message), "message");
}

static bool is_true(const tunip_node *expr)
{
    return tunip_ir_is_int(expr, 1) && !is_of(expr, boolean);
}

/* The pointer type that a reader gives to a new variable for memory of `dtype`, as far as the text
 * shows it; NULL if the variable is another one. */
static const tunip_ir_pointer_type *allocated(tunip_docsifier *d, const tunip_tir_var *var,
                                              tunip_dtype dtype)
{
    const tunip_ir_pointer_type *pointer =
        TUNIP_AS(tunip_ir_pointer_type, var ? var->type_annotation : NULL);
    const tunip_ir_prim_type *element =
        TUNIP_AS(tunip_ir_prim_type, pointer ? pointer->element_type : NULL);
    bool is_new = is_plain_var(var) && !tunip_account_met(d, var);
    return is_new && element && tunip_dtype_equal(element->dtype, dtype) ? pointer : NULL;
}

/* A condition of another dtype than bool is omitted, as if it were true. */
static const char *lost_of_allocate(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_allocate *stmt = (const tunip_tir_allocate *)node;
    if (!allocated(d, stmt->buffer_var, stmt->dtype)) return "buffer_var";
    if (!is_bool(tunip_ir_dtype_of(stmt->condition))) return "condition";
    if (is_true(stmt->condition)) return "condition";
    if (!stmt->extents) return "extents";
    if (tir_is_in_declaration(d, stmt)) return "buffer_var";
    return find_early_use(d, node);
}

static const char *lost_of_allocate_const(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_allocate_const *stmt = (const tunip_tir_allocate_const *)node;
    const tunip_ir_pointer_type *pointer = allocated(d, stmt->buffer_var, stmt->dtype);
    if (!pointer || !tunip_str_is(tunip_string_value(pointer->storage_scope), "global"))
        return "buffer_var";
    if (!stmt->extents) return "extents";
    if (!tir_is_list_of(stmt->data, stmt)) return "data";
    return find_early_use(d, node);
}

static const char *lost_of_buffer_realize(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_buffer_realize *realize = (const tunip_tir_buffer_realize *)node;
    const tunip_node *condition = realize->condition;
    const tunip_array *shape = realize->buffer ? realize->buffer->shape : NULL;
    if (tunip_array_count(realize->bounds) != tunip_array_count(shape)) return "bounds";
    if (!tir_are_ranges(realize->bounds)) return "bounds";
    return unless(is_bool(tunip_ir_dtype_of(condition)) && !is_true(condition), "condition");
}

static const char *lost_of_while(tunip_docsifier *d, const tunip_node *node)
{
    tunip_dtype dtype = tunip_ir_dtype_of(((const tunip_tir_while *)node)->condition);
    (void)d;
    return unless(dtype.lanes == 1, "condition");
}

/* The iteration variables of a block have a domain and no thread tag. */
static const char *lost_of_block(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_block *block = (const tunip_tir_block *)node;
    if (any_met(d, block->iter_vars)) return "iter_vars";
    const tir_state *state = tunip_job_state(d, &tunip_dialect_tir);
    if (state && state->has_function &&
        tunip_map_get(block->annotations, "tir.script_parsing_detect_access"))
        return "annotations"; /* a note of TVM's own, which it removes from functions */
    for (size_t i = 0; i < tunip_array_count(block->iter_vars); i++) {
        const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, block->iter_vars->items[i]);
        if (!iter || !iter->dom || tunip_string_value(iter->thread_tag).size) return "iter_vars";
    }
    return NULL;
}

static const char *lost_of_block_realize(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    const tunip_tir_block_realize *realize = (const tunip_tir_block_realize *)node;
    const tunip_array *vars = realize->block ? realize->block->iter_vars : NULL;
    if (tunip_array_count(vars) != tunip_array_count(realize->iter_values)) return "iter_values";
    for (size_t i = 0; i < tunip_array_count(vars); i++)
        if (tunip_ir_dtype_of(realize->iter_values->items[i]).code != TUNIP_DTYPE_INT)
            return "iter_values";
    if (!is_bool(tunip_ir_dtype_of(realize->predicate))) return "predicate";
    return unless(!is_true(realize->predicate), "predicate");
}

/* A text has the end of a range in place of the extent, which is the difference again: in the dtype
 * of both, which only a bool or a zero leaves alone. */
static bool is_beginning(const tunip_node *min, tunip_dtype dtype)
{
    if (is_of(min, dtype)) return true;
    return is_integer(min) && (is_bool(tunip_ir_dtype_of(min)) || tunip_ir_is_int(min, 0));
}

static const char *lost_of_iter_var(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)node;
    const tunip_ir_range *dom = iter->dom;
    tunip_dtype dtype = tunip_ir_dtype_of(iter->var);
    if (iter->iter_type < 0 || iter->iter_type > TUNIP_TIR_ITER_TENSORIZED) return "iter_type";
    if (dtype.code != TUNIP_DTYPE_INT && dtype.code != TUNIP_DTYPE_UINT) return "var";
    if (dom && (!is_of(dom->extent, dtype) || !is_beginning(dom->min, dtype))) return "dom";
    return find_early_use(d, node);
}

/* ---- functions ---- */

static const char *lost_of_prim_func(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_tir_prim_func *func = (const tunip_tir_prim_func *)node;
    const tunip_ir_tuple_type *nothing = TUNIP_AS(tunip_ir_tuple_type, func->ret_type);
    const tunip_ir_prim_type *number = TUNIP_AS(tunip_ir_prim_type, func->ret_type);
    tir_state *state = tunip_job_state(d, &tunip_dialect_tir);
    if (state) state->has_function = true;
    if (!func->base.attrs) return "attrs";
    if (any_met(d, func->params)) return "params";
    if (tunip_map_count(func->buffer_map) && !tunip_account_claim(d, func->buffer_map))
        return "buffer_map";
    if (tunip_is(func->body, &tunip_tir_block_type)) return "body"; /* gets another one around it */
    if (!func->ret_type || (nothing && tunip_array_count(nothing->fields))) return "ret_type";
    if (number && !number->dtype.bits) return "ret_type";
    for (size_t i = 0; i < tunip_map_count(func->buffer_map); i++) {
        const tunip_node *key = func->buffer_map->entries[i].key;
        if (!tir_has_item(func->params, key) || tunip_ir_dtype_of(key).code != TUNIP_DTYPE_HANDLE)
            return "buffer_map";
    }
    return NULL;
}

/* ---- the table ---- */

const tunip_account tir_accounts[TIR_ACCOUNT_COUNT] = {
#define X(type, shown, implied, lost) {&type##_type, shown, implied, lost},
#include "accounts.def"
#undef X
};
