/* job.c -- the memory, the error and the report of a print: every file of this layer uses them. */
#include "job.h"

#include <stdio.h>

void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...)
{
    if (tn_job_failed(d)) return;
    d->error.code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->error.message, sizeof d->error.message, format, args);
    va_end(args);
}

/* The dialect whose rule is running. */
static const char *dialect_at_work(const tunip_docsifier *d)
{
    if (!d->innermost) return NULL;
    const tn_rule *rule = tn_dispatch_rule(d->dispatch, d->row, d->innermost->node->type);
    return rule->dialect ? rule->dialect->name : NULL;
}

void tn_job_misuse(tunip_docsifier *d, const char *format, ...)
{
    char what[sizeof d->error.message / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const tunip_node *node = d->innermost ? d->innermost->node : NULL;
    const char *dialect = dialect_at_work(d);
    tn_job_fail(d, TUNIP_ERROR_RULE, "the rule of %s for %s %s", dialect ? dialect : "tunip",
                node ? node->type->key : "the root", what);
}

/* Memory for a state without a size: the print has failed, but the rule that asked for it continues
 * until it ends. */
enum { SPARE_STATE = 1 << 16 };

void *tn_job_spare_state(tunip_docsifier *d)
{
    if (!d->spare_state) d->spare_state = tunip_job_keep(d, SPARE_STATE);
    return d->spare_state;
}

void *tunip_job_alloc(tunip_docsifier *d, size_t size)
{
    void *memory = tn_job_memory(d, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

void *tunip_job_keep(tunip_docsifier *d, size_t size)
{
    void *memory = tn_job_kept_memory(d, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

tunip_scratch *tunip_job_scratch(tunip_docsifier *d)
{
    return &d->scratch;
}

tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text)
{
    tunip_str copy = tn_arena_str(&d->kept, text);
    if (!copy.data) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return copy;
}

/* ---- asking the job ---- */

const tunip_print_options *tunip_job_options(const tunip_docsifier *d)
{
    return &d->options;
}

tunip_walk_end tunip_job_walk(tunip_docsifier *d, const tunip_node *root,
                              const tunip_walker *walker)
{
    tunip_walker own = *walker;
    own.allocator = &d->arena.allocator;
    tunip_walk_end end = tunip_walk(root, &own);
    if (end == TUNIP_WALK_NO_MEMORY) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return end;
}

tunip_str tunip_doc_render(tunip_docsifier *d, const tunip_doc *doc)
{
    tunip_str nothing = {"", 0};
    return d->render ? d->render(d, doc) : nothing;
}

/* ---- the report ---- */

void tunip_report(tunip_docsifier *d, tunip_issue_kind kind, const tunip_path *path,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_issue issue = {
        .kind = kind,
        .message = tn_arena_format(&d->kept, format, args),
        .path = d->options.no_source_map ? NULL : path,
        .dialect = dialect_at_work(d),
    };
    va_end(args);
    if (d->kept.failed || !tn_array_push(&d->issues, &d->arena.allocator, issue))
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
}

/* ---- names of functions and modules ---- */

tunip_str tunip_binding_name(const tunip_docsifier *d)
{
    tunip_str none = {NULL, 0};
    return d->bindings.count ? d->bindings.items[d->bindings.count - 1] : none;
}

void tunip_binding_push(tunip_docsifier *d, tunip_str name)
{
    if (!tn_array_push(&d->bindings, &d->arena.allocator, name))
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
}

void tunip_binding_pop(tunip_docsifier *d)
{
    if (d->bindings.count) d->bindings.count--;
}
