/* test_history_oom.c -- every allocation of a history, of its lines and of questions about them
 * fails in turn. The result is an out-of-memory error, and all memory is freed. */
#include "chaos.h"

static tunip_status add_all(tunip_context *context, tunip_history *history, const tunip_str *texts,
                            size_t count, tunip_error *error)
{
    for (size_t i = 0; i < count && error->code == TUNIP_OK; i++) {
        tunip_graph *graph = tunip_read(context, texts[i], error);
        if (graph) tunip_history_add(history, "step", tunip_graph_root(graph), error);
        tunip_graph_free(graph);
    }
    if (error->code == TUNIP_OK)
        tunip_history_set_trace(history, 0, count,
                                tunip_str_from("l2, l3 = sch.split(l1)\nsch.reorder(l3, l2)\n"),
                                error);
    return error->code;
}

static tunip_status go(const tunip_str *texts, size_t count, chaos *c, size_t *lines)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_lineage *lineage = NULL;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_history *history = context ? tunip_history_new(context, &error) : NULL;
    if (history && add_all(context, history, texts, count, &error) == TUNIP_OK)
        lineage = tunip_lineage_new(history, NULL, &error);
    *lines = tunip_lineage_line_count(lineage, count - 1);
    assert_true((lineage != NULL) == (error.code == TUNIP_OK));
    tunip_lineage_free(lineage);
    tunip_history_free(history);
    tunip_context_free(context);
    return error.code;
}

static void every_allocation(void **state)
{
    enum { COUNT = 3 };
    chaos c;
    size_t lines, expected;
    (void)state;
    const tunip_str texts[COUNT] = {load("../diff/moved-and-changed.lhs.json"),
                                    load("../diff/moved-and-changed.rhs.json"),
                                    load("../diff/wrapped-statement.lhs.json")};
    chaos_init(&c, 0, false);
    assert_int_equal(go(texts, COUNT, &c, &expected), TUNIP_OK);
    assert_int_equal(c.live, 0);
    assert_true(expected > 5);
    size_t calls = c.calls;
    for (size_t at = 1; at <= calls; at = chaos_next(at))
        for (int for_good = 0; for_good < 2; for_good++) {
            chaos_init(&c, at, for_good);
            tunip_status status = go(texts, COUNT, &c, &lines);
            if (status == TUNIP_OK)
                assert_int_equal(lines, expected);
            else
                assert_int_equal(status, TUNIP_ERROR_MEMORY);
            if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
        }
    for (size_t i = 0; i < COUNT; i++) free((char *)(uintptr_t)texts[i].data);
}

/* ---- questions ---- */

typedef struct answer {
    bool fine;
    size_t count;
} answer;

static bool count_line(void *user, const tunip_followed *line)
{
    ((answer *)user)->count += line->line + 1;
    return true;
}

static bool count_site(void *user, const tunip_site *site)
{
    ((answer *)user)->count += (size_t)site->line + 1;
    return true;
}

static answer follow(const tunip_lineage *lineage)
{
    answer a = {true, 0};
    for (size_t step = 0; step < 3; step++)
        for (size_t line = 1; line <= tunip_lineage_line_count(lineage, step); line++)
            a.fine &= tunip_lineage_follow(lineage, step, line, count_line, &a);
    return a;
}

static answer follow_site(const tunip_lineage *lineage)
{
    answer a = {true, 0};
    for (int64_t line = 0; line < 6; line++)
        a.fine &=
            tunip_lineage_follow_site(lineage, tunip_str_from("net.py"), line, count_line, &a);
    return a;
}

static answer find_origins(const tunip_lineage *lineage)
{
    answer a = {true, 0};
    tunip_line_origin origins[8];
    for (size_t line = 1; line <= tunip_lineage_line_count(lineage, 2); line++)
        a.count += tunip_lineage_origins(lineage, 2, line, origins, 8);
    return a;
}

/* These need no memory. */
static answer ask_the_rest(const tunip_lineage *lineage)
{
    answer a = {true, 0};
    tunip_step_link links[8];
    tunip_site sites[8];
    a.fine = tunip_lineage_each_site(lineage, count_site, &a);
    for (size_t step = 0; step < 3; step++) {
        a.count += tunip_lineage_counts(lineage, step).changed;
        a.count += tunip_lineage_functions(lineage, step).size;
        a.count += tunip_source_text(tunip_lineage_source(lineage, step)).size;
        for (size_t line = 1; line <= tunip_lineage_line_count(lineage, step); line++) {
            a.count += tunip_lineage_before(lineage, step, line).line;
            a.count += tunip_lineage_blame(lineage, step, line);
            a.count += tunip_lineage_line(lineage, step, line).size;
            a.count += tunip_lineage_links(lineage, step, line, links, 8);
            a.count += tunip_lineage_sites(lineage, step, line, sites, 8);
        }
    }
    return a;
}

/* A question either has its whole answer, or says that it has none. The lineage stays as it was. */
static void ask(chaos *c, const tunip_lineage *lineage, answer (*question)(const tunip_lineage *),
                bool may_fail)
{
    size_t before = c->calls, live = c->live;
    answer whole = question(lineage);
    size_t calls = c->calls - before;
    assert_true(whole.fine && whole.count > 0);
    assert_int_equal(calls > 0, may_fail);
    for (size_t at = 1; at <= 2 * calls; at++) {
        c->fail_at = c->calls + (at + 1) / 2;
        c->for_good = at % 2 == 0;
        answer a = question(lineage);
        bool is_right = !a.fine || a.count == whole.count;
        if (question == find_origins) is_right = a.count <= whole.count; /* some lines have none */
        if (!is_right) fail_msg("call %zu: a wrong answer", at);
        if (c->live != live) fail_msg("call %zu: memory is not given back", at);
        c->fail_at = 0;
    }
    answer again = question(lineage);
    assert_int_equal(again.count, whole.count);
}

static void every_question(void **state)
{
    enum { COUNT = 3 };
    chaos c;
    tunip_error error = TUNIP_ERROR_INIT;
    (void)state;
    const tunip_str texts[COUNT] = {load("../cli/data/net/dump/000_front.relay"),
                                    load("../cli/data/net/dump/001_SimplifyExpr.relay"),
                                    load("../cli/data/net/dump/002_SimplifyInference.relay")};
    chaos_init(&c, 0, false);
    tunip_context *context = tunip_context_new(&c.allocator, &error);
    tunip_history *history = tunip_history_new(context, &error);
    assert_int_equal(add_all(context, history, texts, COUNT, &error), TUNIP_OK);
    tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
    assert_non_null(lineage);
    ask(&c, lineage, follow, true);
    ask(&c, lineage, follow_site, true);
    ask(&c, lineage, find_origins, true);
    ask(&c, lineage, ask_the_rest, false);
    tunip_lineage_free(lineage);
    tunip_history_free(history);
    tunip_context_free(context);
    assert_int_equal(c.live, 0);
    for (size_t i = 0; i < COUNT; i++) free((char *)(uintptr_t)texts[i].data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation),
                                       cmocka_unit_test(every_question)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
