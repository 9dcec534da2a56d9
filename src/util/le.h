/* le.h -- little-endian numbers: those in the files of TVM, and the elements of tensors, on all
 * machines. */
#ifndef TN_LE_H
#define TN_LE_H

#include <stddef.h>
#include <stdint.h>

/* The number in `size` bytes, at most 8. */
static inline uint64_t tn_le(const char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* Stores a number in `size` bytes, and returns the place behind them. */
static inline char *tn_put_le(char *bytes, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) bytes[i] = (char)(unsigned char)(value >> 8 * i);
    return bytes + size;
}

#endif
