/* source.c -- the lines of a text, found by offset. */
#include "source.h"

static bool add_line(tn_lines *lines, size_t start, const tunip_allocator *allocator)
{
    if (tn_array_push(lines, allocator, start)) return true;
    tn_array_free(lines, allocator);
    return false;
}

bool tn_lines_build(tn_lines *lines, tunip_str text, const tunip_allocator *allocator)
{
    *lines = (tn_lines){NULL, 0, 0};
    size_t start = 0;
    if (!add_line(lines, start, allocator)) return false;
    while (start < text.size) {
        const char *newline = memchr(text.data + start, '\n', text.size - start);
        if (!newline) break;
        start = (size_t)(newline - text.data) + 1;
        if (!add_line(lines, start, allocator)) return false;
    }
    if (!add_line(lines, text.size, allocator)) return false;
    lines->count--;
    return true;
}

size_t tn_lines_upto(const tn_lines *lines, size_t offset)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->items[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void tn_lines_locate(const tn_lines *lines, size_t offset, size_t *line, size_t *column)
{
    size_t size = lines->items[lines->count];
    if (offset > size) offset = size;
    *line = tn_lines_upto(lines, offset);
    *column = offset - lines->items[*line - 1] + 1;
}

void tn_text_locate(tunip_str text, size_t offset, size_t *line, size_t *column)
{
    if (offset > text.size) offset = text.size;
    size_t start = 0;
    *line = 1;
    for (const char *newline; start < offset; ++*line) {
        newline = memchr(text.data + start, '\n', offset - start);
        if (!newline) break;
        start = (size_t)(newline - text.data) + 1;
    }
    *column = offset - start + 1;
}
