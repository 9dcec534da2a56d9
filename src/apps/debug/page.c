/* page.c -- writes the page of a dump. Bars are drawings, and pictures of tensors are bitmaps in
 * the page, so that the page needs no script and no other file. */
#include "page.h"

#include <math.h>
#include <stdlib.h>

#include "debug_files.h" /* made of theme.css and page.css */
#include "stats.h"
#include "text.h"

enum { SIDE = 24, HEADER = 54, BAR = 80, BIN = 4, TALL = 24 };

typedef struct page {
    const dbg_dump *dump;
    const dbg_difference *differences; /* of each item; NULL: there is no other dump */
    const bool *paired;
    double longest, largest; /* time, and relative error */
    dbg_text text;
} page;

static int append(const char *data, size_t size, void *user)
{
    dbg_put(user, "%.*s", (int)size, data);
    return 0;
}

static void put_escaped(dbg_text *t, tunip_str text)
{
    dbg_text line = {.data = NULL};
    dbg_put_name(&line, text);
    if (line.size) tunip_html_escape((tunip_str){line.data, line.size}, append, t);
    free(line.data);
}

/* ---- pictures ---- */

static void put_base64(dbg_text *t, const unsigned char *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned three = (unsigned)bytes[i] << 16;
        if (i + 1 < size) three |= (unsigned)bytes[i + 1] << 8;
        if (i + 2 < size) three |= bytes[i + 2];
        dbg_put(t, "%c%c%c%c", letters[three >> 18], letters[three >> 12 & 63],
                i + 1 < size ? letters[three >> 6 & 63] : '=',
                i + 2 < size ? letters[three & 63] : '=');
    }
}

/* From dark blue to yellow; red is no number. */
static void colour(double value, const dbg_stats *s, unsigned char *blue_green_red)
{
    double width = s->max - s->min;
    double place = width > 0 ? (value - s->min) / width : 0.5;
    bool finite = isfinite(value) && isfinite(place);
    blue_green_red[0] = finite ? (unsigned char)(110 - 90 * place) : 40;
    blue_green_red[1] = finite ? (unsigned char)(20 + 210 * place) : 30;
    blue_green_red[2] = finite ? (unsigned char)(60 + 190 * place) : 220;
}

/* The last two dimensions of the first elements, as a bitmap of at most SIDE x SIDE: samples. */
static void put_picture(page *p, const dbg_tensor *tensor, const dbg_stats *s)
{
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    if (!read || tensor->count < 2) return;
    size_t columns = tensor->rank ? (size_t)tensor->dims[tensor->rank - 1] : 1;
    size_t rows = tensor->rank > 1 ? (size_t)tensor->dims[tensor->rank - 2] : 1;
    if (rows == 1 || columns == 1) columns = tensor->count > 64 ? 64 : tensor->count, rows = 1;
    size_t width = columns < SIDE ? columns : SIDE, height = rows < SIDE ? rows : SIDE;
    unsigned char bitmap[HEADER + SIDE * (SIDE * 3 + 4)] = {'B', 'M'};
    size_t pitch = (width * 3 + 3) / 4 * 4, size = HEADER + pitch * height;
    const struct {
        size_t at, value;
    } fields[] = {{2, size},   {10, HEADER}, {14, 40},
                  {18, width}, {22, height}, {34, size - HEADER}};
    for (size_t i = 0; i < TUNIP_LEN(fields); i++)
        for (size_t k = 0; k < 4; k++)
            bitmap[fields[i].at + k] = (unsigned char)(fields[i].value >> 8 * k & 255);
    bitmap[26] = 1;
    bitmap[28] = 24;
    for (size_t y = 0; y < height; y++) /* the last row comes first */
        for (size_t x = 0; x < width; x++) {
            size_t index = (height - 1 - y) * rows / height * columns + x * columns / width;
            colour(read(tensor, index), s, bitmap + HEADER + y * pitch + x * 3);
        }
    dbg_put(&p->text, "<img alt=\"\" src=\"data:image/bmp;base64,");
    put_base64(&p->text, bitmap, size);
    dbg_put(&p->text, "\">");
}

static void put_histogram(page *p, const dbg_stats *s)
{
    size_t most = 1;
    for (size_t i = 0; i < DBG_BINS; i++)
        if (s->bins[i] > most) most = s->bins[i];
    dbg_put(&p->text, "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">", DBG_BINS * BIN,
            TALL);
    for (size_t i = 0; i < DBG_BINS; i++) {
        int tall = (int)(s->bins[i] * TALL / most);
        if (s->bins[i] && !tall) tall = 1;
        if (tall)
            dbg_put(&p->text, "<rect x=\"%zu\" y=\"%d\" width=\"%d\" height=\"%d\"/>", i * BIN,
                    TALL - tall, BIN - 1, tall);
    }
    dbg_put(&p->text, "</svg>");
}

static void put_bar(page *p, double value, double most, const char *format)
{
    double part = most > 0 ? value / most : 0;
    dbg_put(&p->text, "<td class=\"n\">");
    dbg_put(&p->text, strcmp(format, "us") == 0 ? "%.3f" : "%.3g", value);
    dbg_put(&p->text,
            "</td><td><svg width=\"%d\" height=\"10\" aria-hidden=\"true\">"
            "<rect%s width=\"%.1f\" height=\"10\"/></svg></td>",
            BAR, part > 0.5 ? " class=\"hot\"" : "", isfinite(part) ? part * BAR : BAR);
}

/* ---- rows ---- */

static void put_statistics(page *p, const dbg_tensor *tensor)
{
    dbg_stats s;
    dbg_stats_compute(tensor, &s);
    if (!s.is_number) {
        dbg_put(&p->text, "<td colspan=\"7\" class=\"faint\">no numbers</td>");
        return;
    }
    dbg_put(&p->text, "<td class=\"n\">%.5g</td><td class=\"n\">%.5g</td><td class=\"n\">%.5g</td>",
            s.min, s.max, s.mean);
    dbg_put(&p->text, "<td class=\"n%s\">%zu</td><td class=\"n%s\">%zu</td><td>",
            s.nans ? " bad" : "", s.nans, s.infs ? " bad" : "", s.infs);
    put_histogram(p, &s);
    dbg_put(&p->text, "</td><td>");
    put_picture(p, tensor, &s);
    dbg_put(&p->text, "</td>");
}

static void put_row(page *p, size_t index)
{
    const dbg_dumped *item = &p->dump->items[index];
    char type[DBG_TYPE_SIZE];
    dbg_tensor_type(item->tensor, type);
    dbg_put(&p->text, "<tr id=\"n%zu.%zu\"><td class=\"n\">%zu</td><td class=\"name\">", item->node,
            item->output, item->node);
    put_escaped(&p->text, item->name);
    if (item->output) dbg_put(&p->text, ".%zu", item->output);
    dbg_put(&p->text, "</td><td>%s</td>", type);
    if (p->dump->times) put_bar(p, p->dump->times[item->node], p->longest, "us");
    if (p->differences && p->paired[index])
        put_bar(p, p->differences[index].relative, p->largest, "relative");
    else if (p->differences)
        dbg_put(&p->text, "<td class=\"faint\" colspan=\"2\">no counterpart</td>");
    put_statistics(p, item->tensor);
    dbg_put(&p->text, "</tr>\n");
}

static void put_head(page *p, const char *title)
{
    dbg_text *t = &p->text;
    dbg_put(t,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src '%s' '%s'; img-src data:\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
            theme_css_hash, page_css_hash);
    put_escaped(t, tunip_str_from(title));
    dbg_put(t, "</title>\n<style>%s</style>\n<style>%s</style>\n</head>\n<body>\n<h1>", theme_css,
            page_css);
    put_escaped(t, tunip_str_from(title));
    dbg_put(t, "</h1>\n<table>\n<thead><tr><th>node</th><th>name</th><th>type</th>");
    if (p->dump->times) dbg_put(t, "<th colspan=\"2\">time (us)</th>");
    if (p->differences) dbg_put(t, "<th colspan=\"2\">relative error</th>");
    dbg_put(t, "<th>min</th><th>max</th><th>mean</th><th>NaN</th><th>Inf</th><th>histogram</th>"
               "<th>picture</th></tr></thead>\n<tbody>\n");
}

tunip_status dbg_page_write(const dbg_dump *dump, const dbg_dump *other,
                            const dbg_tolerance *tolerance, const char *title, tunip_write_fn write,
                            void *user, tunip_error *error)
{
    dbg_difference *differences = calloc(dump->count + 1, sizeof *differences);
    bool *paired = calloc(dump->count + 1, sizeof *paired);
    page p = {.dump = dump, .differences = other ? differences : NULL, .paired = paired};
    tunip_status status = TUNIP_OK;
    if (!differences || !paired ||
        (other && !dbg_compare_each(dump, other, tolerance, differences, paired)))
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; dump->times && i < dump->node_count; i++)
        p.longest = fmax(p.longest, dump->times[i]);
    for (size_t i = 0; status == TUNIP_OK && i < dump->count; i++)
        p.largest = fmax(p.largest, differences[i].relative);
    if (status == TUNIP_OK) {
        put_head(&p, title);
        for (size_t i = 0; i < dump->count; i++) put_row(&p, i);
        dbg_put(&p.text, "</tbody>\n</table>\n</body>\n</html>\n");
        status = dbg_text_write(&p.text, write, user, error);
    }
    free(differences);
    free(paired);
    return status;
}
