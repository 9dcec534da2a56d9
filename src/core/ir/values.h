/* values.h -- the list of built-in value types, for the registry. */
#ifndef TN_VALUES_H
#define TN_VALUES_H

#include <tunip/node.h>

extern tunip_type *const tn_value_types[];
extern const size_t tn_value_type_count;

#endif
