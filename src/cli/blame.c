/* blame.c -- `tunip blame`: for each line the pass that last changed it; `tunip trace`: the history
 * of one line. */
#include <stdlib.h>
#include <string.h>

#include "steps.h"
#include "unpack.h"

typedef struct blame_settings {
    int json;       /* the choice of --format */
    size_t version; /* of the JSON */
    const char **folders;
    size_t folder_count;
    tunip_print_options print;
    cli_loads loads;
    cli_limits limits;
} blame_settings;

static bool store_folder(void *settings, const cli_option *option, const char *text)
{
    blame_settings *s = settings;
    (void)option;
    return cli_push(&s->folders, &s->folder_count, text);
}

static const cli_option options[] = {
    {"--history", 0, "DIR", "the pass dumps: a folder, a log or a file; repeatable", store_folder,
     0},
    {"--format", 0, "text|json", "text, or JSON", cli_store_choice, offsetof(blame_settings, json)},
    CLI_READ_OPTIONS(blame_settings),
    CLI_VINTAGE_OPTION(blame_settings),
    CLI_LOAD_OPTION(blame_settings),
    CLI_LIMIT_OPTIONS(blame_settings, "64M"),
};

void cli_blame_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* The steps and their lines, and the step that the command is about. */
typedef struct blame_run {
    const blame_settings *settings;
    cli_steps steps;
    tunip_lineage *lineage;
    size_t step;
    size_t line;           /* that is traced */
    tunip_followed *lines; /* what it came from and what it became */
    size_t line_count, line_room;
    cli_output out;
    tunip_json_writer *json; /* or NULL */
} blame_run;

static void put_member(tunip_json_writer *json, const char *name, size_t value)
{
    tunip_json_key(json, name);
    tunip_json_put_size(json, value);
}

static void put_text(tunip_json_writer *json, const char *name, tunip_str text)
{
    tunip_json_key(json, name);
    tunip_json_put_string(json, text);
}

static int width_of(size_t number)
{
    return snprintf(NULL, 0, "%zu", number);
}

static void write_line(cli_output *out, tunip_str text)
{
    cli_output_write(text.data, text.size, out);
    cli_output_write("\n", 1, out);
}

/* ---- blame ---- */

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

static void blame_line(blame_run *run, size_t line, int width)
{
    const tunip_lineage *l = run->lineage;
    size_t count = tunip_lineage_line_count(l, run->step);
    size_t step = tunip_lineage_blame(l, run->step, line);
    tunip_str text = tunip_lineage_line(l, run->step, line);
    if (run->json) {
        tunip_json_open(run->json, '{');
        put_member(run->json, "line", line);
        put_member(run->json, "step", step);
        put_text(run->json, "name", tunip_str_from(cli_step_name(&run->steps, step)));
        put_text(run->json, "text", text);
        tunip_json_close(run->json, '}');
        return;
    }
    cli_output_print(&run->out, "%*zu ", width_of(run->steps.count), step);
    cli_output_say(&run->out, "%-*s", width, cli_step_name(&run->steps, step));
    cli_output_print(&run->out, " %*zu)%s", width_of(count), line, text.size ? " " : "");
    write_line(&run->out, text);
}

static bool blame_lines(blame_run *run, const char *unused)
{
    int width = widest_name(&run->steps);
    size_t count = tunip_lineage_line_count(run->lineage, run->step);
    (void)unused;
    for (size_t line = 1; line <= count; line++) blame_line(run, line, width);
    return true;
}

/* ---- trace ---- */

static bool gather_line(void *user, const tunip_followed *line)
{
    blame_run *run = user;
    if (run->line_count == run->line_room) {
        size_t room = run->line_room * 2 + 256;
        tunip_followed *grown = realloc(run->lines, room * sizeof *grown);
        if (!grown) return false;
        run->lines = grown;
        run->line_room = room;
    }
    run->lines[run->line_count++] = *line;
    return true;
}

/* The change that a step made to a line; NULL: none. */
static const char *find_deed(const blame_run *run, const tunip_followed *at)
{
    if (!at->step) return "the first step";
    if (!at->from_line) return "inserted";
    if (at->kind != TUNIP_LINK_SAME) return tunip_link_kind_name(at->kind);
    tunip_str text = tunip_lineage_line(run->lineage, at->step, at->line);
    tunip_str earlier = tunip_lineage_line(run->lineage, at->from_step, at->from_line);
    return tunip_str_equal(text, earlier) ? NULL : "indentation changed";
}

/* The reason of the link with the line before; NULL: there is no such line. */
static const char *find_reason(const tunip_followed *at)
{
    return at->from_line ? tunip_link_reason_name(at->reason) : NULL;
}

static bool is_asked(const blame_run *run, const tunip_followed *at)
{
    return at->step == run->step && at->line == run->line;
}

static void put_json_line(const blame_run *run, const tunip_followed *at)
{
    const char *what = find_deed(run, at), *why = find_reason(at);
    tunip_json_open(run->json, '{');
    put_member(run->json, "line", at->line);
    put_text(run->json, "what", tunip_str_from(what ? what : "unchanged"));
    if (why) put_text(run->json, "why", tunip_str_from(why));
    if (at->from_line) put_member(run->json, "from", at->from_line);
    tunip_json_key(run->json, "sure");
    tunip_json_put_bool(run->json, at->sure);
    put_text(run->json, "text", tunip_lineage_line(run->lineage, at->step, at->line));
    tunip_json_close(run->json, '}');
}

static void put_json_steps(blame_run *run)
{
    for (size_t i = 0, end; i < run->line_count; i = end) {
        size_t step = run->lines[i].step;
        tunip_json_open(run->json, '{');
        put_member(run->json, "step", step);
        put_text(run->json, "name", tunip_str_from(cli_step_name(&run->steps, step)));
        put_text(run->json, "file", tunip_str_from(run->steps.files[step]));
        tunip_json_key(run->json, "lines");
        tunip_json_open(run->json, '[');
        for (end = i; end < run->line_count && run->lines[end].step == step; end++)
            put_json_line(run, &run->lines[end]);
        tunip_json_close(run->json, ']');
        tunip_json_close(run->json, '}');
    }
}

/* "  7 parallel, line 15, made from line 14: same span (probable)" */
static void put_traced(blame_run *run, const tunip_followed *at, const char *what)
{
    const char *why = find_reason(at);
    tunip_str text = tunip_lineage_line(run->lineage, at->step, at->line);
    bool is_plain = !at->from_line || at->kind == TUNIP_LINK_SAME;
    cli_output_print(&run->out, "%c %*zu ", is_asked(run, at) ? '>' : ' ',
                     width_of(run->steps.count), at->step);
    cli_output_say(&run->out, "%s", cli_step_name(&run->steps, at->step));
    cli_output_print(&run->out, ", line %zu, %s", at->line, what);
    if (!is_plain && at->kind >= TUNIP_LINK_MOVED)
        cli_output_print(&run->out, " %s line %zu", at->kind == TUNIP_LINK_MERGED ? "with" : "from",
                         at->from_line);
    if (!is_plain) cli_output_print(&run->out, ": %s", why);
    cli_output_print(&run->out, "%s\n%s", at->sure ? "" : " (probable)", text.size ? "    " : "");
    write_line(&run->out, text);
}

/* The step that removed a line, where `step` is the last step that has the line: the first later
 * step that was compared with `step`. SIZE_MAX if there is none. */
static size_t removed_by(const blame_run *run, size_t step)
{
    for (size_t i = step + 1; i < run->steps.count; i++) {
        const tunip_history_step *at = tunip_history_step_at(run->steps.history, i);
        if (at->before == step && !at->is_part) return i;
    }
    return SIZE_MAX;
}

static void put_steps(blame_run *run)
{
    for (size_t i = 0; i < run->line_count; i++) {
        const tunip_followed *at = &run->lines[i];
        const char *what = find_deed(run, at);
        if (what || is_asked(run, at)) put_traced(run, at, what ? what : "unchanged");
    }
    size_t last = run->line_count ? run->lines[run->line_count - 1].step : SIZE_MAX;
    size_t end = last == SIZE_MAX ? SIZE_MAX : removed_by(run, last);
    if (end == SIZE_MAX) return;
    cli_output_print(&run->out, "  %*zu ", width_of(run->steps.count), end);
    cli_output_say(&run->out, "%s, removed", cli_step_name(&run->steps, end));
    cli_output_write("\n", 1, &run->out);
}

/* ---- lines of files ----
 *
 * The line numbers of a file may differ from those of its printed text, for example because the
 * functions have another order. */

static tunip_str trim(tunip_str line)
{
    while (line.size && line.data[0] == ' ') line.data++, line.size--;
    while (line.size && strchr(" \r", line.data[line.size - 1])) line.size--;
    return line;
}

/* Goes to the next line of a text. */
static bool next_line(tunip_str *text, tunip_str *line)
{
    const char *end = text->size ? memchr(text->data, '\n', text->size) : NULL;
    if (!text->size) return false;
    size_t size = end ? (size_t)(end - text->data) : text->size;
    *line = (tunip_str){text->data, size};
    size += end != NULL;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

/* "def main(A: ..." -> "def main", "class Module:" -> "class": a script may give the class and the
 * parameters in another way than the printed text. Empty for other lines. */
static tunip_str find_definition(tunip_str line)
{
    bool is_class = line.size > 6 && memcmp(line.data, "class ", 6) == 0;
    bool is_def = line.size > 4 && memcmp(line.data, "def ", 4) == 0;
    size_t size = is_class ? 5 : is_def ? 4 : 0;
    while (is_def && size < line.size && tunip_is_name_part(line.data[size])) size++;
    return (tunip_str){line.data, size};
}

/* A line of a file: its text, the definition above it, and the number of earlier lines with the
 * same text in that definition. The text of a definition is its name. */
typedef struct file_line {
    tunip_str text, definition;
    size_t nth;
} file_line;

/* Whether a line has the text and the definition of another; *inside says whether it is in the
 * definition. */
static bool is_same_line(tunip_str line, const file_line *wanted, bool *inside)
{
    line = trim(line);
    tunip_str definition = find_definition(line);
    if (definition.size) *inside = tunip_str_equal(definition, wanted->definition);
    return *inside && tunip_str_equal(definition.size ? definition : line, wanted->text);
}

static bool find_file_line(tunip_str all, size_t number, file_line *out)
{
    tunip_str line, rest = all;
    *out = (file_line){.nth = 0};
    for (size_t i = 1; i <= number; i++) {
        if (!next_line(&rest, &line)) return false;
        tunip_str definition = find_definition(trim(line));
        if (definition.size) out->definition = definition;
        out->text = definition.size ? definition : trim(line);
    }
    bool inside = !out->definition.size;
    for (size_t i = 1; i < number && next_line(&all, &line); i++)
        out->nth += is_same_line(line, out, &inside);
    return true;
}

/* The corresponding line of the printed text; 0 if there is none. */
static size_t find_printed(const blame_run *run, const file_line *wanted)
{
    size_t count = tunip_lineage_line_count(run->lineage, run->step), nth = 0;
    bool inside = !wanted->definition.size;
    for (size_t i = 1; wanted->text.size && i <= count; i++) {
        tunip_str line = tunip_lineage_line(run->lineage, run->step, i);
        if (is_same_line(line, wanted, &inside) && nth++ == wanted->nth) return i;
    }
    return 0;
}

/* The line of the printed text that corresponds to a line of the file. Saved graphs and modules of
 * logs have no lines of their own: their lines are those of the printed text. */
static size_t printed_line(const blame_run *run, size_t number)
{
    file_line wanted;
    size_t line = number;
    const char *path = run->steps.files[run->step];
    tunip_source *source = tunip_source_open(run->steps.context, path, NULL);
    if (source) source = cli_unpack(run->steps.context, &run->settings->loads, source, path);
    const char *format = source ? tunip_find_format(run->steps.context, source, NULL) : NULL;
    if (format && strcmp(format, "python") == 0) {
        tunip_str text = tunip_source_text(tunip_lineage_source(run->lineage, run->step));
        bool exists = find_file_line(tunip_source_text(source), number, &wanted);
        tunip_str same = trim(tunip_lineage_line(run->lineage, run->step, number));
        bool is_same = exists && !wanted.text.size && !same.size; /* a blank line */
        line = is_same ? number : exists ? find_printed(run, &wanted) : SIZE_MAX;
        if (!line)
            line = cli_find_script_line(&run->steps, source, &run->settings->print, text, number);
    }
    tunip_source_free(source);
    return line;
}

static bool trace_from(blame_run *run, const char *number)
{
    char *end;
    const char *file = run->steps.files[run->step];
    size_t count = tunip_lineage_line_count(run->lineage, run->step);
    unsigned long asked = strtoul(number, &end, 10);
    size_t line = tunip_is_digit(*number) && !*end && asked ? printed_line(run, asked) : SIZE_MAX;
    if (!line)
        return cli_fail("trace: line %s of %s is not a line of the printed text: name a line of "
                        "tunip print %s",
                        number, file, file) == CLI_OK;
    if (line > count)
        return cli_fail("trace: %s has lines 1 to %zu, not %s", file, count, number) == CLI_OK;
    run->line = line;
    if (!tunip_lineage_follow(run->lineage, run->step, line, gather_line, run))
        return cli_fail("out of memory") == CLI_OK;
    if (run->json)
        put_json_steps(run);
    else
        put_steps(run);
    return true;
}

/* ---- the runs ---- */

typedef bool (*write_fn)(blame_run *run, const char *number);

static bool write_text(blame_run *run, const char *list, write_fn write, const char *number)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    if (!run->settings->json) return write(run, number);
    style.lines = 2;
    run->json = tunip_json_writer_new(NULL, &style, cli_output_write, &run->out, &error);
    tunip_json_open(run->json, '{');
    put_member(run->json, "version", run->settings->version);
    put_text(run->json, "file", tunip_str_from(run->steps.files[run->step]));
    tunip_json_key(run->json, list);
    tunip_json_open(run->json, '[');
    bool fine = write(run, number);
    tunip_json_close(run->json, ']');
    tunip_json_close(run->json, '}');
    tunip_json_end_line(run->json);
    tunip_json_writer_end(run->json, &error);
    if (error.code == TUNIP_ERROR_MEMORY) fine = cli_fail("%s", error.message) == CLI_OK;
    return fine;
}

static bool write_run(blame_run *run, const char *list, write_fn write, const char *number)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output_open(&run->out, NULL, run->settings->limits.max_bytes, &error);
    bool fine = write_text(run, list, write, number);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED; /* after a message */
    if (cli_output_close(&run->out, &error) || !fine) return fine;
    return cli_fail_output(run->steps.files[run->step], &error) == CLI_OK;
}

/* Reads the history and the file (NULL: the last step). */
static bool open_run(blame_run *run, const char *command, const char *file)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const blame_settings *s = run->settings;
    if (!s->folder_count)
        return cli_fail("%s: name the pass dumps with --history DIR", command) == CLI_OK;
    if (!cli_steps_open(&run->steps, &s->loads, &s->limits)) return false;
    for (size_t i = 0; i < s->folder_count; i++) cli_steps_add(&run->steps, s->folders[i]);
    if (file)
        run->step = cli_steps_find_or_add(&run->steps, file);
    else
        run->step = run->steps.count ? run->steps.count - 1 : SIZE_MAX;
    cli_steps_note(&run->steps);
    if (run->step == SIZE_MAX) return false;
    run->lineage = tunip_lineage_new(run->steps.history, &s->print, &error);
    return run->lineage || cli_fail_error(command, &error) == CLI_OK;
}

static int run_command(blame_settings *s, const char *command, const char *file, const char *list,
                       write_fn write, const char *number)
{
    blame_run run = {.settings = s};
    bool fine = open_run(&run, command, file) && write_run(&run, list, write, number);
    fine = fine && !run.steps.failed;
    free(run.lines);
    tunip_lineage_free(run.lineage);
    cli_steps_close(&run.steps);
    return fine ? CLI_OK : CLI_TROUBLE;
}

static void free_settings(blame_settings *s)
{
    free(s->folders);
    cli_loads_free(&s->loads);
}

int cli_blame(int argc, char **argv)
{
    blame_settings s = {.version = 1, .print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &s, &argc, argv))
        status = argc > 2 ? cli_fail("blame: one file is needed, got %d", argc - 1)
                          : run_command(&s, "blame", argc > 1 ? argv[1] : NULL, "lines",
                                        blame_lines, NULL);
    free_settings(&s);
    return status;
}

int cli_trace(int argc, char **argv)
{
    blame_settings s = {.version = 2, .print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &s, &argc, argv)) {
        char *colon = argc == 2 ? strrchr(argv[1], ':') : NULL;
        if (colon) *colon = '\0';
        status = colon ? run_command(&s, "trace", *argv[1] ? argv[1] : NULL, "steps", trace_from,
                                     colon + 1)
                       : cli_fail("trace: a place is needed, as in FILE:LINE");
    }
    free_settings(&s);
    return status;
}
