/* mutate.c -- picks a part of the input and a way of changing it. */
#include "mutate.h"

#include <stdlib.h>

enum { MOST_PARTS = 3 };

/* The texts of an input. */
typedef struct parts {
    tunip_str items[MOST_PARTS];
    size_t count;
} parts;

static parts split(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, data + size};
    parts found = {.count = 0};
    while (found.count < MOST_PARTS - 1 && (in.at < in.end || !found.count))
        found.items[found.count++] = fuzz_text(&in);
    if (in.at < in.end)
        found.items[found.count++] = (tunip_str){(const char *)in.at, (size_t)(in.end - in.at)};
    return found;
}

static bool is_json(tunip_str text)
{
    return text.size > 2 && (text.data[0] == '{' || text.data[0] == '[');
}

/* Lets libFuzzer change the bytes. */
static void mutate_bytes(tunip_str part, fuzz_buffer *to)
{
    size_t room = part.size + 64;
    uint8_t *copy = malloc(room);
    FUZZ_CHECK(copy);
    if (part.size) memcpy(copy, part.data, part.size);
    size_t size = LLVMFuzzerMutate(copy, part.size, room);
    fuzz_put(to, (const char *)copy, size);
    free(copy);
}

static void mutate_part(fuzz_random *random, tunip_str part, tunip_str donor, fuzz_buffer *to)
{
    size_t way = fuzz_below(random, 16), before = to->size;
    if (is_json(part) && way < 10 && fuzz_mutate_graph(random, part, donor, to)) return;
    to->size = before;
    if (is_json(part) && way < 15)
        fuzz_mutate_json(random, part, to);
    else
        mutate_bytes(part, to);
}

static size_t mutate(const parts *from, tunip_str donor, uint8_t *out, size_t most, unsigned seed)
{
    fuzz_random random = {seed};
    fuzz_buffer to = {(char *)out, 0, most, false};
    size_t changed = fuzz_below(&random, from->count);
    /* The second graph of a pair may become a changed copy of the first one. */
    bool again = is_json(from->items[0]) && fuzz_below(&random, 12) == 0;
    for (size_t i = 0; i < from->count || (i == 1 && again); i++) {
        tunip_str part = i == 1 && again ? from->items[0] : from->items[i];
        if (i) fuzz_put(&to, "", 1);
        if (i == (again ? 1 : changed))
            mutate_part(&random, part, donor, &to);
        else
            fuzz_put(&to, part.data, part.size);
    }
    return to.full ? 0 : to.size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint8_t *copy = malloc(size + 1);
    FUZZ_CHECK(copy);
    memcpy(copy, data, size);
    parts from = split(copy, size);
    size_t mutated = mutate(&from, (tunip_str){NULL, 0}, data, most, seed);
    if (!mutated) {
        memcpy(data, copy, size);
        mutated = LLVMFuzzerMutate(data, size, most);
    }
    free(copy);
    return mutated;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed)
{
    parts from = split(a, a_size), other = split(b, b_size);
    fuzz_random random = {seed};
    tunip_str donor = other.items[fuzz_below(&random, other.count)];
    if (fuzz_below(&random, 4) == 0) from.items[from.count - 1] = donor;
    return mutate(&from, donor, out, most, seed ^ 0x5bd1e995u);
}
