/* bytes.h -- memory, text with a source map, a reader of bytes, mapped files, and the hash
 * SHA-256. */
#ifndef INSPECT_BYTES_H
#define INSPECT_BYTES_H

#include <stdarg.h>

#include <tunip/base.h>

#include "../../src/util/le.h"
#include "../../src/util/memory.h"
#include "../../src/util/options.h"
#include "../../src/util/text.h"

/* ======== bytes ======== */

/* Memory that is freed together, text under construction, and a reader of bytes that
 * never leaves its data. All numbers in TVM's files are little-endian. */

/* ---- memory ---- */

/* A copy; empty when out of memory. */
static inline tunip_str in_copy(tn_arena *arena, tunip_str text)
{
    tunip_str copy = tn_arena_str(arena, text);
    return copy.data ? copy : (tunip_str){"", 0};
}
/* A copy in which each byte that is no UTF-8 is '_', because the list of a set is JSON. */
tunip_str in_copy_name(tn_arena *arena, tunip_str name);

/* ---- text ---- */

/* Text under construction. After a failure it stays as it is. */
typedef struct in_text {
    tn_text raw;
    struct in_spans *spans; /* what the text shows; NULL: not wanted */
} in_text;

/* A text of a damaged file, whose parts overlap, could grow without end. */
enum { IN_TEXT_MOST = 1 << 28 };

void in_put(in_text *text, tunip_str bytes);
void in_puts(in_text *text, const char *words);
/* A tunip_write_fn for an in_text. */
int in_put_chunk(const char *data, size_t size, void *text);
void in_say(in_text *text, const char *format, ...) TUNIP_PRINTF(2, 3);
/* Adds a name of a file with escapes: it cannot control a terminal or look like another line. */
void in_put_name(in_text *text, tunip_str name);
/* Fails for a text that failed. */
tunip_status in_text_check(const in_text *text, tunip_error *error);
/* Passes the text to `write`, if it did not fail. */
tunip_status in_text_write(const in_text *text, tunip_write_fn write, void *user,
                           tunip_error *error);
static inline void in_text_free(in_text *text)
{
    tn_text_free(&text->raw);
}
static inline tunip_str in_str(const in_text *text)
{
    return tn_text_str(&text->raw);
}

/* The number behind "%.*s" for a whole text, and for a name in the message of a tunip_error, which
 * has room for about 300 bytes. */
static inline int in_whole(tunip_str text)
{
    return text.size < IN_TEXT_MOST ? (int)text.size : IN_TEXT_MOST;
}
static inline int in_short(tunip_str text)
{
    return text.size < 100 ? (int)text.size : 100;
}

/* ---- reading ---- */

/* The first failure is kept, and everything that is read after it is zero or empty. */
typedef struct in_reader {
    tunip_str data;
    size_t at;
    const char *trouble; /* "the name of a function"; NULL: none */
    size_t trouble_at;
} in_reader;

static inline in_reader in_reader_of(tunip_str data)
{
    return (in_reader){.data = data};
}

static inline size_t in_left(const in_reader *r)
{
    return r->trouble ? 0 : r->data.size - r->at;
}

/* All bytes that are left. */
static inline tunip_str in_rest(const in_reader *r)
{
    return (tunip_str){r->data.data + r->at, in_left(r)};
}

void in_fail(in_reader *r, const char *what);
/* The next `size` bytes. `what` names them for messages. */
tunip_str in_bytes(in_reader *r, uint64_t size, const char *what);
uint64_t in_u64(in_reader *r, const char *what);
uint32_t in_u32(in_reader *r, const char *what);
static inline int64_t in_i64(in_reader *r, const char *what)
{
    return (int64_t)in_u64(r, what);
}
/* A number of elements, each of which takes at least `least` bytes of what is left. */
size_t in_count(in_reader *r, size_t least, const char *what);
/* Bytes behind their number. */
tunip_str in_string(in_reader *r, const char *what);
/* Skips a list of strings; returns its bytes with the number in front. */
tunip_str in_strings(in_reader *r, const char *what);

/* The value at an index of an array of numbers; the caller checks the index. */
int64_t in_i64_at(tunip_str array, size_t index);
uint64_t in_be(const char *bytes, size_t size);

/* Whether the beginning of some bytes reads as text. */
bool in_is_text(tunip_str data);

/* ======== map ======== */

/* Files in memory without reading them. */

/* "PATH: <the reason errno>": returns TUNIP_ERROR_IO. */
tunip_status in_fail_file(const char *path, tunip_error *error);
/* Maps a regular file. An empty one gives an empty view. False with `error` filled. */
bool in_map(const char *path, tunip_str *out, tunip_error *error);
/* The same of an open file; `path` is for messages. */
bool in_map_open(int file, const char *path, tunip_str *out, tunip_error *error);
void in_unmap(tunip_str map);
/* Lets go of the pages of bytes of a map, which are read again when they are needed. */
void in_map_drop(tunip_str bytes);

/* ======== spans ======== */

/* The source map of a text: which of its bytes show which part of the file. */

typedef struct in_span {
    const char *kind;    /* "function", "instruction", "module" ... */
    size_t begin, end;   /* in the text */
    size_t inside;       /* the number of spans in it, which follow */
    size_t around;       /* the span around it, plus 1; 0: none */
    size_t path, length; /* in `paths` */
    tunip_str bytes;     /* what it shows; or empty */
} in_span;

/* In the order of their beginnings, outer ones first. */
struct in_spans {
    in_span *items;
    size_t count, room;
    size_t open; /* the innermost open span, plus 1; 0: none */
    in_text paths;
};

static inline tunip_str in_span_path(const struct in_spans *spans, const in_span *span)
{
    return (tunip_str){spans->paths.raw.bytes.items + span->path, span->length};
}

/* Opens a span at the end of a text; its path is that of the span around it, a slash, and `format`.
 * Does nothing if the text has no spans. Every one must be closed. */
size_t in_open_span(in_text *out, const char *kind, tunip_str bytes, const char *format, ...)
    TUNIP_PRINTF(4, 5);
void in_close_span(in_text *out, size_t span);
void in_spans_free(struct in_spans *spans);

/* ======== unordered ======== */

/* The order in which TVM walks an unordered map of strings. */

/* The indices of `names` in the order in which std::unordered_map<std::string, ...> of libstdc++
 * has them after they were inserted one by one; a name that was there before is not inserted.
 * Stores their number. NULL when out of memory. Takes linear time. */
size_t *in_unordered(tn_arena *arena, const tunip_str *names, size_t count, size_t *kept);

/* ======== sha256 ======== */

/* The hash SHA-256 (FIPS 180-4). */

typedef struct in_sha256 {
    uint32_t state[8];
    uint64_t size;
    unsigned char block[64];
} in_sha256;

void in_sha256_begin(in_sha256 *hash);
void in_sha256_add(in_sha256 *hash, tunip_str bytes);
/* Writes 64 hexadecimal digits and a NUL. */
void in_sha256_end(in_sha256 *hash, char out[65]);

#endif
