/* refuse.c -- calls of operators that TVM refuses when it infers their struct info (TVM
 * src/relax/op). The rules of infer/ give no struct info for most of them; these give one. */
#include "refuse.h"

#include <math.h>

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
    relax_refuse_dtypes(c, "the operands", a, b);
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
    tunip_complain(c->e, relax_refuse(c), "R.%s: argument %zu is a tensor of %s, not of %s", c->op,
                   index + 1, name, what);
    return false;
}

void relax_check_choice(const relax_check *c)
{
    if (check_code(c, 0, arg_dtype(c, 0).code == TUNIP_DTYPE_BOOL, "bools")) check_pair(c, 1);
    relax_check_choice_shape(c);
}

void relax_check_indices(const relax_check *c)
{
    uint8_t code = arg_dtype(c, 1).code;
    bool fits = code == TUNIP_DTYPE_INT || code == TUNIP_DTYPE_UINT;
    if (check_code(c, 1, fits, "integers")) relax_check_taken(c);
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
    if (!a || !b || !a->count || !b->count || !relax_check_batches(c)) return;
    int64_t x = relax_size_at(a, a->count - 1),
            y = relax_size_at(b, b->count > 1 ? b->count - 2 : 0);
    if (are_unequal(x, y)) relax_refuse_sizes(c, "the reduced dimensions differ", x, y);
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
        tunip_complain(c->e, relax_refuse(c), "R.%s: `%s` has %zu numbers, not %zu", c->op,
                       names[i], list->count, sides);
        return false;
    }
    return true;
}

void relax_check_pool(const relax_check *c)
{
    if (has_lengths(c)) relax_check_layout(c, 0, "layout");
}

void relax_check_conv(const relax_check *c)
{
    bool is_back = strstr(c->op, "transpose") != NULL;
    size_t sides = (size_t)(strpbrk(c->op, "123")[0] - '1');
    const layouts *form = is_back ? &usual_back[sides % 2] : &usual[sides % 3];
    int32_t groups = groups_of(c);
    if (!has_lengths(c) || !relax_check_layout(c, 0, "data_layout") ||
        !relax_check_layout(c, 1, "kernel_layout"))
        return;
    if (groups <= 0) {
        tunip_complain(c->e, relax_refuse(c), "R.%s: the number of groups must be positive, not %d",
                       c->op, (int)groups);
        return;
    }
    if (!has_out_dtype(c->call->attrs)) check_pair(c, 0);
    const tunip_array *data = arg_in(c, 0, "data_layout", form->data);
    const tunip_array *kernel = arg_in(c, 1, "kernel_layout", form->kernel);
    int64_t channels = relax_size_at(data, 1), out = relax_size_at(kernel, 0);
    int64_t taken = is_back ? out : relax_size_at(kernel, 1);
    if (!is_back && taken >= 0 && taken <= INT32_MAX) taken *= groups;
    if (are_unequal(channels, taken))
        relax_refuse_sizes(c, "the channels of the data are not those of the weight", channels,
                           taken);
    else if (out >= 0 && out % groups)
        relax_refuse_sizes(c, "the channels of the weight are not a multiple of the groups", out,
                           groups);
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
        relax_refuse_dtypes(c, "the data and a scale", data->dtype, scale->dtype);
        return false;
    }
    if (scale->ndim != (int64_t)count) {
        relax_refuse_sizes(c, "a scale has not as many dimensions as there are axes", scale->ndim,
                           (int64_t)count);
        return false;
    }
    const tunip_array *dims = relax_written_dims(data), *own = relax_written_dims(scale);
    for (size_t i = 0; dims && own && i < count; i++) {
        int64_t axis = relax_axis(axes[i], data->ndim);
        int64_t a = axis < 0 ? -1 : relax_size_at(dims, (size_t)axis), b = relax_size_at(own, i);
        if (!are_unequal(a, b)) continue;
        relax_refuse_sizes(c, "the data and a scale differ in size", a, b);
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
        int64_t size = relax_size_at(dims, i);
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
        relax_refuse_sizes(c, "the new shape has fewer dimensions", (int64_t)dims->count,
                           (int64_t)wanted->count);
        return;
    }
    for (size_t i = 0; i < dims->count; i++) {
        int64_t a = relax_size_at(dims, i),
                b = relax_size_at(wanted, i + wanted->count - dims->count);
        if (a == 1 || !are_unequal(a, b)) continue;
        relax_refuse_sizes(c, "a dimension cannot be repeated", a, b);
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
        tunip_complain(c->e, relax_refuse(c), "R.%s: only one dimension of the new shape may be -1",
                       c->op);
        return;
    }
    double before = product_of(relax_dims_arg(c->call, 0)),
           after = product_of(shape ? shape->values : NULL);
    if (before < 0 || after < 0 || !(fabs(before - after) > 0.5)) return;
    tunip_complain(c->e, relax_refuse(c),
                   "R.%s: the old shape has %.0f elements and the new one %.0f", c->op, before,
                   after);
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
        tunip_complain(c->e, relax_refuse(c), "R.%s: the view goes beyond its tensor", c->op);
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
    tunip_complain(c->e, relax_refuse(c), "R.%s has no reduction `%.*s`", c->op, (int)name.size,
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
    tunip_complain(c->e, relax_refuse(c), "R.%s does not return `%.*s`", c->op, (int)name.size,
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
        tunip_complain(c->e, relax_refuse(c),
                       "result %zu cannot overwrite argument %lld, which "
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
    relax_refuse_dtypes(c, "`pad_value` and the tensor", tunip_ir_dtype_of(number), dtype);
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
