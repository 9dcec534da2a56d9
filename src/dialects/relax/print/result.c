/* result.c -- the struct info that TVM gives to the result of a function (TVM src/relax/ir/expr.cc,
 * Function). If the declared struct info subsumes that of the body, TVM takes that of the body, but
 * without the sizes that the parameters do not define. Example: a body of R.Tensor((4,)) replaces a
 * declared R.Tensor(ndim=1). */
#include "result.h"

#include "../equal.h"
#include "symbols.h"

/* Struct infos may contain themselves if they are ill-formed. */
enum { MOST_NESTED = 64 };

typedef struct comparison {
    tunip_docsifier *d;
    relax_symbols defined; /* variables that the parameters define */
} comparison;

/* The effect of a body on the declared struct info. */
typedef enum effect {
    KEPT,     /* the body replaces it by the same */
    REPLACED, /* the body replaces it by another one */
    UNRELATED /* it does not subsume that of the body, so it stays */
} effect;

static bool is_equal(comparison *c, const void *a, const void *b)
{
    return relax_equal(tunip_job_scratch(c->d), a, b);
}

/* ---- definitions ---- */

static void define(comparison *c, const tunip_node *expr)
{
    if (tunip_is_a(expr, &tunip_tir_var_type) && !relax_symbols_has(&c->defined, expr))
        relax_symbols_add(c->d, &c->defined, expr);
}

static const tunip_array *sizes_of(const tunip_node *info)
{
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_shape_expr *expr =
        TUNIP_AS(tunip_relax_shape_expr, tensor ? tensor->shape : NULL);
    return expr ? expr->values : shape ? shape->values : NULL;
}

static void define_sizes(comparison *c, const tunip_node *info, int most)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    const tunip_array *sizes = sizes_of(info);
    if (prim) define(c, prim->value);
    for (size_t i = 0; i < tunip_array_count(sizes); i++) define(c, sizes->items[i]);
    for (size_t i = 0; tuple && most && i < tunip_array_count(tuple->fields); i++)
        define_sizes(c, tuple->fields->items[i], most - 1);
}

typedef struct search {
    const relax_symbols *defined;
    bool found;
} search;

static tunip_walk_action find_undefined(const tunip_node *node, void *user)
{
    search *s = user;
    if (!tunip_is_a(node, &tunip_tir_var_type)) return TUNIP_WALK_ON;
    s->found = s->found || !relax_symbols_has(s->defined, node);
    return s->found ? TUNIP_WALK_STOP : TUNIP_WALK_SKIP;
}

/* Whether an expression has only variables that the parameters define. */
static bool is_known(comparison *c, const void *expr)
{
    search s = {.defined = &c->defined};
    tunip_walker walker = {.enter = find_undefined, .user = &s, .skip = TUNIP_FLAG_IGNORE};
    if (expr) tunip_job_walk(c->d, expr, &walker);
    return expr && !s.found;
}

/* ---- effects ---- */

static effect either(effect a, effect b)
{
    return a > b ? a : b;
}

static effect on_sizes(comparison *c, const tunip_array *declared, int64_t declared_ndim,
                       const tunip_array *known, int64_t known_ndim)
{
    bool are_known = is_known(c, known);
    if (declared && !(known && is_equal(c, declared, known))) return UNRELATED;
    if (declared) return are_known ? KEPT : REPLACED;
    if (declared_ndim != TUNIP_RELAX_UNKNOWN_NDIM && declared_ndim != known_ndim) return UNRELATED;
    return are_known || declared_ndim != known_ndim ? REPLACED : KEPT;
}

/* The struct info of a shape is made again of its values. */
static effect on_shape(comparison *c, const tunip_relax_shape_struct_info *declared,
                       const tunip_relax_shape_expr *value,
                       const tunip_relax_shape_struct_info *known)
{
    int64_t ndim = value ? (int64_t)tunip_array_count(value->values) : known->ndim;
    return on_sizes(c, declared->values, declared->ndim, value ? value->values : known->values,
                    ndim);
}

static effect on_tensor(comparison *c, const tunip_node *declared, const tunip_node *known)
{
    const tunip_relax_tensor_struct_info *a = (const tunip_relax_tensor_struct_info *)declared;
    const tunip_relax_tensor_struct_info *b = (const tunip_relax_tensor_struct_info *)known;
    effect sizes = UNRELATED;
    if (a->dtype.bits && !tunip_dtype_equal(a->dtype, b->dtype)) return UNRELATED;
    if (a->vdevice && !is_equal(c, a->vdevice, b->vdevice)) return UNRELATED;
    if (!a->shape || sizes_of(declared))
        sizes = on_sizes(c, sizes_of(declared), a->ndim, sizes_of(known), b->ndim);
    else if (is_equal(c, a->shape, b->shape))
        sizes = REPLACED;
    bool is_less = (!a->dtype.bits && b->dtype.bits) || (!a->vdevice && b->vdevice);
    return either(sizes, is_less ? REPLACED : KEPT);
}

static effect on_number(comparison *c, const tunip_node *declared, const tunip_node *known)
{
    const tunip_relax_prim_struct_info *a = (const tunip_relax_prim_struct_info *)declared;
    const tunip_relax_prim_struct_info *b = (const tunip_relax_prim_struct_info *)known;
    if (!tunip_dtype_equal(a->dtype, b->dtype)) return UNRELATED;
    if (a->value && !(b->value && is_equal(c, a->value, b->value))) return UNRELATED;
    bool is_same = a->value ? is_known(c, b->value) : !is_known(c, b->value);
    return is_same ? KEPT : REPLACED;
}

static effect effect_on(comparison *c, const tunip_node *declared, const tunip_node *value,
                        const tunip_node *known, int most);

/* The struct info of a tuple is made again of those of its fields. */
static effect on_tuple(comparison *c, const tunip_node *declared, const tunip_node *value,
                       const tunip_node *known, int most)
{
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, value);
    const tunip_array *a = ((const tunip_relax_tuple_struct_info *)declared)->fields;
    const tunip_array *b = ((const tunip_relax_tuple_struct_info *)known)->fields;
    effect all = KEPT;
    if (tunip_array_count(a) != tunip_array_count(b)) return UNRELATED;
    bool has_fields = tuple && tunip_array_count(tuple->fields) == tunip_array_count(b);
    for (size_t i = 0; i < tunip_array_count(a); i++) {
        const tunip_node *field = has_fields ? tuple->fields->items[i] : NULL;
        const tunip_node *info = field ? tunip_relax_struct_info_of(field) : b->items[i];
        all = either(all, effect_on(c, a->items[i], field, info, most - 1));
    }
    return all;
}

static effect effect_on(comparison *c, const tunip_node *declared, const tunip_node *value,
                        const tunip_node *known, int most)
{
    if (!declared || !known || !most) return UNRELATED;
    if (tunip_is(declared, &tunip_relax_object_struct_info_type))
        return known->type == declared->type ? KEPT : REPLACED;
    if (known->type != declared->type) return UNRELATED;
    if (tunip_is(declared, &tunip_relax_tensor_struct_info_type))
        return on_tensor(c, declared, known);
    if (tunip_is(declared, &tunip_relax_shape_struct_info_type))
        return on_shape(c, (const tunip_relax_shape_struct_info *)declared,
                        TUNIP_AS(tunip_relax_shape_expr, value),
                        (const tunip_relax_shape_struct_info *)known);
    if (tunip_is(declared, &tunip_relax_prim_struct_info_type))
        return on_number(c, declared, known);
    if (tunip_is(declared, &tunip_relax_tuple_struct_info_type))
        return on_tuple(c, declared, value, known, most);
    return KEPT;
}

bool relax_keeps_result(tunip_docsifier *d, const tunip_relax_function *func)
{
    comparison c = {.d = d};
    const tunip_node *value = func->body ? func->body->body : NULL;
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        define_sizes(&c, tunip_relax_struct_info_of(func->params->items[i]), MOST_NESTED);
    return effect_on(&c, func->ret_struct_info, value, tunip_relax_struct_info_of(value),
                     MOST_NESTED) != REPLACED;
}
