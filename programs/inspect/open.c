/* open.c -- files as trees: recognises formats by their first bytes, and reads one in another. */
#include "open.h"

#include <stdio.h>
#include <stdlib.h>
#include <tunip/json.h>

#include "../../src/util/npy.h"
#include "../../src/util/zip.h"
#include "bytes.h"
#include "files.h"
#include "module.h"
#include "objects.h"
#include "pieces.h"
#include "set.h"
#include "tree.h"
#include "vm.h"
#include "zip.h"

/* ---- formats ---- */

static bool is_executable(tunip_str data)
{
    uint64_t magic = data.size < 8 ? 0 : tn_le(data.data, 8);
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
    if (data.size < 16 || tn_le(data.data, 8) != data.size - 8) return false;
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
    return data.size >= 16 && tn_le(data.data, 8) == 0xF7E58D4F05049CB7;
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
    return data.size >= 20 && data.size % 4 == 0 && tn_le(data.data, 4) == 0x07230203;
}

static bool is_json(tunip_str data)
{
    size_t i = 0;
    while (i < data.size && data.data[i] && strchr(" \t\r\n", data.data[i])) i++;
    if (i == data.size || (data.data[i] != '{' && data.data[i] != '[')) return false;
    for (i++; i < data.size && data.data[i] && strchr(" \t\r\n", data.data[i]);) i++;
    return i < data.size && data.data[i] && strchr("\"{[}]0123456789-", data.data[i]);
}

/* Files without code. In order: the first that fits is used. */
static const in_file_format formats[] = {
    {"fat", in_is_fat_macho, in_expand_fat_macho},
    {"tar", in_is_tar, in_expand_tar},
    {"ar", in_is_ar, in_expand_ar},
    {"zip", tn_is_zip, in_expand_zip},
    {"packed", in_is_packed, in_expand_packed},
    {"npy", tn_is_npy, in_expand_npy},
    {"wasm", in_is_wasm, in_expand_wasm},
    {"executable", is_executable, expand_executable},
    {"executable", is_sized_executable, expand_sized_executable},
    {"params", is_params, in_expand_params},
    {"llvm", is_bitcode, NULL},
    {"spirv", is_spirv, NULL},
    {"blob", in_is_blob, expand_blob},
    {"json", is_json, NULL},
};

static const in_file_format *format_of(tunip_str data)
{
    const in_file_format *object = in_object_format(data);
    for (size_t i = 0; !object && i < TUNIP_LEN(formats); i++)
        if (formats[i].is(data)) return &formats[i];
    return object;
}

/* Recognises the format of a node by its first bytes or its name, and reads what is in it. */
static void in_expand(in_tree *tree, in_node *node)
{
    enum { DEEPEST = 8 };
    const in_file_format *found = format_of(node->data);
    node->kind = tunip_str_from(found ? found->kind : in_is_text(node->data) ? "text" : "binary");
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
    const in_file_format *found = format_of(bytes);
    return (found && found->expand) || in_is_saved_set(bytes);
}

/* ---- inspections ---- */

/* The text, kept with the tree. */
static void keep_problem(tunip_inspection *made, in_text *text)
{
    tunip_str kept =
        text->raw.failed ? (tunip_str){NULL, 0} : tn_arena_str(&made->tree.arena, in_str(text));
    if (kept.data) made->problems[made->problem_count++] = kept.data;
    in_text_free(text);
}

static void add_problem(tunip_inspection *made, const in_problem *problem)
{
    in_text text = {.spans = NULL};
    in_put_path(&text, problem->node);
    if (text.raw.bytes.count) in_puts(&text, ": ");
    if (problem->offset) in_say(&text, "byte %zu: ", problem->offset);
    in_put(&text, problem->text);
    keep_problem(made, &text);
}

static bool list_problems(tunip_inspection *made)
{
    const in_tree *tree = &made->tree;
    made->problems = calloc(tree->problem_count + 2, sizeof *made->problems);
    if (!made->problems) return false;
    for (size_t i = 0; i < tree->problem_count; i++) add_problem(made, &tree->problems[i]);
    if (!tree->problems_left_out) return true;
    in_text text = {.spans = NULL};
    in_say(&text, "and %zu more problems", tree->problems_left_out);
    keep_problem(made, &text);
    return true;
}

static tunip_str base_name(const char *path)
{
    const char *base = tn_base_name(path);
    return tunip_str_from(*base ? base : path);
}

/* ---- imports ---- */

static void put_name(tunip_json_writer *w, const in_node *node)
{
    in_text path = {.spans = NULL};
    in_put_path(&path, node);
    tunip_json_put_string(w, in_str(&path));
    in_text_free(&path);
}

/* A set of artifacts keeps the imports of its modules in an artifact of their own. */
static void note_imports(in_tree *tree)
{
    in_text out = {.spans = NULL};
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 1;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, in_put_chunk, &out, NULL);
    tunip_json_open(w, '[');
    for (size_t i = 0; i < tree->module_count; i++) {
        const in_module *module = tree->modules[i]->module;
        tunip_json_open(w, '[');
        put_name(w, tree->modules[i]);
        for (size_t k = 0; k < module->import_count; k++) put_name(w, module->imports[k]);
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, ']');
    tunip_json_end_line(w);
    tunip_json_writer_end(w, NULL);
    if (!out.raw.failed) tree->imports = in_copy(&tree->arena, in_str(&out));
    in_text_free(&out);
}

/* ---- saved sets ---- */

/* The folder of a module: a module has the path that it had in the file that it came from. */
static bool take_module_name(tunip_str *name)
{
    static const char *const ends[] = {"/module.bin", "/library.so", ("/" IN_REST)};
    for (size_t i = 0; i < TUNIP_LEN(ends); i++) {
        if (!tunip_str_ends(*name, ends[i]) || tunip_str_is(*name, ends[i])) continue;
        name->size -= strlen(ends[i]);
        return true;
    }
    return false;
}

/* The symbols of the library itself. Its modules are artifacts of their own. */
static void expand_library(in_tree *tree, in_node *node)
{
    const in_file_format *format = in_object_format(node->data);
    if (!format) return;
    tree->only_symbols = true;
    format->expand(tree, node);
    tree->only_symbols = false;
}

static void add_module(in_tree *tree, const tunip_artifact_set *set, in_node *node,
                       in_piece_mark *marks)
{
    const tunip_artifact *artifact = node->artifact;
    bool is_lib = tunip_str_is(artifact->loader, "_lib");
    node->kind = in_copy_name(&tree->arena, artifact->loader);
    node->module = tn_arena_array(&tree->arena, 1, sizeof *node->module);
    if (!node->module || !in_keep_module(tree, node)) return;
    node->module->is_exportable = is_lib;
    if (artifact->in_memory) return;
    if (is_lib) {
        expand_library(tree, node);
        return;
    }
    bool has_pieces = in_join_pieces(tree, node, set, artifact, marks);
    in_expand_module(tree, node);
    if (has_pieces) in_name_pieces(node, set, artifact);
}

/* The node of an artifact. */
static void add_artifact(in_tree *tree, const tunip_artifact_set *set,
                         const tunip_artifact *artifact, in_piece_mark *marks)
{
    in_text path = {.spans = NULL};
    tunip_str name = artifact->file_name;
    bool is_module = take_module_name(&name);
    in_put_artifact_path(&path, artifact);
    if (!is_module || in_child_called(tree, tree->root, name)) name = in_str(&path);
    in_node *node = in_add(tree, tree->root, is_module ? IN_MODULE : IN_CONTAINER, name, "binary",
                           artifact->content);
    in_text_free(&path);
    if (!node) return;
    node->artifact = artifact;
    node->is_missing = artifact->in_memory;
    if (is_module) {
        add_module(tree, set, node, marks);
        return;
    }
    node->note = in_copy(&tree->arena, artifact->loader);
    if (!artifact->in_memory) in_expand(tree, node);
}

/* Pieces of modules have no nodes of their own. */
static bool add_artifacts(in_tree *tree, const tunip_artifact_set *set)
{
    size_t count = tunip_artifact_set_count(set);
    in_piece_mark *marks = calloc(count + 1, sizeof *marks);
    if (!marks) return false;
    for (size_t i = 0; i < count; i++) {
        const tunip_artifact *artifact = tunip_artifact_set_get(set, i);
        tunip_str name = artifact->file_name;
        if (take_module_name(&name)) in_mark_pieces(set, artifact, marks);
    }
    for (size_t i = 0; i < count; i++)
        if (!marks[i]) add_artifact(tree, set, tunip_artifact_set_get(set, i), marks);
    free(marks);
    return true;
}

static in_node *module_called(const in_tree *tree, tunip_str quoted)
{
    tunip_str name = {quoted.data + 1, quoted.size - 2};
    for (size_t i = 0; i < tree->module_count; i++)
        if (tunip_str_equal(tree->modules[i]->name, name)) return tree->modules[i];
    return NULL;
}

/* Reads what note_imports() wrote: for each module a list of its name and those of its imports. */
static void read_imports(in_tree *tree, tunip_str text)
{
    in_text copy = {.spans = NULL};
    tunip_json json;
    in_node *module = NULL;
    in_put(&copy, text);
    in_put(&copy, (tunip_str){"", 1}); /* the scanner needs a NUL at the end */
    if (!copy.raw.failed)
        tunip_json_init(&json, (tunip_str){copy.raw.bytes.items, copy.raw.bytes.count - 1});
    for (tunip_json_token t; !copy.raw.failed && (t = tunip_json_next(&json)) != TUNIP_JSON_END;) {
        if (t >= TUNIP_JSON_OPEN_STRING) break;
        if (t == TUNIP_JSON_OPEN_ARRAY) module = NULL;
        if (t != TUNIP_JSON_STRING) continue;
        in_node *named = module_called(tree, tunip_json_text(&json));
        if (!module) {
            module = named;
            size_t most = tree->module_count + 1;
            if (module && !module->module->imports)
                module->module->imports = tn_arena_array(&tree->arena, most, sizeof(in_node *));
        } else if (named && module->module->imports &&
                   module->module->import_count < tree->module_count) {
            module->module->imports[module->module->import_count++] = named;
        }
    }
    in_text_free(&copy);
}

static bool fill_from_set(tunip_inspection *made, const char *name, tunip_artifact_set *set)
{
    in_tree *tree = &made->tree;
    made->set = set;
    if (set->map_count) tree->maps = set->maps; /* of a folder */
    if (set->map_count) tree->map_count = set->map_count;
    if (!in_add(tree, NULL, IN_CONTAINER, base_name(name), "artifacts", (tunip_str){"", 0}))
        return false;
    const char *problem;
    for (size_t i = 0; (problem = tunip_artifact_set_problem(set, i)); i++)
        in_complain(tree, tree->root, 0, "%s", problem);
    tunip_str target = tunip_artifact_set_target_key(set);
    tree->root->note =
        tn_arena_say(&tree->arena, "artifacts: %zu%s%.*s", tunip_artifact_set_count(set),
                     target.size ? ", for " : "", in_whole(target), target.data);
    tree->root->is_missing = true;
    if (!add_artifacts(tree, set)) return false;
    const tunip_artifact *imports = tunip_artifact_set_find(set, "", IN_IMPORTS);
    if (imports) read_imports(tree, imports->content);
    return !tree->arena.failed && list_problems(made);
}

/* Words for a file that no reader described. */
static const char *describe(tunip_str kind)
{
    static const struct {
        const char *kind, *words;
    } rows[] = {{"json", "JSON"},
                {"text", "text"},
                {"llvm", "LLVM bitcode"},
                {"spirv", "SPIR-V"},
                {"binary", "unknown format"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(kind, rows[i].kind)) return rows[i].words;
    return "";
}

/* `problem` says why a saved set is not read as one; or it is empty. */
static bool fill(tunip_inspection *made, const char *name, tunip_str bytes, const char *problem)
{
    in_tree *tree = &made->tree;
    in_node *root = in_add(tree, NULL, IN_CONTAINER, base_name(name), "binary", bytes);
    if (root && *problem) in_complain(tree, root, 0, "%s", problem);
    if (root) in_expand(tree, root);
    if (root && !bytes.size) in_complain(tree, root, 0, "the file is empty");
    if (root && bytes.size && !root->note.size) root->note = tunip_str_from(describe(root->kind));
    if (tree->module_count) note_imports(tree);
    return root && !tree->arena.failed && list_problems(made);
}

static tunip_inspection *out_of_memory(tunip_inspection *made, tunip_error *error)
{
    tunip_inspection_free(made);
    tn_no_memory(error);
    return NULL;
}

/* Takes `made`, which may be NULL. */
static tunip_inspection *inspect(tunip_inspection *made, const char *name, tunip_str bytes,
                                 tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_artifact_set *set = NULL;
    if (made && in_is_saved_set(bytes)) set = in_set_recover(bytes, &made->map, &own);
    bool fine = made && own.code != TUNIP_ERROR_MEMORY;
    if (fine) fine = set ? fill_from_set(made, name, set) : fill(made, name, bytes, own.message);
    return fine ? made : out_of_memory(made, error);
}

tunip_inspection *tunip_inspect_bytes(const char *name, tunip_str bytes, tunip_error *error)
{
    return inspect(calloc(1, sizeof(tunip_inspection)), name, bytes, error);
}

static tunip_inspection *inspect_folder(const char *path, tunip_error *error)
{
    tunip_artifact_set *set = tunip_artifact_set_recover(path, error);
    tunip_inspection *made = set ? calloc(1, sizeof *made) : NULL;
    if (!set || (made && fill_from_set(made, path, set))) return made;
    if (!made) tunip_artifact_set_free(set);
    return out_of_memory(made, error);
}

tunip_inspection *tunip_inspect_open(const char *path, tunip_error *error)
{
    tunip_str map;
    if (tn_kind_of(path) == TN_IS_FOLDER) return inspect_folder(path, error);
    if (!in_map(path, &map, error)) return NULL;
    tunip_inspection *made = calloc(1, sizeof *made);
    if (made) {
        made->map = map;
        made->tree.maps = &made->map;
        made->tree.map_count = 1;
    } else {
        in_unmap(map);
    }
    return inspect(made, path, map, error);
}

const char *tunip_inspection_problem(const tunip_inspection *inspection, size_t index)
{
    return index < inspection->problem_count ? inspection->problems[index] : NULL;
}

void tunip_inspection_free(tunip_inspection *inspection)
{
    if (!inspection) return;
    free(inspection->problems);
    in_tree_free(&inspection->tree);
    in_unmap(inspection->map);
    tunip_artifact_set_free(inspection->set);
    free(inspection);
}
