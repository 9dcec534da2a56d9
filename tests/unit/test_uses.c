/* test_uses.c -- the uses of variables in a tree, and the lowest node that contains all uses. */
#include "small_thread.h"
#include "toy_world.h"

#include "print/frame.h"

enum { DEEP = 200000, PLENTY = 1000000 };

/* The lowest node that contains all uses of `variable`; NULL if there are none. */
static const void *common(tn_uses *uses, const void *variable)
{
    bool ok = false;
    uint32_t at = tn_uses_common(uses, variable, &ok);
    assert_true(ok);
    return at ? uses->entries.items[at].node : NULL;
}

static void assert_common(const void *root, const void *variable, const void *expected)
{
    tn_uses uses;
    tn_uses_init(&uses, &tn_malloc);
    tn_uses_set_root(&uses, root);
    assert_ptr_equal(common(&uses, variable), expected);
    tn_uses_free(&uses);
}

static void all_uses_lie_below_the_common_node(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x"), *y = toy_var_new(g, "y"), *z = toy_var_new(g, "z");
    toy_sum *xy = toy_sum_new(g, x, y);
    toy_sum *xyx = toy_sum_new(g, xy, x);
    toy_sum *zz = toy_sum_new(g, z, z);
    tunip_array *items = TUNIP_LIST(g, xyx, y, NULL, zz);
    toy_seq *seq = toy_seq_new(g, items);
    const struct {
        const void *root, *variable, *common;
    } cases[] = {
        {x, x, x},                                          /* one use: the variable itself */
        {xy, x, x},       {zz, z, zz},                      /* two in one node */
        {xyx, x, xyx},                                      /* one deeper than the other */
        {xyx, y, y},      {seq, x, xyx},   {seq, y, items}, /* in two items: the array */
        {seq, z, zz},     {xy, z, NULL},                    /* not there */
        {seq, xy, NULL},                                    /* not a variable */
        {seq, seq, NULL}, {NULL, x, NULL},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_common(cases[i].root, cases[i].variable, cases[i].common);
}

/* The deeper use may come second, third, or between two others. */
static void the_order_of_uses_does_not_matter(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x");
    toy_sum *deep = toy_sum_new(g, toy_sum_new(g, NULL, x), NULL);
    toy_sum *first = toy_sum_new(g, deep, x), *second = toy_sum_new(g, x, deep);
    toy_sum *other = toy_sum_new(g, toy_sum_new(g, x, NULL), NULL);
    assert_common(first, x, first);
    assert_common(second, x, second);
    toy_sum *both = toy_sum_new(g, second, other);
    assert_common(both, x, both);
    assert_common(toy_sum_new(g, both, NULL), x, both);
}

static void definitions_are_uses(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x");
    toy_scope *scope = toy_scope_new(g, x, NULL, toy_sum_new(g, x, NULL));
    assert_common(scope, x, scope);
}

/* As in TVM's SetCommonPrefix, the contents of a shared node count at its first occurrence. */
static void shared_nodes_are_visited_once(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x");
    toy_sum *shared = toy_sum_new(g, x, x);
    toy_sum *left = toy_sum_new(g, shared, NULL), *right = toy_sum_new(g, shared, NULL);
    assert_common(toy_sum_new(g, left, right), x, shared);
}

static void cycles_end(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x");
    toy_sum *sum = toy_sum_new(g, NULL, NULL);
    sum->lhs = sum->rhs = &toy_sum_new(g, sum, x)->base;
    assert_common(sum, x, x);
}

static void another_root_starts_afresh(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x"), *y = toy_var_new(g, "y");
    toy_sum *xx = toy_sum_new(g, x, x), *xxy = toy_sum_new(g, xx, y), *yx = toy_sum_new(g, y, x);
    tn_uses uses;
    tn_uses_init(&uses, &tn_malloc);
    tn_uses_set_root(&uses, &xxy->base);
    assert_ptr_equal(common(&uses, x), xx);
    assert_ptr_equal(common(&uses, y), y);
    tn_uses_set_root(&uses, &yx->base);
    assert_ptr_equal(common(&uses, x), x);
    tn_uses_set_root(&uses, &xx->base);
    assert_null(common(&uses, y));
    tn_uses_free(&uses);
}

/* From an entry its parents lead to the root. */
static void parents_lead_up(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x");
    tunip_array *items = TUNIP_LIST(g, x);
    toy_seq *seq = toy_seq_new(g, items);
    tn_uses uses;
    bool ok;
    tn_uses_init(&uses, &tn_malloc);
    tn_uses_set_root(&uses, &seq->base);
    uint32_t at = tn_uses_common(&uses, &x->base, &ok);
    const void *const chain[] = {x, items, seq};
    for (size_t i = 0; i < TUNIP_LEN(chain); i++, at = uses.entries.items[at].parent)
        assert_ptr_equal(uses.entries.items[at].node, chain[i]);
    assert_int_equal(at, 0);
    tn_uses_free(&uses);
}

static void *analyse_deep(void *opaque)
{
    const toy_world *world = opaque;
    toy_var *x = toy_var_new(world->graph, "x");
    toy_sum *lowest = toy_sum_new(world->graph, x, x);
    assert_common(toy_deep_sum(world->graph, lowest, DEEP), x, lowest);
    toy_sum *top = toy_sum_new(world->graph, toy_deep_sum(world->graph, x, DEEP), x);
    assert_common(top, x, top);
    return NULL;
}

static void depth_is_no_matter(void **state)
{
    run_on_small_stack(analyse_deep, *state);
}

/* A failed analysis reports the failure, and the next query starts it again. */
static bool analyse_with(const toy_world *world, size_t budget)
{
    toy_var *x = toy_var_new(world->graph, "x");
    void *root = toy_sum_new(world->graph, toy_deep_sum(world->graph, x, 100), x);
    budget_memory memory;
    tn_uses uses;
    bool ok;
    budget_memory_init(&memory, budget);
    tn_uses_init(&uses, &memory.allocator);
    tn_uses_set_root(&uses, root);
    uint32_t at = tn_uses_common(&uses, &x->base, &ok);
    assert_int_equal(at != 0, ok);
    memory.budget = PLENTY;
    assert_ptr_equal(common(&uses, x), root);
    tn_uses_free(&uses);
    assert_int_equal(memory.held, 0);
    return ok;
}

static void every_allocation_may_fail(void **state)
{
    size_t budget = 0;
    while (!analyse_with(*state, budget)) budget++;
    assert_true(budget >= 4);
}

/* ---- the frames of uses ---- */

typedef struct scopes {
    toy_var *once, *twice, *apart, *outside, *absent;
    toy_scope *inner, *outer;
    toy_seq *root;
} scopes;

/* `once` and `twice` are used only in the inner scope, `apart` in both scopes, `outside` next to
 * the outer one. */
static scopes make_scopes(tunip_graph *g)
{
    scopes s = {.once = toy_var_new(g, "once"),
                .twice = toy_var_new(g, "twice"),
                .apart = toy_var_new(g, "apart"),
                .outside = toy_var_new(g, "outside"),
                .absent = toy_var_new(g, "absent")};
    toy_sum *most = toy_sum_new(g, toy_sum_new(g, s.twice, s.once), s.twice);
    s.inner =
        toy_scope_new(g, NULL, NULL, toy_sum_new(g, most, toy_sum_new(g, s.apart, s.outside)));
    s.outer = toy_scope_new(g, NULL, NULL, toy_sum_new(g, s.inner, s.apart));
    s.root = toy_seq_new(g, TUNIP_LIST(g, s.outer, s.outside));
    return s;
}

static void variables_belong_to_the_innermost_frame_of_all_uses(void **state)
{
    toy_world *world = *state;
    const scopes s = make_scopes(world->graph);
    tunip_docsifier d;
    tunip_frame root, outer, inner, other;
    toy_job_open(world, &d, NULL);
    tunip_uses_root(&d, s.root);
    tunip_frame_enter(&d, &root, &toy_dialect, NULL);
    assert_ptr_equal(tunip_uses_frame(&d, s.once), &root);
    tunip_frame_enter(&d, &outer, &toy_dialect, s.outer);
    tunip_frame_enter(&d, &inner, &toy_dialect, s.inner);
    tunip_frame_enter(&d, &other, &toy_dialect, s.absent); /* a frame that encloses no use */
    const struct {
        const toy_var *variable;
        const tunip_frame *frame;
    } cases[] = {{s.once, &inner},   {s.twice, &inner}, {s.apart, &outer},
                 {s.outside, &root}, {s.absent, NULL},  {NULL, NULL}};
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_ptr_equal(tunip_uses_frame(&d, cases[i].variable), cases[i].frame);
    tunip_frame_leave(&d, &other);
    tunip_frame_leave(&d, &inner);
    assert_ptr_equal(tunip_uses_frame(&d, s.once), &outer);
    tunip_frame_leave(&d, &outer);
    tunip_frame_leave(&d, &root);
    assert_null(tunip_uses_frame(&d, s.once)); /* no frame is open */
    tn_job_close(&d);
}

static void no_frame_fits_a_variable_used_outside_of_all(void **state)
{
    toy_world *world = *state;
    const scopes s = make_scopes(world->graph);
    tunip_docsifier d;
    tunip_frame frame;
    toy_job_open(world, &d, NULL);
    tunip_frame_enter(&d, &frame, &toy_dialect, s.outer);
    assert_null(tunip_uses_frame(&d, s.once)); /* no uses root is set */
    tunip_uses_root(&d, s.root);
    assert_ptr_equal(tunip_uses_frame(&d, s.apart), &frame);
    assert_null(tunip_uses_frame(&d, s.outside));
    tunip_frame_leave(&d, &frame);
    tn_job_close(&d);
}

static void uses_lie_within_nodes(void **state)
{
    toy_world *world = *state;
    const scopes s = make_scopes(world->graph);
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    assert_false(tunip_uses_within(&d, s.once, s.root));
    tunip_uses_root(&d, s.root);
    const struct {
        const toy_var *variable;
        bool inner, outer, root;
    } cases[] = {
        {s.once, true, true, true},      {s.twice, true, true, true},
        {s.apart, false, true, true},    {s.outside, false, false, true},
        {s.absent, false, false, false}, {NULL, false, false, false},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        assert_int_equal(tunip_uses_within(&d, cases[i].variable, s.inner), cases[i].inner);
        assert_int_equal(tunip_uses_within(&d, cases[i].variable, s.outer), cases[i].outer);
        assert_int_equal(tunip_uses_within(&d, cases[i].variable, s.root), cases[i].root);
    }
    tn_job_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(all_uses_lie_below_the_common_node),
        TOY_TEST(the_order_of_uses_does_not_matter),
        TOY_TEST(definitions_are_uses),
        TOY_TEST(shared_nodes_are_visited_once),
        TOY_TEST(cycles_end),
        TOY_TEST(another_root_starts_afresh),
        TOY_TEST(parents_lead_up),
        TOY_TEST(depth_is_no_matter),
        TOY_TEST(every_allocation_may_fail),
        TOY_TEST(variables_belong_to_the_innermost_frame_of_all_uses),
        TOY_TEST(no_frame_fits_a_variable_used_outside_of_all),
        TOY_TEST(uses_lie_within_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
