/* types.c -- the types of MLIR text. Every field that may hold a variable is a definition for
 * equality: a value or a block may be used before the text defines it, and the names of both sides
 * need not agree. So two modules are equal if some exchange of names makes them equal. */
#include "mlir.h"

#define DEF      TUNIP_FLAG_DEF
#define OPTIONAL TUNIP_FLAG_OPTIONAL
#define UNSEEN   (TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL)
#define NAME     (UNSEEN | TUNIP_FLAG_NAME)
#define LOCATION (UNSEEN | TUNIP_FLAG_LOCATION)
#define ALIAS    (UNSEEN | TUNIP_FLAG_ALIAS)
#define LAYOUT   (UNSEEN | TUNIP_FLAG_LAYOUT)
#define COMMENT  (UNSEEN | TUNIP_FLAG_COMMENT)

/* clang-format off */
static const tunip_field tunip_mlir_span_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_span, source_name, tunip_string, UNSEEN),
    TUNIP_FIELD_INT(tunip_mlir_span, line, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_INT(tunip_mlir_span, column, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_INT(tunip_mlir_span, end_line, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_INT(tunip_mlir_span, end_column, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_ARRAY(tunip_mlir_span, spans, tunip_any, UNSEEN),
};
TUNIP_TYPE(tunip_mlir_span, "mlir.Span", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_value_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_value, name, tunip_string, NAME),
    TUNIP_FIELD_INT(tunip_mlir_value, count, 0),
    TUNIP_FIELD_NODE(tunip_mlir_value, span, tunip_mlir_span, UNSEEN),
};
TUNIP_TYPE(tunip_mlir_value, "mlir.Value", NULL, FREE_VAR, TUNIP_TYPE_VARIABLE, NULL);

static const tunip_field tunip_mlir_result_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_result, value, tunip_mlir_value, DEF),
    TUNIP_FIELD_INT(tunip_mlir_result, number, 0),
};
TUNIP_TYPE(tunip_mlir_result, "mlir.Result", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_label_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_label, name, tunip_string, NAME),
};
TUNIP_TYPE(tunip_mlir_label, "mlir.Label", NULL, FREE_VAR, TUNIP_TYPE_VARIABLE, NULL);

static const tunip_field tunip_mlir_attribute_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_attribute, text, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_mlir_attribute, spelling, tunip_string, ALIAS),
};
TUNIP_TYPE(tunip_mlir_attribute, "mlir.Attribute", NULL, CONST_TREE, 0, NULL);

static const tunip_field tunip_mlir_dictionary_fields[] = {
    TUNIP_FIELD_MAP(tunip_mlir_dictionary, entries, tunip_string, tunip_array, DEF),
    TUNIP_FIELD_NODE(tunip_mlir_dictionary, layout, tunip_string, LAYOUT),
};
TUNIP_TYPE(tunip_mlir_dictionary, "mlir.Dictionary", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_location_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_location, text, tunip_string, ALIAS),
    TUNIP_FIELD_INT(tunip_mlir_location, meaning, 0),
};
TUNIP_TYPE(tunip_mlir_location, "mlir.Location", NULL, CONST_TREE, 0, NULL);

static const tunip_field tunip_mlir_form_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_form, layout, tunip_string, LAYOUT),
    TUNIP_FIELD_BOOL(tunip_mlir_form, is_generic, TUNIP_FLAG_IGNORE | TUNIP_FLAG_LAYOUT),
};
TUNIP_TYPE(tunip_mlir_form, "mlir.Form", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_operation_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_mlir_operation, results, tunip_mlir_value, DEF | OPTIONAL),
    TUNIP_FIELD_NODE(tunip_mlir_operation, name, tunip_string, 0),
    TUNIP_FIELD_ARRAY(tunip_mlir_operation, pieces, tunip_any, DEF),
    TUNIP_FIELD_NODE(tunip_mlir_operation, form, tunip_mlir_form, LAYOUT),
    TUNIP_FIELD_ARRAY(tunip_mlir_operation, locations, tunip_mlir_location, LOCATION),
    TUNIP_FIELD_NODE(tunip_mlir_operation, span, tunip_mlir_span, UNSEEN),
};
TUNIP_TYPE(tunip_mlir_operation, "mlir.Operation", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_block_fields[] = {
    TUNIP_FIELD_NODE(tunip_mlir_block, label, tunip_mlir_label, DEF | OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_mlir_block, pieces, tunip_any, DEF | OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_mlir_block, operations, tunip_mlir_operation, DEF),
    TUNIP_FIELD_NODE(tunip_mlir_block, form, tunip_mlir_form, LAYOUT),
    TUNIP_FIELD_ARRAY(tunip_mlir_block, locations, tunip_mlir_location, LOCATION),
};
TUNIP_TYPE(tunip_mlir_block, "mlir.Block", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_region_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_mlir_region, blocks, tunip_mlir_block, DEF),
    TUNIP_FIELD_ARRAY(tunip_mlir_region, arguments, tunip_mlir_value, UNSEEN),
};
TUNIP_TYPE(tunip_mlir_region, "mlir.Region", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_file_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_mlir_file, prologue, tunip_string, ALIAS),
    TUNIP_FIELD_ARRAY(tunip_mlir_file, operations, tunip_mlir_operation, DEF),
    TUNIP_FIELD_ARRAY(tunip_mlir_file, epilogue, tunip_string, ALIAS),
    TUNIP_FIELD_NODE(tunip_mlir_file, resources, tunip_string, OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_mlir_file, comments, tunip_string, COMMENT),
};
TUNIP_TYPE(tunip_mlir_file, "mlir.File", NULL, TREE, 0, NULL);

static const tunip_field tunip_mlir_parts_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_mlir_parts, parts, tunip_mlir_file, DEF),
};
TUNIP_TYPE(tunip_mlir_parts, "mlir.Parts", NULL, TREE, 0, NULL);
/* clang-format on */

tunip_type *const mlir_types[MLIR_TYPE_COUNT] = {
    &tunip_mlir_value_type,     &tunip_mlir_result_type, &tunip_mlir_label_type,
    &tunip_mlir_attribute_type, &tunip_mlir_region_type, &tunip_mlir_dictionary_type,
    &tunip_mlir_operation_type, &tunip_mlir_block_type,  &tunip_mlir_file_type,
    &tunip_mlir_parts_type,     &tunip_mlir_form_type,   &tunip_mlir_location_type,
    &tunip_mlir_span_type,
};
