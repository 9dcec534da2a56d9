/* test_stack.c -- recursion that continues on fresh stacks. */
#include "small_thread.h"

#include "util/threads.h"

enum { DEEP = 200000 };

typedef struct descent {
    tn_stack stack;
    size_t left;
    uint64_t sum;
    size_t segments; /* the maximum number of nested segments */
    bool failed;
} descent;

static void descend(void *opaque);

/* Has local data, as a rule does, which must survive the nested calls. */
static void step(descent *d)
{
    volatile char local[256];
    size_t here = d->left;
    local[here % sizeof local] = (char)here;
    if (d->stack.depth > d->segments) d->segments = d->stack.depth;
    if (d->left-- > 0) {
        if (!tn_stack_low(&d->stack))
            descend(d);
        else if (!tn_stack_run(&d->stack, descend, d))
            d->failed = true;
    }
    d->sum += local[here % sizeof local] == (char)here ? here : 0;
}

static void descend(void *opaque)
{
    step(opaque);
}

static void *descend_from_the_top(void *opaque)
{
    descent *d = opaque;
    tn_stack_init(&d->stack);
    tn_stack before = d->stack;
    assert_false(tn_stack_low(&d->stack));
    step(d);
    assert_ptr_equal(d->stack.limit, before.limit);
    assert_int_equal(d->stack.next_size, before.next_size);
    assert_int_equal(d->stack.depth, 0);
    return NULL;
}

static void deep_recursion_needs_little_stack(void **state)
{
    (void)state;
    descent d = {.left = DEEP};
    run_on_small_stack(descend_from_the_top, &d);
    assert_false(d.failed);
    assert_int_equal(d.sum, (uint64_t)DEEP * (DEEP + 1) / 2);
    assert_in_range(d.segments, 1, 64);
}

static void shallow_recursion_stays_where_it_is(void **state)
{
    (void)state;
    descent d = {.left = 20};
    run_on_small_stack(descend_from_the_top, &d);
    assert_int_equal(d.segments, 0);
    assert_int_equal(d.sum, 20 * 21 / 2);
}

typedef struct visit {
    tn_stack *stack;
    size_t count;
    size_t depth;
    bool low;
} visit;

static void note_visit(void *opaque)
{
    visit *v = opaque;
    v->count++;
    v->depth = v->stack->depth;
    v->low = tn_stack_low(v->stack);
}

static void run_calls_once_on_a_roomy_segment(void **state)
{
    (void)state;
    tn_stack stack;
    tn_stack_init(&stack);
    visit v = {.stack = &stack};
    for (size_t i = 1; i <= 3; i++) {
        assert_true(tn_stack_run(&stack, note_visit, &v));
        assert_int_equal(v.count, i);
        assert_int_equal(v.depth, 1);
        assert_false(v.low);
        assert_int_equal(stack.depth, 0);
    }
}

static void without_a_segment_nothing_runs(void **state)
{
    (void)state;
    tn_stack stack;
    tn_stack_init(&stack);
    stack.next_size = (size_t)1 << 60;
    tn_stack before = stack;
    visit v = {.stack = &stack};
    assert_false(tn_stack_run(&stack, note_visit, &v));
    assert_int_equal(v.count, 0);
    assert_ptr_equal(stack.limit, before.limit);
    assert_int_equal(stack.next_size, before.next_size);
    assert_int_equal(stack.depth, 0);
}

/* A stack that begins inside another one (a walk inside a rule, a print inside a print) needs 192
 * KB. They are available wherever the outer stack does not take a new segment. */
static void *begin_inside(void *opaque)
{
    descent *outer = opaque;
    descent inner = {.left = 2000};
    tn_stack_init(&inner.stack);
    step(&inner);
    outer->failed |= inner.failed || inner.sum != 2000u * 2001 / 2;
    return NULL;
}

static void nest(void *opaque);

static void nest_step(descent *d)
{
    volatile char local[512];
    local[0] = 1;
    if (d->left % 64 == 0) begin_inside(d);
    if (d->left-- > 0) {
        if (!tn_stack_low(&d->stack))
            nest(d);
        else if (!tn_stack_run(&d->stack, nest, d))
            d->failed = true;
    }
    d->sum += (uint64_t)local[0];
}

static void nest(void *opaque)
{
    nest_step(opaque);
}

static void stacks_nest(void **state)
{
    (void)state;
    descent d = {.left = 50000};
    tn_stack_init(&d.stack);
    nest_step(&d);
    assert_false(d.failed);
    assert_int_equal(d.sum, 50001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_recursion_needs_little_stack),
        cmocka_unit_test(shallow_recursion_stays_where_it_is),
        cmocka_unit_test(run_calls_once_on_a_roomy_segment),
        cmocka_unit_test(without_a_segment_nothing_runs),
        cmocka_unit_test(stacks_nest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
