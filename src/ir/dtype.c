/* dtype.c -- names of data types, as tvm-ffi's DLDataTypeToString and StringToDLDataType. */
#include <stdio.h>
#include <tunip/node.h>

#include "vintage.h"

typedef struct dtype_code {
    const char *name;
    uint8_t size;  /* of the name */
    uint8_t bits;  /* the bits if the name has none */
    bool has_bits; /* whether the spelling includes the bits */
} dtype_code;

#define CODE(name, bits, has_bits)                                                                 \
    {                                                                                              \
        name, sizeof(name) - 1, bits, has_bits                                                     \
    }

/* ORDER DTYPE */
static const dtype_code codes[] = {
    CODE("int", 32, true),
    CODE("uint", 32, true),
    CODE("float", 32, true),
    CODE("handle", 64, false),
    CODE("bfloat", 16, true),
    CODE("complex", 32, true),
    CODE("bool", 8, false),
    CODE("float8_e3m4", 8, false),
    CODE("float8_e4m3", 8, false),
    CODE("float8_e4m3b11fnuz", 8, false),
    CODE("float8_e4m3fn", 8, false),
    CODE("float8_e4m3fnuz", 8, false),
    CODE("float8_e5m2", 8, false),
    CODE("float8_e5m2fnuz", 8, false),
    CODE("float8_e8m0fnu", 8, false),
    CODE("float6_e2m3fn", 6, false),
    CODE("float6_e3m2fn", 6, false),
    CODE("float4_e2m1fn", 4, false),
};

/* Written without printf because a print makes a name for every literal with an explicit dtype. */
static char *put_text(char *out, const char *text)
{
    size_t size = strlen(text);
    memcpy(out, text, size);
    return out + size;
}

static char *put_number(char *out, unsigned value)
{
    char digits[12];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count) *out++ = digits[--count];
    return out;
}

static char *put_lanes(char *out, int lanes)
{
    if (lanes > 1) return put_number(put_text(out, "x"), (unsigned)lanes);
    if (lanes < -1) return put_number(put_text(out, "xvscalex"), (unsigned)-lanes);
    return out;
}

static char *put_code(char *out, tunip_dtype dtype)
{
    if (dtype.code >= TUNIP_LEN(codes))
        return put_text(put_number(put_text(out, "custom["), dtype.code), "]");
    const dtype_code *code = &codes[dtype.code];
    bool has_bits = code->has_bits || (dtype.code == TUNIP_DTYPE_BOOL && dtype.bits != 8);
    out = put_text(out, code->name);
    return has_bits ? put_number(out, dtype.bits) : out;
}

size_t tunip_dtype_name(tunip_dtype dtype, char *out)
{
    bool is_void = dtype.code == TUNIP_DTYPE_HANDLE && !dtype.bits && !dtype.lanes;
    char *end = is_void ? out : put_code(out, dtype);
    if (dtype.code != TUNIP_DTYPE_HANDLE) end = put_lanes(end, dtype.lanes);
    *end = '\0';
    return (size_t)(end - out);
}

/* Skips `prefix` at the front of `text`. */
static bool skip(tunip_str *text, const char *prefix)
{
    size_t size = strlen(prefix);
    if (text->size < size || memcmp(text->data, prefix, size) != 0) return false;
    text->data += size;
    text->size -= size;
    return true;
}

/* Reads decimal digits, at most `limit`; *present is set to whether there were any. */
static bool read_number(tunip_str *text, uint32_t limit, uint32_t *value, bool *present)
{
    *value = 0;
    *present = false;
    while (text->size && tunip_is_digit(text->data[0])) {
        *value = *value * 10 + (uint32_t)(text->data[0] - '0');
        if (*value > limit) return false;
        *present = true;
        text->data++;
        text->size--;
    }
    return true;
}

static bool read_lanes(tunip_str *text, bool may_scale, int16_t *lanes)
{
    if (!text->size) return true;
    int sign = may_scale && skip(text, "xvscale") ? -1 : 1;
    if (!skip(text, "x")) return sign > 0;
    uint32_t count;
    bool present;
    if (!read_number(text, INT16_MAX, &count, &present) || !present || count == 0) return false;
    *lanes = (int16_t)(sign * (int)count);
    return true;
}

enum { SHORTEST_OF_FEW_BITS = sizeof "float8_e3m4" - 1 };

/* The code whose name is the longest prefix of `name`. */
static int find_code(tunip_str name)
{
    int found = -1;
    size_t longest = 0;
    size_t count = name.size < SHORTEST_OF_FEW_BITS ? TUNIP_DTYPE_FLOAT8_E3M4 : TUNIP_LEN(codes);
    for (size_t i = 0; i < count; i++) {
        size_t size = codes[i].size;
        if (size > name.size || *codes[i].name != *name.data) continue;
        if (size > longest && memcmp(codes[i].name, name.data, size) == 0) {
            found = (int)i;
            longest = size;
        }
    }
    return found;
}

bool tunip_dtype_parse(tunip_str name, tunip_dtype *out)
{
    if (name.size == 0 || tunip_str_is(name, "void")) {
        *out = tunip_dtype_make(TUNIP_DTYPE_HANDLE, 0, 0);
        return true;
    }
    int code = find_code(name);
    if (code < 0 || code == TUNIP_DTYPE_COMPLEX) return false; /* TVM reads no complex types */
    tunip_str rest = {name.data + codes[code].size, name.size - codes[code].size};
    tunip_dtype dtype = tunip_dtype_make(code, codes[code].bits, 1);
    uint32_t bits = 0;
    bool present = false;
    bool plain = code < TUNIP_DTYPE_FLOAT8_E3M4; /* bits may follow, and vectors may scale */
    if (plain && !read_number(&rest, UINT8_MAX, &bits, &present)) return false;
    if (bits) dtype.bits = (uint8_t)bits;
    if (!read_lanes(&rest, plain, &dtype.lanes) || rest.size) return false;
    *out = dtype;
    return true;
}

/* ---- TVM up to v0.20 ---- */

static const struct {
    const char *old, *name;
} float8s[] = {{"e4m3_float8", "float8_e4m3fn"}, {"e5m2_float8", "float8_e5m2"}};

/* Replaces the part before the lanes. */
static size_t join(const char *head, const char *lanes, char *out)
{
    return (size_t)snprintf(out, TUNIP_DTYPE_NAME_SIZE, "%s%.16s", head, lanes);
}

size_t tunip_dtype_legacy_name(tunip_dtype dtype, char *out)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    for (size_t i = 0; i < TUNIP_LEN(float8s); i++) {
        size_t size = strlen(float8s[i].name);
        if (strncmp(name, float8s[i].name, size) == 0 && (!name[size] || name[size] == 'x'))
            return join(float8s[i].old, name + size, out);
    }
    return join(name, "", out);
}

bool tunip_dtype_legacy_parse(tunip_str name, tunip_dtype *out)
{
    char now[TUNIP_DTYPE_NAME_SIZE], lanes[TUNIP_DTYPE_NAME_SIZE];
    for (size_t i = 0; i < TUNIP_LEN(float8s); i++) {
        tunip_str rest = name;
        if (!skip(&rest, float8s[i].old) || rest.size > 16) continue;
        snprintf(lanes, sizeof lanes, "%.*s", (int)rest.size, rest.data);
        return tunip_dtype_parse((tunip_str){now, join(float8s[i].name, lanes, now)}, out);
    }
    return tunip_dtype_parse(name, out);
}
