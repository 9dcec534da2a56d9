/* value.c -- nodes of values that have no parts: scalars, texts, shapes and tensors. */
#include "import.h"

/* ---- scalars ---- */

static tunip_node *box_none(import *im, const ffi_any *value)
{
    (void)im;
    (void)value;
    return NULL;
}

static tunip_node *box_int(import *im, const ffi_any *value)
{
    return (tunip_node *)tunip_int_new(im->graph, value->as.integer);
}

static tunip_node *box_bool(import *im, const ffi_any *value)
{
    return (tunip_node *)tunip_bool_new(im->graph, value->as.integer != 0);
}

static tunip_node *box_float(import *im, const ffi_any *value)
{
    return (tunip_node *)tunip_float_new(im->graph, value->as.number);
}

static tunip_node *box_dtype(import *im, const ffi_any *value)
{
    tunip_dtype_value *node = tunip_node_new(im->graph, &tunip_dtype_type);
    if (node) node->value = value->as.dtype;
    return (tunip_node *)node;
}

static tunip_node *box_device(import *im, const ffi_any *value)
{
    tunip_device *node = tunip_node_new(im->graph, &tunip_device_type);
    if (!node) return NULL;
    node->device_type = value->as.device[0];
    node->device_id = value->as.device[1];
    return &node->base;
}

static tunip_node *box_text(import *im, const ffi_any *value)
{
    tunip_str text = {NULL, 0};
    if (!ffi_text(value, &text)) return import_fail(im, "a short string is malformed"), NULL;
    return tunip_assembler_string(im->assembler, text);
}

static tunip_node *box_bytes(import *im, const ffi_any *value)
{
    tunip_str text = {NULL, 0};
    if (!ffi_text(value, &text)) return import_fail(im, "short bytes are malformed"), NULL;
    tunip_bytes *node = tunip_node_new(im->graph, &tunip_bytes_type);
    if (node) node->value = tunip_graph_copy(im->graph, text);
    return node && node->value.data ? &node->base : NULL;
}

/* By the index of the type; there are no nodes for pointers and views. */
static tunip_node *(*const boxes[])(import *im, const ffi_any *value) = {
    [FFI_NONE] = box_none,         [FFI_INT] = box_int,           [FFI_BOOL] = box_bool,
    [FFI_FLOAT] = box_float,       [FFI_DTYPE] = box_dtype,       [FFI_DEVICE] = box_device,
    [FFI_SMALL_STRING] = box_text, [FFI_SMALL_BYTES] = box_bytes,
};

bool value_node(import *im, const ffi_any *value, tunip_node **out)
{
    *out = NULL;
    if (value->index == FFI_NONE || (value->index == FFI_POINTER && !value->as.pointer))
        return true;
    if (value->index < 0 || (size_t)value->index >= TUNIP_LEN(boxes) || !boxes[value->index])
        return import_fail(im, "a value of tvm-ffi's kind %d has no node", (int)value->index);
    *out = boxes[value->index](im, value);
    return *out || import_fail_memory(im); /* keeps an earlier error */
}

/* ---- texts and shapes ---- */

static tunip_node *text_node(import *im, const ffi_object *object,
                             tunip_node *(*box)(import *im, const ffi_any *value))
{
    const ffi_any value = {.index = object->index, .as.object = (ffi_object *)(uintptr_t)object};
    tunip_node *node = box(im, &value);
    if (!node) import_fail_memory(im);
    return node;
}

tunip_node *value_string(import *im, const plan *p, const ffi_object *object)
{
    (void)p;
    return text_node(im, object, box_text);
}

tunip_node *value_bytes(import *im, const plan *p, const ffi_object *object)
{
    (void)p;
    return text_node(im, object, box_bytes);
}

/* A copy of `count` numbers; NULL with an error. */
static const int64_t *copy_dims(import *im, const int64_t *dims, size_t count)
{
    size_t size = count > SIZE_MAX / sizeof *dims ? SIZE_MAX : count * sizeof *dims;
    int64_t *copy = tunip_graph_alloc(im->graph, size ? size : sizeof *dims);
    if (!copy) return import_fail_memory(im), NULL;
    if (size) memcpy(copy, dims, size);
    return copy;
}

tunip_node *value_shape(import *im, const plan *p, const ffi_object *object)
{
    const ffi_shape *shape = (const ffi_shape *)object;
    (void)p;
    if (shape->count && !shape->dims) return import_fail(im, "a shape is malformed"), NULL;
    tunip_shape *node = tunip_node_new(im->graph, &tunip_shape_type);
    if (!node) return import_fail_memory(im), NULL;
    node->dims = copy_dims(im, shape->dims, shape->count);
    node->count = shape->count;
    return node->dims ? &node->base : NULL;
}

/* ---- tensors ---- */

/* The devices whose memory the host can read, as DLPack numbers them. */
enum { ON_CPU = 1, ON_CUDA_HOST = 3, ON_ROCM_HOST = 11 };

static bool is_on_host(const ffi_tensor *tensor)
{
    return tensor->device_type == ON_CPU || tensor->device_type == ON_CUDA_HOST ||
           tensor->device_type == ON_ROCM_HOST;
}

/* The size of an element: as TVM saves it, lanes do not count. */
static size_t element_size(const ffi_tensor *tensor)
{
    return (tensor->dtype.bits + 7u) / 8;
}

/* The bytes of all elements; SIZE_MAX if the shape is malformed. */
static size_t elements_size(const ffi_tensor *tensor)
{
    size_t size = element_size(tensor);
    for (int32_t i = 0; i < tensor->ndim; i++) {
        uint64_t dim = (uint64_t)tensor->shape[i];
        if (tensor->shape[i] < 0 || (dim && size > SIZE_MAX / 2 / dim)) return SIZE_MAX;
        size *= (size_t)dim;
    }
    return size;
}

static bool is_row_major(const ffi_tensor *tensor)
{
    int64_t expected = 1;
    for (int32_t i = tensor->ndim; tensor->strides && i-- > 0;) {
        if (tensor->shape[i] != 1 && tensor->strides[i] != expected) return false;
        expected *= tensor->shape[i];
    }
    return true;
}

/* Copies elements that lie apart, in row-major order, to `out`. There is at least one. */
static void gather(const ffi_tensor *tensor, const char *data, char *out)
{
    int64_t at[64] = {0}, offset = 0;
    size_t size = element_size(tensor);
    for (int32_t dim = 0; dim >= 0;) {
        memcpy(out, data + offset * (int64_t)size, size);
        out += size;
        for (dim = tensor->ndim - 1; dim >= 0; dim--) {
            offset += tensor->strides[dim];
            if (++at[dim] < tensor->shape[dim]) break;
            offset -= at[dim] * tensor->strides[dim];
            at[dim] = 0;
        }
    }
}

static bool take_elements(import *im, const ffi_tensor *from, size_t size, tunip_tensor *to)
{
    const char *data = from->data ? from->data + from->byte_offset : NULL;
    bool is_whole = is_row_major(from);
    to->data = (tunip_str){data, size};
    if ((im->borrow_tensors && is_whole) || !size) return true;
    char *copy = tunip_graph_alloc(im->graph, size);
    if (!copy) return import_fail_memory(im);
    if (is_whole)
        memcpy(copy, data, size);
    else
        gather(from, data, copy);
    to->data.data = copy;
    return true;
}

tunip_node *value_tensor(import *im, const plan *p, const ffi_object *object)
{
    const ffi_tensor *tensor = (const ffi_tensor *)object;
    bool is_sound = tensor->ndim >= 0 && tensor->ndim <= 64 && (tensor->shape || !tensor->ndim);
    size_t size = is_sound ? elements_size(tensor) : SIZE_MAX;
    (void)p;
    if (size == SIZE_MAX || (size && !tensor->data))
        return import_fail(im, "a tensor is malformed"), NULL;
    if (!is_on_host(tensor))
        return import_fail(im, "a tensor is on the device (%d, %d): copy it to the CPU",
                           (int)tensor->device_type, (int)tensor->device_id),
               NULL;
    tunip_tensor *node = tunip_node_new(im->graph, &tunip_tensor_type);
    if (!node) return import_fail_memory(im), NULL;
    node->device_type = ON_CPU; /* as in saved data */
    node->dtype = tensor->dtype;
    node->ndim = (size_t)tensor->ndim;
    node->shape = copy_dims(im, tensor->shape, node->ndim);
    return node->shape && take_elements(im, tensor, size, node) ? &node->base : NULL;
}
