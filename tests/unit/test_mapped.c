/* test_mapped.c -- prints with source maps of some functions only, and equality in parts: with
 * both, a diff does little work for functions that are the same. */
#include "zoo.h"

#include <tunip.h>
#include <tunip/tvm/ir.h>

#include "compare/equal.h"
#include "print/print.h"

#define MODULE TUNIP_DATA_DIR "/golden/ir_mod.relax_cross_collide_cls.json"

typedef struct fixture {
    tunip_context *context;
    tunip_graph *lhs, *rhs;
    const tunip_map *lhs_functions, *rhs_functions;
    tn_set mapped;
} fixture;

static const tunip_map *functions_of(const tunip_graph *graph)
{
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, tunip_graph_root(graph));
    assert_non_null(module);
    assert_true(module->functions->count >= 2);
    return module->functions;
}

static int set_up(void **state)
{
    static fixture f;
    f.context = tunip_context_new(NULL, NULL);
    f.lhs = tunip_read_file(f.context, MODULE, NULL);
    f.rhs = tunip_read_file(f.context, MODULE, NULL);
    f.lhs_functions = functions_of(f.lhs);
    f.rhs_functions = functions_of(f.rhs);
    tn_set_init(&f.mapped, &tn_malloc);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tn_set_free(&f->mapped);
    tunip_graph_free(f->lhs);
    tunip_graph_free(f->rhs);
    tunip_context_free(f->context);
    return 0;
}

/* ---- source maps ---- */

static void count_spans(const tunip_printed *p, const tunip_node *function, size_t *inside,
                        size_t *prerendered)
{
    const tunip_path *path;
    *inside = *prerendered = 0;
    for (size_t i = 0; i < tunip_printed_span_count(p); i++) {
        *prerendered += tunip_printed_spans(p)[i].doc->kind == TN_DOC_PRERENDERED;
        for (path = tunip_printed_span_path(p, i, 0); path && path->depth > 2;) path = path->parent;
        bool is_key = path && path->depth == 2 && path->step == TUNIP_STEP_KEY;
        *inside += is_key && path->at.key == function;
    }
}

static void only_the_functions_asked_for_have_spans(void **state)
{
    fixture *f = *state;
    const tunip_node *root = tunip_graph_root(f->lhs);
    tunip_printed *whole, *some;
    bool added;
    assert_int_equal(tunip_print(f->context, root, NULL, &whole, NULL), TUNIP_OK);
    for (size_t i = 0; i < f->lhs_functions->count; i++) {
        const tunip_map_entry *entry = &f->lhs_functions->entries[i];
        size_t inside, expected, prerendered, none;
        tn_set_free(&f->mapped);
        assert_true(tn_set_add(&f->mapped, entry->value, &added));
        assert_int_equal(tn_print_mapped(f->context, root, NULL, &f->mapped, false, &some, NULL),
                         TUNIP_OK);
        assert_string_equal(tunip_printed_text(some).data, tunip_printed_text(whole).data);
        count_spans(whole, entry->key, &expected, &none);
        count_spans(some, entry->key, &inside, &prerendered);
        assert_int_equal(inside, expected);
        assert_int_equal(none, 0);
        assert_int_equal(prerendered, f->lhs_functions->count - 1);
        assert_true(tunip_printed_span_count(some) < tunip_printed_span_count(whole));
        tunip_printed_free(some);
    }
    tunip_printed_free(whole);
}

static void lines_are_counted_in_all_functions(void **state)
{
    fixture *f = *state;
    tunip_printed *whole, *some;
    const tunip_node *root = tunip_graph_root(f->lhs);
    assert_int_equal(tunip_print(f->context, root, NULL, &whole, NULL), TUNIP_OK);
    assert_int_equal(tn_print_mapped(f->context, root, NULL, &f->mapped, false, &some, NULL),
                     TUNIP_OK);
    assert_int_equal(some->render.counted.count, whole->render.counted.count);
    for (size_t i = 0; i < whole->render.counted.count; i++)
        assert_int_equal(some->render.counted.items[i], whole->render.counted.items[i]);
    tunip_printed_free(some);
    tunip_printed_free(whole);
}

/* ---- underlines ---- */

/* The function that a path goes into, or NULL. */
static const tunip_node *function_at(const tunip_map *functions, const tunip_path *path)
{
    while (path && path->depth > 2) path = path->parent;
    if (!path || path->depth < 2 || path->step != TUNIP_STEP_KEY) return NULL;
    for (size_t i = 0; i < functions->count; i++)
        if (functions->entries[i].key == path->at.key) return functions->entries[i].value;
    return NULL;
}

/* Underlines the node at `path` in both ways. If it is in a function, the other functions have only
 * one span. */
static void check_underline(fixture *f, const tunip_graph *graph, const tunip_path *path)
{
    tunip_printed *whole, *some;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    const tunip_node *root = tunip_graph_root(graph);
    const tunip_map *functions = functions_of(graph);
    const tunip_node *function = function_at(functions, path);
    size_t inside, prerendered;
    bool added;
    options.underline_paths = &path;
    options.underline_path_count = 1;
    tn_set_free(&f->mapped);
    if (function) assert_true(tn_set_add(&f->mapped, function, &added));
    assert_int_equal(tunip_print(f->context, root, &options, &whole, NULL), TUNIP_OK);
    assert_int_equal(tn_print_mapped(f->context, root, &options, &f->mapped, true, &some, NULL),
                     TUNIP_OK);
    assert_string_equal(tunip_printed_text(some).data, tunip_printed_text(whole).data);
    count_spans(some, root, &inside, &prerendered);
    if (function) assert_int_equal(prerendered, functions->count - 1);
    tunip_printed_free(some);
    tunip_printed_free(whole);
}

static void check_underlines(fixture *f, const tunip_graph *graph)
{
    tunip_printed *all;
    assert_int_equal(tunip_print(f->context, tunip_graph_root(graph), NULL, &all, NULL), TUNIP_OK);
    for (size_t i = 0; i < tunip_printed_span_count(all); i++) {
        const tunip_path *path = tunip_printed_span_path(all, i, 0);
        if (path) check_underline(f, graph, path);
    }
    tunip_printed_free(all);
}

/* The text of the second module has texts inside: of expressions, such as "n + 1", and of a
 * function with comments, which are not underlined. */
static void underlines_are_the_same(void **state)
{
    static const char *const files[] = {TUNIP_DATA_DIR "/golden/rx_fn.sym_callable_param.json",
                                        TUNIP_DATA_DIR "/golden/rx_fn.nested.json"};
    static const char *const names[] = {"f", "g"};
    fixture *f = *state;
    tunip_graph *graphs[2], *module = tunip_graph_new(f->context, NULL);
    void *functions[2];
    for (size_t i = 0; i < 2; i++) {
        graphs[i] = tunip_read_file(f->context, files[i], NULL);
        functions[i] = (void *)(uintptr_t)tunip_graph_root(graphs[i]);
    }
    tunip_graph_set_root(module, tunip_ir_module_new(module, 2, names, functions));
    check_underlines(f, f->lhs);
    check_underlines(f, module);
    tunip_graph_free(module);
    for (size_t i = 0; i < 2; i++) tunip_graph_free(graphs[i]);
}

/* ---- equality ---- */

static void parts_are_identical_equal_or_different(void **state)
{
    fixture *f = *state;
    tn_map to_rhs, to_lhs;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    tn_map_init(&to_rhs, &tn_malloc);
    tn_map_init(&to_lhs, &tn_malloc);
    tn_comparer *c = tn_comparer_new(f->context, &options, 0, &to_rhs, &to_lhs);
    const tunip_map_entry *a = f->lhs_functions->entries, *b = f->rhs_functions->entries;
    assert_int_equal(tn_comparer_compare(c, a[0].value, b[1].value, true, &error), TN_DIFFERENT);
    assert_int_equal(to_rhs.count, 0);
    assert_int_equal(to_lhs.count, 0);
    assert_int_equal(tn_comparer_compare(c, a[0].value, b[0].value, true, &error), TN_IDENTICAL);
    assert_true(to_rhs.count > 0);
    assert_int_equal(to_rhs.count, to_lhs.count);
    assert_int_equal(error.code, TUNIP_OK);
    tn_comparer_free(c);
    tn_map_free(&to_rhs);
    tn_map_free(&to_lhs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_functions_asked_for_have_spans),
        cmocka_unit_test(lines_are_counted_in_all_functions),
        cmocka_unit_test(underlines_are_the_same),
        cmocka_unit_test(parts_are_identical_equal_or_different),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
