/* make.c -- what the rules share: queries on struct infos, temporary struct infos, layouts. */
#include "infer.h"

/* ==== Queries on struct infos, and temporary struct infos for comparisons ==== */

/* ---- asking ---- */

const tunip_array *relax_known_dims(const tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (shape) return shape->values;
    const tunip_relax_shape_struct_info *known =
        TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(info->shape));
    return known ? known->values : NULL;
}

const tunip_array *relax_written_dims(const tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    bool agrees = shape && shape->values && (int64_t)shape->values->count == info->ndim;
    return agrees ? shape->values : NULL;
}

const tunip_array *relax_dims_arg(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    return info ? relax_written_dims(info) : NULL;
}

bool relax_number(const tunip_node *dim, int64_t *out)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    if (!imm || imm->value < 0 || imm->value > RELAX_LARGEST) return false;
    *out = imm->value;
    return true;
}

int64_t relax_axis(int64_t axis, int64_t ndim)
{
    axis = (int32_t)axis; /* as in TVM */
    if (ndim < 0 || axis < -ndim || axis >= ndim) return -1;
    return axis < 0 ? axis + ndim : axis;
}

/* ---- making ---- */

static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

tunip_array *relax_list(tunip_scratch *scratch, size_t count)
{
    tunip_array *list = tunip_ir_temporary(scratch, &tunip_array_type);
    if (!list) return NULL;
    list->items = tunip_scratch_alloc(scratch, (count + 1) * sizeof *list->items);
    list->count = list->items ? count : 0;
    return list->items ? list : NULL;
}

tunip_node *relax_int64(tunip_scratch *scratch, int64_t value)
{
    tunip_ir_int_imm *imm = tunip_ir_temporary(scratch, &tunip_ir_int_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = int64;
    imm->value = value;
    return (tunip_node *)imm;
}

const tunip_node *relax_int64_item(tunip_scratch *scratch, const tunip_array *array, size_t index)
{
    const tunip_node *found = index < tunip_array_count(array) ? array->items[index] : NULL;
    int64_t number;
    return relax_listed_number(found, &number) ? relax_int64(scratch, number) : found;
}

tunip_relax_tensor_struct_info *relax_tensor_copy(tunip_scratch *scratch,
                                                  const tunip_relax_tensor_struct_info *info)
{
    tunip_relax_tensor_struct_info *copy =
        tunip_ir_temporary(scratch, &tunip_relax_tensor_struct_info_type);
    if (copy) *copy = *info;
    return copy;
}

static const tunip_node *make_tensor(tunip_scratch *scratch, const tunip_node *shape, int64_t ndim,
                                     tunip_dtype dtype, const tunip_ir_vdevice *vdevice)
{
    tunip_relax_tensor_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_tensor_struct_info_type);
    if (!info) return NULL;
    info->shape = (tunip_node *)(uintptr_t)shape;
    info->ndim = ndim;
    info->dtype = dtype;
    info->vdevice = (tunip_ir_vdevice *)(uintptr_t)vdevice;
    return (const tunip_node *)info;
}

tunip_node *relax_shape_of(tunip_scratch *scratch, const tunip_array *dims, int64_t ndim)
{
    tunip_relax_shape_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_shape_struct_info_type);
    if (!info) return NULL;
    info->values = (tunip_array *)(uintptr_t)dims;
    info->ndim = ndim;
    return (tunip_node *)info;
}

/* In v0.26 equality compares the struct info of the shape, too. */
const tunip_node *relax_tensor_of(tunip_scratch *scratch, const tunip_array *dims,
                                  tunip_dtype dtype, const tunip_ir_vdevice *vdevice)
{
    tunip_relax_shape_expr *shape =
        dims ? tunip_ir_temporary(scratch, &tunip_relax_shape_expr_type) : NULL;
    if (!shape) return NULL;
    shape->values = (tunip_array *)(uintptr_t)dims;
    shape->base.base.struct_info = relax_shape_of(scratch, dims, (int64_t)dims->count);
    return make_tensor(scratch, (const tunip_node *)shape, (int64_t)dims->count, dtype, vdevice);
}

const tunip_node *relax_tensor_shaped(tunip_scratch *scratch, const tunip_node *shape,
                                      tunip_dtype dtype, const tunip_ir_vdevice *vdevice)
{
    const tunip_relax_shape_struct_info *info =
        TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(shape));
    return info ? make_tensor(scratch, shape, info->ndim, dtype, vdevice) : NULL;
}

const tunip_node *relax_tensor_ndim(tunip_scratch *scratch, int64_t ndim, tunip_dtype dtype,
                                    const tunip_ir_vdevice *vdevice)
{
    return make_tensor(scratch, NULL, ndim, dtype, vdevice);
}

const tunip_node *relax_with_node(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info, size_t axis,
                                  const tunip_node *dim)
{
    const tunip_array *dims = relax_written_dims(info);
    tunip_array *changed = dim ? relax_list(scratch, dims->count) : NULL;
    if (!changed) return NULL;
    memcpy(changed->items, dims->items, dims->count * sizeof *changed->items);
    changed->items[axis] = (tunip_node *)(uintptr_t)dim;
    return relax_tensor_of(scratch, changed, info->dtype, info->vdevice);
}

const tunip_node *relax_with_dim(tunip_scratch *scratch, const tunip_relax_tensor_struct_info *info,
                                 size_t axis, int64_t dim)
{
    return relax_with_node(scratch, info, axis, relax_int64(scratch, dim));
}

const tunip_node *relax_tuple_of(tunip_scratch *scratch, const tunip_array *fields)
{
    tunip_relax_tuple_struct_info *info =
        fields ? tunip_ir_temporary(scratch, &tunip_relax_tuple_struct_info_type) : NULL;
    if (!info) return NULL;
    info->fields = (tunip_array *)(uintptr_t)fields;
    return (const tunip_node *)info;
}

/* ---- symbolic sizes ---- */

tunip_node *relax_fold(tunip_scratch *scratch, const tunip_type *op, const tunip_node *a,
                       const tunip_node *b)
{
    return (tunip_node *)(uintptr_t)tunip_tir_folded(scratch, op, a, b);
}

tunip_node *relax_simple(tunip_scratch *scratch, const tunip_node *size)
{
    return (tunip_node *)(uintptr_t)tunip_tir_simplified(scratch, size);
}

tunip_node *relax_product(tunip_scratch *scratch, const tunip_array *dims)
{
    tunip_node *product = relax_int64(scratch, 1);
    for (size_t i = 0; i < dims->count; i++)
        product = relax_fold(scratch, &tunip_tir_mul_type, product, dims->items[i]);
    return product;
}

static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};

tunip_dtype relax_common_dtype(tunip_dtype a, tunip_dtype b)
{
    return relax_is_unknown_dtype(a) || relax_is_unknown_dtype(b) ? unknown : a;
}

static const tunip_ir_vdevice *vdevice_of(const tunip_relax_tensor_struct_info *info)
{
    return info && info->vdevice && info->vdevice->target ? info->vdevice : NULL;
}

bool relax_common_vdevice(const tunip_relax_call *call, const tunip_relax_tensor_struct_info *a,
                          const tunip_relax_tensor_struct_info *b, const tunip_ir_vdevice **out)
{
    if (tunip_array_count(call->sinfo_args)) {
        const tunip_relax_tensor_struct_info *named =
            TUNIP_AS(tunip_relax_tensor_struct_info, call->sinfo_args->items[0]);
        *out = named ? named->vdevice : NULL;
        return true;
    }
    const tunip_ir_vdevice *x = vdevice_of(a), *y = vdevice_of(b);
    *out = x ? x : y;
    return !x || !y || x == y;
}

/* ==== The dimensions of images in any layout (TVM src/tir/ir/data_layout.cc). In "NCHW4c" each
 * capital letter is an axis; "4c" is the inner part, of size 4, of the axis C. */

enum { MOST_AXES = 16 };

typedef struct axis {
    char letter;  /* the letter of the axis, in upper case */
    int64_t part; /* the size of an inner part; 0 for the outer rest of the axis */
} axis;

typedef struct layout {
    axis axes[MOST_AXES];
    size_t count;
} layout;

static bool parse(const tunip_string *text, layout *out)
{
    tunip_str name = tunip_string_value(text);
    int64_t part = 0;
    out->count = 0;
    for (size_t i = 0; i < name.size; i++) {
        char letter = name.data[i];
        if (tunip_is_digit(letter)) {
            part = part * 10 + (letter - '0');
            if (part > RELAX_LARGEST) return false;
            continue;
        }
        bool is_part = letter >= 'a' && letter <= 'z', is_whole = letter >= 'A' && letter <= 'Z';
        if (out->count == MOST_AXES || !(is_part ? part > 0 : is_whole && part == 0)) return false;
        char whole = (char)(is_part ? letter - 'a' + 'A' : letter);
        out->axes[out->count++] = (axis){whole, part};
        part = 0;
    }
    return part == 0;
}

static bool has_axis(const layout *l, char letter)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->axes[i].letter == letter && !l->axes[i].part) return true;
    return false;
}

int64_t relax_layout_ndim(const tunip_string *name, const char *usual)
{
    layout l;
    if (!parse(name, &l)) return -1;
    for (size_t i = 0; i < l.count; i++)
        if (!strchr(usual, l.axes[i].letter)) return -1;
    for (const char *at = usual; *at; at++)
        if (!has_axis(&l, *at)) return -1;
    return (int64_t)l.count;
}

bool relax_may_be_image(const tunip_relax_call *call, size_t index, const tunip_string *name,
                        const char *usual)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    int64_t ndim = relax_layout_ndim(name, usual);
    return info && ndim >= 0 && (info->ndim < 0 || info->ndim == ndim);
}

/* ---- to the usual layout ---- */

/* The size of an axis: the dimension itself if the axis has no parts, otherwise the product of its
 * parts. */
static tunip_node *whole_dim(tunip_scratch *scratch, const layout *l, const tunip_array *dims,
                             char letter)
{
    tunip_node *found = NULL;
    int64_t size, product = 1;
    size_t pieces = 0;
    bool known = true;
    for (size_t i = 0; i < l->count; i++) {
        if (l->axes[i].letter != letter) continue;
        found = dims->items[i];
        known = known && relax_number(found, &size) && product <= RELAX_LARGEST;
        if (known) product *= size;
        pieces++;
    }
    if (pieces < 2) return found;
    return known ? relax_int64(scratch, product) : NULL;
}

const tunip_array *relax_to_usual(tunip_scratch *scratch, const tunip_string *name,
                                  const char *usual, const tunip_array *dims)
{
    layout l;
    if (!dims || !parse(name, &l) || l.count != dims->count) return NULL;
    tunip_array *whole = relax_list(scratch, strlen(usual));
    for (size_t i = 0; whole && i < whole->count; i++) {
        whole->items[i] = whole_dim(scratch, &l, dims, usual[i]);
        if (!whole->items[i]) return NULL;
    }
    return whole;
}

const tunip_array *relax_image_arg(tunip_scratch *scratch, const tunip_relax_call *call,
                                   size_t index, const tunip_string *name, const char *usual)
{
    return relax_to_usual(scratch, name, usual, relax_dims_arg(call, index));
}

/* ---- from the usual layout ---- */

/* The product of the sizes of the inner parts of an axis; 1 if it has none. */
static int64_t parts_of(const layout *l, char letter)
{
    int64_t product = 1;
    for (size_t i = 0; i < l->count; i++)
        if (l->axes[i].letter == letter && l->axes[i].part && product <= RELAX_LARGEST)
            product *= l->axes[i].part;
    return product;
}

static tunip_node *piece_dim(tunip_scratch *scratch, const layout *l, axis a, tunip_node *whole)
{
    int64_t size, parts = parts_of(l, a.letter);
    if (a.part) return relax_int64(scratch, a.part);
    if (parts == 1) return whole;
    return relax_number(whole, &size) && size % parts == 0 ? relax_int64(scratch, size / parts)
                                                           : NULL;
}

const tunip_array *relax_from_usual(tunip_scratch *scratch, const tunip_string *name,
                                    const char *usual, const tunip_array *dims)
{
    layout l;
    tunip_array *pieces = dims && parse(name, &l) ? relax_list(scratch, l.count) : NULL;
    for (size_t i = 0; pieces && i < pieces->count; i++) {
        const char *at = strchr(usual, l.axes[i].letter);
        tunip_node *dim = at ? dims->items[at - usual] : NULL;
        pieces->items[i] = dim ? piece_dim(scratch, &l, l.axes[i], dim) : NULL;
        if (!pieces->items[i]) return NULL;
    }
    return pieces;
}
