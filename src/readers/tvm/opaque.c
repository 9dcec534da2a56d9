/* opaque.c -- objects of unregistered types: an object of scalars, or a string. */
#include "reader.h"

/* The built-in type whose data the token is; NULL for null. */
static const tunip_type *type_of(tunip_json_token token)
{
    if (tunip_json_is_string(token)) return &tunip_string_type;
    if (token == TUNIP_JSON_NULL) return NULL;
    bool is_bool = token == TUNIP_JSON_TRUE || token == TUNIP_JSON_FALSE;
    return is_bool ? &tunip_bool_type : &tunip_float_type;
}

static bool read_scalar(tn_reader *r)
{
    tunip_node *value = NULL;
    int64_t number;
    if (!tunip_json_is_scalar(r->token)) return tn_read_unexpected(r, "a scalar");
    if (r->token == TUNIP_JSON_INT)
        return tn_read_int(r, "an integer", &number) && tn_assemble_opaque_int(&r->to, number);
    const tunip_type *type = type_of(r->token);
    if (!type)
        tn_read_advance(r);
    else if (!tn_read_value(r, type, &value))
        return false;
    tn_assemble_opaque_value(&r->to, value);
    return true;
}

static bool read_member(tn_reader *r)
{
    size_t at = tn_read_at(r);
    tunip_str name;
    return tn_read_own_string(r, "the name of a field", &name) &&
           tn_assemble_opaque_field(&r->to, name, at) && tn_read_expect(r, TUNIP_JSON_COLON) &&
           read_scalar(r);
}

static bool read_fields(tn_reader *r, tunip_opaque *node)
{
    tn_read_advance(r);
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_OBJECT); first = false)
        if (!read_member(r)) return false;
    return !tn_read_failed(r) && tn_assemble_opaque_end(&r->to, node);
}

bool tn_read_opaque(tn_reader *r, tunip_str key, size_t at, tunip_node **out)
{
    tunip_opaque *node;
    if (!tn_assemble_opaque(&r->to, key, at, &node)) return false;
    *out = &node->base;
    if (r->token == TUNIP_JSON_OPEN_OBJECT) return read_fields(r, node);
    if (tunip_json_is_string(r->token)) return tn_read_value(r, &tunip_string_type, &node->data);
    return tn_read_unexpected(r, "an object or a string");
}
