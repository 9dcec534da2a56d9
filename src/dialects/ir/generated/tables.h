/* tables.h -- the lists of the ir dialect: its types, bases first (types.def), and the fields that
 * its text shows (accounts.def). Made by tools/make_types.py. */
#ifndef IR_TABLES_H
#define IR_TABLES_H

#include <tunip/ext/dialect.h>

enum { IR_TYPE_COUNT = 58, IR_ACCOUNT_COUNT = 18 };

extern tunip_type *const ir_types[IR_TYPE_COUNT];
extern const tunip_account ir_accounts[IR_ACCOUNT_COUNT];

#endif
