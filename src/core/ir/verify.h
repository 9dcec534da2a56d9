/* verify.h -- whether the description of a type keeps what node.h asks of it. Everything that
 * interprets field tables relies on that. */
#ifndef TN_VERIFY_H
#define TN_VERIFY_H

#include <tunip/node.h>

/* Room for what a description lacks, with its NUL. */
enum { TN_FAULT_SIZE = 256 };

/* Whether `type` is sound in itself: its key, its size against that of its base, its kinds and
 * flags, and that its fields lie in the struct, each where no other is. Its base must be sound. If
 * not, `fault` says why, as the end of a message: "field `a` lies outside of the struct (...)". */
bool tn_type_is_sound(const tunip_type *type, char fault[TN_FAULT_SIZE]);

/* Whether nodes of a type that may never have been registered can be looked at: what matters for
 * that of the type and of all of its ancestors. */
bool tn_type_line_is_sound(const tunip_type *type, char fault[TN_FAULT_SIZE]);

#endif
