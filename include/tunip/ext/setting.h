/* setting.h -- settings of dialects and backends. A row describes how the text of a tunip_setting
 * becomes a member of the owner's settings struct. */
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
    TUNIP_SETTING_NAME   /* const char *, an identifier */
} tunip_setting_kind;

/* A row: the full key is "<dialect or backend>.<name>"; `alias` is TVM's PrinterConfig name, or
 * NULL. `offset` is in bytes from the start of the owner's settings struct, which the library fills
 * for each print. */
typedef struct tunip_setting_row {
    const char *name;
    const char *alias;
    tunip_setting_kind kind;
    size_t offset;
    const char *initial; /* the default, as text */
    const char *help;
} tunip_setting_row;

/* clang-format off */
/* The row of member `m` of the settings struct `s`, which has the same name here and in TVM; the
 * kind is without TUNIP_SETTING_. */
#define TUNIP_SETTING_ROW(s, m, kind_, initial_, help_) \
    {#m, #m, TUNIP_SETTING_##kind_, offsetof(s, m), (initial_), (help_)}
/* clang-format on */

#ifdef __cplusplus
}
#endif
#endif
