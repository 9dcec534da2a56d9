/* tir_rules.h -- helpers for rules of dialects whose nodes hold tensor IR: variables, sums,
 * ranges. */
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

/* The result of TVM's a + b, which folds constants: one of the operands, or a new node in
 * `scratch`. If TVM rejects the dtypes, an unfolded Add. */
TUNIP_API const tunip_node *tunip_tir_add_folded(tunip_scratch *scratch, const tunip_node *a,
                                                 const tunip_node *b);

/* The same for a - b and a * b. */
TUNIP_API const tunip_node *tunip_tir_sub_folded(tunip_scratch *scratch, const tunip_node *a,
                                                 const tunip_node *b);
TUNIP_API const tunip_node *tunip_tir_mul_folded(tunip_scratch *scratch, const tunip_node *a,
                                                 const tunip_node *b);
/* The same of another operator, that makes nodes of `op`, such as tunip_tir_mul_type: + - * // %,
 * min and max. NULL for another type, and for NULL as an operand. */
TUNIP_API const tunip_node *tunip_tir_folded(tunip_scratch *scratch, const tunip_type *op,
                                             const tunip_node *a, const tunip_node *b);
/* An integer in the form that TVM's arith::Analyzer::Simplify gives sums of products, divisions by
 * constants, minima and maxima. */
TUNIP_API const tunip_node *tunip_tir_simplified(tunip_scratch *scratch, const tunip_node *expr);

/* Range(min, min + extent) with the prefix of `dialect`. A parser computes the extent from the
 * ends. This gives the same extent only if both are numbers or min is 0; otherwise the Doc also has
 * the exact expression, Range.from_min_extent(min, extent). `path` is the path of the range. */
TUNIP_API const tunip_doc *tunip_tir_write_range(tunip_docsifier *d,
                                                 const struct tunip_dialect *dialect,
                                                 const tunip_ir_range *range,
                                                 const tunip_path *path);

/* ---- reading scripts ---- */

struct tunip_elaborator;
struct tunip_value;

/* An operator on numbers, as in a script of tensor IR: a + b. */
TUNIP_API struct tunip_value tunip_tir_read_operation(struct tunip_elaborator *e,
                                                      const tunip_doc_operation *doc,
                                                      const struct tunip_value *operands);

#ifdef __cplusplus
}
#endif
#endif
