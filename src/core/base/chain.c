/* chain.c -- walks a chain from its beginning. One climb finds the ends of a few stretches of equal
 * length; each stretch is then walked in the same way, recursively. */
#include "chain.h"

void tn_chain_each(const void *last, size_t count, tn_link_fn fn, void *user)
{
    enum { MOST = 64 };
    const void *ends[MOST];
    if (!count) return;
    size_t length = (count - 1) / MOST + 1, stretches = (count - 1) / length + 1, left = count;
    for (size_t i = stretches; i-- > 0;) {
        ends[i] = last;
        for (; left > i * length; left--) last = *(const void *const *)last;
    }
    for (size_t i = 0; i < stretches; i++) {
        size_t size = i + 1 < stretches ? length : count - i * length;
        if (length == 1)
            fn(ends[i], user);
        else
            tn_chain_each(ends[i], size, fn, user);
    }
}
