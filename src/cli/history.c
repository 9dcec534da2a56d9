/* history.c -- `tunip history`: what each pass changed. */
#include <stdlib.h>
#include <string.h>

#include <tunip/tvm/ir.h>

#include "steps.h"

typedef struct history_settings {
    int json; /* the choice of --format */
    bool all;
    bool diff;
    const char *function;
    const char *pass;
    const char *path; /* of --first-change */
    tunip_print_options print;
    cli_loads loads;
    cli_limits limits;
} history_settings;

#define AT(member) offsetof(history_settings, member)

static const cli_option options[] = {
    {"--function", 0, "NAME", "show only steps that change this function", cli_store_text,
     AT(function)},
    {"--pass", 0, "STEP", "show the differences that a step made: its number, pass or file",
     cli_store_text, AT(pass)},
    {"--first-change", 0, "PATH", "show the first step that changes the node at an access path",
     cli_store_text, AT(path)},
    {"--diff", 0, NULL, "show the differences that each step made", cli_store_flag, AT(diff)},
    {"--all", 0, NULL, "write a line for each step, also for those that change nothing",
     cli_store_flag, AT(all)},
    {"--format", 0, "text|json", "text, or JSON", cli_store_choice, AT(json)},
    CLI_READ_OPTIONS(history_settings),
    CLI_VINTAGE_OPTION(history_settings),
    CLI_LOAD_OPTION(history_settings),
    CLI_LIMIT_OPTIONS(history_settings, "256M"),
};

void cli_history_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ---- one step ---- */

/* The functions that a step changed, as `tunip diff --only-names` lists them, and its lines. */
typedef struct step_changes {
    tunip_script *script; /* NULL for the first step, and for one that changed nothing */
    char *names;          /* "changed main\nadded relu\n" */
    size_t size;
    size_t added, removed, changed; /* lines */
    size_t lines;                   /* of the whole module after the step */
} step_changes;

static int gather(const char *data, size_t size, void *user)
{
    step_changes *changes = user;
    char *grown = realloc(changes->names, changes->size + size + 1);
    if (!grown) return 1;
    memcpy(grown + changes->size, data, size);
    changes->names = grown;
    changes->size += size;
    grown[changes->size] = '\0';
    return 0;
}

static void count_lines(step_changes *changes, const tunip_diff_lines *lines)
{
    for (size_t i = 0; i < tunip_diff_lines_count(lines); i++) {
        tunip_line_pair pair = tunip_diff_lines_get(lines, i);
        changes->added += !pair.lhs;
        changes->removed += !pair.rhs;
        changes->changed += pair.lhs && pair.rhs && pair.changed;
    }
}

static int count_newlines(const char *data, size_t size, void *user)
{
    size_t *lines = user;
    for (size_t i = 0; i < size; i++) *lines += data[i] == '\n';
    return 0;
}

static void drop_changes(step_changes *changes)
{
    tunip_script_free(changes->script);
    free(changes->names);
    *changes = (step_changes){.script = NULL};
}

static bool find_changes(const cli_steps *steps, const history_settings *s, size_t step,
                         step_changes *changes)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *changes = (step_changes){.script = NULL};
    const tunip_history_step *at = tunip_history_step_at(steps->history, step);
    changes->lines = 1;
    if (tunip_print_stream(steps->context, at->root, &s->print, count_newlines, &changes->lines,
                           &error) != TUNIP_OK)
        return cli_fail("%s: %s", steps->files[step], error.message) == CLI_OK;
    if (!step || !at->changed) return true;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    how.print = &s->print;
    how.form = TUNIP_DIFF_NAMES;
    tunip_history_diff(steps->history, at->before, step, &changes->script, &error);
    tunip_diff_lines *lines = NULL;
    if (changes->script && tunip_diff_write(steps->context, changes->script, &how, gather, changes,
                                            &error) == TUNIP_OK)
        lines = tunip_diff_lines_new(steps->context, changes->script, &how, &error);
    if (lines) count_lines(changes, lines);
    tunip_diff_lines_free(lines);
    if (error.code == TUNIP_OK) return true;
    drop_changes(changes);
    return cli_fail("%s: %s", steps->files[step], error.message) == CLI_OK;
}

/* Goes to the next name: "changed main" -> its verb, and the name with its size. */
static bool next_name(const char **at, char *verb, size_t room, tunip_str *name)
{
    const char *line = *at, *end = line ? strchr(line, '\n') : NULL;
    const char *blank = line ? strchr(line, ' ') : NULL;
    if (!end || !blank || blank > end) return false;
    snprintf(verb, room, "%.*s", (int)(blank - line), line);
    *name = (tunip_str){blank + 1, (size_t)(end - blank - 1)};
    *at = end + 1;
    return true;
}

/* A renamed function has both names: "old -> new". */
static bool has_name(tunip_str name, const char *wanted)
{
    size_t size = strlen(wanted);
    if (tunip_str_is(name, wanted)) return true;
    if (name.size < size + 4) return false;
    return (memcmp(name.data, wanted, size) == 0 && memcmp(name.data + size, " -> ", 4) == 0) ||
           (memcmp(name.data + name.size - size, wanted, size) == 0 &&
            memcmp(name.data + name.size - size - 4, " -> ", 4) == 0);
}

static bool changes_function(const step_changes *changes, const char *function)
{
    char verb[16];
    tunip_str name;
    for (const char *at = changes->names; next_name(&at, verb, sizeof verb, &name);)
        if (has_name(name, function)) return true;
    return false;
}

/* ---- the names of functions ---- */

/* The name of a function of any step, as `tunip diff --only-names` writes it. */
static const char *function_name(const void *user, size_t i)
{
    const cli_steps *steps = user;
    for (size_t step = 0; step < steps->count; step++) {
        const tunip_node *root = tunip_history_step_at(steps->history, step)->root;
        const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, root);
        size_t count = module ? tunip_map_count(module->functions) : 1;
        if (i >= count) {
            i -= count;
            continue;
        }
        const tunip_ir_global_var *var =
            module ? TUNIP_AS(tunip_ir_global_var, module->functions->entries[i].key) : NULL;
        return !module ? "<root>" : var && var->name_hint ? var->name_hint->value.data : "";
    }
    return NULL;
}

/* Fails if no step has the function: the name is then a mistake, and not a function that never
 * changes. */
static bool check_function(const cli_steps *steps, const char *function)
{
    char message[CLI_NAME_ROOM + 64];
    const char *name;
    for (size_t i = 0; (name = function_name(steps, i)); i++)
        if (strcmp(name, function) == 0) return true;
    snprintf(message, sizeof message, "history: --function: no step has a function `%s`", function);
    return cli_fail_unknown(message, function, function_name, steps,
                            "without --function, tunip history lists the functions that change") ==
           CLI_OK;
}

/* ---- as a table ---- */

typedef struct table {
    cli_output *out;
    const cli_steps *steps;
    const history_settings *settings;
    int width;         /* of the names of passes */
    size_t quiet_from; /* the first of the steps without changes that are still to be written */
    size_t quiet_count;
    size_t changed;
    size_t shown;
} table;

static void put_text(cli_output *out, tunip_str text)
{
    cli_output_say(out, "%.*s", (int)text.size, text.data);
}

/* "3-5  3 steps without changes: A, B, C" */
static void end_quiet(table *t)
{
    char range[64];
    size_t last = t->quiet_from + t->quiet_count - 1;
    if (!t->quiet_count) return;
    snprintf(range, sizeof range, t->quiet_count > 1 ? "%zu-%zu" : "%zu", t->quiet_from, last);
    cli_output_print(t->out, "%9s  no change:", range);
    for (size_t i = t->quiet_from; i <= last; i++)
        cli_output_say(t->out, "%s %s", i == t->quiet_from ? "" : ",", cli_step_name(t->steps, i));
    cli_output_print(t->out, "\n");
    t->quiet_count = 0;
}

/* "added matmul, relu; changed main" */
static void put_names(cli_output *out, const step_changes *changes)
{
    char verb[16], last[16] = "";
    tunip_str name;
    for (const char *at = changes->names; next_name(&at, verb, sizeof verb, &name);) {
        bool again = strcmp(verb, last) == 0;
        cli_output_print(out, "%s", again ? ", " : *last ? "; " : "");
        if (!again) cli_output_print(out, "%s ", verb);
        put_text(out, name);
        memcpy(last, verb, sizeof last);
    }
}

static void put_changes(const table *t, size_t step, const step_changes *changes)
{
    char lines[96];
    size_t before = tunip_history_step_at(t->steps->history, step)->before;
    snprintf(lines, sizeof lines, "+%zu -%zu ~%zu", changes->added, changes->removed,
             changes->changed);
    cli_output_print(t->out, "%9zu  ", step);
    cli_output_say(t->out, "%-*s", t->width, cli_step_name(t->steps, step));
    if (!step)
        cli_output_print(t->out, "  %-16s%5zu lines", "the first step", changes->lines);
    else if (changes->script)
        cli_output_print(t->out, "  %-16s%5zu lines  ", lines, changes->lines);
    else
        cli_output_print(t->out, "  no change");
    put_names(t->out, changes);
    if (step && before != step - 1) cli_output_print(t->out, " (compared with step %zu)", before);
    cli_output_print(t->out, "\n");
}

static bool write_diff(const table *t, size_t step, const tunip_script *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    how.print = &t->settings->print;
    how.lhs_name = cli_step_name(t->steps, tunip_history_step_at(t->steps->history, step)->before);
    how.rhs_name = cli_step_name(t->steps, step);
    how.colour = cli_wants_colour(t->settings->loads.colour, t->out->file);
    tunip_status status =
        tunip_diff_write(t->steps->context, script, &how, cli_output_write, t->out, &error);
    if (status == TUNIP_OK || status == TUNIP_ERROR_CANCELLED) return true;
    return cli_fail("%s: %s", t->steps->files[step], error.message) == CLI_OK;
}

static bool is_shown(const table *t, size_t step, const step_changes *changes)
{
    const history_settings *s = t->settings;
    if (s->function) return changes_function(changes, s->function);
    return s->all || !step || changes->script;
}

static bool put_step(table *t, size_t step, const step_changes *changes)
{
    t->changed += changes->script != NULL;
    if (!is_shown(t, step, changes)) {
        if (!t->quiet_count++) t->quiet_from = step;
        return true;
    }
    if (!t->settings->function) end_quiet(t);
    t->shown++;
    put_changes(t, step, changes);
    return !t->settings->diff || !changes->script || write_diff(t, step, changes->script);
}

static bool write_table(const cli_steps *steps, const history_settings *s, cli_output *out)
{
    enum { WIDEST = 40 };
    table t = {.out = out, .steps = steps, .settings = s};
    bool fine = true;
    for (size_t i = 0; i < steps->count; i++) {
        int size = (int)strlen(cli_step_name(steps, i));
        if (size > t.width) t.width = size < WIDEST ? size : WIDEST;
    }
    for (size_t i = 0; fine && i < steps->count; i++) {
        step_changes changes;
        fine = find_changes(steps, s, i, &changes) && put_step(&t, i, &changes);
        drop_changes(&changes);
    }
    if (fine && s->function && !t.shown) fine = check_function(steps, s->function);
    if (!fine) return false;
    if (!s->function) end_quiet(&t);
    cli_output_print(out, "%zu step%s; %zu changed the module\n", steps->count,
                     steps->count == 1 ? "" : "s", t.changed);
    return true;
}

/* ---- as JSON ---- */

static void put_member(tunip_json_writer *json, const char *name, size_t value)
{
    tunip_json_key(json, name);
    tunip_json_put_size(json, value);
}

static void put_functions(tunip_json_writer *json, const step_changes *changes)
{
    char verb[16];
    tunip_str name;
    tunip_json_key(json, "functions");
    tunip_json_open(json, '[');
    for (const char *at = changes->names; next_name(&at, verb, sizeof verb, &name);) {
        tunip_json_open(json, '{');
        tunip_json_key(json, "name");
        tunip_json_put_string(json, name);
        tunip_json_key(json, "change");
        tunip_json_put_string(json, tunip_str_from(verb));
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
}

static void put_json_step(tunip_json_writer *json, const cli_steps *steps, size_t step,
                          const step_changes *changes)
{
    tunip_json_open(json, '{');
    put_member(json, "step", step);
    if (step) put_member(json, "before", tunip_history_step_at(steps->history, step)->before);
    tunip_json_key(json, "name");
    tunip_json_put_string(json, tunip_str_from(cli_step_name(steps, step)));
    tunip_json_key(json, "file");
    tunip_json_put_string(json, tunip_str_from(steps->files[step]));
    tunip_json_key(json, "changed");
    tunip_json_put_bool(json, changes->script != NULL);
    tunip_json_key(json, "lines");
    tunip_json_open(json, '{');
    put_member(json, "added", changes->added);
    put_member(json, "removed", changes->removed);
    put_member(json, "changed", changes->changed);
    put_member(json, "total", changes->lines);
    tunip_json_close(json, '}');
    put_functions(json, changes);
    tunip_json_close(json, '}');
}

static bool write_json(const cli_steps *steps, const history_settings *s, cli_output *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 3;
    tunip_json_writer *json = tunip_json_writer_new(NULL, &style, cli_output_write, out, &error);
    bool fine = true;
    size_t shown_count = 0;
    tunip_json_open(json, '{');
    put_member(json, "version", 1);
    tunip_json_key(json, "steps");
    tunip_json_open(json, '[');
    for (size_t i = 0; fine && i < steps->count; i++) {
        step_changes changes;
        fine = find_changes(steps, s, i, &changes);
        bool shown = !s->function || (fine && changes_function(&changes, s->function));
        if (fine && shown) put_json_step(json, steps, i, &changes);
        shown_count += shown;
        drop_changes(&changes);
    }
    if (fine && !shown_count) fine = check_function(steps, s->function);
    tunip_json_close(json, ']');
    tunip_json_close(json, '}');
    tunip_json_end_line(json);
    tunip_json_writer_end(json, &error);
    if (error.code == TUNIP_ERROR_MEMORY) fine = cli_fail("%s", error.message) == CLI_OK;
    return fine;
}

/* ---- one pass, one path ---- */

static bool write_pass(const cli_steps *steps, const history_settings *s, cli_output *out)
{
    step_changes changes;
    table t = {.out = out, .steps = steps, .settings = s};
    size_t step = cli_steps_find(steps, s->pass);
    if (step == SIZE_MAX) return false;
    t.width = (int)strlen(cli_step_name(steps, step));
    bool fine = find_changes(steps, s, step, &changes);
    if (fine) put_changes(&t, step, &changes);
    if (fine && changes.script) fine = write_diff(&t, step, changes.script);
    drop_changes(&changes);
    return fine;
}

static bool touches(const tunip_path *edited, const char *path)
{
    char text[4096];
    size_t size = strlen(path), length = tunip_path_text(edited, text, sizeof text);
    if (length >= sizeof text) length = sizeof text - 1;
    size_t common = size < length ? size : length;
    if (memcmp(text, path, common) != 0) return false;
    const char *longer = size < length ? text : path;
    return size == length || strchr(".[<", longer[common]) != NULL;
}

static bool script_touches(const tunip_script *script, const char *path)
{
    for (size_t i = 0; i < tunip_script_edit_count(script); i++) {
        const tunip_edit *edit = tunip_script_edit(script, i);
        if (touches(edit->lhs_path, path) || touches(edit->rhs_path, path)) return true;
    }
    return false;
}

/* Fails if no step has the node: the path is then a mistake, and not a node that never changes. */
static bool check_path(const cli_steps *steps, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    for (size_t i = 0; i < steps->count; i++) {
        error = (tunip_error)TUNIP_ERROR_INIT;
        tunip_node_at(tunip_history_step_at(steps->history, i)->root, path, &error);
        if (error.code != TUNIP_ERROR_NOT_FOUND) break;
    }
    if (error.code == TUNIP_OK) return true;
    bool missing = error.code == TUNIP_ERROR_NOT_FOUND;
    return cli_fail("history: --first-change: %s%s",
                    missing ? "no step has this node; in the last step, " : "",
                    error.message) == CLI_OK;
}

static bool write_first_change(const cli_steps *steps, const history_settings *s, cli_output *out)
{
    table t = {.out = out, .steps = steps, .settings = s};
    bool fine = true, found = false;
    for (size_t i = 1; fine && !found && i < steps->count; i++) {
        step_changes changes;
        fine = find_changes(steps, s, i, &changes);
        found = fine && script_touches(changes.script, s->path);
        if (found) put_changes(&t, i, &changes);
        drop_changes(&changes);
    }
    if (!fine || found) return fine;
    if (!check_path(steps, s->path)) return false;
    cli_output_say(out, "no step changes %s", s->path);
    cli_output_print(out, "\n");
    return true;
}

/* ---- the run ---- */

/* Rejects contradictory options before the first file is read. */
static bool check(const history_settings *s, int count)
{
    const char *trouble = NULL;
    if (!count)
        trouble = "no folder or file is given";
    else if (s->path && s->pass)
        trouble = "--pass and --first-change do not go together";
    else if (s->json && (s->path || s->pass))
        trouble = "--format json is for the table, without --pass or --first-change";
    if (trouble) cli_fail("history: %s", trouble);
    return !trouble;
}

static bool write_text(const cli_steps *steps, const history_settings *s, cli_output *out)
{
    if (s->path) return write_first_change(steps, s, out);
    if (s->pass) return write_pass(steps, s, out);
    return s->json ? write_json(steps, s, out) : write_table(steps, s, out);
}

static bool write_history(const cli_steps *steps, const history_settings *s, const char *file)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    cli_output_open(&out, NULL, s->limits.max_bytes, &error);
    bool fine = write_text(steps, s, &out);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED; /* after a message */
    if (cli_output_close(&out, &error) || !fine) return fine;
    return cli_fail_output(file, &error) == CLI_OK;
}

int cli_history(int argc, char **argv)
{
    history_settings settings = {.print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS};
    cli_steps steps = {.context = NULL};
    bool fine = cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv);
    fine = fine && check(&settings, argc - 1);
    if (fine) fine = cli_steps_open(&steps, &settings.loads, &settings.limits);
    for (int i = 1; fine && i < argc; i++) cli_steps_add(&steps, argv[i]);
    if (fine) cli_steps_note(&steps);
    fine = fine && steps.count && write_history(&steps, &settings, argv[1]) && !steps.failed;
    cli_steps_close(&steps);
    cli_loads_free(&settings.loads);
    return fine ? CLI_OK : CLI_TROUBLE;
}
