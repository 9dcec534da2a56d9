/* constant.h -- constants, the values that a dtype has, and casts (TVM src/ir/expr.cc, IntImm and
 * FloatImm; include/tvm/tir/op.h, make_const; src/tir/op/op.cc, cast). TVM throws where a value is
 * none of its dtype. Functions that fold then return a constant that does not fit (tir_fits()), and
 * the reader of the script refuses it. */
#ifndef TIR_CONSTANT_H
#define TIR_CONSTANT_H

#include <tunip/ext/elaborate.h>

#include "docs.h"

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

#endif
