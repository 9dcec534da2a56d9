/* test_ahead.c -- units that several threads compare ahead: with any number of threads the same
 * leading units are equal, and the same nodes correspond, as in order. A unit here is a list of
 * things to look up and to record. No thread goes on before each has a unit of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <pthread.h>
#include <tunip.h>

#include "../../src/compare/equal.h"
#include "../../src/ir/registry.h"

enum { UNITS = 40, ITEMS = 4, NODES = 24, TRIALS = 400, MOST_THREADS = 4 };

static tunip_string lhs_nodes[NODES], rhs_nodes[NODES];
static const tunip_type strangers[UNITS];
static pthread_barrier_t barrier;

typedef enum item_kind { VARIABLE, KEY, STRANGER } item_kind;

typedef struct item {
    item_kind kind;
    const tunip_node *lhs, *rhs;
    const tunip_type *type;
} item;

/* A unit is the first node of a list of items. */
typedef struct list {
    tunip_node base;
    item items[ITEMS];
} list;

/* The rules of structural equality for variables, and for keys of maps that both sides share. */
static bool compare_item(tn_comparer *c, const item *i)
{
    const tunip_node *known = tn_comparer_recorded(c, TN_LEFT, i->lhs);
    if (i->kind == STRANGER && !c->unregistered) c->unregistered = i->type;
    if (i->kind == STRANGER) return true;
    if (known) return known == i->rhs;
    if (i->kind == KEY) {
        assert_non_null(tn_map_put(&c->as_itself, i->lhs, NULL));
        return i->lhs == i->rhs;
    }
    if (tn_comparer_recorded(c, TN_RIGHT, i->rhs)) return false;
    return tn_comparer_record(c, i->lhs, i->rhs);
}

static bool compare(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const list *unit = (const list *)lhs;
    (void)rhs;
    if (c->base && !c->wasted++) pthread_barrier_wait(&barrier);
    for (size_t i = 0; i < ITEMS; i++)
        if (!compare_item(c, &unit->items[i])) return false;
    return true;
}

/* A comparison with maps of its own. */
typedef struct world {
    tn_comparer c;
    tn_map to_rhs, to_lhs;
    size_t equal; /* the leading units that are equal */
} world;

static void open_world(world *w, const tunip_context *context, size_t threads)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.threads = threads;
    tn_map_init(&w->to_rhs, tn_context_allocator(context));
    tn_map_init(&w->to_lhs, tn_context_allocator(context));
    tn_comparer_open(&w->c, context, &options, &w->to_rhs, &w->to_lhs);
    w->c.tolerance = 0;
    w->equal = 0;
    /* what was recorded before all units */
    assert_true(tn_comparer_record(&w->c, &lhs_nodes[0].base, &rhs_nodes[0].base));
}

static void close_world(world *w)
{
    tn_comparer_close(&w->c);
    tn_map_free(&w->to_rhs);
    tn_map_free(&w->to_lhs);
}

static void run_rest(world *w, const list *lists)
{
    while (w->equal < UNITS && compare(&w->c, &lists[w->equal].base, NULL)) w->equal++;
}

static void assert_same(const world *a, const world *b)
{
    assert_int_equal(a->equal, b->equal);
    assert_ptr_equal(a->c.unregistered, b->c.unregistered);
    if (a->equal < UNITS) return; /* the next one is recorded in part */
    for (size_t i = 0; i < NODES; i++) {
        assert_ptr_equal(tn_comparer_recorded(&a->c, TN_LEFT, &lhs_nodes[i].base),
                         tn_comparer_recorded(&b->c, TN_LEFT, &lhs_nodes[i].base));
        assert_ptr_equal(tn_comparer_recorded(&a->c, TN_RIGHT, &rhs_nodes[i].base),
                         tn_comparer_recorded(&b->c, TN_RIGHT, &rhs_nodes[i].base));
    }
}

static size_t run_ahead(const tunip_context *context, const list *lists, const world *alone,
                        size_t threads)
{
    world w;
    tn_unit_pair units[UNITS];
    assert_int_equal(pthread_barrier_init(&barrier, NULL, (unsigned)threads), 0);
    for (size_t i = 0; i < UNITS; i++) units[i] = (tn_unit_pair){.lhs = &lists[i].base};
    open_world(&w, context, threads);
    size_t ahead = w.equal = tn_compare_ahead(&w.c, units, UNITS, compare);
    run_rest(&w, lists);
    assert_same(alone, &w);
    close_world(&w);
    pthread_barrier_destroy(&barrier);
    return ahead;
}

/* The same numbers in each run. */
static size_t pick(uint64_t *seed, size_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*seed >> 33) % below;
}

/* Some units share variables, few have a wrong one. */
static void make_lists(uint64_t *seed, list *lists)
{
    size_t wrong = pick(seed, 3), keys = pick(seed, 2), all = 2 + pick(seed, NODES - 4);
    for (size_t i = 0; i < UNITS; i++)
        for (size_t k = 0; k < ITEMS; k++) {
            item *one = &lists[i].items[k];
            size_t number = pick(seed, all), other = number;
            if (wrong && !pick(seed, UNITS)) other = pick(seed, all);
            one->kind = !pick(seed, UNITS) ? STRANGER : VARIABLE;
            one->lhs = &lhs_nodes[number].base;
            one->rhs = &rhs_nodes[other].base;
            one->type = &strangers[i];
            if (keys && !pick(seed, UNITS)) *one = (struct item){KEY, one->lhs, one->lhs, NULL};
        }
}

/* Lets two units, which different threads compare, record two nodes that no other unit records: one
 * of them with different counterparts. */
static void add_conflict(uint64_t *seed, list *lists)
{
    enum { CLAIMED = 4, A = NODES - 2, B = NODES - 1 };
    bool is_left = pick(seed, 2);
    item *one = &lists[pick(seed, CLAIMED)].items[0];
    item *other = &lists[CLAIMED + pick(seed, CLAIMED)].items[0];
    *one = (item){VARIABLE, &lhs_nodes[A].base, &rhs_nodes[A].base, NULL};
    *other =
        (item){VARIABLE, &lhs_nodes[is_left ? A : B].base, &rhs_nodes[is_left ? B : A].base, NULL};
}

static void units_are_equal_as_in_order(void **state)
{
    list lists[UNITS];
    uint64_t seed = 1;
    size_t ahead = 0, equal = 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    (void)state;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        world alone;
        make_lists(&seed, lists);
        if (trial % 3 == 0) add_conflict(&seed, lists);
        open_world(&alone, context, 1);
        run_rest(&alone, lists);
        for (size_t threads = 2; threads <= MOST_THREADS; threads++)
            ahead += run_ahead(context, lists, &alone, threads);
        equal += alone.equal == UNITS;
        close_world(&alone);
    }
    assert_in_range(equal, TRIALS / 10, TRIALS - TRIALS / 10); /* both verdicts occur, */
    assert_true(ahead > 0);                                    /* and threads help */
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(units_are_equal_as_in_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
