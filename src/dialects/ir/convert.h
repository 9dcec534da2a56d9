/* convert.h -- the rows of conversions to other versions of TVM. */
#ifndef IR_CONVERT_H
#define IR_CONVERT_H

#include <tunip/ext/convert.h>

enum { IR_CONVERSION_COUNT = 11 };

extern const tunip_conversion ir_conversions[IR_CONVERSION_COUNT];

#endif
