/* compare.c -- compares the tensors of two dumps, which match.c pairs. A tensor in another layout
 * gets the layout of its counterpart first (layout.c). */
#include "compare.h"

#include <math.h>
#include <stdlib.h>

#include "layout.h"
#include "stats.h"
#include "text.h"

/* ---- numbers ---- */

/* Bits of floats, ordered as the numbers are. */
static int64_t ordered(const dbg_tensor *tensor, size_t index)
{
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    uint64_t bits = 0;
    memcpy(&bits, (const char *)tensor->data + index * bytes, bytes);
    uint64_t sign = UINT64_C(1) << (bytes * 8 - 1);
    return bits & sign ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

static uint64_t ulps(const dbg_tensor *left, const dbg_tensor *right, size_t index)
{
    int64_t a = ordered(left, index), b = ordered(right, index);
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

/* |a - b|, also for two integers of 64 bits that are the same double. */
static double gap_of(const dbg_tensor *left, const dbg_tensor *right, size_t index, double a,
                     double b)
{
    uint64_t x, y, sign = UINT64_C(1) << 63;
    if (dbg_dtype_is_float(left->dtype) || dbg_dtype_bytes(left->dtype) != sizeof x)
        return fabs(a - b);
    memcpy(&x, (const char *)left->data + index * sizeof x, sizeof x);
    memcpy(&y, (const char *)right->data + index * sizeof y, sizeof y);
    if (left->dtype.code == TUNIP_DTYPE_INT) x ^= sign, y ^= sign;
    return (double)(x > y ? x - y : y - x);
}

static bool within(double a, double b, double gap, uint64_t ulp, const dbg_tolerance *t)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b)) return a == b;
    if (isinf(gap)) /* the distance of two numbers may be more than any double: half of it is not */
        return ulp <= t->ulp || fabs(a / 2 - b / 2) <= t->absolute / 2 + t->relative * fabs(b / 2);
    return gap == 0 || ulp <= t->ulp || gap <= t->absolute + t->relative * fabs(b);
}

static void compare_bytes(const dbg_tensor *left, const dbg_tensor *right, dbg_difference *out)
{
    size_t bytes = dbg_dtype_bytes(left->dtype);
    for (size_t i = 0; i < left->count; i++)
        if (memcmp((const char *)left->data + i * bytes, (const char *)right->data + i * bytes,
                   bytes) != 0 &&
            !out->count++)
            out->first = i;
}

void dbg_tensor_compare(const dbg_tensor *left, const dbg_tensor *right,
                        const dbg_tolerance *tolerance, dbg_difference *out)
{
    dbg_element_fn read = dbg_dtype_reader(left->dtype);
    bool is_float = dbg_dtype_is_float(left->dtype);
    *out = (dbg_difference){0};
    if (!left->bytes || memcmp(left->data, right->data, left->bytes) == 0) return;
    if (!read) {
        compare_bytes(left, right, out);
        return;
    }
    for (size_t i = 0; i < left->count; i++) {
        double a = read(left, i), b = read(right, i), gap = gap_of(left, right, i, a, b);
        bool finite = isfinite(a) && isfinite(b), both_nan = isnan(a) && isnan(b);
        uint64_t ulp = !finite && a != b && !both_nan ? UINT64_MAX
                       : is_float && finite           ? ulps(left, right, i)
                                                      : (uint64_t)(gap > 0);
        if (both_nan || (!finite && a == b)) continue;
        if (finite && gap > out->absolute) out->absolute = gap;
        double most = fmax(fabs(a), fabs(b));
        double ratio = isinf(gap) ? fabs(a / most - b / most) : gap / most;
        if (finite && gap > 0 && ratio > out->relative) out->relative = ratio;
        if (ulp > out->ulp) out->ulp = ulp;
        if (!within(a, b, gap, is_float ? ulp : UINT64_MAX, tolerance) && !out->count++)
            out->first = i;
    }
}

/* ---- pairs ---- */

/* The layout of an output, or of the weights that a parameter is. */
static tunip_str layout_of(const dbg_dump *dump, const dbg_dumped *item)
{
    const dbg_dumped_node *node = &dump->nodes[item->node];
    for (size_t i = item->node + 1; !node->input_count && i < dump->node_count; i++) {
        const dbg_dumped_node *user = &dump->nodes[i];
        if (user->input_count > 1 && dump->inputs[user->first_input + 1] == item->node)
            return user->weight_layout;
    }
    return node->layout;
}

/* A pair that was compared. */
typedef struct compared {
    bool is_clear;    /* it is known which elements correspond */
    dbg_tensor *copy; /* the right tensor in the layout of the left one; NULL: it is so itself */
    dbg_difference difference;
} compared;

/* False when out of memory. free() frees out->copy. */
static bool compare_pair(const dbg_dump *left, const dbg_dump *right, const dbg_pair *pair,
                         const dbg_tolerance *tolerance, compared *out)
{
    const dbg_tensor *a = pair->left->tensor, *b = pair->right->tensor;
    tunip_str a_layout = layout_of(left, pair->left), b_layout = layout_of(right, pair->right);
    *out = (compared){.copy = NULL};
    bool fits = dbg_tensor_fits(a, b) &&
                (!a_layout.size || !b_layout.size || tunip_str_equal(a_layout, b_layout));
    if (!fits && !dbg_layout_convert(b, b_layout, a, a_layout, &out->copy)) return false;
    out->is_clear = fits || out->copy;
    if (out->is_clear)
        dbg_tensor_compare(a, out->copy ? out->copy : b, tolerance, &out->difference);
    return true;
}

/* ---- the report ---- */

static void put_place(dbg_text *t, const dbg_tensor *tensor, size_t index)
{
    size_t places[64];
    for (size_t i = tensor->rank; i-- > 0; index /= (size_t)tensor->dims[i])
        if (i < TUNIP_LEN(places)) places[i] = index % (size_t)tensor->dims[i];
    dbg_put(t, "[");
    for (size_t i = 0; i < tensor->rank && i < TUNIP_LEN(places); i++)
        dbg_put(t, "%s%zu", i ? ", " : "", places[i]);
    dbg_put(t, "]");
}

static void put_pair(dbg_text *t, const dbg_pair *p, const compared *c)
{
    char type[DBG_TYPE_SIZE];
    const dbg_difference *d = &c->difference;
    dbg_put(t, "  %4zu %4zu  %-9s", p->left->node, p->right->node,
            !c->is_clear ? "unclear"
            : d->count   ? "different"
                         : "equal");
    if (!c->is_clear)
        dbg_put(t, " %10s %10s %10s  ", "", "", "");
    else if (d->ulp == UINT64_MAX)
        dbg_put(t, " %10.4g %10.4g %10s  ", d->absolute, d->relative, "nan/inf");
    else
        dbg_put(t, " %10.4g %10.4g %10llu  ", d->absolute, d->relative, (unsigned long long)d->ulp);
    dbg_put(t, "%-14s  ", dbg_found_name(p->found));
    dbg_put_name(t, p->left->name);
    if (p->left->output) dbg_put(t, ".%zu", p->left->output);
    dbg_tensor_type(p->left->tensor, type);
    dbg_put(t, ": %s", type);
    if (!dbg_tensor_fits(p->left->tensor, p->right->tensor)) {
        dbg_tensor_type(p->right->tensor, type);
        dbg_put(t, " and %s", type);
    }
    dbg_put(t, "\n");
}

static void put_first(dbg_text *t, const dbg_pair *p, const compared *c)
{
    const dbg_difference *d = &c->difference;
    int digits = p->left->tensor->dtype.bits == 64 ? 17 : 9; /* no two numbers look the same */
    dbg_put(t, "first difference: node %zu, ", p->left->node);
    dbg_put_name(t, p->left->name);
    dbg_put(t, ", output %zu, element ", p->left->output);
    put_place(t, p->left->tensor, d->first);
    dbg_put(t, ": ");
    dbg_put_element(t, p->left->tensor, d->first, digits);
    dbg_put(t, " and ");
    dbg_put_element(t, c->copy ? c->copy : p->right->tensor, d->first, digits);
    dbg_put(t, "; %zu of %zu elements differ\n", d->count, p->left->tensor->count);
}

typedef struct verdict {
    size_t different, unclear, first, worst; /* the last two are indices of pairs */
    double growth;                           /* of the relative error, at `worst` */
    dbg_text text;                           /* about the first difference */
} verdict;

/* False when out of memory. */
static bool put_pairs(dbg_text *t, const dbg_dump *const dumps[2], const dbg_pair *pairs,
                      size_t count, const dbg_tolerance *tolerance, bool verbose, verdict *v)
{
    double before = 0;
    for (size_t i = 0; i < count; i++) {
        compared c;
        if (!compare_pair(dumps[0], dumps[1], &pairs[i], tolerance, &c)) return false;
        const dbg_difference *d = &c.difference;
        if (verbose || d->count || !c.is_clear) put_pair(t, &pairs[i], &c);
        if (!c.is_clear) v->unclear++;
        if (d->count && !v->different++) v->first = i, put_first(&v->text, &pairs[i], &c);
        if (d->relative - before > v->growth) v->growth = d->relative - before, v->worst = i;
        if (d->relative > before) before = d->relative;
        free(c.copy);
    }
    return true;
}

static void put_verdict(dbg_text *t, const dbg_pair *pairs, size_t count, const verdict *v)
{
    if (v->text.size) dbg_put(t, "%s", v->text.data);
    if (v->different && v->worst != SIZE_MAX && v->worst != v->first) {
        dbg_put(t, "the error grows most at node %zu, ", pairs[v->worst].left->node);
        dbg_put_name(t, pairs[v->worst].left->name);
        dbg_put(t, ": by %.4g\n", v->growth);
    }
    if (v->unclear)
        dbg_put(t, "%zu tensors were not compared: their shapes do not tell the layout\n",
                v->unclear);
    if (v->different)
        dbg_put(t, "%zu tensors differ\n", v->different);
    else
        dbg_put(t, "%s\n",
                count == v->unclear ? "nothing can be compared"
                : v->unclear        ? "all others are equal"
                                    : "all are equal");
}

tunip_status dbg_compare_write(const dbg_dump *left, const dbg_dump *right,
                               const dbg_tolerance *tolerance, bool verbose, tunip_write_fn write,
                               void *user, bool *same, tunip_error *error)
{
    const dbg_dump *const dumps[2] = {left, right};
    dbg_pair *pairs = NULL;
    dbg_text t = {.data = NULL};
    verdict v = {.first = SIZE_MAX, .worst = SIZE_MAX};
    size_t count = 0;
    bool fine = dbg_match(left, right, &pairs, &count);
    dbg_put(&t, "%zu of %zu and %zu tensors correspond\n", count, left->count, right->count);
    dbg_put(&t, "  %4s %4s  %-9s %10s %10s %10s  %-14s  %s\n", "left", "node", "", "absolute",
            "relative", "ulp", "found by", "name: type");
    fine = fine && put_pairs(&t, dumps, pairs, count, tolerance, verbose, &v);
    if (fine) put_verdict(&t, pairs, count, &v);
    *same = count > v.unclear && !v.different;
    t.failed = t.failed || v.text.failed;
    free(v.text.data);
    free(pairs);
    if (fine) return dbg_text_write(&t, write, user, error);
    free(t.data);
    return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}

bool dbg_compare_each(const dbg_dump *left, const dbg_dump *right, const dbg_tolerance *tolerance,
                      dbg_counterpart *out)
{
    dbg_pair *pairs = NULL;
    size_t count = 0;
    bool fine = dbg_match(left, right, &pairs, &count);
    for (size_t i = 0; fine && i < count; i++) {
        compared c;
        size_t item = (size_t)(pairs[i].left - left->items);
        fine = compare_pair(left, right, &pairs[i], tolerance, &c);
        if (!fine) break;
        out[item] =
            (dbg_counterpart){pairs[i].found, pairs[i].right->node, c.is_clear, c.difference};
        free(c.copy);
    }
    free(pairs);
    return fine;
}

/* ---- where NaN and infinities come from ---- */

static void count_values(const dbg_dump *dump, size_t *nans, size_t *infs)
{
    for (size_t i = 0; i < dump->count; i++) {
        dbg_stats stats;
        dbg_stats_compute(dump->items[i].tensor, &stats);
        nans[dump->items[i].node] += stats.nans;
        infs[dump->items[i].node] += stats.infs;
    }
}

static size_t put_origins(dbg_text *t, const dbg_dump *dump, const char *what, const size_t *counts)
{
    size_t found = 0;
    for (size_t i = 0; i < dump->node_count; i++) {
        const dbg_dumped_node *node = &dump->nodes[i];
        bool inherits = false;
        for (size_t k = 0; k < node->input_count; k++)
            inherits = inherits || counts[dump->inputs[node->first_input + k]];
        if (!counts[i]) continue;
        found++;
        dbg_put(t, "  node %zu, ", i);
        dbg_put_name(t, node->name);
        dbg_put(t, ", %s %zu %s\n", inherits ? "has" : "makes", counts[i], what);
    }
    return found;
}

tunip_status dbg_origins_write(const dbg_dump *dump, const char *title, tunip_write_fn write,
                               void *user, bool *clean, tunip_error *error)
{
    dbg_text t = {.data = NULL};
    size_t *nans = calloc(dump->node_count + 1, sizeof *nans);
    size_t *infs = calloc(dump->node_count + 1, sizeof *infs);
    tunip_status status = TUNIP_OK;
    if (nans && infs) {
        count_values(dump, nans, infs);
        dbg_put(&t, "%s:\n", title);
        size_t found = put_origins(&t, dump, "NaN", nans);
        found += put_origins(&t, dump, "Inf", infs);
        if (!found) dbg_put(&t, "  no node has a NaN or an Inf\n");
        *clean = !found;
        status = dbg_text_write(&t, write, user, error);
    } else {
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    free(nans);
    free(infs);
    return status;
}
