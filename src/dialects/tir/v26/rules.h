/* rules.h -- the rules for nodes of TVM v0.26 that print differently from their kin, by file;
 * rules.def maps types to them. */
#ifndef TIR_V26_RULES_H
#define TIR_V26_RULES_H

#include <tunip/ext/elaborate.h>

#include "../rules.h"
#include <tunip/tvm/tirx_types.h>

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
