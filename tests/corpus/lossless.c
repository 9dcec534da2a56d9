/* lossless.c -- lossless prints are read back as the IR that they show. Reads file names from
 * standard input. Prints each file with the options lossless and share, in the language of its
 * root, reads the text in a context of its own, saves what was read, and compares what the saved
 * text holds with the file: strictly, with names. Counts the texts by what they needed, one count a
 * line.
 *
 * With --parts N it also takes up to N nodes of each file for roots of their own. With --random N
 * it prints N graphs that were made from those of the files by random changes. With --list it names
 * each text that is not only what the rules print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>

#include "../fuzz/mutate.h"

/* The forms that a text needed. */
typedef enum need { PLAIN, FIELDS, SAVED, FAILED, NEEDS } need;
static const char *const needs[] = {"plain", "fields", "saved", "failed"};

static size_t counts[NEEDS];
static bool lists;

typedef struct text {
    char *data;
    size_t size, room;
} text;

static int put(const char *data, size_t size, void *user)
{
    text *t = user;
    if (t->size + size > t->room) {
        size_t room = 2 * (t->size + size);
        char *grown = realloc(t->data, room);
        if (!grown) return 1;
        t->data = grown;
        t->room = room;
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
    return 0;
}

static bool contains(tunip_str in, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= in.size; i++)
        if (memcmp(in.data + i, word, size) == 0) return true;
    return false;
}

static need need_of(tunip_str printed)
{
    if (contains(printed, "# tunip: lossless node") && contains(printed, "metadata[\""))
        return SAVED;
    return contains(printed, "tvm.ir.make_node(") ? FIELDS : PLAIN;
}

static bool is_equal(tunip_context *context, const tunip_node *a, const tunip_node *b,
                     tunip_error *error)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    how.compare = TUNIP_FLAG_NAME;
    return tunip_equal_nodes(context, a, b, &how, error);
}

/* Whether two texts are the same. */
static bool is_same(const text *a, const text *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Whether what is read from the text is saved as a graph that is equal to the root, or as the same
 * text: some types have no equality, and some graphs differ from themselves. */
static bool comes_back(tunip_context *context, const tunip_node *root, const char *language,
                       tunip_str printed, tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    text saved = {NULL, 0, 0}, own = {NULL, 0, 0};
    tunip_graph *back = NULL;
    options.format = language;
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("text"), printed, error);
    tunip_graph *graph = source ? tunip_read_source(context, source, &options, error) : NULL;
    if (graph && tunip_save(context, tunip_graph_root(graph), put, &saved, error) == TUNIP_OK)
        back = tunip_read(context, (tunip_str){saved.data, saved.size}, error);
    bool same = back && tunip_vintage(tunip_graph_root(back)) == tunip_vintage(root);
    if (same && !is_equal(context, root, tunip_graph_root(back), error))
        same = tunip_save(context, root, put, &own, error) == TUNIP_OK && is_same(&own, &saved);
    tunip_graph_free(graph);
    tunip_graph_free(back);
    tunip_source_free(source);
    free(saved.data);
    free(own.data);
    return same;
}

static void check(tunip_context *context, const char *name, const tunip_node *root)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    need got = FAILED;
    options.lossless = options.share = true;
    if (tunip_print(context, root, &options, &printed, &error) == TUNIP_OK &&
        tunip_printed_lossless(printed) &&
        comes_back(context, root, tunip_printed_backend(printed), tunip_printed_text(printed),
                   &error))
        got = need_of(tunip_printed_text(printed));
    counts[got]++;
    if (lists && got != PLAIN)
        printf("%s\t%s\t%s\t%s\n", name, root ? root->type->key : "None", needs[got],
               error.message);
    tunip_printed_free(printed);
}

/* ---- parts ---- */

typedef struct parts {
    tunip_context *context;
    const char *name;
    size_t step, at;
} parts;

static tunip_walk_action check_part(const tunip_node *node, void *user)
{
    parts *p = user;
    if (node->type->base && p->at++ % p->step == 0) check(p->context, p->name, node);
    return TUNIP_WALK_ON;
}

static tunip_walk_action count_part(const tunip_node *node, void *user)
{
    *(size_t *)user += node->type->base != NULL;
    return TUNIP_WALK_ON;
}

static void check_parts(tunip_context *context, const char *name, const tunip_node *root,
                        size_t most)
{
    size_t count = 0;
    tunip_walker walker = {.enter = count_part, .user = &count};
    tunip_walk_once(root, &walker);
    parts p = {context, name, most < count ? count / most : 1, 1};
    walker = (tunip_walker){.enter = check_part, .user = &p};
    tunip_walk_once(root, &walker);
}

/* ---- random graphs ---- */

typedef struct files {
    tunip_source **items;
    size_t count;
} files;

static void check_random(tunip_context *context, const files *all, size_t seed)
{
    enum { ROOM = 1 << 20 };
    static char room[ROOM];
    char name[64];
    fuzz_random random = {seed};
    const tunip_source *file = all->items[fuzz_below(&random, all->count)];
    const tunip_source *donor = all->items[fuzz_below(&random, all->count)];
    fuzz_buffer changed = {room, 0, ROOM, false};
    if (!fuzz_mutate_graph(&random, tunip_source_text(file), tunip_source_text(donor), &changed) ||
        changed.full)
        return;
    tunip_graph *graph = tunip_read(context, (tunip_str){changed.text, changed.size}, NULL);
    const tunip_node *root = graph ? tunip_graph_root(graph) : NULL;
    snprintf(name, sizeof name, "random %zu", seed);
    if (root && fuzz_is_small(root)) check(context, name, root);
    tunip_graph_free(graph);
}

static void check_randoms(tunip_context *context, size_t count)
{
    files all = {NULL, 0};
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_source **grown = realloc(all.items, (all.count + 1) * sizeof *grown);
        tunip_source *source = grown ? tunip_source_open(context, line, NULL) : NULL;
        if (grown) all.items = grown;
        if (source) all.items[all.count++] = source;
    }
    for (size_t seed = 0; all.count && seed < count; seed++) check_random(context, &all, seed);
    for (size_t i = 0; i < all.count; i++) tunip_source_free(all.items[i]);
    free(all.items);
}

int main(int argc, char **argv)
{
    char line[4096];
    size_t most_parts = 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) lists = true;
        if (strcmp(argv[i], "--parts") == 0) most_parts = strtoul(argv[++i], NULL, 10);
    }
    if (argc > 2 && strcmp(argv[1], "--random") == 0)
        check_randoms(context, strtoul(argv[2], NULL, 10));
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_graph *graph = tunip_read_file(context, line, NULL);
        if (!graph) continue;
        check(context, line, tunip_graph_root(graph));
        if (most_parts) check_parts(context, line, tunip_graph_root(graph), most_parts);
        tunip_graph_free(graph);
    }
    tunip_context_free(context);
    for (size_t i = 0; i < NEEDS; i++) printf("%s\t%zu\n", needs[i], counts[i]);
    return counts[FAILED] != 0 || !counts[PLAIN];
}
