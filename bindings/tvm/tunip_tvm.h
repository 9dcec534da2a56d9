/* tunip_tvm.h -- the library libtunip-tvm: makes a graph of tunip from live objects of TVM, in the
 * process in which TVM runs. It writes no JSON.
 *
 *     tunip_graph *graph = tunip_tvm_import(context, handle, NULL, &error);
 *     if (graph) ... tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error) ...
 *     tunip_graph_free(graph);
 *
 * The library reads the objects by the reflection of tvm-ffi (TVM's C ABI, tvm/ffi/c_api.h), as TVM
 * v0.23 and v0.26 have it. It does not link TVM: it looks for the functions of tvm-ffi in the
 * process. The graph is the same that tunip_read() makes of tvm.ir.save_json(): a shared object
 * becomes one node. Lists and dicts, which may change, become arrays and maps.
 *
 * Ownership: the caller owns the objects, and holds a reference to each one that it passes. When an
 * import returns, the reference counts of all objects are as before. The graph is a copy: it does
 * not need the objects any more, except with `borrow_tensors`.
 *
 * Threads: any number of threads may import with one context, even the same objects. While an
 * import runs, no other thread may change the objects or register types and fields with tvm-ffi,
 * which has no lock for them. The caller must ensure this. An import may call functions that TVM
 * registered (`__data_to_json__` of operators), but runs no Python code. */
#ifndef TUNIP_TVM_H
#define TUNIP_TVM_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to import. Zero is the default of every member except `size`. */
typedef struct tunip_tvm_options {
    size_t size;         /* required: sizeof(tunip_tvm_options) */
    bool borrow_tensors; /* the graph refers to the elements of tensors instead of copying them:
                            the objects must outlive the graph and keep their tensors */
    void *library;       /* the result of dlopen() in which to look for the functions of tvm-ffi.
                            NULL: the libraries whose symbols are visible in the whole process */
} tunip_tvm_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_TVM_OPTIONS_INIT {sizeof(tunip_tvm_options), false, NULL}
/* clang-format on */

/* Imports `object`, a TVMFFIObjectHandle, and all objects that it refers to. Its node is the root
 * of the graph. `options` may be NULL. The caller frees the graph with tunip_graph_free(). Time is
 * linear in the objects, and only memory limits their depth.
 *
 * Returns NULL with `error` filled: TUNIP_ERROR_ARGUMENT for a NULL object, bad options, or a field
 * that holds an object of a wrong type; TUNIP_ERROR_NOT_FOUND when the process lacks a function of
 * tvm-ffi, which the message names; TUNIP_ERROR_FORMAT for objects that have no nodes: a tensor
 * that is not in the memory of the host, a pointer, a type whose fields are not those that the
 * context knows, a malformed description of a type. An object of a type that the context does not
 * know becomes a tunip_opaque. */
TUNIP_API tunip_graph *tunip_tvm_import(const tunip_context *context, void *object,
                                        const tunip_tvm_options *options, tunip_error *error);

/* Imports `count` objects into one graph. An object that several of them share becomes one node.
 * Use it to compare two modules with a variable in common. The root is a tunip_array of their
 * nodes, in order. */
TUNIP_API tunip_graph *tunip_tvm_import_all(const tunip_context *context, void *const *objects,
                                            size_t count, const tunip_tvm_options *options,
                                            tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
