/* rule.c -- what a row of a rule table says, as a Doc. */
#include "job.h"

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

static const tunip_doc *prefix_of(tunip_docsifier *d, tn_dialect_job *job)
{
    if (job->prefix_doc) return job->prefix_doc;
    job->prefix_doc = tn_doc_keep(d, tn_doc_prefix_new(d, job));
    tn_job_use(d, job);
    return job->prefix_doc;
}

static const tunip_doc *prefixed(tunip_docsifier *d, const tunip_dialect *dialect, tunip_str name)
{
    tn_dialect_job *job = tn_job_dialect(d, dialect);
    if (!job) return tunip_doc_id_new(d, name, NULL);
    if (!job->names) job->names = tunip_job_keep(d, TN_RECENT_NAMES * sizeof *job->names);
    if (!job->names) return &tn_doc_failed.base;
    tn_recent_name *recent = &job->names[((uintptr_t)name.data >> 1) % TN_RECENT_NAMES];
    if (recent->key != name.data || !tunip_str_equal(recent->name, name)) {
        tunip_str kept = tn_job_kept_text(d, name);
        recent->doc = tn_doc_keep(d, tunip_doc_attr_new(d, prefix_of(d, job), kept));
        recent->name = kept;
        recent->key = name.data;
    }
    return recent->doc;
}

const tunip_doc *tunip_prefixed(tunip_docsifier *d, const tunip_dialect *dialect, const char *name)
{
    return prefixed(d, dialect, tunip_str_from(name));
}

const tunip_doc *tunip_prefixed_call(tunip_docsifier *d, const tunip_dialect *dialect,
                                     const char *name, tunip_docs args)
{
    return tunip_doc_call_new(d, tunip_prefixed(d, dialect, name), args, NULL, tunip_docs_none());
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
    const tunip_doc *callee = prefixed(d, rule->dialect, rule->name);
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

static const tunip_doc *apply_name(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    (void)node;
    (void)path;
    return prefixed(d, rule->dialect, rule->name);
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

/* The characters of a text up to the next field. */
static const tunip_doc *piece(tunip_docsifier *d, const char **text)
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
    for (size_t i = 0; i < count; i++)
        docs[i] = i % 2 ? tn_plain_field(d, node, rule->args[i / 2].field, path) : piece(d, &rest);
    return tunip_doc_joined_new(d, tunip_docs_view(docs, count));
}

/* ORDER tunip_rule_form */
static const tunip_doc *(*const apply[])(tunip_docsifier *d, const tn_rule *rule,
                                         const tunip_node *node, const tunip_path *path) = {
    [TUNIP_RULE_CUSTOM] = apply_custom,     [TUNIP_RULE_CALL] = apply_call,
    [TUNIP_RULE_NAME] = apply_name,         [TUNIP_RULE_FORWARD] = apply_forward,
    [TUNIP_RULE_METADATA] = apply_metadata, [TUNIP_RULE_TEXT] = apply_text,
};

const tunip_doc *tn_rule_apply(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                               const tunip_path *path)
{
    return apply[rule->form](d, rule, node, path);
}

const tunip_doc *tn_rule_find_and_apply(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    const tn_rule *rule = tn_dispatch_find(d->dispatch, d->row, node->type);
    uint8_t outer = d->dialect;
    d->dialect = rule->number;
    const tunip_doc *doc = tn_rule_apply(d, rule, node, path);
    d->dialect = outer;
    return doc;
}
