/* binding.c -- bindings of values to variables; also `if`, whose branches bind the variable (TVM
 * src/script/printer/relax/binding.cc). */
#include "../equal.h"
#include "../infer/subsumes.h"
#include "annotation.h"
#include "frame.h"
#include "region.h"
#include "rules.h"

static const tunip_doc *define(tunip_docsifier *d, const tunip_relax_binding *binding,
                               const tunip_path *path)
{
    if (!binding->var)
        tunip_report(d, TUNIP_ISSUE_NULL, tunip_path_attr(d, path, "var"),
                     "the bound variable is missing");
    return relax_define_var(d, tunip_frame_top(d), binding->var);
}

static const tunip_doc *annotate(tunip_docsifier *d, const tunip_relax_binding *binding,
                                 const tunip_path *path, const tunip_node *value)
{
    return relax_annotation(d, binding->var, tunip_path_attr(d, path, "var"), value);
}

/* ---- branches ---- */

static const tunip_doc *write_if(tunip_docsifier *d, const tunip_relax_if *node,
                                 const tunip_path *path, const relax_sink *sink)
{
    const tunip_doc *cond = TUNIP_CHILD(d, node, cond, path);
    tunip_docs yes =
        relax_seq_body(d, node->true_branch, tunip_path_attr(d, path, "true_branch"), sink);
    tunip_docs no =
        relax_seq_body(d, node->false_branch, tunip_path_attr(d, path, "false_branch"), sink);
    return tunip_doc_if_new(d, cond, yes, no);
}

RELAX_RULE(if)
{
    relax_sink sink = {.returns = false};
    return write_if(d, (const tunip_relax_if *)node, path, &sink);
}

/* ---- bindings ---- */

/* Each branch ends with an assignment to the variable. */
static const tunip_doc *bind_if(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                const tunip_path *path)
{
    relax_sink sink = {.annotation = annotate(d, &binding->base, path, binding->value)};
    sink.lhs = define(d, &binding->base, path);
    const tunip_path *at = tunip_path_attr(d, path, "value");
    return write_if(d, (const tunip_relax_if *)binding->value, at, &sink);
}

/* A local function prints as a definition with the variable's name. */
static const tunip_doc *bind_function(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                      const tunip_path *path)
{
    const tunip_doc *name = define(d, &binding->base, path);
    bool has_name = name->kind == TUNIP_DOC_ID;
    if (has_name) tunip_binding_push(d, ((const tunip_doc_id *)name)->name);
    const tunip_doc *doc = TUNIP_CHILD(d, binding, value, path);
    if (has_name) tunip_binding_pop(d);
    return doc;
}

static const tunip_doc *bind_value(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                   const tunip_path *path)
{
    const tunip_doc *rhs = TUNIP_CHILD(d, binding, value, path);
    const tunip_doc *annotation = annotate(d, &binding->base, path, binding->value);
    const tunip_doc *lhs = define(d, &binding->base, path);
    return tunip_doc_assign_new(d, TUNIP_ROLE_BIND, lhs, rhs, annotation);
}

/* Whether the value is known to be an empty tuple. */
static bool is_void(const void *expr)
{
    const tunip_relax_tuple_struct_info *info =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(expr));
    return info && !tunip_array_count(info->fields);
}

static bool is_function(const tunip_node *value)
{
    return tunip_is_a(value, &tunip_ir_base_func_type) &&
           !tunip_is(value, &tunip_relax_extern_func_type);
}

static const tunip_doc *bind_any(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                 const tunip_path *path)
{
    const tunip_node *value = binding->value;
    if (tunip_is(value, &tunip_relax_if_type)) return bind_if(d, binding, path);
    if (is_function(value)) return bind_function(d, binding, path);
    bool is_effect = is_void(value) && is_void(binding->base.var);
    if (is_effect && !tunip_job_options(d)->no_syntax_sugar) {
        const tunip_doc *effect = TUNIP_CHILD(d, binding, value, path);
        return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_BIND, effect);
    }
    return bind_value(d, binding, path);
}

/* A parser keeps an annotation that is less specific than the inferred struct info only at a call.
 * Elsewhere it refines the annotation. A GROUP marks such a binding for backends. */
RELAX_RULE(var_binding)
{
    const tunip_relax_var_binding *binding = (const tunip_relax_var_binding *)node;
    const tunip_doc *doc = bind_any(d, binding, path);
    if (tunip_is(binding->value, &tunip_relax_call_type) ||
        !relax_subsumes(tunip_job_scratch(d), tunip_relax_struct_info_of(binding->base.var),
                        tunip_relax_struct_info_of(binding->value)))
        return doc;
    return tunip_doc_group_new(d, TUNIP_DOCS(d, tunip_doc_at(d, doc, path)));
}

/* var: info = R.match_cast(value, info) */
RELAX_RULE(match_cast)
{
    const tunip_relax_match_cast *cast = (const tunip_relax_match_cast *)node;
    const tunip_doc *annotation = NULL;
    if (relax_shows_all(d)) annotation = annotate(d, &cast->base, path, cast->value);
    const tunip_doc *value = TUNIP_CHILD(d, cast, value, path);
    const tunip_path *at = RELAX_PATH(d, tunip_relax_match_cast, struct_info, cast, path);
    at = tunip_path_as(d, at, relax_info_path(d, cast->base.var, path));
    const tunip_doc *info = tunip_docsify_child(d, cast->struct_info, at);
    const tunip_doc *rhs = RELAX_CALL(d, "match_cast", value, info);
    if (!relax_equal(tunip_job_scratch(d), tunip_relax_struct_info_of(cast->base.var),
                     cast->struct_info))
        rhs = tunip_doc_partial_new(d, rhs, "var_struct_info", tunip_doc_none(d, NULL));
    const tunip_doc *lhs = define(d, &cast->base, path);
    return tunip_doc_assign_new(d, TUNIP_ROLE_MATCH, lhs, rhs, annotation);
}
