/* check.c -- rejects nodes of types that a field does not allow (core/ir/kinds.h). */
#include "reader.h"

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
    if (tn_may_all_be(&read->items, field->item)) return true;
    tunip_node *const *items = read->array.items;
    size_t i = 0;
    while (tn_may_be(items[i], field->item)) i++;
    return wrong_item(r, at, "item", i, field->item, items[i]);
}

static bool check_entries(tn_reader *r, const tn_read_map *read, const tunip_field *field,
                          const char *at)
{
    const tunip_map_entry *entries = read->map.entries;
    size_t i = 0;
    if (!tn_may_all_be(&read->keys, field->key)) {
        while (tn_may_be(entries[i].key, field->key)) i++;
        return wrong_item(r, at, "key", i, field->key, entries[i].key);
    }
    if (tn_may_all_be(&read->values, field->item)) return true;
    while (tn_may_be(entries[i].value, field->item)) i++;
    return wrong_item(r, at, "value", i, field->item, entries[i].value);
}

bool tn_read_check(tn_reader *r, size_t index, const tunip_field *field, const char *at)
{
    const tunip_node *node = r->nodes.items[index];
    if (!node) return true;
    if (!tn_may_be(node, field->expects))
        return tn_read_fail(
            r, TUNIP_ERROR_FORMAT, at, "expected %s for field `%s` of %s, got %s (node %zu)",
            field->expects->key, field->name, r->owner->key, node->type->key, index);
    if (node->type == &tunip_array_type)
        return check_items(r, (const tn_read_array *)node, field, at);
    if (node->type == &tunip_map_type)
        return check_entries(r, (const tn_read_map *)node, field, at);
    return true;
}
