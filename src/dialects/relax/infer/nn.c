/* nn.c -- windows over images, and normalisation, for images of constant size (TVM
 * src/relax/op/nn). */
#include "../equal.h"
#include "infer_rules.h"

/* ---- windows ---- */

/* A window over an image: each array has two numbers, `padding` four. */
typedef struct window {
    int64_t size[2];
    const tunip_array *strides;
    const tunip_array *padding;
    const tunip_array *dilation;
} window;

/* Gets a constant from an array; false if there is none, or if it is too large. */
static bool get_number(const tunip_array *array, size_t index, int64_t *out)
{
    return index < tunip_array_count(array) && relax_number(array->items[index], out);
}

/* Counts the positions of the window along one side of an image (0: the height, 1: the width). */
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

/* The result for an image of the dimensions `image`, with `channels` of them. */
static const tunip_array *slide(tunip_scratch *scratch, const window *w, const tunip_array *image,
                                tunip_node *channels)
{
    int64_t height, width;
    if (!count_steps(w, image, 0, &height) || !count_steps(w, image, 1, &width)) return NULL;
    tunip_array *dims = relax_list(scratch, 4);
    if (!dims) return NULL;
    dims->items[0] = image->items[0];
    dims->items[1] = channels;
    dims->items[2] = relax_int64(scratch, height);
    dims->items[3] = relax_int64(scratch, width);
    return dims;
}

/* The dimensions of an argument, converted to the layout `usual`. */
static const tunip_array *image_arg(tunip_scratch *scratch, const tunip_relax_call *call,
                                    size_t index, const tunip_string *layout, const char *usual)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    return info ? relax_to_usual(scratch, layout, usual, relax_written_dims(info)) : NULL;
}

static const tunip_array *conv2d_dims(tunip_scratch *scratch, const tunip_relax_call *call,
                                      const tunip_relax_conv2d_attrs *attrs)
{
    const tunip_array *image = image_arg(scratch, call, 0, attrs->data_layout, "NCHW");
    const tunip_array *kernel = image_arg(scratch, call, 1, attrs->kernel_layout, "OIHW");
    window w = {.strides = attrs->strides, .padding = attrs->padding, .dilation = attrs->dilation};
    if (!image || !kernel) return NULL;
    if (!get_number(kernel, 2, &w.size[0]) || !get_number(kernel, 3, &w.size[1])) return NULL;
    const tunip_array *result = slide(scratch, &w, image, kernel->items[0]);
    return relax_from_usual(scratch, attrs->out_layout, "NCHW", result);
}

/* R.nn.conv2d(image, kernel, ...) */
RELAX_INFER(conv2d)
{
    const tunip_relax_conv2d_attrs *attrs = TUNIP_AS(tunip_relax_conv2d_attrs, call->attrs);
    const tunip_array *dims = attrs ? conv2d_dims(scratch, call, attrs) : NULL;
    const tunip_relax_tensor_struct_info *image = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *kernel = relax_tensor_arg(call, 1);
    const tunip_ir_vdevice *vdevice;
    if (!dims || !relax_common_vdevice(call, image, kernel, &vdevice)) return NULL;
    bool is_given = !relax_is_unknown_dtype(attrs->out_dtype);
    tunip_dtype dtype =
        is_given ? attrs->out_dtype : relax_common_dtype(image->dtype, kernel->dtype);
    return relax_tensor_of(scratch, dims, dtype, vdevice);
}

/* R.nn.max_pool2d(image, ...), R.nn.avg_pool2d(image, ...) */
RELAX_INFER(pool2d)
{
    const tunip_relax_pool2d_attrs *attrs = TUNIP_AS(tunip_relax_pool2d_attrs, call->attrs);
    const tunip_array *image = attrs ? image_arg(scratch, call, 0, attrs->layout, "NCHW") : NULL;
    if (!image || attrs->ceil_mode) return NULL;
    window w = {.strides = attrs->strides, .padding = attrs->padding, .dilation = attrs->dilation};
    if (!get_number(attrs->pool_size, 0, &w.size[0]) ||
        !get_number(attrs->pool_size, 1, &w.size[1]))
        return NULL;
    const tunip_array *dims = slide(scratch, &w, image, image->items[1]);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return relax_tensor_of(scratch, relax_from_usual(scratch, attrs->out_layout, "NCHW", dims),
                           info->dtype, info->vdevice);
}

/* R.nn.adaptive_avg_pool2d(image, output_size): without a size, the height and the width stay the
 * same. */
RELAX_INFER(adaptive_pool2d)
{
    const tunip_relax_adaptive_pool2d_attrs *attrs =
        TUNIP_AS(tunip_relax_adaptive_pool2d_attrs, call->attrs);
    const tunip_array *image = attrs ? image_arg(scratch, call, 0, attrs->layout, "NCHW") : NULL;
    tunip_array *dims = image ? relax_list(scratch, 4) : NULL;
    if (!dims) return NULL;
    int64_t size;
    for (size_t i = 0; i < 4; i++) {
        const tunip_array *given = i < 2 ? NULL : attrs->output_size;
        if (given && !get_number(given, i - 2, &size)) return NULL;
        dims->items[i] = given ? relax_int64(scratch, size) : image->items[i];
    }
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return relax_tensor_of(scratch, relax_from_usual(scratch, attrs->out_layout, "NCHW", dims),
                           info->dtype, info->vdevice);
}

/* R.image.resize2d(image, size) */
RELAX_INFER(resized)
{
    const tunip_relax_resize2d_attrs *attrs = TUNIP_AS(tunip_relax_resize2d_attrs, call->attrs);
    const tunip_relax_shape_expr *size = NULL;
    if (tunip_array_count(call->args) == 2)
        size = TUNIP_AS(tunip_relax_shape_expr, call->args->items[1]);
    if (!attrs || !size || tunip_array_count(size->values) != 2) return NULL;
    const tunip_array *image = image_arg(scratch, call, 0, attrs->layout, "NCHW");
    tunip_array *dims = image ? relax_list(scratch, 4) : NULL;
    for (size_t i = 0; dims && i < 4; i++)
        dims->items[i] = i < 2 ? image->items[i] : size->values->items[i - 2];
    if (!dims || !dims->items[2] || !dims->items[3]) return NULL;
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    bool is_given = !relax_is_unknown_dtype(attrs->out_dtype);
    return relax_tensor_of(scratch, relax_from_usual(scratch, attrs->layout, "NCHW", dims),
                           is_given ? attrs->out_dtype : info->dtype, info->vdevice);
}

/* ---- normalisation ---- */

/* R.nn.batch_norm(x, gamma, beta, mean, variance): a tuple of the result, the new mean and the new
 * variance */
RELAX_INFER(batch_norm)
{
    static const size_t given_back[] = {0, 3, 4};
    tunip_array *fields = relax_list(scratch, TUNIP_LEN(given_back));
    for (size_t i = 0; i < 5; i++) {
        const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, i);
        if (!info || !relax_written_dims(info)) return NULL;
    }
    for (size_t i = 0; fields && i < TUNIP_LEN(given_back); i++)
        fields->items[i] = (tunip_node *)(uintptr_t)relax_arg_info(call, given_back[i]);
    return relax_tuple_of(scratch, fields);
}

/* Whether the arguments after the first have the dimensions of the first along `axes`. */
static bool has_scales(tunip_scratch *scratch, const tunip_relax_call *call,
                       const tunip_array *axes)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = info ? relax_written_dims(info) : NULL;
    for (size_t i = 1; dims && i < call->args->count; i++) {
        const tunip_relax_tensor_struct_info *scale = relax_tensor_arg(call, i);
        const tunip_array *own = scale ? relax_written_dims(scale) : NULL;
        if (!own || own->count != tunip_array_count(axes)) return false;
        for (size_t k = 0; k < own->count; k++) {
            const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, axes->items[k]);
            int64_t axis = imm ? relax_axis(imm->value, info->ndim) : -1;
            if (axis < 0 || !relax_equal(scratch, dims->items[axis], own->items[k])) return false;
        }
    }
    return dims != NULL;
}

/* R.nn.layer_norm(x, gamma, beta, axes) */
RELAX_INFER(layer_norm)
{
    const tunip_relax_layer_norm_attrs *attrs = TUNIP_AS(tunip_relax_layer_norm_attrs, call->attrs);
    return attrs && has_scales(scratch, call, attrs->axes) ? relax_arg_info(call, 0) : NULL;
}

/* R.nn.rms_norm(x, weight, axes) */
RELAX_INFER(rms_norm)
{
    const tunip_relax_rms_norm_attrs *attrs = TUNIP_AS(tunip_relax_rms_norm_attrs, call->attrs);
    return attrs && has_scales(scratch, call, attrs->axes) ? relax_arg_info(call, 0) : NULL;
}

/* R.nn.group_norm(x, gamma, beta, num_groups, channel_axis, axes) */
RELAX_INFER(group_norm)
{
    const tunip_relax_group_norm_attrs *attrs = TUNIP_AS(tunip_relax_group_norm_attrs, call->attrs);
    tunip_array *axes = attrs ? relax_list(scratch, 1) : NULL;
    tunip_ir_int_imm *axis = axes ? tunip_ir_temporary(scratch, &tunip_ir_int_imm_type) : NULL;
    if (!axis) return NULL;
    axis->value = attrs->channel_axis;
    axes->items[0] = (tunip_node *)axis;
    return has_scales(scratch, call, axes) ? relax_arg_info(call, 0) : NULL;
}
