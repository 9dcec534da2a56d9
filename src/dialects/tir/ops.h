/* ops.h -- the text of calls of operators. */
#ifndef TIR_OPS_H
#define TIR_OPS_H

#include <tunip/tvm/tir.h>

/* The place of the dtype among the arguments of a call. */
typedef enum tir_dtype_place { TIR_DTYPE_NONE, TIR_DTYPE_FIRST, TIR_DTYPE_LAST } tir_dtype_place;

/* The dtype of the call that a script's function of this name makes. */
typedef enum tir_op_makes {
    TIR_MAKES_NOTHING, /* scripts have no such function */
    TIR_MAKES_GIVEN,   /* the dtype among the arguments */
    TIR_MAKES_ARG_0,   /* the dtype of this argument */
    TIR_MAKES_ARG_1,
    TIR_MAKES_BOOL,
    TIR_MAKES_INT32,
    TIR_MAKES_UINT32,
    TIR_MAKES_HANDLE,
    TIR_MAKES_VOID
} tir_op_makes;

/* The condition under which such a function makes a call with exactly its arguments. Otherwise it
 * may fold or cast them. */
typedef enum tir_op_when {
    TIR_WHEN_ALWAYS,
    TIR_WHEN_NEVER,
    TIR_WHEN_FLOAT,  /* the argument is a float of at least 32 bits and not a constant */
    TIR_WHEN_FLOATS, /* both are floats of one dtype */
    TIR_WHEN_INT,    /* the argument is an integer */
    TIR_WHEN_INTS, /* both are integers of one dtype, and a constant second is in 1 ... bits - 1 */
    TIR_WHEN_VARIES,   /* the argument is not a constant */
    TIR_WHEN_CHOICE,   /* the condition is a variable bool, and both values have one dtype */
    TIR_WHEN_RECAST,   /* the dtype differs from the argument's and has as many bits */
    TIR_WHEN_NUMBERED, /* the first argument is the number of an intrinsic, a uint32 constant */
    TIR_WHEN_LOAD,     /* the argument is an element of a buffer */
    TIR_WHEN_ONE,      /* it has one argument: the function adds a missing one */
    TIR_WHEN_FIVE,     /* likewise */
    TIR_WHEN_SEVEN,
    TIR_WHEN__COUNT
} tir_op_when;

typedef struct tir_op_style {
    const char *name;        /* as registered: "tir.tvm_call_packed" */
    const char *script_name; /* as printed: "call_packed" */
    uint8_t dtype_place;     /* tir_dtype_place */
    uint8_t makes;           /* tir_op_makes */
    uint8_t when;            /* tir_op_when */
} tir_op_style;

/* The style of the operator registered as `name`; NULL if the table has none. Each call of an
 * operator searches the table again, because prints do not write to nodes, and seven comparisons
 * are cheaper than the Docs of the call. */
const tir_op_style *tir_op_find(tunip_str name);

/* Whether TVM has the operator. Some operators have no row. */
bool tir_op_is_known(tunip_str name);

/* The same by the name in scripts. */
const tir_op_style *tir_op_find_script(tunip_str name);

/* The number of a style, from 0. */
size_t tir_op_number(const tir_op_style *style);

/* Whether a parser makes the same call from the text of `call`. */
bool tir_op_gives_back(const tir_op_style *style, const tunip_tir_call *call);

#endif
