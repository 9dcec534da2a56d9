/* sub_graph.c -- the borders of sub-graphs, their unions, and whether they are valid. */
#include "sub_graph.h"

#include <stdlib.h>

/* ---- borders ---- */

static bool has_input_outside(const cg_graph *g, const cg_node *node, cg_set inside)
{
    for (size_t i = 0; i < node->inputs.count; i++) {
        uint32_t input = node->inputs.items[i];
        if (!cg_set_has(inside, input) && !g->nodes[input].is_inline) return true;
    }
    return false;
}

static bool has_output(const cg_node *node, cg_set inside, bool is_inside)
{
    for (size_t i = 0; i < node->outputs.count; i++)
        if (cg_set_has(inside, node->outputs.items[i]) == is_inside) return true;
    return false;
}

/* Nodes come after their inputs, so one pass finds the longest ways. */
static uint32_t find_depth(cg_graph *g, const cg_sub_graph *s)
{
    uint32_t most = 0;
    CG_EACH(index, s->inside)
    {
        const cg_node *node = &g->nodes[index];
        uint32_t rank = cg_set_has(s->entry, index) ? 1 : 0;
        for (size_t i = 0; i < node->inputs.count; i++) {
            uint32_t input = node->inputs.items[i];
            if (cg_set_has(s->inside, input) && g->rank[input] && g->rank[input] + 1 > rank)
                rank = g->rank[input] + 1;
        }
        g->rank[index] = rank;
        if (rank > most && cg_set_has(s->exit, index)) most = rank;
    }
    CG_EACH(index, s->inside) g->rank[index] = 0;
    return most;
}

static void find_borders(cg_graph *g, cg_memory *memory, cg_sub_graph *s)
{
    CG_EACH(index, s->inside)
    {
        if (has_input_outside(g, &g->nodes[index], s->inside)) cg_bits_add(&g->bits, index);
    }
    s->entry = cg_bits_take(&g->bits, memory);
    CG_EACH(index, s->inside)
    {
        const cg_node *node = &g->nodes[index];
        if (node->is_external || has_output(node, s->inside, false)) cg_bits_add(&g->bits, index);
    }
    s->exit = cg_bits_take(&g->bits, memory);
    CG_EACH(index, s->exit)
    {
        const cg_indices *outputs = &g->nodes[index].outputs;
        for (size_t i = 0; i < outputs->count; i++)
            if (!cg_set_has(s->inside, outputs->items[i])) cg_bits_add(&g->bits, outputs->items[i]);
    }
    s->output = cg_bits_take(&g->bits, memory);
    s->depth = find_depth(g, s);
}

cg_set cg_sub_graph_inputs(cg_graph *graph, cg_memory *memory, const cg_sub_graph *s)
{
    CG_EACH(index, s->entry)
    {
        const cg_indices *inputs = &graph->nodes[index].inputs;
        for (size_t i = 0; i < inputs->count; i++) {
            uint32_t input = inputs->items[i];
            if (!cg_set_has(s->inside, input) && !graph->nodes[input].is_inline)
                cg_bits_add(&graph->bits, input);
        }
    }
    return cg_bits_take(&graph->bits, memory);
}

/* ---- making ---- */

int cg_sub_graph_order(const cg_sub_graph *a, const cg_sub_graph *b)
{
    if (a->first != b->first) return a->first < b->first ? -1 : 1;
    return cg_set_order(a->inside, b->inside);
}

static int nested_order(const void *a, const void *b)
{
    return cg_sub_graph_order(((const cg_nested *)a)->sub_graph, ((const cg_nested *)b)->sub_graph);
}

const cg_sub_graph *cg_sub_graph_new(cg_graph *graph, cg_memory *memory, cg_set inside,
                                     cg_kind kind, tunip_str label, size_t nested_count,
                                     const cg_nested *nested)
{
    cg_sub_graph *s = CG_NEW(memory, cg_sub_graph, 1);
    cg_nested *copy = cg_copy(memory, nested, nested_count * sizeof *nested);
    if (!s || !copy) return NULL;
    if (nested_count > 1) qsort(copy, nested_count, sizeof *copy, nested_order);
    *s = (cg_sub_graph){.inside = inside,
                        .first = cg_set_next(inside, 0),
                        .last = cg_set_last(inside),
                        .kind = kind,
                        .label = label,
                        .nested = copy,
                        .nested_count = nested_count};
    find_borders(graph, memory, s);
    return memory->failed ? NULL : s;
}

const cg_sub_graph *cg_sub_graph_of(cg_graph *graph, cg_memory *memory, uint32_t index,
                                    cg_kind kind, tunip_str label)
{
    cg_bits_add(&graph->bits, index);
    cg_set inside = cg_bits_take(&graph->bits, memory);
    return cg_sub_graph_new(graph, memory, inside, kind, label, 0, NULL);
}

const cg_sub_graph *cg_sub_graph_wrap(cg_memory *memory, const cg_sub_graph *sub_graph,
                                      cg_attrs attrs)
{
    cg_sub_graph *made = cg_copy(memory, sub_graph, sizeof *sub_graph);
    cg_nested nested = {sub_graph, attrs};
    if (!made) return NULL;
    made->nested = cg_copy(memory, &nested, sizeof nested);
    made->nested_count = 1;
    return made->nested ? made : NULL;
}

static bool attrs_equal(const cg_attrs *a, const cg_attrs *b)
{
    return a->primitive == b->primitive && tunip_str_equal(a->compiler, b->compiler) &&
           tunip_str_equal(a->composite, b->composite);
}

static bool add_nested(cg_graph *graph, cg_memory *memory, cg_nested *list, size_t *count,
                       const cg_nested *more)
{
    size_t at = 0;
    while (at < *count &&
           (list[at].attrs.composite.size || !attrs_equal(&list[at].attrs, &more->attrs)))
        at++;
    if (at == *count) {
        list[(*count)++] = *more;
        return true;
    }
    list[at].sub_graph = cg_sub_graph_union(graph, memory, list[at].sub_graph, more->sub_graph);
    return list[at].sub_graph != NULL;
}

const cg_sub_graph *cg_sub_graph_union(cg_graph *graph, cg_memory *memory, const cg_sub_graph *a,
                                       const cg_sub_graph *b)
{
    size_t count = a->nested_count;
    cg_nested *nested = CG_NEW(memory, cg_nested, count + b->nested_count + 1);
    if (!nested) return NULL;
    if (count) memcpy(nested, a->nested, count * sizeof *nested);
    for (size_t i = 0; i < b->nested_count; i++)
        if (!add_nested(graph, memory, nested, &count, &b->nested[i])) return NULL;
    return cg_sub_graph_new(graph, memory, cg_set_union(memory, a->inside, b->inside),
                            a->kind > b->kind ? a->kind : b->kind,
                            cg_join(memory, a->label, "+", b->label), count, nested);
}

const cg_sub_graph *cg_sub_graph_subst(cg_graph *graph, cg_memory *memory, const cg_sub_graph *s,
                                       const uint32_t *subst)
{
    cg_nested *nested = CG_NEW(memory, cg_nested, s->nested_count + 1);
    for (size_t i = 0; nested && i < s->nested_count; i++) {
        nested[i].attrs = s->nested[i].attrs;
        nested[i].sub_graph = cg_sub_graph_subst(graph, memory, s->nested[i].sub_graph, subst);
        if (!nested[i].sub_graph) return NULL;
    }
    CG_EACH(index, s->inside) if (subst[index] < graph->count)
    {
        cg_bits_add(&graph->bits, subst[index]);
    }
    cg_set inside = cg_bits_take(&graph->bits, memory);
    return nested
               ? cg_sub_graph_new(graph, memory, inside, s->kind, s->label, s->nested_count, nested)
               : NULL;
}

/* ---- questions ---- */

static const char *check_nested(cg_memory *memory, const cg_sub_graph *s)
{
    for (size_t i = 0; i < s->nested_count; i++) {
        const cg_sub_graph *nested = s->nested[i].sub_graph;
        if (!cg_set_within(nested->inside, s->inside))
            return "a function in it is not inside of it";
        for (size_t j = 0; j < i; j++)
            if (cg_set_meets(nested->inside, s->nested[j].sub_graph->inside))
                return cg_format(memory, "two functions in it overlap").data;
    }
    return NULL;
}

static const char *check_block(cg_graph *graph, const cg_sub_graph *s)
{
    const tunip_node *block = s->first == CG_NONE ? NULL : graph->nodes[s->first].block;
    CG_EACH(index, s->inside) if (graph->nodes[index].block != block)
    {
        return "its nodes are in different blocks";
    }
    return NULL;
}

const char *cg_sub_graph_check(cg_graph *graph, cg_memory *memory, const cg_sub_graph *s,
                               const cg_limits *limits)
{
    size_t exits = cg_set_size(s->exit);
    if (limits->max_exits && exits > limits->max_exits)
        return cg_format(memory, "%zu exits, more than %zu", exits, limits->max_exits).data;
    if (limits->max_depth && s->depth > limits->max_depth)
        return cg_format(memory, "depth %u, more than %zu", (unsigned)s->depth, limits->max_depth)
            .data;
    const char *reason = check_block(graph, s);
    if (!reason) reason = check_nested(memory, s);
    if (reason) return reason;
    CG_EACH(index, s->exit)
    {
        if (!limits->allow_taps && has_output(&graph->nodes[index], s->inside, true))
            return cg_format(memory, "node %u is used inside and outside", (unsigned)index).data;
    }
    cg_set none = {0, 0, NULL};
    return cg_graph_flows(graph, s->output, none, s->entry) ? "its output flows back into it"
                                                            : NULL;
}

bool cg_sub_graph_touches(cg_graph *graph, const cg_sub_graph *a, const cg_sub_graph *b)
{
    return !cg_set_meets(a->inside, b->inside) && cg_set_meets(a->output, b->entry) &&
           !cg_graph_flows(graph, a->output, b->inside, b->entry) &&
           !cg_graph_flows(graph, b->output, a->inside, a->entry);
}

bool cg_sub_graph_equal(const cg_sub_graph *a, const cg_sub_graph *b)
{
    if (a == b) return true;
    if (!cg_set_equal(a->inside, b->inside) || a->nested_count != b->nested_count) return false;
    for (size_t i = 0; i < a->nested_count; i++)
        if (!attrs_equal(&a->nested[i].attrs, &b->nested[i].attrs) ||
            !cg_sub_graph_equal(a->nested[i].sub_graph, b->nested[i].sub_graph))
            return false;
    return true;
}

static uint64_t hash_text(uint64_t hash, tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

uint64_t cg_sub_graph_hash(const cg_sub_graph *s)
{
    uint64_t hash = cg_set_hash(s->inside);
    for (size_t i = 0; i < s->nested_count; i++) {
        hash = hash * 31 + cg_sub_graph_hash(s->nested[i].sub_graph);
        hash = hash_text(hash, s->nested[i].attrs.composite);
        hash = hash_text(hash, s->nested[i].attrs.compiler);
    }
    return hash;
}

static void say_attrs(cg_buffer *out, const cg_attrs *attrs)
{
    const struct {
        const char *key;
        tunip_str value;
    } texts[] = {{"Compiler", attrs->compiler}, {"Composite", attrs->composite}};
    const char *before = attrs->primitive ? ", " : "";
    cg_say(out, ", attrs={%s", attrs->primitive ? "\"Primitive\": 1" : "");
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        if (texts[i].value.size) {
            cg_say(out, "%s\"%s\": \"%.*s\"", before, texts[i].key, (int)texts[i].value.size,
                   texts[i].value.data);
            before = ", ";
        }
    cg_say(out, "}}");
}

void cg_sub_graph_say(cg_buffer *out, cg_graph *graph, const cg_sub_graph *s)
{
    const struct {
        const char *name;
        cg_set set;
    } sets[] = {{"inside", s->inside},
                {"entry", s->entry},
                {"exit", s->exit},
                {"input", cg_sub_graph_inputs(graph, out->memory, s)},
                {"output", s->output}};
    for (size_t i = 0; i < TUNIP_LEN(sets); i++) {
        cg_say(out, "%s%s=", i ? ", " : "{", sets[i].name);
        cg_set_say(out, sets[i].set);
    }
    cg_say(out, ", depth=%u, kind=%c", (unsigned)s->depth, cg_kind_letter(s->kind));
    if (s->label.size) cg_say(out, ", label=%.*s", (int)s->label.size, s->label.data);
    for (size_t i = 0; i < s->nested_count; i++) {
        cg_say(out, ", nested_sub_graph={sub_graph=");
        cg_sub_graph_say(out, graph, s->nested[i].sub_graph);
        say_attrs(out, &s->nested[i].attrs);
    }
    cg_say(out, "}");
}
