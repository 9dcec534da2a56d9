/* accounts.c -- what the text shows of a graph, so that a reader makes the same again. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

#include "../generated/tables.h"
#include "../infer/infer.h"
#include "../ops.h"
#include "../types.h"
#include "print.h"

/* ==== Which bindings TVM makes again when it ends a dataflow block (TVM
 * src/script/ir_builder/relax/frame.cc, BlockFrame): those that use an output of the block, which
 * becomes another variable. TVM then checks their calls and infers their struct info. */

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

/* ==== The fields of the graph-level IR that the text shows, and the values that a reader infers
 * for the others (TVM src/relax/ir/expr.cc, struct_info.cc, src/relax/distributed). */

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

static const char *unless(bool is_fine, const char *field)
{
    return is_fine ? NULL : field;
}

static tunip_walk_action find_zero_divisor(const tunip_node *node, void *found)
{
    static const tunip_type *const divisions[] = {
        &tunip_tir_div_type,
        &tunip_tir_mod_type,
        &tunip_tir_floor_div_type,
        &tunip_tir_floor_mod_type,
    };
    for (size_t i = 0; i < TUNIP_LEN(divisions); i++) {
        if (!tunip_is(node, divisions[i])) continue;
        if (!tunip_ir_is_int(((const tunip_tir_binary *)node)->b, 0)) continue;
        *(bool *)found = true;
        return TUNIP_WALK_STOP;
    }
    return TUNIP_WALK_ON;
}

/* Whether a size is divided by zero. TVM fails when it compares such a size with another one. */
static bool divides_by_zero(tunip_docsifier *d, const void *info)
{
    bool found = false;
    tunip_walker walker = {.enter = find_zero_divisor, .user = &found, .skip = TUNIP_FLAG_IGNORE};
    if (info) tunip_job_walk(d, info, &walker);
    return found;
}

/* ---- expressions ---- */

/* A reader makes one variable for each identity (`vid`), so two variables must not share one. */
static const char *lost_of_var(tunip_docsifier *d, const tunip_node *node)
{
    relax_symbols *ids = &relax_job_state(d)->ids;
    const tunip_relax_id *vid = ((const tunip_relax_var *)node)->vid;
    if (!vid || relax_symbols_has(ids, vid)) return "vid";
    relax_symbols_add(d, ids, vid);
    return unless(tunip_is_a(tunip_relax_struct_info_of(node), &tunip_ir_struct_info_type),
                  "struct_info_");
}

/* R.prim_value(0) makes an int64 of any number that the text has without a dtype. */
static const char *lost_of_prim_value(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_node *value = ((const tunip_relax_prim_value *)node)->value;
    bool is_bare = tunip_is(value, &tunip_ir_int_imm_type) &&
                   tunip_dtype_equal(tunip_ir_dtype_of(value), int32);
    return unless(!is_bare || !tunip_account_of_text(d), "value");
}

static bool are_sizes(const tunip_array *exprs)
{
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        if (!tunip_dtype_equal(tunip_ir_dtype_of(exprs->items[i]), int64)) return false;
    return true;
}

static const char *lost_of_item(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_tuple_get_item *item = (const tunip_relax_tuple_get_item *)node;
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(item->tuple_value));
    if (item->index < 0) return "index";
    bool is_list = tunip_is(item->tuple_value, &tunip_relax_tuple_type) ||
                   tunip_is(item->tuple_value, &tunip_relax_shape_expr_type);
    if (tunip_account_of_text(d) && is_list) return "tuple_value"; /* Python evaluates (x, y)[0] */
    return unless(!tuple || item->index < (int64_t)tunip_array_count(tuple->fields), "index");
}

/* The function of the printed module that a global variable names; NULL if there is none. */
static const tunip_node *function_of(tunip_docsifier *d, const tunip_node *var)
{
    const tunip_ir_module *module = tunip_ir_printed_module(d);
    return module ? tunip_map_at(module->functions, var) : NULL;
}

/* Whether a reader gives the value no struct info: an operator, a function outside of the module.
 */
static bool is_without_info(tunip_docsifier *d, const tunip_node *value)
{
    if (tunip_is(value, &tunip_ir_op_type)) return true;
    if (tunip_is(value, &tunip_ir_global_var_type)) return !function_of(d, value);
    return tunip_is(value, &tunip_relax_constant_type) &&
           !tunip_is_a(tunip_relax_struct_info_of(value), &tunip_ir_struct_info_type);
}

/* A tuple is made only of what has a struct info. */
static const char *lost_of_tuple(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_array *fields = ((const tunip_relax_tuple *)node)->fields;
    for (size_t i = 0; i < tunip_array_count(fields); i++)
        if (is_without_info(d, fields->items[i])) return "fields";
    return unless(fields, "fields");
}

static const char *lost_of_shape_expr(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    return unless(are_sizes(((const tunip_relax_shape_expr *)node)->values), "values");
}

/* Whether a struct info has a derive_func. The text has no syntax for it, and a reader gives one
 * only to ExternFuncs. */
static bool is_foreign(const tunip_node *info)
{
    const tunip_relax_func_struct_info *func = TUNIP_AS(tunip_relax_func_struct_info, info);
    return func && func->derive_func;
}

static bool any_foreign(const tunip_array *infos)
{
    for (size_t i = 0; i < tunip_array_count(infos); i++)
        if (is_foreign(infos->items[i])) return true;
    return false;
}

/* ---- calls ---- */

/* A foreign function as the first argument prints as its name, a string. Only few operators read
 * this string as a function. */
static bool is_name_lost(const tunip_relax_call *call)
{
    const tunip_node *first = tunip_array_count(call->args) ? call->args->items[0] : NULL;
    if (!tunip_is(first, &tunip_relax_extern_func_type)) return false;
    const relax_op *op = relax_op_of(call);
    return !op || !op->reads_name;
}

/* A call of a function of the module has no struct info, and as many arguments as the function has
 * parameters. */
static const char *lost_of_module_call(const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *info =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    if (tunip_array_count(call->sinfo_args)) return "sinfo_args";
    if (call->attrs) return "attrs";
    if (is_name_lost(call)) return "args";
    bool has_params = info && info->params;
    return unless(!has_params || info->params->count == tunip_array_count(call->args), "args");
}

static const char *lost_of_op_call(tunip_docsifier *d, const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    const char *unusual = relax_find_unusual(call, op);
    if (relax_has_axis_twice(call)) return "attrs";
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        if (tunip_is(call->args->items[i], &tunip_relax_shape_expr_type) &&
            divides_by_zero(d, call->args->items[i]))
            return "args";
    if (is_name_lost(call)) return "args";
    return unusual && !relax_has_exact_call(call, op) ? unusual : NULL;
}

static const char *lost_of_call(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_call *call = (const tunip_relax_call *)node;
    if (any_foreign(call->sinfo_args)) return "sinfo_args";
    if (tunip_is(call->op, &tunip_ir_op_type)) return lost_of_op_call(d, call);
    if (tunip_is(call->op, &tunip_ir_global_var_type)) return lost_of_module_call(call);
    if (tunip_is(call->op, &tunip_relax_extern_func_type)) {
        if (!relax_has_int32_numbers(call->attrs)) return "attrs";
        return unless(!is_name_lost(call), "args");
    }
    bool is_function =
        tunip_is_a(call->op, &tunip_relax_var_type) &&
        tunip_is(tunip_relax_struct_info_of(call->op), &tunip_relax_func_struct_info_type);
    if (!is_function) return "op";
    if (tunip_array_count(call->sinfo_args)) return "sinfo_args";
    if (is_name_lost(call)) return "args";
    return unless(!call->attrs, "attrs");
}

/* Attributes of operators have no missing lists. */
static const char *lost_of_attrs(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_type *type = node->type;
    (void)d;
    for (size_t i = 0; i < type->field_count; i++)
        if (type->fields[i].kind == TUNIP_KIND_NODE &&
            !(type->fields[i].flags & TUNIP_FLAG_OPTIONAL) &&
            !tunip_field_node(node, &type->fields[i]))
            return type->fields[i].name;
    return NULL;
}

/* Whether a struct info is the one that a reader gives to a function. */
static bool is_info_of(tunip_docsifier *d, const tunip_relax_function *func, const tunip_node *node)
{
    const tunip_relax_func_struct_info *info = TUNIP_AS(tunip_relax_func_struct_info, node);
    size_t count = tunip_array_count(func->params);
    if (!info || !info->params || info->params->count != count || info->purity != func->is_pure)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_equal(d, info->params->items[i],
                      tunip_relax_struct_info_of(func->params->items[i])))
            return false;
    return is_equal(d, info->ret, func->ret_struct_info);
}

static bool is_tensor_info(const tunip_tensor *tensor, const tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (!tensor || !shape || !tunip_dtype_equal(tensor->dtype, info->dtype) ||
        tunip_array_count(shape->values) != tensor->ndim)
        return false;
    for (size_t i = 0; i < tensor->ndim; i++)
        if (!tunip_ir_is_int(shape->values->items[i], tensor->shape[i])) return false;
    return true;
}

/* The data of a distributed constant are made for its tensor. */
static const char *lost_of_constant(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_dtensor_struct_info *info =
        TUNIP_AS(tunip_relax_dtensor_struct_info, tunip_relax_struct_info_of(node));
    (void)d;
    if (!info || !info->tensor_sinfo) return NULL;
    return unless(is_tensor_info(((const tunip_relax_constant *)node)->data, info->tensor_sinfo),
                  "struct_info_");
}

/* Whether a reader gives a global variable this struct info: that of its function, but with symbols
 * of its own, because the function is declared before its body. */
static bool is_info_of_global(tunip_docsifier *d, const tunip_node *var, const tunip_node *info)
{
    const tunip_node *known = tunip_relax_struct_info_of(var), *node = function_of(d, var);
    const tunip_relax_function *func = TUNIP_AS(tunip_relax_function, node);
    if (tunip_account_of_text(d)) return !known || is_equal(d, info, known);
    if (!node || relax_has_size_var(d, info)) return false;
    return func && is_info_of(d, func, info);
}

static bool is_tuple_info(tunip_docsifier *d, const tunip_relax_tuple *tuple,
                          const tunip_node *node);

/* Whether a reader infers this struct info for a value. True if that is unknown. */
static bool is_own(tunip_docsifier *d, const tunip_node *value, const tunip_node *node)
{
    const tunip_relax_prim_value *number = TUNIP_AS(tunip_relax_prim_value, value);
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, value);
    const tunip_relax_constant *constant = TUNIP_AS(tunip_relax_constant, value);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, node);
    const tunip_relax_shape_struct_info *sizes = TUNIP_AS(tunip_relax_shape_struct_info, node);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, node);
    if (number) return prim && is_equal(d, prim->value, number->value);
    if (shape)
        return sizes &&
               is_equal(d, (const tunip_node *)sizes->values, (const tunip_node *)shape->values);
    if (constant && tensor) return is_tensor_info(constant->data, tensor);
    const tunip_relax_tuple_get_item *item = TUNIP_AS(tunip_relax_tuple_get_item, value);
    const tunip_relax_tuple *whole = TUNIP_AS(tunip_relax_tuple, item ? item->tuple_value : NULL);
    if (tunip_is(value, &tunip_ir_global_var_type)) return is_info_of_global(d, value, node);
    if (whole && (size_t)item->index < tunip_array_count(whole->fields))
        return is_own(d, whole->fields->items[item->index], node);
    if (tunip_is(value, &tunip_relax_tuple_type))
        return is_tuple_info(d, (const tunip_relax_tuple *)value, node);
    if (tunip_is_a(value, &tunip_relax_var_type))
        return is_equal(d, tunip_relax_struct_info_of(value), node);
    const tunip_node *inferred = relax_infer_in_function(tunip_job_scratch(d), value);
    return !inferred || is_equal(d, inferred, node);
}

static bool is_tuple_info(tunip_docsifier *d, const tunip_relax_tuple *tuple,
                          const tunip_node *node)
{
    const tunip_relax_tuple_struct_info *info = TUNIP_AS(tunip_relax_tuple_struct_info, node);
    size_t count = tunip_array_count(tuple->fields);
    if (!info || tunip_array_count(info->fields) != count) return false;
    for (size_t i = 0; i < count; i++)
        if (!is_own(d, tuple->fields->items[i], info->fields->items[i])) return false;
    return true;
}

/* Whether a reader finds the struct info of a bound variable. The binding of a call has an
 * annotation, the struct info of an `if` follows from its branches, and that of any other value
 * from the value. */
static bool is_known_by_value(tunip_docsifier *d, const tunip_node *value, const tunip_node *info)
{
    const tunip_relax_if *choice = TUNIP_AS(tunip_relax_if, value);
    if (tunip_is(value, &tunip_relax_call_type)) return true;
    if (tunip_is(value, &tunip_ir_global_var_type)) return is_info_of_global(d, value, info);
    if (!choice)
        return is_equal(d, info, tunip_relax_struct_info_of(value)) && is_own(d, value, info);
    const tunip_relax_seq_expr *yes = choice->true_branch, *no = choice->false_branch;
    return yes && no && is_equal(d, info, tunip_relax_struct_info_of(yes->body)) &&
           is_equal(d, info, tunip_relax_struct_info_of(no->body));
}

/* A variable for nothing: TVM puts an empty tuple wherever it is used. */
static bool is_void(const void *var)
{
    const tunip_relax_tuple_struct_info *info =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(var));
    return info && !tunip_array_count(info->fields);
}

/* Whether an `if` uses the variable that it is bound to. */
static bool uses_itself(tunip_docsifier *d, const tunip_node *value, const void *var)
{
    relax_symbols own = {0};
    if (!tunip_is(value, &tunip_relax_if_type) || !var) return false;
    relax_symbols_add(d, &own, var);
    return relax_symbols_occur(d, &own, value);
}

/* A bound function is local to its outer function and has no symbol. */
static const char *lost_of_var_binding(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_function *func =
        TUNIP_AS(tunip_relax_function, ((const tunip_relax_var_binding *)node)->value);
    const tunip_node *value = ((const tunip_relax_var_binding *)node)->value;
    const tunip_relax_var *var = ((const tunip_relax_var_binding *)node)->base.var;
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (tunip_account_met(d, var)) return "var"; /* the variable is used before its definition */
    if (is_void(var) && !tunip_account_claim(d, var)) return "var";
    if (uses_itself(d, value, var)) return "value";
    if (tunip_is(value, &tunip_tir_prim_func_type)) return "value";
    if (func && tunip_ir_global_symbol(&func->base)) return "value";
    if (func) return unless(is_info_of(d, func, info), "var");
    if (tunip_is(value, &tunip_relax_extern_func_type)) return unless(is_foreign(info), "var");
    if (is_foreign(info) && !tunip_is_a(value, &tunip_relax_var_type)) return "var";
    return unless(is_known_by_value(d, value, info), "var");
}

static const char *lost_of_match_cast(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_match_cast *cast = (const tunip_relax_match_cast *)node;
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, cast->value);
    if (call && relax_is_ill_formed(d, call))
        return "value"; /* the text has no struct info for it */
    if (tunip_account_met(d, cast->base.var)) return "var";
    if (is_void(cast->base.var) && !tunip_account_claim(d, cast->base.var)) return "var";
    const tunip_node *inferred =
        call ? relax_infer_in_function(tunip_job_scratch(d), cast->value) : NULL;
    if (inferred && !relax_may_be(d, inferred, cast->struct_info)) return "struct_info";
    if (!relax_may_be(d, tunip_relax_struct_info_of(cast->value), cast->struct_info))
        return "struct_info";
    if (divides_by_zero(d, cast->struct_info)) return "struct_info";
    return unless(!is_foreign(cast->struct_info), "struct_info");
}

/* ---- blocks ---- */

/* Each binding and each block occurs at one place only. */
static bool claim_all(tunip_docsifier *d, const tunip_array *nodes)
{
    bool is_fine = true;
    for (size_t i = 0; i < tunip_array_count(nodes); i++)
        is_fine = tunip_account_claim(d, nodes->items[i]) && is_fine;
    return is_fine;
}

static const char *lost_of_seq(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_seq_expr *seq = (const tunip_relax_seq_expr *)node;
    if (is_without_info(d, seq->body) && !tunip_is(seq->body, &tunip_relax_constant_type))
        return "body";
    return unless(claim_all(d, seq->blocks), "blocks");
}

static const char *lost_of_dataflow(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_binding_block *block = (const tunip_relax_binding_block *)node;
    if (!claim_all(d, block->bindings)) return "bindings";
    return unless(relax_keeps_flow(d, block), "bindings");
}

/* A reader drops a block without bindings, and variables of a dataflow are bound only inside of
 * one. */
static const char *lost_of_block(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_array *bindings = ((const tunip_relax_binding_block *)node)->bindings;
    if (!claim_all(d, bindings)) return "bindings";
    for (size_t i = 0; i < tunip_array_count(bindings); i++) {
        const tunip_relax_binding *binding = (const tunip_relax_binding *)bindings->items[i];
        if (!binding || tunip_is((const tunip_node *)binding->var, &tunip_relax_dataflow_var_type))
            return "bindings";
    }
    return unless(tunip_array_count(bindings), "bindings");
}

/* ---- functions ---- */

static tunip_walk_action find_odd_size(const tunip_node *node, void *found)
{
    if (!tunip_is_a(node, &tunip_tir_var_type) || tunip_dtype_equal(tunip_ir_dtype_of(node), int64))
        return TUNIP_WALK_ON;
    *(bool *)found = true;
    return TUNIP_WALK_STOP;
}

/* Whether the struct info of the result has a variable that is no int64: TVM takes the variables
 * there, if they are of parameters, for sizes. */
static bool has_odd_size(tunip_docsifier *d, const tunip_relax_seq_expr *body)
{
    bool found = false;
    tunip_walker walker = {.enter = find_odd_size, .user = &found, .skip = TUNIP_FLAG_IGNORE};
    const tunip_node *info = tunip_relax_struct_info_of(body ? body->body : NULL);
    if (info) tunip_job_walk(d, info, &walker);
    return found;
}

/* The text shows the result of the function's struct info. */
static const char *lost_of_function(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_function *func = (const tunip_relax_function *)node;
    const tunip_relax_func_struct_info *info =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(node));
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        if (is_foreign(tunip_relax_struct_info_of(func->params->items[i])) ||
            !tunip_is(func->params->items[i], &tunip_relax_var_type) ||
            (is_void(func->params->items[i]) && !tunip_account_claim(d, func->params->items[i])))
            return "params";
    if (!func->base.attrs) return "attrs";
    if (has_odd_size(d, func->body)) return "body";
    if (!info || !is_equal(d, info->ret, func->ret_struct_info)) return "ret_struct_info";
    if (is_foreign(func->ret_struct_info)) return "ret_struct_info";
    if (!relax_keeps_result(d, func)) return "ret_struct_info";
    if (divides_by_zero(d, func->ret_struct_info)) return "ret_struct_info";
    bool is_text = tunip_account_of_text(d);
    return unless(!is_text || info->purity == func->is_pure, "is_pure");
}

static const char *lost_of_extern_func(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_dict_attrs *attrs = ((const tunip_relax_extern_func *)node)->base.attrs;
    (void)d;
    return unless(attrs && !tunip_map_count(attrs->dict), "attrs");
}

/* ---- struct info ---- */

static const char *lost_of_prim_info(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_prim_struct_info *info = (const tunip_relax_prim_struct_info *)node;
    (void)d;
    return unless(!info->value || tunip_dtype_equal(info->dtype, tunip_ir_dtype_of(info->value)),
                  "dtype");
}

static const char *lost_of_shape_info(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_shape_struct_info *info = (const tunip_relax_shape_struct_info *)node;
    (void)d;
    if (info->ndim < TUNIP_RELAX_UNKNOWN_NDIM) return "ndim";
    if (!info->values) return NULL;
    if (!are_sizes(info->values)) return "values";
    return unless(info->ndim == (int64_t)info->values->count, "ndim");
}

/* The number of dimensions follows from a known shape. */
static const char *lost_of_tensor_info(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_tensor_struct_info *info = (const tunip_relax_tensor_struct_info *)node;
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    const tunip_relax_shape_struct_info *known =
        TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(info->shape));
    (void)d;
    if (info->ndim < TUNIP_RELAX_UNKNOWN_NDIM) return "ndim";
    if (shape) return unless(info->ndim == (int64_t)tunip_array_count(shape->values), "ndim");
    if (info->shape && !tunip_is_a(info->shape, &tunip_relax_var_type)) return "shape";
    if (info->shape) return unless(known && info->ndim == known->ndim, "ndim");
    return unless(!info->vdevice || info->vdevice->target, "vdevice");
}

static const char *lost_of_tuple_info(tunip_docsifier *d, const tunip_node *node)
{
    (void)d;
    return unless(!any_foreign(((const tunip_relax_tuple_struct_info *)node)->fields), "fields");
}

/* For a foreign function only the result is known, from the struct infos of a call. */
static const char *lost_of_func_info(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_func_struct_info *info = (const tunip_relax_func_struct_info *)node;
    const tunip_ir_env_func *derive = info->derive_func;
    (void)d;
    if (any_foreign(info->params)) return "params";
    if (is_foreign(info->ret)) return "ret";
    if (!derive) return NULL;
    bool is_usual = tunip_str_is(tunip_string_value(derive->name),
                                 "tvm.relax.struct_info.infer_by_sinfo_args") &&
                    !info->params && tunip_is(info->ret, &tunip_relax_object_struct_info_type) &&
                    !info->purity;
    return unless(is_usual, "derive_func");
}

/* ---- distributed tensors ---- */

/* A tensor needs a placement for each dimension of the mesh. */
static const char *lost_of_dtensor(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_dtensor_struct_info *info = (const tunip_relax_dtensor_struct_info *)node;
    const tunip_shape *shape = info->device_mesh ? info->device_mesh->shape : NULL;
    const tunip_array *specs = info->placement ? info->placement->dim_specs : NULL;
    int64_t ndim = info->tensor_sinfo ? info->tensor_sinfo->ndim : 0;
    (void)d;
    for (size_t i = 0; i < tunip_array_count(specs); i++) {
        const tunip_relax_placement_spec *spec =
            TUNIP_AS(tunip_relax_placement_spec, specs->items[i]);
        if (!spec || spec->axis >= ndim) return "placement";
    }
    return unless(shape && shape->count == tunip_array_count(specs), "placement");
}

static bool has_all_devices(const tunip_relax_device_mesh *mesh)
{
    int64_t count = 1;
    for (size_t i = 0; mesh->shape && i < mesh->shape->count; i++) {
        if (mesh->shape->dims[i] < 0 || mesh->shape->dims[i] > INT32_MAX) return false;
        count =
            mesh->shape->dims[i] && count > INT32_MAX ? INT32_MAX : count * mesh->shape->dims[i];
    }
    return count == (int64_t)tunip_array_count(mesh->device_ids);
}

/* The devices of the mesh are those of the range. */
static const char *lost_of_mesh(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_device_mesh *mesh = (const tunip_relax_device_mesh *)node;
    if (!has_all_devices(mesh)) return "device_ids";
    const tunip_ir_range *range = mesh->device_range;
    const tunip_ir_int_imm *min = TUNIP_AS(tunip_ir_int_imm, range ? range->min : NULL);
    const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, range ? range->extent : NULL);
    size_t count = tunip_array_count(mesh->device_ids);
    (void)d;
    if (!range) return NULL;
    if (!min || !extent || extent->value != (int64_t)count) return "device_ids";
    for (size_t i = 0; i < count; i++)
        if (!tunip_ir_is_int(mesh->device_ids->items[i], min->value + (int64_t)i) ||
            !tunip_dtype_equal(tunip_ir_dtype_of(mesh->device_ids->items[i]), int32))
            return "device_ids";
    return NULL;
}

static const char *lost_of_placement(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_relax_placement_spec *spec = (const tunip_relax_placement_spec *)node;
    (void)d;
    if (spec->kind == TUNIP_RELAX_PLACEMENT_REPLICA) return unless(spec->axis == -1, "axis");
    return unless(spec->kind == TUNIP_RELAX_PLACEMENT_SHARDING && spec->axis >= 0, "kind");
}

/* ---- the table ---- */

const tunip_account relax_accounts[RELAX_ACCOUNT_COUNT] = {
#define X(type, shown, implied, lost) {&type##_type, shown, implied, lost},
#include "accounts.def"
#undef X
};
