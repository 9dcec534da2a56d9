/* report.c -- the tree of a file, for people and as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <tunip/json.h>

#include "report.h"
#include "show.h"
#include "spans.h"

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
    in_text path = {.data = NULL};
    for (size_t i = 0; i < depth; i++) in_puts(l->out, "  ");
    if (l->out->spans) in_put_path(&path, node);
    size_t span = in_open_span(l->out, roles[node->role], node->data, "%.*s",
                               in_whole(in_str(&path)), path.size ? path.data : "");
    in_text_free(&path);
    in_put_name(l->out, node->name);
    if (node->note.size) in_puts(l->out, "  ");
    in_put_name(l->out, node->note);
    bool is_lib = node->role == IN_MODULE && node->module->is_exportable;
    if (node->is_missing && node->parent) in_puts(l->out, is_lib ? "  the library" : "  in memory");
    if (node->role != IN_VIEW && !node->is_missing) {
        in_hash_node(l->tree, node, hash);
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
        out->failed = true;
    free(l.seen);
}

tunip_status tunip_inspection_write_tree(const tunip_inspection *inspection,
                                         const tunip_show_options *options, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    in_text text = {.data = NULL};
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
    in_text path = {.data = NULL};
    in_put_path(&path, node);
    put_text(w, key, in_str(&path));
    in_text_free(&path);
}

static void put_content(tunip_json_writer *w, const in_tree *tree, const in_node *node)
{
    char hash[HASH];
    in_text text = {.data = NULL};
    size_t size = node->head.size + node->data.size;
    if (node->is_missing) return;
    if (node->role == IN_VIEW) {
        in_view_text(tree, node, &text, NULL);
        size = text.size;
        in_text_free(&text);
    }
    tunip_json_key(w, "size");
    tunip_json_put_size(w, size);
    in_hash_node(tree, node, hash);
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
        in_text text = {.data = NULL};
        in_view_text(tree, part, &text, NULL);
        size_t size = text.size;
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
    if (!seen) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    put_all(w, inspection, seen);
    free(seen);
    return tunip_json_writer_end(w, error);
}
