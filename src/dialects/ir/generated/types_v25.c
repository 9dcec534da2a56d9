/* types_v25.c -- field tables of ir_types_v25.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/ir_types_v25.h>
#include "../ir.h"

static const tunip_field tunip_ir_pointer_type_v25_fields[] = {
    TUNIP_FIELD_ROW("element_type", tunip_ir_pointer_type_v25, element_type, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("storage_scope", tunip_ir_pointer_type_v25, storage_scope, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_pointer_type_v25, "ir.PointerType", &tunip_ir_type_type,
    tunip_ir_pointer_type_v25_fields, TUNIP_LEN(tunip_ir_pointer_type_v25_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_ir_pointer_type_type, 25, 26);

static const tunip_field tunip_ir_op_v25_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_ir_op_v25, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("op_type", tunip_ir_op_v25, op_type, tunip_ir_func_type *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_ir_func_type_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("description", tunip_ir_op_v25, description, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("arguments", tunip_ir_op_v25, arguments, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_array_type, NULL, &tunip_ir_argument_info_type),
    TUNIP_FIELD_ROW("attrs_type_key", tunip_ir_op_v25, attrs_type_key, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("num_inputs", tunip_ir_op_v25, num_inputs, int64_t, TUNIP_KIND_INT,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("support_level", tunip_ir_op_v25, support_level, int64_t, TUNIP_KIND_INT,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_op_v25, "ir.Op", &tunip_ir_relax_expr_type, tunip_ir_op_v25_fields,
    TUNIP_LEN(tunip_ir_op_v25_fields), UNIQUE, 0, &ir_op_codec, NULL, NULL, &tunip_ir_op_type, 25,
    26);
