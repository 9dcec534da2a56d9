/* less.c -- struct infos that say less than others do: would a parser say more of a value?
 * (IsBaseOf of TVM src/relax/analysis/struct_info_analysis.cc) */
#include "less.h"

#include "equal.h"

#include <tunip/tir.h>

enum { MOST_INFOS = 1000 };

typedef struct comparison {
    tunip_docsifier *d;
    bool outside; /* only what is known outside of the function counts */
    int *left;    /* how many more struct infos are looked at: they may be inside of themselves */
} comparison;

static bool covers(const comparison *c, const tunip_node *info, const tunip_node *other);

static bool is_known(const comparison *c, const tunip_node *expr)
{
    return !c->outside || tunip_is(expr, &ir_int_imm_type) ||
           (tunip_is_a(expr, &tir_var_type) && tunip_is_defined(c->d, expr));
}

static bool are_known(const comparison *c, const tunip_array *exprs)
{
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        if (!is_known(c, exprs->items[i])) return false;
    return exprs;
}

static bool has_shape(const comparison *c, const tunip_node *shape)
{
    const relax_shape_expr *expr = TUNIP_AS(relax_shape_expr, shape);
    return expr ? are_known(c, expr->values) : shape && !c->outside;
}

static bool covers_tensor(const comparison *c, const relax_tensor_struct_info *a,
                          const relax_tensor_struct_info *b)
{
    if (a->dtype.bits && !tunip_dtype_equal(a->dtype, b->dtype)) return false;
    if (a->vdevice && a->vdevice != b->vdevice) return false;
    if (a->shape) return b->shape && relax_equal(c->d, a->shape, b->shape);
    return a->ndim == RELAX_UNKNOWN_NDIM || a->ndim == b->ndim;
}

static bool covers_tuple(const comparison *c, const relax_tuple_struct_info *a,
                         const relax_tuple_struct_info *b)
{
    size_t count = tunip_array_count(a->fields);
    if (count != tunip_array_count(b->fields)) return false;
    for (size_t i = 0; i < count; i++)
        if (!covers(c, a->fields->items[i], b->fields->items[i])) return false;
    return true;
}

static bool covers_shape(const relax_shape_struct_info *a, const relax_shape_struct_info *b)
{
    return !a->values && (a->ndim == RELAX_UNKNOWN_NDIM || a->ndim == b->ndim);
}

static bool covers_prim(const relax_prim_struct_info *a, const relax_prim_struct_info *b)
{
    return !a->value && tunip_dtype_equal(a->dtype, b->dtype);
}

/* Whether it says the same or less. */
static bool covers(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    if (tunip_is(info, &relax_object_struct_info_type) || relax_equal(c->d, info, other))
        return true;
    if (!info || !other || info->type != other->type || --*c->left < 0) return false;
    if (tunip_is(info, &relax_tensor_struct_info_type))
        return covers_tensor(c, (const relax_tensor_struct_info *)info,
                             (const relax_tensor_struct_info *)other);
    if (tunip_is(info, &relax_tuple_struct_info_type))
        return covers_tuple(c, (const relax_tuple_struct_info *)info,
                            (const relax_tuple_struct_info *)other);
    if (tunip_is(info, &relax_shape_struct_info_type))
        return covers_shape((const relax_shape_struct_info *)info,
                            (const relax_shape_struct_info *)other);
    return tunip_is(info, &relax_prim_struct_info_type) &&
           covers_prim((const relax_prim_struct_info *)info, (const relax_prim_struct_info *)other);
}

static bool loses(const comparison *c, const tunip_node *info, const tunip_node *other);

static bool loses_in_tuple(const comparison *c, const relax_tuple_struct_info *a,
                           const relax_tuple_struct_info *b)
{
    for (size_t i = 0; i < tunip_array_count(a->fields); i++)
        if (loses(c, a->fields->items[i], b->fields->items[i])) return true;
    return false;
}

static bool loses_in_tensor(const comparison *c, const relax_tensor_struct_info *a,
                            const relax_tensor_struct_info *b)
{
    return (!a->dtype.bits && b->dtype.bits) || (!a->vdevice && b->vdevice) ||
           (a->ndim == RELAX_UNKNOWN_NDIM && b->ndim != RELAX_UNKNOWN_NDIM) ||
           (!a->shape && has_shape(c, b->shape));
}

static bool loses_in_shape(const comparison *c, const relax_shape_struct_info *a,
                           const relax_shape_struct_info *b)
{
    return (a->ndim == RELAX_UNKNOWN_NDIM && b->ndim != RELAX_UNKNOWN_NDIM) ||
           (!a->values && are_known(c, b->values));
}

/* Of two of which the first covers the second: whether that says more which counts. */
static bool loses(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    if (info->type != other->type) return true;
    if (--*c->left < 0) return false;
    if (tunip_is(info, &relax_tensor_struct_info_type))
        return loses_in_tensor(c, (const relax_tensor_struct_info *)info,
                               (const relax_tensor_struct_info *)other);
    if (tunip_is(info, &relax_tuple_struct_info_type))
        return loses_in_tuple(c, (const relax_tuple_struct_info *)info,
                              (const relax_tuple_struct_info *)other);
    if (tunip_is(info, &relax_shape_struct_info_type))
        return loses_in_shape(c, (const relax_shape_struct_info *)info,
                              (const relax_shape_struct_info *)other);
    if (!tunip_is(info, &relax_prim_struct_info_type)) return false;
    const relax_prim_struct_info *a = (const relax_prim_struct_info *)info;
    const relax_prim_struct_info *b = (const relax_prim_struct_info *)other;
    return !a->value && b->value && is_known(c, b->value);
}

static bool tells_less(const comparison *c, const tunip_node *info, const tunip_node *other)
{
    return info && other && !relax_equal(c->d, info, other) && covers(c, info, other) &&
           loses(c, info, other);
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
