/* doc_text.h -- Doc trees as text: reads what the doc backend writes (docs/formats.md, "The Doc
 * tree"). For tests of backends: a tree needs neither IR nor a print. */
#ifndef TUNIP_DOC_TEXT_H
#define TUNIP_DOC_TEXT_H

#include <tunip/ext/doc.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tree of Docs with all its memory. Immutable: several threads may use it. */
typedef struct tunip_doc_tree tunip_doc_tree;

/* Reads `text`, which is copied and need not end in a NUL. `allocator` is copied; NULL means
 * malloc. On success the caller frees *out with tunip_doc_tree_free(). On failure *out is NULL, and
 * `error` has line, column and offset. TUNIP_ERROR_SYNTAX: the text is truncated, or has a
 * malformed number or string. TUNIP_ERROR_FORMAT: a word or a member is in the wrong place.
 *
 * Any member may be missing in the text; it is then NULL or an empty list in the Doc. The string of
 * a quoted literal is not in the text, so it is empty in the Doc. Only memory limits the depth. */
TUNIP_API tunip_status tunip_doc_parse(const tunip_allocator *allocator, tunip_str text,
                                       tunip_doc_tree **out, tunip_error *error);

/* NULL is allowed. */
TUNIP_API void tunip_doc_tree_free(tunip_doc_tree *tree);

/* The outermost Doc, which lives as long as the tree. */
TUNIP_API const tunip_doc *tunip_doc_tree_root(const tunip_doc_tree *tree);

/* Iterates over the paths of a Doc of the tree after doc->path, in the order of the text; NULL
 * after the last. `more` is the iterator: initialise it with doc->more_paths. */
TUNIP_API const tunip_path *tunip_doc_tree_next_path(const tunip_doc_tree *tree, uint32_t *more);

#ifdef __cplusplus
}
#endif
#endif
