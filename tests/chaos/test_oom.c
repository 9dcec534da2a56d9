/* test_oom.c -- every allocation of reading and printing fails in turn. The result is an
 * out-of-memory error, all memory is freed, and no incomplete text counts as a result. */
#include "chaos.h"

/* ---- one run from the saved text to the printed one ---- */

typedef struct run {
    tunip_str saved;
    tunip_print_options options;
    char *text; /* a copy, or NULL when the run failed */
} run;

static char *copy_text(tunip_str text)
{
    char *copy = malloc(text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return copy;
}

static void ask(const tunip_printed *printed, tunip_error *error)
{
    tunip_found found;
    tunip_source_map *map = tunip_source_map_new(printed, error);
    if (map) tunip_source_map_find(map, tunip_str_from("<root>.body.value"), &found, error);
    tunip_source_map_free(map);
}

static void print_graph(tunip_context *context, const tunip_graph *graph, run *r,
                        tunip_error *error)
{
    tunip_printed *printed = (tunip_printed *)r;
    tunip_status status =
        tunip_print(context, tunip_graph_root(graph), &r->options, &printed, error);
    assert_int_equal(status, error->code);
    if (status != TUNIP_OK) {
        assert_null(printed);
        return;
    }
    r->text = copy_text(tunip_printed_text(printed));
    if (!r->options.no_source_map) ask(printed, error);
    tunip_printed_free(printed);
}

static tunip_status go(run *r, chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    r->text = NULL;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_graph *graph = context ? tunip_read(context, r->saved, &error) : NULL;
    if (graph) print_graph(context, graph, r, &error);
    tunip_graph_free(graph);
    tunip_context_free(context);
    if (error.code != TUNIP_OK) assert_true(error.message[0] != '\0');
    return error.code;
}

static void fail_at(run *r, size_t at, bool for_good, const char *expected)
{
    chaos c;
    chaos_init(&c, at, for_good);
    tunip_status status = go(r, &c);
    if (status == TUNIP_OK)
        assert_string_equal(r->text, expected);
    else
        assert_int_equal(status, TUNIP_ERROR_MEMORY);
    free(r->text);
    if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
}

static void fail_everywhere(run *r)
{
    chaos c;
    chaos_init(&c, 0, false);
    assert_int_equal(go(r, &c), TUNIP_OK);
    assert_int_equal(c.live, 0);
    assert_int_equal(c.bytes, 0);
    char *expected = r->text;
    for (size_t at = 1; at <= c.calls; at = chaos_next(at)) {
        fail_at(r, at, true, expected);
        fail_at(r, at, false, expected);
    }
    free(expected);
}

/* ---- the inputs ---- */

/* Tries a print with a source map, and one without, in which functions are prerendered. */
static void try_file(const char *name, tunip_print_options options)
{
    run r = {.saved = load(name), .options = options};
    r.options.size = sizeof r.options;
    fail_everywhere(&r);
    r.options.no_source_map = true;
    fail_everywhere(&r);
    free((void *)r.saved.data);
}

static void test_function(void **state)
{
    (void)state;
    try_file("tir_blk.iter_name_clash.json", (tunip_print_options){.print_line_numbers = true});
}

static void test_metadata(void **state)
{
    (void)state;
    try_file("tir_str.multi_line_dups.json", (tunip_print_options){.show_meta = true});
}

/* The report reads the text back: without and with a difference. */
static void test_report(void **state)
{
    (void)state;
    try_file("tir_blk.iter_name_clash.json", (tunip_print_options){.find_losses = true});
    try_file("rx_fn.attrs_ir_values.json",
             (tunip_print_options){.find_losses = true, .show_meta = true});
}

/* A lossless print makes several texts: one with names that differ, one with nodes by their fields,
 * one that is a saved graph. */
static void test_lossless(void **state)
{
    (void)state;
    static const char *const names[] = {"tir_blk.iter_name_clash.json", "hand.attrs.json",
                                        "rx_fn.attrs_ir_values.json", "hand.call_other_dtype.json"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        try_file(names[i], (tunip_print_options){.lossless = true});
}

static void test_free_variables(void **state)
{
    (void)state;
    try_file("tir_buf.free_offset_var.json", (tunip_print_options){.verbose_expr = true});
}

static void test_module_with_settings(void **state)
{
    (void)state;
    static const tunip_setting settings[] = {{"tir_prefix", "TT"}, {"buffer_dtype", "float16"}};
    try_file("ir_mod.fn_names_weird.json",
             (tunip_print_options){.name = "Other", .settings = settings, .setting_count = 2});
}

static void test_plain(void **state)
{
    (void)state;
    try_file("repr.layout.json", (tunip_print_options){.name = NULL});
}

static void test_mixed_module(void **state)
{
    (void)state;
    static const tunip_setting settings[] = {{"relax.show_all_struct_info", "false"}};
    try_file("script.mixed.json",
             (tunip_print_options){.show_meta = true, .settings = settings, .setting_count = 1});
}

static void test_inference(void **state)
{
    (void)state;
    static const tunip_setting settings[] = {{"relax.show_all_struct_info", "false"}};
    try_file("hand.infer.json", (tunip_print_options){.settings = settings, .setting_count = 1});
}

static void test_backends(void **state)
{
    (void)state;
    try_file("script.strings.json", (tunip_print_options){.backend = "text", .show_meta = true});
    try_file("script.strings.json", (tunip_print_options){.backend = "doc", .show_meta = true});
    try_file("script.mixed.json", (tunip_print_options){.backend = "builder"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_function),
        cmocka_unit_test(test_metadata),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_lossless),
        cmocka_unit_test(test_free_variables),
        cmocka_unit_test(test_module_with_settings),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_mixed_module),
        cmocka_unit_test(test_inference),
        cmocka_unit_test(test_backends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
