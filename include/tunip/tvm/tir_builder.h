/* tir_builder.h -- writes functions of the tensor IR in the order of their text, as TVM's IRBuilder
 * does (python/tvm/script/ir_builder): open a scope, add statements, close it.
 *
 *     tunip_tir_builder *b = tunip_tir_builder_new(graph);
 *     tunip_tir_begin_func(b, "main");
 *     tunip_tir_buffer *a = tunip_tir_add_buffer_param(b, "A", TUNIP_FLOAT(32), shape);
 *     tunip_tir_var *i = tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_SERIAL, extent);
 *     tunip_tir_add_stmt(b, TUNIP_TIR_STORE(graph, a, value, i));
 *     tunip_ir_module *module = tunip_tir_builder_module(b);
 *
 * The builder lives in memory of the graph and needs no freeing. The graph keeps the first error
 * (tunip_graph_error()), such as a call in the wrong scope. After an error, and with a NULL
 * builder, calls do nothing and return NULL. One thread at a time may use a builder. See
 * examples/print_module.c. */
#ifndef TUNIP_TIR_BUILDER_H
#define TUNIP_TIR_BUILDER_H

#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Functions in the making, and their open scopes. Opaque. */
typedef struct tunip_tir_builder tunip_tir_builder;

/* A builder without functions. Returns NULL when out of memory. */
TUNIP_API tunip_tir_builder *tunip_tir_builder_new(tunip_graph *graph);

/* Adds a statement to the innermost scope. Returns it. */
TUNIP_API void *tunip_tir_add_stmt(tunip_tir_builder *b, void *stmt);

/* Closes the innermost scope. The statements that were added become its body. A scope without
 * statements gets the body T.evaluate(0). */
TUNIP_API void tunip_tir_end(tunip_tir_builder *b);

/* Closes all scopes and returns the module of all functions, which must have names. */
TUNIP_API tunip_ir_module *tunip_tir_builder_module(tunip_tir_builder *b);

/* ---- functions ---- */

/* Opens a function, which becomes complete when its scope is closed. `name` is its name in the
 * module and its global symbol; pass NULL for a function that has neither. */
TUNIP_API tunip_tir_prim_func *tunip_tir_begin_func(tunip_tir_builder *b, const char *name);

/* The global variable of the function with this name, for tunip_tir_call_function_new().
 * The function may be opened later. */
TUNIP_API tunip_ir_global_var *tunip_tir_function_var(tunip_tir_builder *b, const char *name);

/* A scalar parameter, and a parameter that is matched to a buffer: `A: T.Buffer((128,))`. The
 * innermost scope must be a function. */
TUNIP_API tunip_tir_var *tunip_tir_add_param(tunip_tir_builder *b, const char *name,
                                             tunip_dtype dtype);
TUNIP_API tunip_tir_buffer *tunip_tir_add_buffer_param(tunip_tir_builder *b, const char *name,
                                                       tunip_dtype dtype, tunip_array *shape);

/* ---- statements with a body ---- */

/* A loop from 0 to `extent`. Returns its variable, which has the dtype of `extent`. */
TUNIP_API tunip_tir_var *tunip_tir_begin_for(tunip_tir_builder *b, const char *name,
                                             tunip_tir_for_kind kind, void *extent);
TUNIP_API void tunip_tir_begin_while(tunip_tir_builder *b, void *condition);
TUNIP_API void tunip_tir_begin_if(tunip_tir_builder *b, void *condition);
/* Closes the innermost scope, which must be that of an `if`, and opens its other branch. */
TUNIP_API void tunip_tir_begin_else(tunip_tir_builder *b);

/* In order: a variable with a value, an attribute, an assertion, an allocation, and the declaration
 * of a buffer. The body of such a statement is the rest of the innermost scope, and the statement
 * ends when that scope is closed. The first and the fourth function return the variable. */
TUNIP_API tunip_tir_var *tunip_tir_add_let(tunip_tir_builder *b, const char *name, void *value);
TUNIP_API void tunip_tir_add_attr(tunip_tir_builder *b, void *node, const char *key, void *value);
TUNIP_API void tunip_tir_add_assert(tunip_tir_builder *b, void *condition, const char *message);
TUNIP_API tunip_tir_var *tunip_tir_add_allocate(tunip_tir_builder *b, const char *name,
                                                tunip_dtype dtype, tunip_array *extents,
                                                const char *storage_scope);
TUNIP_API void tunip_tir_add_decl(tunip_tir_builder *b, tunip_tir_buffer *buffer);

/* ---- blocks ---- */

/* Opens a block. The functions below need it as the innermost scope. */
TUNIP_API tunip_tir_block *tunip_tir_begin_block(tunip_tir_builder *b, const char *name);

/* An iterator of the block, from 0 to `extent`, bound to `value`. Returns its variable. */
TUNIP_API tunip_tir_var *tunip_tir_add_axis(tunip_tir_builder *b, const char *name,
                                            tunip_tir_iter_type type, void *extent, void *value);

/* The regions that the block reads and writes: arrays of tunip_tir_buffer_region. */
TUNIP_API void tunip_tir_set_reads(tunip_tir_builder *b, tunip_array *regions);
TUNIP_API void tunip_tir_set_writes(tunip_tir_builder *b, tunip_array *regions);

/* A buffer of the block, in `storage_scope` ("global", "shared", ...). */
TUNIP_API tunip_tir_buffer *tunip_tir_add_alloc_buffer(tunip_tir_builder *b, const char *name,
                                                       tunip_dtype dtype, tunip_array *shape,
                                                       const char *storage_scope);

/* Opens the initialisation of the block: statements that run before the first iteration of its
 * reduction axes. */
TUNIP_API void tunip_tir_begin_init(tunip_tir_builder *b);

#ifdef __cplusplus
}
#endif
#endif
