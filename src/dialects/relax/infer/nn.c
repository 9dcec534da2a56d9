/* nn.c -- sizes of images, and normalisation (TVM src/relax/op/image, src/relax/op/nn). */
#include "../equal.h"
#include "infer_rules.h"

/* ---- images ---- */

/* R.image.resize2d(image, size) */
RELAX_INFER(resized)
{
    const tunip_relax_resize2d_attrs *attrs = TUNIP_AS(tunip_relax_resize2d_attrs, call->attrs);
    const tunip_relax_shape_expr *size = NULL;
    if (tunip_array_count(call->args) == 2)
        size = TUNIP_AS(tunip_relax_shape_expr, call->args->items[1]);
    if (!attrs || !size || tunip_array_count(size->values) != 2) return NULL;
    const tunip_array *image = relax_image_arg(scratch, call, 0, attrs->layout, "NCHW");
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
