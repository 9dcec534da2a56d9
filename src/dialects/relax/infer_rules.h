/* infer_rules.h -- the rules by which operators' struct info is derived (infer.def says whose they
 * are), and what these rules share. A rule gives NULL for what TVM would reject, and for what it
 * would have to prove first. */
#ifndef RELAX_INFER_RULES_H
#define RELAX_INFER_RULES_H

#include "docs.h"

#define RELAX_INFER(ident)                                                                         \
    const tunip_node *relax_infer_##ident(tunip_docsifier *d, const relax_call *call)

/* infer_call.c */
RELAX_INFER(nothing);
RELAX_INFER(object);
RELAX_INFER(output);
RELAX_INFER(closure);
RELAX_INFER(packed);

/* infer_elementwise.c */
RELAX_INFER(first);
RELAX_INFER(unary);
RELAX_INFER(check);
RELAX_INFER(cast);
RELAX_INFER(to_device);
RELAX_INFER(like);

/* infer_broadcast.c */
RELAX_INFER(arith);
RELAX_INFER(compare);
RELAX_INFER(product);

/* infer_shape.c */
RELAX_INFER(filled);
RELAX_INFER(full);
RELAX_INFER(given_shape);
RELAX_INFER(reshaped);
RELAX_INFER(reduced);
RELAX_INFER(permuted);
RELAX_INFER(expanded);
RELAX_INFER(split);
RELAX_INFER(repeated);
RELAX_INFER(topk);

/* infer_nn.c */
RELAX_INFER(conv2d);
RELAX_INFER(pool2d);
RELAX_INFER(batch_norm);

/* ---- what they ask ---- */

/* The struct info of an argument; NULL when there is none. */
static inline const tunip_node *relax_arg_info(const relax_call *call, size_t index)
{
    bool exists = index < tunip_array_count(call->args);
    return exists ? relax_struct_info_of(call->args->items[index]) : NULL;
}

/* The same when it is that of a tensor. */
static inline const relax_tensor_struct_info *relax_tensor_arg(const relax_call *call, size_t index)
{
    return TUNIP_AS(relax_tensor_struct_info, relax_arg_info(call, index));
}

/* What is known of each dimension of a tensor; NULL when its shape is not known. */
const tunip_array *relax_known_dims(const relax_tensor_struct_info *info);

/* The same when they are written out in its struct info. */
const tunip_array *relax_written_dims(const relax_tensor_struct_info *info);

/* `axis` counted from the front; -1 when it is none of `ndim` ones. */
int64_t relax_axis(int64_t axis, int64_t ndim);

/* The dtype of what two tensors give. */
tunip_dtype relax_common_dtype(tunip_dtype a, tunip_dtype b);

/* The device of what two tensors (NULL for what is none) give; false when they disagree. */
bool relax_common_vdevice(const relax_call *call, const relax_tensor_struct_info *a,
                          const relax_tensor_struct_info *b, const ir_vdevice **out);

/* ---- what they make, in memory of the print: NULL when that is out ---- */

/* A tensor of known dimensions. */
const tunip_node *relax_tensor_of(tunip_docsifier *d, const tunip_array *dims, tunip_dtype dtype,
                                  const ir_vdevice *vdevice);

/* A tensor of the shape that `shape`, an expression, gives; or of which only the number of
 * dimensions is known. */
const tunip_node *relax_tensor_shaped(tunip_docsifier *d, const tunip_node *shape,
                                      tunip_dtype dtype, const ir_vdevice *vdevice);
const tunip_node *relax_tensor_ndim(tunip_docsifier *d, int64_t ndim, tunip_dtype dtype,
                                    const ir_vdevice *vdevice);

/* A copy of a tensor's struct info, to be changed. */
relax_tensor_struct_info *relax_tensor_copy(tunip_docsifier *d,
                                            const relax_tensor_struct_info *info);

const tunip_node *relax_tuple_of(tunip_docsifier *d, const tunip_array *fields);

/* An array of NULLs. */
tunip_array *relax_list(tunip_docsifier *d, size_t count);

/* An int64. */
tunip_node *relax_int64(tunip_docsifier *d, int64_t value);

#endif
