/* dialects.c -- the part of a print that belongs to one dialect: its prefix, settings and state. It
 * is made when the print first meets the dialect. */
#include "dialects.h"

#include "report.h"

void tn_dialects_open(tunip_docsifier *d)
{
    size_t count = d->dispatch->dialects.count;
    d->dialects->jobs = tunip_job_alloc(d, count * sizeof *d->dialects->jobs);
    d->dialects->states = tunip_job_alloc(d, d->dispatch->state_size);
}

static tn_dialect_job *open_dialect(tunip_docsifier *d, size_t number)
{
    const tn_dialect *shared = &d->dispatch->dialects.items[number];
    tn_dialect_job *job = tn_job_kept_memory(d, sizeof *job);
    if (job) d->dialects->jobs[number] = job;
    if (!job) job = &d->dialects->spare;
    *job = (tn_dialect_job){.dialect = shared->dialect,
                            .shared = shared,
                            .prefix = shared->prefix,
                            .settings = shared->settings};
    if (shared->whole->state_size) job->state = d->dialects->states + shared->state;
    return job;
}

tn_dialect_job *tn_job_find_dialect(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const uint64_t *number = tn_map_get(&d->dispatch->number_of, dialect);
    if (!number) return NULL;
    tn_dialect_job *job =
        d->dialects->jobs[*number] ? d->dialects->jobs[*number] : open_dialect(d, *number);
    *tn_job_recent(d, dialect) = job;
    return job;
}

void tn_job_use(tunip_docsifier *d, tn_dialect_job *job)
{
    if (!tn_array_push(&d->dialects->used, tn_job_allocator(d), job)) {
        tn_job_no_memory(d);
        return;
    }
    size_t at = d->dialects->used.count - 1;
    for (; at && d->dialects->used.items[at - 1]->shared > job->shared; at--)
        d->dialects->used.items[at] = d->dialects->used.items[at - 1];
    d->dialects->used.items[at] = job;
    uint8_t number = tn_job_number(d, job);
    if (d->dialects->namespaces && number) d->dialects->namespaces[number - 1].used = true;
}

const void *tunip_job_settings(const tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *job = tn_job_dialect((tunip_docsifier *)(uintptr_t)d, dialect);
    return job ? job->settings : NULL;
}

/* Memory for a state without a size: the print has failed, but the rule that asked for it continues
 * until it ends. */
enum { SPARE_STATE = 1 << 16 };

void *tn_job_spare_state(tunip_docsifier *d)
{
    if (!d->dialects->spare_state) d->dialects->spare_state = tunip_job_keep(d, SPARE_STATE);
    return d->dialects->spare_state;
}

TN_APART static void *find_state(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *job = tn_job_dialect(d, dialect);
    if (!job || job->state) return job ? job->state : NULL;
    tn_job_misuse(d, "asks for the state of %s, whose state_size is 0", dialect->name);
    return tn_job_spare_state(d);
}

void *tunip_job_state(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *recent = *tn_job_recent(d, dialect);
    bool found = recent && recent->dialect == dialect && recent->state;
    return found ? recent->state : find_state(d, dialect);
}

/* ---- namespaces for backends ---- */

tunip_str tn_job_prefix(const tunip_docsifier *d, size_t dialect)
{
    const tn_dialect_job *job = d->dialects->jobs[dialect];
    return job ? job->prefix : d->dispatch->dialects.items[dialect].prefix;
}

static tunip_namespace namespace_of(tunip_docsifier *d, size_t number)
{
    const tunip_dialect *dialect = d->dispatch->dialects.items[number].dialect;
    tunip_namespace space = {.dialect = dialect->name, .import = dialect->import};
    space.prefix = tn_job_prefix(d, number);
    for (size_t i = 0; i < d->dialects->used.count && !space.used; i++)
        space.used = d->dialects->used.items[i]->shared->dialect == dialect;
    return space;
}

const tunip_namespace *tn_job_namespaces(tunip_docsifier *d, size_t *count)
{
    size_t known = d->dispatch->dialects.count;
    *count = known < UINT8_MAX ? known : UINT8_MAX;
    if (d->dialects->namespaces) return d->dialects->namespaces;
    d->dialects->namespaces = tunip_job_keep(d, *count * sizeof *d->dialects->namespaces);
    for (size_t i = 0; d->dialects->namespaces && i < *count; i++)
        d->dialects->namespaces[i] = namespace_of(d, i);
    return d->dialects->namespaces;
}
