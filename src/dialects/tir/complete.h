/* complete.h -- further computations and checks of TVM's constructors, besides the dtype of a
 * result and the dtypes of operands: the functions that the overlay of the schema names
 * (tunip_completion). */
#ifndef TIR_COMPLETE_H
#define TIR_COMPLETE_H

#include <tunip/tvm/tir.h>

#define X(ident)                                                                                   \
    tunip_status tir_complete_##ident(tunip_graph *graph, tunip_node *node, tunip_error *error);
X(var)
X(iter_var)
X(cast)
X(ramp)
X(broadcast)
X(shuffle)
X(select)
X(reduce)
X(buffer)
X(buffer_load)
X(producer_load)
X(buffer_region)
X(let_stmt)
X(assert_stmt)
X(buffer_store)
X(allocate)
X(for)
X(while)
X(seq_stmt)
X(block_realize)
X(prim_func)
#undef X

#endif
