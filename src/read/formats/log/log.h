/* log.h -- modules in logs: the lines of a log, what belongs to a module, and its constants. */
#ifndef TN_LOG_H
#define TN_LOG_H

#include <tunip/base.h>
#include <tunip/diagnostic.h>
#include <tunip/log.h>

#include "../../../util/memory.h"
#include "../../../util/tables.h"
#include "../python/scripts.h"

/* ======== log ======== */

/* Finds printed modules and functions in a log: after prompts and time stamps, in colours,
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
        heading;     /* the line above, such as "After Running Pass: ..."; empty if there is none */
    tunip_str name;  /* of the class or function; of a module of Relay, its first function */
    bool is_relay;   /* the text of Relay, not of Python */
    bool is_mlir;    /* a part of MLIR text */
    bool is_saved;   /* a saved graph, in a line of a database */
    bool is_damaged; /* a line that begins like one, but is none */
    tunip_str fault; /* the mistake in a damaged line, and where in the line; or empty */
    uint32_t fault_begin, fault_end;
    tunip_str text; /* without colours and prefixes of lines. It begins with imports that rename
                       (`from a import b as c`) and constants (`M = 128`) from lines above. A NUL
                       follows it */
    uint32_t begin, end; /* in the log */
    const tn_log_piece *pieces;
    size_t piece_count;
    /* If a line below the module looks like one of its statements: the line that ends the module,
     * and that line, which may be the same. Empty otherwise */
    tn_log_span cut, rest;
    /* of a dump of MLIR: see tunip_logged */
    tunip_dump_time when;
    bool failed;
    tunip_str pass, argument, operation, symbol, output;
} tn_log_module;

typedef struct tn_log {
    tn_log_module *modules;
    size_t count;
    size_t unread;    /* dumps that are no MLIR */
    tunip_str output; /* below the last dump */
} tn_log;

/* All of it lives in `arena`. False when out of memory. A log of 4 GB or more has no modules.
 * `scripts`: the places of those of a file of Python, which are its modules; NULL: the lines of the
 * log say which definitions are modules. */
bool tn_log_modules(tn_arena *arena, tunip_str log, const tn_scripts *scripts, tn_log *out);

/* Whether the first line may belong to a script whose definition is further down. */
bool tn_log_is_python(tunip_str text);

/* Finds the scripts of a file of Python, in `room`, which the caller frees. Sets *scripts to
 * `room`, or to NULL for any other text. */
bool tn_log_scripts(tn_arena *arena, const tunip_context *context, tunip_str text, tn_scripts *room,
                    const tn_scripts **scripts);

/* The modules in the strings of several lines in a file of Python. A module ends with its string. A
 * text whose first line is not Python has none: a log of gigabytes is not searched again. */
bool tn_log_strings(tn_arena *arena, tunip_str log, tn_log *out);

/* The modules in the lines of a database of MetaSchedule (TVM src/meta_schedule/database): each is
 * `["HASH", "GRAPH"]`, where GRAPH is saved JSON in base 64. Other text has no such modules. */
bool tn_log_workloads(tn_arena *arena, tunip_str log, tn_log *out);

/* The same for a database of tuning records, whose lines are `[WORKLOAD, [TRACE, ...]]`. The graph
 * of each is its trace. */
bool tn_log_records(tn_arena *arena, tunip_str log, tn_log *out);
bool tn_line_is_workload(tunip_str line);

/* The same for dumps of MLIR. A log without any has no modules. Dumps without prefixes and colours
 * are parts of `log`. */
bool tn_log_dumps(tn_arena *arena, tunip_str log, const tunip_log_part *part, tn_log *out);

/* The lines of a log without colours, and where they were. */
bool tn_log_clean(tn_arena *arena, tunip_str log, tunip_str *clean, const tn_log_piece **map,
                  size_t *map_count);

/* Warns of a module that seems to go on below its end. `diagnostics` may be NULL. */
void tn_log_warn(const tn_log_module *module, tunip_diagnostics *diagnostics);

/* The place in the log of a byte of the module's text. */
size_t tn_log_source(const tn_log_module *module, size_t offset);

/* Moves the bytes [begin, end) of the module's text to the log. */
void tn_log_move_span(const tn_log_module *module, size_t *begin, size_t *end);

/* Moves the labels at spans of the diagnostics from number `first` on, which are about the module's
 * text, to the log. */
void tn_log_move(const tn_log_module *module, tunip_diagnostics *diagnostics, size_t first);

/* ======== log line ======== */

/* The forms of the lines in a log: what begins a module, what belongs to it. All
 * functions look at one line, which is borrowed, and take time linear in it. */

/* The line without its first `size` bytes; empty if it has no more. */
tunip_str tn_line_cut(tunip_str text, size_t size);

bool tn_line_contains(tunip_str text, const char *word);
bool tn_line_is_blank(tunip_str text);

/* `==> heading <==`, as head(1) and `tunip print` write it, without the arrows. */
tunip_str tn_line_strip_arrows(tunip_str text);

/* `   ^^^^`: the line above it is underlined, in an error message or in a text of tunip. */
bool tn_line_is_underline(tunip_str text);

/* The number of blanks at the beginning. */
size_t tn_line_indentation(tunip_str text);

/* The size of the name at the beginning; 0 if there is none. */
size_t tn_line_name_size(tunip_str text);

/* `# from a import b` */
bool tn_line_is_import(tunip_str text);

/* `from a.b import c as d`, or several after commas. */
bool tn_line_is_renaming(tunip_str text);

/* `@a.b`, or `@a.b(...` */
bool tn_line_is_decorator(tunip_str text);

/* The name that `class` or `def` defines; empty if the line is none of them. */
tunip_str tn_line_defined_name(tunip_str text);
bool tn_line_is_definition(tunip_str text);

/* `metadata = tvm.ir.load_json("""...` */
bool tn_line_is_section(tunip_str text);

/* TVM and tunip write such a line after a text. */
bool tn_line_is_closing_remark(tunip_str text);

/* Whether the line has the form of a statement or of the first line of one. Other text seldom has
 * these forms; with `may_be_text`, some more: `x: int`, `f(x)`. */
bool tn_line_is_statement(tunip_str text, bool may_be_text);

/* Whether further lines belong to the line if it is Python: it begins a block, or leaves a bracket
 * or a text open. */
bool tn_line_opens(tunip_str text);

/* Whether `end` is the last byte besides blanks. */
bool tn_line_ends(tunip_str text, char end);

/* Whether a module of Relay begins in the line: `#[version = "0.0.5"]`, `def @main(...`, a type. */
bool tn_line_begins_relay(tunip_str text);

/* Whether the line stands in a module of Relay and is not indented. */
bool tn_line_is_relay(tunip_str text);
/* Whether the line below a version may be a statement of the tensor IR, not indented. */
bool tn_line_is_bare_statement(tunip_str text);

/* The name in `def @name(...`; empty if the line is no such definition. */
tunip_str tn_line_relay_name(tunip_str text);

/* The size of the prefix of a line in which a module begins; SIZE_MAX if no module begins here. */
size_t tn_line_find_begin(tunip_str text);

/* The size of the prefix of a line, if it has the form of `prefix`, with which a module begins: a
 * time stamp, a prompt or the like. Numbers may have more or fewer digits, as in `9: ` and
 * `10: `. Instead, a line may have a prompt for further lines. Otherwise SIZE_MAX. */
size_t tn_line_prefix_size(tunip_str text, tunip_str prefix);

/* ======== log constant ======== */

/* Lines such as "M = 128", "M: int = 128" and "M = N = 128" above modules in
 * logs. */

typedef struct tn_log_constant {
    tunip_str line; /* without its indentation; borrowed */
    size_t indent;
    uint32_t name;
    uint32_t hidden; /* the number + 1 of the last constant of the same name above; or 0 */
    size_t needs;    /* where the constants that it uses begin in `needs` */
    bool is_used;
} tn_log_constant;

/* The constants that hold at the current line, and those of them that a module uses. */
typedef struct tn_log_constants {
    const tunip_allocator *allocator;
    tn_intern names;
    TN_ARRAY(uint32_t) latest; /* by name: the number + 1 of the constant; or 0 */
    TN_ARRAY(tn_log_constant) items;
    TN_ARRAY(uint32_t) needs;
    TN_ARRAY(uint32_t) used;
    size_t spare; /* bytes that modules may still use: each of many may use many constants */
} tn_log_constants;

/* Copies of the names live in `arena`. */
void tn_log_constants_init(tn_log_constants *constants, tn_arena *arena, size_t spare);
void tn_log_constants_free(tn_log_constants *constants);

/* Notes a line, which is borrowed, if it assigns numbers, strings, and lists and formulas of them.
 * A constant holds until a line that is indented less. False when out of memory. */
bool tn_log_constants_note(tn_log_constants *constants, tunip_str line, size_t indent);

/* Marks the constants that a line of a module uses: M in "M * 2", but not in "M.x" and "x.M". False
 * when out of memory. */
bool tn_log_constants_use(tn_log_constants *constants, tunip_str line);

/* Also marks the constants that marked ones use, and sorts `used`. False when out of memory. */
bool tn_log_constants_sort(tn_log_constants *constants);

/* Removes the marks. */
void tn_log_constants_forget(tn_log_constants *constants);

#endif
