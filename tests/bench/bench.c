/* bench.c -- how fast modules are read and printed, and how much memory their nodes take.
 *
 *     bench [--runs N] FILE...
 *
 * Each file is read and printed N times (5); the table holds medians. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tunip.h>
#include <tunip/ir.h>

enum { MOST_RUNS = 99, DEFAULT_RUNS = 5 };

typedef struct measures {
    double read[MOST_RUNS]; /* seconds, as the others */
    double docsify[MOST_RUNS];
    double render[MOST_RUNS];
    size_t runs;
    size_t bytes_in, bytes_out;
    size_t nodes, functions, memory;
} measures;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static void note_sizes(measures *m, const tunip_graph *graph, const tunip_printed *printed)
{
    const ir_module *module = TUNIP_AS(ir_module, tunip_graph_root(graph));
    m->functions = module ? tunip_map_count(module->functions) : 1;
    m->bytes_in = tunip_graph_text_size(graph);
    m->bytes_out = tunip_printed_text(printed).size;
    m->nodes = tunip_graph_node_count(graph);
    m->memory = tunip_graph_memory(graph);
}

static bool measure(tunip_context *context, const char *path, measures *m, tunip_error *error)
{
    double begin = seconds();
    tunip_graph *graph = tunip_read_file(context, path, error);
    if (!graph) return false;
    m->read[m->runs] = seconds() - begin;
    tunip_printed *printed;
    if (tunip_print(context, tunip_graph_root(graph), NULL, &printed, error) == TUNIP_OK) {
        tunip_print_times times = tunip_printed_times(printed);
        m->docsify[m->runs] = times.docsify;
        m->render[m->runs++] = times.render;
        note_sizes(m, graph, printed);
    }
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    return printed != NULL;
}

static void write_header(void)
{
    printf("%-22s | %-27s | %-29s | %-22s | %s\n", "", "read", "print = docsify + render",
           "printed per second", "memory");
    printf("%-22s | %8s %8s %9s | %8s %8s %11s | %10s %11s | %s\n", "module", "MB", "s", "MB/s",
           "docsify s", "render s", "MB out", "functions", "nodes", "B/node");
}

static void write_row(const char *path, measures *m)
{
    const char *slash = strrchr(path, '/');
    double read = median(m->read, m->runs);
    double docsify = median(m->docsify, m->runs), render = median(m->render, m->runs);
    double print = docsify + render;
    printf("%-22s | %8.1f %8.4f %9.1f | %9.4f %8.4f %10.2f | %10.0f %11.0f | %6.1f\n",
           slash ? slash + 1 : path, (double)m->bytes_in / 1e6, read,
           (double)m->bytes_in / 1e6 / read, docsify, render, (double)m->bytes_out / 1e6,
           (double)m->functions / print, (double)m->nodes / print,
           (double)m->memory / (double)m->nodes);
    fflush(stdout);
}

static bool bench(tunip_context *context, const char *path, size_t runs)
{
    measures m = {.runs = 0};
    tunip_error error = TUNIP_ERROR_INIT;
    while (m.runs < runs) {
        if (measure(context, path, &m, &error)) continue;
        fprintf(stderr, "bench: %s: %s\n", path, error.message);
        return false;
    }
    write_row(path, &m);
    return true;
}

static size_t parse_runs(int *argc, char ***argv)
{
    if (*argc < 3 || strcmp((*argv)[1], "--runs") != 0) return DEFAULT_RUNS;
    long runs = strtol((*argv)[2], NULL, 10);
    *argc -= 2;
    *argv += 2;
    return runs < 1 ? 1 : runs > MOST_RUNS ? MOST_RUNS : (size_t)runs;
}

int main(int argc, char **argv)
{
    size_t runs = parse_runs(&argc, &argv);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    if (!context) return 1;
    bool fine = true;
    write_header();
    for (int i = 1; i < argc; i++) fine &= bench(context, argv[i], runs);
    tunip_context_free(context);
    return fine ? 0 : 1;
}
