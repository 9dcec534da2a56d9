/* types_v25.c -- field tables of relax_types_v25.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_types_v25.h>
#include "../types.h"

static const tunip_field tunip_relax_distribution_attrs_v25_fields[] = {
    TUNIP_FIELD_ROW("device_mesh", tunip_relax_distribution_attrs_v25, device_mesh,
              tunip_relax_device_mesh *, TUNIP_KIND_NODE, 0, &tunip_relax_device_mesh_v25_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("placement", tunip_relax_distribution_attrs_v25, placement,
              tunip_relax_placement *, TUNIP_KIND_NODE, 0, &tunip_relax_placement_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_distribution_attrs_v25, "relax.attrs.DistributionAttrs",
    &tunip_ir_attrs_type, tunip_relax_distribution_attrs_v25_fields,
    TUNIP_LEN(tunip_relax_distribution_attrs_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_distribution_attrs_type, 25, 26);

static const tunip_field tunip_relax_scanop_attrs_v25_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_scanop_attrs_v25, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relax_scanop_attrs_v25, dtype, 0),
    TUNIP_FIELD_BOOL(tunip_relax_scanop_attrs_v25, exclusive, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scanop_attrs_v25, "relax.attrs.ScanopAttrs", &tunip_ir_attrs_type,
    tunip_relax_scanop_attrs_v25_fields, TUNIP_LEN(tunip_relax_scanop_attrs_v25_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 25, 26);

static const tunip_field tunip_relax_function_v25_fields[] = {
    TUNIP_FIELD_ROW("params", tunip_relax_function_v25, params, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_array_type, NULL, &tunip_relax_var_type),
    TUNIP_FIELD_ROW("body", tunip_relax_function_v25, body, tunip_relax_seq_expr *,
              TUNIP_KIND_NODE, 0, &tunip_relax_seq_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("ret_struct_info", tunip_relax_function_v25, ret_struct_info, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_ir_struct_info_type, NULL, NULL),
    TUNIP_FIELD_ROW("is_pure", tunip_relax_function_v25, is_pure, bool, TUNIP_KIND_BOOL, 0, NULL,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_function_v25, "relax.expr.Function", &tunip_ir_base_func_type,
    tunip_relax_function_v25_fields, TUNIP_LEN(tunip_relax_function_v25_fields), DAG, 0, NULL,
    NULL, NULL, &tunip_relax_function_type, 25, 26);

static const tunip_field tunip_relax_extern_func_v25_fields[] = {
    TUNIP_FIELD_ROW("global_symbol", tunip_relax_extern_func_v25, global_symbol, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_extern_func_v25, "relax.expr.ExternFunc", &tunip_ir_base_func_type,
    tunip_relax_extern_func_v25_fields, TUNIP_LEN(tunip_relax_extern_func_v25_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_extern_func_type, 25, 26);

static const tunip_field tunip_relax_device_mesh_v25_fields[] = {
    TUNIP_FIELD_ROW("shape", tunip_relax_device_mesh_v25, shape, tunip_shape *, TUNIP_KIND_NODE, 0,
              &tunip_shape_type, NULL, NULL),
    TUNIP_FIELD_ROW("device_ids", tunip_relax_device_mesh_v25, device_ids, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("device_range", tunip_relax_device_mesh_v25, device_range, tunip_ir_range *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_range_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_device_mesh_v25, "relax.distributed.DeviceMesh",
    &tunip_ir_global_info_type, tunip_relax_device_mesh_v25_fields,
    TUNIP_LEN(tunip_relax_device_mesh_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_device_mesh_type, 25, 26);

static const tunip_field tunip_relax_dtensor_struct_info_v25_fields[] = {
    TUNIP_FIELD_ROW("device_mesh", tunip_relax_dtensor_struct_info_v25, device_mesh,
              tunip_relax_device_mesh *, TUNIP_KIND_NODE, 0, &tunip_relax_device_mesh_v25_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("placement", tunip_relax_dtensor_struct_info_v25, placement,
              tunip_relax_placement *, TUNIP_KIND_NODE, 0, &tunip_relax_placement_type, NULL, NULL),
    TUNIP_FIELD_ROW("tensor_sinfo", tunip_relax_dtensor_struct_info_v25, tensor_sinfo,
              tunip_relax_tensor_struct_info *, TUNIP_KIND_NODE, 0,
              &tunip_relax_tensor_struct_info_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_dtensor_struct_info_v25, "relax.DTensorStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_dtensor_struct_info_v25_fields,
    TUNIP_LEN(tunip_relax_dtensor_struct_info_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_dtensor_struct_info_type, 25, 26);
