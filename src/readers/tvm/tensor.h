/* tensor.h -- the bytes TVM saves a tensor as (TVM include/tvm/runtime/tensor.h, SaveDLTensor): a
 * header, the shape, the size of the elements, the elements. */
#ifndef TN_TENSOR_H
#define TN_TENSOR_H

#include "../../core/base/arena.h"

#include <tunip/ext/format.h>

/* Fills `out`, whose header is set. Its elements are a view of `bytes`, its shape lies in `arena`.
 * On TUNIP_ERROR_FORMAT `expected` describes the missing part of `bytes`. */
tunip_status tn_tensor_decode(tn_arena *arena, tunip_str bytes, tunip_tensor *out,
                              const char **expected);

size_t tn_tensor_encoded_size(const tunip_tensor *tensor);

/* Writes that many bytes. The device is not saved: it becomes the CPU. */
void tn_tensor_encode(const tunip_tensor *tensor, char *out);

#endif
