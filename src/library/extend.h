/* extend.h -- dialects that add words and operators to another one. */
#ifndef TN_EXTEND_H
#define TN_EXTEND_H

#include "../print/dispatch.h"

/* Whether a dialect may extend the one that it names: that dialect is registered, its operators are
 * described well, and each word that another dialect with the prefix has is overridden. A dialect
 * that extends none must have a prefix of its own. `whole` has all members of this version. */
tunip_status tn_check_extension(const tn_dispatch *dispatch, const tunip_dialect *whole,
                                tunip_error *error);

#endif
