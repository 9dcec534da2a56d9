/* random.c -- random numbers and types, and a buffer for texts, of all that changes inputs. */
#include "mutate.h"

#include <tunip/ext/dialect.h>

size_t fuzz_below(fuzz_random *random, size_t count)
{
    /* splitmix64, by Sebastiano Vigna */
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (size_t)((z ^ z >> 31) % count);
}

void fuzz_put(fuzz_buffer *to, const char *text, size_t size)
{
    to->full |= size > to->room - to->size;
    if (to->full) return;
    if (size) memcpy(to->text + to->size, text, size);
    to->size += size;
}

const tunip_type *fuzz_any_type(fuzz_random *random)
{
    const tunip_dialect *dialect;
    size_t dialects = 0;
    while (tunip_context_dialect(fuzz_context(), dialects)) dialects++;
    do {
        dialect = tunip_context_dialect(fuzz_context(), fuzz_below(random, dialects));
    } while (!dialect->type_count);
    return dialect->types[fuzz_below(random, dialect->type_count)];
}
