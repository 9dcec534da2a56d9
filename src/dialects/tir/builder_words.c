/* builder_words.c -- functions of TVM's IRBuilder that scripts may call, although no print has them
 * (TVM v0.23 python/tvm/script/ir_builder/tir/ir.py, v0.26 python/tvm/tirx/script/builder/ir.py):
 * statements as calls, classes of nodes, and functions that compute an expression. */
#include "script.h"

#include <math.h>

#include <tunip/tvm/tirx_types.h>

/* ---- branches and loops ---- */

/* with T.If(x > 0): with T.Then(): ... */
typedef struct if_reader {
    tunip_scope scope;
    tunip_tir_if_then_else *stmt;
} if_reader;

/* with T.Then(), with T.Else(), with T.While(x > 0) */
typedef struct body_reader {
    tunip_scope scope;
    tunip_node **body;
    void *stmt; /* a loop; NULL for a branch, whose statement is that of the T.If around it */
} body_reader;

static void *leave_if(tunip_elaborator *e, tunip_scope *scope)
{
    if_reader *r = (if_reader *)scope;
    size_t count;
    tunip_scope_nodes(e, &count);
    if (count)
        tunip_complain(e, scope->doc, "the statements in T.If belong into T.Then or T.Else");
    else if (!r->stmt->then_case)
        tunip_complain(e, scope->doc, "T.If needs a T.Then");
    return r->stmt;
}

static const tunip_scope_kind if_scope = {
    .name = "T.If", .dialect = &tunip_dialect_tir, .leave = leave_if};

TIR_READ(if_frame)
{
    if_reader *r = tunip_scope_new(e, &if_scope, sizeof *r, call->doc);
    tunip_tir_if_then_else *stmt =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_if_then_else_type);
    void *condition = tir_expr(e, &call->args[0]);
    if (!r || !stmt || !condition) return tunip_value_wrong(call->doc);
    stmt->condition = condition;
    r->stmt = stmt;
    return tunip_value_scope(&r->scope, call->doc);
}

static void *leave_body(tunip_elaborator *e, tunip_scope *scope)
{
    body_reader *r = (body_reader *)scope;
    *r->body = tir_body_read(e);
    return r->stmt;
}

static const tunip_scope_kind body_scope = {
    .name = "a body", .dialect = &tunip_dialect_tir, .leave = leave_body};

static tunip_value read_body(tunip_elaborator *e, tunip_node **body, void *stmt,
                             const tunip_doc *doc)
{
    body_reader *r = tunip_scope_new(e, &body_scope, sizeof *r, doc);
    if (!r) return tunip_value_wrong(doc);
    r->body = body;
    r->stmt = stmt;
    return tunip_value_scope(&r->scope, doc);
}

/* T.Then(); T.Else(), whose word has the data 1. */
TIR_READ(branch_frame)
{
    tunip_scope *top = tunip_scope_top(e);
    bool is_else = call->word->data;
    if (!top || top != tunip_scope_of(e, &if_scope))
        return tunip_complain(e, call->doc, "%s belongs directly into T.If",
                              is_else ? "T.Else" : "T.Then");
    tunip_tir_if_then_else *stmt = ((if_reader *)top)->stmt;
    if (is_else && !stmt->then_case)
        return tunip_complain(e, call->doc, "T.Then comes before T.Else");
    tunip_node **body = is_else ? &stmt->else_case : &stmt->then_case;
    if (*body)
        return tunip_complain(e, call->doc, TUNIP_BREAKS_REPEATED "this T.If already has %s",
                              is_else ? "a T.Else" : "a T.Then");
    return read_body(e, body, NULL, call->doc);
}

TIR_READ(while_frame)
{
    tunip_tir_while *stmt = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_while_type);
    void *condition = tir_expr(e, &call->args[0]);
    if (!stmt || !condition) return tunip_value_wrong(call->doc);
    stmt->condition = condition;
    return read_body(e, &stmt->body, stmt, call->doc);
}

/* ---- other statements ---- */

/* T.buffer_store(A, 1.0, [i, j]) is A[i, j] = 1.0. */
TIR_READ(buffer_store)
{
    const tunip_value *indices = &call->args[2];
    tunip_tir_buffer *buffer = tunip_value_to_node(e, &call->args[0], &tunip_tir_buffer_type);
    tunip_values items = {indices, 1};
    if (indices->kind == TUNIP_VALUE_LIST) items = indices->items;
    if (!buffer) return tunip_value_wrong(call->doc);
    tunip_tir_buffer_store *store = tir_store_read(e, buffer, items, &call->args[1], call->doc);
    if (store && call->args[3].kind > TUNIP_VALUE_NONE)
        store->predicate = tir_expr(e, &call->args[3]);
    return tunip_value_node(store, call->doc);
}

/* T.let(x, 1) of v0.23 is a statement; T.let(x, 1, x + 1) is an expression. */
TIR_READ(older_let)
{
    tunip_tir_var *var = tunip_value_to_node(e, &call->args[0], &tunip_tir_var_type);
    tunip_ir_prim_expr *value = var ? tir_expr_of(e, &call->args[1], var->base.dtype) : NULL;
    if (!value) return tunip_value_wrong(call->doc);
    if (call->args[2].kind <= TUNIP_VALUE_NONE)
        return tunip_value_scope(tir_let_new(e, var, value, call->doc), call->doc);
    tunip_tir_let *let = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_let_type);
    tunip_ir_prim_expr *body = tir_expr(e, &call->args[2]);
    if (!let || !body) return tunip_value_wrong(call->doc);
    let->base.dtype = body->dtype;
    let->var = var;
    let->value = (void *)value;
    let->body = (tunip_node *)body;
    return tunip_value_node(let, call->doc);
}

/* T.bind(1), T.bind(1, "int64"), T.bind(1, var=x) of v0.26 */
TIR_READ(bind)
{
    const tunip_value *type = &call->args[1], *given = &call->args[2];
    tunip_tir_var *var = NULL;
    if (given->kind > TUNIP_VALUE_NONE)
        var = tunip_value_to_node(e, given, &tunip_tir_var_type);
    else if (type->kind > TUNIP_VALUE_NONE)
        var = tir_var_of(e, type);
    tunip_ir_prim_expr *value =
        var ? tir_expr_of(e, &call->args[0], var->base.dtype) : tir_expr(e, &call->args[0]);
    bool is_new = given->kind <= TUNIP_VALUE_NONE && type->kind <= TUNIP_VALUE_NONE;
    if (is_new && value) var = tir_new_var(e, value->dtype, NULL, false);
    if (!var || !value) return tunip_value_wrong(call->doc);
    tirx_bind(e, var, value);
    tunip_value made = tunip_value_node(var, call->doc);
    made.is_meta = true; /* `x = T.bind(1)` is no second statement */
    return made;
}

/* T.Return(x) of v0.26 */
TIR_READ(return_word)
{
    tir_add_return(e, &call->args[0]);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* T.Break(), T.Continue() of v0.26. The statement `break` is another node there: a call. */
TIR_READ(leaf_stmt)
{
    const tunip_type *type = (const tunip_type *)call->word->data;
    tunip_scope_add(e, tunip_node_new(tunip_elaborator_graph(e), type));
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* T.device_entry(): the rest of the function runs on the device. */
TIR_READ(device_entry)
{
    void *yes = tunip_ir_int(tunip_elaborator_graph(e), tir_bool, 1);
    return tir_attr_scope(e, tir_nothing(e), "tirx.device_entry", yes, call->doc);
}

/* ---- classes of nodes ---- */

/* T.CommReducer([x], [y], [x + y], [0]) */
TIR_READ(reducer_class)
{
    tunip_tir_comm_reducer *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_comm_reducer_type);
    if (!made) return tunip_value_wrong(call->doc);
    made->lhs = tunip_value_to_array(e, &call->args[0], &tunip_tir_var_type);
    made->rhs = tunip_value_to_array(e, &call->args[1], &tunip_tir_var_type);
    made->result = tir_exprs(e, &call->args[2]);
    made->identity_element = tir_exprs(e, &call->args[3]);
    return tunip_value_node(made, call->doc);
}

/* T.Reduce(reducer, [x], [k], True, 0) */
TIR_READ(reduce_class)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_reduce *made = tunip_node_new(graph, &tunip_tir_reduce_type);
    if (!made) return tunip_value_wrong(call->doc);
    int64_t index = tunip_value_to_int(e, &call->args[4], 0);
    made->combiner = tunip_value_to_node(e, &call->args[0], &tunip_tir_comm_reducer_type);
    made->source = tir_exprs(e, &call->args[1]);
    made->axis = tunip_value_to_array(e, &call->args[2], &tunip_tir_iter_var_type);
    made->condition = tir_expr_of(e, &call->args[3], tir_bool);
    made->value_index = index;
    made->init = call->args[5].kind > TUNIP_VALUE_NONE ? tir_exprs(e, &call->args[5])
                                                       : tunip_array_new(graph, 0, NULL);
    if (!made->combiner || !made->condition) return tunip_value_wrong(call->doc);
    if (index < 0 || (size_t)index >= tunip_array_count(made->source))
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_UNDEFINED_NAME "there is no source number %lld",
                              (long long)index);
    made->base.dtype = tunip_ir_dtype_of(made->source->items[index]);
    return tunip_value_node(made, call->doc);
}

/* The range (0, 4) or T.Range(0, 4). */
static tunip_ir_range *domain_of(tunip_elaborator *e, const tunip_value *value)
{
    bool is_pair = value->kind == TUNIP_VALUE_LIST && value->items.count == 2;
    if (!is_pair) return tunip_value_to_node(e, value, &tunip_ir_range_type);
    void *min = tir_expr(e, &value->items.items[0]), *stop = tir_expr(e, &value->items.items[1]);
    return tir_range(e, min, tir_difference(e, min, stop));
}

/* T.IterVar((0, 4), "k", 2) */
TIR_READ(iter_var_class)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_value *var = &call->args[1];
    tunip_tir_iter_var *made = tunip_node_new(graph, &tunip_tir_iter_var_type);
    if (!made) return tunip_value_wrong(call->doc);
    if (call->args[0].kind > TUNIP_VALUE_NONE) made->dom = domain_of(e, &call->args[0]);
    if (var->kind == TUNIP_VALUE_STR) {
        tunip_dtype dtype = made->dom ? tunip_ir_dtype_of(made->dom->extent) : tir_int32;
        tunip_value named = tunip_value_node(tir_new_var(e, dtype, NULL, false), call->doc);
        tir_name_value(e, &named, var->text);
        made->var = (tunip_tir_var *)named.node;
    } else {
        made->var = tunip_value_to_node(e, var, &tunip_tir_var_type);
    }
    made->iter_type = tunip_value_to_int(e, &call->args[2], TUNIP_TIR_ITER_DATA_PAR);
    made->thread_tag = tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[3], ""));
    return tunip_value_node(made->var ? made : NULL, call->doc);
}

/* ---- words that no script can use ---- */

static const struct {
    const char *name;
    const char *reason;
} refused[] = {
    {"CallEffectKind", "an effect is a property of an operator, and no part of the IR"},
    {"DtypeConstructor", "it is a class of TVM's parser: write T.float32 or another dtype"},
    {"LetAnnotation", "it is a class of TVM's parser: write T.let"},
    {"LocalVectorAnnotation", "it is a class of TVM's parser: write T.alloc_local"},
    {"ProducerLoad", "it loads from a tensor of TE, which a script cannot define"},
    {"arg", "the signature of a function has its parameters"},
    {"block_name_suffix_context", "it renames the blocks of macros when TVM expands them"},
    {"call_kernel", "TVM compiles the kernel for a device"},
    {"func_name", "the name of a function follows `def`"},
    {"func_ret", "the signature of a function has the type of its result: `-> T.int32`"},
    {"llvm_lookup_intrinsic_id", "TVM asks LLVM for the number: write the number"},
    {"wg_reg_tile", "write T.alloc_buffer with its layout"},
};

static const char *reason_of(tunip_str name)
{
    for (size_t i = 0; i < TUNIP_LEN(refused); i++)
        if (tunip_str_is(name, refused[i].name)) return refused[i].reason;
    return NULL;
}

TIR_READ(refused)
{
    return tunip_complain(e, call->doc, "tunip does not read T.%s: %s", call->word->name,
                          reason_of(tunip_str_from(call->word->name)));
}

bool tir_find_builder_word(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    if (tunip_elaborator_folds(e) && tunip_str_is(name, "let")) {
        *out = (tunip_word){.name = "let", .params = "v value body=", .read = tir_read_older_let};
        return true;
    }
    if (!reason_of(name)) return false;
    *out = (tunip_word){.name = name.data, .params = "*args **", .read = tir_read_refused};
    return true;
}
