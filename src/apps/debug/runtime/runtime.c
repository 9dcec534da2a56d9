/* runtime.c -- memory, calls, the loop. */
#include "runtime.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "library.h"

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

static bool fail(tunip_error *error, tunip_status code, const char *message)
{
    tunip_error_set(error, code, "%s", message);
    return false;
}

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
    if (!rt->offsets) return fail(error, TUNIP_ERROR_MEMORY, "out of memory");
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
        at->kind == DBG_COPY ? copy_tensor : rt_library_find(rt->library, at->function.data);
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
        return fail(error, TUNIP_ERROR_MEMORY, "out of memory");
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
    rt_clear_error();
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
    bool fine = rt || fail(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (fine) {
        rt->plan = plan;
        rt->shared = shared;
        fine = allocate(rt, error) && allocate_calls(rt, error);
    }
    if (fine) rt->library = rt_library_open(library, error);
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
    rt_library_close(rt->library);
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
