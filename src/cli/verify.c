/* verify.c -- `tunip print --verify`: reads a text back, and shows the differences. */
#include "print_outputs.h"

static int show(tunip_context *context, const print_settings *settings, const char *names[2],
                const tunip_script *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options print = settings->options;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    print.underline_count = print.annotate_count = 0;
    print.print_line_numbers = false;
    how.print = &print;
    how.lhs_name = names[0];
    how.rhs_name = names[1];
    how.colour = cli_wants_colour(settings->loads.colour, stderr);
    cli_fail("%s: reading the text back gives other IR", names[0]);
    if (tunip_diff_write(context, script, &how, cli_write, stderr, &error) != TUNIP_OK)
        return cli_fail_error(names[0], &error);
    return CLI_DIFFERENT;
}

static int compare(tunip_context *context, const print_settings *settings, const char *names[2],
                   const tunip_graph *graph, const tunip_graph *again)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    how.threads = cli_threads(&settings->limits);
    if (tunip_diff(context, tunip_graph_root(graph), tunip_graph_root(again), &how, &script,
                   &error) != TUNIP_OK)
        return cli_fail_error(names[0], &error);
    int status = tunip_script_edit_count(script) ? show(context, settings, names, script) : CLI_OK;
    tunip_script_free(script);
    return status;
}

int cli_verify(tunip_context *context, const print_settings *settings, const char *file,
               const tunip_graph *graph, const tunip_printed *printed)
{
    char name[512];
    const char *backend = tunip_printed_backend(printed);
    cli_loads how = {.format = backend,
                     .colour =
                         settings->loads.colour}; /* without `fold`: the text shows the exact IR */
    if (!cli_has_format(context, backend))
        return cli_fail("--verify: no format reads the text of the backend %s", backend);
    if (settings->report && tunip_printed_lossless(printed)) return CLI_OK; /* it was read back */
    snprintf(name, sizeof name, "%s (printed)", file);
    tunip_graph *again = cli_read_text(context, name, tunip_printed_text(printed), &how);
    if (!again) {
        cli_fail("%s: the text cannot be read back", file);
        return CLI_DIFFERENT;
    }
    /* A text that shows no version is read as the oldest one. */
    unsigned vintage = tunip_vintage(tunip_graph_root(graph));
    unsigned is = tunip_vintage(tunip_graph_root(again));
    bool is_same = !is || !vintage || is == vintage;
    int status = CLI_DIFFERENT;
    if (is_same || cli_convert(context, again, name, vintage, false))
        status = compare(context, settings, (const char *[]){file, name}, graph, again);
    tunip_graph_free(again);
    return status;
}
