/* grow.c -- arrays and maps that readers of scripts fill item by item. */
#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>

static void *grown(tunip_elaborator *e, const void *items, size_t count, size_t size)
{
    if (count & (count - 1)) return (void *)(uintptr_t)items; /* there is room */
    void *room = tunip_graph_alloc(tunip_elaborator_graph(e), (count ? count * 2 : 1) * size);
    if (room && count) memcpy(room, items, count * size);
    return room;
}

void tunip_ir_append(tunip_elaborator *e, tunip_array *array, void *item)
{
    if (!array) return;
    tunip_node **items = grown(e, array->items, array->count, sizeof *items);
    if (!items) return;
    array->items = items;
    array->items[array->count++] = item;
}

void tunip_ir_put(tunip_elaborator *e, tunip_map *map, void *key, void *value)
{
    if (!map) return;
    tunip_map_entry *entries = grown(e, map->entries, map->count, sizeof *entries);
    if (!entries) return;
    map->entries = entries;
    map->entries[map->count++] = (tunip_map_entry){key, value};
}
