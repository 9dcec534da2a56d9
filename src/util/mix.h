/* mix.h -- spreads numbers and addresses over hash tables: of the product, the highest bits depend
 * on all bits (Fibonacci hashing; Knuth, "The Art of Computer Programming", volume 3, 6.4). So a
 * table of 2^n slots takes the n highest bits, or any that are near them. */
#ifndef TN_MIX_H
#define TN_MIX_H

#include <stdint.h>

static inline uint64_t tn_mix(uint64_t number)
{
    return number * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 divided by the golden ratio */
}

static inline uint64_t tn_mix_address(const void *address)
{
    return tn_mix((uint64_t)(uintptr_t)address);
}

#endif
