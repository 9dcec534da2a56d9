/* test_collage_search.c -- the search of the collage finds the cheapest cover: the same cost as
 * trying all covers, on random graphs. So do the answers of explanations, from one pass over all
 * states and from a search each. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collage/engine.h"
#include "collage/pattern.h"
#include "collage/setup.h"

enum { GRAPHS = 1000, MOST_CALLS = 14 };

/* ---- random modules ---- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A module while it is written. Each value is a line of `main` that has a tensor. */
typedef struct writing {
    uint64_t *random;
    tn_text *out;
    unsigned lines, values[MOST_CALLS];
    bool used[MOST_CALLS];
    unsigned count;
} writing;

#define TENSOR  "Tensor[(4, 4), float32]"
#define TYPE(t) " /* ty=" t " */;\n"

static unsigned choose(writing *w, unsigned count)
{
    return (unsigned)(next_random(w->random) % count);
}

/* A value as an operand; the parameter if there is none. */
static void take_value(writing *w, char *out, size_t size)
{
    unsigned value = w->count ? choose(w, w->count) : 0;
    snprintf(out, size, "%%x");
    if (w->count) snprintf(out, size, "%%%u", w->values[value]);
    if (w->count) w->used[value] = true;
}

/* The next line becomes a value. */
static void add_value(writing *w)
{
    w->values[w->count++] = w->lines++;
}

static void write_call(writing *w)
{
    static const char *const unary[] = {"nn.relu", "tanh", "sqrt", "nn.softmax", "negative"};
    static const char *const binary[] = {"add", "multiply", "nn.dense", "maximum"};
    char a[16], b[16];
    take_value(w, a, sizeof a);
    if (choose(w, 2)) {
        tn_text_say(w->out, "  %%%u = %s(%s)" TYPE(TENSOR), w->lines, unary[choose(w, 5)], a);
    } else {
        take_value(w, b, sizeof b);
        tn_text_say(w->out, "  %%%u = %s(%s, %s)" TYPE(TENSOR), w->lines, binary[choose(w, 4)], a,
                    b);
    }
    add_value(w);
}

/* An item of a tuple, or two halves that are joined in another order. */
static void write_tuple(writing *w)
{
    static const char half[] = "Tensor[(2, 4), float32]";
    char a[16], b[16];
    take_value(w, a, sizeof a);
    take_value(w, b, sizeof b);
    unsigned n = w->lines;
    if (choose(w, 2)) {
        tn_text_say(w->out, "  %%%u = (%s, %s)" TYPE("(" TENSOR ", " TENSOR ")"), n, a, b);
        tn_text_say(w->out, "  %%%u = %%%u.%u" TYPE(TENSOR), n + 1, n, choose(w, 2));
        w->lines += 1;
    } else {
        tn_text_say(w->out,
                    "  %%%u = split(%s, indices_or_sections=2, axis=0) /* ty=(%s, %s) */;\n", n, a,
                    half, half);
        for (unsigned i = 0; i < 2; i++)
            tn_text_say(w->out, "  %%%u = %%%u.%u /* ty=%s */;\n", n + 1 + i, n, 1 - i, half);
        tn_text_say(w->out, "  %%%u = (%%%u, %%%u) /* ty=(%s, %s) */;\n", n + 3, n + 1, n + 2, half,
                    half);
        tn_text_say(w->out, "  %%%u = concatenate(%%%u)" TYPE(TENSOR), n + 4, n + 3);
        w->lines += 4;
    }
    add_value(w);
}

/* Calls with one node of a constant, or of a function. */
static void write_shared(writing *w)
{
    static const char *const bodies[] = {"nn.relu(%p)", "tanh(%p)", "add(%p, %p)"};
    unsigned shared = w->lines++, calls = 1 + choose(w, 2);
    bool is_function = choose(w, 2);
    if (is_function)
        tn_text_say(w->out,
                    "  %%%u = fn (%%p: " TENSOR " /* ty=" TENSOR " */%s) -> " TENSOR
                    " {\n    %s /* ty=" TENSOR " */\n  }" TYPE("fn (" TENSOR ") -> " TENSOR),
                    shared, choose(w, 2) ? ", Primitive=1" : "", bodies[choose(w, 3)]);
    else
        tn_text_say(w->out, "  %%%u = 2f" TYPE("float32"), shared);
    for (unsigned i = 0; i < calls; i++) {
        char a[16];
        take_value(w, a, sizeof a);
        if (is_function)
            tn_text_say(w->out, "  %%%u = %%%u(%s)" TYPE(TENSOR), w->lines, shared, a);
        else
            tn_text_say(w->out, "  %%%u = %s(%s, %%%u)" TYPE(TENSOR), w->lines,
                        choose(w, 2) ? "add" : "multiply", a, shared);
        add_value(w);
    }
}

/* One module with up to MOST_CALLS values. The last ones that nothing uses are added up. `odd` ones
 * also have tuples, and constants and functions that several calls share. */
static void write_module(uint64_t *random, bool odd, tn_text *out)
{
    writing w = {.random = random, .out = out};
    unsigned count = 2 + choose(&w, MOST_CALLS / 2 - (odd ? 2 : 0));
    tn_text_say(out, "#[version = \"0.0.5\"]\ndef @main(%%x: " TENSOR " /* ty=" TENSOR
                     " */) -> " TENSOR " {\n");
    while (w.count < count) {
        unsigned form = odd ? choose(&w, 4) : 0;
        form == 1 ? write_tuple(&w) : form == 2 ? write_shared(&w) : write_call(&w);
    }
    unsigned last = w.values[w.count - 1], made = w.count;
    for (unsigned i = 0; i + 1 < made && w.count < MOST_CALLS; i++) {
        if (w.used[i]) continue;
        tn_text_say(out, "  %%%u = add(%%%u, %%%u)" TYPE(TENSOR), w.lines, last, w.values[i]);
        last = w.lines;
        add_value(&w);
    }
    tn_text_say(out, "  nn.relu(%%%u) /* ty=" TENSOR " */\n}\n", last);
}

/* A cost between 1 and 20 for each label and target, so that no rule makes greater candidates
 * cheaper. */
static bool random_cost(void *user, const cg_function *function, const cg_spec *spec, double *out,
                        tunip_error *error)
{
    uint64_t hash = *(const uint64_t *)user;
    (void)error;
    for (size_t i = 0; i < function->label.size; i++)
        hash = (hash ^ (unsigned char)function->label.data[i]) * UINT64_C(0x100000001B3);
    for (size_t i = 0; i < spec->name.size; i++)
        hash = (hash ^ (unsigned char)spec->name.data[i]) * UINT64_C(0x100000001B3);
    *out = 1 + (double)((hash >> 20) % 190) / 10;
    return true;
}

/* ---- all covers ---- */

typedef struct trial {
    cg_partition *partition;
    const cg_candidate *with, *without; /* or NULL */
    bool *covered;
    double best;
} trial;

static void try_covers(trial *t, uint32_t next, double cost)
{
    const cg_graph *graph = &t->partition->graph;
    while (next < graph->count && t->covered[next]) next++;
    if (next == graph->count && cost < t->best) t->best = cost;
    if (next == graph->count || cost >= t->best) return;
    const cg_candidates *list = &t->partition->index.at[next];
    for (size_t i = 0; i < list->count; i++) {
        cg_set inside = list->items[i]->sub_graph->inside;
        bool fits =
            list->items[i] != t->without && (!t->with || list->items[i] == t->with ||
                                             !cg_set_meets(inside, t->with->sub_graph->inside));
        CG_EACH(index, inside) fits &= !t->covered[index];
        if (!fits) continue;
        CG_EACH(index, inside) t->covered[index] = true;
        try_covers(t, next + 1, cost + list->items[i]->cost);
        CG_EACH(index, inside) t->covered[index] = false;
    }
}

static double cheapest_cover(cg_partition *partition, const cg_candidate *with,
                             const cg_candidate *without)
{
    trial t = {partition, with, without, calloc(partition->graph.count, sizeof(bool)), INFINITY};
    assert_non_null(t.covered);
    try_covers(&t, 0, 0);
    free(t.covered);
    return t.best;
}

/* ---- the comparison ---- */

typedef struct world {
    tunip_context *context;
    tn_arena memory;
    tunip_graph *patterns;
    const cg_spec *specs[3];
} world;

static void open_world(world *w)
{
    static const char *const texts[] = {"nn.relu(*)", "add(*, *)", "nn.relu(add(*, *))",
                                        "nn.dense(*, *)", "nn.softmax(nn.dense(*, *) | tanh(*))"};
    cg_entry entries[TUNIP_LEN(texts)];
    w->context = tunip_context_new(NULL, NULL);
    assert_int_equal(cg_patterns_add(w->context, NULL), TUNIP_OK);
    w->patterns = tunip_graph_new(w->context, NULL);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        tunip_str text = tunip_str_from(texts[i]);
        entries[i] = (cg_entry){text, cg_pattern_read(w->patterns, text, NULL), NULL};
        assert_non_null(entries[i].pattern);
    }
    w->specs[0] = cg_spec_tvm(&w->memory, tunip_str_from("cuda"), 3);
    w->specs[1] = cg_spec_patterns(&w->memory, tunip_str_from("npu"), entries, TUNIP_LEN(texts),
                                   CG_STYLE_ARBITRARY, 2);
    w->specs[2] = cg_spec_host(&w->memory);
}

static void close_world(world *w)
{
    tunip_graph_free(w->patterns);
    tn_arena_free(&w->memory);
    tunip_context_free(w->context);
}

static void assert_same_cost(double cost, double expected)
{
    if (isinf(expected) ? !isinf(cost) : !(fabs(cost - expected) < 1e-9))
        fail_msg("%g instead of %g", cost, expected);
}

/* Each number of an explanation is the cost of the cheapest cover without the candidate, or with
 * the one that lost. */
static void check_explanation(cg_engine *engine, cg_partition *partition)
{
    cg_explanation explanation;
    assert_true(cg_explain(engine, partition, 4, &explanation));
    for (size_t i = 0; i < explanation.count; i++) {
        const cg_reason *r = &explanation.reasons[i];
        double instead = 0;
        assert_same_cost(r->without, cheapest_cover(partition, NULL, r->candidate));
        for (size_t k = 0; k < r->instead.count; k++) instead += r->instead.items[k]->cost;
        assert_true(isinf(r->without) || instead <= r->without + 1e-9);
        for (size_t k = 0; k < r->loser_count; k++)
            assert_same_cost(r->losers[k].cost,
                             cheapest_cover(partition, r->losers[k].candidate, NULL));
    }
}

static void check_graph(world *w, uint64_t seed, bool odd, bool prune)
{
    tn_arena memory = {.chunks = NULL};
    tn_text written = {.failed = false};
    tunip_error error = TUNIP_ERROR_INIT;
    write_module(&seed, odd, &written);
    tunip_str text = cg_taken(&written, &memory);
    tunip_graph *graph = tunip_read(w->context, text, &error);
    if (!graph) fail_msg("%s in:\n%s", error.message, text.data);
    cg_engine engine = {.specs = w->specs,
                        .spec_count = 3,
                        .estimator = {random_cost, &seed},
                        .options = {.prune = prune},
                        .error = &error};
    bool fine = cg_partition_all(&engine, w->context, graph, &memory);
    if (!fine) fail_msg("%s in:\n%s", error.message, text.data);
    cg_partition *partition = &engine.partitions[0];
    cg_cover late;
    double expected = cheapest_cover(partition, NULL, NULL);
    if (fabs(partition->cover.cost - expected) > 1e-9)
        fail_msg("%g instead of %g in:\n%s", partition->cover.cost, expected, text.data);
    assert_true(partition->cover.is_optimal);
    assert_true(partition->cost < expected + 1e-9); /* joined candidates may cost less */
    assert_non_null(cg_rewrite(&engine));
    check_explanation(&engine, partition);
    engine.options.search.effort = 1; /* a beam from the start, which leaves nothing out */
    assert_true(cg_engine_search(&engine, partition, &memory, &engine.options.search, &late));
    assert_true(fabs(late.cost - expected) < 1e-9 && late.is_optimal && !late.is_cut);
    engine.options.search.beam = 1000; /* leaves nothing out, but each answer takes a search */
    check_explanation(&engine, partition);
    tunip_graph_free(graph);
    tn_arena_free(&memory);
}

static void the_search_is_as_good_as_trying_all_covers(void **state)
{
    (void)state;
    world w = {.context = NULL};
    open_world(&w);
    for (uint64_t i = 0; i < GRAPHS; i++)
        check_graph(&w, (i + 1) * UINT64_C(0x9E3779B97F4A7C15), i % 2, i % 4 < 2);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_is_as_good_as_trying_all_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
