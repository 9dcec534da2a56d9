/* inflate.c -- unpacks data in the form "deflate" (RFC 1951), as in zip and gzip. */
#include "inflate.h"

#include <string.h>

enum { LONGEST = 15, LITERALS = 288, DISTANCES = 30 };

typedef struct unpacking {
    tunip_str packed;
    size_t at; /* the next byte */
    uint32_t bits;
    unsigned bit_count;
    char *out;
    size_t size, room;
    const char *trouble;
} unpacking;

/* A canonical code: how many codes there are of each length, and their symbols in order. */
typedef struct code {
    uint16_t counts[LONGEST + 1];
    uint16_t symbols[LITERALS];
} code;

static void fail(unpacking *u, const char *trouble)
{
    if (!u->trouble) u->trouble = trouble;
}

static unsigned take_bits(unpacking *u, unsigned count)
{
    while (u->bit_count < count) {
        if (u->at == u->packed.size) {
            fail(u, "the data ends too early");
            return 0;
        }
        u->bits |= (uint32_t)(unsigned char)u->packed.data[u->at++] << u->bit_count;
        u->bit_count += 8;
    }
    unsigned taken = u->bits & ((1U << count) - 1);
    u->bits >>= count;
    u->bit_count -= count;
    return taken;
}

/* ---- codes ---- */

/* Makes a code from the length of each symbol. False if there are more codes than bits allow. */
static bool make_code(code *made, const unsigned char *lengths, size_t count)
{
    uint16_t next[LONGEST + 1] = {0};
    int left = 1;
    memset(made->counts, 0, sizeof made->counts);
    for (size_t i = 0; i < count; i++) made->counts[lengths[i]]++;
    made->counts[0] = 0;
    for (size_t i = 1; i <= LONGEST; i++) {
        left = 2 * left - made->counts[i];
        if (left < 0) return false;
        if (i < LONGEST) next[i + 1] = (uint16_t)(next[i] + made->counts[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (lengths[i]) made->symbols[next[lengths[i]]++] = (uint16_t)i;
    return true;
}

/* Codes of the same length are consecutive numbers. */
static unsigned take_symbol(unpacking *u, const code *from)
{
    unsigned value = 0, first = 0, index = 0;
    for (size_t length = 1; length <= LONGEST && !u->trouble; length++) {
        value |= take_bits(u, 1);
        unsigned count = from->counts[length];
        if (value < first + count) return from->symbols[index + value - first];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    fail(u, "a code is damaged");
    return 0;
}

/* ---- blocks ---- */

/* Nothing behind the first trouble: a code that is cut off may look like another one. */
static void put_byte(unpacking *u, char byte)
{
    if (u->trouble) return;
    if (u->size == u->room)
        fail(u, "there are more bytes than the archive says");
    else
        u->out[u->size++] = byte;
}

static void copy_match(unpacking *u, size_t length, size_t distance)
{
    if (!distance || distance > u->size) fail(u, "a distance is damaged");
    for (size_t i = 0; i < length && !u->trouble; i++) put_byte(u, u->out[u->size - distance]);
}

static void take_codes(unpacking *u, const code *literals, const code *distances)
{
    enum { END = 256, LENGTHS = 29 };
    static const uint16_t length_base[LENGTHS] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                  15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                  67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const unsigned char length_bits[LENGTHS] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[DISTANCES] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!u->trouble) {
        unsigned symbol = take_symbol(u, literals);
        if (symbol == END) return;
        if (symbol < END) {
            put_byte(u, (char)symbol);
            continue;
        }
        symbol -= END + 1;
        if (symbol >= LENGTHS) {
            fail(u, "a length is damaged");
            return;
        }
        size_t length = length_base[symbol] + take_bits(u, length_bits[symbol]);
        unsigned far = take_symbol(u, distances);
        if (far >= DISTANCES) {
            fail(u, "a distance is damaged");
            return;
        }
        unsigned more = far < 4 ? 0 : far / 2 - 1;
        copy_match(u, length, distance_base[far] + take_bits(u, more));
    }
}

static void take_fixed(unpacking *u)
{
    unsigned char lengths[LITERALS + DISTANCES];
    code literals, distances;
    for (size_t i = 0; i < LITERALS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    memset(lengths + LITERALS, 5, DISTANCES);
    make_code(&literals, lengths, LITERALS);
    make_code(&distances, lengths + LITERALS, DISTANCES);
    take_codes(u, &literals, &distances);
}

/* The lengths of the codes of a block, which are packed themselves. */
static void take_lengths(unpacking *u, const code *packed, unsigned char *lengths, size_t count)
{
    enum { AGAIN = 16, FEW_ZEROS = 17 };
    for (size_t i = 0; i < count && !u->trouble;) {
        unsigned symbol = take_symbol(u, packed);
        if (symbol < AGAIN) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        if (symbol == AGAIN && !i) fail(u, "a length is damaged");
        unsigned char value = symbol == AGAIN && i ? lengths[i - 1] : 0;
        size_t repeat = symbol == AGAIN       ? 3 + take_bits(u, 2)
                        : symbol == FEW_ZEROS ? 3 + take_bits(u, 3)
                                              : 11 + take_bits(u, 7);
        if (repeat > count - i) fail(u, "a length is damaged");
        while (repeat-- && i < count) lengths[i++] = value;
    }
}

static void take_dynamic(unpacking *u)
{
    enum { KINDS = 19 };
    static const unsigned char order[KINDS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                               11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[LITERALS + 32] = {0};
    code packed, literals, distances;
    size_t literal_count = 257 + take_bits(u, 5), distance_count = 1 + take_bits(u, 5);
    size_t kinds = 4 + take_bits(u, 4);
    for (size_t i = 0; i < kinds; i++) lengths[order[i]] = (unsigned char)take_bits(u, 3);
    if (literal_count > LITERALS || !make_code(&packed, lengths, KINDS))
        fail(u, "a code is damaged");
    memset(lengths, 0, sizeof lengths);
    if (!u->trouble) take_lengths(u, &packed, lengths, literal_count + distance_count);
    if (u->trouble) return;
    if (!make_code(&literals, lengths, literal_count) ||
        !make_code(&distances, lengths + literal_count, distance_count))
        fail(u, "a code is damaged");
    if (!u->trouble) take_codes(u, &literals, &distances);
}

static void take_stored(unpacking *u)
{
    u->bits = u->bit_count = 0;
    tunip_str rest = {u->packed.data + u->at, u->packed.size - u->at};
    const unsigned char *head = (const unsigned char *)rest.data;
    size_t size = rest.size < 4 ? 0 : head[0] | (size_t)head[1] << 8;
    if (rest.size < 4)
        fail(u, "the data ends too early");
    else if ((head[0] ^ head[2]) != 0xFF || (head[1] ^ head[3]) != 0xFF)
        fail(u, "the size of a block is damaged");
    if (u->trouble) return;
    size_t room = u->room - u->size, count = rest.size - 4;
    if (count > size) count = size;
    if (count > room) count = room;
    memcpy(u->out + u->size, rest.data + 4, count);
    u->size += count;
    u->at += 4 + count;
    if (count < size)
        fail(u, count == room ? "there are more bytes than the archive says"
                              : "the data ends too early");
}

size_t tn_inflate(tunip_str packed, size_t *used, char *out, size_t room, const char **trouble)
{
    enum { STORED, FIXED, DYNAMIC };
    unpacking u = {.packed = packed, .out = out, .room = room};
    for (bool is_last = false; !is_last && !u.trouble;) {
        is_last = take_bits(&u, 1);
        unsigned kind = take_bits(&u, 2);
        if (u.trouble) break;
        if (kind == STORED)
            take_stored(&u);
        else if (kind == FIXED)
            take_fixed(&u);
        else if (kind == DYNAMIC)
            take_dynamic(&u);
        else
            fail(&u, "a block is of no known kind");
    }
    *used = u.at;
    *trouble = u.trouble;
    return u.size;
}

uint32_t tn_crc32(tunip_str bytes)
{
    static const uint32_t polynomial = 0xEDB88320;
    uint32_t table[16], crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 4; bit++) value = value >> 1 ^ (value & 1 ? polynomial : 0);
        table[i] = value;
    }
    for (size_t i = 0; i < bytes.size; i++) {
        crc ^= (unsigned char)bytes.data[i];
        crc = table[crc & 15] ^ crc >> 4;
        crc = table[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}
