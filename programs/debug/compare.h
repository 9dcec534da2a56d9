/* compare.h -- compares two dumps: which nodes compute the same, and where their tensors differ. */
#ifndef DEBUG_COMPARE_H
#define DEBUG_COMPARE_H

#include <tunip.h>

#include "dump.h"

/* ======== words ======== */

/* The operators in the name of a fused function. */

/* Sums of hashes of words, which do not depend on how operators are divided among functions:
 * `fused_nn_conv2d` and `fused_nn_relu` have the sum of `fused_nn_conv2d_nn_relu`. */
typedef struct dbg_words {
    uint64_t all;
    uint64_t strong; /* without sums and products */
    bool is_layout;  /* there are no words: the function only changes the layout, or copies */
} dbg_words;

/* The name without the prefix of the module, "tvmgen_default_" as a rule: in a module that is not
 * built yet, functions have such names. */
tunip_str dbg_function_plain(tunip_str name);
/* The operators alone: without the prefix of the module and the number at the end. */
tunip_str dbg_function_core(tunip_str name);

/* Whether a name is "p12", as TVM names constants: it numbers them in each compilation. */
bool dbg_is_constant_name(tunip_str name);

/* ======== match ======== */

/* Which outputs of two dumps correspond, also if the graphs were fused differently. */

/* How it was found that two nodes correspond. */
typedef enum dbg_found {
    DBG_FOUND_NONE,
    DBG_FOUND_NAME,      /* the names and the types are the same, or a value names the node */
    DBG_FOUND_OPERATORS, /* the same operators make them of tensors that correspond */
    DBG_FOUND_CONSUMERS, /* the same operators make of them what corresponds */
    DBG_FOUND_MAIN,      /* the same without sums and products, which TVM moves into weights */
    DBG_FOUND_ORDER,     /* several nodes are alike: the first belongs to the first */
    DBG_FOUND_PLACE,     /* parameters: nodes that correspond use them, at the same place */
    DBG_FOUND_MAP        /* a map of references says so */
} dbg_found;

typedef struct dbg_pair {
    const dbg_dumped *left, *right;
    dbg_found found;
} dbg_pair;

/* "name", "operators", ... */
const char *dbg_found_name(dbg_found found);

/* ======== compare ======== */

/* Two dumps, node by node: where they differ first, and where a NaN begins. */

/* Two numbers are equal if they differ by at most `absolute` + `relative` * |right|, or by at most
 * `ulp` units in the last place. Zero everywhere: they are the same number, or both are NaN. */
typedef tunip_debug_tolerance dbg_tolerance;

/* The difference of two tensors of one type. */
typedef struct dbg_difference {
    size_t count;    /* of elements beyond the tolerance */
    size_t first;    /* the first of them */
    double absolute; /* the largest */
    double relative; /* the largest */
    uint64_t ulp;    /* the largest; UINT64_MAX: one of the numbers is NaN or infinite */
} dbg_difference;

/* Writes a report about two dumps. Sets *same to whether all tensors that correspond are equal, and
 * at least one does. Tensors whose layouts cannot be told do not count. */
tunip_status dbg_compare_write(const dbg_dump *left, const dbg_dump *right,
                               const dbg_tolerance *tolerance, bool verbose, tunip_write_fn write,
                               void *user, bool *same, tunip_error *error);

/* The same report as JSON, with all pairs (docs/formats.md). */
tunip_status dbg_compare_write_json(const dbg_dump *left, const dbg_dump *right,
                                    const dbg_tolerance *tolerance, tunip_write_fn write,
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
