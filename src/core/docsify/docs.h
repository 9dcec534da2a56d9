/* docs.h -- names of dtypes, and constructors of Docs that only the core uses. */
#ifndef TN_DOCS_H
#define TN_DOCS_H

#include "docsifier.h"

enum { TN_RECENT_DTYPES = 16 };

typedef struct tn_recent_dtypes {
    struct {
        tunip_dtype dtype;
        tunip_str name;
    } items[TN_RECENT_DTYPES];
} tn_recent_dtypes;

/* Whether this print made the Doc. */
static inline bool tn_doc_is_own(const tunip_docsifier *d, const tunip_doc *doc)
{
    return doc->mark == d->mark;
}

/* The placeholder Doc after a failure. */
extern const tunip_doc_id tn_doc_failed;

/* The size of the struct of a Doc. */
size_t tn_doc_size(const tunip_doc *doc);

/* A shallow copy of the Doc in memory of the print. */
const tunip_doc *tn_doc_keep(tunip_docsifier *d, const tunip_doc *doc);

/* An ID of any kind but TUNIP_ID_TYPED, the prefix of a dialect, a comment. */
const tunip_doc *tn_doc_id_new(tunip_docsifier *d, tunip_id sub, tunip_str name,
                               const tunip_path *path);
const tunip_doc *tn_doc_prefix_new(tunip_docsifier *d, uint8_t dialect, tunip_str prefix);
const tunip_doc *tn_doc_comment_new(tunip_docsifier *d, tunip_role role, tunip_str text);

#endif
