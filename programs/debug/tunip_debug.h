/* tunip_debug.h -- a debugger for graphs of TVM's graph executor, which runs them node by node.
 *
 *     tunip_debugger *d = tunip_debug_open("graph.json", "model.so", NULL, &error);
 *     tunip_debug_load_params(d, "params.bin", &error);
 *     tunip_debug_set_input_file(d, "data", "image.npy", &error);
 *     tunip_debug_break(d, "nan", NULL, &error);
 *     tunip_debug_run(d, SIZE_MAX, &stop, &error);
 *     const tunip_debug_tensor *value = tunip_debug_get_output(d, output, &error);
 *     tunip_debug_close(d);
 *
 * `tunip debug` is a program around these functions, and docs/debug.md explains what they do. A
 * *node* is an input, a parameter or a call of a compiled function; its number is its place in
 * graph.json. An *output* is a tensor that a node makes. The debugger keeps a copy of each output,
 * so that it can show all of them at any time, and run a node again.
 *
 * The functions of the library call functions of TVM's runtime, which libtunip-debug.a has. A
 * program must export them to the library: link it with -rdynamic, as pkg-config and find_package()
 * say. Without `isolate`, a function that crashes ends the process.
 *
 * One thread at a time may use a debugger; several threads may use debuggers of their own. All
 * functions that can fail fill `error`, which may be NULL. Messages name the node. */
#ifndef TUNIP_DEBUG_H
#define TUNIP_DEBUG_H

#include <tunip.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A graph, its library, and what has been computed. Opaque. */
typedef struct tunip_debugger tunip_debugger;

typedef struct tunip_debug_options {
    bool isolate;   /* run each function in a child process: a crash is an error then */
    double timeout; /* seconds that an isolated function may take; 0: any */
} tunip_debug_options;
#define TUNIP_DEBUG_OPTIONS_INIT                                                                   \
    {                                                                                              \
        false, 0                                                                                   \
    }

/* Reads a graph.json and loads the library of its functions. `options` may be NULL. NULL after an
 * error: a graph that nothing can run, a tensor that is not on the CPU, a missing function. */
TUNIP_API tunip_debugger *tunip_debug_open(const char *graph, const char *library,
                                           const tunip_debug_options *options, tunip_error *error);
/* NULL is fine. */
TUNIP_API void tunip_debug_close(tunip_debugger *d);

/* ---- the graph ---- */

/* A tensor that a node makes. */
typedef struct tunip_debug_output {
    size_t node;
    size_t output; /* its number among the outputs of the node */
} tunip_debug_output;

typedef struct tunip_debug_node {
    tunip_str name;     /* not unique. A NUL follows it, as `function` */
    tunip_str function; /* empty for inputs and parameters */
    size_t input_count, output_count;
    bool has_run;     /* its outputs are known; of an input: it has a value */
    bool is_injected; /* one of its outputs was replaced */
    double seconds;   /* of its last call; 0: its function was not called */
} tunip_debug_node;

TUNIP_API size_t tunip_debug_node_count(const tunip_debugger *d);
/* `node` must be less than the count. The names are borrowed, and valid until the debugger is
 * closed. */
TUNIP_API tunip_debug_node tunip_debug_node_at(const tunip_debugger *d, size_t node);
/* An input of a node: the output of another one. `index` must be less than its input_count. */
TUNIP_API tunip_debug_output tunip_debug_input_of(const tunip_debugger *d, size_t node,
                                                  size_t index);
TUNIP_API size_t tunip_debug_result_count(const tunip_debugger *d);
/* The output that is result `index`, which must be less than the count of results. */
TUNIP_API tunip_debug_output tunip_debug_result(const tunip_debugger *d, size_t index);
/* The output that a text names: "%3", "%3.1", the name of a node, or "NAME:1" for its second
 * output. The first node counts if several have the name. */
TUNIP_API tunip_status tunip_debug_find(const tunip_debugger *d, const char *name,
                                        tunip_debug_output *out, tunip_error *error);

/* ---- inputs ---- */

/* A dense tensor in row-major order. A bool is a byte. */
typedef struct tunip_debug_tensor {
    tunip_dtype dtype;
    size_t rank;
    const int64_t *dims;
    size_t count; /* of elements; those of a vector count once */
    size_t bytes; /* of the data */
    void *data;
} tunip_debug_tensor;

/* Copies a value into an input or a parameter. The dtype and the dims must be those of the graph;
 * `count` and `bytes` may be 0, and are computed then. Nodes that depend on it run again. */
TUNIP_API tunip_status tunip_debug_set_input(tunip_debugger *d, const char *name,
                                             const tunip_debug_tensor *value, tunip_error *error);
/* The same with a file of numpy.save(). `name` and `path` may have any characters. */
TUNIP_API tunip_status tunip_debug_set_input_file(tunip_debugger *d, const char *name,
                                                  const char *path, tunip_error *error);
/* Sets all parameters that are in a file of TVM's save_param_dict(). Others in it are ignored. */
TUNIP_API tunip_status tunip_debug_load_params(tunip_debugger *d, const char *path,
                                               tunip_error *error);

/* Looks for the definitions of the functions in a file, or in all files of a folder and of those
 * below it: C functions, and `def NAME(` of TVMScript. Files whose names begin with a dot, and
 * links to folders, are left out. The profile, dumps and `node` name the places then. Fails if a
 * file or a folder cannot be read. */
TUNIP_API tunip_status tunip_debug_add_source(tunip_debugger *d, const char *path,
                                              tunip_error *error);

/* ---- running ---- */

/* Where a run stopped. */
typedef struct tunip_debug_stop {
    size_t node;         /* that ran last; SIZE_MAX: none */
    unsigned breakpoint; /* its number; 0: no breakpoint stopped the run */
    size_t next;         /* the first node that has not run; the count of nodes: all have */
} tunip_debug_stop;

/* Runs the nodes before `end` that have not run, up to a breakpoint; SIZE_MAX: all. Fails if an
 * input has no value, and at the first function that fails. `stop` may be NULL, here and below, and
 * is filled after a failure, too. */
TUNIP_API tunip_status tunip_debug_run(tunip_debugger *d, size_t end, tunip_debug_stop *stop,
                                       tunip_error *error);
/* Runs the next `count` nodes. */
TUNIP_API tunip_status tunip_debug_step(tunip_debugger *d, size_t count, tunip_debug_stop *stop,
                                        tunip_error *error);
/* Makes `node` the next node. If it has run, it and all later nodes are forgotten. If nodes before
 * it have not run, they run, up to a breakpoint. The count of nodes stands for the end. */
TUNIP_API tunip_status tunip_debug_goto(tunip_debugger *d, size_t node, tunip_debug_stop *stop,
                                        tunip_error *error);
/* Runs one node alone, as DebugRun(index) of TVM's debug executor does, also if it has run. Fails
 * if one of its inputs is not known. Later nodes are forgotten only if the outputs change. */
TUNIP_API tunip_status tunip_debug_run_node(tunip_debugger *d, size_t node, tunip_error *error);
/* Sets a breakpoint: "nan", "inf", "min X", "max X", the name of a node, a pattern with * and ?,
 * "%3", or "if max > 10 of *conv*". A name may have any characters; behind "of", one with blanks
 * needs double quotes. `id`, which may be NULL, receives its number: that of an equal
 * breakpoint, if there is one. */
TUNIP_API tunip_status tunip_debug_break(tunip_debugger *d, const char *condition, unsigned *id,
                                         tunip_error *error);
TUNIP_API tunip_status tunip_debug_delete(tunip_debugger *d, unsigned id, tunip_error *error);

/* ---- values ---- */

/* The value of an output. Borrowed: valid until the debugger runs or changes something. NULL after
 * an error: it is not computed yet, or there is no such output. */
TUNIP_API const tunip_debug_tensor *
tunip_debug_get_output(const tunip_debugger *d, tunip_debug_output output, tunip_error *error);
/* Writes an output as numpy.save() does. */
TUNIP_API tunip_status tunip_debug_save(const tunip_debugger *d, tunip_debug_output output,
                                        const char *path, tunip_error *error);
/* Replaces the value of an output. Nodes that depend on it run again. A node whose outputs are all
 * replaced does not call its function, which may crash. */
TUNIP_API tunip_status tunip_debug_inject(tunip_debugger *d, tunip_debug_output output,
                                          const tunip_debug_tensor *value, tunip_error *error);
/* Takes the last injection back that is still in force, and sets *output, which may be NULL. The
 * value is that before it; a node without one runs again. TUNIP_ERROR_NOT_FOUND: there is none. */
TUNIP_API tunip_status tunip_debug_undo(tunip_debugger *d, tunip_debug_output *output,
                                        tunip_error *error);
/* Writes what has been computed, with the files of TVM's debug executor (docs/debug.md). */
TUNIP_API tunip_status tunip_debug_dump(const tunip_debugger *d, const char *folder,
                                        tunip_error *error);

typedef struct tunip_debug_tolerance {
    double absolute, relative; /* |a - b| <= absolute + relative * |b| */
    uint64_t ulp;              /* or at most so many units in the last place */
} tunip_debug_tolerance;

/* Compares what has been computed with `reference`: a dump, a .npy file, a folder of them, a .npz
 * file, or a file of parameters. `map` is a file that says which node a name of the reference
 * belongs to; NULL: the names are the same. `tolerance` may be NULL: exact. Writes a report and
 * sets *same, which may be NULL, to whether something was compared, and nothing differs. */
TUNIP_API tunip_status tunip_debug_compare(const tunip_debugger *d, const char *reference,
                                           const char *map, const tunip_debug_tolerance *tolerance,
                                           tunip_write_fn write, void *user, bool *same,
                                           tunip_error *error);

/* Executes a line of the debugger's language, such as "break nan" (docs/debug.md), and writes its
 * text, also before a failure. */
TUNIP_API tunip_status tunip_debug_execute(tunip_debugger *d, const char *line,
                                           tunip_write_fn write, void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
