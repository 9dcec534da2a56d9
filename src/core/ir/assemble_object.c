/* assemble_object.c -- nodes of registered types: fields go straight into their structs, and only
 * where the field tables allow them (kinds.h). */
#include "assemble.h"
#include "visit.h"

#include <stdio.h>

/* ---- fields by name ---- */

enum { NO_FIELD = TN_MOST_FIELDS };

static bool mark(tn_object *object, size_t i)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    bool fresh = !(object->found[i / 64] & bit);
    object->found[i / 64] |= bit;
    return fresh;
}

static size_t find_field(const tn_type_info *info, tunip_str name)
{
    for (size_t i = 0; i < info->field_count; i++)
        if (tn_spells(name, info->fields[i]->name)) return i;
    return NO_FIELD;
}

bool tn_assemble_object(tn_assembler *a, const tn_type_info *info, size_t at, tn_object *out)
{
    *out = (tn_object){.info = info, .node = tunip_node_new(a->graph, info->type)};
    if (!out->node) return tn_assemble_fail_memory(a);
    if (info->field_count <= TN_MOST_FIELDS) return true;
    return tn_assemble_fail(a, TUNIP_ERROR_LIMIT, at, "%s has more than %d fields", info->type->key,
                            TN_MOST_FIELDS);
}

const tunip_field *tn_assemble_any_field(tn_assembler *a, tn_object *object, tunip_str name,
                                         size_t at)
{
    const tn_type_info *info = object->info;
    size_t found = find_field(info, name);
    if (found == NO_FIELD) {
        tn_assemble_reject(a, at, "a field of %s", info->type->key);
        return NULL;
    }
    if (!mark(object, found)) {
        tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "field `%s` of %s is given twice",
                         info->fields[found]->name, info->type->key);
        return NULL;
    }
    object->next = found + 1;
    object->count++;
    return info->fields[found];
}

bool tn_assemble_require_fields(tn_assembler *a, tn_object *object, size_t at)
{
    const tn_type_info *info = object->info;
    for (size_t i = 0; i < info->field_count; i++) {
        bool may_lack = info->fields[i]->flags & (TUNIP_FLAG_DEFAULT | TUNIP_FLAG_OPTIONAL);
        if (!may_lack && mark(object, i))
            return tn_assemble_reject(a, at, "field `%s` of %s", info->fields[i]->name,
                                      info->type->key);
    }
    return true;
}

/* ---- checks of values ---- */

static bool wrong_item(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       size_t at, const char *role, size_t index, const tunip_type *expected,
                       const tunip_node *item)
{
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at,
                            "expected %s for %s %zu of field `%s` of %s, got %s", expected->key,
                            role, index, field->name, owner->key, item->type->key);
}

static bool check_items(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                        const tn_ref *ref)
{
    const tn_made_array *made = (const tn_made_array *)ref->node;
    if (tn_may_all_be(&made->items, field->item)) return true;
    tunip_node *const *items = made->array.items;
    size_t i = 0;
    while (tn_may_be(items[i], field->item)) i++;
    return wrong_item(a, owner, field, ref->at, "item", i, field->item, items[i]);
}

static bool check_entries(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                          const tn_ref *ref)
{
    const tn_made_map *made = (const tn_made_map *)ref->node;
    const tunip_map_entry *entries = made->map.entries;
    size_t i = 0;
    if (!tn_may_all_be(&made->keys, field->key)) {
        while (tn_may_be(entries[i].key, field->key)) i++;
        return wrong_item(a, owner, field, ref->at, "key", i, field->key, entries[i].key);
    }
    if (tn_may_all_be(&made->values, field->item)) return true;
    while (tn_may_be(entries[i].value, field->item)) i++;
    return wrong_item(a, owner, field, ref->at, "value", i, field->item, entries[i].value);
}

static bool wrong_node(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       const tn_ref *ref)
{
    char number[40] = "";
    if (ref->number != TN_NO_NUMBER) snprintf(number, sizeof number, " (node %zu)", ref->number);
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, ref->at,
                            "expected %s for field `%s` of %s, got %s%s", field->expects->key,
                            field->name, owner->key, ref->node->type->key, number);
}

bool tn_assemble_check(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       const tn_ref *ref)
{
    const tunip_node *node = ref->node;
    if (!node) return true;
    if (!tn_may_be(node, field->expects)) return wrong_node(a, owner, field, ref);
    if (node->type == &tunip_array_type) return check_items(a, owner, field, ref);
    if (node->type == &tunip_map_type) return check_entries(a, owner, field, ref);
    return true;
}

/* ---- values of fields ---- */

static inline bool takes(tn_assembler *a, const tunip_node *node, const tunip_field *field,
                         tunip_field_kind kind, size_t at)
{
    /* ORDER tunip_field_kind */
    static const char *const names[] = {"a node", "an integer", "a number", "true or false",
                                        "a dtype"};
    if (field->kind == kind) return true;
    const char *expected = field->kind < TUNIP_LEN(names) ? names[field->kind] : "nothing";
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "expected %s for field `%s` of %s, got %s",
                            expected, field->name, node->type->key, names[kind]);
}

static bool defer(tn_assembler *a, tunip_node *node, const tunip_field *field, const tn_ref *ref)
{
    if (ref->number == a->nodes.count)
        return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, ref->at,
                                "field `%s` of %s is node %zu, which is this node itself",
                                field->name, node->type->key, (size_t)ref->number);
    tn_late_field late = {.field = field, .node = node, .ref = *ref};
    return tn_array_push(&a->late_fields, a->allocator, late) || tn_assemble_fail_memory(a);
}

static bool is_late_list(tunip_node *node)
{
    const tn_common *common = node ? tn_made_common(node) : NULL;
    return common && common->is_late;
}

bool tn_assemble_set_other(tn_assembler *a, tunip_node *node, const tunip_field *field, tn_ref ref)
{
    if (!takes(a, node, field, TUNIP_KIND_NODE, ref.at)) return false;
    if (tn_ref_is_late(a, &ref) || (a->late_lists.count && is_late_list(ref.node)))
        return defer(a, node, field, &ref);
    if (!tn_assemble_check(a, node->type, field, &ref)) return false;
    *(tunip_node **)(void *)((char *)node + field->offset) = ref.node;
    return true;
}

bool tn_assemble_set_int(tn_assembler *a, tunip_node *node, const tunip_field *field, int64_t value,
                         size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_INT, at)) return false;
    *(int64_t *)(void *)((char *)node + field->offset) = value;
    return true;
}

bool tn_assemble_set_float(tn_assembler *a, tunip_node *node, const tunip_field *field,
                           double value, size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_FLOAT, at)) return false;
    *(double *)(void *)((char *)node + field->offset) = value;
    return true;
}

bool tn_assemble_set_bool(tn_assembler *a, tunip_node *node, const tunip_field *field, bool value,
                          size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_BOOL, at)) return false;
    *(bool *)(void *)((char *)node + field->offset) = value;
    return true;
}

bool tn_assemble_set_dtype(tn_assembler *a, tunip_node *node, const tunip_field *field,
                           tunip_dtype value, size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_DTYPE, at)) return false;
    *(tunip_dtype *)(void *)((char *)node + field->offset) = value;
    return true;
}

/* ---- texts of codecs ---- */

/* Whether the value that a codec stored in a field is allowed there. */
static bool is_kept(const tunip_field *field, void *node)
{
    if (field->kind != TUNIP_KIND_NODE) return true;
    const tunip_node *child = tunip_field_node(node, field);
    return !child || (child->type && tn_may_be(child, field->expects));
}

bool tn_assemble_coded(tn_assembler *a, const tunip_type *type, tunip_str text, size_t at,
                       tunip_node **out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_node *node = *out = tunip_node_new(a->graph, type);
    text = tunip_graph_copy(a->graph, text); /* a codec may look for the NUL */
    if (!node || !text.data) return tn_assemble_fail_memory(a);
    tunip_status status = type->codec->from_text(a->graph, text, node, &error);
    if (status == TUNIP_ERROR_MEMORY) return tn_assemble_fail_memory(a);
    if (status == TUNIP_OK && node->type == type && tn_each_field(type, 0, is_kept, node))
        return true;
    const char *why = error.message[0] ? error.message : "the codec gave no reason";
    if (status == TUNIP_OK) why = "its codec made something else of the node";
    node->type = type;
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "expected the text of a %s: %s", type->key,
                            why);
}
