/* doc_lists.c -- lists of Docs, and texts that live as long as Docs. */
#include "docsifier.h"

/* ---- lists ---- */

_Static_assert(sizeof(tunip_doc *) <= 8, "a pointer fits into a word");

TN_APART static const tunip_doc **new_slow(tunip_docsifier *d, size_t count)
{
    if (!count) return NULL;
    if (count <= SIZE_MAX / sizeof(tunip_doc *))
        return tn_job_memory(d, count * sizeof(tunip_doc *));
    tn_job_no_memory(d);
    return NULL;
}

const tunip_doc **tunip_docs_new(tunip_docsifier *d, size_t count)
{
    const tunip_doc **docs = tn_arena_take_words(&d->memory.arena, count);
    return TN_RARELY(!docs) ? new_slow(d, count) : docs;
}

static inline tunip_docs fill(const tunip_doc **copy, size_t count, const tunip_doc *const *items)
{
    for (size_t i = 0; i < count; i++) copy[i] = items[i];
    return tunip_docs_view(copy, count);
}

TN_APART static tunip_docs copy_slow(tunip_docsifier *d, size_t count,
                                     const tunip_doc *const *items)
{
    const tunip_doc **copy = new_slow(d, count);
    return copy ? fill(copy, count, items) : tunip_docs_none();
}

tunip_docs tunip_docs_copy(tunip_docsifier *d, size_t count, const tunip_doc *const *items)
{
    const tunip_doc **copy = tn_arena_take_words(&d->memory.arena, count);
    return TN_RARELY(!copy) ? copy_slow(d, count, items) : fill(copy, count, items);
}

/* ---- texts ---- */

tunip_str tunip_doc_text(tunip_docsifier *d, tunip_str text)
{
    tunip_str copy = tn_arena_str(&d->memory.arena, text);
    if (!copy.data) tn_job_no_memory(d);
    return copy;
}

tunip_str tunip_doc_format(tunip_docsifier *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_str text = tn_arena_format(&d->memory.arena, format, args);
    va_end(args);
    if (d->memory.arena.failed) tn_job_no_memory(d);
    return text;
}
