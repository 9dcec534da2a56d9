/* json.h -- the scanner for the library itself. Calls of exported functions are indirect, and a
 * saved graph has millions of tokens. */
#ifndef TN_JSON_H
#define TN_JSON_H

#include <tunip/json.h>

/* tunip_json_next(). */
tunip_json_token tn_json_next(tunip_json *json);

/* The description of the end, a bracket, a comma or a colon; NULL for other tokens. */
const char *tn_json_name(tunip_json_token token);

/* tunip_json_int(). */
static inline bool tn_json_int(tunip_str token, int64_t *out)
{
    const char *at = token.data, *const end = token.data + token.size;
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

#endif
