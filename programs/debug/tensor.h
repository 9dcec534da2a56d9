/* tensor.h -- tensors in memory, in text and in files: dtypes, elements, layouts, statistics. */
#ifndef DEBUG_TENSOR_H
#define DEBUG_TENSOR_H

#include <tunip.h>

#include "../../src/util/options.h"
#include "../../src/util/text.h"
#include "tunip_debug.h"

/* ======== tensor ======== */

/* Tensors in memory, and the files that hold them: .npy of numpy, and the parameters of
 * TVM (NDArray::Save and SaveParams of TVM v0.19). */

typedef tunip_debug_tensor dbg_tensor;

/* The bytes of an element, as TVM's executor counts them: at least one. 0: tensors cannot have this
 * dtype. */
size_t dbg_dtype_bytes(tunip_dtype dtype);

/* The dtype that a dtype of a file or of a struct of TVM v0.19 stands for: an integer of one bit is
 * a bool, and 6 and 7 are codes of float8. And back. */
tunip_dtype dbg_dtype_for_tvm(tunip_dtype dtype);

/* The dtype itself; bool for the uint1 of TVM up to v0.20. */
tunip_dtype dbg_dtype_plain(tunip_dtype dtype);

/* Fills `count` and `bytes` from the dtype and the shape. False if they overflow. */
bool dbg_tensor_measure(dbg_tensor *tensor);

/* Whether dtype and shape are the same. */
bool dbg_tensor_fits(const dbg_tensor *a, const dbg_tensor *b);

/* Writes "float32[1, 8]" and a NUL to `out`; cuts off what does not fit. */
enum { DBG_TYPE_SIZE = 160 };
void dbg_tensor_type(const dbg_tensor *tensor, char out[DBG_TYPE_SIZE]);

/* A copy in memory of its own; NULL when out of memory. free() frees it. */
dbg_tensor *dbg_tensor_copy(const dbg_tensor *tensor);
/* The same without a value: zeroed data. */
dbg_tensor *dbg_tensor_new(const dbg_tensor *like);

/* Reads an element as a double: an integer as the nearest one. */
typedef double (*dbg_element_fn)(const dbg_tensor *tensor, size_t index);
/* The function that reads elements of a dtype; NULL if they are not numbers, or of an unusual size:
 * then only their bytes can be compared. */
dbg_element_fn dbg_dtype_reader(tunip_dtype dtype);
/* Whether elements can be read, and can be NaN. */
bool dbg_dtype_is_float(tunip_dtype dtype);

/* Stores a number as an element. A float is rounded to the nearest number. False if the dtype has
 * no such number, or is no integer, bool, or float of 16, 32 or 64 bits. */
bool dbg_put_number(dbg_tensor *tensor, size_t index, double value);

/* ---- .npy ---- */

/* Reads a file in memory; `name` is for messages. */
dbg_tensor *dbg_npy_read(tunip_str file, const char *name, tunip_error *error);

/* Reads the file at `path`, and checks that dtype and shape are those of `expected` (NULL: any).
 * numpy has no name for some dtypes of TVM, such as bfloat16: then the elements are bits. */
dbg_tensor *dbg_npy_load(const tunip_context *context, const char *path, const dbg_tensor *expected,
                         tunip_error *error);
/* Writes a file as numpy.save() does. */
tunip_status dbg_npy_save(const dbg_tensor *tensor, const char *path, tunip_error *error);

/* ---- parameters of TVM ---- */

typedef struct dbg_named {
    tunip_str name;
    dbg_tensor tensor;
} dbg_named;

/* A file of tensors with names. The tensors point into `source`. */
typedef struct dbg_params {
    tunip_source *source;
    dbg_named *items;
    size_t count;
    int64_t *dims; /* of all tensors */
} dbg_params;

/* Reads a file. On failure `params` is empty. Free it with dbg_params_free(). */
bool dbg_params_load(const tunip_context *context, const char *path, dbg_params *params,
                     tunip_error *error);
void dbg_params_free(dbg_params *params);
tunip_status dbg_params_save(const dbg_named *items, size_t count, const char *path,
                             tunip_error *error);

/* ======== text ======== */

/* A name of a file, with escapes for what people cannot see. */
void tn_text_put_visible(tn_text *text, tunip_str name);
/* A name in HTML. */
void dbg_put_markup(tn_text *text, tunip_str name);
/* An element: an integer with all its digits, a float with at most `digits`, the bits of what is no
 * number. */
void dbg_put_element(tn_text *text, const dbg_tensor *tensor, size_t index, int digits);

/* ======== layout ======== */

/* The order of the axes of a tensor: a convolution in NCHW4c computes the same numbers
 * as one in NCHW, but they lie in another order. */

/* A copy of `from` in the order and the shape of `like`, which has as many elements of the same
 * dtype. The layouts are names as TVM writes them, such as "NCHW" and "NCHW4c", or empty. The
 * shapes decide if a layout is not known: then one of the tensors has to be the other with blocks,
 * with its axes in another order, or with other axes of extent 1. Sets *copy to NULL if the shapes
 * leave more than one way, or none. False when out of memory. */
bool dbg_layout_convert(const dbg_tensor *from, tunip_str from_layout, const dbg_tensor *like,
                        tunip_str like_layout, dbg_tensor **copy);

/* ======== stats ======== */

/* Statistics of a tensor. */

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
