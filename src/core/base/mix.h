/* mix.h -- spreads numbers and addresses over hash tables: of the product, the highest bits depend
 * on all bits (Fibonacci hashing; Knuth, "The Art of Computer Programming", volume 3, 6.4). */
#ifndef TN_MIX_H
#define TN_MIX_H

#include <stdint.h>

#include "compiler.h"

TN_INLINE uint64_t tn_mix(uint64_t number)
{
    return number * 0x9E3779B97F4A7C15u; /* 2^64 divided by the golden ratio */
}

TN_INLINE uint64_t tn_mix_address(const void *address)
{
    return tn_mix((uint64_t)(uintptr_t)address);
}

#endif
