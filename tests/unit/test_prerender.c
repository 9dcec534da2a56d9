/* test_prerender.c -- statements rendered ahead of the text around them. */
#include "render_helper.h"

#include "backends/backends.h"
#include "doc_literals.h"

/* A function with everything that affects lines: nested bodies, a blank line at the end, a doc
 * string with an empty line, comments. */
#define FUNCTION_DOC                                                                               \
    FUNCTION("first\n\nthird", "f",                                                                \
             ARGS(FOR("note\nof two lines", ID("i"), ID("n"), ARGS(EXPR("", ID("x")))),            \
                  COMMENT("a\nb"), ASSIGN("behind", ID("y"), STR("line\nbreak"), NULL)))

static tn_render plain_render(const tunip_allocator *allocator)
{
    static tn_stack stack;
    tn_stack_init(&stack);
    tn_render render = render_with(&tunip_backend_python, allocator);
    render.keep_spans = false;
    render.stack = &stack;
    return render;
}

/* Checks the statements in a class in a class. */
static void assert_nested(const tunip_doc *a, const tunip_doc *b, const char *expected)
{
    const tunip_doc *doc =
        CLASS("", "Outer", ARGS(a, CLASS("", "Inner", ARGS(b, EXPR("", ID("last"))))));
    tn_render render = plain_render(&tn_malloc);
    assert_renders(&render, doc, expected);
    tn_render_free(&render);
}

static char *render_nested(const tunip_doc *a, const tunip_doc *b)
{
    const tunip_doc *doc =
        CLASS("", "Outer", ARGS(a, CLASS("", "Inner", ARGS(b, EXPR("", ID("last"))))));
    tn_render render = plain_render(&tn_malloc);
    assert_int_equal(tn_render_doc(&render, doc, NULL), TUNIP_OK);
    char *text = strdup(render.text);
    tn_render_free(&render);
    return text;
}

/* The lines and asides of a text with a prerendered statement are those of the whole text. */
static void assert_same_map(const tunip_doc *whole, const tunip_doc *piece)
{
    tn_render a = plain_render(&tn_malloc);
    a.keep_spans = true;
    tn_render b = a;
    assert_int_equal(tn_render_doc(&a, whole, NULL), TUNIP_OK);
    assert_int_equal(tn_render_doc(&b, piece, NULL), TUNIP_OK);
    assert_string_equal(a.text, b.text);
    assert_int_equal(a.counted.count, b.counted.count);
    assert_memory_equal(a.counted.items, b.counted.items, a.counted.count * sizeof(size_t));
    assert_int_equal(a.asides.count, b.asides.count);
    assert_memory_equal(a.asides.items, b.asides.items, a.asides.count * sizeof *a.asides.items);
    tn_render_free(&a);
    tn_render_free(&b);
}

/* At any depth, also if they were expected at another one. */
static void assert_at_any_depth(const tunip_doc *around, size_t max_bytes)
{
    tn_prerender *pieces = NULL;
    tn_prerendered function, name;
    const tn_spans *spans;
    tn_render how = plain_render(&tn_malloc);
    how.max_bytes = max_bytes;
    const tunip_doc *whole = FUNCTION_DOC;
    assert_int_equal(tn_prerender_add(&pieces, &how, around, whole, &function, &spans, NULL),
                     TUNIP_OK);
    assert_int_equal(function.is_guess, false);
    assert_ptr_equal(spans->items[0].doc, whole);
    assert_int_equal(tn_prerender_add(&pieces, &how, around, EXPR("", ID("e")), &name, &spans,
                                      NULL),
                     TUNIP_OK);
    assert_int_equal(spans->count, 2);
    char *expected = render_nested(FUNCTION_DOC, FUNCTION_DOC);
    assert_nested(&function.base, &function.base, expected);
    free(expected);
    expected = render_nested(EXPR("", ID("e")), FUNCTION_DOC);
    assert_nested(&name.base, &function.base, expected);
    free(expected);
    const tunip_doc *piece = &function.base;
    assert_same_map(whole, piece);
    assert_same_map(CLASS("", "C", ARGS(whole)), CLASS("", "C", ARGS(piece)));
    assert_same_map(CLASS("", "C", ARGS(CLASS("", "D", ARGS(whole)))),
                    CLASS("", "C", ARGS(CLASS("", "D", ARGS(piece)))));
    tn_prerender_free(pieces);
}

static void pieces_are_indented_as_their_place_asks_for(void **state)
{
    (void)state;
    const tunip_doc *around = CLASS("", "C", ARGS(EXPR("", ID("e"))));
    assert_at_any_depth(NULL, 0);
    assert_at_any_depth(around, 0);
    assert_at_any_depth(around, 1 << 20);
}

/* Escapes would move the spans of the statement. */
static void a_text_that_needs_escapes_has_no_spans(void **state)
{
    (void)state;
    tn_prerender *pieces = NULL;
    tn_prerendered done;
    const tn_spans *spans;
    tn_render how = plain_render(&tn_malloc);
    const tunip_doc *odd = COMMENT("\033[31m"), *plain = COMMENT("plain");
    assert_int_equal(tn_prerender_add(&pieces, &how, NULL, odd, &done, &spans, NULL), TUNIP_OK);
    assert_true(done.is_guess);
    assert_int_equal(tn_prerender_add(&pieces, &how, NULL, plain, &done, &spans, NULL), TUNIP_OK);
    assert_false(done.is_guess);
    assert_int_equal(done.parts[TUNIP_MEMBER_ITSELF].begin, 0);
    tn_prerender_free(pieces);
}

/* With many statements, some begin at the end of a block of memory. */
static void many_pieces_are_one_text(void **state)
{
    (void)state;
    enum { COUNT = 40000 };
    static tn_prerendered made[COUNT];
    static const tunip_doc *docs[COUNT], *ahead[COUNT];
    tn_prerender *pieces = NULL;
    tn_render how = plain_render(&tn_malloc);
    const tunip_doc *function = FUNCTION_DOC, *name = EXPR("", ID("e"));
    for (size_t i = 0; i < COUNT; i++) {
        docs[i] = i % 3 ? function : name;
        ahead[i] = &made[i].base;
        assert_int_equal(tn_prerender_add(&pieces, &how, NULL, docs[i], &made[i], NULL, NULL),
                         TUNIP_OK);
    }
    tn_render first = plain_render(&tn_malloc), second = first;
    assert_int_equal(tn_render_doc(&first, CLASS("", "C", {docs, COUNT}), NULL), TUNIP_OK);
    assert_int_equal(tn_render_doc(&second, CLASS("", "C", {ahead, COUNT}), NULL), TUNIP_OK);
    assert_true(first.size > (size_t)4 << 20);
    assert_true(first.size == second.size && memcmp(first.text, second.text, first.size) == 0);
    assert_ptr_not_equal(made[COUNT - 1].from, made[0].from);
    tn_render_free(&first);
    tn_render_free(&second);
    tn_prerender_free(pieces);
}

static void failures_of_a_backend_are_told(void **state)
{
    (void)state;
    tn_prerender *pieces = NULL;
    tn_prerendered piece;
    tn_render how = plain_render(&tn_malloc);
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_doc *bad = EXPR("", DOC(operation, OPERATION, TUNIP_OP_ADD, .operands = NONE));
    assert_int_equal(tn_prerender_add(&pieces, &how, NULL, bad, &piece, NULL, &error),
                     TUNIP_ERROR_RULE);
    assert_string_equal(error.message, "no operator number 3 with 0 operands");
    tn_prerender_free(pieces);
}

/* ---- guesses ---- */

static const tunip_namespace *find_unused(void *owner, size_t *count)
{
    static const tunip_namespace spaces[] = {{.dialect = "unused"}, {.dialect = "another"}};
    *count = *(const size_t *)owner;
    return spaces;
}

/* Emits a number that it counts up. With a namespace that is not used yet, the number is
 * provisional. */
static void emit_number(tunip_writer *w, const tunip_doc *doc)
{
    size_t count, *emitted = tunip_writer_state(w);
    (void)doc;
    if (!tunip_writer_namespaces(w, &count) || count > 1) tunip_writer_fail(w, "no guess");
    tunip_write_int(w, (int64_t)++ * emitted);
}

static const tunip_emit_fn numbers[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_number,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static void a_guess_leaves_nothing_behind(void **state)
{
    (void)state;
    static const tunip_backend counting = {
        .emit = numbers, .kind_count = TUNIP_LEN(numbers), .state_size = sizeof(size_t)};
    size_t emitted = 0, spaces = 0;
    tn_render how = plain_render(&tn_malloc);
    tn_prerender *pieces = NULL;
    tn_prerendered piece, guess;
    tunip_error error = TUNIP_ERROR_INIT;
    how.backend = &counting;
    how.state = &emitted;
    how.find_namespaces = find_unused;
    how.owner = &spaces;
    const tunip_doc *doc = ID("x");
    assert_int_equal(tn_prerender_add(&pieces, &how, NULL, doc, &piece, NULL, &error), TUNIP_OK);
    assert_false(piece.is_guess);
    assert_int_equal(emitted, 1);
    tn_prerender_free(pieces); /* which recorded that there are no namespaces */
    pieces = NULL;
    for (spaces = 1; spaces <= 2; spaces++) {
        assert_int_equal(tn_prerender_add(&pieces, &how, NULL, doc, &guess, NULL, &error),
                         TUNIP_OK);
        assert_true(guess.is_guess);
        assert_int_equal(emitted, 1);
        tn_prerender_free(pieces);
        pieces = NULL;
    }
    assert_int_equal(error.code, TUNIP_OK);
}

/* ---- less indentation ---- */

/* The name of a function, after a label that is so many steps further out. */
static void emit_labelled(tunip_writer *w, const tunip_doc *doc)
{
    size_t steps = *(const size_t *)tunip_writer_state(w);
    for (size_t i = 0; i < steps; i++) tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_text(w, "p:");
    for (size_t i = 0; i < steps; i++) tunip_write_indent(w);
    tunip_write_newline(w);
    tunip_emit(w, ((const tunip_doc_function *)doc)->name);
}

static void lines_may_be_further_out_than_their_statement(void **state)
{
    (void)state;
    tunip_emit_fn emit[TUNIP_DOC__COUNT];
    memcpy(emit, tunip_backend_python.emit, sizeof emit);
    emit[TUNIP_DOC_FUNCTION] = emit_labelled;
    tunip_backend labels = tunip_backend_python;
    labels.emit = emit;
    labels.state_size = sizeof(size_t);
    const tunip_doc *around = CLASS("", "C", ARGS(EXPR("", ID("e"))));
    const tunip_doc *whole = FUNCTION("", "f", NONE);
    for (size_t steps = 0; steps < 4; steps++) {
        tn_prerender *pieces = NULL;
        tn_prerendered piece;
        tn_render how = plain_render(&tn_malloc);
        how.backend = &labels;
        how.state = &steps;
        assert_int_equal(tn_prerender_add(&pieces, &how, around, whole, &piece, NULL, NULL),
                         TUNIP_OK);
        const tunip_doc *stmt = piece.is_guess ? whole : &piece.base;
        tn_render a = how, b = how;
        assert_int_equal(tn_render_doc(&a, CLASS("", "C", ARGS(CLASS("", "D", ARGS(whole)))), NULL),
                         TUNIP_OK);
        assert_int_equal(tn_render_doc(&b, CLASS("", "C", ARGS(CLASS("", "D", ARGS(stmt)))), NULL),
                         TUNIP_OK);
        assert_string_equal(a.text, b.text);
        assert_int_equal(piece.is_guess, steps > 0);
        tn_render_free(&a);
        tn_render_free(&b);
        tn_prerender_free(pieces);
    }
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    tunip_status status = TUNIP_ERROR_MEMORY;
    size_t budget = 0;
    for (; status != TUNIP_OK; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tn_prerender *pieces = NULL;
        tn_prerendered piece;
        tn_render how = plain_render(&memory.allocator);
        tunip_error error = TUNIP_ERROR_INIT;
        for (int i = 0; i < 1000; i++) {
            status = tn_prerender_add(&pieces, &how, NULL, FUNCTION_DOC, &piece, NULL, &error);
            if (status != TUNIP_OK) break;
        }
        assert_int_equal(error.code, status);
        tn_prerender_free(pieces);
        assert_int_equal(memory.held, 0);
    }
    assert_in_range(budget, 5, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_indented_as_their_place_asks_for),
        cmocka_unit_test(a_text_that_needs_escapes_has_no_spans),
        cmocka_unit_test(many_pieces_are_one_text),
        cmocka_unit_test(failures_of_a_backend_are_told),
        cmocka_unit_test(a_guess_leaves_nothing_behind),
        cmocka_unit_test(lines_may_be_further_out_than_their_statement),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
