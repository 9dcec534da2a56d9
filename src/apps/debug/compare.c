/* compare.c -- compares the tensors of two dumps.
 *
 * Nodes of the same compilation have the same names in the same order. Nodes of different
 * compilations are fused differently: a fused function does what several others do, and its output
 * is that of the last of them, whose name ends its own. So two outputs correspond if their types
 * are the same and their names are, or one name ends with the other; of all ways to let outputs
 * correspond in order, the one with the most and best pairs counts. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>

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
        if (finite && gap > 0 && gap / fmax(fabs(a), fabs(b)) > out->relative)
            out->relative = gap / fmax(fabs(a), fabs(b));
        if (ulp > out->ulp) out->ulp = ulp;
        if (!within(a, b, gap, is_float ? ulp : UINT64_MAX, tolerance) && !out->count++)
            out->first = i;
    }
}

/* ---- pairs ---- */

typedef struct pair {
    const dbg_dumped *left, *right;
} pair;

/* A name without the prefix of the module and the number at its end: "nn_conv2d_add_nn_relu". */
static tunip_str core_of(tunip_str name)
{
    static const char fused[] = "fused_";
    for (size_t i = 0; i + sizeof fused - 1 <= name.size; i++)
        if (memcmp(name.data + i, fused, sizeof fused - 1) == 0) {
            name = (tunip_str){name.data + i + sizeof fused - 1, name.size - i - sizeof fused + 1};
            break;
        }
    size_t end = name.size;
    while (end && tunip_is_digit(name.data[end - 1])) end--;
    if (end > 1 && end < name.size && name.data[end - 1] == '_') name.size = end - 1;
    return name;
}

static bool ends_with(tunip_str text, tunip_str end)
{
    if (!end.size || end.size > text.size) return false;
    size_t begin = text.size - end.size;
    return memcmp(text.data + begin, end.data, end.size) == 0 &&
           (!begin || text.data[begin - 1] == '_');
}

/* How well two outputs correspond; 0: not at all. */
static unsigned likeness(const dbg_dumped *left, const dbg_dumped *right)
{
    if (left->output != right->output || !dbg_tensor_fits(left->tensor, right->tensor)) return 0;
    if (tunip_str_equal(left->name, right->name)) return left->node == right->node ? 9 : 8;
    tunip_str a = core_of(left->name), b = core_of(right->name);
    if (tunip_str_equal(a, b)) return 6;
    return ends_with(a, b) || ends_with(b, a) ? 4 : 0;
}

/* The best pairs in order, by dynamic programming. Returns their number; the caller frees *out. */
static size_t align(const dbg_dump *a, const dbg_dump *b, pair **out)
{
    size_t width = b->count + 1, count = 0;
    uint32_t *best = calloc((a->count + 1) * width, sizeof *best);
    *out = calloc(a->count + b->count + 1, sizeof **out);
    if (!best || !*out) {
        free(best);
        return SIZE_MAX;
    }
#define BEST(i, k) best[(i)*width + (k)]
    for (size_t i = a->count; i-- > 0;)
        for (size_t k = b->count; k-- > 0;) {
            unsigned like = likeness(&a->items[i], &b->items[k]);
            uint32_t skip = BEST(i + 1, k) > BEST(i, k + 1) ? BEST(i + 1, k) : BEST(i, k + 1);
            uint32_t with = like ? BEST(i + 1, k + 1) + like : 0;
            BEST(i, k) = with > skip ? with : skip;
        }
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        unsigned like = likeness(&a->items[i], &b->items[k]);
        if (like && BEST(i, k) == BEST(i + 1, k + 1) + like)
            (*out)[count++] = (pair){&a->items[i++], &b->items[k++]};
        else if (BEST(i + 1, k) >= BEST(i, k + 1))
            i++;
        else
            k++;
    }
#undef BEST
    free(best);
    return count;
}

/* Dumps of one graph need no search. */
static size_t match(const dbg_dump *a, const dbg_dump *b, pair **out)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) same = likeness(&a->items[i], &b->items[i]) == 9;
    if (!same && (a->count + 1) > SIZE_MAX / 8 / (b->count + 1)) return SIZE_MAX;
    if (!same) return align(a, b, out);
    *out = calloc(a->count + 1, sizeof **out);
    for (size_t i = 0; *out && i < a->count; i++) (*out)[i] = (pair){&a->items[i], &b->items[i]};
    return *out ? a->count : SIZE_MAX;
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

static void put_pair(dbg_text *t, const pair *p, const dbg_difference *d)
{
    char type[DBG_TYPE_SIZE];
    dbg_tensor_type(p->left->tensor, type);
    dbg_put(t, "  %4zu %4zu  %-9s", p->left->node, p->right->node,
            d->count ? "different" : "equal");
    if (d->ulp == UINT64_MAX)
        dbg_put(t, " %10.4g %10.4g %10s  ", d->absolute, d->relative, "nan/inf");
    else
        dbg_put(t, " %10.4g %10.4g %10llu  ", d->absolute, d->relative, (unsigned long long)d->ulp);
    dbg_put_name(t, p->left->name);
    if (p->left->output) dbg_put(t, ".%zu", p->left->output);
    dbg_put(t, ": %s\n", type);
}

static void put_first(dbg_text *t, const pair *p, const dbg_difference *d)
{
    int digits = p->left->tensor->dtype.bits == 64 ? 17 : 9; /* no two numbers look the same */
    dbg_put(t, "first difference: node %zu, ", p->left->node);
    dbg_put_name(t, p->left->name);
    dbg_put(t, ", output %zu, element ", p->left->output);
    put_place(t, p->left->tensor, d->first);
    dbg_put(t, ": ");
    dbg_put_element(t, p->left->tensor, d->first, digits);
    dbg_put(t, " and ");
    dbg_put_element(t, p->right->tensor, d->first, digits);
    dbg_put(t, "; %zu of %zu elements differ\n", d->count, p->left->tensor->count);
}

typedef struct verdict {
    size_t different, first, worst; /* indices of pairs */
    double growth;                  /* of the relative error, at `worst` */
} verdict;

static verdict put_pairs(dbg_text *t, const pair *pairs, size_t count,
                         const dbg_tolerance *tolerance, bool verbose)
{
    verdict v = {0, SIZE_MAX, SIZE_MAX, 0};
    double before = 0;
    for (size_t i = 0; i < count; i++) {
        dbg_difference d;
        dbg_tensor_compare(pairs[i].left->tensor, pairs[i].right->tensor, tolerance, &d);
        if (verbose || d.count) put_pair(t, &pairs[i], &d);
        if (d.count && !v.different++) v.first = i;
        if (d.relative - before > v.growth) v.growth = d.relative - before, v.worst = i;
        if (d.relative > before) before = d.relative;
    }
    return v;
}

tunip_status dbg_compare_write(const dbg_dump *left, const dbg_dump *right,
                               const dbg_tolerance *tolerance, bool verbose, tunip_write_fn write,
                               void *user, bool *same, tunip_error *error)
{
    pair *pairs = NULL;
    dbg_text t = {.data = NULL};
    size_t count = match(left, right, &pairs);
    if (count == SIZE_MAX) {
        free(pairs);
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    dbg_put(&t, "%zu of %zu and %zu tensors correspond\n", count, left->count, right->count);
    dbg_put(&t, "  %4s %4s  %-9s %10s %10s %10s  %s\n", "left", "node", "", "absolute", "relative",
            "ulp", "name: type");
    verdict v = put_pairs(&t, pairs, count, tolerance, verbose);
    if (v.different) {
        dbg_difference d;
        dbg_tensor_compare(pairs[v.first].left->tensor, pairs[v.first].right->tensor, tolerance,
                           &d);
        put_first(&t, &pairs[v.first], &d);
    }
    if (v.different && v.worst != SIZE_MAX && v.worst != v.first) {
        dbg_put(&t, "the error grows most at node %zu, ", pairs[v.worst].left->node);
        dbg_put_name(&t, pairs[v.worst].left->name);
        dbg_put(&t, ": by %.4g\n", v.growth);
    }
    if (v.different)
        dbg_put(&t, "%zu tensors differ\n", v.different);
    else
        dbg_put(&t, count ? "all are equal\n" : "nothing can be compared\n");
    *same = count && !v.different;
    free(pairs);
    return dbg_text_write(&t, write, user, error);
}

bool dbg_compare_each(const dbg_dump *left, const dbg_dump *right, const dbg_tolerance *tolerance,
                      dbg_difference *out, bool *paired)
{
    pair *pairs = NULL;
    size_t count = match(left, right, &pairs);
    for (size_t i = 0; count != SIZE_MAX && i < count; i++) {
        size_t item = (size_t)(pairs[i].left - left->items);
        paired[item] = true;
        dbg_tensor_compare(pairs[i].left->tensor, pairs[i].right->tensor, tolerance, &out[item]);
    }
    free(pairs);
    return count != SIZE_MAX;
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
