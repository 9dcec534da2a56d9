/* blame.c -- tunip blame: the step that made each line. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "print_outputs.h"

/* ======== blame ======== */

/* `tunip blame`: for each line the pass that last changed it, and with -l the line to
 * which it goes back. */

static const cli_option options[] = {
    {"--origins", 'l', NULL, "also show the line of the user's program or of step 0",
     cli_store_flag, offsetof(cli_blame_settings, origins)},
    CLI_BLAME_OPTIONS,
};

void cli_blame_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

static int widest_name(const cli_steps *steps)
{
    enum { WIDEST = 40 };
    size_t width = 0;
    for (size_t i = 0; i < steps->count; i++) {
        size_t size = strlen(cli_step_name(steps, i));
        if (size > width) width = size;
    }
    return width < WIDEST ? (int)width : WIDEST;
}

/* ---- origins ---- */

enum { MOST_ORIGINS = 64, ORIGIN_ROOM = 64 };

static size_t find_origins(const cli_blame_run *run, size_t line, tunip_line_origin *origins)
{
    size_t count = tunip_lineage_origins(run->lineage, run->step, line, origins, MOST_ORIGINS);
    return count < MOST_ORIGINS ? count : MOST_ORIGINS;
}

/* "model.py:12" for the first line of a file, "12" for the next ones; "0:12" for a line of step 0,
 * "conv1" for a layer. A probable one has a question mark. */
static int say_origin(const tunip_line_origin *at, const tunip_line_origin *last, char *text,
                      size_t room)
{
    tunip_str name = at->line ? tunip_str_from("0") : cli_short_name(at->site.source);
    unsigned long long line = at->line ? at->line : (unsigned long long)at->site.line;
    bool again = last && !at->line == !last->line && line &&
                 tunip_str_equal(at->site.source, last->site.source);
    const char *mark = at->sure ? "" : "?", *comma = last ? ", " : "";
    if (!line) return snprintf(text, room, "%s%.*s%s", comma, (int)name.size, name.data, mark);
    if (again) return snprintf(text, room, "%s%llu%s", comma, line, mark);
    return snprintf(text, room, "%s%.*s:%llu%s", comma, (int)name.size, name.data, line, mark);
}

/* "model.py:12, 14, conv1", or "-" without origins. Only what fits is shown. */
static void say_origins(const cli_blame_run *run, size_t line, char text[ORIGIN_ROOM])
{
    tunip_line_origin origins[MOST_ORIGINS];
    static const char more[] = ", ...";
    size_t count = find_origins(run, line, origins), used = 0;
    snprintf(text, ORIGIN_ROOM, "-");
    for (size_t i = 0; i < count; i++) {
        size_t room = ORIGIN_ROOM - sizeof more - used;
        int size = say_origin(&origins[i], i ? &origins[i - 1] : NULL, text + used, room);
        if (size >= 0 && (size_t)size < room) {
            used += (size_t)size;
            continue;
        }
        snprintf(text + used, ORIGIN_ROOM - used, "%s", used ? more : "...");
        return;
    }
}

static void put_json_origins(const cli_blame_run *run, size_t line)
{
    tunip_line_origin origins[MOST_ORIGINS];
    size_t count = find_origins(run, line, origins);
    tunip_json_key(run->json, "origins");
    tunip_json_open(run->json, '[');
    for (size_t i = 0; i < count; i++) {
        tunip_json_open(run->json, '{');
        if (origins[i].line) {
            cli_blame_put_number(run->json, "step", 0);
            cli_blame_put_number(run->json, "line", origins[i].line);
        } else {
            cli_json_site(run->json, &origins[i].site);
        }
        cli_blame_put_bool(run->json, "sure", origins[i].sure);
        tunip_json_close(run->json, '}');
    }
    tunip_json_close(run->json, ']');
}

/* ---- lines ---- */

typedef struct widths {
    int name, origin;
} widths;

static void put_json_line(const cli_blame_run *run, size_t line)
{
    size_t step = tunip_lineage_blame(run->lineage, run->step, line);
    tunip_json_open(run->json, '{');
    cli_blame_put_number(run->json, "line", line);
    cli_blame_put_number(run->json, "step", step);
    cli_blame_put_text(run->json, "name", tunip_str_from(cli_step_name(&run->steps, step)));
    cli_steps_put_json_primitive(&run->steps, step, run->json);
    if (run->settings->origins) put_json_origins(run, line);
    cli_blame_put_text(run->json, "text", tunip_lineage_line(run->lineage, run->step, line));
    tunip_json_close(run->json, '}');
}

static void put_line(cli_blame_run *run, size_t line, const widths *w)
{
    char origins[ORIGIN_ROOM];
    size_t count = tunip_lineage_line_count(run->lineage, run->step);
    size_t step = tunip_lineage_blame(run->lineage, run->step, line);
    bool again = line > 1 && tunip_lineage_blame(run->lineage, run->step, line - 1) == step;
    cli_output_style(&run->out, again ? CLI_DIM : CLI_CYAN);
    cli_output_print(&run->out, "%*zu ", cli_blame_width(run->steps.count), step);
    cli_output_say(&run->out, "%-*s ", w->name, cli_step_name(&run->steps, step));
    cli_output_style(&run->out, NULL);
    if (run->settings->origins) {
        say_origins(run, line, origins);
        cli_output_style(&run->out, CLI_YELLOW);
        cli_output_say(&run->out, "%-*s ", w->origin, origins);
        cli_output_style(&run->out, NULL);
    }
    cli_output_style(&run->out, CLI_DIM);
    cli_output_print(&run->out, "%*zu)", cli_blame_width(count), line);
    cli_output_style(&run->out, NULL);
    if (tunip_lineage_line(run->lineage, run->step, line).size) cli_output_print(&run->out, " ");
    cli_blame_put_line(run, run->step, line);
}

/* Lists the primitives of a schedule that made the steps of the lines: "1 split by sch.split()". */
static bool put_primitives(cli_blame_run *run)
{
    const cli_steps *steps = &run->steps;
    size_t count = tunip_lineage_line_count(run->lineage, run->step);
    bool *blamed = calloc(steps->count + 1, sizeof *blamed), any = false;
    if (!blamed) return cli_fail("out of memory") == CLI_OK;
    for (size_t line = 1; line <= count; line++)
        blamed[tunip_lineage_blame(run->lineage, run->step, line)] = true;
    for (size_t i = 0; i < steps->count; i++) {
        bool has_one = tunip_history_step_at(steps->history, i)->primitive.text.size;
        if (!blamed[i] || !has_one) continue;
        cli_output_print(&run->out, "%s%*zu ", any ? "" : "\n", cli_blame_width(steps->count), i);
        cli_output_hang(&run->out);
        cli_output_say(&run->out, "%s", cli_step_name(steps, i));
        cli_steps_put_primitive(steps, i, &run->out);
        cli_output_print(&run->out, "\n");
        any = true;
    }
    free(blamed);
    return true;
}

static bool put_lines(cli_blame_run *run, void *unused)
{
    char origins[ORIGIN_ROOM];
    widths w = {widest_name(&run->steps), 0};
    size_t count = tunip_lineage_line_count(run->lineage, run->step);
    (void)unused;
    for (size_t line = 1; run->settings->origins && !run->json && line <= count; line++) {
        say_origins(run, line, origins);
        int size = (int)strlen(origins);
        if (size > w.origin) w.origin = size;
    }
    if (run->json) tunip_json_key(run->json, "lines");
    if (run->json) tunip_json_open(run->json, '[');
    for (size_t line = 1; line <= count; line++)
        if (run->json)
            put_json_line(run, line);
        else
            put_line(run, line, &w);
    if (run->json) tunip_json_close(run->json, ']');
    return run->json || put_primitives(run);
}

static bool blame(cli_blame_run *run, const char *file)
{
    bool fine = cli_blame_open(run) && cli_blame_choose_step(run, file);
    cli_steps_note(&run->steps);
    return fine && cli_blame_follow(run) &&
           cli_blame_write(run, 1, run->steps.files[run->step], put_lines, NULL);
}

int cli_blame(int argc, char **argv)
{
    cli_blame_settings s = CLI_BLAME_SETTINGS;
    cli_blame_run run = {.command = "blame", .settings = &s};
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv);
    if (fine && argc > 2) fine = cli_fail("blame: one file is needed, got %d", argc - 1) == CLI_OK;
    fine = fine && blame(&run, argc > 1 ? argv[1] : NULL);
    cli_blame_close(&run);
    cli_blame_free_settings(&s);
    return fine ? CLI_OK : CLI_TROUBLE;
}

/* ======== blame run ======== */

/* The parts that `tunip blame` and `tunip trace` share: the history that they read,
 * and the frame of their output. */

bool cli_store_history(void *settings, const cli_option *option, const char *text)
{
    cli_blame_settings *s = settings;
    (void)option;
    return cli_push(&s->folders, &s->folder_count, text);
}

bool cli_store_root(void *settings, const cli_option *option, const char *text)
{
    cli_blame_settings *s = settings;
    (void)option;
    return cli_push(&s->roots.items, &s->roots.count, text);
}

/* ---- the history ---- */

bool cli_blame_open(cli_blame_run *run)
{
    const cli_blame_settings *s = run->settings;
    if (!s->folder_count)
        return cli_fail("%s: name the pass dumps with --history DIR", run->command) == CLI_OK;
    if (!cli_steps_open(&run->steps, &s->loads, &s->limits)) return false;
    for (size_t i = 0; i < s->folder_count; i++) cli_steps_add(&run->steps, s->folders[i]);
    return true;
}

bool cli_blame_choose_step(cli_blame_run *run, const char *file)
{
    if (file)
        run->step = cli_steps_find_or_add(&run->steps, file);
    else
        run->step = run->steps.count ? run->steps.count - 1 : SIZE_MAX;
    return run->step != SIZE_MAX;
}

static void forget(cli_blame_run *run)
{
    cli_programs_close(&run->programs);
    tunip_lineage_free(run->lineage);
}

bool cli_blame_follow(cli_blame_run *run)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const cli_blame_settings *s = run->settings;
    forget(run);
    run->programs = (cli_programs){.items = NULL};
    run->lineage = tunip_lineage_new(run->steps.history, &s->print, &error);
    if (!run->lineage) return cli_fail_error(run->command, &error) == CLI_OK;
    return cli_programs_open(&run->programs, &run->steps, run->lineage, &s->roots);
}

void cli_blame_close(cli_blame_run *run)
{
    forget(run);
    if (run->coloured.made) tn_text_free(&run->coloured.text);
    cli_steps_close(&run->steps);
}

void cli_blame_free_settings(cli_blame_settings *s)
{
    free(s->folders);
    free(s->roots.items);
    cli_loads_free(&s->loads);
}

/* ---- the output ---- */

void cli_blame_put_number(tunip_json_writer *json, const char *name, size_t value)
{
    tunip_json_key(json, name);
    tunip_json_put_size(json, value);
}

void cli_blame_put_text(tunip_json_writer *json, const char *name, tunip_str text)
{
    tunip_json_key(json, name);
    tunip_json_put_string(json, text);
}

void cli_blame_put_bool(tunip_json_writer *json, const char *name, bool value)
{
    tunip_json_key(json, name);
    tunip_json_put_bool(json, value);
}

/* Prints a step once more, because the lines that are followed have no colours. */
static void colour_step(cli_blame_run *run, size_t step)
{
    tunip_printed *printed;
    tunip_print_options how = run->settings->print;
    const tunip_history_step *at = tunip_history_step_at(run->steps.history, step);
    if (run->coloured.made && run->coloured.step == step) return;
    if (run->coloured.made) tn_text_free(&run->coloured.text);
    tn_text_init(&run->coloured.text, NULL);
    run->coloured.made = true;
    run->coloured.step = step;
    run->coloured.line = run->coloured.behind = 0;
    how.no_source_map = false;
    if (tunip_print(run->steps.context, at->root, &how, &printed, NULL) != TUNIP_OK) return;
    tunip_highlight(printed, tn_text_put_chunk, &run->coloured.text, NULL);
    tunip_printed_free(printed);
}

static tunip_str coloured_line(cli_blame_run *run, size_t line)
{
    tunip_str all = {run->coloured.text.bytes.items, run->coloured.text.bytes.count}, found = {0};
    if (line <= run->coloured.line) run->coloured.line = run->coloured.behind = 0;
    while (run->coloured.line < line && run->coloured.behind < all.size) {
        const char *begin = all.data + run->coloured.behind;
        const char *end = memchr(begin, '\n', all.size - run->coloured.behind);
        found = (tunip_str){begin, end ? (size_t)(end - begin) : all.size - run->coloured.behind};
        run->coloured.behind += found.size + (end != NULL);
        run->coloured.line++;
    }
    return run->coloured.line == line ? found : (tunip_str){0};
}

/* Whether a text is `plain` with styles: a print without memory may lack the end. */
static bool is_coloured(tunip_str text, tunip_str plain)
{
    size_t same = 0;
    for (size_t at = 0; at < text.size; at++)
        if (text.data[at] == '\33')
            while (at + 1 < text.size && text.data[at] != 'm') at++;
        else if (same < plain.size && text.data[at] == plain.data[same])
            same++;
        else
            return false;
    return same == plain.size;
}

void cli_blame_put_line(cli_blame_run *run, size_t step, size_t line)
{
    cli_output *out = &run->out;
    tunip_str text = tunip_lineage_line(run->lineage, step, line);
    size_t blanks = 0;
    while (blanks < text.size && text.data[blanks] == ' ') blanks++;
    cli_output_write(text.data, blanks, out);
    cli_output_hang(out);
    if (out->colour) colour_step(run, step);
    tunip_str shown = out->colour ? coloured_line(run, line) : text;
    if (!is_coloured(shown, text)) shown = text;
    cli_output_write(shown.data + blanks, shown.size - blanks, out);
    cli_output_write("\n", 1, out);
}

int cli_blame_width(size_t number)
{
    return snprintf(NULL, 0, "%zu", number);
}

static bool write_json(cli_blame_run *run, size_t version, const char *file, cli_blame_put_fn put,
                       void *user)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 2;
    run->json = tunip_json_writer_new(NULL, &style, cli_output_write, &run->out, &error);
    tunip_json_open(run->json, '{');
    cli_blame_put_number(run->json, "version", version);
    cli_blame_put_text(run->json, "file", tunip_str_from(file));
    bool fine = put(run, user);
    tunip_json_close(run->json, '}');
    tunip_json_end_line(run->json);
    tunip_json_writer_end(run->json, &error);
    if (error.code == TUNIP_ERROR_MEMORY) fine = cli_fail("%s", error.message) == CLI_OK;
    return fine;
}

bool cli_blame_write(cli_blame_run *run, size_t version, const char *file, cli_blame_put_fn put,
                     void *user)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output_open(&run->out, NULL, run->settings->limits.max_bytes, &error);
    cli_output_for_people(&run->out, &run->settings->loads);
    if (run->settings->json) run->out.colour = false;
    bool fine = run->settings->json ? write_json(run, version, file, put, user) : put(run, user);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED; /* after a message */
    if (cli_output_close(&run->out, &error) || !fine) return fine && !run->steps.failed;
    return cli_fail_output(file, &error) == CLI_OK;
}
