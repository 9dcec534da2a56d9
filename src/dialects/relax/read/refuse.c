/* refuse.c -- calls of operators that TVM refuses when it infers their struct info (TVM
 * src/relax/op). The rules of infer/ give no struct info for most of them; these give one. */
#include <math.h>
#include <stdlib.h>

#include "../infer/infer.h"
#include "../ops.h"
#include "../types.h"
#include "read.h"

/* A dimension that is a number; -1 for another one. */
static int64_t size_at(const tunip_array *dims, size_t index)
{
    const tunip_ir_int_imm *imm =
        dims && index < dims->count ? TUNIP_AS(tunip_ir_int_imm, dims->items[index]) : NULL;
    return imm ? imm->value : -1;
}

/* ==== Messages ==== */

/* The place for a complaint. Notes that the call is refused, so that nothing else is said of it. */
static const tunip_doc *note_refusal(const relax_check *c)
{
    relax_script_state *state = tunip_elaborator_state(c->e, &tunip_dialect_relax);
    if (state) state->refused = (const tunip_node *)c->call;
    return c->doc;
}

static void refuse_dtypes(const relax_check *c, const char *text, tunip_dtype a, tunip_dtype b)
{
    char x[TUNIP_DTYPE_NAME_SIZE], y[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(a, x);
    tunip_dtype_name(b, y);
    tunip_complain(c->e, note_refusal(c),
                   TUNIP_BREAKS_DTYPE "%s of R.%s differ in dtype: %s and %s", text, c->op, x, y);
}

/* "the text: a and b" */
static void refuse_sizes(const relax_check *c, const char *text, int64_t a, int64_t b)
{
    tunip_complain(c->e, note_refusal(c), TUNIP_BREAKS_SHAPE "R.%s: %s: %lld and %lld", c->op, text,
                   (long long)a, (long long)b);
}

/* ==== Shapes that do not broadcast and axes out of range (TVM src/relax/op/op_common.cc,
 * InferBinaryBroadcastShape and NormalizeAxes). */

/* ---- broadcasting ---- */

/* Dimensions before which others do not count. */
typedef struct dim_list {
    const tunip_array *dims;
    size_t count;
} dim_list;

/* Whether two shapes broadcast. TVM starts with the last dimensions, and no longer looks at the
 * others when it cannot tell of two sizes whether they are equal: the verdict is OPEN then. */
typedef enum verdict { FIT, CLASH, OPEN } verdict;

static verdict compare_sizes(const relax_check *c, const tunip_node *a, const tunip_node *b)
{
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a), *y = TUNIP_AS(tunip_ir_int_imm, b);
    if ((x && x->value == 1) || (y && y->value == 1)) return FIT;
    if (x && y) return x->value == y->value ? FIT : CLASH;
    return relax_equal(tunip_elaborator_scratch(c->e), a, b) ? FIT : OPEN;
}

static verdict compare_shapes(const relax_check *c, dim_list a, dim_list b)
{
    for (size_t i = 1; i <= a.count && i <= b.count; i++) {
        const tunip_node *x = a.dims->items[a.count - i], *y = b.dims->items[b.count - i];
        verdict found = compare_sizes(c, x, y);
        if (found != FIT) return found;
    }
    return FIT;
}

static dim_list all_of(const tunip_array *dims)
{
    return (dim_list){dims, tunip_array_count(dims)};
}

/* The result of broadcasting two shapes that fit. */
static const tunip_array *broadcast(const relax_check *c, dim_list a, dim_list b)
{
    size_t count = a.count > b.count ? a.count : b.count;
    tunip_array *out = relax_list(tunip_elaborator_scratch(c->e), count);
    for (size_t i = 1; out && i <= count; i++) {
        bool has_a = i <= a.count, has_b = i <= b.count;
        bool takes_b = has_b && (!has_a || tunip_ir_is_int(a.dims->items[a.count - i], 1));
        out->items[count - i] = takes_b ? b.dims->items[b.count - i] : a.dims->items[a.count - i];
    }
    return out;
}

/* Complains of two shapes that clash; `what` says in which dimensions. Returns their verdict. */
static verdict check_lists(const relax_check *c, dim_list a, dim_list b, const char *what)
{
    if (!a.dims || !b.dims) return OPEN;
    verdict found = compare_shapes(c, a, b);
    if (found == CLASH)
        tunip_complain(c->e, note_refusal(c),
                       TUNIP_BREAKS_SHAPE "R.%s: %s%s and %s do not broadcast", c->op, what,
                       relax_dims_text(c->e, a.dims), relax_dims_text(c->e, b.dims));
    return found;
}

static verdict check_shapes(const relax_check *c, const tunip_array *a, const tunip_array *b)
{
    return check_lists(c, all_of(a), all_of(b), "");
}

static const tunip_array *known_dims_arg(const relax_check *c, size_t index)
{
    const tunip_relax_tensor_struct_info *tensor = relax_tensor_arg(c->call, index);
    return tensor ? relax_known_dims(tensor) : NULL;
}

void relax_check_pair_shape(const relax_check *c)
{
    check_shapes(c, known_dims_arg(c, 0), known_dims_arg(c, 1));
}

/* The condition and both values of a choice. */
static void check_choice_shape(const relax_check *c)
{
    const tunip_array *cond = relax_dims_arg(c->call, 0);
    const tunip_array *a = relax_dims_arg(c->call, 1), *b = relax_dims_arg(c->call, 2);
    if (cond && check_shapes(c, a, b) == FIT)
        check_shapes(c, cond, broadcast(c, all_of(a), all_of(b)));
}

static dim_list batches_of(const tunip_array *dims)
{
    size_t count = tunip_array_count(dims);
    return (dim_list){dims, count > 2 ? count - 2 : 0};
}

/* The dimensions of two matrices before the last two. False unless they are known to broadcast. */
static bool check_batches(const relax_check *c)
{
    dim_list a = batches_of(relax_dims_arg(c->call, 0)), b = batches_of(relax_dims_arg(c->call, 1));
    return check_lists(c, a, b, "the first dimensions of ") == FIT;
}

/* ---- axes ---- */

/* The axis `index` that an attribute names, which is a number or a list; false if there is none. */
static bool axis_at(const relax_check *c, size_t index, int64_t *out)
{
    const tunip_node *attrs = c->call->attrs;
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, "axis") : NULL;
    if (!field && attrs) field = tunip_type_field(attrs->type, "axes");
    if (!field) return false;
    if (field->kind == TUNIP_KIND_INT && !index)
        memcpy(out, tunip_field_at(attrs, field), sizeof *out);
    if (field->kind != TUNIP_KIND_NODE) return field->kind == TUNIP_KIND_INT && !index;
    const tunip_node *node = tunip_field_node(attrs, field);
    const tunip_array *list = TUNIP_AS(tunip_array, node);
    if (!list && index) return false;
    if (list) node = index < list->count ? list->items[index] : NULL;
    const tunip_int *boxed = TUNIP_AS(tunip_int, node);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (boxed || imm) *out = (int32_t)(boxed ? boxed->value : imm->value); /* TVM's int */
    return boxed || imm;
}

static size_t count_axes(const relax_check *c)
{
    int64_t axis;
    size_t count = 0;
    while (axis_at(c, count, &axis)) count++;
    return count;
}

/* Whether an axis before the one at `index` is the same one. */
static bool is_repeated(const relax_check *c, size_t index, int64_t axis, int64_t ndim)
{
    enum { MOST_AXES = 64 };
    int64_t other;
    for (size_t i = 0; i < index && i < MOST_AXES && axis_at(c, i, &other); i++)
        if (relax_axis(other, ndim) == axis) return true;
    return false;
}

/* The axes are some of `ndim`, each once. False after a complaint. */
static bool check_axes(const relax_check *c, int64_t ndim)
{
    int64_t axis;
    for (size_t i = 0; axis_at(c, i, &axis); i++) {
        bool exists = axis >= -ndim && axis < ndim;
        if (exists && !is_repeated(c, i, relax_axis(axis, ndim), ndim)) continue;
        if (exists)
            tunip_complain(c->e, note_refusal(c),
                           TUNIP_BREAKS_REPEATED "R.%s: axis %lld is given twice", c->op,
                           (long long)axis);
        else
            tunip_complain(c->e, note_refusal(c),
                           TUNIP_BREAKS_BLOCK "R.%s: axis %lld is beyond the %lld dimensions",
                           c->op, (long long)axis, (long long)ndim);
        return false;
    }
    return true;
}

/* The number of dimensions of an argument; -1 if it is not known. */
static int64_t ndim_of(const relax_check *c, size_t index)
{
    const tunip_relax_tensor_struct_info *tensor = relax_tensor_arg(c->call, index);
    return tensor ? tensor->ndim : -1;
}

void relax_check_axis(const relax_check *c)
{
    int64_t ndim = ndim_of(c, 0);
    if (ndim >= 0) check_axes(c, ndim);
}

/* The axes are those of the result. */
void relax_check_expanded(const relax_check *c)
{
    int64_t ndim = ndim_of(c, 0);
    if (ndim >= 0) check_axes(c, ndim + (int64_t)count_axes(c));
}

void relax_check_permuted(const relax_check *c)
{
    int64_t ndim = ndim_of(c, 0), count = (int64_t)count_axes(c);
    const tunip_relax_permute_dims_attrs *attrs =
        TUNIP_AS(tunip_relax_permute_dims_attrs, c->call->attrs);
    if (ndim < 0 || !attrs || !attrs->axes) return;
    if (count != ndim)
        refuse_sizes(c, "the numbers of axes and of dimensions differ", count, ndim);
    else
        check_axes(c, ndim);
}

void relax_check_split(const relax_check *c)
{
    const tunip_relax_split_attrs *attrs = TUNIP_AS(tunip_relax_split_attrs, c->call->attrs);
    const tunip_ir_int_imm *parts =
        TUNIP_AS(tunip_ir_int_imm, attrs ? attrs->indices_or_sections : NULL);
    if (parts && parts->value <= 0)
        tunip_complain(c->e, note_refusal(c),
                       "R.%s: the number of parts must be positive, not %lld", c->op,
                       (long long)parts->value);
    else
        relax_check_axis(c);
}

static void check_taken(const relax_check *c)
{
    const tunip_relax_tensor_struct_info *at = relax_tensor_arg(c->call, 1);
    int64_t ndim = ndim_of(c, 0), axis;
    if (ndim < 0 || (at && at->ndim < 0)) return;
    if (axis_at(c, 0, &axis))
        check_axes(c, ndim);
    else if (ndim != 1)
        tunip_complain(c->e, note_refusal(c),
                       TUNIP_BREAKS_SHAPE "R.%s: a tensor of %lld dimensions needs an `axis`",
                       c->op, (long long)ndim);
}

/* ---- tensors that are joined ---- */

/* The tensor `index` of the tuple that is joined; NULL if it is none. */
static const tunip_relax_tensor_struct_info *field_at(const relax_check *c, size_t index)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(c->call, 0));
    bool exists = tuple && index < tunip_array_count(tuple->fields);
    return exists ? TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[index]) : NULL;
}

/* All tensors have one dtype and as many dimensions. Sets `ndim` to this number, -1 if no tensor
 * has a known one. False after a complaint. */
static bool are_alike(const relax_check *c, int64_t *ndim)
{
    const tunip_relax_tensor_struct_info *tensor;
    tunip_dtype dtype = relax_no_dtype;
    for (size_t i = 0; (tensor = field_at(c, i)); i++) {
        if (relax_is_unknown_dtype(dtype)) dtype = tensor->dtype;
        bool has_dtype = !relax_is_unknown_dtype(tensor->dtype);
        if (has_dtype && !tunip_dtype_equal(tensor->dtype, dtype)) {
            refuse_dtypes(c, "the tensors", dtype, tensor->dtype);
            return false;
        }
        if (*ndim < 0) *ndim = tensor->ndim;
        if (tensor->ndim < 0 || tensor->ndim == *ndim) continue;
        refuse_sizes(c, "the tensors have other numbers of dimensions", *ndim, tensor->ndim);
        return false;
    }
    return true;
}

/* The sizes of all dimensions except one are the same in all tensors. */
static void check_other_sizes(const relax_check *c, int64_t axis)
{
    const tunip_relax_tensor_struct_info *tensor;
    const tunip_array *first = NULL;
    for (size_t i = 0; (tensor = field_at(c, i)); i++) {
        const tunip_array *dims = relax_known_dims(tensor);
        if (!first) first = dims;
        for (size_t d = 0; dims && d < dims->count; d++) {
            int64_t a = size_at(first, d), b = size_at(dims, d);
            if ((int64_t)d == axis || a < 0 || b < 0 || a == b) continue;
            tunip_complain(
                c->e, note_refusal(c),
                TUNIP_BREAKS_SHAPE "R.%s: %s and %s differ in a dimension other than %lld", c->op,
                relax_dims_text(c->e, first), relax_dims_text(c->e, dims), (long long)axis);
            return;
        }
    }
}

/* Without an axis, each tensor has one dimension. */
void relax_check_joined(const relax_check *c)
{
    int64_t axis = 0;
    bool has_axis = axis_at(c, 0, &axis);
    int64_t ndim = has_axis ? -1 : 1;
    if (!field_at(c, 0) || !are_alike(c, &ndim) || ndim < 0 || !check_axes(c, ndim)) return;
    check_other_sizes(c, relax_axis(axis, ndim));
}

/* ---- layouts ---- */

/* A tensor has as many dimensions as its layout, the attribute `attr`. False after a complaint. */
static bool check_layout(const relax_check *c, size_t index, const char *attr)
{
    const tunip_node *attrs = c->call->attrs;
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, attr) : NULL;
    int64_t ndim = ndim_of(c, index), letters = 0;
    if (!field || field->kind != TUNIP_KIND_NODE || ndim < 0) return true;
    tunip_str name = tunip_string_value(TUNIP_AS(tunip_string, tunip_field_node(attrs, field)));
    for (size_t i = 0; i < name.size; i++) letters += !tunip_is_digit(name.data[i]);
    if (!letters || letters == ndim) return true;
    tunip_complain(c->e, note_refusal(c),
                   TUNIP_BREAKS_ARGUMENTS
                   "R.%s: argument %zu has %lld dimensions, and its layout is %.*s",
                   c->op, index + 1, (long long)ndim, (int)name.size, name.data);
    return false;
}

/* ==== Calls of operators that TVM refuses when it infers their struct info (TVM src/relax/op).
 * The rules of infer/ give no struct info for most of them; these give one. */

/* ---- queries ---- */

static bool is_float(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_FLOAT || dtype.code == TUNIP_DTYPE_BFLOAT;
}

/* The dtype of a tensor or a number; unknown for another argument. */
static tunip_dtype arg_dtype(const relax_check *c, size_t index)
{
    const tunip_node *info = relax_arg_info(c->call, index);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    return tensor ? tensor->dtype : prim ? prim->dtype : relax_no_dtype;
}

static bool are_unequal(int64_t a, int64_t b)
{
    return a >= 0 && b >= 0 && a != b;
}

/* ---- dtypes ---- */

/* The dtype that the call is asked for decides, if there is one. */
static bool has_out_dtype(const tunip_node *attrs)
{
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, "out_dtype") : NULL;
    tunip_dtype dtype = relax_no_dtype;
    if (field && field->kind == TUNIP_KIND_DTYPE)
        memcpy(&dtype, (const char *)attrs + field->offset, sizeof dtype);
    return !relax_is_unknown_dtype(dtype);
}

static void check_pair(const relax_check *c, size_t first)
{
    tunip_dtype a = arg_dtype(c, first), b = arg_dtype(c, first + 1);
    if (relax_is_unknown_dtype(a) || relax_is_unknown_dtype(b) || tunip_dtype_equal(a, b)) return;
    if (a.code == TUNIP_DTYPE_BOOL || b.code == TUNIP_DTYPE_BOOL) return; /* as in TVM */
    refuse_dtypes(c, "the operands", a, b);
}

void relax_check_arith(const relax_check *c)
{
    check_pair(c, 0);
    relax_check_pair_shape(c);
}

/* The dtype of an argument must have this code; `what` says so. False after a complaint. */
static bool check_code(const relax_check *c, size_t index, bool fits, const char *what)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype dtype = arg_dtype(c, index);
    if (relax_is_unknown_dtype(dtype) || fits) return true;
    tunip_dtype_name(dtype, name);
    tunip_complain(c->e, note_refusal(c),
                   TUNIP_BREAKS_ARGUMENTS "R.%s: argument %zu is a tensor of %s, not of %s", c->op,
                   index + 1, name, what);
    return false;
}

void relax_check_choice(const relax_check *c)
{
    if (check_code(c, 0, arg_dtype(c, 0).code == TUNIP_DTYPE_BOOL, "bools")) check_pair(c, 1);
    check_choice_shape(c);
}

void relax_check_indices(const relax_check *c)
{
    uint8_t code = arg_dtype(c, 1).code;
    bool fits = code == TUNIP_DTYPE_INT || code == TUNIP_DTYPE_UINT;
    if (check_code(c, 1, fits, "integers")) check_taken(c);
}

void relax_check_float(const relax_check *c)
{
    check_code(c, 0, is_float(arg_dtype(c, 0)), "floats");
}

void relax_check_softmax(const relax_check *c)
{
    relax_check_axis(c);
    relax_check_float(c);
}

/* ---- products ---- */

/* As in TVM (InferStructInfoMatmul, src/relax/op/tensor/linear_algebra.cc), the reduced dimensions
 * count only if the others are known to broadcast. */
void relax_check_matmul(const relax_check *c)
{
    if (!has_out_dtype(c->call->attrs)) check_pair(c, 0);
    const tunip_array *a = relax_dims_arg(c->call, 0), *b = relax_dims_arg(c->call, 1);
    if (!a || !b || !a->count || !b->count || !check_batches(c)) return;
    int64_t x = size_at(a, a->count - 1), y = size_at(b, b->count > 1 ? b->count - 2 : 0);
    if (are_unequal(x, y)) refuse_sizes(c, "the reduced dimensions differ", x, y);
}

/* ---- convolutions ---- */

/* The number of dimensions that a window has, by the operator: "nn.conv2d". */
typedef struct layouts {
    const char *data, *kernel;
} layouts;

static const layouts usual[] = {{"NCW", "OIW"}, {"NCHW", "OIHW"}, {"NCDHW", "OIDHW"}};
static const layouts usual_back[] = {{"NCW", "IOW"}, {"NCHW", "IOHW"}};

static const tunip_array *arg_in(const relax_check *c, size_t index, const char *attr,
                                 const char *form)
{
    const tunip_node *attrs = c->call->attrs;
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, attr) : NULL;
    if (!field) return NULL;
    const tunip_string *layout = TUNIP_AS(
        tunip_string, *(tunip_node *const *)(const void *)((const char *)attrs + field->offset));
    return relax_image_arg(tunip_graph_scratch(tunip_elaborator_graph(c->e)), c->call, index,
                           layout, form);
}

/* TVM takes the number of groups as an int. */
static int32_t groups_of(const relax_check *c)
{
    const tunip_node *attrs = c->call->attrs;
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, "groups") : NULL;
    int64_t groups = 1;
    if (field) memcpy(&groups, (const char *)attrs + field->offset, sizeof groups);
    return (int32_t)groups;
}

/* Strides and the like have as many numbers as the window has sides; false after a complaint. */
static bool has_lengths(const relax_check *c)
{
    static const char *const names[] = {"strides", "dilation", "pool_size"};
    const tunip_node *attrs = c->call->attrs;
    size_t sides = (size_t)(strpbrk(c->op, "123")[0] - '0');
    for (size_t i = 0; attrs && i < TUNIP_LEN(names); i++) {
        const tunip_field *field = tunip_type_field(attrs->type, names[i]);
        if (!field || field->expects != &tunip_array_type) continue;
        const tunip_array *list =
            *(tunip_array *const *)(const void *)((const char *)attrs + field->offset);
        if (!list || list->count == sides) continue;
        tunip_complain(c->e, note_refusal(c), "R.%s: `%s` has %zu numbers, not %zu", c->op,
                       names[i], list->count, sides);
        return false;
    }
    return true;
}

void relax_check_pool(const relax_check *c)
{
    if (has_lengths(c)) check_layout(c, 0, "layout");
}

void relax_check_conv(const relax_check *c)
{
    bool is_back = strstr(c->op, "transpose") != NULL;
    size_t sides = (size_t)(strpbrk(c->op, "123")[0] - '1');
    const layouts *form = is_back ? &usual_back[sides % 2] : &usual[sides % 3];
    int32_t groups = groups_of(c);
    if (!has_lengths(c) || !check_layout(c, 0, "data_layout") ||
        !check_layout(c, 1, "kernel_layout"))
        return;
    if (groups <= 0) {
        tunip_complain(c->e, note_refusal(c), "R.%s: the number of groups must be positive, not %d",
                       c->op, (int)groups);
        return;
    }
    if (!has_out_dtype(c->call->attrs)) check_pair(c, 0);
    const tunip_array *data = arg_in(c, 0, "data_layout", form->data);
    const tunip_array *kernel = arg_in(c, 1, "kernel_layout", form->kernel);
    int64_t channels = size_at(data, 1), out = size_at(kernel, 0);
    int64_t taken = is_back ? out : size_at(kernel, 1);
    if (!is_back && taken >= 0 && taken <= INT32_MAX) taken *= groups;
    if (are_unequal(channels, taken))
        refuse_sizes(c, "the channels of the data are not those of the weight", channels, taken);
    else if (out >= 0 && out % groups)
        refuse_sizes(c, "the channels of the weight are not a multiple of the groups", out, groups);
}

/* ---- normalisation ---- */

/* The axes that a normalisation has scales for. */
static size_t axes_of(const relax_check *c, int64_t *axes, size_t most)
{
    const tunip_node *attrs = c->call->attrs;
    const tunip_relax_batch_norm_attrs *batch = TUNIP_AS(tunip_relax_batch_norm_attrs, attrs);
    const tunip_relax_group_norm_attrs *group = TUNIP_AS(tunip_relax_group_norm_attrs, attrs);
    const tunip_relax_layer_norm_attrs *layer = TUNIP_AS(tunip_relax_layer_norm_attrs, attrs);
    const tunip_relax_rms_norm_attrs *rms = TUNIP_AS(tunip_relax_rms_norm_attrs, attrs);
    const tunip_array *list = layer ? layer->axes : rms ? rms->axes : NULL;
    if (batch) axes[0] = batch->axis;
    if (group) axes[0] = group->channel_axis;
    if (batch || group) return 1;
    size_t count = tunip_array_count(list);
    for (size_t i = 0; i < count && i < most; i++) {
        axes[i] = 0;
        relax_listed_number(list->items[i], &axes[i]);
    }
    return count;
}

/* The scale `index` against the data; false after a complaint. */
static bool fits_scale(const relax_check *c, size_t index, const int64_t *axes, size_t count)
{
    const tunip_relax_tensor_struct_info *data = relax_tensor_arg(c->call, 0);
    const tunip_relax_tensor_struct_info *scale = relax_tensor_arg(c->call, index);
    if (!scale) return true;
    if (!tunip_dtype_equal(scale->dtype, data->dtype)) {
        refuse_dtypes(c, "the data and a scale", data->dtype, scale->dtype);
        return false;
    }
    if (scale->ndim != (int64_t)count) {
        refuse_sizes(c, "a scale has not as many dimensions as there are axes", scale->ndim,
                     (int64_t)count);
        return false;
    }
    const tunip_array *dims = relax_written_dims(data), *own = relax_written_dims(scale);
    for (size_t i = 0; dims && own && i < count; i++) {
        int64_t axis = relax_axis(axes[i], data->ndim);
        int64_t a = axis < 0 ? -1 : size_at(dims, (size_t)axis), b = size_at(own, i);
        if (!are_unequal(a, b)) continue;
        refuse_sizes(c, "the data and a scale differ in size", a, b);
        return false;
    }
    return true;
}

void relax_check_norm(const relax_check *c)
{
    enum { MOST_AXES = 8 };
    int64_t axes[MOST_AXES] = {0};
    size_t count = axes_of(c, axes, MOST_AXES);
    const tunip_relax_tensor_struct_info *data = relax_tensor_arg(c->call, 0);
    if (!data || count > MOST_AXES) return;
    if (!relax_is_unknown_dtype(data->dtype) && !is_float(data->dtype)) {
        relax_check_float(c);
        return;
    }
    for (size_t i = 1; i < c->call->args->count; i++)
        if (!fits_scale(c, i, axes, count)) return;
}

/* ---- shapes ---- */

/* The product of sizes that are all numbers; -1 otherwise. */
static double product_of(const tunip_array *dims)
{
    double product = 1;
    for (size_t i = 0; dims && i < dims->count; i++) {
        int64_t size = size_at(dims, i);
        if (size < 0) return -1;
        product *= (double)size;
    }
    return dims ? product : -1;
}

void relax_check_broadcast(const relax_check *c)
{
    bool has_shape = tunip_array_count(c->call->args) > 1;
    const tunip_relax_shape_expr *shape =
        has_shape ? TUNIP_AS(tunip_relax_shape_expr, c->call->args->items[1]) : NULL;
    const tunip_array *dims = relax_dims_arg(c->call, 0), *wanted = shape ? shape->values : NULL;
    if (!dims || !wanted) return;
    if (dims->count > wanted->count) {
        refuse_sizes(c, "the new shape has fewer dimensions", (int64_t)dims->count,
                     (int64_t)wanted->count);
        return;
    }
    for (size_t i = 0; i < dims->count; i++) {
        int64_t a = size_at(dims, i), b = size_at(wanted, i + wanted->count - dims->count);
        if (a == 1 || !are_unequal(a, b)) continue;
        refuse_sizes(c, "a dimension cannot be repeated", a, b);
        return;
    }
}

void relax_check_reshape(const relax_check *c)
{
    bool has_shape = tunip_array_count(c->call->args) > 1;
    const tunip_relax_shape_expr *shape =
        has_shape ? TUNIP_AS(tunip_relax_shape_expr, c->call->args->items[1]) : NULL;
    size_t open = 0;
    for (size_t i = 0; shape && i < shape->values->count; i++)
        open += tunip_ir_is_int(shape->values->items[i], -1);
    if (open > 1) {
        tunip_complain(c->e, note_refusal(c),
                       TUNIP_BREAKS_SHAPE "R.%s: only one dimension of the new shape may be -1",
                       c->op);
        return;
    }
    double before = product_of(relax_dims_arg(c->call, 0)),
           after = product_of(shape ? shape->values : NULL);
    if (before < 0 || after < 0 || !(fabs(before - after) > 0.5)) return;
    tunip_complain(c->e, note_refusal(c),
                   TUNIP_BREAKS_SHAPE "R.%s: the old shape has %.0f elements and the new one %.0f",
                   c->op, before, after);
}

/* ---- views ---- */

/* The bytes of an element; 0 if they are not known. */
static int64_t element_bytes(tunip_dtype dtype)
{
    return relax_is_unknown_dtype(dtype) ? 0 : (dtype.bits * dtype.lanes + 7) / 8;
}

/* Whether `a` is certainly more than `b`: the difference is a positive number. */
static bool is_more(const relax_check *c, const tunip_node *a, const tunip_node *b)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(c->e);
    const tunip_node *rest = relax_simple(scratch, relax_fold(scratch, &tunip_tir_sub_type, a, b));
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, rest);
    return imm && imm->value > 0;
}

/* The size of `dims` with elements of `bytes`, from `offset` on; NULL if it is not known. */
static tunip_node *end_of(const relax_check *c, const tunip_array *dims, int64_t bytes,
                          const tunip_node *offset)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(c->e);
    tunip_node *size = dims ? relax_product(scratch, dims) : NULL;
    size =
        size ? relax_fold(scratch, &tunip_tir_mul_type, size, relax_int64(scratch, bytes)) : NULL;
    return size && offset ? relax_fold(scratch, &tunip_tir_add_type, size, offset) : size;
}

/* The offset of a view, which is 0 if it is left out; NULL if it is not known. */
static const tunip_node *offset_of(const relax_check *c)
{
    const tunip_relax_prim_struct_info *prim =
        TUNIP_AS(tunip_relax_prim_struct_info, relax_arg_info(c->call, 3));
    const tunip_relax_tuple_struct_info *none =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(c->call, 3));
    if (none) return relax_int64(tunip_elaborator_scratch(c->e), 0);
    return prim ? prim->value : NULL;
}

/* A view ends where its tensor ends, or before. */
void relax_check_view(const relax_check *c)
{
    const tunip_relax_tensor_struct_info *data = relax_tensor_arg(c->call, 0);
    const tunip_relax_tensor_struct_info *view =
        TUNIP_AS(tunip_relax_tensor_struct_info, tunip_relax_struct_info_of(c->call));
    if (!data || !view) return;
    bool keeps_dtype = tunip_is(relax_arg_info(c->call, 2), &tunip_relax_tuple_struct_info_type);
    bool keeps_shape = tunip_is(relax_arg_info(c->call, 1), &tunip_relax_tuple_struct_info_type);
    int64_t own = element_bytes(data->dtype), other = element_bytes(view->dtype);
    const tunip_node *offset = offset_of(c);
    if (keeps_dtype && !own) own = other = 1; /* only elements count */
    if (!own || !other) return;
    const tunip_node *room = end_of(c, relax_known_dims(data), own, NULL);
    const tunip_node *end = end_of(c, relax_known_dims(view), other, offset);
    bool is_outside = room && end && is_more(c, end, room);
    if (!room && keeps_shape) {
        const tunip_node *zero = relax_int64(tunip_elaborator_scratch(c->e), 0);
        is_outside = other > own || (other == own && offset && is_more(c, offset, zero));
    }
    if (is_outside)
        tunip_complain(c->e, note_refusal(c), "R.%s: the view goes beyond its tensor", c->op);
}

/* ---- words ---- */

void relax_check_reduction(const relax_check *c)
{
    static const char *const names[] = {"sum", "prod", "min", "max", "avg"};
    const tunip_relax_all_reduce_attrs *attrs =
        TUNIP_AS(tunip_relax_all_reduce_attrs, c->call->attrs);
    tunip_str name = tunip_string_value(attrs ? attrs->op_type : NULL);
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (!attrs || tunip_str_is(name, names[i])) return;
    tunip_complain(c->e, note_refusal(c), "R.%s has no reduction `%.*s`", c->op, (int)name.size,
                   name.data);
    tunip_complain_also(c->e, NULL, "they are sum, prod, min, max and avg");
}

void relax_check_topk(const relax_check *c)
{
    static const char *const names[] = {"both", "values", "indices"};
    const tunip_relax_topk_attrs *attrs = TUNIP_AS(tunip_relax_topk_attrs, c->call->attrs);
    tunip_str name = tunip_string_value(attrs ? attrs->ret_type : NULL);
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (!attrs || tunip_str_is(name, names[i])) return;
    tunip_complain(c->e, note_refusal(c), "R.%s does not return `%.*s`", c->op, (int)name.size,
                   name.data);
    tunip_complain_also(c->e, NULL, "it returns both, values or indices");
}

/* Whether the argument may be overwritten by a result of this struct info. */
static bool takes_result(const tunip_node *result, const tunip_node *arg)
{
    const tunip_relax_tensor_struct_info *to = TUNIP_AS(tunip_relax_tensor_struct_info, result);
    const tunip_relax_tensor_struct_info *from = TUNIP_AS(tunip_relax_tensor_struct_info, arg);
    if (!to || !from) return true;
    bool has_dtype = !relax_is_unknown_dtype(to->dtype);
    if (has_dtype && !tunip_dtype_equal(to->dtype, from->dtype)) return false;
    if (to->ndim >= 0 && to->ndim != from->ndim) return false;
    const tunip_array *dims = relax_known_dims(to), *known = relax_known_dims(from);
    if (!dims) return true;
    for (size_t i = 0; known && i < dims->count; i++) {
        int64_t a, b;
        if (relax_number(dims->items[i], &a) && relax_number(known->items[i], &b) && a != b)
            return false;
    }
    return known != NULL;
}

/* The results of R.call_inplace_packed overwrite arguments that are like them. The first argument
 * is the function. */
void relax_check_inplace(const relax_check *c)
{
    const tunip_relax_call_inplace_packed_attrs *attrs =
        TUNIP_AS(tunip_relax_call_inplace_packed_attrs, c->call->attrs);
    const tunip_array *infos = c->call->sinfo_args, *places = attrs ? attrs->inplace_indices : NULL;
    bool is_single = tunip_array_count(places) == 1;
    for (size_t i = 0; i < tunip_array_count(places) && i < tunip_array_count(infos); i++) {
        const tunip_ir_int_imm *place = TUNIP_AS(tunip_ir_int_imm, places->items[i]);
        if (!place || place->value < 0 || tunip_array_count(infos) != places->count) continue;
        const tunip_node *arg = relax_arg_info(c->call, (size_t)place->value + 1);
        if (takes_result(infos->items[is_single ? 0 : i], arg)) continue;
        tunip_complain(c->e, note_refusal(c),
                       TUNIP_BREAKS_ARGUMENTS "result %zu cannot overwrite argument %lld, which "
                                              "has another shape or dtype",
                       i, (long long)place->value);
        return;
    }
}

/* A number that pads the tensor has its dtype. */
void relax_check_padding(const relax_check *c)
{
    const tunip_relax_layout_transform_attrs *attrs =
        TUNIP_AS(tunip_relax_layout_transform_attrs, c->call->attrs);
    const tunip_node *number = attrs && attrs->pad_value ? attrs->pad_value->value : NULL;
    tunip_dtype dtype = arg_dtype(c, 0);
    if (!number || tunip_dtype_equal(tunip_ir_dtype_of(number), dtype)) return;
    refuse_dtypes(c, "`pad_value` and the tensor", tunip_ir_dtype_of(number), dtype);
}

bool relax_check_call(tunip_elaborator *e, tunip_relax_call *call, const tunip_doc *doc)
{
    const relax_op *op = relax_op_of(call);
    if (!op) return true;
    if (op->check) op->check(&(relax_check){e, call, doc, op->name + RELAX_OP_PREFIX});
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!state || state->refused != (const tunip_node *)call) return true;
    relax_set_info(call, NULL);
    return false;
}

/* ==== Functions that TVM's parser refuses after it has read them (TVM
 * src/relax/analysis/well_formed.cc): calls with effects in pure functions, symbols that nothing
 * defines, calls that are not in the form that their operator wants. */

/* ---- effects ---- */

/* Whether a call does more than to compute its result. The body of a function of tensor IR decides
 * about a call of it, and that may not have been read yet. */
static bool is_impure(tunip_elaborator *e, const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    if (!tunip_is(call->op, &tunip_ir_op_type))
        return func && !func->purity &&
               !tunip_is(tunip_ir_declaration(e, call->op), &tunip_tir_prim_func_type);
    const relax_op *row = relax_op_of(call);
    return row && row->is_impure;
}

/* The first one of a function is remembered: whether the function is pure may be said later. */
static void note_effect(tunip_elaborator *e, relax_function_reader *r, const tunip_relax_call *call,
                        const tunip_doc *doc)
{
    if (!is_impure(e, call)) return;
    if (relax_in_dataflow(e)) {
        tunip_complain(e, doc,
                       TUNIP_BREAKS_PURITY
                       "a dataflow block contains only pure calls, and this has effects");
        tunip_complain_also(e, NULL, "call it outside of R.dataflow(), or R.call_pure_packed");
    } else if (!r->impure) {
        r->impure = doc;
    }
}

static void check_purity(tunip_elaborator *e, const relax_function_reader *r, const tunip_doc *name)
{
    const tunip_int *forced = TUNIP_AS(tunip_int, tunip_map_get(r->attrs, "relax.force_pure"));
    const tunip_bool *said = TUNIP_AS(tunip_bool, tunip_map_get(r->attrs, "relax.force_pure"));
    bool is_forced = (forced && forced->value) || (said && said->value);
    if (is_forced && !r->func->is_pure) {
        tunip_complain(
            e, name, TUNIP_BREAKS_PURITY "a function with relax.force_pure cannot have pure=False");
    } else if (!is_forced && r->func->is_pure && r->impure) {
        tunip_complain(e, r->impure,
                       TUNIP_BREAKS_PURITY "this call has effects, and the function is pure");
        tunip_complain_also(e, NULL, "write @R.function(pure=False)");
    }
}

/* ---- calls of tensor IR ---- */

/* The results of R.call_tir_inplace overwrite arguments that are like them. */
static void check_places(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    relax_places at = relax_check_places(tunip_elaborator_scratch(e), call);
    long long place = at.place;
    switch (at.fault) {
    case RELAX_PLACES_FIT:
        break;
    case RELAX_PLACES_MISSING:
        tunip_complain(e, doc, "there are %zu outputs, and `inplace_indices` has %zu numbers",
                       at.results, at.places);
        break;
    case RELAX_PLACES_UNUSED:
        tunip_complain(e, doc, TUNIP_BREAKS_ARGUMENTS "`inplace_indices` names no argument");
        tunip_complain_also(e, NULL, "write R.call_tir");
        break;
    case RELAX_PLACE_UNKNOWN:
        tunip_complain(e, doc,
                       TUNIP_BREAKS_ARGUMENTS
                       "argument %lld, which an output overwrites, does not exist",
                       place);
        break;
    case RELAX_PLACE_TWICE:
        tunip_complain(e, doc, TUNIP_BREAKS_ARGUMENTS "two outputs overwrite argument %lld", place);
        break;
    case RELAX_PLACE_UNLIKE:
        tunip_complain(e, doc,
                       TUNIP_BREAKS_ARGUMENTS
                       "output %zu is %s and cannot overwrite argument %lld, which is %s",
                       at.result, relax_info_text(e, at.output), place,
                       relax_info_text(e, at.input));
        break;
    }
}

/* The name of the outermost function being read. Its Doc lives until the function's module was
 * read, and those of local functions do not. */
static const tunip_doc *outermost_name(const relax_function_reader *r)
{
    const tunip_scope *outermost = &r->scope;
    for (const tunip_scope *s = outermost; s; s = s->outer)
        if (s->kind == &relax_function_scope) outermost = s;
    return ((const tunip_doc_function *)outermost->doc)->name;
}

static void check_tir_call(tunip_elaborator *e, const relax_function_reader *r,
                           const tunip_relax_call *call, const tunip_doc *doc)
{
    if (tunip_array_count(call->args) < 2) return;
    const tunip_node *args = call->args->items[1];
    if (!tunip_is(args, &tunip_relax_tuple_type)) {
        tunip_complain(e, doc,
                       TUNIP_BREAKS_ARGUMENTS "the arguments must be a tuple that is written here");
        return;
    }
    check_places(e, call, doc);
    if (tunip_elaborator_is_wrong(e)) return;
    relax_check_tir_call(e, call, outermost_name(r), doc);
}

/* ---- calls ---- */

void relax_check_formed(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r || !r->is_checked || tunip_elaborator_is_wrong(e)) return;
    note_effect(e, r, call, doc);
    if (relax_is_tir_call(call)) check_tir_call(e, r, call, doc);
    const tunip_node *number = relax_inspected(call);
    if (!number) return;
    tunip_complain(e, doc,
                   TUNIP_BREAKS_STRUCT_INFO "the struct info of the tensor says this number");
    tunip_complain_also(e, NULL, "write the number, or the symbol");
}

/* ---- symbols ---- */

/* Sorted by address when all definitions are found. */
typedef struct symbol_set {
    tunip_scratch *scratch;
    const tunip_node **items;
    size_t count, room, visits;
    const tunip_node *undefined;
    relax_seen seen;
} symbol_set;

enum { MOST_VISITS = 1 << 23 };

static int by_address(const void *a, const void *b)
{
    const tunip_node *x = *(const tunip_node *const *)a, *y = *(const tunip_node *const *)b;
    return (x > y) - (x < y);
}

static void define(symbol_set *set, const void *node)
{
    if (!tunip_is_a(node, &tunip_tir_var_type)) return;
    const tunip_node **items =
        tunip_scratch_grow(set->scratch, set->items, set->count, sizeof *items, &set->room);
    if (!items) return;
    set->items = items;
    set->items[set->count++] = node;
}

static void define_all(symbol_set *set, const tunip_array *dims)
{
    for (size_t i = 0; i < tunip_array_count(dims); i++) define(set, dims->items[i]);
}

/* A struct info that defines symbols: of a parameter, or of R.match_cast. */
static void define_info(symbol_set *set, const tunip_node *info, int depth)
{
    enum { MOST_DEPTH = 100 };
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const tunip_relax_dtensor_struct_info *spread = TUNIP_AS(tunip_relax_dtensor_struct_info, info);
    if (spread) tensor = spread->tensor_sinfo;
    if (tensor) define_all(set, relax_known_dims(tensor));
    if (shape) define_all(set, shape->values);
    if (prim) define(set, prim->value);
    for (size_t i = 0; tuple && depth < MOST_DEPTH && i < tunip_array_count(tuple->fields); i++)
        define_info(set, tuple->fields->items[i], depth + 1);
}

/* Since v0.26, a variable of a number is the symbol of its name: n: T.int64 = m + 1. */
static void define_number(symbol_set *set, const tunip_node *var)
{
    const tunip_relax_prim_struct_info *prim =
        TUNIP_AS(tunip_relax_prim_struct_info, tunip_relax_struct_info_of(var));
    const tunip_tir_var *number = prim ? TUNIP_AS_A(tunip_tir_var, prim->value) : NULL;
    if (number && tunip_str_equal(tunip_string_value(number->name), tunip_relax_var_name(var)))
        define(set, prim->value);
}

static tunip_walk_action find_symbols(const tunip_node *node, void *user)
{
    symbol_set *set = user;
    const tunip_relax_function *func = TUNIP_AS(tunip_relax_function, node);
    const tunip_relax_match_cast *cast = TUNIP_AS(tunip_relax_match_cast, node);
    const tunip_relax_var_binding *binding = TUNIP_AS(tunip_relax_var_binding, node);
    const tunip_relax_func_struct_info *type = TUNIP_AS(tunip_relax_func_struct_info, node);
    if (relax_is_seen(&set->seen, node)) return TUNIP_WALK_SKIP;
    if (++set->visits > MOST_VISITS) return TUNIP_WALK_STOP;
    for (size_t i = 0; func && i < tunip_array_count(func->params); i++)
        define_info(set, relax_info(func->params->items[i]), 0);
    for (size_t i = 0; type && i < tunip_array_count(type->params); i++)
        define_info(set, type->params->items[i], 0);
    if (cast) define_info(set, cast->struct_info, 0);
    if (binding) define_number(set, (const tunip_node *)binding->base.var);
    return TUNIP_WALK_ON;
}

/* The maps of attributes have variables of their own. */
static tunip_walk_action find_unknown(const tunip_node *node, void *user)
{
    symbol_set *set = user;
    bool is_passed = node->type == &tunip_tir_index_map_type || node->type == &tunip_map_type ||
                     node->type == &tunip_ir_global_var_type || relax_is_seen(&set->seen, node);
    if (is_passed) return TUNIP_WALK_SKIP;
    if (!tunip_is_a(node, &tunip_tir_var_type)) return TUNIP_WALK_ON;
    if (set->count && bsearch(&node, set->items, set->count, sizeof node, by_address))
        return TUNIP_WALK_ON;
    set->undefined = node;
    return TUNIP_WALK_STOP;
}

static void check_symbols(tunip_elaborator *e, const tunip_relax_function *func,
                          const tunip_doc *name)
{
    symbol_set set = {.scratch = tunip_elaborator_scratch(e)};
    tunip_walker walker = {.enter = find_symbols, .user = &set};
    if (tunip_walk((const tunip_node *)func, &walker) != TUNIP_WALK_DONE) return;
    if (set.count) qsort(set.items, set.count, sizeof *set.items, by_address);
    set.seen = (relax_seen){{NULL}};
    walker.enter = find_unknown;
    tunip_walk((const tunip_node *)func, &walker);
    if (!set.undefined) return;
    tunip_str symbol = tunip_string_value(((const tunip_tir_var *)set.undefined)->name);
    tunip_complain(e, name,
                   TUNIP_BREAKS_SYMBOL "the function uses `%.*s`, a symbol that nothing defines",
                   (int)symbol.size, symbol.data);
    tunip_complain_also(e, NULL, "a dimension of a parameter or of R.match_cast defines a symbol");
}

/* ---- functions ---- */

void relax_check_function(tunip_elaborator *e, const relax_function_reader *r)
{
    const tunip_doc *name = ((const tunip_doc_function *)r->scope.doc)->name;
    tunip_str symbol = tunip_string_value(tunip_map_get(r->attrs, "global_symbol"));
    if (!r->is_checked || tunip_elaborator_is_wrong(e)) return;
    check_purity(e, r, name);
    if (symbol.data && tunip_ir_read_module(e) && !tunip_str_equal(symbol, r->name))
        tunip_complain(e, name,
                       TUNIP_BREAKS_GLOBAL_SYMBOL
                       "the function `%.*s` of a module has the global_symbol `%.*s`",
                       (int)r->name.size, r->name.data, (int)symbol.size, symbol.data);
    if (!tunip_elaborator_is_wrong(e)) check_symbols(e, r->func, name);
}
