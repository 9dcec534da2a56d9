/* nn.c -- operators of neural networks: layouts, windows, images, normalisation, boxes. */
#include "../types.h"
#include "infer.h"

/* ==== Tensors whose elements are moved by an index map (TVM src/relax/op/tensor/manipulate.cc,
 * src/tir/ir/index_map.cc).
 *
 * TVM has two ways to find the new shape. If each new index is a part of an old one, such as i // 4
 * and i % 4, or a sum of such parts without gaps, such as i * 4 + j, the old dimensions are padded
 * to a multiple of the divisors. Otherwise each new dimension is the largest new index, plus 1. */

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
    const tunip_tir_binary *binary =
        depth < DEEPEST && expr ? as_part(expr, &is_quotient, &by) : NULL;
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
    const tunip_node *rest =
        relax_fold(m->scratch, &tunip_tir_floor_mod_type, dim, relax_int64(m->scratch, -f.padding));
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
        return own.low == 1 ? dim
                            : relax_fold(m->scratch, &tunip_tir_floor_div_type, dim,
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
        const tunip_node *dim =
            is_second ? largest(m, m->to->items[i], 0) : extent_of(m, m->to->items[i], 0);
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

/* ==== Windows that slide over images of one to three sides: sums of products, and pools (TVM
 * src/relax/op/nn/convolution.cc, pooling.cc). */

enum { MOST_SIDES = 3 };

static const char *const image_layouts[] = {NULL, "NCW", "NCHW", "NCDHW"};
static const char *const kernel_layouts[] = {NULL, "OIW", "OIHW", "OIDHW"};

/* A window: each list has a number for each side, `padding` two. */
typedef struct window {
    size_t sides;
    const tunip_node *size[MOST_SIDES];
    const tunip_array *strides, *padding, *dilation;
    bool rounds_up;
} window;

/* ---- attributes, whose fields have the same names in each type ---- */

static const tunip_node *attr(const tunip_node *attrs, const char *name)
{
    const tunip_field *field = tunip_type_field(attrs->type, name);
    return field && field->kind == TUNIP_KIND_NODE ? tunip_field_node(attrs, field) : NULL;
}

static const tunip_array *list_attr(const tunip_node *attrs, const char *name)
{
    return TUNIP_AS(tunip_array, attr(attrs, name));
}

static const tunip_string *text_attr(const tunip_node *attrs, const char *name)
{
    return TUNIP_AS(tunip_string, attr(attrs, name));
}

/* ---- sliding ---- */

static const tunip_node *add(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    return relax_fold(scratch, &tunip_tir_add_type, a, b);
}

static const tunip_node *subtract(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    return relax_fold(scratch, &tunip_tir_sub_type, a, b);
}

/* The elements that the window takes besides its first one: dilation * (size - 1), less the
 * padding. */
static const tunip_node *reach(tunip_scratch *scratch, const window *w, size_t side)
{
    const tunip_node *padding = add(scratch, relax_int64_item(scratch, w->padding, side),
                                    relax_int64_item(scratch, w->padding, w->sides + side));
    const tunip_node *rest = subtract(scratch, w->size[side], relax_int64(scratch, 1));
    const tunip_node *spread = relax_fold(scratch, &tunip_tir_mul_type,
                                          relax_int64_item(scratch, w->dilation, side), rest);
    return subtract(scratch, spread, padding);
}

/* How often the window fits along one side of an image; NULL if TVM refuses it. */
static tunip_node *count_steps(tunip_scratch *scratch, const window *w, const tunip_array *image,
                               size_t side)
{
    const tunip_node *stride = relax_int64_item(scratch, w->strides, side),
                     *one = relax_int64(scratch, 1);
    const tunip_node *room =
        subtract(scratch, relax_int64_item(scratch, image, 2 + side), reach(scratch, w, side));
    if (!stride || tunip_ir_is_int(stride, 0)) return NULL;
    room = subtract(scratch, room, one);
    if (w->rounds_up) room = add(scratch, room, subtract(scratch, stride, one));
    const tunip_node *steps = relax_fold(scratch, &tunip_tir_floor_div_type, room, stride);
    return relax_simple(scratch, add(scratch, steps, one));
}

/* The result for an image of the dimensions `image`, with `channels` of them. */
static const tunip_array *slide(tunip_scratch *scratch, const window *w, const tunip_array *image,
                                tunip_node *channels)
{
    tunip_array *dims = relax_list(scratch, 2 + w->sides);
    if (!dims) return NULL;
    dims->items[0] = image->items[0];
    dims->items[1] = channels;
    for (size_t i = 0; i < w->sides; i++) {
        dims->items[2 + i] = count_steps(scratch, w, image, i);
        if (!dims->items[2 + i]) return NULL;
    }
    return dims;
}

static window window_of(const tunip_node *attrs, size_t sides)
{
    return (window){.sides = sides,
                    .strides = list_attr(attrs, "strides"),
                    .padding = list_attr(attrs, "padding"),
                    .dilation = list_attr(attrs, "dilation")};
}

/* ---- sums of products ---- */

static const tunip_array *conv_dims(tunip_scratch *scratch, const tunip_relax_call *call,
                                    size_t sides)
{
    const tunip_node *attrs = call->attrs;
    const char *usual = image_layouts[sides];
    const tunip_array *image =
        relax_image_arg(scratch, call, 0, text_attr(attrs, "data_layout"), usual);
    const tunip_array *kernel =
        relax_image_arg(scratch, call, 1, text_attr(attrs, "kernel_layout"), kernel_layouts[sides]);
    window w = window_of(attrs, sides);
    if (!image || !kernel) return NULL;
    for (size_t i = 0; i < sides; i++) w.size[i] = relax_int64_item(scratch, kernel, 2 + i);
    const tunip_array *result = slide(scratch, &w, image, kernel->items[0]);
    return relax_from_usual(scratch, text_attr(attrs, "out_layout"), usual, result);
}

/* The number of dimensions of the result where those of an argument are not known; -1 otherwise. */
static int64_t open_ndim(const tunip_relax_call *call, const char *image, const char *kernel)
{
    const tunip_node *attrs = call->attrs;
    bool is_open = !relax_dims_arg(call, 0) || !relax_dims_arg(call, 1);
    bool fits = relax_may_be_image(call, 0, text_attr(attrs, "data_layout"), image) &&
                relax_may_be_image(call, 1, text_attr(attrs, "kernel_layout"), kernel);
    return is_open && fits ? relax_layout_ndim(text_attr(attrs, "out_layout"), image) : -1;
}

/* The tensor of a product, with `ndim` dimensions if `dims` is NULL; its dtype is that of the
 * arguments unless the call gives one. */
static const tunip_node *product(tunip_scratch *scratch, const tunip_relax_call *call,
                                 const tunip_array *dims, int64_t ndim, tunip_dtype out_dtype)
{
    const tunip_relax_tensor_struct_info *image = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *kernel = relax_tensor_arg(call, 1);
    const tunip_ir_vdevice *vdevice;
    bool is_known = dims || ndim >= 0;
    if (!is_known || !relax_common_vdevice(call, image, kernel, &vdevice)) return NULL;
    bool is_given = !relax_is_unknown_dtype(out_dtype);
    tunip_dtype dtype = is_given ? out_dtype : relax_common_dtype(image->dtype, kernel->dtype);
    return dims ? relax_tensor_of(scratch, dims, dtype, vdevice)
                : relax_tensor_ndim(scratch, ndim, dtype, vdevice);
}

static const tunip_node *conv(tunip_scratch *scratch, const tunip_relax_call *call, size_t sides,
                              tunip_dtype out_dtype)
{
    int64_t ndim = open_ndim(call, image_layouts[sides], kernel_layouts[sides]);
    return product(scratch, call, conv_dims(scratch, call, sides), ndim, out_dtype);
}

/* R.nn.conv1d(image, kernel, ...) */
RELAX_INFER(conv1d)
{
    const tunip_relax_conv1d_attrs *attrs = TUNIP_AS(tunip_relax_conv1d_attrs, call->attrs);
    return attrs ? conv(scratch, call, 1, attrs->out_dtype) : NULL;
}

RELAX_INFER(conv2d)
{
    const tunip_relax_conv2d_attrs *attrs = TUNIP_AS(tunip_relax_conv2d_attrs, call->attrs);
    return attrs ? conv(scratch, call, 2, attrs->out_dtype) : NULL;
}

RELAX_INFER(conv3d)
{
    const tunip_relax_conv3d_attrs *attrs = TUNIP_AS(tunip_relax_conv3d_attrs, call->attrs);
    return attrs ? conv(scratch, call, 3, attrs->out_dtype) : NULL;
}

/* ---- the same backwards ---- */

static tunip_node *count_steps_back(tunip_scratch *scratch, const window *w,
                                    const tunip_array *more, const tunip_array *image, size_t side)
{
    const tunip_node *one = relax_int64(scratch, 1);
    const tunip_node *steps = subtract(scratch, relax_int64_item(scratch, image, 2 + side), one);
    steps = relax_fold(scratch, &tunip_tir_mul_type, steps,
                       relax_int64_item(scratch, w->strides, side));
    steps = add(scratch, steps, reach(scratch, w, side));
    return relax_simple(
        scratch, add(scratch, add(scratch, steps, relax_int64_item(scratch, more, side)), one));
}

static const char *const back_layouts[] = {NULL, "IOW", "IOHW", "IODHW"};

static const tunip_array *conv_back_dims(tunip_scratch *scratch, const tunip_relax_call *call,
                                         size_t sides, int64_t groups)
{
    const tunip_node *attrs = call->attrs;
    const char *usual = image_layouts[sides];
    const tunip_array *image =
        relax_image_arg(scratch, call, 0, text_attr(attrs, "data_layout"), usual);
    const tunip_array *kernel =
        relax_image_arg(scratch, call, 1, text_attr(attrs, "kernel_layout"), back_layouts[sides]);
    window w = window_of(attrs, sides);
    tunip_array *dims = image && kernel ? relax_list(scratch, 2 + sides) : NULL;
    if (!dims) return NULL;
    dims->items[0] = image->items[0];
    dims->items[1] =
        relax_fold(scratch, &tunip_tir_mul_type, kernel->items[1], relax_int64(scratch, groups));
    for (size_t i = 0; i < sides; i++) {
        w.size[i] = relax_int64_item(scratch, kernel, 2 + i);
        dims->items[2 + i] =
            count_steps_back(scratch, &w, list_attr(attrs, "output_padding"), image, i);
        if (!dims->items[2 + i]) return NULL;
    }
    return relax_from_usual(scratch, text_attr(attrs, "out_layout"), usual, dims);
}

static const tunip_node *conv_back(tunip_scratch *scratch, const tunip_relax_call *call,
                                   size_t sides, int64_t groups, tunip_dtype out_dtype)
{
    int64_t ndim = open_ndim(call, image_layouts[sides], back_layouts[sides]);
    return product(scratch, call, conv_back_dims(scratch, call, sides, groups), ndim, out_dtype);
}

/* R.nn.conv1d_transpose(image, kernel, ...) */
RELAX_INFER(conv1d_back)
{
    const tunip_relax_conv1d_transpose_attrs *attrs =
        TUNIP_AS(tunip_relax_conv1d_transpose_attrs, call->attrs);
    return attrs ? conv_back(scratch, call, 1, attrs->groups, attrs->out_dtype) : NULL;
}

RELAX_INFER(conv2d_back)
{
    const tunip_relax_conv2d_transpose_attrs *attrs =
        TUNIP_AS(tunip_relax_conv2d_transpose_attrs, call->attrs);
    return attrs ? conv_back(scratch, call, 2, attrs->groups, attrs->out_dtype) : NULL;
}

/* of v0.26 */
RELAX_INFER(conv3d_back)
{
    const tunip_relax_conv3d_transpose_attrs *attrs =
        TUNIP_AS(tunip_relax_conv3d_transpose_attrs, call->attrs);
    if (!attrs) return NULL;
    return conv_back(scratch, call, 3, attrs->groups, relax_given_dtype(attrs->out_dtype));
}

/* ---- pools ---- */

static const tunip_node *pooled(tunip_scratch *scratch, const tunip_relax_call *call,
                                const tunip_array *dims, size_t sides)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_string *layout = text_attr(call->attrs, "out_layout");
    const char *usual = image_layouts[sides];
    const tunip_array *out = relax_from_usual(scratch, layout, usual, dims);
    if (out) return relax_tensor_of(scratch, out, info->dtype, info->vdevice);
    int64_t ndim = relax_layout_ndim(layout, usual);
    bool is_open = !relax_dims_arg(call, 0) && ndim >= 0 &&
                   relax_may_be_image(call, 0, text_attr(call->attrs, "layout"), usual);
    return is_open ? relax_tensor_ndim(scratch, ndim, info->dtype, info->vdevice) : NULL;
}

static const tunip_node *pool(tunip_scratch *scratch, const tunip_relax_call *call, size_t sides,
                              bool rounds_up)
{
    const tunip_array *size = list_attr(call->attrs, "pool_size");
    const tunip_array *image =
        relax_image_arg(scratch, call, 0, text_attr(call->attrs, "layout"), image_layouts[sides]);
    window w = window_of(call->attrs, sides);
    w.rounds_up = rounds_up;
    if (!image) return pooled(scratch, call, NULL, sides);
    for (size_t i = 0; i < sides; i++) w.size[i] = relax_int64_item(scratch, size, i);
    return pooled(scratch, call, slide(scratch, &w, image, image->items[1]), sides);
}

/* R.nn.max_pool1d(image, ...), R.nn.avg_pool1d(image, ...) */
RELAX_INFER(pool1d)
{
    const tunip_relax_pool1d_attrs *attrs = TUNIP_AS(tunip_relax_pool1d_attrs, call->attrs);
    return attrs ? pool(scratch, call, 1, attrs->ceil_mode) : NULL;
}

RELAX_INFER(pool2d)
{
    const tunip_relax_pool2d_attrs *attrs = TUNIP_AS(tunip_relax_pool2d_attrs, call->attrs);
    return attrs ? pool(scratch, call, 2, attrs->ceil_mode) : NULL;
}

RELAX_INFER(pool3d)
{
    const tunip_relax_pool3d_attrs *attrs = TUNIP_AS(tunip_relax_pool3d_attrs, call->attrs);
    return attrs ? pool(scratch, call, 3, attrs->ceil_mode) : NULL;
}

/* The sides stay if no size is given; then a shape that is a variable stays, too. */
static const tunip_node *adaptive(tunip_scratch *scratch, const tunip_relax_call *call,
                                  size_t sides)
{
    const tunip_array *given = list_attr(call->attrs, "output_size");
    const tunip_array *image =
        relax_image_arg(scratch, call, 0, text_attr(call->attrs, "layout"), image_layouts[sides]);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    bool is_same = tunip_str_equal(tunip_string_value(text_attr(call->attrs, "layout")),
                                   tunip_string_value(text_attr(call->attrs, "out_layout")));
    bool is_var = info && info->shape && !relax_written_dims(info);
    if (is_var && is_same && !given &&
        relax_may_be_image(call, 0, text_attr(call->attrs, "layout"), image_layouts[sides]))
        return (const tunip_node *)info;
    tunip_array *dims = image ? relax_list(scratch, 2 + sides) : NULL;
    for (size_t i = 0; dims && i < 2 + sides; i++) {
        bool has_size = given && i >= 2;
        dims->items[i] = has_size ? (tunip_node *)(uintptr_t)relax_int64_item(scratch, given, i - 2)
                                  : image->items[i];
        if (!dims->items[i]) return NULL;
    }
    return pooled(scratch, call, dims, sides);
}

/* R.nn.adaptive_avg_pool1d(image, output_size) */
RELAX_INFER(adaptive_pool1d)
{
    bool fits = tunip_is(call->attrs, &tunip_relax_adaptive_pool1d_attrs_type);
    return fits ? adaptive(scratch, call, 1) : NULL;
}

RELAX_INFER(adaptive_pool2d)
{
    bool fits = tunip_is(call->attrs, &tunip_relax_adaptive_pool2d_attrs_type);
    return fits ? adaptive(scratch, call, 2) : NULL;
}

RELAX_INFER(adaptive_pool3d)
{
    bool fits = tunip_is(call->attrs, &tunip_relax_adaptive_pool3d_attrs_type);
    return fits ? adaptive(scratch, call, 3) : NULL;
}

/* ==== Sizes of images, and normalisation (TVM src/relax/op/image, src/relax/op/nn) ==== */

/* ---- images ---- */

/* The struct info of an argument that is a shape of `ndim` dimensions. */
static const tunip_relax_shape_struct_info *shape_arg(const tunip_relax_call *call, size_t index,
                                                      int64_t ndim)
{
    const tunip_relax_shape_struct_info *info =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, index));
    return info && info->ndim == ndim ? info : NULL;
}

/* The `count` dimensions that a shape argument lists; NULL if it lists none or others. */
static const tunip_array *listed_arg(const tunip_relax_call *call, size_t index, size_t count)
{
    bool exists = index < tunip_array_count(call->args);
    const tunip_relax_shape_expr *shape =
        exists ? TUNIP_AS(tunip_relax_shape_expr, call->args->items[index]) : NULL;
    return shape && tunip_array_count(shape->values) == count ? shape->values : NULL;
}

/* An image in which the axes after the second have other sizes, those of the second argument. */
static const tunip_node *resize(tunip_scratch *scratch, const tunip_relax_call *call,
                                const tunip_string *layout, const char *usual,
                                tunip_dtype out_dtype)
{
    size_t count = strlen(usual);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (tunip_array_count(call->args) != 2 || !shape_arg(call, 1, (int64_t)count - 2) ||
        !relax_may_be_image(call, 0, layout, usual))
        return NULL;
    tunip_dtype dtype = relax_is_unknown_dtype(out_dtype) ? info->dtype : out_dtype;
    const tunip_array *size = listed_arg(call, 1, count - 2);
    if (!size || !relax_written_dims(info))
        return relax_tensor_ndim(scratch, relax_layout_ndim(layout, usual), dtype, info->vdevice);
    const tunip_array *image = relax_image_arg(scratch, call, 0, layout, usual);
    tunip_array *dims = image ? relax_list(scratch, count) : NULL;
    for (size_t i = 0; dims && i < count; i++)
        dims->items[i] = i < 2 ? image->items[i] : size->items[i - 2];
    const tunip_array *result = relax_from_usual(scratch, layout, usual, dims);
    return result ? relax_tensor_of(scratch, result, dtype, info->vdevice) : NULL;
}

/* R.image.resize2d(image, size) */
RELAX_INFER(resized)
{
    const tunip_relax_resize2d_attrs *attrs = TUNIP_AS(tunip_relax_resize2d_attrs, call->attrs);
    return attrs ? resize(scratch, call, attrs->layout, "NCHW", attrs->out_dtype) : NULL;
}

/* of v0.26 */
RELAX_INFER(resized3d)
{
    const tunip_relax_resize3d_attrs *attrs = TUNIP_AS(tunip_relax_resize3d_attrs, call->attrs);
    if (!attrs) return NULL;
    return resize(scratch, call, attrs->layout, "NCDHW", relax_given_dtype(attrs->out_dtype));
}

/* R.image.affine_grid(matrices, size), of v0.26: the matrices are 2 x 3 or 3 x 4 */
RELAX_INFER(affine_grid)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    int64_t sides = shape_arg(call, 1, 2) ? 2 : 3, size;
    if (!info || (info->ndim >= 0 && info->ndim != 3) || !shape_arg(call, 1, sides)) return NULL;
    const tunip_array *matrices = relax_written_dims(info),
                      *sizes = listed_arg(call, 1, (size_t)sides);
    for (size_t i = 1; matrices && i < 3; i++)
        if (relax_number(matrices->items[i], &size) && size != sides + (int64_t)i - 1) return NULL;
    if (!matrices || !sizes)
        return relax_tensor_ndim(scratch, sides + 2, info->dtype, info->vdevice);
    tunip_array *dims = relax_list(scratch, (size_t)sides + 2);
    for (size_t i = 2; dims && i < dims->count; i++) dims->items[i] = sizes->items[i - 2];
    tunip_node *count = relax_int64(scratch, sides);
    if (!dims || !count) return NULL;
    dims->items[0] = matrices->items[0];
    dims->items[1] = count;
    return relax_tensor_of(scratch, dims, info->dtype, info->vdevice);
}

/* ---- normalisation ---- */

typedef enum fit {
    REFUSED,
    OPEN, /* TVM cannot prove that the sizes are equal */
    FITS
} fit;

static fit compare(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    int64_t x, y;
    if (relax_equal(scratch, a, b)) return FITS;
    return relax_number(a, &x) && relax_number(b, &y) ? REFUSED : OPEN;
}

/* Compares the sizes of the arguments after the first with those of the first along `axes`, or with
 * each other if those are not known (TVM's NormCheckDtypeAndShape()). */
static fit fit_scales(tunip_scratch *scratch, const tunip_relax_call *call, const tunip_array *axes)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = info ? relax_written_dims(info) : NULL;
    size_t count = tunip_array_count(axes);
    tunip_array *sizes = dims ? relax_list(scratch, count) : NULL;
    for (size_t i = 0; info && info->ndim >= 0 && i < count; i++) {
        int64_t axis = -1;
        if (relax_listed_number(axes->items[i], &axis)) axis = relax_axis(axis, info->ndim);
        if (axis < 0) return REFUSED;
        if (sizes) sizes->items[i] = dims->items[axis];
    }
    for (size_t i = 1; info && i < tunip_array_count(call->args); i++) {
        const tunip_relax_tensor_struct_info *scale = relax_tensor_arg(call, i);
        if (!scale || scale->ndim != (int64_t)count) return REFUSED;
        const tunip_array *own = relax_written_dims(scale);
        for (size_t k = 0; sizes && own && k < count; k++) {
            fit result = compare(scratch, sizes->items[k], own->items[k]);
            if (result != FITS) return result;
        }
        if (!sizes) sizes = (tunip_array *)(uintptr_t)own;
    }
    return info ? FITS : REFUSED;
}

/* The struct info of the first argument, without its sizes if the scales do not certainly fit. */
static const tunip_node *normalised(tunip_scratch *scratch, const tunip_relax_call *call,
                                    const tunip_array *axes)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    fit result = fit_scales(scratch, call, axes);
    if (result == OPEN) return relax_tensor_ndim(scratch, info->ndim, info->dtype, info->vdevice);
    return result == FITS ? (const tunip_node *)info : NULL;
}

static tunip_array *one_axis(tunip_scratch *scratch, int64_t axis)
{
    tunip_array *axes = relax_list(scratch, 1);
    if (axes) axes->items[0] = relax_int64(scratch, axis);
    return axes && axes->items[0] ? axes : NULL;
}

/* R.nn.batch_norm(x, gamma, beta, mean, variance): a tuple of the result, the new mean and the new
 * variance */
RELAX_INFER(batch_norm)
{
    static const size_t given_back[] = {0, 3, 4};
    const tunip_relax_batch_norm_attrs *attrs = TUNIP_AS(tunip_relax_batch_norm_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    tunip_array *axes = attrs ? one_axis(scratch, attrs->axis) : NULL;
    tunip_array *fields = axes ? relax_list(scratch, TUNIP_LEN(given_back)) : NULL;
    if (!fields || tunip_array_count(call->args) != 5) return NULL;
    fit result = fit_scales(scratch, call, axes);
    if (result == REFUSED) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(given_back); i++)
        fields->items[i] =
            (tunip_node *)(uintptr_t)(result == FITS
                                          ? relax_arg_info(call, given_back[i])
                                          : relax_tensor_ndim(scratch, i ? 1 : info->ndim,
                                                              info->dtype, info->vdevice));
    return relax_tuple_of(scratch, fields);
}

/* R.nn.layer_norm(x, gamma, beta, axes) */
RELAX_INFER(layer_norm)
{
    const tunip_relax_layer_norm_attrs *attrs = TUNIP_AS(tunip_relax_layer_norm_attrs, call->attrs);
    return attrs ? normalised(scratch, call, attrs->axes) : NULL;
}

/* R.nn.rms_norm(x, weight, axes) */
RELAX_INFER(rms_norm)
{
    const tunip_relax_rms_norm_attrs *attrs = TUNIP_AS(tunip_relax_rms_norm_attrs, call->attrs);
    return attrs ? normalised(scratch, call, attrs->axes) : NULL;
}

/* R.nn.group_norm(x, gamma, beta, num_groups, channel_axis, axes): TVM compares the scales with the
 * data alone, and trusts what it cannot prove. */
RELAX_INFER(group_norm)
{
    const tunip_relax_group_norm_attrs *attrs = TUNIP_AS(tunip_relax_group_norm_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = attrs ? relax_tensor_arg(call, 0) : NULL;
    if (!info) return NULL;
    int64_t axis = relax_axis(attrs->channel_axis, info->ndim);
    const tunip_array *dims = relax_written_dims(info);
    if (info->ndim >= 0 && axis < 0) return NULL;
    for (size_t i = 1; i < tunip_array_count(call->args); i++) {
        const tunip_relax_tensor_struct_info *scale = relax_tensor_arg(call, i);
        const tunip_array *own = scale ? relax_written_dims(scale) : NULL;
        if (!scale || scale->ndim != 1) return NULL;
        if (dims && own && compare(scratch, dims->items[axis], own->items[0]) == REFUSED)
            return NULL;
    }
    return (const tunip_node *)info;
}

/* ==== Boxes and regions of images (TVM src/relax/op/vision). All operators but
 * R.vision.all_class_non_max_suppression are of v0.26. */

enum { MOST_FIELDS = 3 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1}, int64 = {TUNIP_DTYPE_INT, 64, 1},
                         float32 = {TUNIP_DTYPE_FLOAT, 32, 1};

/* ---- asking ---- */

/* Whether a tensor has `ndim` dimensions, or an unknown number. */
static bool has_ndim(const tunip_relax_tensor_struct_info *info, int64_t ndim)
{
    return info && (info->ndim < 0 || info->ndim == ndim);
}

/* Whether two sizes may be equal: if one is not a number, they may. */
static bool may_equal(const tunip_node *a, int64_t b)
{
    int64_t size;
    return !relax_number(a, &size) || size == b;
}

static bool may_agree(const tunip_node *a, const tunip_node *b)
{
    int64_t size;
    return !relax_number(b, &size) || may_equal(a, size);
}

/* Whether `index` is at least `least` and less than the size `length`, which may be symbolic. */
static bool is_within(int64_t index, int64_t least, const tunip_node *length)
{
    int64_t size;
    return !relax_number(length, &size) || (index >= least && index < size);
}

/* ---- making ---- */

/* The type of one result: its dtype and dimensions. */
typedef struct field {
    tunip_dtype dtype;
    size_t ndim;
    tunip_node *dims[3]; /* not known if `is_open` */
} field;

static const tunip_node *make_field(tunip_scratch *scratch, const field *f, bool is_open,
                                    const tunip_ir_vdevice *vdevice)
{
    if (is_open) return relax_tensor_ndim(scratch, (int64_t)f->ndim, f->dtype, vdevice);
    tunip_array *dims = relax_list(scratch, f->ndim);
    for (size_t i = 0; dims && i < f->ndim; i++) {
        dims->items[i] = f->dims[i];
        if (!f->dims[i]) return NULL;
    }
    return relax_tensor_of(scratch, dims, f->dtype, vdevice);
}

static const tunip_node *make_fields(tunip_scratch *scratch, const field *fields, size_t count,
                                     bool is_open, const tunip_ir_vdevice *vdevice)
{
    tunip_array *list = relax_list(scratch, count);
    for (size_t i = 0; list && i < count; i++) {
        list->items[i] = (tunip_node *)(uintptr_t)make_field(scratch, &fields[i], is_open, vdevice);
        if (!list->items[i]) return NULL;
    }
    return relax_tuple_of(scratch, list);
}

static tunip_node *times(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    return relax_fold(scratch, &tunip_tir_mul_type, a, b);
}

/* ---- boxes ---- */

/* R.vision.all_class_non_max_suppression(boxes, scores, ...) */
RELAX_INFER(nms_by_class)
{
    const tunip_relax_all_class_non_maximum_suppression_attrs *attrs =
        TUNIP_AS(tunip_relax_all_class_non_maximum_suppression_attrs, call->attrs);
    const tunip_array *boxes = relax_dims_arg(call, 0), *scores = relax_dims_arg(call, 1);
    if (!attrs || !boxes || !scores || boxes->count != 3 || scores->count != 3) return NULL;
    for (size_t i = 2; i < 5; i++)
        if (!relax_tensor_arg(call, i)) return NULL;
    const tunip_ir_vdevice *vdevice = relax_tensor_arg(call, 0)->vdevice;
    tunip_node *batch = boxes->items[0], *classes = scores->items[1], *count = boxes->items[1];
    tunip_node *one = relax_int64(scratch, 1), *two = relax_int64(scratch, 2),
               *three = relax_int64(scratch, 3);
    if (tunip_str_is(tunip_string_value(attrs->output_format), "onnx")) {
        tunip_node *all = times(scratch, times(scratch, batch, classes), count);
        const field fields[] = {{int64, 2, {all, three}}, {int64, 1, {one}}};
        return make_fields(scratch, fields, TUNIP_LEN(fields), false, vdevice);
    }
    tunip_node *each = times(scratch, classes, count);
    const field fields[] = {
        {int64, 3, {batch, each, two}}, {float32, 2, {batch, each}}, {int64, 1, {batch}}};
    return make_fields(scratch, fields, TUNIP_LEN(fields), false, vdevice);
}

/* The dimensions of a tensor, or three NULLs. */
static tunip_node *const *dims_or_none(const tunip_relax_tensor_struct_info *info)
{
    static tunip_node *const none[3] = {NULL};
    const tunip_array *dims = relax_written_dims(info);
    return dims ? dims->items : none;
}

/* R.vision.get_valid_counts(data, score_threshold, id_index, score_index) */
RELAX_INFER(valid_counts)
{
    const tunip_relax_get_valid_counts_attrs *attrs =
        TUNIP_AS(tunip_relax_get_valid_counts_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !has_ndim(info, 3)) return NULL;
    tunip_node *const *d = dims_or_none(info);
    if (!is_within(attrs->score_index, 0, d[2]) || !is_within(attrs->id_index, -1, d[2]))
        return NULL;
    const field fields[] = {
        {int32, 1, {d[0]}}, {info->dtype, 3, {d[0], d[1], d[2]}}, {int32, 2, {d[0], d[1]}}};
    return make_fields(scratch, fields, TUNIP_LEN(fields), !d[0], info->vdevice);
}

static bool is_int32(tunip_dtype dtype)
{
    return relax_is_unknown_dtype(dtype) || tunip_dtype_equal(dtype, int32);
}

/* TVM must prove that two sizes are equal, if it knows both. */
static bool is_proved(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    return !a || !b || relax_equal(scratch, a, b);
}

/* Whether the arguments of R.vision.non_max_suppression fit together. */
static bool fits_nms(tunip_scratch *scratch, const tunip_relax_call *call,
                     const tunip_relax_non_maximum_suppression_attrs *attrs)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0),
                                         *counts = relax_tensor_arg(call, 1),
                                         *indices = relax_tensor_arg(call, 2);
    if (!has_ndim(info, 3) || !has_ndim(counts, 1) || !has_ndim(indices, 2) ||
        !is_int32(counts->dtype) || !is_int32(indices->dtype))
        return false;
    tunip_node *const *d = dims_or_none(info), *const *i = dims_or_none(indices);
    return is_proved(scratch, dims_or_none(counts)[0], d[0]) && is_proved(scratch, i[0], d[0]) &&
           is_proved(scratch, i[1], d[1]) && is_within(attrs->score_index, 0, d[2]) &&
           attrs->coord_start < INT32_MAX && is_within(attrs->coord_start, 0, d[2]) &&
           is_within(attrs->coord_start + 3, 0, d[2]) && is_within(attrs->id_index, -1, d[2]);
}

/* R.vision.non_max_suppression(data, valid_count, indices, ...) */
RELAX_INFER(nms)
{
    const tunip_relax_non_maximum_suppression_attrs *attrs =
        TUNIP_AS(tunip_relax_non_maximum_suppression_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !fits_nms(scratch, call, attrs)) return NULL;
    tunip_node *const *d = dims_or_none(info);
    const field fields[MOST_FIELDS] = {{info->dtype, 3, {d[0], d[1], d[2]}},
                                       {int32, 2, {d[0], d[1]}},
                                       {int32, 2, {d[0], relax_int64(scratch, 1)}}};
    if (!attrs->return_indices) return make_field(scratch, &fields[0], !d[0], info->vdevice);
    size_t first = attrs->soft_nms_sigma > 0 ? 0 : 1; /* only then the data is a result */
    return make_fields(scratch, fields + first, MOST_FIELDS - first, !d[0], info->vdevice);
}

static bool share_dtype(const tunip_relax_tensor_struct_info *a,
                        const tunip_relax_tensor_struct_info *b)
{
    return relax_is_unknown_dtype(a->dtype) || relax_is_unknown_dtype(b->dtype) ||
           tunip_dtype_equal(a->dtype, b->dtype);
}

/* R.vision.multibox_transform_loc(cls_pred, loc_pred, anchor, ...) */
RELAX_INFER(boxes)
{
    const tunip_relax_tensor_struct_info *classes = relax_tensor_arg(call, 0),
                                         *places = relax_tensor_arg(call, 1),
                                         *anchors = relax_tensor_arg(call, 2);
    int64_t count, sizes;
    if (!has_ndim(classes, 3) || !has_ndim(places, 2) || !has_ndim(anchors, 3) ||
        !share_dtype(classes, places) || !share_dtype(classes, anchors))
        return NULL;
    tunip_node *const *c = dims_or_none(classes), *const *p = dims_or_none(places),
                      *const *a = dims_or_none(anchors);
    bool has_sizes = relax_number(p[1], &sizes);
    if ((has_sizes && sizes % 4) || !may_agree(c[0], p[0]) || !may_equal(a[0], 1) ||
        !may_equal(a[2], 4) || !may_agree(c[2], a[1]) ||
        (has_sizes && relax_number(c[2], &count) && sizes != 4 * count))
        return NULL;
    const field fields[] = {{classes->dtype, 3, {c[0], c[2], relax_int64(scratch, 4)}},
                            {classes->dtype, 3, {c[0], c[1], c[2]}}};
    return make_fields(scratch, fields, TUNIP_LEN(fields), !c[0], classes->vdevice);
}

/* ---- regions ---- */

/* A part of `size` of the image for each region; the last axis of the regions has 5 numbers. */
static const tunip_node *regions(tunip_scratch *scratch, const tunip_relax_call *call,
                                 const tunip_array *size, bool channels_last)
{
    const tunip_relax_tensor_struct_info *image = relax_tensor_arg(call, 0),
                                         *places = relax_tensor_arg(call, 1);
    if (!has_ndim(image, 4) || !has_ndim(places, 2) || tunip_array_count(size) != 2) return NULL;
    const tunip_array *all = relax_written_dims(image), *rows = relax_written_dims(places);
    if (rows && !may_equal(rows->items[1], 5)) return NULL;
    if (!all || !rows) return relax_tensor_ndim(scratch, 4, image->dtype, image->vdevice);
    tunip_array *dims = relax_list(scratch, 4);
    size_t channel = channels_last ? 3 : 1, side = channels_last ? 1 : 2;
    if (!dims) return NULL;
    dims->items[0] = rows->items[0];
    dims->items[channel] = all->items[channel];
    for (size_t i = 0; i < 2; i++) {
        dims->items[side + i] = (tunip_node *)(uintptr_t)relax_int64_item(scratch, size, i);
        if (!dims->items[side + i]) return NULL;
    }
    return relax_tensor_of(scratch, dims, image->dtype, image->vdevice);
}

/* R.vision.roi_align(data, rois, pooled_size, ...) */
RELAX_INFER(roi_aligned)
{
    const tunip_relax_roialign_attrs *attrs = TUNIP_AS(tunip_relax_roialign_attrs, call->attrs);
    tunip_str layout = tunip_string_value(attrs ? attrs->layout : NULL),
              mode = tunip_string_value(attrs ? attrs->mode : NULL);
    bool is_last = tunip_str_is(layout, "NHWC");
    bool fits = (is_last || tunip_str_is(layout, "NCHW")) &&
                (tunip_str_is(mode, "avg") || tunip_str_is(mode, "max"));
    return fits ? regions(scratch, call, attrs->pooled_size, is_last) : NULL;
}

/* R.vision.roi_pool(data, rois, pooled_size, ...) */
RELAX_INFER(roi_pooled)
{
    const tunip_relax_roipool_attrs *attrs = TUNIP_AS(tunip_relax_roipool_attrs, call->attrs);
    bool fits = attrs && tunip_str_is(tunip_string_value(attrs->layout), "NCHW");
    return fits ? regions(scratch, call, attrs->pooled_size, false) : NULL;
}
