/* diff_functions.c -- finds the functions of two modules that are the same, by equality (equal.h),
 * with several threads if that saves time (ahead.c). */
#include "align.h"
#include "diff.h"

static bool are_functions(const tn_map_pairing *p)
{
    return p->at->outer && !p->at->outer->outer;
}

/* NULL when out of memory; the differ has then failed. */
static tn_comparer *comparer_of(tn_differ *d)
{
    if (!d->comparer)
        d->comparer = tn_comparer_new(d->context, &d->options, d->tolerance, &d->result->to_rhs,
                                      &d->result->to_lhs);
    if (!d->comparer) tn_differ_fail(d);
    return d->comparer;
}

/* If many different functions have a large node in common, equality compares it for each of them.
 * So that this does not take quadratic time, the weights of these functions are added up, and after
 * a limit all functions count as different. The weights do not depend on the number of threads, as
 * the number of pairs that were compared would. */
enum { MOST_WASTED = 1 << 24, MOST_WEIGHT = MOST_WASTED / 16 };

static void waste(tn_differ *d, const tunip_node *function)
{
    uint32_t weight = tn_diff_print(d, function).weight;
    d->wasted += weight < MOST_WEIGHT ? weight : MOST_WEIGHT;
}

/* If the modules are equal, the comparison only finds functions without renames. */
tn_sameness tn_diff_compare_functions(tn_map_pairing *p, const tunip_node *lhs,
                                      const tunip_node *rhs)
{
    tn_differ *d = p->differ;
    if (!are_functions(p) || d->wasted > MOST_WASTED || !comparer_of(d)) return TN_DIFFERENT;
    if (d->in_step && !tn_comparer_pays(d->comparer)) return TN_DIFFERENT;
    tn_sameness sameness = tn_comparer_compare(d->comparer, lhs, rhs, d->map_free_vars, &d->error);
    if (sameness != TN_IDENTICAL && !d->in_step) waste(d, lhs);
    return sameness;
}

void tn_diff_functions_ahead(tn_map_pairing *p)
{
    tn_differ *d = p->differ;
    bool pays = d->options.threads > 1 && are_functions(p) && !d->in_step && !tn_differ_failed(d);
    if (pays && comparer_of(d))
        tn_comparer_ahead(d->comparer, p->lhs, p->rhs, p->to_rhs, TN_UNALIGNED, d->map_free_vars);
}
