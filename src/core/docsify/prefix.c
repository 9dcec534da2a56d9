/* prefix.c -- names of a dialect, PREFIX.name, and calls of them. */
#include "prefix.h"

#include <tunip/ext/mix.h>

#include "../base/bytes.h"
#include "constants.h"
#include "dialects.h"
#include "docs.h"

static const tunip_doc *prefix_of(tunip_docsifier *d, tn_dialect_job *job)
{
    if (job->prefix_doc) return job->prefix_doc;
    job->prefix_doc = tn_doc_keep(d, tn_doc_prefix_new(d, tn_job_number(d, job), job->prefix));
    tn_job_use(d, job);
    return job->prefix_doc;
}

void tn_prefix_set_used(tunip_docsifier *d, const tn_uses_of_dialects *used)
{
    tn_dialect_jobs *dialects = d->dialects;
    for (size_t i = 0; i < dialects->used.count; i++) dialects->used.items[i]->prefix_doc = NULL;
    dialects->used.count = 0;
    if (dialects->names) memset(dialects->names, 0, TN_RECENT_NAMES * sizeof *dialects->names);
    tn_constants_clear(d); /* their Docs have prefixes */
    tn_prefix_add_used(d, used);
}

void tn_prefix_add_used(tunip_docsifier *d, const tn_uses_of_dialects *used)
{
    for (size_t i = 0; i < used->count; i++) {
        tn_dialect_job *job = tn_job_find_dialect(d, used->items[i]);
        if (job) prefix_of(d, job);
    }
}

const tn_uses_of_dialects *tn_prefix_used(tunip_docsifier *d, const tn_uses_of_dialects *before)
{
    size_t count = d->dialects->used.count;
    if (before && before->count == count) return before; /* it only grows */
    tn_uses_of_dialects *used = tn_job_kept_memory(d, sizeof *used + count * sizeof *used->items);
    for (size_t i = 0; used && i < count; i++)
        used->items[i] = d->dialects->used.items[i]->shared->dialect;
    if (used) used->count = count;
    return used;
}

const char *tn_name_now(const tunip_docsifier *d, const tn_dialect_job *job, const char *name)
{
    const tunip_dialect *dialect = job->shared->whole;
    for (size_t i = 0; d->vintage && i < dialect->renaming_count; i++) {
        const tunip_renaming *row = &dialect->renamings[i];
        if (d->vintage >= row->since && strcmp(row->name, name) == 0) return row->written;
    }
    return name;
}

/* The place of a name of a dialect in the table, for the rules of the running dialect. Names are
 * next to each other in memory, so the hash depends on all bits of the address. */
static inline size_t home_of(const tunip_docsifier *d, const tunip_dialect *dialect, tunip_str name)
{
    uint64_t key = (uint64_t)(uintptr_t)name.data ^ (uint64_t)(uintptr_t)dialect << 20 ^
                   (uint64_t)d->dialect << 56;
    return (size_t)(tunip_mix(key) >> (64 - TN_NAME_BITS));
}

TN_APART static const tunip_doc *make_prefixed(tunip_docsifier *d, const tunip_dialect *dialect,
                                               tunip_str name)
{
    tn_dialect_job *job = tn_job_dialect(d, dialect);
    tn_recent_name **names = &d->dialects->names;
    if (!job) return tunip_doc_id_new(d, name, NULL);
    if (!*names) *names = tunip_job_keep(d, TN_RECENT_NAMES * sizeof **names);
    if (!*names) return &tn_doc_failed.base;
    tunip_str kept = tn_job_kept_text(d, name);
    tunip_str written = kept.data ? tunip_str_from(tn_name_now(d, job, kept.data)) : kept;
    const tunip_doc *doc = tn_doc_keep(d, tunip_doc_attr_new(d, prefix_of(d, job), written));
    (*names)[home_of(d, dialect, name)] =
        (tn_recent_name){.key = name.data, .dialect = dialect, .name = kept, .doc = doc};
    return doc;
}

/* A Doc knows the dialect whose rule made it, so rules of two dialects do not share one. */
const tunip_doc *tunip_prefixed_str(tunip_docsifier *d, const tunip_dialect *dialect,
                                    tunip_str name)
{
    const tn_recent_name *names = d->dialects->names,
                         *recent = names ? &names[home_of(d, dialect, name)] : NULL;
    bool found = recent && recent->key == name.data && recent->dialect == dialect &&
                 recent->doc->dialect == d->dialect && tn_name_equal(recent->name, name);
    return found ? recent->doc : make_prefixed(d, dialect, name);
}

const tunip_doc *tunip_prefixed_call_str(tunip_docsifier *d, const tunip_dialect *dialect,
                                         tunip_str name, tunip_docs args)
{
    const tunip_doc *callee = tunip_prefixed_str(d, dialect, name);
    return tunip_doc_call_new(d, callee, args, NULL, tunip_docs_none());
}
