/* drawing.c -- draws a graph in layers: a node is one layer below the lowest of its inputs, and
 * below the first one if there is room. */
#include "drawing.h"

#include <stdlib.h>

#include "words.h"

enum { WIDE = 190, TALL = 26, STEP_X = 210, STEP_Y = 46, EDGE = 10, LETTERS = 26 };

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
static void put_lines(dbg_text *t, const drawing *d)
{
    dbg_put(t, "<path d=\"");
    for (size_t i = 0; i < d->dump->node_count; i++) {
        const dbg_dumped_node *node = &d->dump->nodes[i];
        for (size_t k = 0; d->drawn[i] && k < node->input_count; k++) {
            size_t from = d->dump->inputs[node->first_input + k];
            if (!d->drawn[from]) continue;
            size_t x = x_of(d, from) + WIDE / 2, y = y_of(d, from) + TALL;
            size_t to_x = x_of(d, i) + WIDE / 2, to_y = y_of(d, i);
            dbg_put(t, "M%zu %zuC%zu %zu %zu %zu %zu %zu", x, y, x, y + EDGE, to_x, to_y - EDGE,
                    to_x, to_y);
        }
    }
    dbg_put(t, "\"/>\n");
}

/* As much of a name as fits into a box, without the prefix that all functions have. */
static void put_short_name(dbg_text *t, tunip_str name)
{
    tunip_str core = dbg_function_core(name);
    size_t size = core.size < LETTERS ? core.size : LETTERS;
    while (size < core.size && size && (core.data[size] & 0xC0) == 0x80) size--;
    dbg_put_markup(t, (tunip_str){core.data, size});
    if (size < core.size) dbg_put(t, "...");
}

static void put_box(dbg_text *t, const drawing *d, size_t node, const unsigned char *times,
                    const unsigned char *errors)
{
    tunip_str name = d->dump->nodes[node].name;
    dbg_put(t, "<a href=\"#n%zu.0\" aria-label=\"node %zu, ", node, node);
    dbg_put_markup(t, name);
    dbg_put(t, "\" class=\"box");
    if (times) dbg_put(t, " t%d", times[node]);
    if (errors) dbg_put(t, " e%d", errors[node]);
    dbg_put(t, "\"><title>");
    dbg_put_markup(t, name);
    dbg_put(t, "</title><rect x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" rx=\"5\"/>",
            x_of(d, node), y_of(d, node), WIDE, TALL);
    dbg_put(t, "<text x=\"%zu\" y=\"%zu\">", x_of(d, node) + 8, y_of(d, node) + 17);
    put_short_name(t, name);
    dbg_put(t, "</text></a>\n");
}

bool dbg_put_drawing(dbg_text *t, const dbg_dump *dump, const unsigned char *times,
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
        dbg_put(t,
                "<div class=\"graph\" tabindex=\"0\" role=\"region\" aria-label=\"the graph\">"
                "<svg width=\"%zu\" height=\"%zu\">\n",
                2 * EDGE + d.column_count * STEP_X, EDGE + d.layer_count * STEP_Y);
        put_lines(t, &d);
        for (size_t i = 0; i < dump->node_count; i++)
            if (d.drawn[i]) put_box(t, &d, i, times, errors);
        dbg_put(t, "</svg></div>\n");
    }
    free(d.drawn);
    free(d.layers);
    free(d.columns);
    free(d.room);
    return fine;
}
