/* object.c -- objects of registered types: their fields as a JSON object, or a codec's text. */
#include "reader.h"

/* ---- values of fields ---- */

static inline bool set_node(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    size_t number;
    return tn_read_index(r, "the index of a node", &number) &&
           tn_assemble_set_node(&r->to, node, field, tn_assemble_ref(&r->to, number, at));
}

static bool set_int(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    int64_t value;
    return tn_read_int(r, "an integer", &value) &&
           tn_assemble_set_int(&r->to, node, field, value, at);
}

static bool set_float(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    double value;
    return tn_read_float(r, "a number", &value) &&
           tn_assemble_set_float(&r->to, node, field, value, at);
}

static bool set_bool(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    bool value;
    return tn_read_bool(r, "true or false", &value) &&
           tn_assemble_set_bool(&r->to, node, field, value, at);
}

static bool set_dtype(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    tunip_dtype value;
    return tn_read_dtype(r, "the name of a dtype", &value) &&
           tn_assemble_set_dtype(&r->to, node, field, value, at);
}

/* ORDER tunip_field_kind */
static bool (*const setters[])(tn_reader *r, tunip_node *node, const tunip_field *field,
                               size_t at) = {set_node, set_int, set_float, set_bool, set_dtype};

static bool read_field(tn_reader *r, tunip_node *node, const tunip_field *field)
{
    r->field = field;
    r->owner = node->type;
    bool read;
    if (field->kind == TUNIP_KIND_NODE) /* in line, because most are */
        read = set_node(r, node, field, tn_read_at(r));
    else if (field->kind < TUNIP_LEN(setters))
        read = setters[field->kind](r, node, field, tn_read_at(r));
    else
        read = tn_read_unexpected(r, "a field of a known kind");
    r->field = NULL;
    return read;
}

/* ---- objects ---- */

/* Reads the name of a field as TVM writes it: `"NAME": ` or `"NAME":`, at the cursor. Compares it
 * as a whole, because nearly always the name is that of the next field. Then the cursor is at the
 * value. Returns false, with nothing read, if something else follows. */
static inline bool read_usual_name(tn_reader *r, tunip_str name)
{
    enum { AROUND = sizeof "\"\":1" - 1 }; /* with a byte of the value */
    const char *at = r->json.cursor;
    if ((size_t)(r->json.limit - at) < name.size + AROUND) return false;
    const char *end = at + 1 + name.size;
    if (*at != '"' || !tn_same_bytes(at + 1, name.data, name.size) || end[0] != '"' ||
        end[1] != ':')
        return false;
    r->json.cursor = end + 2 + (end[2] == ' ');
    return true;
}

/* The value at the cursor of a field that was found. */
static inline bool read_usual_value(tn_reader *r, tunip_node *node, const tunip_field *field)
{
    size_t at = (size_t)(r->json.cursor - r->json.begin), number;
    if (field->kind == TUNIP_KIND_NODE && tn_read_usual_index(r, &number))
        return tn_assemble_set_node(&r->to, node, field, tn_assemble_ref(&r->to, number, at));
    if (field->kind == TUNIP_KIND_INT && tn_read_usual_index(r, &number))
        return tn_assemble_set_int(&r->to, node, field, (int64_t)number, at);
    tn_read_advance(r);
    return read_field(r, node, field);
}

/* Reads the fields that come first and in order, after the current bracket. */
static inline bool read_usual_fields(tn_reader *r, tn_object *object)
{
    const tn_type_info *info = object->info;
    size_t i = 0;
    for (; i < info->field_count && (!i || r->token == TUNIP_JSON_COMMA); i++) {
        if (!read_usual_name(r, info->names[i])) break;
        if (!read_usual_value(r, object->node, info->fields[i])) return false;
    }
    tn_assemble_take_first(object, i);
    return true;
}

static bool read_member(tn_reader *r, tn_object *object)
{
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, "the name of a field", &name)) return false;
    const tunip_field *field = tn_assemble_field(&r->to, object, name, at);
    return field && tn_read_expect(r, TUNIP_JSON_COLON) && read_field(r, object->node, field);
}

static bool read_fields(tn_reader *r, const tn_type_info *info, tunip_node **out)
{
    tn_object object;
    if (!tn_assemble_object(&r->to, info, tn_read_at(r), &object)) return false;
    *out = object.node;
    if (r->token != TUNIP_JSON_OPEN_OBJECT) return tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT);
    if (!read_usual_fields(r, &object)) return false;
    if (!object.count) tn_read_advance(r); /* the bracket */
    size_t close = tn_read_at(r);
    while (tn_read_more(r, object.count == 0, TUNIP_JSON_CLOSE_OBJECT)) {
        if (!read_member(r, &object)) return false;
        close = tn_read_at(r);
    }
    return !tn_read_failed(r) && tn_assemble_object_end(&r->to, &object, close);
}

static bool read_text(tn_reader *r, const tunip_type *type, tunip_node **out)
{
    size_t at = tn_read_at(r);
    tunip_str text;
    return tn_read_string(r, "a string", &text) && tn_assemble_coded(&r->to, type, text, at, out);
}

bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out)
{
    return info->type->codec ? read_text(r, info->type, out) : read_fields(r, info, out);
}
