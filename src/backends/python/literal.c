/* literal.c -- None, booleans, numbers and strings.
 *
 * Numbers are formatted here, because the C library depends on the locale. For most values this is
 * also faster; it is slower for floats below 1e-40. */
#include "python.h"

#include <limits.h>
#include <math.h>

typedef tunip_doc_literal literal;

static const literal *literal_of(const tunip_doc *doc)
{
    return (const literal *)doc;
}

/* ---- None, booleans, integers ---- */

static void emit_none(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_text(w, "None");
}

static void emit_bool(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_text(w, literal_of(doc)->value.boolean ? "True" : "False");
}

/* Writes at least `width` digits, with leading zeros. */
static void write_digits(tunip_writer *w, uint64_t value, int width)
{
    char digits[20];
    char *const end = digits + sizeof digits;
    char *at = end;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value || end - at < width);
    tunip_write(w, at, (size_t)(end - at));
}

static void emit_int(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_int(w, literal_of(doc)->value.integer);
}

/* ---- floats ----
 *
 * TVM writes integral values in fixed notation with one decimal, and all others as "%.17g". Values
 * without a literal in Python (inf, nan) are strings. */

/* Doubles from 2^53 on have no fraction. */
static bool is_integral(double v)
{
    return v >= 0x1p53 || v == (double)(int64_t)v;
}

/* Writes t / 2^k as t * 5^k / 10^k. For small fractions of this form, this gives all decimals
 * exactly and without trailing zeros. Returns false for other values. */
static bool write_short(tunip_writer *w, double v)
{
    enum { LARGEST = 1 << 30, MOST_DECIMALS = 10 };
    uint64_t fives = 1, tens = 1;
    for (int k = 1; v < LARGEST && k <= MOST_DECIMALS; k++) {
        v *= 2;
        fives *= 5;
        tens *= 10;
        if (!is_integral(v)) continue;
        uint64_t scaled = (uint64_t)v * fives;
        write_digits(w, scaled / tens, 1);
        tunip_write_char(w, '.');
        write_digits(w, scaled % tens, k);
        return true;
    }
    return false;
}

/* An integer: the sum of limbs[i] * 10^(9 i). */
enum {
    LIMB = 1000000000,
    LIMB_DIGITS = 9,
    MOST_LIMBS = 90, /* 2^53 * 5^1126, of the smallest double */
    MOST_DIGITS = MOST_LIMBS * LIMB_DIGITS
};

typedef struct big {
    uint32_t limbs[MOST_LIMBS];
    int count;
} big;

static void scale(big *n, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    for (; carry; carry /= LIMB) n->limbs[n->count++] = (uint32_t)(carry % LIMB);
}

/* Multiplies by base^exponent, in steps of `power`, which is base^step. */
static void scale_by_power(big *n, uint32_t base, int exponent, uint32_t power, int step)
{
    for (; exponent >= step; exponent -= step) scale(n, power);
    uint32_t rest = 1;
    while (exponent-- > 0) rest *= base;
    scale(n, rest);
}

/* All digits of a value: the number digits[first] ... digits[count - 1], divided by 10^decimals. */
typedef struct exact {
    char digits[MOST_DIGITS];
    int first, count, decimals;
} exact;

/* Multiplies the 53 bits of `v`, which is above 0, by a power of 2. For a negative power -k, it
 * multiplies by 5^k and moves the decimal point. */
static void expand(double v, exact *out)
{
    enum { BITS = 53, TWOS = 31, FIVES = 13 };
    static const uint32_t power_of_2 = 1u << TWOS, power_of_5 = 1220703125;
    int exponent;
    uint64_t bits = (uint64_t)(frexp(v, &exponent) * 0x1p53);
    big n = {.count = 0};
    for (; bits; bits /= LIMB) n.limbs[n.count++] = (uint32_t)(bits % LIMB);
    exponent -= BITS;
    if (exponent > 0)
        scale_by_power(&n, 2, exponent, power_of_2, TWOS);
    else
        scale_by_power(&n, 5, -exponent, power_of_5, FIVES);
    out->decimals = exponent < 0 ? -exponent : 0;
    out->count = n.count * LIMB_DIGITS;
    for (int i = 0, at = out->count; i < n.count; i++)
        for (int k = 0; k < LIMB_DIGITS; k++, n.limbs[i] /= 10)
            out->digits[--at] = (char)('0' + n.limbs[i] % 10);
    for (out->first = 0; out->digits[out->first] == '0'; out->first++) continue;
}

static void write_long_integral(tunip_writer *w, double v)
{
    exact all;
    expand(v, &all);
    tunip_write(w, all.digits + all.first, (size_t)(all.count - all.first));
}

static void write_integral(tunip_writer *w, double v)
{
    if (v < 0x1p63)
        tunip_write_int(w, (int64_t)v);
    else
        write_long_integral(w, v);
    tunip_write_text(w, ".0");
}

enum { SIGNIFICANT = 17 };

/* The decimal digits of a value, d.ddd * 10^exponent, without trailing zeros. */
typedef struct decimal {
    char digits[SIGNIFICANT];
    int count;
    int exponent;
} decimal;

/* Whether the digits from `at` on round the digits before them up: they are more than a half, or a
 * half after an odd digit. */
static bool rounds_up(const exact *all, int at)
{
    if (at >= all->count) return false;
    if (all->digits[at] != '5') return all->digits[at] > '5';
    for (int i = at + 1; i < all->count; i++)
        if (all->digits[i] != '0') return true;
    return all->digits[at - 1] % 2;
}

static decimal decimal_of(double v)
{
    exact all;
    expand(v, &all);
    decimal d = {.count = all.count - all.first,
                 .exponent = all.count - all.first - 1 - all.decimals};
    if (d.count > SIGNIFICANT) d.count = SIGNIFICANT;
    memcpy(d.digits, all.digits + all.first, (size_t)d.count);
    bool is_up = rounds_up(&all, all.first + d.count);
    for (; is_up && d.count && d.digits[d.count - 1] == '9'; d.count--) continue;
    if (is_up && d.count) {
        d.digits[d.count - 1]++;
    } else if (is_up) {
        d.digits[d.count++] = '1';
        d.exponent++;
    }
    while (d.count > 1 && d.digits[d.count - 1] == '0') d.count--;
    return d;
}

static void write_scientific(tunip_writer *w, const decimal *d)
{
    tunip_write_char(w, d->digits[0]);
    if (d->count > 1) tunip_write_char(w, '.');
    tunip_write(w, d->digits + 1, (size_t)d->count - 1);
    tunip_write_text(w, d->exponent < 0 ? "e-" : "e+");
    write_digits(w, (uint64_t)(d->exponent < 0 ? -d->exponent : d->exponent), 2);
}

/* Writes a value that is not integral, so at least one of its digits is after the point. */
static void write_fixed(tunip_writer *w, const decimal *d)
{
    int whole = d->exponent + 1;
    if (whole <= 0) {
        tunip_write(w, "0.000", (size_t)(2 - whole));
        whole = 0;
    } else {
        tunip_write(w, d->digits, (size_t)whole);
        tunip_write_char(w, '.');
    }
    tunip_write(w, d->digits + whole, (size_t)(d->count - whole));
}

static void write_general(tunip_writer *w, double v)
{
    decimal d = decimal_of(v);
    if (d.exponent < -4 || d.exponent >= SIGNIFICANT)
        write_scientific(w, &d);
    else
        write_fixed(w, &d);
}

static void write_magnitude(tunip_writer *w, double v)
{
    if (is_integral(v))
        write_integral(w, v);
    else if (!write_short(w, v))
        write_general(w, v);
}

static void emit_float(tunip_writer *w, const tunip_doc *doc)
{
    double value = literal_of(doc)->value.real;
    bool finite = isfinite(value);
    if (!finite) tunip_write_char(w, '"');
    if (signbit(value)) tunip_write_char(w, '-');
    if (finite)
        write_magnitude(w, fabs(value));
    else
        tunip_write_text(w, isnan(value) ? "nan\"" : "inf\"");
}

/* ---- strings ---- */

/* "Strings on one line" escape newlines and tabs; """strings on several lines""" do not. */
typedef enum quoting { ONE_LINE, MANY_LINES } quoting;

static inline bool is_plain(char c, quoting q)
{
    static const bool plain[1 << CHAR_BIT] = {
        [' '] = 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* not the quote */
        ['0'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        ['@'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        ['P'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, /* not the backslash */
        ['`'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        ['p'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* up to the tilde */
    };
    return plain[(unsigned char)c] || (q == MANY_LINES && (c == '\n' || c == '\t' || c == '\r'));
}

static void write_escaped(tunip_writer *w, unsigned char c)
{
    static const char letters[128] = {
        ['"'] = '"', ['\\'] = '\\', ['\t'] = 't', ['\r'] = 'r', ['\n'] = 'n'};
    static const char hex[] = "0123456789ABCDEF";
    if (c < sizeof letters && letters[c])
        tunip_write(w, (const char[]){'\\', letters[c]}, 2);
    else
        tunip_write(w, (const char[]){'\\', 'x', hex[c >> 4], hex[c & 15]}, 4);
}

static void write_quoted(tunip_writer *w, tunip_str text, quoting q)
{
    tunip_write_text(w, q == MANY_LINES ? "\"\"\"" : "\"");
    for (size_t at = 0; at < text.size;) {
        size_t run = at;
        while (run < text.size && is_plain(text.data[run], q)) run++;
        tunip_write(w, text.data + at, run - at);
        if (run < text.size) write_escaped(w, (unsigned char)text.data[run++]);
        at = run;
    }
    tunip_write_text(w, q == MANY_LINES ? "\"\"\"" : "\"");
}

static void emit_str(tunip_writer *w, const tunip_doc *doc)
{
    write_quoted(w, literal_of(doc)->value.text, ONE_LINE);
}

static void write_inside(tunip_writer *w, char c)
{
    if (is_plain(c, ONE_LINE))
        tunip_write_char(w, c);
    else
        write_escaped(w, (unsigned char)c);
}

static void emit_quoted(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_quoted *quoted = (const tunip_doc_quoted *)doc;
    if (quoted->literal.value.text.data) {
        emit_str(w, doc);
        return;
    }
    tunip_write_char(w, '"');
    tunip_emit_escaped(w, quoted->expr, write_inside);
    tunip_write_char(w, '"');
}

void tn_python_emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "metadata = tvm.ir.load_json(");
    write_quoted(w, saved, MANY_LINES);
    tunip_write_text(w, ")\n");
}

bool tn_python_has_sign(const tunip_doc *doc)
{
    const literal *number = literal_of(doc);
    if (doc->sub == TUNIP_LITERAL_INT) return number->value.integer < 0;
    return doc->sub == TUNIP_LITERAL_FLOAT && signbit(number->value.real) &&
           isfinite(number->value.real);
}

void tn_python_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    static const tunip_emit_fn emitters[] = {
        [TUNIP_LITERAL_NONE] = emit_none, [TUNIP_LITERAL_BOOL] = emit_bool,
        [TUNIP_LITERAL_INT] = emit_int,   [TUNIP_LITERAL_FLOAT] = emit_float,
        [TUNIP_LITERAL_STR] = emit_str,   [TUNIP_LITERAL_QUOTED] = emit_quoted,
    };
    if (doc->sub < TUNIP_LEN(emitters))
        emitters[doc->sub](w, doc);
    else
        tunip_writer_fail(w, "no literal of kind %u", (unsigned)doc->sub);
}
