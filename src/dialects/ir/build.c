/* build.c -- constructors of nodes of the shared IR. */
#include <stdlib.h>

#include <tunip/ext/ir_rules.h>

bool tunip_ir_takes_dtype(tunip_graph *graph, tunip_dtype dtype)
{
    if (dtype.code <= TUNIP_DTYPE_FLOAT4_E2M1FN) return true;
    tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there is no dtype with the code %d", dtype.code);
    return false;
}

tunip_ir_int_imm *tunip_ir_int(tunip_graph *graph, tunip_dtype dtype, int64_t value)
{
    if (dtype.code == TUNIP_DTYPE_HANDLE)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "an immediate cannot be a handle");
    if (dtype.code == TUNIP_DTYPE_HANDLE || !tunip_ir_takes_dtype(graph, dtype)) return NULL;
    tunip_ir_int_imm *imm = tunip_node_new(graph, &tunip_ir_int_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = dtype;
    imm->value = value;
    return imm;
}

tunip_ir_float_imm *tunip_ir_float(tunip_graph *graph, tunip_dtype dtype, double value)
{
    if (dtype.code == TUNIP_DTYPE_HANDLE)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "an immediate cannot be a handle");
    if (dtype.code == TUNIP_DTYPE_HANDLE || !tunip_ir_takes_dtype(graph, dtype)) return NULL;
    tunip_ir_float_imm *imm = tunip_node_new(graph, &tunip_ir_float_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = dtype;
    imm->value = value;
    return imm;
}

tunip_ir_prim_type *tunip_ir_prim_type_new(tunip_graph *graph, tunip_dtype dtype)
{
    if (!tunip_ir_takes_dtype(graph, dtype)) return NULL;
    tunip_ir_prim_type *type = tunip_node_new(graph, &tunip_ir_prim_type_type);
    if (type) type->dtype = dtype;
    return type;
}

tunip_ir_pointer_type *tunip_ir_pointer_type_new(tunip_graph *graph, tunip_dtype element,
                                                 const char *storage_scope)
{
    tunip_ir_pointer_type *type = tunip_node_new(graph, &tunip_ir_pointer_type_type);
    if (!type) return NULL;
    type->element_type = (tunip_node *)tunip_ir_prim_type_new(graph, element);
    type->storage_scope = tunip_string_new(graph, storage_scope);
    return type->element_type && type->storage_scope ? type : NULL;
}

tunip_ir_global_var *tunip_ir_global_var_new(tunip_graph *graph, const char *name)
{
    tunip_ir_global_var *var = tunip_node_new(graph, &tunip_ir_global_var_type);
    if (!var) return NULL;
    var->name_hint = tunip_string_new(graph, name);
    return var->name_hint ? var : NULL;
}

static int compare_names(const void *a, const void *b)
{
    tunip_str x = tunip_string_value(*(const tunip_string *const *)a);
    tunip_str y = tunip_string_value(*(const tunip_string *const *)b);
    int order = memcmp(x.data, y.data, x.size < y.size ? x.size : y.size);
    return order ? order : (x.size > y.size) - (x.size < y.size);
}

/* Whether no two keys of a map are equal strings; if two are, the graph gets an error. */
static bool are_different(tunip_graph *graph, const tunip_map *map, const char *what)
{
    const tunip_string **names = tunip_graph_alloc(graph, map->count * sizeof *names);
    size_t count = 0;
    if (map->count && !names) return false;
    for (size_t i = 0; i < map->count; i++) {
        const tunip_string *name = TUNIP_AS(tunip_string, map->entries[i].key);
        if (name) names[count++] = name;
    }
    if (count) qsort(names, count, sizeof(const tunip_string *), compare_names);
    for (size_t i = 1; i < count; i++) {
        tunip_str name = tunip_string_value(names[i]);
        if (!tunip_str_equal(tunip_string_value(names[i - 1]), name)) continue;
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "two %s are called `%.*s`", what,
                         (int)name.size, name.data);
        return false;
    }
    return true;
}

tunip_ir_dict_attrs *tunip_ir_dict_attrs_new(tunip_graph *graph, size_t count, void *const *entries)
{
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (!attrs) return NULL;
    attrs->dict = tunip_map_new(graph, count, entries);
    return attrs->dict && are_different(graph, attrs->dict, "attributes") ? attrs : NULL;
}

/* Makes a map of `room` zeroed entries, which the caller fills in. */
static tunip_map *map_with_room(tunip_graph *graph, size_t room)
{
    tunip_map *map = tunip_map_new(graph, 0, NULL);
    if (!map || !room) return map;
    map->entries = tunip_graph_alloc(graph, room * sizeof *map->entries);
    map->count = room;
    return map->entries ? map : NULL;
}

static tunip_ir_source_map *empty_source_map(tunip_graph *graph)
{
    tunip_ir_source_map *map = tunip_node_new(graph, &tunip_ir_source_map_type);
    if (!map) return NULL;
    map->source_map = tunip_map_new(graph, 0, NULL);
    return map->source_map ? map : NULL;
}

static tunip_ir_module *empty_module(tunip_graph *graph, size_t room)
{
    tunip_ir_module *module = tunip_node_new(graph, &tunip_ir_module_type);
    if (!module) return NULL;
    module->functions = map_with_room(graph, room);
    module->global_var_map = map_with_room(graph, room);
    module->source_map = empty_source_map(graph);
    module->attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    module->global_infos = tunip_map_new(graph, 0, NULL);
    bool whole = module->functions && module->global_var_map && module->source_map &&
                 module->attrs && module->global_infos;
    return whole ? module : NULL;
}

/* NULL, with an error of the graph, if one of the tables is missing; `what` says what the first one
 * holds. */
static tunip_ir_module *module_with(tunip_graph *graph, size_t count, const void *table,
                                    const char *what, const void *functions)
{
    if (!count || (table && functions)) return empty_module(graph, count);
    tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "%zu functions and no table of %s", count,
                     table ? "them" : what);
    return NULL;
}

/* False if there is no variable. */
static bool set_function(tunip_ir_module *module, size_t i, tunip_ir_global_var *var,
                         void *function)
{
    if (!var) return false;
    module->functions->entries[i] = (tunip_map_entry){(tunip_node *)var, function};
    module->global_var_map->entries[i] =
        (tunip_map_entry){(tunip_node *)var->name_hint, (tunip_node *)var};
    return true;
}

static tunip_ir_module *checked(tunip_graph *graph, tunip_ir_module *module)
{
    bool fits = module && are_different(graph, module->global_var_map, "functions");
    return fits ? module : NULL;
}

tunip_ir_module *tunip_ir_module_new(tunip_graph *graph, size_t count, const char *const *names,
                                     void *const *functions)
{
    tunip_ir_module *module = module_with(graph, count, names, "their names", functions);
    for (size_t i = 0; module && i < count; i++)
        if (!set_function(module, i, tunip_ir_global_var_new(graph, names[i]), functions[i]))
            return NULL;
    return checked(graph, module);
}

tunip_ir_module *tunip_ir_module_with_vars_new(tunip_graph *graph, size_t count,
                                               tunip_ir_global_var *const *vars,
                                               void *const *functions)
{
    tunip_ir_module *module = module_with(graph, count, vars, "their variables", functions);
    for (size_t i = 0; module && i < count; i++)
        if (!set_function(module, i, vars[i], functions[i])) return NULL;
    return checked(graph, module);
}
