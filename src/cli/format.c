/* format.c -- `tunip format`: lays out the scripts in Python files. */
#include "../util/line_diff.h"
#include "cli.h"

/* ======== settings ======== */

typedef struct format_settings {
    size_t width;
    bool check, diff;
    const char *name; /* of standard input; NULL */
    cli_loads loads;
    cli_limits limits;
} format_settings;

static bool store_width(void *settings, const cli_option *option, const char *text)
{
    return cli_parse_count(option, text, 1, CLI_MOST, "", &((format_settings *)settings)->width);
}

static const cli_option options[] = {
    {"--width", 0, "N", "the longest line, in characters (120)", store_width, 0},
    {"--check", 0, NULL, "write no file; exit with 1 if one would change", cli_store_flag,
     offsetof(format_settings, check)},
    {"--diff", 0, NULL, "write no file; show what would change", cli_store_flag,
     offsetof(format_settings, diff)},
    {"--stdin-filename", 0, "NAME", "the name of standard input in messages (<stdin>)",
     cli_store_text, offsetof(format_settings, name)},
    {"--define", 0, "NAME=VALUE", "a constant of scripts, or @FILE: a JSON object; repeatable",
     cli_store_define, offsetof(format_settings, loads)},
    CLI_VINTAGE_OPTION(format_settings),
    CLI_LOAD_OPTION(format_settings),
    CLI_LIMIT_OPTIONS(format_settings, "64M"),
};

void cli_format_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ======== formatting ======== */

typedef struct format_run {
    const format_settings *settings;
    tunip_context *context;
    cli_output out; /* standard output */
    size_t changed, same;
    bool failed;
} format_run;

static void show_changes(format_run *run, const char *name, tunip_str old, tunip_str new)
{
    static const tn_line_diff_options how = {.tells_end = true};
    tn_text hunks;
    tn_text_init(&hunks, NULL);
    tn_line_diff(&hunks, old, new, &how);
    if (hunks.failed) {
        run->failed = cli_fail("out of memory") != CLI_OK;
    } else {
        cli_output_say(&run->out, "--- %s", name);
        cli_output_print(&run->out, "\n");
        cli_output_say(&run->out, "+++ %s", name);
        cli_output_print(&run->out, "\n");
        cli_output_write(hunks.bytes.items, hunks.bytes.count, &run->out);
    }
    tn_text_free(&hunks);
}

/* Writes the file whole, or not at all. */
static void write_file(format_run *run, const char *path, tunip_str text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    if (cli_output_open(&out, path, 0, &error)) cli_output_write(text.data, text.size, &out);
    if (cli_output_close(&out, &error)) return;
    cli_fail("%s", cli_said(&error));
    run->failed = true;
}

static void finish(format_run *run, const char *path, const char *name, tunip_str old,
                   tunip_str new)
{
    const format_settings *s = run->settings;
    bool is_changed = !tunip_str_equal(old, new), is_stream = cli_is_stream(path);
    run->changed += is_changed;
    run->same += !is_changed;
    if (s->diff && is_changed) show_changes(run, name, old, new);
    if (s->check && is_changed) cli_note("%s: would be formatted", name);
    if (s->check || s->diff) return;
    if (is_stream)
        cli_output_write(new.data, new.size, &run->out);
    else if (is_changed)
        write_file(run, path, new);
}

static void format_file(format_run *run, const char *path)
{
    const format_settings *s = run->settings;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_format_script_options how = TUNIP_FORMAT_SCRIPT_OPTIONS_INIT;
    how.width = s->width;
    how.defines = s->loads.defines;
    how.define_count = s->loads.define_count;
    how.vintage = s->loads.vintage;
    bool is_stream = cli_is_stream(path);
    const char *name = is_stream ? s->name ? s->name : "<stdin>" : cli_shown(path);
    tn_text text;
    tn_text_init(&text, NULL);
    tunip_source *source = tunip_source_open(run->context, path, &error);
    if (source && tunip_format_script(run->context, source, &how, tn_text_put_chunk, &text,
                                      &error) == TUNIP_OK) {
        finish(run, path, name, tunip_source_text(source), tn_text_str(&text));
    } else {
        cli_fail_error(name, &error);
        run->failed = true;
    }
    tn_text_free(&text);
    tunip_source_free(source);
}

static int format(const format_settings *settings, int count, char **paths)
{
    tunip_error error = TUNIP_ERROR_INIT;
    format_run run = {.settings = settings};
    run.context = cli_context_new(&settings->loads, &settings->limits);
    if (!run.context) return CLI_TROUBLE;
    if (cli_output_open(&run.out, NULL, settings->limits.max_bytes, &error))
        for (int i = 0; i < count; i++) format_file(&run, paths[i]);
    bool fine = cli_output_close(&run.out, &error) || cli_fail("%s", cli_said(&error)) == CLI_OK;
    tunip_context_free(run.context);
    if (!fine || run.failed) return CLI_TROUBLE;
    return settings->check && run.changed ? CLI_DIFFERENT : CLI_OK;
}

int cli_format_files(int argc, char **argv)
{
    format_settings settings = {.limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status =
            argc < 2 ? cli_fail("format: no file is given") : format(&settings, argc - 1, argv + 1);
    cli_loads_free(&settings.loads);
    return status;
}
