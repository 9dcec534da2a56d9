/* expr.c -- expressions, types and values of attributes. */
#include <inttypes.h>

#include "primfn.h"

#define W(text) relay_word(d, (text), NULL)

/* ---- dtypes and numbers ---- */

const tunip_doc *primfn_dtype(tunip_docsifier *d, tunip_dtype dtype, const tunip_path *path)
{
    return tunip_doc_raw_new(d, relay_dtype_text(d, dtype), path);
}

static bool is_bool(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_BOOL ||
           (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1 && dtype.lanes == 1);
}

/* The digits of a number, then its dtype: 5i64, 0.5f32. An int32 is digits only. */
static const tunip_doc *number(tunip_docsifier *d, tunip_str digits, tunip_dtype dtype,
                               const tunip_path *path)
{
    static const char letters[] = {[TUNIP_DTYPE_INT] = 'i', [TUNIP_DTYPE_UINT] = 'u',
                                   [TUNIP_DTYPE_FLOAT] = 'f'};
    char letter[2] = {dtype.code < sizeof letters ? letters[dtype.code] : '\0', '\0'};
    if (tunip_dtype_equal(dtype, TUNIP_INT(32))) return tunip_doc_raw_new(d, digits, path);
    tunip_str text = tunip_doc_format(d, "%s%s%u", digits.data, letter, (unsigned)dtype.bits);
    if (dtype.lanes != 1)
        text = tunip_doc_format(d, "%s%s%ux%u", digits.data, letter, (unsigned)dtype.bits,
                                (unsigned)dtype.lanes);
    return tunip_doc_raw_new(d, text, path);
}

static const tunip_doc *whole_number(tunip_docsifier *d, int64_t value, tunip_dtype dtype,
                                     const tunip_path *path)
{
    if (is_bool(dtype)) return relay_word(d, value == 1 ? "True" : "False", path);
    return number(d, tunip_doc_format(d, "%" PRId64, value), dtype, path);
}

const tunip_doc *primfn_int(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    return whole_number(d, imm->value, imm->base.dtype, path);
}

const tunip_doc *primfn_float(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_ir_float_imm *imm = (const tunip_ir_float_imm *)node;
    return number(d, tunip_doc_format(d, "%g", imm->value), imm->base.dtype, path);
}

const tunip_doc *primfn_string(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_string_imm *imm = (const tunip_tir_string_imm *)node;
    return tunip_doc_str(d, tunip_string_value(imm->value), path);
}

/* ---- sums ---- */

static bool is_signed_or_not(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT;
}

/* The dtype of a sum of integers: the wider one; of two with the same width, the unsigned one. */
static tunip_dtype common_dtype(tunip_dtype a, tunip_dtype b)
{
    if (!is_signed_or_not(a) || !is_signed_or_not(b)) return a;
    if (a.bits != b.bits) return a.bits > b.bits ? a : b;
    return a.code == TUNIP_DTYPE_UINT ? a : b;
}

/* A sum of two numbers wraps around in its dtype. */
static int64_t wrapped(uint64_t value, tunip_dtype dtype)
{
    if (!dtype.bits || dtype.bits >= 64) return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (dtype.bits - 1);
    value &= (sign << 1) - 1;
    return (int64_t)(dtype.code == TUNIP_DTYPE_INT && (value & sign) ? value - (sign << 1) : value);
}

static const tunip_doc *operand(tunip_docsifier *d, const tunip_node *node, tunip_dtype dtype,
                                const tunip_path *path)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (imm) return whole_number(d, imm->value, dtype, path);
    const tunip_doc *doc = tunip_docsify(d, node, path);
    if (tunip_dtype_equal(tunip_ir_dtype_of(node), dtype)) return doc;
    return PRIMFN_JOINED(d, W("cast("), primfn_dtype(d, dtype, NULL), W(", "), doc, W(")"));
}

const tunip_doc *primfn_end(tunip_docsifier *d, const tunip_node *min, const tunip_node *extent,
                            const tunip_path *path)
{
    if (!min || !extent) return W("(nullptr)");
    tunip_dtype dtype = common_dtype(tunip_ir_dtype_of(min), tunip_ir_dtype_of(extent));
    const tunip_ir_int_imm *a = TUNIP_AS(tunip_ir_int_imm, min);
    const tunip_ir_int_imm *b = TUNIP_AS(tunip_ir_int_imm, extent);
    if (a && b)
        return whole_number(d, wrapped((uint64_t)a->value + (uint64_t)b->value, dtype), dtype,
                            path);
    if (a && a->value == 0) return operand(d, extent, dtype, path);
    if (b && b->value == 0) return operand(d, min, dtype, path);
    const tunip_doc *left = operand(d, min, dtype, NULL);
    const tunip_doc *right = operand(d, extent, dtype, path);
    return PRIMFN_JOINED(d, W("("), left, W(" + "), right, W(")"));
}

/* ---- calls ---- */

const tunip_doc *primfn_any(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    (void)node;
    return relay_word(d, "?", path);
}

const tunip_doc *primfn_meta(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return relay_meta(d, node, path);
}

const tunip_doc *primfn_cast(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_cast *cast = (const tunip_tir_cast *)node;
    const tunip_doc *dtype =
        primfn_dtype(d, cast->base.dtype, tunip_path_attr(d, path, "dtype"));
    const tunip_doc *value = TUNIP_CHILD(d, cast, value, path);
    return PRIMFN_JOINED(d, W("cast("), dtype, W(", "), value, W(")"));
}

/* The name of an operator or of a global function. */
static tunip_str callee_name(const tunip_node *callee)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    const tunip_relay_global_var *var = TUNIP_AS(tunip_relay_global_var, callee);
    const tunip_ir_global_var *other = TUNIP_AS(tunip_ir_global_var, callee);
    return tunip_string_value(op      ? op->name
                              : var   ? var->name_hint
                              : other ? other->name_hint
                                      : NULL);
}

/* @name(a, b, dtype=int32) */
const tunip_doc *primfn_call(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_call *call = (const tunip_tir_call *)node;
    size_t count = tunip_array_count(call->args), at = 0;
    const tunip_path *args_at = tunip_path_attr(d, path, "args");
    const tunip_doc **parts = tunip_docs_new(d, 2 * count + 5);
    if (!parts) return tunip_doc_none(d, path);
    parts[at++] = tunip_doc_raw_new(d, relay_joined(d, "@", callee_name(call->op)),
                                    tunip_path_attr(d, path, "op"));
    parts[at++] = W("(");
    for (size_t i = 0; i < count; i++) {
        if (i) parts[at++] = W(", ");
        parts[at++] = primfn_value(d, call->args->items[i], tunip_path_item(d, args_at, i));
    }
    parts[at++] = W(", dtype=");
    parts[at++] = primfn_dtype(d, call->base.dtype, tunip_path_attr(d, path, "dtype"));
    parts[at++] = W(")");
    return tunip_doc_joined_new(d, tunip_docs_view(parts, at));
}

/* ---- types ---- */

static const tunip_doc *tuple_type(tunip_docsifier *d, const tunip_ir_tuple_type *type,
                                   const tunip_path *path)
{
    size_t count = tunip_array_count(type->fields);
    const tunip_path *at = tunip_path_attr(d, path, "fields");
    const tunip_doc **fields = tunip_docs_new(d, count);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = primfn_type(d, type->fields->items[i], tunip_path_item(d, at, i));
    return tunip_doc_at(d, tunip_doc_tuple_new(d, tunip_docs_view(fields, count)), path);
}

/* Pointer(float32), Pointer(shared float32) */
static const tunip_doc *pointer_type(tunip_docsifier *d, const tunip_ir_pointer_type *type,
                                     const tunip_path *path)
{
    tunip_str scope = tunip_string_value(type->storage_scope);
    const tunip_doc *element =
        primfn_type(d, type->element_type, tunip_path_attr(d, path, "element_type"));
    const tunip_doc *doc =
        PRIMFN_JOINED(d, W("Pointer("), tunip_doc_raw_new(d, scope, NULL),
                      W(scope.size ? " " : ""), element, W(")"));
    return tunip_doc_at(d, doc, path);
}

const tunip_doc *primfn_type(tunip_docsifier *d, const void *type, const tunip_path *path)
{
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, type);
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    if (!type) return relay_word(d, "(nullptr)", path);
    if (prim) return primfn_dtype(d, prim->dtype, path);
    if (pointer) return pointer_type(d, pointer, path);
    return tuple ? tuple_type(d, tuple, path) : relay_meta(d, type, path);
}

/* ---- values ---- */

static bool has_form(const tunip_node *node)
{
    static const tunip_type *const types[] = {
        &tunip_ir_prim_expr_type, &tunip_tir_stmt_type,          &tunip_tir_prim_func_type,
        &tunip_tir_iter_var_type, &tunip_ir_range_type,          &tunip_tir_buffer_type,
        &tunip_ir_target_type,    &tunip_tir_data_producer_type, &tunip_tir_buffer_region_type,
    };
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        if (tunip_is_a(node, types[i])) return true;
    return false;
}

static const tunip_doc *list(tunip_docsifier *d, const tunip_array *array, const tunip_path *path)
{
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = primfn_value(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, array->count));
}

const tunip_doc *primfn_value(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    if (!node) return relay_word(d, "(nullptr)", path);
    if (tunip_is(node, &tunip_string_type)) return tunip_doc_str(d, tunip_string_value(node), path);
    if (node->type == &tunip_array_type)
        return tunip_doc_at(d, list(d, (const tunip_array *)node, path), path);
    if (tunip_is_a(node, &tunip_ir_type_type)) return primfn_type(d, node, path);
    return has_form(node) ? tunip_docsify(d, node, path) : relay_meta(d, node, path);
}

const tunip_doc *primfn_map(tunip_docsifier *d, const tunip_map *map, const tunip_path *path)
{
    size_t count = tunip_map_count(map);
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    for (size_t i = 0; keys && values && i < count; i++) {
        const tunip_path *at = tunip_path_key(d, path, map->entries[i].key);
        keys[i] = tunip_doc_str(d, tunip_string_value(map->entries[i].key), NULL);
        values[i] = primfn_value(d, map->entries[i].value, at);
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
}
