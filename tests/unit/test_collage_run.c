/* test_collage_run.c -- tunip_collage_run(): from files and a module to chosen partitions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collage/tunip_collage.h"

static const char *module_text =
    "#[version = \"0.0.5\"]\n"
    "def @main(%x: Tensor[(4, 4), float32] /* ty=Tensor[(4, 4), float32] */)"
    " -> Tensor[(4, 4), float32] {\n"
    "  %0 = nn.relu(%x) /* ty=Tensor[(4, 4), float32] */;\n"
    "  tanh(%0) /* ty=Tensor[(4, 4), float32] */\n"
    "}\n";

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    char rules[64], costs[64];
} world;

static void write_file(char *path, const char *name, const char *text)
{
    sprintf(path, "collage_run_%s.json", name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int open_world(void **state)
{
    tunip_error error = TUNIP_ERROR_INIT;
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->context = tunip_context_new(NULL, &error);
    assert_int_equal(tunip_collage_prepare(w->context, &error), TUNIP_OK);
    w->graph = tunip_read(w->context, tunip_str_from(module_text), &error);
    if (!w->graph) fail_msg("%s", error.message);
    write_file(w->rules, "rules", "{\"npu\": {\"operators\": [\"nn.relu\"]}}");
    write_file(w->costs, "costs", "{\"per_operator\": {\"llvm\": 5e-6, \"npu\": 1e-6}}");
    *state = w;
    return 0;
}

static int close_world(void **state)
{
    world *w = *state;
    remove(w->rules);
    remove(w->costs);
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    free(w);
    return 0;
}

static int keep(const char *data, size_t size, void *user)
{
    tunip_str *out = user;
    char *text = realloc((char *)(uintptr_t)out->data, out->size + size + 1);
    assert_non_null(text);
    memcpy(text + out->size, data, size);
    text[out->size + size] = '\0';
    *out = (tunip_str){text, out->size + size};
    return 0;
}

static int refuse(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    (void)user;
    return 1;
}

static void a_run_gives_a_module_a_report_and_reasons(void **state)
{
    world *w = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_collage_options options = TUNIP_COLLAGE_OPTIONS_INIT;
    tunip_collage *chosen;
    tunip_str report = {NULL, 0}, reasons = {NULL, 0};
    options.rules = w->rules;
    options.costs = w->costs;
    if (tunip_collage_run(w->context, w->graph, &options, &chosen, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    assert_true(fabs(tunip_collage_cost(chosen) - 6e-6) < 1e-12);
    assert_true(tunip_collage_is_optimal(chosen));
    assert_null(tunip_collage_file(chosen));
    const tunip_node *module = tunip_collage_module(chosen, &error);
    assert_non_null(module);
    assert_int_equal(tunip_collage_write_report(chosen, 1, keep, &report, &error), TUNIP_OK);
    assert_non_null(strstr(report.data, "\"explanation\""));
    assert_int_equal(tunip_collage_explain(chosen, 1, keep, &reasons, &error), TUNIP_OK);
    assert_non_null(strstr(reasons.data, "nn.relu: 1.00 us"));
    assert_int_equal(tunip_collage_explain(chosen, 1, refuse, NULL, &error), TUNIP_ERROR_CANCELLED);
    tunip_collage_free(chosen);
    free((char *)(uintptr_t)report.data);
    free((char *)(uintptr_t)reasons.data);
}

static void questions_change_the_answer(void **state)
{
    world *w = *state;
    static const tunip_collage_question without = {"npu", NAN};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_collage_options options = TUNIP_COLLAGE_OPTIONS_INIT;
    tunip_collage *chosen;
    options.rules = w->rules;
    options.costs = w->costs;
    options.questions = &without;
    options.question_count = 1;
    assert_int_equal(tunip_collage_run(w->context, w->graph, &options, &chosen, &error), TUNIP_OK);
    assert_true(fabs(tunip_collage_cost(chosen) - 9.5e-6) < 1e-12);
    tunip_collage_free(chosen);
}

static void mistakes_are_told(void **state)
{
    world *w = *state;
    static const char *const only[] = {"npuu"};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_collage_options options = TUNIP_COLLAGE_OPTIONS_INIT;
    tunip_collage *chosen;
    options.costs = w->rules; /* no costs */
    assert_int_equal(tunip_collage_run(w->context, w->graph, &options, &chosen, &error),
                     TUNIP_ERROR_FORMAT);
    assert_string_equal(tunip_collage_file(chosen), w->rules);
    tunip_collage_free(chosen);
    error = (tunip_error)TUNIP_ERROR_INIT;
    options.costs = NULL;
    options.rules = w->rules;
    options.only = only;
    options.only_count = 1;
    assert_int_equal(tunip_collage_run(w->context, w->graph, &options, &chosen, &error),
                     TUNIP_ERROR_NOT_FOUND);
    assert_string_equal(error.message, "no backend is called `npuu` (did you mean npu?)");
    tunip_collage_free(chosen);
    error = (tunip_error)TUNIP_ERROR_INIT;
    options.size = 1;
    assert_int_equal(tunip_collage_run(w->context, w->graph, &options, &chosen, &error),
                     TUNIP_ERROR_ARGUMENT);
    assert_null(chosen);
    tunip_context *other = tunip_context_new(NULL, NULL);
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_int_equal(tunip_collage_run(other, w->graph, NULL, &chosen, &error),
                     TUNIP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "tunip_collage_prepare()"));
    tunip_collage_free(chosen);
    tunip_context_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_gives_a_module_a_report_and_reasons),
        cmocka_unit_test(questions_change_the_answer),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
