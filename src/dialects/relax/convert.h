/* convert.h -- the rows of conversions to other versions of TVM. */
#ifndef RELAX_CONVERT_H
#define RELAX_CONVERT_H

#include <tunip/ext/convert.h>

enum { RELAX_CONVERSION_COUNT = 19 };

extern const tunip_conversion relax_conversions[RELAX_CONVERSION_COUNT];

#endif
