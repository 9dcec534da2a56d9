/* registration.h -- whether a type may be registered. */
#ifndef TN_REGISTRATION_H
#define TN_REGISTRATION_H

#include "../ir/registry.h"

/* Whether the description of a type is valid, its base is registered, and its key is free. `owner`
 * is the dialect that registers it. Else fills `error`. */
tunip_status tn_verify_type(const tn_registry *registry, const tunip_type *type, const char *owner,
                            tunip_error *error);

/* Whether all types that the fields of a registered type name are registered. The types of a
 * dialect refer to each other, so this comes after all of them are registered. */
tunip_status tn_verify_references(const tn_registry *registry, const tunip_type *type,
                                  const char *owner, tunip_error *error);

#endif
