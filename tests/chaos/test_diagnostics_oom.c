/* test_diagnostics_oom.c -- every allocation fails in turn while diagnostics are collected and
 * rendered, and while they are written in each form. The result is the complete output or an
 * error. */
#include "chaos.h"

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

static int put(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) == size ? 0 : -1;
}

enum { RENDERED = -1 };

static tunip_status write_form(const module *m, int form, chaos *c, FILE *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    tunip_diagnostics *all = tunip_diagnostics_new(&c->allocator, &error);
    if (!all) return error.code;
    options.colour = true;
    fill(all);
    const tunip_findings findings = {.name = "a b.json",
                                     .source = tunip_printed_source(m->printed),
                                     .printed = m->printed,
                                     .diagnostics = all};
    tunip_findings_writer *w = NULL;
    if (form == RENDERED)
        tunip_diagnostics_render(all, m->printed, &options, put, out, &error);
    else
        w = tunip_findings_writer_new(&c->allocator, (tunip_findings_form)form, &options, put, out,
                                      &error);
    if (w) tunip_findings_writer_add(w, &findings, &error);
    if (w) tunip_findings_writer_end(w, &error);
    assert_int_equal(error.code != TUNIP_OK, error.message[0] != '\0');
    tunip_diagnostics_free(all);
    return error.code;
}

/* NULL when it failed. */
static char *text_of(const module *m, int form, size_t at, bool for_good, size_t *calls)
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

static void fail_everywhere(const module *m, int form)
{
    size_t calls, failures = 0;
    char *expected = text_of(m, form, 0, false, &calls);
    assert_non_null(expected);
    assert_true(strlen(expected) > 100);
    for (size_t i = 0; i < 2 * calls; i++) {
        char *text = text_of(m, form, i / 2 + 1, i % 2, NULL);
        if (text) assert_string_equal(text, expected);
        failures += !text;
        free(text);
    }
    assert_in_range(failures, calls, 2 * calls);
    free(expected);
}

static void test_form(int form)
{
    module m = open_module();
    fail_everywhere(&m, form);
    close_module(&m);
}

static void test_rendering(void **state)
{
    (void)state;
    test_form(RENDERED);
}

static void test_json(void **state)
{
    (void)state;
    test_form(TUNIP_FORM_JSON);
}

static void test_sarif(void **state)
{
    (void)state;
    test_form(TUNIP_FORM_SARIF);
}

static void test_lines(void **state)
{
    (void)state;
    test_form(TUNIP_FORM_TEXT);
    test_form(TUNIP_FORM_GITHUB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rendering),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_sarif),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
