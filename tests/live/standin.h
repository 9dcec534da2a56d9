/* standin.h -- a small stand-in for tvm-ffi, so that imports are tested without TVM. It exports the
 * functions of tvm-ffi's C ABI that an import calls, and keeps objects as tvm-ffi 0.1.9 does, of
 * TVM v0.23, or after standin_use(26) as 0.1.14 does, of TVM v0.26. It
 * was written from the facts of tvm/ffi/c_api.h, and does not share the declarations of
 * bindings/tvm, so that the tests compare two readings of that header. */
#ifndef TUNIP_STANDIN_H
#define TUNIP_STANDIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct standin_object {
    uint32_t strong;
    uint32_t weak;
    int32_t type_index;
    uint32_t padding;
    void (*deleter)(void *self, int flags);
} standin_object;

typedef struct standin_any {
    int32_t type_index;
    uint32_t small_len;
    union {
        int64_t v_int64;
        double v_float64;
        void *v_ptr;
        standin_object *v_obj;
        unsigned char v_dtype[8]; /* code, bits, two bytes of lanes */
        char v_bytes[8];
    };
} standin_any;

/* A flaw that a test can switch on, in the description of the type `flawed_key`, or in maps. */
typedef enum standin_flaw {
    SOUND,
    NO_INFO,
    NULL_FIELDS,
    NEGATIVE_COUNT,
    NO_GETTER,
    UNNAMED,
    OFFSET_IN_HEADER,
    NO_ANCESTORS,
    FAILING,   /* the first getter raises an error */
    ANOTHER,   /* a field that TVM v0.23 does not have */
    ONE_LESS,  /* the last field is missing */
    OTHER_MAPS /* maps have another member in front, as in debug builds of tvm-ffi */
} standin_flaw;

extern standin_flaw flaw;
extern const char *flawed_key;

/* Has the types of a version of TVM from now on. No object may be alive. */
void standin_use(int vintage);

/* The number of objects that are alive. */
extern _Atomic size_t standin_alive;

/* ---- values ---- */

standin_any none(void);
standin_any integer(int64_t value);
standin_any truth(bool value);
standin_any number(double value);
standin_any dtype(int code, int bits);
/* In place if it is short. */
standin_any text(const char *value);
/* Bytes may be in place, too. */
standin_any bytes(const char *value, size_t size);
standin_any shape(size_t count, const int64_t *dims);
/* Floats of 32 bits in memory that outlives the tensor; `strides` may be NULL. */
standin_any tensor(int device, float *data, int ndim, int64_t *dims, int64_t *strides);

/* ---- objects: these take over the references of the values that they get ---- */

standin_any array(size_t count, const standin_any *items);
/* Keys and values in turn. More than four entries become a hash table. */
standin_any map(size_t count, const standin_any *entries);
/* The same as lists and dicts of tvm-ffi 0.1.14, which may change. */
standin_any list(size_t count, const standin_any *items);
standin_any dict(size_t count, const standin_any *entries);
/* An object of a type of the table, from the values of its fields, those of ancestors first. */
standin_any object(const char *key, const standin_any *values);
/* Another reference. */
standin_any again(standin_any value);
void release(standin_any value);

/* Replaces a field, to make what no constructor makes. */
void set_field(standin_any object, const char *name, standin_any value);

#define ARRAY(...)                                                                                 \
    array(sizeof((standin_any[]){__VA_ARGS__}) / sizeof(standin_any), (standin_any[]){__VA_ARGS__})
#define MAP(...)                                                                                   \
    map(sizeof((standin_any[]){__VA_ARGS__}) / (2 * sizeof(standin_any)),                          \
        (standin_any[]){__VA_ARGS__})
#define OBJECT(key, ...) object(key, (standin_any[]){__VA_ARGS__})

#endif
