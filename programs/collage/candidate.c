/* candidate.c -- sub-graphs, the candidates made of them, and functions of sub-graphs. */
#include "candidate.h"

#include <math.h>
#include <stdlib.h>

#include "expr.h"

/* ======== sub graph ======== */

/* The borders of sub-graphs, their unions, and whether they are valid. */

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

static void find_borders(cg_graph *g, tn_arena *memory, cg_sub_graph *s)
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

cg_set cg_sub_graph_inputs(cg_graph *graph, tn_arena *memory, const cg_sub_graph *s)
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

/* Negative if `a` comes first: by the nodes inside. */
static int sub_graph_order(const cg_sub_graph *a, const cg_sub_graph *b)
{
    if (a->first != b->first) return a->first < b->first ? -1 : 1;
    return cg_set_order(a->inside, b->inside);
}

static int nested_order(const void *a, const void *b)
{
    return sub_graph_order(((const cg_nested *)a)->sub_graph, ((const cg_nested *)b)->sub_graph);
}

const cg_sub_graph *cg_sub_graph_new(cg_graph *graph, tn_arena *memory, cg_set inside, cg_kind kind,
                                     tunip_str label, size_t nested_count, const cg_nested *nested)
{
    cg_sub_graph *s = CG_NEW(memory, cg_sub_graph, 1);
    cg_nested *copy = nested_count ? cg_copy(memory, nested, nested_count * sizeof *nested) : NULL;
    if (!s || (nested_count && !copy)) return NULL;
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

const cg_sub_graph *cg_sub_graph_of(cg_graph *graph, tn_arena *memory, uint32_t index, cg_kind kind,
                                    tunip_str label)
{
    cg_bits_add(&graph->bits, index);
    cg_set inside = cg_bits_take(&graph->bits, memory);
    return cg_sub_graph_new(graph, memory, inside, kind, label, 0, NULL);
}

const cg_sub_graph *cg_sub_graph_wrap(tn_arena *memory, const cg_sub_graph *sub_graph,
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

static bool add_nested(cg_graph *graph, tn_arena *memory, cg_nested *list, size_t *count,
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

const cg_sub_graph *cg_sub_graph_union(cg_graph *graph, tn_arena *memory, const cg_sub_graph *a,
                                       const cg_sub_graph *b)
{
    size_t count = a->nested_count, room = count + b->nested_count;
    cg_nested *nested = room ? CG_NEW(memory, cg_nested, room) : NULL;
    if (room && !nested) return NULL;
    if (count) memcpy(nested, a->nested, count * sizeof *nested);
    for (size_t i = 0; i < b->nested_count; i++)
        if (!add_nested(graph, memory, nested, &count, &b->nested[i])) return NULL;
    return cg_sub_graph_new(graph, memory, cg_set_union(memory, a->inside, b->inside),
                            a->kind > b->kind ? a->kind : b->kind,
                            cg_join(memory, a->label, "+", b->label), count, nested);
}

/* The same sub-graph in another graph: index i there is subst[i]. */
static const cg_sub_graph *sub_graph_subst(cg_graph *graph, tn_arena *memory, const cg_sub_graph *s,
                                           const uint32_t *subst)
{
    cg_nested *nested = CG_NEW(memory, cg_nested, s->nested_count + 1);
    for (size_t i = 0; nested && i < s->nested_count; i++) {
        nested[i].attrs = s->nested[i].attrs;
        nested[i].sub_graph = sub_graph_subst(graph, memory, s->nested[i].sub_graph, subst);
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

static const char *check_nested(tn_arena *memory, const cg_sub_graph *s)
{
    for (size_t i = 0; i < s->nested_count; i++) {
        const cg_sub_graph *nested = s->nested[i].sub_graph;
        if (!cg_set_within(nested->inside, s->inside))
            return "a function in it is not inside of it";
        for (size_t j = 0; j < i; j++)
            if (cg_set_meets(nested->inside, s->nested[j].sub_graph->inside))
                return tn_arena_say(memory, "two functions in it overlap").data;
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

const char *cg_sub_graph_check(cg_graph *graph, tn_arena *memory, const cg_sub_graph *s,
                               const cg_limits *limits)
{
    size_t exits = cg_set_size(s->exit);
    if (limits->max_exits && exits > limits->max_exits)
        return tn_arena_say(memory, "%zu exits, more than %zu", exits, limits->max_exits).data;
    if (limits->max_depth && s->depth > limits->max_depth)
        return tn_arena_say(memory, "depth %u, more than %zu", (unsigned)s->depth,
                            limits->max_depth)
            .data;
    const char *reason = check_block(graph, s);
    if (!reason) reason = check_nested(memory, s);
    if (reason) return reason;
    CG_EACH(index, s->exit)
    {
        if (!limits->allow_taps && has_output(&graph->nodes[index], s->inside, true))
            return tn_arena_say(memory, "node %u is used inside and outside", (unsigned)index).data;
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

static bool sub_graph_equal(const cg_sub_graph *a, const cg_sub_graph *b)
{
    if (a == b) return true;
    if (!cg_set_equal(a->inside, b->inside) || a->nested_count != b->nested_count) return false;
    for (size_t i = 0; i < a->nested_count; i++)
        if (!attrs_equal(&a->nested[i].attrs, &b->nested[i].attrs) ||
            !sub_graph_equal(a->nested[i].sub_graph, b->nested[i].sub_graph))
            return false;
    return true;
}

static uint64_t hash_text(uint64_t hash, tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

/* By the nodes inside and the nested sub-graphs. */
static uint64_t sub_graph_hash(const cg_sub_graph *s)
{
    uint64_t hash = cg_set_hash(s->inside);
    for (size_t i = 0; i < s->nested_count; i++) {
        hash = hash * 31 + sub_graph_hash(s->nested[i].sub_graph);
        hash = hash_text(hash, s->nested[i].attrs.composite);
        hash = hash_text(hash, s->nested[i].attrs.compiler);
    }
    return hash;
}

static void say_attrs(tn_text *out, const cg_attrs *attrs)
{
    const struct {
        const char *key;
        tunip_str value;
    } texts[] = {{"Compiler", attrs->compiler}, {"Composite", attrs->composite}};
    const char *before = attrs->primitive ? ", " : "";
    tn_text_say(out, ", attrs={%s", attrs->primitive ? "\"Primitive\": 1" : "");
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        if (texts[i].value.size) {
            tn_text_say(out, "%s\"%s\": \"%.*s\"", before, texts[i].key, (int)texts[i].value.size,
                        texts[i].value.data);
            before = ", ";
        }
    tn_text_say(out, "}}");
}

void cg_sub_graph_say(tn_text *out, cg_graph *graph, const cg_sub_graph *s)
{
    const struct {
        const char *name;
        cg_set set;
    } sets[] = {{"inside", s->inside},
                {"entry", s->entry},
                {"exit", s->exit},
                {"input", cg_sub_graph_inputs(graph, graph->memory, s)},
                {"output", s->output}};
    for (size_t i = 0; i < TUNIP_LEN(sets); i++) {
        tn_text_say(out, "%s%s=", i ? ", " : "{", sets[i].name);
        cg_set_say(out, sets[i].set);
    }
    tn_text_say(out, ", depth=%u, kind=%c", (unsigned)s->depth, cg_kind_letter(s->kind));
    if (s->label.size) tn_text_say(out, ", label=%.*s", (int)s->label.size, s->label.data);
    for (size_t i = 0; i < s->nested_count; i++) {
        tn_text_say(out, ", nested_sub_graph={sub_graph=");
        cg_sub_graph_say(out, graph, s->nested[i].sub_graph);
        say_attrs(out, &s->nested[i].attrs);
    }
    tn_text_say(out, "}");
}

/* ======== candidate ======== */

/* Candidates, and the sets that rules and the search need. */

cg_candidate *cg_candidate_new(tn_arena *memory, tunip_str rule_name, const cg_sub_graph *sub_graph,
                               const cg_spec *spec, double cost)
{
    cg_candidate *made = sub_graph ? CG_NEW(memory, cg_candidate, 1) : NULL;
    if (made)
        *made = (cg_candidate){.rule_name = rule_name,
                               .sub_graph = sub_graph,
                               .spec = spec,
                               .cost = cost,
                               .number = CG_NONE};
    return made;
}

bool cg_candidates_add(tn_arena *memory, cg_candidates *list, cg_candidate *candidate)
{
    return candidate && CG_PUSH(memory, list->items, list->count, candidate);
}

cg_candidate *cg_candidate_union(cg_graph *graph, tn_arena *memory, const cg_candidate *a,
                                 const cg_candidate *b)
{
    const cg_sub_graph *both = cg_sub_graph_union(graph, memory, a->sub_graph, b->sub_graph);
    bool is_label = both && a->rule_name.data == a->sub_graph->label.data &&
                    b->rule_name.data == b->sub_graph->label.data;
    return cg_candidate_new(
        memory, is_label ? both->label : cg_join(memory, a->rule_name, "+", b->rule_name), both,
        a->spec, a->cost + b->cost);
}

static bool begins_with(tunip_str text, tunip_str left)
{
    return left.size && text.size > left.size && memcmp(left.data, text.data, left.size) == 0;
}

tunip_str cg_nest_names(tn_arena *memory, tunip_str left, tunip_str right)
{
    return begins_with(right, left) ? right : cg_join(memory, left, ".", right);
}

/* ---- order ---- */

/* A character of the name of the rule in TVM: cg_nest_names() of the names of the spec and the
 * rule. -1 at its end. */
static int rule_char(const cg_candidate *candidate, size_t at)
{
    tunip_str name = candidate->rule_name, spec = candidate->spec->name;
    if (begins_with(name, spec)) spec.size = 0;
    if (at < spec.size) return (unsigned char)spec.data[at];
    if (spec.size && name.size && at == spec.size) return '.';
    at -= spec.size ? spec.size + 1 : 0;
    return at < name.size ? (unsigned char)name.data[at] : -1;
}

static int rule_order(const cg_candidate *a, const cg_candidate *b)
{
    size_t at = 0;
    if (a->spec == b->spec && a->rule_name.data == b->rule_name.data) return 0;
    while (rule_char(a, at) == rule_char(b, at) && rule_char(a, at) >= 0) at++;
    return rule_char(a, at) - rule_char(b, at);
}

static int order(const cg_candidate *a, const cg_candidate *b)
{
    int by_nodes = sub_graph_order(a->sub_graph, b->sub_graph);
    return by_nodes ? by_nodes : rule_order(a, b);
}

static void merge(cg_candidate **from, cg_candidate **to, size_t begin, size_t middle, size_t end)
{
    size_t left = begin, right = middle;
    for (size_t at = begin; at < end; at++) {
        bool take_left = left < middle && (right == end || order(from[left], from[right]) <= 0);
        to[at] = from[take_left ? left++ : right++];
    }
}

bool cg_candidates_sort(tn_arena *memory, cg_candidates *list)
{
    tn_arena_mark here = tn_arena_here(memory);
    cg_candidate **other = CG_NEW(memory, cg_candidate *, list->count + 1);
    if (!other) return false;
    for (size_t width = 1; width < list->count; width *= 2) {
        for (size_t at = 0; at < list->count; at += 2 * width) {
            size_t middle = at + width < list->count ? at + width : list->count;
            size_t end = at + 2 * width < list->count ? at + 2 * width : list->count;
            merge(list->items, other, at, middle, end);
        }
        memcpy(list->items, other, list->count * sizeof *other);
    }
    tn_arena_rewind(memory, here);
    return true;
}

/* ---- sets ---- */

static cg_candidate **candidate_slot(const cg_seen *seen, const cg_candidate *candidate)
{
    size_t mask = seen->slot_count - 1;
    uint64_t hash = sub_graph_hash(candidate->sub_graph);
    for (size_t at = (size_t)(hash ^ (hash >> 29)) & mask;; at = (at + 1) & mask) {
        cg_candidate **slot = &seen->slots[at];
        if (!*slot) return slot;
        if ((!seen->by_spec || (*slot)->spec == candidate->spec) &&
            sub_graph_equal((*slot)->sub_graph, candidate->sub_graph))
            return slot;
    }
}

bool cg_seen_has(const cg_seen *seen, const cg_candidate *candidate)
{
    return seen->slot_count && *candidate_slot(seen, candidate);
}

bool cg_seen_add(tn_arena *memory, cg_seen *seen, cg_candidate *candidate)
{
    if (seen->count * 2 >= seen->slot_count) {
        cg_seen grown = {.by_spec = seen->by_spec,
                         .slot_count = seen->slot_count ? seen->slot_count * 2 : 64};
        grown.slots = CG_NEW(memory, cg_candidate *, grown.slot_count);
        if (!grown.slots) return false;
        grown.count = seen->count;
        for (size_t i = 0; i < seen->slot_count; i++)
            if (seen->slots[i]) *candidate_slot(&grown, seen->slots[i]) = seen->slots[i];
        *seen = grown;
    }
    cg_candidate **slot = candidate_slot(seen, candidate);
    if (*slot) return false;
    *slot = candidate;
    seen->count++;
    return true;
}

bool cg_by_node_init(cg_by_node *map, tn_arena *memory, const cg_graph *graph, size_t candidates)
{
    *map = (cg_by_node){CG_NEW(memory, cg_indices, graph->count),
                        CG_NEW(memory, uint32_t, candidates + 1), 0};
    return map->lists && map->marks;
}

bool cg_by_node_add(cg_by_node *map, tn_arena *memory, cg_set nodes, uint32_t number)
{
    CG_EACH(index, nodes)
    {
        cg_indices *list = &map->lists[index];
        if (!CG_PUSH(memory, list->items, list->count, number)) return false;
    }
    return true;
}

/* Few candidates are near each other, so an insertion sort is quick. */
static int compare_numbers(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

bool cg_by_node_at(cg_by_node *map, tn_arena *memory, cg_set nodes, cg_indices *out)
{
    bool is_sorted = true;
    out->count = 0;
    map->mark++;
    CG_EACH(index, nodes)
    {
        const cg_indices *list = &map->lists[index];
        for (size_t i = 0; i < list->count; i++) {
            uint32_t number = list->items[i];
            if (map->marks[number] == map->mark) continue;
            map->marks[number] = map->mark;
            is_sorted = is_sorted && (!out->count || out->items[out->count - 1] < number);
            if (!CG_PUSH(memory, out->items, out->count, number)) return false;
        }
    }
    if (!is_sorted) qsort(out->items, out->count, sizeof *out->items, compare_numbers);
    return true;
}

/* ---- text ---- */

/* "12.500000us", "0", "invalid", "unknown" */
static void cost_say(tn_text *out, double cost)
{
    if (isnan(cost))
        tn_text_say(out, "unknown");
    else if (isinf(cost))
        tn_text_say(out, "invalid");
    else if (cost == 0)
        tn_text_say(out, "0");
    else
        tn_text_say(out, "%.6fus", cost * 1e6);
}

/* Most types are tensors of a static shape, which need no print. */
static bool say_tensor(tn_text *out, const tunip_node *type)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    size_t count = tensor ? tunip_array_count(tensor->shape) : 0;
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    if (!tensor || !count) return false;
    for (size_t i = 0; i < count; i++)
        if (!tunip_is(tensor->shape->items[i], &tunip_ir_int_imm_type)) return false;
    for (size_t i = 0; i < count; i++)
        tn_text_say(out, "%s%lld", i ? ", " : "Tensor[(",
                    (long long)((const tunip_ir_int_imm *)tensor->shape->items[i])->value);
    tunip_dtype_name(tensor->dtype, dtype);
    tn_text_say(out, "), %s]", dtype);
    return true;
}

static void say_types(tn_text *out, tunip_context *context, const cg_graph *graph, cg_set nodes)
{
    const char *before = "(";
    CG_EACH(index, nodes) if (!graph->nodes[index].is_inline)
    {
        const tunip_node *type = cg_type_of(graph->nodes[index].expr);
        tn_text_say(out, "%s", before);
        if (!say_tensor(out, type)) cg_node_say(out, context, type);
        before = ", ";
    }
    tn_text_say(out, "%s", *before == '(' ? "()" : ")");
}

void cg_candidate_say(tn_text *out, tunip_context *context, cg_graph *graph,
                      const cg_candidate *candidate, double cost)
{
    const cg_sub_graph *s = candidate->sub_graph;
    tn_text_put_str(out, s->label);
    tn_text_say(out, " | ");
    say_types(out, context, graph, cg_sub_graph_inputs(graph, graph->memory, s));
    tn_text_say(out, " -> ");
    say_types(out, context, graph, s->exit);
    tn_text_say(out, " | ");
    cg_candidate_say_place(out, candidate);
    tn_text_say(out, " | ");
    tn_text_put_str(out, candidate->spec->name);
    tn_text_say(out, " | ");
    cost_say(out, cost);
}

void cg_candidate_say_place(tn_text *out, const cg_candidate *candidate)
{
    cg_set_say(out, candidate->sub_graph->inside);
    if (candidate->inner.size) tn_text_put_word(out, "/");
    tn_text_put_str(out, candidate->inner);
}

tunip_str cg_candidate_name(tn_arena *memory, const cg_candidate *candidate)
{
    tn_text name = {.failed = false};
    tn_text_put_str(&name, candidate->spec->name);
    cg_candidate_say_place(&name, candidate);
    return cg_taken(&name, memory);
}

/* The innermost "Composite" function with a node. */
static const cg_nested *composite_at(const cg_sub_graph *s, uint32_t index)
{
    const cg_nested *found = NULL;
    for (size_t i = 0; i < s->nested_count; i++) {
        const cg_nested *nested = &s->nested[i];
        if (!cg_set_has(nested->sub_graph->inside, index)) continue;
        const cg_nested *inner = composite_at(nested->sub_graph, index);
        found = inner ? inner : nested->attrs.composite.size ? nested : found;
    }
    return found;
}

tunip_str cg_inner_label(const cg_graph *graph, tn_arena *memory, const cg_sub_graph *s)
{
    tn_text label = {.failed = false};
    CG_EACH(index, s->inside)
    {
        const cg_nested *composite = composite_at(s, index);
        if (composite && index != composite->sub_graph->first) continue;
        if (label.bytes.count) tn_text_put_word(&label, "+");
        tn_text_put_str(&label, composite ? composite->attrs.composite : graph->nodes[index].label);
    }
    return cg_taken(&label, memory);
}

bool cg_candidates_tell_apart(const cg_graph *graph, tn_arena *memory, const cg_candidates *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cg_candidate *a = list->items[i];
        for (size_t k = i + 1; k < list->count; k++) {
            cg_candidate *b = list->items[k];
            if (!cg_set_equal(a->sub_graph->inside, b->sub_graph->inside)) break;
            if (a->spec != b->spec) continue;
            if (!a->inner.size) a->inner = cg_inner_label(graph, memory, a->sub_graph);
            if (!b->inner.size) b->inner = cg_inner_label(graph, memory, b->sub_graph);
        }
    }
    return !memory->failed;
}

/* ======== extract ======== */

/* Makes functions of sub-graphs. */

typedef struct extractor {
    tunip_graph *graph;
    tn_arena *memory;
    tn_arena scratch;
    cg_graph *dataflow;
    const cg_sub_graph *sub_graph;
    const tunip_relay_expr *like;
    cg_map made; /* of the expressions inside, and of the inputs: variables */
    cg_indices inputs;
    cg_exprs params;
    uint32_t *stack;
    size_t depth;
    cg_exprs children;
} extractor;

static void set_expr(tunip_relay_expr *expr, const tunip_relay_expr *like, const tunip_node *type)
{
    expr->checked_type = (tunip_node *)(uintptr_t)type;
    if (like) expr->virtual_device = like->virtual_device;
}

/* A call of `op`, which may be a function or a global variable. */
static tunip_node *call_new(tunip_graph *graph, void *op, size_t count, void *const *args,
                            tunip_node *type, const tunip_relay_expr *like)
{
    tunip_relay_call *call = tunip_node_new(graph, &tunip_relay_call_type);
    if (!call) return NULL;
    call->op = op;
    call->args = tunip_array_new(graph, count, args);
    call->type_args = tunip_array_new(graph, 0, NULL);
    set_expr(&call->base, like, type);
    return &call->base.base.base.base.base;
}

/* ---- inside ---- */

static const tunip_relay_var *make_var(extractor *e, const tunip_node *expr)
{
    char name[40] = "FunctionVar_";
    tunip_relay_var *var = tunip_node_new(e->graph, &tunip_relay_var_type);
    tunip_relay_id *id = tunip_node_new(e->graph, &tunip_relay_id_type);
    tunip_str text = tn_arena_say(&e->scratch, "%s%zu", name, e->params.count);
    if (!var || !id || !text.data) return NULL;
    id->name_hint = tunip_string_new_view(e->graph, text);
    var->vid = id;
    set_expr(&var->base, e->like, cg_type_of(expr));
    var->type_annotation = var->base.checked_type;
    return var;
}

/* The form of an expression in the function, or NULL if it has to be visited first. */
static bool find_form(extractor *e, const tunip_node *expr, const tunip_node **out)
{
    uint32_t index = cg_graph_find(e->dataflow, expr);
    *out = cg_map_get(&e->made, expr);
    if (*out || index == CG_NONE || cg_set_has(e->sub_graph->inside, index)) return true;
    if (cg_is_inline(expr)) {
        *out = expr;
        return true;
    }
    const tunip_relay_var *var = make_var(e, expr);
    *out = var ? &var->base.base.base.base.base : NULL;
    return var && CG_PUSH(&e->scratch, e->params.items, e->params.count, *out) &&
           CG_PUSH(e->memory, e->inputs.items, e->inputs.count, index) &&
           cg_map_put(&e->made, expr, *out);
}

/* Visits the children of the expression on top of the stack, from the first one that has no form
 * yet; then makes its own form. */
static bool visit_top(extractor *e)
{
    const tunip_node *expr = e->dataflow->nodes[e->stack[e->depth - 1]].expr;
    bool has_changed = false;
    e->children.count = 0;
    if (!cg_push_children(&e->scratch, expr, &e->children)) return false;
    for (size_t i = 0; i < e->children.count; i++) {
        const tunip_node *form;
        if (!find_form(e, e->children.items[i], &form)) return false;
        if (!form)
            return CG_PUSH(&e->scratch, e->stack, e->depth,
                           cg_graph_find(e->dataflow, e->children.items[i]));
        has_changed |= form != e->children.items[i];
        e->children.items[i] = form;
    }
    e->depth--;
    /* A copy, because the expression itself is going to be replaced by a call of the function. */
    const tunip_node *made = has_changed ? cg_with_children(e->graph, expr, e->children.items)
                                         : tunip_node_copy(e->graph, expr);
    return made && cg_map_put(&e->made, expr, made);
}

/* A function inside that is not primitive is a part of control flow; it stays as it is. */
static bool visit(extractor *e, uint32_t index)
{
    const tunip_node *expr = e->dataflow->nodes[index].expr;
    if (tunip_is(expr, &tunip_relay_function_type)) return cg_map_put(&e->made, expr, expr);
    if (!CG_PUSH(&e->scratch, e->stack, e->depth, index)) return false;
    while (e->depth)
        if (!visit_top(e)) return false;
    return true;
}

/* ---- the function ---- */

static tunip_node *make_tuple(extractor *e, const cg_extracted *out)
{
    tunip_relay_tuple *tuple = tunip_node_new(e->graph, &tunip_relay_tuple_type);
    tunip_ir_tuple_type *type = tunip_node_new(e->graph, &tunip_ir_tuple_type_type);
    const void **fields = CG_NEW(&e->scratch, const void *, out->output_count * 2);
    bool has_all = true; /* the types, which only inference gives */
    if (!tuple || !type || !fields) return NULL;
    for (size_t i = 0; i < out->output_count; i++) {
        fields[i] = out->outputs[i].expr;
        fields[out->output_count + i] = cg_type_of(e->dataflow->nodes[out->outputs[i].index].expr);
        has_all = has_all && fields[out->output_count + i];
    }
    void *const *items = (void *const *)(uintptr_t)fields;
    tuple->fields = tunip_array_new(e->graph, out->output_count, items);
    type->fields = tunip_array_new(e->graph, out->output_count, items + out->output_count);
    set_expr(&tuple->base, e->like, has_all ? &type->base.base.base : NULL);
    return &tuple->base.base.base.base.base;
}

static bool find_output(void *user, const tunip_node *expr, const tunip_node **out)
{
    *out = cg_map_get(user, expr);
    return true;
}

static int by_last(const void *a, const void *b)
{
    uint32_t left = ((const cg_nested *)a)->sub_graph->last;
    uint32_t right = ((const cg_nested *)b)->sub_graph->last;
    return (left < right) - (left > right);
}

static bool replace_nested(extractor *e, cg_graph *body_graph, const cg_nested *nested,
                           const tunip_node **body)
{
    cg_map outputs = {.memory = &e->scratch};
    const cg_extracted *made =
        cg_extract(e->graph, &e->scratch, body_graph, nested->sub_graph, &nested->attrs, e->like);
    for (size_t i = 0; made && i < made->output_count; i++)
        if (!cg_map_put(&outputs, body_graph->nodes[made->outputs[i].index].expr,
                        made->outputs[i].expr))
            return false;
    cg_change change = {.enter = find_output, .user = &outputs};
    *body = made ? cg_mutate(e->graph, *body, &change, NULL) : NULL;
    return *body != NULL;
}

/* The sub-graphs that are nested in this one are of the original expression; the body has their
 * nodes in another form. */
static bool make_nested(extractor *e, const tunip_node **body)
{
    cg_graph body_graph;
    const cg_sub_graph *s = e->sub_graph;
    if (!s->nested_count) return true;
    uint32_t *subst = malloc(e->dataflow->count * sizeof *subst);
    cg_nested *nested = CG_NEW(&e->scratch, cg_nested, s->nested_count);
    bool fine = subst && nested && cg_graph_init(&body_graph, &e->scratch, *body);
    CG_EACH(index, s->inside) if (fine)
    {
        subst[index] =
            cg_graph_find(&body_graph, cg_map_get(&e->made, e->dataflow->nodes[index].expr));
    }
    for (size_t i = 0; fine && i < s->nested_count; i++) {
        nested[i] = s->nested[i];
        nested[i].sub_graph =
            sub_graph_subst(&body_graph, &e->scratch, s->nested[i].sub_graph, subst);
        fine = nested[i].sub_graph && nested[i].sub_graph->first != CG_NONE;
    }
    free(subst);
    if (fine) qsort(nested, s->nested_count, sizeof *nested, by_last);
    for (size_t i = 0; fine && i < s->nested_count; i++)
        fine = replace_nested(e, &body_graph, &nested[i], body);
    return fine;
}

static tunip_ir_dict_attrs *make_attrs(tunip_graph *graph, const cg_attrs *attrs)
{
    void *entries[6];
    size_t count = 0;
    if (attrs->primitive) {
        tunip_ir_int_imm *one = tunip_node_new(graph, &tunip_ir_int_imm_type);
        if (!one) return NULL;
        one->base.dtype = TUNIP_INT(32);
        one->value = 1;
        entries[count++] = tunip_string_new(graph, "Primitive");
        entries[count++] = one;
    }
    const struct {
        const char *key;
        tunip_str value;
    } texts[] = {{"Compiler", attrs->compiler}, {"Composite", attrs->composite}};
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        if (texts[i].value.size) {
            entries[count++] = tunip_string_new(graph, texts[i].key);
            entries[count++] = tunip_string_new_view(graph, texts[i].value);
        }
    return tunip_ir_dict_attrs_new(graph, count / 2, entries);
}

/* NULL if a parameter or the result has no type. */
static tunip_node *type_of_function(tunip_graph *graph, const tunip_relay_function *function)
{
    tunip_relay_func_type *type = tunip_node_new(graph, &tunip_relay_func_type_type);
    size_t count = tunip_array_count(function->params);
    tunip_array *types = function->params ? tunip_node_copy(graph, function->params) : NULL;
    if (!type || !types || !function->ret_type) return NULL;
    for (size_t i = 0; i < count; i++) {
        types->items[i] = (tunip_node *)(uintptr_t)cg_type_of(function->params->items[i]);
        if (!types->items[i]) return NULL;
    }
    type->arg_types = types;
    type->ret_type = function->ret_type;
    type->type_params = tunip_array_new(graph, 0, NULL);
    type->type_constraints = tunip_array_new(graph, 0, NULL);
    return &type->base.base.base;
}

static tunip_relay_function *make_function(extractor *e, const cg_attrs *attrs,
                                           const tunip_node *body, const tunip_node *type)
{
    tunip_relay_function *function = tunip_node_new(e->graph, &tunip_relay_function_type);
    if (!function) return NULL;
    function->params =
        tunip_array_new(e->graph, e->params.count, (void *const *)(uintptr_t)e->params.items);
    function->body = (tunip_node *)(uintptr_t)body;
    function->ret_type = (tunip_node *)(uintptr_t)type;
    function->type_params = tunip_array_new(e->graph, 0, NULL);
    function->attrs = make_attrs(e->graph, attrs);
    set_expr(&function->base, e->like, type_of_function(e->graph, function));
    return function;
}

static bool set_outputs(extractor *e, cg_extracted *out)
{
    for (size_t i = 0; i < out->output_count; i++) {
        tunip_relay_tuple_get_item *item =
            out->output_count > 1 ? tunip_node_new(e->graph, &tunip_relay_tuple_get_item_type)
                                  : NULL;
        const tunip_node *expr = e->dataflow->nodes[out->outputs[i].index].expr;
        if (out->output_count > 1 && !item) return false;
        if (item) {
            item->tuple_value = out->call;
            item->index = (int64_t)i;
            set_expr(&item->base, e->like, cg_type_of(expr));
        }
        out->outputs[i].expr = item ? &item->base.base.base.base.base : out->call;
    }
    return true;
}

static bool make_call(extractor *e, cg_extracted *out, const tunip_node *type)
{
    const void **args = CG_NEW(&e->scratch, const void *, e->inputs.count + 1);
    for (size_t i = 0; args && i < e->inputs.count; i++)
        args[i] = e->dataflow->nodes[e->inputs.items[i]].expr;
    if (!args) return false;
    out->call = call_new(e->graph, out->function, e->inputs.count, (void *const *)(uintptr_t)args,
                         (tunip_node *)(uintptr_t)type, e->like);
    return out->call != NULL;
}

static bool extract(extractor *e, const cg_attrs *attrs, cg_extracted *out)
{
    /* Backwards, so that each expression is visited with the last one that uses it. An exit is an
     * output even if it is used inside, too. */
    const cg_sub_graph *s = e->sub_graph;
    for (uint32_t index = s->last + 1; index-- > s->first;) {
        const cg_node *node = &e->dataflow->nodes[index];
        if (!cg_set_has(s->inside, index)) continue;
        const tunip_node *known = cg_map_get(&e->made, node->expr);
        if (!cg_set_has(s->exit, index) && known) continue;
        if (!known && !visit(e, index)) return false;
        cg_output output = {index, cg_map_get(&e->made, node->expr)};
        if (!CG_PUSH(e->memory, out->outputs, out->output_count, output)) return false;
    }
    for (size_t i = 0; i < out->output_count / 2; i++) {
        cg_output last = out->outputs[out->output_count - 1 - i];
        out->outputs[out->output_count - 1 - i] = out->outputs[i];
        out->outputs[i] = last;
    }
    if (!out->output_count) return false;
    bool is_tuple = out->output_count > 1;
    const tunip_node *body = is_tuple ? make_tuple(e, out) : out->outputs[0].expr;
    const tunip_node *type =
        is_tuple ? cg_type_of(body) : cg_type_of(e->dataflow->nodes[out->outputs[0].index].expr);
    if (!body || !make_nested(e, &body)) return false;
    out->function = make_function(e, attrs, body, type);
    out->inputs = e->inputs;
    return out->function && make_call(e, out, type) && set_outputs(e, out) &&
           tunip_graph_status(e->graph) == TUNIP_OK;
}

const cg_extracted *cg_extract(tunip_graph *graph, tn_arena *memory, cg_graph *dataflow,
                               const cg_sub_graph *sub_graph, const cg_attrs *attrs,
                               const tunip_relay_expr *like)
{
    cg_extracted *out = CG_NEW(memory, cg_extracted, 1);
    extractor e = {.graph = graph,
                   .memory = memory,
                   .dataflow = dataflow,
                   .sub_graph = sub_graph,
                   .like = like};
    e.made.memory = &e.scratch;
    bool fine = out && extract(&e, attrs, out);
    tn_arena_free(&e.scratch);
    return fine ? out : NULL;
}

/* ---- tuples ---- */

static const tunip_node *split_param(tunip_graph *graph, tn_arena *memory,
                                     const tunip_relay_var *param, const cg_exprs *types,
                                     cg_exprs *params)
{
    tunip_relay_tuple *tuple = tunip_node_new(graph, &tunip_relay_tuple_type);
    size_t first = params->count;
    if (!tuple) return NULL;
    for (size_t i = 0; i < types->count; i++) {
        tunip_relay_var *var = tunip_node_copy(graph, param);
        if (!var) return NULL;
        var->vid = tunip_node_copy(graph, param->vid);
        var->type_annotation = (tunip_node *)(uintptr_t)types->items[i];
        set_expr(&var->base, NULL, types->items[i]);
        if (!CG_PUSH(memory, params->items, params->count, &var->base.base.base.base.base))
            return NULL;
    }
    tuple->fields =
        tunip_array_new(graph, types->count, (void *const *)(uintptr_t)(params->items + first));
    return &tuple->base.base.base.base.base;
}

static bool split_params(tunip_graph *graph, tn_arena *memory, const tunip_relay_function *function,
                         cg_map *tuples, cg_exprs *params)
{
    for (size_t i = 0; i < tunip_array_count(function->params); i++) {
        const tunip_relay_var *param = TUNIP_AS(tunip_relay_var, function->params->items[i]);
        cg_exprs types = {NULL, 0};
        if (!param || !cg_flatten_type(memory, param->type_annotation, &types)) return false;
        if (types.count == 1) {
            if (!CG_PUSH(memory, params->items, params->count, &param->base.base.base.base.base))
                return false;
            continue;
        }
        const tunip_node *tuple = split_param(graph, memory, param, &types, params);
        if (!tuple || !cg_map_put(tuples, param, tuple)) return false;
    }
    return true;
}

tunip_relay_function *cg_without_tuples(tunip_graph *graph, tunip_relay_function *function)
{
    tn_arena memory = {.chunks = NULL};
    cg_map tuples = {.memory = &memory};
    cg_exprs params = {NULL, 0};
    cg_change change = {.enter = find_output, .user = &tuples};
    tunip_relay_function *made = function;
    if (!split_params(graph, &memory, function, &tuples, &params))
        made = NULL;
    else if (tuples.map.count) {
        made = tunip_node_copy(graph, function);
        if (made) {
            made->params =
                tunip_array_new(graph, params.count, (void *const *)(uintptr_t)params.items);
            made->body = (tunip_node *)(uintptr_t)cg_mutate(graph, function->body, &change, NULL);
        }
    }
    tn_arena_free(&memory);
    return made;
}
