/* make.c -- making expressions and variables, each with the struct info that TVM gives it. */
#include "read.h"

/* ==== Making expressions, each with the struct info that TVM's constructors give it (TVM
 * src/relax/ir/expr.cc). */

/* ---- struct infos ---- */

tunip_node *relax_new_number_info(tunip_graph *graph, tunip_node *value, tunip_dtype dtype)
{
    tunip_relax_prim_struct_info *info = tunip_node_new(graph, &tunip_relax_prim_struct_info_type);
    if (!info) return NULL;
    info->value = value;
    info->dtype = value ? tunip_ir_dtype_of(value) : dtype;
    return (tunip_node *)info;
}

tunip_node *relax_new_prim_info(tunip_elaborator *e, tunip_node *value, tunip_dtype dtype)
{
    return relax_new_number_info(tunip_elaborator_graph(e), value, dtype);
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

/* ---- limits ---- */

bool relax_is_seen(relax_seen *seen, const tunip_node *node)
{
    const tunip_node **slot = &seen->nodes[relax_slot_of(node, RELAX_SEEN_BITS)];
    if (*slot == node) return true;
    *slot = node;
    return false;
}

/* The parts that a struct info may still have. A part counts as often as it is used: a short script
 * can have a size of 2^40 parts, `m1 = m0 * m0` in each of 40 lines, and a walk through it would
 * not end. */
typedef struct parts_left {
    int infos; /* tuples and functions */
    int sizes; /* nodes of formulas */
    int most;  /* of one formula */
} parts_left;

static tunip_walk_action count_part(const tunip_node *node, void *left)
{
    (void)node;
    return --*(int *)left < 0 ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static bool is_small_size(const tunip_node *size, parts_left *left)
{
    int most = left->most < left->sizes ? left->most : left->sizes, rest = most;
    tunip_walker walker = {.enter = count_part, .user = &rest};
    bool is_leaf =
        !size || tunip_is(size, &tunip_ir_int_imm_type) || tunip_is_a(size, &tunip_tir_var_type);
    if (is_leaf) return true;
    bool is_small = tunip_walk(size, &walker) == TUNIP_WALK_DONE;
    left->sizes = is_small ? left->sizes - (most - rest) : -1;
    return is_small;
}

typedef struct own_parts {
    relax_seen seen;
    int count;
} own_parts;

static tunip_walk_action count_own(const tunip_node *node, void *user)
{
    enum { MOST_OWN = 1 << 22 };
    own_parts *own = user;
    if (relax_is_seen(&own->seen, node)) return TUNIP_WALK_SKIP;
    return ++own->count > MOST_OWN ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* Adds the parts of a node, which may be NULL, each once. False: they are too many. */
static bool add_own(own_parts *own, const tunip_node *node)
{
    tunip_walker walker = {.enter = count_own, .user = own};
    return tunip_walk(node, &walker) == TUNIP_WALK_DONE;
}

/* How many parts a node of so many may have: `usual`, or some more than those that it does not
 * share. n + 1 + 1 + 1 may be as long as the text is. */
static int most_parts(const tunip_node *node, int usual)
{
    own_parts own = {.count = 0};
    return add_own(&own, node) && 4 * own.count > usual ? 4 * own.count : usual;
}

static bool are_small_sizes(const tunip_array *sizes, parts_left *left)
{
    for (size_t i = 0; i < tunip_array_count(sizes); i++)
        if (!is_small_size(sizes->items[i], left)) return false;
    return true;
}

static bool is_small(const tunip_node *info, int depth, parts_left *left);

static bool are_small(const tunip_array *infos, int depth, parts_left *left)
{
    for (size_t i = 0; i < tunip_array_count(infos); i++)
        if (!is_small(infos->items[i], depth, left)) return false;
    return true;
}

/* Whether a struct info has few parts, and is not nested deeper than `depth`. */
static bool is_small(const tunip_node *info, int depth, parts_left *left)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const tunip_relax_func_struct_info *func = TUNIP_AS(tunip_relax_func_struct_info, info);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    const tunip_relax_shape_expr *written =
        TUNIP_AS(tunip_relax_shape_expr, tensor ? tensor->shape : NULL);
    if ((tuple || func) && (depth < 0 || --left->infos < 0)) return false;
    if (tuple) return are_small(tuple->fields, depth - 1, left);
    if (func)
        return are_small(func->params, depth - 1, left) && is_small(func->ret, depth - 1, left);
    if (prim) return is_small_size(prim->value, left);
    if (written) return are_small_sizes(written->values, left);
    return are_small_sizes(shape ? shape->values : NULL, left);
}

enum { MOST_DEPTH = 1000, MOST_INFOS = 10000, MOST_PARTS = 100000, MOST_OF_ONE = 5000 };

/* Whether a struct info has too many parts, or is nested too deeply; complains if so. */
static bool is_refused(tunip_elaborator *e, const tunip_node *info, parts_left left)
{
    bool is_tuple = tunip_is(info, &tunip_relax_tuple_struct_info_type);
    if (is_small(info, MOST_DEPTH, &left)) return false;
    if (left.sizes < 0)
        tunip_complain(e, NULL, "the sizes have too many parts");
    else if (left.infos < 0)
        tunip_complain(e, NULL, "the %s has more than %d %s in it",
                       is_tuple ? "tuple" : "struct info", MOST_INFOS,
                       is_tuple ? "tuples" : "tuples and functions");
    else
        tunip_complain(e, NULL, "%s are nested deeper than %d here",
                       is_tuple ? "tuples" : "struct infos", MOST_DEPTH);
    return true;
}

/* Inferred sizes may be a little longer than those of the arguments: an operator that copies a
 * formula twice doubles it, and in each of 20 lines it would take all memory. */
bool relax_refuse_inferred(tunip_elaborator *e, const tunip_node *info, const tunip_array *args)
{
    enum { MOST_GROWTH = 1000 };
    parts_left left = {MOST_INFOS + 1, MOST_PARTS, MOST_OF_ONE};
    if (is_small(info, MOST_DEPTH, &left)) return false;
    own_parts own = {.count = 0};
    for (size_t i = 0; i < tunip_array_count(args); i++) add_own(&own, relax_info(args->items[i]));
    int most = own.count + MOST_GROWTH;
    return is_refused(e, info,
                      (parts_left){MOST_INFOS + 1, most > MOST_PARTS ? most : MOST_PARTS,
                                   most > MOST_OF_ONE ? most : MOST_OF_ONE});
}

bool relax_refuse_info(tunip_elaborator *e, const tunip_node *info)
{
    parts_left left = {MOST_INFOS + 1, MOST_PARTS, MOST_OF_ONE};
    if (is_small(info, MOST_DEPTH, &left)) return false;
    int most = left.sizes < 0 ? most_parts(info, MOST_PARTS) : MOST_PARTS;
    return is_refused(e, info, (parts_left){MOST_INFOS + 1, most, most});
}

bool relax_refuse_size(tunip_elaborator *e, const tunip_node *size, const tunip_doc *doc)
{
    parts_left left = {.sizes = MOST_OF_ONE, .most = MOST_OF_ONE};
    if (is_small_size(size, &left)) return false;
    left.sizes = left.most = most_parts(size, MOST_OF_ONE);
    if (is_small_size(size, &left)) return false;
    tunip_complain(e, doc, "the number has more than %d parts", MOST_OF_ONE);
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
    if (relax_refuse_info(e, (const tunip_node *)info)) {
        info->params = NULL;
        info->ret = relax_new_object_info(e);
    }
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
    derive->name = tunip_string_new(graph, is_view ? "tvm.relax.struct_info.infer_view_sinfo"
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
    tunip_ir_op *callee = tunip_ir_op_new(tunip_elaborator_graph(e), op);
    return callee ? tunip_relax_call_new(tunip_elaborator_graph(e), callee, args) : NULL;
}

/* ==== Variables ==== */

bool relax_in_dataflow(tunip_elaborator *e)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    return state && state->dataflow && state->dataflow == tunip_scope_top(e);
}

tunip_relax_var *relax_new_var(tunip_elaborator *e, tunip_str name, tunip_node *info)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_var *var = relax_in_dataflow(e) ? tunip_relax_dataflow_var_new(graph, "", info)
                                                : tunip_relax_var_new(graph, "", info);
    if (var) var->vid->name_hint = tunip_string_new_view(graph, name);
    return var;
}

void relax_add_binding(tunip_elaborator *e, tunip_relax_var *var, tunip_node *value)
{
    tunip_scope_add(e, tunip_relax_binding_new(tunip_elaborator_graph(e), var, value));
}
