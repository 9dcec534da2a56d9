/* nodes.c -- what only lossless texts have (docs/lossless.md): the comments above them, nodes that
 * are written field by field, and texts that are one expression.
 *
 *     # tunip: lossless, TVM v0.26
 *     # tunip: names for_1 = "for"
 *     # tunip: name of <root>.params[0] = "a"
 *     # tunip: one object <root>.body.a, <root>.body.b
 *     x = tvm.ir.make_node("tir.Var", dtype="int32", name="x", type_annotation=...) */
#include <math.h>
#include <stdlib.h>

#include <tunip/json.h>
#include <tunip/rewrite.h>

#include "../ir/graph.h"
#include "../ir/path.h"
#include "../ir/registry.h"
#include "../ir/vintage.h"
#include "elaborate.h"
#include "read.h"
#include "script.h"

/* ======== comments ======== */

static bool skip(tunip_str *text, const char *word)
{
    size_t size = strlen(word);
    if (text->size < size || memcmp(text->data, word, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

/* The size of the quoted text at the beginning of `text`; 0 if there is none. */
static size_t quoted_size(tunip_str text)
{
    if (!text.size || text.data[0] != '"') return 0;
    for (size_t i = 1; i < text.size; i++) {
        if (text.data[i] == '"') return i + 1;
        if (text.data[i] == '\\') i++;
    }
    return 0;
}

/* Reads ` = "text"`. */
static bool read_quoted(tunip_elaborator *e, tunip_str *rest, tunip_str *out)
{
    tunip_json_flaw flaw;
    size_t size = skip(rest, " = ") ? quoted_size(*rest) : 0;
    char *text = size ? tunip_graph_alloc(e->graph, size) : NULL;
    if (!text) return false;
    *out = (tunip_str){text, tunip_json_decode((tunip_str){rest->data, size}, text, &flaw)};
    *rest = (tunip_str){rest->data + size, rest->size - size};
    return out->size != SIZE_MAX;
}

static bool add_restored(tunip_elaborator *e, const tn_restored_name *row)
{
    bool fine = tn_array_push(&e->script->restored, e->allocator, *row);
    if (!fine) tn_elaborator_fail_memory(e);
    return fine;
}

/* Reads `name = "text"`. */
static bool read_name(tunip_elaborator *e, tunip_str *rest)
{
    tn_restored_name row = {.name = {rest->data, 0}};
    const char *space = rest->size ? memchr(rest->data, ' ', rest->size) : NULL;
    if (!space) return false;
    row.name.size = (size_t)(space - rest->data);
    *rest = (tunip_str){space, rest->size - row.name.size};
    return row.name.size && read_quoted(e, rest, &row.text) && add_restored(e, &row);
}

static void read_names(tunip_elaborator *e, tunip_str rest, const tunip_doc *doc)
{
    bool fine = read_name(e, &rest);
    while (fine && skip(&rest, ", ")) fine = read_name(e, &rest);
    if (!fine || rest.size)
        tunip_complain(e, doc, "expected names such as `i_1 = \"i\"` in this comment");
}

/* Reads `<root>.params[0] = "text"`: the path ends before the last ` = "`. */
static void read_hidden_name(tunip_elaborator *e, tunip_str rest, const tunip_doc *doc)
{
    static const char mark[] = " = \"";
    tn_restored_name row = {.name = {"", 0}, .doc = doc};
    size_t at = rest.size;
    while (at &&
           (at + sizeof mark - 1 > rest.size || memcmp(rest.data + at, mark, sizeof mark - 1) != 0))
        at--;
    row.path = tn_arena_str(e->script->arena, (tunip_str){rest.data, at}).data;
    rest = (tunip_str){rest.data + at, rest.size - at};
    if (!row.path)
        tn_elaborator_fail_memory(e);
    else if (!read_quoted(e, &rest, &row.text) || rest.size || !at)
        tunip_complain(e, doc, "expected a path and a name, such as `<root>.params[0] = \"a\"`");
    else
        add_restored(e, &row);
}

/* The size of the path at the beginning of a list of paths: texts in it may contain commas. */
static size_t path_size(tunip_str list)
{
    static const char end[] = ", <root>";
    size_t i = 0;
    while (i < list.size) {
        size_t quoted = quoted_size((tunip_str){list.data + i, list.size - i});
        bool is_end =
            list.size - i >= sizeof end - 1 && memcmp(list.data + i, end, sizeof end - 1) == 0;
        if (is_end) return i;
        i += quoted ? quoted : 1;
    }
    return i;
}

/* Reads `<root>.body.a, <root>.body.b`: all are the object at the first place; or, if they are
 * `own` objects, each is a copy. */
static void read_objects(tunip_elaborator *e, tunip_str rest, bool own, const tunip_doc *doc)
{
    const tunip_path *first = NULL;
    do {
        tunip_error error = TUNIP_ERROR_INIT;
        size_t size = path_size(rest);
        const tunip_path *path =
            tn_path_parse(e->script->arena, (tunip_str){rest.data, size}, &error);
        rest = (tunip_str){rest.data + size, rest.size - size};
        if (!path && error.code == TUNIP_ERROR_MEMORY) tn_elaborator_fail_memory(e);
        if (!path || !path->parent) {
            tunip_complain(e, doc, "expected paths of objects, such as `<root>.body.a`%s%s",
                           path ? "" : ": ", path ? "" : error.message);
            return;
        }
        const tn_restored_object row = {path, first, doc};
        bool is_row = own || first;
        if (is_row && !tn_array_push(&e->script->objects, e->allocator, row))
            tn_elaborator_fail_memory(e);
        if (!own && !first) first = path;
    } while (skip(&rest, ", "));
}

/* ", TVM v0.26". False if it has another form. */
static bool read_version(tunip_elaborator *e, tunip_str *rest, const tunip_doc *doc)
{
    tunip_error error = TUNIP_ERROR_INIT;
    unsigned vintage = 0;
    if (!skip(rest, ", TVM v0.")) return true;
    if (!rest->size || !tunip_is_digit(rest->data[0])) return false;
    for (; rest->size && tunip_is_digit(rest->data[0]) && vintage < 100; rest->data++, rest->size--)
        vintage = 10 * vintage + (unsigned)(rest->data[0] - '0');
    if (tn_vintage_check_file(vintage, &error) != TUNIP_OK)
        tunip_complain(e, doc, "%s", error.message);
    else if (!e->script->vintage && !e->script->language)
        tn_script_set_vintage(e, vintage);
    return true;
}

void tn_read_remark(tunip_elaborator *e, tunip_str line, const tunip_doc *doc)
{
    if (!skip(&line, "tunip: ")) return;
    if (skip(&line, "names ")) {
        read_names(e, line, doc);
    } else if (skip(&line, "name of ")) {
        read_hidden_name(e, line, doc);
    } else if (skip(&line, "one object ")) {
        read_objects(e, line, false, doc);
    } else if (skip(&line, "own object ")) {
        read_objects(e, line, true, doc);
    } else if (skip(&line, "lossless")) {
        e->script->is_node = skip(&line, " node");
        e->script->is_value = skip(&line, " value");
        if (!read_version(e, &line, doc) || line.size)
            tunip_complain(e, doc, "expected `lossless, TVM v0.NN` in this comment");
    }
}

void tn_read_remarks(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str rest = tunip_source_text(e->script->input->source);
    while (skip(&rest, "// ")) {
        const char *end = memchr(rest.data, '\n', rest.size);
        size_t size = end ? (size_t)(end - rest.data) : rest.size;
        tn_read_remark(e, (tunip_str){rest.data, size}, doc);
        size += end != NULL;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
}

/* ---- names ---- */

static int by_name(const void *a, const void *b)
{
    tunip_str x = ((const tn_restored_name *)a)->name, y = ((const tn_restored_name *)b)->name;
    size_t size = x.size < y.size ? x.size : y.size;
    int order = size ? memcmp(x.data, y.data, size) : 0;
    return order ? order : (x.size > y.size) - (x.size < y.size);
}

static tunip_walk_action restore(const tunip_node *node, void *user)
{
    const tn_script_reader *r = user;
    tunip_string *string = (tunip_string *)(uintptr_t)node;
    if (node->type != &tunip_string_type || !string->value.size) return TUNIP_WALK_ON;
    const tn_restored_name wanted = {.name = string->value},
                           *found = bsearch(&wanted, r->restored.items, r->restored.count,
                                            sizeof wanted, by_name);
    if (found) string->value = found->text;
    return TUNIP_WALK_ON;
}

/* The field with the name of a node; NULL if it has none. */
static const tunip_field *name_field(const tunip_type *type)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (type->fields[i].flags & TUNIP_FLAG_NAME) return &type->fields[i];
    return NULL;
}

/* Finds all nodes before the first name changes, because paths may contain names. */
static bool find_nodes(tn_script_reader *r, const tunip_node *root)
{
    tn_follower follower;
    bool fine = true;
    tn_follower_init(&follower, root, tn_context_allocator(r->input->context));
    for (size_t i = 0; fine && i < r->restored.count; i++) {
        tn_restored_name *row = &r->restored.items[i];
        tunip_error error = TUNIP_ERROR_INIT;
        if (!row->path) continue;
        const tunip_path *path = tn_path_parse(r->arena, tunip_str_from(row->path), &error);
        row->node = path ? tn_follow(&follower, path) : NULL;
        fine = row->node && name_field(row->node->type);
        if (!fine)
            tn_script_complain(r, row->doc, NULL, TN_COMPLAINT, "script",
                               tunip_str_from("this path leads to nothing that has a name"));
    }
    tn_follower_free(&follower);
    return fine;
}

static tunip_status restore_names(tn_script_reader *r, const tunip_node *root)
{
    tunip_graph *graph = r->input->graph;
    tunip_walker walker = {
        .enter = restore, .user = r, .allocator = tn_context_allocator(r->input->context)};
    if (!r->restored.count) return TUNIP_OK;
    qsort(r->restored.items, r->restored.count, sizeof *r->restored.items, by_name);
    if (tunip_walk_once(root, &walker) == TUNIP_WALK_NO_MEMORY)
        return tn_no_memory(r->input->error);
    if (!find_nodes(r, root)) return tn_script_first_error(r);
    for (size_t i = 0; i < r->restored.count; i++) {
        const tn_restored_name *row = &r->restored.items[i];
        if (!row->path) continue;
        const tunip_field *field = name_field(row->node->type);
        tunip_string *name = tunip_string_new_view(graph, row->text);
        memcpy((char *)(uintptr_t)row->node + field->offset, &name, sizeof name);
    }
    return tunip_graph_status(graph);
}

/* ---- objects ---- */

/* Objects of their own come first, because the places below them are those of the copy. No row
 * changes the object that another row refers to, nor what is above it. */
static tunip_status restore_objects(tn_script_reader *r, const tunip_node *root, bool own)
{
    tn_follower follower;
    tunip_graph *graph = r->input->graph;
    bool fine = true;
    tn_follower_init(&follower, root, tn_context_allocator(r->input->context));
    for (size_t i = 0; fine && i < r->objects.count; i++) {
        const tn_restored_object *row = &r->objects.items[i];
        if (own != !row->first) continue;
        tunip_node **slot = tn_follow_slot(&follower, row->path);
        const tunip_node *is = slot ? *slot : NULL;
        const tunip_node *to = own ? tunip_node_copy(graph, is) : tn_follow(&follower, row->first);
        fine = is && to && to->type == is->type && !tunip_graph_status(graph);
        if (fine) *slot = (tunip_node *)(uintptr_t)to;
        if (!fine && !follower.failed && !tunip_graph_status(graph))
            tn_script_complain(r, row->doc, NULL, TN_COMPLAINT, "script",
                               tunip_str_from("these paths do not lead to nodes of one type"));
    }
    bool failed = follower.failed;
    tn_follower_free(&follower);
    if (failed) return tn_no_memory(r->input->error);
    return fine ? TUNIP_OK : tn_script_first_error(r);
}

tunip_status tn_script_restore(tn_script_reader *r)
{
    const tunip_node *root = tunip_graph_root(r->input->graph);
    tunip_status status = root ? restore_names(r, root) : TUNIP_OK;
    if (root && status == TUNIP_OK) status = restore_objects(r, root, true);
    if (root && status == TUNIP_OK) status = restore_objects(r, root, false);
    return status == TUNIP_OK ? tunip_graph_status(r->input->graph) : status;
}

void tn_script_restore_end(tn_script_reader *r)
{
    tn_array_free(&r->restored, tn_context_allocator(r->input->context));
    tn_array_free(&r->objects, tn_context_allocator(r->input->context));
}

/* ======== nodes ======== */

/* Whether a field that expects this type may hold the node, or what becomes of it: a node around it
 * may be of a newer version than the nodes that words made, until it is converted. */
static bool fits(const tunip_node *node, const tunip_type *expects)
{
    if (tn_may_be(node, expects) || tunip_is_a(node, expects)) return true;
    return expects && expects->since && node->type->until;
}

static bool fits_field(const tunip_node *node, const tunip_field *field)
{
    const tunip_array *array = TUNIP_AS(tunip_array, node);
    const tunip_map *map = TUNIP_AS(tunip_map, node);
    bool fine = fits(node, field->expects);
    for (size_t i = 0; fine && i < tunip_array_count(array); i++)
        fine = fits(array->items[i], field->item);
    for (size_t i = 0; fine && i < tunip_map_count(map); i++)
        fine = fits(map->entries[i].key, field->key) && fits(map->entries[i].value, field->item);
    return fine;
}

/* A number, or a text such as "inf". */
static double real_of(tunip_elaborator *e, const tunip_value *value)
{
    static const struct {
        const char *text;
        double value;
    } texts[] = {{"inf", INFINITY}, {"-inf", -INFINITY}, {"nan", NAN}, {"-nan", NAN}};
    for (size_t i = 0; value->kind == TUNIP_VALUE_STR && i < TUNIP_LEN(texts); i++)
        if (tunip_str_is(value->text, texts[i].text)) return texts[i].value;
    if (value->kind == TUNIP_VALUE_FLOAT) return value->real;
    return (double)tunip_value_to_int(e, value, 0);
}

static void set_scalar(tunip_elaborator *e, void *at, const tunip_field *field,
                       const tunip_value *value)
{
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        *(int64_t *)at = tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_FLOAT:
        *(double *)at = real_of(e, value);
        return;
    case TUNIP_KIND_BOOL:
        *(bool *)at = tunip_value_to_bool(e, value, false);
        return;
    case TUNIP_KIND_DTYPE:
        *(tunip_dtype *)at = tunip_value_to_dtype(e, value, TUNIP_VOID);
        return;
    case TUNIP_KIND_NODE:
        return;
    }
}

/* Sets a field; false after a complaint. */
/* Words make nodes of the oldest version, such as the operator of tvm.ir.Op.get("tir.exp"). A node
 * with a saved text becomes one of the version of the nodes around it. */
static tunip_node *in_own_version(tunip_elaborator *e, tunip_node *node)
{
    if (!node || !node->type->codec) return node;
    const tn_type_info *info =
        tn_registry_find(tn_context_registry(e->context), tunip_str_from(node->type->key),
                         tunip_elaborator_vintage(e));
    if (!info || info->type == node->type || !info->type->codec) return node;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = tunip_graph_copy(e->graph, node->type->codec->to_text(e->graph, node));
    tunip_node *made = text.data ? tunip_node_new(e->graph, info->type) : NULL;
    bool fine = made && info->type->codec->from_text(e->graph, text, made, &error) == TUNIP_OK;
    return fine ? made : node;
}

static bool set_field(tunip_elaborator *e, tunip_node *node, tunip_str name,
                      const tunip_value *value)
{
    char text[64] = "";
    if (value->kind == TUNIP_VALUE_WRONG) return false;
    if (name.size < sizeof text) memcpy(text, name.data, name.size);
    const tunip_field *field = *text ? tunip_type_field(node->type, text) : NULL;
    if (!field) {
        tunip_complain(e, value->doc, "%s has no field `%.*s`", node->type->key, (int)name.size,
                       name.data);
        return false;
    }
    size_t before = e->complaint_count;
    void *at = (char *)node + field->offset;
    if (field->kind != TUNIP_KIND_NODE) {
        set_scalar(e, at, field, value);
        return e->complaint_count == before;
    }
    tunip_node *child = in_own_version(e, tunip_value_to_data(e, value));
    bool is_fine = e->complaint_count == before && fits_field(child, field);
    if (is_fine) *(tunip_node **)at = child;
    if (!is_fine && e->complaint_count == before)
        tunip_complain(e, value->doc, "the field `%s` of %s takes %s, not %s", field->name,
                       node->type->key, field->expects ? field->expects->key : "a node",
                       child ? child->type->key : "None");
    return is_fine;
}

typedef struct missing {
    const tunip_node *node;
    const char *field;
} missing;

static bool find_missing(const tunip_field *field, void *user)
{
    missing *m = user;
    if (field->kind == TUNIP_KIND_NODE && !tunip_field_node(m->node, field)) m->field = field->name;
    return !m->field;
}

/* The functions of dialects assume that a node has the fields that its type requires. If no word
 * meets the node, it may be as incomplete as in a saved graph. */
static bool is_complete(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    const unsigned may_lack = TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_IGNORE | TUNIP_FLAG_AGAIN;
    missing m = {node, NULL};
    if (e->script->is_node || tunip_each_field(node->type, may_lack, find_missing, &m)) return true;
    tunip_complain(e, doc, "the field `%s` of %s is missing", m.field, node->type->key);
    return false;
}

/* A node with a saved text: tvm.ir.make_node("ir.Op", "tir.exp"). */
static tunip_value coded_value(tunip_elaborator *e, const tunip_type *type,
                               const tunip_value *given, const tunip_doc *doc)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_dtype_value *boxed = NULL;
    tunip_str text = tunip_graph_copy(e->graph, tunip_value_to_str(e, given, ""));
    if (type == &tunip_dtype_type) {
        boxed = tunip_graph_alloc(e->graph, sizeof *boxed);
        tunip_dtype dtype = tunip_value_to_dtype(e, given, TUNIP_VOID);
        if (boxed) *boxed = (tunip_dtype_value){{type}, dtype};
        return tunip_value_node(boxed, doc);
    }
    if (type == &tunip_float_type)
        return tunip_value_node(tunip_float_new(e->graph, real_of(e, given)), doc);
    if (!type->codec) return tunip_complain(e, doc, "%s has no saved text, but fields", type->key);
    tunip_node *node = tunip_node_new(e->graph, type);
    if (!node || !text.data) return tunip_value_wrong(doc);
    if (type->codec->from_text(e->graph, text, node, &error) == TUNIP_OK)
        return tunip_value_node(node, doc);
    return tunip_complain(e, doc, "%s: %s", type->key, error.message);
}

static tunip_value struct_value(tunip_elaborator *e, const tunip_type *type,
                                const tunip_doc_call *doc)
{
    tunip_node *node = tunip_node_new(e->graph, type);
    bool fine = node != NULL;
    for (size_t i = 0; fine && i < doc->values.count; i++) {
        tunip_value value = tunip_elaborate(e, doc->values.items[i]);
        fine = set_field(e, node, doc->keys[i], &value);
    }
    if (!fine || !is_complete(e, node, &doc->base)) return tunip_value_wrong(&doc->base);
    return tunip_value_node(node, &doc->base);
}

/* The node of tvm.ir.make_node("KEY", FIELD=VALUE, ...), in its own version of TVM. */
static tunip_value new_node(tunip_elaborator *e, const tunip_doc_call *doc)
{
    size_t count = doc->args.count;
    if (!count || count > 2 || (count == 2 && doc->values.count))
        return tunip_complain(e, &doc->base,
                              "tvm.ir.make_node takes the key of a type, and its fields by name");
    tunip_value key_value = tunip_elaborate(e, doc->args.items[0]);
    tunip_str key = tunip_value_to_str(e, &key_value, "");
    const tn_type_info *info =
        tn_registry_find(tn_context_registry(e->context), key, tunip_elaborator_vintage(e));
    const tunip_type *type = info ? info->type : NULL;
    if (!type || type == &tunip_opaque_type || tunip_str_is(key, "Any"))
        return tunip_complain(e, &doc->base, "there is no type `%.*s`", (int)key.size, key.data);
    if (count == 2) {
        tunip_value text = tunip_elaborate(e, doc->args.items[1]);
        return coded_value(e, type, &text, &doc->base);
    }
    if (type->codec || (!type->field_count && !type->base))
        return tunip_complain(e, &doc->base, "%s has no fields", type->key);
    return struct_value(e, type, doc);
}

/* The functions of dialects know only nodes of the oldest version, so each other node becomes one,
 * with all that it contains. */
tunip_value tn_new_node(tunip_elaborator *e, const tunip_doc_call *doc)
{
    tunip_error error = TUNIP_ERROR_INIT;
    e->has_nodes = true;
    e->node_depth++;
    tunip_value value = new_node(e, doc);
    e->node_depth--;
    bool is_whole = !e->node_depth && !e->script->is_node && value.kind == TUNIP_VALUE_NODE;
    if (!is_whole || tunip_elaborator_is_wrong(e)) return value;
    const tunip_node *older = tn_script_as_older(e->script, value.node, &error);
    if (older) return tunip_value_node(older, &doc->base);
    if (error.code == TUNIP_ERROR_MEMORY) tn_elaborator_fail_memory(e);
    return tunip_complain(e, &doc->base, "this node cannot stand here: %s", error.message);
}

const tunip_type *tunip_elaborator_type(const tunip_elaborator *e, const char *key)
{
    return tunip_context_type(e->script->input->context, tunip_str_from(key));
}

/* ======== definitions ======== */

static bool is_attr(const tunip_doc *doc, const char *name)
{
    return doc->kind == TUNIP_DOC_ATTR && tunip_str_is(((const tunip_doc_attr *)doc)->name, name);
}

bool tn_makes_node(const tunip_doc *doc)
{
    if (!doc || doc->kind != TUNIP_DOC_CALL) return false;
    doc = ((const tunip_doc_call *)doc)->callee;
    if (!is_attr(doc, "make_node")) return false;
    doc = ((const tunip_doc_attr *)doc)->value;
    if (!is_attr(doc, "ir")) return false;
    doc = ((const tunip_doc_attr *)doc)->value;
    return doc->kind == TUNIP_DOC_ID && tunip_str_is(((const tunip_doc_id *)doc)->name, "tvm");
}

bool tn_defines_node(const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    return doc->kind == TUNIP_DOC_ASSIGN && stmt->lhs->kind == TUNIP_DOC_ID && !stmt->annotation &&
           tn_makes_node(stmt->rhs);
}

void tn_read_node(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, tunip_elaborate(e, stmt->rhs));
}

const tunip_node *tn_read_root(tunip_elaborator *e, tunip_docs script)
{
    const tunip_doc_expr_stmt *stmt =
        script.count == 1 ? (const tunip_doc_expr_stmt *)script.items[0] : NULL;
    if (!stmt || stmt->stmt.base.kind != TUNIP_DOC_EXPR_STMT) {
        tunip_complain(e, script.count ? script.items[0] : NULL,
                       "after `# tunip: lossless node`, the script is one expression");
        return NULL;
    }
    tunip_value value = tunip_elaborate(e, stmt->expr);
    return tunip_value_to_data(e, &value);
}
