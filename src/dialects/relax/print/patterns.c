/* patterns.c -- the notation of dataflow patterns that are roots (TVM
 * src/relax/ir/dataflow_pattern.cc). Most of them are rows of rules.c. */
#include <tunip/tvm/relax_pattern.h>

#include "rules.h"

/* Writes `before`, the patterns with `separator` between them, and `after`. */
static const tunip_doc *write_list(tunip_docsifier *d, const tunip_doc *before,
                                   const tunip_array *patterns, const tunip_path *path,
                                   const char *separator, const char *after)
{
    size_t count = tunip_array_count(patterns), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, 2 * count + 2);
    if (!docs) return before;
    docs[at++] = before;
    for (size_t i = 0; i < count; i++) {
        if (i) docs[at++] = tunip_doc_raw_new(d, tunip_str_from(separator), NULL);
        docs[at++] = tunip_docsify_plain(d, patterns->items[i], tunip_path_item(d, path, i));
    }
    docs[at++] = tunip_doc_raw_new(d, tunip_str_from(after), NULL);
    return tunip_doc_joined_new(d, tunip_docs_view(docs, at));
}

/* op(args) */
RELAX_RULE(call_pattern)
{
    const tunip_relax_call_pattern *call = (const tunip_relax_call_pattern *)node;
    const tunip_doc *op = tunip_docsify_plain(d, call->op, tunip_path_attr(d, path, "op"));
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("("), NULL);
    const tunip_doc *before = tunip_doc_joined_new(d, TUNIP_DOCS(d, op, open));
    return write_list(d, before, call->args, tunip_path_attr(d, path, "args"), ", ", ")");
}

/* TVM writes the whole list once for each item of it, and so does tunip. */
RELAX_RULE(same_shape_constraint)
{
    const tunip_relax_same_shape_constraint *same = (const tunip_relax_same_shape_constraint *)node;
    size_t count = tunip_array_count(same->args), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, 2 * count + 2);
    if (!docs) return tunip_doc_none(d, path);
    const tunip_doc *list = tunip_docsify_plain(d, same->args, tunip_path_attr(d, path, "args"));
    docs[at++] = tunip_doc_raw_new(d, tunip_str_from("SameShapeConstraint("), NULL);
    for (size_t i = 0; i < count; i++) {
        if (i) docs[at++] = tunip_doc_raw_new(d, tunip_str_from(", "), NULL);
        docs[at++] = list;
    }
    docs[at++] = tunip_doc_raw_new(d, tunip_str_from(")"), NULL);
    return tunip_doc_joined_new(d, tunip_docs_view(docs, at));
}

/* TVM does not save the kind of connection between the patterns, so the text has the default
 * kind. */
RELAX_RULE(pattern_seq)
{
    const tunip_relax_pattern_seq *seq = (const tunip_relax_pattern_seq *)node;
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("["), NULL);
    return write_list(d, open, seq->patterns, tunip_path_attr(d, path, "patterns"), " ^ ", "]");
}
