/* read_call.c -- Relay from Docs: calls with their attributes, types, constants. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/ir.h>

#include "../../util/le.h"
#include "generated/tables.h"
#include "read.h"

/* ======== call ======== */

/* Calls of operators, functions and constructors; infix operators. */

/* ---- callees ---- */

/* A module that has only tensor IR has the global variables of v0.23. */
static tunip_node *new_plain_global(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_global_var *var = tunip_ir_global_var_new(graph, "");
    if (!var) return NULL;
    var->name_hint = tunip_string_new_view(graph, (tunip_str){name.data + 1, name.size - 1});
    relay_known_set(e, name, var);
    return (tunip_node *)var;
}

tunip_node *relay_global(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const relay_tir *tir = relay_tir_of(e);
    tunip_node *known = relay_known_get(e, name);
    if (known) return known;
    if (tir && tir->is_plain) return new_plain_global(e, name);
    tunip_relay_global_var *var = tunip_node_new(graph, &tunip_relay_global_var_type);
    if (!var) return NULL;
    var->name_hint = tunip_string_new_view(graph, (tunip_str){name.data + 1, name.size - 1});
    relay_known_set(e, name, var);
    return &var->base.base.base.base.base;
}

static tunip_node *new_operator(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (!op) return NULL;
    op->name = tunip_string_new_view(graph, name);
    relay_known_set(e, name, op);
    return (tunip_node *)op;
}

tunip_node *relay_operator(tunip_elaborator *e, tunip_str name)
{
    tunip_node *known = relay_known_get(e, name);
    return known ? known : new_operator(e, name);
}

static const char *const operators[] = {
#define X(name_, struct_) name_,
#define PLAIN(name_)      name_,
#include "ops.def"
#undef X
#undef PLAIN
};

/* TVM refuses an operator that is not registered. Here it is a warning, because the text may be of
 * a compiler that registers operators of its own. */
static tunip_node *read_operator(tunip_elaborator *e, const tunip_doc *doc, tunip_str name,
                                 bool is_called)
{
    if (is_called && !relay_is_op(name)) {
        tunip_warn(e, doc, "TVM v0.19 has no operator `%.*s`", (int)name.size, name.data);
        tunip_suggest_one_of(e, name, operators, TUNIP_LEN(operators));
    }
    return new_operator(e, name);
}

tunip_node *relay_read_callee(tunip_elaborator *e, const tunip_doc *doc, bool is_called)
{
    tunip_str name = relay_id_name(doc);
    if (!name.size || *name.data == '%') return relay_read_expr(e, doc);
    tunip_node *known = relay_known_get(e, name);
    if (!known && *name.data == '@') known = relay_global(e, name);
    if (!known) known = read_operator(e, doc, name, is_called);
    tunip_elaborator_note(e, TUNIP_USE_REFERENCE, name, doc, known);
    return known;
}

/* ---- arguments ---- */

static tunip_array *read_args(tunip_elaborator *e, tunip_docs docs)
{
    void **args = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *args);
    for (size_t i = 0; args && i < docs.count; i++) args[i] = relay_read_expr(e, docs.items[i]);
    return args ? tunip_array_new(tunip_elaborator_graph(e), docs.count, args) : NULL;
}

/* Whether the key of an unknown node is that of attributes. */
static bool names_attrs(const tunip_node *node)
{
    static const char head[] = "relay.attrs.", all[] = "DictAttrs";
    return strncmp(node->type->key, head, sizeof head - 1) == 0 ||
           strcmp(node->type->key, all) == 0;
}

/* The attributes of a call, if they are a node of the metadata: the last argument. */
static tunip_node *last_attrs(tunip_elaborator *e, const tunip_doc_call *doc)
{
    const tunip_doc *last = doc->args.count ? doc->args.items[doc->args.count - 1] : NULL;
    if (!last || last->kind != TUNIP_DOC_INDEX || doc->values.count) return NULL;
    tunip_value value = relay_read_meta(e, last);
    if (value.kind != TUNIP_VALUE_NODE) return NULL;
    bool is_attrs = relay_is_unknown(value.node)
                        ? names_attrs(value.node)
                        : tunip_is_a(value.node, &tunip_ir_attrs_type) &&
                              !tunip_is(value.node, &tunip_relay_virtual_device_type);
    return is_attrs ? value.node : NULL;
}

static const tunip_type *type_of_key(tunip_str key)
{
    for (size_t i = 0; i < RELAY_TYPE_COUNT; i++)
        if (tunip_str_is(key, relay_types[i]->key)) return relay_types[i];
    return tunip_str_is(key, "DictAttrs") ? &tunip_ir_dict_attrs_type : NULL;
}

/* The type that `attrs_type_key` names, for calls of something without operator attributes. */
static const tunip_type *written_type(tunip_elaborator *e, const tunip_doc_call *doc)
{
    for (size_t i = 0; i < doc->values.count; i++) {
        const tunip_doc *value = doc->values.items[i];
        if (!tunip_str_is(doc->keys[i], "attrs_type_key")) continue;
        bool is_text = value->kind == TUNIP_DOC_LITERAL && value->sub == TUNIP_LITERAL_STR;
        tunip_str key =
            is_text ? ((const tunip_doc_literal *)value)->value.text : (tunip_str){"", 0};
        const tunip_type *type = type_of_key(key);
        if (!type)
            tunip_complain(e, value, TUNIP_BREAKS_REPEATED "no attributes are called `%.*s`",
                           (int)key.size, key.data);
        return type;
    }
    tunip_complain(e, doc->callee,
                   "it has no attributes that are known: `attrs_type_key` may name "
                   "their type");
    return NULL;
}

static tunip_node *read_attrs(tunip_elaborator *e, const tunip_node *callee,
                              const tunip_doc_call *doc)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    const tunip_type *type = op ? relay_op_attrs(tunip_string_value(op->name)) : NULL;
    if (!type && doc->values.count) type = written_type(e, doc);
    return type ? relay_read_attrs(e, type, doc) : NULL;
}

static tunip_value new_call(tunip_elaborator *e, tunip_node *op, tunip_array *args,
                            tunip_node *attrs, const tunip_doc *doc)
{
    tunip_relay_call *made = relay_new(e, &tunip_relay_call_type);
    if (!made || !op) return tunip_value_wrong(doc);
    made->op = op;
    made->args = args;
    made->attrs = attrs;
    made->type_args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    relay_note_call(e, made);
    return tunip_value_node(made, doc);
}

/* ---- references ---- */

/* The functions of references: the number of their arguments, and the fields for them. */
static const struct {
    const char *name;
    const tunip_type *type;
    size_t count;
} references[] = {
    {"ref", &tunip_relay_ref_create_type, 1},
    {"ref_read", &tunip_relay_ref_read_type, 1},
    {"ref_write", &tunip_relay_ref_write_type, 2},
};

static tunip_value read_reference(tunip_elaborator *e, const tunip_doc_call *doc, size_t which)
{
    size_t count = references[which].count;
    if (doc->args.count != count || doc->values.count)
        return tunip_complain(e, &doc->base, TUNIP_BREAKS_ARGUMENTS "`%s` takes %zu argument%s",
                              references[which].name, count, count == 1 ? "" : "s");
    tunip_relay_ref_write *made = relay_new(e, references[which].type);
    tunip_node *first = relay_read_expr(e, doc->args.items[0]);
    tunip_node *second = count > 1 ? relay_read_expr(e, doc->args.items[1]) : NULL;
    if (!made || !first) return tunip_value_wrong(&doc->base);
    made->ref = first; /* the first member of all three */
    if (count > 1) made->value = second;
    return tunip_value_node(made, &doc->base);
}

/* ---- calls ---- */

tunip_value relay_read_call(tunip_elaborator *e, const tunip_doc_call *doc)
{
    tunip_str name = relay_id_name(doc->callee);
    for (size_t i = 0; i < TUNIP_LEN(references); i++)
        if (tunip_str_is(name, references[i].name)) return read_reference(e, doc, i);
    tunip_node *callee = relay_read_callee(e, doc->callee, true);
    tunip_node *attrs = last_attrs(e, doc);
    tunip_docs docs = {doc->args.items, doc->args.count - (attrs != NULL)};
    tunip_array *args = read_args(e, docs);
    if (!attrs) attrs = read_attrs(e, callee, doc);
    return new_call(e, callee, args, attrs, &doc->base);
}

static const char *const infix[TUNIP_OP__COUNT] = {
    [TUNIP_OP_ADD] = "add",      [TUNIP_OP_SUB] = "subtract",     [TUNIP_OP_MUL] = "multiply",
    [TUNIP_OP_DIV] = "divide",   [TUNIP_OP_LT] = "less",          [TUNIP_OP_LE] = "less_equal",
    [TUNIP_OP_GT] = "greater",   [TUNIP_OP_GE] = "greater_equal", [TUNIP_OP_EQ] = "equal",
    [TUNIP_OP_NE] = "not_equal",
};

tunip_value relay_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc)
{
    const char *name = infix[doc->base.sub];
    if (!name)
        return tunip_complain(e, &doc->base,
                              TUNIP_BREAKS_UNDEFINED_NAME "there is no such operator");
    tunip_str text = tunip_str_from(name);
    return new_call(e, relay_operator(e, text), read_args(e, doc->operands), NULL, &doc->base);
}

/* ======== attrs ======== */

/* attributes: their values, and the structs that hold them, by field tables. */

/* ---- values ---- */

bool relay_is_meta(const tunip_doc *doc)
{
    const tunip_doc_index *outer = (const tunip_doc_index *)doc;
    if (doc->kind != TUNIP_DOC_INDEX || outer->value->kind != TUNIP_DOC_INDEX) return false;
    const tunip_doc_index *inner = (const tunip_doc_index *)outer->value;
    return outer->indices.count == 1 && outer->indices.items[0]->kind == TUNIP_DOC_LITERAL &&
           inner->indices.count == 1 && inner->indices.items[0]->kind == TUNIP_DOC_LITERAL;
}

tunip_value relay_read_meta(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_index *outer = (const tunip_doc_index *)doc;
    const tunip_doc_index *inner = (const tunip_doc_index *)outer->value;
    if (!relay_is_meta(doc)) return tunip_complain(e, doc, "expected an expression, got a type");
    const tunip_doc_literal *key = (const tunip_doc_literal *)inner->indices.items[0];
    const tunip_doc_literal *index = (const tunip_doc_literal *)outer->indices.items[0];
    return tunip_elaborate_metadata(e, key->value.text, index->value.integer, doc);
}

static tunip_node *new_int(tunip_elaborator *e, int64_t value, tunip_dtype dtype)
{
    tunip_ir_int_imm *made = tunip_node_new(tunip_elaborator_graph(e), &tunip_ir_int_imm_type);
    if (!made) return NULL;
    made->value = value;
    made->base.dtype = dtype;
    return (tunip_node *)made;
}

static tunip_node *new_float(tunip_elaborator *e, double value, tunip_dtype dtype)
{
    tunip_ir_float_imm *made = tunip_node_new(tunip_elaborator_graph(e), &tunip_ir_float_imm_type);
    if (!made) return NULL;
    made->value = value;
    made->base.dtype = dtype;
    return (tunip_node *)made;
}

static tunip_node *read_literal(tunip_elaborator *e, const tunip_doc_literal *doc)
{
    switch ((tunip_literal)doc->base.sub) {
    case TUNIP_LITERAL_BOOL:
        return new_int(e, doc->value.boolean, TUNIP_BOOL);
    case TUNIP_LITERAL_INT:
        return new_int(e, doc->value.integer, doc->value.typed.dtype);
    case TUNIP_LITERAL_FLOAT:
        return new_float(e, doc->value.real, doc->value.typed.dtype);
    case TUNIP_LITERAL_STR:
        return (tunip_node *)tunip_string_new_view(tunip_elaborator_graph(e), doc->value.text);
    default:
        return NULL;
    }
}

static tunip_value read_data(tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_LITERAL) {
        tunip_node *made = read_literal(e, (const tunip_doc_literal *)doc);
        return made ? tunip_value_node(made, doc) : (tunip_value){.kind = TUNIP_VALUE_NONE};
    }
    if (relay_is_device(doc)) return tunip_value_node(relay_read_device(e, doc), doc);
    if (doc->kind != TUNIP_DOC_LIST) return tunip_elaborate(e, doc);
    tunip_docs items = ((const tunip_doc_list *)doc)->elements;
    void **nodes = tunip_elaborator_alloc(e, (items.count + 1) * sizeof *nodes);
    for (size_t i = 0; nodes && i < items.count; i++) nodes[i] = relay_read_data(e, items.items[i]);
    if (!nodes) return tunip_value_wrong(doc);
    return tunip_value_node(tunip_array_new(tunip_elaborator_graph(e), items.count, nodes), doc);
}

tunip_node *relay_read_data(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate_by(e, read_data, doc);
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

/* ---- fields ---- */

static void set_node(tunip_elaborator *e, tunip_node *attrs, const tunip_field *field,
                     const tunip_doc *doc)
{
    tunip_node *node = relay_read_data(e, doc);
    bool fits = !node || !field->expects || field->expects == &tunip_any_type ||
                tunip_is_a(node, field->expects);
    if (fits)
        *(tunip_node **)(uintptr_t)tunip_field_at(attrs, field) = node;
    else
        tunip_complain(e, doc, "`%s` is %s, not %s", field->name,
                       tunip_type_noun(e, field->expects), tunip_type_noun(e, node->type));
}

/* Reads a scalar. Truth values and integers are interchangeable, and both may stand for a float. */
static bool read_scalar(const tunip_doc *doc, tunip_field_kind kind, int64_t *whole, double *real)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (doc->kind != TUNIP_DOC_LITERAL) return false;
    if (doc->sub == TUNIP_LITERAL_BOOL)
        *whole = literal->value.boolean;
    else if (doc->sub == TUNIP_LITERAL_INT)
        *whole = literal->value.integer;
    else if (doc->sub == TUNIP_LITERAL_FLOAT && kind == TUNIP_KIND_FLOAT)
        *real = literal->value.real;
    else
        return false;
    if (doc->sub != TUNIP_LITERAL_FLOAT) *real = (double)*whole;
    return true;
}

static void set_scalar(tunip_elaborator *e, tunip_node *attrs, const tunip_field *field,
                       const tunip_doc *doc)
{
    static const char *const kinds[] = {[TUNIP_KIND_INT] = "an integer",
                                        [TUNIP_KIND_FLOAT] = "a number",
                                        [TUNIP_KIND_BOOL] = "True or False",
                                        [TUNIP_KIND_DTYPE] = "the name of a dtype"};
    void *at = (void *)(uintptr_t)tunip_field_at(attrs, field);
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    int64_t whole = 0;
    double real = 0;
    bool is_text = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR;
    bool is_dtype = field->kind == TUNIP_KIND_DTYPE;
    bool is_read = is_dtype ? is_text && tunip_dtype_legacy_parse(literal->value.text, at)
                            : read_scalar(doc, (tunip_field_kind)field->kind, &whole, &real);
    if (!is_read)
        tunip_complain(e, doc, "`%s` is %s", field->name, kinds[field->kind]);
    else if (field->kind == TUNIP_KIND_INT)
        *(int64_t *)at = whole;
    else if (field->kind == TUNIP_KIND_FLOAT)
        *(double *)at = real;
    else if (field->kind == TUNIP_KIND_BOOL)
        *(bool *)at = whole != 0;
}

/* ---- defaults ---- */

/* [1, T.float32(0.5)] */
static tunip_array *default_list(tunip_elaborator *e, const char *text)
{
    enum { MOST_ITEMS = 16 };
    static const char head[] = "T.float32(";
    void *items[MOST_ITEMS];
    size_t count = 0;
    for (text++; *text != ']' && count < MOST_ITEMS; text += strspn(text, "), ")) {
        char *end;
        bool is_float = strncmp(text, head, sizeof head - 1) == 0;
        if (is_float) text += sizeof head - 1;
        items[count++] = is_float ? new_float(e, strtod(text, &end), TUNIP_FLOAT(32))
                                  : new_int(e, strtoll(text, &end, 10), TUNIP_INT(32));
        if (end == text) break;
        text = end;
    }
    return tunip_array_new(tunip_elaborator_graph(e), count, items);
}

static void *default_node(tunip_elaborator *e, const tunip_field *field, const char *text)
{
    char *end;
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (strcmp(text, "(nullptr)") == 0) return NULL;
    if (field->expects == &tunip_string_type) return tunip_string_new(graph, text);
    if (strcmp(text, "None") == 0) return NULL;
    if (*text == '[') return default_list(e, text);
    if (*text == '{') return tunip_map_new(graph, 0, NULL);
    if (strcmp(text, "VirtualDevice(?)") == 0) return relay_no_device(e);
    if (strncmp(text, "T.bool(", 7) == 0) return new_int(e, text[7] == 'T', TUNIP_BOOL);
    int64_t whole = strtoll(text, &end, 10);
    if (end != text && !*end) return new_int(e, whole, TUNIP_INT(32));
    return tunip_string_new(graph, text);
}

static void set_default(tunip_elaborator *e, tunip_node *attrs, const tunip_field *field,
                        const char *text)
{
    void *at = (void *)(uintptr_t)tunip_field_at(attrs, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        *(void **)at = default_node(e, field, text);
        return;
    case TUNIP_KIND_INT:
        *(int64_t *)at = strtoll(text, NULL, 10);
        return;
    case TUNIP_KIND_FLOAT:
        *(double *)at = strtod(text, NULL);
        return;
    case TUNIP_KIND_BOOL:
        *(bool *)at = strcmp(text, "1") == 0;
        return;
    case TUNIP_KIND_DTYPE:
        if (!tunip_dtype_legacy_parse(tunip_str_from(strcmp(text, "void") ? text : ""), at))
            memset(at, 0, sizeof(tunip_dtype));
        return;
    }
}

/* ---- structs ---- */

typedef struct filling {
    tunip_elaborator *e;
    tunip_node *attrs;
    const tunip_doc_call *doc;
    bool *is_used; /* by argument */
} filling;

static bool fill(const tunip_field *field, void *user)
{
    filling *f = user;
    for (size_t i = 0; i < f->doc->values.count; i++) {
        if (!tunip_str_is(f->doc->keys[i], field->name)) continue;
        const tunip_doc *value = f->doc->values.items[i];
        if (f->is_used[i])
            tunip_complain(f->e, value, TUNIP_BREAKS_REPEATED "a second value for `%s`",
                           field->name);
        f->is_used[i] = true;
        if (field->kind == TUNIP_KIND_NODE)
            set_node(f->e, f->attrs, field, value);
        else
            set_scalar(f->e, f->attrs, field, value);
        return true;
    }
    const char *text = relay_default(f->attrs->type, field->name);
    if (text)
        set_default(f->e, f->attrs, field, text);
    else if (!(field->flags & TUNIP_FLAG_OPTIONAL) || field->kind != TUNIP_KIND_NODE)
        tunip_complain(f->e, &f->doc->base, "the attribute `%s` is missing", field->name);
    return true;
}

static tunip_node *read_dict(tunip_elaborator *e, const tunip_doc_call *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = 0;
    tunip_ir_dict_attrs *made = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    void **entries = tunip_elaborator_alloc(e, (2 * doc->values.count + 1) * sizeof *entries);
    if (!made || !entries) return NULL;
    for (size_t i = 0; i < doc->values.count; i++) {
        if (tunip_str_is(doc->keys[i], "attrs_type_key")) continue;
        entries[2 * count] = tunip_string_new_view(graph, doc->keys[i]);
        entries[2 * count++ + 1] = relay_read_data(e, doc->values.items[i]);
    }
    made->dict = tunip_map_new(graph, count, entries);
    return (tunip_node *)made;
}

tunip_node *relay_read_attrs(tunip_elaborator *e, const tunip_type *type, const tunip_doc_call *doc)
{
    if (type == &tunip_ir_dict_attrs_type) return read_dict(e, doc);
    filling f = {.e = e, .doc = doc};
    f.attrs = tunip_node_new(tunip_elaborator_graph(e), type);
    f.is_used = tunip_elaborator_alloc(e, doc->values.count + 1);
    if (!f.attrs || !f.is_used) return NULL;
    tunip_each_field(type, 0, fill, &f);
    for (size_t i = 0; i < doc->values.count; i++)
        if (!f.is_used[i] && !tunip_str_is(doc->keys[i], "attrs_type_key"))
            tunip_complain(e, doc->values.items[i], "the operator has no attribute `%.*s`",
                           (int)doc->keys[i].size, doc->keys[i].data);
    return f.attrs;
}

/* ======== type ======== */

/* Types, and definitions of algebraic data types. */

/* The kinds of types (TVM include/tvm/ir/type.h). */
enum { KIND_TYPE = 0, KIND_DATA = 5 };

static tunip_value type_value(tunip_elaborator *e, const tunip_doc *doc);

tunip_node *relay_read_type(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate_by(e, type_value, doc);
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

static tunip_array *read_types(tunip_elaborator *e, tunip_docs docs)
{
    void **types = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *types);
    for (size_t i = 0; types && i < docs.count; i++) types[i] = relay_read_type(e, docs.items[i]);
    return types ? tunip_array_new(tunip_elaborator_graph(e), docs.count, types) : NULL;
}

/* ---- names ---- */

tunip_relay_global_type_var *relay_type_name(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_str key = relay_marked(e, ':', name);
    tunip_relay_global_type_var *known =
        relay_if(relay_known_get(e, key), &tunip_relay_global_type_var_type);
    if (known) return known;
    known = tunip_node_new(graph, &tunip_relay_global_type_var_type);
    if (!known) return NULL;
    known->name_hint = tunip_string_new_view(graph, name);
    known->kind = KIND_DATA;
    relay_known_set(e, key, known);
    return known;
}

/* Ids are also variables, functions and `?`. Complains if `doc` is no name of a type. */
static tunip_str read_type_name(tunip_elaborator *e, const tunip_doc *doc)
{
    static const char marks[] = "%@?";
    tunip_str name = relay_id_name(doc);
    if (name.size && !strchr(marks, *name.data)) return name;
    tunip_complain(e, doc, "expected the name of a type");
    return (tunip_str){"", 0};
}

tunip_array *relay_read_type_params(tunip_elaborator *e, tunip_docs docs)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void **vars = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *vars);
    for (size_t i = 0; vars && i < docs.count; i++) {
        tunip_str name = read_type_name(e, docs.items[i]);
        tunip_relay_type_var *var = tunip_node_new(graph, &tunip_relay_type_var_type);
        vars[i] = var;
        if (!var || !name.size) return NULL;
        var->name_hint = tunip_string_new_view(graph, name);
        var->kind = KIND_TYPE;
        tunip_name_set(e, relay_marked(e, ':', name), tunip_value_node(var, docs.items[i]));
    }
    return vars ? tunip_array_new(graph, docs.count, vars) : NULL;
}

/* ---- types ---- */

static tunip_node *tensor_type(tunip_elaborator *e, tunip_dtype dtype, tunip_array *shape)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_tensor_type *made = tunip_node_new(graph, &tunip_relay_tensor_type_type);
    if (!made) return NULL;
    made->shape = shape ? shape : tunip_array_new(graph, 0, NULL);
    made->dtype = dtype;
    return (tunip_node *)made;
}

static bool read_dtype(tunip_str name, tunip_dtype *out)
{
    if (tunip_str_is(name, "void")) name = (tunip_str){"", 0};
    return tunip_dtype_legacy_parse(name, out);
}

static tunip_node *type_call(tunip_elaborator *e, tunip_node *head, tunip_docs args)
{
    tunip_relay_type_call *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_type_call_type);
    if (!made) return NULL;
    made->func = head;
    made->args = read_types(e, args);
    return (tunip_node *)made;
}

/* A variable of types, or an algebraic data type. */
static tunip_node *type_head(tunip_elaborator *e, tunip_str name)
{
    const tunip_value *var = tunip_name_get(e, relay_marked(e, ':', name));
    return var ? var->node : (tunip_node *)relay_type_name(e, name);
}

static tunip_node *read_name(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_dtype dtype;
    tunip_str name = read_type_name(e, doc);
    if (!name.size) return NULL;
    if (tunip_str_is(name, "_"))
        return tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_incomplete_type_type);
    if (tunip_name_get(e, relay_marked(e, ':', name))) return type_head(e, name);
    if (read_dtype(name, &dtype)) return tensor_type(e, dtype, NULL);
    return type_call(e, type_head(e, name), tunip_docs_none());
}

static tunip_node *read_extent(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (doc->kind == TUNIP_DOC_ID && tunip_str_is(relay_id_name(doc), "?")) {
        tunip_relay_any *any = tunip_node_new(graph, &tunip_relay_any_type);
        if (any) any->base.dtype = TUNIP_INT(32);
        return (tunip_node *)any;
    }
    tunip_node *made = relay_read_data(e, doc);
    if (made && tunip_is_a(made, &tunip_ir_prim_expr_type)) return made;
    tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "expected the length of a dimension");
    return NULL;
}

/* Tensor[(1, ?), float32] */
static tunip_node *read_tensor(tunip_elaborator *e, const tunip_doc_index *doc)
{
    tunip_dtype dtype;
    const tunip_doc_tuple *shape = (const tunip_doc_tuple *)doc->indices.items[0];
    bool fits = doc->indices.count == 2 && shape->base.kind == TUNIP_DOC_TUPLE &&
                read_dtype(relay_id_name(doc->indices.items[1]), &dtype);
    if (!fits) {
        tunip_complain(e, &doc->base,
                       TUNIP_BREAKS_DTYPE "expected a shape and a dtype: Tensor[(1, 2), float32]");
        return NULL;
    }
    size_t count = shape->elements.count;
    void **extents = tunip_elaborator_alloc(e, (count + 1) * sizeof *extents);
    if (!extents) return NULL;
    for (size_t i = 0; i < count; i++) extents[i] = read_extent(e, shape->elements.items[i]);
    return tensor_type(e, dtype, tunip_array_new(tunip_elaborator_graph(e), count, extents));
}

static tunip_node *read_index(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_str name = relay_id_name(index->value);
    if (!name.size) {
        tunip_value value = relay_read_meta(e, doc);
        return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    if (index->indices.count && tunip_str_is(name, "Tensor")) return read_tensor(e, index);
    name = read_type_name(e, index->value);
    if (!name.size) return NULL;
    return type_call(e, type_head(e, name), index->indices);
}

static tunip_node *read_function_type(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_func_type *made = tunip_node_new(graph, &tunip_relay_func_type_type);
    if (!made || !function->return_type) return NULL;
    relay_enter(e, doc);
    made->type_params = relay_read_type_params(e, function->decorators);
    made->arg_types = read_types(e, function->args);
    made->ret_type = relay_read_type(e, function->return_type);
    made->type_constraints = tunip_array_new(graph, 0, NULL);
    relay_leave(e);
    return (tunip_node *)made;
}

static tunip_node *read_tuple(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_ir_tuple_type *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_ir_tuple_type_type);
    if (made) made->fields = read_types(e, ((const tunip_doc_tuple *)doc)->elements);
    return (tunip_node *)made;
}

/* ref(T) */
static tunip_node *type_read_reference(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (!tunip_str_is(relay_id_name(call->callee), "ref") || call->args.count != 1) {
        tunip_complain(e, doc, "expected a type");
        return NULL;
    }
    tunip_relay_ref_type *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_ref_type_type);
    if (made) made->value = relay_read_type(e, call->args.items[0]);
    return (tunip_node *)made;
}

static tunip_value type_value(tunip_elaborator *e, const tunip_doc *doc)
{
    static tunip_node *(*const readers[TUNIP_DOC__COUNT])(tunip_elaborator *, const tunip_doc *) = {
        [TUNIP_DOC_ID] = read_name,
        [TUNIP_DOC_INDEX] = read_index,
        [TUNIP_DOC_TUPLE] = read_tuple,
        [TUNIP_DOC_FUNCTION] = read_function_type,
        [TUNIP_DOC_CALL] = type_read_reference,
    };
    if (!readers[doc->kind]) return tunip_complain(e, doc, "expected a type");
    tunip_node *made = readers[doc->kind](e, doc);
    if (made && !tunip_is_a(made, &tunip_ir_type_type) && !relay_is_unknown(made))
        return tunip_complain(e, doc, "expected a type, got %s", tunip_type_noun(e, made->type));
    return tunip_value_node(made, doc);
}

/* Only types have square brackets, and a name of a dtype is a type. */
bool relay_is_type(const tunip_doc *doc)
{
    tunip_dtype dtype;
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)doc;
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ID:
        return read_dtype(relay_id_name(doc), &dtype);
    case TUNIP_DOC_INDEX:
        return relay_id_name(((const tunip_doc_index *)doc)->value).size != 0;
    case TUNIP_DOC_FUNCTION:
        return !function->body.count && function->return_type;
    case TUNIP_DOC_TUPLE:
        for (size_t i = 0; i < tuple->elements.count; i++)
            if (relay_is_type(tuple->elements.items[i])) return true;
        return false;
    case TUNIP_DOC_CALL:
        return call->args.count == 1 && tunip_str_is(relay_id_name(call->callee), "ref") &&
               relay_is_type(call->args.items[0]);
    default:
        return false;
    }
}

/* ---- definitions ---- */

static void *read_constructor(tunip_elaborator *e, const tunip_doc *doc,
                              tunip_relay_global_type_var *type, size_t number)
{
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)doc)->expr;
    const tunip_doc_call *call = (const tunip_doc_call *)expr;
    bool is_call = expr->kind == TUNIP_DOC_CALL;
    tunip_str name = relay_id_name(is_call ? call->callee : expr);
    tunip_relay_constructor *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_constructor_type);
    if (!made) return NULL;
    if (!name.size) tunip_complain(e, expr, "expected a constructor");
    if (relay_known_get(e, name))
        tunip_complain(e, expr, TUNIP_BREAKS_REPEATED "a second constructor `%.*s`", (int)name.size,
                       name.data);
    made->name_hint = tunip_string_new_view(tunip_elaborator_graph(e), name);
    made->inputs = read_types(e, is_call ? call->args : tunip_docs_none());
    made->belong_to = type;
    made->tag = (int64_t)number;
    relay_known_set(e, name, made);
    return made;
}

tunip_node *relay_read_type_data(tunip_elaborator *e, const tunip_doc_class *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc->name;
    bool has_vars = doc->name->kind == TUNIP_DOC_INDEX;
    tunip_str name = relay_id_name(has_vars ? index->value : doc->name);
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_type_data *made = tunip_node_new(graph, &tunip_relay_type_data_type);
    void **constructors = tunip_elaborator_alloc(e, (doc->body.count + 1) * sizeof *constructors);
    if (!made || !constructors) return NULL;
    made->header = relay_type_name(e, name);
    if (!made->header) return NULL;
    relay_enter(e, &doc->stmt.base);
    made->type_vars = relay_read_type_params(e, has_vars ? index->indices : tunip_docs_none());
    for (size_t i = 0; i < doc->body.count; i++)
        constructors[i] = read_constructor(e, doc->body.items[i], made->header, i);
    relay_leave(e);
    made->constructors = tunip_array_new(graph, doc->body.count, constructors);
    if (doc->decorators.count && doc->body.count)
        tunip_complain(e, doc->name, "an extern type has no constructors");
    return (tunip_node *)made;
}

/* ======== infer ======== */

/* The type arguments of calls of polymorphic functions. No text shows them; they follow
 * from the types of the call and of its arguments in the text. TVM's parser infers all types
 * again. */

/* ---- calls ---- */

void relay_note_call(tunip_elaborator *e, tunip_relay_call *call)
{
    relay_reading *r = tunip_elaborator_state(e, &tunip_dialect_relay);
    if (!r || tunip_is(call->op, &tunip_ir_op_type)) return;
    tunip_relay_call **calls = tunip_scratch_grow(tunip_elaborator_scratch(e), r->calls,
                                                  r->call_count, sizeof *calls, &r->call_room);
    if (!calls) return;
    r->calls = calls;
    calls[r->call_count++] = call;
}

/* ---- signatures ---- */

/* The type of the callee. */
typedef struct signature {
    const tunip_array *vars;
    const tunip_array *params; /* types, or variables with types */
    const tunip_node *result;  /* or NULL */
    const tunip_node *made;    /* of a constructor: its type, whose arguments are `vars` */
} signature;

static const tunip_node *definition_of(tunip_elaborator *e, const tunip_string *name)
{
    return relay_known_get(e, relay_marked(e, '=', tunip_string_value(name)));
}

static signature signature_of(tunip_elaborator *e, const tunip_node *op)
{
    const tunip_relay_global_var *global = TUNIP_AS(tunip_relay_global_var, op);
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, op);
    if (global) op = definition_of(e, global->name_hint);
    if (made && made->belong_to) {
        const tunip_relay_type_data *data =
            TUNIP_AS(tunip_relay_type_data, definition_of(e, made->belong_to->name_hint));
        return (signature){data ? data->type_vars : NULL, made->inputs, NULL,
                           &made->belong_to->base.base.base};
    }
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, op);
    if (function)
        return (signature){function->type_params, function->params, function->ret_type, NULL};
    bool is_expr = op && tunip_is_a(op, &tunip_relay_expr_type);
    const tunip_relay_func_type *type =
        is_expr ? TUNIP_AS(tunip_relay_func_type, ((const tunip_relay_expr *)op)->checked_type)
                : NULL;
    if (!type) return (signature){NULL, NULL, NULL, NULL};
    return (signature){type->type_params, type->arg_types, type->ret_type, NULL};
}

/* ---- matching ---- */

typedef struct matching {
    const tunip_array *vars;
    void **types; /* of the variables; NULL: not found yet */
} matching;

enum { MOST_DEPTH = 64 };

static void match(const matching *m, const tunip_node *formal, const tunip_node *actual, int depth);

static void match_all(const matching *m, const tunip_array *formal, const tunip_array *actual,
                      int depth)
{
    for (size_t i = 0; i < tunip_array_count(formal) && i < tunip_array_count(actual); i++)
        match(m, formal->items[i], actual->items[i], depth);
}

static void match(const matching *m, const tunip_node *formal, const tunip_node *actual, int depth)
{
    if (!formal || !actual || depth == MOST_DEPTH) return;
    for (size_t i = 0; i < m->vars->count; i++)
        if (m->vars->items[i] == formal) {
            if (!m->types[i]) m->types[i] = (void *)(uintptr_t)actual;
            return;
        }
    if (formal->type != actual->type) return;
    if (formal->type == &tunip_relay_type_call_type)
        match_all(m, ((const tunip_relay_type_call *)formal)->args,
                  ((const tunip_relay_type_call *)actual)->args, depth + 1);
    if (formal->type == &tunip_ir_tuple_type_type)
        match_all(m, ((const tunip_ir_tuple_type *)formal)->fields,
                  ((const tunip_ir_tuple_type *)actual)->fields, depth + 1);
    if (formal->type == &tunip_relay_ref_type_type)
        match(m, ((const tunip_relay_ref_type *)formal)->value,
              ((const tunip_relay_ref_type *)actual)->value, depth + 1);
    if (formal->type != &tunip_relay_func_type_type) return;
    const tunip_relay_func_type *ours = (const tunip_relay_func_type *)formal;
    const tunip_relay_func_type *theirs = (const tunip_relay_func_type *)actual;
    match_all(m, ours->arg_types, theirs->arg_types, depth + 1);
    match(m, ours->ret_type, theirs->ret_type, depth + 1);
}

/* The type of an expression; a type itself. */
static const tunip_node *type_of(const tunip_node *node)
{
    const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, node);
    if (!node || !tunip_is_a(node, &tunip_relay_expr_type)) return node;
    const tunip_node *type = ((const tunip_relay_expr *)node)->checked_type;
    return type || !var ? type : var->type_annotation;
}

/* Infers the type arguments of a call. Does nothing in a text without types, because the types of
 * its module were not inferred. */
static void infer(tunip_elaborator *e, tunip_relay_call *call)
{
    if (!call->base.checked_type) return;
    signature callee = signature_of(e, call->op);
    size_t count = tunip_array_count(callee.vars), known = 0;
    matching m = {callee.vars, NULL};
    if (!count || !(m.types = tunip_elaborator_alloc(e, count * sizeof *m.types))) return;
    const tunip_relay_type_call *result = TUNIP_AS(tunip_relay_type_call, call->base.checked_type);
    if (callee.made && result && result->func == callee.made)
        match_all(&m, callee.vars, result->args, 0);
    match(&m, callee.result, call->base.checked_type, 0);
    for (size_t i = 0; i < tunip_array_count(callee.params); i++)
        if (i < tunip_array_count(call->args))
            match(&m, type_of(callee.params->items[i]), type_of(call->args->items[i]), 0);
    for (size_t i = 0; i < count; i++) known += m.types[i] != NULL;
    if (known == count)
        call->type_args = tunip_array_new(tunip_elaborator_graph(e), count, m.types);
}

void relay_infer_type_args(tunip_elaborator *e)
{
    const relay_reading *r = tunip_elaborator_state(e, &tunip_dialect_relay);
    for (size_t i = 0; r && i < r->call_count; i++) infer(e, r->calls[i]);
}

/* ======== constant ======== */

/* Numbers as constants: tensors without dimensions. */

/* The float16 nearest to `value`; of two equally near ones, the even one. Larger values become
 * infinite. */
static uint16_t half_bits(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent;
    if (isnan(value)) return sign | 0x7E00;
    if (size >= 65520.0) return sign | 0x7C00;
    if (size < ldexp(1, -14)) return sign | (uint16_t)nearbyint(ldexp(size, 24));
    double fraction = frexp(size, &exponent); /* from 0.5 to 1 */
    double bits = nearbyint(ldexp(fraction, 11)) - 1024;
    return (uint16_t)(sign | (uint16_t)((exponent + 14) * 1024 + (int)bits));
}

static uint64_t real_bits(double value, unsigned bits)
{
    float single = (float)value;
    uint32_t of_single;
    uint64_t of_double;
    memcpy(&of_single, &single, sizeof of_single);
    memcpy(&of_double, &value, sizeof of_double);
    return bits == 64 ? of_double : bits == 32 ? of_single : half_bits(value);
}

tunip_node *relay_read_constant(tunip_elaborator *e, const tunip_doc_literal *doc)
{
    enum { CPU = 1 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_constant *made = relay_new(e, &tunip_relay_constant_type);
    tunip_tensor *tensor = tunip_node_new(graph, &tunip_tensor_type);
    char *data = tunip_graph_alloc(graph, sizeof(int64_t));
    tunip_dtype dtype = doc->value.typed.dtype;
    size_t size = 1;
    if (!made || !tensor || !data) return NULL;
    switch ((tunip_literal)doc->base.sub) {
    case TUNIP_LITERAL_BOOL:
        dtype = tunip_dtype_make(TUNIP_DTYPE_UINT, 1, 1);
        *data = doc->value.boolean;
        break;
    case TUNIP_LITERAL_INT:
        size = dtype.bits / 8u;
        tn_put_le(data, (uint64_t)doc->value.integer, size);
        break;
    case TUNIP_LITERAL_FLOAT:
        size = dtype.bits / 8u;
        tn_put_le(data, real_bits(doc->value.real, dtype.bits), size);
        break;
    default:
        tunip_complain(e, &doc->base, "expected an expression, which this is only as an attribute");
        return NULL;
    }
    tensor->device_type = CPU;
    tensor->dtype = dtype;
    tensor->data = (tunip_str){data, size};
    made->data = tensor;
    return (tunip_node *)made;
}

/* Its element distinguishes it from other constants. The text may have its type. */
/* A device that the metadata holds. No memory has such a name (relay_placeholder_scope). */
static tunip_node *placeholder_device(tunip_elaborator *e, int64_t index)
{
    char text[64];
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_virtual_device *device = tunip_node_new(graph, &tunip_relay_virtual_device_type);
    snprintf(text, sizeof text, "%s[%lld]", relay_placeholder_scope, (long long)index);
    if (!device) return NULL;
    device->device_type_int = device->virtual_device_id = -1;
    device->memory_scope = tunip_string_new(graph, text);
    return (tunip_node *)device;
}

/* A reducer that computes nothing. */
static tunip_node *placeholder_reducer(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_comm_reducer *made = tunip_node_new(graph, &tunip_tir_comm_reducer_type);
    if (!made) return NULL;
    made->lhs = tunip_array_new(graph, 0, NULL);
    made->rhs = tunip_array_new(graph, 0, NULL);
    made->result = tunip_array_new(graph, 0, NULL);
    made->identity_element = tunip_array_new(graph, 0, NULL);
    return (tunip_node *)made;
}

tunip_node *relay_placeholder(tunip_elaborator *e, tunip_str key, int64_t index)
{
    tunip_value number = {.kind = TUNIP_VALUE_INT, .integer = index};
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .items = {&number, 1}};
    if (tunip_str_is(key, "VirtualDevice")) return placeholder_device(e, index);
    if (tunip_str_is(key, "tir.CommReducer")) return placeholder_reducer(e);
    if (!tunip_str_is(key, "relay.Constant")) return NULL;
    tunip_relay_constant *made = relay_new(e, &tunip_relay_constant_type);
    tunip_tensor *tensor = tunip_ir_read_tensor(e, &list, TUNIP_INT(64), NULL);
    if (!made || !tensor) return NULL;
    made->data = tensor;
    return (tunip_node *)made;
}

/* ======== device ======== */

/* Devices and targets, of which texts without metadata show the fields. */

/* The value of a keyword; NULL if it is not given. */
static const tunip_doc *keyword(const tunip_doc_call *call, const char *key)
{
    for (size_t i = 0; i < call->values.count; i++)
        if (tunip_str_is(call->keys[i], key)) return call->values.items[i];
    return NULL;
}

static tunip_docs items_of(const tunip_doc *doc)
{
    bool is_list = doc && doc->kind == TUNIP_DOC_LIST;
    return is_list ? ((const tunip_doc_list *)doc)->elements : tunip_docs_none();
}

/* A value: a string, a number, a list. TVM keeps numbers in boxes. */
static void *data_of(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_literal *literal = (const tunip_doc_literal *)(const void *)doc;
    if (doc->kind == TUNIP_DOC_LIST) {
        tunip_array *array = tunip_array_new(graph, 0, NULL);
        tunip_docs items = items_of(doc);
        for (size_t i = 0; array && i < items.count; i++)
            tunip_ir_append(e, array, data_of(e, items.items[i]));
        return array;
    }
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR)
        return tunip_string_new_view(graph, literal->value.text);
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_INT)
        return tunip_int_new(graph, literal->value.integer);
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_BOOL)
        return tunip_bool_new(graph, literal->value.boolean);
    tunip_complain(e, doc, "expected a string, a number or a list");
    return NULL;
}

/* A keyword that is a string; empty if it is not given. */
static tunip_string *text_of(tunip_elaborator *e, const tunip_doc_call *call, const char *key)
{
    const tunip_doc *doc = keyword(call, key);
    tunip_string *text = doc ? relay_if(data_of(e, doc), &tunip_string_type) : NULL;
    if (doc && !text) tunip_complain(e, doc, "`%s` is a string", key);
    return text ? text : tunip_string_new(tunip_elaborator_graph(e), "");
}

/* A keyword that is an integer; -1 if it is not given. */
static int64_t number_of(tunip_elaborator *e, const tunip_doc_call *call, const char *key)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)(const void *)keyword(call, key);
    bool is_int = literal && literal->base.kind == TUNIP_DOC_LITERAL &&
                  literal->base.sub == TUNIP_LITERAL_INT;
    if (literal && !is_int) tunip_complain(e, &literal->base, "`%s` is an integer", key);
    return is_int ? literal->value.integer : -1;
}

static tunip_node *target_of(tunip_elaborator *e, const tunip_doc *doc);

/* Target(kind='cuda', keys={'cuda', 'gpu'}, attrs={'arch': "sm_50"}, host=Target(...)) */
static tunip_node *read_target(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_target *target = tunip_node_new(graph, &tunip_ir_target_type);
    tunip_ir_target_kind *kind = tunip_node_new(graph, &tunip_ir_target_kind_type);
    const tunip_doc *host = keyword(call, "host");
    tunip_docs keys = items_of(keyword(call, "keys")), attrs = items_of(keyword(call, "attrs"));
    if (!target || !kind) return NULL;
    kind->name = text_of(e, call, "kind");
    target->kind = kind;
    target->tag = text_of(e, call, "tag");
    target->keys = tunip_array_new(graph, 0, NULL);
    target->attrs = tunip_map_new(graph, 0, NULL);
    target->features = tunip_map_new(graph, 0, NULL);
    if (!target->keys || !target->attrs) return NULL;
    for (size_t i = 0; i < keys.count; i++)
        tunip_ir_append(e, target->keys, data_of(e, keys.items[i]));
    for (size_t i = 0; i + 1 < attrs.count; i += 2)
        tunip_ir_put(e, target->attrs, data_of(e, attrs.items[i]), data_of(e, attrs.items[i + 1]));
    if (host) target->host = target_of(e, host);
    return (tunip_node *)target;
}

static tunip_node *target_of(tunip_elaborator *e, const tunip_doc *doc)
{
    if (relay_is_device(doc)) return relay_if(relay_read_device(e, doc), &tunip_ir_target_type);
    tunip_complain(e, doc, "expected Target(...)");
    return NULL;
}

/* VirtualDevice(device_type=1, virtual_device_id=0, target=Target(...), memory_scope='global') */
static tunip_node *read_device(tunip_elaborator *e, const tunip_doc_call *call)
{
    const tunip_doc *target = keyword(call, "target");
    if (!call->values.count) return (tunip_node *)relay_no_device(e);
    tunip_relay_virtual_device *device =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_virtual_device_type);
    if (!device) return NULL;
    device->device_type_int = number_of(e, call, "device_type");
    device->virtual_device_id = number_of(e, call, "virtual_device_id");
    device->memory_scope = text_of(e, call, "memory_scope");
    if (target) device->target = (tunip_ir_target *)(void *)target_of(e, target);
    return (tunip_node *)device;
}

bool relay_is_device(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)(const void *)doc;
    if (doc->kind != TUNIP_DOC_CALL || call->args.count) return false;
    tunip_str name = relay_id_name(call->callee);
    return tunip_str_is(name, "Target") || tunip_str_is(name, "VirtualDevice");
}

tunip_node *relay_read_device(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)(const void *)doc;
    return tunip_str_is(relay_id_name(call->callee), "Target") ? read_target(e, call)
                                                               : read_device(e, call);
}
