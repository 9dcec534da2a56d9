/* log.h -- finds the printed modules and functions in any text: a log, a pass dump, a terminal
 * session, a file of tests.
 *
 *     tunip_source *source = tunip_source_open(context, "build.log", &error);
 *     tunip_log *log = source ? tunip_log_new(context, source, &error) : NULL;
 *     for (size_t i = 0; i < tunip_log_count(log); i++) {
 *         const tunip_logged *found = tunip_log_get(log, i);
 *         tunip_graph *graph = tunip_log_read(log, i, NULL, &error);
 *         ... found->heading: "After Running Pass: ..." ...
 *     }
 *
 * A module is recognised by the form of its lines: decorators, `class` or `def`, an indented body.
 * The text of Relay is recognised by its version, or by `def @name(...) {`. MLIR is recognised by
 * the headings of its dumps, `// -----// IR Dump After ...`.
 * Prompts, time stamps and other prefixes of its lines are removed, and so are colours.
 *
 * To read a text that has exactly one module, use the format "log" of tunip_read_source(). */
#ifndef TUNIP_LOG_H
#define TUNIP_LOG_H

#include <tunip/read.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text with the modules found in it. Opaque and immutable: several threads may use it. */
typedef struct tunip_log tunip_log;

/* When a dump of MLIR was made; for all other modules NONE. */
typedef enum tunip_dump_time {
    TUNIP_DUMP_NONE,
    TUNIP_DUMP_BEFORE,
    TUNIP_DUMP_AFTER
} tunip_dump_time;

/* A text as a whole. */
typedef enum tunip_log_kind {
    TUNIP_LOG_TEXT,   /* any text, in which the lines say where a module is */
    TUNIP_LOG_PYTHON, /* a file of Python, of which the scripts are the modules: definitions with a
                         decorator of a dialect. Text in docstrings and other strings is none */
    TUNIP_LOG_SCRIPT  /* the same, but the file is one script: tunip_read_source() reads it with all
                         that stands around its definition. A fragment has no definition, and so no
                         module */
} tunip_log_kind;

/* A module or function of a log, or a part of MLIR text, of those that lines `// -----` separate. A
 * part has no heading, and its name is its first symbol, such as that of a function. Its texts live
 * as long as the log. */
typedef struct tunip_logged {
    tunip_str heading; /* the nearest line above it, without prefix; empty if there is none, or if
                          that line belongs to the previous module */
    tunip_str name;    /* of the class or function; in Relay, of the first function */
    /* the module without prefixes and colours. If imports above the module rename something
     * (`from a import b as c`), the text begins with them */
    tunip_str text;
    size_t begin, end; /* its bytes in the source */
    /* For a dump of MLIR, with the heading
     * `// -----// IR Dump After CSE (cse) //----- //`. The name of the
     * pass lacks its namespaces. The input above the first dump and the result below the last one
     * have the passes "input" and "output". */
    tunip_dump_time when;
    bool failed;         /* "IR Dump After X Failed" */
    tunip_str pass;      /* "CSE" */
    tunip_str argument;  /* "cse"; or empty */
    tunip_str operation; /* "func.func", if the heading says on which operation the pass ran */
    tunip_str symbol;    /* "f" */
    tunip_str output;    /* the lines above the heading, up to the previous module: messages of
                            the pass and any other output */
} tunip_logged;

/* Finds the modules of a source, in time linear in its size. The context and the source must
 * outlive the log. Returns NULL and fills `error` when out of memory, and for a source of 4 GB or
 * more (TUNIP_ERROR_LIMIT). */
TUNIP_API tunip_log *tunip_log_new(const tunip_context *context, const tunip_source *source,
                                   tunip_error *error);

/* A source that is a part of a log of MLIR, from the heading of a dump on: a program that reads the
 * log of a running compiler finds the dumps of each part when it is there. */
typedef struct tunip_log_part {
    bool follows; /* there is a part before it: no input stands above its first heading */
    bool goes_on; /* another part follows, which begins with a heading: no result stands below the
                     last dump */
} tunip_log_part;

/* The same for a part of a log: only dumps of MLIR are found. tunip_log_output() then belongs to
 * the first dump of the next part. NULL for `part`: the whole. */
TUNIP_API tunip_log *tunip_log_new_part(const tunip_context *context, const tunip_source *source,
                                        const tunip_log_part *part, tunip_error *error);

/* The modules in the strings of several lines of a file of Python, which tunip_log_new() leaves
 * out. A module ends with its string. None in a text whose first line is not one of Python. */
TUNIP_API tunip_log *tunip_log_new_strings(const tunip_context *context, const tunip_source *source,
                                           tunip_error *error);

/* As tunip_log_new(); if a file of Python has no module, those in its strings. */
TUNIP_API tunip_log *tunip_log_new_any(const tunip_context *context, const tunip_source *source,
                                       tunip_error *error);

/* Whether a line of a text is the heading of a dump of MLIR or LLVM. */
TUNIP_API bool tunip_log_has_heading(tunip_str text);

/* NULL is fine. */
TUNIP_API void tunip_log_free(tunip_log *log);

/* The modules, in the order of the text; 0 for NULL, and NULL past the end. */
TUNIP_API size_t tunip_log_count(const tunip_log *log);
TUNIP_API const tunip_logged *tunip_log_get(const tunip_log *log, size_t index);

/* The kind of a whole text; TEXT for NULL. */
TUNIP_API tunip_log_kind tunip_log_kind_of(const tunip_log *log);

/* How many dumps of other IR, such as LLVM's, stand among those of MLIR; the output below the last
 * dump of MLIR. */
TUNIP_API size_t tunip_log_unread(const tunip_log *log);
TUNIP_API tunip_str tunip_log_output(const tunip_log *log);

/* Reads the module number `index`, as tunip_read_source() reads a script or a text of Relay.
 * `options` may be NULL; their member `format` has no effect. Errors, diagnostics and origins refer
 * to the source of the log. A warning says if a line below the module looks like a statement of it.
 * On failure returns NULL and fills `error`. If there is no module with this index, the error is
 * TUNIP_ERROR_NOT_FOUND. The caller frees the graph. */
TUNIP_API tunip_graph *tunip_log_read(const tunip_log *log, size_t index,
                                      const tunip_read_options *options, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
