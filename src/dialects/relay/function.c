/* function.c -- definitions of variables, functions, patterns, modules. */
#include <stdlib.h>

#include <tunip/tvm/tir.h>

#include "relay.h"

/* ---- variables ---- */

/* If a variable is defined twice, the IR is ill-formed, and the text shows it. */
static const tunip_doc *name_doc(tunip_docsifier *d, const tunip_relay_var *var, relay_entry *entry,
                                 const tunip_path *path)
{
    tunip_str hint = var->vid ? tunip_string_value(var->vid->name_hint) : (tunip_str){"", 0};
    if (entry->doc && entry->doc->kind == TUNIP_DOC_ID) {
        tunip_str name = ((const tunip_doc_id *)entry->doc)->name;
        return tunip_doc_raw_new(
            d, tunip_doc_format(d, "%.*s-malformed-ir", (int)name.size, name.data), path);
    }
    tunip_str name = relay_joined(d, relay_begins_with_letter(hint) ? "%" : "%v", hint);
    return entry->doc = tunip_doc_raw_new(d, relay_name_new(d, name, ""), path);
}

static const tunip_doc *with_device(tunip_docsifier *d, const tunip_doc *name,
                                    const tunip_relay_virtual_device *device,
                                    const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, "virtual_device_");
    const tunip_doc *value = relay_value(d, device, at);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, name, relay_word(d, " {virtual_device=", NULL),
                                              value, relay_word(d, "}", NULL)));
}

const tunip_doc *relay_alloc(tunip_docsifier *d, const tunip_relay_var *var, const tunip_path *path,
                             const tunip_doc **type)
{
    *type = NULL;
    relay_entry *entry = var ? relay_entry_of(d, var) : NULL;
    if (!entry) return tunip_docsify_child(d, NULL, path);
    const tunip_doc *known = entry->doc;
    const tunip_doc *name = name_doc(d, var, entry, path);
    if (known) return name;
    if (!relay_is_unconstrained(var->base.virtual_device))
        name = with_device(d, name, var->base.virtual_device, path);
    if (!var->type_annotation) return relay_noted(d, name, &var->base.base.base.base.base, path);
    const tunip_path *at = tunip_path_attr(d, path, "type_annotation");
    *type = relay_type(d, var->type_annotation, at);
    *type = relay_noted(d, *type, &var->base.base.base.base.base, path);
    return name;
}

const tunip_doc *relay_define(tunip_docsifier *d, const tunip_relay_var *var, tunip_role role,
                              const tunip_doc *rhs, const tunip_path *path)
{
    const tunip_doc *type, *name = relay_alloc(d, var, path, &type);
    if (!rhs && !type) return tunip_doc_expr_stmt_new(d, role, name);
    return tunip_doc_assign_new(d, role, name, rhs, type);
}

/* ---- functions ---- */

static const tunip_doc *keyword_doc(tunip_docsifier *d, tunip_str key, const tunip_doc *value)
{
    return tunip_doc_assign_new(d, TUNIP_ROLE_META, tunip_doc_raw_new(d, key, NULL), value, NULL);
}

/* The entries of a map with string keys, as arguments of the function. */
static void add_attrs(tunip_docsifier *d, tunip_frame *args, const tunip_ir_dict_attrs *attrs,
                      const tunip_path *path)
{
    const tunip_map *map = attrs ? attrs->dict : NULL;
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        const tunip_map_entry *entry = &map->entries[i];
        const tunip_doc *value = relay_value(d, entry->value, tunip_path_key(d, path, entry->key));
        tunip_frame_add(d, args, keyword_doc(d, tunip_string_value(entry->key), value));
    }
}

static tunip_docs function_args(tunip_docsifier *d, const tunip_relay_function *function,
                                const tunip_path *path)
{
    tunip_frame args; /* a frame only for its list of statements */
    const tunip_path *at = tunip_path_attr(d, path, "params");
    tunip_frame_enter(d, &args, &tunip_dialect_relay, NULL);
    for (size_t i = 0; i < tunip_array_count(function->params); i++) {
        const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, function->params->items[i]);
        tunip_frame_add(d, &args,
                        relay_define(d, var, TUNIP_ROLE_PARAM, NULL, tunip_path_item(d, at, i)));
    }
    add_attrs(d, &args, function->attrs, tunip_path_attr(d, path, "attrs"));
    const tunip_relay_virtual_device *device = function->base.virtual_device;
    if (!relay_is_unconstrained(device)) {
        const tunip_path *device_at = tunip_path_attr(d, path, "virtual_device_");
        tunip_frame_add(
            d, &args,
            keyword_doc(d, tunip_str_from("virtual_device"), relay_value(d, device, device_at)));
    }
    tunip_docs docs = tunip_frame_body(d, &args, NULL);
    tunip_frame_leave(d, &args);
    return docs;
}

static tunip_docs type_params(tunip_docsifier *d, const tunip_array *params, const tunip_path *path)
{
    size_t count = tunip_array_count(params);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = relay_type(d, params->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

const tunip_doc *relay_function(tunip_docsifier *d, const tunip_relay_function *function,
                                tunip_str name, const tunip_path *path)
{
    const tunip_doc *result = NULL;
    tunip_docs params =
        type_params(d, function->type_params, tunip_path_attr(d, path, "type_params"));
    tunip_docs args = function_args(d, function, path);
    if (function->ret_type)
        result = relay_type(d, function->ret_type, tunip_path_attr(d, path, "ret_type"));
    tunip_docs body = relay_scope(d, function->body, tunip_path_attr(d, path, "body"));
    return tunip_doc_function_new(d, tunip_doc_raw_new(d, name, NULL), args, params, result, body);
}

/* ---- match ---- */

static const tunip_doc *pattern_doc(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

static tunip_docs pattern_docs(tunip_docsifier *d, const tunip_array *patterns,
                               const tunip_path *path)
{
    size_t count = tunip_array_count(patterns);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = tunip_docsify(d, patterns->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

static const tunip_doc *pattern_var(tunip_docsifier *d, const tunip_relay_pattern_var *pattern,
                                    const tunip_path *path)
{
    const tunip_doc *type, *name;
    name = relay_alloc(d, pattern->var, tunip_path_attr(d, path, "var"), &type);
    if (!type) return name;
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, name, relay_word(d, ": ", NULL), type));
}

/* (a, b), and (a) for one. */
static const tunip_doc *pattern_tuple(tunip_docsifier *d, const tunip_relay_pattern_tuple *tuple,
                                      const tunip_path *path)
{
    tunip_docs docs = pattern_docs(d, tuple->patterns, tunip_path_attr(d, path, "patterns"));
    if (docs.count != 1) return tunip_doc_tuple_new(d, docs);
    return tunip_doc_joined_new(
        d, TUNIP_DOCS(d, relay_word(d, "(", NULL), docs.items[0], relay_word(d, ")", NULL)));
}

static const tunip_doc *pattern_doc(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relay_pattern_var *var = TUNIP_AS(tunip_relay_pattern_var, node);
    const tunip_relay_pattern_tuple *tuple = TUNIP_AS(tunip_relay_pattern_tuple, node);
    const tunip_relay_pattern_constructor *made = TUNIP_AS(tunip_relay_pattern_constructor, node);
    if (var) return pattern_var(d, var, path);
    if (tuple) return pattern_tuple(d, tuple, path);
    if (!made) return relay_word(d, "_", path);
    tunip_str name = {"", 0};
    if (made->constructor) name = tunip_string_value(made->constructor->name_hint);
    const tunip_doc *callee = tunip_doc_raw_new(d, name, path);
    if (!tunip_array_count(made->patterns)) return callee;
    tunip_docs docs = pattern_docs(d, made->patterns, tunip_path_attr(d, path, "patterns"));
    return tunip_doc_call_new(d, callee, docs, NULL, tunip_docs_none());
}

const tunip_doc *relay_docsify_pattern(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry) return tunip_doc_none(d, path);
    if (!entry->doc) entry->doc = pattern_doc(d, node, path);
    return entry->doc;
}

/* pattern => { scope } */
static const tunip_doc *clause_doc(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_relay_clause *clause = TUNIP_AS(tunip_relay_clause, node);
    if (!clause) return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, tunip_doc_none(d, path));
    const tunip_doc *pattern = TUNIP_CHILD(d, clause, lhs, path);
    tunip_docs body = relay_scope(d, clause->rhs, tunip_path_attr(d, path, "rhs"));
    const tunip_doc *scope = tunip_doc_scope_new(d, NULL, pattern, body);
    return tunip_doc_at(d, scope, path);
}

const tunip_doc *relay_match(tunip_docsifier *d, const tunip_relay_match *match,
                             const tunip_path *path)
{
    const tunip_doc *data = relay_print(d, match->data, tunip_path_attr(d, path, "data"), false);
    const tunip_doc *word = relay_word(d, match->complete ? "match" : "match?", NULL);
    size_t count = tunip_array_count(match->clauses);
    const tunip_path *at = tunip_path_attr(d, path, "clauses");
    const tunip_doc **clauses = tunip_docs_new(d, count);
    for (size_t i = 0; clauses && i < count; i++)
        clauses[i] = clause_doc(d, match->clauses->items[i], tunip_path_item(d, at, i));
    return tunip_doc_scope_new(d, word, data, tunip_docs_view(clauses, count));
}

/* ---- modules ---- */

static tunip_str key_name(const tunip_node *key)
{
    const tunip_relay_global_var *var = TUNIP_AS(tunip_relay_global_var, key);
    const tunip_relay_global_type_var *type = TUNIP_AS(tunip_relay_global_type_var, key);
    if (var) return tunip_string_value(var->name_hint);
    return type ? tunip_string_value(type->name_hint) : tunip_string_value(key);
}

static int compare_names(const void *left, const void *right)
{
    tunip_str a = key_name((*(const tunip_map_entry *const *)left)->key);
    tunip_str b = key_name((*(const tunip_map_entry *const *)right)->key);
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    if (order) return order;
    return a.size != b.size ? (a.size < b.size ? -1 : 1) : left < right ? -1 : left > right;
}

/* The entries of a map in the order of their names; NULL if there are none. */
static const tunip_map_entry **sorted(tunip_docsifier *d, const tunip_map *map)
{
    size_t count = tunip_map_count(map);
    const tunip_map_entry **entries = count ? tunip_job_alloc(d, count * sizeof(*entries)) : NULL;
    for (size_t i = 0; entries && i < count; i++) entries[i] = &map->entries[i];
    if (entries) qsort(entries, count, sizeof(*entries), compare_names);
    return entries;
}

/* The types of a module before its functions. */
static void add_types(tunip_docsifier *d, tunip_frame *frame, const tunip_relay_module *module,
                      const tunip_path *path)
{
    const tunip_map *types = module->type_definitions;
    const tunip_map_entry **entries = sorted(d, types);
    for (size_t i = 0; entries && i < tunip_map_count(types); i++)
        tunip_frame_add(d, frame,
                        relay_type(d, entries[i]->value, tunip_path_key(d, path, entries[i]->key)));
}

static const tunip_doc *member(tunip_docsifier *d, const tunip_map_entry *entry,
                               const tunip_path *path)
{
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, entry->value);
    tunip_str name = key_name(entry->key);
    name = relay_joined(d, "@", name);
    if (function) {
        relay_count_uses(d, entry->value);
        return tunip_doc_at(d, relay_function(d, function, name, path), path);
    }
    const tunip_tir_prim_func *primfn = TUNIP_AS(tunip_tir_prim_func, entry->value);
    const tunip_doc *id = tunip_doc_raw_new(d, name, NULL);
    if (primfn) return tunip_doc_at(d, relay_primfn(d, primfn, id, path), path);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path,
                 "TVM v0.19 prints an empty line for a %s in a module",
                 entry->value ? entry->value->type->key : "function that is missing");
    return tunip_doc_raw_new(d, tunip_str_from(""), path);
}

const tunip_doc *relay_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_relay_module *module = (const tunip_relay_module *)node;
    const tunip_map_entry **entries = sorted(d, module->functions);
    tunip_frame frame;
    relay_state_of(d)->is_begun = true;
    tunip_frame_enter(d, &frame, &tunip_dialect_relay, node);
    add_types(d, &frame, module, tunip_path_attr(d, path, "type_definitions"));
    const tunip_path *at = tunip_path_attr(d, path, "functions");
    for (size_t i = 0; entries && i < tunip_map_count(module->functions); i++)
        tunip_frame_add(d, &frame, member(d, entries[i], tunip_path_key(d, at, entries[i]->key)));
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    tunip_frame_leave(d, &frame);
    return tunip_doc_block_new(d, TUNIP_DOCS(d, tunip_doc_group_new(d, body)));
}
