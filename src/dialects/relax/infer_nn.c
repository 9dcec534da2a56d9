/* infer_nn.c -- windows over images and normalisation, for images whose sizes are numbers, in the
 * usual layout (TVM src/relax/op/nn). */
#include "infer_rules.h"
#include "struct_info.h"

/* ---- windows ---- */

/* What is moved over an image: each array has two numbers, `padding` four. */
typedef struct window {
    int64_t size[2];
    const tunip_array *strides;
    const tunip_array *padding;
    const tunip_array *dilation;
} window;

/* Far from overflow. */
enum { LARGEST = 1 << 24 };

/* A number of an array; false when there is none, or one out of bounds. */
static bool get_number(const tunip_array *array, size_t index, int64_t *out)
{
    const ir_int_imm *imm = NULL;
    if (index < tunip_array_count(array)) imm = TUNIP_AS(ir_int_imm, array->items[index]);
    *out = imm ? imm->value : -1;
    return imm && imm->value >= 0 && imm->value <= LARGEST;
}

/* How often the window fits along one side (0: the height) of an image. */
static bool count_steps(const window *w, const tunip_array *image, size_t side, int64_t *out)
{
    int64_t size, stride, before, after, dilation;
    bool known = get_number(image, 2 + side, &size) && get_number(w->strides, side, &stride) &&
                 get_number(w->padding, side, &before) &&
                 get_number(w->padding, 2 + side, &after) &&
                 get_number(w->dilation, side, &dilation);
    if (!known || stride == 0) return false;
    int64_t room = size + before + after - dilation * (w->size[side] - 1) - 1;
    *out = room / stride + 1;
    return room >= 0;
}

static bool is_image(const tunip_array *dims)
{
    return tunip_array_count(dims) == 4;
}

/* The result for an image of the dimensions `image`, with `channels` of them. */
static const tunip_array *slide(tunip_docsifier *d, const window *w, const tunip_array *image,
                                tunip_node *channels)
{
    int64_t height, width;
    if (!count_steps(w, image, 0, &height) || !count_steps(w, image, 1, &width)) return NULL;
    tunip_array *dims = relax_list(d, 4);
    if (!dims) return NULL;
    dims->items[0] = image->items[0];
    dims->items[1] = channels;
    dims->items[2] = relax_int64(d, height);
    dims->items[3] = relax_int64(d, width);
    return dims;
}

static bool is_layout(const tunip_string *layout, const char *wanted)
{
    return tunip_str_is(tunip_string_value(layout), wanted);
}

static const tunip_array *image_arg(const relax_call *call, size_t index)
{
    const relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    const tunip_array *dims = info ? relax_written_dims(info) : NULL;
    return is_image(dims) ? dims : NULL;
}

static const tunip_array *conv2d_dims(tunip_docsifier *d, const relax_call *call,
                                      const relax_conv2d_attrs *attrs)
{
    const tunip_array *image = image_arg(call, 0), *kernel = image_arg(call, 1);
    window w = {.strides = attrs->strides, .padding = attrs->padding, .dilation = attrs->dilation};
    bool usual = is_layout(attrs->data_layout, "NCHW") && is_layout(attrs->out_layout, "NCHW") &&
                 is_layout(attrs->kernel_layout, "OIHW");
    if (!usual || !image || !kernel) return NULL;
    if (!get_number(kernel, 2, &w.size[0]) || !get_number(kernel, 3, &w.size[1])) return NULL;
    return slide(d, &w, image, kernel->items[0]);
}

/* R.nn.conv2d(image, kernel, ...) */
RELAX_INFER(conv2d)
{
    const relax_conv2d_attrs *attrs = TUNIP_AS(relax_conv2d_attrs, call->attrs);
    const tunip_array *dims = attrs ? conv2d_dims(d, call, attrs) : NULL;
    const relax_tensor_struct_info *image = relax_tensor_arg(call, 0);
    const relax_tensor_struct_info *kernel = relax_tensor_arg(call, 1);
    const ir_vdevice *vdevice;
    if (!dims || !relax_common_vdevice(call, image, kernel, &vdevice)) return NULL;
    bool is_given = !relax_is_unknown_dtype(attrs->out_dtype);
    tunip_dtype dtype =
        is_given ? attrs->out_dtype : relax_common_dtype(image->dtype, kernel->dtype);
    return relax_tensor_of(d, dims, dtype, vdevice);
}

/* R.nn.max_pool2d(image, ...), R.nn.avg_pool2d(image, ...) */
RELAX_INFER(pool2d)
{
    const relax_pool2d_attrs *attrs = TUNIP_AS(relax_pool2d_attrs, call->attrs);
    const tunip_array *image = image_arg(call, 0);
    if (!attrs || !image || attrs->ceil_mode) return NULL;
    if (!is_layout(attrs->layout, "NCHW") || !is_layout(attrs->out_layout, "NCHW")) return NULL;
    window w = {.strides = attrs->strides, .padding = attrs->padding, .dilation = attrs->dilation};
    if (!get_number(attrs->pool_size, 0, &w.size[0]) ||
        !get_number(attrs->pool_size, 1, &w.size[1]))
        return NULL;
    const tunip_array *dims = slide(d, &w, image, image->items[1]);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return relax_tensor_of(d, dims, info->dtype, info->vdevice);
}

/* ---- normalisation ---- */

/* R.nn.batch_norm(x, gamma, beta, mean, variance): the result, and both as they are afterwards */
RELAX_INFER(batch_norm)
{
    static const size_t given_back[] = {0, 3, 4};
    tunip_array *fields = relax_list(d, TUNIP_LEN(given_back));
    for (size_t i = 0; i < 5; i++) {
        const relax_tensor_struct_info *info = relax_tensor_arg(call, i);
        if (!info || !relax_written_dims(info)) return NULL;
    }
    for (size_t i = 0; fields && i < TUNIP_LEN(given_back); i++)
        fields->items[i] = (tunip_node *)(uintptr_t)relax_arg_info(call, given_back[i]);
    return relax_tuple_of(d, fields);
}
