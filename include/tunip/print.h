/* print.h -- print IR as text, with a report and a source map. */
#ifndef TUNIP_PRINT_H
#define TUNIP_PRINT_H

#include <tunip/context.h>
#include <tunip/path.h>
#include <tunip/source.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One setting of a dialect: "tir.buffer_dtype", or TVM's PrinterConfig name "buffer_dtype". The
 * value is text; the type of the setting decides how the library parses it. `tunip dialects
 * --settings` lists all settings. */
typedef struct tunip_setting {
    const char *key;
    const char *value;
} tunip_setting;

/* A comment to print at a statement. `path` is the text form of the access path of its node. If the
 * statement has no body and the comment has one line, the comment follows on the same line.
 * Otherwise the comment stands above the statement. */
typedef struct tunip_annotation {
    const char *path;
    const char *text;
} tunip_annotation;

/* How to print. Zero is the default of every member except `size`; the defaults print as TVM does.
 * Initialise with TUNIP_PRINT_OPTIONS_INIT. Do not change the options while a print runs. Options
 * that TVM's PrinterConfig (include/tvm/node/script_printer.h) has, too, have the same names and
 * defaults, except `underline`, `annotate` and the options whose names start with "no_". As in TVM,
 * a root without a script form (an array, a map, a layout) and the scripts inside it print with the
 * defaults of these options. */
typedef struct tunip_print_options {
    size_t size; /* required: sizeof(tunip_print_options) */
    /* NULL: the backend with the name of the root's dialect ("relay"), otherwise "python" */
    const char *backend;
    const char *name;         /* sets the name of the root function or module; NULL: its own name */
    const char *module_alias; /* NULL: "cls"; "": call functions by the module's name */
    bool show_meta;           /* print the metadata section before the script */
    bool verbose_expr;        /* declare the free variables of an expression; the backends text and
                                 doc always do */
    bool no_syntax_sugar;     /* TVM's syntax_sugar = False */
    bool show_object_address; /* append node addresses to variable names */
    bool print_line_numbers;
    bool no_indent;     /* do not indent */
    bool no_source_map; /* do not record spans, which is faster; the report then has no paths */
    int indent_spaces;  /* 0: the default of the backend, usually 4 */
    size_t max_depth;   /* of nested nodes; deeper IR fails with TUNIP_ERROR_LIMIT. 0: no limit */
    const tunip_setting *settings;
    size_t setting_count;
    /* Access paths in text form (tunip_path_text()) of nodes to underline with carets. The path of
     * an unprinted node underlines its nearest printed ancestor. If a text is invalid, or if a path
     * leads to no node, the print fails with TUNIP_ERROR_ARGUMENT, and the message names the
     * failing step. */
    const char *const *underline;
    size_t underline_count;
    /* Comments at statements. Several comments with one path become several lines. As in TVM, a
     * comment whose path leads to no statement is omitted. A comment at a function is omitted, too,
     * because a function with its header comments is several statements. If the options have
     * underlines or annotations, no_source_map has no effect. */
    const tunip_annotation *annotate;
    size_t annotate_count;
    size_t num_context_lines; /* lines shown around underlined lines; other lines are omitted. 0:
                                 show all lines */
    bool no_context;          /* show only underlined lines */
    /* Further nodes to underline, named by path objects of a comparison, an edit or an issue. The
     * objects need not outlive the call. NULL is not a path: the print fails with
     * TUNIP_ERROR_ARGUMENT. A path that leads to no node is no failure: it underlines the nearest
     * printed ancestor, because a comparison may name parts that are not fields
     * (tunip_parts_fn). */
    const tunip_path *const *underline_paths;
    size_t underline_path_count;
    /* The limit of the text in bytes, without line numbers and carets; a longer text fails with
     * TUNIP_ERROR_LIMIT. A limit is useful because a graph of 60 nodes that share their children
     * may print as a text of 2^60 bytes. The limit for the memory of Docs follows from this limit:
     * 32 times as many bytes from 16 MB to 256 MB, then 4 times as many up to 512 MB, then as many.
     * 0: the limit of the context (tunip_context_limit()). By default, a context has no limit. */
    size_t max_bytes;
    /* Read the text back and compare the result with the root. If they differ, report a
     * TUNIP_ISSUE_LOST for each property for which a reader infers another value.
     * tunip_printed_lossless() needs this option. It takes the time of a read and of a comparison,
     * and needs the source map: no_source_map has no effect with it. Some texts have no reader: for
     * example the text of the backend "text", or a text with line numbers. Then the print reports
     * only the losses that the Docs and the accounts of the dialects (tunip_account) show. */
    bool find_losses;
    /* The number of threads that print functions of a module at the same time, at most 64; 0 is 1.
     * The result is the same with any number: text, report, errors and limits. Threads save time
     * only if three conditions hold: the print has no source map (no_source_map,
     * tunip_print_stream()), the module has many functions, and the backend has no state, such as
     * "python" and "text". All of these threads call the allocator of the context and the rules of
     * dialects. Only the calling thread calls `write` and other callbacks. If the system cannot
     * start threads, the calling thread prints everything. */
    size_t threads;
    /* For underlined IR of TVM v0.26, the text begins with lines that list the paths, and name the
     * paths of nodes that are not printed. This option leaves out these lines
     * (render_invisible_path_info in TVM). */
    bool no_path_info;
    /* Add a comment at the end of the first line of each statement. It shows up to eight places in
     * the user's program from which the statement comes: `# model.py:12`, or `# conv1` for a layer;
     * see <tunip/site.h>. The text of the backend "relay" has no such comments. It shows spans
     * where TVM shows them, after types; with this option also where types are not printed. The
     * option needs the source map, so no_source_map has no effect with it. */
    bool spans;
    /* Break lines of Python that have more characters, as Black does: see
     * <tunip/format_script.h>. The text is that of tunip_format_script(), and empty lines are those
     * of Black. Other backends fail with TUNIP_ERROR_ARGUMENT. A text in no language, and one with
     * placeholders that are no tokens of Python, stays as it is. 0: lines do not break. */
    size_t width;
    /* Make a text that reads back as equal IR: with the same names, and of the same version of TVM.
     * The print reads its text and compares. It writes what the language has no form for in a form
     * that is still Python, and in the worst case the whole root as saved JSON: docs/lossless.md
     * has these forms. A success is a proof: tunip_printed_lossless() is true. Sets show_meta,
     * verbose_expr and find_losses. It takes the time of some prints, reads and comparisons. Fails
     * with TUNIP_ERROR_ARGUMENT if no format reads the language, or if the text has line numbers or
     * underlines, and with TUNIP_ERROR_RULE if no text of the IR reads back: if a node contains
     * itself. A node whose type has no equality reads back if it is saved as the same bytes. */
    bool lossless;
    /* With `lossless`: the text reads back as a graph with the same objects, too. One node at two
     * places is one node, and two equal nodes are two. Comments above the text say so where reading
     * makes other ones. Values, such as boxed numbers and strings, and nodes that TVM has once,
     * such as operators, count for no object. Fails with TUNIP_ERROR_ARGUMENT without
     * `lossless`. */
    bool share;
    /* The metadata section, which holds large constants, goes to a file of this name beside the
     * text, instead of into the text. The caller writes it: tunip_printed_metadata(). The name has
     * no folder. Sets show_meta. The text of the backend "python" can say this, and that of
     * "builder"; others fail with TUNIP_ERROR_ARGUMENT. NULL: no file. */
    const char *metadata_file;
    /* The version of TVM if the nodes are of several versions, such as a Relax function without
     * sizes: tunip_graph_vintage() of their graph. Nodes of another version decide for themselves.
     * 0: unknown. */
    unsigned vintage;
} tunip_print_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_PRINT_OPTIONS_INIT \
    {sizeof(tunip_print_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
     0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0}
/* clang-format on */

/* The result of a print: text, report, source map. */
typedef struct tunip_printed tunip_printed;
struct tunip_diagnostics; /* <tunip/diagnostic.h> */

/* The kinds of issues: properties of the IR that the text does not show. */
typedef enum tunip_issue_kind {
    TUNIP_ISSUE_UNDEFINED, /* a variable without a definition */
    TUNIP_ISSUE_CYCLE,     /* a node inside itself */
    /* no rule prints the node, because its type is unregistered or has no rule; the text shows the
     * node field by field */
    TUNIP_ISSUE_UNREGISTERED,
    TUNIP_ISSUE_NULL,      /* a required child is missing */
    TUNIP_ISSUE_MALFORMED, /* a node that its rule cannot handle, or a node of a type that its
                                 field does not allow; a placeholder is printed */
    TUNIP_ISSUE_METADATA,  /* a node printed only in the metadata section */
    TUNIP_ISSUE_LOST /* reading gives another value, or fails: only with the option find_losses, and
                        without other issues. Or a print left it out: comments, elided constants */
} tunip_issue_kind;

/* One issue of the report. Lives as long as the tunip_printed. */
typedef struct tunip_issue {
    tunip_issue_kind kind;
    tunip_str message;      /* a description in English */
    const tunip_path *path; /* of the affected node; NULL without a source map */
    const char *dialect;    /* the dialect of the rule that found it, or NULL */
} tunip_issue;

/* Prints `root`. `options` may be NULL. On success *out is the result, which the caller frees with
 * tunip_printed_free(). On failure *out is NULL. Any number of threads may print with one context.
 * Malformed IR is not a failure: see the report. Rules cannot handle some nodes, such as a node of
 * a type that its field does not allow (see tunip_check() in check.h). In place of such a node, the
 * print shows `<key of the type>` or None. The print assumes that graphs from a reader have no such
 * nodes. After changing such a graph other than by functions of graph.h, call
 * tunip_graph_changed(). */
TUNIP_API tunip_status tunip_print(tunip_context *context, const tunip_node *root,
                                   const tunip_print_options *options, tunip_printed **out,
                                   tunip_error *error);

/* Prints `root` through `write`, in chunks, without a source map. When the status is not TUNIP_OK,
 * the output is incomplete. */
TUNIP_API tunip_status tunip_print_stream(tunip_context *context, const tunip_node *root,
                                          const tunip_print_options *options, tunip_write_fn write,
                                          void *user, tunip_error *error);

/* Prints a module (or any node) with the default options into a NUL-terminated string that the
 * caller frees with tunip_text_free(). Returns NULL on failure. */
TUNIP_API char *tunip_print_module(tunip_context *context, const tunip_node *root,
                                   tunip_error *error);
TUNIP_API void tunip_text_free(tunip_context *context, char *text);

/* Writes any node to stderr, including NULL. For debuggers: `call (void)tunip_dump(node)`. */
TUNIP_API void tunip_dump(const tunip_node *node);

/* The text, without a newline at its end. Borrowed, NUL-terminated. */
TUNIP_API tunip_str tunip_printed_text(const tunip_printed *printed);

/* The content of tunip_print_options.metadata_file. Empty without this option, and if the text
 * needs no metadata. Borrowed. */
TUNIP_API tunip_str tunip_printed_metadata(const tunip_printed *printed);

/* Reads the text back, in the format of its backend's name, as a text of the version of TVM that
 * was printed if several versions may have written it. TUNIP_ERROR_NOT_FOUND: no format reads it.
 * `diagnostics` may be NULL. The caller frees the graph. */
TUNIP_API struct tunip_graph *tunip_printed_read(const tunip_printed *printed,
                                                 struct tunip_diagnostics *diagnostics,
                                                 tunip_error *error);

/* The name of the backend that wrote the text. */
TUNIP_API const char *tunip_printed_backend(const tunip_printed *printed);

/* The issues of the report, in the order in which the print found them. */
TUNIP_API size_t tunip_printed_issue_count(const tunip_printed *printed);
TUNIP_API const tunip_issue *tunip_printed_issue(const tunip_printed *printed, size_t index);

/* Whether the text can be read back. With the option find_losses, the print has tried this, and the
 * function returns the result. Without the option, or if no format reads the language of the
 * backend, the function returns whether the report has no issues other than TUNIP_ISSUE_LOST. */
TUNIP_API bool tunip_printed_parsable(const tunip_printed *printed);

/* Whether reading the text gives the same IR. Always false without the option find_losses. A free
 * variable may become another variable of the same name and type. An undefined variable does not
 * count as a loss if a reader infers its type; it is an issue of the report nevertheless.
 *
 * "Reading" means reading by tunip, without tunip_read_options.fold. TVM's parser makes other IR
 * from some texts, because it evaluates expressions such as T.max(1, 2). TVM's parser also rejects
 * some texts:
 * - ill-formed IR (unless check_well_formed=False);
 * - a loop over range() with a step that is not a positive literal;
 * - vector types and functions that tvm.script does not export, such as T.int8x128;
 * - calls of Python functions whose parameters differ from those that TVM prints, such as
 *   R.grad.take_backward(mode=...). */
TUNIP_API bool tunip_printed_lossless(const tunip_printed *printed);

/* The stages of a print: IR to Docs, Docs to text. */
typedef enum tunip_stage {
    TUNIP_STAGE_DOCSIFY,
    TUNIP_STAGE_RENDER,
    TUNIP_STAGE__COUNT
} tunip_stage;

/* The seconds that a stage took, for --timing and benchmarks; 0 if `stage` is not a stage. */
TUNIP_API double tunip_printed_seconds(const tunip_printed *printed, tunip_stage stage);

/* Frees the text, the report and the source map. NULL is fine. */
TUNIP_API void tunip_printed_free(tunip_printed *printed);

/* ---- the source map ---- */

/* The range of bytes that a Doc became. Spans are in pre-order: a Doc comes before the Docs inside
 * it. <tunip/source_map.h> finds the nodes of spans, and the spans at an offset. */
typedef struct tunip_span {
    size_t begin;
    size_t end;
    size_t inside; /* the number of following spans that are inside this one */
    /* The Doc. Usually it is incomplete: a print frees the Docs of each function as soon as it has
     * the text. It has the members of tunip_doc, the name and the decorators of a definition, and
     * the callee of a call; other members may be empty. */
    const struct tunip_doc *doc;
} tunip_span;

/* All spans, as an array; borrowed. None with no_source_map. A print keeps its source map packed,
 * in a fraction of the memory. The first call of a function that needs spans unpacks all of them.
 * When out of memory, there are 0 spans, and the array is NULL; a later call tries again. Any
 * number of threads may call these functions. */
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
