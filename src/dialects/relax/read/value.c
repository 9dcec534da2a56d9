/* value.c -- values of scripts as numbers, dimensions, expressions and dtypes. */
#include "read.h"

const tunip_dtype relax_int64_dtype = {TUNIP_DTYPE_INT, 64, 1};
const tunip_dtype relax_no_dtype = {TUNIP_DTYPE_HANDLE, 0, 0};

static const tunip_dtype bool_dtype = {TUNIP_DTYPE_BOOL, 8, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype float64 = {TUNIP_DTYPE_FLOAT, 64, 1}; /* of a bare float, in TVM v0.23 */

bool relax_is_list(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_LIST ||
           (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type);
}

static void mismatch(tunip_elaborator *e, const tunip_value *value, const char *expected)
{
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, expected);
}

/* ---- numbers ---- */

/* The number itself; NULL if the value is not a number. */
tunip_node *relax_try_number(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    switch (value->kind) {
    case TUNIP_VALUE_BOOL: /* since v0.26, a bool is no integer */
        return (tunip_node *)tunip_ir_int(
            graph, relax_has_types(e) ? bool_dtype : relax_int64_dtype, value->boolean);
    case TUNIP_VALUE_INT:
        return (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, value->integer);
    case TUNIP_VALUE_FLOAT:
        return (tunip_node *)tunip_ir_float(graph, float32, value->real);
    case TUNIP_VALUE_NODE:
        if (!tunip_is_a(value->node, &tunip_ir_prim_expr_type)) return NULL;
        if (!relax_refuse_size(e, value->node, value->doc)) return value->node;
        return (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, 0);
    default:
        return NULL;
    }
}

tunip_node *relax_number_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *number = relax_try_number(e, value);
    if (!number && !relax_is_undefined(e, value)) mismatch(e, value, "a number");
    return number;
}

/* ---- dimensions ---- */

static bool is_identifier(tunip_str text)
{
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (!tunip_is_name_part(c) || (!i && tunip_is_digit(c))) return false;
    }
    return text.size > 0;
}

/* A symbol of a signature, which is made at its first use. */
static tunip_node *symbol_of(tunip_elaborator *e, const tunip_value *value)
{
    const tunip_value *known = tunip_name_get(e, value->text);
    if (known && known->kind == TUNIP_VALUE_NODE)
        tunip_elaborator_note(e, TUNIP_USE_REFERENCE, value->text, value->doc, known->node);
    if (known) return relax_number_of(e, known);
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_var *var = tunip_node_new(graph, &tunip_tir_var_type);
    if (!var) return NULL;
    var->base.dtype = relax_int64_dtype;
    var->name = tunip_string_new_view(graph, value->text);
    var->type_annotation = (tunip_node *)tunip_ir_prim_type_new(graph, relax_int64_dtype);
    tunip_name_set(e, value->text, tunip_value_node(var, value->doc));
    return (tunip_node *)var;
}

/* A result has only symbols of parameters, also where the body gives others the same name; those of
 * a function around are known, too. */
static bool is_symbol(tunip_elaborator *e, const relax_function_reader *r, tunip_str name)
{
    for (const relax_free_name *symbol = r->symbols; symbol; symbol = symbol->next)
        if (tunip_str_equal(symbol->name, name)) return true;
    return tunip_name_get(e, name) && !tunip_name_is_here(e, name);
}

static void note_symbol(tunip_elaborator *e, relax_function_reader *r, tunip_str name)
{
    relax_free_name *symbol = tunip_elaborator_alloc(e, sizeof *symbol);
    if (!symbol) return;
    *symbol = (relax_free_name){.name = name, .next = r->symbols};
    r->symbols = symbol;
}

/* A formula may name symbols that come later: its value is read the second time. */
static tunip_node *text_dim(tunip_elaborator *e, const tunip_value *value)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    relax_function_reader *r = state ? state->signature : NULL;
    if (!r) {
        tunip_complain(e, value->doc,
                       TUNIP_BREAKS_SHAPE "a dimension is a string only in a function's signature");
        return NULL;
    }
    bool is_name = is_identifier(value->text);
    bool is_refused = is_name && r->in_result && tunip_elaborator_folds(e);
    if (is_refused && !is_symbol(e, r, value->text)) {
        tunip_complain(e, value->doc,
                       TUNIP_BREAKS_SYMBOL "`%.*s` is not a symbol of the parameters",
                       (int)value->text.size, value->text.data);
        if (!tunip_name_get(e, value->text)) tunip_suggest_name(e, value->text);
        return NULL;
    }
    if (is_name && !r->in_result) note_symbol(e, r, value->text);
    if (is_name) return symbol_of(e, value);
    r->has_formula = true;
    if (r->is_first)
        return (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), relax_int64_dtype, 0);
    tunip_value formula = tunip_elaborate_text(e, value);
    return relax_number_of(e, &formula);
}

/* A literal of another dtype is read as an int64; no other expression is converted. */
static tunip_node *wide_dim(tunip_elaborator *e, const tunip_value *value, tunip_node *dim)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    tunip_dtype dtype = tunip_ir_dtype_of(dim);
    char text[TUNIP_DTYPE_NAME_SIZE];
    if (!dim || tunip_dtype_equal(dtype, relax_int64_dtype)) return dim;
    if (imm)
        return (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), relax_int64_dtype, imm->value);
    tunip_dtype_name(dtype, text);
    tunip_complain(e, value->doc, TUNIP_BREAKS_SHAPE "a dimension is an int64, not a %s", text);
    return NULL;
}

tunip_node *relax_dim_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *dim =
        value->kind == TUNIP_VALUE_STR ? text_dim(e, value) : relax_number_of(e, value);
    return wide_dim(e, value, dim);
}

tunip_node *relax_prim_of(tunip_elaborator *e, const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_STR ? text_dim(e, value) : relax_number_of(e, value);
}

bool relax_are_numbers(tunip_elaborator *e, const tunip_value *value)
{
    const tunip_array *list = (const tunip_array *)value->node;
    for (size_t i = 0; i < list->count; i++) {
        if (tunip_is_a(list->items[i], &tunip_ir_prim_expr_type)) continue;
        if (list->items[i])
            tunip_complain(e, value->doc, "expected a list of numbers, and this one has %s in it",
                           tunip_type_noun(e, list->items[i]->type));
        return false;
    }
    return true;
}

tunip_array *relax_dims_of(tunip_elaborator *e, const tunip_value *list)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (list->kind == TUNIP_VALUE_NODE && list->node->type == &tunip_array_type)
        return relax_are_numbers(e, list) ? (tunip_array *)list->node
                                          : tunip_array_new(graph, 0, NULL);
    if (list->kind != TUNIP_VALUE_LIST) {
        mismatch(e, list, "a list of dimensions");
        return tunip_array_new(graph, 0, NULL);
    }
    void **items = tunip_elaborator_alloc(e, list->items.count * sizeof *items);
    for (size_t i = 0; items && i < list->items.count; i++)
        items[i] = relax_dim_of(e, &list->items.items[i]);
    return items ? tunip_array_new(graph, list->items.count, items) : NULL;
}

/* ---- variables of numbers ---- */

const tunip_node *relax_as_number(tunip_elaborator *e, tunip_relax_var *var)
{
    const tunip_node *whole = (const tunip_node *)var;
    tunip_relax_prim_struct_info *info = (tunip_relax_prim_struct_info *)(uintptr_t)TUNIP_AS(
        tunip_relax_prim_struct_info, relax_info(whole));
    if (!info || !relax_has_types(e)) return whole;
    const tunip_tir_var *known = TUNIP_AS(tunip_tir_var, info->value);
    if (known && var->vid && known->name == var->vid->name_hint) return info->value;
    info = (tunip_relax_prim_struct_info *)relax_new_prim_info(e, NULL, info->dtype);
    if (!info) return whole; /* it has its own info, because others may share that of the text */
    relax_set_info(var, (tunip_node *)info);
    tunip_tir_var *number = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_var_type);
    if (!number) return whole;
    number->base.dtype = info->dtype;
    number->name = var->vid ? var->vid->name_hint : NULL;
    number->type_annotation =
        (tunip_node *)tunip_ir_prim_type_new(tunip_elaborator_graph(e), info->dtype);
    info->value = (tunip_node *)number;
    return info->value;
}

/* ---- expressions ---- */

static tunip_node *tuple_of(tunip_elaborator *e, const tunip_value *value)
{
    void **items = tunip_elaborator_alloc(e, value->items.count * sizeof *items);
    bool is_whole = items != NULL;
    for (size_t i = 0; items && i < value->items.count; i++) {
        items[i] = relax_expr_of(e, &value->items.items[i]);
        is_whole = is_whole && items[i];
    }
    if (!is_whole) return NULL;
    return relax_new_tuple(e,
                           tunip_array_new(tunip_elaborator_graph(e), value->items.count, items));
}

tunip_node *relax_expr_of(tunip_elaborator *e, const tunip_value *value)
{
    switch (value->kind) {
    case TUNIP_VALUE_STR:
        return relax_new_string(e, value->text);
    case TUNIP_VALUE_LIST:
        return tuple_of(e, value);
    case TUNIP_VALUE_NODE:
        if (relax_is_undefined(e, value)) return NULL;
        if (tunip_is_a(value->node, &tunip_ir_relax_expr_type)) return value->node;
        break;
    default:
        break;
    }
    bool is_older = tunip_elaborator_folds(e) && !relax_has_types(e);
    tunip_node *number =
        value->kind == TUNIP_VALUE_FLOAT && is_older
            ? (void *)tunip_ir_float(tunip_elaborator_graph(e), float64, value->real)
            : relax_try_number(e, value);
    if (number) return relax_new_prim_value(e, number);
    mismatch(e, value, "an expression of Relax");
    return NULL;
}

/* ---- dtypes ---- */

tunip_dtype relax_dtype_of(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind <= TUNIP_VALUE_NONE) return relax_no_dtype;
    if (value->kind == TUNIP_VALUE_STR && (!value->text.size || tunip_str_is(value->text, "void")))
        return relax_no_dtype;
    return tunip_value_to_dtype(e, value, relax_no_dtype);
}
