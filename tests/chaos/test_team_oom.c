/* test_team_oom.c -- every allocation of a print or diff by several threads fails in turn, in any
 * of them. The result is the same or an out-of-memory error, and all memory is freed. The order of
 * the allocations differs from run to run, so each number is tried with two and three threads. */
#include "chaos.h"

#include <tunip/tvm/ir.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir.h>

/* Enough functions for a team. Some of them number nodes of the metadata section, so that they are
 * printed at their turn. */
enum { FUNCTIONS = 40, MOST_CALLS = 8000, FILES = 4 };

/* Compared modules must be valid, so their values are functions. */
static const char *const compared[FILES] = {"tir_fn.size_params.json", "rx_fn.df.json",
                                            "tir_buf.alias_params.json", "rx_fn.closures.json"};
static const char *const files[FILES] = {
    "tir_blk.iter_name_clash.json", "tir_str.multi_line_dups.json", "rx_fn.attrs_ir_values.json",
    "tir_buf.free_offset_var.json"};

typedef struct world {
    tunip_context *context; /* of the module, with memory that does not fail */
    tunip_graph *graphs[FILES];
    tunip_graph *module;
    tunip_graph *compared[2][FILES];
    tunip_graph *sides[2]; /* of them; two functions differ */
    char *text;            /* printed by one thread */
    char *edits;           /* found by one thread */
} world;

static char *copy_text(tunip_str text)
{
    char *copy = malloc(text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return copy;
}

static tunip_status print(const world *w, tunip_context *context, size_t threads, char **text)
{
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.no_source_map = true;
    options.show_meta = true;
    options.threads = threads;
    *text = NULL;
    tunip_status status =
        tunip_print(context, tunip_graph_root(w->module), &options, &printed, &error);
    assert_int_equal(status, error.code);
    assert_true((status == TUNIP_OK) == (printed != NULL));
    if (printed) *text = copy_text(tunip_printed_text(printed));
    tunip_printed_free(printed);
    return status;
}

/* The paths of the edits, one in each line. */
static char *list_edits(const tunip_script *script)
{
    enum { LINE = 1000 };
    size_t count = tunip_script_edit_count(script), size = 0;
    char *text = malloc(2 * count * LINE + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        const tunip_edit *edit = tunip_script_edit(script, i);
        const tunip_path *paths[] = {edit->lhs_path, edit->rhs_path};
        for (size_t k = 0; k < TUNIP_LEN(paths); k++) {
            tunip_path_text(paths[k], text + size, LINE - 1);
            size += strlen(text + size);
            text[size++] = '\n';
        }
    }
    text[size] = '\0';
    return text;
}

static tunip_status compare(const world *w, tunip_context *context, size_t threads, char **text)
{
    tunip_script *script = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    options.threads = threads;
    tunip_status status = tunip_diff(context, tunip_graph_root(w->sides[0]),
                                     tunip_graph_root(w->sides[1]), &options, &script, &error);
    assert_int_equal(status, error.code);
    assert_true((status == TUNIP_OK) == (script != NULL));
    *text = script ? list_edits(script) : NULL;
    tunip_script_free(script);
    return status;
}

static void read_all(const world *w, const char *const *names, tunip_graph **graphs)
{
    for (size_t i = 0; i < FILES; i++) {
        tunip_str saved = load(names[i]);
        graphs[i] = tunip_read(w->context, saved, NULL);
        free((void *)(uintptr_t)saved.data);
        assert_non_null(graphs[i]);
    }
}

/* `odd`: two functions are those of the next file. */
static tunip_graph *make_module(const world *w, tunip_graph *const *graphs, bool odd)
{
    static char texts[FUNCTIONS][8];
    const char *names[FUNCTIONS];
    void *functions[FUNCTIONS];
    for (size_t i = 0; i < FUNCTIONS; i++) {
        bool is_other = odd && (i == 9 || i == 21);
        snprintf(texts[i], sizeof texts[i], "f%zu", i);
        names[i] = texts[i];
        functions[i] = (void *)(uintptr_t)tunip_graph_root(graphs[(i / 3 + is_other) % FILES]);
    }
    tunip_graph *module = tunip_graph_new(w->context, NULL);
    tunip_graph_set_root(module, tunip_ir_module_new(module, FUNCTIONS, names, functions));
    assert_int_equal(tunip_graph_status(module), TUNIP_OK);
    return module;
}

static int set_up(void **state)
{
    static world w;
    w.context = tunip_context_new(NULL, NULL);
    assert_non_null(w.context);
    read_all(&w, files, w.graphs);
    w.module = make_module(&w, w.graphs, false);
    for (int side = 0; side < 2; side++) {
        read_all(&w, compared, w.compared[side]);
        w.sides[side] = make_module(&w, w.compared[side], side);
    }
    assert_int_equal(print(&w, w.context, 1, &w.text), TUNIP_OK);
    assert_int_equal(compare(&w, w.context, 1, &w.edits), TUNIP_OK);
    assert_true(strlen(w.edits) > 0);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    free(w->text);
    free(w->edits);
    tunip_graph_free(w->module);
    for (size_t i = 0; i < FILES; i++) tunip_graph_free(w->graphs[i]);
    for (int side = 0; side < 2; side++) {
        tunip_graph_free(w->sides[side]);
        for (size_t i = 0; i < FILES; i++) tunip_graph_free(w->compared[side][i]);
    }
    tunip_context_free(w->context);
    return 0;
}

/* A print or a diff. */
typedef tunip_status (*run_fn)(const world *w, tunip_context *context, size_t threads, char **text);

/* Runs with a new context, whose allocations from number `at` of the run on fail; 0: none. The
 * result is how many there were. */
static size_t fail_at(const world *w, run_fn run, size_t threads, size_t at, bool for_good)
{
    chaos c;
    char *text;
    chaos_init(&c, 0, for_good);
    tunip_context *context = tunip_context_new(&c.allocator, NULL);
    assert_non_null(context);
    size_t before = c.calls;
    if (at) c.fail_at = before + at;
    tunip_status status = run(w, context, threads, &text);
    size_t calls = c.calls - before;
    if (status == TUNIP_OK)
        assert_string_equal(text, run == print ? w->text : w->edits);
    else
        assert_int_equal(status, TUNIP_ERROR_MEMORY);
    if (status != TUNIP_OK && at > calls) fail_msg("call %zu failed of %zu", at, calls);
    free(text);
    tunip_context_free(context);
    if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, (size_t)c.live);
    return calls;
}

static void fail_everywhere(const world *w, run_fn run)
{
    size_t calls = fail_at(w, run, 3, 0, false);
    assert_in_range(calls, 1, MOST_CALLS);
    for (size_t at = 1; at <= calls; at = chaos_next(at))
        for (size_t threads = 2; threads <= 3; threads++) {
            fail_at(w, run, threads, at, true);
            fail_at(w, run, threads, at, false);
        }
}

static void every_allocation_of_a_print_may_fail(void **state)
{
    fail_everywhere(*state, print);
}

static void every_allocation_of_a_diff_may_fail(void **state)
{
    fail_everywhere(*state, compare);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_of_a_print_may_fail),
                                       cmocka_unit_test(every_allocation_of_a_diff_may_fail)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
