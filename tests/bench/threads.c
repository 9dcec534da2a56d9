/* threads.c -- what threads save.
 *
 *     bench_threads FILE...
 *
 * Reads each file once, and prints it as text with 1, 2 and 4 threads in turn. Shows the least time
 * of many runs, and the least processor time of the calling thread: the first is what threads save,
 * the second what they would save if no other program used the machine. Compares the texts. */
#include <stdio.h>
#include <string.h>

#include <tunip.h>

#include "measure.h"

enum { RUNS = 60, KINDS = 3 };

static const size_t threads[KINDS] = {1, 2, 4};

typedef struct result {
    double least, own;
    char *text; /* of the first run */
    bool differs;
} result;

static bool print_once(tunip_context *context, const tunip_graph *graph, size_t count, result *r)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    options.no_source_map = true;
    options.threads = count;
    double begin = seconds(), own = thread_seconds();
    tunip_print(context, tunip_graph_root(graph), &options, &printed, NULL);
    double spent = seconds() - begin;
    own = thread_seconds() - own;
    if (!printed) return false;
    if (!r->least || spent < r->least) r->least = spent;
    if (!r->own || own < r->own) r->own = own;
    const char *text = tunip_printed_text(printed).data;
    if (!r->text) r->text = strdup(text);
    r->differs |= !r->text || strcmp(r->text, text) != 0;
    tunip_printed_free(printed);
    return true;
}

static bool measure(tunip_context *context, const char *file)
{
    result results[KINDS] = {{.text = NULL}};
    tunip_graph *graph = tunip_read_file(context, file, NULL);
    bool fine = graph != NULL;
    for (size_t i = 0; fine && i < RUNS * KINDS; i++)
        fine = print_once(context, graph, threads[i % KINDS], &results[i % KINDS]);
    if (fine) printf("%s:", file);
    for (size_t k = 0; fine && k < KINDS; k++) {
        bool same = !results[k].differs && strcmp(results[0].text, results[k].text) == 0;
        printf(" %zu threads: %.4f s (%.2f), own %.4f s (%.2f)%s;", threads[k], results[k].least,
               results[0].least / results[k].least, results[k].own,
               results[0].own / results[k].own, same ? "" : " OTHER TEXT");
    }
    if (fine) printf("\n");
    for (size_t k = 0; k < KINDS; k++) free(results[k].text);
    tunip_graph_free(graph);
    return fine;
}

int main(int argc, char **argv)
{
    bool fine = true;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 1;
    for (int i = 1; i < argc; i++) fine &= measure(context, argv[i]);
    tunip_context_free(context);
    return fine ? 0 : 1;
}
