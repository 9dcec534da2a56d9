/* standin_types.h -- the types of the stand-in, in the structs of tvm-ffi's C ABI. */
#ifndef TUNIP_STANDIN_TYPES_H
#define TUNIP_STANDIN_TYPES_H

#include "standin.h"

/* The indices of types. */
enum {
    NONE,
    INT,
    BOOL,
    FLOAT,
    POINTER,
    DTYPE,
    SMALL_STR = 11,
    SMALL_BYTES,
    OBJECT_INDEX = 64,
    STR,
    BYTES,
    ERROR,
    FUNCTION,
    SHAPE,
    TENSOR,
    ARRAY_INDEX,
    MAP_INDEX,
    MODULE_INDEX,
    PYTHON_INDEX,
    LIST_INDEX,
    DICT_INDEX,
    FIRST_DYNAMIC = 128,
    LAST_INDEX = 200 /* there are fewer types */
};

enum { MOST_FIELDS = 10 };

typedef struct str {
    const char *data;
    size_t size;
} str;

typedef struct field_info {
    str name, doc, metadata;
    int64_t flags, size, alignment, offset;
    int (*getter)(void *field, standin_any *result);
    void *setter;
    standin_any default_value;
    int32_t field_static_type_index;
} field_info;

typedef struct type_info {
    int32_t type_index, type_depth;
    str type_key;
    const struct type_info **type_ancestors;
    uint64_t type_key_hash;
    int32_t num_fields, num_methods;
    const field_info *fields;
    const void *methods, *metadata;
} type_info;

typedef struct entry {
    type_info info;
    field_info fields[MOST_FIELDS];
    char names[MOST_FIELDS][24];
    const type_info *ancestors[8];
    size_t size; /* of objects */
} entry;

/* By index. fill_types() fills them, once. */
extern entry entries[LAST_INDEX];
extern int standin_vintage;
void fill_types(void);
entry *find_type(const char *key);

/* The getters of fields that hold a value of any kind, and a pointer to an object. */
int get_any(void *field, standin_any *result);
int get_ref(void *field, standin_any *result);

/* Raises a ValueError; returns -1. */
int raise_error(const char *message);

#endif
