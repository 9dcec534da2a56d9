/* tensor.c -- TVM's saved tensors. Numbers in them are little-endian, as on all machines of TVM. */
#include "tensor.h"

#define TENSOR_MAGIC 0xDD5E40F096B4A13Fu

enum { ON_CPU = 1, MOST_DIMS = 64 };

/* ORDER: as in the file */
typedef struct tensor_header {
    uint64_t magic;
    uint64_t reserved;
    int32_t device_type;
    int32_t device_id;
    int32_t ndim;
    tunip_dtype dtype;
} tensor_header;

_Static_assert(sizeof(tensor_header) == 32, "the header has no gaps");

/* The bytes of all elements; SIZE_MAX when that is no size. TVM leaves lanes out of account. */
static size_t elements_size(const tunip_tensor *tensor)
{
    size_t size = (tensor->dtype.bits + 7u) / 8;
    for (size_t i = 0; i < tensor->ndim; i++) {
        uint64_t dim = (uint64_t)tensor->shape[i];
        if (tensor->shape[i] < 0 || (dim && size > SIZE_MAX / 2 / dim)) return SIZE_MAX;
        size *= (size_t)dim;
    }
    return size;
}

/* Takes `size` bytes off the front of `in`. */
static bool take(tunip_str *in, void *out, size_t size)
{
    if (in->size < size) return false;
    if (size) memcpy(out, in->data, size);
    in->data += size;
    in->size -= size;
    return true;
}

/* These return NULL, or a description of the bytes that were expected. */

static const char *take_header(tunip_str *in, tunip_tensor *out)
{
    tensor_header header;
    if (!take(in, &header, sizeof header)) return "a header";
    if (header.magic != TENSOR_MAGIC) return "a header with TVM's mark";
    if (header.ndim < 0 || header.ndim > MOST_DIMS) return "at most 64 dimensions";
    out->device_type = header.device_type;
    out->device_id = header.device_id;
    out->dtype = header.dtype;
    out->ndim = (size_t)header.ndim;
    return NULL;
}

static const char *take_elements(tunip_str *in, int64_t *shape, tunip_tensor *out)
{
    int64_t size;
    if (!take(in, shape, out->ndim * sizeof *shape)) return "a shape";
    if (!take(in, &size, sizeof size)) return "the size of the elements";
    out->shape = shape;
    out->data = *in;
    bool whole = size >= 0 && (uint64_t)size == in->size && elements_size(out) == in->size;
    return whole ? NULL : "as many elements as the shape says";
}

tunip_status tn_tensor_decode(tn_arena *arena, tunip_str bytes, tunip_tensor *out,
                              const char **expected)
{
    *expected = take_header(&bytes, out);
    if (*expected) return TUNIP_ERROR_FORMAT;
    int64_t *shape = tn_arena_alloc(arena, out->ndim * sizeof *shape);
    if (!shape) return TUNIP_ERROR_MEMORY;
    *expected = take_elements(&bytes, shape, out);
    return *expected ? TUNIP_ERROR_FORMAT : TUNIP_OK;
}

size_t tn_tensor_encoded_size(const tunip_tensor *tensor)
{
    return sizeof(tensor_header) + (tensor->ndim + 1) * sizeof(int64_t) + tensor->data.size;
}

static char *put(char *out, const void *data, size_t size)
{
    if (size) memcpy(out, data, size);
    return out + size;
}

void tn_tensor_encode(const tunip_tensor *tensor, char *out)
{
    tensor_header header = {.magic = TENSOR_MAGIC,
                            .device_type = ON_CPU,
                            .ndim = (int32_t)tensor->ndim,
                            .dtype = tensor->dtype};
    int64_t size = (int64_t)tensor->data.size;
    out = put(out, &header, sizeof header);
    out = put(out, tensor->shape, tensor->ndim * sizeof(int64_t));
    out = put(out, &size, sizeof size);
    put(out, tensor->data.data, tensor->data.size);
}
