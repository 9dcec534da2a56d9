/* usual.c -- which calls of operators TVM's functions of the same names make (TVM src/relax/op and
 * python/tvm/relax/op). The functions check their arguments, complete lists of attributes, and
 * decide on dtypes. A call that differs must be written in full. */
#include "../ops.h"
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

/* ---- arguments ---- */

/* The kind of node that the function for an operator takes as an argument, which must be there. */
typedef struct op_arg {
    size_t at;
    const tunip_type *type; /* NULL: any */
} op_arg;

enum { MOST_OP_ARGS = 4 };

/* The function for an operator, where it differs from most functions. */
typedef struct op_form {
    const char *op;
    size_t most;        /* arguments in the text; 0: any number */
    const char *tuples; /* the places (digits) of arguments that are Python's tuples in the text */
    op_arg args[MOST_OP_ARGS]; /* up to {0, NULL}, which is the last one or before it */
    bool is_maker;             /* it writes into tensors, and its result has a shape */
    bool (*is_usual)(const tunip_relax_call *call); /* a further check; or NULL */
    const char *field;                              /* that it checks */
} op_form;

static bool has_odd_tuple(const tunip_relax_call *call, const char *places)
{
    for (size_t i = 0; i < tunip_array_count(call->args); i++) {
        if (!tunip_is(call->args->items[i], &tunip_relax_tuple_type)) continue;
        if (!places || i >= 10 || !strchr(places, (char)('0' + i))) return true;
    }
    return false;
}

static bool has_usual_args(const tunip_relax_call *call, const op_form *form)
{
    size_t count = tunip_array_count(call->args);
    if (has_odd_tuple(call, form ? form->tuples : NULL)) return false;
    if (!form) return true;
    if (form->most && count > form->most) return false;
    for (const op_arg *arg = form->args; arg->at || arg->type; arg++)
        if (arg->at >= count || (arg->type && !tunip_is(call->args->items[arg->at], arg->type)))
            return false;
    return true;
}

/* TVM replaces a size of zero by the size in the old shape, and computes a size of -1. */
static bool has_usual_sizes(const tunip_relax_call *call)
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
static bool has_usual_slice(const tunip_relax_call *call)
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
static bool has_usual_diagonal(const tunip_relax_call *call)
{
    const tunip_node *info = tunip_relax_struct_info_of(call->args->items[1]);
    return tunip_is(info, &tunip_relax_prim_struct_info_type);
}

/* A tuple is an argument that is left out, and any other one becomes a shape, a dtype or a number.
 */
static bool has_usual_view(const tunip_relax_call *call)
{
    for (size_t i = 1; i < tunip_array_count(call->args); i++) {
        const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, call->args->items[i]);
        if (tuple && tunip_array_count(tuple->fields)) return false;
    }
    return true;
}

/* ---- results ---- */

static bool is_tensor_of_shape(const tunip_node *info, tunip_str op)
{
    if (tunip_str_is(op, "relax.dist.call_tir_local_view"))
        return tunip_is(info, &tunip_relax_dtensor_struct_info_type);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    return tensor ? tunip_is(tensor->shape, &tunip_relax_shape_expr_type)
                  : tunip_is(info, &tunip_relax_dtensor_struct_info_type);
}

/* The results of functions that write into tensors have shapes. Other forms show none. */
static bool has_usual_results(const tunip_relax_call *call, tunip_str op, bool is_maker)
{
    if (!tunip_array_count(call->sinfo_args)) return !is_maker;
    if (!is_maker) return !relax_has_special_form(op);
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
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    size_t count = tunip_array_count(call->args);
    if (!relax_is_tir_call(call)) return true;
    if (count < 2 || count > 3 || tunip_array_count(call->sinfo_args) != 1) return false;
    const tunip_node *args = call->args->items[1];
    const tunip_node *info = tunip_relax_struct_info_of(call->args->items[count - 1]);
    if (!tunip_is(tunip_relax_struct_info_of(args), &tunip_relax_tuple_struct_info_type) ||
        !(tunip_is(args, &tunip_relax_tuple_type) || tunip_is_a(args, &tunip_relax_var_type)) ||
        (count == 3 && !tunip_is(info, &tunip_relax_shape_struct_info_type)))
        return false;
    if (!tunip_str_is(tunip_string_value(op->name), "relax.call_tir_inplace")) return true;
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
static bool has_usual_dtype(const tunip_relax_call *call)
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
static bool has_usual_split(const tunip_relax_call *call)
{
    const tunip_relax_split_attrs *attrs = TUNIP_AS(tunip_relax_split_attrs, call->attrs);
    const tunip_node *sections = attrs ? attrs->indices_or_sections : NULL;
    const tunip_ir_int_imm *count = TUNIP_AS(tunip_ir_int_imm, sections);
    return count ? count->value > 0 : is_all_of(sections, &tunip_ir_int_imm_type);
}

static bool has_usual_reduction(const tunip_relax_call *call)
{
    static const char *const reductions[] = {"none", "sum", "mean"};
    const tunip_relax_nll_loss_attrs *attrs = TUNIP_AS(tunip_relax_nll_loss_attrs, call->attrs);
    return attrs &&
           is_one_of(tunip_string_value(attrs->reduction), reductions, TUNIP_LEN(reductions));
}

static bool has_usual_groups(const tunip_relax_call *call)
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
static bool has_usual_layout(const tunip_relax_call *call)
{
    if (!tunip_array_count(call->args) || !has_dtype(call->args->items[0])) return false;
    const tunip_relax_layout_transform_attrs *attrs =
        TUNIP_AS(tunip_relax_layout_transform_attrs, call->attrs);
    return attrs && attrs->axis_separators && attrs->input_axis_separators;
}

static bool has_usual_operation(const tunip_relax_call *call)
{
    static const char *const operations[] = {"sum", "prod", "min", "max", "avg"};
    const tunip_relax_all_reduce_attrs *attrs = TUNIP_AS(tunip_relax_all_reduce_attrs, call->attrs);
    return attrs &&
           is_one_of(tunip_string_value(attrs->op_type), operations, TUNIP_LEN(operations));
}

#define ARG(at, type) {(at), &tunip_##type##_type}

static const op_form op_forms[] = {
    {"relax.arange",
     .args = {ARG(0, relax_prim_value), ARG(1, relax_prim_value), ARG(2, relax_prim_value)}},
    {"relax.assert_op", .args = {ARG(1, relax_string_imm)}},
    {"relax.builtin.alloc_tensor",
     .args = {ARG(1, relax_data_type_imm), ARG(2, relax_prim_value), ARG(3, relax_string_imm)}},
    {"relax.call_builtin_with_ctx", .tuples = "1"},
    {"relax.call_dps_packed", .most = 2, .tuples = "1", .is_maker = true},
    {"relax.call_inplace_packed", .args = {ARG(0, relax_extern_func)}},
    {"relax.call_pure_packed", .tuples = "123456789", .args = {ARG(0, relax_extern_func)}},
    {"relax.call_tir", .tuples = "1", .is_maker = true, .args = {ARG(0, ir_global_var)}},
    {"relax.call_tir_inplace", .tuples = "1", .is_maker = true, .args = {ARG(0, ir_global_var)}},
    {"relax.call_tir_with_grad", .most = 2, .tuples = "1", .is_maker = true,
     .args = {ARG(0, ir_global_var)}},
    {"relax.ccl.allreduce", .is_usual = has_usual_operation, .field = "attrs"},
    {"relax.clip", .args = {ARG(1, relax_prim_value), ARG(2, relax_prim_value)}},
    {"relax.concat", .tuples = "0"},
    {"relax.dist.call_tir_local_view", .tuples = "1", .is_maker = true},
    {"relax.einsum", .tuples = "0"},
    {"relax.eye",
     .args = {ARG(0, relax_prim_value), ARG(1, relax_prim_value), ARG(2, relax_prim_value)}},
    {"relax.eye_like", .args = {ARG(1, relax_prim_value)}},
    {"relax.hint_on_device", .most = 1},
    {"relax.invoke_closure", .tuples = "1", .args = {ARG(1, relax_tuple)}},
    {"relax.invoke_pure_closure", .tuples = "1", .args = {ARG(1, relax_tuple)}},
    {"relax.layout_transform", .is_usual = has_usual_layout, .field = "attrs"},
    {"relax.make_closure", .tuples = "1", .args = {ARG(1, relax_tuple)}},
    {"relax.max", .most = 1},
    {"relax.memory.alloc_storage", .tuples = "0",
     .args = {ARG(1, relax_prim_value), ARG(2, relax_string_imm), ARG(3, relax_data_type_imm)}},
    {"relax.memory.alloc_tensor",
     .args = {ARG(1, relax_prim_value), ARG(3, relax_data_type_imm), ARG(4, relax_prim_value)}},
    {"relax.memory.view", .tuples = "123", .args = {{3, NULL}}, .is_usual = has_usual_view,
     .field = "args"},
    {"relax.min", .most = 1},
    {"relax.nn.conv1d", .is_usual = has_usual_groups, .field = "attrs"},
    {"relax.nn.conv1d_transpose", .is_usual = has_usual_groups, .field = "attrs"},
    {"relax.nn.conv2d", .is_usual = has_usual_groups, .field = "attrs"},
    {"relax.nn.conv2d_transpose", .is_usual = has_usual_groups, .field = "attrs"},
    {"relax.nn.conv3d", .is_usual = has_usual_groups, .field = "attrs"},
    {"relax.nn.nll_loss", .is_usual = has_usual_reduction, .field = "attrs"},
    {"relax.one_hot", .args = {ARG(1, relax_prim_value), ARG(2, relax_prim_value)}},
    {"relax.ones", .is_usual = has_usual_dtype, .field = "attrs"},
    {"relax.print", .args = {ARG(0, relax_string_imm)}},
    {"relax.reshape", .is_usual = has_usual_sizes, .field = "args"},
    {"relax.split", .is_usual = has_usual_split, .field = "attrs"},
    {"relax.stack", .tuples = "0"},
    {"relax.strided_slice", .tuples = "1234", .is_usual = has_usual_slice, .field = "args"},
    {"relax.to_vdevice", .most = 1},
    {"relax.tril", .args = {{1, NULL}}, .is_usual = has_usual_diagonal, .field = "args"},
    {"relax.triu", .args = {{1, NULL}}, .is_usual = has_usual_diagonal, .field = "args"},
    {"relax.unique", .args = {{4, NULL}}},
    {"relax.vm.alloc_storage",
     .args = {ARG(1, relax_prim_value), ARG(2, relax_data_type_imm), ARG(3, relax_string_imm)}},
    {"relax.vm.alloc_tensor",
     .args = {ARG(1, relax_prim_value), ARG(3, relax_data_type_imm), ARG(4, relax_prim_value)}},
    {"relax.vm.call_tir_dyn", .tuples = "1", .args = {ARG(1, relax_tuple)}},
    {"relax.where", .args = {{2, NULL}}},
    {"relax.zeros", .is_usual = has_usual_dtype, .field = "attrs"},
};

#undef ARG

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

const char *relax_find_unusual(const tunip_relax_call *call)
{
    tunip_str op = tunip_string_value(((const tunip_ir_op *)call->op)->name);
    if (!relax_has_attrs_of(call, op) || !has_usual_numbers(call)) return "attrs";
    const op_form *form = TUNIP_IR_FIND_ROW(op, op_forms);
    if (!has_usual_args(call, form)) return "args";
    if (!has_usual_results(call, op, form && form->is_maker)) return "sinfo_args";
    return form && form->is_usual && !form->is_usual(call) ? form->field : NULL;
}

bool relax_has_exact_call(const tunip_relax_call *call)
{
    const tunip_node *first = tunip_array_count(call->args) ? call->args->items[0] : NULL;
    tunip_str op = tunip_string_value(((const tunip_ir_op *)call->op)->name);
    /* A mesh in attributes is written as its name, which only the function looks up. */
    return !relax_has_special_form(op) && !tunip_is(first, &tunip_relax_extern_func_type) &&
           !tunip_is(call->attrs, &tunip_relax_distribution_attrs_type);
}
