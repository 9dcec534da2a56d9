/* mlir.c -- how fast MLIR text is read, printed and compared with itself, and how much memory its
 * nodes take.
 *
 *     bench_mlir FILE...
 *
 * Each file is read, printed and compared seven times, with one thread; the line of a file has
 * medians of processor time. mlir.py makes files, and runs mlir-opt on the same files. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>

#include "measure.h"

enum { RUNS = 7 };

typedef struct measures {
    double read[RUNS], print[RUNS], compare[RUNS]; /* seconds */
    size_t text, graph;                            /* bytes */
} measures;

static bool run(tunip_context *context, const tunip_source *source, measures *m, size_t i,
                tunip_error *error)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.no_source_map = true;
    options.threads = 1;
    double begin = processor_seconds();
    tunip_graph *graph = tunip_read_source(context, source, NULL, error);
    double end = processor_seconds();
    if (!graph) return false;
    m->read[i] = end - begin;
    m->graph = tunip_graph_memory(graph);
    m->text = tunip_source_text(source).size;
    tunip_printed *printed = NULL;
    begin = processor_seconds();
    bool fine =
        tunip_print(context, tunip_graph_root(graph), &options, &printed, error) == TUNIP_OK;
    m->print[i] = processor_seconds() - begin;
    tunip_printed_free(printed);
    tunip_graph *other = fine ? tunip_read_source(context, source, NULL, error) : NULL;
    begin = processor_seconds();
    fine = other && tunip_equal_nodes(context, tunip_graph_root(graph), tunip_graph_root(other),
                                      NULL, error);
    m->compare[i] = processor_seconds() - begin;
    tunip_graph_free(other);
    tunip_graph_free(graph);
    return fine;
}

static bool measure(tunip_context *context, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    measures m = {.text = 0};
    tunip_source *source = tunip_source_open(context, path, &error);
    bool fine = source;
    for (size_t i = 0; fine && i < RUNS; i++) fine = run(context, source, &m, i, &error);
    if (!fine) fprintf(stderr, "bench: %s: %s\n", path, error.message);
    double megabytes = (double)m.text / 1e6;
    if (fine)
        printf("%-16s %6.1f MB  read %6.3f s %6.1f MB/s  print %6.3f s %6.1f MB/s  equal %6.3f s  "
               "nodes %.2f times the text\n",
               path, megabytes, median(m.read, RUNS), megabytes / median(m.read, RUNS),
               median(m.print, RUNS), megabytes / median(m.print, RUNS), median(m.compare, RUNS),
               (double)m.graph / (double)m.text);
    tunip_source_free(source);
    return fine;
}

int main(int argc, char **argv)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    bool fine = context;
    for (int i = 1; i < argc && fine; i++) fine = measure(context, argv[i]);
    tunip_context_free(context);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
