/* print.c -- `tunip print`: reads each file, prints it, writes it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"

enum { MOST_SETTINGS = 64 };

typedef struct print_settings {
    tunip_print_options options;
    tunip_setting settings[MOST_SETTINGS];
    char *copies[2 * MOST_SETTINGS]; /* texts that outlive the configuration file */
    size_t copy_count;
    const char *config;
    const char *output;
    bool timing;
    bool report;
} print_settings;

/* ---- collecting options ---- */

static const char *keep(print_settings *s, const char *text)
{
    if (s->copy_count == TUNIP_LEN(s->copies)) return NULL;
    char *copy = malloc(strlen(text) + 1);
    if (copy) s->copies[s->copy_count++] = strcpy(copy, text);
    return copy;
}

static bool add_setting(print_settings *s, const char *key, const char *value)
{
    if (s->options.setting_count == MOST_SETTINGS) {
        cli_fail("more than %d settings", MOST_SETTINGS);
        return false;
    }
    s->options.settings = s->settings;
    s->settings[s->options.setting_count++] = (tunip_setting){key, value};
    return true;
}

/* "--tir-prefix" is the setting "tir_prefix". */
static bool set_from_option(void *settings, const char *option, const char *text)
{
    print_settings *s = settings;
    char key[64];
    snprintf(key, sizeof key, "%s", option + 2);
    for (char *c = key; *c; c++)
        if (*c == '-') *c = '_';
    const char *kept = keep(s, key);
    return kept && add_setting(s, kept, text);
}

static bool set_pair(void *settings, const char *option, const char *text)
{
    print_settings *s = settings;
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        cli_fail("%s: expected KEY=VALUE, got '%s'", option, text);
        return false;
    }
    char key[128];
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    const char *kept = keep(s, key);
    return kept && add_setting(s, kept, equals + 1);
}

static bool set_indent(void *settings, const char *option, const char *text)
{
    print_settings *s = settings;
    char *end;
    long spaces = strtol(text, &end, 10);
    if (!*text || *end || spaces < 0 || spaces > 1000) {
        cli_fail("%s: expected a number of spaces, got '%s'", option, text);
        return false;
    }
    s->options.indent_spaces = (int)spaces;
    s->options.no_indent = spaces == 0;
    return true;
}

static bool set_depth(void *settings, const char *option, const char *text)
{
    print_settings *s = settings;
    char *end;
    unsigned long long depth = strtoull(text, &end, 10);
    if (!*text || *text == '-' || *end) {
        cli_fail("%s: expected a number, got '%s'", option, text);
        return false;
    }
    s->options.max_depth = (size_t)depth;
    return true;
}

#define AT(member) offsetof(print_settings, member)

static const cli_option options[] = {
    {"--backend", 0, CLI_TEXT, "NAME", "the language to print (python)", AT(options.backend), NULL},
    {"--name", 0, CLI_TEXT, "NAME", "of the root function or module", AT(options.name), NULL},
    {"--show-meta", 0, CLI_NONE, NULL, "print the metadata section", AT(options.show_meta), NULL},
    {"--ir-prefix", 0, CLI_CALL, "NAME", "instead of I", 0, set_from_option},
    {"--tir-prefix", 0, CLI_CALL, "NAME", "instead of T", 0, set_from_option},
    {"--relax-prefix", 0, CLI_CALL, "NAME", "instead of R", 0, set_from_option},
    {"--module-alias", 0, CLI_TEXT, "NAME", "instead of cls; '' for the module's own name",
     AT(options.module_alias), NULL},
    {"--buffer-dtype", 0, CLI_CALL, "DTYPE", "of buffers that need not say theirs (float32)", 0,
     set_from_option},
    {"--int-dtype", 0, CLI_CALL, "DTYPE", "of integers that need not say theirs (int32)", 0,
     set_from_option},
    {"--float-dtype", 0, CLI_CALL, "DTYPE", "of floats that need not say theirs (void: none)", 0,
     set_from_option},
    {"--verbose-expr", 0, CLI_NONE, NULL, "declare the variables of an expression root",
     AT(options.verbose_expr), NULL},
    {"--indent-spaces", 0, CLI_CALL, "N", "per level (4)", 0, set_indent},
    {"--no-syntax-sugar", 0, CLI_NONE, NULL, "print every construct in full",
     AT(options.no_syntax_sugar), NULL},
    {"--show-object-address", 0, CLI_NONE, NULL, "append addresses to variable names",
     AT(options.show_object_address), NULL},
    {"--print-line-numbers", 0, CLI_NONE, NULL, "in front of each line",
     AT(options.print_line_numbers), NULL},
    {"--max-depth", 0, CLI_CALL, "N", "refuse IR nested deeper than N nodes", 0, set_depth},
    {"--set", 0, CLI_CALL, "KEY=VALUE", "a setting of a dialect (see tunip dialects --settings)", 0,
     set_pair},
    {"--config", 0, CLI_TEXT, "FILE", "settings as a JSON object with TVM's PrinterConfig names",
     AT(config), NULL},
    {"--output", 'o', CLI_TEXT, "FILE", "write there instead of standard output (-o)", AT(output),
     NULL},
    {"--report", 0, CLI_NONE, NULL, "list on stderr what the text leaves out", AT(report), NULL},
    {"--timing", 0, CLI_NONE, NULL, "write the time of each phase to stderr", AT(timing), NULL},
};

void cli_print_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ---- configuration files ---- */

static bool wrong_kind(const cli_member *m, const char *expected)
{
    cli_fail("%s: expected %s, got %s", m->key, expected, m->text);
    return false;
}

static bool config_bool(bool *at, const cli_member *m)
{
    if (m->kind != 'b') return wrong_kind(m, "true or false");
    *at = m->text[0] == 't';
    return true;
}

static bool config_text(print_settings *s, const char **at, const cli_member *m)
{
    if (m->kind == '0') return true;
    if (m->kind != 's') return wrong_kind(m, "a string");
    *at = keep(s, m->text);
    return *at != NULL;
}

typedef struct config_row {
    const char *key;
    char kind; /* 'b' a bool option, '!' its opposite, 't' a text option, 'i' indent_spaces,
                  's' a dialect's setting, '-' what only its default is known of yet */
    size_t offset;
    const char *initial;
} config_row;

static const config_row config_rows[] = {
    {"name", 't', AT(options.name), NULL},
    {"show_meta", 'b', AT(options.show_meta), NULL},
    {"ir_prefix", 's', 0, NULL},
    {"tir_prefix", 's', 0, NULL},
    {"relax_prefix", 's', 0, NULL},
    {"module_alias", 't', AT(options.module_alias), NULL},
    {"buffer_dtype", 's', 0, NULL},
    {"int_dtype", 's', 0, NULL},
    {"float_dtype", 's', 0, NULL},
    {"verbose_expr", 'b', AT(options.verbose_expr), NULL},
    {"indent_spaces", 'i', 0, NULL},
    {"print_line_numbers", 'b', AT(options.print_line_numbers), NULL},
    {"num_context_lines", '-', 0, NULL},
    {"syntax_sugar", '!', AT(options.no_syntax_sugar), NULL},
    {"show_object_address", 'b', AT(options.show_object_address), NULL},
    {"show_all_struct_info", '-', 0, "true"},
};

static bool apply_row(print_settings *s, const config_row *row, const cli_member *m)
{
    void *at = (char *)s + row->offset;
    const char *kept = NULL;
    switch (row->kind) {
    case 'b':
        return config_bool(at, m);
    case '!':
        if (!config_bool(at, m)) return false;
        *(bool *)at = !*(bool *)at;
        return true;
    case 't':
        return config_text(s, at, m);
    case 'i':
        return m->kind == 'n' ? set_indent(s, m->key, m->text) : wrong_kind(m, "a number");
    case 's':
        return config_text(s, &kept, m) && (!kept || add_setting(s, row->key, kept));
    default:
        if (!row->initial || strcmp(m->text, row->initial) == 0) return true;
        cli_fail("%s: no dialect knows another value than %s yet", m->key, row->initial);
        return false;
    }
}

static bool apply_member(void *user, const cli_member *m)
{
    for (size_t i = 0; i < TUNIP_LEN(config_rows); i++)
        if (strcmp(config_rows[i].key, m->key) == 0) return apply_row(user, &config_rows[i], m);
    if (strchr(m->key, '.')) {
        print_settings *s = user;
        const char *key = keep(s, m->key), *value = keep(s, m->text);
        return key && value && add_setting(s, key, value);
    }
    cli_fail("%s is not a setting of this version", m->key);
    return false;
}

/* ---- printing ---- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

typedef struct totals {
    double read, docsify, render;
    size_t bytes_in, bytes_out;
} totals;

/* ORDER tunip_issue_kind */
static const char *const issue_kinds[] = {"undefined", "cycle",     "unregistered",
                                          "missing",   "malformed", "metadata"};

static void write_report(const char *file, const tunip_printed *printed)
{
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++) {
        const tunip_issue *issue = tunip_printed_issue(printed, i);
        char path[512];
        if (!issue->path) path[0] = '\0';
        else tunip_path_text(issue->path, path, sizeof path);
        fprintf(stderr, "%s: %s: %.*s at %s\n", file, issue_kinds[issue->kind],
                (int)issue->message.size, issue->message.data, path);
    }
    fprintf(stderr, "%s: %s\n", file,
            tunip_printed_parsable(printed) ? "can be parsed back" : "cannot be parsed back");
}

static bool write_text(FILE *out, tunip_str text)
{
    if (fwrite(text.data, 1, text.size, out) == text.size && fputc('\n', out) != EOF) return true;
    cli_fail("cannot write: %s", strerror(errno));
    return false;
}

static int print_file(tunip_context *context, const char *file, print_settings *s, FILE *out,
                      totals *t)
{
    tunip_error error = TUNIP_ERROR_INIT;
    double begin = seconds();
    tunip_graph *graph = tunip_read_file(context, file, &error);
    if (!graph) return cli_fail_error(file, &error);
    t->read += seconds() - begin;
    t->bytes_in += tunip_graph_text_size(graph);
    tunip_printed *printed;
    int status = CLI_OK;
    if (tunip_print(context, tunip_graph_root(graph), &s->options, &printed, &error) != TUNIP_OK) {
        status = cli_fail_error(file, &error);
    } else {
        tunip_print_times times = tunip_printed_times(printed);
        t->docsify += times.docsify;
        t->render += times.render;
        t->bytes_out += tunip_printed_text(printed).size;
        if (!write_text(out, tunip_printed_text(printed))) status = CLI_TROUBLE;
        if (s->report) write_report(file, printed);
    }
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    return status;
}

/* Every file is printed, whatever became of the ones before. */
static int print_files(int argc, char **argv, print_settings *s, FILE *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    if (!context) return cli_fail("%s", error.message);
    totals t = {.read = 0};
    int status = CLI_OK;
    for (int i = 1; i < argc; i++)
        if (print_file(context, argv[i], s, out, &t) != CLI_OK) status = CLI_TROUBLE;
    tunip_context_free(context);
    if (fflush(out) != 0) status = cli_fail("cannot write: %s", strerror(errno));
    if (s->timing)
        fprintf(stderr,
                "timing: read %.3f MB %.4f s\ntiming: docsify %.4f s\n"
                "timing: render %.3f MB %.4f s\n",
                (double)t.bytes_in / 1e6, t.read, t.docsify, (double)t.bytes_out / 1e6, t.render);
    return status;
}

static int run(int argc, char **argv, print_settings *s)
{
    if (argc < 2) return cli_fail("print: no file (- is standard input)");
    if (s->config && !cli_read_config(s->config, apply_member, s)) return CLI_TROUBLE;
    FILE *out = s->output ? fopen(s->output, "wb") : stdout;
    if (!out) return cli_fail("%s: cannot open: %s", s->output, strerror(errno));
    int status = print_files(argc, argv, s, out);
    if (s->output && fclose(out) != 0)
        status = cli_fail("%s: cannot write: %s", s->output, strerror(errno));
    return status;
}

int cli_print(int argc, char **argv)
{
    static print_settings s = {.options = TUNIP_PRINT_OPTIONS_INIT};
    if (!cli_parse(options, TUNIP_LEN(options), &s, &argc, argv)) return CLI_TROUBLE;
    int status = run(argc, argv, &s);
    for (size_t i = 0; i < s.copy_count; i++) free(s.copies[i]);
    return status;
}
