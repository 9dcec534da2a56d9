/* usual.c -- which calls of operators TVM's functions of the same names make (TVM src/relax/op and
 * python/tvm/relax/op). The functions check their arguments, complete lists of attributes, and
 * decide on dtypes. A call that differs must be written in full. */
#include "usual.h"

#include "../equal.h"
#include "../infer/inplace.h"
#include "call.h"

static bool is_one_of(tunip_str op, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tunip_str_is(op, names[i])) return true;
    return false;
}

/* ---- attributes and the number of arguments ---- */

/* Those of operators that v0.26 added are not compared. */
bool relax_has_own_attrs(const tunip_relax_call *call, const relax_op *op)
{
    const tunip_type *attrs = op && !op->since ? op->attrs : NULL;
    return call->attrs ? call->attrs->type == attrs : !attrs;
}

static bool is_attribute(const tunip_type *attrs, tunip_str name)
{
    for (size_t i = 0; attrs && i < attrs->field_count; i++)
        if (tunip_str_is(name, attrs->fields[i].name)) return true;
    return false;
}

/* A parameter that is no attribute is an argument, which may be missing if it has a default. */
bool relax_has_arg_count(const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    size_t least = 0, most = 0, count = tunip_array_count(call->args);
    if (!op || op->since) return true;
    for (const char *at = op->params; *at; at += strspn(at, " ")) {
        tunip_str word = {at, strcspn(at, " ")};
        size_t name = strcspn(at, "= ");
        at += word.size;
        if (tunip_str_is(word, "*")) break;
        if (*word.data == '*') return true;
        if (is_attribute(op->attrs, (tunip_str){word.data, name})) continue;
        least += name == word.size;
        most++;
    }
    return count >= least && count <= most;
}

/* ---- arguments ---- */

static bool has_odd_tuple(const tunip_relax_call *call, const char *places)
{
    for (size_t i = 0; i < tunip_array_count(call->args); i++) {
        if (!tunip_is(call->args->items[i], &tunip_relax_tuple_type)) continue;
        if (!places || i >= 10 || !strchr(places, (char)('0' + i))) return true;
    }
    return false;
}

static bool has_usual_args(const tunip_relax_call *call, const relax_op *op)
{
    size_t count = tunip_array_count(call->args);
    if (has_odd_tuple(call, op ? op->tuples : NULL)) return false;
    if (!op) return true;
    if (op->most && count > op->most) return false;
    for (const relax_op_arg *arg = op->args; arg->at || arg->type; arg++)
        if (arg->at >= count || (arg->type && !tunip_is(call->args->items[arg->at], arg->type)))
            return false;
    return true;
}

/* TVM replaces a size of zero by the size in the old shape, and computes a size of -1. */
bool relax_has_usual_sizes(const tunip_relax_call *call)
{
    size_t count = tunip_array_count(call->args);
    const tunip_relax_shape_expr *shape =
        TUNIP_AS(tunip_relax_shape_expr, count > 1 ? call->args->items[1] : NULL);
    for (size_t i = 0; shape && i < tunip_array_count(shape->values); i++) {
        const tunip_ir_int_imm *size = TUNIP_AS(tunip_ir_int_imm, shape->values->items[i]);
        if (size && size->value <= 0) return false;
    }
    return true;
}

/* The lists of a slice are of the same length, if they are tuples. */
bool relax_has_usual_slice(const tunip_relax_call *call)
{
    size_t length = SIZE_MAX;
    for (size_t i = 1; i < tunip_array_count(call->args); i++) {
        const tunip_relax_tuple *list = TUNIP_AS(tunip_relax_tuple, call->args->items[i]);
        size_t count = list ? tunip_array_count(list->fields) : length;
        if (length != SIZE_MAX && count != length) return false;
        length = count;
    }
    return true;
}

/* The number of a diagonal is no tensor. */
bool relax_has_usual_diagonal(const tunip_relax_call *call)
{
    const tunip_node *info = tunip_relax_struct_info_of(call->args->items[1]);
    return tunip_is(info, &tunip_relax_prim_struct_info_type);
}

/* A tuple is an argument that is left out, and any other one becomes a shape, a dtype or a number.
 */
bool relax_has_usual_view(const tunip_relax_call *call)
{
    for (size_t i = 1; i < tunip_array_count(call->args); i++) {
        const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, call->args->items[i]);
        if (tuple && tunip_array_count(tuple->fields)) return false;
    }
    return true;
}

/* ---- results ---- */

static bool is_tensor_of_shape(const tunip_node *info, const relax_op *op)
{
    if (op->makes_dtensor) return tunip_is(info, &tunip_relax_dtensor_struct_info_type);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    return tensor ? tunip_is(tensor->shape, &tunip_relax_shape_expr_type)
                  : tunip_is(info, &tunip_relax_dtensor_struct_info_type);
}

/* The results of functions that write into tensors have shapes. Other forms show none. */
static bool has_usual_results(const tunip_relax_call *call, const relax_op *op)
{
    bool is_maker = op && op->is_maker;
    if (!tunip_array_count(call->sinfo_args)) return !is_maker;
    if (!is_maker) return !op || !op->write;
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, call->sinfo_args->items[0]);
    if (!tuple) return is_tensor_of_shape(call->sinfo_args->items[0], op);
    for (size_t i = 0; i < tunip_array_count(tuple->fields); i++)
        if (!is_tensor_of_shape(tuple->fields->items[i], op)) return false;
    return true;
}

/* ---- calls of functions of the tensor IR ---- */

bool relax_is_normal(tunip_docsifier *d, const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    size_t count = tunip_array_count(call->args);
    if (!op || !op->calls_tir) return true;
    if (count < 2 || count > 3 || tunip_array_count(call->sinfo_args) != 1) return false;
    const tunip_node *args = call->args->items[1];
    const tunip_node *info = tunip_relax_struct_info_of(call->args->items[count - 1]);
    if (!tunip_is(tunip_relax_struct_info_of(args), &tunip_relax_tuple_struct_info_type) ||
        !(tunip_is(args, &tunip_relax_tuple_type) || tunip_is_a(args, &tunip_relax_var_type)) ||
        (count == 3 && !tunip_is(info, &tunip_relax_shape_struct_info_type)))
        return false;
    if (op->attrs != &tunip_relax_call_tir_inplace_attrs_type) return true;
    return tunip_is(call->attrs, &tunip_relax_call_tir_inplace_attrs_type) &&
           tunip_is(args, &tunip_relax_tuple_type) &&
           !relax_check_places(tunip_job_scratch(d), call).fault;
}

/* ---- numbers in attributes ---- */

/* Attributes with lists of 64-bit numbers; all others have 32 bits. A window has one number for
 * each dimension, and two of padding; for other attributes `dimensions` is 0. */
typedef struct wide_attrs {
    const tunip_type *type;
    size_t dimensions;
} wide_attrs;

static const wide_attrs all_wide[] = {
#define WIDE(type, dimensions) {&type##_type, dimensions},
#include "../wide_attrs.def"
#undef WIDE
};

static const wide_attrs *find_wide(const tunip_node *attrs)
{
    for (size_t i = 0; i < TUNIP_LEN(all_wide); i++)
        if (tunip_is(attrs, all_wide[i].type)) return &all_wide[i];
    return NULL;
}

static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};

/* Whether the numbers in a value are those that a reader makes of bare ones. The lists may be
 * `most` levels deep: a broken one is inside itself. */
static bool are_usual_numbers(const tunip_node *value, int bits, int most)
{
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    if (list && !most) return false;
    for (size_t i = 0; i < tunip_array_count(list); i++)
        if (!are_usual_numbers(list->items[i], bits, most - 1)) return false;
    tunip_dtype integer = tunip_dtype_make(TUNIP_DTYPE_INT, bits, 1);
    if (tunip_is(value, &tunip_ir_float_imm_type))
        return tunip_dtype_equal(tunip_ir_dtype_of(value), float32);
    return !tunip_is(value, &tunip_ir_int_imm_type) ||
           tunip_dtype_equal(tunip_ir_dtype_of(value), integer);
}

/* The lists of attributes are not nested deeper. */
enum { DEEPEST_LIST = 4 };

/* A flag that is a node, and not a number which happens to be a bool. */
static bool is_flag(const tunip_field *field, const tunip_node *value)
{
    return strcmp(field->name, "exclusive") == 0 && tunip_is(value, &tunip_ir_int_imm_type) &&
           tunip_ir_dtype_of(value).code == TUNIP_DTYPE_BOOL;
}

static bool has_usual_count(const tunip_node *value, const char *field, size_t dimensions)
{
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    size_t count = strcmp(field, "padding") == 0 ? 2 * dimensions : dimensions;
    return !list || !dimensions || list->count == count;
}

/* The sizes of a pool are as they are given to the gradients of one. */
static bool is_gradient(const tunip_relax_call *call)
{
    static const tunip_str gradients = TUNIP_STR("relax.grad.");
    tunip_str name = tunip_string_value(((const tunip_ir_op *)call->op)->name);
    return name.size > gradients.size && memcmp(name.data, gradients.data, gradients.size) == 0;
}

static bool has_usual_numbers(const tunip_relax_call *call)
{
    const tunip_node *attrs = call->attrs;
    const wide_attrs *wide = find_wide(attrs);
    for (size_t i = 0; attrs && i < attrs->type->field_count; i++) {
        const tunip_field *field = &attrs->type->fields[i];
        if (field->kind != TUNIP_KIND_NODE) continue;
        const tunip_node *value = tunip_field_node(attrs, field);
        if (is_flag(field, value)) continue;
        bool is_given = strcmp(field->name, "pool_size") == 0 && is_gradient(call);
        if (!are_usual_numbers(value, wide && !is_given ? 64 : 32, DEEPEST_LIST)) return false;
        if (wide && !has_usual_count(value, field->name, wide->dimensions)) return false;
    }
    return true;
}

bool relax_has_int32_numbers(const tunip_node *attrs)
{
    for (size_t i = 0; attrs && i < attrs->type->field_count; i++)
        if (attrs->type->fields[i].kind == TUNIP_KIND_NODE &&
            !are_usual_numbers(tunip_field_node(attrs, &attrs->type->fields[i]), 32, DEEPEST_LIST))
            return false;
    return true;
}

/* ---- other attributes ---- */

/* R.ones() and R.zeros() need a dtype. */
bool relax_has_usual_dtype(const tunip_relax_call *call)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    return !attrs || attrs->dtype.bits;
}

static bool is_all_of(const tunip_node *list, const tunip_type *type)
{
    const tunip_array *array = TUNIP_AS(tunip_array, list);
    for (size_t i = 0; i < tunip_array_count(array); i++)
        if (!tunip_is(array->items[i], type)) return false;
    return array;
}

/* So many parts, or where to split. */
bool relax_has_usual_split(const tunip_relax_call *call)
{
    const tunip_relax_split_attrs *attrs = TUNIP_AS(tunip_relax_split_attrs, call->attrs);
    const tunip_node *sections = attrs ? attrs->indices_or_sections : NULL;
    const tunip_ir_int_imm *count = TUNIP_AS(tunip_ir_int_imm, sections);
    return count ? count->value > 0 : is_all_of(sections, &tunip_ir_int_imm_type);
}

bool relax_has_usual_reduction(const tunip_relax_call *call)
{
    static const char *const reductions[] = {"none", "sum", "mean"};
    const tunip_relax_nll_loss_attrs *attrs = TUNIP_AS(tunip_relax_nll_loss_attrs, call->attrs);
    return attrs &&
           is_one_of(tunip_string_value(attrs->reduction), reductions, TUNIP_LEN(reductions));
}

bool relax_has_usual_groups(const tunip_relax_call *call)
{
    const tunip_field *field = tunip_type_field(call->attrs->type, "groups");
    return !field || field->kind != TUNIP_KIND_INT ||
           *(const int64_t *)tunip_field_at(call->attrs, field) > 0;
}

/* Whether Python finds a dtype in the struct info of a value. */
static bool has_dtype(const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(value);
    return tunip_is(info, &tunip_relax_tensor_struct_info_type) ||
           tunip_is(info, &tunip_relax_prim_struct_info_type);
}

/* The function asks for the dtype of its first argument. A missing list of separators becomes an
 * empty one. */
bool relax_has_usual_layout(const tunip_relax_call *call)
{
    if (!tunip_array_count(call->args) || !has_dtype(call->args->items[0])) return false;
    const tunip_relax_layout_transform_attrs *attrs =
        TUNIP_AS(tunip_relax_layout_transform_attrs, call->attrs);
    return attrs && attrs->axis_separators && attrs->input_axis_separators;
}

bool relax_has_usual_operation(const tunip_relax_call *call)
{
    static const char *const operations[] = {"sum", "prod", "min", "max", "avg"};
    const tunip_relax_all_reduce_attrs *attrs = TUNIP_AS(tunip_relax_all_reduce_attrs, call->attrs);
    return attrs &&
           is_one_of(tunip_string_value(attrs->op_type), operations, TUNIP_LEN(operations));
}

/* The number of an axis, from the first one on if the tensor's dimensions are known. */
static int64_t axis_at(const tunip_relax_call *call, const tunip_array *axes, size_t index)
{
    const tunip_ir_int_imm *axis = TUNIP_AS(tunip_ir_int_imm, axes->items[index]);
    const tunip_node *first = tunip_array_count(call->args) ? call->args->items[0] : NULL;
    const tunip_relax_tensor_struct_info *info =
        TUNIP_AS(tunip_relax_tensor_struct_info, tunip_relax_struct_info_of(first));
    int64_t value = axis ? axis->value : -1 - (int64_t)index;
    return value < 0 && info && info->ndim > 0 ? value + info->ndim : value;
}

bool relax_has_axis_twice(const tunip_relax_call *call)
{
    const tunip_relax_permute_dims_attrs *attrs =
        TUNIP_AS(tunip_relax_permute_dims_attrs, call->attrs);
    const tunip_array *axes = TUNIP_AS(tunip_array, attrs ? (const tunip_node *)attrs->axes : NULL);
    for (size_t i = 0; i < tunip_array_count(axes); i++)
        for (size_t k = 0; k < i; k++)
            if (axis_at(call, axes, i) == axis_at(call, axes, k)) return true;
    return false;
}

/* ---- the whole ---- */

const char *relax_find_unusual(const tunip_relax_call *call, const relax_op *op)
{
    if (!relax_has_own_attrs(call, op) || !has_usual_numbers(call)) return "attrs";
    if (!has_usual_args(call, op)) return "args";
    if (!has_usual_results(call, op)) return "sinfo_args";
    return op && op->is_usual && !op->is_usual(call) ? op->unusual : NULL;
}

bool relax_has_exact_call(const tunip_relax_call *call, const relax_op *op)
{
    const tunip_node *first = tunip_array_count(call->args) ? call->args->items[0] : NULL;
    /* A mesh in attributes is written as its name, which only the function looks up. */
    return !(op && op->write) && !tunip_is(first, &tunip_relax_extern_func_type) &&
           !tunip_is(call->attrs, &tunip_relax_distribution_attrs_type);
}
