/* tables.h -- the lists of the tir dialect: its types, bases first (types.def), and the fields that
 * its text shows (accounts.def). Made by tools/make_types.py. */
#ifndef TIR_TABLES_H
#define TIR_TABLES_H

#include <tunip/ext/dialect.h>

enum { TIR_TYPE_COUNT = 267, TIR_ACCOUNT_COUNT = 52 };

extern tunip_type *const tir_types[TIR_TYPE_COUNT];
extern const tunip_account tir_accounts[TIR_ACCOUNT_COUNT];

#endif
