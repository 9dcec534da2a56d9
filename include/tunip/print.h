/* print.h -- printing IR: options in, text and a report out. */
#ifndef TUNIP_PRINT_H
#define TUNIP_PRINT_H

#include <tunip/source.h>
#include <tunip/context.h>
#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One setting of a dialect: "tir.buffer_dtype", or TVM's PrinterConfig name "buffer_dtype". The
 * value is text and is parsed by the type of the setting; `tunip dialects` lists them. */
typedef struct tunip_setting {
    const char *key;
    const char *value;
} tunip_setting;

/* A remark to be printed at the statement an access path leads to, of which TVM's text form is
 * given. The comment of a statement without a body stands behind it, of any other above it. */
typedef struct tunip_annotation {
    const char *path;
    const char *text;
} tunip_annotation;

/* How to print. Zero means the default everywhere, so {.size = sizeof(tunip_print_options)} prints
 * as TVM does; use TUNIP_PRINT_OPTIONS_INIT. Const while a print runs. The names and defaults are
 * those of TVM's PrinterConfig (include/tvm/node/script_printer.h) unless they start with "no_". */
typedef struct tunip_print_options {
    size_t size;              /* sizeof(tunip_print_options): without it an error */
    const char *backend;      /* NULL: "python" */
    const char *name;         /* of the root function or module, instead of its own; or NULL */
    const char *module_alias; /* NULL: "cls"; "": call functions by the module's name */
    bool show_meta;           /* print the metadata section before the script */
    bool verbose_expr;        /* declare the free variables of an expression, as the backends text
                                 and doc do anyhow */
    bool no_syntax_sugar;     /* TVM's syntax_sugar = False */
    bool show_object_address; /* append node addresses to variable names */
    bool print_line_numbers;
    bool no_indent;     /* indent by no spaces at all */
    bool no_source_map; /* faster: no spans are recorded, and the report has no paths */
    int indent_spaces;  /* 0: 4, unless the backend has another number */
    size_t max_depth;   /* of nested nodes; past it TUNIP_ERROR_LIMIT. 0: no limit */
    const tunip_setting *settings;
    size_t setting_count;
    /* Access paths (tunip_path_text()) of what is to be underlined with carets. One that leads to
     * what is not printed underlines what is nearest above it. A text that is no path, and a path
     * that leads nowhere, is TUNIP_ERROR_ARGUMENT, and the message says at which step. */
    const char *const *underline;
    size_t underline_count;
    /* Several of one path become several lines. One that leads to no statement is left out, as in
     * TVM: in particular a function, whose header comments make it more than one. Both kinds of
     * marks need the source map: no_source_map has no effect with them. */
    const tunip_annotation *annotate;
    size_t annotate_count;
    size_t num_context_lines; /* to show around underlined lines, others are cut. 0: all of them */
    bool no_context;          /* show no lines but those underlined */
    /* The same as `underline`, as path objects: those of a comparison, an edit, an issue. They need
     * not outlive the call. One that leads nowhere underlines what it comes nearest to, because a
     * comparison may name parts that are no fields (tunip_parts_fn). */
    const tunip_path *const *underline_paths;
    size_t underline_path_count;
    /* Past so many bytes of text, without line numbers and carets, TUNIP_ERROR_LIMIT: a graph of 60
     * nodes that share their children may be a text of 2^60. The Docs that the text is made from
     * may take 32 times as much memory, 16 MB at least, but no more than 2 GB unless max_bytes is
     * more. 0: the limit of the context (tunip_context_limit()), none unless it was set. */
    size_t max_bytes;
} tunip_print_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_PRINT_OPTIONS_INIT \
    {sizeof(tunip_print_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
     0, 0}
/* clang-format on */

/* The result of a print: text, report, source map. */
typedef struct tunip_printed tunip_printed;

/* What sort of thing a text does not say. */
typedef enum tunip_issue_kind {
    TUNIP_ISSUE_UNDEFINED,    /* a variable nobody defines */
    TUNIP_ISSUE_CYCLE,        /* a node inside itself */
    TUNIP_ISSUE_UNREGISTERED, /* a type without a rule, printed generically */
    TUNIP_ISSUE_NULL,         /* a required child is missing */
    TUNIP_ISSUE_MALFORMED,    /* a node its dialect's rule could not make sense of, or one of a kind
                                 that may not stand there: something else is printed */
    TUNIP_ISSUE_METADATA      /* left out: lives in the metadata section */
} tunip_issue_kind;

/* One thing the text does not say. Lives as long as the tunip_printed. */
typedef struct tunip_issue {
    tunip_issue_kind kind;
    tunip_str message;      /* what, in English */
    const tunip_path *path; /* where; NULL without a source map */
    const char *dialect;    /* whose rule it was, or NULL */
} tunip_issue;

/* Prints `root`. `options` may be NULL. On success *out is the result, to be freed with
 * tunip_printed_free(); on failure *out is NULL and nothing was half-made. Any number of threads
 * may print with one context. A bad graph is no failure: see the report. In place of nodes that no
 * rule may look at, as of another type than their field says (tunip_check() in check.h), stands
 * `<key of the type>` or None. A graph that was read is known to have none; one that is changed
 * later by other means than graph.h has to offer says so with tunip_graph_changed(). */
TUNIP_API tunip_status tunip_print(tunip_context *context, const tunip_node *root,
                                   const tunip_print_options *options, tunip_printed **out,
                                   tunip_error *error);

/* Prints `root` through `write`, in chunks, without a source map. When the status is not TUNIP_OK
 * what was written is incomplete. */
TUNIP_API tunip_status tunip_print_stream(tunip_context *context, const tunip_node *root,
                                          const tunip_print_options *options, tunip_write_fn write,
                                          void *user, tunip_error *error);

/* Prints a module (or any node) with the default options into a NUL-terminated string that the
 * caller frees with tunip_text_free(). NULL on failure. */
TUNIP_API char *tunip_print_module(tunip_context *context, const tunip_node *root,
                                   tunip_error *error);
TUNIP_API void tunip_text_free(tunip_context *context, char *text);

/* Writes `node` to stderr, whatever it is. For debuggers: `call (void)tunip_dump(node)`. */
TUNIP_API void tunip_dump(const tunip_node *node);

/* The text, without a newline at its end. Borrowed, NUL-terminated. */
TUNIP_API tunip_str tunip_printed_text(const tunip_printed *printed);

/* The report, in the order in which the print came upon it. */
TUNIP_API size_t tunip_printed_issue_count(const tunip_printed *printed);
TUNIP_API const tunip_issue *tunip_printed_issue(const tunip_printed *printed, size_t index);

/* Whether nothing in the report keeps a parser from reading the text back. */
TUNIP_API bool tunip_printed_parsable(const tunip_printed *printed);

/* Seconds spent in the two stages, for --timing and benchmarks. */
typedef struct tunip_print_times {
    double docsify;
    double render;
} tunip_print_times;
TUNIP_API tunip_print_times tunip_printed_times(const tunip_printed *printed);

/* Frees the text, the report and the source map. NULL is fine. */
TUNIP_API void tunip_printed_free(tunip_printed *printed);

/* ---- the source map ---- */

/* A Doc and the bytes it became. Entries are in pre-order: a Doc before what is inside it. What
 * they stand for, and which of them is where, <tunip/source_map.h> tells. */
typedef struct tunip_span {
    size_t begin;
    size_t end;
    size_t inside; /* how many of the entries that follow are inside this one */
    const struct tunip_doc *doc;
} tunip_span;

/* All spans, as an array; borrowed. None with no_source_map. */
TUNIP_API size_t tunip_printed_span_count(const tunip_printed *printed);
TUNIP_API const tunip_span *tunip_printed_spans(const tunip_printed *printed);

/* The text as a source, with the name "module"; borrowed. */
TUNIP_API const tunip_source *tunip_printed_source(const tunip_printed *printed);

/* As tunip_source_locate() of that source. */
TUNIP_API void tunip_printed_locate(const tunip_printed *printed, size_t offset, size_t *line,
                                    size_t *column);

#ifdef __cplusplus
}
#endif
#endif
