/* tir_rules.h -- helpers for dialects whose nodes hold tensor IR: variables, arithmetic, ranges.
 *
 * The conventions of <tunip/ext/dialect.h> hold for the functions that take a docsifier, those of
 * <tunip/ext/elaborate.h> for the functions that take an elaborator. Nodes that the functions make
 * live as long as `scratch`. */
#ifndef TUNIP_TIR_RULES_H
#define TUNIP_TIR_RULES_H

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The call that makes a variable: T.int32(), T.handle("float32"), ...; `path` is the path of the
 * variable. */
TUNIP_API const tunip_doc *tunip_tir_var_creation(tunip_docsifier *d, const tunip_tir_var *var,
                                                  const tunip_path *path);

/* The result of TVM's `a + b`, which folds constants (include/tvm/tir/op.h): one of the operands,
 * or a new node in `scratch`. If TVM rejects the dtypes, an unfolded tir.Add. NULL when out of
 * memory. */
TUNIP_API const tunip_node *tunip_tir_add_folded(tunip_scratch *scratch, const tunip_node *a,
                                                 const tunip_node *b);

/* The same for a - b and a * b. */
TUNIP_API const tunip_node *tunip_tir_sub_folded(tunip_scratch *scratch, const tunip_node *a,
                                                 const tunip_node *b);
TUNIP_API const tunip_node *tunip_tir_mul_folded(tunip_scratch *scratch, const tunip_node *a,
                                                 const tunip_node *b);
/* The same for the operator whose nodes have the type `op`, one of tir.Add, Sub, Mul, FloorDiv,
 * FloorMod, Min and Max: tunip_tir_folded(scratch, &tunip_tir_mul_type, a, b). NULL also for
 * another type and for a NULL operand. */
TUNIP_API const tunip_node *tunip_tir_folded(tunip_scratch *scratch, const tunip_type *op,
                                             const tunip_node *a, const tunip_node *b);
/* The simplified form of an integer expression, as TVM's arith::Analyzer::Simplify gives it, for
 * expressions of + - *, divisions by constants, minima and maxima. Other parts stay as they are. */
TUNIP_API const tunip_node *tunip_tir_simplified(tunip_scratch *scratch, const tunip_node *expr);

/* The number of elements that a slice takes of `extent` elements, as TVM's strided_slice infers and
 * simplifies it. NULL if this needs rules of TVM's simplifier that tunip does not have. */
enum {
    TUNIP_SLICE_IN_BOUNDS = 1 << 0, /* no index is negative or beyond an end (assume_inbound) */
    TUNIP_SLICE_OF_SIZES = 1 << 1   /* variables are at least 0: TVM knows this in a function */
};
TUNIP_API const tunip_node *tunip_tir_slice_size(tunip_scratch *scratch, const tunip_node *begin,
                                                 const tunip_node *end, const tunip_node *step,
                                                 const tunip_node *extent, unsigned flags);

/* Range(min, min + extent) with the prefix of `dialect`. `path` is the path of the range. A parser
 * computes the extent as the difference of the two arguments. The result is the same extent if both
 * arguments are numbers, or if min is 0. Otherwise the Doc also has the exact expression,
 * Range.from_min_extent(min, extent): see TUNIP_CALL_REPLACED. */
TUNIP_API const tunip_doc *tunip_tir_write_range(tunip_docsifier *d,
                                                 const struct tunip_dialect *dialect,
                                                 const tunip_ir_range *range,
                                                 const tunip_path *path);

/* The storage scope of a buffer's pointer; "global" if it has none. */
TUNIP_API tunip_str tunip_tir_buffer_scope(const tunip_tir_buffer *buffer);

/* TVM's name of a tunip_tir_iter_type: "DataPar", "ThreadIndex", ...; "Unknown" for any other
 * number. Static storage. */
TUNIP_API const char *tunip_tir_iter_type_name(int64_t type);

/* The name of output `index` of an operation of tensor expressions: the name of the operation,
 * followed by ".v" and the index if the operation has several outputs. `placeholders` are those of
 * an external operation, and NULL otherwise. {NULL, 0} if the node is no operation. */
TUNIP_API tunip_str tunip_tir_output_name(tunip_docsifier *d, const tunip_node *op, int64_t index,
                                          const tunip_array *placeholders);

/* The Doc of a call of the tensor IR of TVM v0.26, whose node is an ir.Call. */
TUNIP_API const tunip_doc *tunip_tir_write_call(tunip_docsifier *d, const tunip_node *call,
                                                const tunip_path *path);

/* Whether a body only computes a result: it writes nothing but memory that it allocates, and calls
 * no operator with effects (TVM src/tir/analysis/is_pure_function.cc). False if there is no body.
 * Allocates memory in `graph` for the time of the graph. */
TUNIP_API bool tunip_tir_is_pure(tunip_graph *graph, const tunip_node *body);

/* ---- conversion to other versions of TVM ---- */

struct tunip_converter;

/* A variable of v0.26 that is a number, a pointer or a buffer, as a variable or a buffer of
 * v0.23. */
TUNIP_API tunip_node *tunip_tir_convert_var(struct tunip_converter *c, const tunip_node *var);

/* ---- reading scripts ---- */

struct tunip_elaborator;
struct tunip_value;

/* Reads an operation on numbers as TIR does: see tunip_vocabulary.operate. */
TUNIP_API struct tunip_value tunip_tir_read_operation(struct tunip_elaborator *e,
                                                      const tunip_doc_operation *doc,
                                                      const struct tunip_value *operands);

/* A variable for a name that nothing defines: see tunip_vocabulary.guess. Its dtype is `dtype`,
 * unless an operand beside the name has another dtype: then the variable has that dtype. NULL when
 * out of memory. */
TUNIP_API tunip_tir_var *tunip_tir_guess(struct tunip_elaborator *e, tunip_str name,
                                         tunip_dtype dtype);

#ifdef __cplusplus
}
#endif
#endif
