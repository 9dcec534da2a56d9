/* ir.h -- the IR shared by all TVM dialects: types, immediates, attributes, modules, targets.
 *
 * The structs mirror TVM v0.23.0's reflection: the same fields in the same order. Names are the
 * same unless they are invalid in C or clash with the member `base`: `__dict__` is `dict`, a
 * trailing `_` is dropped, and a field called `base` has a more specific name. Fields of an
 * abstract type are tunip_node pointers: check with TUNIP_AS or TUNIP_AS_A before looking inside.
 * The comment beside such a member, and beside a list or a map, is its type in TVM. "or NULL" marks
 * what a valid node may leave out. Any pointer may be NULL in ill-formed IR. */
#ifndef TUNIP_IR_H
#define TUNIP_IR_H

#include <tunip/tvm/ir_types.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_ir;

/* ---- looking inside, NULL-safe ---- */

/* The dtype of an expression of TVM v0.26. Such an expression has a type instead of a dtype. For an
 * ir.PrimType the result is its dtype, for a pointer type it is a handle, and for anything else
 * void. */
TUNIP_API tunip_dtype tunip_ir_typed_dtype(const void *expr);

/* The dtype of an expression of any version; void for anything else. */
TUNIP_API tunip_dtype tunip_ir_any_dtype(const void *expr);

/* The same, without a call for the types that most expressions have. */
static inline tunip_dtype tunip_ir_dtype_of(const void *expr)
{
    const tunip_type *type = expr ? ((const tunip_node *)expr)->type : NULL;
    if (type && type->base == &tunip_ir_prim_expr_type)
        return ((const tunip_ir_prim_expr *)expr)->dtype;
    return tunip_ir_any_dtype(expr);
}

/* Whether `expr` is the integer immediate `value`. */
static inline bool tunip_ir_is_int(const void *expr, int64_t value)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    return imm && imm->value == value;
}

/* ---- making nodes ----
 *
 * A node belongs to the graph and is freed with it. One thread at a time builds a graph. Text is
 * copied, nodes are not. The constructors compute the same as TVM's: they set the dtype of a sum,
 * and a sum of an int32 and a float32 is an error of the graph. So are values that no text can
 * name, such as a dtype with the code 99 or a loop of an unknown kind. They do not fold constants
 * and do not insert casts. A NULL child is no error: it stays NULL and prints as None. A child of a
 * type that its place does not take is found later, by tunip_check(), a print or a save.
 * After an error, and when out of memory, the result is NULL. So calls can be nested, and one check
 * of tunip_graph_status() at the end is enough.
 *
 * The constructors in ir_types.h, tir_types.h and relax_types.h take the fields of a node, in TVM's
 * order; those here and in tir.h and relax.h are shorter forms of the most frequent nodes. */

/* An integer immediate, a floating point immediate, and a type: each of the dtype `dtype`. TVM's
 * constructors refuse an immediate whose dtype is a vector or does not hold the value; these make
 * it, as files and scripts may have it. An immediate that is a handle is an error of the graph. */
TUNIP_API tunip_ir_int_imm *tunip_ir_int(tunip_graph *graph, tunip_dtype dtype, int64_t value);
TUNIP_API tunip_ir_float_imm *tunip_ir_float(tunip_graph *graph, tunip_dtype dtype, double value);
TUNIP_API tunip_ir_prim_type *tunip_ir_prim_type_new(tunip_graph *graph, tunip_dtype dtype);
/* The type of a pointer to `element`s; `storage_scope` is "global", "shared", ... */
TUNIP_API tunip_ir_pointer_type *tunip_ir_pointer_type_new(tunip_graph *graph, tunip_dtype element,
                                                           const char *storage_scope);
TUNIP_API tunip_ir_global_var *tunip_ir_global_var_new(tunip_graph *graph, const char *name);
/* Attributes from `count` pairs key, value, key, value, ... as for tunip_map_new(). Two equal keys
 * are an error of the graph. */
TUNIP_API tunip_ir_dict_attrs *tunip_ir_dict_attrs_new(tunip_graph *graph, size_t count,
                                                       void *const *entries);
/* A module of `count` functions; `names` are their global names, in the same order. Two functions
 * of one name are an error of the graph. */
TUNIP_API tunip_ir_module *tunip_ir_module_new(tunip_graph *graph, size_t count,
                                               const char *const *names, void *const *functions);
/* A module of functions that call each other. First make the global variables of the functions,
 * then the functions, whose calls use these variables, and then the module. */
TUNIP_API tunip_ir_module *tunip_ir_module_with_vars_new(tunip_graph *graph, size_t count,
                                                         tunip_ir_global_var *const *vars,
                                                         void *const *functions);

/* ---- spans: <tunip/site.h> reads them, <tunip/span_builder.h> gives them to nodes ---- */

/* A span in the user's program; see tunip_site for the lines and columns. For a layer, `source` is
 * its name, and the lines and columns are 0. */
TUNIP_API tunip_ir_span *tunip_ir_span_new(tunip_graph *graph, const char *source, int64_t line,
                                           int64_t column, int64_t end_line, int64_t end_column);

/* Gives an ir.Span to each node that has an origin (tunip_read_options.origins) and whose field for
 * a span is NULL. Skips types whose spans equality compares, such as ir.TupleType. As in TVM's
 * parser, a span has the name of the source, and the line and the column of its beginning and of
 * its end. Both are 1-based, columns count bytes, and the end is exclusive. Returns false when out
 * of memory; some nodes then have no span. */
TUNIP_API bool tunip_ir_set_spans(tunip_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
