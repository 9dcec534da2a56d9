/* constant.c -- operators on literals, worked out as Python works them out: this happens when a
 * script is read as TVM reads it, because TVM's parser sees only the result. */
#include <math.h>

#include "elaborate.h"

static bool is_number(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL || value->kind == TUNIP_VALUE_INT ||
           value->kind == TUNIP_VALUE_FLOAT;
}

static int64_t int_of(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL ? value->boolean : value->integer;
}

static double real_of(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_FLOAT ? value->real : (double)int_of(value);
}

bool tn_constant_truth(const tunip_value *value, bool *out)
{
    switch (value->kind) {
    case TUNIP_VALUE_NONE:
        *out = false;
        return true;
    case TUNIP_VALUE_BOOL:
    case TUNIP_VALUE_INT:
    case TUNIP_VALUE_FLOAT:
        *out = real_of(value) != 0;
        return true;
    case TUNIP_VALUE_STR:
        *out = value->text.size != 0;
        return true;
    case TUNIP_VALUE_LIST:
    case TUNIP_VALUE_DICT:
        *out = value->items.count != 0;
        return true;
    default:
        return false;
    }
}

static tunip_value new_int(int64_t integer)
{
    return (tunip_value){.kind = TUNIP_VALUE_INT, .integer = integer};
}

static tunip_value new_real(double real)
{
    return (tunip_value){.kind = TUNIP_VALUE_FLOAT, .real = real};
}

static tunip_value new_bool(bool boolean)
{
    return (tunip_value){.kind = TUNIP_VALUE_BOOL, .boolean = boolean};
}

static const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};

/* ---- arithmetic ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* base ** exponent for an exponent of at least 0; false if it takes more than 64 bits. */
static bool power(int64_t base, int64_t exponent, int64_t *out)
{
    int64_t result = 1;
    for (; exponent > 0; exponent--)
        if (__builtin_mul_overflow(result, base, &result)) return false;
    *out = result;
    return true;
}

/* Two integers; absent if the result is none of 64 bits. */
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
        if (fits) result = op == TUNIP_OP_MOD ? a - floor_div(a, b) * b : floor_div(a, b);
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
    return fits ? new_int(result) : absent;
}

static tunip_value on_reals(tunip_operator op, double a, double b)
{
    switch (op) {
    case TUNIP_OP_ADD:
        return new_real(a + b);
    case TUNIP_OP_SUB:
        return new_real(a - b);
    case TUNIP_OP_MUL:
        return new_real(a * b);
    case TUNIP_OP_DIV:
        return b == 0 ? absent : new_real(a / b);
    case TUNIP_OP_FLOOR_DIV:
        return b == 0 ? absent : new_real(floor(a / b));
    case TUNIP_OP_MOD:
        return b == 0 ? absent : new_real(a - floor(a / b) * b);
    case TUNIP_OP_POW:
        return new_real(pow(a, b));
    default:
        return absent;
    }
}

/* ---- comparisons ---- */

static int compare_texts(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static tunip_value on_order(tunip_operator op, int order)
{
    switch (op) {
    case TUNIP_OP_LT:
        return new_bool(order < 0);
    case TUNIP_OP_LE:
        return new_bool(order <= 0);
    case TUNIP_OP_EQ:
        return new_bool(order == 0);
    case TUNIP_OP_NE:
        return new_bool(order != 0);
    case TUNIP_OP_GT:
        return new_bool(order > 0);
    case TUNIP_OP_GE:
        return new_bool(order >= 0);
    default:
        return absent;
    }
}

static bool is_comparison(tunip_operator op)
{
    return op >= TUNIP_OP_LT && op <= TUNIP_OP_GE;
}

static tunip_value on_texts(tunip_elaborator *e, tunip_operator op, tunip_str a, tunip_str b)
{
    if (is_comparison(op)) return on_order(op, compare_texts(a, b));
    if (op != TUNIP_OP_ADD) return absent;
    char *text = tn_elaborator_memory(e, a.size + b.size + 1);
    if (!text) return absent;
    if (a.size) memcpy(text, a.data, a.size);
    if (b.size) memcpy(text + a.size, b.data, b.size);
    text[a.size + b.size] = '\0';
    return (tunip_value){.kind = TUNIP_VALUE_STR, .text = {text, a.size + b.size}};
}

static tunip_value on_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                           const tunip_value *b)
{
    if (a->kind == TUNIP_VALUE_STR && b->kind == TUNIP_VALUE_STR)
        return on_texts(e, op, a->text, b->text);
    if (!is_number(a) || !is_number(b)) return absent;
    bool is_real = a->kind == TUNIP_VALUE_FLOAT || b->kind == TUNIP_VALUE_FLOAT;
    if (is_comparison(op)) {
        double x = real_of(a), y = real_of(b);
        int64_t i = is_real ? 0 : int_of(a), k = is_real ? 0 : int_of(b);
        return on_order(op, is_real ? (x > y) - (x < y) : (i > k) - (i < k));
    }
    bool needs_real = op == TUNIP_OP_DIV || (op == TUNIP_OP_POW && !is_real && int_of(b) < 0);
    if (is_real || needs_real) return on_reals(op, real_of(a), real_of(b));
    return on_ints(op, int_of(a), int_of(b));
}

static tunip_value on_one(tunip_operator op, const tunip_value *a)
{
    bool truth;
    if (op == TUNIP_OP_NOT && tn_constant_truth(a, &truth)) return new_bool(!truth);
    if (op == TUNIP_OP_NEGATE && a->kind == TUNIP_VALUE_FLOAT) return new_real(-a->real);
    if (op == TUNIP_OP_NEGATE && is_number(a)) return on_ints(TUNIP_OP_SUB, 0, int_of(a));
    if (op == TUNIP_OP_INVERT && is_number(a) && a->kind != TUNIP_VALUE_FLOAT)
        return new_int(~int_of(a));
    return absent;
}

tunip_value tn_constant_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                  const tunip_value *operands)
{
    tunip_operator op = (tunip_operator)doc->base.sub;
    tunip_value value = absent;
    bool truth;
    if (doc->operands.count == 1) {
        value = on_one(op, &operands[0]);
    } else if (op == TUNIP_OP_IF_ELSE) {
        if (tn_constant_truth(&operands[0], &truth)) value = operands[truth ? 1 : 2];
    } else if (op == TUNIP_OP_AND || op == TUNIP_OP_OR) {
        bool is_constant = operands[1].kind != TUNIP_VALUE_NODE;
        if (is_constant && tn_constant_truth(&operands[0], &truth))
            value = operands[(op == TUNIP_OP_AND) == truth];
    } else {
        value = on_pair(e, op, &operands[0], &operands[1]);
    }
    if (value.kind != TUNIP_VALUE_ABSENT) value.doc = &doc->base;
    return value;
}

bool tunip_value_truth(const tunip_elaborator *e, const tunip_value *value, bool *out)
{
    return e->folds && tn_constant_truth(value, out);
}
