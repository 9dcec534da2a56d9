/* shared.c -- rules for nodes of other dialects inside Relax: symbolic variables, numbers, ranges,
 * types, references to functions and their module (TVM src/script/printer/relax/tir.cc). */
#include "frame.h"
#include "rules.h"

/* ---- symbolic variables ---- */

/* A symbolic variable without a frame that could declare it. */
static const tunip_doc *undeclared(tunip_docsifier *d, const tunip_tir_var *var,
                                   const tunip_path *path)
{
    tunip_str name = tunip_string_value(var->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    return tunip_define(d, tunip_frame_top(d), var, name.size ? name : tunip_str_from("v"));
}

static void declare(tunip_docsifier *d, tunip_frame *home, const tunip_tir_var *var,
                    const tunip_path *path)
{
    relax_symbols *signature = relax_job_state(d)->signature;
    tunip_str name = tunip_string_value(var->name);
    if (signature) relax_symbols_add(d, signature, var);
    const tunip_doc *lhs = tunip_define(d, home, var, name.size ? name : tunip_str_from("v"));
    const tunip_doc *rhs = tunip_tir_var_creation(d, var, path);
    lhs = tunip_doc_at(d, lhs, path);
    tunip_frame_add(d, home, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, lhs, rhs, NULL));
}

static const tunip_doc *write_symbol(tunip_docsifier *d, tunip_frame *home, const tunip_node *node,
                                     const tunip_path *path)
{
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    if (!home) return undeclared(d, var, path);
    declare(d, home, var, path);
    return tunip_variable(d, node);
}

RELAX_RULE(symbol)
{
    return write_symbol(d, relax_home(d), node, path);
}

/* In TVM v0.26, all variables are of one kind of node, and the innermost function or frame declares
 * a symbol. */
RELAX_RULE(typed_var)
{
    bool is_symbol = tunip_is(tunip_relax_struct_info_of(node), &tunip_ir_prim_type_type);
    if (!is_symbol) return relax_docsify_var(d, node, path);
    tunip_frame *function = relax_job_state(d)->function;
    tunip_frame *home = function ? function : tunip_frame_of(d, &tunip_dialect_relax);
    return write_symbol(d, home, node, path);
}

/* ---- numbers and ranges ---- */

RELAX_RULE(int_imm)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(imm);
    bool is_bool = dtype.code == TUNIP_DTYPE_BOOL;
    tunip_number number = {.literal = TUNIP_LITERAL_INT, .value.integer = imm->value, .path = path};
    if (is_bool) {
        number.literal = TUNIP_LITERAL_BOOL;
        number.value.boolean = imm->value != 0;
    }
    number.dtype = dtype;
    number.dialect = &tunip_dialect_tir;
    return tunip_doc_number_new(d, &number);
}

RELAX_RULE(range)
{
    return tunip_tir_write_range(d, &tunip_dialect_relax, (const tunip_ir_range *)node, path);
}

/* ---- types ---- */

RELAX_RULE(tuple_type)
{
    const tunip_ir_tuple_type *type = (const tunip_ir_tuple_type *)node;
    if (!tunip_array_count(type->fields)) return relax_name(d, "Tuple");
    tunip_docs fields = tunip_docsify_items(d, type->fields, tunip_path_attr(d, path, "fields"));
    return tunip_prefixed_call(d, &tunip_dialect_relax, "Tuple", fields);
}

RELAX_RULE(func_type)
{
    const tunip_ir_func_type *type = (const tunip_ir_func_type *)node;
    tunip_docs args =
        tunip_docsify_items(d, type->arg_types, tunip_path_attr(d, path, "arg_types"));
    const tunip_doc *ret = TUNIP_CHILD(d, type, ret_type, path);
    const tunip_doc *params = tunip_doc_tuple_new(d, args);
    return RELAX_CALL(d, "Callable", params, ret);
}

/* ---- functions and modules ---- */

RELAX_RULE(global_var)
{
    return tunip_ir_function_reference(d, (const tunip_ir_global_var *)node, path);
}

/* A function refers to its module by an alias, and defines it (`cls = Module`) at the first use. */
RELAX_RULE(module)
{
    relax_state *state = relax_job_state(d);
    tunip_str alias = tunip_str_from(tunip_job_options(d)->module_alias);
    const tunip_doc *name = tunip_variable(d, node);
    if (!name) {
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "a module is used before it is defined");
        return tunip_doc_id_new(d, tunip_str_from("Module"), path);
    }
    if (!alias.size || !state->function) return name;
    if (!state->has_alias) {
        const tunip_doc *lhs = tunip_doc_id_new(d, alias, NULL);
        tunip_frame_add(d, state->function,
                        tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, lhs, name, NULL));
        state->has_alias = true;
    }
    return tunip_doc_id_new(d, alias, NULL);
}
