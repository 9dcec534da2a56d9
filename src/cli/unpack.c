/* unpack.c -- unpacks input that is compressed with gzip, xz or zstd. The first bytes show the
 * compression. Each library is optional: if the build lacks it, a message says so. */
#include "unpack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../util/bytes.h"

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

typedef struct unpacker {
    const char *name, *suffix, *magic, *library;
    void *(*begin)(void); /* the members from here: NULL if the build lacks the library */
    void (*step)(void *state, flow *f);
    void (*end)(void *state);
} unpacker;

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
    if (!f->ended && (zeros || inflateReset(z) != Z_OK)) f->trouble = "trailing bytes";
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
#define GZIP begin_gzip, step_gzip, end_gzip
#else
#define GZIP NULL, NULL, NULL
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
#define XZ begin_xz, step_xz, end_xz
#else
#define XZ NULL, NULL, NULL
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
#define ZSTD begin_zstd, step_zstd, end_zstd
#else
#define ZSTD NULL, NULL, NULL
#endif

static const unpacker unpackers[] = {
    {"gzip", ".gz", "\x1F\x8B", "zlib", GZIP},
    {"xz", ".xz",
     "\xFD"
     "7zXZ",
     "liblzma", XZ},
    {"zstd", ".zst", "\x28\xB5\x2F\xFD", "libzstd", ZSTD},
};

void cli_list_unpackers(FILE *out)
{
    size_t count = 0;
    fputs("unpacks:", out);
    for (size_t i = 0; i < TUNIP_LEN(unpackers); i++) {
        if (!unpackers[i].begin) continue;
        fprintf(out, " %s", unpackers[i].name);
        count++;
    }
    fputs(count ? "\n" : " nothing\n", out);
}

/* ---- unpacking ---- */

typedef struct unpacked {
    char *data; /* of malloc() */
    size_t size, room;
} unpacked;

static bool make_room(unpacked *to)
{
    enum { FIRST_ROOM = 1 << 16 };
    if (to->size < to->room) return true;
    size_t room = to->room ? 2 * to->room : FIRST_ROOM;
    char *grown = realloc(to->data, room);
    if (!grown) return false;
    to->data = grown;
    to->room = room;
    return true;
}

/* A small file may unpack to bytes that no memory holds. A text of some size may be as long as it
 * likes, because dumps repeat themselves: xz packs a module of 4,000 equal functions, 44 MB, into
 * 30 kB. A longer one may only be so many times as long as the file. */
enum { USUAL_RATIO = 200, ANY_RATIO = 64 << 20 };

typedef struct bounds {
    size_t most;  /* bytes; 0: no limit */
    size_t ratio; /* to the file, where this is the limit; else 0 */
} bounds;

static bounds bounds_of(const tunip_context *context, const cli_loads *loads, size_t packed)
{
    size_t ratio = loads->max_ratio ? loads->max_ratio : USUAL_RATIO;
    bounds b = {.most = tunip_context_limits(context)->max_input};
    size_t most = packed > SIZE_MAX / ratio ? SIZE_MAX : packed * ratio;
    if (most < ANY_RATIO) most = ANY_RATIO;
    return b.most && b.most <= most ? b : (bounds){most, ratio};
}

/* Returns NULL, or the reason why the text cannot be unpacked; "": it is too long. */
static const char *run(const unpacker *u, void *state, tunip_str text, size_t most, unpacked *to)
{
    flow f = {.in = text.data, .in_size = text.size};
    while (!f.ended) {
        if (!make_room(to)) return "out of memory";
        f.out = to->data + to->size;
        f.out_size = to->room - to->size;
        u->step(state, &f);
        to->size = to->room - f.out_size;
        if (f.trouble) return f.trouble;
        if (most && to->size > most) return "";
        if (!f.ended && !f.in_size && f.out_size) return "the data ends too early";
    }
    return NULL;
}

static bool unpack(const unpacker *u, tunip_str text, const bounds *b, const char *name,
                   unpacked *to)
{
    char most[TN_BYTES_SIZE];
    void *state = u->begin();
    const char *trouble = state ? run(u, state, text, b->most, to) : "out of memory";
    if (state) u->end(state);
    tn_bytes_text(b->most, most);
    if (trouble && *trouble)
        cli_fail("%s: cannot unpack %s: %s", name, u->name, trouble);
    else if (trouble && b->ratio)
        cli_fail("%s: the unpacked input is longer than %s and than --max-ratio %zu allows for a "
                 "file of %zu bytes; --max-ratio 0 reads it",
                 name, tn_bytes_text(ANY_RATIO, most), b->ratio, text.size);
    else if (trouble)
        cli_fail("%s: the unpacked input is longer than --max-input %s", name, most);
    return !trouble;
}

static const unpacker *find(tunip_str text)
{
    for (size_t i = 0; i < TUNIP_LEN(unpackers); i++) {
        size_t size = strlen(unpackers[i].magic);
        if (text.size >= size && memcmp(text.data, unpackers[i].magic, size) == 0)
            return &unpackers[i];
    }
    return NULL;
}

bool cli_is_packed(const char *path)
{
    char head[8];
    struct stat about;
    if (cli_is_stream(path)) return true;
    if (stat(path, &about) != 0) return false;
    if (!S_ISREG(about.st_mode)) return S_ISFIFO(about.st_mode);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file) fclose(file);
    return find((tunip_str){head, size}) != NULL;
}

static tunip_str without_suffix(tunip_str name, const char *suffix)
{
    size_t size = strlen(suffix);
    if (name.size > size && memcmp(name.data + name.size - size, suffix, size) == 0)
        name.size -= size;
    return name;
}

tunip_source *cli_unpack(const tunip_context *context, const cli_loads *loads, tunip_source *source,
                         const char *name)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const unpacker *u = find(tunip_source_head(source));
    const bounds most = bounds_of(context, loads, u ? tunip_source_text(source).size : 0);
    unpacked to = {.size = 0};
    tunip_source *made = NULL;
    if (!u) return source;
    if (!u->begin)
        cli_fail("%s: is compressed with %s; this tunip was built without %s", name, u->name,
                 u->library);
    else if (unpack(u, tunip_source_text(source), &most, name, &to))
        made = tunip_source_new(NULL, without_suffix(tunip_source_name(source), u->suffix),
                                (tunip_str){to.data, to.size}, &error);
    if (error.code != TUNIP_OK) cli_fail_error(name, &error);
    free(to.data);
    tunip_source_free(source);
    return made;
}
