/* test_follow.c -- from paths to nodes. */
#include "render_helper.h"

#include <tunip.h>
#include <tunip/tvm/tir.h>

#include "ir/path.h"

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    tn_arena arena;
} world;

static void open_world(world *w)
{
    w->context = tunip_context_new(NULL, NULL);
    w->graph = tunip_graph_new(w->context, NULL);
    tn_arena_init(&w->arena, NULL);
}

static void close_world(world *w)
{
    tn_arena_free(&w->arena);
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
}

/* A map of all sorts of keys and an array, in an array. */
static tunip_array *make_root(tunip_graph *g)
{
    void *entries[] = {tunip_string_new(g, "name"),
                       tunip_int_new(g, 1),
                       tunip_int_new(g, 7),
                       tunip_int_new(g, 2),
                       tunip_string_new(g, "none"),
                       NULL,
                       NULL,
                       tunip_int_new(g, 4),
                       tunip_bool_new(g, true),
                       tunip_int_new(g, 5),
                       tunip_float_new(g, 0.5),
                       tunip_int_new(g, 6)};
    tunip_array *items = TUNIP_LIST(g, tunip_int_new(g, 3), NULL);
    return TUNIP_LIST(g, tunip_map_new(g, TUNIP_LEN(entries) / 2, entries), items);
}

static const tunip_node *lead(world *w, tn_follower *f, const char *text)
{
    const tunip_path *path = tn_path_parse(&w->arena, tunip_str_from(text), NULL);
    assert_non_null(path);
    return tn_follow(f, path);
}

static void paths_lead_to_nodes(void **state)
{
    (void)state;
    world w;
    tn_follower f;
    open_world(&w);
    tunip_array *root = make_root(w.graph);
    const tunip_map *map = (const tunip_map *)root->items[0];
    const tunip_array *items = (const tunip_array *)root->items[1];
    tn_follower_init(&f, &root->base, &tn_malloc);
    assert_ptr_equal(lead(&w, &f, "<root>"), root);
    assert_ptr_equal(lead(&w, &f, "<root>[0]"), map);
    assert_ptr_equal(lead(&w, &f, "<root>[0][\"name\"]"), map->entries[0].value);
    assert_ptr_equal(lead(&w, &f, "<root>[0][7]"), map->entries[1].value);
    assert_ptr_equal(lead(&w, &f, "<root>[0][<missing item at 7>]"), map->entries[1].key);
    assert_ptr_equal(lead(&w, &f, "<root>[0][None]"), map->entries[3].value);
    assert_ptr_equal(lead(&w, &f, "<root>[0][True]"), map->entries[4].value);
    assert_ptr_equal(lead(&w, &f, "<root>[0][0.5]"), map->entries[5].value);
    assert_ptr_equal(lead(&w, &f, "<root>[1][0]"), items->items[0]);
    assert_null(lead(&w, &f, "<root>[0][\"none\"]"));
    assert_null(lead(&w, &f, "<root>[0][\"other\"]"));
    assert_null(lead(&w, &f, "<root>[1][1]"));
    assert_null(lead(&w, &f, "<root>[1][2].x"));
    assert_null(lead(&w, &f, "<root>.name"));
    assert_false(f.failed);
    tn_follower_free(&f);
    close_world(&w);
}

static tn_step_end step(world *w, tn_follower *f, const tunip_node *from, const char *text)
{
    const tunip_node *to;
    return tn_follow_step(f, from, tn_path_parse(&w->arena, tunip_str_from(text), NULL), &to);
}

static void steps_end_somewhere(void **state)
{
    (void)state;
    world w;
    tn_follower f;
    open_world(&w);
    tunip_array *root = make_root(w.graph);
    const tunip_node *map = root->items[0], *items = root->items[1];
    const tunip_dtype dtype = {TUNIP_DTYPE_INT, 32, 1};
    const tunip_node *number = (const tunip_node *)tunip_ir_int(w.graph, dtype, 5);
    tn_follower_init(&f, &root->base, &tn_malloc);
    assert_int_equal(step(&w, &f, map, "<root>[\"name\"]"), TN_STEP_NODE);
    assert_int_equal(step(&w, &f, map, "<root>[\"none\"]"), TN_STEP_VALUE);
    assert_int_equal(step(&w, &f, map, "<root>[\"other\"]"), TN_STEP_NOWHERE);
    assert_int_equal(step(&w, &f, map, "<root>.name"), TN_STEP_NOWHERE);
    assert_int_equal(step(&w, &f, items, "<root>[1]"), TN_STEP_VALUE);
    assert_int_equal(step(&w, &f, items, "<root>[2]"), TN_STEP_NOWHERE);
    assert_int_equal(step(&w, &f, items, "<root>[-1]"), TN_STEP_NOWHERE);
    assert_int_equal(step(&w, &f, items, "<root>[<missing item at 2>]"), TN_STEP_VALUE);
    assert_int_equal(step(&w, &f, number, "<root>.value"), TN_STEP_VALUE);
    assert_int_equal(step(&w, &f, number, "<root>.values"), TN_STEP_NOWHERE);
    assert_int_equal(step(&w, &f, number, "<root>[0]"), TN_STEP_NOWHERE);
    tn_follower_free(&f);
    close_world(&w);
}

static void following_without_memory(void **state)
{
    (void)state;
    world w;
    open_world(&w);
    tunip_array *root = make_root(w.graph);
    for (size_t budget = 0, failed = true; failed; budget++) {
        tn_follower f;
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tn_follower_init(&f, &root->base, &memory.allocator);
        const tunip_node *to = lead(&w, &f, "<root>[0][7]");
        failed = f.failed;
        assert_ptr_equal(to, failed ? NULL : ((const tunip_map *)root->items[0])->entries[1].value);
        tn_follower_free(&f);
        assert_int_equal(memory.held, 0);
    }
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_lead_to_nodes),
        cmocka_unit_test(steps_end_somewhere),
        cmocka_unit_test(following_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
