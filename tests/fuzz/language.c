/* language.c -- any bytes, read as text of a language. A refusal has a reason and a place. A graph
 * that was read prints. If the print has no issues, reading its text gives a graph with the same
 * text. */
#include <stdlib.h>

#include "language.h"

enum { MOST_BYTES = 1 << 20 };

/* Whether there are no issues. Comments of MLIR do not count: a print leaves them out. */
static bool is_fine(const tunip_printed *printed)
{
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++)
        if (tunip_printed_issue(printed, i)->kind != TUNIP_ISSUE_LOST) return false;
    return true;
}

/* NULL if the graph is too large, or if the print has issues. */
static tunip_printed *print(const char *language, const tunip_graph *graph)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = language;
    options.show_meta = true;
    if (!fuzz_is_small(tunip_graph_root(graph))) return NULL;
    tunip_status status =
        tunip_print(fuzz_context(), tunip_graph_root(graph), &options, &printed, &error);
    FUZZ_CHECK(status == TUNIP_OK || status == TUNIP_ERROR_LIMIT);
    if (printed && is_fine(printed) && tunip_printed_text(printed).size < MOST_BYTES)
        return printed;
    tunip_printed_free(printed);
    return NULL;
}

static void check_again(const char *language, const tunip_printed *printed)
{
    tunip_graph *graph = fuzz_read_script(language, tunip_printed_text(printed), false);
    tunip_printed *again = graph ? print(language, graph) : NULL;
    FUZZ_CHECK(graph);
    if (again) FUZZ_CHECK(tunip_str_equal(tunip_printed_text(printed), tunip_printed_text(again)));
    tunip_printed_free(again);
    tunip_graph_free(graph);
}

int fuzz_language(const char *language, const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    FUZZ_CHECK(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    tunip_graph *graph = fuzz_read_script(language, (tunip_str){copy, size}, false);
    tunip_printed *printed = graph ? print(language, graph) : NULL;
    if (printed) check_again(language, printed);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    free(copy);
    return 0;
}
