/* parts.c -- the compared parts of a module, in order (TVM src/ir/module.cc, SEqual and SHash):
 * global variables of the same name correspond, in any order; then the functions are compared. */
#include "order.h"
#include "types.h"

/* Entries of a map by the names of their global variables. */
typedef struct members {
    const void **entries; /* of tunip_map_entry */
    size_t count;
} members;

static tunip_str name_of(const tunip_node *var)
{
    const tunip_ir_global_var *global = TUNIP_AS(tunip_ir_global_var, var);
    return tunip_string_value(global ? global->name_hint : NULL);
}

/* Orders entries of the map from names to global variables by the names of the variables. */
static bool value_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(name_of(x->value), name_of(y->value)) < 0;
}

/* Orders entries of the same map by their keys. */
static bool name_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(tunip_string_value(x->key), tunip_string_value(y->key)) < 0;
}

/* Orders entries of the map from global variables to functions. */
static bool key_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(name_of(x->key), name_of(y->key)) < 0;
}

static members sort(tunip_graph *scratch, const tunip_map *map, ir_before_fn before)
{
    members sorted = {.count = tunip_map_count(map)};
    if (!sorted.count) return sorted;
    sorted.entries = tunip_graph_alloc(scratch, 2 * sorted.count * sizeof *sorted.entries);
    if (!sorted.entries) return (members){.count = 0};
    for (size_t i = 0; i < sorted.count; i++) sorted.entries[i] = &map->entries[i];
    ir_sort(sorted.entries, sorted.count, sorted.entries + sorted.count, before);
    return sorted;
}

typedef bool (*each_part)(const tunip_part *part, void *user);

/* Compares each global variable of the left side with the one that the right side has under the
 * same name. In a file that was edited by hand, the right one may have another name_hint. This is
 * then the first difference, and TVM reports it below `functions`. */
static bool each_common_var(const members *lhs, const members *rhs, each_part each, void *user)
{
    for (size_t i = 0, k = 0; i < lhs->count && k < rhs->count;) {
        const tunip_map_entry *a = lhs->entries[i], *b = rhs->entries[k];
        int order = ir_compare_text(name_of(a->value), tunip_string_value(b->key));
        tunip_part part = {.name = "functions", .lhs = a->value, .rhs = b->value, .defines = true};
        if (order == 0 && !each(&part, user)) return false;
        i += order <= 0;
        k += order > 0;
    }
    return true;
}

static bool compare_functions(tunip_graph *scratch, const tunip_ir_module *lhs,
                              const tunip_ir_module *rhs, each_part each, void *user)
{
    members ours = sort(scratch, lhs->global_var_map, value_before);
    members theirs = sort(scratch, rhs->global_var_map, name_before);
    if (!each_common_var(&ours, &theirs, each, user)) return false;
    tunip_part part = {.name = "functions"};
    part.lhs = lhs->functions ? &lhs->functions->base : NULL;
    part.rhs = rhs->functions ? &rhs->functions->base : NULL;
    return each(&part, user);
}

/* Hashes the variables first, because functions refer to each other. */
static bool hash_functions(tunip_graph *scratch, const tunip_ir_module *module, each_part each,
                           void *user)
{
    members sorted = sort(scratch, module->functions, key_before);
    for (size_t i = 0; i < sorted.count; i++) {
        const tunip_map_entry *entry = sorted.entries[i];
        if (!each(&(tunip_part){.name = "functions", .lhs = entry->key, .defines = true}, user))
            return false;
    }
    for (size_t i = 0; i < sorted.count; i++) {
        const tunip_map_entry *entry = sorted.entries[i];
        if (!each(&(tunip_part){.name = "functions", .lhs = entry->value}, user)) return false;
    }
    return true;
}

bool ir_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_ir_module none;
    const tunip_ir_module *a = (const tunip_ir_module *)lhs,
                          *b = rhs ? (const tunip_ir_module *)rhs : &none;
    tunip_part attrs = {"attrs", (const tunip_node *)a->attrs, (const tunip_node *)b->attrs, false};
    tunip_part infos = {"global_infos", (const tunip_node *)a->global_infos,
                        (const tunip_node *)b->global_infos, false};
    if (!each(&attrs, user) || !each(&infos, user)) return false;
    return rhs ? compare_functions(scratch, a, b, each, user)
               : hash_functions(scratch, a, each, user);
}

/* In TVM v0.26, the type of a global variable follows from its function, and is not compared. */
bool ir_global_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                         bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_ir_global_var none;
    const tunip_ir_global_var *a = (const tunip_ir_global_var *)lhs;
    const tunip_ir_global_var *b = rhs ? (const tunip_ir_global_var *)rhs : &none;
    tunip_part name = {"name_hint", (const tunip_node *)a->name_hint,
                       (const tunip_node *)b->name_hint, false};
    (void)scratch;
    return each(&name, user);
}
