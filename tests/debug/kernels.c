/* kernels.c -- compiled functions of a graph, with the signature of TVM's C code. They check the
 * types of their tensors, which TVM's code does not. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct tensor {
    void *data;
    int32_t device_type, device_id, rank;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} tensor;

typedef union value {
    tensor *handle;
    int64_t integer;
} value;

void *TVMBackendAllocWorkspace(int type, int id, uint64_t size, int code, int bits);
int TVMBackendFreeWorkspace(int type, int id, void *memory);
void TVMAPISetLastError(const char *message);

#define FUNCTION(name)                                                                             \
    int32_t name(value *args, int32_t *ids, int32_t count, void *result, int32_t *result_id,       \
                 void *resource);                                                                  \
    int32_t name(value *args, int32_t *ids, int32_t count, void *result, int32_t *result_id,       \
                 void *resource)

/* `count` tensors of four floats. */
static int check(const value *args, const int32_t *ids, int32_t count, int32_t expected)
{
    int fits = count == expected;
    for (int32_t i = 0; fits && i < count; i++) {
        const tensor *t = args[i].handle;
        int64_t size = 1;
        for (int32_t k = 0; k < t->rank; k++) size *= t->shape[k];
        fits = ids[i] == 7 && t->code == 2 && t->bits == 32 && size == 4 && !t->strides;
    }
    if (!fits) TVMAPISetLastError("the types of the tensors do not fit");
    return fits ? 0 : -1;
}

#define FLOATS(i) ((float *)args[i].handle->data)

FUNCTION(fused_add)
{
    (void)result, (void)result_id, (void)resource;
    if (check(args, ids, count, 3)) return -1;
    for (int i = 0; i < 4; i++) FLOATS(2)[i] = FLOATS(0)[i] + FLOATS(1)[i];
    return 0;
}

/* A function that is not fused has only the prefix of its module. */
FUNCTION(tvmgen_default_add)
{
    return fused_add(args, ids, count, result, result_id, resource);
}

FUNCTION(fused_log)
{
    (void)result, (void)result_id, (void)resource;
    if (check(args, ids, count, 2)) return -1;
    for (int i = 0; i < 4; i++) FLOATS(1)[i] = logf(FLOATS(0)[i]);
    return 0;
}

FUNCTION(fused_reciprocal)
{
    (void)result, (void)result_id, (void)resource;
    if (check(args, ids, count, 2)) return -1;
    for (int i = 0; i < 4; i++) FLOATS(1)[i] = 1 / FLOATS(0)[i];
    return 0;
}

/* Two outputs, by a workspace. */
FUNCTION(fused_split)
{
    (void)result, (void)result_id, (void)resource;
    if (check(args, ids, count, 3)) return -1;
    float *copy = TVMBackendAllocWorkspace(1, 0, 16, 2, 32);
    memcpy(copy, FLOATS(0), 16);
    for (int i = 0; i < 4; i++) FLOATS(1)[i] = copy[i] * 2;
    for (int i = 0; i < 4; i++) FLOATS(2)[i] = -copy[i];
    return TVMBackendFreeWorkspace(1, 0, copy);
}

/* The type of its only argument does not matter. */
FUNCTION(bytes_copy)
{
    (void)ids, (void)result, (void)result_id, (void)resource;
    const tensor *from = args[0].handle, *to = args[1].handle;
    size_t size = (size_t)(from->bits * from->lanes + 7) / 8;
    for (int32_t i = 0; i < from->rank; i++) size *= (size_t)from->shape[i];
    memcpy(to->data, from->data, size);
    return count == 2 ? 0 : -1;
}

/* The rank of its argument, in all elements. */
FUNCTION(rank_of)
{
    (void)ids, (void)result, (void)result_id, (void)resource;
    for (int i = 0; i < 4; i++) FLOATS(count - 1)[i] = (float)args[0].handle->rank;
    return count == 2 ? 0 : -1;
}

/* A parallel loop: each task does its part of the elements. */
typedef struct parallel {
    void *sync;
    int32_t count;
} parallel;
int TVMBackendParallelLaunch(int (*task)(int task, parallel *all, void *data), void *data,
                             int count);

static int negate_part(int task, parallel *all, void *data)
{
    const value *args = data;
    for (int i = 4 * task / all->count; i < 4 * (task + 1) / all->count; i++)
        FLOATS(1)[i] = -FLOATS(0)[i];
    return 0;
}

FUNCTION(parallel_negate)
{
    (void)result, (void)result_id, (void)resource;
    if (check(args, ids, count, 2)) return -1;
    return TVMBackendParallelLaunch(negate_part, args, 0);
}

/* A name as TVM cuts it. */
#define FUNCTION_OF(a, b) FUNCTION(a##b)
FUNCTION_OF(tvmgen_default_fused_exp_log_tanh_sqrt_sin_exp_log_tanh_sqrt_sin_,
            exp_log_tanh_sqrt_sin_exp_log__1c9b307ace4645e7_)
{
    return parallel_negate(args, ids, count, result, result_id, resource);
}

FUNCTION(bad_crash)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    *(volatile int *)8 = 1;
    return 0;
}

FUNCTION(bad_loop)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    for (volatile int i = 0;; i = 1 - i) continue;
    return 0;
}

FUNCTION(bad_exit)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    exit(0);
}

FUNCTION(bad_status)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    TVMAPISetLastError("no such luck");
    return -1;
}

/* The function that a library names its main one. */
extern const char __tvm_main__[];
const char __tvm_main__[] = "bytes_copy";

/* A message of a function that does not fail, and a failure without a message. */
FUNCTION(message_alone)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    TVMAPISetLastError("an old message");
    return 0;
}

FUNCTION(bad_silence)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    return -2;
}

/* Says to the file whose number is in LINE that it runs, and never ends. */
FUNCTION(bad_waiter)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    if (write(atoi(getenv("LINE")), "x", 1) == 1)
        for (;;) pause();
    return -1;
}

/* Writes to all pipes, a little at a time, and never ends. */
FUNCTION(bad_chatter)
{
    const struct timespec moment = {0, 100000000};
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    for (;;) {
        for (int i = 3; i < 64; i++)
            if (lseek(i, 0, SEEK_CUR) < 0 && write(i, "x", 1) < 0) continue;
        nanosleep(&moment, NULL);
    }
    return 0;
}

/* Closes all files, and never ends. */
FUNCTION(bad_closer)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    for (int i = 3; i < 64; i++) close(i);
    for (;;) pause();
    return 0;
}

FUNCTION(bad_overrun)
{
    (void)ids, (void)result, (void)result_id, (void)resource;
    memset(args[count - 1].handle->data, 1, 24);
    return 0;
}

/* Puts the maps of the process where the test finds them. */
#include <stdio.h>
FUNCTION(list_maps)
{
    (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    char line[1024];
    FILE *in = fopen("/proc/self/maps", "r"), *out = fopen(getenv("TEST_MAPS"), "w");
    if (!in || !out) return -1;
    while (fgets(line, sizeof line, in)) fputs(line, out);
    fclose(in);
    fclose(out);
    memcpy(args[1].handle->data, args[0].handle->data, 16);
    return 0;
}
