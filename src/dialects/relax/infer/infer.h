/* infer.h -- infers struct info from a value alone, without the variable it is bound to. */
#ifndef RELAX_INFER_H
#define RELAX_INFER_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether the text of a value includes its struct info, so that bindings need not repeat it. This
 * is so for calls of functions that write into their arguments, such as R.call_tir(f, (x,),
 * out_sinfo=...). */
bool relax_infers_always(const tunip_node *value);

/* The struct info that TVM infers for `value` when it prints; NULL if this needs TVM's arithmetic
 * prover. */
const tunip_node *relax_infer(tunip_scratch *scratch, const tunip_node *value);
/* The same when TVM builds a function. It then knows that the sizes of tensors are at least 0. */
const tunip_node *relax_infer_in_function(tunip_scratch *scratch, const tunip_node *value);

/* Whether TVM fails to infer the struct info of a call: its two tensors have different dtypes, the
 * operator takes another number of arguments or only floats, or its sinfo_args name no device. */
bool relax_cannot_infer(const tunip_relax_call *call);

#endif
