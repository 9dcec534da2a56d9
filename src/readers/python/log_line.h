/* log_line.h -- the forms of the lines in a log: what begins a module, what belongs to it. All
 * functions look at one line, which is borrowed, and take time linear in it. */
#ifndef TN_PY_LOG_LINE_H
#define TN_PY_LOG_LINE_H

#include <tunip/base.h>

/* The line without its first `size` bytes; empty if it has no more. */
tunip_str tn_line_cut(tunip_str text, size_t size);

bool tn_line_begins(tunip_str text, const char *word);
bool tn_line_contains(tunip_str text, const char *word);
bool tn_line_is_blank(tunip_str text);

/* `==> heading <==`, as head(1) and `tunip print` write it, without the arrows. */
tunip_str tn_line_strip_arrows(tunip_str text);

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

/* The name in `def @name(...`; empty if the line is no such definition. */
tunip_str tn_line_relay_name(tunip_str text);

/* The size of the prefix of a line in which a module begins; SIZE_MAX if no module begins here. */
size_t tn_line_find_begin(tunip_str text);

/* The size of the prefix of a line, if it has the form of `prefix`, with which a module begins: a
 * time stamp, a prompt or the like. Numbers may have more or fewer digits, as in `9: ` and
 * `10: `. Instead, a line may have a prompt for further lines. Otherwise SIZE_MAX. */
size_t tn_line_prefix_size(tunip_str text, tunip_str prefix);

#endif
