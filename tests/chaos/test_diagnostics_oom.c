/* test_diagnostics_oom.c -- every allocation fails in turn while diagnostics are collected and
 * rendered, and while the command writes them as JSON lines and as SARIF. The result is the
 * complete output or an error. */
#include "chaos.h"

#include <cli/print_outputs.h>

/* ---- the command's own memory: its calls of malloc come by here ---- */

void *__real_malloc(size_t size);
TUNIP_API void *__wrap_malloc(size_t size); /* libasan calls it, too */

static chaos *watching;

void *__wrap_malloc(size_t size)
{
    return watching && refuse(watching) ? NULL : __real_malloc(size);
}

bool cli_wants_colour(int when, FILE *out)
{
    (void)out;
    return when == CLI_COLOUR_ALWAYS;
}

bool cli_is_stream(const char *path)
{
    return !path;
}

int cli_write(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) == size ? 0 : -1;
}

int cli_fail(const char *format, ...)
{
    (void)format;
    return 2;
}

int cli_fail_error(const char *file, const tunip_error *error)
{
    (void)file;
    (void)error;
    return 2;
}

/* ---- what there is to say ---- */

typedef struct module {
    tunip_context *context;
    tunip_graph *graph;
    tunip_printed *printed;
    tunip_str saved;
} module;

static module open_module(void)
{
    module m = {.context = tunip_context_new(NULL, NULL), .saved = load("script.softmax.json")};
    m.graph = tunip_read(m.context, m.saved, NULL);
    assert_non_null(m.graph);
    assert_int_equal(tunip_print(m.context, tunip_graph_root(m.graph), NULL, &m.printed, NULL),
                     TUNIP_OK);
    return m;
}

static void close_module(module *m)
{
    tunip_printed_free(m->printed);
    tunip_graph_free(m->graph);
    tunip_context_free(m->context);
    free((void *)(uintptr_t)m->saved.data);
}

/* Labels within a line, over several lines, nested, side by side, and unresolved. */
static void fill(tunip_diagnostics *all)
{
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, "code", "two\nlines");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, 100, 110, "here");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, 90, 300, "around it");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, 112, 118, "beside");
    tunip_diagnostic_at_path(d, TUNIP_LABEL_SECONDARY, "<root>.body.nothing", "unresolved");
    tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "a remark\nof two lines");
    tunip_diagnostics_add(all, TUNIP_SEVERITY_WARNING, NULL, "without a place");
}

/* ---- one form, with memory that fails at every call ---- */

static tunip_status write_form(const module *m, diagnostics_form form, chaos *c, FILE *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    print_settings settings = {.form = form, .loads.colour = CLI_COLOUR_ALWAYS};
    tunip_diagnostics *all = tunip_diagnostics_new(&c->allocator, &error);
    if (!all) return error.code;
    fill(all);
    watching = c;
    cli_findings findings = {.file = "a b.json",
                             .source = tunip_printed_source(m->printed),
                             .printed = m->printed,
                             .diagnostics = all};
    cli_output into = {.file = out};
    tunip_status status = cli_write_diagnostics(&into, &settings, &findings, &error);
    watching = NULL;
    assert_int_equal(status, error.code);
    assert_int_equal(status != TUNIP_OK, error.message[0] != '\0');
    tunip_diagnostics_free(all);
    return status;
}

/* NULL when it failed. */
static char *text_of(const module *m, diagnostics_form form, size_t at, bool for_good,
                     size_t *calls)
{
    chaos c;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    chaos_init(&c, at, for_good);
    tunip_status status = write_form(m, form, &c, out);
    fclose(out);
    assert_int_equal(c.live, 0);
    assert_int_equal(c.bytes, 0);
    if (calls) *calls = c.calls;
    if (status == TUNIP_OK) return text;
    assert_int_equal(status, TUNIP_ERROR_MEMORY);
    free(text);
    return NULL;
}

static void fail_everywhere(const module *m, diagnostics_form form)
{
    size_t calls, failures = 0;
    char *expected = text_of(m, form, 0, false, &calls);
    assert_non_null(expected);
    assert_true(strlen(expected) > 200);
    for (size_t i = 0; i < 2 * calls; i++) {
        char *text = text_of(m, form, i / 2 + 1, i % 2, NULL);
        if (text) assert_string_equal(text, expected);
        failures += !text;
        free(text);
    }
    assert_in_range(failures, calls, 2 * calls);
    free(expected);
}

static void test_form(diagnostics_form form)
{
    module m = open_module();
    fail_everywhere(&m, form);
    close_module(&m);
}

static void test_rendering(void **state)
{
    (void)state;
    test_form(FORM_TEXT);
}

static void test_json(void **state)
{
    (void)state;
    test_form(FORM_JSON);
}

static void test_sarif(void **state)
{
    (void)state;
    test_form(FORM_SARIF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rendering),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_sarif),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
