/* vintages.c -- a conversion to the other version of TVM and back gives an equal graph, or names
 * what it cannot convert. Reads file names from standard input. Of each graph that was converted
 * the JSON must be read again as the same graph, and it must print. Of each that was refused every
 * path must lead to a node. Prints how many of each kind there were, with --reasons also why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>

enum { CONVERTED, REFUSED, OTHER, KINDS }; /* OTHER: all versions have such nodes */

static int complaints;
static bool gives_reasons;

static void complain(const char *name, const char *what, const tunip_error *error)
{
    enum { MOST = 50 };
    if (complaints++ < MOST) printf("%s: %s: %s %s\n", name, what, error->message, error->path);
}

typedef struct text {
    char *data;
    size_t size, room;
} text;

static int append(const char *data, size_t size, void *user)
{
    text *out = user;
    if (out->size + size + 1 > out->room) {
        out->room = 2 * (out->size + size + 1);
        char *grown = realloc(out->data, out->room);
        if (!grown) return 1;
        out->data = grown;
    }
    memcpy(out->data + out->size, data, size);
    out->size += size;
    out->data[out->size] = '\0';
    return 0;
}

/* If not, the path of the difference is that of the error. */
static bool is_equal(tunip_context *context, const tunip_node *a, const tunip_node *b,
                     tunip_error *error)
{
    tunip_comparison *comparison = NULL;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    tunip_equal(context, a, b, &how, &comparison, error);
    const tunip_path *path = tunip_comparison_lhs_path(comparison);
    bool equal = tunip_comparison_equal(comparison);
    uint64_t hashes[2] = {0, 0};
    if (equal && (tunip_hash(context, a, &how, &hashes[0], error) != TUNIP_OK ||
                  tunip_hash(context, b, &how, &hashes[1], error) != TUNIP_OK ||
                  hashes[0] != hashes[1]))
        complain("", "equal graphs have different hashes", error);
    if (path) tunip_path_text(path, error->path, sizeof error->path);
    tunip_comparison_free(comparison);
    return equal;
}

/* A graph that was converted is like any other: it is saved, read, compared and printed. */
static void check_made(tunip_context *context, const char *name, const tunip_node *made,
                       unsigned vintage)
{
    tunip_error error = TUNIP_ERROR_INIT;
    text saved = {NULL, 0, 0};
    tunip_printed *printed = NULL;
    tunip_graph *again = NULL;
    if (tunip_save(context, made, append, &saved, &error) == TUNIP_OK)
        again = tunip_read(context, (tunip_str){saved.data, saved.size}, &error);
    if (!again)
        complain(name, "converted, cannot be saved and read", &error);
    else if (!is_equal(context, made, tunip_graph_root(again), &error))
        complain(name, "converted and saved, is another graph", &error);
    else if (tunip_vintage(made) != vintage)
        complain(name, "converted, is of the wrong version", &error);
    if (tunip_print(context, made, NULL, &printed, &error) != TUNIP_OK)
        complain(name, "converted, cannot be printed", &error);
    tunip_printed_free(printed);
    tunip_graph_free(again);
    free(saved.data);
}

/* The conversion says that nothing is lost: so it must be. */
static void check_back(tunip_context *context, const char *name, const tunip_graph *graph,
                       const tunip_node *made)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    tunip_graph *back = tunip_graph_new(context, &error);
    options.vintage = tunip_vintage(tunip_graph_root(graph));
    const tunip_node *root = tunip_convert_with(context, back, made, &options, &error);
    if (!root || !is_equal(context, tunip_graph_root(graph), root, &error))
        complain(name, "converted and back, is not equal", &error);
    tunip_graph_free(back);
}

static void check_reasons(const char *name, const tunip_graph *graph,
                          const tunip_diagnostics *reasons, const tunip_error *why)
{
    const tunip_diagnostic *d;
    if (!tunip_diagnostics_count(reasons) || why->code != TUNIP_ERROR_ARGUMENT)
        complain(name, "refused without a reason", why);
    for (size_t i = 0; (d = tunip_diagnostics_get(reasons, i)); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        bool is_inside = strstr(tunip_diagnostic_message(d).data, "converted back") != NULL;
        if (!is_inside && !tunip_node_at(tunip_graph_root(graph), label->path.data, &error) &&
            error.code != TUNIP_OK)
            complain(name, "a path leads nowhere", &error);
        if (gives_reasons)
            printf("reason\t%s\t%s\t%s\n", name, label->path.data,
                   tunip_diagnostic_message(d).data);
    }
}

static int convert(tunip_context *context, const char *name, const tunip_graph *graph)
{
    tunip_error error = TUNIP_ERROR_INIT;
    unsigned from = tunip_vintage(tunip_graph_root(graph));
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    options.vintage = from == 23 ? 26 : 23;
    options.exact = true;
    options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    if (!from) options.vintage = 0;
    tunip_graph *there = tunip_graph_new(context, NULL);
    const tunip_node *made =
        from ? tunip_convert_with(context, there, tunip_graph_root(graph), &options, &error) : NULL;
    if (made) {
        check_made(context, name, made, options.vintage);
        check_back(context, name, graph, made);
    } else if (from) {
        check_reasons(name, graph, options.diagnostics, &error);
    }
    tunip_diagnostics_free(options.diagnostics);
    tunip_graph_free(there);
    return made ? CONVERTED : from ? REFUSED : OTHER;
}

int main(int argc, char **argv)
{
    char line[4096];
    size_t counts[KINDS] = {0};
    gives_reasons = argc > 1 && strcmp(argv[1], "--reasons") == 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_graph *graph = tunip_read_file(context, line, &error);
        if (graph)
            counts[convert(context, line, graph)]++;
        else
            complain(line, "cannot be read", &error);
        tunip_graph_free(graph);
    }
    printf("%zu\t%zu\t%zu\n", counts[CONVERTED], counts[REFUSED], counts[OTHER]);
    tunip_context_free(context);
    return complaints != 0;
}
