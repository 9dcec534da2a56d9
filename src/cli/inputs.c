/* inputs.c -- the inputs that an argument names: a file, all modules of a log, one module of a log
 * or one part of MLIR text (FILE#3, FILE#NAME), or the files of a folder. */
#include "inputs.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "unpack.h"

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

/* Orders names so that "9_a" stands before "10_a". */
static int compare_names(const void *left, const void *right)
{
    const char *a = *(char *const *)left, *b = *(char *const *)right;
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

static bool is_folder(const char *path)
{
    struct stat status;
    return !is_input(path) && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* False for folders, and for pipes, because reading a pipe could wait forever. */
static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
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

static bool add_folder(cli_inputs *in)
{
    size_t size = strlen(in->path);
    const char *slash = in->path[size - 1] == '/' ? "" : "/";
    DIR *folder = opendir(in->path);
    if (!folder) {
        cli_fail("%s: cannot open: %s", in->path, strerror(errno));
        return false;
    }
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        char *path = make_text("%s%s%s", in->path, slash, entry->d_name);
        if (!path || is_file(path))
            fine = add_file(in, path);
        else
            free(path);
    }
    closedir(folder);
    if (fine && in->file_count) qsort(in->files, in->file_count, sizeof *in->files, compare_names);
    if (fine && !in->file_count) cli_fail("%s: the folder has no files", in->path);
    return fine && in->file_count;
}

/* ---- FILE#3 and FILE#NAME ---- */

static bool exists(const char *path)
{
    struct stat status;
    return is_input(path) || stat(path, &status) == 0;
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

static bool choose(cli_inputs *in)
{
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

/* ---- files ---- */

static void close_file(cli_inputs *in)
{
    tunip_log_free(in->log);
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
    in->log = tunip_log_new(in->context, in->source, &error);
    in->module_end = tunip_log_count(in->log);
    if (!in->log) return cli_fail_error(cli_shown(in->file), &error) == CLI_OK;
    if (!in->module_end && in->is_folder) {
        cli_note("%s: skipped: this text contains no script", in->file);
        return true;
    }
    if (!in->module_end)
        return cli_fail("%s: this text contains no script", cli_shown(in->file)) == CLI_OK;
    return !in->choice || choose(in);
}

/* In a folder, files of no known format and texts without scripts are skipped. */
static bool open_file(cli_inputs *in)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const char *format = in->loads->format;
    in->source = open_source(in, in->file);
    if (!in->source) return false;
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
    in->is_folder = in->path && is_folder(in->path);
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
    free(in->name);
    free(in->label);
    in->name = in->label = NULL;
    in->file_name = cli_shown(in->file);
    if (!m) {
        in->name = make_text("%s", cli_shown(in->file));
        if (in->name && in->is_folder) in->label = make_text("%s", in->file);
        return in->name && (in->label || !in->is_folder);
    }
    in->name = make_text("%s#%zu", cli_shown(in->file), in->index + 1);
    in->label =
        make_text("%s#%zu %.*s%s%.*s", in->file, in->index + 1, (int)m->name.size, m->name.data,
                  m->heading.size ? ": " : "", (int)m->heading.size, m->heading.data);
    return in->name && in->label;
}

bool cli_inputs_next(cli_inputs *in)
{
    while (in->module == in->module_end) {
        close_file(in);
        if (in->next_file == in->file_count) return false;
        in->file = in->files[in->next_file++];
        if (open_file(in)) continue;
        in->failed = true;
        in->module = in->module_end;
    }
    in->index = in->module++;
    if (set_names(in)) return true;
    in->failed = true;
    return false;
}

bool cli_inputs_are_many(const cli_inputs *in)
{
    return in->is_folder || (in->log && !in->choice && tunip_log_count(in->log) > 1);
}

/* If a script cannot be read, it may be a file with several scripts, such as a file of tests. */
static void hint(const cli_inputs *in)
{
    tunip_log *log = NULL;
    const char *format = tunip_find_format(in->context, in->source, NULL);
    bool is_text = format && (strcmp(format, "python") == 0 || strcmp(format, "relay") == 0);
    if (!in->log && !in->loads->format && is_text)
        log = tunip_log_new(in->context, in->source, NULL);
    if (tunip_log_count(log) > 1) {
        tunip_str name = tunip_log_get(log, 0)->name;
        cli_note("%s: there are %zu scripts in this text: --from log reads all, %s#%.*s one",
                 in->name, tunip_log_count(log), in->file, (int)name.size, name.data);
    }
    tunip_log_free(log);
}

tunip_graph *cli_inputs_read(const cli_inputs *in, bool origins)
{
    tunip_graph *graph = cli_read_source(in->context, in->source, in->log, in->index, in->file_name,
                                         in->loads, origins);
    if (!graph && !in->loads->is_skipping) hint(in);
    return graph;
}

void cli_inputs_close(cli_inputs *in)
{
    close_file(in);
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
    if (cli_inputs_are_many(in)) {
        cli_fail("%s: holds %zu modules: choose one, as in %s#1 (tunip print --list %s)",
                 cli_shown(in->file), tunip_log_count(in->log), in->path, in->path);
        return NULL;
    }
    return cli_inputs_read(in, origins);
}
