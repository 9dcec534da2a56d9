/* script.h -- reading scripts of the dialect back; script.c lists the words. The file that prints a
 * word reads it, too. */
#ifndef TIR_SCRIPT_H
#define TIR_SCRIPT_H

#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tir.h>
#include <tunip/tvm/tirx_types.h>

#include "fold.h"
#include "ops.h"

#define TIR_READ(ident)                                                                            \
    tunip_value tir_read_##ident(tunip_elaborator *e, const tunip_word_call *call)

/* for_loop.c */
TIR_READ(loop);
TIR_READ(grid);
/* block.c */
TIR_READ(block);
TIR_READ(old_axis);
TIR_READ(old_bind);
TIR_READ(axis);
TIR_READ(remap);
TIR_READ(where);
TIR_READ(regions);
TIR_READ(block_attr);
TIR_READ(init);
/* buffer.c */
TIR_READ(buffer);
TIR_READ(preflattened);
TIR_READ(ptr_to);
TIR_READ(offset_of);
TIR_READ(match_buffer);
TIR_READ(alloc_buffer);
TIR_READ(alloc_here);
TIR_READ(let_type);
TIR_READ(scope_id);
TIR_READ(view);
TIR_READ(local);
TIR_READ(storage_view);
TIR_READ(permute);
TIR_READ(rearrange);
TIR_READ(sub);
TIR_READ(tile);
TIR_READ(tile_picks);
TIR_READ(chunk);
TIR_READ(chunk_picks);
TIR_READ(layout_method);
TIR_READ(scalar);
TIR_READ(decl_here);
TIR_READ(decl_scalar);
TIR_READ(hint);
TIR_READ(storage_sync);
TIR_READ(layout);
TIR_READ(layout_part);
TIR_READ(iters);
TIR_READ(layout_iter);
TIR_READ(composed_layout);
TIR_READ(swizzled_layout);
TIR_READ(axis_name);
TIR_READ(tile_op);
TIR_READ(compose_op);
TIR_READ(added_op);
TIR_READ(later_op);
TIR_READ(op_function);
TIR_READ(foreign_op);
TIR_READ(cuda_call);
TIR_READ(typed_call);
TIR_READ(tensor_map);
TIR_READ(typed_handle);

/* The indices of the parameters of words for buffers. Only words of v0.26 have the parameters from
 * the layout on. */
enum {
    TIR_BUFFER_DATA = 2,
    TIR_BUFFER_STRIDES = 3,
    TIR_BUFFER_SCOPE = 5,
    TIR_BUFFER_LAYOUT = 10,
    TIR_BUFFER_ADDRESS = 11,
    TIR_BUFFER_ANNOTATIONS = 12,
    TIR_BUFFER_ARGS = TIR_BUFFER_LAYOUT
};

/* The buffer of these arguments. */
tunip_tir_buffer *tir_read_any_buffer(tunip_elaborator *e, const tunip_value *args,
                                      const tunip_doc *doc);
/* Gives a buffer of v0.26 the layout among the arguments of the call. */
void tir_take_layout(tunip_elaborator *e, tunip_tir_buffer *buffer, const tunip_word_call *call);

TIR_READ(decl_buffer);
/* alloc.c */
TIR_READ(allocate);
TIR_READ(allocate_const);
/* attr.c */
TIR_READ(attr);
TIR_READ(launch_thread);
TIR_READ(env_thread);
TIR_READ(realize);
/* function.c */
TIR_READ(prim_func);
TIR_READ(declared_func);
TIR_READ(func_attr);
/* stmt.c */
TIR_READ(evaluate);
TIR_READ(let_stmt);
TIR_READ(assert);
/* access.c */
TIR_READ(buffer_load);
TIR_READ(vload);
TIR_READ(vstore);
/* expr.c, var.c, type_rules.c, call.c */
TIR_READ(let);
TIR_READ(comm_reducer);
TIR_READ(index_map);
TIR_READ(iter_var);
TIR_READ(dtype);
TIR_READ(handle);
TIR_READ(range);
TIR_READ(tuple_type);
TIR_READ(target);
TIR_READ(op);
TIR_READ(call_op);
TIR_READ(call_tir);
TIR_READ(exact_call);
TIR_READ(if_then_else);
TIR_READ(address_of);
TIR_READ(var);
TIR_READ(binary);
TIR_READ(matched);
TIR_READ(imm);
TIR_READ(const);
TIR_READ(cast);
TIR_READ(meta_var);
TIR_READ(inline);
TIR_READ(jump);
TIR_READ(access_ptr);

/* ---- values ---- */

/* The settings, as of a print. */
const tir_settings *tir_script_settings(const tunip_elaborator *e);
/* The dtype of a bare literal. */
tunip_dtype tir_literal_dtype(tunip_elaborator *e, const tunip_value *value);

extern const tunip_dtype tir_int32, tir_bool, tir_float32, tir_handle;

/* The value as an expression; a literal gets the dtype of bare literals. NULL, after a complaint,
 * if the value is not an expression. */
void *tir_expr(tunip_elaborator *e, const tunip_value *value);
/* The same, but a literal is of `dtype`. */
void *tir_expr_of(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype);
/* The expressions of a list, or one expression. Never NULL, except when out of memory. */
tunip_array *tir_exprs(tunip_elaborator *e, const tunip_value *value);
/* An optional argument: NULL for None and for an absent one. */
void *tir_optional(tunip_elaborator *e, const tunip_value *value);
/* A map of data; an absent one is empty. */
tunip_map *tir_data(tunip_elaborator *e, const tunip_value *value);
/* The extent of [min, stop), simplified as TVM does: that of [i, i + 4) is 4. */
void *tir_extent(tunip_elaborator *e, void *min, void *stop);
/* The same, not simplified, because TVM does not do so in T.Range and domains of axes. */
void *tir_difference(tunip_elaborator *e, void *min, void *stop);
/* The extent of an axis: TVM simplifies it only to find a number. */
void *tir_axis_extent(tunip_elaborator *e, void *min, void *stop);
tunip_ir_range *tir_range(tunip_elaborator *e, void *min, void *extent);

/* A variable without a name; its name is that of the first assignment. */
tunip_tir_var *tir_new_var(tunip_elaborator *e, tunip_dtype dtype, void *type, bool is_size);
/* A thread axis with a new variable, without a domain. */
tunip_tir_iter_var *tir_new_thread(tunip_elaborator *e, tunip_str tag, tunip_dtype dtype);
/* Names a variable or a buffer that has no name yet. */
void tir_name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name);
/* The name of item `index`: the item 1 of `x` with the separator "_" is x_1. */
tunip_str tir_item_name(tunip_elaborator *e, tunip_str name, const char *separator, size_t index);
/* The type that a value means: T.int32, T.handle("float32"). */
tunip_node *tir_type(tunip_elaborator *e, const tunip_value *value);

/* A variable of the type that a value means; NULL, after a complaint, if the value is not a
 * type. */
void *tir_var_of(tunip_elaborator *e, const tunip_value *type);
/* `a & b` and other operators on bits. */
tunip_value tir_read_bits(tunip_elaborator *e, tunip_operator op, const tunip_value *operands,
                          const tunip_doc *doc);
/* An operator on two expressions: literals take the dtype of the other side, and different dtypes
 * meet in a common one. */
void *tir_binary(tunip_elaborator *e, const tunip_type *type, const tunip_value *a,
                 const tunip_value *b, const tunip_doc *doc);

/* A number as a literal of `dtype`; NULL for another value. */
void *tir_number(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype);
/* The same where TVM takes a Python number for an expression: a float is a float32 first. NULL also
 * after a complaint. */
void *tir_literal(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype);
/* `node` itself if it is of `dtype`. A scalar becomes a vector of copies. With --fold a constant is
 * converted, and may not fit (fold.h). */
void *tir_cast(tunip_elaborator *e, void *node, tunip_dtype dtype);
/* The number of lanes that an expression gives: negative with vscale. 0 if it is not constant, or
 * larger than that of any dtype. */
int tir_count_lanes(const tunip_node *lanes);
/* The operator registered as `name`, which lives as long as the graph. */
void *tir_op_new(tunip_elaborator *e, const char *name);
tunip_tir_call *tir_new_call(tunip_elaborator *e, tunip_dtype dtype, void *op, tunip_array *args);
/* A text that Python's float() accepts: "inf", "-inf", "nan", "2.5". False for another text. */
bool tir_parse_real(tunip_str text, double *out);
tunip_value tir_empty_tuple(tunip_elaborator *e, const tunip_doc *doc);
void *tir_region_as_load(tunip_elaborator *e, const tunip_value *value);

extern const tunip_vocabulary tir_vocabulary;

/* ---- functions of tir_vocabulary ---- */

bool tir_complete(tunip_elaborator *e, tunip_node *node, const tunip_doc *doc);
tunip_value tir_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                               const tunip_value *operands);
tunip_value tir_read_subscript(tunip_elaborator *e, const tunip_value *value, tunip_values indices,
                               const tunip_doc *doc);
tunip_value tir_read_call(tunip_elaborator *e, const tunip_value *callee,
                          const tunip_doc_call *doc);
void *tir_store_read(tunip_elaborator *e, tunip_tir_buffer *buffer, tunip_values indices,
                     const tunip_value *value, const tunip_doc *doc);
void tir_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt);
void tir_read_effect(tunip_elaborator *e, tunip_value value);
/* Adds the statement `return value`: a call of tir.ret. */
void tir_add_return(tunip_elaborator *e, const tunip_value *value);
void tir_read_if(tunip_elaborator *e, const tunip_doc_if *stmt);
void tir_read_while(tunip_elaborator *e, const tunip_doc_while *stmt);
void tirx_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt); /* of v0.26 */
/* If `name = value` only names the value, does so and returns true; *out gets the value of the
 * name. */
bool tir_bind_named(tunip_elaborator *e, const tunip_doc *target, tunip_str name, tunip_value value,
                    tunip_value *out);
/* TVM's parser defines a name once in a body; false after a complaint. */
bool tir_is_free(tunip_elaborator *e, const tunip_doc *target);
/* Whether the signature already has the variable that `n = T.int32()` declares. */
bool tir_is_declared(tunip_elaborator *e, const tunip_doc *target, const tunip_value *value);
void tir_read_assert_stmt(tunip_elaborator *e, const tunip_doc_assert *stmt);
void tir_read_return(tunip_elaborator *e, const tunip_doc_return *stmt);
void tir_read_note(tunip_elaborator *e, const tunip_doc_comment *stmt);
/* The scope of a let, not yet entered; NULL when out of memory or without an operand. */
tunip_scope *tir_let_new(tunip_elaborator *e, tunip_tir_var *var, void *expr, const tunip_doc *doc);

/* The node of an attribute that is of nothing: T.int32(0), since v0.26 the integer 0. */
void *tir_nothing(tunip_elaborator *e);

/* An attribute statement around the statements that follow. */
tunip_value tir_attr_scope(tunip_elaborator *e, void *node, const char *key, void *value,
                           const tunip_doc *doc);

/* ---- scopes ---- */

/* The statements of the innermost scope as one. */
tunip_node *tir_body_read(tunip_elaborator *e);

/* A block being read. */
typedef struct tir_block_reader {
    tunip_scope scope;
    tunip_tir_block *block;
    tunip_tir_block_realize *realize;                                /* NULL: no_realize */
    tunip_array *iter_vars, *values, *alloc_buffers, *match_buffers; /* growing */
    struct tir_block_reader *outer; /* the block around it, or NULL */
    bool says_regions[2];           /* T.reads and T.writes are written */
    bool says_predicate;            /* T.where is */
    const tunip_doc *predicate_doc; /* its argument; or NULL */
} tir_block_reader;

/* Infers the regions that the block reads, writes, or both. */
void tir_detect_regions(tunip_elaborator *e, tir_block_reader *r, bool reads, bool writes);
/* The buffer of the memory that an enclosing T.allocate gave to the variable `var`: before v0.11,
 * scripts used the variable like a buffer. It is declared around the statements of the allocation.
 * NULL if there is none. */
tunip_tir_buffer *tir_allocated_buffer(tunip_elaborator *e, const tunip_node *var,
                                       const tunip_doc *doc);
/* The buffer that an enclosing T.decl_buffer declares for `data`; NULL if there is none. */
const tunip_tir_buffer *tir_declared_buffer(const tunip_elaborator *e, const void *data);

/* The region of a buffer that a value means: A[0:4], or an element. NULL after a complaint. */
tunip_node *tir_region(tunip_elaborator *e, const tunip_value *value);
/* NULL when out of memory. */
tir_block_reader *tir_block_new(tunip_elaborator *e, tunip_str name, bool is_realized,
                                const tunip_doc *doc);
/* The loop whose variable is `var`, among those open; the outermost if there are two. */
const tunip_tir_for *tir_loop_of(const tunip_elaborator *e, const void *var);

/* What TVM's parsers do in some versions alone: the rows of versions.def. */
typedef enum tir_habit {
#define X(name, since, until) TIR_DOES_##name,
#include "versions.def"
#undef X
    TIR_HABIT_COUNT
} tir_habit;

/* Whether the parser of the script's version does so. */
bool tir_does(const tunip_elaborator *e, tir_habit habit);

/* The dialect's state in a reading. */
enum { TIR_RECENT_TYPES = 16 };

typedef struct tir_script_state {
    tunip_ir_op *ops[TIR_OP_COUNT];       /* by the number of their row: each once, as in TVM */
    tunip_array *threads;                 /* the tir.IterVars of T.env_thread */
    tunip_array *axes;                    /* of layouts of v0.26, one for each name */
    struct tirx_split *splits;            /* the last A.tile(...) or A.chunk(...) without picks */
    struct tir_function_reader *function; /* around the current statement, or NULL */
    struct tir_block_reader *block;       /* the innermost one around it, or NULL */
    struct tir_block_reader *last;        /* the last block that was left in the current function,
                                             or NULL */
    size_t block_count;                   /* of those that were realized so far */
    const tunip_doc *assigned;            /* the right side of the assignment being read, */
    const tunip_doc *target;              /* and its left side */
    tunip_string *empty;                  /* shared: most variables have it until they get a name */
    tunip_ir_prim_type *types[TIR_RECENT_TYPES]; /* shared */
    struct tir_guess *guesses;                   /* of a fragment */
    struct tir_guess *last_guess;
    tunip_ir_prim_type *open_type;     /* of those whose dtype is open */
    bool has_unknown;                  /* there are calls of unknown operators */
    bool has_flattened;                /* there was a warning about T.preflattened_buffer */
    size_t inline_depth, inline_calls; /* open calls of inline functions, and all */
} tir_script_state;

/* Never NULL, except when out of memory. */
tir_script_state *tir_state_of(tunip_elaborator *e);

/* Shared nodes: they need not be new, because nothing distinguishes them. */
tunip_string *tir_empty_text(tunip_elaborator *e);
tunip_ir_prim_type *tir_prim_type(tunip_elaborator *e, tunip_dtype dtype);

/* The type of a pointer to such elements. */
tunip_ir_pointer_type *tir_pointer_type(tunip_elaborator *e, tunip_dtype element, tunip_str scope);

/* A function being read. */
typedef struct tir_function_reader {
    tunip_scope scope;
    tunip_tir_prim_func *func;
    tunip_array *params, *alloc_buffers;
    tunip_map *attrs;
    tunip_str name;
    bool is_private;
    bool is_checked;    /* when it has been read */
    bool has_layouts;   /* buffers have the default layout unless the text says another one */
    bool has_root;      /* the comment in place of the root block */
    tunip_map *symbols; /* by name, those of the signature that the body declares; or NULL */
    struct tir_function_reader *outer;
    size_t blocks_before; /* the number of blocks that were realized before */
} tir_function_reader;

/* The version whose printer does not write the words of TVM's first parser any more:
 * T.Buffer[(16,), "float32"], T.var("int32"). */
enum { TIR_NEW_PRINTER = 11 };

/* The symbol in the signature of the function that the body or a later parameter declares; NULL if
 * there is none of this name. */
tunip_node *tir_symbol(tunip_elaborator *e, tunip_str name);
/* A shape whose strings are read as expressions. */
tunip_value tir_read_formulas(tunip_elaborator *e, const tunip_value *shape);
/* Declares them, if the signature has strings. */
void tir_declare_symbols(tunip_elaborator *e, tir_function_reader *r,
                         const tunip_doc_function *doc);

static inline const tunip_doc *tir_function_name(const tir_function_reader *r)
{
    return ((const tunip_doc_function *)r->scope.doc)->name;
}

/* The index map of a lambda, whose parameters are int64. */
void *tir_map_of(tunip_elaborator *e, const tunip_value *lambda);

/* ==== Reading scripts of TVM v0.26. The name of a buffer of one element, which scripts use like a
 * variable, has the load of that element as its value. */

/* Whether a buffer that a script declared is one element that scripts use like a variable. Buffers
 * of older versions never are. */
bool tirx_is_element_buffer(const tunip_tir_buffer *buffer);
/* The buffer whose element `node` loads, if it is such a buffer; otherwise NULL. */
tunip_tir_buffer *tirx_buffer_of_element(const tunip_node *node);
/* The value that the name of such a buffer has: its element. Other values stay as they are. */
tunip_value tirx_as_element(tunip_elaborator *e, tunip_value value);

/* Adds a statement that declares `buffer` with the data of an expression, which may be NULL. The
 * value is the buffer. */
tunip_value tirx_declare(tunip_elaborator *e, tunip_tir_buffer *buffer, void *data,
                         const tunip_doc *doc);
/* A.layout: the layout of a buffer that a script declared. */
tunip_value tirx_layout_value(tunip_elaborator *e, const tunip_tir_buffer *buffer,
                              const tunip_doc *doc);

/* Adds a statement that binds a variable to a value. */
void tirx_bind(tunip_elaborator *e, void *var, void *value);

/* The dtype of a word that tir_read_dtype() reads: T.float32, T.f32. */
tunip_dtype tir_dtype_of_word(const tunip_word *word);
/* The dtype of "float32" or T.float32. */
tunip_dtype tirx_dtype_of(tunip_elaborator *e, const tunip_value *value);

/* The layout of a compact buffer. */
tunip_node *tirx_default_layout(tunip_graph *graph, const tunip_array *shape);

/* The part of a layout that places elements in memory, without the axes of threads; NULL for no
 * layout. */
tunip_tirx_tile_layout *tirx_storage_of(tunip_scratch *scratch,
                                        const tunip_tirx_tile_layout *layout);

/* The number of elements that a thread stores, or the extent of their addresses; NULL for no
 * layout. */
tunip_node *tirx_storage_size(tunip_scratch *scratch, const tunip_tirx_tile_layout *layout,
                              bool reaches);

/* T.S[...] + 1 @ Axis.m; an absent value if no operand is a part of a layout. */
tunip_value tirx_read_sum(tunip_elaborator *e, const tunip_doc_operation *doc,
                          const tunip_value *operands);

/* T.tile.add, T.cta.copy: false if `name` is no operation on tiles. */
bool tirx_find_tile(tunip_str name, tunip_word *out);

/* The version that chooses among the rows of a word that v0.25 or a newer version has. It is that
 * of the script; if this is not known yet, the newest one that is possible. UINT_MAX if the newest
 * one of all is possible, or if the script is older. */
unsigned tirx_version(const tunip_elaborator *e);

/* Records that TVM has not had the word of a call since version `until`. */
void tirx_note_gone(tunip_elaborator *e, unsigned until, const tunip_word_call *call);

/* A function that makes a call of an operator with other arguments than its own: false if `name` is
 * none. Sets the parameters of *out, which are those of the version of the script, its data, and
 * the first version that has the function. */
bool tirx_find_function(tunip_elaborator *e, tunip_str name, tunip_word *out);

/* The call that such a function makes. */
typedef struct tirx_arranged {
    const char *op;    /* "tirx.cuda.warp_reduce" */
    tunip_array *args; /* NULL after a complaint */
    tunip_dtype dtype;
} tirx_arranged;

/* False if the call has the arguments of the operator itself, as in a text that TVM printed. Only a
 * word that is the name of an operator can have them. */
bool tirx_arrange(tunip_elaborator *e, const tunip_word_call *call, bool is_operator,
                  tirx_arranged *out);

/* A word that v0.23 does not have: an operator, an axis; false if there is none of this name. */
bool tirx_find_later(tunip_elaborator *e, tunip_str name, tunip_word *out);
/* The type that is given in the place of a dtype; NULL for a dtype. */
tunip_node *tirx_given_type(const tunip_value *value);

/* Stores a type and attributes, for which a tir.Call has no fields. Until the script is converted,
 * its operator field holds a list of the operator, the type and the attributes. */
void *tirx_carry(tunip_elaborator *e, void *op, void *type, void *attrs);

/* ==== The variables that a fragment uses and does not declare ==== */

/* An undeclared variable. */
typedef struct tir_guess {
    tunip_tir_var *var;
    tunip_str name;
    const tunip_doc *doc; /* its first use, for a warning; NULL: no warning */
    struct tir_guess *next;
} tir_guess;

/* A variable whose dtype the surrounding expression may decide. If it does not, the variable keeps
 * this dtype. */
tunip_tir_var *tir_guess_new(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                             const tunip_doc *doc);

/* The operands that have the same dtype as an expression, according to the row of its type
 * (tunip_completion): for example both operands of an addition. Returns their number. */
size_t tir_operands_alike(const tunip_node *node, tunip_node *out[2]);

/* Whether the dtype of the expression is open. */
bool tir_is_open(tunip_elaborator *e, const void *node);
/* Gives the call of an unknown operator a dtype, if it has none. */
void tir_decide_unknown(tunip_elaborator *e, const void *node, tunip_dtype dtype);
/* Sets the dtype of an expression, if it is open. NULL is ignored. */
void tir_decide(tunip_elaborator *e, const void *node, tunip_dtype dtype);
/* Records that two expressions have the same dtype. */
void tir_decide_pair(tunip_elaborator *e, const void *a, const void *b);
/* The same for the arguments of a call of an operator. */
void tir_decide_args(tunip_elaborator *e, const tir_op *op, const tunip_array *args);
/* The same for the parts of a node that a row has made. */
void tir_decide_parts(tunip_elaborator *e, const tunip_node *node);
/* Called at the end of the script: warns about the variables whose dtype is still open. */
void tir_decide_all(tunip_elaborator *e);

/* ==== Words that are functions of TVM's IRBuilder and that no print has ==== */

TIR_READ(if_frame);
TIR_READ(branch_frame);
TIR_READ(while_frame);
TIR_READ(buffer_store);
TIR_READ(bind);
TIR_READ(return_word);
TIR_READ(leaf_stmt);
TIR_READ(device_entry);
TIR_READ(reducer_class);
TIR_READ(reduce_class);
TIR_READ(iter_var_class);
TIR_READ(older_let);
TIR_READ(refused);

/* T.let of v0.23, which later versions use in another way, and words that are refused with a
 * reason: false if `name` is none of them. */
bool tir_find_builder_word(tunip_elaborator *e, tunip_str name, tunip_word *out);

#endif
