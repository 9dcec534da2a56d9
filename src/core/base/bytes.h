/* bytes.h -- compares short texts, such as names, for which a call of memcmp() costs more than the
 * comparison. */
#ifndef TN_BYTES_H
#define TN_BYTES_H

#include <stdint.h>
#include <tunip/base.h>

#include "compiler.h"

TN_INLINE uint64_t tn_load_8(const char *data)
{
    uint64_t word;
    memcpy(&word, data, 8);
    return word;
}

TN_INLINE uint32_t tn_load_4(const char *data)
{
    uint32_t word;
    memcpy(&word, data, 4);
    return word;
}

/* The same as tunip_str_equal(). Texts of 4 to 16 bytes are compared by two loads, which may
 * overlap. */
TN_INLINE bool tn_name_equal(tunip_str a, tunip_str b)
{
    size_t size = a.size;
    if (size != b.size) return false;
    if (size > 16) return memcmp(a.data, b.data, size) == 0;
    if (size >= 8)
        return tn_load_8(a.data) == tn_load_8(b.data) &&
               tn_load_8(a.data + size - 8) == tn_load_8(b.data + size - 8);
    if (size >= 4)
        return tn_load_4(a.data) == tn_load_4(b.data) &&
               tn_load_4(a.data + size - 4) == tn_load_4(b.data + size - 4);
    return !size || (a.data[0] == b.data[0] && a.data[size / 2] == b.data[size / 2] &&
                     a.data[size - 1] == b.data[size - 1]);
}

#endif
