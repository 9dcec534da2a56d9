/* doc_layout.h -- a table of the Docs inside each kind of Doc, for tests that walk trees. */
#ifndef DOC_LAYOUT_H
#define DOC_LAYOUT_H

#include <tunip/ext/doc.h>

/* The offsets of the Docs inside a Doc; 0 is none. */
enum { DOC_MOST_FIELDS = 4 };
typedef struct doc_layout {
    size_t one[DOC_MOST_FIELDS], many[DOC_MOST_FIELDS];
} doc_layout;

#define DOC_AT(ident, member) offsetof(tunip_doc_##ident, member)

static const doc_layout doc_layouts[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_ATTR] = {{DOC_AT(attr, value)}, {0}},
    [TUNIP_DOC_INDEX] = {{DOC_AT(index, value)}, {DOC_AT(index, indices)}},
    [TUNIP_DOC_SLICE] = {{DOC_AT(slice, start), DOC_AT(slice, stop), DOC_AT(slice, step)}, {0}},
    [TUNIP_DOC_CALL] = {{DOC_AT(call, callee)}, {DOC_AT(call, args), DOC_AT(call, values)}},
    [TUNIP_DOC_OPERATION] = {{0}, {DOC_AT(operation, operands)}},
    [TUNIP_DOC_LAMBDA] = {{DOC_AT(lambda, body)}, {DOC_AT(lambda, args)}},
    [TUNIP_DOC_TUPLE] = {{0}, {DOC_AT(tuple, elements)}},
    [TUNIP_DOC_LIST] = {{0}, {DOC_AT(list, elements)}},
    [TUNIP_DOC_DICT] = {{0}, {DOC_AT(dict, keys), DOC_AT(dict, values)}},
    [TUNIP_DOC_ASSIGN] = {{DOC_AT(assign, lhs), DOC_AT(assign, rhs), DOC_AT(assign, annotation)},
                          {0}},
    [TUNIP_DOC_IF] = {{DOC_AT(if, predicate)}, {DOC_AT(if, then_branch), DOC_AT(if, else_branch)}},
    [TUNIP_DOC_WHILE] = {{DOC_AT(while, predicate)}, {DOC_AT(while, body)}},
    [TUNIP_DOC_FOR] = {{DOC_AT(for, lhs), DOC_AT(for, rhs)}, {DOC_AT(for, body)}},
    [TUNIP_DOC_SCOPE] = {{DOC_AT(scope, lhs), DOC_AT(scope, rhs)}, {DOC_AT(scope, body)}},
    [TUNIP_DOC_EXPR_STMT] = {{DOC_AT(expr_stmt, expr)}, {0}},
    [TUNIP_DOC_ASSERT] = {{DOC_AT(assert, test), DOC_AT(assert, message)}, {0}},
    [TUNIP_DOC_RETURN] = {{DOC_AT(return, value)}, {0}},
    [TUNIP_DOC_FUNCTION] = {{DOC_AT(function, name), DOC_AT(function, return_type)},
                            {DOC_AT(function, args), DOC_AT(function, decorators),
                             DOC_AT(function, body)}},
    [TUNIP_DOC_CLASS] = {{DOC_AT(class, name)}, {DOC_AT(class, decorators), DOC_AT(class, body)}},
    [TUNIP_DOC_BLOCK] = {{0}, {DOC_AT(block, body)}},
};

/* The Doc, or the Docs, at an offset that is not 0. */
static inline const tunip_doc *doc_one(const tunip_doc *doc, size_t offset)
{
    return *(const tunip_doc *const *)(const void *)((const char *)doc + offset);
}
static inline tunip_docs doc_many(const tunip_doc *doc, size_t offset)
{
    return *(const tunip_docs *)(const void *)((const char *)doc + offset);
}

/* The Doc inside a Doc for which Python has no syntax; or NULL. */
static inline const tunip_doc *doc_unwritten(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_SLICE) return ((const tunip_doc_slice *)doc)->lanes;
    if (doc->kind == TUNIP_DOC_LAMBDA) return ((const tunip_doc_lambda *)doc)->arg_type;
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED)
        return ((const tunip_doc_typed_id *)doc)->type;
    if (doc->kind == TUNIP_DOC_CALL && doc->sub != TUNIP_CALL_WHOLE)
        return ((const tunip_doc_partial_call *)doc)->value;
    bool quoted = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_QUOTED;
    return quoted ? ((const tunip_doc_quoted *)doc)->expr : NULL;
}

#endif
