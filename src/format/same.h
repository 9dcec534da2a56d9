/* same.h -- whether two texts of a script mean the same. */
#ifndef TN_SAME_H
#define TN_SAME_H

#include <tunip/ext/doc.h>

#include "../util/memory.h"

/* Whether two Docs of a reader are equal, apart from their places and comments. Sets *failed when
 * out of memory. */
bool tn_docs_same(const tunip_doc *left, const tunip_doc *right, const tunip_allocator *allocator,
                  bool *failed);

/* Whether two texts have the same comments, in this order. Only blanks may differ. */
bool tn_comments_same(tunip_str left, tunip_str right, const tunip_allocator *allocator,
                      bool *failed);

#endif
