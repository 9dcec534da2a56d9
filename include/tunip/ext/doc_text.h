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

/* Reads `text`, which is copied and needs no NUL behind it. `allocator` NULL means malloc. On
 * success the caller owns *out; on failure *out is NULL and `error` has line, column and offset:
 * TUNIP_ERROR_SYNTAX for a text that is cut off or has a malformed number or string,
 * TUNIP_ERROR_FORMAT for a word or a member in the wrong place, TUNIP_ERROR_MEMORY.
 *
 * As in a tree of a faulty rule, any member may be missing: it is NULL or an empty list. The text
 * does not hold the string of a quoted literal, which is empty. Depth is limited by memory only. */
TUNIP_API tunip_status tunip_doc_parse(const tunip_allocator *allocator, tunip_str text,
                                       tunip_doc_tree **out, tunip_error *error);

/* NULL is allowed. */
TUNIP_API void tunip_doc_tree_free(tunip_doc_tree *tree);

/* The outermost Doc, which lives as long as the tree. */
TUNIP_API const tunip_doc *tunip_doc_tree_root(const tunip_doc_tree *tree);

/* The paths of a Doc of the tree that follow doc->path, in the order of the text: starts with
 * *more = doc->more_paths and returns NULL behind the last one. */
TUNIP_API const tunip_path *tunip_doc_tree_next_path(const tunip_doc_tree *tree, uint32_t *more);

#ifdef __cplusplus
}
#endif
#endif
