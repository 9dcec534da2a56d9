/* unicode.h -- what tunip asks of Unicode; utf8proc answers. */
#ifndef TN_UNICODE_H
#define TN_UNICODE_H

#include <tunip/base.h>

/* How many bytes the code point at `at`, which is inside the text, has; 0: they are no UTF-8. */
size_t tn_utf8_decode(tunip_str text, size_t at, uint32_t *code);

/* The columns `text` takes on a terminal: combining marks 0, wide characters 2, control
 * characters 0. Invalid bytes count as one column each. */
size_t tn_utf8_width(tunip_str text);

/* Whether `text` is an identifier as Python has them: of ASCII, and of letters and digits of other
 * scripts. */
bool tn_is_identifier(tunip_str text);
/* The same of ASCII alone. */
bool tn_is_ascii_identifier(const char *text);

#endif
