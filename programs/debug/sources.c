/* sources.c -- finds the definitions of kernels in files. */
#include "sources.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/os.h"

#include "compare.h"

/* The functions of the plan, sorted by their names. */
typedef struct wanted {
    tunip_str name;
    size_t node;
} wanted;

typedef struct finder {
    dbg_sources *sources;
    const dbg_plan *plan;
    const tunip_context *context;
    wanted *wanted;
    size_t count;
} finder;

static int compare_names(tunip_str a, tunip_str b)
{
    int order = memcmp(a.data, b.data, a.size < b.size ? a.size : b.size);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    return compare_names(((const wanted *)a)->name, ((const wanted *)b)->name);
}

static bool is_word(char c)
{
    return tunip_is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool list_wanted(finder *f)
{
    f->wanted = calloc(2 * f->plan->node_count + 1, sizeof *f->wanted);
    for (size_t i = 0; f->wanted && i < f->plan->node_count; i++) {
        tunip_str name = f->plan->nodes[i].function, plain = dbg_function_plain(name);
        if (f->plan->nodes[i].kind != DBG_CALL) continue;
        f->wanted[f->count++] = (wanted){name, i};
        if (plain.size != name.size) f->wanted[f->count++] = (wanted){plain, i};
    }
    if (f->wanted) qsort(f->wanted, f->count, sizeof *f->wanted, by_name);
    return f->wanted != NULL;
}

/* The first row with a name; the count if there is none. */
static size_t find_wanted(const finder *f, tunip_str name)
{
    size_t low = 0, high = f->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(f->wanted[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->count && tunip_str_equal(f->wanted[low].name, name) ? low : f->count;
}

/* The end of a string of C or of Python that begins at `at`; else `at`. A quote that nothing closes
 * on its line is an apostrophe. */
static size_t skip_string(tunip_str text, size_t at)
{
    const char *quote = text.data + at;
    if (*quote != '"' && *quote != '\'') return at;
    bool is_long = text.size - at > 2 && quote[1] == *quote && quote[2] == *quote;
    size_t size = is_long ? 3 : 1;
    for (size_t i = at + size; i + size <= text.size; i++) {
        if (text.data[i] == '\n' && !is_long) return at;
        if (memcmp(text.data + i, quote, size) == 0) return i + size;
        i += text.data[i] == '\\';
    }
    return at;
}

/* The end of the bracket that opens at `at`; the size if none closes it. */
static size_t close_bracket(tunip_str text, size_t at, char open, char close)
{
    size_t depth = 0;
    while (at < text.size) {
        size_t end = skip_string(text, at);
        if (text.data[at] == open) depth++;
        if (text.data[at] == close && --depth == 0) return at + 1;
        at = end > at ? end : at + 1;
    }
    return text.size;
}

/* The end of a function of Python: the next line that is not indented more than its first. */
static size_t end_of_def(tunip_str text, size_t begin, size_t at)
{
    size_t indent = 0, end = at;
    while (begin + indent < text.size && text.data[begin + indent] == ' ') indent++;
    while (end < text.size) {
        const char *stop = memchr(text.data + end, '\n', text.size - end);
        if (!stop) return text.size;
        size_t line = (size_t)(stop - text.data) + 1, spaces = 0;
        while (line + spaces < text.size && text.data[line + spaces] == ' ') spaces++;
        bool is_empty = line + spaces < text.size && text.data[line + spaces] == '\n';
        if (spaces <= indent && !is_empty) return line;
        end = line + spaces;
    }
    return text.size;
}

/* The line in which a declaration of C begins if its name, at `name`, begins a line: that of the
 * type. SIZE_MAX if no type stands in front: then this is no declaration. */
static size_t line_of_type(tunip_str text, size_t name)
{
    size_t at = name;
    while (at && strchr(" \t\r\n", text.data[at - 1])) at--;
    if (!at || (!is_word(text.data[at - 1]) && text.data[at - 1] != '*')) return SIZE_MAX;
    while (at && text.data[at - 1] != '\n') at--;
    return at;
}

/* Whether the word at [begin, end) is defined here; then *kind, and the range of its definition. */
static bool is_definition(tunip_str text, size_t begin, size_t end, size_t *kind, size_t *from,
                          size_t *stop)
{
    if (end == text.size || text.data[end] != '(') return false;
    size_t line = begin;
    while (line && text.data[line - 1] != '\n') line--;
    *from = line;
    if (begin - line >= 4 && memcmp(text.data + begin - 4, "def ", 4) == 0) {
        *kind = DBG_TIR;
        *stop = end_of_def(text, line, close_bracket(text, end, '(', ')'));
        return true;
    }
    size_t at = close_bracket(text, end, '(', ')');
    while (at < text.size && strchr(" \t\r\n", text.data[at])) at++;
    if (begin == line) *from = line_of_type(text, begin);
    if (*from == SIZE_MAX || at == text.size || text.data[at] != '{') return false;
    *kind = DBG_CODE;
    *stop = close_bracket(text, at, '{', '}');
    return true;
}

/* The end of a comment of C or of Python that begins at `at`; else `at`. */
static size_t skip_comment(tunip_str text, size_t at)
{
    const char *c = text.data + at, *end = text.data + text.size;
    if (end - c >= 2 && c[0] == '/' && c[1] == '*') {
        for (c += 2; end - c >= 2 && !(c[0] == '*' && c[1] == '/');) c++;
        return c + 2 < end ? (size_t)(c + 2 - text.data) : text.size;
    }
    if (*c != '#' && (end - c < 2 || c[0] != '/' || c[1] != '/')) return at;
    const char *stop = memchr(c, '\n', (size_t)(end - c));
    return stop ? (size_t)(stop - text.data) : text.size;
}

static void scan(finder *f, const char *path, tunip_str text)
{
    size_t line = 1;
    for (size_t at = 0; at < text.size;) {
        size_t begin = at, end = skip_string(text, at), kind, from, stop;
        if (end == at) end = skip_comment(text, at);
        if (end == at && !is_word(text.data[at])) end++;
        for (; at < end; at++) line += text.data[at] == '\n';
        if (at > begin) continue;
        while (at < text.size && is_word(text.data[at])) at++;
        tunip_str word = {text.data + begin, at - begin};
        size_t row = find_wanted(f, word);
        if (row == f->count || !is_definition(text, begin, at, &kind, &from, &stop)) continue;
        size_t first = line;
        for (size_t i = from; i < begin; i++) first -= text.data[i] == '\n';
        for (; row < f->count && tunip_str_equal(f->wanted[row].name, word); row++) {
            dbg_place *place = &f->sources->places[f->wanted[row].node][kind];
            tunip_str found = {text.data + from, stop - from};
            if (!place->path) *place = (dbg_place){path, first, found};
        }
    }
}

static bool add_file(finder *f, const char *path, tunip_error *error)
{
    dbg_sources *s = f->sources;
    tunip_error why = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_open(f->context, path, &why);
    if (!source) {
        tunip_error_set(error, why.code, "%.200s: %s", path, why.message);
        return false;
    }
    tunip_str text = tunip_source_text(source);
    if (!text.size || memchr(text.data, '\0', text.size < 4096 ? text.size : 4096)) {
        tunip_source_free(source);
        return true;
    }
    tunip_source **files = realloc(s->files, (s->file_count + 1) * sizeof *files);
    if (files) s->files = files;
    char **paths = realloc(s->paths, (s->file_count + 1) * sizeof *paths);
    if (paths) s->paths = paths;
    char *copy = malloc(strlen(path) + 1);
    if (!files || !paths || !copy) {
        tunip_source_free(source);
        free(copy);
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
    }
    memcpy(copy, path, strlen(path) + 1);
    files[s->file_count] = source;
    paths[s->file_count++] = copy;
    scan(f, copy, text);
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add_path(finder *f, const char *path, bool is_top, tunip_error *error);

/* In the order of the names, so that the first place does not depend on the file system. */
static bool add_folder(finder *f, const char *path, tunip_error *error)
{
    tn_folder *folder = tn_folder_open(path);
    char **names = NULL;
    size_t count = 0;
    bool fine = true;
    if (!folder) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%.200s: cannot read the folder: %s", path,
                        strerror(errno));
        return false;
    }
    for (const char *at; fine && (at = tn_folder_next(folder));) {
        if (*at == '.') continue;
        char **room = realloc(names, (count + 1) * sizeof *names);
        if (room) names = room;
        size_t size = strlen(path) + strlen(at) + 2;
        char *name = room ? malloc(size) : NULL;
        fine = name != NULL;
        if (!fine) break;
        snprintf(name, size, "%s/%s", path, at);
        names[count++] = name;
    }
    tn_folder_close(folder);
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (count) qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++) {
        fine = fine && add_path(f, names[i], false, error);
        free(names[i]);
    }
    free(names);
    return fine;
}

/* Below the first path, links to folders are left out: they may lead back. */
static bool add_path(finder *f, const char *path, bool is_top, tunip_error *error)
{
    tn_about about, own;
    bool is_known = tn_look(path, &about) && tn_look_at_link(path, &own);
    if (is_known && about.kind == TN_IS_FOLDER)
        return (!is_top && own.kind == TN_IS_LINK) || add_folder(f, path, error);
    if (!is_top && (!is_known || about.kind != TN_IS_FILE)) return true;
    return add_file(f, path, error);
}

bool dbg_sources_add(dbg_sources *sources, const dbg_plan *plan, const tunip_context *context,
                     const char *path, tunip_error *error)
{
    finder f = {.sources = sources, .plan = plan, .context = context};
    if (!sources->places) sources->places = calloc(plan->node_count + 1, sizeof *sources->places);
    bool fine = sources->places && list_wanted(&f);
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    fine = fine && add_path(&f, path, true, error);
    free(f.wanted);
    return fine;
}

void dbg_sources_free(dbg_sources *sources)
{
    for (size_t i = 0; i < sources->file_count; i++) {
        tunip_source_free(sources->files[i]);
        free(sources->paths[i]);
    }
    free(sources->files);
    free(sources->paths);
    free(sources->places);
    *sources = (dbg_sources){.places = NULL};
}

void dbg_sources_put(const dbg_sources *sources, size_t node, tn_text *out)
{
    const char *between = "";
    for (size_t i = 0; sources && sources->places && i < DBG_PLACES; i++) {
        const dbg_place *place = &sources->places[node][i];
        if (!place->path) continue;
        tn_text_put_word(out, between);
        tn_text_put_visible(out, tunip_str_from(place->path));
        tn_text_say(out, ":%zu", place->line);
        between = ", ";
    }
}
