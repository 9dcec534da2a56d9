/* format.c -- evaluates "a{:>4}".format(x) with constants. The reader turns f-strings into such
 * calls. */
#include <stdio.h>

#include "../script/script.h"
#include "elaborate.h"

/* A call of str.format() that is being evaluated. */
typedef struct formatter {
    tunip_elaborator *e;
    tunip_values fields;
    size_t next; /* field */
    TN_ARRAY(char) text;
    bool failed; /* out of memory, too long, or the format is not supported */
} formatter;

static void put(formatter *f, const char *data, size_t size)
{
    bool may_grow = tn_elaborator_spend(f->e, size, NULL);
    if (may_grow && !tn_array_reserve(&f->text, f->e->allocator, size)) {
        tn_elaborator_fail_memory(f->e);
        may_grow = false;
    }
    f->failed |= !may_grow;
    if (!may_grow) return;
    if (size) memcpy(f->text.items + f->text.count, data, size);
    f->text.count += size;
}

static void put_times(formatter *f, tunip_str text, size_t count)
{
    for (; count && !f->failed; count--) put(f, text.data, text.size);
}

/* ---- characters ---- */

/* Whether a character of UTF-8 begins here. */
static bool is_first_byte(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* The size of the first `count` characters of `text`, or of all. */
static size_t size_of(tunip_str text, size_t count)
{
    size_t size = 0;
    for (; size < text.size; size++)
        if (is_first_byte(text.data[size]) && !count--) break;
    return size;
}

static size_t count_of(tunip_str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += is_first_byte(text.data[i]);
    return count;
}

/* ---- formats ---- */

/* [[fill]align][0][width][.precision][type] */
typedef struct format {
    tunip_str fill; /* a character */
    char align;
    bool is_padded; /* with zeros, after the sign of a number */
    size_t width;
    int precision; /* or -1 */
    char type;     /* or '\0' */
} format;

enum { MOST_WIDTH = 10000 };

static size_t read_number(const char **at, const char *end)
{
    size_t number = 0;
    for (; *at < end && tunip_is_digit(**at); ++*at)
        if (number <= MOST_WIDTH) number = number * 10 + (size_t)(**at - '0');
    return number;
}

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '^' || c == '=';
}

static bool read_format(tunip_str text, format *out)
{
    const char *at = text.data, *end = at + text.size;
    size_t first = size_of(text, 1);
    *out = (format){.fill = {" ", 1}, .precision = -1};
    bool has_fill = first < text.size && is_align(at[first]);
    if (has_fill) {
        out->fill = (tunip_str){at, first};
        at += first;
    }
    if (at < end && is_align(*at)) out->align = *at++;
    if (at < end && *at == '0') {
        out->is_padded = !out->align;
        if (!has_fill) out->fill = (tunip_str){at, 1};
    }
    out->width = read_number(&at, end);
    if (at < end && *at == '.') {
        at++;
        out->precision = (int)read_number(&at, end);
    }
    if (at < end) out->type = *at++;
    return at == end && out->width <= MOST_WIDTH;
}

/* Writes `text`, whose sign is a separate argument, in the width of the format. */
static void put_aligned(formatter *f, const format *spec, const char *sign, tunip_str text,
                        char align)
{
    size_t count = strlen(sign) + count_of(text);
    size_t room = spec->width > count ? spec->width - count : 0;
    if (spec->align) align = spec->align;
    size_t before = align == '>' ? room : align == '^' ? room / 2 : 0;
    put_times(f, spec->fill, before);
    put(f, sign, strlen(sign));
    if (align == '=') put_times(f, spec->fill, room);
    put(f, text.data, text.size);
    if (align != '=') put_times(f, spec->fill, room - before);
}

/* ---- values ---- */

/* Writes the digits of an integer in the base of the format's type. Returns 0 for another type. */
static size_t write_int(uint64_t value, char type, char *out, size_t size)
{
    switch (type) {
    case '\0':
    case 'd':
        return (size_t)snprintf(out, size, "%llu", (unsigned long long)value);
    case 'x':
        return (size_t)snprintf(out, size, "%llx", (unsigned long long)value);
    case 'X':
        return (size_t)snprintf(out, size, "%llX", (unsigned long long)value);
    case 'o':
        return (size_t)snprintf(out, size, "%llo", (unsigned long long)value);
    case 'b': {
        size_t count = 1;
        while (count < 64 && value >> count) count++;
        for (size_t i = 0; i < count; i++) out[i] = value >> (count - 1 - i) & 1 ? '1' : '0';
        return count;
    }
    default:
        return 0;
    }
}

static void put_int(formatter *f, const format *spec, int64_t value)
{
    char digits[72];
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t count = spec->precision < 0 ? write_int(size, spec->type, digits, sizeof digits) : 0;
    f->failed |= !count;
    put_aligned(f, spec, value < 0 ? "-" : "", (tunip_str){digits, count},
                spec->is_padded ? '=' : '>');
}

static void put_text(formatter *f, const format *spec, tunip_str text)
{
    f->failed |= (spec->type != '\0' && spec->type != 's') || spec->align == '=';
    if (spec->precision >= 0) text.size = size_of(text, (size_t)spec->precision);
    put_aligned(f, spec, "", text, '<');
}

/* Writes a value. `text` is the format after ':'. `is_text` is the conversion !s. */
static void put_value(formatter *f, const tunip_value *value, tunip_str text, bool is_text)
{
    format spec;
    char digits[24];
    if (!read_format(text, &spec)) f->failed = true;
    switch (value->kind) {
    case TUNIP_VALUE_INT:
        snprintf(digits, sizeof digits, "%lld", (long long)value->integer);
        if (is_text)
            put_text(f, &spec, tunip_str_from(digits));
        else
            put_int(f, &spec, value->integer);
        return;
    case TUNIP_VALUE_STR:
        put_text(f, &spec, value->text);
        return;
    case TUNIP_VALUE_BOOL:
        if (text.size && !is_text)
            put_int(f, &spec, value->boolean);
        else
            put_text(f, &spec, tunip_str_from(value->boolean ? "True" : "False"));
        return;
    case TUNIP_VALUE_NONE:
        put_text(f, &spec, tunip_str_from("None"));
        return;
    default:
        f->failed = true;
    }
}

/* ---- the template ---- */

/* Writes the field after the `{` at `at`, and returns the end of the field. Fields have no numbers
 * or names. */
static const char *put_field(formatter *f, const char *at, const char *end)
{
    const char *close = memchr(at, '}', (size_t)(end - at));
    tunip_str text = {at, close ? (size_t)(close - at) : 0};
    bool is_text = text.size >= 2 && text.data[0] == '!' && text.data[1] == 's';
    if (is_text) text = (tunip_str){text.data + 2, text.size - 2};
    bool is_plain = !text.size || text.data[0] == ':';
    if (!close || !is_plain || f->next == f->fields.count) {
        f->failed = true;
        return end;
    }
    if (text.size) text = (tunip_str){text.data + 1, text.size - 1};
    put_value(f, &f->fields.items[f->next++], text, is_text);
    return close + 1;
}

static void put_template(formatter *f, tunip_str template)
{
    const char *at = template.data, *end = at + template.size;
    while (at < end && !f->failed) {
        bool is_double = at + 1 < end && at[1] == *at;
        if (*at == '{' && !is_double) {
            at = put_field(f, at + 1, end);
            continue;
        }
        put(f, at, 1);
        at += (*at == '{' || *at == '}') && is_double ? 2 : 1;
    }
}

bool tn_is_format_call(const tunip_doc_call *doc)
{
    const tunip_doc_attr *callee = (const tunip_doc_attr *)doc->callee;
    return callee->base.kind == TUNIP_DOC_ATTR && !doc->values.count &&
           callee->value->kind == TUNIP_DOC_LITERAL && callee->value->sub == TUNIP_LITERAL_STR &&
           tunip_str_is(callee->name, "format");
}

tunip_value tn_format_call(tunip_elaborator *e, const tunip_doc_call *doc)
{
    const tunip_doc_attr *callee = (const tunip_doc_attr *)doc->callee;
    tunip_value template = tunip_elaborate(e, callee->value);
    if (template.kind != TUNIP_VALUE_STR) return template;
    formatter f = {.e = e, .fields = tn_elaborate_items(e, doc->args)};
    for (size_t i = 0; i < f.fields.count; i++)
        if (f.fields.items[i].kind == TUNIP_VALUE_WRONG) return f.fields.items[i];
    put_template(&f, template.text);
    char *text = tn_elaborator_memory(e, f.text.count + 1);
    if (text && f.text.count) memcpy(text, f.text.items, f.text.count);
    tunip_value value = {.kind = TUNIP_VALUE_STR, .doc = &doc->base};
    value.text = (tunip_str){text, f.text.count};
    if (text) text[f.text.count] = '\0';
    tn_array_free(&f.text, e->allocator);
    if (!text || !e->effort || e->error.code != TUNIP_OK) return tunip_value_wrong(&doc->base);
    if (!f.failed) return value;
    return tunip_complain(e, &doc->base,
                          "this string cannot be computed: its fields must be integers, "
                          "booleans and strings");
}
