/* memory.c -- chunks of memory, lists, texts. */
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 1 << 16 };

struct cg_chunk {
    cg_chunk *before;
    uint64_t data[];
};

void *cg_alloc(cg_memory *memory, size_t size)
{
    size = size + 7 < size ? SIZE_MAX : (size + 7) & ~(size_t)7;
    if (memory->room - memory->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        cg_chunk *chunk = room > SIZE_MAX - sizeof *chunk ? NULL : calloc(1, sizeof *chunk + room);
        memory->failed |= !chunk;
        if (!chunk) return NULL;
        chunk->before = memory->chunks;
        memory->chunks = chunk;
        memory->used = 0;
        memory->room = room;
        memory->total += room;
    }
    void *made = (char *)memory->chunks->data + memory->used;
    memory->used += size;
    return made;
}

void *cg_copy(cg_memory *memory, const void *data, size_t size)
{
    void *copy = cg_alloc(memory, size ? size : 1);
    if (copy && size) memcpy(copy, data, size);
    return copy;
}

void cg_memory_free(cg_memory *memory)
{
    while (memory->chunks) {
        cg_chunk *before = memory->chunks->before;
        free(memory->chunks);
        memory->chunks = before;
    }
    *memory = (cg_memory){.chunks = NULL};
}

/* The room of a list stands before its first item. */
void *cg_grow(cg_memory *memory, void *items, size_t count, size_t size)
{
    size_t had = items ? (size_t)((const uint64_t *)items)[-1] : 0;
    if (count < had) return items;
    size_t room = had ? had * 2 : 4;
    bool fits = room <= (SIZE_MAX / 2) / size;
    uint64_t *head = fits ? cg_alloc(memory, sizeof *head + room * size) : NULL;
    memory->failed |= !head;
    if (!head) return NULL;
    *head++ = room;
    if (count) memcpy(head, items, count * size);
    return head;
}

tunip_str cg_text(cg_memory *memory, tunip_str text)
{
    char *copy = cg_alloc(memory, text.size + 1);
    if (!copy) return (tunip_str){NULL, 0};
    if (text.size) memcpy(copy, text.data, text.size);
    return (tunip_str){copy, text.size};
}

static tunip_str format_text(cg_memory *memory, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char *text = size < 0 ? NULL : cg_alloc(memory, (size_t)size + 1);
    if (text) vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text ? (tunip_str){text, (size_t)size} : (tunip_str){NULL, 0};
}

tunip_str cg_format(cg_memory *memory, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_str text = format_text(memory, format, args);
    va_end(args);
    return text;
}

tunip_str cg_join(cg_memory *memory, tunip_str left, const char *between, tunip_str right)
{
    if (!left.size) return right;
    if (!right.size) return left;
    size_t gap = strlen(between);
    char *text = cg_alloc(memory, left.size + gap + right.size + 1);
    if (!text) return (tunip_str){NULL, 0};
    memcpy(text, left.data, left.size);
    memcpy(text + left.size, between, gap);
    memcpy(text + left.size + gap, right.data, right.size);
    return (tunip_str){text, left.size + gap + right.size};
}

int cg_compare(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* The room of a buffer grows in powers of two, too. */
void cg_put(cg_buffer *buffer, tunip_str text)
{
    size_t need = buffer->size + text.size + 1, room = 64, had = 64;
    while (had < buffer->size + 1) had *= 2;
    while (room < need) room *= 2;
    if (!buffer->data || room > had) {
        char *data = cg_alloc(buffer->memory, room);
        if (!data) return;
        if (buffer->size) memcpy(data, buffer->data, buffer->size);
        buffer->data = data;
    }
    if (text.size) memcpy(buffer->data + buffer->size, text.data, text.size);
    buffer->size += text.size;
    buffer->data[buffer->size] = '\0';
}

void cg_say(cg_buffer *buffer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_str text = format_text(buffer->memory, format, args);
    va_end(args);
    cg_put(buffer, text);
}

tunip_str cg_taken(const cg_buffer *buffer)
{
    return (tunip_str){buffer->data ? buffer->data : "", buffer->size};
}

int cg_put_chunk(const char *data, size_t size, void *buffer)
{
    cg_put(buffer, (tunip_str){data, size});
    return ((cg_buffer *)buffer)->memory->failed;
}
