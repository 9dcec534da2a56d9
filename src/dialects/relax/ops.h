/* ops.h -- the operators: all that tunip knows of one is its row of ops.def. The reader, the
 * printer, the builders of graphs, inference and checks look the row up. */
#ifndef RELAX_OPS_H
#define RELAX_OPS_H

#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax.h>

struct relax_check;
struct relax_made_call;

/* The kind of node that the function for an operator takes as an argument, which must be there. */
typedef struct relax_op_arg {
    size_t at;
    const tunip_type *type; /* NULL: any */
} relax_op_arg;

enum { RELAX_MOST_OP_ARGS = 4, RELAX_OP_PREFIX = sizeof "relax." - 1 };

/* A rule of infer/infer.h. */
typedef const tunip_node *(*relax_infer_fn)(tunip_scratch *scratch, const tunip_relax_call *call);

/* A field that is zero or NULL says that the operator is as most are. */
typedef struct relax_op {
    const char *name;   /* relax.add; R.add is the name in scripts */
    int since;          /* the version of TVM that added it; 0: v0.23 or older */
    const char *read;   /* the word that reads it; "op": its parameters are those of the call */
    const char *params; /* of the function that calls it in scripts */
    const tunip_type *attrs; /* that the function makes, or NULL */

    /* infer: the struct info of a call (infer/infer.h) */
    relax_infer_fn infer;
    /* the same when TVM builds a function, and not a print, if that is another one */
    relax_infer_fn infer_in_function;
    /* the same of a call with distributed tensors as arguments; TVM's printer does not know it */
    relax_infer_fn infer_distributed;

    /* read */
    void (*complete)(tunip_elaborator *e, struct relax_made_call *call); /* as the function does */
    void (*check)(const struct relax_check *c); /* complains of what TVM refuses */
    bool is_impure;                             /* a call does more than to compute its result */
    bool reads_name;  /* the function makes an ExternFunc of a string for a function */
    bool keeps_name;  /* the function keeps such a string */
    bool takes_tuple; /* since v0.26, a tuple of numbers stands for a number */

    /* print: a special form, `name` without "relax."; NULL if the call lacks arguments */
    const tunip_doc *(*write)(tunip_docsifier *d, const tunip_relax_call *call,
                              const tunip_path *path, const char *name);
    bool shows_info; /* its text includes its struct info, so that bindings need not repeat it */
    bool calls_tir;  /* R.call_tir() and its variants, which TVM normalizes */

    /* print: the calls that the function makes. Others are written in full. */
    size_t most;        /* arguments in the text; 0: any number */
    const char *tuples; /* the places (digits) of arguments that are Python's tuples in the text */
    relax_op_arg args[RELAX_MOST_OP_ARGS]; /* up to {0, NULL}, which is the last one or before it */
    bool is_maker;                         /* it writes into tensors; its result has a shape, */
    bool makes_dtensor;                    /* which is that of a distributed tensor */
    bool (*is_usual)(const tunip_relax_call *call); /* a further check */
    const char *unusual;                            /* the field that it checks */
} relax_op;

/* ORDER: by name. */
extern const relax_op relax_ops[];
extern const size_t relax_op_count;

/* NULL if TVM has no operator of this name, in any version. */
static inline const relax_op *relax_find_op(tunip_str name)
{
    return tunip_ir_find_row(name, relax_ops, relax_op_count, sizeof *relax_ops);
}

/* The operator that is called; NULL for a call of a function, and of an unknown operator. */
static inline const relax_op *relax_op_of(const tunip_relax_call *call)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    return op ? relax_find_op(tunip_string_value(op->name)) : NULL;
}

#endif
