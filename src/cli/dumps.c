/* dumps.c -- the dumps of a log as steps: which passes began, ended, failed, or ran others.
 *
 * A log has dumps after passes, before them, or both. The kinds of its dumps are known only when
 * they come, also for the log of a compiler that still runs. So the first dumps before passes wait
 * until one of these is seen:
 *
 * - a dump after a pass: dumps after passes are the steps. Those before them say which passes a
 *   pass ran, and which ones never ended;
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
    char symbol[CLI_NAME_ROOM]; /* of the operation on which it runs; "": the module */
    size_t first;               /* the first step since then */
    tunip_text_key text;        /* the dump before it */
    bool is_followed;           /* another pass began on its operation, or around it */
    bool is_seen; /* its step is there, but its result is known only for a part of the module */
};

void cli_dump_free(cli_dump *dump)
{
    tunip_graph_free(dump->graph);
    free(dump->file);
    free(dump->output);
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

/* Adds a step for a dump. */
static bool put_dump(cli_steps *self, const cli_dump *dump, const char *name, const char *symbol,
                     bool is_part)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_step_notes notes = {.symbol = tunip_str_from(symbol),
                              .failed = dump->failed,
                              .output = tunip_str_from(dump->output ? dump->output : "")};
    tunip_status status = is_part ? tunip_history_add_part(self->history, name, dump->root, &error)
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
    tunip_step_notes notes = {tunip_str_from(running->symbol), failed, output, true};
    if (tunip_history_add(self->history, running->name, last->root, &error) != TUNIP_OK ||
        tunip_history_describe(self->history, &notes, &error) != TUNIP_OK)
        return cli_fail_error(self->files[self->count - 1], &error) == CLI_OK;
    return cli_steps_note_file(self, self->files[self->count - 1]);
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
        bool is_inside = *at->symbol && !*dump->symbol;
        bool is_own = strcmp(at->name, dump->name) == 0 && strcmp(at->symbol, dump->symbol) == 0;
        at->is_followed |= is_inside || (strcmp(at->symbol, dump->symbol) == 0 && !is_own);
        if (is_own && is_after && tunip_text_key_equal(&at->text, &dump->text))
            self->has_unchanged = true;
        if (is_inside && !is_after) self->has_gap = true;
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
    snprintf(running->symbol, sizeof running->symbol, "%s", dump->symbol);
    return true;
}

/* Whether all steps from `first` on ran on the operation. */
static bool are_within(const cli_steps *self, size_t first, const char *symbol)
{
    for (size_t i = first; *symbol && i + 1 < self->count; i++)
        if (!tunip_str_is(tunip_history_step_at(self->history, i)->symbol, symbol)) return false;
    return true;
}

/* The pass of a dump among those that run; SIZE_MAX if it is not there. */
static size_t find_running(const cli_steps *self, const cli_dump *dump)
{
    size_t at = self->running_count;
    while (at-- > 0)
        if (strcmp(self->running[at].name, dump->name) == 0 &&
            strcmp(self->running[at].symbol, dump->symbol) == 0)
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
    if (are_within(self, first, dump->symbol)) tunip_history_nest(self->history, first);
    drop_running(self, at, *dump->symbol ? at + 1 : self->running_count);
}

/* ---- logs with dumps only before passes ---- */

static const tunip_array *operations_of(const tunip_node *root)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    const tunip_mlir_operation *op =
        file && tunip_array_count(file->operations) == 1
            ? TUNIP_AS(tunip_mlir_operation, file->operations->items[0])
            : NULL;
    bool is_module = op && tunip_mlir_is_module(op);
    for (size_t i = 0; is_module && i < tunip_array_count(op->pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[i]);
        const tunip_mlir_block *block = region && tunip_array_count(region->blocks)
                                            ? TUNIP_AS(tunip_mlir_block, region->blocks->items[0])
                                            : NULL;
        if (block) return block->operations;
    }
    return file ? file->operations : NULL;
}

tunip_node *cli_operation_of(tunip_graph *graph, const tunip_node *root, tunip_str symbol)
{
    const tunip_array *list = operations_of(root);
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, list->items[i]);
        if (!op || !tunip_str_equal(tunip_mlir_symbol(op), symbol)) continue;
        tunip_mlir_file *file = tunip_node_new(graph, &tunip_mlir_file_type);
        void *items[] = {list->items[i]};
        if (file) file->operations = tunip_array_new(graph, 1, items);
        return file && file->operations ? &file->base : NULL;
    }
    return NULL;
}

/* Adds a step in which only the operation with the symbol is as in the dump of the module. */
static bool put_symbol(cli_steps *self, const cli_dump *dump, const struct cli_running *running)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_dump part = {.file = dump->file};
    tunip_graph *graph = tunip_graph_new(self->context, &error);
    if (!graph) return cli_fail_error(dump->file, &error) == CLI_OK;
    part.root = cli_operation_of(graph, dump->root, tunip_str_from(running->symbol));
    bool fine = tunip_graph_status(graph) == TUNIP_OK || cli_fail("out of memory") == CLI_OK;
    if (fine)
        fine = part.root ? put_dump(self, &part, running->name, running->symbol, true)
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
    return tunip_equal_nodes(self->context, last->root, dump->root, &how, NULL);
}

/* The dump of the whole module is the result of all passes that ran: of those on functions each has
 * its function, and the last pass on the module has the rest, or else the last pass. */
static bool put_results(cli_steps *self, const cli_dump *dump)
{
    bool fine = true;
    size_t rest = self->running_count;
    while (rest-- > 0)
        if (!*self->running[rest].symbol) break;
    if (rest == SIZE_MAX) rest = self->running_count - 1;
    for (size_t i = 0; fine && i < self->running_count; i++)
        if (i != rest && *self->running[i].symbol)
            fine = put_symbol(self, dump, &self->running[i]);
    const struct cli_running *of = &self->running[rest];
    if (fine && !(of->is_seen && is_reached(self, dump)))
        fine = put_dump(self, dump, of->name, of->symbol, false);
    self->running_count = 0;
    return fine;
}

/* The dump of a function is the result of the last pass on it, or else of the last pass on the
 * module, of which other functions may show more. */
static bool put_part_result(cli_steps *self, const cli_dump *dump)
{
    size_t at = self->running_count;
    while (at-- > 0)
        if (strcmp(self->running[at].symbol, dump->symbol) == 0) break;
    if (at != SIZE_MAX) {
        const char *name = self->running[at].name;
        bool fine = put_dump(self, dump, name, dump->symbol, true);
        drop_running(self, at, at + 1);
        return fine;
    }
    for (at = self->running_count; at-- > 0;)
        if (!*self->running[at].symbol) break;
    struct cli_running *around = at == SIZE_MAX ? NULL : &self->running[at];
    bool is_known = tunip_history_has(self->history, dump->root);
    if (is_known && (!around || around->is_seen)) return true;
    if (around) around->is_seen = true;
    return put_dump(self, dump, around ? around->name : "input", dump->symbol, true);
}

static bool put_before(cli_steps *self, const cli_dump *dump)
{
    bool fine;
    if (!self->count)
        fine = put_dump(self, dump, "input", "", false);
    else if (dump->is_part && *dump->symbol)
        fine = put_part_result(self, dump);
    else if (self->running_count)
        fine = put_results(self, dump);
    else
        fine = tunip_history_has(self->history, dump->root) ||
               put_dump(self, dump, "input", "", false);
    return fine && begin_pass(self, dump);
}

/* ---- any log ---- */

static bool place_dump(cli_steps *self, const cli_dump *dump)
{
    if (dump->when == TUNIP_DUMP_AFTER && !dump->failed) self->kind = CLI_DUMPS_AFTER;
    if (dump->when == TUNIP_DUMP_BEFORE && self->kind == CLI_DUMPS_BEFORE)
        return put_before(self, dump);
    note_event(self, dump);
    if (dump->when == TUNIP_DUMP_BEFORE)
        return (self->count || put_dump(self, dump, "input", "", false)) && begin_pass(self, dump);
    if (!put_dump(self, dump, dump->name, dump->symbol, dump->is_part)) return false;
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
        if (strcmp(self->waiting[i].symbol, dump->symbol) == 0) break;
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
    fine =
        fine && (is_result ? put_results(self, dump) : put_dump(self, dump, dump->name, "", false));
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
        if (is_after && are_within(self, at->first, at->symbol))
            tunip_history_nest(self->history, at->first);
        *used |= is_last;
    }
    self->running_count = 0;
    self->kind = CLI_DUMPS_UNKNOWN;
    self->has_unchanged = self->has_gap = false;
    return fine;
}

void cli_dumps_free(cli_steps *self)
{
    for (size_t i = 0; i < self->waiting_count; i++) cli_dump_free(&self->waiting[i]);
    free(self->waiting);
    free(self->running);
}
