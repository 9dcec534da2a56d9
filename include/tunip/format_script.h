/* format_script.h -- the layout of scripts: long lines break, comments stay.
 *
 *     tunip_source *source = tunip_source_open(context, "kernel.py", &error);
 *     if (source && tunip_format_script(context, source, NULL, write, user, &error) != TUNIP_OK)
 *         fprintf(stderr, "%zu:%zu: %s\n", error.line, error.column, error.message);
 *
 * The layout is that of Black (https://black.readthedocs.io): a line that is too long breaks at its
 * brackets, with one argument a line if the arguments do not fit into one, and a comma behind the
 * last one. Such a comma keeps one argument a line. */
#ifndef TUNIP_FORMAT_SCRIPT_H
#define TUNIP_FORMAT_SCRIPT_H

#include <tunip/read.h>
#include <tunip/source.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to format. Zero is the default of every member except `size`; initialise with
 * TUNIP_FORMAT_SCRIPT_OPTIONS_INIT. Options without `size`, or with nonzero members that this
 * version does not know, fail with TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_format_script_options {
    size_t size;                   /* sizeof(tunip_format_script_options) */
    size_t width;                  /* the longest line, in characters. 0: 120 */
    const tunip_constant *defines; /* constants that the script may use */
    size_t define_count;
    unsigned vintage; /* the version of TVM of the script, as in tunip_read_options. 0: find it */
} tunip_format_script_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_FORMAT_SCRIPT_OPTIONS_INIT {sizeof(tunip_format_script_options), 0, 0, 0, 0}
/* clang-format on */

/* Formats the functions and modules of a Python file that have a decorator such as T.prim_func,
 * R.function or I.ir_module, and passes the whole text of the file to `write`. All other text stays
 * as it is. Changes blanks, line ends, commas behind last arguments, parentheses around whole
 * expressions, and 'a' to "a". Numbers and other strings, names and comments stay. The result of a
 * second call is the same as that of the first one. Parts between the comments `# fmt: off` and
 * `# fmt: on` stay, too.
 *
 * Before it writes, the function reads the new text: its Docs and its comments must be those of the
 * old text, and if the old text can be read as IR, the IR must be equal. Otherwise it fails with
 * TUNIP_ERROR_RULE, which would be a defect of tunip. A syntax error in a part fails with
 * TUNIP_ERROR_SYNTAX and its place; errors elsewhere in the file do not matter. On failure nothing
 * was written, unless `write` itself refused. `options` may be NULL. Any number of threads may call
 * the function with one context. */
TUNIP_API tunip_status tunip_format_script(const tunip_context *context, const tunip_source *source,
                                           const tunip_format_script_options *options,
                                           tunip_write_fn write, void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
