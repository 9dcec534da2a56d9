/* vision.c -- boxes and regions of images (TVM src/relax/op/vision). All operators but
 * R.vision.all_class_non_max_suppression are of v0.26. */
#include "../equal.h"
#include "infer_rules.h"

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
