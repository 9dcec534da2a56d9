/* page.c -- a dump as a page for a browser, with a drawing of its graph. */
#include "page.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/util/html.h"
#include "compare.h"
#include "debug_files.h" /* made of page.css */
#include "tensor.h"

/* ======== drawing ======== */

/* Draws a graph in layers: a node is one layer below the lowest of its inputs, and
 * below the first one if there is room. */

enum { WIDE = 190, BOX_TALL = 26, STEP_X = 210, STEP_Y = 46, EDGE = 10, LETTERS = 26 };

typedef struct drawing {
    const dbg_dump *dump;
    bool *drawn;
    size_t *layers, *columns, *room; /* room: the first free column of each layer */
    size_t layer_count, column_count;
} drawing;

static void place_nodes(drawing *d)
{
    const dbg_dump *dump = d->dump;
    for (size_t i = 0; i < dump->node_count; i++) {
        const dbg_dumped_node *node = &dump->nodes[i];
        size_t first = SIZE_MAX, layer = 0, column = 0;
        d->drawn[i] = node->input_count || !dbg_is_constant_name(node->name);
        if (!d->drawn[i]) continue;
        for (size_t k = 0; k < node->input_count; k++) {
            size_t input = dump->inputs[node->first_input + k];
            if (!d->drawn[input]) continue;
            if (first == SIZE_MAX) first = input;
            if (d->layers[input] >= layer) layer = d->layers[input] + 1;
        }
        if (first != SIZE_MAX) column = d->columns[first];
        if (column < d->room[layer]) column = d->room[layer];
        d->layers[i] = layer;
        d->columns[i] = column;
        d->room[layer] = column + 1;
        if (layer >= d->layer_count) d->layer_count = layer + 1;
        if (column >= d->column_count) d->column_count = column + 1;
    }
}

static size_t x_of(const drawing *d, size_t node)
{
    return EDGE + d->columns[node] * STEP_X;
}

static size_t y_of(const drawing *d, size_t node)
{
    return EDGE + d->layers[node] * STEP_Y;
}

/* One path for all lines. */
static void put_lines(tn_text *t, const drawing *d)
{
    tn_text_say(t, "<path d=\"");
    for (size_t i = 0; i < d->dump->node_count; i++) {
        const dbg_dumped_node *node = &d->dump->nodes[i];
        for (size_t k = 0; d->drawn[i] && k < node->input_count; k++) {
            size_t from = d->dump->inputs[node->first_input + k];
            if (!d->drawn[from]) continue;
            size_t x = x_of(d, from) + WIDE / 2, y = y_of(d, from) + BOX_TALL;
            size_t to_x = x_of(d, i) + WIDE / 2, to_y = y_of(d, i);
            tn_text_say(t, "M%zu %zuC%zu %zu %zu %zu %zu %zu", x, y, x, y + EDGE, to_x, to_y - EDGE,
                        to_x, to_y);
        }
    }
    tn_text_say(t, "\"/>\n");
}

void dbg_put_short_name(tn_text *t, tunip_str name, size_t letters)
{
    tunip_str core = dbg_function_core(name);
    size_t size = core.size < letters ? core.size : letters;
    while (size < core.size && size && (core.data[size] & 0xC0) == 0x80) size--;
    dbg_put_markup(t, (tunip_str){core.data, size});
    if (size < core.size) tn_text_say(t, "...");
}

static void put_box(tn_text *t, const drawing *d, size_t node, const unsigned char *times,
                    const unsigned char *errors)
{
    tunip_str name = d->dump->nodes[node].name;
    tn_text_say(t, "<a href=\"#n%zu.0\" aria-label=\"node %zu, ", node, node);
    dbg_put_markup(t, name);
    tn_text_say(t, "\" class=\"box");
    if (times) tn_text_say(t, " t%d", times[node]);
    if (errors) tn_text_say(t, " e%d", errors[node]);
    tn_text_say(t, "\"><title>");
    dbg_put_markup(t, name);
    tn_text_say(t, "</title><rect x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" rx=\"5\"/>",
                x_of(d, node), y_of(d, node), WIDE, BOX_TALL);
    tn_text_say(t, "<text x=\"%zu\" y=\"%zu\">", x_of(d, node) + 8, y_of(d, node) + 17);
    dbg_put_short_name(t, name, LETTERS);
    tn_text_say(t, "</text></a>\n");
}

/* Appends the drawing. Constants are not in it. `times` and `errors` have a level for each node, or
 * are NULL. A box is a link to "#n<node>.0". False when out of memory. */
static bool put_drawing(tn_text *t, const dbg_dump *dump, const unsigned char *times,
                        const unsigned char *errors)
{
    size_t room = dump->node_count + 2;
    drawing d = {.dump = dump};
    d.drawn = calloc(room, sizeof *d.drawn);
    d.layers = calloc(room, sizeof *d.layers);
    d.columns = calloc(room, sizeof *d.columns);
    d.room = calloc(room, sizeof *d.room);
    bool fine = d.drawn && d.layers && d.columns && d.room;
    if (fine) {
        place_nodes(&d);
        tn_text_say(t,
                    "<div class=\"graph\" tabindex=\"0\" role=\"region\" aria-label=\"the graph\">"
                    "<svg width=\"%zu\" height=\"%zu\">\n",
                    2 * EDGE + d.column_count * STEP_X, EDGE + d.layer_count * STEP_Y);
        put_lines(t, &d);
        for (size_t i = 0; i < dump->node_count; i++)
            if (d.drawn[i]) put_box(t, &d, i, times, errors);
        tn_text_say(t, "</svg></div>\n");
    }
    free(d.drawn);
    free(d.layers);
    free(d.columns);
    free(d.room);
    return fine;
}

/* ======== page ======== */

/* Writes the page of a dump. Bars are drawings, and pictures of tensors are bitmaps in
 * the page, so that the page needs no script and no other file. Rules of the style choose what the
 * colours of the graph mean. */

enum { SIDE = 24, HEADER = 54, BAR = 80, BIN = 4, TALL = 24 };

typedef struct page {
    const dbg_dump *dump;
    const dbg_counterpart *others; /* of each item; NULL: there is no other dump */
    double longest, largest;       /* time, and relative error */
    tn_text text;
} page;

/* ---- pictures ---- */

static void put_base64(tn_text *t, const unsigned char *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned three = (unsigned)bytes[i] << 16;
        if (i + 1 < size) three |= (unsigned)bytes[i + 1] << 8;
        if (i + 2 < size) three |= bytes[i + 2];
        tn_text_say(t, "%c%c%c%c", letters[three >> 18], letters[three >> 12 & 63],
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
    tn_text_say(&p->text, "<img alt=\"\" src=\"data:image/bmp;base64,");
    put_base64(&p->text, bitmap, size);
    tn_text_say(&p->text, "\">");
}

static void put_histogram(page *p, const dbg_stats *s)
{
    size_t most = 1;
    for (size_t i = 0; i < DBG_BINS; i++)
        if (s->bins[i] > most) most = s->bins[i];
    tn_text_say(&p->text, "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">", DBG_BINS * BIN,
                TALL);
    for (size_t i = 0; i < DBG_BINS; i++) {
        int tall = (int)(s->bins[i] * TALL / most);
        if (s->bins[i] && !tall) tall = 1;
        if (tall)
            tn_text_say(&p->text, "<rect x=\"%zu\" y=\"%d\" width=\"%d\" height=\"%d\"/>", i * BIN,
                        TALL - tall, BIN - 1, tall);
    }
    tn_text_say(&p->text, "</svg>");
}

static void put_bar(page *p, double value, double most, const char *format)
{
    double part = most > 0 ? value / most : 0;
    tn_text_say(&p->text, "<td class=\"n\">");
    tn_text_say(&p->text, strcmp(format, "us") == 0 ? "%.3f" : "%.3g", value);
    tn_text_say(&p->text,
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
        tn_text_say(&p->text, "<td colspan=\"7\" class=\"faint\">no numbers</td>");
        return;
    }
    tn_text_say(&p->text,
                "<td class=\"n\">%.5g</td><td class=\"n\">%.5g</td><td class=\"n\">%.5g</td>",
                s.min, s.max, s.mean);
    tn_text_say(&p->text, "<td class=\"n%s\">%zu</td><td class=\"n%s\">%zu</td><td>",
                s.nans ? " bad" : "", s.nans, s.infs ? " bad" : "", s.infs);
    put_histogram(p, &s);
    tn_text_say(&p->text, "</td><td>");
    put_picture(p, tensor, &s);
    tn_text_say(&p->text, "</td>");
}

static void put_counterpart(page *p, const dbg_counterpart *other)
{
    if (!other->found) {
        tn_text_say(&p->text, "<td class=\"faint\" colspan=\"3\">no counterpart</td>");
        return;
    }
    tn_text_say(&p->text, "<td class=\"faint\">%zu, %s</td>", other->node,
                dbg_found_name(other->found));
    if (other->is_clear)
        put_bar(p, other->difference.relative, p->largest, "relative");
    else
        tn_text_say(&p->text, "<td class=\"faint\" colspan=\"2\">unclear layout</td>");
}

/* ---- the graph ---- */

/* From 1 for 1e-7 to 9 for 1 and more. */
static unsigned char heat_of_error(const dbg_difference *d)
{
    double level = d->ulp == UINT64_MAX ? 9 : d->relative > 0 ? 9 + log10(d->relative) * 8 / 7 : 0;
    if (d->count && level < 1) return 1;
    return (unsigned char)(level < 0 ? 0 : level > DBG_HEATS - 1 ? DBG_HEATS - 1 : level);
}

static bool put_graph(page *p)
{
    const dbg_dump *dump = p->dump;
    unsigned char *times = calloc(dump->node_count + 1, 1);
    unsigned char *errors = calloc(dump->node_count + 1, 1);
    bool fine = times && errors;
    for (size_t i = 0; fine && dump->times && i < dump->node_count; i++) {
        double part = p->longest > 0 ? dump->times[i] / p->longest : 0;
        if (part > 0) times[i] = (unsigned char)(part * (DBG_HEATS - 1));
    }
    for (size_t i = 0; fine && p->others && i < dump->count; i++) {
        unsigned char heat = heat_of_error(&p->others[i].difference);
        if (heat > errors[dump->items[i].node]) errors[dump->items[i].node] = heat;
    }
    fine =
        fine && put_drawing(&p->text, dump, dump->times ? times : NULL, p->others ? errors : NULL);
    free(times);
    free(errors);
    return fine;
}

/* ---- the page ---- */

static void put_head(page *p, const char *title)
{
    tn_text *t = &p->text;
    tn_html_head head = {.title = tunip_str_from(title),
                         .style = page_css,
                         .style_hash = page_css_hash,
                         .has_pictures = true};
    tn_html_begin(&head, tn_text_put_chunk, t);
    tn_text_say(t, "<header><h1>");
    dbg_put_markup(t, tunip_str_from(title));
    tn_text_say(t, "</h1>");
    if (p->dump->times || p->others)
        tn_text_say(t, "<fieldset class=\"scheme\"><legend>The colours of nodes</legend>");
    if (p->others)
        tn_text_say(t, "<label><input type=\"radio\" name=\"heat\" id=\"by-error\" checked>Error"
                       "</label>");
    if (p->dump->times)
        tn_text_say(t, "<label><input type=\"radio\" name=\"heat\" id=\"by-time\"%s>Time</label>",
                    p->others ? "" : " checked");
    if (p->dump->times || p->others) tn_text_say(t, "</fieldset>");
    tn_text_say(t, "%s</header>\n<main>\n", tn_html_switch);
}

static void put_table(page *p)
{
    tn_text *t = &p->text;
    tn_text_say(t,
                "<div class=\"values\" tabindex=\"0\" role=\"region\" aria-label=\"the values\">\n"
                "<table>\n<thead><tr><th>node</th><th>name</th><th>type</th>");
    if (p->dump->times) tn_text_say(t, "<th colspan=\"2\">time (us)</th>");
    if (p->others) tn_text_say(t, "<th>counterpart</th><th colspan=\"2\">relative error</th>");
    tn_text_say(t, "<th>min</th><th>max</th><th>mean</th><th>NaN</th><th>Inf</th><th>histogram</th>"
                   "<th>picture</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->dump->count; i++) {
        const dbg_dumped *item = &p->dump->items[i];
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(item->tensor, type);
        tn_text_say(&p->text, "<tr id=\"n%zu.%zu\"><td class=\"n\">%zu</td><td class=\"name\">",
                    item->node, item->output, item->node);
        dbg_put_markup(&p->text, item->name);
        if (item->output) tn_text_say(&p->text, ".%zu", item->output);
        tn_text_say(&p->text, "</td><td>%s</td>", type);
        if (p->dump->times) put_bar(p, p->dump->times[item->node], p->longest, "us");
        if (p->others) put_counterpart(p, &p->others[i]);
        put_statistics(p, item->tensor);
        tn_text_say(&p->text, "</tr>\n");
    }
    tn_text_say(t, "</tbody>\n</table>\n</div>\n");
}

tunip_status dbg_page_write(const dbg_dump *dump, const dbg_dump *other,
                            const dbg_tolerance *tolerance, const char *title, tunip_write_fn write,
                            void *user, tunip_error *error)
{
    dbg_counterpart *others = calloc(dump->count + 1, sizeof *others);
    page p = {.dump = dump, .others = other ? others : NULL};
    bool fine = others && (!other || dbg_compare_each(dump, other, tolerance, others));
    for (size_t i = 0; dump->times && i < dump->node_count; i++)
        p.longest = fmax(p.longest, dump->times[i]);
    for (size_t i = 0; fine && i < dump->count; i++)
        p.largest = fmax(p.largest, others[i].difference.relative);
    if (fine) put_head(&p, title);
    fine = fine && put_graph(&p);
    if (fine) put_table(&p);
    tn_text_say(&p.text, "</main>\n%s", tn_html_end);
    free(others);
    p.text.failed = p.text.failed || !fine;
    return tn_text_end(&p.text, write, user, error);
}
