/* function.c -- functions of the tensor IR, and targets in their attributes. */
#include "primfn.h"

#define W(text) relay_word(d, (text), NULL)

/* ---- targets ---- */

/* TVM's text begins with the address of the target, which has no meaning in a file. */
const tunip_doc *primfn_target(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return relay_target(d, (const tunip_ir_target *)node, path);
}

/* ---- functions ---- */

/* A parameter with a buffer. */
typedef struct binding {
    const tunip_node *var;
    const tunip_tir_buffer *buffer;
    const tunip_path *var_at, *buffer_at;
} binding;

typedef struct function {
    const tunip_tir_prim_func *node;
    binding *bindings;
    size_t binding_count;
    const tunip_doc **lines; /* above the body */
    size_t line_count;
} function;

/* Numbers the entries of the buffer map, from 1, in the entries of their variables. */
static void number_keys(tunip_docsifier *d, const tunip_map *map)
{
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        relay_entry *entry = relay_entry_of(d, map->entries[i].key);
        if (!entry) return;
        entry->function = relay_state_of(d)->function;
        entry->uses = (uint32_t)(i + 1);
        entry->doc = NULL;
    }
}

static const tunip_tir_buffer *buffer_of(tunip_docsifier *d, const tunip_map *map,
                                         const tunip_node *var)
{
    const relay_entry *entry = var ? relay_entry_of(d, var) : NULL;
    bool has_buffer = entry && entry->function == relay_state_of(d)->function && entry->uses &&
                      entry->uses <= tunip_map_count(map);
    return has_buffer ? TUNIP_AS(tunip_tir_buffer, map->entries[entry->uses - 1].value) : NULL;
}

/* Gives the buffers of parameters their names, before the parameters get theirs. */
static void find_bindings(tunip_docsifier *d, function *f, const tunip_path *path)
{
    const tunip_array *params = f->node->params;
    const tunip_map *map = f->node->buffer_map;
    size_t count = tunip_array_count(params);
    const tunip_path *params_at = tunip_path_attr(d, path, "params");
    const tunip_path *map_at = tunip_path_attr(d, path, "buffer_map");
    number_keys(d, map);
    f->bindings = tunip_job_alloc(d, (count + 1) * sizeof *f->bindings);
    for (size_t i = 0; f->bindings && i < count; i++) {
        const tunip_tir_buffer *buffer = buffer_of(d, map, params->items[i]);
        if (!buffer) continue;
        primfn_buffer_name(d, buffer, NULL);
        f->bindings[f->binding_count++] =
            (binding){params->items[i], buffer, tunip_path_item(d, params_at, i),
                      tunip_path_key(d, map_at, params->items[i])};
    }
}

/* primfn(a: handle, n: int32) -> () */
static const tunip_doc *signature(tunip_docsifier *d, const tunip_tir_prim_func *node,
                                  const tunip_doc *name, const tunip_path *path)
{
    size_t count = tunip_array_count(node->params);
    const tunip_path *at = tunip_path_attr(d, path, "params");
    const tunip_doc **params = tunip_docs_new(d, count);
    for (size_t i = 0; params && i < count; i++)
        params[i] = primfn_value(d, node->params->items[i], tunip_path_item(d, at, i));
    const tunip_doc *call = tunip_doc_call_new(d, W("primfn"), tunip_docs_view(params, count), NULL,
                                               tunip_docs_none());
    const tunip_doc *type = primfn_type(d, node->ret_type, tunip_path_attr(d, path, "ret_type"));
    if (!name) return PRIMFN_JOINED(d, call, W(" -> "), type);
    return PRIMFN_JOINED(d, name, W(" = "), call, W(" -> "), type);
}

static void add_attrs(tunip_docsifier *d, function *f, const tunip_path *path)
{
    const tunip_ir_dict_attrs *attrs = f->node->base.attrs;
    const tunip_path *at = tunip_path_attr(d, path, "attrs");
    if (!attrs) return;
    f->lines[f->line_count++] =
        PRIMFN_JOINED(d, W("attr = "), primfn_map(d, attrs->dict, at));
}

/* Each buffer has a line of its own, below the first one. */
static void add_buffers(tunip_docsifier *d, function *f)
{
    for (size_t i = 0; i < f->binding_count; i++) {
        const binding *b = &f->bindings[i];
        const tunip_doc *name = primfn_buffer_name(d, b->buffer, b->buffer_at);
        const tunip_doc *doc = primfn_buffer_parts(d, name, b->buffer, b->buffer_at);
        f->lines[f->line_count++] =
            PRIMFN_JOINED(d, W(i ? "           " : "buffers = {"), doc,
                          W(i + 1 < f->binding_count ? "," : "}"));
    }
}

static void add_buffer_map(tunip_docsifier *d, function *f)
{
    size_t count = f->binding_count;
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    if (!tunip_map_count(f->node->buffer_map) || (count && (!keys || !values))) return;
    for (size_t i = 0; i < count; i++) {
        const binding *b = &f->bindings[i];
        keys[i] = primfn_value(d, b->var, b->var_at);
        values[i] = primfn_value(d, b->buffer, b->buffer_at);
    }
    const tunip_doc *map =
        tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
    f->lines[f->line_count++] = PRIMFN_JOINED(d, W("buffer_map = "), map);
}

/* The lines above the body, with the brace of the body in the last one; then the body. */
static tunip_docs whole_body(tunip_docsifier *d, const function *f, const tunip_doc **head,
                             const tunip_path *path)
{
    tunip_docs body = primfn_body(d, f->node->body, tunip_path_attr(d, path, "body"));
    const tunip_doc **all = tunip_docs_new(d, f->line_count + body.count);
    if (!f->line_count) *head = PRIMFN_JOINED(d, *head, W(" {"));
    if (!all) return body;
    for (size_t i = 0; i < f->line_count; i++) {
        bool is_last = i + 1 == f->line_count;
        const tunip_doc *text =
            is_last ? PRIMFN_JOINED(d, f->lines[i], W(" {")) : f->lines[i];
        all[i] = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, text);
    }
    for (size_t i = 0; i < body.count; i++) all[f->line_count + i] = body.items[i];
    return tunip_docs_view(all, f->line_count + body.count);
}

const tunip_doc *relay_primfn(tunip_docsifier *d, const tunip_tir_prim_func *node,
                              const tunip_doc *name, const tunip_path *path)
{
    function f = {.node = node};
    const tunip_map *attrs = node->base.attrs ? node->base.attrs->dict : NULL;
    relay_state_of(d)->function++; /* names of variables and buffers are for one function */
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        relay_collect_meta(d, attrs->entries[i].value);
    find_bindings(d, &f, path);
    f.lines = tunip_docs_new(d, f.binding_count + 2);
    if (!f.lines) return tunip_doc_none(d, path);
    const tunip_doc *head = signature(d, node, name, path);
    add_attrs(d, &f, path);
    add_buffers(d, &f);
    add_buffer_map(d, &f);
    tunip_docs body = whole_body(d, &f, &head, path);
    const tunip_doc *scope = tunip_doc_scope_new(d, head, NULL, body);
    const tunip_doc *end = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, W("}"));
    return tunip_doc_block_new(d, TUNIP_DOCS(d, scope, end));
}

const tunip_doc *primfn_function(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    return relay_primfn(d, (const tunip_tir_prim_func *)node, NULL, path);
}
