/* node.c -- whether one node itself can be read, without looking at its children. */
#include "node.h"

#include "repair.h"
#include "type.h"

const char *tn_type_fault(const tunip_type *type, char *fault)
{
    if (type->id || type == &tn_placeholder_type) return NULL;
    if (type->base == &tunip_opaque_type) return type->key ? NULL : "its key is missing";
    return tn_type_line_is_valid(type, fault) ? NULL : fault;
}

static bool is_there(size_t count, const void *data)
{
    return !count || data;
}

bool tn_value_is_valid(const tunip_node *node)
{
    const tunip_type *type = node->type;
    if (type == &tunip_string_type || type == &tunip_bytes_type) {
        tunip_str text = ((const tunip_string *)node)->value; /* both structs begin with these
                                                                 members */
        return is_there(text.size, text.data);
    }
    if (type == &tunip_array_type)
        return is_there(((const tunip_array *)node)->count, ((const tunip_array *)node)->items);
    if (type == &tunip_map_type)
        return is_there(((const tunip_map *)node)->count, ((const tunip_map *)node)->entries);
    if (type == &tunip_shape_type)
        return is_there(((const tunip_shape *)node)->count, ((const tunip_shape *)node)->dims);
    if (type == &tunip_tensor_type) {
        const tunip_tensor *tensor = (const tunip_tensor *)node;
        return is_there(tensor->ndim, tensor->shape) &&
               is_there(tensor->data.size, tensor->data.data);
    }
    if (type->base == &tunip_opaque_type)
        return is_there(((const tunip_opaque *)node)->count, ((const tunip_opaque *)node)->fields);
    return true;
}

bool tn_key_is_valid(const tunip_node *key)
{
    char fault[TN_FAULT_SIZE];
    if (!key || !key->type || tn_type_fault(key->type, fault) || !tn_value_is_valid(key))
        return false;
    const tunip_field *hint = tunip_type_field(key->type, "name_hint");
    if (!hint || hint->kind != TUNIP_KIND_NODE) return true;
    const tunip_node *name = tunip_field_node(key, hint);
    return !name || (name->type && tn_value_is_valid(name));
}
