/* text.h -- the text of Relay, read as Docs.
 *
 * This is syntax only: it knows no dialect, operator, type or attribute. The result is Docs of
 * <tunip/ext/doc.h>, and each has a place (core/script/script.h). They are the Docs that the
 * backend "relay" prints, except that types are whole expressions:
 *
 *   #[metadata] ...         metadata = load_json("..."), the first statement
 *   def @f[t](...) -> t {}  a FUNCTION; the types are its decorators, attributes ASSIGNs of the
 *                           role META, parameters those of the role PARAM
 *   fn (...) {}             a FUNCTION called "fn", as an expression; without a body it is a type
 *   type T[t] { C(t), D }   a CLASS of EXPR_STMTs; an `extern` type has the decorator "extern"
 *   %0 = x; let %x: t = y;  ASSIGNs of the roles BIND and LET
 *   free_var %x: t;         an ASSIGN or an EXPR_STMT of the role DEFINE
 *   if (c) {} else {}       an IF, as an expression
 *   match (x) { p => {} }   a SCOPE whose lhs is the ID "match" or "match?"; a SCOPE without a lhs
 *                           for each case
 * (a; b), { a; b } a BLOCK, as an expression %x: t in a pattern, an ASSIGN of the role DEFINE x.0
 * an ATTR Tensor[(2, ?), int8] an INDEX; parentheses in types are TUPLEs, also around one
 * Target(kind='llvm') a CALL with keywords, which may have the callee "VirtualDevice", too;
 * meta[T][0] metadata["T"][0] %x {k=v} a TUNIP_TUPLE_NOTED with an ASSIGN of the role META for each
 * pair; also for comments with the type and span of the preceding expression: ty=float32
 * span=a.py:3:4 */
#ifndef TN_RELAY_READER_H
#define TN_RELAY_READER_H

#include <tunip/diagnostic.h>

#include "../../core/script/script.h"

/* Reads `text`, which a NUL must follow, as a BLOCK of statements. Docs refer to the text and live
 * in `arena`. Errors go to `diagnostics`, with labels at spans of the text; then reading continues
 * after the statement. NULL when out of memory, and for a text of 4 GB or more. */
const tunip_doc *tn_relay_parse(tn_arena *arena, tunip_str text, tunip_diagnostics *diagnostics);

#endif
