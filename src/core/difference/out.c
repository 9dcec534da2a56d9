/* out.c -- output through a callback, a buffer at a time. */
#include <stdarg.h>
#include <stdio.h>

#include "difference.h"

void tn_out_flush(tn_out *out)
{
    if (out->used && !out->refused)
        out->refused = out->write(out->buffer, out->used, out->user) != 0;
    out->used = 0;
}

void tn_out_put(tn_out *out, const char *data, size_t size)
{
    while (size) {
        size_t room = TN_OUT_ROOM - out->used, part = size < room ? size : room;
        memcpy(out->buffer + out->used, data, part);
        out->used += part;
        data += part;
        size -= part;
        if (out->used == TN_OUT_ROOM) tn_out_flush(out);
    }
}

void tn_out_text(tn_out *out, const char *text)
{
    tn_out_put(out, text, strlen(text));
}

/* For short texts. */
void tn_out_format(tn_out *out, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (size > 0)
        tn_out_put(out, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

void tn_out_fill(tn_out *out, char c, size_t count)
{
    for (size_t i = 0; i < count; i++) tn_out_put(out, &c, 1);
}
