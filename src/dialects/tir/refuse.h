/* refuse.h -- checks of arguments that TVM's functions make when TVM reads a script. Each function
 * returns true if constants are not folded, because a text may show IR that TVM's functions would
 * not make. */
#ifndef TIR_REFUSE_H
#define TIR_REFUSE_H

#include "ops.h"
#include "script.h"

/* Each returns false after a complaint at `doc`. */

/* Whether `value` can be cast to `dtype`. */
bool tir_takes_cast(tunip_elaborator *e, const tunip_node *value, tunip_dtype dtype,
                    const tunip_doc *doc);
/* Whether `value` is a bool or several; `what` names it in the message. */
bool tir_takes_condition(tunip_elaborator *e, const tunip_node *value, const char *what,
                         const tunip_doc *doc);
/* Whether elements of `dtype` can be loaded from the buffer, or stored to it. */
bool tir_takes_elements(tunip_elaborator *e, const tunip_tir_buffer *buffer, tunip_dtype dtype,
                        const tunip_doc *doc);
/* Whether a shape consists of numbers. This check is made even if constants are not folded. */
bool tir_has_numbers(tunip_elaborator *e, const tunip_array *shape, const tunip_doc *doc);
/* Whether T.Buffer and similar words accept these arguments. */
bool tir_takes_buffer(tunip_elaborator *e, const tunip_value *args, const tunip_doc *doc);
/* Whether an axis of `dtype` can have this domain. */
bool tir_takes_domain(tunip_elaborator *e, const tunip_ir_range *domain, tunip_dtype dtype,
                      const tunip_doc *doc);
/* Complains at `doc` of a dimension of a parameter that is not a number. */
void tir_check_dims(tunip_elaborator *e, const tunip_map *buffers, const tunip_doc *doc);
/* Whether a loop can have this step; NULL is none. */
bool tir_takes_step(tunip_elaborator *e, const tunip_node *step, const tunip_doc *doc);
/* Whether a variable can be the data of a buffer; NULL can. */
bool tir_takes_data(tunip_elaborator *e, const tunip_tir_var *data, const tunip_doc *doc);
/* Whether a let can bind the variable to the value. */
bool tir_takes_let(tunip_elaborator *e, const tunip_tir_var *var, const tunip_node *value,
                   const tunip_doc *doc);
/* Whether a buffer can be matched with a region of another buffer. */
bool tir_takes_region(tunip_elaborator *e, const tunip_tir_buffer *buffer, const tunip_node *source,
                      const tunip_doc *doc);
/* Whether the parts of a new node fit together. */
bool tir_takes_parts(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc);
/* Whether an operator accepts the arguments of a new call. */
bool tir_takes_args(tunip_elaborator *e, const tir_op *op, const tunip_tir_call *call,
                    const tunip_doc *doc);
/* The same for the operators that name these functions in their rows (ops.def): whether the first
 * argument is a float, consists of bits, has as many bits as the call, or is a condition. The call
 * has arguments. */
bool tir_takes_float(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc);
bool tir_takes_bits(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc);
bool tir_takes_same_size(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc);
bool tir_takes_choice(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc);
/* Whether a shift by `by` is possible. */
bool tir_takes_shift(tunip_elaborator *e, const tunip_node *value, const tunip_node *by,
                     const tunip_doc *doc);

/* Whether a word about the function is used directly in it, and not in an inner scope. */
bool tir_takes_place(tunip_elaborator *e, const tir_function_reader *f,
                     const tunip_word_call *call);

/* Whether a word has no more arguments than TVM's function accepts. The row of the word lists
 * `dtype=`, which TVM ignores. */
bool tir_takes_count(tunip_elaborator *e, const tunip_word_call *call, size_t most);
/* Complains at `doc` of a function that TVM finds ill-formed. */
void tir_check_well_formed(tunip_elaborator *e, const tunip_tir_prim_func *func,
                           const tunip_doc *doc);

/* Whether T has a word for this dtype: T.int32 and T.float16x4, but not T.int33. */
bool tir_is_dtype_word(tunip_dtype dtype);

#endif
