/* memory.c -- operators that allocate memory, with the shape and the dtype as arguments (TVM
 * src/relax/op/op.cc, memory/view.cc). */
#include "infer_rules.h"

/* Gets an argument that is a dtype; false if it is not one. */
static bool get_dtype(const tunip_relax_call *call, size_t index, tunip_dtype *out)
{
    const tunip_relax_data_type_imm *imm = NULL;
    if (index < tunip_array_count(call->args))
        imm = TUNIP_AS(tunip_relax_data_type_imm, call->args->items[index]);
    if (imm) *out = imm->value;
    return imm != NULL;
}

/* The shape is the argument at index `shape`, and the dtype is the next one. */
static const tunip_node *allocated(tunip_scratch *scratch, const tunip_relax_call *call,
                                   size_t shape)
{
    tunip_dtype dtype;
    if (!get_dtype(call, shape + 1, &dtype)) return NULL;
    return relax_tensor_shaped(scratch, call->args->items[shape], dtype, NULL);
}

/* R.builtin.alloc_tensor(shape, dtype, ...) */
RELAX_INFER(allocated)
{
    return allocated(scratch, call, 0);
}

/* R.memory.alloc_tensor(storage, offset, shape, dtype) */
RELAX_INFER(placed)
{
    return allocated(scratch, call, 2);
}

/* The known dimensions of a shape. */
static const tunip_node *of_shape(tunip_scratch *scratch,
                                  const tunip_relax_shape_struct_info *shape, tunip_dtype dtype,
                                  const tunip_ir_vdevice *vdevice)
{
    if (shape->values) return relax_tensor_of(scratch, shape->values, dtype, vdevice);
    return relax_tensor_ndim(scratch, shape->ndim, dtype, vdevice);
}

/* R.vm.alloc_tensor(storage, offset, shape, dtype, ...) */
RELAX_INFER(placed_by_vm)
{
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 2));
    tunip_dtype dtype;
    return shape && get_dtype(call, 3, &dtype) ? of_shape(scratch, shape, dtype, NULL) : NULL;
}

/* Whether an argument is an empty tuple. The operator then keeps this property of its input. */
static bool is_left_out(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, index));
    return tuple && !tunip_array_count(tuple->fields);
}

/* R.memory.view(x, shape, dtype, offset) */
RELAX_INFER(view)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 1));
    if (!info) return NULL;
    tunip_dtype dtype = info->dtype;
    if (!is_left_out(call, 2) && !get_dtype(call, 2, &dtype)) return NULL;
    if (shape) return of_shape(scratch, shape, dtype, info->vdevice);
    if (!is_left_out(call, 1)) return NULL;
    const tunip_array *dims = relax_known_dims(info);
    return dims ? relax_tensor_of(scratch, dims, dtype, info->vdevice)
                : relax_tensor_ndim(scratch, info->ndim, dtype, info->vdevice);
}
