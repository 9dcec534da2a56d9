/* paths.h -- the paths of Docs, and the places that the options underline or annotate. */
#ifndef TN_PATHS_H
#define TN_PATHS_H

#include "../ir/path.h"
#include "../util/memory.h"
#include "../util/tables.h"
#include "docsifier.h"

/* ======== paths ======== */

/* The paths of Docs: the true paths in the graph, and TVM's paths where they differ. */

/* A further path of a Doc, and the index of the next one. Index 0 means none. */
typedef struct tn_more_path {
    const tunip_path *path;
    uint32_t next;
} tn_more_path;

typedef struct tn_paths {
    bool recorded;               /* else paths are not extended */
    bool printed_recorded;       /* and TVM's variants of them */
    TN_ARRAY(tn_more_path) more; /* of Docs that have several */
    tn_map printed;              /* path -> the one TVM prints, where that is another */
} tn_paths;

/* tunip_path.mark */
enum {
    /* Paths that tunip_path_made() made, and those that extend them. Such a path leads to the same
     * node as the one it was made from. */
    TN_PATH_MADE = 1,
    TN_PATH_NUMBERED = 2 /* a tn_numbered_path */
};

static inline bool tn_path_is_made(const tunip_path *path)
{
    return path->mark & TN_PATH_MADE;
}

/* A path with its number in a packed source map (../packed.h). */
typedef struct tn_numbered_path {
    tunip_path path;
    uint32_t number; /* 0: none yet */
} tn_numbered_path;

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
        const tn_more_path *entry = &d->paths->more.items[c->more];
        *c = (tn_path_cursor){tn_path_is_made(entry->path) ? NULL : entry->path, entry->next};
    }
}

/* The same for the paths by which TVM knows the Doc. */
tn_path_cursor tn_first_printed_path(const tunip_docsifier *d, const tunip_doc *doc);
void tn_next_printed_path(const tunip_docsifier *d, tn_path_cursor *c);

/* The same for code that has only `more_paths` of a Doc, and no job. */
const tunip_path *tn_job_next_path(const void *job, uint32_t *more);

/* ======== marks ======== */

/* The underlines and annotations of the options. */

/* The sets hold places in `paths`. */
typedef struct tn_marks {
    tn_path_set paths;
    size_t checked;       /* the first places, of paths that were given as text */
    uint32_t *underlined; /* as many as the options name */
    size_t underlined_count;
    tunip_str *notes; /* of each place, empty for most; NULL when there are none at all */
    size_t note_count;
} tn_marks;

/* Reads the paths the options mark. False, with the job's error set, when one cannot be read. */
bool tn_marks_open(tunip_docsifier *d);

#endif
