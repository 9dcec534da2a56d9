/* ffi.h -- the facts about tvm-ffi's C ABI that an import needs (tvm-ffi include/tvm/ffi/c_api.h,
 * versions 0.1.9 and 0.1.14), and the functions found in the process. The structs of arrays and
 * maps are private in tvm-ffi, so ffi_open() tests whether they are as described here. */
#ifndef TUNIP_FFI_H
#define TUNIP_FFI_H

#include <tunip/node.h>

/* ---- values and objects ---- */

/* The indices of types. Those from FFI_OBJECT on are objects. */
enum {
    FFI_NONE = 0,
    FFI_INT = 1,
    FFI_BOOL = 2,
    FFI_FLOAT = 3,
    FFI_POINTER = 4,
    FFI_DTYPE = 5,
    FFI_DEVICE = 6,
    FFI_SMALL_STRING = 11,
    FFI_SMALL_BYTES = 12,
    FFI_OBJECT = 64,
    FFI_STRING = 65,
    FFI_BYTES = 66,
    FFI_FUNCTION = 68,
    FFI_SHAPE = 69,
    FFI_TENSOR = 70,
    FFI_ARRAY = 71,
    FFI_MAP = 72,
    FFI_LIST = 75, /* since 0.1.14: an array that may change */
    FFI_DICT = 76  /* since 0.1.14: a map that may change */
};

/* The header of an object. */
typedef struct ffi_object {
    uint64_t counts; /* strong references in the low half, weak ones in the high half */
    int32_t index;
    uint32_t padding;
    void (*deleter)(void *self, int flags);
} ffi_object;

/* A value: a scalar or a short text in place, or a reference to an object. */
typedef struct ffi_any {
    int32_t index;
    uint32_t small_size; /* of FFI_SMALL_STRING and FFI_SMALL_BYTES */
    union {
        int64_t integer; /* of FFI_BOOL, too */
        double number;
        const void *pointer;
        ffi_object *object;
        tunip_dtype dtype;
        int32_t device[2]; /* the type and the id */
        char small[8];
    } as;
} ffi_any;

typedef struct ffi_bytes {
    const char *data;
    size_t size;
} ffi_bytes;

/* FFI_STRING and FFI_BYTES. */
typedef struct ffi_string {
    ffi_object base;
    ffi_bytes text;
} ffi_string;

typedef struct ffi_shape {
    ffi_object base;
    const int64_t *dims;
    size_t count;
} ffi_shape;

/* DLPack's DLTensor behind a header. */
typedef struct ffi_tensor {
    ffi_object base;
    const char *data;
    int32_t device_type;
    int32_t device_id;
    int32_t ndim;
    tunip_dtype dtype;
    const int64_t *shape;
    const int64_t *strides; /* in elements; NULL: row-major */
    uint64_t byte_offset;
} ffi_tensor;

typedef struct ffi_array {
    ffi_object base;
    const ffi_any *items;
    int64_t count;
    int64_t capacity;
} ffi_array;

/* A map of few entries: keys and values alternate, in the order of insertion. Larger maps are hash
 * tables; the import walks them with functions that tvm-ffi registers. */
typedef struct ffi_map {
    ffi_object base;
    const ffi_any *items;
    uint64_t count;
    uint64_t slots; /* the highest bit: few entries */
} ffi_map;

#define FFI_FEW_ENTRIES ((uint64_t)1 << 63)

typedef struct ffi_error {
    ffi_object base;
    ffi_bytes kind;
    ffi_bytes message;
} ffi_error;

/* ---- descriptions of types ---- */

typedef int (*ffi_getter)(void *field, ffi_any *result);

typedef struct ffi_field_info {
    ffi_bytes name;
    ffi_bytes doc;
    ffi_bytes metadata;
    int64_t flags;
    int64_t size;
    int64_t alignment;
    int64_t offset;
    ffi_getter getter; /* its result is a new reference */
    void *setter;
    ffi_any default_value;
    int32_t static_index; /* of the field's type; from FFI_OBJECT on the field is a pointer to an
                             object, or NULL */
} ffi_field_info;

typedef struct ffi_type_info {
    int32_t index;
    int32_t depth;
    ffi_bytes key;
    const struct ffi_type_info *const *ancestors; /* `depth` of them, the root first */
    uint64_t key_hash;
    int32_t field_count; /* without those of ancestors */
    int32_t method_count;
    const ffi_field_info *fields;
    const void *methods;
    const void *metadata;
} ffi_type_info;

/* The values of an attribute of types, by the index of the type. */
typedef struct ffi_column {
    const ffi_any *items;
    size_t count; /* 32 bits since 0.1.14 */
} ffi_column;

_Static_assert(sizeof(ffi_object) == 24 && sizeof(ffi_any) == 16, "the layout of values");
_Static_assert(sizeof(ffi_field_info) == 120 && sizeof(ffi_type_info) == 72,
               "the layout of descriptions");

/* ---- functions ---- */

typedef struct ffi {
    const ffi_type_info *(*type_info)(int32_t index);
    const ffi_column *(*column)(const ffi_bytes *name);
    int (*global)(const ffi_bytes *name, void **out);
    int (*call)(void *function, ffi_any *args, int32_t count, ffi_any *result);
    int (*release)(void *object);
    void (*take_error)(void **out);
} ffi;

/* Finds the functions in `library`, or in the process if it is NULL, and tests the structs of
 * arrays and maps. */
tunip_status ffi_open(ffi *f, void *library, tunip_error *error);

/* Calls a function that is registered under `name`. A result that is an object is a new reference.
 * On failure fills `error` with TVM's message and returns false. */
bool ffi_call_named(const ffi *f, const char *name, ffi_any *args, int32_t count, ffi_any *result,
                    tunip_error *error);
bool ffi_call(const ffi *f, void *function, ffi_any *args, int32_t count, ffi_any *result,
              tunip_error *error);

/* Fills `error` with the error that a call of tvm-ffi raised in `during`; returns false. */
bool ffi_raised(const ffi *f, const char *during, tunip_error *error);

/* The text of a string, which lives as long as the value. False for other values. */
bool ffi_text(const ffi_any *value, tunip_str *out);

static inline bool ffi_is_object(const ffi_any *value)
{
    return value->index >= FFI_OBJECT;
}

static inline void ffi_release(const ffi *f, const ffi_any *value)
{
    if (ffi_is_object(value)) f->release(value->as.object);
}

#endif
