/* test_decorate.c -- carets, cut lines and line numbers around a text. golden/ has the cases that
 * TVM printed; here are corner cases. */
#include "render_helper.h"

#include "backends/backends.h"
#include "doc_literals.h"

enum { ALL = -1 };

static tn_render render(const tunip_doc *doc)
{
    tn_render render = render_with(&tunip_backend_python, &tn_malloc);
    render.keep_tail = true;
    assert_int_equal(tn_render_doc(&render, doc, NULL), TUNIP_OK);
    return render;
}

/* ---- carets ---- */

#define RANGES(...) (const tn_range[]){__VA_ARGS__}, TUNIP_LEN(((const tn_range[]){__VA_ARGS__}))

typedef struct decorated {
    const tunip_doc *doc;
    const tn_range *ranges;
    size_t count;
    const char *text;
} decorated;

static void check(const decorated *c, int context, bool numbers)
{
    tn_render r = render(c->doc);
    const tn_decoration how = {.numbers = numbers,
                               .underlines = c->ranges,
                               .underline_count = c->count,
                               .context = context == ALL ? SIZE_MAX : (size_t)context};
    assert_int_equal(tn_decorate(&r, &how, NULL), TUNIP_OK);
    assert_string_equal(r.text, c->text);
    assert_int_equal(r.size, strlen(c->text));
    for (size_t i = 0; i < r.spans.count; i++) {
        assert_true(r.spans.items[i].begin <= r.spans.items[i].end);
        assert_true(r.spans.items[i].end <= r.size);
    }
    tn_render_free(&r);
}

#define X      ID("x")
#define LINE   EXPR("", X)
#define TWO    BLOCK(ARGS(LINE, EXPR("", CALL(ID("f"), ARGS(X)))))
#define NESTED FOR("", X, ID("y"), ARGS(LINE, LINE))
/* A function whose name is é. */
#define ACCENT EXPR("", CALL(ID("\xC3\xA9"), ARGS(X, X)))

static void carets_stand_below_what_is_underlined(void **state)
{
    (void)state;
    const decorated cases[] = {
        {TWO, NULL, 0, "x\nf(x)"},
        {TWO, RANGES({0, 1}), "x\n^\nf(x)"},
        {TWO, RANGES({4, 5}), "x\nf(x)\n  ^"},
        /* Across the end of a line, which has no caret. */
        {TWO, RANGES({0, 6}), "x\n^\nf(x)\n^^^^"},
        {TWO, RANGES({1, 2}), "x\nf(x)"},
        /* Any order, overlapping, touching, empty, past the end. */
        {TWO, RANGES({5, 6}, {2, 3}, {2, 4}, {4, 5}), "x\nf(x)\n^^^^"},
        {TWO, RANGES({5, 6}, {2, 3}), "x\nf(x)\n^  ^"},
        {TWO, RANGES({3, 3}, {100, 200}), "x\nf(x)"},
        {TWO, RANGES({5, 200}), "x\nf(x)\n   ^"},
        /* Indentation and comments have no carets. */
        {NESTED, RANGES({0, 100}), "for x in y:\n^^^^^^^^^^^\n    x\n    ^\n    x\n    ^"},
        {EXPR("note", X), RANGES({0, 100}), "x  # note\n^"},
        {BLOCK(ARGS(COMMENT("a"), LINE)), RANGES({0, 100}), "# a\nx\n^"},
        {BLOCK(ARGS(COMMENT(""), LINE)), RANGES({0, 100}), "\nx\n^"},
        /* As in TVM, a character that is not ASCII has no width. It gets one caret, and the next
         * character gets none. */
        {ACCENT, RANGES({0, 2}), "\xC3\xA9(x, x)\n^"},
        {ACCENT, RANGES({0, 2}, {3, 4}), "\xC3\xA9(x, x)\n^^"},
        {ACCENT, RANGES({6, 7}), "\xC3\xA9(x, x)\n    ^"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) check(&cases[i], ALL, false);
}

/* ---- context ---- */

#define FIVE BLOCK(ARGS(LINE, LINE, LINE, LINE, LINE))
#define NINE BLOCK(ARGS(LINE, LINE, LINE, LINE, LINE, LINE, LINE, LINE, LINE))

static void lines_far_from_carets_are_cut(void **state)
{
    (void)state;
    const struct {
        int context;
        decorated c;
    } cases[] = {
        {0, {FIVE, RANGES({4, 5}), "(... 2 lines skipped ...)\nx\n^\n(... 2 lines skipped ...)"}},
        {1, {FIVE, RANGES({4, 5}), "x\nx\nx\n^\nx\nx"}},
        /* A single line is shown instead of a note. */
        {0, {FIVE, RANGES({2, 3}), "x\nx\n^\n(... 3 lines skipped ...)"}},
        {0, {FIVE, RANGES({6, 7}), "(... 3 lines skipped ...)\nx\n^\nx"}},
        {0, {FIVE, RANGES({0, 1}, {4, 5}), "x\n^\nx\nx\n^\n(... 2 lines skipped ...)"}},
        {0, {FIVE, RANGES({0, 1}, {6, 7}), "x\n^\n(... 2 lines skipped ...)\nx\n^\nx"}},
        {1, {NINE, RANGES({0, 1}, {16, 17}), "x\n^\nx\n(... 5 lines skipped ...)\nx\nx\n^"}},
        /* Nothing to underline, nothing to cut. */
        {0, {FIVE, NULL, 0, "x\nx\nx\nx\nx"}},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) check(&cases[i].c, cases[i].context, false);
}

static void numbers_move_carets(void **state)
{
    (void)state;
    const decorated all = {NESTED, RANGES({0, 3}), "1 for x in y:\n  ^^^\n2     x\n3     x"};
    check(&all, ALL, true);
    const decorated cut = {FIVE, RANGES({4, 5}),
                           "(... 2 lines skipped ...)\n3 x\n  ^\n(... 2 lines skipped ...)"};
    check(&cut, 0, true);
}

/* A function ends with a line that is not recorded. It belongs to the line before it. */
static void uncounted_lines_stay_with_their_line(void **state)
{
    (void)state;
    const decorated c = {BLOCK(ARGS(FUNCTION("", "f", NONE), LINE)), RANGES({0, 100}),
                         "1 def f():\n  ^^^^^^^^\n2     pass\n\n      ^^^^\n3 x\n  ^"};
    check(&c, ALL, true);
}

/* ---- the source map ---- */

static void spans_follow_what_is_left(void **state)
{
    (void)state;
    static const char *const spans[] = {
        "(... 2 lines skipped ...)\n3 y\n  ^\n", "", "", "", "", "y", "y", "", "", "", ""};
    const tunip_doc *y = EXPR("", ID("y"));
    tn_render r = render(BLOCK(ARGS(LINE, LINE, y, LINE, LINE)));
    const tn_range range = {4, 5};
    const tn_decoration how = {.numbers = true, .underlines = &range, .underline_count = 1};
    assert_int_equal(tn_decorate(&r, &how, NULL), TUNIP_OK);
    assert_int_equal(r.spans.count, TUNIP_LEN(spans));
    for (size_t i = 0; i < r.spans.count; i++) {
        const tunip_span span = r.spans.items[i];
        assert_int_equal(span.end - span.begin, strlen(spans[i]));
        assert_memory_equal(r.text + span.begin, spans[i], strlen(spans[i]));
    }
    assert_int_equal(r.counted.count, 1);
    assert_int_equal(r.text[r.counted.items[0]], '3');
    tn_render_free(&r);
}

static void decorating_without_memory(void **state)
{
    (void)state;
    const tn_range ranges[] = {{0, 1}, {3, 6}, {8, 9}};
    const tn_decoration how = {
        .numbers = true, .underlines = ranges, .underline_count = TUNIP_LEN(ranges)};
    for (size_t budget = 0, failed = true; failed; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, SIZE_MAX);
        tn_render r = render_with(&tunip_backend_python, &memory.allocator);
        r.keep_tail = true;
        assert_renders(&r, NESTED, "for x in y:\n    x\n    x");
        memory.budget = budget;
        tunip_error error = TUNIP_ERROR_INIT;
        failed = tn_decorate(&r, &how, &error) != TUNIP_OK;
        assert_int_equal(error.code, failed ? TUNIP_ERROR_MEMORY : TUNIP_OK);
        if (failed) assert_string_equal(r.text, "for x in y:\n    x\n    x");
        tn_render_free(&r);
        assert_int_equal(memory.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carets_stand_below_what_is_underlined),
        cmocka_unit_test(lines_far_from_carets_are_cut),
        cmocka_unit_test(numbers_move_carets),
        cmocka_unit_test(uncounted_lines_stay_with_their_line),
        cmocka_unit_test(spans_follow_what_is_left),
        cmocka_unit_test(decorating_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
