/* test_units.c -- the variables of units. A random tree of scopes and units defines variables, in
 * its own scopes and in those around them, and agrees with a model after each step. */
#include "print/docsifier.h"
#include "print/names.h"
#include "toy_world.h"

enum { NODES = 2000, FEW = 30, MANY = 700, DEEPEST = 4, ROUNDS = 42, MOST_FRAMES = 16 };

static tunip_node nodes[NODES];

/* Which frame defines a node. */
typedef struct model {
    const tunip_frame *owner[NODES];
    tunip_frame *open[MOST_FRAMES]; /* the innermost last */
    size_t depth;
    size_t most; /* definitions of a scope */
    uint32_t seed;
    size_t units, prerendered;
} model;

static model m;

static size_t pick(size_t below)
{
    m.seed = m.seed * 1664525 + 1013904223;
    return (m.seed >> 8) % below;
}

static const tunip_doc *make_three(tunip_docsifier *d, const void *user)
{
    (void)user;
    return tunip_doc_int(d, 3, NULL);
}

static const tunip_doc *statement(tunip_docsifier *d)
{
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, tunip_doc_int(d, 1, NULL));
}

/* Whether `frame` is `owner`, or inside it. */
static bool is_inside(const tunip_frame *frame, const tunip_frame *owner)
{
    while (frame && frame != owner) frame = frame->outer;
    return frame;
}

static void check(tunip_docsifier *d)
{
    enum { LOOKUPS = 40 };
    size_t count = 0;
    for (size_t i = 0; i < NODES; i++) count += m.owner[i] != NULL;
    assert_int_equal(tn_variable_count(d), count);
    for (size_t k = 0; k < LOOKUPS; k++) {
        size_t i = pick(NODES);
        const tunip_frame *frame = m.open[pick(m.depth)];
        bool defined = m.owner[i], visible = defined && is_inside(frame, m.owner[i]);
        assert_int_equal(tunip_is_defined(d, &nodes[i]), defined);
        assert_int_equal(tunip_variable(d, &nodes[i]) != NULL, defined);
        if (frame != d->top) assert_int_equal(tunip_is_visible(d, &nodes[i], frame), visible);
    }
}

static void define_some(tunip_docsifier *d, bool only_here)
{
    enum { RARELY = 50 };
    for (size_t left = pick(m.most); left; left--) {
        size_t i = pick(NODES);
        bool here = only_here || pick(RARELY);
        tunip_frame *frame = here ? m.open[m.depth - 1] : m.open[pick(m.depth)];
        if (pick(3))
            tunip_define(d, frame, &nodes[i], tunip_str_from("x"));
        else
            tunip_define_as(d, frame, &nodes[i], make_three, NULL);
        if (!m.owner[i]) m.owner[i] = frame;
    }
}

static void enter(tunip_docsifier *d, tunip_frame *frame)
{
    tunip_frame_enter(d, frame, &toy_dialect, NULL);
    m.open[m.depth++] = frame;
}

static void leave(tunip_docsifier *d, tunip_frame *frame)
{
    for (size_t i = 0; i < NODES; i++)
        if (m.owner[i] == frame) m.owner[i] = NULL;
    tunip_frame_leave(d, frame);
    m.depth--;
}

typedef struct scope {
    size_t levels;  /* that may be inside it */
    bool only_here; /* it defines nothing in the scopes around it */
} scope;

static const tunip_doc *make_unit(tunip_docsifier *d, const void *user);

static void run_scope(tunip_docsifier *d, const scope *s)
{
    tunip_frame frame;
    enter(d, &frame);
    define_some(d, s->only_here);
    check(d);
    for (size_t left = s->levels ? pick(DEEPEST) : 0; left; left--) {
        bool only_here = s->only_here || pick(2);
        const scope inner = {s->levels - 1, only_here};
        if (pick(2))
            tunip_frame_add_unit(d, &frame, NULL, make_unit, &inner);
        else
            run_scope(d, &inner);
        check(d);
    }
    leave(d, &frame);
}

static const tunip_doc *make_unit(tunip_docsifier *d, const void *user)
{
    m.units++;
    run_scope(d, user);
    return statement(d);
}

static const tunip_doc *prerender(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt, const void *node)
{
    (void)around, (void)node;
    if (!pick(4)) return stmt;
    m.prerendered++;
    tunip_doc *text = tn_job_kept_memory(d, sizeof *text);
    *text = (tunip_doc){.kind = TUNIP_DOC__COUNT};
    return text;
}

static void run_round(toy_world *world, size_t round)
{
    tunip_docsifier d;
    tunip_frame root;
    toy_job_open(world, &d, NULL);
    if (round % 2) d.units->prerender = prerender;
    m.most = round % 7 ? FEW : MANY;
    enter(&d, &root);
    for (size_t i = 0; i < 4; i++) {
        const scope s = {DEEPEST, i % 2};
        tunip_frame_add_unit(&d, &root, NULL, make_unit, &s);
        check(&d);
    }
    leave(&d, &root);
    assert_int_equal(tn_variable_count(&d), 0);
    assert_int_equal(d.memory.error.code, TUNIP_OK);
    tn_job_close(&d);
}

static void variables_agree_with_a_model(void **state)
{
    m.seed = 1;
    for (size_t i = 0; i < NODES; i++) nodes[i].type = &toy_var_type;
    for (size_t round = 0; round < ROUNDS; round++) run_round(*state, round);
    assert_true(m.units > 10 * ROUNDS);
    assert_true(m.prerendered > ROUNDS);
}

/* Not even a unit that leaves the frame around it and enters it again keeps its variables. */
static const tunip_doc *make_again(tunip_docsifier *d, const void *user)
{
    tunip_frame *frame = (tunip_frame *)(uintptr_t)user;
    tunip_frame_leave(d, frame);
    assert_false(tunip_is_defined(d, &nodes[0]));
    tunip_frame_enter(d, frame, &toy_dialect, NULL);
    return statement(d);
}

static void a_frame_left_in_a_unit_forgets_its_variables(void **state)
{
    tunip_docsifier d;
    tunip_frame frame;
    toy_job_open(*state, &d, NULL);
    tunip_frame_enter(&d, &frame, &toy_dialect, NULL);
    tunip_define(&d, &frame, &nodes[0], tunip_str_from("x"));
    tunip_frame_add_unit(&d, &frame, NULL, make_again, &frame);
    assert_int_equal(tn_variable_count(&d), 0);
    tunip_frame_leave(&d, &frame);
    tn_job_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_agree_with_a_model),
        cmocka_unit_test(a_frame_left_in_a_unit_forgets_its_variables),
    };
    return cmocka_run_group_tests(tests, toy_world_open, toy_world_close);
}
