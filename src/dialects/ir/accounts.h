/* accounts.h -- the fields that the text of the ir dialect shows (accounts.def). */
#ifndef IR_ACCOUNTS_H
#define IR_ACCOUNTS_H

#include <tunip/ext/dialect.h>

/* clang-format off */
enum {
    IR_ACCOUNT_COUNT = 0
#define X(type, shown, implied, lost) +1
#include "accounts.def"
#undef X
};
/* clang-format on */

extern const tunip_account ir_accounts[IR_ACCOUNT_COUNT];

/* account_target.c */
const char *ir_lost_of_target(tunip_docsifier *d, const tunip_node *node);

#endif
