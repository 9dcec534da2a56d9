/* free_variables.c -- the innermost scope that sees all uses of a variable. */
#include "free_variables.h"

#include <tunip/ext/dialect.h>

#include "frame.h"
#include "uses.h"
#include "variables.h"

/* Notes the frames that are open, from the outermost in. */
static bool note_frames(tunip_docsifier *d)
{
    bool fine = true;
    TN_ARRAY(tunip_frame *) frames = {NULL, 0, 0};
    tn_uses_leave_all(d->uses);
    for (tunip_frame *frame = d->top; frame && fine; frame = frame->outer)
        fine = tn_array_push(&frames, d->uses->allocator, frame);
    for (size_t i = frames.count; i-- > 0 && fine;)
        fine = tn_uses_enter(d->uses, frames.items[i], frames.items[i]->node);
    tn_array_free(&frames, d->uses->allocator);
    return fine;
}

void tn_free_variables_cut(tunip_docsifier *d)
{
    if (d->uses->done && !note_frames(d)) tn_job_no_memory(d);
}

void tunip_uses_root(tunip_docsifier *d, const void *root)
{
    tn_uses_set_root(d->uses, root);
    tn_variables_begin_function(d);
}

static uint32_t common_use(tunip_docsifier *d, const void *variable)
{
    if (!variable || !d->uses->root) return 0;
    bool ok, first = !d->uses->done;
    uint32_t at = tn_uses_common(d->uses, variable, &ok);
    if (ok && first) ok = note_frames(d);
    if (!ok) tn_job_no_memory(d);
    return at;
}

bool tunip_uses_within(tunip_docsifier *d, const void *variable, const void *node)
{
    return tn_uses_is_below(d->uses, common_use(d, variable), node);
}

tunip_frame *tunip_uses_frame(tunip_docsifier *d, const void *variable)
{
    uint32_t at = common_use(d, variable);
    return at ? tn_uses_frame(d->uses, at) : NULL;
}
