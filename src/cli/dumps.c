/* dumps.c -- the dumps of a log as steps: which passes began, ended, failed, or ran others.
 *
 * A log has dumps after passes, before them, or both. The kinds of its dumps are known only when
 * they come, also for the log of a compiler that still runs. So the first dumps before passes wait
 * until one of these is seen:
 *
 * - a dump after a pass: dumps after passes are the steps. Those before them say which passes a
 *   pass ran, and which ones never ended, and show changes that no dump after a pass shows;
 * - two dumps before passes on the same operation that differ, without a dump after a pass between
 *   them: there are none. The dump before a pass is then the result of the pass before it. */
#include <stdlib.h>
#include <string.h>

#include <tunip/mlir.h>

#include "../util/text.h"
#include "cli.h"

enum { MOST_WAITING = 64 };

/* A pass that has begun. */
struct cli_running {
    char name[CLI_NAME_ROOM];
    cli_place place;     /* on which it runs */
    size_t first;        /* the first step since then */
    tunip_text_key text; /* the dump before it */
    bool is_followed;    /* another pass began on its operation, or around it */
    bool is_seen; /* its step is there, but its result is known only for a part of the module */
};

void cli_dump_free(cli_dump *dump)
{
    tunip_graph_free(dump->graph);
    free(dump->file);
    free(dump->output);
    free(dump->folder);
    *dump = (cli_dump){.root = NULL};
}

/* ---- messages ---- */

bool cli_next_message(tunip_str *output, bool only_severe, tunip_str *line)
{
    static const char *const words[] = {
        "error: ", "warning: ", "Assertion ", "ERROR: ", "Stack dump:", "note: ", "remark: "};
    enum { SEVERE = 5 };
    while (output->size) {
        const char *end = memchr(output->data, '\n', output->size);
        *line = (tunip_str){output->data, end ? (size_t)(end - output->data) : output->size};
        size_t taken = line->size + (end != NULL);
        *output = (tunip_str){output->data + taken, output->size - taken};
        for (size_t i = 0; i < (only_severe ? SEVERE : TUNIP_LEN(words)); i++)
            if (cli_text_behind(*line, words[i]).data) return true;
    }
    return false;
}

/* Whether a text ends as the place of a message does: `FILE:LINE:COL: `, `FILE:LINE: `,
 * `loc(...): `. */
static bool is_place(tunip_str text)
{
    size_t end = text.size;
    if (end < 3 || memcmp(text.data + end - 2, ": ", 2) != 0) return false;
    end -= 2;
    if (text.data[end - 1] == ')') return cli_text_behind(text, "loc(").data != NULL;
    size_t digits = end;
    while (digits && text.data[digits - 1] >= '0' && text.data[digits - 1] <= '9') digits--;
    return digits > 1 && digits < end && text.data[digits - 1] == ':';
}

/* Whether the compiler stopped: a warning is no reason, and neither is `max error: 0.1`. */
static bool tells_failure(tunip_str output)
{
    static const char *const words[] = {"error: ", "ERROR: ", "Assertion ", "Stack dump:"};
    enum { OF_PLACES = 2 };
    for (tunip_str line; cli_next_message(&output, true, &line);)
        for (size_t i = 0; i < TUNIP_LEN(words); i++) {
            tunip_str rest = cli_text_behind(line, words[i]);
            if (!rest.data) continue;
            size_t size = (size_t)(rest.data - line.data) - strlen(words[i]);
            tunip_str before = {line.data, size};
            if (i >= OF_PLACES || !tn_trim_blanks(before).size || is_place(before)) return true;
        }
    return false;
}

/* ---- steps ---- */

/* Adds a step for a dump: of the module, or only of the operation at `part`. */
static bool put_dump(cli_steps *self, const cli_dump *dump, const char *name,
                     const cli_place *place, bool is_part)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_step_notes notes = {.symbol = tunip_str_from(place ? place->symbol : ""),
                              .failed = dump->failed,
                              .output = tunip_str_from(dump->output ? dump->output : ""),
                              .uncertain = is_part && place && place->uncertain};
    tunip_str path = place ? place->path : (tunip_str){NULL, 0};
    tunip_status status =
        is_part ? tunip_history_add_part(self->history, name, dump->root, path, &error)
                : tunip_history_add(self->history, name, dump->root, &error);
    if (status == TUNIP_OK) status = tunip_history_describe(self->history, &notes, &error);
    if (status == TUNIP_OK && dump->graph)
        status = tunip_history_remember(self->history, &dump->text, &error);
    if (status != TUNIP_OK) return cli_fail_error(dump->file, &error) == CLI_OK;
    return cli_steps_note_file(self, dump->file);
}

/* Adds a step for a pass whose result no dump shows. */
static bool put_unseen(cli_steps *self, const struct cli_running *running, bool failed,
                       tunip_str output)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    const cli_place *place = &running->place;
    tunip_step_notes notes = {place->path.size ? place->path : tunip_str_from(place->symbol),
                              failed, output, true, place->uncertain};
    if (tunip_history_add(self->history, running->name, last->root, &error) != TUNIP_OK ||
        tunip_history_describe(self->history, &notes, &error) != TUNIP_OK)
        return cli_fail_error(self->files[self->count - 1], &error) == CLI_OK;
    return cli_steps_note_file(self, self->files[self->count - 1]);
}

/* ---- places ---- */

/* Whether the path of an operation is `path`, or that of an operation inside of it. */
static bool is_path_in(tunip_str inner, tunip_str path)
{
    if (inner.size < path.size || memcmp(inner.data, path.data, path.size) != 0) return false;
    return inner.size == path.size || strncmp(inner.data + path.size, "::@", 3) == 0;
}

static bool is_same_place(const cli_place *a, const cli_place *b)
{
    if (a->path.size && b->path.size) return tunip_str_equal(a->path, b->path);
    return strcmp(a->symbol, b->symbol) == 0;
}

/* Whether an operation is inside of another one. */
static bool is_inside(const cli_place *inner, const cli_place *outer)
{
    if (!*outer->symbol) return *inner->symbol != '\0';
    return outer->path.size && inner->path.size > outer->path.size &&
           is_path_in(inner->path, outer->path);
}

/* Whether a step ran on an operation, or inside of it. */
static bool is_step_at(const tunip_history_step *step, const cli_place *place)
{
    tunip_str symbol = step->symbol, own = tunip_str_from(place->symbol);
    if (place->path.size) return is_path_in(symbol, place->path);
    if (symbol.size < own.size) return false;
    tunip_str end = {symbol.data + symbol.size - own.size, own.size};
    bool is_whole = symbol.size == own.size;
    return tunip_str_equal(end, own) && (is_whole || end.data[-1] == '@');
}

/* Whether two passes that run have the same name and symbol as a dump, but different places. Sets
 * *only to the last one with these; NULL: none. */
static bool find_namesakes(const cli_steps *self, const cli_dump *dump,
                           const struct cli_running **only)
{
    *only = NULL;
    for (size_t i = 0; i < self->running_count; i++) {
        const struct cli_running *at = &self->running[i];
        bool fits = dump->when == TUNIP_DUMP_BEFORE || strcmp(at->name, dump->name) == 0;
        if (!fits || strcmp(at->place.symbol, dump->place.symbol) != 0) continue;
        if (*only && !is_same_place(&(*only)->place, &at->place)) return true;
        *only = at;
    }
    return false;
}

/* Finds which operation a dump of a part shows, if several have its symbol. The dump before a pass
 * is the operation as it was, so one that is equal to the dump is the right one. The dump after a
 * pass shows the operation that the dump before it showed. If neither helps, the most similar
 * operation is a guess. */
static void find_place(const cli_steps *self, cli_dump *dump)
{
    cli_place *place = &dump->place;
    const struct cli_running *only;
    bool uncertain, is_after = dump->when == TUNIP_DUMP_AFTER;
    bool is_known_already = place->path.size > 0; /* by the folder of the file */
    if (!dump->is_part || !*place->symbol || !self->count || is_known_already) return;
    bool many = find_namesakes(self, dump, &only);
    bool is_known = only && !many && only->place.path.size;
    place->path = tunip_history_place(self->history, dump->root, &uncertain);
    place->uncertain = uncertain;
    if (!is_known || !(is_after || uncertain)) return;
    place->path = only->place.path;
    place->uncertain = only->place.uncertain;
}

/* ---- passes that run ---- */

static void drop_running(cli_steps *self, size_t from, size_t to)
{
    memmove(self->running + from, self->running + to,
            (self->running_count - to) * sizeof *self->running);
    self->running_count -= to - from;
}

/* Notes that a pass began or ended on an operation. Passes on functions have ended when a pass on
 * the module begins: if one of them had no dump, there are dumps only of changes. */
static void note_event(cli_steps *self, const cli_dump *dump)
{
    bool is_after = dump->when == TUNIP_DUMP_AFTER;
    for (size_t i = 0; i < self->running_count; i++) {
        struct cli_running *at = &self->running[i];
        bool is_in = is_inside(&at->place, &dump->place);
        bool is_here = is_same_place(&at->place, &dump->place);
        bool is_own = is_here && strcmp(at->name, dump->name) == 0;
        at->is_followed |= is_in || (is_here && !is_own);
        if (is_own && is_after && tunip_text_key_equal(&at->text, &dump->text))
            self->has_unchanged = true;
        if (is_in && !is_after) self->has_gap = true;
    }
}

static bool begin_pass(cli_steps *self, const cli_dump *dump)
{
    size_t size = (self->running_count + 1) * sizeof *self->running;
    struct cli_running *grown = realloc(self->running, size);
    if (!grown) return cli_fail("out of memory") == CLI_OK;
    self->running = grown;
    struct cli_running *running = &grown[self->running_count++];
    *running = (struct cli_running){.first = self->count, .text = dump->text};
    snprintf(running->name, sizeof running->name, "%s", dump->name);
    running->place = dump->place;
    if (!*dump->place.symbol) snprintf(self->around, sizeof self->around, "%s", dump->name);
    return true;
}

/* Whether all steps from `first` on ran on the operation, or inside of it. */
static bool are_within(const cli_steps *self, size_t first, const cli_place *place)
{
    for (size_t i = first; *place->symbol && i + 1 < self->count; i++)
        if (!is_step_at(tunip_history_step_at(self->history, i), place)) return false;
    return true;
}

/* The pass of a dump among those that run; SIZE_MAX if it is not there. */
static size_t find_running(const cli_steps *self, const cli_dump *dump)
{
    size_t at = self->running_count;
    while (at-- > 0)
        if (strcmp(self->running[at].name, dump->name) == 0 &&
            is_same_place(&self->running[at].place, &dump->place))
            return at;
    return SIZE_MAX;
}

/* Ends the pass of the last step. Steps since its begin are those of passes that it ran, unless
 * other threads ran them on other functions. A pass on the whole module also ends passes in it that
 * failed. */
static void end_pass(cli_steps *self, const cli_dump *dump)
{
    size_t at = find_running(self, dump);
    if (at == SIZE_MAX) return;
    size_t first = self->running[at].first;
    if (are_within(self, first, &dump->place)) tunip_history_nest(self->history, first);
    drop_running(self, at, *dump->place.symbol ? at + 1 : self->running_count);
}

/* ---- logs with dumps only before passes ---- */

tunip_node *cli_operation_of(tunip_graph *graph, const tunip_node *root, tunip_str path)
{
    const tunip_mlir_operation *op;
    size_t count = tunip_mlir_find(root, path, &op, 1);
    if (count == SIZE_MAX) tunip_graph_fail(graph, TUNIP_ERROR_MEMORY, "out of memory");
    if (!count || count == SIZE_MAX) return NULL;
    tunip_mlir_file *file = tunip_node_new(graph, &tunip_mlir_file_type);
    void *items[] = {(void *)(uintptr_t)op};
    if (file) file->operations = tunip_array_new(graph, 1, items);
    return file && file->operations ? &file->base : NULL;
}

/* Adds a step in which only the operation with the symbol is as in the dump of the module. */
static bool put_symbol(cli_steps *self, const cli_dump *dump, const struct cli_running *running)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_dump part = {.file = dump->file};
    tunip_graph *graph = tunip_graph_new(self->context, &error);
    if (!graph) return cli_fail_error(dump->file, &error) == CLI_OK;
    const cli_place *place = &running->place;
    part.root = cli_operation_of(graph, dump->root,
                                 place->path.size ? place->path : tunip_str_from(place->symbol));
    bool fine = tunip_graph_status(graph) == TUNIP_OK || cli_fail("out of memory") == CLI_OK;
    if (fine)
        fine = part.root ? put_dump(self, &part, running->name, place, true)
                         : put_unseen(self, running, false, tunip_str_from(""));
    tunip_graph_free(graph);
    return fine;
}

/* Whether the last step has the module of the dump. */
static bool is_reached(const cli_steps *self, const cli_dump *dump)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    how.map_free_vars = true;
    return last->root == dump->root ||
           tunip_equal_nodes(self->context, last->root, dump->root, &how, NULL);
}

/* Whether a dump has shown the module around the functions. */
static bool knows_module(const cli_steps *self)
{
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    const tunip_mlir_file *file = last ? TUNIP_AS(tunip_mlir_file, last->root) : NULL;
    const tunip_mlir_operation *op =
        file && tunip_array_count(file->operations) == 1
            ? TUNIP_AS(tunip_mlir_operation, file->operations->items[0])
            : NULL;
    return !file || (op && tunip_mlir_is_module(op));
}

/* The name of a step of changes that no pass made whose result is known: what the dumps of
 * functions left out of the input, or else "before PASS". In a log without dumps after passes,
 * nothing says when a pass on the module ends. It may be one that runs others, such as the inliner,
 * and changes outside of their functions are its own. */
static void name_unshown(const cli_steps *self, const cli_dump *dump, char name[CLI_NAME_ROOM])
{
    const cli_place *place = &dump->place;
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    bool is_function = dump->is_part && *place->symbol;
    bool is_input = is_function
                        ? !tunip_mlir_find(last->root, tunip_str_from(place->symbol), NULL, 0)
                        : !knows_module(self);
    bool is_before = dump->when == TUNIP_DUMP_BEFORE;
    if (is_input && is_before)
        snprintf(name, CLI_NAME_ROOM, "input");
    else if (is_before && self->kind == CLI_DUMPS_BEFORE && *self->around)
        snprintf(name, CLI_NAME_ROOM, "%s", self->around);
    else
        snprintf(name, CLI_NAME_ROOM, "%s%.*s", is_before ? "before " : "", CLI_NAME_ROOM - 8,
                 dump->name);
}

/* The dump of the whole module is the result of all passes that ran: of those on functions each has
 * its function, and the last pass on the module has the rest. */
static bool put_results(cli_steps *self, const cli_dump *dump)
{
    bool fine = true;
    char name[CLI_NAME_ROOM];
    size_t rest = self->running_count;
    while (rest-- > 0)
        if (!*self->running[rest].place.symbol) break;
    for (size_t i = 0; fine && i < self->running_count; i++)
        if (*self->running[i].place.symbol) fine = put_symbol(self, dump, &self->running[i]);
    const struct cli_running *of = rest == SIZE_MAX ? NULL : &self->running[rest];
    bool is_told = of ? of->is_seen : true;
    name_unshown(self, dump, name);
    if (fine && !(is_told && is_reached(self, dump)))
        fine = put_dump(self, dump, of ? of->name : name, of ? &of->place : NULL, false);
    self->running_count = 0;
    return fine;
}

/* The dump of a function is the result of the last pass on it, or else of the last pass on the
 * module, of which other functions may show more. */
static bool put_part_result(cli_steps *self, const cli_dump *dump)
{
    size_t at = self->running_count;
    while (at-- > 0)
        if (is_same_place(&self->running[at].place, &dump->place)) break;
    if (at != SIZE_MAX) {
        const char *name = self->running[at].name;
        bool fine = put_dump(self, dump, name, &dump->place, true);
        drop_running(self, at, at + 1);
        return fine;
    }
    for (at = self->running_count; at-- > 0;)
        if (!*self->running[at].place.symbol) break;
    struct cli_running *around = at == SIZE_MAX ? NULL : &self->running[at];
    bool is_known = tunip_history_has(self->history, dump->root);
    if (is_known && (!around || around->is_seen)) return true;
    if (around) around->is_seen = true;
    return put_dump(self, dump, around ? around->name : "input", &dump->place, true);
}

static bool put_before(cli_steps *self, cli_dump *dump)
{
    bool fine;
    find_place(self, dump);
    if (!self->count)
        fine = put_dump(self, dump, "input", NULL, false);
    else if (dump->is_part && *dump->place.symbol)
        fine = put_part_result(self, dump);
    else if (self->running_count)
        fine = put_results(self, dump);
    else
        fine = tunip_history_has(self->history, dump->root) ||
               put_dump(self, dump, "input", NULL, false);
    return fine && begin_pass(self, dump);
}

/* ---- logs with dumps after passes, too ---- */

/* Adds a step for changes that a dump before a pass shows, and no dump before it. The pass did not
 * make them, so they must not count as its changes when the dump after it comes. They belong to the
 * last pass that began on the operation, or around it, and whose result no dump shows yet: that
 * pass has ended, or runs the pass of the dump. If there is none, the log does not show who made
 * them. An operation that no step has is then a part of the input. */
static bool put_unshown(cli_steps *self, const cli_dump *dump)
{
    char name[CLI_NAME_ROOM];
    const cli_place *place = &dump->place;
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    if (!last) return put_dump(self, dump, "input", NULL, false);
    if (tunip_history_has(self->history, dump->root)) return true;
    size_t at = self->running_count;
    while (at-- > 0)
        if (is_same_place(place, &self->running[at].place) ||
            is_inside(place, &self->running[at].place))
            break;
    name_unshown(self, dump, name);
    const char *by = at == SIZE_MAX ? name : self->running[at].name;
    return put_dump(self, dump, by, place, dump->is_part);
}

/* ---- any log ---- */

static bool place_dump(cli_steps *self, cli_dump *dump)
{
    bool is_before = dump->when == TUNIP_DUMP_BEFORE;
    if (!is_before && !dump->failed) self->kind = CLI_DUMPS_AFTER;
    if (is_before && self->kind == CLI_DUMPS_BEFORE) return put_before(self, dump);
    find_place(self, dump);
    if (is_before && !put_unshown(self, dump)) return false;
    note_event(self, dump);
    if (is_before) return begin_pass(self, dump);
    if (!put_dump(self, dump, dump->name, &dump->place, dump->is_part)) return false;
    if (self->running_count)
        end_pass(self, dump);
    else
        cli_steps_nest(self);
    return true;
}

static bool place_waiting(cli_steps *self)
{
    bool fine = true;
    if (self->kind == CLI_DUMPS_UNKNOWN) self->kind = CLI_DUMPS_BEFORE;
    for (size_t i = 0; i < self->waiting_count; i++) {
        fine = fine && place_dump(self, &self->waiting[i]);
        cli_dump_free(&self->waiting[i]);
    }
    free(self->waiting);
    self->waiting = NULL;
    self->waiting_count = 0;
    return fine;
}

/* Whether a dump before a pass shows that the pass before it, on the same operation, made changes
 * without a dump after it. */
static bool shows_change(const cli_steps *self, const cli_dump *dump)
{
    size_t i = self->waiting_count;
    while (i-- > 0)
        if (strcmp(self->waiting[i].place.symbol, dump->place.symbol) == 0) break;
    return i != SIZE_MAX && !tunip_text_key_equal(&self->waiting[i].text, &dump->text);
}

bool cli_dumps_take(cli_steps *self, cli_dump *dump)
{
    bool is_after = dump->when == TUNIP_DUMP_AFTER && !dump->failed;
    if (is_after && self->kind == CLI_DUMPS_UNKNOWN) self->kind = CLI_DUMPS_AFTER;
    bool is_known = self->kind != CLI_DUMPS_UNKNOWN || shows_change(self, dump) ||
                    self->waiting_count == MOST_WAITING;
    if (is_known) {
        bool fine = place_waiting(self) && place_dump(self, dump);
        cli_dump_free(dump);
        return fine;
    }
    cli_dump *grown = realloc(self->waiting, (self->waiting_count + 1) * sizeof *grown);
    if (grown) self->waiting = grown;
    if (grown) grown[self->waiting_count++] = *dump;
    if (!grown) cli_dump_free(dump);
    return grown || cli_fail("out of memory") == CLI_OK;
}

bool cli_dumps_take_other(cli_steps *self, cli_dump *dump)
{
    bool is_first = !self->count && !self->waiting_count;
    bool fine = is_first || place_waiting(self);
    bool is_result = self->kind == CLI_DUMPS_BEFORE && self->running_count;
    fine = fine &&
           (is_result ? put_results(self, dump) : put_dump(self, dump, dump->name, NULL, false));
    cli_dump_free(dump);
    return fine;
}

/* Adds steps for passes that began before the log ended, and left no module: the inner ones come
 * first. If each pass that ends has a dump, all of them failed. */
bool cli_dumps_end(cli_steps *self, tunip_str output, bool *used)
{
    bool fine = place_waiting(self), fails = tells_failure(output);
    bool all_have_dumps = self->kind == CLI_DUMPS_AFTER && self->has_unchanged && !self->has_gap;
    *used = false;
    size_t count = self->count ? self->running_count : 0;
    for (size_t i = 0; fine && i < count; i++) {
        bool is_after = self->kind == CLI_DUMPS_AFTER, is_last = is_after ? !i : i + 1 == count;
        const struct cli_running *at = &self->running[is_after ? count - 1 - i : i];
        if (at->is_seen || (at->is_followed && !all_have_dumps)) continue;
        fine = put_unseen(self, at, all_have_dumps || (fails && is_last),
                          is_last ? output : tunip_str_from(""));
        if (is_after && are_within(self, at->first, &at->place))
            tunip_history_nest(self->history, at->first);
        *used |= is_last;
    }
    self->running_count = 0;
    self->kind = CLI_DUMPS_UNKNOWN;
    self->has_unchanged = self->has_gap = false;
    *self->around = '\0';
    return fine;
}

void cli_dumps_free(cli_steps *self)
{
    for (size_t i = 0; i < self->waiting_count; i++) cli_dump_free(&self->waiting[i]);
    free(self->waiting);
    free(self->running);
}
