/* build.c -- nodes of the graph-level IR: their constructors, the fields that these compute, and
 * the parts that are compared. */
#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax.h>

#include "print/print.h"
#include "types.h"

/* ==== TVM's constructors (src/relax/ir/expr.cc, struct_info.cc): the struct info of expressions
 * that have it from the start, and the number of dimensions of struct info. */

/* The struct info of an expression that has none yet. */
static void **info_of(tunip_node *node)
{
    return (void **)(void *)&((tunip_ir_relax_expr *)node)->struct_info;
}

tunip_status relax_complete_constant(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    const tunip_tensor *data = ((const tunip_relax_constant *)node)->data;
    if (!data || *info_of(node)) return TUNIP_OK;
    tunip_array *dims = tunip_array_new(graph, 0, NULL);
    if (!dims) return TUNIP_ERROR_MEMORY;
    dims->items = data->ndim ? tunip_graph_alloc(graph, data->ndim * sizeof *dims->items) : NULL;
    if (data->ndim && !dims->items) return TUNIP_ERROR_MEMORY;
    for (; dims->count < data->ndim; dims->count++)
        dims->items[dims->count] =
            (tunip_node *)tunip_ir_int(graph, TUNIP_INT(64), data->shape[dims->count]);
    *info_of(node) = tunip_relax_tensor_info_new(graph, dims, 0, data->dtype);
    return TUNIP_OK;
}

tunip_status relax_complete_prim_value(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_node *value = ((const tunip_relax_prim_value *)node)->value;
    if (*info_of(node)) return TUNIP_OK;
    tunip_relax_prim_struct_info *info = tunip_node_new(graph, &tunip_relax_prim_struct_info_type);
    if (info) info->value = value;
    *info_of(node) = tunip_node_complete(graph, info);
    return TUNIP_OK;
}

/* A string or a dtype is an object of which nothing is known. */
tunip_status relax_complete_opaque(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    if (!*info_of(node))
        *info_of(node) = tunip_node_new(graph, &tunip_relax_object_struct_info_type);
    return TUNIP_OK;
}

tunip_status relax_complete_shape_expr(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_array *values = ((const tunip_relax_shape_expr *)node)->values;
    if (*info_of(node)) return TUNIP_OK;
    tunip_relax_shape_struct_info *info =
        tunip_node_new(graph, &tunip_relax_shape_struct_info_type);
    if (info) info->values = values;
    *info_of(node) = tunip_node_complete(graph, info);
    return TUNIP_OK;
}

/* A function of which only the name is known: a call of it tells the struct info of its result. */
tunip_status relax_complete_extern_func(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    if (*info_of(node)) return TUNIP_OK;
    tunip_relax_func_struct_info *info = tunip_node_new(graph, &tunip_relax_func_struct_info_type);
    tunip_ir_env_func *derive = tunip_node_new(graph, &tunip_ir_env_func_type);
    if (!info || !derive) return TUNIP_ERROR_MEMORY;
    derive->name = tunip_string_new(graph, "tvm.relax.struct_info.infer_by_sinfo_args");
    info->derive_func = derive;
    info->ret = tunip_node_new(graph, &tunip_relax_object_struct_info_type);
    *info_of(node) = info;
    return TUNIP_OK;
}

/* ---- struct info ---- */

tunip_status relax_complete_prim_struct_info(tunip_graph *graph, tunip_node *node,
                                             tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_relax_prim_struct_info *info = (tunip_relax_prim_struct_info *)node;
    if (info->value) info->dtype = tunip_ir_dtype_of(info->value);
    return TUNIP_OK;
}

tunip_status relax_complete_shape_struct_info(tunip_graph *graph, tunip_node *node,
                                              tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_relax_shape_struct_info *info = (tunip_relax_shape_struct_info *)node;
    if (info->values) info->ndim = (int64_t)info->values->count;
    return TUNIP_OK;
}

tunip_status relax_complete_tensor_struct_info(tunip_graph *graph, tunip_node *node,
                                               tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_relax_tensor_struct_info *info = (tunip_relax_tensor_struct_info *)node;
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (shape) info->ndim = (int64_t)tunip_array_count(shape->values);
    return TUNIP_OK;
}

/* ==== The compared parts of variables and bindings, in order (TVM include/tvm/relax/expr.h and
 * src/relax/ir/expr.cc, SEqual and SHash). */

/* The struct info of a variable is compared. That of other expressions is not, because it follows
 * from them. */
bool relax_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relax_var none;
    const tunip_relax_var *a = (const tunip_relax_var *)lhs,
                          *b = rhs ? (const tunip_relax_var *)rhs : &none;
    const tunip_ir_relax_expr *x = (const tunip_ir_relax_expr *)a,
                              *y = (const tunip_ir_relax_expr *)b;
    tunip_part vid = {"vid", (const tunip_node *)a->vid, (const tunip_node *)b->vid, false};
    tunip_part info = {"struct_info_", x->struct_info, y->struct_info, false};
    (void)scratch;
    return each(&vid, user) && each(&info, user);
}

/* A function may refer to the variable it is bound to. Other values are compared first, because a
 * difference in them is more informative than one in the variables. */
bool relax_var_binding_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                             bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relax_var_binding none;
    const tunip_relax_var_binding *a = (const tunip_relax_var_binding *)lhs;
    const tunip_relax_var_binding *b = rhs ? (const tunip_relax_var_binding *)rhs : &none;
    tunip_part var = {"var", (const tunip_node *)a->base.var, (const tunip_node *)b->base.var,
                      true};
    tunip_part value = {"value", a->value, b->value, false};
    bool recursive = tunip_is(a->value, &tunip_relax_function_type);
    (void)scratch;
    return each(recursive ? &var : &value, user) && each(recursive ? &value : &var, user);
}

/* In TVM v0.26, types are compared. That of a sequence may use symbols that its blocks define. */
bool relax_seq_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relax_seq_expr none;
    const tunip_relax_seq_expr *a = (const tunip_relax_seq_expr *)lhs;
    const tunip_relax_seq_expr *b = rhs ? (const tunip_relax_seq_expr *)rhs : &none;
    tunip_part blocks = {"blocks", (const tunip_node *)a->blocks, (const tunip_node *)b->blocks,
                         false};
    tunip_part type = {"ty", a->base.struct_info, b->base.struct_info, false};
    tunip_part body = {"body", a->body, b->body, false};
    (void)scratch;
    return each(&blocks, user) && each(&type, user) && each(&body, user);
}

/* ==== Constructors of nodes of the graph-level IR ==== */

static tunip_array *array_or_empty(tunip_graph *graph, tunip_array *array)
{
    return array ? array : tunip_array_new(graph, 0, NULL);
}

/* ---- struct info ---- */

tunip_relax_tensor_struct_info *tunip_relax_tensor_info_new(tunip_graph *graph, tunip_array *dims,
                                                            int64_t ndim, tunip_dtype dtype)
{
    if (!tunip_ir_takes_dtype(graph, dtype)) return NULL;
    if (!dims && ndim < TUNIP_RELAX_UNKNOWN_NDIM) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there cannot be %lld dimensions",
                         (long long)ndim);
        return NULL;
    }
    tunip_relax_tensor_struct_info *info =
        tunip_node_new(graph, &tunip_relax_tensor_struct_info_type);
    if (!info) return NULL;
    info->dtype = dtype;
    info->ndim = dims ? (int64_t)dims->count : ndim;
    if (dims) info->shape = (tunip_node *)tunip_relax_shape_new(graph, dims);
    return !dims || info->shape ? info : NULL;
}

tunip_relax_tuple_struct_info *tunip_relax_tuple_info_new(tunip_graph *graph, tunip_array *fields)
{
    tunip_relax_tuple_struct_info *info =
        tunip_node_new(graph, &tunip_relax_tuple_struct_info_type);
    if (!info) return NULL;
    info->fields = array_or_empty(graph, fields);
    return info->fields ? info : NULL;
}

/* ---- expressions ---- */

static tunip_relax_var *var_new(tunip_graph *graph, const tunip_type *type, const char *name,
                                void *info)
{
    tunip_relax_var *var = tunip_node_new(graph, type);
    tunip_relax_id *id = tunip_node_new(graph, &tunip_relax_id_type);
    if (!var || !id) return NULL;
    id->name_hint = tunip_string_new(graph, name);
    var->base.base.struct_info = info;
    var->vid = id;
    return id->name_hint ? var : NULL;
}

tunip_relax_var *tunip_relax_var_new(tunip_graph *graph, const char *name, void *info)
{
    return var_new(graph, &tunip_relax_var_type, name, info);
}

tunip_relax_var *tunip_relax_dataflow_var_new(tunip_graph *graph, const char *name, void *info)
{
    return var_new(graph, &tunip_relax_dataflow_var_type, name, info);
}

/* The dimensions of a shape, which are int64: as in TVM, a number becomes one. */
static tunip_array *wide_dims(tunip_graph *graph, tunip_array *dims)
{
    tunip_array *wide = dims;
    for (size_t i = 0; wide && i < dims->count; i++) {
        const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, dims->items[i]);
        tunip_dtype dtype = tunip_ir_dtype_of(dims->items[i]);
        if (tunip_dtype_equal(dtype, TUNIP_INT(64)) ||
            !tunip_is_a(dims->items[i], &tunip_ir_prim_expr_type))
            continue;
        if (!number) {
            char name[TUNIP_DTYPE_NAME_SIZE];
            tunip_dtype_name(dtype, name);
            tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "a dimension is an int64, not %s", name);
            return NULL;
        }
        if (wide == dims) wide = tunip_array_new(graph, dims->count, (void *const *)dims->items);
        if (wide) wide->items[i] = (tunip_node *)tunip_ir_int(graph, TUNIP_INT(64), number->value);
    }
    return wide;
}

tunip_relax_shape_expr *tunip_relax_shape_new(tunip_graph *graph, tunip_array *dims)
{
    tunip_relax_shape_expr *shape = tunip_node_new(graph, &tunip_relax_shape_expr_type);
    if (!shape) return NULL;
    shape->values = wide_dims(graph, array_or_empty(graph, dims));
    return shape->values ? tunip_node_complete(graph, shape) : NULL;
}

tunip_relax_tuple *tunip_relax_tuple_new(tunip_graph *graph, tunip_array *fields)
{
    tunip_relax_tuple *tuple = tunip_node_new(graph, &tunip_relax_tuple_type);
    if (!tuple) return NULL;
    tuple->fields = array_or_empty(graph, fields);
    return tuple->fields ? tuple : NULL;
}

tunip_relax_tuple_get_item *tunip_relax_tuple_item_new(tunip_graph *graph, void *tuple,
                                                       int64_t index)
{
    const tunip_relax_tuple *fields = TUNIP_AS(tunip_relax_tuple, tuple);
    if (index < 0 || (fields && (size_t)index >= tunip_array_count(fields->fields))) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "the tuple has no field %lld",
                         (long long)index);
        return NULL;
    }
    tunip_relax_tuple_get_item *item = tunip_node_new(graph, &tunip_relax_tuple_get_item_type);
    if (!item) return NULL;
    item->tuple_value = tuple;
    item->index = index;
    return item;
}

tunip_relax_call *tunip_relax_call_new(tunip_graph *graph, void *callee, tunip_array *args)
{
    tunip_relax_call *call = tunip_node_new(graph, &tunip_relax_call_type);
    if (!call) return NULL;
    call->op = callee;
    call->args = array_or_empty(graph, args);
    call->sinfo_args = array_or_empty(graph, NULL);
    return call->args && call->sinfo_args ? call : NULL;
}

tunip_relax_call *tunip_relax_call_op_new(tunip_graph *graph, const char *op, tunip_array *args,
                                          void *attrs)
{
    const relax_op *row = relax_find_op(tunip_str_from(op ? op : ""));
    if (!row) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there is no operator `%s`", op ? op : "");
        return NULL;
    }
    tunip_ir_op *callee = tunip_ir_op_new(graph, op);
    tunip_relax_call *call = callee ? tunip_relax_call_new(graph, callee, args) : NULL;
    if (!call) return NULL;
    call->attrs = attrs;
    bool has_count = relax_has_arg_count(call);
    bool is_plain = strcmp(row->read, "op") == 0;
    if (!is_plain || (has_count && relax_has_own_attrs(call, row))) return call;
    tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "%s does not take %s", op,
                     has_count ? "such attributes" : "so many arguments");
    return NULL;
}

/* ---- bindings and functions ---- */

tunip_relax_var_binding *tunip_relax_binding_new(tunip_graph *graph, tunip_relax_var *var,
                                                 void *value)
{
    tunip_relax_var_binding *binding = tunip_node_new(graph, &tunip_relax_var_binding_type);
    if (!binding) return NULL;
    binding->base.var = var;
    binding->value = value;
    return binding;
}

static void *block_new(tunip_graph *graph, const tunip_type *type, tunip_array *bindings)
{
    tunip_relax_binding_block *block = tunip_node_new(graph, type);
    if (!block) return NULL;
    block->bindings = array_or_empty(graph, bindings);
    return block->bindings ? block : NULL;
}

tunip_relax_binding_block *tunip_relax_block_new(tunip_graph *graph, tunip_array *bindings)
{
    return block_new(graph, &tunip_relax_binding_block_type, bindings);
}

tunip_relax_dataflow_block *tunip_relax_dataflow_block_new(tunip_graph *graph,
                                                           tunip_array *bindings)
{
    return block_new(graph, &tunip_relax_dataflow_block_type, bindings);
}

tunip_relax_seq_expr *tunip_relax_seq_new(tunip_graph *graph, tunip_array *blocks, void *body)
{
    tunip_relax_seq_expr *seq = tunip_node_new(graph, &tunip_relax_seq_expr_type);
    if (!seq) return NULL;
    seq->blocks = array_or_empty(graph, blocks);
    seq->body = body;
    return seq->blocks ? seq : NULL;
}

/* The struct info of a function with these parameters. */
static tunip_relax_func_struct_info *func_info_new(tunip_graph *graph, tunip_array *params,
                                                   void *ret)
{
    tunip_relax_func_struct_info *info = tunip_node_new(graph, &tunip_relax_func_struct_info_type);
    if (!info) return NULL;
    info->params = tunip_array_new(graph, params->count, (void *const *)params->items);
    for (size_t i = 0; info->params && i < params->count; i++)
        info->params->items[i] =
            (tunip_node *)(uintptr_t)tunip_relax_struct_info_of(params->items[i]);
    info->ret = ret;
    info->purity = true;
    return info->params ? info : NULL;
}

static tunip_ir_dict_attrs *func_attrs_new(tunip_graph *graph, const char *name)
{
    if (!name) return tunip_ir_dict_attrs_new(graph, 0, NULL);
    void *entry[] = {tunip_string_new(graph, "global_symbol"), tunip_string_new(graph, name)};
    return entry[0] && entry[1] ? tunip_ir_dict_attrs_new(graph, 1, entry) : NULL;
}

tunip_relax_function *tunip_relax_function_new(tunip_graph *graph, const char *name,
                                               tunip_array *params, void *ret,
                                               tunip_relax_seq_expr *body)
{
    tunip_relax_function *func = tunip_node_new(graph, &tunip_relax_function_type);
    params = array_or_empty(graph, params);
    if (!func || !params) return NULL;
    func->params = params;
    func->body = body;
    func->ret_struct_info = ret;
    func->is_pure = true;
    func->base.attrs = func_attrs_new(graph, name);
    func->base.base.struct_info = (tunip_node *)func_info_new(graph, params, ret);
    return func->base.attrs && func->base.base.struct_info ? func : NULL;
}
