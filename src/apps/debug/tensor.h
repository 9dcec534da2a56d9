/* tensor.h -- tensors in memory, and the files that hold them: .npy of numpy, and the parameters of
 * TVM (NDArray::Save and SaveParams of TVM v0.19). */
#ifndef DEBUG_TENSOR_H
#define DEBUG_TENSOR_H

#include <tunip.h>

/* A dense tensor in row-major order. A bool is a byte. */
typedef struct dbg_tensor {
    tunip_dtype dtype;
    size_t rank;
    const int64_t *dims;
    size_t count; /* of elements; those of a vector count once */
    size_t bytes;
    void *data;
} dbg_tensor;

/* The bytes of an element, as TVM's executor counts them: at least one. 0: tensors cannot have this
 * dtype. */
size_t dbg_dtype_bytes(tunip_dtype dtype);

/* The dtype that a dtype of a file or of a struct of TVM v0.19 stands for: an integer of one bit is
 * a bool, and 6 and 7 are codes of float8. And back. */
tunip_dtype dbg_dtype_of_tvm(tunip_dtype dtype);
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

/* ---- .npy ---- */

/* Reads a file in memory; `name` is for messages. free() frees the tensor. */
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

#endif
