/* accounts.h -- the fields that the text of the relax dialect shows (accounts.def). */
#ifndef RELAX_ACCOUNTS_H
#define RELAX_ACCOUNTS_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* clang-format off */
enum {
    RELAX_ACCOUNT_COUNT = 0
#define X(type, shown, implied, lost) +1
#include "accounts.def"
#undef X
};
/* clang-format on */

extern const tunip_account relax_accounts[RELAX_ACCOUNT_COUNT];

#endif
