/* log_constant.c -- lines such as "M = 128" above the modules of a log. The scan is strict, because
 * most lines of a log are not Python. */
#include "log_constant.h"

#include <string.h>

static size_t word_size(const char *at, const char *end)
{
    const char *begin = at;
    while (at < end && (tunip_is_letter(*at) || tunip_is_digit(*at))) at++;
    return (size_t)(at - begin);
}

/* The end of a string without escapes, of a number or of a name; `at` if there is none. */
static const char *skip_operand(const char *at, const char *end)
{
    if (*at == '"' || *at == '\'') {
        const char *close = memchr(at + 1, *at, (size_t)(end - at - 1));
        return close && !memchr(at, '\\', (size_t)(close - at)) ? close + 1 : at;
    }
    const char *behind = at;
    while (behind < end && (tunip_is_letter(*behind) || tunip_is_digit(*behind) || *behind == '.'))
        behind++;
    bool is_member = tunip_is_letter(*at) && memchr(at, '.', (size_t)(behind - at));
    return is_member ? at : behind;
}

/* Whether operands and operators alternate, and brackets match. */
static bool is_formula(const char *at, const char *end)
{
    enum { MOST_BRACKETS = 32 };
    char closing[MOST_BRACKETS];
    size_t depth = 0;
    bool wants = true, after_comma = false;
    while (at < end) {
        if (*at == ' ') {
            at++;
            continue;
        }
        const char *behind = skip_operand(at, end);
        bool is_open = *at == '(' || *at == '[';
        if (behind > at) {
            if (!wants) return false;
            wants = false;
            at = behind;
        } else if (is_open && wants && depth < MOST_BRACKETS) {
            closing[depth++] = *at++ == '(' ? ')' : ']';
        } else if (depth && *at == closing[depth - 1] && (!wants || after_comma)) {
            depth--;
            wants = false;
            at++;
        } else if (strchr("+-*/%,", *at) && (!wants || *at == '-')) {
            after_comma = *at == ',';
            at += at + 1 < end && at[1] == *at && (*at == '*' || *at == '/') ? 2 : 1;
            wants = true;
            continue;
        } else {
            return false;
        }
        after_comma = false;
    }
    return !depth && !wants;
}

tunip_str tn_log_constant_name(tunip_str line)
{
    const char *end = line.data + line.size;
    size_t size = line.size && tunip_is_letter(*line.data) ? word_size(line.data, end) : 0;
    bool is_assignment = size && line.size > size + 3 && memcmp(line.data + size, " = ", 3) == 0;
    if (!is_assignment || !is_formula(line.data + size + 3, end)) return (tunip_str){"", 0};
    return (tunip_str){line.data, size};
}

bool tn_log_has_name(tunip_str text, tunip_str name)
{
    const char *end = text.data + text.size;
    for (const char *at = text.data; at < end;) {
        size_t size = word_size(at, end);
        bool is_same = size == name.size && size && memcmp(at, name.data, size) == 0;
        bool is_member = at > text.data && at[-1] == '.';
        bool has_member = at + size < end && at[size] == '.';
        if (is_same && !is_member && !has_member) return true;
        at += size ? size : 1;
    }
    return false;
}
