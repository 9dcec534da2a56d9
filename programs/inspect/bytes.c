/* bytes.c -- memory, text with a source map, a reader of bytes, mapped files, and the hash
 * SHA-256. */
#include "bytes.h"

#include "../../src/util/os.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ======== bytes ======== */

tunip_str in_copy_name(tn_arena *arena, tunip_str name)
{
    char *copy = tn_arena_array(arena, name.size + 1, 1);
    if (!copy) return (tunip_str){"", 0};
    if (name.size) memcpy(copy, name.data, name.size);
    for (size_t i = 0; i < name.size; i++) {
        i += tunip_utf8_valid((tunip_str){copy + i, name.size - i});
        if (i < name.size) copy[i] = '_';
    }
    return (tunip_str){copy, name.size};
}

/* ---- text ---- */

tunip_status in_text_check(const in_text *text, tunip_error *error)
{
    if (text->raw.is_over)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "the text would be longer than %dM: --extract writes the parts to "
                               "files",
                               IN_TEXT_MOST >> 20);
    return text->raw.failed ? tn_text_error(&text->raw, error) : TUNIP_OK;
}

tunip_status in_text_write(const in_text *text, tunip_write_fn write, void *user,
                           tunip_error *error)
{
    tunip_status status = in_text_check(text, error);
    return status == TUNIP_OK ? tn_text_write(&text->raw, write, user, error) : status;
}

static tn_text *limited(in_text *text)
{
    text->raw.max_bytes = IN_TEXT_MOST;
    return &text->raw;
}

void in_put(in_text *text, tunip_str bytes)
{
    tn_text_put_str(limited(text), bytes);
}

void in_puts(in_text *text, const char *words)
{
    tn_text_put_word(limited(text), words);
}

static void say_list(in_text *text, const char *format, va_list args)
{
    tn_text_say_list(limited(text), format, args);
}

void in_say(in_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_list(text, format, args);
    va_end(args);
}

int in_put_chunk(const char *data, size_t size, void *text)
{
    return tn_text_put_chunk(data, size, limited(text));
}

void in_put_name(in_text *text, tunip_str name)
{
    tn_text_put_visible(limited(text), name);
}

/* ---- reading ---- */

void in_fail(in_reader *r, const char *what)
{
    if (r->trouble) return;
    r->trouble = what;
    r->trouble_at = r->at;
}

tunip_str in_bytes(in_reader *r, uint64_t size, const char *what)
{
    if (r->trouble || size > r->data.size - r->at) {
        in_fail(r, what);
        return (tunip_str){"", 0};
    }
    tunip_str bytes = {r->data.data + r->at, (size_t)size};
    r->at += (size_t)size;
    return bytes;
}

uint64_t in_be(const char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

uint64_t in_u64(in_reader *r, const char *what)
{
    tunip_str bytes = in_bytes(r, 8, what);
    return tn_le(bytes.data, bytes.size);
}

uint32_t in_u32(in_reader *r, const char *what)
{
    tunip_str bytes = in_bytes(r, 4, what);
    return (uint32_t)tn_le(bytes.data, bytes.size);
}

size_t in_count(in_reader *r, size_t least, const char *what)
{
    size_t begin = r->at;
    uint64_t count = in_u64(r, what);
    if (r->trouble || count <= in_left(r) / least) return r->trouble ? 0 : (size_t)count;
    r->at = begin;
    in_fail(r, what);
    return 0;
}

tunip_str in_string(in_reader *r, const char *what)
{
    size_t size = in_count(r, 1, what);
    return in_bytes(r, size, what);
}

tunip_str in_strings(in_reader *r, const char *what)
{
    size_t begin = r->at;
    size_t count = in_count(r, 8, what);
    for (size_t i = 0; i < count && !r->trouble; i++) in_string(r, what);
    if (r->trouble) return (tunip_str){"", 0};
    return (tunip_str){r->data.data + begin, r->at - begin};
}

int64_t in_i64_at(tunip_str array, size_t index)
{
    return (int64_t)tn_le(array.data + 8 * index, 8);
}

bool in_is_text(tunip_str data)
{
    enum { LOOK = 4096 };
    tunip_str look = {data.data, data.size < LOOK ? data.size : LOOK};
    for (size_t i = 0; i < look.size; i++)
        if ((unsigned char)look.data[i] < ' ' && !strchr("\t\n\r\f", look.data[i])) return false;
    return look.size && tunip_utf8_valid(look) + 3 >= look.size && !memchr(look.data, 0, look.size);
}

/* ======== map ======== */

/* Files in memory without reading them. */

tunip_status in_fail_file(const char *path, tunip_error *error)
{
    char why[TN_OS_REASON];
    return tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", path, tn_os_reason(errno, why));
}

bool in_map_open(int file, const char *path, tunip_str *out, tunip_error *error)
{
    tn_about about;
    *out = (tunip_str){"", 0};
    if (!tn_look_open(file, &about)) return in_fail_file(path, error) == TUNIP_OK;
    if (about.kind != TN_IS_FILE) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: not a regular file", path);
        return false;
    }
    if (!about.size) return true;
    void *map = tn_map_file(file, (size_t)about.size);
    if (!map) return in_fail_file(path, error) == TUNIP_OK;
    *out = (tunip_str){map, (size_t)about.size};
    return true;
}

bool in_map(const char *path, tunip_str *out, tunip_error *error)
{
    int file = tn_os_open(path, TN_NO_WAIT);
    if (file < 0) return in_fail_file(path, error) == TUNIP_OK;
    bool fine = in_map_open(file, path, out, error);
    tn_os_close(file);
    return fine;
}

void in_unmap(tunip_str map)
{
    if (map.size) tn_unmap_file((void *)(uintptr_t)map.data, map.size);
}

void in_map_drop(tunip_str bytes)
{
    tn_forget_pages(bytes.data, bytes.size);
}

/* ======== spans ======== */

/* Recording the source map of a text. */

static in_span *add_span(in_text *out)
{
    struct in_spans *s = out->spans;
    if (s->count == s->room) {
        size_t room = 2 * s->room + 64;
        in_span *grown = realloc(s->items, room * sizeof *grown);
        if (!grown) {
            out->raw.failed = true;
            return NULL;
        }
        s->items = grown;
        s->room = room;
    }
    return &s->items[s->count++];
}

size_t in_open_span(in_text *out, const char *kind, tunip_str bytes, const char *format, ...)
{
    struct in_spans *s = out->spans;
    if (!s || out->raw.failed) return SIZE_MAX;
    const in_span *around = s->open ? &s->items[s->open - 1] : NULL;
    size_t begin = s->paths.raw.bytes.count;
    if (around && around->length) {
        in_text copy = {.spans = NULL}; /* the paths may move while they grow */
        in_put(&copy, in_span_path(s, around));
        in_put(&s->paths, in_str(&copy));
        in_puts(&s->paths, "/");
        in_text_free(&copy);
    }
    va_list args;
    va_start(args, format);
    say_list(&s->paths, format, args);
    va_end(args);
    in_span *span = add_span(out);
    if (!span) return SIZE_MAX;
    *span = (in_span){
        kind, out->raw.bytes.count, SIZE_MAX, 0, s->open, begin, s->paths.raw.bytes.count - begin,
        bytes};
    s->open = s->count;
    out->raw.failed = out->raw.failed || s->paths.raw.failed;
    return s->count - 1;
}

void in_close_span(in_text *out, size_t span)
{
    if (span == SIZE_MAX) return;
    out->spans->items[span].end = out->raw.bytes.count;
    out->spans->items[span].inside = out->spans->count - span - 1;
    out->spans->open = out->spans->items[span].around;
}

void in_spans_free(struct in_spans *spans)
{
    free(spans->items);
    in_text_free(&spans->paths);
}

/* ======== unordered ======== */

/* An unordered map as libstdc++ has it: one list of all elements, in which those of
 * a bucket are together. An element of an empty bucket goes to the front of the list, one of
 * another bucket to the front of its bucket. */

/* Elements are numbered from 1. 0 is the head of the list in `next`, and no element elsewhere. */
typedef struct map {
    const tunip_str *names; /* of element i: names[i - 1] */
    uint64_t *hashes;
    size_t *next;
    size_t *before; /* of each bucket: what is in front of its first element, plus 1; 0: empty */
    size_t buckets, count;
} map;

/* MurmurHash64A, as std::hash uses it. */
static uint64_t hash_of(tunip_str key)
{
    static const uint64_t mul = 0xc6a4a7935bd1e995u;
    uint64_t hash = 0xc70f6907u ^ (key.size * mul);
    size_t whole = key.size & ~(size_t)7;
    for (size_t i = 0; i < whole; i += 8) {
        uint64_t data = tn_le(key.data + i, 8) * mul;
        hash = (hash ^ ((data ^ data >> 47) * mul)) * mul;
    }
    if (key.size & 7) hash = (hash ^ tn_le(key.data + whole, key.size & 7)) * mul;
    hash = (hash ^ hash >> 47) * mul;
    return hash ^ hash >> 47;
}

/* The number of buckets that hold `count` elements. */
static size_t buckets_for(size_t count)
{
    static const size_t sizes[] = {13,     29,     59,      127,     257,     541,     1109,
                                   2357,   5087,   10273,   20753,   42043,   85229,   172933,
                                   351061, 712697, 1447153, 2938679, 5967347, 12117689};
    size_t i = 0;
    while (i + 1 < TUNIP_LEN(sizes) && sizes[i] < count) i++;
    return sizes[i];
}

static void link_element(map *m, size_t element)
{
    size_t bucket = (size_t)(m->hashes[element] % m->buckets);
    size_t at = m->before[bucket] ? m->before[bucket] - 1 : 0;
    m->next[element] = m->next[at];
    m->next[at] = element;
    if (m->before[bucket]) return;
    m->before[bucket] = 1;
    size_t second = m->next[element];
    if (second) m->before[m->hashes[second] % m->buckets] = element + 1;
}

/* Links all elements again, in the order of the list. False when out of memory. */
static bool grow(map *m, size_t buckets)
{
    size_t *before = calloc(buckets, sizeof *before);
    if (!before) return false;
    free(m->before);
    m->before = before;
    m->buckets = buckets;
    size_t element = m->next[0];
    m->next[0] = 0;
    for (size_t next; element; element = next) {
        next = m->next[element];
        link_element(m, element);
    }
    return true;
}

static bool has(const map *m, size_t like)
{
    size_t bucket = (size_t)(m->hashes[like] % m->buckets);
    if (!m->before[bucket]) return false;
    for (size_t i = m->next[m->before[bucket] - 1]; i; i = m->next[i]) {
        if (m->hashes[i] % m->buckets != bucket) return false;
        if (m->hashes[i] == m->hashes[like] && tunip_str_equal(m->names[i - 1], m->names[like - 1]))
            return true;
    }
    return false;
}

static bool insert(map *m, size_t element)
{
    m->hashes[element] = hash_of(m->names[element - 1]);
    if (m->buckets && has(m, element)) return true;
    size_t buckets = buckets_for(++m->count);
    if (buckets != m->buckets && !grow(m, buckets)) return false;
    link_element(m, element);
    return true;
}

size_t *in_unordered(tn_arena *arena, const tunip_str *names, size_t count, size_t *kept)
{
    size_t *order = tn_arena_array(arena, count + 1, sizeof *order);
    map m = {.names = names,
             .hashes = calloc(count + 1, sizeof *m.hashes),
             .next = calloc(count + 1, sizeof *m.next)};
    bool fine = order && m.hashes && m.next;
    for (size_t i = 1; i <= count && fine; i++) fine = insert(&m, i);
    *kept = 0;
    for (size_t i = fine ? m.next[0] : 0; i; i = m.next[i]) order[(*kept)++] = i - 1;
    free(m.hashes);
    free(m.next);
    free(m.before);
    return fine ? order : NULL;
}

/* ======== sha256 ======== */

/* The hash SHA-256 (FIPS 180-4). */

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

void in_sha256_begin(in_sha256 *hash)
{
    *hash = (in_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                  0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static void expand(const unsigned char *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

/* The eight working variables stay where they are: their names move by one in each step. */
#define STEP(a, b, c, d, e, f, g, h, i)                                                            \
    do {                                                                                           \
        uint32_t x = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +   \
                     constants[i] + w[i];                                                          \
        d += x;                                                                                    \
        h = x + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));    \
    } while (0)

static void mix(in_sha256 *hash, const unsigned char *block)
{
    uint32_t w[64], *s = hash->state;
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    expand(block, w);
    for (int i = 0; i < 64; i += 8) {
        STEP(a, b, c, d, e, f, g, h, i);
        STEP(h, a, b, c, d, e, f, g, i + 1);
        STEP(g, h, a, b, c, d, e, f, i + 2);
        STEP(f, g, h, a, b, c, d, e, i + 3);
        STEP(e, f, g, h, a, b, c, d, i + 4);
        STEP(d, e, f, g, h, a, b, c, i + 5);
        STEP(c, d, e, f, g, h, a, b, i + 6);
        STEP(b, c, d, e, f, g, h, a, i + 7);
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) s[i] += sums[i];
}

void in_sha256_add(in_sha256 *hash, tunip_str bytes)
{
    const unsigned char *data = (const unsigned char *)bytes.data;
    size_t left = bytes.size;
    while (left) {
        size_t at = (size_t)(hash->size % 64), take = 64 - at < left ? 64 - at : left;
        if (take == 64) {
            mix(hash, data);
        } else {
            memcpy(hash->block + at, data, take);
            if (at + take == 64) mix(hash, hash->block);
        }
        hash->size += take;
        data += take;
        left -= take;
    }
}

void in_sha256_end(in_sha256 *hash, char out[65])
{
    static const char zeros[64] = "\x80";
    uint64_t bits = hash->size * 8;
    size_t at = (size_t)(hash->size % 64), pad = at < 56 ? 56 - at : 120 - at;
    char length[8];
    in_sha256_add(hash, (tunip_str){zeros, pad});
    for (int i = 0; i < 8; i++) length[i] = (char)(bits >> (56 - 8 * i));
    in_sha256_add(hash, (tunip_str){length, sizeof length});
    for (int i = 0; i < 64; i++)
        out[i] = "0123456789abcdef"[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    out[64] = 0;
}
