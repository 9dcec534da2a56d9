/* pattern.c -- Relay's patterns of dataflow: their types, TVM's way to match them, and their
 * text. */
#include "pattern.h"

#include <stdio.h>
#include <stdlib.h>

#include <tunip/ext/dialect.h>

#include "expr.h"
#include "json.h"

/* ======== pattern ======== */

/* The types of patterns. */

tunip_type cg_pattern_type = {.key = "relay.dataflow_pattern.DFPattern",
                              .equality = TUNIP_EQ_TREE,
                              .flags = TUNIP_TYPE_ABSTRACT,
                              .size = sizeof(cg_pattern)};

enum { OPTIONAL = TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_DEFAULT };

#define FIELD(s, m)  TUNIP_FIELD_ABSTRACT(s, m, cg_pattern, 0)
#define OTHER(s, m)  TUNIP_FIELD_ANY(s, m, 0)
#define FIELDS(s, m) TUNIP_FIELD_ARRAY(s, m, cg_pattern, OPTIONAL)

static const tunip_field expr_fields[] = {OTHER(cg_expr_pattern, expr)};
static const tunip_field var_fields[] = {TUNIP_FIELD_NODE(cg_var_pattern, name, tunip_string, 0)};
static const tunip_field wildcard_fields[] = {
    TUNIP_FIELD_ABSTRACT(cg_wildcard_pattern, pattern, cg_pattern, OPTIONAL)};
static const tunip_field call_fields[] = {FIELD(cg_call_pattern, op),
                                          FIELDS(cg_call_pattern, args)};
static const tunip_field function_fields[] = {FIELDS(cg_function_pattern, params),
                                              FIELD(cg_function_pattern, body)};
static const tunip_field let_fields[] = {FIELD(cg_let_pattern, var), FIELD(cg_let_pattern, value),
                                         FIELD(cg_let_pattern, body)};
static const tunip_field if_fields[] = {FIELD(cg_if_pattern, cond),
                                        FIELD(cg_if_pattern, true_branch),
                                        FIELD(cg_if_pattern, false_branch)};
static const tunip_field tuple_fields[] = {FIELDS(cg_tuple_pattern, fields)};
static const tunip_field item_fields[] = {FIELD(cg_tuple_item_pattern, tuple),
                                          TUNIP_FIELD_INT(cg_tuple_item_pattern, index, 0)};
static const tunip_field alt_fields[] = {FIELD(cg_alt_pattern, left), FIELD(cg_alt_pattern, right)};
static const tunip_field type_fields[] = {FIELD(cg_type_pattern, pattern),
                                          OTHER(cg_type_pattern, type)};
static const tunip_field shape_fields[] = {
    FIELD(cg_shape_pattern, pattern),
    TUNIP_FIELD_ARRAY(cg_shape_pattern, shape, tunip_ir_prim_expr, 0)};
static const tunip_field dtype_fields[] = {FIELD(cg_dtype_pattern, pattern),
                                           TUNIP_FIELD_DTYPE(cg_dtype_pattern, dtype, 0)};
static const tunip_field attr_fields[] = {
    FIELD(cg_attr_pattern, pattern),
    TUNIP_FIELD_NODE(cg_attr_pattern, attrs, tunip_ir_dict_attrs, 0)};
static const tunip_field dominator_fields[] = {FIELD(cg_dominator_pattern, parent),
                                               FIELD(cg_dominator_pattern, path),
                                               FIELD(cg_dominator_pattern, child)};

#define PATTERN(name, key_, fields_, count)                                                        \
    tunip_type cg_##name##_type = {.key = "relay.dataflow_pattern." key_,                          \
                                   .base = &cg_pattern_type,                                       \
                                   .fields = fields_,                                              \
                                   .field_count = count,                                           \
                                   .equality = TUNIP_EQ_TREE,                                      \
                                   .size = sizeof(cg_##name)};
#define WITH_FIELDS(name, key, fields) PATTERN(name, key, fields, TUNIP_LEN(fields))

WITH_FIELDS(expr_pattern, "ExprPattern", expr_fields)
WITH_FIELDS(var_pattern, "VarPattern", var_fields)
PATTERN(constant_pattern, "ConstantPattern", NULL, 0)
WITH_FIELDS(wildcard_pattern, "WildcardPattern", wildcard_fields)
WITH_FIELDS(call_pattern, "CallPattern", call_fields)
WITH_FIELDS(function_pattern, "FunctionPattern", function_fields)
WITH_FIELDS(let_pattern, "LetPattern", let_fields)
WITH_FIELDS(if_pattern, "IfPattern", if_fields)
WITH_FIELDS(tuple_pattern, "TuplePattern", tuple_fields)
WITH_FIELDS(tuple_item_pattern, "TupleGetItemPattern", item_fields)
WITH_FIELDS(alt_pattern, "AltPattern", alt_fields)
WITH_FIELDS(type_pattern, "TypePattern", type_fields)
WITH_FIELDS(shape_pattern, "ShapePattern", shape_fields)
WITH_FIELDS(dtype_pattern, "DataTypePattern", dtype_fields)
WITH_FIELDS(attr_pattern, "AttrPattern", attr_fields)
WITH_FIELDS(dominator_pattern, "DominatorPattern", dominator_fields)

static tunip_type *const types[] = {
    &cg_pattern_type,          &cg_expr_pattern_type,       &cg_var_pattern_type,
    &cg_constant_pattern_type, &cg_wildcard_pattern_type,   &cg_call_pattern_type,
    &cg_function_pattern_type, &cg_let_pattern_type,        &cg_if_pattern_type,
    &cg_tuple_pattern_type,    &cg_tuple_item_pattern_type, &cg_alt_pattern_type,
    &cg_type_pattern_type,     &cg_shape_pattern_type,      &cg_dtype_pattern_type,
    &cg_attr_pattern_type,     &cg_dominator_pattern_type};

static const tunip_dialect dialect = {
    .abi = TUNIP_DIALECT_ABI,
    .size = sizeof(tunip_dialect),
    .row_sizes = TUNIP_ROW_SIZES,
    .name = "dataflow_pattern",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

tunip_status cg_patterns_add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &dialect, error);
}

/* ======== match ======== */

/* TVM's matching of dataflow patterns: src/relay/ir/dataflow_matcher.cc of v0.19. */

/* Deeper patterns, and longer ways to a dominator, do not match. */
enum { MOST_DEPTH = 4000 };

bool cg_matcher_init(cg_matcher *matcher, const tunip_context *context, cg_graph *graph)
{
    *matcher = (cg_matcher){.context = context, .graph = graph};
    matcher->made = tunip_graph_new(context, NULL);
    return matcher->made != NULL;
}

void cg_matcher_free(cg_matcher *matcher)
{
    tunip_graph_free(matcher->made);
    tn_arena_free(&matcher->memory);
}

static bool visit(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr);

static const tunip_node *expr_at(const cg_matcher *m, uint32_t index)
{
    return m->graph->nodes[index].expr;
}

/* ---- parts of calls ---- */

static tunip_str operator_of(const tunip_node *expr)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    return cg_operator_name(call ? call->op : NULL);
}

static tunip_str pattern_operator(const tunip_node *pattern)
{
    const cg_call_pattern *call = TUNIP_AS(cg_call_pattern, pattern);
    const cg_expr_pattern *op = TUNIP_AS(cg_expr_pattern, call ? call->op : NULL);
    return cg_operator_name(op ? op->expr : NULL);
}

static const tunip_node *arg_of(const tunip_array *args, size_t at)
{
    return at < tunip_array_count(args) ? args->items[at] : NULL;
}

/* Forgets all matches from the `mark`th on; a pattern among them forgets its other matches, too. */
static void forget(cg_matcher *m, size_t mark)
{
    size_t kept = 0;
    for (size_t i = 0; i < mark; i++) {
        bool again = false;
        for (size_t j = mark; j < m->count && !again; j++)
            again = m->found[j].pattern == m->found[i].pattern;
        if (!again) m->found[kept++] = m->found[i];
    }
    m->count = kept;
}

static bool match_items(cg_matcher *m, const tunip_array *patterns, const tunip_array *exprs,
                        bool backwards)
{
    size_t mark = m->count, count = tunip_array_count(patterns);
    bool matches = !patterns || count == tunip_array_count(exprs);
    for (size_t i = 0; matches && i < count; i++)
        matches = visit(m, patterns->items[backwards ? count - 1 - i : i], exprs->items[i]);
    if (!matches) forget(m, mark);
    return matches;
}

static tunip_node *make_call(cg_matcher *m, const tunip_node *op, const tunip_node *a,
                             const tunip_node *b)
{
    cg_call_pattern *call = tunip_node_new(m->made, &cg_call_pattern_type);
    const tunip_node *args[] = {a, b};
    if (!call) return NULL;
    call->op = (tunip_node *)(uintptr_t)op;
    call->args = tunip_array_new(m->made, 2, (void *const *)(uintptr_t)args);
    return &call->base.base;
}

static bool has_arg_of(const tunip_relay_call *call, const char *name)
{
    return tunip_str_is(operator_of(arg_of(call->args, 0)), name) ||
           tunip_str_is(operator_of(arg_of(call->args, 1)), name);
}

/* (x * y) / z matches x * (y / z) and (x / z) * y. */
static bool match_quotient(cg_matcher *m, const cg_call_pattern *p, const tunip_relay_call *call)
{
    const tunip_node *expr = &call->base.base.base.base.base;
    const cg_call_pattern *product = TUNIP_AS(cg_call_pattern, arg_of(p->args, 0));
    if (!product || !tunip_str_is(pattern_operator(&product->base.base), "multiply") ||
        !tunip_str_is(operator_of(expr), "multiply") || !has_arg_of(call, "divide"))
        return false;
    for (size_t i = 0; i < 2; i++) {
        const tunip_node *quotient =
            make_call(m, p->op, arg_of(product->args, i), arg_of(p->args, 1));
        const tunip_node *made = make_call(m, product->op, arg_of(product->args, 1 - i), quotient);
        size_t mark = m->count;
        if (made && visit(m, made, expr)) return true;
        forget(m, mark);
    }
    return false;
}

/* x * (y / z) matches (x * y) / z. */
static bool match_product(cg_matcher *m, const cg_call_pattern *p, const tunip_relay_call *call)
{
    const tunip_node *expr = &call->base.base.base.base.base;
    if (!tunip_str_is(operator_of(expr), "divide") || !has_arg_of(call, "multiply")) return false;
    for (size_t i = 0; i < 2; i++) {
        const cg_call_pattern *quotient = TUNIP_AS(cg_call_pattern, arg_of(p->args, i));
        if (!quotient || !tunip_str_is(pattern_operator(&quotient->base.base), "divide")) continue;
        const tunip_node *product =
            make_call(m, p->op, arg_of(quotient->args, 0), arg_of(p->args, 1 - i));
        const tunip_node *made = make_call(m, quotient->op, product, arg_of(quotient->args, 1));
        return made && visit(m, made, expr);
    }
    return false;
}

static bool match_call(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_call_pattern *p = (const cg_call_pattern *)pattern;
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    size_t mark = m->count;
    if (!call) return false;
    tunip_str name = pattern_operator(pattern);
    if (visit(m, p->op, call->op)) {
        bool commutes = tunip_str_is(name, "add") || tunip_str_is(name, "multiply");
        return match_items(m, p->args, call->args, false) ||
               (commutes && match_items(m, p->args, call->args, true));
    }
    forget(m, mark);
    if (tunip_str_is(name, "divide")) return match_quotient(m, p, call);
    return tunip_str_is(name, "multiply") && match_product(m, p, call);
}

/* ---- dominators ---- */

static bool is_leaf(const tunip_node *expr)
{
    return tunip_is(expr, &tunip_relay_constant_type) || tunip_is(expr, &tunip_relay_var_type);
}

/* Whether all ways from the inputs of an expression lead over the path to the parent. */
static bool match_path(cg_matcher *m, const cg_dominator_pattern *p, uint32_t index)
{
    const cg_node *node = &m->graph->nodes[index];
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, node->expr);
    bool has_input = false;
    for (size_t i = 0; i < node->inputs.count; i++) {
        const tunip_node *input = expr_at(m, node->inputs.items[i]);
        uint32_t op = call ? cg_graph_find(m->graph, call->op) : CG_NONE;
        if (call && (node->inputs.items[i] == op || is_leaf(input))) continue;
        has_input = true;
        m->many = false;
        if (visit(m, p->parent, input)) continue;
        m->many = true;
        m->depth++;
        bool goes_on = m->depth < MOST_DEPTH && visit(m, p->path, input) &&
                       match_path(m, p, node->inputs.items[i]);
        m->depth--;
        if (!goes_on) return false;
    }
    return has_input;
}

static bool dominates_parent(cg_matcher *m, const cg_dominator_pattern *p, uint32_t index)
{
    uint32_t *stack = NULL;
    size_t depth = 0;
    if (!CG_PUSH(&m->memory, stack, depth, index)) return false;
    while (depth) {
        const cg_indices *below = &m->graph->nodes[stack[--depth]].dominated;
        for (size_t i = 0; i < below->count; i++) {
            if (visit(m, p->parent, expr_at(m, below->items[i]))) return true;
            if (!CG_PUSH(&m->memory, stack, depth, below->items[i])) return false;
        }
    }
    return false;
}

static bool match_dominator(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_dominator_pattern *p = (const cg_dominator_pattern *)pattern;
    uint32_t index = cg_graph_find(m->graph, expr);
    if (index == CG_NONE || !visit(m, p->child, expr)) return false;
    bool matches = match_path(m, p, index);
    m->many = false;
    return matches && dominates_parent(m, p, index);
}

/* ---- attributes ---- */

static const tunip_node *unboxed(const tunip_node *node, double *number)
{
    const tunip_ir_int_imm *integer = TUNIP_AS(tunip_ir_int_imm, node);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, node);
    if (integer) *number = (double)integer->value;
    if (real) *number = real->value;
    if (tunip_is(node, &tunip_int_type)) *number = (double)((const tunip_int *)node)->value;
    if (tunip_is(node, &tunip_float_type)) *number = ((const tunip_float *)node)->value;
    if (tunip_is(node, &tunip_bool_type)) *number = ((const tunip_bool *)node)->value;
    bool is_number = integer || real || tunip_is(node, &tunip_int_type) ||
                     tunip_is(node, &tunip_float_type) || tunip_is(node, &tunip_bool_type);
    return is_number ? NULL : node;
}

static bool is_value(cg_matcher *m, const tunip_node *wanted, const tunip_node *actual)
{
    double left = 0, right = 0;
    const tunip_node *a = unboxed(wanted, &left), *b = unboxed(actual, &right);
    if (!wanted || !actual || !a != !b) return wanted == actual;
    if (!a) return left == right;
    const tunip_array *list = TUNIP_AS(tunip_array, a), *other = TUNIP_AS(tunip_array, b);
    if (!list || !other) return tunip_equal_nodes(m->context, a, b, NULL, NULL);
    bool matches = list->count == other->count;
    for (size_t i = 0; matches && i < list->count; i++)
        matches = is_value(m, list->items[i], other->items[i]);
    return matches;
}

static bool has_attr(cg_matcher *m, const tunip_node *attrs, const char *name,
                     const tunip_node *wanted)
{
    const tunip_field *field = attrs ? tunip_type_field(attrs->type, name) : NULL;
    double number = 0;
    if (!field) return false;
    const void *at = tunip_field_at(attrs, field);
    bool is_number = !unboxed(wanted, &number);
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return is_value(m, wanted, tunip_field_node(attrs, field));
    case TUNIP_KIND_INT:
        return is_number && number == (double)*(const int64_t *)at;
    case TUNIP_KIND_FLOAT:
        return is_number && number == *(const double *)at;
    case TUNIP_KIND_BOOL:
        return is_number && number == *(const bool *)at;
    default:
        tunip_dtype_name(*(const tunip_dtype *)at, dtype);
    }
    return tunip_str_is(tunip_string_value(wanted), dtype);
}

static bool has_entry(cg_matcher *m, const tunip_node *expr, const char *key,
                      const tunip_node *wanted)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    cg_kind kind;
    double number;
    if (call) return has_attr(m, call->attrs, key, wanted);
    if (function) {
        const tunip_node *value = cg_function_attr(function, key);
        return value && is_value(m, wanted, value);
    }
    return strcmp(key, "TOpPattern") == 0 && cg_operator_kind(cg_operator_name(expr), &kind) &&
           !unboxed(wanted, &number) && number == (double)kind;
}

static bool match_attr(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_attr_pattern *p = (const cg_attr_pattern *)pattern;
    bool matches = visit(m, p->pattern, expr);
    const tunip_map *attrs = p->attrs ? p->attrs->dict : NULL;
    for (size_t i = 0; matches && i < tunip_map_count(attrs); i++) {
        tunip_str key = tunip_string_value(attrs->entries[i].key);
        matches = key.data && has_entry(m, expr, key.data, attrs->entries[i].value);
    }
    return matches;
}

/* ---- the other patterns ---- */

static bool match_expr(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const tunip_node *wanted = ((const cg_expr_pattern *)pattern)->expr;
    tunip_str name = cg_operator_name(wanted);
    if (name.size) return tunip_str_equal(name, cg_operator_name(expr));
    return wanted && expr && wanted->type == expr->type &&
           tunip_equal_nodes(m->context, wanted, expr, NULL, NULL);
}

static bool match_var(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    (void)m;
    const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, expr);
    tunip_str name = tunip_string_value(((const cg_var_pattern *)pattern)->name);
    return var &&
           (!name.size ||
            tunip_str_equal(name, tunip_string_value(var->vid ? var->vid->name_hint : NULL)));
}

static bool match_constant(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    (void)m;
    (void)pattern;
    return tunip_is(expr, &tunip_relay_constant_type);
}

static bool match_wildcard(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const tunip_node *inner = ((const cg_wildcard_pattern *)pattern)->pattern;
    return !inner || visit(m, inner, expr);
}

static bool match_function(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_function_pattern *p = (const cg_function_pattern *)pattern;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    return function && match_items(m, p->params, function->params, false) &&
           visit(m, p->body, function->body);
}

static bool match_let(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_let_pattern *p = (const cg_let_pattern *)pattern;
    const tunip_relay_let *let = TUNIP_AS(tunip_relay_let, expr);
    return let && visit(m, p->var, &let->var->base.base.base.base.base) &&
           visit(m, p->value, let->value) && visit(m, p->body, let->body);
}

static bool match_if(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_if_pattern *p = (const cg_if_pattern *)pattern;
    const tunip_relay_if *branch = TUNIP_AS(tunip_relay_if, expr);
    return branch && visit(m, p->cond, branch->cond) &&
           visit(m, p->true_branch, branch->true_branch) &&
           visit(m, p->false_branch, branch->false_branch);
}

static bool match_tuple(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const tunip_relay_tuple *tuple = TUNIP_AS(tunip_relay_tuple, expr);
    return tuple &&
           match_items(m, ((const cg_tuple_pattern *)pattern)->fields, tuple->fields, false);
}

static bool match_item(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_tuple_item_pattern *p = (const cg_tuple_item_pattern *)pattern;
    const tunip_relay_tuple_get_item *item = TUNIP_AS(tunip_relay_tuple_get_item, expr);
    return item && (p->index == -1 || p->index == item->index) &&
           visit(m, p->tuple, item->tuple_value);
}

static bool match_alt(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_alt_pattern *p = (const cg_alt_pattern *)pattern;
    return visit(m, p->left, expr) || visit(m, p->right, expr);
}

static bool match_type(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_type_pattern *p = (const cg_type_pattern *)pattern;
    const tunip_node *type = cg_type_of(expr);
    return type && tunip_equal_nodes(m->context, p->type, type, NULL, NULL) &&
           visit(m, p->pattern, expr);
}

static bool match_shape(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_shape_pattern *p = (const cg_shape_pattern *)pattern;
    const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, cg_type_of(expr));
    return type && p->shape && type->shape && is_value(m, &p->shape->base, &type->shape->base) &&
           visit(m, p->pattern, expr);
}

static bool match_dtype(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    const cg_dtype_pattern *p = (const cg_dtype_pattern *)pattern;
    const tunip_relay_tensor_type *type = TUNIP_AS(tunip_relay_tensor_type, cg_type_of(expr));
    return type && tunip_dtype_equal(type->dtype, p->dtype) && visit(m, p->pattern, expr);
}

static const struct {
    const tunip_type *type;
    bool (*match)(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr);
} rows[] = {
    {&cg_call_pattern_type, match_call},
    {&cg_expr_pattern_type, match_expr},
    {&cg_wildcard_pattern_type, match_wildcard},
    {&cg_alt_pattern_type, match_alt},
    {&cg_constant_pattern_type, match_constant},
    {&cg_tuple_item_pattern_type, match_item},
    {&cg_tuple_pattern_type, match_tuple},
    {&cg_attr_pattern_type, match_attr},
    {&cg_type_pattern_type, match_type},
    {&cg_shape_pattern_type, match_shape},
    {&cg_dtype_pattern_type, match_dtype},
    {&cg_var_pattern_type, match_var},
    {&cg_dominator_pattern_type, match_dominator},
    {&cg_function_pattern_type, match_function},
    {&cg_let_pattern_type, match_let},
    {&cg_if_pattern_type, match_if},
};

/* A pattern that occurs twice matches one expression at both places. */
static bool visit(cg_matcher *m, const tunip_node *pattern, const tunip_node *expr)
{
    uint32_t index = cg_graph_find(m->graph, expr);
    size_t mark = m->count;
    for (size_t i = 0; !m->many && i < m->count; i++)
        if (m->found[i].pattern == pattern) return m->found[i].index == index;
    bool matches = false;
    m->depth++;
    for (size_t i = 0; pattern && m->depth < MOST_DEPTH && i < TUNIP_LEN(rows); i++)
        if (pattern->type == rows[i].type) matches = rows[i].match(m, pattern, expr);
    m->depth--;
    cg_matched found = {pattern, index};
    if (matches && CG_PUSH(&m->memory, m->found, m->count, found)) return true;
    m->failed |= m->memory.failed;
    forget(m, mark);
    return false;
}

bool cg_match(cg_matcher *matcher, const tunip_node *pattern, uint32_t index)
{
    matcher->count = 0;
    return visit(matcher, pattern, expr_at(matcher, index));
}

cg_set cg_matched_set(cg_matcher *m, tn_arena *memory)
{
    for (size_t i = 0; i < m->count; i++) {
        uint32_t index = m->found[i].index;
        if (index == CG_NONE || m->graph->nodes[index].is_inline ||
            tunip_is(m->found[i].pattern, &cg_wildcard_pattern_type))
            continue;
        cg_bits_add(&m->graph->bits, index);
    }
    return cg_bits_take(&m->graph->bits, memory);
}

/* ======== pattern text ======== */

/* Reads and prints patterns. */

/* ---- names of patterns: the form of their arguments ---- */

/* Each letter is one argument: p a pattern, q one without bars, l a list of patterns, i a number,
 * n a name, t a type, s a shape, d a dtype, a attributes. Other characters stand between arguments:
 * ',' and '|', and words such as " has type ". */
static const struct form {
    const char *name;
    tunip_type *type;
    const char *args;
    const char *fields; /* one for each argument, separated by blanks */
} forms[] = {
    {"CallPatternNode", &cg_call_pattern_type, "p,l", "op args"},
    {"AltPattern", &cg_alt_pattern_type, "q|q", "left right"},
    {"TupleGetItemPatternNode", &cg_tuple_item_pattern_type, "p,i", "tuple index"},
    {"TuplePattern", &cg_tuple_pattern_type, "l", "fields"},
    {"ConstantPattern", &cg_constant_pattern_type, "", ""},
    {"VarPattern", &cg_var_pattern_type, "n", "name"},
    {"FunctionPatternNode", &cg_function_pattern_type, "l,p", "params body"},
    {"LetPatternNode", &cg_let_pattern_type, "p,p,p", "var value body"},
    {"IfPattern", &cg_if_pattern_type, "p,p,p", "cond true_branch false_branch"},
    {"TypePattern", &cg_type_pattern_type, "p has type t", "pattern type"},
    {"ShapePattern", &cg_shape_pattern_type, "p has shape s", "pattern shape"},
    {"DataTypePattern", &cg_dtype_pattern_type, "p has dtype d", "pattern dtype"},
    {"AttrPattern", &cg_attr_pattern_type, "p has attributes a", "pattern attrs"},
    {"DominatorPattern", &cg_dominator_pattern_type, "p,p,p", "parent path child"},
};

/* The next field of a form, and moves on to the one behind it. */
static const tunip_field *next_field(const struct form *form, const char **fields)
{
    char name[32];
    size_t size = strcspn(*fields, " ");
    memcpy(name, *fields, size);
    name[size] = '\0';
    *fields += size + ((*fields)[size] == ' ');
    return tunip_type_field(form->type, name);
}

/* ---- printing ---- */

typedef struct printer {
    tn_text *out;
    tunip_context *context;
    cg_map ids; /* from patterns to 1 + their numbers */
} printer;

static void say_pattern(printer *p, const tunip_node *pattern);

static void say_list(printer *p, const tunip_array *list)
{
    tn_text_say(p->out, "[");
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        tn_text_say(p->out, "%s", i ? ", " : "");
        say_pattern(p, list->items[i]);
    }
    tn_text_say(p->out, "]");
}

static void say_numbers(printer *p, const tunip_array *list)
{
    tn_text_say(p->out, "(");
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        const tunip_ir_int_imm *dim = TUNIP_AS(tunip_ir_int_imm, list->items[i]);
        tn_text_say(p->out, "%s%lld", i ? ", " : "", dim ? (long long)dim->value : -1LL);
    }
    tn_text_say(p->out, ")");
}

static void say_value(printer *p, const tunip_node *value)
{
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    const tunip_int *number = TUNIP_AS(tunip_int, value);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, value);
    tunip_str text = tunip_string_value(value);
    if (number || imm)
        tn_text_say(p->out, "%lld", (long long)(number ? number->value : imm->value));
    else if (tunip_is(value, &tunip_bool_type))
        tn_text_say(p->out, ((const tunip_bool *)value)->value ? "true" : "false");
    else if (tunip_is(value, &tunip_float_type))
        tn_text_say(p->out, "%.17g", ((const tunip_float *)value)->value);
    else if (tunip_is(value, &tunip_string_type))
        tn_text_say(p->out, "\"%.*s\"", (int)text.size, text.data ? text.data : "");
    else if (!list)
        cg_node_say(p->out, p->context, value);
    for (size_t i = 0; list && i < list->count; i++) {
        tn_text_say(p->out, "%s", i ? ", " : "[");
        say_value(p, list->items[i]);
    }
    if (list) tn_text_say(p->out, list->count ? "]" : "[]");
}

static void say_attrs(printer *p, const tunip_ir_dict_attrs *attrs)
{
    const tunip_map *map = attrs ? attrs->dict : NULL;
    tn_text_say(p->out, "{");
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        tunip_str key = tunip_string_value(map->entries[i].key);
        tn_text_say(p->out, "%s\"%.*s\": ", i ? ", " : "", (int)key.size, key.data);
        say_value(p, map->entries[i].value);
    }
    tn_text_say(p->out, "}");
}

static void say_arg(printer *p, const tunip_node *pattern, const tunip_field *field, char kind)
{
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    const void *at = tunip_field_at(pattern, field);
    const tunip_node *node =
        field->kind == TUNIP_KIND_NODE ? tunip_field_node(pattern, field) : NULL;
    switch (kind) {
    case 'p':
    case 'q':
        say_pattern(p, node);
        break;
    case 'l':
        say_list(p, (const tunip_array *)node);
        break;
    case 's':
        say_numbers(p, (const tunip_array *)node);
        break;
    case 'a':
        say_attrs(p, (const tunip_ir_dict_attrs *)node);
        break;
    case 'n':
        tn_text_put_str(p->out, tunip_string_value(node));
        break;
    case 'i':
        tn_text_say(p->out, "%lld", (long long)*(const int64_t *)at);
        break;
    case 't':
        cg_node_say(p->out, p->context, node);
        break;
    default:
        tunip_dtype_name(*(const tunip_dtype *)at, dtype);
        tn_text_say(p->out, "%s", dtype);
    }
}

/* Between arguments: a comma with a blank, a bar with blanks around it, or words. */
static size_t say_between(tn_text *out, const char *args)
{
    size_t size = *args == ' ' ? strlen(args) - 1 : 1;
    if (*args == ',' || *args == '|')
        tn_text_say(out, *args == ',' ? ", " : " | ");
    else
        tn_text_put_str(out, (tunip_str){args, size});
    return size;
}

static void say_pattern(printer *p, const tunip_node *pattern)
{
    size_t known = (size_t)(uintptr_t)cg_map_get(&p->ids, pattern), id = p->ids.map.count;
    const cg_expr_pattern *expr = TUNIP_AS(cg_expr_pattern, pattern);
    tunip_str name = cg_operator_name(expr ? expr->expr : NULL);
    if (known) {
        tn_text_say(p->out, "(invoke pattern id %zu)", known - 1);
        return;
    }
    if (!pattern || !cg_map_put(&p->ids, pattern, (const void *)(uintptr_t)(id + 1))) return;
    if (name.size)
        tn_text_say(p->out, "Op(%.*s)", (int)name.size, name.data);
    else if (expr)
        cg_node_say(p->out, p->context, expr->expr);
    if (tunip_is(pattern, &cg_wildcard_pattern_type)) tn_text_say(p->out, "*");
    for (size_t i = 0; i < TUNIP_LEN(forms); i++)
        if (pattern->type == forms[i].type) {
            const struct form *form = &forms[i];
            const char *fields = form->fields;
            if (pattern->type != &cg_var_pattern_type && pattern->type != &cg_constant_pattern_type)
                tn_text_say(p->out, "(id %zu): ", id);
            tn_text_say(p->out, "%s(", form->name);
            for (const char *args = form->args; *args; args++) {
                const tunip_field *field = next_field(form, &fields);
                if (field) say_arg(p, pattern, field, *args);
                if (args[1]) args += say_between(p->out, args + 1);
            }
            tn_text_say(p->out, ")");
        }
}

void cg_pattern_say(tn_text *out, tunip_context *context, const tunip_node *pattern)
{
    tn_arena scratch = {.chunks = NULL};
    printer p = {.out = out, .context = context, .ids = {.memory = &scratch}};
    say_pattern(&p, pattern);
    tn_arena_free(&scratch);
}

/* ---- reading ---- */

typedef struct reader {
    tunip_graph *graph;
    tn_arena memory;
    const char *begin, *at, *end;
    cg_exprs ids; /* patterns in the order in which they begin, as TVM numbers them */
    struct named {
        tunip_str name;
        tunip_node *pattern;
    } * named; /* `$x: p` */
    size_t named_count;
    unsigned depth;
    tunip_error *error;
} reader;

enum { MOST_TEXT_DEPTH = 1000 };

static tunip_node *pattern_fail(reader *r, const char *expected)
{
    size_t size = 0;
    while (size < 20 && r->at + size < r->end && r->at[size] != '\n') size++;
    tunip_error_set(r->error, TUNIP_ERROR_SYNTAX,
                    size ? "expected %s at `%.*s` in a pattern"
                         : "expected %s at the end of a pattern",
                    expected, (int)size, r->at);
    if (r->error) r->error->offset = (size_t)(r->at - r->begin);
    return NULL;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at)) r->at++;
}

/* Skips a word or a sign, and blanks before it. */
static bool skip(reader *r, const char *word)
{
    size_t size = strlen(word);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) return false;
    r->at += size;
    return true;
}

static bool need(reader *r, const char *word)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "`%s`", word);
    return skip(r, word) || pattern_fail(r, quoted);
}

static tunip_str read_name(reader *r)
{
    skip_blanks(r);
    const char *begin = r->at;
    while (r->at < r->end &&
           (tunip_is_name_part(*r->at) ||
            (*r->at == '.' && r->at > begin && r->at + 1 < r->end && tunip_is_letter(r->at[1]))))
        r->at++;
    return (tunip_str){begin, (size_t)(r->at - begin)};
}

static bool read_number(reader *r, int64_t *out)
{
    char digits[24];
    size_t size = 0;
    skip_blanks(r);
    while (r->at < r->end && size + 1 < sizeof digits &&
           (tunip_is_digit(*r->at) || (*r->at == '-' && !size)))
        digits[size++] = *r->at++;
    digits[size] = '\0';
    *out = strtoll(digits, NULL, 10);
    return (size && digits[size - 1] != '-') || pattern_fail(r, "a number");
}

static tunip_node *read_item(reader *r);
static tunip_node *read_alternatives(reader *r);

static tunip_array *read_list(reader *r, const char *open, const char *close)
{
    tunip_node **items = NULL;
    size_t count = 0;
    if (!need(r, open)) return NULL;
    while (!skip(r, close)) {
        if (count && !need(r, ",")) return NULL;
        tunip_node *item = read_alternatives(r);
        if (!item || !CG_PUSH(&r->memory, items, count, item)) return NULL;
    }
    return tunip_array_new(r->graph, count, (void *const *)items);
}

static tunip_array *read_shape(reader *r)
{
    tunip_node **items = NULL;
    size_t count = 0;
    int64_t number;
    if (!need(r, "(")) return NULL;
    while (!skip(r, ")")) {
        tunip_ir_int_imm *dim = tunip_node_new(r->graph, &tunip_ir_int_imm_type);
        if ((count && !need(r, ",")) || !read_number(r, &number) || !dim) return NULL;
        dim->base.dtype = TUNIP_INT(32);
        dim->value = number;
        if (!CG_PUSH(&r->memory, items, count, (tunip_node *)dim)) return NULL;
    }
    return tunip_array_new(r->graph, count, (void *const *)items);
}

static bool read_dtype(reader *r, tunip_dtype *out)
{
    return tunip_dtype_parse(read_name(r), out) || pattern_fail(r, "a dtype");
}

static tunip_node *read_type(reader *r)
{
    tunip_relay_tensor_type *type = tunip_node_new(r->graph, &tunip_relay_tensor_type_type);
    if (!type) return NULL;
    if (!skip(r, "Tensor[")) {
        type->shape = tunip_array_new(r->graph, 0, NULL);
        return read_dtype(r, &type->dtype) ? (tunip_node *)type : NULL;
    }
    type->shape = read_shape(r);
    return type->shape && need(r, ",") && read_dtype(r, &type->dtype) && need(r, "]")
               ? (tunip_node *)type
               : NULL;
}

static tunip_node *value_node(reader *r, const cg_value *value)
{
    tunip_node **items = NULL;
    size_t count = 0;
    switch (value->kind) {
    case TUNIP_JSON_STRING:
        return (tunip_node *)tunip_string_new_view(r->graph, value->text);
    case TUNIP_JSON_TRUE:
    case TUNIP_JSON_FALSE:
        return (tunip_node *)tunip_bool_new(r->graph, value->kind == TUNIP_JSON_TRUE);
    case TUNIP_JSON_INT:
        return (tunip_node *)tunip_int_new(r->graph, (int64_t)value->number);
    case TUNIP_JSON_OPEN_ARRAY:
        break;
    default:
        return (tunip_node *)tunip_float_new(r->graph, value->number);
    }
    for (size_t i = 0; i < value->count; i++)
        if (!CG_PUSH(&r->memory, items, count, value_node(r, value->members[i].value))) return NULL;
    return (tunip_node *)tunip_array_new(r->graph, count, (void *const *)items);
}

/* An object of JSON; braces in it are balanced. */
static tunip_node *read_attrs(reader *r)
{
    size_t depth = 0;
    skip_blanks(r);
    const char *begin = r->at;
    if (begin == r->end || *begin != '{') return pattern_fail(r, "`{`");
    do {
        if (r->at == r->end) return pattern_fail(r, "`}`");
        depth += *r->at == '{';
        depth -= *r->at++ == '}';
    } while (depth && depth != SIZE_MAX);
    tunip_str text = {begin, (size_t)(r->at - begin)};
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("pattern"), text, r->error);
    cg_file file = {.source = source, .error = r->error};
    const cg_value *value = source && cg_file_parse(&file, &r->memory) ? file.root : NULL;
    if (!value && r->error) r->error->offset += (size_t)(begin - r->begin);
    cg_file_close(&file);
    void **entries = value ? CG_NEW(&r->memory, void *, 2 * value->count + 1) : NULL;
    for (size_t i = 0; entries && i < value->count; i++) {
        entries[2 * i] = tunip_string_new_view(r->graph, value->members[i].key);
        entries[2 * i + 1] = value_node(r, value->members[i].value);
    }
    return entries ? (tunip_node *)tunip_ir_dict_attrs_new(r->graph, value->count, entries) : NULL;
}

static bool set_node(tunip_node *pattern, const tunip_field *field, void *node)
{
    memcpy((char *)pattern + field->offset, &node, sizeof node);
    return node != NULL;
}

static bool read_arg(reader *r, tunip_node *pattern, const tunip_field *field, char kind)
{
    void *at = (char *)pattern + field->offset;
    switch (kind) {
    case 'p':
        return set_node(pattern, field, read_alternatives(r));
    case 'q':
        return set_node(pattern, field, read_item(r));
    case 'l':
        return set_node(pattern, field, read_list(r, "[", "]"));
    case 's':
        return set_node(pattern, field, read_shape(r));
    case 'a':
        return set_node(pattern, field, read_attrs(r));
    case 't':
        return set_node(pattern, field, read_type(r));
    case 'n':
        return set_node(pattern, field, tunip_string_new_view(r->graph, read_name(r)));
    case 'i':
        return read_number(r, at);
    default:
        return read_dtype(r, at);
    }
}

static tunip_node *read_form(reader *r, const struct form *form)
{
    tunip_node *made = tunip_node_new(r->graph, form->type);
    const char *fields = form->fields;
    if (!made || !need(r, "(")) return NULL;
    for (const char *args = form->args; *args; args++) {
        char word[32] = "";
        if (!read_arg(r, made, next_field(form, &fields), *args)) return NULL;
        if (!args[1]) break;
        size_t size = args[1] == ' ' ? strlen(args + 1) - 1 : 1;
        memcpy(word, args + 1 + (args[1] == ' '), size - (args[1] == ' '));
        if (args[1] == ' ') word[size - 2] = '\0'; /* without the blank at the end */
        if (!need(r, word)) return NULL;
        args += size;
    }
    return need(r, ")") ? made : NULL;
}

static tunip_node *new_operator(reader *r, tunip_str name)
{
    cg_expr_pattern *made = tunip_node_new(r->graph, &cg_expr_pattern_type);
    tunip_ir_op *op = tunip_node_new(r->graph, &tunip_ir_op_type);
    if (!made || !op || !name.size)
        return name.size ? NULL : pattern_fail(r, "the name of an operator");
    const char *like = cg_operator_like(name);
    if (like) {
        tunip_error_set(r->error, TUNIP_ERROR_NOT_FOUND,
                        "there is no operator `%.*s`; did you mean `%s`?", (int)name.size,
                        name.data, like);
        if (r->error) r->error->offset = (size_t)(name.data - r->begin);
        return NULL;
    }
    op->name = tunip_string_new_view(r->graph, name);
    made->expr = (tunip_node *)op;
    return (tunip_node *)made;
}

static tunip_node *find_id(reader *r, int64_t id)
{
    if (id < 0 || (size_t)id >= r->ids.count || !r->ids.items[id])
        return pattern_fail(r, "the id of a pattern before it");
    return (tunip_node *)(uintptr_t)r->ids.items[id];
}

/* The arguments behind the pattern of an operator, if there are any. */
static tunip_node *read_call(reader *r, tunip_node *op)
{
    skip_blanks(r);
    if (!op || r->at == r->end || *r->at != '(') return op;
    cg_call_pattern *call = tunip_node_new(r->graph, &cg_call_pattern_type);
    if (!call) return NULL;
    call->op = op;
    call->args = read_list(r, "(", ")");
    return call->args ? (tunip_node *)call : NULL;
}

/* `nn.relu?(p)`: p, or the call with p as its first argument. */
static tunip_node *read_optional(reader *r, tunip_node *op)
{
    cg_alt_pattern *alt = tunip_node_new(r->graph, &cg_alt_pattern_type);
    tunip_node *made = op ? read_call(r, op) : NULL;
    const cg_call_pattern *call = TUNIP_AS(cg_call_pattern, made);
    if (!made || !alt) return NULL;
    if (!call || !tunip_array_count(call->args)) return pattern_fail(r, "an argument behind `?`");
    alt->left = call->args->items[0];
    alt->right = made;
    return (tunip_node *)alt;
}

/* A tuple, `(a, b)` or `(a,)`; any tuple, `(...)`; or alternatives, which may be operators of a
 * call: `(add | nn.bias_add)(*, *)`. */
static tunip_node *read_tuple(reader *r)
{
    tunip_node **items = NULL;
    size_t count = 0;
    bool has_comma = false;
    if (skip(r, "(...)")) return tunip_node_new(r->graph, &cg_tuple_pattern_type);
    if (!need(r, "(")) return NULL;
    while (!skip(r, ")")) {
        if (count && !has_comma && !need(r, ",")) return NULL;
        tunip_node *item = read_alternatives(r);
        if (!item || !CG_PUSH(&r->memory, items, count, item)) return NULL;
        has_comma = skip(r, ",");
    }
    if (count == 1 && !has_comma) return read_call(r, items[0]);
    cg_tuple_pattern *tuple = tunip_node_new(r->graph, &cg_tuple_pattern_type);
    if (tuple) tuple->fields = tunip_array_new(r->graph, count, (void *const *)items);
    return tuple && tuple->fields ? (tunip_node *)tuple : NULL;
}

/* "(id 3): p", "(invoke pattern id 3)", or a tuple. */
static tunip_node *read_bracket(reader *r)
{
    int64_t id;
    const char *begin = r->at;
    if (skip(r, "(invoke pattern id ")) {
        bool fine = read_number(r, &id) && need(r, ")");
        return fine ? find_id(r, id) : NULL;
    }
    if (skip(r, "(id "))
        return read_number(r, &id) && need(r, ")") && need(r, ":") ? read_item(r) : NULL;
    r->at = begin;
    return read_tuple(r);
}

/* `$x: p` is p, and each later `$x` is the same expression. */
static tunip_node *read_named(reader *r)
{
    struct named named = {read_name(r), NULL};
    if (!named.name.size) return pattern_fail(r, "a name");
    if (!skip(r, ":")) {
        for (size_t i = 0; i < r->named_count; i++)
            if (tunip_str_equal(r->named[i].name, named.name)) return r->named[i].pattern;
        return pattern_fail(r, "`:` behind a new name");
    }
    named.pattern = read_item(r);
    return named.pattern && CG_PUSH(&r->memory, r->named, r->named_count, named) ? named.pattern
                                                                                 : NULL;
}

static tunip_node *read_plain(reader *r)
{
    if (skip(r, "$")) return read_named(r);
    if (skip(r, "*")) return tunip_node_new(r->graph, &cg_wildcard_pattern_type);
    if (!skip(r, "%")) {
        tunip_str name = read_name(r);
        if (!name.size) return pattern_fail(r, "a pattern");
        if (tunip_str_is(name, "const")) return tunip_node_new(r->graph, &cg_constant_pattern_type);
        if (tunip_str_is(name, "Op")) {
            tunip_node *op = need(r, "(") ? new_operator(r, read_name(r)) : NULL;
            return op && need(r, ")") ? op : NULL;
        }
        for (size_t i = 0; i < TUNIP_LEN(forms); i++)
            if (tunip_str_is(name, forms[i].name)) return read_form(r, &forms[i]);
        /* `nn.relu(*)`, or the operator alone. */
        tunip_node *op = new_operator(r, name);
        return skip(r, "?") ? read_optional(r, op) : read_call(r, op);
    }
    cg_var_pattern *var = tunip_node_new(r->graph, &cg_var_pattern_type);
    if (var) var->name = tunip_string_new_view(r->graph, read_name(r));
    return (tunip_node *)var;
}

static tunip_node *read_numbered(reader *r)
{
    size_t id = r->ids.count;
    const tunip_node *none = NULL;
    if (!CG_PUSH(&r->memory, r->ids.items, r->ids.count, none)) return NULL;
    tunip_node *made = read_plain(r);
    r->ids.items[id] = made;
    return made;
}

static tunip_node *read_items(reader *r)
{
    skip_blanks(r);
    bool has_bracket = r->at < r->end && *r->at == '(';
    tunip_node *made = has_bracket ? read_bracket(r) : read_numbered(r);
    while (made && r->at + 1 < r->end && *r->at == '.' && tunip_is_digit(r->at[1])) {
        cg_tuple_item_pattern *item = tunip_node_new(r->graph, &cg_tuple_item_pattern_type);
        r->at++;
        if (!item || !read_number(r, &item->index)) return NULL;
        item->tuple = made;
        made = (tunip_node *)item;
    }
    return made;
}

static tunip_node *read_item(reader *r)
{
    if (++r->depth > MOST_TEXT_DEPTH) return pattern_fail(r, "a pattern that is less deep");
    tunip_node *made = read_items(r);
    r->depth--;
    return made;
}

static tunip_node *read_alternatives(reader *r)
{
    tunip_node *made = read_item(r);
    while (made && skip(r, "|")) {
        cg_alt_pattern *alt = tunip_node_new(r->graph, &cg_alt_pattern_type);
        tunip_node *right = read_item(r);
        if (!alt || !right) return NULL;
        alt->left = made;
        alt->right = right;
        made = (tunip_node *)alt;
    }
    return made;
}

const tunip_node *cg_pattern_read(tunip_graph *graph, tunip_str text, tunip_error *error)
{
    reader r = {.graph = graph,
                .begin = text.data,
                .at = text.data,
                .end = text.data + text.size,
                .error = error};
    skip(&r, "Main pattern:");
    tunip_node *made = read_alternatives(&r);
    skip_blanks(&r);
    bool is_whole = r.at == r.end || skip(&r, "Auxiliary patterns:");
    if (made && !is_whole) made = pattern_fail(&r, "the end");
    if (!made) tn_no_memory(error);
    tn_arena_free(&r.memory);
    return made;
}
