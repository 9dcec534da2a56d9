/* test_python_reader.c -- reading scripts through the reader's interface: places, names, options,
 * limits, lack of memory. The syntax itself is tested by the data of tests/syntax. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "read/formats/log/log.h"
#include "read/formats/python/python.h"

typedef struct world {
    tn_arena arena;
    tunip_diagnostics *found;
} world;

static void begin(world *w)
{
    tn_arena_init(&w->arena, NULL);
    w->found = tunip_diagnostics_new(NULL, NULL);
}

static void end(world *w)
{
    tunip_diagnostics_free(w->found);
    tn_arena_free(&w->arena);
}

static tunip_docs read_with(world *w, const char *text, const tn_python_options *options)
{
    const tunip_doc *block = tn_python_parse(&w->arena, tunip_str_from(text), options, w->found);
    assert_non_null(block);
    assert_int_equal(block->kind, TUNIP_DOC_BLOCK);
    return ((const tunip_doc_block *)block)->body;
}

static tunip_docs read_all(world *w, const char *text)
{
    return read_with(w, text, NULL);
}

static const tunip_doc *expr_of(tunip_docs body, size_t index)
{
    assert_in_range(index, 0, body.count - 1);
    assert_int_equal(body.items[index]->kind, TUNIP_DOC_EXPR_STMT);
    return ((const tunip_doc_expr_stmt *)body.items[index])->expr;
}

static void assert_place(const tunip_doc *doc, size_t from, size_t to)
{
    assert_int_equal(tn_doc_place(doc).begin, from);
    assert_int_equal(tn_doc_place(doc).end, to);
}

/* ---- places ---- */

static void places_are_bytes_of_the_text(void **state)
{
    (void)state;
    world w;
    begin(&w);
    tunip_docs body = read_all(&w, "f(é, (b + 1))\nfor i in x:\n    pass\n");
    const tunip_doc *call = expr_of(body, 0);
    tunip_docs args = ((const tunip_doc_call *)call)->args;
    assert_place(body.items[0], 0, 14);
    assert_place(call, 0, 14);
    assert_place(args.items[0], 2, 4);
    assert_place(args.items[1], 7, 12); /* without the parentheses */
    assert_place(body.items[1], 15, 26);
    end(&w);
}

static void a_statement_ends_with_its_block(void **state)
{
    (void)state;
    world w;
    begin(&w);
    const char *text = "@a\ndef f(x: T):\n    if x:\n        y = 1\n\n# behind\n";
    tunip_docs body = read_all(&w, text);
    assert_place(body.items[0], 0, (size_t)(strstr(text, "\n\n") - text));
    end(&w);
}

static void both_uses_in_a_chain_are_one_doc(void **state)
{
    (void)state;
    world w;
    begin(&w);
    tunip_docs body = read_all(&w, "a < b < c\nx += 1\n");
    const tunip_doc_operation *both = (const void *)expr_of(body, 0);
    const tunip_doc_operation *left = (const void *)both->operands.items[0];
    const tunip_doc_operation *right = (const void *)both->operands.items[1];
    assert_ptr_equal(left->operands.items[1], right->operands.items[0]);
    const tunip_doc_assign *assign = (const void *)body.items[1];
    assert_ptr_equal(((const tunip_doc_operation *)assign->rhs)->operands.items[0], assign->lhs);
    end(&w);
}

static void equal_names_have_one_address(void **state)
{
    (void)state;
    world w;
    begin(&w);
    tunip_docs body = read_all(&w, "alpha_beta_gamma\nf(alpha_beta_gamma=1).alpha_beta_gamma\n");
    const tunip_doc_id *id = (const void *)expr_of(body, 0);
    const tunip_doc_attr *attr = (const void *)expr_of(body, 1);
    const tunip_doc_call *call = (const void *)attr->value;
    assert_ptr_equal(id->name.data, attr->name.data);
    assert_ptr_equal(id->name.data, call->keys[0].data);
    end(&w);
}

static void many_names_stay_apart(void **state)
{
    (void)state;
    enum { COUNT = 5000, ROOM = 24 };
    world w;
    begin(&w);
    char *text = calloc(COUNT, ROOM), *at = text;
    for (int i = 0; i < COUNT; i++) at += sprintf(at, "name_%d\n", i);
    tunip_docs body = read_all(&w, text);
    assert_int_equal(body.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        char name[ROOM];
        snprintf(name, sizeof name, "name_%d", i);
        assert_true(tunip_str_is(((const tunip_doc_id *)expr_of(body, (size_t)i))->name, name));
    }
    free(text);
    end(&w);
}

/* ---- options ---- */

static void check_text(const tn_python_options *options, const char *script, const char *text)
{
    world w;
    begin(&w);
    const tunip_doc_literal *literal = (const void *)expr_of(read_with(&w, script, options), 0);
    assert_true(tunip_str_is(literal->value.text, text));
    end(&w);
}

static void an_escape_is_a_byte_or_a_character(void **state)
{
    (void)state;
    const tn_python_options strict = {.is_strict = true};
    check_text(NULL, "\"\\xc3\\xa9\\351\"", "\xc3\xa9\xe9");
    check_text(&strict, "\"\\xe9\\351\"", "\xc3\xa9\xc3\xa9");
    check_text(NULL, "\"\\u00e9\"", "\xc3\xa9");
}

static void reading_stops_behind_so_many_errors(void **state)
{
    (void)state;
    const tn_python_options three = {.max_errors = 3};
    world w;
    begin(&w);
    read_with(&w, "a b\nc d\ne f\ng h\ni j\n", &three);
    assert_int_equal(tunip_diagnostics_count(w.found), 3);
    end(&w);
}

static const char module[] = "@I.a\nclass M:\n    # about f\n    @T.f\n    def f(x: T) -> U:\n"
                             "        def inner():\n            y\n        '''\nz'''\n\n"
                             "    def g(): return 1\n    w = 2\ndef h(\n):\n    v = = 3\n";

static const tunip_doc_function *function_of(const tunip_doc *block, size_t outer, size_t inner)
{
    const tunip_doc *doc = ((const tunip_doc_block *)block)->body.items[outer];
    if (doc->kind == TUNIP_DOC_CLASS) doc = ((const tunip_doc_class *)doc)->body.items[inner];
    assert_int_equal(doc->kind, TUNIP_DOC_FUNCTION);
    return (const void *)doc;
}

static void heads_are_read_without_bodies(void **state)
{
    (void)state;
    world w;
    begin(&w);
    const tunip_doc *block;
    tn_python *python = tn_python_open(&w.arena, tunip_str_from(module), NULL, w.found, &block);
    assert_non_null(python);
    assert_int_equal(((const tunip_doc_block *)block)->body.count, 2);
    const tunip_doc_function *f = function_of(block, 0, 1), *g = function_of(block, 0, 2);
    const tunip_doc_function *h = function_of(block, 1, 0);
    assert_true(tn_doc_has_unread_args(&f->stmt.base));
    assert_int_equal(f->body.count, 1);
    assert_true(tn_doc_is_unread(f->body.items[0]));
    const tunip_doc_function *read =
        (const void *)tn_python_read_function(python, &w.arena, &f->stmt.base);
    assert_int_equal(read->args.count, 1);
    assert_place(read->args.items[0], strlen("@I.a\nclass M:\n    # about f\n    @T.f\n    def f("),
                 strlen("@I.a\nclass M:\n    # about f\n    @T.f\n    def f(x: T"));
    assert_non_null(read->return_type);
    assert_ptr_equal(read->body.items[0], f->body.items[0]);
    assert_ptr_equal(read->name, f->name);
    assert_int_equal(g->args.count, 0);
    assert_int_equal(g->body.count, 1); /* on one line: it is read with the head */
    assert_int_equal(g->body.items[0]->kind, TUNIP_DOC_RETURN);
    assert_true(tn_doc_is_unread(h->body.items[0]));
    assert_int_equal(tunip_diagnostics_count(w.found), 0);
    tn_python_close(python);
    end(&w);
}

static void bodies_are_read_in_any_order(void **state)
{
    (void)state;
    world w;
    begin(&w);
    const tunip_doc *block;
    tn_python *python = tn_python_open(&w.arena, tunip_str_from(module), NULL, w.found, &block);
    const tunip_doc *f = function_of(block, 0, 1)->body.items[0];
    const tunip_doc *h = function_of(block, 1, 0)->body.items[0];
    tunip_docs last = tn_python_read_body(python, &w.arena, h);
    assert_int_equal(last.count, 1);
    assert_true(tn_doc_is_broken(last.items[0]));
    assert_int_equal(tunip_diagnostics_count(w.found), 1);
    for (int i = 0; i < 2; i++) {
        tunip_docs body = tn_python_read_body(python, &w.arena, f);
        assert_int_equal(body.count, 2);
        assert_int_equal(body.items[0]->kind, TUNIP_DOC_FUNCTION);
        assert_int_equal(body.items[1]->kind, TUNIP_DOC_EXPR_STMT);
        assert_int_equal(tn_doc_place(body.items[1]).end, tn_doc_place(f).end);
    }
    tn_python_read_rest(python, &w.arena);
    assert_int_equal(tunip_diagnostics_count(w.found), 1);
    tn_python_close(python);
    end(&w);
}

static bool count_one(const tunip_doc *stmt, void *user)
{
    (void)stmt;
    return ++*(int *)user < 1;
}

static void a_peek_reports_nothing(void **state)
{
    (void)state;
    world w;
    begin(&w);
    const tunip_doc *block;
    tn_python *python = tn_python_open(&w.arena, tunip_str_from(module), NULL, w.found, &block);
    int count = 0;
    tn_python_peek(python, &w.arena, function_of(block, 0, 1)->body.items[0], count_one, &count);
    assert_int_equal(count, 1);
    tn_python_peek(python, &w.arena, function_of(block, 1, 0)->body.items[0], count_one, &count);
    assert_int_equal(count, 2);
    assert_int_equal(tunip_diagnostics_count(w.found), 0);
    tn_python_read_rest(python, &w.arena);
    assert_int_equal(tunip_diagnostics_count(w.found), 1);
    tn_python_close(python);
    end(&w);
}

/* The place of the first error of a text; SIZE_MAX if it has none. */
static size_t first_error(const tunip_diagnostics *found)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < tunip_diagnostics_count(found); i++) {
        const tunip_label *label = tunip_diagnostic_label(tunip_diagnostics_get(found, i), 0);
        if (label && label->begin < first) first = label->begin;
    }
    return first;
}

static size_t first_error_of(const char *text, bool is_deferred)
{
    world w;
    begin(&w);
    const tunip_doc *block;
    if (is_deferred) {
        tn_python *python = tn_python_open(&w.arena, tunip_str_from(text), NULL, w.found, &block);
        tn_python_read_rest(python, &w.arena);
        tn_python_close(python);
    } else {
        block = tn_python_parse(&w.arena, tunip_str_from(text), NULL, w.found);
    }
    assert_non_null(block);
    size_t first = first_error(w.found);
    end(&w);
    return first;
}

/* Each character in turn is replaced by each of some that change how the text goes on. */
static void deferred_bodies_have_the_same_errors(void **state)
{
    (void)state;
    static const char others[] = "([{)]}'\"\\#:\n \t,x";
    char text[sizeof module];
    size_t wrong = 0;
    for (size_t at = 0; at + 1 < sizeof module; at++) {
        for (size_t i = 0; others[i]; i++) {
            memcpy(text, module, sizeof module);
            text[at] = others[i];
            size_t first = first_error_of(text, true);
            wrong += first != SIZE_MAX;
            assert_int_equal(first, first_error_of(text, false));
        }
    }
    assert_true(wrong > sizeof module);
}

/* Only a reader can tell where these bodies end, so they are read with their heads. */
static void bodies_without_a_clear_end_are_read_at_once(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "def f():\n    x = (1\ndef g():\n    y = 2)\n",
        "def f():\n    x = 'a\n    y\n",
        "def f():\n    x = 1)\n",
        "def f():\n    x = \\\n1\n",
        "def f():\n\tx\n",
        "def f():\n    if x:\n\ty\n",
    };
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        world w;
        begin(&w);
        const tunip_doc *block;
        tn_python *python =
            tn_python_open(&w.arena, tunip_str_from(texts[i]), NULL, w.found, &block);
        assert_non_null(python);
        assert_false(tn_doc_is_unread(function_of(block, 0, 0)->body.items[0]));
        tn_python_close(python);
        end(&w);
    }
}

/* ---- refusals ---- */

static void a_statement_with_an_error_is_a_broken_one(void **state)
{
    (void)state;
    world w;
    begin(&w);
    tunip_docs body = read_all(&w, "a = 1\nb = = 2\nc = 3\ndef f(:\n    d\n");
    assert_int_equal(body.count, 4);
    assert_int_equal(tunip_diagnostics_count(w.found), 2);
    assert_false(tn_doc_is_broken(body.items[0]));
    assert_true(tn_doc_is_broken(body.items[1]));
    assert_false(tn_doc_is_broken(body.items[2]));
    const tunip_doc_function *f = (const void *)body.items[3];
    assert_int_equal(f->stmt.base.kind, TUNIP_DOC_FUNCTION);
    assert_true(tunip_str_is(((const tunip_doc_id *)f->name)->name, "f"));
    assert_int_equal(f->args.count, 0);
    assert_true(tn_doc_is_broken(f->body.items[0]));
    end(&w);
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    (void)state;
    world w;
    begin(&w);
    assert_null(tn_python_parse(&w.arena, tunip_str_from("a = \"\xff\""), NULL, w.found));
    const tunip_diagnostic *d = tunip_diagnostics_get(w.found, 0);
    assert_non_null(d);
    assert_int_equal(tunip_diagnostic_label(d, 0)->begin, 5);
    assert_int_equal(tunip_diagnostic_label(d, 0)->end, 6);
    end(&w);
}

static void a_nul_is_an_error(void **state)
{
    (void)state;
    world w;
    begin(&w);
    const char text[] = "a\0b\nc\n";
    const tunip_doc *block =
        tn_python_parse(&w.arena, (tunip_str){text, sizeof text - 1}, NULL, w.found);
    assert_non_null(block);
    assert_int_equal(tunip_diagnostics_count(w.found), 1);
    end(&w);
}

static void every_beginning_of_a_text_is_read(void **state)
{
    (void)state;
    static const char text[] =
        "# c\n@a.b\ndef f(x: T = 1, y: \"t\\x41\" 'u' = {1: [2,]}) -> \"\"\"v\n"
        "\"\"\":\n    with a as (b, c), d:\n        x[1:2, ::] += -1.5e3 \\\n"
        "            if not z else lambda q: ...\n";
    for (size_t size = 0; size < sizeof text; size++) {
        world w;
        begin(&w);
        char *copy = malloc(size + 1); /* so that sanitizers see a read past the end */
        memcpy(copy, text, size);
        copy[size] = '\0';
        assert_non_null(tn_python_parse(&w.arena, (tunip_str){copy, size}, NULL, w.found));
        free(copy);
        end(&w);
    }
}

/* ---- depth and memory ---- */

static void depth_is_limited_by_memory_only(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    world w;
    begin(&w);
    char *text = malloc(2 * DEPTH + 2);
    memset(text, '(', DEPTH);
    text[DEPTH] = '1';
    memset(text + DEPTH + 1, ')', DEPTH);
    text[2 * DEPTH + 1] = '\0';
    const tunip_doc *one = expr_of(read_all(&w, text), 0);
    assert_int_equal(((const tunip_doc_literal *)one)->value.integer, 1);
    assert_place(one, DEPTH, DEPTH + 1);
    free(text);
    end(&w);
}

typedef struct budget {
    size_t left;
} budget;

static void *limited_alloc(void *ctx, size_t size)
{
    budget *b = ctx;
    if (!b->left) return NULL;
    b->left--;
    return malloc(size);
}

static void *limited_realloc(void *ctx, void *memory, size_t old_size, size_t size)
{
    budget *b = ctx;
    (void)old_size;
    if (!b->left) return NULL;
    b->left--;
    return realloc(memory, size);
}

static void limited_free(void *ctx, void *memory, size_t size)
{
    (void)ctx;
    (void)size;
    free(memory);
}

static void lack_of_memory_is_no_crash(void **state)
{
    (void)state;
    static const char text[] =
        "import a\n# c\n@D.e\ndef f(x: T):\n    y = \"a\\n\" 'b' + g(x=1, é=2)\n"
        "    z = {1: [(2, 3), x[4:5]]} # c\n    w = = 1\n    v = (1\n";
    bool done = false;
    for (size_t count = 0; !done; count++) {
        budget b = {.left = count};
        const tunip_allocator allocator = {limited_alloc, limited_realloc, limited_free, &b};
        tn_arena arena;
        tn_arena_init(&arena, &allocator);
        tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
        const tunip_doc *block = tn_python_parse(&arena, tunip_str_from(text), NULL, found);
        done = block != NULL;
        if (done) assert_int_equal(tunip_diagnostics_count(found), 2);
        tn_log log;
        b.left = count;
        bool has_log = tn_log_modules(&arena, tunip_str_from(text), NULL, &log);
        assert_int_equal(log.count, has_log ? 1 : 0);
        done &= has_log;
        tunip_diagnostics_free(found);
        tn_arena_free(&arena);
        assert_true(count < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_bytes_of_the_text),
        cmocka_unit_test(a_statement_ends_with_its_block),
        cmocka_unit_test(both_uses_in_a_chain_are_one_doc),
        cmocka_unit_test(equal_names_have_one_address),
        cmocka_unit_test(many_names_stay_apart),
        cmocka_unit_test(an_escape_is_a_byte_or_a_character),
        cmocka_unit_test(reading_stops_behind_so_many_errors),
        cmocka_unit_test(heads_are_read_without_bodies),
        cmocka_unit_test(bodies_are_read_in_any_order),
        cmocka_unit_test(a_peek_reports_nothing),
        cmocka_unit_test(deferred_bodies_have_the_same_errors),
        cmocka_unit_test(bodies_without_a_clear_end_are_read_at_once),
        cmocka_unit_test(a_statement_with_an_error_is_a_broken_one),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
        cmocka_unit_test(a_nul_is_an_error),
        cmocka_unit_test(every_beginning_of_a_text_is_read),
        cmocka_unit_test(depth_is_limited_by_memory_only),
        cmocka_unit_test(lack_of_memory_is_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
