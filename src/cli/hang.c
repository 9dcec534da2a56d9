/* hang.c -- lines that hang: on a terminal, the rows of a line that is too wide begin below its
 * text, and not below the numbers and names in front of it.
 *
 *   3 reorder   23)         C[vi, vj] = C[vi, vj] + A[vi, vk] *
 *                             B[vk, vj]
 */
#include <stdlib.h>
#include <string.h>

#include "../util/unicode.h"
#include "cli.h"

/* Where the text of a line begins, in its bytes: a text never has it, because control characters
 * are escaped. It is there until the line is written, also in a text that is held in memory. */
static const char mark = '\x1f';

void cli_output_hang(cli_output *out)
{
    if (out->width) cli_output_write(&mark, 1, out);
}

/* The bytes of the next character, and the columns that it takes. A style takes none. */
static size_t next_of(tunip_str line, size_t at, size_t *columns)
{
    *columns = 0;
    if (line.data[at] == mark) return 1;
    if (line.data[at] == '\33') {
        const char *end = memchr(line.data + at, 'm', line.size - at);
        return end ? (size_t)(end + 1 - line.data) - at : line.size - at;
    }
    tn_glyph glyph = tn_glyph_at(line, at);
    *columns = glyph.width;
    return glyph.size;
}

static size_t column_of(tunip_str line, const char *end)
{
    size_t column = 0, columns;
    for (size_t at = 0; line.data + at < end; column += columns) at += next_of(line, at, &columns);
    return column;
}

/* The end of the row that begins at `begin` in the column `column`: behind the last blank that fits
 * and stands behind the mark, or at the last character that fits. */
static size_t end_of_row(tunip_str line, size_t begin, size_t column, const char *text,
                         size_t width)
{
    size_t blank = 0, at = begin, columns;
    for (; at < line.size; column += columns) {
        size_t size = next_of(line, at, &columns);
        if (column + columns > width && at > begin) return blank ? blank : at;
        at += size;
        if (line.data[at - 1] == ' ' && line.data + at > text + 1 && column >= width / 2)
            blank = at;
    }
    return at;
}

static int write_row(cli_output *out, tunip_str row, const char *text)
{
    bool has_mark = text >= row.data && text < row.data + row.size;
    size_t before = has_mark ? (size_t)(text - row.data) : row.size;
    if (cli_write(row.data, before, out->file) != 0) return -1;
    return has_mark ? cli_write(text + 1, row.size - before - 1, out->file) : 0;
}

/* Writes a line without its newline. */
static int write_line(cli_output *out, tunip_str line)
{
    enum { FURTHER = 2 };
    const char *text = line.size ? memchr(line.data, mark, line.size) : NULL;
    if (!text) return cli_write(line.data, line.size, out->file);
    size_t hang = column_of(line, text) + FURTHER, begin = 0;
    if (hang > out->width / 2) hang = out->width / 2;
    for (;;) {
        size_t end = end_of_row(line, begin, begin ? hang : 0, text, out->width), shown = end;
        while (end < line.size && shown > begin && line.data[shown - 1] == ' ') shown--;
        if (write_row(out, (tunip_str){line.data + begin, shown - begin}, text) != 0) return -1;
        while (end < line.size && line.data[end] == ' ') end++;
        begin = end;
        if (begin >= line.size) return 0;
        fprintf(out->file, "\n%*s", (int)hang, "");
    }
}

/* Keeps the beginning of a line. */
static bool keep(cli_output *out, tunip_str text)
{
    size_t size = out->line.size + text.size;
    if (size > out->line.room) {
        char *grown = realloc(out->line.text, 2 * size);
        if (!grown) return false;
        out->line.text = grown;
        out->line.room = 2 * size;
    }
    if (text.size) memcpy(out->line.text + out->line.size, text.data, text.size);
    out->line.size = size;
    return true;
}

int cli_hang_write(const char *data, size_t size, cli_output *out)
{
    for (size_t at = 0; at < size;) {
        const char *newline = memchr(data + at, '\n', size - at);
        size_t end = newline ? (size_t)(newline - data) : size;
        if (!keep(out, (tunip_str){data + at, end - at})) return -1;
        at = end + 1;
        if (!newline) break;
        int status = write_line(out, (tunip_str){out->line.text, out->line.size});
        out->line.size = 0;
        if (status != 0 || cli_write("\n", 1, out->file) != 0) return -1;
    }
    return 0;
}

void cli_hang_end(cli_output *out)
{
    if (out->line.size) write_line(out, (tunip_str){out->line.text, out->line.size});
    free(out->line.text);
    out->line.text = NULL;
    out->line.size = out->line.room = 0;
}
