/* doc_same.h -- whether two trees of Docs are the same. */
#ifndef DOC_SAME_H
#define DOC_SAME_H

#include <tunip/ext/doc_text.h>

/* A tree, with the way to find the paths of its Docs. */
typedef struct doc_side {
    const tunip_doc *doc;
    const tunip_path *(*next)(const void *owner, uint32_t *more);
    const void *owner;
} doc_side;

doc_side doc_of_tree(const tunip_doc_tree *tree);
doc_side doc_of_job(const tunip_docsifier *d, const tunip_doc *doc);

/* If they are not, *differs is a Doc of `a` that differs. */
bool doc_same(doc_side a, doc_side b, const tunip_doc **differs);

#endif
