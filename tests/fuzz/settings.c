/* settings.c -- how a graph is printed. */
#include "settings.h"

#include <stdio.h>

/* The backends, and whether each may refuse a graph. The first one is that of the graph's
 * language. */
static const struct {
    const char *name;
    bool may_refuse;
} backends[] = {{NULL, false}, {"text", false}, {"doc", false}, {"builder", true}};

/* ---- chosen by an input ---- */

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

static void choose_flags(fuzz_settings *s, unsigned flags)
{
    s->options.show_meta = flags & 1;
    s->options.verbose_expr = flags & 2;
    s->options.no_syntax_sugar = flags & 4;
    s->options.print_line_numbers = flags & 8;
    s->options.no_indent = flags & 16;
    s->options.no_context = flags & 32;
    s->options.num_context_lines = flags & 64 ? 2 : 0;
    s->options.indent_spaces = flags & 128 ? 1 : 0;
}

static void choose_settings(fuzz_settings *s, fuzz_input *in, size_t count)
{
    s->options.settings = s->settings;
    s->options.setting_count = count;
    for (size_t i = 0; i < count; i++) {
        s->settings[i].key = setting_keys[fuzz_choice(in, TUNIP_LEN(setting_keys))];
        s->settings[i].value = fuzz_word(in, s->values[i], FUZZ_WORD);
    }
}

static void underline(fuzz_settings *s, const char *path)
{
    s->underline[0] = path;
    s->options.underline = s->underline;
    s->options.underline_count = 1;
}

static void annotate(fuzz_settings *s, const char *path)
{
    s->annotate[0].path = path;
    s->annotate[0].text = "a remark\nof two lines";
    s->options.annotate = s->annotate;
    s->options.annotate_count = 1;
}

void fuzz_settings_begin(fuzz_settings *s)
{
    memset(s, 0, sizeof *s);
    s->options = (tunip_print_options)TUNIP_PRINT_OPTIONS_INIT;
}

void fuzz_settings_choose(fuzz_settings *s, fuzz_input *in)
{
    enum { MOST = 2 };
    fuzz_settings_begin(s);
    size_t backend = fuzz_choice(in, TUNIP_LEN(backends));
    s->options.backend = backends[backend].name;
    s->may_refuse = backends[backend].may_refuse;
    choose_flags(s, fuzz_byte(in));
    unsigned more = fuzz_byte(in);
    s->named = more & (1 | 2 | 4 | 8 | 16 | 32);
    if (more & 4) s->options.name = fuzz_word(in, s->name, FUZZ_WORD);
    if (more & 8) s->options.module_alias = fuzz_word(in, s->alias, FUZZ_WORD);
    if (more >> 4 & 1) underline(s, fuzz_word(in, s->underlined, sizeof s->underlined));
    if (more >> 4 & 2) annotate(s, fuzz_word(in, s->annotated, sizeof s->annotated));
    if (more & 64) s->options.max_depth = 1u + fuzz_byte(in);
    choose_settings(s, in, more & 3 & MOST);
}

/* ---- rows ---- */

typedef enum row_kind { FLAG, SPACES, LINES, TEXT, SETTING, BACKEND, UNDERLINE, ANNOTATE } row_kind;

typedef struct row {
    const char *text; /* on the command line */
    row_kind kind;
    size_t at; /* of the member; the number of spaces or lines */
    const char *key, *value;
} row;

#define AT(member) offsetof(tunip_print_options, member)

static const row rows[] = {
    {"--show-meta", FLAG, AT(show_meta), NULL, NULL},
    {"--verbose-expr", FLAG, AT(verbose_expr), NULL, NULL},
    {"--no-syntax-sugar", FLAG, AT(no_syntax_sugar), NULL, NULL},
    {"--show-object-address", FLAG, AT(show_object_address), NULL, NULL},
    {"--print-line-numbers", FLAG, AT(print_line_numbers), NULL, NULL},
    {"--spans", FLAG, AT(spans), NULL, NULL},
    {"--indent-spaces 0", FLAG, AT(no_indent), NULL, NULL},
    {"--indent-spaces 1", SPACES, 1, NULL, NULL},
    {"--indent-spaces 9", SPACES, 9, NULL, NULL},
    {"--num-context-lines 0", FLAG, AT(no_context), NULL, NULL},
    {"--num-context-lines 2", LINES, 2, NULL, NULL},
    {"--name renamed", TEXT, AT(name), NULL, "renamed"},
    {"--module-alias ''", TEXT, AT(module_alias), NULL, ""},
    {"--module-alias self", TEXT, AT(module_alias), NULL, "self"},
    {"--ir-prefix X", SETTING, 0, "ir_prefix", "X"},
    {"--tir-prefix tir", SETTING, 0, "tir_prefix", "tir"},
    {"--relax-prefix A", SETTING, 0, "relax_prefix", "A"},
    {"--buffer-dtype int8", SETTING, 0, "buffer_dtype", "int8"},
    {"--int-dtype int64", SETTING, 0, "int_dtype", "int64"},
    {"--float-dtype float32", SETTING, 0, "float_dtype", "float32"},
    {"--no-show-all-struct-info", SETTING, 0, "show_all_struct_info", "false"},
    {"--set relay.show_types=false", SETTING, 0, "relay.show_types", "false"},
    {"--backend text", BACKEND, 1, NULL, NULL},
    {"--backend text --backend-option braces=true", BACKEND, 1, "text.braces", "true"},
    {"--backend doc", BACKEND, 2, NULL, NULL},
    {"--backend doc --backend-option paths=false", BACKEND, 2, "doc.paths", "false"},
    {"--backend builder", BACKEND, 3, NULL, NULL},
    {"--path-to-underline '<root>'", UNDERLINE, 0, NULL, NULL},
    {"--path-to-annotate '<root>=a remark'", ANNOTATE, 0, NULL, NULL},
};

const char *fuzz_settings_row(size_t index)
{
    return index < TUNIP_LEN(rows) ? rows[index].text : NULL;
}

/* Another backend does not know the settings of the first one. */
static void set_backend(fuzz_settings *s, size_t backend)
{
    size_t count = 0;
    for (size_t i = 0; i < s->options.setting_count; i++)
        if (strncmp(s->settings[i].key, "text.", 5) != 0 &&
            strncmp(s->settings[i].key, "doc.", 4) != 0)
            s->settings[count++] = s->settings[i];
    s->options.setting_count = count;
    s->options.backend = backends[backend].name;
    s->may_refuse = backends[backend].may_refuse;
}

static void add_setting(fuzz_settings *s, const char *key, const char *value)
{
    if (!key || s->options.setting_count == FUZZ_MOST_SETTINGS) return;
    s->settings[s->options.setting_count++] = (tunip_setting){key, value};
    s->options.settings = s->settings;
}

void fuzz_settings_apply(fuzz_settings *s, size_t index)
{
    const row *r = &rows[index];
    void *at = (char *)&s->options + r->at;
    size_t used = strlen(s->text);
    snprintf(s->text + used, sizeof s->text - used, " %s", r->text);
    if (r->kind == FLAG) *(bool *)at = true;
    if (r->kind == SPACES) s->options.indent_spaces = (int)r->at;
    if (r->kind == LINES) s->options.num_context_lines = r->at;
    if (r->kind == TEXT) *(const char **)at = r->value;
    if (r->kind == UNDERLINE) underline(s, "<root>");
    if (r->kind == ANNOTATE) annotate(s, "<root>");
    if (r->kind == BACKEND) set_backend(s, r->at);
    if (r->kind == SETTING || r->kind == BACKEND) add_setting(s, r->key, r->value);
}

void fuzz_settings_any(fuzz_settings *s, fuzz_random *random)
{
    enum { MOST = 4 };
    fuzz_settings_begin(s);
    for (size_t i = fuzz_below(random, MOST + 1); i > 0; i--)
        fuzz_settings_apply(s, fuzz_below(random, TUNIP_LEN(rows)));
}
