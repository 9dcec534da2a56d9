/* layout.c -- tensors whose elements are moved by an index map, if the map neither pads nor leaves
 * gaps (TVM src/relax/op/tensor/manipulate.cc, src/tir/ir/index_map.cc). */
#include "infer_rules.h"

/* The maximum depth of expressions in a map; deeper ones give an unknown shape. */
enum { DEEPEST = 32 };

typedef struct mapping {
    const tunip_array *vars; /* the indices of the tensor */
    const tunip_array *dims; /* the dimensions of the tensor */
} mapping;

/* The dimension that an index runs through; NULL if `var` is not an index. */
static const tunip_node *dim_of(const mapping *m, const tunip_node *var)
{
    for (size_t i = 0; i < m->vars->count; i++)
        if (m->vars->items[i] == var) return m->dims->items[i];
    return NULL;
}

static int64_t extent_of(const mapping *m, const tunip_node *expr, int depth);

/* The extent of q * n + r, where r runs through n numbers. */
static int64_t extent_of_sum(const mapping *m, const tunip_tir_binary *sum, int depth)
{
    const tunip_tir_binary *product = TUNIP_AS(tunip_tir_mul, sum->a);
    int64_t step, count = extent_of(m, sum->b, depth);
    if (!product || !relax_number(product->b, &step) || step < 1 || count != step) return -1;
    int64_t extent = extent_of(m, product->a, depth);
    return extent < 0 || extent > RELAX_LARGEST / step ? -1 : extent * step;
}

/* The n for which an expression runs through 0 ... n - 1; -1 if there is no such n or it is not
 * obvious. */
static int64_t extent_of(const mapping *m, const tunip_node *expr, int depth)
{
    int64_t size, by;
    if (depth == DEEPEST || !expr) return -1;
    if (tunip_is_a(expr, &tunip_tir_var_type))
        return relax_number(dim_of(m, expr), &size) ? size : -1;
    if (relax_number(expr, &size)) return size == 0 ? 1 : -1;
    if (tunip_is(expr, &tunip_tir_add_type))
        return extent_of_sum(m, (const tunip_tir_binary *)expr, depth + 1);
    bool is_quotient = tunip_is(expr, &tunip_tir_floor_div_type);
    if (!is_quotient && !tunip_is(expr, &tunip_tir_floor_mod_type)) return -1;
    const tunip_tir_binary *binary = (const tunip_tir_binary *)expr;
    int64_t extent = extent_of(m, binary->a, depth + 1);
    if (extent < 0 || !relax_number(binary->b, &by) || by < 1 || extent % by) return -1;
    return is_quotient ? extent / by : by;
}

/* An index alone keeps its dimension, which need not be a constant. */
static tunip_node *mapped_dim(tunip_scratch *scratch, const mapping *m, const tunip_node *expr)
{
    const tunip_node *dim = expr ? dim_of(m, expr) : NULL;
    if (dim) return (tunip_node *)(uintptr_t)dim;
    int64_t extent = extent_of(m, expr, 0);
    return extent < 0 ? NULL : relax_int64(scratch, extent);
}

/* R.layout_transform(x, index_map=...) */
RELAX_INFER(moved)
{
    const tunip_relax_layout_transform_attrs *attrs =
        TUNIP_AS(tunip_relax_layout_transform_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_tir_index_map *map = attrs ? attrs->index_map : NULL;
    mapping m = {map ? map->initial_indices : NULL, info ? relax_known_dims(info) : NULL};
    if (!map || !info) return NULL;
    size_t taken = tunip_array_count(m.vars), count = tunip_array_count(map->final_indices);
    if (!m.dims && (info->ndim < 0 || (size_t)info->ndim == taken))
        return relax_tensor_ndim(scratch, (int64_t)count, info->dtype, info->vdevice);
    if (!m.dims || m.dims->count != taken) return NULL;
    tunip_array *dims = relax_list(scratch, count);
    for (size_t i = 0; dims && i < dims->count; i++) {
        dims->items[i] = mapped_dim(scratch, &m, map->final_indices->items[i]);
        if (!dims->items[i]) return NULL;
    }
    return relax_tensor_of(scratch, dims, info->dtype, info->vdevice);
}
