/* condition.c -- evaluates conditions. A condition is short, so that it is parsed each time. */
#include "condition.h"

#include <math.h>
#include <stdlib.h>

/* A number, a text, the word `result` as an argument, or nothing. */
typedef struct value {
    enum { NOTHING, NUMBER, TEXT, RESULT } kind;
    double number;
    tunip_str text;
} value;

typedef struct evaluator {
    const char *begin, *at, *end;
    const tunip_relay_call *call; /* NULL: none, or only the syntax is checked */
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    unsigned depth;
    bool failed;
    tunip_error *error;
} evaluator;

enum { MOST_DEPTH = 200, MOST_ARGS = 2 };

static const value nothing = {NOTHING, 0, {NULL, 0}};

static value number(double number)
{
    return (value){NUMBER, number, {NULL, 0}};
}

static value text(tunip_str text)
{
    return text.data ? (value){TEXT, 0, text} : nothing;
}

static value fail(evaluator *e, const char *expected)
{
    size_t size = 0;
    while (size < 20 && e->at + size < e->end) size++;
    if (!e->failed)
        tunip_error_set(e->error, TUNIP_ERROR_SYNTAX, "expected %s %s%.*s%s in a condition",
                        expected, size ? "at `" : "at the end", (int)size, e->at, size ? "`" : "");
    if (!e->failed && e->error) e->error->offset = (size_t)(e->at - e->begin);
    e->failed = true;
    return nothing;
}

/* ---- the call ---- */

static const tunip_node *type_of(const evaluator *e, const value *which)
{
    if (!e->call) return NULL;
    if (which->kind == RESULT) return e->call->base.checked_type;
    bool is_there = which->kind == NUMBER && which->number >= 0 &&
                    which->number < (double)tunip_array_count(e->call->args);
    return is_there ? cg_type_of(e->call->args->items[(size_t)which->number]) : NULL;
}

static value shape_at(const tunip_array *shape, double at)
{
    bool is_there = at >= 0 && at < (double)tunip_array_count(shape);
    const tunip_ir_int_imm *dim =
        TUNIP_AS(tunip_ir_int_imm, is_there ? shape->items[(size_t)at] : NULL);
    return dim ? number((double)dim->value) : nothing;
}

static value find_rank(evaluator *e, const value *args)
{
    const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, type_of(e, &args[0]));
    return type ? number((double)tunip_array_count(type->shape)) : nothing;
}

static value find_dim(evaluator *e, const value *args)
{
    const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, type_of(e, &args[0]));
    return type && args[1].kind == NUMBER ? shape_at(type->shape, args[1].number) : nothing;
}

static value find_dtype(evaluator *e, const value *args)
{
    const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, type_of(e, &args[0]));
    if (type) tunip_dtype_name(type->dtype, e->dtype);
    return type ? text(tunip_str_from(e->dtype)) : nothing;
}

static value find_const(evaluator *e, const value *args)
{
    bool is_there = e->call && args[0].kind == NUMBER && args[0].number >= 0 &&
                    args[0].number < (double)tunip_array_count(e->call->args);
    const tunip_node *arg = is_there ? e->call->args->items[(size_t)args[0].number] : NULL;
    return number(tunip_is(arg, &tunip_relay_constant_type));
}

static value value_of(const tunip_node *node)
{
    const tunip_ir_int_imm *integer = TUNIP_AS(tunip_ir_int_imm, node);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, node);
    if (integer) return number((double)integer->value);
    if (real) return number(real->value);
    if (tunip_is(node, &tunip_int_type)) return number((double)((const tunip_int *)node)->value);
    if (tunip_is(node, &tunip_float_type)) return number(((const tunip_float *)node)->value);
    if (tunip_is(node, &tunip_bool_type)) return number(((const tunip_bool *)node)->value);
    return tunip_is(node, &tunip_string_type) ? text(tunip_string_value(node)) : nothing;
}

static value field_value(evaluator *e, const tunip_node *attrs, const tunip_field *field,
                         const value *index)
{
    const void *at = tunip_field_at(attrs, field);
    const tunip_array *list = NULL;
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        return number((double)*(const int64_t *)at);
    case TUNIP_KIND_FLOAT:
        return number(*(const double *)at);
    case TUNIP_KIND_BOOL:
        return number(*(const bool *)at);
    case TUNIP_KIND_DTYPE:
        tunip_dtype_name(*(const tunip_dtype *)at, e->dtype);
        return text(tunip_str_from(e->dtype));
    default:
        list = TUNIP_AS(tunip_array, tunip_field_node(attrs, field));
    }
    if (!list || index->kind != NUMBER) return value_of(tunip_field_node(attrs, field));
    bool is_there = index->number >= 0 && index->number < (double)list->count;
    return is_there ? value_of(list->items[(size_t)index->number]) : nothing;
}

static value find_attr(evaluator *e, const value *args)
{
    char name[64];
    const tunip_node *attrs = e->call ? e->call->attrs : NULL;
    if (!attrs || args[0].kind != TEXT || args[0].text.size >= sizeof name) return nothing;
    memcpy(name, args[0].text.data, args[0].text.size);
    name[args[0].text.size] = '\0';
    const tunip_field *field = tunip_type_field(attrs->type, name);
    return field ? field_value(e, attrs, field, &args[1]) : nothing;
}

/* ---- the syntax ---- */

static void skip_blanks(evaluator *e)
{
    while (e->at < e->end && strchr(" \t\r\n", *e->at)) e->at++;
}

static bool skip(evaluator *e, const char *word)
{
    size_t size = strlen(word);
    skip_blanks(e);
    if ((size_t)(e->end - e->at) < size || memcmp(e->at, word, size) != 0) return false;
    bool is_part =
        tunip_is_letter(*word) && e->at + size < e->end && tunip_is_name_part(e->at[size]);
    if (!is_part) e->at += size;
    return !is_part;
}

static value read_condition(evaluator *e);

typedef struct function {
    const char *name;
    value (*find)(evaluator *e, const value *args);
    size_t least, most; /* numbers of arguments; a missing first one is the result */
} function;

static const function functions[] = {{"rank", find_rank, 0, 1},
                                     {"dim", find_dim, 2, 2},
                                     {"dtype", find_dtype, 0, 1},
                                     {"is_const", find_const, 1, 1},
                                     {"attr", find_attr, 1, 2}};

static value read_call(evaluator *e, const function *called)
{
    value args[MOST_ARGS] = {{.kind = RESULT}, {.kind = NOTHING}};
    size_t count = 0;
    if (!skip(e, "(")) return fail(e, "`(`");
    while (!e->failed && (count < called->least || !skip(e, ")"))) {
        if (count == called->most) return fail(e, "`)`");
        if (count && !skip(e, ",")) return fail(e, count < called->least ? "`,`" : "`)`");
        args[count++] = skip(e, "result") ? (value){.kind = RESULT} : read_condition(e);
    }
    return called->find(e, args);
}

static value read_quoted(evaluator *e, char quote)
{
    const char *begin = e->at;
    while (e->at < e->end && *e->at != quote) e->at++;
    tunip_str found = {begin, (size_t)(e->at - begin)};
    return skip(e, quote == '"' ? "\"" : "'") ? text(found) : fail(e, "a closing quote");
}

static value read_digits(evaluator *e)
{
    char digits[40], *end = digits;
    const char *begin = e->at;
    size_t size = 0;
    while (e->at < e->end && size + 1 < sizeof digits &&
           (tunip_is_digit(*e->at) || memchr(".eE", *e->at, 3) ||
            (size && memchr("+-", *e->at, 2) && memchr("eE", digits[size - 1], 2))))
        digits[size++] = *e->at++;
    digits[size] = '\0';
    double found = strtod(digits, &end);
    if (size && !*end) return number(found);
    e->at = begin;
    return fail(e, "a value");
}

static value read_value(evaluator *e)
{
    if (skip(e, "(")) {
        value inner = read_condition(e);
        return skip(e, ")") ? inner : fail(e, "`)`");
    }
    if (skip(e, "true")) return number(1);
    if (skip(e, "false")) return number(0);
    if (skip(e, "args"))
        return e->call ? number((double)tunip_array_count(e->call->args)) : nothing;
    if (skip(e, "op")) return e->call ? text(cg_operator_name(e->call->op)) : nothing;
    for (size_t i = 0; i < TUNIP_LEN(functions); i++)
        if (skip(e, functions[i].name)) return read_call(e, &functions[i]);
    if (skip(e, "\"")) return read_quoted(e, '"');
    if (skip(e, "'")) return read_quoted(e, '\'');
    return read_digits(e);
}

static value calculate(char sign, value left, value right)
{
    double a = left.number, b = right.number;
    if (left.kind != NUMBER || right.kind != NUMBER) return nothing;
    switch (sign) {
    case '*':
        return number(a * b);
    case '/':
        return b != 0 ? number(a / b) : nothing;
    case '%':
        return b != 0 ? number(fmod(a, b)) : nothing;
    case '+':
        return number(a + b);
    default:
        return number(a - b);
    }
}

static value read_signed(evaluator *e)
{
    bool is_negated = false;
    while (skip(e, "-")) is_negated = !is_negated;
    value inner = read_value(e);
    return is_negated ? calculate('-', number(0), inner) : inner;
}

static value read_terms(evaluator *e, const char *signs, value (*read)(evaluator *e))
{
    value left = read(e);
    for (;;) {
        skip_blanks(e);
        if (e->failed || e->at == e->end || !strchr(signs, *e->at)) return left;
        char sign = *e->at++;
        left = calculate(sign, left, read(e));
    }
}

static value read_product(evaluator *e)
{
    return read_terms(e, "*/%", read_signed);
}

static value read_sum(evaluator *e)
{
    return read_terms(e, "+-", read_product);
}

/* ORDER: a sign before its beginning. Each holds for three results of a comparison: less, equal,
 * greater. */
static const struct {
    const char *sign;
    bool holds[3];
} signs[] = {{"==", {false, true, false}}, {"!=", {true, false, true}},
             {"<=", {true, true, false}},  {">=", {false, true, true}},
             {"<", {true, false, false}},  {">", {false, false, true}}};

static value compare(value left, value right, size_t row)
{
    int order = 0;
    if (left.kind != right.kind || left.kind == NOTHING)
        return number(strcmp(signs[row].sign, "!=") == 0);
    if (left.kind == NUMBER) order = (left.number > right.number) - (left.number < right.number);
    if (left.kind == TEXT) order = cg_compare(left.text, right.text);
    return number(signs[row].holds[order < 0 ? 0 : order > 0 ? 2 : 1]);
}

static value read_comparison(evaluator *e)
{
    char room[TUNIP_DTYPE_NAME_SIZE];
    value left = read_sum(e);
    for (size_t i = 0; !e->failed && i < TUNIP_LEN(signs); i++) {
        if (!skip(e, signs[i].sign)) continue;
        if (left.text.data == e->dtype) { /* the right side may have a dtype, too */
            memcpy(room, e->dtype, sizeof room);
            left.text.data = room;
        }
        return compare(left, read_sum(e), i);
    }
    return left;
}

static bool is_true(value v)
{
    return v.kind == NUMBER && v.number != 0;
}

static value read_not(evaluator *e)
{
    bool is_negated = false;
    while (skip(e, "not")) is_negated = !is_negated;
    value inner = read_comparison(e);
    return is_negated ? number(!is_true(inner)) : inner;
}

static value read_and(evaluator *e)
{
    value left = read_not(e);
    while (!e->failed && skip(e, "and")) {
        value right = read_not(e);
        left = number(is_true(left) && is_true(right));
    }
    return left;
}

static value read_condition(evaluator *e)
{
    if (++e->depth > MOST_DEPTH) return fail(e, "a condition that is less deep");
    value left = read_and(e);
    while (!e->failed && skip(e, "or")) {
        value right = read_and(e);
        left = number(is_true(left) || is_true(right));
    }
    e->depth--;
    return left;
}

static bool evaluate(tunip_str condition, const tunip_relay_call *call, bool *out,
                     tunip_error *error)
{
    evaluator e = {.begin = condition.data,
                   .at = condition.data,
                   .end = condition.data + condition.size,
                   .call = call,
                   .error = error};
    value result = read_condition(&e);
    skip_blanks(&e);
    if (e.at < e.end) fail(&e, "`and` or `or`");
    *out = is_true(result);
    return !e.failed;
}

/* ---- predicates ---- */

const tunip_relay_call *cg_condition_call(cg_finder *finder, uint32_t index)
{
    const cg_graph *graph = finder->graph;
    for (size_t i = finder->matcher.count; i-- > 0;) {
        uint32_t at = finder->matcher.found[i].index;
        if (at != CG_NONE && graph->nodes[at].kind == CG_A &&
            tunip_is(graph->nodes[at].expr, &tunip_relay_call_type) &&
            !tunip_is(finder->matcher.found[i].pattern, &cg_wildcard_pattern_type))
            return TUNIP_AS(tunip_relay_call, graph->nodes[at].expr);
    }
    return TUNIP_AS(tunip_relay_call, graph->nodes[index].expr);
}

static bool holds(void *user, const cg_predicate *predicate, cg_finder *finder, uint32_t index,
                  bool *answer)
{
    (void)predicate;
    return evaluate(*(const tunip_str *)user, cg_condition_call(finder, index), answer,
                    finder->error);
}

cg_predicate *cg_condition_new(cg_memory *memory, tunip_str condition, tunip_error *error)
{
    bool ignored;
    cg_predicate *made = CG_NEW(memory, cg_predicate, 1);
    tunip_str *copy = cg_copy(memory, &condition, sizeof condition);
    if (!made || !copy || !evaluate(condition, NULL, &ignored, error)) return NULL;
    *made = (cg_predicate){.holds = holds, .user = copy};
    return made;
}
