/* format.c -- texts with constants in them: "a{:>4}".format(x), "%d" % x, str(x). The reader turns
 * f-strings into calls of format(). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../script/script.h"
#include "constant.h"

/* A text that is being written. */
typedef struct formatter {
    tunip_elaborator *e;
    const tunip_word_call *call; /* of format(); or NULL */
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

/* ---- formats ---- */

/* [[fill]align][sign][#][0][width][.precision][type] */
typedef struct format {
    tunip_str fill; /* a character */
    char align;
    char sign;      /* '+' or ' ' for numbers of at least 0, or '\0' */
    bool is_marked; /* '#': 0x before a number */
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
    size_t first = tn_size_of_characters(text, 1);
    *out = (format){.fill = {" ", 1}, .precision = -1};
    bool has_fill = first < text.size && is_align(at[first]);
    if (has_fill) {
        out->fill = (tunip_str){at, first};
        at += first;
    }
    if (at < end && is_align(*at)) out->align = *at++;
    if (at < end && (*at == '+' || *at == '-' || *at == ' ')) out->sign = *at++;
    if (out->sign == '-') out->sign = '\0';
    if (at < end && *at == '#') out->is_marked = *at++;
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
    size_t count = strlen(sign) + tn_count_characters(text);
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

/* Writes the digits of a number that is negative or not. */
static void put_number(formatter *f, const format *spec, bool is_negative, const char *mark,
                       tunip_str digits)
{
    char before[8];
    const char plus[] = {spec->sign, '\0'};
    snprintf(before, sizeof before, "%s%s", is_negative ? "-" : plus, mark);
    f->failed |= !digits.size;
    put_aligned(f, spec, before, digits, spec->is_padded ? '=' : '>');
}

static void put_int(formatter *f, const format *spec, int64_t value)
{
    char digits[72], mark[] = {'0', spec->type, '\0'};
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t count = spec->precision < 0 ? write_int(size, spec->type, digits, sizeof digits) : 0;
    bool is_marked = spec->is_marked && spec->type && spec->type != 'd';
    put_number(f, spec, value < 0, is_marked ? mark : "", (tunip_str){digits, count});
}

void tn_write_real(double value, char *out)
{
    char digits[TN_FLOAT_SIZE];
    int precision = 0, exponent = 0;
    if (!isfinite(value)) {
        snprintf(out, TN_FLOAT_SIZE, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    do snprintf(digits, sizeof digits, "%.*e", precision, value);
    while (strtod(digits, NULL) != value && ++precision < 17);
    char *mark = strchr(digits, 'e');
    exponent = atoi(mark + 1);
    if (exponent < -4 || exponent >= 16)
        memcpy(out, digits, sizeof digits);
    else
        snprintf(out, TN_FLOAT_SIZE, "%.*f", precision > exponent ? precision - exponent : 1,
                 value);
}

/* The digits of the size of a float, without its sign. Empty for a type that floats do not have. */
static size_t write_float(const format *spec, double value, char *out, size_t size)
{
    char shape[] = {'%', '.', '*', spec->type, '\0'};
    int precision = spec->precision < 0 ? 6 : spec->precision;
    if (spec->type == '\0' && spec->precision < 0) {
        tn_write_real(value, out);
        return strlen(out);
    }
    if (spec->type == '%') return (size_t)snprintf(out, size, "%.*f%%", precision, value * 100);
    if (!spec->type || !strchr("eEfFgG", spec->type)) return 0;
    return (size_t)snprintf(out, size, shape, precision, value);
}

static void put_float(formatter *f, const format *spec, double value)
{
    char digits[512];
    size_t count = spec->precision > 100 ? 0
                                         : write_float(spec, fabs(value), digits, sizeof digits);
    put_number(f, spec, signbit(value) && !isnan(value), "", (tunip_str){digits, count});
}

static void put_text(formatter *f, const format *spec, tunip_str text)
{
    f->failed |= (spec->type != '\0' && spec->type != 's') || spec->align == '=';
    if (spec->precision >= 0)
        text.size = tn_size_of_characters(text, (size_t)spec->precision);
    put_aligned(f, spec, "", text, '<');
}

/* ---- str() and repr() ---- */

/* 'a', with the other quotation marks if it has such ones. */
static void put_quoted(formatter *f, tunip_str text)
{
    bool has_single = text.size && memchr(text.data, '\'', text.size);
    bool has_double = text.size && memchr(text.data, '"', text.size);
    const char *quote = has_single && !has_double ? "\"" : "'";
    put(f, quote, 1);
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        f->failed |= c < ' ' || c == '\\' || c >= 127 || c == (unsigned char)*quote;
        put(f, &text.data[i], 1);
    }
    put(f, quote, 1);
}

static void put_repr(formatter *f, const tunip_value *value);

/* A list whose brackets are known. */
static void put_items(formatter *f, const tunip_value *value)
{
    tunip_doc_kind kind = value->doc ? (tunip_doc_kind)value->doc->kind : TUNIP_DOC_ID;
    bool is_tuple = kind == TUNIP_DOC_TUPLE;
    f->failed |= !is_tuple && kind != TUNIP_DOC_LIST;
    put(f, is_tuple ? "(" : "[", 1);
    for (size_t i = 0; i < value->items.count && !f->failed; i++) {
        if (i) put(f, ", ", 2);
        put_repr(f, &value->items.items[i]);
    }
    if (is_tuple && value->items.count == 1) put(f, ",", 1);
    put(f, is_tuple ? ")" : "]", 1);
}

static void put_str(formatter *f, const tunip_value *value)
{
    char digits[TN_FLOAT_SIZE];
    switch (value->kind) {
    case TUNIP_VALUE_NONE:
        put(f, "None", 4);
        return;
    case TUNIP_VALUE_BOOL:
        put(f, value->boolean ? "True" : "False", value->boolean ? 4 : 5);
        return;
    case TUNIP_VALUE_INT:
        snprintf(digits, sizeof digits, "%lld", (long long)value->integer);
        put(f, digits, strlen(digits));
        return;
    case TUNIP_VALUE_FLOAT:
        tn_write_real(value->real, digits);
        put(f, digits, strlen(digits));
        return;
    case TUNIP_VALUE_STR:
        put(f, value->text.data, value->text.size);
        return;
    case TUNIP_VALUE_LIST:
        put_items(f, value);
        return;
    default:
        f->failed = true;
    }
}

static void put_repr(formatter *f, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_STR)
        put_quoted(f, value->text);
    else
        put_str(f, value);
}

/* The text that was written, as a value; wrong after a complaint. */
static tunip_value finish(formatter *f, const tunip_doc *doc)
{
    tunip_elaborator *e = f->e;
    tunip_str text = {f->text.items, f->text.count};
    tunip_value value = f->failed ? tn_absent() : tn_copy_text(e, text, doc);
    tn_array_free(&f->text, e->allocator);
    if (!e->effort || e->error.code != TUNIP_OK) return tunip_value_wrong(doc);
    value.doc = doc;
    if (!f->failed) return value;
    return tunip_complain(e, doc,
                          "this string cannot be computed: its fields must be numbers, booleans "
                          "and strings");
}

/* A value as str() or repr() writes it. */
static tunip_value text_of(tunip_elaborator *e, const tunip_value *value, bool is_repr,
                           const tunip_doc *doc)
{
    formatter f = {.e = e};
    if (is_repr)
        put_repr(&f, value);
    else
        put_str(&f, value);
    return finish(&f, doc);
}

tunip_value tn_constant_text(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc)
{
    return value->kind == TUNIP_VALUE_STR ? *value : text_of(e, value, false, doc);
}

/* Writes a value in a format. `conversion` is 's' or 'r', as in "{!r}", or '\0'. */
static void put_value(formatter *f, const tunip_value *value, const format *spec, char conversion)
{
    bool is_int_type = !spec->type || strchr("dxXob", spec->type);
    bool is_plain_bool = value->kind == TUNIP_VALUE_BOOL && !spec->type && !spec->width;
    if (!conversion && tn_is_whole(value) && !is_plain_bool && is_int_type) {
        put_int(f, spec, tn_int_of(value));
    } else if (!conversion && tn_is_number(value) && !is_plain_bool) {
        put_float(f, spec, tn_real_of(value));
    } else {
        tunip_value text = text_of(f->e, value, conversion == 'r', NULL);
        f->failed |= text.kind != TUNIP_VALUE_STR;
        if (!f->failed) put_text(f, spec, text.text);
    }
}

/* ---- the template ---- */

/* The value that a field names: its number, its keyword, or the next one if the name is empty. */
static const tunip_value *find_field(formatter *f, tunip_str name)
{
    const tunip_doc_call *doc = (const tunip_doc_call *)f->call->doc;
    size_t at = 0;
    if (!name.size) return f->next < f->fields.count ? &f->fields.items[f->next++] : NULL;
    for (size_t i = 0; i < f->call->named.count; i++)
        if (tunip_str_equal(doc->keys[i], name)) return &f->call->named.items[i];
    for (size_t i = 0; i < name.size; i++) {
        if (!tunip_is_digit(name.data[i]) || at > f->fields.count) return NULL;
        at = at * 10 + (size_t)(name.data[i] - '0');
    }
    return at < f->fields.count ? &f->fields.items[at] : NULL;
}

/* Writes the field after the `{` at `at`, NAME!r:FORMAT, and returns the end of the field. */
static const char *put_field(formatter *f, const char *at, const char *end)
{
    const char *close = memchr(at, '}', (size_t)(end - at)), *name = at;
    char conversion = '\0';
    format spec;
    while (close && at < close && *at != '!' && *at != ':') at++;
    const tunip_value *value = close ? find_field(f, (tunip_str){name, (size_t)(at - name)}) : NULL;
    if (close && at + 1 < close && *at == '!') {
        conversion = at[1];
        at += 2;
    }
    bool has_format = close && at < close && *at == ':';
    tunip_str text = {has_format ? at + 1 : "", has_format ? (size_t)(close - at - 1) : 0};
    bool is_known = !conversion || conversion == 's' || conversion == 'r';
    if (!value || !is_known || (at != close && !has_format) || !read_format(text, &spec)) {
        f->failed = true;
        return end;
    }
    put_value(f, value, &spec, conversion);
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

tunip_value tn_format(tunip_elaborator *e, const tunip_word_call *call)
{
    formatter f = {.e = e, .call = call, .fields = call->rest};
    put_template(&f, call->self.text);
    return finish(&f, call->doc);
}

/* ---- template % values ---- */

/* Reads [-+ 0#][width][.precision]type of "%5d". */
static const char *read_percent(const char *at, const char *end, format *out)
{
    *out = (format){.fill = {" ", 1}, .align = '>', .precision = -1};
    for (; at < end && strchr("-+ 0#", *at); at++) {
        if (*at == '-') out->align = '<';
        if (*at == '0') out->is_padded = true;
        if (*at == '+' || *at == ' ') out->sign = *at;
        if (*at == '#') out->is_marked = true;
    }
    out->width = read_number(&at, end);
    if (at < end && *at == '.') {
        at++;
        out->precision = (int)read_number(&at, end);
    }
    if (at < end) out->type = *at++;
    if (out->is_padded && out->align == '>') {
        out->align = '=';
        out->fill = (tunip_str){"0", 1};
    }
    return at;
}

static void put_percent(formatter *f, format *spec)
{
    static const char types[] = "sdiuxXofFeEgGr";
    bool has_value = f->next < f->fields.count && spec->type && strchr(types, spec->type);
    f->failed |= !has_value || spec->width > MOST_WIDTH;
    if (f->failed) return;
    const tunip_value *value = &f->fields.items[f->next++];
    bool is_text = spec->type == 's' || spec->type == 'r', is_repr = spec->type == 'r';
    if (strchr("iu", spec->type)) spec->type = 'd';
    if (is_text && spec->align == '=') spec->align = '>';
    if (is_text) spec->type = 's';
    f->failed |= !is_text && !tn_is_number(value);
    tunip_value whole = tn_new_int(0);
    bool cuts = spec->type == 'd' && value->kind == TUNIP_VALUE_FLOAT;
    f->failed |= cuts && !(fabs(value->real) < 9e18);
    if (f->failed) return;
    if (cuts) whole = tn_new_int((int64_t)value->real);
    put_value(f, cuts ? &whole : value, spec, is_text ? is_repr ? 'r' : 's' : '\0');
}

tunip_value tn_format_percent(tunip_elaborator *e, tunip_str template, const tunip_value *value,
                              const tunip_doc *doc)
{
    formatter f = {.e = e, .fields = {value, 1}};
    const char *at = template.data, *end = at + template.size;
    format spec;
    if (value->kind == TUNIP_VALUE_LIST) f.fields = value->items;
    while (at < end && !f.failed) {
        bool is_double = at + 1 < end && at[0] == '%' && at[1] == '%';
        if (*at == '%' && !is_double) {
            at = read_percent(at + 1, end, &spec);
            put_percent(&f, &spec);
            continue;
        }
        put(&f, at, 1);
        at += is_double ? 2 : 1;
    }
    f.failed |= f.next != f.fields.count;
    return finish(&f, doc);
}
