/* nested.c -- nested values, which the API would bind to variables of their own. */
#include "builder.h"

/* Calls whose results need no variable: constants, shapes and the like. */
static bool is_leaf_word(tunip_str name)
{
    static const char *const leaves[] = {"ExternFunc", "const", "device", "dtype",
                                         "prim_value", "shape", "str",    "tuple"};
    for (size_t i = 0; i < TUNIP_LEN(leaves); i++)
        if (tunip_str_is(name, leaves[i])) return true;
    return false;
}

/* A type is a call, too, but no value: names.def does not have it. */
static bool is_nested_call(const tunip_doc_call *call)
{
    const tunip_doc_attr *callee = (const tunip_doc_attr *)call->callee;
    if (call->callee->kind != TUNIP_DOC_ATTR) return true;
    if (is_leaf_word(callee->name)) return false;
    return !tn_builder_is_prefix(callee->value) || tn_builder_find(callee->name);
}

/* metadata["key"][index] */
static bool is_metadata(const tunip_doc *doc)
{
    while (doc->kind == TUNIP_DOC_INDEX) doc = ((const tunip_doc_index *)doc)->value;
    return doc->kind == TUNIP_DOC_ID && tunip_str_is(((const tunip_doc_id *)doc)->name, "metadata");
}

static bool any_nested(tunip_docs docs, uint8_t dialect, int depth);

/* Expressions of another dialect are part of a shape or a type. */
static bool is_nested(const tunip_doc *doc, uint8_t dialect, int depth)
{
    if (doc->dialect != dialect) return false;
    if (depth == TN_BUILDER_MOST_NESTED) return true;
    if (doc->kind == TUNIP_DOC_CALL) return is_nested_call((const tunip_doc_call *)doc);
    if (doc->kind == TUNIP_DOC_INDEX) return !is_metadata(doc);
    return doc->kind == TUNIP_DOC_TUPLE &&
           any_nested(((const tunip_doc_tuple *)doc)->elements, dialect, depth + 1);
}

static bool any_nested(tunip_docs docs, uint8_t dialect, int depth)
{
    for (size_t i = 0; i < docs.count; i++)
        if (is_nested(docs.items[i], dialect, depth)) return true;
    return false;
}

static tunip_docs parts_of(const tunip_doc *const *value)
{
    if ((*value)->kind == TUNIP_DOC_CALL) return ((const tunip_doc_call *)*value)->args;
    if ((*value)->kind == TUNIP_DOC_INDEX)
        return tunip_docs_view(&((const tunip_doc_index *)*value)->value, !is_metadata(*value));
    return tunip_docs_view(value, (*value)->kind == TUNIP_DOC_TUPLE);
}

static void refuse(tunip_writer *w)
{
    tunip_writer_fail(w, "a nested value that is not bound to a variable cannot be built");
}

void tn_builder_check_bound(tunip_writer *w, const tunip_doc *value)
{
    if (any_nested(parts_of(&value), value->dialect, 0)) refuse(w);
}

void tn_builder_check_named(tunip_writer *w, const tunip_doc *value)
{
    if (is_nested(value, value->dialect, 0)) refuse(w);
}
