/* runtime.h -- loads the library of a graph's functions, and runs the graph. */
#ifndef RUNTIME_RUNTIME_H
#define RUNTIME_RUNTIME_H

#include <tunip.h>

#include "../plan.h"

/* ======== library ======== */

/* A library of compiled functions. */

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

/* ======== runtime ======== */

/* Runs a graph of the executor: loads the library of its functions, allocates memory
 * as the plan says, calls the functions in order.
 *
 * This is the part that loads and runs code of others. It is linked into the programs tunip-run and
 * tunip-debug, and into nothing else. It knows nothing of debugging: a debugger runs the nodes one
 * by one (rt_run_node) and looks at the tensors between them, so that rt_run() is a plain loop.
 *
 * Functions have the signature of TVM's C code (TVMBackendPackedCFunc of TVM v0.19
 * include/tvm/runtime/c_backend_api.h). */

typedef struct rt_runtime rt_runtime;

/* Loads the library and allocates memory, which child processes share if `shared` is set. `plan`
 * must outlive the runtime. Only graphs whose tensors are all on the CPU can be run. NULL after an
 * error. */
rt_runtime *rt_open(const dbg_plan *plan, const char *library, bool shared, tunip_error *error);
void rt_close(rt_runtime *rt);

const dbg_plan *rt_plan(const rt_runtime *rt);

/* The tensor of an entry: its memory is that of the plan, which several entries share. */
dbg_tensor rt_tensor(const rt_runtime *rt, size_t entry);

/* Copies a value, whose type must fit, into an entry. */
void rt_set(rt_runtime *rt, size_t entry, const dbg_tensor *value);

/* Runs all nodes. Fails at the first function that reports a failure, and if a function has written
 * behind the end of its memory. */
tunip_status rt_run(rt_runtime *rt, tunip_error *error);

/* Runs one node; for an argument or a reshape there is nothing to do. */
tunip_status rt_run_node(rt_runtime *rt, size_t node, tunip_error *error);

/* Whether all writes stayed inside of the memory of the plan, as far as can be seen; else fills
 * `error`. rt_run() asks itself. */
tunip_status rt_check(const rt_runtime *rt, tunip_error *error);

/* If a function crashes or calls exit(), writes the name of its node to the standard error and ends
 * the process with `status`. */
void rt_report_crashes(const rt_runtime *rt, int status);

/* ---- arguments ---- */

/* Takes a value, whose type fits, for an argument of the plan. */
typedef bool (*rt_take_fn)(void *user, size_t arg, const dbg_tensor *value, tunip_error *error);

/* Calls `take` for the argument `arg` and those before it that have its name. */
bool rt_give(const dbg_plan *plan, size_t arg, const dbg_tensor *value, rt_take_fn take, void *user,
             tunip_error *error);
/* The same with the value in a .npy file, for all arguments that a file of parameters has, and for
 * "NAME=FILE.npy". */
bool rt_read_file(const dbg_plan *plan, const tunip_context *context, size_t arg, const char *path,
                  rt_take_fn take, void *user, tunip_error *error);
bool rt_read_params(const dbg_plan *plan, const tunip_context *context, const char *path,
                    rt_take_fn take, void *user, tunip_error *error);
bool rt_read_input(const dbg_plan *plan, const tunip_context *context, const char *option,
                   rt_take_fn take, void *user, tunip_error *error);
/* Fails and names the arguments that are not given. */
bool rt_check_given(const dbg_plan *plan, const bool *given, tunip_error *error);

/* Sets the arguments of the graph: those in `params`, which may have others, then `inputs`, each
 * "NAME=FILE.npy". Fails if an argument has no value, or one that does not fit. `params` may be
 * NULL. */
bool rt_load_arguments(rt_runtime *rt, const tunip_context *context, const char *params,
                       const char *const *inputs, size_t input_count, tunip_error *error);

/* Writes the results as DIR/0.npy, DIR/1.npy, ... Makes the folder, and those above it. */
bool rt_save_results(const rt_runtime *rt, const char *folder, tunip_error *error);

#endif
