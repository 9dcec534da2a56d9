/* library.h -- a library of compiled functions. */
#ifndef DEBUG_LIBRARY_H
#define DEBUG_LIBRARY_H

#include <tunip.h>

/* TVMValue, of which only tensors are passed. */
typedef union rt_value {
    int64_t integer;
    double real;
    void *handle;
} rt_value;

/* kTVMDLTensorHandle */
enum { RT_TENSOR_HANDLE = 7 };

typedef int32_t (*rt_function)(void *args, int32_t *type_ids, int32_t count, void *result,
                               int32_t *result_type, void *resource);

/* Opens a library; NULL after an error. */
void *rt_library_open(const char *path, tunip_error *error);
void rt_library_close(void *library);
/* A function of the library, or NULL. */
rt_function rt_library_find(void *library, const char *name);

/* The last message of TVMAPISetLastError() since rt_clear_error(), or "". The runtime clears it
 * before each call of a function, so that the message of a failure is that of its own function. */
const char *rt_last_error(void);
void rt_clear_error(void);

#endif
