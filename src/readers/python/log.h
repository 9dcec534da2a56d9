/* log.h -- finds printed modules and functions in a log: after prompts and time stamps, in colours,
 * between other lines, inside of other Python code. It looks only at the form of lines and knows no
 * dialect. Besides Python, it knows the lines of Relay's text.
 *
 * A module begins with import comments, an assignment of a text of several lines (its metadata) and
 * decorators, in this order, each optional, and then `class` or `def`. It ends before the next line
 * that is not indented. Without decorators and imports, `class` and `def` must be at the beginning
 * of a line, or after a prompt. Definitions of other Python, such as tests, are searched for
 * scripts.
 *
 * A module of Relay begins with its version, a type or `def @`. Its lines are definitions, comments
 * and the metadata section; lines inside of braces are indented. */
#ifndef TN_PY_LOG_H
#define TN_PY_LOG_H

#include <tunip/diagnostic.h>

#include "../../core/base/arena.h"

/* The bytes of a module from offset `text` on are in the log from offset `source` on. */
typedef struct tn_log_piece {
    uint32_t text, source;
} tn_log_piece;

/* Bytes of the log, half-open. */
typedef struct tn_log_span {
    uint32_t begin, end;
} tn_log_span;

typedef struct tn_log_module {
    tunip_str
        heading;    /* the line above, such as "After Running Pass: ..."; empty if there is none */
    tunip_str name; /* of the class or function; of a module of Relay, its first function */
    bool is_relay;  /* the text of Relay, not of Python */
    bool is_mlir;   /* a part of MLIR text */
    tunip_str text; /* without colours and prefixes of lines. It begins with imports that rename
                       (`from a import b as c`) and constants (`M = 128`) from lines above. A NUL
                       follows it */
    uint32_t begin, end; /* in the log */
    const tn_log_piece *pieces;
    size_t piece_count;
    /* If a line below the module looks like one of its statements: the line that ends the module,
     * and that line, which may be the same. Empty otherwise */
    tn_log_span cut, rest;
} tn_log_module;

typedef struct tn_log {
    tn_log_module *modules;
    size_t count;
} tn_log;

/* All of it lives in `arena`. False when out of memory. A log of 4 GB or more has no modules. */
bool tn_log_modules(tn_arena *arena, tunip_str log, tn_log *out);

/* Warns of a module that seems to go on below its end. `diagnostics` may be NULL. */
void tn_log_warn(const tn_log_module *module, tunip_diagnostics *diagnostics);

/* The place in the log of a byte of the module's text. */
size_t tn_log_source(const tn_log_module *module, size_t offset);

/* Moves the bytes [begin, end) of the module's text to the log. */
void tn_log_move_span(const tn_log_module *module, size_t *begin, size_t *end);

/* Moves the labels at spans of the diagnostics from number `first` on, which are about the module's
 * text, to the log. */
void tn_log_move(const tn_log_module *module, tunip_diagnostics *diagnostics, size_t first);

#endif
