/* constant_words.c -- functions on constants, such as len() and sorted(). Each returns an absent
 * value for arguments that Python refuses, or whose result is no value of tunip. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../ir/registry.h"
#include "../util/unicode.h"
#include "constant.h"

static bool is_given(const tunip_value *value)
{
    return value->kind != TUNIP_VALUE_ABSENT && value->kind != TUNIP_VALUE_NONE;
}

/* The items of an argument; false if it has none. `out` has items. */
static bool items_of(tunip_elaborator *e, const tunip_value *value, tunip_values *out)
{
    static const tunip_value nothing;
    if (!tn_iterate(e, value, out)) return false;
    if (!out->items && !out->count) out->items = &nothing;
    return out->items != NULL;
}

static tunip_value new_list(tunip_elaborator *e, tunip_value_kind kind, tunip_values items,
                            const tunip_word_call *call)
{
    return tn_with_items(e, kind, items, call->doc);
}

static tunip_value *new_items(tunip_elaborator *e, size_t count, const tunip_word_call *call)
{
    if (!tn_elaborator_spend(e, count, call->doc)) return NULL;
    return tn_elaborator_memory(e, (count + 1) * sizeof(tunip_value));
}

/* function(value), where the function is a lambda or a word. */
static tunip_value apply(tunip_elaborator *e, const tunip_value *function, const tunip_value *args,
                         size_t count, const tunip_word_call *call)
{
    tunip_values values = {args, count};
    if (function->kind == TUNIP_VALUE_LAMBDA)
        return tunip_elaborate_lambda(e, function, args, count);
    if (function->kind == TUNIP_VALUE_WORD)
        return tn_call_values(e, function->word, tn_absent(), values, call->doc);
    if (function->kind == TUNIP_VALUE_METHOD)
        return tn_call_values(e, function->method->word, function->method->self, values, call->doc);
    return tn_absent();
}

/* ---- numbers ---- */

/* The number that a node of a constant has, as tir.IntImm does; another value as it is. */
static tunip_value plain_number(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind != TUNIP_VALUE_NODE) return *value;
    const tn_script_dialect *owner = tn_elaborator_owner(e, value->node);
    const tunip_vocabulary *script = owner ? owner->lexicon->dialect->vocabulary : NULL;
    tunip_value number = tn_absent();
    if (script && script->member)
        number = script->member(e, value, tunip_str_from("value"), value->doc);
    return tn_is_number(&number) ? number : *value;
}

static tunip_value read_abs(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *value = &call->args[0], zero = tn_new_int(0);
    if (value->kind == TUNIP_VALUE_FLOAT) return tn_new_real(fabs(value->real));
    if (!tn_is_whole(value)) return tn_absent();
    return tn_int_of(value) < 0 ? tn_constant_pair(e, TUNIP_OP_SUB, &zero, value)
                                : tn_new_int(tn_int_of(value));
}

static tunip_value read_bool(tunip_elaborator *e, const tunip_word_call *call)
{
    bool truth = false;
    bool is_constant =
        call->args[0].kind == TUNIP_VALUE_ABSENT || tn_constant_truth(&call->args[0], &truth);
    (void)e;
    return is_constant ? tn_new_bool(truth) : tn_absent();
}

/* The number in a text without spaces around it and without `_` between its digits; false if it is
 * too long. */
static bool plain_digits(tunip_str text, char *out, size_t size)
{
    size_t begin = 0, end = text.size, count = 0;
    while (begin < end && strchr(" \t\n\r\v\f", text.data[begin])) begin++;
    while (begin < end && strchr(" \t\n\r\v\f", text.data[end - 1])) end--;
    for (size_t i = begin; i < end; i++) {
        char c = text.data[i];
        bool is_between = i > begin && i + 1 < end && text.data[i - 1] != '_' &&
                          text.data[i + 1] != '_' && text.data[i + 1] != '+';
        if (!c || (c == '_' && !is_between) || count + 1 >= size) return false;
        if (c != '_') out[count++] = c;
    }
    out[count] = '\0';
    return count != 0;
}

/* int("ff", 16). strtoll() accepts 0x for the base 16 only. */
static tunip_value parse_int(tunip_str text, int64_t base)
{
    static const struct {
        int64_t base;
        char letter;
    } prefixes[] = {{2, 'b'}, {8, 'o'}, {16, 'x'}};
    char digits[80];
    if (!plain_digits(text, digits, sizeof digits)) return tn_absent();
    if (base && (base < 2 || base > 36)) return tn_absent();
    bool is_negative = digits[0] == '-';
    char *at = digits + (digits[0] == '-' || digits[0] == '+'), *end;
    bool is_zero = at[strspn(at, "0")] == '\0';
    for (size_t i = 0; i < TUNIP_LEN(prefixes); i++) {
        bool fits = (!base || base == prefixes[i].base) && at[0] == '0' &&
                    (at[1] | ' ') == prefixes[i].letter;
        if (!fits) continue;
        base = prefixes[i].base;
        at += 2;
        break;
    }
    if (!base && at[0] == '0' && !is_zero) return tn_absent();
    bool has_digits = (at[0] >= '0' && at[0] <= '9') || (at[0] | ' ') >= 'a';
    if (!has_digits || (at[0] == '0' && (at[1] | ' ') == 'x')) return tn_absent();
    if (is_negative) *--at = '-';
    errno = 0;
    long long value = strtoll(at, &end, base ? (int)base : 10);
    return *end || errno ? tn_absent() : tn_new_int(value);
}

static tunip_value read_int(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value value = plain_number(e, &call->args[0]);
    const tunip_value *base = &call->args[1];
    if (base->kind != TUNIP_VALUE_ABSENT && (value.kind != TUNIP_VALUE_STR || !tn_is_whole(base)))
        return tn_absent();
    if (value.kind == TUNIP_VALUE_ABSENT) return tn_new_int(0);
    if (value.kind == TUNIP_VALUE_STR)
        return parse_int(value.text, base->kind == TUNIP_VALUE_ABSENT ? 10 : tn_int_of(base));
    if (value.kind == TUNIP_VALUE_FLOAT)
        return fabs(value.real) < 9e18 ? tn_new_int((int64_t)value.real) : tn_absent();
    return tn_is_whole(&value) ? tn_new_int(tn_int_of(&value)) : tn_absent();
}

static tunip_value read_float(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value value = plain_number(e, &call->args[0]);
    bool is_imm = value.kind == TUNIP_VALUE_INT && call->args[0].kind == TUNIP_VALUE_NODE;
    char digits[80], *end;
    if (value.kind == TUNIP_VALUE_ABSENT) return tn_new_real(0);
    if (tn_is_number(&value) && !is_imm) return tn_new_real(tn_real_of(&value));
    if (value.kind != TUNIP_VALUE_STR || !plain_digits(value.text, digits, sizeof digits))
        return tn_absent();
    if (strpbrk(digits, "xX(")) return tn_absent(); /* strtod() reads them, Python does not */
    double real = strtod(digits, &end);
    return *end ? tn_absent() : tn_new_real(real);
}

static tunip_value read_pow(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *a = &call->args[0], *b = &call->args[1], *by = &call->args[2];
    if (!is_given(by)) return tn_constant_pair(e, TUNIP_OP_POW, a, b);
    if (!tn_is_whole(a) || !tn_is_whole(b) || !tn_is_whole(by)) return tn_absent();
    int64_t modulus = tn_int_of(by), exponent = tn_int_of(b);
    if (exponent < 0 || modulus <= 0 || modulus > INT32_MAX) return tn_absent();
    int64_t result = 1 % modulus, base = tn_int_of(a) % modulus;
    if (base < 0) base += modulus;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    return tn_new_int(result);
}

static tunip_value read_divmod(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value *pair = new_items(e, 2, call);
    if (!pair) return tunip_value_wrong(call->doc);
    pair[0] = tn_constant_pair(e, TUNIP_OP_FLOOR_DIV, &call->args[0], &call->args[1]);
    pair[1] = tn_constant_pair(e, TUNIP_OP_MOD, &call->args[0], &call->args[1]);
    bool is_fine = tn_is_number(&pair[0]) && tn_is_number(&pair[1]);
    return is_fine ? new_list(e, TUNIP_VALUE_LIST, (tunip_values){pair, 2}, call) : tn_absent();
}

/* round(x, digits) of an integer, which only negative digits change. */
static tunip_value round_int(int64_t value, int64_t digits)
{
    if (digits < -18) return tn_new_int(0);
    int64_t unit = 1;
    for (; digits < 0; digits++) unit *= 10;
    int64_t rest = value % unit, half = unit / 2;
    if (rest < 0) rest += unit;
    int64_t low = value - rest;
    bool is_up = unit > 1 && (rest > half || (rest == half && low / unit % 2));
    return tn_new_int(is_up ? low + unit : low);
}

/* A half is rounded to the even neighbour. */
static tunip_value read_round(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { MOST = 340 };
    const tunip_value *value = &call->args[0], *digits = &call->args[1];
    char text[2 * MOST];
    (void)e;
    if (!tn_is_number(value) || (is_given(digits) && !tn_is_whole(digits))) return tn_absent();
    int64_t count = is_given(digits) ? tn_int_of(digits) : 0;
    if (value->kind != TUNIP_VALUE_FLOAT) return round_int(tn_int_of(value), count);
    if (!is_given(digits))
        return fabs(value->real) < 9e18 ? tn_new_int((int64_t)rint(value->real)) : tn_absent();
    if (count < 0) {
        double unit = pow(10, (double)-count);
        return tn_new_real(isfinite(unit) ? rint(value->real / unit) * unit : 0);
    }
    if (count >= MOST || !isfinite(value->real)) return *value;
    snprintf(text, sizeof text, "%.*f", (int)count, value->real);
    return tn_new_real(strtod(text, NULL));
}

/* ---- texts ---- */

static tunip_value read_str(tunip_elaborator *e, const tunip_word_call *call)
{
    if (call->args[0].kind == TUNIP_VALUE_ABSENT) return tn_new_str((tunip_str){"", 0});
    return tn_constant_text(e, &call->args[0], call->doc);
}

static tunip_value read_chr(tunip_elaborator *e, const tunip_word_call *call)
{
    char text[4];
    int64_t code = tn_is_whole(&call->args[0]) ? tn_int_of(&call->args[0]) : -1;
    bool is_surrogate = code >= 0xD800 && code < 0xE000;
    if (code < 0 || code > 0x10FFFF || is_surrogate) return tn_absent();
    size_t size = tn_utf8_encode((uint32_t)code, text);
    return tn_copy_text(e, (tunip_str){text, size}, call->doc);
}

static tunip_value read_ord(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *value = &call->args[0];
    uint32_t code;
    (void)e;
    if (value->kind != TUNIP_VALUE_STR || !value->text.size) return tn_absent();
    size_t size = tn_utf8_decode(value->text, 0, &code);
    return size == value->text.size ? tn_new_int(code) : tn_absent();
}

/* bin(), hex(), oct(): `data` is the letter of the base. */
static tunip_value read_digits(tunip_elaborator *e, const tunip_word_call *call)
{
    char text[80], *at = text + sizeof text;
    char letter = (char)call->word->data;
    unsigned base = letter == 'b' ? 2 : letter == 'o' ? 8 : 16;
    if (!tn_is_whole(&call->args[0])) return tn_absent();
    int64_t value = tn_int_of(&call->args[0]);
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--at = "0123456789abcdef"[rest % base];
    while (rest /= base);
    *--at = letter;
    *--at = '0';
    if (value < 0) *--at = '-';
    return tn_copy_text(e, (tunip_str){at, (size_t)(text + sizeof text - at)}, call->doc);
}

/* ---- items ---- */

static tunip_value read_len(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *value = &call->args[0];
    const tunip_array *array =
        value->kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_array, value->node) : NULL;
    (void)e;
    if (array) return tn_new_int((int64_t)array->count);
    if (value->kind == TUNIP_VALUE_STR)
        return tn_new_int((int64_t)tn_count_characters(value->text));
    if (value->kind == TUNIP_VALUE_LIST || value->kind == TUNIP_VALUE_SET)
        return tn_new_int((int64_t)value->items.count);
    if (value->kind == TUNIP_VALUE_DICT) return tn_new_int((int64_t)value->items.count / 2);
    return tn_absent();
}

static tunip_value read_list(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items = {NULL, 0};
    if (call->args[0].kind == TUNIP_VALUE_LIST) return call->args[0];
    if (call->args[0].kind != TUNIP_VALUE_ABSENT && !items_of(e, &call->args[0], &items))
        return tn_absent();
    if (!items.items) items.items = new_items(e, 0, call);
    return new_list(e, TUNIP_VALUE_LIST, items, call);
}

static tunip_value read_reversed(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    bool is_iterator = call->args[0].kind == TUNIP_VALUE_ITERATOR;
    if (is_iterator || !items_of(e, &call->args[0], &items)) return tn_absent();
    tunip_value *copy = new_items(e, items.count, call);
    for (size_t i = 0; copy && i < items.count; i++) copy[i] = items.items[items.count - 1 - i];
    return new_list(e, TUNIP_VALUE_ITERATOR, (tunip_values){copy, items.count}, call);
}

/* [first, second] */
static tunip_value new_pair(tunip_elaborator *e, tunip_value first, tunip_value second,
                            const tunip_word_call *call)
{
    tunip_value *pair = new_items(e, 2, call);
    if (!pair) return tunip_value_wrong(call->doc);
    pair[0] = first;
    pair[1] = second;
    return new_list(e, TUNIP_VALUE_LIST, (tunip_values){pair, 2}, call);
}

static tunip_value read_enumerate(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    int64_t start = call->args[1].kind == TUNIP_VALUE_ABSENT ? 0 : tn_int_of(&call->args[1]);
    bool has_start = call->args[1].kind == TUNIP_VALUE_ABSENT || tn_is_whole(&call->args[1]);
    if (!has_start || !items_of(e, &call->args[0], &items)) return tn_absent();
    if (start > INT32_MAX) return tn_absent();
    tunip_value *pairs = new_items(e, items.count, call);
    for (size_t i = 0; pairs && i < items.count; i++)
        pairs[i] = new_pair(e, tn_new_int(start + (int64_t)i), items.items[i], call);
    return new_list(e, TUNIP_VALUE_ITERATOR, (tunip_values){pairs, items.count}, call);
}

/* The items at `at` of all lists. */
static tunip_value row_of(tunip_elaborator *e, const tunip_values *lists, size_t count, size_t at,
                          const tunip_word_call *call)
{
    tunip_value *row = new_items(e, count, call);
    for (size_t i = 0; row && i < count; i++) row[i] = lists[i].items[at];
    return new_list(e, TUNIP_VALUE_LIST, (tunip_values){row, count}, call);
}

/* zip(a, b), and map(f, a, b), whose first argument is the function. */
static tunip_value read_zip(tunip_elaborator *e, const tunip_word_call *call)
{
    size_t count = call->rest.count, shortest = count ? SIZE_MAX : 0;
    const tunip_value *function = call->word->data ? &call->args[0] : NULL;
    tunip_values *lists = tn_elaborator_memory(e, (count + 1) * sizeof *lists);
    if (!lists) return tunip_value_wrong(call->doc);
    for (size_t i = 0; i < count; i++) {
        if (!items_of(e, &call->rest.items[i], &lists[i])) return tn_absent();
        if (lists[i].count < shortest) shortest = lists[i].count;
    }
    tunip_value *rows = new_items(e, shortest, call);
    for (size_t i = 0; rows && i < shortest; i++) {
        rows[i] = row_of(e, lists, count, i, call);
        if (function && rows[i].kind == TUNIP_VALUE_LIST)
            rows[i] = apply(e, function, rows[i].items.items, count, call);
        if (rows[i].kind <= TUNIP_VALUE_WRONG) return rows[i];
    }
    return new_list(e, TUNIP_VALUE_ITERATOR, (tunip_values){rows, shortest}, call);
}

static tunip_value read_filter(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    size_t count = 0;
    if (!items_of(e, &call->args[1], &items)) return tn_absent();
    tunip_value *kept = new_items(e, items.count, call);
    for (size_t i = 0; kept && i < items.count; i++) {
        bool truth, has_function = call->args[0].kind != TUNIP_VALUE_NONE;
        tunip_value value =
            has_function ? apply(e, &call->args[0], &items.items[i], 1, call) : items.items[i];
        if (value.kind == TUNIP_VALUE_WRONG) return value;
        if (!tn_constant_truth(&value, &truth)) return tn_absent();
        if (truth) kept[count++] = items.items[i];
    }
    return new_list(e, TUNIP_VALUE_ITERATOR, (tunip_values){kept, count}, call);
}

/* all() and any(): `data` is the truth that decides. */
static tunip_value read_all(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    bool decides = call->word->data != 0, truth;
    if (!items_of(e, &call->args[0], &items)) return tn_absent();
    for (size_t i = 0; i < items.count; i++) {
        if (!tn_constant_truth(&items.items[i], &truth)) return tn_absent();
        if (truth == decides) return tn_new_bool(decides);
    }
    return tn_new_bool(!decides);
}

static tunip_value read_sum(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    tunip_value result = call->args[1].kind == TUNIP_VALUE_ABSENT ? tn_new_int(0) : call->args[1];
    if (result.kind == TUNIP_VALUE_STR || !items_of(e, &call->args[0], &items)) return tn_absent();
    for (size_t i = 0; i < items.count && result.kind > TUNIP_VALUE_WRONG; i++) {
        const tunip_value operands[] = {result, items.items[i]};
        result = e->operate(e, TUNIP_OP_ADD, operands, call->doc);
    }
    return result;
}

/* ---- order ---- */

/* The keys by which items are compared; NULL after a complaint. */
static const tunip_value *keys_of(tunip_elaborator *e, tunip_values items, const tunip_value *key,
                                  const tunip_word_call *call)
{
    if (!is_given(key)) return items.items;
    tunip_value *keys = new_items(e, items.count, call);
    for (size_t i = 0; keys && i < items.count; i++) {
        keys[i] = apply(e, key, &items.items[i], 1, call);
        if (keys[i].kind <= TUNIP_VALUE_WRONG) return NULL;
    }
    return keys;
}

/* Whether a < b, or -1 if they have no order. */
static int is_less(tunip_elaborator *e, const tunip_value *a, const tunip_value *b)
{
    tunip_value x = plain_number(e, a), y = plain_number(e, b);
    tunip_value less = tn_constant_pair(e, TUNIP_OP_LT, &x, &y);
    return less.kind == TUNIP_VALUE_BOOL ? less.boolean : -1;
}

/* min() and max(): the extreme argument, or the extreme item of the only argument. The first one,
 * if several are equal. `data` is 1 for max(). */
static tunip_value read_extreme(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items = call->rest;
    const tunip_value *otherwise = &call->args[1];
    if (items.count == 1 && !items_of(e, &call->rest.items[0], &items)) return tn_absent();
    if (!items.count) return call->rest.count == 1 ? *otherwise : tn_absent();
    const tunip_value *keys = keys_of(e, items, &call->args[0], call);
    size_t best = 0;
    for (size_t i = 1; keys && i < items.count; i++) {
        int order = call->word->data ? is_less(e, &keys[best], &keys[i])
                                     : is_less(e, &keys[i], &keys[best]);
        if (order < 0) return tn_absent();
        if (order) best = i;
    }
    return keys ? items.items[best] : tn_absent();
}

static tunip_value read_sorted(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    bool is_down = false;
    if (call->rest.count || !items_of(e, &call->args[0], &items)) return tn_absent();
    if (is_given(&call->args[2]) && !tn_constant_truth(&call->args[2], &is_down))
        return tn_absent();
    const tunip_value *found = keys_of(e, items, &call->args[1], call);
    tunip_value *keys = new_items(e, items.count, call);
    tunip_value *sorted = new_items(e, items.count, call);
    for (size_t i = 0; found && keys && sorted && i < items.count; i++) {
        size_t at = i; /* by insertion: short lists, and equal items keep their order */
        for (; at; at--) {
            int moves = is_down ? is_less(e, &keys[at - 1], &found[i])
                                : is_less(e, &found[i], &keys[at - 1]);
            if (moves < 0) return tn_absent();
            if (!moves || !tn_elaborator_spend(e, 1, call->doc)) break;
            keys[at] = keys[at - 1];
            sorted[at] = sorted[at - 1];
        }
        keys[at] = found[i];
        sorted[at] = items.items[i];
    }
    return found ? new_list(e, TUNIP_VALUE_LIST, (tunip_values){sorted, items.count}, call)
                 : tn_absent();
}

/* ---- others ---- */

static tunip_value read_print(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = call->doc};
}

/* eval(text) */
static tunip_value read_eval(tunip_elaborator *e, const tunip_word_call *call)
{
    if (call->args[0].kind != TUNIP_VALUE_STR) return tn_absent();
    e->lambda_depth++; /* Python alone evaluates it */
    tunip_value value = tunip_elaborate_text(e, &call->args[0]);
    e->lambda_depth--;
    return value;
}

/* A function of Python whose result is no value of tunip, or another one in each run. */
static tunip_value read_unknown(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    (void)call;
    return tn_absent();
}

static tunip_value read_callable(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value_kind kind = call->args[0].kind;
    (void)e;
    if (kind == TUNIP_VALUE_NODE) return tn_absent();
    return tn_new_bool(kind == TUNIP_VALUE_LAMBDA || kind == TUNIP_VALUE_WORD ||
                       kind == TUNIP_VALUE_METHOD);
}

/* dict(pairs, name=value) */
static tunip_value read_dict(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values pairs = {NULL, 0};
    const tunip_value *given = &call->args[0];
    bool is_copy = given->kind == TUNIP_VALUE_DICT;
    if (is_copy && !call->named.count) return *given;
    size_t copied = is_copy ? given->items.count : 0;
    bool has_pairs = !is_copy && given->kind != TUNIP_VALUE_ABSENT;
    if (has_pairs && !items_of(e, given, &pairs)) return tn_absent();
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    tunip_value *items = new_items(e, copied + 2 * (pairs.count + call->named.count), call);
    size_t count = 0;
    for (; items && count < copied; count++) items[count] = given->items.items[count];
    for (size_t i = 0; items && i < pairs.count; i++) {
        tunip_values pair;
        if (!items_of(e, &pairs.items[i], &pair) || pair.count != 2) return tn_absent();
        tn_dict_put(items, &count, pair.items[0], pair.items[1]);
    }
    for (size_t i = 0; items && i < call->named.count; i++)
        tn_dict_put(items, &count, tn_new_str(doc->keys[i]), call->named.items[i]);
    return new_list(e, TUNIP_VALUE_DICT, (tunip_values){items, count}, call);
}

/* range(stop), range(start, stop, step) where it is no loop: the list of its numbers. */
static tunip_value read_range(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { MOST = 1 << 16 };
    const tunip_value *args = call->args;
    for (size_t i = 0; i < 3; i++)
        if (args[i].kind != TUNIP_VALUE_ABSENT && !tn_is_whole(&args[i])) return tn_absent();
    bool has_start = args[1].kind != TUNIP_VALUE_ABSENT;
    int64_t start = has_start ? tn_int_of(&args[0]) : 0, stop = tn_int_of(&args[has_start]);
    int64_t step = args[2].kind == TUNIP_VALUE_ABSENT ? 1 : tn_int_of(&args[2]);
    bool is_small = start > INT32_MIN && start < INT32_MAX && stop > INT32_MIN && stop < INT32_MAX;
    if (!is_small || !step || step < INT32_MIN || step > INT32_MAX) return tn_absent();
    int64_t distance = step < 0 ? start - stop : stop - start, stride = step < 0 ? -step : step;
    size_t count = distance > 0 ? (size_t)((distance - 1) / stride) + 1 : 0;
    tunip_value *items = count < MOST ? new_items(e, count, call) : NULL;
    if (!items) return count < MOST ? tunip_value_wrong(call->doc) : tn_absent();
    for (size_t i = 0; i < count; i++) items[i] = tn_new_int(start + (int64_t)i * step);
    return new_list(e, TUNIP_VALUE_LIST, (tunip_values){items, count}, call);
}

/* iter(items) and next(iterator): `data` is 1 for next(), which gives the first item. */
static tunip_value read_iter(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    bool is_next = call->word->data;
    if (is_next && call->args[0].kind != TUNIP_VALUE_ITERATOR) return tn_absent();
    if (!items_of(e, &call->args[0], &items)) return tn_absent();
    if (!is_next) return new_list(e, TUNIP_VALUE_ITERATOR, items, call);
    return items.count ? items.items[0] : call->args[1];
}

/* hash() of an integer of less than 61 bits is the integer, but that of -1. */
static tunip_value read_hash(tunip_elaborator *e, const tunip_word_call *call)
{
    const int64_t end = INT64_C(1) << 60;
    int64_t value = tn_is_whole(&call->args[0]) ? tn_int_of(&call->args[0]) : end;
    (void)e;
    return value < end && value > -end ? tn_new_int(value == -1 ? -2 : value) : tn_absent();
}

/* isinstance(value, int) */
static tunip_value read_isinstance(tunip_elaborator *e, const tunip_word_call *call)
{
    static const struct {
        tunip_word_fn type;
        tunip_value_kind first, last;
    } kinds[] = {{read_bool, TUNIP_VALUE_BOOL, TUNIP_VALUE_BOOL},
                 {read_int, TUNIP_VALUE_BOOL, TUNIP_VALUE_INT},
                 {read_float, TUNIP_VALUE_FLOAT, TUNIP_VALUE_FLOAT},
                 {read_str, TUNIP_VALUE_STR, TUNIP_VALUE_STR},
                 {tn_read_set, TUNIP_VALUE_SET, TUNIP_VALUE_SET},
                 {read_dict, TUNIP_VALUE_DICT, TUNIP_VALUE_DICT}};
    const tunip_value *type = &call->args[1], *types = type;
    size_t count = 1, known = 0;
    (void)e;
    if (type->kind == TUNIP_VALUE_LIST) {
        types = type->items.items;
        count = type->items.count;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; types[i].kind == TUNIP_VALUE_WORD && k < TUNIP_LEN(kinds); k++) {
            if (types[i].word->read != kinds[k].type) continue;
            known++;
            tunip_value_kind kind = call->args[0].kind;
            if (kind >= kinds[k].first && kind <= kinds[k].last) return tn_new_bool(true);
        }
    return known == count ? tn_new_bool(false) : tn_absent();
}

static const tunip_word functions[] = {
    {.name = "=abs", .params = "x", .read = read_abs},
    {.name = "=all", .params = "iterable", .read = read_all, .data = false},
    {.name = "=any", .params = "iterable", .read = read_all, .data = true},
    {.name = "=bin", .params = "number", .read = read_digits, .data = 'b'},
    {.name = "=bool", .params = "object=", .read = read_bool},
    {.name = "=callable", .params = "obj", .read = read_callable},
    {.name = "=chr", .params = "i", .read = read_chr},
    {.name = "=dict", .params = "iterable= * **", .read = read_dict},
    {.name = "=divmod", .params = "x y", .read = read_divmod},
    {.name = "=enumerate", .params = "iterable start=", .read = read_enumerate},
    {.name = "=eval", .params = "source", .read = read_eval},
    {.name = "=filter", .params = "function iterable", .read = read_filter},
    {.name = "=float", .params = "x=", .read = read_float},
    {.name = "=frozenset", .params = "iterable=", .read = tn_read_set},
    {.name = "=hash", .params = "object", .read = read_hash},
    {.name = "=hex", .params = "number", .read = read_digits, .data = 'x'},
    {.name = "=id", .params = "obj", .read = read_unknown},
    {.name = "=int", .params = "x= base=", .read = read_int},
    {.name = "=isinstance", .params = "object type", .read = read_isinstance},
    {.name = "=iter", .params = "iterable", .read = read_iter, .data = false},
    {.name = "=len", .params = "obj", .read = read_len},
    {.name = "=list", .params = "iterable=", .read = read_list},
    {.name = "=map", .params = "function *iterables", .read = read_zip, .data = true},
    {.name = "=max", .params = "*values key= default=", .read = read_extreme, .data = true},
    {.name = "=min", .params = "*values key= default=", .read = read_extreme, .data = false},
    {.name = "=next", .params = "iterator default=", .read = read_iter, .data = true},
    {.name = "=oct", .params = "number", .read = read_digits, .data = 'o'},
    {.name = "=ord", .params = "c", .read = read_ord},
    {.name = "=pow", .params = "base exp mod=", .read = read_pow},
    {.name = "=print", .params = "*values sep= end= file= flush=", .read = read_print},
    {.name = "=range", .params = "start stop= step=", .read = read_range},
    {.name = "=reversed", .params = "sequence", .read = read_reversed},
    {.name = "=round", .params = "number ndigits=", .read = read_round},
    {.name = "=set", .params = "iterable=", .read = tn_read_set},
    {.name = "=sorted", .params = "iterable *rest key= reverse=", .read = read_sorted},
    {.name = "=str", .params = "object=", .read = read_str},
    {.name = "=sum", .params = "iterable start=", .read = read_sum},
    {.name = "=tuple", .params = "iterable=", .read = read_list},
    {.name = "=type", .params = "object", .read = read_unknown},
    {.name = "=zip", .params = "*iterables", .read = read_zip, .data = false},
};

/* ---- lookup ---- */

/* Functions and methods are words without a dialect. Their parameters are split when a script uses
 * them for the first time. */
const tn_word *tn_constant_word(tunip_elaborator *e, tunip_str name)
{
    const size_t count = TUNIP_LEN(functions) + tn_constant_method_count;
    if (!e->constant_words) e->constant_words = tn_arena_zalloc(&e->kept, count * sizeof(void *));
    for (size_t i = 0; e->constant_words && i < count; i++) {
        bool is_function = i < TUNIP_LEN(functions);
        const tunip_word *row =
            is_function ? &functions[i] : &tn_constant_methods[i - TUNIP_LEN(functions)];
        if (!tunip_str_is(name, row->name)) continue;
        const tn_word **known = &e->constant_words[i];
        if (!*known) *known = tn_word_compile(&e->kept, &tn_no_dialect, row, &e->error);
        return *known;
    }
    if (!e->constant_words) tn_elaborator_fail_memory(e);
    return NULL;
}
