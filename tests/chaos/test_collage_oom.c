/* test_collage_oom.c -- the collage with an allocation that fails, each one in turn: it ends with
 * an error, and loses nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collage/page.h"
#include "collage/pattern.h"
#include "collage/setup.h"

#define DATA TUNIP_DATA_DIR "/cli/data/"

/* ---- calloc() and malloc() of the collage; the library has its own ---- */

static size_t calls, failing; /* the call that fails; 0: none */

void *__real_calloc(size_t count, size_t size);
TUNIP_API void *__wrap_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
TUNIP_API void *__wrap_malloc(size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    return ++calls == failing ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    return ++calls == failing ? NULL : __real_malloc(size);
}

/* ---- runs ---- */

static int count_bytes(const char *data, size_t size, void *user)
{
    (void)data;
    *(size_t *)user += size;
    return 0;
}

static bool run(tunip_context *context, tunip_graph *graph, tunip_error *error)
{
    cg_setup setup;
    size_t bytes = 0;
    bool fine =
        cg_setup_open(&setup, context, NULL, DATA "npu_rules.json", DATA "npu_costs.json", error);
    cg_engine engine = {.specs = setup.specs,
                        .spec_count = setup.spec_count,
                        .estimator = cg_setup_estimator(&setup),
                        .error = error};
    fine = fine && cg_partition_all(&engine, context, graph, &setup.memory) &&
           cg_page_write(&engine, "page", 2, count_bytes, &bytes) &&
           cg_report_write(&engine, 2, count_bytes, &bytes, error) == TUNIP_OK &&
           cg_rewrite(&engine) != NULL;
    cg_setup_free(&setup);
    return fine && bytes > 1000;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    bool is_done = false;
    size_t errors = 0;
    for (size_t n = 1; !is_done; n++) {
        tunip_error error = TUNIP_ERROR_INIT;
        failing = 0;
        tunip_context *context = tunip_context_new(NULL, NULL);
        assert_int_equal(cg_patterns_add(context, NULL), TUNIP_OK);
        tunip_graph *graph = tunip_read_file(context, DATA "residual.relay", NULL);
        assert_non_null(graph);
        calls = 0;
        failing = n;
        is_done = run(context, graph, &error);
        if (!is_done) errors += error.code == TUNIP_ERROR_MEMORY;
        if (!is_done && error.code != TUNIP_OK && error.code != TUNIP_ERROR_MEMORY)
            fail_msg("call %zu: %s", n, error.message);
        tunip_graph_free(graph);
        tunip_context_free(context);
        assert_true(n < 100000);
    }
    assert_true(errors > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
