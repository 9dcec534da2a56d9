/* page.c -- a partition as a page in HTML, as a graph for Graphviz, and as JSON. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/html.h"
#include "../../src/util/os.h"
#include "../../src/util/size.h"
#include "collage_files.h" /* made of collage.css */
#include "engine.h"

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
    char cost[TN_SECONDS_SIZE];
    tn_text label = {.failed = false};
    tn_text_put_str(&label, chosen->spec->name);
    tn_text_say(&label, " %s", tn_seconds_text(chosen->cost, cost));
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

/* A partition as a page in HTML, whose graph graph.js draws. */

enum { MOST_CANDIDATES = 30, MOST_ROWS = 500 };

typedef struct page {
    cg_engine *engine;
    tunip_str title;
    tn_text out;
    tunip_json_writer *json; /* of the graph */
} page;

/* ---- text ---- */

static void put_text(page *p, tunip_str text)
{
    tn_html_put(text, TUNIP_ESCAPE_TEXT, tn_text_put_chunk, &p->out);
}

typedef struct cg_pair {
    size_t from, to;
} cg_pair;

static int by_ends(const void *a, const void *b)
{
    const cg_pair *left = a, *right = b;
    if (left->to != right->to) return left->to < right->to ? -1 : 1;
    return left->from < right->from ? -1 : left->from > right->from;
}

/* ---- the graph ---- */

/* The graph of one function. Operators, scalars and functions are not drawn. */
typedef struct picture {
    cg_partition *partition;
    const cg_explanation *why;
    const cg_candidates *parts; /* of the view in hand */
    uint32_t *part_of;          /* of each expression: 1 + its part in this view, or 0 */
    uint32_t *number_of;        /* of each expression: 1 + its node in the view, or 0 */
    cg_by_node candidates;      /* of each expression */
} picture;

static tunip_str say_seconds(page *p, double seconds)
{
    char room[TN_SECONDS_SIZE];
    const char *words = isnan(seconds)   ? "not estimated"
                        : isinf(seconds) ? "impossible"
                                         : tn_seconds_text(seconds, room);
    tn_text text = {.failed = false};
    tn_text_put_word(&text, words);
    return cg_taken(&text, p->engine->memory);
}

static tunip_str say_more(page *p, double cost, double best)
{
    tn_text text = {.failed = false};
    tn_text_put_str(&text, say_seconds(p, cost));
    if (isfinite(cost)) {
        tn_text_put_word(&text, cost < best ? " (" : " (+");
        tn_text_put_str(&text, say_seconds(p, cost - best));
        tn_text_put_word(&text, ")");
    }
    return cg_taken(&text, p->engine->memory);
}

static bool put_fact(page *p, const char *name, tunip_str words)
{
    const tunip_str row[] = {tunip_str_from(name), words};
    return tn_html_put_words(p->json, row, TUNIP_LEN(row));
}

static tunip_str full_name(page *p, const cg_candidate *candidate)
{
    tn_arena *memory = p->engine->memory;
    return cg_join(memory, cg_candidate_name(memory, candidate), " ", candidate->sub_graph->label);
}

/* The colour of a backend: its number, after eight the same again. */
static const char *class_of(const page *p, const cg_spec *spec)
{
    static const char *const classes[] = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"};
    size_t i = 0;
    while (i < p->engine->spec_count && p->engine->specs[i] != spec) i++;
    return !spec || spec->is_host ? "host" : classes[i % TUNIP_LEN(classes)];
}

/* ---- candidates ---- */

static bool put_candidate(page *p, const cg_candidate *candidate, const char *note)
{
    const tunip_str row[] = {tunip_str_from(class_of(p, candidate->spec)), full_name(p, candidate),
                             say_seconds(p, candidate->cost), tunip_str_from(note)};
    return tn_html_put_words(p->json, row, TUNIP_LEN(row));
}

/* The chosen partition of an expression, and all other candidates that contain it. */
static bool put_candidates(page *p, const picture *pic, uint32_t index)
{
    const cg_indices *list = &pic->candidates.lists[index];
    const cg_candidates *all = &pic->partition->index.all;
    uint32_t part = pic->part_of[index];
    const cg_candidate *chosen = part ? pic->parts->items[part - 1] : NULL;
    size_t others = 0;
    bool fine = true;
    tunip_json_key(p->json, "table");
    tunip_json_open(p->json, '[');
    if (chosen) fine = put_candidate(p, chosen, "chosen");
    for (size_t i = 0; i < list->count && fine; i++) {
        const cg_candidate *other = all->items[list->items[i]];
        if (other != chosen && others++ < MOST_CANDIDATES) fine = put_candidate(p, other, "");
    }
    tunip_json_close(p->json, ']');
    return fine;
}

static bool put_expression(page *p, const picture *pic, uint32_t index)
{
    const cg_node *node = &pic->partition->graph.nodes[index];
    uint32_t part = pic->part_of[index];
    const cg_spec *spec = part ? pic->parts->items[part - 1]->spec : NULL;
    char number[16], others[48];
    size_t count = pic->candidates.lists[index].count;
    snprintf(number, sizeof number, "%u", (unsigned)index);
    const tn_html_node shown = {.label = node->label,
                                .colour = class_of(p, spec),
                                .is_leaf = !node->inputs.count && (!spec || spec->is_host)};
    bool fine = tn_html_open_node(p->json, &shown);
    tunip_json_key(p->json, "facts");
    tunip_json_open(p->json, '[');
    fine = fine && put_fact(p, "expression", tunip_str_from(number));
    if (!part && !count) fine = fine && put_fact(p, "candidates", tunip_str_from("none"));
    if (count > MOST_CANDIDATES) {
        snprintf(others, sizeof others, "%zu; the table has %d", count, MOST_CANDIDATES);
        fine = fine && put_fact(p, "candidates", tunip_str_from(others));
    }
    tunip_json_close(p->json, ']');
    fine = fine && ((!part && !count) || put_candidates(p, pic, index));
    tunip_json_close(p->json, '}');
    return fine;
}

/* ---- partitions ---- */

static tunip_str say_share(page *p, const cg_candidate *part, double total)
{
    tn_text text = {.failed = false};
    tn_text_put_str(&text, say_seconds(p, part->cost));
    if (total > 0 && isfinite(part->cost))
        tn_text_say(&text, ", %.1f %%", part->cost / total * 100);
    return cg_taken(&text, p->engine->memory);
}

/* The best candidate that lost against one of the cover. */
static bool put_runner_up(page *p, const picture *pic, const cg_candidate *part)
{
    double best = pic->partition->cover.cost;
    for (size_t i = 0; i < pic->why->count; i++) {
        const cg_reason *r = &pic->why->reasons[i];
        if (r->candidate != part) continue;
        bool fine = put_fact(p, "without it", say_more(p, r->without, best));
        if (fine && r->loser_count)
            fine = put_fact(p, "runner-up", full_name(p, r->losers[0].candidate)) &&
                   put_fact(p, "with that", say_more(p, r->losers[0].cost, best));
        return fine;
    }
    return true;
}

static bool put_part(page *p, const picture *pic, const cg_candidate *part, double total)
{
    cg_candidates joined;
    const tunip_str share = say_share(p, part, total);
    const tn_html_node shown = {.label = part->sub_graph->label,
                                .note = cg_join(p->engine->memory, part->spec->name, " ", share),
                                .colour = class_of(p, part->spec)};
    bool fine = tn_html_open_node(p->json, &shown);
    tunip_json_key(p->json, "facts");
    tunip_json_open(p->json, '[');
    fine = fine && put_fact(p, "partition", cg_candidate_name(p->engine->memory, part));
    fine = fine && put_fact(p, "cost", share) && put_runner_up(p, pic, part) &&
           cg_joined_parts(p->engine, pic->partition, part, &joined);
    for (size_t i = 0; fine && i < joined.count; i++)
        fine = put_fact(p, "joined from", full_name(p, joined.items[i])) &&
               put_runner_up(p, pic, joined.items[i]);
    tunip_json_close(p->json, ']');
    tunip_json_close(p->json, '}');
    return fine;
}

/* ---- views ---- */

/* Notes the part of each expression. */
static void use_parts(picture *pic, const cg_candidates *parts)
{
    pic->parts = parts;
    memset(pic->part_of, 0, pic->partition->graph.count * sizeof *pic->part_of);
    for (size_t i = 0; i < parts->count; i++)
        CG_EACH(index, parts->items[i]->sub_graph->inside) pic->part_of[index] = (uint32_t)i + 1;
}

/* The edges between the nodes of a view, each once. */
static bool put_edges_of(page *p, const picture *pic)
{
    const cg_graph *graph = &pic->partition->graph;
    cg_pair *edges = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        for (size_t k = 0; pic->number_of[i] && k < graph->nodes[i].inputs.count; k++) {
            uint32_t from = pic->number_of[graph->nodes[i].inputs.items[k]];
            cg_pair edge = {from - 1, pic->number_of[i] - 1};
            if (from && edge.from != edge.to && !CG_PUSH(p->engine->memory, edges, count, edge))
                return false;
        }
    if (count > 1) qsort(edges, count, sizeof *edges, by_ends);
    tunip_json_key(p->json, "edges");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; i < count; i++) {
        if (i && by_ends(&edges[i - 1], &edges[i]) == 0) continue;
        tunip_json_put_size(p->json, edges[i].from);
        tunip_json_put_size(p->json, edges[i].to);
    }
    tunip_json_close(p->json, ']');
    return true;
}

static bool open_view(page *p, const picture *pic, const char *what)
{
    tn_text name = {.failed = false};
    tn_text_say(&name, "@");
    tn_text_put_str(&name, pic->partition->name);
    tn_text_say(&name, ": %s", what);
    tunip_json_open(p->json, '{');
    tunip_json_key(p->json, "name");
    bool fine = !name.failed && tn_html_put_word(p->json, tn_text_str(&name));
    tn_text_free(&name);
    tunip_json_key(p->json, "nodes");
    tunip_json_open(p->json, '[');
    memset(pic->number_of, 0, pic->partition->graph.count * sizeof *pic->number_of);
    return fine;
}

/* The outlines around the expressions of each partition. */
static bool put_groups(page *p, const picture *pic)
{
    bool fine = true;
    tunip_json_key(p->json, "groups");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; fine && i < pic->parts->count; i++) {
        const cg_candidate *part = pic->parts->items[i];
        if (part->spec->is_host) continue;
        tunip_json_open(p->json, '{');
        tunip_json_key(p->json, "label");
        fine = tn_html_put_word(p->json, cg_join(p->engine->memory, part->spec->name, " ",
                                                 say_share(p, part, pic->partition->cost)));
        tunip_json_key(p->json, "class");
        tunip_json_put_string(p->json, tunip_str_from(class_of(p, part->spec)));
        tunip_json_key(p->json, "nodes");
        tunip_json_open(p->json, '[');
        CG_EACH(index, part->sub_graph->inside)
        {
            if (pic->number_of[index]) tunip_json_put_size(p->json, pic->number_of[index] - 1);
        }
        tunip_json_close(p->json, ']');
        tunip_json_close(p->json, '}');
    }
    tunip_json_close(p->json, ']');
    return fine;
}

static bool put_expressions(page *p, picture *pic)
{
    const cg_graph *graph = &pic->partition->graph;
    uint32_t count = 0;
    use_parts(pic, &pic->partition->chosen);
    bool fine = open_view(p, pic, "expressions");
    for (uint32_t i = 0; fine && i < graph->count; i++) {
        if (graph->nodes[i].is_inline) continue;
        pic->number_of[i] = ++count;
        fine = put_expression(p, pic, i);
    }
    tunip_json_close(p->json, ']');
    fine = fine && put_edges_of(p, pic) && put_groups(p, pic);
    tunip_json_close(p->json, '}');
    return fine;
}

/* A node for each part, and for each expression that stays with the host. */
static bool put_parts(page *p, picture *pic, const cg_candidates *parts, double total,
                      const char *what)
{
    const cg_graph *graph = &pic->partition->graph;
    uint32_t count = 0;
    use_parts(pic, parts);
    bool fine = open_view(p, pic, what);
    for (size_t i = 0; fine && i < parts->count; i++) {
        if (parts->items[i]->spec->is_host) continue;
        count++;
        CG_EACH(index, parts->items[i]->sub_graph->inside) pic->number_of[index] = count;
        fine = put_part(p, pic, parts->items[i], total);
    }
    for (uint32_t i = 0; fine && i < graph->count; i++) {
        if (pic->number_of[i] || graph->nodes[i].is_inline) continue;
        pic->number_of[i] = ++count;
        fine = put_expression(p, pic, i);
    }
    tunip_json_close(p->json, ']');
    fine = fine && put_edges_of(p, pic);
    tunip_json_close(p->json, '}');
    return fine;
}

static bool put_views(page *p, cg_partition *partition, const cg_explanation *why)
{
    picture pic = {.partition = partition, .why = why};
    const cg_graph *graph = &partition->graph;
    const cg_candidates *all = &partition->index.all;
    tn_arena *memory = p->engine->memory;
    pic.part_of = CG_NEW(memory, uint32_t, graph->count);
    pic.number_of = CG_NEW(memory, uint32_t, graph->count);
    if (!pic.part_of || !pic.number_of ||
        !cg_by_node_init(&pic.candidates, memory, graph, all->count))
        return false;
    for (size_t i = 0; i < all->count; i++)
        if (!cg_by_node_add(&pic.candidates, memory, all->items[i]->sub_graph->inside, (uint32_t)i))
            return false;
    return put_expressions(p, &pic) &&
           put_parts(p, &pic, &partition->cover.chosen, partition->cover.cost,
                     "partitions before coalescing") &&
           put_parts(p, &pic, &partition->chosen, partition->cost, "partitions after coalescing");
}

static bool put_graph(page *p, const cg_explanation *whys)
{
    const cg_engine *e = p->engine;
    bool fine = true;
    p->json = tn_html_open_graph(NULL, &p->out, e->error);
    tunip_json_open(p->json, '{');
    tunip_json_key(p->json, "name");
    fine = tn_html_put_word(p->json, p->title);
    tunip_json_key(p->json, "legend");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; fine && i < e->spec_count; i++) {
        const tunip_str row[] = {tunip_str_from(class_of(p, e->specs[i])), e->specs[i]->name};
        fine = tn_html_put_words(p->json, row, TUNIP_LEN(row));
    }
    tunip_json_close(p->json, ']');
    tunip_json_key(p->json, "views");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; fine && i < e->partition_count; i++)
        fine = put_views(p, &e->partitions[i], &whys[i]);
    tunip_json_close(p->json, ']');
    tunip_json_close(p->json, '}');
    return tn_html_close_graph(p->json, &p->out, e->error) == TUNIP_OK && fine;
}

/* ---- tables ---- */

static void put_losers(page *p, const cg_reason *r, double best)
{
    for (size_t i = 0; i < r->loser_count; i++) {
        tn_text_say(&p->out, "<tr><td></td><td></td><td>");
        put_text(p, full_name(p, r->losers[i].candidate));
        tn_text_say(&p->out, "</td><td class=\"number\">");
        put_text(p, say_seconds(p, r->losers[i].candidate->cost));
        tn_text_say(&p->out, "</td><td class=\"number\">with it ");
        put_text(p, say_more(p, r->losers[i].cost, best));
        tn_text_say(&p->out, "</td></tr>\n");
    }
    if (r->unlisted)
        tn_text_say(&p->out,
                    "<tr><td></td><td></td><td class=\"faint\">and %zu more</td><td></td><td></td>"
                    "</tr>\n",
                    r->unlisted);
}

/* The part that a candidate of the cover became, or the candidate itself. */
static const cg_candidate *joined_of(const cg_partition *partition, const cg_candidate *candidate)
{
    for (size_t i = 0; i < partition->chosen.count; i++) {
        const cg_candidate *part = partition->chosen.items[i];
        if (part->spec == candidate->spec &&
            cg_set_within(candidate->sub_graph->inside, part->sub_graph->inside))
            return part;
    }
    return candidate;
}

static void put_reasons(page *p, const cg_partition *partition, const cg_explanation *why)
{
    tn_text_say(&p->out, "<h3>Why</h3>\n<div class=\"wide\" tabindex=\"0\"><table>"
                         "<tr><th>chosen, before coalescing</th><th>after coalescing</th>"
                         "<th>lost</th><th>cost</th><th>the best partition otherwise</th></tr>\n");
    for (size_t i = 0; i < why->count; i++) {
        const cg_reason *r = &why->reasons[i];
        const cg_candidate *joined = joined_of(partition, r->candidate);
        tn_text_say(&p->out, "<tr><td>");
        put_text(p, full_name(p, r->candidate));
        tn_text_say(&p->out, "</td><td>");
        if (joined == r->candidate)
            tn_text_say(&p->out, "the same");
        else
            put_text(p, full_name(p, joined));
        tn_text_say(&p->out, "</td><td></td><td class=\"number\">");
        put_text(p, say_seconds(p, r->candidate->cost));
        tn_text_say(&p->out, "</td><td class=\"number\">without it ");
        put_text(p, say_more(p, r->without, partition->cover.cost));
        tn_text_say(&p->out, "</td></tr>\n");
        put_losers(p, r, partition->cover.cost);
    }
    tn_text_say(&p->out, "</table></div>\n");
}

/* A message, whose code stands between backticks. */
static void put_message(page *p, tunip_str text)
{
    bool is_code = false;
    while (text.size) {
        const char *tick = memchr(text.data, '`', text.size);
        size_t size = tick ? (size_t)(tick - text.data) : text.size;
        put_text(p, (tunip_str){text.data, size});
        if (!tick) break;
        tn_text_put_word(&p->out, is_code ? "</code>" : "<code>");
        is_code = !is_code;
        text = (tunip_str){tick + 1, text.size - size - 1};
    }
    if (is_code) tn_text_put_word(&p->out, "</code>");
}

static void put_rejected(page *p, const cg_partition *partition)
{
    if (!partition->rejected_count) return;
    tn_text_say(&p->out,
                "<details><summary><h3>Not valid</h3> %zu candidate%s</summary>\n"
                "<div class=\"wide\" tabindex=\"0\"><table>"
                "<tr><th>candidate</th><th>reason</th></tr>\n",
                partition->rejected_count, partition->rejected_count == 1 ? "" : "s");
    for (size_t i = 0; i < partition->rejected_count && i < MOST_ROWS; i++) {
        tn_text_say(&p->out, "<tr><td>");
        put_text(p, full_name(p, partition->rejected[i].candidate));
        tn_text_say(&p->out, "</td><td>");
        put_message(p, tunip_str_from(partition->rejected[i].reason));
        tn_text_say(&p->out, "</td></tr>\n");
    }
    tn_text_say(&p->out, "</table></div>\n");
    if (partition->rejected_count > MOST_ROWS)
        tn_text_say(&p->out, "<p class=\"faint\">and %zu more</p>\n",
                    partition->rejected_count - MOST_ROWS);
    tn_text_say(&p->out, "</details>\n");
}

static void put_states(page *p, const cg_partition *partition)
{
    const cg_cover *cover = &partition->cover;
    tn_text_say(&p->out,
                "<details><summary><h3>The search</h3> %zu states</summary>\n"
                "<div class=\"wide\" tabindex=\"0\"><table>"
                "<tr><th>state</th><th>next expression</th>"
                "<th>covered</th><th>cost</th></tr>\n",
                cover->expanded_count);
    for (size_t i = 0; i < cover->expanded_count && i < MOST_ROWS; i++) {
        const cg_expanded *at = &cover->expanded[i];
        tn_text_say(&p->out, "<tr><td class=\"number\">%zu</td><td>%u ", i + 1, (unsigned)at->next);
        put_text(p, partition->graph.nodes[at->next].label);
        tn_text_say(&p->out, "</td><td class=\"number\">%zu of %u</td><td class=\"number\">",
                    at->covered, (unsigned)partition->graph.count);
        put_text(p, say_seconds(p, at->cost));
        tn_text_say(&p->out, "</td></tr>\n");
    }
    tn_text_say(&p->out, "</table></div>\n");
    if (cover->expanded_count > MOST_ROWS)
        tn_text_say(&p->out, "<p class=\"faint\">and %zu more</p>\n",
                    cover->expanded_count - MOST_ROWS);
    tn_text_say(&p->out, "</details>\n");
}

/* ---- the page ---- */

static void put_head(page *p, const char *title)
{
    const char *base = tn_base_name(title);
    tn_text name = {.failed = false};
    tn_text_say(&name, "Partitions of %s", *base ? base : title);
    p->title = cg_taken(&name, p->engine->memory);
    tn_html_head head = {
        .title = p->title, .style = collage_css, .style_hash = collage_css_hash, .has_graph = true};
    tn_html_begin(&head, tn_text_put_chunk, &p->out);
    tn_text_say(&p->out, "<header><h1>");
    put_text(p, p->title);
    tn_text_say(&p->out, "</h1>%s</header>\n<main>\n", tn_html_switch);
}

static void put_function(page *p, const cg_partition *partition, const cg_explanation *why)
{
    tn_text_say(&p->out, "<h2>@");
    put_text(p, partition->name);
    tn_text_say(&p->out, ": ");
    put_text(p, say_seconds(p, partition->cover.cost));
    tn_text_say(&p->out, "</h2>\n<p>%zu candidates, %zu states, %zu transitions%s</p>\n",
                partition->index.all.count, partition->cover.states, partition->cover.transitions,
                partition->cover.is_optimal && !partition->is_cut ? "" : "; may not be optimal");
    put_reasons(p, partition, why);
    put_rejected(p, partition);
    put_states(p, partition);
}

bool cg_page_write(cg_engine *engine, const char *title, size_t losers, tunip_write_fn write,
                   void *user)
{
    page p = {.engine = engine};
    cg_explanation *whys = CG_NEW(engine->memory, cg_explanation, engine->partition_count + 1);
    put_head(&p, title);
    bool fine = whys != NULL;
    for (size_t i = 0; fine && i < engine->partition_count; i++)
        fine = cg_explain(engine, &engine->partitions[i], losers, &whys[i]);
    fine = fine && put_graph(&p, whys);
    for (size_t i = 0; fine && i < engine->partition_count; i++)
        put_function(&p, &engine->partitions[i], &whys[i]);
    tn_text_say(&p.out, "</main>\n");
    tn_html_put_graph_scripts(tn_text_put_chunk, &p.out);
    tn_text_put_word(&p.out, tn_html_end);
    if (fine && !engine->memory->failed) return tn_text_end(&p.out, write, user, NULL) == TUNIP_OK;
    tn_text_free(&p.out);
    return false;
}

/* ======== report ======== */

/* Candidates, the chosen ones and the cost, as JSON. */

typedef struct line {
    cg_partition *partition;
    const cg_candidate *candidate;
} line;

typedef struct lines {
    line *items;
    size_t count;
} lines;

static int by_label(const void *a, const void *b)
{
    const cg_candidate *x = ((const line *)a)->candidate, *y = ((const line *)b)->candidate;
    return cg_compare(x->sub_graph->label, y->sub_graph->label);
}

static int by_text(const void *a, const void *b)
{
    return cg_compare(*(const tunip_str *)a, *(const tunip_str *)b);
}

/* The candidates of all functions, or the chosen ones, except the host's. */
static bool list_lines(const cg_engine *e, tn_arena *memory, bool is_chosen, lines *out)
{
    size_t most = 1;
    for (size_t i = 0; i < e->partition_count; i++)
        most += is_chosen ? e->partitions[i].chosen.count : e->partitions[i].index.all.count;
    *out = (lines){CG_NEW(memory, line, most), 0};
    for (size_t i = 0; i < e->partition_count && out->items; i++) {
        cg_partition *p = &e->partitions[i];
        const cg_candidates *list = is_chosen ? &p->chosen : &p->index.all;
        for (size_t k = 0; k < list->count; k++)
            if (!list->items[k]->spec->is_host)
                out->items[out->count++] = (line){p, list->items[k]};
    }
    return out->items != NULL;
}

static bool put_lines(cg_engine *e, tunip_json_writer *w, const line *items, size_t count,
                      bool with_costs, bool sorted)
{
    tn_arena memory = {.chunks = NULL};
    tunip_str *texts = CG_NEW(&memory, tunip_str, count + 1);
    for (size_t i = 0; i < count && texts; i++) {
        tn_text text = {.failed = false};
        cg_candidate_say(&text, e->context, &items[i].partition->graph, items[i].candidate,
                         with_costs ? items[i].candidate->cost : NAN);
        texts[i] = cg_taken(&text, &memory);
    }
    if (texts && sorted && count > 1) qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 0; i < count && texts; i++) tunip_json_put_string(w, texts[i]);
    bool fine = !memory.failed;
    tn_arena_free(&memory);
    return fine;
}

/* A line begins with the label of its candidate. So the lines with one label stand side by side,
 * and only their texts are needed at a time: all of a wide graph would take 160 MB. */
static bool put_sorted(cg_engine *e, tunip_json_writer *w, const char *key, lines *list,
                       bool with_costs)
{
    bool fine = true;
    size_t end;
    if (list->count > 1) qsort(list->items, list->count, sizeof *list->items, by_label);
    tunip_json_key(w, key);
    tunip_json_open(w, '[');
    for (size_t at = 0; at < list->count && fine; at = end) {
        end = at + 1;
        while (end < list->count && by_label(&list->items[at], &list->items[end]) == 0) end++;
        fine = put_lines(e, w, list->items + at, end - at, with_costs, true);
    }
    tunip_json_close(w, ']');
    return fine;
}

static bool put_chosen(cg_engine *e, tunip_json_writer *w, lines *list)
{
    tunip_json_key(w, "chosen");
    tunip_json_open(w, '[');
    bool fine = put_lines(e, w, list->items, list->count, true, false);
    tunip_json_close(w, ']');
    return fine;
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
    lines all = {NULL, 0}, chosen = {NULL, 0};
    tn_arena memory = {.chunks = NULL};
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    bool fine = list_lines(e, &memory, false, &all) && list_lines(e, &memory, true, &chosen);
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    fine = fine && put_sorted(e, w, "candidates", &all, false) &&
           put_sorted(e, w, "candidates_with_costs", &all, true) && put_chosen(e, w, &chosen);
    put_totals(e, w);
    fine = fine && (!explained || cg_explain_json(e, explained, w));
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    tunip_status status = tunip_json_writer_end(w, error);
    tn_arena_free(&memory);
    return fine ? status : tn_no_memory(error);
}
