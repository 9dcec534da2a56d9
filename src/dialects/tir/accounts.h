/* accounts.h -- the fields that the text of the tir dialect shows (accounts.def). */
#ifndef TIR_ACCOUNTS_H
#define TIR_ACCOUNTS_H

#include <tunip/ext/tir_rules.h>

/* clang-format off */
enum {
    TIR_ACCOUNT_COUNT = 0
#define X(type, told, implied, lost) +1
#include "accounts.def"
#undef X
};
/* clang-format on */

extern const tunip_account tir_accounts[TIR_ACCOUNT_COUNT];

/* Whether a parser folds an expression: T.min(1, 2), T.truncmod(5, 2). */
bool tir_is_evaluated(const tunip_docsifier *d, const tunip_node *node);
/* Whether the text has a node, or one in a list, as a plain number, which a parser takes for a
 * value that is no node. For values of dictionaries. */
bool tir_is_plain(const tunip_docsifier *d, const tunip_node *value);

#endif
