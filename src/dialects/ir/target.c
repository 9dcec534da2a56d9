/* target.c -- converts a target to its configuration (TVM src/target/target.cc, Export). */
#include "rules.h"

/* Adds an entry to a map that has room for it. */
static void set(tunip_docsifier *d, tunip_map *map, const char *key, void *value)
{
    tunip_string *name = tunip_ir_temporary(tunip_job_scratch(d), &tunip_string_type);
    if (!name) return;
    name->value = tunip_str_from(key);
    map->entries[map->count++] = (tunip_map_entry){&name->base, value};
}

/* Real targets have a host, and the host has none. The limit ends the long chains of ill-formed
 * data. */
enum { MOST_HOSTS = 8 };

static tunip_map *export_config(tunip_docsifier *d, const tunip_ir_target *target, int hosts)
{
    size_t attr_count = tunip_map_count(target->attrs);
    tunip_map *map = tunip_ir_temporary(tunip_job_scratch(d), &tunip_map_type);
    if (!map) return NULL;
    map->entries = tunip_job_alloc(d, (attr_count + 4) * sizeof *map->entries);
    if (!map->entries) return NULL;
    set(d, map, "kind", target->kind ? target->kind->name : NULL);
    set(d, map, "tag", target->tag);
    set(d, map, "keys", target->keys);
    const tunip_ir_target *host = TUNIP_AS(tunip_ir_target, target->host);
    if (host && hosts) set(d, map, "host", export_config(d, host, hosts - 1));
    for (size_t i = 0; i < attr_count; i++) map->entries[map->count++] = target->attrs->entries[i];
    return map;
}

tunip_map *tunip_ir_target_export(tunip_docsifier *d, const tunip_ir_target *target)
{
    return target ? export_config(d, target, MOST_HOSTS) : NULL;
}
