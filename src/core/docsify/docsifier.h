/* docsifier.h -- the parts of a docsifier, one for each concept. A file includes this header and
 * those of the parts that it uses: it cannot look into the others. Only open.c knows them all. */
#ifndef TN_DOCSIFIER_H
#define TN_DOCSIFIER_H

#include "memory.h"

struct tunip_docsifier {
    tn_memory memory;
    const struct tn_request *request;
    const struct tunip_print_options *options; /* of the request */
    struct tunip_context *context;
    struct tn_dispatch *dispatch;     /* the rules of all dialects */
    size_t doc_count;                 /* of the Docs made so far */
    uint8_t dialect;                  /* of the running rule, for the Docs that it makes */
    uint8_t mark;                     /* of all Docs of this print: not 0 */
    struct tn_recent_dtypes *dtypes;  /* their names */
    struct tn_paths *paths;           /* of Docs */
    struct tn_marks *marks;           /* underlines and annotations */
    struct tn_guard *guard;           /* the nodes being printed */
    struct tn_tokens *tokens;         /* the dispatch tokens */
    struct tunip_frame *top;          /* the innermost open scope */
    struct tn_variables *variables;   /* that are defined */
    struct tn_constants *constants;   /* their Docs */
    struct tn_names *names;           /* that are in use */
    struct tn_uses *uses;             /* of free variables */
    struct tn_bindings *bindings;     /* names of functions and modules */
    struct tn_dialect_jobs *dialects; /* prefixes, settings and states */
    struct tn_backend_job *backend;   /* settings and state */
    struct tn_metadata *metadata;     /* nodes of the metadata section */
    struct tn_report *report;         /* issues */
    struct tn_header *header;         /* what stands around the root */
    struct tn_accounted *accounted;   /* while the check of fields runs, else NULL */
    struct tn_stages *stages;         /* the stages of a print above this one */
    struct tn_usual *usual;           /* nodes in the usual version, or NULL */
    unsigned vintage;                 /* the version of TVM of the root: 26 is v0.26 */
};

static inline bool tn_job_failed(const tunip_docsifier *d)
{
    return d->memory.error.code != TUNIP_OK;
}

void *tn_job_memory_slow(tunip_docsifier *d, size_t size);

/* Memory of the job; on failure the job has its error and the result is NULL. */
static inline void *tn_job_memory(tunip_docsifier *d, size_t size)
{
    void *memory = size ? tn_arena_take(&d->memory.arena, size) : NULL;
    return TN_RARELY(!memory) ? tn_job_memory_slow(d, size) : memory;
}

/* The same for data that outlives the current statement. */
static inline void *tn_job_kept_memory(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_alloc(&d->memory.kept, size);
    if (TN_RARELY(!memory)) tn_job_no_memory(d);
    return memory;
}

/* The allocator of tables that grow. */
static inline const tunip_allocator *tn_job_allocator(const tunip_docsifier *d)
{
    return &d->memory.arena.allocator;
}

#endif
