/* show.c -- files and their nodes as text, as JSON, as a page in HTML, and the source maps of
 * these texts. */
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip/json.h>
#include <tunip/source.h>

#include "../../src/util/html.h"
#include "bytes.h"
#include "inspect_files.h" /* made of inspect.css */
#include "module.h"
#include "objects.h"
#include "pieces.h"
#include "tree.h"
#include "treemap.h"
#include "vm.h"

/* ======== show ======== */

/* Nodes as text. */

/* The views of a module show the module: their spans have its path. */
static size_t open_part(in_text *out, const in_node *node)
{
    in_text path = {.spans = NULL};
    const in_node *shown = node->role == IN_VIEW ? node->parent : node;
    if (!out->spans) return SIZE_MAX;
    in_put_path(&path, shown);
    size_t span =
        in_open_span(out, node->role == IN_VIEW ? "view" : "part", shown->data, "%.*s",
                     in_whole(in_str(&path)), path.raw.bytes.count ? path.raw.bytes.items : "");
    in_text_free(&path);
    return span;
}

/* Makes the text of a view, within a span with its path. */
static tunip_status view_text(const in_tree *tree, const in_node *node, in_text *out,
                              tunip_error *error)
{
    size_t span = open_part(out, node);
    node->show(tree, node, out);
    in_close_span(out, span);
    return in_text_check(out, error);
}

/* Writes bytes in steps and lets go of their pages. */
static tunip_status write_bytes(const in_tree *tree, tunip_str bytes, tunip_write_fn write,
                                void *user, tunip_error *error)
{
    enum { STEP = 1 << 20 };
    while (bytes.size) {
        tunip_str step = {bytes.data, bytes.size < STEP ? bytes.size : STEP};
        if (write(step.data, step.size, user) != 0)
            return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
        in_drop(tree, step);
        bytes.data += step.size;
        bytes.size -= step.size;
    }
    return TUNIP_OK;
}

static tunip_status write_view(const in_tree *tree, const in_node *node, tunip_write_fn write,
                               void *user, tunip_error *error)
{
    in_text text = {.spans = NULL};
    tunip_status status = view_text(tree, node, &text, error);
    if (status == TUNIP_OK && text.raw.bytes.count &&
        write(text.raw.bytes.items, text.raw.bytes.count, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    in_text_free(&text);
    return status;
}

/* The part of a module or a container that says most about it. */
static const in_node *most_telling(const in_node *node)
{
    static const char *const names[] = {"bytecode.txt", "graph.json", "symbols.txt",
                                        "functions.json", "properties.txt"};
    for (const in_node *part = node->first; part; part = part->next)
        if (part->is_source) return part;
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        const in_node *part = in_child(node, names[i]);
        if (part) return part;
    }
    return NULL;
}

/* The node whose text is shown for a node. */
static const in_node *shown_of(const in_node *node)
{
    while (node->role != IN_VIEW && !node->show && node->first) {
        const in_node *part = most_telling(node);
        if (!part) break;
        node = part;
    }
    return node;
}

static tunip_status write_raw(const in_tree *tree, const in_node *node, tunip_write_fn write,
                              void *user, tunip_error *error)
{
    tunip_status status = write_bytes(tree, node->head, write, user, error);
    return status == TUNIP_OK ? write_bytes(tree, node->data, write, user, error) : status;
}

static tunip_status list_children(const in_node *node, tunip_write_fn write, void *user,
                                  tunip_error *error)
{
    in_text text = {.spans = NULL};
    for (const in_node *child = node->first; child; child = child->next) {
        in_put_name(&text, child->name);
        if (child->note.size) in_puts(&text, "  ");
        in_put_name(&text, child->note);
        in_puts(&text, "\n");
    }
    tunip_status status = TUNIP_OK;
    if (text.raw.bytes.count && write(text.raw.bytes.items, text.raw.bytes.count, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    in_text_free(&text);
    return status;
}

static bool is_in_artifact(const in_node *node)
{
    while (node && node->role != IN_MODULE && !node->artifact) node = node->parent;
    return node != NULL;
}

/* A node as an artifact: a part has the loader and the code generator of what it is a part of. */
static tunip_artifact artifact_of(const in_node *node)
{
    tunip_artifact made = {.loader = node->kind, .file_name = node->name, .content = node->data};
    while (node && node->role != IN_MODULE && !node->artifact) node = node->parent;
    if (node) made.loader = node->artifact ? node->artifact->loader : node->kind;
    if (node) made.codegen_id = node->artifact ? node->artifact->codegen_id : in_codegen(node);
    return made;
}

tunip_status in_show_node(const in_tree *tree, const in_node *node,
                          const tunip_show_options *options, tunip_write_fn write, void *user,
                          tunip_error *error)
{
    bool is_code = in_is_object_file(node->kind) && node->first;
    if (is_code && !options->raw && !options->inspector) { /* without objdump: its symbols */
        tunip_show_options how = *options;
        tunip_artifact object = artifact_of(node);
        how.inspector = "object code";
        tunip_status status = in_show_artifact(&object, &how, write, user, error);
        if (status != TUNIP_ERROR_NOT_FOUND) return status;
        if (error) *error = (tunip_error)TUNIP_ERROR_INIT;
    }
    if (!options->raw && !options->inspector) node = shown_of(node);
    if (options->inspector && node->role != IN_VIEW) {
        tunip_artifact artifact = artifact_of(node);
        return in_show_artifact(&artifact, options, write, user, error);
    }
    if (node->role == IN_VIEW) return write_view(tree, node, write, user, error);
    if (options->raw) return write_raw(tree, node, write, user, error);
    if (node->show) return write_view(tree, node, write, user, error);
    if (node->first) return list_children(node, write, user, error);
    if (in_is_link(node))
        return tunip_error_set(
            error, TUNIP_ERROR_NOT_FOUND, "`%.*s` is a %.*s, which tunip does not follow",
            in_short(node->name), node->name.data, in_short(node->note), node->note.data);
    if (node->is_missing) {
        bool is_lib = node->role == IN_MODULE && node->module->is_exportable;
        bool is_set = tunip_str_is(tree->root->kind, "artifacts");
        const char *why = is_lib && is_set ? "is the library itself, which the set does not have"
                          : is_lib         ? "is the library itself, which is not in this file"
                                   : "was only in the memory of the process that saved the set";
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "`%.*s` %s", in_short(node->name),
                               node->name.data, why);
    }
    tunip_artifact artifact = artifact_of(node);
    return in_show_artifact(&artifact, options, write, user, error);
}

static int add_to_hash(const char *data, size_t size, void *user)
{
    in_sha256_add(user, (tunip_str){data, size});
    return 0;
}

/* The hash of what in_show_node() writes for a part with the option raw. */
static void hash_node(const in_tree *tree, const in_node *node, char out[65])
{
    in_sha256 hash;
    in_sha256_begin(&hash);
    if (node->role == IN_VIEW)
        write_view(tree, node, add_to_hash, &hash, NULL);
    else
        write_raw(tree, node, add_to_hash, &hash, NULL);
    in_sha256_end(&hash, out);
}

static tunip_status several(const in_tree *tree, const char *name, tunip_error *error)
{
    in_text text = {.spans = NULL};
    size_t listed = 0;
    tunip_str path = tunip_str_from(name);
    bool is_whole;
    for (in_node *node = NULL; (node = in_walk(tree, node)) && listed < 3;) {
        if (!in_is_called(node, path, &is_whole)) continue;
        in_puts(&text, listed++ ? ", " : "");
        in_put_path(&text, node);
    }
    tunip_error_set(error, TUNIP_ERROR_CONFLICT, "`%s` is the name of several parts: %.*s%s", name,
                    (int)text.raw.bytes.count, text.raw.bytes.count ? text.raw.bytes.items : "",
                    listed == 3 ? ", ..." : "");
    in_text_free(&text);
    return TUNIP_ERROR_CONFLICT;
}

/* The node that `name` names; NULL with `error` filled. */
static const in_node *find(const in_tree *tree, const char *name, tunip_error *error)
{
    size_t count;
    const in_node *node = in_find(tree, tunip_str_from(name), &count);
    if (count == 1) return node;
    if (count)
        several(tree, name, error);
    else
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "there is nothing called `%s`", name);
    return NULL;
}

static const tunip_show_options defaults = TUNIP_SHOW_OPTIONS_INIT;

tunip_status tunip_inspection_show(const tunip_inspection *inspection, const char *name,
                                   const tunip_show_options *options, tunip_write_fn write,
                                   void *user, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    const in_node *node = find(&inspection->tree, name, &own);
    if (!node) return tunip_error_set(error, own.code, "%s", own.message);
    return in_show_node(&inspection->tree, node, options ? options : &defaults, write, user, error);
}

tunip_status in_put_part(in_text *out, const in_tree *tree, const char *name,
                         const tunip_show_options *options, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_show_options how = options ? *options : defaults;
    const in_node *node = find(tree, name, &own);
    if (!node) return tunip_error_set(error, own.code, "%s", own.message);
    how.colour = false;
    if (!how.raw) node = shown_of(node);
    if (node->role == IN_VIEW || (node->show && !how.raw)) return view_text(tree, node, out, error);
    size_t span = open_part(out, node);
    tunip_status status = in_show_node(tree, node, &how, in_put_chunk, out, error);
    in_close_span(out, span);
    return status;
}

/* ======== report ======== */

/* The tree of a file, for people and as JSON. */

enum { HASH = 65, SHORT_HASH = 12, DEEPEST = 100 };

/* ---- for people ---- */

typedef struct listing {
    const in_tree *tree;
    in_text *out;
    bool *seen; /* of each module, by its number among all */
} listing;

/* ORDER in_role */
static const char *const roles[] = {"container", "module", "part", "view"};

static void put_head(const listing *l, const in_node *node, size_t depth)
{
    char hash[HASH];
    in_text path = {.spans = NULL};
    for (size_t i = 0; i < depth; i++) in_puts(l->out, "  ");
    if (l->out->spans) in_put_path(&path, node);
    size_t span =
        in_open_span(l->out, roles[node->role], node->data, "%.*s", in_whole(in_str(&path)),
                     path.raw.bytes.count ? path.raw.bytes.items : "");
    in_text_free(&path);
    in_put_name(l->out, node->name);
    if (node->note.size) in_puts(l->out, "  ");
    in_put_name(l->out, node->note);
    bool is_lib = node->role == IN_MODULE && node->module->is_exportable;
    if (node->is_missing && node->parent && !in_is_link(node))
        in_puts(l->out, is_lib ? "  the library" : "  in memory");
    if (node->role != IN_VIEW && !node->is_missing) {
        hash_node(l->tree, node, hash);
        in_say(l->out, "  %zu bytes  %.*s", node->head.size + node->data.size, SHORT_HASH, hash);
    }
    in_close_span(l->out, span);
    in_puts(l->out, "\n");
}

static void put_node(listing *l, const in_node *node, size_t depth);

static void put_children(listing *l, const in_node *node, size_t depth)
{
    enum { MOST = 30 };
    size_t done = 0, left = 0;
    for (const in_node *child = node->first; child; child = child->next) {
        if (child->role == IN_MODULE) continue; /* below the module that imports it */
        bool many = node->role != IN_CONTAINER && done == MOST;
        left += many;
        if (many) continue;
        put_node(l, child, depth);
        done++;
    }
    for (size_t i = 0; left && i < depth; i++) in_puts(l->out, "  ");
    if (left) in_say(l->out, "... and %zu more\n", left);
}

static void put_module(listing *l, const in_node *node, size_t depth)
{
    size_t number = node->module->number;
    if (l->seen[number] || depth > DEEPEST) {
        for (size_t i = 0; i < depth; i++) in_puts(l->out, "  ");
        in_put_name(l->out, node->name);
        in_puts(l->out, "  as above\n");
        return;
    }
    l->seen[number] = true;
    put_head(l, node, depth);
    put_children(l, node, depth + 1);
    for (size_t i = 0; i < node->module->import_count; i++)
        put_module(l, node->module->imports[i], depth + 1);
}

static void put_node(listing *l, const in_node *node, size_t depth)
{
    put_head(l, node, depth);
    put_children(l, node, depth + 1);
    for (const in_node *child = node->first; child; child = child->next)
        if (child->role == IN_MODULE && !l->seen[child->module->number])
            put_module(l, child, depth + 1);
}

static tunip_status write_text(in_text *text, tunip_write_fn write, void *user, tunip_error *error)
{
    tunip_status status = in_text_write(text, write, user, error);
    in_text_free(text);
    return status;
}

void in_put_tree(in_text *out, const in_tree *tree)
{
    listing l = {tree, out, calloc(tree->module_count + 1, sizeof(bool))};
    if (l.seen)
        put_node(&l, tree->root, 0);
    else
        out->raw.failed = true;
    free(l.seen);
}

tunip_status tunip_inspection_write_tree(const tunip_inspection *inspection,
                                         const tunip_show_options *options, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    in_text text = {.spans = NULL};
    (void)options;
    in_put_tree(&text, &inspection->tree);
    return write_text(&text, write, user, error);
}

/* ---- JSON ---- */

static void put_text(tunip_json_writer *w, const char *key, tunip_str text)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, text);
}

static void put_path(tunip_json_writer *w, const char *key, const in_node *node)
{
    in_text path = {.spans = NULL};
    in_put_path(&path, node);
    put_text(w, key, in_str(&path));
    in_text_free(&path);
}

static void put_content(tunip_json_writer *w, const in_tree *tree, const in_node *node)
{
    char hash[HASH];
    in_text text = {.spans = NULL};
    size_t size = node->head.size + node->data.size;
    if (node->is_missing) return;
    if (node->role == IN_VIEW) {
        view_text(tree, node, &text, NULL);
        size = text.raw.bytes.count;
        in_text_free(&text);
    }
    tunip_json_key(w, "size");
    tunip_json_put_size(w, size);
    hash_node(tree, node, hash);
    put_text(w, "sha256", tunip_str_from(hash));
}

static void put_contents(tunip_json_writer *w, const in_tree *tree, const in_node *node)
{
    tunip_json_open(w, '{');
    put_path(w, "path", node);
    put_text(w, "role", tunip_str_from(roles[node->role]));
    put_text(w, "kind", node->kind);
    if (node->note.size) put_text(w, "note", node->note);
    put_content(w, tree, node);
    if (is_in_artifact(node)) {
        const tunip_artifact artifact = artifact_of(node);
        put_text(w, "loader", artifact.loader);
        put_text(w, "codegen_id", artifact.codegen_id);
    }
    tunip_json_key(w, "contents");
    tunip_json_open(w, '[');
    for (const in_node *child = node->first; child; child = child->next)
        put_contents(w, tree, child);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

/* The size of what inspect_source() of TVM gives. */
static size_t source_size(const in_tree *tree, const in_node *module)
{
    for (const in_node *part = module->first; part; part = part->next) {
        if (!part->is_source) continue;
        if (part->role != IN_VIEW) return part->data.size;
        in_text text = {.spans = NULL};
        view_text(tree, part, &text, NULL);
        size_t size = text.raw.bytes.count;
        in_text_free(&text);
        return size;
    }
    return 0;
}

static void put_imports(tunip_json_writer *w, const in_tree *tree, const in_node *node,
                        size_t depth, bool *seen)
{
    size_t number = node->module->number;
    tunip_json_open(w, '{');
    put_text(w, "kind", node->kind);
    put_path(w, "path", node);
    if (!seen[number] && depth < DEEPEST) {
        seen[number] = true;
        put_content(w, tree, node);
        tunip_json_key(w, "dso_exportable");
        tunip_json_put_bool(w, node->module->is_exportable);
        tunip_json_key(w, "binary");
        tunip_json_put_bool(w, true);
        tunip_json_key(w, "source");
        tunip_json_put_size(w, source_size(tree, node));
        tunip_json_key(w, "imports");
        tunip_json_open(w, '[');
        for (size_t i = 0; i < node->module->import_count; i++)
            put_imports(w, tree, node->module->imports[i], depth + 1, seen);
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, '}');
}

static void put_symbols(tunip_json_writer *w, const in_tree *tree)
{
    tunip_json_key(w, "symbols");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < tree->symbols.count; i++) {
        tunip_json_open(w, '{');
        put_text(w, "name", tree->symbols.items[i].name);
        put_text(w, "kind", tunip_str_from(tree->symbols.items[i].kind));
        tunip_json_key(w, "size");
        tunip_json_put_size(w, (size_t)tree->symbols.items[i].size);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
}

static void put_all(tunip_json_writer *w, const tunip_inspection *inspection, bool *seen)
{
    const in_tree *tree = &inspection->tree;
    char version[16];
    size_t size = (size_t)snprintf(version, sizeof version, "0.%u", tree->vintage);
    tunip_json_open(w, '{');
    put_text(w, "name", tree->root->name);
    put_text(w, "kind", tree->root->kind);
    tunip_json_key(w, "tvm");
    if (tree->vintage)
        tunip_json_put_string(w, (tunip_str){version, size});
    else
        tunip_json_put_null(w);
    put_content(w, tree, tree->root);
    tunip_json_key(w, "tree");
    if (tree->module_count)
        put_imports(w, tree, tree->modules[0], 0, seen);
    else
        tunip_json_put_null(w);
    put_symbols(w, tree);
    tunip_json_key(w, "contents");
    tunip_json_open(w, '[');
    for (const in_node *child = tree->root->first; child; child = child->next)
        put_contents(w, tree, child);
    tunip_json_close(w, ']');
    tunip_json_key(w, "problems");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < inspection->problem_count; i++)
        tunip_json_put_string(w, tunip_str_from(inspection->problems[i]));
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

tunip_status tunip_inspection_write_json(const tunip_inspection *inspection, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    bool *seen = calloc(inspection->tree.module_count + 1, sizeof *seen);
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 12;
    if (!seen) return tn_no_memory(error);
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    put_all(w, inspection, seen);
    free(seen);
    return tunip_json_writer_end(w, error);
}

/* ======== functions ======== */

/* All functions of a file, grouped by the module that has them, and what they call. */

typedef struct function_listing {
    const in_tree *tree;
    in_text *out;
} function_listing;

/* ---- where a called function is ---- */

static int compare_symbol(const void *key, const void *element)
{
    const tunip_str *name = key;
    const in_symbol *symbol = element;
    size_t size = name->size < symbol->name.size ? name->size : symbol->name.size;
    int order = memcmp(name->data, symbol->name.data, size);
    return order ? order : (name->size > symbol->name.size) - (name->size < symbol->name.size);
}

static bool has_symbol(const in_tree *tree, tunip_str name)
{
    const in_symbols *all = &tree->symbols;
    return all->count && bsearch(&name, all->items, all->count, sizeof *all->items, compare_symbol);
}

/* v0.23 puts a prefix in front of the names of functions. */
static bool is_native(const in_tree *tree, tunip_str name)
{
    char room[512];
    static const char prefix[] = "__tvm_ffi_";
    if (has_symbol(tree, name)) return true;
    if (name.size > sizeof room - sizeof prefix) return false;
    memcpy(room, prefix, sizeof prefix - 1);
    memcpy(room + sizeof prefix - 1, name.data, name.size);
    return has_symbol(tree, (tunip_str){room, sizeof prefix - 1 + name.size});
}

static bool has_kernel(const in_node *module, tunip_str name)
{
    const in_kernels *kernels = in_module_kernels(module);
    for (size_t i = 0; kernels && i < kernels->count; i++)
        if (tunip_str_equal(kernels->items[i].name, name)) return true;
    return false;
}

static bool has_bytecode(const in_node *module, tunip_str name)
{
    enum { MOST = 4096 }; /* each call asks: a damaged file may have very many functions */
    const in_vm *vm = module->vm;
    for (size_t i = 0; vm && i < vm->function_count && i < MOST; i++) {
        const in_function *f = &vm->functions[i];
        if (f->end > f->begin && tunip_str_equal(f->name, name)) return true;
    }
    return false;
}

static tunip_str home_of(const in_tree *tree, tunip_str name)
{
    for (size_t i = 0; i < tree->module_count; i++) {
        const in_node *module = tree->modules[i];
        if (has_bytecode(module, name) || has_kernel(module, name)) return module->name;
    }
    if (is_native(tree, name)) return tunip_str_from("the library");
    if (tunip_str_begins(name, "vm.builtin.")) return tunip_str_from("the runtime");
    return (tunip_str){"", 0};
}

/* ---- calls ---- */

static void put_call(void *user, tunip_str caller, tunip_str callee)
{
    function_listing *l = user;
    tunip_str home = home_of(l->tree, callee);
    in_puts(l->out, "  ");
    in_put_name(l->out, caller);
    in_puts(l->out, " calls ");
    in_put_name(l->out, callee);
    if (home.size) in_puts(l->out, " of ");
    in_put_name(l->out, home);
    in_puts(l->out, "\n");
}

/* The functions that the nodes of a graph name in "func_name". */
static void each_graph_call(tunip_str graph, function_listing *l)
{
    in_text copy = {.spans = NULL};
    in_put(&copy, graph);
    in_put(&copy, (tunip_str){"", 1}); /* the scanner needs a NUL at the end */
    if (copy.raw.failed) {
        in_text_free(&copy);
        return;
    }
    tunip_json json;
    tunip_json_init(&json, (tunip_str){copy.raw.bytes.items, copy.raw.bytes.count - 1});
    tunip_str name = {"", 0};
    bool is_key = false;
    for (tunip_json_token t; (t = tunip_json_next(&json)) != TUNIP_JSON_END;) {
        if (t >= TUNIP_JSON_OPEN_STRING) break;
        tunip_str text = tunip_json_text(&json);
        if (t == TUNIP_JSON_STRING && is_key) name = (tunip_str){text.data + 1, text.size - 2};
        if (t == TUNIP_JSON_STRING && is_key) put_call(l, tunip_str_from("graph"), name);
        if (t != TUNIP_JSON_COLON) is_key = tunip_str_is(text, "\"func_name\"");
    }
    in_text_free(&copy);
}

/* ---- functions ---- */

static void put_params(function_listing *l, tunip_str params)
{
    in_reader r = in_reader_of(params);
    for (uint64_t left = params.size ? in_u64(&r, "parameters") : 0, i = 0; i < left; i++) {
        tunip_str name = in_string(&r, "a parameter");
        if (r.trouble) break;
        if (i) in_puts(l->out, ", ");
        in_put_name(l->out, name);
    }
}

static void put_vm(function_listing *l, const in_vm *vm)
{
    for (size_t i = 0; i < vm->function_count; i++) {
        const in_function *f = &vm->functions[i];
        in_puts(l->out, "  ");
        size_t span = in_open_span(l->out, "function", f->bytes, "functions[%zu]", i);
        in_put_name(l->out, f->name);
        in_puts(l->out, "(");
        put_params(l, f->params);
        in_say(l->out, ")  %s", f->kind ? f->kind : "damaged");
        if (f->end > f->begin)
            in_say(l->out, ", %llu instructions, %lld registers",
                   (unsigned long long)f->end - (unsigned long long)f->begin,
                   (long long)f->registers);
        in_close_span(l->out, span);
        in_puts(l->out, "\n");
    }
    vm->each_call(vm, put_call, l);
}

static void put_kernels(function_listing *l, const in_kernels *kernels)
{
    for (size_t i = 0; i < kernels->count; i++) {
        in_reader types = in_reader_of(kernels->items[i].types);
        in_puts(l->out, "  ");
        size_t span = in_open_span(l->out, "kernel", kernels->items[i].name, "kernels[%zu]", i);
        in_put_name(l->out, kernels->items[i].name);
        in_puts(l->out, "(");
        uint64_t count = in_u64(&types, "types");
        for (uint64_t k = 0; k < count && in_left(&types); k++) {
            if (k) in_puts(l->out, ", ");
            in_put_dtype(l->out, in_read_dtype(&types), l->tree->vintage);
        }
        in_puts(l->out, ")  kernel");
        in_close_span(l->out, span);
        in_puts(l->out, "\n");
    }
}

/* The graph of the graph executor, in a module or in a file of its own, as the Model Library Format
 * has it. */
static const in_node *graph_of(const in_node *node)
{
    static const char *const ends[] = {"graph.json", ".graph"};
    bool is_file = node->role == IN_CONTAINER && tunip_str_is(node->kind, "json");
    for (size_t i = 0; is_file && i < TUNIP_LEN(ends); i++) {
        size_t size = strlen(ends[i]), from = node->name.size - size;
        if (node->name.size >= size && memcmp(node->name.data + from, ends[i], size) == 0)
            return node;
    }
    return in_child(node, "graph.json");
}

static void put_functions_of(function_listing *l, const in_node *node)
{
    const in_kernels *kernels = in_module_kernels(node);
    const in_node *graph = graph_of(node);
    if (!node->vm && !kernels && !graph) return;
    in_text path = {.spans = NULL};
    in_put_path(&path, node);
    size_t span = in_open_span(l->out, "module", node->data, "%.*s", in_whole(in_str(&path)),
                               path.raw.bytes.count ? path.raw.bytes.items : "");
    in_put_name(l->out, in_str(&path));
    in_text_free(&path);
    in_puts(l->out, ":\n");
    if (node->vm) put_vm(l, node->vm);
    if (kernels) put_kernels(l, kernels);
    if (graph) each_graph_call(graph->data, l);
    in_close_span(l->out, span);
}

static void put_function_symbols(function_listing *l, const in_node *node)
{
    in_text path = {.spans = NULL};
    if (!node->symbols || !node->symbols->count) return;
    in_put_path(&path, node);
    in_puts(l->out, path.raw.bytes.count ? "symbols of " : "symbols");
    in_put_name(l->out, in_str(&path));
    in_puts(l->out, ":\n");
    if (path.raw.bytes.count) in_puts(&path, "/");
    for (size_t i = 0; i < node->symbols->count; i++) {
        const in_symbol *s = &node->symbols->items[i];
        if (!tunip_str_is(tunip_str_from(s->kind), "function")) continue;
        in_puts(l->out, "  ");
        size_t span =
            in_open_span(l->out, "symbol", s->content, "%.*ssymbols[%zu]", in_whole(in_str(&path)),
                         path.raw.bytes.count ? path.raw.bytes.items : "", i);
        in_put_name(l->out, s->name);
        in_say(l->out, "  native, %llu bytes", (unsigned long long)s->size);
        in_close_span(l->out, span);
        in_puts(l->out, "\n");
    }
    in_text_free(&path);
}

void in_put_functions(in_text *out, const in_tree *tree)
{
    function_listing l = {tree, out};
    const in_node *node = NULL;
    while ((node = in_walk(tree, node))) put_functions_of(&l, node);
    while ((node = in_walk(tree, node))) put_function_symbols(&l, node);
}

tunip_status tunip_inspection_write_functions(const tunip_inspection *inspection,
                                              tunip_write_fn write, void *user, tunip_error *error)
{
    in_text out = {.spans = NULL};
    in_put_functions(&out, &inspection->tree);
    tunip_status status = in_text_write(&out, write, user, error);
    in_text_free(&out);
    return status;
}

/* ======== page ======== */

/* A file as one page in HTML: the tree, with the text of each part below it. The page
 * has no scripts and needs no network. */

typedef struct page {
    const in_tree *tree;
    in_text out;
    bool *seen; /* of each module */
} page;

enum { DEEPEST_SECTION = 50, MOST_PARTS = 1000, MOST_TEXT = 1 << 20 };

/* ---- text ---- */

/* Characters that are invisible or change the direction of text become escapes. */
static void put_page_text(page *p, tunip_str text, tunip_escape_style style)
{
    tn_html_put(text, style, in_put_chunk, &p->out);
}

typedef struct excerpt {
    page *page;
    size_t left;
} excerpt;

static int put_excerpt(const char *data, size_t size, void *user)
{
    excerpt *e = user;
    size_t taken = size < e->left ? size : e->left;
    put_page_text(e->page, (tunip_str){data, taken}, TUNIP_ESCAPE_TEXT);
    e->left -= taken;
    return e->left == 0 || e->page->out.raw.failed;
}

static void put_begin(page *p, const struct in_spans *spans, const in_span *span)
{
    in_puts(&p->out, "<span title=\"");
    put_page_text(p, in_span_path(spans, span), TUNIP_ESCAPE_LINE);
    uintptr_t at = (uintptr_t)span->bytes.data, file = (uintptr_t)p->tree->root->data.data;
    if (span->bytes.size && at >= file && at - file < p->tree->root->data.size)
        in_say(&p->out, ", from byte %zu: %zu bytes", (size_t)(at - file), span->bytes.size);
    in_puts(&p->out, "\">");
}

/* A text made of structure: the pointer on a line shows the path and the bytes of what it is. */
static void put_view(page *p, const in_node *node)
{
    enum { DEEPEST_SPAN = 8 };
    struct in_spans spans = {.count = 0};
    in_text text = {.spans = &spans};
    size_t ends[DEEPEST_SPAN], open = 0, at = 0;
    bool fine = view_text(p->tree, node, &text, NULL) == TUNIP_OK;
    size_t most = text.raw.bytes.count < MOST_TEXT ? text.raw.bytes.count : MOST_TEXT;
    in_puts(&p->out, "<pre tabindex=\"0\">");
    for (size_t i = 0; fine && at < most;) {
        bool opens = i < spans.count && open < DEEPEST_SPAN &&
                     !(open && ends[open - 1] <= spans.items[i].begin);
        size_t next = opens ? spans.items[i].begin : open ? ends[open - 1] : most;
        if (next > most) next = most;
        put_page_text(p, (tunip_str){text.raw.bytes.items + at, next - at}, TUNIP_ESCAPE_TEXT);
        at = next;
        if (opens && at < most) put_begin(p, &spans, &spans.items[i]);
        if (opens && at < most) ends[open++] = spans.items[i].end;
        i += opens;
        for (; !opens && open && ends[open - 1] <= at; open--) in_puts(&p->out, "</span>");
    }
    while (open--) in_puts(&p->out, "</span>");
    in_puts(&p->out, "</pre>");
    if (most < text.raw.bytes.count) in_puts(&p->out, "<p>The rest is left out.</p>");
    in_text_free(&text);
    in_spans_free(&spans);
}

/* The class of the theme for the sequence of a colour at `at`, whose end *end becomes; "" for the
 * one that ends a colour; NULL if there is none. */
static const char *class_at(tunip_str text, size_t at, size_t *end)
{
    static const char *const rows[][2] = {{"\33[0m", ""},   {"\33[90m", "m"}, {"\33[32m", "s"},
                                          {"\33[35m", "k"}, {"\33[36m", "n"}, {"\33[34m", "k"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        *end = at + strlen(rows[i][0]);
        if (*end <= text.size && memcmp(text.data + at, rows[i][0], *end - at) == 0)
            return rows[i][1];
    }
    return NULL;
}

/* A source in colours: those of a terminal, in which the text itself has no escape characters. */
static void put_page_source(page *p, const in_node *node)
{
    static const tunip_show_options how = {sizeof how, .no_tools = true, .colour = true};
    in_text shown = {.spans = NULL};
    in_show_node(p->tree, node, &how, in_put_chunk, &shown, NULL);
    tunip_str text = in_str(&shown);
    bool is_cut = text.size > MOST_TEXT;
    if (is_cut) text.size = MOST_TEXT;
    in_puts(&p->out, "<pre tabindex=\"0\">");
    bool is_open = false;
    for (size_t at = 0, end; at < text.size; at = end) {
        const char *word = class_at(text, at, &end);
        const char *next = memchr(text.data + at + 1, '\33', text.size - at - 1);
        if (!word) end = next ? (size_t)(next - text.data) : text.size;
        if (!word) put_page_text(p, (tunip_str){text.data + at, end - at}, TUNIP_ESCAPE_TEXT);
        if (word && is_open) in_puts(&p->out, "</span>");
        if (word) is_open = *word != '\0';
        if (word && is_open) in_say(&p->out, "<span class=\"%s\">", word);
    }
    in_puts(&p->out, is_open ? "</span></pre>" : "</pre>");
    if (is_cut) in_puts(&p->out, "<p>The rest is left out.</p>");
    in_text_free(&shown);
}

static void put_page_content(page *p, const in_node *node)
{
    static const tunip_show_options how = {sizeof how, .no_tools = true};
    bool is_bytes = tunip_str_is(node->kind, "binary") || in_is_object_file(node->kind);
    excerpt e = {p, is_bytes ? MOST_TEXT / 256 : MOST_TEXT};
    if (node->role == IN_VIEW) {
        put_view(p, node);
        return;
    }
    if (tunip_str_is(node->kind, "source")) {
        put_page_source(p, node);
        return;
    }
    in_puts(&p->out, "<pre tabindex=\"0\">");
    in_show_node(p->tree, node, &how, put_excerpt, &e, NULL);
    in_puts(&p->out, "</pre>");
    if (!e.left) in_puts(&p->out, "<p>The rest is left out.</p>");
}

/* ---- the tree ---- */

static void put_page_head(page *p, const in_node *node)
{
    char hash[65];
    in_puts(&p->out, "<summary><b>");
    put_page_text(p, node->name, TUNIP_ESCAPE_LINE);
    in_puts(&p->out, "</b> ");
    put_page_text(p, node->note, TUNIP_ESCAPE_LINE);
    if (node->role != IN_VIEW && !node->is_missing) {
        hash_node(p->tree, node, hash);
        in_say(&p->out,
               " <span class=\"faint\">%zu bytes</span> <code title=\"SHA-256: %s\">%.12s</code>",
               node->head.size + node->data.size, hash, hash);
    }
    in_puts(&p->out, "</summary>");
}

static void put_page_node(page *p, const in_node *node, size_t depth)
{
    size_t parts = 0;
    if (depth > DEEPEST_SECTION || (node->module && p->seen[node->module->number])) {
        in_puts(&p->out, "<p>");
        put_page_text(p, node->name, TUNIP_ESCAPE_LINE);
        in_puts(&p->out, ", as above</p>");
        return;
    }
    if (node->module) p->seen[node->module->number] = true;
    in_say(&p->out, "<details id=\"p%zu\"%s>", node->number, node->first ? " open" : "");
    put_page_head(p, node);
    if (!node->first && !node->is_missing) put_page_content(p, node);
    for (const in_node *child = node->first; child && parts < MOST_PARTS; child = child->next) {
        if (child->role == IN_MODULE) continue;
        put_page_node(p, child, depth + 1);
        parts++;
    }
    for (size_t i = 0; node->module && i < node->module->import_count; i++)
        put_page_node(p, node->module->imports[i], depth + 1);
    for (const in_node *child = node->first; child; child = child->next)
        if (child->role == IN_MODULE && !p->seen[child->module->number])
            put_page_node(p, child, depth + 1);
    in_puts(&p->out, "</details>\n");
}

static void put_page(page *p, const tunip_inspection *inspection)
{
    tn_html_head head = {
        .title = p->tree->root->name, .style = inspect_css, .style_hash = inspect_css_hash};
    tn_html_begin(&head, in_put_chunk, &p->out);
    in_puts(&p->out, "<header><h1>");
    put_page_text(p, p->tree->root->name, TUNIP_ESCAPE_LINE);
    in_say(&p->out, "</h1>%s</header>\n<main>\n", tn_html_switch);
    if (inspection->problem_count) in_puts(&p->out, "<ul>\n");
    for (size_t i = 0; i < inspection->problem_count; i++) {
        in_puts(&p->out, "<li>");
        put_page_text(p, tunip_str_from(inspection->problems[i]), TUNIP_ESCAPE_LINE);
        in_puts(&p->out, "</li>\n");
    }
    if (inspection->problem_count) in_puts(&p->out, "</ul>\n");
    size_t before = p->out.raw.bytes.count;
    in_put_treemap(&p->out, p->tree, NULL);
    if (p->out.raw.bytes.count > before) in_put_map_key(&p->out, false);
    put_page_node(p, p->tree->root, 0);
    in_puts(&p->out, "</main>\n");
    in_puts(&p->out, tn_html_end);
}

tunip_status tunip_inspection_write_page(const tunip_inspection *inspection, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    page p = {.tree = &inspection->tree};
    p.seen = calloc(inspection->tree.module_count + 1, sizeof *p.seen);
    if (!p.seen) return tn_no_memory(error);
    put_page(&p, inspection);
    tunip_status status = in_text_write(&p.out, write, user, error);
    in_text_free(&p.out);
    free(p.seen);
    return status;
}

/* ======== source map ======== */

/* The source map of a text as JSON, in the form of cli/source_map.c. Each span has
 * a path of its own, with the index of the span. */

static void put_number(tunip_json_writer *w, const char *key, size_t number)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, number);
}

static void put_place(tunip_json_writer *w, const tunip_source *text, size_t offset,
                      const char *line_key, const char *column_key)
{
    size_t line, column;
    tunip_source_locate(text, offset, &line, &column);
    put_number(w, line_key, line);
    put_number(w, column_key, column);
}

static void put_span(tunip_json_writer *w, const tunip_source *text, const struct in_spans *spans,
                     const in_span *span, tunip_str file)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "kind");
    tunip_json_put_string(w, tunip_str_from(span->kind));
    put_number(w, "begin", span->begin);
    put_number(w, "end", span->end);
    put_place(w, text, span->begin, "line", "column");
    put_place(w, text, span->end, "end_line", "end_column");
    put_number(w, "inside", span->inside);
    tunip_json_key(w, "paths");
    tunip_json_open(w, '[');
    tunip_json_put_size(w, (size_t)(span - spans->items));
    tunip_json_close(w, ']');
    uintptr_t at = (uintptr_t)span->bytes.data, start = (uintptr_t)file.data;
    if (span->bytes.size && file.size && at >= start &&
        at + span->bytes.size <= start + file.size) {
        put_number(w, "file_begin", (size_t)(at - start));
        put_number(w, "file_end", (size_t)(at - start) + span->bytes.size);
    }
    tunip_json_close(w, '}');
}

/* The path of a span continues that of the span around it. */
static void put_paths(tunip_json_writer *w, const struct in_spans *spans)
{
    tunip_json_key(w, "paths");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < spans->count; i++) {
        const in_span *span = &spans->items[i];
        tunip_str step = in_span_path(spans, span);
        size_t shared = span->around ? spans->items[span->around - 1].length : 0;
        tunip_json_open(w, '{');
        tunip_json_key(w, "parent");
        if (span->around)
            tunip_json_put_size(w, span->around - 1);
        else
            tunip_json_put_null(w);
        tunip_json_key(w, "step");
        tunip_json_put_string(w, (tunip_str){step.data + shared, step.size - shared});
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
}

static tunip_status write_map(const tunip_inspection *inspection, const in_text *out,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    const in_node *root = inspection->tree.root;
    tunip_source *text = tunip_source_new(NULL, root->name, in_str(out), error);
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    if (!text) return error ? error->code : TUNIP_ERROR_MEMORY;
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    put_number(w, "version", 2);
    tunip_json_key(w, "file");
    tunip_json_put_string(w, root->name);
    put_number(w, "bytes", out->raw.bytes.count);
    put_paths(w, out->spans);
    tunip_json_key(w, "docs");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < out->spans->count; i++)
        put_span(w, text, out->spans, &out->spans->items[i], root->data);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    tunip_source_free(text);
    return tunip_json_writer_end(w, error);
}

tunip_status tunip_inspection_write_map(const tunip_inspection *inspection, tunip_inspect_text what,
                                        const char *name, const tunip_show_options *options,
                                        tunip_write_fn write, void *user, tunip_error *error)
{
    struct in_spans spans = {.count = 0};
    in_text out = {.spans = &spans};
    tunip_status status = TUNIP_OK;
    if (what == TUNIP_INSPECT_TREE)
        in_put_tree(&out, &inspection->tree);
    else if (what == TUNIP_INSPECT_FUNCTIONS)
        in_put_functions(&out, &inspection->tree);
    else
        status = in_put_part(&out, &inspection->tree, name, options, error);
    if (status == TUNIP_OK) status = in_text_check(&out, error);
    if (status == TUNIP_OK) status = write_map(inspection, &out, write, user, error);
    in_text_free(&out);
    in_spans_free(&spans);
    return status;
}
