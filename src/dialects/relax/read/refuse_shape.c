/* refuse_shape.c -- shapes that do not broadcast and axes out of range (TVM
 * src/relax/op/op_common.cc, InferBinaryBroadcastShape and NormalizeAxes). */
#include "../equal.h"
#include "refuse.h"

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
        tunip_complain(c->e, relax_refuse(c), "R.%s: %s%s and %s do not broadcast", c->op, what,
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

void relax_check_choice_shape(const relax_check *c)
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

bool relax_check_batches(const relax_check *c)
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
            tunip_complain(c->e, relax_refuse(c), "R.%s: axis %lld is given twice", c->op,
                           (long long)axis);
        else
            tunip_complain(c->e, relax_refuse(c), "R.%s: axis %lld is beyond the %lld dimensions",
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
        relax_refuse_sizes(c, "the numbers of axes and of dimensions differ", count, ndim);
    else
        check_axes(c, ndim);
}

void relax_check_split(const relax_check *c)
{
    const tunip_relax_split_attrs *attrs = TUNIP_AS(tunip_relax_split_attrs, c->call->attrs);
    const tunip_ir_int_imm *parts =
        TUNIP_AS(tunip_ir_int_imm, attrs ? attrs->indices_or_sections : NULL);
    if (parts && parts->value <= 0)
        tunip_complain(c->e, relax_refuse(c),
                       "R.%s: the number of parts must be positive, not %lld", c->op,
                       (long long)parts->value);
    else
        relax_check_axis(c);
}

void relax_check_taken(const relax_check *c)
{
    const tunip_relax_tensor_struct_info *at = relax_tensor_arg(c->call, 1);
    int64_t ndim = ndim_of(c, 0), axis;
    if (ndim < 0 || (at && at->ndim < 0)) return;
    if (axis_at(c, 0, &axis))
        check_axes(c, ndim);
    else if (ndim != 1)
        tunip_complain(c->e, relax_refuse(c), "R.%s: a tensor of %lld dimensions needs an `axis`",
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
            relax_refuse_dtypes(c, "the tensors", dtype, tensor->dtype);
            return false;
        }
        if (*ndim < 0) *ndim = tensor->ndim;
        if (tensor->ndim < 0 || tensor->ndim == *ndim) continue;
        relax_refuse_sizes(c, "the tensors have other numbers of dimensions", *ndim, tensor->ndim);
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
            int64_t a = relax_size_at(first, d), b = relax_size_at(dims, d);
            if ((int64_t)d == axis || a < 0 || b < 0 || a == b) continue;
            tunip_complain(
                c->e, relax_refuse(c), "R.%s: %s and %s differ in a dimension other than %lld",
                c->op, relax_dims_text(c->e, first), relax_dims_text(c->e, dims), (long long)axis);
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

bool relax_check_layout(const relax_check *c, size_t index, const char *attr)
{
    const tunip_node *attrs = c->call->attrs;
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, attr) : NULL;
    int64_t ndim = ndim_of(c, index), letters = 0;
    if (!field || field->kind != TUNIP_KIND_NODE || ndim < 0) return true;
    tunip_str name = tunip_string_value(TUNIP_AS(tunip_string, tunip_field_node(attrs, field)));
    for (size_t i = 0; i < name.size; i++) letters += !tunip_is_digit(name.data[i]);
    if (!letters || letters == ndim) return true;
    tunip_complain(c->e, relax_refuse(c),
                   "R.%s: argument %zu has %lld dimensions, and its layout is %.*s", c->op,
                   index + 1, (long long)ndim, (int)name.size, name.data);
    return false;
}
