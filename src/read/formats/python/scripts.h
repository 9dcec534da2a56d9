/* scripts.h -- the scripts in a file of Python. `tunip check`, the language server, `tunip format`
 * and everything that reads logs find them here. */
#ifndef TN_SCRIPTS_H
#define TN_SCRIPTS_H

#include <tunip/context.h>

#include "python.h"

/* The scripts, outermost ones first, in the order of the text. */
typedef struct tn_scripts {
    TN_ARRAY(tn_script_place) items; /* from the decorator to the last token */
    bool
        is_one; /* the whole file is one script: beside constants, it has one definition, which is a
                    script; or it has none, and uses the prefix of a dialect */
} tn_scripts;

/* Finds the scripts in the Docs of a whole file. A script is
 *
 *   a definition with a decorator of a dialect, such as `@T.prim_func` or `@I.ir_module`: a word of
 *   the dialect, or any word behind its usual prefix. The file does not import the prefix from
 *   another package than the dialect's: `@tf.function` behind `import tensorflow as tf` is none;
 *   a class without decorators of which all definitions are scripts;
 *   the only definition of a file without further statements, a function that uses the prefix of a
 *   dialect.
 *
 * A class with bases is none, but its functions may be. Text in a docstring or another string is
 * none. Definitions that have syntax errors count, because their errors are what their author wants
 * to know. `python` reads the bodies that are skipped in `block` where a decorator may stand in
 * them; NULL: none is. Appends to `out`, which the caller frees with tn_scripts_free(). False when
 * out of memory. */
bool tn_scripts_find(const tunip_context *context, tunip_str text, tn_python *python,
                     const tunip_doc *block, const tunip_allocator *allocator, tn_scripts *out);
void tn_scripts_free(tn_scripts *scripts, const tunip_allocator *allocator);

#endif
