/* ops.h -- what calls of an operator look like in text. */
#ifndef TIR_OPS_H
#define TIR_OPS_H

#include <tunip/base.h>

/* Where a call has its dtype among the arguments. */
typedef enum tir_dtype_place { TIR_DTYPE_NONE, TIR_DTYPE_FIRST, TIR_DTYPE_LAST } tir_dtype_place;

typedef struct tir_op_style {
    const char *name;        /* as registered: "tir.tvm_call_packed" */
    const char *script_name; /* as printed: "call_packed" */
    tir_dtype_place dtype_place;
} tir_op_style;

/* The style of the operator registered as `name`. NULL: it prints under that name, without a
 * dtype. Found anew at each call: nodes are not written to while they are printed, and seven
 * comparisons are cheaper than the Docs of the call. */
const tir_op_style *tir_op_find(tunip_str name);

#endif
