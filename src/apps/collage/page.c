/* page.c -- a partition as a page in HTML, whose graph is drawn in SVG. */
#include "page.h"

#include <math.h>

#include "collage_files.h"
#include "explain.h"
#include "layout.h"

enum { COLOURS = 8, MOST_CANDIDATES = 30, MOST_ROWS = 500, LETTER = 7, BOX_HEIGHT = 26 };

typedef struct page {
    cg_engine *engine;
    cg_buffer out;
} page;

/* ---- text ---- */

static int put_escaped(const char *data, size_t size, void *out)
{
    return tunip_html_escape((tunip_str){data, size}, cg_put_chunk, out);
}

static void put_text(page *p, tunip_str text)
{
    tunip_escape(text, TUNIP_ESCAPE_TEXT, put_escaped, &p->out);
}

static void put_cost(page *p, double seconds)
{
    if (isnan(seconds))
        cg_say(&p->out, "not estimated");
    else if (isinf(seconds))
        cg_say(&p->out, "impossible");
    else
        cg_say(&p->out, "%.3f us", seconds * 1e6);
}

static void put_more(page *p, double cost, double best)
{
    put_cost(p, cost);
    if (isfinite(cost)) cg_say(&p->out, " (+%.3f us)", (cost - best) * 1e6);
}

static void put_name(page *p, const cg_candidate *candidate)
{
    put_text(p, cg_candidate_name(p->out.memory, candidate));
    cg_say(&p->out, " ");
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
        cg_say(&p->out, "host");
    else
        cg_say(&p->out, "b%zu", colour_of(p, spec));
}

static void put_legend(page *p)
{
    cg_say(&p->out, "<ul class=\"legend\">");
    for (size_t i = 0; i < p->engine->spec_count; i++) {
        cg_say(&p->out, "<li><span class=\"");
        put_class(p, p->engine->specs[i]);
        cg_say(&p->out, "\"></span>");
        put_text(p, p->engine->specs[i]->name);
        cg_say(&p->out, "</li>");
    }
    cg_say(&p->out, "</ul>\n");
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
    return CG_PUSH(p->out.memory, pic->nodes, count, index) &&
           CG_PUSH(p->out.memory, pic->drawing.boxes, pic->drawing.box_count, box);
}

static bool add_edges(page *p, picture *pic, uint32_t index)
{
    const cg_indices *inputs = &pic->partition->graph.nodes[index].inputs;
    for (size_t k = 0; pic->box_of[index] && k < inputs->count; k++) {
        uint32_t from = pic->box_of[inputs->items[k]];
        cg_edge edge = {.from = from - 1, .to = pic->box_of[index] - 1};
        if (from && !CG_PUSH(p->out.memory, pic->drawing.edges, pic->drawing.edge_count, edge))
            return false;
    }
    return true;
}

static bool make_picture(page *p, picture *pic)
{
    const cg_graph *graph = &pic->partition->graph;
    const cg_candidates *all = &pic->partition->index.all, *chosen = &pic->partition->chosen;
    cg_memory *memory = p->out.memory;
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
    cg_say(&p->out, "<polyline%s points=\"%.0f,%.0f", is_inner ? " class=\"inner\"" : "", from->x,
           from->y + BOX_HEIGHT / 2.0);
    for (size_t i = 0; i < edge->point_count; i++)
        cg_say(&p->out, " %.0f,%.0f", edge->points[2 * i], edge->points[2 * i + 1]);
    cg_say(&p->out, " %.0f,%.0f\"/>\n", to->x, to->y - BOX_HEIGHT / 2.0);
}

static void put_title(page *p, const picture *pic, uint32_t index)
{
    cg_say(&p->out, "%u ", (unsigned)index);
    put_text(p, pic->partition->graph.nodes[index].label);
}

/* A link to the panel of the expression, which a script shows beside it. */
static void put_box(page *p, const picture *pic, size_t number)
{
    const cg_box *box = &pic->drawing.boxes[number];
    uint32_t index = pic->nodes[number], part = pic->part_of[index];
    cg_say(&p->out, "<a class=\"node\" href=\"#e%zu-%u\" aria-describedby=\"e%zu-%u\" ",
           pic->number, (unsigned)index, pic->number, (unsigned)index);
    cg_say(&p->out, "aria-label=\"");
    put_title(p, pic, index);
    cg_say(&p->out, "\"><rect class=\"");
    put_class(p, part ? pic->partition->chosen.items[part - 1]->spec : NULL);
    cg_say(&p->out, "\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%d\" rx=\"4\"/>",
           box->x - box->width / 2, box->y - BOX_HEIGHT / 2.0, box->width, BOX_HEIGHT);
    cg_say(&p->out, "<text x=\"%.0f\" y=\"%.0f\">", box->x, box->y);
    put_text(p, pic->partition->graph.nodes[index].label);
    cg_say(&p->out, "</text></a>\n");
}

static void put_candidate(page *p, const cg_candidate *candidate, const char *note)
{
    cg_say(&p->out, "<tr><td><span class=\"key ");
    put_class(p, candidate->spec);
    cg_say(&p->out, "\"></span>");
    put_name(p, candidate);
    cg_say(&p->out, "</td><td class=\"number\">");
    put_cost(p, candidate->cost);
    cg_say(&p->out, "</td><td>%s</td></tr>\n", note);
}

/* The chosen partition of an expression, and all other candidates that contain it. */
static void put_panel(page *p, const picture *pic, uint32_t index)
{
    const cg_partition *partition = pic->partition;
    const cg_indices *list = &pic->candidates.lists[index];
    uint32_t part = pic->part_of[index];
    cg_say(&p->out, "<section class=\"panel\" id=\"e%zu-%u\" role=\"tooltip\"><p>", pic->number,
           (unsigned)index);
    put_title(p, pic, index);
    if (!part && !list->count) cg_say(&p->out, ": no candidate contains it");
    cg_say(&p->out, "</p>");
    if (part || list->count) cg_say(&p->out, "<table>\n");
    const cg_candidate *chosen = part ? partition->chosen.items[part - 1] : NULL;
    if (chosen) put_candidate(p, chosen, "chosen");
    size_t others = 0;
    for (size_t i = 0; i < list->count; i++) {
        const cg_candidate *other = partition->index.all.items[list->items[i]];
        if (other != chosen && others++ < MOST_CANDIDATES) put_candidate(p, other, "");
    }
    if (part || list->count) cg_say(&p->out, "</table>");
    if (others > MOST_CANDIDATES)
        cg_say(&p->out, "<p>and %zu more candidates</p>", others - MOST_CANDIDATES);
    cg_say(&p->out, "</section>\n");
}

static bool put_drawing(page *p, const cg_partition *partition)
{
    picture pic = {.partition = partition, .number = (size_t)(partition - p->engine->partitions)};
    if (!make_picture(p, &pic)) return false;
    cg_say(&p->out,
           "<div class=\"drawing\"><svg width=\"%.0f\" height=\"%.0f\" role=\"group\" "
           "aria-label=\"dataflow graph\">\n",
           pic.drawing.width, pic.drawing.height);
    for (size_t i = 0; i < pic.drawing.edge_count; i++) put_edge(p, &pic, &pic.drawing.edges[i]);
    for (size_t i = 0; i < pic.drawing.box_count; i++) put_box(p, &pic, i);
    cg_say(&p->out, "</svg></div>\n<div class=\"panels\">\n");
    for (size_t i = 0; i < pic.drawing.box_count; i++) put_panel(p, &pic, pic.nodes[i]);
    cg_say(&p->out, "</div>\n");
    return true;
}

/* ---- tables ---- */

static void put_losers(page *p, const cg_reason *r, double best)
{
    for (size_t i = 0; i < r->loser_count; i++) {
        cg_say(&p->out, "<tr><td></td><td>");
        put_name(p, r->losers[i].candidate);
        cg_say(&p->out, "</td><td class=\"number\">");
        put_cost(p, r->losers[i].candidate->cost);
        cg_say(&p->out, "</td><td class=\"number\">with it ");
        put_more(p, r->losers[i].cost, best);
        cg_say(&p->out, "</td></tr>\n");
    }
    if (r->unlisted)
        cg_say(&p->out,
               "<tr><td></td><td class=\"faint\">and %zu more</td><td></td><td></td>"
               "</tr>\n",
               r->unlisted);
}

static bool put_reasons(page *p, cg_partition *partition, size_t losers)
{
    cg_explanation explanation;
    if (!cg_explain(p->engine, partition, losers, &explanation)) return false;
    cg_say(&p->out, "<h3>Why</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                    "<tr><th>chosen</th><th>lost</th><th>cost</th>"
                    "<th>the best partition otherwise</th></tr>\n");
    for (size_t i = 0; i < explanation.count; i++) {
        const cg_reason *r = &explanation.reasons[i];
        cg_say(&p->out, "<tr><td>");
        put_name(p, r->candidate);
        cg_say(&p->out, "</td><td></td><td class=\"number\">");
        put_cost(p, r->candidate->cost);
        cg_say(&p->out, "</td><td class=\"number\">without it ");
        put_more(p, r->without, partition->cover.cost);
        cg_say(&p->out, "</td></tr>\n");
        put_losers(p, r, partition->cover.cost);
    }
    cg_say(&p->out, "</table></div>\n");
    return true;
}

static void put_rejected(page *p, const cg_partition *partition)
{
    if (!partition->rejected_count) return;
    cg_say(&p->out, "<h3>Not valid</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                    "<tr><th>candidate</th><th>reason</th></tr>\n");
    for (size_t i = 0; i < partition->rejected_count && i < MOST_ROWS; i++) {
        cg_say(&p->out, "<tr><td>");
        put_name(p, partition->rejected[i].candidate);
        cg_say(&p->out, "</td><td>");
        put_text(p, tunip_str_from(partition->rejected[i].reason));
        cg_say(&p->out, "</td></tr>\n");
    }
    cg_say(&p->out, "</table></div>\n");
    if (partition->rejected_count > MOST_ROWS)
        cg_say(&p->out, "<p class=\"faint\">and %zu more</p>\n",
               partition->rejected_count - MOST_ROWS);
}

static void put_states(page *p, const cg_partition *partition)
{
    const cg_cover *cover = &partition->cover;
    cg_say(&p->out, "<h3>The search</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                    "<tr><th>state</th><th>next expression</th>"
                    "<th>covered</th><th>cost</th></tr>\n");
    for (size_t i = 0; i < cover->expanded_count && i < MOST_ROWS; i++) {
        const cg_expanded *at = &cover->expanded[i];
        cg_say(&p->out, "<tr><td class=\"number\">%zu</td><td>%u ", i + 1, (unsigned)at->next);
        put_text(p, partition->graph.nodes[at->next].label);
        cg_say(&p->out, "</td><td class=\"number\">%zu of %u</td><td class=\"number\">",
               at->covered, (unsigned)partition->graph.count);
        put_cost(p, at->cost);
        cg_say(&p->out, "</td></tr>\n");
    }
    cg_say(&p->out, "</table></div>\n");
    if (cover->expanded_count > MOST_ROWS)
        cg_say(&p->out, "<p class=\"faint\">and %zu more</p>\n", cover->expanded_count - MOST_ROWS);
}

/* ---- the page ---- */

static void put_head(page *p, const char *title)
{
    cg_say(&p->out,
           "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "base-uri 'none'; form-action 'none'; style-src '%s' '%s'; script-src '%s'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<title>",
           theme_css_hash, collage_css_hash, collage_js_hash);
    put_text(p, tunip_str_from(title));
    cg_say(&p->out, "</title>\n<style>%s</style>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>",
           theme_css, collage_css);
    put_text(p, tunip_str_from(title));
    cg_say(&p->out, "</h1>\n");
}

static bool put_function(page *p, cg_partition *partition, size_t losers)
{
    cg_say(&p->out, "<h2>@");
    put_text(p, partition->name);
    cg_say(&p->out, ": ");
    put_cost(p, partition->cover.cost);
    cg_say(&p->out, "</h2>\n<p>%zu candidates, %zu states, %zu transitions%s</p>\n",
           partition->index.all.count, partition->cover.states, partition->cover.transitions,
           partition->cover.is_optimal && !partition->is_cut ? "" : "; may not be optimal");
    if (!put_drawing(p, partition) || !put_reasons(p, partition, losers)) return false;
    put_rejected(p, partition);
    put_states(p, partition);
    return true;
}

bool cg_page_write(cg_engine *engine, const char *title, size_t losers, tunip_write_fn write,
                   void *user)
{
    page p = {.engine = engine, .out = {.memory = engine->memory}};
    put_head(&p, title);
    put_legend(&p);
    for (size_t i = 0; i < engine->partition_count; i++)
        if (!put_function(&p, &engine->partitions[i], losers)) return false;
    cg_say(&p.out, "</main>\n<script>%s</script>\n</body>\n</html>\n", collage_js);
    tunip_str text = cg_taken(&p.out);
    return !engine->memory->failed && write(text.data, text.size, user) == 0;
}
