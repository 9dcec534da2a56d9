/* many.c -- the cost of many registered dialects.
 *
 *     bench_many FILE...
 *
 * Makes contexts with 0, 1, 10, 100 and 1,000 dialects of 100 types each. For each context it
 * measures the time and the memory of the registration, a small print (the first one and later
 * ones), and a print of 100,000 nodes of the last dialect. Then it prints each file with none and
 * with all of the dialects in turn, and shows medians of 7. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>

#include "../stress/many.h"
#include "measure.h"

enum { MOST_DIALECTS = 1000, NODES = 100000, SMALL_PRINTS = 10000, RUNS = 7 };

/* ---- contexts ---- */

typedef struct world {
    memory memory; /* of the registration */
    tunip_context *context;
    double registering;
} world;

static bool open_world(world *w, const many_dialect *dialects, size_t count)
{
    const tunip_allocator counting = {count_alloc, count_realloc, count_free, &w->memory};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = TUNIP_OK;
    w->memory = (memory){0, 0};
    w->context = tunip_context_new(&counting, &error);
    size_t before = w->memory.held;
    double begin = seconds();
    for (size_t i = 0; i < count && status == TUNIP_OK && w->context; i++)
        status = tunip_context_add_dialect(w->context, &dialects[i].dialect, &error);
    w->registering = seconds() - begin;
    w->memory.held -= before;
    if (w->context && status == TUNIP_OK) return true;
    fprintf(stderr, "bench: %s\n", error.message);
    return false;
}

static double print_once(tunip_context *context, const void *root)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    options.no_source_map = true;
    double begin = seconds();
    tunip_print(context, root, &options, &printed, NULL);
    double spent = seconds() - begin;
    tunip_printed_free(printed);
    return spent;
}

/* ---- what is printed ---- */

/* A node of the first type with a list of nodes of all of them, each with an integer. */
static const void *make_nodes(tunip_graph *graph, const many_dialect *m)
{
    void **items = malloc(NODES * sizeof *items);
    many_node *root = tunip_node_new(graph, &m->types[0]);
    void *number = tunip_ir_int(graph, tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1), 7);
    for (size_t i = 0; items && i < NODES; i++) {
        many_node *item = tunip_node_new(graph, &m->types[i % MANY_TYPES]);
        item->value = number;
        items[i] = item;
    }
    if (items) root->value = (tunip_node *)tunip_array_new(graph, NODES, items);
    free(items);
    return root;
}

static void measure_dialects(const many_dialect *dialects, size_t count)
{
    world w;
    double small = 0, nodes[RUNS] = {0};
    if (!open_world(&w, dialects, count)) return;
    tunip_graph *graph = tunip_graph_new(w.context, NULL);
    const void *number = tunip_ir_int(graph, tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1), 7);
    double first = print_once(w.context, number);
    size_t held = w.memory.held;
    for (size_t i = 0; i < SMALL_PRINTS; i++) small += print_once(w.context, number);
    const void *root = count ? make_nodes(graph, &dialects[count - 1]) : NULL;
    for (size_t i = 0; root && i < RUNS; i++) nodes[i] = print_once(w.context, root);
    tunip_graph_free(graph);
    printf("%8zu | %11.6f %10.3f | %11.6f %10.3f | %10.1f\n", count, w.registering,
           (double)held / 1e6, first, small / SMALL_PRINTS * 1e6,
           median(nodes, RUNS) / NODES * 1e9);
    fflush(stdout);
    tunip_context_free(w.context);
}

/* ---- the built-in dialects ---- */

/* The two take turns, so that other load affects both. */
static bool measure_file(world worlds[2], const char *path)
{
    double times[2][RUNS];
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graphs[2];
    for (size_t k = 0; k < 2; k++) {
        graphs[k] = tunip_read_file(worlds[k].context, path, &error);
        if (graphs[k]) print_once(worlds[k].context, tunip_graph_root(graphs[k]));
    }
    bool fine = graphs[0] && graphs[1];
    for (size_t i = 0; fine && i < RUNS; i++)
        for (size_t k = 0; k < 2; k++)
            times[k][i] = print_once(worlds[k].context, tunip_graph_root(graphs[k]));
    double none = fine ? median(times[0], RUNS) : 0, all = fine ? median(times[1], RUNS) : 0;
    if (fine) printf("%s: %.4f s with none, %.4f s with all\n", path, none, all);
    if (!fine) fprintf(stderr, "bench: %s: %s\n", path, error.message);
    for (size_t k = 0; k < 2; k++) tunip_graph_free(graphs[k]);
    return fine;
}

static bool measure_files(const many_dialect *dialects, int count, char **files)
{
    world worlds[2];
    bool fine =
        open_world(&worlds[0], dialects, 0) && open_world(&worlds[1], dialects, MOST_DIALECTS);
    for (int i = 0; fine && i < count; i++) fine = measure_file(worlds, files[i]);
    for (size_t k = 0; fine && k < 2; k++) tunip_context_free(worlds[k].context);
    return fine;
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {0, 1, 10, 100, MOST_DIALECTS};
    many_dialect *dialects = malloc(MOST_DIALECTS * sizeof *dialects);
    if (!dialects) return 1;
    for (size_t i = 0; i < MOST_DIALECTS; i++) many_make(&dialects[i], i);
    printf("%8s | %-22s | %-22s | %s\n", "", "registering", "a small print", "last dialect");
    printf("%8s | %11s %10s | %11s %10s | %10s\n", "dialects", "s", "MB", "first, s", "us",
           "ns/node");
    for (size_t i = 0; i < TUNIP_LEN(counts); i++) measure_dialects(dialects, counts[i]);
    bool fine = measure_files(dialects, argc - 1, argv + 1);
    free(dialects);
    return fine ? 0 : 1;
}
