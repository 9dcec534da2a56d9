/* call.c -- calls of operators, R.add(x, y), of functions, cls.f(x), and of foreign functions,
 * R.call_packed("f", x) (TVM src/script/printer/relax/call.cc). */
#include "../infer/infer.h"
#include "../types.h"
#include "print.h"

/* ==== Parts that the usual form and the special forms of calls share: arguments, and the exact
 * call. */

const relax_call_words *relax_call_words_of(const tunip_relax_call *call)
{
    static const relax_call_words words = {"sinfo_args", "out_sinfo"},
                                  typed = {"ty_args", "out_ty"};
    return ((const tunip_node *)call)->type == &tunip_ir_call_type ? &typed : &words;
}

const tunip_doc *relax_argument(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                                const tunip_path *path)
{
    const tunip_path *at = tunip_path_item(d, tunip_path_attr(d, path, "args"), index);
    return tunip_docsify_child(d, call->args->items[index], at);
}

const tunip_doc *relax_callee(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                              const tunip_path *path)
{
    const tunip_relax_extern_func *func =
        TUNIP_AS(tunip_relax_extern_func, call->args->items[index]);
    if (!func) return relax_argument(d, call, index, path);
    const tunip_path *at = tunip_path_item(d, tunip_path_attr(d, path, "args"), index);
    return tunip_doc_str(d, tunip_string_value(func->global_symbol), at);
}

/* The attributes as a call of R.make_node(). They are the first keywords of the call. */
static const tunip_doc *make_attrs(tunip_docsifier *d, const tunip_node *attrs,
                                   const relax_args *keywords)
{
    relax_args args = relax_args_new(d, 1, 0);
    if (!attrs) return NULL;
    relax_args_add(&args, tunip_doc_str(d, tunip_str_from(attrs->type->key), NULL));
    args.keys = keywords->keys;
    args.values = keywords->values;
    args.key_count = relax_attributes_count(attrs);
    return relax_args_call(d, relax_name(d, "make_node"), &args);
}

const tunip_doc *relax_inexact_call(tunip_docsifier *d, const tunip_doc *doc, tunip_str op,
                                    const tunip_node *attrs, const relax_args *keywords,
                                    const tunip_doc *infos)
{
    relax_args beginning = relax_args_new(d, 1, 2);
    const tunip_doc *made = make_attrs(d, attrs, keywords);
    relax_args_add(&beginning, tunip_doc_str(d, op, NULL));
    if (made) relax_args_key(&beginning, "attrs", made);
    if (infos) relax_args_key(&beginning, "sinfo_args", infos);
    return tunip_doc_continued_new(d, doc, relax_args_call(d, relax_name(d, "Call"), &beginning));
}

/* ==== Calls that do not simply list their arguments and attributes: calls of tensor functions
 * that write into their arguments, and operators for devices, prints and assertions. */

/* ---- call_tir and similar operators ---- */

static bool is_dtensor(const tunip_node *info)
{
    return tunip_is(info, &tunip_relax_dtensor_struct_info_type);
}

static bool has_dtensor(const tunip_node *info)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    for (size_t i = 0; tuple && i < tunip_array_count(tuple->fields); i++)
        if (is_dtensor(tuple->fields->items[i])) return true;
    return is_dtensor(info);
}

/* The outputs of the function: a list if they are a tuple. */
static void add_outputs(tunip_docsifier *d, const tunip_relax_call *call, const tunip_path *path,
                        relax_args *args)
{
    const tunip_node *info = call->sinfo_args->items[0];
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const relax_call_words *words = relax_call_words_of(call);
    const tunip_path *at = tunip_path_item(d, tunip_path_attr(d, path, words->infos), 0);
    const tunip_doc *doc;
    if (tuple)
        doc = tunip_doc_list_new(
            d, tunip_docsify_items(d, tuple->fields, tunip_path_attr(d, at, "fields")));
    else
        doc = tunip_docsify(d, info, at);
    relax_args_key(args, words->outputs, doc);
}

/* The indices of the arguments that the function overwrites. */
static void add_inplace(tunip_docsifier *d, const tunip_relax_call *call, const tunip_path *path,
                        relax_args *args)
{
    const tunip_relax_call_tir_inplace_attrs *attrs =
        TUNIP_AS(tunip_relax_call_tir_inplace_attrs, call->attrs);
    const tunip_array *indices = attrs ? attrs->inplace_indices : NULL;
    const tunip_path *at = tunip_path_attr(d, tunip_path_attr(d, path, "attrs"), "inplace_indices");
    const tunip_doc **docs = tunip_docs_new(d, tunip_array_count(indices));
    for (size_t i = 0; docs && i < indices->count; i++) {
        int64_t index = 0;
        bool is_number = relax_listed_number(indices->items[i], &index);
        docs[i] = is_number ? tunip_doc_int(d, index, at) : tunip_doc_none(d, at);
    }
    relax_args_key(args, "inplace_indices",
                   tunip_doc_list_new(d, tunip_docs_view(docs, tunip_array_count(indices))));
}

static void add_gradient(tunip_docsifier *d, const tunip_relax_call *call, const tunip_path *path,
                         relax_args *args)
{
    const tunip_relax_call_tir_with_grad_attrs *attrs =
        TUNIP_AS(tunip_relax_call_tir_with_grad_attrs, call->attrs);
    if (!attrs) return;
    const tunip_path *at = tunip_path_attr(d, path, "attrs");
    relax_args_key(args, "te_grad_name",
                   tunip_doc_str(d, tunip_string_value(attrs->te_grad_name),
                                 tunip_path_attr(d, at, "te_grad_name")));
    if (tunip_map_count(attrs->te_grad_kwargs))
        relax_args_key(args, "te_grad_kwargs", TUNIP_SUB(d, attrs, te_grad_kwargs, at));
}

/* The common arguments of these calls: the function, its arguments, its outputs. */
static relax_args output_call(tunip_docsifier *d, const tunip_relax_call *call,
                              const tunip_path *path)
{
    relax_args args = relax_args_new(d, 2, 5);
    relax_args_add(&args, relax_callee(d, call, 0, path));
    relax_args_add(&args, relax_argument(d, call, 1, path));
    add_outputs(d, call, path, &args);
    return args;
}

static bool has_output(const tunip_relax_call *call)
{
    size_t count = tunip_array_count(call->args);
    return (count == 2 || count == 3) && tunip_array_count(call->sinfo_args) == 1;
}

static void add_symbols(tunip_docsifier *d, const tunip_relax_call *call, const tunip_path *path,
                        relax_args *args)
{
    if (call->args->count == 3) relax_args_key(args, "tir_vars", relax_argument(d, call, 2, path));
}

/* Whether a reader makes the same outputs again: a list of one item is read as the item, and a
 * nested list is not allowed. */
static bool is_usual_output(const tunip_node *info)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    if (!tuple) return true;
    for (size_t i = 0; i < tunip_array_count(tuple->fields); i++)
        if (tunip_is(tuple->fields->items[i], &tunip_relax_tuple_struct_info_type)) return false;
    return tunip_array_count(tuple->fields) > 1;
}

/* The function in a script treats an argument that is not a tuple as a tuple of one element. */
static const tunip_doc *finish_output_call(tunip_docsifier *d, const tunip_relax_call *call,
                                           const tunip_path *path, const char *name,
                                           const relax_args *args)
{
    const tunip_doc *doc = relax_args_call(d, relax_name(d, name), args);
    tunip_str op = tunip_string_value(((const tunip_ir_op *)call->op)->name);
    const tunip_node *info = call->sinfo_args->items[0];
    if (tunip_is(call->args->items[1], &tunip_relax_tuple_type) && is_usual_output(info))
        return doc;
    bool is_plain = !call->attrs && args->key_count == 1;
    if (!is_plain || tunip_is(call->args->items[0], &tunip_relax_extern_func_type))
        return tunip_doc_partial_new(d, doc, "op", tunip_doc_str(d, op, NULL));
    const char *key = relax_call_words_of(call)->infos;
    const tunip_path *at = tunip_path_item(d, tunip_path_attr(d, path, key), 0);
    const tunip_doc *infos = tunip_doc_tuple_new(d, TUNIP_DOCS(d, tunip_docsify(d, info, at)));
    return relax_inexact_call(d, doc, op, NULL, NULL, infos);
}

RELAX_WRITE(packed)
{
    if (!has_output(call)) return NULL;
    relax_args args = output_call(d, call, path);
    add_gradient(d, call, path, &args);
    return finish_output_call(d, call, path, name, &args);
}

RELAX_WRITE(local)
{
    if (!has_output(call)) return NULL;
    relax_args args = output_call(d, call, path);
    add_gradient(d, call, path, &args);
    add_symbols(d, call, path, &args);
    return finish_output_call(d, call, path, name, &args);
}

static const char *tir_name(const tunip_relax_call *call, const char *name)
{
    return has_dtensor(call->sinfo_args->items[0]) ? "dist.call_tir" : name;
}

RELAX_WRITE(tir)
{
    if (!has_output(call)) return NULL;
    relax_args args = output_call(d, call, path);
    add_gradient(d, call, path, &args);
    add_symbols(d, call, path, &args);
    return finish_output_call(d, call, path, tir_name(call, name), &args);
}

RELAX_WRITE(inplace)
{
    if (!has_output(call)) return NULL;
    relax_args args = output_call(d, call, path);
    add_inplace(d, call, path, &args);
    add_gradient(d, call, path, &args);
    add_symbols(d, call, path, &args);
    return finish_output_call(d, call, path, tir_name(call, name), &args);
}

/* ---- devices ---- */

/* R.hint_on_device(x, R.device(device_type=1, index=0), "global") */
RELAX_WRITE(hint)
{
    if (!tunip_array_count(call->args)) return NULL;
    relax_args args = relax_args_new(d, 3, 0);
    relax_args_add(&args, relax_callee(d, call, 0, path));
    if (tunip_is(call->attrs, &tunip_relax_hint_on_device_attrs_type)) {
        relax_args device = relax_args_new(d, 0, relax_attributes_count(call->attrs));
        relax_attributes_add(d, call->attrs, tunip_path_attr(d, path, "attrs"), &device);
        const tunip_doc *scope = device.key_count ? device.values[--device.key_count] : NULL;
        relax_args_add(&args, relax_args_call(d, relax_name(d, "device"), &device));
        relax_args_add(&args, scope);
    }
    return relax_args_call(d, relax_name(d, name), &args);
}

/* R.to_vdevice(x, dst_vdevice="cuda:0:global") */
RELAX_WRITE(to_device)
{
    const tunip_relax_to_vdevice_attrs *attrs = TUNIP_AS(tunip_relax_to_vdevice_attrs, call->attrs);
    if (!tunip_array_count(call->args)) return NULL;
    relax_args args = relax_args_new(d, 1, 1);
    relax_args_add(&args, relax_callee(d, call, 0, path));
    if (attrs && attrs->dst_vdevice) {
        const tunip_path *at = tunip_path_as(d, tunip_path_attr(d, path, "attrs"), path);
        at = tunip_path_attr(d, at, "dst_vdevice");
        relax_args_key(&args, "dst_vdevice", relax_vdevice_name(d, attrs->dst_vdevice, at));
    }
    return relax_args_call(d, relax_name(d, name), &args);
}

/* ---- messages ---- */

/* R.name(args, format=text): the text is the argument at `format`. */
static const tunip_doc *write_message(tunip_docsifier *d, const tunip_relax_call *call,
                                      const tunip_path *path, const char *name, size_t format)
{
    size_t count = tunip_array_count(call->args);
    if (count <= format) return NULL;
    relax_args args = relax_args_new(d, count - 1, 1);
    for (size_t i = 0; i < count; i++) {
        const tunip_doc *doc = relax_argument(d, call, i, path);
        if (i == format)
            relax_args_key(&args, "format", doc);
        else
            relax_args_add(&args, doc);
    }
    return relax_args_call(d, relax_name(d, name), &args);
}

RELAX_WRITE(print)
{
    return write_message(d, call, path, name, 0);
}

RELAX_WRITE(assert)
{
    return write_message(d, call, path, name, 1);
}

/* ---- all of them ---- */

const tunip_doc *relax_special_call(tunip_docsifier *d, const tunip_relax_call *call,
                                    const relax_op *op, const tunip_path *path)
{
    if (!op || !op->write) return NULL;
    const char *name = op->name + RELAX_OP_PREFIX;
    const tunip_doc *doc = op->write(d, call, path, name);
    if (!doc) tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "R.%s lacks arguments", name);
    return doc;
}

/* ==== Which calls of operators TVM's functions of the same names make (TVM src/relax/op and
 * python/tvm/relax/op). The functions check their arguments, complete lists of attributes, and
 * decide on dtypes. A call that differs must be written in full. */

static bool is_one_of(tunip_str op, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tunip_str_is(op, names[i])) return true;
    return false;
}

/* ---- attributes and the number of arguments ---- */

bool relax_has_own_attrs(const tunip_relax_call *call, const relax_op *op)
{
    const tunip_type *attrs = op ? op->attrs : NULL;
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
    if (!op) return true;
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

/* ==== Calls of operators, R.add(x, y), of functions, cls.f(x), and of foreign functions,
 * R.call_packed("f", x) (TVM src/script/printer/relax/call.cc). */

/* Whether a name consists of identifiers separated by dots. Other names must not print as code,
 * because they could break the line. */
static bool is_printable(tunip_str name)
{
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.data[i] <= ' ' || name.data[i] == 0x7f) return false;
    return true;
}

static bool begins(tunip_str text, tunip_str with)
{
    return text.size > with.size && memcmp(text.data, with.data, with.size) == 0;
}

/* R.name for an operator relax.name; the full name for any other operator. */
static const tunip_doc *op_callee(tunip_docsifier *d, const tunip_ir_op *op, const tunip_path *path)
{
    static const tunip_str own = TUNIP_STR("relax.");
    tunip_str name = tunip_string_value(op->name);
    if (!is_printable(name)) name = tunip_name_text(d, name, path);
    if (!begins(name, own)) return tunip_doc_id_new(d, name, NULL);
    name = tunip_doc_text(d, (tunip_str){name.data + own.size, name.size - own.size});
    return relax_name(d, name.data ? name.data : "");
}

static const tunip_doc *find_callee(tunip_docsifier *d, const tunip_relax_call *call,
                                    const tunip_path *path)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tunip_path *at = tunip_path_attr(d, path, "op");
    if (tunip_is(call->op, &tunip_relax_extern_func_type)) return relax_name(d, "call_packed");
    if (op) return tunip_doc_at(d, op_callee(d, op, at), at);
    if (!tunip_relax_is_var(call->op) && !tunip_is(call->op, &tunip_ir_global_var_type))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, at, "a call of neither an operator nor a function");
    return tunip_docsify(d, call->op, at);
}

static void add_arguments(tunip_docsifier *d, const tunip_relax_call *call, const tunip_path *path,
                          relax_args *args)
{
    const tunip_relax_extern_func *func = TUNIP_AS(tunip_relax_extern_func, call->op);
    if (func)
        relax_args_add(args, tunip_doc_str(d, tunip_string_value(func->global_symbol),
                                           tunip_path_attr(d, path, "op")));
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        relax_args_add(args, i ? relax_argument(d, call, i, path) : relax_callee(d, call, i, path));
}

/* Whether the function of an operator makes another call. Scripts have none for some, and few take
 * struct infos. */
static bool is_inexact(const tunip_relax_call *call, const relax_op *row, tunip_str op)
{
    static const tunip_str own = TUNIP_STR("relax."), inspect = TUNIP_STR("relax.inspect."),
                           calls = TUNIP_STR("relax.call_"), invokes = TUNIP_STR("relax.invoke_");
    if (!tunip_is(call->op, &tunip_ir_op_type)) return false;
    if (!begins(op, own)) return false; /* which may not even be registered */
    bool has_infos =
        tunip_array_count(call->sinfo_args) && !begins(op, calls) && !begins(op, invokes);
    return (has_infos || begins(op, inspect) || relax_find_unusual(call, row)) &&
           relax_has_exact_call(call, row);
}

static void add_keywords(tunip_docsifier *d, const tunip_relax_call *call, const tunip_path *path,
                         relax_args *args)
{
    const tunip_path *at = tunip_path_attr(d, path, "attrs");
    if (call->attrs && tunip_is(call->op, &tunip_relax_extern_func_type))
        relax_args_key(args, "attrs_type_key",
                       tunip_doc_str(d, tunip_str_from(call->attrs->type->key), at));
    relax_attributes_add(d, call->attrs, at, args);
    if (!tunip_array_count(call->sinfo_args)) return;
    const char *key = relax_call_words_of(call)->infos;
    at = tunip_path_attr(d, path, key);
    relax_args_key(args, key, tunip_doc_tuple_new(d, tunip_docsify_items(d, call->sinfo_args, at)));
}

static bool is_relax_op(const tunip_ir_op *op)
{
    static const tunip_str own = TUNIP_STR("relax.");
    tunip_str name = tunip_string_value(op->name);
    return begins(name, own);
}

bool relax_is_own_call(const tunip_node *node)
{
    const tunip_node *callee = ((const tunip_relax_call *)node)->op;
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    if (tunip_is(tunip_relax_struct_info_of(callee), &tunip_relax_func_struct_info_type) ||
        tunip_relax_is_var(callee) || tunip_is(callee, &tunip_relax_function_type) ||
        tunip_is(callee, &tunip_relax_extern_func_type))
        return true;
    if (op) return is_relax_op(op);
    return !tunip_is(tunip_relax_struct_info_of(node), &tunip_ir_prim_type_type);
}

RELAX_RULE(call)
{
    const tunip_relax_call *call = (const tunip_relax_call *)node;
    if (!call->args)
        tunip_report(d, TUNIP_ISSUE_NULL, tunip_path_attr(d, path, "args"),
                     "the arguments are missing");
    const relax_op *row = relax_op_of(call);
    const tunip_doc *special = relax_special_call(d, call, row, path);
    if (special) return special;
    const tunip_doc *callee = find_callee(d, call, path);
    relax_args args = relax_args_new(d, 1 + tunip_array_count(call->args),
                                     2 + relax_attributes_count(call->attrs));
    add_arguments(d, call, path, &args);
    add_keywords(d, call, path, &args);
    const tunip_doc *doc = relax_args_call(d, callee, &args);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    tunip_str name = op ? tunip_string_value(op->name) : (tunip_str){NULL, 0};
    if (!is_inexact(call, row, name)) return doc;
    bool has_infos = tunip_array_count(call->sinfo_args) && args.key_count;
    return relax_inexact_call(d, doc, name, call->attrs, &args,
                              has_infos ? args.values[args.key_count - 1] : NULL);
}

RELAX_RULE(typed_call)
{
    return relax_is_own_call(node) ? relax_docsify_call(d, node, path)
                                   : tunip_tir_write_call(d, node, path);
}
