/* call_parts.c -- parts that the usual form and the special forms of calls share: arguments, and
 * the exact call. */
#include "attributes.h"
#include "call.h"

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
