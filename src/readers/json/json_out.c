/* json_out.c -- JSON, byte for byte as tvm-ffi writes it. */
#include "json_out.h"

#include <math.h>

#include "../../core/base/escape.h"
#include "base64.h"
#include "number.h"

void tn_json_out_init(tn_json_out *out, tunip_write_fn write, void *user)
{
    out->write = write;
    out->user = user;
    out->status = TUNIP_OK;
    out->used = 0;
}

void tn_json_flush(tn_json_out *out)
{
    if (out->status == TUNIP_OK && out->used && out->write(out->buffer, out->used, out->user) != 0)
        out->status = TUNIP_ERROR_CANCELLED;
    out->used = 0;
}

void tn_json_put(tn_json_out *out, const char *data, size_t size)
{
    while (size) {
        if (out->used == sizeof out->buffer) tn_json_flush(out);
        size_t part = sizeof out->buffer - out->used;
        if (part > size) part = size;
        memcpy(out->buffer + out->used, data, part);
        out->used += part;
        data += part;
        size -= part;
    }
}

void tn_json_put_text(tn_json_out *out, const char *text)
{
    tn_json_put(out, text, strlen(text));
}

void tn_json_put_break(tn_json_out *out, size_t index, int indent)
{
    static const char blanks[] = "\n                ";
    if (index) tn_json_put(out, ",", 1);
    tn_json_put(out, blanks, 1 + (size_t)indent);
}

/* ---- scalars ---- */

void tn_json_put_bool(tn_json_out *out, bool value)
{
    tn_json_put_text(out, value ? "true" : "false");
}

/* References are most of a file, so no printf. */
void tn_json_put_int(tn_json_out *out, int64_t value)
{
    char text[24], *end = text + sizeof text, *at = end;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0) *--at = '-';
    tn_json_put(out, at, (size_t)(end - at));
}

void tn_json_put_float(tn_json_out *out, double value)
{
    char text[TN_DOUBLE_SIZE];
    if (isnan(value)) {
        tn_json_put_text(out, "NaN");
    } else if (isinf(value)) {
        tn_json_put_text(out, value < 0 ? "-Infinity" : "Infinity");
    } else {
        size_t size = tn_double_write(value, text);
        if (!size && out->status == TUNIP_OK) out->status = TUNIP_ERROR_MEMORY;
        tn_json_put(out, text, size);
    }
}

/* ---- strings ---- */

static int put_part(const char *data, size_t size, void *out)
{
    tn_json_put(out, data, size);
    return 0;
}

/* Writes the text between the quotes. */
static void put_escaped(tn_json_out *out, tunip_str text)
{
    tn_escape(text, &tn_escape_saved, put_part, out);
}

void tn_json_put_string(tn_json_out *out, tunip_str text)
{
    tn_json_put(out, "\"", 1);
    put_escaped(out, text);
    tn_json_put(out, "\"", 1);
}

void tn_json_put_base64(tn_json_out *out, tunip_str bytes)
{
    enum { PART = 768 }; /* of whole groups of three */
    char text[PART / 3 * 4];
    tn_json_put(out, "\"", 1);
    for (size_t at = 0; at < bytes.size; at += PART) {
        size_t size = bytes.size - at < PART ? bytes.size - at : PART;
        tn_base64_encode((tunip_str){bytes.data + at, size}, text);
        put_escaped(out, (tunip_str){text, tn_base64_encoded_size(size)});
    }
    tn_json_put(out, "\"", 1);
}
