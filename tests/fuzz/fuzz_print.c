/* fuzz_print.c -- a saved graph printed with any backend and any options: it prints, or is refused
 * with a reason; the text is the same with a source map, without one and as a stream. */
#include "fuzz.h"

/* The backends, and whether each may refuse a graph. */
static const struct {
    const char *name;
    bool may_refuse;
} backends[] = {{"python", false}, {"text", false}, {"doc", false}, {"builder", true}};

static const char *const setting_keys[] = {
    "ir_prefix",
    "tir_prefix",
    "relax_prefix",
    "buffer_dtype",
    "int_dtype",
    "float_dtype",
    "show_all_struct_info",
    "tir.prefix",
    "builder.name",
    "text.types",
    "doc.paths",
    "nothing",
};

enum { MOST_SETTINGS = 2, WORD = 64 };

typedef struct chosen {
    tunip_print_options options;
    tunip_setting settings[MOST_SETTINGS];
    char values[MOST_SETTINGS][WORD];
    char name[WORD], alias[WORD], underlined[2 * WORD], annotated[2 * WORD];
    const char *underline[1];
    tunip_annotation annotate[1];
    bool may_refuse;
    bool named; /* names and paths come from the input and may be invalid */
} chosen;

static void choose_flags(chosen *c, unsigned flags)
{
    c->options.show_meta = flags & 1;
    c->options.verbose_expr = flags & 2;
    c->options.no_syntax_sugar = flags & 4;
    c->options.print_line_numbers = flags & 8;
    c->options.no_indent = flags & 16;
    c->options.no_context = flags & 32;
    c->options.num_context_lines = flags & 64 ? 2 : 0;
    c->options.indent_spaces = flags & 128 ? 1 : 0;
}

static void choose_settings(chosen *c, fuzz_input *in, size_t count)
{
    c->options.settings = c->settings;
    c->options.setting_count = count;
    for (size_t i = 0; i < count; i++) {
        c->settings[i].key = setting_keys[fuzz_choice(in, TUNIP_LEN(setting_keys))];
        c->settings[i].value = fuzz_word(in, c->values[i], WORD);
    }
}

static void choose_paths(chosen *c, fuzz_input *in, unsigned which)
{
    if (which & 1) {
        c->underline[0] = fuzz_word(in, c->underlined, sizeof c->underlined);
        c->options.underline = c->underline;
        c->options.underline_count = 1;
    }
    if (which & 2) {
        c->annotate[0].path = fuzz_word(in, c->annotated, sizeof c->annotated);
        c->annotate[0].text = "a remark\nof two lines";
        c->options.annotate = c->annotate;
        c->options.annotate_count = 1;
    }
}

static void choose(chosen *c, fuzz_input *in)
{
    c->options = (tunip_print_options)TUNIP_PRINT_OPTIONS_INIT;
    size_t backend = fuzz_choice(in, TUNIP_LEN(backends));
    c->options.backend = backends[backend].name;
    c->may_refuse = backends[backend].may_refuse;
    choose_flags(c, fuzz_byte(in));
    unsigned more = fuzz_byte(in);
    c->named = more & (1 | 2 | 4 | 8 | 16 | 32);
    if (more & 4) c->options.name = fuzz_word(in, c->name, WORD);
    if (more & 8) c->options.module_alias = fuzz_word(in, c->alias, WORD);
    choose_paths(c, in, more >> 4 & 3);
    if (more & 64) c->options.max_depth = 1u + fuzz_byte(in);
    choose_settings(c, in, more & 3 & MOST_SETTINGS);
}

static void check_status(const chosen *c, tunip_status status, const tunip_error *error)
{
    if (status == TUNIP_OK) return;
    FUZZ_CHECK(error->message[0]);
    FUZZ_CHECK(c->may_refuse || status != TUNIP_ERROR_RULE);
    FUZZ_CHECK(c->may_refuse || c->named || c->options.max_depth);
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

static void check_stream(const chosen *c, const tunip_node *root, tunip_str text)
{
    repeated r = {text, 0};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_print_stream(fuzz_context(), root, &c->options, repeat, &r, &error);
    FUZZ_CHECK(status == TUNIP_OK);
    FUZZ_CHECK(r.at == text.size);
}

static void check_without_map(const chosen *c, const tunip_node *root, tunip_str text)
{
    tunip_print_options options = c->options;
    tunip_printed *plain = NULL;
    options.no_source_map = true;
    FUZZ_CHECK(tunip_print(fuzz_context(), root, &options, &plain, NULL) == TUNIP_OK);
    FUZZ_CHECK(tunip_str_equal(text, tunip_printed_text(plain)));
    tunip_printed_free(plain);
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

static void print(const chosen *c, const tunip_node *root, bool thoroughly)
{
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    check_status(c, tunip_print(fuzz_context(), root, &c->options, &printed, &error), &error);
    if (printed) {
        tunip_str text = tunip_printed_text(printed);
        FUZZ_CHECK(tunip_utf8_valid(text) == text.size);
        check_spans(printed);
        check_report(printed);
        if (thoroughly) {
            check_without_map(c, root, text);
            check_stream(c, root, text);
        }
    }
    tunip_printed_free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, data + size};
    tunip_graph *graph = fuzz_read(fuzz_text(&in));
    if (graph && fuzz_is_small(tunip_graph_root(graph))) {
        chosen c = {.may_refuse = false};
        bool chosen_backend = in.at < in.end;
        choose(&c, &in);
        print(&c, tunip_graph_root(graph), fuzz_byte(&in) & 1);
        /* Without options, with every backend. */
        for (size_t i = 1; !chosen_backend && i < TUNIP_LEN(backends); i++) {
            c.options.backend = backends[i].name;
            c.may_refuse = backends[i].may_refuse;
            print(&c, tunip_graph_root(graph), false);
        }
    }
    tunip_graph_free(graph);
    return 0;
}
