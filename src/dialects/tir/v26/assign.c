/* assign.c -- assignments of TVM v0.26: `x = 1` is a buffer of one element and its first value, `x:
 * T.let[T.int32] = 1` is a variable whose value does not change. */
#include "../buffer.h"
#include "../constant.h"
#include "../script.h"
#include "read.h"

/* ---- buffers of one element ---- */

static tunip_array *zero_index(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    return TUNIP_LIST(graph, tunip_ir_int(graph, tir_int32, 0));
}

/* Allocates a buffer of one element. */
static tunip_tir_buffer *new_scalar(tunip_elaborator *e, tunip_dtype dtype, tunip_str scope,
                                    const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_value args[TIR_BUFFER_ARGS] = {{.kind = TUNIP_VALUE_ABSENT}};
    args[0] = (tunip_value){.kind = TUNIP_VALUE_INT, .doc = doc, .integer = 1};
    args[TIR_BUFFER_SCOPE] = (tunip_value){.kind = TUNIP_VALUE_STR, .doc = doc, .text = scope};
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, args, doc);
    tunip_tirx_alloc_buffer *stmt = tunip_node_new(graph, &tunip_tirx_alloc_buffer_type);
    if (!buffer || !stmt) return NULL;
    buffer->dtype = dtype;
    buffer->axis_separators = TUNIP_LIST(graph, tunip_string_new(graph, "default"));
    stmt->buffer = (void *)buffer;
    stmt->annotations = tunip_map_new(graph, 0, NULL);
    tunip_scope_add(e, stmt);
    return buffer;
}

/* T.local_scalar("float32"), T.alloc_scalar("float32", scope="global") */
TIR_READ(scalar)
{
    const char *scope = (const char *)call->word->data;
    tunip_str where =
        *scope ? tunip_str_from(scope) : tunip_value_to_str(e, &call->args[1], "global");
    tunip_dtype dtype = tirx_dtype_of(e, &call->args[0]);
    return tunip_value_node(new_scalar(e, dtype, where, call->doc), call->doc);
}

static void store_element(tunip_elaborator *e, tunip_tir_buffer *buffer, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void *expr = tir_cast(e, tir_expr_of(e, value, buffer->dtype), buffer->dtype);
    if (expr && tir_takes_constant(e, expr, value->doc))
        tunip_scope_add(e, tunip_tir_buffer_store_new(graph, buffer, zero_index(e), expr));
}

/* ---- variables ---- */

/* The type in `x: T.let[T.int32] = 1`. */
TIR_READ(let_type)
{
    (void)e;
    tunip_value type = call->args[0];
    if (type.kind == TUNIP_VALUE_ABSENT)
        type = (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = call->doc};
    type.is_meta = true; /* it is not the type of a buffer */
    return type;
}

void tirx_bind(tunip_elaborator *e, void *var, void *value)
{
    tunip_tirx_bind *stmt = tunip_node_new(tunip_elaborator_graph(e), &tunip_tirx_bind_type);
    if (!stmt || !var || !value) return;
    stmt->var = var;
    stmt->value = value;
    tunip_scope_add(e, stmt);
}

static tunip_value bind_new(tunip_elaborator *e, const tunip_doc *target, tunip_tir_var *var,
                            void *value)
{
    tunip_value named = tunip_value_node(var, target);
    tir_name_value(e, &named, ((const tunip_doc_id *)target)->name);
    tirx_bind(e, var, value);
    return named;
}

static bool is_pointer(const tunip_ir_prim_expr *expr)
{
    return expr->dtype.code == TUNIP_DTYPE_HANDLE;
}

/* The value that `name = value` gives the name, if the value is more than a name. */
static tunip_value bind_expr(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    tunip_ir_prim_expr *expr = tir_expr(e, &value);
    if (!expr) return tunip_value_wrong(target);
    if (is_pointer(expr))
        return bind_new(e, target, tir_new_var(e, expr->dtype, NULL, false), expr);
    tunip_tir_buffer *buffer = new_scalar(e, expr->dtype, tunip_str_from("local"), target);
    tunip_value made = tunip_value_node(buffer, target);
    if (!buffer) return made;
    tir_name_value(e, &made, ((const tunip_doc_id *)target)->name);
    store_element(e, buffer, &value);
    return made;
}

/* Assigns to a name that has a value: the element of a buffer, or a variable that gets another
 * value. False if it is neither. */
static bool assign_again(tunip_elaborator *e, const tunip_doc *target, const tunip_value *value)
{
    const tunip_value *known = tunip_name_get(e, ((const tunip_doc_id *)target)->name);
    tunip_node *node = known && known->kind == TUNIP_VALUE_NODE ? known->node : NULL;
    tunip_tir_buffer *buffer = tirx_buffer_of_element(node);
    if (buffer) {
        store_element(e, buffer, value);
        return true;
    }
    if (!tunip_is_a(node, &tunip_tir_var_type) || tunip_elaborator_folds(e)) return false;
    tirx_bind(e, node, tir_expr_of(e, value, ((tunip_tir_var *)node)->base.dtype));
    return true;
}

static void bind_target(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (target->kind != TUNIP_DOC_ID) {
        tunip_complain_target(e, target);
        return;
    }
    tunip_value made;
    tunip_str name = ((const tunip_doc_id *)target)->name;
    if (tir_is_declared(e, target, &value)) return;
    if (!tir_bind_named(e, target, name, value, &made)) {
        if (assign_again(e, target, &value)) return;
        made = bind_expr(e, target, value);
    }
    tunip_name_set(e, name, tirx_as_element(e, made));
}

/* x: T.float32, x: T.int32 = 1 */
static void declare_scalar(tunip_elaborator *e, const tunip_doc_assign *stmt,
                           const tunip_value *type, const tunip_value *value)
{
    const tunip_tir_var *var = (const tunip_tir_var *)tir_var_of(e, type);
    tunip_value made = tunip_value_wrong(stmt->lhs);
    if (stmt->lhs->kind != TUNIP_DOC_ID) {
        tunip_complain_target(e, stmt->lhs);
        return;
    }
    tunip_tir_buffer *buffer =
        var ? new_scalar(e, var->base.dtype, tunip_str_from("local"), stmt->lhs) : NULL;
    if (buffer) made = tunip_value_node(buffer, stmt->lhs);
    tir_name_value(e, &made, ((const tunip_doc_id *)stmt->lhs)->name);
    if (buffer && value) store_element(e, buffer, value);
    tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, tirx_as_element(e, made));
}

/* x: T.let[T.int32] = 1, or x: T.let = 1 */
static void read_let(tunip_elaborator *e, const tunip_doc_assign *stmt, tunip_value type,
                     const tunip_value *value)
{
    bool is_given = type.kind != TUNIP_VALUE_NONE;
    tunip_tir_var *var = is_given ? (tunip_tir_var *)tir_var_of(e, &type) : NULL;
    tunip_ir_prim_expr *expr = NULL;
    if (is_given && !var) return;
    expr = var ? tir_expr_of(e, value, var->base.dtype) : tir_expr(e, value);
    if (!var && expr) var = tir_new_var(e, expr->dtype, NULL, false);
    if (stmt->lhs->kind != TUNIP_DOC_ID)
        tunip_complain_target(e, stmt->lhs);
    else
        tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name,
                       bind_new(e, stmt->lhs, var, expr));
}

static bool is_let(const tunip_value *type)
{
    return type->is_meta ||
           (type->kind == TUNIP_VALUE_WORD && type->word->read == tir_read_let_type);
}

void tirx_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (stmt->annotation) {
        tunip_value type = tunip_elaborate(e, stmt->annotation);
        tunip_value value = tunip_elaborate(e, stmt->rhs);
        if (type.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_WRONG)
            tunip_elaborate_target(e, stmt->lhs, tunip_value_wrong(stmt->lhs));
        else if (is_let(&type) && stmt->rhs)
            read_let(e, stmt,
                     type.kind == TUNIP_VALUE_WORD
                         ? (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = type.doc}
                         : type,
                     &value);
        else
            declare_scalar(e, stmt, &type, stmt->rhs ? &value : NULL);
        return;
    }
    if (stmt->rhs && stmt->lhs->kind != TUNIP_DOC_INDEX)
        tunip_elaborate_targets(e, stmt->lhs, tunip_elaborate(e, stmt->rhs), bind_target);
    else
        tir_read_assign(e, stmt);
}
