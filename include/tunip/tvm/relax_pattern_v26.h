/* relax_pattern_v26.h -- Dataflow patterns of TVM v0.26, as far as they differ from those of v0.23.
 * Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_PATTERN_V26_H
#define TUNIP_RELAX_PATTERN_V26_H

#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/relax_pattern.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.dpl.ExprPattern */
typedef tunip_relax_expr_pattern tunip_relax_expr_pattern_v26;

/* relax.dpl.PrimArrPattern */
typedef tunip_relax_prim_arr_pattern tunip_relax_prim_arr_pattern_v26;

/* relax.dpl.ShapePattern */
typedef tunip_relax_shape_pattern tunip_relax_shape_pattern_v26;

/* relax.dpl.TypePattern */
typedef struct tunip_relax_type_pattern {
    tunip_relax_dfpattern base;
    tunip_node *pattern; /* relax.dpl.DFPattern */
    tunip_node *ty; /* ir.Type */
} tunip_relax_type_pattern;

TUNIP_API extern tunip_type tunip_relax_expr_pattern_v26_type;
TUNIP_API extern tunip_type tunip_relax_prim_arr_pattern_v26_type;
TUNIP_API extern tunip_type tunip_relax_shape_pattern_v26_type;
TUNIP_API extern tunip_type tunip_relax_type_pattern_type;

#ifdef __cplusplus
}
#endif
#endif
