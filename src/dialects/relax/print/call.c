/* call.c -- calls of operators, R.add(x, y), of functions, cls.f(x), and of foreign functions,
 * R.call_packed("f", x) (TVM src/script/printer/relax/call.cc). */
#include "call.h"

#include "attributes.h"
#include "rules.h"
#include "usual.h"

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
