/* save.c -- tunip save and tunip convert. */
#include <tunip/tvm/ir.h>

#include "cli.h"

/* ======== save ======== */

/* `tunip save`: reads IR in any format, and saves it as TVM's JSON or in the format of
 * --to. */

typedef struct save_settings {
    const char *output; /* NULL: standard output */
    const char *to;
    bool spans;
    bool lossy;
    unsigned vintage; /* of the output; 0: that of the input */
    cli_loads loads;
    cli_limits limits;
} save_settings;

static const cli_option save_options[] = {
    {"--output", 'o', "FILE", "write to FILE (standard output)", cli_store_text,
     offsetof(save_settings, output)},
    {"--to", 0, "FORMAT", "the format to save in (that of the version); see tunip dialects",
     cli_store_text, offsetof(save_settings, to)},
    {"--spans", 0, NULL, "record in each node its place in the file, as an ir.Span", cli_store_flag,
     offsetof(save_settings, spans)},
    {"--vintage", 0, cli_all_vintages, "convert to another version of TVM", cli_store_vintage,
     offsetof(save_settings, vintage)},
    {"--lossy", 0, NULL, "convert even if details are lost", cli_store_flag,
     offsetof(save_settings, lossy)},
    CLI_COLOUR_OPTION(save_settings),
    CLI_READ_OPTIONS(save_settings),
    CLI_LOAD_OPTION(save_settings),
    CLI_LIMIT_OPTIONS(save_settings, "2G"),
    CLI_THREADS_OPTION(save_settings),
};

void cli_save_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, save_options, TUNIP_LEN(save_options));
}

static int write_graph(const save_settings *settings, const tunip_context *context,
                       const tunip_graph *graph, const char *file)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    unsigned vintage = settings->vintage ? settings->vintage : tunip_graph_vintage(graph);
    if (cli_output_open(&out, settings->output, settings->limits.max_bytes, &error) &&
        tunip_save_for(context, settings->to, vintage, tunip_graph_root(graph), cli_output_write,
                       &out, &error) == TUNIP_OK)
        cli_output_write("\n", 1, &out);
    if (cli_output_close(&out, &error)) return CLI_OK;
    if (error.code == TUNIP_ERROR_LIMIT) return cli_fail_error(file, &error);
    return cli_fail("%s%s", error.code == TUNIP_ERROR_IO ? "" : "save: ", error.message);
}

static int save(const save_settings *settings, const char *file)
{
    tunip_context *context = cli_context_new(&settings->loads, &settings->limits);
    if (!context) return CLI_TROUBLE;
    tunip_source *standard_input = NULL;
    tunip_graph *graph = NULL;
    cli_inputs in;
    bool fine = cli_check_format(context, settings->loads.format) &&
                cli_check_format(context, settings->to);
    if (cli_inputs_open(&in, context, &settings->loads, &standard_input, file) && fine)
        graph = cli_inputs_read_one(&in, settings->spans);
    if (graph && settings->spans && !tunip_ir_set_spans(graph)) {
        cli_fail("out of memory");
        tunip_graph_free(graph);
        graph = NULL;
    }
    bool converted =
        graph && (!settings->vintage || settings->vintage == tunip_graph_vintage(graph) ||
                  cli_convert(context, graph, in.name, settings->vintage, !settings->lossy));
    int status = converted ? write_graph(settings, context, graph, in.name) : CLI_TROUBLE;
    tunip_graph_free(graph);
    cli_inputs_close(&in);
    tunip_source_free(standard_input);
    tunip_context_free(context);
    return status;
}

int cli_save(int argc, char **argv)
{
    save_settings settings = {.limits = CLI_PRINT_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(save_options, TUNIP_LEN(save_options), &settings, &argc, argv)) {
        settings.loads.threads = cli_threads(&settings.limits);
        status = argc == 2 ? save(&settings, argv[1])
                           : cli_fail("save: one file is needed, got %d", argc - 1);
    }
    cli_loads_free(&settings.loads);
    return status;
}

/* ======== convert ======== */

/* Converts a graph to another version of TVM. */

static void list(const char *file, const tunip_diagnostics *found)
{
    const tunip_diagnostic *d;
    for (size_t i = 0; (d = tunip_diagnostics_get(found, i)); i++)
        cli_fail("%s: %s: %s", file, tunip_diagnostic_label(d, 0)->path.data,
                 tunip_diagnostic_message(d).data);
}

bool cli_convert(const tunip_context *context, tunip_graph *graph, const char *file,
                 unsigned vintage, bool exact)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    const tunip_node *root = tunip_graph_root(graph);
    unsigned from = tunip_graph_vintage(graph);
    options.vintage = vintage;
    options.exact = exact;
    options.diagnostics = tunip_diagnostics_new(NULL, &error);
    tunip_node *made =
        options.diagnostics ? tunip_convert_with(context, graph, root, &options, &error) : NULL;
    if (made) tunip_graph_set_root(graph, made);
    list(file, options.diagnostics);
    if (!made && tunip_diagnostics_count(options.diagnostics))
        cli_fail("%s: cannot be converted from TVM v0.%u to v0.%u", file,
                 from ? from : TUNIP_VINTAGE_USUAL, vintage);
    else if (!made && root)
        cli_fail_error(file, &error);
    tunip_diagnostics_free(options.diagnostics);
    return made || !root;
}
