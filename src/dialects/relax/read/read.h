/* read.h -- reading scripts of the dialect back; words.c lists the words (TVM
 * python/tvm/script/parser/relax, python/tvm/script/ir_builder/relax). */
#ifndef RELAX_READ_H
#define RELAX_READ_H

#include <tunip/ext/elaborate.h>
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

#include "../../../util/mix.h"
#include "../infer/infer.h"
#include "../ops.h"

#define RELAX_READ(ident)                                                                          \
    tunip_value relax_read_##ident(tunip_elaborator *e, const tunip_word_call *call)

/* Whether struct infos are types in the version of the script, and what follows from that: numbers
 * are values, and variables have the types of their values. */
static inline bool relax_has_types(const tunip_elaborator *e)
{
    enum { SINCE = 26 };
    return tunip_elaborator_vintage(e) >= SINCE;
}

/* struct_info.c */
RELAX_READ(object_info);
RELAX_READ(prim_info);
RELAX_READ(shape_info);
RELAX_READ(tensor_info);
RELAX_READ(tuple_info);
RELAX_READ(func_info);
RELAX_READ(dtensor_info);
RELAX_READ(device_mesh);
RELAX_READ(range);
RELAX_READ(device);
RELAX_READ(named_device);
/* expr.c */
RELAX_READ(prim_value);
RELAX_READ(str);
RELAX_READ(dtype);
RELAX_READ(shape);
RELAX_READ(tuple);
RELAX_READ(extern_func);
RELAX_READ(item);
RELAX_READ(astype);
RELAX_READ(inspection);
RELAX_READ(inspected);
RELAX_READ(const);
RELAX_READ(dist_const);
/* op.c */
RELAX_READ(op);
RELAX_READ(exact_call);
RELAX_READ(relu6);
RELAX_READ(linear);
RELAX_READ(output_call);
RELAX_READ(call_packed);
RELAX_READ(unknown_op);
RELAX_READ(emit_te);
/* See tunip_vocabulary.unknown. */
bool relax_describe_unknown(tunip_elaborator *e, tunip_str name, tunip_word *out);
RELAX_READ(call_py_func);
RELAX_READ(hint_on_device);
RELAX_READ(print);
RELAX_READ(assert_op);
/* binding.c */
RELAX_READ(match_cast);
RELAX_READ(emit);
RELAX_READ(emit_match_cast);
RELAX_READ(dataflow);
RELAX_READ(output);
/* function.c */
RELAX_READ(function);
RELAX_READ(declared_function);
RELAX_READ(func_attr);
RELAX_READ(func_ret_struct_info);

extern const tunip_vocabulary relax_vocabulary;

/* ---- values ---- */

extern const tunip_dtype relax_int64_dtype, relax_no_dtype;

/* A variable whose value is a number, as v0.26 uses it in sizes and formulas; `var` itself for any
 * other one. Both become one variable when the script is converted. */
const tunip_node *relax_as_number(tunip_elaborator *e, tunip_relax_var *var);

/* The number that a value means; NULL if the value is not a number. */
tunip_node *relax_try_number(tunip_elaborator *e, const tunip_value *value);
/* The number that a value means, as an expression of tensor IR: a literal is an int64 or a float32.
 * Complains and returns NULL if the value is not a number. */
tunip_node *relax_number_of(tunip_elaborator *e, const tunip_value *value);
/* The same of a dimension, which may be a string in a signature: "n", "n * 2". */
tunip_node *relax_dim_of(tunip_elaborator *e, const tunip_value *value);
/* The same of a number that need not be an int64. */
tunip_node *relax_prim_of(tunip_elaborator *e, const tunip_value *value);
/* Whether all items of a list of the graph are numbers. Complains if not. */
bool relax_are_numbers(tunip_elaborator *e, const tunip_value *value);
/* Dimensions, of a list. NULL only when out of memory. */
tunip_array *relax_dims_of(tunip_elaborator *e, const tunip_value *list);
/* Makes an expression of Relax from a value: numbers become R.prim_value, strings R.str, lists
 * tuples. Complains and returns NULL if the value cannot be an expression. */
tunip_node *relax_expr_of(tunip_elaborator *e, const tunip_value *value);
/* The struct info that a value means. The value may be a word without a call: R.Tensor. Complains
 * and returns NULL if the value is not a struct info. */
tunip_node *relax_info_of(tunip_elaborator *e, const tunip_value *value);
/* Of a list, or of one. Never NULL, except when out of memory. */
tunip_array *relax_infos_of(tunip_elaborator *e, const tunip_value *value);
/* The type that is written like such a struct info. NULL if the value is not a type. */
tunip_node *relax_type_of(tunip_elaborator *e, const tunip_value *value);
/* A dtype; none for None. */
tunip_dtype relax_dtype_of(tunip_elaborator *e, const tunip_value *value);
/* A node of `type` if a string or a list can be read as one: a device, a mesh, a placement. NULL,
 * after a complaint, if not. */
tunip_node *relax_vdevice_of(tunip_elaborator *e, const tunip_value *value);
tunip_node *relax_mesh_of(tunip_elaborator *e, const tunip_value *value);
tunip_node *relax_placement_of(tunip_elaborator *e, const tunip_value *value);

/* Whether the value is a list, also one of the graph. */
bool relax_is_list(const tunip_value *value);

/* ---- making expressions, with their struct info ---- */

tunip_node *relax_new_prim_value(tunip_elaborator *e, tunip_node *number);
tunip_node *relax_new_string(tunip_elaborator *e, tunip_str text);
tunip_node *relax_new_shape(tunip_elaborator *e, tunip_array *dims);
tunip_node *relax_new_tuple(tunip_elaborator *e, tunip_array *fields);
tunip_node *relax_new_item(tunip_elaborator *e, tunip_node *tuple, int64_t index);
tunip_node *relax_new_extern(tunip_elaborator *e, tunip_str name);
tunip_relax_call *relax_new_call(tunip_elaborator *e, tunip_node *callee, tunip_array *args);
tunip_relax_call *relax_new_op_call(tunip_elaborator *e, const char *op, tunip_array *args);

/* The struct info of a number, of anything. */
tunip_node *relax_new_number_info(tunip_graph *graph, tunip_node *value, tunip_dtype dtype);
tunip_node *relax_new_prim_info(tunip_elaborator *e, tunip_node *value, tunip_dtype dtype);
tunip_node *relax_new_object_info(tunip_elaborator *e);
tunip_node *relax_new_func_info(tunip_elaborator *e, const tunip_array *params, tunip_node *ret,
                                bool is_pure);
/* Nodes that a walk has been at lately, by their addresses. A short script can share a few nodes so
 * often that a walk through all uses would not end. */
enum { RELAX_SEEN_BITS = 10 };

typedef struct relax_seen {
    const tunip_node *nodes[1 << RELAX_SEEN_BITS];
} relax_seen;

/* The place of a node in a table with 2^bits places. */
static inline size_t relax_slot_of(const tunip_node *node, int bits)
{
    return (size_t)(tn_mix_address(node) >> (64 - bits));
}

/* Whether a walk was at the node lately. Notes that it is there now. */
bool relax_is_seen(relax_seen *seen, const tunip_node *node);

/* Refuses a struct info whose tuples and functions are nested too deeply, or which has too many
 * parts, for functions that call themselves for each part. Returns whether it has complained. */
bool relax_refuse_info(tunip_elaborator *e, const tunip_node *info);
/* The same for a struct info that was inferred from those of `args`. Its sizes may not be much
 * longer than theirs, even if they share nothing: each call of R.split can double a size. */
bool relax_refuse_inferred(tunip_elaborator *e, const tunip_node *info, const tunip_array *args);
/* The same of a number. */
bool relax_refuse_size(tunip_elaborator *e, const tunip_node *size, const tunip_doc *doc);

static inline tunip_node *relax_info(const void *expr)
{
    return (tunip_node *)(uintptr_t)tunip_relax_struct_info_of(expr);
}

static inline void relax_set_info(void *expr, tunip_node *info)
{
    if (expr) ((tunip_ir_relax_expr *)expr)->struct_info = info;
}

/* ---- attributes (op.c) ---- */

/* The field `name` of attributes; NULL if they have none. */
const tunip_field *relax_attr_field(const tunip_type *attrs, tunip_str name);
/* Sets this field in the attributes of a call of `op`. */
void relax_set_attr(tunip_elaborator *e, const char *op, tunip_node *attrs,
                    const tunip_field *field, const tunip_value *value);
/* The value that a row of parameters gives for a parameter that is absent: "axis=None". False if it
 * gives none. */
bool relax_default(tunip_elaborator *e, const char *params, tunip_str name, tunip_value *out);

/* ---- bindings ---- */

/* Whether R.dataflow() is the innermost scope. */
bool relax_in_dataflow(tunip_elaborator *e);
/* A variable of the innermost scope. */
tunip_relax_var *relax_new_var(tunip_elaborator *e, tunip_str name, tunip_node *info);
/* Binds an expression to a new variable, which is returned. `info` is that of the annotation, or
 * NULL. `doc`: the variable; `at`: the expression, for complaints. */
tunip_relax_var *relax_bind(tunip_elaborator *e, tunip_str name, tunip_node *value,
                            tunip_node *info, const tunip_doc *doc, const tunip_doc *at);
/* Adds a binding to the innermost scope. */
void relax_add_binding(tunip_elaborator *e, tunip_relax_var *var, tunip_node *value);
/* The struct info of a value, inferred if it has none; NULL if it is not known. */
tunip_node *relax_worked_out(tunip_elaborator *e, tunip_node *value);

/* The statements of the innermost scope as blocks, and the value that they end in. */
tunip_relax_seq_expr *relax_new_seq(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                    tunip_node *body);

/* ---- the normal form of TVM's parser (binding.c) ---- */

/* A variable, a constant or another expression without parts, or a tuple. */
bool relax_is_leaf_or_tuple(const tunip_node *expr);
/* Counts a binding whose name the script gives: TVM gives it a new name first. */
void relax_skip_name(tunip_elaborator *e);
/* The next new name of the innermost scope: gv, gv1, ...; lv, lv1, ... in dataflow. */
tunip_str relax_fresh_name(tunip_elaborator *e);
/* Whether a value of the struct info is nothing: R.Tuple(). */
bool relax_is_void(const tunip_node *info);
/* Binds the parts of an expression that must be bound, if constants are folded. Returns the
 * expression, or the variable or tuple that replaces it. */
tunip_node *relax_normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc);
/* The same for an argument: it is a leaf or a tuple then. */
tunip_node *relax_argument_of(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc);
/* Binds an expression in normal form. */
tunip_relax_var *relax_bind_plainly(tunip_elaborator *e, tunip_str name, tunip_node *value,
                                    const tunip_doc *doc);
/* Whether no value can be of both struct infos, of which either may be NULL. */
bool relax_infos_differ(const tunip_node *a, const tunip_node *b);
/* The number that a call of relax.inspect is known to give; NULL if it is not known. */
const tunip_node *relax_inspected(const tunip_relax_call *call);
/* Complains of what TVM finds ill-formed: a call, a function that has been read. */
void relax_check_formed(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc);
/* Whether a call of tensor IR fits the signature of its function. */
typedef enum relax_tir_fault {
    RELAX_TIR_FITS,         /* or not enough is known */
    RELAX_TIR_TOO_MANY,     /* more arguments than the function has parameters */
    RELAX_TIR_INPUT,        /* an argument */
    RELAX_TIR_OUTPUT_COUNT, /* the number of outputs */
    RELAX_TIR_OUTPUT        /* an output */
} relax_tir_fault;
typedef struct relax_tir_fit {
    relax_tir_fault fault;
    size_t index;                     /* of the argument or output, from 0 */
    const tunip_node *wanted, *given; /* their struct infos */
    size_t wanted_count, given_count;
} relax_tir_fit;
relax_tir_fit relax_fit_tir_call(tunip_graph *graph, const tunip_relax_call *call);
/* Complains of a call of tensor IR that contradicts the signature of its function; later if that is
 * not known yet, and then at `caller`, the name of the function that is being read. */
void relax_check_tir_call(tunip_elaborator *e, const tunip_relax_call *call,
                          const tunip_doc *caller, const tunip_doc *doc);
/* Checks the calls of a function that were read before its signature was known. */
void relax_check_pending(tunip_elaborator *e, const tunip_node *callee);
struct relax_function_reader;
void relax_check_function(tunip_elaborator *e, const struct relax_function_reader *r);
/* Complains of arguments that a function does not take. */
void relax_check_arguments(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc);
/* Whether the value is a call that was refused, or that uses one: its struct info is not known, and
 * a message says why. */
bool relax_is_refused(tunip_elaborator *e, const tunip_node *value);
/* Complains of a call that TVM refuses when it infers its struct info. Then it has none, and the
 * result is false. */
bool relax_check_call(tunip_elaborator *e, tunip_relax_call *call, const tunip_doc *doc);
/* A struct info for messages: R.Tensor((2, n), "float32"). Lives as long as a value. */
const char *relax_info_text(tunip_elaborator *e, const tunip_node *info);
/* The same of dimensions: (2, n). */
const char *relax_dims_text(tunip_elaborator *e, const tunip_array *dims);
/* The most specific struct info of two values; NULL if that of one is not known. */
tunip_node *relax_common_info(tunip_elaborator *e, tunip_node *a, tunip_node *b);

/* ---- symbols (symbols.c) ---- */

typedef struct relax_symbol_value {
    const tunip_node *symbol;
    tunip_node *value;
} relax_symbol_value;

enum { RELAX_REPLACED_BITS = 6 };

typedef struct relax_symbol_map {
    relax_symbol_value *items;
    size_t count, room;
    relax_symbol_value seen[1 << RELAX_REPLACED_BITS]; /* by address: what nodes were replaced by */
} relax_symbol_map;

/* Adds the symbols that are dimensions in `info`, with the dimensions of `given`. */
void relax_define_symbols(tunip_graph *graph, relax_symbol_map *map, const tunip_node *info,
                          const tunip_node *given);
/* `info` with its symbols replaced by their values; a shape with a symbol without a value is
 * dropped. */
tunip_node *relax_replace_symbols(tunip_graph *graph, relax_symbol_map *map, tunip_node *info);
/* The struct info of the call of a function; NULL if it is not known. */
tunip_node *relax_call_result(tunip_elaborator *e, const tunip_relax_call *call);

/* ---- scopes ---- */

extern const tunip_scope_kind relax_function_scope, relax_branch_scope, relax_dataflow_scope;

/* The numbers of the next new names: gv, gv1, ...; lv, lv1, ... in dataflow. */
typedef struct relax_numbers {
    size_t gv, lv;
} relax_numbers;

/* A function being read. */
typedef struct relax_function_reader {
    tunip_scope scope;
    tunip_relax_function *func;
    tunip_map *attrs;
    tunip_str name;
    tunip_node *result;
    const tunip_doc *result_doc;
    bool is_private;
    bool is_checked;                 /* when it has been read */
    const tunip_doc *impure;         /* the first call with effects, or NULL */
    bool is_first;                   /* reading of the signature: only names of symbols count */
    bool has_formula;                /* a string that is no name: "n * 2" */
    struct relax_free_name *symbols; /* of the parameters; without nodes */
    struct relax_free_name *shapes;  /* of the parameters, that the body is still to declare */
    bool in_result;                  /* reading of the annotation of the result */
    relax_numbers outer;             /* of the function around it */
} relax_function_reader;

/* A branch of an `if`. */
typedef struct relax_branch_reader {
    tunip_scope scope;
    bool is_else;
    tunip_node *result;         /* of an expression that stands alone */
    tunip_str name;             /* of the last binding */
    tunip_node *info;           /* its struct info */
    tunip_relax_seq_expr *body; /* set on leaving */
} relax_branch_reader;

/* ---- names that nothing defines ---- */

/* A function outside of the script, or, outside of functions, a symbol. */
typedef struct relax_free_name {
    tunip_str name;
    tunip_node *node;
    struct relax_free_name *next;
} relax_free_name;

/* A call of a function of tensor IR that has not been read yet. */
typedef struct relax_pending_call {
    const tunip_relax_call *call;
    const tunip_doc *caller;
    struct relax_pending_call *next;
} relax_pending_call;

enum { RELAX_PENDING_BITS = 8 };

/* The dialect's state in a reading. */
typedef struct relax_script_state {
    relax_free_name *free_names;
    relax_numbers next;                      /* of new names in the function being read */
    const tunip_scope *dataflow;             /* the R.dataflow() that is open, or NULL */
    const tunip_scope *ended;                /* the one that had its R.output last, or NULL */
    const tunip_node *refused;               /* the call that was last refused, or NULL */
    struct relax_function_reader *signature; /* whose signature is read, or NULL */
    relax_pending_call *pending[1 << RELAX_PENDING_BITS]; /* by the callee */
} relax_script_state;

/* Whether nothing defines the node; if so, it complains. */
bool relax_is_undefined(tunip_elaborator *e, const tunip_value *value);
/* The function with the name of such a node; other nodes stay as they are. */
tunip_node *relax_outside_function(tunip_elaborator *e, tunip_node *node);
/* The same for the shape of a tensor; warns that its number of dimensions is assumed. */
tunip_node *relax_outside_shape(tunip_elaborator *e, const tunip_value *value);

/* ---- what relax_vocabulary lists ---- */

tunip_node *relax_placeholder(tunip_elaborator *e, tunip_str key, int64_t index);
tunip_value relax_guess(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);
tunip_value relax_outsider(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);

void relax_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt);
void relax_read_effect(tunip_elaborator *e, tunip_value value);
void relax_read_if(tunip_elaborator *e, const tunip_doc_if *stmt);
void relax_read_return(tunip_elaborator *e, const tunip_doc_return *stmt);
void relax_name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name);
tunip_value relax_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                 const tunip_value *operands);
tunip_value relax_read_member(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                              const tunip_doc *doc);
tunip_value relax_read_subscript(tunip_elaborator *e, const tunip_value *value,
                                 tunip_values indices, const tunip_doc *doc);
tunip_value relax_read_call(tunip_elaborator *e, const tunip_value *callee,
                            const tunip_doc_call *doc);
tunip_node *relax_convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type);
tunip_node *relax_read_fragment(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                const tunip_value *last);
void relax_link(tunip_elaborator *e, tunip_node *var, const tunip_node *func);

/* ==== The operators that scripts call by a function ==== */

/* A call of an operator that is being put together; `args` has room for one more. */
typedef struct relax_made_call {
    const relax_op *op;
    const char *name; /* of the operator that is called in the end */
    tunip_node *attrs;
    void **args;
    size_t count;
} relax_made_call;

/* The operator whose name is the data of a word. */
static inline const relax_op *relax_word_op(const tunip_word *word)
{
    return relax_find_op(tunip_str_from((const char *)word->data));
}

/* Adds what the function of the operator adds (op.c). */
void relax_complete_call(tunip_elaborator *e, relax_made_call *call);

/* A function that is given: an expression, or the name of a foreign one. */
tunip_node *relax_function_of(tunip_elaborator *e, const tunip_value *value);

/* ---- completions that the rows of ops.def name (op.c) ---- */

void relax_complete_range(tunip_elaborator *e, relax_made_call *call);
void relax_complete_eye(tunip_elaborator *e, relax_made_call *call);
void relax_complete_grid(tunip_elaborator *e, relax_made_call *call);
void relax_complete_resize2d(tunip_elaborator *e, relax_made_call *call);
void relax_complete_resize3d(tunip_elaborator *e, relax_made_call *call);
void relax_complete_transform(tunip_elaborator *e, relax_made_call *call);
void relax_complete_view(tunip_elaborator *e, relax_made_call *call);
void relax_complete_attention(tunip_elaborator *e, relax_made_call *call);
void relax_complete_lengths(tunip_elaborator *e, relax_made_call *call);
void relax_complete_reshape(tunip_elaborator *e, relax_made_call *call);

/* ==== Checks of calls, which the rows of ops.def name. A check complains of what TVM refuses when
 * it infers the struct info of the call. */

/* A call being checked. */
typedef struct relax_check {
    tunip_elaborator *e;
    const tunip_relax_call *call;
    const tunip_doc *doc;
    const char *op; /* without "relax." */
} relax_check;

/* ---- what the rows of ops.def name (refuse.c) ---- */

/* Whether arguments 1 and 2 broadcast. */
void relax_check_pair_shape(const relax_check *c);
/* The attribute `axis` or `axes` counts the dimensions of argument 1. */
void relax_check_axis(const relax_check *c);
void relax_check_expanded(const relax_check *c);
void relax_check_permuted(const relax_check *c);
void relax_check_split(const relax_check *c);
void relax_check_joined(const relax_check *c);
void relax_check_arith(const relax_check *c);
void relax_check_broadcast(const relax_check *c);
void relax_check_choice(const relax_check *c);
void relax_check_conv(const relax_check *c);
void relax_check_float(const relax_check *c);
void relax_check_indices(const relax_check *c);
void relax_check_inplace(const relax_check *c);
void relax_check_matmul(const relax_check *c);
void relax_check_norm(const relax_check *c);
void relax_check_padding(const relax_check *c);
void relax_check_pool(const relax_check *c);
void relax_check_reduction(const relax_check *c);
void relax_check_reshape(const relax_check *c);
void relax_check_softmax(const relax_check *c);
void relax_check_topk(const relax_check *c);
void relax_check_view(const relax_check *c);

#endif
