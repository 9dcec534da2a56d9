/* unpack.c -- unpacks data that gzip, xz or zstd packed. Each library is optional; without zlib,
 * this project's own inflate reads gzip. */
#include "unpack.h"

#include <stdlib.h>
#include <string.h>

#include "inflate.h"
#include "le.h"

/* Compressed bytes that are left, and room for unpacked ones. A step of an unpacker moves both
 * forward. */
typedef struct flow {
    const char *in;
    size_t in_size;
    char *out;
    size_t out_size;
    bool ended;          /* the data is complete */
    const char *trouble; /* why the step failed */
} flow;

#define GZIP_MAGIC "\x1F\x8B\x08"

typedef struct stream {
    void *(*begin)(void); /* the members from here: NULL if the build lacks the library */
    void (*step)(void *state, flow *f);
    void (*end)(void *state);
} stream;

/* Has a stream, or one function for all, or neither. */
struct tn_unpacker {
    const char *name, *suffix, *magic, *library;
    stream by;
    const char *(*whole)(tunip_str packed, size_t most, tn_unpacked *to);
};

static bool grow(tn_unpacked *to)
{
    enum { FIRST_ROOM = 1 << 16 };
    size_t room = to->room ? 2 * to->room : FIRST_ROOM;
    char *grown = realloc(to->data, room);
    if (!grown) return false;
    to->data = grown;
    to->room = room;
    return true;
}

static bool make_room(tn_unpacked *to)
{
    return to->size < to->room || grow(to);
}

/* The room behind the bytes that are there, and no more than one byte above the limit. */
static size_t room_of(const tn_unpacked *to, size_t most)
{
    size_t room = to->room - to->size, left = most - to->size;
    return most && room > left ? left + 1 : room;
}

#ifdef TUNIP_HAS_ZLIB
#include <zlib.h>

static void *begin_gzip(void)
{
    enum { GZIP_ONLY = 16 };
    z_stream *z = calloc(1, sizeof *z);
    if (z && inflateInit2(z, MAX_WBITS + GZIP_ONLY) == Z_OK) return z;
    free(z);
    return NULL;
}

/* At the end of a member: another member may follow, or zeros that fill the last block of a
 * tape. */
static void end_member(z_stream *z, flow *f)
{
    size_t zeros = 0;
    while (zeros < f->in_size && !f->in[zeros]) zeros++;
    f->ended = zeros == f->in_size;
    bool is_next = tunip_str_begins((tunip_str){f->in, f->in_size}, GZIP_MAGIC);
    if (!f->ended && (!is_next || inflateReset(z) != Z_OK)) f->trouble = "trailing bytes";
}

static void step_gzip(void *state, flow *f)
{
    enum { MOST = 1 << 30 }; /* zlib counts in unsigned int */
    z_stream *z = state;
    uInt in = f->in_size < MOST ? (uInt)f->in_size : MOST;
    uInt out = f->out_size < MOST ? (uInt)f->out_size : MOST;
    z->next_in = (z_const Bytef *)f->in;
    z->next_out = (Bytef *)f->out;
    z->avail_in = in;
    z->avail_out = out;
    int status = inflate(z, Z_NO_FLUSH);
    f->in += in - z->avail_in;
    f->in_size -= in - z->avail_in;
    f->out += out - z->avail_out;
    f->out_size -= out - z->avail_out;
    if (status == Z_STREAM_END)
        end_member(z, f);
    else if (status != Z_OK && status != Z_BUF_ERROR)
        f->trouble = z->msg ? z->msg : zError(status);
}

static void end_gzip(void *state)
{
    inflateEnd(state);
    free(state);
}
#define GZIP {begin_gzip, step_gzip, end_gzip}, NULL
#else
/* Skips the head of a member (RFC 1952). False if it is damaged or cut off. */
static bool skip_head(tunip_str *in)
{
    enum { HEAD = 10, CRC = 2, EXTRA = 4, NAME = 8, COMMENT = 16 };
    if (in->size < HEAD) return false;
    unsigned flags = (unsigned char)in->data[3];
    size_t at = HEAD;
    if (flags & EXTRA) at += in->size - at < 2 ? in->size : 2 + (size_t)tn_le(in->data + at, 2);
    for (int i = 0; i < 2; i++) {
        if (!(flags & (i ? COMMENT : NAME)) || at >= in->size) continue;
        const char *end = memchr(in->data + at, 0, in->size - at);
        at = end ? (size_t)(end + 1 - in->data) : in->size + 1;
    }
    if (flags & CRC) at += 2;
    if (at > in->size) return false;
    *in = (tunip_str){in->data + at, in->size - at};
    return true;
}

/* Unpacks a member behind `to->size` bytes. Nothing says how long it becomes: where the room is too
 * small, it begins again with more. */
static const char *unpack_member(tunip_str *in, size_t most, tn_unpacked *to)
{
    enum { FLAGS = 3, RESERVED = 0xE0, TAIL = 8 };
    const char *trouble = NULL;
    size_t done, used, room;
    if (!tunip_str_begins(*in, GZIP_MAGIC)) return "trailing bytes";
    if (in->size > FLAGS && in->data[FLAGS] & RESERVED) return "unknown header flags set";
    if (!skip_head(in)) return "the data ends too early";
    while (true) {
        if (!make_room(to)) return "out of memory";
        room = room_of(to, most);
        done = tn_inflate(*in, &used, to->data + to->size, room, &trouble);
        if (!trouble || done < room) break;
        if (most && room > most - to->size) return "";
        if (!grow(to)) return "out of memory";
    }
    tunip_str made = {to->data + to->size, done};
    to->size += done;
    *in = (tunip_str){in->data + used, in->size - used};
    if (most && to->size > most) return "";
    if (trouble) return trouble;
    if (in->size < TAIL) return "the data ends too early";
    bool is_same = tn_crc32(made) == (uint32_t)tn_le(in->data, 4);
    bool is_as_long = (uint32_t)made.size == (uint32_t)tn_le(in->data + 4, 4);
    *in = (tunip_str){in->data + TAIL, in->size - TAIL};
    return !is_same ? "incorrect data check" : !is_as_long ? "incorrect length check" : NULL;
}

static const char *unpack_gzip(tunip_str in, size_t most, tn_unpacked *to)
{
    const char *trouble;
    do {
        trouble = unpack_member(&in, most, to);
        bool has_more = in.size && *in.data;
        while (in.size && !*in.data) in = (tunip_str){in.data + 1, in.size - 1};
        if (!trouble && in.size && !has_more) trouble = "trailing bytes";
    } while (!trouble && in.size);
    return trouble;
}
#define GZIP {NULL, NULL, NULL}, unpack_gzip
#endif

#ifdef TUNIP_HAS_LIBLZMA
#include <lzma.h>

static void *begin_xz(void)
{
    enum { MOST_MEMORY = 1 << 30 };
    lzma_stream *xz = malloc(sizeof *xz);
    if (!xz) return NULL;
    *xz = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(xz, MOST_MEMORY, LZMA_CONCATENATED) == LZMA_OK) return xz;
    free(xz);
    return NULL;
}

static const char *describe(lzma_ret status)
{
    switch (status) {
    case LZMA_MEM_ERROR:
        return "out of memory";
    case LZMA_MEMLIMIT_ERROR:
        return "it takes more than 1 GiB of memory";
    case LZMA_FORMAT_ERROR:
        return "trailing bytes";
    case LZMA_OPTIONS_ERROR:
        return "options that this liblzma does not know";
    default:
        return "a wrong checksum or code";
    }
}

static void step_xz(void *state, flow *f)
{
    lzma_stream *xz = state;
    xz->next_in = (const uint8_t *)f->in;
    xz->next_out = (uint8_t *)f->out;
    xz->avail_in = f->in_size;
    xz->avail_out = f->out_size;
    lzma_ret status = lzma_code(xz, LZMA_FINISH);
    f->in = (const char *)xz->next_in;
    f->out = (char *)xz->next_out;
    f->in_size = xz->avail_in;
    f->out_size = xz->avail_out;
    f->ended = status == LZMA_STREAM_END;
    if (!f->ended && status != LZMA_OK && status != LZMA_BUF_ERROR) f->trouble = describe(status);
}

static void end_xz(void *state)
{
    lzma_end(state);
    free(state);
}
#define XZ {begin_xz, step_xz, end_xz}, NULL
#else
#define XZ {NULL, NULL, NULL}, NULL
#endif

#ifdef TUNIP_HAS_LIBZSTD
#include <zstd.h>

static void *begin_zstd(void)
{
    return ZSTD_createDStream();
}

static void step_zstd(void *state, flow *f)
{
    ZSTD_inBuffer in = {f->in, f->in_size, 0};
    ZSTD_outBuffer out = {f->out, f->out_size, 0};
    size_t left = ZSTD_decompressStream(state, &out, &in);
    f->in += in.pos;
    f->in_size -= in.pos;
    f->out += out.pos;
    f->out_size -= out.pos;
    f->ended = left == 0 && f->in_size == 0;
    if (ZSTD_isError(left)) f->trouble = ZSTD_getErrorName(left);
}

static void end_zstd(void *state)
{
    ZSTD_freeDStream(state);
}
#define ZSTD {begin_zstd, step_zstd, end_zstd}, NULL
#else
#define ZSTD {NULL, NULL, NULL}, NULL
#endif

static const tn_unpacker unpackers[] = {
    {"gzip", ".gz", GZIP_MAGIC, "zlib", GZIP},
    {"xz", ".xz",
     "\xFD"
     "7zXZ",
     "liblzma", XZ},
    {"zstd", ".zst", "\x28\xB5\x2F\xFD", "libzstd", ZSTD},
};

const tn_unpacker *tn_unpacker_at(size_t index)
{
    return index < TUNIP_LEN(unpackers) ? &unpackers[index] : NULL;
}

const tn_unpacker *tn_unpacker_of(tunip_str head)
{
    for (size_t i = 0; i < TUNIP_LEN(unpackers); i++)
        if (tunip_str_begins(head, unpackers[i].magic)) return &unpackers[i];
    return NULL;
}

const char *tn_unpacker_name(const tn_unpacker *u)
{
    return u->name;
}

const char *tn_unpacker_lacks(const tn_unpacker *u)
{
    return u->by.begin || u->whole ? NULL : u->library;
}

tunip_str tn_unpacked_name(const tn_unpacker *u, tunip_str name)
{
    size_t size = strlen(u->suffix);
    if (name.size > size && tunip_str_ends(name, u->suffix)) name.size -= size;
    return name;
}

size_t tn_unpack_most(size_t packed, size_t ratio)
{
    size_t most = packed > SIZE_MAX / ratio ? SIZE_MAX : packed * ratio;
    return most < TN_UNPACK_ANYHOW ? TN_UNPACK_ANYHOW : most;
}

static const char *run(const stream *by, void *state, tunip_str text, size_t most, tn_unpacked *to)
{
    flow f = {.in = text.data, .in_size = text.size};
    while (!f.ended) {
        if (!make_room(to)) return "out of memory";
        f.out = to->data + to->size;
        f.out_size = room_of(to, most);
        by->step(state, &f);
        to->size = (size_t)(f.out - to->data);
        if (most && to->size > most) return "";
        if (f.trouble) return f.trouble;
        if (!f.ended && !f.in_size && f.out_size) return "the data ends too early";
    }
    return NULL;
}

const char *tn_unpacker_run(const tn_unpacker *u, tunip_str packed, size_t most, tn_unpacked *to)
{
    *to = (tn_unpacked){.size = 0};
    if (u->whole) return u->whole(packed, most, to);
    if (!u->by.begin) return "this build lacks its library";
    void *state = u->by.begin();
    const char *trouble = state ? run(&u->by, state, packed, most, to) : "out of memory";
    if (state) u->by.end(state);
    return trouble;
}
