/* print_settings.c -- the settings of a print, from options and from JSON that users write,
 * and constants that the user defines. */
#include "print_settings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ======== print settings ======== */

/* The options of `tunip print`, from the command line and from configuration
 * files. Two tables list the options. Settings of dialects are passed as text to the library, which
 * knows their names and values. */

/* ---- memory ---- */

typedef struct kept_text {
    struct kept_text *next;
    char text[];
} kept_text;

/* A copy that lives as long as the settings; NULL after a message. */
static const char *keep(print_settings *s, const char *text, size_t size)
{
    kept_text *kept = malloc(sizeof *kept + size + 1);
    if (!kept) {
        cli_fail("out of memory");
        return NULL;
    }
    memcpy(kept->text, text, size);
    kept->text[size] = '\0';
    kept->next = s->kept;
    s->kept = kept;
    return kept->text;
}

void print_settings_free(print_settings *s)
{
    while (s->kept) {
        kept_text *next = s->kept->next;
        free(s->kept);
        s->kept = next;
    }
    cli_loads_free(&s->loads);
    free(s->backend.options);
    free(s->backend_settings);
    free(s->settings);
    free(s->underline);
    free(s->annotate);
    free(s->source_folders);
}

/* Room for one more item; NULL after a message. */
static void *grow(void *items, size_t count, size_t size)
{
    void *grown = realloc(items, (count + 1) * size);
    if (!grown) cli_fail("out of memory");
    return grown;
}

/* `key` and `value` must live as long as the settings. */
static bool add_setting(print_settings *s, const char *key, const char *value)
{
    size_t count = s->options.setting_count;
    tunip_setting *grown = grow(s->settings, count, sizeof *grown);
    if (!grown) return false;
    grown[count] = (tunip_setting){.key = key, .value = value};
    s->settings = grown;
    s->options.settings = grown;
    s->options.setting_count = count + 1;
    return true;
}

static bool add_underline(print_settings *s, const char *path)
{
    const char **grown = grow(s->underline, s->options.underline_count, sizeof *grown);
    if (!grown) return false;
    grown[s->options.underline_count++] = path;
    s->underline = grown;
    s->options.underline = grown;
    return true;
}

static bool add_annotation(print_settings *s, const char *path, const char *text)
{
    tunip_annotation *grown = grow(s->annotate, s->options.annotate_count, sizeof *grown);
    if (!grown) return false;
    grown[s->options.annotate_count++] = (tunip_annotation){.path = path, .text = text};
    s->annotate = grown;
    s->options.annotate = grown;
    return true;
}

/* ---- values ---- */

enum { MOST_SPACES = 1000 };

/* A whole decimal number of at most `most`. */
static bool parse_number(const char *text, unsigned long long most, unsigned long long *out)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits] || digits > 19) return false;
    *out = strtoull(text, NULL, 10);
    return *out <= most;
}

static bool set_indent(print_settings *s, const char *text)
{
    unsigned long long spaces;
    if (!parse_number(text, MOST_SPACES, &spaces)) return false;
    s->options.indent_spaces = (int)spaces;
    s->options.no_indent = spaces == 0;
    return true;
}

static bool set_context(print_settings *s, const char *text)
{
    unsigned long long lines;
    if (!parse_number(text, CLI_MOST, &lines)) return false;
    s->options.num_context_lines = (size_t)lines;
    s->options.no_context = lines == 0;
    return true;
}

/* ---- the command line ---- */

/* "--tir-prefix" is the setting "tir_prefix". */
static bool store_setting(void *settings, const cli_option *option, const char *text)
{
    char key[32];
    snprintf(key, sizeof key, "%s", option->name + 2);
    for (char *c = key; *c; c++)
        if (*c == '-') *c = '_';
    const char *kept = keep(settings, key, strlen(key));
    return kept && add_setting(settings, kept, text);
}

/* An option that sets a setting to false, such as --no-show-all-struct-info. */
static bool store_no(void *settings, const cli_option *option, const char *text)
{
    (void)option;
    (void)text;
    return add_setting(settings, "show_all_struct_info", "false");
}

static bool store_pair(void *settings, const cli_option *option, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        cli_fail("%s: expected KEY=VALUE, got `%s`", option->name, text);
        return false;
    }
    const char *key = keep(settings, text, (size_t)(equals - text));
    return key && add_setting(settings, key, equals + 1);
}

static bool store_indent(void *settings, const cli_option *option, const char *text)
{
    if (set_indent(settings, text)) return true;
    cli_fail("%s: expected a number from 0 to %d (spaces), got `%s`", option->name, MOST_SPACES,
             text);
    return false;
}

static bool store_depth(void *settings, const cli_option *option, const char *text)
{
    size_t *out = &((print_settings *)settings)->options.max_depth;
    return cli_parse_count(option, text, 0, CLI_MOST, " (0: no limit)", out);
}

static bool store_width(void *settings, const cli_option *option, const char *text)
{
    size_t *out = &((print_settings *)settings)->options.width;
    return cli_parse_count(option, text, 1, CLI_MOST, "", out);
}

static bool store_context(void *settings, const cli_option *option, const char *text)
{
    if (set_context(settings, text)) return true;
    cli_fail("%s: expected a number from 0 to %d (lines), got `%s`", option->name, CLI_MOST, text);
    return false;
}

static bool store_underline(void *settings, const cli_option *option, const char *text)
{
    (void)option;
    return add_underline(settings, text);
}

static bool store_source_folder(void *settings, const cli_option *option, const char *text)
{
    (void)option;
    print_settings *s = settings;
    const char **grown = grow(s->source_folders, s->source_folder_count, sizeof *grown);
    if (!grown) return false;
    grown[s->source_folder_count++] = text;
    s->source_folders = grown;
    return true;
}

/* The "=" of PATH=TEXT. Quoted keys in a path may contain any character, also "=". */
static const char *end_of_path(const char *text)
{
    bool quoted = false;
    for (; *text && (quoted || *text != '='); text++) {
        if (*text == '"') quoted = !quoted;
        if (quoted && *text == '\\' && text[1]) text++;
    }
    return text;
}

static bool store_annotation(void *settings, const cli_option *option, const char *text)
{
    const char *equals = end_of_path(text);
    if (!*equals || equals == text) {
        cli_fail("%s: expected PATH=TEXT, got `%s`", option->name, text);
        return false;
    }
    const char *path = keep(settings, text, (size_t)(equals - text));
    return path && add_annotation(settings, path, equals + 1);
}

static bool store_form(void *settings, const cli_option *option, const char *text)
{
    print_settings *s = settings;
    int form = cli_choose(option, text);
    if (form < 0) return false;
    s->form = (diagnostics_form)form;
    s->form_given = true;
    return true;
}

static bool apply_member(void *user, const cli_member *m);

static bool store_config(void *settings, const cli_option *option, const char *text)
{
    (void)option;
    return cli_read_config(text, apply_member, settings);
}

#define AT(member) offsetof(print_settings, member)

static const cli_option options[] = {
    /* name, letter, value, help, store, offset */
    {"--output", 'o', "FILE", "write to FILE; a folder gets a file for each input", cli_store_text,
     AT(output)},
    {"--format", 0, "text|html", "text, or a page for a browser", cli_store_choice, AT(html)},
    {"--source-map", 0, "FILE", "write the source map to FILE, as JSON", cli_store_text,
     AT(source_map)},
    {"--list", 0, NULL, "list the modules of logs and folders instead of printing them",
     cli_store_flag, AT(list)},
    {"--timing", 0, NULL, "write the time of each phase to stderr", cli_store_flag, AT(timing)},
    CLI_COLOUR_OPTION(print_settings),
    CLI_PAGER_OPTION(print_settings),
    CLI_HEADING("reading back"),
    {"--lossless", 0, NULL, "write a text that reads back as equal IR", cli_store_flag,
     AT(options.lossless)},
    {"--metadata-file", 0, "FILE", "write the large constants to FILE, beside the text",
     cli_store_text, AT(metadata_file)},
    {"--share", 0, NULL, "with --lossless: what was one object is one object", cli_store_flag,
     AT(options.share)},
    {"--report", 0, NULL, "read the text back; list on stderr what it loses", cli_store_flag,
     AT(report)},
    {"--verify", 0, NULL, "read the text back; show differences on stderr", cli_store_flag,
     AT(verify)},
    CLI_HEADING("text"),
    CLI_BACKEND_OPTIONS(print_settings),
    {"--name", 0, "NAME", "set the name of the root function or module", cli_store_text,
     AT(options.name)},
    {"--module-alias", 0, "NAME", "name of the module in its functions (cls); '': its own",
     cli_store_text, AT(options.module_alias)},
    {"--show-meta", 0, NULL, "print the metadata section first", cli_store_flag,
     AT(options.show_meta)},
    {"--verbose-expr", 0, NULL, "declare the free variables of an expression", cli_store_flag,
     AT(options.verbose_expr)},
    {"--no-syntax-sugar", 0, NULL, "print every construct in full", cli_store_flag,
     AT(options.no_syntax_sugar)},
    {"--show-object-address", 0, NULL, "append addresses to variable names", cli_store_flag,
     AT(options.show_object_address)},
    {"--indent-spaces", 0, "N", "spaces per indentation level (4)", store_indent, 0},
    {"--width", 0, "N", "break lines of Python after N characters, as Black does", store_width, 0},
    CLI_HEADING("settings of dialects"),
    {"--ir-prefix", 0, "NAME", "prefix of the ir dialect (I)", store_setting, 0},
    {"--tir-prefix", 0, "NAME", "prefix of the tir dialect (T)", store_setting, 0},
    {"--relax-prefix", 0, "NAME", "prefix of the relax dialect (R)", store_setting, 0},
    {"--buffer-dtype", 0, "DTYPE", "dtype of buffers that is left out (float32)", store_setting, 0},
    {"--int-dtype", 0, "DTYPE", "dtype of integers that is left out (int32)", store_setting, 0},
    {"--float-dtype", 0, "DTYPE", "dtype of floats that is left out (void: none)", store_setting,
     0},
    {"--no-show-all-struct-info", 0, NULL, "omit struct info that follows from the value", store_no,
     0},
    {"--set", 0, "KEY=VALUE", "set KEY of a dialect (see tunip dialects --settings)", store_pair,
     0},
    {"--config", 0, "FILE", "read settings from JSON with PrinterConfig's names", store_config, 0},
    CLI_HEADING("lines and marks"),
    {"--print-line-numbers", 0, NULL, "print a number before each line", cli_store_flag,
     AT(options.print_line_numbers)},
    {"--num-context-lines", 0, "N", "show only underlined lines and N lines around them",
     store_context, 0},
    {"--path-to-underline", 0, "PATH", "underline the node at PATH; repeatable", store_underline,
     0},
    {"--path-to-annotate", 0, "PATH=TEXT", "add a comment to the statement at PATH; repeatable",
     store_annotation, 0},
    {"--spans", 0, NULL, "add to each statement its place in the user's program", cli_store_flag,
     AT(options.spans)},
    {"--source-root", 0, "DIR", "also look in DIR for files of the user's program; repeatable",
     store_source_folder, 0},
    {"--diagnostics", 0, "FILE", "print the diagnostics in FILE (JSON) instead of the text",
     cli_store_text, AT(diagnostics)},
    {"--diagnostics-format", 0, "text|json|sarif",
     "excerpts with labels, JSON lines or SARIF 2.1.0", store_form, 0},
    {"--in-source", 0, NULL, "mark diagnostics in the input file itself, such as a script",
     cli_store_flag, AT(in_source)},
    CLI_READ_OPTIONS(print_settings),
    CLI_VINTAGE_OPTION(print_settings),
    CLI_LOAD_OPTION(print_settings),
    CLI_LIMIT_OPTIONS(print_settings, "2G, of pages 64M"),
    {"--max-depth", 0, "N", "refuse IR nested deeper than N nodes", store_depth, 0},
    CLI_THREADS_OPTION(print_settings),
    {"--jobs", 'j', "N", "print up to N files of a folder at a time (one per processor)",
     cli_store_threads, AT(jobs)},
};

void cli_print_help(FILE *out)
{
    fputs(
        "Several files are printed in order, each followed by a newline. If a file cannot be\n"
        "printed, nothing is written for it, the others are still printed, and the exit status is\n"
        "2. A label stands above the text of each of several files, and of each module of a log.\n"
        "If options contradict each other, the last one wins.\n\n",
        out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* Converts the options of the backend after all options are parsed, because --backend may follow
 * --backend-option. */
static bool take_backend(print_settings *s)
{
    s->options.backend = s->backend.name;
    if (!cli_backend_settings(&s->backend, &s->backend_settings)) return false;
    for (size_t i = 0; i < s->backend.count; i++)
        if (!add_setting(s, s->backend_settings[i].key, s->backend_settings[i].value)) return false;
    return true;
}

bool print_settings_parse(print_settings *s, int *argc, char **argv)
{
    const size_t not_given = SIZE_MAX;
    s->limits.max_bytes = not_given;
    bool fine = cli_parse(options, TUNIP_LEN(options), s, argc, argv) && take_backend(s);
    if (s->limits.max_bytes == not_given)
        s->limits.max_bytes = s->html ? CLI_PAGE_BYTES : CLI_PRINT_BYTES;
    return fine;
}

/* ---- configuration files ---- */

typedef struct config_row config_row;
struct config_row {
    const char *key;
    bool (*apply)(print_settings *s, const config_row *row, const cli_member *m);
    size_t offset; /* into print_settings */
};

static bool reject(const cli_member *m, const char *expected)
{
    cli_fail_at(m->file, m->line, m->column, "%s: expected %s, got %s%s%s", m->key, expected,
                m->kind == CLI_STRING ? "\"" : "", m->text, m->kind == CLI_STRING ? "\"" : "");
    return false;
}

static bool apply_flag(print_settings *s, const config_row *row, const cli_member *m)
{
    if (m->kind != CLI_BOOL) return reject(m, "true or false");
    *(bool *)((char *)s + row->offset) = m->text[0] == 't';
    return true;
}

static bool apply_opposite(print_settings *s, const config_row *row, const cli_member *m)
{
    if (m->kind != CLI_BOOL) return reject(m, "true or false");
    *(bool *)((char *)s + row->offset) = m->text[0] == 'f';
    return true;
}

static bool apply_text(print_settings *s, const config_row *row, const cli_member *m)
{
    const char **at = (const char **)(void *)((char *)s + row->offset);
    if (m->kind == CLI_NULL) {
        *at = NULL;
        return true;
    }
    if (m->kind != CLI_STRING) return reject(m, "a string");
    *at = keep(s, m->text, strlen(m->text));
    return *at != NULL;
}

static bool apply_indent(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    return (m->kind == CLI_NUMBER && set_indent(s, m->text)) || reject(m, "a number of spaces");
}

/* Settings that TVM v0.26 calls otherwise. */
static const struct {
    const char *newer, *name;
} renamed[] = {{"tirx.prefix", "tir.prefix"},
               {"relax.show_all_ty", "relax.show_all_struct_info"},
               {"show_all_ty", "show_all_struct_info"}};

static bool pass_setting(print_settings *s, const char *name, const cli_member *m)
{
    for (size_t i = 0; i < TUNIP_LEN(renamed); i++)
        if (strcmp(renamed[i].newer, name) == 0) name = renamed[i].name;
    const char *key = keep(s, name, strlen(name)), *value = keep(s, m->text, strlen(m->text));
    return key && value && add_setting(s, key, value);
}

static bool pass_on(print_settings *s, const cli_member *m)
{
    return pass_setting(s, m->key, m);
}

/* The settings of dialects, by names such as "tirx.prefix". */
static bool apply_extra(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    bool is_setting = m->inside == CLI_MAP && m->kind != CLI_NULL;
    if (m->kind == CLI_MAP || (m->kind == CLI_NULL && m->inside != CLI_MAP)) return true;
    if (is_setting && strcmp(m->name, "render_invisible_path_info") == 0) {
        s->options.no_path_info = m->text[0] == 'f';
        return true;
    }
    return is_setting ? pass_setting(s, m->name, m) : reject(m, "an object of settings");
}

static bool apply_name(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    return m->kind == CLI_STRING ? pass_on(s, m) : reject(m, "a string");
}

static bool apply_choice(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    if (m->kind != CLI_BOOL) return reject(m, "true or false");
    return pass_on(s, m);
}

/* In TVM, -1 means all lines. */
static bool apply_context(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    if (m->kind != CLI_NUMBER) return reject(m, "a number of lines");
    if (m->text[0] != '-') return set_context(s, m->text) || reject(m, "a number of lines");
    s->options.num_context_lines = 0;
    s->options.no_context = false;
    return true;
}

/* The callback for a list precedes those for its elements: the list replaces earlier values. */
static bool apply_underline(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    if (m->kind == CLI_LIST || m->kind == CLI_NULL) {
        s->options.underline_count = 0;
        return true;
    }
    if (m->kind != CLI_STRING || m->inside != CLI_LIST) return reject(m, "a list of paths");
    const char *path = keep(s, m->text, strlen(m->text));
    return path && add_underline(s, path);
}

static bool apply_annotation(print_settings *s, const config_row *row, const cli_member *m)
{
    (void)row;
    if (m->kind == CLI_MAP || m->kind == CLI_NULL) {
        s->options.annotate_count = 0;
        return true;
    }
    if (m->kind != CLI_STRING || m->inside != CLI_MAP) return reject(m, "an object of paths");
    const char *path = keep(s, m->name, strlen(m->name));
    const char *text = keep(s, m->text, strlen(m->text));
    return path && text && add_annotation(s, path, text);
}

/* ORDER as TVM's PrinterConfig. */
static const config_row config_rows[] = {
    {"name", apply_text, AT(options.name)},
    {"show_meta", apply_flag, AT(options.show_meta)},
    {"ir_prefix", apply_name, 0},
    {"tir_prefix", apply_name, 0},
    {"relax_prefix", apply_name, 0},
    {"module_alias", apply_text, AT(options.module_alias)},
    {"buffer_dtype", apply_name, 0},
    {"int_dtype", apply_name, 0},
    {"float_dtype", apply_name, 0},
    {"verbose_expr", apply_flag, AT(options.verbose_expr)},
    {"indent_spaces", apply_indent, 0},
    {"print_line_numbers", apply_flag, AT(options.print_line_numbers)},
    {"num_context_lines", apply_context, 0},
    {"syntax_sugar", apply_opposite, AT(options.no_syntax_sugar)},
    {"show_object_address", apply_flag, AT(options.show_object_address)},
    {"render_invisible_path_info", apply_opposite, AT(options.no_path_info)},
    {"show_all_struct_info", apply_choice, 0},
    {"show_all_ty", apply_choice, 0},
    {"extra_config", apply_extra, 0},
    {"spans", apply_flag, AT(options.spans)},
    {"path_to_underline", apply_underline, 0},
    {"path_to_annotate", apply_annotation, 0},
};

static const char *config_key(const void *user, size_t i)
{
    (void)user;
    return i < TUNIP_LEN(config_rows) ? config_rows[i].key : NULL;
}

static bool reject_key(const cli_member *m)
{
    char nearest[CLI_NAME_ROOM];
    bool found = cli_nearest(nearest, m->key, strlen(m->key), config_key, NULL);
    cli_fail_at(m->file, m->line, m->column, "there is no setting called %s%s%s%s", m->key,
                found ? " (did you mean " : "", found ? nearest : "", found ? "?)" : "");
    return false;
}

static bool apply_member(void *user, const cli_member *m)
{
    for (size_t i = 0; i < TUNIP_LEN(config_rows); i++) {
        const config_row *row = &config_rows[i];
        if (strcmp(row->key, m->key) == 0) return row->apply(user, row, m);
    }
    /* A key with a dot is a setting of a dialect; the library checks whether it exists. */
    if (!strchr(m->key, '.')) return reject_key(m);
    if (m->kind == CLI_LIST || m->kind == CLI_MAP || m->kind == CLI_NULL)
        return reject(m, "a string, a number or a boolean");
    return pass_on(user, m);
}

/* ======== json config ======== */

/* The part of JSON that a configuration file needs: one object whose members are
 * scalars, lists of strings or maps to scalars. */

typedef bool (*each_fn)(void *user, const cli_member *member);

typedef struct config {
    cli_scan scan;
    each_fn each;
    void *user;
} config;

/* Sets the place of the next token. */
static void locate(const config *c, cli_member *member)
{
    tunip_source_locate(c->scan.source, cli_scan_at(&c->scan), &member->line, &member->column);
}

/* true, false, null or a number. */
static bool read_word(config *c, cli_member *member)
{
    cli_word word;
    if (!cli_scan_word(&c->scan, &word)) return false;
    member->kind = word.kind;
    member->text = word.text;
    return c->each(c->user, member);
}

static bool read_text(config *c, cli_member *member)
{
    locate(c, member);
    member->kind = CLI_STRING;
    member->text = cli_scan_string(&c->scan);
    return member->text && c->each(c->user, member);
}

static bool read_list(config *c, cli_member *member)
{
    member->kind = CLI_LIST;
    member->text = "a list";
    if (!c->each(c->user, member)) return false;
    member->inside = CLI_LIST;
    if (cli_scan_accept(&c->scan, TUNIP_JSON_CLOSE_ARRAY)) return true;
    do {
        if (!read_text(c, member)) return false;
    } while (cli_scan_accept(&c->scan, TUNIP_JSON_COMMA));
    return cli_scan_expect(&c->scan, TUNIP_JSON_CLOSE_ARRAY, "`]`");
}

static bool read_map(config *c, cli_member *member)
{
    member->kind = CLI_MAP;
    member->text = "an object";
    if (!c->each(c->user, member)) return false;
    member->inside = CLI_MAP;
    if (cli_scan_accept(&c->scan, TUNIP_JSON_CLOSE_OBJECT)) return true;
    do {
        member->name = cli_scan_string(&c->scan);
        if (!member->name || !cli_scan_expect(&c->scan, TUNIP_JSON_COLON, "`:`") ||
            !(tunip_json_is_string(c->scan.token) ? read_text : read_word)(c, member))
            return false;
    } while (cli_scan_accept(&c->scan, TUNIP_JSON_COMMA));
    return cli_scan_expect(&c->scan, TUNIP_JSON_CLOSE_OBJECT, "`}`");
}

static bool read_member(config *c)
{
    const char *key = cli_scan_string(&c->scan);
    if (!key || !cli_scan_expect(&c->scan, TUNIP_JSON_COLON, "`:`")) return false;
    cli_member member = {.file = c->scan.path, .key = key};
    locate(c, &member);
    if (tunip_json_is_string(c->scan.token)) return read_text(c, &member);
    if (cli_scan_accept(&c->scan, TUNIP_JSON_OPEN_ARRAY)) return read_list(c, &member);
    if (cli_scan_accept(&c->scan, TUNIP_JSON_OPEN_OBJECT)) return read_map(c, &member);
    return read_word(c, &member);
}

static bool read_file_object(config *c)
{
    if (!cli_scan_expect(&c->scan, TUNIP_JSON_OPEN_OBJECT, "`{`")) return false;
    if (!cli_scan_accept(&c->scan, TUNIP_JSON_CLOSE_OBJECT)) {
        do {
            if (!read_member(c)) return false;
        } while (cli_scan_accept(&c->scan, TUNIP_JSON_COMMA));
        if (!cli_scan_expect(&c->scan, TUNIP_JSON_CLOSE_OBJECT, "`}`")) return false;
    }
    return cli_scan_expect(&c->scan, TUNIP_JSON_END, "the end of the file");
}

enum { LARGEST_FILE = 1 << 24 };

bool cli_read_config(const char *path, each_fn each, void *user)
{
    config c = {.each = each, .user = user};
    if (!cli_scan_open(&c.scan, path, LARGEST_FILE, "a configuration file")) return false;
    bool fine = read_file_object(&c);
    cli_scan_close(&c.scan);
    return fine;
}

/* ======== json scan ======== */

/* The tokens of a file, with one token of lookahead, and their values. */

/* A decoded string. */
struct cli_kept {
    struct cli_kept *next;
    char text[];
};

/* ---- messages ---- */

size_t cli_scan_at(const cli_scan *s)
{
    return (size_t)(s->json.at - s->json.begin);
}

bool cli_scan_fail_at(const cli_scan *s, size_t at, const char *format, ...)
{
    char message[512];
    size_t line, column;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    tunip_source_locate(s->source, at, &line, &column);
    cli_fail_at(s->path, line, column, "%s", message);
    return false;
}

bool cli_scan_fail(const cli_scan *s, const char *expected)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_json_describe(&s->json, s->token, got);
    return cli_scan_fail_at(s, cli_scan_at(s), "expected %s, got %s", expected, got);
}

/* ---- tokens ---- */

static void advance(cli_scan *s)
{
    s->token = tunip_json_next(&s->json);
}

bool cli_scan_accept(cli_scan *s, tunip_json_token token)
{
    if (s->token != token) return false;
    advance(s);
    return true;
}

bool cli_scan_expect(cli_scan *s, tunip_json_token token, const char *name)
{
    return cli_scan_accept(s, token) || cli_scan_fail(s, name);
}

const char *cli_scan_string(cli_scan *s)
{
    tunip_json_flaw flaw;
    tunip_str raw = tunip_json_text(&s->json);
    if (!tunip_json_is_string(s->token)) return cli_scan_fail(s, "a string"), NULL;
    struct cli_kept *kept = malloc(sizeof *kept + raw.size);
    if (!kept) return cli_fail("out of memory"), NULL;
    kept->next = s->strings;
    s->strings = kept;
    size_t size = tunip_json_decode(raw, kept->text, &flaw);
    if (size == SIZE_MAX) {
        cli_scan_fail_at(s, cli_scan_at(s) + flaw.begin, "%s", flaw.message);
        return NULL;
    }
    if (strlen(kept->text) < size)
        return cli_scan_fail_at(s, cli_scan_at(s), "expected a string without NUL"), NULL;
    advance(s);
    return kept->text;
}

bool cli_scan_word(cli_scan *s, cli_word *word)
{
    static const cli_kind kinds[] = {
        [TUNIP_JSON_INT] = CLI_NUMBER, [TUNIP_JSON_FLOAT] = CLI_NUMBER,
        [TUNIP_JSON_TRUE] = CLI_BOOL,  [TUNIP_JSON_FALSE] = CLI_BOOL,
        [TUNIP_JSON_NULL] = CLI_NULL,
    };
    tunip_str text = tunip_json_text(&s->json);
    bool is_word = s->token >= TUNIP_JSON_INT && s->token <= TUNIP_JSON_NULL;
    if (!is_word || text.size >= sizeof word->text) return cli_scan_fail(s, "a value");
    memcpy(word->text, text.data, text.size);
    word->text[text.size] = '\0';
    word->kind = kinds[s->token];
    advance(s);
    return true;
}

/* ---- the file ---- */

static bool open_source(cli_scan *s, const char *path, size_t largest, tunip_error *error)
{
    tunip_limits limits = TUNIP_LIMITS_INIT;
    limits.max_input = largest;
    s->context = tunip_context_new_empty(NULL, error);
    if (!s->context || tunip_context_limit(s->context, &limits, error) != TUNIP_OK) return false;
    s->source = tunip_source_open(s->context, path, error);
    return s->source != NULL;
}

bool cli_scan_open(cli_scan *s, const char *path, size_t largest, const char *what)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *s = (cli_scan){.path = strcmp(path, "-") == 0 ? "<stdin>" : path};
    if (!open_source(s, path, largest, &error)) {
        if (error.code == TUNIP_ERROR_LIMIT)
            cli_fail("%s: too large for %s", s->path, what);
        else
            cli_fail_error(s->path, &error);
        cli_scan_close(s);
        return false;
    }
    tunip_json_init(&s->json, tunip_source_text(s->source));
    advance(s);
    return true;
}

void cli_scan_close(cli_scan *s)
{
    while (s->strings) {
        struct cli_kept *next = s->strings->next;
        free(s->strings);
        s->strings = next;
    }
    tunip_source_free(s->source);
    tunip_context_free(s->context);
    s->source = NULL;
    s->context = NULL;
}

/* ======== defines ======== */

/* The constants of --define: NAME=VALUE, where the value is an expression of a script,
 * and @FILE, a JSON object from names to values. */

enum { DEFINES_LARGEST_FILE = 1 << 26, DEEPEST = 100 };

/* ---- constants ---- */

static bool is_name(const char *text, size_t size)
{
    static const char digits[] = "0123456789";
    static const char letters[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (!size || strchr(digits, *text)) return false;
    for (size_t i = 0; i < size; i++)
        if (!(text[i] & 0x80) && !strchr(digits, text[i]) && !strchr(letters, text[i]))
            return false;
    return true;
}

static char *copy_text(tunip_str text)
{
    char *copy = malloc(text.size + 1);
    if (!copy) return NULL;
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return copy;
}

/* Adds a constant; a later definition of a name replaces an earlier one. Takes ownership of
 * `value`, which comes from malloc and may be NULL. */
static bool add(cli_loads *loads, const char *name, size_t size, char *value)
{
    tunip_constant *grown =
        value ? realloc(loads->defines, (loads->define_count + 1) * sizeof *grown) : NULL;
    if (grown) loads->defines = grown;
    char *copy = grown ? copy_text((tunip_str){name, size}) : NULL;
    if (!copy) {
        free(value);
        cli_fail("out of memory");
        return false;
    }
    grown[loads->define_count++] = (tunip_constant){copy, value};
    return true;
}

/* ---- JSON as an expression ---- */

static void put_string(tn_text *out, const char *text)
{
    tn_text_put(out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            tn_text_say(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            tn_text_say(out, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            tn_text_put(out, text, 1);
    }
    tn_text_put(out, "\"", 1);
}

static bool put_key(cli_scan *s, tn_text *out)
{
    const char *key = cli_scan_string(s);
    if (!key || !cli_scan_expect(s, TUNIP_JSON_COLON, "`:`")) return false;
    put_string(out, key);
    tn_text_put_word(out, ": ");
    return true;
}

static bool put_value(cli_scan *s, tn_text *out, int depth);

static bool put_items(cli_scan *s, tn_text *out, int depth, bool is_map)
{
    tunip_json_token end = is_map ? TUNIP_JSON_CLOSE_OBJECT : TUNIP_JSON_CLOSE_ARRAY;
    if (depth > DEEPEST)
        return cli_scan_fail_at(s, cli_scan_at(s), "nested deeper than %d lists", DEEPEST);
    tn_text_put_word(out, is_map ? "{" : "[");
    bool more = !cli_scan_accept(s, end);
    while (more) {
        if ((is_map && !put_key(s, out)) || !put_value(s, out, depth)) return false;
        more = cli_scan_accept(s, TUNIP_JSON_COMMA);
        tn_text_put_word(out, more ? ", " : "");
        if (!more && !cli_scan_expect(s, end, is_map ? "`}`" : "`]`")) return false;
    }
    tn_text_put_word(out, is_map ? "}" : "]");
    return true;
}

static bool put_word(cli_scan *s, tn_text *out)
{
    cli_word word;
    if (!cli_scan_word(s, &word)) return false;
    bool is_true = word.kind == CLI_BOOL && word.text[0] == 't';
    tn_text_put_word(out, word.kind == CLI_NULL   ? "None"
                          : is_true               ? "True"
                          : word.kind == CLI_BOOL ? "False"
                                                  : word.text);
    return true;
}

static bool put_value(cli_scan *s, tn_text *out, int depth)
{
    if (tunip_json_is_string(s->token)) {
        const char *text = cli_scan_string(s);
        if (text) put_string(out, text);
        return text != NULL;
    }
    if (cli_scan_accept(s, TUNIP_JSON_OPEN_ARRAY)) return put_items(s, out, depth + 1, false);
    if (cli_scan_accept(s, TUNIP_JSON_OPEN_OBJECT)) return put_items(s, out, depth + 1, true);
    return put_word(s, out);
}

/* ---- files ---- */

static bool defines_read_member(cli_scan *s, cli_loads *loads)
{
    size_t at = cli_scan_at(s);
    const char *name = cli_scan_string(s);
    if (!name || !cli_scan_expect(s, TUNIP_JSON_COLON, "`:`")) return false;
    if (!is_name(name, strlen(name)))
        return cli_scan_fail_at(s, at, "`%s` cannot be a name in a script", name);
    tn_text out;
    tn_text_init(&out, NULL);
    bool fine = put_value(s, &out, 0);
    tunip_str value = tn_text_str(&out);
    if (fine && out.failed) fine = cli_fail("out of memory") == CLI_OK;
    fine = fine && add(loads, name, strlen(name), copy_text(value));
    tn_text_free(&out);
    return fine;
}

static bool read_members(cli_scan *s, cli_loads *loads)
{
    if (!cli_scan_expect(s, TUNIP_JSON_OPEN_OBJECT, "an object of names and values")) return false;
    if (!cli_scan_accept(s, TUNIP_JSON_CLOSE_OBJECT)) {
        do {
            if (!defines_read_member(s, loads)) return false;
        } while (cli_scan_accept(s, TUNIP_JSON_COMMA));
        if (!cli_scan_expect(s, TUNIP_JSON_CLOSE_OBJECT, "`}`")) return false;
    }
    return cli_scan_expect(s, TUNIP_JSON_END, "the end of the file");
}

static bool read_file(cli_loads *loads, const char *path)
{
    cli_scan scan;
    if (!cli_scan_open(&scan, path, DEFINES_LARGEST_FILE, "a file of constants")) return false;
    bool fine = read_members(&scan, loads);
    cli_scan_close(&scan);
    return fine;
}

bool cli_store_define(void *settings, const cli_option *option, const char *text)
{
    cli_loads *loads = (cli_loads *)(void *)((char *)settings + option->offset);
    if (*text == '@') return read_file(loads, text + 1);
    const char *equals = strchr(text, '=');
    if (!equals || !is_name(text, (size_t)(equals - text))) {
        cli_fail("%s: expected NAME=VALUE or @FILE, got `%s`", option->name, text);
        return false;
    }
    return add(loads, text, (size_t)(equals - text), copy_text(tunip_str_from(equals + 1)));
}

void cli_defines_free(cli_loads *loads)
{
    for (size_t i = 0; i < loads->define_count; i++) {
        free((char *)(uintptr_t)loads->defines[i].name);
        free((char *)(uintptr_t)loads->defines[i].value);
    }
    free(loads->defines);
}
