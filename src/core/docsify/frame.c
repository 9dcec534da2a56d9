/* frame.c -- frames, dispatch tokens and variables. */
#include <stdio.h>

#include "job.h"

/* An effect that leaving a frame undoes. */
struct tunip_frame_action {
    struct tunip_frame_action *next;
    void (*run)(tunip_docsifier *d, void *user);
    void *user;
};

/* ---- misuse ----
 *
 * This replaces the actions of a frame that was left. Any effect on such a frame would never be
 * undone, or be undone twice. So the print fails, and the message names the rule. */
static const struct tunip_frame_action gone;

static bool is_gone(const tunip_frame *frame)
{
    return !frame || frame->actions == &gone;
}

static void misuse(tunip_docsifier *d, const tunip_frame *frame, const char *what)
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
    if (!tn_uses_enter(&d->uses, frame, node)) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
}

void tunip_frame_leave(tunip_docsifier *d, tunip_frame *frame)
{
    if (frame != d->top || is_gone(frame)) {
        if (!tn_job_failed(d)) tn_job_misuse(d, "leaves a frame that is not the innermost one");
        return;
    }
    for (struct tunip_frame_action *action = frame->actions; action; action = action->next)
        action->run(d, action->user);
    frame->actions = (struct tunip_frame_action *)(uintptr_t)&gone;
    tn_uses_leave(&d->uses, frame);
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
    if (is_gone(frame)) {
        misuse(d, frame, "defines something in");
        return;
    }
    struct tunip_frame_action *action = tn_job_memory(d, sizeof *action);
    if (!action) return;
    *action = (struct tunip_frame_action){.next = frame->actions, .run = run, .user = user};
    frame->actions = action;
}

/* Notes the frames that are open, from the outermost in. */
static bool note_frames(tunip_docsifier *d)
{
    bool fine = true;
    TN_ARRAY(tunip_frame *) frames = {NULL, 0, 0};
    tn_uses_leave_all(&d->uses);
    for (tunip_frame *frame = d->top; frame && fine; frame = frame->outer)
        fine = tn_array_push(&frames, d->uses.allocator, frame);
    for (size_t i = frames.count; i-- > 0 && fine;)
        fine = tn_uses_enter(&d->uses, frames.items[i], frames.items[i]->node);
    tn_array_free(&frames, d->uses.allocator);
    return fine;
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
    if (!frame) misuse(d, frame, "adds a statement to");
    if (!frame || is_nothing(stmt) || !make_room(d, frame)) return;
    frame->stmts[frame->stmt_count++] = stmt;
}

tunip_docs tunip_frame_body(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *first)
{
    if (!frame) {
        misuse(d, frame, "asks for the statements of");
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
    if (!frame) misuse(d, frame, "announces the body of");
    if (!frame) return;
    frame->around = around;
    if (d->prerender && around && around->dialect && tn_job_namespaces(d, &count))
        d->namespaces[around->dialect - 1].used = true;
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
    surroundings s = {.variables = d->variables.count, .metadata = d->metadata_index.count};
    for (const tunip_frame *frame = d->top; frame; frame = frame->outer) {
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

void tunip_frame_add_unit(tunip_docsifier *d, tunip_frame *frame, tunip_creator_fn make,
                          const void *user)
{
    if (!frame) misuse(d, frame, "adds a unit to");
    if (!frame || !make_room(d, frame)) return;
    tn_arena_mark mark = tn_arena_here(&d->arena);
    surroundings before = look_around(d);
    size_t variables = d->variable_list.count;
    const tunip_doc *stmt = make(d, user);
    if (is_nothing(stmt)) return;
    bool prerenders = d->prerender && !tn_job_failed(d) && untouched(d, before);
    const tunip_doc *prerendered = prerenders ? d->prerender(d, frame->around, stmt) : stmt;
    if (prerendered != stmt) {
        tn_arena_rewind(&d->arena, mark);
        d->variable_list.count = variables;
    }
    tunip_frame_add(d, frame, prerendered);
}

/* ---- dispatch tokens ---- */

static void pop_token(tunip_docsifier *d, void *user)
{
    (void)user;
    d->tokens.count--;
    d->row = tn_dispatch_row(d->dispatch, d->tokens.items[d->tokens.count - 1]);
}

void tunip_frame_token(tunip_docsifier *d, tunip_frame *frame, const char *token)
{
    if (is_gone(frame)) {
        misuse(d, frame, "sets the token of");
        return;
    }
    uint32_t id = tn_intern_find(&d->dispatch->tokens, tunip_str_from(token));
    if (id == TN_NOT_INTERNED) id = 0; /* no rules use this token: the default ones apply */
    tn_row *row = tn_job_row(d, id);
    if (!row) return;
    if (!tn_array_push(&d->tokens, &d->arena.allocator, id)) {
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
        return;
    }
    d->row = row;
    const struct tunip_frame_action *before = frame->actions;
    tunip_frame_on_leave(d, frame, pop_token, NULL);
    if (frame->actions == before) pop_token(d, NULL); /* no memory to do it later */
}

static size_t count_tokens(const tunip_frame *frame)
{
    size_t count = 0;
    if (is_gone(frame)) return 0; /* left open by another rule */
    for (const struct tunip_frame_action *a = frame->actions; a; a = a->next)
        count += a->run == pop_token;
    return count;
}

void tn_frames_cut(tunip_docsifier *d, tunip_frame *top)
{
    size_t count = 1; /* the one that no frame brought */
    for (const tunip_frame *frame = top; frame; frame = frame->outer) count += count_tokens(frame);
    d->top = top;
    d->tokens.count = count;
    d->row = tn_dispatch_row(d->dispatch, d->tokens.items[count - 1]);
    if (d->uses.done && !note_frames(d)) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
}

/* ---- variables ---- */

static void forget(tunip_docsifier *d, void *user)
{
    uint64_t *slot = tn_map_get(&d->variables, user);
    if (!slot) return;
    const tn_variable *variable = &d->variable_list.items[*slot - 1];
    if (!variable->creator) tn_names_release(&d->names, variable->name);
    if (*slot == d->variable_list.count) d->variable_list.count--;
    tn_map_remove(&d->variables, user);
}

/* The same for a name that no node has. */
static void release(tunip_docsifier *d, void *user)
{
    tn_names_release(&d->names, (uint32_t)(uintptr_t)user);
}

static tn_variable *find_variable(const tunip_docsifier *d, const void *node)
{
    uint64_t *slot = tn_map_get(&d->variables, node);
    return slot ? &d->variable_list.items[*slot - 1] : NULL;
}

static void remember(tunip_docsifier *d, tunip_frame *frame, const void *node, tn_variable variable)
{
    uint64_t *slot = NULL;
    variable.frame = frame;
    if (tn_array_push(&d->variable_list, &d->arena.allocator, variable))
        slot = tn_map_put(&d->variables, node, NULL);
    if (!slot) {
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
        return;
    }
    *slot = d->variable_list.count;
    tunip_frame_on_leave(d, frame, forget, (void *)(uintptr_t)node);
}

bool tunip_is_defined(const tunip_docsifier *d, const void *node)
{
    return node && find_variable(d, node);
}

bool tunip_is_visible(const tunip_docsifier *d, const void *node, const tunip_frame *frame)
{
    const tn_variable *variable = node ? find_variable(d, node) : NULL;
    if (variable && frame == d->top)
        return true; /* fast path: all frames with variables enclose
                                                     it */
    while (frame && variable && frame != variable->frame) frame = frame->outer;
    return frame && variable;
}

const tunip_doc *tunip_variable(tunip_docsifier *d, const void *node)
{
    const tn_variable *variable = node ? find_variable(d, node) : NULL;
    if (!variable) return NULL;
    if (variable->creator) return variable->creator(d, variable->user);
    tunip_id sub = variable->is_again ? TUNIP_ID_AGAIN : TUNIP_ID_NAME;
    return tn_doc_id_new(d, sub, tn_names_text(&d->names, variable->name), NULL);
}

static tunip_str hint_with_address(tunip_docsifier *d, tunip_str hint, const void *node)
{
    return tunip_doc_format(d, "%.*s_%p", (int)hint.size, hint.data, node);
}

/* Whether a variable has been defined before. */
static bool is_again(tunip_docsifier *d, const void *node)
{
    bool is_new = true;
    if (!d->tells_again) return false;
    if (!tn_set_add(&d->ever_defined, node, &is_new))
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return !is_new;
}

const tunip_doc *tunip_define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                              tunip_str hint)
{
    tn_variable *there = node ? find_variable(d, node) : NULL;
    if (there) {
        there->is_again = d->tells_again;
        return tunip_variable(d, node);
    }
    if (d->options.show_object_address) hint = hint_with_address(d, hint, node);
    uint32_t name = tn_names_take(&d->names, hint);
    if (name == TN_NOT_INTERNED) {
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
        return &tn_doc_failed.base;
    }
    if (tn_names_is_odd(&d->names, name))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, NULL, "\"%s\" is not a name that a parser takes",
                     tn_names_text(&d->names, name).data);
    if (node)
        remember(d, frame, node, (tn_variable){.name = name, .is_again = is_again(d, node)});
    else
        tunip_frame_on_leave(d, frame, release, (void *)(uintptr_t)name);
    const tunip_doc *id = tunip_variable(d, node);
    return id ? id : tunip_doc_id_new(d, tn_names_text(&d->names, name), NULL);
}

void tunip_define_as(tunip_docsifier *d, tunip_frame *frame, const void *node,
                     tunip_creator_fn creator, const void *user)
{
    if (!node || find_variable(d, node)) return;
    if (is_again(d, node)) d->redefined = node; /* no ID shows it */
    remember(d, frame, node, (tn_variable){.creator = creator, .user = user});
}

/* ---- free variables ---- */

void tunip_uses_root(tunip_docsifier *d, const void *root)
{
    tn_uses_set_root(&d->uses, root);
}

static uint32_t common_use(tunip_docsifier *d, const void *variable)
{
    if (!variable || !d->uses.root) return 0;
    bool ok, first = !d->uses.done;
    uint32_t at = tn_uses_common(&d->uses, variable, &ok);
    if (ok && first) ok = note_frames(d);
    if (!ok) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    return at;
}

bool tunip_uses_within(tunip_docsifier *d, const void *variable, const void *node)
{
    return tn_uses_is_below(&d->uses, common_use(d, variable), node);
}

tunip_frame *tunip_uses_frame(tunip_docsifier *d, const void *variable)
{
    uint32_t at = common_use(d, variable);
    return at ? tn_uses_frame(&d->uses, at) : NULL;
}
