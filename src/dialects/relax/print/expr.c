/* expr.c -- variables, tuples, shapes, strings (TVM src/script/printer/relax/expr.cc). */
#include "frame.h"
#include "rules.h"
#include "shape.h"

/* Reports a variable that is neither a parameter of the function nor bound in it. */
static void check_defined(tunip_docsifier *d, const tunip_relax_var *var, const tunip_path *path)
{
    tunip_str name = tunip_relax_var_name(var);
    if (relax_job_state(d)->function)
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                     name.size ? name.data : "");
}

/* An undefined variable is declared at its first use. */
RELAX_RULE(var)
{
    const tunip_relax_var *var = (const tunip_relax_var *)node;
    check_defined(d, var, path);
    const tunip_doc *annotation =
        tunip_docsify(d, tunip_relax_struct_info_of(var), relax_info_path(d, var, path));
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *name = relax_define_free(d, frame, var);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(var));
    bool is_void = tuple && !tunip_array_count(tuple->fields);     /* reads back as a tuple */
    if (is_void || tunip_relax_is_dataflow_var(node)) /* only a binding makes one */
        name = relax_define_var(d, frame, var);
    tunip_frame_add(d, frame, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, name, NULL, annotation));
    return tunip_variable(d, node);
}

RELAX_RULE(tuple)
{
    const tunip_relax_tuple *tuple = (const tunip_relax_tuple *)node;
    if (!tunip_array_count(tuple->fields))
        return tunip_prefixed_call(d, &tunip_dialect_relax, "tuple", tunip_docs_none());
    const tunip_path *at = tunip_path_attr(d, path, "fields");
    return tunip_doc_tuple_new(d, tunip_docsify_items(d, tuple->fields, at));
}

RELAX_RULE(tuple_get_item)
{
    const tunip_relax_tuple_get_item *item = (const tunip_relax_tuple_get_item *)node;
    const tunip_doc *index = tunip_doc_int(d, item->index, tunip_path_attr(d, path, "index"));
    const tunip_path *at = tunip_path_attr(d, path, "tuple_value");
    at = tunip_path_as(d, at, tunip_path_attr(d, path, "tuple"));
    const tunip_doc *tuple = tunip_docsify_child(d, item->tuple_value, at);
    return tunip_doc_index_new(d, tuple, TUNIP_DOCS(d, index));
}

RELAX_RULE(shape_expr)
{
    const tunip_relax_shape_expr *shape = (const tunip_relax_shape_expr *)node;
    tunip_docs values = relax_shape_values(d, shape->values, tunip_path_attr(d, path, "values"));
    const tunip_doc *list = tunip_doc_list_new(d, values);
    return RELAX_CALL(d, "shape", list);
}

RELAX_RULE(string_imm)
{
    tunip_str text = tunip_string_value(((const tunip_relax_string_imm *)node)->value);
    const tunip_doc *value = tunip_doc_str(d, text, tunip_path_attr(d, path, "value"));
    return RELAX_CALL(d, "str", value);
}
