/* page.c -- a partition as a page in HTML, as a graph for Graphviz, and as JSON. */
#include "page.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/util/html.h"
#include "collage_files.h" /* made of collage.css and collage.js */
#include "engine.h"

/* ======== layout ======== */

/* Layers, orders and places. */

enum { SWEEPS = 6, GAP_X = 18, GAP_Y = 42, MOST_POINTS = 200000 };

/* A box, or a point at which a long edge crosses a layer. */
typedef struct item {
    size_t rank, place; /* in its layer */
    double x, width, key;
    size_t *above, *below; /* neighbours in the layers next to it */
    size_t above_count, below_count;
} item;

typedef struct layout {
    cg_drawing *drawing;
    tn_arena *memory;
    item *items; /* boxes first */
    size_t count;
    size_t **layers;
    size_t *sizes;
    size_t layer_count;
    size_t *chains; /* of each edge: its first point, or 0 */
} layout;

/* ---- ranks ---- */

/* Below all inputs; a box without inputs is right above its first user. */
static bool find_ranks(layout *l)
{
    cg_drawing *d = l->drawing;
    bool *has_input = CG_NEW(l->memory, bool, d->box_count + 1);
    size_t *nearest = CG_NEW(l->memory, size_t, d->box_count + 1);
    if (!has_input || !nearest) return false;
    for (size_t i = 0; i < d->box_count; i++) {
        d->boxes[i].rank = 0;
        nearest[i] = SIZE_MAX;
    }
    for (size_t pass = 0, changed = 1; changed && pass <= d->box_count; pass++) {
        changed = 0;
        for (size_t e = 0; e < d->edge_count; e++) {
            size_t rank = d->boxes[d->edges[e].from].rank + 1;
            has_input[d->edges[e].to] = true;
            if (d->boxes[d->edges[e].to].rank >= rank) continue;
            d->boxes[d->edges[e].to].rank = rank;
            changed++;
        }
    }
    for (size_t e = 0; e < d->edge_count; e++) {
        size_t rank = d->boxes[d->edges[e].to].rank;
        if (rank < nearest[d->edges[e].from]) nearest[d->edges[e].from] = rank;
    }
    for (size_t i = 0; i < d->box_count; i++)
        if (!has_input[i] && nearest[i] != SIZE_MAX) d->boxes[i].rank = nearest[i] - 1;
    return true;
}

/* ---- items ---- */

static bool connect(layout *l, size_t upper, size_t lower)
{
    item *a = &l->items[upper], *b = &l->items[lower];
    return CG_PUSH(l->memory, a->below, a->below_count, lower) &&
           CG_PUSH(l->memory, b->above, b->above_count, upper);
}

/* A very long edge is drawn straight if there are too many points already. */
static bool add_edge(layout *l, size_t e)
{
    const cg_edge *edge = &l->drawing->edges[e];
    size_t top = l->items[edge->from].rank, bottom = l->items[edge->to].rank, before = edge->from;
    l->chains[e] = 0;
    if (l->count > l->drawing->box_count + MOST_POINTS) return true;
    for (size_t rank = top + 1; rank < bottom; rank++) {
        item point = {.rank = rank, .width = 6};
        if (!CG_PUSH(l->memory, l->items, l->count, point)) return false;
        if (!connect(l, before, l->count - 1)) return false;
        before = l->count - 1;
        if (rank == top + 1) l->chains[e] = before;
    }
    return connect(l, before, edge->to);
}

static bool make_items(layout *l)
{
    const cg_drawing *d = l->drawing;
    for (size_t i = 0; i < d->box_count; i++) {
        item box = {.rank = d->boxes[i].rank, .width = d->boxes[i].width};
        if (!CG_PUSH(l->memory, l->items, l->count, box)) return false;
    }
    l->chains = CG_NEW(l->memory, size_t, d->edge_count + 1);
    for (size_t e = 0; l->chains && e < d->edge_count; e++)
        if (!add_edge(l, e)) return false;
    for (size_t i = 0; i < l->count; i++)
        if (l->items[i].rank >= l->layer_count) l->layer_count = l->items[i].rank + 1;
    l->layers = CG_NEW(l->memory, size_t *, l->layer_count + 1);
    l->sizes = CG_NEW(l->memory, size_t, l->layer_count + 1);
    if (!l->chains || !l->layers || !l->sizes) return false;
    for (size_t i = 0; i < l->count; i++) {
        size_t rank = l->items[i].rank;
        l->items[i].place = l->sizes[rank];
        if (!CG_PUSH(l->memory, l->layers[rank], l->sizes[rank], i)) return false;
    }
    return true;
}

/* ---- orders ---- */

/* The mean place of the neighbours in one layer; its own place if it has none. */
static double mean_place(const layout *l, const item *at, const size_t *near, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)l->items[near[i]].place;
    return count ? sum / (double)count : (double)at->place;
}

/* A stable insertion sort, which is quick for layers that are nearly in order. */
static void sort_layer(layout *l, size_t rank)
{
    size_t *layer = l->layers[rank];
    for (size_t i = 1; i < l->sizes[rank]; i++)
        for (size_t at = i; at && l->items[layer[at - 1]].key > l->items[layer[at]].key; at--) {
            size_t moved = layer[at];
            layer[at] = layer[at - 1];
            layer[at - 1] = moved;
        }
    for (size_t i = 0; i < l->sizes[rank]; i++) l->items[layer[i]].place = i;
}

static void order_layer(layout *l, size_t rank, bool downwards)
{
    for (size_t i = 0; i < l->sizes[rank]; i++) {
        item *at = &l->items[l->layers[rank][i]];
        at->key = downwards ? mean_place(l, at, at->above, at->above_count)
                            : mean_place(l, at, at->below, at->below_count);
    }
    sort_layer(l, rank);
}

/* ---- places ---- */

static double half_way(const item *a, const item *b)
{
    return (a->width + b->width) / 2 + GAP_X;
}

/* Moves the items of a layer to the places that they want, as far as the order and the gaps allow:
 * the mean of the places when pushed from the left and from the right. */
static void place_layer(layout *l, size_t rank, double *left)
{
    const size_t *layer = l->layers[rank];
    size_t count = l->sizes[rank];
    for (size_t i = 0; i < count; i++) {
        const item *at = &l->items[layer[i]];
        left[i] = at->key;
        double least = i ? left[i - 1] + half_way(&l->items[layer[i - 1]], at) : left[i];
        if (left[i] < least) left[i] = least;
    }
    for (size_t i = count; i-- > 0;) {
        item *at = &l->items[layer[i]];
        at->x = at->key;
        if (i + 1 < count) {
            const item *next = &l->items[layer[i + 1]];
            double most = next->key - half_way(at, next);
            if (at->x > most) at->x = most;
        }
        at->key = at->x;
    }
    for (size_t i = 0; i < count; i++) {
        item *at = &l->items[layer[i]];
        at->x = (at->x + left[i]) / 2;
    }
}

static bool find_places(layout *l)
{
    double *left = CG_NEW(l->memory, double, l->count + 1);
    if (!left) return false;
    for (size_t rank = 0; rank < l->layer_count; rank++)
        for (size_t i = 0; i < l->sizes[rank]; i++) {
            item *at = &l->items[l->layers[rank][i]];
            const item *before = i ? &l->items[l->layers[rank][i - 1]] : NULL;
            at->x = before ? before->x + half_way(before, at) : 0;
        }
    for (int sweep = 0; sweep < 2 * SWEEPS; sweep++)
        for (size_t i = 0; i < l->layer_count; i++) {
            size_t rank = sweep % 2 ? l->layer_count - 1 - i : i;
            for (size_t k = 0; k < l->sizes[rank]; k++) {
                item *at = &l->items[l->layers[rank][k]];
                double sum = 0;
                for (size_t j = 0; j < at->above_count; j++) sum += l->items[at->above[j]].x;
                for (size_t j = 0; j < at->below_count; j++) sum += l->items[at->below[j]].x;
                size_t count = at->above_count + at->below_count;
                at->key = count ? sum / (double)count : at->x;
            }
            place_layer(l, rank, left);
        }
    return true;
}

/* ---- the result ---- */

static double height_of(const layout *l)
{
    return l->drawing->box_count ? l->drawing->boxes[0].height : 0;
}

static double y_of(const layout *l, size_t rank)
{
    return (double)rank * (height_of(l) + GAP_Y) + height_of(l) / 2 + GAP_X;
}

static void find_borders(layout *l, double *left)
{
    double right = 0;
    *left = 0;
    for (size_t i = 0; i < l->count; i++) {
        double from = l->items[i].x - l->items[i].width / 2;
        double to = l->items[i].x + l->items[i].width / 2;
        if (!i || from < *left) *left = from;
        if (!i || to > right) right = to;
    }
    *left -= GAP_X;
    l->drawing->width = right - *left + GAP_X;
    l->drawing->height =
        l->layer_count ? y_of(l, l->layer_count - 1) + height_of(l) / 2 + GAP_X : 0;
}

/* Fills in the places. False when out of memory. Depends on the order of boxes and edges only. */
static bool cg_layout(cg_drawing *drawing, tn_arena *memory)
{
    double left;
    layout l = {.drawing = drawing, .memory = memory};
    if (!find_ranks(&l) || !make_items(&l)) return false;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t i = 1; i < l.layer_count; i++) {
            bool downwards = sweep % 2 == 0;
            order_layer(&l, downwards ? i : l.layer_count - 1 - i, downwards);
        }
    if (!find_places(&l)) return false;
    find_borders(&l, &left);
    for (size_t i = 0; i < drawing->box_count; i++) {
        drawing->boxes[i].x = l.items[i].x - left;
        drawing->boxes[i].y = y_of(&l, l.items[i].rank);
    }
    for (size_t e = 0; e < drawing->edge_count; e++) {
        cg_edge *edge = &l.drawing->edges[e];
        double *points = NULL;
        size_t count = 0;
        for (size_t at = l.chains[e]; at && at >= l.drawing->box_count; at = l.items[at].below[0])
            if (!CG_PUSH(l.memory, points, count, l.items[at].x - left) ||
                !CG_PUSH(l.memory, points, count, y_of(&l, l.items[at].rank)))
                return false;
        edge->points = points;
        edge->point_count = count / 2;
    }
    return true;
}

/* ======== dot ======== */

/* The graphs of functions, for Graphviz. */

static int put_chunk(const char *data, size_t size, void *out)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '"' || data[i] == '\\') tn_text_put_str(out, tunip_str_from("\\"));
        tn_text_put_str(out, (tunip_str){&data[i], 1});
    }
    return 0;
}

static void put_quoted(tn_text *out, tunip_str text)
{
    tn_text_say(out, "\"");
    tunip_escape(text, TUNIP_ESCAPE_LINE, put_chunk, out);
    tn_text_say(out, "\"");
}

static bool is_shown(const cg_graph *graph, uint32_t index)
{
    return !graph->nodes[index].is_inline;
}

static void put_node(tn_text *out, size_t function, const cg_graph *graph, uint32_t index)
{
    if (!is_shown(graph, index)) return;
    tn_text_say(out, "n%zu_%u [label=", function, (unsigned)index);
    put_quoted(out, graph->nodes[index].label);
    tn_text_say(out, "];\n");
}

static void put_cluster(tn_text *out, size_t function, size_t number, const cg_partition *p)
{
    const cg_candidate *chosen = p->chosen.items[number];
    tn_text label = {.failed = false};
    tn_text_put_str(&label, chosen->spec->name);
    tn_text_say(&label, " %.3f us", chosen->cost * 1e6);
    tn_text_say(out, "    subgraph cluster_%zu_%zu {\n        label=", function, number);
    put_quoted(out, tn_text_str(&label));
    tn_text_free(&label);
    tn_text_say(out, "; style=filled; fillcolor=\"/pastel28/%zu\";\n", number % 8 + 1);
    CG_EACH(index, chosen->sub_graph->inside)
    {
        tn_text_say(out, "        ");
        put_node(out, function, &p->graph, index);
    }
    tn_text_say(out, "    }\n");
}

/* Whether a partition other than the host's has the node. */
static bool is_placed(const cg_partition *p, uint32_t index)
{
    bool placed = false;
    for (size_t i = 0; i < p->cover.chosen.count && !placed; i++)
        placed = !p->cover.chosen.items[i]->spec->is_host &&
                 cg_set_has(p->cover.chosen.items[i]->sub_graph->inside, index);
    return placed;
}

static void put_edges(tn_text *out, size_t function, const cg_graph *graph)
{
    for (uint32_t i = 0; i < graph->count; i++)
        for (size_t k = 0; is_shown(graph, i) && k < graph->nodes[i].inputs.count; k++) {
            uint32_t from = graph->nodes[i].inputs.items[k];
            if (is_shown(graph, from))
                tn_text_say(out, "    n%zu_%u -> n%zu_%u;\n", function, (unsigned)from, function,
                            (unsigned)i);
        }
}

bool cg_dot_write(cg_engine *e, tunip_write_fn write, void *user)
{
    tn_text out = {.failed = false};
    tn_text_say(&out, "digraph collage {\n    node [shape=box, style=filled, fillcolor=white];\n");
    for (size_t f = 0; f < e->partition_count; f++) {
        const cg_partition *p = &e->partitions[f];
        for (size_t i = 0; i < p->chosen.count; i++)
            if (!p->chosen.items[i]->spec->is_host) put_cluster(&out, f, i, p);
        for (uint32_t i = 0; i < p->graph.count; i++) {
            if (!is_shown(&p->graph, i) || is_placed(p, i)) continue;
            tn_text_say(&out, "    ");
            put_node(&out, f, &p->graph, i);
        }
        put_edges(&out, f, &p->graph);
    }
    tn_text_say(&out, "}\n");
    return tn_text_end(&out, write, user, NULL) == TUNIP_OK && !e->memory->failed;
}

/* ======== page ======== */

/* A partition as a page in HTML, whose graph is drawn in SVG. */

enum { COLOURS = 8, MOST_CANDIDATES = 30, MOST_ROWS = 500, LETTER = 7, BOX_HEIGHT = 26 };

typedef struct page {
    cg_engine *engine;
    tn_text out;
} page;

/* ---- text ---- */

static void put_text(page *p, tunip_str text)
{
    tn_html_put(text, TUNIP_ESCAPE_TEXT, tn_text_put_chunk, &p->out);
}

static void put_cost(page *p, double seconds)
{
    if (isnan(seconds))
        tn_text_say(&p->out, "not estimated");
    else if (isinf(seconds))
        tn_text_say(&p->out, "impossible");
    else
        tn_text_say(&p->out, "%.3f us", seconds * 1e6);
}

static void put_more(page *p, double cost, double best)
{
    put_cost(p, cost);
    if (isfinite(cost)) tn_text_say(&p->out, " (+%.3f us)", (cost - best) * 1e6);
}

static void put_name(page *p, const cg_candidate *candidate)
{
    put_text(p, cg_candidate_name(p->engine->memory, candidate));
    tn_text_say(&p->out, " ");
    put_text(p, candidate->sub_graph->label);
}

/* ---- colours ---- */

static size_t colour_of(const page *p, const cg_spec *spec)
{
    size_t i = 0;
    while (i < p->engine->spec_count && p->engine->specs[i] != spec) i++;
    return i % COLOURS;
}

static void put_class(page *p, const cg_spec *spec)
{
    if (!spec || spec->is_host)
        tn_text_say(&p->out, "host");
    else
        tn_text_say(&p->out, "b%zu", colour_of(p, spec));
}

static void put_legend(page *p)
{
    tn_text_say(&p->out, "<ul class=\"legend\">");
    for (size_t i = 0; i < p->engine->spec_count; i++) {
        tn_text_say(&p->out, "<li><span class=\"");
        put_class(p, p->engine->specs[i]);
        tn_text_say(&p->out, "\"></span>");
        put_text(p, p->engine->specs[i]->name);
        tn_text_say(&p->out, "</li>");
    }
    tn_text_say(&p->out, "</ul>\n");
}

/* ---- the drawing ---- */

/* The drawing of one function. Operators, scalars and functions are not drawn. */
typedef struct picture {
    const cg_partition *partition;
    size_t number; /* of the function */
    cg_drawing drawing;
    uint32_t *nodes;       /* of the boxes */
    uint32_t *box_of;      /* of each node: 1 + its box, or 0 */
    uint32_t *part_of;     /* of each node: 1 + its chosen partition, or 0 */
    cg_by_node candidates; /* of each node */
} picture;

static bool add_box(page *p, picture *pic, uint32_t index)
{
    const cg_node *node = &pic->partition->graph.nodes[index];
    size_t letters = node->label.size < 4 ? 4 : node->label.size;
    size_t count = pic->drawing.box_count;
    cg_box box = {.width = (double)(letters * LETTER + 16), .height = BOX_HEIGHT};
    if (node->is_inline) return true;
    pic->box_of[index] = (uint32_t)count + 1;
    return CG_PUSH(p->engine->memory, pic->nodes, count, index) &&
           CG_PUSH(p->engine->memory, pic->drawing.boxes, pic->drawing.box_count, box);
}

static bool add_edges(page *p, picture *pic, uint32_t index)
{
    const cg_indices *inputs = &pic->partition->graph.nodes[index].inputs;
    for (size_t k = 0; pic->box_of[index] && k < inputs->count; k++) {
        uint32_t from = pic->box_of[inputs->items[k]];
        cg_edge edge = {.from = from - 1, .to = pic->box_of[index] - 1};
        if (from && !CG_PUSH(p->engine->memory, pic->drawing.edges, pic->drawing.edge_count, edge))
            return false;
    }
    return true;
}

static bool make_picture(page *p, picture *pic)
{
    const cg_graph *graph = &pic->partition->graph;
    const cg_candidates *all = &pic->partition->index.all, *chosen = &pic->partition->chosen;
    tn_arena *memory = p->engine->memory;
    pic->box_of = CG_NEW(memory, uint32_t, graph->count);
    pic->part_of = CG_NEW(memory, uint32_t, graph->count);
    if (!pic->box_of || !pic->part_of ||
        !cg_by_node_init(&pic->candidates, memory, graph, all->count))
        return false;
    for (size_t i = 0; i < all->count; i++)
        if (!cg_by_node_add(&pic->candidates, memory, all->items[i]->sub_graph->inside,
                            (uint32_t)i))
            return false;
    for (size_t i = 0; i < chosen->count; i++)
        CG_EACH(index, chosen->items[i]->sub_graph->inside) pic->part_of[index] = (uint32_t)i + 1;
    for (uint32_t i = 0; i < graph->count; i++)
        if (!add_box(p, pic, i)) return false;
    for (uint32_t i = 0; i < graph->count; i++)
        if (!add_edges(p, pic, i)) return false;
    return cg_layout(&pic->drawing, memory);
}

static void put_edge(page *p, const picture *pic, const cg_edge *edge)
{
    const cg_box *from = &pic->drawing.boxes[edge->from], *to = &pic->drawing.boxes[edge->to];
    uint32_t part = pic->part_of[pic->nodes[edge->from]];
    bool is_inner = part && part == pic->part_of[pic->nodes[edge->to]];
    tn_text_say(&p->out, "<polyline%s points=\"%.0f,%.0f", is_inner ? " class=\"inner\"" : "",
                from->x, from->y + BOX_HEIGHT / 2.0);
    for (size_t i = 0; i < edge->point_count; i++)
        tn_text_say(&p->out, " %.0f,%.0f", edge->points[2 * i], edge->points[2 * i + 1]);
    tn_text_say(&p->out, " %.0f,%.0f\"/>\n", to->x, to->y - BOX_HEIGHT / 2.0);
}

static void put_title(page *p, const picture *pic, uint32_t index)
{
    tn_text_say(&p->out, "%u ", (unsigned)index);
    put_text(p, pic->partition->graph.nodes[index].label);
}

/* A link to the panel of the expression, which a script shows beside it. */
static void put_box(page *p, const picture *pic, size_t number)
{
    const cg_box *box = &pic->drawing.boxes[number];
    uint32_t index = pic->nodes[number], part = pic->part_of[index];
    tn_text_say(&p->out, "<a class=\"node\" href=\"#e%zu-%u\" aria-describedby=\"e%zu-%u\" ",
                pic->number, (unsigned)index, pic->number, (unsigned)index);
    tn_text_say(&p->out, "aria-label=\"");
    put_title(p, pic, index);
    tn_text_say(&p->out, "\"><rect class=\"");
    put_class(p, part ? pic->partition->chosen.items[part - 1]->spec : NULL);
    tn_text_say(&p->out, "\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%d\" rx=\"4\"/>",
                box->x - box->width / 2, box->y - BOX_HEIGHT / 2.0, box->width, BOX_HEIGHT);
    tn_text_say(&p->out, "<text x=\"%.0f\" y=\"%.0f\">", box->x, box->y);
    put_text(p, pic->partition->graph.nodes[index].label);
    tn_text_say(&p->out, "</text></a>\n");
}

static void put_candidate(page *p, const cg_candidate *candidate, const char *note)
{
    tn_text_say(&p->out, "<tr><td><span class=\"key ");
    put_class(p, candidate->spec);
    tn_text_say(&p->out, "\"></span>");
    put_name(p, candidate);
    tn_text_say(&p->out, "</td><td class=\"number\">");
    put_cost(p, candidate->cost);
    tn_text_say(&p->out, "</td><td>%s</td></tr>\n", note);
}

/* The chosen partition of an expression, and all other candidates that contain it. */
static void put_panel(page *p, const picture *pic, uint32_t index)
{
    const cg_partition *partition = pic->partition;
    const cg_indices *list = &pic->candidates.lists[index];
    uint32_t part = pic->part_of[index];
    tn_text_say(&p->out, "<section class=\"panel\" id=\"e%zu-%u\" role=\"tooltip\"><p>",
                pic->number, (unsigned)index);
    put_title(p, pic, index);
    if (!part && !list->count) tn_text_say(&p->out, ": no candidate contains it");
    tn_text_say(&p->out, "</p>");
    if (part || list->count) tn_text_say(&p->out, "<table>\n");
    const cg_candidate *chosen = part ? partition->chosen.items[part - 1] : NULL;
    if (chosen) put_candidate(p, chosen, "chosen");
    size_t others = 0;
    for (size_t i = 0; i < list->count; i++) {
        const cg_candidate *other = partition->index.all.items[list->items[i]];
        if (other != chosen && others++ < MOST_CANDIDATES) put_candidate(p, other, "");
    }
    if (part || list->count) tn_text_say(&p->out, "</table>");
    if (others > MOST_CANDIDATES)
        tn_text_say(&p->out, "<p>and %zu more candidates</p>", others - MOST_CANDIDATES);
    tn_text_say(&p->out, "</section>\n");
}

/* ---- tables ---- */

static void put_losers(page *p, const cg_reason *r, double best)
{
    for (size_t i = 0; i < r->loser_count; i++) {
        tn_text_say(&p->out, "<tr><td></td><td>");
        put_name(p, r->losers[i].candidate);
        tn_text_say(&p->out, "</td><td class=\"number\">");
        put_cost(p, r->losers[i].candidate->cost);
        tn_text_say(&p->out, "</td><td class=\"number\">with it ");
        put_more(p, r->losers[i].cost, best);
        tn_text_say(&p->out, "</td></tr>\n");
    }
    if (r->unlisted)
        tn_text_say(&p->out,
                    "<tr><td></td><td class=\"faint\">and %zu more</td><td></td><td></td>"
                    "</tr>\n",
                    r->unlisted);
}

static bool put_reasons(page *p, cg_partition *partition, size_t losers)
{
    cg_explanation explanation;
    if (!cg_explain(p->engine, partition, losers, &explanation)) return false;
    tn_text_say(&p->out, "<h3>Why</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                         "<tr><th>chosen</th><th>lost</th><th>cost</th>"
                         "<th>the best partition otherwise</th></tr>\n");
    for (size_t i = 0; i < explanation.count; i++) {
        const cg_reason *r = &explanation.reasons[i];
        tn_text_say(&p->out, "<tr><td>");
        put_name(p, r->candidate);
        tn_text_say(&p->out, "</td><td></td><td class=\"number\">");
        put_cost(p, r->candidate->cost);
        tn_text_say(&p->out, "</td><td class=\"number\">without it ");
        put_more(p, r->without, partition->cover.cost);
        tn_text_say(&p->out, "</td></tr>\n");
        put_losers(p, r, partition->cover.cost);
    }
    tn_text_say(&p->out, "</table></div>\n");
    return true;
}

static void put_rejected(page *p, const cg_partition *partition)
{
    if (!partition->rejected_count) return;
    tn_text_say(&p->out, "<h3>Not valid</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                         "<tr><th>candidate</th><th>reason</th></tr>\n");
    for (size_t i = 0; i < partition->rejected_count && i < MOST_ROWS; i++) {
        tn_text_say(&p->out, "<tr><td>");
        put_name(p, partition->rejected[i].candidate);
        tn_text_say(&p->out, "</td><td>");
        put_text(p, tunip_str_from(partition->rejected[i].reason));
        tn_text_say(&p->out, "</td></tr>\n");
    }
    tn_text_say(&p->out, "</table></div>\n");
    if (partition->rejected_count > MOST_ROWS)
        tn_text_say(&p->out, "<p class=\"faint\">and %zu more</p>\n",
                    partition->rejected_count - MOST_ROWS);
}

static void put_states(page *p, const cg_partition *partition)
{
    const cg_cover *cover = &partition->cover;
    tn_text_say(&p->out, "<h3>The search</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                         "<tr><th>state</th><th>next expression</th>"
                         "<th>covered</th><th>cost</th></tr>\n");
    for (size_t i = 0; i < cover->expanded_count && i < MOST_ROWS; i++) {
        const cg_expanded *at = &cover->expanded[i];
        tn_text_say(&p->out, "<tr><td class=\"number\">%zu</td><td>%u ", i + 1, (unsigned)at->next);
        put_text(p, partition->graph.nodes[at->next].label);
        tn_text_say(&p->out, "</td><td class=\"number\">%zu of %u</td><td class=\"number\">",
                    at->covered, (unsigned)partition->graph.count);
        put_cost(p, at->cost);
        tn_text_say(&p->out, "</td></tr>\n");
    }
    tn_text_say(&p->out, "</table></div>\n");
    if (cover->expanded_count > MOST_ROWS)
        tn_text_say(&p->out, "<p class=\"faint\">and %zu more</p>\n",
                    cover->expanded_count - MOST_ROWS);
}

/* ---- the page ---- */

static void put_head(page *p, const char *title)
{
    tn_html_head head = {.title = tunip_str_from(title),
                         .style = collage_css,
                         .style_hash = collage_css_hash,
                         .script_hashes = {collage_js_hash}};
    tn_html_begin(&head, tn_text_put_chunk, &p->out);
    tn_text_say(&p->out, "<main>\n<h1>");
    put_text(p, tunip_str_from(title));
    tn_text_say(&p->out, "</h1>\n");
}

static bool put_function(page *p, cg_partition *partition, size_t losers)
{
    tn_text_say(&p->out, "<h2>@");
    put_text(p, partition->name);
    tn_text_say(&p->out, ": ");
    put_cost(p, partition->cover.cost);
    tn_text_say(&p->out, "</h2>\n<p>%zu candidates, %zu states, %zu transitions%s</p>\n",
                partition->index.all.count, partition->cover.states, partition->cover.transitions,
                partition->cover.is_optimal && !partition->is_cut ? "" : "; may not be optimal");
    picture pic = {.partition = partition, .number = (size_t)(partition - p->engine->partitions)};
    if (!make_picture(p, &pic)) return false;
    tn_text_say(&p->out,
                "<div class=\"drawing\"><svg width=\"%.0f\" height=\"%.0f\" role=\"group\" "
                "aria-label=\"dataflow graph\">\n",
                pic.drawing.width, pic.drawing.height);
    for (size_t i = 0; i < pic.drawing.edge_count; i++) put_edge(p, &pic, &pic.drawing.edges[i]);
    for (size_t i = 0; i < pic.drawing.box_count; i++) put_box(p, &pic, i);
    tn_text_say(&p->out, "</svg></div>\n<div class=\"panels\">\n");
    for (size_t i = 0; i < pic.drawing.box_count; i++) put_panel(p, &pic, pic.nodes[i]);
    tn_text_say(&p->out, "</div>\n");

    if (!put_reasons(p, partition, losers)) return false;
    put_rejected(p, partition);
    put_states(p, partition);
    return true;
}

bool cg_page_write(cg_engine *engine, const char *title, size_t losers, tunip_write_fn write,
                   void *user)
{
    page p = {.engine = engine};
    put_head(&p, title);
    put_legend(&p);
    bool fine = true;
    for (size_t i = 0; fine && i < engine->partition_count; i++)
        fine = put_function(&p, &engine->partitions[i], losers);
    tn_text_say(&p.out, "</main>\n<script>%s</script>\n%s", collage_js, tn_html_end);
    if (fine && !engine->memory->failed) return tn_text_end(&p.out, write, user, NULL) == TUNIP_OK;
    tn_text_free(&p.out);
    return false;
}

/* ======== report ======== */

/* Candidates, the chosen ones and the cost, as JSON. */

typedef struct lines {
    tunip_str *items;
    size_t count;
} lines;

static int by_text(const void *a, const void *b)
{
    return cg_compare(*(const tunip_str *)a, *(const tunip_str *)b);
}

/* The candidates of a list, except the host's. */
static bool describe(cg_engine *e, cg_partition *p, const cg_candidates *list, bool with_costs,
                     lines *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const cg_candidate *candidate = list->items[i];
        tn_text text = {.failed = false};
        if (candidate->spec->is_host) continue;
        cg_candidate_say(&text, e->context, &p->graph, candidate,
                         with_costs ? candidate->cost : NAN);
        tunip_str taken = cg_taken(&text, e->memory);
        if (!CG_PUSH(e->memory, out->items, out->count, taken)) return false;
    }
    return true;
}

static void put_list(tunip_json_writer *w, const char *key, lines *list, bool sorted)
{
    if (sorted && list->count > 1) qsort(list->items, list->count, sizeof *list->items, by_text);
    tunip_json_key(w, key);
    tunip_json_open(w, '[');
    for (size_t i = 0; i < list->count; i++) tunip_json_put_string(w, list->items[i]);
    tunip_json_close(w, ']');
}

static void put_totals(cg_engine *e, tunip_json_writer *w)
{
    double cost = 0, searched = 0;
    size_t transitions = 0, equals = 0;
    bool is_optimal = true;
    for (size_t i = 0; i < e->partition_count; i++) {
        const cg_partition *p = &e->partitions[i];
        cost += p->cost;
        searched += p->cover.cost;
        transitions += p->cover.transitions;
        equals += p->cover.equals;
        is_optimal = is_optimal && p->cover.is_optimal && !p->is_cut;
    }
    tunip_json_key(w, "estimated_cost");
    tunip_json_put_float(w, cost);
    tunip_json_key(w, "transitions");
    tunip_json_put_size(w, transitions);
    tunip_json_key(w, "path_cost");
    tunip_json_put_float(w, searched);
    tunip_json_key(w, "equal_paths");
    tunip_json_put_size(w, equals);
    tunip_json_key(w, "optimal");
    tunip_json_put_bool(w, is_optimal);
}

tunip_status cg_report_write(cg_engine *e, size_t explained, tunip_write_fn write, void *user,
                             tunip_error *error)
{
    lines candidates = {NULL, 0}, costs = {NULL, 0}, chosen = {NULL, 0};
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        if (!describe(e, p, &p->index.all, false, &candidates) ||
            !describe(e, p, &p->index.all, true, &costs) ||
            !describe(e, p, &p->chosen, true, &chosen))
            return tn_no_memory(error);
    }
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    put_list(w, "candidates", &candidates, true);
    put_list(w, "candidates_with_costs", &costs, true);
    put_list(w, "chosen", &chosen, false);
    put_totals(e, w);
    bool fine = !explained || cg_explain_json(e, explained, w);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    tunip_status status = tunip_json_writer_end(w, error);
    return fine ? status : TUNIP_ERROR_MEMORY;
}
