/* infer.h -- infers struct info from a value alone, without the variable it is bound to; the rules
 * that do so, and their helpers. */
#ifndef RELAX_INFER_H
#define RELAX_INFER_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relax_attrs_v26.h>

#include "../types.h"

/* ==== Infers struct info from a value alone, without the variable it is bound to ==== */

/* Whether the text of a value includes its struct info, so that bindings need not repeat it. This
 * is so for calls of functions that write into their arguments, such as R.call_tir(f, (x,),
 * out_sinfo=...). */
bool relax_infers_always(const tunip_node *value);

/* The struct info that TVM infers for `value` when it prints; NULL if this needs TVM's arithmetic
 * prover. */
const tunip_node *relax_infer(tunip_scratch *scratch, const tunip_node *value);
/* The same when TVM builds a function. It then knows that the sizes of tensors are at least 0. */
const tunip_node *relax_infer_in_function(tunip_scratch *scratch, const tunip_node *value);

/* Whether TVM fails to infer the struct info of a call: its two tensors have different dtypes, the
 * operator takes another number of arguments or only floats, or its sinfo_args name no device. */
bool relax_cannot_infer(const tunip_relax_call *call);

/* ==== Calls of functions of tensor IR: which ones there are, and which of their results may be
 * written over arguments. */

/* Whether this is a call of relax.call_tir or of a variant that computes the same. */
bool relax_is_tir_call(const tunip_relax_call *call);

/* What TVM demands of relax.call_tir_inplace: each result is a new tensor or overwrites an argument
 * of the same shape and dtype. */
typedef enum relax_place_fault {
    RELAX_PLACES_FIT,
    RELAX_PLACES_MISSING, /* there is not one place for each result */
    RELAX_PLACES_UNUSED,  /* no result overwrites an argument */
    RELAX_PLACE_UNKNOWN,  /* there is no such argument */
    RELAX_PLACE_TWICE,    /* another result overwrites the argument */
    RELAX_PLACE_UNLIKE,   /* the argument is no tensor like the result */
} relax_place_fault;

typedef struct relax_places {
    relax_place_fault fault;
    size_t results, places;           /* how many there are */
    size_t result;                    /* the one that has the fault */
    int64_t place;                    /* its argument */
    const tunip_node *output, *input; /* the struct infos of both, if the fault is UNLIKE */
} relax_places;

/* Returns RELAX_PLACES_FIT for calls of other operators, and for arguments that are not a tuple. */
relax_places relax_check_places(tunip_scratch *scratch, const tunip_relax_call *call);

/* ==== The rules that infer the struct info of operators (the rows of ops.def name them), and
 * their helpers. A rule returns NULL for calls that TVM rejects, and for calls for which TVM uses
 * its arithmetic prover. */

#define RELAX_INFER(ident)                                                                         \
    const tunip_node *relax_infer_##ident(tunip_scratch *scratch, const tunip_relax_call *call)

/* infer.c */
RELAX_INFER(nothing);
RELAX_INFER(object);
RELAX_INFER(output);
RELAX_INFER(closure);
RELAX_INFER(packed);
RELAX_INFER(builtin);
RELAX_INFER(same);
RELAX_INFER(allocated);
RELAX_INFER(placed);
RELAX_INFER(placed_by_vm);
RELAX_INFER(view);
RELAX_INFER(dtype_code);
RELAX_INFER(dtype_bits);
RELAX_INFER(dtype_lanes);
RELAX_INFER(ndim);
RELAX_INFER(offset);
RELAX_INFER(dimension);
RELAX_INFER(stride);

/* elementwise.c */
RELAX_INFER(first);
RELAX_INFER(unary);
RELAX_INFER(real);
RELAX_INFER(check);
RELAX_INFER(cast);
RELAX_INFER(to_device);
RELAX_INFER(like);
RELAX_INFER(sorted);
RELAX_INFER(scanned);
RELAX_INFER(arith);
RELAX_INFER(compare);
RELAX_INFER(product);
RELAX_INFER(choice);

/* shape.c */
RELAX_INFER(filled);
RELAX_INFER(full);
RELAX_INFER(given_shape);
RELAX_INFER(reshaped);
RELAX_INFER(shape);
RELAX_INFER(range);
RELAX_INFER(reduced);
RELAX_INFER(median);
RELAX_INFER(permuted);
RELAX_INFER(expanded);
RELAX_INFER(split);
RELAX_INFER(repeated);
RELAX_INFER(topk);
RELAX_INFER(padded);
RELAX_INFER(shuffled);
RELAX_INFER(gathered_by_all);
RELAX_INFER(scattered);
RELAX_INFER(collapsed);
RELAX_INFER(bucketized);
RELAX_INFER(sampled);
RELAX_INFER(meshed);
RELAX_INFER(picked);
RELAX_INFER(nll_loss);

/* index.c */
RELAX_INFER(concat);
RELAX_INFER(squeezed);
RELAX_INFER(argument);
RELAX_INFER(taken);
RELAX_INFER(flattened);
RELAX_INFER(batch_flattened);
RELAX_INFER(by_tensors);
RELAX_INFER(tiled);
RELAX_INFER(sliced);
RELAX_INFER(sliced_in_function);
RELAX_INFER(ranked);
RELAX_INFER(dims_tensor);
RELAX_INFER(shape_from);
RELAX_INFER(second);
RELAX_INFER(pair);
RELAX_INFER(eye);
RELAX_INFER(hamming);
RELAX_INFER(one_hot);
RELAX_INFER(stacked);
RELAX_INFER(outer);
RELAX_INFER(nonzero);
RELAX_INFER(size);
RELAX_INFER(unique);
RELAX_INFER(loss);
RELAX_INFER(quantized);
RELAX_INFER(wrapped);
RELAX_INFER(like_indices);
RELAX_INFER(attention);
RELAX_INFER(einsum);
RELAX_INFER(fused);

/* nn.c */
RELAX_INFER(moved);
RELAX_INFER(conv1d);
RELAX_INFER(conv2d);
RELAX_INFER(conv3d);
RELAX_INFER(conv1d_back);
RELAX_INFER(conv2d_back);
RELAX_INFER(conv3d_back);
RELAX_INFER(pool1d);
RELAX_INFER(pool2d);
RELAX_INFER(pool3d);
RELAX_INFER(adaptive_pool1d);
RELAX_INFER(adaptive_pool2d);
RELAX_INFER(adaptive_pool3d);
RELAX_INFER(resized);
RELAX_INFER(resized3d);
RELAX_INFER(affine_grid);
RELAX_INFER(batch_norm);
RELAX_INFER(layer_norm);
RELAX_INFER(rms_norm);
RELAX_INFER(group_norm);
RELAX_INFER(nms_by_class);
RELAX_INFER(nms);
RELAX_INFER(valid_counts);
RELAX_INFER(boxes);
RELAX_INFER(roi_aligned);
RELAX_INFER(roi_pooled);

/* distributed.c: for calls with distributed tensors as arguments */
RELAX_INFER(distributed_unary);
RELAX_INFER(distributed_real);
RELAX_INFER(distributed_check);
RELAX_INFER(distributed_arith);
RELAX_INFER(distributed_compare);
RELAX_INFER(distributed_product);
RELAX_INFER(distributed_reduced);
RELAX_INFER(distributed_softmax);
RELAX_INFER(distributed_permuted);
RELAX_INFER(distributed_reshaped);
RELAX_INFER(distributed_scattered);
RELAX_INFER(distributed_allreduce);
RELAX_INFER(redistributed);

/* ---- queries ---- */

/* Whether TVM rejects the sinfo_args of a call that computes each element by itself. It needs a
 * tensor with a device there, and then the shape of the argument. (elementwise.c) */
bool relax_has_odd_device(const tunip_relax_call *call);
/* Whether the tensor of a call has elements other than floats, which the operators of the rule
 * `real` do not take. */
bool relax_has_odd_elements(const tunip_relax_call *call);

/* The struct info of an argument; NULL when there is none. */
static inline const tunip_node *relax_arg_info(const tunip_relax_call *call, size_t index)
{
    bool exists = index < tunip_array_count(call->args);
    return exists ? tunip_relax_struct_info_of(call->args->items[index]) : NULL;
}

/* Larger sizes and numbers of dimensions count as unknown, so that their products and sums do not
 * overflow. */
#define RELAX_LARGEST INT32_MAX

/* The same if it is the struct info of a tensor, otherwise NULL. A tensor with more dimensions than
 * TVM's int can count is none. */
static inline const tunip_relax_tensor_struct_info *relax_tensor_arg(const tunip_relax_call *call,
                                                                     size_t index)
{
    const tunip_relax_tensor_struct_info *info =
        TUNIP_AS(tunip_relax_tensor_struct_info, relax_arg_info(call, index));
    bool is_usual = info && info->ndim >= TUNIP_RELAX_UNKNOWN_NDIM && info->ndim <= RELAX_LARGEST;
    return is_usual ? info : NULL;
}

/* The dimensions of a tensor; NULL if its shape is unknown. */
const tunip_array *relax_known_dims(const tunip_relax_tensor_struct_info *info);

/* The same if the struct info itself lists them, otherwise NULL. */
const tunip_array *relax_written_dims(const tunip_relax_tensor_struct_info *info);
/* The same of an argument, which may be no tensor. */
const tunip_array *relax_dims_arg(const tunip_relax_call *call, size_t index);

/* `axis` counted from the front; -1 if it is not one of `ndim` axes. */
int64_t relax_axis(int64_t axis, int64_t ndim);

/* Gets the size of a dimension that is a constant. False if it is not a constant, or is too
 * large. */
bool relax_number(const tunip_node *dim, int64_t *out);

/* The dtype that an attribute of v0.26 gives; an unknown one if it is NULL. */
static inline tunip_dtype relax_given_dtype(const tunip_dtype_value *given)
{
    return given ? given->value : (tunip_dtype){.code = TUNIP_DTYPE_HANDLE};
}

/* The dtype of the result of two tensors. */
tunip_dtype relax_common_dtype(tunip_dtype a, tunip_dtype b);

/* The device of the result of two tensors (NULL: not a tensor); false if they disagree. */
bool relax_common_vdevice(const tunip_relax_call *call, const tunip_relax_tensor_struct_info *a,
                          const tunip_relax_tensor_struct_info *b, const tunip_ir_vdevice **out);

/* ---- constructors, in memory of the print; NULL when out of memory ---- */

/* The struct info of a shape. `dims` is NULL if only the number of dimensions is known. */
tunip_node *relax_shape_of(tunip_scratch *scratch, const tunip_array *dims, int64_t ndim);

/* A tensor of known dimensions. */
const tunip_node *relax_tensor_of(tunip_scratch *scratch, const tunip_array *dims,
                                  tunip_dtype dtype, const tunip_ir_vdevice *vdevice);

/* A tensor of the shape `shape`, an expression; and a tensor of which only the number of dimensions
 * is known. */
const tunip_node *relax_tensor_shaped(tunip_scratch *scratch, const tunip_node *shape,
                                      tunip_dtype dtype, const tunip_ir_vdevice *vdevice);
const tunip_node *relax_tensor_ndim(tunip_scratch *scratch, int64_t ndim, tunip_dtype dtype,
                                    const tunip_ir_vdevice *vdevice);

/* A copy of a tensor's struct info, for the caller to change. */
tunip_relax_tensor_struct_info *relax_tensor_copy(tunip_scratch *scratch,
                                                  const tunip_relax_tensor_struct_info *info);

/* `info`, which lists its dimensions, with another size of the dimension `axis`. */
const tunip_node *relax_with_dim(tunip_scratch *scratch, const tunip_relax_tensor_struct_info *info,
                                 size_t axis, int64_t dim);

/* The same; NULL if `dim` is NULL. */
const tunip_node *relax_with_node(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info, size_t axis,
                                  const tunip_node *dim);

/* Converts the dimensions of an image from the layout `name` to the layout `usual`, and back; NULL
 * if unknown. */
const tunip_array *relax_to_usual(tunip_scratch *scratch, const tunip_string *name,
                                  const char *usual, const tunip_array *dims);
const tunip_array *relax_from_usual(tunip_scratch *scratch, const tunip_string *name,
                                    const char *usual, const tunip_array *dims);
/* The dimensions of an argument, which are in the layout `name`, in the layout `usual`. */
const tunip_array *relax_image_arg(tunip_scratch *scratch, const tunip_relax_call *call,
                                   size_t index, const tunip_string *name, const char *usual);
/* The number of dimensions of an image in the layout `name`; -1 if that is not a layout of the axes
 * of `usual`. */
int64_t relax_layout_ndim(const tunip_string *name, const char *usual);
/* Whether an argument is a tensor with as many dimensions as the layout `name` has, or with an
 * unknown number. */
bool relax_may_be_image(const tunip_relax_call *call, size_t index, const tunip_string *name,
                        const char *usual);

/* `a` OP `b`, where `op` is the type of nodes that the operator makes; and TVM's simplified form.
 * Sizes may be symbolic. NULL if an operand is. */
tunip_node *relax_fold(tunip_scratch *scratch, const tunip_type *op, const tunip_node *a,
                       const tunip_node *b);
tunip_node *relax_simple(tunip_scratch *scratch, const tunip_node *size);
/* The size of the part of an axis from `begin` to `end`, or with `is_rest` to the end of the axis,
 * for ends that are not negative. */
tunip_node *relax_part_of(tunip_scratch *scratch, int64_t begin, int64_t end, bool is_rest,
                          const tunip_node *size);
/* Whether a size is at least `number`, whatever its variables are. */
bool relax_reaches(const tunip_node *size, int64_t number);
/* The number of elements. */
tunip_node *relax_product(tunip_scratch *scratch, const tunip_array *dims);

/* The flattened tensor. */
const tunip_node *relax_flattened(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info, tunip_dtype dtype);

const tunip_node *relax_tuple_of(tunip_scratch *scratch, const tunip_array *fields);

/* An array of NULLs. */
tunip_array *relax_list(tunip_scratch *scratch, size_t count);

/* An int64. */
tunip_node *relax_int64(tunip_scratch *scratch, int64_t value);
/* An item of a list, an int64 if it is a number; NULL if there is none. */
const tunip_node *relax_int64_item(tunip_scratch *scratch, const tunip_array *array, size_t index);

#endif
