/* read.c -- reads a saved graph; shows the place of an error in it. */
#include <string.h>

#include "cli.h"

static int put(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) == size ? 0 : -1;
}

/* Shows the line of the error, with carets below the token. */
static void show(const tunip_source *source, const tunip_error *error)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.colour = cli_wants_colour(CLI_COLOUR_AUTO, stderr);
    options.no_headline = true;
    options.no_context = true;
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
    tunip_diagnostics_render_source(all, source, &options, put, stderr, NULL);
    tunip_diagnostics_free(all);
}

tunip_graph *cli_read(const tunip_context *context, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_open(context, path, &error);
    tunip_graph *graph = source ? tunip_read_source(context, source, &error) : NULL;
    if (!graph) {
        cli_fail_error(strcmp(path, "-") == 0 ? "<stdin>" : path, &error);
        if (source && error.line) show(source, &error);
    }
    tunip_source_free(source);
    return graph;
}
