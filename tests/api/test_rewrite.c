/* test_rewrite.c -- tunip_node_at(), tunip_clone() and tunip_rewrite(). */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

static tunip_context *context;

static int setup(void **state)
{
    (void)state;
    context = tunip_context_new(NULL, NULL);
    return context ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    tunip_context_free(context);
    return 0;
}

static tunip_graph *load(const char *name)
{
    char path[512];
    tunip_error error = TUNIP_ERROR_INIT;
    snprintf(path, sizeof path, "%s/golden/%s", TUNIP_DATA_DIR, name);
    tunip_graph *graph = tunip_read_file(context, path, &error);
    if (!graph) fail_msg("%s: %s", path, error.message);
    return graph;
}

static int write_file(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) != size;
}

static char *save(const tunip_node *root)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_save(context, root, write_file, out, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    fclose(out);
    return text;
}

/* ---- paths ---- */

static void test_node_at(void **state)
{
    (void)state;
    tunip_graph *graph = load("script.two_prims.json");
    const tunip_node *root = tunip_graph_root(graph);
    tunip_error error = TUNIP_ERROR_INIT;
    assert_ptr_equal(tunip_node_at(root, "<root>", &error), root);
    const tunip_node *body =
        tunip_node_at(root, "<root>.functions[I.GlobalVar(\"alpha\")].body", &error);
    assert_true(tunip_is(body, &tunip_tir_for_type));
    assert_ptr_equal(body,
                     tunip_node_at(root, "<root>.functions[I.GlobalVar(\"alpha\")].body", NULL));
    assert_null(tunip_node_at(body, "<root>.kind", &error));           /* a number */
    assert_null(tunip_node_at(body, "<root>.thread_binding", &error)); /* NULL */
    assert_int_equal(error.code, TUNIP_OK);
    tunip_graph_free(graph);
}

static void expect_at(const tunip_node *root, const char *path, tunip_status code, const char *part)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_node_at(root, path, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.message, part)) fail_msg("%s: %s", path, error.message);
}

static void test_node_at_nowhere(void **state)
{
    (void)state;
    tunip_graph *graph = load("script.two_prims.json");
    const tunip_node *root = tunip_graph_root(graph);
    expect_at(root, "<root>.functions[I.GlobalVar(\"gamma\")].body", TUNIP_ERROR_NOT_FOUND,
              "is a map without this key");
    expect_at(root, "<root>.body.seq", TUNIP_ERROR_NOT_FOUND, "which has no such field");
    expect_at(root, "<root>[2]", TUNIP_ERROR_NOT_FOUND, "<root>[2] is not in the module");
    expect_at(root, "functions", TUNIP_ERROR_ARGUMENT, "not an access path");
    expect_at(root, "<root>.", TUNIP_ERROR_ARGUMENT, "not an access path");
    expect_at(root, NULL, TUNIP_ERROR_ARGUMENT, "not an access path");
    expect_at(NULL, "<root>.body", TUNIP_ERROR_NOT_FOUND, "is not in the module");
    assert_null(tunip_node_at(NULL, "<root>", NULL));
    tunip_graph_free(graph);
}

/* ---- clones ---- */

/* The saved clone of each golden object is that of the object, after the object was freed: so
 * sharing is kept, and nothing points into the old graph. */
static void test_clone(void **state)
{
    (void)state;
    char folder[512];
    snprintf(folder, sizeof folder, "%s/golden", TUNIP_DATA_DIR);
    DIR *all = opendir(folder);
    size_t count = 0;
    assert_non_null(all);
    for (struct dirent *entry; (entry = readdir(all));) {
        size_t size = strlen(entry->d_name);
        if (size < 6 || strcmp(entry->d_name + size - 5, ".json") != 0) continue;
        if (strstr(entry->d_name, ".config.json")) continue;
        tunip_graph *graph = load(entry->d_name), *other = tunip_graph_new(context, NULL);
        char *expected = save(tunip_graph_root(graph));
        tunip_node *clone = tunip_clone(other, tunip_graph_root(graph));
        assert_int_equal(tunip_graph_status(other), TUNIP_OK);
        tunip_graph_free(graph);
        char *got = save(clone);
        if (strcmp(expected, got) != 0) fail_msg("%s: the clone is saved otherwise", entry->d_name);
        free(expected);
        free(got);
        tunip_graph_free(other);
        count++;
    }
    closedir(all);
    assert_true(count > 100);
}

static void test_clone_cycle(void **state)
{
    (void)state;
    tunip_graph *graph = tunip_graph_new(context, NULL);
    tunip_array *array = TUNIP_LIST(graph, NULL, tunip_int_new(graph, 3));
    array->items[0] = &array->base;
    tunip_array *copy = (tunip_array *)(void *)tunip_clone(graph, &array->base);
    assert_ptr_not_equal(copy, array);
    assert_ptr_equal(copy->items[0], copy);
    assert_ptr_not_equal(copy->items[1], array->items[1]);
    assert_null(tunip_clone(graph, NULL));
    tunip_graph_free(graph);
}

static void test_clone_deep(void **state)
{
    (void)state;
    enum { DEPTH = 200000 };
    tunip_graph *graph = tunip_graph_new(context, NULL), *other = tunip_graph_new(context, NULL);
    tunip_node *node = (tunip_node *)tunip_int_new(graph, 1);
    for (size_t i = 0; i < DEPTH; i++) node = (tunip_node *)TUNIP_LIST(graph, node, node);
    tunip_node *copy = tunip_clone(other, node);
    tunip_graph_free(graph);
    size_t depth = 0;
    for (; copy->type == &tunip_array_type; depth++) copy = ((tunip_array *)(void *)copy)->items[1];
    assert_int_equal(depth, DEPTH);
    tunip_graph_free(other);
}

/* ---- rewriting ---- */

typedef struct seen {
    size_t nodes, loops;
    bool fails;
} seen;

static tunip_node *unroll(tunip_graph *graph, tunip_node *node, void *user)
{
    seen *s = user;
    s->nodes++;
    if (s->fails && s->nodes == 20) tunip_graph_fail(graph, TUNIP_ERROR_RULE, "enough");
    if (!tunip_is(node, &tunip_tir_for_type)) return node;
    tunip_tir_for *loop = tunip_node_copy(graph, node);
    assert_non_null(loop);
    loop->kind = TUNIP_TIR_FOR_UNROLLED;
    s->loops++;
    return (tunip_node *)loop;
}

static tunip_node *same(tunip_graph *graph, tunip_node *node, void *user)
{
    (void)graph;
    ++*(size_t *)user;
    return node;
}

static void test_rewrite(void **state)
{
    (void)state;
    tunip_graph *graph = load("script.two_prims.json");
    const tunip_node *root = tunip_graph_root(graph);
    char *before = save(root);
    seen s = {.nodes = 0};
    tunip_node *made = tunip_rewrite(graph, root, unroll, &s);
    assert_true(s.loops > 0);
    assert_ptr_not_equal(made, root);
    char *text = tunip_print_module(context, made, NULL), *after = save(root);
    assert_non_null(strstr(text, "in T.unroll("));
    assert_string_equal(before, after); /* the original has not changed */
    /* what has no loop is shared */
    const char *path = "<root>.functions[I.GlobalVar(\"beta\")]";
    assert_ptr_equal(tunip_node_at(root, path, NULL), tunip_node_at(made, path, NULL));
    tunip_text_free(context, text);
    free(before);
    free(after);
    tunip_graph_free(graph);
}

static void test_rewrite_nothing(void **state)
{
    (void)state;
    tunip_graph *graph = load("script.softmax.json");
    size_t count = 0;
    assert_ptr_equal(tunip_rewrite(graph, tunip_graph_root(graph), same, &count),
                     tunip_graph_root(graph));
    assert_true(count > 20);
    assert_null(tunip_rewrite(graph, NULL, same, &count));
    tunip_graph_free(graph);
}

static void test_rewrite_fails(void **state)
{
    (void)state;
    tunip_graph *graph = load("script.softmax.json");
    seen s = {.fails = true};
    assert_null(tunip_rewrite(graph, tunip_graph_root(graph), unroll, &s));
    assert_int_equal(s.nodes, 20);
    assert_string_equal(tunip_graph_error(graph)->message, "enough");
    tunip_graph_free(graph);
}

/* A variable that is used twice has one replacement. */
static tunip_node *rename_var(tunip_graph *graph, tunip_node *node, void *user)
{
    if (!tunip_is(node, &tunip_tir_var_type)) return node;
    tunip_tir_var *var = tunip_node_copy(graph, node);
    ++*(size_t *)user;
    var->name = tunip_string_new(graph, "renamed");
    return (tunip_node *)var;
}

static void test_rewrite_shared(void **state)
{
    (void)state;
    tunip_graph *graph = tunip_graph_new(context, NULL);
    tunip_tir_var *x = tunip_tir_var_new(graph, "x", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    tunip_tir_binary *sum = tunip_tir_binary_new(graph, &tunip_tir_add_type, x, x);
    size_t count = 0;
    tunip_tir_binary *made =
        (tunip_tir_binary *)(void *)tunip_rewrite(graph, (tunip_node *)sum, rename_var, &count);
    assert_int_equal(count, 1);
    assert_ptr_equal(made->a, made->b);
    assert_ptr_not_equal(made->a, x);
    tunip_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_node_at),         cmocka_unit_test(test_node_at_nowhere),
        cmocka_unit_test(test_clone),           cmocka_unit_test(test_clone_cycle),
        cmocka_unit_test(test_clone_deep),      cmocka_unit_test(test_rewrite),
        cmocka_unit_test(test_rewrite_nothing), cmocka_unit_test(test_rewrite_fails),
        cmocka_unit_test(test_rewrite_shared),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
