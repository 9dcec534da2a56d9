/* open.c -- files as trees: recognises formats by their first bytes, and reads one in another. */
#include "open.h"

#include <stdio.h>
#include <stdlib.h>

#include "blob.h"
#include "elf.h"
#include "map.h"
#include "tar.h"
#include "tensor.h"
#include "vm.h"

/* ---- formats ---- */

typedef struct format {
    const char *kind;
    bool (*is)(tunip_str data);
    void (*expand)(in_tree *tree, in_node *node);
} format;

static bool is_executable(tunip_str data)
{
    uint64_t magic = data.size < 8 ? 0 : in_le(data.data, 8);
    return magic == IN_VM_MAGIC || magic == IN_VM_MAGIC_V2;
}

static void expand_executable(in_tree *tree, in_node *node)
{
    if (in_is_relay(node->data))
        in_expand_relay(tree, node, node->data);
    else
        in_expand_relax(tree, node, node->data);
}

/* The files that SaveToFile() of v0.19 writes have the size of the executable in front. */
static bool is_sized_executable(tunip_str data)
{
    if (data.size < 16 || in_le(data.data, 8) != data.size - 8) return false;
    return is_executable((tunip_str){data.data + 8, data.size - 8});
}

static void expand_sized_executable(in_tree *tree, in_node *node)
{
    tunip_str code = {node->data.data + 8, node->data.size - 8};
    if (in_is_relay(code))
        in_expand_relay(tree, node, code);
    else
        in_expand_relax(tree, node, code);
}

static bool is_params(tunip_str data)
{
    return data.size >= 16 && in_le(data.data, 8) == 0xF7E58D4F05049CB7;
}

static void expand_blob(in_tree *tree, in_node *node)
{
    in_expand_blob(tree, node, node, (tunip_str){"", 0});
}

static bool is_bitcode(tunip_str data)
{
    return data.size >= 4 && memcmp(data.data, "BC\xC0\xDE", 4) == 0;
}

static bool is_spirv(tunip_str data)
{
    return data.size >= 20 && data.size % 4 == 0 && in_le(data.data, 4) == 0x07230203;
}

static bool is_json(tunip_str data)
{
    size_t i = 0;
    while (i < data.size && data.data[i] && strchr(" \t\r\n", data.data[i])) i++;
    if (i == data.size || (data.data[i] != '{' && data.data[i] != '[')) return false;
    for (i++; i < data.size && data.data[i] && strchr(" \t\r\n", data.data[i]);) i++;
    return i < data.size && data.data[i] && strchr("\"{[}]0123456789-", data.data[i]);
}

/* In order: the first that fits is used. */
static const format formats[] = {
    {"elf", in_is_elf, in_expand_elf},
    {"tar", in_is_tar, in_expand_tar},
    {"ar", in_is_ar, in_expand_ar},
    {"executable", is_executable, expand_executable},
    {"executable", is_sized_executable, expand_sized_executable},
    {"params", is_params, in_expand_params},
    {"llvm", is_bitcode, NULL},
    {"spirv", is_spirv, NULL},
    {"blob", in_is_blob, expand_blob},
    {"json", is_json, NULL},
};

static const format *format_of(tunip_str data)
{
    for (size_t i = 0; i < TUNIP_LEN(formats); i++)
        if (formats[i].is(data)) return &formats[i];
    return NULL;
}

/* Whether a beginning of it reads as text. */
static bool is_text(tunip_str data)
{
    enum { LOOK = 4096 };
    tunip_str look = {data.data, data.size < LOOK ? data.size : LOOK};
    for (size_t i = 0; i < look.size; i++)
        if ((unsigned char)look.data[i] < ' ' && !strchr("\t\n\r\f", look.data[i])) return false;
    return look.size && tunip_utf8_valid(look) + 3 >= look.size && !memchr(look.data, 0, look.size);
}

void in_expand(in_tree *tree, in_node *node)
{
    enum { DEEPEST = 8 };
    const format *found = format_of(node->data);
    node->kind = tunip_str_from(found ? found->kind : is_text(node->data) ? "text" : "binary");
    if (!found || !found->expand) return;
    if (tree->depth == DEEPEST) {
        in_complain(tree, node, 0, "archives are nested too deeply: this one is not read");
        return;
    }
    tree->depth++;
    in_node *last = node->last;
    found->expand(tree, node);
    for (in_node *child = last ? last->next : node->first; child; child = child->next)
        if (child->role == IN_CONTAINER && tunip_str_is(child->kind, "binary"))
            in_expand(tree, child);
    tree->depth--;
}

bool tunip_inspect_recognises(tunip_str bytes)
{
    const format *found = format_of(bytes);
    return found && found->expand;
}

/* ---- inspections ---- */

static void add_problem(tunip_inspection *made, const in_problem *problem)
{
    in_text text = {.data = NULL};
    in_put_path(&text, problem->node);
    if (text.size) in_puts(&text, ": ");
    if (problem->offset) in_say(&text, "byte %zu: ", problem->offset);
    in_put(&text, problem->text);
    in_put(&text, (tunip_str){"", 1});
    if (text.failed) in_text_free(&text);
    if (text.data) made->problems[made->problem_count++] = text.data;
}

static bool list_problems(tunip_inspection *made)
{
    const in_tree *tree = &made->tree;
    made->problems = calloc(tree->problem_count + 2, sizeof *made->problems);
    if (!made->problems) return false;
    for (size_t i = 0; i < tree->problem_count; i++) add_problem(made, &tree->problems[i]);
    if (!tree->problems_left_out) return true;
    in_text text = {.data = NULL};
    in_say(&text, "and %zu more problems", tree->problems_left_out);
    in_put(&text, (tunip_str){"", 1});
    if (text.data) made->problems[made->problem_count++] = text.data;
    return true;
}

static tunip_str base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return tunip_str_from(slash && slash[1] ? slash + 1 : path);
}

static bool fill(tunip_inspection *made, const char *name, tunip_str bytes)
{
    in_tree *tree = &made->tree;
    in_node *root = in_add(tree, NULL, IN_CONTAINER, base_name(name), "binary", bytes);
    if (root) in_expand(tree, root);
    return root && !tree->arena.failed && list_problems(made);
}

static tunip_inspection *out_of_memory(tunip_inspection *made, tunip_error *error)
{
    tunip_inspection_free(made);
    tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return NULL;
}

tunip_inspection *tunip_inspect_bytes(const char *name, tunip_str bytes, tunip_error *error)
{
    tunip_inspection *made = calloc(1, sizeof *made);
    if (!made || !fill(made, name, bytes)) return out_of_memory(made, error);
    return made;
}

tunip_inspection *tunip_inspect_open(const char *path, tunip_error *error)
{
    tunip_str map;
    if (!in_map(path, &map, error)) return NULL;
    tunip_inspection *made = calloc(1, sizeof *made);
    if (made) made->tree.map = map;
    if (made && fill(made, path, map)) return made;
    if (!made) in_unmap(map);
    return out_of_memory(made, error);
}

const char *tunip_inspection_problem(const tunip_inspection *inspection, size_t index)
{
    return index < inspection->problem_count ? inspection->problems[index] : NULL;
}

void tunip_inspection_free(tunip_inspection *inspection)
{
    if (!inspection) return;
    for (size_t i = 0; i < inspection->problem_count; i++) free(inspection->problems[i]);
    free(inspection->problems);
    in_tree_free(&inspection->tree);
    in_unmap(inspection->tree.map);
    free(inspection);
}
