/* docsify.c -- node -> Doc: applies the row that was found. Every rule calls this for the children
 * of its node. */
#include "docsify.h"

#include "constants.h"
#include "guard.h"
#include "plain.h"
#include "report.h"
#include "stages.h"
#include "tokens.h"
#include "variables.h"

/* ---- fields ---- */

void tn_report_missing(tunip_docsifier *d, const tunip_node *node, const tunip_field *field,
                       const tunip_path *path)
{
    if (field->kind != TUNIP_KIND_NODE ||
        (field->flags & (TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_IGNORE)))
        return;
    if (!tunip_field_node(node, field))
        tunip_report(d, TUNIP_ISSUE_NULL, path, "%s of a %s is missing", field->name,
                     node->type->key);
}

const tunip_doc *tunip_docsify_field(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_field *field, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, field->name);
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        tn_report_missing(d, node, field, at);
        return tunip_docsify(d, tunip_field_node(node, field), at);
    case TUNIP_KIND_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_KIND_FLOAT:
        return tunip_doc_float(d, *(const double *)value, at);
    case TUNIP_KIND_BOOL:
        return tunip_doc_bool(d, *(const bool *)value, at);
    case TUNIP_KIND_DTYPE:
        return tunip_doc_dtype(d, *(const tunip_dtype *)value, at);
    }
    return &tn_doc_failed.base;
}

/* The argument of a call row. A string is a literal, of however many lines. */
static const tunip_doc *docsify_arg(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *path)
{
    bool is_text = field->kind == TUNIP_KIND_NODE && field->expects == &tunip_string_type;
    const tunip_node *value = is_text ? tunip_field_node(node, field) : NULL;
    if (!value || !tunip_is(value, &tunip_string_type))
        return tunip_docsify_field(d, node, field, path);
    return tunip_doc_str(d, tunip_string_value(value), tunip_path_attr(d, path, field->name));
}

static const tunip_doc *apply_call(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_doc *callee = tunip_prefixed_str(d, rule->dialect, rule->name);
    const tunip_doc **docs = tunip_docs_new(d, rule->arg_count);
    size_t keyword_count = rule->arg_count - rule->positional_count;
    tunip_str *keys = keyword_count ? tn_job_memory(d, keyword_count * sizeof *keys) : NULL;
    if ((rule->arg_count && !docs) || (keyword_count && !keys)) return &tn_doc_failed.base;
    for (size_t i = 0; i < rule->arg_count; i++) {
        docs[i] = docsify_arg(d, node, rule->args[i].field, path);
        if (i >= rule->positional_count) keys[i - rule->positional_count] = rule->args[i].key;
    }
    tunip_docs values = tunip_docs_none();
    if (keyword_count) values = tunip_docs_view(docs + rule->positional_count, keyword_count);
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, rule->positional_count), keys,
                              values);
}

static const tunip_doc *apply_custom(tunip_docsifier *d, const tn_rule *rule,
                                     const tunip_node *node, const tunip_path *path)
{
    return rule->fn(d, node, path);
}

static const tunip_doc *apply_variable(tunip_docsifier *d, const tn_rule *rule,
                                       const tunip_node *node, const tunip_path *path)
{
    const tunip_doc *doc = tunip_variable(d, node);
    return doc ? doc : rule->fn(d, node, path);
}

static const tunip_doc *apply_name(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    (void)node;
    (void)path;
    return tunip_prefixed_str(d, rule->dialect, rule->name);
}

static const tunip_doc *apply_forward(tunip_docsifier *d, const tn_rule *rule,
                                      const tunip_node *node, const tunip_path *path)
{
    return tunip_docsify_field(d, node, rule->args[0].field, path);
}

static const tunip_doc *apply_metadata(tunip_docsifier *d, const tn_rule *rule,
                                       const tunip_node *node, const tunip_path *path)
{
    (void)rule;
    return tunip_metadata(d, node, path);
}

/* ---- plain text ----
 *
 * Roots that have no script form (containers, values and a few other types) print as TVM's
 * ReprPrinter prints them (src/node/repr_printer.cc, src/node/container_printing.cc). A node inside
 * them that has a script form is printed as a script of its own. */

static const tunip_doc *plain_array(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_array *array = (const tunip_array *)node;
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = tunip_docsify_plain(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, array->count));
}

/* Keys are not escaped, as in TVM. */
static const tunip_doc *plain_key(tunip_docsifier *d, const tunip_node *key, const tunip_path *path)
{
    if (!tunip_is(key, &tunip_string_type)) return tunip_docsify_plain(d, key, path);
    tunip_str text = tunip_string_value(key);
    char *quoted = tunip_job_alloc(d, text.size + 2);
    if (!quoted) return &tn_doc_failed.base;
    quoted[0] = quoted[text.size + 1] = '"';
    if (text.size) memcpy(quoted + 1, text.data, text.size);
    return tunip_doc_raw_new(d, (tunip_str){quoted, text.size + 2}, path);
}

static const tunip_doc *plain_map(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_map *map = (const tunip_map *)node;
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; keys && values && i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        keys[i] = plain_key(d, key, tunip_path_key_missing(d, path, key));
        values[i] = tunip_docsify_plain(d, map->entries[i].value, tunip_path_key(d, path, key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

/* A field whose type is a string is written as its characters; any other field by its own rule. */
static const tunip_doc *plain_child(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *at)
{
    const tunip_node *child = tunip_field_node(node, field);
    if (child && field->expects == &tunip_string_type && tunip_is(child, &tunip_string_type))
        return tunip_doc_raw_new(d, tunip_string_value(child), at);
    return tunip_docsify_plain(d, child, at);
}

static const tunip_doc *plain_field(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, field->name);
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return plain_child(d, node, field, at);
    case TUNIP_KIND_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_KIND_FLOAT:
        return tn_plain_float(d, *(const double *)value, at);
    case TUNIP_KIND_BOOL:
        return tunip_doc_int(d, *(const bool *)value, at);
    case TUNIP_KIND_DTYPE:
        return tn_plain_dtype(d, *(const tunip_dtype *)value, at);
    }
    return &tn_doc_failed.base;
}

/* ---- rows ---- */

/* The characters of a text up to the next field. */
static const tunip_doc *next_part(tunip_docsifier *d, const char **text)
{
    const char *hole = strstr(*text, TN_HOLE), *begin = *text;
    size_t size = hole ? (size_t)(hole - begin) : strlen(begin);
    *text = begin + size + (hole ? sizeof TN_HOLE - 1 : 0);
    return tunip_doc_raw_new(d, (tunip_str){begin, size}, NULL);
}

static const tunip_doc *apply_text(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    size_t count = 2 * rule->arg_count + 1;
    const char *rest = rule->name.data;
    const tunip_doc **docs = tunip_docs_new(d, count);
    if (!docs) return &tn_doc_failed.base;
    for (size_t i = 0; i < count; i++) {
        const tunip_field *field = i % 2 ? rule->args[i / 2].field : NULL;
        docs[i] = !field           ? next_part(d, &rest)
                  : rule->is_plain ? plain_field(d, node, field, path)
                                   : docsify_arg(d, node, field, path);
    }
    return tunip_doc_joined_new(d, tunip_docs_view(docs, count));
}

/* ORDER tunip_rule_form */
static const tunip_doc *(*const apply[])(tunip_docsifier *d, const tn_rule *rule,
                                         const tunip_node *node, const tunip_path *path) = {
    [TUNIP_RULE_CUSTOM] = apply_custom,     [TUNIP_RULE_CALL] = apply_call,
    [TUNIP_RULE_NAME] = apply_name,         [TUNIP_RULE_FORWARD] = apply_forward,
    [TUNIP_RULE_METADATA] = apply_metadata, [TUNIP_RULE_TEXT] = apply_text,
    [TUNIP_RULE_VARIABLE] = apply_variable, [TUNIP_RULE_CONSTANT] = apply_custom,
};

static const tunip_doc *apply_rule(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    return apply[rule->form](d, rule, node, path);
}

/* ---- nodes without a script form ---- */

/* The rule a dialect has for `node` under the token "plain" and no other. */
static const tn_rule *plain_rule(tunip_docsifier *d, const tunip_node *node)
{
    uint32_t token = tn_intern_find(&d->dispatch->tokens, tunip_str_from("plain"));
    tn_row *row = token == TN_NOT_INTERNED ? NULL : tn_tokens_row(d, token);
    return tn_dispatch_own_rule(d->dispatch, row, node->type);
}

static const tunip_doc *plain_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    if (node->type == &tunip_array_type) return plain_array(d, node, path);
    if (node->type == &tunip_map_type) return plain_map(d, node, path);
    const tunip_doc *value = tn_plain_value(d, node, path);
    if (value) return value;
    const tn_rule *rule = plain_rule(d, node);
    if (rule) return apply_rule(d, rule, node, path);
    if (tn_dispatch_root(d->dispatch, node, NULL))
        return tunip_doc_raw_new(d, d->stages->print(d, node, path), path);
    if (tn_dispatch_has_rule(d->dispatch, node->type)) return tunip_docsify(d, node, path);
    return d->dispatch->fallback.fn(d, node, path);
}

/* ---- any node ---- */

TN_INLINE const tunip_doc *apply_with(tunip_docsifier *d, const tn_rule *rule,
                                      const tunip_node *node, const tunip_path *path)
{
    uint8_t outer = d->dialect;
    d->dialect = rule->number;
    const tunip_doc *doc =
        rule->form == TUNIP_RULE_CUSTOM ? rule->fn(d, node, path) : apply_rule(d, rule, node, path);
    d->dialect = outer;
    return doc;
}

static const tunip_doc *apply_found(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return apply_with(d, tn_dispatch_rule(d->dispatch, d->tokens->row, node->type), node, path);
}

/* A node that a guard must check, whose rule has not been looked up yet, or that is NULL. */
TN_APART static const tunip_doc *docsify_carefully(tunip_docsifier *d, const tunip_node *node,
                                                   const tunip_path *path)
{
    if (!node) return tunip_doc_none(d, path);
    return tn_guard_carefully(d, node, path, apply_found);
}

TN_APART static const tunip_doc *docsify_guarded(tunip_docsifier *d, const tunip_node *node,
                                                 const tunip_path *path, const tn_rule *rule)
{
    tn_guarded guarded;
    if (TN_RARELY(tn_job_failed(d))) return &tn_doc_failed.base;
    tn_guard_fetch(d->guard);
    if (TN_RARELY(!rule || !tn_guard_is_easy(d))) return docsify_carefully(d, node, path);
    tn_guard_enter(d, node, &guarded);
    const tunip_doc *doc = apply_with(d, rule, node, path);
    return tn_guard_leave(d, node, path, doc, &guarded);
}

/* A reader makes the nodes below a node just before the node itself, and often just after the node
 * that was expected before. */
void tunip_job_expect(const tunip_docsifier *d, const void *node)
{
    enum { USUAL_SIZE = 24 << 10 };
    tn_guard *guard = d->guard;
    uintptr_t end = (uintptr_t)node, begin = end > USUAL_SIZE ? end - USUAL_SIZE : end;
    bool follows = guard->expected > begin && guard->expected < end;
    guard->fetch_end = end;
    guard->fetch_begin = follows ? guard->expected : begin;
    guard->expected = end;
}

/* The shared Doc of a variable, if its rule would return it. Half of the nodes in expressions are
 * variables, and these need no guard. */
TN_APART static const tunip_doc *docsify_variable(tunip_docsifier *d, const tunip_node *node,
                                                  const tunip_path *path, const tn_rule *rule)
{
    bool is_easy = d->guard->depth < d->guard->easy_depth;
    const tn_variable *variable = is_easy ? tn_variable_or_guess(d, node) : NULL;
    const tunip_doc *id = variable ? variable->id : NULL;
    if (!id || id->dialect != rule->number) return docsify_guarded(d, node, path, rule);
    return path ? tn_guard_place(d, id, path) : id;
}

/* Makes the Doc of a constant, and keeps it if the rule has no more to say than the Doc. */
TN_APART static const tunip_doc *make_constant(tunip_docsifier *d, const tunip_node *node,
                                               const tunip_path *path, const tn_rule *rule)
{
    size_t issues = d->report->issues.count;
    const tunip_doc *doc = docsify_guarded(d, node, path, rule);
    if (d->report->issues.count == issues) tn_constant_keep(d, node, rule, doc);
    return doc;
}

/* The Doc that equal constants share. Without paths, they differ in nothing. */
TN_APART static const tunip_doc *docsify_constant(tunip_docsifier *d, const tunip_node *node,
                                                  const tunip_path *path, const tn_rule *rule)
{
    if (TN_RARELY(d->paths->recorded || node->type != rule->type ||
                  d->guard->depth >= d->guard->easy_depth))
        return docsify_guarded(d, node, path, rule);
    const tunip_doc *doc = tn_constant_find(d, node, rule);
    return doc ? doc : make_constant(d, node, path, rule);
}

/* After an error, shared Docs of variables and constants do no harm. No other rule runs. */
const tunip_doc *tunip_docsify(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    const tn_rule *rule = node && node->type ? tn_row_rule(d->tokens->row, node->type) : NULL;
    if (rule && rule->form == TUNIP_RULE_VARIABLE) return docsify_variable(d, node, path, rule);
    if (rule && rule->form == TUNIP_RULE_CONSTANT) return docsify_constant(d, node, path, rule);
    return docsify_guarded(d, node, path, rule);
}

const tunip_doc *tunip_docsify_plain(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    tn_guarded guarded;
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    if (!node) return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("(nullptr)"), path);
    if (TN_RARELY(!node->type || !tn_guard_is_easy(d)))
        return tn_guard_carefully(d, node, path, plain_doc);
    tn_guard_enter(d, node, &guarded);
    const tunip_doc *doc = plain_doc(d, node, path);
    return tn_guard_leave(d, node, path, doc, &guarded);
}

tunip_docs tunip_docsify_items(tunip_docsifier *d, const tunip_array *array, const tunip_path *path)
{
    size_t count = tunip_array_count(array);
    const tunip_doc **docs = tunip_docs_new(d, count);
    if (!docs) return tunip_docs_none();
    for (size_t i = 0; i < count; i++)
        docs[i] = tunip_docsify(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}
