/* test_team_oom.c -- every allocation of a print by several threads fails in turn, in any of them.
 * The result is the same text or an out-of-memory error, and all memory is freed. The order of the
 * allocations differs from run to run, so each number is tried with two and with three threads. */
#include "chaos.h"

#include <tunip/tvm/ir.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir.h>

/* Enough functions for a team. Some of them number nodes of the metadata section, so that they are
 * printed at their turn. */
enum { FUNCTIONS = 40, MOST_CALLS = 8000 };

static const char *const files[] = {"tir_blk.iter_name_clash.json", "tir_str.multi_line_dups.json",
                                    "rx_fn.attrs_ir_values.json", "tir_buf.free_offset_var.json"};

typedef struct world {
    tunip_context *context; /* of the module, with memory that does not fail */
    tunip_graph *graphs[TUNIP_LEN(files)];
    tunip_graph *module;
    char *text; /* printed by one thread */
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

static int set_up(void **state)
{
    static world w;
    static char texts[FUNCTIONS][8];
    const char *names[FUNCTIONS];
    void *functions[FUNCTIONS];
    w.context = tunip_context_new(NULL, NULL);
    assert_non_null(w.context);
    for (size_t i = 0; i < TUNIP_LEN(files); i++) {
        tunip_str saved = load(files[i]);
        w.graphs[i] = tunip_read(w.context, saved, NULL);
        free((void *)(uintptr_t)saved.data);
        assert_non_null(w.graphs[i]);
    }
    for (size_t i = 0; i < FUNCTIONS; i++) {
        snprintf(texts[i], sizeof texts[i], "f%zu", i);
        names[i] = texts[i];
        functions[i] = (void *)(uintptr_t)tunip_graph_root(w.graphs[i / 3 % TUNIP_LEN(files)]);
    }
    w.module = tunip_graph_new(w.context, NULL);
    tunip_graph_set_root(w.module, tunip_ir_module_new(w.module, FUNCTIONS, names, functions));
    assert_int_equal(print(&w, w.context, 1, &w.text), TUNIP_OK);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    free(w->text);
    tunip_graph_free(w->module);
    for (size_t i = 0; i < TUNIP_LEN(files); i++) tunip_graph_free(w->graphs[i]);
    tunip_context_free(w->context);
    return 0;
}

/* Prints with a new context, whose allocations from number `at` of the print on fail; 0: none. The
 * result is how many there were. */
static size_t fail_at(const world *w, size_t threads, size_t at, bool for_good)
{
    chaos c;
    char *text;
    chaos_init(&c, 0, for_good);
    tunip_context *context = tunip_context_new(&c.allocator, NULL);
    assert_non_null(context);
    size_t before = c.calls;
    if (at) c.fail_at = before + at;
    tunip_status status = print(w, context, threads, &text);
    size_t calls = c.calls - before;
    if (status == TUNIP_OK)
        assert_string_equal(text, w->text);
    else
        assert_int_equal(status, TUNIP_ERROR_MEMORY);
    if (status != TUNIP_OK && at > calls) fail_msg("call %zu failed of %zu", at, calls);
    free(text);
    tunip_context_free(context);
    if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, (size_t)c.live);
    return calls;
}

static void every_allocation_may_fail(void **state)
{
    const world *w = *state;
    size_t calls = fail_at(w, 3, 0, false);
    assert_in_range(calls, 1, MOST_CALLS);
    for (size_t at = 1; at <= calls; at++)
        for (size_t threads = 2; threads <= 3; threads++) {
            fail_at(w, threads, at, true);
            fail_at(w, threads, at, false);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
