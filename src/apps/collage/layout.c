/* layout.c -- layers, orders and places. */
#include "layout.h"

#include <stdlib.h>

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
    cg_memory *memory;
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

static bool add_point(layout *l, size_t rank)
{
    item point = {.rank = rank, .width = 6};
    return CG_PUSH(l->memory, l->items, l->count, point);
}

/* A very long edge is drawn straight if there are too many points already. */
static bool add_edge(layout *l, size_t e)
{
    const cg_edge *edge = &l->drawing->edges[e];
    size_t top = l->items[edge->from].rank, bottom = l->items[edge->to].rank, before = edge->from;
    l->chains[e] = 0;
    if (l->count > l->drawing->box_count + MOST_POINTS) return true;
    for (size_t rank = top + 1; rank < bottom; rank++) {
        if (!add_point(l, rank) || !connect(l, before, l->count - 1)) return false;
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

static void find_orders(layout *l)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t i = 1; i < l->layer_count; i++) {
            bool downwards = sweep % 2 == 0;
            order_layer(l, downwards ? i : l->layer_count - 1 - i, downwards);
        }
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

static double mean_x(const layout *l, const item *at)
{
    double sum = 0;
    for (size_t i = 0; i < at->above_count; i++) sum += l->items[at->above[i]].x;
    for (size_t i = 0; i < at->below_count; i++) sum += l->items[at->below[i]].x;
    size_t count = at->above_count + at->below_count;
    return count ? sum / (double)count : at->x;
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
                at->key = mean_x(l, at);
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

static bool set_points(layout *l, size_t e, double left)
{
    cg_edge *edge = &l->drawing->edges[e];
    double *points = NULL;
    size_t count = 0;
    for (size_t at = l->chains[e]; at && at >= l->drawing->box_count; at = l->items[at].below[0])
        if (!CG_PUSH(l->memory, points, count, l->items[at].x - left) ||
            !CG_PUSH(l->memory, points, count, y_of(l, l->items[at].rank)))
            return false;
    edge->points = points;
    edge->point_count = count / 2;
    return true;
}

bool cg_layout(cg_drawing *drawing, cg_memory *memory)
{
    double left;
    layout l = {.drawing = drawing, .memory = memory};
    if (!find_ranks(&l) || !make_items(&l)) return false;
    find_orders(&l);
    if (!find_places(&l)) return false;
    find_borders(&l, &left);
    for (size_t i = 0; i < drawing->box_count; i++) {
        drawing->boxes[i].x = l.items[i].x - left;
        drawing->boxes[i].y = y_of(&l, l.items[i].rank);
    }
    for (size_t e = 0; e < drawing->edge_count; e++)
        if (!set_points(&l, e, left)) return false;
    return true;
}
