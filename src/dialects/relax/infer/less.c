/* less.c -- compares how specific struct infos are: would a parser infer a more specific one for a
 * value? (IsBaseOf of TVM src/relax/analysis/struct_info_analysis.cc) */
#include "less.h"

#include "../equal.h"

#include <tunip/tvm/tir.h>

enum { MOST_INFOS = 1000 };

typedef struct comparison {
    tunip_docsifier *d;
    bool outside; /* only what is known outside of the function counts */
    int *left;    /* how many more struct infos are looked at: they may be inside of themselves */
} comparison;

/* The relation of the first struct info to the second. */
typedef enum verdict { SAME, LESS, OTHER } verdict;

static verdict compare(const comparison *c, const tunip_node *info, const tunip_node *other);

static tunip_walk_action find_variable(const tunip_node *node, void *found)
{
    *(bool *)found = tunip_is_a(node, &tunip_tir_var_type);
    return *(bool *)found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* A defined variable, or an expression without any: others do not define theirs. */
static bool is_known(const comparison *c, const tunip_node *expr)
{
    if (!c->outside || tunip_is(expr, &tunip_ir_int_imm_type)) return true;
    if (tunip_is_a(expr, &tunip_tir_var_type)) return tunip_is_defined(c->d, expr);
    bool found = false;
    tunip_walker walker = {.enter = find_variable, .user = &found, .skip = TUNIP_FLAG_ASIDE};
    tunip_job_walk(c->d, expr, &walker);
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
    return expr ? are_known(c, expr->values) : shape && !c->outside;
}

static bool says_less_ndim(int64_t a, int64_t b)
{
    return a == TUNIP_RELAX_UNKNOWN_NDIM && b != TUNIP_RELAX_UNKNOWN_NDIM;
}

static verdict compare_tensors(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_tensor_struct_info *a = (const tunip_relax_tensor_struct_info *)info;
    const tunip_relax_tensor_struct_info *b = (const tunip_relax_tensor_struct_info *)other;
    if (a->dtype.bits && !tunip_dtype_equal(a->dtype, b->dtype)) return OTHER;
    if (a->vdevice && a->vdevice != b->vdevice) return OTHER;
    if (a->shape && !(b->shape && relax_equal(c->d, a->shape, b->shape))) return OTHER;
    if (!a->shape && a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && a->ndim != b->ndim) return OTHER;
    bool is_less = (!a->dtype.bits && b->dtype.bits) || (!a->vdevice && b->vdevice) ||
                   says_less_ndim(a->ndim, b->ndim) || (!a->shape && has_shape(c, b->shape));
    return is_less ? LESS : SAME;
}

static verdict compare_tuples(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_array *a = ((const tunip_relax_tuple_struct_info *)info)->fields;
    const tunip_array *b = ((const tunip_relax_tuple_struct_info *)other)->fields;
    verdict all = SAME;
    if (tunip_array_count(a) != tunip_array_count(b)) return OTHER;
    for (size_t i = 0; i < tunip_array_count(a) && all != OTHER; i++) {
        verdict field = compare(c, a->items[i], b->items[i]);
        if (field != SAME) all = field;
    }
    return all;
}

static verdict compare_shapes(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_shape_struct_info *a = (const tunip_relax_shape_struct_info *)info;
    const tunip_relax_shape_struct_info *b = (const tunip_relax_shape_struct_info *)other;
    if (a->values || (a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && a->ndim != b->ndim)) return OTHER;
    return says_less_ndim(a->ndim, b->ndim) || are_known(c, b->values) ? LESS : SAME;
}

static verdict compare_prims(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    const tunip_relax_prim_struct_info *a = (const tunip_relax_prim_struct_info *)info;
    const tunip_relax_prim_struct_info *b = (const tunip_relax_prim_struct_info *)other;
    if (a->value || !tunip_dtype_equal(a->dtype, b->dtype)) return OTHER;
    return b->value && is_known(c, b->value) ? LESS : SAME;
}

static verdict compare(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    if (relax_equal(c->d, info, other)) return SAME;
    if (tunip_is(info, &tunip_relax_object_struct_info_type)) return LESS;
    if (!info || !other || info->type != other->type || --*c->left < 0) return OTHER;
    if (tunip_is(info, &tunip_relax_tensor_struct_info_type))
        return compare_tensors(c, info, other);
    if (tunip_is(info, &tunip_relax_tuple_struct_info_type)) return compare_tuples(c, info, other);
    if (tunip_is(info, &tunip_relax_shape_struct_info_type)) return compare_shapes(c, info, other);
    return tunip_is(info, &tunip_relax_prim_struct_info_type) ? compare_prims(c, info, other)
                                                              : OTHER;
}

static bool tells_less(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    return info && other && compare(c, info, other) == LESS;
}

bool relax_tells_less(tunip_docsifier *d, const tunip_node *info, const tunip_node *other)
{
    return tells_less(&(comparison){.d = d, .left = &(int){MOST_INFOS}}, info, other);
}

bool relax_result_tells_less(tunip_docsifier *d, const tunip_node *info, const tunip_node *other)
{
    return tells_less(&(comparison){.d = d, .outside = true, .left = &(int){MOST_INFOS}}, info,
                      other);
}
