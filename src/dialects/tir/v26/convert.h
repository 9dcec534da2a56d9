/* convert.h -- the rows of conversions of the tensor IR to other versions of TVM. */
#ifndef TIRX_CONVERT_H
#define TIRX_CONVERT_H

#include <tunip/ext/convert.h>

enum { TIRX_CONVERSION_COUNT = 13 };

extern const tunip_conversion tirx_conversions[TIRX_CONVERSION_COUNT];

#endif
