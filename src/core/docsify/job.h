/* job.h -- the inside of a docsifier: the state of one print. Its memory is two arenas and a few
 * tables. */
#ifndef TN_JOB_H
#define TN_JOB_H

#include <tunip/ext/dialect.h>

#include "../base/arena.h"
#include "../base/array.h"
#include "../base/map.h"
#include "../base/scratch.h"
#include "../base/set.h"
#include "../base/stack.h"
#include "../ir/path.h"
#include "dispatch.h"
#include "names.h"
#include "uses.h"

/* A defined variable: an ID with `name`, or the Doc that `creator` makes. */
typedef struct tn_variable {
    tunip_creator_fn creator; /* NULL: defined by name */
    const void *user;
    const tunip_frame *frame; /* the frame that removes it */
    uint32_t name;
    bool is_again; /* it was a variable before: TUNIP_ID_AGAIN */
} tn_variable;

/* One more path of a Doc, and the number of the next. Entry 0 is none. */
typedef struct tn_more_path {
    const tunip_path *path;
    uint32_t next;
} tn_more_path;

/* The marks of the options and their paths. The sets hold places in `paths`. */
typedef struct tn_marks {
    tn_path_set paths;
    size_t checked;       /* the first places, of paths that were given as text */
    uint32_t *underlined; /* as many as the options name */
    size_t underlined_count;
    tunip_str *notes; /* of each place, empty for most; NULL when there are none at all */
    size_t note_count;
} tn_marks;

/* A node that is being printed. */
typedef struct tn_open {
    const tunip_node *node;
    const struct tn_open *outer;
} tn_open;

/* The objects of one type in the metadata section. */
typedef struct tn_metadata_group {
    const char *key;
    TN_ARRAY(const tunip_node *) nodes;
} tn_metadata_group;

enum { TN_RECENT_NAMES = 64, TN_RECENT_DTYPES = 16, TN_RECENT_DIALECTS = 16 };

/* A recently used PREFIX.name; most are used many times. */
typedef struct tn_recent_name {
    const char *key; /* the address of the name, which may hold another text now */
    tunip_str name;
    const tunip_doc *doc;
} tn_recent_name;

/* The data of one dialect in a print. */
typedef struct tn_dialect_job {
    const tn_dialect *shared; /* what all prints have of it */
    tunip_str prefix;
    const void *settings;        /* the shared ones, or this print's own */
    const tunip_doc *prefix_doc; /* made at first use: then the dialect is in the header */
    const tunip_doc *import_doc; /* the header's line, made when it is first wanted */
    tn_recent_name *names;       /* TN_RECENT_NAMES; NULL until the first */
} tn_dialect_job;

struct tunip_docsifier {
    tn_arena arena;        /* Docs and temporary data, until the text is made */
    tn_arena kept;         /* names, the report and shared Docs, until the print ends */
    tunip_scratch scratch; /* `arena` and `error` */
    tunip_context *context;
    tn_dispatch *dispatch;
    tunip_print_options options; /* with defaults filled in */
    tunip_error error;           /* the first one */
    size_t doc_count;            /* Docs made so far */
    size_t max_memory;           /* of both arenas, by options.max_bytes */
    uint8_t print_mark;          /* of all Docs made: not 0 */
    tn_stack stack;

    tn_row *row;     /* of the dispatch token on top */
    uint8_t dialect; /* whose rule is at work: for the Docs it makes */
    TN_ARRAY(uint32_t) tokens;
    tunip_frame *top;
    TN_ARRAY(tunip_str) bindings;
    tn_dialect_job **dialects;                  /* by number; NULL until first used */
    TN_ARRAY(tn_dialect_job *) used;            /* in the header, in the order of registration */
    tn_dialect_job *recent[TN_RECENT_DIALECTS]; /* by the dialect's address */
    tn_dialect_job spare;                       /* where there is no memory for another */
    tunip_namespace *namespaces;                /* of all dialects; NULL until first used */
    char *states;                               /* of all dialects */
    void *backend_settings;
    void *backend_state; /* NULL when it has none */
    void *spare_state;   /* see tn_job_spare_state(); NULL until first used */
    bool shows_metadata; /* the section with it goes before the text */
    bool no_header;      /* the backend has no use for import lines */
    bool keeps_defaults; /* TUNIP_BACKEND_DEFAULTS */
    bool tells_again;    /* TUNIP_BACKEND_AGAIN */
    bool declares;       /* the free variables of an expression show */
    bool has_paths;      /* paths are recorded */
    bool is_plain;       /* the root has no script form */
    bool has_printed;    /* and TVM's variants of them */

    tn_names names;
    tn_map variables; /* node -> index into variable_list + 1 */
    TN_ARRAY(tn_variable) variable_list;
    tn_set ever_defined; /* nodes that were variables, for TUNIP_BACKEND_AGAIN */
    tn_uses uses;

    TN_ARRAY(tn_metadata_group) metadata;
    tn_map metadata_index;   /* node -> its place in its group */
    const tn_set *accounted; /* the nodes that tn_accounts_check() met so far, or NULL */

    struct { /* names of dtypes met lately */
        tunip_dtype dtype;
        tunip_str name;
    } dtypes[TN_RECENT_DTYPES];
    TN_ARRAY(tn_more_path) more_paths; /* of Docs that have several */
    tn_map printed_paths;              /* path -> the one TVM prints, where that is another */
    tn_marks marks;
    TN_ARRAY(tunip_issue) issues;
    size_t depth;
    const struct tn_open *innermost; /* the nodes being printed */
    tn_map open;                     /* those of them at great depth -> how often */
    tn_map cyclic;                   /* nodes known to contain themselves */

    /* Set by print.c, which knows the stages above this one. */
    tunip_str (*render)(tunip_docsifier *d, const tunip_doc *doc);
    tunip_str (*print)(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);
    /* Prerenders a statement in the body of `around` and returns a Doc for its text, or `stmt`
     * itself if that is not possible yet. NULL: the print needs its Docs. */
    const tunip_doc *(*prerender)(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt);
};

/* tunip_path.mark: of paths that tunip_path_made() made, and of those that extend them. Such a path
 * leads to the same node as the one it was made from. */
enum { TN_PATH_MADE = 1 };

static inline bool tn_path_is_made(const tunip_path *path)
{
    return path->mark == TN_PATH_MADE;
}

/* The paths of a Doc in turn; `path` is NULL at the end. Those that were made are left out. */
typedef struct tn_path_cursor {
    const tunip_path *path;
    uint32_t more;
} tn_path_cursor;

static inline tn_path_cursor tn_first_path(const tunip_doc *doc)
{
    return (tn_path_cursor){doc->path, doc->more_paths};
}

static inline void tn_next_path(const tunip_docsifier *d, tn_path_cursor *c)
{
    c->path = NULL;
    while (c->more && !c->path) {
        const tn_more_path *entry = &d->more_paths.items[c->more];
        *c = (tn_path_cursor){tn_path_is_made(entry->path) ? NULL : entry->path, entry->next};
    }
}

/* The same for the paths by which TVM knows the Doc. */
tn_path_cursor tn_first_printed_path(const tunip_docsifier *d, const tunip_doc *doc);
void tn_next_printed_path(const tunip_docsifier *d, tn_path_cursor *c);

/* The same for code that has only `more_paths` of a Doc, and no job. */
const tunip_path *tn_job_next_path(const void *job, uint32_t *more);

/* Prepares a print with `options` (NULL: defaults). On failure nothing needs closing. */
tunip_status tn_job_open(tunip_docsifier *d, tunip_context *context,
                         const tunip_print_options *options, tunip_error *error);
void tn_job_close(tunip_docsifier *d);

/* Records the first error of the job. */
void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...) TUNIP_PRINTF(3, 4);
/* The same for an error of the running rule: "leaves a frame ...". */
void tn_job_misuse(tunip_docsifier *d, const char *format, ...) TUNIP_PRINTF(2, 3);
/* Zeroed memory to write a state to that has no size; NULL when out of memory. */
void *tn_job_spare_state(tunip_docsifier *d);
static inline bool tn_job_failed(const tunip_docsifier *d)
{
    return d->error.code != TUNIP_OK;
}

/* Memory of the job; on failure the job has its error and the result is NULL. */
static inline void *tn_job_memory(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_alloc(&d->arena, size);
    if (!memory) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return memory;
}

/* The same for data that outlives the current statement. */
static inline void *tn_job_kept_memory(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_alloc(&d->kept, size);
    if (!memory) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return memory;
}
tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text);

/* The rules under a token; on failure the job has its error and the result is NULL. */
static inline tn_row *tn_job_row(tunip_docsifier *d, uint32_t token)
{
    tn_row *row = tn_dispatch_row(d->dispatch, token);
    if (!row) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return row;
}

static inline tn_dialect_job **tn_job_recent(tunip_docsifier *d, const tunip_dialect *dialect)
{
    return &d->recent[((uintptr_t)dialect >> 6) % TN_RECENT_DIALECTS];
}

/* NULL for a dialect that is not registered. Without memory for it, which is the job's error, the
 * defaults. */
tn_dialect_job *tn_job_find_dialect(tunip_docsifier *d, const tunip_dialect *dialect);
static inline tn_dialect_job *tn_job_dialect(tunip_docsifier *d, const tunip_dialect *dialect)
{
    tn_dialect_job *recent = *tn_job_recent(d, dialect);
    bool found = recent && recent->shared->dialect == dialect;
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

/* Gives the backend its settings, and the dialects those that the options change. */
bool tn_settings_apply(tunip_docsifier *d, const tn_schema *backend);

/* Checks that the text of `root` loses no field. If it does, sets the job's error and returns
 * false. */
bool tn_accounts_check(tunip_docsifier *d, const tunip_node *root);
/* Reports all such fields as TUNIP_ISSUE_LOST. False, with the job's error set, when out of memory.
 */
bool tn_accounts_report(tunip_docsifier *d, const tunip_node *root);

/* Reads the paths the options mark. False, with the job's error set, when one cannot be read. */
bool tn_marks_open(tunip_docsifier *d);
void tn_marks_close(tunip_docsifier *d);

/* Makes `top` the innermost frame again, after a rule returned without leaving its frames. The
 * frames lived on the rule's stack: their tokens are popped, and their definitions stay. */
void tn_frames_cut(tunip_docsifier *d, tunip_frame *top);

/* The block of statements of `root`, in the frame and under the token of its root row. */
const tunip_doc *tn_docsify_root(tunip_docsifier *d, const tunip_node *root);

/* A node without a rule: type.key(field=..., ...). */
const tunip_doc *tn_docsify_generic(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

/* Values as plain text (plain.c). */
const tunip_doc *tn_plain_float(tunip_docsifier *d, double value, const tunip_path *path);
const tunip_doc *tn_plain_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path);
/* NULL for a node that is no value. */
const tunip_doc *tn_plain_value(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);

/* The metadata section as a map from type keys to arrays; NULL, with the job's error set, when out
 * of memory. */
const tunip_map *tn_metadata_map(tunip_docsifier *d);

/* Applies a rule to a node under the guards that every node has (guard.c). */
typedef const tunip_doc *(*tn_apply_fn)(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path);
const tunip_doc *tn_guarded(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                            tn_apply_fn apply);

/* PREFIX.name (prefix.c). */
const tunip_doc *tn_prefixed(tunip_docsifier *d, const tunip_dialect *dialect, tunip_str name);

/* Reports that a required field at `path` is NULL. */
void tn_report_missing(tunip_docsifier *d, const tunip_node *node, const tunip_field *field,
                       const tunip_path *path);

/* A shallow copy of the Doc in memory of the print. */
const tunip_doc *tn_doc_keep(tunip_docsifier *d, const tunip_doc *doc);

/* Whether this print made the Doc. */
static inline bool tn_doc_is_own(const tunip_docsifier *d, const tunip_doc *doc)
{
    return doc->mark == d->print_mark;
}

/* An ID of any kind but TUNIP_ID_TYPED, the prefix of a dialect, a comment. */
const tunip_doc *tn_doc_id_new(tunip_docsifier *d, tunip_id sub, tunip_str name,
                               const tunip_path *path);
const tunip_doc *tn_doc_prefix_new(tunip_docsifier *d, const tn_dialect_job *job);
const tunip_doc *tn_doc_comment_new(tunip_docsifier *d, tunip_role role, tunip_str text);

/* The placeholder Doc after a failure. */
extern const tunip_doc_id tn_doc_failed;

#endif
