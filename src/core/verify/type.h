/* type.h -- checks that the description of a type obeys the rules of node.h, on which all code
 * that interprets field tables relies. */
#ifndef TN_VERIFY_TYPE_H
#define TN_VERIFY_TYPE_H

#include <tunip/node.h>

/* The size of a fault message, with its NUL. */
enum { TN_FAULT_SIZE = 256 };

/* Whether the description of `type` is valid: its key, its size compared with its base, its kinds
 * and flags, and fields that lie inside the struct without overlap. The base must be valid. If not,
 * `fault` has the reason, as the end of a message: "field `a` lies outside of the struct (...)". */
bool tn_type_is_valid(const tunip_type *type, char fault[TN_FAULT_SIZE]);

/* Whether nodes of a possibly unregistered type can be read safely. Checks the type and all its
 * ancestors. */
bool tn_type_line_is_valid(const tunip_type *type, char fault[TN_FAULT_SIZE]);

#endif
