/* check.c -- which nodes may stand in which fields. Rules cast what a field table promises, so a
 * file must keep the promise. */
#include "reader.h"

/* ---- what items have in common ---- */

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

/* ---- what a field expects ---- */

static bool is_anything(const tunip_type *expected)
{
    return !expected || expected == &tunip_any_type;
}

/* Code that expects some descendant of an abstract type looks before it casts, and so may meet an
 * unregistered one; code that knows the struct of a field must not. */
static bool takes_unregistered(const tunip_type *expected)
{
    return (expected->flags & TUNIP_ABSTRACT) || expected == &tunip_opaque_type;
}

static bool may_be(const tunip_node *node, const tunip_type *expected)
{
    if (!node || is_anything(expected) || is_kind_of(node->type, expected)) return true;
    return node->type->base == &tunip_opaque_type && takes_unregistered(expected);
}

static bool may_all_be(const tn_common *common, const tunip_type *expected)
{
    if (is_anything(expected)) return true;
    if (common->type && !is_kind_of(common->type, expected)) return false;
    return !common->unregistered || takes_unregistered(expected);
}

static bool wrong_item(tn_reader *r, const char *at, const char *role, size_t index,
                       const tunip_type *expected, const tunip_node *item)
{
    return tn_read_fail(r, TUNIP_ERROR_FORMAT, at,
                        "expected %s for %s %zu of field `%s` of %s, got %s", expected->key, role,
                        index, r->field->name, r->owner->key, item->type->key);
}

static bool check_items(tn_reader *r, const tn_read_array *read, const tunip_field *field,
                        const char *at)
{
    if (may_all_be(&read->items, field->item)) return true;
    tunip_node *const *items = read->array.items;
    size_t i = 0;
    while (may_be(items[i], field->item)) i++;
    return wrong_item(r, at, "item", i, field->item, items[i]);
}

static bool check_entries(tn_reader *r, const tn_read_map *read, const tunip_field *field,
                          const char *at)
{
    const tunip_map_entry *entries = read->map.entries;
    size_t i = 0;
    if (!may_all_be(&read->keys, field->key)) {
        while (may_be(entries[i].key, field->key)) i++;
        return wrong_item(r, at, "key", i, field->key, entries[i].key);
    }
    if (may_all_be(&read->values, field->item)) return true;
    while (may_be(entries[i].value, field->item)) i++;
    return wrong_item(r, at, "value", i, field->item, entries[i].value);
}

bool tn_read_check(tn_reader *r, size_t index, const tunip_field *field, const char *at)
{
    const tunip_node *node = r->nodes.items[index];
    if (!node) return true;
    if (!may_be(node, field->expects))
        return tn_read_fail(
            r, TUNIP_ERROR_FORMAT, at, "expected %s for field `%s` of %s, got %s (node %zu)",
            field->expects->key, field->name, r->owner->key, node->type->key, index);
    if (node->type == &tunip_array_type)
        return check_items(r, (const tn_read_array *)node, field, at);
    if (node->type == &tunip_map_type)
        return check_entries(r, (const tn_read_map *)node, field, at);
    return true;
}
