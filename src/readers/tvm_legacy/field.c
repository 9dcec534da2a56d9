/* field.c -- the values of fields in older JSON: strings, whose meaning depends on the type of the
 * field. */
#include <math.h>
#include <stdio.h>

#include "../../core/json/base64.h"
#include "../../core/json/number.h"
#include "../tvm/tensor.h"
#include "legacy.h"

/* ---- fields ---- */

static bool parse_index(tunip_str text, size_t *out)
{
    size_t value = 0;
    if (!text.size || text.size > 18) return false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') return false;
        value = value * 10 + (size_t)(text.data[i] - '0');
    }
    *out = value;
    return true;
}

static bool parse_int(tunip_str text, int64_t *out)
{
    bool is_negative = text.size && *text.data == '-';
    uint64_t value = 0;
    if (text.size == (size_t)is_negative || text.size > 20) return false;
    for (size_t i = is_negative; i < text.size; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (is_negative && value > (uint64_t)INT64_MAX + 1) return false;
    *out = (int64_t)(is_negative ? 0 - value : value);
    return true;
}

/* Skips the digits at `at`; NULL if there are none. */
static const char *skip_digits(const char *at, const char *end)
{
    const char *begin = at;
    while (at < end && tunip_is_digit(*at)) at++;
    return at > begin ? at : NULL;
}

/* Whether a text is a number: digits, a fraction, a power of ten. */
static bool is_number_text(const char *at, const char *end)
{
    at = skip_digits(at, end);
    if (at && at < end && *at == '.') at = at + 1 < end ? skip_digits(at + 1, end) : at + 1;
    if (at && at < end && (*at == 'e' || *at == 'E')) {
        at += at + 1 < end && (at[1] == '+' || at[1] == '-') ? 2 : 1;
        at = skip_digits(at, end);
    }
    return at == end;
}

/* Parses a float. C++ streams write `inf` and `nan`, with or without a sign. */
static bool parse_float(tunip_str text, double *out)
{
    bool is_negative = text.size && *text.data == '-';
    tunip_str rest = {text.data + is_negative, text.size - is_negative};
    double special = tunip_str_is(rest, "inf") ? HUGE_VAL : tunip_str_is(rest, "nan") ? NAN : 0;
    if (special != 0) {
        *out = is_negative ? -special : special;
        return true;
    }
    return is_number_text(rest.data, rest.data + rest.size) &&
           tn_double_parse(text, out) == TUNIP_OK;
}

static bool set_text(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                     size_t at)
{
    tunip_string *string = tn_assemble_value(&l->in.to, &tunip_string_type);
    if (!string || !tn_assemble_string(&l->in.to, &text, false)) return false;
    string->value = text;
    return tn_assemble_set_node(&l->in.to, node, field, tn_assemble_pointer(&string->base, at));
}

/* The first version that has no such numbers. */
enum { OLDEST_PLAIN = 16 };

/* ---- numbers that were no nodes in older versions ---- */

static const struct {
    const char *type, *field;
    unsigned until; /* the last version with a number */
} numbers[] = {{"tir.Ramp", "lanes", 15}, {"tir.Broadcast", "lanes", 15}};

static bool is_number(const tn_legacy *l, const tunip_node *node, const tunip_field *field)
{
    for (size_t i = 0; i < TUNIP_LEN(numbers); i++)
        if (l->version && l->version <= numbers[i].until &&
            strcmp(field->name, numbers[i].field) == 0 &&
            strcmp(node->type->key, numbers[i].type) == 0)
            return true;
    return false;
}

/* The number as an immediate of int32. */
static bool set_number(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                       size_t at)
{
    int64_t value;
    tn_object object;
    tn_assembler *to = &l->in.to;
    const tn_legacy_known *known = tn_legacy_find(l, tunip_str_from("IntImm"), at);
    if (!parse_int(text, &value)) return tn_read_reject(&l->in, at, "an integer in quotes");
    if (!known || !tn_assemble_object(to, known->info, at, &object)) return false;
    const tunip_type *type = known->info->type;
    return tn_assemble_set_int(to, object.node, tunip_type_field(type, "value"), value, at) &&
           tn_assemble_set_dtype(to, object.node, tunip_type_field(type, "dtype"), TUNIP_INT(32),
                                 at) &&
           tn_assemble_set_node(to, node, field, tn_assemble_pointer(object.node, at));
}

static bool set_node(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                     size_t at)
{
    size_t index;
    if (field->flags & TUNIP_FLAG_TEXT) return set_text(l, node, field, text, at);
    if (l->version < OLDEST_PLAIN && is_number(l, node, field))
        return set_number(l, node, field, text, at);
    if (!parse_index(text, &index)) return tn_read_reject(&l->in, at, "the index of a node");
    if (field->expects == &tunip_tensor_type) {
        tn_legacy_tensor tensor = {node, field, index, at};
        return tn_array_push(&l->tensors, l->in.to.allocator, tensor) ||
               tn_read_fail_memory(&l->in);
    }
    return tn_assemble_set_node(&l->in.to, node, field, tn_assemble_ref(&l->in.to, index, at));
}

/* Remembers the last dtype, because most dtypes of a file are the same as the previous one. */
static bool parse_dtype(tn_legacy *l, tunip_str text, tunip_dtype *out)
{
    tunip_str known = {l->dtype_name, l->dtype_size};
    if (!known.size || !tunip_str_equal(known, text)) {
        if (!tunip_dtype_legacy_parse(text, &l->dtype)) return false;
        l->dtype_size = text.size <= sizeof l->dtype_name ? text.size : 0;
        if (l->dtype_size) memcpy(l->dtype_name, text.data, text.size);
    }
    *out = l->dtype;
    return true;
}

static bool set_scalar(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                       size_t at)
{
    tn_assembler *to = &l->in.to;
    int64_t integer;
    double real;
    tunip_dtype dtype;
    bool is_bool = text.size == 1 && (*text.data == '0' || *text.data == '1');
    switch (field->kind) {
    case TUNIP_KIND_INT:
        if (!parse_int(text, &integer)) return tn_read_reject(&l->in, at, "an integer in quotes");
        return tn_assemble_set_int(to, node, field, integer, at);
    case TUNIP_KIND_FLOAT:
        if (!parse_float(text, &real)) return tn_read_reject(&l->in, at, "a number in quotes");
        return tn_assemble_set_float(to, node, field, real, at);
    case TUNIP_KIND_BOOL:
        if (!is_bool) return tn_read_reject(&l->in, at, "`0` or `1`");
        return tn_assemble_set_bool(to, node, field, *text.data == '1', at);
    default:
        if (!parse_dtype(l, text, &dtype))
            return tn_read_reject(&l->in, at, "the name of a dtype");
        return tn_assemble_set_dtype(to, node, field, dtype, at);
    }
}

bool tn_legacy_read_field(tn_legacy *l, tunip_node *node, const tunip_field *field)
{
    size_t at = tn_read_at(&l->in);
    tunip_str text;
    l->in.field = field;
    l->in.owner = node->type;
    bool is_read = tn_read_string(&l->in, "a string", &text) &&
                   (field->kind == TUNIP_KIND_NODE ? set_node(l, node, field, text, at)
                                                   : set_scalar(l, node, field, text, at));
    l->in.field = NULL;
    return is_read;
}

/* ---- nodes that are saved as texts ---- */

static bool decode(tn_legacy *l, tunip_str text, size_t at, tunip_str *out)
{
    unsigned char *bytes =
        tn_arena_alloc(&l->in.to.graph->arena, tn_base64_decoded_size(text.size) + 1);
    if (!bytes) return tn_read_fail_memory(&l->in);
    size_t size = tn_base64_decode(text, bytes);
    if (size == SIZE_MAX) return tn_read_reject(&l->in, at, "a string in base 64");
    *out = (tunip_str){(const char *)bytes, size};
    return true;
}

/* The number of dimensions, then the dimensions. */
static bool make_shape(tunip_str bytes, tunip_shape *shape)
{
    uint64_t count;
    if (bytes.size < sizeof count) return false;
    memcpy(&count, bytes.data, sizeof count);
    if ((bytes.size - sizeof count) / sizeof(int64_t) != count) return false;
    shape->dims = (const int64_t *)(const void *)(bytes.data + sizeof count);
    shape->count = count;
    return true;
}

static bool make_tensor(tn_legacy *l, tunip_str bytes, size_t at, tunip_node *out)
{
    const char *expected;
    tunip_status status =
        tn_tensor_decode(&l->in.to.graph->arena, bytes, (tunip_tensor *)out, &expected);
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(&l->in);
    return status == TUNIP_OK ||
           tn_assemble_fail(&l->in.to, TUNIP_ERROR_FORMAT, at,
                            "expected %s in a saved tensor of %zu bytes", expected, bytes.size);
}

static bool unbox(tunip_str text, tunip_node *out)
{
    int64_t integer;
    if (out->type == &tunip_float_type) return parse_float(text, &((tunip_float *)out)->value);
    if (!parse_int(text, &integer)) return false;
    if (out->type == &tunip_bool_type)
        ((tunip_bool *)out)->value = integer != 0;
    else
        ((tunip_int *)out)->value = integer;
    return out->type == &tunip_bool_type || out->type == &tunip_int_type;
}

/* Makes a built-in value of its text; the text of tensors and shapes is base 64. */
static bool make_value(tn_legacy *l, tunip_str text, size_t at, tunip_node *out)
{
    bool is_coded = out->type == &tunip_tensor_type || out->type == &tunip_shape_type;
    if (is_coded && !decode(l, text, at, &text)) return false;
    if (out->type == &tunip_tensor_type) return make_tensor(l, text, at, out);
    if (out->type == &tunip_string_type) {
        if (!tn_assemble_string(&l->in.to, &text, false)) return false;
        ((tunip_string *)out)->value = text;
        return true;
    }
    bool is_made = is_coded ? make_shape(text, (tunip_shape *)out) : unbox(text, out);
    return is_made || tn_read_reject(&l->in, at, "the text of a %s", out->type->key);
}

bool tn_legacy_repr(tn_legacy *l, const tn_type_info *info, tunip_str text, size_t at,
                    tunip_node **out)
{
    tn_assembler *to = &l->in.to;
    if (info->type->codec) return tn_assemble_coded(to, info->type, text, at, out);
    if (!tn_assembler_is_value(to, info))
        return tn_read_reject(&l->in, at, "the fields of a %s", info->type->key);
    *out = tn_assemble_value(to, info->type);
    return *out && make_value(l, text, at, *out);
}

/* ---- tensors ---- */

bool tn_legacy_base64(tn_legacy *l, tunip_str *out)
{
    size_t at = tn_read_at(&l->in);
    tunip_str text;
    return tn_read_string(&l->in, "a string in base 64", &text) && decode(l, text, at, out);
}

bool tn_legacy_tensors(tn_legacy *l)
{
    tn_reader *r = &l->in;
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false) {
        size_t at = tn_read_at(r);
        tunip_str bytes;
        tunip_node *tensor = tn_assemble_value(&r->to, &tunip_tensor_type);
        if (!tensor || !tn_legacy_base64(l, &bytes) || !make_tensor(l, bytes, at, tensor))
            return false;
        if (!tn_array_push(&l->arrays, r->to.allocator, tensor)) return tn_read_fail_memory(r);
    }
    return !tn_read_failed(r);
}

bool tn_legacy_store_tensors(tn_legacy *l)
{
    for (size_t i = 0; i < l->tensors.count; i++) {
        const tn_legacy_tensor *late = &l->tensors.items[i];
        if (late->index >= l->arrays.count)
            return tn_assemble_fail(&l->in.to, TUNIP_ERROR_FORMAT, late->at,
                                    "there is no tensor %zu: the file has %zu tensor%s",
                                    (size_t)late->index, l->arrays.count,
                                    l->arrays.count == 1 ? "" : "s");
        tn_ref ref = tn_assemble_pointer(l->arrays.items[late->index], late->at);
        if (!tn_assemble_set_node(&l->in.to, late->node, late->field, ref)) return false;
    }
    return true;
}
