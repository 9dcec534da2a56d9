/* distinct.c -- IR that is not equal does not read the same. Reads lines "LHS RHS" from standard
 * input, prints both files with the backends that print anything, and complains of those whose
 * texts are the same though Python's are not. With --list it names those of which Python's are the
 * same, too: there is something that no text says. */
#include <stdio.h>
#include <string.h>

#include <tunip.h>

static int complaints;
static size_t pairs, silent;

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

static void check(const pair *p, bool list)
{
    static const char python[] = "python";
    static const char *const backends[] = {"text", "doc"};
    bool both = reads_the_same(p, python, true);
    pairs++;
    silent += both;
    if (both && list) printf("the same in Python: %s %s\n", p->lhs, p->rhs);
    for (size_t i = 0; i < TUNIP_LEN(backends) && !both; i++) {
        bool visible = !reads_the_same(p, python, false);
        if (!reads_the_same(p, backends[i], !visible)) continue;
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
    printf("%zu pairs that are not equal, of which %zu are the same in Python, %d complaints\n",
           pairs, silent, complaints);
    return complaints || !pairs;
}
