/* operations.h -- the operations of MLIR on both sides of a diff, and which became which. */
#ifndef TN_DIFF_OPERATIONS_H
#define TN_DIFF_OPERATIONS_H

#include <tunip/mlir.h>

#include "view.h"

#define TN_NO_OP UINT32_MAX

/* A result of an operation, or an argument of one of its blocks. */
typedef struct tn_op_value {
    uint32_t op; /* that defines it */
    uint32_t
        block; /* of an argument: the number of the block in the operation; TN_NO_OP: a result */
    uint32_t number;               /* among the results or the arguments */
    uint32_t count;                /* of the arguments of that block */
    uint32_t first_use, use_count; /* in `uses` */
} tn_op_value;

typedef struct tn_op_use {
    uint32_t op, at; /* the operand */
} tn_op_use;

/* An operation. Ranges are of indices in the arrays of tn_ops. */
typedef struct tn_ir_op {
    const tunip_mlir_operation *node;
    tunip_str name, suffix; /* "arith.addf", "addf" */
    tunip_str symbol;       /* that it defines in a module or a file; or empty */
    size_t head, end;       /* its first and last line */
    uint32_t parent;        /* or TN_NO_OP */
    uint32_t after;         /* the first operation behind it that is not inside it */
    uint32_t block;         /* the number of its block in the parent */
    uint32_t unit;          /* the operation around it that defines a symbol, or itself */
    uint32_t first_result, result_count;
    uint32_t first_operand, operand_count; /* in `operands` */
    uint32_t first_token, token_count;     /* in `tokens`: sorted hashes of words and attributes */
    uint64_t content;                      /* the hash of the name and of all pieces but values */
    uint64_t computes;                     /* the same with what the operands compute */
    uint64_t used;                         /* the hash of the uses of the results */
    uint64_t sites;                        /* the hash of the places it comes from; 0: none */
    bool has_region;
    bool has_block; /* it refers to a block */
} tn_ir_op;

/* The operations of a side, in the order of the text. */
typedef struct tn_ops {
    const tunip_allocator *allocator;
    TN_ARRAY(tn_ir_op) ops;
    TN_ARRAY(tn_op_value) values;
    TN_ARRAY(tn_op_use) uses;
    TN_ARRAY(uint32_t) operands; /* values; TN_NO_OP for one that is not known */
    TN_ARRAY(uint64_t) tokens;
    tn_map ids;    /* node -> value + 1 */
    tn_map blocks; /* key of a block -> its first argument + 1 */
    bool failed;   /* out of memory */
} tn_ops;

/* Finds the operations of a side, which has been printed (operations.c). False if the root is not
 * MLIR, or if the text does not show each operation as a statement. The caller frees them. */
bool tn_ops_find(tn_ops *self, const tn_diff_side *side, const tunip_allocator *allocator);
void tn_ops_free(tn_ops *self);
/* The argument of an operation with the block and number of another one, if both blocks have as
 * many; or TN_NO_OP. */
uint32_t tn_ops_argument(const tn_ops *self, uint32_t op, const tn_op_value *like);

/* The counterpart of an operation on the other side (correspond.c). */
typedef struct tn_op_fate {
    uint32_t match; /* its one counterpart on the other side, or TN_NO_OP */
    uint32_t owner; /* right side: the operation in whose place it stands; or TN_NO_OP */
    uint32_t other; /* right side: a further one, such as the call that was inlined */
    uint8_t reason; /* a tunip_link_reason */
    bool sure;
    bool settled; /* `match` or `owner` was found within a function */
} tn_op_fate;

typedef struct tn_correspondence {
    tn_ops sides[TN_SIDES];
    tn_op_fate *fates[TN_SIDES];
    const tunip_allocator *allocator;
    bool failed;
} tn_correspondence;

/* False if a side is not MLIR, or out of memory, which also sets `failed`. */
bool tn_correspond(tn_correspondence *self, const tn_diff_view *view);
void tn_correspondence_free(tn_correspondence *self);

/* Whether two matched operations are the same: only what computes their operands may differ. An
 * operand that is gone was replaced by what stands for it now, such as the other one of two equal
 * constants, or a value without its cast. That is the matter of the operation that is gone. An
 * operand that is still there, and is no longer used, is a change. */
bool tn_ops_agree(const tn_correspondence *self, uint32_t lhs, uint32_t rhs);
/* The same, but an operand that was replaced is a change. */
bool tn_ops_are_equal(const tn_correspondence *self, uint32_t lhs, uint32_t rhs);

#endif
