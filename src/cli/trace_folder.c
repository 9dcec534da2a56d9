/* trace_folder.c -- folders that TileLang writes if TL_LOWER_TRACE is set: the module before and
 * after each pass, in a folder for each phase of a run.
 *
 *   DIR/SCRIPT/.run_records/run_20260101_120000_000000_77_0a1b2c3d/pipeline/07_Simplify_before.tir
 *
 * The numbers count the passes as they began, through all phases. The folder of a phase, of a run,
 * of a script or of all scripts is an input; of several runs, the last one counts. */
#include <stdlib.h>
#include <string.h>

#include "../util/text.h"
#include "cli.h"

/* A pass that ran. */
typedef struct record {
    unsigned long number;
    char *before, *after;   /* files; `after` is NULL if the pass failed */
    tunip_text_key was, is; /* their texts */
} record;

typedef struct records {
    record *items;
    size_t count;
    bool failed;
} records;

static const char before_end[] = "_before.tir", after_end[] = "_after.tir";
static const char source_end[] = "_after.cpp"; /* of the pass that generates the code */

/* How the names of dumps end that say when they were written. tunip.tvm.record() in Python writes
 * "012_Simplify.before.py"; its numbers count the dumps, so their order is that of the events. */
static const struct ending {
    const char *end;
    tunip_dump_time when;
} endings[] = {
    {before_end, TUNIP_DUMP_BEFORE},     {after_end, TUNIP_DUMP_AFTER},
    {".before.py", TUNIP_DUMP_BEFORE},   {".after.py", TUNIP_DUMP_AFTER},
    {".before.json", TUNIP_DUMP_BEFORE}, {".after.json", TUNIP_DUMP_AFTER},
};

/* ---- names ---- */

tunip_dump_time cli_trace_time(const char *file, tunip_str *pass)
{
    const char *base = tn_base_name(file);
    size_t digits = strspn(base, "0123456789");
    if (!digits || base[digits] != '_') return TUNIP_DUMP_NONE;
    tunip_str name = tunip_str_from(base + digits + 1);
    for (size_t i = 0; i < TUNIP_LEN(endings); i++) {
        size_t size = strlen(endings[i].end);
        if (name.size <= size || !tunip_str_ends(name, endings[i].end)) continue;
        *pass = (tunip_str){name.data, name.size - size};
        return endings[i].when;
    }
    return TUNIP_DUMP_NONE;
}

/* Sets *out to `before` with another end, in new memory; to NULL if there is no such file, or it is
 * empty, as that of a pass that failed. False if there is no memory. */
static bool find_sibling(const char *before, const char *end, char **out, bool *is_there)
{
    tn_about about;
    size_t stem = strlen(before) - (sizeof before_end - 1), size = strlen(end) + 1;
    char *path = malloc(stem + size);
    *out = NULL;
    if (!path) return false;
    memcpy(path, before, stem);
    memcpy(path + stem, end, size);
    *is_there = tn_look(path, &about) && about.kind == TN_IS_FILE;
    if (*is_there && about.size)
        *out = path;
    else
        free(path);
    return true;
}

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder), more = strlen(name) + 1;
    size -= size > 1 && tn_is_slash(folder[size - 1]);
    char *path = malloc(size + 1 + more);
    if (!path) {
        cli_fail("out of memory");
        return NULL;
    }
    memcpy(path, folder, size);
    path[size] = '/';
    memcpy(path + size + 1, name, more);
    return path;
}

/* ---- folders ---- */

/* Calls `take` for the names in a folder that do not begin with a dot. */
static void each_name(const char *path,
                      void (*take)(const char *path, const char *name, void *user), void *user)
{
    tn_folder *folder = tn_folder_open(path);
    for (const char *name; folder && (name = tn_folder_next(folder));)
        if (name[0] != '.') take(path, name, user);
    tn_folder_close(folder);
}

static void take_file(const char *folder, const char *name, void *user)
{
    records *all = user;
    tunip_str pass;
    if (all->failed || !tunip_str_ends(tunip_str_from(name), before_end) ||
        cli_trace_time(name, &pass) == TUNIP_DUMP_NONE)
        return;
    record made = {.number = strtoul(name, NULL, 10), .before = join(folder, name)};
    char *source = NULL;
    bool is_there, is_source = false;
    bool fine = made.before && find_sibling(made.before, after_end, &made.after, &is_there) &&
                find_sibling(made.before, source_end, &source, &is_source);
    free(source);
    record *grown =
        fine && !is_source ? realloc(all->items, (all->count + 1) * sizeof *grown) : NULL;
    if (grown) all->items = grown;
    if (grown) {
        all->items[all->count++] = made;
        return;
    }
    all->failed |= !is_source;
    free(made.before);
    free(made.after);
}

/* The files of a folder, and of the folders in it. */
static void take_phase(const char *folder, const char *name, void *user)
{
    char *path = join(folder, name);
    if (path && cli_is_folder(path)) each_name(path, take_file, user);
    free(path);
}

/* The last name, and the number of all. */
typedef struct newest {
    const char *head;  /* of the names that count; "" for all folders */
    const char *below; /* what these folders contain; or NULL */
    char *name;
    size_t count;
} newest;

static void take_newest(const char *folder, const char *name, void *user)
{
    newest *n = user;
    char *path = join(folder, name), *below = path && n->below ? join(path, n->below) : NULL;
    bool fits = path && strncmp(name, n->head, strlen(n->head)) == 0 && cli_is_folder(path) &&
                (!n->below || (below && cli_is_folder(below)));
    free(below);
    free(path);
    if (!fits) return;
    n->count++;
    if (n->name && strcmp(n->name, name) >= 0) return;
    free(n->name);
    n->name = malloc(strlen(name) + 1);
    if (n->name)
        memcpy(n->name, name, strlen(name) + 1);
    else
        cli_fail("out of memory");
}

static const char records_name[] = ".run_records";

/* The folder of the last run below `path`, in new memory; NULL if there is none. */
static char *find_run(const char *path)
{
    newest script = {.head = "", .below = records_name}, run = {.head = "run_"};
    char *own = join(path, records_name), *runs = own && cli_is_folder(own) ? own : NULL;
    if (!runs) each_name(path, take_newest, &script);
    if (!runs && script.count == 1 && script.name) { /* the folder of all scripts */
        char *one = join(path, script.name);
        runs = one ? join(one, records_name) : NULL;
        free(one);
    }
    if (!runs && script.count > 1)
        cli_note("%s: %zu scripts left records here: name the folder of one", path, script.count);
    each_name(runs ? runs : path, take_newest, &run);
    char *found = run.name ? join(runs ? runs : path, run.name) : NULL;
    if (found && run.count > 1)
        cli_note("%s: %s is the last of %zu runs", path, run.name, run.count);
    if (runs != own) free(runs);
    free(own);
    free(script.name);
    free(run.name);
    return found;
}

/* ---- the order ---- */

static int compare_records(const void *left, const void *right)
{
    const record *a = left, *b = right;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return strcmp(a->before, b->before);
}

static tunip_text_key key_of(const tunip_context *context, const char *file)
{
    tunip_text_key key = {0};
    tunip_source *source = file ? tunip_source_open(context, file, NULL) : NULL;
    if (source) key = tunip_text_key_of(tunip_source_text(source));
    tunip_source_free(source);
    return key;
}

enum { DEEPEST = 64 };

/* The record behind those of the passes that the pass `first` ran. The numbers say only when passes
 * began. If a pass changes the module, and the next ones begin with its input and end with its
 * result, they are its parts. Two passes on one input, such as those that take the functions of the
 * host and of the device, do not end so. */
static size_t end_of_parts(const records *all, size_t first, int depth)
{
    const record *pass = &all->items[first];
    tunip_text_key at = pass->was;
    size_t next = first + 1;
    if (!pass->after || depth == DEEPEST) return first + 1;
    while (!tunip_text_key_equal(&at, &pass->is)) {
        if (next == all->count || !all->items[next].after ||
            !tunip_text_key_equal(&all->items[next].was, &at))
            return first + 1;
        at = all->items[next].is;
        next = end_of_parts(all, next, depth + 1);
    }
    return next;
}

/* Adds the files of the pass `first` and of its parts; returns the record behind them. */
static size_t add_pass(records *all, size_t first, int depth, char **files, size_t *count)
{
    size_t end = end_of_parts(all, first, depth);
    char *after = all->items[first].after;
    files[(*count)++] = all->items[first].before;
    all->items[first].before = NULL;
    for (size_t i = first + 1; i < end;) i = add_pass(all, i, depth + 1, files, count);
    if (after) files[(*count)++] = after;
    all->items[first].after = NULL;
    return end;
}

/* ---- all ---- */

static void free_records(records *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->items[i].before);
        free(all->items[i].after);
    }
    free(all->items);
}

bool cli_trace_files(const tunip_context *context, const char *path, char ***files, size_t *count)
{
    records all = {.items = NULL};
    each_name(path, take_file, &all);
    each_name(path, take_phase, &all);
    char *run = all.count || all.failed ? NULL : find_run(path);
    if (run) each_name(run, take_phase, &all);
    free(run);
    char **list = all.count ? malloc(2 * all.count * sizeof *list) : NULL;
    all.failed |= all.count && !list;
    if (list) qsort(all.items, all.count, sizeof *all.items, compare_records);
    for (size_t i = 0; list && i < all.count; i++) {
        all.items[i].was = key_of(context, all.items[i].before);
        all.items[i].is = key_of(context, all.items[i].after);
    }
    *count = 0;
    for (size_t i = 0; list && i < all.count;) i = add_pass(&all, i, 0, list, count);
    *files = list;
    bool fine = !all.failed || cli_fail("out of memory") == CLI_OK;
    free_records(&all);
    return fine;
}
