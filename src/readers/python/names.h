/* names.h -- keeps each distinct name once. */
#ifndef TN_PY_NAMES_H
#define TN_PY_NAMES_H

#include "../../core/base/arena.h"

typedef struct tn_py_name {
    uint64_t word; /* its first eight bytes */
    const char *data;
    size_t size; /* 0: a free slot */
} tn_py_name;

typedef struct tn_py_names {
    tn_py_name *slots;
    size_t count, mask;
    const tunip_allocator *allocator;
} tn_py_names;

/* The first name equal to `name`: borrowed from where it was. `limit` is the end of the memory
 * behind `name`. The result has no data when out of memory. */
tunip_str tn_py_names_put(tn_py_names *names, tunip_str name, const char *limit);
void tn_py_names_free(tn_py_names *names);

#endif
