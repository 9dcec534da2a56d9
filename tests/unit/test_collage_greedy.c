/* test_collage_greedy.c -- on real models, the search is never worse than a greedy partition for
 * the same backends: each pattern in the order of the table takes the matches that are still free,
 * the last ones of the function first, as TVM's MergeComposite does. The rest is covered as cheaply
 * as possible, which makes the greedy partition better than TVM's.
 *
 * Neither side joins partitions that touch. Latency needs hardware, and is not compared. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collage/pattern.h"
#include "collage/replay.h"

#define REAL TUNIP_TESTS_DIR "/../../shared/data/collage/real"

typedef struct greedy {
    cg_engine *engine;
    cg_partition *partition;
    cg_candidates taken;
    cg_set covered;
} greedy;

/* Takes the candidates of one pattern, the last ones first. */
static void take_pattern(greedy *g, const cg_candidates *found, tunip_str label)
{
    tn_arena *memory = g->engine->memory;
    for (size_t i = found->count; i-- > 0;) {
        const cg_sub_graph *s = found->items[i]->sub_graph;
        const cg_sub_graph *inner = s->nested_count ? s->nested[0].sub_graph : NULL;
        bool is_match = inner && inner->nested_count == 1 &&
                        tunip_str_equal(inner->nested[0].attrs.composite, label);
        if (!is_match || cg_set_meets(s->inside, g->covered)) continue;
        assert_true(cg_candidates_add(memory, &g->taken, found->items[i]));
        g->covered = cg_set_union(memory, g->covered, s->inside);
    }
}

/* The rules of the patterns are below those around them. */
static const cg_rule *find_union(const cg_rule *rule)
{
    while (rule && rule->kind != CG_RULE_UNION) rule = rule->inner_count ? rule->inner[0] : NULL;
    return rule;
}

static void take_spec(greedy *g, const cg_spec *spec)
{
    const cg_rule *all = find_union(spec->rule);
    cg_candidates found = {NULL, 0};
    for (size_t i = 0; i < g->partition->index.all.count; i++)
        if (g->partition->index.all.items[i]->spec == spec)
            assert_true(
                cg_candidates_add(g->engine->memory, &found, g->partition->index.all.items[i]));
    for (size_t i = 0; all && i < all->inner_count; i++)
        take_pattern(g, &found, all->inner[i]->name);
}

static bool known_cost(void *user, cg_candidate *candidate, double *cost)
{
    (void)user;
    *cost = candidate->cost;
    return true;
}

/* The cheapest cover with the candidates that were taken. */
static double greedy_cost(greedy *g)
{
    cg_candidates rest = {NULL, 0};
    cg_index index;
    cg_cover cover;
    tn_arena *memory = g->engine->memory;
    const cg_candidates *all = &g->partition->index.all;
    for (size_t i = 0; i < all->count; i++) {
        bool is_taken = false;
        for (size_t k = 0; k < g->taken.count; k++) is_taken |= g->taken.items[k] == all->items[i];
        if (is_taken || (!all->items[i]->spec->is_external &&
                         !cg_set_meets(all->items[i]->sub_graph->inside, g->covered)))
            assert_true(cg_candidates_add(memory, &rest, all->items[i]));
    }
    assert_true(cg_index_init(&index, memory, &g->partition->graph, rest));
    assert_true(cg_search(&g->partition->graph, memory, &index, known_cost, NULL, NULL, &cover));
    return cover.is_found ? cover.cost : INFINITY;
}

/* The number of comparisons: one for each external backend. */
static size_t check_model(tunip_context *context, const char *folder)
{
    cg_replay replay;
    tunip_error error = TUNIP_ERROR_INIT;
    cg_options options = {.as_tvm = false};
    size_t count = 0;
    bool fine =
        cg_replay_open(&replay, context, folder, false, &error) && cg_replay_run(&replay, &options);
    if (!fine) fail_msg("%s: %s", folder, error.message);
    cg_partition *partition = &replay.engine.partitions[0];
    double best = partition->cover.cost;
    for (size_t i = 0; i < replay.spec_count; i++) {
        if (!replay.specs[i]->is_external) continue;
        greedy g = {.engine = &replay.engine, .partition = partition};
        take_spec(&g, replay.specs[i]);
        double cost = greedy_cost(&g);
        if (!(best <= cost + 1e-9)) fail_msg("%s: %g, but greedy %g", folder, best, cost);
        count++;
    }
    cg_replay_free(&replay);
    return count;
}

static void the_search_is_never_worse_than_greedy(void **state)
{
    (void)state;
    DIR *folder = opendir(REAL);
    size_t models = 0, count = 0;
    if (!folder) {
        print_message("skipped: real models (no ../shared/data/collage)\n");
        return;
    }
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(cg_patterns_add(context, NULL), TUNIP_OK);
    for (struct dirent *entry; (entry = readdir(folder));) {
        tn_arena memory = {.chunks = NULL};
        if (entry->d_name[0] == '.') continue;
        count += check_model(context, tn_arena_say(&memory, REAL "/%s", entry->d_name).data);
        tn_arena_free(&memory);
        models++;
    }
    closedir(folder);
    tunip_context_free(context);
    print_message("%zu runs of real models, %zu comparisons\n", models, count);
    assert_true(models > 0 && count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_is_never_worse_than_greedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
