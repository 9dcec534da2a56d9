/* test_frame.c -- frames, their exit actions and tokens, and the variables defined in them. */
#include "print/docsifier.h"
#include "print/frame.h"
#include "print/metadata.h"
#include "print/names.h"
#include "toy_world.h"

#include <stdio.h>

enum { MANY = 20000 };

typedef struct fixture {
    toy_world *world;
    tunip_docsifier d;
} fixture;

static int open(void **state)
{
    static fixture f;
    void *world;
    int failed = toy_world_open(&world);
    f.world = world;
    if (!failed) toy_job_open(f.world, &f.d, NULL);
    *state = &f;
    return failed;
}

static int close(void **state)
{
    fixture *f = *state;
    void *world = f->world;
    tn_job_close(&f->d);
    return toy_world_close(&world);
}

#define JOB_TEST(test) cmocka_unit_test_setup_teardown(test, open, close)

static const tunip_doc *statement(tunip_docsifier *d, int64_t value)
{
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, tunip_doc_int(d, value, NULL));
}

static tunip_str str(const char *text)
{
    return tunip_str_from(text);
}

/* ---- frames ---- */

static void frames_nest(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    static const tunip_dialect other = {.name = "other"};
    tunip_node node = {&toy_unit_type};
    tunip_frame outer, middle, inner;
    assert_null(tunip_frame_top(d));
    assert_null(tunip_frame_of(d, &toy_dialect));
    tunip_frame_enter(d, &outer, &toy_dialect, &node);
    tunip_frame_enter(d, &middle, &toy_dialect, NULL);
    tunip_frame_enter(d, &inner, &other, NULL);
    assert_ptr_equal(tunip_frame_top(d), &inner);
    assert_ptr_equal(inner.outer, &middle);
    assert_ptr_equal(outer.node, &node);
    assert_ptr_equal(tunip_frame_of(d, &other), &inner);
    assert_ptr_equal(tunip_frame_of(d, &toy_dialect), &middle);
    tunip_frame_leave(d, &inner);
    tunip_frame_leave(d, &middle);
    assert_null(tunip_frame_of(d, &other));
    assert_ptr_equal(tunip_frame_of(d, &toy_dialect), &outer);
    tunip_frame_leave(d, &outer);
    assert_null(tunip_frame_top(d));
}

static void statements_stay_readable(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    const tunip_doc *stmts[100];
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    assert_int_equal(tunip_frame_body(d, &frame, NULL).count, 0);
    for (size_t i = 0; i < 100; i++)
        tunip_frame_add(d, &frame, stmts[i] = statement(d, (int64_t)i));
    tunip_frame_leave(d, &frame);
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    assert_int_equal(body.count, 100);
    for (size_t i = 0; i < 100; i++) assert_ptr_equal(body.items[i], stmts[i]);
}

static void a_body_may_begin_with_something_else(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    const tunip_doc *first = statement(d, 1), *second = statement(d, 2);
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_docs alone = tunip_frame_body(d, &frame, first);
    assert_int_equal(alone.count, 1);
    assert_ptr_equal(alone.items[0], first);
    tunip_frame_add(d, &frame, second);
    tunip_docs both = tunip_frame_body(d, &frame, first);
    assert_int_equal(both.count, 2);
    assert_ptr_equal(both.items[0], first);
    assert_ptr_equal(both.items[1], second);
    assert_int_equal(tunip_frame_body(d, &frame, NULL).count, 1);
    tunip_frame_leave(d, &frame);
}

/* A block adds its statements. An empty block adds none. */
static void empty_blocks_add_nothing(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_frame_add(d, &frame, tunip_doc_block_new(d, tunip_docs_none()));
    assert_int_equal(frame.stmt_count, 0);
    tunip_frame_add(d, &frame, tunip_doc_block_new(d, TUNIP_DOCS(d, statement(d, 1))));
    assert_true(frame.stmt_count > 0);
    tunip_frame_leave(d, &frame);
}

/* ---- units ---- */

static int prerendered;

static const tunip_doc *prerender(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt, const void *node)
{
    (void)around, (void)stmt, (void)node;
    prerendered++;
    tunip_doc *piece = tn_job_kept_memory(d, sizeof *piece);
    assert_non_null(piece);
    *piece = (tunip_doc){.kind = TUNIP_DOC__COUNT};
    return piece;
}

/* Makes a unit that takes memory and defines nothing. */
static const tunip_doc *make_unit(tunip_docsifier *d, const void *user)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, user);
    tunip_define(d, &frame, user, str("x"));
    for (size_t i = 0; i < 100; i++) tunip_frame_add(d, &frame, statement(d, (int64_t)i));
    tunip_frame_leave(d, &frame);
    return tunip_doc_block_new(d, tunip_frame_body(d, &frame, NULL));
}

/* Makes a unit that declares something in the frame around it. */
static const tunip_doc *make_declaring(tunip_docsifier *d, const void *user)
{
    tunip_frame *outer = tunip_frame_top(d);
    tunip_frame_add(d, outer, statement(d, 1));
    tunip_define(d, outer, user, str("free"));
    return statement(d, 2);
}

static void units_are_kept_unless_text_is_all(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_node x = {&toy_var_type};
    tunip_frame_add_unit(d, &frame, NULL, make_unit, &x);
    assert_int_equal(frame.stmt_count, 1);
    assert_int_equal(frame.stmts[0]->kind, TUNIP_DOC_BLOCK);
    tunip_frame_leave(d, &frame);
}

static void prerendered_units_share_memory(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_node x = {&toy_var_type};
    d->units->prerender = prerender;
    prerendered = 0;
    size_t after_one = 0;
    for (int i = 0; i < 1000; i++) {
        tunip_frame_add_unit(d, &frame, NULL, make_unit, &x);
        if (!i) after_one = d->memory.arena.total;
    }
    assert_int_equal(prerendered, 1000);
    assert_int_equal(frame.stmt_count, 1000);
    assert_true(d->memory.arena.total < 4 * after_one + 1000 * 32);
    assert_int_equal(tunip_doc_classify(frame.stmts[999]), TUNIP_CLASS_STMT);
    tunip_frame_leave(d, &frame);
}

typedef struct guessing {
    tunip_node node;
    bool uses;   /* the node: the guess is wrong */
    bool spills; /* adds to the frame around the unit */
    int made;
    bool guessed[2];
} guessing;

enum { GUESS_SIZE = 1 << 22 };

static const tunip_doc *make_guess(tunip_docsifier *d, const void *user)
{
    guessing *g = (guessing *)(uintptr_t)user;
    tunip_frame frame, *outer = tunip_frame_top(d);
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    assert_true(g->made < 2);
    g->guessed[g->made++] = tunip_guess_unused(d, &frame, &g->node);
    assert_non_null(tunip_job_alloc(d, GUESS_SIZE));
    tunip_report(d, TUNIP_ISSUE_MALFORMED, NULL, "a remark");
    if (g->spills) tunip_define(d, outer, NULL, str("outer"));
    if (g->uses) tunip_define(d, &frame, &g->node, str("x"));
    tunip_frame_leave(d, &frame);
    return statement(d, 1);
}

static void units_are_made_again_after_wrong_guesses(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    for (int ahead = 0; ahead < 2; ahead++) {
        guessing right = {.node = {&toy_var_type}}, wrong = {.node = {&toy_var_type}, .uses = true};
        d->units->prerender = ahead ? prerender : NULL;
        assert_false(tunip_guess_unused(d, &frame, &right.node));
        size_t before = d->memory.arena.total;
        tunip_frame_add_unit(d, &frame, NULL, make_guess, &right);
        assert_int_equal(right.made, 1);
        assert_true(right.guessed[0]);
        tunip_frame_add_unit(d, &frame, NULL, make_guess, &wrong);
        assert_int_equal(wrong.made, 2);
        assert_true(wrong.guessed[0] && !wrong.guessed[1]);
        assert_int_equal(d->memory.error.code, TUNIP_OK);
        assert_int_equal(d->report->issues.count, 2 * (ahead + 1));
        assert_int_equal(frame.stmt_count, 2 * (ahead + 1));
        /* the memory of the wrong guess is used again */
        assert_true(d->memory.arena.total < before + 3 * GUESS_SIZE);
    }
    tunip_frame_leave(d, &frame);
}

static void wrong_guesses_that_cannot_be_undone_fail(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    guessing g = {.node = {&toy_var_type}, .uses = true, .spills = true};
    tunip_frame_add_unit(d, &frame, NULL, make_guess, &g);
    assert_int_equal(g.made, 1);
    assert_int_equal(d->memory.error.code, TUNIP_ERROR_RULE);
    assert_true(d->variables->guessed_wrong);
    tunip_frame_leave(d, &frame);
}

static const tunip_doc *make_nothing(tunip_docsifier *d, const void *user)
{
    return user ? tunip_doc_block_new(d, tunip_docs_none()) : NULL;
}

static void units_without_statements_are_none(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    for (int with = 0; with < 2; with++) {
        d->units->prerender = with ? prerender : NULL;
        tunip_frame_add_unit(d, &frame, NULL, make_nothing, d);
        tunip_frame_add_unit(d, &frame, NULL, make_nothing, NULL);
        assert_int_equal(frame.stmt_count, 0);
    }
    tunip_frame_leave(d, &frame);
}

/* Defines a variable in an inner frame first, so that the slots of variables are not released in
 * order. */
static const tunip_doc *make_crossing(tunip_docsifier *d, const void *user)
{
    const tunip_node *nodes = user;
    tunip_frame outer, inner;
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    tunip_frame_enter(d, &inner, &toy_dialect, NULL);
    tunip_define(d, &inner, &nodes[0], str("inner"));
    tunip_define(d, &outer, &nodes[1], str("outer"));
    tunip_frame_leave(d, &inner);
    tunip_frame_leave(d, &outer);
    return statement(d, 1);
}

static void slots_of_variables_are_no_leftovers(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_node nodes[2] = {{&toy_var_type}, {&toy_var_type}};
    d->units->prerender = prerender;
    prerendered = 0;
    for (int i = 0; i < 3; i++) tunip_frame_add_unit(d, &frame, NULL, make_crossing, nodes);
    assert_int_equal(prerendered, 3);
    assert_int_equal(d->variables->index.count, 0);
    tunip_frame_leave(d, &frame);
}

/* Makes a unit with a node in the metadata section that was allocated by the unit. */
static const tunip_doc *make_metadata(tunip_docsifier *d, const void *user)
{
    tunip_node *node = tunip_job_alloc(d, sizeof *node);
    assert_non_null(node);
    node->type = (tunip_type *)(uintptr_t)user;
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, tunip_metadata(d, node, NULL));
}

static void units_with_metadata_are_kept(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    d->units->prerender = prerender;
    prerendered = 0;
    tunip_frame_add_unit(d, &frame, NULL, make_metadata, &toy_unit_type);
    assert_int_equal(prerendered, 0);
    assert_string_equal(d->metadata->groups.items[0].nodes.items[0]->type->key, "toy.Unit");
    tunip_frame_leave(d, &frame);
}

static void a_unit_that_leaves_something_around_it_is_kept(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_node x = {&toy_var_type};
    d->units->prerender = prerender;
    prerendered = 0;
    tunip_frame_add_unit(d, &frame, NULL, make_declaring, &x);
    assert_int_equal(prerendered, 0);
    assert_int_equal(frame.stmt_count, 2);
    assert_int_equal(frame.stmts[0]->kind, TUNIP_DOC_EXPR_STMT);
    assert_int_equal(frame.stmts[1]->kind, TUNIP_DOC_EXPR_STMT);
    assert_true(doc_id_is(tunip_variable(d, &x), "free"));
    tunip_frame_leave(d, &frame);
}

/* ---- leaving ---- */

static char trail[8];

static void note(tunip_docsifier *d, void *user)
{
    (void)d;
    strncat(trail, user, 1);
}

static void actions_run_last_added_first(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame outer, inner;
    trail[0] = '\0';
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    tn_frame_on_leave(d, &outer, note, "a");
    tn_frame_on_leave(d, &outer, note, "b");
    tunip_frame_enter(d, &inner, &toy_dialect, NULL);
    tn_frame_on_leave(d, &inner, note, "c");
    tn_frame_on_leave(d, &outer, note, "d");
    assert_string_equal(trail, "");
    tunip_frame_leave(d, &inner);
    assert_string_equal(trail, "c");
    tunip_frame_leave(d, &outer);
    assert_string_equal(trail, "cdba");
}

/* ---- tokens ---- */

/* 'r' for the row of the token "loud", 'f' for the function of every other. */
static char rule_for_sum(fixture *f)
{
    const tunip_doc *doc =
        tunip_docsify(&f->d, toy_sum_new(f->world->graph, NULL, NULL), tunip_path_root(&f->d));
    assert_true(doc->kind == TUNIP_DOC_CALL || doc->kind == TUNIP_DOC_OPERATION);
    return doc->kind == TUNIP_DOC_CALL ? 'r' : 'f';
}

static void tokens_last_as_long_as_their_frame(void **state)
{
    fixture *f = *state;
    tunip_frame outer, inner;
    assert_int_equal(rule_for_sum(f), 'f');
    tunip_frame_enter(&f->d, &outer, &toy_dialect, NULL);
    tunip_frame_token(&f->d, &outer, "loud");
    assert_int_equal(rule_for_sum(f), 'r');
    tunip_frame_enter(&f->d, &inner, &toy_dialect, NULL);
    assert_int_equal(rule_for_sum(f), 'r');
    tunip_frame_token(&f->d, &inner, "nobody has rules for this");
    assert_int_equal(rule_for_sum(f), 'f');
    tunip_frame_token(&f->d, &inner, "loud");
    tunip_frame_token(&f->d, &inner, "toy");
    assert_int_equal(rule_for_sum(f), 'f');
    tunip_frame_leave(&f->d, &inner);
    assert_int_equal(rule_for_sum(f), 'r');
    tunip_frame_leave(&f->d, &outer);
    assert_int_equal(rule_for_sum(f), 'f');
}

/* After a child failed, a rule continues and leaves exactly the frames that it entered. */
static void tokens_balance_in_a_failed_job(void **state)
{
    fixture *f = *state;
    tunip_docsifier *d = &f->d;
    tunip_frame outer, inner;
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    tunip_frame_token(d, &outer, "toy");
    size_t before = d->tokens->ids.count;
    tn_job_fail(d, TUNIP_ERROR_LIMIT, "a child failed");
    tunip_frame_enter(d, &inner, &toy_dialect, NULL);
    tunip_frame_token(d, &inner, "loud");
    tunip_frame_leave(d, &inner);
    assert_int_equal(d->tokens->ids.count, before);
    tunip_frame_leave(d, &outer);
    assert_int_equal(d->tokens->ids.count, before - 1);
}

/* ---- variables ---- */

static void names_are_unique_and_freed_with_the_frame(void **state)
{
    fixture *f = *state;
    tunip_docsifier *d = &f->d;
    tunip_node x = {&toy_var_type}, y = x, z = x;
    tunip_frame outer, inner;
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    assert_true(doc_id_is(tunip_define(d, &outer, &x, str("x")), "x"));
    for (size_t i = 0; i < 3; i++) {
        tunip_frame_enter(d, &inner, &toy_dialect, NULL);
        assert_true(doc_id_is(tunip_define(d, &inner, &y, str("x")), "x_1"));
        assert_true(doc_id_is(tunip_define(d, &inner, &z, str("x.y")), "x_y"));
        assert_true(tunip_is_defined(d, &y));
        tunip_frame_leave(d, &inner);
        assert_false(tunip_is_defined(d, &y));
        assert_null(tunip_variable(d, &y));
    }
    assert_true(tunip_is_defined(d, &x));
    assert_true(doc_id_is(tunip_variable(d, &x), "x"));
    tunip_frame_leave(d, &outer);
    assert_false(tunip_is_defined(d, &x));
}

static void prefixes_and_the_alias_are_taken(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_node a = {&toy_var_type}, b = a;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    assert_true(doc_id_is(tunip_define(d, &frame, &a, str("Y")), "Y_1"));
    assert_true(doc_id_is(tunip_define(d, &frame, &b, str("cls")), "cls_1"));
    tunip_frame_leave(d, &frame);
}

/* A variable that ill-formed IR defines twice keeps its name until the first frame is left. */
static void a_second_definition_keeps_the_name(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_node x = {&toy_var_type}, y = x;
    tunip_frame outer, inner;
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    tunip_define(d, &outer, &x, str("x"));
    tunip_frame_enter(d, &inner, &toy_dialect, NULL);
    assert_true(doc_id_is(tunip_define(d, &inner, &x, str("other")), "x"));
    assert_true(doc_id_is(tunip_define(d, &inner, &y, str("other")), "other"));
    tunip_frame_leave(d, &inner);
    assert_true(tunip_is_defined(d, &x));
    tunip_frame_leave(d, &outer);
}

/* A variable that is defined in an outer frame outlives the inner frames. */
static void variables_belong_to_the_frame_they_were_given(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_node x = {&toy_var_type}, y = x, z = x;
    tunip_frame outer, inner;
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    tunip_frame_enter(d, &inner, &toy_dialect, NULL);
    tunip_define(d, &inner, &x, str("v"));
    assert_true(doc_id_is(tunip_define(d, &outer, &y, str("v")), "v_1"));
    tunip_define(d, &inner, &z, str("v"));
    tunip_frame_leave(d, &inner);
    assert_false(tunip_is_defined(d, &x));
    assert_false(tunip_is_defined(d, &z));
    assert_true(doc_id_is(tunip_variable(d, &y), "v_1"));
    assert_true(doc_id_is(tunip_define(d, &outer, &x, str("v")), "v"));
    assert_true(doc_id_is(tunip_define(d, &outer, &z, str("v")), "v_2"));
    tunip_frame_leave(d, &outer);
}

static void null_is_never_defined(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    assert_true(doc_id_is(tunip_define(d, &frame, NULL, str("x")), "x"));
    assert_false(tunip_is_defined(d, NULL));
    assert_null(tunip_variable(d, NULL));
    tunip_frame_leave(d, &frame);
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    assert_true(doc_id_is(tunip_define(d, &frame, NULL, str("x")), "x"));
    tunip_frame_leave(d, &frame);
}

typedef struct creation {
    const char *name;
    size_t times;
} creation;

static const tunip_doc *create(tunip_docsifier *d, const void *user)
{
    creation *c = (creation *)(uintptr_t)user;
    c->times++;
    return tunip_doc_attr_new(d, tunip_doc_id_new(d, str(c->name), NULL), str("data"));
}

static void a_variable_is_visible_from_its_frame_on(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_node x = {&toy_var_type};
    tunip_frame outer, frame, inner;
    tunip_frame_enter(d, &outer, &toy_dialect, NULL);
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_define(d, &frame, &x, str("x"));
    tunip_frame_enter(d, &inner, &toy_dialect, NULL);
    assert_true(tunip_is_visible(d, &x, &inner));
    assert_true(tunip_is_visible(d, &x, &frame));
    assert_false(tunip_is_visible(d, &x, &outer));
    assert_false(tunip_is_visible(d, NULL, &frame));
    tunip_frame_leave(d, &inner);
    tunip_frame_leave(d, &frame);
    assert_false(tunip_is_visible(d, &x, &outer));
    tunip_frame_leave(d, &outer);
}

static void docs_of_variables_are_made_afresh(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    tunip_node x = {&toy_var_type};
    creation a = {"A", 0}, b = {"B", 0};
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &toy_dialect, NULL);
    tunip_define_as(d, &frame, &x, create, &a);
    assert_int_equal(a.times, 0);
    const tunip_doc *first = tunip_variable(d, &x), *second = tunip_variable(d, &x);
    assert_int_equal(first->kind, TUNIP_DOC_ATTR);
    assert_ptr_not_equal(first, second);
    assert_int_equal(a.times, 2);
    tunip_define_as(d, &frame, &x, create, &b);
    tunip_define_as(d, &frame, NULL, create, &b);
    assert_int_equal(tunip_define(d, &frame, &x, str("x"))->kind, TUNIP_DOC_ATTR);
    assert_int_equal(a.times, 3);
    assert_int_equal(b.times, 0);
    tunip_frame_leave(d, &frame);
    assert_false(tunip_is_defined(d, &x));
}

static void many_variables_share_a_name(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    static tunip_node nodes[MANY];
    char name[16] = "x";
    for (size_t round = 0; round < 2; round++) {
        tunip_frame frame;
        tunip_frame_enter(d, &frame, &toy_dialect, NULL);
        for (size_t i = 0; i < MANY; i++) {
            snprintf(name, sizeof name, i ? "x_%zu" : "x", i);
            assert_true(doc_id_is(tunip_define(d, &frame, &nodes[i], str("x")), name));
        }
        assert_true(doc_id_is(tunip_variable(d, &nodes[MANY / 2]), "x_10000"));
        tunip_frame_leave(d, &frame);
    }
}

static void names_may_show_addresses(void **state)
{
    fixture *f = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.show_object_address = true;
    tunip_docsifier d;
    tunip_node x = {&toy_var_type};
    char expected[64];
    toy_job_open(f->world, &d, &options);
    tunip_frame frame;
    tunip_frame_enter(&d, &frame, &toy_dialect, NULL);
    snprintf(expected, sizeof expected, "x_y_%p", (void *)&x);
    assert_true(doc_id_is(tunip_define(&d, &frame, &x, str("x.y")), expected));
    assert_true(doc_id_is(tunip_define(&d, &frame, &x, str("x.y")), expected));
    tunip_frame_leave(&d, &frame);
    tn_job_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JOB_TEST(frames_nest),
        JOB_TEST(statements_stay_readable),
        JOB_TEST(a_body_may_begin_with_something_else),
        JOB_TEST(empty_blocks_add_nothing),
        JOB_TEST(units_are_kept_unless_text_is_all),
        JOB_TEST(prerendered_units_share_memory),
        JOB_TEST(units_are_made_again_after_wrong_guesses),
        JOB_TEST(wrong_guesses_that_cannot_be_undone_fail),
        JOB_TEST(units_without_statements_are_none),
        JOB_TEST(slots_of_variables_are_no_leftovers),
        JOB_TEST(units_with_metadata_are_kept),
        JOB_TEST(a_unit_that_leaves_something_around_it_is_kept),
        JOB_TEST(actions_run_last_added_first),
        JOB_TEST(tokens_last_as_long_as_their_frame),
        JOB_TEST(tokens_balance_in_a_failed_job),
        JOB_TEST(names_are_unique_and_freed_with_the_frame),
        JOB_TEST(prefixes_and_the_alias_are_taken),
        JOB_TEST(a_second_definition_keeps_the_name),
        JOB_TEST(variables_belong_to_the_frame_they_were_given),
        JOB_TEST(null_is_never_defined),
        JOB_TEST(a_variable_is_visible_from_its_frame_on),
        JOB_TEST(docs_of_variables_are_made_afresh),
        JOB_TEST(many_variables_share_a_name),
        JOB_TEST(names_may_show_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
