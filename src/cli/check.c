/* check.c -- `tunip check`: reads files as TVM does, and reports all mistakes. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ======== settings ======== */

typedef struct check_settings {
    const char *output; /* NULL: standard output */
    int form;           /* a tunip_findings_form */
    bool list, fix;
    tunip_rules_setting *rules;
    size_t rule_count;
    cli_loads loads;
    cli_limits limits;
} check_settings;

static const char *rule_name(const void *user, size_t i)
{
    (void)user;
    const tunip_check_rule *rule = tunip_rules_get(i);
    return rule ? rule->name : NULL;
}

/* "all" stands for all rules. */
static bool add_rule(check_settings *s, const cli_option *option, const char *text,
                     tunip_rules_level level)
{
    char message[256];
    bool is_all = strcmp(text, "all") == 0;
    const tunip_check_rule *rule = tunip_rules_find(tunip_str_from(text));
    tunip_rules_setting *grown;
    if (!rule && !is_all) {
        snprintf(message, sizeof message, "%s: no rule is called `%s`", option->name, text);
        cli_fail_unknown(message, text, rule_name, NULL, "tunip check --list-rules lists them");
        return false;
    }
    grown = realloc(s->rules, (s->rule_count + 1) * sizeof *grown);
    if (!grown) return cli_fail("out of memory") == CLI_OK;
    s->rules = grown;
    s->rules[s->rule_count++] = (tunip_rules_setting){is_all ? NULL : rule->name, level};
    return true;
}

static bool store_deny(void *settings, const cli_option *option, const char *text)
{
    return add_rule(settings, option, text, TUNIP_RULES_DENY);
}

static bool store_warn(void *settings, const cli_option *option, const char *text)
{
    return add_rule(settings, option, text, TUNIP_RULES_WARN);
}

static bool store_allow(void *settings, const cli_option *option, const char *text)
{
    return add_rule(settings, option, text, TUNIP_RULES_ALLOW);
}

static const cli_option options[] = {
    {"--errors", 0, "text|json|sarif|github", "the form of the findings (text)", cli_store_choice,
     offsetof(check_settings, form)},
    {"--output", 'o', "FILE", "write the findings to FILE (standard output)", cli_store_text,
     offsetof(check_settings, output)},
    {"--deny", 0, "RULE", "findings of a rule are errors; `all` is every rule; repeatable",
     store_deny, 0},
    {"--warn", 0, "RULE", "findings of a rule are warnings", store_warn, 0},
    {"--allow", 0, "RULE", "drop the findings of a rule", store_allow, 0},
    {"--list-rules", 0, NULL, "list the rules with their levels", cli_store_flag,
     offsetof(check_settings, list)},
    {"--fix", 0, NULL, "make the changes that repair findings, and report the others",
     cli_store_flag, offsetof(check_settings, fix)},
    CLI_COLOUR_OPTION(check_settings),
    CLI_HEADING("input"),
    {"--from", 0, "FORMAT", "the format of the input (the one that fits); see tunip dialects",
     cli_store_text, offsetof(check_settings, loads.format)},
    {"--define", 0, "NAME=VALUE", "a constant of scripts, or @FILE: a JSON object; repeatable",
     cli_store_define, offsetof(check_settings, loads)},
    CLI_VINTAGE_OPTION(check_settings),
    CLI_LOAD_OPTION(check_settings),
    CLI_RATIO_OPTION(check_settings),
    CLI_LIMIT_OPTIONS(check_settings, "64M"),
};

void cli_check_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

static int list_rules(void)
{
    for (size_t i = 0; i < tunip_rules_count(); i++) {
        const tunip_check_rule *rule = tunip_rules_get(i);
        printf("%-20s %-5s %s\n", rule->name, tunip_rules_level_name(rule->level), rule->summary);
    }
    return CLI_OK;
}

/* ======== fixes ======== */

typedef struct change {
    size_t begin, end;
    tunip_str text;
} change;

static int by_place(const void *left, const void *right)
{
    const change *a = left, *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* The safe fixes of all findings that do not overlap, in the order of their places. NULL when out
 * of memory. */
static change *collect(const tunip_diagnostics *found, size_t *count)
{
    size_t room = 0, kept = 0;
    const tunip_diagnostic *d;
    const tunip_fix *fix;
    for (size_t i = 0; (d = tunip_diagnostics_get(found, i)); i++)
        for (size_t k = 0; tunip_diagnostic_fix(d, k); k++) room++;
    change *all = malloc((room + 1) * sizeof *all);
    for (size_t i = 0; all && (d = tunip_diagnostics_get(found, i)); i++)
        for (size_t k = 0; (fix = tunip_diagnostic_fix(d, k)); k++)
            if (fix->is_safe) all[kept++] = (change){fix->begin, fix->end, fix->text};
    room = kept;
    kept = 0;
    if (all) qsort(all, room, sizeof *all, by_place);
    for (size_t i = 0; i < room; i++)
        if (!kept || all[i].begin >= all[kept - 1].end) all[kept++] = all[i];
    *count = kept;
    return all;
}

/* Writes the file whole, or not at all. */
static bool write_fixed(const char *path, const tunip_source *source, const change *changes,
                        size_t count)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = tunip_source_text(source);
    cli_output out;
    size_t at = 0;
    if (cli_output_open(&out, path, 0, &error)) {
        for (size_t i = 0; i < count; i++) {
            cli_output_write(text.data + at, changes[i].begin - at, &out);
            cli_output_write(changes[i].text.data, changes[i].text.size, &out);
            at = changes[i].end;
        }
        cli_output_write(text.data + at, text.size - at, &out);
    }
    return cli_output_close(&out, &error) || cli_fail("%s", cli_said(&error)) == CLI_OK;
}

/* ======== checking ======== */

typedef struct check_run {
    const check_settings *settings;
    tunip_context *context;
    cli_output out;
    tunip_findings_writer *writer;
    tunip_source *standard_input;
    size_t module; /* of the log at hand, from 1 on; 0: all */
    size_t errors;
    bool is_named; /* the file is an argument, not one of a folder */
    bool failed;   /* a file could not be read, or the output not written */
} check_run;

static void write_findings(check_run *run, const char *name, const tunip_source *source,
                           const tunip_diagnostics *found)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_diagnostic *d;
    const tunip_findings f = {.name = name, .source = source, .diagnostics = found};
    for (size_t i = 0; (d = tunip_diagnostics_get(found, i)); i++)
        run->errors += tunip_diagnostic_severity(d) == TUNIP_SEVERITY_ERROR;
    if (tunip_findings_writer_add(run->writer, &f, &error) == TUNIP_OK) return;
    cli_fail_error(name, &error);
    run->failed = true;
}

static tunip_status find(const check_run *run, const char *name, const tunip_source *source,
                         tunip_diagnostics *found, tunip_error *error)
{
    const check_settings *s = run->settings;
    tunip_rules_options rules = TUNIP_RULES_OPTIONS_INIT;
    size_t modules = 1;
    rules.rules = s->rules;
    rules.rule_count = s->rule_count;
    rules.format = s->loads.format;
    rules.vintage = s->loads.vintage;
    rules.defines = s->loads.defines;
    rules.define_count = s->loads.define_count;
    rules.module = run->module;
    rules.module_count = &modules;
    tunip_status status = tunip_rules_check_source(run->context, source, &rules, found, error);
    if (!modules && run->is_named) cli_note("%s: no script in this file", name);
    return status;
}

/* Makes the changes, and checks the new text. */
static void fix(check_run *run, const char *path, tunip_source **source, tunip_diagnostics **found)
{
    tunip_error error = TUNIP_ERROR_INIT;
    size_t count;
    change *changes = collect(*found, &count);
    bool is_written = changes && count && write_fixed(path, *source, changes, count);
    if (changes && count && !is_written) run->failed = true;
    free(changes);
    if (!is_written) return;
    cli_note("%s: %zu %s made", path, count, count == 1 ? "change was" : "changes were");
    tunip_source *fixed = tunip_source_open(run->context, path, &error);
    tunip_diagnostics *left = tunip_diagnostics_new(NULL, &error);
    if (!fixed || !left || find(run, path, fixed, left, &error) != TUNIP_OK) {
        cli_fail_error(path, &error);
        run->failed = true;
    }
    tunip_source_free(*source);
    tunip_diagnostics_free(*found);
    *source = fixed;
    *found = left;
}

/* Takes the source. */
static void check_source(check_run *run, const char *name, const char *path, tunip_source *source)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, &error);
    bool fine = found && find(run, name, source, found, &error) == TUNIP_OK;
    if (fine && run->settings->fix && path) fix(run, path, &source, &found);
    if (!fine) {
        cli_fail_error(name, &error);
        run->failed = true;
    } else if (source && found) {
        write_findings(run, name, source, found);
    }
    tunip_diagnostics_free(found);
    tunip_source_free(source);
}

static void check_file(check_run *run, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const char *name = cli_shown(path);
    tunip_source *source = tunip_source_open(run->context, path, &error);
    if (!source) cli_fail_error(name, &error);
    bool is_packed = source && cli_is_packed(path) && !cli_is_stream(path);
    if (source) source = cli_unpack(run->context, &run->settings->loads, source, name);
    if (!source)
        run->failed = true;
    else
        check_source(run, name, is_packed || cli_is_stream(path) ? NULL : path, source);
}

/* The files of a folder, or one module of a log: FILE#3. */
static void check_argument(check_run *run, const char *argument)
{
    cli_inputs in;
    const char *last = NULL;
    bool is_open =
        cli_inputs_open(&in, run->context, &run->settings->loads, &run->standard_input, argument);
    bool is_plain = is_open && !in.is_folder && !in.choice;
    run->is_named = is_open && !in.is_folder;
    if (is_plain) check_file(run, argument);
    while (is_open && !is_plain && cli_inputs_next(&in)) {
        bool is_same = last && strcmp(last, in.file) == 0;
        run->module = in.choice && in.log ? in.index + 1 : 0;
        if (is_same && !run->module) continue;
        check_file(run, in.file);
        last = in.file;
    }
    run->module = 0;
    if (!is_open || in.failed) run->failed = true;
    cli_inputs_close(&in);
}

static int check(const check_settings *settings, int count, char **paths)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diagnostics_options style = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    check_run run = {.settings = settings};
    run.context = cli_context_new(&settings->loads, &settings->limits);
    if (!run.context) return CLI_TROUBLE;
    bool fine = cli_check_format(run.context, settings->loads.format);
    if (fine && !cli_output_open(&run.out, settings->output, settings->limits.max_bytes, &error))
        fine = cli_fail("%s", error.message) == CLI_OK;
    if (fine) {
        style.colour = cli_wants_colour(settings->loads.colour, run.out.file);
        style.long_line = 160;
        run.writer = tunip_findings_writer_new(NULL, (tunip_findings_form)settings->form, &style,
                                               cli_output_put, &run.out, &error);
        for (int i = 0; run.writer && i < count; i++) check_argument(&run, paths[i]);
        if (run.writer) tunip_findings_writer_end(run.writer, &error);
        fine = cli_output_close(&run.out, &error) || cli_fail("%s", cli_said(&error)) == CLI_OK;
    }
    tunip_source_free(run.standard_input);
    tunip_context_free(run.context);
    if (!fine || run.failed) return CLI_TROUBLE;
    return run.errors ? CLI_DIFFERENT : CLI_OK;
}

int cli_check(int argc, char **argv)
{
    check_settings settings = {.limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv)) {
        if (settings.list)
            status = list_rules();
        else if (argc < 2)
            cli_fail("check: no file is given");
        else
            status = check(&settings, argc - 1, argv + 1);
    }
    free(settings.rules);
    cli_loads_free(&settings.loads);
    return status;
}
