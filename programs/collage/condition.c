/* condition.c -- conditions on what rules match. */
#include <math.h>
#include <stdlib.h>

#include "rule.h"

/* ======== condition ======== */

/* Evaluates conditions. A condition is short, so that it is parsed each time. */

/* A number, a text, the word `result` as an argument, or nothing. */
typedef struct value {
    enum { NOTHING, NUMBER, TEXT, RESULT } kind;
    double number;
    tunip_str text;
} value;

typedef struct evaluator {
    const char *begin, *at, *end;
    const tunip_relay_call *call;   /* NULL: none, or only the syntax is checked */
    const tunip_node *matched;      /* the matched expression */
    const tunip_relay_call *anchor; /* `call`, outside of `on` */
    tunip_str target;               /* the attributes of the target: "-fp16=1 -version=7,0,0" */
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    unsigned depth;
    bool failed;
    tunip_error *error;
} evaluator;

enum { MOST_DEPTH = 200, MOST_ARGS = 3 };

static const value nothing = {NOTHING, 0, {NULL, 0}};

static value number(double number)
{
    return (value){NUMBER, number, {NULL, 0}};
}

static value text(tunip_str text)
{
    return text.data ? (value){TEXT, 0, text} : nothing;
}

static value rule_fail(evaluator *e, const char *expected)
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

/* The argument with the number; NULL if there is none. */
static const tunip_node *arg_at(const evaluator *e, const value *which)
{
    bool is_there = e->call && which->kind == NUMBER && which->number >= 0 &&
                    which->number < (double)tunip_array_count(e->call->args);
    return is_there ? e->call->args->items[(size_t)which->number] : NULL;
}

static const tunip_node *type_of(const evaluator *e, const value *which)
{
    const tunip_node *arg = arg_at(e, which);
    if (which->kind == RESULT) return e->call ? e->call->base.checked_type : NULL;
    return arg ? cg_type_of(arg) : NULL;
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
    return number(tunip_is(arg_at(e, &args[0]), &tunip_relay_constant_type));
}

static value find_has_const(evaluator *e, const value *args)
{
    const tunip_node *arg = arg_at(e, &args[0]);
    const tunip_relay_tuple *tuple = TUNIP_AS(tunip_relay_tuple, arg);
    bool has = tunip_is(arg, &tunip_relay_constant_type);
    for (size_t i = 0; tuple && i < tunip_array_count(tuple->fields); i++)
        has |= tunip_is(tuple->fields->items[i], &tunip_relay_constant_type);
    return number(has);
}

/* The number in a constant of one element, whose bytes are little-endian. */
static value find_value(evaluator *e, const value *args)
{
    const tunip_relay_constant *constant = TUNIP_AS(tunip_relay_constant, arg_at(e, &args[0]));
    const tunip_tensor *tensor = constant ? constant->data : NULL;
    uint64_t bits = 0;
    float single;
    double real;
    if (!tensor || !tensor->data.size || tensor->data.size > sizeof bits) return nothing;
    size_t size = tensor->data.size;
    for (size_t i = size; i-- > 0;) bits = bits << 8 | (unsigned char)tensor->data.data[i];
    uint32_t low = (uint32_t)bits;
    if (tunip_dtype_equal(tensor->dtype, TUNIP_FLOAT(32)) && size == sizeof single) {
        memcpy(&single, &low, sizeof single);
        return number((double)single);
    }
    if (tunip_dtype_equal(tensor->dtype, TUNIP_FLOAT(64)) && size == sizeof real) {
        memcpy(&real, &bits, sizeof real);
        return number(real);
    }
    if (tensor->dtype.code != TUNIP_DTYPE_INT || tensor->dtype.bits != 8 * size) return nothing;
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return number((double)(int64_t)((bits ^ sign) - sign));
}

static value find_size(evaluator *e, const value *args)
{
    const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, type_of(e, &args[0]));
    double size = 1;
    for (size_t i = 0; type && i < tunip_array_count(type->shape); i++) {
        value dim = shape_at(type->shape, (double)i);
        if (dim.kind != NUMBER) return nothing;
        size *= dim.number;
    }
    return type ? number(size) : nothing;
}

static value find_same_shape(evaluator *e, const value *args)
{
    const tunip_relay_tensor_type *a = TUNIP_AS(tunip_relay_tensor_type, type_of(e, &args[0]));
    const tunip_relay_tensor_type *b = TUNIP_AS(tunip_relay_tensor_type, type_of(e, &args[1]));
    size_t rank = a ? tunip_array_count(a->shape) : 0;
    bool is_same = a && b && rank == tunip_array_count(b->shape);
    for (size_t i = 0; is_same && i < rank; i++) {
        value x = shape_at(a->shape, (double)i), y = shape_at(b->shape, (double)i);
        is_same = x.kind == NUMBER && y.kind == NUMBER && !(x.number < y.number) &&
                  !(y.number < x.number);
    }
    return number(is_same);
}

/* Whether all arguments, and the fields of tuples among them, are tensors, with this dtype or with
 * known dimensions from this one on. */
static value check_all(evaluator *e, const value *wanted)
{
    tn_arena memory = {.chunks = NULL};
    cg_exprs types = {NULL, 0};
    bool holds = e->call != NULL;
    for (size_t i = 0; e->call && i < tunip_array_count(e->call->args); i++) {
        const tunip_node *type = cg_type_of(e->call->args->items[i]);
        holds = holds && type && cg_flatten_type(&memory, type, &types);
    }
    for (size_t i = 0; holds && i < types.count; i++) {
        const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, types.items[i]);
        char dtype[TUNIP_DTYPE_NAME_SIZE] = "";
        if (type) tunip_dtype_name(type->dtype, dtype);
        holds = type && (wanted->kind != TEXT || tunip_str_is(wanted->text, dtype));
        size_t first = wanted->kind == NUMBER && wanted->number > 0 ? (size_t)wanted->number : 0;
        for (size_t k = first;
             holds && wanted->kind == NUMBER && k < tunip_array_count(type->shape); k++)
            holds = shape_at(type->shape, (double)k).kind == NUMBER;
    }
    tn_arena_free(&memory);
    return number(holds);
}

/* Whether the first arguments of calls lead from an argument to the call that TVM would fuse others
 * to. */
static value find_leads(evaluator *e, const value *args)
{
    const tunip_node *at = arg_at(e, &args[0]);
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, at);
    for (; call && call != e->anchor && tunip_array_count(call->args);)
        call = TUNIP_AS(tunip_relay_call, call->args->items[0]);
    return number(call && call == e->anchor);
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

static value element_of(const tunip_node *node, const value *index)
{
    const tunip_array *list = TUNIP_AS(tunip_array, node);
    if (!list || index->kind != NUMBER) return value_of(node);
    bool is_there = index->number >= 0 && index->number < (double)list->count;
    return is_there ? value_of(list->items[(size_t)index->number]) : nothing;
}

static value field_value(evaluator *e, const tunip_node *attrs, const tunip_field *field,
                         const value *indices)
{
    const void *at = tunip_field_at(attrs, field);
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
        break;
    }
    const tunip_node *node = tunip_field_node(attrs, field);
    const tunip_array *list = TUNIP_AS(tunip_array, node);
    bool is_row = indices[1].kind == NUMBER && list && indices[0].kind == NUMBER;
    if (!is_row) return element_of(node, &indices[0]);
    bool is_there = indices[0].number >= 0 && indices[0].number < (double)list->count;
    return is_there ? element_of(list->items[(size_t)indices[0].number], &indices[1]) : nothing;
}

static const tunip_field *find_field(const evaluator *e, const value *name_of)
{
    char name[64];
    const tunip_node *attrs = e->call ? e->call->attrs : NULL;
    if (!attrs || name_of->kind != TEXT || name_of->text.size >= sizeof name) return NULL;
    memcpy(name, name_of->text.data, name_of->text.size);
    name[name_of->text.size] = '\0';
    return tunip_type_field(attrs->type, name);
}

static value find_attr(evaluator *e, const value *args)
{
    const tunip_field *field = find_field(e, &args[0]);
    return field ? field_value(e, e->call->attrs, field, &args[1]) : nothing;
}

/* A list among the attributes, or NULL. */
static const tunip_array *list_of(const evaluator *e, const value *name)
{
    const tunip_field *field = find_field(e, name);
    return field && field->kind == TUNIP_KIND_NODE
               ? TUNIP_AS(tunip_array, tunip_field_node(e->call->attrs, field))
               : NULL;
}

static value find_count(evaluator *e, const value *args)
{
    return number((double)tunip_array_count(list_of(e, &args[0])));
}

/* The elements of a list that equal a number. */
static size_t count_equal(const tunip_array *list, const value *wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        value at = value_of(list->items[i]);
        count += at.kind == NUMBER && wanted->kind == NUMBER && !(at.number < wanted->number) &&
                 !(wanted->number < at.number);
    }
    return count;
}

/* The least element. */
static value find_least(evaluator *e, const value *args)
{
    const tunip_array *list = list_of(e, &args[0]);
    value least = nothing;
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        value at = value_of(list->items[i]);
        if (at.kind == NUMBER && (least.kind == NOTHING || at.number < least.number)) least = at;
    }
    return least;
}

static value find_has(evaluator *e, const value *args)
{
    return number(count_equal(list_of(e, &args[0]), &args[1]) > 0);
}

static value find_only(evaluator *e, const value *args)
{
    const tunip_array *list = list_of(e, &args[0]);
    return number(count_equal(list, &args[1]) == tunip_array_count(list));
}

/* ---- the target ---- */

/* "12" and "7,1,2" are the numbers 12 and 70102; anything else is a text. */
static value read_attribute(tunip_str word)
{
    double found = 0, part = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (!tunip_is_digit(word.data[i]) && word.data[i] != ',') return text(word);
        if (word.data[i] == ',') found = (found + part) * 100;
        part = word.data[i] == ',' ? 0 : part * 10 + (word.data[i] - '0');
    }
    return number(found + part);
}

/* An attribute of the target; if it has none, the second argument. */
static value find_target(evaluator *e, const value *args)
{
    const char *at = e->target.data, *end = at + e->target.size;
    size_t size = args[0].kind == TEXT ? args[0].text.size : 0;
    while (at < end) {
        while (at < end && (*at == ' ' || *at == '-')) at++;
        const char *word = at;
        while (at < end && *at != ' ') at++;
        if (size && (size_t)(at - word) > size && word[size] == '=' &&
            memcmp(word, args[0].text.data, size) == 0)
            return read_attribute((tunip_str){word + size + 1, (size_t)(at - word) - size - 1});
    }
    return args[1];
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
static value read_value(evaluator *e);

typedef struct function {
    const char *name;
    value (*find)(evaluator *e, const value *args);
    size_t least, most; /* numbers of arguments; a missing first one is the result */
} function;

static const function functions[] = {
    {"rank", find_rank, 0, 1},           {"dim", find_dim, 2, 2},
    {"dtype", find_dtype, 0, 1},         {"is_const", find_const, 1, 1},
    {"has_const", find_has_const, 1, 1}, {"value", find_value, 1, 1},
    {"size", find_size, 0, 1},           {"same_shape", find_same_shape, 2, 2},
    {"all_dtype", check_all, 1, 1},      {"all_static", check_all, 1, 1},
    {"leads", find_leads, 1, 1},         {"attr", find_attr, 1, 3},
    {"target", find_target, 1, 2},       {"attr_least", find_least, 1, 1},
    {"attr_count", find_count, 1, 1},    {"attr_has", find_has, 2, 2},
    {"attr_only", find_only, 2, 2}};

static value read_quoted(evaluator *e, char quote)
{
    const char *begin = e->at;
    while (e->at < e->end && *e->at != quote) e->at++;
    tunip_str found = {begin, (size_t)(e->at - begin)};
    return skip(e, quote == '"' ? "\"" : "'") ? text(found) : rule_fail(e, "a closing quote");
}

static const tunip_relay_call *first_of(const tunip_relay_call *call)
{
    return tunip_array_count(call->args) ? TUNIP_AS(tunip_relay_call, call->args->items[0]) : NULL;
}

/* `on("add", 1, condition)`: of the second call of `add`, from the matched expression on along the
 * first arguments. */
static value read_on(evaluator *e)
{
    const tunip_relay_call *before = e->call;
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, e->matched);
    const tunip_relay_tuple_get_item *item = TUNIP_AS(tunip_relay_tuple_get_item, e->matched);
    if (item) call = TUNIP_AS(tunip_relay_call, item->tuple_value);
    if (!skip(e, "(")) return rule_fail(e, "`(`");
    value name = read_value(e);
    value skipped = skip(e, ",") ? read_value(e) : nothing;
    if (!skip(e, ",")) return rule_fail(e, "`,`");
    for (; call; call = first_of(call)) {
        bool is_named = name.kind == TEXT && tunip_str_equal(name.text, cg_operator_name(call->op));
        if (is_named && skipped.number-- < 1) break;
    }
    e->call = call;
    value result = read_condition(e);
    e->call = before;
    return skip(e, ")") ? result : rule_fail(e, "`)`");
}

static value read_value(evaluator *e)
{
    if (skip(e, "(")) {
        value inner = read_condition(e);
        return skip(e, ")") ? inner : rule_fail(e, "`)`");
    }
    if (skip(e, "true")) return number(1);
    if (skip(e, "false")) return number(0);
    if (skip(e, "args"))
        return e->call ? number((double)tunip_array_count(e->call->args)) : nothing;
    if (skip(e, "on")) return read_on(e);
    if (skip(e, "op")) return e->call ? text(cg_operator_name(e->call->op)) : nothing;
    for (size_t i = 0; i < TUNIP_LEN(functions); i++)
        if (skip(e, functions[i].name)) {
            const function *called = &functions[i];
            value args[MOST_ARGS] = {{.kind = RESULT}, {.kind = NOTHING}, {.kind = NOTHING}};
            size_t count = 0;
            if (!skip(e, "(")) return rule_fail(e, "`(`");
            while (!e->failed && (count < called->least || !skip(e, ")"))) {
                if (count == called->most) return rule_fail(e, "`)`");
                if (count && !skip(e, ","))
                    return rule_fail(e, count < called->least ? "`,`" : "`)`");
                args[count++] = skip(e, "result") ? (value){.kind = RESULT} : read_condition(e);
            }
            return called->find(e, args);
        }
    if (skip(e, "\"")) return read_quoted(e, '"');
    if (skip(e, "'")) return read_quoted(e, '\'');
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
    return rule_fail(e, "a value");
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
        value right = read_sum(e);
        int order = 0;
        if (left.kind != right.kind || left.kind == NOTHING)
            return number(strcmp(signs[i].sign, "!=") == 0);
        if (left.kind == NUMBER)
            order = (left.number > right.number) - (left.number < right.number);
        if (left.kind == TEXT) order = cg_compare(left.text, right.text);
        return number(signs[i].holds[order < 0 ? 0 : order > 0 ? 2 : 1]);
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
    if (++e->depth > MOST_DEPTH) return rule_fail(e, "a condition that is less deep");
    value left = read_and(e);
    while (!e->failed && skip(e, "or")) {
        value right = read_and(e);
        left = number(is_true(left) || is_true(right));
    }
    e->depth--;
    return left;
}

static bool evaluate(tunip_str condition, const tunip_node *matched, const tunip_relay_call *call,
                     const cg_spec *spec, bool *out, tunip_error *error)
{
    evaluator e = {.begin = condition.data,
                   .at = condition.data,
                   .end = condition.data + condition.size,
                   .call = call,
                   .matched = matched,
                   .anchor = call,
                   .target = spec ? spec->attributes : (tunip_str){NULL, 0},
                   .error = error};
    value result = read_condition(&e);
    skip_blanks(&e);
    if (e.at < e.end) rule_fail(&e, "`and` or `or`");
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
    finder->lacks_types |= !cg_type_of(finder->graph->nodes[index].expr);
    return evaluate(*(const tunip_str *)user, finder->graph->nodes[index].expr,
                    cg_condition_call(finder, index), finder->spec, answer, finder->error);
}

cg_predicate *cg_condition_new(tn_arena *memory, tunip_str condition, tunip_error *error)
{
    bool ignored;
    cg_predicate *made = CG_NEW(memory, cg_predicate, 1);
    tunip_str *copy = cg_copy(memory, &condition, sizeof condition);
    if (!made || !copy || !evaluate(condition, NULL, NULL, NULL, &ignored, error)) return NULL;
    *made = (cg_predicate){.holds = holds, .user = copy};
    return made;
}
