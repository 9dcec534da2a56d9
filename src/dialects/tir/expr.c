/* expr.c -- expressions that need more than a row: strings, Not, Let, reducers, index maps. */
#include "frame.h"
#include "rules.h"

TIR_RULE(string_imm)
{
    const tir_string_imm *imm = (const tir_string_imm *)node;
    tunip_str text = tunip_string_value(imm->value);
    if (text.size && memchr(text.data, '\n', text.size)) return tunip_metadata(d, node, path);
    return TIR_SUB(d, imm, value, path);
}

TIR_RULE(negation)
{
    const tunip_doc *a = TIR_SUB(d, (const tir_not *)node, a, path);
    if (a->kind == TUNIP_DOC_LITERAL) return TIR_CALL(d, "Not", a);
    return tunip_doc_operation_new(d, TUNIP_OP_NOT, TUNIP_DOCS(d, a));
}

/* T.Let(body, where={var: value}); the value is asked first, so its variables are defined first. */
TIR_RULE(let)
{
    const tir_let *let = (const tir_let *)node;
    const tunip_doc *value = TIR_SUB(d, let, value, path);
    const tunip_doc *var = TIR_SUB(d, let, var, path);
    tir_args args = {.count = 0};
    tir_args_add(&args, TIR_SUB(d, let, body, path));
    tir_args_key(&args, "where", tunip_doc_dict_new(d, TUNIP_DOCS(d, var), TUNIP_DOCS(d, value)));
    return tir_args_call(d, tir_name(d, "Let"), &args);
}

/* Defines the variables of both lists and returns their names. */
static tunip_docs define_vars(tunip_docsifier *d, tir_frame *frame, const tunip_array *first,
                              const tunip_array *second)
{
    size_t split = tunip_array_count(first);
    size_t count = split + tunip_array_count(second);
    const tunip_doc **vars = tunip_docs_new(d, count);
    if (!vars) return tunip_docs_none();
    for (size_t i = 0; i < count; i++) {
        const void *item = i < split ? first->items[i] : second->items[i - split];
        vars[i] = tir_define_var(d, &frame->base, TUNIP_AS_A(tir_var, item));
    }
    return tunip_docs_view(vars, count);
}

static const tunip_doc *reducer_lambda(tunip_docsifier *d, const tir_comm_reducer *reducer,
                                       const tunip_path *path)
{
    tir_frame frame;
    tir_frame_enter(d, &frame, reducer);
    tunip_docs vars = define_vars(d, &frame, reducer->lhs, reducer->rhs);
    tunip_docs results =
        tunip_docsify_items(d, reducer->result, tunip_path_attr(d, path, "result"));
    tir_frame_leave(d, &frame);
    const tunip_doc *body = results.count == 1 ? results.items[0] : tunip_doc_tuple_new(d, results);
    return tunip_doc_lambda_new(d, vars, body, NULL);
}

/* T.comm_reducer(lambda x, y: x + y, [identity]) */
TIR_RULE(comm_reducer)
{
    const tir_comm_reducer *reducer = (const tir_comm_reducer *)node;
    if (tunip_array_count(reducer->lhs) != tunip_array_count(reducer->rhs))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the two sides of a reducer differ in number");
    const tunip_doc *lambda = reducer_lambda(d, reducer, path);
    const tunip_doc *identity = TIR_SUB(d, reducer, identity_element, path);
    return TIR_CALL(d, "comm_reducer", lambda, identity);
}

/* The dtype of all indices; NULL when there is not just one. */
static const tunip_doc *index_type(tunip_docsifier *d, const tunip_array *indices)
{
    if (!tunip_array_count(indices)) return NULL;
    tunip_dtype dtype = ir_dtype_of(indices->items[0]);
    for (size_t i = 1; i < indices->count; i++)
        if (!tunip_dtype_equal(ir_dtype_of(indices->items[i]), dtype)) return NULL;
    return tunip_doc_dtype(d, dtype, NULL);
}

static const tunip_doc *map_lambda(tunip_docsifier *d, const tir_index_map *map,
                                   const tunip_path *path)
{
    tir_frame frame;
    tir_frame_enter(d, &frame, map);
    tunip_docs vars = define_vars(d, &frame, map->initial_indices, NULL);
    tunip_docs indices =
        tunip_docsify_items(d, map->final_indices, tunip_path_attr(d, path, "final_indices"));
    tir_frame_leave(d, &frame);
    const tunip_doc *body = tunip_doc_tuple_new(d, indices);
    return tunip_doc_lambda_new(d, vars, body, index_type(d, map->initial_indices));
}

/* T.index_map(lambda i: (i,), inverse_index_map=lambda i: (i,)) */
TIR_RULE(index_map)
{
    const tir_index_map *map = (const tir_index_map *)node;
    const tir_index_map *inverse = TUNIP_AS(tir_index_map, map->inverse_index_map);
    tir_args args = {.count = 0};
    tir_args_add(&args, map_lambda(d, map, path));
    if (inverse)
        tir_args_key(&args, "inverse_index_map",
                     map_lambda(d, inverse, tunip_path_attr(d, path, "inverse_index_map")));
    return tir_args_call(d, tir_name(d, "index_map"), &args);
}
