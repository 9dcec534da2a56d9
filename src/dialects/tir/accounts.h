/* accounts.h -- the fields that the text of the tir dialect shows (accounts.def). */
#ifndef TIR_ACCOUNTS_H
#define TIR_ACCOUNTS_H

#include <tunip/tvm/tir.h>
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

const char *tir_lost_of_attr_stmt(tunip_docsifier *d, const tunip_node *node);
const char *tir_lost_of_map(tunip_docsifier *d, const tunip_node *node);

bool tir_is_list_of(const tunip_tensor *tensor, const tunip_tir_allocate_const *stmt);

#endif
