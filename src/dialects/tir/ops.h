/* ops.h -- the text of calls of operators. */
#ifndef TIR_OPS_H
#define TIR_OPS_H

#include <tunip/tvm/tir.h>

/* Where a call has its dtype among the arguments. */
typedef enum tir_dtype_place { TIR_DTYPE_NONE, TIR_DTYPE_FIRST, TIR_DTYPE_LAST } tir_dtype_place;

/* Which dtype a call has that a script's function of the name makes. */
typedef enum tir_op_makes {
    TIR_MAKES_NOTHING, /* there is no such function */
    TIR_MAKES_GIVEN,   /* the one among the arguments */
    TIR_MAKES_ARG_0,   /* that of an argument */
    TIR_MAKES_ARG_1,
    TIR_MAKES_BOOL,
    TIR_MAKES_INT32,
    TIR_MAKES_UINT32,
    TIR_MAKES_HANDLE,
    TIR_MAKES_VOID
} tir_op_makes;

/* When such a function makes a call of just its arguments: it may fold or cast them. */
typedef enum tir_op_when {
    TIR_WHEN_ALWAYS,
    TIR_WHEN_NEVER,
    TIR_WHEN_FLOAT,  /* of a float of at least 32 bits, not a constant */
    TIR_WHEN_FLOATS, /* of two floats of one dtype */
    TIR_WHEN_INT,    /* of an integer */
    TIR_WHEN_INTS,   /* of two integers of one dtype, a constant only as the second, from 1 to less
                          than its bits */
    TIR_WHEN_VARIES, /* for a node that is not a constant */
    TIR_WHEN_CHOICE, /* by a bool that is no constant, of two of one dtype */
    TIR_WHEN_RECAST, /* to another dtype than the argument's, of as many bits */
    TIR_WHEN_NUMBERED, /* of an intrinsic by its number, a constant of uint32 */
    TIR_WHEN_LOAD,     /* of an element of a buffer */
    TIR_WHEN__COUNT
} tir_op_when;

typedef struct tir_op_style {
    const char *name;        /* as registered: "tir.tvm_call_packed" */
    const char *script_name; /* as printed: "call_packed" */
    uint8_t dtype_place;     /* tir_dtype_place */
    uint8_t makes;           /* tir_op_makes */
    uint8_t when;            /* tir_op_when */
} tir_op_style;

/* The style of the operator registered as `name`. NULL: it prints under that name, without a
 * dtype. Found anew at each call: nodes are not written to while they are printed, and seven
 * comparisons are cheaper than the Docs of the call. */
const tir_op_style *tir_op_find(tunip_str name);

/* The same by the name in scripts. */
const tir_op_style *tir_op_find_script(tunip_str name);

/* The number of a style, from 0. */
size_t tir_op_number(const tir_op_style *style);

/* Whether a parser reads the text of `call` as the same call. */
bool tir_op_gives_back(const tir_op_style *style, const tunip_tir_call *call);

#endif
