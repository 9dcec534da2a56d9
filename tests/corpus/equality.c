/* equality.c -- properties of equality and hash for any pair. Reads lines "MAP LHS RHS" from
 * standard input (MAP is 1 to map free variables) and complains about every pair of files that
 * violates one of these properties:
 *
 *   each side is equal to itself, and to itself read once more when free variables are mapped;
 *   the verdict is the same the other way round, with the paths exchanged;
 *   equal sides have one hash;
 *   there are edits exactly when the sides are not equal, and applied to the left side they give
 *   the right one;
 *   the first difference that equality finds is one of the edits, or inside one, or one is inside
 *   it; or an element was inserted, deleted or moved before it, in an array on the way to it; or it
 *   is at a use of what the edits follow and equality does not: a definition moved or renamed. */
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
                    tunip_comparison **out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = p->options;
    options.map_free_vars = map_free_vars;
    if (tunip_equal(p->context, lhs, rhs, &options, out, &error) != TUNIP_OK)
        complain(p, error.message);
    return tunip_comparison_equal(*out) || tunip_comparison_unsupported(*out);
}

static void must_be_equal(const pair *p, const tunip_node *lhs, const tunip_node *rhs,
                          bool map_free_vars, const char *otherwise)
{
    tunip_comparison *out;
    if (!compare(p, lhs, rhs, map_free_vars, &out)) complain(p, otherwise);
    tunip_comparison_free(out);
}

static bool same_path(const tunip_path *a, const tunip_path *b)
{
    char x[4096], y[4096];
    if (!a || !b) return a == b;
    tunip_path_text(a, x, sizeof x);
    tunip_path_text(b, y, sizeof y);
    return strcmp(x, y) == 0;
}

/* A comparison stops at the first difference, and visits maps in the order of the left one. So both
 * directions find the same difference only if both paths have the same steps. */
static bool is_mirrored(const tunip_comparison *there, const tunip_comparison *back)
{
    if (tunip_comparison_equal(there) != tunip_comparison_equal(back)) return false;
    return same_path(tunip_comparison_lhs_path(there), tunip_comparison_rhs_path(back)) &&
           same_path(tunip_comparison_rhs_path(there), tunip_comparison_lhs_path(back));
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
    tunip_comparison *there, *back;
    compare(p, p->lhs, p->rhs, p->options.map_free_vars, &there);
    compare(p, p->rhs, p->lhs, p->options.map_free_vars, &back);
    if (tunip_comparison_equal(there) != tunip_comparison_equal(back))
        complain(p, "not symmetric");
    else if (!is_mirrored(there, back) && !has_map_step(tunip_comparison_lhs_path(there)))
        complain(p, "the paths are not exchanged");
    if (tunip_comparison_equal(there)) must_have_one_hash(p);
    tunip_comparison_free(there);
    tunip_comparison_free(back);
}

/* ---- the edit script ---- */

static bool related(const tunip_path *a, const tunip_path *b)
{
    return tunip_path_is_prefix(a, b) || tunip_path_is_prefix(b, a);
}

/* Whether `edit` inserts, deletes or moves an element of an array before the index in `path`. */
static bool shifts(const tunip_path *edit, const tunip_path *path)
{
    if (edit->step != TUNIP_STEP_ITEM && edit->step != TUNIP_STEP_ITEM_MISSING) return false;
    if (path->depth < edit->depth) return false;
    while (path->depth > edit->depth) path = path->parent;
    bool item = path->step == TUNIP_STEP_ITEM || path->step == TUNIP_STEP_ITEM_MISSING;
    return item && edit->at.index <= path->at.index &&
           tunip_path_is_prefix(edit->parent, path->parent);
}

static bool covers(const tunip_edit *edit, const tunip_comparison *first)
{
    return related(edit->lhs_path, tunip_comparison_lhs_path(first)) ||
           related(edit->rhs_path, tunip_comparison_rhs_path(first)) ||
           shifts(edit->lhs_path, tunip_comparison_lhs_path(first)) ||
           shifts(edit->rhs_path, tunip_comparison_rhs_path(first));
}

static bool follows_definition(const tunip_edit *edit)
{
    bool moved = edit->kind == TUNIP_EDIT_MOVE || edit->kind == TUNIP_EDIT_RENAME;
    unsigned equality = moved && edit->lhs ? edit->lhs->type->equality : TUNIP_EQ_TREE;
    return equality == TUNIP_EQ_FREE_VAR || equality == TUNIP_EQ_DAG;
}

static size_t edits, scripts, followed;

static void must_cover(const pair *p, const tunip_script *script, const tunip_comparison *first)
{
    for (size_t i = 0; i < tunip_script_edit_count(script); i++)
        if (covers(tunip_script_edit(script, i), first)) return;
    for (size_t i = 0; i < tunip_script_edit_count(script); i++) {
        if (!follows_definition(tunip_script_edit(script, i))) continue;
        followed++;
        return;
    }
    complain(p, "the first difference is not among the edits");
}

static void must_apply(const pair *p, const tunip_node *rhs, const tunip_script *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *applied = tunip_diff_apply(p->context, script, &error);
    tunip_comparison *out;
    if (!applied) {
        complain(p, error.message);
        return;
    }
    if (!compare(p, tunip_graph_root(applied), rhs, p->options.map_free_vars, &out))
        complain(p, "the edits applied to one side do not give the other");
    tunip_comparison_free(out);
    tunip_graph_free(applied);
}

static void check_script(const pair *p, const tunip_node *lhs, const tunip_node *rhs)
{
    tunip_script *script;
    tunip_comparison *first;
    tunip_error error = TUNIP_ERROR_INIT;
    bool equal = compare(p, lhs, rhs, p->options.map_free_vars, &first) &&
                 !tunip_comparison_unsupported(first);
    if (tunip_diff(p->context, lhs, rhs, &p->options, &script, &error) != TUNIP_OK)
        complain(p, error.message);
    if (equal != !tunip_script_edit_count(script))
        complain(p, "there are edits, or none, against equality");
    if (!equal && !tunip_comparison_unsupported(first)) must_cover(p, script, first);
    must_apply(p, rhs, script);
    edits += tunip_script_edit_count(script);
    scripts += tunip_script_edit_count(script) != 0;
    tunip_script_free(script);
    tunip_comparison_free(first);
}

static void check_pair(const pair *p, const tunip_node *lhs_again)
{
    must_be_equal(p, p->lhs, p->lhs, false, "the left side is not equal to itself");
    must_be_equal(p, p->rhs, p->rhs, false, "the right side is not equal to itself");
    must_be_equal(p, p->lhs, lhs_again, true, "the left side is not equal to itself read again");
    check_verdict(p);
    check_script(p, p->lhs, p->rhs);
    check_script(p, p->rhs, p->lhs);
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
    printf("diff: %zu edits in %zu scripts, %zu of them of definitions that equality does not "
           "follow\n",
           edits, scripts, followed);
    return complaints || !pairs;
}
