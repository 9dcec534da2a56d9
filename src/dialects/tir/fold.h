/* fold.h -- constants, folding and simplification, as TVM does them. */
#ifndef TIR_FOLD_H
#define TIR_FOLD_H

#include <tunip/ext/elaborate.h>

#include "frame.h"

/* ==== Constants, the values that a dtype has, and casts (TVM src/ir/expr.cc, IntImm and FloatImm;
 * include/tvm/tir/op.h, make_const; src/tir/op/op.cc, cast). TVM throws where a value is none of
 * its dtype. Functions that fold then return a constant that does not fit (tir_fits()), and the
 * reader of the script refuses it. */

/* A constant as C's numbers; neither if the node is no constant. */
typedef struct tir_imm {
    bool is_int;
    bool is_float;
    int64_t integer;
    double real;
} tir_imm;

tir_imm tir_imm_of(const tunip_node *node);

/* True for int and uint, not for bool. */
bool tir_is_integer(tunip_dtype dtype);

/* Whether a constant, or each one in a broadcast or a ramp, is a value of its dtype. True for any
 * other node. */
bool tir_fits(const tunip_node *node);

/* The largest and the least value that TVM's max_value() and min_value() give a dtype of floats;
 * false if it has none. */
bool tir_real_limits(tunip_dtype dtype, double *least, double *most);

/* ---- nodes that live as long as the scratch memory; NULL when out of memory ---- */

const tunip_node *tir_new_int(tunip_scratch *scratch, tunip_dtype dtype, int64_t value);
const tunip_node *tir_new_real(tunip_scratch *scratch, tunip_dtype dtype, double value);
const tunip_node *tir_new_binary(tunip_scratch *scratch, const tunip_type *type,
                                 const tunip_node *a, const tunip_node *b);
/* `value` in all lanes of a vector. */
const tunip_node *tir_new_broadcast(tunip_scratch *scratch, const tunip_node *value, int lanes);
/* TVM's make_const(): a constant, or a vector of copies. An integer from 2^63 on becomes a call of
 * large_uint_imm. */
const tunip_node *tir_new_const(tunip_scratch *scratch, tunip_dtype dtype, tir_imm value);
/* TVM's LargeUIntImm(): an integer from 2^63 on, by its lower and its upper 32 bits. */
const tunip_node *tir_new_large(tunip_scratch *scratch, tunip_dtype dtype, uint64_t value);
/* TVM's cast(): constants are folded, and a scalar becomes a vector of copies. Otherwise `value`
 * has as many lanes as `dtype`. */
const tunip_node *tir_cast_folded(tunip_scratch *scratch, tunip_dtype dtype,
                                  const tunip_node *value);

/* Whether the constants that a reader has folded are values of their dtypes; false after a
 * complaint at `doc`. True without --fold, because a text may show any constant; but a float that
 * is cast to an integer must fit. */
bool tir_takes_constant(tunip_elaborator *e, const tunip_node *value, const tunip_doc *doc);

/* ==== TVM's operators on expressions: they match the dtypes of their operands and fold constants
 * (TVM src/tir/op/op.cc, src/arith/const_fold.h). `a + b` may print only if TVM's operator would
 * do neither, because the parser applies the operator. Ranges need the operators themselves: they
 * print min + extent. */

/* Whether TVM's operator, applied to `a` and `b`, makes a node of its own kind with exactly these
 * operands. For TUNIP_OP_DIV see tir_is_division(). */
bool tir_is_kept(tunip_operator op, const tunip_node *a, const tunip_node *b);

/* Whether both are integers, or both are floats: T.min and T.max fold these. */
bool tir_are_numbers(const tunip_node *a, const tunip_node *b);

/* Whether TVM makes a division of a / b. It rejects this operator for integers. */
bool tir_is_division(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* The operators that fold constants and neutral elements. */
typedef enum tir_fold {
    TIR_FOLD_ADD,
    TIR_FOLD_SUB,
    TIR_FOLD_MUL,
    TIR_FOLD_DIV, /* rounds integers towards 0 */
    TIR_FOLD_MOD,
    TIR_FOLD_FLOOR_DIV,
    TIR_FOLD_FLOOR_MOD,
    TIR_FOLD_MIN,
    TIR_FOLD_MAX,
    TIR_FOLD__COUNT
} tir_fold;

/* The operator whose nodes are of `type`; TIR_FOLD__COUNT if there is none. */
tir_fold tir_fold_of(const tunip_type *type);

/* TVM's BinaryOpMatchTypes: gives both operands one dtype. False where TVM rejects them. */
bool tir_match(tunip_scratch *scratch, const tunip_node **a, const tunip_node **b);
/* The operator applied to two operands as TVM does: matched, and folded if possible. A division by
 * a constant 0 stays a node. A constant that does not fit stands for what TVM rejects.
 */
const tunip_node *tir_folded(tunip_scratch *scratch, tir_fold op, const tunip_node *a,
                             const tunip_node *b);
/* Whether TVM rejects the division because it finds that `b` is 0. Both operands are matched. */
bool tir_divides_by_zero(tir_fold op, const tunip_node *a, const tunip_node *b);
/* The bool that a comparison of two matched operands folds to; NULL if it does not fold. */
const tunip_node *tir_compared(tunip_scratch *scratch, const tunip_type *type, const tunip_node *a,
                               const tunip_node *b);
/* Whether a dtype is int32 or int64, the only ones of which some operators fold constants. */
bool tir_is_index(tunip_dtype dtype);
/* The result of TUNIP_OP_SHIFT_LEFT, TUNIP_OP_BIT_AND or a similar operator on two matched
 * operands; NULL if TVM makes a call. */
const tunip_node *tir_bits_folded(tunip_scratch *scratch, tunip_operator op, const tunip_node *a,
                                  const tunip_node *b);

/* ==== Integer expressions in TVM's simplified form, and the intervals of values that they take
 * (TVM src/arith). Handles only the operators of index expressions; other expressions are not
 * changed. */

/* The expression as TVM's Analyzer::Simplify writes it: a sum of products, first the terms with
 * positive factors, then the constant, then the others. */
const tunip_node *tir_simplify(tunip_scratch *scratch, const tunip_node *expr);

/* Functions for the parts of a sum. */
typedef struct tir_parts {
    /* Simplifies a part that is no sum, product, or division that rounds down. */
    const tunip_node *(*visit)(void *user, const tunip_node *expr);
    /* Whether 0 <= expr < limit. */
    bool (*is_below)(void *user, const tunip_node *expr, int64_t limit);
    void *user;
} tir_parts;

/* Like tir_simplify(), with other functions for the parts. */
const tunip_node *tir_write_sum(tunip_scratch *scratch, const tunip_node *expr, tir_parts parts);

/* Whether a - b simplifies to 0. */
bool tir_are_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* The values from `min` to `max`, both included. NULL: there is no bound. */
typedef struct tir_interval {
    const tunip_node *min, *max;
} tir_interval;

/* The values that a variable takes. */
typedef struct tir_domain {
    const tunip_node *var;
    tir_interval values;
} tir_domain;

typedef struct tir_domains {
    tunip_scratch *scratch;
    tir_domain *items; /* the last one of a variable counts */
    size_t count, room;
    size_t depth;    /* of domains within domains */
    unsigned level;  /* of expressions within expressions */
    unsigned visits; /* of the expressions in one that is evaluated */
} tir_domains;

/* The values that an expression takes (TVM's IntervalSetEvaluator). A vector takes those of all its
 * lanes. */
tir_interval tir_eval(tir_domains *domains, const tunip_node *expr);
/* [min, min + extent), without the domains of the variables in it. */
tir_interval tir_interval_of(tunip_scratch *scratch, const tunip_node *min,
                             const tunip_node *extent);
/* The values that the elements of such a range take. */
tir_interval tir_eval_range(tir_domains *domains, const tunip_node *min, const tunip_node *extent);
/* The smallest interval that contains both, simplified. */
tir_interval tir_interval_union(tunip_scratch *scratch, tir_interval a, tir_interval b);

/* ==== Sizes of tensors in TVM's simplified form ==== */

/* The expression as TVM's Analyzer::Simplify writes it. If `of_sizes`, all variables are at least
 * 0. NULL if it has parts for which there are no rules here, or when out of memory. */
const tunip_node *tir_simplify_size(tunip_scratch *scratch, const tunip_node *expr, bool of_sizes);

/* TVM's a < b, which folds numbers. */
const tunip_node *tir_less(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* The operator T.if_then_else, and its calls, which fold conditions that are numbers. Operands may
 * be NULL: then the call is NULL. */
tunip_node *tir_choice_op(tunip_scratch *scratch);
const tunip_node *tir_choice(tunip_scratch *scratch, tunip_node *op, const tunip_node *condition,
                             const tunip_node *yes, const tunip_node *no);

#endif
