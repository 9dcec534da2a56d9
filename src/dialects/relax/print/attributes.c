/* attributes.c -- attributes in the order of their field tables (TVM's AttrPrinter), those of a
 * dictionary in the order of names, and those of an unregistered type in the saved order. */
#include "attributes.h"

#include <stdlib.h>

/* ---- field tables ---- */

static void add_fields(tunip_docsifier *d, const tunip_node *attrs, const tunip_type *type,
                       const tunip_path *path, relax_args *args)
{
    if (type->base) add_fields(d, attrs, type->base, path, args);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->flags & TUNIP_FLAG_AGAIN) continue;
        relax_args_key(args, field->name, tunip_docsify_field(d, attrs, field, path));
    }
}

static size_t count_fields(const tunip_type *type)
{
    size_t count = 0;
    for (; type; type = type->base) count += type->field_count;
    return count;
}

/* ---- dictionaries ---- */

/* Compares as operator< of ffi::String does, which compares plain (signed) chars: bytes from 0x80
 * on come first. */
static int compare_keys(const void *a, const void *b)
{
    tunip_str x = tunip_string_value((*(const tunip_map_entry *const *)a)->key);
    tunip_str y = tunip_string_value((*(const tunip_map_entry *const *)b)->key);
    size_t common = x.size < y.size ? x.size : y.size;
    for (size_t i = 0; i < common; i++) {
        signed char left = (signed char)x.data[i], right = (signed char)y.data[i];
        if (left != right) return left < right ? -1 : 1;
    }
    return (x.size > y.size) - (x.size < y.size);
}

static void add_entries(tunip_docsifier *d, const tunip_map *map, const tunip_path *path,
                        relax_args *args)
{
    size_t count = tunip_map_count(map);
    const tunip_map_entry **entries = tunip_job_alloc(d, (count + 1) * sizeof *entries);
    if (!entries) return;
    for (size_t i = 0; i < count; i++) entries[i] = &map->entries[i];
    qsort(entries, count, sizeof *entries, compare_keys);
    const tunip_path *dict = tunip_path_attr(d, path, "dict");
    for (size_t i = 0; i < count; i++) {
        tunip_str key = tunip_string_value(entries[i]->key);
        const char *name = tunip_doc_text(d, key).data;
        const tunip_path *at = tunip_path_key(d, dict, entries[i]->key);
        at = tunip_path_as(d, at, tunip_path_attr(d, path, name ? name : ""));
        relax_args_text_key(args, key, tunip_docsify(d, entries[i]->value, at));
    }
}

/* ---- unregistered types ---- */

static const tunip_opaque *as_opaque(const tunip_node *attrs)
{
    return attrs->type->base == &tunip_opaque_type ? (const tunip_opaque *)attrs : NULL;
}

static void add_opaque(tunip_docsifier *d, const tunip_opaque *attrs, const tunip_path *path,
                       relax_args *args)
{
    for (size_t i = 0; i < attrs->count; i++) {
        const tunip_opaque_field *field = &attrs->fields[i];
        const char *name = tunip_doc_text(d, field->name).data;
        const tunip_path *at = tunip_path_attr(d, path, name ? name : "");
        relax_args_text_key(args, field->name, tunip_docsify(d, field->value, at));
    }
}

/* ---- any ---- */

size_t relax_attributes_count(const tunip_node *attrs)
{
    if (!attrs) return 0;
    const tunip_ir_dict_attrs *dict = TUNIP_AS(tunip_ir_dict_attrs, attrs);
    const tunip_opaque *opaque = as_opaque(attrs);
    if (dict) return tunip_map_count(dict->dict);
    return opaque ? opaque->count : count_fields(attrs->type);
}

void relax_attributes_add(tunip_docsifier *d, const tunip_node *attrs, const tunip_path *path,
                          relax_args *args)
{
    if (!attrs) return;
    const tunip_ir_dict_attrs *dict = TUNIP_AS(tunip_ir_dict_attrs, attrs);
    const tunip_opaque *opaque = as_opaque(attrs);
    if (dict)
        add_entries(d, dict->dict, path, args);
    else if (opaque)
        add_opaque(d, opaque, path, args);
    else
        add_fields(d, attrs, attrs->type, path, args);
}
