/* le.h -- little-endian numbers: those in the files of TVM, and the elements of tensors, on all
 * machines. */
#ifndef TN_LE_H
#define TN_LE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The number in `size` bytes, at most 8. */
static inline uint64_t tn_le(const char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* The same as an integer with a sign. */
static inline int64_t tn_le_int(const char *bytes, size_t size)
{
    uint64_t value = tn_le(bytes, size), sign = size ? UINT64_C(1) << (8 * size - 1) : 0;
    return (int64_t)((value ^ sign) - sign);
}

/* The number whose bits are those of a float of 16 bits (IEEE 754). */
static inline double tn_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double size = exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                  : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                 : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

/* A float of 2, 4 or 8 bytes. */
static inline double tn_le_real(const char *bytes, size_t size)
{
    uint64_t bits = tn_le(bytes, size);
    uint32_t low = (uint32_t)bits;
    float single;
    double real;
    memcpy(&single, &low, sizeof single);
    memcpy(&real, &bits, sizeof real);
    return size == 8 ? real : size == 4 ? (double)single : tn_half((uint16_t)bits);
}

/* Stores a number in `size` bytes, and returns the place behind them. */
static inline char *tn_put_le(char *bytes, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) bytes[i] = (char)(unsigned char)(value >> 8 * i);
    return bytes + size;
}

#endif
