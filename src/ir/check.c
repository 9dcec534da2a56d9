/* check.c -- checks a graph against its field tables: of types, of containers, of single
 * nodes, and of all nodes with their paths. */
#include "check.h"

#include <stdio.h>

#include "../util/memory.h"
#include "../util/options.h"
#include "../util/tables.h"
#include "../util/threads.h"
#include "describe.h"
#include "graph.h"
#include "registry.h"
#include "same.h"
#include "valid.h"
#include "visit.h"

/* ======== common ======== */

/* The checks of a type and of a container's items, done once for each. */

void tn_commons_init(tn_commons *commons, const tunip_allocator *allocator)
{
    *commons = (tn_commons){.allocator = allocator};
    tn_map_init(&commons->faulty, allocator);
    tn_map_init(&commons->known, allocator);
}

void tn_commons_free(tn_commons *commons)
{
    tn_map_free(&commons->faulty);
    tn_map_free(&commons->known);
    tn_array_free(&commons->list, commons->allocator);
}

bool tn_commons_find_fault(tn_commons *commons, const tunip_type *type)
{
    enum { VALID = 1, FAULTY };
    char fault[TN_FAULT_SIZE];
    uint64_t *known = tn_map_put(&commons->faulty, type, NULL);
    if (!known) return commons->failed = true;
    if (!*known) *known = tn_type_fault(type, fault) ? FAULTY : VALID;
    return *known == FAULTY;
}

/* ---- the items of containers, whose types a field declares ---- */

static size_t count_of(const tunip_node *container)
{
    return container->type == &tunip_map_type ? ((const tunip_map *)container)->count
                                              : ((const tunip_array *)container)->count;
}

static const tunip_node *item_of(const tunip_node *container, bool keys, size_t i)
{
    if (container->type != &tunip_map_type) return ((const tunip_array *)container)->items[i];
    const tunip_map_entry *entry = &((const tunip_map *)container)->entries[i];
    return keys ? entry->key : entry->value;
}

/* The common properties of all items. NULL when out of memory. */
static const tn_common *common_of(tn_commons *commons, const tunip_node *container, bool keys)
{
    uint64_t *place = tn_map_put(&commons->known, (const char *)container + keys, NULL);
    if (place && *place) return &commons->list.items[*place - 1];
    tn_common common = {0};
    for (size_t i = 0; i < count_of(container); i++) {
        const tunip_node *item = item_of(container, keys, i);
        if (!item || !item->type || tn_type_is_faulty(commons, item->type)) continue;
        tn_common_add(&common, item);
    }
    if (!place || !tn_array_push(&commons->list, commons->allocator, common)) {
        commons->failed = true;
        return NULL;
    }
    *place = commons->list.count;
    return &commons->list.items[*place - 1];
}

bool tn_items_fit(tn_commons *commons, const tunip_node *container, bool keys,
                  const tunip_type *expected)
{
    enum { FEW = 16 };
    if (!expected || expected == &tunip_any_type || !count_of(container)) return true;
    if (count_of(container) > FEW) {
        const tn_common *common = common_of(commons, container, keys);
        return common && tn_may_all_be(common, expected);
    }
    for (size_t i = 0; i < count_of(container); i++) {
        const tunip_node *item = item_of(container, keys, i);
        if (!item || !item->type || item->type == expected) continue;
        if (!tn_type_is_faulty(commons, item->type) && !tn_may_be(item, expected)) return false;
    }
    return true;
}

/* ======== node ======== */

/* Whether one node itself can be read, without looking at its children. */

const char *tn_type_fault(const tunip_type *type, char *fault)
{
    if (type->id || type == &tn_placeholder_type) return NULL;
    if (type->base == &tunip_opaque_type) return type->key ? NULL : "its key is missing";
    return tn_type_line_is_valid(type, fault) ? NULL : fault;
}

static bool is_there(size_t count, const void *data)
{
    return !count || data;
}

bool tn_value_is_valid(const tunip_node *node)
{
    const tunip_type *type = node->type;
    if (type == &tunip_string_type || type == &tunip_bytes_type) {
        tunip_str text = ((const tunip_string *)node)->value; /* both structs begin with these
                                                                 members */
        return is_there(text.size, text.data);
    }
    if (type == &tunip_array_type)
        return is_there(((const tunip_array *)node)->count, ((const tunip_array *)node)->items);
    if (type == &tunip_map_type)
        return is_there(((const tunip_map *)node)->count, ((const tunip_map *)node)->entries);
    if (type == &tunip_shape_type)
        return is_there(((const tunip_shape *)node)->count, ((const tunip_shape *)node)->dims);
    if (type == &tunip_tensor_type) {
        const tunip_tensor *tensor = (const tunip_tensor *)node;
        return is_there(tensor->ndim, tensor->shape) &&
               is_there(tensor->data.size, tensor->data.data);
    }
    if (type->base == &tunip_opaque_type)
        return is_there(((const tunip_opaque *)node)->count, ((const tunip_opaque *)node)->fields);
    return true;
}

bool tn_key_is_valid(const tunip_node *key)
{
    char fault[TN_FAULT_SIZE];
    if (!key || !key->type || tn_type_fault(key->type, fault) || !tn_value_is_valid(key))
        return false;
    const tunip_field *hint = tunip_type_field(key->type, "name_hint");
    if (!hint || hint->kind != TUNIP_KIND_NODE) return true;
    const tunip_node *name = tunip_field_node(key, hint);
    return !name || (name->type && tn_value_is_valid(name));
}

/* ======== check ======== */

/* Checks a graph against its field tables: collects the flaws with their paths. */

/* The way from the root to a node. */
typedef struct level {
    struct level *outer; /* NULL: the root */
    const tunip_node *holder;
    const tunip_field *field; /* NULL: an item, a key or a value of a container */
    tunip_path step;
    const tunip_path *kept; /* the whole path, made at the first flaw below it */
} level;

struct tunip_check_memory {
    tn_arena arena; /* of messages and paths */
    tunip_allocator allocator;
    TN_ARRAY(tunip_flaw) flaws;
    tunip_check_report report; /* of tunip_check() */
};

typedef struct checker {
    const tn_registry *registry;
    const tunip_allocator *allocator;
    struct tunip_check_memory *memory;
    size_t most, total;
    tn_flaw_kinds sought; /* the others are ignored */
    tn_stack stack;
    tn_seen seen;
    tn_map open; /* the nodes being walked */
    tn_commons commons;
    tunip_status status; /* the walk cannot continue */
} checker;

static bool out_of_memory(checker *c)
{
    c->status = TUNIP_ERROR_MEMORY;
    return false;
}

/* ---- flaws ---- */

/* Paths share their prefixes: each level is made once. */
static const tunip_path *path_of(checker *c, level *l)
{
    static const tunip_path root = {.parent = NULL};
    const tunip_path *whole = NULL;
    tunip_path *inner = NULL;
    uint32_t depth = 0;
    for (const level *at = l; at->outer; at = at->outer) depth++;
    for (; l->outer && !l->kept; l = l->outer) {
        tunip_path *path = tn_arena_alloc(&c->memory->arena, sizeof *path);
        if (!path) return NULL;
        *path = l->step;
        path->depth = depth--;
        l->kept = path;
        if (inner)
            inner->parent = path;
        else
            whole = path;
        inner = path;
    }
    const tunip_path *rest = l->outer ? l->kept : &root;
    if (!inner) return rest;
    inner->parent = rest;
    return whole;
}

static bool keep(checker *c, level *l, tunip_flaw flaw)
{
    c->total++;
    if (c->memory->flaws.count >= c->most) return true;
    flaw.path = path_of(c, l);
    flaw.holder = l->holder;
    flaw.field = l->field;
    bool kept = flaw.path && !c->memory->arena.failed;
    if (kept) kept = tn_array_push(&c->memory->flaws, c->allocator, flaw);
    return kept || out_of_memory(c);
}

static bool complain(checker *c, level *l, tunip_flaw_kind kind, const tunip_node *node,
                     const char *format, ...) TUNIP_PRINTF(5, 6);

/* False ends the walk. */
static bool complain(checker *c, level *l, tunip_flaw_kind kind, const tunip_node *node,
                     const char *format, ...)
{
    if (!(c->sought & tn_flaw_kinds_of(kind))) return true;
    tunip_flaw flaw = {.kind = kind, .node = node};
    va_list args;
    va_start(args, format);
    if (c->memory->flaws.count < c->most)
        flaw.message = tn_arena_format(&c->memory->arena, format, args);
    va_end(args);
    return keep(c, l, flaw);
}

/* A description of the place for messages: "field `body` of tir.For", "item 3 of a container". */
enum { PLACE_SIZE = 200 };
static const char *place_of(const level *l, char place[PLACE_SIZE])
{
    if (!l->holder)
        snprintf(place, PLACE_SIZE, "the root");
    else if (l->field)
        snprintf(place, PLACE_SIZE, "field `%s` of %s", l->field->name, l->holder->type->key);
    else if (l->step.step == TUNIP_STEP_ITEM)
        snprintf(place, PLACE_SIZE, "item %lld of a container", (long long)l->step.at.index);
    else if (l->step.step == TUNIP_STEP_ATTR)
        snprintf(place, PLACE_SIZE, "field `%s` of %s", l->step.at.attr, l->holder->type->key);
    else
        snprintf(place, PLACE_SIZE, "a %s of a map",
                 l->step.step == TUNIP_STEP_KEY ? "value" : "key");
    return place;
}

static bool wrong_kind(checker *c, level *l, const tunip_node *node, const tunip_type *expected)
{
    char place[PLACE_SIZE];
    return complain(c, l, TUNIP_FLAW_KIND, node, "expected %s for %s, got %s", expected->key,
                    place_of(l, place), node->type->key);
}

/* ---- types ---- */

static bool is_faulty(checker *c, const tunip_type *type)
{
    bool faulty = tn_type_is_faulty(&c->commons, type);
    return c->commons.failed ? !out_of_memory(c) : faulty;
}

/* Whether a node can be read; if not, reports the flaw. */
static bool has_type(checker *c, level *l, const tunip_node *node, bool *on)
{
    char place[PLACE_SIZE], fault[TN_FAULT_SIZE];
    if (node->type && (node->type->id || !is_faulty(c, node->type))) return true;
    if (!node->type)
        *on = complain(c, l, TUNIP_FLAW_UNTYPED, node, "%s has no type", place_of(l, place));
    else if (c->status == TUNIP_OK)
        *on = complain(c, l, TUNIP_FLAW_TYPE, node, "the type of %s is not valid: %s",
                       place_of(l, place), tn_type_fault(node->type, fault));
    else
        *on = false;
    return false;
}

static bool check_registered(checker *c, level *l, const tunip_node *node)
{
    const tunip_type *type = node->type;
    if (!c->registry || (type->id && tn_registry_has(c->registry, type))) return true;
    return complain(c, l, TUNIP_FLAW_UNREGISTERED, node, "%s is not registered", type->key);
}

/* ---- values ---- */

static bool check_dtype(checker *c, level *l, const tunip_node *node, tunip_dtype dtype)
{
    if (dtype.code <= TUNIP_DTYPE_FLOAT4_E2M1FN) return true;
    return complain(c, l, TUNIP_FLAW_SCALAR, node, "a dtype has the unknown code %d", dtype.code);
}

static bool check_bool(checker *c, level *l, const tunip_node *node, const void *at)
{
    char place[PLACE_SIZE];
    int value = *(const unsigned char *)at;
    if (value <= 1) return true;
    return complain(c, l, TUNIP_FLAW_SCALAR, node, "%s is a bool of value %d", place_of(l, place),
                    value);
}

/* A value that is a node of its own. */
static bool check_value(checker *c, level *l, const tunip_node *node)
{
    const void *at = node;
    if (node->type == &tunip_dtype_type)
        return check_dtype(c, l, node, ((const tunip_dtype_value *)at)->value);
    if (node->type == &tunip_tensor_type)
        return check_dtype(c, l, node, ((const tunip_tensor *)at)->dtype);
    return node->type != &tunip_bool_type ||
           check_bool(c, l, node, &((const tunip_bool *)at)->value);
}

/* ---- the walk ---- */

static bool visit(checker *c, level *l, const tunip_node *node);

static bool check_child(checker *c, level *l, const tunip_node *child, const tunip_type *expected)
{
    bool on = true;
    if (!has_type(c, l, child, &on)) return on;
    if (child->type != expected && !tn_may_be(child, expected) &&
        !wrong_kind(c, l, child, expected))
        return false;
    return visit(c, l, child);
}

static level item_level(level *l, const tunip_array *array, size_t i)
{
    level inner = {.outer = l, .holder = &array->base};
    inner.step = (tunip_path){.step = TUNIP_STEP_ITEM, .at.index = (int64_t)i};
    return inner;
}

/* An entry with an invalid key is named by its number. */
static level entry_level(level *l, const tunip_map *map, size_t i, tunip_step step)
{
    level inner = {.outer = l, .holder = &map->base};
    inner.step = (tunip_path){.step = (uint8_t)step, .at.key = map->entries[i].key};
    if (!tn_key_is_valid(map->entries[i].key))
        inner.step = (tunip_path){.step = TUNIP_STEP_ITEM, .at.index = (int64_t)i};
    return inner;
}

static bool visit_array(checker *c, level *l, const tunip_array *array)
{
    for (size_t i = 0; i < array->count; i++) {
        if (!array->items[i]) continue;
        level inner = item_level(l, array, i);
        if (!check_child(c, &inner, array->items[i], NULL)) return false;
    }
    return true;
}

static bool check_keys(checker *c, level *l, const tunip_map *map)
{
    tn_keys keys;
    bool on = true;
    if (map->count < 2 || !(c->sought & tn_flaw_kinds_of(TUNIP_FLAW_KEY))) return true;
    tn_keys_init(&keys, map, c->allocator);
    for (size_t i = 0; i < map->count; i++)
        if (!tn_key_is_valid(map->entries[i].key)) return true; /* reported already */
    for (size_t i = 0; i < map->count && on; i++) {
        const tunip_node *key = map->entries[i].key;
        const tunip_map_entry *found = tn_keys_find_first(&keys, key);
        level inner = entry_level(l, map, i, TUNIP_STEP_KEY);
        if (keys.failed)
            on = out_of_memory(c);
        else if (found && found != &map->entries[i])
            on = complain(c, &inner, TUNIP_FLAW_KEY, key, "a map has a key twice");
    }
    tn_keys_free(&keys);
    return on;
}

static bool visit_map(checker *c, level *l, const tunip_map *map)
{
    for (size_t i = 0; i < map->count; i++) {
        const tunip_map_entry *entry = &map->entries[i];
        level key = entry_level(l, map, i, TUNIP_STEP_KEY_MISSING);
        level value = entry_level(l, map, i, TUNIP_STEP_KEY);
        if (entry->key && !check_child(c, &key, entry->key, NULL)) return false;
        if (entry->value && !check_child(c, &value, entry->value, NULL)) return false;
    }
    return check_keys(c, l, map);
}

static bool visit_opaque(checker *c, level *l, const tunip_opaque *node)
{
    level inner = {.outer = l, .holder = &node->base};
    for (size_t i = 0; i < node->count; i++) {
        const tunip_opaque_field *field = &node->fields[i];
        if (!field->value) continue;
        inner.kept = NULL;
        inner.step = (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name.data};
        if (!field->name.data) inner.step.at.attr = "";
        if (!check_child(c, &inner, field->value, NULL)) return false;
    }
    inner.kept = NULL;
    inner.step = (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = "data"};
    return !node->data || check_child(c, &inner, node->data, NULL);
}

/* ---- the items of containers, whose types a field declares ---- */

static bool check_one(checker *c, level *l, const tunip_node *node, const tunip_type *expected)
{
    if (!node || !node->type || node->type == expected || is_faulty(c, node->type)) return true;
    return tn_may_be(node, expected) || wrong_kind(c, l, node, expected);
}

static bool check_items(checker *c, level *l, const tunip_array *array, const tunip_type *expected)
{
    if (tn_items_fit(&c->commons, &array->base, false, expected)) return true;
    if (c->commons.failed) return out_of_memory(c);
    for (size_t i = 0; i < array->count; i++) {
        level inner = item_level(l, array, i);
        if (!check_one(c, &inner, array->items[i], expected)) return false;
    }
    return true;
}

static bool check_entries(checker *c, level *l, const tunip_map *map, const tunip_type *expected,
                          bool keys)
{
    if (tn_items_fit(&c->commons, &map->base, keys, expected)) return true;
    if (c->commons.failed) return out_of_memory(c);
    for (size_t i = 0; i < map->count; i++) {
        const tunip_map_entry *entry = &map->entries[i];
        level inner = entry_level(l, map, i, keys ? TUNIP_STEP_KEY_MISSING : TUNIP_STEP_KEY);
        if (!check_one(c, &inner, keys ? entry->key : entry->value, expected)) return false;
    }
    return true;
}

static bool check_container(checker *c, level *l, const tunip_node *node, const tunip_field *field)
{
    if (!field->item || !tn_value_is_valid(node)) return true;
    if (node->type == &tunip_array_type)
        return check_items(c, l, (const tunip_array *)node, field->item);
    if (node->type != &tunip_map_type) return true;
    const tunip_map *map = (const tunip_map *)node;
    return check_entries(c, l, map, field->key, true) &&
           check_entries(c, l, map, field->item, false);
}

/* ---- structs ---- */

/* Whether a node is saved by its name, and inherits the field: then its registry knows the value,
 * such as the type of an operator of v0.26. */
static bool is_known_by_name(const tunip_node *node, const tunip_field *field)
{
    const tunip_type *type = node->type;
    return type->codec && !(field >= type->fields && field < type->fields + type->field_count);
}

static bool check_missing(checker *c, level *l, const tunip_node *node, const tunip_field *field)
{
    enum { MAY_LACK = TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_IGNORE | TUNIP_FLAG_DEFAULT };
    if (field->flags & MAY_LACK || is_known_by_name(node, field)) return true;
    return complain(c, l, TUNIP_FLAW_MISSING, NULL, "field `%s` of %s is missing", field->name,
                    node->type->key);
}

static bool visit_field(checker *c, level *l, const tunip_node *node, const tunip_field *field)
{
    const void *at = tunip_field_at(node, field);
    level inner = {.outer = l, .holder = node, .field = field};
    inner.step = (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name};
    if (field->kind == TUNIP_KIND_DTYPE)
        return check_dtype(c, &inner, node, *(const tunip_dtype *)at);
    if (field->kind != TUNIP_KIND_NODE)
        return field->kind != TUNIP_KIND_BOOL || check_bool(c, &inner, node, at);
    const tunip_node *child = tunip_field_node(node, field);
    if (!child) return check_missing(c, &inner, node, field);
    return check_child(c, &inner, child, field->expects) &&
           (!child->type || is_faulty(c, child->type) || check_container(c, &inner, child, field));
}

static bool visit_fields(checker *c, level *l, const tunip_node *node, const tunip_type *type)
{
    if (type->base && !visit_fields(c, l, node, type->base)) return false;
    for (size_t i = 0; i < type->field_count; i++)
        if (!(type->fields[i].flags & TUNIP_FLAG_AGAIN) &&
            !visit_field(c, l, node, &type->fields[i]))
            return false;
    return true;
}

static bool visit_inside(checker *c, level *l, const tunip_node *node)
{
    if (node->type == &tunip_array_type) return visit_array(c, l, (const tunip_array *)node);
    if (node->type == &tunip_map_type) return visit_map(c, l, (const tunip_map *)node);
    if (node->type->base == &tunip_opaque_type)
        return visit_opaque(c, l, (const tunip_opaque *)node);
    if (!node->type->field_count && !node->type->base) return check_value(c, l, node);
    return visit_fields(c, l, node, node->type);
}

TN_STACK_STEP3(visit_deeper, bool, visit, checker *, level *, const tunip_node *)

/* Walks the children of a node, which is marked as open meanwhile: meeting it again is a cycle. */
static bool visit_noted(checker *c, level *l, const tunip_node *node, bool is_new)
{
    char place[PLACE_SIZE];
    if (!is_new) {
        if (!tn_map_get(&c->open, node)) return true;
        return complain(c, l, TUNIP_FLAW_CYCLE, node, "%s is a %s that this is inside of",
                        place_of(l, place), node->type->key);
    }
    if (!check_registered(c, l, node)) return false;
    if (!tn_map_put(&c->open, node, NULL)) return out_of_memory(c);
    bool on = visit_inside(c, l, node);
    tn_map_remove(&c->open, node);
    return on;
}

static bool visit(checker *c, level *l, const tunip_node *node)
{
    bool is_new;
    if (tn_stack_low(&c->stack)) {
        bool on;
        if (visit_deeper(&c->stack, &on, c, l, node)) return on;
        c->status = TUNIP_ERROR_LIMIT;
        return false;
    }
    if (!tn_seen_add(&c->seen, node, &is_new)) return out_of_memory(c);
    if (is_new && !tn_value_is_valid(node))
        return complain(c, l, TUNIP_FLAW_VALUE, node, "a %s has a count but no data",
                        node->type->key);
    if (!tn_value_is_valid(node)) return true;
    return visit_noted(c, l, node, is_new);
}

/* ---- entry points ---- */

const char *tunip_flaw_kind_name(tunip_flaw_kind kind)
{
    static const char *const names[] = {
        [TUNIP_FLAW_KIND] = "kind",
        [TUNIP_FLAW_UNTYPED] = "untyped",
        [TUNIP_FLAW_TYPE] = "type",
        [TUNIP_FLAW_VALUE] = "value",
        [TUNIP_FLAW_MISSING] = "missing",
        [TUNIP_FLAW_SCALAR] = "scalar",
        [TUNIP_FLAW_KEY] = "key",
        [TUNIP_FLAW_CYCLE] = "cycle",
        [TUNIP_FLAW_UNREGISTERED] = "unregistered",
    };
    return (size_t)kind < TUNIP_LEN(names) ? names[kind] : "unknown kind";
}

static void run(checker *c, const tunip_context *context, const tunip_node *root)
{
    level top = {.outer = NULL};
    c->registry = context ? tn_context_registry(context) : NULL;
    tn_stack_init(&c->stack);
    tn_seen_init(&c->seen, c->allocator);
    tn_map_init(&c->open, c->allocator);
    tn_commons_init(&c->commons, c->allocator);
    if (root) check_child(c, &top, root, NULL);
    tn_seen_free(&c->seen);
    tn_map_free(&c->open);
    tn_commons_free(&c->commons);
}

static tunip_status ending(const checker *c, tunip_error *error)
{
    if (c->status == TUNIP_OK) return TUNIP_OK;
    bool memory = c->status == TUNIP_ERROR_MEMORY;
    return tunip_error_set(error, c->status, "%s",
                           memory ? "out of memory" : "no memory for a further stack");
}

tunip_status tn_check_is_valid(const tunip_context *context, const tunip_node *root, bool *valid,
                               tunip_error *error)
{
    tn_validity validity;
    tn_validity_init(&validity, tn_context_allocator(context));
    tn_validity_add(&validity, root);
    bool failed = validity.failed;
    *valid = !validity.is_flawed;
    tn_validity_free(&validity);
    return failed ? tn_no_memory(error) : TUNIP_OK;
}

static struct tunip_check_memory *new_memory(const tunip_allocator *allocator)
{
    struct tunip_check_memory *memory = allocator->alloc(allocator->ctx, sizeof *memory);
    if (!memory) return NULL;
    memset(memory, 0, sizeof *memory);
    memory->allocator = *allocator;
    tn_arena_init(&memory->arena, allocator);
    return memory;
}

/* Runs the check that `c` describes and fills *out. */
static tunip_status list_flaws(checker *c, const tunip_context *context, const tunip_node *root,
                               tunip_check_report *out, tunip_error *error)
{
    *out = (tunip_check_report){.flaw_count = 0};
    c->allocator = tn_context_allocator(context);
    c->memory = out->memory = new_memory(c->allocator);
    if (!c->memory) return tn_no_memory(error);
    run(c, context, root);
    tunip_status status = ending(c, error);
    if (status != TUNIP_OK) {
        tunip_check_report_free(out);
        return status;
    }
    out->flaws = c->memory->flaws.items;
    out->flaw_count = c->memory->flaws.count;
    out->total = c->total;
    return TUNIP_OK;
}

tunip_status tunip_check(const tunip_context *context, const tunip_node *root,
                         const tunip_check_options *options, tunip_check_report **out,
                         tunip_error *error)
{
    enum { USUAL = 100 };
    tunip_check_options taken;
    tunip_check_report report;
    *out = NULL;
    tunip_status status = tn_options_take(&taken, sizeof taken, options, error);
    if (status != TUNIP_OK) return status;
    checker c = {.most = taken.most ? taken.most : USUAL, .sought = TN_FLAWS_ALL};
    status = list_flaws(&c, context, root, &report, error);
    if (status != TUNIP_OK) return status;
    report.memory->report = report;
    *out = &report.memory->report;
    return TUNIP_OK;
}

size_t tunip_check_report_count(const tunip_check_report *report)
{
    return report ? report->flaw_count : 0;
}

const tunip_flaw *tunip_check_report_flaw(const tunip_check_report *report, size_t index)
{
    return index < tunip_check_report_count(report) ? &report->flaws[index] : NULL;
}

size_t tunip_check_report_total(const tunip_check_report *report)
{
    return report ? report->total : 0;
}

tunip_status tn_check_for(const tunip_context *context, const tunip_node *root,
                          tn_flaw_kinds sought, size_t most, tunip_check_report *out,
                          tunip_error *error)
{
    checker c = {.most = most, .sought = sought};
    return list_flaws(&c, context, root, out, error);
}

void tunip_check_report_free(tunip_check_report *report)
{
    struct tunip_check_memory *memory = report ? report->memory : NULL;
    if (!memory) return;
    const tunip_allocator allocator = memory->allocator;
    tn_array_free(&memory->flaws, &allocator);
    tn_arena_free(&memory->arena);
    allocator.free(allocator.ctx, memory, sizeof *memory);
}

/* ======== require ======== */

/* Rejects graphs with flaws. Comparing or saving such a graph makes no sense, so the
 * caller gets an error. */

/* Fails with the first flaw of the kinds `barred`, if there is one. */
static tunip_status refuse(const tunip_context *context, const tunip_node *root,
                           tn_flaw_kinds barred, tunip_error *error)
{
    tunip_check_report report;
    tunip_status status = tn_check_for(context, root, barred, 1, &report, error);
    if (status != TUNIP_OK) return status;
    const tunip_flaw *flaw = report.flaw_count ? report.flaws : NULL;
    bool first = flaw && error && error->code == TUNIP_OK;
    if (flaw)
        status = tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "not valid: %.*s",
                                 (int)flaw->message.size, flaw->message.data);
    if (first) tunip_path_text(flaw->path, error->path, sizeof error->path);
    tunip_check_report_free(&report);
    return status;
}

static bool is_verified(const tunip_context *context, const tunip_node *root)
{
    return !root || (context && tn_root_is_verified(context, root));
}

tunip_status tn_require_valid(const tunip_context *context, const tunip_node *root,
                              tunip_error *error)
{
    bool valid = true;
    if (is_verified(context, root)) return TUNIP_OK;
    tunip_status status = tn_check_is_valid(context, root, &valid, error);
    return status != TUNIP_OK || valid ? status : refuse(context, root, TN_FLAWS_GRAVE, error);
}

tunip_status tn_require_sound(const tunip_context *context, const tunip_node *root,
                              tn_flaw_kinds barred, tunip_error *error)
{
    return is_verified(context, root) ? TUNIP_OK : refuse(context, root, barred, error);
}
