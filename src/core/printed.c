/* printed.c -- the queries on a finished print. */
#include "printed.h"

#include "docsify/report.h"

tunip_str tunip_printed_text(const tunip_printed *p)
{
    return (tunip_str){p->render.text, p->render.size};
}

const char *tunip_printed_backend(const tunip_printed *p)
{
    return p->render.backend->name;
}

const tunip_source *tunip_printed_source(const tunip_printed *p)
{
    return &p->source;
}

size_t tunip_printed_issue_count(const tunip_printed *p)
{
    return p->docsifier.report->issues.count;
}

const tunip_issue *tunip_printed_issue(const tunip_printed *p, size_t index)
{
    return index < p->docsifier.report->issues.count ? &p->docsifier.report->issues.items[index]
                                                     : NULL;
}

bool tunip_printed_parsable(const tunip_printed *p)
{
    if (p->verdict != TN_VERDICT_NONE) return p->verdict != TN_VERDICT_REFUSED;
    for (size_t i = 0; i < p->docsifier.report->issues.count; i++)
        if (p->docsifier.report->issues.items[i].kind != TUNIP_ISSUE_LOST) return false;
    return true;
}

bool tunip_printed_lossless(const tunip_printed *p)
{
    if (p->verdict != TN_VERDICT_NONE) return p->verdict == TN_VERDICT_SAME;
    return p->docsifier.options->find_losses && !p->docsifier.report->issues.count;
}

double tunip_printed_seconds(const tunip_printed *p, tunip_stage stage)
{
    return (unsigned)stage < TUNIP_STAGE__COUNT ? p->seconds[stage] : 0;
}

const tn_spans *tn_printed_spans(const tunip_printed *printed)
{
    tunip_printed *p = (tunip_printed *)(uintptr_t)printed;
    if (!p->packed.is_used) return &p->render.spans;
    tn_mutex_lock(&p->packed.lock);
    bool fine = tn_unpack(&p->packed, &p->docsifier, &p->render);
    tn_mutex_unlock(&p->packed.lock);
    return fine ? &p->render.spans : NULL;
}

size_t tunip_printed_span_count(const tunip_printed *p)
{
    const tn_spans *spans = tn_printed_spans(p);
    return spans ? spans->count : 0;
}

const tunip_span *tunip_printed_spans(const tunip_printed *p)
{
    const tn_spans *spans = tn_printed_spans(p);
    return spans ? spans->items : NULL;
}

void tunip_printed_locate(const tunip_printed *p, size_t offset, size_t *line, size_t *column)
{
    tunip_source_locate(&p->source, offset, line, column);
}
