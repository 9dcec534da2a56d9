/* toy.c -- the toy dialect: its types, its rules, its settings. */
#include "toy.h"

#include "print/doc.h"

/* ---- types ---- */

#define TYPE(s, key_, table, base_, flags_)                                                        \
    tunip_type s##_type = {.key = (key_),                                                          \
                           .base = (base_),                                                        \
                           .fields = (table),                                                      \
                           .field_count = TUNIP_LEN(table),                                        \
                           .equality = TUNIP_EQ_TREE,                                              \
                           .flags = (flags_),                                                      \
                           .size = sizeof(s)}

/* clang-format off */
static const tunip_field toy_var_fields[] = {
    TUNIP_FIELD_NODE(toy_var, name, tunip_string, TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE),
};
static const tunip_field sum_fields[] = {
    TUNIP_FIELD_ANY(toy_sum, lhs, 0),
    TUNIP_FIELD_ANY(toy_sum, rhs, 0),
};
static const tunip_field scope_fields[] = {
    TUNIP_FIELD_NODE(toy_scope, var, toy_var, TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(toy_scope, value, 0),
    TUNIP_FIELD_ANY(toy_scope, body, 0),
};
static const tunip_field seq_fields[] = {TUNIP_FIELD_ARRAY(toy_seq, items, tunip_any, 0)};
static const tunip_field fn_fields[] = {
    TUNIP_FIELD_ARRAY(toy_fn, params, toy_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ANY(toy_fn, body, 0),
};
static const tunip_field pair_fields[] = {
    TUNIP_FIELD_ANY(toy_pair, first, 0),
    TUNIP_FIELD_ANY(toy_pair, second, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(toy_pair, weight, 0),
};
static const tunip_field twin_fields[] = {TUNIP_FIELD_BOOL(toy_twin, same, 0)};
static const tunip_field fields_fields[] = {
    TUNIP_FIELD_INT(toy_fields, i, 0),
    TUNIP_FIELD_FLOAT(toy_fields, f, 0),
    TUNIP_FIELD_BOOL(toy_fields, b, 0),
    TUNIP_FIELD_DTYPE(toy_fields, d, 0),
    TUNIP_FIELD_ANY(toy_fields, node, 0),
};
static const tunip_field holder_fields[] = {TUNIP_FIELD_ANY(toy_holder, inner, 0)};
static const tunip_field bare_fields[] = {
    TUNIP_FIELD_ANY(toy_bare, shown, 0),
    TUNIP_FIELD_ANY(toy_bare, ignored, TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_INT(toy_bare, count, 0),
};

TUNIP_TYPE(toy_var, "toy.Var", NULL, FREE_VAR, TUNIP_TYPE_VARIABLE, NULL);
TYPE(toy_sum, "toy.Sum", sum_fields, NULL, 0);
TYPE(toy_scope, "toy.Scope", scope_fields, NULL, 0);
TYPE(toy_seq, "toy.Seq", seq_fields, NULL, 0);
TYPE(toy_fn, "toy.Fn", fn_fields, NULL, 0);
TYPE(toy_pair, "toy.Pair", pair_fields, NULL, 0);
TYPE(toy_twin, "toy.Twin", twin_fields, &toy_pair_type, 0);
TYPE(toy_fields, "toy.Fields", fields_fields, NULL, 0);
TYPE(toy_bare, "toy.Bare", bare_fields, NULL, 0);
/* clang-format on */

#define EMPTY(s, key_) tunip_type s##_type = {.key = (key_), .size = sizeof(tunip_node)}

EMPTY(toy_config, "toy.Config");
EMPTY(toy_unit, "toy.Unit");
EMPTY(toy_count, "toy.Count");

#define HOLDER(s, key_)                                                                            \
    tunip_type s##_type = {                                                                        \
        .key = (key_), .size = sizeof(toy_holder), .fields = holder_fields, .field_count = 1}

HOLDER(toy_forward, "toy.Forward");
HOLDER(toy_loud, "toy.Loud");
HOLDER(toy_blob, "toy.Blob");
HOLDER(toy_broken, "toy.Broken");
HOLDER(toy_quote, "toy.Quote");
HOLDER(toy_stranger, "toy.Stranger");

/* ---- rules ---- */

static const tunip_doc *docsify_var(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    tunip_str hint = tunip_string_value(((const toy_var *)node)->name);
    tunip_frame *home = tunip_uses_frame(d, node);
    if (!home) {
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "nobody defines %.*s", (int)hint.size,
                     hint.data);
        return tunip_doc_id_new(d, hint, path);
    }
    const tunip_doc *made = tunip_prefixed_call(d, &toy_dialect, "var", tunip_docs_none());
    const tunip_doc *name = tunip_define(d, home, node, hint);
    tunip_frame_add(d, home, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, name, made, NULL));
    return tunip_variable(d, node);
}

static const tunip_doc *docsify_sum(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const toy_sum *sum = (const toy_sum *)node;
    const tunip_doc *lhs = TUNIP_SUB(d, sum, lhs, path);
    const tunip_doc *rhs = TUNIP_SUB(d, sum, rhs, path);
    return tunip_doc_operation_new(d, TUNIP_OP_ADD, TUNIP_DOCS(d, lhs, rhs));
}

static const tunip_doc *as_statement(tunip_docsifier *d, const tunip_doc *doc)
{
    if (tunip_doc_classify(doc) != TUNIP_CLASS_EXPR) return doc;
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, doc);
}

static const tunip_doc *define(tunip_docsifier *d, tunip_frame *frame, const toy_var *var)
{
    return var ? tunip_define(d, frame, var, tunip_string_value(var->name)) : NULL;
}

static const tunip_doc *docsify_scope(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const toy_scope *scope = (const toy_scope *)node;
    const tunip_doc *value = TUNIP_SUB(d, scope, value, path);
    const tunip_doc *head = tunip_prefixed_call(d, &toy_dialect, "scope", TUNIP_DOCS(d, value));
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, scope);
    const tunip_doc *name = define(d, &frame, scope->var);
    tunip_frame_add(d, &frame, as_statement(d, TUNIP_SUB(d, scope, body, path)));
    const tunip_doc *doc = tunip_doc_scope_new(d, name, head, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return doc;
}

static const tunip_doc *docsify_seq(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_array *items = ((const toy_seq *)node)->items;
    size_t count = tunip_array_count(items);
    const tunip_doc **stmts = tunip_docs_new(d, count);
    const tunip_path *at = tunip_path_attr(d, path, "items");
    for (size_t i = 0; stmts && i < count; i++)
        stmts[i] = as_statement(d, tunip_docsify(d, items->items[i], tunip_path_item(d, at, i)));
    return tunip_doc_block_new(d, tunip_docs_view(stmts, count));
}

static tunip_docs define_params(tunip_docsifier *d, tunip_frame *frame, const tunip_array *params)
{
    size_t count = tunip_array_count(params);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = define(d, frame, (const toy_var *)params->items[i]);
    return tunip_docs_view(docs, count);
}

static const tunip_doc *docsify_fn(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const toy_fn *fn = (const toy_fn *)node;
    tunip_str name = tunip_binding_name(d);
    if (!name.size) name = tunip_str_from("main");
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, fn);
    tunip_docs params = define_params(d, &frame, fn->params);
    tunip_frame_add(d, &frame, as_statement(d, TUNIP_SUB(d, fn, body, path)));
    const tunip_doc *doc =
        tunip_doc_function_new(d, tunip_doc_id_new(d, name, NULL), params, tunip_docs_none(), NULL,
                               tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return tunip_with_header(d, doc);
}

static const tunip_doc *docsify_loud(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, node);
    tunip_frame_token(d, &frame, "loud");
    const tunip_doc *doc = TUNIP_SUB(d, (const toy_holder *)node, inner, path);
    tunip_frame_leave(d, &frame);
    return doc;
}

static const tunip_doc *docsify_broken(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    (void)d, (void)node, (void)path;
    return NULL;
}

static const tunip_doc *docsify_quote(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_doc *inner = TUNIP_SUB(d, (const toy_holder *)node, inner, path);
    return tunip_doc_str(d, tn_doc_render(d, inner), path);
}

static const tunip_doc *docsify_config(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    (void)node, (void)path;
    const toy_settings *settings = tunip_job_settings(d, &toy_dialect);
    const tunip_doc *shout = tunip_doc_bool(d, settings->shout, NULL);
    const tunip_doc *dtype = tunip_doc_dtype(d, settings->dtype, NULL);
    const tunip_doc *unit = tunip_doc_str(d, tunip_str_from(settings->unit), NULL);
    return tunip_prefixed_call(d, &toy_dialect, "config", TUNIP_DOCS(d, shout, dtype, unit));
}

static const tunip_doc *docsify_count(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    (void)node, (void)path;
    int64_t *count = tunip_job_state(d, &toy_dialect);
    const tunip_doc *number = tunip_doc_int(d, ++*count, NULL);
    return tunip_prefixed_call(d, &toy_dialect, "count", TUNIP_DOCS(d, number));
}

static const tunip_rule rules[] = {
    /* type, token, form, name, fields, function */
    {&toy_var_type, "", TUNIP_RULE_VARIABLE, NULL, NULL, docsify_var},
    {&toy_sum_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_sum},
    {&toy_sum_type, "loud", TUNIP_RULE_CALL, "SUM", "lhs rhs", NULL},
    {&toy_scope_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_scope},
    {&toy_seq_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_seq},
    {&toy_fn_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_fn},
    {&toy_pair_type, "", TUNIP_RULE_CALL, "pair", "first second weight=weight", NULL},
    {&toy_fields_type, "", TUNIP_RULE_CALL, "fields", "i f b d node=node", NULL},
    {&toy_unit_type, "", TUNIP_RULE_NAME, "unit", NULL, NULL},
    {&toy_forward_type, "", TUNIP_RULE_FORWARD, NULL, "inner", NULL},
    {&toy_loud_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_loud},
    {&toy_blob_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL},
    {&toy_broken_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_broken},
    {&toy_quote_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_quote},
    {&toy_config_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_config},
    {&toy_count_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_count},
};

/* ---- the dialect ---- */

static tunip_type *const types[] = {
    &toy_var_type,    &toy_sum_type,   &toy_scope_type,   &toy_seq_type,  &toy_fn_type,
    &toy_pair_type,   &toy_twin_type,  &toy_fields_type,  &toy_bare_type, &toy_config_type,
    &toy_unit_type,   &toy_count_type, &toy_forward_type, &toy_loud_type, &toy_blob_type,
    &toy_broken_type, &toy_quote_type,
};

static const tunip_root roots[] = {
    {&toy_sum_type, "toy", true, NULL},   {&toy_scope_type, "toy", true, NULL},
    {&toy_seq_type, "toy", true, NULL},   {&toy_fn_type, "toy", true, NULL},
    {&toy_pair_type, "toy", false, NULL}, {&toy_loud_type, "toy", true, NULL},
};

static const tunip_setting_row settings[] = {
    /* name, alias, kind, offset, default, help */
    {"shout", "shouting", TUNIP_SETTING_BOOL, offsetof(toy_settings, shout), "false", "be loud"},
    {"dtype", NULL, TUNIP_SETTING_DTYPE, offsetof(toy_settings, dtype), "int32", "of numbers"},
    {"unit", "unit_of_all", TUNIP_SETTING_NAME, offsetof(toy_settings, unit), "metre", "of length"},
};

const tunip_dialect toy_dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "toy",
    .prefix = "Y",
    .import = "from toys import toy as %s",
    .types = types,
    .type_count = TUNIP_LEN(types),
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
    .roots = roots,
    .root_count = TUNIP_LEN(roots),
    .settings = settings,
    .setting_count = TUNIP_LEN(settings),
    .settings_size = sizeof(toy_settings),
    .state_size = sizeof(int64_t),
};

/* ---- nodes ---- */

toy_var *toy_var_new(tunip_graph *graph, const char *name)
{
    toy_var *var = tunip_node_new(graph, &toy_var_type);
    if (var) var->name = tunip_string_new(graph, name);
    return var;
}

toy_sum *toy_sum_new(tunip_graph *graph, void *lhs, void *rhs)
{
    toy_sum *sum = tunip_node_new(graph, &toy_sum_type);
    if (!sum) return NULL;
    sum->lhs = lhs;
    sum->rhs = rhs;
    return sum;
}

toy_scope *toy_scope_new(tunip_graph *graph, toy_var *var, void *value, void *body)
{
    toy_scope *scope = tunip_node_new(graph, &toy_scope_type);
    if (!scope) return NULL;
    scope->var = var;
    scope->value = value;
    scope->body = body;
    return scope;
}

toy_seq *toy_seq_new(tunip_graph *graph, tunip_array *items)
{
    toy_seq *seq = tunip_node_new(graph, &toy_seq_type);
    if (seq) seq->items = items;
    return seq;
}

toy_fn *toy_fn_new(tunip_graph *graph, tunip_array *params, void *body)
{
    toy_fn *fn = tunip_node_new(graph, &toy_fn_type);
    if (!fn) return NULL;
    fn->params = params;
    fn->body = body;
    return fn;
}

toy_pair *toy_pair_new(tunip_graph *graph, void *first, void *second, int64_t weight)
{
    toy_pair *pair = tunip_node_new(graph, &toy_pair_type);
    if (!pair) return NULL;
    pair->first = first;
    pair->second = second;
    pair->weight = weight;
    return pair;
}

toy_holder *toy_holder_new(tunip_graph *graph, const tunip_type *type, void *inner)
{
    toy_holder *holder = tunip_node_new(graph, type);
    if (holder) holder->inner = inner;
    return holder;
}

void *toy_deep_sum(tunip_graph *graph, void *first, size_t depth)
{
    void *at = first;
    for (size_t i = 0; i < depth; i++) at = toy_sum_new(graph, at, tunip_int_new(graph, 1));
    return at;
}
