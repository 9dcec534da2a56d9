/* window.c -- windows that slide over images of one to three sides: sums of products, and pools
 * (TVM src/relax/op/nn/convolution.cc, pooling.cc). */
#include "infer_rules.h"

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
