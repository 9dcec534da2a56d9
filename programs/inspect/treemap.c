/* treemap.c -- the sizes of the parts of a file, as a drawing. */
#include "treemap.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/util/html.h"
#include "../../src/util/tables.h"
#include "objects.h"

/* Squarified (Bruls, Huizing, van Wijk, "Squarified Treemaps", 2000): the largest part comes first,
 * and parts stand in rows along the shorter side as long as that makes them squarer. */

enum {
    WIDE = 1100,
    HALF = 540, /* the width of one of two */
    TALL = 420,
    EDGE = 2,   /* around the parts of a part */
    HEAD = 15,  /* the line above them with its name */
    LETTER = 7, /* the width of a letter */
    DEEPEST = 12
};

/* A part: a node, a symbol of a library, or the bytes of a node that belong to no part of it. */
typedef struct part {
    const in_node *node; /* that has the link */
    const in_symbol *symbol;
    tunip_str name, content;
    double bytes;
    const char *kind; /* the class of the rectangle */
    bool is_node;     /* it may have parts of its own */
} part;

typedef struct area {
    double x, y, wide, tall;
} area;

typedef struct treemap {
    in_text *out;
    const in_tree *tree;
    const in_map_side *side; /* or NULL */
    tn_map changes;          /* from nodes and symbols of this side to places in the list plus 1 */
    double *bytes; /* of each node, by its number: its own, or those of its parts if larger */
} treemap;

static double own_bytes(const in_node *node)
{
    return node->role == IN_VIEW ? 0 : (double)node->head.size + (double)node->data.size;
}

/* A child has a higher number than its parent. */
static bool weigh(treemap *m)
{
    size_t count = m->tree->name_count;
    const in_node **nodes = calloc(count + 1, sizeof *nodes);
    double *parts = calloc(count + 1, sizeof *parts);
    m->bytes = calloc(count + 1, sizeof *m->bytes);
    bool fine = nodes && parts && m->bytes;
    for (const in_node *node = NULL; fine && (node = in_walk(m->tree, node));)
        nodes[node->number] = node;
    for (size_t i = count; fine && i-- > 0;) {
        if (!nodes[i]) continue;
        double own = own_bytes(nodes[i]);
        m->bytes[i] = own > parts[i] ? own : parts[i];
        if (nodes[i]->parent) parts[nodes[i]->parent->number] += m->bytes[i];
    }
    free(nodes);
    free(parts);
    return fine;
}

/* ---- the parts of a part ---- */

static const char *kind_of(const in_node *node)
{
    if (tunip_str_is(node->kind, "tensor")) return "tensor";
    if (tunip_str_is(node->kind, "binary") || in_is_object_file(node->kind)) return "code";
    return node->first ? "group" : "text";
}

static int by_address(const void *a, const void *b)
{
    const in_symbol *left = *(const in_symbol *const *)a, *right = *(const in_symbol *const *)b;
    return (left->content.data > right->content.data) - (left->content.data < right->content.data);
}

static int by_size(const void *a, const void *b)
{
    double left = ((const part *)a)->bytes, right = ((const part *)b)->bytes;
    return (left < right) - (left > right);
}

/* Adds functions and data of a library. Several symbols may name the same bytes. Blobs are
 * nodes. */
static size_t add_symbols(const in_node *node, part *parts)
{
    size_t count = 0, added = 0;
    const in_symbol **sorted = calloc(node->symbols->count + 1, sizeof *sorted);
    for (size_t i = 0; sorted && i < node->symbols->count; i++) {
        const in_symbol *symbol = &node->symbols->items[i];
        if (symbol->content.size && strcmp(symbol->kind, "blob") != 0) sorted[count++] = symbol;
    }
    if (count) qsort(sorted, count, sizeof *sorted, by_address);
    const char *end = NULL;
    const in_node *list = in_child(node, "symbols.txt");
    for (size_t i = 0; i < count; i++) {
        tunip_str content = sorted[i]->content;
        if (end && content.data < end) continue;
        end = content.data + content.size;
        bool is_code = strcmp(sorted[i]->kind, "function") == 0;
        parts[added++] = (part){.node = list ? list : node,
                                .symbol = sorted[i],
                                .name = sorted[i]->name,
                                .content = content,
                                .bytes = (double)content.size,
                                .kind = is_code ? "code" : "data"};
    }
    free(sorted);
    return added;
}

/* How many bytes of parts are in front of a place: for the places where parts begin, and for those
 * where they end, the sum of the first ones. Sums may wrap around: only differences count. */
typedef struct edges {
    uintptr_t *places; /* in order */
    uintptr_t *sums;   /* of the places in front of each, and of all */
    size_t count;
} edges;

static int by_place(const void *a, const void *b)
{
    uintptr_t left = *(const uintptr_t *)a, right = *(const uintptr_t *)b;
    return (left > right) - (left < right);
}

static bool make_edges(edges *e, const part *parts, size_t count, bool is_end)
{
    e->count = count;
    e->places = calloc(count + 1, sizeof *e->places);
    e->sums = calloc(count + 1, sizeof *e->sums);
    if (!e->places || !e->sums) return false;
    for (size_t i = 0; i < count; i++)
        e->places[i] = (uintptr_t)parts[i].content.data + (is_end ? parts[i].content.size : 0);
    qsort(e->places, count, sizeof *e->places, by_place);
    for (size_t i = 0; i < count; i++) e->sums[i + 1] = e->sums[i] + e->places[i];
    return true;
}

/* The sum of the distances from all edges in front of a place to it. */
static uintptr_t sum_before(const edges *e, uintptr_t place)
{
    size_t low = 0, high = e->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        *(e->places[middle] < place ? &low : &high) = middle + (e->places[middle] < place);
    }
    return low * place - e->sums[low];
}

/* The bytes of a region that parts have; bytes of two parts count twice. */
static double common_bytes(tunip_str region, const edges ends[2])
{
    uintptr_t begin = (uintptr_t)region.data, end = begin + region.size;
    return (double)(sum_before(&ends[0], end) - sum_before(&ends[1], end) -
                    sum_before(&ends[0], begin) + sum_before(&ends[1], begin));
}

/* Adds the regions of a file, without the parts that are there, and subtracts their bytes from
 * `*bytes`. False when out of memory. */
static bool add_regions(const in_node *node, part *parts, size_t *count, double *bytes)
{
    edges ends[2] = {{.count = 0}, {.count = 0}};
    bool fine = make_edges(&ends[0], parts, *count, false) && /* where they begin */
                make_edges(&ends[1], parts, *count, true);
    for (size_t i = 0; fine && i < node->regions->count; i++) {
        const in_symbol *region = &node->regions->items[i];
        double rest = (double)region->content.size - common_bytes(region->content, ends);
        if (rest < 1) continue;
        *bytes -= rest;
        parts[(*count)++] = (part){node, NULL, region->name, region->content, rest, "rest", false};
    }
    for (size_t i = 0; i < 2; i++) {
        free(ends[i].places);
        free(ends[i].sums);
    }
    return fine;
}

/* The parts of a node, the largest first. The caller frees them. */
static part *find_parts(const treemap *m, const in_node *node, size_t *count)
{
    size_t room =
        1 + (node->symbols ? node->symbols->count : 0) + (node->regions ? node->regions->count : 0);
    for (const in_node *child = node->first; child; child = child->next) room++;
    part *parts = calloc(room, sizeof *parts);
    *count = 0;
    if (!parts) return NULL;
    double rest = m->bytes[node->number];
    for (const in_node *child = node->first; child; child = child->next)
        if (m->bytes[child->number] > 0)
            parts[(*count)++] =
                (part){child,          NULL, child->name, child->data, m->bytes[child->number],
                       kind_of(child), true};
    if (node->symbols) *count += add_symbols(node, parts + *count);
    for (size_t i = 0; i < *count; i++) rest -= parts[i].bytes;
    if (node->regions && !add_regions(node, parts, count, &rest)) {
        free(parts);
        *count = 0;
        return NULL;
    }
    if (*count && rest >= 1) {
        tunip_str name = tunip_str_from(node->regions ? "padding" : "other bytes");
        parts[(*count)++] = (part){node, NULL, name, (tunip_str){NULL, 0}, rest, "rest", false};
    }
    qsort(parts, *count, sizeof *parts, by_size);
    return parts;
}

/* ---- rectangles ---- */

static void put_words(treemap *m, tunip_str words, tunip_escape_style style)
{
    tn_html_put(words, style, in_put_chunk, m->out);
}

static void put_label(treemap *m, tunip_str name, const area *a)
{
    size_t letters = (size_t)(a->wide - 4) / LETTER, size = name.size;
    bool is_cut = size > letters;
    if (a->wide < 5 * LETTER || a->tall < HEAD) return;
    if (is_cut) size = letters - 3;
    while (is_cut && size && (name.data[size] & 0xC0) == 0x80) size--;
    in_say(m->out, "<text aria-hidden=\"true\" x=\"%.1f\" y=\"%.1f\">", a->x + 3, a->y + 11);
    put_words(m, (tunip_str){name.data, size}, TUNIP_ESCAPE_LINE);
    in_puts(m->out, is_cut ? "...</text>" : "</text>");
}

static void put_parts(treemap *m, const in_node *node, const area *a, size_t depth);

/* The first change of a node or symbol counts. False when out of memory. */
static bool index_changes(treemap *m)
{
    bool fine = true;
    for (size_t i = 0; m->side && i < m->side->changes->count; i++) {
        const in_change *change = &m->side->changes->items[i];
        const void *const keys[] = {change->nodes[m->side->side], change->symbols[m->side->side]};
        for (size_t k = 0; k < TUNIP_LEN(keys); k++) {
            uint64_t *place = keys[k] ? tn_map_put(&m->changes, keys[k], NULL) : NULL;
            if (place && !*place) *place = i + 1;
            fine = fine && (place || !keys[k]);
        }
    }
    return fine;
}

/* The change of a part; NULL: there is none. Of its parts, only the part that changed counts. */
static const in_change *find_change(const treemap *m, const part *p)
{
    const uint64_t *place =
        tn_map_get(&m->changes, p->is_node ? (const void *)p->node : (const void *)p->symbol);
    return place ? &m->side->changes->items[*place - 1] : NULL;
}

/* Begins the element of a part: a link, or a group for one that has not changed. */
static void put_element(treemap *m, const part *p, const in_change *change)
{
    if (!m->side)
        in_say(m->out, "<a class=\"%s\" href=\"#p%zu\" aria-label=\"", p->kind, p->node->number);
    else if (change)
        in_say(m->out, "<a class=\"%s differs\" href=\"#c%zu\" aria-label=\"%s ", p->kind,
               (size_t)(change - m->side->changes->items), change->what);
    else
        in_say(m->out, "<g class=\"%s\"", p->kind);
    for (int i = m->side && !change; i < 2; i++) {
        in_puts(m->out, !i ? "" : m->side && !change ? "><title>" : "\"><title>");
        if (i && change) in_say(m->out, "%s ", change->what);
        put_words(m, p->name, TUNIP_ESCAPE_LINE);
        in_say(m->out, ": %.0f bytes", p->bytes);
    }
}

static void put_part(treemap *m, const part *p, const area *a, size_t depth)
{
    if (a->wide < 2 || a->tall < 2) return;
    const in_change *change = find_change(m, p);
    put_element(m, p, change);
    in_say(m->out, "</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", a->x,
           a->y, a->wide - 1, a->tall - 1);
    put_label(m, p->name, a);
    in_puts(m->out, m->side && !change ? "</g>\n" : "</a>\n");
    area inner = {a->x + EDGE, a->y + HEAD, a->wide - 1 - 2 * EDGE, a->tall - 1 - HEAD - EDGE};
    if (p->is_node && depth < DEEPEST && inner.wide > HEAD && inner.tall > EDGE)
        put_parts(m, p->node, &inner, depth + 1);
}

/* How far the worst rectangle of a row is from a square, if parts of these areas share a side. */
static double worst_of(double largest, double least, double sum, double side)
{
    double wide = side * side * largest / (sum * sum), tall = sum * sum / (side * side * least);
    return wide > tall ? wide : tall;
}

/* Places parts along the shorter side of the rest of an area, and takes their space from it. */
static void put_row(treemap *m, const part *parts, size_t count, double scale, area *rest,
                    size_t depth)
{
    double sum = 0;
    bool is_column = rest->wide >= rest->tall;
    for (size_t i = 0; i < count; i++) sum += parts[i].bytes * scale;
    double thick = sum / (is_column ? rest->tall : rest->wide), at = 0;
    for (size_t i = 0; i < count; i++) {
        double length = parts[i].bytes * scale / thick;
        area a = is_column ? (area){rest->x, rest->y + at, thick, length}
                           : (area){rest->x + at, rest->y, length, thick};
        put_part(m, &parts[i], &a, depth);
        at += length;
    }
    *(is_column ? &rest->x : &rest->y) += thick;
    *(is_column ? &rest->wide : &rest->tall) -= thick;
}

/* The number of parts in the next row. */
static size_t count_row(const part *parts, size_t count, double scale, const area *rest)
{
    double side = rest->wide < rest->tall ? rest->wide : rest->tall;
    double largest = parts[0].bytes * scale, sum = largest;
    double worst = worst_of(largest, largest, sum, side);
    size_t taken = 1;
    for (; taken < count; taken++) {
        double next = parts[taken].bytes * scale;
        double with = worst_of(largest, next, sum + next, side);
        if (with > worst) break;
        worst = with;
        sum += next;
    }
    return taken;
}

static void put_parts(treemap *m, const in_node *node, const area *a, size_t depth)
{
    size_t count, begin = 0;
    part *parts = find_parts(m, node, &count);
    area rest = *a;
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += parts[i].bytes;
    double scale = sum > 0 ? a->wide * a->tall / sum : 0;
    while (begin < count && rest.wide > 1 && rest.tall > 1) {
        size_t taken = count_row(parts + begin, count - begin, scale, &rest);
        put_row(m, parts + begin, taken, scale, &rest, depth);
        begin += taken;
    }
    if (!parts) m->out->raw.failed = true;
    free(parts);
}

void in_put_map_key(in_text *out, bool has_changes)
{
    in_puts(out, "<p class=\"key\"><span class=\"tensor\">tensors</span> "
                 "<span class=\"code\">code</span> <span class=\"data\">data</span> "
                 "<span class=\"text\">other parts</span> "
                 "<span class=\"rest\">headers, sections without symbols, and padding</span>");
    in_puts(out, has_changes ? " <span class=\"differs\">differs</span></p>\n" : "</p>\n");
}

double in_map_bytes(const in_tree *tree)
{
    treemap m = {.tree = tree};
    double bytes = weigh(&m) ? m.bytes[tree->root->number] : 0;
    free(m.bytes);
    return bytes;
}

void in_put_treemap(in_text *out, const in_tree *tree, const in_map_side *side)
{
    treemap m = {.out = out, .tree = tree, .side = side};
    size_t count = 0;
    tn_map_init(&m.changes, &tn_malloc);
    part *parts = weigh(&m) && index_changes(&m) ? find_parts(&m, tree->root, &count) : NULL;
    if (!parts) out->raw.failed = true;
    free(parts);
    if (count) {
        area all = {0, 0, side ? HALF : WIDE, TALL};
        double bytes = m.bytes[tree->root->number];
        double share = side && side->most_bytes > bytes ? bytes / side->most_bytes : 1;
        all.tall *= share < 0.1 ? 0.1 : share;
        const char *which = !side ? "" : side->side ? ", right" : ", left";
        in_say(out,
               "<div class=\"map\" tabindex=\"0\" role=\"region\" aria-label=\"the sizes of the "
               "parts%s\"><svg width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
               which, all.wide, all.tall, all.wide, all.tall);
        put_parts(&m, tree->root, &all, 0);
        in_puts(out, "</svg></div>\n");
    }
    tn_map_free(&m.changes);
    free(m.bytes);
}
