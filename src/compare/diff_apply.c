/* diff_apply.c -- applies a script to the left side. Untouched nodes are shared. Inserted nodes
 * come from the right side, with their variables replaced by the corresponding left ones. A patched
 * variable is replaced at all its uses.
 *
 * In ill-formed IR that can be wrong: if a variable is used before its definition, equality
 * requires the same variable, and not a corresponding one. The result is therefore compared with
 * the right side. When they differ, the script is applied again with the variables of the right
 * side everywhere; if that does not help either, it is refused. */
#include "../ir/registry.h"
#include "../ir/same.h"
#include "../ir/visit.h"
#include "diff.h"

typedef enum origin { FROM_LHS, FROM_RHS, ORIGINS } origin;

typedef enum side { OF_LHS, OF_RHS } side;

typedef struct applier {
    const struct tunip_script_memory *script;
    side variables; /* the side whose variables the result uses */
    tunip_graph *graph;
    tn_map made[ORIGINS]; /* node -> its replacement */
    tn_map patches;       /* patch -> its result */
    tn_stack stack;
    tunip_error error;
} applier;

static tunip_node *carry(applier *a, origin from, const tunip_node *node);
static tunip_node *apply(applier *a, const tn_patch *patch);

static void apply_fail(applier *a)
{
    tn_no_memory(&a->error);
}

static bool failed(const applier *a)
{
    return a->error.code != TUNIP_OK;
}

static tunip_node *as_it_is(const tunip_node *node)
{
    return (tunip_node *)(uintptr_t)node;
}

static void *alloc(applier *a, size_t size)
{
    void *memory = tunip_graph_alloc(a->graph, size);
    if (!memory) apply_fail(a);
    return memory;
}

static tunip_node *copy_struct(applier *a, const tunip_node *node)
{
    tunip_node *copy = alloc(a, node->type->size);
    if (copy) memcpy(copy, node, node->type->size);
    return copy;
}

static void set_field(tunip_node *node, const tunip_field *field, tunip_node *value)
{
    void *at = (char *)node + field->offset;
    memcpy(at, &value, sizeof value);
}

/* ---- nodes that are carried over ---- */

static tunip_node *new_array(applier *a, size_t count, tunip_node **items)
{
    tunip_array *array = alloc(a, sizeof *array);
    if (!array) return NULL;
    *array = (tunip_array){.base.type = &tunip_array_type, .count = count, .items = items};
    return &array->base;
}

static tunip_node *new_map(applier *a, size_t count, tunip_map_entry *entries)
{
    tunip_map *map = alloc(a, sizeof *map);
    if (!map) return NULL;
    *map = (tunip_map){.base.type = &tunip_map_type, .count = count, .entries = entries};
    return &map->base;
}

static tunip_node *carry_array(applier *a, origin from, const tunip_array *array)
{
    tunip_node **items = NULL;
    for (size_t i = 0; i < array->count && !failed(a); i++) {
        tunip_node *item = carry(a, from, array->items[i]);
        if (!items && item != array->items[i]) {
            items = alloc(a, array->count * sizeof *items);
            if (items) memcpy(items, array->items, array->count * sizeof *items);
        }
        if (items) items[i] = item;
    }
    return items ? new_array(a, array->count, items) : as_it_is(&array->base);
}

static tunip_node *carry_map(applier *a, origin from, const tunip_map *map)
{
    bool changed = false;
    tunip_map_entry *entries = alloc(a, map->count * sizeof *entries);
    for (size_t i = 0; entries && i < map->count && !failed(a); i++) {
        const tunip_map_entry *old = &map->entries[i];
        entries[i] = (tunip_map_entry){carry(a, from, old->key), carry(a, from, old->value)};
        changed |= entries[i].key != old->key || entries[i].value != old->value;
    }
    return changed && entries ? new_map(a, map->count, entries) : as_it_is(&map->base);
}

/* Scalars are not nodes and need no replacement. */
static tunip_node *carry_opaque(applier *a, origin from, const tunip_opaque *node)
{
    tunip_opaque *copy = NULL;
    for (size_t i = 0; i < node->count && !failed(a); i++) {
        tunip_node *old = node->fields[i].value;
        tunip_node *value = node->fields[i].is_reference ? carry(a, from, old) : old;
        if (!copy && value != old) {
            copy = (tunip_opaque *)(void *)copy_struct(a, &node->base);
            if (copy) copy->fields = alloc(a, node->count * sizeof *copy->fields);
            if (failed(a)) return NULL;
            memcpy(copy->fields, node->fields, node->count * sizeof *copy->fields);
        }
        if (copy) copy->fields[i].value = value;
    }
    return copy ? &copy->base : as_it_is(&node->base);
}

typedef struct carrying {
    applier *applier;
    origin from;
    const tunip_node *node;
    tunip_node *copy; /* NULL while nothing has changed */
} carrying;

static bool carry_field(const tunip_field *field, void *user)
{
    carrying *c = user;
    if (field->kind != TUNIP_KIND_NODE) return true;
    const tunip_node *old = tunip_field_node(c->node, field);
    tunip_node *value = carry(c->applier, c->from, old);
    if (value == old) return !failed(c->applier);
    if (!c->copy) c->copy = copy_struct(c->applier, c->node);
    if (c->copy) set_field(c->copy, field, value);
    return !failed(c->applier);
}

static tunip_node *carry_contents(applier *a, origin from, const tunip_node *node)
{
    const void *at = node;
    if (node->type == &tunip_array_type) return carry_array(a, from, at);
    if (node->type == &tunip_map_type) return carry_map(a, from, at);
    if (tn_is_opaque(node->type)) return carry_opaque(a, from, at);
    carrying c = {.applier = a, .from = from, .node = node};
    tn_each_field(node->type, 0, carry_field, &c);
    return c.copy ? c.copy : as_it_is(node);
}

/* A node inside itself is not changed. */
static tunip_node *carry_once(applier *a, origin from, const tunip_node *node)
{
    bool added;
    uint64_t *made = tn_map_put(&a->made[from], node, &added);
    if (!made) {
        apply_fail(a);
        return NULL;
    }
    if (!added) return (tunip_node *)(uintptr_t)*made;
    *made = (uint64_t)(uintptr_t)node;
    tunip_node *result = carry_contents(a, from, node);
    *tn_map_get(&a->made[from], node) = (uint64_t)(uintptr_t)result;
    return result;
}

TN_STACK_STEP3(carry_deeper, tunip_node *, carry, applier *, origin, const tunip_node *)
TN_STACK_STEP2(apply_deeper, tunip_node *, apply, applier *, const tn_patch *)

static tunip_node *carry(applier *a, origin from, const tunip_node *node)
{
    if (!node || failed(a) || tn_is_value(node->type)) return as_it_is(node);
    if (a->variables == OF_RHS) {
        const tunip_node *there = tn_diff_recorded(&a->script->to_rhs, node);
        if (from == FROM_RHS || there) return as_it_is(from == FROM_RHS ? node : there);
    } else if (from == FROM_LHS && !a->script->patched.count) {
        return as_it_is(node);
    }
    if (tn_stack_low(&a->stack)) {
        tunip_node *result = NULL;
        if (!carry_deeper(&a->stack, &result, a, from, node)) tn_stack_fail(&a->error);
        return result;
    }
    const uint64_t *patch = from == FROM_LHS ? tn_map_get(&a->script->patched, node) : NULL;
    if (patch) return apply(a, (const tn_patch *)(uintptr_t)*patch);
    const tunip_node *there = from == FROM_RHS ? tn_diff_recorded(&a->script->to_lhs, node) : NULL;
    return there ? carry(a, FROM_LHS, there) : carry_once(a, from, node);
}

/* ---- patches ---- */

/* A node that is replaced by its right counterpart is not looked up again. */
static tunip_node *apply_replacement(applier *a, const tn_patch *patch)
{
    const tunip_node *there = tn_diff_recorded(&a->script->to_lhs, patch->rhs);
    return there && there == patch->lhs ? carry_contents(a, FROM_RHS, patch->rhs)
                                        : carry(a, FROM_RHS, patch->rhs);
}

static tunip_node *apply_to_fields(applier *a, const tn_patch *patch)
{
    carrying c = {.applier = a, .from = FROM_LHS, .node = patch->lhs};
    c.copy = copy_struct(a, patch->lhs);
    if (!c.copy) return NULL;
    tn_each_field(patch->lhs->type, 0, carry_field, &c);
    for (const tn_op *op = patch->ops; op && !failed(a); op = op->next) {
        if (op->kind == TN_OP_SUB && op->sub) set_field(c.copy, op->field, apply(a, op->sub));
        if (op->kind != TN_OP_SET) continue;
        static const size_t sizes[] = {[TUNIP_KIND_INT] = sizeof(int64_t),
                                       [TUNIP_KIND_FLOAT] = sizeof(double),
                                       [TUNIP_KIND_BOOL] = sizeof(bool),
                                       [TUNIP_KIND_DTYPE] = sizeof(tunip_dtype)};
        memcpy((char *)c.copy + op->field->offset, tunip_field_at(op->rhs, op->field),
               sizes[op->field->kind]);
    }
    return c.copy;
}

/* One slot for each element: kept elements by their left index, inserted ones by their index in the
 * result. */
typedef struct slots {
    tunip_node **items;
    bool *set;
} slots;

static slots new_slots(applier *a, size_t count)
{
    slots s = {alloc(a, (count + 1) * sizeof *s.items), alloc(a, count + 1)};
    return s;
}

static size_t count_items(const tn_patch *patch)
{
    size_t count = ((const tunip_array *)(const void *)patch->lhs)->count;
    for (const tn_op *op = patch->ops; op; op = op->next)
        count += (size_t)(op->kind == TN_OP_INSERT) - (size_t)(op->kind == TN_OP_DELETE);
    return count;
}

static void apply_to_item(applier *a, const tunip_array *old, const tn_op *op, slots *from,
                          slots *to)
{
    size_t i = op->lhs_index, k = op->rhs_index;
    tunip_node *item = op->kind == TN_OP_INSERT   ? carry(a, FROM_RHS, op->rhs)
                       : op->kind == TN_OP_DELETE ? NULL
                       : op->sub                  ? apply(a, op->sub)
                                                  : carry(a, FROM_LHS, old->items[i]);
    slots *target = op->kind == TN_OP_SUB ? from : to;
    if (op->kind != TN_OP_DELETE) target->items[op->kind == TN_OP_SUB ? i : k] = item;
    if (op->kind != TN_OP_INSERT) from->set[i] = true;
    if (op->kind == TN_OP_INSERT || op->kind == TN_OP_MOVE) to->set[k] = true;
}

/* Elements without a step keep their order around the inserted ones. */
static tunip_node *apply_to_items(applier *a, const tn_patch *patch)
{
    const tunip_array *old = (const tunip_array *)(const void *)patch->lhs;
    size_t count = count_items(patch);
    slots from = new_slots(a, old->count), to = new_slots(a, count);
    bool *stays = alloc(a, old->count + 1);
    if (failed(a)) return NULL;
    for (size_t i = 0; i < old->count; i++) stays[i] = true;
    for (const tn_op *op = patch->ops; op && !failed(a); op = op->next) {
        apply_to_item(a, old, op, &from, &to);
        if (op->kind == TN_OP_DELETE || op->kind == TN_OP_MOVE) stays[op->lhs_index] = false;
    }
    for (size_t i = 0, k = 0; i < old->count && !failed(a); i++) {
        if (!stays[i]) continue;
        while (k < count && to.set[k]) k++;
        if (k < count)
            to.items[k++] = from.set[i] ? from.items[i] : carry(a, FROM_LHS, old->items[i]);
    }
    return new_array(a, count, to.items);
}

static size_t count_insertions(const tn_patch *patch)
{
    size_t count = 0;
    for (const tn_op *op = patch->ops; op; op = op->next) count += op->kind == TN_OP_INSERT;
    return count;
}

static tunip_node *apply_to_entries(applier *a, const tn_patch *patch)
{
    const tunip_map *old = (const tunip_map *)(const void *)patch->lhs;
    size_t room = old->count + count_insertions(patch), count = 0, added = old->count;
    tunip_map_entry *entries = alloc(a, (room + 1) * sizeof *entries);
    bool *gone = alloc(a, room + 1);
    if (failed(a)) return NULL;
    for (size_t i = 0; i < old->count; i++) {
        entries[i].key = carry(a, FROM_LHS, old->entries[i].key);
        entries[i].value = carry(a, FROM_LHS, old->entries[i].value);
    }
    for (const tn_op *op = patch->ops; op && !failed(a); op = op->next) {
        if (op->kind == TN_OP_INSERT)
            entries[added++] =
                (tunip_map_entry){carry(a, FROM_RHS, op->rhs_key), carry(a, FROM_RHS, op->rhs)};
        else if (op->kind == TN_OP_DELETE)
            gone[op->lhs_index] = true;
        else if (op->sub)
            entries[op->lhs_index].value = apply(a, op->sub);
    }
    for (size_t i = 0; i < room; i++)
        if (!gone[i]) entries[count++] = entries[i];
    return new_map(a, count, entries);
}

static tunip_node *apply(applier *a, const tn_patch *patch)
{
    /* ORDER tn_patch_kind */
    static tunip_node *(*const kinds[])(applier *, const tn_patch *) = {
        apply_replacement, apply_to_fields, apply_to_items, apply_to_entries};
    if (failed(a)) return NULL;
    if (a->variables == OF_RHS && patch->rhs &&
        tn_diff_recorded(&a->script->to_rhs, patch->lhs) == patch->rhs)
        return as_it_is(patch->rhs);
    if (tn_stack_low(&a->stack)) {
        tunip_node *whole = NULL;
        if (!apply_deeper(&a->stack, &whole, a, patch)) tn_stack_fail(&a->error);
        return whole;
    }
    bool added;
    uint64_t *made = tn_map_put(&a->patches, patch, &added);
    if (!made) {
        apply_fail(a);
        return NULL;
    }
    if (!added) return (tunip_node *)(uintptr_t)*made;
    *made = (uint64_t)(uintptr_t)patch->lhs;
    tunip_node *result = kinds[patch->kind](a, patch);
    *tn_map_get(&a->patches, patch) = (uint64_t)(uintptr_t)result;
    return result;
}

/* ---- the whole ---- */

static void run(applier *a)
{
    const struct tunip_script_memory *script = a->script;
    tn_stack_init(&a->stack);
    tunip_node *root = script->patch ? apply(a, script->patch) : as_it_is(script->lhs);
    tunip_graph_set_root(a->graph, root);
}

/* A new graph, or NULL. */
static tunip_graph *make(const tunip_context *context, const struct tunip_script_memory *script,
                         side variables, tunip_error *error)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    applier a = {.script = script, .variables = variables};
    a.graph = tunip_graph_new(context, error);
    if (!a.graph) return NULL;
    for (int i = 0; i < ORIGINS; i++) tn_map_init(&a.made[i], allocator);
    tn_map_init(&a.patches, allocator);
    run(&a);
    for (int i = 0; i < ORIGINS; i++) tn_map_free(&a.made[i]);
    tn_map_free(&a.patches);
    if (!failed(&a)) return a.graph;
    tunip_graph_free(a.graph);
    tunip_error_set(error, a.error.code, "%s", a.error.message);
    return NULL;
}

/* Whether the result equals the right side. Types without equality are ignored. */
static bool is_right(const tunip_context *context, const struct tunip_script_memory *script,
                     const tunip_graph *graph, tunip_error *error)
{
    tunip_comparison *found;
    const tunip_node *root = tunip_graph_root(graph);
    if (tunip_equal(context, root, script->rhs, &script->options, &found, error) != TUNIP_OK)
        return false;
    bool right = tunip_comparison_equal(found) || tunip_comparison_unsupported(found);
    tunip_comparison_free(found);
    return right;
}

tunip_graph *tunip_diff_apply(const tunip_context *context, const tunip_script *script,
                              tunip_error *error)
{
    tunip_error failure = TUNIP_ERROR_INIT;
    for (side v = OF_LHS; v <= OF_RHS && failure.code == TUNIP_OK; v++) {
        tunip_graph *graph = make(context, script->memory, v, &failure);
        if (graph && is_right(context, script->memory, graph, &failure)) return graph;
        tunip_graph_free(graph);
    }
    if (failure.code == TUNIP_OK)
        tunip_error_set(&failure, TUNIP_ERROR_ARGUMENT,
                        "the script cannot be applied: a variable is used before it is defined");
    tunip_error_set(error, failure.code, "%s", failure.message);
    return NULL;
}
