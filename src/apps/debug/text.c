/* text.c -- text that grows. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool reserve(dbg_text *t, size_t more)
{
    if (t->failed || t->size + more + 1 <= t->room) return !t->failed;
    size_t room = (t->size + more + 1) * 2;
    char *data = realloc(t->data, room);
    t->failed = !data;
    if (!data) return false;
    t->data = data;
    t->room = room;
    return true;
}

static int append(const char *data, size_t size, void *user)
{
    dbg_text *t = user;
    if (!reserve(t, size)) return 0;
    if (size) memcpy(t->data + t->size, data, size);
    t->size += size;
    t->data[t->size] = '\0';
    return 0;
}

void dbg_put(dbg_text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size > 0 && reserve(t, (size_t)size)) {
        vsnprintf(t->data + t->size, (size_t)size + 1, format, again);
        t->size += (size_t)size;
    }
    va_end(again);
    va_end(args);
}

void dbg_put_name(dbg_text *t, tunip_str name)
{
    tunip_escape(name, TUNIP_ESCAPE_LINE, append, t);
}

static int append_markup(const char *data, size_t size, void *user)
{
    return tunip_html_escape((tunip_str){data, size}, append, user);
}

void dbg_put_markup(dbg_text *t, tunip_str name)
{
    tunip_escape(name, TUNIP_ESCAPE_LINE, append_markup, t);
}

void dbg_put_quoted(dbg_text *t, tunip_str name)
{
    tunip_escape(name, TUNIP_ESCAPE_JSON, append, t);
}

void dbg_put_element(dbg_text *t, const dbg_tensor *tensor, size_t index, int digits)
{
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    const unsigned char *at = (const unsigned char *)tensor->data + index * bytes;
    int64_t wide = 0; /* no double has all integers of 64 bits */
    if (read && bytes == sizeof wide) memcpy(&wide, at, sizeof wide);
    if (read && dbg_dtype_is_float(tensor->dtype))
        dbg_put(t, "%.*g", digits, read(tensor, index));
    else if (read && bytes == sizeof wide && tensor->dtype.code == TUNIP_DTYPE_INT)
        dbg_put(t, "%lld", (long long)wide);
    else if (read && bytes == sizeof wide)
        dbg_put(t, "%llu", (unsigned long long)wide);
    else if (read)
        dbg_put(t, "%.0f", read(tensor, index));
    else
        dbg_put(t, "0x");
    for (size_t i = read ? 0 : bytes; i-- > 0;) dbg_put(t, "%02x", at[i]);
}

void dbg_pad(dbg_text *t, size_t size)
{
    while (t->size < size && reserve(t, 1)) append(" ", 1, t);
}

tunip_status dbg_text_write(dbg_text *t, tunip_write_fn write, void *user, tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    if (t->failed)
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    else if (t->size && write(t->data, t->size, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    free(t->data);
    *t = (dbg_text){.data = NULL};
    return status;
}
