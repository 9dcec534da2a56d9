/* print.h -- what the files of this folder share: rules, Docs, frames, attributes, calls. */
#ifndef RELAX_PRINT_H
#define RELAX_PRINT_H

#include <tunip/ext/dialect.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

#include "../ops.h"

/* ==== The rules that are functions, by file; rules.c maps types to them ==== */

#define RELAX_RULE(ident)                                                                          \
    const tunip_doc *relax_docsify_##ident(tunip_docsifier *d, const tunip_node *node,             \
                                           const tunip_path *path)

/* function.c */
RELAX_RULE(function);
RELAX_RULE(typed_function);
RELAX_RULE(extern_func);
RELAX_RULE(typed_extern_func);
RELAX_RULE(seq_expr);
RELAX_RULE(binding_block);
RELAX_RULE(dataflow_block);
RELAX_RULE(var_binding);
RELAX_RULE(match_cast);
RELAX_RULE(if);

/* expr.c */
RELAX_RULE(var);
RELAX_RULE(tuple);
RELAX_RULE(tuple_get_item);
RELAX_RULE(shape_expr);
RELAX_RULE(string_imm);
RELAX_RULE(constant);

/* call.c */
RELAX_RULE(call);
RELAX_RULE(typed_call);

/* struct_info.c */
RELAX_RULE(prim_struct_info);
RELAX_RULE(shape_struct_info);
RELAX_RULE(tensor_struct_info);
RELAX_RULE(tuple_struct_info);
RELAX_RULE(func_struct_info);
RELAX_RULE(device_mesh);
RELAX_RULE(placement);
RELAX_RULE(dtensor_struct_info);

/* rules.c */
RELAX_RULE(symbol);
RELAX_RULE(typed_var);
RELAX_RULE(int_imm);
RELAX_RULE(range);
RELAX_RULE(tuple_type);
RELAX_RULE(func_type);
RELAX_RULE(global_var);
RELAX_RULE(module);
RELAX_RULE(call_pattern);
RELAX_RULE(same_shape_constraint);
RELAX_RULE(pattern_seq);

/* ==== Helpers for the common forms of the dialect: R.name, R.name(args, key=value), lhs:
 * annotation = rhs. */

/* R.name. */
static inline const tunip_doc *relax_name(tunip_docsifier *d, const char *name)
{
    return tunip_prefixed(d, &tunip_dialect_relax, name);
}

/* R.name(Docs...). The arguments must be finished Docs and not calls that make Docs: the order in
 * which C evaluates the items of an initialiser is unspecified, and variables must be defined in
 * TVM's order. */
#define RELAX_CALL(d, name, ...)                                                                   \
    tunip_prefixed_call((d), &tunip_dialect_relax, (name), TUNIP_DOCS((d), __VA_ARGS__))

/* The arguments of a call, while they are collected. */
typedef struct relax_args {
    const tunip_doc **args;
    size_t count;
    tunip_str *keys;
    const tunip_doc **values;
    size_t key_count;
} relax_args;

/* An empty list with room for `room` positional arguments and `key_room` keywords. When out of
 * memory the list has no room and ignores additions. */
relax_args relax_args_new(tunip_docsifier *d, size_t room, size_t key_room);

static inline void relax_args_add(relax_args *args, const tunip_doc *doc)
{
    if (args->args) args->args[args->count++] = doc;
}

/* `key` must outlive the print. */
static inline void relax_args_text_key(relax_args *args, tunip_str key, const tunip_doc *doc)
{
    if (!args->values) return;
    args->keys[args->key_count] = key;
    args->values[args->key_count++] = doc;
}

static inline void relax_args_key(relax_args *args, const char *key, const tunip_doc *doc)
{
    relax_args_text_key(args, tunip_str_from(key), doc);
}

/* callee(args, key=value, ...) */
const tunip_doc *relax_args_call(tunip_docsifier *d, const tunip_doc *callee,
                                 const relax_args *args);

/* The path of a member of `node`. Its last step is the name of the field there, which depends on
 * the version of TVM: `struct_info_` or `ty`. */
const tunip_path *relax_member_path(tunip_docsifier *d, const void *node, size_t offset,
                                    const tunip_path *path);
#define RELAX_PATH(d, struct, member, node, path)                                                  \
    relax_member_path((d), (node), offsetof(struct, member), (path))

/* The path of the struct info of an expression. */
static inline const tunip_path *relax_info_path(tunip_docsifier *d, const void *expr,
                                                const tunip_path *path)
{
    return RELAX_PATH(d, tunip_ir_relax_expr, struct_info, expr, path);
}

/* The settings of the dialect (see rules.c). */
typedef struct relax_settings {
    bool show_all_struct_info; /* annotate bindings even if the struct info follows from the
                                  value */
} relax_settings;

static inline bool relax_shows_all(const tunip_docsifier *d)
{
    const relax_settings *settings = tunip_job_settings(d, &tunip_dialect_relax);
    return settings->show_all_struct_info;
}

/* ==== A set of symbolic variables, in memory of the print ==== */

/* Initially zero. */
typedef struct relax_symbols {
    const void **slots;
    size_t room; /* a power of two, or 0 */
    size_t count;
} relax_symbols;

/* Whether a variable was added. */
bool relax_symbols_has(const relax_symbols *symbols, const void *var);
/* Adds a variable that is not in the set. */
void relax_symbols_add(tunip_docsifier *d, relax_symbols *symbols, const void *var);

/* Whether one of the variables occurs in `expr`. */
bool relax_symbols_occur(tunip_docsifier *d, const relax_symbols *symbols, const tunip_node *expr);

/* ==== The dialect's frames, the state of the function being printed, and definitions of
 * variables. */

/* The state of the dialect during a print; initially zero. */
typedef struct relax_state {
    tunip_frame
        *outermost; /* the outermost frame of the dialect; set when a frame inside it is opened */
    tunip_frame *function;    /* of the outermost function, or NULL outside of functions */
    relax_symbols *signature; /* while its signature prints: the symbols that occur first there */
    bool has_alias;           /* `cls = Module` is already in the function */
    relax_symbols ids;        /* identities of variables, for accounts.c */
} relax_state;

static inline relax_state *relax_job_state(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_relax);
}

/* Opens a frame for the contents of `node`. */
void relax_frame_enter(tunip_docsifier *d, tunip_frame *frame, const void *node);
void relax_frame_leave(tunip_docsifier *d, tunip_frame *frame);

/* The frame that declares symbolic variables: the outermost function's or, outside of functions,
 * the outermost of the dialect. NULL when there is none. */
tunip_frame *relax_home(tunip_docsifier *d);

/* Whether a function of a module is being printed, which refers to functions and meshes of the
 * module by name. */
bool relax_is_in_module(tunip_docsifier *d);

/* Adds a statement. An expression becomes an expression statement. */
void relax_add_stmt(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc);

/* Defines a variable, which may be NULL, under its own name. */
const tunip_doc *relax_define_var(tunip_docsifier *d, tunip_frame *frame,
                                  const tunip_relax_var *var);
/* The same for a free variable, which is defined before the other statements of the frame. */
const tunip_doc *relax_define_free(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_relax_var *var);

/* ==== The attributes of a call, as keyword arguments ==== */

/* The number of attributes; 0 for NULL. */
size_t relax_attributes_count(const tunip_node *attrs);

/* Adds them all to `args`, which has room, in TVM's order. */
void relax_attributes_add(tunip_docsifier *d, const tunip_node *attrs, const tunip_path *path,
                          relax_args *args);

/* ==== Calls of operators with a special form ==== */

/* Whether a call of TVM v0.26, where one kind of node serves both, is one of Relax and not one of
 * the tensor IR. */
bool relax_is_own_call(const tunip_node *node);

/* Words of calls, which depend on the version of TVM. */
typedef struct relax_call_words {
    const char *infos;   /* the struct infos of a call; also the field */
    const char *outputs; /* of R.call_tir() and similar operators */
} relax_call_words;

const relax_call_words *relax_call_words_of(const tunip_relax_call *call);

/* An argument that is a function. A function outside of the module prints as its symbol. */
const tunip_doc *relax_callee(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                              const tunip_path *path);

/* Any other argument. `path` is the call's in both. */
const tunip_doc *relax_argument(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                                const tunip_path *path);

/* Marks `doc`, the call of an operator, as inexact (TUNIP_CALL_CONTINUED), because a script has no
 * function that makes this call. The exact call is R.Call("relax.name", args, attrs=attributes,
 * sinfo_args=infos), where attributes are R.make_node("type", key=value). The first of `keywords`
 * are the attributes; `attrs` and `infos` may be NULL. */
const tunip_doc *relax_inexact_call(tunip_docsifier *d, const tunip_doc *doc, tunip_str op,
                                    const tunip_node *attrs, const relax_args *keywords,
                                    const tunip_doc *infos);

/* The call of an operator with a special form. NULL if `op` is NULL or has none, or if the call
 * does not have the arguments that the operator takes. */
const tunip_doc *relax_special_call(tunip_docsifier *d, const tunip_relax_call *call,
                                    const relax_op *op, const tunip_path *path);

/* The special forms, which the rows of ops.def name. `name` is R.name. */
#define RELAX_WRITE(ident)                                                                         \
    const tunip_doc *relax_write_##ident(tunip_docsifier *d, const tunip_relax_call *call,         \
                                         const tunip_path *path, const char *name)
RELAX_WRITE(assert);
RELAX_WRITE(hint);
RELAX_WRITE(inplace);
RELAX_WRITE(local);
RELAX_WRITE(packed);
RELAX_WRITE(print);
RELAX_WRITE(tir);
RELAX_WRITE(to_device);

/* ==== Calls of operators that TVM's functions of the same names make ==== */

/* The name of a field of the call for which the function of its operator makes another call, or
 * fails; NULL if there is none. `op` is the operator, NULL for an unknown one. */
const char *relax_find_unusual(const tunip_relax_call *call, const relax_op *op);

/* Whether the attributes of a call have the type that the function for the operator makes: none if
 * `op` is NULL. */
bool relax_has_own_attrs(const tunip_relax_call *call, const relax_op *op);

/* Whether an operator takes as many arguments as the call has. */
bool relax_has_arg_count(const tunip_relax_call *call);

/* Whether a call_tir or one of its variants is as TVM's normalization of them wants it. True for
 * any other call. */
bool relax_is_normal(tunip_docsifier *d, const tunip_relax_call *call);

/* Whether the integers and floats in attributes are those that TVM makes of bare numbers. */
bool relax_has_int32_numbers(const tunip_node *attrs);

/* Whether a permutation names an axis twice, for which TVM infers no struct info. */
bool relax_has_axis_twice(const tunip_relax_call *call);

/* Whether the text of such a call includes an exact one, which needs no function. */
bool relax_has_exact_call(const tunip_relax_call *call, const relax_op *op);

/* ---- checks that the rows of ops.def name ---- */

bool relax_has_usual_sizes(const tunip_relax_call *call);
bool relax_has_usual_slice(const tunip_relax_call *call);
bool relax_has_usual_diagonal(const tunip_relax_call *call);
bool relax_has_usual_view(const tunip_relax_call *call);
bool relax_has_usual_dtype(const tunip_relax_call *call);
bool relax_has_usual_split(const tunip_relax_call *call);
bool relax_has_usual_reduction(const tunip_relax_call *call);
bool relax_has_usual_groups(const tunip_relax_call *call);
bool relax_has_usual_layout(const tunip_relax_call *call);
bool relax_has_usual_operation(const tunip_relax_call *call);

/* ==== Parts that several kinds of struct info share ==== */

/* The shape of a tensor: a tuple if its dimensions are known, otherwise the expression; NULL if it
 * has none. `path` is the path of the struct info. */
const tunip_doc *relax_tensor_shape(tunip_docsifier *d, const tunip_relax_tensor_struct_info *info,
                                    const tunip_path *path);

/* "kind:index:scope" of a virtual device. */
const tunip_doc *relax_vdevice_name(tunip_docsifier *d, const tunip_ir_vdevice *device,
                                    const tunip_path *path);

/* ==== The values of shapes, which are strings in a signature ==== */

/* A dimension, or another scalar of a struct info. */
const tunip_doc *relax_shape_value(tunip_docsifier *d, const tunip_node *expr,
                                   const tunip_path *path);

/* The same for all items of an array. */
tunip_docs relax_shape_values(tunip_docsifier *d, const tunip_array *exprs, const tunip_path *path);

/* ==== The annotation of a variable where it is defined ==== */

/* The struct info of `var`; NULL if the text omits it, because it is unknown or because it follows
 * from `value` (the bound expression, or NULL). */
const tunip_doc *relax_annotation(tunip_docsifier *d, const tunip_relax_var *var,
                                  const tunip_path *path, const tunip_node *value);

/* ==== The statements of a sequence of binding blocks ==== */

/* The use of the value of a sequence. */
typedef struct relax_sink {
    bool returns;                /* the value is returned */
    const tunip_doc *lhs;        /* otherwise it is assigned to this, unless NULL */
    const tunip_doc *annotation; /* with this annotation, or NULL */
} relax_sink;

/* The statements of `seq`, printed in a frame of their own; NULL prints as None. */
tunip_docs relax_seq_body(tunip_docsifier *d, const tunip_relax_seq_expr *seq,
                          const tunip_path *path, const relax_sink *sink);

/* Whether `seq` has a block without bindings, which a parser drops. */
bool relax_has_empty_block(const tunip_relax_seq_expr *seq);

/* ==== The struct info that TVM gives to the result of a function ==== */

/* Whether a reader gives the result of a function the struct info that the function has. */
bool relax_keeps_result(tunip_docsifier *d, const tunip_relax_function *func);

/* ==== Which bindings TVM makes again when it ends a dataflow block ==== */

/* Whether a value with the struct info `info` can have the struct info `other`, too. TVM refuses
 * R.match_cast() of a value that cannot. True if in doubt. */
bool relax_may_be(tunip_docsifier *d, const tunip_node *info, const tunip_node *other);

/* Whether a struct info contains a variable of a size. */
bool relax_has_size_var(tunip_docsifier *d, const tunip_node *info);

/* Whether TVM cannot infer the struct info of a call. Such a call has other attributes or arguments
 * than the function of its operator makes, or arguments that the called variable cannot take. */
bool relax_is_ill_formed(tunip_docsifier *d, const tunip_relax_call *call);

/* Whether a reader gives the variables of a dataflow block the struct infos that they have. */
bool relax_keeps_flow(tunip_docsifier *d, const tunip_relax_binding_block *block);

#endif
