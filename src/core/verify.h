/* verify.h -- whether a dialect, a backend or a plugin is described as its header asks: names and
 * texts, tables and their counts, sizes. What the tables hold is checked where it is added. */
#ifndef TN_CORE_VERIFY_H
#define TN_CORE_VERIFY_H

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/plugin.h>

/* These fill `error` and return TUNIP_ERROR_ARGUMENT when something is wrong. The ABI and the size
 * of a description were checked before; that of a backend is of full size. */
tunip_status tn_verify_dialect(const tunip_dialect *dialect, tunip_error *error);
tunip_status tn_verify_backend(const tunip_backend *backend, tunip_error *error);
tunip_status tn_verify_plugin(const tunip_plugin *plugin, const char *path, tunip_error *error);

/* The name of a description, whatever it is: it is all that is known before the ABI. */
tunip_status tn_verify_name(const char *what, const char *name, tunip_error *error);

#endif
