/* words.c -- the words of the dialect (TVM python/tvm/script/parser/relax). */
#include <tunip/tvm/relax_attrs_v26.h>

#include "read.h"

/* ---- what other dialects ask for while this one is read ---- */
tunip_node *relax_convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    bool wants_number = !type || type == &tunip_ir_prim_expr_type || type == &tunip_tir_var_type ||
                        type == &tunip_ir_int_imm_type;
    if (wants_number) return relax_try_number(e, value);
    if (type == &tunip_ir_struct_info_type) return relax_info_of(e, value);
    if (type == &tunip_ir_vdevice_type) return relax_vdevice_of(e, value);
    if (type == &tunip_ir_type_type) return relax_type_of(e, value);
    bool wants_expr = type == &tunip_ir_relax_expr_type;
    return wants_expr ? relax_expr_of(e, value) : NULL;
}

/* clang-format off */
static const tunip_word words[] = {
    /* functions and their parts */
    {.name = "function", .params = "pure= private= check_well_formed=",
     .read = relax_read_function, .declare = relax_read_declared_function},
    {.name = "func_attr", .params = "attrs", .read = relax_read_func_attr},
    {.name = "func_ret_struct_info", .params = "ret_sinfo",
     .read = relax_read_func_ret_struct_info},
    {.name = "func_ret_type", .params = "ret_ty", .read = relax_read_func_ret_struct_info,
     .since = 26},
    {.name = "func_ret_ty", .params = "ret_ty", .read = relax_read_func_ret_struct_info,
     .since = 26},
    {.name = "dataflow", .params = "", .read = relax_read_dataflow},
    {.name = "output", .params = "*vars", .read = relax_read_output},
    {.name = "match_cast", .params = "value struct_info", .read = relax_read_match_cast},

    /* struct infos */
    {.name = "Object", .params = "", .read = relax_read_object_info},
    {.name = "Prim", .params = "dtype= value=", .read = relax_read_prim_info},
    {.name = "Shape", .params = "values= ndim=", .read = relax_read_shape_info},
    {.name = "Tensor", .params = "shape= dtype= vdevice= ndim=", .read = relax_read_tensor_info},
    {.name = "Tuple", .params = "*fields", .read = relax_read_tuple_info},
    {.name = "Callable", .params = "params= ret= purity= derive_func=",
     .read = relax_read_func_info},
    {.name = "DTensor", .params = "shape= dtype= device_mesh= placement= ndim=",
     .read = relax_read_dtensor_info},
    {.name = "dist.DTensor", .params = "shape= dtype= device_mesh= placement= ndim=",
     .read = relax_read_dtensor_info},

    /* devices */
    {.name = "device_mesh", .params = "shape device_ids", .read = relax_read_device_mesh},
    {.name = "dist.device_mesh", .params = "shape device_ids", .read = relax_read_device_mesh},
    {.name = "Range", .params = "begin end=", .read = relax_read_range},
    {.name = "device", .params = "device_type= index=", .read = relax_read_device},
#define DEVICE(name_)                                                                              \
    {.name = "=tvm." name_, .params = "dev_id=", .read = relax_read_named_device,                  \
     .data = (intptr_t)name_},                                                                     \
    {.name = name_, .params = "dev_id=", .read = relax_read_named_device,                          \
     .data = (intptr_t)name_}
    DEVICE("cpu"),
    DEVICE("cuda"),
    DEVICE("opencl"),
    DEVICE("vulkan"),
    DEVICE("metal"),
    DEVICE("vpi"),
    DEVICE("rocm"),
    DEVICE("ext_dev"),
    DEVICE("hexagon"),
    DEVICE("webgpu"),
#undef DEVICE

    /* expressions */
    {.name = "const", .params = "value dtype=", .read = relax_read_const},
    {.name = "dist.const", .params = "value struct_info", .read = relax_read_dist_const},
    {.name = "dist.const", .params = "value ty", .read = relax_read_dist_const, .since = 26},
    {.name = "prim_value", .params = "value", .read = relax_read_prim_value},
    {.name = "str", .params = "value", .read = relax_read_str},
    {.name = "dtype", .params = "value", .read = relax_read_dtype},
    {.name = "shape", .params = "value", .read = relax_read_shape},
    {.name = "ShapeExpr", .params = "values", .read = relax_read_shape},
    {.name = "tuple", .params = "*fields", .read = relax_read_tuple},
    {.name = "TupleGetItem", .params = "tuple_value index", .read = relax_read_item},
    {.name = ".astype", .params = "dtype", .read = relax_read_astype},

    /* parts of tensors */
#define PART(name_, params_, op)                                                                   \
    {.name = name_, .params = params_, .read = relax_read_inspected,                               \
     .data = (intptr_t)"relax.inspect.tensor_" op}
    PART(".ndim", NULL, "ndim"),
    PART(".byte_offset", NULL, "byte_offset"),
    PART(".elem_offset", NULL, "elem_offset"),
    PART(".dtype.bits", NULL, "dtype_bits"),
    PART(".dtype.lanes", NULL, "dtype_lanes"),
    PART(".dtype.type_code", NULL, "dtype_code"),
    PART(".shape[]", "axis", "shape_i"),
    PART(".strides[]", "axis", "stride_i"),
#undef PART
    {.name = ".dtype", .params = "", .read = relax_read_inspection, .data = (intptr_t)".bits"},
    {.name = ".shape", .params = "", .read = relax_read_inspection, .data = (intptr_t)"[axis]"},
    {.name = ".strides", .params = "", .read = relax_read_inspection, .data = (intptr_t)"[axis]"},
    {.name = "ExternFunc", .params = "global_symbol struct_info=",
     .read = relax_read_extern_func},
    {.name = "call_packed", .params = "func *args sinfo_args= attrs_type_key= **",
     .read = relax_read_call_packed},

    {.name = "Call", .params = "op args attrs= sinfo_args=", .read = relax_read_exact_call},
    {.name = "emit_with_sinfo", .params = "op args sinfo_args=", .read = relax_read_exact_call,
     .data = 1},
    {.name = "emit", .params = "value annotate_struct_info=", .read = relax_read_emit},
    {.name = "emit_match_cast", .params = "value struct_info",
     .read = relax_read_emit_match_cast},
    {.name = "emit_with_type", .params = "op args ty_args=", .read = relax_read_exact_call,
     .data = 1, .since = 26},
    {.name = "emit_with_ty", .params = "op args ty_args=", .read = relax_read_exact_call,
     .data = 1, .since = 26},
    {.name = "nn.relu6", .params = "data", .read = relax_read_relu6},
    {.name = "linear", .params = "data weight bias= out_dtype=", .read = relax_read_linear},

    {.name = "emit_te", .read = relax_read_emit_te},

    /* operators */
    {.name = "stop_lift_params", .params = "x * sinfo_args=None", .read = relax_read_op,
     .data = (intptr_t)"relax.builtin.stop_lift_params"},
    {.name = "dist.call_tir", .params = "gvar args out_sinfo tir_vars=",
     .read = relax_read_output_call, .data = (intptr_t)"relax.call_tir"},
#define X(op, since_, ident, params_, ...)                                                         \
    {.name = &(op)[RELAX_OP_PREFIX], .params = params_, .read = relax_read_##ident,                \
     .data = (intptr_t)op, .since = since_},
#include "../ops.def"
#undef X
};
/* clang-format on */

/* The words of messages for the nodes of a type and of its descendants. */
/* clang-format off */
static const tunip_noun nouns[] = {
    {&tunip_relax_var_type, "a variable"},
    {&tunip_relax_constant_type, "a constant"},
    {&tunip_relax_prim_value_type, "a number"},
    {&tunip_relax_string_imm_type, "a string"},
    {&tunip_relax_data_type_imm_type, "a dtype"},
    {&tunip_relax_shape_expr_type, "a shape"},
    {&tunip_relax_tuple_type, "a tuple"},
    {&tunip_relax_tuple_get_item_type, "a field of a tuple"},
    {&tunip_relax_call_type, "a call"},
    {&tunip_relax_function_type, "a function"},
    {&tunip_relax_extern_func_type, "a function"},
    {&tunip_relax_binding_type, "a binding"},
    {&tunip_relax_binding_block_type, "a list of bindings"},
    {&tunip_relax_object_struct_info_type, "an object"},
    {&tunip_relax_prim_struct_info_type, "a number"},
    {&tunip_relax_shape_struct_info_type, "a shape"},
    {&tunip_relax_tensor_struct_info_type, "a tensor"},
    {&tunip_relax_dtensor_struct_info_type, "a distributed tensor"},
    {&tunip_relax_tuple_struct_info_type, "a tuple"},
    {&tunip_relax_func_struct_info_type, "a function"},
    {&tunip_relax_device_mesh_type, "a device mesh"},
    {&tunip_relax_placement_type, "a placement"},
    {&tunip_relax_placement_spec_type, "a placement"},
};
/* clang-format on */

/* clang-format off */
static const tunip_word_note notes[] = {
#include "notes.def"
};
/* clang-format on */

const tunip_vocabulary relax_vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .aliases = "relax.op relax tvm.relax.op tvm.relax tvm.script.parser.relax",
    .state_size = sizeof(relax_script_state),
    .words = words,
    .word_count = TUNIP_LEN(words),
    .assign = relax_read_assign,
    .evaluate = relax_read_effect,
    .branch = relax_read_if,
    .give_back = relax_read_return,
    .name = relax_name_value,
    .operate = relax_read_operation,
    .member = relax_read_member,
    .subscript = relax_read_subscript,
    .call = relax_read_call,
    .guess = relax_guess,
    .outsider = relax_outsider,
    .ends_in_value = true,
    .keeps_lists = true,
    .convert = relax_convert,
    .fragment = relax_read_fragment,
    .link = relax_link,
    .placeholder = relax_placeholder,
    .nouns = nouns,
    .noun_count = TUNIP_LEN(nouns),
    .notes = notes,
    .note_count = TUNIP_LEN(notes),
    .unknown = relax_describe_unknown,
};
