/* paths.c -- every path of a source map leads to a node. Reads file names from standard input,
 * prints each file with all general backends, and follows each path of each span in the graph that
 * was printed. It complains about a path that does not exist.
 *
 * Inside a node that is saved as one text (a type with a codec) any step is allowed. */
#include <stdio.h>
#include <string.h>

#include "ir/path.h"
#include "print/print.h"
#include "util/text.h"

#include <tunip.h>

enum { MOST_COMPLAINTS = 50, LONGEST_PATH = 512 };

static int complaints;
static size_t texts, paths_seen;

/* Whether a path leads to something; sets *to to its node. */
static bool follow(tn_follower *f, const tunip_path *path, const tunip_node **to)
{
    *to = path->parent ? NULL : f->root;
    if (!path->parent) return true;
    const tunip_node *from = tn_follow(f, path->parent);
    if (from) return tn_follow_step(f, from, path, to) != TN_STEP_NOWHERE;
    const tunip_node *outer = NULL;
    return path->parent->parent && follow(f, path->parent, &outer) && !outer &&
           (from = tn_follow(f, path->parent->parent)) && from->type->codec;
}

static void complain(const char *name, const char *way, const tunip_path *path)
{
    char text[LONGEST_PATH];
    if (complaints++ >= MOST_COMPLAINTS) return;
    tunip_path_text(path, text, sizeof text);
    printf("%s (%s): %s is not in the graph\n", name, way, text);
}

static void check(tn_follower *f, const tunip_printed *printed, const char *name, const char *way)
{
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        const tunip_path *path;
        for (size_t n = 0; (path = tunip_printed_span_path(printed, i, n)); n++) {
            const tunip_node *to;
            paths_seen++;
            if (!follow(f, path, &to)) complain(name, way, path);
        }
    }
}

static void print(tunip_context *context, const tunip_graph *graph, const char *name,
                  const char *way)
{
    tunip_printed *printed;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = way;
    if (tunip_print(context, tunip_graph_root(graph), &options, &printed, NULL) != TUNIP_OK)
        return; /* builder may refuse the object */
    tn_follower follower;
    tn_follower_init(&follower, tunip_graph_root(graph), &tn_malloc);
    check(&follower, printed, name, way);
    texts++;
    tn_follower_free(&follower);
    tunip_printed_free(printed);
}

int main(void)
{
    static const char *const backends[] = {"python", "text", "doc", "builder"};
    char line[4096];
    tunip_context *context = tunip_context_new(NULL, NULL);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_graph *graph = tunip_read_file(context, line, NULL);
        if (!graph) continue; /* of another version */
        for (size_t i = 0; i < TUNIP_LEN(backends); i++) print(context, graph, line, backends[i]);
        tunip_graph_free(graph);
    }
    tunip_context_free(context);
    printf("%zu texts, %zu paths, %d complaints\n", texts, paths_seen, complaints);
    return complaints || !texts;
}
