/* steps.c -- pass dumps as steps, for history, blame, trace and explorer: a step for each file of a
 * folder or module of a log. */
#include <stdlib.h>
#include <string.h>

#include <tunip/mlir.h>

#include "../util/text.h"
#include "cli.h"

/* ---- names of passes ---- */

/* The words before the name of a pass in headings, and the bytes that end the name. `when` says
 * which dumps a log with dumps before passes has: those before, or those after them. */
static const struct heading {
    const char *words;
    const char *ends;
    tunip_dump_time when;
} headings[] = {
    {"pass name: ", ",", TUNIP_DUMP_NONE},       /* TVM's PrintAfterAll */
    {"IR Dump After ", "(/-", TUNIP_DUMP_AFTER}, /* MLIR, LLVM */
    {"IR Dump Before ", "(/-", TUNIP_DUMP_BEFORE},
    {"After Running Pass: ", ",", TUNIP_DUMP_AFTER}, /* TVM's PrintIR with a plain name */
    {"Before Running Pass: ", ",", TUNIP_DUMP_BEFORE},
    {"After ", "(", TUNIP_DUMP_NONE},
};

/* The text behind the first `words`; its data is NULL if they are not there. */
tunip_str cli_text_behind(tunip_str text, const char *words)
{
    size_t size = strlen(words);
    for (size_t at = 0; at + size <= text.size; at++)
        if (memcmp(text.data + at, words, size) == 0)
            return (tunip_str){text.data + at + size, text.size - at - size};
    return (tunip_str){NULL, 0};
}

/* When a dump was made; NONE also for a heading that does not say. */
static tunip_dump_time time_of(const tunip_logged *logged)
{
    if (!logged || logged->when != TUNIP_DUMP_NONE) return logged ? logged->when : TUNIP_DUMP_NONE;
    for (size_t i = 0; i < TUNIP_LEN(headings); i++)
        if (headings[i].when != TUNIP_DUMP_NONE &&
            cli_text_behind(logged->heading, headings[i].words).data)
            return headings[i].when;
    return TUNIP_DUMP_NONE;
}

static tunip_str name_of_heading(tunip_str heading)
{
    for (size_t i = 0; i < TUNIP_LEN(headings); i++) {
        tunip_str name = cli_text_behind(heading, headings[i].words);
        if (!name.data) continue;
        for (size_t k = 0; k < name.size; k++)
            if (strchr(headings[i].ends, name.data[k])) name.size = k;
        return tn_trim_blanks(name);
    }
    return tn_trim_blanks(heading);
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
    static const char *const suffixes[] = {".gz",   ".xz",  ".zst",   ".py",
                                           ".json", ".txt", ".relay", ".mlir"};
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
    const char *base = tn_base_name(path);
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
    self->threads = cli_threads(limits);
    if (!self->context || !cli_check_format(self->context, loads->format)) return false;
    self->history = tunip_history_new(self->context, &error);
    return self->history || cli_fail("%s", error.message) == CLI_OK;
}

bool cli_steps_note_file(cli_steps *self, const char *name)
{
    char **grown = realloc(self->files, (self->count + 1) * sizeof *grown);
    char *copy = grown ? malloc(strlen(name) + 1) : NULL;
    if (grown) self->files = grown;
    if (!copy) return cli_fail("out of memory") == CLI_OK;
    memcpy(copy, name, strlen(name) + 1);
    self->files[self->count++] = copy;
    cli_progress_add(1, 0);
    return true;
}

/* Finds the members of the last step, if it has the module that its last member left. Behind
 * another such pass, that one is its only member: "_pipeline" is a function around a sequence. */
void cli_steps_nest(const cli_steps *self)
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

/* ---- dumps ---- */

/* The dump of an input: what the log says of it, or what the name of a file says in a folder of
 * TL_LOWER_TRACE, for which there is room in `made`. NULL: the input is no dump. */
static const tunip_logged *logged_of(const cli_inputs *in, tunip_logged *made)
{
    tunip_str pass = {NULL, 0};
    bool may_be_trace = !in->log && in->is_folder;
    tunip_dump_time when = may_be_trace ? cli_trace_time(in->file, &pass) : TUNIP_DUMP_NONE;
    if (when == TUNIP_DUMP_NONE) return tunip_log_get(in->log, in->index);
    *made = (tunip_logged){.when = when, .pass = pass, .text = tunip_source_text(in->source)};
    return made;
}

static void name_step(const cli_inputs *in, const tunip_logged *logged, char name[CLI_NAME_ROOM])
{
    tunip_str words = logged ? name_of_heading(logged->heading) : name_of_file(in->file_name);
    if (logged && logged->pass.size) words = logged->pass;
    if (!words.size && logged) words = logged->name;
    snprintf(name, CLI_NAME_ROOM, "%.*s", (int)words.size, words.data);
}

/* Whether the name of a file has the numbers of several operations, as in a folder of
 * --mlir-print-ir-tree-dir: "0_1_cse.mlir". */
static bool is_nested(const char *path)
{
    const char *base = tn_base_name(path);
    size_t first = strspn(base, "0123456789");
    size_t second = first && base[first] == '_' ? strspn(base + first + 1, "0123456789") : 0;
    return second && base[first + 1 + second] == '_';
}

/* Whether --mlir-print-ir-tree-dir writes the passes on an operation into a folder of this name:
 * "gpu_func_kernel" for `gpu.func @kernel`. A text may leave out the dialect, as in `module`. */
static bool is_folder_of(tunip_str folder, const tunip_mlir_operation *op)
{
    tunip_str name = tunip_string_value(op->name), symbol = tunip_mlir_symbol(op);
    size_t size = name.size + 1 + symbol.size;
    if (folder.size < size || (folder.size > size && folder.data[folder.size - size - 1] != '_'))
        return false;
    const char *at = folder.data + folder.size - size;
    for (size_t i = 0; i < name.size; i++)
        if (at[i] != (name.data[i] == '.' ? '_' : name.data[i])) return false;
    return at[name.size] == '_';
}

/* Whether a module has the operation `path` of a folder. */
static bool has_folder(const tunip_node *root, tunip_str path, tunip_str folder)
{
    enum { MOST = 16 };
    const tunip_mlir_operation *found[MOST];
    size_t count = root ? tunip_mlir_find(root, path, found, MOST) : 0;
    for (size_t i = 0; i < count && i < MOST && count != SIZE_MAX; i++)
        if (is_folder_of(folder, found[i])) return true;
    return false;
}

/* Adds the symbol of a folder to a path. An underscore may belong to the symbol as well as to the
 * name before it: `root` is the dump in the folder, and knows, or else the last step does. If
 * neither has the operation, its name is taken for two words, such as `gpu.func`. */
static size_t put_folder(const cli_steps *self, const tunip_node *root, tunip_str folder,
                         char *path, size_t size)
{
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    size_t words = 0, behind = 0, begin = size;
    if (size) memcpy(path + size, "::@", 3), begin += 3;
    for (size_t at = 0; at < folder.size; at++) {
        if (folder.data[at] != '_') continue;
        tunip_str symbol = {folder.data + at + 1, folder.size - at - 1};
        memcpy(path + begin, symbol.data, symbol.size);
        tunip_str whole = {path, begin + symbol.size};
        if (has_folder(root, symbol, folder) || has_folder(last ? last->root : NULL, whole, folder))
            return whole.size;
        if (++words <= 2) behind = at + 1;
    }
    memcpy(path + begin, folder.data + behind, folder.size - behind);
    return begin + folder.size - behind;
}

/* The path of the operation whose folder a file is in: "first::@kernel" for
 * "DIR/builtin_module_no-symbol-name/gpu_module_first/gpu_func_kernel/0_0_cse.mlir". It is valid
 * until the next call. Empty for files of other folders, and when out of memory. */
static tunip_str path_of_folder(cli_steps *self, const cli_inputs *in, const tunip_node *root)
{
    static const char unnamed[] = "no-symbol-name";
    const char *at = in->is_folder && is_nested(in->file) ? in->file + strlen(in->path) : "";
    size_t size = 0;
    char *text = realloc(self->folder, 3 * strlen(at) + 1);
    if (!text) return (tunip_str){NULL, 0};
    self->folder = text;
    for (const char *slash; at += strspn(at, "/"), (slash = strchr(at, '/')); at = slash) {
        tunip_str name = {at, (size_t)(slash - at)};
        if (!cli_text_behind(name, unnamed).data) size = put_folder(self, root, name, text, size);
    }
    return (tunip_str){text, size};
}

/* Whether an operation is the outermost module of the steps. */
static bool is_outermost(const cli_steps *self, const tunip_mlir_operation *op)
{
    const tunip_history_step *last = tunip_history_step_at(self->history, self->count - 1);
    const tunip_mlir_file *file = last ? TUNIP_AS(tunip_mlir_file, last->root) : NULL;
    const tunip_mlir_operation *around =
        file && tunip_array_count(file->operations) == 1
            ? TUNIP_AS(tunip_mlir_operation, file->operations->items[0])
            : NULL;
    if (!tunip_mlir_is_module(op)) return false;
    return !last || (around && tunip_mlir_is_module(around) &&
                     tunip_str_equal(tunip_mlir_symbol(around), tunip_mlir_symbol(op)));
}

/* The symbol of the operation on which a pass ran; "" if that is the whole module. */
static void find_symbol(const cli_steps *self, const tunip_logged *logged, cli_dump *dump)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, dump->root);
    const tunip_mlir_operation *op =
        file && tunip_array_count(file->operations)
            ? TUNIP_AS(tunip_mlir_operation, file->operations->items[0])
            : NULL;
    tunip_str own = op ? tunip_mlir_symbol(op) : (tunip_str){NULL, 0};
    tunip_str found = logged->operation.size ? logged->symbol : own;
    if (op && is_outermost(self, op) && tunip_str_equal(own, found)) found.size = 0;
    snprintf(dump->place.symbol, CLI_SYMBOL_ROOM, "%.*s", (int)found.size,
             found.size ? found.data : "");
}

/* The output that belongs to a dump, behind that of dumps above it that could not be read. */
static bool take_output(cli_steps *self, tunip_str output, char **out)
{
    size_t before = self->carried ? strlen(self->carried) : 0, size = before + output.size;
    *out = self->carried;
    self->carried = NULL;
    if (!output.size) return true;
    char *both = realloc(*out, size + 2);
    if (!both) return cli_fail("out of memory") == CLI_OK;
    if (before) both[before++] = '\n';
    memcpy(both + before, output.data, output.size);
    both[before + output.size] = '\0';
    *out = both;
    return true;
}

/* Fills a dump; the steps then own the graph. */
static bool make_dump(cli_steps *self, const cli_inputs *in, tunip_graph *graph,
                      const tunip_node *root, cli_dump *dump)
{
    tunip_logged made;
    const tunip_logged *logged = logged_of(in, &made);
    size_t size = strlen(in->name) + 1;
    *dump =
        (cli_dump){.graph = graph, .root = root, .when = time_of(logged), .failed = logged->failed};
    dump->text = tunip_text_key_of(logged->text);
    dump->is_part = logged->when != TUNIP_DUMP_NONE && !logged->operation.size;
    dump->file = malloc(size);
    name_step(in, logged, dump->name);
    if (logged->when != TUNIP_DUMP_NONE) find_symbol(self, logged, dump);
    if (logged->when == TUNIP_DUMP_AFTER) {
        dump->place.path = path_of_folder(self, in, root);
        dump->folder = self->folder; /* a dump may wait until others are read */
        self->folder = NULL;
    }
    if (!dump->file) return cli_fail("out of memory") == CLI_OK;
    memcpy(dump->file, in->name, size);
    return take_output(self, logged->output, &dump->output);
}

/* Behind the last module of a log: what it says there, and what could not be read. */
static bool end_log(cli_steps *self, const tunip_log *log, const char *name, bool is_in_folder)
{
    bool used = false;
    size_t unread = self->unread += tunip_log_unread(log);
    char *text;
    bool fine = take_output(self, tunip_log_output(log), &text);
    if (fine && self->goes_on) {
        self->carried = text;
        return true;
    }
    if (unread)
        cli_note("%s: %zu dump%s of other IR %s skipped", name, unread, unread == 1 ? "" : "s",
                 unread == 1 ? "is" : "are");
    self->unread = 0;
    if (fine && !is_in_folder) fine = cli_dumps_end(self, tunip_str_from(text ? text : ""), &used);
    free(self->rest);
    self->rest = used ? NULL : text;
    if (used) free(text);
    return fine;
}

/* A module that stands for itself: a file, or one of a log without dumps. */
static bool add_module(cli_steps *self, const cli_inputs *in, const tunip_node *root)
{
    char name[CLI_NAME_ROOM];
    tunip_error error = TUNIP_ERROR_INIT;
    name_step(in, tunip_log_get(in->log, in->index), name);
    bool is_part = in->is_folder && is_nested(in->file);
    tunip_str path = path_of_folder(self, in, root);
    tunip_status status = is_part ? tunip_history_add_part(self->history, name, root, path, &error)
                                  : tunip_history_add(self->history, name, root, &error);
    if (status != TUNIP_OK) return cli_fail_error(in->name, &error) == CLI_OK;
    if (!cli_steps_note_file(self, in->name)) return false;
    cli_steps_nest(self);
    return true;
}

/* Adds the step of an input. Takes the graph; the root may be that of an earlier step. */
static bool add_step(cli_steps *self, const cli_inputs *in, tunip_graph *graph,
                     const tunip_node *root)
{
    cli_dump dump;
    tunip_logged made;
    const tunip_logged *logged = logged_of(in, &made);
    tunip_dump_time when = time_of(logged);
    bool is_other = logged && logged->when == TUNIP_DUMP_NONE && logged->pass.size;
    if ((in->choice || when == TUNIP_DUMP_NONE) && !is_other) {
        bool fine = add_module(self, in, root);
        tunip_graph_free(graph);
        return fine;
    }
    if (make_dump(self, in, graph, root, &dump))
        return is_other ? cli_dumps_take_other(self, &dump) : cli_dumps_take(self, &dump);
    cli_dump_free(&dump);
    return false;
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

/* Keeps the output above a dump that cannot be read. */
static bool skip_dump(cli_steps *self, const cli_inputs *in)
{
    const tunip_logged *logged = tunip_log_get(in->log, in->index);
    char *text = NULL;
    bool fine = !logged || take_output(self, logged->output, &text);
    if (logged) self->carried = text;
    return fine;
}

/* ---- inputs ---- */

static tunip_graph *read_input(cli_steps *self, cli_inputs *in)
{
    const tunip_logged *logged = tunip_log_get(in->log, in->index);
    bool is_dump = logged && logged->when != TUNIP_DUMP_NONE && !in->choice && !in->is_folder;
    tunip_graph *graph = is_dump && self->threads > 1 ? cli_ahead_read(self, in) : NULL;
    return graph ? graph : cli_inputs_read(in, false);
}

/* Reads the next input and adds its step. */
static bool add_input(cli_steps *self, cli_inputs *in, tunip_source **trace)
{
    tunip_logged made;
    const tunip_logged *logged = logged_of(in, &made);
    bool may_fail = in->is_folder || (logged && logged->when != TUNIP_DUMP_NONE), fine = true;
    self->loads.is_skipping = may_fail; /* a dump that was cut off, or that has other lines in it */
    tunip_text_key key = may_fail && logged ? tunip_text_key_of(logged->text) : (tunip_text_key){0};
    const tunip_node *known =
        key.size && !in->choice ? tunip_history_recall(self->history, &key) : NULL;
    tunip_graph *graph = known ? NULL : read_input(self, in);
    if (known)
        fine = add_step(self, in, NULL, known);
    else if (!graph)
        fine = may_fail && skip_dump(self, in);
    else if (take_saved_trace(self, in, graph, trace))
        tunip_graph_free(graph);
    else
        fine = add_step(self, in, graph, tunip_graph_root(graph));
    bool is_last = in->log && !in->choice && in->index + 1 == tunip_log_count(in->log);
    if (is_last) cli_ahead_end(self);
    is_last &= !in->given_log;
    return (!is_last || end_log(self, in->log, cli_shown(in->file), in->is_folder)) && fine;
}

static void add_inputs(cli_steps *self, cli_inputs *in)
{
    size_t before = self->count;
    tunip_source *trace = NULL;
    while (cli_inputs_next(in)) {
        if (in->is_folder && self->count && has_stem(self->files[self->count - 1], in->name))
            continue;
        if (is_trace(self, in))
            take_trace(self, in, tunip_source_text(in->source), &trace);
        else if (!add_input(self, in, &trace))
            in->failed = true;
    }
    bool used;
    if (in->is_folder && !cli_dumps_end(self, tunip_str_from(""), &used)) in->failed = true;
    if (in->is_folder && self->count == before)
        in->failed = cli_fail("%s: this folder has no steps", in->path);
    if (trace) use_trace(self, trace, in->is_folder ? before : 0);
    self->failed |= in->failed;
    cli_ahead_end(self);
    cli_inputs_close(in);
}

void cli_steps_add(cli_steps *self, const char *argument)
{
    cli_inputs in;
    if (!cli_inputs_open(&in, self->context, &self->loads, &self->standard_input, argument)) {
        self->failed = true;
        return;
    }
    add_inputs(self, &in);
}

bool cli_steps_add_part(cli_steps *self, tunip_source *source, const tunip_log_part *part)
{
    cli_inputs in;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_log *log = tunip_log_new_part(self->context, source, part, &error);
    self->goes_on = part->goes_on;
    bool fine = log || cli_fail_error("<stdin>", &error) == CLI_OK;
    fine = fine && cli_inputs_open(&in, self->context, &self->loads, &self->standard_input, "-");
    if (fine) {
        in.given = source;
        in.given_log = log;
        in.earlier = self->module_count;
        self->module_count += tunip_log_count(log);
        add_inputs(self, &in);
        fine = end_log(self, log, "<stdin>", false);
    }
    tunip_log_free(log);
    return fine;
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
        if (has_stem(self->files[i], file) || has_stem(tn_base_name(self->files[i]), file))
            return i;
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

bool cli_steps_are_mlir(const cli_steps *self)
{
    for (size_t i = 0; i < self->count; i++)
        if (!tunip_is(tunip_history_step_at(self->history, i)->root, &tunip_mlir_file_type))
            return false;
    return self->count > 0;
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
    cli_dumps_free(self);
    free(self->ahead);
    free(self->carried);
    free(self->rest);
    free(self->folder);
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
