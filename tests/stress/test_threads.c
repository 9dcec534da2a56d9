/* test_threads.c -- threads that print with one context, which nobody has frozen yet, all get the
 * text that a lone thread gets. */
#include <pthread.h>
#include <stdatomic.h>

#include "stress.h"

enum { THREADS = 8, ROUNDS = 20, FILES = 4 };

static const char *const files[FILES] = {"tir_blk.iter_name_clash.json",
                                         "ir_mod.fn_names_weird.json",
                                         "tir_buf.free_offset_var.json", "repr.layout.json"};

typedef struct shared {
    tunip_context *context;
    tunip_graph *graphs[FILES];
    char *expected[FILES];
    pthread_barrier_t start;
    atomic_int wrong;
} shared;

static char *print(tunip_context *context, const tunip_graph *graph)
{
    return tunip_print_module(context, tunip_graph_root(graph), NULL);
}

static void load(shared *s, tunip_context *context)
{
    for (size_t i = 0; i < FILES; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/golden/%s", TUNIP_TESTS_DIR, files[i]);
        s->graphs[i] = tunip_read_file(context, path, NULL);
        assert_non_null(s->graphs[i]);
    }
}

/* Each begins with another file, so that different rules run at once. */
static void *work(void *arg)
{
    static atomic_size_t next;
    shared *s = arg;
    size_t first = atomic_fetch_add(&next, 1);
    pthread_barrier_wait(&s->start);
    for (size_t i = first; i < first + ROUNDS; i++) {
        char *text = print(s->context, s->graphs[i % FILES]);
        if (!text || strcmp(text, s->expected[i % FILES]) != 0) atomic_fetch_add(&s->wrong, 1);
        tunip_text_free(s->context, text);
    }
    return NULL;
}

/* The texts come from a context of their own: the first print of the shared one is contended. */
static void expect(shared *s)
{
    shared alone = {.context = stress_context()};
    load(&alone, alone.context);
    for (size_t i = 0; i < FILES; i++) {
        char *text = print(alone.context, alone.graphs[i]);
        assert_non_null(text);
        s->expected[i] = malloc(strlen(text) + 1);
        assert_non_null(s->expected[i]);
        memcpy(s->expected[i], text, strlen(text) + 1);
        tunip_text_free(alone.context, text);
        tunip_graph_free(alone.graphs[i]);
    }
    tunip_context_free(alone.context);
}

static void test_one_context(void **state)
{
    (void)state;
    shared s = {.context = stress_context()};
    expect(&s);
    load(&s, s.context);
    assert_int_equal(pthread_barrier_init(&s.start, NULL, THREADS), 0);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &s), 0);
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&s.wrong), 0);
    pthread_barrier_destroy(&s.start);
    for (size_t i = 0; i < FILES; i++) {
        tunip_graph_free(s.graphs[i]);
        free(s.expected[i]);
    }
    tunip_context_free(s.context);
}

/* Contexts share nothing but the ids of types. */
static void *work_alone(void *arg)
{
    (void)arg;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = context ? tunip_graph_new(context, NULL) : NULL;
    const tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    void *x = graph ? tir_var_new(graph, "x", dtype) : NULL;
    char *text = x ? tunip_print_module(context, x, NULL) : NULL;
    bool fine = text && strcmp(text, "x") == 0;
    if (context) tunip_text_free(context, text);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return fine ? arg : NULL;
}

static void test_context_each(void **state)
{
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_alone, state), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
}

int main(void)
{
    /* First: there the types get their ids by several threads at once. */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_context_each),
        cmocka_unit_test(test_one_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
