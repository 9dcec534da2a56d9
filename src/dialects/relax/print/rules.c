/* rules.c -- the relax dialect, with the table of its rules (TVM src/script/printer/relax). */
#include "rules.h"

#include "../convert.h"
#include "../generated/tables.h"
#include "../read/read.h"
#include "../types.h"
#include "call.h"
#include "docs.h"
#include "frame.h"

/* Whether a variable of TVM v0.26 is one of Relax and not one of the tensor IR. */
static bool is_own_var(const tunip_node *node)
{
    const tunip_node *type = tunip_relax_struct_info_of(node);
    return !tunip_is(type, &tunip_ir_prim_type_type) &&
           !tunip_is(type, &tunip_ir_pointer_type_type) &&
           !tunip_is(type, &tunip_tirx_buffer_type_type);
}

/* clang-format off */
#define TEXT(type, text, fields) \
    {&tunip_##type##_type, "plain", TUNIP_RULE_TEXT, text, fields, NULL}
#define CALL(type, name, fields) {&tunip_##type##_type, "", TUNIP_RULE_CALL, name, fields, NULL}
#define NAME(type, name) {&tunip_##type##_type, "", TUNIP_RULE_NAME, name, NULL, NULL}
#define CUSTOM(type, ident) \
    {&tunip_##type##_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, relax_docsify_##ident}
#define VARIABLE(token, type, ident) \
    {&tunip_##type##_type, token, TUNIP_RULE_VARIABLE, NULL, NULL, relax_docsify_##ident}
#define UNDER(token, type, ident) \
    {&tunip_##type##_type, token, TUNIP_RULE_CUSTOM, NULL, NULL, relax_docsify_##ident}

static const tunip_rule rules[] = {
    /* nodes of other dialects */
    VARIABLE("relax", tir_var, symbol),
    UNDER("relax", ir_int_imm, int_imm),
    UNDER("relax", ir_range, range),
    UNDER("relax", ir_tuple_type, tuple_type),
    UNDER("relax", ir_func_type, func_type),
    UNDER("relax", ir_global_var, global_var),
    UNDER("relax", ir_module, module),

    /* expressions */
    VARIABLE("", relax_var, var),
    CUSTOM(relax_constant, constant),
    CALL(relax_prim_value, "prim_value", "value"),
    CUSTOM(relax_string_imm, string_imm),
    CALL(relax_data_type_imm, "dtype", "value"),
    CUSTOM(relax_shape_expr, shape_expr),
    CUSTOM(relax_tuple, tuple),
    CUSTOM(relax_tuple_get_item, tuple_get_item),
    CUSTOM(relax_call, call),
    CUSTOM(relax_if, if),

    /* bindings and functions */
    CUSTOM(relax_seq_expr, seq_expr),
    CUSTOM(relax_binding_block, binding_block),
    CUSTOM(relax_dataflow_block, dataflow_block),
    CUSTOM(relax_var_binding, var_binding),
    CUSTOM(relax_match_cast, match_cast),
    CUSTOM(relax_function, function),
    CUSTOM(relax_extern_func, extern_func),

    /* struct info */
    NAME(relax_object_struct_info, "Object"),
    CUSTOM(relax_prim_struct_info, prim_struct_info),
    CUSTOM(relax_shape_struct_info, shape_struct_info),
    CUSTOM(relax_tensor_struct_info, tensor_struct_info),
    CUSTOM(relax_tuple_struct_info, tuple_struct_info),
    CUSTOM(relax_func_struct_info, func_struct_info),

    /* TVM v0.26: variables and calls of both dialects are of one kind, and struct infos are
     * types */
    VARIABLE("relax", ir_var, typed_var),
    VARIABLE("", relax_dataflow_var_v26, var),
    CUSTOM(ir_call, typed_call),
    CUSTOM(relax_function_v26, typed_function),
    CUSTOM(relax_extern_func_v26, typed_extern_func),
    NAME(relax_any_type, "Any"),
    UNDER("relax", ir_tuple_type_v26, tuple_struct_info),

    /* types */
    CALL(relax_shape_type, "Shape", "ndim=ndim"),
    CALL(relax_tensor_type, "Tensor", "ndim=ndim dtype=dtype"),
    NAME(relax_object_type, "Object"),
    NAME(relax_packed_func_type, "PackedFunc"),

    /* distributed tensors */
    CUSTOM(relax_device_mesh, device_mesh),
    CUSTOM(relax_placement, placement),
    CUSTOM(relax_dtensor_struct_info, dtensor_struct_info),

    /* dataflow patterns, as roots */
    TEXT(relax_expr_pattern, "{}", "expr"),
    TEXT(relax_var_pattern, "VarPattern({})", "name"),
    TEXT(relax_dataflow_var_pattern, "DataflowVarPattern({})", "name"),
    TEXT(relax_global_var_pattern, "GlobalVarPattern()", ""),
    TEXT(relax_constant_pattern, "ConstantPattern()", ""),
    UNDER("plain", relax_call_pattern, call_pattern),
    TEXT(relax_prim_arr_pattern, "PrimArrPattern({})", "fields"),
    TEXT(relax_function_pattern, "FunctionPattern({}, {})", "params body"),
    TEXT(relax_tuple_pattern, "TuplePattern({})", "fields"),
    TEXT(relax_unordered_tuple_pattern, "UnorderedTuplePattern({})", "fields"),
    TEXT(relax_tuple_get_item_pattern, "TupleGetItemPattern({}, {})", "tuple index"),
    TEXT(relax_and_pattern, "AndPattern({} & {})", "left right"),
    TEXT(relax_or_pattern, "OrPattern({} | {})", "left right"),
    TEXT(relax_not_pattern, "!({})", "reject"),
    TEXT(relax_wildcard_pattern, "*", ""),
    TEXT(relax_struct_info_pattern, "StructInfoPattern({} has relax StructInfo {})",
         "pattern struct_info"),
    TEXT(relax_shape_pattern, "ShapePattern({} has shape {})", "pattern shape"),
    TEXT(relax_data_type_pattern, "DataTypePattern({} has dtype {})", "pattern dtype"),
    TEXT(relax_attr_pattern, "AttrPattern({} has attributes {})", "pattern attrs"),
    TEXT(relax_extern_func_pattern, "ExternFuncPattern({})", "global_symbol"),
    UNDER("plain", relax_same_shape_constraint, same_shape_constraint),
    UNDER("plain", relax_pattern_seq, pattern_seq),
};

#define ROOT(type) {&tunip_##type##_type, "relax", false, NULL}

static const tunip_root roots[] = {
    ROOT(relax_var), ROOT(relax_dataflow_var), ROOT(relax_constant), ROOT(relax_prim_value),
    ROOT(relax_string_imm), ROOT(relax_data_type_imm), ROOT(relax_shape_expr), ROOT(relax_tuple),
    ROOT(relax_tuple_get_item), ROOT(relax_call), ROOT(relax_if),

    ROOT(relax_seq_expr), ROOT(relax_binding_block), ROOT(relax_dataflow_block),
    ROOT(relax_var_binding), ROOT(relax_match_cast), ROOT(relax_function), ROOT(relax_extern_func),

    ROOT(relax_object_struct_info), ROOT(relax_prim_struct_info), ROOT(relax_shape_struct_info),
    ROOT(relax_tensor_struct_info), ROOT(relax_tuple_struct_info), ROOT(relax_func_struct_info),
    ROOT(relax_shape_type), ROOT(relax_tensor_type), ROOT(relax_object_type),
    ROOT(relax_packed_func_type),

    ROOT(relax_device_mesh), ROOT(relax_placement), ROOT(relax_dtensor_struct_info),

    ROOT(relax_dataflow_var_v26), {&tunip_ir_var_type, "relax", false, is_own_var},
    {&tunip_ir_call_type, "relax", false, relax_is_own_call},
};
/* clang-format on */

static const tunip_setting_row settings[] = {
    TUNIP_SETTING_ROW(relax_settings, show_all_struct_info, BOOL, "true",
                      "annotate bindings even if their struct info follows from the bound value"),
};

static const tunip_renaming renamings[] = {
    {"Object", "Any", 26},
    {"out_sinfo", "out_ty", 26},
    {"sinfo_args", "ty_args", 26},
};

const tunip_dialect tunip_dialect_relax = {
    TUNIP_DIALECT_HEAD,
    .name = "relax",
    .prefix = "R",
    .import = "from tvm.script import relax as %s",
    TUNIP_ROWS(type, relax_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    TUNIP_ROWS(setting, settings),
    .settings_size = sizeof(relax_settings),
    .state_size = sizeof(relax_state),
    TUNIP_ROWS(account, relax_accounts),
    .vocabulary = &relax_vocabulary,
    TUNIP_ROWS(renaming, renamings),
    TUNIP_ROWS(conversion, relax_conversions),
};
