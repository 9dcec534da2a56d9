/* backends.c -- the speed of each backend, compared with python.
 *
 *     bench_backends [--runs N] FILE...
 *
 * Prints each file N times (9) in each backend. The backends take turns, so that other load affects
 * all of them. The table has the shortest times. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>

enum { DEFAULT_RUNS = 9 };

typedef struct measure {
    const char *backend;
    double docsify, render; /* seconds, of the shortest run; 0: none yet */
    size_t bytes;
    char refusal[sizeof((tunip_error *)0)->message]; /* why there is no text */
} measure;

static double total(const measure *m)
{
    return m->docsify + m->render;
}

static void note(measure *m, const tunip_printed *printed)
{
    double docsify = tunip_printed_seconds(printed, TUNIP_STAGE_DOCSIFY);
    double render = tunip_printed_seconds(printed, TUNIP_STAGE_RENDER);
    m->bytes = tunip_printed_text(printed).size;
    if (total(m) > 0 && docsify + render >= total(m)) return;
    m->docsify = docsify;
    m->render = render;
}

static void print(tunip_context *context, const tunip_graph *graph, measure *m)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed;
    options.no_source_map = true;
    options.backend = m->backend;
    if (tunip_print(context, tunip_graph_root(graph), &options, &printed, &error) != TUNIP_OK) {
        snprintf(m->refusal, sizeof m->refusal, "%s", error.message);
        return;
    }
    note(m, printed);
    tunip_printed_free(printed);
}

static void write_header(void)
{
    printf("%-16s %-8s | %9s %8s %7s | %7s | %s\n", "module", "backend", "docsify s", "render s",
           "MB out", "MB/s", "time of Python's");
}

static void write_row(const char *path, const measure *m, const measure *python)
{
    const char *slash = strrchr(path, '/');
    printf("%-16s %-8s | ", slash ? slash + 1 : path, m->backend);
    if (m->refusal[0])
        printf("%s\n", m->refusal);
    else
        printf("%9.4f %8.4f %7.2f | %7.1f | %5.2f\n", m->docsify, m->render, (double)m->bytes / 1e6,
               (double)m->bytes / 1e6 / total(m), total(m) / total(python));
}

static bool bench(tunip_context *context, const char *path, long runs)
{
    measure all[] = {
        {.backend = "python"}, {.backend = "text"}, {.backend = "builder"}, {.backend = "doc"}};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read_file(context, path, &error);
    if (!graph) {
        fprintf(stderr, "bench_backends: %s: %s\n", path, error.message);
        return false;
    }
    for (long run = 0; run < runs; run++)
        for (size_t i = 0; i < TUNIP_LEN(all); i++) print(context, graph, &all[i]);
    for (size_t i = 0; i < TUNIP_LEN(all); i++) write_row(path, &all[i], &all[0]);
    fflush(stdout);
    tunip_graph_free(graph);
    return true;
}

int main(int argc, char **argv)
{
    bool has_runs = argc > 2 && strcmp(argv[1], "--runs") == 0, fine = true;
    long runs = has_runs ? strtol(argv[2], NULL, 10) : DEFAULT_RUNS;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 1;
    write_header();
    for (int i = has_runs ? 3 : 1; i < argc; i++) fine &= bench(context, argv[i], runs);
    tunip_context_free(context);
    return fine ? 0 : 1;
}
