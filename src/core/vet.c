/* vet.c -- checks a graph before any rule casts its nodes. Unchanged graphs of readers need no
 * check. */
#include "vet.h"

#include "context.h"
#include "ir/check.h"
#include "ir/trust.h"

static void take_failure(tunip_docsifier *d, const tunip_error *failure)
{
    tn_job_fail(d, failure->code, "%s", failure->message);
}

static void report_flaw(tunip_docsifier *d, const tunip_flaw *flaw)
{
    const tunip_path *path =
        d->options.no_source_map ? NULL : tn_path_append(&d->kept, tunip_path_root(d), flaw->path);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "%.*s", (int)flaw->message.size,
                 flaw->message.data);
}

/* The rules report the other flaws. */
static void report_grave_flaws(tunip_docsifier *d, const tunip_check_report *report)
{
    for (size_t i = 0; i < report->flaw_count; i++) report_flaw(d, &report->flaws[i]);
    if (report->total > report->flaw_count)
        tunip_report(d, TUNIP_ISSUE_MALFORMED, NULL, "%zu more flaws: tunip_check() lists them",
                     report->total - report->flaw_count);
}

enum { MOST_ISSUES = 100 };

static const tunip_node *mend(tunip_docsifier *d, const tunip_node *root)
{
    tunip_check_report report;
    tunip_error failure = TUNIP_ERROR_INIT;
    if (tn_check_grave(d->context, root, MOST_ISSUES, &report, &failure) != TUNIP_OK) {
        take_failure(d, &failure);
        return NULL;
    }
    report_grave_flaws(d, &report);
    tunip_check_report_free(&report);
    const tunip_node *mended = tn_mend(&d->kept, root);
    if (!mended) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return mended;
}

const tunip_node *tn_vet(tunip_docsifier *d, const tunip_node *root)
{
    bool sound = true;
    tunip_error failure = TUNIP_ERROR_INIT;
    if (!root || tn_root_is_trusted(d->context, root)) return root;
    if (tn_check_is_sound(d->context, root, &sound, &failure) != TUNIP_OK) {
        take_failure(d, &failure);
        return NULL;
    }
    return sound ? root : mend(d, root);
}
