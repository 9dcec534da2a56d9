/* library.c -- opens libraries of compiled functions, and has the functions that TVM's generated
 * code calls (TVM v0.19 include/tvm/runtime/c_backend_api.h). The program exports them. */
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static char last_error[512];

const char *rt_last_error(void)
{
    return last_error;
}

void rt_clear_error(void)
{
    *last_error = '\0';
}

/* ---- what generated code calls ---- */

TUNIP_API void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t size,
                                         int dtype_code, int dtype_bits);
TUNIP_API int TVMBackendFreeWorkspace(int device_type, int device_id, void *memory);
TUNIP_API void TVMAPISetLastError(const char *message);
TUNIP_API const char *TVMGetLastError(void);
TUNIP_API int TVMBackendGetFuncFromEnv(void *module, const char *name, void **out);
TUNIP_API int TVMFuncCall(void *function, rt_value *args, int *type_ids, int count,
                          rt_value *result, int *result_type);
TUNIP_API int TVMBackendRunOnce(void **handle, int (*f)(void *), void *data, int size);

/* A part of a parallel loop gets the number of parts and an area to synchronise in. */
typedef struct rt_parallel {
    void *sync;
    int32_t count;
} rt_parallel;
typedef int (*rt_task)(int task, rt_parallel *parallel, void *data);
TUNIP_API int TVMBackendParallelLaunch(rt_task task, void *data, int count);
TUNIP_API int TVMBackendParallelBarrier(int task, rt_parallel *parallel);

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t size, int dtype_code,
                               int dtype_bits)
{
    (void)device_type, (void)device_id, (void)dtype_code, (void)dtype_bits;
    if (size > PTRDIFF_MAX - 64) return NULL;
    return aligned_alloc(64, ((size_t)size + 64) / 64 * 64);
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *memory)
{
    (void)device_type, (void)device_id;
    free(memory);
    return 0;
}

void TVMAPISetLastError(const char *message)
{
    snprintf(last_error, sizeof last_error, "%s", message ? message : "");
}

const char *TVMGetLastError(void)
{
    return last_error;
}

int TVMBackendGetFuncFromEnv(void *module, const char *name, void **out)
{
    (void)module;
    *out = NULL;
    snprintf(last_error, sizeof last_error, "the function %s of TVM's runtime is not available",
             name);
    return -1;
}

int TVMFuncCall(void *function, rt_value *args, int *type_ids, int count, rt_value *result,
                int *result_type)
{
    (void)function, (void)args, (void)type_ids, (void)count, (void)result, (void)result_type;
    snprintf(last_error, sizeof last_error, "functions of TVM's runtime are not available");
    return -1;
}

int TVMBackendRunOnce(void **handle, int (*f)(void *), void *data, int size)
{
    (void)size;
    if (*handle) return 0;
    *handle = (void *)handle;
    return f(data);
}

/* One thread does all parts: the order of additions, and so the result, is always the same. */
int TVMBackendParallelLaunch(rt_task task, void *data, int count)
{
    (void)count;
    rt_parallel parallel = {NULL, 1};
    return task(0, &parallel, data);
}

int TVMBackendParallelBarrier(int task, rt_parallel *parallel)
{
    (void)task, (void)parallel;
    return 0;
}

/* ---- the library ---- */

/* Code that LLVM generated reaches these functions through variables of the library. */
static void fill_variables(void *library)
{
    static const struct {
        const char *name;
        void *value;
    } variables[] = {
        {"__TVMBackendAllocWorkspace", (void *)(uintptr_t)TVMBackendAllocWorkspace},
        {"__TVMBackendFreeWorkspace", (void *)(uintptr_t)TVMBackendFreeWorkspace},
        {"__TVMAPISetLastError", (void *)(uintptr_t)TVMAPISetLastError},
        {"__TVMBackendGetFuncFromEnv", (void *)(uintptr_t)TVMBackendGetFuncFromEnv},
        {"__TVMFuncCall", (void *)(uintptr_t)TVMFuncCall},
        {"__TVMBackendRunOnce", (void *)(uintptr_t)TVMBackendRunOnce},
        {"__TVMBackendParallelLaunch", (void *)(uintptr_t)TVMBackendParallelLaunch},
        {"__TVMBackendParallelBarrier", (void *)(uintptr_t)TVMBackendParallelBarrier},
    };
    for (size_t i = 0; i < TUNIP_LEN(variables); i++) {
        void **variable = dlsym(library, variables[i].name);
        if (variable) *variable = variables[i].value;
    }
    void **module = dlsym(library, "__tvm_module_ctx");
    if (module) *module = library;
}

/* A name without a slash would be looked for in the folders of the system. */
void *rt_library_open(const char *path, tunip_error *error)
{
    char local[4096];
    snprintf(local, sizeof local, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *library = dlopen(local, RTLD_NOW | RTLD_LOCAL);
    if (library)
        fill_variables(library);
    else
        tunip_error_set(error, TUNIP_ERROR_IO, "cannot load the library: %s", dlerror());
    return library;
}

void rt_library_close(void *library)
{
    if (library) dlclose(library);
}

/* "__tvm_main__" is a variable that has the name of a function. */
rt_function rt_library_find(void *library, const char *name)
{
    if (strcmp(name, "__tvm_main__") == 0) name = dlsym(library, name);
    if (!name) return NULL;
    return (rt_function)(uintptr_t)dlsym(library, name);
}
