/* account_flow.c -- which bindings TVM makes again when it ends a dataflow block (TVM
 * src/script/ir_builder/relax/frame.cc, BlockFrame): those that use an output of the block, which
 * becomes another variable. TVM then checks their calls and infers their struct info. */
#include "account_flow.h"

#include "../equal.h"
#include "../infer/infer.h"
#include "../ops.h"
#include "symbols.h"
#include "usual.h"

static bool is_equal(tunip_docsifier *d, const tunip_node *a, const tunip_node *b)
{
    return relax_equal(tunip_job_scratch(d), a, b);
}

/* ---- struct infos ---- */

static tunip_walk_action find_size_var(const tunip_node *node, void *found)
{
    *(bool *)found = tunip_is_a(node, &tunip_tir_var_type);
    return *(bool *)found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool relax_has_size_var(tunip_docsifier *d, const tunip_node *info)
{
    bool found = false;
    tunip_walker walker = {.enter = find_size_var, .user = &found, .skip = TUNIP_FLAG_IGNORE};
    if (info) tunip_job_walk(d, info, &walker);
    return found;
}

static bool may_be_size(const tunip_node *a, const tunip_node *b)
{
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a), *y = TUNIP_AS(tunip_ir_int_imm, b);
    return !x || !y || x->value == y->value;
}

static bool may_be_sizes(const tunip_array *a, const tunip_array *b)
{
    if (!a || !b) return true;
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (!may_be_size(a->items[i], b->items[i])) return false;
    return true;
}

static bool may_be_tensor(const tunip_relax_tensor_struct_info *a,
                          const tunip_relax_tensor_struct_info *b)
{
    const tunip_relax_shape_expr *x = TUNIP_AS(tunip_relax_shape_expr, a->shape);
    const tunip_relax_shape_expr *y = TUNIP_AS(tunip_relax_shape_expr, b->shape);
    bool has_dtypes = a->dtype.bits && b->dtype.bits;
    bool has_ndims = a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && b->ndim != TUNIP_RELAX_UNKNOWN_NDIM;
    if (has_dtypes && !tunip_dtype_equal(a->dtype, b->dtype)) return false;
    if (has_ndims && a->ndim != b->ndim) return false;
    return !x || !y || may_be_sizes(x->values, y->values);
}

static bool may_be_shape(const tunip_relax_shape_struct_info *a,
                         const tunip_relax_shape_struct_info *b)
{
    bool has_ndims = a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && b->ndim != TUNIP_RELAX_UNKNOWN_NDIM;
    return !(has_ndims && a->ndim != b->ndim) && may_be_sizes(a->values, b->values);
}

static bool may_be_tuple(tunip_docsifier *d, const tunip_array *a, const tunip_array *b)
{
    if (tunip_array_count(a) != tunip_array_count(b)) return false;
    for (size_t i = 0; i < tunip_array_count(a); i++)
        if (!relax_may_be(d, a->items[i], b->items[i])) return false;
    return true;
}

bool relax_may_be(tunip_docsifier *d, const tunip_node *info, const tunip_node *other)
{
    bool is_any = tunip_is(info, &tunip_relax_object_struct_info_type) ||
                  tunip_is(other, &tunip_relax_object_struct_info_type);
    if (is_any) return true;
    if (!info || !other || info->type != other->type) return false;
    if (tunip_is(info, &tunip_relax_tensor_struct_info_type))
        return may_be_tensor((const tunip_relax_tensor_struct_info *)info,
                             (const tunip_relax_tensor_struct_info *)other);
    if (tunip_is(info, &tunip_relax_shape_struct_info_type))
        return may_be_shape((const tunip_relax_shape_struct_info *)info,
                            (const tunip_relax_shape_struct_info *)other);
    if (tunip_is(info, &tunip_relax_tuple_struct_info_type))
        return may_be_tuple(d, ((const tunip_relax_tuple_struct_info *)info)->fields,
                            ((const tunip_relax_tuple_struct_info *)other)->fields);
    if (tunip_is(info, &tunip_relax_prim_struct_info_type))
        return tunip_dtype_equal(((const tunip_relax_prim_struct_info *)info)->dtype,
                                 ((const tunip_relax_prim_struct_info *)other)->dtype) &&
               may_be_size(((const tunip_relax_prim_struct_info *)info)->value,
                           ((const tunip_relax_prim_struct_info *)other)->value);
    return is_equal(d, info, other);
}

/* ---- calls ---- */

bool relax_is_ill_formed(tunip_docsifier *d, const tunip_relax_call *call)
{
    if (tunip_is(call->op, &tunip_ir_op_type))
        return relax_find_unusual(call, relax_op_of(call)) || !relax_has_arg_count(call) ||
               relax_cannot_infer(call);
    const tunip_relax_func_struct_info *info =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    size_t count = tunip_array_count(call->args);
    if (!info || !info->params) return false;
    if (info->params->count != count) return true;
    for (size_t i = 0; i < count; i++)
        if (!relax_may_be(d, tunip_relax_struct_info_of(call->args->items[i]),
                          info->params->items[i]))
            return true;
    return false;
}

/* The struct info of the result of a function in a variable, which the call has, too; NULL if it
 * depends on the arguments. */
static const tunip_node *result_of(tunip_docsifier *d, const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *info =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    if (!info || !info->params || !info->ret) return NULL;
    return relax_has_size_var(d, info->ret) ? NULL : info->ret;
}

/* The struct info that TVM infers for a bound value; NULL if unknown. */
static const tunip_node *inferred_of(tunip_docsifier *d, const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    if (call && tunip_is_a(call->op, &tunip_relax_var_type)) return result_of(d, call);
    return relax_infer_in_function(tunip_job_scratch(d), value);
}

/* Whether a variable for a distributed tensor is bound to a call that makes a plain one of its
 * arguments. */
static bool is_distributed_by_name(const tunip_node *value, const tunip_node *info)
{
    static const tunip_str makers = TUNIP_STR("relax.dist.");
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    tunip_str name = tunip_string_value(op ? op->name : NULL);
    if (!op || tunip_array_count(call->sinfo_args)) return false;
    if (!tunip_is(info, &tunip_relax_dtensor_struct_info_type)) return false;
    if (name.size > makers.size && memcmp(name.data, makers.data, makers.size) == 0) return false;
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        if (tunip_is(tunip_relax_struct_info_of(call->args->items[i]),
                     &tunip_relax_dtensor_struct_info_type))
            return false;
    return true;
}

/* ---- blocks ---- */

/* A reader makes new variables for the outputs of a dataflow block, and new struct info for values
 * that use them. Its calls are checked then. */
bool relax_keeps_flow(tunip_docsifier *d, const tunip_relax_binding_block *block)
{
    relax_symbols outputs = {0};
    for (size_t i = 0; i < tunip_array_count(block->bindings); i++) {
        const tunip_relax_var_binding *bound =
            TUNIP_AS(tunip_relax_var_binding, block->bindings->items[i]);
        const tunip_relax_binding *binding = (const tunip_relax_binding *)block->bindings->items[i];
        const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, bound ? bound->value : NULL);
        if (call && !relax_is_normal(d, call)) return false;
        bool is_again = bound && relax_symbols_occur(d, &outputs, bound->value);
        if (is_again && call && relax_is_ill_formed(d, call)) return false;
        if (binding && binding->var && bound &&
            is_distributed_by_name(bound->value, tunip_relax_struct_info_of(binding->var)))
            return false;
        const tunip_node *inferred = is_again ? inferred_of(d, bound->value) : NULL;
        if (inferred && !is_equal(d, inferred, tunip_relax_struct_info_of(binding->var)))
            return false;
        const tunip_node *var = (const tunip_node *)binding->var;
        if (var && !tunip_is(var, &tunip_relax_dataflow_var_type) &&
            !relax_symbols_has(&outputs, var))
            relax_symbols_add(d, &outputs, var);
    }
    return true;
}
