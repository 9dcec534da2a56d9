/* valid.c -- a walk that finds out whether a graph has a grave flaw, and the copy of a graph
 * without its flaws. */
#include "valid.h"

#include "../util/memory.h"
#include "../util/tables.h"
#include "check.h"
#include "describe.h"
#include "graph.h"
#include "registry.h"

/* ======== valid ======== */

/* A walk that finds out whether a graph has a grave flaw, but not where. */

/* The kinds of forms. A leaf has no children and no flaws, a text or another value has no children.
 * A struct with a single field for a node, such as an integer with its span, usually has no child.
 * Many containers are empty. */
enum { LEAF, TEXT, VALUE, SINGLE, ARRAY, MAP, STRUCT, OPAQUE };

/* No node has this type. */
static const tunip_type no_type;
static const tn_known nothing_known = {.type = &no_type};

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator)
{
    *v = (tn_validity){.allocator = allocator, .size = UINTPTR_MAX};
    tn_seen_init(&v->seen, allocator);
    tn_seen_init(&v->far, allocator);
    tn_commons_init(&v->commons, allocator);
    tn_map_init(&v->unregistered, allocator);
    tn_arena_init(&v->arena, allocator);
}

void tn_validity_free(tn_validity *v)
{
    tn_seen_free(&v->seen);
    tn_seen_free(&v->far);
    tn_commons_free(&v->commons);
    tn_array_free(&v->forms, v->allocator);
    tn_map_free(&v->unregistered);
    tn_arena_free(&v->arena);
    tn_array_free(&v->open, v->allocator);
    tn_array_free(&v->postponed, v->allocator);
}

/* ---- forms ---- */

/* NULL for a type that takes any node. */
static const tunip_type *narrow(const tunip_type *type)
{
    return type == &tunip_any_type ? NULL : type;
}

/* Copies the fields that hold nodes to `out`, unless it is NULL; returns how many there are. */
static size_t list_fields(const tunip_type *type, tn_child_field *out)
{
    size_t count = 0;
    for (; type; type = type->base) {
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_AGAIN) continue;
            if (out)
                out[count] = (tn_child_field){field->offset,       narrow(field->expects),
                                              narrow(field->item), narrow(field->key),
                                              nothing_known,       nothing_known};
            count++;
        }
    }
    return count;
}

static uint8_t kind_of(const tunip_type *type, size_t count)
{
    if (type->base == &tunip_opaque_type) return OPAQUE;
    if (type == &tunip_int_type || type == &tunip_float_type || type == &tunip_bool_type)
        return LEAF;
    if (type->base || type->field_count) return count > 1 ? STRUCT : count ? SINGLE : LEAF;
    if (type == &tunip_map_type) return MAP;
    if (type == &tunip_array_type) return ARRAY;
    return type == &tunip_string_type || type == &tunip_bytes_type ? TEXT : VALUE;
}

static const tn_form *new_form(tn_validity *v, const tunip_type *type)
{
    size_t count = list_fields(type, NULL);
    tn_child_field *fields = tn_arena_alloc(&v->arena, count * sizeof *fields);
    tn_form *form = tn_arena_alloc(&v->arena, sizeof *form);
    if (!fields || !form) return NULL;
    list_fields(type, fields);
    *form = (tn_form){fields, count, kind_of(type, count)};
    return form;
}

/* The form of a registered type. NULL when out of memory. */
static const tn_form *add_form(tn_validity *v, const tunip_type *type)
{
    enum { SPARE = 64 };
    size_t count = v->forms.count, more = type->id < count ? 0 : type->id + SPARE - count;
    if (!tn_array_reserve(&v->forms, v->allocator, more)) return NULL;
    for (; more; more--) v->forms.items[v->forms.count++] = NULL;
    return v->forms.items[type->id] = new_form(v, type);
}

/* The form of a type that is not registered. NULL when out of memory. */
static const tn_form *add_unregistered(tn_validity *v, const tunip_type *type)
{
    uint64_t *known = tn_map_put(&v->unregistered, type, NULL);
    if (known && !*known) *known = (uintptr_t)new_form(v, type);
    return known ? (const tn_form *)(uintptr_t)*known : NULL;
}

/* Flaws of the description of the type are found here: no faulty type has a form. */
static TN_APART const tn_form *find_form(tn_validity *v, const tunip_type *type)
{
    if (!type || tn_type_is_faulty(&v->commons, type)) {
        v->is_flawed = true;
        return NULL;
    }
    const tn_form *form = type->id ? add_form(v, type) : add_unregistered(v, type);
    v->failed |= !form;
    return form;
}

/* NULL for a faulty type, and when out of memory. */
static inline const tn_form *form_of(tn_validity *v, const tunip_type *type)
{
    bool is_known = type && type->id < v->forms.count;
    const tn_form *form = is_known ? v->forms.items[type->id] : NULL;
    return form ? form : find_form(v, type);
}

/* ---- the walk ---- */

static inline const tunip_node *child_of(const tunip_node *node, const tn_child_field *field)
{
    return *(const tunip_node *const *)(const void *)((const char *)node + field->offset);
}

/* Whether a node with children is met for the first time. */
static inline bool is_new(tn_validity *v, tn_seen *seen, const tunip_node *node)
{
    bool added = false;
    if (!tn_seen_add(seen, node, &added)) v->failed = true;
    return added;
}

static inline bool is_far(const tn_validity *v, const tunip_node *node)
{
    return (uintptr_t)node - v->begin >= v->size;
}

static TN_APART void postpone(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    if (is_new(v, &v->far, node) &&
        !tn_array_push(&v->postponed, v->allocator, (tn_open_node){node, form}))
        v->failed = true;
}

static inline bool has_items(const tunip_node *node)
{
    if (node->type == &tunip_array_type) return ((const tunip_array *)node)->count != 0;
    return node->type == &tunip_map_type && ((const tunip_map *)node)->count != 0;
}

/* Whether a node that is no struct with several children may have any. Checks values. */
static inline bool may_have_children(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    const tunip_string *text = (const tunip_string *)node; /* bytes begin with the same members */
    switch (form->kind) {
    case TEXT:
        if (text->value.size && !text->value.data) v->is_flawed = true;
        return false;
    case VALUE:
        if (!tn_value_is_valid(node)) v->is_flawed = true;
        return false;
    case SINGLE:
        return child_of(node, form->fields) != NULL;
    case ARRAY:
    case MAP:
        return has_items(node);
    default:
        return false;
    }
}

/* Finds the form of a node in a place for nodes of the type `expected` (NULL: any). False if the
 * node does not fit. */
static TN_APART bool recognize(tn_validity *v, const tunip_node *node, const tunip_type *expected,
                               tn_known *known)
{
    const tn_form *form = form_of(v, node->type);
    if (!form) return false;
    if (expected && !tn_may_be(node, expected)) {
        v->is_flawed = true;
        return false;
    }
    *known = (tn_known){node->type, form};
    return true;
}

/* Takes a child in a place for nodes of the type `expected` (NULL: any). Returns whether it is new
 * and may have children; then the caller opens it. */
static inline bool meet(tn_validity *v, const tunip_node *child, const tunip_type *expected,
                        tn_known *known)
{
    if (child->type != known->type && !recognize(v, child, expected, known)) return false;
    if (known->form->kind >= SINGLE && is_far(v, child)) {
        postpone(v, child, known->form);
        return false;
    }
    if (known->form->kind < STRUCT && !may_have_children(v, child, known->form)) return false;
    return is_new(v, &v->seen, child);
}

/* The walk looks at the children of an open node later. */
static inline void open_node(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    if (!tn_array_push(&v->open, v->allocator, (tn_open_node){node, form})) v->failed = true;
}

static inline void take(tn_validity *v, const tunip_node *child, const tunip_type *expected,
                        tn_known *known)
{
    if (child && meet(v, child, expected, known)) open_node(v, child, known->form);
}

static void take_items(tn_validity *v, const tunip_array *array, const tunip_type *expected,
                       tn_known *known)
{
    size_t count = array->items ? array->count : 0;
    if (count != array->count) v->is_flawed = true;
    for (size_t i = 0; i < count; i++) take(v, array->items[i], expected, known);
}

static void take_entries(tn_validity *v, const tunip_map *map, const tunip_type *key,
                         const tunip_type *item)
{
    tn_known known_key = nothing_known, known_item = nothing_known;
    size_t count = map->entries ? map->count : 0;
    if (count != map->count) v->is_flawed = true;
    for (size_t i = 0; i < count; i++) {
        take(v, map->entries[i].key, key, &known_key);
        take(v, map->entries[i].value, item, &known_item);
    }
}

static void take_opaque(tn_validity *v, const tunip_opaque *opaque)
{
    tn_known known = nothing_known;
    size_t count = opaque->fields ? opaque->count : 0;
    if (count != opaque->count) v->is_flawed = true;
    for (size_t i = 0; i < count; i++) take(v, opaque->fields[i].value, NULL, &known);
    take(v, opaque->data, NULL, &known);
}

/* Whether the items of a container that was met before have the types that the field expects. If
 * the container is elsewhere, its parent is postponed. */
static TN_APART bool items_fit(tn_validity *v, const tunip_node *parent, const tunip_node *child,
                               const tn_child_field *field)
{
    if (is_far(v, child)) {
        postpone(v, parent, form_of(v, parent->type));
        return true;
    }
    bool is_map = child->type == &tunip_map_type;
    if (!tn_value_is_valid(child)) return true; /* it is a flaw already */
    return tn_items_fit(&v->commons, child, false, field->item) &&
           (!is_map || tn_items_fit(&v->commons, child, true, field->key));
}

/* Most containers are met once: one look at their items is enough. */
static inline void take_fields(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    tn_child_field *end = form->fields + form->count;
    for (tn_child_field *field = form->fields; field < end; field++) {
        const tunip_node *child = child_of(node, field);
        if (!child) continue;
        bool is_opened = meet(v, child, field->expects, &field->known);
        uint8_t kind = is_opened ? field->known.form->kind : LEAF;
        if (kind == ARRAY)
            take_items(v, (const tunip_array *)child, field->item, &field->known_item);
        else if (kind == MAP)
            take_entries(v, (const tunip_map *)child, field->key, field->item);
        else if (is_opened)
            open_node(v, child, field->known.form);
        else if (field->item && (is_far(v, child) || has_items(child)) &&
                 !items_fit(v, node, child, field))
            v->is_flawed = true;
    }
}

/* Takes the children of a node. */
static inline void take_children(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    tn_known known = nothing_known;
    if (form->kind == SINGLE || form->kind == STRUCT)
        take_fields(v, node, form);
    else if (form->kind == ARRAY)
        take_items(v, (const tunip_array *)node, NULL, &known);
    else if (form->kind == MAP)
        take_entries(v, (const tunip_map *)node, NULL, NULL);
    else if (form->kind == OPAQUE)
        take_opaque(v, (const tunip_opaque *)node);
}

void tn_validity_add_within(tn_validity *v, const tunip_node *root, const void *begin, size_t size)
{
    tn_known known = nothing_known;
    v->begin = (uintptr_t)begin;
    v->size = size;
    if (root) take(v, root, NULL, &known);
    while (v->open.count && !v->is_flawed && !v->failed) {
        tn_open_node next = v->open.items[--v->open.count];
        take_children(v, next.node, next.form);
    }
    v->failed |= v->commons.failed;
}

void tn_validity_add(tn_validity *v, const tunip_node *root)
{
    tn_open_nodes *postponed = &v->postponed;
    for (size_t i = 0; i < postponed->count; i++) {
        is_new(v, &v->seen, postponed->items[i].node); /* it is looked at now */
        open_node(v, postponed->items[i].node, postponed->items[i].form);
    }
    postponed->count = 0;
    tn_validity_add_within(v, root, NULL, UINTPTR_MAX);
}

/* A struct or an opaque node that was not met will be if it is part of the graph. Any other node
 * may have been met when it had no children. */
void tn_validity_again(tn_validity *v, const tunip_node *node)
{
    const tn_form *form = node ? form_of(v, node->type) : NULL;
    if (form && form->kind > VALUE && (form->kind < STRUCT || tn_seen_has(&v->seen, node)))
        open_node(v, node, form);
}

/* ======== repair ======== */

/* Copies a graph without its grave flaws. Each node is copied once; a work list holds
 * the copies whose children are still the originals. */

const tunip_type tn_placeholder_type = {
    .key = "<placeholder>", .base = &tunip_opaque_type, .size = sizeof(tn_placeholder)};

typedef struct task {
    tunip_node *copy;
    const tunip_field *field; /* the field that declares the types of a container's items; or
                                 NULL */
} task;

typedef struct repairer {
    tn_arena *arena;
    tn_map copies; /* node -> its copy, except for containers whose items a field declares */
    TN_ARRAY(task) tasks;
    bool failed; /* out of memory */
} repairer;

static void *repair_take(repairer *m, size_t size)
{
    void *memory = tn_arena_zalloc(m->arena, size);
    m->failed |= !memory;
    return memory;
}

/* ---- one node ---- */

static size_t size_of(const tunip_type *type)
{
    return type->base == &tunip_opaque_type ? sizeof(tunip_opaque) : type->size;
}

static tunip_node *copy_node(repairer *m, const tunip_node *node, const tunip_field *field)
{
    tunip_node *copy = repair_take(m, size_of(node->type));
    if (!copy) return NULL;
    memcpy(copy, node, size_of(node->type));
    m->failed |= !tn_array_push(&m->tasks, &m->arena->allocator, (task){copy, field});
    return copy;
}

static bool is_container(const tunip_node *node)
{
    return node->type == &tunip_array_type || node->type == &tunip_map_type;
}

static tunip_node *repair_node(repairer *m, const tunip_node *node, const tunip_field *field)
{
    if (field && field->item && is_container(node)) return copy_node(m, node, field);
    uint64_t *slot = tn_map_put(&m->copies, node, NULL);
    if (!slot) {
        m->failed = true;
        return NULL;
    }
    if (*slot) return (tunip_node *)(uintptr_t)*slot;
    tunip_node *copy = copy_node(m, node, NULL);
    *slot = (uintptr_t)copy;
    return copy;
}

/* A string whose text names the type of the replaced node. */
static tunip_node *placeholder_text(repairer *m, const char *key)
{
    size_t size = strlen(key) + 2;
    tunip_string *made = repair_take(m, sizeof *made);
    char *text = made ? repair_take(m, size + 1) : NULL;
    if (!text) return NULL;
    text[0] = '<';
    memcpy(text + 1, key, size - 2);
    text[size - 1] = '>';
    *made = (tunip_string){{&tunip_string_type}, {text, size}};
    return &made->base;
}

/* The placeholder for a flawed node: a visible one if the field allows it, else NULL. */
static tunip_node *placeholder(repairer *m, const tunip_node *node, const tunip_type *expected)
{
    if (expected == &tunip_string_type && node->type && node->type->key)
        return placeholder_text(m, node->type->key);
    tn_placeholder *made = tn_takes_unregistered(expected) ? repair_take(m, sizeof *made) : NULL;
    if (!made) return NULL;
    made->base.base.type = &tn_placeholder_type;
    made->key = node->type ? node->type->key : NULL;
    return &made->base.base;
}

static tunip_node *repair_child(repairer *m, const tunip_node *child, const tunip_type *expected,
                                const tunip_field *field)
{
    char fault[TN_FAULT_SIZE];
    if (!child || m->failed) return NULL;
    bool fits = child->type && !tn_type_fault(child->type, fault) && tn_may_be(child, expected);
    return fits ? repair_node(m, child, field) : placeholder(m, child, expected);
}

/* ---- the contents of a node ---- */

static void repair_array(repairer *m, tunip_array *array, const tunip_field *field)
{
    tunip_node **items = repair_take(m, array->count * sizeof *items);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = repair_child(m, array->items[i], field ? field->item : NULL, NULL);
    array->items = items;
}

static void repair_map(repairer *m, tunip_map *map, const tunip_field *field)
{
    tunip_map_entry *entries = repair_take(m, map->count * sizeof *entries);
    for (size_t i = 0; entries && i < map->count; i++) {
        entries[i].key = repair_child(m, map->entries[i].key, field ? field->key : NULL, NULL);
        entries[i].value = repair_child(m, map->entries[i].value, field ? field->item : NULL, NULL);
    }
    map->entries = entries;
}

static void repair_opaque(repairer *m, tunip_opaque *node)
{
    tunip_opaque_field *fields = repair_take(m, node->count * sizeof *fields);
    for (size_t i = 0; fields && i < node->count; i++) {
        fields[i] = node->fields[i];
        fields[i].value = repair_child(m, node->fields[i].value, NULL, NULL);
    }
    node->fields = fields;
    node->data = repair_child(m, node->data, NULL, NULL);
}

static void repair_fields(repairer *m, tunip_node *node)
{
    for (const tunip_type *type = node->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_AGAIN) continue;
            tunip_node **child = (tunip_node **)(void *)((char *)node + field->offset);
            *child = repair_child(m, *child, field->expects, field);
        }
}

/* Sets a count without data to 0. */
static void empty(tunip_node *node)
{
    const tunip_type *type = node->type;
    memset((char *)node + sizeof *node, 0, size_of(type) - sizeof *node);
}

static void repair_inside(repairer *m, const task *t)
{
    tunip_node *node = t->copy;
    if (!tn_value_is_valid(node))
        empty(node);
    else if (node->type == &tunip_array_type)
        repair_array(m, (tunip_array *)node, t->field);
    else if (node->type == &tunip_map_type)
        repair_map(m, (tunip_map *)node, t->field);
    else if (node->type->base == &tunip_opaque_type)
        repair_opaque(m, (tunip_opaque *)node);
    else
        repair_fields(m, node);
}

const tunip_node *tn_repair(tn_arena *arena, const tunip_node *root)
{
    repairer m = {.arena = arena};
    tn_map_init(&m.copies, &arena->allocator);
    const tunip_node *copy = repair_child(&m, root, NULL, NULL);
    while (m.tasks.count && !m.failed) {
        task next = m.tasks.items[--m.tasks.count];
        repair_inside(&m, &next);
    }
    tn_map_free(&m.copies);
    tn_array_free(&m.tasks, &arena->allocator);
    return m.failed ? NULL : copy;
}

/* ======== prepare ======== */

/* Checks a graph before any rule casts its nodes, and repairs it if need be. */

enum { MOST_FLAWS = 100 };

/* The rules report the other flaws. */
static bool report_grave_flaws(const tunip_context *context, const tunip_node *root,
                               tunip_scratch *kept, const tn_flaw_sink *sink)
{
    tunip_check_report report;
    if (tn_check_for(context, root, TN_FLAWS_GRAVE, MOST_FLAWS, &report, kept->error) != TUNIP_OK)
        return false;
    for (size_t i = 0; i < report.flaw_count; i++) sink->flaw(sink->user, &report.flaws[i]);
    if (report.total > report.flaw_count) sink->more(sink->user, report.total - report.flaw_count);
    tunip_check_report_free(&report);
    return true;
}

const tunip_node *tn_prepare_root(const tunip_context *context, const tunip_node *root,
                                  tunip_scratch *kept, const tn_flaw_sink *sink)
{
    bool valid = true;
    if (!root || tn_root_is_verified(context, root)) return root;
    if (tn_check_is_valid(context, root, &valid, kept->error) != TUNIP_OK) return NULL;
    if (valid) return root;
    if (!report_grave_flaws(context, root, kept, sink)) return NULL;
    const tunip_node *repaired = tn_repair(kept->arena, root);
    if (!repaired) tn_scratch_no_memory(kept);
    return repaired;
}
