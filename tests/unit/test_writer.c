/* test_writer.c -- the writer seen by a backend, through a toy one: text, lines, failures, depth.
 */
#include "render_helper.h"

#include <pthread.h>

#include "doc_literals.h"

/* ---- a toy backend ---- */

static void emit_name(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

static void emit_list(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_char(w, '[');
    tunip_emit_joined(w, ((const tunip_doc_list *)doc)->elements, ",");
    tunip_write_text(w, "]");
}

/* The statements below each other, indented. */
static void emit_block(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs body = ((const tunip_doc_block *)doc)->body;
    tunip_write_indent(w);
    for (size_t i = 0; i < body.count; i++) {
        tunip_write_newline(w);
        tunip_emit(w, body.items[i]);
    }
    tunip_write_dedent(w);
}

static void emit_blank_line(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_blank_line(w);
}

static void emit_failure(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_writer_fail(w, "the %s failure", "first");
    tunip_writer_fail(w, "the second failure");
    for (int i = 0; i < 1000; i++) tunip_write_text(w, "text that nobody sees");
    tunip_write_char(w, 'x');
    tunip_write_newline(w);
}

static void emit_dedent(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_char(w, '.');
}

static const tunip_emit_fn toy_emitters[] = {
    [TUNIP_DOC_LITERAL] = emit_failure,    [TUNIP_DOC_ID] = emit_name,
    [TUNIP_DOC_LIST] = emit_list,          [TUNIP_DOC_RETURN] = emit_dedent,
    [TUNIP_DOC_COMMENT] = emit_blank_line, [TUNIP_DOC_BLOCK] = emit_block,
};

static const tunip_backend toy = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "toy",
    .emit = toy_emitters,
    .kind_count = TUNIP_LEN(toy_emitters),
};

#define FAILURE    NIL
#define BLANK_LINE COMMENT("")
#define DEDENT     RETURN("", NULL)

static void check(const tunip_doc *doc, const char *expected)
{
    tn_render render = render_with(&toy, &tn_malloc);
    assert_renders(&render, doc, expected);
    tn_render_free(&render);
}

/* ---- text ---- */

static void text_and_separators(void **state)
{
    (void)state;
    check(NULL, "");
    check(ID("name"), "name");
    check(LIST(NONE), "[]");
    check(LIST(ARGS(ID("a"), LIST(ARGS(ID("b"))), NULL, ID(""))), "[a,[b],,]");
}

/* Writes of any size at the end of the buffer lose nothing. */
static void text_outgrows_the_buffer(void **state)
{
    (void)state;
    char expected[3000] = "";
    for (size_t size = 0; size < sizeof expected - 3; size += 7) {
        memset(expected, 'a', size);
        tunip_doc_id name = {.base = {.kind = TUNIP_DOC_ID}, .name = {expected, size}};
        char whole[sizeof expected] = "[";
        memcpy(whole + 1, expected, size);
        memcpy(whole + 1 + size, "]", 2);
        check(LIST(ARGS(&name.base)), whole);
    }
}

/* ---- lines ---- */

static void lines_are_indented(void **state)
{
    (void)state;
    check(LIST(ARGS(BLOCK(ARGS(ID("a"), BLOCK(ARGS(ID("b"))), ID("c"))), ID("d"))),
          "[\n    a\n    \n        b\n    c,d]");
    check(LIST(ARGS(BLOCK(ARGS(BLANK_LINE, ID("a"))))), "[\n    \n\n    a]");
    check(LIST(ARGS(DEDENT, BLOCK(ARGS(DEDENT)))), "[\n.,\n    \n.]");
}

static void indentation_is_an_option(void **state)
{
    (void)state;
    static const char *const expected[] = {"[\na]", "[\n a]", "[\n  a]"};
    for (size_t i = 0; i < TUNIP_LEN(expected); i++) {
        tn_render render = render_with(&toy, &tn_malloc);
        render.indent_spaces = i;
        assert_renders(&render, LIST(ARGS(BLOCK(ARGS(ID("a"))))), expected[i]);
        tn_render_free(&render);
    }
}

static void white_space_at_the_end_goes(void **state)
{
    (void)state;
    check(ID("a \t\n\v\f\r"), "a");
    check(ID(" \n"), "");
    check(BLOCK(ARGS(ID("a"), BLANK_LINE, NULL)), "\n    a");
}

static void white_space_at_the_end_may_stay(void **state)
{
    (void)state;
    tn_render render = render_with(&toy, &tn_malloc);
    render.keep_tail = true;
    assert_renders(&render, ID("a \n"), "a \n");
    tn_render_free(&render);
}

/* ---- failures ---- */

static void check_failure(tn_render render, const tunip_doc *doc, tunip_status code,
                          const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tn_render_doc(&render, doc, &error), code);
    assert_int_equal(error.code, code);
    assert_string_equal(error.message, message);
    assert_null(render.text);
    assert_null(render.spans.items);
}

static void first_failure_ends_the_print(void **state)
{
    (void)state;
    tn_render render = render_with(&toy, &tn_malloc);
    check_failure(render, LIST(ARGS(ID("a"), FAILURE, ID("b"))), TUNIP_ERROR_RULE,
                  "the first failure");
    assert_int_equal(tn_render_doc(&render, FAILURE, NULL), TUNIP_ERROR_RULE);
}

static void earlier_error_stays(void **state)
{
    (void)state;
    tn_render render = render_with(&toy, &tn_malloc);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_error_set(&error, TUNIP_ERROR_IO, "earlier");
    assert_int_equal(tn_render_doc(&render, FAILURE, &error), TUNIP_ERROR_RULE);
    assert_string_equal(error.message, "earlier");
}

/* A backend compiled before a kind was added does not have it. */
static void unknown_kinds_fail(void **state)
{
    (void)state;
    const tunip_doc odd = {.kind = 200};
    check_failure(render_with(&toy, &tn_malloc), LIST(ARGS(&odd)), TUNIP_ERROR_RULE,
                  "backend `toy` cannot emit a Doc of kind 200");
}

static void absurd_indentation_is_out_of_memory(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, SIZE_MAX);
    tn_render render = render_with(&toy, &memory.allocator);
    render.indent_spaces = SIZE_MAX / 3;
    const tunip_doc *doc = BLOCK(ARGS(BLOCK(ARGS(ID("a")))));
    check_failure(render, doc, TUNIP_ERROR_MEMORY, "out of memory while rendering");
    render.indent_spaces = SIZE_MAX;
    check_failure(render, doc, TUNIP_ERROR_MEMORY, "out of memory while rendering");
}

/* If any allocation fails, there is an error and all memory is freed. */
static void out_of_memory_anywhere(void **state)
{
    (void)state;
    char name[600];
    memset(name, 'a', sizeof name);
    const tunip_doc_id id = {.base = {.kind = TUNIP_DOC_ID}, .name = {name, sizeof name}};
    const tunip_doc *doc = &id.base;
    const tunip_doc *block = BLOCK(ARGS(doc, doc, doc, doc, doc, doc, doc, doc, doc, doc));
    tunip_status status = TUNIP_ERROR_MEMORY;
    for (size_t budget = 0; status != TUNIP_OK; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tn_render render = render_with(&toy, &memory.allocator);
        tunip_error error = TUNIP_ERROR_INIT;
        status = tn_render_doc(&render, block, &error);
        assert_true(status == TUNIP_OK ? budget > 5 : error.code == TUNIP_ERROR_MEMORY);
        assert_true(status == TUNIP_OK || memory.held == 0);
        tn_render_free(&render);
        assert_int_equal(memory.held, 0);
    }
}

/* ---- depth ---- */

enum { DEPTH = 200000, SMALL_STACK = 256 * 1024 };

/* LIST(ARGS(LIST(ARGS(...)))): the only element of each list is the previous list in `lists`. */
static tunip_doc_list *deep_lists(const tunip_doc **links)
{
    tunip_doc_list *lists = calloc(DEPTH, sizeof *lists);
    assert_non_null(lists);
    for (size_t i = 0; i < DEPTH; i++) {
        lists[i].base.kind = TUNIP_DOC_LIST;
        links[i] = &lists[i].base;
        if (i) lists[i].elements = tunip_docs_view(&links[i - 1], 1);
    }
    return lists;
}

static void *render_deep(void *opaque)
{
    const tunip_doc **links = calloc(DEPTH, sizeof *links);
    tunip_doc_list *lists = deep_lists(links);
    tn_render render = render_with(&toy, &tn_malloc);
    bool *right = opaque;
    *right = tn_render_doc(&render, links[DEPTH - 1], NULL) == TUNIP_OK &&
             render.size == 2 * DEPTH && render.text[DEPTH - 1] == '[' &&
             render.text[DEPTH] == ']' && render.spans.count == DEPTH &&
             render.spans.items[0].end == 2 * DEPTH;
    tn_render_free(&render);
    free(lists);
    free(links);
    return NULL;
}

static void deep_docs_need_little_stack(void **state)
{
    (void)state;
    pthread_attr_t attributes;
    pthread_t thread;
    bool right = false;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, render_deep, &right), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    assert_true(right);
}

static void no_stack_is_a_limit(void **state)
{
    (void)state;
    tn_stack stack;
    tn_stack_init(&stack);
    stack.limit =
        (const char *)UINTPTR_MAX; /* the stack is full, and the next segment cannot be allocated */
    stack.next_size = SIZE_MAX / 2;
    tn_render render = render_with(&toy, &tn_malloc);
    render.stack = &stack;
    check_failure(render, LIST(ARGS(ID("a"))), TUNIP_ERROR_LIMIT, "no stack for Docs this deep");
    render = render_with(&toy, &tn_malloc);
    render.stack = &stack;
    assert_renders(&render, ID("a"), "a"); /* a name needs no fresh stack */
    tn_render_free(&render);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_separators),
        cmocka_unit_test(text_outgrows_the_buffer),
        cmocka_unit_test(lines_are_indented),
        cmocka_unit_test(indentation_is_an_option),
        cmocka_unit_test(white_space_at_the_end_goes),
        cmocka_unit_test(white_space_at_the_end_may_stay),
        cmocka_unit_test(first_failure_ends_the_print),
        cmocka_unit_test(earlier_error_stays),
        cmocka_unit_test(unknown_kinds_fail),
        cmocka_unit_test(absurd_indentation_is_out_of_memory),
        cmocka_unit_test(out_of_memory_anywhere),
        cmocka_unit_test(deep_docs_need_little_stack),
        cmocka_unit_test(no_stack_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
