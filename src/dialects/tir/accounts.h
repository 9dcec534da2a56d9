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

#endif
