/* tables.h -- the lists of the relax dialect: its types, bases first (types.def), and the fields
 * that its text shows (accounts.def). Made by tools/make_types.py. */
#ifndef RELAX_TABLES_H
#define RELAX_TABLES_H

#include <tunip/ext/dialect.h>

enum { RELAX_TYPE_COUNT = 221, RELAX_ACCOUNT_COUNT = 32 };

extern tunip_type *const relax_types[RELAX_TYPE_COUNT];
extern const tunip_account relax_accounts[RELAX_ACCOUNT_COUNT];

#endif
