/* inputs.c -- the inputs of a command: files, folders, archives, pairs. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>
#include <tunip/ext/plugin.h>

#include "../../programs/inspect/tunip_inspect.h"
#include "../util/size.h"
#include "../util/unpack.h"
#include "cli.h"
#include "print_outputs.h"

/* ======== inputs ======== */

/* The inputs that an argument names: a file, all modules of a log, one module of a log
 * or one part of MLIR text (FILE#3, FILE#NAME), or the files of a folder. */

/* ---- texts ---- */

/* A formatted text in new memory; NULL after a message. */
static char *make_text(const char *format, ...) TUNIP_PRINTF(1, 2);
static char *make_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    va_start(args, format);
    if (text) vsnprintf(text, (size_t)size + 1, format, args);
    va_end(args);
    if (!text) cli_fail("out of memory");
    return text;
}

static bool is_input(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* ---- folders ---- */

/* The stages of one kernel, as Triton leaves them in its cache: k.ttir, k.ttgir. Sets *stem to the
 * size of the name without the suffix. -1 for any other suffix. */
static int stage_of(const char *name, size_t *stem)
{
    static const char *const stages[] = {".source", ".ttir", ".ttgir", ".llir", ".ptx", ".amdgcn"};
    const char *dot = strrchr(name, '.');
    *stem = dot ? (size_t)(dot - name) : 0;
    for (size_t i = 0; dot && i < TUNIP_LEN(stages); i++)
        if (strcmp(dot, stages[i]) == 0) return (int)i;
    return -1;
}

/* Orders names so that "9_a" stands before "10_a", and stages of a kernel as they were made. */
static int compare_names(const void *left, const void *right)
{
    const char *a = *(char *const *)left, *b = *(char *const *)right;
    size_t a_stem, b_stem;
    int a_stage = stage_of(a, &a_stem), b_stage = stage_of(b, &b_stem);
    if (a_stage >= 0 && b_stage >= 0 && a_stem == b_stem && memcmp(a, b, a_stem) == 0)
        return a_stage - b_stage;
    while (*a && *b) {
        if (tunip_is_digit(*a) && tunip_is_digit(*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            size_t a_size = strspn(a, "0123456789"), b_size = strspn(b, "0123456789");
            int order = a_size == b_size ? memcmp(a, b, a_size) : a_size < b_size ? -1 : 1;
            if (order) return order;
            a += a_size;
            b += b_size;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    int order = (unsigned char)*a - (unsigned char)*b;
    return order ? order : strcmp(*(char *const *)left, *(char *const *)right);
}

bool cli_is_folder(const char *path)
{
    return !is_input(path) && tn_kind_of(path) == TN_IS_FOLDER;
}

/* False for folders, and for pipes, because reading a pipe could wait forever. */
static bool is_file(const char *path)
{
    return tn_kind_of(path) == TN_IS_FILE;
}

/* Adds a path, which the inputs then own. */
static bool add_file(cli_inputs *in, char *path)
{
    char **grown = path ? realloc(in->files, (in->file_count + 1) * sizeof *grown) : NULL;
    if (path && !grown) cli_fail("out of memory");
    if (grown) in->files = grown;
    if (grown) grown[in->file_count++] = path;
    if (!grown) free(path);
    return grown != NULL;
}

/* ---- folders of --mlir-print-ir-tree-dir ----
 *
 * Each operation has a folder, in that of the operation around it. A file has numbers in its name:
 * how many passes had run on each of these operations. `module/3_cse.mlir` comes before
 * `module/func_f/3_0_cse.mlir`, and `4_cse.mlir` behind that. */

/* Reads the next number of the name of a file, and the `_` behind it. */
static bool next_number(const char **name, unsigned long *number)
{
    size_t digits = strspn(*name, "0123456789");
    if (!digits || digits > 9 || (*name)[digits] != '_') return false;
    *number = strtoul(*name, NULL, 10);
    *name += digits + 1;
    return true;
}

static bool is_in_tree(const char *path)
{
    const char *name = tn_base_name(path);
    size_t size = strlen(name);
    unsigned long number;
    return next_number(&name, &number) && size > 5 &&
           strcmp(tn_base_name(path) + size - 5, ".mlir") == 0;
}

enum { DEEPEST = 16 };

/* The folder of an operation, and how many passes had run on it. */
typedef struct tree_level {
    tunip_str folder;
    unsigned long number;
} tree_level;

/* Fills the levels of a file from the outermost on; returns their number. */
static size_t find_levels(const char *path, tree_level levels[DEEPEST])
{
    size_t count = 0;
    const char *name = tn_base_name(path), *end = name;
    while (count < DEEPEST && next_number(&name, &levels[count].number)) count++;
    for (size_t i = count; i-- > 0;) {
        const char *begin = end > path ? --end : path;
        while (begin > path && !tn_is_slash(begin[-1])) begin--;
        levels[i].folder = (tunip_str){begin, (size_t)(end - begin)};
        end = begin;
    }
    return count;
}

/* Orders files as the passes ran. Nothing says which of two operations in one was first: the files
 * of each follow each other. */
static int compare_in_tree(const void *left, const void *right)
{
    tree_level a[DEEPEST], b[DEEPEST];
    size_t a_count = find_levels(*(char *const *)left, a);
    size_t b_count = find_levels(*(char *const *)right, b);
    for (size_t i = 0; i < a_count && i < b_count; i++) {
        if (!tunip_str_equal(a[i].folder, b[i].folder)) return compare_names(left, right);
        if (a[i].number != b[i].number) return a[i].number < b[i].number ? -1 : 1;
    }
    if (a_count != b_count) return a_count < b_count ? -1 : 1;
    return compare_names(left, right);
}

static bool is_link(const char *path)
{
    tn_about about;
    return tn_look_at_link(path, &about) && about.kind == TN_IS_LINK;
}

/* Adds the files of the folders below a folder, but not behind links to folders: they may lead
 * back. */
static bool add_tree(cli_inputs *in, const char *path, int depth)
{
    tn_folder *folder = depth < DEEPEST ? tn_folder_open(path) : NULL;
    bool fine = true;
    for (const char *name; fine && folder && (name = tn_folder_next(folder));) {
        if (name[0] == '.') continue;
        char *below = make_text("%s/%s", path, name);
        fine = below != NULL;
        if (below && cli_is_folder(below)) {
            bool fits = tunip_is_letter(name[0]) && strchr(name, '_') && !is_link(below);
            if (fits) fine = add_tree(in, below, depth + 1);
        } else if (below && depth && is_in_tree(below) && is_file(below)) {
            fine = add_file(in, below);
            below = NULL;
        }
        free(below);
    }
    tn_folder_close(folder);
    return fine;
}

static bool add_folder(cli_inputs *in)
{
    size_t size = strlen(in->path);
    const char *slash = tn_is_slash(in->path[size - 1]) ? "" : "/";
    if (!cli_trace_files(in->context, in->path, &in->files, &in->file_count)) return false;
    if (in->file_count) return true;
    tn_folder *folder = tn_folder_open(in->path);
    if (!folder) {
        cli_fail("%s: cannot open: %s", in->path, strerror(errno));
        return false;
    }
    bool fine = true;
    for (const char *name; fine && (name = tn_folder_next(folder));) {
        if (name[0] == '.') continue;
        char *path = make_text("%s%s%s", in->path, slash, name);
        if (!path || is_file(path))
            fine = add_file(in, path);
        else
            free(path);
    }
    tn_folder_close(folder);
    size_t own = in->file_count;
    if (fine) fine = add_tree(in, in->path, 0);
    bool is_tree = in->file_count > own;
    if (fine && in->file_count)
        qsort(in->files, in->file_count, sizeof *in->files,
              is_tree ? compare_in_tree : compare_names);
    if (fine && !in->file_count) cli_fail("%s: the folder has no files", in->path);
    return fine && in->file_count;
}

/* ---- FILE#3 and FILE#NAME ---- */

static bool exists(const char *path)
{
    return is_input(path) || tn_kind_of(path) != TN_IS_MISSING;
}

/* Splits the argument at the last `#` that follows the name of an existing file, because the name
 * of a file may contain `#`. */
static void split(cli_inputs *in)
{
    if (exists(in->path)) return;
    for (char *at = in->path + strlen(in->path); at > in->path; at--) {
        if (*at != '#') continue;
        *at = '\0';
        in->choice = at + 1;
        if (exists(in->path)) return;
        *at = '#';
        in->choice = NULL;
    }
}

/* Whether the heading contains these words, as whole words. */
static bool has_words(tunip_str heading, const char *words)
{
    size_t size = strlen(words);
    for (size_t i = 0; size && i + size <= heading.size; i++) {
        if (memcmp(heading.data + i, words, size) != 0) continue;
        bool is_begin =
            !i || !tunip_is_name_part(heading.data[i - 1]) || !tunip_is_name_part(words[0]);
        size_t end = i + size;
        bool is_end = end == heading.size || !tunip_is_name_part(heading.data[end]) ||
                      !tunip_is_name_part(words[size - 1]);
        if (is_begin && is_end) return true;
    }
    return false;
}

static bool is_chosen(const tunip_logged *module, const char *choice, bool by_name)
{
    return by_name ? tunip_str_is(module->name, choice) : has_words(module->heading, choice);
}

static bool refuse_choice(const cli_inputs *in, const char *why)
{
    cli_fail("%s#%s: %s (tunip print --list %s)", cli_shown(in->path), in->choice, why, in->path);
    return false;
}

/* Chooses by the name of the definition, or else by words of the heading. */
static bool choose_by_text(cli_inputs *in)
{
    size_t count = tunip_log_count(in->log), found = 0;
    char numbers[64] = "";
    for (int by_name = 1; by_name >= 0 && !found; by_name--) {
        size_t used = 0;
        for (size_t i = 0; i < count; i++) {
            if (!is_chosen(tunip_log_get(in->log, i), in->choice, by_name)) continue;
            if (!found++) in->module = i;
            if (used + 24 < sizeof numbers)
                used += (size_t)snprintf(numbers + used, sizeof numbers - used, "%s#%zu",
                                         used ? ", " : "", i + 1);
        }
    }
    in->module_end = in->module + 1;
    if (found == 1) return true;
    char why[160];
    snprintf(why, sizeof why, "%zu modules match: %s%s", found, numbers, found > 4 ? ", ..." : "");
    return refuse_choice(in,
                         found ? why : "no module has this name, or a heading with these words");
}

/* ---- files ---- */

static void close_file(cli_inputs *in)
{
    if (in->log != in->given_log) tunip_log_free(in->log);
    if (in->source != *in->standard_input && in->source != in->given) tunip_source_free(in->source);
    in->log = NULL;
    in->source = NULL;
    in->module = in->module_end = 0;
}

static tunip_source *open_source(cli_inputs *in, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (in->given) return in->given;
    if (is_input(path) && *in->standard_input) return *in->standard_input;
    tunip_source *source = tunip_source_open_lazily(in->context, path, &error);
    if (!source) cli_fail_input(cli_shown(path), in->loads, &error);
    if (source) source = cli_unpack(in->context, in->loads, source, cli_shown(path));
    if (is_input(path)) *in->standard_input = source;
    return source;
}

static bool open_log(cli_inputs *in)
{
    tunip_error error = TUNIP_ERROR_INIT;
    in->log = in->given_log ? in->given_log : tunip_log_new_any(in->context, in->source, &error);
    in->module_end = tunip_log_count(in->log);
    cli_workloads_find(&in->workloads, in->context, in->file);
    if (!in->log) return cli_fail_error(cli_shown(in->file), &error) == CLI_OK;
    if (in->given_log) return true;
    if (!in->module_end && in->is_folder) {
        cli_note("%s: skipped: this text contains no script", in->file);
        return true;
    }
    if (!in->module_end)
        return cli_fail("%s: this text contains no script", cli_shown(in->file)) == CLI_OK;
    if (!in->choice) return true;
    size_t count = tunip_log_count(in->log), digits = strspn(in->choice, "0123456789");
    if (!*in->choice) return refuse_choice(in, "expected a number or a name after #");
    if (in->choice[digits]) return choose_by_text(in);
    unsigned long long number = strtoull(in->choice, NULL, 10);
    char why[80];
    snprintf(why, sizeof why, "there are %zu modules, with numbers from 1", count);
    if (digits > 18 || !number || number > count) return refuse_choice(in, why);
    in->module = (size_t)number - 1;
    in->module_end = (size_t)number;
    return true;
}

/* In a folder, files of no known format and texts without scripts are skipped. */
static bool open_file(cli_inputs *in)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const char *format = in->loads->format;
    in->source = open_source(in, in->file);
    if (!in->source) return false;
    if (in->given_log) return open_log(in);
    if (!format) format = tunip_find_format(in->context, in->source, &error);
    if (!format && in->is_folder) {
        cli_note("%s: skipped: %s", in->file, error.message);
        return true;
    }
    bool is_text = !format || strcmp(format, "python") == 0 || strcmp(format, "relay") == 0 ||
                   strcmp(format, "log") == 0 || strcmp(format, "mlir") == 0;
    if (in->choice && !is_text)
        return cli_fail("%s: #%s chooses a module of a text, but the format is %s",
                        cli_shown(in->file), in->choice, format) == CLI_OK;
    bool is_split = format && in->splits && strcmp(format, "mlir") == 0;
    if (in->splits && format && strcmp(format, "python") == 0 && !in->loads->format) {
        in->log = tunip_log_new(in->context, in->source, NULL);
        is_split = tunip_log_count(in->log) > 1; /* cli_inputs_read() would read them all */
        tunip_log_free(in->log);
        in->log = NULL;
    }
    if (in->choice || is_split || (format && strcmp(format, "log") == 0)) return open_log(in);
    in->module_end = 1;
    return true;
}

/* ---- inputs ---- */

bool cli_inputs_open(cli_inputs *in, const tunip_context *context, const cli_loads *loads,
                     tunip_source **standard_input, const char *argument)
{
    *in = (cli_inputs){.context = context, .loads = loads, .standard_input = standard_input};
    in->path = make_text("%s", argument);
    if (in->path) split(in);
    in->is_folder = in->path && cli_is_folder(in->path);
    if (in->is_folder && in->choice)
        cli_fail("%s: a folder has no modules: name one of its files", in->path);
    else if (in->path && (in->is_folder ? add_folder(in) : add_file(in, make_text("%s", in->path))))
        return true;
    cli_inputs_close(in);
    return false;
}

/* Names the input that begins. */
static bool set_names(cli_inputs *in)
{
    const tunip_logged *m = tunip_log_get(in->log, in->index);
    size_t number = in->earlier + in->index + 1;
    free(in->name);
    free(in->label);
    in->name = in->label = NULL;
    in->file_name = cli_shown(in->file);
    if (!m) {
        in->name = make_text("%s", cli_shown(in->file));
        if (in->name && in->is_folder) in->label = make_text("%s", in->file);
        return in->name && (in->label || !in->is_folder);
    }
    size_t workload = cli_workloads_module(&in->workloads, m->heading);
    in->name = make_text("%s#%zu", cli_shown(in->file), number);
    if (workload)
        in->label = make_text("%s#%zu of %s#%zu: %.*s", in->file, number, in->workloads.path,
                              workload, (int)m->heading.size, m->heading.data);
    else
        in->label =
            make_text("%s#%zu %.*s%s%.*s", in->file, number, (int)m->name.size, m->name.data,
                      m->heading.size ? ": " : "", (int)m->heading.size, m->heading.data);
    return in->name && in->label;
}

bool cli_inputs_next(cli_inputs *in)
{
    while (in->module == in->module_end) {
        close_file(in);
        if (in->next_file == (in->end_file ? in->end_file : in->file_count)) return false;
        in->file = in->files[in->next_file++];
        if (open_file(in)) continue;
        in->failed = true;
        in->module = in->module_end;
    }
    const tunip_logged *module = tunip_log_get(in->log, in->index = in->module++);
    tunip_str text = module ? module->text : tunip_source_text(in->source);
    cli_progress_add(0, text.size);
    if (set_names(in)) return true;
    in->failed = true;
    return false;
}

size_t cli_inputs_file_count(const cli_inputs *in)
{
    return in->file_count;
}

const char *cli_inputs_file(const cli_inputs *in, size_t index)
{
    return in->files[index];
}

void cli_inputs_choose(cli_inputs *in, size_t index)
{
    in->next_file = index;
    in->end_file = index + 1;
}

bool cli_inputs_are_many(const cli_inputs *in)
{
    return in->is_folder || (in->log && !in->choice && tunip_log_count(in->log) > 1);
}

static size_t count_errors(const cli_attempt *attempt)
{
    size_t count = 0;
    const tunip_diagnostic *d;
    for (size_t i = 0; (d = tunip_diagnostics_get(attempt->diagnostics, i)); i++)
        count += tunip_diagnostic_severity(d) == TUNIP_SEVERITY_ERROR;
    return count;
}

/* Whether the text begins with a comment such as `# tunip: lossless`, without which it would be
 * other IR. */
static bool has_mark(const cli_inputs *in)
{
    static const char mark[] = "# tunip: ";
    tunip_str text = tunip_source_text(in->source);
    return text.size >= sizeof mark && memcmp(text.data, mark, sizeof mark - 1) == 0;
}

/* Whether all errors of a text that was read as one script are outside of its modules, and it is no
 * script: it has several modules, or one that is indented. */
static bool errs_around(const cli_inputs *in, const tunip_log *log, const cli_attempt *whole)
{
    tunip_str text = tunip_source_text(in->source);
    size_t first = tunip_log_get(log, 0)->begin;
    const char *at = text.data + first;
    bool is_inside = isblank((unsigned char)*at) || (first && isblank((unsigned char)at[-1]));
    if (tunip_log_count(log) == 1 && !is_inside) return false;
    const tunip_diagnostic *d;
    for (size_t i = 0; (d = tunip_diagnostics_get(whole->diagnostics, i)); i++) {
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        if (tunip_diagnostic_severity(d) != TUNIP_SEVERITY_ERROR) continue;
        if (!label || label->at != TUNIP_AT_SPAN) return false;
        for (size_t k = 0; k < tunip_log_count(log); k++) {
            const tunip_logged *module = tunip_log_get(log, k);
            if (label->begin >= module->begin && label->begin < module->end) return false;
        }
    }
    return true;
}

/* The result of reading the modules of a log, one after the other until one could be read. */
typedef struct outcome {
    bool is_read, lacks_names;
    size_t errors;
} outcome;

static outcome try_modules(const cli_inputs *in, const tunip_log *log)
{
    outcome found = {.is_read = false};
    for (size_t i = 0; !found.is_read && i < tunip_log_count(log); i++) {
        cli_attempt one;
        cli_try(&one, in->context, in->source, log, i, in->loads, false);
        found.is_read = one.graph != NULL;
        found.errors += count_errors(&one);
        const tunip_diagnostic *d;
        for (size_t k = 0; (d = tunip_diagnostics_get(one.diagnostics, k)); k++)
            found.lacks_names |= tunip_str_is(tunip_diagnostic_code(d), "undefined-name");
        cli_attempt_drop(&one);
    }
    return found;
}

/* A text that cannot be read as one script may have scripts in it: a file of tests, an error
 * message with modules, a script and the output of running it. Then its modules are the inputs, if
 * one of them can be read, or they have fewer errors, or only what is around them has errors. */
static bool take_over(cli_inputs *in, const cli_attempt *whole)
{
    bool is_open = in->log || in->loads->format || in->choice || in->given;
    const char *format = is_open ? NULL : tunip_find_format(in->context, in->source, NULL);
    bool is_text = format && (strcmp(format, "python") == 0 || strcmp(format, "relay") == 0);
    tunip_log *log = is_text ? tunip_log_new_any(in->context, in->source, NULL) : NULL;
    size_t count = has_mark(in) ? 0 : tunip_log_count(log);
    outcome found = {.is_read = false};
    if (count) found = try_modules(in, log);
    bool has_fewer = found.errors && found.errors < count_errors(whole);
    if (!found.is_read && !has_fewer && (!count || !errs_around(in, log, whole))) {
        tunip_log_free(log);
        return false;
    }
    cli_note("%s: this is more than a script: the %s in it %s read, and the rest is ignored",
             in->name, count == 1 ? "one" : "scripts", count == 1 ? "is" : "are");
    if (!found.is_read && found.lacks_names)
        cli_note("--define NAME=VALUE gives a script a value that the Python around it computes");
    in->log = log;
    in->index = 0;
    in->module = 1;
    in->module_end = count;
    return set_names(in);
}

tunip_graph *cli_inputs_read(cli_inputs *in, bool origins)
{
    cli_attempt attempt;
    cli_try(&attempt, in->context, in->source, in->log, in->index, in->loads, origins);
    if (!attempt.graph && take_over(in, &attempt)) {
        cli_attempt_drop(&attempt);
        cli_try(&attempt, in->context, in->source, in->log, in->index, in->loads, origins);
    }
    return cli_attempt_take(&attempt, in->source, in->file_name, in->loads);
}

static tunip_graph *refuse_many(const cli_inputs *in)
{
    cli_fail("%s: holds %zu modules: choose one, as in %s#1 (tunip print --list %s)",
             cli_shown(in->file), tunip_log_count(in->log), in->path, in->path);
    return NULL;
}

void cli_inputs_close(cli_inputs *in)
{
    close_file(in);
    cli_workloads_free(&in->workloads);
    for (size_t i = 0; i < in->file_count; i++) free(in->files[i]);
    free(in->files);
    free(in->path);
    free(in->name);
    free(in->label);
    *in = (cli_inputs){.standard_input = in->standard_input};
}

tunip_graph *cli_inputs_read_one(cli_inputs *in, bool origins)
{
    if (!cli_inputs_next(in)) return NULL;
    if (in->is_folder) {
        cli_fail("%s: is a folder: name one of its files", in->path);
        return NULL;
    }
    if (cli_inputs_are_many(in)) return refuse_many(in);
    tunip_graph *graph = cli_inputs_read(in, origins);
    if (!cli_inputs_are_many(in)) return graph;
    tunip_graph_free(graph);
    return refuse_many(in);
}

/* ======== names ======== */

/* Checks that the backend, the settings and the format in options exist. The commands
 * check this before they read the first file, because otherwise the message would be about a
 * file. */

static const char *backend_name(const void *user, size_t i)
{
    const tunip_backend *backend = tunip_context_backend(user, i);
    return backend ? backend->name : NULL;
}

static const char *format_name(const void *user, size_t i)
{
    const tunip_format *format = tunip_context_format(user, i);
    return format ? format->name : NULL;
}

static bool is_among(cli_name_fn name_at, const tunip_context *context, const char *wanted)
{
    const char *name;
    for (size_t i = 0; (name = name_at(context, i)); i++)
        if (strcmp(name, wanted) == 0) return true;
    return false;
}

bool cli_has_format(const tunip_context *context, const char *name)
{
    return is_among(format_name, context, name);
}

bool cli_check_format(const tunip_context *context, const char *format)
{
    char message[256];
    if (!format || cli_has_format(context, format)) return true;
    snprintf(message, sizeof message, "no format is called %s", format);
    return cli_fail_unknown(message, format, format_name, context,
                            "tunip dialects lists all formats") == CLI_OK;
}

/* ---- settings ---- */

/* For the keys of all settings: NAME.prefix and NAME.KEY of each dialect, NAME.KEY of each
 * backend. */
typedef struct key_list {
    const tunip_context *context;
    char *key; /* CLI_NAME_ROOM bytes, for the last one */
} key_list;

static const char *make_key(const key_list *list, const char *owner, const char *name)
{
    snprintf(list->key, CLI_NAME_ROOM, "%s.%s", owner, name);
    return list->key;
}

static const char *setting_key(const void *user, size_t i)
{
    const key_list *list = user;
    const tunip_dialect *dialect;
    const tunip_backend *backend;
    for (size_t k = 0; (dialect = tunip_context_dialect(list->context, k)); k++) {
        if (!i--) return make_key(list, dialect->name, "prefix");
        if (i < dialect->setting_count)
            return make_key(list, dialect->name, dialect->settings[i].name);
        i -= dialect->setting_count;
    }
    for (size_t k = 0; (backend = tunip_context_backend(list->context, k)); k++) {
        if (i < backend->setting_count)
            return make_key(list, backend->name, backend->settings[i].name);
        i -= backend->setting_count;
    }
    return NULL;
}

/* Writes a message about the first setting that does not exist, with a similar name. */
static int fail_setting(const tunip_context *context, const tunip_print_options *options,
                        const char *message)
{
    char key[CLI_NAME_ROOM], nearest[CLI_NAME_ROOM];
    const key_list list = {context, key};
    for (size_t i = 0; i < options->setting_count; i++) {
        const char *wanted = options->settings[i].key;
        if (cli_nearest(nearest, wanted, strlen(wanted), setting_key, &list) &&
            strcmp(nearest, wanted) != 0)
            return cli_fail("%s (did you mean %s?)", message, nearest);
    }
    return cli_fail("%s (tunip dialects --settings lists all settings)", message);
}

/* The library checks settings when it prints, so this function prints an empty node. */
bool cli_check_settings(tunip_context *context, const tunip_print_options *options)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options empty = TUNIP_PRINT_OPTIONS_INIT;
    const char *backend = options->backend;
    char message[256];
    if (backend && !is_among(backend_name, context, backend)) {
        snprintf(message, sizeof message, "no backend is called %s", backend);
        return cli_fail_unknown(message, backend, backend_name, context,
                                "tunip backends lists all backends") == CLI_OK;
    }
    empty.backend = backend;
    empty.settings = options->settings;
    empty.setting_count = options->setting_count;
    tunip_status status = tunip_print(context, NULL, &empty, &printed, &error);
    tunip_printed_free(printed);
    if (status != TUNIP_ERROR_NOT_FOUND && status != TUNIP_ERROR_ARGUMENT) return true;
    bool of_backend = strncmp(error.message, "backend ", 8) == 0; /* lists its settings */
    if (status == TUNIP_ERROR_ARGUMENT || of_backend)
        return cli_fail("%s", error.message) == CLI_OK;
    return fail_setting(context, options, error.message) == CLI_OK;
}

/* ======== load ======== */

/* A context with the plugins that the environment and the options name. */

bool cli_store_load(void *settings, const cli_option *option, const char *text)
{
    cli_loads *loads = (cli_loads *)(void *)((char *)settings + option->offset);
    return cli_push(&loads->paths, &loads->count, text);
}

void cli_loads_free(cli_loads *loads)
{
    cli_defines_free(loads);
    if (loads->findings) tunip_findings_writer_end(loads->findings, NULL);
    loads->findings = NULL;
    free(loads->paths);
}

/* `whence` is the option or variable that names the file, for messages. */
static bool load(tunip_context *context, const char *whence, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_context_load_plugin(context, path, &error) == TUNIP_OK) return true;
    cli_fail("%s%s", whence, error.message);
    return false;
}

/* Loads the files of TUNIP_PLUGINS. Empty entries are ignored. */
static bool load_variable(tunip_context *context)
{
    const char *list = getenv("TUNIP_PLUGINS");
    char *copy = list ? make_text("%s", list) : NULL, *rest = NULL;
    bool fine = true;
    if (list && !copy) return false;
    for (char *path = copy ? strtok_r(copy, TN_LIST_SEPARATOR, &rest) : NULL; path && fine;
         path = strtok_r(NULL, TN_LIST_SEPARATOR, &rest))
        fine = load(context, "TUNIP_PLUGINS: ", path);
    free(copy);
    return fine;
}

static tunip_context *new_context(const cli_limits *limits, tunip_error *error)
{
    tunip_limits taken = TUNIP_LIMITS_INIT;
    tunip_context *context = tunip_context_new(NULL, error);
    if (!context || !limits) return context;
    taken.max_bytes = limits->max_bytes;
    taken.max_input = limits->max_input;
    if (tunip_context_limit(context, &taken, error) == TUNIP_OK) return context;
    tunip_context_free(context);
    return NULL;
}

tunip_context *cli_context_new(const cli_loads *loads, const cli_limits *limits)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = new_context(limits, &error);
    if (!context) {
        cli_fail("%s", error.message);
        return NULL;
    }
    bool fine = tunip_artifact_register(context, &error) == TUNIP_OK;
    if (!fine) cli_fail("%s", error.message);
    fine = fine && load_variable(context);
    for (size_t i = 0; i < loads->count && fine; i++) fine = load(context, "", loads->paths[i]);
    if (fine) return context;
    tunip_context_free(context);
    return NULL;
}

/* ======== unpack ======== */

/* Unpacks input that is compressed with gzip, xz or zstd. The first bytes show the
 * compression. If the build lacks a library, a message says so. */

void cli_list_unpackers(FILE *out)
{
    size_t count = 0;
    const tn_unpacker *u;
    fputs("unpacks:", out);
    for (size_t i = 0; (u = tn_unpacker_at(i)); i++) {
        if (tn_unpacker_lacks(u)) continue;
        fprintf(out, " %s", tn_unpacker_name(u));
        count++;
    }
    fputs(count ? "\n" : " nothing\n", out);
}

typedef struct bounds {
    size_t most;  /* bytes; 0: no limit */
    size_t ratio; /* to the file, where this is the limit; else 0 */
} bounds;

static bounds bounds_of(const tunip_context *context, const cli_loads *loads, size_t packed)
{
    size_t ratio = loads->max_ratio ? loads->max_ratio : TN_UNPACK_RATIO;
    bounds b = {.most = tunip_context_limits(context)->max_input};
    size_t most = tn_unpack_most(packed, ratio);
    return b.most && b.most <= most ? b : (bounds){most, ratio};
}

static bool unpack(const tn_unpacker *u, tunip_str text, const bounds *b, const char *name,
                   tn_unpacked *to)
{
    char most[TN_BYTES_SIZE];
    const char *trouble = tn_unpacker_run(u, text, b->most, to);
    tn_bytes_text(b->most, most);
    if (trouble && *trouble)
        cli_fail("%s: cannot unpack %s: %s", name, tn_unpacker_name(u), trouble);
    else if (trouble && b->ratio)
        cli_fail("%s: the unpacked input is longer than %s and than --max-ratio %zu allows for a "
                 "file of %zu bytes; --max-ratio 0 reads it",
                 name, tn_bytes_text(TN_UNPACK_ANYHOW, most), b->ratio, text.size);
    else if (trouble)
        cli_fail("%s: the unpacked input is longer than --max-input %s", name, most);
    return !trouble;
}

bool cli_is_packed(const char *path)
{
    char head[8];
    tn_kind kind = tn_kind_of(path);
    if (cli_is_stream(path) || kind == TN_IS_PIPE) return true;
    if (kind != TN_IS_FILE) return false;
    FILE *file = tn_fopen(path, "rb");
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file) fclose(file);
    return tn_unpacker_of((tunip_str){head, size}) != NULL;
}

tunip_source *cli_unpack(const tunip_context *context, const cli_loads *loads, tunip_source *source,
                         const char *name)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tn_unpacker *u = tn_unpacker_of(tunip_source_head(source));
    const bounds most = bounds_of(context, loads, u ? tunip_source_text(source).size : 0);
    tn_unpacked to = {.size = 0};
    tunip_source *made = NULL;
    if (!u) return source;
    const char *library = tn_unpacker_lacks(u);
    if (library)
        cli_fail("%s: is compressed with %s; this tunip was built without %s", name,
                 tn_unpacker_name(u), library);
    else if (unpack(u, tunip_source_text(source), &most, name, &to))
        made = tunip_source_new(NULL, tn_unpacked_name(u, tunip_source_name(source)),
                                (tunip_str){to.data, to.size}, &error);
    if (error.code != TUNIP_OK) cli_fail_error(name, &error);
    free(to.data);
    tunip_source_free(source);
    return made;
}

/* ======== pair ======== */

/* The two files of a comparison. */

typedef struct reading {
    cli_pair *pair;
    const cli_loads *loads;
    char **files;
    bool fine; /* the left side was read */
} reading;

static bool read_side(const reading *r, int side)
{
    cli_pair *pair = r->pair;
    cli_inputs *in = &pair->inputs[side];
    if (!cli_inputs_open(in, pair->context, r->loads, &pair->standard_input, r->files[side]))
        return false;
    if (pair->given) in->given = pair->given[side];
    pair->graphs[side] = cli_inputs_read_one(in, false);
    pair->files[side] = in->name;
    return pair->graphs[side] != NULL;
}

/* Another thread may read the right side, without messages. If the right side has errors or
 * warnings, it is read again after the left side. So the messages and their order do not depend on
 * the number of threads. */
static void read_either(void *user, size_t side)
{
    reading *r = user;
    cli_pair *pair = r->pair;
    if (side == CLI_LEFT)
        r->fine = read_side(r, CLI_LEFT);
    else
        pair->graphs[side] =
            cli_read_quietly(pair->context, r->files[side], r->loads, &pair->ahead);
}

/* Small files are read faster than a thread is started. Pipes cannot be read twice. */
static bool is_worth_a_thread(const char *path)
{
    enum { LEAST = 1 << 16 };
    tn_about about;
    return tn_look(path, &about) && about.kind == TN_IS_FILE && about.size >= LEAST;
}

static bool read_both(cli_pair *pair, const cli_limits *limits, char **files)
{
    reading r = {.pair = pair, .loads = &pair->loads, .files = files};
    size_t threads = cli_threads(limits);
    bool is_open = pair->given && pair->given[CLI_RIGHT];
    bool both = threads > 1 && !is_open && is_worth_a_thread(files[CLI_RIGHT]);
    pair->loads.threads = both ? threads / 2 : threads;
    tunip_parallel(threads, both ? CLI_SIDES : 1, read_either, &r);
    pair->files[CLI_RIGHT] = files[CLI_RIGHT];
    return r.fine && (pair->graphs[CLI_RIGHT] || read_side(&r, CLI_RIGHT));
}

static bool open_pair(cli_pair *pair, const cli_loads *loads, const cli_limits *limits,
                      const tunip_print_options *print, tunip_source *const *given, char **files)
{
    *pair = (cli_pair){.context = cli_context_new(loads, limits), .loads = *loads, .given = given};
    pair->inputs = calloc(CLI_SIDES, sizeof *pair->inputs);
    if (!pair->inputs) return cli_fail("out of memory") == CLI_OK;
    for (int i = 0; i < CLI_SIDES; i++) pair->inputs[i].standard_input = &pair->standard_input;
    return pair->context && cli_check_format(pair->context, loads->format) &&
           (!print || cli_check_settings(pair->context, print)) && read_both(pair, limits, files);
}

static int older_side(const cli_pair *pair)
{
    return pair->vintages[CLI_LEFT] < pair->vintages[CLI_RIGHT] ? CLI_LEFT : CLI_RIGHT;
}

/* Sides of two versions of TVM are compared in the newer one. */
static bool convert_older(cli_pair *pair)
{
    unsigned *vintages = pair->vintages;
    for (int i = 0; i < CLI_SIDES; i++)
        vintages[i] = tunip_vintage(tunip_graph_root(pair->graphs[i]));
    for (int i = 0; i < CLI_SIDES; i++)
        if (!vintages[i]) vintages[i] = vintages[!i]; /* all versions have its nodes */
    if (vintages[CLI_LEFT] == vintages[CLI_RIGHT]) return true;
    int side = older_side(pair);
    return cli_convert(pair->context, pair->graphs[side], pair->files[side], vintages[!side],
                       false);
}

void cli_note_conversion(const cli_pair *pair)
{
    int side = older_side(pair);
    if (pair->vintages[CLI_LEFT] != pair->vintages[CLI_RIGHT])
        cli_note("%s was converted from TVM v0.%u to v0.%u, the version of %s", pair->files[side],
                 pair->vintages[side], pair->vintages[!side], pair->files[!side]);
}

static void close_pair(cli_pair *pair)
{
    for (int i = 0; i < CLI_SIDES; i++) {
        tunip_graph_free(pair->graphs[i]);
        if (pair->inputs) cli_inputs_close(&pair->inputs[i]);
    }
    tunip_source_free(pair->ahead);
    tunip_source_free(pair->standard_input);
    tunip_context_free(pair->context);
    free(pair->inputs);
}

int cli_pair_compare(int argc, char **argv, const cli_loads *loads, const cli_limits *limits,
                     const tunip_print_options *print, tunip_source *const *given,
                     cli_compare_fn compare, const void *settings)
{
    cli_pair pair;
    int status = CLI_TROUBLE;
    if (argc != 1 + CLI_SIDES)
        return cli_fail("%s: two files are needed, got %d", argv[0], argc - 1);
    bool is_open = open_pair(&pair, loads, limits, print, given, argv + 1);
    if (is_open && convert_older(&pair)) status = compare(&pair, settings);
    close_pair(&pair);
    return status;
}
