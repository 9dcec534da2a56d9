/* doc_new.h -- memory for new Docs, and the macros with which constructors begin. */
#ifndef TN_DOC_NEW_H
#define TN_DOC_NEW_H

#include "docs.h"

/* At least the size of any Doc. */
enum { TN_LARGEST_DOC = 128 };

/* Makes room for any Doc in the newest chunk. False, with the job's error set, when out of
 * memory. */
TN_COLD bool tn_doc_make_room(tunip_docsifier *d);

/* Memory for a Doc with its header; NULL if the newest chunk has no room. */
static inline void *tn_doc_take(tunip_docsifier *d, tunip_doc_kind kind, size_t size, int sub)
{
    tunip_doc *doc = tn_arena_take(&d->memory.arena, size);
    if (TN_RARELY(!doc)) return NULL;
    d->doc_count++;
    *doc = (tunip_doc){
        .kind = (uint8_t)kind, .sub = (uint8_t)sub, .dialect = d->dialect, .mark = d->mark};
    return doc;
}

/* The same with everything but the header left to the caller; NULL when out of memory. */
static inline void *tn_doc_new(tunip_docsifier *d, tunip_doc_kind kind, size_t size, int sub)
{
    void *doc = tn_doc_take(d, kind, size, sub);
    return TN_RARELY(!doc) && tn_doc_make_room(d) ? tn_doc_take(d, kind, size, sub) : doc;
}

#define TN_NEW(ident, KIND, sub)                                                                   \
    tunip_doc_##ident *doc = tn_doc_new(d, TUNIP_DOC_##KIND, sizeof *doc, (sub));                  \
    if (TN_RARELY(!doc)) return &tn_doc_failed.base

/* The same for constructors that run often. If there is no room, such a constructor returns
 * `again`: the call of the function that TN_AGAIN() defines. This function makes room and calls the
 * constructor again. Without a call in its middle, the constructor need not save registers. */
#define TN_NEW_OR(ident, KIND, sub, again)                                                         \
    tunip_doc_##ident *doc = tn_doc_take(d, TUNIP_DOC_##KIND, sizeof *doc, (sub));                 \
    if (TN_RARELY(!doc)) return again

#define TN_AGAIN(constructor, parameters, arguments)                                               \
    TN_COLD static const tunip_doc *constructor##_again parameters                                 \
    {                                                                                              \
        return tn_doc_make_room(d) ? constructor arguments : &tn_doc_failed.base;                  \
    }

#define TN_NEW_STMT(ident, KIND, role)                                                             \
    TN_NEW(ident, KIND, (int)(role));                                                              \
    doc->stmt.comment = (tunip_str)                                                                \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

#endif
