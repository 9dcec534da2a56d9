/* constant.c -- operators on literals, for scripts that are read as TVM reads them: there Python
 * evaluates such operators, and TVM's parser gets only the result. */
#include <math.h>

#include "constant.h"

bool tn_constant_truth(const tunip_value *value, bool *out)
{
    switch (value->kind) {
    case TUNIP_VALUE_NONE:
        *out = false;
        return true;
    case TUNIP_VALUE_BOOL:
    case TUNIP_VALUE_INT:
    case TUNIP_VALUE_FLOAT:
        *out = tn_real_of(value) != 0;
        return true;
    case TUNIP_VALUE_STR:
        *out = value->text.size != 0;
        return true;
    case TUNIP_VALUE_LIST:
    case TUNIP_VALUE_DICT:
    case TUNIP_VALUE_SET:
        *out = value->items.count != 0;
        return true;
    case TUNIP_VALUE_ITERATOR:
        *out = true;
        return true;
    default:
        return false;
    }
}

/* ---- arithmetic ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Not a - floor_div(a, b) * b: 1 % -2**63 has no such product. */
static int64_t floor_mod(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest && (rest < 0) != (b < 0) ? rest + b : rest;
}

/* base ** exponent for an exponent of at least 0; false if it takes more than 64 bits. */
static bool power(int64_t base, int64_t exponent, int64_t *out)
{
    int64_t result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1 && __builtin_mul_overflow(result, base, &result)) return false;
        if (exponent > 1 && __builtin_mul_overflow(base, base, &base)) return false;
    }
    *out = result;
    return true;
}

/* An operator on two integers; absent if the result does not fit into 64 bits. */
static tunip_value on_ints(tunip_operator op, int64_t a, int64_t b)
{
    int64_t result = 0;
    bool fits = true;
    switch (op) {
    case TUNIP_OP_ADD:
        fits = !__builtin_add_overflow(a, b, &result);
        break;
    case TUNIP_OP_SUB:
        fits = !__builtin_sub_overflow(a, b, &result);
        break;
    case TUNIP_OP_MUL:
        fits = !__builtin_mul_overflow(a, b, &result);
        break;
    case TUNIP_OP_FLOOR_DIV:
    case TUNIP_OP_MOD:
        fits = b != 0 && !(a == INT64_MIN && b == -1);
        if (fits) result = op == TUNIP_OP_MOD ? floor_mod(a, b) : floor_div(a, b);
        break;
    case TUNIP_OP_POW:
        fits = b >= 0 && power(a, b, &result);
        break;
    case TUNIP_OP_SHIFT_LEFT:
        fits = b >= 0 && b < 63 && !__builtin_mul_overflow(a, INT64_C(1) << b, &result);
        break;
    case TUNIP_OP_SHIFT_RIGHT:
        fits = b >= 0;
        if (fits) result = b > 62 ? (a < 0 ? -1 : 0) : floor_div(a, INT64_C(1) << b);
        break;
    case TUNIP_OP_BIT_AND:
        result = a & b;
        break;
    case TUNIP_OP_BIT_OR:
        result = a | b;
        break;
    case TUNIP_OP_BIT_XOR:
        result = a ^ b;
        break;
    default:
        fits = false;
    }
    return fits ? tn_new_int(result) : tn_absent();
}

/* Python's remainder, which has the sign of the divisor, and the quotient that belongs to it. */
static double real_mod(double a, double b, double *quotient)
{
    double rest = fmod(a, b), whole = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        rest += b;
        whole -= 1;
    }
    if (rest == 0) rest = copysign(0, b);
    double nearest = floor(whole);
    if (whole - nearest > 0.5) nearest += 1;
    *quotient = whole == 0 ? copysign(0, a / b) : nearest;
    return rest;
}

/* A power that is not real, or infinite for finite operands, is an error or complex in Python. */
static tunip_value real_power(double a, double b)
{
    double result = pow(a, b);
    bool is_lost = isfinite(a) && isfinite(b) && !isfinite(result);
    return is_lost ? tn_absent() : tn_new_real(result);
}

static tunip_value on_reals(tunip_operator op, double a, double b)
{
    double quotient;
    bool divides = op == TUNIP_OP_DIV || op == TUNIP_OP_FLOOR_DIV || op == TUNIP_OP_MOD;
    if (divides && b == 0) return tn_absent();
    switch (op) {
    case TUNIP_OP_ADD:
        return tn_new_real(a + b);
    case TUNIP_OP_SUB:
        return tn_new_real(a - b);
    case TUNIP_OP_MUL:
        return tn_new_real(a * b);
    case TUNIP_OP_DIV:
        return tn_new_real(a / b);
    case TUNIP_OP_FLOOR_DIV:
        real_mod(a, b, &quotient);
        return tn_new_real(quotient);
    case TUNIP_OP_MOD:
        return tn_new_real(real_mod(a, b, &quotient));
    case TUNIP_OP_POW:
        return real_power(a, b);
    default:
        return tn_absent();
    }
}

static tunip_value on_numbers(tunip_operator op, const tunip_value *a, const tunip_value *b)
{
    bool is_real = a->kind == TUNIP_VALUE_FLOAT || b->kind == TUNIP_VALUE_FLOAT;
    bool is_negative_power = op == TUNIP_OP_POW && !is_real && tn_int_of(b) < 0;
    bool is_bits = op == TUNIP_OP_BIT_AND || op == TUNIP_OP_BIT_OR || op == TUNIP_OP_BIT_XOR;
    if (is_real || op == TUNIP_OP_DIV || is_negative_power)
        return on_reals(op, tn_real_of(a), tn_real_of(b));
    tunip_value value = on_ints(op, tn_int_of(a), tn_int_of(b));
    if (is_bits && a->kind == TUNIP_VALUE_BOOL && b->kind == TUNIP_VALUE_BOOL)
        return tn_new_bool(value.integer != 0);
    return value;
}

/* ---- strings and lists ---- */

/* The text `a` and then `b`, `times` times. */
static tunip_value join_texts(tunip_elaborator *e, tunip_str a, tunip_str b, size_t times,
                              const tunip_doc *doc)
{
    size_t size = a.size + b.size, at = 0;
    if (!size) times = 0;
    char *text = tn_new_text(e, size * times, doc);
    if (!text) return tunip_value_wrong(doc);
    for (size_t i = 0; i < times; i++, at += size) {
        if (a.size) memcpy(text + at, a.data, a.size);
        if (b.size) memcpy(text + at + a.size, b.data, b.size);
    }
    text[at] = '\0';
    return tn_new_str((tunip_str){text, at});
}

/* The items of `a` and then those of `b`, `times` times. */
static tunip_value join_lists(tunip_elaborator *e, tunip_values a, tunip_values b, size_t times,
                              const tunip_doc *doc)
{
    size_t count = a.count + b.count, at = 0;
    tunip_value *items = NULL;
    if (tn_elaborator_spend(e, count * times, doc))
        items = tn_elaborator_memory(e, count * times * sizeof *items);
    for (size_t i = 0; items && i < times; i++) {
        for (size_t k = 0; k < a.count; k++) items[at++] = a.items[k];
        for (size_t k = 0; k < b.count; k++) items[at++] = b.items[k];
    }
    return tn_with_items(e, TUNIP_VALUE_LIST, (tunip_values){items, at}, doc);
}

/* "ab" * 2, [1] * 4 */
static tunip_value repeat(tunip_elaborator *e, const tunip_value *value, int64_t count)
{
    enum { MOST = 1 << 16 };
    bool is_text = value->kind == TUNIP_VALUE_STR;
    size_t size = is_text ? value->text.size : value->items.count;
    size_t times = count > 0 ? (size_t)count : 0;
    if (size && times > MOST / size) return tn_absent();
    if (!size) times = 0;
    if (is_text) return join_texts(e, value->text, (tunip_str){"", 0}, times, value->doc);
    return join_lists(e, value->items, (tunip_values){NULL, 0}, times, value->doc);
}

static bool is_sequence(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_STR || value->kind == TUNIP_VALUE_LIST;
}

tunip_value tn_constant_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                             const tunip_value *b)
{
    if (op >= TUNIP_OP_LT && op <= TUNIP_OP_GE) return tn_constant_compare(e, op, a, b);
    if (tn_is_number(a) && tn_is_number(b)) return on_numbers(op, a, b);
    if (op == TUNIP_OP_MUL && is_sequence(a) && tn_is_whole(b)) return repeat(e, a, tn_int_of(b));
    if (op == TUNIP_OP_MUL && is_sequence(b) && tn_is_whole(a)) return repeat(e, b, tn_int_of(a));
    if (op == TUNIP_OP_MOD && a->kind == TUNIP_VALUE_STR)
        return tn_format_percent(e, a->text, b, a->doc);
    if (a->kind == TUNIP_VALUE_SET && b->kind == TUNIP_VALUE_SET) return tn_set_pair(e, op, a, b);
    if (op != TUNIP_OP_ADD || a->kind != b->kind) return tn_absent();
    if (a->kind == TUNIP_VALUE_STR) return join_texts(e, a->text, b->text, 1, a->doc);
    if (a->kind == TUNIP_VALUE_LIST) return join_lists(e, a->items, b->items, 1, a->doc);
    return tn_absent();
}

static tunip_value on_one(tunip_operator op, const tunip_value *a)
{
    bool truth;
    if (op == TUNIP_OP_NOT && tn_constant_truth(a, &truth)) return tn_new_bool(!truth);
    if (!tn_is_number(a)) return tn_absent();
    bool is_real = a->kind == TUNIP_VALUE_FLOAT;
    if (op == TUNIP_OP_POSITIVE) return is_real ? *a : tn_new_int(tn_int_of(a));
    if (op == TUNIP_OP_NEGATE)
        return is_real ? tn_new_real(-a->real) : on_ints(TUNIP_OP_SUB, 0, tn_int_of(a));
    if (op == TUNIP_OP_INVERT && !is_real) return tn_new_int(~tn_int_of(a));
    return tn_absent();
}

/* ---- membership and identity ---- */

static bool has_text(tunip_str text, tunip_str part)
{
    for (size_t i = 0; i + part.size <= text.size; i++)
        if (!part.size || memcmp(text.data + i, part.data, part.size) == 0) return true;
    return false;
}

/* `a in b`; false if Python refuses it. */
static bool is_member(tunip_elaborator *e, const tunip_value *a, const tunip_value *b, bool *found)
{
    tunip_values items;
    if (b->kind == TUNIP_VALUE_STR) {
        *found = a->kind == TUNIP_VALUE_STR && has_text(b->text, a->text);
        return a->kind == TUNIP_VALUE_STR;
    }
    if (!tn_iterate(e, b, &items) || !items.items) return false;
    *found = false;
    for (size_t i = 0; i < items.count && !*found; i++) *found = tn_is_same(a, &items.items[i]);
    return true;
}

/* `is`, `in` and their negations. They compare nodes by identity. */
static tunip_value on_identity(tunip_elaborator *e, const tunip_doc_operation *doc,
                               const tunip_value *a, const tunip_value *b)
{
    tunip_operator op = (tunip_operator)doc->base.sub;
    bool is_in = op == TUNIP_OP_IN || op == TUNIP_OP_NOT_IN;
    bool found = a->kind == b->kind && tn_is_same(a, b);
    bool is_positive = op == TUNIP_OP_IS || op == TUNIP_OP_IN;
    if (is_in && !is_member(e, a, b, &found))
        return tunip_complain(e, &doc->base, "nothing can be in %s", tunip_value_describe(e, b));
    if (a->kind == TUNIP_VALUE_NODE)
        tunip_warn(e, &doc->base, "this is always %s: it does not compare what is computed",
                   found == is_positive ? "True" : "False");
    return tn_new_bool(found == is_positive);
}

static bool is_identity(tunip_operator op)
{
    return op >= TUNIP_OP_IS && op <= TUNIP_OP_NOT_IN;
}

tunip_value tn_constant_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                  const tunip_value *operands)
{
    tunip_operator op = (tunip_operator)doc->base.sub;
    tunip_value value = tn_absent();
    bool truth;
    if (doc->operands.count == 1) {
        value = on_one(op, &operands[0]);
    } else if (op == TUNIP_OP_IF_ELSE) {
        bool is_constant = tn_constant_truth(&operands[0], &truth);
        bool is_python = e->lambda_depth || operands[0].kind == TUNIP_VALUE_BOOL;
        if (is_constant && !is_python)
            return tunip_complain_instead(e, &operands[0], "a condition");
        if (is_constant) value = operands[truth ? 1 : 2];
    } else if (op == TUNIP_OP_AND || op == TUNIP_OP_OR) {
        bool is_constant = operands[1].kind != TUNIP_VALUE_NODE;
        if (is_constant && tn_constant_truth(&operands[0], &truth))
            value = operands[(op == TUNIP_OP_AND) == truth];
    } else if (is_identity(op)) {
        value = on_identity(e, doc, &operands[0], &operands[1]);
    } else {
        value = tn_constant_pair(e, op, &operands[0], &operands[1]);
    }
    if (value.kind != TUNIP_VALUE_ABSENT) value.doc = &doc->base;
    return value;
}

bool tunip_value_truth(const tunip_elaborator *e, const tunip_value *value, bool *out)
{
    return e->folds && tn_constant_truth(value, out);
}
