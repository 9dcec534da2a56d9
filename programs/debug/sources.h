/* sources.h -- where the functions of a graph are defined: the C or the TVMScript of a kernel. */
#ifndef DEBUG_SOURCES_H
#define DEBUG_SOURCES_H

#include "plan.h"

/* A definition in a file. */
typedef struct dbg_place {
    const char *path; /* NULL: none was found */
    size_t line;      /* 1-based */
    tunip_str text;   /* from the first line of the definition to its end */
} dbg_place;

/* Each node has a place for its code in C, and one for its TIR. */
enum { DBG_CODE, DBG_TIR, DBG_PLACES };

typedef struct dbg_sources {
    dbg_place (*places)[DBG_PLACES]; /* each node; NULL: nothing was added */
    tunip_source **files;
    char **paths;
    size_t file_count;
} dbg_sources;

/* Looks in a file, or in the files of a folder and those below it, for the functions of a plan: a C
 * function that has the name, `def NAME(` of Python, or the same without the prefix of the module.
 * Earlier places stay. Files that are no text, files whose names begin with a dot, and links to
 * folders in a folder are left out. False after an error: a file or a folder cannot be read. */
bool dbg_sources_add(dbg_sources *sources, const dbg_plan *plan, const tunip_context *context,
                     const char *path, tunip_error *error);
void dbg_sources_free(dbg_sources *sources);

/* Writes "FILE:LINE", or "FILE:LINE, FILE:LINE" with that of the TIR; nothing if there is none. */
void dbg_sources_put(const dbg_sources *sources, size_t node, tn_text *out);

#endif
