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

/* The hash of the states of dialects. A unit that changes a state may affect other units. */
static uint64_t hash_states(const tunip_docsifier *d)
{
    return tn_hash_bytes(d->dialects->states, d->dispatch->state_size);
}

/* Makes the Docs of a unit. If a guess was wrong, clears the error and makes them again without
 * guesses. That is not possible if the unit has changed the frames around it or the state of a
 * dialect: then the whole print is made again. */
static const tunip_doc *make_docs(tunip_docsifier *d, const tn_unit *u, surroundings before)
{
    tn_variables *variables = d->variables;
    bool is_part = variables->may_guess; /* of another unit, which is made again as a whole */
    if (is_part || tn_job_failed(d)) return u->make(d, u->user);
    tn_arena_mark mark = tn_arena_here(&d->memory.arena);
    size_t more = d->paths->more.count, issues = d->report->issues.count;
    uint64_t states = hash_states(d);
    /* printed paths are found by their addresses, so their memory cannot be used again */
    variables->may_guess =
        !d->stages->without_guesses && !d->accounted && !d->paths->printed_recorded;
    const tunip_doc *stmt = u->make(d, u->user);
    variables->may_guess = false;
    if (!variables->guessed_wrong || !untouched(d, before) || states != hash_states(d)) return stmt;
    variables->guessed_wrong = false;
    d->memory.error = (tunip_error)TUNIP_ERROR_INIT;
    d->report->issues.count = issues;
    d->paths->more.count = more;
    tn_arena_rewind(&d->memory.arena, mark);
    return u->make(d, u->user);
}

/* Makes a unit of which only the text may be needed. */
static const tunip_doc *make_text(tunip_docsifier *d, const tn_unit *u)
{
    tn_arena_mark mark = tn_arena_here(&d->memory.arena);
    surroundings before = look_around(d);
    size_t more = d->paths->more.count, issues = d->report->issues.count;
    const tunip_doc *stmt = make_docs(d, u, before);
    if (tn_is_nothing(stmt) || tn_job_failed(d) || !untouched(d, before)) return stmt;
    /* the paths of issues must live as long as the print */
    if (d->paths->recorded && issues != d->report->issues.count) return stmt;
    const tunip_doc *prerendered = d->stages->prerender(d, u->frame->around, stmt, u->node);
    if (prerendered == stmt) return stmt;
    tn_arena_rewind(&d->memory.arena, mark);
    d->paths->more.count = more;
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
    surroundings now = look_around(d);
    d->stages->left_over |= now.stmts != before.stmts || now.actions != before.actions;
    return make_docs(d, u, now);
}

const tunip_doc *tn_unit_make(tunip_docsifier *d, const tn_unit *u)
{
    const tn_stages *stages = d->stages;
    if (!stages->prerender || (stages->keeps && stages->keeps(d, u->node)))
        return make_docs(d, u, look_around(d));
    return stages->keeps ? make_text_or_docs(d, u) : make_text(d, u);
}

tn_unit_end tn_unit_make_ahead(tunip_docsifier *d, const tn_unit *u, const tunip_doc **text)
{
    tn_arena_mark mark = tn_arena_here(&d->memory.arena);
    surroundings before = look_around(d);
    size_t issues = d->report->issues.count;
    uint64_t states = hash_states(d);
    *text = NULL;
    d->metadata->ahead = true;
    d->metadata->wanted = false;
    const tunip_doc *stmt = make_docs(d, u, before);
    d->metadata->ahead = false;
    if (tn_is_nothing(stmt) || tn_job_failed(d) || !untouched(d, before) ||
        states != hash_states(d))
        return TN_UNIT_SPOILS;
    bool later = d->metadata->wanted;
    if (!later) *text = d->stages->prerender(d, u->frame->around, stmt, u->node);
    later |= *text == stmt;
    tn_arena_rewind(&d->memory.arena, mark);
    if (later) d->report->issues.count = issues;
    return tn_job_failed(d) ? TN_UNIT_SPOILS : later ? TN_UNIT_LATER : TN_UNIT_MADE;
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
