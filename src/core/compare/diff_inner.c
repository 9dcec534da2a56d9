/* diff_inner.c -- searches inside a node. A search descends to the heaviest child of each level,
 * and looks on this way for a node that is equal to another one. So it is linear in the number of
 * levels, and may miss nodes in lighter children. */
#include "../ir/visit.h"
#include "diff.h"

/* ---- the heaviest child ---- */

typedef struct search {
    tn_differ *differ;
    const tunip_node *parent, *child;
    tunip_path step;
} search;

static void weigh(search *s, const tunip_node *child, tunip_path step)
{
    uint32_t most = s->child ? tn_diff_print(s->differ, s->child).weight : 0;
    if (!child || tn_diff_print(s->differ, child).weight <= most) return;
    s->child = child;
    s->step = step;
}

static bool weigh_field(const tunip_field *field, void *user)
{
    search *s = user;
    if (field->kind == TUNIP_KIND_NODE)
        weigh(s, tunip_field_node(s->parent, field),
              (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name});
    return true;
}

const tunip_node *tn_diff_heaviest_child(tn_differ *d, const tunip_node *node, tunip_path *step)
{
    search s = {.differ = d, .parent = node};
    const tunip_array *array = (const void *)node;
    if (node->type != &tunip_array_type)
        tn_each_field(node->type, TUNIP_FLAG_IGNORE, weigh_field, &s);
    size_t count = node->type == &tunip_array_type ? array->count : 0;
    for (size_t i = 0; count <= TN_MOST_ELEMENTS && i < count; i++)
        weigh(&s, array->items[i], tn_item_step(TUNIP_STEP_ITEM, i));
    *step = s.step;
    return s.child;
}

/* Descends as long as nodes have at least the weight `least`. */
void tn_diff_descend(tn_differ *d, tn_descent *down, const tunip_node *node, uint32_t least)
{
    down->levels = 0;
    down->nodes[0] = node;
    while (down->levels < TN_MOST_LEVELS) {
        const tunip_node *child =
            tn_diff_heaviest_child(d, down->nodes[down->levels], &down->steps[down->levels]);
        if (!child || tn_diff_print(d, child).weight < least) break;
        down->nodes[++down->levels] = child;
    }
}

/* ---- the inner node ---- */

/* The level of a node equal to `node`, or 0. Names are ignored, unless the root of the search has
 * the same type, because then the root is a candidate, too. */
size_t tn_diff_find_same(tn_differ *d, const tn_descent *down, const tunip_node *node)
{
    tn_print print = tn_diff_print(d, node);
    bool names = down->nodes[0]->type == node->type;
    for (size_t i = 1; i <= down->levels; i++) {
        tn_print other = tn_diff_print(d, down->nodes[i]);
        bool same = names ? other.named == print.named : other.shape == print.shape;
        if (same && down->nodes[i]->type == node->type) return i;
    }
    return 0;
}

/* Whether `outer` may be a wrap of `inner`. Small nodes are excluded, because equal ones occur by
 * chance. */
bool tn_diff_is_worth_it(tn_differ *d, const tunip_node *inner, const tunip_node *outer)
{
    uint32_t weight = tn_diff_print(d, inner).weight;
    return weight >= TN_SMALL && tn_diff_print(d, outer).weight > weight;
}

/* Whether one of the nodes is inside of the other, except for names. */
bool tn_diff_is_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_descent down;
    bool wraps = tn_diff_is_worth_it(d, lhs, rhs);
    const tunip_node *inner = wraps ? lhs : rhs, *outer = wraps ? rhs : lhs;
    if (!wraps && !tn_diff_is_worth_it(d, rhs, lhs)) return false;
    tn_diff_descend(d, &down, outer, tn_diff_print(d, inner).weight);
    return tn_diff_find_same(d, &down, inner) > 0;
}

/* The node inside `outer`, at most NEAR levels down, that has the type of `node`, and so may be its
 * changed form. */
const tunip_node *tn_diff_inner(tn_differ *d, const tunip_node *outer, const tunip_node *node)
{
    enum { NEAR = 4 };
    tn_descent down;
    if (outer->type == node->type || !tn_diff_is_worth_it(d, node, outer)) return NULL;
    tn_diff_descend(d, &down, outer, tn_diff_print(d, node).weight / 2);
    for (size_t i = 1; i <= down.levels && i <= NEAR; i++)
        if (down.nodes[i]->type == node->type) return down.nodes[i];
    return NULL;
}
