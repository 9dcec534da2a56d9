/* rule.c -- what a row of a rule table says, as a Doc. */
#include "job.h"

void tn_report_missing(tunip_docsifier *d, const tunip_node *node, const tunip_field *field,
                       const tunip_path *path)
{
    if (field->kind != TUNIP_FIELD_NODE || (field->flags & (TUNIP_OPTIONAL | TUNIP_IGNORE))) return;
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
    case TUNIP_FIELD_NODE:
        tn_report_missing(d, node, field, at);
        return tunip_docsify(d, tunip_field_node(node, field), at);
    case TUNIP_FIELD_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_FIELD_FLOAT:
        return tunip_doc_float(d, *(const double *)value, at);
    case TUNIP_FIELD_BOOL:
        return tunip_doc_bool(d, *(const bool *)value, at);
    case TUNIP_FIELD_DTYPE:
        return tunip_doc_dtype(d, *(const tunip_dtype *)value, at);
    }
    return &tn_doc_failed.base;
}

static const tunip_doc *prefix_of(tunip_docsifier *d, tn_dialect_job *job)
{
    if (job->prefix_doc) return job->prefix_doc;
    const tunip_doc *id = tunip_doc_id_new(d, job->space->prefix, NULL);
    if (!tn_job_failed(d)) {
        ((tunip_doc *)(uintptr_t)id)->sub = TUNIP_ID_PREFIX;
        ((tunip_doc *)(uintptr_t)id)->dialect = tn_job_number(d, job);
    }
    job->prefix_doc = tn_doc_keep(d, id);
    job->space->used = true;
    return job->prefix_doc;
}

static const tunip_doc *prefixed(tunip_docsifier *d, const tunip_dialect *dialect, tunip_str name)
{
    tn_dialect_job *job = tn_job_dialect(d, dialect);
    if (!job) return tunip_doc_id_new(d, name, NULL);
    size_t at = ((uintptr_t)name.data >> 1) % TN_RECENT_NAMES;
    if (job->names[at].key != name.data || !tunip_str_equal(job->names[at].name, name)) {
        tunip_str kept = tn_job_kept_text(d, name);
        job->names[at].doc = tn_doc_keep(d, tunip_doc_attr_new(d, prefix_of(d, job), kept));
        job->names[at].name = kept;
        job->names[at].key = name.data;
    }
    return job->names[at].doc;
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

static const tunip_doc *apply_call(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_doc *callee = prefixed(d, rule->dialect, rule->name);
    const tunip_doc **docs = tunip_docs_new(d, rule->arg_count);
    size_t keyword_count = rule->arg_count - rule->positional_count;
    tunip_str *keys = keyword_count ? tn_job_memory(d, keyword_count * sizeof *keys) : NULL;
    if ((rule->arg_count && !docs) || (keyword_count && !keys)) return &tn_doc_failed.base;
    for (size_t i = 0; i < rule->arg_count; i++) {
        docs[i] = tunip_docsify_field(d, node, rule->args[i].field, path);
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

/* ORDER tunip_rule_form */
static const tunip_doc *(*const apply[])(tunip_docsifier *d, const tn_rule *rule,
                                         const tunip_node *node, const tunip_path *path) = {
    [TUNIP_CUSTOM] = apply_custom,   [TUNIP_CALL] = apply_call,         [TUNIP_NAME] = apply_name,
    [TUNIP_FORWARD] = apply_forward, [TUNIP_METADATA] = apply_metadata,
};

const tunip_doc *tn_rule_apply(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                               const tunip_path *path)
{
    return apply[rule->form](d, rule, node, path);
}
