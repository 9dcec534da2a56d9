/* runtime.c -- loads the library of a graph's functions, and runs the graph. */
#include "runtime.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../dump.h"

/* ======== library ======== */

/* Opens libraries of compiled functions, and has the functions that TVM's generated
 * code calls (TVM v0.19 include/tvm/runtime/c_backend_api.h). The program exports them. */

/* As in TVM, each thread has a message of its own. */
static _Thread_local char last_error[512];

static const char *rt_last_error(void)
{
    return last_error;
}

/* The last message of TVMAPISetLastError() since clear_error(), or "". The runtime clears it
 * before each call of a function, so that the message of a failure is that of its own function. */
static void clear_error(void)
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
static void *library_open(const char *path, tunip_error *error)
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

/* Opens a library; NULL after an error. */
static void library_close(void *library)
{
    if (library) dlclose(library);
}

/* "__tvm_main__" is a variable that has the name of a function. */
static rt_function library_find(void *library, const char *name)
{
    if (strcmp(name, "__tvm_main__") == 0) name = dlsym(library, name);
    if (!name) return NULL;
    return (rt_function)(uintptr_t)dlsym(library, name);
}

/* ======== runtime ======== */

/* Memory, calls, the loop. */

enum { CPU = 1, ALIGNMENT = 64, GUARD = 64, GUARD_BYTE = 0xA5, FENCE = 1 << 20 };

/* DLTensor of DLPack 0.8. */
typedef struct dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t rank;
    tunip_dtype dtype;
    int64_t *shape;
    int64_t *strides;
    uint64_t byte_offset;
} dl_tensor;

/* A call: `count` arguments from args, of which all are tensors. */
typedef struct rt_call {
    rt_function function;
    rt_value *args;
    int32_t count;
    size_t node;
} rt_call;

struct rt_runtime {
    const dbg_plan *plan;
    void *library;
    char *memory; /* of all storages */
    char *mapped; /* the same with its fences */
    size_t size;
    bool shared;
    size_t *offsets;
    dl_tensor *tensors; /* of all entries */
    int64_t *counts;    /* the shapes of those that are flat */
    rt_value *args;
    int32_t *type_ids; /* as many as the call with the most arguments has */
    rt_call *calls;
    size_t call_count;
    size_t *call_of;       /* each node: its number + 1 */
    const rt_call *active; /* the call that runs */
};

/* ---- memory ---- */

/* Zeroed memory of the system, between two areas that nothing may touch: a function that leaves the
 * memory crashes at once, before it damages anything else. */
static bool map_memory(rt_runtime *rt)
{
    int flags = MAP_ANONYMOUS | (rt->shared ? MAP_SHARED : MAP_PRIVATE);
    size_t size = (rt->size + FENCE - 1) / FENCE * FENCE;
    char *memory = mmap(NULL, size + 2 * FENCE, PROT_NONE, flags, -1, 0);
    if (memory == MAP_FAILED) return false;
    rt->mapped = memory;
    rt->memory = memory + FENCE;
    rt->size = size;
    return mprotect(rt->memory, size, PROT_READ | PROT_WRITE) == 0;
}

/* Behind each storage is a guard, whose bytes tell whether a function wrote too much. */
static bool allocate(rt_runtime *rt, tunip_error *error)
{
    const dbg_plan *plan = rt->plan;
    size_t total = 0;
    rt->offsets = calloc(plan->storage_count + 1, sizeof *rt->offsets);
    if (!rt->offsets) return tn_no_memory(error) == TUNIP_OK;
    for (size_t i = 0; i < plan->storage_count; i++) {
        rt->offsets[i] = total;
        if (plan->storages[i].device != CPU) {
            tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                            "storage %lld is on a device of type %lld: only the CPU (1) is "
                            "supported",
                            (long long)plan->storages[i].id, (long long)plan->storages[i].device);
            return false;
        }
        total += (plan->storages[i].bytes + GUARD + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    rt->size = total + ALIGNMENT;
    if (!map_memory(rt)) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory: the plan needs %zu bytes",
                        total);
        return false;
    }
    for (size_t i = 0; i < plan->storage_count; i++)
        memset(rt->memory + rt->offsets[i] + plan->storages[i].bytes, GUARD_BYTE, GUARD);
    return true;
}

tunip_status rt_check(const rt_runtime *rt, tunip_error *error)
{
    unsigned char guard[GUARD];
    memset(guard, GUARD_BYTE, GUARD);
    for (size_t i = 0; i < rt->plan->storage_count; i++) {
        const dbg_storage *storage = &rt->plan->storages[i];
        if (memcmp(rt->memory + rt->offsets[i] + storage->bytes, guard, GUARD) == 0) continue;
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "a function wrote past the end of storage %lld: the library does "
                               "not belong to this graph",
                               (long long)storage->id);
    }
    return TUNIP_OK;
}

static void make_tensors(rt_runtime *rt)
{
    for (size_t i = 0; i < rt->plan->entry_count; i++) {
        const dbg_entry *entry = &rt->plan->entries[i];
        rt->tensors[i] = (dl_tensor){.data = rt->memory + rt->offsets[entry->storage],
                                     .device_type = CPU,
                                     .rank = (int32_t)entry->type.rank,
                                     .dtype = dbg_dtype_for_tvm(entry->type.dtype),
                                     .shape = (int64_t *)(uintptr_t)entry->type.dims};
    }
}

const dbg_plan *rt_plan(const rt_runtime *rt)
{
    return rt->plan;
}

dbg_tensor rt_tensor(const rt_runtime *rt, size_t entry)
{
    dbg_tensor tensor = rt->plan->entries[entry].type;
    tensor.data = rt->tensors[entry].data;
    tensor.rank = (size_t)rt->tensors[entry].rank;
    tensor.dims = rt->tensors[entry].shape;
    return tensor;
}

void rt_set(rt_runtime *rt, size_t entry, const dbg_tensor *value)
{
    size_t bytes = rt->plan->entries[entry].type.bytes;
    if (bytes) memcpy(rt->tensors[entry].data, value->data, bytes);
}

/* ---- calls ---- */

/* The function of a __copy. */
static int32_t copy_tensor(void *args, int32_t *type_ids, int32_t count, void *result,
                           int32_t *result_type, void *resource)
{
    const dl_tensor *from = ((rt_value *)args)[0].handle, *to = ((rt_value *)args)[1].handle;
    size_t bytes = dbg_dtype_bytes(from->dtype);
    for (int32_t i = 0; i < from->rank; i++) bytes *= (size_t)from->shape[i];
    if (bytes) memmove(to->data, from->data, bytes);
    (void)type_ids, (void)count, (void)result, (void)result_type, (void)resource;
    return 0;
}

static bool find_function(rt_runtime *rt, size_t node, rt_call *call, tunip_error *error)
{
    const dbg_node *at = &rt->plan->nodes[node];
    call->node = node;
    call->function =
        at->kind == DBG_COPY ? copy_tensor : library_find(rt->library, at->function.data);
    if (call->function) return true;
    tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                    "node %zu, %.80s: the library has no function %.120s", node, at->name.data,
                    at->function.data);
    return false;
}

/* The entry of an argument: the inputs come before the outputs. */
static size_t entry_of(const dbg_node *node, size_t arg)
{
    return arg < node->input_count ? node->inputs[arg]
                                   : node->first_entry + arg - node->input_count;
}

/* An attribute of a node makes its inputs and outputs vectors. As in TVM, they are vectors for all
 * other nodes, too, and as results. */
static void flatten(rt_runtime *rt, const dbg_node *node)
{
    tunip_str flat = tunip_string_value(tunip_map_get(node->node->attrs, "flatten_data"));
    if (!flat.size || !strtoul(flat.data, NULL, 10)) return;
    for (size_t i = 0; i < node->input_count + node->output_count; i++) {
        size_t entry = entry_of(node, i);
        rt->counts[entry] = (int64_t)rt->plan->entries[entry].type.count;
        rt->tensors[entry].rank = 1;
        rt->tensors[entry].shape = &rt->counts[entry];
    }
}

static bool make_calls(rt_runtime *rt, tunip_error *error)
{
    rt_value *arg = rt->args;
    for (size_t i = 0; i < rt->plan->node_count; i++) {
        const dbg_node *node = &rt->plan->nodes[i];
        rt_call *call = &rt->calls[rt->call_count];
        flatten(rt, node);
        if (node->kind != DBG_CALL && node->kind != DBG_COPY) continue;
        if (!find_function(rt, i, call, error)) return false;
        call->args = arg;
        call->count = (int32_t)(node->input_count + node->output_count);
        for (size_t k = 0; k < node->input_count + node->output_count; k++)
            (arg++)->handle = &rt->tensors[entry_of(node, k)];
        rt->call_of[i] = ++rt->call_count;
    }
    return true;
}

static bool allocate_calls(rt_runtime *rt, tunip_error *error)
{
    const dbg_plan *plan = rt->plan;
    size_t args = 0, most = 0;
    for (size_t i = 0; i < plan->node_count; i++) {
        size_t count = plan->nodes[i].input_count + plan->nodes[i].output_count;
        args += count;
        if (count > most) most = count;
    }
    rt->tensors = calloc(plan->entry_count + 1, sizeof *rt->tensors);
    rt->counts = calloc(plan->entry_count + 1, sizeof *rt->counts);
    rt->args = calloc(args + 1, sizeof *rt->args);
    rt->type_ids = calloc(most + 1, sizeof *rt->type_ids);
    rt->calls = calloc(plan->node_count + 1, sizeof *rt->calls);
    rt->call_of = calloc(plan->node_count + 1, sizeof *rt->call_of);
    if (!rt->tensors || !rt->counts || !rt->args || !rt->type_ids || !rt->calls || !rt->call_of)
        return tn_no_memory(error) == TUNIP_OK;
    for (size_t i = 0; i < most; i++) rt->type_ids[i] = RT_TENSOR_HANDLE;
    return true;
}

/* ---- running ---- */

static tunip_status failed(const rt_runtime *rt, const rt_call *call, int32_t status,
                           tunip_error *error)
{
    const dbg_node *node = &rt->plan->nodes[call->node];
    const char *why = rt_last_error();
    return tunip_error_set(error, TUNIP_ERROR_RULE, "node %zu, %.80s: its function returned %d%s%s",
                           call->node, node->name.data, (int)status, *why ? ": " : "", why);
}

static int32_t run_call(rt_runtime *rt, const rt_call *call)
{
    rt_value result = {0};
    int32_t result_type = 0;
    rt->active = call;
    clear_error();
    int32_t status =
        call->function(call->args, rt->type_ids, call->count, &result, &result_type, NULL);
    rt->active = NULL;
    return status;
}

tunip_status rt_run(rt_runtime *rt, tunip_error *error)
{
    for (size_t i = 0; i < rt->call_count; i++) {
        int32_t status = run_call(rt, &rt->calls[i]);
        if (status) return failed(rt, &rt->calls[i], status, error);
    }
    return rt_check(rt, error);
}

tunip_status rt_run_node(rt_runtime *rt, size_t node, tunip_error *error)
{
    if (!rt->call_of[node]) return TUNIP_OK;
    const rt_call *call = &rt->calls[rt->call_of[node] - 1];
    int32_t status = run_call(rt, call);
    return status ? failed(rt, call, status, error) : TUNIP_OK;
}

rt_runtime *rt_open(const dbg_plan *plan, const char *library, bool shared, tunip_error *error)
{
    rt_runtime *rt = calloc(1, sizeof *rt);
    bool fine = rt || tn_no_memory(error) == TUNIP_OK;
    if (fine) {
        rt->plan = plan;
        rt->shared = shared;
        fine = allocate(rt, error) && allocate_calls(rt, error);
    }
    if (fine) rt->library = library_open(library, error);
    fine = fine && rt->library;
    if (fine) make_tensors(rt);
    if (fine && make_calls(rt, error)) return rt;
    rt_close(rt);
    return NULL;
}

static const rt_runtime *watched; /* by the handlers of crashes */

void rt_close(rt_runtime *rt)
{
    if (!rt) return;
    if (watched == rt) watched = NULL;
    library_close(rt->library);
    if (rt->mapped) munmap(rt->mapped, rt->size + 2 * FENCE);
    free(rt->offsets);
    free(rt->tensors);
    free(rt->counts);
    free(rt->args);
    free(rt->type_ids);
    free(rt->calls);
    free(rt->call_of);
    free(rt);
}

/* ---- crashes ---- */

/* Of the process, as signals are: only programs that run one graph ask for reports. */
static int crash_status;
static volatile sig_atomic_t crash_count;

static void write_text(const char *text)
{
    size_t size = strlen(text);
    for (ssize_t done; size && (done = write(STDERR_FILENO, text, size)) > 0; size -= (size_t)done)
        text += done;
}

/* A name, in which a question mark stands for bytes that could control the terminal. */
static void write_name(const char *name)
{
    char text[200];
    size_t size = 0;
    for (; name[size] && size + 1 < sizeof text; size++)
        text[size] = name[size] >= ' ' && name[size] <= '~' ? name[size] : '?';
    text[size] = '\0';
    write_text(text);
}

/* Only calls that are safe in a signal handler. */
static void report_crash(int signal_number)
{
    char number[] = "\0\0";
    number[0] = (char)('0' + signal_number / 10);
    number[1] = (char)('0' + signal_number % 10);
    bool again = crash_count++; /* the names are damaged, too */
    const rt_call *call = watched && !again ? watched->active : NULL;
    if (!again) write_text("tunip: ");
    if (call) {
        write_text("node ");
        write_name(watched->plan->nodes[call->node].name.data);
        write_text(": its function crashed");
    } else {
        write_text("the run crashed");
    }
    write_text(" (signal ");
    write_text(*number == '0' ? number + 1 : number);
    write_text(")\n");
    _exit(crash_status);
}

/* A function called exit(): no result would be written, and nobody would know. */
static void report_exit(void)
{
    const rt_call *call = watched ? watched->active : NULL;
    if (!call) return;
    write_text("tunip: node ");
    write_name(watched->plan->nodes[call->node].name.data);
    write_text(": its function ended the process\n");
    _exit(crash_status);
}

void rt_report_crashes(const rt_runtime *rt, int status)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = report_crash};
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    watched = rt;
    crash_status = status;
    atexit(report_exit);
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < TUNIP_LEN(signals); i++) sigaction(signals[i], &action, NULL);
}

/* ======== arguments ======== */

/* Values for the arguments of a graph, and files of its results. */

static const char *name_of(const dbg_plan *plan, size_t arg)
{
    return plan->nodes[plan->entries[plan->args[arg]].node].name.data;
}

/* Several arguments may have one name: TVM sets the last one, and nothing can set the others, which
 * get the same value if it fits. */
bool rt_give(const dbg_plan *plan, size_t arg, const dbg_tensor *value, rt_take_fn take, void *user,
             tunip_error *error)
{
    tunip_str name = tunip_str_from(name_of(plan, arg));
    for (size_t i = 0; i <= arg; i++) {
        const dbg_entry *at = &plan->entries[plan->args[i]];
        if (tunip_str_equal(plan->nodes[at->node].name, name) &&
            dbg_tensor_fits(&at->type, value) && !take(user, i, value, error))
            return false;
    }
    return true;
}

/* As in TVM, parameters that the graph does not have are ignored. */
bool rt_read_params(const dbg_plan *plan, const tunip_context *context, const char *path,
                    rt_take_fn take, void *user, tunip_error *error)
{
    dbg_params params;
    char is[DBG_TYPE_SIZE], should[DBG_TYPE_SIZE];
    if (!dbg_params_load(context, path, &params, error)) return false;
    bool fine = true;
    for (size_t i = 0; fine && i < params.count; i++) {
        size_t arg = dbg_plan_argument(plan, params.items[i].name);
        if (arg == SIZE_MAX) continue;
        const dbg_tensor *value = &params.items[i].tensor;
        const dbg_tensor *type = &plan->entries[plan->args[arg]].type;
        fine = dbg_tensor_fits(value, type);
        if (fine) {
            fine = rt_give(plan, arg, value, take, user, error);
            continue;
        }
        dbg_tensor_type(value, is);
        dbg_tensor_type(type, should);
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                        "%.80s: the parameter %.60s is %.60s, and the graph has %.60s", path,
                        name_of(plan, arg), is, should);
    }
    dbg_params_free(&params);
    return fine;
}

bool rt_read_file(const dbg_plan *plan, const tunip_context *context, size_t arg, const char *path,
                  rt_take_fn take, void *user, tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    dbg_tensor *value = dbg_npy_load(context, path, &plan->entries[plan->args[arg]].type, &why);
    if (!value)
        tunip_error_set(error, why.code, "input %.60s: %s", name_of(plan, arg), why.message);
    bool fine = value && rt_give(plan, arg, value, take, user, error);
    free(value);
    return fine;
}

/* NAME=FILE. Both may contain equals signs: the longest NAME that the graph has counts. */
bool rt_read_input(const dbg_plan *plan, const tunip_context *context, const char *option,
                   rt_take_fn take, void *user, tunip_error *error)
{
    size_t arg = SIZE_MAX;
    const char *path = option + strlen(option);
    while (arg == SIZE_MAX && path-- > option)
        if (*path == '=')
            arg = dbg_plan_argument(plan, (tunip_str){option, (size_t)(path - option)});
    if (arg == SIZE_MAX) {
        const char *equals = strchr(option, '=');
        size_t size = equals ? (size_t)(equals - option) : strlen(option);
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                        equals ? "the graph has no input %.*s" : "%.*s: expected NAME=FILE.npy",
                        (int)(size < 100 ? size : 100), option);
        return false;
    }
    return rt_read_file(plan, context, arg, path + 1, take, user, error);
}

bool rt_check_given(const dbg_plan *plan, const bool *given, tunip_error *error)
{
    char names[200] = "";
    size_t missing = 0, size = 0;
    for (size_t i = 0; i < plan->arg_count; i++) {
        if (given[i]) continue;
        if (missing++ < 5 && size < sizeof names)
            size += (size_t)snprintf(names + size, sizeof names - size, "%s%.36s", size ? ", " : "",
                                     name_of(plan, i));
    }
    if (!missing) return true;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                    missing > 5   ? "no value for %zu inputs and parameters: %s, ..."
                    : missing > 1 ? "no value for %zu inputs or parameters: %s"
                                  : "no value for %zu input or parameter: %s",
                    missing, names);
    return false;
}

typedef struct loader {
    rt_runtime *rt;
    bool *given; /* each argument */
} loader;

static bool take_argument(void *user, size_t arg, const dbg_tensor *value, tunip_error *error)
{
    const loader *l = user;
    (void)error;
    rt_set(l->rt, l->rt->plan->args[arg], value);
    return l->given[arg] = true;
}

bool rt_load_arguments(rt_runtime *rt, const tunip_context *context, const char *params,
                       const char *const *inputs, size_t input_count, tunip_error *error)
{
    const dbg_plan *plan = rt_plan(rt);
    loader l = {rt, calloc(plan->arg_count + 1, sizeof *l.given)};
    bool fine = l.given || tn_no_memory(error) == TUNIP_OK;
    fine = fine && (!params || rt_read_params(plan, context, params, take_argument, &l, error));
    for (size_t i = 0; fine && i < input_count; i++)
        fine = rt_read_input(plan, context, inputs[i], take_argument, &l, error);
    fine = fine && rt_check_given(plan, l.given, error);
    free(l.given);
    return fine;
}

bool rt_save_results(const rt_runtime *rt, const char *folder, tunip_error *error)
{
    const dbg_plan *plan = rt_plan(rt);
    if (!dbg_folder_make(folder, error)) return false;
    for (size_t i = 0; i < plan->head_count; i++) {
        char path[4096];
        dbg_tensor tensor = rt_tensor(rt, plan->heads[i]);
        snprintf(path, sizeof path, "%s/%zu.npy", folder, i);
        if (dbg_npy_save(&tensor, path, error) != TUNIP_OK) return false;
    }
    return true;
}
