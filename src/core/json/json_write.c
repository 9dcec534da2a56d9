/* json_write.c -- writes JSON: commas, indentation and escapes. */
#include <math.h>

#include "../base/arena.h"
#include "../base/escape.h"
#include "../base/options.h"
#include "base64.h"
#include "json.h"
#include "number.h"

enum { BUFFER = 4096, INDENT = 2 };

struct tunip_json_writer {
    tunip_allocator allocator;
    tunip_write_fn write;
    void *user;
    tunip_json_style style;
    const tn_escape_policy *escapes;
    size_t bytes; /* so far */
    size_t depth;
    bool is_empty;  /* nothing is in the innermost object or list yet */
    bool after_key; /* a value is to follow */
    tunip_status status;
    size_t used;
    char buffer[BUFFER];
};

static void fail(tunip_json_writer *w, tunip_status status)
{
    if (w->status == TUNIP_OK) w->status = status;
}

/* ---- bytes ---- */

static void flush(tunip_json_writer *w)
{
    if (w->status == TUNIP_OK && w->used && w->write(w->buffer, w->used, w->user) != 0)
        w->status = TUNIP_ERROR_CANCELLED;
    w->used = 0;
}

static void put(tunip_json_writer *w, const char *data, size_t size)
{
    if (w->style.max_bytes && size > w->style.max_bytes - w->bytes) {
        flush(w); /* what there was room for */
        fail(w, TUNIP_ERROR_LIMIT);
    }
    if (w->status != TUNIP_OK) return;
    w->bytes += size;
    while (size) {
        if (w->used == BUFFER) flush(w);
        size_t part = BUFFER - w->used < size ? BUFFER - w->used : size;
        memcpy(w->buffer + w->used, data, part);
        w->used += part;
        data += part;
        size -= part;
    }
}

static void put_word(tunip_json_writer *w, const char *word)
{
    put(w, word, strlen(word));
}

static void put_line_break(tunip_json_writer *w)
{
    static const char blanks[] = "\n                                ";
    size_t left = INDENT * w->depth, first = left < sizeof blanks - 2 ? left : sizeof blanks - 2;
    put(w, blanks, 1 + first);
    for (left -= first; left; left -= INDENT) put(w, "  ", INDENT);
}

/* ---- structure ---- */

/* Writes what stands between a value or a key and what is before it. */
static void separate(tunip_json_writer *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    bool has_line = w->depth && w->depth <= w->style.lines;
    if (!w->is_empty && w->depth) put(w, has_line ? "," : ", ", has_line ? 1 : 2);
    if (has_line) put_line_break(w);
    w->is_empty = false;
}

void tunip_json_open(tunip_json_writer *w, char bracket)
{
    if (!w) return;
    separate(w);
    put(w, &bracket, 1);
    w->depth++;
    w->is_empty = true;
}

void tunip_json_close(tunip_json_writer *w, char bracket)
{
    if (!w) return;
    bool has_line = (!w->is_empty || w->style.saved) && w->depth <= w->style.lines;
    w->depth--;
    if (has_line) put_line_break(w);
    put(w, &bracket, 1);
    w->is_empty = false;
}

void tunip_json_end_line(tunip_json_writer *w)
{
    if (w) put(w, "\n", 1);
}

void tunip_json_key_view(tunip_json_writer *w, tunip_str key)
{
    if (!w) return;
    tunip_json_put_string(w, key);
    put(w, ": ", 2);
    w->after_key = true;
}

void tunip_json_key(tunip_json_writer *w, const char *key)
{
    tunip_json_key_view(w, tunip_str_from(key));
}

/* ---- strings ---- */

static int put_part(const char *data, size_t size, void *writer)
{
    put(writer, data, size);
    return 0;
}

void tunip_json_put_string(tunip_json_writer *w, tunip_str text)
{
    if (!w) return;
    separate(w);
    put(w, "\"", 1);
    tn_escape(text, w->escapes, put_part, w);
    put(w, "\"", 1);
}

void tunip_json_put_path(tunip_json_writer *w, const tunip_path *path)
{
    char small[512];
    if (!w) return;
    size_t size = tunip_path_text(path, small, sizeof small);
    if (size < sizeof small) {
        tunip_json_put_string(w, (tunip_str){small, size});
        return;
    }
    char *text = w->allocator.alloc(w->allocator.ctx, size + 1);
    if (!text) {
        fail(w, TUNIP_ERROR_MEMORY);
        return;
    }
    tunip_path_text(path, text, size + 1);
    tunip_json_put_string(w, (tunip_str){text, size});
    w->allocator.free(w->allocator.ctx, text, size + 1);
}

void tunip_json_put_base64(tunip_json_writer *w, tunip_str bytes)
{
    enum { PART = 768 }; /* of whole groups of three */
    char text[PART / 3 * 4];
    if (!w) return;
    separate(w);
    put(w, "\"", 1);
    for (size_t at = 0; at < bytes.size; at += PART) {
        size_t size = bytes.size - at < PART ? bytes.size - at : PART;
        tn_base64_encode((tunip_str){bytes.data + at, size}, text);
        tn_escape((tunip_str){text, tn_base64_encoded_size(size)}, w->escapes, put_part, w);
    }
    put(w, "\"", 1);
}

/* ---- other values ---- */

/* References are most of a saved graph, so no printf. */
static void put_digits(tunip_json_writer *w, uint64_t value, bool negative)
{
    char text[24], *end = text + sizeof text, *at = end;
    separate(w);
    do *--at = (char)('0' + value % 10);
    while (value /= 10);
    if (negative) *--at = '-';
    put(w, at, (size_t)(end - at));
}

void tunip_json_put_int(tunip_json_writer *w, int64_t value)
{
    if (w) put_digits(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void tunip_json_put_size(tunip_json_writer *w, size_t value)
{
    if (w) put_digits(w, value, false);
}

void tunip_json_put_float(tunip_json_writer *w, double value)
{
    char text[TN_DOUBLE_SIZE];
    if (!w) return;
    separate(w);
    if (isnan(value)) {
        put_word(w, "NaN");
    } else if (isinf(value)) {
        put_word(w, value < 0 ? "-Infinity" : "Infinity");
    } else {
        size_t size = tn_double_write(value, text);
        if (!size) fail(w, TUNIP_ERROR_MEMORY);
        put(w, text, size);
    }
}

void tunip_json_put_bool(tunip_json_writer *w, bool value)
{
    if (!w) return;
    separate(w);
    put_word(w, value ? "true" : "false");
}

void tunip_json_put_null(tunip_json_writer *w)
{
    if (!w) return;
    separate(w);
    put_word(w, "null");
}

/* ---- the writer ---- */

tunip_json_writer *tunip_json_writer_new(const tunip_allocator *allocator,
                                         const tunip_json_style *style, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    tunip_json_style taken;
    if (!allocator) allocator = &tn_malloc;
    if (tn_options_take(&taken, sizeof taken, style, error) != TUNIP_OK) return NULL;
    if (taken.saved) taken.lines = SIZE_MAX;
    tunip_json_writer *w = allocator->alloc(allocator->ctx, sizeof *w);
    if (!w) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *w = (tunip_json_writer){.allocator = *allocator, .write = write, .user = user, .style = taken};
    w->escapes = taken.saved ? &tn_escape_saved : &tn_escape_json;
    w->is_empty = true;
    return w;
}

tunip_status tunip_json_writer_status(const tunip_json_writer *w)
{
    return w ? w->status : TUNIP_ERROR_MEMORY;
}

tunip_status tunip_json_writer_end(tunip_json_writer *w, tunip_error *error)
{
    if (!w) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    flush(w);
    const tunip_status status = w->status;
    const tunip_allocator allocator = w->allocator;
    const size_t most = w->style.max_bytes;
    allocator.free(allocator.ctx, w, sizeof *w);
    if (status == TUNIP_ERROR_LIMIT)
        return tunip_error_set(error, status, "there are more than %zu bytes (max_bytes)", most);
    if (status != TUNIP_OK) tunip_error_set(error, status, "%s", tunip_status_name(status));
    return status;
}
