/* test_cpp.c -- plugins in C++, and exceptions, which must not leave them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/plugin.h>

#ifdef TUNIP_PLUGIN_CPP

/* A context with the plugin; NULL when it cannot be loaded. */
static tunip_context *open_with(const char *plugin)
{
    char path[4096];
    tunip_context *context = tunip_context_new(NULL, NULL);
    snprintf(path, sizeof path, "%s/%s", TUNIP_PLUGIN_DIR, plugin);
    if (tunip_context_load_plugin(context, path, NULL) == TUNIP_OK) return context;
    tunip_context_free(context);
    return NULL;
}

/* The text of a tile, which the caller frees. */
static char *print_tile(tunip_context *context, int rows)
{
    char saved[256];
    snprintf(saved, sizeof saved,
             "{\"root_index\": 1, \"nodes\": [{\"type\": \"None\"}, {\"type\": \"acme.Tile\","
             " \"data\": {\"span\": 0, \"dtype\": \"int32\", \"value\": 0, \"rows\": %d}}]}",
             rows);
    tunip_graph *graph = tunip_read(context, tunip_str_from(saved), NULL);
    char *text = tunip_print_module(context, tunip_graph_root(graph), NULL);
    tunip_graph_free(graph);
    return text;
}

static void a_plugin_may_be_cpp(void **state)
{
    (void)state;
    tunip_context *context = open_with("cpp.so");
    assert_non_null(context);
    assert_string_equal(tunip_context_plugin(context, 0)->version, "1.0");
    char *text = print_tile(context, 8);
    assert_string_equal(text, "A.cpp_tile(None, 8)");
    tunip_text_free(context, text);
    tunip_context_free(context);
}

static void a_rule_that_does_not_throw_prints(void **state)
{
    (void)state;
    tunip_context *context = open_with("thrower.so");
    assert_non_null(context);
    char *text = print_tile(context, 3);
    assert_string_equal(text, "3");
    tunip_text_free(context, text);
    tunip_context_free(context);
}

static void print_a_throwing_rule(void)
{
    print_tile(open_with("thrower.so"), 0);
}

static void load_a_throwing_plugin(void)
{
    setenv("THROW_ADD", "1", 1);
    open_with("thrower.so");
}

/* Runs a function in another process; returns the signal that ended it, or 0. */
static int signal_of(void (*function)(void))
{
    int status = 0;
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (!child) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        if (!freopen("/dev/null", "w", stderr)) _exit(1);
        function();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* No handler is above the library, so that std::terminate() ends the process. */
static void an_exception_ends_the_process(void **state)
{
    (void)state;
    assert_int_equal(signal_of(print_a_throwing_rule), SIGABRT);
    assert_int_equal(signal_of(load_a_throwing_plugin), SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plugin_may_be_cpp),
        cmocka_unit_test(a_rule_that_does_not_throw_prints),
        cmocka_unit_test(an_exception_ends_the_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    puts("skipped: plugins in C++ (no C++ compiler)");
    return 77;
}

#endif
