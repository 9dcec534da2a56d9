/* operators.c -- the table of operators, and kinds and labels of expressions. */
#include "operators.h"

#include <stdlib.h>

enum { LEFT = 1, DATA = 2 };

static const struct operator
{
    const char *name;
    cg_kind kind;
    unsigned flags;
}
operators[] = {
#define OP(name, kind, flags) {name, CG_##kind, flags},
#include "operators.def"
#undef OP
};

static int by_name(const void *key, const void *row)
{
    return cg_compare(*(const tunip_str *)key, tunip_str_from(((const struct operator*)row)->name));
}

static const struct operator* find(tunip_str name)
{
    return bsearch(&name, operators, TUNIP_LEN(operators), sizeof *operators, by_name);
}

static const struct {
    char letter;
    cg_kind kind;
} letters[] = {{'E', CG_E}, {'B', CG_B}, {'I', CG_I}, {'R', CG_R}, {'A', CG_A}, {'O', CG_O}};

char cg_kind_letter(cg_kind kind)
{
    for (size_t i = 0; i < TUNIP_LEN(letters); i++)
        if (letters[i].kind == kind) return letters[i].letter;
    return '?';
}

bool cg_kind_parse(char letter, cg_kind *kind)
{
    for (size_t i = 0; i < TUNIP_LEN(letters); i++)
        if (letters[i].letter == letter) {
            *kind = letters[i].kind;
            return true;
        }
    return false;
}

bool cg_operator_kind(tunip_str name, cg_kind *kind)
{
    const struct operator* row = find(name);
    if (row) *kind = row->kind;
    return row != NULL;
}

tunip_str cg_operator_name(const tunip_node *node)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, node);
    return tunip_string_value(op ? op->name : NULL);
}

const tunip_node *cg_type_of(const tunip_node *expr)
{
    const tunip_relay_expr *relay = TUNIP_AS_A(tunip_relay_expr, expr);
    return relay ? relay->checked_type : NULL;
}

/* ---- single expressions ---- */

const tunip_node *cg_function_attr(const tunip_relay_function *function, const char *key)
{
    const tunip_ir_dict_attrs *attrs = function ? function->attrs : NULL;
    return attrs && attrs->dict ? tunip_map_get(attrs->dict, key) : NULL;
}

int64_t cg_function_int(const tunip_relay_function *function, const char *key)
{
    const tunip_node *value = cg_function_attr(function, key);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, value);
    const tunip_int *boxed = TUNIP_AS(tunip_int, value);
    return imm ? imm->value : boxed ? boxed->value : 0;
}

static bool is_simple_dtype(tunip_dtype dtype)
{
    static const struct {
        uint8_t code, bits;
    } simple[] = {{TUNIP_DTYPE_INT, 16},   {TUNIP_DTYPE_INT, 32},   {TUNIP_DTYPE_INT, 64},
                  {TUNIP_DTYPE_FLOAT, 16}, {TUNIP_DTYPE_FLOAT, 32}, {TUNIP_DTYPE_FLOAT, 64},
                  {TUNIP_DTYPE_UINT, 1},   {TUNIP_DTYPE_BOOL, 8}};
    for (size_t i = 0; i < TUNIP_LEN(simple); i++)
        if (dtype.code == simple[i].code && dtype.bits == simple[i].bits) return dtype.lanes == 1;
    return false;
}

static bool is_simple_scalar(const tunip_relay_constant *constant)
{
    return constant->data && constant->data->ndim == 0 && is_simple_dtype(constant->data->dtype);
}

bool cg_is_inline(const tunip_node *expr)
{
    const tunip_relay_constant *constant = TUNIP_AS(tunip_relay_constant, expr);
    if (constant) return is_simple_scalar(constant);
    return tunip_is(expr, &tunip_ir_op_type) || tunip_is(expr, &tunip_relay_constructor_type) ||
           tunip_is(expr, &tunip_relay_function_type);
}

bool cg_must_be_lowered(const tunip_node *expr)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    if (!call) return false;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, call->op);
    if (function) return cg_function_int(function, "Primitive") != 0;
    if (!tunip_is(call->op, &tunip_ir_op_type)) return false;
    const struct operator* row = find(cg_operator_name(call->op));
    return !row || !(row->flags & LEFT);
}

static tunip_walk_action find_dynamic(const tunip_node *node, void *user)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, node);
    for (size_t i = 0; tensor && i < tunip_array_count(tensor->shape); i++)
        if (!tunip_is(tensor->shape->items[i], &tunip_ir_int_imm_type)) *(bool *)user = true;
    return *(bool *)user ? TUNIP_WALK_STOP : tensor ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

/* Whether a tensor of a type has a dimension that is no number. */
static bool is_dynamic(const tunip_node *type)
{
    bool found = false;
    tunip_walker walker = {.enter = find_dynamic, .user = &found, .skip = TUNIP_FLAG_IGNORE};
    tunip_walk(type, &walker);
    return found;
}

/* Without inferred types, a tuple is taken for one of tensors. */
static cg_kind kind_of_tuple(const tunip_node *type)
{
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    if (type && !tuple) return CG_O;
    for (size_t i = 0; tuple && i < tunip_array_count(tuple->fields); i++)
        if (!tunip_is(tuple->fields->items[i], &tunip_relay_tensor_type_type)) return CG_O;
    return CG_I;
}

static cg_kind kind_of_call(const tunip_relay_call *call, tunip_str *label)
{
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, call->op);
    if (function) {
        bool has_kind = cg_function_attr(function, "TOpPattern") != NULL;
        *label = tunip_str_from(has_kind ? "call_prim" : "call_fun");
        return has_kind ? (cg_kind)cg_function_int(function, "TOpPattern") : CG_O;
    }
    *label = tunip_str_from("call_any");
    if (!tunip_is(call->op, &tunip_ir_op_type)) return CG_O;
    *label = cg_operator_name(call->op);
    const struct operator* row = find(*label);
    if (!row) return CG_O;
    return row->flags & DATA && is_dynamic(cg_type_of(&call->base.base.base.base.base)) ? CG_O
                                                                                        : row->kind;
}

/* Expressions that are always opaque: a label, or the name behind a sign. */
static const struct {
    const tunip_type *type;
    const char *label;
} opaque[] = {
    {&tunip_relay_function_type, "fn"},
    {&tunip_relay_let_type, "let"},
    {&tunip_relay_if_type, "if"},
    {&tunip_relay_ref_create_type, "ref"},
    {&tunip_relay_ref_read_type, "ref_read"},
    {&tunip_relay_ref_write_type, "ref_write"},
    {&tunip_relay_match_type, "match"},
};

static tunip_str named(cg_memory *memory, const char *sign, const void *name)
{
    tunip_str text = tunip_string_value(name);
    return text.size ? cg_join(memory, tunip_str_from(sign), "", text) : tunip_str_from(sign);
}

static tunip_str opaque_label(cg_memory *memory, const tunip_node *expr)
{
    const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, expr);
    const tunip_relay_global_var *global = TUNIP_AS(tunip_relay_global_var, expr);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, expr);
    const tunip_relay_constructor *constructor = TUNIP_AS(tunip_relay_constructor, expr);
    if (var) return named(memory, "%", var->vid ? var->vid->name_hint : NULL);
    if (global) return named(memory, "@", global->name_hint);
    if (op) return named(memory, "`", op->name);
    if (constructor) return named(memory, "`", constructor->name_hint);
    for (size_t i = 0; i < TUNIP_LEN(opaque); i++)
        if (tunip_is(expr, opaque[i].type)) return tunip_str_from(opaque[i].label);
    return tunip_str_from("?");
}

cg_kind cg_kind_of(cg_memory *memory, const tunip_node *expr, tunip_str *label)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    const tunip_relay_constant *constant = TUNIP_AS(tunip_relay_constant, expr);
    const tunip_relay_tuple_get_item *item = TUNIP_AS(tunip_relay_tuple_get_item, expr);
    if (call) return kind_of_call(call, label);
    *label = tunip_str_from(item ? "proj" : "tuple");
    if (item) return kind_of_tuple(cg_type_of(item->tuple_value));
    if (tunip_is(expr, &tunip_relay_tuple_type)) return kind_of_tuple(cg_type_of(expr));
    *label = constant ? tunip_str_from(is_simple_scalar(constant) ? "scalar" : "const")
                      : opaque_label(memory, expr);
    return constant ? CG_E : CG_O;
}
