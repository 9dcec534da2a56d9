/* test_script_oom.c -- scripts whose reading is cut short: memory runs out at every point, and the
 * text ends behind every byte. Each time there is an error or a graph, and no memory leaks. */
#include <tunip/tvm/ir.h>

#include "chaos.h"

typedef struct run {
    tunip_str text;
    bool fold;
    bool is_log; /* read with origins, as the last module of a log */
    char *saved; /* what was read, or NULL */
} run;

typedef struct saved_text {
    char *data;
    size_t size;
} saved_text;

static int keep(const char *data, size_t size, void *user)
{
    saved_text *text = user;
    char *grown = realloc(text->data, text->size + size + 1);
    assert_non_null(grown);
    memcpy(grown + text->size, data, size);
    text->data = grown;
    text->size += size;
    grown[text->size] = '\0';
    return 0;
}

static tunip_graph *read_log(tunip_context *context, const tunip_source *source, tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.origins = true;
    tunip_log *log = tunip_log_new(context, source, error);
    size_t count = tunip_log_count(log);
    tunip_graph *graph = count ? tunip_log_read(log, count - 1, &options, error) : NULL;
    tunip_log_free(log);
    return graph;
}

static tunip_graph *read_script(tunip_context *context, const tunip_source *source, const run *r,
                                tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "python";
    options.fold = r->fold;
    return tunip_read_source(context, source, &options, error);
}

static tunip_status go(run *r, chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    saved_text saved = {NULL, 0};
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_source *source =
        context ? tunip_source_new(&c->allocator, tunip_str_from("script"), r->text, &error) : NULL;
    tunip_graph *graph = NULL;
    if (source)
        graph =
            r->is_log ? read_log(context, source, &error) : read_script(context, source, r, &error);
    if (graph && r->is_log && !tunip_ir_set_spans(graph))
        tunip_error_set(&error, TUNIP_ERROR_MEMORY, "spans");
    else if (graph)
        tunip_save(context, tunip_graph_root(graph), keep, &saved, &error);
    r->saved = saved.data;
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    if (error.code != TUNIP_OK) assert_true(error.message[0] != '\0');
    if (error.code != TUNIP_OK && error.code != TUNIP_ERROR_MEMORY)
        print_error("%s\n", error.message);
    return error.code;
}

static void fail_at(run *r, size_t at, bool for_good, const char *expected)
{
    chaos c;
    chaos_init(&c, at, for_good);
    tunip_status status = go(r, &c);
    if (status == TUNIP_OK)
        assert_string_equal(r->saved, expected);
    else if (status != TUNIP_ERROR_MEMORY)
        fail_msg("call %zu: the error is %d", at, (int)status);
    free(r->saved);
    if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
}

static void fail_everywhere(const char *name, bool fold, bool is_log)
{
    chaos c;
    run r = {.text = load(name), .fold = fold, .is_log = is_log};
    chaos_init(&c, 0, false);
    assert_int_equal(go(&r, &c), TUNIP_OK);
    assert_int_equal(c.live, 0);
    char *expected = r.saved;
    for (size_t at = 1; at <= c.calls; at++) {
        fail_at(&r, at, true, expected);
        fail_at(&r, at, false, expected);
    }
    free(expected);
    free((void *)r.text.data);
}

/* Every prefix of a script. One that is whole up to its end may be read. */
static void cut_everywhere(const char *name)
{
    tunip_str text = load(name);
    tunip_context *context = tunip_context_new(NULL, NULL);
    for (size_t size = 0; size < text.size; size++) {
        tunip_error error = TUNIP_ERROR_INIT;
        run r = {.fold = size % 2};
        tunip_str prefix = {text.data, size};
        tunip_source *source = tunip_source_new(NULL, tunip_str_from("prefix"), prefix, &error);
        tunip_graph *graph = read_script(context, source, &r, &error);
        if (!graph && (!error.message[0] || error.code == TUNIP_ERROR_MEMORY))
            fail_msg("%s: %zu bytes: '%s'", name, size, error.message);
        tunip_graph_free(graph);
        tunip_source_free(source);
    }
    tunip_context_free(context);
    free((void *)text.data);
}

static void test_function(void **state)
{
    (void)state;
    fail_everywhere("tir_blk.iter_name_clash.py", false, false);
    fail_everywhere("tir_blk.iter_name_clash.py", true, false);
}

static void test_metadata(void **state)
{
    (void)state;
    fail_everywhere("tir_str.multi_line_dups@show_meta.py", false, false);
}

static void test_module(void **state)
{
    (void)state;
    fail_everywhere("script.mixed.py", false, false);
}

static void test_log(void **state)
{
    (void)state;
    fail_everywhere("script.mixed.py", false, true);
}

static void test_prefixes(void **state)
{
    (void)state;
    cut_everywhere("tir_blk.iter_name_clash.py");
    cut_everywhere("tir_str.multi_line_dups@show_meta.py");
    cut_everywhere("script.mixed.py");
    cut_everywhere("rx_fn.if_nested.py");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_function), cmocka_unit_test(test_metadata),
        cmocka_unit_test(test_module),   cmocka_unit_test(test_log),
        cmocka_unit_test(test_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
