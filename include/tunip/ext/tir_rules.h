/* tir_rules.h -- for rules of dialects whose nodes hold tensor IR: variables, sums, ranges. */
#ifndef TUNIP_TIR_RULES_H
#define TUNIP_TIR_RULES_H

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The call that makes a variable: T.int32(), T.handle("float32"), ...; `path` is the variable's,
 * which may be NULL. */
TUNIP_API const tunip_doc *tunip_tir_var_creation(tunip_docsifier *d, const tunip_tir_var *var,
                                                  const tunip_path *path);

/* What TVM's a + b gives, which folds constants: one of the operands, or a node in memory of the
 * print. Where TVM rejects the dtypes, the plain node. */
TUNIP_API const tunip_node *tunip_tir_add_folded(tunip_docsifier *d, const tunip_node *a,
                                                 const tunip_node *b);

/* Range(min, min + extent) in the vocabulary of `dialect`. Read back, its extent is worked out from
 * its ends, which gives the same only for numbers and from 0; else the Doc is told what it is
 * exactly, Range.from_min_extent(min, extent). `path` is the range's. */
TUNIP_API const tunip_doc *tunip_tir_write_range(tunip_docsifier *d,
                                                 const struct tunip_dialect *dialect,
                                                 const tunip_ir_range *range,
                                                 const tunip_path *path);

#ifdef __cplusplus
}
#endif
#endif
