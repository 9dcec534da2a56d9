/* compare.h -- two dumps, node by node: where they differ first, and where a NaN begins. */
#ifndef DEBUG_COMPARE_H
#define DEBUG_COMPARE_H

#include "match.h"

/* Two numbers are equal if they differ by at most `absolute` + `relative` * |right|, or by at most
 * `ulp` units in the last place. Zero everywhere: they are the same number, or both are NaN. */
typedef struct dbg_tolerance {
    double absolute, relative;
    uint64_t ulp;
} dbg_tolerance;

/* The difference of two tensors of one type. */
typedef struct dbg_difference {
    size_t count;    /* of elements beyond the tolerance */
    size_t first;    /* the first of them */
    double absolute; /* the largest */
    double relative; /* the largest */
    uint64_t ulp;    /* the largest; UINT64_MAX: one of the numbers is NaN or infinite */
} dbg_difference;

void dbg_tensor_compare(const dbg_tensor *left, const dbg_tensor *right,
                        const dbg_tolerance *tolerance, dbg_difference *out);

/* Writes a report about two dumps. Sets *same to whether all tensors that correspond are equal, and
 * at least one does. Tensors whose layouts cannot be told do not count. */
tunip_status dbg_compare_write(const dbg_dump *left, const dbg_dump *right,
                               const dbg_tolerance *tolerance, bool verbose, tunip_write_fn write,
                               void *user, bool *same, tunip_error *error);

/* The counterpart of an item. */
typedef struct dbg_counterpart {
    dbg_found found; /* DBG_FOUND_NONE: there is none */
    size_t node;
    bool is_clear; /* else the layouts cannot be told, and there is no difference */
    dbg_difference difference;
} dbg_counterpart;

/* Compares each item of `left` with its counterpart: fills out[i], which is zeroed, for item i.
 * False when out of memory. */
bool dbg_compare_each(const dbg_dump *left, const dbg_dump *right, const dbg_tolerance *tolerance,
                      dbg_counterpart *out);

/* Writes the nodes that make a NaN, or an infinity, of inputs without one, and the nodes that have
 * one. Sets *clean to whether there is none. */
tunip_status dbg_origins_write(const dbg_dump *dump, const char *title, tunip_write_fn write,
                               void *user, bool *clean, tunip_error *error);

#endif
