/* print.c -- `tunip print`: reads each file, prints it into memory, and only then writes. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "print_settings.h"

typedef struct print_run {
    const print_settings *settings;
    tunip_context *context;
    FILE *out;                    /* NULL until there is something to write */
    bool broken;                  /* writing has failed */
    double read, docsify, render; /* seconds */
    size_t bytes_in, bytes_out;
} print_run;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- output ---- */

static const char *output_name(const print_run *run)
{
    return run->settings->output ? run->settings->output : "standard output";
}

/* A file is opened when the first text is there: a failing run leaves it as it was. */
static bool open_output(print_run *run)
{
    if (run->out) return true;
    run->out = run->settings->output ? fopen(run->settings->output, "wb") : stdout;
    if (!run->out) cli_fail("%s: cannot open: %s", output_name(run), strerror(errno));
    return run->out != NULL;
}

static bool write_text(print_run *run, tunip_str text)
{
    if (!open_output(run)) return false;
    if (fwrite(text.data, 1, text.size, run->out) == text.size && fputc('\n', run->out) != EOF &&
        fflush(run->out) == 0)
        return true;
    cli_fail("%s: cannot write: %s", output_name(run), strerror(errno));
    return false;
}

static bool close_output(print_run *run)
{
    if (!run->out || run->out == stdout || fclose(run->out) == 0) return true;
    if (!run->broken) cli_fail("%s: cannot write: %s", output_name(run), strerror(errno));
    return false;
}

/* ORDER tunip_issue_kind */
static const char *const issue_kinds[] = {"undefined", "cycle",     "unregistered",
                                          "missing",   "malformed", "metadata"};

static void write_report(const char *file, const tunip_printed *printed)
{
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++) {
        const tunip_issue *issue = tunip_printed_issue(printed, i);
        char path[512] = "";
        if (issue->path) tunip_path_text(issue->path, path, sizeof path);
        fprintf(stderr, "%s: %s: %.*s%s%s\n", file, issue_kinds[issue->kind],
                (int)issue->message.size, issue->message.data, path[0] ? " at " : "", path);
    }
    fprintf(stderr, "%s: the text can%s be parsed back\n", file,
            tunip_printed_parsable(printed) ? "" : "not");
}

static void write_timing(const print_run *run)
{
    fprintf(stderr, "timing: read %.3f MB %.4f s\n", (double)run->bytes_in / 1e6, run->read);
    fprintf(stderr, "timing: docsify %.4f s\n", run->docsify);
    fprintf(stderr, "timing: render %.3f MB %.4f s\n", (double)run->bytes_out / 1e6, run->render);
}

/* ---- the phases ---- */

static tunip_graph *read_graph(print_run *run, const char *file, tunip_error *error)
{
    double begin = seconds();
    tunip_graph *graph = tunip_read_file(run->context, file, error);
    run->read += seconds() - begin;
    if (graph) run->bytes_in += tunip_graph_text_size(graph);
    return graph;
}

static bool write_printed(print_run *run, const char *file, const tunip_printed *printed)
{
    tunip_str text = tunip_printed_text(printed);
    tunip_print_times times = tunip_printed_times(printed);
    run->docsify += times.docsify;
    run->render += times.render;
    run->bytes_out += text.size;
    if (!write_text(run, text)) {
        run->broken = true;
        return false;
    }
    if (run->settings->report) write_report(file, printed);
    return true;
}

static bool print_file(print_run *run, const char *path)
{
    const char *file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options options = run->settings->options;
    options.no_source_map = !run->settings->report; /* which names the places of issues */
    tunip_graph *graph = read_graph(run, path, &error);
    if (graph) tunip_print(run->context, tunip_graph_root(graph), &options, &printed, &error);
    bool fine = printed && write_printed(run, file, printed);
    if (!printed) cli_fail_error(file, &error);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    return fine;
}

static int print_files(const print_settings *settings, int count, char **files)
{
    print_run run = {.settings = settings, .context = cli_context_new(&settings->loads)};
    if (!run.context) return CLI_TROUBLE;
    bool fine = true;
    for (int i = 0; i < count && !run.broken; i++) fine &= print_file(&run, files[i]);
    fine &= close_output(&run);
    tunip_context_free(run.context);
    if (settings->timing) write_timing(&run);
    return fine ? CLI_OK : CLI_TROUBLE;
}

int cli_print(int argc, char **argv)
{
    print_settings settings = PRINT_SETTINGS_INIT;
    int status = CLI_TROUBLE;
    if (print_settings_parse(&settings, &argc, argv))
        status = argc > 1 ? print_files(&settings, argc - 1, argv + 1)
                          : cli_fail("print: no file is named (- is standard input)");
    print_settings_free(&settings);
    return status;
}
