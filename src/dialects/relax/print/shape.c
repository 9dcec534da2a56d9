/* shape.c -- the values of shapes (PrintShapeVar of TVM src/script/printer/relax/struct_info.cc).
 * In a signature symbolic variables are not yet declared, so expressions with them are strings. */
#include "shape.h"

#include "frame.h"

const tunip_doc *relax_shape_value(tunip_docsifier *d, const tunip_node *expr,
                                   const tunip_path *path)
{
    const tunip_doc *doc = tunip_docsify_child(d, expr, path);
    const relax_symbols *signature = relax_job_state(d)->signature;
    if (!signature || !relax_symbols_occur(d, signature, expr)) return doc;
    return tunip_doc_quoted_new(d, doc, path);
}

tunip_docs relax_shape_values(tunip_docsifier *d, const tunip_array *exprs, const tunip_path *path)
{
    size_t count = tunip_array_count(exprs);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = relax_shape_value(d, exprs->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}
