/* target.c -- converts a target to its configuration (TVM src/target/target.cc, Export). */
#include "rules.h"

#include <tunip/ext/elaborate.h>

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

/* ---- reading ---- */

static tunip_ir_target_kind *new_kind(tunip_graph *graph, tunip_string *name)
{
    tunip_ir_target_kind *kind = tunip_node_new(graph, &tunip_ir_target_kind_type);
    if (!kind) return NULL;
    kind->name = name;
    kind->default_keys = tunip_array_new(graph, 0, NULL);
    return kind;
}

tunip_ir_target *tunip_ir_target_import(tunip_elaborator *e, const tunip_node *config,
                                        const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_map *map = TUNIP_AS(tunip_map, config);
    tunip_ir_target *target = tunip_node_new(graph, &tunip_ir_target_type);
    if (!target) return NULL;
    target->tag = tunip_string_new(graph, "");
    target->keys = tunip_array_new(graph, 0, NULL);
    target->attrs = tunip_map_new(graph, 0, NULL);
    target->features = tunip_map_new(graph, 0, NULL);
    if (tunip_is(config, &tunip_string_type)) {
        target->kind = new_kind(graph, (tunip_string *)(uintptr_t)config);
        return target;
    }
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        tunip_str key = tunip_string_value(map->entries[i].key);
        tunip_node *value = map->entries[i].value;
        if (tunip_str_is(key, "kind") && tunip_is(value, &tunip_string_type))
            target->kind = new_kind(graph, (tunip_string *)value);
        else if (tunip_str_is(key, "tag") && tunip_is(value, &tunip_string_type))
            target->tag = (tunip_string *)value;
        else if (tunip_str_is(key, "keys") && tunip_is(value, &tunip_array_type))
            target->keys = (tunip_array *)value;
        else if (tunip_str_is(key, "host"))
            target->host = tunip_is(value, &tunip_ir_target_type)
                               ? value
                               : (tunip_node *)tunip_ir_target_import(e, value, doc);
        else
            tunip_ir_put(e, target->attrs, map->entries[i].key, value);
    }
    if (target->kind) return target;
    tunip_complain(e, doc, "a target needs a kind");
    return NULL;
}
