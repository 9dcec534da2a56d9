/* number.c -- reading and writing doubles. Numbers with few digits are computed directly. For the
 * others strtod() is exact; because it and printf() depend on the locale of the thread, the locale
 * is changed for the call. */
#include "number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- few digits ---- */

/* Up to 2^53 and up to 10^22 doubles are exact, so one multiplication or division rounds once. */
enum { EXACT_DIGITS = 15, EXACT_POWER = 22 };

static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

typedef struct decimal {
    uint64_t digits;
    int count;
    int power; /* of ten */
} decimal;

static const char *take_digits(const char *at, const char *end, decimal *d)
{
    for (; at < end && tunip_is_digit(*at) && d->count <= EXACT_DIGITS; at++, d->count++)
        d->digits = d->digits * 10 + (uint64_t)(*at - '0');
    return at;
}

static const char *take_power(const char *at, const char *end, decimal *d)
{
    bool negative = at < end && *at == '-';
    int power = 0;
    if (at < end && (*at == '-' || *at == '+')) at++;
    for (; at < end && power <= EXACT_POWER; at++) power = power * 10 + (*at - '0');
    d->power += negative ? -power : power;
    return at;
}

/* False when the number is not of the simple kind. */
static bool parse_exact(const char *at, const char *end, double *out)
{
    decimal d = {.digits = 0};
    at = take_digits(at, end, &d);
    if (at < end && *at == '.') {
        const char *point = at + 1;
        at = take_digits(point, end, &d);
        d.power = -(int)(at - point);
    }
    if (at < end && (*at == 'e' || *at == 'E')) at = take_power(at + 1, end, &d);
    if (at < end || d.count > EXACT_DIGITS || abs(d.power) > EXACT_POWER) return false;
    double whole = (double)d.digits;
    *out = d.power < 0 ? whole / powers[-d.power] : whole * powers[d.power];
    return FLT_EVAL_METHOD == 0;
}

/* ---- the others ---- */

typedef struct c_locale {
    locale_t own;
    locale_t before;
} c_locale;

static bool c_locale_enter(c_locale *l)
{
    l->own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (l->own == (locale_t)0) return false;
    l->before = uselocale(l->own);
    return true;
}

static void c_locale_leave(c_locale *l)
{
    uselocale(l->before);
    freelocale(l->own);
}

tunip_status tn_double_parse(tunip_str text, double *out)
{
    bool negative = text.data[0] == '-';
    c_locale locale;
    if (!parse_exact(text.data + negative, text.data + text.size, out)) {
        if (!c_locale_enter(&locale)) return TUNIP_ERROR_MEMORY;
        *out = strtod(text.data + negative, NULL);
        c_locale_leave(&locale);
    }
    if (negative) *out = -*out;
    return isinf(*out) ? TUNIP_ERROR_LIMIT : TUNIP_OK;
}

/* ---- writing ---- */

/* 17 digits give the same double again; whole numbers up to 2^53 keep a point to tell them from
 * integers. */
size_t tn_double_write(double value, char *out)
{
    double whole;
    bool is_whole = fabs(value) < 9007199254740992.0 && modf(value, &whole) == 0;
    c_locale locale;
    if (!c_locale_enter(&locale)) return 0;
    int size = snprintf(out, TN_DOUBLE_SIZE, is_whole ? "%.1f" : "%.17g", value);
    c_locale_leave(&locale);
    return (size_t)size;
}
