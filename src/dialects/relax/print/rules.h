/* rules.h -- the rules that are functions, by file; rules.c maps types to them. */
#ifndef RELAX_RULES_H
#define RELAX_RULES_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

#define RELAX_RULE(ident)                                                                          \
    const tunip_doc *relax_docsify_##ident(tunip_docsifier *d, const tunip_node *node,             \
                                           const tunip_path *path)

/* function.c */
RELAX_RULE(function);
RELAX_RULE(typed_function);
RELAX_RULE(extern_func);
RELAX_RULE(typed_extern_func);

/* region.c */
RELAX_RULE(seq_expr);
RELAX_RULE(binding_block);
RELAX_RULE(dataflow_block);

/* binding.c */
RELAX_RULE(var_binding);
RELAX_RULE(match_cast);
RELAX_RULE(if);

/* expr.c */
RELAX_RULE(var);
RELAX_RULE(tuple);
RELAX_RULE(tuple_get_item);
RELAX_RULE(shape_expr);
RELAX_RULE(string_imm);

/* constant.c */
RELAX_RULE(constant);

/* call.c */
RELAX_RULE(call);
RELAX_RULE(typed_call);

/* struct_info.c */
RELAX_RULE(prim_struct_info);
RELAX_RULE(shape_struct_info);
RELAX_RULE(tensor_struct_info);
RELAX_RULE(tuple_struct_info);
RELAX_RULE(func_struct_info);

/* distributed.c */
RELAX_RULE(device_mesh);
RELAX_RULE(placement);
RELAX_RULE(dtensor_struct_info);

/* shared.c */
RELAX_RULE(symbol);
RELAX_RULE(typed_var);
RELAX_RULE(int_imm);
RELAX_RULE(range);
RELAX_RULE(tuple_type);
RELAX_RULE(func_type);
RELAX_RULE(global_var);
RELAX_RULE(module);

/* patterns.c */
RELAX_RULE(call_pattern);
RELAX_RULE(same_shape_constraint);
RELAX_RULE(pattern_seq);

#endif
