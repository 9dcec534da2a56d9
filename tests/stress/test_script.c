/* test_script.c -- scripts that nest 250,000 deep, a million parentheses, a million statements that
 * nest, and lines of ten million characters are read on a thread with the usual 8 MB of stack. Each
 * is accepted or refused with one message. */
#include <pthread.h>

#include "stress.h"

#define DEPTH test_count(250000)
#define LENGTH (40 * DEPTH)
#define MILLION test_count(1000000)

enum { STACK = 8 << 20 };

/* An expression: `open` DEPTH times, `inside`, `close` DEPTH times. Only memory limits the depth of
 * expressions; lists and tuples may be 1,000 deep. */
typedef struct nest {
    const char *open, *inside, *close;
    const char *error; /* a part of the message; NULL: it is read */
} nest;

static const nest nests[] = {
    {"(", "x", ")", NULL},
    {"(", "x", "", "`(` was never closed"},
    {"[", "x", "]", "lists are nested deeper than 1000"},
    {"(", "x", ",)", "lists are nested deeper than 1000"},
    {"{1: ", "x", "}", "lists are nested deeper than 1000"},
    {"-", "x", "", NULL},
    {"~", "x", "", NULL},
    {"not ", "x == 0", "", NULL},
    {"lambda: ", "x", "", "got a lambda"},
    {"T.exp(", "x", ")", NULL},
    {"A[", "x", "]", NULL},
    {"", "x", " + x", NULL},
    {"x + (", "x", ")", NULL},
    {"", "x", " < x", NULL},
    {"", "x", " ** x", "this operator is not allowed here"},
    {"", "x", " if x == 0 else x", NULL},
    {"", "x", ".a.b.c", "has no member `a`"},
    {"", "T", ".a", "T has no function"},
    {"", "x", "(1)", "cannot be called"},
    {"", "A", "[0]", "takes no index"},
    {"", "\"", "characters", "no closing quote"},
};

/* A nest in another place: the text before and after it. */
static const struct place {
    const char *before;
    nest nest;
    const char *after;
} places[] = {
    {"@T.prim_func\ndef f():\n    T.func_attr({\"a\": ",
     {"{\"k\": ", "1", "}", "lists are nested deeper than 1000"},
     "})\n    T.evaluate(0)\n"},
    {"@T.prim_func\ndef f():\n    ",
     {"(", "x", ",)", "takes a list of one item"},
     " = 5\n"},
    {"@R.function\ndef f(x: ",
     {"R.Tuple(", "R.Object", ")", "tuples are nested deeper than 1000"},
     "):\n    return x\n"},
    {"@R.function\ndef f(x: R.Tensor((\"n\",))):\n    n = T.int64()\n    "
     "y = R.call_pure_packed(\"y\", x, sinfo_args=R.Tensor((",
     {"", "n", " + 1", NULL},
     ",)))\n    return y\n"},
    {"@R.function\ndef f(x: R.Object):\n    y = R.call_packed(\"y\", ",
     {"(", "x", ",)", "lists are nested deeper than 1000"},
     ")\n    return y\n"},
    {"@R.function\ndef f(x: R.Object):\n",
     {"    x = (x,)\n", "", "", "tuples are nested deeper than 1000"},
     "    return x\n"},
    {"@R.function\ndef f(x: R.Object):\n",
     {"    x = (x, x)\n", "", "", "the tuple has more than 10000 tuples in it"},
     "    return x\n"},
};

static void repeat(stress_text *text, const char *part, size_t count)
{
    for (size_t i = 0; i < count && *part; i++) stress_add(text, "%s", part);
}

static void begin(stress_text *text)
{
    stress_add(text, "@T.prim_func\ndef f(x: T.int32, A: T.Buffer((16,), \"int32\")):\n");
}

/* Reads the text as written and as TVM reads it, and frees it. */
static void check(tunip_context *context, stress_text *text, const char *expected)
{
    for (int fold = 0; fold < 2; fold++) {
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
        options.format = "python";
        options.fold = fold;
        tunip_source *source = tunip_source_new(NULL, tunip_str_from("deep"),
                                                (tunip_str){text->data, text->size}, &error);
        tunip_graph *graph = tunip_read_source(context, source, &options, &error);
        if (!expected) assert_string_equal(error.message, "");
        if (expected && !strstr(error.message, expected))
            fail_msg("'%s' instead of '%s'", error.message, expected);
        assert_int_equal(!graph, expected != NULL);
        tunip_graph_free(graph);
        tunip_source_free(source);
    }
    free(text->data);
}

static void add_nest(stress_text *text, const nest *n, size_t depth)
{
    repeat(text, n->open, depth);
    stress_add(text, "%s", n->inside);
    repeat(text, n->close, depth);
}

static void check_nest(tunip_context *context, const nest *n, size_t depth)
{
    stress_text text = {0};
    begin(&text);
    stress_add(&text, "    T.evaluate(");
    add_nest(&text, n, depth);
    stress_add(&text, ")\n");
    check(context, &text, n->error);
}

static void *read_nests(void *unused)
{
    tunip_context *context = stress_context();
    for (size_t i = 0; i < TUNIP_LEN(nests); i++) check_nest(context, &nests[i], DEPTH);
    for (size_t i = 0; i < TUNIP_LEN(places); i++) {
        stress_text text = {0};
        stress_add(&text, "%s", places[i].before);
        add_nest(&text, &places[i].nest, DEPTH);
        stress_add(&text, "%s", places[i].after);
        check(context, &text, places[i].nest.error);
    }
    tunip_context_free(context);
    return unused;
}

static void *read_parentheses(void *unused)
{
    static const nest both[] = {{"(", "x", ")", NULL}, {"x + (", "x", ")", NULL}};
    tunip_context *context = stress_context();
    for (size_t i = 0; i < TUNIP_LEN(both); i++) check_nest(context, &both[i], MILLION);
    tunip_context_free(context);
    return unused;
}

/* Many statements: branches, definitions of the rest of a body, and lines that are joined. */
static void *read_bodies(void *unused)
{
    static const char *const parts[][3] = {
        {"    if x == 0:\n        T.evaluate(0)\n", "    elif x == 1:\n        T.evaluate(1)\n",
         ""},
        {"", "    T.evaluate(x)\n", ""},
        {"    ", "T.evaluate(x); ", "\n"},
        {"    T.evaluate(", "\\\n", "x)\n"},
        {"    T.evaluate(x)  #", "comments ", "\n"},
    };
    tunip_context *context = stress_context();
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) {
        stress_text text = {0};
        begin(&text);
        stress_add(&text, "%s", parts[i][0]);
        repeat(&text, parts[i][1], DEPTH);
        stress_add(&text, "%s", parts[i][2]);
        check(context, &text, NULL);
    }
    tunip_context_free(context);
    return unused;
}

/* Each definition is for the rest of the body: the statements nest. */
static void *read_definitions(void *unused)
{
    tunip_context *context = stress_context();
    stress_text text = {0};
    begin(&text);
    for (size_t i = 0; i < MILLION; i++) stress_add(&text, "    y%zu: T.int32 = x\n", i);
    stress_add(&text, "    T.evaluate(y0)\n");
    check(context, &text, NULL);
    tunip_context_free(context);
    return unused;
}

static void indent(stress_text *text, size_t depth)
{
    for (size_t i = 0; i < depth; i++) stress_add(text, " ");
}

/* Bodies in bodies. The text grows with the square of the depth. */
static void *read_blocks(void *unused)
{
    enum { BLOCKS = 2000 };
    static const char *const heads[] = {
        "if x == 0:", "for i in range(4):", "while x == 0:", "with T.block(\"b\"):"};
    tunip_context *context = stress_context();
    for (size_t i = 0; i < TUNIP_LEN(heads); i++) {
        stress_text text = {0};
        begin(&text);
        for (size_t depth = 1; depth < BLOCKS; depth++) {
            indent(&text, depth);
            stress_add(&text, "%s\n", heads[i]);
        }
        indent(&text, BLOCKS);
        stress_add(&text, "A[0] = x\n");
        check(context, &text, NULL);
    }
    tunip_context_free(context);
    return unused;
}

/* One token of ten million characters. */
static void *read_tokens(void *unused)
{
    static const char *const tokens[][3] = {{"\"", "a", "\""},
                                            {"T.float32(1.", "1", ")"},
                                            {"T.float32(", "0", ".5)"},
                                            {"x,  #", "a", "\n"}};
    tunip_context *context = stress_context();
    for (size_t i = 0; i < TUNIP_LEN(tokens); i++) {
        stress_text text = {0};
        begin(&text);
        stress_add(&text, "    T.evaluate(%s", tokens[i][0]);
        repeat(&text, tokens[i][1], LENGTH);
        stress_add(&text, "%s)\n", tokens[i][2]);
        check(context, &text, NULL);
    }
    tunip_context_free(context);
    return unused;
}

static void on_stack(void *(*run)(void *unused))
{
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

static void test_nests(void **state)
{
    (void)state;
    on_stack(read_nests);
}

static void test_parentheses(void **state)
{
    (void)state;
    on_stack(read_parentheses);
}

static void test_bodies(void **state)
{
    (void)state;
    on_stack(read_bodies);
}

static void test_definitions(void **state)
{
    (void)state;
    on_stack(read_definitions);
}

static void test_blocks(void **state)
{
    (void)state;
    on_stack(read_blocks);
}

static void test_tokens(void **state)
{
    (void)state;
    on_stack(read_tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nests),  cmocka_unit_test(test_parentheses),
        cmocka_unit_test(test_bodies), cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_blocks), cmocka_unit_test(test_tokens),
    };
    test_name_skipped("tests of stress/ in their full size");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
