/* test_threads.c -- threads that print with one context get the same text as a single thread, also
 * if the context is not frozen yet, or a plugin is loaded at the same time. */
#include <pthread.h>
#include <stdatomic.h>

#include "many.h"
#include "stress.h"

#include <tunip/ext/plugin.h>

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
        snprintf(path, sizeof path, "%s/golden/%s", TUNIP_DATA_DIR, files[i]);
        s->graphs[i] = tunip_read_file(context, path, NULL);
        assert_non_null(s->graphs[i]);
    }
}

/* Each thread begins with another file, so that different rules run at once. */
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

/* The expected texts come from a separate context, so that the threads compete for the first print
 * of the shared one. */
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
    void *x = graph ? tunip_tir_var_new(graph, "x", dtype) : NULL;
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

/* ---- loading while others print ---- */

enum { LOADS = 200, LATE = 8 };

typedef struct race {
    tunip_context *context;
    const tunip_node *root; /* made before the race: nobody may read during a load */
    pthread_barrier_t start;
    atomic_int wrong, loaded, refused;
} race;

static void *load_plugin(void *arg)
{
    race *r = arg;
    tunip_error error = TUNIP_ERROR_INIT;
    pthread_barrier_wait(&r->start);
    tunip_status status =
        tunip_context_load_plugin(r->context, TUNIP_PLUGIN_DIR "/good.so", &error);
    bool late = status == TUNIP_ERROR_LIMIT && strstr(error.message, "after the first print");
    atomic_fetch_add(&r->loaded, status == TUNIP_OK);
    atomic_fetch_add(&r->refused, late);
    atomic_fetch_add(&r->wrong, status != TUNIP_OK && !late);
    return NULL;
}

static void *print_beside(void *arg)
{
    race *r = arg;
    pthread_barrier_wait(&r->start);
    for (size_t i = 0; i < LATE; i++) {
        char *text = tunip_print_module(r->context, r->root, NULL);
        atomic_fetch_add(&r->wrong, !text || strcmp(text, "x + 1") != 0);
        tunip_text_free(r->context, text);
    }
    return NULL;
}

/* Either all of the plugin is registered or nothing. */
static void check_plugin(race *r, int loaded)
{
    const tunip_type *type = tunip_context_type(r->context, tunip_str_from("acme.Tile"));
    assert_int_equal(type != NULL, loaded);
    assert_int_equal(tunip_context_plugin(r->context, 0) != NULL, loaded);
    size_t dialects = 0;
    while (tunip_context_dialect(r->context, dialects)) dialects++;
    const tunip_dialect *last = tunip_context_dialect(r->context, dialects - 1);
    assert_int_equal(tunip_context_origin(r->context, last) != NULL, loaded);
    if (!type) return;
    tunip_graph *graph = tunip_graph_new(r->context, NULL);
    char *text = tunip_print_module(r->context, tunip_node_new(graph, type), NULL);
    assert_string_equal(text, "A.tile(None, rows=0)");
    tunip_text_free(r->context, text);
    tunip_graph_free(graph);
}

static void run_race(race *r)
{
    enum { PRINTERS = 3 };
    pthread_t threads[PRINTERS + 1];
    int loaded = atomic_load(&r->loaded);
    r->context = stress_context();
    tunip_graph *graph = tunip_graph_new(r->context, NULL);
    const tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    const void *sum =
        tunip_tir_binary_new(graph, &tunip_tir_add_type, tunip_tir_var_new(graph, "x", dtype),
                             tunip_ir_int(graph, dtype, 1));
    r->root = sum;
    assert_int_equal(pthread_barrier_init(&r->start, NULL, PRINTERS + 1), 0);
    for (size_t i = 0; i < PRINTERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, print_beside, r), 0);
    assert_int_equal(pthread_create(&threads[PRINTERS], NULL, load_plugin, r), 0);
    for (size_t i = 0; i <= PRINTERS; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&r->start);
    check_plugin(r, atomic_load(&r->loaded) - loaded);
    tunip_graph_free(graph);
    tunip_context_free(r->context);
}

static void test_load_beside_prints(void **state)
{
    (void)state;
    race r = {.context = NULL};
    for (size_t i = 0; i < LOADS; i++) run_race(&r);
    assert_int_equal(atomic_load(&r.wrong), 0);
    assert_int_equal(atomic_load(&r.loaded) + atomic_load(&r.refused), LOADS);
}

/* ---- rules found by several threads at once ---- */

enum { DIALECTS = 20 };

typedef struct crowd {
    tunip_context *context;
    many_dialect *dialects;
    pthread_barrier_t start;
    atomic_int wrong;
} crowd;

static void *print_all(void *arg)
{
    crowd *c = arg;
    pthread_barrier_wait(&c->start);
    for (size_t i = 0; i < DIALECTS * MANY_TYPES; i++) {
        char expected[64];
        const many_dialect *m = &c->dialects[i / MANY_TYPES];
        const many_node leaf = {{&m->types[i % MANY_TYPES]}, NULL};
        const many_node root = {{&m->types[0]}, (tunip_node *)(uintptr_t)&leaf};
        snprintf(expected, sizeof expected, "%s.node0(%s.node%zu(None))", m->prefix, m->prefix,
                 i % MANY_TYPES);
        char *text = tunip_print_module(c->context, &root.base, NULL);
        atomic_fetch_add(&c->wrong, !text || strcmp(text, expected) != 0);
        tunip_text_free(c->context, text);
    }
    return NULL;
}

static void test_rules_are_found_at_once(void **state)
{
    (void)state;
    crowd c = {.context = stress_context(), .dialects = malloc(DIALECTS * sizeof *c.dialects)};
    pthread_t threads[THREADS];
    assert_non_null(c.dialects);
    for (size_t i = 0; i < DIALECTS; i++) {
        many_make(&c.dialects[i], i);
        assert_int_equal(tunip_context_add_dialect(c.context, &c.dialects[i].dialect, NULL),
                         TUNIP_OK);
    }
    assert_int_equal(pthread_barrier_init(&c.start, NULL, THREADS), 0);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, print_all, &c), 0);
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&c.wrong), 0);
    pthread_barrier_destroy(&c.start);
    tunip_context_free(c.context);
    free(c.dialects);
}

int main(void)
{
    /* first, so that several threads give the types their ids at once */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_context_each),
        cmocka_unit_test(test_one_context),
        cmocka_unit_test(test_load_beside_prints),
        cmocka_unit_test(test_rules_are_found_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
