/* lines.c -- lines of a text: finding them by offset, and numbering them. */
#include "writer.h"

/* ---- finding ---- */

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

/* ---- numbering ---- */

static size_t digits_of(size_t number)
{
    size_t digits = 1;
    while (number /= 10) digits++;
    return digits;
}

/* `number` right-aligned in `width` columns, the last of which stays blank. */
static char *put_number(char *out, size_t number, size_t width)
{
    memset(out, ' ', width);
    for (char *at = out + width - 2; number; number /= 10) *at-- = (char)('0' + number % 10);
    return out + width;
}

/* The first `size` bytes of the text with a number in front of each of the first `count` counted
 * lines. Returns the end of what it wrote. */
static char *put_lines(char *out, const tn_render *render, size_t size, size_t count, size_t width)
{
    const size_t *starts = render->counted.items;
    for (size_t i = 0; i < count; i++) {
        size_t end = i + 1 < count ? starts[i + 1] : size;
        out = put_number(out, i + 1, width);
        memcpy(out, render->text + starts[i], end - starts[i]);
        out += end - starts[i];
    }
    return out;
}

static void replace_text(tn_render *render, char *text, size_t size, size_t room)
{
    size = tn_text_trimmed((tunip_str){text, size});
    tn_source_map_clip(render, size);
    render->allocator->free(render->allocator->ctx, render->text, render->room);
    render->text = text;
    render->size = size;
    render->room = room;
    text[size] = '\0';
}

tunip_status tn_number_lines(tn_render *render, tunip_error *error)
{
    const tn_lines *lines = &render->counted;
    size_t size = render->size;
    while (size && render->text[size - 1] == ' ') size--;
    /* An empty last line has no number. */
    size_t count = lines->count - (lines->count && lines->items[lines->count - 1] >= size);
    size_t width = digits_of(count) + 1;
    size_t room = size + count * width + 1;
    char *text = render->allocator->alloc(render->allocator->ctx, room);
    if (!text) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory for line numbers");
    char *end = put_lines(text, render, size, count, width);
    tn_source_map_shift(render, width);
    replace_text(render, text, (size_t)(end - text), room);
    return TUNIP_OK;
}
