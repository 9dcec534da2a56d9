/* plain.c -- roots that have no script form: containers, values and a few odd types print as TVM's
 * ReprPrinter does (src/node/repr_printer.cc, src/node/container_printing.cc). A node with a script
 * form inside them is printed as a separate script. */
#include <stdio.h>

#include "job.h"

static const tunip_doc *plain_array(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_array *array = (const tunip_array *)node;
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = tunip_docsify_plain(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, array->count));
}

/* Keys are not escaped, as in TVM. */
static const tunip_doc *plain_key(tunip_docsifier *d, const tunip_node *key, const tunip_path *path)
{
    if (!tunip_is(key, &tunip_string_type)) return tunip_docsify_plain(d, key, path);
    tunip_str text = tunip_string_value(key);
    char *quoted = tunip_job_alloc(d, text.size + 2);
    if (!quoted) return &tn_doc_failed.base;
    quoted[0] = quoted[text.size + 1] = '"';
    if (text.size) memcpy(quoted + 1, text.data, text.size);
    return tunip_doc_raw_new(d, (tunip_str){quoted, text.size + 2}, path);
}

static const tunip_doc *plain_map(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_map *map = (const tunip_map *)node;
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; keys && values && i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        keys[i] = plain_key(d, key, tunip_path_key_missing(d, path, key));
        values[i] = tunip_docsify_plain(d, map->entries[i].value, tunip_path_key(d, path, key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

static const tunip_doc *plain_shape(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++)
        dims[i] = tunip_doc_int(d, shape->dims[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(dims, shape->count));
}

/* The locale's decimal point, which may be several bytes, becomes a point. */
static void set_point(char *text)
{
    char *begin = text + strspn(text, "+-0123456789abcdefinx");
    char *end = begin + strcspn(begin, "+-0123456789abcdefinx");
    if (begin == end) return;
    *begin = '.';
    memmove(begin + 1, end, strlen(end) + 1);
}

/* As a C++ stream prints a double. */
static const tunip_doc *write_float(tunip_docsifier *d, double value, const tunip_path *path)
{
    char text[40];
    snprintf(text, sizeof text, "%g", value);
    set_point(text);
    return tunip_doc_raw_new(d, tunip_doc_text(d, tunip_str_from(text)), path);
}

static const tunip_doc *write_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(value, name);
    return tunip_doc_raw_new(d, tunip_doc_text(d, (tunip_str){name, size}), path);
}

static const tunip_doc *plain_float(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return write_float(d, ((const tunip_float *)node)->value, path);
}

static const tunip_doc *plain_bool(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_bool *)node)->value, path);
}

static const tunip_doc *plain_string(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(node), path);
}

static const tunip_doc *plain_dtype(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return write_dtype(d, ((const tunip_dtype_value *)node)->value, path);
}

static const struct {
    const tunip_type *type;
    tunip_rule_fn fn;
} plain_values[] = {
    {&tunip_array_type, plain_array}, {&tunip_map_type, plain_map},
    {&tunip_shape_type, plain_shape}, {&tunip_float_type, plain_float},
    {&tunip_bool_type, plain_bool},   {&tunip_string_type, plain_string},
    {&tunip_dtype_type, plain_dtype},
};

/* The rule a dialect has for `node` under the token "plain" and no other. */
static const tn_rule *plain_rule(tunip_docsifier *d, const tunip_node *node)
{
    uint32_t token = tn_intern_find(&d->dispatch->tokens, tunip_str_from("plain"));
    tn_row *row = token == TN_NOT_INTERNED ? NULL : tn_job_row(d, token);
    const tn_rule *rule = row ? tn_dispatch_rule(d->dispatch, row, node->type) : NULL;
    return rule && rule->token == token ? rule : NULL;
}

/* Whether a rule of a dialect, not the fallback, prints `node`. */
static bool has_rule(const tunip_docsifier *d, const tunip_node *node)
{
    tn_row *row = tn_dispatch_row(d->dispatch, 0);
    const tn_rule *rule = tn_dispatch_rule(d->dispatch, row, node->type);
    return rule->dialect && rule->form != TUNIP_RULE_METADATA;
}

/* A field whose type is a string is written as its characters; any other field by its own rule. */
static const tunip_doc *plain_child(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *at)
{
    const tunip_node *child = tunip_field_node(node, field);
    if (child && field->expects == &tunip_string_type && tunip_is(child, &tunip_string_type))
        return tunip_doc_raw_new(d, tunip_string_value(child), at);
    return tunip_docsify_plain(d, child, at);
}

const tunip_doc *tn_plain_field(tunip_docsifier *d, const tunip_node *node,
                                const tunip_field *field, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, field->name);
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return plain_child(d, node, field, at);
    case TUNIP_KIND_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_KIND_FLOAT:
        return write_float(d, *(const double *)value, at);
    case TUNIP_KIND_BOOL:
        return tunip_doc_int(d, *(const bool *)value, at);
    case TUNIP_KIND_DTYPE:
        return write_dtype(d, *(const tunip_dtype *)value, at);
    }
    return &tn_doc_failed.base;
}

const tunip_doc *tn_plain_doc(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    for (size_t i = 0; i < TUNIP_LEN(plain_values); i++)
        if (plain_values[i].type == node->type) return plain_values[i].fn(d, node, path);
    const tn_rule *rule = plain_rule(d, node);
    if (rule) return tn_rule_apply(d, rule, node, path);
    if (tn_dispatch_root(d->dispatch, node->type, NULL))
        return tunip_doc_raw_new(d, d->print(d, node, path), path);
    if (has_rule(d, node)) return tunip_docsify(d, node, path);
    return tn_docsify_generic(d, node, path);
}
