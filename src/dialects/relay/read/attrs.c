/* attrs.c -- attributes: their values, and the structs that hold them, by field tables. */
#include <stdlib.h>

#include <tunip/tvm/ir.h>

#include "read.h"

/* ---- values ---- */

tunip_value relay_read_meta(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_index *outer = (const tunip_doc_index *)doc;
    const tunip_doc_index *inner = (const tunip_doc_index *)outer->value;
    bool is_meta = inner->base.kind == TUNIP_DOC_INDEX && outer->indices.count == 1 &&
                   outer->indices.items[0]->kind == TUNIP_DOC_LITERAL &&
                   inner->indices.count == 1 && inner->indices.items[0]->kind == TUNIP_DOC_LITERAL;
    if (!is_meta) return tunip_complain(e, doc, "expected an expression, got a type");
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
    for (size_t i = 0; nodes && i < items.count; i++)
        nodes[i] = relay_read_data(e, items.items[i]);
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
    bool is_read = is_dtype ? is_text && tunip_dtype_parse(literal->value.text, at)
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
        if (!tunip_dtype_parse(tunip_str_from(strcmp(text, "void") ? text : ""), at))
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
        if (f->is_used[i]) tunip_complain(f->e, value, "a second value for `%s`", field->name);
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

tunip_node *relay_read_attrs(tunip_elaborator *e, const tunip_type *type,
                             const tunip_doc_call *doc)
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
