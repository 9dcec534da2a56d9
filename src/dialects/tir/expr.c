/* expr.c -- expressions that need more than a row: strings, Not, Let, reducers, index maps. */
#include "frame.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

#include <stdio.h>

TIR_RULE(string_imm)
{
    const tunip_tir_string_imm *imm = (const tunip_tir_string_imm *)node;
    tunip_str text = tunip_string_value(imm->value);
    if (text.size && memchr(text.data, '\n', text.size)) return tunip_metadata(d, node, path);
    return TIR_SUB(d, imm, value, path);
}

TIR_RULE(negation)
{
    const tunip_doc *a = TIR_SUB(d, (const tunip_tir_not *)node, a, path);
    if (a->kind == TUNIP_DOC_LITERAL) return TIR_CALL(d, "Not", a);
    return tunip_doc_operation_new(d, TUNIP_OP_NOT, TUNIP_DOCS(d, a));
}

/* T.Let(body, where={var: value}); the value prints first, so that its variables are defined
 * first. */
TIR_RULE(let)
{
    const tunip_tir_let *let = (const tunip_tir_let *)node;
    const tunip_doc *value = TIR_SUB(d, let, value, path);
    const tunip_doc *var = TIR_SUB(d, let, var, path);
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, TIR_SUB(d, let, body, path));
    tir_args_key(&args, "where", tunip_doc_dict_new(d, TUNIP_DOCS(d, var), TUNIP_DOCS(d, value)));
    return tir_args_call(d, tir_name(d, "Let"), &args);
}

/* The parameters of a lambda. */
typedef struct lambda_params {
    const tunip_array *vars;
    const char *field;        /* the field that has them */
    const tunip_array *tells; /* expressions with the dtypes that a reader infers for them */
} lambda_params;

/* Defines the parameters, and puts their names into `out`, which may be NULL. */
static void define_params(tunip_docsifier *d, tir_frame *frame, const lambda_params *params,
                          const tunip_path *path, const tunip_doc **out)
{
    path = tunip_path_attr(d, path, params->field);
    for (size_t i = 0; out && i < tunip_array_count(params->vars); i++) {
        const void *teller = i < tunip_array_count(params->tells) ? params->tells->items[i] : NULL;
        out[i] =
            tir_define_typed(d, &frame->base, TUNIP_AS_A(tunip_tir_var, params->vars->items[i]),
                             tunip_ir_dtype_of(teller), tunip_path_item(d, path, i));
    }
}

static const tunip_doc *reducer_lambda(tunip_docsifier *d, const tunip_tir_comm_reducer *reducer,
                                       const tunip_path *path)
{
    tir_frame frame;
    tir_frame_enter(d, &frame, reducer);
    size_t split = tunip_array_count(reducer->lhs);
    size_t count = split + tunip_array_count(reducer->rhs);
    const tunip_doc **vars = tunip_docs_new(d, count);
    lambda_params lhs = {reducer->lhs, "lhs", reducer->identity_element};
    lambda_params rhs = {reducer->rhs, "rhs", reducer->identity_element};
    define_params(d, &frame, &lhs, path, vars);
    define_params(d, &frame, &rhs, path, vars ? vars + split : NULL);
    tunip_docs results =
        tunip_docsify_items(d, reducer->result, tunip_path_attr(d, path, "result"));
    tir_frame_leave(d, &frame);
    const tunip_doc *body = results.count == 1 ? results.items[0] : tunip_doc_tuple_new(d, results);
    return tunip_doc_lambda_new(d, tunip_docs_view(vars, count), body, NULL);
}

/* T.comm_reducer(lambda x, y: x + y, [identity]) */
TIR_RULE(comm_reducer)
{
    const tunip_tir_comm_reducer *reducer = (const tunip_tir_comm_reducer *)node;
    if (tunip_array_count(reducer->lhs) != tunip_array_count(reducer->rhs))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the two sides of a reducer differ in number");
    const tunip_doc *lambda = reducer_lambda(d, reducer, path);
    const tunip_doc *identity = TIR_SUB(d, reducer, identity_element, path);
    return TIR_CALL(d, "comm_reducer", lambda, identity);
}

/* The dtype of all indices; NULL if they have several. */
static const tunip_doc *index_type(tunip_docsifier *d, const tunip_array *indices)
{
    if (!tunip_array_count(indices)) return NULL;
    tunip_dtype dtype = tunip_ir_dtype_of(indices->items[0]);
    for (size_t i = 1; i < indices->count; i++)
        if (!tunip_dtype_equal(tunip_ir_dtype_of(indices->items[i]), dtype)) return NULL;
    return tunip_doc_dtype(d, dtype, NULL);
}

static const tunip_doc *map_lambda(tunip_docsifier *d, const tunip_tir_index_map *map,
                                   const tunip_path *path)
{
    tir_frame frame;
    tir_frame_enter(d, &frame, map);
    const tunip_array *initial = map->initial_indices;
    const tunip_doc *type = index_type(d, initial);
    lambda_params params = {initial, "initial_indices", type ? initial : NULL};
    const tunip_doc **vars = tunip_docs_new(d, tunip_array_count(initial));
    define_params(d, &frame, &params, path, vars);
    tunip_docs indices =
        tunip_docsify_items(d, map->final_indices, tunip_path_attr(d, path, "final_indices"));
    tir_frame_leave(d, &frame);
    const tunip_doc *body = tunip_doc_tuple_new(d, indices);
    return tunip_doc_lambda_new(d, tunip_docs_view(vars, tunip_array_count(initial)), body, type);
}

/* T.index_map(lambda i: (i,), inverse_index_map=lambda i: (i,)) */
TIR_RULE(index_map)
{
    const tunip_tir_index_map *map = (const tunip_tir_index_map *)node;
    const tunip_tir_index_map *inverse = TUNIP_AS(tunip_tir_index_map, map->inverse_index_map);
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, map_lambda(d, map, path));
    if (inverse)
        tir_args_key(&args, "inverse_index_map",
                     map_lambda(d, inverse, tunip_path_attr(d, path, "inverse_index_map")));
    return tir_args_call(d, tir_name(d, "index_map"), &args);
}

/* ---- reading ---- */

/* T.Let(body, where={x: value}): `x` has its name from a statement before. */
TIR_READ(let)
{
    const tunip_value *where = &call->args[1];
    tunip_tir_let *let = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_let_type);
    if (where->kind != TUNIP_VALUE_DICT || where->items.count != 2)
        return tunip_complain(e, call->doc, "T.Let needs where={variable: value}");
    tunip_tir_var *var = tunip_value_to_node(e, &where->items.items[0], &tunip_tir_var_type);
    const tunip_value *given = &where->items.items[1];
    bool folds = tunip_elaborator_folds(e);
    tunip_ir_prim_expr *value = NULL;
    if (var) value = folds ? tir_expr(e, given) : tir_expr_of(e, given, var->base.dtype);
    tunip_ir_prim_expr *body = tir_expr(e, &call->args[0]);
    if (!let || !value || !body) return tunip_value_wrong(call->doc);
    if (!tir_takes_let(e, var, (tunip_node *)value, call->doc)) return tunip_value_wrong(call->doc);
    let->base.dtype = body->dtype;
    let->var = var;
    let->value = (tunip_node *)value;
    let->body = (tunip_node *)body;
    return tunip_value_node(let, call->doc);
}

/* New variables for the parameters of a lambda, from number `first` on. `tells` has expressions of
 * their dtypes; without it they are of `dtype`. */
static tunip_array *new_params(tunip_elaborator *e, const tunip_doc_lambda *lambda, size_t first,
                               size_t count, const tunip_array *tells, tunip_dtype dtype)
{
    tunip_array *vars = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < count; i++) {
        if (tells) dtype = tunip_ir_dtype_of(tells->items[i]);
        tunip_value var = tunip_value_node(tir_new_var(e, dtype, NULL, false), &lambda->base);
        const tunip_doc *name = lambda->args.items[first + i];
        if (name->kind == TUNIP_DOC_ID) tir_name_value(e, &var, ((const tunip_doc_id *)name)->name);
        tunip_ir_append(e, vars, var.node);
    }
    return vars;
}

static tunip_value apply(tunip_elaborator *e, const tunip_value *lambda, const tunip_array *first,
                         const tunip_array *second)
{
    size_t count = tunip_array_count(first), more = tunip_array_count(second);
    tunip_value *args = tunip_elaborator_alloc(e, (count + more + 1) * sizeof *args);
    if (!args) return tunip_value_wrong(lambda->doc);
    for (size_t i = 0; i < count; i++) args[i] = tunip_value_node(first->items[i], lambda->doc);
    for (size_t i = 0; i < more; i++)
        args[count + i] = tunip_value_node(second->items[i], lambda->doc);
    return tunip_elaborate_lambda(e, lambda, args, count + more);
}

/* T.comm_reducer(lambda x, y: x + y, [identity]) */
TIR_READ(comm_reducer)
{
    const tunip_value *lambda = &call->args[0];
    tunip_tir_comm_reducer *reducer =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_comm_reducer_type);
    tunip_array *identity = tir_exprs(e, &call->args[1]);
    if (lambda->kind != TUNIP_VALUE_LAMBDA)
        return tunip_complain(e, call->doc, "T.comm_reducer needs a lambda");
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    size_t count = tunip_array_count(identity);
    if (!reducer || !identity) return tunip_value_wrong(call->doc);
    if (doc->args.count != 2 * count)
        return tunip_complain(
            e, lambda->doc, TUNIP_BREAKS_ARGUMENTS "expected %zu parameters, two for each identity",
            2 * count);
    reducer->identity_element = identity;
    reducer->lhs = new_params(e, doc, 0, count, identity, tir_int32);
    reducer->rhs = new_params(e, doc, count, count, identity, tir_int32);
    tunip_value result = apply(e, lambda, reducer->lhs, reducer->rhs);
    if (result.kind == TUNIP_VALUE_WRONG) return result;
    reducer->result = tir_exprs(e, &result);
    return tunip_value_node(reducer, call->doc);
}

static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

/* Whether TVM accepts a result of the lambda: numbers and expressions, but not `==` and `!=`. False
 * after a complaint. */
static bool is_index(tunip_elaborator *e, const tunip_value *value, const tunip_doc *lambda)
{
    const tunip_node *node = value->kind == TUNIP_VALUE_NODE ? value->node : NULL;
    bool is_equality = tunip_is(node, &tunip_tir_eq_type) || tunip_is(node, &tunip_tir_ne_type);
    bool is_written = value->doc && value->doc->kind == TUNIP_DOC_OPERATION;
    bool is_expr = node && !(is_equality && is_written);
    if (!tunip_elaborator_folds(e) || is_expr) return true;
    tunip_complain(e, value->doc ? value->doc : lambda,
                   TUNIP_BREAKS_SHAPE "an index map returns indices, not %s",
                   tunip_value_describe(e, value));
    return false;
}

static tunip_tir_index_map *read_map(tunip_elaborator *e, const tunip_value *lambda,
                                     tunip_dtype dtype)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_index_map *map = tunip_node_new(graph, &tunip_tir_index_map_type);
    if (lambda->kind != TUNIP_VALUE_LAMBDA || !map) {
        if (map) tunip_complain(e, lambda->doc, TUNIP_BREAKS_SHAPE "T.index_map needs a lambda");
        return NULL;
    }
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    map->initial_indices = new_params(e, doc, 0, doc->args.count, NULL, dtype);
    tunip_value result = apply(e, lambda, map->initial_indices, NULL);
    if (result.kind == TUNIP_VALUE_WRONG) return NULL;
    tunip_values items = {&result, 1};
    if (result.kind == TUNIP_VALUE_LIST) items = result.items;
    map->final_indices = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < items.count; i++) {
        bool is_text = items.items[i].kind == TUNIP_VALUE_STR;
        if ((items.items != &result || is_text) && !is_index(e, &items.items[i], lambda->doc))
            return NULL;
        tunip_ir_append(e, map->final_indices, tir_expr_of(e, &items.items[i], dtype));
    }
    return map;
}

void *tir_map_of(tunip_elaborator *e, const tunip_value *lambda)
{
    return read_map(e, lambda, int64);
}

/* Whether the parameters are i0, i1, ...: TVM's passes use these names for their own maps, whose
 * parameters are int32. The text does not show this dtype. */
static bool is_numbered(const tunip_doc_lambda *lambda)
{
    for (size_t i = 0; i < lambda->args.count; i++) {
        char name[24];
        const tunip_doc_id *id = (const tunip_doc_id *)lambda->args.items[i];
        snprintf(name, sizeof name, "i%zu", i);
        if (id->base.kind != TUNIP_DOC_ID || !tunip_str_is(id->name, name)) return false;
    }
    return lambda->args.count != 0;
}

/* T.index_map(lambda i: (i,), inverse_index_map=lambda i: (i,)) */
TIR_READ(index_map)
{
    const tunip_value *map_value = &call->args[0];
    bool is_made = map_value->kind == TUNIP_VALUE_LAMBDA && tir_does(e, TIR_DOES_MAP_INT32) &&
                   !tunip_elaborator_folds(e) &&
                   is_numbered((const tunip_doc_lambda *)map_value->lambda);
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[2], is_made ? tir_int32 : int64);
    tunip_tir_index_map *map = read_map(e, &call->args[0], dtype);
    if (map && call->args[1].kind > TUNIP_VALUE_NONE)
        map->inverse_index_map = (tunip_node *)read_map(e, &call->args[1], dtype);
    return tunip_value_node(map, call->doc);
}

/* ---- dtypes that follow from operands ---- */

static tunip_dtype with_lanes(tunip_dtype dtype, int lanes)
{
    dtype.lanes = (int16_t)lanes;
    return dtype;
}

static const void *item(const tunip_array *array, int64_t index)
{
    return index >= 0 && (size_t)index < tunip_array_count(array) ? array->items[index] : NULL;
}

/* The dtype of an expression that a row has made; false if it does not follow from the operands. */
static bool find_dtype(const tunip_node *node, tunip_dtype *out)
{
    if (tunip_is(node, &tunip_tir_ramp_type)) {
        const tunip_tir_ramp *ramp = (const tunip_tir_ramp *)node;
        *out = with_lanes(tunip_ir_dtype_of(ramp->start), tir_count_lanes(ramp->lanes));
        return out->lanes != 0;
    }
    if (tunip_is(node, &tunip_tir_broadcast_type)) {
        const tunip_tir_broadcast *b = (const tunip_tir_broadcast *)node;
        *out = with_lanes(tunip_ir_dtype_of(b->value), tir_count_lanes(b->lanes));
        return out->lanes != 0;
    }
    if (tunip_is(node, &tunip_tir_shuffle_type)) {
        const tunip_tir_shuffle *s = (const tunip_tir_shuffle *)node;
        *out =
            with_lanes(tunip_ir_dtype_of(item(s->vectors, 0)), (int)tunip_array_count(s->indices));
        return true;
    }
    if (tunip_is(node, &tunip_tir_reduce_type)) {
        const tunip_tir_reduce *reduce = (const tunip_tir_reduce *)node;
        *out = tunip_ir_dtype_of(item(reduce->source, reduce->value_index));
        return true;
    }
    tunip_node *operands[2];
    bool is_like = tir_operands_alike(node, operands) > 0;
    if (is_like) *out = tunip_ir_dtype_of(operands[0]);
    return is_like;
}

/* The lanes of a vector as TVM's constructors keep them: an int32, or T.vscale() * 4. */
static tunip_node *plain_lanes(tunip_elaborator *e, tunip_node *lanes)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, lanes);
    const tunip_tir_mul *scaled = TUNIP_AS(tunip_tir_mul, lanes);
    if (number) return (tunip_node *)tunip_ir_int(graph, tir_int32, number->value);
    if (!scaled || !tunip_is(scaled->a, &tunip_ir_int_imm_type)) return lanes;
    return (tunip_node *)tunip_tir_binary_new(graph, &tunip_tir_mul_type, scaled->b, scaled->a);
}

/* The steps of a ramp have the dtype of its begin. */
static void plain_vector(tunip_elaborator *e, tunip_node *node)
{
    tunip_tir_ramp *ramp = (tunip_tir_ramp *)(uintptr_t)TUNIP_AS(tunip_tir_ramp, node);
    tunip_tir_broadcast *broadcast =
        (tunip_tir_broadcast *)(uintptr_t)TUNIP_AS(tunip_tir_broadcast, node);
    if (ramp && ramp->start && ramp->stride) {
        ramp->stride = tir_cast(e, ramp->stride, tunip_ir_dtype_of(ramp->start));
        ramp->lanes = plain_lanes(e, ramp->lanes);
    } else if (broadcast) {
        broadcast->lanes = plain_lanes(e, broadcast->lanes);
    }
}

bool tir_complete(tunip_elaborator *e, tunip_node *node, const tunip_doc *doc)
{
    tunip_ir_prim_expr *expr = (tunip_ir_prim_expr *)node;
    if (!tunip_is_a(node, &tunip_ir_prim_expr_type)) return true;
    tir_decide_parts(e, node);
    if (!tir_takes_parts(e, node, doc)) return false;
    if (tunip_elaborator_folds(e)) plain_vector(e, node);
    if (tunip_is(node, &tunip_tir_cast_type) || find_dtype(node, &expr->dtype)) return true;
    tunip_complain(e, doc,
                   TUNIP_BREAKS_DTYPE "the number of lanes must be a constant from 1 to 32767");
    return false;
}
