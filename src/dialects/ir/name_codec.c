/* name_codec.c -- a codec for types that are saved as their name: operators, kinds of targets,
 * sources. */
#include "types.h"

static tunip_status from_name(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    tunip_string *name = tunip_string_new_view(graph, text);
    if (!name) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    const tunip_field *field = tunip_type_field(out->type, "name");
    *(tunip_string **)(void *)((char *)out + field->offset) = name;
    return TUNIP_OK;
}

static tunip_str to_name(tunip_graph *graph, const tunip_node *node)
{
    (void)graph;
    return tunip_string_value(tunip_field_node(node, tunip_type_field(node->type, "name")));
}

const tunip_codec ir_name_codec = {.from_text = from_name, .to_text = to_name};
