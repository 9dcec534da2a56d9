/* report.c -- the report of a print, and the errors of its rules. */
#include "report.h"

#include <stdio.h>

#include "guard.h"
#include "tokens.h"

/* The dialect whose rule is running. */
static const char *dialect_at_work(const tunip_docsifier *d)
{
    if (!d->guard->innermost) return NULL;
    const tn_rule *rule =
        tn_dispatch_rule(d->dispatch, d->tokens->row, d->guard->innermost->node->type);
    return rule->dialect ? rule->dialect->name : NULL;
}

void tn_job_misuse(tunip_docsifier *d, const char *format, ...)
{
    char what[sizeof d->memory.error.message / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const tunip_node *node = d->guard->innermost ? d->guard->innermost->node : NULL;
    const char *dialect = dialect_at_work(d);
    tn_job_fail(d, TUNIP_ERROR_RULE, "the rule of %s for %s %s", dialect ? dialect : "tunip",
                node ? node->type->key : "the root", what);
}

void tunip_report(tunip_docsifier *d, tunip_issue_kind kind, const tunip_path *path,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_issue issue = {
        .kind = kind,
        .message = tn_arena_format(&d->memory.kept, format, args),
        .path = d->options->no_source_map ? NULL : path,
        .dialect = dialect_at_work(d),
    };
    va_end(args);
    if (d->memory.kept.failed || !tn_array_push(&d->report->issues, tn_job_allocator(d), issue))
        tn_job_no_memory(d);
}
