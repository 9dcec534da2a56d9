/* history.c -- tunip history, and the steps that blame, trace and explorer take. */
#include <stdlib.h>
#include <string.h>

#include <tunip/tvm/ir.h>

#include "cli.h"

/* ======== history ======== */

/* `tunip history`: what each pass changed. */

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
    CLI_LIMIT_OPTIONS(history_settings, "64M"),
};

void cli_history_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* The place of a step in the tree of passes. */
struct place {
    size_t
        first; /* the first step that the pass ran, directly or not; the step itself: it ran none */
    int depth;
};

typedef struct table {
    cli_output *out;
    const cli_steps *steps;
    const history_settings *settings;
    tunip_lineage *lineage;
    tunip_history *alone; /* only one step is asked for: it and the step before it; or NULL */
    int width;            /* of the names of passes */
    size_t quiet_from;    /* the first of the steps without changes that are still to be written */
    size_t quiet_count;
    struct place *tree; /* each step; NULL: the steps are a list */
    int depth;          /* of the current step in the tree */
    size_t changed;
    size_t shown;
} table;

/* ---- one step ---- */

/* The functions that a step changed, as `tunip diff --only-names` lists them, and its lines. */
typedef struct step_changes {
    bool any;        /* false for the first step, and for one that changed nothing */
    bool is_part;    /* the step had only a part of the module */
    tunip_str names; /* "changed main\nadded relu\n" */
    tunip_line_counts counts;
    size_t lines; /* of the whole module after the step */
} step_changes;

static step_changes find_changes(const table *t, size_t step)
{
    const tunip_history_step *at = tunip_history_step_at(t->steps->history, step);
    size_t of = t->alone ? tunip_history_count(t->alone) - 1 : step;
    return (step_changes){.any = step && at->changed,
                          .is_part = at->is_part,
                          .names = tunip_lineage_functions(t->lineage, of),
                          .counts = tunip_lineage_counts(t->lineage, of),
                          .lines = tunip_lineage_line_count(t->lineage, of)};
}

/* Goes to the next name: "changed main" -> its verb, and the name. */
static bool next_name(tunip_str *rest, tunip_str *verb, tunip_str *name)
{
    const char *end = rest->size ? memchr(rest->data, '\n', rest->size) : NULL;
    const char *blank = end ? memchr(rest->data, ' ', (size_t)(end - rest->data)) : NULL;
    if (!blank) return false;
    *verb = (tunip_str){rest->data, (size_t)(blank - rest->data)};
    *name = (tunip_str){blank + 1, (size_t)(end - blank) - 1};
    rest->size -= (size_t)(end - rest->data) + 1;
    rest->data = end + 1;
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
    tunip_str verb, name;
    for (tunip_str rest = changes->names; next_name(&rest, &verb, &name);)
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

static void put_text(cli_output *out, tunip_str text)
{
    cli_output_say(out, "%.*s", (int)text.size, text.data);
}

enum { INDENT = 2 };

/* "3-5  no change: A, B, C" */
static void end_quiet(table *t)
{
    char range[64];
    size_t last = t->quiet_from + t->quiet_count - 1;
    if (!t->quiet_count) return;
    snprintf(range, sizeof range, t->quiet_count > 1 ? "%zu-%zu" : "%zu", t->quiet_from, last);
    cli_output_print(t->out, "%9s  %*sno change:", range, t->depth * INDENT, "");
    for (size_t i = t->quiet_from; i <= last; i++)
        cli_output_say(t->out, "%s %s", i == t->quiet_from ? "" : ",", cli_step_name(t->steps, i));
    cli_output_print(t->out, "\n");
    t->quiet_count = 0;
}

/* "added matmul, relu; changed main"; "without main" if the step had only a part of the module */
static void put_names(cli_output *out, const step_changes *changes)
{
    tunip_str verb, name, last = {NULL, 0};
    for (tunip_str rest = changes->names; next_name(&rest, &verb, &name); last = verb) {
        bool again = tunip_str_equal(verb, last);
        cli_output_print(out, "%s", again ? ", " : last.size ? "; " : "");
        bool is_left_out = changes->is_part && tunip_str_is(verb, "removed");
        if (!again && is_left_out) cli_output_print(out, "without ");
        if (!again && !is_left_out) cli_output_print(out, "%.*s ", (int)verb.size, verb.data);
        put_text(out, name);
    }
}

/* "  ran steps 0 to 17" */
static void put_members(const table *t, size_t step, const step_changes *changes)
{
    size_t first = t->tree ? t->tree[step].first : step;
    if (first == step) return;
    cli_output_print(t->out, changes->any ? " (ran" : "  ran");
    cli_output_print(t->out, first + 1 == step ? " step %zu" : " steps %zu to %zu", first,
                     step - 1);
    cli_output_print(t->out, changes->any ? ")" : "");
}

static void put_changes(const table *t, size_t step, const step_changes *changes)
{
    char lines[96];
    size_t before = tunip_history_step_at(t->steps->history, step)->before;
    snprintf(lines, sizeof lines, "+%zu -%zu ~%zu", changes->counts.added, changes->counts.removed,
             changes->counts.changed);
    cli_output_print(t->out, "%9zu  ", step);
    int indent = t->depth * INDENT;
    cli_output_print(t->out, "%*s", indent, "");
    cli_output_say(t->out, "%-*s", t->width - indent, cli_step_name(t->steps, step));
    if (!step)
        cli_output_print(t->out, "  %-16s%5zu lines", "the first step", changes->lines);
    else if (changes->any)
        cli_output_print(t->out, "  %-16s%5zu lines  ", lines, changes->lines);
    else if (!t->tree || t->tree[step].first == step)
        cli_output_print(t->out, "  no change");
    put_names(t->out, changes);
    cli_steps_put_primitive(t->steps, step, t->out);
    put_members(t, step, changes);
    if (step && before != step - 1) cli_output_print(t->out, " (compared with step %zu)", before);
    if (changes->is_part) cli_output_print(t->out, " (a part of the module)");
    cli_output_print(t->out, "\n");
}

static bool write_diff(const table *t, size_t step)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    tunip_script *script;
    size_t before = tunip_history_step_at(t->steps->history, step)->before;
    how.print = &t->settings->print;
    how.lhs_name = cli_step_name(t->steps, before);
    how.rhs_name = cli_step_name(t->steps, step);
    how.colour = cli_wants_colour(t->settings->loads.colour, t->out->file);
    tunip_status status = tunip_history_diff(t->steps->history, before, step, &script, &error);
    if (status == TUNIP_OK)
        status =
            tunip_diff_write(t->steps->context, script, &how, cli_output_write, t->out, &error);
    tunip_script_free(script);
    if (status == TUNIP_OK || status == TUNIP_ERROR_CANCELLED) return true;
    return cli_fail_error(t->steps->files[step], &error) == CLI_OK;
}

static bool is_shown(const table *t, size_t step, const step_changes *changes)
{
    const history_settings *s = t->settings;
    if (s->function) return changes_function(changes, s->function);
    bool is_parent = t->tree && t->tree[step].first != step;
    return s->all || !step || changes->any || is_parent;
}

static bool put_step(table *t, size_t step)
{
    int depth = t->tree ? t->tree[step].depth : 0;
    step_changes changes = find_changes(t, step);
    bool is_next = step == t->quiet_from + t->quiet_count && depth == t->depth;
    t->changed += changes.any && !changes.is_part;
    if (!is_next && !t->settings->function) end_quiet(t);
    t->depth = depth;
    if (!is_shown(t, step, &changes)) {
        if (!t->quiet_count++) t->quiet_from = step;
        return true;
    }
    if (!t->settings->function) end_quiet(t);
    t->shown++;
    put_changes(t, step, &changes);
    return !t->settings->diff || !changes.any || write_diff(t, step);
}

/* ---- the tree of passes ---- */

/* A pass comes after those that it ran, and their numbers are in a row. */
static bool make_tree(table *t)
{
    enum { DEEPEST = 8 };
    size_t count = t->steps->count;
    t->tree = malloc((count + 1) * sizeof *t->tree);
    if (!t->tree) return cli_fail("out of memory") == CLI_OK;
    for (size_t i = 0; i < count; i++) t->tree[i] = (struct place){i, 0};
    for (size_t i = 0; i < count; i++) {
        size_t parent = tunip_history_step_at(t->steps->history, i)->parent;
        bool is_earlier = parent < count && t->tree[i].first < t->tree[parent].first;
        if (is_earlier) t->tree[parent].first = t->tree[i].first;
    }
    for (size_t i = count; i-- > 0;) {
        size_t parent = tunip_history_step_at(t->steps->history, i)->parent;
        if (parent >= count) continue;
        int depth = t->tree[parent].depth + 1;
        t->tree[i].depth = depth < DEEPEST ? depth : DEEPEST;
    }
    return true;
}

/* Writes the passes whose first member is `step`, the outermost first, and the step. */
static bool put_branch(table *t, size_t step)
{
    const tunip_history *history = t->steps->history;
    size_t top = step;
    bool fine = true;
    if (t->tree[step].first != step) return true; /* it was written before its members */
    for (size_t next = step; next < t->steps->count && t->tree[next].first == step;
         next = tunip_history_step_at(history, next)->parent)
        top = next;
    for (size_t at = top; fine && at > step; at--)
        if (t->tree[at].first == step) fine = put_step(t, at);
    return fine && put_step(t, step);
}

static bool write_table(table *t)
{
    enum { WIDEST = 40 };
    const cli_steps *steps = t->steps;
    bool is_list = t->settings->function != NULL;
    bool fine = is_list || make_tree(t);
    for (size_t i = 0; fine && i < steps->count; i++) {
        int size = (int)strlen(cli_step_name(steps, i));
        if (t->tree) size += t->tree[i].depth * INDENT;
        if (size > t->width) t->width = size < WIDEST ? size : WIDEST;
    }
    for (size_t i = 0; fine && i < steps->count; i++)
        fine = is_list ? put_step(t, i) : put_branch(t, i);
    if (fine && t->settings->function && !t->shown)
        fine = check_function(steps, t->settings->function);
    if (!fine) return false;
    if (!t->settings->function) end_quiet(t);
    cli_output_print(t->out, "%zu step%s; %zu changed the module\n", steps->count,
                     steps->count == 1 ? "" : "s", t->changed);
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
    tunip_str verb, name;
    tunip_json_key(json, "functions");
    tunip_json_open(json, '[');
    for (tunip_str rest = changes->names; next_name(&rest, &verb, &name);) {
        tunip_json_open(json, '{');
        tunip_json_key(json, "name");
        tunip_json_put_string(json, name);
        tunip_json_key(json, "change");
        tunip_json_put_string(json, verb);
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
    tunip_json_put_bool(json, changes->any);
    size_t parent = tunip_history_step_at(steps->history, step)->parent;
    if (parent != TUNIP_NO_PARENT) put_member(json, "parent", parent);
    if (changes->is_part) tunip_json_key(json, "part");
    if (changes->is_part) tunip_json_put_bool(json, true);
    tunip_json_key(json, "lines");
    tunip_json_open(json, '{');
    put_member(json, "added", changes->counts.added);
    put_member(json, "removed", changes->counts.removed);
    put_member(json, "changed", changes->counts.changed);
    put_member(json, "total", changes->lines);
    tunip_json_close(json, '}');
    put_functions(json, changes);
    cli_steps_put_json_primitive(steps, step, json);
    tunip_json_close(json, '}');
}

static bool write_json(table *t)
{
    const cli_steps *steps = t->steps;
    const history_settings *s = t->settings;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 3;
    tunip_json_writer *json = tunip_json_writer_new(NULL, &style, cli_output_write, t->out, &error);
    bool fine = true;
    size_t shown_count = 0;
    tunip_json_open(json, '{');
    put_member(json, "version", 1);
    tunip_json_key(json, "steps");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < steps->count; i++) {
        step_changes changes = find_changes(t, i);
        bool shown = !s->function || changes_function(&changes, s->function);
        if (shown) put_json_step(json, steps, i, &changes);
        shown_count += shown;
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

/* Follows the lines of one step only: a lineage of all steps takes much longer. */
static bool follow_alone(table *t, size_t step)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const cli_steps *steps = t->steps;
    const tunip_history_step *at = tunip_history_step_at(steps->history, step);
    const tunip_history_step *before = tunip_history_step_at(steps->history, at->before);
    t->alone = tunip_history_new(steps->context, &error);
    if (t->alone && before) tunip_history_add(t->alone, "", before->root, &error);
    if (error.code == TUNIP_OK) tunip_history_add(t->alone, "", at->root, &error);
    if (error.code == TUNIP_OK)
        t->lineage = tunip_lineage_new(t->alone, &t->settings->print, &error);
    return t->lineage || cli_fail_error(steps->files[step], &error) == CLI_OK;
}

static bool write_pass(table *t)
{
    size_t step = cli_steps_find(t->steps, t->settings->pass);
    if (step == SIZE_MAX) return false;
    t->width = (int)strlen(cli_step_name(t->steps, step));
    if (!follow_alone(t, step)) return false;
    step_changes changes = find_changes(t, step);
    put_changes(t, step, &changes);
    return !changes.any || write_diff(t, step);
}

/* `text` has room for one byte more than the path, and its NUL. */
static bool touches(const tunip_path *edited, const char *path, char *text)
{
    size_t size = strlen(path), length = tunip_path_text(edited, text, size + 2);
    size_t common = size < length ? size : length;
    if (memcmp(text, path, common) != 0) return false;
    const char *longer = size < length ? text : path;
    return size == length || strchr(".[<", longer[common]) != NULL;
}

/* Whether a step changed the node at a path; *fine is false after a message. */
static bool step_touches(const cli_steps *steps, size_t step, const char *path, bool *fine)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script;
    const tunip_history_step *at = tunip_history_step_at(steps->history, step);
    bool found = false;
    *fine = !at->changed ||
            tunip_history_diff(steps->history, at->before, step, &script, &error) == TUNIP_OK ||
            cli_fail_error(steps->files[step], &error) == CLI_OK;
    if (!at->changed || !*fine) return false;
    char *text = malloc(strlen(path) + 2);
    *fine = text || cli_fail("out of memory") == CLI_OK;
    for (size_t i = 0; text && i < tunip_script_edit_count(script) && !found; i++) {
        const tunip_edit *edit = tunip_script_edit(script, i);
        found = touches(edit->lhs_path, path, text) || touches(edit->rhs_path, path, text);
    }
    free(text);
    tunip_script_free(script);
    return found;
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

static bool write_first_change(table *t)
{
    const char *path = t->settings->path;
    bool fine = true;
    for (size_t i = 1; i < t->steps->count; i++) {
        bool found = step_touches(t->steps, i, path, &fine);
        if (!fine) return false;
        if (!found) continue;
        if (!follow_alone(t, i)) return false;
        step_changes changes = find_changes(t, i);
        put_changes(t, i, &changes);
        return true;
    }
    if (!check_path(t->steps, path)) return false;
    cli_output_say(t->out, "no step changes %s", path);
    cli_output_print(t->out, "\n");
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
    tunip_error error = TUNIP_ERROR_INIT;
    table t = {.out = out, .steps = steps, .settings = s};
    bool is_one = s->path || s->pass;
    if (!is_one) t.lineage = tunip_lineage_new(steps->history, &s->print, &error);
    bool fine = is_one || t.lineage || cli_fail_error("history", &error) == CLI_OK;
    if (fine)
        fine = s->path   ? write_first_change(&t)
               : s->pass ? write_pass(&t)
               : s->json ? write_json(&t)
                         : write_table(&t);
    tunip_lineage_free(t.lineage);
    tunip_history_free(t.alone);
    free(t.tree);
    return fine;
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

/* ======== steps ======== */

/* Reads pass dumps: a step for each file of a folder or module of a log. */

/* ---- names of passes ---- */

/* The words before the name of a pass in headings, and the bytes that end the name. */
static const struct heading {
    const char *words;
    const char *ends;
} headings[] = {
    {"pass name: ", ","},      /* TVM's PrintAfterAll */
    {"IR Dump After ", "(/-"}, /* MLIR, LLVM */
    {"IR Dump Before ", "(/-"},
    {"After Running Pass: ", ","}, /* TVM's PrintIR with a plain name */
    {"Before Running Pass: ", ","},
    {"After ", "("},
};

static tunip_str trim(tunip_str text)
{
    while (text.size && text.data[text.size - 1] == ' ') text.size--;
    while (text.size && text.data[0] == ' ') text.data++, text.size--;
    return text;
}

static tunip_str name_of_heading(tunip_str heading)
{
    for (size_t i = 0; i < TUNIP_LEN(headings); i++) {
        size_t size = strlen(headings[i].words);
        for (size_t at = 0; at + size <= heading.size; at++) {
            if (memcmp(heading.data + at, headings[i].words, size) != 0) continue;
            tunip_str name = {heading.data + at + size, heading.size - at - size};
            for (size_t k = 0; k < name.size; k++)
                if (strchr(headings[i].ends, name.data[k])) name.size = k;
            return trim(name);
        }
    }
    return trim(heading);
}

/* ---- passes that run passes ---- */

/* TVM's passes that run other passes. A dump has only the module after each pass, so they come
 * after their members, and nothing says with which member they began: the members are the steps
 * since the last such pass, or since a pass that TVM's build functions run outside of them. */
static const char *const runners[] = {"sequential", "_pipeline"};
static const char *const loners[] = {"tir.BindTarget", "tirx.BindTarget", "tir.Filter",
                                     "tirx.Filter"};

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool is_runner(const cli_steps *self, size_t step)
{
    return is_one_of(cli_step_name(self, step), runners, TUNIP_LEN(runners));
}

static bool is_loner(const cli_steps *self, size_t step)
{
    return is_one_of(cli_step_name(self, step), loners, TUNIP_LEN(loners));
}

static tunip_str cut_suffixes(tunip_str name)
{
    static const char *const suffixes[] = {".gz", ".xz", ".zst", ".py", ".json", ".txt", ".relay"};
    for (size_t i = 0; i < TUNIP_LEN(suffixes); i++) {
        size_t size = strlen(suffixes[i]);
        if (name.size > size && memcmp(name.data + name.size - size, suffixes[i], size) == 0)
            name.size -= size;
    }
    return name;
}

/* "dump/004_LegalizeOps.py" -> "LegalizeOps". MLIR writes several numbers: "2_1_canonicalize". */
static tunip_str name_of_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    tunip_str name = cut_suffixes(tunip_str_from(base));
    for (;;) {
        size_t digits = strspn(name.data, "0123456789");
        if (!digits || digits + 1 >= name.size || !strchr("_-.", name.data[digits])) return name;
        name = (tunip_str){name.data + digits + 1, name.size - digits - 1};
    }
}

/* ---- steps ---- */

bool cli_steps_open(cli_steps *self, const cli_loads *loads, const cli_limits *limits)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *self = (cli_steps){.context = cli_context_new(loads, limits), .loads = *loads};
    self->loads.placeholders = true;
    self->loads.warned = &self->warned;
    if (!self->context || !cli_check_format(self->context, loads->format)) return false;
    self->history = tunip_history_new(self->context, &error);
    return self->history || cli_fail("%s", error.message) == CLI_OK;
}

static bool add_file_name(cli_steps *self, const char *name)
{
    char **grown = realloc(self->files, (self->count + 1) * sizeof *grown);
    char *copy = grown ? malloc(strlen(name) + 1) : NULL;
    if (grown) self->files = grown;
    if (!copy) return cli_fail("out of memory") == CLI_OK;
    memcpy(copy, name, strlen(name) + 1);
    self->files[self->count++] = copy;
    return true;
}

/* Finds the members of the last step, if it has the module that its last member left. Behind
 * another such pass, that one is its only member: "_pipeline" is a function around a sequence. */
static void nest_by_name(const cli_steps *self)
{
    size_t last = self->count - 1, first = last;
    const tunip_history_step *at = tunip_history_step_at(self->history, last);
    if (!last || at->changed || at->before != last - 1 || !is_runner(self, last)) return;
    if (is_runner(self, last - 1))
        first--;
    else
        while (first && !is_runner(self, first - 1) && !is_loner(self, first - 1)) first--;
    tunip_history_nest(self->history, first);
}

/* ---- logs with the modules before passes ----
 *
 * They say exactly which passes a pass ran. The first module before a pass is the first step; the
 * others are no steps. */

/* The words that begin the headings of modules before and after passes. */
static const char *const before_words[] = {"Before Running Pass: ", "IR Dump Before "};
static const char *const after_words[] = {"After Running Pass: ", "IR Dump After "};

/* A pass that has begun. */
struct cli_running {
    char name[CLI_NAME_ROOM];
    size_t first; /* the first step since then */
};

static bool has_words(tunip_str heading, const char *const words[2])
{
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(words[i]);
        for (size_t at = 0; at + size <= heading.size; at++)
            if (memcmp(heading.data + at, words[i], size) == 0) return true;
    }
    return false;
}

/* Whether a log also has modules after passes. Otherwise those before passes are the steps. */
static bool has_after(cli_steps *self, const tunip_log *log)
{
    if (log == self->log) return self->has_after;
    self->log = log;
    self->has_after = false;
    for (size_t i = 0; i < tunip_log_count(log) && !self->has_after; i++)
        self->has_after = has_words(tunip_log_get(log, i)->heading, after_words);
    return self->has_after;
}

static bool begin_pass(cli_steps *self, const char *name)
{
    size_t size = (self->running_count + 1) * sizeof *self->running;
    struct cli_running *grown = realloc(self->running, size);
    if (!grown) return cli_fail("out of memory") == CLI_OK;
    self->running = grown;
    struct cli_running *running = &grown[self->running_count++];
    running->first = self->count;
    memcpy(running->name, name, sizeof running->name);
    return true;
}

/* Ends the pass of the last step, and passes in it that failed. */
static void end_pass(cli_steps *self)
{
    size_t at = self->running_count;
    while (at && strcmp(self->running[at - 1].name, cli_step_name(self, self->count - 1)) != 0)
        at--;
    if (!at) return;
    tunip_history_nest(self->history, self->running[at - 1].first);
    self->running_count = at - 1;
}

static void name_step(const cli_inputs *in, const tunip_logged *logged, char name[CLI_NAME_ROOM])
{
    tunip_str words = logged ? name_of_heading(logged->heading) : name_of_file(in->file_name);
    if (logged && logged->pass.size) words = logged->pass;
    if (!words.size && logged) words = logged->name;
    snprintf(name, CLI_NAME_ROOM, "%.*s", (int)words.size, words.data);
}

static bool add_module(cli_steps *self, const cli_inputs *in, const tunip_graph *graph,
                       const char *name)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_logged *logged = tunip_log_get(in->log, in->index);
    const tunip_node *root = tunip_graph_root(graph);
    bool is_part = logged && logged->when != TUNIP_DUMP_NONE && !logged->operation.size;
    tunip_status status = is_part ? tunip_history_add_part(self->history, name, root, &error)
                                  : tunip_history_add(self->history, name, root, &error);
    if (status == TUNIP_OK && logged) {
        tunip_step_notes notes = {logged->symbol, logged->failed, logged->output};
        status = tunip_history_describe(self->history, &notes, &error);
    }
    if (status != TUNIP_OK) return cli_fail_error(in->name, &error) == CLI_OK;
    return add_file_name(self, in->name);
}

static bool add_step(cli_steps *self, const cli_inputs *in, const tunip_graph *graph)
{
    char name[CLI_NAME_ROOM] = "";
    const tunip_logged *logged = tunip_log_get(in->log, in->index);
    name_step(in, logged, name);
    bool is_before = logged && has_words(logged->heading, before_words);
    if (is_before && has_after(self, in->log))
        return (self->count || add_module(self, in, graph, "input")) && begin_pass(self, name);
    if (!add_module(self, in, graph, name)) return false;
    if (self->running_count)
        end_pass(self);
    else if (!is_before)
        nest_by_name(self);
    return true;
}

/* Whether two files have the same path without suffixes. */
static bool has_stem(const char *a, const char *b)
{
    return tunip_str_equal(cut_suffixes(tunip_str_from(a)), cut_suffixes(tunip_str_from(b)));
}

/* ---- schedules ---- */

static bool is_trace(const cli_steps *self, const cli_inputs *in)
{
    const char *format = in->log ? NULL : tunip_find_format(self->context, in->source, NULL);
    return format && strcmp(format, "python") == 0 &&
           tunip_is_schedule_trace(tunip_source_text(in->source));
}

/* Says by which primitives the steps from `first` on were made. A trace that does not fit is not
 * used, after a note. */
static void use_trace(cli_steps *self, tunip_source *trace, size_t first)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_history_set_trace(self->history, first, self->count, tunip_source_text(trace),
                                &error) != TUNIP_OK)
        cli_note("%s: not used: %s", tunip_source_name(trace).data, error.message);
    tunip_source_free(trace);
}

/* Takes a text of the input as the trace of the steps. Only the last one counts. */
static void take_trace(cli_steps *self, const cli_inputs *in, tunip_str text, tunip_source **trace)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source_free(*trace);
    *trace = tunip_source_new(NULL, tunip_str_from(in->name), text, &error);
    if (!*trace) self->failed = cli_fail_error(in->name, &error) != CLI_OK;
}

static bool is_trace_node(const tunip_node *node)
{
    static const char *const keys[] = {"tir.Trace", "s_tir.Trace"};
    for (size_t i = 0; node && i < TUNIP_LEN(keys); i++)
        if (strcmp(node->type->key, keys[i]) == 0) return true;
    return false;
}

/* The same for a trace that is saved as a graph. False if the graph is something else. */
static bool take_saved_trace(cli_steps *self, const cli_inputs *in, const tunip_graph *graph,
                             tunip_source **trace)
{
    const tunip_node *root = tunip_graph_root(graph);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    if (!is_trace_node(root)) return false;
    if (tunip_print(self->context, root, NULL, &printed, &error) == TUNIP_OK)
        take_trace(self, in, tunip_printed_text(printed), trace);
    else
        self->failed = cli_fail_error(in->name, &error) != CLI_OK;
    tunip_printed_free(printed);
    return true;
}

void cli_steps_add(cli_steps *self, const char *argument)
{
    cli_inputs in;
    size_t before = self->count;
    tunip_source *trace = NULL;
    if (!cli_inputs_open(&in, self->context, &self->loads, &self->standard_input, argument)) {
        self->failed = true;
        return;
    }
    self->loads.is_skipping = in.is_folder;
    while (cli_inputs_next(&in)) {
        if (in.is_folder && self->count && has_stem(self->files[self->count - 1], in.name))
            continue;
        if (is_trace(self, &in)) {
            take_trace(self, &in, tunip_source_text(in.source), &trace);
            continue;
        }
        tunip_graph *graph = cli_inputs_read(&in, false);
        bool taken = graph && take_saved_trace(self, &in, graph, &trace);
        if (!taken && (graph ? !add_step(self, &in, graph) : !in.is_folder)) in.failed = true;
        tunip_graph_free(graph);
    }
    if (in.is_folder && self->count == before)
        in.failed = cli_fail("%s: this folder has no steps", argument);
    if (trace) use_trace(self, trace, in.is_folder ? before : 0);
    self->failed |= in.failed;
    cli_inputs_close(&in);
}

const char *cli_step_name(const cli_steps *self, size_t step)
{
    const tunip_history_step *found = tunip_history_step_at(self->history, step);
    return found ? found->name.data : "";
}

/* A file, as it is written on the command line or in its folder. SIZE_MAX if there is none. */
static size_t find_file(const cli_steps *self, const char *file)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->files[i], file) == 0 || cli_is_same_file(self->files[i], file)) return i;
    for (size_t i = 0; i < self->count; i++) {
        const char *slash = strrchr(self->files[i], '/');
        if (has_stem(self->files[i], file) || (slash && has_stem(slash + 1, file))) return i;
    }
    return SIZE_MAX;
}

/* Sets *found to the last step with this name, and returns the number of such steps. */
static size_t find_name(const cli_steps *self, const char *name, size_t *found)
{
    size_t times = 0;
    for (size_t i = 0; i < self->count; i++) {
        if (strcmp(cli_step_name(self, i), name) != 0) continue;
        *found = i;
        times++;
    }
    return times;
}

static size_t find(const cli_steps *self, const char *argument, size_t *times)
{
    char *end;
    unsigned long number = strtoul(argument, &end, 10);
    size_t found = find_file(self, argument);
    *times = 1;
    if (found != SIZE_MAX) return found;
    *times = find_name(self, argument, &found);
    if (*times) return found;
    *times = tunip_is_digit(*argument) && !*end && number < self->count;
    return number;
}

bool cli_steps_has(const cli_steps *self, const char *argument)
{
    size_t times;
    find(self, argument, &times);
    return times > 0;
}

static const char *name_at(const void *user, size_t i)
{
    const cli_steps *self = user;
    return i < self->count ? cli_step_name(self, i) : NULL;
}

/* "3 steps are called `split`: 1, 4 and 7 (give the number of one)" */
static void fail_ambiguous(const cli_steps *self, const char *name, size_t times)
{
    enum { MOST = 8 };
    char numbers[256] = "";
    size_t used = 0, shown = 0;
    for (size_t i = 0; i < self->count && shown < MOST; i++) {
        if (strcmp(cli_step_name(self, i), name) != 0) continue;
        const char *comma = !shown ? "" : shown + 1 == times ? " and " : ", ";
        used += (size_t)snprintf(numbers + used, sizeof numbers - used, "%s%zu", comma, i);
        shown++;
    }
    cli_fail("%zu steps are called `%s`: %s%s (give the number of one)", times, name, numbers,
             shown < times ? ", ..." : "");
}

size_t cli_steps_find(const cli_steps *self, const char *argument)
{
    char message[CLI_NAME_ROOM], hint[64];
    size_t times, found = find(self, argument, &times);
    if (times == 1) return found;
    if (times) {
        fail_ambiguous(self, argument, times);
        return SIZE_MAX;
    }
    snprintf(message, sizeof message, "no step is called `%s`", argument);
    snprintf(hint, sizeof hint, "the steps have the numbers 0 to %zu", self->count - 1);
    cli_fail_unknown(message, argument, name_at, self, hint);
    return SIZE_MAX;
}

size_t cli_steps_find_or_add(cli_steps *self, const char *argument)
{
    size_t before = self->count, times, found = find(self, argument, &times);
    if (times == 1) return found;
    if (times) return cli_steps_find(self, argument);
    cli_steps_add(self, argument);
    if (self->count == before + 1) return before;
    if (self->count > before)
        cli_fail("%s: holds several modules: choose one, as in FILE#1", argument);
    return SIZE_MAX;
}

void cli_steps_note(const cli_steps *self)
{
    if (self->warned)
        cli_note("%zu of %zu steps were read with warnings; tunip print FILE shows them",
                 self->warned, self->count);
}

void cli_steps_close(cli_steps *self)
{
    for (size_t i = 0; i < self->count; i++) free(self->files[i]);
    free(self->files);
    free(self->running);
    tunip_history_free(self->history);
    tunip_source_free(self->standard_input);
    tunip_context_free(self->context);
}

/* ---- the primitives of schedules ---- */

static const tunip_primitive *primitive_of(const cli_steps *self, size_t step)
{
    const tunip_primitive *primitive = &tunip_history_step_at(self->history, step)->primitive;
    return primitive->text.size ? primitive : NULL;
}

void cli_steps_put_primitive(const cli_steps *self, size_t step, cli_output *out)
{
    const tunip_primitive *primitive = primitive_of(self, step);
    if (primitive) cli_output_say(out, " by %.*s", (int)primitive->call.size, primitive->call.data);
}

/* Arguments and results: [{"name": "loop", "value": "l1"}], ["l4", "l5"]. */
static void put_values(tunip_json_writer *json, const char *member, tunip_str rest, bool has_names)
{
    tunip_str name, value;
    tunip_json_key(json, member);
    tunip_json_open(json, '[');
    while (tunip_primitive_next(&rest, &name, &value)) {
        if (has_names) tunip_json_open(json, '{');
        if (name.size) tunip_json_key(json, "name");
        if (name.size) tunip_json_put_string(json, name);
        if (has_names) tunip_json_key(json, "value");
        tunip_json_put_string(json, value);
        if (has_names) tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
}

void cli_steps_put_json_primitive(const cli_steps *self, size_t step, tunip_json_writer *json)
{
    const tunip_primitive *primitive = primitive_of(self, step);
    if (!primitive) return;
    tunip_json_key(json, "primitive");
    tunip_json_open(json, '{');
    tunip_json_key(json, "name");
    tunip_json_put_string(json, primitive->name);
    put_values(json, "arguments", primitive->arguments, true);
    put_values(json, "results", primitive->results, false);
    tunip_json_key(json, "text");
    tunip_json_put_string(json, primitive->text);
    tunip_json_close(json, '}');
}
