/* binding.c -- bindings: x = value, x: info = value, x = R.match_cast(value, info) (TVM
 * python/tvm/script/parser/relax/parser.py). */
#include "../infer/infer.h"
#include "read.h"

/* ---- variables ---- */

/* A symbol gets the name of its first assignment. */
void relax_name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name)
{
    tunip_tir_var *var =
        value->kind == TUNIP_VALUE_NODE && tunip_is_a(value->node, &tunip_tir_var_type)
            ? (tunip_tir_var *)value->node
            : NULL;
    if (var && !tunip_string_value(var->name).size)
        var->name = tunip_string_new_view(tunip_elaborator_graph(e), name);
}

/* ---- struct infos ---- */

/* Whether an annotation only says that the value is a function. */
static bool is_any_function(const tunip_node *info)
{
    const tunip_relax_func_struct_info *func = TUNIP_AS(tunip_relax_func_struct_info, info);
    return func && !func->params && !func->derive_func &&
           tunip_is(func->ret, &tunip_relax_object_struct_info_type);
}

/* Whether an annotation may be less specific than the struct info of its value. */
static bool is_vague(const tunip_node *info)
{
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    if (tensor) return !tensor->shape;
    if (shape) return !shape->values;
    return tunip_is(info, &tunip_relax_object_struct_info_type);
}

/* Whether a binding without an annotation has a variable without struct info: the text of one that
 * has it shows it. In functions, it may also follow from the value. */
static bool is_bare(tunip_elaborator *e)
{
    return !tunip_elaborator_folds(e) && !tunip_scope_of(e, &relax_function_scope);
}

/* The struct info of a variable: that of its annotation, which also gives that of a value that has
 * none. The struct info of a foreign function has a part that cannot be written. */
static tunip_node *annotate(tunip_elaborator *e, tunip_node *value, tunip_node *info)
{
    if (!info) return is_bare(e) ? NULL : relax_worked_out(e, value);
    bool is_whole = tunip_elaborator_vintage(e) != 0; /* since v0.26, the value has this type */
    if (!is_whole && is_vague(info)) relax_worked_out(e, value);
    bool is_call = tunip_is(value, &tunip_relax_call_type), is_open = is_bare(e);
    if (!relax_info(value) || (is_whole && is_call))
        relax_set_info(value, is_open && is_call ? NULL : info);
    bool is_foreign = tunip_is(relax_info(value), &tunip_relax_func_struct_info_type);
    return is_foreign && is_any_function(info) ? relax_info(value) : info;
}

/* ---- bindings ---- */

/* Whether the value is of the struct info that is written. */
static void check_annotation(tunip_elaborator *e, const tunip_node *value, const tunip_node *info,
                             const tunip_doc *doc)
{
    const relax_function_reader *r =
        (const relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r || !r->is_checked) return;
    const tunip_node *known =
        relax_infer_in_function(tunip_graph_scratch(tunip_elaborator_graph(e)), value);
    if (known && relax_infos_differ(known, info))
        tunip_complain(e, doc, "the value is %s, but the annotation says %s",
                       relax_info_text(e, known), relax_info_text(e, info));
}

/* Normalizes a value, as its annotation allows, and binds it; a name that is NULL is a new one. */
static tunip_relax_var *emit_folded(tunip_elaborator *e, tunip_str name, tunip_node *value,
                                    tunip_node *info, const tunip_doc *doc, const tunip_doc *at)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state && state->ended && state->ended == tunip_scope_top(e))
        tunip_complain(e, doc, "a binding follows R.output");
    bool is_said = info && !relax_info(value);
    if (is_said) relax_set_info(value, info);
    value = relax_normalize(e, value, at);
    if (is_said) check_annotation(e, value, info, at);
    if (info && !is_said && relax_infos_differ(relax_info(value), info))
        tunip_complain(e, at, "the value is %s, but the annotation says %s",
                       relax_info_text(e, relax_info(value)), relax_info_text(e, info));
    if (name.data)
        relax_skip_name(e);
    else
        name = relax_fresh_name(e);
    return relax_bind_plainly(e, name, value, at);
}

static tunip_relax_var *emit(tunip_elaborator *e, tunip_str name, tunip_node *value,
                             tunip_node *info, const tunip_doc *doc, const tunip_doc *at)
{
    if (tunip_elaborator_folds(e)) return emit_folded(e, name, value, info, doc, at);
    if (!name.data) name = relax_fresh_name(e);
    tunip_relax_var *var = relax_new_var(e, name, annotate(e, value, info));
    if (var) relax_add_binding(e, var, value);
    return var;
}

/* The variable; a wrong value if it was bound to a refused call. */
static tunip_value value_of(tunip_elaborator *e, tunip_relax_var *var, const tunip_node *value,
                            const tunip_doc *doc)
{
    bool is_wrong = !var || (!relax_info(var) && relax_is_refused(e, value));
    return is_wrong ? tunip_value_wrong(doc) : tunip_value_node(relax_as_number(e, var), doc);
}

tunip_relax_var *relax_bind(tunip_elaborator *e, tunip_str name, tunip_node *value,
                            tunip_node *info, const tunip_doc *doc, const tunip_doc *at)
{
    tunip_relax_var *var = emit(e, name, value, info, doc, at);
    if (var) tunip_name_set(e, name, value_of(e, var, value, doc));
    return var;
}

/* R.emit(value): a binding to a new variable, which is the value of the call. */
RELAX_READ(emit)
{
    const tunip_value *given = &call->args[1];
    tunip_node *value = relax_expr_of(e, &call->args[0]);
    tunip_node *info = given->kind > TUNIP_VALUE_NONE ? relax_info_of(e, given) : NULL;
    if (!value) return tunip_value_wrong(call->doc);
    tunip_relax_var *var = emit(e, (tunip_str){NULL, 0}, value, info, call->doc, call->doc);
    return value_of(e, var, value, call->doc);
}

/* Binds a cast; a name that is NULL is a new one. */
static tunip_relax_var *emit_cast(tunip_elaborator *e, tunip_str name, tunip_relax_match_cast *cast,
                                  const tunip_node *info, const tunip_doc *doc)
{
    bool has_info = info || !is_bare(e);
    cast->value = relax_normalize(e, cast->value, doc);
    if (name.data)
        relax_skip_name(e);
    else
        name = relax_fresh_name(e);
    tunip_relax_var *var = relax_new_var(e, name, has_info ? cast->struct_info : NULL);
    if (!var) return NULL;
    cast->base.var = var;
    if (tunip_elaborator_folds(e) && relax_infos_differ(relax_info(cast->value), cast->struct_info))
        tunip_complain(e, doc, "the value is %s, which does not fit the annotation",
                       relax_info_text(e, relax_info(cast->value)));
    tunip_scope_add(e, cast);
    return var;
}

static void bind_cast(tunip_elaborator *e, tunip_str name, tunip_relax_match_cast *cast,
                      const tunip_node *info, const tunip_doc *doc)
{
    tunip_relax_var *var = emit_cast(e, name, cast, info, doc);
    if (var) tunip_name_set(e, name, tunip_value_node(var, doc));
}

/* n = T.int64(): a symbol, which the signature may have declared. */
static void bind_symbol(tunip_elaborator *e, tunip_str name, tunip_value value,
                        const tunip_doc *doc)
{
    const tunip_value *known = tunip_name_get(e, name);
    const tunip_tir_var *before =
        known && known->kind == TUNIP_VALUE_NODE ? TUNIP_AS_A(tunip_tir_var, known->node) : NULL;
    tunip_tir_var *var = (tunip_tir_var *)value.node;
    if (before && (value.is_meta || !tunip_string_value(var->name).size)) {
        if (tunip_dtype_equal(before->base.dtype, var->base.dtype)) return;
        tunip_complain(e, doc, "the symbol `%.*s` has another dtype in the signature",
                       (int)name.size, name.data);
        return;
    }
    relax_name_value(e, &value, name);
    tunip_name_set(e, name, value);
}

/* Whether an assignment binds the value, or just names it. */
static bool is_bound(const tunip_value *value)
{
    switch (value->kind) {
    case TUNIP_VALUE_BOOL:
    case TUNIP_VALUE_INT:
    case TUNIP_VALUE_FLOAT:
    case TUNIP_VALUE_LIST:
        return true;
    case TUNIP_VALUE_NODE:
        return tunip_is_a(value->node, &tunip_ir_relax_expr_type);
    default:
        return false;
    }
}

/* Whether a variable of a number already has another name. Since v0.26, an assignment then binds a
 * second variable: m = n. */
static bool has_other_name(const tunip_node *node, tunip_str name)
{
    const tunip_tir_var *var = node ? TUNIP_AS_A(tunip_tir_var, node) : NULL;
    tunip_str own = tunip_string_value(var ? var->name : NULL);
    return own.size && !tunip_str_equal(own, name);
}

/* A bare number is a constant. */
static tunip_node *bound_value(tunip_elaborator *e, const tunip_value *value)
{
    bool is_expr = value->kind == TUNIP_VALUE_LIST || value->kind == TUNIP_VALUE_NODE;
    if (is_expr || tunip_elaborator_vintage(e)) return relax_expr_of(e, value);
    tunip_value args[] = {*value, {.kind = TUNIP_VALUE_ABSENT}};
    tunip_word_call call = {.doc = value->doc, .args = args};
    tunip_value made = relax_read_const(e, &call);
    return made.kind == TUNIP_VALUE_NODE ? made.node : NULL;
}

static void bind_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value,
                      tunip_node *info)
{
    tunip_str name = ((const tunip_doc_id *)target)->name;
    tunip_node *node = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    if (node && tunip_is(node, &tunip_relax_match_cast_type)) {
        bind_cast(e, name, (tunip_relax_match_cast *)node, info, target);
        return;
    }
    bool is_typed = (info || has_other_name(node, name)) &&
                    tunip_elaborator_vintage(e); /* x: T.int64 = n + 1 */
    if (node && tunip_is_a(node, &tunip_tir_var_type) && !is_typed) {
        bind_symbol(e, name, value, target);
        return;
    }
    if (!is_bound(&value) && !is_typed) {
        tunip_name_set(e, name, value);
        return;
    }
    tunip_node *expr = bound_value(e, &value);
    if (expr)
        relax_bind(e, name, expr, info, target, value.doc ? value.doc : target);
    else
        tunip_name_set(e, name, tunip_value_wrong(target));
}

/* a, b = t: the fields of a tuple. */
static void bind_fields(tunip_elaborator *e, tunip_docs names, tunip_value value,
                        const tunip_doc *target)
{
    const tunip_relax_tuple_struct_info *info =
        value.kind == TUNIP_VALUE_NODE
            ? TUNIP_AS(tunip_relax_tuple_struct_info, relax_worked_out(e, value.node))
            : NULL;
    size_t count = info ? tunip_array_count(info->fields) : 1;
    if (value.kind == TUNIP_VALUE_LIST) count = value.items.count;
    bool fits = count == names.count && (info || value.kind == TUNIP_VALUE_LIST);
    if (!fits && value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, target, "expected %zu names, got %zu", count, names.count);
    for (size_t i = 0; i < names.count; i++) {
        tunip_value item = tunip_value_wrong(names.items[i]);
        if (fits && info)
            item = tunip_value_node(relax_new_item(e, value.node, (int64_t)i), names.items[i]);
        else if (fits)
            item = value.items.items[i];
        if (names.items[i]->kind == TUNIP_DOC_ID)
            bind_name(e, names.items[i], item, NULL);
        else
            tunip_complain_target(e, names.items[i]);
    }
}

/* Whether the signature has declared the shape, as which it counts once. */
static bool is_declared(tunip_elaborator *e, const tunip_doc *name)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r || name->kind != TUNIP_DOC_ID) return false;
    for (relax_free_name **at = &r->shapes; *at; at = &(*at)->next)
        if (tunip_str_equal((*at)->name, ((const tunip_doc_id *)name)->name)) {
            *at = (*at)->next;
            return true;
        }
    return false;
}

/* x: info: a variable that a fragment does not define. */
static void declare(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (is_declared(e, stmt->lhs)) return;
    tunip_value type = tunip_elaborate(e, stmt->annotation);
    bool is_none = type.kind == TUNIP_VALUE_NONE && !tunip_elaborator_folds(e);
    bool is_unknown = is_none || /* since v0.26: metadata["ir.Type"][0] */
                      (type.kind == TUNIP_VALUE_NODE && tunip_is(type.node, &tunip_ir_type_type));
    tunip_node *info = is_unknown ? NULL : relax_info_of(e, &type);
    if (stmt->lhs->kind != TUNIP_DOC_ID) {
        tunip_complain_target(e, stmt->lhs);
        return;
    }
    tunip_str name = ((const tunip_doc_id *)stmt->lhs)->name;
    tunip_relax_var *var = info || is_unknown ? relax_new_var(e, name, info) : NULL;
    tunip_name_set(e, name, tunip_value_node(var, stmt->lhs));
}

/* `x += y`: the reader makes it of its target. TVM's parser has no such statement in Relax. */
static bool is_augmented(const tunip_doc_assign *stmt)
{
    const tunip_doc_operation *sum = (const tunip_doc_operation *)stmt->rhs;
    return sum->base.kind == TUNIP_DOC_OPERATION && sum->operands.items[0] == stmt->lhs;
}

static tunip_node *annotation_of(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    tunip_value type = tunip_elaborate(e, stmt->annotation); /* may be absent */
    return type.kind <= TUNIP_VALUE_NONE ? NULL : relax_info_of(e, &type);
}

void relax_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (!stmt->rhs) {
        declare(e, stmt);
        return;
    }
    if (is_augmented(stmt) && tunip_elaborator_folds(e)) {
        tunip_complain(e, &stmt->stmt.base, "a function of Relax changes no variable in place");
        tunip_complain_also(e, NULL, "write x = x + y");
        return;
    }
    bool is_first = !tunip_elaborator_folds(e); /* it may say the version; TVM reads it last */
    tunip_node *info = is_first ? annotation_of(e, stmt) : NULL;
    tunip_value value = tunip_elaborate(e, stmt->rhs);
    if (!is_first) info = annotation_of(e, stmt);
    bool is_list = value.kind == TUNIP_VALUE_LIST && stmt->rhs->kind == TUNIP_DOC_LIST;
    if (is_list && !is_first && stmt->lhs->kind == TUNIP_DOC_ID) /* TVM binds tuples only */
        tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, value);
    else if (stmt->lhs->kind == TUNIP_DOC_ID)
        bind_name(e, stmt->lhs, value, info);
    else if (stmt->lhs->kind == TUNIP_DOC_TUPLE || stmt->lhs->kind == TUNIP_DOC_LIST)
        bind_fields(e, ((const tunip_doc_tuple *)stmt->lhs)->elements, value, stmt->lhs);
    else
        tunip_complain_target(e, stmt->lhs);
}

/* R.match_cast(value, info): a binding whose variable comes later. */
RELAX_READ(match_cast)
{
    tunip_relax_match_cast *cast =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_match_cast_type);
    tunip_node *value = relax_expr_of(e, &call->args[0]);
    tunip_node *info = relax_info_of(e, &call->args[1]);
    if (!cast || !value || !info) return tunip_value_wrong(call->doc);
    cast->value = value;
    cast->struct_info = info;
    relax_worked_out(e, value);
    return tunip_value_node(cast, call->doc);
}

RELAX_READ(emit_match_cast)
{
    tunip_value cast = relax_read_match_cast(e, call);
    tunip_relax_match_cast *node =
        cast.kind == TUNIP_VALUE_NODE ? (tunip_relax_match_cast *)cast.node : NULL;
    const tunip_str new_name = {NULL, 0};
    tunip_relax_var *var = node ? emit_cast(e, new_name, node, node->struct_info, call->doc) : NULL;
    return var ? tunip_value_node(var, call->doc) : tunip_value_wrong(call->doc);
}
