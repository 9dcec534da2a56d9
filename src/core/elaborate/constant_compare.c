/* constant_compare.c -- comparisons of constants, and dicts, whose keys are compared. */
#include <math.h>

#include "constant.h"

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
    if (tn_is_number(a) && tn_is_number(b))
        return compare_numbers(TUNIP_OP_EQ, a, b).boolean;
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
