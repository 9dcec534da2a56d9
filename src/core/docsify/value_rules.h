/* value_rules.h -- the rules of the built-in values. */
#ifndef TN_VALUE_RULES_H
#define TN_VALUE_RULES_H

#include <tunip/ext/dialect.h>

extern const tunip_dialect tn_values_dialect;

#endif
