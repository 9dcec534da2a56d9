/* test_history.c -- snapshots that share their equal parts, the step that each step follows, and
 * lines followed through the steps. */
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
#include <tunip/mlir.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

static tunip_context *context;
static tunip_error error;

static int setup(void **state)
{
    (void)state;
    error = (tunip_error)TUNIP_ERROR_INIT;
    context = tunip_context_new(NULL, NULL);
    return context ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    tunip_context_free(context);
    return 0;
}

static tunip_graph *read_text(const char *text)
{
    tunip_graph *graph = tunip_read(context, tunip_str_from(text), &error);
    if (!graph) fail_msg("%s", error.message);
    return graph;
}

/* Adds a script as a step, and frees its graph. */
static void add(tunip_history *history, const char *name, const char *text)
{
    tunip_graph *graph = read_text(text);
    if (tunip_history_add(history, name, tunip_graph_root(graph), &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    tunip_graph_free(graph);
}

static char *print(const tunip_node *root)
{
    char *text = tunip_print_module(context, root, &error);
    if (!text) fail_msg("%s", error.message);
    return text;
}

static const tunip_history_step *step_at(const tunip_history *history, size_t step)
{
    const tunip_history_step *at = tunip_history_step_at(history, step);
    assert_non_null(at);
    return at;
}

#define HEAD                                                                                       \
    "from tvm.script import ir as I\nfrom tvm.script import tir as T\n"                            \
    "@I.ir_module\nclass Module:\n"
#define FUNCTION(name, body)                                                                       \
    "    @T.prim_func\n    def " name "(A: T.Buffer((8,), \"float32\")):\n" body
#define STORE(at, value) "        A[" at "] = T.float32(" value ")\n"

/* ---- snapshots ---- */

static void each_golden(void (*check)(const tunip_node *root, const char *name))
{
    char path[600];
    size_t count = 0;
    DIR *folder = opendir(TUNIP_DATA_DIR "/golden");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".json") != 0) continue;
        snprintf(path, sizeof path, TUNIP_DATA_DIR "/golden/%s", entry->d_name);
        tunip_graph *graph = tunip_read_file(context, path, &error);
        error = (tunip_error)TUNIP_ERROR_INIT;
        if (graph) check(tunip_graph_root(graph), entry->d_name);
        count += graph != NULL;
        tunip_graph_free(graph);
    }
    closedir(folder);
    assert_true(count > 50);
}

/* A snapshot prints as the original does, and a second one takes no memory for nodes. */
static void check_snapshot(const tunip_node *root, const char *name)
{
    tunip_history *history = tunip_history_new(context, &error);
    bool fine = tunip_history_add(history, "once", root, &error) == TUNIP_OK;
    if (!fine && error.code == TUNIP_ERROR_MEMORY) fail_msg("%s: %s", name, error.message);
    char *expected = print(root), *found = print(step_at(history, 0)->root);
    /* Equal nodes become one, and so have one number in the metadata. */
    if (!strstr(expected, "metadata[")) assert_string_equal(found, expected);
    tunip_text_free(context, expected);
    tunip_text_free(context, found);
    if (tunip_history_add(history, "again", root, &error) == TUNIP_OK)
        assert_ptr_equal(step_at(history, 1)->root, step_at(history, 0)->root);
    error = (tunip_error)TUNIP_ERROR_INIT;
    tunip_history_free(history);
}

static void snapshots_print_alike(void **state)
{
    (void)state;
    each_golden(check_snapshot);
}

/* A module of many functions, of which step number `changed` has one with another number. */
static char *many_functions(int count, int changed)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs(HEAD, out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "    @T.prim_func\n    def f%d(A: T.Buffer((8,), \"float32\")):\n", i);
        fputs("        for i in range(8):\n", out);
        for (int k = 0; k < 30; k++)
            fprintf(out, "            A[i] = A[i] * T.float32(%d.0)\n", i == changed ? 100 + k : k);
    }
    fclose(out);
    return text;
}

static void memory_grows_with_the_changes(void **state)
{
    enum { FUNCTIONS = 200, STEPS = 100 };
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    tunip_graph *one = tunip_graph_new(context, &error);
    for (int i = 0; i < STEPS; i++) {
        char *text = many_functions(FUNCTIONS, i);
        add(history, "step", text);
        free(text);
        if (!i) assert_non_null(tunip_clone(one, step_at(history, 0)->root));
    }
    assert_int_equal(tunip_history_count(history), STEPS);
    size_t memory = tunip_history_memory(history), least = tunip_graph_memory(one);
    if (memory > 3 * least) fail_msg("%zu bytes; one module takes %zu", memory, least);
    tunip_graph_free(one);
    tunip_history_free(history);
}

/* Two variables of one name and dtype stay two variables in a snapshot. */
static void variables_keep_their_identity(void **state)
{
    (void)state;
    tunip_graph *graph = tunip_graph_new(context, &error);
    tunip_tir_var *x = tunip_tir_var_new(graph, "x", TUNIP_INT(32));
    tunip_tir_var *y = tunip_tir_var_new(graph, "x", TUNIP_INT(32));
    void *sum = tunip_tir_add_new(graph, x, y), *twice = tunip_tir_add_new(graph, x, x);
    tunip_history *history = tunip_history_new(context, &error);
    assert_int_equal(tunip_history_add(history, "sum", sum, &error), TUNIP_OK);
    assert_int_equal(tunip_history_add(history, "twice", twice, &error), TUNIP_OK);
    const tunip_tir_add *first = (const void *)step_at(history, 0)->root;
    const tunip_tir_add *second = (const void *)step_at(history, 1)->root;
    assert_ptr_not_equal(first->a, first->b);
    assert_ptr_equal(second->a, second->b);
    assert_ptr_equal(second->a, first->a);
    tunip_history_free(history);
    tunip_graph_free(graph);
}

static void a_node_in_itself_is_copied(void **state)
{
    (void)state;
    tunip_graph *graph = tunip_graph_new(context, &error);
    void *one = tunip_ir_int(graph, TUNIP_INT(32), 1);
    tunip_tir_add *sum = tunip_tir_add_new(graph, one, one);
    sum->a = (void *)sum;
    tunip_history *history = tunip_history_new(context, &error);
    assert_int_equal(tunip_history_add(history, "cycle", (tunip_node *)sum, &error), TUNIP_OK);
    const tunip_tir_add *copy = (const void *)step_at(history, 0)->root;
    assert_ptr_not_equal(copy, sum);
    assert_ptr_equal(copy->a, copy);
    tunip_history_free(history);
    tunip_graph_free(graph);
}

/* ---- steps ---- */

static void steps_follow_their_functions(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "both", HEAD FUNCTION("f", STORE("0", "1.0")) FUNCTION("g", STORE("1", "2.0")));
    add(history, "only f", HEAD FUNCTION("f", STORE("0", "3.0")));
    add(history, "only g", HEAD FUNCTION("g", STORE("1", "2.0")));
    add(history, "g again", HEAD FUNCTION("g", STORE("1", "2.0")));
    assert_int_equal(step_at(history, 0)->before, TUNIP_BEFORE_HISTORY);
    assert_int_equal(step_at(history, 1)->before, 0);
    assert_int_equal(step_at(history, 2)->before, 0); /* step 1 has no g */
    assert_int_equal(step_at(history, 3)->before, 2);
    assert_true(step_at(history, 2)->changed);
    assert_false(step_at(history, 3)->changed);
    assert_null(tunip_history_step_at(history, 4));
    tunip_history_free(history);
}

static void differences_of_steps(void **state)
{
    (void)state;
    tunip_script *script;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "a", HEAD FUNCTION("f", STORE("0", "1.0")));
    add(history, "b", HEAD FUNCTION("f", STORE("0", "2.0")));
    assert_int_equal(tunip_history_diff(history, 0, 1, &script, &error), TUNIP_OK);
    assert_int_equal(tunip_script_edit_count(script), 1);
    tunip_script_free(script);
    assert_int_equal(tunip_history_diff(history, TUNIP_BEFORE_HISTORY, 1, &script, &error),
                     TUNIP_OK);
    assert_int_equal(tunip_script_edit_count(script), 1);
    tunip_script_free(script);
    assert_int_equal(tunip_history_diff(history, 0, 2, &script, &error), TUNIP_ERROR_NOT_FOUND);
    assert_null(script);
    tunip_history_free(history);
}

static void none_is_a_snapshot(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    assert_int_equal(tunip_history_add(history, "nothing", NULL, &error), TUNIP_OK);
    add(history, "something", HEAD FUNCTION("f", STORE("0", "1.0")));
    assert_null(step_at(history, 0)->root);
    assert_true(step_at(history, 1)->changed);
    tunip_history_free(history);
    assert_int_equal(tunip_history_count(NULL), 0);
    assert_null(tunip_history_step_at(NULL, 0));
    tunip_history_free(NULL);
}

/* ---- lines ---- */

static size_t line_with(const tunip_lineage *lineage, size_t step, const char *words)
{
    for (size_t line = 1; line <= tunip_lineage_line_count(lineage, step); line++) {
        tunip_str text = tunip_lineage_line(lineage, step, line);
        for (size_t i = 0; i + strlen(words) <= text.size; i++)
            if (memcmp(text.data + i, words, strlen(words)) == 0) return line;
    }
    fail_msg("step %zu has no line with %s", step, words);
    return 0;
}

static void lines_know_their_steps(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "start", HEAD FUNCTION("f", STORE("0", "1.0") STORE("1", "2.0")));
    add(history, "insert",
        HEAD FUNCTION("f", STORE("0", "1.0") STORE("5", "5.0") STORE("1", "2.0")));
    add(history, "change",
        HEAD FUNCTION("f", STORE("0", "9.0") STORE("5", "5.0") STORE("1", "2.0")));
    tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
    if (!lineage) fail_msg("%s", error.message);
    size_t inserted = line_with(lineage, 2, "A[5]"), changed = line_with(lineage, 2, "A[0]");
    size_t kept = line_with(lineage, 2, "A[1]");
    assert_int_equal(tunip_lineage_blame(lineage, 2, inserted), 1);
    assert_int_equal(tunip_lineage_blame(lineage, 2, changed), 2);
    assert_int_equal(tunip_lineage_blame(lineage, 2, kept), 0);
    assert_int_equal(tunip_lineage_before(lineage, 1, inserted).line, 0);
    assert_int_equal(tunip_lineage_before(lineage, 2, changed).line, changed);
    assert_true(tunip_lineage_before(lineage, 2, changed).changed);
    tunip_line_counts counts = tunip_lineage_counts(lineage, 1);
    assert_int_equal(counts.added, 1);
    assert_int_equal(counts.removed + counts.changed + counts.renamed, 0);
    assert_int_equal(tunip_lineage_counts(lineage, 2).changed, 1);
    assert_int_equal(tunip_lineage_counts(lineage, 9).changed, 0);
    assert_true(tunip_str_is(tunip_lineage_functions(lineage, 2), "changed f\n"));
    tunip_lineage_free(lineage);
    tunip_history_free(history);
}

typedef struct followed {
    tunip_followed lines[16];
    size_t count, most;
} followed;

static bool gather(void *user, const tunip_followed *line)
{
    followed *f = user;
    assert_true(f->count < 16);
    f->lines[f->count++] = *line;
    return f->count < f->most;
}

static void a_line_is_followed_both_ways(void **state)
{
    (void)state;
    followed f = {.most = 16};
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "start", HEAD FUNCTION("f", STORE("0", "1.0") STORE("1", "2.0")));
    add(history, "insert",
        HEAD FUNCTION("f", STORE("7", "5.0") STORE("0", "1.0") STORE("1", "2.0")));
    add(history, "change",
        HEAD FUNCTION("f", STORE("7", "5.0") STORE("0", "9.0") STORE("1", "2.0")));
    tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
    size_t line = line_with(lineage, 1, "A[0]");
    assert_true(tunip_lineage_follow(lineage, 1, line, gather, &f));
    assert_int_equal(f.count, 3);
    for (size_t i = 0; i < f.count; i++) {
        assert_int_equal(f.lines[i].step, i);
        assert_int_equal(f.lines[i].line, line_with(lineage, i, "A[0]"));
    }
    assert_int_equal(f.lines[0].from_line, 0);
    assert_int_equal(f.lines[1].kind, TUNIP_LINK_SAME);
    assert_int_equal(f.lines[2].kind, TUNIP_LINK_CHANGED);
    assert_int_equal(f.lines[2].reason, TUNIP_REASON_EDIT);
    f = (followed){.most = 1};
    assert_false(tunip_lineage_follow(lineage, 1, line, gather, &f)); /* the callback stops it */
    f = (followed){.most = 16};
    assert_true(tunip_lineage_follow(lineage, 1, 99, gather, &f));
    assert_int_equal(f.count, 0);
    tunip_lineage_free(lineage);
    tunip_history_free(history);
}

/* A pass ran on a part of the module: the step after it goes on with the whole module. */
static void parts_are_recognised(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "start", HEAD FUNCTION("f", STORE("0", "1.0")) FUNCTION("g", STORE("0", "2.0")));
    add(history, "filter", HEAD FUNCTION("f", STORE("0", "1.0")));
    add(history, "change f", HEAD FUNCTION("f", STORE("0", "3.0")));
    add(history, "join", HEAD FUNCTION("f", STORE("0", "3.0")) FUNCTION("g", STORE("0", "2.0")));
    assert_int_equal(step_at(history, 3)->before, 0);
    assert_true(step_at(history, 1)->is_part && step_at(history, 2)->is_part);
    assert_false(step_at(history, 0)->is_part || step_at(history, 3)->is_part);
    tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
    assert_int_equal(tunip_lineage_blame(lineage, 3, line_with(lineage, 3, "3.0")), 2);
    assert_int_equal(tunip_lineage_blame(lineage, 3, line_with(lineage, 3, "2.0")), 0);
    tunip_lineage_free(lineage);
    tunip_history_free(history);
}

static void *call(tunip_graph *graph, const char *name, void *span)
{
    void *callee = tunip_tir_call_new(graph, TUNIP_INT(32), "tir.call_extern",
                                      TUNIP_LIST(graph, tunip_tir_string_imm_new(graph, name)));
    tunip_tir_evaluate *statement = tunip_tir_evaluate_new(graph, callee);
    if (statement) statement->base.span = span;
    return statement;
}

static bool count_lines(void *user, const tunip_followed *line)
{
    size_t *count = user;
    assert_true(line->sure);
    assert_int_equal(line->from_line != 0, line->step != 0);
    ++*count;
    return true;
}

static bool count_sites(void *user, const tunip_site *site)
{
    size_t *count = user;
    assert_int_equal(site->line, 12);
    ++*count;
    return true;
}

/* `line` of step 1 comes from line 12 of model.py; step 0 has one line from there, too. */
static void check_origins(const tunip_lineage *lineage, size_t line)
{
    tunip_line_origin origin;
    size_t lines = 0, sites = 0;
    tunip_str name = tunip_str_from("model.py");
    assert_int_equal(tunip_lineage_origins(lineage, 1, line, &origin, 1), 1);
    assert_true(!origin.line && origin.site.line == 12 && origin.sure);
    line = line_with(lineage, 1, "first");
    assert_int_equal(tunip_lineage_origins(lineage, 1, line, &origin, 1), 1);
    assert_int_equal(origin.line, line_with(lineage, 0, "first"));
    assert_true(tunip_lineage_follow_site(lineage, name, 12, count_lines, &lines));
    assert_int_equal(lines, 2);
    assert_true(tunip_lineage_follow_site(lineage, name, 13, count_lines, &lines));
    assert_true(
        tunip_lineage_follow_site(lineage, tunip_str_from("a.py"), 12, count_lines, &lines));
    assert_int_equal(lines, 2);
    assert_true(tunip_lineage_each_site(lineage, count_sites, &sites));
    assert_int_equal(sites, 2);
}

/* A pass replaced a call by two others, and gave one of them the span of the old one. */
static void spans_lead_to_the_old_line(void **state)
{
    (void)state;
    tunip_graph *graph = tunip_graph_new(context, &error);
    tunip_ir_span *span = tunip_node_new(graph, &tunip_ir_span_type);
    tunip_ir_source_name *name = tunip_node_new(graph, &tunip_ir_source_name_type);
    assert_non_null(name);
    name->name = tunip_string_new(graph, "model.py");
    span->source_name = name;
    span->line = span->end_line = 12;
    span->column = span->end_column = 1;
    void *old = tunip_tir_seq_new(
        graph, TUNIP_LIST(graph, call(graph, "first", NULL), call(graph, "matmul", span)));
    void *new = tunip_tir_seq_new(graph, TUNIP_LIST(graph, call(graph, "first", NULL),
                                                    call(graph, "alloc_workspace", NULL),
                                                    call(graph, "sgemm", span)));
    tunip_history *history = tunip_history_new(context, &error);
    assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
    assert_int_equal(tunip_history_add(history, "old", old, &error), TUNIP_OK);
    assert_int_equal(tunip_history_add(history, "new", new, &error), TUNIP_OK);
    tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
    if (!lineage) fail_msg("%s", error.message);
    size_t line = line_with(lineage, 1, "sgemm"), inserted = line_with(lineage, 1, "workspace");
    assert_int_equal(tunip_lineage_before(lineage, 1, line).line, line_with(lineage, 0, "matmul"));
    assert_true(tunip_lineage_before(lineage, 1, line).changed);
    assert_int_equal(tunip_lineage_before(lineage, 1, inserted).line, 0);
    tunip_step_link link;
    assert_int_equal(tunip_lineage_links(lineage, 1, line, &link, 1), 1);
    assert_true(link.link.reason == TUNIP_REASON_SPAN && link.link.sure);
    tunip_site site;
    assert_int_equal(tunip_lineage_sites(lineage, 1, line, &site, 1), 1);
    assert_int_equal(site.line, 12);
    assert_int_equal(tunip_lineage_sites(lineage, 0, line_with(lineage, 0, "matmul"), &site, 1), 1);
    assert_int_equal(tunip_lineage_sites(lineage, 1, inserted, &site, 1), 0);
    check_origins(lineage, line);
    tunip_lineage_free(lineage);
    tunip_history_free(history);
    tunip_graph_free(graph);
}

static void questions_past_the_end(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    tunip_lineage *empty = tunip_lineage_new(history, NULL, &error);
    assert_non_null(empty);
    assert_int_equal(tunip_lineage_line_count(empty, 0), 0);
    tunip_lineage_free(empty);
    add(history, "start", HEAD FUNCTION("f", STORE("0", "1.0")));
    tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
    size_t count = tunip_lineage_line_count(lineage, 0);
    assert_int_equal(tunip_lineage_line(lineage, 0, 0).size, 0);
    assert_int_equal(tunip_lineage_line(lineage, 0, count + 1).size, 0);
    assert_int_equal(tunip_lineage_before(lineage, 0, 1).line, 0);
    assert_int_equal(tunip_lineage_blame(lineage, 7, 1), 0);
    assert_null(tunip_lineage_source(lineage, 1));
    tunip_lineage_free(lineage);
    tunip_lineage_free(NULL);
    tunip_history_free(history);
}

/* ---- schedules ---- */

static void fails_with(tunip_history *history, size_t end, const char *trace, const char *message)
{
    tunip_error why = TUNIP_ERROR_INIT;
    tunip_status status = tunip_history_set_trace(history, 0, end, tunip_str_from(trace), &why);
    assert_int_not_equal(status, TUNIP_OK);
    assert_string_equal(why.message, message);
    assert_int_equal(step_at(history, 1)->primitive.text.size, 0);
}

static void primitives_make_steps(void **state)
{
    const char *names[] = {"vanilla", "split", "reorder"};
    tunip_history *history = tunip_history_new(context, &error);
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        add(history, names[i], HEAD FUNCTION("main", STORE("0", "1")));
    fails_with(history, 3, "print(1)\n", "this text is not the trace of a schedule");
    fails_with(history, 3, "", "this text is not the trace of a schedule");
    fails_with(history, 3, "sch.split(l1)",
               "1 instruction of the trace transforms the module, but 2 steps come after the first "
               "one");
    fails_with(history, 4, "sch.split(l1)", "the history has 3 steps");
    fails_with(history, 3, "sch.reorder(l1)\nsch.split(l1)",
               "step 1 is called `split`, but the trace has `reorder` there");
    tunip_str trace =
        tunip_str_from("def apply_trace(sch: tir.Schedule) -> None:\n"
                       "  b0 = sch.get_block(name=\"C\", func_name=\"main\")\n"
                       "  l1, l2 = sch.split(loop=l0, factors=[None, \"a,(b\"], "
                       "f=lambda i: i == 1)\n"
                       "  v3 = sch.sample_categorical(candidates=[0, 16], probs=[0.5, 0.5])\n"
                       "  sch.reorder(l2, l1)\n  sch.enter_postproc()\n");
    assert_true(tunip_is_schedule_trace(trace));
    assert_int_equal(tunip_history_set_trace(history, 0, 3, trace, &error), TUNIP_OK);
    assert_int_equal(step_at(history, 0)->primitive.text.size, 0);
    const tunip_primitive *split = &step_at(history, 1)->primitive;
    assert_string_equal(
        split->text.data,
        "l1, l2 = sch.split(loop=l0, factors=[None, \"a,(b\"], f=lambda i: i == 1)");
    assert_true(tunip_str_is(split->name, "split"));
    assert_true(tunip_str_is(split->results, "l1, l2"));
    assert_true(tunip_str_is(step_at(history, 2)->primitive.call, "sch.reorder(l2, l1)"));
    const char *values[][2] = {
        {"loop", "l0"}, {"factors", "[None, \"a,(b\"]"}, {"f", "lambda i: i == 1"}};
    tunip_str rest = split->arguments, name, value;
    for (size_t i = 0; i < TUNIP_LEN(values); i++) {
        assert_true(tunip_primitive_next(&rest, &name, &value));
        assert_true(tunip_str_is(name, values[i][0]));
        assert_true(tunip_str_is(value, values[i][1]));
    }
    assert_false(tunip_primitive_next(&rest, &name, &value));
    tunip_history_free(history);
}

/* ---- parts of MLIR ---- */

static const tunip_str no_path = {NULL, 0};

static void add_part(tunip_history *history, const char *name, const char *text)
{
    tunip_graph *graph = read_text(text);
    if (tunip_history_add_part(history, name, tunip_graph_root(graph), no_path, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    tunip_graph_free(graph);
}

/* A dump of one function takes the place of that function, and all else is shared. */
static void a_part_takes_its_place(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "input",
        "module {\n  func.func @f() {\n    \"a.b\"() : () -> ()\n    return\n  }\n"
        "  func.func private @g()\n}\n");
    add_part(history, "erase", "func.func @f() {\n  return\n}\n");
    add_part(history, "again", "func.func @f() {\n  return\n}\n");
    add_part(history, "new", "func.func private @h()\n");
    char *text = print(step_at(history, 3)->root);
    assert_string_equal(text, "module {\n  func.func @f() {\n    return\n  }\n"
                              "  func.func private @g()\n  func.func private @h()\n}");
    tunip_text_free(context, text);
    assert_true(step_at(history, 1)->changed);
    assert_false(step_at(history, 2)->changed);
    assert_ptr_equal(step_at(history, 1)->root, step_at(history, 2)->root);
    assert_true(tunip_str_is(step_at(history, 1)->symbol, "f"));
    tunip_changes *changes = tunip_history_changes(history, 1, NULL, 1, &error);
    assert_int_equal(changes->counts.removed, 1);
    assert_int_equal(changes->growth, -1);
    assert_true(tunip_str_is(changes->functions, "changed f\n"));
    tunip_changes_free(changes);
    tunip_history_free(history);
}

/* A text that was read for a step is added again without a graph. */
static void a_text_is_read_once(void **state)
{
    (void)state;
    static const char f[] = "func.func @f() {\n  return\n}\n";
    tunip_history *history = tunip_history_new(context, &error);
    tunip_text_key key = tunip_text_key_of(tunip_str_from(f));
    tunip_text_key other = tunip_text_key_of(tunip_str_from("func.func @g()"));
    assert_null(tunip_history_recall(history, &key));
    add(history, "input", "module {\n  func.func @f() {\n    return\n  }\n}\n");
    add_part(history, "first", f);
    assert_int_equal(tunip_history_remember(history, &key, &error), TUNIP_OK);
    add_part(history, "erase", "func.func private @f()\n");
    const tunip_node *known = tunip_history_recall(history, &key);
    assert_non_null(known);
    assert_null(tunip_history_recall(history, &other));
    assert_false(tunip_history_has(history, known));
    assert_int_equal(tunip_history_add_part(history, "again", known, no_path, &error), TUNIP_OK);
    assert_true(tunip_history_has(history, known));
    assert_true(step_at(history, 3)->changed);
    assert_ptr_equal(step_at(history, 3)->part, step_at(history, 1)->part);
    char *text = print(step_at(history, 3)->root);
    assert_string_equal(text, "module {\n  func.func @f() {\n    return\n  }\n}");
    tunip_text_free(context, text);
    tunip_history_free(history);
}

/* A pass that converts a function keeps its symbol, and its place. */
static void a_converted_function_keeps_its_place(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "input",
        "module {\n  func.func @f() {\n    return\n  }\n  module @in {\n  }\n}\n");
    add_part(history, "convert", "llvm.func @f() {\n  llvm.return\n}\n");
    add_part(history, "inner", "module @in {\n  func.func private @f()\n}\n");
    char *text = print(step_at(history, 2)->root);
    assert_string_equal(text, "module {\n  llvm.func @f() {\n    llvm.return\n  }\n"
                              "  module @in {\n    func.func private @f()\n  }\n}");
    tunip_text_free(context, text);
    tunip_history_free(history);
}

static const char kernels[] = "module @all {\n"
                              "  gpu.module @a {\n    gpu.func @k() {\n      \"x.a\"() : () -> ()\n"
                              "      gpu.return\n    }\n  }\n"
                              "  gpu.module @b {\n    gpu.func @k() {\n      \"x.b\"() : () -> ()\n"
                              "      gpu.return\n    }\n  }\n}\n";

/* A symbol is found at any depth, and a path leaves fewer operations. */
static void symbols_are_found_by_their_paths(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t count;
    } cases[] = {{"k", 2},       {"b::@k", 1}, {"all::@b::@k", 1}, {"a::@b::@k", 0}, {"all", 1},
                 {"all::@k", 0}, {"", 0},      {"@k", 0},          {"c", 0}};
    const tunip_mlir_operation *found[2];
    tunip_graph *graph = read_text(kernels);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_int_equal(
            tunip_mlir_find(tunip_graph_root(graph), tunip_str_from(cases[i].path), NULL, 0),
            cases[i].count);
    assert_int_equal(tunip_mlir_find(tunip_graph_root(graph), tunip_str_from("k"), found, 2), 2);
    assert_ptr_not_equal(found[0], found[1]);
    assert_int_equal(tunip_mlir_find(NULL, tunip_str_from("k"), NULL, 0), 0);
    tunip_graph_free(graph);
}

static void check_place(tunip_history *history, const char *text, const char *path, bool uncertain)
{
    bool is_uncertain;
    tunip_graph *graph = read_text(text);
    tunip_str found = tunip_history_place(history, tunip_graph_root(graph), &is_uncertain);
    assert_true(tunip_str_is(found, path));
    assert_int_equal(is_uncertain, uncertain);
    tunip_graph_free(graph);
}

/* Of two kernels with one symbol, an equal one is the place of a part, or the one of the path. */
static void a_part_knows_its_kernel(void **state)
{
    (void)state;
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "input", kernels);
    check_place(history, "gpu.func @k() {\n  \"x.b\"() : () -> ()\n  gpu.return\n}\n", "b::@k",
                false);
    check_place(history, "gpu.func @k() {\n  gpu.return\n}\n", "a::@k", true);
    check_place(history, "gpu.func @new() {\n  gpu.return\n}\n", "new", false);
    check_place(history, kernels, "", false);
    tunip_graph *graph = read_text("gpu.func @k() {\n  gpu.return\n}\n");
    assert_int_equal(tunip_history_add_part(history, "erase", tunip_graph_root(graph),
                                            tunip_str_from("b::@k"), &error),
                     TUNIP_OK);
    tunip_graph_free(graph);
    assert_true(tunip_str_is(step_at(history, 1)->symbol, "b::@k"));
    assert_false(step_at(history, 1)->uncertain);
    add_part(history, "again", "gpu.func @k() {\n  \"x.c\"() : () -> ()\n  gpu.return\n}\n");
    assert_true(step_at(history, 2)->uncertain);
    tunip_history_free(history);
}

/* The heading of a dump of a module has only the last symbol. */
static void a_change_tells_the_kernel(void **state)
{
    (void)state;
    tunip_step_notes notes = {.symbol = tunip_str_from("k")};
    tunip_history *history = tunip_history_new(context, &error);
    add(history, "input", kernels);
    assert_int_equal(tunip_history_describe(history, &notes, &error), TUNIP_OK);
    char *text = strdup(kernels);
    memcpy(strstr(text, "x.b"), "x.c", 3);
    add(history, "pass", text);
    free(text);
    assert_int_equal(tunip_history_describe(history, &notes, &error), TUNIP_OK);
    assert_true(tunip_str_is(step_at(history, 0)->symbol, "k"));
    assert_true(tunip_str_is(step_at(history, 1)->symbol, "b::@k"));
    tunip_history_free(history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(symbols_are_found_by_their_paths, setup, teardown),
        cmocka_unit_test_setup_teardown(a_part_knows_its_kernel, setup, teardown),
        cmocka_unit_test_setup_teardown(a_change_tells_the_kernel, setup, teardown),
        cmocka_unit_test_setup_teardown(a_text_is_read_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_converted_function_keeps_its_place, setup, teardown),
        cmocka_unit_test_setup_teardown(snapshots_print_alike, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_grows_with_the_changes, setup, teardown),
        cmocka_unit_test_setup_teardown(variables_keep_their_identity, setup, teardown),
        cmocka_unit_test_setup_teardown(a_node_in_itself_is_copied, setup, teardown),
        cmocka_unit_test_setup_teardown(steps_follow_their_functions, setup, teardown),
        cmocka_unit_test_setup_teardown(differences_of_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(none_is_a_snapshot, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_know_their_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(a_line_is_followed_both_ways, setup, teardown),
        cmocka_unit_test_setup_teardown(parts_are_recognised, setup, teardown),
        cmocka_unit_test_setup_teardown(spans_lead_to_the_old_line, setup, teardown),
        cmocka_unit_test_setup_teardown(primitives_make_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(questions_past_the_end, setup, teardown),
        cmocka_unit_test_setup_teardown(a_part_takes_its_place, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
