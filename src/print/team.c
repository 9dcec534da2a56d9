/* team.c -- several threads print the functions of one module as text.
 *
 * Each member of a team has a print of its own, of the whole module. It walks through all units in
 * order, makes those that it claims, and skips the others. So all members know the names around a
 * unit, and share only the claims. The print of the first member becomes the result. At the end,
 * the first member takes over the texts and issues of the other members, in order.
 *
 * The text of a unit may depend on the units before it: it may number nodes of the metadata
 * section, or a header in it may list the dialects used so far, which its member did not all know.
 * The first member makes such units at the end. If a unit affects other units in another way, or if
 * anything fails, the team gives up, and the caller prints again with one thread. So texts, issues,
 * errors and limits are the same with any number of threads. */
#include "team.h"

#include <stdatomic.h>

#include "../ir/visit.h"
#include "../library/context.h"
#include "../util/threads.h"
#include "docsifier.h"
#include "frame.h"
#include "names.h"
#include "settings.h"

enum { TN_TEAM_MOST = 64, LEAST_CLAIM = 4, MOST_CLAIM = 32 };

/* Data that one thread writes for every unit must not share a cache line with data that other
 * threads read. */
enum { CACHE_LINE = 64 };

/* A unit that a member made: `text` is NULL if it is to be made later. */
typedef struct made {
    size_t index;
    tn_prerendered *text;
    size_t issues, issues_end;
    const tn_uses_of_dialects *used_before, *used; /* that the member knew before and after it */
} made;

/* A unit in the frame of the first member. */
typedef struct place {
    tn_unit unit;
    size_t stmt; /* its index among the statements */
    tn_prerendered *text;
    const made *made; /* NULL until gathered */
    const tunip_printed *by;
} place;

typedef struct tn_team_member {
    tn_team *team;
    tunip_printed *printed;
    tn_thread thread;
    const tunip_frame *frame; /* whose units are shared; NULL until the first unit */
    size_t index;             /* of the next unit */
    size_t begin, end;        /* claimed */
    const tn_uses_of_dialects *used;
    TN_ARRAY(made) made;
    char apart[CACHE_LINE];
} member;

struct tn_team {
    const tunip_allocator *allocator;
    const tunip_node *root;
    member members[TN_TEAM_MOST]; /* the first one is the caller */
    size_t count;
    size_t issues_before; /* the first unit, of the first member, and the dialects used then */
    const tn_uses_of_dialects *used_before;
    size_t most;            /* bytes of memory of each print */
    size_t most_before;     /* and of one without a team */
    TN_ARRAY(place) places; /* of all units, in order */
    char apart[CACHE_LINE];
    atomic_size_t next; /* the first unit that nobody claimed */
    char far_apart[CACHE_LINE];
    atomic_bool spoiled;
};

static void spoil(tn_team *team)
{
    atomic_store(&team->spoiled, true);
}

/* ---- the units of a member ---- */

/* A member claims several units that follow each other, because a rule may load the next one into
 * the cache (tunip_job_expect()). Claims grow, so that few units are shared evenly, too. */
static void claim(member *m)
{
    size_t size = atomic_load_explicit(&m->team->next, memory_order_relaxed) / 16;
    if (size < LEAST_CLAIM) size = LEAST_CLAIM;
    if (size > MOST_CLAIM) size = MOST_CLAIM;
    m->begin = atomic_fetch_add(&m->team->next, size);
    m->end = m->begin + size;
}

static bool claims(member *m, size_t index)
{
    if (index >= m->end) claim(m);
    return index >= m->begin;
}

static void make(member *m, size_t index, const tn_unit *unit)
{
    tunip_docsifier *d = &m->printed->docsifier;
    const tunip_doc *text = NULL;
    made own = {.index = index, .issues = d->report->issues.count};
    own.used_before = m->used = tn_prefix_used(d, m->used);
    if (tn_unit_make_ahead(d, unit, &text) == TN_UNIT_SPOILS) {
        spoil(m->team);
        return;
    }
    own.used = m->used = tn_prefix_used(d, m->used);
    own.text = (tn_prerendered *)(uintptr_t)text;
    if (own.text && own.text->base.kind != TN_DOC_PRERENDERED) own.text = NULL;
    own.issues_end = d->report->issues.count;
    if (!tn_array_push(&m->made, m->team->allocator, own)) spoil(m->team);
}

/* Keeps a place for the text of a unit among the statements of the first member. */
static void keep_place(member *m, const tn_unit *unit)
{
    tunip_docsifier *d = &m->printed->docsifier;
    tn_prerendered *text = tn_job_kept_memory(d, sizeof *text);
    if (text) *text = (tn_prerendered){.base = {.kind = TN_DOC_PRERENDERED}};
    if (text) tunip_frame_add(d, unit->frame, &text->base);
    place p = {.unit = *unit, .stmt = unit->frame->stmt_count - 1, .text = text};
    if (!text || !tn_array_push(&m->team->places, m->team->allocator, p)) spoil(m->team);
}

bool tn_team_share(tunip_docsifier *d, const tn_unit *unit)
{
    member *m = d->member;
    bool is_first = m == m->team->members;
    if (!m->frame && is_first) {
        m->team->issues_before = d->report->issues.count;
        m->team->used_before = tn_prefix_used(d, NULL);
    }
    if (!m->frame) m->frame = unit->frame;
    if (m->frame != unit->frame) return false;
    if (atomic_load_explicit(&m->team->spoiled, memory_order_relaxed)) return true;
    size_t index = m->index++;
    if (claims(m, index)) make(m, index, unit);
    if (is_first) keep_place(m, unit);
    return true;
}

static void work(void *opaque)
{
    member *m = opaque;
    const tunip_docsifier *first = &m->team->members->printed->docsifier;
    if (tn_print_open(first->request, &m->printed, NULL) != TUNIP_OK) {
        spoil(m->team);
        return;
    }
    tunip_docsifier *d = &m->printed->docsifier;
    d->member = m;
    d->memory.most = m->team->most;
    tn_docsify_root(d, m->team->root);
    if (tn_job_failed(d)) spoil(m->team);
}

/* ---- the results of all members ---- */

/* Takes over the results of one member. */
static void collect(tn_team *team, const member *m)
{
    for (size_t i = 0; i < m->made.count; i++) {
        const made *own = &m->made.items[i];
        if (own->index >= team->places.count) continue;
        place *p = &team->places.items[own->index];
        p->made = own;
        p->by = m->printed;
        if (own->text) *p->text = *own->text;
    }
}

/* Makes a unit that depends on the units before it. */
static void make_at_its_turn(tn_team *team, tunip_docsifier *d, const place *p)
{
    tunip_frame *frame = p->unit.frame;
    size_t count = frame->stmt_count;
    const tunip_doc *stmt = tn_unit_make(d, &p->unit);
    if (tn_is_nothing(stmt) || frame->stmt_count != count || tn_job_failed(d))
        spoil(team);
    else
        frame->stmts[p->stmt] = stmt;
}

/* Appends issues of one member. Those of others have their messages in memory that is freed. */
static bool add_issues(tn_team *team, const tn_report *from, size_t begin, size_t end, bool copies)
{
    tunip_docsifier *d = &team->members->printed->docsifier;
    for (size_t i = begin; i < end; i++) {
        tunip_issue issue = from->issues.items[i];
        if (copies) issue.message = tn_job_kept_text(d, issue.message);
        if (!tn_array_push(&d->report->issues, tn_job_allocator(d), issue)) return false;
    }
    return true;
}

static bool are_same(const tn_uses_of_dialects *a, const tn_uses_of_dialects *b)
{
    return a == b ||
           (a->count == b->count && memcmp(a->items, b->items, a->count * sizeof *a->items) == 0);
}

/* Makes the remaining units, and puts the issues of all into order. */
static void finish_units(tn_team *team)
{
    tunip_printed *first = team->members->printed;
    tunip_docsifier *d = &first->docsifier;
    const tn_uses_of_dialects *used = team->used_before, *known = tn_prefix_used(d, NULL);
    tn_report own = *d->report;
    *d->report = (tn_report){{NULL, 0, 0}};
    bool fine = known && add_issues(team, &own, 0, team->issues_before, false);
    for (size_t i = 0; i < team->places.count && fine && !atomic_load(&team->spoiled); i++) {
        const place *p = &team->places.items[i];
        bool mine = p->by == first;
        const tn_report *from = mine ? &own : p->by->docsifier.report;
        if (p->made->text && are_same(p->made->used_before, used)) {
            fine = add_issues(team, from, p->made->issues, p->made->issues_end, !mine);
            used = p->made->used;
        } else {
            tn_prefix_set_used(d, used);
            make_at_its_turn(team, d, p);
            fine = (used = tn_prefix_used(d, used)) != NULL;
        }
    }
    if (fine) tn_prefix_set_used(d, used);
    if (fine) tn_prefix_add_used(d, known); /* the text after the units needs this, too */
    tn_array_free(&own.issues, tn_job_allocator(d));
    if (!fine) spoil(team);
}

/* Whether the text of all members together fits. It may be too long even if the text of each member
 * is not. */
static bool fits(const tn_team *team, size_t max_bytes)
{
    size_t size = 0;
    for (size_t i = 0; i < team->places.count; i++)
        for (size_t k = 0; k < TUNIP_MEMBER__COUNT; k++) {
            const tn_prerendered_part *part = &team->places.items[i].text->parts[k];
            size += part->end - part->begin;
        }
    return !max_bytes || size <= max_bytes;
}

static bool has_all(const tn_team *team)
{
    size_t i = 0;
    while (i < team->places.count && team->places.items[i].made) i++;
    return i == team->places.count;
}

void tn_team_gather(tunip_docsifier *d, const tunip_frame *frame)
{
    tn_team *team = d->member->team;
    if (d->member != team->members || d->member->frame != frame) return;
    d->member = NULL;
    d->memory.most = team->most_before;
    for (size_t i = 1; i < team->count; i++) tn_thread_join(&team->members[i].thread);
    for (size_t i = 0; i < team->count && !atomic_load(&team->spoiled); i++)
        collect(team, &team->members[i]);
    if (!has_all(team) || !fits(team, d->options->max_bytes)) spoil(team);
    if (!atomic_load(&team->spoiled)) finish_units(team);
    if (atomic_load(&team->spoiled) && !tn_job_failed(d))
        tn_job_fail(d, TUNIP_ERROR_LIMIT, "functions depend on each other");
}

/* ---- opening and closing ---- */

typedef struct counting {
    const tunip_node *node;
    size_t most;
} counting;

static bool count_members(const tunip_field *field, void *user)
{
    counting *c = user;
    const void *child = field->kind == TUNIP_KIND_NODE ? tunip_field_node(c->node, field) : NULL;
    size_t count = tunip_is(child, &tunip_map_type)     ? tunip_map_count(child)
                   : tunip_is(child, &tunip_array_type) ? tunip_array_count(child)
                                                        : 0;
    if (count > c->most) c->most = count;
    return true;
}

bool tn_team_saves_time(const tunip_printed *p, const tunip_node *root)
{
    enum { LEAST = 32 };
    counting c = {.node = root};
    const tunip_docsifier *d = &p->docsifier;
    const tunip_backend *backend = p->render.backend;
    bool is_text = d->units->prerender && !p->render.keep_spans;
    if (!is_text || d->options->threads < 2 || !root || !root->type) return false;
    enum { NEEDS_ORDER = TUNIP_BACKEND_PATHS | TUNIP_BACKEND_AGAIN };
    if (backend->state_size || backend->emit_member || backend->flags & NEEDS_ORDER) return false;
    tn_each_field(root->type, 0, count_members, &c);
    return c.most >= LEAST;
}

tn_team *tn_team_new(tunip_printed *first, const tunip_node *root, size_t threads)
{
    tunip_docsifier *d = &first->docsifier;
    const tunip_allocator *allocator = &d->context->allocator;
    tn_team *team = allocator->alloc(allocator->ctx, sizeof *team);
    if (!team) return NULL;
    size_t most = d->memory.most;
    *team = (tn_team){.allocator = allocator, .root = root, .most_before = most};
    if (threads > TN_TEAM_MOST) threads = TN_TEAM_MOST;
    /* together they must not take more than one print may */
    team->most = most == SIZE_MAX ? most : most / (threads + 1);
    team->members[0] = (member){.team = team, .printed = first};
    d->member = team->members;
    d->memory.most = team->most;
    for (team->count = 1; team->count < threads; team->count++) {
        member *m = &team->members[team->count];
        *m = (member){.team = team};
        if (!tn_thread_start(&m->thread, TN_THREAD_STACK, work, m)) break;
    }
    return team;
}

void tn_team_free(tn_team *team)
{
    if (!team) return;
    for (size_t i = 1; i < team->count; i++) tn_thread_join(&team->members[i].thread);
    for (size_t i = 0; i < team->count; i++) {
        member *m = &team->members[i];
        tn_array_free(&m->made, team->allocator);
        if (i) tunip_printed_free(m->printed);
    }
    tn_array_free(&team->places, team->allocator);
    team->allocator->free(team->allocator->ctx, team, sizeof *team);
}
