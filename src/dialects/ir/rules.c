/* rules.c -- the ir dialect: containers and attributes, and the table of rules (TVM
 * src/script/printer/ir). */
#include "convert.h"
#include "rules.h"

#include "generated/tables.h"
#include "order.h"
#include "script.h"

static const tunip_doc *docsify_array(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_doc_list_new(d, tunip_docsify_items(d, (const tunip_array *)node, path));
}

static const tunip_doc *docsify_shape(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        tunip_ir_int_imm *dim = tunip_job_alloc(d, sizeof *dim);
        if (!dim) break;
        dim->base.base.base.base.type = &tunip_ir_int_imm_type;
        dim->base.dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
        dim->value = shape->dims[i];
        dims[i] = tunip_docsify_made(d, dim, NULL, at);
    }
    return tunip_doc_tuple_new(d, tunip_docs_view(dims, shape->count));
}

/* ---- maps ---- */

static bool has_string_keys(const tunip_map *map)
{
    for (size_t i = 0; i < map->count; i++)
        if (!tunip_is(map->entries[i].key, &tunip_string_type)) return false;
    return true;
}

static bool entry_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(tunip_string_value(x->key), tunip_string_value(y->key)) < 0;
}

/* The entries in the order of the text: sorted if all keys are strings. NULL when out of memory. */
static const void **ordered_entries(tunip_docsifier *d, const tunip_map *map)
{
    const void **entries = tunip_job_alloc(d, 2 * map->count * sizeof *entries);
    if (!entries) return NULL;
    for (size_t i = 0; i < map->count; i++) entries[i] = &map->entries[i];
    if (has_string_keys(map)) ir_sort(entries, map->count, entries + map->count, entry_before);
    return entries;
}

static const tunip_doc *docsify_map(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_map *map = (const tunip_map *)node;
    if (!map->count) return tunip_doc_dict_new(d, tunip_docs_none(), tunip_docs_none());
    const void **entries = ordered_entries(d, map);
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; entries && keys && values && i < map->count; i++) {
        const tunip_map_entry *entry = entries[i];
        keys[i] = tunip_docsify(d, entry->key, tunip_path_key_missing(d, path, entry->key));
        values[i] = tunip_docsify(d, entry->value, tunip_path_key(d, path, entry->key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

/* ---- attributes ---- */

/* The field is saved as `__dict__`, but TVM's printer names it `dict` in paths. */
static const tunip_doc *docsify_dict_attrs(tunip_docsifier *d, const tunip_node *node,
                                           const tunip_path *path)
{
    const tunip_ir_dict_attrs *attrs = (const tunip_ir_dict_attrs *)node;
    return TUNIP_SUB(d, attrs, dict, path);
}

#define CUSTOM(t, token_, fn_)                                                                     \
    {                                                                                              \
        .type = &tunip_##t##_type, .token = (token_), .form = TUNIP_RULE_CUSTOM, .fn = (fn_)       \
    }
#define CALL(t, name_, fields_)                                                                    \
    {                                                                                              \
        .type = &tunip_##t##_type, .token = "", .form = TUNIP_RULE_CALL, .name = (name_),          \
        .fields = (fields_)                                                                        \
    }

#define TEXT(t, text_, fields_)                                                                    \
    {                                                                                              \
        .type = &tunip_##t##_type, .token = "plain", .form = TUNIP_RULE_TEXT, .name = (text_),     \
        .fields = (fields_)                                                                        \
    }

static const tunip_rule rules[] = {
    CUSTOM(array, "", docsify_array),
    CUSTOM(map, "", docsify_map),
    CUSTOM(shape, "", docsify_shape),
    CUSTOM(ir_module, "", ir_docsify_module),
    CUSTOM(ir_dict_attrs, "", docsify_dict_attrs),
    CUSTOM(ir_vdevice, "", ir_docsify_vdevice),
    CALL(ir_global_var, "GlobalVar", "name_hint"),
    CALL(ir_dummy_global_info, "dummy_global_info", ""),
    CALL(ir_op, "Op", "name"),
    CALL(ir_func_type, "FuncType", "arg_types ret_type"),
    {.type = &tunip_ir_object_type, .token = "", .form = TUNIP_RULE_METADATA},
    TEXT(ir_op, "Op({})", "name"),
    TEXT(ir_env_func, "EnvFunc({})", "name"),
    TEXT(ir_target_kind, "{}", "name"),
    CUSTOM(ir_target, "plain", ir_plain_target),
    CUSTOM(ir_access_path, "plain", ir_plain_access_path),
};

static const tunip_root roots[] = {
    {.type = &tunip_ir_module_type, .token = "ir"},
    {.type = &tunip_ir_global_var_type, .token = "ir"},
    {.type = &tunip_ir_dict_attrs_type, .token = "ir"},
    {.type = &tunip_ir_func_type_type, .token = "ir"},
    {.type = &tunip_ir_range_type,
     .token = "ir"}, /* the tir dialect has the rule, because it folds constants */
};

const tunip_dialect tunip_dialect_ir = {
    TUNIP_DIALECT_HEAD,
    .name = "ir",
    .prefix = "I",
    .import = "from tvm.script import ir as %s",
    TUNIP_ROWS(type, ir_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    .state_size = sizeof(ir_state),
    TUNIP_ROWS(account, ir_accounts),
    .vocabulary = &ir_vocabulary,
    TUNIP_ROWS(conversion, ir_conversions),
};
