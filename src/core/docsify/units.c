/* units.c -- makes units of frames, as Docs or as text, in order or ahead of time. */
#include "units.h"

#include "dialects.h"
#include "frame.h"
#include "metadata.h"
#include "paths.h"
#include "report.h"
#include "stages.h"
#include "variables.h"

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
    surroundings s = {.variables = tn_variable_count(d), .metadata = d->metadata->index.count};
    for (const tunip_frame *frame = d->top; frame; frame = frame->outer) {
        s.stmts += frame->stmt_count;
        s.actions ^= (uintptr_t)frame->actions;
    }
    return s;
}

/* The print before a unit. */
typedef struct checkpoint {
    tn_arena_mark arena, docs; /* before the copy of the states, and after it */
    size_t more_paths, issues;
    const void *states; /* a copy of the states of dialects; NULL when out of memory */
    surroundings around;
} checkpoint;

static checkpoint set_checkpoint(tunip_docsifier *d)
{
    checkpoint c = {.arena = tn_arena_here(&d->memory.arena),
                    .more_paths = d->paths->more.count,
                    .issues = d->report->issues.count,
                    .around = look_around(d)};
    size_t size = d->dispatch->state_size;
    void *states = tn_job_memory(d, size);
    if (states && size) memcpy(states, d->dialects->states, size);
    c.states = states;
    c.docs = tn_arena_here(&d->memory.arena);
    return c;
}

/* Frees the Docs of the unit. */
static void drop_docs(tunip_docsifier *d, const checkpoint *c)
{
    tn_arena_rewind(&d->memory.arena, c->docs);
    d->paths->more.count = c->more_paths;
}

/* The same, and forgets its issues, because it is made again. */
static void undo(tunip_docsifier *d, const checkpoint *c)
{
    drop_docs(d, c);
    d->report->issues.count = c->issues;
}

/* Frees the copy of the states, after the Docs were dropped. */
static void free_checkpoint(tunip_docsifier *d, const checkpoint *c)
{
    tn_arena_rewind(&d->memory.arena, c->arena);
}

/* Whether the unit has added nothing to the frames around it. */
static bool is_untouched(const tunip_docsifier *d, const checkpoint *c)
{
    surroundings now = look_around(d);
    return now.stmts == c->around.stmts && now.actions == c->around.actions &&
           now.variables == c->around.variables && now.metadata == c->around.metadata;
}

/* The same, and has left the states of dialects as they were: a changed state may affect other
 * units. */
static bool is_undoable(const tunip_docsifier *d, const checkpoint *c)
{
    size_t size = d->dispatch->state_size;
    return is_untouched(d, c) && (!size || memcmp(c->states, d->dialects->states, size) == 0);
}

/* Makes the Docs of a unit. If a guess was wrong, clears the error and makes them again without
 * guesses. That is not possible if the unit has changed the frames around it or the state of a
 * dialect: then the whole print is made again. */
static const tunip_doc *make_with_guesses(tunip_docsifier *d, const tn_unit *u,
                                          const checkpoint *before)
{
    tn_variables *variables = d->variables;
    /* printed paths are found by their addresses, so their memory cannot be used again */
    variables->may_guess =
        !d->stages->without_guesses && !d->accounted && !d->paths->printed_recorded;
    const tunip_doc *stmt = u->make(d, u->user);
    variables->may_guess = false;
    if (!variables->guessed_wrong || !is_undoable(d, before)) return stmt;
    variables->guessed_wrong = false;
    d->memory.error = (tunip_error)TUNIP_ERROR_INIT;
    undo(d, before);
    return u->make(d, u->user);
}

static const tunip_doc *make_docs(tunip_docsifier *d, const tn_unit *u, const checkpoint *before)
{
    /* a unit inside another is a part of it, which is made again as a whole */
    if (tn_job_failed(d) || !tn_variables_open_unit(d)) return u->make(d, u->user);
    const tunip_doc *stmt = make_with_guesses(d, u, before);
    tn_variables_close_unit(d);
    return stmt;
}

/* Makes a unit of which only the text may be needed. */
static const tunip_doc *make_text(tunip_docsifier *d, const tn_unit *u)
{
    const checkpoint before = set_checkpoint(d);
    const tunip_doc *stmt = make_docs(d, u, &before);
    if (tn_is_nothing(stmt) || tn_job_failed(d) || !is_untouched(d, &before)) return stmt;
    /* the paths of issues must live as long as the print */
    if (d->paths->recorded && before.issues != d->report->issues.count) return stmt;
    const tunip_doc *prerendered = d->stages->prerender(d, u->frame->around, stmt, u->node);
    if (prerendered == stmt) return stmt;
    drop_docs(d, &before);
    free_checkpoint(d, &before);
    return prerendered;
}

/* The same in a print that keeps the Docs of some units. Other units need no paths, unless their
 * Docs must be kept, too: then it makes them again. */
static const tunip_doc *make_text_or_docs(tunip_docsifier *d, const tn_unit *u)
{
    surroundings before = look_around(d);
    d->paths->recorded = false;
    const tunip_doc *stmt = make_text(d, u);
    d->paths->recorded = true;
    bool is_text = stmt && stmt->kind >= TUNIP_DOC__COUNT;
    if (is_text || tn_is_nothing(stmt) || tn_job_failed(d)) return stmt;
    const checkpoint again = set_checkpoint(d);
    const surroundings *now = &again.around;
    d->stages->left_over |= now->stmts != before.stmts || now->actions != before.actions;
    return make_docs(d, u, &again);
}

const tunip_doc *tn_unit_make(tunip_docsifier *d, const tn_unit *u)
{
    const tn_stages *stages = d->stages;
    if (!stages->prerender || (stages->keeps && stages->keeps(d, u->node))) {
        const checkpoint before = set_checkpoint(d);
        return make_docs(d, u, &before);
    }
    return stages->keeps ? make_text_or_docs(d, u) : make_text(d, u);
}

tn_unit_end tn_unit_make_ahead(tunip_docsifier *d, const tn_unit *u, const tunip_doc **text)
{
    const checkpoint before = set_checkpoint(d);
    *text = NULL;
    d->metadata->ahead = true;
    d->metadata->wanted = false;
    const tunip_doc *stmt = make_docs(d, u, &before);
    d->metadata->ahead = false;
    if (tn_is_nothing(stmt) || tn_job_failed(d) || !is_undoable(d, &before)) return TN_UNIT_SPOILS;
    const tunip_doc *made = stmt;
    if (!d->metadata->wanted) made = d->stages->prerender(d, u->frame->around, stmt, u->node);
    bool later = made == stmt;
    if (later)
        undo(d, &before);
    else
        drop_docs(d, &before);
    free_checkpoint(d, &before);
    if (tn_job_failed(d)) return TN_UNIT_SPOILS;
    if (!later) *text = made;
    return later ? TN_UNIT_LATER : TN_UNIT_MADE;
}

void tunip_frame_add_unit(tunip_docsifier *d, tunip_frame *frame, const void *node,
                          tunip_creator_fn make, const void *user)
{
    if (!frame) tn_frame_misuse(d, frame, "adds a unit to");
    if (!frame || !tn_frame_make_room(d, frame)) return;
    const tn_unit u = {frame, node, make, user};
    if (!d->stages->share || !d->stages->share(d, &u))
        tunip_frame_add(d, frame, tn_unit_make(d, &u));
}
