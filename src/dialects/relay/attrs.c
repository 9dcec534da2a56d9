/* attrs.c -- attributes: the names and values of those that differ from their defaults. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tunip/tvm/tir.h>

#include "relay.h"

/* ---- defaults ---- */

typedef struct fallback {
    const tunip_type *type;
    const char *field;
    const char *text; /* as TVM prints the default */
} fallback;

/* clang-format off */
static const fallback fallbacks[] = {
#define X(struct_, field_, text_) {&struct_##_type, field_, text_},
#include "generated/defaults.def"
#undef X
};
/* clang-format on */

/* The first row of a type. The rows of a type are consecutive, in the order of its fields. */
static const fallback *first_fallback(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(fallbacks); i++)
        if (fallbacks[i].type == type) return &fallbacks[i];
    return NULL;
}

static const char *default_of(const fallback *first, const char *name)
{
    const fallback *end = fallbacks + TUNIP_LEN(fallbacks);
    for (const fallback *at = first; at && at < end && at->type == first->type; at++)
        if (strcmp(at->field, name) == 0) return at->text;
    return NULL;
}

const char *relay_default(const tunip_type *type, const char *field)
{
    return default_of(first_fallback(type), field);
}

/* Whether an immediate is the number at `*text`. Moves `*text` to the end of the number. */
static bool matches_int(const tunip_node *node, const char **text)
{
    char *end;
    long long value = strtoll(*text, &end, 10);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    bool matches = imm && end != *text && imm->value == value &&
                   tunip_dtype_equal(imm->base.dtype, TUNIP_INT(32));
    *text = end;
    return matches;
}

/* T.float32(0.5) */
static bool matches_float(const tunip_node *node, const char **text)
{
    static const char head[] = "T.float32(";
    char *end;
    if (strncmp(*text, head, sizeof head - 1) != 0) return false;
    double value = strtod(*text + sizeof head - 1, &end);
    const tunip_ir_float_imm *imm = TUNIP_AS(tunip_ir_float_imm, node);
    *text = end + (*end == ')');
    return imm && fabs(imm->value - value) < 1e-9 &&
           tunip_dtype_equal(imm->base.dtype, TUNIP_FLOAT(32));
}

/* [1, 1], [] */
static bool matches_list(const tunip_array *array, const char *text)
{
    text++;
    for (size_t i = 0; i < array->count; i++) {
        bool is_float = *text == 'T';
        if (!(is_float ? matches_float(array->items[i], &text)
                       : matches_int(array->items[i], &text)))
            return false;
        if (*text == ',') text += 2;
    }
    return *text == ']';
}

static bool matches_node(const tunip_node *node, const char *text)
{
    if (!node) return strcmp(text, "(nullptr)") == 0 || strcmp(text, "None") == 0;
    const tunip_relay_virtual_device *device = TUNIP_AS(tunip_relay_virtual_device, node);
    if (device) return strcmp(text, "VirtualDevice(?)") == 0 && relay_is_unconstrained(device);
    if (tunip_is(node, &tunip_string_type)) return tunip_str_is(tunip_string_value(node), text);
    if (node->type == &tunip_array_type)
        return *text == '[' && matches_list((const tunip_array *)node, text);
    if (node->type == &tunip_map_type)
        return strcmp(text, "{}") == 0 && !((const tunip_map *)node)->count;
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (imm && strncmp(text, "T.bool(", 7) == 0)
        return imm->value == (text[7] == 'T') && imm->base.dtype.bits != 32;
    return imm ? matches_int(node, &text) && !*text : matches_float(node, &text) && !*text;
}

static bool is_default(const tunip_node *attrs, const tunip_field *field, const char *text)
{
    const void *at = tunip_field_at(attrs, field);
    tunip_dtype dtype;
    if (!text) return false;
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return matches_node(tunip_field_node(attrs, field), text);
    case TUNIP_KIND_INT:
        return *(const int64_t *)at == strtoll(text, NULL, 10);
    case TUNIP_KIND_FLOAT:
        return fabs(*(const double *)at - strtod(text, NULL)) < 1e-9;
    case TUNIP_KIND_BOOL:
        return *(const bool *)at == (strcmp(text, "1") == 0);
    case TUNIP_KIND_DTYPE:
        return tunip_dtype_legacy_parse(tunip_str_from(strcmp(text, "void") ? text : ""), &dtype) &&
               tunip_dtype_equal(dtype, *(const tunip_dtype *)at);
    }
    return false;
}

/* ---- attributes ---- */

static const tunip_doc *number(tunip_docsifier *d, double value, const tunip_path *path)
{
    tunip_number made = {.literal = TUNIP_LITERAL_FLOAT, .dtype = TUNIP_FLOAT(32), .path = path};
    made.value.real = value;
    return tunip_doc_number_new(d, &made);
}

static const tunip_doc *field_doc(tunip_docsifier *d, const tunip_node *attrs,
                                  const tunip_field *field, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, field->name);
    const void *value = tunip_field_at(attrs, field);
    char name[TUNIP_DTYPE_NAME_SIZE];
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return relay_value(d, tunip_field_node(attrs, field), at);
    case TUNIP_KIND_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_KIND_FLOAT:
        return number(d, *(const double *)value, at);
    case TUNIP_KIND_BOOL:
        return tunip_doc_bool(d, *(const bool *)value, at);
    case TUNIP_KIND_DTYPE:
        tunip_dtype_legacy_name(*(const tunip_dtype *)value, name);
        return tunip_doc_str(d, tunip_doc_format(d, "%s", name), at);
    }
    return tunip_doc_none(d, at);
}

enum { MOST_ATTRIBUTES = 64 };

typedef struct fields {
    const tunip_field *items[MOST_ATTRIBUTES];
    size_t count;
} fields;

static bool collect(const tunip_field *field, void *user)
{
    fields *f = user;
    if (f->count < MOST_ATTRIBUTES) f->items[f->count++] = field;
    return true;
}

relay_keywords relay_attributes(tunip_docsifier *d, const tunip_node *attrs, const tunip_path *path,
                                bool with_key)
{
    relay_keywords made = {.count = 0};
    fields f = {.count = 0};
    if (!attrs) return made;
    tunip_each_field(attrs->type, 0, collect, &f);
    const fallback *first = first_fallback(attrs->type);
    made.keys = tunip_job_alloc(d, (f.count + 1) * sizeof *made.keys);
    made.values = tunip_docs_new(d, f.count + 1);
    if (!made.keys || !made.values) return made;
    for (size_t i = 0; i < f.count; i++) {
        if (is_default(attrs, f.items[i], default_of(first, f.items[i]->name))) continue;
        made.values[made.count] = field_doc(d, attrs, f.items[i], path);
        made.keys[made.count++] = tunip_str_from(f.items[i]->name);
    }
    if (with_key) {
        made.values[made.count] = tunip_doc_str(d, tunip_str_from(attrs->type->key), path);
        made.keys[made.count++] = tunip_str_from("attrs_type_key");
    }
    return made;
}

/* ---- operators ---- */

static const struct {
    const char *op;
    const tunip_type *attrs;
} ops[] = {
#define X(name_, struct_) {name_, &struct_##_type},
#define PLAIN(name_)      {name_, NULL},
#include "ops.def"
#undef X
#undef PLAIN
};

/* The index of an operator; the number of operators for another name. */
static size_t find_op(tunip_str op)
{
    size_t low = 0, high = op.size ? TUNIP_LEN(ops) : 0; /* no operator has an empty name */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        size_t size = strlen(ops[middle].op);
        int order = memcmp(op.data, ops[middle].op, size < op.size ? size : op.size);
        if (!order && size == op.size) return middle;
        if (order < 0 || (!order && op.size < size))
            high = middle;
        else
            low = middle + 1;
    }
    return TUNIP_LEN(ops);
}

bool relay_is_op(tunip_str name)
{
    return find_op(name) < TUNIP_LEN(ops);
}

const tunip_type *relay_op_attrs(tunip_str op)
{
    size_t at = find_op(op);
    return at < TUNIP_LEN(ops) ? ops[at].attrs : NULL;
}

/* ---- values ---- */

bool relay_is_unknown(const tunip_node *node)
{
    return tunip_is_a(node, &tunip_opaque_type);
}

bool relay_is_unconstrained(const tunip_relay_virtual_device *device)
{
    return !device || (device->device_type_int == -1 && device->virtual_device_id == -1 &&
                       !device->target && !tunip_string_value(device->memory_scope).size);
}

/* The key of a type in v0.19, where these had no prefix. */
static const char *type_key(const tunip_type *type)
{
    static const char *const prefixes[] = {"ir.", "target.", "te."};
    for (size_t i = 0; i < TUNIP_LEN(prefixes); i++) {
        size_t size = strlen(prefixes[i]);
        if (strncmp(type->key, prefixes[i], size) == 0) return type->key + size;
    }
    if (type == &tunip_array_type) return "Array";
    if (type == &tunip_map_type) return "Map";
    if (type == &tunip_int_type) return "runtime.BoxInt";
    if (type == &tunip_float_type) return "runtime.BoxFloat";
    if (type == &tunip_bool_type) return "runtime.BoxBool";
    if (type == &tunip_tensor_type) return "runtime.NDArray";
    if (type == &tunip_shape_type) return "runtime.ShapeTuple";
    return type->key;
}

/* Whether the tensor IR refers to a node by its name, unless the node is metadata. */
static bool has_name(const tunip_node *node)
{
    return tunip_is_a(node, &tunip_tir_var_type) || tunip_is(node, &tunip_tir_buffer_type) ||
           tunip_is_a(node, &tunip_tir_data_producer_type);
}

const tunip_doc *relay_meta(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    relay_entry *entry = node && has_name(node) ? relay_entry_of(d, node) : NULL;
    if (entry) entry->is_meta = true;
    const tunip_doc *doc = tunip_metadata_as(d, node, node ? type_key(node->type) : "", path);
    if (!node || doc->kind != TUNIP_DOC_INDEX) return doc;
    const tunip_doc *meta = relay_word(d, "meta", NULL);
    const tunip_doc *key = relay_word(d, type_key(node->type), NULL);
    const tunip_doc *all = tunip_doc_index_new(d, meta, TUNIP_DOCS(d, key));
    return tunip_doc_index_new(d, all, ((const tunip_doc_index *)doc)->indices);
}

static tunip_walk_action collect_expr(const tunip_node *node, void *user)
{
    tunip_docsifier *d = user;
    if (node->type == &tunip_array_type) return TUNIP_WALK_ON;
    relay_entry *entry =
        tunip_is_a(node, &tunip_ir_prim_expr_type) ? relay_entry_of(d, node) : NULL;
    if (!entry || entry->is_meta) return TUNIP_WALK_SKIP;
    entry->is_meta = true;
    relay_meta(d, node, NULL);
    return TUNIP_WALK_ON;
}

/* TVM's MetaCollector, which leaves out variables and strings. */
void relay_collect_meta(tunip_docsifier *d, const tunip_node *expr)
{
    const tunip_walker walker = {.enter = collect_expr, .user = d};
    bool is_collected = expr && tunip_is_a(expr, &tunip_ir_prim_expr_type) &&
                        !tunip_is_a(expr, &tunip_tir_var_type) &&
                        !tunip_is(expr, &tunip_tir_string_imm_type);
    if (is_collected) tunip_job_walk(d, expr, &walker);
}

/* `{key=value, ...}`, a form for people. A text with metadata refers to the whole node instead. */
static const tunip_doc *braced(tunip_docsifier *d, tunip_docs keys, tunip_docs values)
{
    size_t count = keys.count;
    const tunip_doc **parts = tunip_docs_new(d, 4 * count + 2);
    if (!parts) return tunip_doc_list_new(d, tunip_docs_none());
    size_t at = 0;
    parts[at++] = relay_word(d, "{", NULL);
    for (size_t i = 0; i < count; i++) {
        if (i) parts[at++] = relay_word(d, ", ", NULL);
        parts[at++] = keys.items[i];
        parts[at++] = relay_word(d, "=", NULL);
        parts[at++] = values.items[i];
    }
    parts[at++] = relay_word(d, "}", NULL);
    return tunip_doc_joined_new(d, tunip_docs_view(parts, at));
}

static const tunip_doc *map_doc(tunip_docsifier *d, const tunip_map *map, const tunip_path *path)
{
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; keys && values && i < map->count; i++) {
        const tunip_path *at = tunip_path_key(d, path, map->entries[i].key);
        keys[i] = relay_value(d, map->entries[i].key, at);
        values[i] = relay_value(d, map->entries[i].value, at);
    }
    return braced(d, tunip_docs_view(keys, map->count), tunip_docs_view(values, map->count));
}

static const tunip_doc *attrs_doc(tunip_docsifier *d, const tunip_node *attrs,
                                  const tunip_path *path)
{
    relay_keywords made = relay_attributes(d, attrs, path, false);
    const tunip_doc **keys = tunip_docs_new(d, made.count);
    for (size_t i = 0; keys && i < made.count; i++)
        keys[i] = tunip_doc_raw_new(d, made.keys[i], NULL);
    return braced(d, tunip_docs_view(keys, made.count), tunip_docs_view(made.values, made.count));
}

static const tunip_doc *list_doc(tunip_docsifier *d, const tunip_array *array,
                                 const tunip_path *path)
{
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = relay_value(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, array->count));
}

/* ---- targets and devices: their forms for people ---- */

/* The Docs of a list of parts, with ", " between them: the beginning, three Docs for each part, and
 * the end. */
enum { MOST_PARTS = 5, MOST_DOCS = 3 * MOST_PARTS + 2 };

typedef struct parts {
    const tunip_doc *items[MOST_DOCS];
    size_t count;
    bool has_part;
} parts;

static void add_part(tunip_docsifier *d, parts *p, const char *key, const tunip_doc *value,
                     const char *close)
{
    p->items[p->count++] =
        tunip_doc_raw_new(d, tunip_doc_format(d, "%s%s", p->has_part ? ", " : "", key), NULL);
    p->items[p->count++] = value;
    p->items[p->count++] = relay_word(d, close, NULL);
    p->has_part = true;
}

static const tunip_doc *raw(tunip_docsifier *d, const tunip_string *text)
{
    return tunip_doc_raw_new(d, tunip_string_value(text), NULL);
}

/* 'a', 'b' and 'key': value, 'key': value. */
static const tunip_doc *quoted_list(tunip_docsifier *d, const tunip_array *keys)
{
    size_t count = tunip_array_count(keys);
    const tunip_doc **items = tunip_docs_new(d, count);
    for (size_t i = 0; items && i < count; i++) {
        tunip_str key = tunip_string_value(keys->items[i]);
        items[i] = tunip_doc_raw_new(
            d,
            tunip_doc_format(d, "%s'%.*s'", i ? ", " : "", (int)key.size, key.size ? key.data : ""),
            NULL);
    }
    return tunip_doc_joined_new(d, tunip_docs_view(items, count));
}

static const tunip_doc *quoted_map(tunip_docsifier *d, const tunip_map *map)
{
    size_t count = tunip_map_count(map);
    const tunip_doc **items = tunip_docs_new(d, 2 * count);
    for (size_t i = 0; items && i < count; i++) {
        tunip_str key = tunip_string_value(map->entries[i].key);
        items[2 * i] = tunip_doc_raw_new(d,
                                         tunip_doc_format(d, "%s'%.*s': ", i ? ", " : "",
                                                          (int)key.size, key.size ? key.data : ""),
                                         NULL);
        const tunip_bool *truth = TUNIP_AS(tunip_bool, map->entries[i].value);
        items[2 * i + 1] = truth ? relay_word(d, truth->value ? "True" : "False", NULL)
                                 : tunip_docsify_plain(d, map->entries[i].value, NULL);
    }
    return tunip_doc_joined_new(d, tunip_docs_view(items, 2 * count));
}

/* Target(kind='llvm', keys={'cpu'}, attrs={'mtriple': ""}, host=Target(...)). TVM's text begins
 * with the address of the target, which has no meaning in a file. */
const tunip_doc *relay_target(tunip_docsifier *d, const tunip_ir_target *target,
                              const tunip_path *path)
{
    const tunip_ir_target_kind *kind = TUNIP_AS(tunip_ir_target_kind, target->kind);
    parts p = {.items = {relay_word(d, "Target(", NULL)}, .count = 1};
    add_part(d, &p, "kind='", raw(d, kind ? kind->name : NULL), "'");
    if (tunip_string_value(target->tag).size) add_part(d, &p, "tag='", raw(d, target->tag), "'");
    if (tunip_array_count(target->keys))
        add_part(d, &p, "keys={", quoted_list(d, target->keys), "}");
    if (tunip_map_count(target->attrs))
        add_part(d, &p, "attrs={", quoted_map(d, target->attrs), "}");
    if (target->host) add_part(d, &p, "host=", TUNIP_CHILD(d, target, host, path), "");
    p.items[p.count++] = relay_word(d, ")", NULL);
    return tunip_doc_joined_new(d, tunip_docs_copy(d, p.count, p.items));
}

static const tunip_doc *number_of(tunip_docsifier *d, int64_t value)
{
    return tunip_doc_int(d, value, NULL);
}

/* VirtualDevice(device_type=1, virtual_device_id=0, memory_scope='global') */
const char relay_placeholder_scope[] = "meta[VirtualDevice]";

static bool is_placeholder(tunip_str scope)
{
    size_t size = sizeof relay_placeholder_scope - 1;
    return scope.size > size && memcmp(scope.data, relay_placeholder_scope, size) == 0;
}

static const tunip_doc *device_doc(tunip_docsifier *d, const tunip_relay_virtual_device *device,
                                   const tunip_path *path)
{
    tunip_str scope = tunip_string_value(device->memory_scope);
    if (is_placeholder(scope)) return tunip_doc_raw_new(d, scope, path);
    parts p = {.items = {relay_word(d, "VirtualDevice(", NULL)}, .count = 1};
    if (relay_is_unconstrained(device)) return relay_word(d, "VirtualDevice(?)", path);
    if (device->device_type_int != -1)
        add_part(d, &p, "device_type=", number_of(d, device->device_type_int), "");
    if (device->virtual_device_id >= 0)
        add_part(d, &p, "virtual_device_id=", number_of(d, device->virtual_device_id), "");
    if (device->target) add_part(d, &p, "target=", TUNIP_CHILD(d, device, target, path), "");
    if (tunip_string_value(device->memory_scope).size)
        add_part(d, &p, "memory_scope='", raw(d, device->memory_scope), "'");
    p.items[p.count++] = relay_word(d, ")", NULL);
    return tunip_doc_joined_new(d, tunip_docs_copy(d, p.count, p.items));
}

static const tunip_doc *plain_value(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_ir_int_imm *integer = TUNIP_AS(tunip_ir_int_imm, node);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, node);
    const tunip_tir_string_imm *text = TUNIP_AS(tunip_tir_string_imm, node);
    if (integer) return relay_int(d, integer, path);
    if (real) return relay_float(d, real, path);
    if (text) return tunip_doc_str(d, tunip_string_value(text->value), path);
    if (node->type == &tunip_array_type) return list_doc(d, (const tunip_array *)node, path);
    return relay_meta(d, node, path);
}

const tunip_doc *relay_value(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    if (!node) return tunip_doc_none(d, path);
    if (tunip_is(node, &tunip_relay_any_type)) return relay_word(d, "?", path);
    if (tunip_is(node, &tunip_string_type)) return tunip_doc_str(d, tunip_string_value(node), path);
    bool is_attrs = tunip_is_a(node, &tunip_ir_attrs_type);
    bool is_map = node->type == &tunip_map_type;
    const tunip_relay_global_var *var = TUNIP_AS(tunip_relay_global_var, node);
    if (!is_attrs && !is_map && !var) return plain_value(d, node, path);
    if (tunip_job_options(d)->show_meta) return relay_meta(d, node, path);
    if (tunip_is(node, &tunip_relay_virtual_device_type))
        return device_doc(d, (const tunip_relay_virtual_device *)node, path);
    if (is_attrs) return attrs_doc(d, node, path);
    if (is_map) return map_doc(d, (const tunip_map *)node, path);
    tunip_str name = tunip_string_value(var->name_hint);
    return tunip_doc_raw_new(
        d, tunip_doc_format(d, "'%.*s'", (int)name.size, name.size ? name.data : ""), path);
}
