/* diagnostic.h -- diagnostics of a pass, rendered as excerpts of the printed module with carets and
 * labels.
 *
 *     tunip_diagnostics *found = tunip_diagnostics_new(NULL, &error);
 *     tunip_diagnostic *d = tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, "bounds",
 *                                                 "index out of bounds");
 *     tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, node, "reads A[16]");
 *     tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "guard it with T.if_then_else");
 *     ... tunip_print() ...
 *     tunip_diagnostics_render(found, printed, NULL, write, user, &error);
 *
 * Texts are copied. One thread at a time may change a collection; several threads may render it
 * while none changes it. */
#ifndef TUNIP_DIAGNOSTIC_H
#define TUNIP_DIAGNOSTIC_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The severity of a diagnostic or note. */
typedef enum tunip_severity {
    TUNIP_SEVERITY_ERROR,
    TUNIP_SEVERITY_WARNING,
    TUNIP_SEVERITY_NOTE,
    TUNIP_SEVERITY_HELP
} tunip_severity;

/* "error", "warning", "note", "help". Static storage. */
TUNIP_API const char *tunip_severity_name(tunip_severity severity);

/* The kinds of labels. */
typedef enum tunip_label_kind {
    TUNIP_LABEL_PRIMARY,  /* the place of the problem: carets, in the colour of the severity */
    TUNIP_LABEL_SECONDARY /* a place that explains the problem: dashes */
} tunip_label_kind;

/* How a label names its place: by a node, by an access path, or by a range of bytes. */
typedef enum tunip_label_at { TUNIP_AT_NODE, TUNIP_AT_PATH, TUNIP_AT_SPAN } tunip_label_at;

/* One marked place of a diagnostic. Only the members that `at` selects are set. */
typedef struct tunip_label {
    tunip_label_at at;
    tunip_label_kind kind;
    tunip_str text; /* may be empty */
    const tunip_node *node;
    tunip_str path;    /* in text form: see tunip_path_text() */
    size_t begin, end; /* bytes of the printed text */
    size_t index;      /* the number of this label in the collection, from 0 */
} tunip_label;

/* A note below the excerpt. */
typedef struct tunip_remark {
    tunip_severity severity;
    tunip_str text;
} tunip_remark;

/* A change of the source that repairs the problem: the bytes [begin, end) become `text`. */
typedef struct tunip_fix {
    size_t begin, end;
    tunip_str text;
    tunip_str message; /* "did you mean `float32`?" */
    bool is_safe;      /* `tunip check --fix` makes the change */
} tunip_fix;

/* A collection of diagnostics, usually those of one pass. */
typedef struct tunip_diagnostics tunip_diagnostics;

/* One diagnostic of a collection. Opaque: the functions below change it and read it. */
typedef struct tunip_diagnostic tunip_diagnostic;

/* ---- collecting ---- */

/* An empty collection, which the caller frees with tunip_diagnostics_free(). `allocator` is copied;
 * NULL means malloc. Returns NULL and fills `error` when out of memory. */
TUNIP_API tunip_diagnostics *tunip_diagnostics_new(const tunip_allocator *allocator,
                                                   tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_diagnostics_free(tunip_diagnostics *diagnostics);

/* Adds a diagnostic, which lives as long as the collection. `code` may be NULL. NULL when out of
 * memory. The functions below ignore a NULL diagnostic, so one check of tunip_diagnostics_status()
 * at the end is enough. */
TUNIP_API tunip_diagnostic *tunip_diagnostics_add(tunip_diagnostics *diagnostics,
                                                  tunip_severity severity, const char *code,
                                                  const char *message);

/* Marks the first place where `node` is printed. The node must live until the last use of the
 * collection. `text` is the label; NULL or "" for none. */
TUNIP_API void tunip_diagnostic_at_node(tunip_diagnostic *diagnostic, tunip_label_kind kind,
                                        const tunip_node *node, const char *text);

/* Marks the first place where the node at the access path is printed. */
TUNIP_API void tunip_diagnostic_at_path(tunip_diagnostic *diagnostic, tunip_label_kind kind,
                                        const char *path, const char *text);

/* Marks the bytes [begin, end) of the text. An empty range marks the place between two
 * characters. */
TUNIP_API void tunip_diagnostic_at_span(tunip_diagnostic *diagnostic, tunip_label_kind kind,
                                        size_t begin, size_t end, const char *text);

/* Adds a note below the excerpt, of severity TUNIP_SEVERITY_NOTE or TUNIP_SEVERITY_HELP. */
TUNIP_API void tunip_diagnostic_note(tunip_diagnostic *diagnostic, tunip_severity severity,
                                     const char *text);

/* Adds a change that would repair the problem: `text` in place of the bytes [begin, end) of the
 * source. */
TUNIP_API void tunip_diagnostic_add_fix(tunip_diagnostic *diagnostic, size_t begin, size_t end,
                                        const char *text, const char *message, bool is_safe);

/* TUNIP_OK, or TUNIP_ERROR_MEMORY if an addition failed. */
TUNIP_API tunip_status tunip_diagnostics_status(const tunip_diagnostics *diagnostics);

/* The diagnostics, in the order in which they were added; NULL past the end. */
TUNIP_API size_t tunip_diagnostics_count(const tunip_diagnostics *diagnostics);
TUNIP_API const tunip_diagnostic *tunip_diagnostics_get(const tunip_diagnostics *diagnostics,
                                                        size_t index);

/* The parts of a diagnostic. The code may be empty, and the message may have several lines; both
 * live as long as the collection. Labels and notes come in the order in which they were added, and
 * are NULL past the end. A pointer to a label or note is valid until another one is added to the
 * diagnostic. */
TUNIP_API tunip_severity tunip_diagnostic_severity(const tunip_diagnostic *diagnostic);
TUNIP_API tunip_str tunip_diagnostic_code(const tunip_diagnostic *diagnostic);
TUNIP_API tunip_str tunip_diagnostic_message(const tunip_diagnostic *diagnostic);
TUNIP_API const tunip_label *tunip_diagnostic_label(const tunip_diagnostic *diagnostic,
                                                    size_t index);
TUNIP_API const tunip_remark *tunip_diagnostic_remark(const tunip_diagnostic *diagnostic,
                                                      size_t index);

/* The fix with this index, in the order in which they were added; NULL past the end. A pointer to a
 * fix is valid until another one is added to the diagnostic. */
TUNIP_API const tunip_fix *tunip_diagnostic_fix(const tunip_diagnostic *diagnostic, size_t index);

/* ---- the places of labels ---- */

/* How a label was resolved. */
typedef enum tunip_traced_kind {
    TUNIP_TRACED_EXACT,     /* the node is printed there */
    TUNIP_TRACED_NEAREST,   /* the node is not printed; its nearest printed ancestor is there */
    TUNIP_TRACED_UNRESOLVED /* the module has no such node: see `problem` */
} tunip_traced_kind;

/* The place of a label in a printed module. */
typedef struct tunip_traced {
    tunip_traced_kind kind;
    size_t begin, end; /* always within the text */
    /* The path of the marked node. NULL for a label at a span. In a trace of a source, also
     * NULL for a label at a node. Lives as long as the tunip_printed; in a trace of a source,
     * as long as the trace. */
    const tunip_path *path;
    tunip_str problem; /* why the label is unresolved: the failing step of its path; or "" */
} tunip_traced;

/* The places of all labels of a collection in one printed module. */
typedef struct tunip_trace tunip_trace;

/* Finds the places of all labels, in time linear in the text, the module and the labels. Fails with
 * TUNIP_ERROR_ARGUMENT if `printed` has no source map. If a label is at a node or a path, the
 * module must still exist. Returns NULL and fills `error` on failure. */
TUNIP_API tunip_trace *tunip_diagnostics_trace(const tunip_diagnostics *diagnostics,
                                               const tunip_printed *printed, tunip_error *error);

/* Finds the places in the source from which the graph was read with origins (tunip_read_options),
 * in time linear in the graph and the labels. The place of a node without an origin is that of its
 * nearest ancestor with one. Labels at spans are bytes of the source. Fails with
 * TUNIP_ERROR_ARGUMENT if the graph has no origins. `graph` may be NULL, as for the errors of a
 * source that could not be read: then only labels at spans have places. */
TUNIP_API tunip_trace *tunip_diagnostics_trace_source(const tunip_diagnostics *diagnostics,
                                                      const tunip_graph *graph,
                                                      const tunip_source *source,
                                                      tunip_error *error);

/* The place of the label with this index; borrowed from the trace. */
TUNIP_API const tunip_traced *tunip_trace_get(const tunip_trace *trace, size_t label_index);

/* NULL is fine. */
TUNIP_API void tunip_trace_free(tunip_trace *trace);

/* ---- rendering ---- */

enum { TUNIP_WIDEST_TAB = 64 };

/* How to render. Zero is the default of every member except `size`; initialise with
 * TUNIP_DIAGNOSTICS_OPTIONS_INIT. Options without `size`, or with nonzero members that this version
 * does not know, fail with TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_diagnostics_options {
    size_t size;          /* sizeof(tunip_diagnostics_options) */
    bool colour;          /* use ANSI escape sequences */
    bool no_context;      /* show only marked lines */
    size_t context_lines; /* lines shown around marked lines. 0: 1 */
    size_t tab_width;     /* columns between tab stops; at most TUNIP_WIDEST_TAB. 0: 4 */
    const char *name;     /* shown before line:column. NULL: the name of the source; "module" for a
                             print */
    bool no_headline;     /* write only the marked lines and the notes */
    /* A line of more bytes is cut: only the part around the marked place is shown. 0: 1000 */
    size_t long_line;
    /* In a print: below the excerpt, show the places in the user's program from which the labelled
     * nodes come (<tunip/site.h>). If tunip_source_find() finds the file of a place, show an
     * excerpt of the file. Otherwise, and for layers, show only the place. */
    bool spans;
    const char *const *source_folders;
    size_t source_folder_count;
} tunip_diagnostics_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_DIAGNOSTICS_OPTIONS_INIT \
    {sizeof(tunip_diagnostics_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Writes all diagnostics with their excerpts, in the order in which they were added. `options` may
 * be NULL. Escapes characters that control a terminal. When the status is not TUNIP_OK, the output
 * is incomplete. */
TUNIP_API tunip_status tunip_diagnostics_render(const tunip_diagnostics *diagnostics,
                                                const tunip_printed *printed,
                                                const tunip_diagnostics_options *options,
                                                tunip_write_fn write, void *user,
                                                tunip_error *error);

/* Like tunip_diagnostics_render(), for places in any source. Labels must be at spans. For a label
 * at a node or a path, the output has a note which says that the label has no place in the
 * source. */
TUNIP_API tunip_status tunip_diagnostics_render_source(const tunip_diagnostics *diagnostics,
                                                       const tunip_source *source,
                                                       const tunip_diagnostics_options *options,
                                                       tunip_write_fn write, void *user,
                                                       tunip_error *error);

/* Like tunip_diagnostics_render(), for the source from which the graph was read with origins.
 * Labels at nodes and paths have places, too: see tunip_diagnostics_trace_source(). */
TUNIP_API tunip_status tunip_diagnostics_render_origins(
    const tunip_diagnostics *diagnostics, const tunip_graph *graph, const tunip_source *source,
    const tunip_diagnostics_options *options, tunip_write_fn write, void *user, tunip_error *error);

/* Like tunip_diagnostics_render(), but returns a NUL-terminated string, which the caller frees with
 * tunip_diagnostics_text_free(). Returns NULL on failure. */
TUNIP_API char *tunip_diagnostics_text(const tunip_diagnostics *diagnostics,
                                       const tunip_printed *printed,
                                       const tunip_diagnostics_options *options,
                                       tunip_error *error);
TUNIP_API void tunip_diagnostics_text_free(const tunip_diagnostics *diagnostics, char *text);

/* ---- for other programs ---- */

/* The forms of diagnostics. */
typedef enum tunip_findings_form {
    TUNIP_FORM_TEXT,  /* FILE:LINE:COLUMN: error: MESSAGE [CODE], as GCC and Clang write it, and the
                         marked lines below */
    TUNIP_FORM_JSON,  /* an object on each line */
    TUNIP_FORM_SARIF, /* a log of SARIF 2.1.0 (OASIS) */
    TUNIP_FORM_GITHUB /* commands of GitHub's workflows, which annotate the lines of a change */
} tunip_findings_form;

/* Diagnostics about one text. Initialise with zero. */
typedef struct tunip_findings {
    const char *name;             /* of the file. NULL: that of the source */
    const tunip_source *source;   /* the file, or the source of `printed` */
    const tunip_graph *graph;     /* read from it with origins; NULL: all labels are at spans */
    const tunip_printed *printed; /* NULL: the places are in the file */
    const tunip_diagnostics *diagnostics;
    const char *const *tools; /* the program that made each; NULL, or an element that is NULL:
                                 tunip. With tools, SARIF has runs for this file alone */
    bool spans;               /* of a print: also the places in the user's program */
    bool is_one_of_many;      /* SARIF names such a run after the file */
} tunip_findings;

/* Writes the findings about several files as one document. */
typedef struct tunip_findings_writer tunip_findings_writer;

/* `allocator` is copied; NULL means malloc. Of the options, only the form TEXT uses those of
 * excerpts; they may be NULL. NULL with `error` filled when out of memory or if the options are
 * wrong. */
TUNIP_API tunip_findings_writer *tunip_findings_writer_new(const tunip_allocator *allocator,
                                                           tunip_findings_form form,
                                                           const tunip_diagnostics_options *options,
                                                           tunip_write_fn write, void *user,
                                                           tunip_error *error);
/* Writes the findings about a text, which may be freed afterwards. */
TUNIP_API tunip_status tunip_findings_writer_add(tunip_findings_writer *writer,
                                                 const tunip_findings *findings,
                                                 tunip_error *error);
/* Ends the document, which may be empty, and frees the writer. */
TUNIP_API tunip_status tunip_findings_writer_end(tunip_findings_writer *writer, tunip_error *error);

/* Writes the diagnostics about one source as one document. */
TUNIP_API tunip_status tunip_diagnostics_write(const tunip_diagnostics *diagnostics,
                                               const tunip_source *source, tunip_findings_form form,
                                               const tunip_diagnostics_options *options,
                                               tunip_write_fn write, void *user,
                                               tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
