/* rules.c -- the ir dialect: containers, attributes, global variables, types (TVM
 * src/script/printer/ir). */
#include "rules.h"

#include "order.h"
#include "types.h"

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
        ir_int_imm *dim = tunip_job_alloc(d, sizeof *dim);
        if (!dim) break;
        dim->base.base.base.base.type = &ir_int_imm_type;
        dim->base.dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
        dim->value = shape->dims[i];
        dims[i] = tunip_docsify(d, dim, at);
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

/* The entries in the order they are printed in: sorted when all keys are strings. NULL when out of
 * memory. */
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

/* ---- attributes, devices ---- */

/* The saved field is `__dict__`; printed paths say `dict`. */
static const tunip_doc *docsify_dict_attrs(tunip_docsifier *d, const tunip_node *node,
                                           const tunip_path *path)
{
    const ir_dict_attrs *attrs = (const ir_dict_attrs *)node;
    return TUNIP_SUB(d, attrs, dict, path);
}

static const tunip_doc *docsify_vdevice(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    const ir_vdevice *device = (const ir_vdevice *)node;
    const tunip_doc *config = tunip_docsify(d, ir_target_export(d, device->target), path);
    const tunip_doc *id =
        tunip_doc_int(d, device->vdevice_id, tunip_path_attr(d, path, "vdevice_id"));
    const tunip_doc *scope = tunip_doc_str(d, tunip_string_value(device->memory_scope),
                                           tunip_path_attr(d, path, "memory_scope"));
    return tunip_prefixed_call(d, &tunip_dialect_ir, "vdevice", TUNIP_DOCS(d, config, id, scope));
}

static const tunip_rule rules[] = {
    {&tunip_array_type, "", TUNIP_CUSTOM, NULL, NULL, docsify_array},
    {&tunip_map_type, "", TUNIP_CUSTOM, NULL, NULL, docsify_map},
    {&tunip_shape_type, "", TUNIP_CUSTOM, NULL, NULL, docsify_shape},
    {&ir_object_type, "", TUNIP_METADATA, NULL, NULL, NULL},
    {&ir_module_type, "", TUNIP_CUSTOM, NULL, NULL, ir_docsify_module},
    {&ir_dict_attrs_type, "", TUNIP_CUSTOM, NULL, NULL, docsify_dict_attrs},
    {&ir_global_var_type, "", TUNIP_CALL, "GlobalVar", "name_hint", NULL},
    {&ir_dummy_global_info_type, "", TUNIP_CALL, "dummy_global_info", "", NULL},
    {&ir_vdevice_type, "", TUNIP_CUSTOM, NULL, NULL, docsify_vdevice},
    {&ir_op_type, "", TUNIP_CALL, "Op", "name", NULL},
    {&ir_func_type_type, "", TUNIP_CALL, "FuncType", "arg_types ret_type", NULL},
    {&ir_op_type, "plain", TUNIP_CUSTOM, NULL, NULL, ir_plain_op},
    {&ir_env_func_type, "plain", TUNIP_CUSTOM, NULL, NULL, ir_plain_env_func},
    {&ir_target_kind_type, "plain", TUNIP_CUSTOM, NULL, NULL, ir_plain_target_kind},
    {&ir_access_path_type, "plain", TUNIP_CUSTOM, NULL, NULL, ir_plain_access_path},
};

static const tunip_root roots[] = {
    {&ir_module_type, "ir", false},     {&ir_global_var_type, "ir", false},
    {&ir_dict_attrs_type, "ir", false}, {&ir_func_type_type, "ir", false},
    {&ir_range_type, "ir", false},
};

const tunip_dialect tunip_dialect_ir = {
    .abi = TUNIP_DIALECT_ABI,
    .size = sizeof(tunip_dialect),
    .name = "ir",
    .prefix = "I",
    .import = "from tvm.script import ir as %s",
    .types = ir_types,
    .type_count = IR_TYPE_COUNT,
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
    .roots = roots,
    .root_count = TUNIP_LEN(roots),
    .state_size = sizeof(ir_state),
};
