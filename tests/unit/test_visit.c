/* test_visit.c -- the children of a node, and walks over everything that can be reached. */
#include "render_helper.h"
#include "small_thread.h"
#include "toy_world.h"
#include <stdio.h>

#include "ir/visit.h"

enum { DEEP = 200000 };

/* ---- children ---- */

typedef struct collected {
    const tunip_node *nodes[16];
    size_t count;
    size_t stop_after;
} collected;

static bool collect(const tunip_node *child, void *user)
{
    collected *c = user;
    c->nodes[c->count++] = child;
    return c->count != c->stop_after;
}

static void assert_children(const void *node, unsigned skip, size_t count,
                            const void *const *expected)
{
    collected c = {.count = 0};
    assert_true(tn_each_child(node, skip, collect, &c));
    assert_int_equal(c.count, count);
    for (size_t i = 0; i < count; i++) assert_ptr_equal(c.nodes[i], expected[i]);
}

#define CHILDREN(node, skip, ...)                                                                  \
    assert_children((node), (skip), TUNIP_LEN(((const void *[]){__VA_ARGS__})) - 1,                \
                    (const void *[]){__VA_ARGS__})

typedef struct toy_triplet {
    toy_twin base;
    tunip_node *third;
} toy_triplet;

static void fields_come_in_order_ancestors_first(void **state)
{
    const toy_world *world = *state;
    static const tunip_field own[] = {TUNIP_FIELD_ANY(toy_triplet, third, TUNIP_FLAG_ASIDE)};
    static const tunip_type type = {.key = "toy.Triplet",
                                    .base = &toy_twin_type,
                                    .fields = own,
                                    .field_count = 1,
                                    .size = sizeof(toy_triplet)};
    tunip_int *a = tunip_int_new(world->graph, 1), *b = tunip_int_new(world->graph, 2);
    toy_triplet *node = tunip_node_new(world->graph, &type);
    CHILDREN(node, 0, NULL);
    node->third = &a->base;
    node->base.base.second = &b->base;
    CHILDREN(node, 0, b, a, NULL);
    node->base.base.first = &a->base;
    CHILDREN(node, 0, a, b, a, NULL);
    CHILDREN(node, TUNIP_FLAG_ASIDE, a, b, NULL);
    CHILDREN(node, TUNIP_FLAG_OPTIONAL, a, a, NULL);
    CHILDREN(node, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, a, NULL);
    CHILDREN(node, TUNIP_FLAG_IGNORE, a, b, a, NULL);
}

static void containers_have_items_keys_and_values(void **state)
{
    const toy_world *world = *state;
    tunip_int *a = tunip_int_new(world->graph, 1), *b = tunip_int_new(world->graph, 2);
    CHILDREN(TUNIP_LIST(world->graph, b, NULL, a, b), 0, b, a, b, NULL);
    CHILDREN(tunip_array_new(world->graph, 0, NULL), 0, NULL);
    void *entries[] = {a, b, b, NULL, NULL, a};
    CHILDREN(tunip_map_new(world->graph, 3, entries), 0, a, b, b, a, NULL);
    CHILDREN(a, 0, NULL);
    CHILDREN(tunip_string_new(world->graph, "x"), 0, NULL);
}

/* A boxed scalar was never a node of its own in the saved graph. */
static void opaque_nodes_have_what_they_refer_to(void **state)
{
    const toy_world *world = *state;
    static const tunip_type unknown = {
        .key = "some.Unknown", .base = &tunip_opaque_type, .size = sizeof(tunip_opaque)};
    tunip_int *a = tunip_int_new(world->graph, 1), *b = tunip_int_new(world->graph, 2);
    tunip_opaque_field fields[] = {
        {TUNIP_STR("x"), &a->base, true, false, 0},
        {TUNIP_STR("y"), NULL, true, false, 0},
        {TUNIP_STR("z"), &b->base, false, false, 0},
        {TUNIP_STR("w"), &b->base, true, false, 0},
    };
    tunip_opaque *node = tunip_node_new(world->graph, &unknown);
    CHILDREN(node, 0, NULL);
    node->count = TUNIP_LEN(fields);
    node->fields = fields;
    CHILDREN(node, 0, a, b, NULL);
}

/* Most walks skip TUNIP_FLAG_ASIDE fields. For registered types the other fields are
 * precomputed. */
typedef struct wide {
    tunip_node base;
    tunip_node *n[9];
    int64_t number;
} wide;

#define SLOT(i, flags_)                                                                            \
    {                                                                                              \
        .name = "n" #i, .offset = (uint16_t)(offsetof(wide, n) + (i) * sizeof(tunip_node *)),      \
        .kind = TUNIP_KIND_NODE, .flags = (flags_)                                                 \
    }

/* clang-format off */
static const tunip_field wide_fields[] = {
    SLOT(0, 0), SLOT(1, TUNIP_FLAG_ASIDE), SLOT(2, 0), TUNIP_FIELD_INT(wide, number, 0),
    SLOT(3, TUNIP_FLAG_DEF),
    SLOT(4, 0), SLOT(5, TUNIP_FLAG_ASIDE | TUNIP_FLAG_OPTIONAL),
    SLOT(6, 0), SLOT(7, 0), SLOT(8, 0)};
/* clang-format on */

/* Checks the children of a type with the first `fields` of these fields, without
 * TUNIP_FLAG_ASIDE. */
static void check_wide(const toy_world *world, tunip_type *type, size_t fields, void *const *n,
                       const void *const *expected, size_t count)
{
    wide *node = tunip_node_new(world->graph, type);
    type->field_count = (uint16_t)fields;
    for (size_t i = 0; i < 9; i++) node->n[i] = n[i];
    assert_children(node, TUNIP_FLAG_ASIDE, count, expected);
    tn_visit_prepare(type);
    assert_children(node, TUNIP_FLAG_ASIDE, count, expected);
    assert_children(node, TUNIP_FLAG_ASIDE | TUNIP_FLAG_OPTIONAL, count, expected);
}

static void what_stands_aside_is_known_beforehand(void **state)
{
    const toy_world *world = *state;
    static tunip_type types[] = {{.key = "toy.Wide1", .size = sizeof(wide), .fields = wide_fields},
                                 {.key = "toy.Wide2", .size = sizeof(wide), .fields = wide_fields},
                                 {.key = "toy.Wide3", .size = sizeof(wide), .fields = wide_fields}};
    void *n[9];
    for (size_t i = 0; i < 9; i++) n[i] = tunip_int_new(world->graph, (int64_t)i);
    const void *const all[] = {n[0], n[2], n[3], n[4], n[6], n[7], n[8]};
    check_wide(world, &types[0], TUNIP_LEN(wide_fields), n, all, 7);
    check_wide(world, &types[1], 2, n, all, 1);
    n[2] = n[6] = NULL;
    const void *const some[] = {n[0], n[3], n[4], n[7]};
    check_wide(world, &types[2], TUNIP_LEN(wide_fields) - 1, n, some, 4);
    toy_bare *bare = tunip_node_new(world->graph, &toy_bare_type);
    bare->ignored = n[0];
    CHILDREN(bare, TUNIP_FLAG_ASIDE, NULL);
    CHILDREN(bare, 0, n[0], NULL);
}

/* Values and other nodes without children are left out; variables and containers are not. */
static void leaves_may_be_left_out(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *one = tunip_int_new(g, 1), *unit = tunip_node_new(g, &toy_unit_type);
    toy_var *x = toy_var_new(g, "x");
    tunip_array *none = tunip_array_new(g, 0, NULL);
    void *stranger = toy_holder_new(g, &toy_stranger_type, NULL);
    CHILDREN(toy_pair_new(g, one, x, 0), TUNIP_LEAVES, x, NULL);
    CHILDREN(toy_pair_new(g, unit, none, 0), TUNIP_LEAVES | TUNIP_FLAG_ASIDE, none, NULL);
    CHILDREN(toy_pair_new(g, stranger, one, 0), TUNIP_LEAVES | TUNIP_FLAG_ASIDE, stranger, NULL);
    CHILDREN(TUNIP_LIST(g, one, x, unit, none), TUNIP_LEAVES, x, none, NULL);
    CHILDREN(toy_pair_new(g, one, x, 0), TUNIP_FLAG_ASIDE, one, x, NULL);
}

static void nulls_are_children_when_asked_for(void **state)
{
    const toy_world *world = *state;
    tunip_int *a = tunip_int_new(world->graph, 1);
    void *entries[] = {a, NULL};
    CHILDREN(toy_pair_new(world->graph, NULL, a, 0), TN_WITH_NULLS, NULL, a, NULL);
    CHILDREN(toy_pair_new(world->graph, a, NULL, 0), TN_WITH_NULLS | TUNIP_FLAG_OPTIONAL, a, NULL);
    CHILDREN(TUNIP_LIST(world->graph, NULL, a), TN_WITH_NULLS, NULL, a, NULL);
    CHILDREN(tunip_map_new(world->graph, 1, entries), TN_WITH_NULLS, a, NULL, NULL);
}

static void children_end_when_the_function_says(void **state)
{
    const toy_world *world = *state;
    tunip_int *a = tunip_int_new(world->graph, 1);
    void *const entries[] = {a, a, a, a};
    void *const nodes[] = {TUNIP_LIST(world->graph, a, a, a),
                           tunip_map_new(world->graph, 2, entries),
                           toy_pair_new(world->graph, a, a, 0)};
    for (size_t i = 0; i < TUNIP_LEN(nodes); i++) {
        collected c = {.stop_after = 1};
        assert_false(tn_each_child(nodes[i], 0, collect, &c));
        assert_int_equal(c.count, 1);
    }
}

typedef struct toy_relisted {
    toy_twin base;
} toy_relisted;

/* An inherited field that is listed once more is one child. */
static void fields_listed_again_are_one_child(void **state)
{
    const toy_world *world = *state;
    static const tunip_field fields[] = {
        {.name = "first",
         .offset = offsetof(toy_pair, first),
         .kind = TUNIP_KIND_NODE,
         .flags = TUNIP_FLAG_AGAIN | TUNIP_FLAG_IGNORE},
    };
    static tunip_type type = {.key = "toy.Relisted",
                              .base = &toy_twin_type,
                              .fields = fields,
                              .field_count = TUNIP_LEN(fields),
                              .size = sizeof(toy_relisted)};
    toy_relisted *node = tunip_node_new(world->graph, &type);
    void *a = tunip_int_new(world->graph, 1);
    ((toy_pair *)node)->first = a;
    CHILDREN(node, 0, a, NULL);
    tn_visit_prepare(&type);
    CHILDREN(node, TUNIP_FLAG_ASIDE, a, NULL);
}

static void fields_are_found_by_name(void **state)
{
    (void)state;
    assert_string_equal(tunip_type_field(&toy_twin_type, "same")->name, "same");
    assert_string_equal(tunip_type_field(&toy_twin_type, "weight")->name, "weight");
    assert_ptr_equal(tunip_type_field(&toy_twin_type, "first"),
                     tunip_type_field(&toy_pair_type, "first"));
    assert_null(tunip_type_field(&toy_pair_type, "same"));
    assert_null(tunip_type_field(&toy_pair_type, "firs"));
    assert_null(tunip_type_field(&toy_pair_type, ""));
    assert_null(tunip_type_field(&tunip_int_type, "value"));
}

/* ---- walks ---- */

/* Records a walk as text: +key on entering a node, -key on leaving it. */
typedef struct trace {
    char text[512];
    const tunip_node *skipped;
    const tunip_node *last; /* the walk stops here */
    size_t entered;
    size_t limit; /* of nodes, 0 for none */
} trace;

static void note(trace *t, char sign, const tunip_node *node)
{
    size_t used = strlen(t->text);
    const char *dot = strrchr(node->type->key, '.');
    const char *name = dot ? dot + 1 : node->type->key;
    if (used + strlen(name) + 3 > sizeof t->text) return;
    snprintf(t->text + used, sizeof t->text - used, "%s%c%s", used ? " " : "", sign, name);
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    trace *t = user;
    note(t, '+', node);
    if (++t->entered == t->limit || node == t->last) return TUNIP_WALK_STOP;
    return node == t->skipped ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    note(user, '-', node);
}

static bool walk(const void *root, trace *t, unsigned skip)
{
    const tunip_walker walker = {.enter = enter, .leave = leave, .user = t, .skip = skip};
    return tunip_walk(root, &walker) == TUNIP_WALK_DONE;
}

static void walks_enter_and_leave_in_order(void **state)
{
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    toy_sum *sum = toy_sum_new(world->graph, one, NULL);
    toy_pair *pair = toy_pair_new(world->graph, sum, TUNIP_LIST(world->graph, one, sum), 0);
    static const char whole[] = "+Pair +Sum +int -int -Sum +Array +int -int +Sum +int -int -Sum "
                                "-Array -Pair";
    trace all = {.entered = 0};
    assert_true(walk(pair, &all, 0));
    assert_string_equal(all.text, whole);
    trace without = {.entered = 0};
    assert_true(walk(pair, &without, TUNIP_FLAG_OPTIONAL));
    assert_string_equal(without.text, "+Pair +Sum +int -int -Sum -Pair");
}

static void skipping_leaves_out_the_inside_and_the_leave(void **state)
{
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    toy_sum *sum = toy_sum_new(world->graph, one, one);
    trace t = {.skipped = &sum->base};
    assert_true(walk(toy_pair_new(world->graph, sum, one, 0), &t, 0));
    assert_string_equal(t.text, "+Pair +Sum +int -int -Pair");
}

/* A variable is visited like any other node, although its name is a TUNIP_FLAG_ASIDE field. */
static void variables_are_visited_like_other_nodes(void **state)
{
    const toy_world *world = *state;
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "y");
    toy_sum *sum = toy_sum_new(world->graph, x, y);
    static const char named[] = "+Sum +Var +String -String -Var +Var +String -String -Var -Sum";
    trace all = {.entered = 0}, bare = {.entered = 0};
    trace skipping = {.skipped = &x->base}, stopping = {.last = &x->base};
    assert_true(walk(sum, &all, 0));
    assert_string_equal(all.text, named);
    assert_true(walk(sum, &bare, TUNIP_FLAG_ASIDE));
    assert_string_equal(bare.text, "+Sum +Var -Var +Var -Var -Sum");
    assert_true(walk(sum, &skipping, TUNIP_FLAG_ASIDE));
    assert_string_equal(skipping.text, "+Sum +Var +Var -Var -Sum");
    assert_false(walk(sum, &stopping, TUNIP_FLAG_ASIDE));
    assert_string_equal(stopping.text, "+Sum +Var");
}

static void stopping_ends_the_walk(void **state)
{
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    toy_sum *sum = toy_sum_new(world->graph, one, one);
    trace t = {.last = &one->base};
    assert_false(walk(toy_pair_new(world->graph, sum, one, 0), &t, 0));
    assert_string_equal(t.text, "+Pair +Sum +int");
}

static void nothing_to_walk_is_fine(void **state)
{
    (void)state;
    trace t = {.entered = 0};
    assert_true(walk(NULL, &t, 0));
    assert_int_equal(t.entered, 0);
}

static tunip_walk_action enter_only(const tunip_node *node, void *user)
{
    (void)node;
    ++*(size_t *)user;
    return TUNIP_WALK_ON;
}

static void the_root_is_visited_even_if_it_is_a_leaf(void **state)
{
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    trace alone = {.entered = 0}, inside = {.entered = 0};
    assert_true(walk(one, &alone, TUNIP_LEAVES));
    assert_string_equal(alone.text, "+int -int");
    assert_true(
        walk(toy_sum_new(world->graph, one, one), &inside, TUNIP_LEAVES | TUNIP_FLAG_ASIDE));
    assert_string_equal(inside.text, "+Sum -Sum");
}

static void leaving_need_not_be_watched(void **state)
{
    const toy_world *world = *state;
    size_t count = 0;
    const tunip_walker walker = {.enter = enter_only, .user = &count};
    tunip_int *one = tunip_int_new(world->graph, 1);
    const toy_sum *sum = toy_sum_new(world->graph, one, one);
    assert_int_equal(tunip_walk(&sum->base, &walker), TUNIP_WALK_DONE);
    assert_int_equal(count, 3);
}

static void *walk_deep(void *opaque)
{
    const toy_world *world = opaque;
    trace t = {.entered = 0};
    assert_true(walk(toy_deep_sum(world->graph, NULL, DEEP), &t, 0));
    assert_int_equal(t.entered, 2 * DEEP);
    return NULL;
}

static void depth_is_not_bounded_by_the_stack(void **state)
{
    run_on_small_stack(walk_deep, *state);
}

/* A node may contain itself in two ways, which would double the walk at each level. */
static void cycles_end(void **state)
{
    const toy_world *world = *state;
    toy_sum *narrow = toy_sum_new(world->graph, NULL, NULL);
    toy_sum *twofold = toy_sum_new(world->graph, NULL, NULL);
    narrow->rhs = &toy_holder_new(world->graph, &toy_forward_type, narrow)->base;
    twofold->lhs = twofold->rhs = &twofold->base;
    const toy_sum *const sums[] = {narrow, twofold};
    for (size_t i = 0; i < TUNIP_LEN(sums); i++) {
        trace t = {.limit = 100000};
        bool whole = walk(sums[i], &t, 0);
        assert_in_range(t.entered, 2, 99999);
        assert_true(whole);
    }
}

static bool count_field(const tunip_field *field, void *user)
{
    (void)field;
    return ++*(size_t *)user < 2;
}

static void anybody_may_iterate(void **state)
{
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    const toy_sum *sum = toy_sum_new(world->graph, one, NULL);
    size_t count = 0;
    collected c = {.count = 0};
    assert_true(tunip_each_child(&sum->base, 0, collect, &c));
    assert_int_equal(c.count, 1);
    assert_ptr_equal(c.nodes[0], one);
    assert_true(tunip_each_child(NULL, 0, collect, &c));
    assert_false(tunip_each_field(sum->base.type, 0, count_field, &count));
    assert_int_equal(count, 2);
}

static tunip_walk_action stop_at(const tunip_node *node, void *user)
{
    return node == user ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* Deep walks need memory for their stack and to find cycles. Out of memory is distinct from a
 * stopped walk. */
static void ends_are_told_apart(void **state)
{
    enum { WATCHED = 1000, ALLOCATIONS = 11 }; /* tables of 16, 32, ... 1024 slots, four stacks */
    const toy_world *world = *state;
    const toy_sum *sum = toy_deep_sum(world->graph, NULL, WATCHED);
    const tunip_node *deep = &sum->base;
    for (size_t budget = 0; budget < 20; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tunip_walker walker = {.enter = stop_at, .allocator = &memory.allocator};
        tunip_walk_end end = tunip_walk(deep, &walker);
        assert_int_equal(end, budget < ALLOCATIONS ? TUNIP_WALK_NO_MEMORY : TUNIP_WALK_DONE);
        assert_int_equal(memory.held, 0);
        walker.user = (void *)(uintptr_t)deep;
        assert_int_equal(tunip_walk(deep, &walker), TUNIP_WALK_STOPPED);
        assert_int_equal(tunip_walk(NULL, &walker), TUNIP_WALK_DONE);
    }
}

/* A ladder of shared sums has 2^60 nodes as a tree. The set of visited nodes is the only memory. */
static void a_walk_of_the_graph_visits_nodes_once(void **state)
{
    enum { LEVELS = 60 };
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    toy_sum *sum = toy_sum_new(world->graph, one, one);
    trace t = {.entered = 0};
    tunip_walker walker = {.enter = enter, .leave = leave, .user = &t};
    assert_int_equal(tunip_walk_once(&sum->base, &walker), TUNIP_WALK_DONE);
    assert_string_equal(t.text, "+Sum +int -int -Sum");
    for (size_t i = 1; i < LEVELS; i++) sum = toy_sum_new(world->graph, sum, sum);
    t.entered = 0;
    assert_int_equal(tunip_walk_once(&sum->base, &walker), TUNIP_WALK_DONE);
    assert_int_equal(t.entered, LEVELS + 1);
    t = (trace){.limit = LEVELS};
    assert_int_equal(tunip_walk_once(&sum->base, &walker), TUNIP_WALK_STOPPED);
    budget_memory memory;
    budget_memory_init(&memory, 0);
    walker.allocator = &memory.allocator;
    assert_int_equal(tunip_walk_once(&sum->base, &walker), TUNIP_WALK_NO_MEMORY);
    assert_int_equal(tunip_walk_once(NULL, &walker), TUNIP_WALK_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(fields_come_in_order_ancestors_first),
        TOY_TEST(containers_have_items_keys_and_values),
        TOY_TEST(opaque_nodes_have_what_they_refer_to),
        TOY_TEST(nulls_are_children_when_asked_for),
        TOY_TEST(what_stands_aside_is_known_beforehand),
        TOY_TEST(leaves_may_be_left_out),
        TOY_TEST(fields_listed_again_are_one_child),
        TOY_TEST(children_end_when_the_function_says),
        cmocka_unit_test(fields_are_found_by_name),
        TOY_TEST(walks_enter_and_leave_in_order),
        TOY_TEST(skipping_leaves_out_the_inside_and_the_leave),
        TOY_TEST(variables_are_visited_like_other_nodes),
        TOY_TEST(stopping_ends_the_walk),
        cmocka_unit_test(nothing_to_walk_is_fine),
        TOY_TEST(the_root_is_visited_even_if_it_is_a_leaf),
        TOY_TEST(leaving_need_not_be_watched),
        TOY_TEST(depth_is_not_bounded_by_the_stack),
        TOY_TEST(cycles_end),
        TOY_TEST(anybody_may_iterate),
        TOY_TEST(ends_are_told_apart),
        TOY_TEST(a_walk_of_the_graph_visits_nodes_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
