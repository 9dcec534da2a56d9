/* zip.c -- reads zip archives (APPNOTE.TXT of PKWARE), and unpacks deflate (RFC 1951). */
#include "zip.h"

#include <stdlib.h>

/* ======== deflate ======== */

/* A decoder that is short rather than fast, after Mark Adler's puff: canonical codes by the counts
 * of their lengths. */

enum { MOST_BITS = 15, LITERALS = 288, DISTANCES = 32 };

typedef struct inflater {
    const unsigned char *in, *in_end;
    unsigned char *out;
    size_t size, room;
    uint32_t bits; /* that were read and not used */
    unsigned bit_count;
    bool failed;
} inflater;

typedef struct huffman {
    uint16_t counts[MOST_BITS + 1]; /* how many codes have a length */
    uint16_t symbols[LITERALS];     /* in the order of their codes */
} huffman;

static unsigned take_bits(inflater *z, unsigned need)
{
    while (z->bit_count < need) {
        if (z->in == z->in_end) {
            z->failed = true;
            return 0;
        }
        z->bits |= (uint32_t)*z->in++ << z->bit_count;
        z->bit_count += 8;
    }
    unsigned value = z->bits & ((UINT32_C(1) << need) - 1);
    z->bits >>= need;
    z->bit_count -= need;
    return value;
}

/* False if the lengths are more than a code has. */
static bool make_code(huffman *h, const unsigned char *lengths, size_t count)
{
    uint16_t offsets[MOST_BITS + 2] = {0};
    int left = 1;
    memset(h->counts, 0, sizeof h->counts);
    for (size_t i = 0; i < count; i++) h->counts[lengths[i]]++;
    for (size_t i = 1; i <= MOST_BITS; i++) {
        left = left * 2 - h->counts[i];
        if (left < 0) return false;
        offsets[i + 1] = (uint16_t)(offsets[i] + h->counts[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (lengths[i]) h->symbols[offsets[lengths[i]]++] = (uint16_t)i;
    return true;
}

static unsigned take_symbol(inflater *z, const huffman *h)
{
    int code = 0, first = 0, index = 0;
    for (size_t size = 1; size <= MOST_BITS && !z->failed; size++) {
        code |= (int)take_bits(z, 1);
        int count = h->counts[size];
        if (code - count < first) return h->symbols[index + (code - first)];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    z->failed = true;
    return 0;
}

static void put_byte(inflater *z, unsigned byte)
{
    if (z->size == z->room)
        z->failed = true;
    else
        z->out[z->size++] = (unsigned char)byte;
}

static void copy_back(inflater *z, unsigned symbol, const huffman *distances)
{
    static const uint16_t sizes[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                     15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                     67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const unsigned char size_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                              2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    if (symbol - 257 >= TUNIP_LEN(sizes)) {
        z->failed = true;
        return;
    }
    unsigned size = sizes[symbol - 257] + take_bits(z, size_bits[symbol - 257]);
    unsigned code = take_symbol(z, distances);
    /* 1, 2, 3, 4, 5, 7, 9, 13, ...: the codes go in pairs with one more bit */
    unsigned more = code < 4 ? 0 : code / 2 - 1;
    size_t distance = code < 4 ? code + 1 : ((2 + (code & 1)) << more) + 1;
    if (code < 30) distance += take_bits(z, more);
    if (code >= 30 || distance > z->size) z->failed = true;
    for (; size && !z->failed; size--) put_byte(z, z->out[z->size - distance]);
}

static void take_codes(inflater *z, const huffman *literals, const huffman *distances)
{
    while (!z->failed) {
        unsigned symbol = take_symbol(z, literals);
        if (symbol == 256) return;
        if (symbol < 256)
            put_byte(z, symbol);
        else
            copy_back(z, symbol, distances);
    }
}

static void take_fixed(inflater *z)
{
    unsigned char lengths[LITERALS];
    huffman literals, distances;
    for (size_t i = 0; i < LITERALS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(&literals, lengths, LITERALS);
    memset(lengths, 5, 30);
    make_code(&distances, lengths, 30);
    take_codes(z, &literals, &distances);
}

static void take_dynamic(inflater *z)
{
    static const unsigned char order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[LITERALS + DISTANCES] = {0};
    huffman literals, distances;
    unsigned literal_count = take_bits(z, 5) + 257, distance_count = take_bits(z, 5) + 1;
    unsigned code_count = take_bits(z, 4) + 4;
    for (unsigned i = 0; i < code_count; i++) lengths[order[i]] = (unsigned char)take_bits(z, 3);
    z->failed = z->failed || literal_count > 286 || !make_code(&literals, lengths, 19);
    memset(lengths, 0, 19);
    for (unsigned i = 0; i < literal_count + distance_count && !z->failed;) {
        unsigned symbol = take_symbol(z, &literals), times = 1;
        unsigned char value = (unsigned char)symbol;
        if (symbol == 16) {
            if (!i) z->failed = true;
            value = i ? lengths[i - 1] : 0;
            times = 3 + take_bits(z, 2);
        } else if (symbol > 16) {
            value = 0;
            times = symbol == 17 ? 3 + take_bits(z, 3) : 11 + take_bits(z, 7);
        }
        if (i + times > literal_count + distance_count) z->failed = true;
        for (; times && !z->failed; times--) lengths[i++] = value;
    }
    z->failed = z->failed || !make_code(&literals, lengths, literal_count) ||
                !make_code(&distances, lengths + literal_count, distance_count);
    if (!z->failed) take_codes(z, &literals, &distances);
}

static void take_stored(inflater *z)
{
    z->bits = z->bit_count = 0;
    size_t left = (size_t)(z->in_end - z->in), size = left >= 4 ? z->in[0] | z->in[1] << 8U : 0;
    if (left < 4 || size > left - 4 || size > z->room - z->size) {
        z->failed = true;
        return;
    }
    if (size) memcpy(z->out + z->size, z->in + 4, size);
    z->in += 4 + size;
    z->size += size;
}

/* Whether the data become exactly `size` bytes. */
static bool unpack(tunip_str packed, unsigned char *out, size_t size)
{
    const unsigned char *in = (const unsigned char *)packed.data;
    inflater z = {.in = in, .in_end = in + packed.size, .out = out, .room = size};
    bool is_last = false;
    while (!is_last && !z.failed) {
        is_last = take_bits(&z, 1);
        unsigned kind = take_bits(&z, 2);
        if (kind == 0)
            take_stored(&z);
        else if (kind == 1)
            take_fixed(&z);
        else if (kind == 2)
            take_dynamic(&z);
        else
            z.failed = true;
    }
    return !z.failed && z.size == size;
}

/* ======== zip ======== */

enum { END = 22, ENTRY = 46, LOCAL = 30, STORED = 0, DEFLATED = 8 };

static uint32_t number_at(tunip_str file, size_t at, size_t bytes)
{
    uint32_t value = 0;
    for (size_t i = 0; i < bytes; i++) value |= (uint32_t)(unsigned char)file.data[at + i] << 8 * i;
    return value;
}

static bool has(tunip_str file, size_t at, size_t size)
{
    return at <= file.size && size <= file.size - at;
}

static bool fail_zip(tunip_error *error, const char *path, const char *message)
{
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "%.200s: %s", path, message);
    return false;
}

static uint32_t checksum(tunip_str data)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < data.size; i++) {
        crc ^= (unsigned char)data.data[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (UINT32_C(0xEDB88320) & (0 - (crc & 1)));
    }
    return ~crc;
}

/* The record at the end of the archive; SIZE_MAX: none. A comment may follow it. */
static size_t find_end(tunip_str file)
{
    for (size_t back = END; back <= file.size && back <= END + 65535; back++)
        if (memcmp(file.data + file.size - back, "PK\5\6", 4) == 0) return file.size - back;
    return SIZE_MAX;
}

/* Unpacks the member whose entry of the directory is at `at`. */
static bool take_member(tunip_str file, size_t at, const char *path, dbg_member_fn take, void *user,
                        tunip_error *error)
{
    uint32_t flags = number_at(file, at + 8, 2), method = number_at(file, at + 10, 2);
    size_t packed = number_at(file, at + 20, 4), size = number_at(file, at + 24, 4);
    size_t local = number_at(file, at + 42, 4);
    if (packed == UINT32_MAX || size == UINT32_MAX || local == UINT32_MAX)
        return fail_zip(error, path, "archives above 4 GB are not supported");
    if (flags & 1) return fail_zip(error, path, "a member is encrypted");
    if (method != STORED && method != DEFLATED)
        return fail_zip(error, path, "a member is packed with another method than deflate");
    if (!has(file, local, LOCAL)) return fail_zip(error, path, "the archive is cut off");
    size_t data = local + LOCAL + number_at(file, local + 26, 2) + number_at(file, local + 28, 2);
    if (!has(file, data, packed)) return fail_zip(error, path, "the archive is cut off");
    /* deflate makes at most 1032 bytes of one */
    bool fits = method == STORED ? size == packed : size / 1032 <= packed;
    unsigned char *room = fits && method == DEFLATED ? malloc(size + 1) : NULL;
    dbg_member member = {{file.data + at + ENTRY, number_at(file, at + 28, 2)},
                         {file.data + data, packed}};
    if (fits && method == DEFLATED) {
        if (!room) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
        fits = unpack(member.data, room, size);
        member.data = (tunip_str){(const char *)room, size};
    }
    fits = fits && checksum(member.data) == number_at(file, at + 16, 4);
    bool fine = fits ? take(user, &member, error) : fail_zip(error, path, "a member is damaged");
    free(room);
    return fine;
}

bool dbg_zip_each(tunip_str file, const char *path, dbg_member_fn take, void *user,
                  tunip_error *error)
{
    size_t end = find_end(file);
    if (end == SIZE_MAX) return fail_zip(error, path, "this is no zip archive, or it is cut off");
    size_t count = number_at(file, end + 10, 2), at = number_at(file, end + 16, 4);
    size_t left = file.size; /* bytes for members: many that share theirs would fill the memory */
    for (size_t i = 0; i < count; i++) {
        size_t size = has(file, at, ENTRY) && memcmp(file.data + at, "PK\1\2", 4) == 0
                          ? (size_t)ENTRY + number_at(file, at + 28, 2) +
                                number_at(file, at + 30, 2) + number_at(file, at + 32, 2)
                          : SIZE_MAX;
        if (!has(file, at, size)) return fail_zip(error, path, "the archive is damaged");
        size_t packed = number_at(file, at + 20, 4);
        if (packed <= file.size && packed > left)
            return fail_zip(error, path, "members of the archive overlap");
        if (!take_member(file, at, path, take, user, error)) return false;
        left -= packed;
        at += size;
    }
    return true;
}
