/* growth.c -- the growth of time with the input, for cases that were once quadratic.
 *
 *     bench_growth
 *
 * Each line has the seconds for n, 2n and 4n, and the ratio of the last and the first, which is 4
 * for linear time. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tunip.h>
#include <tunip/diff_text.h>
#include <tunip/tvm/tir.h>

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int count_bytes(const char *data, size_t size, void *user)
{
    size_t *count = user;
    (void)data;
    *count += size;
    return 0;
}

static void fail(const char *what, const tunip_error *error)
{
    fprintf(stderr, "bench_growth: %s: %s\n", what, error->message);
    exit(1);
}

/* ---- graphs ---- */

static void *variable(tunip_graph *g, size_t i)
{
    char name[32];
    snprintf(name, sizeof name, "v%zu", i);
    return tunip_tir_var_new(g, name, int32);
}

static void *let(tunip_graph *g, void *value, void *body)
{
    tunip_tir_let_stmt *let = tunip_node_new(g, &tunip_tir_let_stmt_type);
    if (!let) return NULL;
    let->var = tunip_tir_var_new(g, "x", int32);
    let->value = value;
    let->body = body;
    return let;
}

/* let x = v0 in let x = v1 in ... */
static void *lets_of_free_variables(tunip_graph *g, size_t n)
{
    void *body = tunip_tir_evaluate_new(g, tunip_ir_int(g, int32, 0));
    for (size_t i = 0; i < n; i++) body = let(g, variable(g, i), body);
    return tunip_tir_prim_func_new(g, "main", 0, NULL, NULL, body);
}

static void *sum(tunip_graph *g, size_t n, void **terms)
{
    void *all = tunip_ir_int(g, int32, 0);
    for (size_t i = 0; i < n; i++)
        all = tunip_tir_binary_new(g, &tunip_tir_add_type, terms[i], all);
    return all;
}

static void **variables(tunip_graph *g, size_t n)
{
    void **all = tunip_graph_alloc(g, n * sizeof *all);
    for (size_t i = 0; all && i < n; i++) all[i] = variable(g, i);
    return all;
}

/* v0 + (v1 + (v2 + ...)) */
static void *sum_of_free_variables(tunip_graph *g, size_t n)
{
    return tunip_tir_prim_func_new(g, "main", 0, NULL, NULL,
                                   tunip_tir_evaluate_new(g, sum(g, n, variables(g, n))));
}

/* The variables are used at the bottom of nested lets and after them, so their declarations are far
 * above. */
static void *used_at_bottom_and_top(tunip_graph *g, size_t n)
{
    void **all = variables(g, n), *stmts[2];
    stmts[0] = tunip_tir_evaluate_new(g, sum(g, n, all));
    for (size_t i = 0; i < n; i++) stmts[0] = let(g, tunip_ir_int(g, int32, 1), stmts[0]);
    stmts[1] = tunip_tir_evaluate_new(g, sum(g, n, all));
    void *body = tunip_tir_seq_new(g, tunip_array_new(g, 2, stmts));
    return tunip_tir_prim_func_new(g, "main", 0, NULL, NULL, body);
}

static void *nest(tunip_graph *g, size_t n, int64_t number)
{
    void *all = tunip_ir_int(g, int32, 0);
    for (size_t i = 0; i < n; i++)
        all = tunip_tir_binary_new(g, &tunip_tir_add_type, tunip_ir_int(g, int32, number), all);
    return all;
}

/* ---- work ---- */

typedef void *(*build_fn)(tunip_graph *g, size_t n);

static double print(tunip_context *context, build_fn build, const char *backend, size_t n)
{
    size_t bytes = 0;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(context, &error);
    void *root = build(g, n);
    const tunip_print_options options = {.size = sizeof options, .backend = backend};
    double begin = seconds();
    tunip_printed *printed;
    if (tunip_print(context, root, &options, &printed, &error) != TUNIP_OK) fail("print", &error);
    double spent = seconds() - begin;
    count_bytes(NULL, tunip_printed_text(printed).size, &bytes);
    tunip_printed_free(printed);
    tunip_graph_free(g);
    return spent;
}

static double print_lets(tunip_context *context, size_t n)
{
    return print(context, lets_of_free_variables, "python", n);
}

static double print_sum(tunip_context *context, size_t n)
{
    return print(context, sum_of_free_variables, "python", n);
}

static double print_far(tunip_context *context, size_t n)
{
    return print(context, used_at_bottom_and_top, "python", n);
}

static double diff(tunip_context *context, size_t n)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(context, &error);
    void *lhs = nest(g, n, 1), *rhs = nest(g, n, 2);
    double begin = seconds();
    if (tunip_diff(context, lhs, rhs, NULL, &script, &error) != TUNIP_OK) fail("diff", &error);
    double spent = seconds() - begin;
    tunip_script_free(script);
    tunip_graph_free(g);
    return spent;
}

static double diff_as(tunip_context *context, size_t n, tunip_diff_form form)
{
    size_t bytes = 0;
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(context, &error);
    void *lhs = nest(g, n, 1), *rhs = nest(g, n, 2);
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    options.form = form;
    if (tunip_diff(context, lhs, rhs, NULL, &script, &error) != TUNIP_OK) fail("diff", &error);
    double begin = seconds();
    if (tunip_diff_write(context, script, &options, count_bytes, &bytes, &error) != TUNIP_OK)
        fail("diff", &error);
    double spent = seconds() - begin;
    tunip_script_free(script);
    tunip_graph_free(g);
    return spent;
}

static double diff_unified(tunip_context *context, size_t n)
{
    return diff_as(context, n, TUNIP_DIFF_UNIFIED);
}

static double diff_side_by_side(tunip_context *context, size_t n)
{
    return diff_as(context, n, TUNIP_DIFF_SIDE_BY_SIDE);
}

static double diff_names(tunip_context *context, size_t n)
{
    return diff_as(context, n, TUNIP_DIFF_NAMES);
}

/* One path of n steps, as text. */
static double path_text(tunip_context *context, size_t n)
{
    (void)context;
    tunip_path *steps = calloc(n + 1, sizeof *steps);
    if (!steps) exit(1);
    for (size_t i = 1; i <= n; i++)
        steps[i] = (tunip_path){
            .parent = &steps[i - 1], .at.attr = "b", .depth = (uint32_t)i, .step = TUNIP_STEP_ATTR};
    size_t size = tunip_path_text(&steps[n], NULL, 0) + 1;
    char *text = malloc(size);
    if (!text) exit(1);
    double begin = seconds();
    tunip_path_text(&steps[n], text, size);
    double spent = seconds() - begin;
    free(text);
    free(steps);
    return spent;
}

/* A module of n functions as a script. */
static double read_functions(tunip_context *context, size_t n)
{
    static const char head[] = "# from tvm.script import ir as I\n"
                               "# from tvm.script import tir as T\n\n"
                               "@I.ir_module\nclass Module:\n";
    enum { MOST = 80 };
    char *text = malloc(sizeof head + n * MOST), *at = text;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!text) exit(1);
    at += sprintf(at, "%s", head);
    for (size_t i = 0; i < n; i++)
        at += sprintf(at, "    @T.prim_func\n    def f%zu():\n        T.evaluate(%zu)\n\n", i, i);
    tunip_str whole = {text, (size_t)(at - text)};
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("module.py"), whole, &error);
    double begin = seconds();
    tunip_graph *g = source ? tunip_read_source(context, source, NULL, &error) : NULL;
    double spent = seconds() - begin;
    if (!g) fail("read", &error);
    tunip_graph_free(g);
    tunip_source_free(source);
    free(text);
    return spent;
}

/* ---- the table ---- */

typedef struct series {
    const char *name;
    double (*measure)(tunip_context *context, size_t n);
    size_t n;
} series;

static const series all[] = {
    {"read: a script of n functions", read_functions, 10000},
    {"print: a free variable in each of n nested lets", print_lets, 50000},
    {"print: n free variables in one nested sum", print_sum, 25000},
    {"print: n of them below n lets, and behind these", print_far, 12500},
    {"path of n steps as text", path_text, 1000000},
    {"diff: n nested sums that all differ", diff, 10000},
    {"the same as text, unified", diff_unified, 10000},
    {"the same side by side", diff_side_by_side, 10000},
    {"the same, names only", diff_names, 10000},
};

int main(void)
{
    enum { SIZES = 3 };
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 1;
    printf("%-50s %9s %9s %9s %9s %6s\n", "", "n", "n: s", "2n: s", "4n: s", "4n/n");
    for (size_t i = 0; i < TUNIP_LEN(all); i++) {
        double spent[SIZES];
        for (size_t k = 0; k < SIZES; k++) spent[k] = all[i].measure(context, all[i].n << k);
        printf("%-50s %9zu %9.4f %9.4f %9.4f %6.1f\n", all[i].name, all[i].n, spent[0], spent[1],
               spent[2], spent[2] / spent[0]);
        fflush(stdout);
    }
    tunip_context_free(context);
    return 0;
}
