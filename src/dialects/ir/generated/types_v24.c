/* types_v24.c -- field tables of ir_types_v24.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/ir_types_v24.h>
#include "../ir.h"

static const tunip_field tunip_ir_tuple_type_v24_fields[] = {
    TUNIP_FIELD_ROW("fields", tunip_ir_tuple_type_v24, fields, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_type_type),
};
TUNIP__VINTAGE_TYPE(tunip_ir_tuple_type_v24, "ir.TupleType", &tunip_ir_type_type,
    tunip_ir_tuple_type_v24_fields, TUNIP_LEN(tunip_ir_tuple_type_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_ir_tuple_type_type, 24, 26);

static const tunip_field tunip_ir_op_v24_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_ir_op_v24, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("op_type", tunip_ir_op_v24, op_type, tunip_ir_func_type *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_ir_func_type_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("description", tunip_ir_op_v24, description, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("arguments", tunip_ir_op_v24, arguments, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_array_type, NULL, &tunip_ir_attr_field_info_type),
    TUNIP_FIELD_ROW("attrs_type_key", tunip_ir_op_v24, attrs_type_key, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("num_inputs", tunip_ir_op_v24, num_inputs, int64_t, TUNIP_KIND_INT,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("support_level", tunip_ir_op_v24, support_level, int64_t, TUNIP_KIND_INT,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_op_v24, "ir.Op", &tunip_ir_relax_expr_type, tunip_ir_op_v24_fields,
    TUNIP_LEN(tunip_ir_op_v24_fields), UNIQUE, 0, &ir_op_codec, NULL, NULL, &tunip_ir_op_type, 24,
    25);
