/* schema.h -- the rows that describe the settings of a dialect or a backend. */
#ifndef TN_SCHEMA_H
#define TN_SCHEMA_H

#include <tunip/ext/dialect.h>

#include "../base/arena.h"
#include "../base/array.h"

/* The data of a dialect that all prints share. */
typedef struct tn_dialect {
    const tunip_dialect *dialect; /* as registered: its address names it */
    const tunip_dialect *whole;   /* the same with all members of this version */
    tunip_str prefix;             /* the default one */
    const void *settings;         /* the default ones */
    size_t state;                 /* the offset of its state in the memory of all states */
} tn_dialect;
typedef TN_ARRAY(tn_dialect) tn_dialects;

/* The settings of a dialect or a backend. */
typedef struct tn_schema {
    const char *owner;
    const tunip_setting_row *rows;
    size_t count;
    size_t size; /* of the struct the rows describe */
} tn_schema;

/* Takes, like the other functions, a dialect with all members of this version. */
tn_schema tn_schema_of(const tunip_dialect *dialect);

/* Whether a dialect's settings and prefix are valid and do not clash with those of other
 * dialects. */
tunip_status tn_schema_check(const tn_dialects *others, const tunip_dialect *dialect,
                             tunip_error *error);
/* The same of rows alone. */
tunip_status tn_schema_check_rows(const tn_schema *schema, tunip_error *error);

/* The functions below take schemas that were checked. */

/* Sets every setting to its default. */
void tn_schema_set_initial(const tn_schema *schema, void *settings);
/* The defaults of a dialect's settings. NULL when out of memory. */
const void *tn_schema_defaults(tn_arena *arena, const tunip_dialect *dialect);

/* The row that a key of an option names; NULL: none. */
const tunip_setting_row *tn_schema_find(const tn_schema *schema, const char *key);
/* Whether a key names the prefix of a dialect. */
bool tn_is_prefix_key(const tunip_dialect *dialect, const char *key);

/* The value of `text`, which a name borrows. False: it is no value of this kind. */
bool tn_setting_parse(tunip_setting_kind kind, const char *text, void *out);

#endif
