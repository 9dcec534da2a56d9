/* growth.c -- how time and memory grow with the input, for cases that were once quadratic or would
 * be exponential.
 *
 *     bench_growth
 *
 * Each line has the seconds of processor time and the megabytes for n, 2n and 4n, and the ratios of
 * the last and the first, which are 4 for linear growth. The times are the best of three. The
 * memory is the most that was held beyond the input. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>
#include <tunip/diff_text.h>
#include <tunip/format_script.h>
#include <tunip/tvm/tir.h>

#include "measure.h"

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

/* ---- costs ---- */

typedef struct cost {
    double seconds;
    size_t bytes;
} cost;

/* One measurement. The context holds nothing of an earlier one. */
typedef struct work {
    tunip_context *context;
    size_t n;
    memory memory;
    cost cost; /* of the work; until end() where it began */
} work;

static void begin(work *w)
{
    w->memory.peak = w->memory.held;
    w->cost = (cost){processor_seconds(), w->memory.held};
}

static void end(work *w)
{
    w->cost = (cost){processor_seconds() - w->cost.seconds, w->memory.peak - w->cost.bytes};
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

/* for i in range(4): for i_1 in range(4): ..., and inside of all a sum of their variables */
static void *nested_loops(tunip_graph *g, size_t n)
{
    void **all = variables(g, n), *body = tunip_tir_evaluate_new(g, sum(g, n, all));
    for (size_t i = 0; i < n; i++)
        body = tunip_tir_for_new(g, all[i], tunip_ir_int(g, int32, 4), TUNIP_TIR_FOR_SERIAL, body);
    return tunip_tir_prim_func_new(g, "main", 0, NULL, NULL, body);
}

/* Each array has the next twice: unfolded to a tree, there are 2^n. */
static void *shared_arrays(tunip_graph *g, size_t n)
{
    void *all = tunip_ir_int(g, int32, 0);
    for (size_t i = 0; i < n; i++) all = tunip_array_new(g, 2, (void *[]){all, all});
    return all;
}

static void *shared_sums(tunip_graph *g, size_t n)
{
    void *all = tunip_ir_int(g, int32, 0);
    for (size_t i = 0; i < n; i++) all = tunip_tir_binary_new(g, &tunip_tir_add_type, all, all);
    return tunip_tir_evaluate_new(g, all);
}

/* ---- work ---- */

typedef void *(*build_fn)(tunip_graph *g, size_t n);

/* Prints, or stops at the limit of `most` bytes. */
static void print(work *w, build_fn build, size_t most)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(w->context, &error);
    void *root = build(g, w->n);
    const tunip_print_options options = {.size = sizeof options, .max_bytes = most};
    tunip_printed *printed;
    begin(w);
    tunip_status status = tunip_print(w->context, root, &options, &printed, &error);
    end(w);
    if (status != (most ? TUNIP_ERROR_LIMIT : TUNIP_OK)) fail("print", &error);
    tunip_printed_free(printed);
    tunip_graph_free(g);
}

static void print_lets(work *w)
{
    print(w, lets_of_free_variables, 0);
}

static void print_sum(work *w)
{
    print(w, sum_of_free_variables, 0);
}

static void print_far(work *w)
{
    print(w, used_at_bottom_and_top, 0);
}

static void print_loops(work *w)
{
    print(w, nested_loops, 0);
}

static void print_shared(work *w)
{
    print(w, shared_sums, 1000000);
}

static tunip_script *diff_of(work *w, const void *lhs, const void *rhs)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    begin(w);
    if (tunip_diff(w->context, lhs, rhs, NULL, &script, &error) != TUNIP_OK) fail("diff", &error);
    end(w);
    return script;
}

static void diff(work *w)
{
    tunip_graph *g = tunip_graph_new(w->context, NULL);
    tunip_script_free(diff_of(w, nest(g, w->n, 1), nest(g, w->n, 2)));
    tunip_graph_free(g);
}

static void diff_as(work *w, tunip_diff_form form)
{
    size_t bytes = 0;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(w->context, &error);
    tunip_script *script = diff_of(w, nest(g, w->n, 1), nest(g, w->n, 2));
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    options.form = form;
    begin(w);
    if (tunip_diff_write(w->context, script, &options, count_bytes, &bytes, &error) != TUNIP_OK)
        fail("diff", &error);
    end(w);
    tunip_script_free(script);
    tunip_graph_free(g);
}

static void diff_unified(work *w)
{
    diff_as(w, TUNIP_DIFF_UNIFIED);
}

static void diff_side_by_side(work *w)
{
    diff_as(w, TUNIP_DIFF_SIDE_BY_SIDE);
}

static void diff_names(work *w)
{
    diff_as(w, TUNIP_DIFF_NAMES);
}

static void equal_shared(work *w)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(w->context, &error);
    void *lhs = shared_arrays(g, w->n), *rhs = shared_arrays(g, w->n);
    tunip_comparison *found;
    begin(w);
    if (tunip_equal(w->context, lhs, rhs, NULL, &found, &error) != TUNIP_OK) fail("equal", &error);
    end(w);
    tunip_comparison_free(found);
    tunip_graph_free(g);
}

static void hash_shared(work *w)
{
    uint64_t hash;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *g = tunip_graph_new(w->context, &error);
    void *root = shared_arrays(g, w->n);
    begin(w);
    if (tunip_hash(w->context, root, NULL, &hash, &error) != TUNIP_OK) fail("hash", &error);
    end(w);
    tunip_graph_free(g);
}

static void diff_shared(work *w)
{
    tunip_graph *g = tunip_graph_new(w->context, NULL);
    tunip_script_free(diff_of(w, shared_arrays(g, w->n), shared_arrays(g, w->n)));
    tunip_graph_free(g);
}

/* One path of n steps, as text. */
static void path_text(work *w)
{
    tunip_path *steps = calloc(w->n + 1, sizeof *steps);
    if (!steps) exit(1);
    for (size_t i = 1; i <= w->n; i++)
        steps[i] = (tunip_path){
            .parent = &steps[i - 1], .at.attr = "b", .depth = (uint32_t)i, .step = TUNIP_STEP_ATTR};
    size_t size = tunip_path_text(&steps[w->n], NULL, 0) + 1;
    char *text = malloc(size);
    if (!text) exit(1);
    begin(w);
    tunip_path_text(&steps[w->n], text, size);
    end(w);
    free(text);
    free(steps);
}

/* ---- scripts ---- */

/* Reads the script, which it frees. */
static void read_script(work *w, char *text, const char *after)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str whole = {text, (size_t)(after - text)};
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("script.py"), whole, &error);
    begin(w);
    tunip_graph *g = source ? tunip_read_source(w->context, source, NULL, &error) : NULL;
    end(w);
    if (!g) fail("read", &error);
    tunip_graph_free(g);
    tunip_source_free(source);
    free(text);
}

static char *script_of(size_t most)
{
    char *text = malloc(most);
    if (!text) exit(1);
    return text;
}

/* A module of n functions. */
static void read_functions(work *w)
{
    static const char head[] = "# from tvm.script import ir as I\n"
                               "# from tvm.script import tir as T\n\n"
                               "@I.ir_module\nclass Module:\n";
    enum { MOST = 80 };
    char *text = script_of(sizeof head + w->n * MOST), *at = text + sprintf(text, "%s", head);
    for (size_t i = 0; i < w->n; i++)
        at += sprintf(at, "    @T.prim_func\n    def f%zu():\n        T.evaluate(%zu)\n\n", i, i);
    read_script(w, text, at);
}

/* A function that evaluates ((...1...)). */
static void read_parentheses(work *w)
{
    static const char head[] = "# from tvm.script import tir as T\n\n"
                               "@T.prim_func\ndef main():\n    T.evaluate";
    char *text = script_of(sizeof head + 2 * w->n + 2), *at = text + sprintf(text, "%s", head);
    memset(at, '(', w->n);
    at[w->n] = '1';
    memset(at + w->n + 1, ')', w->n);
    read_script(w, text, at + 2 * w->n + 1);
}

/* A[0] = A(x=1, y=2)(x=1, y=2)... */
static void format_calls(work *w)
{
    enum { MOST = 80 };
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = script_of(MOST * (w->n + 1)), *at = text;
    size_t bytes = 0;
    at += sprintf(at, "@T.prim_func\ndef f(A: T.Buffer((16,))):\n    A[0] = A");
    for (size_t i = 0; i < w->n; i++) at += sprintf(at, "(x=1, y=2)");
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("script.py"),
                                            (tunip_str){text, (size_t)(at - text)}, &error);
    begin(w);
    bool fine = source && tunip_format_script(w->context, source, NULL, count_bytes, &bytes,
                                              &error) == TUNIP_OK;
    end(w);
    if (!fine) fail("format", &error);
    tunip_source_free(source);
    free(text);
}

/* ---- the table ---- */

typedef struct series {
    const char *name;
    void (*measure)(work *w);
    size_t n;
} series;

static const series all[] = {
    {"read: a script of n functions", read_functions, 10000},
    {"read: a number in n parentheses", read_parentheses, 100000},
    {"print: a free variable in each of n nested lets", print_lets, 50000},
    {"print: n free variables in one nested sum", print_sum, 25000},
    {"print: n of them below n lets, and behind these", print_far, 12500},
    {"print: n nested loops, their variables inside of all", print_loops, 25000},
    {"print up to 1 MB: n sums, each twice in the next", print_shared, 1000},
    {"path of n steps as text", path_text, 1000000},
    {"equal: n arrays, each twice in the next", equal_shared, 50000},
    {"hash of them", hash_shared, 50000},
    {"diff of them", diff_shared, 50000},
    {"format: n calls in a row", format_calls, 10000},
    {"diff: n nested sums that all differ", diff, 10000},
    {"the same as text, unified", diff_unified, 10000},
    {"the same side by side", diff_side_by_side, 10000},
    {"the same, names only", diff_names, 10000},
};

static cost measure_once(const series *s, size_t n)
{
    work w = {.n = n};
    const tunip_allocator counting = {count_alloc, count_realloc, count_free, &w.memory};
    tunip_error error = TUNIP_ERROR_INIT;
    w.context = tunip_context_new(&counting, &error);
    if (!w.context) fail("context", &error);
    s->measure(&w);
    tunip_context_free(w.context);
    return w.cost;
}

/* The best of three. */
static cost measure(const series *s, size_t n)
{
    cost best = measure_once(s, n);
    for (size_t i = 1; i < 3; i++) {
        cost c = measure_once(s, n);
        if (c.seconds < best.seconds) best = c;
    }
    return best;
}

static double megabytes(cost c)
{
    return (double)c.bytes / 1e6;
}

static double ratio(double last, double first)
{
    return first > 0 ? last / first : 1;
}

int main(void)
{
    enum { SIZES = 3 };
    printf("%-52s %8s %8s %8s %8s %5s %8s %8s %8s %5s\n", "", "n", "n: s", "2n: s", "4n: s", "4n/n",
           "n: MB", "2n: MB", "4n: MB", "4n/n");
    for (size_t i = 0; i < TUNIP_LEN(all); i++) {
        cost c[SIZES];
        for (size_t k = 0; k < SIZES; k++) c[k] = measure(&all[i], all[i].n << k);
        printf("%-52s %8zu %8.4f %8.4f %8.4f %5.1f %8.2f %8.2f %8.2f %5.1f\n", all[i].name,
               all[i].n, c[0].seconds, c[1].seconds, c[2].seconds,
               ratio(c[2].seconds, c[0].seconds), megabytes(c[0]), megabytes(c[1]), megabytes(c[2]),
               ratio(megabytes(c[2]), megabytes(c[0])));
        fflush(stdout);
    }
    return 0;
}
