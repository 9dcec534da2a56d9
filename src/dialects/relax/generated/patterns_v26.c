/* patterns_v26.c -- field tables of relax_pattern_v26.h. Made by tools/make_types.py from schema/.
 */
/* clang-format off */
#include <tunip/tvm/relax_pattern.h>
#include <tunip/tvm/relax_pattern_v26.h>

static const tunip_field tunip_relax_expr_pattern_v26_fields[] = {
    TUNIP_FIELD_ROW("expr", tunip_relax_expr_pattern_v26, expr, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_expr_pattern_v26, "relax.dpl.ExprPattern",
    &tunip_relax_dfpattern_type, tunip_relax_expr_pattern_v26_fields,
    TUNIP_LEN(tunip_relax_expr_pattern_v26_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    &tunip_relax_expr_pattern_type, 26, 0);

static const tunip_field tunip_relax_prim_arr_pattern_v26_fields[] = {
    TUNIP_FIELD_ROW("fields", tunip_relax_prim_arr_pattern_v26, fields, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_prim_arr_pattern_v26, "relax.dpl.PrimArrPattern",
    &tunip_relax_dfpattern_type, tunip_relax_prim_arr_pattern_v26_fields,
    TUNIP_LEN(tunip_relax_prim_arr_pattern_v26_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    &tunip_relax_prim_arr_pattern_type, 26, 0);

static const tunip_field tunip_relax_shape_pattern_v26_fields[] = {
    TUNIP_FIELD_ROW("pattern", tunip_relax_shape_pattern_v26, pattern, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_relax_dfpattern_type, NULL, NULL),
    TUNIP_FIELD_ROW("shape", tunip_relax_shape_pattern_v26, shape, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_pattern_v26, "relax.dpl.ShapePattern",
    &tunip_relax_dfpattern_type, tunip_relax_shape_pattern_v26_fields,
    TUNIP_LEN(tunip_relax_shape_pattern_v26_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    &tunip_relax_shape_pattern_type, 26, 0);

static const tunip_field tunip_relax_type_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_type_pattern, pattern, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_type_pattern, ty, tunip_ir_type, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_type_pattern, "relax.dpl.TypePattern", &tunip_relax_dfpattern_type,
    tunip_relax_type_pattern_fields, TUNIP_LEN(tunip_relax_type_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 26, 0);
