/* equality.c -- what must hold of equality and hash whatever is compared. Reads lines "MAP LHS RHS"
 * from standard input (MAP is 1 to map free variables) and complains of every pair of files of
 * which one of these is not so:
 *
 *   each side is equal to itself, and to itself read once more when free variables are mapped;
 *   the verdict is the same the other way round, with the paths exchanged;
 *   equal sides have one hash. */
#include <stdio.h>
#include <string.h>

#include <tunip.h>

typedef struct pair {
    tunip_context *context;
    const char *name;
    const tunip_node *lhs, *rhs;
    tunip_equal_options options;
} pair;

static int complaints;

static void complain(const pair *p, const char *what)
{
    complaints++;
    printf("%s: %s\n", p->name, what);
}

static bool compare(const pair *p, const tunip_node *lhs, const tunip_node *rhs, bool map_free_vars,
                    tunip_comparison *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = p->options;
    options.map_free_vars = map_free_vars;
    if (tunip_equal(p->context, lhs, rhs, &options, out, &error) != TUNIP_OK)
        complain(p, error.message);
    return out->equal || out->unsupported;
}

static void must_be_equal(const pair *p, const tunip_node *lhs, const tunip_node *rhs,
                          bool map_free_vars, const char *otherwise)
{
    tunip_comparison out;
    if (!compare(p, lhs, rhs, map_free_vars, &out)) complain(p, otherwise);
    tunip_comparison_free(&out);
}

static bool same_path(const tunip_path *a, const tunip_path *b)
{
    char x[4096], y[4096];
    if (!a || !b) return a == b;
    tunip_path_text(a, x, sizeof x);
    tunip_path_text(b, y, sizeof y);
    return strcmp(x, y) == 0;
}

/* A comparison stops at the first difference it meets, and maps are met in the order of the left
 * one: only when both paths have the same steps is the same difference found. */
static bool is_mirrored(const tunip_comparison *there, const tunip_comparison *back)
{
    if (there->equal != back->equal) return false;
    return same_path(there->lhs_path, back->rhs_path) && same_path(there->rhs_path, back->lhs_path);
}

static bool has_map_step(const tunip_path *path)
{
    for (; path && path->parent; path = path->parent)
        if (path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING) return true;
    return false;
}

static void must_have_one_hash(const pair *p)
{
    uint64_t lhs, rhs;
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_hash(p->context, p->lhs, &p->options, &lhs, &error) != TUNIP_OK ||
        tunip_hash(p->context, p->rhs, &p->options, &rhs, &error) != TUNIP_OK)
        complain(p, error.message);
    else if (lhs != rhs)
        complain(p, "equal, with two hashes");
}

static void check_verdict(const pair *p)
{
    tunip_comparison there, back;
    compare(p, p->lhs, p->rhs, p->options.map_free_vars, &there);
    compare(p, p->rhs, p->lhs, p->options.map_free_vars, &back);
    if (there.equal != back.equal)
        complain(p, "not symmetric");
    else if (!is_mirrored(&there, &back) && !has_map_step(there.lhs_path))
        complain(p, "the paths are not exchanged");
    if (there.equal) must_have_one_hash(p);
    tunip_comparison_free(&there);
    tunip_comparison_free(&back);
}

static void check_pair(const pair *p, const tunip_node *lhs_again)
{
    must_be_equal(p, p->lhs, p->lhs, false, "the left side is not equal to itself");
    must_be_equal(p, p->rhs, p->rhs, false, "the right side is not equal to itself");
    must_be_equal(p, p->lhs, lhs_again, true, "the left side is not equal to itself read again");
    check_verdict(p);
}

static void check_files(tunip_context *context, const char *lhs, const char *rhs, bool map)
{
    tunip_error error = TUNIP_ERROR_INIT;
    pair p = {.context = context,
              .name = lhs,
              .options = {.size = sizeof p.options, .map_free_vars = map}};
    tunip_graph *left = tunip_read_file(context, lhs, &error);
    tunip_graph *again = tunip_read_file(context, lhs, &error);
    tunip_graph *right = tunip_read_file(context, rhs, &error);
    if (left && again && right) {
        p.lhs = tunip_graph_root(left);
        p.rhs = tunip_graph_root(right);
        check_pair(&p, tunip_graph_root(again));
    } else {
        complain(&p, error.message);
    }
    tunip_graph_free(left);
    tunip_graph_free(again);
    tunip_graph_free(right);
}

int main(void)
{
    char lhs[1024], rhs[1024];
    int map, pairs = 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (!context) return 2;
    while (scanf("%d %1023s %1023s", &map, lhs, rhs) == 3) {
        check_files(context, lhs, rhs, map);
        pairs++;
    }
    tunip_context_free(context);
    printf("equality: %d pairs, %d complaints\n", pairs, complaints);
    return complaints || !pairs;
}
