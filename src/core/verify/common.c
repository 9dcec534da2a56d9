/* common.c -- the checks of a type and of a container's items, done once for each. */
#include "common.h"

#include "node.h"
#include "type.h"

void tn_commons_init(tn_commons *commons, const tunip_allocator *allocator)
{
    *commons = (tn_commons){.allocator = allocator};
    tn_map_init(&commons->faulty, allocator);
    tn_map_init(&commons->known, allocator);
}

void tn_commons_free(tn_commons *commons)
{
    tn_map_free(&commons->faulty);
    tn_map_free(&commons->known);
    tn_array_free(&commons->list, commons->allocator);
}

bool tn_commons_find_fault(tn_commons *commons, const tunip_type *type)
{
    enum { VALID = 1, FAULTY };
    char fault[TN_FAULT_SIZE];
    uint64_t *known = tn_map_put(&commons->faulty, type, NULL);
    if (!known) return commons->failed = true;
    if (!*known) *known = tn_type_fault(type, fault) ? FAULTY : VALID;
    return *known == FAULTY;
}

/* ---- the items of containers, whose types a field declares ---- */

static size_t count_of(const tunip_node *container)
{
    return container->type == &tunip_map_type ? ((const tunip_map *)container)->count
                                              : ((const tunip_array *)container)->count;
}

static const tunip_node *item_of(const tunip_node *container, bool keys, size_t i)
{
    if (container->type != &tunip_map_type) return ((const tunip_array *)container)->items[i];
    const tunip_map_entry *entry = &((const tunip_map *)container)->entries[i];
    return keys ? entry->key : entry->value;
}

/* The common properties of all items. NULL when out of memory. */
static const tn_common *common_of(tn_commons *commons, const tunip_node *container, bool keys)
{
    uint64_t *place = tn_map_put(&commons->known, (const char *)container + keys, NULL);
    if (place && *place) return &commons->list.items[*place - 1];
    tn_common common = {0};
    for (size_t i = 0; i < count_of(container); i++) {
        const tunip_node *item = item_of(container, keys, i);
        if (!item || !item->type || tn_type_is_faulty(commons, item->type)) continue;
        tn_common_add(&common, item);
    }
    if (!place || !tn_array_push(&commons->list, commons->allocator, common)) {
        commons->failed = true;
        return NULL;
    }
    *place = commons->list.count;
    return &commons->list.items[*place - 1];
}

bool tn_items_fit(tn_commons *commons, const tunip_node *container, bool keys,
                  const tunip_type *expected)
{
    enum { FEW = 16 };
    if (!expected || expected == &tunip_any_type || !count_of(container)) return true;
    if (count_of(container) > FEW) {
        const tn_common *common = common_of(commons, container, keys);
        return common && tn_may_all_be(common, expected);
    }
    for (size_t i = 0; i < count_of(container); i++) {
        const tunip_node *item = item_of(container, keys, i);
        if (!item || !item->type || item->type == expected) continue;
        if (!tn_type_is_faulty(commons, item->type) && !tn_may_be(item, expected)) return false;
    }
    return true;
}
