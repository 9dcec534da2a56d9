/* params.c -- TVM's file of tensors with names: a list of names, then as many tensors
 * (TVM v0.19 src/runtime/file_utils.cc, include/tvm/runtime/ndarray.h). All numbers are
 * little-endian. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tensor.h"

#define LIST_MAGIC   UINT64_C(0xF7E58D4F05049CB7)
#define TENSOR_MAGIC UINT64_C(0xDD5E40F096B4A13F)

enum { MOST_DIMS = 64, CPU = 1 };

/* ---- reading ---- */

typedef struct stream {
    const char *path;
    const unsigned char *at, *limit;
    tunip_error *error;
} stream;

static bool fail(stream *s, const char *what)
{
    tunip_error_set(s->error, TUNIP_ERROR_FORMAT, "%s: %s", s->path, what);
    return false;
}

/* A number of `size` bytes. At the end of the file, fails. */
static bool take(stream *s, size_t size, uint64_t *out)
{
    if ((size_t)(s->limit - s->at) < size) return fail(s, "the file is too short");
    *out = 0;
    for (size_t i = 0; i < size; i++) *out |= (uint64_t)s->at[i] << 8 * i;
    s->at += size;
    return true;
}

/* A number of things of which each takes at least `each` bytes of the rest of the file. */
static bool take_count(stream *s, size_t each, size_t *out)
{
    uint64_t count;
    if (!take(s, 8, &count)) return false;
    if (count > (size_t)(s->limit - s->at) / each) return fail(s, "the file is too short");
    *out = (size_t)count;
    return true;
}

static bool take_name(stream *s, tunip_str *out)
{
    size_t size;
    if (!take_count(s, 1, &size)) return false;
    *out = (tunip_str){(const char *)s->at, size};
    s->at += size;
    return true;
}

static bool take_dtype(stream *s, tunip_dtype *out)
{
    uint64_t code, bits, lanes;
    if (!take(s, 1, &code) || !take(s, 1, &bits) || !take(s, 2, &lanes)) return false;
    *out = dbg_dtype_of_tvm(tunip_dtype_make((int)code, (int)bits, (int)lanes));
    return dbg_dtype_bytes(*out) || fail(s, "a tensor has an unknown dtype");
}

/* The shape goes to `dims`; data are not copied. */
static bool take_tensor(stream *s, dbg_tensor *out, int64_t *dims)
{
    uint64_t magic, reserved, type, id, rank, bytes;
    if (!take(s, 8, &magic) || !take(s, 8, &reserved)) return false;
    if (magic != TENSOR_MAGIC) return fail(s, "a tensor does not begin with its magic number");
    if (!take(s, 4, &type) || !take(s, 4, &id) || !take(s, 4, &rank)) return false;
    if (type != CPU) return fail(s, "a tensor is not on the CPU");
    if (rank > MOST_DIMS) return fail(s, "a tensor has too many dimensions");
    if (!take_dtype(s, &out->dtype)) return false;
    for (uint64_t i = 0, dim; i < rank; i++) {
        if (!take(s, 8, &dim)) return false;
        dims[i] = (int64_t)dim;
    }
    out->rank = (size_t)rank;
    out->dims = dims;
    if (!take(s, 8, &bytes)) return false;
    if (!dbg_tensor_measure(out) || out->bytes != bytes)
        return fail(s, "the shape and the size of a tensor do not agree");
    if (bytes > (size_t)(s->limit - s->at)) return fail(s, "the file is too short");
    out->data = (void *)(uintptr_t)s->at;
    s->at += bytes;
    return true;
}

static bool take_all(stream *s, dbg_params *params)
{
    uint64_t magic, reserved;
    size_t names, tensors;
    if (!take(s, 8, &magic)) return false;
    if (magic != LIST_MAGIC) return fail(s, "this is not a file of parameters");
    if (!take(s, 8, &reserved) || !take_count(s, 8, &names)) return false;
    params->items = calloc(names + 1, sizeof *params->items);
    if (!params->items) return fail(s, "out of memory");
    for (size_t i = 0; i < names; i++)
        if (!take_name(s, &params->items[i].name)) return false;
    if (!take_count(s, 32, &tensors)) return false;
    if (tensors != names) return fail(s, "there are not as many tensors as names");
    /* a shape takes as much room here as in the file */
    params->dims = calloc((size_t)(s->limit - s->at) / 8 + MOST_DIMS + 1, sizeof *params->dims);
    if (!params->dims) return fail(s, "out of memory");
    int64_t *dims = params->dims;
    for (; params->count < tensors; params->count++) {
        dbg_tensor *tensor = &params->items[params->count].tensor;
        if (!take_tensor(s, tensor, dims)) return false;
        dims += tensor->rank;
    }
    return s->at == s->limit || fail(s, "there are bytes after the last tensor");
}

bool dbg_params_load(const tunip_context *context, const char *path, dbg_params *params,
                     tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    *params = (dbg_params){.source = tunip_source_open(context, path, &why)};
    if (!params->source) {
        tunip_error_set(error, why.code, "%s: %s", path, why.message);
        return false;
    }
    tunip_str text = tunip_source_text(params->source);
    const unsigned char *bytes = (const unsigned char *)text.data;
    stream s = {path, bytes, bytes + text.size, error};
    if (take_all(&s, params)) return true;
    dbg_params_free(params);
    return false;
}

void dbg_params_free(dbg_params *params)
{
    free(params->items);
    free(params->dims);
    tunip_source_free(params->source);
    *params = (dbg_params){.source = NULL};
}

/* ---- writing ---- */

static void put(FILE *out, uint64_t value, size_t size)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(value >> 8 * i);
    fwrite(bytes, 1, size, out);
}

static void put_tensor(FILE *out, const dbg_tensor *tensor)
{
    tunip_dtype dtype = dbg_dtype_for_tvm(tensor->dtype);
    put(out, TENSOR_MAGIC, 8);
    put(out, 0, 8);
    put(out, CPU, 4);
    put(out, 0, 4);
    put(out, tensor->rank, 4);
    put(out, dtype.code, 1);
    put(out, dtype.bits, 1);
    put(out, (uint64_t)dtype.lanes, 2);
    for (size_t i = 0; i < tensor->rank; i++) put(out, (uint64_t)tensor->dims[i], 8);
    put(out, tensor->bytes, 8);
    fwrite(tensor->data, 1, tensor->bytes, out);
}

tunip_status dbg_params_save(const dbg_named *items, size_t count, const char *path,
                             tunip_error *error)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path, strerror(errno));
    put(out, LIST_MAGIC, 8);
    put(out, 0, 8);
    put(out, count, 8);
    for (size_t i = 0; i < count; i++) {
        put(out, items[i].name.size, 8);
        fwrite(items[i].name.data, 1, items[i].name.size, out);
    }
    put(out, count, 8);
    for (size_t i = 0; i < count; i++) put_tensor(out, &items[i].tensor);
    bool fine = !ferror(out);
    if (fclose(out) != 0 || !fine)
        return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", path,
                               strerror(errno));
    return TUNIP_OK;
}
