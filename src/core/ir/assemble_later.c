/* assemble_later.c -- references to later nodes. TVM saves children before their parents, but loads
 * any order: people who edit a file by hand append nodes at its end. */
#include "assemble.h"
#include "numbering.h"
#include "verified.h"

static bool store(tn_assembler *a, const tn_late_field *late)
{
    const tunip_type *owner = late->node->type;
    tn_ref ref = late->ref;
    if (tn_ref_is_late(a, &ref))
        return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, ref.at,
                                "field `%s` of %s is node %zu, but the file has %zu node%s",
                                late->field->name, owner->key, (size_t)ref.number, a->nodes.count,
                                a->nodes.count == 1 ? "" : "s");
    if (ref.number != TN_NO_NUMBER) ref.node = a->nodes.items[ref.number];
    if (!tn_assemble_check(a, owner, late->field, &ref)) return false;
    *(tunip_node **)(void *)((char *)late->node + late->field->offset) = ref.node;
    return true;
}

/* Only a reference to a later node can close a cycle, so the message points to the first one. */
static bool check_cycles(tn_assembler *a, const tunip_node *root)
{
    tn_numbering numbering;
    tn_numbering_make(&numbering, a->allocator, root);
    tunip_status status = numbering.status;
    tn_numbering_free(&numbering);
    if (status == TUNIP_OK) return true;
    if (status == TUNIP_ERROR_MEMORY) return tn_assemble_fail_memory(a);
    size_t at = a->late_fields.count ? a->late_fields.items[0].ref.at : a->late_lists.items[0].at;
    const char *flaw = status == TUNIP_ERROR_FORMAT ? "cycles" : "nodes at such a depth";
    return tn_assemble_fail(a, status, at, "expected a graph without %s", flaw);
}

static bool resolve(tn_assembler *a, const tunip_node *root)
{
    if (!a->late_fields.count && !a->late_lists.count) return true;
    for (size_t i = 0; i < a->late_lists.count; i++)
        if (!tn_assemble_late_list(a, &a->late_lists.items[i])) return false;
    for (size_t i = 0; i < a->late_fields.count; i++)
        if (!store(a, &a->late_fields.items[i])) return false;
    return check_cycles(a, root);
}

bool tn_assemble_end(tn_assembler *a, const tunip_node *root)
{
    if (!resolve(a, root)) return false;
    /* a node that a reader made by itself may be missing */
    if (a->graph->arena.failed) return tn_assemble_fail_memory(a);
    a->graph->root = root;
    a->graph->node_count = a->nodes.count;
    tn_graph_set_verified(a->graph);
    return true;
}
