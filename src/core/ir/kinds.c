/* kinds.c -- the nodes that a field may hold. Rules cast nodes to the types of the field table, so
 * a graph must obey the table. */
#include "kinds.h"

static bool is_kind_of(const tunip_type *type, const tunip_type *ancestor)
{
    while (type && type != ancestor) type = type->base;
    return type != NULL;
}

static const tunip_type *nearest_common(const tunip_type *a, const tunip_type *b)
{
    while (a && !is_kind_of(b, a)) a = a->base;
    return a ? a : &tunip_any_type;
}

void tn_common_add(tn_common *common, const tunip_node *item)
{
    if (!item || item->type == common->type) return;
    if (item->type->base == &tunip_opaque_type)
        common->unregistered = true;
    else if (!common->type)
        common->type = item->type;
    else
        common->type = nearest_common(common->type, item->type);
}

static bool is_anything(const tunip_type *expected)
{
    return !expected || expected == &tunip_any_type;
}

/* Code that expects a descendant of an abstract type checks the type before it casts, so it can
 * handle unregistered types. Code that expects one concrete struct cannot. */
bool tn_takes_unregistered(const tunip_type *expected)
{
    return is_anything(expected) || (expected->flags & TUNIP_TYPE_ABSTRACT) ||
           expected == &tunip_opaque_type;
}

bool tn_may_be_other(const tunip_node *node, const tunip_type *expected)
{
    if (is_anything(expected) || is_kind_of(node->type, expected)) return true;
    return node->type->base == &tunip_opaque_type && tn_takes_unregistered(expected);
}

bool tn_may_all_be(const tn_common *common, const tunip_type *expected)
{
    if (is_anything(expected)) return true;
    if (common->type && !is_kind_of(common->type, expected)) return false;
    return !common->unregistered || tn_takes_unregistered(expected);
}
