/* placeholder.c -- nodes in place of those in a metadata section that a script lacks. TVM writes no
 * such section into its logs. */
#include "elaborate.h"

static const tunip_doc_literal *index_of(const tunip_doc *doc, tunip_literal kind)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    if (doc->kind != TUNIP_DOC_INDEX || index->indices.count != 1) return NULL;
    const tunip_doc *item = index->indices.items[0];
    bool is_kind = item->kind == TUNIP_DOC_LITERAL && item->sub == kind;
    return is_kind ? (const tunip_doc_literal *)item : NULL;
}

/* Each node has one placeholder, wherever the script uses it. */
static tunip_node *find(const tunip_elaborator *e, tunip_str key, int64_t index)
{
    for (size_t i = 0; i < e->placeholders.count; i++) {
        const tn_placeholder *known = &e->placeholders.items[i];
        if (known->index == index && tunip_str_equal(known->key, key)) return known->node;
    }
    return NULL;
}

/* NULL if no dialect has one for this type, and when out of memory. */
static tunip_node *make(tunip_elaborator *e, tunip_str key, int64_t index, const tunip_doc *doc)
{
    tn_placeholder made = {{NULL, 0}, index, NULL};
    for (size_t i = 0; i < e->dialect_count && !made.node; i++) {
        const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
        if (script && script->size > offsetof(tunip_vocabulary, placeholder) && script->placeholder)
            made.node = script->placeholder(e, key, index);
    }
    if (!made.node) return NULL;
    made.key = tn_arena_str(&e->kept, key); /* the text of a string with escapes belongs to its
                                               function, and is freed with its Docs */
    if (!made.key.data || !tn_array_push(&e->placeholders, e->allocator, made))
        tn_elaborator_fail_memory(e);
    if (e->placeholders.count == 1) /* one warning is enough */
        tunip_warn(
            e, doc,
            "the text does not hold its metadata: `metadata[\"%.*s\"][%lld]` is a placeholder, "
            "and so is each further item",
            (int)key.size, key.data, (long long)index);
    return made.node;
}

static tunip_value placeholder(tunip_elaborator *e, tunip_str key, int64_t index,
                               const tunip_doc *doc)
{
    tunip_node *node = find(e, key, index);
    if (!node) node = make(e, key, index, doc);
    return node ? tunip_value_node(node, doc) : (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

tunip_value tn_placeholder_of(tunip_elaborator *e, const tunip_doc_index *doc)
{
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    if (!e->options->placeholders) return absent;
    const tunip_doc_literal *index = index_of(&doc->base, TUNIP_LITERAL_INT);
    const tunip_doc_literal *key = index_of(doc->value, TUNIP_LITERAL_STR);
    const tunip_doc *section = key ? ((const tunip_doc_index *)doc->value)->value : NULL;
    if (!index || !section || section->kind != TUNIP_DOC_ID) return absent;
    tunip_str name = ((const tunip_doc_id *)section)->name;
    if (!tunip_str_is(name, "metadata") || tn_doc_name_get(e, name)) return absent;
    return placeholder(e, key->value.text, index->value.integer, &doc->base);
}

/* The value of a key of a map; NULL if there is none. */
static const tunip_node *item_of(const tunip_node *node, tunip_str key)
{
    const tunip_map *map = node && node->type == &tunip_map_type ? (const tunip_map *)node : NULL;
    for (size_t i = 0; map && i < map->count; i++)
        if (tunip_str_equal(tunip_string_value(map->entries[i].key), key))
            return map->entries[i].value;
    return NULL;
}

tunip_value tunip_elaborate_metadata(tunip_elaborator *e, tunip_str key, int64_t index,
                                     const tunip_doc *doc)
{
    const tunip_value *section = tunip_name_get(e, tunip_str_from("metadata"));
    tunip_value made = {.kind = TUNIP_VALUE_ABSENT};
    if (!section && e->options->placeholders) made = placeholder(e, key, index, doc);
    if (made.kind != TUNIP_VALUE_ABSENT) return made;
    if (!section) return tunip_complain(e, doc, "the text does not hold its metadata");
    if (section->kind == TUNIP_VALUE_WRONG) return tunip_value_wrong(doc);
    const tunip_node *items = item_of(section->node, key);
    const tunip_array *array =
        items && items->type == &tunip_array_type ? (const tunip_array *)items : NULL;
    if (!array)
        return tunip_complain(e, doc, "the metadata holds no `%.*s`", (int)key.size, key.data);
    if (index < 0 || (uint64_t)index >= array->count)
        return tunip_complain(e, doc, "the metadata holds only %zu of `%.*s`", array->count,
                              (int)key.size, key.data);
    return tunip_value_node(array->items[index], doc);
}
