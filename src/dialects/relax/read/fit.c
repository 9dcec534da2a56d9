/* fit.c -- whether struct infos fit together, and the one that two values have in common (TVM
 * src/relax/analysis/struct_info_analysis.cc, StructInfoBaseCheck, StructInfoLCA). */
#include "../equal.h"
#include "read.h"

#include <stdio.h>

/* ---- fitting ---- */

static bool dims_differ(const tunip_array *a, const tunip_array *b)
{
    if (!a || !b) return false;
    if (a->count != b->count) return true;
    for (size_t i = 0; i < a->count; i++) {
        const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a->items[i]);
        const tunip_ir_int_imm *y = TUNIP_AS(tunip_ir_int_imm, b->items[i]);
        if (x && y && x->value != y->value) return true;
    }
    return false;
}

static bool ndims_differ(int64_t a, int64_t b)
{
    return a != TUNIP_RELAX_UNKNOWN_NDIM && b != TUNIP_RELAX_UNKNOWN_NDIM && a != b;
}

static const tunip_array *tensor_dims(const tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    return shape ? shape->values : NULL;
}

static bool tensors_differ(const tunip_node *a, const tunip_node *b)
{
    const tunip_relax_tensor_struct_info *x = (const tunip_relax_tensor_struct_info *)a;
    const tunip_relax_tensor_struct_info *y = (const tunip_relax_tensor_struct_info *)b;
    if (x->dtype.bits && y->dtype.bits && !tunip_dtype_equal(x->dtype, y->dtype)) return true;
    return ndims_differ(x->ndim, y->ndim) || dims_differ(tensor_dims(x), tensor_dims(y));
}

bool relax_infos_differ(const tunip_node *a, const tunip_node *b)
{
    if (!a || !b || tunip_is(a, &tunip_relax_object_struct_info_type) ||
        tunip_is(b, &tunip_relax_object_struct_info_type))
        return false;
    if (a->type != b->type) return true;
    if (tunip_is(a, &tunip_relax_tensor_struct_info_type)) return tensors_differ(a, b);
    const tunip_relax_shape_struct_info *s = TUNIP_AS(tunip_relax_shape_struct_info, a);
    const tunip_relax_shape_struct_info *t = TUNIP_AS(tunip_relax_shape_struct_info, b);
    if (s && t) return ndims_differ(s->ndim, t->ndim) || dims_differ(s->values, t->values);
    const tunip_relax_prim_struct_info *p = TUNIP_AS(tunip_relax_prim_struct_info, a);
    const tunip_relax_prim_struct_info *q = TUNIP_AS(tunip_relax_prim_struct_info, b);
    if (p && q) return !tunip_dtype_equal(p->dtype, q->dtype);
    const tunip_relax_tuple_struct_info *f = TUNIP_AS(tunip_relax_tuple_struct_info, a);
    const tunip_relax_tuple_struct_info *g = TUNIP_AS(tunip_relax_tuple_struct_info, b);
    if (!f || !g) return false;
    if (tunip_array_count(f->fields) != tunip_array_count(g->fields)) return true;
    for (size_t i = 0; i < tunip_array_count(f->fields); i++)
        if (relax_infos_differ(f->fields->items[i], g->fields->items[i])) return true;
    return false;
}

/* Whether the struct info of an argument is less specific than that of its parameter. */
static bool is_less_specific(const tunip_node *param, const tunip_node *arg)
{
    const tunip_relax_tensor_struct_info *x = TUNIP_AS(tunip_relax_tensor_struct_info, param);
    const tunip_relax_tensor_struct_info *y = TUNIP_AS(tunip_relax_tensor_struct_info, arg);
    bool is_object = tunip_is(arg, &tunip_relax_object_struct_info_type);
    if (is_object) return param && !tunip_is(param, &tunip_relax_object_struct_info_type);
    if (!x || !y) return false;
    return (x->dtype.bits && !y->dtype.bits) ||
           (x->ndim != TUNIP_RELAX_UNKNOWN_NDIM && y->ndim == TUNIP_RELAX_UNKNOWN_NDIM);
}

/* ---- struct infos in messages ---- */

enum { MOST_TEXT = 160 };

static size_t put_dims(char *out, size_t used, const tunip_array *dims)
{
    for (size_t i = 0; i < dims->count && used < MOST_TEXT - 48; i++) {
        const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dims->items[i]);
        const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, dims->items[i]);
        tunip_str name = var ? tunip_string_value(var->name) : tunip_str_from("...");
        if (i) used += (size_t)snprintf(out + used, 3, ", ");
        if (imm)
            used += (size_t)snprintf(out + used, 24, "%lld", (long long)imm->value);
        else
            used += (size_t)snprintf(out + used, 24, "%.*s", name.size < 20 ? (int)name.size : 20,
                                     name.data);
    }
    return used + (size_t)snprintf(out + used, 3, dims->count == 1 ? ",)" : ")");
}

static size_t put_tensor(char *out, const tunip_relax_tensor_struct_info *info)
{
    const tunip_array *dims = tensor_dims(info);
    size_t used = (size_t)snprintf(out, MOST_TEXT, dims ? "R.Tensor((" : "R.Tensor(");
    if (dims) used = put_dims(out, used, dims);
    if (!dims && info->ndim != TUNIP_RELAX_UNKNOWN_NDIM)
        used += (size_t)snprintf(out + used, 32, "ndim=%lld", (long long)info->ndim);
    if (info->dtype.bits) {
        char name[TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype_name(info->dtype, name);
        bool is_first = out[used - 1] == '(';
        used += (size_t)snprintf(out + used, TUNIP_DTYPE_NAME_SIZE + 5, "%s\"%s\"",
                                 is_first ? "" : ", ", name);
    }
    return used + (size_t)snprintf(out + used, 2, ")");
}

const char *relax_dims_text(tunip_elaborator *e, const tunip_array *dims)
{
    char *out = tunip_elaborator_alloc(e, MOST_TEXT);
    if (!out) return "";
    out[0] = '(';
    put_dims(out, 1, dims);
    return out;
}

const char *relax_info_text(tunip_elaborator *e, const tunip_node *info)
{
    char *out = tunip_elaborator_alloc(e, MOST_TEXT);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    if (!out) return "";
    if (tensor)
        put_tensor(out, tensor);
    else
        snprintf(out, MOST_TEXT, "%s",
                 info ? tunip_type_noun(e, info->type) : "of unknown struct info");
    return out;
}

/* ---- arguments ---- */

void relax_check_arguments(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    size_t count = tunip_array_count(call->args);
    if (!func || !func->params) return;
    if (tunip_array_count(func->params) != count) {
        tunip_complain(e, doc, "the function takes %zu arguments, got %zu",
                       tunip_array_count(func->params), count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const tunip_node *param = func->params->items[i], *arg = relax_info(call->args->items[i]);
        bool fits = !relax_infos_differ(param, arg) &&
                    !(tunip_elaborator_folds(e) && is_less_specific(param, arg));
        if (!fits)
            tunip_complain(e, doc, "argument %zu must be %s, and is %s", i + 1,
                           relax_info_text(e, param), relax_info_text(e, arg));
    }
}

/* ---- the struct info of two values ---- */

static tunip_node *common_tensor(tunip_elaborator *e, const tunip_relax_tensor_struct_info *a,
                                 const tunip_relax_tensor_struct_info *b)
{
    tunip_relax_tensor_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_tensor_struct_info_type);
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    if (!info) return NULL;
    bool has_shape = a->shape && b->shape && relax_equal(scratch, a->shape, b->shape);
    info->shape = has_shape ? a->shape : NULL;
    info->dtype = tunip_dtype_equal(a->dtype, b->dtype) ? a->dtype : relax_no_dtype;
    info->ndim = a->ndim == b->ndim ? a->ndim : TUNIP_RELAX_UNKNOWN_NDIM;
    info->vdevice = a->vdevice == b->vdevice ? a->vdevice : NULL;
    return (tunip_node *)info;
}

static tunip_node *common_tuple(tunip_elaborator *e, const tunip_array *a, const tunip_array *b)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = tunip_array_count(a);
    if (count != tunip_array_count(b)) return relax_new_object_info(e);
    void **fields = tunip_elaborator_alloc(e, count * sizeof *fields);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = relax_common_info(e, a->items[i], b->items[i]);
    tunip_array *list = fields ? tunip_array_new(graph, count, fields) : NULL;
    return (tunip_node *)tunip_relax_tuple_info_new(graph, list);
}

static tunip_node *common_shape(tunip_elaborator *e, const tunip_relax_shape_struct_info *a,
                                const tunip_relax_shape_struct_info *b)
{
    tunip_relax_shape_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_shape_struct_info_type);
    if (info) info->ndim = a->ndim == b->ndim ? a->ndim : TUNIP_RELAX_UNKNOWN_NDIM;
    return (tunip_node *)info;
}

tunip_node *relax_common_info(tunip_elaborator *e, tunip_node *a, tunip_node *b)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    if (!a || !b) return NULL;
    if (relax_equal(scratch, a, b)) return a;
    if (a->type != b->type) return relax_new_object_info(e);
    if (tunip_is(a, &tunip_relax_tensor_struct_info_type))
        return common_tensor(e, (const tunip_relax_tensor_struct_info *)a,
                             (const tunip_relax_tensor_struct_info *)b);
    if (tunip_is(a, &tunip_relax_tuple_struct_info_type))
        return common_tuple(e, ((const tunip_relax_tuple_struct_info *)a)->fields,
                            ((const tunip_relax_tuple_struct_info *)b)->fields);
    if (tunip_is(a, &tunip_relax_shape_struct_info_type))
        return common_shape(e, (const tunip_relax_shape_struct_info *)a,
                            (const tunip_relax_shape_struct_info *)b);
    const tunip_relax_prim_struct_info *x = TUNIP_AS(tunip_relax_prim_struct_info, a);
    const tunip_relax_prim_struct_info *y = TUNIP_AS(tunip_relax_prim_struct_info, b);
    if (x && y && tunip_dtype_equal(x->dtype, y->dtype))
        return relax_new_prim_info(e, NULL, x->dtype);
    return relax_new_object_info(e);
}
