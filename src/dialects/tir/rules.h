/* rules.h -- the rules that are functions, by file; rules.c maps types to them. */
#ifndef TIR_RULES_H
#define TIR_RULES_H

#include <tunip/ext/dialect.h>
#include <tunip/ext/elaborate.h>
#include <tunip/tvm/tirx_types.h>

#define TIR_RULE(ident)                                                                            \
    const tunip_doc *tir_docsify_##ident(tunip_docsifier *d, const tunip_node *node,               \
                                         const tunip_path *path)

/* type_rules.c */
TIR_RULE(int_imm);
TIR_RULE(float_imm);
TIR_RULE(prim_type);
TIR_RULE(pointer_type);
TIR_RULE(v25_pointer_type);
TIR_RULE(tuple_type);
TIR_RULE(target);
TIR_RULE(range);
TIR_RULE(tunip_ir_range);
TIR_RULE(global_var);
TIR_RULE(module);

/* var.c */
TIR_RULE(var);
TIR_RULE(iter_var);

/* expr.c */
TIR_RULE(string_imm);
TIR_RULE(negation);
TIR_RULE(let);
TIR_RULE(comm_reducer);
TIR_RULE(index_map);

/* binary.c */
#define X(ident, name, op) TIR_RULE(ident);
#include "binary.def"
#undef X
TIR_RULE(div);

/* call.c */
TIR_RULE(call);

/* buffer.c, access.c */
TIR_RULE(buffer);
TIR_RULE(match_buffer_region);
TIR_RULE(buffer_region);
TIR_RULE(buffer_load);
TIR_RULE(buffer_store);
TIR_RULE(producer_load);

/* stmt.c */
TIR_RULE(evaluate);
TIR_RULE(seq_stmt);
TIR_RULE(if_then_else);
TIR_RULE(while);
TIR_RULE(let_stmt);
TIR_RULE(assert_stmt);

/* alloc.c */
TIR_RULE(decl_buffer);
TIR_RULE(allocate);
TIR_RULE(allocate_const);

/* attr.c */
TIR_RULE(buffer_realize);
TIR_RULE(attr_stmt);

/* for_loop.c, block.c, function.c */
TIR_RULE(for);
TIR_RULE(for_v26);
TIR_RULE(block);
TIR_RULE(block_realize);
TIR_RULE(prim_func);

/* layout.c */
TIR_RULE(plain_bijective_layout);
TIR_RULE(plain_const_int_bound);
TIR_RULE(plain_tensor);

/* trace.c */
TIR_RULE(plain_trace);
TIR_RULE(v26_plain_trace);

/* ==== The rules for nodes of TVM v0.26 that print differently from their kin, by file. */

/* flat.c: those of v0.24 and v0.25; v25_prim_func is in function.c */
TIR_RULE(v24_bind);
TIR_RULE(v24_decl_buffer);
TIR_RULE(v25_decl_buffer);
TIR_RULE(v25_buffer);
TIR_RULE(v24_alloc_buffer);
TIR_RULE(v25_alloc_buffer);
TIR_RULE(v25_bind);
TIR_RULE(v25_buffer_load);
TIR_RULE(v25_buffer_store);
TIR_RULE(v25_call);
TIR_RULE(v25_prim_func);
TIR_RULE(v25_swizzle_layout);

/* var.c */
TIR_RULE(v26_var);
TIR_RULE(v26_pointer_type);
TIR_RULE(v26_cast);
TIR_RULE(v26_lambda);

/* access.c */
TIR_RULE(v26_buffer_region);
TIR_RULE(v26_buffer_load);
TIR_RULE(v26_buffer_store);
TIR_RULE(v26_producer_load);

/* layout.c */
TIR_RULE(v26_axis);
TIR_RULE(v26_iter);
TIR_RULE(v26_tile_layout);
TIR_RULE(v26_compose_layout);

/* stmt.c */
TIR_RULE(v26_evaluate);
TIR_RULE(v26_return);
TIR_RULE(v26_bind);
TIR_RULE(v26_assert);
TIR_RULE(v26_break);
TIR_RULE(v26_continue);
TIR_RULE(v25_attr);
TIR_RULE(v26_attr);
TIR_RULE(v26_decl_buffer);
TIR_RULE(v26_alloc_buffer);
TIR_RULE(v26_match_buffer);

/* tile.c */
TIR_RULE(v26_scope_id_def_stmt);
TIR_RULE(v26_scope_id_def);
TIR_RULE(v26_exec_scope);
TIR_RULE(v26_tile_call);

/* call.c, function.c */
TIR_RULE(v26_call);
TIR_RULE(v26_prim_func);

#endif
