/* scalar.c -- numbers, booleans and dtypes as C values. */
#include "reader.h"

bool tn_read_int(tn_reader *r, const char *what, int64_t *out)
{
    if (r->token != TUNIP_JSON_INT) return tn_read_unexpected(r, what);
    if (!tn_json_int(tunip_json_text(&r->json), out))
        return tn_read_unexpected(r, "an integer of 64 bits");
    tn_read_advance(r);
    return true;
}

bool tn_read_index(tn_reader *r, const char *what, size_t *out)
{
    int64_t index;
    if (r->token != TUNIP_JSON_INT) return tn_read_unexpected(r, what);
    if (!tn_json_int(tunip_json_text(&r->json), &index) || index < 0)
        return tn_read_unexpected(r, what);
    *out = (size_t)index;
    tn_read_advance(r);
    return true;
}

bool tn_read_float(tn_reader *r, const char *what, double *out)
{
    switch (tunip_json_float(&r->json, r->token, out)) {
    case TUNIP_OK:
        tn_read_advance(r);
        return true;
    case TUNIP_ERROR_MEMORY:
        return tn_read_fail_memory(r);
    case TUNIP_ERROR_LIMIT:
        return tn_read_unexpected(r, "a number within the range of a double");
    default:
        return tn_read_unexpected(r, what);
    }
}

bool tn_read_bool(tn_reader *r, const char *what, bool *out)
{
    if (r->token != TUNIP_JSON_TRUE && r->token != TUNIP_JSON_FALSE)
        return tn_read_unexpected(r, what);
    *out = r->token == TUNIP_JSON_TRUE;
    tn_read_advance(r);
    return true;
}

bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out)
{
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, what, &name)) return false;
    size_t end = name.size ? (unsigned char)name.data[name.size - 1] : 0;
    size_t slot = (name.size ^ end) % TUNIP_LEN(r->dtypes);
    tunip_str recent = r->dtypes[slot].text;
    if (!recent.data || !tn_name_equal(recent, name)) {
        r->dtypes[slot].text.data = NULL;
        if (!tunip_dtype_parse(name, &r->dtypes[slot].dtype))
            return tn_read_reject(r, at, "%s", what);
        r->dtypes[slot].text = name;
    }
    *out = r->dtypes[slot].dtype;
    return true;
}
