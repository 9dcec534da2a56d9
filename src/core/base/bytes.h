/* bytes.h -- loads a few bytes as a number, and compares short texts, such as names, for which a
 * call of memcmp() costs more than the comparison. */
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

/* Whether two short texts of the same size are equal. In line, because there are millions of
 * comparisons. */
static inline bool tn_same_bytes(const char *a, const char *b, size_t size)
{
    for (; size > 16; a += 8, b += 8, size -= 8)
        if (tn_load_8(a) != tn_load_8(b)) return false;
    if (size >= 8) { /* two words, which may overlap */
        const char *last_a = a + size - 8, *last_b = b + size - 8;
        return ((tn_load_8(a) ^ tn_load_8(b)) | (tn_load_8(last_a) ^ tn_load_8(last_b))) == 0;
    }
    if (size >= 4) {
        const char *last_a = a + size - 4, *last_b = b + size - 4;
        return ((tn_load_4(a) ^ tn_load_4(b)) | (tn_load_4(last_a) ^ tn_load_4(last_b))) == 0;
    }
    while (size && *a == *b) a++, b++, size--;
    return !size;
}

/* The same as tunip_str_equal(). */
static inline bool tn_name_equal(tunip_str a, tunip_str b)
{
    return a.size == b.size && tn_same_bytes(a.data, b.data, a.size);
}

#endif
