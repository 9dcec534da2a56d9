/* run.c -- tunip-run: runs a graph and writes its results. `tunip debug run` starts it. It contains
 * nothing of the debugger. */
#include <stdlib.h>

#include "../../../src/cli/cli.h"
#include "../runtime/runtime.h"

typedef struct run_settings {
    const char *library, *params, *output;
    const char **inputs;
    size_t input_count;
} run_settings;

static bool store_input(void *settings, const cli_option *option, const char *text)
{
    run_settings *s = settings;
    (void)option;
    return cli_push(&s->inputs, &s->input_count, text);
}

#define AT(member) offsetof(run_settings, member)

#define OPTION(name, letter, placeholder, help, store, member)                                     \
    {name, letter, placeholder, help, store, AT(member)},
static const cli_option options[] = {
#include "../run_options.def"
};

static bool run(const tunip_context *context, const char *path, const run_settings *s,
                tunip_error *error)
{
    tunip_graph *graph = NULL;
    dbg_plan *plan = dbg_plan_open(context, path, &graph, error);
    rt_runtime *rt = plan ? rt_open(plan, s->library, false, error) : NULL;
    bool fine = rt && rt_load_arguments(rt, context, s->params, s->inputs, s->input_count, error);
    if (fine) rt_report_crashes(rt, CLI_TROUBLE);
    fine = fine && rt_run(rt, error) == TUNIP_OK;
    fine = fine && (!s->output || rt_save_results(rt, s->output, error));
    rt_close(rt);
    dbg_plan_free(plan);
    tunip_graph_free(graph);
    return fine;
}

int main(int argc, char **argv)
{
    run_settings s = {.library = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    if (!cli_parse(options, TUNIP_LEN(options), &s, &argc, argv)) return CLI_TROUBLE;
    if (argc != 2) return cli_fail("debug run: expected one graph, got %d", argc - 1);
    if (!s.library) return cli_fail("debug run: --lib is missing");
    tunip_context *context = tunip_context_new(NULL, &error);
    bool fine = context && run(context, argv[1], &s, &error);
    tunip_context_free(context);
    free(s.inputs);
    return fine ? CLI_OK : cli_fail("%s", error.message);
}
