/* graph.c -- builds the dataflow graph of an expression. */
#include "graph.h"

#include "expr.h"

/* ---- indices of expressions ---- */

uint32_t cg_graph_find(const cg_graph *graph, const tunip_node *expr)
{
    uintptr_t index = (uintptr_t)cg_map_get(&graph->indices, expr); /* plus 1 */
    return index ? (uint32_t)(index - 1) : CG_NONE;
}

/* ---- the walk ---- */

typedef struct frame {
    const tunip_node *expr;
    size_t first, end; /* its children among those of all frames */
    size_t next;
    const tunip_node *block;
    const tunip_node *bound; /* the variable around it that a `let` binds now, or NULL */
} frame;

typedef struct builder {
    cg_graph *graph;
    tn_arena scratch;
    frame *frames;
    size_t depth;
    cg_exprs children; /* of the frames */
    const tunip_node **operators;
    size_t operator_count;
    const tunip_node **recursive; /* calls of a function in itself */
    size_t recursive_count;
} builder;

/* The block of the children of a frame from the `at`th on. */
static const tunip_node *block_of_child(const frame *f, size_t at)
{
    bool opens =
        tunip_is(f->expr, &tunip_relay_function_type) ||
        ((tunip_is(f->expr, &tunip_relay_if_type) || tunip_is(f->expr, &tunip_relay_match_type)) &&
         at > 0);
    return opens ? f->expr : f->block;
}

static bool open_frame(builder *b, const tunip_node *expr, const frame *around)
{
    frame f = {.expr = expr, .first = b->children.count, .next = b->children.count};
    if (around) {
        size_t at = around->next - around->first - 1;
        const tunip_relay_let *let = TUNIP_AS(tunip_relay_let, around->expr);
        f.block = block_of_child(around, at);
        f.bound = let && at == 0 ? &let->var->base.base.base.base.base : around->bound;
    }
    if (!cg_push_children(&b->scratch, expr, &b->children)) return false;
    f.end = b->children.count;
    return CG_PUSH(&b->scratch, b->frames, b->depth, f);
}

/* ---- nodes ---- */

static bool put_index(builder *b, const tunip_node *expr, uint32_t index)
{
    return cg_map_put(&b->graph->indices, expr, (const void *)((uintptr_t)index + 1));
}

/* The index of an operator of the same name that came before. */
static uint32_t find_operator(builder *b, const tunip_node *op)
{
    for (size_t i = 0; i < b->operator_count; i++)
        if (tunip_str_equal(cg_operator_name(b->operators[i]), cg_operator_name(op)))
            return cg_graph_find(b->graph, b->operators[i]);
    return CG_NONE;
}

static bool add_node(builder *b, const frame *f)
{
    cg_graph *g = b->graph;
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, f->expr);
    size_t count = g->count;
    cg_node node = {.expr = f->expr, .block = f->block, .dominator = CG_NONE};
    if (call && f->bound && call->op == f->bound &&
        !CG_PUSH(&b->scratch, b->recursive, b->recursive_count, f->expr))
        return false;
    if (tunip_is(f->expr, &tunip_ir_op_type)) {
        uint32_t known = find_operator(b, f->expr);
        if (known != CG_NONE) return put_index(b, f->expr, known);
        if (!CG_PUSH(&b->scratch, b->operators, b->operator_count, f->expr)) return false;
    }
    node.kind = cg_kind_of(g->memory, f->expr, &node.label);
    node.is_inline = cg_is_inline(f->expr);
    if (count >= CG_NONE / 2 || !CG_PUSH(g->memory, g->nodes, count, node)) return false;
    return put_index(b, f->expr, g->count++);
}

static bool walk(builder *b)
{
    if (!open_frame(b, b->graph->root, NULL)) return false;
    while (b->depth) {
        frame *f = &b->frames[b->depth - 1];
        if (f->next < f->end) {
            const tunip_node *child = b->children.items[f->next++];
            frame around = *f;
            bool is_known = cg_graph_find(b->graph, child) != CG_NONE || child == f->bound;
            if (!is_known && !open_frame(b, child, &around)) return false;
            continue;
        }
        frame done = *f;
        b->depth--;
        b->children.count = done.first;
        if (!add_node(b, &done)) return false;
    }
    return true;
}

/* ---- edges ---- */

static bool add_edge(cg_graph *g, const void *from, uint32_t to)
{
    uint32_t index = cg_graph_find(g, from);
    cg_node *node = &g->nodes[to];
    if (index == CG_NONE || index >= to) return true;
    return CG_PUSH(g->memory, node->inputs.items, node->inputs.count, index) &&
           CG_PUSH(g->memory, g->nodes[index].outputs.items, g->nodes[index].outputs.count, to);
}

static bool add_pattern_edges(cg_graph *g, const tunip_node *data, const tunip_node *pattern)
{
    const tunip_relay_pattern_var *var = TUNIP_AS(tunip_relay_pattern_var, pattern);
    const tunip_relay_pattern_tuple *tuple = TUNIP_AS(tunip_relay_pattern_tuple, pattern);
    const tunip_relay_pattern_constructor *made =
        TUNIP_AS(tunip_relay_pattern_constructor, pattern);
    const tunip_array *parts = tuple ? tuple->patterns : made ? made->patterns : NULL;
    uint32_t to = var ? cg_graph_find(g, &var->var->base.base.base.base.base) : CG_NONE;
    if (to != CG_NONE && !add_edge(g, data, to)) return false;
    for (size_t i = 0; i < tunip_array_count(parts); i++)
        if (!add_pattern_edges(g, data, parts->items[i])) return false;
    return true;
}

static bool add_match_edges(cg_graph *g, const tunip_relay_match *match, uint32_t to)
{
    for (size_t i = 0; i < tunip_array_count(match->clauses); i++) {
        const tunip_relay_clause *clause = TUNIP_AS(tunip_relay_clause, match->clauses->items[i]);
        if (clause &&
            (!add_pattern_edges(g, match->data, clause->lhs) || !add_edge(g, clause->rhs, to)))
            return false;
    }
    return true;
}

static bool is_recursive(const builder *b, const tunip_node *expr)
{
    for (size_t i = 0; i < b->recursive_count; i++)
        if (b->recursive[i] == expr) return true;
    return false;
}

/* A parameter flows to its uses, not to its function; the value of a `let` to its variable. */
static bool add_edges(builder *b, uint32_t to)
{
    cg_graph *g = b->graph;
    const tunip_node *expr = g->nodes[to].expr;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    const tunip_relay_let *let = TUNIP_AS(tunip_relay_let, expr);
    const tunip_relay_match *match = TUNIP_AS(tunip_relay_match, expr);
    if (function) return add_edge(g, function->body, to);
    if (match) return add_match_edges(g, match, to);
    if (let) {
        uint32_t var = cg_graph_find(g, &let->var->base.base.base.base.base);
        return (var == CG_NONE || add_edge(g, let->value, var)) && add_edge(g, let->body, to);
    }
    b->children.count = 0;
    if (!cg_push_children(&b->scratch, expr, &b->children)) return false;
    for (size_t i = is_recursive(b, expr); i < b->children.count; i++)
        if (!add_edge(g, b->children.items[i], to)) return false;
    return true;
}

/* ---- dominators ---- */

static uint32_t common_dominator(const cg_graph *g, uint32_t a, uint32_t b)
{
    while (a != b && a != CG_NONE && b != CG_NONE) {
        uint32_t depth_a = g->nodes[a].depth, depth_b = g->nodes[b].depth;
        if (depth_a >= depth_b) a = g->nodes[a].dominator;
        if (depth_b >= depth_a) b = g->nodes[b].dominator;
    }
    return a == b ? a : CG_NONE;
}

static bool find_dominators(cg_graph *g)
{
    for (uint32_t at = g->count; at-- > 0;) {
        cg_node *node = &g->nodes[at];
        uint32_t found =
            node->outputs.count && !node->is_external ? node->outputs.items[0] : CG_NONE;
        for (size_t i = 1; found != CG_NONE && i < node->outputs.count; i++)
            found = common_dominator(g, found, node->outputs.items[i]);
        node->dominator = found;
        node->depth = found == CG_NONE ? 1 : g->nodes[found].depth + 1;
        if (found == CG_NONE) continue;
        cg_indices *below = &g->nodes[found].dominated;
        if (!CG_PUSH(g->memory, below->items, below->count, at)) return false;
    }
    return true;
}

bool cg_graph_init(cg_graph *graph, tn_arena *memory, const tunip_node *root)
{
    *graph = (cg_graph){.memory = memory, .indices = {.memory = memory}, .root = root};
    builder b = {.graph = graph};
    bool fine = walk(&b);
    for (uint32_t i = 0; fine && i < graph->count; i++) fine = add_edges(&b, i);
    memory->failed |= b.scratch.failed;
    tn_arena_free(&b.scratch);
    if (!fine) return false;
    graph->nodes[graph->count - 1].is_external = true;
    graph->stack = CG_NEW(memory, uint32_t, (size_t)graph->count * 2);
    graph->rank = CG_NEW(memory, uint32_t, graph->count);
    return graph->stack && graph->rank && cg_bits_init(&graph->bits, memory, graph->count) &&
           find_dominators(graph);
}

/* ---- questions ---- */

bool cg_graph_flows(cg_graph *graph, cg_set from, cg_set without, cg_set to)
{
    size_t depth = 0;
    bool is_found = false;
    uint32_t last = cg_set_last(to);
    if (last == CG_NONE) return false;
    CG_EACH(index, from) if (index < last && !cg_set_has(without, index))
    {
        graph->stack[depth++] = index;
    }
    while (depth && !is_found) {
        const cg_indices *outputs = &graph->nodes[graph->stack[--depth]].outputs;
        for (size_t i = 0; i < outputs->count && !is_found; i++) {
            uint32_t next = outputs->items[i];
            if (next > last || cg_bits_has(&graph->bits, next)) continue;
            is_found = cg_set_has(to, next);
            cg_bits_add(&graph->bits, next);
            graph->stack[depth++] = next;
        }
    }
    cg_bits_clear(&graph->bits);
    return is_found;
}

cg_kind cg_graph_describe(cg_graph *graph, tn_arena *memory, cg_set inside, tunip_str *label)
{
    cg_kind kind = CG_E;
    tn_text text = {.failed = false};
    CG_EACH(index, inside)
    {
        const cg_node *node = &graph->nodes[index];
        if (text.bytes.count && node->label.size) tn_text_put_str(&text, tunip_str_from("+"));
        tn_text_put_str(&text, node->label);
        if (node->kind > kind) kind = node->kind;
    }
    *label = cg_taken(&text, memory);
    return kind;
}
