/* scripts.c -- how fast scripts are read, and how much memory that takes.
 *
 *     bench_scripts [--threads N] FILE...
 *
 * Each file is read seven times, with N threads; the table holds medians. Peak: the most memory
 * that was held while reading, over what the graph holds at the end; it is taken in a further run,
 * because counting costs time. A script that is refused has a time alone. Constants of a metadata
 * section that a script lacks are read as placeholders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>

#include "measure.h"

enum { RUNS = 7 };

/* ---- reading ---- */

typedef struct measures {
    double read[RUNS]; /* seconds */
    size_t threads, bytes, functions, graph, peak;
    bool is_refused;
} measures;

static bool read_once(tunip_context *context, const tunip_source *source, double *spent,
                      measures *m)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.threads = m->threads;
    options.placeholders = true;
    double begin = seconds();
    tunip_graph *graph = tunip_read_source(context, source, &options, &error);
    *spent = seconds() - begin;
    m->is_refused = !graph && error.code == TUNIP_ERROR_SYNTAX;
    if (m->is_refused) return true;
    if (!graph) {
        fprintf(stderr, "bench: %s\n", error.message);
        return false;
    }
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, tunip_graph_root(graph));
    m->functions = module ? tunip_map_count(module->functions) : 1;
    m->graph = tunip_graph_memory(graph);
    tunip_graph_free(graph);
    return true;
}

/* The most memory that reading a file takes. False on failure. */
static bool count_memory(const char *path, measures *m)
{
    memory held = {0, 0};
    const tunip_allocator counting = {count_alloc, count_realloc, count_free, &held};
    tunip_error error = TUNIP_ERROR_INIT;
    double spent;
    tunip_context *context = tunip_context_new(&counting, &error);
    tunip_source *source = context ? tunip_source_open(context, path, &error) : NULL;
    size_t before = held.peak = held.held;
    bool fine = source && read_once(context, source, &spent, m);
    m->peak = held.peak - before;
    tunip_source_free(source);
    tunip_context_free(context);
    return fine;
}

static bool bench(tunip_context *context, const char *path, size_t threads)
{
    measures m = {.threads = threads};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_open(context, path, &error);
    bool fine = source != NULL;
    if (!fine) fprintf(stderr, "bench: %s: %s\n", path, error.message);
    for (size_t i = 0; fine && i < RUNS; i++) fine = read_once(context, source, &m.read[i], &m);
    if (fine && count_memory(path, &m)) {
        double spent = median(m.read, RUNS), in = (double)tunip_source_text(source).size / 1e6;
        printf("%-20s | %7.1f %8.4f %8.1f | ", path, in, spent, in / spent);
        if (m.is_refused)
            printf("refused\n");
        else
            printf("%9zu %9.0f | %8.1f %5.2f\n", m.functions, (double)m.functions / spent,
                   (double)m.graph / 1e6, (double)m.peak / (double)m.graph);
    }
    tunip_source_free(source);
    return fine;
}

int main(int argc, char **argv)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    if (!context) return 1;
    printf("%-20s | %7s %8s %8s | %9s %9s | %8s %5s\n", "reading scripts", "MB", "s", "MB/s",
           "functions", "per s", "graph MB", "peak");
    bool fine = true;
    size_t threads = 1;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            threads = strtoul(argv[++i], NULL, 10);
        else
            fine &= bench(context, argv[i], threads);
    tunip_context_free(context);
    return fine ? 0 : 1;
}
