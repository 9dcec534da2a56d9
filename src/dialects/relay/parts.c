/* parts.c -- the parts of modules and calls that equality compares.
 *
 * In modules (TVM v0.19 src/ir/module.cc, SEqualReduce), functions and types with the same name
 * correspond, in any order. Types are compared first, because constructors in functions refer to
 * their type variables. */
#include <stdlib.h>

#include "types.h"

typedef bool (*each_part)(const tunip_part *part, void *user);

static tunip_str name_of(const tunip_node *var)
{
    const tunip_relay_global_var *global = TUNIP_AS(tunip_relay_global_var, var);
    const tunip_relay_global_type_var *type = TUNIP_AS(tunip_relay_global_type_var, var);
    if (global) return tunip_string_value(global->name_hint);
    return tunip_string_value(type ? type->name_hint : NULL);
}

static int compare(const void *left, const void *right)
{
    tunip_str a = name_of((*(const tunip_map_entry *const *)left)->key);
    tunip_str b = name_of((*(const tunip_map_entry *const *)right)->key);
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static const tunip_map_entry **sort(tunip_graph *scratch, const tunip_map *map)
{
    size_t count = tunip_map_count(map);
    const tunip_map_entry **entries = tunip_graph_alloc(scratch, (count + 1) * sizeof(*entries));
    for (size_t i = 0; entries && i < count; i++) entries[i] = &map->entries[i];
    if (entries && count) qsort(entries, count, sizeof(*entries), compare);
    return entries;
}

/* Defines the variables of both maps: those with the same name correspond. */
static bool define(tunip_graph *scratch, const tunip_map *lhs, const tunip_map *rhs,
                   const char *name, each_part each, void *user)
{
    const tunip_map_entry **ours = sort(scratch, lhs), **theirs = sort(scratch, rhs);
    for (size_t i = 0, k = 0; ours && theirs && i < tunip_map_count(lhs);) {
        int order = !rhs ? 0 : k < rhs->count ? compare(&ours[i], &theirs[k]) : -1;
        tunip_part part = {name, ours[i]->key, NULL, true};
        if (rhs && order == 0) part.rhs = theirs[k]->key;
        if (order == 0 && !each(&part, user)) return false;
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

/* Compares the entries of two maps. In a hash, the entries are in the order of their names. */
static bool compare_maps(tunip_graph *scratch, const tunip_map *lhs, const tunip_map *rhs,
                         bool is_hash, const char *name, each_part each, void *user)
{
    tunip_part part = {name, lhs ? &lhs->base : NULL, rhs ? &rhs->base : NULL, false};
    if (!is_hash) return each(&part, user);
    const tunip_map_entry **entries = sort(scratch, lhs);
    for (size_t i = 0; entries && i < tunip_map_count(lhs); i++)
        if (!each(&(tunip_part){name, entries[i]->value, NULL, false}, user)) return false;
    return true;
}

bool relay_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                        bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relay_module none;
    const tunip_relay_module *a = (const tunip_relay_module *)lhs;
    const tunip_relay_module *b = rhs ? (const tunip_relay_module *)rhs : &none;
    tunip_part attrs = {"attrs", (const tunip_node *)a->attrs, (const tunip_node *)b->attrs, false};
    return each(&attrs, user) &&
           define(scratch, a->functions, b->functions, "functions", each, user) &&
           define(scratch, a->type_definitions, b->type_definitions, "type_definitions", each,
                  user) &&
           compare_maps(scratch, a->type_definitions, b->type_definitions, !rhs,
                        "type_definitions", each, user) &&
           compare_maps(scratch, a->functions, b->functions, !rhs, "functions", each, user);
}

/* The type arguments of operators are not compared: inference adds them, from the arguments
 * (include/tvm/relay/expr.h, CallNode::SEqualReduce). */
bool relay_call_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                      bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relay_call none;
    const tunip_relay_call *a = (const tunip_relay_call *)lhs;
    const tunip_relay_call *b = rhs ? (const tunip_relay_call *)rhs : &none;
    (void)scratch;
    bool has_types = !tunip_is(a->op, &tunip_ir_op_type);
    const tunip_part parts[] = {
        {"op", a->op, b->op, false},
        {"args", (const tunip_node *)a->args, (const tunip_node *)b->args, false},
        {"attrs", a->attrs, b->attrs, false},
        {"type_args", (const tunip_node *)a->type_args, (const tunip_node *)b->type_args, false}};
    for (size_t i = 0; i < TUNIP_LEN(parts) - !has_types; i++)
        if (!each(&parts[i], user)) return false;
    return true;
}
