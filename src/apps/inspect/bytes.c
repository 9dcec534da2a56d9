/* bytes.c -- memory that is freed together, text under construction, and a reader of bytes. */
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- memory ---- */

typedef struct in_block {
    struct in_block *next;
    size_t used, room;
    /* the memory follows */
} in_block;

enum { ALIGNMENT = 16, BLOCK = 1 << 16 };

static in_block *block_new(in_arena *arena, size_t size)
{
    size_t room = size > BLOCK ? size : BLOCK;
    in_block *block = calloc(1, sizeof *block + ALIGNMENT + room);
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    block->room = room;
    block->next = arena->blocks;
    return arena->blocks = block;
}

void *in_alloc(in_arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - BLOCK) / size) {
        arena->failed = true;
        return NULL;
    }
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    in_block *block = arena->blocks;
    if (!block || block->room - block->used < bytes) block = block_new(arena, bytes);
    if (!block) return NULL;
    size_t head = (sizeof *block + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *memory = (char *)block + head + block->used;
    block->used += bytes;
    return memory;
}

tunip_str in_copy(in_arena *arena, tunip_str text)
{
    char *copy = in_alloc(arena, text.size + 1, 1);
    if (!copy) return (tunip_str){"", 0};
    if (text.size) memcpy(copy, text.data, text.size);
    return (tunip_str){copy, text.size};
}

tunip_str in_copy_name(in_arena *arena, tunip_str name)
{
    char *copy = in_alloc(arena, name.size + 1, 1);
    if (!copy) return (tunip_str){"", 0};
    if (name.size) memcpy(copy, name.data, name.size);
    for (size_t i = 0; i < name.size; i++) {
        i += tunip_utf8_valid((tunip_str){copy + i, name.size - i});
        if (i < name.size) copy[i] = '_';
    }
    return (tunip_str){copy, name.size};
}

tunip_str in_format_list(in_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = size < 0 ? NULL : in_alloc(arena, (size_t)size + 1, 1);
    if (!text) return (tunip_str){"", 0};
    vsnprintf(text, (size_t)size + 1, format, args);
    return (tunip_str){text, (size_t)size};
}

tunip_str in_format(in_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_str text = in_format_list(arena, format, args);
    va_end(args);
    return text;
}

void in_arena_free(in_arena *arena)
{
    for (in_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
}

/* ---- text ---- */

/* Makes room for `size` bytes more and a NUL. */
static bool reserve(in_text *text, size_t size)
{
    if (text->failed || size > IN_TEXT_MOST - text->size) {
        if (!text->failed) text->full = true;
        text->failed = true;
        return false;
    }
    if (text->room - text->size > size) return true;
    size_t room = 2 * (text->size + size) + 256;
    char *grown = realloc(text->data, room);
    if (!grown) {
        text->failed = true;
        return false;
    }
    text->data = grown;
    text->room = room;
    return true;
}

tunip_status in_text_check(const in_text *text, tunip_error *error)
{
    if (text->full)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "the text would be longer than %dM: --extract writes the parts to "
                               "files",
                               IN_TEXT_MOST >> 20);
    return text->failed ? tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") : TUNIP_OK;
}

tunip_status in_text_write(const in_text *text, tunip_write_fn write, void *user,
                           tunip_error *error)
{
    tunip_status status = in_text_check(text, error);
    if (status != TUNIP_OK || !text->size || write(text->data, text->size, user) == 0)
        return status;
    return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
}

void in_put(in_text *text, tunip_str bytes)
{
    if (!bytes.size || !reserve(text, bytes.size)) return;
    memcpy(text->data + text->size, bytes.data, bytes.size);
    text->size += bytes.size;
}

void in_puts(in_text *text, const char *words)
{
    in_put(text, tunip_str_from(words));
}

void in_say_list(in_text *text, const char *format, va_list args)
{
    enum { USUAL = 64 }; /* most numbers and their words */
    va_list again;
    if (!reserve(text, USUAL)) return;
    va_copy(again, args);
    size_t room = text->room - text->size;
    int size = vsnprintf(text->data + text->size, room, format, args);
    if (size > 0 && (size_t)size >= room && reserve(text, (size_t)size))
        vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
    if (size > 0 && !text->failed) text->size += (size_t)size;
    va_end(again);
}

void in_say(in_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    in_say_list(text, format, args);
    va_end(args);
}

int in_put_chunk(const char *data, size_t size, void *text)
{
    in_text *out = text;
    in_put(out, (tunip_str){data, size});
    return out->failed;
}

void in_put_name(in_text *text, tunip_str name)
{
    tunip_escape(name, TUNIP_ESCAPE_LINE, in_put_chunk, text);
}

void in_text_free(in_text *text)
{
    free(text->data);
    *text = (in_text){.data = NULL};
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

uint64_t in_le(const char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)bytes[i];
    return value;
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
    return in_le(bytes.data, bytes.size);
}

uint32_t in_u32(in_reader *r, const char *what)
{
    tunip_str bytes = in_bytes(r, 4, what);
    return (uint32_t)in_le(bytes.data, bytes.size);
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
    return (int64_t)in_le(array.data + 8 * index, 8);
}

bool in_is_text(tunip_str data)
{
    enum { LOOK = 4096 };
    tunip_str look = {data.data, data.size < LOOK ? data.size : LOOK};
    for (size_t i = 0; i < look.size; i++)
        if ((unsigned char)look.data[i] < ' ' && !strchr("\t\n\r\f", look.data[i])) return false;
    return look.size && tunip_utf8_valid(look) + 3 >= look.size && !memchr(look.data, 0, look.size);
}
