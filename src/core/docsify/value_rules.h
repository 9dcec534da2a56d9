/* value_rules.h -- the rules of the built-in values. */
#ifndef TN_VALUE_RULES_H
#define TN_VALUE_RULES_H

#include <tunip/ext/dialect.h>

/* Of a device as TVM writes it: "cuda:0", "remote[1]-cuda:0". */
enum { TN_DEVICE_NAME = 64 };
void tn_device_name(const tunip_device *device, char out[TN_DEVICE_NAME]);

extern const tunip_dialect tn_values_dialect;

#endif
