/* conversions.c -- the table of the conversions of the tensor IR. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tirx_types.h>

#include "convert.h"

const tunip_conversion tirx_conversions[TIRX_CONVERSION_COUNT] = {
#define X(type, make) {&type##_type, make, NULL},
#include "conversions.def"
#undef X
};
