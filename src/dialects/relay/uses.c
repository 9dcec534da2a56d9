/* uses.c -- counts the uses of each expression: the parents of its node in TVM's dependency graph
 * (src/relay/analysis/dependency_graph.cc). The walk has a stack of its own, because chains of
 * expressions may be long. */
#include "relay.h"

typedef struct walk {
    tunip_docsifier *d;
    relay_state *state;
    const tunip_node **stack;
    size_t count, room;
} walk;

static void use(walk *w, const void *node)
{
    if (!node) return;
    relay_entry *entry = relay_entry_of(w->d, node);
    if (!entry) return;
    if (entry->function != w->state->function) {
        entry->function = w->state->function;
        entry->uses = 0;
        entry->is_counted = false;
    }
    entry->uses++;
    if (entry->is_counted) return;
    entry->is_counted = true;
    const tunip_node **stack = tunip_scratch_grow(tunip_job_scratch(w->d), w->stack, w->count,
                                                  sizeof *w->stack, &w->room);
    if (!stack) return;
    w->stack = stack;
    w->stack[w->count++] = node;
}

/* Counts a use of a child. Looks into lists and clauses, which are not expressions themselves.
 * Skips attributes, which are not evaluated. */
static bool use_child(const tunip_node *child, void *user)
{
    if (child->type == &tunip_array_type || tunip_is(child, &tunip_relay_clause_type))
        return tunip_each_child(child, TUNIP_FLAG_ASIDE, use_child, user);
    if (tunip_is_a(child, &tunip_ir_base_expr_type)) use(user, child);
    return true;
}

void relay_count_uses(tunip_docsifier *d, const tunip_node *root)
{
    walk w = {.d = d, .state = relay_state_of(d)};
    w.state->function++;
    use(&w, root);
    relay_entry *entry = relay_entry_of(d, root);
    if (entry) entry->uses = 0;
    while (w.count) tunip_each_child(w.stack[--w.count], TUNIP_FLAG_ASIDE, use_child, &w);
}
