/* compare.c -- how fast graphs are compared: equality, and the diff of a graph with itself read once
 * more, as it is and with 1, 100 and 10,000 numbers in it changed.
 *
 *     compare [--runs N] FILE...
 *
 * The table holds medians of N runs (5). Both reads together are one time; a plain walk visits each
 * use of a node and looks at nothing; diffs are told in times of the reads, too. A number that is
 * used twice may be changed twice, which is one edit. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tunip.h>
#include <tunip/ir.h>

enum { MOST_RUNS = 99, DEFAULT_RUNS = 5, MOST_NUMBERS = 1 << 20 };

typedef struct numbers {
    ir_int_imm *items[MOST_NUMBERS];
    size_t count;
} numbers;

typedef struct subject {
    tunip_context *context;
    const char *file;
    size_t runs;
    tunip_graph *lhs, *rhs;
    double reads; /* seconds for both */
    size_t visits;
    numbers *numbers; /* of the right side */
    tunip_error error;
} subject;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the times `run` takes. */
static double measure(subject *s, void (*run)(subject *s))
{
    double times[MOST_RUNS];
    for (size_t i = 0; i < s->runs; i++) {
        double begin = seconds();
        run(s);
        times[i] = seconds() - begin;
    }
    qsort(times, s->runs, sizeof *times, by_value);
    return times[s->runs / 2];
}

/* ---- what is measured ---- */

static tunip_equal_options how(void)
{
    return (tunip_equal_options){.size = sizeof(tunip_equal_options), .map_free_vars = true};
}

static tunip_walk_action count_visit(const tunip_node *node, void *user)
{
    (void)node;
    ++*(size_t *)user;
    return TUNIP_WALK_ON;
}

static void walk(subject *s)
{
    s->visits = 0;
    tunip_walker walker = {.enter = count_visit, .user = &s->visits, .skip = TUNIP_IGNORE};
    tunip_walk(tunip_graph_root(s->lhs), &walker);
}

static void compare(subject *s)
{
    tunip_comparison comparison;
    tunip_equal_options options = how();
    tunip_equal(s->context, tunip_graph_root(s->lhs), tunip_graph_root(s->rhs), &options,
                &comparison, &s->error);
    tunip_comparison_free(&comparison);
}

static size_t count_edits(subject *s)
{
    tunip_script script;
    tunip_equal_options options = how();
    tunip_diff(s->context, tunip_graph_root(s->lhs), tunip_graph_root(s->rhs), &options, &script,
               &s->error);
    size_t count = script.edit_count;
    tunip_script_free(&script);
    return count;
}

static void diff(subject *s)
{
    count_edits(s);
}

/* ---- edits ---- */

static tunip_walk_action take_number(const tunip_node *node, void *user)
{
    numbers *n = user;
    const ir_int_imm *number = TUNIP_AS(ir_int_imm, node);
    if (number && n->count < MOST_NUMBERS) n->items[n->count++] = (ir_int_imm *)(uintptr_t)number;
    return TUNIP_WALK_ON;
}

/* Adds to so many of the numbers, evenly spread; taking the same away undoes it. */
static void shift(subject *s, size_t count, int64_t by)
{
    const numbers *n = s->numbers;
    if (count > n->count) count = n->count;
    for (size_t i = 0; i < count; i++) n->items[i * (n->count / count)]->value += by;
}

/* ---- the table ---- */

static void write_header(void)
{
    printf("%-18s | %8s %8s | %8s | %8s %8s", "module", "nodes", "reads s", "walk s", "equal s",
           "Mvis./s");
    for (int i = 0; i < 4; i++) printf(" | %8s %6s %6s", "diff s", "/reads", "edits");
    printf("\n");
}

static void write_row(subject *s)
{
    static const size_t edits[] = {0, 1, 100, 10000};
    const char *slash = strrchr(s->file, '/');
    double walked = measure(s, walk), equal = measure(s, compare);
    printf("%-18s | %8zu %8.4f | %8.4f %8.4f %8.1f", slash ? slash + 1 : s->file,
           tunip_graph_node_count(s->lhs), s->reads, walked, equal,
           (double)s->visits / equal / 1e6);
    for (size_t i = 0; i < TUNIP_LEN(edits); i++) {
        if (edits[i]) shift(s, edits[i], 100000);
        double took = measure(s, diff);
        printf(" | %8.4f %6.2f %6zu", took, took / s->reads, count_edits(s));
        if (edits[i]) shift(s, edits[i], -100000);
    }
    printf("\n");
    fflush(stdout);
}

static bool run_file(subject *s)
{
    double begin = seconds();
    s->lhs = tunip_read_file(s->context, s->file, &s->error);
    s->rhs = s->lhs ? tunip_read_file(s->context, s->file, &s->error) : NULL;
    s->reads = seconds() - begin;
    s->numbers = calloc(1, sizeof *s->numbers);
    if (s->rhs && s->numbers) {
        tunip_walker walker = {.enter = take_number, .user = s->numbers, .skip = TUNIP_IGNORE};
        tunip_walk(tunip_graph_root(s->rhs), &walker);
        write_row(s);
    }
    free(s->numbers);
    tunip_graph_free(s->lhs);
    tunip_graph_free(s->rhs);
    if (s->error.code == TUNIP_OK) return true;
    fprintf(stderr, "compare: %s: %s\n", s->file, s->error.message);
    return false;
}

int main(int argc, char **argv)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    size_t runs = DEFAULT_RUNS;
    bool fine = context != NULL;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--runs") == 0) {
        long given = strtol(argv[2], NULL, 10);
        runs = given < 1 ? 1 : given > MOST_RUNS ? MOST_RUNS : (size_t)given;
        first = 3;
    }
    write_header();
    for (int i = first; fine && i < argc; i++) {
        subject s = {.context = context, .file = argv[i], .runs = runs};
        fine = run_file(&s);
    }
    tunip_context_free(context);
    return fine ? 0 : 1;
}
