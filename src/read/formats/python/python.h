/* python.h -- the Python that scripts use, read as Docs.
 *
 * This is syntax only: it knows no dialect, word or type. Docs are those of <tunip/ext/doc.h>, and
 * each has a place (read/script.h). Normalisations, all of which the Python backend writes
 * in the first form:
 *
 *   a < b and b < c          a < b < c: the two uses of b are the same Doc
 *   x = x + 1                x += 1: the left side is the same Doc as the first operand
 *   with a: with b: ...      with a, b: ...
 *   if a: ... else: if b:    elif
 *   x[a, b]                  x[(a, b)]; x[()] has no indices
 *   "ab"                     "a" "b", and all other spellings of a string or a number
 *   "a{}".format(b)          f"a{b}"
 *   *(a)                     *a among arguments: a call of the raw ID "*"
 *   {}(a, b)                 {a, b}: a call of the raw ID "{}"; comprehensions are such calls, too
 *                            (read/script.h)
 *   -1                       a literal, not an operation
 *   # from a import b        from a import b, and other imports: comments with the role HEADER
 *   nothing                  `pass`
 *
 * The `else` of a loop, base classes and parameters with stars are left out, with a warning.
 * `break`, `continue` and `...` are IDs of the kind TUNIP_ID_RAW, the first two as expression
 * statements. A default value of a parameter is the rhs of its ASSIGN. A comment after or inside a
 * statement is the comment of its Doc. But a function or a class has its doc string there, so its
 * comments become COMMENT Docs before it. Comments on lines of their own are COMMENT Docs. */
#ifndef TN_PYTHON_READER_H
#define TN_PYTHON_READER_H

#include <tunip/diagnostic.h>

#include "../../../util/threads.h"
#include "../../script.h"

/* How to read. Zero is the default of every member. */
typedef struct tn_python_options {
    bool is_strict;  /* "\xE9" is U+00E9, as in Python. Else it is the byte: this is how texts of
                          IR escape bytes */
    uint32_t origin; /* the offset of the text in the source, for places: not 0 for an expression
                          in a string */
    tn_script_place place; /* of all expressions and errors, if the text is no part of the source;
                              its end is 0 otherwise */
    size_t max_errors;     /* reading stops after so many errors; 0: 100 */
    const tunip_source *folded; /* the source, if it is read as TVM's parser reads it: then errors
                                   that TVM reports at another line say at which one; or NULL */
    const char *text_word;      /* decorates functions whose text is not parsed; or NULL */
} tn_python_options;

/* Reads `text`, which a NUL must follow, as a BLOCK of statements. Docs refer to the text and live
 * in `arena`. The names of IDs, attributes and keyword arguments are unique: equal names have the
 * same address.
 *
 * Errors go to `diagnostics`, with labels at spans of the text, and reading continues. Each
 * statement with an error becomes a Doc for which tn_doc_is_broken() returns true. NULL when out of
 * memory, and when the text is no text at all (4 GB or more, not UTF-8), which is in `diagnostics`.
 * `options` and `diagnostics` may be NULL. */
const tunip_doc *tn_python_parse(tn_arena *arena, tunip_str text, const tn_python_options *options,
                                 tunip_diagnostics *diagnostics);

/* Whether statements are functions with this decorator, which became `name = word("name", "text")`.
 */
bool tn_python_has_texts(const char *text_word, tunip_docs body);
/* The word of a dialect that decorates functions of Python; NULL if no dialect has one. */
const char *tn_python_text_word(const tunip_context *context);

/* ---- function by function ----
 *
 * The Docs of a large module take more memory than its graph. So a parser can stay open. It skips
 * the body of each outermost function, and makes one statement in its place, for which
 * tn_doc_is_unread() returns true. If tn_doc_has_unread_args() returns true for the function, it
 * also skipped its parameters and its return type. The caller then asks for the function, and for
 * the statements of its body. It may ask in any order, also several times. */
typedef struct tn_py tn_python;

/* The same as tn_python_parse(), with unread bodies, into *block. NULL when *block is NULL. `text`
 * and `diagnostics` live as long as the parser. */
tn_python *tn_python_open(tn_arena *arena, tunip_str text, const tn_python_options *options,
                          tunip_diagnostics *diagnostics, const tunip_doc **block);
void tn_python_close(tn_python *python);

/* A copy of a function whose parameters are unread, with its parameters and its return type, in
 * `arena`. Errors and warnings go to the diagnostics when it is read for the first time; the copy
 * then has no parameters, and its body is one broken statement. NULL when out of memory. */
const tunip_doc *tn_python_read_function(tn_python *python, tn_arena *arena,
                                         const tunip_doc *function);

/* The statements of an unread body, in `arena`, which may not be the one of the parser. Errors go
 * to the diagnostics. Out of memory: `arena->failed`. */
tunip_docs tn_python_read_body(tn_python *python, tn_arena *arena, const tunip_doc *unread);

/* Calls `each` for the first statements of an unread body, until it returns false. Errors are not
 * reported. */
typedef bool (*tn_python_stmt_fn)(const tunip_doc *stmt, void *user);
void tn_python_peek(tn_python *python, tn_arena *arena, const tunip_doc *unread,
                    tn_python_stmt_fn each, void *user);

/* Whether the unread bodies are so long that a second thread saves time. */
bool tn_python_is_long(const tn_python *python);

/* Makes a worker read functions and bodies in the order of the text before the caller asks for
 * them. The worker calls the allocator of the parser's arena. It must have ended before
 * tn_python_ahead_free(). NULL when out of memory. */
typedef struct tn_py_ahead tn_python_ahead;
tn_python_ahead *tn_python_ahead_new(tn_python *python, tn_worker *worker);
void tn_python_ahead_free(tn_python_ahead *ahead);

/* The same as tn_python_read_function() and tn_python_read_body(); `ahead` may be NULL. `declares`:
 * the caller declares all functions before it reads them with their bodies. The Docs may be in
 * memory that lives until the next call for another function. */
const tunip_doc *tn_python_function_ahead(tn_python *python, tn_python_ahead *ahead,
                                          tn_arena *arena, const tunip_doc *function,
                                          bool declares);
tunip_docs tn_python_body_ahead(tn_python *python, tn_python_ahead *ahead, tn_arena *arena,
                                const tunip_doc *unread);

/* Reads the functions and bodies that were never asked for, to report their errors. */
void tn_python_read_rest(tn_python *python, tn_arena *arena);

#endif
