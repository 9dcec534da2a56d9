/* show.c -- nodes as text. */
#include "show.h"

#include "sha256.h"
#include "spans.h"

/* The views of a module show the module: their spans have its path. */
static size_t open_part(in_text *out, const in_node *node)
{
    in_text path = {.data = NULL};
    const in_node *shown = node->role == IN_VIEW ? node->parent : node;
    if (!out->spans) return SIZE_MAX;
    in_put_path(&path, shown);
    size_t span = in_open_span(out, node->role == IN_VIEW ? "view" : "part", shown->data, "%.*s",
                               in_whole(in_str(&path)), path.size ? path.data : "");
    in_text_free(&path);
    return span;
}

tunip_status in_view_text(const in_tree *tree, const in_node *node, in_text *out,
                          tunip_error *error)
{
    size_t span = open_part(out, node);
    node->show(tree, node, out);
    in_close_span(out, span);
    return in_text_check(out, error);
}

tunip_status in_write_bytes(const in_tree *tree, tunip_str bytes, tunip_write_fn write, void *user,
                            tunip_error *error)
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
    in_text text = {.data = NULL};
    tunip_status status = in_view_text(tree, node, &text, error);
    if (status == TUNIP_OK && text.size && write(text.data, text.size, user) != 0)
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
    tunip_status status = in_write_bytes(tree, node->head, write, user, error);
    return status == TUNIP_OK ? in_write_bytes(tree, node->data, write, user, error) : status;
}

static tunip_status list_children(const in_node *node, tunip_write_fn write, void *user,
                                  tunip_error *error)
{
    in_text text = {.data = NULL};
    for (const in_node *child = node->first; child; child = child->next) {
        in_put(&text, child->name);
        if (child->note.size) in_puts(&text, "  ");
        in_put(&text, child->note);
        in_puts(&text, "\n");
    }
    tunip_status status = TUNIP_OK;
    if (text.size && write(text.data, text.size, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    in_text_free(&text);
    return status;
}

/* A node as an artifact: a part has the loader and the code generator of what it is a part of. */
static tunip_artifact artifact_of(const in_node *node)
{
    tunip_artifact made = {.loader = node->kind, .file_name = node->name, .content = node->data};
    while (node && node->role != IN_MODULE && !node->artifact) node = node->parent;
    if (node) made.loader = node->artifact ? node->artifact->loader : node->kind;
    if (node && node->artifact) made.codegen_id = node->artifact->codegen_id;
    return made;
}

tunip_status in_show_node(const in_tree *tree, const in_node *node,
                          const tunip_show_options *options, tunip_write_fn write, void *user,
                          tunip_error *error)
{
    if (!options->raw) node = shown_of(node);
    if (node->role == IN_VIEW) return write_view(tree, node, write, user, error);
    if (options->raw) return write_raw(tree, node, write, user, error);
    if (node->show) return write_view(tree, node, write, user, error);
    if (node->first) return list_children(node, write, user, error);
    if (node->is_missing)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                               "`%.*s` is the library itself, which is not in this file",
                               in_short(node->name), node->name.data);
    tunip_artifact artifact = artifact_of(node);
    return in_show_artifact(&artifact, options, write, user, error);
}

static int add_to_hash(const char *data, size_t size, void *user)
{
    in_sha256_add(user, (tunip_str){data, size});
    return 0;
}

void in_hash_node(const in_tree *tree, const in_node *node, char out[65])
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
    in_text text = {.data = NULL};
    size_t listed = 0;
    tunip_str path = tunip_str_from(name);
    bool is_whole;
    for (in_node *node = NULL; (node = in_walk(tree, node)) && listed < 3;) {
        if (!in_is_called(node, path, &is_whole)) continue;
        in_puts(&text, listed++ ? ", " : "");
        in_put_path(&text, node);
    }
    tunip_error_set(error, TUNIP_ERROR_CONFLICT, "`%s` is the name of several parts: %.*s%s", name,
                    (int)text.size, text.size ? text.data : "", listed == 3 ? ", ..." : "");
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
    if (node->role == IN_VIEW || (node->show && !how.raw))
        return in_view_text(tree, node, out, error);
    size_t span = open_part(out, node);
    tunip_status status = in_show_node(tree, node, &how, in_put_chunk, out, error);
    in_close_span(out, span);
    return status;
}
