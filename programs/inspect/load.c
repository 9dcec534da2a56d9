/* load.c -- the loading process of a set of artifacts, and the linking of its native objects. */
#include <stdio.h>
#include <stdlib.h>

#include "bytes.h"
#include "files.h"
#include "set.h"

/* Metadata comes first, then the host module, then the other loaders in the order of their
 * names. The host module is the library of all native objects, or without any the library that
 * TVM made (`_lib`), as in the Artifact RFC. */

typedef struct group {
    tunip_str loader;
    const tunip_artifact **items;
    size_t count;
} group;

typedef struct loading {
    const tunip_artifact_set *set;
    const tunip_load_options *options;
    const tunip_artifact **items; /* of all groups, one behind the other */
    const tunip_artifact **rest;  /* of one group: those that do not load themselves */
    group *groups;
    size_t count, group_count;
    const char *host; /* the loader of the host module: "native" or "_lib" */
    tunip_error *error;
    void *library;
} loading;

/* ---- groups ---- */

enum { METADATA, HOST, OTHERS };

static int rank(const char *host, tunip_str loader)
{
    if (tunip_str_is(loader, "metadata")) return METADATA;
    return tunip_str_is(loader, host) ? HOST : OTHERS;
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
    l->host = "_lib";
    for (size_t i = 0; i < l->group_count; i++)
        if (tunip_str_is(l->groups[i].loader, "native")) l->host = "native";
    for (int first = HOST; first >= METADATA; first--)
        for (size_t i = 1; i < l->group_count; i++) {
            group moved = l->groups[i];
            if (rank(l->host, moved.loader) != first) continue;
            memmove(l->groups + 1, l->groups, i * sizeof moved);
            l->groups[0] = moved;
        }
}

static bool make_groups(loading *l)
{
    size_t room = tunip_artifact_set_count(l->set) + 1;
    l->items = calloc(room, sizeof *l->items);
    l->rest = calloc(room, sizeof *l->rest);
    l->groups = calloc(room, sizeof *l->groups);
    if (!l->items || !l->rest || !l->groups ||
        !tunip_artifact_set_each_by_loader(l->set, add_to_group, l)) {
        tn_no_memory(l->error);
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

static bool is_host(const loading *l, const group *g)
{
    return l->options->link && rank(l->host, g->loader) == HOST;
}

/* The artifacts of a group for its loader, without those that load themselves. */
static group rest_of(loading *l, const group *g)
{
    group rest = {g->loader, l->rest, 0};
    for (size_t i = 0; i < g->count; i++)
        if (!g->items[i]->load) rest.items[rest.count++] = g->items[i];
    return rest;
}

/* ---- the plan ---- */

static void put_group(loading *l, const group *g, in_text *out)
{
    bool has_loader = loader_of(l, g) || !rest_of(l, g).count;
    in_put_name(out, g->loader);
    bool is_library = is_host(l, g) && tunip_str_is(g->loader, "_lib");
    in_puts(out, is_library                                ? " (the library):"
                 : is_host(l, g)                           ? " (linked into one library):"
                 : !has_loader && l->options->loader_count ? " (no loader):"
                                                           : ":");
    for (size_t i = 0; i < g->count; i++) {
        in_puts(out, " ");
        in_put_artifact_path(out, g->items[i]);
        if (g->items[i]->in_memory) in_puts(out, " (in memory)");
    }
    in_puts(out, "\n");
}

static tunip_status write_plan(loading *l)
{
    in_text out = {.spans = NULL};
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; i < l->group_count; i++) put_group(l, &l->groups[i], &out);
    if (out.raw.failed)
        status = tn_no_memory(l->error);
    else if (out.raw.bytes.count && l->options->write(out.raw.bytes.items, out.raw.bytes.count,
                                                      l->options->write_user) != 0)
        status = tunip_error_set(l->error, TUNIP_ERROR_CANCELLED, "cannot write");
    in_text_free(&out);
    return status;
}

/* All loaders must be there before anything is loaded. */
static tunip_status check_loaders(loading *l)
{
    for (size_t i = 0; i < l->group_count; i++) {
        const group *g = &l->groups[i];
        group rest = rest_of(l, g);
        if (rest.count && !is_host(l, g) && !loader_of(l, g))
            return tunip_error_set(
                l->error, TUNIP_ERROR_NOT_FOUND, "no loader is called `%.*s`, which `%.*s` needs",
                in_short(g->loader), g->loader.data, in_short(rest.items[0]->file_name),
                rest.items[0]->file_name.data);
    }
    return TUNIP_OK;
}

/* ---- linking ---- */

const char *in_linkable_extension(tunip_str name)
{
    static const char *const known[] = {".o", ".a", ".c", ".cc", ".cpp", ".s", ".S", ".so"};
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (tunip_str_ends(name, known[i]) && !tunip_str_is(name, known[i])) return known[i];
    return NULL;
}

/* A folder of its own for the compiler, and the words of its command. */
typedef struct linking {
    char folder[TN_TEMPORARY];
    char library[TN_TEMPORARY + 16];
    char **names; /* of the files; as many as the group has artifacts */
    const char **words;
    size_t count;
} linking;

static tunip_status refuse_object(const loading *l, const tunip_artifact *a, const char *why)
{
    return tunip_error_set(l->error, TUNIP_ERROR_ARGUMENT, "`%.*s` cannot be linked: %s",
                           in_short(a->file_name), a->file_name.data, why);
}

/* Writes the content of an artifact to a new file. After a failure, there is none. */
static tunip_status write_object(const loading *l, const char *path, const tunip_artifact *a)
{
    if (a->in_memory && !a->content.size) return refuse_object(l, a, "it is in memory");
    int file = tn_os_open(path, TN_NEW | TN_PRIVATE);
    bool fine = file >= 0 && in_write_file(a->content.data, a->content.size, &file) == 0;
    if (file >= 0) fine = tn_os_close_written(file) && fine;
    if (fine) return TUNIP_OK;
    in_fail_file(path, l->error);
    if (file >= 0) tn_remove(path);
    return TUNIP_ERROR_IO;
}

static tunip_status add_object(const loading *l, linking *k, const tunip_artifact *a)
{
    enum { ROOM = sizeof k->folder + 32 };
    const char *extension = in_linkable_extension(a->file_name);
    char *name = malloc(ROOM);
    k->names[k->count] = name;
    if (!name) return tn_no_memory(l->error);
    snprintf(name, ROOM, "%s/%zu%s", k->folder, k->count, extension ? extension : "");
    k->count++;
    return extension ? write_object(l, name, a) : refuse_object(l, a, "its extension is unknown");
}

static const char *library_of(const loading *l, const linking *k)
{
    return l->options->library ? l->options->library : k->library;
}

/* The file is made before the compiler replaces it: it must be a new one. */
static tunip_status make_new_file(const char *path, tunip_error *error)
{
    int file = tn_os_open(path, TN_NEW | TN_NO_LINK);
    if (file >= 0 && tn_os_close_written(file)) return TUNIP_OK;
    return in_fail_file(path, error);
}

/* Links the objects into a new library. After a failure, there is none. */
static tunip_status run_compiler(const loading *l, linking *k)
{
    enum { SECONDS = 60, SHOWN = 200 };
    in_text said = {.spans = NULL};
    const char *compiler = l->options->compiler ? l->options->compiler : "cc";
    const char *library = library_of(l, k);
    size_t at = 0;
    const char *const head[] = {compiler, "-shared", "-fPIC", "-o", library};
    for (size_t i = 0; i < TUNIP_LEN(head); i++) k->words[at++] = head[i];
    for (size_t i = 0; i < k->count; i++) k->words[at++] = k->names[i];
    unsigned seconds = l->options->timeout ? l->options->timeout : SECONDS;
    tunip_status status = make_new_file(library, l->error);
    if (status != TUNIP_OK) return status;
    in_tool_result result = in_tool_run(k->words, (tunip_str){"", 0}, seconds, true, &said);
    if (result == IN_TOOL_MISSING)
        status = tunip_error_set(l->error, TUNIP_ERROR_NOT_FOUND, "there is no `%s`", compiler);
    else if (result == IN_TOOL_LATE)
        status = tunip_error_set(l->error, TUNIP_ERROR_LIMIT, "%s was stopped after %u s", compiler,
                                 seconds);
    else if (result != IN_TOOL_DONE)
        status = tunip_error_set(l->error, TUNIP_ERROR_FORMAT, "%s failed: %.*s", compiler,
                                 said.raw.bytes.count < SHOWN ? (int)said.raw.bytes.count : SHOWN,
                                 said.raw.bytes.count ? said.raw.bytes.items : "");
    if (status != TUNIP_OK) tn_remove(library);
    in_text_free(&said);
    return status;
}

static tunip_status open_library(loading *l, const char *library)
{
    const char *why;
    l->library = tn_library_open(library, false, &why);
    if (l->library) return TUNIP_OK;
    return tunip_error_set(l->error, TUNIP_ERROR_IO, "%s", why ? why : "it cannot be loaded");
}

static void clean(linking *k)
{
    for (size_t i = 0; k->names && i < k->count; i++) {
        if (k->names[i]) tn_remove(k->names[i]);
        free(k->names[i]);
    }
    if (*k->library) tn_remove(k->library);
    if (*k->folder) tn_remove_folder(k->folder);
    free(k->names);
    free(k->words);
}

/* A folder and room for the names of `count` files. clean() takes back both. */
static tunip_status begin_linking(const loading *l, linking *k, size_t count)
{
    enum { WORDS = 6 };
    *k = (linking){.count = 0};
    if (!tn_make_temporary_folder(k->folder)) {
        in_fail_file(k->folder, l->error);
        *k->folder = 0; /* nothing to clean */
        return TUNIP_ERROR_IO;
    }
    snprintf(k->library, sizeof k->library, "%s/library.so", k->folder);
    k->names = calloc(count + 1, sizeof *k->names);
    k->words = calloc(count + WORDS + 1, sizeof *k->words);
    return k->names && k->words ? TUNIP_OK : tn_no_memory(l->error);
}

/* Links the native objects, or takes the library of TVM as it is, and opens it. */
static tunip_status load_host(loading *l, const group *g)
{
    linking k;
    tunip_status status = begin_linking(l, &k, g->count);
    if (status == TUNIP_OK && tunip_str_is(g->loader, "_lib")) {
        status = g->count == 1 ? write_object(l, library_of(l, &k), g->items[0])
                               : refuse_object(l, g->items[1], "there are several libraries");
    } else {
        for (size_t i = 0; i < g->count && status == TUNIP_OK; i++)
            status = add_object(l, &k, g->items[i]);
        if (status == TUNIP_OK) status = run_compiler(l, &k);
    }
    if (status == TUNIP_OK) {
        status = open_library(l, library_of(l, &k));
        if (status != TUNIP_OK) tn_remove(library_of(l, &k));
    }
    clean(&k);
    return status;
}

/* ---- all together ---- */

static tunip_status check_options(const tunip_load_options *options, tunip_error *error)
{
    if (options->size == sizeof *options) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the options have no size");
}

/* The loader loads its artifacts in one call; then the others load themselves. */
static tunip_status load_group(loading *l, const group *g)
{
    const group rest = rest_of(l, g);
    const tunip_artifact_loader *loader = loader_of(l, g);
    tunip_status status = TUNIP_OK;
    if (rest.count && is_host(l, g))
        status = load_host(l, &rest);
    else if (rest.count)
        status = loader->load(loader->user, rest.items, rest.count, l->library, l->error);
    for (size_t i = 0; i < g->count && status == TUNIP_OK; i++) {
        const tunip_artifact *a = g->items[i];
        if (a->load) status = a->load(a->load_user, a, l->library, l->error);
    }
    return status;
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
    tunip_status status = check_options(options, error);
    if (status != TUNIP_OK) return status;
    status = make_groups(&l) ? load_all(&l) : TUNIP_ERROR_MEMORY;
    free(l.items);
    free(l.rest);
    free(l.groups);
    if (status == TUNIP_OK && handle) {
        *handle = l.library;
    } else if (l.library) {
        tn_library_close(l.library);
    }
    return status;
}

/* ======== link ======== */

/* A set as a shared library, as export_library() of TVM makes one: the native artifacts are its
 * code, and a symbol has all others as a blob. In the blob, an artifact without content stands
 * for the native ones: the library itself, which will be the host module. */

/* The artifacts that are embedded. */
static tunip_artifact_set *others_of(const tunip_artifact_set *set, bool *has_native,
                                     tunip_error *error)
{
    const tunip_artifact library = {.loader = tunip_str_from("_lib"),
                                    .file_name = tunip_str_from(IN_LIBRARY),
                                    .in_memory = true};
    tunip_artifact_set *others = tunip_artifact_set_new(set->target_key.data);
    tunip_status status = others ? TUNIP_OK : tn_no_memory(error);
    bool has_library = false;
    *has_native = false;
    if (others) others->lent = set->map_count ? set->maps : set->lent;
    if (others) others->lent_count = set->map_count ? set->map_count : set->lent_count;
    for (size_t i = 0; i < set->count && status == TUNIP_OK; i++) {
        bool is_native = tunip_str_is(set->items[i].loader, "native");
        *has_native = *has_native || is_native;
        has_library = has_library || tunip_str_is(set->items[i].loader, "_lib");
        if (!is_native) status = tunip_artifact_set_add(others, &set->items[i], error);
    }
    if (status == TUNIP_OK && *has_native && has_library)
        status = tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                                 "the set has both a library and native artifacts to link");
    if (status == TUNIP_OK && *has_native) status = tunip_artifact_set_add(others, &library, error);
    if (status == TUNIP_OK) return others;
    tunip_artifact_set_free(others);
    return NULL;
}

/* Adds a file that embeds the blob to those that the compiler gets. */
static tunip_status add_blob(const loading *l, linking *k, const char *blob)
{
    static const char text[] = "#ifdef __APPLE__\n"
                               ".section __TEXT,__const\n"
                               "#define NAME _" IN_EMBEDDED "\n"
                               "#else\n"
                               ".section .rodata,\"a\"\n"
                               "#define NAME " IN_EMBEDDED "\n"
                               ".type NAME, STT_OBJECT\n"
                               "#endif\n"
                               ".globl NAME\n"
                               ".balign 16\n"
                               "NAME:\n"
                               ".incbin \"%s\"\n"
                               "#ifndef __APPLE__\n"
                               ".size NAME, . - NAME\n"
                               ".section .note.GNU-stack,\"\",%%progbits\n"
                               "#endif\n";
    char source[sizeof text + sizeof k->folder + 16];
    int size = snprintf(source, sizeof source, text, blob);
    const tunip_artifact artifact = {.file_name = tunip_str_from("blob.S"),
                                     .content = {source, (size_t)size}};
    return add_object(l, k, &artifact);
}

static tunip_status link_objects(loading *l, const tunip_artifact_set *others, size_t *left_out)
{
    linking k;
    char blob[sizeof k.folder + 8];
    tunip_status status = begin_linking(l, &k, l->set->count + 1);
    snprintf(blob, sizeof blob, "%s/blob", k.folder);
    if (status == TUNIP_OK)
        status = tunip_artifact_set_export(others, blob, TUNIP_ARTIFACT_BLOB, left_out, l->error);
    bool has_blob = status == TUNIP_OK;
    if (has_blob) status = add_blob(l, &k, blob);
    for (size_t i = 0; i < l->set->count && status == TUNIP_OK; i++)
        if (tunip_str_is(l->set->items[i].loader, "native"))
            status = add_object(l, &k, &l->set->items[i]);
    if (status == TUNIP_OK) status = run_compiler(l, &k);
    if (has_blob) tn_remove(blob);
    clean(&k);
    return status;
}

tunip_status tunip_artifact_set_link(const tunip_artifact_set *set, const char *path,
                                     const tunip_load_options *options, size_t *left_out,
                                     tunip_error *error)
{
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    bool has_native = false;
    size_t missing = 0;
    tunip_status status = options ? check_options(options, error) : TUNIP_OK;
    if (status != TUNIP_OK) return status;
    if (options) how = *options;
    how.library = path;
    loading l = {.set = set, .options = &how, .error = error};
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_artifact_set *others = others_of(set, &has_native, &own);
    status = others ? link_objects(&l, others, &missing)
                    : tunip_error_set(error, own.code, "%s", own.message);
    tunip_artifact_set_free(others);
    if (left_out) *left_out = missing - (others && has_native && missing);
    return status;
}

tunip_status tunip_artifact_jit(const tunip_artifact *artifact, const tunip_load_options *options,
                                void **handle, tunip_error *error)
{
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    tunip_artifact native = *artifact;
    if (handle) *handle = NULL;
    tunip_status status = options ? check_options(options, error) : TUNIP_OK;
    if (status != TUNIP_OK) return status;
    if (options) how = *options;
    if (how.dry_run)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "`dry_run` is for sets of artifacts");
    how.link = true;
    native.loader = tunip_str_from("native");
    tunip_artifact_set *set = tunip_artifact_set_new(NULL);
    status = set ? tunip_artifact_set_add(set, &native, error) : tn_no_memory(error);
    if (status == TUNIP_OK) status = tunip_artifact_set_open(set, &how, handle, error);
    tunip_artifact_set_free(set);
    return status;
}
