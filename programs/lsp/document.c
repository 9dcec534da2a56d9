/* document.c -- edits of a text, and its positions in bytes and in the units of the protocol. */
#include "document.h"

#include "../../src/util/unicode.h"

/* ---- edits ---- */

/* Finds the lines from the one at `first` on: the lines before it stay. */
static bool find_lines(lsp_document *d, size_t first)
{
    tunip_str text = lsp_document_text(d);
    size_t at = first < d->lines.count ? d->lines.items[first] : 0;
    d->lines.count = first < d->lines.count ? first : 0;
    do {
        if (!tn_array_push(&d->lines, &tn_malloc, at)) return false;
        const char *end = memchr(text.data + at, '\n', text.size - at);
        if (!end) return true;
        at = (size_t)(end - text.data) + 1;
    } while (true);
}

bool lsp_document_edit(lsp_document *d, size_t begin, size_t end, tunip_str added)
{
    tn_text made;
    tunip_str old = lsp_document_text(d);
    size_t line = lsp_document_position(d, begin).line;
    tn_text_init(&made, NULL);
    tn_text_put(&made, old.data, begin);
    tn_text_put_str(&made, added);
    tn_text_put(&made, old.data ? old.data + end : "", old.size - end);
    tn_text_put(&made, "", 1); /* the NUL that readers want */
    if (made.failed) {
        tn_text_free(&made);
        return false;
    }
    made.bytes.count--;
    tn_text_free(&d->text);
    d->text = made;
    return find_lines(d, line);
}

void lsp_document_free(lsp_document *d)
{
    tn_text_free(&d->text);
    tn_array_free(&d->lines, &tn_malloc);
}

/* ---- positions ---- */

tunip_str lsp_document_line(const lsp_document *d, size_t line)
{
    tunip_str text = lsp_document_text(d);
    if (line >= d->lines.count) return (tunip_str){"", 0};
    size_t begin = d->lines.items[line];
    size_t end = line + 1 < d->lines.count ? d->lines.items[line + 1] - 1 : text.size;
    if (end > begin && text.data[end - 1] == '\r') end--;
    return (tunip_str){text.data + begin, end - begin};
}

/* The number of units of the character at `at`, and its bytes. */
static size_t units_at(const lsp_document *d, tunip_str line, size_t at, size_t *size)
{
    uint32_t code;
    *size = tn_utf8_decode(line, at, &code);
    if (!*size) *size = 1;
    if (d->is_utf8) return *size;
    return *size == 4 ? 2 : 1;
}

size_t lsp_document_offset(const lsp_document *d, lsp_position position)
{
    if (position.line >= d->lines.count) return d->text.bytes.count;
    tunip_str line = lsp_document_line(d, position.line);
    size_t at = 0, units = 0, size;
    while (at < line.size) {
        units += units_at(d, line, at, &size);
        if (units > position.unit) break;
        at += size;
    }
    return d->lines.items[position.line] + at;
}

lsp_position lsp_document_position(const lsp_document *d, size_t offset)
{
    if (!d->lines.count) return (lsp_position){0, 0};
    size_t number = tn_lines_upto(&d->lines, offset) - 1, size;
    tunip_str line = lsp_document_line(d, number);
    lsp_position position = {number, 0};
    size_t end = offset - d->lines.items[number];
    for (size_t at = 0; at < line.size && at < end; at += size)
        position.unit += units_at(d, line, at, &size);
    return position;
}

/* ---- JSON ---- */

bool lsp_read_position(lsp_value value, lsp_position *out)
{
    return lsp_value_size(lsp_value_get(value, "line"), &out->line) &&
           lsp_value_size(lsp_value_get(value, "character"), &out->unit);
}

bool lsp_read_range(const lsp_document *d, lsp_value value, size_t *begin, size_t *end)
{
    lsp_position first, last;
    if (!lsp_read_position(lsp_value_get(value, "start"), &first) ||
        !lsp_read_position(lsp_value_get(value, "end"), &last))
        return false;
    *begin = lsp_document_offset(d, first);
    *end = lsp_document_offset(d, last);
    return *begin <= *end;
}

void lsp_put_position(tunip_json_writer *w, const char *key, lsp_position position)
{
    if (key) tunip_json_key(w, key);
    tunip_json_open(w, '{');
    tunip_json_key(w, "line");
    tunip_json_put_size(w, position.line);
    tunip_json_key(w, "character");
    tunip_json_put_size(w, position.unit);
    tunip_json_close(w, '}');
}

void lsp_put_range(tunip_json_writer *w, const char *key, const lsp_document *d, size_t begin,
                   size_t end)
{
    if (key) tunip_json_key(w, key);
    tunip_json_open(w, '{');
    lsp_put_position(w, "start", lsp_document_position(d, begin));
    lsp_put_position(w, "end", lsp_document_position(d, end));
    tunip_json_close(w, '}');
}
