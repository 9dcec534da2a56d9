/* tree.c -- the nodes of a file. */
#include "tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "map.h"

/* ---- nodes ---- */

static size_t hash_of(const in_node *parent, tunip_str name)
{
    uint64_t hash = 14695981039346656037u ^ (uint64_t)(uintptr_t)parent;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of a name, or the empty slot where it belongs. */
static in_node **slot_of(const in_tree *tree, const in_node *parent, tunip_str name)
{
    size_t at = hash_of(parent, name) & (tree->name_room - 1);
    for (in_node *node; (node = tree->names[at]); at = (at + 1) & (tree->name_room - 1))
        if (node->parent == parent && tunip_str_equal(node->name, name)) break;
    return &tree->names[at];
}

static bool make_room(in_tree *tree)
{
    if (2 * tree->name_count < tree->name_room) return true;
    size_t old_room = tree->name_room;
    in_node **old = tree->names;
    in_node **names = calloc(old_room ? 2 * old_room : 64, sizeof(in_node *));
    if (!names) {
        tree->arena.failed = true;
        return false;
    }
    tree->names = names;
    tree->name_room = old_room ? 2 * old_room : 64;
    for (size_t i = 0; i < old_room; i++)
        if (old[i]) *slot_of(tree, old[i]->parent, old[i]->name) = old[i];
    free(old);
    return true;
}

/* Gives a node its name. Many siblings may want the same one: the numbers behind it grow in larger
 * and larger steps, so that not all of them are tried. */
static bool name_node(in_tree *tree, in_node *node, tunip_str name)
{
    enum { MOST = 200 };
    if (!make_room(tree)) return false;
    node->name = name = in_copy_name(&tree->arena, name);
    size_t number = 1;
    in_node **slot;
    while (*(slot = slot_of(tree, node->parent, node->name))) {
        number = number < MOST ? number + 1 : number + (size_t)(hash_of(node, name) & 0xFFFF) + 1;
        node->name = in_format(&tree->arena, "%.*s~%zu", name.size < MOST ? (int)name.size : MOST,
                               name.data, number);
        node->name = in_copy_name(&tree->arena, node->name); /* the cut may be in a character */
        if (tree->arena.failed) return false;
    }
    *slot = node;
    tree->name_count++;
    return true;
}

in_node *in_add(in_tree *tree, in_node *parent, in_role role, tunip_str name, const char *kind,
                tunip_str data)
{
    in_node *node = in_alloc(&tree->arena, 1, sizeof *node);
    if (!node) return NULL;
    node->role = role;
    node->kind = tunip_str_from(kind);
    node->data = data;
    node->parent = parent;
    if (!name_node(tree, node, name)) return NULL;
    if (!parent) return tree->root = node;
    *(parent->last ? &parent->last->next : &parent->first) = node;
    return parent->last = node;
}

in_node *in_add_view(in_tree *tree, in_node *parent, const char *name, in_show_fn *show,
                     const void *model)
{
    in_node *node = in_add(tree, parent, IN_VIEW, tunip_str_from(name), "text", (tunip_str){"", 0});
    if (!node) return NULL;
    node->show = show;
    node->model = model;
    return node;
}

bool in_keep_module(in_tree *tree, in_node *node)
{
    if (tree->module_count == tree->module_room) {
        size_t room = 2 * tree->module_room + 16;
        in_node **grown = realloc(tree->modules, room * sizeof *grown);
        if (!grown) {
            tree->arena.failed = true;
            return false;
        }
        tree->modules = grown;
        tree->module_room = room;
    }
    node->module->number = tree->module_count;
    tree->modules[tree->module_count++] = node;
    return true;
}

void in_drop(const in_tree *tree, tunip_str bytes)
{
    for (size_t i = 0; i < tree->map_count; i++) {
        uintptr_t begin = (uintptr_t)tree->maps[i].data, at = (uintptr_t)bytes.data;
        if (at < begin || at + bytes.size > begin + tree->maps[i].size) continue;
        in_map_drop(bytes);
        return;
    }
}

void in_tree_free(in_tree *tree)
{
    free(tree->modules);
    free(tree->problems);
    free(tree->names);
    in_arena_free(&tree->arena);
}

/* ---- problems ---- */

void in_complain(in_tree *tree, const in_node *node, size_t offset, const char *format, ...)
{
    enum { MOST = 100 };
    if (tree->problem_count == MOST) {
        tree->problems_left_out++;
        return;
    }
    if (!tree->problems) tree->problems = calloc(MOST, sizeof *tree->problems);
    if (!tree->problems) {
        tree->arena.failed = true;
        return;
    }
    va_list args;
    va_start(args, format);
    tunip_str sentence = in_format_list(&tree->arena, format, args);
    va_end(args);
    tree->problems[tree->problem_count++] = (in_problem){node, offset, sentence};
}

void in_complain_reader(in_tree *tree, const in_node *node, const in_reader *reader)
{
    if (reader->trouble)
        in_complain(tree, node, reader->trouble_at, "expected %s", reader->trouble);
}

/* ---- paths ---- */

void in_put_path(in_text *out, const in_node *node)
{
    if (!node || !node->parent) return;
    in_put_path(out, node->parent);
    if (node->parent->parent) in_puts(out, "/");
    in_put(out, node->name);
}

in_node *in_walk(const in_tree *tree, const in_node *node)
{
    if (!node) return tree->root;
    if (node->first) return node->first;
    while (node && !node->next) node = node->parent;
    return node ? node->next : NULL;
}

static bool ends_with(tunip_str text, tunip_str end)
{
    if (end.size > text.size) return false;
    size_t begin = text.size - end.size;
    if (!tunip_str_equal((tunip_str){text.data + begin, end.size}, end)) return false;
    return begin == 0 || text.data[begin - 1] == '/';
}

bool in_is_called(const in_node *node, tunip_str path, bool *is_whole)
{
    in_text whole = {.data = NULL};
    in_put_path(&whole, node);
    if (!node->parent) in_put(&whole, node->name);
    *is_whole = tunip_str_equal(in_str(&whole), path);
    bool is_kind = node->role == IN_MODULE && tunip_str_equal(node->kind, path);
    bool is_called = path.size && (is_kind || ends_with(in_str(&whole), path));
    in_text_free(&whole);
    return is_called;
}

in_node *in_find(const in_tree *tree, tunip_str path, size_t *count)
{
    in_node *found = NULL;
    bool is_whole;
    *count = 0;
    for (in_node *node = NULL; (node = in_walk(tree, node));) {
        if (!in_is_called(node, path, &is_whole)) continue;
        found = is_whole || !found ? node : found;
        *count = is_whole ? 1 : *count + 1;
        if (is_whole) break;
    }
    return found;
}

in_node *in_child_called(const in_tree *tree, const in_node *parent, tunip_str name)
{
    return *slot_of(tree, parent, name);
}

in_node *in_child(const in_node *node, const char *name)
{
    for (in_node *child = node ? node->first : NULL; child; child = child->next)
        if (tunip_str_is(child->name, name)) return child;
    return NULL;
}
