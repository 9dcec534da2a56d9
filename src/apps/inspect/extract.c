/* extract.c -- everything in a file as files in a folder. */
#include <errno.h>
#include <unistd.h>

#include "disk.h"
#include "manifest.h"
#include "show.h"

/* Adds a name as the path of a file. Only the names of members of archives, which were checked, may
 * have folders. */
static void put_as_path(in_text *out, tunip_str name, bool has_folders)
{
    char component[IN_COMPONENT];
    in_text copy = {.data = NULL};
    in_put(&copy, name);
    for (size_t i = 0; i < copy.size && !has_folders; i++)
        if (copy.data[i] == '/') copy.data[i] = '_';
    tunip_str rest = in_str(&copy);
    do {
        in_take_component(&rest, component);
        if (out->size) in_puts(out, "/");
        in_puts(out, component);
    } while (rest.size);
    in_text_free(&copy);
}

/* The path of a node's file. A module is a folder. The contents of a member of an archive are
 * beside it, in a folder with ".contents" behind its name. */
static void put_place(in_text *out, const in_node *node)
{
    if (!node->parent) return;
    put_place(out, node->parent);
    put_as_path(out, node->name, node->role == IN_CONTAINER);
    if (node->role != IN_MODULE && node->first) in_puts(out, ".contents");
}

static void put_file_name(in_text *out, const in_node *node)
{
    if (!node->parent) {
        put_as_path(out, node->name, false);
        return;
    }
    put_place(out, node);
    if (node->role != IN_MODULE && node->first) out->size -= strlen(".contents");
    if (node->role == IN_MODULE)
        in_puts(out, node->module->is_exportable ? "/library.so" : "/module.bin");
}

static tunip_status write_node(const in_tree *tree, const in_node *node, in_folder *folder,
                               tunip_error *error)
{
    static const tunip_show_options raw = {sizeof raw, .raw = true};
    in_text place = {.data = NULL};
    put_file_name(&place, node);
    int file = place.failed ? -1 : in_folder_create(folder, in_str(&place), NULL, error);
    in_text_free(&place);
    if (file < 0) return tunip_error_set(error, TUNIP_ERROR_IO, "cannot create a file");
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_status status = in_show_node(tree, node, &raw, in_write_file, &file, &own);
    bool closed = close(file) == 0;
    if (status == TUNIP_ERROR_CANCELLED || !closed)
        return tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", folder->path, strerror(errno));
    return status == TUNIP_OK ? status : tunip_error_set(error, status, "%s", own.message);
}

/* Two names can become the same path: the second one gets the number that its file gets. */
static tunip_status add_node(const in_node *node, tunip_artifact_set *set, tunip_error *error)
{
    enum { MOST = 1000 };
    in_text place = {.data = NULL};
    put_file_name(&place, node);
    tunip_artifact artifact = {.loader = node->kind.size ? node->kind : tunip_str_from("unknown"),
                               .content = node->data,
                               .in_memory = node->is_missing};
    size_t size = place.size;
    tunip_status status = TUNIP_ERROR_CONFLICT;
    tunip_error own = TUNIP_ERROR_INIT;
    for (int i = 1; i < MOST && status == TUNIP_ERROR_CONFLICT; i++) {
        place.size = size;
        if (i > 1) in_say(&place, "~%d", i);
        artifact.file_name = in_str(&place);
        own = (tunip_error)TUNIP_ERROR_INIT;
        status = tunip_artifact_set_add(set, &artifact, &own);
    }
    in_text_free(&place);
    return status == TUNIP_OK ? status : tunip_error_set(error, status, "%s", own.message);
}

/* The artifacts of a file are its modules and the members of archives in it that have none. */
static bool is_artifact(const in_tree *tree, const in_node *node)
{
    if (node->role == IN_MODULE) return true;
    if (node->role != IN_CONTAINER) return false;
    if (!node->parent)
        return !tree->module_count && !tunip_str_is(node->kind, "tar") &&
               !tunip_str_is(node->kind, "ar");
    for (const in_node *child = node->first; child; child = child->next)
        if (child->role == IN_MODULE) return false;
    return !tunip_str_is(node->kind, "blob");
}

static tunip_status fill(const in_tree *tree, tunip_artifact_set *set, tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    if (tree->imports.size) {
        const tunip_artifact imports = {.loader = tunip_str_from("metadata"),
                                        .file_name = tunip_str_from(IN_IMPORTS),
                                        .content = tree->imports};
        status = tunip_artifact_set_add(set, &imports, error);
    }
    for (const in_node *node = NULL; status == TUNIP_OK && (node = in_walk(tree, node));)
        if (is_artifact(tree, node)) status = add_node(node, set, error);
    return status;
}

static bool copy_artifact(void *user, const tunip_artifact *artifact)
{
    return tunip_artifact_set_add(user, artifact, NULL) == TUNIP_OK;
}

tunip_artifact_set *tunip_inspection_artifacts(const tunip_inspection *inspection,
                                               tunip_error *error)
{
    const tunip_artifact_set *saved = inspection->set;
    tunip_artifact_set *set =
        tunip_artifact_set_new(saved ? tunip_artifact_set_target_key(saved).data : NULL);
    tunip_status status = set ? TUNIP_OK : TUNIP_ERROR_MEMORY;
    if (set) {
        set->lent = inspection->tree.maps;
        set->lent_count = inspection->tree.map_count;
    }
    if (set && saved && !tunip_artifact_set_each_by_loader(saved, copy_artifact, set))
        status = TUNIP_ERROR_MEMORY;
    if (set && !saved) status = fill(&inspection->tree, set, error);
    if (status == TUNIP_OK) return set;
    tunip_error_set(error, status, "out of memory");
    tunip_artifact_set_free(set);
    return NULL;
}

/* The list of the artifacts, so that the folder can be read as a set. */
static tunip_status write_list(const tunip_inspection *inspection, in_folder *folder,
                               tunip_error *error)
{
    tunip_artifact_set *set = tunip_inspection_artifacts(inspection, error);
    in_text list = {.data = NULL};
    if (!set) return TUNIP_ERROR_MEMORY;
    in_put_manifest(&list, set, false);
    tunip_artifact_set_free(set);
    int file =
        list.failed ? -1 : in_folder_create(folder, tunip_str_from(IN_MANIFEST), NULL, error);
    bool fine = file >= 0 && in_write_file(list.data, list.size, &file) == 0;
    if (file >= 0) fine = close(file) == 0 && fine;
    in_text_free(&list);
    tunip_str imports = inspection->tree.imports;
    file = fine && imports.size ? in_folder_create(folder, tunip_str_from(IN_IMPORTS), NULL, error)
                                : -1;
    if (file >= 0) fine = in_write_file(imports.data, imports.size, &file) == 0;
    if (file >= 0) fine = close(file) == 0 && fine;
    if (fine) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", folder->path, strerror(errno));
}

tunip_status tunip_inspection_extract(const tunip_inspection *inspection, const char *path,
                                      tunip_error *error)
{
    in_folder folder;
    const in_tree *tree = &inspection->tree;
    if (!in_folder_begin(&folder, path, error)) return TUNIP_ERROR_IO;
    tunip_status status = write_list(inspection, &folder, error);
    const in_node *node = is_artifact(tree, tree->root) && !tree->root->is_missing
                              ? tree->root
                              : in_walk(tree, tree->root);
    for (; node && status == TUNIP_OK; node = in_walk(tree, node))
        if (!node->is_missing) status = write_node(tree, node, &folder, error);
    in_folder_end(&folder, status == TUNIP_OK);
    return status;
}
