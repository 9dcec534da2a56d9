/* mutate.h -- changes inputs so that graphs stay graphs and JSON stays JSON. libFuzzer's own
 * mutator changes the rest. mutate_script.c does the same for scripts. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "fuzz.h"

/* libFuzzer's: changes bytes, returns the new size. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
/* If this function exists, libFuzzer calls it instead. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed);

/* Random numbers from a seed. */
typedef struct fuzz_random {
    uint64_t state;
} fuzz_random;

/* Below `count`, which is not 0. */
size_t fuzz_below(fuzz_random *random, size_t count);

/* One of the types that are registered with dialects. */
const tunip_type *fuzz_any_type(fuzz_random *random);

/* A buffer for a text. */
typedef struct fuzz_buffer {
    char *text;
    size_t size, room;
    bool full; /* some text did not fit */
} fuzz_buffer;

void fuzz_put(fuzz_buffer *to, const char *text, size_t size);

/* Writes `text`, which is approximately JSON, with one token or value changed. */
void fuzz_mutate_json(fuzz_random *random, tunip_str text, fuzz_buffer *to);

/* Reads `text` as a graph, changes some nodes and saves it. New nodes may come from `donor`,
 * another graph as text, which may be empty. False if `text` is not a graph or could not be
 * changed. */
bool fuzz_mutate_graph(fuzz_random *random, tunip_str text, tunip_str donor, fuzz_buffer *to);

#endif
