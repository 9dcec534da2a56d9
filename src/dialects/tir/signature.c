/* signature.c -- the symbols of signatures of TVM v0.26: a shape may have a string with variables
 * that a later parameter or the body declares (TVM python/tvm/tirx/script/parser). */
#include "script.h"

tunip_node *tir_symbol(tunip_elaborator *e, tunip_str name)
{
    const tir_script_state *state = tir_state_of(e);
    const tir_function_reader *r = state ? state->function : NULL;
    for (size_t k = 0; r && k < tunip_map_count(r->symbols); k++)
        if (tunip_str_equal(tunip_string_value(r->symbols->entries[k].key), name))
            return r->symbols->entries[k].value;
    return NULL;
}

static void keep_symbol(tunip_elaborator *e, tir_function_reader *r, tunip_str name,
                        tunip_value value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value.kind != TUNIP_VALUE_NODE || !tunip_is_a(value.node, &tunip_tir_var_type)) return;
    if (!r->symbols) r->symbols = tunip_map_new(graph, 0, NULL);
    tir_name_value(e, &value, name);
    tunip_name_set(e, name, value);
    tunip_string *key = tunip_string_new_view(graph, tunip_graph_copy(graph, name));
    if (r->symbols) tunip_ir_put(e, r->symbols, (tunip_node *)key, value.node);
}

/* Declares a parameter that is a number, because an earlier parameter may use it. */
static void declare_param(tunip_elaborator *e, tir_function_reader *r, const tunip_doc *param_doc)
{
    const tunip_doc_assign *doc = (const tunip_doc_assign *)param_doc;
    if (param_doc->kind != TUNIP_DOC_ASSIGN || doc->lhs->kind != TUNIP_DOC_ID || !doc->annotation ||
        doc->annotation->kind != TUNIP_DOC_ATTR)
        return;
    tunip_value type = tunip_elaborate(e, doc->annotation);
    tunip_value value = tunip_value_node(tir_var_of(e, &type), doc->lhs);
    keep_symbol(e, r, ((const tunip_doc_id *)doc->lhs)->name, value);
}

static void declare_symbol(tunip_elaborator *e, tir_function_reader *r, const tunip_doc *target,
                           const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (target->kind != TUNIP_DOC_ID || doc->kind != TUNIP_DOC_CALL || call->args.count ||
        call->values.count)
        return;
    keep_symbol(e, r, ((const tunip_doc_id *)target)->name, tunip_elaborate(e, doc));
}

/* n = T.int32(), or n, m = T.int32(), T.int32(): declarations at the beginning of a body. */
static bool declare_symbols(tunip_elaborator *e, const tunip_doc *stmt, void *user)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)stmt;
    if (stmt->kind != TUNIP_DOC_ASSIGN || assign->annotation || !assign->rhs)
        return stmt->kind != TUNIP_DOC_FOR && stmt->kind != TUNIP_DOC_SCOPE;
    const tunip_doc_tuple *names = (const tunip_doc_tuple *)assign->lhs;
    const tunip_doc_tuple *values = (const tunip_doc_tuple *)assign->rhs;
    if (assign->lhs->kind != TUNIP_DOC_TUPLE || assign->rhs->kind != TUNIP_DOC_TUPLE) {
        declare_symbol(e, user, assign->lhs, assign->rhs);
        return true;
    }
    for (size_t i = 0; i < names->elements.count && i < values->elements.count; i++)
        declare_symbol(e, user, names->elements.items[i], values->elements.items[i]);
    return true;
}

/* Whether the shape of a parameter has strings, which use variables that the body declares. */
static bool has_formula(const tunip_doc_function *doc)
{
    for (size_t i = 0; i < doc->args.count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)doc->args.items[i];
        const tunip_doc_call *call = (const tunip_doc_call *)assign->annotation;
        if (assign->stmt.base.kind != TUNIP_DOC_ASSIGN || !call ||
            call->base.kind != TUNIP_DOC_CALL || !call->args.count)
            continue;
        const tunip_doc_tuple *shape = (const tunip_doc_tuple *)call->args.items[0];
        if (shape->base.kind != TUNIP_DOC_TUPLE) continue;
        for (size_t k = 0; k < shape->elements.count; k++)
            if (shape->elements.items[k]->kind == TUNIP_DOC_LITERAL &&
                shape->elements.items[k]->sub == TUNIP_LITERAL_STR)
                return true;
    }
    return false;
}

void tir_declare_symbols(tunip_elaborator *e, tir_function_reader *r, const tunip_doc_function *doc)
{
    if (!has_formula(doc)) return;
    for (size_t i = 0; i < doc->args.count; i++) declare_param(e, r, doc->args.items[i]);
    tunip_elaborate_peek(e, doc->body, declare_symbols, r);
}

/* The sizes of a shape; strings are formulas. */
tunip_value tir_read_formulas(tunip_elaborator *e, const tunip_value *shape)
{
    bool any = false, folds = tunip_elaborator_folds(e) && !tunip_elaborator_vintage(e);
    tunip_value read = *shape;
    if (folds) return read; /* TVM v0.23 reads a string as a string */
    for (size_t i = 0; shape->kind == TUNIP_VALUE_LIST && i < shape->items.count; i++)
        any = any || shape->items.items[i].kind == TUNIP_VALUE_STR;
    tunip_value *items = any ? tunip_elaborator_alloc(e, shape->items.count * sizeof *items) : NULL;
    if (!items) return read;
    for (size_t i = 0; i < shape->items.count; i++) {
        const tunip_value *item = &shape->items.items[i];
        items[i] = item->kind == TUNIP_VALUE_STR ? tunip_elaborate_text(e, item) : *item;
    }
    read.items.items = items;
    return read;
}
