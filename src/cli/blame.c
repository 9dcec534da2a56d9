/* blame.c -- `tunip blame`: for each line the pass that last changed it, and with -l the line to
 * which it goes back. */
#include <stdlib.h>
#include <string.h>

#include "blame_run.h"
#include "print_outputs.h"

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
    tunip_str text = tunip_lineage_line(run->lineage, run->step, line);
    cli_output_print(&run->out, "%*zu ", cli_blame_width(run->steps.count), step);
    cli_output_say(&run->out, "%-*s ", w->name, cli_step_name(&run->steps, step));
    if (run->settings->origins) {
        say_origins(run, line, origins);
        cli_output_say(&run->out, "%-*s ", w->origin, origins);
    }
    cli_output_print(&run->out, "%*zu)%s", cli_blame_width(count), line, text.size ? " " : "");
    cli_blame_put_line(&run->out, text);
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
