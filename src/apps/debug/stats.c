/* stats.c -- statistics of a tensor, in two passes: the range first, then the histogram. */
#include "stats.h"

#include <math.h>

static void measure(const dbg_tensor *tensor, dbg_element_fn read, dbg_stats *s)
{
    double sum = 0, squares = 0;
    size_t finite = 0;
    for (size_t i = 0; i < tensor->count; i++) {
        double value = read(tensor, i);
        s->nans += isnan(value) != 0;
        s->infs += isinf(value) != 0;
        s->zeros += value == 0;
        if (!isfinite(value)) continue;
        if (!finite++ || value < s->min) s->min = value;
        if (finite == 1 || value > s->max) s->max = value;
        double step = value - sum; /* Welford: the mean so far */
        sum += step / (double)finite;
        squares += step * (value - sum);
    }
    if (!finite) return;
    s->mean = sum;
    s->deviation = sqrt(squares / (double)finite);
}

void dbg_stats_compute(const dbg_tensor *tensor, dbg_stats *out)
{
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    double none = (double)NAN;
    *out = (dbg_stats){.is_number = read,
                       .count = tensor->count,
                       .min = none,
                       .max = none,
                       .mean = none,
                       .deviation = none};
    if (!read) return;
    measure(tensor, read, out);
    double width = out->max / 2 - out->min / 2; /* halves: the difference may overflow */
    for (size_t i = 0; i < tensor->count; i++) {
        double value = read(tensor, i);
        if (!isfinite(value)) continue;
        double place = width > 0 ? (value / 2 - out->min / 2) / width * DBG_BINS : 0;
        size_t bin = place >= DBG_BINS ? DBG_BINS - 1 : (size_t)place;
        out->bins[bin]++;
    }
}

bool dbg_stats_get(const dbg_stats *s, tunip_str name, double *out)
{
    const struct {
        const char *name;
        double value;
    } rows[] = {{"min", s->min},
                {"max", s->max},
                {"mean", s->mean},
                {"std", s->deviation},
                {"nan", (double)s->nans},
                {"inf", (double)s->infs},
                {"zero", (double)s->zeros},
                {"count", (double)s->count},
                {"absmax", fmax(fabs(s->min), fabs(s->max))}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(name, rows[i].name)) return *out = rows[i].value, true;
    return false;
}
