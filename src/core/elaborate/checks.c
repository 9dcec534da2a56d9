/* checks.c -- checks the nodes of each function after it was read.
 *
 * A function is checked when the next one ends, because linking still changes it. Its nodes are in
 * the processor's cache then. If there is a worker, it checks the functions while the caller's
 * thread reads further ones. Nodes outside of the function may change at any time, so they are
 * checked at the end. */
#include "../ir/graph.h"
#include "../ir/origin.h"
#include "../script/script.h"
#include "../verify/check.h"
#include "elaborate.h"

/* ---- functions ---- */

static void check(tn_validity *v, const tn_read_function *function)
{
    tn_validity_add_within(v, function->root, function->begin, function->size);
}

/* The worker's job. */
static void check_batch(void *opaque)
{
    tn_check_batch *batch = opaque;
    for (size_t i = 0; i < batch->count; i++) check(batch->validity, &batch->functions[i]);
}

/* Posts the full batch and turns to the oldest one, whose job is usually done by now. If no job can
 * be posted, these functions are checked at the end, as nodes that were not seen. */
static void post(tunip_elaborator *e)
{
    tn_checks *c = &e->checks;
    tn_check_batch *batch = &c->batches[c->current];
    size_t job = tn_worker_post(e->options->worker, check_batch, batch);
    if (job) batch->job = c->last_job = job;
    c->current = (c->current + 1) % TN_CHECK_BATCHES;
    batch = &c->batches[c->current];
    tn_worker_wait(e->options->worker, batch->job);
    batch->count = 0;
}

/* The functions of a batch, so that few jobs are needed. */
static void collect(tunip_elaborator *e, const tn_read_function *function)
{
    tn_check_batch *batch = &e->checks.batches[e->checks.current];
    batch->validity = &e->checks.validity;
    batch->functions[batch->count++] = *function;
    if (batch->count == TN_CHECK_BATCH) post(e);
}

/* Checks the function that was read before. Its nodes, and those that linking made, end at `end`.
 * If they are not in one piece, they are checked at the end of the script. */
static void check_last(tunip_elaborator *e, tn_arena_mark end)
{
    const tn_last_function *last = &e->checks.last;
    if (!last->root || !end.begin || last->memory.begin != end.begin) return;
    tn_read_function function = {last->root, last->memory.cursor,
                                 (size_t)(end.cursor - last->memory.cursor)};
    if (e->options->worker)
        collect(e, &function);
    else
        check(&e->checks.validity, &function);
}

void tn_check_function(tunip_elaborator *e, const tunip_node *root, tn_arena_mark before)
{
    check_last(e, before);
    e->checks.last = (tn_last_function){root, before};
}

/* ---- changes ---- */

static void wait_for_worker(tunip_elaborator *e)
{
    if (e->options->worker) tn_worker_wait(e->options->worker, e->checks.last_job);
}

void tn_check_linked(tunip_elaborator *e, const tunip_node *node)
{
    if (!node || node == e->checks.last.root) return;
    if (!tn_array_push(&e->checks.again, e->allocator, node)) tn_elaborator_fail_memory(e);
}

/* ---- opening and closing ---- */

void tn_checks_open(tunip_elaborator *e)
{
    tn_validity_init(&e->checks.validity, e->allocator);
}

void tn_checks_close(tunip_elaborator *e)
{
    wait_for_worker(e);
    tn_array_free(&e->checks.again, e->allocator);
    tn_validity_free(&e->checks.validity);
}

/* ---- flaws ---- */

/* The node that holds a flaw, and its origin. */
typedef struct flaw_search {
    const tunip_node *holder;
    tunip_origin place;
} flaw_search;

static bool find_holder(const tunip_node *node, const tunip_origin *nearest, void *user)
{
    flaw_search *s = user;
    if (node == s->holder) s->place = *nearest;
    return node != s->holder;
}

/* The place of a flaw: of the flawed node, unless this node was made elsewhere, such as a buffer
 * that is an argument. NULL without a place. */
static const tunip_doc *place_of(tunip_elaborator *e, const tunip_node *root,
                                 const tunip_flaw *flaw)
{
    flaw_search s = {.holder = flaw->holder};
    if (s.holder) tn_origins_walk(e->graph, root, find_holder, &s);
    tunip_origin own;
    if (flaw->node && tunip_graph_origin(e->graph, flaw->node, &own) &&
        (!s.place.source || (own.begin >= s.place.begin && own.end <= s.place.end)))
        s.place = own;
    if (!s.place.source) return NULL;
    return tn_script_doc(&e->arena, sizeof(tunip_doc), TUNIP_DOC_ID, TUNIP_ROLE_NONE,
                         (tn_script_place){(uint32_t)s.place.begin, (uint32_t)s.place.end});
}

/* Reports the first grave flaw. Without origins it has no place; then the script is read again. */
static void report_flaw(tunip_elaborator *e, const tunip_node *root, const tunip_doc *doc)
{
    tunip_check_report report;
    if (tn_check_for(e->context, root, TN_FLAWS_GRAVE, 1, &report, &e->error) != TUNIP_OK) return;
    if (e->options->flawed && !e->options->source) {
        *e->options->flawed = true;
        e->complaint_count++;
    } else if (report.flaw_count) {
        const tunip_doc *place = place_of(e, root, report.flaws);
        tunip_complain(e, place ? place : doc, "%s", tn_with_nouns(e, report.flaws->message));
    }
    tunip_check_report_free(&report);
}

void tn_check_graph(tunip_elaborator *e, const tunip_doc *doc)
{
    if (e->graph_failed || tunip_graph_status(e->graph) != TUNIP_ERROR_ARGUMENT) return;
    e->graph_failed = true;
    tunip_str text = tunip_str_from(tunip_graph_error(e->graph)->message);
    tunip_complain(e, doc, "%s", tn_with_nouns(e, text));
}

void tn_check_rest(tunip_elaborator *e, const tunip_node *root, const tunip_doc *doc)
{
    tn_validity *v = &e->checks.validity;
    wait_for_worker(e);
    for (size_t i = 0; i < e->checks.again.count; i++)
        tn_validity_again(v, e->checks.again.items[i]);
    tn_validity_add(v, root);
    if (v->failed)
        tn_elaborator_fail_memory(e);
    else if (v->is_flawed)
        report_flaw(e, root, doc);
}
