/* unicode.c -- UTF-8 through utf8proc. */
#include "unicode.h"

#include <utf8proc.h>

size_t tn_utf8_valid_prefix(tunip_str text)
{
    size_t at = 0;
    while (at < text.size) {
        if ((unsigned char)text.data[at] < 0x80) {
            at++;
            continue;
        }
        utf8proc_int32_t code;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data + at,
                                                 (utf8proc_ssize_t)(text.size - at), &code);
        if (used < 0) break;
        at += (size_t)used;
    }
    return at;
}

size_t tn_utf8_width(tunip_str text)
{
    size_t width = 0;
    for (size_t at = 0; at < text.size;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data + at,
                                                 (utf8proc_ssize_t)(text.size - at), &code);
        width += used < 0 ? 1 : (size_t)utf8proc_charwidth(code);
        at += used < 0 ? 1 : (size_t)used;
    }
    return width;
}
