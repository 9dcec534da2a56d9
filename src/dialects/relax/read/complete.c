/* complete.c -- arguments that TVM's operator functions complete: one number means a list of equal
 * numbers, and one layout is the default of another (TVM src/relax/op/nn, python/tvm/relax/op). */
#include <tunip/tvm/relax_attrs_v26.h>

#include "op.h"

/* ---- attributes of windows ---- */

/* Attributes of a window, and the number of its sides. */
static const struct {
    const tunip_type *type;
    size_t sides;
} windows[] = {
    {&tunip_relax_conv1d_attrs_type, 1},           {&tunip_relax_conv2d_attrs_type, 2},
    {&tunip_relax_conv3d_attrs_type, 3},           {&tunip_relax_conv1d_transpose_attrs_type, 1},
    {&tunip_relax_conv2d_transpose_attrs_type, 2}, {&tunip_relax_pool1d_attrs_type, 1},
    {&tunip_relax_pool2d_attrs_type, 2},           {&tunip_relax_pool3d_attrs_type, 3},
    {&tunip_relax_adaptive_pool1d_attrs_type, 1},  {&tunip_relax_adaptive_pool2d_attrs_type, 2},
    {&tunip_relax_adaptive_pool3d_attrs_type, 3},  {&tunip_relax_conv3d_transpose_attrs_type, 3},
    {&tunip_relax_roialign_attrs_type, 2},         {&tunip_relax_roipool_attrs_type, 2},
};

static size_t sides_of(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(windows); i++)
        if (windows[i].type == type) return windows[i].sides;
    return 0;
}

/* `count` numbers of fewer, which are repeated. */
static tunip_array *repeated(tunip_elaborator *e, tunip_array *list, size_t count)
{
    size_t own = tunip_array_count(list);
    if (!own || own >= count || count % own) return list;
    void **items = tunip_elaborator_alloc(e, count * sizeof *items);
    for (size_t i = 0; items && i < count; i++) items[i] = list->items[i % own];
    return items ? tunip_array_new(tunip_elaborator_graph(e), count, items) : NULL;
}

static void complete_lists(tunip_elaborator *e, tunip_node *attrs, size_t sides)
{
    const tunip_type *type = attrs->type;
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        tunip_array **list = (tunip_array **)((char *)attrs + field->offset);
        if (field->kind != TUNIP_KIND_NODE || field->expects != &tunip_array_type) continue;
        size_t ends = strcmp(field->name, "padding") == 0 ? 2 : 1;
        *list = repeated(e, *list, sides * ends);
    }
}

/* The layout of the result is that of the data. */
static void complete_layout(tunip_node *attrs)
{
    const tunip_field *out = tunip_type_field(attrs->type, "out_layout");
    const tunip_field *data = tunip_type_field(attrs->type, "data_layout");
    if (!data) data = tunip_type_field(attrs->type, "layout");
    if (!out || !data) return;
    tunip_node **layout = (tunip_node **)((char *)attrs + out->offset);
    if (!*layout) *layout = *(tunip_node **)((char *)attrs + data->offset);
}

/* ---- operators ---- */

static void insert(void **args, size_t *count, size_t at, void *arg)
{
    memmove(args + at + 1, args + at, (*count - at) * sizeof *args);
    args[at] = arg;
    ++*count;
}

static bool is_real(const void *arg)
{
    const tunip_relax_prim_value *value = TUNIP_AS(tunip_relax_prim_value, arg);
    return value && tunip_ir_dtype_of(value->value).code == TUNIP_DTYPE_FLOAT;
}

/* R.arange(5) is R.arange(0, 5, 1, "int64"). */
void relax_complete_range(tunip_elaborator *e, relax_made_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_init_attrs *attrs = (tunip_relax_init_attrs *)call->attrs;
    if (call->count == 2)
        insert(call->args, &call->count, 0,
               relax_new_prim_value(e, (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, 0)));
    if (attrs->dtype.bits) return;
    bool has_real = false;
    for (size_t i = 0; i < call->count; i++) has_real = has_real || is_real(call->args[i]);
    attrs->dtype = has_real ? tunip_dtype_make(TUNIP_DTYPE_FLOAT, 32, 1) : relax_int64_dtype;
}

/* R.eye(4) is R.eye(4, 4). */
void relax_complete_eye(tunip_elaborator *e, relax_made_call *call)
{
    (void)e;
    if (call->count == 2) insert(call->args, &call->count, 1, call->args[0]);
}

/* A call with a bias is a call of another operator. */
void relax_complete_attention(tunip_elaborator *e, relax_made_call *call)
{
    (void)e;
    if (call->count == 4) call->name = "relax.nn.attention_bias";
}

/* The keys have the sequences of the queries, unless they are given; and these stand side by
 * side. */
void relax_complete_lengths(tunip_elaborator *e, relax_made_call *call)
{
    enum { BOTH = 5, ALL = 7, FIRST = 3 };
    if (!tunip_elaborator_folds(e) || (call->count != BOTH && call->count != ALL)) return;
    void *starts = call->args[FIRST], *most = call->args[FIRST + 1];
    bool is_given = call->count == ALL;
    void *own_starts = is_given ? call->args[FIRST + 2] : starts;
    void *own_most = is_given ? call->args[FIRST + 3] : most;
    void *ordered[] = {starts, own_starts, most, own_most};
    memcpy(call->args + FIRST, ordered, sizeof ordered);
    call->count = ALL;
}

/* A number that pads a tensor has the dtype of the tensor, if both are integers or both numbers. */
static void complete_padding(tunip_elaborator *e, tunip_relax_layout_transform_attrs *attrs,
                             const relax_made_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_relax_tensor_struct_info *info =
        TUNIP_AS(tunip_relax_tensor_struct_info,
                 call->count ? tunip_relax_struct_info_of(call->args[0]) : NULL);
    const tunip_node *number = attrs->pad_value ? attrs->pad_value->value : NULL;
    const tunip_ir_int_imm *whole = TUNIP_AS(tunip_ir_int_imm, number);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, number);
    if (!info || !tunip_elaborator_folds(e) || (!whole && !real)) return;
    bool is_real = info->dtype.code == TUNIP_DTYPE_FLOAT || info->dtype.code == TUNIP_DTYPE_BFLOAT;
    bool is_int = info->dtype.code == TUNIP_DTYPE_INT || info->dtype.code == TUNIP_DTYPE_UINT;
    double value = whole ? (double)whole->value : real->value;
    if (is_real)
        attrs->pad_value = (void *)relax_new_prim_value(
            e, (tunip_node *)tunip_ir_float(graph, info->dtype, value));
    else if (is_int && whole)
        attrs->pad_value = (void *)relax_new_prim_value(
            e, (tunip_node *)tunip_ir_int(graph, info->dtype, whole->value));
}

/* The separators of axes are lists. */
void relax_complete_transform(tunip_elaborator *e, relax_made_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_layout_transform_attrs *attrs = (tunip_relax_layout_transform_attrs *)call->attrs;
    complete_padding(e, attrs, call);
    if (!attrs->axis_separators) attrs->axis_separators = tunip_array_new(graph, 0, NULL);
    if (!attrs->input_axis_separators)
        attrs->input_axis_separators = tunip_array_new(graph, 0, NULL);
}

/* ---- products of sizes ---- */

enum { MOST_FACTORS = 32, MOST_DEPTH = 64 };

/* A product of a number and of variables. */
typedef struct product {
    int64_t number;
    const tunip_node *factors[MOST_FACTORS];
    size_t count;
    bool is_other; /* it has a factor of another kind, or too many */
} product;

static void add_factor(product *p, const tunip_node *size, int depth)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, size);
    const tunip_tir_mul *mul = TUNIP_AS(tunip_tir_mul, size);
    if (p->is_other) return;
    if (imm) {
        p->is_other = __builtin_mul_overflow(p->number, imm->value, &p->number);
    } else if (mul && depth < MOST_DEPTH) {
        add_factor(p, mul->a, depth + 1);
        add_factor(p, mul->b, depth + 1);
    } else if (!tunip_is_a(size, &tunip_tir_var_type) || p->count == MOST_FACTORS) {
        p->is_other = true;
    } else {
        p->factors[p->count++] = size;
    }
}

static product product_of(const tunip_array *sizes, size_t skipped)
{
    product p = {.number = 1};
    for (size_t i = 0; i < tunip_array_count(sizes); i++)
        if (i != skipped) add_factor(&p, sizes->items[i], 0);
    return p;
}

/* Takes the factors out of `whole` that `part` has, too. */
static void cancel(product *whole, product *part)
{
    for (size_t i = 0; i < part->count;) {
        size_t k = 0;
        while (k < whole->count && whole->factors[k] != part->factors[i]) k++;
        if (k == whole->count) {
            i++;
            continue;
        }
        memmove(whole->factors + k, whole->factors + k + 1,
                (--whole->count - k) * sizeof *whole->factors);
        memmove(part->factors + i, part->factors + i + 1,
                (--part->count - i) * sizeof *part->factors);
    }
}

static const tunip_node *write_product(tunip_elaborator *e, const product *p)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_scratch *scratch = tunip_graph_scratch(graph);
    const tunip_node *made = (const tunip_node *)tunip_ir_int(graph, relax_int64_dtype, 1);
    for (size_t i = 0; i < p->count; i++)
        made = tunip_tir_folded(scratch, &tunip_tir_mul_type, made, p->factors[i]);
    return tunip_tir_folded(scratch, &tunip_tir_mul_type, made,
                            (const tunip_node *)tunip_ir_int(graph, relax_int64_dtype, p->number));
}

/* The product of all `old` sizes, divided by that of the others among `sizes` than `left`; NULL if
 * that is unknown. */
static tunip_node *rest_of(tunip_elaborator *e, const tunip_array *old, const tunip_array *sizes,
                           size_t left)
{
    tunip_scratch *scratch = tunip_graph_scratch(tunip_elaborator_graph(e));
    product whole = product_of(old, tunip_array_count(old)), part = product_of(sizes, left);
    if (whole.is_other || part.is_other || part.number < 1) return NULL;
    cancel(&whole, &part);
    const tunip_node *rest = tunip_tir_folded(scratch, &tunip_tir_floor_div_type,
                                              write_product(e, &whole), write_product(e, &part));
    return (tunip_node *)(uintptr_t)tunip_tir_simplified(scratch, rest);
}

/* R.reshape(x, (-1, 4)): -1 means the remaining size, 0 the dimension of `x`. */
void relax_complete_reshape(tunip_elaborator *e, relax_made_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_relax_shape_expr *shape =
        call->count == 2 ? TUNIP_AS(tunip_relax_shape_expr, call->args[1]) : NULL;
    const tunip_relax_tensor_struct_info *info =
        TUNIP_AS(tunip_relax_tensor_struct_info, relax_worked_out(e, call->args[0]));
    const tunip_relax_shape_expr *old = info ? TUNIP_AS(tunip_relax_shape_expr, info->shape) : NULL;
    if (!shape || !old || !tunip_elaborator_folds(e)) return;
    size_t count = tunip_array_count(shape->values), left = count;
    void **dims = tunip_elaborator_alloc(e, (count + 1) * sizeof *dims);
    for (size_t i = 0; dims && i < count; i++) {
        dims[i] = shape->values->items[i];
        if (tunip_ir_is_int(dims[i], 0) && i < tunip_array_count(old->values))
            dims[i] = old->values->items[i];
        if (tunip_ir_is_int(dims[i], -1)) left = i;
    }
    tunip_array *made = dims ? tunip_array_new(graph, count, dims) : NULL;
    if (!made) return;
    if (left < count) {
        made->items[left] = rest_of(e, old->values, made, left);
        if (!made->items[left]) return;
    }
    call->args[1] = relax_new_shape(e, made);
}

/* One number as the second argument is the size of all sides; `list` holds it, or is NULL. */
static void complete_size(tunip_elaborator *e, relax_made_call *call, size_t sides,
                          tunip_array *list)
{
    const tunip_node *size = call->count == 2 ? call->args[1] : NULL;
    const tunip_relax_prim_value *number = TUNIP_AS(tunip_relax_prim_value, size);
    if (number) list = TUNIP_LIST(tunip_elaborator_graph(e), number->value);
    if (tunip_array_count(list) == 1) call->args[1] = relax_new_shape(e, repeated(e, list, sides));
}

/* Images resized without a region of interest have one of zeros: two ends for each side. */
static void complete_resize(tunip_elaborator *e, relax_made_call *call, size_t sides,
                            tunip_array **region)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_dtype float32 = tunip_dtype_make(TUNIP_DTYPE_FLOAT, 32, 1);
    const tunip_relax_shape_expr *size =
        call->count == 2 ? TUNIP_AS(tunip_relax_shape_expr, call->args[1]) : NULL;
    complete_size(e, call, sides, size ? size->values : NULL);
    if (*region) return;
    *region = repeated(e, TUNIP_LIST(graph, tunip_ir_float(graph, float32, 0)), 2 * sides);
}

void relax_complete_resize2d(tunip_elaborator *e, relax_made_call *call)
{
    complete_resize(e, call, 2, &((tunip_relax_resize2d_attrs *)call->attrs)->roi);
}

void relax_complete_resize3d(tunip_elaborator *e, relax_made_call *call)
{
    complete_resize(e, call, 3, &((tunip_relax_resize3d_attrs *)call->attrs)->roi);
}

void relax_complete_grid(tunip_elaborator *e, relax_made_call *call)
{
    complete_size(e, call, 2, NULL);
}

/* R.memory.view(x, shape): omitted arguments are empty tuples. */
void relax_complete_view(tunip_elaborator *e, relax_made_call *call)
{
    enum { ARGUMENTS = 4 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    while (call->count < ARGUMENTS)
        insert(call->args, &call->count, call->count,
               relax_new_tuple(e, tunip_array_new(graph, 0, NULL)));
}

void relax_complete_call(tunip_elaborator *e, relax_made_call *call)
{
    size_t sides = call->attrs ? sides_of(call->attrs->type) : 0;
    if (sides) {
        complete_lists(e, call->attrs, sides);
        complete_layout(call->attrs);
    }
    if (call->op->complete) call->op->complete(e, call);
}

/* ---- functions that are not operators ---- */

/* R.linear(x, weight, bias): x @ weight.T + bias. */
RELAX_READ(linear)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_node *data = relax_expr_of(e, &call->args[0]);
    tunip_node *weight = relax_expr_of(e, &call->args[1]);
    tunip_node *bias =
        call->args[2].kind > TUNIP_VALUE_NONE ? relax_expr_of(e, &call->args[2]) : NULL;
    tunip_relax_matmul_attrs *attrs = tunip_node_new(graph, &tunip_relax_matmul_attrs_type);
    if (!data || !weight || !attrs) return tunip_value_wrong(call->doc);
    attrs->out_dtype = relax_dtype_of(e, &call->args[3]);
    tunip_relax_call *turned =
        relax_new_op_call(e, "relax.permute_dims", TUNIP_LIST(graph, weight));
    if (turned) turned->attrs = tunip_node_new(graph, &tunip_relax_permute_dims_attrs_type);
    tunip_relax_call *made = relax_new_op_call(e, "relax.matmul", TUNIP_LIST(graph, data, turned));
    if (made) made->attrs = (tunip_node *)attrs;
    if (bias) made = relax_new_op_call(e, "relax.add", TUNIP_LIST(graph, made, bias));
    return tunip_value_node(made, call->doc);
}

/* R.nn.relu6(x): R.clip(x, 0, 6). */
RELAX_READ(relu6)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_node *data = relax_expr_of(e, &call->args[0]);
    if (!data) return tunip_value_wrong(call->doc);
    tunip_node *low = (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, 0);
    tunip_node *high = (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, 6);
    tunip_array *args =
        TUNIP_LIST(graph, data, relax_new_prim_value(e, low), relax_new_prim_value(e, high));
    return tunip_value_node(relax_new_op_call(e, "relax.clip", args), call->doc);
}
