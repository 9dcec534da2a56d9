/* layout.c -- tensors whose elements are moved by an index map (TVM
 * src/relax/op/tensor/manipulate.cc, src/tir/ir/index_map.cc).
 *
 * TVM has two ways to find the new shape. If each new index is a part of an old one, such as i // 4
 * and i % 4, or a sum of such parts without gaps, such as i * 4 + j, the old dimensions are padded
 * to a multiple of the divisors. Otherwise each new dimension is the largest new index, plus 1. */
#include "infer_rules.h"

/* The maximum depth of expressions in a map; deeper ones give an unknown shape. */
enum { DEEPEST = 32 };

typedef struct mapping {
    tunip_scratch *scratch;
    const tunip_array *vars; /* the indices of the tensor */
    const tunip_array *dims; /* the dimensions of the tensor */
    const tunip_array *to;   /* the new indices */
} mapping;

/* The number of an index; vars->count if `var` is not an index. */
static size_t index_of(const mapping *m, const tunip_node *var)
{
    size_t i = 0;
    while (i < m->vars->count && m->vars->items[i] != var) i++;
    return i;
}

/* a // b or a % b with a constant b of at least 1. */
static const tunip_tir_binary *as_part(const tunip_node *expr, bool *is_quotient, int64_t *by)
{
    *is_quotient = tunip_is(expr, &tunip_tir_floor_div_type);
    if (!*is_quotient && !tunip_is(expr, &tunip_tir_floor_mod_type)) return NULL;
    const tunip_tir_binary *binary = (const tunip_tir_binary *)expr;
    return relax_number(binary->b, by) && *by >= 1 ? binary : NULL;
}

/* ---- parts of an index ---- */

/* The part index // low % (high / low) of an index; `high` is 0 if it has no end. */
typedef struct part {
    size_t index;
    int64_t low, high;
} part;

static bool read_part(const mapping *m, const tunip_node *expr, part *out, int depth)
{
    bool is_quotient;
    int64_t by;
    const tunip_tir_binary *binary = depth < DEEPEST && expr ? as_part(expr, &is_quotient, &by)
                                                             : NULL;
    if (!binary) {
        *out = (part){.index = expr ? index_of(m, expr) : m->vars->count, .low = 1};
        return out->index < m->vars->count;
    }
    if (!read_part(m, binary->a, out, depth + 1)) return false;
    int64_t end = out->low * by;
    if (end > RELAX_LARGEST || (out->high && out->high % end)) return false;
    if (is_quotient)
        out->low = end;
    else
        out->high = end;
    return true;
}

/* Calls `each` for all parts in an expression. False if it has other operands, or if `each` returns
 * false. */
typedef bool (*part_fn)(const part *found, void *user);
static bool each_part(const mapping *m, const tunip_node *expr, part_fn each, void *user, int depth)
{
    part found;
    int64_t number;
    if (depth == DEEPEST || !expr) return false;
    if (read_part(m, expr, &found, depth)) return each(&found, user);
    if (relax_number(expr, &number)) return true;
    if (!tunip_is(expr, &tunip_tir_add_type) && !tunip_is(expr, &tunip_tir_mul_type)) return false;
    const tunip_tir_binary *binary = (const tunip_tir_binary *)expr;
    return each_part(m, binary->a, each, user, depth + 1) &&
           (tunip_is_a(binary->b, &tunip_tir_var_type) || relax_number(binary->b, &number) ||
            each_part(m, binary->b, each, user, depth + 1));
}

/* An index, a part of it, and the number of which its dimension must be a multiple. */
typedef struct fitting {
    part part;
    int64_t padding;
} fitting;

static int64_t common_multiple(int64_t a, int64_t b)
{
    int64_t x = a, y = b;
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* Whether `b` is made of the parts of an index above `a`: i % 4 and i // 8, but not i // 6. */
static bool is_below(const part *a, const part *b)
{
    return a->high && a->high <= b->low && b->low % a->high == 0;
}

/* Whether two parts of an index are the same or one is above the other. */
static bool fits(const part *found, void *user)
{
    fitting *f = user;
    if (found->index != f->part.index) return true;
    f->padding = common_multiple(f->padding, found->high ? found->high : found->low);
    if (f->padding > RELAX_LARGEST) return false;
    if (found->low == f->part.low && found->high == f->part.high) return true;
    return is_below(found, &f->part) || is_below(&f->part, found);
}

/* The dimension of which `own` is a part, padded; NULL if another part overlaps it. */
static const tunip_node *padded_dim(const mapping *m, const part *own)
{
    fitting f = {.part = *own, .padding = 1};
    for (size_t i = 0; i < m->to->count; i++)
        if (!each_part(m, m->to->items[i], fits, &f, 0)) return NULL;
    const tunip_node *dim = m->dims->items[own->index];
    int64_t size;
    if (f.padding == 1) return dim;
    if (relax_number(dim, &size))
        return relax_int64(m->scratch, (size + f.padding - 1) / f.padding * f.padding);
    const tunip_node *rest = relax_fold(m->scratch, &tunip_tir_floor_mod_type, dim,
                                        relax_int64(m->scratch, -f.padding));
    return relax_fold(m->scratch, &tunip_tir_sub_type, dim, rest);
}

/* ---- the first way ---- */

static const tunip_node *extent_of(const mapping *m, const tunip_node *expr, int depth);

/* The extent of q * n + r, where r runs through n numbers. */
static const tunip_node *extent_of_sum(const mapping *m, const tunip_tir_binary *sum, int depth)
{
    const tunip_tir_binary *product = TUNIP_AS(tunip_tir_mul, sum->a);
    const tunip_node *count = extent_of(m, sum->b, depth);
    int64_t step, size;
    if (!product || !count) return NULL;
    bool is_full = relax_number(product->b, &step) ? relax_number(count, &size) && size == step
                                                   : product->b == count;
    if (!is_full) return NULL;
    return relax_fold(m->scratch, &tunip_tir_mul_type, extent_of(m, product->a, depth), count);
}

/* The n for which an expression runs through 0 ... n - 1 or, in the case of i * 2, through a part
 * of them. NULL if there is no such n, or it is not obvious. */
static const tunip_node *extent_of(const mapping *m, const tunip_node *expr, int depth)
{
    part own;
    int64_t size;
    if (depth == DEEPEST || !expr) return NULL;
    if (read_part(m, expr, &own, depth)) {
        const tunip_node *dim = padded_dim(m, &own);
        if (own.high) return dim ? relax_int64(m->scratch, own.high / own.low) : NULL;
        return own.low == 1 ? dim : relax_fold(m->scratch, &tunip_tir_floor_div_type, dim,
                                               relax_int64(m->scratch, own.low));
    }
    if (relax_number(expr, &size)) return size == 0 ? relax_int64(m->scratch, 1) : NULL;
    if (tunip_is(expr, &tunip_tir_add_type))
        return extent_of_sum(m, (const tunip_tir_binary *)expr, depth + 1);
    const tunip_tir_binary *product = TUNIP_AS(tunip_tir_mul, expr);
    const tunip_node *extent = product ? extent_of(m, product->a, depth + 1) : NULL;
    if (!relax_number(extent, &size) || !relax_number(product->b, &size)) return NULL;
    return relax_fold(m->scratch, &tunip_tir_mul_type, extent, product->b);
}

/* ---- the second way ---- */

/* The largest value of an expression whose smallest value is 0; NULL if it is not obvious. */
static const tunip_node *largest(const mapping *m, const tunip_node *expr, int depth)
{
    bool is_quotient;
    int64_t by, size;
    if (depth == DEEPEST || !expr) return NULL;
    size_t index = index_of(m, expr);
    if (index < m->vars->count)
        return relax_fold(m->scratch, &tunip_tir_sub_type, m->dims->items[index],
                          relax_int64(m->scratch, 1));
    if (relax_number(expr, &size)) return size ? NULL : relax_int64(m->scratch, 0);
    const tunip_tir_binary *binary = as_part(expr, &is_quotient, &by);
    const tunip_node *most = binary ? largest(m, binary->a, depth + 1) : NULL;
    bool is_nested = binary && index_of(m, binary->a) == m->vars->count;
    if (is_nested && !relax_number(most, &size)) return NULL; /* perhaps a case of the first way */
    if (binary && is_quotient)
        return relax_fold(m->scratch, expr->type, most, relax_int64(m->scratch, by));
    if (binary)
        return relax_number(most, &size) && size < by ? most : relax_int64(m->scratch, by - 1);
    bool is_sum = tunip_is(expr, &tunip_tir_add_type);
    if (!is_sum && !tunip_is(expr, &tunip_tir_mul_type)) return NULL;
    binary = (const tunip_tir_binary *)expr;
    most = largest(m, binary->a, depth + 1);
    if (!is_sum && !depth && !relax_number(most, &size)) return NULL;
    if (is_sum) return relax_fold(m->scratch, expr->type, most, largest(m, binary->b, depth + 1));
    bool may_scale = relax_number(binary->b, &by) && by >= 0;
    return may_scale ? relax_fold(m->scratch, expr->type, most, relax_int64(m->scratch, by)) : NULL;
}

/* The new shape in one of the two ways; NULL if a dimension is unknown. */
static const tunip_array *new_dims(const mapping *m, bool is_second)
{
    tunip_array *dims = relax_list(m->scratch, m->to->count);
    for (size_t i = 0; dims && i < dims->count; i++) {
        const tunip_node *dim = is_second ? largest(m, m->to->items[i], 0)
                                          : extent_of(m, m->to->items[i], 0);
        if (is_second && dim)
            dim = relax_fold(m->scratch, &tunip_tir_add_type, dim, relax_int64(m->scratch, 1));
        dims->items[i] = dim ? relax_simple(m->scratch, dim) : NULL;
        if (!dims->items[i]) return NULL;
    }
    return dims;
}

/* R.layout_transform(x, index_map=...) */
RELAX_INFER(moved)
{
    const tunip_relax_layout_transform_attrs *attrs =
        TUNIP_AS(tunip_relax_layout_transform_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_tir_index_map *map = attrs ? attrs->index_map : NULL;
    if (!map || !info) return NULL;
    mapping m = {scratch, map->initial_indices, relax_known_dims(info), map->final_indices};
    size_t taken = tunip_array_count(m.vars), count = tunip_array_count(map->final_indices);
    if (!m.dims && (info->ndim < 0 || (size_t)info->ndim == taken))
        return relax_tensor_ndim(scratch, (int64_t)count, info->dtype, info->vdevice);
    if (!m.dims || m.dims->count != taken) return NULL;
    const tunip_array *dims = new_dims(&m, false);
    if (!dims) dims = new_dims(&m, true);
    return dims ? relax_tensor_of(scratch, dims, info->dtype, info->vdevice) : NULL;
}
