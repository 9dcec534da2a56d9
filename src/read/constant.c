/* constant.c -- constants of Python: their operators, comparisons, items, sets, and
 * comprehensions. */
#include "constant.h"

#include <math.h>
#include <stdlib.h>

#include "../ir/registry.h"
#include "script.h"

/* ======== constant ======== */

/* Operators on literals, for scripts that are read as TVM reads them: there Python
 * evaluates such operators, and TVM's parser gets only the result. */

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

/* ======== constant new ======== */

/* New constants: strings and lists. */

const tunip_dialect tn_no_dialect = {.name = "Python"};

/* ---- strings ---- */

char *tn_new_text(tunip_elaborator *e, size_t size, const tunip_doc *doc)
{
    return tn_elaborator_spend(e, size, doc) ? tn_elaborator_memory(e, size + 1) : NULL;
}

tunip_value tn_copy_text(tunip_elaborator *e, tunip_str text, const tunip_doc *doc)
{
    char *copy = tn_new_text(e, text.size, doc);
    if (!copy) return tunip_value_wrong(doc);
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return tn_new_str((tunip_str){copy, text.size});
}

/* ---- characters ---- */

static bool is_first_byte(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

size_t tn_size_of_characters(tunip_str text, size_t count)
{
    size_t size = 0;
    for (; size < text.size; size++)
        if (is_first_byte(text.data[size]) && !count--) break;
    return size;
}

size_t tn_count_characters(tunip_str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += is_first_byte(text.data[i]);
    return count;
}

/* ---- lists ---- */

tunip_value tn_new_dict(tunip_elaborator *e, tunip_values pairs, const tunip_doc *doc)
{
    tunip_value *kept = (tunip_value *)(uintptr_t)pairs.items;
    size_t count = 0;
    for (size_t i = 0; kept && i < pairs.count; i += 2) {
        if (!tn_elaborator_spend(e, count / 8, doc)) break;
        tn_dict_put(kept, &count, pairs.items[i], pairs.items[i + 1]);
    }
    pairs.count = count;
    return tn_with_items(e, TUNIP_VALUE_DICT, pairs, doc);
}

/* A list or dict. Names and lambdas share lists, so a short script can have a list of lists with
 * 2^40 items. Each walk through it would be endless, so it is refused. Walks call themselves for
 * each list in a list, so deep ones are refused, too. Python allows a depth of 200. */
tunip_value tn_with_items(tunip_elaborator *e, tunip_value_kind kind, tunip_values items,
                          const tunip_doc *doc)
{
    tunip_value value = {.kind = kind, .doc = doc, .items = items};
    size_t total = tn_total_of(items.items, items.count);
    unsigned depth = 0;
    if (!items.items || tn_has_wrong(items)) value.kind = TUNIP_VALUE_WRONG;
    if (value.kind == TUNIP_VALUE_WRONG) return value;
    for (size_t i = 0; i < items.count; i++)
        if (items.items[i].depth > depth) depth = items.items[i].depth;
    if (tn_shares_too_much(e, total, doc))
        return tunip_complain(e, doc, "the items of this list have too many items: %zu", total);
    if (depth == TN_MOST_NESTED)
        return tunip_complain(e, doc, "lists are nested deeper than %d here", TN_MOST_NESTED);
    total += items.count;
    value.total = (total < TN_MOST_COUNTED ? total : TN_MOST_COUNTED) & TN_MOST_COUNTED;
    value.depth = (depth + 1) & 2047;
    return value;
}

/* ======== constant compare ======== */

/* Comparisons of constants, and dicts, whose keys are compared. */

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
        return tn_new_bool(order < 0);
    case TUNIP_OP_LE:
        return tn_new_bool(order <= 0);
    case TUNIP_OP_EQ:
        return tn_new_bool(order == 0);
    case TUNIP_OP_NE:
        return tn_new_bool(order != 0);
    case TUNIP_OP_GT:
        return tn_new_bool(order > 0);
    case TUNIP_OP_GE:
        return tn_new_bool(order >= 0);
    default:
        return tn_absent();
    }
}

/* A comparison with a nan is false, except `!=`. */
static tunip_value compare_numbers(tunip_operator op, const tunip_value *a, const tunip_value *b)
{
    if (a->kind == TUNIP_VALUE_FLOAT || b->kind == TUNIP_VALUE_FLOAT) {
        double x = tn_real_of(a), y = tn_real_of(b);
        if (isnan(x) || isnan(y)) return tn_new_bool(op == TUNIP_OP_NE);
        return on_order(op, (x > y) - (x < y));
    }
    int64_t x = tn_int_of(a), y = tn_int_of(b);
    return on_order(op, (x > y) - (x < y));
}

bool tn_is_same(const tunip_value *a, const tunip_value *b)
{
    if (tn_is_number(a) && tn_is_number(b)) return compare_numbers(TUNIP_OP_EQ, a, b).boolean;
    if (a->kind != b->kind) return false;
    if (a->kind == TUNIP_VALUE_NODE) return a->node == b->node;
    if (a->kind == TUNIP_VALUE_STR) return tunip_str_equal(a->text, b->text);
    if (a->kind == TUNIP_VALUE_WORD) return a->word == b->word;
    if (a->kind != TUNIP_VALUE_LIST || a->items.count != b->items.count)
        return a->kind == TUNIP_VALUE_NONE;
    for (size_t i = 0; i < a->items.count; i++)
        if (!tn_is_same(&a->items.items[i], &b->items.items[i])) return false;
    return true;
}

size_t tn_dict_find(tunip_values items, const tunip_value *key)
{
    size_t i = 0;
    while (i < items.count && !tn_is_same(&items.items[i], key)) i += 2;
    return i;
}

void tn_dict_put(tunip_value *items, size_t *count, tunip_value key, tunip_value value)
{
    size_t at = tn_dict_find((tunip_values){items, *count}, &key);
    if (at == *count) {
        items[at] = key;
        *count += 2;
    }
    items[at + 1] = value;
}

/* The first item that differs decides. */
static tunip_value compare_lists(tunip_elaborator *e, tunip_operator op, tunip_values a,
                                 tunip_values b)
{
    for (size_t i = 0; i < a.count && i < b.count; i++)
        if (!tn_is_same(&a.items[i], &b.items[i])) {
            bool is_equality = op == TUNIP_OP_EQ || op == TUNIP_OP_NE;
            if (is_equality) return tn_new_bool(op == TUNIP_OP_NE);
            return tn_constant_compare(e, op, &a.items[i], &b.items[i]);
        }
    return on_order(op, (a.count > b.count) - (a.count < b.count));
}

static bool same_dicts(tunip_values a, tunip_values b)
{
    if (a.count != b.count) return false;
    for (size_t i = 0; i < a.count; i += 2) {
        size_t other = tn_dict_find(b, &a.items[i]);
        if (other == b.count || !tn_is_same(&a.items[i + 1], &b.items[other + 1])) return false;
    }
    return true;
}

/* ---- sets ---- */

bool tn_has_item(tunip_values items, const tunip_value *item)
{
    for (size_t i = 0; i < items.count; i++)
        if (tn_is_same(&items.items[i], item)) return true;
    return false;
}

static bool is_part(tunip_values a, tunip_values b)
{
    for (size_t i = 0; i < a.count; i++)
        if (!tn_has_item(b, &a.items[i])) return false;
    return true;
}

tunip_value tn_set_compare(tunip_operator op, tunip_values a, tunip_values b)
{
    bool is_less = is_part(a, b), is_more = is_part(b, a);
    switch (op) {
    case TUNIP_OP_LT:
        return tn_new_bool(is_less && !is_more);
    case TUNIP_OP_LE:
        return tn_new_bool(is_less);
    case TUNIP_OP_EQ:
        return tn_new_bool(is_less && is_more);
    case TUNIP_OP_NE:
        return tn_new_bool(!is_less || !is_more);
    case TUNIP_OP_GT:
        return tn_new_bool(is_more && !is_less);
    case TUNIP_OP_GE:
        return tn_new_bool(is_more);
    default:
        return tn_absent();
    }
}

/* ---- any two constants ---- */

static bool is_constant(const tunip_value *value)
{
    bool is_list = value->kind == TUNIP_VALUE_LIST || value->kind == TUNIP_VALUE_DICT ||
                   value->kind == TUNIP_VALUE_ITERATOR || value->kind == TUNIP_VALUE_SET;
    return is_list || (value->kind >= TUNIP_VALUE_NONE && value->kind <= TUNIP_VALUE_STR);
}

/* Values of different kinds are unequal, and have no order. */
tunip_value tn_constant_compare(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                                const tunip_value *b)
{
    bool is_equality = op == TUNIP_OP_EQ || op == TUNIP_OP_NE;
    if (!is_constant(a) || !is_constant(b)) return tn_absent();
    if (tn_is_number(a) && tn_is_number(b)) return compare_numbers(op, a, b);
    if (a->kind == b->kind && a->kind == TUNIP_VALUE_STR)
        return on_order(op, compare_texts(a->text, b->text));
    if (a->kind == b->kind && a->kind == TUNIP_VALUE_LIST)
        return compare_lists(e, op, a->items, b->items);
    if (a->kind == b->kind && a->kind == TUNIP_VALUE_SET)
        return tn_set_compare(op, a->items, b->items);
    if (is_equality && a->kind == b->kind && a->kind == TUNIP_VALUE_DICT)
        return tn_new_bool(same_dicts(a->items, b->items) == (op == TUNIP_OP_EQ));
    if (is_equality) return tn_new_bool(tn_is_same(a, b) == (op == TUNIP_OP_EQ));
    return tunip_complain(e, NULL, "cannot compare %s with %s", tunip_value_describe(e, a),
                          tunip_value_describe(e, b));
}

/* ======== constant items ======== */

/* Walks through the items of constants, and subscripts of constants. */

/* ---- items ---- */

static tunip_value *new_items(tunip_elaborator *e, size_t count)
{
    if (!tn_elaborator_spend(e, count, NULL)) return NULL;
    return tn_elaborator_memory(e, (count + 1) * sizeof(tunip_value));
}

static tunip_values characters_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_str rest = value->text;
    size_t count = tn_count_characters(rest);
    tunip_value *items = new_items(e, count);
    for (size_t i = 0; items && i < count; i++) {
        size_t size = tn_size_of_characters(rest, 1);
        items[i] = tn_new_str((tunip_str){rest.data, size});
        items[i].doc = value->doc;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
    return (tunip_values){items, count};
}

static tunip_values keys_of(tunip_elaborator *e, const tunip_value *value)
{
    size_t count = value->items.count / 2;
    tunip_value *items = new_items(e, count);
    for (size_t i = 0; items && i < count; i++) items[i] = value->items.items[2 * i];
    return (tunip_values){items, count};
}

static tunip_values nodes_of(tunip_elaborator *e, const tunip_array *array, const tunip_doc *doc)
{
    tunip_value *items = new_items(e, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = tunip_value_node(array->items[i], doc);
    return (tunip_values){items, array->count};
}

bool tn_iterate(tunip_elaborator *e, const tunip_value *value, tunip_values *out)
{
    const tunip_array *array = NULL;
    switch (value->kind) {
    case TUNIP_VALUE_LIST:
    case TUNIP_VALUE_ITERATOR:
    case TUNIP_VALUE_SET:
        *out = value->items;
        return true;
    case TUNIP_VALUE_DICT:
        *out = keys_of(e, value);
        return true;
    case TUNIP_VALUE_STR:
        *out = characters_of(e, value);
        return true;
    case TUNIP_VALUE_NODE:
        array = TUNIP_AS(tunip_array, value->node);
        if (array) *out = nodes_of(e, array, value->doc);
        return array != NULL;
    default:
        return false;
    }
}

/* ---- subscripts ---- */

/* The range of a slice: the items start, start + step, ... */
typedef struct range {
    int64_t start, step;
    size_t count;
} range;

/* A part of a slice. It counts from the end if it is negative, and ends at the bounds. */
static bool read_bound(const tunip_value *part, int64_t size, int64_t least, int64_t otherwise,
                       int64_t *out)
{
    *out = otherwise;
    if (part->kind == TUNIP_VALUE_ABSENT || part->kind == TUNIP_VALUE_NONE) return true;
    if (!tn_is_whole(part)) return false;
    int64_t most = size + least, bound = tn_int_of(part);
    if (bound < 0) bound += size;
    *out = bound < least ? least : bound > most ? most : bound;
    return true;
}

static bool read_slice(const tunip_value *slice, size_t count, range *out)
{
    const tunip_value *parts = slice->items.items;
    int64_t size = (int64_t)count, stop, step = 1;
    bool has_step = parts[2].kind != TUNIP_VALUE_ABSENT && parts[2].kind != TUNIP_VALUE_NONE;
    if (has_step && !tn_is_whole(&parts[2])) return false;
    if (has_step) step = tn_int_of(&parts[2]);
    if (!step || step == INT64_MIN) return false;
    bool is_back = step < 0;
    int64_t least = is_back ? -1 : 0;
    if (!read_bound(&parts[0], size, least, is_back ? size - 1 : 0, &out->start)) return false;
    if (!read_bound(&parts[1], size, least, is_back ? -1 : size, &stop)) return false;
    int64_t distance = is_back ? out->start - stop : stop - out->start;
    int64_t stride = is_back ? -step : step;
    out->step = step;
    out->count = distance > 0 ? (size_t)((distance - 1) / stride) + 1 : 0;
    return true;
}

static tunip_value slice_of(tunip_elaborator *e, const tunip_value *self, const tunip_value *slice,
                            const tunip_doc *doc)
{
    range part;
    tunip_values items;
    if (!tn_iterate(e, self, &items) || !read_slice(slice, items.count, &part))
        return tunip_complain(e, doc,
                              TUNIP_BREAKS_DTYPE
                              "the parts of this slice must be integers, and its step "
                              "must not be 0");
    tunip_value *chosen = items.items || !items.count ? new_items(e, part.count) : NULL;
    if (!chosen) return tunip_value_wrong(doc);
    size_t size = 0;
    for (size_t i = 0; i < part.count; i++) {
        chosen[i] = items.items[part.start + (int64_t)i * part.step];
        if (self->kind == TUNIP_VALUE_STR) size += chosen[i].text.size;
    }
    if (self->kind != TUNIP_VALUE_STR)
        return tn_with_items(e, TUNIP_VALUE_LIST, (tunip_values){chosen, part.count}, doc);
    char *text = tn_new_text(e, size, doc), *at = text;
    if (!text) return tunip_value_wrong(doc);
    for (size_t i = 0; i < part.count; i++) {
        memcpy(at, chosen[i].text.data, chosen[i].text.size);
        at += chosen[i].text.size;
    }
    *at = '\0';
    return tn_new_str((tunip_str){text, size});
}

static tunip_value dict_item(tunip_elaborator *e, const tunip_value *self, const tunip_value *key,
                             const tunip_doc *doc)
{
    size_t at = tn_dict_find(self->items, key);
    if (at < self->items.count) return self->items.items[at + 1];
    if (key->kind == TUNIP_VALUE_STR)
        return tunip_complain(e, doc, "the dict has no key `%.*s`", (int)key->text.size,
                              key->text.data);
    return tunip_complain(e, doc, "the dict has no such key");
}

static tunip_value item_at(tunip_elaborator *e, const tunip_value *self, int64_t index,
                           const tunip_doc *doc)
{
    bool is_text = self->kind == TUNIP_VALUE_STR;
    size_t count = is_text ? tn_count_characters(self->text) : self->items.count;
    int64_t at = index < 0 ? index + (int64_t)count : index;
    if (at < 0 || at >= (int64_t)count)
        return tunip_complain(e, doc, "%s of %zu items has no item %lld",
                              tunip_value_describe(e, self), count, (long long)index);
    if (!is_text) return self->items.items[at];
    size_t begin = tn_size_of_characters(self->text, (size_t)at);
    tunip_str rest = {self->text.data + begin, self->text.size - begin};
    return tn_new_str((tunip_str){rest.data, tn_size_of_characters(rest, 1)});
}

/* The integer that a value is as an index, as a node of an integer is, too. */
static bool read_index(const tunip_value *index, int64_t *out)
{
    if (tn_is_whole(index)) *out = tn_int_of(index);
    return tn_is_whole(index);
}

tunip_value tn_constant_item(tunip_elaborator *e, const tunip_value *self, const tunip_value *index,
                             const tunip_doc *doc)
{
    tunip_value value = tn_absent();
    int64_t at;
    if (self->kind == TUNIP_VALUE_DICT)
        value = dict_item(e, self, index, doc);
    else if (self->kind != TUNIP_VALUE_LIST && self->kind != TUNIP_VALUE_STR)
        return value;
    else if (index->kind == TUNIP_VALUE_SLICE)
        value = slice_of(e, self, index, doc);
    else if (read_index(index, &at))
        value = item_at(e, self, at, doc);
    else
        return tunip_complain(e, doc, "%s has no item at %s", tunip_value_describe(e, self),
                              tunip_value_describe(e, index));
    value.doc = doc;
    return value;
}

/* ======== constant sets ======== */

/* Sets of constants: their items, operators and methods. */

/* Whether Python has hashes of such values. */
static bool is_hashable(const tunip_value *value)
{
    bool is_list = value->doc && value->doc->kind == TUNIP_DOC_LIST;
    return value->kind != TUNIP_VALUE_DICT && value->kind != TUNIP_VALUE_SET &&
           value->kind != TUNIP_VALUE_SLICE && !(value->kind == TUNIP_VALUE_LIST && is_list);
}

static int sets_compare_numbers(const void *a, const void *b)
{
    double x = tn_real_of(a), y = tn_real_of(b);
    return (x > y) - (x < y);
}

/* Python walks through a set in the order of its hash table. That of small integers is their order;
 * that of strings is another one in each run, so tunip keeps the order of the script. */
tunip_value tn_new_set(tunip_elaborator *e, tunip_values items, const tunip_doc *doc)
{
    tunip_value *kept = tn_elaborator_memory(e, (items.count + 1) * sizeof *kept);
    tunip_values set = {kept, 0};
    bool are_numbers = true;
    if (!kept || tn_has_wrong(items)) return tunip_value_wrong(doc);
    for (size_t i = 0; i < items.count; i++) {
        const tunip_value *item = &items.items[i];
        if (!is_hashable(item))
            return tunip_complain(e, doc, "a set cannot contain %s", tunip_value_describe(e, item));
        if (!tn_elaborator_spend(e, 1 + set.count / 8, doc)) return tunip_value_wrong(doc);
        are_numbers = are_numbers && tn_is_whole(item);
        if (!tn_has_item(set, item)) kept[set.count++] = *item;
    }
    if (are_numbers) qsort(kept, set.count, sizeof *kept, sets_compare_numbers);
    return tn_with_items(e, TUNIP_VALUE_SET, set, doc);
}

/* The items of `a` that `b` has, or those that it has not. */
static size_t select_items(tunip_values a, tunip_values b, bool wants, tunip_value *out)
{
    size_t count = 0;
    for (size_t i = 0; i < a.count; i++)
        if (tn_has_item(b, &a.items[i]) == wants) out[count++] = a.items[i];
    return count;
}

/* a | b, a & b, a - b, a ^ b; absent for another operator. */
static tunip_value join(tunip_elaborator *e, tunip_operator op, tunip_values a, tunip_values b,
                        const tunip_doc *doc)
{
    size_t count = 0;
    tunip_value *items = tn_elaborator_memory(e, (a.count + b.count + 1) * sizeof *items);
    if (!items || !tn_elaborator_spend(e, a.count * b.count / 8, doc))
        return tunip_value_wrong(doc);
    switch (op) {
    case TUNIP_OP_BIT_AND:
        count = select_items(a, b, true, items);
        break;
    case TUNIP_OP_SUB:
        count = select_items(a, b, false, items);
        break;
    case TUNIP_OP_BIT_XOR:
        count = select_items(a, b, false, items);
        count += select_items(b, a, false, items + count);
        break;
    case TUNIP_OP_BIT_OR:
        for (size_t i = 0; i < a.count; i++) items[count++] = a.items[i];
        count += select_items(b, a, false, items + count);
        break;
    default:
        return tn_absent();
    }
    return tn_new_set(e, (tunip_values){items, count}, doc);
}

tunip_value tn_set_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                        const tunip_value *b)
{
    return join(e, op, a->items, b->items, a->doc);
}

/* set(items), frozenset(items) */
tunip_value tn_read_set(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items = {NULL, 0};
    bool has_items = call->args[0].kind != TUNIP_VALUE_ABSENT;
    if (has_items && !tn_iterate(e, &call->args[0], &items)) return tn_absent();
    return tn_new_set(e, items, call->doc);
}

/* union(), intersection() and such; `data` is the operator. */
tunip_value tn_read_set_join(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value result = call->self;
    for (size_t i = 0; i < call->rest.count && result.kind == TUNIP_VALUE_SET; i++) {
        tunip_values items;
        if (!tn_iterate(e, &call->rest.items[i], &items)) return tn_absent();
        result = join(e, (tunip_operator)call->word->data, result.items, items, call->doc);
    }
    return result.kind == TUNIP_VALUE_SET || result.kind == TUNIP_VALUE_WRONG ? result
                                                                              : tn_absent();
}

/* issubset() and issuperset(); `data` is the operator. Or isdisjoint(), with 0. */
tunip_value tn_read_set_test(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items, own = call->self.items;
    if (call->self.kind != TUNIP_VALUE_SET || !tn_iterate(e, &call->args[0], &items))
        return tn_absent();
    if (call->word->data) return tn_set_compare((tunip_operator)call->word->data, own, items);
    bool found = false;
    for (size_t i = 0; i < items.count; i++) found = found || tn_has_item(own, &items.items[i]);
    return tn_new_bool(!found);
}

/* ======== comprehension ======== */

/* Sets and comprehensions, which Python computes: TVM's parser gets only their
 * items.
 *
 * TVM's parser (script/parser/core/evaluator.py) evaluates the element of a comprehension before
 * Python does, once, with the names outside of it. Only an element that is a single name changes
 * from item to item; and that name must be defined outside, too. In a lambda Python alone evaluates
 * the element. */

typedef struct comprehension {
    tunip_elaborator *e;
    const tunip_doc *doc;
    tunip_docs elements; /* one, or a key and a value */
    tunip_docs clauses;
    tunip_value early[2]; /* values of elements that are evaluated once; else absent */
    size_t count;         /* of the values that were pushed */
} comprehension;

/* Whether TVM's parser leaves the element to Python. The name need only be defined: it may be that
 * of a function, which has no value. */
static bool is_late(tunip_elaborator *e, const tunip_doc *element)
{
    if (element->kind != TUNIP_DOC_ID) return e->lambda_depth != 0;
    tunip_str name = ((const tunip_doc_id *)element)->name;
    return e->lambda_depth || tn_elaborator_prefix(e, name) ||
           tunip_elaborate(e, element).kind != TUNIP_VALUE_WRONG;
}

/* False after a complaint. */
static bool evaluate_early(comprehension *c)
{
    for (size_t i = 0; i < c->elements.count; i++) {
        bool is_name = c->elements.items[i]->kind == TUNIP_DOC_ID;
        if (is_late(c->e, c->elements.items[i])) continue;
        if (is_name) return false;
        c->early[i] = tunip_elaborate(c->e, c->elements.items[i]);
        if (c->early[i].kind == TUNIP_VALUE_WRONG) return false;
    }
    return true;
}

/* A name of a clause. Unlike an assignment it gives no name to a node. */
static void set_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (target->kind == TUNIP_DOC_ID)
        tunip_name_set(e, ((const tunip_doc_id *)target)->name, value);
    else
        tunip_complain(e, target, "a comprehension gives values to names only");
}

static bool push_elements(comprehension *c)
{
    for (size_t i = 0; i < c->elements.count; i++) {
        tunip_value value = c->early[i];
        if (value.kind == TUNIP_VALUE_ABSENT) value = tunip_elaborate(c->e, c->elements.items[i]);
        tn_push_value(c->e, value);
        c->count++;
        if (value.kind == TUNIP_VALUE_WRONG) return false;
    }
    return true;
}

/* Whether all conditions hold, into *out; false after a complaint. */
static bool check_conditions(tunip_elaborator *e, tunip_docs parts, bool *out)
{
    *out = true;
    for (size_t i = 2; i < parts.count && *out; i++) {
        tunip_value value = tunip_elaborate(e, parts.items[i]);
        if (value.kind == TUNIP_VALUE_WRONG) return false;
        if (tn_constant_truth(&value, out)) continue;
        tunip_complain_instead(e, &value, "a condition that can be computed here");
        return false;
    }
    return true;
}

/* Walks through the items of the clauses from number `at` on; false after a complaint. */
static bool walk(comprehension *c, size_t at)
{
    enum { EFFORT = 16 };
    tunip_elaborator *e = c->e;
    tunip_values items;
    if (at == c->clauses.count) return push_elements(c);
    tunip_docs parts = ((const tunip_doc_tuple *)c->clauses.items[at])->elements;
    tunip_value list = tunip_elaborate(e, parts.items[1]);
    if (list.kind == TUNIP_VALUE_WRONG) return false;
    if (!tn_iterate(e, &list, &items)) {
        tunip_complain_instead(e, &list, "items");
        return false;
    }
    bool fine = items.items || !items.count;
    for (size_t i = 0; fine && i < items.count; i++) {
        size_t first = e->bound.count, complaints = e->complaint_count;
        bool fits = false;
        tunip_elaborate_targets(e, parts.items[0], items.items[i], set_name);
        fine = tn_elaborator_spend(e, EFFORT, c->doc) && e->complaint_count == complaints &&
               check_conditions(e, parts, &fits) && (!fits || walk(c, at + 1));
        tn_forget_names(e, first);
    }
    return fine;
}

static tunip_value comprehension_value(tunip_elaborator *e, const tunip_doc_call *doc,
                                       tunip_value_kind kind)
{
    size_t elements = kind == TUNIP_VALUE_DICT ? 2 : 1, first = e->values.count;
    const tunip_doc *const *args = doc->args.items;
    comprehension c = {.e = e, .doc = &doc->base, .elements = {args, elements}};
    c.clauses = (tunip_docs){args + elements, doc->args.count - elements};
    if (!evaluate_early(&c)) return tunip_value_wrong(&doc->base);
    e->lambda_depth++;
    bool fine = walk(&c, 0);
    e->lambda_depth--;
    tunip_values values = tn_take_values(e, first, c.count);
    if (!fine) return tunip_value_wrong(&doc->base);
    if (kind == TUNIP_VALUE_DICT) return tn_new_dict(e, values, &doc->base);
    if (kind == TUNIP_VALUE_SET) return tn_new_set(e, values, &doc->base);
    return tn_with_items(e, kind, values, &doc->base);
}

tunip_value tn_form_value(tunip_elaborator *e, const tunip_doc_call *doc)
{
    static const struct {
        const char *name, *plural;
        tunip_value_kind kind;
    } forms[] = {{tn_set_items, "sets", TUNIP_VALUE_SET},
                 {tn_list_for, "comprehensions", TUNIP_VALUE_LIST},
                 {tn_set_for, "comprehensions", TUNIP_VALUE_SET},
                 {tn_dict_for, "comprehensions", TUNIP_VALUE_DICT},
                 {tn_generator_for, "comprehensions", TUNIP_VALUE_ITERATOR}};
    const char *name = ((const tunip_doc_id *)doc->callee)->name.data;
    for (size_t i = 0; i < TUNIP_LEN(forms); i++) {
        if (name != forms[i].name) continue;
        if (!e->folds)
            return tunip_complain(e, &doc->base, "%s are not supported here", forms[i].plural);
        if (i) return comprehension_value(e, doc, forms[i].kind);
        return tn_new_set(e, tn_elaborate_items(e, doc->args), &doc->base);
    }
    return tn_absent();
}
