/* doc_same.c -- compares trees of Docs: kinds, values, roles, comments, the texts of all paths. */
#include "doc_same.h"

#include <math.h>
#include <stdlib.h>

#include "doc_layout.h"
#include "print/paths.h"

static const tunip_path *next_of_tree(const void *tree, uint32_t *more)
{
    return tunip_doc_tree_next_path(tree, more);
}

doc_side doc_of_tree(const tunip_doc_tree *tree)
{
    return (doc_side){tunip_doc_tree_root(tree), next_of_tree, tree};
}

doc_side doc_of_job(const tunip_docsifier *d, const tunip_doc *doc)
{
    return (doc_side){doc, tn_job_next_path, d};
}

static bool same_path(const tunip_path *a, const tunip_path *b)
{
    if (!a || !b) return a == b;
    size_t size = tunip_path_text(a, NULL, 0);
    if (size != tunip_path_text(b, NULL, 0)) return false;
    char *x = malloc(size + 1), *y = malloc(size + 1);
    tunip_path_text(a, x, size + 1);
    tunip_path_text(b, y, size + 1);
    bool same = strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

static bool same_paths(doc_side a, doc_side b)
{
    const tunip_path *x = a.doc->path, *y = b.doc->path;
    uint32_t more_x = a.doc->more_paths, more_y = b.doc->more_paths;
    while (x && y) {
        if (!same_path(x, y)) return false;
        x = a.next(a.owner, &more_x);
        y = b.next(b.owner, &more_y);
    }
    return !x && !y;
}

static bool same_literal(const tunip_doc *a, const tunip_doc *b)
{
    const tunip_doc_literal *x = (const tunip_doc_literal *)a, *y = (const tunip_doc_literal *)b;
    double m = x->value.real, n = y->value.real;
    bool number = a->sub != TUNIP_LITERAL_NONE && a->sub < TUNIP_LITERAL_STR;
    if (number && !tunip_dtype_equal(x->value.typed.dtype, y->value.typed.dtype)) return false;
    switch ((tunip_literal)a->sub) {
    case TUNIP_LITERAL_NONE:
        return true;
    case TUNIP_LITERAL_BOOL:
        return x->value.boolean == y->value.boolean;
    case TUNIP_LITERAL_INT:
        return x->value.integer == y->value.integer;
    case TUNIP_LITERAL_FLOAT:
        return isnan(m) ? isnan(n) : m == n && signbit(m) == signbit(n);
    case TUNIP_LITERAL_QUOTED: /* the expression is compared, and not the text */
        return true;
    default:
        return tunip_str_equal(x->value.text, y->value.text);
    }
}

static bool same_keys(const tunip_doc *a, const tunip_doc *b)
{
    const tunip_doc_call *x = (const tunip_doc_call *)a, *y = (const tunip_doc_call *)b;
    for (size_t i = 0; i < x->values.count && i < y->values.count; i++)
        if (!tunip_str_equal(x->keys[i], y->keys[i])) return false;
    return a->sub != TUNIP_CALL_PARTIAL ||
           tunip_str_equal(((const tunip_doc_partial_call *)a)->key,
                           ((const tunip_doc_partial_call *)b)->key);
}

static bool same_head(const tunip_doc *a, const tunip_doc *b)
{
    if (a->kind != b->kind || a->sub != b->sub) return false; /* `sub` may also be the role */
    if (a->kind == TUNIP_DOC_LITERAL) return same_literal(a, b);
    if (a->kind == TUNIP_DOC_CALL) return same_keys(a, b);
    if (a->kind == TUNIP_DOC_ID)
        return tunip_str_equal(((const tunip_doc_id *)a)->name, ((const tunip_doc_id *)b)->name);
    if (a->kind == TUNIP_DOC_ATTR)
        return tunip_str_equal(((const tunip_doc_attr *)a)->name,
                               ((const tunip_doc_attr *)b)->name);
    return a->kind < TUNIP_DOC_ASSIGN || tunip_str_equal(((const tunip_doc_stmt *)a)->comment,
                                                         ((const tunip_doc_stmt *)b)->comment);
}

static bool same_child(doc_side a, const tunip_doc *x, doc_side b, const tunip_doc *y,
                       const tunip_doc **differs)
{
    a.doc = x;
    b.doc = y;
    return doc_same(a, b, differs);
}

static bool same_lists(doc_side a, tunip_docs x, doc_side b, tunip_docs y,
                       const tunip_doc **differs)
{
    for (size_t i = 0; i < x.count && i < y.count; i++)
        if (!same_child(a, x.items[i], b, y.items[i], differs)) return false;
    return x.count == y.count;
}

bool doc_same(doc_side a, doc_side b, const tunip_doc **differs)
{
    const tunip_doc *x = a.doc, *y = b.doc;
    if (!x || !y) return x == y;
    *differs = x;
    if (!same_head(x, y) || !same_paths(a, b)) return false;
    if (!same_child(a, doc_unwritten(x), b, doc_unwritten(y), differs)) return false;
    const doc_layout *l = &doc_layouts[x->kind];
    for (size_t i = 0; i < DOC_MOST_FIELDS; i++) {
        size_t at = l->one[i];
        if (at && !same_child(a, doc_one(x, at), b, doc_one(y, at), differs)) return false;
        at = l->many[i];
        if (at && !same_lists(a, doc_many(x, at), b, doc_many(y, at), differs)) return false;
    }
    return true;
}
