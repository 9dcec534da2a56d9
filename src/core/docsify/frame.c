/* frame.c -- frames: scopes with their statements and what leaving them undoes. */
#include "frame.h"

#include "dialects.h"
#include "metadata.h"
#include "paths.h"
#include "report.h"
#include "stages.h"
#include "uses.h"
#include "variables.h"

/* ---- misuse ----
 *
 * This replaces the actions of a frame that was left. Any effect on such a frame would never be
 * undone, or be undone twice. So the print fails, and the message names the rule. */
static const struct tunip_frame_action gone;

bool tn_frame_is_gone(const tunip_frame *frame)
{
    return !frame || frame->actions == &gone;
}

void tn_frame_misuse(tunip_docsifier *d, const tunip_frame *frame, const char *what)
{
    tn_job_misuse(d, "%s %s", what, frame ? "a frame that it has left" : "no frame");
}

/* Whether `frame` is among the innermost frames. This finds a recursive rule that reuses one frame.
 * The search is limited because any number of frames may be open. */
static bool is_nearby(const tunip_docsifier *d, const tunip_frame *frame)
{
    enum { NEARBY = 8 };
    const tunip_frame *open = d->frames->top;
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
    *frame = (tunip_frame){.dialect = dialect, .outer = d->frames->top, .node = node};
    d->frames->top = frame;
    if (!tn_uses_enter(d->uses, frame, node)) tn_job_no_memory(d);
}

void tunip_frame_leave(tunip_docsifier *d, tunip_frame *frame)
{
    if (frame != d->frames->top || tn_frame_is_gone(frame)) {
        if (!tn_job_failed(d)) tn_job_misuse(d, "leaves a frame that is not the innermost one");
        return;
    }
    for (struct tunip_frame_action *action = frame->actions; action; action = action->next)
        action->run(d, action->user);
    frame->actions = (struct tunip_frame_action *)(uintptr_t)&gone;
    tn_uses_leave(d->uses, frame);
    d->frames->top = frame->outer;
}

tunip_frame *tunip_frame_top(const tunip_docsifier *d)
{
    return d->frames->top;
}

tunip_frame *tunip_frame_of(const tunip_docsifier *d, const tunip_dialect *dialect)
{
    tunip_frame *frame = d->frames->top;
    while (frame && frame->dialect != dialect) frame = frame->outer;
    return frame;
}

void tunip_frame_on_leave(tunip_docsifier *d, tunip_frame *frame,
                          void (*run)(tunip_docsifier *d, void *user), void *user)
{
    if (tn_frame_is_gone(frame)) {
        tn_frame_misuse(d, frame, "defines something in");
        return;
    }
    struct tunip_frame_action *action = tn_job_memory(d, sizeof *action);
    if (!action) return;
    *action = (struct tunip_frame_action){.next = frame->actions, .run = run, .user = user};
    frame->actions = action;
}

/* ---- statements ---- */

static bool make_room(tunip_docsifier *d, tunip_frame *frame)
{
    if (frame->stmt_count < frame->stmt_room) return true;
    size_t room = frame->stmt_room ? frame->stmt_room * 2 : 4;
    const tunip_doc **grown = tunip_docs_new(d, room);
    if (!grown) return false;
    if (frame->stmt_count) memcpy(grown, frame->stmts, frame->stmt_count * sizeof *grown);
    frame->stmts = grown;
    frame->stmt_room = room;
    return true;
}

static bool is_nothing(const tunip_doc *stmt)
{
    return !stmt || (stmt->kind == TUNIP_DOC_BLOCK && !((const tunip_doc_block *)stmt)->body.count);
}

/* Blocks inside a body stay blocks, so that a thousand nested scopes are not copied a thousand
 * times. Empty blocks are dropped. */
void tunip_frame_add(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *stmt)
{
    if (!frame) tn_frame_misuse(d, frame, "adds a statement to");
    if (!frame || is_nothing(stmt) || !make_room(d, frame)) return;
    frame->stmts[frame->stmt_count++] = stmt;
}

tunip_docs tunip_frame_body(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *first)
{
    if (!frame) {
        tn_frame_misuse(d, frame, "asks for the statements of");
        return tunip_docs_none();
    }
    if (!first) return tunip_docs_view(frame->stmts, frame->stmt_count);
    size_t count = frame->stmt_count + 1;
    const tunip_doc **body = tunip_docs_new(d, count);
    if (!body) return tunip_docs_none();
    body[0] = first;
    if (count > 1) memcpy(body + 1, frame->stmts, (count - 1) * sizeof *body);
    return tunip_docs_view(body, count);
}

/* ---- units ---- */

void tunip_frame_announce(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *around)
{
    size_t count;
    if (!frame) tn_frame_misuse(d, frame, "announces the body of");
    if (!frame) return;
    frame->around = around;
    if (d->stages->prerender && around && around->dialect && tn_job_namespaces(d, &count))
        d->dialects->namespaces[around->dialect - 1].used = true;
}

/* The state of the frames around a unit. It changes if the unit adds something to them, such as the
 * declaration of a free variable. */
typedef struct surroundings {
    size_t stmts;
    uintptr_t actions;
    size_t variables;
    size_t metadata; /* holds nodes that may belong to the unit */
} surroundings;

static surroundings look_around(const tunip_docsifier *d)
{
    surroundings s = {.variables = d->variables->index.count, .metadata = d->metadata->index.count};
    for (const tunip_frame *frame = d->frames->top; frame; frame = frame->outer) {
        s.stmts += frame->stmt_count;
        s.actions ^= (uintptr_t)frame->actions;
    }
    return s;
}

static bool untouched(const tunip_docsifier *d, surroundings before)
{
    surroundings now = look_around(d);
    return now.stmts == before.stmts && now.actions == before.actions &&
           now.variables == before.variables && now.metadata == before.metadata;
}

typedef struct unit {
    tunip_frame *frame;
    const void *node;
    tunip_creator_fn make;
    const void *user;
} unit;

/* Makes a unit of which only the text may be needed. */
static const tunip_doc *make_text(tunip_docsifier *d, const unit *u)
{
    tn_arena_mark mark = tn_arena_here(&d->memory.arena);
    surroundings before = look_around(d);
    size_t variables = d->variables->list.count;
    const tunip_doc *stmt = u->make(d, u->user);
    if (is_nothing(stmt) || tn_job_failed(d) || !untouched(d, before)) return stmt;
    const tunip_doc *prerendered = d->stages->prerender(d, u->frame->around, stmt, u->node);
    if (prerendered == stmt) return stmt;
    tn_arena_rewind(&d->memory.arena, mark);
    d->variables->list.count = variables;
    return prerendered;
}

/* The same in a print that keeps the Docs of some units. Other units need no paths, unless their
 * Docs must be kept, too: then it makes them again. */
static const tunip_doc *make_text_or_docs(tunip_docsifier *d, const unit *u)
{
    surroundings before = look_around(d);
    d->paths->recorded = false;
    const tunip_doc *stmt = make_text(d, u);
    d->paths->recorded = true;
    bool is_text = stmt && stmt->kind >= TUNIP_DOC__COUNT;
    if (is_text || is_nothing(stmt)) return stmt;
    surroundings now = look_around(d);
    d->stages->left_over |= now.stmts != before.stmts || now.actions != before.actions;
    return u->make(d, u->user);
}

void tunip_frame_add_unit(tunip_docsifier *d, tunip_frame *frame, const void *node,
                          tunip_creator_fn make, const void *user)
{
    const tn_stages *stages = d->stages;
    if (!frame) tn_frame_misuse(d, frame, "adds a unit to");
    if (!frame || !make_room(d, frame)) return;
    const unit u = {frame, node, make, user};
    if (!stages->prerender || (stages->keeps && stages->keeps(d, node)))
        tunip_frame_add(d, frame, make(d, user));
    else
        tunip_frame_add(d, frame, stages->keeps ? make_text_or_docs(d, &u) : make_text(d, &u));
}
