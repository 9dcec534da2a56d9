/* extract.c -- everything in a file as files in a folder. */
#include <errno.h>
#include <unistd.h>

#include "disk.h"
#include "show.h"

/* The path of a node's file. A module is a folder. The contents of a member of an archive are
 * beside it, in a folder with ".contents" behind its name. */
static void put_place(in_text *out, const in_node *node)
{
    if (!node->parent) return;
    put_place(out, node->parent);
    if (out->size) in_puts(out, "/");
    bool is_member = node->role == IN_CONTAINER;
    size_t begin = out->size;
    in_put(out, node->name);
    /* only the names of members of archives, which were checked, may have folders */
    for (size_t i = begin; i < out->size && !is_member; i++)
        if (out->data[i] == '/') out->data[i] = '_';
    if (node->role != IN_MODULE && node->first) in_puts(out, ".contents");
}

static void put_file_name(in_text *out, const in_node *node)
{
    put_place(out, node);
    if (node->role != IN_MODULE && node->first) out->size -= strlen(".contents");
    if (node->role == IN_MODULE)
        in_puts(out, node->module->is_exportable ? "/library.so" : "/module.bin");
}

static tunip_status write_node(const in_tree *tree, const in_node *node, const in_folder *folder,
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

tunip_status tunip_inspection_extract(const tunip_inspection *inspection, const char *path,
                                      tunip_error *error)
{
    in_folder folder;
    const in_tree *tree = &inspection->tree;
    tunip_status status = TUNIP_OK;
    if (!in_folder_make(&folder, path, error)) return TUNIP_ERROR_IO;
    for (const in_node *node = in_walk(tree, tree->root); node && status == TUNIP_OK;
         node = in_walk(tree, node))
        if (!node->is_missing) status = write_node(tree, node, &folder, error);
    in_folder_close(&folder);
    return status;
}
