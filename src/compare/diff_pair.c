/* diff_pair.c -- compares two nodes as equality does (equal.c), but continues after a difference.
 * Each pair of nodes is compared once, and its patch is kept. So shared graphs take linear time,
 * and a difference in a shared node is reported only at its first place. */
#include "../ir/same.h"
#include "../ir/visit.h"
#include "diff.h"

static const tn_patch *diff_pair(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                 const tunip_node *rhs);

/* Compares the children one step below `at`. */
static const tn_patch *diff_below(tn_differ *d, tn_at *at, tunip_path lhs_step, tunip_path rhs_step,
                                  const tunip_node *lhs, const tunip_node *rhs)
{
    tn_at below = {.outer = at, .lhs = lhs_step, .rhs = rhs_step};
    below.lhs.depth = at->lhs.depth + 1;
    below.rhs.depth = at->rhs.depth + 1;
    return diff_pair(d, &below, lhs, rhs);
}
/* A node that replaces another one. */
static const tn_patch *replace(tn_differ *d, tn_at *at, const tunip_node *lhs,
                               const tunip_node *rhs)
{
    tn_diff_add(d, at, (tunip_edit){.kind = TUNIP_EDIT_CHANGE, .lhs = lhs, .rhs = rhs});
    return tn_patch_new(d, TN_PATCH_REPLACE, lhs, rhs);
}

/* ---- structs ---- */

typedef struct both {
    tn_differ *differ;
    tn_at *at;
    const tunip_node *lhs, *rhs;
    tn_patch *patch;
} both;

static void add_op(both *b, tn_op op)
{
    tn_patch_add(b->differ, &b->patch, TN_PATCH_FIELDS, b->lhs, b->rhs, op);
}

/* The patch is for the field only if the field holds the part itself. */
static bool diff_part(const tunip_part *part, void *user)
{
    both *b = user;
    tn_differ *d = b->differ;
    bool outside = d->map_free_vars;
    tunip_path step = {.step = TUNIP_STEP_ATTR, .at.attr = part->name};
    d->map_free_vars |= part->defines;
    const tn_patch *sub = diff_below(d, b->at, step, step, part->lhs, part->rhs);
    d->map_free_vars = outside;
    const tunip_field *field = sub ? tunip_type_field(b->lhs->type, part->name) : NULL;
    if (field && field->kind == TUNIP_KIND_NODE && tunip_field_node(b->lhs, field) == part->lhs)
        add_op(b, (tn_op){.kind = TN_OP_SUB, .field = field, .sub = sub});
    else if (sub)
        add_op(
            b,
            (tn_op){
                .kind =
                    TN_OP_SUB}); /* the part is a variable, which is patched wherever it is used */
    return !tn_differ_failed(d);
}

static bool diff_field(const tunip_field *field, void *user)
{
    both *b = user;
    tunip_path step = {.step = TUNIP_STEP_ATTR, .at.attr = field->name};
    if (field->kind == TUNIP_KIND_NODE)
        return diff_part(&(tunip_part){.name = field->name,
                                       .lhs = tunip_field_node(b->lhs, field),
                                       .rhs = tunip_field_node(b->rhs, field),
                                       .defines = field->flags & TUNIP_FLAG_DEF},
                         b);
    if (tn_same_field(field, b->lhs, b->rhs, b->differ->tolerance)) return true;
    tunip_edit edit = {.kind = TUNIP_EDIT_CHANGE, .lhs = b->lhs, .rhs = b->rhs, .field = field};
    tn_diff_add_below(b->differ, b->at, step, step, edit);
    add_op(b, (tn_op){.kind = TN_OP_SET, .field = field, .rhs = b->rhs});
    return !tn_differ_failed(b->differ);
}

/* If a struct is compared by parts, fields that are not parts follow from the parts. So the result
 * takes them from the right side. */
static bool take_aside(const tunip_field *field, void *user)
{
    both *b = user;
    if (field->kind != TUNIP_KIND_NODE) return true;
    for (const tn_op *op = b->patch->ops; op; op = op->next)
        if (op->field == field) return true;
    const tunip_node *rhs = tunip_field_node(b->rhs, field);
    const tn_patch *sub = tn_patch_new(b->differ, TN_PATCH_REPLACE, NULL, rhs);
    if (sub) add_op(b, (tn_op){.kind = TN_OP_SUB, .field = field, .sub = sub});
    return !tn_differ_failed(b->differ);
}

/* A part without a difference keeps its left value. */
static bool note_part(const tunip_part *part, void *user)
{
    both *b = user;
    const tunip_field *field = tunip_type_field(b->lhs->type, part->name);
    if (field && field->kind == TUNIP_KIND_NODE && tunip_field_node(b->lhs, field) == part->lhs)
        add_op(b, (tn_op){.kind = TN_OP_SUB, .field = field});
    return !tn_differ_failed(b->differ);
}

static void diff_parts(both *b)
{
    tunip_graph *scratch = tn_differ_scratch(b->differ);
    tunip_parts_fn parts = b->lhs->type->parts;
    if (!scratch) return;
    parts(scratch, b->lhs, b->rhs, diff_part, b);
    tn_each_chosen(b->lhs->type, b->differ->options.compare, diff_field, b);
    if (tunip_graph_status(scratch) != TUNIP_OK) tn_differ_fail(b->differ);
    if (!b->patch || tn_differ_failed(b->differ)) return;
    parts(scratch, b->lhs, b->rhs, note_part, b);
    tn_each_field(b->lhs->type, TUNIP_FLAG_IGNORE, take_aside, b);
}

/* A name that equality ignores. */
static bool compare_name(const tunip_field *field, void *user)
{
    const both *b = user;
    if (!tn_visit_is_name(field) || field->flags & b->differ->options.compare) return true;
    const tunip_node *lhs = tunip_field_node(b->lhs, field), *rhs = tunip_field_node(b->rhs, field);
    if (!tunip_is(lhs, &tunip_string_type) || !tunip_is(rhs, &tunip_string_type)) return true;
    if (tunip_str_equal(tunip_string_value(lhs), tunip_string_value(rhs))) return true;
    tunip_edit edit = {.kind = TUNIP_EDIT_RENAME, .lhs = b->lhs, .rhs = b->rhs, .field = field};
    tn_diff_add(b->differ, b->at, edit);
    return true;
}

/* ---- unregistered types ---- */

/* A field of both nodes that is a reference in both graphs, or in neither. */
static const tn_patch *diff_opaque_values(both *b, tunip_path step, const tunip_opaque_field *lhs,
                                          const tunip_opaque_field *rhs)
{
    tn_opaque_match match = tn_opaque_compare(lhs, rhs);
    if (match == TN_OPAQUE_SAME) return NULL;
    if (match == TN_OPAQUE_BY_VALUE)
        return diff_below(b->differ, b->at, step, step, lhs->value, rhs->value);
    tunip_edit edit = {.kind = TUNIP_EDIT_CHANGE, .lhs = lhs->value, .rhs = rhs->value};
    tn_diff_add_below(b->differ, b->at, step, step, edit);
    return tn_patch_new(b->differ, TN_PATCH_REPLACE, lhs->value, rhs->value);
}

/* Opaque fields have no offset in a struct, so a node that differs in one is replaced as a
 * whole. */
static bool diff_opaque_field(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs,
                              void *user)
{
    both *b = user;
    tunip_path there = {.step = TUNIP_STEP_ATTR, .at.attr = (lhs ? lhs : rhs)->name.data};
    tunip_path missing = {.step = TUNIP_STEP_ATTR_MISSING, .at.attr = there.at.attr};
    bool differs = !lhs || !rhs;
    if (!rhs)
        tn_diff_add_below(b->differ, b->at, there, missing,
                          (tunip_edit){.kind = TUNIP_EDIT_DELETE, .lhs = lhs->value});
    else if (!lhs)
        tn_diff_add_below(b->differ, b->at, missing, there,
                          (tunip_edit){.kind = TUNIP_EDIT_INSERT, .rhs = rhs->value});
    else
        differs = diff_opaque_values(b, there, lhs, rhs) != NULL;
    if (differs && !b->patch) b->patch = tn_patch_new(b->differ, TN_PATCH_REPLACE, b->lhs, b->rhs);
    return !tn_differ_failed(b->differ);
}

static const tn_patch *diff_opaque(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                   const tunip_node *rhs)
{
    both b = {.differ = d, .at = at, .lhs = lhs, .rhs = rhs};
    bool failed = false;
    if (!tn_opaque_same_data(tn_as_opaque(lhs), tn_as_opaque(rhs))) return replace(d, at, lhs, rhs);
    tn_opaque_each(d->allocator, tn_as_opaque(lhs), tn_as_opaque(rhs), diff_opaque_field, &b,
                   &failed);
    if (failed) tn_differ_fail(d);
    return b.patch;
}

static const tn_patch *diff_contents(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                     const tunip_node *rhs)
{
    if (tn_is_opaque(lhs->type)) return diff_opaque(d, at, lhs, rhs);
    both b = {.differ = d, .at = at, .lhs = lhs, .rhs = rhs};
    tn_each_field(lhs->type, 0, compare_name, &b);
    if (lhs->type->parts)
        diff_parts(&b);
    else
        tn_each_compared(lhs->type, d->options.compare, diff_field, &b);
    return b.patch;
}

/* ---- arrays ---- */

typedef struct arrays {
    tn_differ *differ;
    tn_at *at;
    tn_patch *patch;
    tn_array_pairing pairs;
} arrays;

static void add_item(arrays *a, tn_op op)
{
    const tn_array_pairing *p = &a->pairs;
    tn_patch_add(a->differ, &a->patch, TN_PATCH_ITEMS, &p->lhs->base, &p->rhs->base, op);
}

/* Compares two aligned elements. */
static void keep_item(arrays *a, size_t i, size_t k)
{
    const tn_array_pairing *p = &a->pairs;
    const tn_patch *sub =
        diff_below(a->differ, a->at, tn_item_step(TUNIP_STEP_ITEM, i),
                   tn_item_step(TUNIP_STEP_ITEM, k), p->lhs->items[i], p->rhs->items[k]);
    if (sub) add_item(a, (tn_op){.kind = TN_OP_SUB, .lhs_index = i, .sub = sub});
}

static void move_item(arrays *a, size_t i)
{
    const tn_array_pairing *p = &a->pairs;
    size_t k = p->moved_to[i];
    const tunip_node *lhs = p->lhs->items[i], *rhs = p->rhs->items[k];
    tunip_path from = tn_item_step(TUNIP_STEP_ITEM, i), to = tn_item_step(TUNIP_STEP_ITEM, k);
    tunip_edit edit = {.kind = TUNIP_EDIT_MOVE, .lhs = lhs, .rhs = rhs};
    tn_diff_add_below(a->differ, a->at, from, to, edit);
    const tn_patch *sub = diff_below(a->differ, a->at, from, to, lhs, rhs);
    add_item(a, (tn_op){.kind = TN_OP_MOVE, .lhs_index = i, .rhs_index = k, .sub = sub});
}

/* Deletes an element; k is its place on the right side, for the path of the "missing" step. */
static void drop_item(arrays *a, size_t i, size_t k)
{
    tunip_edit edit = {.kind = TUNIP_EDIT_DELETE, .lhs = a->pairs.lhs->items[i]};
    tn_diff_add_below(a->differ, a->at, tn_item_step(TUNIP_STEP_ITEM, i),
                      tn_item_step(TUNIP_STEP_ITEM_MISSING, k), edit);
    add_item(a, (tn_op){.kind = TN_OP_DELETE, .lhs_index = i});
}

static void insert_item(arrays *a, size_t i, size_t k)
{
    const tunip_node *rhs = a->pairs.rhs->items[k];
    tunip_edit edit = {.kind = TUNIP_EDIT_INSERT, .rhs = rhs};
    tn_diff_add_below(a->differ, a->at, tn_item_step(TUNIP_STEP_ITEM_MISSING, i),
                      tn_item_step(TUNIP_STEP_ITEM, k), edit);
    add_item(a, (tn_op){.kind = TN_OP_INSERT, .rhs_index = k, .rhs = rhs});
}

/* In the order of the left side, so that variables are defined before they are used. */
static void diff_items(arrays *a)
{
    const tn_array_pairing *p = &a->pairs;
    size_t n = p->lhs->count, m = p->rhs->count;
    for (size_t i = 0, k = 0; (i < n || k < m) && !tn_differ_failed(a->differ);) {
        if (p->in_step)
            keep_item(a, i++, k++);
        else if (i < n && p->moved_to[i] != TN_UNALIGNED)
            move_item(a, i++);
        else if (i < n && p->to_rhs[i] == TN_UNALIGNED)
            drop_item(a, i++, k);
        else if (k < m && p->taken[k])
            k++;
        else if (k < m && (i == n || p->to_rhs[i] > k))
            insert_item(a, i, k++);
        else
            keep_item(a, i++, k++);
    }
}

static const tn_patch *diff_arrays(tn_differ *d, tn_at *at, const tunip_array *lhs,
                                   const tunip_array *rhs)
{
    arrays a = {.differ = d, .at = at};
    tn_diff_align(d, &a.pairs, lhs, rhs);
    diff_items(&a);
    tn_array_pairing_free(&a.pairs);
    return a.patch;
}

/* ---- maps ---- */

static void add_entry(tn_map_pairing *p, tn_op op)
{
    tn_patch_add(p->differ, &p->patch, TN_PATCH_ENTRIES, &p->lhs->base, &p->rhs->base, op);
}

static void keep_entry(tn_map_pairing *p, size_t i)
{
    tn_differ *d = p->differ;
    const tunip_map_entry *a = &p->lhs->entries[i], *b = &p->rhs->entries[p->to_rhs[i]];
    tn_sameness sameness = tn_diff_compare_functions(p, a->value, b->value);
    if (sameness == TN_IDENTICAL) return;
    bool outside = d->in_step;
    d->in_step |= sameness == TN_EQUAL;
    const tn_patch *sub = diff_below(d, p->at, tn_key_step(TUNIP_STEP_KEY, a->key),
                                     tn_key_step(TUNIP_STEP_KEY, b->key), a->value, b->value);
    d->in_step = outside;
    if (sub) add_entry(p, (tn_op){.kind = TN_OP_SUB, .lhs_index = i, .sub = sub});
}

static void drop_entry(tn_map_pairing *p, size_t i)
{
    const tunip_map_entry *entry = &p->lhs->entries[i];
    tunip_edit edit = {.kind = TUNIP_EDIT_DELETE, .lhs = entry->value};
    tn_diff_add_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY, entry->key),
                      tn_key_step(TUNIP_STEP_KEY_MISSING, entry->key), edit);
    add_entry(p, (tn_op){.kind = TN_OP_DELETE, .lhs_index = i});
}

static void insert_entry(tn_map_pairing *p, size_t k)
{
    const tunip_map_entry *entry = &p->rhs->entries[k];
    tunip_edit edit = {.kind = TUNIP_EDIT_INSERT, .rhs = entry->value};
    tn_diff_add_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY_MISSING, entry->key),
                      tn_key_step(TUNIP_STEP_KEY, entry->key), edit);
    add_entry(p, (tn_op){.kind = TN_OP_INSERT, .rhs = entry->value, .rhs_key = entry->key});
}

static const tn_patch *diff_maps(tn_differ *d, tn_at *at, const tunip_map *lhs,
                                 const tunip_map *rhs)
{
    tn_map_pairing p;
    tn_diff_match(d, &p, at, lhs, rhs);
    tn_diff_functions_ahead(&p);
    for (size_t i = 0; i < lhs->count && !tn_differ_failed(d); i++) {
        if (tn_map_pairing_at(&p, i) == TN_UNALIGNED)
            drop_entry(&p, i);
        else
            keep_entry(&p, i);
    }
    for (size_t k = 0; k < rhs->count && !tn_differ_failed(d); k++)
        if (!p.taken[k]) insert_entry(&p, k);
    tn_map_pairing_free(&p);
    return p.patch;
}

/* ---- nodes inside of a new node on the other side ---- */

/* A step down on one side only. */
static tn_at *step_down(tn_differ *d, tn_at *at, tunip_path step, tn_diff_which which)
{
    tn_at *below = tn_arena_alloc(&d->result->arena, sizeof *below);
    const tunip_path *lhs = tn_diff_path(d, at, TN_DIFF_LHS);
    const tunip_path *rhs = tn_diff_path(d, at, TN_DIFF_RHS);
    if (!below) tn_differ_fail(d);
    if (tn_differ_failed(d)) return NULL;
    *below = (tn_at){.outer = at, .lhs = step, .rhs = step};
    below->lhs.depth = at->lhs.depth + (which == TN_DIFF_LHS);
    below->rhs.depth = at->rhs.depth + (which == TN_DIFF_RHS);
    if (which == TN_DIFF_RHS)
        below->lhs_made = (tunip_path *)(uintptr_t)lhs;
    else
        below->rhs_made = (tunip_path *)(uintptr_t)rhs;
    return below;
}

/* The lists on the way: their other elements may also come from outside. */
static void note_lists(tn_differ *d, tn_at *inner, const tn_descent *down, size_t level,
                       tn_diff_which which)
{
    for (size_t i = level; i-- > 0 && !tn_differ_failed(d);
         inner = (tn_at *)(uintptr_t)inner->outer) {
        if (down->nodes[i]->type != &tunip_array_type) continue;
        const tunip_array *list = (const void *)down->nodes[i];
        const tunip_path *path = tn_diff_path(d, inner, which)->parent;
        tn_beside beside = {list, path, (size_t)down->steps[i].at.index, d->edits.count};
        if (!tn_array_push(&d->beside, d->allocator, beside)) tn_differ_fail(d);
    }
}

static void diff_inside(tn_differ *d, tn_at *at, const tunip_node *lhs, const tunip_node *rhs,
                        const tn_wrap *wrap)
{
    tn_diff_which which = wrap->which;
    const tn_descent *down = &wrap->down;
    tunip_edit edit = {
        .kind = which == TN_DIFF_RHS ? TUNIP_EDIT_WRAP : TUNIP_EDIT_UNWRAP, .lhs = lhs, .rhs = rhs};
    tn_at *inner = at;
    for (size_t i = 0; inner && i < wrap->level; i++)
        inner = step_down(d, inner, down->steps[i], which);
    if (!inner) return;
    edit.inner_path = tn_diff_path(d, inner, which);
    note_lists(d, inner, down, wrap->level, which);
    tn_diff_add(d, at, edit);
    if (which == TN_DIFF_RHS)
        diff_pair(d, inner, lhs, down->nodes[wrap->level]);
    else
        diff_pair(d, inner, down->nodes[wrap->level], rhs);
}

/* An element that was added or removed before or after the element that stayed. */
static void add_element(tn_differ *d, tn_at *list, const tunip_array *elements, size_t i,
                        size_t stays, tn_diff_which which)
{
    tunip_path there = tn_item_step(TUNIP_STEP_ITEM, i);
    tunip_path missing = tn_item_step(TUNIP_STEP_ITEM_MISSING, i > stays);
    if (which == TN_DIFF_RHS)
        tn_diff_add_below(d, list, missing, there,
                          (tunip_edit){.kind = TUNIP_EDIT_INSERT, .rhs = elements->items[i]});
    else
        tn_diff_add_below(d, list, there, missing,
                          (tunip_edit){.kind = TUNIP_EDIT_DELETE, .lhs = elements->items[i]});
}

static void diff_sequence(tn_differ *d, tn_at *at, const tunip_node *lhs, const tunip_node *rhs,
                          const tn_wrap *wrap)
{
    tn_diff_which which = wrap->which;
    tunip_path step = {.step = TUNIP_STEP_ATTR, .at.attr = wrap->field->name};
    tn_at *list = step_down(d, at, step, which);
    for (size_t i = 0; list && i < wrap->elements->count && !tn_differ_failed(d); i++) {
        const tunip_node *item = wrap->elements->items[i];
        tn_at *below =
            i == wrap->stays ? step_down(d, list, tn_item_step(TUNIP_STEP_ITEM, i), which) : NULL;
        if (i != wrap->stays)
            add_element(d, list, wrap->elements, i, wrap->stays, which);
        else if (below)
            diff_pair(d, below, which == TN_DIFF_RHS ? lhs : item,
                      which == TN_DIFF_RHS ? item : rhs);
    }
}

/* NULL if neither node is inside of the other. */
static const tn_patch *diff_wrap(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                 const tunip_node *rhs)
{
    tn_wrap wrap = {.elements = NULL};
    if (!tn_diff_find_wrap(d, lhs, rhs, &wrap)) return NULL;
    if (wrap.elements)
        diff_sequence(d, at, lhs, rhs, &wrap);
    else
        diff_inside(d, at, lhs, rhs, &wrap);
    return tn_patch_new(d, TN_PATCH_REPLACE, lhs, rhs);
}

/* ---- pairs that were met ---- */

typedef struct counting {
    size_t count, most;
} counting;

/* Whether no more than `most` nodes were counted, as a tree. */
static bool count_nodes(const tunip_node *node, void *user)
{
    counting *c = user;
    bool goes_on = !node->type->parts && node->type->equality != TUNIP_EQ_UNIQUE;
    if (c->count++ >= c->most) return false;
    return !goes_on || tn_each_child(node, TUNIP_FLAG_IGNORE, count_nodes, c);
}

/* Nodes of one type that have nothing in common are replaced as a whole, unless they are large. To
 * hash a large node only to find its size would take most of the time of a diff. */
static bool unlike(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    enum { SMALL = 8, LARGE = 512, LOOK_AT = 64, LITTLE = 15 };
    if (d->in_step) return false;
    bool is_hashed = tn_map_get(&d->prints, lhs);
    if (!is_hashed && !count_nodes(lhs, &(counting){.most = LARGE})) return false;
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    if (a.shape == b.shape || a.weight < SMALL || b.weight < SMALL || a.weight > LARGE)
        return false;
    return tn_diff_likeness(d, lhs, rhs, LOOK_AT) < LITTLE;
}

/* The replacement of one shared node by another is listed once. */
static const tn_patch *replace_once(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                    const tunip_node *rhs)
{
    bool added;
    size_t index = tn_diff_meet(d, lhs, rhs, &added);
    if (tn_differ_failed(d)) return NULL;
    if (!added) return d->met_list.items[index].patch;
    const tn_patch *patch = diff_wrap(d, at, lhs, rhs);
    if (!patch) patch = replace(d, at, lhs, rhs);
    d->met_list.items[index].patch = patch;
    return patch;
}

/* Two arrays or two maps. */
static const tn_patch *diff_containers(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                       const tunip_node *rhs)
{
    bool added, array = lhs->type == &tunip_array_type;
    const void *a = lhs, *b = rhs;
    size_t index = tn_diff_meet(d, lhs, rhs, &added);
    if (tn_differ_failed(d)) return NULL;
    if (!added) return d->met_list.items[index].patch;
    const tn_patch *patch = array ? diff_arrays(d, at, a, b) : diff_maps(d, at, a, b);
    d->met_list.items[index].patch = patch;
    return patch;
}

static bool is_plain_field(const tunip_field *field, void *user)
{
    const tunip_node *node = user;
    const void *child = field->kind == TUNIP_KIND_NODE ? tunip_field_node(node, field) : NULL;
    const tunip_map *map = tunip_is(child, &tunip_map_type) ? child : NULL;
    const tunip_node *key = map && map->count ? map->entries[0].key : NULL;
    return !key || (key->type->flags & TUNIP_TYPE_VARIABLE);
}

/* Whether the two are modules: roots with a map whose keys are not variables. Nothing is put around
 * a module, and to search for that, all of it would be hashed. */
static bool are_modules(const tn_at *at, const tunip_node *lhs)
{
    void *user = (void *)(uintptr_t)lhs;
    return !at->outer && !tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, is_plain_field, user);
}

static const tn_patch *diff_once(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                 const tunip_node *rhs)
{
    bool added;
    size_t index = tn_diff_meet(d, lhs, rhs, &added);
    if (tn_differ_failed(d)) return NULL;
    if (!added) return d->met_list.items[index].patch;
    bool tree = lhs != rhs && tn_equality_of(lhs->type) == TUNIP_EQ_TREE && !are_modules(at, lhs);
    const tn_patch *patch = tree ? diff_wrap(d, at, lhs, rhs) : NULL;
    if (!patch && tree && unlike(d, lhs, rhs)) patch = replace(d, at, lhs, rhs);
    if (!patch) patch = diff_contents(d, at, lhs, rhs);
    d->met_list.items[index].patch = patch;
    return patch;
}

/* ---- variables and DAG nodes ---- */

/* Undefined nodes differ unless they are the same node; then they correspond. */
static const tn_patch *diff_free(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                 const tunip_node *rhs)
{
    tn_diff_add(d, at, (tunip_edit){.kind = TUNIP_EDIT_CHANGE, .lhs = lhs, .rhs = rhs});
    return tn_diff_exchange(d, lhs, rhs);
}

static const tn_patch *diff_recorded(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                     const tunip_node *rhs)
{
    const tunip_node *known = tn_diff_recorded(&d->result->to_rhs, lhs);
    if (known == rhs) return NULL; /* its differences are already reported */
    if (known || tn_diff_recorded(&d->result->to_lhs, rhs)) return replace(d, at, lhs, rhs);
    bool variable = lhs->type->equality == TUNIP_EQ_FREE_VAR;
    if (variable && lhs != rhs && !d->map_free_vars) return diff_free(d, at, lhs, rhs);
    const tn_patch *patch = diff_once(d, at, lhs, rhs);
    if (tn_differ_failed(d)) return NULL;
    tn_diff_record(d, lhs, rhs);
    if (patch) tn_diff_record_patch(d, lhs, patch);
    return patch;
}

/* ---- anything ---- */

static bool same_unique(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_codec *codec = lhs->type->codec;
    if (lhs == rhs || !codec) return lhs == rhs;
    tunip_graph *scratch = tn_differ_scratch(d);
    return scratch && tunip_str_equal(codec->to_text(scratch, lhs), codec->to_text(scratch, rhs));
}

static const tn_patch *diff_structs(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                    const tunip_node *rhs)
{
    switch (tn_equality_of(lhs->type)) {
    case TUNIP_EQ_TREE:
        return diff_once(d, at, lhs, rhs);
    case TUNIP_EQ_CONST_TREE:
        return lhs == rhs ? NULL : diff_once(d, at, lhs, rhs);
    case TUNIP_EQ_FREE_VAR:
    case TUNIP_EQ_DAG:
        return diff_recorded(d, at, lhs, rhs);
    case TUNIP_EQ_UNIQUE:
        return same_unique(d, lhs, rhs) ? NULL : replace(d, at, lhs, rhs);
    case TUNIP_EQ_UNSUPPORTED:
        break;
    }
    return lhs == rhs ? NULL : replace(d, at, lhs, rhs);
}

TN_STACK_STEP4(diff_pair_deeper, const tn_patch *, diff_pair, tn_differ *, tn_at *,
               const tunip_node *, const tunip_node *)

static const tn_patch *diff_pair(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                 const tunip_node *rhs)
{
    if (tn_differ_failed(d) || (!lhs && !rhs)) return NULL;
    if (!lhs || !rhs) return replace(d, at, lhs, rhs);
    if (!tn_same_type(lhs->type, rhs->type)) return replace_once(d, at, lhs, rhs);
    if (tn_stack_low(&d->stack)) {
        const tn_patch *patch = NULL;
        if (!diff_pair_deeper(&d->stack, &patch, d, at, lhs, rhs)) tn_stack_fail(&d->error);
        return patch;
    }
    if (lhs->type == &tunip_array_type || lhs->type == &tunip_map_type)
        return diff_containers(d, at, lhs, rhs);
    if (tn_is_value(lhs->type))
        return tn_same_value(lhs, rhs, d->options.skip_tensor_content) ? NULL
                                                                       : replace(d, at, lhs, rhs);
    return diff_structs(d, at, lhs, rhs);
}

const tn_patch *tn_diff_root(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_at root = {.outer = NULL};
    return diff_pair(d, &root, lhs, rhs);
}
