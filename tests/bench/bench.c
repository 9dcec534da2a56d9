/* bench.c -- the speed of reading and printing modules, and the memory of their nodes.
 *
 *     bench [--runs N] [--threads N] [--backend NAME] FILE...
 *
 * Reads and prints each file N times (5). The table has the medians. The threads (1) read; one
 * thread prints. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>

#include "../../src/ir/graph.h"
#include "measure.h"

enum { MOST_RUNS = 99, DEFAULT_RUNS = 5 };

typedef struct measures {
    double read[MOST_RUNS]; /* in seconds, like the others */
    double docsify[MOST_RUNS];
    double render[MOST_RUNS];
    double mapped[MOST_RUNS]; /* docsify and render with a source map */
    size_t runs;
    const char *backend; /* NULL: python */
    size_t threads;
    size_t bytes_in, bytes_out;
    size_t nodes, functions, memory;
} measures;

static void note_sizes(measures *m, const tunip_graph *graph, const tunip_printed *printed)
{
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, tunip_graph_root(graph));
    m->functions = module ? tunip_map_count(module->functions) : 1;
    m->bytes_in = tunip_graph_text_size(graph);
    m->bytes_out = tunip_printed_text(printed).size;
    m->nodes = tn_graph_node_count(graph);
    m->memory = tunip_graph_memory(graph);
}

static bool print(tunip_context *context, const tunip_graph *graph, bool with_map, measures *m,
                  tunip_error *error)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.no_source_map = !with_map;
    options.backend = m->backend;
    tunip_printed *printed;
    if (tunip_print(context, tunip_graph_root(graph), &options, &printed, error) != TUNIP_OK)
        return false;
    double docsify = tunip_printed_seconds(printed, TUNIP_STAGE_DOCSIFY);
    double render = tunip_printed_seconds(printed, TUNIP_STAGE_RENDER);
    if (with_map) {
        m->mapped[m->runs] = docsify + render;
    } else {
        m->docsify[m->runs] = docsify;
        m->render[m->runs] = render;
    }
    note_sizes(m, graph, printed);
    tunip_printed_free(printed);
    return true;
}

static bool measure(tunip_context *context, const char *path, measures *m, tunip_error *error)
{
    double begin = seconds();
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.threads = m->threads;
    tunip_source *source = tunip_source_open_lazily(context, path, error);
    tunip_graph *graph = source ? tunip_read_source(context, source, &options, error) : NULL;
    tunip_source_free(source);
    if (!graph) return false;
    m->read[m->runs] = seconds() - begin;
    bool fine = print(context, graph, false, m, error) && print(context, graph, true, m, error);
    m->runs += fine;
    tunip_graph_free(graph);
    return fine;
}

static void write_header(void)
{
    printf("%-20s | %-24s | %-34s | %-18s | %-8s | %s\n", "", "read", "print = docsify + render",
           "printed per second", "with map", "memory");
    printf("%-20s | %7s %7s %8s | %9s %8s %7s %7s | %9s %8s | %8s | %s\n", "module", "MB", "s",
           "MB/s", "docsify s", "render s", "MB out", "MB/s", "functions", "nodes", "MB/s",
           "B/node");
}

static void write_row(const char *path, measures *m)
{
    const char *slash = strrchr(path, '/');
    double read = median(m->read, m->runs);
    double docsify = median(m->docsify, m->runs), render = median(m->render, m->runs);
    double print = docsify + render, in = (double)m->bytes_in / 1e6;
    double out = (double)m->bytes_out / 1e6;
    printf("%-20s | %7.1f %7.4f %8.1f | %9.4f %8.4f %7.2f %7.1f | %9.0f %8.0f | %8.1f | %6.1f\n",
           slash ? slash + 1 : path, in, read, in / read, docsify, render, out, out / print,
           (double)m->functions / print, (double)m->nodes / print, out / median(m->mapped, m->runs),
           (double)m->memory / (double)m->nodes);
    fflush(stdout);
}

typedef struct choices {
    size_t runs, threads;
    const char *backend;
} choices;

static bool bench(tunip_context *context, const char *path, const choices *how)
{
    measures m = {.backend = how->backend, .threads = how->threads};
    tunip_error error = TUNIP_ERROR_INIT;
    while (m.runs < how->runs) {
        if (measure(context, path, &m, &error)) continue;
        fprintf(stderr, "bench: %s: %s\n", path, error.message);
        return false;
    }
    write_row(path, &m);
    return true;
}

static size_t parse_runs(const char *text)
{
    long runs = strtol(text, NULL, 10);
    return runs < 1 ? 1 : runs > MOST_RUNS ? MOST_RUNS : (size_t)runs;
}

/* Returns the index of the first file. */
static int parse(int argc, char **argv, choices *how)
{
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--runs") == 0) how->runs = parse_runs(argv[at + 1]);
        if (strcmp(argv[at], "--threads") == 0) how->threads = strtoul(argv[at + 1], NULL, 10);
        if (strcmp(argv[at], "--backend") == 0) how->backend = argv[at + 1];
    }
    return at;
}

int main(int argc, char **argv)
{
    choices how = {.runs = DEFAULT_RUNS, .threads = 1};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    if (!context) return 1;
    bool fine = true;
    int first = parse(argc, argv, &how);
    write_header();
    for (int i = first; i < argc; i++) fine &= bench(context, argv[i], &how);
    tunip_context_free(context);
    return fine ? 0 : 1;
}
