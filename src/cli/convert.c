/* convert.c -- converts a graph to another version of TVM. */
#include "cli.h"

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
