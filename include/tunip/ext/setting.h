/* setting.h -- settings of dialects and backends. The dialect or backend is the *owner* of a
 * setting. A user sets a setting by its name and a text (tunip_setting). A row describes a setting:
 * its name, its type, and the member of the owner's settings struct that receives the value. Rows
 * live as long as their owner. */
#ifndef TUNIP_SETTING_H
#define TUNIP_SETTING_H

#include <tunip/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The types of settings. */
typedef enum tunip_setting_kind {
    TUNIP_SETTING_BOOL,  /* bool */
    TUNIP_SETTING_DTYPE, /* tunip_dtype */
    TUNIP_SETTING_NAME,  /* const char *, an identifier */
    TUNIP_SETTING_INT    /* int64_t */
} tunip_setting_kind;

/* A row. The library fills the settings struct for each print. */
typedef struct tunip_setting_row {
    const char *name;  /* the key without the owner: users write "<owner>.<name>" */
    const char *alias; /* the name in TVM's PrinterConfig, which users may write, too; or NULL */
    tunip_setting_kind kind;
    size_t offset;       /* of the member, in bytes from the start of the settings struct */
    const char *initial; /* the default, as text */
    const char *help;    /* one line for `tunip backends` and the like; or NULL */
} tunip_setting_row;

/* clang-format off */
/* The row of the member `m` of the settings struct `s`, for a setting whose name and alias are the
 * name of the member. `kind_` is BOOL, DTYPE, NAME or INT. */
#define TUNIP_SETTING_ROW(s, m, kind_, initial_, help_) \
    {#m, #m, TUNIP_SETTING_##kind_, offsetof(s, m), (initial_), (help_)}
/* clang-format on */

#ifdef __cplusplus
}
#endif
#endif
