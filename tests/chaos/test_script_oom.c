/* test_script_oom.c -- scripts whose reading is cut short: memory runs out at every point, and the
 * text ends behind every byte. Each time there is an error or a graph, and no memory leaks. */
#include <tunip/tvm/ir.h>
#include <tunip/vintage.h>

#include "chaos.h"

typedef struct run {
    tunip_str text;
    const char *format;
    bool fold;
    bool is_log;   /* read with origins, as the last module of a log */
    bool collects; /* all diagnostics; else only the first error */
    char *saved;   /* what was read, or the errors; or NULL */
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
    if (size) memcpy(grown + text->size, data, size); /* a message may be NULL */
    text->data = grown;
    text->size += size;
    grown[text->size] = '\0';
    return 0;
}

static tunip_graph *read_log(tunip_context *context, const tunip_source *source,
                             tunip_read_options *options, tunip_error *error)
{
    options->origins = true;
    tunip_log *log = tunip_log_new(context, source, error);
    size_t count = tunip_log_count(log);
    tunip_graph *graph = count ? tunip_log_read(log, count - 1, options, error) : NULL;
    tunip_log_free(log);
    return graph;
}

static tunip_graph *read_script(tunip_context *context, const tunip_source *source, const run *r,
                                tunip_diagnostics *diagnostics, tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.fold = r->fold;
    options.placeholders = true;
    options.diagnostics = diagnostics;
    if (r->is_log) return read_log(context, source, &options, error);
    options.format = r->format;
    return tunip_read_source(context, source, &options, error);
}

static void keep_messages(const tunip_diagnostics *diagnostics, saved_text *to)
{
    for (size_t i = 0; i < tunip_diagnostics_count(diagnostics); i++) {
        tunip_str message = tunip_diagnostic_message(tunip_diagnostics_get(diagnostics, i));
        keep(message.data, message.size, to);
        keep("\n", 1, to);
    }
}

static tunip_status go(run *r, chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    saved_text saved = {NULL, 0};
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_source *source =
        context ? tunip_source_new(&c->allocator, tunip_str_from("script"), r->text, &error) : NULL;
    tunip_diagnostics *found = NULL;
    if (source && r->collects) found = tunip_diagnostics_new(&c->allocator, &error);
    tunip_graph *graph = NULL;
    if (source && (found || !r->collects)) graph = read_script(context, source, r, found, &error);
    if (found) keep_messages(found, &saved);
    if (graph && r->is_log && !tunip_ir_set_spans(graph))
        tunip_error_set(&error, TUNIP_ERROR_MEMORY, "spans");
    else if (graph)
        tunip_save(context, tunip_graph_root(graph), keep, &saved, &error);
    r->saved = saved.data;
    tunip_diagnostics_free(found);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    if (error.code != TUNIP_OK) assert_true(error.message[0] != '\0');
    return error.code;
}

static void fail_at(run *r, size_t at, bool for_good, tunip_status wanted, const char *expected)
{
    chaos c;
    chaos_init(&c, at, for_good);
    tunip_status status = go(r, &c);
    if (status == wanted && (expected || r->saved))
        assert_string_equal(r->saved, expected);
    else if (status != wanted && status != TUNIP_ERROR_MEMORY)
        fail_msg("call %zu: the error is %d", at, (int)status);
    free(r->saved);
    if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
}

static void fail_in(run r, tunip_status wanted)
{
    chaos c;
    chaos_init(&c, 0, false);
    assert_int_equal(go(&r, &c), wanted);
    assert_int_equal(c.live, 0);
    char *expected = r.saved;
    for (size_t at = 1; at <= c.calls; at = chaos_next(at)) {
        fail_at(&r, at, true, wanted, expected);
        fail_at(&r, at, false, wanted, expected);
    }
    free(expected);
    free((void *)r.text.data);
}

static const char *format_of(const char *name)
{
    return strstr(name, ".relay") ? "relay" : "python";
}

static void fail_everywhere(const char *name, bool fold, bool is_log)
{
    run r = {.text = load(name), .format = format_of(name), .fold = fold, .is_log = is_log};
    fail_in(r, TUNIP_OK);
}

/* Scripts with several mistakes: their messages, hints and labels need memory, too. */
static void fail_in_errors(const char *name, bool fold, bool is_log)
{
    run r = {.text = load(name), .format = format_of(name), .fold = fold, .is_log = is_log};
    fail_in(r, TUNIP_ERROR_SYNTAX);
    r.text = load(name);
    r.collects = true;
    fail_in(r, TUNIP_ERROR_SYNTAX);
}

/* Every prefix of a script. One that is whole up to its end may be read. */
static void cut_everywhere(const char *name)
{
    tunip_str text = load(name);
    tunip_context *context = tunip_context_new(NULL, NULL);
    for (size_t size = 0; size < text.size; size++) {
        tunip_error error = TUNIP_ERROR_INIT;
        run r = {.format = format_of(name), .fold = size % 2};
        tunip_str prefix = {text.data, size};
        tunip_source *source = tunip_source_new(NULL, tunip_str_from("prefix"), prefix, &error);
        tunip_graph *graph = read_script(context, source, &r, NULL, &error);
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
    fail_everywhere("../syntax/logs/constants.log", false, true);
}

/* Variables without a declaration, or with one behind their use; views and arranged arguments. */
static void test_fragment(void **state)
{
    (void)state;
    fail_everywhere("../script/undeclared.py", false, false);
    fail_everywhere("../script/declared_inside.py", false, false);
    fail_everywhere("../script/later_views.py", true, false);
}

static void test_relax(void **state)
{
    (void)state;
    fail_everywhere("rx_fn.if_nested.py", false, false);
    fail_everywhere("rx_fn.if_nested.py", true, false);
}

/* Bindings, functions, metadata, types and spans in comments, warnings. */
static void test_relay(void **state)
{
    (void)state;
    fail_everywhere("../cli/data/relay_net.relay", false, false);
    fail_everywhere("../cli/data/relay_forms.relay", false, false);
}

static void test_errors(void **state)
{
    (void)state;
    fail_in_errors("../script/bad_names.py", false, false);
    fail_in_errors("../script/bad_names.py", true, false);
    fail_in_errors("../script/bad_names.py", false, true);
    fail_in_errors("../script/bad_syntax.py", false, false);
    fail_in_errors("../script/bad_texts.py", false, false);
    fail_in_errors("../script/bad_calls.py", true, false);
    fail_in_errors("../cli/data/relay_words.relay", false, false);
    fail_in_errors("../cli/data/relay_syntax.relay", false, false);
}

static void test_prefixes(void **state)
{
    (void)state;
    cut_everywhere("tir_blk.iter_name_clash.py");
    cut_everywhere("tir_str.multi_line_dups@show_meta.py");
    cut_everywhere("script.mixed.py");
    cut_everywhere("rx_fn.if_nested.py");
    cut_everywhere("../cli/data/relay_net.relay");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_function), cmocka_unit_test(test_metadata),
        cmocka_unit_test(test_module),   cmocka_unit_test(test_log),
        cmocka_unit_test(test_relax),    cmocka_unit_test(test_errors),
        cmocka_unit_test(test_prefixes), cmocka_unit_test(test_fragment),
        cmocka_unit_test(test_relay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
