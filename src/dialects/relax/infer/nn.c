/* nn.c -- sizes of images, and normalisation (TVM src/relax/op/image, src/relax/op/nn). */
#include "../equal.h"
#include "infer_rules.h"

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
