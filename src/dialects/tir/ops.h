/* ops.h -- the operators: all that tunip knows of one is its row of ops.def. */
#ifndef TIR_OPS_H
#define TIR_OPS_H

#include <tunip/ext/elaborate.h>
#include <tunip/tvm/tir.h>

/* The place of the dtype among the arguments of a call. */
typedef enum tir_dtype_place { TIR_DTYPE_NONE, TIR_DTYPE_FIRST, TIR_DTYPE_LAST } tir_dtype_place;

/* A dtype that scripts may write before the arguments, or as `dtype=`, and that prints do not show:
 * T.ptx.ldmatrix_legacy("float16", ...). */
typedef enum tir_op_leads {
    TIR_LEADS_NOTHING,
    TIR_LEADS_RESULT, /* that of the call, otherwise int8 */
    TIR_LEADS_UNUSED  /* TVM ignores it */
} tir_op_leads;

/* The dtype of the call that a script's function of this name makes. */
typedef enum tir_op_makes {
    TIR_MAKES_NOTHING, /* v0.23's scripts have no such function */
    TIR_MAKES_GIVEN,   /* the dtype among the arguments */
    TIR_MAKES_PTX,   /* the dtype of the first text among the arguments that names a type of PTX */
    TIR_MAKES_LAST,  /* the dtype that the last argument names */
    TIR_MAKES_NAMED_1, /* the dtype that this argument names; void if it is no text */
    TIR_MAKES_NAMED_2,
    TIR_MAKES_BITS_0, /* an integer with as many bits as this argument says */
    TIR_MAKES_ARG_0, /* the dtype of this argument */
    TIR_MAKES_ARG_1,
    TIR_MAKES_ELEMENT_1, /* the dtype of the elements to which this argument points, because the */
    TIR_MAKES_ELEMENT_3, /* text leaves the dtype out */
    TIR_MAKES_BOOL,
    TIR_MAKES_INT32,
    TIR_MAKES_INT64,
    TIR_MAKES_UINT32,
    TIR_MAKES_UINT64,
    TIR_MAKES_FLOAT32,
    TIR_MAKES_HANDLE,
    TIR_MAKES_VOID,
    TIR_MAKES__COUNT
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

/* A field that is zero or NULL says that the operator is as most are. */
typedef struct tir_op {
    const char *name;       /* without its prefix: "tvm_call_packed" */
    const char *old_name;   /* as v0.23 registers it: "tir.tvm_call_packed" */
    const char *new_name;   /* as v0.26 registers it: "tirx.tvm_call_packed" */
    uint8_t since;          /* the version of TVM that added it; 0: v0.23 or older */
    uint8_t until;          /* the version of TVM that removed it; 0: none */
    uint8_t dtype_place;    /* tir_dtype_place */
    uint8_t leads;          /* tir_op_leads */
    uint8_t makes;          /* tir_op_makes, of the version that added it */
    uint8_t later;          /* tir_op_makes of v0.26, if only its scripts have the function */
    uint8_t when;           /* tir_op_when */
    uint8_t least;          /* arguments of an operation on tiles, if the text omits some */
    bool is_wordless;       /* prints under its registered name; not since v0.26 if it has a word */
    bool is_optional;       /* v0.26 has it only if it is built with the code generator of the
                               device; tools/make_ops_def.py alone asks */
    bool is_pure;           /* v0.26: a call has no effect; nothing is known about others */
    bool packs;             /* the function packs the buffers among its arguments */
    bool casts_ints;        /* the function casts an argument that is an integer */
    tunip_operator on_bits; /* the operator of Python that makes the same node */
    const char *params;     /* of the function; "*args": any, or optional ones */
    const char *word, *later_word; /* in scripts of v0.23 and of v0.26 */

    /* Whether the function accepts the arguments of a new call; false after a complaint. */
    bool (*takes)(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc);
    /* The node that the function makes instead of a call; of the kind ABSENT if it makes a call. */
    tunip_value (*compute)(tunip_elaborator *e, const tunip_array *args, const tunip_doc *doc);
} tir_op;

/* ORDER: by name. */
enum {
    TIR_OP_COUNT = 0
#define X(...) +1
#include "ops.def"
#undef X
};
extern const tir_op tir_ops[TIR_OP_COUNT];

/* The operator that v0.23 registers as `name`, such as "tir.exp", and that its scripts have a word
 * for; NULL if there is none. Each call of an operator searches the table again, because prints do
 * not write to nodes, and nine comparisons are cheaper than the Docs of the call. */
const tir_op *tir_find_op(tunip_str name);

/* The same for v0.26: "tirx.exp". */
const tir_op *tirx_find_op(tunip_str name);

/* The same for a call of v0.23, v0.24 or v0.25: "tir.exp" or "tirx.exp". */
const tir_op *tir_find_either_op(tunip_str name);

/* Whether v0.23 has the operator "tir.exp". Some operators have no word. */
bool tir_op_is_known(tunip_str name);

/* The operator by the name in scripts of v0.23. */
const tir_op *tir_find_op_word(tunip_str name);

/* The operator by the name in scripts of `version`, v0.24 or newer, apart from operations on tiles.
 * Operators of newer versions are found, too. The version 0 finds also all that newer versions
 * removed, and UINT_MAX none of these. If two have this name, the one that takes a dtype first if
 * `takes_dtype`, and otherwise the other one. */
const tir_op *tirx_find_op_word(tunip_str name, bool takes_dtype, unsigned version);

/* The name in scripts of v0.23. */
static inline const char *tir_op_word_of(const tir_op *op)
{
    return op->word ? op->word : op->name;
}

/* The name in scripts of v0.26. */
const char *tirx_op_word_of(const tir_op *op);

/* The dtype that a row names, such as TIR_MAKES_INT32; void for one that it does not name. */
tunip_dtype tir_fixed_dtype(unsigned makes);

/* The dtype that a row or an argument names, such as TIR_MAKES_LAST; else the fixed one. */
tunip_dtype tir_named_dtype(unsigned makes, const tunip_array *args);

/* Whether v0.23's parser makes the same call from the text of `call`. */
bool tir_op_gives_back(const tir_op *op, const tunip_tir_call *call);

#endif
