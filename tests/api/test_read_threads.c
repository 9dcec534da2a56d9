/* test_read_threads.c -- a second thread helps to read a long script: graph, diagnostics and errors
 * are the same with any number of threads, also where functions have mistakes. If memory runs out
 * in either thread, nothing is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/diagnostic.h>

/* So many functions that the second thread is ahead, and has to wait, when a mistake comes. */
enum { FUNCTIONS = 300, MOST = 1 << 20, MOST_OUTPUT = 1 << 23 };

static const char head[] = "from tvm.script import ir as I\n"
                           "from tvm.script import tir as T\n"
                           "from tvm.script import relax as R\n\n"
                           "@I.ir_module\n"
                           "class Module:\n";

/* Functions as they are printed. %zu is the number of the function. */
static const char *const functions[] = {
    "    @T.prim_func\n"
    "    def f%zu(A: T.Buffer((16, 16), \"float32\"), b: T.handle, n: T.int64):\n"
    "        T.func_attr({\"tir.noalias\": True})\n"
    "        B = T.match_buffer(b, (16, n))\n"
    "        for i, j in T.grid(16, n):\n"
    "            with T.block(\"copy\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                T.reads(A[vi, vj])\n"
    "                T.writes(B[vi, vj])\n"
    "                B[vi, vj] = A[vi, vj] * T.float32(2.0) + T.Cast(\"float32\", vi)\n",

    "    @T.prim_func(private=True)\n"
    "    def f%zu(x: T.int32) -> T.int32:\n"
    "        # a remark\n"
    "        if x < 0:\n"
    "            T.evaluate(T.call_extern(\"int32\", \"trace\", \"below \\\"zero\\\"\", x))\n"
    "        else:\n"
    "            T.evaluate(x + x * 3 - (x // 2) %% 5)\n",

    "    @R.function\n"
    "    def f%zu(x: R.Tensor((\"n\", 4), dtype=\"float32\")) -> R.Tensor((\"n\", 4), "
    "dtype=\"float32\"):\n"
    "        n = T.int64()\n"
    "        with R.dataflow():\n"
    "            y: R.Tensor((n, 4), dtype=\"float32\") = R.add(x, x)\n"
    "            z: R.Tensor((n, 4), dtype=\"float32\") = R.nn.relu(y)\n"
    "            R.output(z)\n"
    "        return z\n",
};

/* Functions with a mistake, or with a warning. */
static const char *const mistakes[] = {
    "    @T.prim_func\n    def f%zu(x: T.int32):\n        T.evaluate((x + 1)\n\n",
    "    @T.prim_func\n    def f%zu(x: T.int32):\n        T.evaluate(y)\n",
    "    @T.prim_func\n    def f%zu(x: T.int32):\n        T.evaluate(T.no_such_word(x, 1))\n",
    "    @T.prim_func\n    def f%zu(x: T.int32):\n        for i in range(4):\n            "
    "T.evaluate(i)\n        else:\n            T.evaluate(x)\n",
    "    @T.prim_func\n    def f%zu(x: T.int32):\n        T.evaluate(x)\n         T.evaluate(x)\n",
    "    @T.prim_func\n    def f%zu(x: T.int32):\n        T.evaluate(x = = 1)\n        "
    "T.evaluate(z)\n"
    "        x $ 1\n",
    "    @unknown.word\n    def f%zu(x: T.int32):\n        T.evaluate(x)\n",
    "    @T.prim_func\n    def f%zu(x: T.nothing):\n        T.evaluate(x)\n        import os\n",
    "    @R.function\n    def f%zu(x: R.Object):\n        return cls.f1(x, missing)\n",
};

/* ---- one reading ---- */

typedef struct text {
    char *data;
    size_t size;
} text;

static int append(const char *data, size_t size, void *user)
{
    text *t = user;
    if (t->size + size >= MOST_OUTPUT) return 1;
    memcpy(t->data + t->size, data, size);
    t->size += size;
    return 0;
}

typedef struct result {
    tunip_error error;
    text saved, messages;
} result;

static void note_messages(const tunip_diagnostics *diagnostics, text *out)
{
    char line[1024];
    for (size_t i = 0; i < tunip_diagnostics_count(diagnostics); i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(diagnostics, i);
        tunip_str message = tunip_diagnostic_message(d);
        int size = snprintf(line, sizeof line, "%d %.*s\n", (int)tunip_diagnostic_severity(d),
                            (int)message.size, message.data);
        assert_int_equal(append(line, (size_t)size, out), 0);
        const tunip_label *label;
        for (size_t k = 0; (label = tunip_diagnostic_label(d, k)); k++) {
            size = snprintf(line, sizeof line, "%zu %zu\n", label->begin, label->end);
            assert_int_equal(append(line, (size_t)size, out), 0);
        }
    }
}

static void read_with(const tunip_context *context, const char *script, size_t threads, bool fold,
                      result *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("script.py"), tunip_str_from(script), &error);
    options.diagnostics = tunip_diagnostics_new(NULL, &error);
    options.threads = threads;
    options.fold = options.origins = fold;
    out->error = (tunip_error)TUNIP_ERROR_INIT;
    out->saved.size = out->messages.size = 0;
    tunip_graph *graph = tunip_read_source(context, source, &options, &out->error);
    note_messages(options.diagnostics, &out->messages);
    if (graph)
        assert_int_equal(tunip_save(context, tunip_graph_root(graph), append, &out->saved, &error),
                         TUNIP_OK);
    tunip_graph_free(graph);
    tunip_diagnostics_free(options.diagnostics);
    tunip_source_free(source);
}

static void assert_same(const text *a, const text *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

/* ---- scripts ---- */

/* A module whose function `at` has the mistake, which may be NULL. */
static void write_script(char *script, size_t at, const char *mistake)
{
    size_t size = (size_t)sprintf(script, "%s", head);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const char *function = i == at && mistake ? mistake : functions[i % TUNIP_LEN(functions)];
        assert_true(size + 2048 < MOST);
        /* The formats are those above. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        size += (size_t)snprintf(script + size, MOST - size, function, i);
#pragma GCC diagnostic pop
        script[size++] = '\n';
    }
    script[size] = '\0';
}

typedef struct world {
    tunip_context *context;
    char *script;
    result one, more;
} world;

static int begin(void **state)
{
    tunip_error error = TUNIP_ERROR_INIT;
    world *w = calloc(1, sizeof *w);
    text *texts[] = {&w->one.saved, &w->one.messages, &w->more.saved, &w->more.messages};
    w->context = tunip_context_new(NULL, &error);
    w->script = malloc(MOST);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) texts[i]->data = malloc(MOST_OUTPUT);
    *state = w;
    return w->context && w->script ? 0 : -1;
}

static int end(void **state)
{
    world *w = *state;
    text *texts[] = {&w->one.saved, &w->one.messages, &w->more.saved, &w->more.messages};
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) free(texts[i]->data);
    free(w->script);
    tunip_context_free(w->context);
    free(w);
    return 0;
}

static void assert_same_with_threads(world *w, bool fold)
{
    read_with(w->context, w->script, 1, fold, &w->one);
    read_with(w->context, w->script, 2, fold, &w->more);
    assert_same(&w->one.saved, &w->more.saved);
    assert_same(&w->one.messages, &w->more.messages);
    assert_int_equal(w->one.error.code, w->more.error.code);
    assert_int_equal(w->one.error.offset, w->more.error.offset);
    assert_string_equal(w->one.error.message, w->more.error.message);
}

static void the_graph_is_the_same(void **state)
{
    world *w = *state;
    write_script(w->script, 0, NULL);
    for (int fold = 0; fold < 2; fold++) {
        assert_same_with_threads(w, fold);
        assert_int_equal(w->one.messages.size, 0);
        assert_true(w->one.saved.size > MOST / 2);
    }
}

static void the_messages_are_the_same(void **state)
{
    static const size_t places[] = {0, FUNCTIONS / 2, FUNCTIONS - 1};
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(mistakes); i++)
        for (size_t k = 0; k < TUNIP_LEN(places); k++) {
            write_script(w->script, places[k], mistakes[i]);
            assert_same_with_threads(w, (i + k) % 2);
            assert_true(w->one.messages.size > 0);
        }
}

/* Functions of many sizes, each of which defines a parameter again in its last statement: the
 * message has a label in the signature, whose Docs must live as long as the function is read. */
static void write_long_functions(char *script, bool has_many_errors)
{
    enum { LINES = 90, STEP = 37 };
    size_t size = (size_t)sprintf(script, "%s", head);
    for (size_t i = 0; i < FUNCTIONS / 2; i++) {
        size += (size_t)sprintf(script + size,
                                "    @T.prim_func\n    def f%zu(x: T.int32, n: T.int32):\n", i);
        for (size_t k = 0; k <= i * STEP % LINES; k++)
            size += (size_t)sprintf(script + size, "        T.evaluate(x + %zu)\n", k);
        size += (size_t)sprintf(script + size, "        n: T.int32 = x\n\n");
        assert_true(size + MOST / 4 < MOST);
    }
    for (size_t i = 0; has_many_errors && i < FUNCTIONS; i++)
        size += (size_t)sprintf(script + size, "    x = = 3\n");
}

static void signatures_live_as_long_as_bodies_are_read(void **state)
{
    world *w = *state;
    for (int i = 0; i < 4; i++) {
        write_long_functions(w->script, i / 2);
        assert_same_with_threads(w, i % 2);
        assert_true(!(i % 2) || w->one.messages.size > 0);
    }
}

/* ---- memory ---- */

/* An allocator whose call number `at` fails, and with `for_good` all later calls. */
typedef struct scarce {
    atomic_size_t calls, live;
    size_t at;
    bool for_good;
} scarce;

static bool fails(scarce *s)
{
    size_t call = atomic_fetch_add(&s->calls, 1) + 1;
    return s->at && (s->for_good ? call >= s->at : call == s->at);
}

static void *scarce_alloc(void *user, size_t size)
{
    scarce *s = user;
    void *memory = fails(s) ? NULL : malloc(size);
    if (memory) atomic_fetch_add(&s->live, 1);
    return memory;
}

static void *scarce_realloc(void *user, void *memory, size_t old_size, size_t size)
{
    scarce *s = user;
    (void)old_size;
    void *moved = fails(s) ? NULL : realloc(memory, size);
    if (moved && !memory) atomic_fetch_add(&s->live, 1);
    return moved;
}

static void scarce_free(void *user, void *memory, size_t size)
{
    (void)size;
    if (memory) atomic_fetch_sub(&((scarce *)user)->live, 1);
    free(memory);
}

/* Reads with memory that runs out at the call `at`, unless that is 0. Returns how many calls there
 * were. */
static size_t read_scarcely(const char *script, size_t at, bool for_good, const text *wanted,
                            text *saved)
{
    scarce s = {.for_good = for_good};
    const tunip_allocator allocator = {scarce_alloc, scarce_realloc, scarce_free, &s};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_context *context = tunip_context_new(&allocator, &error);
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("script.py"), tunip_str_from(script), &error);
    options.threads = 2;
    saved->size = 0;
    size_t before = s.calls;
    if (at) s.at = before + at;
    tunip_graph *graph = tunip_read_source(context, source, &options, &error);
    size_t calls = s.calls - before;
    s.at = 0;
    if (graph && tunip_save(context, tunip_graph_root(graph), append, saved, &error) == TUNIP_OK)
        assert_same(wanted, saved);
    else
        assert_int_equal(error.code, TUNIP_ERROR_MEMORY);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    assert_int_equal(s.live, 0);
    return calls;
}

static void memory_may_run_out(void **state)
{
    enum { MOST_STEPS = 60 };
    world *w = *state;
    write_script(w->script, 0, NULL);
    read_with(w->context, w->script, 1, false, &w->one);
    size_t calls = read_scarcely(w->script, 0, false, &w->one.saved, &w->more.saved);
    assert_int_equal(w->more.saved.size, w->one.saved.size);
    for (size_t at = 1; at <= calls; at += 1 + calls / MOST_STEPS) {
        read_scarcely(w->script, at, at % 2, &w->one.saved, &w->more.saved);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_graph_is_the_same, begin, end),
        cmocka_unit_test_setup_teardown(the_messages_are_the_same, begin, end),
        cmocka_unit_test_setup_teardown(signatures_live_as_long_as_bodies_are_read, begin, end),
        cmocka_unit_test_setup_teardown(memory_may_run_out, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
