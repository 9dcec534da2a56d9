/* special_call.c -- calls that do not simply list their arguments and attributes: calls of tensor
 * functions that write into their arguments, and operators for devices, prints and assertions. */
#include "../types.h"
#include "attributes.h"
#include "call.h"
#include "struct_info.h"

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
