/* property.c -- checks properties of graphs without a search: those of settings.h, of every graph
 * that is read from a file, or of graphs that were changed at random. The names of the files come
 * from standard input. A failure ends the process, and its message says how to repeat it.
 *
 * usage: property --settings N [--newer] [--loud]
 *        property --seeds FIRST COUNT [--newer] [--loud]
 *
 * --settings prints each graph with each setting, and with N combinations of some. --seeds changes
 * graphs of the files at random, once for each seed. --newer converts each graph to TVM v0.26 first
 * and skips those for which that is not possible. Before each file or seed the program writes its
 * name, with --loud also the settings: the last line of a crash tells what crashed. */
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"

typedef struct run {
    bool newer, loud;
    size_t combinations;
    size_t graphs, prints;
} run;

/* ---- texts ---- */

enum { ROOM = 1 << 21 };

static int keep(const char *data, size_t size, void *user)
{
    fuzz_put(user, data, size);
    return ((fuzz_buffer *)user)->full;
}

/* Writes the graph of a text in v0.26. */
static bool make_newer(tunip_str text, fuzz_buffer *to)
{
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    tunip_graph *graph = tunip_read(fuzz_context(), text, NULL);
    options.vintage = 26;
    const tunip_node *made =
        graph ? tunip_convert_with(fuzz_context(), graph, tunip_graph_root(graph), &options, NULL)
              : NULL;
    bool fine = made && tunip_save(fuzz_context(), made, keep, to, NULL) == TUNIP_OK;
    tunip_graph_free(graph);
    return fine;
}

/* The text of a file, as saved JSON; empty if there is none. */
static tunip_str load(const run *r, const char *path, fuzz_buffer *to)
{
    tunip_source *source = tunip_source_open(fuzz_context(), path, NULL);
    tunip_str text = source ? tunip_source_text(source) : (tunip_str){"", 0};
    to->size = 0;
    to->full = false;
    bool fine = r->newer ? make_newer(text, to) : !keep(text.data, text.size, to);
    tunip_source_free(source);
    return fine ? (tunip_str){to->text, to->size} : (tunip_str){"", 0};
}

/* ---- one graph ---- */

/* Underlines the node of some span. */
static void underline_any(fuzz_settings *s, const tunip_node *root, fuzz_random *random)
{
    tunip_printed *printed = NULL;
    tunip_print(fuzz_context(), root, NULL, &printed, NULL);
    size_t count = printed ? tunip_printed_span_count(printed) : 0;
    const tunip_path *path =
        count ? tunip_printed_span_path(printed, fuzz_below(random, count), 0) : NULL;
    size_t size = path ? tunip_path_text(path, s->underlined, sizeof s->underlined) : 0;
    if (size && size < sizeof s->underlined) {
        s->underline[0] = s->underlined;
        s->options.underline = s->underline;
        s->options.underline_count = 1;
    }
    tunip_printed_free(printed);
}

static void check_with(run *r, fuzz_settings *s, const tunip_node *root, const char *name,
                       bool repeats)
{
    fuzz_note("%s, printed with:%s", name, s->text);
    if (r->loud) printf("  %s\n", s->text);
    if (r->loud) fflush(stdout);
    r->prints++;
    fuzz_check_print(s, root, true);
    fuzz_check_round(s, root, repeats);
}

static void check_settings(run *r, const tunip_node *root, const char *name, fuzz_random *random)
{
    fuzz_settings s;
    for (size_t row = 0; fuzz_settings_row(row); row++) {
        fuzz_settings_begin(&s);
        fuzz_settings_apply(&s, row);
        check_with(r, &s, root, name, true);
    }
    for (size_t i = 0; i < r->combinations; i++) {
        fuzz_settings_any(&s, random);
        underline_any(&s, root, random);
        check_with(r, &s, root, name, true);
    }
}

/* ---- files ---- */

typedef struct files {
    char **names;
    size_t count;
} files;

static files read_names(void)
{
    files all = {NULL, 0};
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        all.names = realloc(all.names, (all.count + 1) * sizeof *all.names);
        FUZZ_CHECK(all.names);
        all.names[all.count] = malloc(strlen(line) + 1);
        FUZZ_CHECK(all.names[all.count]);
        memcpy(all.names[all.count++], line, strlen(line) + 1);
    }
    return all;
}

static void check_file(run *r, const char *name, size_t index)
{
    static char room[ROOM];
    fuzz_buffer buffer = {room, 0, ROOM, false};
    fuzz_random random = {index};
    printf("%s\n", name);
    fflush(stdout);
    tunip_str text = load(r, name, &buffer);
    tunip_graph *graph = text.size ? tunip_read(fuzz_context(), text, NULL) : NULL;
    if (graph && fuzz_is_small(tunip_graph_root(graph))) {
        r->graphs++;
        check_settings(r, tunip_graph_root(graph), name, &random);
    }
    tunip_graph_free(graph);
}

/* ---- seeds ---- */

static void check_changed(run *r, tunip_str text, tunip_str other, const char *name,
                          fuzz_random *random)
{
    fuzz_settings s;
    tunip_graph *lhs = fuzz_read(text), *rhs = fuzz_read(other);
    const tunip_node *root = lhs ? tunip_graph_root(lhs) : NULL;
    if (root && rhs && fuzz_is_small(root) && fuzz_is_small(tunip_graph_root(rhs))) {
        r->graphs++;
        fuzz_note("%s", name);
        fuzz_check_saved(root);
        fuzz_check_conversion(root);
        fuzz_check_pair(root, tunip_graph_root(rhs), false, (unsigned)fuzz_below(random, 4));
        fuzz_settings_any(&s, random);
        if (!fuzz_below(random, 4)) underline_any(&s, root, random);
        check_with(r, &s, root, name, false);
    }
    tunip_graph_free(lhs);
    tunip_graph_free(rhs);
}

/* Changes one graph twice, or compares the changed graph with the original. */
static void check_seed(run *r, const files *all, size_t seed)
{
    static char rooms[4][ROOM];
    fuzz_buffer file = {rooms[0], 0, ROOM, false}, donor = {rooms[1], 0, ROOM, false};
    fuzz_buffer changed = {rooms[2], 0, ROOM, false}, other = {rooms[3], 0, ROOM, false};
    fuzz_random random = {seed};
    char name[64];
    snprintf(name, sizeof name, "seed %zu", seed);
    printf("%s\n", name);
    fflush(stdout);
    tunip_str text = load(r, all->names[fuzz_below(&random, all->count)], &file);
    tunip_str more = load(r, all->names[fuzz_below(&random, all->count)], &donor);
    if (!text.size || !fuzz_mutate_graph(&random, text, more, &changed) || changed.full) return;
    tunip_str first = {changed.text, changed.size}, second = text;
    if (fuzz_below(&random, 2) && fuzz_mutate_graph(&random, text, more, &other) && !other.full)
        second = (tunip_str){other.text, other.size};
    check_changed(r, first, second, name, &random);
}

int main(int argc, char **argv)
{
    run r = {0};
    size_t first = 0, count = 0;
    bool by_seed = argc > 3 && strcmp(argv[1], "--seeds") == 0;
    for (int i = 1; i < argc; i++) {
        r.newer |= strcmp(argv[i], "--newer") == 0;
        r.loud |= strcmp(argv[i], "--loud") == 0;
    }
    if (by_seed) first = strtoul(argv[2], NULL, 10);
    if (by_seed) count = strtoul(argv[3], NULL, 10);
    if (!by_seed && argc > 2) r.combinations = strtoul(argv[2], NULL, 10);
    files all = read_names();
    for (size_t i = 0; !by_seed && i < all.count; i++) check_file(&r, all.names[i], i);
    for (size_t i = 0; by_seed && all.count && i < count; i++) check_seed(&r, &all, first + i);
    for (size_t i = 0; i < all.count; i++) free(all.names[i]);
    free(all.names);
    printf("%zu graphs, %zu prints\n", r.graphs, r.prints);
    return r.graphs ? EXIT_SUCCESS : EXIT_FAILURE;
}
