/* debug.c -- the time that a run of a graph takes outside of its functions: a chain of functions
 * that do nothing, run as a whole, and node by node as the debugger does.
 *
 * usage: bench_debug LIBRARY [NODES] */
#include <stdio.h>
#include <stdlib.h>

#include "../../programs/debug/runtime/runtime.h"
#include "measure.h"

enum { ROUNDS = 201, LEAST_TEXT = 1 << 20 };

/* A graph.json of one input and `nodes` calls. */
static char *make_graph(size_t nodes)
{
    size_t room = LEAST_TEXT + nodes * 400, size = 0;
    char *text = malloc(room);
    if (!text) return NULL;
#define PUT(...) size += (size_t)snprintf(text + size, room - size, __VA_ARGS__)
    PUT("{\"nodes\": [{\"op\": \"null\", \"name\": \"x\", \"inputs\": []}");
    for (size_t i = 0; i < nodes; i++)
        PUT(", {\"op\": \"tvm_op\", \"name\": \"n%zu\", \"attrs\": {\"num_outputs\": \"1\", "
            "\"func_name\": \"bench_nothing\"}, \"inputs\": [[%zu, 0, 0]]}",
            i, i);
    PUT("], \"arg_nodes\": [0], \"heads\": [[%zu, 0, 0]], \"attrs\": {", nodes);
    PUT("\"dltype\": [\"list_str\", [\"int8\"");
    for (size_t i = 0; i < nodes; i++) PUT(", \"int8\"");
    PUT("]], \"storage_id\": [\"list_int\", [0");
    for (size_t i = 0; i < nodes; i++) PUT(", %zu", 1 + i % 2);
    PUT("]], \"shape\": [\"list_shape\", [[4]");
    for (size_t i = 0; i < nodes; i++) PUT(", [4]");
    PUT("]]}, \"node_row_ptr\": [0");
    for (size_t i = 0; i <= nodes; i++) PUT(", %zu", i + 1);
    PUT("]}");
#undef PUT
    return text;
}

static double measure(rt_runtime *rt, size_t nodes, bool single, tunip_error *error)
{
    double times[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        double begin = thread_seconds();
        if (!single) rt_run(rt, error);
        for (size_t k = 1; single && k <= nodes; k++) rt_run_node(rt, k, error);
        times[i] = thread_seconds() - begin;
    }
    return median(times, ROUNDS) / (double)nodes * 1e9;
}

int main(int argc, char **argv)
{
    size_t nodes = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : 5000;
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = make_graph(nodes);
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *graph = text && context ? tunip_read(context, tunip_str_from(text), &error) : NULL;
    dbg_plan *plan = graph ? dbg_plan_new(tunip_graph_root(graph), &error) : NULL;
    rt_runtime *rt = plan && argc > 1 ? rt_open(plan, argv[1], false, &error) : NULL;
    if (rt)
        printf("%zu nodes: %.1f ns for each in a run, %.1f ns one by one\n", nodes,
               measure(rt, nodes, false, &error), measure(rt, nodes, true, &error));
    else
        fprintf(stderr, "bench_debug: %s\n", error.message);
    int status = rt && error.code == TUNIP_OK ? 0 : 1;
    rt_close(rt);
    dbg_plan_free(plan);
    tunip_graph_free(graph);
    tunip_context_free(context);
    free(text);
    return status;
}
