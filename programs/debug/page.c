/* page.c -- a dump as a page for a browser, with a drawing of its graph. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/html.h"
#include "../../src/util/os.h"
#include "../../src/util/size.h"
#include "compare.h"
#include "debug_files.h" /* made of page.css */
#include "tensor.h"

void dbg_put_short_name(tn_text *t, tunip_str name, size_t letters)
{
    tunip_str core = dbg_function_core(name);
    if (core.size <= letters) {
        dbg_put_markup(t, core);
        return;
    }
    size_t head = (letters + 1) / 2, tail = core.size - letters / 2;
    while (head && (core.data[head] & 0xC0) == 0x80) head--;
    while (tail < core.size && (core.data[tail] & 0xC0) == 0x80) tail++;
    dbg_put_markup(t, (tunip_str){core.data, head});
    tn_text_say(t, "...");
    dbg_put_markup(t, (tunip_str){core.data + tail, core.size - tail});
}

/* ======== page ======== */

/* Writes the page of a dump. Bars are drawings, and pictures of tensors are bitmaps in
 * the page, so that all but the graph needs no script. */

enum { SIDE = 24, HEADER = 54, BAR = 80, BIN = 4, TALL = 24 };

typedef struct page {
    const dbg_dump *dump;
    const dbg_counterpart *others; /* of each item; NULL: there is no other dump */
    dbg_stats *stats;              /* of each item */
    double longest, largest, all;  /* time of a node, relative error, time of all nodes */
    tn_text text;
    tunip_json_writer *json; /* of the graph */
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

static void put_statistics(page *p, size_t item)
{
    const dbg_tensor *tensor = p->dump->items[item].tensor;
    dbg_stats s = p->stats[item];
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

/* A path as a link: characters that mean something in an address are escaped, and no path is taken
 * for an address with a scheme. */
static void put_link(page *p, const dbg_place *place)
{
    tn_text *t = &p->text;
    tn_text_say(t, "<a href=\"%s", tn_path_is_absolute(place->path) ? "file://" : "./");
    for (const char *c = place->path; *c; c++) {
        bool is_plain = tunip_is_digit(*c) || (*c >= 'a' && *c <= 'z') ||
                        (*c >= 'A' && *c <= 'Z') || strchr("/._-~", *c);
        tn_text_say(t, is_plain ? "%c" : "%%%02X", is_plain ? *c : (unsigned char)*c);
    }
    tn_text_say(t, "\">");
    dbg_put_markup(t, tunip_str_from(place->path));
    tn_text_say(t, ":%zu</a>", place->line);
}

/* Where the function of a node is defined. */
static void put_places(page *p, size_t node)
{
    tn_text_say(&p->text, "<td class=\"name\">");
    for (size_t i = 0; i < DBG_PLACES; i++) {
        if (!p->dump->places[node][i].path) continue;
        if (i && p->dump->places[node][0].path) tn_text_say(&p->text, "<br>");
        put_link(p, &p->dump->places[node][i]);
    }
    tn_text_say(&p->text, "</td>");
}

/* ---- the graph ---- */

/* From 0 for equal tensors and 0.1 for 1e-7 to 1 for 1 and more. */
static double heat_of_error(const dbg_difference *d)
{
    double heat = d->ulp == UINT64_MAX ? 1 : d->relative > 0 ? 1 + log10(d->relative) * 8 / 63 : 0;
    if (d->count && heat < 0.1) return 0.1;
    return heat < 0 ? 0 : heat > 1 ? 1 : heat;
}

static bool put_fact(page *p, const char *name, const char *format, double value)
{
    tn_text text = {.failed = false};
    tn_text_say(&text, format, value);
    const tunip_str words[] = {tunip_str_from(name), tn_text_str(&text)};
    bool fine = !text.failed && tn_html_put_words(p->json, words, TUNIP_LEN(words));
    tn_text_free(&text);
    return fine;
}

/* The facts that the row of an output has, too. */
static bool put_facts(page *p, size_t item)
{
    char type[DBG_TYPE_SIZE];
    const dbg_stats *s = &p->stats[item];
    dbg_tensor_type(p->dump->items[item].tensor, type);
    const tunip_str words[] = {tunip_str_from("type"), tunip_str_from(type)};
    bool fine = tn_html_put_words(p->json, words, TUNIP_LEN(words));
    if (fine && s->is_number)
        fine = put_fact(p, "min", "%.5g", s->min) && put_fact(p, "max", "%.5g", s->max) &&
               put_fact(p, "mean", "%.5g", s->mean);
    if (fine && s->nans) fine = put_fact(p, "NaN", "%.0f", (double)s->nans);
    if (fine && s->infs) fine = put_fact(p, "Inf", "%.0f", (double)s->infs);
    if (fine && p->others && p->others[item].is_clear && p->others[item].found)
        fine = put_fact(p, "relative error", "%.3g", p->others[item].difference.relative);
    return fine;
}

/* The outputs of a node: items `begin` to `end`. `is_first`: the first that differs. */
static bool put_node(page *p, size_t number, size_t begin, size_t end, bool is_first)
{
    const dbg_dumped_node *node = &p->dump->nodes[number];
    char time[TN_SECONDS_SIZE], row[48];
    const char *flaw = NULL; /* "NaN", "Inf" */
    double error = 0;
    const char *core = dbg_function_core(node->name).data; /* with its number, unlike the core */
    tn_text note = {.failed = false};
    if (p->dump->times && p->dump->times[number] > 0 && isfinite(p->dump->times[number])) {
        tn_text_put_word(&note, tn_seconds_text(p->dump->times[number] / 1e6, time));
        if (p->all > 0) tn_text_say(&note, ", %.1f %%", p->dump->times[number] / p->all * 100);
    }
    snprintf(row, sizeof row, "n%zu.0", number);
    for (size_t i = begin; i < end; i++) {
        if (p->others) error = fmax(error, heat_of_error(&p->others[i].difference));
        if (!flaw && p->stats[i].is_number)
            flaw = p->stats[i].nans ? "NaN" : p->stats[i].infs ? "Inf" : NULL;
    }
    const char *mark = !is_first ? flaw : flaw ? "first difference, no number" : "first difference";
    const tn_html_node shown = {.label = {core, (size_t)(node->name.data + node->name.size - core)},
                                .note = tn_text_str(&note),
                                .mark = mark ? tunip_str_from(mark) : (tunip_str){NULL, 0},
                                .row = begin < end ? tunip_str_from(row) : (tunip_str){NULL, 0},
                                .place = tunip_str_from("the values"),
                                .is_leaf = !node->input_count && dbg_is_constant_name(node->name)};
    bool fine = !note.failed && tn_html_open_node(p->json, &shown);
    tunip_json_key(p->json, "heat");
    tunip_json_open(p->json, '[');
    if (p->others) tunip_json_put_float(p->json, error);
    if (p->dump->times && isfinite(p->dump->times[number]))
        tunip_json_put_float(p->json, p->longest > 0 ? p->dump->times[number] / p->longest : 0);
    tunip_json_close(p->json, ']');
    tunip_json_key(p->json, "facts");
    tunip_json_open(p->json, '[');
    const tunip_str name[] = {tunip_str_from("name"), node->name};
    fine = fine && tn_html_put_words(p->json, name, TUNIP_LEN(name));
    for (size_t i = begin; fine && i < end; i++) fine = put_facts(p, i);
    tunip_json_close(p->json, ']');
    tunip_json_close(p->json, '}');
    tn_text_free(&note);
    return fine;
}

static void put_heat(page *p, const char *name, const char *low, const char *high)
{
    const char *const words[][2] = {{"name", name}, {"low", low}, {"high", high}};
    tunip_json_open(p->json, '{');
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        tunip_json_key(p->json, words[i][0]);
        tunip_json_put_string(p->json, tunip_str_from(words[i][1]));
    }
    tunip_json_close(p->json, '}');
}

static bool put_nodes(page *p)
{
    const dbg_dump *dump = p->dump;
    bool fine = true, has_first = false;
    tunip_json_key(p->json, "nodes");
    tunip_json_open(p->json, '[');
    for (size_t i = 0, item = 0; fine && i < dump->node_count; i++) {
        size_t begin = item;
        bool differs = false;
        for (; item < dump->count && dump->items[item].node <= i; item++)
            differs = differs || (p->others && p->others[item].difference.count);
        fine = put_node(p, i, begin, item, differs && !has_first);
        has_first = has_first || differs;
    }
    tunip_json_close(p->json, ']');
    tunip_json_key(p->json, "edges");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; i < dump->node_count; i++)
        for (size_t k = 0; k < dump->nodes[i].input_count; k++) {
            tunip_json_put_size(p->json, dump->inputs[dump->nodes[i].first_input + k]);
            tunip_json_put_size(p->json, i);
        }
    tunip_json_close(p->json, ']');
    return fine;
}

static bool put_graph(page *p, tunip_str title, tunip_error *error)
{
    char longest[TN_SECONDS_SIZE];
    p->json = tn_html_open_graph(NULL, &p->text, error);
    tunip_json_open(p->json, '{');
    tunip_json_key(p->json, "name");
    bool fine = tn_html_put_word(p->json, title);
    tunip_json_key(p->json, "heats");
    tunip_json_open(p->json, '[');
    if (p->others) put_heat(p, "Error", "equal", "1 and more");
    if (p->dump->times) put_heat(p, "Time", "0", tn_seconds_text(p->longest / 1e6, longest));
    tunip_json_close(p->json, ']');
    tunip_json_key(p->json, "views");
    tunip_json_open(p->json, '[');
    tunip_json_open(p->json, '{');
    tunip_json_key(p->json, "name");
    tunip_json_put_string(p->json, tunip_str_from("nodes"));
    fine = put_nodes(p) && fine;
    tunip_json_close(p->json, '}');
    tunip_json_close(p->json, ']');
    tunip_json_close(p->json, '}');
    return tn_html_close_graph(p->json, &p->text, error) == TUNIP_OK && fine;
}

/* ---- the page ---- */

static void put_head(page *p, tunip_str title)
{
    tn_text *t = &p->text;
    tn_html_head head = {.title = title,
                         .style = page_css,
                         .style_hash = page_css_hash,
                         .has_pictures = true,
                         .has_graph = true};
    tn_html_begin(&head, tn_text_put_chunk, t);
    tn_text_say(t, "<header><h1>");
    dbg_put_markup(t, title);
    tn_text_say(t, "</h1>");
    tn_text_say(t, "%s</header>\n<main>\n", tn_html_switch);
}

static void put_table(page *p)
{
    tn_text *t = &p->text;
    tn_text_say(t,
                "<div class=\"values\" tabindex=\"0\" role=\"region\" aria-label=\"the values\">\n"
                "<table>\n<thead><tr><th>node</th><th>name</th><th>type</th>");
    if (p->dump->places) tn_text_say(t, "<th>source</th>");
    if (p->dump->times) tn_text_say(t, "<th colspan=\"2\">time (us)</th>");
    if (p->others) tn_text_say(t, "<th>counterpart</th><th colspan=\"2\">relative error</th>");
    tn_text_say(t, "<th>min</th><th>max</th><th>mean</th><th>NaN</th><th>Inf</th><th>histogram</th>"
                   "<th>picture</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->dump->count; i++) {
        const dbg_dumped *item = &p->dump->items[i];
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(item->tensor, type);
        tn_text_say(&p->text,
                    "<tr id=\"n%zu.%zu\"><td class=\"n\"><a href=\"#n%zu.%zu\" "
                    "aria-label=\"%zu in the graph\">%zu</a></td><td class=\"name\">",
                    item->node, item->output, item->node, item->output, item->node, item->node);
        dbg_put_markup(&p->text, item->name);
        if (item->output) tn_text_say(&p->text, ".%zu", item->output);
        tn_text_say(&p->text, "</td><td>%s</td>", type);
        if (p->dump->places) put_places(p, item->node);
        if (p->dump->times) put_bar(p, p->dump->times[item->node], p->longest, "us");
        if (p->others) put_counterpart(p, &p->others[i]);
        put_statistics(p, i);
        tn_text_say(&p->text, "</tr>\n");
    }
    tn_text_say(t, "</tbody>\n</table>\n</div>\n");
}

tunip_status dbg_page_write(const dbg_dump *dump, const dbg_dump *other,
                            const dbg_tolerance *tolerance, tunip_str title, tunip_write_fn write,
                            void *user, tunip_error *error)
{
    dbg_counterpart *others = calloc(dump->count + 1, sizeof *others);
    dbg_stats *stats = calloc(dump->count + 1, sizeof *stats);
    page p = {.dump = dump, .others = other ? others : NULL, .stats = stats};
    bool fine = others && stats && (!other || dbg_compare_each(dump, other, tolerance, others));
    for (size_t i = 0; dump->times && i < dump->node_count; i++) {
        p.longest = fmax(p.longest, dump->times[i]);
        p.all += isfinite(dump->times[i]) ? dump->times[i] : 0;
    }
    for (size_t i = 0; fine && i < dump->count; i++) {
        p.largest = fmax(p.largest, others[i].difference.relative);
        dbg_stats_compute(dump->items[i].tensor, &stats[i]);
    }
    if (fine) put_head(&p, title);
    fine = fine && put_graph(&p, title, error);
    if (fine) put_table(&p);
    tn_text_say(&p.text, "</main>\n");
    tn_html_put_graph_scripts(tn_text_put_chunk, &p.text);
    tn_text_put_word(&p.text, tn_html_end);
    free(others);
    free(stats);
    p.text.failed = p.text.failed || !fine;
    return tn_text_end(&p.text, write, user, error);
}
