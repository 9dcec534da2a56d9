/* match.c -- TVM's matching of dataflow patterns: src/relay/ir/dataflow_matcher.cc of v0.19. */
#include "match.h"

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
    cg_memory_free(&matcher->memory);
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

cg_set cg_matched_set(cg_matcher *m, cg_memory *memory)
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
