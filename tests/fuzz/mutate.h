/* mutate.h -- changes to inputs that keep them what they are: graphs stay graphs, JSON stays JSON.
 * For libFuzzer, whose mutator is called for the rest. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "fuzz.h"

/* libFuzzer's: changes bytes, returns the new size. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
/* What libFuzzer calls instead of it, if it is there. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed);

/* Numbers that look random, from a seed. */
typedef struct fuzz_random {
    uint64_t state;
} fuzz_random;

/* Below `count`, which is not 0. */
size_t fuzz_below(fuzz_random *random, size_t count);

/* One of the types that are registered with dialects. */
const tunip_type *fuzz_any_type(fuzz_random *random);

/* Room for a text. */
typedef struct fuzz_buffer {
    char *text;
    size_t size, room;
    bool full; /* something did not fit */
} fuzz_buffer;

void fuzz_put(fuzz_buffer *to, const char *text, size_t size);

/* Writes `text`, which is JSON more or less, with one token or value changed. */
void fuzz_mutate_json(fuzz_random *random, tunip_str text, fuzz_buffer *to);

/* Reads `text` as a graph, changes some nodes, with nodes of `donor` (a text, may be empty) among
 * what is put in, and saves it. False when it is no graph, or nothing came of it. */
bool fuzz_mutate_graph(fuzz_random *random, tunip_str text, tunip_str donor, fuzz_buffer *to);

#endif
