/* stats.h -- statistics of a tensor. */
#ifndef DEBUG_STATS_H
#define DEBUG_STATS_H

#include "tensor.h"

enum { DBG_BINS = 16 };

/* min, max, mean and deviation are over the finite elements, and NaN if there are none. */
typedef struct dbg_stats {
    bool is_number; /* else only `count` is set */
    size_t count, nans, infs, zeros;
    double min, max, mean, deviation;
    size_t bins[DBG_BINS]; /* of equal width, from min to max */
} dbg_stats;

void dbg_stats_compute(const dbg_tensor *tensor, dbg_stats *out);

/* A statistic by its name: "min", "max", "mean", "std", "nan", "inf", "zero", "count", "absmax".
 * False for any other name. */
bool dbg_stats_get(const dbg_stats *stats, tunip_str name, double *out);

#endif
