/* arguments.c -- values for the arguments of a graph, and files of its results. */
#include <stdio.h>
#include <stdlib.h>

#include "../folder.h"
#include "runtime.h"

typedef struct loader {
    rt_runtime *rt;
    const dbg_plan *plan;
    const tunip_context *context;
    bool *given; /* each argument */
    tunip_error *error;
} loader;

static const char *name_of(const loader *l, size_t arg)
{
    return l->plan->nodes[l->plan->entries[l->plan->args[arg]].node].name.data;
}

/* Several arguments may have one name: TVM sets the last one, and nothing can set the others, which
 * get the same value if it fits. */
static void give(loader *l, size_t arg, const dbg_tensor *value)
{
    tunip_str name = tunip_str_from(name_of(l, arg));
    for (size_t i = 0; i <= arg; i++) {
        size_t entry = l->plan->args[i];
        const dbg_entry *at = &l->plan->entries[entry];
        if (!tunip_str_equal(l->plan->nodes[at->node].name, name) ||
            !dbg_tensor_fits(&at->type, value))
            continue;
        rt_set(l->rt, entry, value);
        l->given[i] = true;
    }
}

/* As in TVM, parameters that the graph does not have are ignored. */
static bool load_params(loader *l, const char *path)
{
    dbg_params params;
    char is[DBG_TYPE_SIZE], should[DBG_TYPE_SIZE];
    if (!dbg_params_load(l->context, path, &params, l->error)) return false;
    bool fine = true;
    for (size_t i = 0; fine && i < params.count; i++) {
        size_t arg = dbg_plan_argument(l->plan, params.items[i].name);
        if (arg == SIZE_MAX) continue;
        const dbg_tensor *value = &params.items[i].tensor;
        const dbg_tensor *type = &l->plan->entries[l->plan->args[arg]].type;
        fine = dbg_tensor_fits(value, type);
        if (fine) {
            give(l, arg, value);
            continue;
        }
        dbg_tensor_type(value, is);
        dbg_tensor_type(type, should);
        tunip_error_set(l->error, TUNIP_ERROR_ARGUMENT,
                        "%.80s: the parameter %.60s is %.60s, and the graph has %.60s", path,
                        name_of(l, arg), is, should);
    }
    dbg_params_free(&params);
    return fine;
}

/* NAME=FILE. Both may contain equals signs: the longest NAME that the graph has counts. */
static bool load_input(loader *l, const char *option)
{
    size_t arg = SIZE_MAX;
    const char *path = option + strlen(option);
    while (arg == SIZE_MAX && path-- > option)
        if (*path == '=')
            arg = dbg_plan_argument(l->plan, (tunip_str){option, (size_t)(path - option)});
    if (arg == SIZE_MAX) {
        const char *equals = strchr(option, '=');
        size_t size = equals ? (size_t)(equals - option) : strlen(option);
        tunip_error_set(l->error, TUNIP_ERROR_NOT_FOUND,
                        equals ? "the graph has no input %.*s" : "%.*s: expected NAME=FILE.npy",
                        (int)(size < 100 ? size : 100), option);
        return false;
    }
    const dbg_tensor *type = &l->plan->entries[l->plan->args[arg]].type;
    tunip_error why = TUNIP_ERROR_INIT;
    dbg_tensor *value = dbg_npy_load(l->context, path + 1, type, &why);
    if (!value)
        tunip_error_set(l->error, why.code, "input %.60s: %s", name_of(l, arg), why.message);
    if (value) give(l, arg, value);
    free(value);
    return value != NULL;
}

static bool check_given(loader *l)
{
    char names[200] = "";
    size_t missing = 0, size = 0;
    for (size_t i = 0; i < l->plan->arg_count; i++) {
        if (l->given[i]) continue;
        if (missing++ < 5 && size < sizeof names)
            size += (size_t)snprintf(names + size, sizeof names - size, "%s%.36s", size ? ", " : "",
                                     name_of(l, i));
    }
    if (!missing) return true;
    tunip_error_set(l->error, TUNIP_ERROR_ARGUMENT,
                    missing > 5   ? "no value for %zu inputs and parameters: %s, ..."
                    : missing > 1 ? "no value for %zu inputs or parameters: %s"
                                  : "no value for %zu input or parameter: %s",
                    missing, names);
    return false;
}

bool rt_load_arguments(rt_runtime *rt, const tunip_context *context, const char *params,
                       const char *const *inputs, size_t input_count, tunip_error *error)
{
    loader l = {.rt = rt, .plan = rt_plan(rt), .context = context, .error = error};
    l.given = calloc(l.plan->arg_count + 1, sizeof *l.given);
    bool fine = l.given || tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
    fine = fine && (!params || load_params(&l, params));
    for (size_t i = 0; fine && i < input_count; i++) fine = load_input(&l, inputs[i]);
    fine = fine && check_given(&l);
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
