/* read_back.c -- printed scripts can be read back. Reads file names from standard input, prints
 * each file as Python, with and without syntax sugar, reads the text, and prints what it read.
 * Counts the texts by what the report says of them and by what happened, one count a line;
 * read_back.py compares the counts with those that are accepted. With --list it names each text
 * that is not read back. With --random N it changes the graphs of the files at random, and does
 * this for N of the results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>

#include "../fuzz/mutate.h"

/* The report's verdict on a text. */
typedef enum promise { LOSSLESS, LOSSY, UNPARSABLE, PROMISES } promise;
static const char *const promises[] = {"lossless", "lossy", "unparsable"};

/* The result of reading the text. */
typedef enum outcome { EQUAL, OTHER, REFUSED, OUTCOMES } outcome;
static const char *const outcomes[] = {"equal", "read as another object", "refused"};

static int complaints; /* none is accepted */
static size_t counts[PROMISES][OUTCOMES];
static size_t changed; /* texts of which another text came back */

typedef struct run {
    tunip_context *context;
    const char *name;
    const tunip_node *root;
    tunip_print_options options;
    const char *variant;
    bool list;
} run;

static void complain(const run *r, const char *what, const tunip_error *error)
{
    complaints++;
    printf("%s (%s): %s", r->name, r->variant, what);
    if (error) printf(": %zu:%zu: %s", error->line, error->column, error->message);
    putchar('\n');
}

static tunip_printed *print(const run *r, const tunip_node *root, bool find_losses)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options options = r->options;
    options.find_losses = find_losses;
    options.no_source_map = !find_losses;
    if (tunip_print(r->context, root, &options, &printed, &error) != TUNIP_OK)
        complain(r, "does not print", &error);
    return printed;
}

/* Writes the path of the first difference into `place`. */
static bool is_equal(const run *r, const tunip_node *root, char *place, size_t size)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_comparison *comparison;
    how.map_free_vars = true;
    if (tunip_equal(r->context, r->root, root, &how, &comparison, &error) != TUNIP_OK)
        complain(r, "does not compare", &error);
    bool equal = tunip_comparison_equal(comparison);
    if (!equal) tunip_path_text(tunip_comparison_lhs_path(comparison), place, size);
    tunip_comparison_free(comparison);
    return equal;
}

/* The text of what was read is the text. */
static bool prints_again(const run *r, const tunip_node *root, tunip_str text)
{
    tunip_printed *again = print(r, root, false);
    bool same = again && tunip_str_equal(tunip_printed_text(again), text);
    tunip_printed_free(again);
    return same;
}

static tunip_graph *read_text(const run *r, tunip_str text, tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "python";
    tunip_source *source = tunip_source_new(NULL, tunip_str_from(r->name), text, error);
    tunip_graph *graph = source ? tunip_read_source(r->context, source, &options, error) : NULL;
    tunip_source_free(source);
    return graph;
}

/* The root that was read, in the version of the printed one, as `tunip equal` compares them. */
static const tunip_node *same_version(const run *r, tunip_graph *graph, tunip_error *error)
{
    const tunip_node *root = tunip_graph_root(graph);
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    unsigned is = tunip_vintage(root);
    options.vintage = tunip_vintage(r->root);
    if (!is || !options.vintage || is == options.vintage) return root;
    return tunip_convert_with(r->context, graph, root, &options, error);
}

/* A line of the list: how the text is read back, what the report says, why, and the place. */
static void list_text(const run *r, const tunip_printed *printed, promise said, outcome got,
                      const char *place)
{
    size_t count = tunip_printed_issue_count(printed);
    const tunip_issue *issue = count ? tunip_printed_issue(printed, 0) : NULL;
    printf("%s\t%s\t%s\t%s\t", r->name, r->variant, promises[said], outcomes[got]);
    printf("%.*s\t%s\n", issue ? (int)issue->message.size : 0, issue ? issue->message.data : "",
           place);
}

static void check_text(const run *r, const tunip_printed *printed)
{
    char place[1024] = "";
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = tunip_printed_text(printed);
    promise said = tunip_printed_lossless(printed)   ? LOSSLESS
                   : tunip_printed_parsable(printed) ? LOSSY
                                                     : UNPARSABLE;
    tunip_graph *graph = read_text(r, text, &error);
    const tunip_node *root = graph ? same_version(r, graph, &error) : NULL;
    outcome got = !root ? REFUSED : is_equal(r, root, place, sizeof place) ? EQUAL : OTHER;
    bool again = !root || said == UNPARSABLE || prints_again(r, tunip_graph_root(graph), text);
    counts[said][got]++;
    changed += !again;
    if (!root && !error.message[0]) complain(r, "refused without a reason", NULL);
    if (!root)
        snprintf(place, sizeof place, "%zu:%zu: %s", error.line, error.column, error.message);
    if (r->list && (got != EQUAL || said != LOSSLESS || !again))
        list_text(r, printed, said, got, again ? place : "prints as another text");
    tunip_graph_free(graph);
}

static bool needs_metadata(const tunip_printed *printed)
{
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++)
        if (tunip_printed_issue(printed, i)->kind == TUNIP_ISSUE_METADATA) return true;
    return false;
}

static void check_variant(run *r, const char *variant, bool no_syntax_sugar)
{
    r->variant = variant;
    r->options.no_syntax_sugar = no_syntax_sugar;
    r->options.show_meta = false;
    tunip_printed *printed = print(r, r->root, true);
    if (printed && needs_metadata(printed)) {
        tunip_printed_free(printed);
        r->options.show_meta = true;
        printed = print(r, r->root, true);
    }
    if (printed) check_text(r, printed);
    tunip_printed_free(printed);
}

static void check_file(tunip_context *context, const char *name, bool list)
{
    tunip_graph *graph = tunip_read_file(context, name, NULL);
    if (!graph) return; /* of another version */
    run r = {context, name, tunip_graph_root(graph), TUNIP_PRINT_OPTIONS_INIT, "", list};
    check_variant(&r, "sugar", false);
    check_variant(&r, "no sugar", true);
    tunip_graph_free(graph);
}

/* ---- random graphs ---- */

typedef struct files {
    tunip_source **items;
    size_t count;
} files;

static void open_files(files *all, tunip_context *context)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_source **grown = realloc(all->items, (all->count + 1) * sizeof *grown);
        tunip_source *source = grown ? tunip_source_open(context, line, NULL) : NULL;
        if (grown) all->items = grown;
        if (source) all->items[all->count++] = source;
    }
}

/* The report must be right about any graph. */
static void check_random(tunip_context *context, const files *all, size_t seed, bool list)
{
    enum { ROOM = 1 << 20 };
    static char room[ROOM];
    fuzz_random random = {seed};
    const tunip_source *file = all->items[fuzz_below(&random, all->count)];
    const tunip_source *donor = all->items[fuzz_below(&random, all->count)];
    fuzz_buffer changed_text = {room, 0, ROOM, false};
    if (!fuzz_mutate_graph(&random, tunip_source_text(file), tunip_source_text(donor),
                           &changed_text) ||
        changed_text.full)
        return;
    tunip_graph *graph =
        tunip_read(context, (tunip_str){changed_text.text, changed_text.size}, NULL);
    const tunip_node *root = graph ? tunip_graph_root(graph) : NULL;
    if (root && fuzz_is_small(root)) {
        run r = {context, tunip_source_name(file).data, root, TUNIP_PRINT_OPTIONS_INIT, "", list};
        check_variant(&r, "changed", false);
    }
    tunip_graph_free(graph);
}

static void check_randoms(tunip_context *context, size_t count, bool list)
{
    files all = {NULL, 0};
    open_files(&all, context);
    for (size_t seed = 0; all.count && seed < count; seed++)
        check_random(context, &all, seed, list);
    for (size_t i = 0; i < all.count; i++) tunip_source_free(all.items[i]);
    free(all.items);
}

static int write_counts(void)
{
    size_t equal = 0;
    for (size_t said = 0; said < PROMISES; said++) {
        equal += counts[said][EQUAL];
        if (said != LOSSLESS) printf("%s, read back\t%zu\n", promises[said], counts[said][EQUAL]);
        for (size_t got = OTHER; got < OUTCOMES; got++)
            printf("%s, %s\t%zu\n", promises[said], outcomes[got], counts[said][got]);
    }
    printf("printed as another text\t%zu\n", changed);
    printf("equal\t%zu\n", equal);
    return complaints || !equal;
}

int main(int argc, char **argv)
{
    char line[4096];
    bool list = strcmp(argv[argc - 1], "--list") == 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 2;
    if (argc > 2 && strcmp(argv[1], "--random") == 0)
        check_randoms(context, strtoul(argv[2], NULL, 10), list);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        check_file(context, line, list);
    }
    tunip_context_free(context);
    return write_counts();
}
