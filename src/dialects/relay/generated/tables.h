/* tables.h -- the lists of the relay dialect: its types, bases first (types.def), and the fields
 * that its text shows (accounts.def). Made by tools/make_types.py. */
#ifndef RELAY_TABLES_H
#define RELAY_TABLES_H

#include <tunip/ext/dialect.h>

enum { RELAY_TYPE_COUNT = 197, RELAY_ACCOUNT_COUNT = 0 };

extern tunip_type *const relay_types[RELAY_TYPE_COUNT];

#endif
