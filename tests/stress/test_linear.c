/* test_linear.c -- ten times the input gives ten times the output, with the expected names. An
 * overflow makes this test fail. ./dev bench growth measures how the time grows. */
#include "stress.h"

#define FEW test_count(10000)
#define MANY (10 * FEW)

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

/* Nested lets (let x = i in ...), whose variables all have the same name. */
static void *nested_lets(tunip_graph *graph, size_t count)
{
    tunip_tir_var *last = tunip_tir_var_new(graph, "x", int32);
    void *body = tunip_tir_evaluate_new(graph, last);
    for (size_t i = 0; i < count; i++) {
        tunip_tir_let_stmt *let = tunip_node_new(graph, &tunip_tir_let_stmt_type);
        assert_non_null(let);
        let->var = i ? tunip_tir_var_new(graph, "x", int32) : last;
        let->value = (tunip_node *)tunip_ir_int(graph, int32, (int64_t)i);
        let->body = body;
        body = let;
    }
    return tunip_tir_prim_func_new(graph, "main", 0, NULL, NULL, body);
}

static tunip_tir_var *free_variable(tunip_graph *graph, size_t i)
{
    char name[24];
    snprintf(name, sizeof name, "v%08zu", i);
    return tunip_tir_var_new(graph, name, int32);
}

static void *let(tunip_graph *graph, void *value, void *body)
{
    tunip_tir_let_stmt *let = tunip_node_new(graph, &tunip_tir_let_stmt_type);
    assert_non_null(let);
    let->var = tunip_tir_var_new(graph, "x", int32);
    let->value = value;
    let->body = body;
    return let;
}

/* let x = v0 in let x = v1 in ..., where v0, v1, ... are undefined. */
static void *lets_of_free_variables(tunip_graph *graph, size_t count)
{
    void *body = tunip_tir_evaluate_new(graph, tunip_ir_int(graph, int32, 0));
    for (size_t i = count; i-- > 0;) body = let(graph, free_variable(graph, i), body);
    return tunip_tir_prim_func_new(graph, "main", 0, NULL, NULL, body);
}

/* v0 + (v1 + (...)) below as many lets, and once more behind them: the variables are declared far
 * above their first use. */
static void *used_far_below(tunip_graph *graph, size_t count)
{
    void *sum = tunip_ir_int(graph, int32, 0), *again = sum, *stmts[2];
    for (size_t i = count; i-- > 0;) {
        tunip_tir_var *var = free_variable(graph, i);
        sum = tunip_tir_binary_new(graph, &tunip_tir_add_type, var, sum);
        again = tunip_tir_binary_new(graph, &tunip_tir_mul_type, var, again);
    }
    stmts[0] = tunip_tir_evaluate_new(graph, sum);
    stmts[1] = tunip_tir_evaluate_new(graph, again);
    for (size_t i = 0; i < count; i++)
        stmts[0] = let(graph, tunip_ir_int(graph, int32, 1), stmts[0]);
    void *body = tunip_tir_seq_new(graph, tunip_array_new(graph, 2, stmts));
    return tunip_tir_prim_func_new(graph, "main", 0, NULL, NULL, body);
}

/* One loop after the other: each frees the name of its variable for the next. */
static void *sequence_of_loops(tunip_graph *graph, size_t count)
{
    void **loops = malloc(count * sizeof *loops);
    assert_non_null(loops);
    for (size_t i = 0; i < count; i++) {
        tunip_tir_var *var = tunip_tir_var_new(graph, "i", int32);
        loops[i] = tunip_tir_for_new(graph, var, tunip_ir_int(graph, int32, 4),
                                     TUNIP_TIR_FOR_SERIAL, tunip_tir_evaluate_new(graph, var));
    }
    void *body = tunip_tir_seq_new(graph, tunip_array_new(graph, count, loops));
    free(loops);
    return tunip_tir_prim_func_new(graph, "main", 0, NULL, NULL, body);
}

static void *module_of_functions(tunip_graph *graph, size_t count)
{
    void **functions = malloc(count * sizeof *functions);
    char(*names)[32] = malloc(count * sizeof *names);
    const char **pointers = malloc(count * sizeof *pointers);
    assert_true(functions && names && pointers);
    for (size_t i = 0; i < count; i++) {
        pointers[i] = names[i];
        snprintf(names[i], sizeof names[i], "f%08zu", i);
        functions[i] =
            tunip_tir_prim_func_new(graph, names[i], 0, NULL, NULL,
                                    tunip_tir_evaluate_new(graph, tunip_ir_int(graph, int32, 0)));
    }
    void *module = tunip_ir_module_new(graph, count, pointers, functions);
    free(functions);
    free(names);
    free(pointers);
    return module;
}

/* ---- checking the text line by line ---- */

typedef struct lines {
    const char *at;
    const char *end;
} lines;

static void expect_line(lines *l, const char *format, ...) TUNIP_PRINTF(2, 3);

static void expect_line(lines *l, const char *format, ...)
{
    char line[128];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_in_range(size, 0, sizeof line - 1);
    assert_true((size_t)(l->end - l->at) >= (size_t)size);
    if (memcmp(l->at, line, (size_t)size) != 0) fail_msg("expected '%s', got '%.60s'", line, l->at);
    l->at += size;
    if (l->at == l->end) return;
    assert_int_equal(*l->at, '\n');
    l->at++;
}

static void expect_lets(lines *l, size_t count)
{
    expect_line(l, "# from tvm.script import tir as T");
    expect_line(l, "%s", "");
    expect_line(l, "@T.prim_func");
    expect_line(l, "def main():");
    for (size_t i = 0; i < count; i++) {
        char number[24] = "";
        if (i) snprintf(number, sizeof number, "_%zu", i);
        expect_line(l, "    x%s: T.int32 = %zu", number, count - 1 - i);
    }
    expect_line(l, "    T.evaluate(x_%zu)", count - 1);
}

static void expect_head(lines *l)
{
    expect_line(l, "# from tvm.script import tir as T");
    expect_line(l, "%s", "");
    expect_line(l, "@T.prim_func");
    expect_line(l, "def main():");
}

static const char *suffix(size_t i, char *memory, size_t size)
{
    memory[0] = '\0';
    if (i) snprintf(memory, size, "_%zu", i);
    return memory;
}

static void expect_free_variables(lines *l, size_t count)
{
    char number[24];
    expect_head(l);
    for (size_t i = 0; i < count; i++) {
        expect_line(l, "    v%08zu = T.int32()", i);
        expect_line(l, "    x%s: T.int32 = v%08zu", suffix(i, number, sizeof number), i);
    }
    expect_line(l, "    T.evaluate(0)");
}

/* Two long lines follow. */
static void expect_far_variables(lines *l, size_t count)
{
    char number[24];
    expect_head(l);
    for (size_t i = 0; i < count; i++) expect_line(l, "    v%08zu = T.int32()", i);
    expect_line(l, "    with T.LetStmt(1) as x:");
    for (size_t i = 1; i < count; i++)
        expect_line(l, "        x%s: T.int32 = 1", suffix(i, number, sizeof number));
    l->at = l->end;
}

static void expect_loops(lines *l, size_t count)
{
    expect_line(l, "# from tvm.script import tir as T");
    expect_line(l, "%s", "");
    expect_line(l, "@T.prim_func");
    expect_line(l, "def main():");
    for (size_t i = 0; i < count; i++) {
        expect_line(l, "    for i in range(4):");
        expect_line(l, "        T.evaluate(i)");
    }
}

static void expect_functions(lines *l, size_t count)
{
    expect_line(l, "# from tvm.script import ir as I");
    expect_line(l, "# from tvm.script import tir as T");
    expect_line(l, "%s", "");
    expect_line(l, "@I.ir_module");
    expect_line(l, "class Module:");
    for (size_t i = 0; i < count; i++) {
        if (i) expect_line(l, "%s", "");
        expect_line(l, "    @T.prim_func");
        expect_line(l, "    def f%08zu():", i);
        expect_line(l, "        T.evaluate(0)");
    }
}

static void try_size(void *(*build)(tunip_graph *graph, size_t count),
                     void (*expect)(lines *l, size_t count), size_t count)
{
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *root = build(graph, count);
    assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
    tunip_printed *printed = stress_print(context, root);
    tunip_str text = tunip_printed_text(printed);
    lines l = {.at = text.data, .end = text.data + text.size};
    expect(&l, count);
    assert_ptr_equal(l.at, l.end);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

static void test_names(void **state)
{
    (void)state;
    try_size(nested_lets, expect_lets, FEW);
    try_size(nested_lets, expect_lets, MANY);
}

static void test_free_variables(void **state)
{
    (void)state;
    try_size(lets_of_free_variables, expect_free_variables, FEW);
    try_size(lets_of_free_variables, expect_free_variables, MANY);
}

static void test_far_variables(void **state)
{
    (void)state;
    try_size(used_far_below, expect_far_variables, FEW);
}

static void test_statements(void **state)
{
    (void)state;
    try_size(sequence_of_loops, expect_loops, FEW);
    try_size(sequence_of_loops, expect_loops, MANY);
}

static void test_functions(void **state)
{
    (void)state;
    try_size(module_of_functions, expect_functions, FEW);
    try_size(module_of_functions, expect_functions, MANY);
}

/* Maps that are keys of maps: each such key is lost, and the issue has the path of the outer map.
 * The last issue says why the text cannot be read back. */
static void test_losses(void **state)
{
    (void)state;
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed;
    void *map = tunip_string_new(graph, "k");
    for (size_t i = 0; i < MANY; i++)
        map = tunip_map_new(graph, 1, (void *[]){map, tunip_int_new(graph, (int64_t)i)});
    options.find_losses = true;
    assert_int_equal(tunip_print(context, map, &options, &printed, NULL), TUNIP_OK);
    assert_int_equal(tunip_printed_issue_count(printed), MANY);
    for (size_t i = 0; i + 1 < MANY; i++)
        assert_int_equal(tunip_printed_issue(printed, i)->path->depth, i);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),         cmocka_unit_test(test_free_variables),
        cmocka_unit_test(test_far_variables), cmocka_unit_test(test_statements),
        cmocka_unit_test(test_functions),     cmocka_unit_test(test_losses),
    };
    test_name_skipped("tests of stress/ in their full size");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
