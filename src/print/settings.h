/* settings.h -- the settings of dialects and backends, and the part of a print that belongs to
 * one dialect. */
#ifndef TN_SETTINGS_H
#define TN_SETTINGS_H

#include "../util/memory.h"
#include "dispatch.h"
#include "docsifier.h"

/* ======== settings ======== */

/* The settings and the state of the backend, and the settings of the options. */

typedef struct tn_backend_job {
    void *settings;
    void *state;         /* NULL when it has none */
    bool keeps_defaults; /* TUNIP_BACKEND_DEFAULTS: dialects do, too */
} tn_backend_job;

/* Gives the backend its settings, and the dialects those that the options change. False, with the
 * job's error set, when that fails. */
bool tn_settings_apply(tunip_docsifier *d, const tn_schema *backend);

/* ======== dialects ======== */

/* The part of a print that belongs to one dialect: its prefix, settings and state. */

enum { TN_NAME_BITS = 8, TN_RECENT_NAMES = 1 << TN_NAME_BITS, TN_RECENT_DIALECTS = 16 };

/* A recently used PREFIX.name; most are used many times. */
typedef struct tn_recent_name {
    const char *key; /* the address of the name, which may hold another text now */
    const tunip_dialect *dialect;
    tunip_str name;
    const tunip_doc *doc;
} tn_recent_name;

/* The data of one dialect in a print. */
typedef struct tn_dialect_job {
    const tunip_dialect *dialect;
    const tn_dialect *shared; /* the part that all prints share */
    tunip_str prefix;
    const void *settings;        /* the shared ones, or this print's own */
    void *state;                 /* NULL: it has no size */
    const tunip_doc *prefix_doc; /* made at first use: then the dialect is in the header */
    const tunip_doc *import_doc; /* the header's line, made when it is first wanted */
} tn_dialect_job;

typedef struct tn_dialect_jobs {
    tn_dialect_job **jobs;                      /* by number; NULL until first used */
    TN_ARRAY(tn_dialect_job *) used;            /* in the header, in the order of registration */
    tn_dialect_job *recent[TN_RECENT_DIALECTS]; /* by the dialect's address */
    tn_dialect_job spare;                       /* where there is no memory for another */
    tn_recent_name *names;       /* TN_RECENT_NAMES, by the name's address; NULL until the first */
    tunip_namespace *namespaces; /* of all dialects; NULL until first used */
    char *states;                /* of all dialects */
    void *spare_state;           /* NULL until first used */
} tn_dialect_jobs;

static inline tn_dialect_job **tn_job_recent(tunip_docsifier *d, const tunip_dialect *dialect)
{
    return &d->dialects->recent[((uintptr_t)dialect >> 6) % TN_RECENT_DIALECTS];
}

/* The data of a dialect; NULL for a dialect that is not registered. When out of memory, the job has
 * its error, and the result has the defaults. */
tn_dialect_job *tn_job_find_dialect(tunip_docsifier *d, const tunip_dialect *dialect);
static inline tn_dialect_job *tn_job_dialect(tunip_docsifier *d, const tunip_dialect *dialect)
{
    tn_dialect_job *recent = *tn_job_recent(d, dialect);
    bool found = recent && recent->dialect == dialect;
    return found ? recent : tn_job_find_dialect(d, dialect);
}

/* Marks the dialect as used, so that the header imports it. */
void tn_job_use(tunip_docsifier *d, tn_dialect_job *job);

/* The number of a dialect in tunip_doc.dialect. */
static inline uint8_t tn_job_number(const tunip_docsifier *d, const tn_dialect_job *job)
{
    size_t number = job ? (size_t)(job->shared - d->dispatch->dialects.items) + 1 : 0;
    return number <= UINT8_MAX ? (uint8_t)number : 0;
}

/* The prefix that a dialect, by its place in the dispatch, has in this print. */
tunip_str tn_job_prefix(const tunip_docsifier *d, size_t dialect);

/* The dialects that Docs have numbers of, as backends see them. NULL when out of memory: the job
 * has its error. */
const tunip_namespace *tn_job_namespaces(tunip_docsifier *d, size_t *count);

/* Zeroed memory in place of a state without a size; NULL when out of memory. */
void *tn_job_spare_state(tunip_docsifier *d);

#endif
