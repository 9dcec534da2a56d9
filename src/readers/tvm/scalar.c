/* scalar.c -- numbers, booleans and dtypes as C values. */
#include <math.h>

#include "../json/number.h"
#include "reader.h"

/* False when the number has more than 64 bits. */
static bool parse_int(const char *at, const char *end, int64_t *out)
{
    bool negative = *at == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    uint64_t value = 0;
    for (at += negative; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (value > (limit - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

bool tn_read_int(tn_reader *r, const char *what, int64_t *out)
{
    if (r->token != TN_TOKEN_INT) return tn_read_unexpected(r, what);
    if (!parse_int(r->json.at, r->json.cursor, out))
        return tn_read_unexpected(r, "an integer of 64 bits");
    tn_read_advance(r);
    return true;
}

bool tn_read_index(tn_reader *r, const char *what, size_t *out)
{
    int64_t index;
    if (r->token != TN_TOKEN_INT) return tn_read_unexpected(r, what);
    if (!parse_int(r->json.at, r->json.cursor, &index) || index < 0)
        return tn_read_unexpected(r, what);
    *out = (size_t)index;
    tn_read_advance(r);
    return true;
}

static bool read_finite(tn_reader *r, double *out)
{
    tunip_str text = {r->json.at, (size_t)(r->json.cursor - r->json.at)};
    tunip_status status = tn_double_parse(text, out);
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    return status == TUNIP_OK || tn_read_unexpected(r, "a number within the range of a double");
}

bool tn_read_float(tn_reader *r, const char *what, double *out)
{
    if (r->token == TN_TOKEN_INT || r->token == TN_TOKEN_FLOAT) {
        if (!read_finite(r, out)) return false;
    } else if (r->token == TN_TOKEN_NAN) {
        *out = (double)NAN;
    } else if (r->token == TN_TOKEN_INFINITY) {
        *out = (double)INFINITY;
    } else if (r->token == TN_TOKEN_MINUS_INFINITY) {
        *out = -(double)INFINITY;
    } else {
        return tn_read_unexpected(r, what);
    }
    tn_read_advance(r);
    return true;
}

bool tn_read_bool(tn_reader *r, const char *what, bool *out)
{
    if (r->token != TN_TOKEN_TRUE && r->token != TN_TOKEN_FALSE) return tn_read_unexpected(r, what);
    *out = r->token == TN_TOKEN_TRUE;
    tn_read_advance(r);
    return true;
}

bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out)
{
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, what, &name)) return false;
    if (!r->dtype_text.data || !tunip_str_equal(name, r->dtype_text)) {
        if (!tunip_dtype_parse(name, &r->dtype)) return tn_read_reject(r, at, "%s", what);
        r->dtype_text = name;
    }
    *out = r->dtype;
    return true;
}
