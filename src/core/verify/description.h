/* description.h -- checks the description of a dialect, a backend, a format or a plugin: names and
 * texts, tables and their counts, sizes. The contents of tables are checked when they are
 * registered. */
#ifndef TN_DESCRIPTION_H
#define TN_DESCRIPTION_H

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>
#include <tunip/ext/plugin.h>

/* These functions fill `error` and return TUNIP_ERROR_ARGUMENT for an invalid description. Callers
 * have checked the ABI and the size before; the description of a backend has full size. */
tunip_status tn_verify_dialect(const tunip_dialect *dialect, tunip_error *error);
tunip_status tn_verify_backend(const tunip_backend *backend, tunip_error *error);
tunip_status tn_verify_format(const tunip_format *format, tunip_error *error);
tunip_status tn_verify_plugin(const tunip_plugin *plugin, const char *path, tunip_error *error);

/* Checks the name of any description. Messages about the ABI need a name first. */
tunip_status tn_verify_name(const char *what, const char *name, tunip_error *error);

/* Checks that a description was compiled with headers that this library can read: its ABI is
 * `here`, and its size fits. */
tunip_status tn_check_abi(const char *what, const char *name, uint32_t abi, uint32_t here,
                          bool fits, tunip_error *error);

#endif
