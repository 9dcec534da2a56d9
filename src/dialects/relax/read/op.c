/* op.c -- calls of operators: R.nn.conv2d(x, w, strides=[1, 1]). The rows of ops.def say which
 * parameters are arguments and which are attributes. */
#include <stdio.h>

#include <stdlib.h>

#include <tunip/tvm/relax_attrs_v26.h>

#include "read.h"

/* ==== The attributes of operators: their fields, and the values of absent ones ==== */

const tunip_field *relax_attr_field(const tunip_type *attrs, tunip_str name)
{
    for (; attrs; attrs = attrs->base)
        for (size_t i = 0; i < attrs->field_count; i++)
            if (tunip_str_is(name, attrs->fields[i].name)) return &attrs->fields[i];
    return NULL;
}

/* ---- setting a field ---- */

static const tunip_type *const wide_attrs[] = {
#define WIDE(type, dimensions) &type##_type,
#include "../wide_attrs.def"
#undef WIDE
};

/* The bits of a bare number: 64 for the types of wide_attrs.def, except for `pool_size` of a
 * gradient; otherwise 32. */
static int bits_of(const char *op, const tunip_type *attrs, const tunip_field *field)
{
    static const char gradients[] = "relax.grad.";
    bool is_gradient = strncmp(op, gradients, sizeof gradients - 1) == 0;
    if (is_gradient && strcmp(field->name, "pool_size") == 0) return 32;
    for (size_t i = 0; i < TUNIP_LEN(wide_attrs); i++)
        if (attrs == wide_attrs[i]) return 64;
    return 32;
}

/* A bare number gets the usual dtype, a bool the dtype bool. */
static tunip_node *number_of(tunip_elaborator *e, const tunip_value *value, const tunip_type *type,
                             int bits)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
    static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
    if (value->kind == TUNIP_VALUE_FLOAT)
        return (tunip_node *)tunip_ir_float(graph, float32, value->real);
    if (value->kind == TUNIP_VALUE_BOOL)
        return (tunip_node *)tunip_ir_int(graph, boolean, value->boolean);
    if (value->kind != TUNIP_VALUE_INT) return relax_number_of(e, value);
    if (type == &tunip_ir_float_imm_type)
        return (tunip_node *)tunip_ir_float(graph, float32, (double)value->integer);
    if (value->integer != (int32_t)value->integer) bits = 64;
    return (tunip_node *)tunip_ir_int(graph, tunip_dtype_make(TUNIP_DTYPE_INT, bits, 1),
                                      value->integer);
}

/* Several numbers; a single number means a list of one number. */
static tunip_node *numbers_of(tunip_elaborator *e, const tunip_value *value, const tunip_type *type,
                              int bits)
{
    tunip_values values = {value, 1};
    if (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type)
        return relax_are_numbers(e, value) ? value->node : NULL;
    if (value->kind == TUNIP_VALUE_LIST) values = value->items;
    void **items = tunip_elaborator_alloc(e, values.count * sizeof *items);
    for (size_t i = 0; items && i < values.count; i++)
        items[i] = number_of(e, &values.items[i], type, bits);
    if (!items) return NULL;
    return (tunip_node *)tunip_array_new(tunip_elaborator_graph(e), values.count, items);
}

static tunip_node *prim_value_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *expr = relax_expr_of(e, value);
    if (!expr || tunip_is(expr, &tunip_relax_prim_value_type)) return expr;
    tunip_complain_instead(e, value, "R.prim_value");
    return NULL;
}

/* T.index_map(...), or a lambda alone. */
static tunip_node *index_map_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_value map = *value;
    if (value->kind == TUNIP_VALUE_LAMBDA)
        map = tunip_call_word(e, &tunip_dialect_tir, "index_map", (tunip_values){value, 1},
                              value->doc);
    return tunip_value_to_node(e, &map, &tunip_tir_index_map_type);
}

/* A dtype that may be absent. */
static tunip_node *new_dtype(tunip_elaborator *e, tunip_dtype dtype)
{
    tunip_dtype_value *made = tunip_graph_alloc(tunip_elaborator_graph(e), sizeof *made);
    if (!made || !dtype.bits) return NULL;
    *made = (tunip_dtype_value){{&tunip_dtype_type}, dtype};
    return (tunip_node *)made;
}

static tunip_node *node_of(tunip_elaborator *e, const tunip_field *field, const tunip_value *value,
                           int bits)
{
    const tunip_type *type = field->expects;
    if (value->kind <= TUNIP_VALUE_NONE) return NULL;
    if (type == &tunip_array_type) return numbers_of(e, value, field->item, bits);
    if (type == &tunip_string_type)
        return (tunip_node *)tunip_string_new_view(tunip_elaborator_graph(e),
                                                   tunip_value_to_str(e, value, ""));
    if (type == &tunip_int_type)
        return (tunip_node *)tunip_int_new(tunip_elaborator_graph(e),
                                           tunip_value_to_int(e, value, 0));
    if (type == &tunip_ir_int_imm_type || type == &tunip_ir_float_imm_type)
        return number_of(e, value, type, bits);
    if (type == &tunip_dtype_type) return new_dtype(e, relax_dtype_of(e, value));
    if (type == &tunip_ir_vdevice_type) return relax_vdevice_of(e, value);
    if (type == &tunip_relax_device_mesh_type) return relax_mesh_of(e, value);
    if (type == &tunip_relax_placement_type) return relax_placement_of(e, value);
    if (type == &tunip_relax_prim_value_type) return prim_value_of(e, value);
    if (type == &tunip_tir_index_map_type) return index_map_of(e, value);
    if (type == &tunip_map_type) return tunip_value_to_data(e, value);
    return relax_is_list(value) ? numbers_of(e, value, NULL, bits)
                                : number_of(e, value, NULL, bits);
}

void relax_set_attr(tunip_elaborator *e, const char *op, tunip_node *attrs,
                    const tunip_field *field, const tunip_value *value)
{
    void *at = (char *)attrs + field->offset;
    tunip_value given = *value;
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        *(int64_t *)at = tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_BOOL:
        *(bool *)at = tunip_value_to_bool(e, value, false);
        return;
    case TUNIP_KIND_FLOAT:
        *(double *)at = value->kind == TUNIP_VALUE_FLOAT ? value->real
                                                         : (double)tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_DTYPE:
        *(tunip_dtype *)at = relax_dtype_of(e, value);
        return;
    case TUNIP_KIND_NODE:
        if (strcmp(field->name, "exclusive") == 0 && value->kind == TUNIP_VALUE_INT)
            given = (tunip_value){.kind = TUNIP_VALUE_BOOL, .boolean = value->integer != 0};
        *(tunip_node **)at = node_of(e, field, &given, bits_of(op, attrs->type, field));
        return;
    }
}

/* ---- values of absent parameters ---- */

/* Reads a number, a string, a name or a list of numbers: None, -1, 'NCHW', (1,1). */
static tunip_value literal_of(tunip_elaborator *e, tunip_str text)
{
    tunip_value value = {.kind = TUNIP_VALUE_NONE};
    if (!text.size || tunip_str_is(text, "None")) return value;
    if (tunip_str_is(text, "True") || tunip_str_is(text, "False")) {
        value.kind = TUNIP_VALUE_BOOL;
        value.boolean = text.data[0] == 'T';
    } else if (text.data[0] == '\'') {
        value.kind = TUNIP_VALUE_STR;
        value.text = (tunip_str){text.data + 1, text.size - 2};
    } else if (text.data[0] == '(' || text.data[0] == '[') {
        tunip_value *items = tunip_elaborator_alloc(e, text.size * sizeof *items);
        value.kind = TUNIP_VALUE_LIST;
        for (size_t begin = 1, at = 1; items && at < text.size; at++) {
            if (text.data[at] != ',' && at + 1 < text.size) continue;
            if (at > begin)
                items[value.items.count++] =
                    literal_of(e, (tunip_str){text.data + begin, at - begin});
            begin = at + 1;
        }
        value.items.items = items;
    } else if (memchr(text.data, '.', text.size) || memchr(text.data, 'e', text.size)) {
        value.kind = TUNIP_VALUE_FLOAT;
        value.real = strtod(text.data, NULL);
    } else {
        value.kind = TUNIP_VALUE_INT;
        value.integer = strtol(text.data, NULL, 10);
    }
    return value;
}

bool relax_default(tunip_elaborator *e, const char *params, tunip_str name, tunip_value *out)
{
    while (*params) {
        size_t size = strcspn(params, " ");
        bool is_it = size > name.size && params[name.size] == '=' &&
                     memcmp(params, name.data, name.size) == 0;
        if (is_it) {
            tunip_str text = {params + name.size + 1, size - name.size - 1};
            *out = literal_of(e, text);
            return true;
        }
        params += size;
        params += strspn(params, " ");
    }
    return false;
}

/* ==== Arguments that TVM's operator functions complete: one number means a list of equal numbers,
 * and one layout is the default of another (TVM src/relax/op/nn, python/tvm/relax/op). */

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

/* R.image.affine_grid(matrices, size): before v0.26 it has no attributes, and aligns corners. */
void relax_complete_grid(tunip_elaborator *e, relax_made_call *call)
{
    complete_size(e, call, 2, NULL);
    const tunip_relax_affine_grid_attrs *attrs = (const void *)call->attrs;
    if (!relax_has_types(e) && attrs->align_corners) call->attrs = NULL;
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

/* ==== Calls of operators: R.nn.conv2d(x, w, strides=[1, 1]). The rows of ops.def say which
 * parameters are arguments and which are attributes. */

typedef struct op_call {
    tunip_elaborator *e;
    relax_made_call made;
    bool is_wrong;
} op_call;

/* ---- arguments ---- */

static bool is_shape_name(tunip_str name)
{
    return tunip_str_is(name, "shape") || tunip_str_is(name, "size") ||
           tunip_str_is(name, "total_space");
}

/* The last two may be numbers in v0.26: a text does not say its version, so they are refused only
 * where the reader follows v0.23. */
static bool is_tensor_name(const tunip_elaborator *e, tunip_str name)
{
    static const char *const names[] = {"x", "x1", "x2", "x3", "data", "indices", "weight"};
    size_t count = TUNIP_LEN(names) - (tunip_elaborator_folds(e) ? 0 : 2);
    for (size_t i = 0; i < count; i++)
        if (tunip_str_is(name, names[i])) return true;
    return false;
}

static bool is_number(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL || value->kind == TUNIP_VALUE_INT ||
           value->kind == TUNIP_VALUE_FLOAT;
}

/* Whether an item of a list is an expression of Relax, so that it is no list of dimensions. */
static bool has_expr(const tunip_value *list)
{
    for (size_t i = 0; list->kind == TUNIP_VALUE_LIST && i < list->items.count; i++)
        if (list->items.items[i].kind == TUNIP_VALUE_NODE &&
            tunip_is_a(list->items.items[i].node, &tunip_ir_relax_expr_type))
            return true;
    return false;
}

static tunip_node *dtype_expr(tunip_elaborator *e, const tunip_value *value)
{
    tunip_word_call call = {.doc = value->doc, .args = value};
    tunip_value made = relax_read_dtype(e, &call);
    return made.kind == TUNIP_VALUE_NODE ? made.node : NULL;
}

tunip_node *relax_function_of(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_STR) return relax_new_extern(e, value->text);
    tunip_value known = *value;
    if (value->kind == TUNIP_VALUE_NODE) known.node = relax_outside_function(e, value->node);
    if (known.kind == TUNIP_VALUE_NODE && tunip_is(known.node, &tunip_ir_global_var_type))
        return known.node;
    return relax_expr_of(e, &known);
}

/* A number as an argument, which only newer versions write without R.prim_value(). */
static tunip_node *bare_number(tunip_elaborator *e, const tunip_value *value)
{
    bool is_bool = value->kind == TUNIP_VALUE_BOOL && !tunip_elaborator_folds(e);
    tunip_hint_vintage(e, 26);
    if (!is_bool) return relax_expr_of(e, value);
    return relax_new_prim_value(
        e, (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), TUNIP_BOOL, value->boolean));
}

/* `(0, 1)` as an argument, where v0.23 writes (R.prim_value(0), R.prim_value(1)). People write a
 * list for both. */
static bool is_bare_tuple(const tunip_value *value)
{
    bool is_tuple = relax_is_list(value) && value->doc && value->doc->kind == TUNIP_DOC_TUPLE;
    return is_tuple && value->items.count && is_number(&value->items.items[0]);
}

/* An argument, as the function of the operator makes it of a value: lists become shapes or tuples,
 * names of functions foreign functions. */
static tunip_node *argument_of(tunip_elaborator *e, tunip_str name, const tunip_value *value)
{
    if (tunip_str_is(name, "func")) return relax_function_of(e, value);
    if (tunip_str_is(name, "dtype") && value->kind == TUNIP_VALUE_STR) return dtype_expr(e, value);
    if (is_shape_name(name) && relax_is_list(value) && !has_expr(value))
        return relax_new_shape(e, relax_dims_of(e, value));
    bool is_list = value->kind == TUNIP_VALUE_LIST && tunip_elaborator_folds(e) &&
                   !tunip_str_is(name, "indices"); /* R.index_tensor(x, (i, j)) */
    bool is_bare = is_number(value) || is_list;
    if (is_tensor_name(e, name) && is_bare && !relax_has_types(e)) {
        tunip_complain_instead(e, value, "an expression of Relax");
        tunip_complain_also(e, NULL, "write R.const(...)");
        return NULL;
    }
    if (is_number(value)) return bare_number(e, value);
    if (is_bare_tuple(value)) tunip_hint_vintage(e, 26);
    return relax_expr_of(e, value);
}

/* Since v0.26, this operator takes a tuple of numbers for one. */
static bool takes_tuple(const op_call *c)
{
    return relax_has_types(c->e) && c->made.op->takes_tuple;
}

/* Whether a name of a function stays a string: TVM's function of the operator is one of those that
 * do not make an ExternFunc of it (TVM python/tvm/relax/op/vm/vm.py, base.py). */
static bool keeps_name(const op_call *c)
{
    return tunip_elaborator_folds(c->e) && c->made.op->keeps_name;
}

static void add_argument(op_call *c, tunip_str name, const tunip_value *value)
{
    bool is_expr = (relax_is_list(value) && takes_tuple(c)) ||
                   (value->kind == TUNIP_VALUE_STR && tunip_str_is(name, "func") && keeps_name(c));
    tunip_node *arg = is_expr ? relax_expr_of(c->e, value) : argument_of(c->e, name, value);
    if (!arg) c->is_wrong = true;
    c->made.args[c->made.count++] = arg;
}

/* ---- parameters ---- */

/* Whether TVM takes None for this value. */
static bool stands_for_none(tunip_elaborator *e, const tunip_value *usual)
{
    return tunip_elaborator_folds(e) &&
           (usual->kind == TUNIP_VALUE_LIST || usual->kind == TUNIP_VALUE_BOOL);
}

/* Whether TVM refuses None, because the parameter is a number, a string or a dtype. */
static bool needs_value(tunip_elaborator *e, const tunip_value *usual)
{
    return tunip_elaborator_folds(e) && !relax_has_types(e) &&
           (usual->kind == TUNIP_VALUE_INT || usual->kind == TUNIP_VALUE_FLOAT ||
            usual->kind == TUNIP_VALUE_STR);
}

static void set_param(op_call *c, tunip_str name, const tunip_value *given,
                      const tunip_word_call *call)
{
    const tunip_field *field = c->made.attrs ? relax_attr_field(c->made.attrs->type, name) : NULL;
    tunip_value value = *given, usual;
    bool is_default = value.kind == TUNIP_VALUE_ABSENT || value.kind == TUNIP_VALUE_NONE;
    bool has_default = is_default && relax_default(c->e, call->word->params, name, &usual);
    if (value.kind == TUNIP_VALUE_ABSENT && !has_default) return;
    if (has_default && (value.kind == TUNIP_VALUE_ABSENT || stands_for_none(c->e, &usual)))
        value = usual;
    if (!value.doc) value.doc = call->doc;
    bool may_be_null = field && field->flags & TUNIP_FLAG_OPTIONAL;
    bool is_missing = value.kind == TUNIP_VALUE_NONE && field && !may_be_null;
    bool is_older = tunip_elaborator_folds(c->e) && !relax_has_types(c->e);
    if (is_missing && (has_default ? needs_value(c->e, &usual) : is_older)) {
        tunip_complain(c->e, value.doc,
                       TUNIP_BREAKS_ARGUMENTS "the argument `%.*s` must not be None",
                       (int)name.size, name.data);
        c->is_wrong = true;
        return;
    }
    bool is_dtype = field && field->kind == TUNIP_KIND_DTYPE;
    if (given->kind == TUNIP_VALUE_NONE && is_dtype) tunip_hint_vintage(c->e, 26); /* not "void" */
    bool is_empty = is_default && value.kind == TUNIP_VALUE_LIST && !value.items.count;
    if (is_empty && !field)
        c->made.args[c->made.count++] = relax_expr_of(c->e, &value); /* R.tuple(), not a shape */
    else if (field)
        relax_set_attr(c->e, c->made.name, c->made.attrs, field, &value);
    else if (value.kind != TUNIP_VALUE_NONE)
        add_argument(c, name, &value);
}

static void add_rest(op_call *c, tunip_values rest)
{
    for (size_t i = 0; i < rest.count; i++) add_argument(c, tunip_str_from("*"), &rest.items[i]);
}

/* The struct infos of a call. */
static tunip_array *sinfo_args_of(op_call *c, const tunip_value *value)
{
    return relax_infos_of(c->e, value);
}

/* Goes through the parameters in their order; returns the struct infos. */
static tunip_array *read_params(op_call *c, const tunip_word_call *call)
{
    const char *params = call->word->params;
    tunip_array *infos = NULL;
    for (size_t i = 0; *params;) {
        size_t size = strcspn(params, " ");
        tunip_str name = {params, strcspn(params, " =")};
        params += size;
        params += strspn(params, " ");
        if (name.data[0] == '*') {
            add_rest(c, call->rest);
            continue;
        }
        const tunip_value *value = &call->args[i++];
        if (tunip_str_is(name, "out_sinfo")) continue; /* read below */
        if (tunip_str_is(name, "sinfo_args"))
            infos = sinfo_args_of(c, value);
        else
            set_param(c, name, value, call);
    }
    return infos;
}

/* ---- the word ---- */

static size_t count_params(const char *params)
{
    size_t count = 1;
    for (; *params; params++) count += *params == ' ';
    return count;
}

RELAX_READ(op)
{
    const relax_op *op = relax_word_op(call->word);
    tunip_graph *graph = tunip_elaborator_graph(e);
    op_call c = {.e = e, .made = {.op = op, .name = op->name}};
    size_t room = count_params(call->word->params) + call->rest.count + 1;
    c.made.args = tunip_elaborator_alloc(e, room * sizeof *c.made.args);
    if (op->attrs) c.made.attrs = tunip_node_new(graph, op->attrs);
    if (!c.made.args || (op->attrs && !c.made.attrs)) return tunip_value_wrong(call->doc);
    tunip_array *infos = read_params(&c, call);
    if (c.is_wrong) return tunip_value_wrong(call->doc);
    relax_complete_call(e, &c.made);
    tunip_relax_call *made =
        relax_new_op_call(e, c.made.name, tunip_array_new(graph, c.made.count, c.made.args));
    if (!made) return tunip_value_wrong(call->doc);
    made->attrs = c.made.attrs;
    if (infos) made->sinfo_args = infos;
    return tunip_value_node(made, call->doc);
}

/* relax.Call(tvm.ir.Op.get("relax.add"), [x, y]), R.emit_with_sinfo("relax.add", [x, y], sinfos):
 * just this call. */
RELAX_READ(exact_call)
{
    const tunip_value *infos = &call->args[call->word->data ? 2 : 3];
    tunip_node *callee = call->args[0].kind == TUNIP_VALUE_NODE ? call->args[0].node : NULL;
    tunip_node *args = relax_expr_of(e, &call->args[1]);
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, args);
    if (!tuple) return tunip_value_wrong(call->doc);
    tunip_relax_call *made;
    if (call->args[0].kind == TUNIP_VALUE_STR) {
        tunip_str name = tunip_graph_copy(tunip_elaborator_graph(e), call->args[0].text);
        made = relax_new_op_call(e, name.data, tuple->fields);
    } else {
        if (!tunip_is_a(callee, &tunip_ir_relax_expr_type)) callee = NULL;
        if (!callee) return tunip_complain(e, call->args[0].doc, "expected an operator");
        made = relax_new_call(e, callee, tuple->fields);
    }
    if (made && !call->word->data && call->args[2].kind > TUNIP_VALUE_NONE)
        made->attrs = tunip_value_to_data(e, &call->args[2]);
    if (made && infos->kind > TUNIP_VALUE_NONE) made->sinfo_args = relax_infos_of(e, infos);
    return tunip_value_node(made, call->doc);
}

/* ==== Calls of operators that do not simply list their arguments and attributes (print/call.c
 * prints them). */

/* ---- call_tir and similar operators ---- */

/* The value of the parameter `name`; absent if the word has no such parameter. */
static const tunip_value *param(const tunip_word_call *call, const char *name)
{
    static const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const char *params = call->word->params;
    size_t size = strlen(name);
    for (size_t i = 0; *params;) {
        size_t length = strcspn(params, " ");
        if (params[0] != '*') {
            if (strcspn(params, " =") == size && memcmp(params, name, size) == 0)
                return &call->args[i];
            i++;
        }
        params += length;
        params += strspn(params, " ");
    }
    return &absent;
}

/* The arguments of the function: a tuple; another expression becomes the only field of one. */
static tunip_node *arguments_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *expr = relax_expr_of(e, value);
    if (!expr || tunip_is(expr, &tunip_relax_tuple_type) ||
        tunip_is(relax_worked_out(e, expr), &tunip_relax_tuple_struct_info_type))
        return expr;
    return relax_new_tuple(e, TUNIP_LIST(tunip_elaborator_graph(e), expr));
}

/* The struct info of the output: several are a tuple. */
static tunip_array *outputs_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *infos = relax_infos_of(e, value);
    if (!infos || infos->count == 1) return infos;
    return TUNIP_LIST(graph, tunip_relax_tuple_info_new(graph, infos));
}

static tunip_node *read_attrs(tunip_elaborator *e, const relax_op *op, const tunip_word_call *call)
{
    tunip_node *attrs = op->attrs ? tunip_node_new(tunip_elaborator_graph(e), op->attrs) : NULL;
    for (size_t i = 0; attrs && i < op->attrs->field_count; i++) {
        const tunip_field *field = &op->attrs->fields[i];
        const tunip_value *value = param(call, field->name);
        if (value->kind > TUNIP_VALUE_NONE)
            relax_set_attr(e, op->name, attrs, field, value);
        else if (field->expects == &tunip_map_type)
            *(tunip_map **)((char *)attrs + field->offset) =
                tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
    }
    return attrs;
}

/* R.call_tir(cls.f, (x,), out_sinfo=R.Tensor(...), tir_vars=R.shape([n])) */
RELAX_READ(output_call)
{
    const relax_op *op = relax_word_op(call->word);
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_foreign = op->reads_name;
    if (call->args[0].kind == TUNIP_VALUE_STR && !is_foreign && tunip_elaborator_folds(e))
        return tunip_complain_instead(e, &call->args[0], "a function of the module");
    void *args[3] = {relax_function_of(e, &call->args[0]), arguments_of(e, &call->args[1])};
    size_t count = 2;
    const tunip_value *symbols = param(call, "tir_vars");
    if (symbols->kind > TUNIP_VALUE_NONE)
        args[count++] = relax_is_list(symbols) ? relax_new_shape(e, relax_dims_of(e, symbols))
                                               : relax_expr_of(e, symbols);
    for (size_t i = 0; i < count; i++)
        if (!args[i]) return tunip_value_wrong(call->doc);
    tunip_array *infos = outputs_of(e, param(call, "out_sinfo"));
    if (tunip_array_count(infos) != 1 || !infos->items[0]) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_op_call(e, op->name, tunip_array_new(graph, count, args));
    if (!made) return tunip_value_wrong(call->doc);
    made->attrs = read_attrs(e, op, call);
    made->sinfo_args = infos;
    return tunip_value_node(made, call->doc);
}

/* ---- foreign functions ---- */

/* The keywords that are attributes of a call, in a dictionary. */
static tunip_node *foreign_attrs(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_dict_attrs *attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    for (size_t i = 0; attrs && i < call->named.count; i++) {
        if (tunip_str_is(call->names[i], "sinfo_args") || tunip_str_is(call->names[i], "ty_args") ||
            tunip_str_is(call->names[i], "attrs_type_key"))
            continue;
        tunip_ir_put(e, attrs->dict, tunip_string_new_view(graph, call->names[i]),
                     tunip_value_to_data(e, &call->named.items[i]));
    }
    return (tunip_node *)attrs;
}

/* R.call_packed("f", x, sinfo_args=R.Tensor(...)) */
RELAX_READ(call_packed)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    list.items = call->rest;
    if (doc->base.kind != TUNIP_DOC_CALL) return tunip_complain(e, call->doc, "expected a call");
    tunip_node *func = relax_function_of(e, &call->args[0]);
    tunip_relax_tuple *args = (tunip_relax_tuple *)relax_expr_of(e, &list);
    if (!func || !args) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_call(e, func, args->fields);
    if (!made) return tunip_value_wrong(call->doc);
    size_t known = call->args[1].kind != TUNIP_VALUE_ABSENT;
    known += call->args[2].kind != TUNIP_VALUE_ABSENT;
    const tunip_value *type = &call->args[2];
    if (type->kind == TUNIP_VALUE_STR && !tunip_str_is(type->text, "ir.DictAttrs"))
        return tunip_complain(e, type->doc, "attributes of the type %.*s cannot be read here",
                              (int)type->text.size, type->text.data);
    if (doc->values.count > known || type->kind == TUNIP_VALUE_STR)
        made->attrs = foreign_attrs(e, call);
    tunip_array *infos = relax_infos_of(e, &call->args[1]);
    made->sinfo_args = infos ? infos : tunip_array_new(graph, 0, NULL);
    return tunip_value_node(made, call->doc);
}

/* R.emit_te(topi.add, x, y): TVM runs the function, and makes a PrimFunc and a call of it. */
RELAX_READ(emit_te)
{
    tunip_complain(e, call->doc, "R.emit_te runs a function of Python, which tunip does not do");
    tunip_complain_also(e, NULL, "write R.call_tir and the PrimFunc, as TVM prints the module");
    return tunip_value_wrong(call->doc);
}

/* R.anything(x, key=1): a call of the operator relax.anything, with the keywords as attributes. */
RELAX_READ(unknown_op)
{
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = call->rest};
    tunip_relax_tuple *args = (tunip_relax_tuple *)relax_expr_of(e, &list);
    if (!args || call->doc->kind != TUNIP_DOC_CALL) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_op_call(e, call->word->name, args->fields);
    tunip_array *infos = relax_infos_of(e, &call->args[0]);
    if (!made) return tunip_value_wrong(call->doc);
    if (call->named.count) made->attrs = foreign_attrs(e, call);
    if (infos) made->sinfo_args = infos;
    relax_set_info(made, infos && infos->count ? infos->items[0] : relax_new_object_info(e));
    return tunip_value_node(made, call->doc);
}

bool relax_describe_unknown(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    enum { MOST = 128 };
    char text[MOST];
    int size = snprintf(text, sizeof text, "relax.%.*s", (int)name.size, name.data);
    if (size >= MOST) return false;
    tunip_str full = tunip_graph_copy(tunip_elaborator_graph(e), (tunip_str){text, (size_t)size});
    *out = (tunip_word){
        .name = full.data, .params = "*args sinfo_args= **", .read = relax_read_unknown_op};
    return full.data != NULL;
}

/* R.call_py_func("f", x, y, out_sinfo=R.Tensor(...)) passes x and y as one tuple. With sinfo_args,
 * the arguments of the operator follow the name. */
RELAX_READ(call_py_func)
{
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = call->rest};
    if (call->args[2].kind <= TUNIP_VALUE_NONE) return relax_read_op(e, call);
    tunip_node *name = relax_expr_of(e, &call->args[0]), *args = relax_expr_of(e, &list);
    tunip_array *infos = outputs_of(e, &call->args[2]);
    if (!name || !args || !infos) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_op_call(e, "relax.call_py_func",
                                               TUNIP_LIST(tunip_elaborator_graph(e), name, args));
    if (made) made->sinfo_args = infos;
    return tunip_value_node(made, call->doc);
}

/* ---- devices ---- */

/* R.hint_on_device(x, R.device(device_type=1, index=0), "global") */
RELAX_READ(hint_on_device)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_node *data = relax_expr_of(e, &call->args[0]);
    tunip_relax_call *made =
        data ? relax_new_op_call(e, "relax.hint_on_device", TUNIP_LIST(graph, data)) : NULL;
    if (!made) return tunip_value_wrong(call->doc);
    const tunip_value *device = &call->args[1];
    if (device->kind <= TUNIP_VALUE_NONE) return tunip_value_node(made, call->doc);
    bool is_device = device->kind == TUNIP_VALUE_NODE &&
                     tunip_is(device->node, &tunip_relax_hint_on_device_attrs_type);
    if (!is_device) return tunip_complain_instead(e, device, "R.device(...)");
    tunip_relax_hint_on_device_attrs *attrs = (tunip_relax_hint_on_device_attrs *)device->node;
    attrs->memory_scope =
        tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[2], "global"));
    made->attrs = device->node;
    return tunip_value_node(made, call->doc);
}

/* ---- messages ---- */

/* The arguments are `first`, which may be NULL, then the text, then the other values. */
static tunip_value message_call(tunip_elaborator *e, const tunip_word_call *call,
                                const tunip_value *first, const tunip_value *format)
{
    const relax_op *op = relax_word_op(call->word);
    tunip_values rest = call->rest;
    if (rest.count == 1 && rest.items[0].kind == TUNIP_VALUE_LIST) rest = rest.items[0].items;
    size_t count = 0;
    void **args = tunip_elaborator_alloc(e, (rest.count + 2) * sizeof *args);
    if (!args) return tunip_value_wrong(call->doc);
    if (first) args[count++] = relax_expr_of(e, first);
    args[count++] = format->kind == TUNIP_VALUE_ABSENT ? relax_new_string(e, tunip_str_from(""))
                                                       : relax_expr_of(e, format);
    for (size_t i = 0; i < rest.count; i++) args[count++] = relax_expr_of(e, &rest.items[i]);
    for (size_t i = 0; i < count; i++)
        if (!args[i]) return tunip_value_wrong(call->doc);
    tunip_array *list = tunip_array_new(tunip_elaborator_graph(e), count, args);
    return tunip_value_node(relax_new_op_call(e, op->name, list), call->doc);
}

/* R.print(x, y, format=R.str("{} {}")) */
RELAX_READ(print)
{
    return message_call(e, call, NULL, &call->args[0]);
}

/* R.assert_op(condition, x, format=R.str("{}")) */
RELAX_READ(assert_op)
{
    return message_call(e, call, &call->args[0], &call->args[1]);
}
