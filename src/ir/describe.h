/* describe.h -- checks the descriptions of types, dialects, backends, formats and plugins
 * before they are registered. */
#ifndef TN_DESCRIBE_H
#define TN_DESCRIBE_H

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>
#include <tunip/ext/plugin.h>
#include <tunip/node.h>

#include "../util/memory.h"
#include "registry.h"

/* ======== type ======== */

/* Checks that the description of a type obeys the rules of node.h, on which all code
 * that interprets field tables relies. */

/* The size of a fault message, with its NUL. */
enum { TN_FAULT_SIZE = 256 };

/* Whether the description of `type` is valid: its key, its size compared with its base, its kinds
 * and flags, and fields that lie inside the struct without overlap. The base must be valid. If not,
 * `fault` has the reason, as the end of a message: "field `a` lies outside of the struct (...)". */
bool tn_type_is_valid(const tunip_type *type, char fault[TN_FAULT_SIZE]);

/* Whether nodes of a possibly unregistered type can be read safely. Checks the type and all its
 * ancestors. */
bool tn_type_line_is_valid(const tunip_type *type, char fault[TN_FAULT_SIZE]);

/* ======== registration ======== */

/* Whether a type may be registered. */

/* Whether the description of a type is valid, its base is registered, and its key is free. `owner`
 * is the dialect that registers it. Else fills `error`. */
tunip_status tn_verify_type(const tn_registry *registry, const tunip_type *type, const char *owner,
                            tunip_error *error);

/* Whether all types that the fields of a registered type name are registered. The types of a
 * dialect refer to each other, so this comes after all of them are registered. */
tunip_status tn_verify_references(const tn_registry *registry, const tunip_type *type,
                                  const char *owner, tunip_error *error);

/* ======== description ======== */

/* Checks the description of a dialect, a backend, a format or a plugin: names and
 * texts, tables and their counts, sizes. The contents of tables are checked when they are
 * registered. */

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

/* ======== sized ======== */

/* Descriptions that were compiled with another version of their structs. */

/* Whether a dialect, or a backend, has a layout that this library can read: at least the members
 * that every version has, and zero in members that this version does not know. The same for the
 * rows of a dialect's tables. */
bool tn_dialect_fits(const tunip_dialect *dialect);
bool tn_backend_fits(const tunip_backend *backend);

/* The description with all members and rows of this version; missing ones are zero. A dialect of
 * this version is returned as it is, a backend always as a copy. NULL when out of memory. */
const tunip_dialect *tn_whole_dialect(tn_arena *arena, const tunip_dialect *dialect);
tunip_backend *tn_whole_backend(tn_arena *arena, const tunip_backend *backend);

#endif
