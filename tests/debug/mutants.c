/* mutants.c -- damaged files of a graph, of parameters and of a tensor: each is refused with a
 * message, or the graph runs. Run it with the sanitizers (./dev asan).
 *
 * usage: mutants KERNELS.so FOLDER [COUNT]: the folder has graph.json, p.params and x.npy, and gets
 * the damaged files. */
#include <stdio.h>
#include <stdlib.h>

#include "../../programs/debug/runtime/runtime.h"

enum { MOST = 1 << 20, FILES = 3 };

static const char *const names[FILES] = {"graph.json", "p.params", "x.npy"};

/* Marsaglia's xorshift: the same numbers everywhere. */
static uint64_t state = 88172645463325252u;

static size_t next(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

static size_t read_file(const char *path, char *data)
{
    FILE *in = fopen(path, "rb");
    size_t size = in ? fread(data, 1, MOST, in) : 0;
    if (in) fclose(in);
    return size;
}

/* Changes bytes, removes some, repeats some. */
static size_t damage(char *data, size_t size)
{
    static const char interesting[] = "0123456789[]{},:\"\\-.eE \xff";
    for (size_t changes = 1 + next(3); changes && size > 40; changes--) {
        size_t at = next(size - 20), length = 1 + next(16);
        switch (next(5)) {
        case 0:
            data[at] = (char)next(256);
            break;
        case 1:
            data[at] = (char)(data[at] ^ 1 << next(8));
            break;
        case 2:
            data[at] = interesting[next(sizeof interesting - 1)];
            break;
        case 3:
            memmove(data + at, data + at + length, size - at - length);
            size -= length;
            break;
        default:
            memmove(data + at + length, data + at, size - at);
            size += length;
        }
    }
    return size;
}

static bool run(const tunip_context *context, const char *library, char paths[FILES][1024],
                tunip_error *error)
{
    char input[1100];
    const char *inputs[] = {input};
    tunip_graph *graph = NULL;
    snprintf(input, sizeof input, "x=%s", paths[2]);
    dbg_plan *plan = dbg_plan_open(context, paths[0], &graph, error);
    rt_runtime *rt = plan ? rt_open(plan, library, false, error) : NULL;
    bool fine = rt && rt_load_arguments(rt, context, paths[1], inputs, 1, error) &&
                rt_run(rt, error) == TUNIP_OK;
    rt_close(rt);
    dbg_plan_free(plan);
    tunip_graph_free(graph);
    return fine;
}

int main(int argc, char **argv)
{
    static char whole[MOST], data[2 * MOST];
    char paths[FILES][1024], path[1024];
    size_t count = argc > 3 ? (size_t)strtoull(argv[3], NULL, 10) : 10000, ran = 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    if (argc < 3 || !context) return 2;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < FILES; k++)
            snprintf(paths[k], sizeof paths[k], "%s/%s", argv[2], names[k]);
        size_t file = i % FILES, size = read_file(paths[file], whole);
        memcpy(data, whole, size);
        size = damage(data, size);
        snprintf(path, sizeof path, "%s/damaged", argv[2]);
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0) return 2;
        snprintf(paths[file], sizeof paths[file], "%s", path);
        tunip_error error = TUNIP_ERROR_INIT;
        bool fine = run(context, argv[1], paths, &error);
        if (!fine && (error.code == TUNIP_OK || !*error.message)) {
            printf("mutant %zu is refused without a message\n", i);
            return 1;
        }
        ran += fine;
    }
    tunip_context_free(context);
    printf("%zu damaged files: %zu refused, %zu ran\n", count, count - ran, ran);
    return !ran || ran == count;
}
