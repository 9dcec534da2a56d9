/* test_check.c -- tunip_check(): the flaws that it finds in IR of a program, their places, and its
 * linear time. Each row of the table breaks one thing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/relay_types.h>
#include <tunip/tvm/tir.h>

typedef struct ir {
    tunip_context *context;
    tunip_graph *graph;
    tunip_tir_var *x;
    tunip_tir_for *loop;
    tunip_tir_evaluate *body;
    tunip_ir_module *module;
} ir;

static ir make_ir(void)
{
    ir r = {.context = tunip_context_new(NULL, NULL)};
    r.graph = tunip_graph_new(r.context, NULL);
    const tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    r.x = tunip_tir_var_new(r.graph, "x", dtype);
    r.body = tunip_tir_evaluate_new(r.graph, r.x);
    r.loop = tunip_node_new(r.graph, &tunip_tir_for_type);
    r.loop->loop_var = r.x;
    r.loop->min = (tunip_node *)r.x;
    r.loop->extent = (tunip_node *)r.x;
    r.loop->annotations = tunip_map_new(r.graph, 0, NULL);
    r.loop->body = (tunip_node *)r.body;
    const char *const names[] = {"main"};
    void *functions[] = {tunip_tir_prim_func_new(r.graph, "main", 1, &r.x, NULL, r.loop)};
    r.module = tunip_ir_module_new(r.graph, 1, names, functions);
    return r;
}

static void free_ir(ir *r)
{
    tunip_graph_free(r->graph);
    tunip_context_free(r->context);
}

#define BODY "<root>.functions[I.GlobalVar(\"main\")].body"

/* A map of `count` entries; the first and the last have the same key. */
static tunip_map *map_with_a_key_twice(tunip_graph *graph, int count)
{
    char name[16];
    void **entries = tunip_graph_alloc(graph, 2 * (size_t)count * sizeof *entries);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "k%d", i % (count - 1));
        entries[2 * i] = tunip_string_new(graph, name);
        entries[2 * i + 1] = tunip_int_new(graph, i);
    }
    return tunip_map_new(graph, (size_t)count, entries);
}

static tunip_dtype_value odd_dtype = {{&tunip_dtype_type}, {99, 32, 1}};

/* A map with this value in the place of the annotations. */
static tunip_map *map_of(tunip_graph *graph, void *value)
{
    return tunip_map_new(graph, 1, (void *[]){tunip_string_new(graph, "a"), value});
}

static tunip_node untyped;
static tunip_string hollow = {{&tunip_string_type}, {NULL, 3}};
static tunip_array hollow_list = {{&tunip_array_type}, 3, NULL};
static tunip_type strange_type = {.key = "no.Where", .size = sizeof(tunip_node)};
static tunip_node strange = {&strange_type};
static tunip_type bad_type = {.key = "no.Table", .size = sizeof(tunip_node), .field_count = 2};
static tunip_node bad = {&bad_type};

#define BREAKAGES(X)                                                                               \
    X(nothing, (void)r, 0, NULL, NULL)                                                             \
    X(kind, r->loop->body = (tunip_node *)r->x, TUNIP_FLAW_KIND, BODY ".body",                     \
      "expected tir.Stmt for field `body` of tir.For, got tir.Var")                                \
    X(missing, r->loop->extent = NULL, TUNIP_FLAW_MISSING, BODY ".extent",                         \
      "field `extent` of tir.For is missing")                                                      \
    X(untyped, r->loop->min = &untyped, TUNIP_FLAW_UNTYPED, BODY ".min",                           \
      "field `min` of tir.For has no type")                                                        \
    X(value, r->x->name = &hollow, TUNIP_FLAW_VALUE, NULL, "a ffi.String has a count but no data") \
    X(items, r->loop->annotations = map_of(r->graph, &hollow_list), TUNIP_FLAW_VALUE,              \
      BODY ".annotations[\"a\"]", "a ffi.Array has a count but no data")                           \
    X(unregistered, r->body->value = &strange, TUNIP_FLAW_KIND, BODY ".body.value",                \
      "expected ir.PrimExpr for field `value` of tir.Evaluate, got no.Where")                      \
    X(type, r->body->value = &bad, TUNIP_FLAW_TYPE, BODY ".body.value",                            \
      "the type of field `value` of tir.Evaluate is not valid: it has 2 fields and no table of "   \
      "them")                                                                                      \
    X(dtype, r->x->base.dtype.code = 200, TUNIP_FLAW_SCALAR, NULL,                                 \
      "a dtype has the unknown code 200")                                                          \
    X(value_dtype, r->loop->annotations = map_of(r->graph, &odd_dtype), TUNIP_FLAW_SCALAR,         \
      BODY ".annotations[\"a\"]", "a dtype has the unknown code 99")                               \
    X(key, r->loop->annotations = map_with_a_key_twice(r->graph, 3), TUNIP_FLAW_KEY,               \
      BODY ".annotations[\"k0\"]", "a map has a key twice")                                        \
    X(cycle, r->loop->body = (tunip_node *)r->loop, TUNIP_FLAW_CYCLE, BODY ".body",                \
      "field `body` of tir.For is a tir.For that this is inside of")

#define X(ident, change, kind, path, message)                                                      \
    static void break_##ident(ir *r)                                                               \
    {                                                                                              \
        (void)(change);                                                                            \
    }
BREAKAGES(X)
#undef X

static const struct {
    const char *name;
    void (*change)(ir *r);
    tunip_flaw_kind kind;
    const char *path;    /* NULL: any */
    const char *message; /* NULL: no flaw */
} breakages[] = {
#define X(ident, change, kind, path, message) {#ident, break_##ident, kind, path, message},
    BREAKAGES(X)
#undef X
};

static void each_flaw_is_found_where_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(breakages); i++) {
        ir r = make_ir();
        tunip_check_report *report;
        char path[200] = "";
        breakages[i].change(&r);
        assert_int_equal(tunip_check(r.context, (tunip_node *)r.module, NULL, &report, NULL),
                         TUNIP_OK);
        if (!breakages[i].message && tunip_check_report_total(report))
            fail_msg("%s: %s", breakages[i].name, tunip_check_report_flaw(report, 0)->message.data);
        if (breakages[i].message) {
            assert_true(tunip_check_report_count(report) > 0);
            const tunip_flaw *flaw = tunip_check_report_flaw(report, 0);
            tunip_path_text(flaw->path, path, sizeof path);
            assert_string_equal(flaw->message.data, breakages[i].message);
            assert_int_equal(flaw->kind, breakages[i].kind);
            if (breakages[i].path) assert_string_equal(path, breakages[i].path);
            assert_true(flaw->holder != NULL);
        }
        tunip_check_report_free(report);
        free_ir(&r);
    }
}

/* A print shows a placeholder where a rule would have read the wrong struct. */
static void prints_show_and_report_it(void **state)
{
    (void)state;
    ir r = make_ir();
    tunip_printed *printed = NULL;
    char path[200];
    r.loop->body = (tunip_node *)r.x;
    assert_int_equal(tunip_print(r.context, (tunip_node *)r.module, NULL, &printed, NULL),
                     TUNIP_OK);
    assert_non_null(strstr(tunip_printed_text(printed).data, "<tir.Var>"));
    const tunip_issue *issue = tunip_printed_issue(printed, 0);
    assert_int_equal(issue->kind, TUNIP_ISSUE_MALFORMED);
    assert_string_equal(issue->message.data,
                        "expected tir.Stmt for field `body` of tir.For, got tir.Var");
    tunip_path_text(issue->path, path, sizeof path);
    assert_string_equal(path, BODY ".body");
    tunip_printed_free(printed);
    free_ir(&r);
}

/* The text of flawed IR cannot be read back as this IR. */
static void flaws_are_losses(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(breakages); i++) {
        ir r = make_ir();
        tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
        tunip_printed *printed = NULL;
        options.find_losses = true;
        breakages[i].change(&r);
        tunip_print(r.context, (tunip_node *)r.module, &options, &printed, NULL);
        if (printed && tunip_printed_lossless(printed) == (breakages[i].message != NULL))
            fail_msg("%s", breakages[i].name);
        tunip_printed_free(printed);
        free_ir(&r);
    }
}

/* The parts of calls of Relay are visited before their rules, which find cycles. */
static void cycles_of_relay_calls_end(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    tunip_relay_call *outer = tunip_node_new(graph, &tunip_relay_call_type);
    tunip_relay_call *inner = tunip_node_new(graph, &tunip_relay_call_type);
    outer->op = inner->op = (void *)tunip_ir_global_var_new(graph, "f");
    outer->args = TUNIP_LIST(graph, inner);
    inner->args = TUNIP_LIST(graph, outer);
    char *text = tunip_print_module(context, (tunip_node *)outer, NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "<cycle>"));
    tunip_text_free(context, text);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

static int write_nothing(const char *data, size_t size, void *user)
{
    (void)data, (void)size, (void)user;
    return 0;
}

static void comparing_and_saving_are_refused(void **state)
{
    (void)state;
    ir r = make_ir();
    const tunip_node *root = (tunip_node *)r.module;
    uint64_t hash;
    tunip_comparison *comparison;
    tunip_script *script;
    r.loop->body = (tunip_node *)r.x;
    tunip_error errors[4] = {TUNIP_ERROR_INIT, TUNIP_ERROR_INIT, TUNIP_ERROR_INIT,
                             TUNIP_ERROR_INIT};
    tunip_hash(r.context, root, NULL, &hash, &errors[0]);
    tunip_equal(r.context, root, root, NULL, &comparison, &errors[1]);
    tunip_diff(r.context, root, root, NULL, &script, &errors[2]);
    tunip_save(r.context, root, NULL, NULL, &errors[3]);
    for (size_t i = 0; i < TUNIP_LEN(errors); i++) {
        assert_int_equal(errors[i].code, TUNIP_ERROR_ARGUMENT);
        assert_string_equal(
            errors[i].message,
            "not valid: expected tir.Stmt for field `body` of tir.For, got tir.Var");
        assert_string_equal(errors[i].path, BODY ".body");
    }
    free_ir(&r);
}

/* Saving refuses nodes that no reader accepts. Readers accept a missing node. */
static void saving_is_refused_for_smaller_flaws_too(void **state)
{
    (void)state;
    static const char *const names[] = {"value_dtype", "dtype", "key", "missing"};
    for (size_t i = 0; i < TUNIP_LEN(breakages); i++) {
        bool is_saved = true;
        for (size_t k = 0; k < TUNIP_LEN(names); k++)
            if (strcmp(breakages[i].name, names[k]) == 0) is_saved = false;
        if (is_saved) continue;
        ir r = make_ir();
        tunip_error error = TUNIP_ERROR_INIT;
        breakages[i].change(&r);
        is_saved = breakages[i].kind == TUNIP_FLAW_MISSING;
        assert_int_equal(tunip_save(r.context, (tunip_node *)r.module, write_nothing, NULL, &error),
                         is_saved ? TUNIP_OK : TUNIP_ERROR_ARGUMENT);
        if (!is_saved) assert_non_null(strstr(error.message, breakages[i].message));
        if (!is_saved && breakages[i].path) assert_string_equal(error.path, breakages[i].path);
        free_ir(&r);
    }
}

/* Few keys are searched one by one, and many in an index. */
static void each_repeated_key_is_a_flaw(void **state)
{
    (void)state;
    ir r = make_ir();
    for (int count = 2; count < 40; count += 9) {
        tunip_check_report *report;
        char path[40] = "";
        tunip_map *map = map_with_a_key_twice(r.graph, count);
        assert_int_equal(tunip_check(r.context, &map->base, NULL, &report, NULL), TUNIP_OK);
        assert_int_equal(tunip_check_report_total(report), 1);
        const tunip_flaw *flaw = tunip_check_report_flaw(report, 0);
        assert_ptr_equal(flaw->node, map->entries[count - 1].key);
        tunip_path_text(flaw->path, path, sizeof path);
        assert_string_equal(path, "<root>[\"k0\"]");
        tunip_check_report_free(report);
    }
    free_ir(&r);
}

/* A graph from a reader is checked only after a change. */
static void what_was_read_and_changed_is_looked_at(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph =
        tunip_read_file(context, TUNIP_DATA_DIR "/golden/script.softmax.json", NULL);
    assert_non_null(graph);
    const tunip_tir_prim_func *func = TUNIP_AS(tunip_tir_prim_func, tunip_graph_root(graph));
    assert_non_null(func);
    ((tunip_tir_prim_func *)(uintptr_t)func)->body = tunip_node_new(graph, &tunip_tir_var_type);
    char *text = tunip_print_module(context, tunip_graph_root(graph), NULL);
    assert_non_null(strstr(text, "<tir.Var>"));
    tunip_text_free(context, text);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

/* ---- size ---- */

/* Sums of sums in which each level is used twice, so the unfolded tree has 2^LEVELS nodes. */
static void shared_nodes_are_looked_at_once(void **state)
{
    (void)state;
    enum { LEVELS = 100000 };
    ir r = make_ir();
    tunip_node *sum = (tunip_node *)r.x;
    tunip_check_report *report;
    for (int i = 0; i < LEVELS; i++) {
        tunip_tir_add *add = tunip_node_new(r.graph, &tunip_tir_add_type);
        add->a = add->b = sum;
        sum = (tunip_node *)add;
    }
    r.x->name = &hollow;
    assert_int_equal(tunip_check(r.context, sum, NULL, &report, NULL), TUNIP_OK);
    assert_int_equal(tunip_check_report_total(report), 1);
    assert_int_equal(tunip_check_report_flaw(report, 0)->path->depth, LEVELS + 1);
    tunip_check_report_free(report);
    free_ir(&r);
}

static void no_more_flaws_are_kept_than_asked_for(void **state)
{
    (void)state;
    ir r = make_ir();
    static tunip_node blanks[300];
    static void *items[300];
    tunip_check_report *report;
    for (size_t i = 0; i < TUNIP_LEN(items); i++) items[i] = &blanks[i];
    const tunip_array *array = tunip_array_new(r.graph, TUNIP_LEN(items), items);
    tunip_check_options options = TUNIP_CHECK_OPTIONS_INIT;
    options.most = 7;
    assert_int_equal(tunip_check(r.context, &array->base, &options, &report, NULL), TUNIP_OK);
    assert_int_equal(tunip_check_report_count(report), 7);
    assert_int_equal(tunip_check_report_total(report), 300);
    tunip_check_report_free(report);
    options.size = 0;
    assert_int_equal(tunip_check(r.context, &array->base, &options, &report, NULL),
                     TUNIP_ERROR_ARGUMENT);
    assert_int_equal(tunip_check(r.context, NULL, NULL, &report, NULL), TUNIP_OK);
    assert_int_equal(tunip_check_report_total(report), 0);
    tunip_check_report_free(report);
    tunip_check_report_free(NULL);
    for (int kind = 0; kind < TUNIP_FLAW__COUNT; kind++)
        assert_string_not_equal(tunip_flaw_kind_name((tunip_flaw_kind)kind), "unknown kind");
    free_ir(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_flaw_is_found_where_it_is),
        cmocka_unit_test(prints_show_and_report_it),
        cmocka_unit_test(flaws_are_losses),
        cmocka_unit_test(cycles_of_relay_calls_end),
        cmocka_unit_test(comparing_and_saving_are_refused),
        cmocka_unit_test(saving_is_refused_for_smaller_flaws_too),
        cmocka_unit_test(each_repeated_key_is_a_flaw),
        cmocka_unit_test(what_was_read_and_changed_is_looked_at),
        cmocka_unit_test(shared_nodes_are_looked_at_once),
        cmocka_unit_test(no_more_flaws_are_kept_than_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
