/* diff_pair.c -- comparing two nodes: as equality does it (equal.c), but continues after a
 * difference.  A pair of nodes that was met before has its patch by then, so that shared graphs
 * stay linear and a difference is reported where it is met first. */
#include "../ir/opaque.h"
#include "../ir/same.h"
#include "../ir/visit.h"
#include "diff.h"

/* ---- correspondence ---- */

const tunip_node *tn_diff_recorded(const tn_map *map, const tunip_node *node)
{
    const uint64_t *there = node ? tn_map_get(map, node) : NULL;
    return there ? (const tunip_node *)(uintptr_t)*there : NULL;
}

static void put(tn_differ *d, tn_map *map, const void *key, const void *value)
{
    uint64_t *there = tn_map_put(map, key, NULL);
    if (there)
        *there = (uint64_t)(uintptr_t)value;
    else
        tn_differ_fail(d);
}

void tn_diff_record(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    put(d, &d->result->to_rhs, lhs, rhs);
    put(d, &d->result->to_lhs, rhs, lhs);
}

/* ---- patches ---- */

tn_patch *tn_patch_new(tn_differ *d, tn_patch_kind kind, const tunip_node *lhs,
                       const tunip_node *rhs)
{
    tn_patch *patch = tn_arena_alloc(&d->result->arena, sizeof *patch);
    if (!patch) {
        tn_differ_fail(d);
        return NULL;
    }
    *patch = (tn_patch){.kind = kind, .lhs = lhs, .rhs = rhs};
    patch->last = &patch->ops;
    return patch;
}

void tn_patch_add(tn_differ *d, tn_patch **patch, tn_patch_kind kind, const tunip_node *lhs,
                  const tunip_node *rhs, tn_op op)
{
    if (!*patch) *patch = tn_patch_new(d, kind, lhs, rhs);
    tn_op *kept = *patch ? tn_arena_alloc(&d->result->arena, sizeof *kept) : NULL;
    if (!kept) {
        tn_differ_fail(d);
        return;
    }
    *kept = op;
    *(*patch)->last = kept;
    (*patch)->last = &kept->next;
}

/* One thing in place of another. */
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
    const tn_patch *sub = tn_diff_below(d, b->at, step, step, part->lhs, part->rhs);
    d->map_free_vars = outside;
    const tunip_field *field = sub ? tunip_type_field(b->lhs->type, part->name) : NULL;
    if (field && field->kind == TUNIP_KIND_NODE && tunip_field_node(b->lhs, field) == part->lhs)
        add_op(b, (tn_op){.kind = TN_OP_SUB, .field = field, .sub = sub});
    else if (sub)
        add_op(b, (tn_op){.kind = TN_OP_SUB}); /* of a variable: patched wherever it stands */
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
    if (tn_field_bits(field, b->lhs) == tn_field_bits(field, b->rhs)) return true;
    tunip_edit edit = {.kind = TUNIP_EDIT_CHANGE, .lhs = b->lhs, .rhs = b->rhs, .field = field};
    tn_diff_add_below(b->differ, b->at, step, step, edit);
    add_op(b, (tn_op){.kind = TN_OP_SET, .field = field, .rhs = b->rhs});
    return !tn_differ_failed(b->differ);
}

/* Fields of a struct that is compared by parts and that are not parts: they follow from the
 * parts. */
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

/* Equal parts keep their left values. */
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
    if (tunip_graph_status(scratch) != TUNIP_OK) tn_differ_fail(b->differ);
    if (!b->patch || tn_differ_failed(b->differ)) return;
    parts(scratch, b->lhs, b->rhs, note_part, b);
    tn_each_field(b->lhs->type, TUNIP_FLAG_IGNORE, take_aside, b);
}

/* A name that equality ignores. */
static bool compare_name(const tunip_field *field, void *user)
{
    const both *b = user;
    if (field->kind != TUNIP_KIND_NODE || !(field->flags & TUNIP_FLAG_IGNORE)) return true;
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
        return tn_diff_below(b->differ, b->at, step, step, lhs->value, rhs->value);
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
        tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, diff_field, &b);
    return b.patch;
}

/* ---- pairs that were met ---- */

static const void *pair_key(const tunip_node *lhs, const tunip_node *rhs)
{
    /* Graphs that were read alike lie alike: the two must not be mixed with each other at once. */
    uint64_t hash = tn_hash_mix(tn_hash_mix(0, (uint64_t)(uintptr_t)lhs), (uint64_t)(uintptr_t)rhs);
    return (const void *)(uintptr_t)(hash | 1);
}

bool tn_diff_is_told(const tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    const uint64_t *first = tn_map_get(&d->met, pair_key(lhs, rhs));
    size_t i = first ? (size_t)*first : 0;
    while (i && (d->met_list.items[i - 1].lhs != lhs || d->met_list.items[i - 1].rhs != rhs))
        i = d->met_list.items[i - 1].next;
    return i > 0;
}

/* The index of a pair, put down when it is new. */
static size_t meet(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, bool *added)
{
    uint64_t *first = tn_map_put(&d->met, pair_key(lhs, rhs), NULL);
    *added = false;
    for (size_t i = first ? (size_t)*first : 0; i; i = d->met_list.items[i - 1].next)
        if (d->met_list.items[i - 1].lhs == lhs && d->met_list.items[i - 1].rhs == rhs)
            return i - 1;
    tn_met met = {.lhs = lhs, .rhs = rhs, .next = first ? (size_t)*first : 0};
    if (!first || !tn_array_push(&d->met_list, d->allocator, met)) {
        tn_differ_fail(d);
        return 0;
    }
    *first = d->met_list.count;
    *added = true;
    return d->met_list.count - 1;
}

/* Nodes of one type that have nothing in common are replaced as a whole, unless they are large. */
static bool unlike(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    enum { SMALL = 8, LARGE = 512, LOOK_AT = 64, LITTLE = 15 };
    if (d->in_step) return false;
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
    size_t index = meet(d, lhs, rhs, &added);
    if (tn_differ_failed(d)) return NULL;
    if (!added) return d->met_list.items[index].patch;
    const tn_patch *patch = tn_diff_wrap(d, at, lhs, rhs);
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
    size_t index = meet(d, lhs, rhs, &added);
    if (tn_differ_failed(d)) return NULL;
    if (!added) return d->met_list.items[index].patch;
    const tn_patch *patch = array ? tn_diff_arrays(d, at, a, b) : tn_diff_maps(d, at, a, b);
    d->met_list.items[index].patch = patch;
    return patch;
}

static const tn_patch *diff_once(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                 const tunip_node *rhs)
{
    bool added;
    size_t index = meet(d, lhs, rhs, &added);
    if (tn_differ_failed(d)) return NULL;
    if (!added) return d->met_list.items[index].patch;
    bool tree = tn_equality_of(lhs->type) == TUNIP_EQ_TREE;
    const tn_patch *patch = tree ? tn_diff_wrap(d, at, lhs, rhs) : NULL;
    if (!patch && tree && unlike(d, lhs, rhs)) patch = replace(d, at, lhs, rhs);
    if (!patch) patch = diff_contents(d, at, lhs, rhs);
    d->met_list.items[index].patch = patch;
    return patch;
}

/* ---- variables and DAG nodes ---- */

const tn_patch *tn_diff_exchange(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    const tn_patch *patch = tn_patch_new(d, TN_PATCH_REPLACE, lhs, rhs);
    tn_diff_record(d, lhs, rhs);
    if (patch) put(d, &d->result->patched, lhs, patch);
    return patch;
}

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
    if (patch) put(d, &d->result->patched, lhs, patch);
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

typedef struct resumed {
    tn_differ *differ;
    tn_at *at;
    const tunip_node *lhs, *rhs;
    const tn_patch *patch;
} resumed;

static void resume(void *opaque)
{
    resumed *r = opaque;
    r->patch = tn_diff_pair(r->differ, r->at, r->lhs, r->rhs);
}

static const tn_patch *pair_on_fresh_stack(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                           const tunip_node *rhs)
{
    resumed r = {.differ = d, .at = at, .lhs = lhs, .rhs = rhs};
    if (!tn_stack_run(&d->stack, resume, &r))
        tunip_error_set(&d->error, TUNIP_ERROR_LIMIT, "no memory for a further stack");
    return r.patch;
}

const tn_patch *tn_diff_pair(tn_differ *d, tn_at *at, const tunip_node *lhs, const tunip_node *rhs)
{
    if (tn_differ_failed(d) || (!lhs && !rhs)) return NULL;
    if (!lhs || !rhs) return replace(d, at, lhs, rhs);
    if (!tn_same_type(lhs->type, rhs->type)) return replace_once(d, at, lhs, rhs);
    if (tn_stack_low(&d->stack)) return pair_on_fresh_stack(d, at, lhs, rhs);
    if (lhs->type == &tunip_array_type || lhs->type == &tunip_map_type)
        return diff_containers(d, at, lhs, rhs);
    if (tn_is_value(lhs->type))
        return tn_same_value(lhs, rhs, d->options.skip_tensor_content) ? NULL
                                                                       : replace(d, at, lhs, rhs);
    return diff_structs(d, at, lhs, rhs);
}

const tn_patch *tn_diff_below(tn_differ *d, tn_at *at, tunip_path lhs_step, tunip_path rhs_step,
                              const tunip_node *lhs, const tunip_node *rhs)
{
    tn_at below = {.outer = at, .lhs = lhs_step, .rhs = rhs_step};
    below.lhs.depth = at->lhs.depth + 1;
    below.rhs.depth = at->rhs.depth + 1;
    return tn_diff_pair(d, &below, lhs, rhs);
}
