/* function.c -- helpers for all kinds of functions and calls: names, attributes, and lookups in
 * tables of operators. */
#include "rules.h"

void *tunip_ir_temporary(tunip_scratch *scratch, const tunip_type *type)
{
    tunip_node *node = tunip_scratch_alloc(scratch, type->size);
    if (node) node->type = type;
    return node;
}

/* ---- functions ---- */

const tunip_doc *tunip_ir_function_reference(tunip_docsifier *d, const tunip_ir_global_var *var,
                                             const tunip_path *path)
{
    const tunip_doc *doc = tunip_variable(d, var);
    if (doc) return doc;
    tunip_str name = tunip_string_value(var->name_hint);
    doc = tunip_doc_in(d, tunip_doc_name(d, name, path), &tunip_dialect_ir);
    name = ((const tunip_doc_id *)doc)->name;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "function %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    return doc;
}

static const tunip_map *attrs_of(const tunip_ir_base_func *func)
{
    return func->attrs ? func->attrs->dict : NULL;
}

tunip_str tunip_ir_function_name(const tunip_docsifier *d, const tunip_ir_base_func *func)
{
    tunip_str name = tunip_binding_name(d);
    if (name.data || !func->attrs) return name;
    return tunip_string_value(tunip_map_get(func->attrs->dict, "global_symbol"));
}

const tunip_map_entry *tunip_ir_global_symbol(const tunip_ir_base_func *func)
{
    const tunip_map *attrs = attrs_of(func);
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        if (tunip_str_is(tunip_string_value(attrs->entries[i].key), "global_symbol"))
            return &attrs->entries[i];
    return NULL;
}

static const tunip_node *without(tunip_docsifier *d, const tunip_map *attrs,
                                 const tunip_map_entry *left_out)
{
    tunip_ir_dict_attrs *copy = tunip_ir_temporary(tunip_job_scratch(d), &tunip_ir_dict_attrs_type);
    tunip_map *map = tunip_ir_temporary(tunip_job_scratch(d), &tunip_map_type);
    if (!copy || !map) return NULL;
    map->entries = tunip_job_alloc(d, attrs->count * sizeof *map->entries);
    if (!map->entries) return NULL;
    for (size_t i = 0; i < attrs->count; i++)
        if (&attrs->entries[i] != left_out) map->entries[map->count++] = attrs->entries[i];
    copy->dict = map;
    return (const tunip_node *)copy;
}

const tunip_node *tunip_ir_shown_attrs(tunip_docsifier *d, const tunip_ir_base_func *func,
                                       tunip_str name)
{
    const tunip_map *attrs = attrs_of(func);
    if (!tunip_map_count(attrs)) return NULL;
    const tunip_map_entry *symbol = tunip_ir_global_symbol(func);
    const tunip_node *value = symbol ? symbol->value : NULL;
    bool said = name.data && tunip_is(value, &tunip_string_type) &&
                tunip_str_equal(tunip_string_value(value), name);
    if (!said) return (const tunip_node *)func->attrs;
    return attrs->count > 1 ? without(d, attrs, symbol) : NULL;
}

/* ---- operators ---- */

/* The number of leading bytes that a name and a row share, which is at least `at`. */
static size_t count_shared(tunip_str name, const char *row, size_t at)
{
    while (at < name.size && row[at] == name.data[at] && row[at]) at++;
    return at;
}

static const char *name_of(const void *rows, size_t index, size_t row_size)
{
    const char *const *row = (const void *)((const char *)rows + index * row_size);
    return *row;
}

/* A binary search. All rows between two rows share the leading bytes that these share with the
 * name, so a step compares only the bytes after them. */
const void *tunip_ir_find_row(tunip_str name, const void *rows, size_t count, size_t row_size)
{
    if (!name.size || !count) return NULL;
    size_t low = 0, high = count, before = count_shared(name, name_of(rows, 0, row_size), 0);
    size_t behind = count_shared(name, name_of(rows, count - 1, row_size), 0);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *row = name_of(rows, middle, row_size);
        size_t at = count_shared(name, row, before < behind ? before : behind);
        if (at == name.size && !row[at]) return (const char *)rows + middle * row_size;
        if (at == name.size || (unsigned char)name.data[at] < (unsigned char)row[at]) {
            high = middle;
            behind = at;
        } else {
            low = middle + 1;
            before = at;
        }
    }
    return NULL;
}
