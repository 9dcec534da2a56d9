/* frame.c -- scopes with their statements, their dispatch tokens and units, and the scope that
 * sees all uses of a variable. */
#include "frame.h"

#include <tunip/ext/dialect.h>

#include "../ir/visit.h"
#include "../util/mix.h"
#include "docsifier.h"
#include "metadata.h"
#include "names.h"
#include "paths.h"
#include "settings.h"
#include "team.h"

/* ======== frame ======== */

/* frames: scopes with their statements, and the actions that run when a scope is
 * left. */

/* ---- misuse ----
 *
 * An effect on a frame that was left would never be undone, or be undone twice. So the print fails,
 * and the message names the rule. */
const struct tunip_frame_action tn_frame_gone;

void tn_frame_misuse(tunip_docsifier *d, const tunip_frame *frame, const char *what)
{
    tn_job_misuse(d, "%s %s", what, frame ? "a frame that it has left" : "no frame");
}

/* Among the innermost frames, finds a recursive rule that reuses one frame. The search is limited
 * because any number of frames may be open. */
void tunip_frame_enter(tunip_docsifier *d, tunip_frame *frame, const tunip_dialect *dialect,
                       const void *node)
{
    enum { NEARBY = 8 };
    const tunip_frame *open = d->top;
    for (int i = 0; i + 1 < NEARBY && open && open != frame; i++) open = open->outer;
    if (!frame || open == frame) {
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
    if (TN_RARELY(d->member)) tn_team_gather(d, frame);
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

void tn_frame_on_leave(tunip_docsifier *d, tunip_frame *frame,
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

/* Blocks inside a body stay blocks, so that a thousand nested scopes are not copied a thousand
 * times. Empty blocks are dropped. */
void tunip_frame_add(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *stmt)
{
    if (TN_RARELY(!frame))
        tn_frame_misuse(d, frame, "adds a statement to");
    else if (!tn_is_nothing(stmt) && tn_frame_make_room(d, frame))
        frame->stmts[frame->stmt_count++] = stmt;
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
    if (TN_RARELY(d->member)) tn_team_gather(d, frame);
    return first ? body_after(d, frame, first) : tunip_docs_view(frame->stmts, frame->stmt_count);
}

/* ======== tokens ======== */

/* The stack of dispatch tokens. */

tn_row *tn_tokens_row(tunip_docsifier *d, uint32_t token)
{
    tn_row *row = tn_dispatch_row(d->dispatch, token);
    if (!row) tn_job_no_memory(d);
    return row;
}

static void pop_token(tunip_docsifier *d, void *user)
{
    (void)user;
    d->tokens->ids.count--;
    d->tokens->row = tn_dispatch_row(d->dispatch, d->tokens->ids.items[d->tokens->ids.count - 1]);
}

void tunip_frame_token(tunip_docsifier *d, tunip_frame *frame, const char *token)
{
    if (tn_frame_is_gone(frame)) {
        tn_frame_misuse(d, frame, "sets the token of");
        return;
    }
    uint32_t id = tn_intern_find(&d->dispatch->tokens, tunip_str_from(token));
    if (id == TN_NOT_INTERNED) id = 0; /* no rules use this token: the default ones apply */
    tn_row *row = tn_tokens_row(d, id);
    if (!row) return;
    if (!tn_array_push(&d->tokens->ids, tn_job_allocator(d), id)) {
        tn_job_no_memory(d);
        return;
    }
    d->tokens->row = row;
    const struct tunip_frame_action *before = frame->actions;
    tn_frame_on_leave(d, frame, pop_token, NULL);
    if (frame->actions == before) pop_token(d, NULL); /* no memory to do it later */
}

static size_t count_tokens(const tunip_frame *frame)
{
    size_t count = 0;
    if (tn_frame_is_gone(frame)) return 0; /* left open by another rule */
    for (const struct tunip_frame_action *a = frame->actions; a; a = a->next)
        count += a->run == pop_token;
    return count;
}

void tn_tokens_cut(tunip_docsifier *d, const tunip_frame *top)
{
    size_t count = 1; /* the one that no frame brought */
    for (const tunip_frame *frame = top; frame; frame = frame->outer) count += count_tokens(frame);
    d->tokens->ids.count = count;
    d->tokens->row = tn_dispatch_row(d->dispatch, d->tokens->ids.items[count - 1]);
}

/* ======== units ======== */

/* Makes units of frames, as Docs or as text, in order or ahead of time. */

void tunip_frame_announce(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *around)
{
    size_t count;
    if (!frame) tn_frame_misuse(d, frame, "announces the body of");
    if (!frame) return;
    frame->around = around;
    if (d->units->prerender && around && around->dialect && tn_job_namespaces(d, &count))
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
static const tunip_doc *make_docs(tunip_docsifier *d, const tn_unit *u, const checkpoint *before)
{
    tn_variables *variables = d->variables;
    /* a unit inside another is a part of it, which is made again as a whole */
    if (tn_job_failed(d) || !tn_variables_open_unit(d)) return u->make(d, u->user);
    /* printed paths are found by their addresses, so their memory cannot be used again */
    variables->may_guess =
        !d->units->without_guesses && !d->accounted && !d->paths->printed_recorded;
    const tunip_doc *stmt = u->make(d, u->user);
    variables->may_guess = false;
    if (variables->guessed_wrong && is_undoable(d, before)) {
        variables->guessed_wrong = false;
        d->memory.error = (tunip_error)TUNIP_ERROR_INIT;
        undo(d, before);
        stmt = u->make(d, u->user);
    }
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
    const tunip_doc *prerendered = d->units->prerender(d, u->frame->around, stmt, u->node);
    if (prerendered == stmt) return stmt;
    drop_docs(d, &before);
    tn_arena_rewind(&d->memory.arena, before.arena); /* and the copy of the states */
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
    d->units->left_over |= now->stmts != before.stmts || now->actions != before.actions;
    return make_docs(d, u, &again);
}

/* A print with a source map of some units needs only their Docs. */
const tunip_doc *tn_unit_make(tunip_docsifier *d, const tn_unit *u)
{
    const tn_set *mapped = d->request->mapped;
    if (!d->units->prerender || (mapped && (!u->node || tn_set_has(mapped, u->node)))) {
        const checkpoint before = set_checkpoint(d);
        return make_docs(d, u, &before);
    }
    return mapped ? make_text_or_docs(d, u) : make_text(d, u);
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
    if (!d->metadata->wanted) made = d->units->prerender(d, u->frame->around, stmt, u->node);
    bool later = made == stmt;
    if (later)
        undo(d, &before);
    else
        drop_docs(d, &before);
    tn_arena_rewind(&d->memory.arena, before.arena); /* and the copy of the states */
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
    if (!d->member || !tn_team_share(d, &u)) tunip_frame_add(d, frame, tn_unit_make(d, &u));
}

/* ======== uses ======== */

/* The walk over a tree that finds for each variable the lowest common ancestor of its
 * uses.
 *
 * TVM keeps a copy of the whole path per variable; here a variable remembers one entry, which only
 * ever moves up: from there to the nearest entry that is on the current path. */

void tn_uses_init(tn_uses *uses, const tunip_allocator *allocator)
{
    *uses = (tn_uses){.allocator = allocator};
}

static void free_slots(const tn_uses *uses)
{
    const tunip_allocator *a = uses->allocator;
    if (uses->slots) a->free(a->ctx, uses->slots, (uses->mask + 1) * sizeof *uses->slots);
}

void tn_uses_free(tn_uses *uses)
{
    tn_array_free(&uses->entries, uses->allocator);
    tn_array_free(&uses->scopes, uses->allocator);
    tn_array_free(&uses->bare, uses->allocator);
    free_slots(uses);
}

void tn_uses_set_root(tn_uses *uses, const tunip_node *root)
{
    uses->root = root;
    uses->done = false;
    uses->scopes.count = uses->bare.count = 0;
}

/* ---- entries of nodes ---- */

/* The slot of a node, or the free one where it belongs. */
static inline tn_use_slot *find_slot(const tn_uses *uses, const tunip_node *node)
{
    tn_use_slot *slots = uses->slots;
    size_t at = (size_t)(tn_mix_address(node) >> 32) & uses->mask;
    while (slots[at].round == uses->round && uses->entries.items[slots[at].entry].node != node)
        at = (at + 1) & uses->mask;
    return &slots[at];
}

/* The entry of a node; 0 if it has none. */
static uint32_t find_entry(const tn_uses *uses, const tunip_node *node)
{
    const tn_use_slot *slot = uses->slots ? find_slot(uses, node) : NULL;
    return slot && slot->round == uses->round ? slot->entry : 0;
}

static bool grow_slots(tn_uses *uses)
{
    const tunip_allocator *a = uses->allocator;
    size_t room = uses->slots ? (uses->mask + 1) * 2 : 256;
    tn_use_slot *slots = a->alloc(a->ctx, room * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, room * sizeof *slots);
    free_slots(uses);
    uses->slots = slots;
    uses->mask = room - 1;
    for (uint32_t i = 1; i < uses->entries.count; i++)
        *find_slot(uses, uses->entries.items[i].node) = (tn_use_slot){uses->round, i};
    return true;
}

/* Forgets all entries; entry 0 is no node. False when out of memory. */
static bool clear_entries(tn_uses *uses)
{
    tn_use none = {.open = true};
    uses->entries.count = 0;
    if (!++uses->round && uses->slots) { /* after 2^32 walks */
        memset(uses->slots, 0, (uses->mask + 1) * sizeof *uses->slots);
        uses->round = 1;
    }
    return tn_array_push(&uses->entries, uses->allocator, none);
}

/* ---- the walk ---- */

typedef struct use_walk {
    tn_uses *uses;
    uint32_t parent; /* entry of the node whose children are being visited */
} use_walk;

static bool is_variable(const tunip_node *node)
{
    return node->type->flags & TUNIP_TYPE_VARIABLE;
}

/* Path compression: a closed entry stays closed, so its parent can be replaced by a nearer open
 * ancestor. Otherwise many variables used at the bottom of a deep tree and once more at its top
 * would take quadratic time. */
static void note_use(tn_uses *uses, tn_use *variable)
{
    tn_use *entries = uses->entries.items;
    uint32_t at = variable->common;
    while (!entries[at].open) {
        uint32_t above = entries[at].parent;
        if (!entries[above].open) entries[at].parent = entries[above].parent;
        at = entries[at].parent;
    }
    variable->common = at;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    use_walk *walk = user;
    tn_uses *uses = walk->uses;
    uint32_t at = (uint32_t)uses->entries.count;
    if (at * (size_t)2 > uses->mask && !grow_slots(uses)) return TUNIP_WALK_STOP;
    tn_use_slot *slot = find_slot(uses, node);
    if (slot->round == uses->round) {
        if (is_variable(node)) note_use(uses, &uses->entries.items[slot->entry]);
        return TUNIP_WALK_SKIP;
    }
    tn_use use = {.node = node, .parent = walk->parent, .common = at, .open = true};
    if (!tn_array_push(&uses->entries, uses->allocator, use)) return TUNIP_WALK_STOP;
    *slot = (tn_use_slot){uses->round, at};
    walk->parent = at;
    return TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    use_walk *walk = user;
    tn_use *use = &walk->uses->entries.items[walk->parent];
    use->open = false;
    use->last = (uint32_t)walk->uses->entries.count - 1;
    walk->parent = use->parent;
}

static bool run(tn_uses *uses)
{
    if (!clear_entries(uses)) return false;
    use_walk walk = {.uses = uses};
    tunip_walker walker = {.enter = enter,
                           .leave = leave,
                           .skip = TN_WITHOUT_BARE, /* numbers: nobody asks for them */
                           .user = &walk,
                           .allocator = uses->allocator};
    return tunip_walk(uses->root, &walker) == TUNIP_WALK_DONE;
}

uint32_t tn_uses_common(tn_uses *uses, const tunip_node *variable, bool *ok)
{
    *ok = true;
    if (!uses->done) {
        *ok = uses->done = run(uses);
        if (!*ok) return 0;
    }
    uint32_t at = find_entry(uses, variable);
    return at && is_variable(variable) ? uses->entries.items[at].common : 0;
}

static bool is_below(const tn_uses *uses, uint32_t at, uint32_t above)
{
    return above <= at && at <= uses->entries.items[above].last;
}

bool tn_uses_is_below(const tn_uses *uses, uint32_t at, const tunip_node *node)
{
    uint32_t above = find_entry(uses, node);
    return at && above && is_below(uses, at, above);
}

/* ---- open frames ---- */

bool tn_uses_enter(tn_uses *uses, struct tunip_frame *frame, const tunip_node *node)
{
    if (!node) return tn_array_push(&uses->bare, uses->allocator, frame);
    uint32_t at = find_entry(uses, node);
    if (!at || uses->entries.items[at].has_scope) return true;
    uint32_t count = (uint32_t)uses->scopes.count;
    tn_scope scope = {.frame = frame, .at = at, .run = count};
    const tn_scope *outer = count ? &uses->scopes.items[count - 1] : NULL;
    if (outer && is_below(uses, scope.at, outer->at)) scope.run = outer->run;
    if (!tn_array_push(&uses->scopes, uses->allocator, scope)) return false;
    uses->entries.items[scope.at].has_scope = true;
    return true;
}

void tn_uses_leave(tn_uses *uses, const struct tunip_frame *frame)
{
    size_t scopes = uses->scopes.count, bare = uses->bare.count;
    if (bare && uses->bare.items[bare - 1] == frame) {
        uses->bare.count--;
    } else if (scopes && uses->scopes.items[scopes - 1].frame == frame) {
        uses->entries.items[uses->scopes.items[scopes - 1].at].has_scope = false;
        uses->scopes.count--;
    }
}

void tn_uses_leave_all(tn_uses *uses)
{
    for (size_t i = 0; i < uses->scopes.count; i++)
        uses->entries.items[uses->scopes.items[i].at].has_scope = false;
    uses->scopes.count = uses->bare.count = 0;
}

/* How many scopes of a run, which begins with scope `begin`, are around an entry. */
static uint32_t count_around(const tn_uses *uses, uint32_t begin, uint32_t end, uint32_t at)
{
    uint32_t low = begin;
    while (low < end) {
        uint32_t middle = low + (end - low) / 2;
        if (is_below(uses, at, uses->scopes.items[middle].at))
            low = middle + 1;
        else
            end = middle;
    }
    return low - begin;
}

/* There is more than one run only if frames are open at shared nodes that the walk reached by
 * another path. Of two nodes that contain an entry, the one with the later entry is the inner
 * one. */
struct tunip_frame *tn_uses_frame(const tn_uses *uses, uint32_t at)
{
    const tn_scope *found = NULL, *scopes = uses->scopes.items;
    for (uint32_t end = (uint32_t)uses->scopes.count, begin; end; end = begin) {
        begin = scopes[end - 1].run;
        uint32_t count = count_around(uses, begin, end, at);
        const tn_scope *inner = count ? &scopes[begin + count - 1] : NULL;
        if (inner && (!found || inner->at > found->at)) found = inner;
    }
    size_t bare = uses->bare.count;
    return found ? found->frame : bare ? uses->bare.items[bare - 1] : NULL;
}

/* ======== free variables ======== */

/* The innermost scope that sees all uses of a variable. */

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
    d->variables->function++;
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
