/* values.c -- the built-in value types. They have no field tables: the walker, readers and rules
 * know their structs. */
#include "values.h"

#define VALUE(ident, key_)                                                                         \
    tunip_type tunip_##ident##_type = {.key = key_, .size = sizeof(tunip_##ident)}

tunip_type tunip_any_type = {.key = "Any"};
VALUE(string, "ffi.String");
VALUE(int, "int");
VALUE(float, "float");
VALUE(bool, "bool");
VALUE(device, "Device");
VALUE(bytes, "ffi.Bytes");
VALUE(shape, "ffi.Shape");
VALUE(array, "ffi.Array");
VALUE(map, "ffi.Map");
VALUE(tensor, "ffi.Tensor");
VALUE(opaque, "<unregistered type>");
tunip_type tunip_dtype_type = {.key = "DataType", .size = sizeof(tunip_dtype_value)};

tunip_type *const tn_value_types[] = {
    &tunip_string_type, &tunip_int_type,    &tunip_float_type,  &tunip_bool_type,
    &tunip_dtype_type,  &tunip_device_type, &tunip_bytes_type,  &tunip_shape_type,
    &tunip_array_type,  &tunip_map_type,    &tunip_tensor_type, &tunip_opaque_type,
};
const size_t tn_value_type_count = TUNIP_LEN(tn_value_types);

const tunip_node *tunip_map_get(const tunip_map *map, const char *key)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (tunip_is(map->entries[i].key, &tunip_string_type) &&
            tunip_str_is(tunip_string_value(map->entries[i].key), key))
            return map->entries[i].value;
    return NULL;
}

const tunip_node *tunip_map_at(const tunip_map *map, const tunip_node *key)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (map->entries[i].key == key) return map->entries[i].value;
    return NULL;
}
