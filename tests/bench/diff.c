/* diff.c -- the speed of comparing graphs.
 *
 *     bench_diff [--threads N] [--edits N] FILE...
 *
 * Reads each file twice and compares the copies, with N threads: by equality, relative to one walk,
 * and by diff with 0, 1, 100 and 10,000 changed numbers, relative to the time of reading. With
 * --edits, only by diff, with so many changed numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>

#include "../../src/ir/graph.h"
#include "measure.h"

/* ---- a walk, and numbers to change ---- */

enum { MOST_NUMBERS = 1 << 20 };

typedef struct numbers {
    tunip_ir_int_imm **items;
    size_t count, nodes;
} numbers;

static tunip_walk_action look_at(const tunip_node *node, void *user)
{
    numbers *n = user;
    n->nodes++;
    if (n->items && tunip_is(node, &tunip_ir_int_imm_type) && n->count < MOST_NUMBERS)
        n->items[n->count++] = (tunip_ir_int_imm *)(uintptr_t)node;
    return TUNIP_WALK_ON;
}

static void change(const numbers *n, size_t count)
{
    size_t step = count && n->count > count ? n->count / count : 1;
    for (size_t i = 0; i < count && n->count; i++)
        n->items[(i * step + step / 2) % n->count]->value += 1000 + (int64_t)i;
}

/* ---- measuring ---- */

static void measure_equality(tunip_context *context, const tunip_graph *lhs, const tunip_graph *rhs,
                             size_t threads)
{
    tunip_comparison *out;
    numbers n = {.items = NULL};
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    options.threads = threads;
    double begin = seconds();
    tunip_walk(tunip_graph_root(lhs),
               &(tunip_walker){.enter = look_at, .user = &n, .skip = TUNIP_FLAG_IGNORE});
    double walked = seconds();
    tunip_equal(context, tunip_graph_root(lhs), tunip_graph_root(rhs), &options, &out, NULL);
    double compared = seconds() - walked;
    printf("  equality: %.4f s, %.1f million nodes a second; a walk of %zu nodes: %.4f s\n",
           compared, (double)tn_graph_node_count(lhs) / compared / 1e6, n.nodes, walked - begin);
    tunip_comparison_free(out);
}

static void measure_diff(tunip_context *context, const tunip_graph *lhs, const tunip_graph *rhs,
                         size_t edits, size_t threads, double reads)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    options.threads = threads;
    double begin = seconds();
    tunip_diff(context, tunip_graph_root(lhs), tunip_graph_root(rhs), &options, &script, &error);
    double spent = seconds() - begin;
    printf("  diff, %5zu edits: %.4f s, %.2f of two reads; %zu found\n", edits, spent,
           spent / reads, tunip_script_edit_count(script));
    tunip_script_free(script);
}

typedef struct settings {
    size_t threads;
    long edits; /* -1: all numbers of edits */
} settings;

static bool measure(tunip_context *context, const char *file, const settings *how)
{
    static const size_t edits[] = {0, 1, 100, 10000};
    double begin = seconds();
    tunip_graph *lhs = tunip_read_file(context, file, NULL);
    tunip_graph *rhs = tunip_read_file(context, file, NULL);
    double reads = seconds() - begin;
    numbers n = {.items = malloc(MOST_NUMBERS * sizeof *n.items)};
    bool fine = lhs && rhs && n.items;
    if (fine) {
        printf("%s: %zu nodes, two reads: %.4f s\n", file, tn_graph_node_count(lhs), reads);
        if (how->edits < 0) measure_equality(context, lhs, rhs, how->threads);
        tunip_walk(tunip_graph_root(rhs),
                   &(tunip_walker){.enter = look_at, .user = &n, .skip = TUNIP_FLAG_IGNORE});
    }
    for (size_t i = 0; fine && i < (how->edits < 0 ? TUNIP_LEN(edits) : 1); i++) {
        size_t count = how->edits < 0 ? edits[i] : (size_t)how->edits;
        change(&n, count);
        measure_diff(context, lhs, rhs, count, how->threads, reads);
    }
    free(n.items);
    tunip_graph_free(lhs);
    tunip_graph_free(rhs);
    return fine;
}

int main(int argc, char **argv)
{
    bool fine = true;
    settings how = {.threads = 1, .edits = -1};
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 1;
    for (int i = 1; i < argc; i++) {
        bool has_more = i + 1 < argc;
        if (has_more && strcmp(argv[i], "--threads") == 0)
            how.threads = strtoul(argv[++i], NULL, 10);
        else if (has_more && strcmp(argv[i], "--edits") == 0)
            how.edits = strtol(argv[++i], NULL, 10);
        else
            fine &= measure(context, argv[i], &how);
    }
    tunip_context_free(context);
    return fine ? 0 : 1;
}
