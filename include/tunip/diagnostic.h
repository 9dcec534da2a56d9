/* diagnostic.h -- what a pass has to say about a module, and pictures of it: the printed text with
 * carets below what is meant and labels beside it.
 *
 *     tunip_diagnostics *found = tunip_diagnostics_new(NULL, &error);
 *     tunip_diagnostic *d = tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, "bounds",
 *                                                 "index out of bounds");
 *     tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, &load->base, "reads A[16]");
 *     tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "guard it with T.if_then_else");
 *     ... tunip_print() ...
 *     tunip_diagnostics_render(found, printed, NULL, write, user, &error);
 *
 * Texts are copied. A collection is used by one thread at a time; rendering only reads it. */
#ifndef TUNIP_DIAGNOSTIC_H
#define TUNIP_DIAGNOSTIC_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How bad it is. */
typedef enum tunip_severity {
    TUNIP_SEVERITY_ERROR,
    TUNIP_SEVERITY_WARNING,
    TUNIP_SEVERITY_NOTE,
    TUNIP_SEVERITY_HELP
} tunip_severity;

/* "error", "warning", "note", "help". Static storage. */
TUNIP_API const char *tunip_severity_name(tunip_severity severity);

/* What a label is to its diagnostic. */
typedef enum tunip_label_kind {
    TUNIP_LABEL_PRIMARY,  /* what is wrong: carets, in the colour of the severity */
    TUNIP_LABEL_SECONDARY /* what explains it: dashes */
} tunip_label_kind;

/* By what a label says where it is. */
typedef enum tunip_label_at { TUNIP_AT_NODE, TUNIP_AT_PATH, TUNIP_AT_SPAN } tunip_label_at;

/* One mark of a diagnostic. Only what `at` names is set. */
typedef struct tunip_label {
    tunip_label_at at;
    tunip_label_kind kind;
    tunip_str text; /* may be empty */
    const tunip_node *node;
    tunip_str path;    /* in text form: see tunip_path_text() */
    size_t begin, end; /* bytes of the printed text */
    size_t index;      /* among all labels of the collection, from 0 */
} tunip_label;

/* What stands below the picture. */
typedef struct tunip_diagnostic_remark {
    tunip_severity severity;
    tunip_str text;
} tunip_diagnostic_remark;

/* A collection of diagnostics: what one pass has to say. */
typedef struct tunip_diagnostics tunip_diagnostics;

/* To be read, and changed only by the functions below. */
typedef struct tunip_diagnostic {
    tunip_severity severity;
    tunip_str code;    /* "bounds"; may be empty */
    tunip_str message; /* may have several lines */
    tunip_label *labels;
    size_t label_count;
    tunip_diagnostic_remark *notes;
    size_t note_count;
    tunip_diagnostics *owner;
    size_t label_room, note_room; /* private */
} tunip_diagnostic;

/* ---- collecting ---- */

/* An empty collection. `allocator` is copied; NULL means malloc. NULL when out of memory. */
TUNIP_API tunip_diagnostics *tunip_diagnostics_new(const tunip_allocator *allocator,
                                                   tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_diagnostics_free(tunip_diagnostics *diagnostics);

/* Adds a diagnostic, which lives as long as the collection. `code` may be NULL. NULL when out of
 * memory; the functions below then do nothing: ask tunip_diagnostics_status() once, at the end. */
TUNIP_API tunip_diagnostic *tunip_diagnostics_add(tunip_diagnostics *diagnostics,
                                                  tunip_severity severity, const char *code,
                                                  const char *message);

/* Marks the first place where `node` is printed, which must be the caller's until the last use of
 * the collection. `text` is the label; NULL or "" for none. */
TUNIP_API void tunip_diagnostic_at_node(tunip_diagnostic *diagnostic, tunip_label_kind kind,
                                        const tunip_node *node, const char *text);

/* Marks the first place where what the access path leads to is printed. */
TUNIP_API void tunip_diagnostic_at_path(tunip_diagnostic *diagnostic, tunip_label_kind kind,
                                        const char *path, const char *text);

/* Marks bytes of the text. An empty range marks the place between two characters. */
TUNIP_API void tunip_diagnostic_at_span(tunip_diagnostic *diagnostic, tunip_label_kind kind,
                                        size_t begin, size_t end, const char *text);

/* Adds a remark that stands below the picture: TUNIP_SEVERITY_NOTE or TUNIP_SEVERITY_HELP. */
TUNIP_API void tunip_diagnostic_note(tunip_diagnostic *diagnostic, tunip_severity severity,
                                     const char *text);

/* TUNIP_OK, or TUNIP_ERROR_MEMORY once anything could not be added. */
TUNIP_API tunip_status tunip_diagnostics_status(const tunip_diagnostics *diagnostics);

/* In the order in which they were added; NULL past the end. */
TUNIP_API size_t tunip_diagnostics_count(const tunip_diagnostics *diagnostics);
TUNIP_API const tunip_diagnostic *tunip_diagnostics_get(const tunip_diagnostics *diagnostics,
                                                        size_t index);

/* ---- where they are ---- */

/* How well a label was found. */
typedef enum tunip_traced_kind {
    TUNIP_TRACED_EXACT,   /* it is printed there */
    TUNIP_TRACED_NEAREST, /* what is printed there is the nearest thing around it that is printed */
    TUNIP_TRACED_UNRESOLVED /* there is no such thing in the module: see `problem` */
} tunip_traced_kind;

/* Where a label is in a printed module. */
typedef struct tunip_traced {
    tunip_traced_kind kind;
    size_t begin, end;      /* within the text, whatever the label says */
    const tunip_path *path; /* of what is printed there; NULL for a label at a span. Lives as long
                               as the tunip_printed */
    tunip_str problem;      /* which step of the path fails, and what was there instead; or "" */
} tunip_traced;

/* Where all labels of a collection are in one printed module. */
typedef struct tunip_trace tunip_trace;

/* Finds all labels at once, in time linear in the text, the module and the labels. `printed` needs
 * its source map, or TUNIP_ERROR_ARGUMENT; the module must still be there if a label is at a node
 * or a path. NULL with `error` filled on failure. */
TUNIP_API tunip_trace *tunip_diagnostics_trace(const tunip_diagnostics *diagnostics,
                                               const tunip_printed *printed, tunip_error *error);

/* Of the label numbered so; borrowed from the trace. */
TUNIP_API const tunip_traced *tunip_trace_get(const tunip_trace *trace, size_t label_index);

/* NULL is fine. */
TUNIP_API void tunip_trace_free(tunip_trace *trace);

/* ---- rendering ---- */

enum { TUNIP_WIDEST_TAB = 64 };

/* Zero means the default everywhere; use TUNIP_DIAGNOSTICS_OPTIONS_INIT. Options without their
 * size, or with what this version does not know, are TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_diagnostics_options {
    size_t size;          /* sizeof(tunip_diagnostics_options) */
    bool colour;          /* with ANSI escape sequences */
    bool no_context;      /* show no lines but those with marks */
    size_t context_lines; /* around lines with marks. 0: 1 */
    size_t tab_width;     /* columns between tab stops; at most TUNIP_WIDEST_TAB. 0: 4 */
    const char *name;     /* in front of line:column. NULL: the source's; of a print "module" */
    bool no_headline;     /* only the marked lines and the remarks */
} tunip_diagnostics_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_DIAGNOSTICS_OPTIONS_INIT {sizeof(tunip_diagnostics_options), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Writes every diagnostic with its picture, in the order in which they were added. `options` may be
 * NULL. Characters that do something to a terminal are made visible wherever they stand. When the
 * status is not TUNIP_OK, what was written is incomplete. */
TUNIP_API tunip_status tunip_diagnostics_render(const tunip_diagnostics *diagnostics,
                                                const tunip_printed *printed,
                                                const tunip_diagnostics_options *options,
                                                tunip_write_fn write, void *user,
                                                tunip_error *error);

/* The same over any source. Labels must be at spans: those at nodes and paths become remarks that
 * say so. */
TUNIP_API tunip_status tunip_diagnostics_render_source(const tunip_diagnostics *diagnostics,
                                                       const tunip_source *source,
                                                       const tunip_diagnostics_options *options,
                                                       tunip_write_fn write, void *user,
                                                       tunip_error *error);

/* As tunip_diagnostics_render(), to a NUL-terminated string that is freed with
 * tunip_diagnostics_text_free(). NULL on failure. */
TUNIP_API char *tunip_diagnostics_text(const tunip_diagnostics *diagnostics,
                                       const tunip_printed *printed,
                                       const tunip_diagnostics_options *options,
                                       tunip_error *error);
TUNIP_API void tunip_diagnostics_text_free(const tunip_diagnostics *diagnostics, char *text);

#ifdef __cplusplus
}
#endif
#endif
