/* docsifier.h -- the parts of a docsifier: its memory, its first error, its report; how stage
 * 1 of a print begins and ends. */
#ifndef TN_DOCSIFIER_H
#define TN_DOCSIFIER_H

#include <tunip/ext/dialect.h>
#include <tunip/ext/doc.h>

#include "../util/memory.h"
#include "request.h"

/* ======== memory ======== */

/* The memory and the first error of a print. */

typedef struct tn_memory {
    tn_arena arena; /* Docs and temporary data, until the text is made */
    tn_arena kept;  /* names, the report and shared Docs, until the print ends */
    tunip_error error;
    tunip_scratch scratch;      /* `arena` and `error` */
    tunip_scratch kept_scratch; /* `kept` and `error` */
    size_t most;                /* bytes in both arenas, by options.max_bytes */
} tn_memory;

/* Records the first error of the job. */
void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...) TUNIP_PRINTF(3, 4);
TN_COLD void tn_job_no_memory(tunip_docsifier *d);

tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text);

/* ======== docsifier ======== */

/* The parts of a docsifier, one for each concept. A file includes this header and
 * those of the parts that it uses: it cannot look into the others. Only open.c knows them all. */

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
    struct tn_units *units;           /* how the print makes them */
    struct tunip_printed *printed;    /* the whole print; NULL: stage 1 alone, in a test */
    struct tn_team_member *member;    /* one of several threads that print it; or NULL */
    struct tn_usual *usual;           /* nodes in the usual version, or NULL */
    bool lossless;                    /* some nodes may be written by their fields */
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

/* ======== units ======== */

/* How a print makes units, such as the functions of a module (tunip_frame_add_unit()). */

typedef struct tn_units {
    /* Prerenders a statement in the body of `around` and returns a Doc for its text, or `stmt`
     * itself if that is not possible yet. `node`: see tunip_frame_add_unit(). NULL: the print needs
     * its Docs. */
    const tunip_doc *(*prerender)(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt, const void *node);
    bool without_guesses; /* see tunip_guess_unused() */
    bool left_over; /* a unit that was made twice had added something to the frames around it, or
                       the Docs of a unit turned out to be needed */
} tn_units;

/* ======== report ======== */

/* The issues of a print, and errors that name the running rule. */

typedef struct tn_report {
    TN_ARRAY(tunip_issue) issues;
} tn_report;

/* Fails the print by an error of the running rule: "leaves a frame ...". */
void tn_job_misuse(tunip_docsifier *d, const char *format, ...) TUNIP_PRINTF(2, 3);

/* ======== root ======== */

/* The beginning and the end of a print. */

typedef struct tn_header {
    bool left_out;        /* the backend has no use for import lines */
    const char *language; /* the dialect whose root rows are the only ones that count; or NULL */
    bool declares;        /* the free variables of an expression show */
    bool is_value;        /* the root is an expression */
    bool is_plain;        /* the root has no script form */
} tn_header;

/* The block of statements of `root`, in the frame and under the token of its root row. */
const tunip_doc *tn_docsify_root(tunip_docsifier *d, const tunip_node *root);

/* ======== open ======== */

/* Opening and closing a print. */

/* Prepares a resolved print, and keeps a copy of the request. On failure nothing needs closing. */
tunip_status tn_job_open(tunip_docsifier *d, const tn_request *request, tunip_error *error);
void tn_job_close(tunip_docsifier *d);

#endif
