/* expr.c -- expressions that need more than a row: strings, Not, Let, reducers, index maps. */
#include "frame.h"
#include "rules.h"

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
    tir_args args = {.count = 0};
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
    tir_args args = {.count = 0};
    tir_args_add(&args, map_lambda(d, map, path));
    if (inverse)
        tir_args_key(&args, "inverse_index_map",
                     map_lambda(d, inverse, tunip_path_attr(d, path, "inverse_index_map")));
    return tir_args_call(d, tir_name(d, "index_map"), &args);
}
