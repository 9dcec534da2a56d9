/* generic.c -- nodes without a rule print as type.key(field=value, ...), so that the rest of the IR
 * stays readable. */
#include "generic.h"

#include <tunip/ext/dialect.h>

#include "../verify/repair.h"
#include "docs.h"
#include "docsify.h"

typedef struct arguments {
    const tunip_doc **docs;
    tunip_str *keys;
    size_t count;
} arguments;

static bool make_arguments(tunip_docsifier *d, size_t most, arguments *args)
{
    args->docs = tunip_docs_new(d, most);
    args->keys = most ? tn_job_memory(d, most * sizeof *args->keys) : NULL;
    return !tn_job_failed(d);
}

static void add(arguments *args, tunip_str key, const tunip_doc *doc)
{
    args->keys[args->count] = key;
    args->docs[args->count++] = doc;
}

static size_t count_fields(const tunip_type *type)
{
    size_t count = 0;
    for (; type; type = type->base) count += type->field_count;
    return count;
}

/* Omits fields that are NULL or that equality ignores (spans, caches). */
static bool is_silent(const tunip_node *node, const tunip_field *field)
{
    if (field->flags & (TUNIP_FLAG_IGNORE | TUNIP_FLAG_AGAIN)) return true;
    return field->kind == TUNIP_KIND_NODE && !tunip_field_node(node, field);
}

static void add_fields(tunip_docsifier *d, const tunip_node *node, const tunip_type *type,
                       const tunip_path *path, arguments *args)
{
    if (type->base) add_fields(d, node, type->base, path, args);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (is_silent(node, field)) {
            tn_report_missing(d, node, field, tunip_path_attr(d, path, field->name));
            continue;
        }
        add(args, tunip_str_from(field->name), tunip_docsify_field(d, node, field, path));
    }
}

/* `1 or value`: the integer in the file is a number, or the index of a node. */
static const tunip_doc *either(tunip_docsifier *d, const tunip_opaque_field *field,
                               const tunip_doc *value, const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_UNREGISTERED, path, "`%s` is the number %lld, or a node",
                 field->name.data, (long long)field->index);
    const tunip_doc *number = tunip_doc_int(d, field->index, NULL);
    return tunip_doc_operation_new(d, TUNIP_OP_OR, TUNIP_DOCS(d, number, value));
}

static void add_opaque(tunip_docsifier *d, const tunip_opaque *node, const tunip_path *path,
                       arguments *args)
{
    for (size_t i = 0; i < node->count; i++) {
        const tunip_opaque_field *field = &node->fields[i];
        if (!field->value && !field->is_ambiguous) continue;
        const char *name = tunip_doc_text(d, field->name).data;
        if (!name) return;
        const tunip_path *at = tunip_path_attr(d, path, name);
        const tunip_doc *value =
            field->value ? tunip_docsify(d, field->value, at) : tunip_doc_none(d, at);
        add(args, field->name, field->is_ambiguous ? either(d, field, value, at) : value);
    }
    if (node->data) add(args, (tunip_str)TUNIP_STR("data"), tunip_docsify(d, node->data, path));
}

/* ---- containers, when no dialect has rules for them ---- */

static const tunip_doc *generic_map(tunip_docsifier *d, const tunip_map *map,
                                    const tunip_path *path)
{
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; keys && values && i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        keys[i] = tunip_docsify(d, key, tunip_path_key_missing(d, path, key));
        values[i] = tunip_docsify(d, map->entries[i].value, tunip_path_key(d, path, key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

static const tunip_doc *generic_shape(tunip_docsifier *d, const tunip_shape *shape,
                                      const tunip_path *path)
{
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++)
        dims[i] = tunip_doc_int(d, shape->dims[i], tunip_path_item(d, path, i));
    return tunip_doc_tuple_new(d, tunip_docs_view(dims, shape->count));
}

/* NULL for a node that is not a container. */
static const tunip_doc *generic_container(tunip_docsifier *d, const tunip_node *node,
                                          const tunip_path *path)
{
    if (node->type == &tunip_array_type)
        return tunip_doc_list_new(d, tunip_docsify_items(d, (const tunip_array *)node, path));
    if (node->type == &tunip_map_type) return generic_map(d, (const tunip_map *)node, path);
    if (node->type == &tunip_shape_type) return generic_shape(d, (const tunip_shape *)node, path);
    return NULL;
}

/* The placeholder of a flawed node, which is reported already. */
static const tunip_doc *generic_placeholder(tunip_docsifier *d, const tn_placeholder *node,
                                            const tunip_path *path)
{
    tunip_str text = tunip_doc_format(d, "<%s>", node->key ? node->key : "no type");
    return tunip_doc_id_new(d, text, path);
}

const tunip_doc *tn_docsify_generic(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    if (node->type == &tn_placeholder_type)
        return generic_placeholder(d, (const tn_placeholder *)node, path);
    bool opaque = node->type->base == &tunip_opaque_type;
    const tunip_opaque *unknown = (const tunip_opaque *)node;
    arguments args = {.count = 0};
    const tunip_doc *container = generic_container(d, node, path);
    if (container) return container;
    tunip_report(d, TUNIP_ISSUE_UNREGISTERED, path, "no rule prints %s", node->type->key);
    if (!make_arguments(d, opaque ? unknown->count + 1 : count_fields(node->type), &args))
        return &tn_doc_failed.base;
    if (opaque)
        add_opaque(d, unknown, path, &args);
    else
        add_fields(d, node, node->type, path, &args);
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    const tunip_doc *callee = tunip_doc_id_new(d, tunip_str_from(node->type->key), NULL);
    return tunip_doc_call_new(d, callee, tunip_docs_none(), args.keys,
                              tunip_docs_view(args.docs, args.count));
}
