/* format.c -- `tunip format`: lays out the scripts in Python files. */
#include <stdlib.h>
#include <string.h>

#include "../util/text.h"
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

/* ======== differences ======== */

/* Lines of two texts, and which of them are common. */
typedef struct lines {
    tunip_str text;
    size_t *begins; /* and the end */
    size_t count;
    bool *is_common;
} lines;

static bool find_lines(lines *l, tunip_str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += text.data[i] == '\n';
    count += text.size && text.data[text.size - 1] != '\n';
    *l = (lines){.text = text, .begins = malloc((count + 1) * sizeof *l->begins), .count = count};
    l->is_common = calloc(count + 1, sizeof *l->is_common);
    if (!l->begins || !l->is_common) return cli_fail("out of memory") == CLI_OK;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        l->begins[i] = at;
        const char *end = memchr(text.data + at, '\n', text.size - at);
        at = end ? (size_t)(end - text.data) + 1 : text.size;
    }
    l->begins[count] = text.size;
    return true;
}

static void free_lines(lines *l)
{
    free(l->begins);
    free(l->is_common);
}

static tunip_str line_at(const lines *l, size_t i)
{
    return (tunip_str){l->text.data + l->begins[i], l->begins[i + 1] - l->begins[i]};
}

static bool same(const lines *a, size_t i, const lines *b, size_t k)
{
    return tunip_str_equal(line_at(a, i), line_at(b, k));
}

/* Marks common lines: the next pair of equal lines, the nearest one first. A formatter changes
 * lines where they are, so a short search finds nearly all. */
static void match(lines *a, lines *b)
{
    enum { FARTHEST = 400 };
    size_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        size_t x = i, y = k;
        bool found = false;
        for (size_t sum = 0; !found && sum < FARTHEST; sum++)
            for (size_t down = 0; !found && down <= sum; down++) {
                x = i + down;
                y = k + (sum - down);
                found = x < a->count && y < b->count && same(a, x, b, y);
            }
        if (!found) break;
        a->is_common[x] = b->is_common[y] = true;
        i = x + 1;
        k = y + 1;
    }
}

static void show_line(cli_output *out, char mark, const lines *l, size_t i)
{
    tunip_str line = line_at(l, i);
    bool is_ended = line.size && line.data[line.size - 1] == '\n';
    line.size -= is_ended;
    cli_output_print(out, "%c", mark);
    cli_output_write(line.data, line.size, out);
    cli_output_print(out, is_ended ? "\n" : "\n\\ No newline at end of file\n");
}

/* A group of changes with three lines around it, from lines *i and *k on. */
static void show_group(cli_output *out, const lines *a, const lines *b, size_t *i, size_t *k)
{
    enum { AROUND = 3 };
    size_t before = *i < AROUND ? *i : AROUND, x = *i, y = *k, quiet = 0;
    before = *k < before ? *k : before;
    while ((x < a->count || y < b->count) && quiet <= 2 * AROUND) {
        bool is_change = (x < a->count && !a->is_common[x]) || (y < b->count && !b->is_common[y]);
        quiet = is_change ? 0 : quiet + 1;
        if (x < a->count && !a->is_common[x])
            x++;
        else if (y < b->count && !b->is_common[y])
            y++;
        else
            x++, y++;
    }
    size_t after = quiet < AROUND ? quiet : AROUND, x_end = x - quiet + after;
    size_t y_end = y - quiet + after;
    size_t p = *i - before, q = *k - before;
    cli_output_print(out, "@@ -%zu,%zu +%zu,%zu @@\n", p + (x_end > p), x_end - p, q + (y_end > q),
                     y_end - q);
    while (p < x_end || q < y_end) {
        if (p < x_end && !a->is_common[p]) {
            show_line(out, '-', a, p++);
        } else if (q < y_end && !b->is_common[q]) {
            show_line(out, '+', b, q++);
        } else {
            show_line(out, ' ', a, p++);
            q++;
        }
    }
    *i = x;
    *k = y;
}

static void show_changes(cli_output *out, const char *name, tunip_str old, tunip_str new)
{
    lines a = {.count = 0}, b = {.count = 0};
    if (find_lines(&a, old) && find_lines(&b, new)) {
        match(&a, &b);
        cli_output_say(out, "--- %s", name);
        cli_output_print(out, "\n");
        cli_output_say(out, "+++ %s", name);
        cli_output_print(out, "\n");
        for (size_t i = 0, k = 0; i < a.count || k < b.count;) {
            bool is_common = i < a.count && k < b.count && a.is_common[i] && b.is_common[k];
            if (is_common)
                i++, k++;
            else
                show_group(out, &a, &b, &i, &k);
        }
    }
    free_lines(&a);
    free_lines(&b);
}

/* ======== formatting ======== */

typedef struct format_run {
    const format_settings *settings;
    tunip_context *context;
    cli_output out; /* standard output */
    size_t changed, same;
    bool failed;
} format_run;

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
    if (s->diff && is_changed) show_changes(&run->out, name, old, new);
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
