/* load.c -- the loading process: metadata first, native objects linked into one library, then the
 * other loaders in the order of their names. */
#define _DEFAULT_SOURCE /* P_tmpdir, mkdtemp() */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "disk.h"
#include "set.h"
#include "tool.h"

typedef struct group {
    tunip_str loader;
    const tunip_artifact **items;
    size_t count;
} group;

typedef struct loading {
    const tunip_artifact_set *set;
    const tunip_load_options *options;
    const tunip_artifact **items; /* of all groups, one behind the other */
    group *groups;
    size_t count, group_count;
    tunip_error *error;
    void *library;
} loading;

/* ---- groups ---- */

static int rank(tunip_str loader)
{
    return tunip_str_is(loader, "metadata") ? 0 : tunip_str_is(loader, "native") ? 1 : 2;
}

static bool add_to_group(void *user, const tunip_artifact *artifact)
{
    loading *l = user;
    group *last = l->group_count ? &l->groups[l->group_count - 1] : NULL;
    if (!last || !tunip_str_equal(last->loader, artifact->loader)) {
        last = &l->groups[l->group_count++];
        *last = (group){artifact->loader, &l->items[l->count], 0};
    }
    l->items[l->count++] = artifact;
    last->count++;
    return true;
}

/* The groups come in the order of the names of their loaders: two of them move to the front. */
static void order_groups(loading *l)
{
    for (int first = 1; first >= 0; first--)
        for (size_t i = 1; i < l->group_count; i++) {
            group moved = l->groups[i];
            if (rank(moved.loader) != first) continue;
            memmove(l->groups + 1, l->groups, i * sizeof moved);
            l->groups[0] = moved;
        }
}

static bool make_groups(loading *l)
{
    size_t room = tunip_artifact_set_count(l->set) + 1;
    l->items = calloc(room, sizeof *l->items);
    l->groups = calloc(room, sizeof *l->groups);
    if (!l->items || !l->groups || !tunip_artifact_set_each_by_loader(l->set, add_to_group, l)) {
        tunip_error_set(l->error, TUNIP_ERROR_MEMORY, "out of memory");
        return false;
    }
    order_groups(l);
    return true;
}

static const tunip_artifact_loader *loader_of(const loading *l, const group *g)
{
    for (size_t i = 0; i < l->options->loader_count; i++)
        if (tunip_str_is(g->loader, l->options->loaders[i].name)) return &l->options->loaders[i];
    return NULL;
}

static bool is_linked(const loading *l, const group *g)
{
    return l->options->link && tunip_str_is(g->loader, "native");
}

/* ---- the plan ---- */

static void put_group(const loading *l, const group *g, in_text *out)
{
    const tunip_artifact_loader *loader = loader_of(l, g);
    in_put_name(out, g->loader);
    bool missing = !loader && l->options->loader_count;
    in_puts(out, is_linked(l, g) ? " (linked into one library):" : missing ? " (no loader):" : ":");
    for (size_t i = 0; i < g->count; i++) {
        in_puts(out, " ");
        in_put_artifact_path(out, g->items[i]);
        if (g->items[i]->in_memory) in_puts(out, " (in memory)");
    }
    in_puts(out, "\n");
}

static tunip_status write_plan(const loading *l)
{
    in_text out = {.data = NULL};
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; i < l->group_count; i++) put_group(l, &l->groups[i], &out);
    if (out.failed)
        status = tunip_error_set(l->error, TUNIP_ERROR_MEMORY, "out of memory");
    else if (out.size && l->options->write(out.data, out.size, l->options->write_user) != 0)
        status = tunip_error_set(l->error, TUNIP_ERROR_CANCELLED, "cannot write");
    in_text_free(&out);
    return status;
}

/* All loaders must be there before anything is loaded. */
static tunip_status check_loaders(const loading *l)
{
    for (size_t i = 0; i < l->group_count; i++) {
        const group *g = &l->groups[i];
        if (!is_linked(l, g) && !loader_of(l, g))
            return tunip_error_set(l->error, TUNIP_ERROR_NOT_FOUND,
                                   "no loader is called `%.*s`, which `%.*s` needs",
                                   in_short(g->loader), g->loader.data,
                                   in_short(g->items[0]->file_name), g->items[0]->file_name.data);
    }
    return TUNIP_OK;
}

/* ---- linking ---- */

/* A folder of its own for the compiler, and the words of its command. */
typedef struct linking {
    char folder[sizeof P_tmpdir + 16];
    char library[sizeof P_tmpdir + 32];
    char **names; /* of the files; as many as the group has artifacts */
    const char **words;
    size_t count;
} linking;

/* The compiler chooses by the extension of a file. */
static const char *extension_of(tunip_str name)
{
    static const char *const known[] = {".o", ".a", ".c", ".cc", ".cpp", ".s", ".S", ".so"};
    for (size_t i = 0; i < TUNIP_LEN(known); i++) {
        size_t size = strlen(known[i]);
        if (name.size > size && memcmp(name.data + name.size - size, known[i], size) == 0)
            return known[i];
    }
    return NULL;
}

static tunip_status write_object(const loading *l, linking *k, const tunip_artifact *a)
{
    enum { ROOM = sizeof k->folder + 32 };
    const char *extension = extension_of(a->file_name);
    char *name = malloc(ROOM);
    k->names[k->count] = name;
    if (!name) return tunip_error_set(l->error, TUNIP_ERROR_MEMORY, "out of memory");
    snprintf(name, ROOM, "%s/%zu%s", k->folder, k->count, extension ? extension : "");
    k->count++;
    if (!extension || a->in_memory)
        return tunip_error_set(l->error, TUNIP_ERROR_ARGUMENT, "`%.*s` cannot be linked: %s",
                               in_short(a->file_name), a->file_name.data,
                               a->in_memory ? "it is in memory" : "its extension is unknown");
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool fine = file >= 0 && in_write_file(a->content.data, a->content.size, &file) == 0;
    if (file >= 0) fine = close(file) == 0 && fine;
    if (fine) return TUNIP_OK;
    return tunip_error_set(l->error, TUNIP_ERROR_IO, "%s: %s", name, strerror(errno));
}

static tunip_status run_compiler(const loading *l, linking *k)
{
    enum { SECONDS = 60, SHOWN = 200 };
    in_text said = {.data = NULL};
    const char *compiler = l->options->compiler ? l->options->compiler : "cc";
    const char *library = l->options->library ? l->options->library : k->library;
    size_t at = 0;
    const char *const head[] = {compiler, "-shared", "-fPIC", "-o", library};
    for (size_t i = 0; i < TUNIP_LEN(head); i++) k->words[at++] = head[i];
    for (size_t i = 0; i < k->count; i++) k->words[at++] = k->names[i];
    unsigned seconds = l->options->timeout ? l->options->timeout : SECONDS;
    in_tool_result result = in_tool_run(k->words, (tunip_str){"", 0}, seconds, true, &said);
    tunip_status status = TUNIP_OK;
    if (result == IN_TOOL_MISSING)
        status = tunip_error_set(l->error, TUNIP_ERROR_NOT_FOUND, "there is no `%s`", compiler);
    else if (result == IN_TOOL_LATE)
        status = tunip_error_set(l->error, TUNIP_ERROR_LIMIT, "%s was stopped after %u s", compiler,
                                 seconds);
    else if (result != IN_TOOL_DONE)
        status =
            tunip_error_set(l->error, TUNIP_ERROR_FORMAT, "%s failed: %.*s", compiler,
                            said.size < SHOWN ? (int)said.size : SHOWN, said.size ? said.data : "");
    in_text_free(&said);
    return status;
}

static tunip_status open_library(loading *l, const linking *k)
{
    const char *library = l->options->library ? l->options->library : k->library;
    char path[sizeof k->library + 2];
    /* a name without a slash would be searched for in the folders of the system */
    if (!strchr(library, '/') && strlen(library) < sizeof k->library) {
        snprintf(path, sizeof path, "./%s", library);
        library = path;
    }
    l->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (l->library) return TUNIP_OK;
    return tunip_error_set(l->error, TUNIP_ERROR_IO, "%s", dlerror());
}

static void clean(linking *k)
{
    for (size_t i = 0; k->names && i < k->count; i++) {
        if (k->names[i]) unlink(k->names[i]);
        free(k->names[i]);
    }
    unlink(k->library);
    rmdir(k->folder);
    free(k->names);
    free(k->words);
}

static tunip_status link_group(loading *l, const group *g)
{
    enum { WORDS = 6 };
    linking k = {.folder = P_tmpdir "/tunip-XXXXXX"};
    if (!mkdtemp(k.folder))
        return tunip_error_set(l->error, TUNIP_ERROR_IO, "%s: %s", k.folder, strerror(errno));
    snprintf(k.library, sizeof k.library, "%s/library.so", k.folder);
    k.names = calloc(g->count + 1, sizeof *k.names);
    k.words = calloc(g->count + WORDS + 1, sizeof *k.words);
    tunip_status status = TUNIP_OK;
    if (!k.names || !k.words)
        status = tunip_error_set(l->error, TUNIP_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < g->count && status == TUNIP_OK; i++)
        status = write_object(l, &k, g->items[i]);
    if (status == TUNIP_OK) status = run_compiler(l, &k);
    if (status == TUNIP_OK) status = open_library(l, &k);
    clean(&k);
    return status;
}

/* ---- all together ---- */

static tunip_status load_group(loading *l, const group *g)
{
    if (is_linked(l, g)) return link_group(l, g);
    const tunip_artifact_loader *loader = loader_of(l, g);
    return loader->load(loader->user, g->items, g->count, l->library, l->error);
}

static tunip_status load_all(loading *l)
{
    tunip_status status = l->options->write ? write_plan(l) : TUNIP_OK;
    if (status != TUNIP_OK || l->options->dry_run) return status;
    status = check_loaders(l);
    for (size_t i = 0; i < l->group_count && status == TUNIP_OK; i++)
        status = load_group(l, &l->groups[i]);
    return status;
}

tunip_status tunip_artifact_set_open(const tunip_artifact_set *set,
                                     const tunip_load_options *options, void **handle,
                                     tunip_error *error)
{
    loading l = {.set = set, .options = options, .error = error};
    if (handle) *handle = NULL;
    if (options->size != sizeof *options)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the options have no size");
    tunip_status status = make_groups(&l) ? load_all(&l) : TUNIP_ERROR_MEMORY;
    free(l.items);
    free(l.groups);
    if (status == TUNIP_OK && handle) {
        *handle = l.library;
    } else if (l.library) {
        dlclose(l.library);
    }
    return status;
}
