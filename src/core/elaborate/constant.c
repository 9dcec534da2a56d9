/* constant.c -- operators on literals, for scripts that are read as TVM reads them: there Python
 * evaluates such operators, and TVM's parser gets only the result. */
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

/* Memory for a string of `size` bytes and a NUL. NULL if the string is too long, which is reported
 * at `doc`, and when out of memory. */
static char *new_text(tunip_elaborator *e, size_t size, const tunip_doc *doc)
{
    return tn_elaborator_spend(e, size, doc) ? tn_elaborator_memory(e, size + 1) : NULL;
}

static tunip_value on_texts(tunip_elaborator *e, tunip_operator op, const tunip_value *left,
                            const tunip_value *right)
{
    tunip_str a = left->text, b = right->text;
    if (is_comparison(op)) return on_order(op, compare_texts(a, b));
    if (op != TUNIP_OP_ADD) return absent;
    char *text = new_text(e, a.size + b.size, left->doc);
    if (!text) return tunip_value_wrong(left->doc);
    if (a.size) memcpy(text, a.data, a.size);
    if (b.size) memcpy(text + a.size, b.data, b.size);
    text[a.size + b.size] = '\0';
    return (tunip_value){.kind = TUNIP_VALUE_STR, .text = {text, a.size + b.size}};
}

/* "ab" * 2 */
static tunip_value repeat(tunip_elaborator *e, const tunip_value *value, int64_t count)
{
    enum { MOST = 1 << 16 };
    tunip_str text = value->text;
    size_t times = count > 0 ? (size_t)count : 0;
    if (text.size && times > MOST / text.size) return absent;
    if (!text.size) times = 0;
    char *copy = new_text(e, text.size * times, value->doc);
    if (!copy) return tunip_value_wrong(value->doc);
    for (size_t i = 0; i < times; i++) memcpy(copy + i * text.size, text.data, text.size);
    copy[text.size * times] = '\0';
    return (tunip_value){.kind = TUNIP_VALUE_STR, .text = {copy, text.size * times}};
}

static bool is_whole(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL || value->kind == TUNIP_VALUE_INT;
}

static tunip_value on_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                           const tunip_value *b)
{
    if (a->kind == TUNIP_VALUE_STR && b->kind == TUNIP_VALUE_STR) return on_texts(e, op, a, b);
    if (op == TUNIP_OP_MUL && a->kind == TUNIP_VALUE_STR && is_whole(b))
        return repeat(e, a, int_of(b));
    if (op == TUNIP_OP_MUL && b->kind == TUNIP_VALUE_STR && is_whole(a))
        return repeat(e, b, int_of(a));
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
    if (op == TUNIP_OP_POSITIVE && is_number(a))
        return a->kind == TUNIP_VALUE_FLOAT ? *a : new_int(int_of(a));
    if (op == TUNIP_OP_NEGATE && a->kind == TUNIP_VALUE_FLOAT) return new_real(-a->real);
    if (op == TUNIP_OP_NEGATE && is_number(a)) return on_ints(TUNIP_OP_SUB, 0, int_of(a));
    if (op == TUNIP_OP_INVERT && is_number(a) && a->kind != TUNIP_VALUE_FLOAT)
        return new_int(~int_of(a));
    return absent;
}

/* Whether both are the same literal, or the same node. */
static bool is_same(const tunip_value *a, const tunip_value *b)
{
    if (a->kind != b->kind) return false;
    if (a->kind == TUNIP_VALUE_NODE) return a->node == b->node;
    if (a->kind == TUNIP_VALUE_STR) return tunip_str_equal(a->text, b->text);
    return a->kind == TUNIP_VALUE_NONE || (is_number(a) && real_of(a) == real_of(b));
}

/* `is`, `in` and their negations. They compare nodes by identity. */
static tunip_value on_identity(tunip_elaborator *e, const tunip_doc_operation *doc,
                               const tunip_value *a, const tunip_value *b)
{
    tunip_operator op = (tunip_operator)doc->base.sub;
    bool is_in = op == TUNIP_OP_IN || op == TUNIP_OP_NOT_IN, found = false;
    if (is_in && b->kind != TUNIP_VALUE_LIST) return absent;
    for (size_t i = 0; is_in && i < b->items.count; i++)
        found = found || is_same(a, &b->items.items[i]);
    if (!is_in) found = is_same(a, b);
    if (a->kind == TUNIP_VALUE_NODE)
        tunip_warn(e, &doc->base, "this is always %s: it does not compare what is computed",
                   found == (op == TUNIP_OP_IS || op == TUNIP_OP_IN) ? "True" : "False");
    return new_bool(found == (op == TUNIP_OP_IS || op == TUNIP_OP_IN));
}

static bool is_identity(tunip_operator op)
{
    return op >= TUNIP_OP_IS && op <= TUNIP_OP_NOT_IN;
}

/* Whether a number and a text are compared for order, which Python refuses. */
static bool is_unordered(tunip_operator op, const tunip_value *a, const tunip_value *b)
{
    bool is_order = is_comparison(op) && op != TUNIP_OP_EQ && op != TUNIP_OP_NE;
    bool is_mixed = (is_number(a) && b->kind == TUNIP_VALUE_STR) ||
                    (a->kind == TUNIP_VALUE_STR && is_number(b));
    return is_order && is_mixed;
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
        bool is_constant = tn_constant_truth(&operands[0], &truth);
        bool is_python = e->lambda_depth || operands[0].kind == TUNIP_VALUE_BOOL;
        if (is_constant && !is_python)
            return tunip_complain(e, &doc->base, "the condition must be a bool, not %s",
                                  tunip_value_describe(e, &operands[0]));
        if (is_constant) value = operands[truth ? 1 : 2];
    } else if (op == TUNIP_OP_AND || op == TUNIP_OP_OR) {
        bool is_constant = operands[1].kind != TUNIP_VALUE_NODE;
        if (is_constant && tn_constant_truth(&operands[0], &truth))
            value = operands[(op == TUNIP_OP_AND) == truth];
    } else if (is_identity(op)) {
        value = on_identity(e, doc, &operands[0], &operands[1]);
    } else {
        value = on_pair(e, op, &operands[0], &operands[1]);
        if (is_unordered(op, &operands[0], &operands[1]))
            return tunip_complain(e, &doc->base, "%s and %s cannot be compared",
                                  tunip_value_describe(e, &operands[0]),
                                  tunip_value_describe(e, &operands[1]));
    }
    if (value.kind != TUNIP_VALUE_ABSENT) value.doc = &doc->base;
    return value;
}

bool tunip_value_truth(const tunip_elaborator *e, const tunip_value *value, bool *out)
{
    return e->folds && tn_constant_truth(value, out);
}

/* ---- functions ---- */

/* A function on constants. It returns an absent value for arguments that it does not accept. */
struct tn_constant_function {
    const char *name;
    size_t least, most; /* arguments */
    tunip_value (*call)(tunip_elaborator *e, const tunip_value *args, size_t count);
};

static tunip_value call_len(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    (void)e;
    (void)count;
    if (args->kind == TUNIP_VALUE_STR) return new_int((int64_t)args->text.size);
    if (args->kind == TUNIP_VALUE_LIST) return new_int((int64_t)args->items.count);
    return args->kind == TUNIP_VALUE_DICT ? new_int((int64_t)args->items.count / 2) : absent;
}

static tunip_value call_int(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    (void)e;
    (void)count;
    if (args->kind == TUNIP_VALUE_FLOAT)
        return fabs(args->real) < 9e18 ? new_int((int64_t)args->real) : absent;
    return is_number(args) ? new_int(int_of(args)) : absent;
}

static tunip_value call_float(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    (void)e;
    (void)count;
    static const struct {
        const char *name;
        double value;
    } reals[] = {{"inf", INFINITY}, {"-inf", -INFINITY}, {"nan", NAN}};
    for (size_t i = 0; args->kind == TUNIP_VALUE_STR && i < TUNIP_LEN(reals); i++)
        if (tunip_str_is(args->text, reals[i].name)) return new_real(reals[i].value);
    return is_number(args) ? new_real(real_of(args)) : absent;
}

static tunip_value call_bool(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    bool truth;
    (void)e;
    (void)count;
    return tn_constant_truth(args, &truth) ? new_bool(truth) : absent;
}

static tunip_value call_abs(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    (void)e;
    (void)count;
    if (args->kind == TUNIP_VALUE_FLOAT) return new_real(fabs(args->real));
    if (!is_number(args)) return absent;
    return int_of(args) < 0 ? on_ints(TUNIP_OP_SUB, 0, int_of(args)) : new_int(int_of(args));
}

static tunip_value call_ord(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    (void)e;
    (void)count;
    bool is_one = args->kind == TUNIP_VALUE_STR && args->text.size == 1;
    return is_one ? new_int((unsigned char)args->text.data[0]) : absent;
}

/* min() and max(): the extreme argument, by the comparison `op`, or the extreme item of the only
 * argument. The first one, if several are equal. */
static tunip_value extreme(tunip_elaborator *e, tunip_operator op, const tunip_value *args,
                           size_t count)
{
    if (count == 1 && args->kind == TUNIP_VALUE_LIST) {
        count = args->items.count;
        args = args->items.items;
    }
    if (!count || !is_number(args)) return absent;
    tunip_value best = args[0];
    for (size_t i = 1; i < count; i++) {
        tunip_value better = on_pair(e, op, &args[i], &best);
        if (better.kind != TUNIP_VALUE_BOOL) return absent;
        if (better.boolean) best = args[i];
    }
    return best;
}

static tunip_value call_min(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    return extreme(e, TUNIP_OP_LT, args, count);
}

static tunip_value call_max(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    return extreme(e, TUNIP_OP_GT, args, count);
}

static tunip_value call_sum(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    tunip_value result = new_int(0);
    (void)count;
    if (args->kind != TUNIP_VALUE_LIST) return absent;
    for (size_t i = 0; i < args->items.count && result.kind != TUNIP_VALUE_ABSENT; i++)
        result = on_pair(e, TUNIP_OP_ADD, &result, &args->items.items[i]);
    return result;
}

static tunip_value call_list(tunip_elaborator *e, const tunip_value *args, size_t count)
{
    (void)e;
    (void)count;
    return args->kind == TUNIP_VALUE_LIST ? *args : absent;
}

static const tn_constant_function functions[] = {
    {"abs", 1, 1, call_abs},        {"bool", 1, 1, call_bool},      {"float", 1, 1, call_float},
    {"int", 1, 1, call_int},        {"len", 1, 1, call_len},        {"list", 1, 1, call_list},
    {"max", 1, SIZE_MAX, call_max}, {"min", 1, SIZE_MAX, call_min}, {"ord", 1, 1, call_ord},
    {"sum", 1, 1, call_sum},        {"tuple", 1, 1, call_list},
};

const tn_constant_function *tn_constant_function_find(tunip_str name)
{
    for (size_t i = 0; i < TUNIP_LEN(functions); i++)
        if (tunip_str_is(name, functions[i].name)) return &functions[i];
    return NULL;
}

tunip_value tn_constant_call(tunip_elaborator *e, const tn_constant_function *function,
                             const tunip_doc_call *doc)
{
    tunip_value *args = tunip_elaborate_all(e, doc->args);
    size_t count = doc->args.count;
    if (!args) return tunip_value_wrong(&doc->base);
    for (size_t i = 0; i < count; i++)
        if (args[i].kind == TUNIP_VALUE_WRONG) return args[i];
    tunip_value value = absent;
    if (count >= function->least && count <= function->most) value = function->call(e, args, count);
    if (value.kind == TUNIP_VALUE_ABSENT)
        return tunip_complain(e, &doc->base, "`%s` cannot be computed: it takes constants",
                              function->name);
    value.doc = &doc->base;
    return value;
}
