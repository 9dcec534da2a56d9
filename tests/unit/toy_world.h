/* toy_world.h -- a context with the toy dialect and the Python backend, a graph to build in, and
 * prints of it. The tests of the core that need IR use it as their cmocka fixture. */
#ifndef TOY_WORLD_H
#define TOY_WORLD_H

#include "render_helper.h"

#include "backends/backends.h"
#include "library/context.h"
#include "print/docsifier.h"
#include "toy.h"

typedef struct toy_world {
    tunip_context *context;
    tunip_graph *graph;
} toy_world;

static inline tunip_context *toy_context_new(const tunip_allocator *allocator, tunip_error *error)
{
    tunip_context *context = tunip_context_new_empty(allocator, error);
    if (!context) return NULL;
    if (tunip_context_add_dialect(context, &toy_dialect, error) == TUNIP_OK &&
        tunip_context_add_backend(context, &tunip_backend_python, error) == TUNIP_OK)
        return context;
    tunip_context_free(context);
    return NULL;
}

static inline int toy_world_open(void **state)
{
    static toy_world world;
    world.context = toy_context_new(NULL, NULL);
    world.graph = world.context ? tunip_graph_new(world.context, NULL) : NULL;
    *state = &world;
    return world.graph ? 0 : -1;
}

static inline int toy_world_close(void **state)
{
    toy_world *world = *state;
    tunip_graph_free(world->graph);
    tunip_context_free(world->context);
    return 0;
}

/* A test with a world of its own. */
#define TOY_TEST(test) cmocka_unit_test_setup_teardown(test, toy_world_open, toy_world_close)

/* The result of a print that must succeed. */
static inline tunip_printed *toy_print(const toy_world *world, const void *root,
                                       const tunip_print_options *options)
{
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_print(world->context, root, options, &printed, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, TUNIP_OK);
    assert_non_null(printed);
    return printed;
}

static inline void assert_prints_with(const toy_world *world, const void *root,
                                      const tunip_print_options *options, const char *expected)
{
    tunip_printed *printed = toy_print(world, root, options);
    assert_string_equal(tunip_printed_text(printed).data, expected);
    assert_int_equal(tunip_printed_text(printed).size, strlen(expected));
    tunip_printed_free(printed);
}

static inline void assert_prints(const toy_world *world, const void *root, const char *expected)
{
    assert_prints_with(world, root, NULL, expected);
}

/* A print that must fail with exactly this error. */
static inline void assert_print_fails(const toy_world *world, const void *root,
                                      const tunip_print_options *options, tunip_status status,
                                      const char *message)
{
    tunip_printed *printed = (tunip_printed *)(uintptr_t)1;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_print(world->context, root, options, &printed, &error), status);
    assert_null(printed);
    assert_int_equal(error.code, status);
    assert_string_equal(error.message, message);
}

/* A report of exactly one entry. */
static inline void assert_one_issue(const tunip_printed *printed, tunip_issue_kind kind,
                                    const char *message, const char *path)
{
    char text[128];
    assert_int_equal(tunip_printed_issue_count(printed), 1);
    const tunip_issue *issue = tunip_printed_issue(printed, 0);
    assert_int_equal(issue->kind, kind);
    assert_true(tunip_str_is(issue->message, message));
    tunip_path_text(issue->path, text, sizeof text);
    assert_string_equal(text, path);
}

/* A job to call the docsifier's functions with, opened and closed by hand. */
static inline void toy_job_open(const toy_world *world, tunip_docsifier *d,
                                const tunip_print_options *options)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tn_request request = {.context = world->context, .without_root = true};
    assert_int_equal(tn_request_resolve(&request, options, &error), TUNIP_OK);
    assert_int_equal(tn_job_open(d, &request, &error), TUNIP_OK);
}

static inline bool doc_id_is(const tunip_doc *doc, const char *name)
{
    return doc && doc->kind == TUNIP_DOC_ID &&
           tunip_str_is(((const tunip_doc_id *)doc)->name, name);
}

#endif
