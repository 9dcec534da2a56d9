/* equal.c -- compares struct infos: whether two are equal, and whether one is less specific. */
#include <tunip/ext/tir_rules.h>

#include "types.h"

/* ==== Compares nodes by their field tables, to decide whether an annotation can be omitted. The
 * answer "different" is always safe, because the annotation is then printed. */

typedef struct pair {
    const tunip_node *a, *b;
} pair;

/* Pairs of nodes that remain to be compared. A list and not recursion, because nodes may be nested
 * deeper than the stack allows. */
typedef struct todo {
    tunip_scratch *scratch;
    pair *pairs;
    size_t count;
    size_t room;
    size_t budget; /* the number of further pairs that are allowed */
} todo;

/* Struct infos usually have some dozens of nodes. A shared node counts at each use. */
enum { FIRST_ROOM = 64, MOST_PAIRS = 100000 };

static bool push(todo *t, const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || !t->budget) return false;
    pair *pairs = tunip_scratch_grow(t->scratch, t->pairs, t->count, sizeof *pairs, &t->room);
    if (!pairs) return false;
    t->pairs = pairs;
    t->budget--;
    t->pairs[t->count++] = (pair){a, b};
    return true;
}

/* ---- values ---- */

static bool same_float(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static bool same_shape(const tunip_shape *a, const tunip_shape *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->dims, b->dims, a->count * sizeof *a->dims) == 0);
}

static bool push_items(todo *t, const tunip_array *a, const tunip_array *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) same = push(t, a->items[i], b->items[i]);
    return same;
}

static bool push_entries(todo *t, const tunip_map *a, const tunip_map *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = push(t, a->entries[i].key, b->entries[i].key) &&
               push(t, a->entries[i].value, b->entries[i].value);
    return same;
}

#define VALUE(t, node) ((const t *)(const void *)(node))

/* Compares nodes without field tables. Types that no struct info holds count as different. */
static bool push_value(todo *t, const tunip_node *a, const tunip_node *b)
{
    if (a->type == &tunip_array_type)
        return push_items(t, VALUE(tunip_array, a), VALUE(tunip_array, b));
    if (a->type == &tunip_map_type)
        return push_entries(t, VALUE(tunip_map, a), VALUE(tunip_map, b));
    if (a->type == &tunip_string_type)
        return tunip_str_equal(tunip_string_value(a), tunip_string_value(b));
    if (a->type == &tunip_shape_type)
        return same_shape(VALUE(tunip_shape, a), VALUE(tunip_shape, b));
    if (a->type == &tunip_ir_op_type)
        return tunip_str_equal(tunip_string_value(VALUE(tunip_ir_op, a)->name),
                               tunip_string_value(VALUE(tunip_ir_op, b)->name));
    if (a->type == &tunip_int_type) return VALUE(tunip_int, a)->value == VALUE(tunip_int, b)->value;
    if (a->type == &tunip_bool_type)
        return VALUE(tunip_bool, a)->value == VALUE(tunip_bool, b)->value;
    if (a->type == &tunip_float_type)
        return same_float(VALUE(tunip_float, a)->value, VALUE(tunip_float, b)->value);
    return false;
}

/* ---- fields ---- */

static bool push_field(todo *t, const tunip_field *field, const tunip_node *a, const tunip_node *b)
{
    const void *x = tunip_field_at(a, field), *y = tunip_field_at(b, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return push(t, tunip_field_node(a, field), tunip_field_node(b, field));
    case TUNIP_KIND_INT:
        return *(const int64_t *)x == *(const int64_t *)y;
    case TUNIP_KIND_FLOAT:
        return same_float(*(const double *)x, *(const double *)y);
    case TUNIP_KIND_BOOL:
        return *(const bool *)x == *(const bool *)y;
    case TUNIP_KIND_DTYPE:
        return tunip_dtype_equal(*(const tunip_dtype *)x, *(const tunip_dtype *)y);
    }
    return false;
}

static bool push_fields(todo *t, const tunip_type *type, const tunip_node *a, const tunip_node *b)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (!(type->fields[i].flags & TUNIP_FLAG_IGNORE) &&
                !push_field(t, &type->fields[i], a, b))
                return false;
    return true;
}

/* Compares two nodes without their children, and appends the pairs of children to the list. */
static bool push_children(todo *t, const tunip_node *a, const tunip_node *b)
{
    if (a->type != b->type) return false;
    bool registered =
        a->type->base != &tunip_opaque_type; /* unregistered types have no field table */
    bool by_content = a->type->equality == TUNIP_EQ_TREE || a->type->equality == TUNIP_EQ_DAG ||
                      a->type->equality == TUNIP_EQ_CONST_TREE;
    return by_content && registered ? push_fields(t, a->type, a, b) : push_value(t, a, b);
}

bool relax_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    pair first[FIRST_ROOM];
    todo t = {.scratch = scratch, .pairs = first, .room = FIRST_ROOM, .budget = MOST_PAIRS};
    bool same = push(&t, a, b);
    while (same && t.count) {
        pair next = t.pairs[--t.count];
        same = push_children(&t, next.a, next.b);
    }
    return same;
}

/* ==== Whether one struct info is less specific than another, as R.Tensor(ndim=2) is less specific
 * than R.Tensor((4, 8)). If a variable has the less specific one and its value the other, TVM's
 * parser refines the variable's, so reading the text gives other IR. (IsBaseOf of TVM
 * src/relax/analysis/struct_info_analysis.cc) */

enum { MOST_INFOS = 1000 };

typedef struct comparison {
    tunip_scratch *scratch;
    relax_is_defined_fn is_defined; /* NULL: all variables are known */
    const void *user;
    int *left; /* the number of struct infos still to compare; bounded because ill-formed struct
                  infos may contain themselves */
} comparison;

/* The relation of the first struct info to the second. Two struct infos of which neither is more
 * specific are UNRELATED. */
typedef enum verdict { EQUAL, SUBSUMES, UNRELATED } verdict;

static verdict compare(const comparison *c, const tunip_node *info, const tunip_node *other);

static tunip_walk_action find_variable(const tunip_node *node, void *found)
{
    *(bool *)found = tunip_is_a(node, &tunip_tir_var_type);
    return *(bool *)found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* A defined variable, or an expression without any: others do not define theirs. */
static bool is_known(const comparison *c, const tunip_node *expr)
{
    if (!c->is_defined || tunip_is(expr, &tunip_ir_int_imm_type)) return true;
    if (tunip_is_a(expr, &tunip_tir_var_type)) return c->is_defined(c->user, expr);
    bool found = false;
    tunip_walker walker = {.enter = find_variable, .user = &found, .skip = TUNIP_FLAG_ASIDE};
    tunip_walk(expr, &walker);
    return expr && !found;
}

static bool are_known(const comparison *c, const tunip_array *exprs)
{
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        if (!is_known(c, exprs->items[i])) return false;
    return exprs;
}

static bool has_shape(const comparison *c, const tunip_node *shape)
{
    const tunip_relax_shape_expr *expr = TUNIP_AS(tunip_relax_shape_expr, shape);
    return expr ? are_known(c, expr->values) : shape && !c->is_defined;
}

static bool subsumes_ndim(int64_t a, int64_t b)
{
    return a == TUNIP_RELAX_UNKNOWN_NDIM && b != TUNIP_RELAX_UNKNOWN_NDIM;
}

/* Whether two shapes that are written otherwise have the same sizes: n + 1 - k and n - k + 1. */
static bool are_same_sizes(const comparison *c, const tunip_node *a, const tunip_node *b)
{
    const tunip_relax_shape_expr *x = TUNIP_AS(tunip_relax_shape_expr, a);
    const tunip_relax_shape_expr *y = TUNIP_AS(tunip_relax_shape_expr, b);
    size_t count = x ? tunip_array_count(x->values) : 0;
    if (!x || !y || tunip_array_count(y->values) != count) return false;
    for (size_t i = 0; i < count; i++) {
        const tunip_node *rest =
            tunip_tir_sub_folded(c->scratch, x->values->items[i], y->values->items[i]);
        if (!tunip_ir_is_int(tunip_tir_simplified(c->scratch, rest), 0)) return false;
    }
    return true;
}

static verdict compare_tensors(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_tensor_struct_info *a = (const tunip_relax_tensor_struct_info *)info;
    const tunip_relax_tensor_struct_info *b = (const tunip_relax_tensor_struct_info *)other;
    if (a->dtype.bits && !tunip_dtype_equal(a->dtype, b->dtype)) return UNRELATED;
    if (a->vdevice && a->vdevice != b->vdevice) return UNRELATED;
    bool differs = a->shape && !(b->shape && relax_equal(c->scratch, a->shape, b->shape));
    if (differs && !are_same_sizes(c, a->shape, b->shape)) return UNRELATED;
    if (!a->shape && a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && a->ndim != b->ndim) return UNRELATED;
    bool subsumes = (!a->dtype.bits && b->dtype.bits) || (!a->vdevice && b->vdevice) ||
                    subsumes_ndim(a->ndim, b->ndim) ||
                    ((!a->shape || differs) && has_shape(c, b->shape));
    return subsumes ? SUBSUMES : EQUAL;
}

static verdict compare_tuples(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_array *a = ((const tunip_relax_tuple_struct_info *)info)->fields;
    const tunip_array *b = ((const tunip_relax_tuple_struct_info *)other)->fields;
    verdict all = EQUAL;
    if (tunip_array_count(a) != tunip_array_count(b)) return UNRELATED;
    for (size_t i = 0; i < tunip_array_count(a) && all != UNRELATED; i++) {
        verdict field = compare(c, a->items[i], b->items[i]);
        if (field != EQUAL) all = field;
    }
    return all;
}

static verdict compare_shapes(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_shape_struct_info *a = (const tunip_relax_shape_struct_info *)info;
    const tunip_relax_shape_struct_info *b = (const tunip_relax_shape_struct_info *)other;
    if (a->values || (a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && a->ndim != b->ndim)) return UNRELATED;
    return subsumes_ndim(a->ndim, b->ndim) || are_known(c, b->values) ? SUBSUMES : EQUAL;
}

static verdict compare_prims(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_prim_struct_info *a = (const tunip_relax_prim_struct_info *)info;
    const tunip_relax_prim_struct_info *b = (const tunip_relax_prim_struct_info *)other;
    if (a->value || !tunip_dtype_equal(a->dtype, b->dtype)) return UNRELATED;
    return b->value && is_known(c, b->value) ? SUBSUMES : EQUAL;
}

/* A function without parameters is any function with this result. The symbols of a function are its
 * own, so they are all known. */
static verdict compare_funcs(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_func_struct_info *a = (const tunip_relax_func_struct_info *)info;
    const tunip_relax_func_struct_info *b = (const tunip_relax_func_struct_info *)other;
    comparison own = *c;
    own.is_defined = NULL;
    if (a->purity && !b->purity) return UNRELATED;
    if (a->derive_func) return a->derive_func == b->derive_func ? SUBSUMES : UNRELATED;
    if (a->params && !b->params) return UNRELATED;
    if (a->params && tunip_array_count(a->params) != tunip_array_count(b->params)) return UNRELATED;
    for (size_t i = 0; i < tunip_array_count(a->params); i++)
        if (compare(&own, a->params->items[i], b->params->items[i]) == UNRELATED) return UNRELATED;
    return compare(&own, a->ret, b->ret) == UNRELATED ? UNRELATED : SUBSUMES;
}

static verdict compare(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    if (relax_equal(c->scratch, info, other)) return EQUAL;
    if (tunip_is(info, &tunip_relax_object_struct_info_type)) return SUBSUMES;
    if (!info || !other || info->type != other->type || --*c->left < 0) return UNRELATED;
    if (tunip_is(info, &tunip_relax_tensor_struct_info_type))
        return compare_tensors(c, info, other);
    if (tunip_is(info, &tunip_relax_tuple_struct_info_type)) return compare_tuples(c, info, other);
    if (tunip_is(info, &tunip_relax_shape_struct_info_type)) return compare_shapes(c, info, other);
    if (tunip_is(info, &tunip_relax_func_struct_info_type)) return compare_funcs(c, info, other);
    return tunip_is(info, &tunip_relax_prim_struct_info_type) ? compare_prims(c, info, other)
                                                              : UNRELATED;
}

bool relax_subsumes(tunip_scratch *scratch, const tunip_node *info, const tunip_node *other)
{
    return relax_result_subsumes(scratch, info, other, NULL, NULL);
}

bool relax_result_subsumes(tunip_scratch *scratch, const tunip_node *result,
                           const tunip_node *value, relax_is_defined_fn is_defined,
                           const void *user)
{
    int left = MOST_INFOS;
    comparison c = {.scratch = scratch, .is_defined = is_defined, .user = user, .left = &left};
    return result && value && compare(&c, result, value) == SUBSUMES;
}
