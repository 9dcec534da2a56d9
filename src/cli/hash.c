/* hash.c -- `tunip hash`: one line for each module or function, which is the same for equal IR. */
#include <inttypes.h>

#include "../../programs/outline/outline.h"
#include "cli.h"

typedef struct hash_settings {
    const char *output;
    bool functions;
    bool compare_names;
    cli_loads loads;
    cli_limits limits;
} hash_settings;

static const cli_option options[] = {
    {"--functions", 0, NULL, "a line for each function of a TVM module, whose name does not count",
     cli_store_flag, offsetof(hash_settings, functions)},
    {"--compare-names", 0, NULL, "the names of variables count, too", cli_store_flag,
     offsetof(hash_settings, compare_names)},
    {"--output", 'o', "FILE", "write to FILE (standard output)", cli_store_text,
     offsetof(hash_settings, output)},
    CLI_COLOUR_OPTION(hash_settings),
    CLI_READ_OPTIONS(hash_settings),
    CLI_VINTAGE_OPTION(hash_settings),
    CLI_LOAD_OPTION(hash_settings),
    CLI_LIMIT_OPTIONS(hash_settings, "2G"),
};

void cli_hash_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

typedef struct hash_run {
    const hash_settings *settings;
    tunip_context *context;
    tunip_source *standard_input;
    cli_output out;
} hash_run;

/* `function` may be empty. */
static bool put_hash(hash_run *run, const char *input, const tunip_node *node, tunip_str function)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    uint64_t hash;
    how.map_free_vars = true; /* two files share no variables */
    if (run->settings->compare_names) how.compare = TUNIP_FLAG_NAME;
    if (tunip_hash(run->context, node, &how, &hash, &error) != TUNIP_OK)
        return cli_fail_error(input, &error) == CLI_OK;
    cli_output_say(&run->out, "%016" PRIx64 "  %s", hash, input);
    if (function.size) cli_output_say(&run->out, "  %.*s", (int)function.size, function.data);
    cli_output_print(&run->out, "\n");
    if (cli_output_end_line(&run->out, &error) && !ferror(run->out.file)) return true;
    cli_output_close(&run->out, &error); /* no other line can be written */
    return cli_fail_output(input, &error) == CLI_OK;
}

/* A function has its own name among its attributes. Without it, functions of other names are equal.
 * The graph is read for its hashes only. */
static void drop_symbol(tunip_graph *graph, const tunip_node *function)
{
    const tunip_node *dict = outline_child(outline_child(function, "attrs"), "__dict__");
    tunip_map *map = dict ? (tunip_map *)TUNIP_AS(tunip_map, dict) : NULL;
    size_t kept = 0;
    for (size_t i = 0; map && i < map->count; i++) {
        tunip_str key = tunip_string_value(map->entries[i].key);
        if (!tunip_str_is(key, "global_symbol")) map->entries[kept++] = map->entries[i];
    }
    if (map) map->count = kept;
    tunip_graph_changed(graph);
}

static bool hash_input(hash_run *run, cli_inputs *in)
{
    tunip_graph *graph = cli_inputs_read(in, false);
    if (!graph) return false;
    const tunip_node *root = tunip_graph_root(graph);
    bool by_function = run->settings->functions;
    const tunip_node *functions = by_function ? outline_child(root, "functions") : NULL;
    const tunip_map *map = functions ? TUNIP_AS(tunip_map, functions) : NULL;
    tunip_str own = by_function && !map ? outline_own_symbol(root) : (tunip_str){NULL, 0};
    if (own.size) drop_symbol(graph, root);
    bool fine = map || put_hash(run, in->name, root, own);
    for (size_t i = 0; map && run->out.file && i < map->count; i++) {
        const tunip_node *name = outline_child(map->entries[i].key, "name_hint");
        drop_symbol(graph, map->entries[i].value);
        fine &= put_hash(run, in->name, map->entries[i].value, tunip_string_value(name));
    }
    tunip_graph_free(graph);
    return fine;
}

static bool hash_argument(hash_run *run, const char *argument)
{
    cli_inputs in;
    bool fine =
        cli_inputs_open(&in, run->context, &run->settings->loads, &run->standard_input, argument);
    while (fine && run->out.file && cli_inputs_next(&in)) in.failed |= !hash_input(run, &in);
    fine = fine && !in.failed;
    cli_inputs_close(&in);
    return fine;
}

static int hash(const hash_settings *settings, int count, char **arguments)
{
    tunip_error error = TUNIP_ERROR_INIT;
    hash_run run = {.settings = settings};
    run.context = cli_context_new(&settings->loads, &settings->limits);
    if (!run.context) return CLI_TROUBLE;
    bool fine = cli_check_format(run.context, settings->loads.format);
    if (fine && !cli_output_open(&run.out, settings->output, settings->limits.max_bytes, &error))
        fine = cli_fail("%s", error.message) == CLI_OK;
    if (fine) {
        cli_output_by_line(&run.out);
        for (int i = 0; run.out.file && i < count; i++) fine &= hash_argument(&run, arguments[i]);
        if (!cli_output_close(&run.out, &error)) fine = cli_fail("%s", cli_said(&error)) == CLI_OK;
    }
    tunip_source_free(run.standard_input);
    tunip_context_free(run.context);
    return fine ? CLI_OK : CLI_TROUBLE;
}

int cli_hash(int argc, char **argv)
{
    hash_settings settings = {.limits = CLI_PRINT_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status =
            argc > 1 ? hash(&settings, argc - 1, argv + 1) : cli_fail("hash: no file is given");
    cli_loads_free(&settings.loads);
    return status;
}
