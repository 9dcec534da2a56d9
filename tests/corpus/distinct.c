/* distinct.c -- unequal objects do not have the same text. Reads lines "LHS RHS" from standard
 * input, prints both files with all general backends, and complains about pairs with the same text
 * in all of them. Two exceptions are counted, and listed with --list: sides that are equal when
 * free variables are mapped, because no text identifies free variables; and two copies of one file,
 * which TVM calls unequal if their type has no equality. */
#include <stdio.h>
#include <string.h>

#include <tunip.h>

static int complaints;
static size_t pairs, mapped, copies;

typedef struct pair {
    tunip_context *context;
    const char *lhs, *rhs; /* names */
    const tunip_node *left, *right;
} pair;

static bool reads_the_same(const pair *p, const char *backend, bool show_meta)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *a = NULL, *b = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = backend;
    options.no_source_map = true;
    options.show_meta = show_meta;
    if (tunip_print(p->context, p->left, &options, &a, &error) != TUNIP_OK ||
        tunip_print(p->context, p->right, &options, &b, &error) != TUNIP_OK) {
        complaints++;
        printf("%s %s (%s): %s\n", p->lhs, p->rhs, backend, error.message);
    }
    bool same = a && b && tunip_str_equal(tunip_printed_text(a), tunip_printed_text(b));
    tunip_printed_free(a);
    tunip_printed_free(b);
    return same;
}

static bool is_mapped(const pair *p)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    tunip_comparison *comparison; /* not known to be equal is not equal here */
    if (tunip_equal(p->context, p->left, p->right, &options, &comparison, &error) != TUNIP_OK) {
        complaints++;
        printf("%s %s: %s\n", p->lhs, p->rhs, error.message);
    }
    bool equal = tunip_comparison_equal(comparison);
    tunip_comparison_free(comparison);
    return equal;
}

static bool is_copy(const pair *p)
{
    FILE *a = fopen(p->lhs, "rb"), *b = fopen(p->rhs, "rb");
    int c = 0, d = 0;
    while (a && b && c == d && c != EOF) {
        c = getc(a);
        d = getc(b);
    }
    if (a) fclose(a);
    if (b) fclose(b);
    return c == EOF && d == EOF;
}

/* Whether no text can distinguish the two. */
static bool is_excused(const pair *p, bool list)
{
    bool copy = is_copy(p), excused = copy || is_mapped(p);
    copies += copy;
    mapped += excused && !copy;
    if (list && excused) printf("%s: %s %s\n", copy ? "a copy" : "free variables", p->lhs, p->rhs);
    return excused;
}

/* Prints the metadata section only if the texts are the same without it. */
static void check(const pair *p, bool list)
{
    static const char *const backends[] = {"text", "doc"};
    pairs++;
    if (is_excused(p, list)) return;
    bool in_metadata = reads_the_same(p, "python", false) && !reads_the_same(p, "python", true);
    for (size_t i = 0; i < TUNIP_LEN(backends); i++) {
        if (!reads_the_same(p, backends[i], in_metadata)) continue;
        complaints++;
        printf("%s %s: the same %s\n", p->lhs, p->rhs, backends[i]);
    }
}

int main(int argc, char **argv)
{
    char lhs[1024], rhs[1024];
    bool list = argc > 1 && strcmp(argv[1], "--list") == 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 2;
    while (scanf("%1023s %1023s", lhs, rhs) == 2) {
        tunip_graph *left = tunip_read_file(context, lhs, NULL);
        tunip_graph *right = tunip_read_file(context, rhs, NULL);
        pair p = {context, lhs, rhs, NULL, NULL};
        if (left && right) {
            p.left = tunip_graph_root(left);
            p.right = tunip_graph_root(right);
            check(&p, list);
        }
        tunip_graph_free(left);
        tunip_graph_free(right);
    }
    tunip_context_free(context);
    printf(
        "%zu pairs that are not equal, of which %zu differ in their free variables alone and %zu "
        "are copies, %d complaints\n",
        pairs, mapped, copies, complaints);
    return complaints || pairs <= mapped + copies;
}
