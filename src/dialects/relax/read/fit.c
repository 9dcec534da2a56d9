/* fit.c -- whether struct infos fit together: those of values, of calls, and of functions. */
#include <stdio.h>

#include <tunip/ext/tir_rules.h>

#include "../infer/infer.h"
#include "../types.h"
#include "read.h"

/* ==== Whether struct infos fit together, and the one that two values have in common (TVM
 * src/relax/analysis/struct_info_analysis.cc, StructInfoBaseCheck, StructInfoLCA). */

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

/* The sizes between brackets, without the closing one. */
static size_t put_sizes(char *out, size_t used, const tunip_array *dims)
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
    return used;
}

static size_t put_dims(char *out, size_t used, const tunip_array *dims)
{
    used = put_sizes(out, used, dims);
    return used + (size_t)snprintf(out + used, 3, dims->count == 1 ? ",)" : ")");
}

static void put_shape(char *out, const tunip_relax_shape_struct_info *info)
{
    if (info->values) {
        size_t used = put_sizes(out, (size_t)snprintf(out, MOST_TEXT, "R.Shape(["), info->values);
        snprintf(out + used, 3, "])");
    } else if (info->ndim != TUNIP_RELAX_UNKNOWN_NDIM) {
        snprintf(out, MOST_TEXT, "R.Shape(ndim=%lld)", (long long)info->ndim);
    } else {
        snprintf(out, MOST_TEXT, "R.Shape");
    }
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
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    if (!out) return "";
    if (tensor) {
        put_tensor(out, tensor);
    } else if (shape) {
        put_shape(out, shape);
    } else if (prim) {
        char name[TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype_name(prim->dtype, name);
        snprintf(out, MOST_TEXT, "R.Prim(\"%s\")", name);
    } else {
        snprintf(out, MOST_TEXT, "%s",
                 info ? tunip_type_noun(e, info->type) : "of unknown struct info");
    }
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
        tunip_complain(e, doc, TUNIP_BREAKS_ARGUMENTS "the function takes %zu arguments, got %zu",
                       tunip_array_count(func->params), count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const tunip_node *param = func->params->items[i], *arg = relax_info(call->args->items[i]);
        bool fits = !relax_infos_differ(param, arg) &&
                    !(tunip_elaborator_folds(e) && is_less_specific(param, arg));
        if (!fits)
            tunip_complain(e, doc, TUNIP_BREAKS_ARGUMENTS "argument %zu must be %s, and is %s",
                           i + 1, relax_info_text(e, param), relax_info_text(e, arg));
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

/* ==== Whether a call of tensor IR fits the signature of its function (TVM src/relax/op/op.cc,
 * ValidateCallTIR). Sizes that need a proof count as fitting. */

/* A call and the parameters of its function: inputs, outputs, numbers. */
typedef struct tir_call {
    tunip_graph *graph;
    const tunip_relax_call *call;
    const tunip_array *params;
    const tunip_array *args;
    const tunip_relax_shape_struct_info *numbers; /* or NULL */
    size_t number_count;
} tir_call;

/* False if something is not known, or distributed. */
static bool find_parts(tir_call *c)
{
    const tunip_array *args = c->call->args;
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, relax_info(args->items[0]));
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, args->items[1]);
    bool has_numbers = args->count > 2;
    c->params = func && !func->derive_func ? func->params : NULL;
    c->args = tuple ? tuple->fields : NULL;
    if (has_numbers)
        c->numbers = TUNIP_AS(tunip_relax_shape_struct_info, relax_info(args->items[2]));
    if (!c->params || !c->args || (has_numbers && (!c->numbers || c->numbers->ndim < 0)))
        return false;
    c->number_count = has_numbers ? (size_t)c->numbers->ndim : 0;
    for (size_t i = 0; i < c->args->count; i++) {
        const tunip_node *info = relax_info(c->args->items[i]);
        bool is_plain = info && !tunip_is(info, &tunip_relax_dtensor_struct_info_type) &&
                        !tunip_is(info, &tunip_relax_tuple_struct_info_type);
        if (!is_plain) return false;
    }
    return true;
}

/* The struct info of the number `index`, an int64 if its value is not known. */
static tunip_node *number_info(const tir_call *c, size_t index)
{
    const tunip_array *values = c->numbers->values;
    tunip_node *value = values && index < values->count ? values->items[index] : NULL;
    return relax_new_number_info(c->graph, value, relax_int64_dtype);
}

/* Compares the arguments with the parameters, and notes what they give for its symbols. */
static relax_tir_fit fit_inputs(const tir_call *c, relax_symbol_map *map)
{
    size_t first = c->params->count - c->number_count;
    for (size_t i = 0; i < c->args->count + c->number_count; i++) {
        bool is_input = i < c->args->count;
        tunip_node *param = c->params->items[is_input ? i : first + i - c->args->count];
        tunip_node *arg =
            is_input ? relax_info(c->args->items[i]) : number_info(c, i - c->args->count);
        relax_define_symbols(c->graph, map, param, arg);
        if (relax_infos_differ(param, arg))
            return (relax_tir_fit){RELAX_TIR_INPUT, i, param, arg, 0, 0};
    }
    return (relax_tir_fit){RELAX_TIR_FITS, 0, NULL, NULL, 0, 0};
}

/* The outputs of the function; of R.call_tir_inplace also the inputs that it overwrites. */
static tunip_array *outputs_of(const tir_call *c)
{
    const tunip_relax_call_tir_inplace_attrs *attrs =
        TUNIP_AS(tunip_relax_call_tir_inplace_attrs, c->call->attrs);
    const tunip_array *places = attrs ? attrs->inplace_indices : NULL;
    size_t next = c->args->count, end = c->params->count - c->number_count;
    size_t room = tunip_array_count(places) + (end - next), count = 0;
    void **out = tunip_scratch_alloc(tunip_graph_scratch(c->graph), (room + 1) * sizeof *out);
    for (size_t i = 0; out && (i < tunip_array_count(places) || next < end); i++) {
        const tunip_ir_int_imm *place =
            i < tunip_array_count(places) ? TUNIP_AS(tunip_ir_int_imm, places->items[i]) : NULL;
        bool is_input = place && place->value >= 0 && place->value < (int64_t)c->args->count;
        if (!is_input && next == end) break;
        out[count++] = c->params->items[is_input ? (size_t)place->value : next++];
    }
    return out ? tunip_array_new(c->graph, count, out) : NULL;
}

static relax_tir_fit fit_outputs(const tir_call *c, relax_symbol_map *map)
{
    const tunip_array *outputs = outputs_of(c);
    const tunip_node *said = c->call->sinfo_args->items[0];
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, said);
    size_t count = tuple ? tunip_array_count(tuple->fields) : 1;
    if (count != tunip_array_count(outputs))
        return (relax_tir_fit){RELAX_TIR_OUTPUT_COUNT,     0,    NULL, NULL,
                               tunip_array_count(outputs), count};
    for (size_t i = 0; i < count; i++) {
        const tunip_node *info = relax_replace_symbols(c->graph, map, outputs->items[i]);
        const tunip_node *own = tuple ? tuple->fields->items[i] : said;
        if (relax_infos_differ(info, own))
            return (relax_tir_fit){RELAX_TIR_OUTPUT, i, info, own, 0, 0};
    }
    return (relax_tir_fit){RELAX_TIR_FITS, 0, NULL, NULL, 0, 0};
}

relax_tir_fit relax_fit_tir_call(tunip_graph *graph, const tunip_relax_call *call)
{
    tir_call c = {.graph = graph, .call = call};
    relax_symbol_map map = {.count = 0};
    if (!find_parts(&c)) return (relax_tir_fit){RELAX_TIR_FITS, 0, NULL, NULL, 0, 0};
    size_t given = c.args->count + c.number_count;
    if (given > c.params->count)
        return (relax_tir_fit){RELAX_TIR_TOO_MANY, 0, NULL, NULL, c.params->count, given};
    relax_tir_fit inputs = fit_inputs(&c, &map);
    return inputs.fault == RELAX_TIR_FITS ? fit_outputs(&c, &map) : inputs;
}

static void check_call(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    relax_tir_fit fit = relax_fit_tir_call(tunip_elaborator_graph(e), call);
    if (fit.fault == RELAX_TIR_TOO_MANY)
        tunip_complain_missing(e, doc,
                               TUNIP_BREAKS_ARGUMENTS
                               "the function takes %zu arguments and outputs, got %zu arguments",
                               fit.wanted_count, fit.given_count);
    else if (fit.fault == RELAX_TIR_INPUT)
        tunip_complain(
            e, doc, TUNIP_BREAKS_ARGUMENTS "argument %zu of the function must be %s, and is %s",
            fit.index + 1, relax_info_text(e, fit.wanted), relax_info_text(e, fit.given));
    else if (fit.fault == RELAX_TIR_OUTPUT_COUNT)
        tunip_complain(e, doc,
                       TUNIP_BREAKS_ARGUMENTS
                       "the function has %zu outputs for these arguments, got %zu",
                       fit.wanted_count, fit.given_count);
    else if (fit.fault == RELAX_TIR_OUTPUT)
        tunip_complain(e, doc, TUNIP_BREAKS_STRUCT_INFO "output %zu of the function is %s, not %s",
                       fit.index + 1, relax_info_text(e, fit.wanted),
                       relax_info_text(e, fit.given));
}

/* ---- functions that are read after their calls ---- */

static relax_pending_call **pending_of(relax_script_state *state, const tunip_node *callee)
{
    return &state->pending[relax_slot_of(callee, RELAX_PENDING_BITS)];
}

static void add_pending(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *caller)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    relax_pending_call *added = tunip_graph_alloc(tunip_elaborator_graph(e), sizeof *added);
    if (!state || !added) return;
    relax_pending_call **first = pending_of(state, call->args->items[0]);
    *added = (relax_pending_call){call, caller, *first};
    *first = added;
}

void relax_check_pending(tunip_elaborator *e, const tunip_node *callee)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!state) return;
    for (relax_pending_call **at = pending_of(state, callee); *at;) {
        const relax_pending_call *pending = *at;
        if (pending->call->args->items[0] != callee) {
            at = &(*at)->next;
            continue;
        }
        *at = pending->next;
        if (tunip_elaborator_is_wrong(e)) continue;
        tunip_str name =
            tunip_string_value(((const tunip_ir_global_var *)(const void *)callee)->name_hint);
        check_call(e, pending->call, pending->caller);
        if (tunip_elaborator_is_wrong(e))
            tunip_complain_also(e, NULL, "this is about a call of `%.*s`", (int)name.size,
                                name.data);
    }
}

void relax_check_tir_call(tunip_elaborator *e, const tunip_relax_call *call,
                          const tunip_doc *caller, const tunip_doc *doc)
{
    bool is_whole = tunip_array_count(call->args) > 1 && tunip_array_count(call->sinfo_args);
    const tunip_node *callee = is_whole ? call->args->items[0] : NULL;
    if (!tunip_is(callee, &tunip_ir_global_var_type)) return;
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, relax_info(callee));
    if (func && func->params)
        check_call(e, call, doc);
    else
        add_pending(e, call, caller);
}

/* ==== The struct infos of functions of tensor IR, and of references to functions (TVM
 * src/tir/ir/function.cc, InferStructInfo; src/script/ir_builder/ir/ir.cc). */

/* A dimension of a buffer as one of a tensor. */
static tunip_node *wide(tunip_elaborator *e, tunip_node *dim)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    if (tunip_dtype_equal(tunip_ir_dtype_of(dim), relax_int64_dtype)) return dim;
    if (imm) return (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, imm->value);
    tunip_tir_cast *cast = tunip_node_new(graph, &tunip_tir_cast_type);
    if (!cast) return NULL;
    cast->base.dtype = relax_int64_dtype;
    cast->value = dim;
    return (tunip_node *)cast;
}

static tunip_node *info_of_buffer(tunip_elaborator *e, const tunip_tir_buffer *buffer)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = tunip_array_count(buffer->shape);
    void **dims = tunip_elaborator_alloc(e, count * sizeof *dims);
    for (size_t i = 0; dims && i < count; i++) dims[i] = wide(e, buffer->shape->items[i]);
    tunip_array *list = dims ? tunip_array_new(graph, count, dims) : NULL;
    return list ? (tunip_node *)tunip_relax_tensor_info_new(graph, list, 0, buffer->dtype) : NULL;
}

static bool is_handle(const tunip_tir_var *var)
{
    return var->base.dtype.code == TUNIP_DTYPE_HANDLE;
}

static const tunip_tir_buffer *buffer_of(const tunip_tir_prim_func *func, const tunip_node *param)
{
    for (size_t i = 0; i < tunip_map_count(func->buffer_map); i++)
        if (func->buffer_map->entries[i].key == param)
            return TUNIP_AS(tunip_tir_buffer, func->buffer_map->entries[i].value);
    return NULL;
}

static tunip_node *info_of_param(tunip_elaborator *e, const tunip_tir_prim_func *func,
                                 const tunip_node *param)
{
    const tunip_tir_buffer *buffer = buffer_of(func, param);
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, param);
    const tunip_ir_prim_type *type =
        var ? TUNIP_AS(tunip_ir_prim_type, var->type_annotation) : NULL;
    if (buffer) return info_of_buffer(e, buffer);
    bool is_opaque = var && is_handle(var) && (type || relax_has_types(e));
    if (!var || is_opaque) return relax_new_object_info(e); /* since v0.26, all pointers */
    return relax_new_prim_info(e, NULL, var->base.dtype);
}

static tunip_node *info_of_result(tunip_elaborator *e, const tunip_node *type)
{
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    if (prim) return relax_new_prim_info(e, NULL, prim->dtype);
    bool is_void = !type || (tuple && !tunip_array_count(tuple->fields));
    return is_void ? (tunip_node *)tunip_relax_tuple_info_new(tunip_elaborator_graph(e), NULL)
                   : relax_new_object_info(e);
}

/* A declaration has no parameters yet. */
static tunip_node *info_of_function(tunip_elaborator *e, const tunip_tir_prim_func *func)
{
    tunip_node *ret = info_of_result(e, func->ret_type);
    tunip_relax_func_struct_info *info = (tunip_relax_func_struct_info *)relax_new_func_info(
        e, NULL, ret, tunip_tir_is_pure(tunip_elaborator_graph(e), func->body));
    size_t count = tunip_array_count(func->params);
    void **params = tunip_elaborator_alloc(e, count * sizeof *params);
    for (size_t i = 0; params && i < count; i++)
        params[i] = info_of_param(e, func, func->params->items[i]);
    if (info && params && func->params)
        info->params = tunip_array_new(tunip_elaborator_graph(e), count, params);
    return (tunip_node *)info;
}

void relax_link(tunip_elaborator *e, tunip_node *var, const tunip_node *func)
{
    const tunip_tir_prim_func *prim = TUNIP_AS(tunip_tir_prim_func, func);
    tunip_node *info = relax_info(func);
    if (!info && prim) {
        info = info_of_function(e, prim);
        relax_set_info((tunip_node *)(uintptr_t)func, info);
    }
    if (var && info) relax_set_info(var, info);
    if (var && prim && prim->params) relax_check_pending(e, var);
}
