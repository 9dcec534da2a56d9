/* tensor.c -- TVM's saved tensors: a header, the shape, the size of the data, the data (TVM
 * include/tvm/runtime/tensor.h, SaveDLTensor). */
#include "reader.h"

static const uint64_t magic = 0xDD5E40F096B4A13F;

enum { MOST_DIMS = 64 };

/* Bytes yet to be used. */
typedef struct bytes {
    const char *at;
    size_t size;
} bytes;

/* Takes `size` bytes into `out`. Saved data is little-endian, as every machine TVM supports. */
static bool take(bytes *in, void *out, size_t size)
{
    if (in->size < size) return false;
    memcpy(out, in->at, size);
    in->at += size;
    in->size -= size;
    return true;
}

static bool take_shape(tn_reader *r, bytes *in, tunip_tensor *out, int32_t ndim)
{
    if (ndim < 0 || ndim > MOST_DIMS) return false;
    size_t size = (size_t)ndim * sizeof(int64_t);
    int64_t *shape = tn_arena_alloc(&r->graph->arena, size);
    if (!shape) return tn_read_fail_memory(r);
    if (!take(in, shape, size)) return false;
    out->ndim = (size_t)ndim;
    out->shape = shape;
    return true;
}

/* Bytes of `out`'s elements, or SIZE_MAX when they are too many or negative. */
static size_t data_size(const tunip_tensor *out)
{
    uint64_t bits =
        (uint64_t)out->dtype.bits * (uint64_t)(out->dtype.lanes > 0 ? out->dtype.lanes : 1);
    uint64_t count = 1;
    for (size_t i = 0; i < out->ndim; i++) {
        if (out->shape[i] < 0) return SIZE_MAX;
        if (out->shape[i] && count > UINT32_MAX * (uint64_t)1024 / (uint64_t)out->shape[i])
            return SIZE_MAX;
        count *= (uint64_t)out->shape[i];
    }
    return (size_t)(count * ((bits + 7) / 8));
}

static bool take_header(bytes *in, tunip_tensor *out, int32_t *ndim)
{
    uint64_t found, reserved;
    return take(in, &found, 8) && found == magic && take(in, &reserved, 8) &&
           take(in, &out->device_type, 4) && take(in, &out->device_id, 4) && take(in, ndim, 4) &&
           take(in, &out->dtype.code, 1) && take(in, &out->dtype.bits, 1) &&
           take(in, &out->dtype.lanes, 2);
}

bool tn_read_tensor(tn_reader *r, tunip_str raw, const char *at, tunip_tensor *out)
{
    bytes in = {raw.data, raw.size};
    int32_t ndim;
    int64_t size;
    bool whole = take_header(&in, out, &ndim) && take_shape(r, &in, out, ndim) &&
                 take(&in, &size, 8) && size >= 0 && (uint64_t)size == in.size;
    if (r->status != TUNIP_OK) return false;
    if (!whole || data_size(out) > in.size)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected a saved tensor, got other bytes");
    out->data = (tunip_str){in.at, in.size};
    return true;
}
