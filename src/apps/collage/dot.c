/* dot.c -- the graphs of functions, for Graphviz. */
#include "page.h"

static int put_chunk(const char *data, size_t size, void *out)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '"' || data[i] == '\\') cg_put(out, tunip_str_from("\\"));
        cg_put(out, (tunip_str){&data[i], 1});
    }
    return 0;
}

static void put_quoted(cg_buffer *out, tunip_str text)
{
    cg_say(out, "\"");
    tunip_escape(text, TUNIP_ESCAPE_LINE, put_chunk, out);
    cg_say(out, "\"");
}

static bool is_shown(const cg_graph *graph, uint32_t index)
{
    return !graph->nodes[index].is_inline;
}

static void put_node(cg_buffer *out, size_t function, const cg_graph *graph, uint32_t index)
{
    if (!is_shown(graph, index)) return;
    cg_say(out, "n%zu_%u [label=", function, (unsigned)index);
    put_quoted(out, graph->nodes[index].label);
    cg_say(out, "];\n");
}

static void put_cluster(cg_buffer *out, size_t function, size_t number, const cg_partition *p)
{
    const cg_candidate *chosen = p->chosen.items[number];
    cg_buffer label = {.memory = out->memory};
    cg_put(&label, chosen->spec->name);
    cg_say(&label, " %.3f us", chosen->cost * 1e6);
    cg_say(out, "    subgraph cluster_%zu_%zu {\n        label=", function, number);
    put_quoted(out, cg_taken(&label));
    cg_say(out, "; style=filled; fillcolor=\"/pastel28/%zu\";\n", number % 8 + 1);
    CG_EACH(index, chosen->sub_graph->inside)
    {
        cg_say(out, "        ");
        put_node(out, function, &p->graph, index);
    }
    cg_say(out, "    }\n");
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

static void put_edges(cg_buffer *out, size_t function, const cg_graph *graph)
{
    for (uint32_t i = 0; i < graph->count; i++)
        for (size_t k = 0; is_shown(graph, i) && k < graph->nodes[i].inputs.count; k++) {
            uint32_t from = graph->nodes[i].inputs.items[k];
            if (is_shown(graph, from))
                cg_say(out, "    n%zu_%u -> n%zu_%u;\n", function, (unsigned)from, function,
                       (unsigned)i);
        }
}

bool cg_dot_write(cg_engine *e, tunip_write_fn write, void *user)
{
    cg_buffer out = {.memory = e->memory};
    cg_say(&out, "digraph collage {\n    node [shape=box, style=filled, fillcolor=white];\n");
    for (size_t f = 0; f < e->partition_count; f++) {
        const cg_partition *p = &e->partitions[f];
        for (size_t i = 0; i < p->chosen.count; i++)
            if (!p->chosen.items[i]->spec->is_host) put_cluster(&out, f, i, p);
        for (uint32_t i = 0; i < p->graph.count; i++) {
            if (!is_shown(&p->graph, i) || is_placed(p, i)) continue;
            cg_say(&out, "    ");
            put_node(&out, f, &p->graph, i);
        }
        put_edges(&out, f, &p->graph);
    }
    cg_say(&out, "}\n");
    tunip_str text = cg_taken(&out);
    return !e->memory->failed && write(text.data, text.size, user) == 0;
}
