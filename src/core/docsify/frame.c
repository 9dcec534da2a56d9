/* frame.c -- frames: scopes with their statements, and the actions that run when a scope is
 * left. */
#include "frame.h"

#include "dialects.h"
#include "report.h"
#include "stages.h"
#include "uses.h"
#include "variables.h"

/* ---- misuse ----
 *
 * An effect on a frame that was left would never be undone, or be undone twice. So the print fails,
 * and the message names the rule. */
const struct tunip_frame_action tn_frame_gone;

void tn_frame_misuse(tunip_docsifier *d, const tunip_frame *frame, const char *what)
{
    tn_job_misuse(d, "%s %s", what, frame ? "a frame that it has left" : "no frame");
}

/* Whether `frame` is among the innermost frames. This finds a recursive rule that reuses one frame.
 * The search is limited because any number of frames may be open. */
static bool is_nearby(const tunip_docsifier *d, const tunip_frame *frame)
{
    enum { NEARBY = 8 };
    const tunip_frame *open = d->top;
    for (int i = 0; i < NEARBY && open; i++, open = open->outer)
        if (open == frame) return true;
    return false;
}

void tunip_frame_enter(tunip_docsifier *d, tunip_frame *frame, const tunip_dialect *dialect,
                       const void *node)
{
    if (!frame || is_nearby(d, frame)) {
        tn_job_misuse(d, "enters %s", frame ? "a frame that is open" : "no frame");
        return;
    }
    *frame = (tunip_frame){.dialect = dialect, .outer = d->top, .node = node};
    d->top = frame;
    if (d->uses->done && !tn_uses_enter(d->uses, frame, node)) tn_job_no_memory(d);
}

void tunip_frame_leave(tunip_docsifier *d, tunip_frame *frame)
{
    if (frame != d->top || tn_frame_is_gone(frame)) {
        if (!tn_job_failed(d)) tn_job_misuse(d, "leaves a frame that is not the innermost one");
        return;
    }
    if (d->stages->gather) d->stages->gather(d, frame);
    for (struct tunip_frame_action *action = frame->actions; action; action = action->next)
        action->run(d, action->user);
    frame->actions = (struct tunip_frame_action *)(uintptr_t)&tn_frame_gone;
    if (d->uses->done) tn_uses_leave(d->uses, frame);
    d->top = frame->outer;
}

tunip_frame *tunip_frame_top(const tunip_docsifier *d)
{
    return d->top;
}

tunip_frame *tunip_frame_of(const tunip_docsifier *d, const tunip_dialect *dialect)
{
    tunip_frame *frame = d->top;
    while (frame && frame->dialect != dialect) frame = frame->outer;
    return frame;
}

void tunip_frame_on_leave(tunip_docsifier *d, tunip_frame *frame,
                          void (*run)(tunip_docsifier *d, void *user), void *user)
{
    struct tunip_frame_action *action = tn_job_memory(d, sizeof *action);
    if (!action) return;
    *action = (struct tunip_frame_action){.run = run, .user = user};
    tn_frame_act(d, frame, action);
}

/* ---- statements ---- */

bool tn_frame_grow(tunip_docsifier *d, tunip_frame *frame)
{
    size_t room = frame->stmt_room ? frame->stmt_room * 2 : 4;
    const tunip_doc **grown = tunip_docs_new(d, room);
    if (!grown) return false;
    if (frame->stmt_count) memcpy(grown, frame->stmts, frame->stmt_count * sizeof *grown);
    frame->stmts = grown;
    frame->stmt_room = room;
    return true;
}

TN_APART static void grow_and_add(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *stmt)
{
    if (tn_frame_grow(d, frame)) frame->stmts[frame->stmt_count++] = stmt;
}

/* Blocks inside a body stay blocks, so that a thousand nested scopes are not copied a thousand
 * times. Empty blocks are dropped. */
void tunip_frame_add(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *stmt)
{
    if (TN_RARELY(!frame))
        tn_frame_misuse(d, frame, "adds a statement to");
    else if (tn_is_nothing(stmt))
        return;
    else if (frame->stmt_count < frame->stmt_room)
        frame->stmts[frame->stmt_count++] = stmt;
    else
        grow_and_add(d, frame, stmt);
}

TN_APART static tunip_docs body_after(tunip_docsifier *d, const tunip_frame *frame,
                                      const tunip_doc *first)
{
    size_t count = frame->stmt_count + 1;
    const tunip_doc **body = tunip_docs_new(d, count);
    if (!body) return tunip_docs_none();
    body[0] = first;
    if (count > 1) memcpy(body + 1, frame->stmts, (count - 1) * sizeof *body);
    return tunip_docs_view(body, count);
}

tunip_docs tunip_frame_body(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *first)
{
    if (!frame) {
        tn_frame_misuse(d, frame, "asks for the statements of");
        return tunip_docs_none();
    }
    if (d->stages->gather) d->stages->gather(d, frame);
    return first ? body_after(d, frame, first) : tunip_docs_view(frame->stmts, frame->stmt_count);
}
