/* literal.c -- numbers, strings, references into the metadata. */
#include "../../core/json/number.h"
#include "parse.h"

#include <math.h>

/* ---- numbers ---- */

/* The width after `f` or `i`. */
static unsigned width_of(tunip_str digits)
{
    unsigned width = 0;
    for (size_t i = 0; i < digits.size && width < 1000; i++)
        width = width * 10 + (unsigned)(digits.data[i] - '0');
    return digits.size ? width : 32;
}

static bool fits(uint64_t value, bool is_negative, unsigned width)
{
    return value <= ((uint64_t)1 << (width - 1)) - !is_negative;
}

static bool parse_int(tunip_str text, bool is_negative, tunip_doc_literal *doc)
{
    uint64_t value = 0;
    size_t i = 0;
    for (; i < text.size && text.data[i] != 'i'; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    bool has_width = i < text.size;
    tunip_str digits = {text.data + i + has_width, text.size - i - has_width};
    unsigned width = width_of(digits);
    if (!has_width && !fits(value, is_negative, width)) width = 64;
    if ((width != 16 && width != 32 && width != 64) || !fits(value, is_negative, width))
        return false;
    doc->value.integer = (int64_t)(is_negative ? 0 - value : value);
    doc->value.typed.dtype = TUNIP_INT((int)width);
    return true;
}

static bool parse_float(tunip_str text, bool is_negative, tunip_doc_literal *doc)
{
    char copy[64];
    double value;
    size_t size = 0;
    bool is_word = *text.data == 'i' || *text.data == 'n';
    while (size < text.size && text.data[size] != 'f') size++;
    if (is_word) size = 3;
    if (size >= sizeof copy) return false;
    memcpy(copy, text.data, size);
    copy[size] = '\0';
    if (is_word)
        value = *copy == 'i' ? HUGE_VAL : NAN;
    else if (tn_double_parse((tunip_str){copy, size}, &value) != TUNIP_OK)
        return false;
    unsigned width = width_of((tunip_str){text.data + size + 1, text.size - size - 1});
    if (width != 16 && width != 32 && width != 64) return false;
    doc->value.real = is_negative ? -value : value;
    doc->value.typed.dtype = TUNIP_FLOAT((int)width);
    return true;
}

const tunip_doc *tn_rl_parse_number(tn_rl *p, uint32_t begin, bool is_negative)
{
    tunip_str text = tn_rl_token(p);
    bool is_float = p->kind == RL_FLOAT;
    uint32_t end = tn_rl_at(p) + (uint32_t)text.size;
    tunip_doc_literal value = {.base = {.kind = TUNIP_DOC_LITERAL}};
    bool is_read = is_float ? parse_float(text, is_negative, &value)
                            : parse_int(text, is_negative, &value);
    if (!is_read)
        tn_rl_error(p, begin, end, "the number has no such width: %.*s", (int)text.size, text.data);
    tn_rl_advance(p);
    TN_RL_NEW(p, literal, LITERAL, is_float ? TUNIP_LITERAL_FLOAT : TUNIP_LITERAL_INT, begin);
    doc->value = value.value;
    return &doc->base;
}

/* ---- strings ---- */

static unsigned hex_value(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                  : 16;
}

/* Decodes the escapes that the backend writes. TVM does not read them back. */
static tunip_str unescape(tn_rl *p, tunip_str text)
{
    static const char from[] = "trn", to[] = "\t\r\n";
    if (!text.size || !memchr(text.data, '\\', text.size)) return text;
    char *made = tn_arena_alloc(p->arena, text.size);
    size_t size = 0;
    for (size_t i = 0; made && i < text.size; i++) {
        char c = text.data[i];
        bool is_escape = c == '\\' && i + 1 < text.size;
        if (is_escape) c = text.data[++i];
        const char *special = is_escape ? strchr(from, c) : NULL;
        bool is_hex = is_escape && c == 'x' && i + 2 < text.size &&
                      hex_value(text.data[i + 1]) < 16 && hex_value(text.data[i + 2]) < 16;
        if (is_hex) {
            c = (char)(hex_value(text.data[i + 1]) << 4 | hex_value(text.data[i + 2]));
            i += 2;
        }
        made[size++] = special && c ? to[special - from] : c;
    }
    if (!made) tn_rl_fail_memory(p);
    return (tunip_str){made ? made : "", made ? size : 0};
}

const tunip_doc *tn_rl_parse_string(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str token = tn_rl_token(p);
    tunip_str text = unescape(p, (tunip_str){token.data + 1, token.size - 2});
    tn_rl_advance(p);
    return tn_rl_new_string(p, begin, text);
}

/* ---- the metadata ---- */

static const tunip_doc *new_index(tn_rl *p, uint32_t begin, const tunip_doc *value,
                                  const tunip_doc *item)
{
    size_t base = p->list.count;
    tn_rl_push(p, item);
    tunip_docs indices = tn_rl_take(p, base);
    TN_RL_NEW(p, index, INDEX, 0, begin);
    doc->value = value;
    doc->indices = indices;
    return &doc->base;
}

static const tunip_doc *new_int(tn_rl *p, uint32_t begin, int64_t value)
{
    TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_INT, begin);
    doc->value.integer = value;
    return &doc->base;
}

/* meta[TYPE][INDEX] */
const tunip_doc *tn_rl_parse_meta(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str token = tn_rl_token(p);
    const char *close = memchr(token.data, ']', token.size);
    tunip_str key = {token.data + strlen("meta["), (size_t)(close - token.data) - strlen("meta[")};
    int64_t number = 0;
    for (const char *at = close + 2; *at != ']'; at++)
        number = number > INT64_MAX / 10 - 1 ? number : number * 10 + (*at - '0');
    tn_rl_advance(p);
    const tunip_doc *section = tn_rl_new_id(p, begin, tunip_str_from("metadata"));
    const tunip_doc *of_type = new_index(p, begin, section, tn_rl_new_string(p, begin, key));
    return new_index(p, begin, of_type, new_int(p, begin, number));
}
