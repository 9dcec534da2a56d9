/* tir.h -- the tensor IR: expressions, statements, buffers, functions. Read <tunip/tvm/ir.h> first:
 * its rules about structs and NULL apply here. */
#ifndef TUNIP_TIR_H
#define TUNIP_TIR_H

#include <tunip/tvm/tir_types.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_tir;

/* tir.For.kind */
typedef enum tunip_tir_for_kind {
    TUNIP_TIR_FOR_SERIAL = 0,
    TUNIP_TIR_FOR_PARALLEL = 1,
    TUNIP_TIR_FOR_VECTORIZED = 2,
    TUNIP_TIR_FOR_UNROLLED = 3,
    TUNIP_TIR_FOR_THREAD_BINDING = 4
} tunip_tir_for_kind;

/* tir.IterVar.iter_type (TVM include/tvm/tir/var.h, IterVarType) */
typedef enum tunip_tir_iter_type {
    TUNIP_TIR_ITER_DATA_PAR = 0,
    TUNIP_TIR_ITER_THREAD_INDEX = 1,
    TUNIP_TIR_ITER_COMM_REDUCE = 2,
    TUNIP_TIR_ITER_ORDERED = 3,
    TUNIP_TIR_ITER_OPAQUE = 4,
    TUNIP_TIR_ITER_UNROLLED = 5,
    TUNIP_TIR_ITER_VECTORIZED = 6,
    TUNIP_TIR_ITER_PARALLELIZED = 7,
    TUNIP_TIR_ITER_TENSORIZED = 8
} tunip_tir_iter_type;

/* tir.Buffer.buffer_type (TVM include/tvm/tir/buffer.h, BufferType) */
typedef enum tunip_tir_buffer_kind {
    TUNIP_TIR_BUFFER_DEFAULT = 1,
    TUNIP_TIR_BUFFER_AUTO_BROADCAST = 2
} tunip_tir_buffer_kind;

/* ---- making nodes ----
 *
 * The rules of <tunip/tvm/ir.h> about making nodes apply here, and the constructors of
 * <tunip/tvm/tir_types.h> belong here, too. An array or map may be NULL where the comment allows
 * it. */

/* A scalar variable, and a scalar variable that is not negative (tir.SizeVar). */
TUNIP_API tunip_tir_var *tunip_tir_var_new(tunip_graph *graph, const char *name, tunip_dtype dtype);
TUNIP_API tunip_tir_var *tunip_tir_size_var_new(tunip_graph *graph, const char *name,
                                                tunip_dtype dtype);
/* A pointer to `element`s in `storage_scope` ("global", "shared", ...). */
TUNIP_API tunip_tir_var *tunip_tir_pointer_new(tunip_graph *graph, const char *name,
                                               tunip_dtype element, const char *storage_scope);
/* A handle without an element type: the parameter in `def main(a: T.handle)`. */
TUNIP_API tunip_tir_var *tunip_tir_handle_new(tunip_graph *graph, const char *name);

/* Any binary operator: tunip_tir_binary_new(graph, &tunip_tir_add_type, a, b), for callers that
 * choose it at run time. */
TUNIP_API tunip_tir_binary *tunip_tir_binary_new(tunip_graph *graph, const tunip_type *type,
                                                 void *a, void *b);
/* A call of the operator registered as `op`, "tir.exp"; `args` may be NULL for none. A name that
 * TVM v0.23 does not register is an error of the graph. For an operator of your own, pass
 * tunip_ir_op_new() as the `callee` of tunip_tir_call_function_new(). */
TUNIP_API tunip_tir_call *tunip_tir_call_new(tunip_graph *graph, tunip_dtype dtype, const char *op,
                                             tunip_array *args);

/* A call of a function of the module, or of any operator. `callee` is the global variable of the
 * function, or a tunip_ir_op. */
TUNIP_API tunip_tir_call *tunip_tir_call_function_new(tunip_graph *graph, tunip_dtype dtype,
                                                      void *callee, tunip_array *args);

/* A compact buffer with a data pointer of its own, in global memory. `shape` is an array of
 * expressions, or NULL for a scalar. */
TUNIP_API tunip_tir_buffer *tunip_tir_buffer_new(tunip_graph *graph, const char *name,
                                                 tunip_dtype dtype, tunip_array *shape);
/* The region of one element of a buffer, at `indices`. If an index is a ramp, the region contains
 * all elements of the ramp. */
TUNIP_API tunip_tir_buffer_region *tunip_tir_point_new(tunip_graph *graph, tunip_tir_buffer *buffer,
                                                       tunip_array *indices);
/* Shorter: TUNIP_TIR_LOAD(graph, a, i, k) is A[i, k], TUNIP_TIR_STORE(graph, c, value, i, j) is
 * C[i, j] = value, TUNIP_TIR_POINT(graph, a, i, k) the region of that element. */
#define TUNIP_TIR_LOAD(graph, buffer, ...)                                                         \
    tunip_tir_buffer_load_new((graph), (buffer), TUNIP_LIST((graph), __VA_ARGS__))
#define TUNIP_TIR_STORE(graph, buffer, value, ...)                                                 \
    tunip_tir_buffer_store_new((graph), (buffer), TUNIP_LIST((graph), __VA_ARGS__), (value))
#define TUNIP_TIR_POINT(graph, buffer, ...)                                                        \
    tunip_tir_point_new((graph), (buffer), TUNIP_LIST((graph), __VA_ARGS__))
/* An array of int32 numbers, for shapes and extents: TUNIP_TIR_INTS(graph, 128, 128). */
TUNIP_API tunip_array *tunip_tir_ints_new(tunip_graph *graph, size_t count, const int64_t *values);
#ifdef __cplusplus
#define TUNIP_TIR_INTS(graph, ...) tunip_tir_int_list_new((graph), {__VA_ARGS__})
#else
#define TUNIP_TIR_INTS(graph, ...)                                                                 \
    tunip_tir_ints_new((graph), TUNIP_LEN(((const int64_t[]){__VA_ARGS__})),                       \
                       (const int64_t[]){__VA_ARGS__})
#endif

/* Several statements in order. If one of them is a sequence, its statements are inserted in its
 * place. */
TUNIP_API tunip_tir_seq_stmt *tunip_tir_seq_new(tunip_graph *graph, tunip_array *stmts);
/* A loop from 0 to `extent`. For a loop that is bound to a thread, make a serial loop, then set
 * `kind` and `thread_binding`: TUNIP_TIR_FOR_THREAD_BINDING here is an error of the graph. */
TUNIP_API tunip_tir_for *tunip_tir_for_new(tunip_graph *graph, tunip_tir_var *loop_var,
                                           void *extent, tunip_tir_for_kind kind, void *body);
/* An iterator from 0 to `extent`. */
TUNIP_API tunip_tir_iter_var *tunip_tir_iter_var_new(tunip_graph *graph, tunip_tir_var *var,
                                                     void *extent, tunip_tir_iter_type type);
/* A block and its realization: `values` are the bindings of its iterators, which are of the types
 * DATA_PAR, COMM_REDUCE, ORDERED and OPAQUE. Any array may be NULL for none. */
TUNIP_API tunip_tir_block_realize *tunip_tir_block_new(tunip_graph *graph, const char *name,
                                                       tunip_array *iter_vars, tunip_array *values,
                                                       tunip_array *reads, tunip_array *writes,
                                                       void *body);

/* A function. `buffers` has one element for each parameter, NULL if the parameter is not a buffer;
 * `buffers` may be NULL if none is. `name` is the global symbol, or NULL for a private function. */
TUNIP_API tunip_tir_prim_func *
tunip_tir_prim_func_new(tunip_graph *graph, const char *name, size_t param_count,
                        tunip_tir_var *const *params, tunip_tir_buffer *const *buffers, void *body);

#ifdef __cplusplus
}

extern "C++" {
/* The function of TUNIP_TIR_INTS in C++, which has no compound literals. */
static inline tunip_array *tunip_tir_int_list_new(tunip_graph *graph,
                                                  std::initializer_list<int64_t> values)
{
    return tunip_tir_ints_new(graph, values.size(), values.begin());
}
}
#endif
#endif
