/* test_format.c -- formats: registration, the choice by content or by name, and what a failing one
 * leaves behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/format.h>
#include <tunip/ext/plugin.h>

/* ---- a format: "count NUMBER" is an integer; a line "bad" is an error ---- */

static bool starts(tunip_str text, const char *with)
{
    return text.size >= strlen(with) && memcmp(text.data, with, strlen(with)) == 0;
}

static tunip_sniff sniff_count(tunip_str head)
{
    return starts(head, "count ") ? TUNIP_SNIFF_SURE
           : starts(head, "{")    ? TUNIP_SNIFF_MAYBE
                                  : TUNIP_SNIFF_NO;
}

static tunip_status read_count(const tunip_input *input)
{
    tunip_str text = tunip_source_text(input->source);
    tunip_status status = TUNIP_OK;
    for (const char *bad = text.data; (bad = strstr(bad, "bad")); bad += 3) {
        size_t at = (size_t)(bad - text.data);
        status = tunip_input_fail(input, TUNIP_ERROR_SYNTAX, at, at + 3, "the %s line", "bad");
    }
    const char *number = strstr(text.data, "count ");
    tunip_int *root = tunip_int_new(input->graph, number ? strtol(number + 6, NULL, 10) : 0);
    if (!root) return tunip_error_set(input->error, TUNIP_ERROR_MEMORY, "out of memory");
    tunip_graph_set_root(input->graph, root);
    return status;
}

static tunip_status write_count(const tunip_output *output)
{
    if (!tunip_is(output->root, &tunip_int_type))
        return tunip_error_set(output->error, TUNIP_ERROR_ARGUMENT, "only integers can be counted");
    return output->write("count 1", 7, output->user)
               ? tunip_error_set(output->error, TUNIP_ERROR_CANCELLED, "cancelled")
               : TUNIP_OK;
}

#define COUNT                                                                                      \
    {                                                                                              \
        .abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .name = "count",                    \
        .summary = "a number", .sniff = sniff_count, .read = read_count, .write = write_count,     \
    }

static const tunip_format count_format = COUNT;

/* ---- registration ---- */

static const struct {
    tunip_format format;
    tunip_status status;
    const char *message;
} refusals[] = {
#define WRONG(status, message, ...)                                                                \
    {                                                                                              \
        {.abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .name = "count", __VA_ARGS__},     \
            TUNIP_ERROR_##status, message                                                          \
    }
    {{.abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .read = read_count},
     TUNIP_ERROR_ARGUMENT,
     "a format without a name"},
    {{.abi = TUNIP_FORMAT_ABI + 1, .size = sizeof(tunip_format), .name = "count"},
     TUNIP_ERROR_ARGUMENT,
     "format count was built for ABI 2, this is ABI 1"},
    {{.abi = TUNIP_FORMAT_ABI, .size = 8, .name = "count"},
     TUNIP_ERROR_ARGUMENT,
     "format count is of another size than in this ABI 1: was it built with other headers?"},
    {{.abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .name = "a b", .read = read_count},
     TUNIP_ERROR_ARGUMENT,
     "the name of a format contains a blank"},
    {{.abi = TUNIP_FORMAT_ABI,
      .size = sizeof(tunip_format),
      .name = "tvm-json",
      .read = read_count},
     TUNIP_ERROR_CONFLICT,
     "a format called tvm-json is registered already"},
    WRONG(ARGUMENT, "format `count`: it has no function to read or write with", .summary = ""),
    WRONG(ARGUMENT, "format `count`: it has a `sniff` but no `read`", .sniff = sniff_count,
          .write = write_count),
    WRONG(ARGUMENT, "format `count`: its summary contains a newline", .summary = "a\nb",
          .read = read_count),
};

static void wrong_descriptions_are_refused(void **state)
{
    tunip_context *context = *state;
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(tunip_context_add_format(context, &refusals[i].format, &error),
                         refusals[i].status);
        assert_string_equal(error.message, refusals[i].message);
    }
    assert_int_equal(tunip_context_add_format(context, NULL, NULL), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(tunip_context_format(context, 0)->name, "tvm-json");
}

static void a_format_is_registered_once_and_before_the_first_print(void **state)
{
    tunip_context *context = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    size_t before = 0;
    while (tunip_context_format(context, before)) before++;
    assert_int_equal(tunip_context_add_format(context, &count_format, NULL), TUNIP_OK);
    assert_ptr_equal(tunip_context_format(context, before), &count_format);
    assert_null(tunip_context_format(context, before + 1));
    assert_null(tunip_context_origin(context, &count_format));
    assert_int_equal(tunip_context_add_format(context, &count_format, NULL), TUNIP_ERROR_CONFLICT);
    tunip_printed *printed = NULL;
    assert_int_equal(tunip_print(context, NULL, NULL, &printed, NULL), TUNIP_OK);
    tunip_printed_free(printed);
    static const tunip_format late = {
        .abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .name = "late", .read = read_count};
    assert_int_equal(tunip_context_add_format(context, &late, &error), TUNIP_ERROR_LIMIT);
    assert_string_equal(error.message, "format late cannot be added after the first print");
}

/* ---- the choice ---- */

static tunip_source *source_of(const char *text)
{
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("input"), tunip_str_from(text), NULL);
    assert_non_null(source);
    return source;
}

/* The number at the root, or -1 with `error` filled. */
static int64_t read_number(const tunip_context *context, const char *text, const char *format,
                           tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = format;
    tunip_source *source = source_of(text);
    tunip_graph *graph = tunip_read_source(context, source, &options, error);
    int64_t number = graph ? ((const tunip_int *)tunip_graph_root(graph))->value : -1;
    tunip_graph_free(graph);
    tunip_source_free(source);
    return number;
}

static const char saved[] = "{\"root_index\": 0, \"nodes\": [{\"type\": \"int\", \"data\": 7}]}";
static const char other[] = "{\"other\": 1}";

static void the_best_fit_reads(void **state)
{
    tunip_context *context = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context_add_format(context, &count_format, NULL);
    assert_int_equal(read_number(context, " \n count 5", NULL, &error), 5);
    assert_int_equal(read_number(context, saved, NULL, &error), 7); /* LIKELY beats MAYBE */
    assert_string_equal(error.message, "");
    tunip_graph *graph = tunip_read(context, tunip_str_from("count 6"), &error);
    assert_int_equal(((const tunip_int *)tunip_graph_root(graph))->value, 6);
    assert_int_equal(tunip_graph_text_size(graph), 7);
    tunip_graph_free(graph);
}

static void a_name_decides(void **state)
{
    tunip_context *context = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context_add_format(context, &count_format, NULL);
    assert_int_equal(read_number(context, "# count 5", "count", &error), 5);
    assert_int_equal(read_number(context, "count 5", "tvm-json", &error), -1);
    assert_string_equal(error.message, "expected `{`, got `count`");
}

static void assert_refused(const tunip_context *context, const char *text, const char *format,
                           tunip_status code, const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(read_number(context, text, format, &error), -1);
    assert_int_equal(error.code, code);
    assert_non_null(strstr(error.message, message));
    assert_int_equal(error.line, 0);
}

/* A number beyond the enum is the best fit, so that two of them are undecided. */
static tunip_sniff sniff_too_much(tunip_str head)
{
    assert_true(head.size > 0);
    return (tunip_sniff)77;
}

static void an_eager_format_makes_texts_ambiguous(void **state)
{
    tunip_context *context = *state;
    static const tunip_format eager = {.abi = TUNIP_FORMAT_ABI,
                                       .size = sizeof(tunip_format),
                                       .name = "eager",
                                       .sniff = sniff_too_much,
                                       .read = read_count};
    tunip_context_add_format(context, &eager, NULL);
    tunip_context_add_format(context, &count_format, NULL);
    assert_refused(context, "count 5", NULL, TUNIP_ERROR_CONFLICT,
                   "the formats eager, count fit equally well: name one");
    assert_refused(context, " ", NULL, TUNIP_ERROR_SYNTAX, "the input is empty");
}

static void an_undecided_choice_is_an_error(void **state)
{
    tunip_context *context = *state;
    assert_refused(context, "hello", NULL, TUNIP_ERROR_FORMAT, "in no known format (tvm-json");
    assert_refused(context,
                   "\x7F"
                   "ELF\x02",
                   NULL, TUNIP_ERROR_FORMAT,
                   "graph-json, mlir): it is a compiled library (ELF): see tunip inspect");
    assert_refused(context, "\x1F\x8B\b", NULL, TUNIP_ERROR_FORMAT,
                   "compressed with gzip: unpack it first");
    assert_refused(context,
                   "\xFD"
                   "7zXZ",
                   NULL, TUNIP_ERROR_FORMAT, "compressed with xz");
    assert_refused(context, "\x28\xB5\x2F\xFD.", NULL, TUNIP_ERROR_FORMAT, "compressed with zstd");
    tunip_context_add_format(context, &count_format, NULL);
    assert_refused(context, "hello", NULL, TUNIP_ERROR_FORMAT, ", count)");
    assert_refused(context, " \n\t", NULL, TUNIP_ERROR_SYNTAX, "the input is empty");
    assert_refused(context, other, NULL, TUNIP_ERROR_CONFLICT,
                   "the formats tvm-json, count fit equally well: name one");
    assert_refused(context, saved, "onnx", TUNIP_ERROR_NOT_FOUND, "no format is called onnx");
}

/* ---- failing ---- */

static tunip_status read_as_told(const tunip_input *input)
{
    return (tunip_status)strtol(tunip_source_text(input->source).data, NULL, 10);
}

static const tunip_format silent_format = {
    .abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .name = "silent", .read = read_as_told};

static void a_failure_has_a_message(void **state)
{
    tunip_context *context = *state;
    tunip_context_add_format(context, &silent_format, NULL);
    assert_refused(context, "99", "silent", TUNIP_ERROR_ARGUMENT,
                   "the format silent returned 99, which is not a status");
    assert_refused(context, "5", "silent", TUNIP_ERROR_FORMAT,
                   "the format silent failed without a message");
    assert_refused(context, "5", NULL, TUNIP_ERROR_FORMAT, ", silent)");
}

static int append(const char *data, size_t size, void *user)
{
    strncat(user, data, size);
    return 0;
}

/* The first error is the error of the read; the diagnostics have all of them. */
static void several_errors_become_diagnostics(void **state)
{
    tunip_context *context = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    char drawn[1024] = "";
    tunip_context_add_format(context, &count_format, NULL);
    options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    tunip_source *source = source_of("count 1\n bad\nbad");
    assert_null(tunip_read_source(context, source, &options, &error));
    assert_int_equal(error.code, TUNIP_ERROR_SYNTAX);
    assert_string_equal(error.message, "the bad line");
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 2);
    assert_int_equal(error.end - error.offset, 3);
    assert_int_equal(tunip_diagnostics_count(options.diagnostics), 2);
    tunip_diagnostics_render_source(options.diagnostics, source, NULL, append, drawn, NULL);
    assert_non_null(strstr(drawn, "--> input:2:2"));
    assert_non_null(strstr(drawn, "--> input:3:1"));
    tunip_diagnostics_free(options.diagnostics);
    tunip_source_free(source);
}

/* A reader that fills only its error gets a diagnostic all the same, and so has a failed choice. */
static void each_failure_is_a_diagnostic(void **state)
{
    tunip_context *context = *state;
    static const struct {
        const char *text;
        size_t labels;
    } rows[] = {{"{\"nodes\": 1}", 1}, {"hello", 0}, {"", 0}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
        options.diagnostics = tunip_diagnostics_new(NULL, NULL);
        tunip_source *source = source_of(rows[i].text);
        assert_null(tunip_read_source(context, source, &options, NULL));
        const tunip_diagnostic *d = tunip_diagnostics_get(options.diagnostics, 0);
        assert_non_null(d);
        size_t labels = 0;
        while (tunip_diagnostic_label(d, labels)) labels++;
        assert_int_equal(labels, rows[i].labels);
        assert_null(tunip_diagnostics_get(options.diagnostics, 1));
        tunip_diagnostics_free(options.diagnostics);
        tunip_source_free(source);
    }
}

static void constants_are_whole(void **state)
{
    static const tunip_constant nameless = {NULL, "1"}, without = {"x", NULL}, whole = {"x", "1"};
    static const struct {
        const tunip_constant *defines;
        const char *message;
    } cases[] = {{NULL, "options have 1 constants and no table of them"},
                 {&nameless, "a constant has no name"},
                 {&without, "the constant x has no value"},
                 {&whole, ""}};
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.define_count = 1;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_source *source =
            tunip_source_new(NULL, tunip_str_from("a"), tunip_str_from("T.int32(x)"), NULL);
        options.defines = cases[i].defines;
        tunip_graph_free(tunip_read_source(*state, source, &options, &error));
        assert_string_equal(error.message, cases[i].message);
        tunip_source_free(source);
    }
}

/* ---- saving ---- */

static void the_name_decides_how_to_save(void **state)
{
    tunip_context *context = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    char text[256] = "";
    tunip_context_add_format(context, &count_format, NULL);
    tunip_context_add_format(context, &silent_format, NULL);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    const tunip_node *root = &tunip_int_new(graph, 1)->base;
    assert_int_equal(tunip_save_as(context, "count", root, append, text, NULL), TUNIP_OK);
    assert_string_equal(text, "count 1");
    text[0] = '\0';
    assert_int_equal(tunip_save_as(context, "tvm-json", root, append, text, NULL), TUNIP_OK);
    assert_non_null(strstr(text, "\"root_index\": 0"));
    assert_int_equal(tunip_save_as(context, "onnx", root, append, text, &error),
                     TUNIP_ERROR_NOT_FOUND);
    assert_string_equal(error.message, "no format is called onnx");
    error = (tunip_error)TUNIP_ERROR_INIT;
    tunip_save_as(context, "silent", root, append, text, &error);
    assert_string_equal(error.message, "the format silent cannot be written");
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_int_equal(tunip_save_as(context, "count", NULL, append, text, &error),
                     TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message, "only integers can be counted");
    assert_int_equal(tunip_save_as(context, NULL, root, append, text, NULL), TUNIP_ERROR_ARGUMENT);
    assert_int_equal(tunip_save_as(NULL, "count", root, append, text, NULL), TUNIP_ERROR_ARGUMENT);
    tunip_graph_free(graph);
}

static int open_context(void **state)
{
    *state = tunip_context_new(NULL, NULL);
    return *state == NULL;
}

static int close_context(void **state)
{
    tunip_context_free(*state);
    return 0;
}

#define FORMAT_TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FORMAT_TEST(wrong_descriptions_are_refused),
        FORMAT_TEST(a_format_is_registered_once_and_before_the_first_print),
        FORMAT_TEST(the_best_fit_reads),
        FORMAT_TEST(a_name_decides),
        FORMAT_TEST(an_undecided_choice_is_an_error),
        FORMAT_TEST(an_eager_format_makes_texts_ambiguous),
        FORMAT_TEST(a_failure_has_a_message),
        FORMAT_TEST(several_errors_become_diagnostics),
        FORMAT_TEST(each_failure_is_a_diagnostic),
        FORMAT_TEST(constants_are_whole),
        FORMAT_TEST(the_name_decides_how_to_save),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
