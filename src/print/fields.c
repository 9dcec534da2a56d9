/* fields.c -- nodes that are written by their fields, whatever their rules say:
 *
 *     tvm.ir.make_node("tir.Var", dtype="int32", name="for", ...)
 *
 * This is a call of TVM's own Python API (python/tvm/ir/attrs.py). Each field has its exact value:
 * a number is a number and no ir.IntImm, and nothing is inferred. Names refer to variables that the
 * text around the node defines. A node that several places share, and that must stay one node, gets
 * a name of its own in a statement before. */
#include <math.h>

#include <tunip/ext/dialect.h>

#include "../ir/registry.h"
#include "docsify.h"
#include "lossless.h"
#include "metadata.h"
#include "names.h"
#include "paths.h"

#define MAKE_NODE "tvm.ir.make_node"

/* The fields of a node as keyword arguments. */
typedef struct fields {
    const tunip_doc **docs;
    tunip_str *keys;
    size_t count;
} fields;

static const tunip_doc *value_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path);

/* ---- values ---- */

static const tunip_doc *array_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_array *array = (const tunip_array *)node;
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = value_doc(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, items ? array->count : 0));
}

static const tunip_doc *map_doc(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_map *map = (const tunip_map *)node;
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    size_t count = keys && values ? map->count : 0;
    for (size_t i = 0; i < count; i++) {
        const tunip_node *key = map->entries[i].key;
        keys[i] = value_doc(d, key, tunip_path_key_missing(d, path, key));
        values[i] = value_doc(d, map->entries[i].value, tunip_path_key(d, path, key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
}

/* ---- nodes ---- */

/* A call of a function with a dotted name. */
static const tunip_doc *call_doc(tunip_docsifier *d, const char *name, tunip_docs args,
                                 const fields *all)
{
    const tunip_doc *callee = NULL;
    for (const char *part = name; part;) {
        const char *dot = strchr(part, '.');
        tunip_str word = {part, dot ? (size_t)(dot - part) : strlen(part)};
        callee = callee ? tunip_doc_attr_new(d, callee, word) : tunip_doc_id_new(d, word, NULL);
        part = dot ? dot + 1 : NULL;
    }
    return tunip_doc_call_new(d, callee, args, all ? all->keys : NULL,
                              all ? tunip_docs_view(all->docs, all->count) : tunip_docs_none());
}

static const tunip_doc *key_doc(tunip_docsifier *d, const tunip_type *type)
{
    return tunip_doc_str(d, tunip_str_from(type->key), NULL);
}

/* A node with a saved text instead of fields: make_node("ir.SourceName", "a.py"). */
static const tunip_doc *coded_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    tunip_graph *graph = tunip_graph_new(d->context, &d->memory.error);
    if (!graph) return &tn_doc_failed.base;
    tunip_str text = node->type->codec->to_text(graph, node);
    if (tunip_graph_status(graph) == TUNIP_ERROR_MEMORY) tn_job_no_memory(d);
    const tunip_doc *saved = tunip_doc_str(d, tunip_doc_text(d, text), path);
    tunip_graph_free(graph);
    const char *function = node->type->codec->python;
    if (function) return call_doc(d, function, TUNIP_DOCS(d, saved), NULL);
    return call_doc(d, MAKE_NODE, TUNIP_DOCS(d, key_doc(d, node->type), saved), NULL);
}

static const tunip_doc *dtype_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_doc *name =
        tunip_doc_dtype(d, ((const tunip_dtype_value *)(const void *)node)->value, path);
    return call_doc(d, MAKE_NODE, TUNIP_DOCS(d, key_doc(d, node->type), name), NULL);
}

/* A number that Python has no literal for is a text: make_node("float", "inf"). */
static const tunip_doc *float_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    double value = ((const tunip_float *)(const void *)node)->value;
    const tunip_doc *number = tunip_doc_float(d, value, path);
    if (isfinite(value)) return number;
    return call_doc(d, MAKE_NODE, TUNIP_DOCS(d, key_doc(d, node->type), number), NULL);
}

/* Places of the source are no part of what the text must say, unless equality compares them. */
static bool is_none(const tunip_node *node, const tunip_field *field)
{
    const unsigned place = TUNIP_FLAG_LOCATION | TUNIP_FLAG_IGNORE;
    if (field->kind != TUNIP_KIND_NODE) return false;
    return (field->flags & place) == place || !tunip_field_node(node, field);
}

static void add_fields(tunip_docsifier *d, const tunip_node *node, const tunip_type *type,
                       const tunip_path *path, fields *all)
{
    if (type->base) add_fields(d, node, type->base, path, all);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->flags & TUNIP_FLAG_AGAIN) continue;
        bool none = is_none(node, field);
        /* TVM refuses to make a node if a field is not named that has no default. */
        if (none && field->flags & TUNIP_FLAG_DEFAULT) continue;
        const tunip_path *at = tunip_path_attr(d, path, field->name);
        all->keys[all->count] = tunip_str_from(field->name);
        all->docs[all->count++] = none ? tunip_doc_none(d, at)
                                  : field->kind == TUNIP_KIND_NODE
                                      ? value_doc(d, tunip_field_node(node, field), at)
                                      : tunip_docsify_field(d, node, field, path);
    }
}

static const tunip_doc *struct_doc(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    size_t most = 0;
    for (const tunip_type *type = node->type; type; type = type->base) most += type->field_count;
    fields all = {tunip_docs_new(d, most), tn_job_memory(d, (most + 1) * sizeof *all.keys), 0};
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    add_fields(d, node, node->type, path, &all);
    const tunip_doc *key = key_doc(d, node->type);
    return call_doc(d, MAKE_NODE, TUNIP_DOCS(d, key), &all);
}

/* ---- names ---- */

/* A variable is one node wherever it occurs, and so are the nodes of some types: sharing counts for
 * their equality. */
static bool needs_name(const tunip_docsifier *d, const tunip_node *node)
{
    const uint64_t *uses = tn_map_get(&d->request->lossless->uses, node);
    uint8_t equality = node->type->equality;
    bool is_one = node->type->flags & TUNIP_TYPE_VARIABLE || equality == TUNIP_EQ_FREE_VAR ||
                  equality == TUNIP_EQ_DAG;
    return is_one && uses && *uses > 1;
}

/* The name that the node has in the IR; else one for its type: "for" of "tir.For". */
static tunip_str hint_of(tunip_docsifier *d, const tunip_node *node)
{
    static const char *const names[] = {"name", "name_hint"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        const tunip_field *field = tunip_type_field(node->type, names[i]);
        tunip_str name = field && field->kind == TUNIP_KIND_NODE
                             ? tunip_string_value(tunip_field_node(node, field))
                             : (tunip_str){NULL, 0};
        if (tn_is_name(name)) return name;
    }
    const char *key = strrchr(node->type->key, '.');
    tunip_str hint = tunip_doc_text(d, tunip_str_from(key ? key + 1 : node->type->key));
    char *first = (char *)(uintptr_t)hint.data;
    if (first && *first >= 'A' && *first <= 'Z') *first = (char)(*first - 'A' + 'a');
    return hint;
}

static tunip_frame *outermost(const tunip_docsifier *d)
{
    tunip_frame *frame = d->top;
    while (frame && frame->outer) frame = frame->outer;
    return frame;
}

/* Whether the statements of this frame are read before those that use the name. A module has only
 * functions in its body. */
static tunip_frame *home_of(tunip_docsifier *d, const tunip_node *node, bool is_inner)
{
    tunip_frame *home = is_inner ? tunip_uses_frame(d, node) : outermost(d);
    return home ? home : d->top;
}

/* Writes `name = make_node(...)` before the statement, or before all functions if the node refers
 * to nothing in them. */
static const tunip_doc *named_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    bool *is_inner = &d->request->lossless->is_inner, before = *is_inner;
    *is_inner = false;
    const tunip_doc *value = struct_doc(d, node, path);
    tunip_frame *home = home_of(d, node, *is_inner);
    *is_inner |= before;
    if (tn_job_failed(d) || !home) return value;
    const tunip_doc *name = tunip_define_ahead(d, home, node, hint_of(d, node));
    tunip_frame_add(d, home, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, name, value, NULL));
    return name;
}

/* ---- any value ---- */

static const tunip_doc *guarded_doc(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_type *type = node->type;
    if (type == &tunip_array_type) return array_doc(d, node, path);
    if (type == &tunip_map_type) return map_doc(d, node, path);
    if (type == &tunip_string_type) return tunip_doc_str(d, tunip_string_value(node), path);
    if (type == &tunip_int_type)
        return tunip_doc_int(d, ((const tunip_int *)(const void *)node)->value, path);
    if (type == &tunip_float_type) return float_doc(d, node, path);
    if (type == &tunip_bool_type)
        return tunip_doc_bool(d, ((const tunip_bool *)(const void *)node)->value, path);
    if (type == &tunip_dtype_type) return dtype_doc(d, node, path);
    if (type->codec) return coded_doc(d, node, path);
    for (size_t i = 0; i < tn_value_type_count; i++) /* tensors, bytes, shapes, devices */
        if (type == tn_value_types[i]) return tunip_metadata(d, node, path);
    if (type->base == &tunip_opaque_type) return tunip_metadata(d, node, path);
    return needs_name(d, node) ? named_doc(d, node, path) : struct_doc(d, node, path);
}

/* The Doc of a variable that is defined already, or NULL. */
static const tunip_doc *known_doc(tunip_docsifier *d, const tunip_node *node)
{
    const tn_variable *variable = tn_variable_find(d, node);
    if (!variable) return NULL;
    d->request->lossless->is_inner |= variable->frame && variable->frame->outer;
    return tunip_variable(d, node);
}

static const tunip_doc *value_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    if (!node) return tunip_doc_none(d, path);
    const tunip_doc *known = known_doc(d, node);
    if (known) return tn_guard_place(d, known, path);
    const uint64_t *how = tn_map_get(&d->request->lossless->exact, node);
    if (how && *how == TN_EXACT_SAVED) return tunip_metadata(d, node, path);
    return tn_guard_carefully(d, node, path, guarded_doc);
}

const tunip_doc *tn_docsify_exact(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    if (!tn_map_get(&d->request->lossless->exact, node) || tn_variable_find(d, node)) return NULL;
    return value_doc(d, node, path);
}

static tunip_walk_action stop_at_variable(const tunip_node *node, void *self)
{
    bool is_variable =
        node->type->flags & TUNIP_TYPE_VARIABLE || node->type->equality == TUNIP_EQ_FREE_VAR;
    return is_variable && node != self ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* Whether no other variable is a part of it, which a function may define. */
static bool is_alone(tunip_docsifier *d, const tunip_node *node)
{
    tunip_walker walker = {
        .enter = stop_at_variable, .user = (void *)(uintptr_t)node, .skip = TUNIP_FLAG_LOCATION};
    return tunip_job_walk(d, node, &walker) == TUNIP_WALK_DONE;
}

void tn_define_exact(tunip_docsifier *d)
{
    const tn_lossless *l = d->request->lossless;
    for (size_t i = 0; i < l->raised.count && !l->is_expr; i++) {
        const tunip_node *node = l->raised.items[i];
        if (node->type->flags & TUNIP_TYPE_VARIABLE && needs_name(d, node) && is_alone(d, node))
            tn_docsify_exact(d, node, NULL);
    }
}
