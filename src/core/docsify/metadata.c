/* metadata.c -- nodes that are printed only in the metadata section. */
#include "metadata.h"

#include <tunip/ext/dialect.h>

#include "docs.h"
#include "names.h"

static tn_metadata_group *find_group(tunip_docsifier *d, const char *key)
{
    for (size_t i = 0; i < d->metadata->groups.count; i++)
        if (strcmp(d->metadata->groups.items[i].key, key) == 0)
            return &d->metadata->groups.items[i];
    tn_metadata_group group = {.key = key};
    if (!tn_array_push(&d->metadata->groups, tn_job_allocator(d), group)) return NULL;
    return &d->metadata->groups.items[d->metadata->groups.count - 1];
}

/* The key of an entry. Strings are identified by content, so equal strings share an interned
 * key. */
static const void *identity(tunip_docsifier *d, const tunip_node *node)
{
    if (!tunip_is(node, &tunip_string_type)) return node;
    uint32_t text = tn_names_enter(d->names, tunip_string_value(node));
    return text == TN_NOT_INTERNED ? NULL : tn_names_text(d->names, text).data;
}

/* The node's place in its group, entered when it is new; false when out of memory. */
static bool enter(tunip_docsifier *d, const tunip_node *node, const char *type_key, size_t *index)
{
    d->metadata->wanted |= d->metadata->ahead;
    if (d->metadata->ahead) return true;
    const void *key = identity(d, node);
    tn_metadata_group *group = key ? find_group(d, type_key) : NULL;
    bool added;
    uint64_t *at = group ? tn_map_put(&d->metadata->index, key, &added) : NULL;
    if (!at) return false;
    if (added) {
        *at = group->nodes.count;
        if (!tn_array_push(&group->nodes, tn_job_allocator(d), node)) return false;
    }
    *index = (size_t)*at;
    return true;
}

const tunip_doc *tunip_metadata(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    const tunip_type *type = node ? ((const tunip_node *)node)->type : NULL;
    return tunip_metadata_as(d, node, type ? type->key : "", path);
}

const tunip_doc *tunip_metadata_as(tunip_docsifier *d, const void *any, const char *type_key,
                                   const tunip_path *path)
{
    const tunip_node *node = any;
    size_t index = 0;
    if (!node) return tunip_doc_none(d, path);
    if (!enter(d, node, type_key, &index)) {
        tn_job_no_memory(d);
        return &tn_doc_failed.base;
    }
    if (!d->metadata->shown)
        tunip_report(d, TUNIP_ISSUE_METADATA, path, "%s left to the metadata section",
                     node->type->key);
    const tunip_doc *key = tunip_doc_str(d, tunip_str_from(type_key), NULL);
    const tunip_doc *number = tunip_doc_int(d, (int64_t)index, NULL);
    const tunip_doc *all = tunip_doc_id_new(d, (tunip_str)TUNIP_STR("metadata"), NULL);
    return tunip_doc_index_new(d, tunip_doc_index_new(d, all, TUNIP_DOCS(d, key)),
                               TUNIP_DOCS(d, number));
}

/* ---- the section ---- */

/* A node in memory of the job; NULL when out of memory. */
static void *make(tunip_docsifier *d, tunip_type *type)
{
    tunip_node *node = tunip_job_alloc(d, type->size);
    if (node) node->type = type;
    return node;
}

static tunip_map_entry group_entry(tunip_docsifier *d, const tn_metadata_group *group)
{
    tunip_map_entry entry = {NULL, NULL};
    tunip_string *key = make(d, &tunip_string_type);
    tunip_array *nodes = make(d, &tunip_array_type);
    if (!key || !nodes) return entry;
    key->value = tunip_str_from(group->key);
    nodes->count = group->nodes.count;
    nodes->items = (tunip_node **)(uintptr_t)group->nodes.items;
    entry = (tunip_map_entry){&key->base, &nodes->base};
    return entry;
}

/* TVM keeps the groups in a C++ hash map, whose order is the reverse of first use as long as no two
 * keys share a bucket. */
const tunip_map *tn_metadata_map(tunip_docsifier *d)
{
    size_t count = d->metadata->groups.count;
    tunip_map *map = make(d, &tunip_map_type);
    if (!map) return NULL;
    map->entries = tunip_job_alloc(d, count * sizeof *map->entries);
    map->count = map->entries ? count : 0;
    for (size_t i = 0; i < map->count; i++)
        map->entries[i] = group_entry(d, &d->metadata->groups.items[count - 1 - i]);
    return tn_job_failed(d) ? NULL : map;
}
