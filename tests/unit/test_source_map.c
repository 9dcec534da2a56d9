/* test_source_map.c -- the bytes of each Doc, the places of lines, and the effect of line numbers
 * on both. */
#include "render_helper.h"

#include "backends/backends.h"
#include "doc_literals.h"

#define X ID("x")
#define Y ID("y")

static tn_render render(const tunip_doc *doc, bool keep_tail)
{
    tn_render render = render_with(&tunip_backend_python, &tn_malloc);
    render.keep_tail = keep_tail;
    assert_int_equal(tn_render_doc(&render, doc, NULL), TUNIP_OK);
    return render;
}

/* Adds only line numbers. */
static tunip_status number_lines(tn_render *render, tunip_error *error)
{
    return tn_decorate(render, &(tn_decoration){.numbers = true}, error);
}

static void assert_slice(const tn_render *render, size_t begin, size_t end, const char *expected)
{
    assert_true(begin <= end && end <= render->size);
    tunip_str slice = {render->text + begin, end - begin};
    if (!tunip_str_is(slice, expected))
        fail_msg("'%.*s' is not '%s'", (int)slice.size, slice.data, expected);
}

static void check_spans(const tunip_doc *doc, const char *const *expected, size_t count)
{
    tn_render r = render(doc, false);
    assert_int_equal(r.spans.count, count);
    for (size_t i = 0; i < count; i++)
        assert_slice(&r, r.spans.items[i].begin, r.spans.items[i].end, expected[i]);
    assert_ptr_equal(r.spans.items[0].doc, doc);
    tn_render_free(&r);
}

#define CHECK_SPANS(doc, ...)                                                                      \
    check_spans(doc, (const char *const[]){__VA_ARGS__},                                           \
                TUNIP_LEN(((const char *const[]){__VA_ARGS__})))

/* ---- spans ---- */

static void spans_in_pre_order(void **state)
{
    (void)state;
    CHECK_SPANS(X, "x");
    CHECK_SPANS(CALL(ATTR(X, "f"), ARGS(INT(1), OP(ADD, Y, X))), "x.f(1, y + x)", "x.f", "x", "1",
                "y + x", "y", "x");
    /* Parentheses belong to the outer Doc. */
    CHECK_SPANS(OP(MUL, OP(ADD, X, Y), X), "(x + y) * x", "x + y", "x", "y", "x");
    CHECK_SPANS(FOR("", X, Y, ARGS(EXPR("", X), NULL, RETURN("", INT(2)))),
                "for x in y:\n    x\n    \n    return 2", "x", "y", "x", "x", "return 2", "2");
}

/* The span of a tuple without parentheses is that of its elements. */
static void bare_tuples_have_spans(void **state)
{
    (void)state;
    CHECK_SPANS(ASSIGN("", TUPLE(ARGS(X, Y)), TUPLE(ARGS(Y, X)), NULL), "x, y = y, x", "x, y", "x",
                "y", "y, x", "y", "x");
    CHECK_SPANS(ASSIGN("", X, TUPLE(ARGS(Y)), NULL), "x = (y,)", "x", "(y,)", "y");
    CHECK_SPANS(FOR("", TUPLE(ARGS(X, Y)), Y, ARGS(EXPR("", X))), "for x, y in y:\n    x", "x, y",
                "x", "y", "y", "x", "x");
}

static void a_span_says_how_many_are_inside(void **state)
{
    (void)state;
    static const size_t inside[] = {6, 1, 0, 0, 2, 0, 0};
    tn_render r = render(CALL(ATTR(X, "f"), ARGS(INT(1), OP(ADD, Y, X))), false);
    assert_int_equal(r.spans.count, TUNIP_LEN(inside));
    for (size_t i = 0; i < TUNIP_LEN(inside); i++)
        assert_int_equal(r.spans.items[i].inside, inside[i]);
    tn_render_free(&r);
}

static void spans_end_with_the_text(void **state)
{
    (void)state;
    CHECK_SPANS(FUNCTION("", "f", NONE), "def f():\n    pass", "f");
    CHECK_SPANS(BLOCK(ARGS(EXPR("", X), COMMENT(""), COMMENT(""))), "x", "x", "x", "", "");
}

static void a_shared_doc_has_many_spans(void **state)
{
    (void)state;
    const tunip_doc *x = X;
    tn_render r = render(LIST(ARGS(x, x)), false);
    assert_int_equal(r.spans.count, 3);
    assert_ptr_equal(r.spans.items[1].doc, x);
    assert_ptr_equal(r.spans.items[2].doc, x);
    assert_int_equal(r.spans.items[1].begin, 1);
    assert_int_equal(r.spans.items[2].begin, 4);
    tn_render_free(&r);
}

static void nothing_is_kept_unasked(void **state)
{
    (void)state;
    tn_render r = render_with(&tunip_backend_python, &tn_malloc);
    r.keep_spans = false;
    assert_renders(&r, FUNCTION("why", "f", ARGS(RETURN("why", X))),
                   "def f():\n    \"\"\"\n    why\n    \"\"\"\n    return x  # why");
    assert_int_equal(r.spans.count + r.counted.count + r.asides.count, 0);
    tn_render_free(&r);
}

static void asides_are_comments(void **state)
{
    (void)state;
    static const char *const expected[] = {"# one\n# two", "# above", "  # behind",
                                           "\"\"\"\n    doc\n    \"\"\""};
    tn_render r = render(BLOCK(ARGS(COMMENT("one\ntwo"), FOR("above", X, Y, NONE),
                                    EXPR("behind", X), FUNCTION("doc", "f", NONE))),
                         false);
    assert_int_equal(r.asides.count, TUNIP_LEN(expected));
    for (size_t i = 0; i < TUNIP_LEN(expected); i++)
        assert_slice(&r, r.asides.items[i].begin, r.asides.items[i].end, expected[i]);
    tn_render_free(&r);
}

/* ---- lines ---- */

static void lines_by_offset(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset, line, column;
    } cases[] = {
        {"", 0, 1, 1},      {"", 9, 1, 1},      {"ab", 1, 1, 2},    {"ab", 2, 1, 3},
        {"ab\nc", 2, 1, 3}, {"ab\nc", 3, 2, 1}, {"ab\nc", 4, 2, 2}, {"ab\nc", 99, 2, 2},
        {"\n\n", 0, 1, 1},  {"\n\n", 1, 2, 1},  {"\n\n", 2, 3, 1},  {"\n\n", 3, 3, 1},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tn_lines lines;
        size_t line, column;
        assert_true(tn_lines_build(&lines, tunip_str_from(cases[i].text), &tn_malloc));
        tn_lines_locate(&lines, cases[i].offset, &line, &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
        tn_text_locate(tunip_str_from(cases[i].text), cases[i].offset, &line, &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
        tn_array_free(&lines, &tn_malloc);
    }
}

static void lines_without_memory(void **state)
{
    (void)state;
    bool built = false;
    for (size_t budget = 0; !built; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tn_lines lines;
        built =
            tn_lines_build(&lines, (tunip_str)TUNIP_STR("\n\n\n\n\n\n\n\n\n"), &memory.allocator);
        if (built) tn_array_free(&lines, &memory.allocator);
        assert_int_equal(memory.held, 0);
    }
}

/* ---- line numbers ---- */

#define F(name, ...) FUNCTION("", name, __VA_ARGS__)

static void lines_are_numbered(void **state)
{
    (void)state;
    const struct {
        const tunip_doc *doc;
        const char *text;
    } cases[] = {
        {NULL, ""},
        {X, "1 x"},
        {FOR("", X, Y, ARGS(EXPR("", X))), "1 for x in y:\n2     x"},
        {BLOCK(ARGS(COMMENT("a"), COMMENT(""), EXPR("", X))), "1 # a\n2 \n3 x"},
        /* The blank line after a function has no number. */
        {CLASS("", "M", ARGS(F("f", NONE), F("g", NONE))),
         "1 class M:\n2     def f():\n3         pass\n\n4     def g():\n5         pass"},
        {BLOCK(ARGS(F("f", NONE), EXPR("", X))), "1 def f():\n2     pass\n\n3 x"},
        /* An empty line of a doc string has no number. */
        {BLOCK(ARGS(DOC_STRING("a\n\nb"))), "1 \"\"\"\n2 a\n\n3 b\n4 \"\"\""},
        /* An empty last line has no number; empty lines before it have one. */
        {BLOCK(ARGS(EXPR("", X), COMMENT(""))), "1 x"},
        {BLOCK(ARGS(EXPR("", X), COMMENT(""), COMMENT(""))), "1 x\n2"},
        {WHILE("", X, ARGS(COMMENT(""))), "1 while x:"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tn_render r = render(cases[i].doc, true);
        assert_int_equal(number_lines(&r, NULL), TUNIP_OK);
        assert_string_equal(r.text, cases[i].text);
        assert_int_equal(r.size, strlen(cases[i].text));
        tn_render_free(&r);
    }
}

static const tunip_doc *const *many(const tunip_doc *doc)
{
    static const tunip_doc *docs[100];
    for (size_t i = 0; i < TUNIP_LEN(docs); i++) docs[i] = doc;
    return docs;
}

static void numbers_are_right_aligned(void **state)
{
    (void)state;
    const struct {
        size_t count;
        const char *first, *last;
    } cases[] = {{9, "1 x\n", "\n9 x"}, {10, " 1 x\n", "\n10 x"}, {100, "  1 x\n", "\n100 x"}};
    const tunip_doc *const *lines = many(EXPR("", X));
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tn_render r = render(BLOCK({lines, cases[i].count}), true);
        assert_int_equal(number_lines(&r, NULL), TUNIP_OK);
        size_t last = strlen(cases[i].last);
        assert_memory_equal(r.text, cases[i].first, strlen(cases[i].first));
        assert_memory_equal(r.text + r.size - last, cases[i].last, last);
        tn_render_free(&r);
    }
}

static void source_map_follows_numbers(void **state)
{
    (void)state;
    static const char *const spans[] = {
        "def f():\n2     y\n3     # a\n4     return x", "f", "y", "y", "# a", "return x", "x"};
    tn_render r = render(F("f", ARGS(EXPR("", Y), COMMENT("a"), RETURN("", X))), true);
    assert_int_equal(number_lines(&r, NULL), TUNIP_OK);
    assert_int_equal(r.spans.count, TUNIP_LEN(spans));
    for (size_t i = 0; i < r.spans.count; i++)
        assert_slice(&r, r.spans.items[i].begin, r.spans.items[i].end, spans[i]);
    assert_slice(&r, r.asides.items[0].begin, r.asides.items[0].end, "# a");
    assert_int_equal(r.counted.count, 4);
    for (size_t i = 0; i < r.counted.count; i++)
        assert_int_equal(r.text[r.counted.items[i]], '1' + (int)i);
    tn_render_free(&r);
}

static void numbers_without_memory(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, SIZE_MAX);
    tn_render r = render_with(&tunip_backend_python, &memory.allocator);
    r.keep_tail = true;
    assert_renders(&r, F("f", NONE), "def f():\n    pass\n");
    memory.budget = 0;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(number_lines(&r, &error), TUNIP_ERROR_MEMORY);
    assert_int_equal(error.code, TUNIP_ERROR_MEMORY);
    assert_string_equal(r.text, "def f():\n    pass\n");
    assert_int_equal(r.spans.items[0].begin, 0);
    tn_render_free(&r);
    assert_int_equal(memory.held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_in_pre_order),
        cmocka_unit_test(bare_tuples_have_spans),
        cmocka_unit_test(a_span_says_how_many_are_inside),
        cmocka_unit_test(spans_end_with_the_text),
        cmocka_unit_test(a_shared_doc_has_many_spans),
        cmocka_unit_test(nothing_is_kept_unasked),
        cmocka_unit_test(asides_are_comments),
        cmocka_unit_test(lines_by_offset),
        cmocka_unit_test(lines_without_memory),
        cmocka_unit_test(lines_are_numbered),
        cmocka_unit_test(numbers_are_right_aligned),
        cmocka_unit_test(source_map_follows_numbers),
        cmocka_unit_test(numbers_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
