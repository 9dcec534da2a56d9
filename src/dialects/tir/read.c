/* read.c -- helpers of all files that read scripts: values as expressions, new variables,
 * bodies. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis.h"
#include "fold.h"
#include "ops.h"
#include "script.h"

const tunip_dtype tir_int32 = {TUNIP_DTYPE_INT, 32, 1};
const tunip_dtype tir_bool = {TUNIP_DTYPE_BOOL, 8, 1};
const tunip_dtype tir_float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
const tunip_dtype tir_handle = {TUNIP_DTYPE_HANDLE, 64, 1};

tir_script_state *tir_state_of(tunip_elaborator *e)
{
    return tunip_elaborator_state(e, &tunip_dialect_tir);
}

tunip_string *tir_empty_text(tunip_elaborator *e)
{
    tir_script_state *state = tir_state_of(e);
    if (!state) return NULL;
    if (!state->empty) state->empty = tunip_string_new(tunip_elaborator_graph(e), "");
    return state->empty;
}

tunip_ir_prim_type *tir_prim_type(tunip_elaborator *e, tunip_dtype dtype)
{
    tir_script_state *state = tir_state_of(e);
    if (!state) return NULL;
    size_t slot = (dtype.code * 5u + dtype.bits / 8u + (uint16_t)dtype.lanes) % TIR_RECENT_TYPES;
    tunip_ir_prim_type *known = state->types[slot];
    if (known && tunip_dtype_equal(known->dtype, dtype)) return known;
    return state->types[slot] = tunip_ir_prim_type_new(tunip_elaborator_graph(e), dtype);
}

tunip_ir_pointer_type *tir_pointer_type(tunip_elaborator *e, tunip_dtype element, tunip_str scope)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_pointer_type *type = tunip_node_new(graph, &tunip_ir_pointer_type_type);
    if (!type) return NULL;
    if (!scope.size && tunip_elaborator_folds(e)) scope = tunip_str_from("global");
    type->element_type = (tunip_node *)tir_prim_type(e, element);
    type->storage_scope = tunip_string_new_view(graph, scope);
    return type->element_type && type->storage_scope ? type : NULL;
}

void *tir_cast(tunip_elaborator *e, void *node, tunip_dtype dtype)
{
    tunip_ir_prim_expr *expr = node;
    if (!expr || tunip_dtype_equal(expr->dtype, dtype)) return expr;
    bool spreads = expr->dtype.lanes == 1 && (dtype.lanes > 1 || dtype.lanes < 0);
    if (spreads || (tunip_elaborator_folds(e) && expr->dtype.lanes == dtype.lanes))
        return (void *)(uintptr_t)tir_cast_folded(tunip_elaborator_scratch(e), dtype, node);
    tunip_tir_cast *cast = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_cast_type);
    if (!cast) return NULL;
    cast->base.dtype = dtype;
    cast->value = node;
    return cast;
}

/* ---- numbers and other values as expressions ---- */

/* Floats of all formats. */
static bool is_real_dtype(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_FLOAT || dtype.code == TUNIP_DTYPE_BFLOAT ||
           dtype.code > TUNIP_DTYPE_BOOL;
}

static void *make_number(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_real = is_real_dtype(dtype);
    dtype.lanes = 1;
    bool is_number = value->kind >= TUNIP_VALUE_BOOL && value->kind <= TUNIP_VALUE_FLOAT;
    if (is_number && dtype.code == TUNIP_DTYPE_HANDLE) {
        tunip_complain(e, value->doc, "a number cannot be cast to a handle");
        return NULL;
    }
    switch (value->kind) {
    case TUNIP_VALUE_BOOL:
        if (is_real) return tunip_ir_float(graph, dtype, value->boolean);
        return tunip_ir_int(graph, dtype, value->boolean);
    case TUNIP_VALUE_INT:
        if (is_real) return tunip_ir_float(graph, dtype, (double)value->integer);
        return tunip_ir_int(graph, dtype, value->integer);
    case TUNIP_VALUE_FLOAT:
        return tunip_ir_float(graph, is_real ? dtype : tir_float32, value->real);
    default:
        return NULL;
    }
}

void *tir_number(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    if (!value->doc) return make_number(e, value, dtype);
    const tunip_doc *before = tunip_elaborator_stand(e, value->doc);
    void *number = make_number(e, value, dtype);
    tunip_elaborator_stand(e, before);
    return tir_takes_constant(e, number, value->doc) ? number : NULL;
}

void *tir_literal(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    bool is_float = value->kind == TUNIP_VALUE_FLOAT && tunip_elaborator_folds(e);
    return is_float && !tir_number(e, value, tir_float32) ? NULL : tir_number(e, value, dtype);
}

const tir_settings *tir_script_settings(const tunip_elaborator *e)
{
    return tunip_elaborator_settings(e, &tunip_dialect_tir);
}

/* The dtype of a bare literal. */
tunip_dtype tir_literal_dtype(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_BOOL) return tir_bool;
    tunip_dtype bare = tir_script_settings(e)->float_dtype;
    if (value->kind == TUNIP_VALUE_FLOAT) return bare.bits ? bare : tir_float32;
    bool is_wide = value->kind == TUNIP_VALUE_INT && value->integer != (int32_t)value->integer;
    if (is_wide && tunip_elaborator_folds(e)) return TUNIP_INT(64);
    return tir_script_settings(e)->int_dtype;
}

void *tir_expr(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_NONE && value->doc) {
        tunip_complain(e, value->doc, "`None` is not an expression");
        return NULL;
    }
    return tunip_value_to_node(e, value, &tunip_ir_prim_expr_type);
}

void *tir_expr_of(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    bool is_number = value->kind >= TUNIP_VALUE_BOOL && value->kind <= TUNIP_VALUE_FLOAT;
    return is_number ? tir_literal(e, value, dtype) : tir_expr(e, value);
}

tunip_array *tir_exprs(tunip_elaborator *e, const tunip_value *value)
{
    bool is_list = value->kind == TUNIP_VALUE_LIST ||
                   (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type);
    if (is_list || value->kind <= TUNIP_VALUE_NONE)
        return tunip_value_to_array(e, value, &tunip_ir_prim_expr_type);
    tunip_values one = {value, 1};
    return tunip_values_to_array(e, one, &tunip_ir_prim_expr_type);
}

void *tir_optional(tunip_elaborator *e, const tunip_value *value)
{
    return value->kind <= TUNIP_VALUE_NONE ? NULL : tir_expr(e, value);
}

tunip_map *tir_data(tunip_elaborator *e, const tunip_value *value)
{
    bool has_data = value->kind > TUNIP_VALUE_NONE && tunip_value_has_names(e, value);
    tunip_node *data = has_data ? tunip_value_to_data(e, value) : NULL;
    if (data && data->type == &tunip_map_type) return (tunip_map *)data;
    if (data) tunip_complain_instead(e, value, "a dict");
    return tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
}

tunip_ir_range *tir_range(tunip_elaborator *e, void *min, void *extent)
{
    return tunip_ir_range_new(tunip_elaborator_graph(e), min, extent);
}

/* The printer writes min + extent, folded where both are numbers. */
void *tir_extent(tunip_elaborator *e, void *min, void *stop)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_scratch *scratch = tunip_graph_scratch(graph);
    if (min && stop && tunip_elaborator_folds(e))
        return (void *)(uintptr_t)tir_simplify(scratch,
                                               tir_folded(scratch, TIR_FOLD_SUB, stop, min));
    if (!min || !stop || tunip_ir_is_int(min, 0)) return stop;
    const tunip_ir_int_imm *low = TUNIP_AS(tunip_ir_int_imm, min);
    const tunip_ir_int_imm *high = TUNIP_AS(tunip_ir_int_imm, stop);
    int64_t between;
    if (low && high && !__builtin_sub_overflow(high->value, low->value, &between))
        return tunip_ir_int(graph, high->base.dtype, between);
    const tunip_tir_add *sum = TUNIP_AS(tunip_tir_add, stop);
    if (sum && tir_same_expr(sum->a, min)) return sum->b;
    if (sum && tir_same_expr(sum->b, min)) return sum->a;
    return tunip_tir_binary_new(graph, &tunip_tir_sub_type, stop, min);
}

void *tir_difference(tunip_elaborator *e, void *min, void *stop)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    if (!tunip_elaborator_folds(e) || !min || !stop) return tir_extent(e, min, stop);
    return (void *)(uintptr_t)tir_folded(scratch, TIR_FOLD_SUB, stop, min);
}

void *tir_axis_extent(tunip_elaborator *e, void *min, void *stop)
{
    tunip_node *simple = tir_extent(e, min, stop);
    return tunip_is(simple, &tunip_ir_int_imm_type) ? simple : tir_difference(e, min, stop);
}

/* ---- bodies ---- */

/* Sequences of the metadata section may use one another twice, and they may be deep. */
enum { MOST_SEQUENCES = 1 << 20, MOST_NESTED = 1000 };

/* Appends a statement, or those of a sequence, without ones that do nothing (TVM's
 * SeqStmt::Flatten). Beyond the limits a sequence counts as one statement. */
static void flatten(tunip_elaborator *e, tunip_array *out, tunip_node *stmt, size_t depth,
                    size_t *sequences)
{
    const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, stmt);
    const tunip_tir_evaluate *eval = TUNIP_AS(tunip_tir_evaluate, stmt);
    if (seq && (depth >= MOST_NESTED || ++*sequences > MOST_SEQUENCES)) seq = NULL;
    for (size_t i = 0; seq && i < tunip_array_count(seq->seq); i++)
        flatten(e, out, seq->seq->items[i], depth + 1, sequences);
    if (!seq && !(eval && tunip_ir_is_int(eval->value, 0))) tunip_ir_append(e, out, stmt);
}

tunip_node *tir_body_read(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count;
    tunip_node **stmts = tunip_scope_nodes(e, &count);
    if (count && tunip_elaborator_folds(e)) {
        tunip_array *flat = tunip_array_new(graph, 0, NULL);
        size_t sequences = 0;
        for (size_t i = 0; i < count; i++) flatten(e, flat, stmts[i], 0, &sequences);
        if (tunip_array_count(flat) > 1) return (tunip_node *)tunip_tir_seq_new(graph, flat);
        stmts = flat ? flat->items : NULL;
        count = tunip_array_count(flat);
    }
    if (!count)
        return (tunip_node *)tunip_tir_evaluate_new(graph, tunip_ir_int(graph, tir_int32, 0));
    if (count == 1) return stmts[0];
    tunip_array *list = tunip_array_new(graph, count, (void *const *)stmts);
    return (tunip_node *)tunip_tir_seq_new(graph, list);
}

/* ---- names and types ---- */

tunip_tir_var *tir_new_var(tunip_elaborator *e, tunip_dtype dtype, void *type, bool is_size)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_var *var =
        tunip_node_new(graph, is_size ? &tunip_tir_size_var_type : &tunip_tir_var_type);
    if (!var) return NULL;
    var->base.dtype = dtype;
    var->name = tir_empty_text(e);
    bool is_void = dtype.code == TUNIP_DTYPE_HANDLE && !dtype.bits;
    if (!type && is_void) type = tir_empty_tuple(e, NULL).node;
    var->type_annotation = type ? type : (void *)tir_prim_type(e, dtype);
    return var->name && var->type_annotation ? var : NULL;
}

tunip_str tir_item_name(tunip_elaborator *e, tunip_str name, const char *separator, size_t index)
{
    size_t size = name.size + strlen(separator) + 24;
    char *text = tunip_elaborator_alloc(e, size);
    if (!text) return name;
    int used = snprintf(text, size, "%.*s%s%zu", (int)name.size, name.data, separator, index);
    return (tunip_str){text, (size_t)used};
}

static void name_var(tunip_elaborator *e, void *node, tunip_str name)
{
    tunip_tir_var *var = node;
    if (!tunip_is_a(node, &tunip_tir_var_type) || tunip_string_value(var->name).size) return;
    var->name = tunip_string_new_view(tunip_elaborator_graph(e), name);
}

/* Names a variable that a buffer uses, even if it has a name, when TVM does so. */
static void rename_var(tunip_elaborator *e, void *node, tunip_str name, bool renames)
{
    if (renames && tunip_is_a(node, &tunip_tir_var_type))
        ((tunip_tir_var *)node)->name = tir_empty_text(e);
    name_var(e, node, name);
}

/* The buffer A names its data A, too, and its strides A_s0, A_s1, as TVM's Namer does (TVM v0.23
 * src/script/ir_builder/tir/ir.cc). This renames variables that have a name, such as parameters;
 * printed text keeps the names that it has. In v0.26 strides keep their names. */
static void name_buffer(tunip_elaborator *e, tunip_tir_buffer *buffer, tunip_str name)
{
    bool folds = tunip_elaborator_folds(e);
    bool renames = folds && !tir_does(e, TIR_DOES_KEEP_STRIDES);
    if (tunip_string_value(buffer->name).size && !renames) return;
    buffer->name = tunip_string_new_view(tunip_elaborator_graph(e), name);
    rename_var(e, buffer->data, name, folds);
    for (size_t i = 0; i < tunip_array_count(buffer->strides); i++)
        rename_var(e, buffer->strides->items[i], tir_item_name(e, name, "_s", i), renames);
}

void tir_name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name)
{
    if (value->kind != TUNIP_VALUE_NODE) return;
    tunip_node *node = value->node;
    if (tunip_is(node, &tunip_tir_iter_var_type))
        node = (tunip_node *)((tunip_tir_iter_var *)node)->var;
    if (tunip_is(node, &tunip_tir_buffer_type))
        name_buffer(e, (tunip_tir_buffer *)node, name);
    else
        name_var(e, node, name);
}

/* As Python's float(), but for spaces inside, underscores and digits that are not ASCII. */
bool tir_parse_real(tunip_str text, double *out)
{
    enum { MOST_SIZE = 64 };
    static const char characters[] = "+-.0123456789abcdefinityABCDEFINITY";
    char copy[MOST_SIZE], *end;
    while (text.size && memchr(" \t\n\r\f\v", text.data[0], 6)) text.data++, text.size--;
    while (text.size && memchr(" \t\n\r\f\v", text.data[text.size - 1], 6)) text.size--;
    if (!text.size || text.size >= sizeof copy) return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    if (strspn(copy, characters) != text.size) return false; /* strtod() also reads 0x1p3 */
    *out = strtod(copy, &end);
    return !*end;
}

tunip_value tir_empty_tuple(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_tuple_type *type = tunip_node_new(graph, &tunip_ir_tuple_type_type);
    if (type) type->fields = tunip_array_new(graph, 0, NULL);
    return tunip_value_node(type, doc);
}

/* ---- operators ---- */

tunip_tir_call *tir_new_call(tunip_elaborator *e, tunip_dtype dtype, void *op, tunip_array *args)
{
    tunip_tir_call *call = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_call_type);
    if (!call || !op || !args) return NULL;
    call->base.dtype = dtype;
    call->op = op;
    call->args = args;
    return call;
}

void *tir_op_new(tunip_elaborator *e, const char *name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tir_op *row = tir_find_op(tunip_str_from(name));
    tir_script_state *state = tunip_elaborator_state(e, &tunip_dialect_tir);
    tunip_ir_op **known = state && row ? &state->ops[row - tir_ops] : NULL;
    if (known && *known) return *known;
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (op) op->name = tunip_string_new(graph, name);
    if (known) *known = op;
    return op;
}

/* The number of lanes that an expression gives: negative with vscale. */
int tir_count_lanes(const tunip_node *lanes)
{
    const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, lanes);
    const tunip_tir_mul *scaled = TUNIP_AS(tunip_tir_mul, lanes);
    const tunip_ir_int_imm *factor = TUNIP_AS(tunip_ir_int_imm, scaled ? scaled->a : NULL);
    if (!factor) factor = TUNIP_AS(tunip_ir_int_imm, scaled ? scaled->b : NULL);
    int64_t count = number ? number->value : factor ? factor->value : 0;
    if (count < -INT16_MAX || count > INT16_MAX) return 0;
    return number ? (int)count : -(int)count;
}
