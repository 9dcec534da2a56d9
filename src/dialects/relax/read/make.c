/* make.c -- making expressions, each with the struct info that TVM's constructors give it (TVM
 * src/relax/ir/expr.cc). */
#include "read.h"

/* ---- struct infos ---- */

tunip_node *relax_new_prim_info(tunip_elaborator *e, tunip_node *value, tunip_dtype dtype)
{
    tunip_relax_prim_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_prim_struct_info_type);
    if (!info) return NULL;
    info->value = value;
    info->dtype = value ? tunip_ir_dtype_of(value) : dtype;
    return (tunip_node *)info;
}

tunip_node *relax_new_object_info(tunip_elaborator *e)
{
    return tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_object_struct_info_type);
}

/* The struct infos of expressions; NULL if one has none. */
static tunip_array *infos_of_all(tunip_elaborator *e, const tunip_array *exprs)
{
    size_t count = tunip_array_count(exprs);
    void **infos = tunip_elaborator_alloc(e, count * sizeof *infos);
    for (size_t i = 0; infos && i < count; i++) {
        infos[i] = relax_info(exprs->items[i]);
        if (!infos[i]) return NULL;
    }
    return infos ? tunip_array_new(tunip_elaborator_graph(e), count, infos) : NULL;
}

/* Subtracts the number of tuples from *left, each counted as often as it is used. Returns whether
 * they are few, and not nested deeper than `depth`. */
static bool are_few(const tunip_array *fields, int depth, int *left)
{
    for (size_t i = 0; i < tunip_array_count(fields); i++) {
        const tunip_relax_tuple_struct_info *tuple =
            TUNIP_AS(tunip_relax_tuple_struct_info, fields->items[i]);
        if (tuple && (!depth || --*left < 0 || !are_few(tuple->fields, depth - 1, left)))
            return false;
    }
    return true;
}

bool relax_refuse_info(tunip_elaborator *e, const tunip_node *info)
{
    enum { MOST_DEPTH = 1000, MOST_TUPLES = 10000 };
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    int left = MOST_TUPLES;
    if (!tuple || are_few(tuple->fields, MOST_DEPTH, &left)) return false;
    if (left < 0)
        tunip_complain(e, NULL, "the tuple has more than %d tuples in it", MOST_TUPLES);
    else
        tunip_complain(e, NULL, "tuples are nested deeper than %d here", MOST_DEPTH);
    return true;
}

static tunip_node *new_tuple_info(tunip_elaborator *e, const tunip_array *fields)
{
    tunip_array *infos = infos_of_all(e, fields);
    if (!infos) return NULL;
    tunip_relax_tuple_struct_info *info =
        tunip_relax_tuple_info_new(tunip_elaborator_graph(e), infos);
    return relax_refuse_info(e, (const tunip_node *)info) ? relax_new_object_info(e)
                                                          : (tunip_node *)info;
}

tunip_node *relax_new_func_info(tunip_elaborator *e, const tunip_array *params, tunip_node *ret,
                                bool is_pure)
{
    tunip_relax_func_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_func_struct_info_type);
    if (!info) return NULL;
    info->params = params ? infos_of_all(e, params) : NULL;
    info->ret = ret;
    info->purity = is_pure;
    return (tunip_node *)info;
}

/* ---- expressions ---- */

tunip_node *relax_new_prim_value(tunip_elaborator *e, tunip_node *number)
{
    tunip_relax_prim_value *value =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_prim_value_type);
    if (!value) return NULL;
    value->value = number;
    relax_set_info(value, relax_new_prim_info(e, number, relax_no_dtype));
    return (tunip_node *)value;
}

tunip_node *relax_new_string(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_string_imm *imm = tunip_node_new(graph, &tunip_relax_string_imm_type);
    if (!imm) return NULL;
    imm->value = tunip_string_new_view(graph, text);
    relax_set_info(imm, relax_new_object_info(e));
    return (tunip_node *)imm;
}

tunip_node *relax_new_shape(tunip_elaborator *e, tunip_array *dims)
{
    return (tunip_node *)tunip_relax_shape_new(tunip_elaborator_graph(e), dims);
}

tunip_node *relax_new_tuple(tunip_elaborator *e, tunip_array *fields)
{
    tunip_relax_tuple *tuple = tunip_relax_tuple_new(tunip_elaborator_graph(e), fields);
    relax_set_info(tuple, tuple ? new_tuple_info(e, tuple->fields) : NULL);
    return (tunip_node *)tuple;
}

/* The struct info of a foreign function names the function that infers that of its calls. */
static tunip_node *new_foreign_info(tunip_elaborator *e, tunip_str func)
{
    bool is_view = tunip_str_is(func, "runtime.TVMTensorCreateView") && !tunip_elaborator_folds(e);
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_func_struct_info *info = tunip_node_new(graph, &tunip_relax_func_struct_info_type);
    tunip_ir_env_func *derive = tunip_node_new(graph, &tunip_ir_env_func_type);
    if (!info || !derive) return NULL;
    derive->name =
        tunip_string_new(graph, is_view ? "tvm.relax.struct_info.infer_view_sinfo"
                                        : "tvm.relax.struct_info.infer_by_sinfo_args");
    info->derive_func = derive;
    info->purity = is_view;
    info->ret = relax_new_object_info(e);
    return (tunip_node *)info;
}

tunip_node *relax_new_extern(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_extern_func *func = tunip_node_new(graph, &tunip_relax_extern_func_type);
    if (!func) return NULL;
    func->global_symbol = tunip_string_new_view(graph, name);
    func->base.attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    relax_set_info(func, new_foreign_info(e, name));
    return (tunip_node *)func;
}

tunip_relax_call *relax_new_call(tunip_elaborator *e, tunip_node *callee, tunip_array *args)
{
    return tunip_relax_call_new(tunip_elaborator_graph(e), callee, args);
}

tunip_relax_call *relax_new_op_call(tunip_elaborator *e, const char *op, tunip_array *args)
{
    return tunip_relax_call_op_new(tunip_elaborator_graph(e), op, args, NULL);
}
