/* read_primfn.c -- expressions, types and buffers of the tensor IR from Docs, whose forms
 * read/formats/relay/primfn.c has. primfn.c prints them.
 *
 * The nodes are those of the tensor IR of TVM v0.23, as for saved graphs of TVM up to v0.20. Loads
 * and stores through pointers, which TVM had up to v0.8, become accesses of buffers with one
 * dimension. The text leaves out some parts of nodes. Each kind of part gets one note, where the
 * text first lacks it. */
#include "read_primfn.h"

#include <math.h>
#include <stdio.h>

#include <tunip/ext/tir_rules.h>

/* ---- notes ---- */

void primfn_note(tunip_elaborator *e, const tunip_doc *doc, unsigned what, const char *text)
{
    relay_tir *t = relay_tir_of(e);
    if (!t || t->notes & what) return;
    t->notes |= what;
    tunip_warn(e, doc, "%s", text);
}

/* ---- nodes ---- */

void *primfn_new(tunip_elaborator *e, const tunip_type *type)
{
    return tunip_node_new(tunip_elaborator_graph(e), type);
}

tunip_array *primfn_array(tunip_elaborator *e, size_t count, void *const *items)
{
    return tunip_array_new(tunip_elaborator_graph(e), count, items);
}

tunip_map *primfn_empty_map(tunip_elaborator *e)
{
    return tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
}

tunip_string *primfn_new_string(tunip_elaborator *e, tunip_str text)
{
    return tunip_string_new_view(tunip_elaborator_graph(e), text);
}

tunip_node *primfn_new_int(tunip_elaborator *e, tunip_dtype dtype, int64_t value)
{
    return (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), dtype, value);
}

tunip_node *primfn_true(tunip_elaborator *e)
{
    return primfn_new_int(e, TUNIP_BOOL, 1);
}

/* Computes the dtype of an expression; a wrong value after a complaint. */
static tunip_value finished(tunip_elaborator *e, void *node, const tunip_doc *doc)
{
    if (!node || !tunip_dialect_tir.vocabulary->complete(e, node, doc))
        return tunip_value_wrong(doc);
    return tunip_value_node(node, doc);
}

bool primfn_text(const tunip_doc *doc, tunip_str *out)
{
    bool is_text = doc && doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR;
    if (is_text) *out = ((const tunip_doc_literal *)doc)->value.text;
    return is_text;
}

static bool is_none(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_NONE;
}

/* ---- values ---- */

/* The node of a Doc, of `type` or a descendant; NULL after a complaint. */
void *primfn_read_as(tunip_elaborator *e, const tunip_doc *doc, const tunip_type *type)
{
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tunip_value value = tunip_elaborate_by(e, primfn_read_any, doc);
    tunip_elaborator_stand(e, before);
    if (value.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_ABSENT) return NULL;
    if (value.kind == TUNIP_VALUE_NODE && (!type || tunip_is_a(value.node, type)))
        return value.node;
    tunip_complain_instead(e, &value, tunip_type_noun(e, type));
    return NULL;
}

tunip_node *primfn_read_expr(tunip_elaborator *e, const tunip_doc *doc)
{
    return primfn_read_as(e, doc, &tunip_ir_prim_expr_type);
}

tunip_docs primfn_items(tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_LIST) return ((const tunip_doc_list *)doc)->elements;
    tunip_complain(e, doc, "expected a list");
    return tunip_docs_none();
}

tunip_array *primfn_read_all(tunip_elaborator *e, tunip_docs docs, const tunip_type *type)
{
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < docs.count; i++)
        items[i] = primfn_read_as(e, docs.items[i], type);
    return items ? primfn_array(e, docs.count, items) : NULL;
}

tunip_array *primfn_read_list(tunip_elaborator *e, const tunip_doc *doc, const tunip_type *type)
{
    return primfn_read_all(e, primfn_items(e, doc), type);
}

/* The value of an attribute: a text is a string, and no expression. */
static tunip_value read_data(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str text;
    if (primfn_text(doc, &text)) return tunip_value_node(primfn_new_string(e, text), doc);
    if (is_none(doc)) return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = doc};
    if (doc->kind == TUNIP_DOC_DICT) return tunip_value_node(primfn_read_map(e, doc), doc);
    if (doc->kind != TUNIP_DOC_LIST) return primfn_read_any(e, doc);
    tunip_docs docs = ((const tunip_doc_list *)doc)->elements;
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    if (!items) return tunip_value_wrong(doc);
    for (size_t i = 0; i < docs.count; i++) {
        tunip_value value = tunip_elaborate_by(e, read_data, docs.items[i]);
        items[i] = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    return tunip_value_node(primfn_array(e, docs.count, items), doc);
}

tunip_map *primfn_read_map(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    if (doc->kind != TUNIP_DOC_DICT) {
        tunip_complain(e, doc, "expected attributes in braces");
        return NULL;
    }
    size_t count = dict->keys.count;
    void **entries = tunip_elaborator_alloc(e, (2 * count + 1) * sizeof *entries);
    if (!entries) return NULL;
    for (size_t i = 0; i < count; i++) {
        tunip_str key;
        if (!primfn_text(dict->keys.items[i], &key)) {
            tunip_complain(e, dict->keys.items[i], "expected a string");
            return NULL;
        }
        tunip_value value = tunip_elaborate_by(e, read_data, dict->values.items[i]);
        entries[2 * i] = primfn_new_string(e, key);
        entries[2 * i + 1] = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    return tunip_map_new(tunip_elaborator_graph(e), count, entries);
}

/* ---- arguments ---- */

const tunip_doc *primfn_keyword(const tunip_doc_call *call, const char *key)
{
    for (size_t i = 0; i < call->values.count; i++)
        if (tunip_str_is(call->keys[i], key)) return call->values.items[i];
    return NULL;
}

static int64_t keyword_int(tunip_elaborator *e, const tunip_doc_call *call, const char *key,
                           int64_t otherwise)
{
    const tunip_doc *doc = primfn_keyword(call, key);
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (!doc) return otherwise;
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_INT)
        return literal->value.integer;
    tunip_complain(e, doc, "`%s` is an integer", key);
    return otherwise;
}

bool primfn_takes(tunip_elaborator *e, const tunip_doc_call *call, size_t count)
{
    if (call->args.count == count) return true;
    tunip_str name = relay_id_name(call->callee);
    tunip_complain(e, &call->base, TUNIP_BREAKS_ARGUMENTS "`%.*s` takes %zu argument%s, not %zu",
                   (int)name.size, name.data, count, count == 1 ? "" : "s", call->args.count);
    return false;
}

bool primfn_read_dtype(tunip_elaborator *e, const tunip_doc *doc, tunip_dtype *out)
{
    tunip_str name = relay_id_name(doc);
    *out = TUNIP_VOID;
    if (tunip_str_is(name, "void") || (name.size && tunip_dtype_legacy_parse(name, out)))
        return true;
    tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "expected the name of a dtype");
    return false;
}

/* ---- types ---- */

tunip_value primfn_read_type(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_dtype dtype;
    if (doc->kind == TUNIP_DOC_INDEX) return relay_read_meta(e, doc);
    if (is_none(doc)) return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = doc};
    if (doc->kind == TUNIP_DOC_TUPLE) {
        tunip_docs docs = ((const tunip_doc_tuple *)doc)->elements;
        tunip_ir_tuple_type *tuple = primfn_new(e, &tunip_ir_tuple_type_type);
        if (!tuple) return tunip_value_wrong(doc);
        tuple->fields = primfn_array(e, 0, NULL);
        for (size_t i = 0; i < docs.count; i++) {
            tunip_value field = tunip_elaborate_by(e, primfn_read_type, docs.items[i]);
            if (field.kind == TUNIP_VALUE_NODE) tunip_ir_append(e, tuple->fields, field.node);
        }
        return tunip_value_node(tuple, doc);
    }
    if (doc->kind != TUNIP_DOC_CALL)
        return primfn_read_dtype(e, doc, &dtype)
                   ? tunip_value_node(tunip_ir_prim_type_new(graph, dtype), doc)
                   : tunip_value_wrong(doc);
    if (!tunip_str_is(relay_id_name(call->callee), "Pointer") || call->args.count != 2)
        return tunip_complain(e, doc, "expected a type");
    tunip_ir_pointer_type *pointer = primfn_new(e, &tunip_ir_pointer_type_type);
    tunip_str scope = {"", 0};
    primfn_text(call->args.items[0], &scope);
    tunip_value element = tunip_elaborate_by(e, primfn_read_type, call->args.items[1]);
    if (!pointer || element.kind != TUNIP_VALUE_NODE) return tunip_value_wrong(doc);
    pointer->storage_scope = primfn_new_string(e, scope);
    pointer->element_type = element.node;
    return tunip_value_node(pointer, doc);
}

/* ---- definitions ---- */

static bool is_void(const tunip_node *type)
{
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    return tuple && !tunip_array_count(tuple->fields);
}

tunip_tir_var *primfn_new_var(tunip_elaborator *e, tunip_str name, tunip_node *type)
{
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    tunip_tir_var *var = primfn_new(e, &tunip_tir_var_type);
    if (!var) return NULL;
    var->name = primfn_new_string(e, name);
    var->type_annotation = type;
    var->base.dtype = prim ? prim->dtype : is_void(type) ? TUNIP_VOID : TUNIP_HANDLE;
    return var;
}

tunip_tir_var *primfn_new_int_var(tunip_elaborator *e, const tunip_doc *doc, tunip_dtype dtype)
{
    tunip_node *type = (tunip_node *)tunip_ir_prim_type_new(tunip_elaborator_graph(e), dtype);
    tunip_tir_var *var = primfn_new_var(e, relay_id_name(doc), type);
    if (var) tunip_name_set(e, relay_id_name(doc), tunip_value_node(var, doc));
    return var;
}

tunip_tir_buffer *primfn_new_buffer(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                                    tunip_array *shape, tunip_tir_var *data)
{
    enum { ALIGNMENT = 64 };
    tunip_tir_buffer *buffer = primfn_new(e, &tunip_tir_buffer_type);
    bool has_shape = tunip_array_count(shape) && shape->items[0];
    if (!buffer) return NULL;
    buffer->name = primfn_new_string(e, name);
    buffer->dtype = dtype;
    buffer->shape = shape;
    buffer->data = data;
    buffer->strides = primfn_array(e, 0, NULL);
    buffer->axis_separators = primfn_array(e, 0, NULL);
    buffer->elem_offset =
        primfn_new_int(e, has_shape ? tunip_ir_dtype_of(shape->items[0]) : TUNIP_INT(32), 0);
    buffer->data_alignment = ALIGNMENT;
    buffer->offset_factor = 1;
    buffer->buffer_type = TUNIP_TIR_BUFFER_DEFAULT;
    return buffer;
}

/* Buffer(data, dtype, shape, strides, elem_offset=..., ...) */
static tunip_tir_buffer *read_buffer(tunip_elaborator *e, tunip_str name,
                                     const tunip_doc_call *call)
{
    tunip_dtype dtype;
    if (!primfn_takes(e, call, 4) || !primfn_read_dtype(e, call->args.items[1], &dtype))
        return NULL;
    tunip_tir_var *data = primfn_read_as(e, call->args.items[0], &tunip_tir_var_type);
    tunip_array *shape = primfn_read_list(e, call->args.items[2], &tunip_ir_prim_expr_type);
    tunip_tir_buffer *buffer = primfn_new_buffer(e, name, dtype, shape, data);
    const tunip_doc *offset = primfn_keyword(call, "elem_offset");
    const tunip_doc *separators = primfn_keyword(call, "axis_separators");
    if (!buffer) return NULL;
    buffer->strides = primfn_read_list(e, call->args.items[3], &tunip_ir_prim_expr_type);
    if (offset) buffer->elem_offset = primfn_read_expr(e, offset);
    if (separators)
        buffer->axis_separators = primfn_read_list(e, separators, &tunip_ir_int_imm_type);
    buffer->data_alignment = keyword_int(e, call, "align", buffer->data_alignment);
    buffer->offset_factor = keyword_int(e, call, "offset_factor", 1);
    if (primfn_keyword(call, "type")) buffer->buffer_type = TUNIP_TIR_BUFFER_AUTO_BROADCAST;
    return data ? buffer : NULL;
}

/* DataProducer("name", dtype, shape): a tensor of tensor expressions. */
static tunip_te_tensor *read_producer(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_te_tensor *tensor = primfn_new(e, &tunip_te_tensor_type);
    tunip_te_placeholder_op *op = primfn_new(e, &tunip_te_placeholder_op_type);
    tunip_str hint;
    if (!tensor || !op || !primfn_takes(e, call, 3)) return NULL;
    if (!primfn_read_dtype(e, call->args.items[1], &op->dtype)) return NULL;
    if (!primfn_text(call->args.items[0], &hint)) hint = (tunip_str){"", 0};
    op->base.name = primfn_new_string(e, hint);
    op->base.tag = primfn_new_string(e, (tunip_str){"", 0});
    op->base.attrs = primfn_empty_map(e);
    op->shape = primfn_read_list(e, call->args.items[2], &tunip_ir_prim_expr_type);
    tensor->shape = op->shape;
    tensor->dtype = op->dtype;
    tensor->op = (tunip_node *)op;
    return tensor;
}

/* x: int32, A: Buffer(...), X: DataProducer(...) */
static tunip_value read_definition(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    tunip_str name = relay_id_name(assign->lhs);
    const tunip_doc_call *call = (const tunip_doc_call *)assign->annotation;
    bool is_call = assign->annotation->kind == TUNIP_DOC_CALL;
    tunip_str word = is_call ? relay_id_name(call->callee) : (tunip_str){"", 0};
    void *made = NULL;
    if (tunip_str_is(word, "Buffer")) {
        made = read_buffer(e, name, call);
    } else if (tunip_str_is(word, "DataProducer")) {
        made = read_producer(e, call);
    } else {
        tunip_value type = tunip_elaborate_by(e, primfn_read_type, assign->annotation);
        if (type.kind != TUNIP_VALUE_WRONG)
            made = primfn_new_var(e, name, type.kind == TUNIP_VALUE_NODE ? type.node : NULL);
    }
    tunip_elaborator_move(e, made, doc);
    tunip_value value = tunip_value_node(made, assign->lhs);
    tunip_name_set(e, name, value);
    return value;
}

static tunip_value read_name(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str name = relay_id_name(doc);
    if (tunip_str_is(name, "?")) {
        tunip_relay_any *any = primfn_new(e, &tunip_relay_any_type);
        if (any) any->base.dtype = TUNIP_INT(32);
        return tunip_value_node(any, doc);
    }
    const tunip_value *known = tunip_name_get(e, name);
    if (known && known->kind == TUNIP_VALUE_WRONG) return *known;
    if (known) {
        tunip_elaborator_note(e, TUNIP_USE_REFERENCE, name, doc, known->node);
        return tunip_value_node(known->node, doc);
    }
    tunip_value wrong = tunip_complain(e, doc,
                                       TUNIP_BREAKS_UNDEFINED_NAME
                                       "`%.*s` is not defined: TVM writes the type of a "
                                       "name where the name is first used",
                                       (int)name.size, name.data);
    tunip_suggest_name(e, name);
    return wrong;
}

/* ---- literals and operators ---- */

/* Whether a number may have more digits than the text: TVM writes six. */
static bool may_lack_digits(double value)
{
    char text[32];
    if (!(fabs(value) < HUGE_VAL)) return false;
    snprintf(text, sizeof text, "%.5e", value);
    const char *point = strchr(text, '.');
    return point && point[5] != '0' && point[5];
}

static tunip_value read_literal(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    tunip_dtype dtype = literal->value.typed.dtype;
    tunip_tir_string_imm *text;
    switch ((tunip_literal)doc->sub) {
    case TUNIP_LITERAL_BOOL:
        return tunip_value_node(primfn_new_int(e, TUNIP_BOOL, literal->value.boolean), doc);
    case TUNIP_LITERAL_INT:
        return tunip_value_node(primfn_new_int(e, dtype, literal->value.integer), doc);
    case TUNIP_LITERAL_FLOAT:
        if (may_lack_digits(literal->value.real))
            primfn_note(e, doc, LACKS_DIGITS,
                        "TVM writes six digits of a number: it may have more");
        return tunip_value_node(
            tunip_ir_float(tunip_elaborator_graph(e), dtype, literal->value.real), doc);
    case TUNIP_LITERAL_STR:
        text = primfn_new(e, &tunip_tir_string_imm_type);
        if (!text) return tunip_value_wrong(doc);
        text->value = primfn_new_string(e, literal->value.text);
        text->base.dtype = TUNIP_HANDLE;
        return tunip_value_node(text, doc);
    default:
        return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = doc};
    }
}

static tunip_value read_binary(tunip_elaborator *e, const tunip_type *type, tunip_docs operands,
                               const tunip_doc *doc)
{
    tunip_tir_binary *made = primfn_new(e, type);
    tunip_node *a = primfn_read_expr(e, operands.items[0]),
               *b = primfn_read_expr(e, operands.items[1]);
    if (!made || !a || !b) return tunip_value_wrong(doc);
    tunip_dtype left = tunip_ir_dtype_of(a), right = tunip_ir_dtype_of(b);
    if (!tunip_dtype_equal(left, right)) {
        char names[2][TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype_name(left, names[0]);
        tunip_dtype_name(right, names[1]);
        return tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "the operands are %s and %s", names[0],
                              names[1]);
    }
    made->a = a;
    made->b = b;
    return tunip_value_node(tunip_node_complete(tunip_elaborator_graph(e), made), doc);
}

static const tunip_type *const operations[TUNIP_OP__COUNT] = {
    [TUNIP_OP_ADD] = &tunip_tir_add_type, [TUNIP_OP_SUB] = &tunip_tir_sub_type,
    [TUNIP_OP_MUL] = &tunip_tir_mul_type, [TUNIP_OP_DIV] = &tunip_tir_div_type,
    [TUNIP_OP_MOD] = &tunip_tir_mod_type, [TUNIP_OP_EQ] = &tunip_tir_eq_type,
    [TUNIP_OP_NE] = &tunip_tir_ne_type,   [TUNIP_OP_LT] = &tunip_tir_lt_type,
    [TUNIP_OP_LE] = &tunip_tir_le_type,   [TUNIP_OP_GT] = &tunip_tir_gt_type,
    [TUNIP_OP_GE] = &tunip_tir_ge_type,   [TUNIP_OP_AND] = &tunip_tir_and_type,
    [TUNIP_OP_OR] = &tunip_tir_or_type,
};

static tunip_value read_operation(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    if (doc->sub != TUNIP_OP_NOT) return read_binary(e, operations[doc->sub], operands, doc);
    tunip_tir_not *made = primfn_new(e, &tunip_tir_not_type);
    tunip_node *a = primfn_read_expr(e, operands.items[0]);
    if (!made || !a) return tunip_value_wrong(doc);
    made->a = a;
    made->base.dtype = tunip_ir_dtype_of(a);
    return tunip_value_node(made, doc);
}

/* ---- ranges and regions ---- */

/* The extent of start:stop. */
static tunip_node *read_extent(tunip_elaborator *e, const tunip_doc_slice *slice,
                               const tunip_node *start)
{
    const tunip_ir_int_imm *min = TUNIP_AS(tunip_ir_int_imm, start);
    if (slice->step) return primfn_read_expr(e, slice->step);
    tunip_node *stop = primfn_read_expr(e, slice->stop);
    if (!start || !stop || (min && !min->value)) return stop;
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    const tunip_node *extent = tunip_tir_sub_folded(scratch, stop, start);
    return (tunip_node *)(uintptr_t)tunip_tir_simplified(scratch, extent);
}

tunip_ir_range *primfn_read_range(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    bool is_range = doc->kind == TUNIP_DOC_SLICE;
    tunip_ir_range *range = primfn_new(e, &tunip_ir_range_type);
    tunip_node *min = primfn_read_expr(e, is_range ? slice->start : doc);
    if (!range || !min) return NULL;
    range->min = min;
    range->extent =
        is_range ? read_extent(e, slice, min) : primfn_new_int(e, tunip_ir_dtype_of(min), 1);
    return range->extent ? range : NULL;
}

tunip_array *primfn_read_ranges(tunip_elaborator *e, tunip_docs docs)
{
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < docs.count; i++) items[i] = primfn_read_range(e, docs.items[i]);
    return items ? primfn_array(e, docs.count, items) : NULL;
}

/* A[i, 0:16] */
tunip_tir_buffer_region *primfn_read_region(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_tir_buffer_region *region = primfn_new(e, &tunip_tir_buffer_region_type);
    if (doc->kind != TUNIP_DOC_INDEX) {
        tunip_complain(e, doc, "expected a part of a buffer, such as `A[0:16]`");
        return NULL;
    }
    tunip_tir_buffer *buffer = primfn_read_as(e, index->value, &tunip_tir_buffer_type);
    if (!region || !buffer) return NULL;
    region->buffer = buffer;
    region->region = primfn_read_ranges(e, index->indices);
    return region;
}

tunip_array *primfn_read_regions(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_docs docs = primfn_items(e, doc);
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < docs.count; i++)
        items[i] = primfn_read_region(e, docs.items[i]);
    return items ? primfn_array(e, docs.count, items) : NULL;
}

/* ---- accesses ---- */

static tunip_node *product(tunip_elaborator *e, const tunip_array *shape)
{
    const tunip_node *all = NULL;
    for (size_t i = 0; i < tunip_array_count(shape); i++)
        all = all ? tunip_tir_mul_folded(tunip_elaborator_scratch(e), all, shape->items[i])
                  : shape->items[i];
    return all ? (tunip_node *)(uintptr_t)all : primfn_new_int(e, TUNIP_INT(32), 1);
}

/* Records how many elements a pointer has. */
void primfn_set_extents(tunip_elaborator *e, const tunip_tir_var *var, const tunip_array *extents)
{
    relay_tir *t = relay_tir_of(e);
    relay_pointer *pointers = t ? tunip_scratch_grow(tunip_elaborator_scratch(e), t->pointers,
                                                     t->count, sizeof *pointers, &t->room)
                                : NULL;
    if (!pointers) return;
    t->pointers = pointers;
    pointers[t->count++] = (relay_pointer){.var = var, .extents = extents};
}

static tunip_dtype element_of(const tunip_tir_var *var)
{
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, var->type_annotation);
    const tunip_ir_prim_type *prim =
        TUNIP_AS(tunip_ir_prim_type, pointer ? pointer->element_type : NULL);
    return prim ? prim->dtype : TUNIP_VOID;
}

/* The buffer of one dimension for accesses through a pointer. `dtype` is that of a load. */
tunip_tir_buffer *primfn_view(tunip_elaborator *e, tunip_tir_var *var, tunip_dtype dtype,
                              const tunip_doc *doc)
{
    relay_tir *t = relay_tir_of(e);
    const tunip_array *extents = NULL;
    dtype.lanes = 1;
    for (size_t i = 0; t && i < t->count; i++) {
        const relay_pointer *p = &t->pointers[i];
        if (p->var != var) continue;
        if (p->view && tunip_dtype_equal(p->view->dtype, dtype)) return p->view;
        if (p->extents) extents = p->extents;
    }
    primfn_note(
        e, doc, LACKS_POINTER,
        "loads and stores through pointers, as TVM had up to v0.8, read as accesses of buffers "
        "with one dimension");
    if (!extents)
        primfn_note(e, doc, LACKS_ELEMENT,
                    "the text does not say how many elements this pointer has: its buffer has one");
    void *size = product(e, extents);
    tunip_tir_buffer *buffer =
        primfn_new_buffer(e, tunip_string_value(var->name), dtype, primfn_array(e, 1, &size), var);
    primfn_set_extents(e, var, NULL);
    if (buffer && t && t->count) t->pointers[t->count - 1].view = buffer;
    return buffer;
}

/* The buffer or the producer of X[i]; for a pointer, its buffer. */
static tunip_node *read_accessed(tunip_elaborator *e, const tunip_doc *doc, tunip_dtype dtype)
{
    tunip_node *value = primfn_read_as(e, doc, NULL);
    tunip_tir_var *var =
        value && tunip_is_a(value, &tunip_tir_var_type) ? (tunip_tir_var *)value : NULL;
    if (!var) return value;
    if (tunip_dtype_equal(dtype, TUNIP_VOID)) dtype = element_of(var);
    return (tunip_node *)primfn_view(e, var, dtype, doc);
}

/* The dtype of the elements at the indices: a vector of as many as the last index has lanes. The
 * number of indices is not checked: TVM prints whatever a pass made. False for a wrong index. */
bool primfn_set_element(const tunip_tir_buffer *buffer, const tunip_array *indices,
                        tunip_dtype *out)
{
    size_t count = indices->count;
    *out = buffer->dtype;
    for (size_t i = 0; i < count; i++)
        if (!indices->items[i]) return false;
    if (count)
        out->lanes = (int16_t)(out->lanes * tunip_ir_dtype_of(indices->items[count - 1]).lanes);
    return true;
}

static tunip_value read_access(tunip_elaborator *e, const tunip_doc *doc, tunip_dtype dtype,
                               tunip_node *predicate)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_node *of = read_accessed(e, index->value, dtype);
    tunip_array *indices = primfn_read_all(e, index->indices, &tunip_ir_prim_expr_type);
    if (!of || !indices) return tunip_value_wrong(doc);
    if (tunip_is_a(of, &tunip_tir_data_producer_type)) {
        tunip_tir_producer_load *load = primfn_new(e, &tunip_tir_producer_load_type);
        if (!load) return tunip_value_wrong(doc);
        load->producer = of;
        load->indices = indices;
        load->base.dtype = ((tunip_te_tensor *)of)->dtype;
        return tunip_value_node(load, doc);
    }
    tunip_tir_buffer_load *load = primfn_new(e, &tunip_tir_buffer_load_type);
    tunip_value value = tunip_value_node(of, index->value);
    if (!tunip_is(of, &tunip_tir_buffer_type)) return tunip_complain_instead(e, &value, "a buffer");
    if (!load) return tunip_value_wrong(doc);
    load->buffer = (tunip_tir_buffer *)of;
    load->indices = indices;
    load->predicate = predicate;
    return primfn_set_element(load->buffer, indices, &load->base.dtype)
               ? tunip_value_node(load, doc)
               : tunip_value_wrong(doc);
}

static tunip_value read_index(tunip_elaborator *e, const tunip_doc *doc)
{
    if (relay_is_meta(doc)) return relay_read_meta(e, doc);
    return read_access(e, doc, TUNIP_VOID, NULL);
}

/* (float32*)p[i] if condition */
static tunip_value read_load(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_dtype dtype;
    const tunip_doc *index = call->args.items[1];
    if (!primfn_read_dtype(e, call->args.items[0], &dtype) || index->kind != TUNIP_DOC_INDEX)
        return tunip_complain(e, index, "expected a pointer with an index");
    tunip_node *predicate = call->args.count > 2 ? primfn_read_expr(e, call->args.items[2]) : NULL;
    return read_access(e, index, dtype, predicate);
}

/* ---- calls ---- */

static tunip_value read_cast(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_cast *cast = primfn_new(e, &tunip_tir_cast_type);
    if (!cast || !primfn_read_dtype(e, call->args.items[0], &cast->base.dtype))
        return tunip_value_wrong(&call->base);
    cast->value = primfn_read_expr(e, call->args.items[1]);
    return cast->value ? tunip_value_node(cast, &call->base) : tunip_value_wrong(&call->base);
}

static tunip_value read_select(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_select *made = primfn_new(e, &tunip_tir_select_type);
    if (!made) return tunip_value_wrong(&call->base);
    made->condition = primfn_read_expr(e, call->args.items[0]);
    made->true_value = primfn_read_expr(e, call->args.items[1]);
    made->false_value = primfn_read_expr(e, call->args.items[2]);
    bool is_read = made->condition && made->true_value && made->false_value;
    return is_read ? finished(e, made, &call->base) : tunip_value_wrong(&call->base);
}

static tunip_value read_ramp(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_ramp *made = primfn_new(e, &tunip_tir_ramp_type);
    if (!made) return tunip_value_wrong(&call->base);
    made->start = primfn_read_expr(e, call->args.items[0]);
    made->stride = primfn_read_expr(e, call->args.items[1]);
    made->lanes = primfn_read_expr(e, call->args.items[2]);
    bool is_read = made->start && made->stride && made->lanes;
    return is_read ? finished(e, made, &call->base) : tunip_value_wrong(&call->base);
}

static tunip_value read_broadcast(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_broadcast *made = primfn_new(e, &tunip_tir_broadcast_type);
    if (!made) return tunip_value_wrong(&call->base);
    made->value = primfn_read_expr(e, call->args.items[0]);
    made->lanes = primfn_read_expr(e, call->args.items[1]);
    bool is_read = made->value && made->lanes;
    return is_read ? finished(e, made, &call->base) : tunip_value_wrong(&call->base);
}

static tunip_value read_shuffle(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_shuffle *made = primfn_new(e, &tunip_tir_shuffle_type);
    if (!made) return tunip_value_wrong(&call->base);
    made->vectors = primfn_read_list(e, call->args.items[0], &tunip_ir_prim_expr_type);
    made->indices = primfn_read_list(e, call->args.items[1], &tunip_ir_prim_expr_type);
    return finished(e, made, &call->base);
}

/* let x: int32 = a in b */
static tunip_value read_let(tunip_elaborator *e, const tunip_doc_call *call)
{
    const tunip_doc_assign *head = (const tunip_doc_assign *)call->args.items[0];
    tunip_tir_let *made = primfn_new(e, &tunip_tir_let_type);
    if (!made) return tunip_value_wrong(&call->base);
    made->var = primfn_read_as(e, head->lhs, &tunip_tir_var_type);
    made->value = primfn_read_expr(e, head->rhs);
    made->body = primfn_read_expr(e, call->args.items[1]);
    bool is_read = made->var && made->value && made->body;
    return is_read ? finished(e, made, &call->base) : tunip_value_wrong(&call->base);
}

/* IterVar(i: int32, [0:16], "CommReduce", "") */
static tunip_value read_iter_var(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_iter_var *iter = primfn_new(e, &tunip_tir_iter_var_type);
    const tunip_doc *dom = call->args.items[1];
    tunip_str kind = {"", 0}, tag = {"", 0};
    if (!iter) return tunip_value_wrong(&call->base);
    iter->var = primfn_read_as(e, call->args.items[0], &tunip_tir_var_type);
    tunip_docs docs = is_none(dom) ? tunip_docs_none() : primfn_items(e, dom);
    if (docs.count) iter->dom = primfn_read_range(e, docs.items[0]);
    if (!primfn_text(call->args.items[2], &kind) || !primfn_text(call->args.items[3], &tag))
        return tunip_complain(e, &call->base,
                              TUNIP_BREAKS_ARGUMENTS
                              "the kind of a variable and its thread are strings");
    while (iter->iter_type <= TUNIP_TIR_ITER_TENSORIZED &&
           !tunip_str_is(kind, tunip_tir_iter_type_name(iter->iter_type)))
        iter->iter_type++;
    if (iter->iter_type > TUNIP_TIR_ITER_TENSORIZED)
        return tunip_complain(e, call->args.items[2], "there are no variables of the kind `%.*s`",
                              (int)kind.size, kind.data);
    iter->thread_tag = primfn_new_string(e, tag);
    return iter->var ? tunip_value_node(iter, &call->base) : tunip_value_wrong(&call->base);
}

/* reduce(combiner, [source], [axis], value_index, [init]) */
static tunip_value read_reduce(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_tir_reduce *made = primfn_new(e, &tunip_tir_reduce_type);
    if (!made) return tunip_value_wrong(&call->base);
    made->combiner = primfn_read_as(e, call->args.items[0], &tunip_tir_comm_reducer_type);
    made->source = primfn_read_list(e, call->args.items[1], &tunip_ir_prim_expr_type);
    made->axis = primfn_read_list(e, call->args.items[2], &tunip_tir_iter_var_type);
    const tunip_ir_int_imm *index = primfn_read_as(e, call->args.items[3], &tunip_ir_int_imm_type);
    made->init = primfn_read_list(e, call->args.items[4], &tunip_ir_prim_expr_type);
    made->condition = primfn_true(e);
    if (!made->combiner || !index) return tunip_value_wrong(&call->base);
    made->value_index = index->value;
    primfn_note(e, &call->base, LACKS_CONDITION,
                "the text leaves out the conditions of reductions: they read as True");
    return finished(e, made, &call->base);
}

static tunip_value read_min(tunip_elaborator *e, const tunip_doc_call *call)
{
    return read_binary(e, &tunip_tir_min_type, call->args, &call->base);
}

static tunip_value read_max(tunip_elaborator *e, const tunip_doc_call *call)
{
    return read_binary(e, &tunip_tir_max_type, call->args, &call->base);
}

static tunip_value read_floor_div(tunip_elaborator *e, const tunip_doc_call *call)
{
    return read_binary(e, &tunip_tir_floor_div_type, call->args, &call->base);
}

static tunip_value read_floor_mod(tunip_elaborator *e, const tunip_doc_call *call)
{
    return read_binary(e, &tunip_tir_floor_mod_type, call->args, &call->base);
}

static const struct {
    const char *name;
    size_t count; /* of arguments; 0: any */
    tunip_value (*read)(tunip_elaborator *e, const tunip_doc_call *call);
} words[] = {
    {"*", 0, read_load},
    {"cast", 2, read_cast},
    {"floordiv", 2, read_floor_div},
    {"floormod", 2, read_floor_mod},
    {"min", 2, read_min},
    {"max", 2, read_max},
    {"select", 3, read_select},
    {"ramp", 3, read_ramp},
    {"broadcast", 2, read_broadcast},
    {"shuffle", 2, read_shuffle},
    {"let", 2, read_let},
    {"reduce", 5, read_reduce},
    {"IterVar", 4, read_iter_var},
};

/* @tir.exp(x, dtype=float32). A name with a period is an operator, any other one a function. */
static tunip_value read_called(tunip_elaborator *e, const tunip_doc_call *call, tunip_str name)
{
    tunip_tir_call *made = primfn_new(e, &tunip_tir_call_type);
    const tunip_doc *dtype = primfn_keyword(call, "dtype");
    tunip_str op = {name.data + 1, name.size - 1};
    bool is_op = memchr(op.data, '.', op.size) && !relay_known_get(e, name);
    if (!made) return tunip_value_wrong(&call->base);
    if (!dtype)
        return tunip_complain(e, &call->base, TUNIP_BREAKS_ARGUMENTS "the call has no `dtype=`");
    if (!primfn_read_dtype(e, dtype, &made->base.dtype)) return tunip_value_wrong(&call->base);
    made->op = is_op ? relay_operator(e, op) : relay_global(e, name);
    tunip_elaborator_note(e, TUNIP_USE_REFERENCE, name, call->callee, made->op);
    made->args = primfn_read_all(e, call->args, NULL);
    for (size_t i = 0; i < tunip_array_count(made->args); i++)
        if (!made->args->items[i]) return tunip_value_wrong(&call->base);
    return tunip_value_node(made, &call->base);
}

static tunip_value read_call(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_str name = relay_id_name(call->callee);
    if (name.size && *name.data == '@') return read_called(e, call, name);
    if (relay_is_device(doc)) return tunip_value_node(relay_read_device(e, doc), doc);
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        if (!tunip_str_is(name, words[i].name)) continue;
        bool fits = !words[i].count || primfn_takes(e, call, words[i].count);
        return fits ? words[i].read(e, call) : tunip_value_wrong(doc);
    }
    return tunip_complain(e, call->callee,
                          TUNIP_BREAKS_UNDEFINED_NAME "the tensor IR has no `%.*s`", (int)name.size,
                          name.data);
}

static tunip_value read_items(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(primfn_read_list(e, doc, NULL), doc);
}

static tunip_value read_slice(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(primfn_read_range(e, doc), doc);
}

static const tunip_read_fn readers[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = read_literal,   [TUNIP_DOC_ID] = read_name,
    [TUNIP_DOC_ASSIGN] = read_definition, [TUNIP_DOC_OPERATION] = read_operation,
    [TUNIP_DOC_CALL] = read_call,         [TUNIP_DOC_INDEX] = read_index,
    [TUNIP_DOC_LIST] = read_items,        [TUNIP_DOC_SLICE] = read_slice,
};

tunip_value primfn_read_any(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_read_fn read = doc->kind < TUNIP_DOC__COUNT ? readers[doc->kind] : NULL;
    return read ? read(e, doc) : tunip_complain(e, doc, "expected an expression");
}
