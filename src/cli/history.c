/* history.c -- tunip history. */
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
    bool dialects;
    const char *against;
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
    {"--dialects", 0, NULL, "count the operations of MLIR in each step by dialect", cli_store_flag,
     AT(dialects)},
    {"--against", 0, "DIR", "find the first step in which another pipeline differs", cli_store_text,
     AT(against)},
    {"--format", 0, "text|json", "text, or JSON", cli_store_choice, AT(json)},
    CLI_COLOUR_OPTION(history_settings),
    CLI_PAGER_OPTION(history_settings),
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

/* The changes of a step of MLIR, and the lines of its module. */
typedef struct mlir_step {
    tunip_changes *changes;
    size_t lines;
} mlir_step;

typedef struct table {
    cli_output *out;
    const cli_steps *steps;
    const history_settings *settings;
    tunip_lineage *lineage; /* NULL for MLIR, whose changes are found step by step */
    mlir_step *mlir;        /* of the steps that were asked for */
    size_t mlir_count;
    bool failed;          /* there was a message */
    tunip_history *alone; /* only one step is asked for: it and the step before it; or NULL */
    int width;            /* of the names of passes */
    size_t quiet_from;    /* the first of the steps without changes that are still to be written */
    size_t quiet_count;
    struct place *tree; /* each step; NULL: the steps are a list */
    int depth;          /* of the current step in the tree */
    size_t changed;
    size_t shown;
    bool is_live; /* the compiler still runs: steps are a list, but know their members */
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

/* The changes of steps in a row. */
typedef struct following {
    const table *t;
    size_t first;
    tunip_error *errors;
} following;

static void follow_one(void *user, size_t i)
{
    const following *f = user;
    f->t->mlir[f->first + i].changes = tunip_history_changes(
        f->t->steps->history, f->first + i, &f->t->settings->print, 1, &f->errors[i]);
}

/* Finds the changes of the steps of MLIR up to this one, and of some that follow, on several
 * threads. A single step has the threads for its functions. */
static bool follow_mlir(table *t, size_t step)
{
    enum { AHEAD = 64 };
    tunip_error errors[AHEAD];
    const tunip_history *history = t->steps->history;
    size_t threads = cli_threads(&t->settings->limits), first = t->mlir_count;
    size_t end = first + AHEAD < t->steps->count ? first + AHEAD : t->steps->count;
    following f = {t, first, errors};
    mlir_step *grown = realloc(t->mlir, end * sizeof *grown);
    if (!grown) return cli_fail("out of memory") == CLI_OK;
    t->mlir = grown;
    for (size_t i = first; i < end; i++) {
        grown[i] = (mlir_step){NULL, 0};
        errors[i - first] = (tunip_error)TUNIP_ERROR_INIT;
    }
    t->mlir_count = end;
    if (end - first == 1)
        grown[first].changes =
            tunip_history_changes(history, first, &t->settings->print, threads, &errors[0]);
    else
        tunip_parallel(threads, end - first, follow_one, &f);
    for (size_t i = first; i < end; i++) {
        const tunip_changes *changes = grown[i].changes;
        if (!changes) return cli_fail_error(t->steps->files[i], &errors[i - first]) == CLI_OK;
        int64_t before = i ? (int64_t)grown[tunip_history_step_at(history, i)->before].lines : 0;
        grown[i].lines = (size_t)(before + changes->growth);
    }
    return end > step || follow_mlir(t, step);
}

static step_changes find_mlir_changes(table *t, size_t step)
{
    const tunip_history_step *at = tunip_history_step_at(t->steps->history, step);
    if (step >= t->mlir_count && !follow_mlir(t, step)) {
        t->failed = true;
        return (step_changes){.any = false};
    }
    const mlir_step *found = &t->mlir[step];
    bool any = step && at->changed;
    return (step_changes){.any = any,
                          .names = any ? found->changes->functions : (tunip_str){NULL, 0},
                          .counts = any ? found->changes->counts : (tunip_line_counts){.added = 0},
                          .lines = found->lines};
}

static void free_mlir(table *t)
{
    for (size_t i = 0; i < t->mlir_count; i++) tunip_changes_free(t->mlir[i].changes);
    free(t->mlir);
}

static step_changes find_changes(table *t, size_t step)
{
    const tunip_history_step *at = tunip_history_step_at(t->steps->history, step);
    if (!t->lineage) return find_mlir_changes(t, step);
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
    if (cli_steps_are_mlir(steps)) return true; /* functions of MLIR are not listed here */
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

enum { INDENT = 2, COUNTS_WIDTH = 16 };

/* "3-5  no change: A, B, C" */
static void end_quiet(table *t)
{
    char range[64];
    size_t last = t->quiet_from + t->quiet_count - 1;
    if (!t->quiet_count) return;
    snprintf(range, sizeof range, t->quiet_count > 1 ? "%zu-%zu" : "%zu", t->quiet_from, last);
    cli_output_style(t->out, CLI_DIM);
    cli_output_print(t->out, "%9s  %*s", range, t->depth * INDENT, "");
    cli_output_hang(t->out);
    cli_output_print(t->out, "no change:");
    for (size_t i = t->quiet_from; i <= last; i++)
        cli_output_say(t->out, "%s %s", i == t->quiet_from ? "" : ",", cli_step_name(t->steps, i));
    cli_output_style(t->out, NULL);
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

/* The first of the steps that a pass ran; the step itself: none. */
static size_t first_member(const table *t, size_t step)
{
    size_t first = step;
    if (t->tree) return t->tree[step].first;
    if (!t->is_live) return step;
    while (first && tunip_history_step_at(t->steps->history, first - 1)->parent <= step) first--;
    return first;
}

/* "  ran steps 0 to 17" */
static void put_members(const table *t, size_t step, const step_changes *changes)
{
    size_t first = first_member(t, step);
    if (first == step) return;
    cli_output_print(t->out, changes->any ? " (ran" : "  ran");
    cli_output_print(t->out, first + 1 == step ? " step %zu" : " steps %zu to %zu", first,
                     step - 1);
    cli_output_print(t->out, changes->any ? ")" : "");
}

/* ---- what the compiler said ---- */

static void put_messages(cli_output *out, tunip_str output)
{
    enum { MOST = 4, WIDEST = 200 };
    size_t count = 0;
    for (tunip_str line; cli_next_message(&output, false, &line); count++) {
        if (count >= MOST) continue;
        cli_output_print(out, "           | ");
        cli_output_hang(out);
        cli_output_say(out, "%.*s", (int)(line.size < WIDEST ? line.size : WIDEST), line.data);
        cli_output_print(out, "\n");
    }
    if (count > MOST) cli_output_print(out, "           | ... and %zu more\n", count - MOST);
}

/* Whether a step has something to say although it changed nothing. */
static bool is_remarkable(const tunip_history_step *at)
{
    tunip_str output = at->output, line;
    return at->failed || at->unseen || cli_next_message(&output, true, &line);
}

/* "  +3 -1 ~2", in 18 columns */
static void put_counts(cli_output *out, const tunip_line_counts *counts)
{
    const struct {
        char sign;
        const char *style;
        size_t count;
    } parts[] = {{'+', CLI_GREEN, counts->added},
                 {'-', CLI_RED, counts->removed},
                 {'~', CLI_YELLOW, counts->changed}};
    char text[32];
    int width = 0;
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) {
        const char *gap = i ? " " : "  ";
        width +=
            (int)strlen(gap) + snprintf(text, sizeof text, "%c%zu", parts[i].sign, parts[i].count);
        cli_output_print(out, "%s", gap);
        if (parts[i].count) cli_output_style(out, parts[i].style);
        cli_output_print(out, "%s", text);
        if (parts[i].count) cli_output_style(out, NULL);
    }
    cli_output_print(out, "%*s", width < COUNTS_WIDTH + 2 ? COUNTS_WIDTH + 2 - width : 0, "");
}

static void put_changes(const table *t, size_t step, const step_changes *changes)
{
    const tunip_history_step *at = tunip_history_step_at(t->steps->history, step);
    size_t before = tunip_history_step_at(t->steps->history, step)->before;
    cli_output_print(t->out, "%9zu  ", step);
    int indent = t->depth * INDENT;
    cli_output_print(t->out, "%*s", indent, "");
    cli_output_style(t->out, CLI_BOLD);
    cli_output_say(t->out, "%-*s", t->width - indent, cli_step_name(t->steps, step));
    cli_output_style(t->out, NULL);
    if (!step)
        cli_output_print(t->out, "  %-*s", COUNTS_WIDTH, "the first step");
    else if (changes->any)
        put_counts(t->out, &changes->counts);
    if (!step || changes->any)
        cli_output_print(t->out, "%5zu lines%s", changes->lines, step ? "  " : "");
    else if (first_member(t, step) == step)
        cli_output_print(t->out, "  no change");
    cli_output_hang(t->out);
    put_names(t->out, changes);
    cli_steps_put_primitive(t->steps, step, t->out);
    put_members(t, step, changes);
    if (step && before != step - 1) cli_output_print(t->out, " (compared with step %zu)", before);
    if (changes->is_part) cli_output_print(t->out, " (a part of the module)");
    if (at->symbol.size)
        cli_output_say(t->out, " (%sran on @%.*s)", at->uncertain ? "probably " : "",
                       (int)at->symbol.size, at->symbol.data);
    if (at->failed) cli_output_style(t->out, CLI_RED);
    if (at->failed) cli_output_print(t->out, " (failed)");
    if (at->failed) cli_output_style(t->out, NULL);
    if (at->unseen && !at->failed) cli_output_print(t->out, " (the log does not show its result)");
    cli_output_print(t->out, "\n");
    put_messages(t->out, at->output);
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
    how.colour = t->out->colour;
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
    bool is_parent = first_member(t, step) != step;
    return s->all || !step || changes->any || is_parent ||
           is_remarkable(tunip_history_step_at(t->steps->history, step));
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

static void put_summary(const table *t)
{
    size_t count = t->steps->count;
    cli_output_print(t->out, "%zu step%s; %zu changed the module\n", count, count == 1 ? "" : "s",
                     t->changed);
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
    if (steps->rest) put_messages(t->out, tunip_str_from(steps->rest));
    put_summary(t);
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

static void put_text_member(tunip_json_writer *json, const char *name, tunip_str text)
{
    if (!text.size) return;
    tunip_json_key(json, name);
    tunip_json_put_string(json, text);
}

static void put_notes(tunip_json_writer *json, const tunip_history_step *at)
{
    put_text_member(json, "symbol", at->symbol);
    if (at->part) tunip_json_key(json, "placed");
    if (at->part) tunip_json_put_bool(json, true);
    if (at->failed) tunip_json_key(json, "failed");
    if (at->failed) tunip_json_put_bool(json, true);
    if (at->uncertain) tunip_json_key(json, "uncertain");
    if (at->uncertain) tunip_json_put_bool(json, true);
    if (at->unseen) tunip_json_key(json, "unseen");
    if (at->unseen) tunip_json_put_bool(json, true);
    put_text_member(json, "output", at->output);
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
    put_notes(json, tunip_history_step_at(steps->history, step));
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
    if (steps->rest) put_text_member(json, "output", tunip_str_from(steps->rest));
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
    if (!cli_steps_are_mlir(t->steps) && !follow_alone(t, step)) return false;
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
        if (!cli_steps_are_mlir(t->steps) && !follow_alone(t, i)) return false;
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
    else if (s->dialects && (s->path || s->pass || s->function || s->diff || s->against))
        trouble = "--dialects goes only with --all and --format";
    else if (s->against && (s->path || s->pass || s->function || s->all || s->json))
        trouble = "--against goes with none of --pass, --first-change, --function, --all and "
                  "--format json";
    if (trouble) cli_fail("history: %s", trouble);
    return !trouble;
}

static bool write_text(const cli_steps *steps, const history_settings *s, cli_output *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    table t = {.out = out, .steps = steps, .settings = s};
    bool is_one = s->path || s->pass;
    if (s->dialects) return cli_write_dialects(steps, s->json != 0, s->all, out);
    bool is_mlir = cli_steps_are_mlir(steps);
    if (!is_one && !is_mlir) t.lineage = tunip_lineage_new(steps->history, &s->print, &error);
    bool fine = is_one || is_mlir || t.lineage || cli_fail_error("history", &error) == CLI_OK;
    if (fine)
        fine = s->path   ? write_first_change(&t)
               : s->pass ? write_pass(&t)
               : s->json ? write_json(&t)
                         : write_table(&t);
    fine = fine && !t.failed;
    tunip_lineage_free(t.lineage);
    free_mlir(&t);
    tunip_history_free(t.alone);
    free(t.tree);
    return fine;
}

static bool write_history(const cli_steps *steps, const history_settings *s, const char *file)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    cli_output_open(&out, NULL, s->limits.max_bytes, &error);
    cli_output_for_people(&out, &s->loads);
    if (s->json) out.colour = false;
    bool fine = write_text(steps, s, &out);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED; /* after a message */
    if (cli_output_close(&out, &error) || !fine) return fine;
    return cli_fail_output(file, &error) == CLI_OK;
}

/* ---- the log of a compiler that still runs ---- */

/* Standard input is read line by line. A dump is complete when the heading of the next one comes;
 * then its step is written, and its text is forgotten. */
typedef struct live {
    cli_steps *steps;
    table *table;
    char *text; /* of malloc(): the dump that is not complete, or the text above the first one */
    size_t size, room;
    bool has_heading; /* in `text` */
    bool began;       /* there were dumps before `text` */
} live;

static bool take_line(live *l, const char *line, size_t size)
{
    if (l->room - l->size < size) {
        size_t room = 2 * (l->room + size);
        char *grown = realloc(l->text, room);
        if (!grown) return cli_fail("out of memory") == CLI_OK;
        l->text = grown;
        l->room = room;
    }
    memcpy(l->text + l->size, line, size);
    l->size += size;
    return true;
}

/* Adds the steps of the text, and writes those that are new. */
static bool take_dumps(live *l, bool goes_on)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = {l->text, l->size};
    tunip_log_part part = {.follows = l->began, .goes_on = goes_on};
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("<stdin>"), text, &error);
    if (!source) return cli_fail_error("<stdin>", &error) == CLI_OK;
    size_t first = l->steps->count;
    bool fine = cli_steps_add_part(l->steps, source, &part);
    tunip_source_free(source);
    for (size_t i = first; fine && i < l->steps->count; i++) fine = put_step(l->table, i);
    fflush(l->table->out->file);
    l->size = 0;
    l->began = true;
    return fine && !l->table->failed;
}

/* Reads the next line of standard input, with its end. False at the end of the input. */
static bool read_line(tn_text *line)
{
    line->bytes.count = 0;
    for (int c = 0; c != '\n' && (c = getc(stdin)) != EOF;) tn_text_put(line, &(char){(char)c}, 1);
    return line->bytes.count > 0;
}

static bool read_live(live *l)
{
    tn_text line;
    bool fine = true;
    tn_text_init(&line, NULL);
    while (fine && read_line(&line)) {
        tunip_str text = tn_text_str(&line);
        bool is_heading = tunip_log_has_heading(text);
        if (is_heading && l->has_heading) fine = take_dumps(l, true);
        l->has_heading |= is_heading;
        fine = fine && take_line(l, text.data, text.size);
    }
    if (line.failed) fine = cli_fail("out of memory") == CLI_OK;
    tn_text_free(&line);
    return fine;
}

/* The rest of the text: the last dump, or a text that has none. */
static bool end_live(live *l)
{
    tunip_error error = TUNIP_ERROR_INIT;
    table *t = l->table;
    tunip_str text = {l->text, l->size};
    if (!l->has_heading) {
        tunip_source *source = tunip_source_new(NULL, tunip_str_from("<stdin>"), text, &error);
        if (!source) return cli_fail_error("<stdin>", &error) == CLI_OK;
        const cli_loads *loads = &l->steps->loads;
        l->steps->standard_input = cli_unpack(l->steps->context, loads, source, "<stdin>");
        return l->steps->standard_input != NULL;
    }
    if (!take_dumps(l, false)) return false;
    end_quiet(t);
    if (l->steps->rest) put_messages(t->out, tunip_str_from(l->steps->rest));
    put_summary(t);
    return true;
}

/* Sets *done if standard input was such a log. */
static bool write_live(cli_steps *steps, const history_settings *s, bool *done)
{
    enum { USUAL_WIDTH = 32 };
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    cli_output_open(&out, NULL, 0, &error); /* without a pager: the table grows while one looks */
    out.colour = cli_wants_colour(s->loads.colour, out.file);
    table t = {.out = &out, .steps = steps, .settings = s, .width = USUAL_WIDTH, .is_live = true};
    live l = {.steps = steps, .table = &t};
    bool fine = read_live(&l) && end_live(&l);
    *done = l.has_heading || !fine;
    free_mlir(&t);
    free(l.text);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED;
    if (cli_output_close(&out, &error) || !fine) return fine;
    return cli_fail_output("<stdin>", &error) == CLI_OK;
}

/* ---- two pipelines ---- */

/* Returns the exit status. */
static int compare_pipelines(const cli_steps *steps, const history_settings *s, const char *name)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_steps other = {.context = NULL};
    cli_output out;
    bool differs = false;
    bool fine = cli_steps_open(&other, &s->loads, &s->limits);
    if (fine) cli_steps_add(&other, s->against);
    if (fine) cli_steps_note(&other);
    fine = fine && other.count && !other.failed;
    cli_output_open(&out, NULL, s->limits.max_bytes, &error);
    cli_output_for_people(&out, &s->loads);
    const char *const names[] = {name, s->against};
    if (fine) fine = cli_write_against(steps, &other, names, &s->print, &out, &differs);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED;
    bool closed = cli_output_close(&out, &error);
    if (fine && !closed) fine = cli_fail_output(name, &error) == CLI_OK;
    cli_steps_close(&other);
    return !fine ? CLI_TROUBLE : differs ? CLI_DIFFERENT : CLI_OK;
}

int cli_history(int argc, char **argv)
{
    history_settings settings = {.print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS};
    cli_steps steps = {.context = NULL};
    bool fine = cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv);
    fine = fine && check(&settings, argc - 1);
    if (fine) fine = cli_steps_open(&steps, &settings.loads, &settings.limits);
    bool is_table = !settings.json && !settings.path && !settings.pass && !settings.function &&
                    !settings.dialects && !settings.against;
    bool is_live = fine && argc == 2 && strcmp(argv[1], "-") == 0 && is_table, done = false;
    if (is_live) fine = write_live(&steps, &settings, &done);
    for (int i = 1; fine && !done && i < argc; i++) cli_steps_add(&steps, argv[i]);
    if (fine) cli_steps_note(&steps);
    int status = CLI_OK;
    if (fine && settings.against && steps.count)
        status = compare_pipelines(&steps, &settings, argv[1]);
    else if (fine && steps.count && !done)
        fine = write_history(&steps, &settings, argv[1]);
    fine = fine && steps.count && !steps.failed;
    cli_steps_close(&steps);
    cli_loads_free(&settings.loads);
    return fine ? status : CLI_TROUBLE;
}
