/* test_spans.c -- sites, lists of spans, the span builder, comments and maps of sites. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/relay.h>
#include <tunip/tvm/tir.h>

typedef struct world {
    tunip_context *context;
    tunip_graph *g;
} world;

static int setup(void **state)
{
    static world w;
    w.context = tunip_context_new(NULL, NULL);
    w.g = w.context ? tunip_graph_new(w.context, NULL) : NULL;
    *state = &w;
    return w.g ? 0 : -1;
}

static int teardown(void **state)
{
    world *w = *state;
    assert_int_equal(tunip_graph_status(w->g), TUNIP_OK);
    tunip_graph_free(w->g);
    tunip_context_free(w->context);
    return 0;
}

static tunip_node *span(tunip_graph *g, const char *source, int64_t line)
{
    return (tunip_node *)tunip_ir_span_new(g, source, line, line ? 5 : 0, line, line ? 9 : 0);
}

static tunip_node **span_of(void *node)
{
    return &((tunip_ir_base_expr *)node)->span;
}

static void *number(tunip_graph *g, int64_t value)
{
    return tunip_ir_int(g, TUNIP_INT(32), value);
}

/* ---- sites ---- */

static bool put(void *user, const tunip_site *site)
{
    char *text = user;
    size_t used = strlen(text);
    if (used) text[used++] = ' ';
    assert_in_range(tunip_site_text(site, text + used, 200), 1, 199);
    return strlen(text) < 400;
}

static void expect_sites(const void *at, const char *expected)
{
    char text[1024] = "";
    tunip_each_site(at, put, text);
    assert_string_equal(text, expected);
}

static void test_sites(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    void *a = span(g, "a.py", 3), *b = span(g, "conv1", 0);
    expect_sites(NULL, "");
    expect_sites(a, "a.py:3:5");
    expect_sites(b, "conv1");
    void *list = tunip_span_list(g, 3, (void *[]){a, NULL, b});
    expect_sites(list, "a.py:3:5 conv1");
    expect_sites(tunip_span_list(g, 2, (void *[]){list, a}), "a.py:3:5 conv1 a.py:3:5");
    assert_null(tunip_span_list(g, 1, (void *[]){NULL}));
    assert_null(tunip_span_list(g, 0, NULL));
    expect_sites(number(g, 1), ""); /* no span */
    char small[6];
    const tunip_site site = {{"a.py", 4}, 12, 0, 0, 0};
    assert_int_equal(tunip_site_text(&site, small, sizeof small), 7);
    assert_string_equal(small, "a.py:");
    assert_int_equal(tunip_site_text(&site, NULL, 0), 7);
}

/* A list that contains itself has its other sites, in finite time. */
static void test_malformed_list(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    void *a = span(g, "a", 0);
    tunip_ir_sequential_span *list = (void *)tunip_span_list(g, 1, &a);
    list->spans = TUNIP_LIST(g, list, list, list, list, list, list, list, list, number(g, 1), a);
    char text[1024] = "";
    assert_false(tunip_each_site((tunip_node *)list, put, text));
    assert_int_equal(strncmp(text, "a a a", 5), 0);
}

static void test_equality(void **state)
{
    world *w = *state;
    void *one[] = {span(w->g, "a", 0), span(w->g, "b", 0)};
    void *two[] = {span(w->g, "a", 0), span(w->g, "c", 0)};
    const tunip_node *a = tunip_span_list(w->g, 2, one), *b = tunip_span_list(w->g, 2, two);
    const tunip_node *c = tunip_span_list(w->g, 1, one);
    tunip_error error = TUNIP_ERROR_INIT;
    assert_true(tunip_equal_nodes(w->context, a, tunip_span_list(w->g, 2, one), NULL, &error));
    assert_false(tunip_equal_nodes(w->context, a, b, NULL, &error));
    assert_false(tunip_equal_nodes(w->context, a, c, NULL, &error));
    /* nodes are equal whatever their spans are */
    tunip_tir_add *x = tunip_tir_add_new(w->g, number(w->g, 1), number(w->g, 2));
    tunip_tir_add *y = tunip_tir_add_new(w->g, number(w->g, 1), number(w->g, 2));
    *span_of(x) = (tunip_node *)(uintptr_t)a;
    assert_true(tunip_equal_nodes(w->context, (tunip_node *)x, (tunip_node *)y, NULL, &error));
}

/* ---- the builder ---- */

/* max(((a + b) + 1) + 2, 100) */
typedef struct sum {
    void *a, *b, *x, *add1, *add2, *max;
} sum;

static sum sum_new(tunip_graph *g)
{
    sum s = {.a = tunip_tir_var_new(g, "a", TUNIP_INT(32)),
             .b = tunip_tir_var_new(g, "b", TUNIP_INT(32))};
    s.x = tunip_tir_add_new(g, s.a, s.b);
    s.add1 = tunip_tir_add_new(g, s.x, number(g, 1));
    s.add2 = tunip_tir_add_new(g, s.add1, number(g, 2));
    s.max = tunip_tir_max_new(g, s.add2, number(g, 100));
    return s;
}

static void test_fill(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    sum s = sum_new(g);
    tunip_node *test = span(g, "test", 0), *own = span(g, "own", 0);
    void *inputs[] = {s.a, s.b};
    *span_of(s.add1) = own;
    tunip_span_builder *b = tunip_span_builder_new(g, test);
    assert_ptr_equal(tunip_span_builder_span(b), test);
    assert_true(tunip_span_builder_fill(b, s.max, 2, inputs));
    assert_null(*span_of(s.a));
    assert_null(*span_of(s.b));
    assert_ptr_equal(*span_of(s.x), test); /* also below a node that has one */
    assert_ptr_equal(*span_of(s.add1), own);
    assert_ptr_equal(*span_of(s.add2), test);
    assert_ptr_equal(*span_of(s.max), test);
    assert_ptr_equal(*span_of(((tunip_tir_max *)s.max)->b), test);
    tunip_span_builder_free(b);
}

static void test_collect(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    sum s = sum_new(g);
    *span_of(s.a) = span(g, "a", 0);
    *span_of(s.x) = span(g, "x", 0);
    *span_of(s.add1) = span(g, "add1", 0);
    *span_of(s.add2) = *span_of(s.add1);
    *span_of(s.max) = tunip_span_list(g, 2, (void *[]){span(g, "m", 3), span(g, "n", 4)});
    tunip_span_builder *b = tunip_span_builder_collect(g, s.max, 1, &s.x);
    expect_sites(tunip_span_builder_span(b), "m:3:5 n:4:5 add1 x");
    tunip_span_builder_free(b);
    b = tunip_span_builder_collect(g, s.a, 0, NULL); /* one span is a list, too */
    assert_ptr_not_equal(tunip_span_builder_span(b), *span_of(s.a));
    expect_sites(tunip_span_builder_span(b), "a");
    tunip_span_builder_free(b);
    b = tunip_span_builder_collect(g, s.b, 0, NULL); /* no spans: it does nothing */
    assert_non_null(b);
    assert_null(tunip_span_builder_span(b));
    assert_true(tunip_span_builder_fill(b, s.b, 0, NULL));
    assert_null(*span_of(s.b));
    tunip_span_builder_free(b);
}

/* The original stays; a node that is used twice has one copy; variables and inputs are shared. */
static void test_filled(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    sum s = sum_new(g);
    void *twice = tunip_tir_mul_new(g, s.add2, s.add2);
    tunip_node *test = span(g, "test", 0);
    tunip_span_builder *b = tunip_span_builder_new(g, test);
    tunip_tir_mul *made = (void *)tunip_span_builder_filled(b, twice, 1, &s.x);
    assert_ptr_not_equal(made, twice);
    assert_null(*span_of(twice));
    assert_null(*span_of(s.add1));
    assert_ptr_equal(*span_of(made), test);
    assert_ptr_equal(made->a, made->b);
    assert_ptr_not_equal(made->a, s.add2);
    tunip_tir_add *add1 = (void *)((tunip_tir_add *)(void *)made->a)->a;
    assert_ptr_equal(add1->a, s.x);
    assert_null(*span_of(s.x));
    /* what has spans already is not copied */
    assert_ptr_equal(tunip_span_builder_filled(b, made, 1, &s.x), made);
    tunip_tir_add *x = (void *)tunip_span_builder_filled(b, s.x, 0, NULL);
    assert_ptr_equal(x->a, s.a);
    assert_null(*span_of(s.a));
    assert_ptr_equal(tunip_span_builder_filled(b, s.x, 1, &s.x), s.x);
    tunip_span_builder_free(b);
}

/* Statements have spans, buffers and definitions are beside. */
static void test_statements(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    tunip_tir_var *i = tunip_tir_var_new(g, "i", TUNIP_INT(32));
    tunip_tir_buffer *a = tunip_tir_buffer_new(g, "A", TUNIP_INT(32), TUNIP_LIST(g, number(g, 8)));
    tunip_tir_buffer_store *store = TUNIP_TIR_STORE(g, a, TUNIP_TIR_LOAD(g, a, i), i);
    tunip_tir_for *loop = tunip_tir_for_new(g, i, number(g, 8), TUNIP_TIR_FOR_SERIAL, store);
    tunip_tir_for *made = (void *)tunip_set_span(g, loop, span(g, "m.py", 7));
    assert_null(loop->base.span);
    assert_non_null(made->base.span);
    const tunip_tir_buffer_store *body = TUNIP_AS(tunip_tir_buffer_store, made->body);
    assert_ptr_equal(body->base.span, made->base.span);
    assert_ptr_equal(body->buffer, a);
    assert_null(a->span);
    assert_ptr_equal(made->loop_var, i);
    assert_ptr_equal(*span_of(body->value), made->base.span);
}

/* A node that has a span was made of an earlier layer, and so were those below it. */
static void test_set_span(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    sum s = sum_new(g);
    *span_of(s.add1) = span(g, "first", 0);
    tunip_node *second = span(g, "second", 0);
    tunip_tir_max *made = (void *)tunip_set_span(g, s.max, second);
    assert_ptr_equal(*span_of(made), second);
    assert_ptr_equal(((tunip_tir_add *)(void *)made->a)->a, s.add1);
    assert_null(*span_of(s.x));
    assert_ptr_equal(tunip_set_span(g, made, second), made);
    assert_ptr_equal(tunip_set_span(g, s.max, NULL), s.max);
    assert_null(tunip_set_span(g, NULL, second));
    assert_ptr_equal(*span_of(tunip_set_span(g, s.a, second)), second); /* a variable alone */
}

/* An operator of Relay is shared by all modules. */
static void test_relay(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    tunip_relay_call *call = tunip_node_new(g, &tunip_relay_call_type);
    tunip_relay_tuple *tuple = tunip_node_new(g, &tunip_relay_tuple_type);
    call->op = (tunip_node *)tunip_ir_op_new(g, "nn.relu");
    call->args = TUNIP_LIST(g, tuple);
    tuple->fields = TUNIP_LIST(g, call->op);
    tunip_span_builder *b = tunip_span_builder_new(g, span(g, "relu", 0));
    assert_true(tunip_span_builder_fill(b, call, 0, NULL));
    tunip_span_builder_free(b);
    assert_non_null(call->base.base.base.span);
    assert_ptr_equal(tuple->base.base.base.span, call->base.base.base.span);
    assert_null(tunip_node_span(call->op));
}

/* Switched off, nothing is done. */
static void test_off(void **state)
{
    tunip_graph *g = ((world *)*state)->g;
    sum s = sum_new(g);
    size_t before = tunip_graph_memory(g);
    assert_true(tunip_span_builder_fill(NULL, s.max, 0, NULL));
    assert_ptr_equal(tunip_span_builder_filled(NULL, s.max, 0, NULL), s.max);
    assert_null(tunip_span_builder_span(NULL));
    tunip_span_builder_free(NULL);
    assert_int_equal(tunip_graph_memory(g), before);
    assert_null(*span_of(s.max));
}

static void test_deep(void **state)
{
    enum { DEPTH = 300000 };
    tunip_graph *g = ((world *)*state)->g;
    void *x = number(g, 0), *top = x;
    for (int i = 0; i < DEPTH; i++) top = tunip_tir_add_new(g, top, x);
    tunip_node *test = span(g, "test", 0);
    tunip_node *made = tunip_set_span(g, top, test);
    assert_ptr_equal(*span_of(made), test);
    tunip_span_builder *b = tunip_span_builder_new(g, test);
    assert_true(tunip_span_builder_fill(b, top, 1, &x));
    tunip_span_builder_free(b);
    assert_ptr_equal(*span_of(top), test);
    assert_null(*span_of(x));
    b = tunip_span_builder_collect(g, top, 0, NULL);
    expect_sites(tunip_span_builder_span(b), "test");
    tunip_span_builder_free(b);
}

/* ---- prints ---- */

static tunip_printed *print(world *w, const void *root, const tunip_print_options *options)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    if (tunip_print(w->context, root, options, &printed, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    return printed;
}

static tunip_node *two_stores(tunip_graph *g, const char *source)
{
    tunip_tir_buffer *a = tunip_tir_buffer_new(g, "A", TUNIP_INT(32), TUNIP_LIST(g, number(g, 8)));
    tunip_tir_var *i = tunip_tir_var_new(g, "i", TUNIP_INT(32));
    tunip_tir_buffer_store *s = TUNIP_TIR_STORE(g, a, number(g, 1), i);
    tunip_tir_buffer_store *t = TUNIP_TIR_STORE(g, a, tunip_tir_add_new(g, i, number(g, 1)), i);
    *span_of(t->value) = span(g, source, 8);
    s->base.span = span(g, source, 7);
    t->base.span =
        tunip_span_list(g, 3, (void *[]){s->base.span, *span_of(t->value), span(g, "conv", 0)});
    void *body = tunip_tir_seq_new(g, TUNIP_LIST(g, s, t));
    tunip_tir_for *loop = tunip_tir_for_new(g, i, number(g, 8), TUNIP_TIR_FOR_SERIAL, body);
    loop->base.span = (tunip_node *)tunip_ir_span_new(g, source, 6, 1, 9, 2);
    return (tunip_node *)loop;
}

static void test_comments(void **state)
{
    world *w = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.spans = options.no_source_map = true;
    tunip_node *loop = two_stores(w->g, "m.py");
    tunip_printed *printed = print(w, loop, &options);
    assert_string_equal(tunip_printed_text(printed).data, "for i in range(8):  # m.py:6\n"
                                                          "    A = T.Buffer((8,), \"int32\")\n"
                                                          "    A[i] = 1  # m.py:7\n"
                                                          "    A[i] = i + 1  # m.py:7, 8, conv");
    tunip_printed_free(printed);
    loop = two_stores(w->g, "a\n'''\r\x1b[31m");
    printed = print(w, loop, &options);
    assert_non_null(strstr(tunip_printed_text(printed).data, "  # a\\n'''\\r\\x1b[31m:6\n"));
    tunip_printed_free(printed);
    options.print_line_numbers = true;
    options.underline = (const char *[]){"<root>.body.seq[0]"};
    options.underline_count = 1;
    loop = two_stores(w->g, "m.py");
    printed = print(w, loop, &options);
    assert_string_equal(tunip_printed_text(printed).data, "1 for i in range(8):  # m.py:6\n"
                                                          "2     A = T.Buffer((8,), \"int32\")\n"
                                                          "3     A[i] = 1  # m.py:7\n"
                                                          "      ^^^^^^^^\n"
                                                          "4     A[i] = i + 1  # m.py:7, 8, conv");
    tunip_printed_free(printed);
}

static void test_comment_limits(void **state)
{
    world *w = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_node *loop = two_stores(w->g, "a long name of a source");
    options.spans = true;
    options.max_bytes = 100;
    assert_int_equal(tunip_print(w->context, loop, &options, &printed, &error), TUNIP_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "longer than max_bytes 100"));
    tunip_tir_evaluate *many = tunip_tir_evaluate_new(w->g, number(w->g, 1));
    void *lines[10];
    for (int64_t i = 0; i < 10; i++) lines[i] = span(w->g, "m.py", i + 1);
    many->base.span = tunip_span_list(w->g, 10, lines);
    options.max_bytes = 0;
    printed = print(w, many, &options);
    assert_string_equal(tunip_printed_text(printed).data,
                        "T.evaluate(1)  # m.py:1, 2, 3, 4, 5, 6, 7, 8, ...");
    tunip_printed_free(printed);
}

/* The text of the n-th span that comes from a place. */
static void expect_found(const tunip_printed *printed, const tunip_site_map *map, int64_t line,
                         int64_t column, size_t count, const char *first)
{
    size_t spans[8] = {0};
    tunip_str text = tunip_printed_text(printed);
    assert_int_equal(tunip_site_map_find(map, tunip_str_from("m.py"), line, column, spans, 8),
                     count);
    if (!first) return;
    const tunip_span *at = &tunip_printed_spans(printed)[spans[0]];
    size_t size = strlen(first);
    assert_true(at->end - at->begin >= size);
    assert_memory_equal(text.data + at->begin, first, size);
}

static void test_site_map(void **state)
{
    world *w = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    options.spans = true;
    tunip_printed *printed = print(w, two_stores(w->g, "m.py"), &options);
    tunip_site_map *map = tunip_site_map_new(printed, &error);
    const char *text = tunip_printed_text(printed).data;
    expect_found(printed, map, 6, 0, 1, "for i in");
    expect_found(printed, map, 7, 0, 2, "A[i] = 1");
    expect_found(printed, map, 8, 6, 2, "A[i] = i + 1");
    expect_found(printed, map, 8, 1, 1, "for i in"); /* before the statement */
    expect_found(printed, map, 9, 9, 0, NULL);
    expect_found(printed, map, 5, 0, 0, NULL);
    expect_found(printed, map, 0, 0, 0, NULL);
    assert_int_equal(tunip_site_map_find(map, tunip_str_from("conv"), 0, 0, NULL, 0), 1);
    size_t at = (size_t)(strstr(text, "i + 1") - text);
    expect_sites(tunip_site_map_at(map, at, at + 5), "m.py:8:5");
    expect_sites(tunip_site_map_at(map, at, at), "m.py:8:5");
    expect_sites(tunip_site_map_at(map, at - 4, at + 5), "m.py:7:5 m.py:8:5 conv");
    expect_sites(tunip_site_map_at(map, at - 40, at + 5), "m.py:6:1");
    assert_null(tunip_site_map_at(map, 0, strlen(text) + 1));
    assert_null(tunip_site_map_get(map, SIZE_MAX));
    tunip_site_map_free(map);
    tunip_site_map_free(NULL);
    tunip_printed_free(printed);
    options.spans = false;
    options.no_source_map = true;
    printed = print(w, number(w->g, 1), &options);
    assert_null(tunip_site_map_new(printed, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    tunip_printed_free(printed);
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_sites),          TEST(test_malformed_list),
        TEST(test_equality),       TEST(test_fill),
        TEST(test_collect),        TEST(test_filled),
        TEST(test_statements),     TEST(test_set_span),
        TEST(test_relay),          TEST(test_off),
        TEST(test_deep),           TEST(test_comments),
        TEST(test_comment_limits), TEST(test_site_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
