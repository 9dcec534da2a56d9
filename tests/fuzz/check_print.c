/* check_print.c -- properties of a print, and of reading its text. */
#include "settings.h"

#include <tunip/ext/format.h>
#include <tunip/tvm/tir.h>

static void check_status(const fuzz_settings *s, tunip_status status, const tunip_error *error)
{
    if (status == TUNIP_OK) return;
    FUZZ_CHECK(error->message[0]);
    FUZZ_CHECK(s->may_refuse || status != TUNIP_ERROR_RULE);
    FUZZ_CHECK(s->may_refuse || s->named || s->options.max_depth);
    FUZZ_CHECK(status == TUNIP_ERROR_RULE || status == TUNIP_ERROR_ARGUMENT ||
               status == TUNIP_ERROR_NOT_FOUND || status == TUNIP_ERROR_LIMIT);
}

/* A text, and how much of it a stream has repeated. */
typedef struct repeated {
    tunip_str text;
    size_t at;
} repeated;

static int repeat(const char *data, size_t size, void *user)
{
    repeated *r = user;
    FUZZ_CHECK(size <= r->text.size - r->at);
    FUZZ_CHECK(memcmp(r->text.data + r->at, data, size) == 0);
    r->at += size;
    return 0;
}

static void check_stream(const fuzz_settings *s, const tunip_node *root, tunip_str text)
{
    repeated r = {text, 0};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_print_stream(fuzz_context(), root, &s->options, repeat, &r, &error);
    FUZZ_CHECK(status == TUNIP_OK);
    FUZZ_CHECK(r.at == text.size);
}

/* The text does not depend on these options. */
static void check_again(const tunip_print_options *options, const tunip_node *root, tunip_str text)
{
    tunip_printed *again = NULL;
    FUZZ_CHECK(tunip_print(fuzz_context(), root, options, &again, NULL) == TUNIP_OK);
    FUZZ_CHECK(tunip_str_equal(text, tunip_printed_text(again)));
    tunip_printed_free(again);
}

static void check_text(const fuzz_settings *s, const tunip_node *root, tunip_str text)
{
    enum { THREADS = 3 };
    tunip_print_options plain = s->options, reported = s->options;
    plain.no_source_map = true;
    check_again(&plain, root, text);
    plain.threads = THREADS;
    check_again(&plain, root, text);
    reported.find_losses = true;
    check_again(&reported, root, text);
    check_stream(s, root, text);
}

static void check_spans(const tunip_printed *printed)
{
    size_t count = tunip_printed_span_count(printed);
    const tunip_span *spans = tunip_printed_spans(printed);
    for (size_t i = 0; i < count; i++) {
        FUZZ_CHECK(spans[i].begin <= spans[i].end);
        FUZZ_CHECK(spans[i].end <= tunip_printed_text(printed).size);
        FUZZ_CHECK(spans[i].inside < count - i);
    }
}

/* The path of each issue can be written, and its message has no hidden characters. */
static void check_report(const tunip_printed *printed)
{
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++) {
        const tunip_issue *issue = tunip_printed_issue(printed, i);
        FUZZ_CHECK(issue->message.size > 0);
        if (issue->path) tunip_path_text(issue->path, NULL, 0);
    }
}

void fuzz_check_print(const fuzz_settings *s, const tunip_node *root, bool thoroughly)
{
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    check_status(s, tunip_print(fuzz_context(), root, &s->options, &printed, &error), &error);
    if (printed) {
        tunip_str text = tunip_printed_text(printed);
        FUZZ_CHECK(tunip_utf8_valid(text) == text.size);
        FUZZ_CHECK(text.data[text.size] == '\0');
        check_spans(printed);
        check_report(printed);
        if (thoroughly) check_text(s, root, text);
    }
    tunip_printed_free(printed);
}

/* ---- reading the text ---- */

/* The root that was read, in the version of the printed one, because a text may not show it. */
static const tunip_node *same_version(tunip_graph *graph, const tunip_node *printed)
{
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    const tunip_node *root = tunip_graph_root(graph);
    unsigned is = tunip_vintage(root);
    options.vintage = tunip_vintage(printed);
    if (!is || !options.vintage || is == options.vintage) return root;
    return tunip_convert_with(fuzz_context(), graph, root, &options, NULL);
}

static tunip_graph *read_text(const tunip_printed *printed)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = tunip_printed_backend(printed);
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("text"), tunip_printed_text(printed), NULL);
    tunip_graph *graph = tunip_read_source(fuzz_context(), source, &options, &error);
    tunip_source_free(source);
    return graph;
}

/* Whether a format reads the language. Of other texts, the report says what they leave out. */
static bool is_readable(const tunip_printed *printed)
{
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(fuzz_context(), i)); i++)
        if (strcmp(format->name, tunip_printed_backend(printed)) == 0) return format->read != NULL;
    return false;
}

/* Whether the text shows only what equality compares: no addresses, no places, and no annotations
 * that depend on struct info, which equality of v0.23 ignores. */
static bool is_of_equality(const fuzz_settings *s)
{
    bool is_whole = true;
    for (size_t i = 0; i < s->options.setting_count; i++)
        is_whole = is_whole && strcmp(s->settings[i].key, "show_all_struct_info") != 0;
    return is_whole && !s->options.show_object_address && !s->options.spans;
}

static tunip_walk_action count_buffer(const tunip_node *node, void *user)
{
    *(size_t *)user += tunip_is(node, &tunip_tir_buffer_type);
    return TUNIP_WALK_ON;
}

static size_t count_buffers(const tunip_node *root)
{
    size_t count = 0;
    tunip_walk_once(root, &(tunip_walker){.enter = count_buffer, .user = &count});
    return count;
}

static void check_round(const fuzz_settings *s, const tunip_node *root, bool repeats, bool is_read);

/* The graph that was read prints as the same text. There is one exception: a graph may define one
 * buffer twice, as in `A = T.match_buffer(a, 16); A = T.match_buffer(b, 16, data=A.data)`. Its text
 * gives two buffers, which print as A and A_1. Then the next text is the same as this one. */
static void check_repeats(const fuzz_settings *s, const tunip_node *root, const tunip_node *again,
                          tunip_str text, bool is_read)
{
    if (count_buffers(again) > count_buffers(root) && !is_read)
        check_round(s, again, true, true);
    else
        check_again(&s->options, again, text);
}

static void check_round(const fuzz_settings *s, const tunip_node *root, bool repeats, bool is_read)
{
    tunip_print_options options = s->options;
    tunip_printed *printed = NULL;
    options.find_losses = true;
    tunip_print(fuzz_context(), root, &options, &printed, NULL);
    if (printed && tunip_printed_lossless(printed) && is_readable(printed)) {
        tunip_graph *graph = read_text(printed);
        const tunip_node *again = graph ? same_version(graph, root) : NULL;
        FUZZ_CHECK(again);
        fuzz_check_same(root, again);
        if (repeats && is_of_equality(s))
            check_repeats(s, root, again, tunip_printed_text(printed), is_read);
        tunip_graph_free(graph);
    }
    tunip_printed_free(printed);
}

void fuzz_check_round(const fuzz_settings *s, const tunip_node *root, bool repeats)
{
    check_round(s, root, repeats, false);
}
