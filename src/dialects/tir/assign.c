/* assign.c -- assignments: they name what a word has made, store to a buffer, or bind a value by a
 * let. */
#include "buffer.h"
#include "fold.h"
#include "script.h"

/* Whether an assignment only gives the node a name. TVM v0.23's parser binds all others by a let,
 * and refuses those that are no expressions. */
static bool is_nameable(tunip_elaborator *e, const tunip_node *node)
{
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, node);
    if (var) return !tunip_string_value(var->name).size;
    if (tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_NAME_BUFFERS_ONLY))
        return tunip_is(node, &tunip_tir_buffer_type) || tunip_is(node, &tunip_tir_iter_var_type);
    return !tunip_is_a(node, &tunip_ir_prim_expr_type) &&
           !tunip_is(node, &tunip_tir_buffer_region_type);
}

static tunip_value bind_value(tunip_elaborator *e, const tunip_doc *target, tunip_str name,
                              tunip_value value);

/* The items get names. TVM's parser binds each of them as if it were assigned alone: sizes = [4, 8]
 * makes two lets, which nothing uses. */
static void bind_items(tunip_elaborator *e, const tunip_doc *target, tunip_str name,
                       const tunip_value *list)
{
    for (size_t i = 0; i < list->items.count; i++) {
        const tunip_value *item = &list->items.items[i];
        tunip_str own = tir_item_name(e, name, "_", i);
        if (tunip_elaborator_folds(e))
            bind_value(e, target, own, *item);
        else
            tir_name_value(e, item, own);
    }
}

bool tir_bind_named(tunip_elaborator *e, const tunip_doc *target, tunip_str name, tunip_value value,
                    tunip_value *out)
{
    *out = value;
    if (value.kind == TUNIP_VALUE_LIST && !value.is_meta) {
        bind_items(e, target, name, &value);
        return true;
    }
    if (value.kind == TUNIP_VALUE_SCOPE) {
        tunip_scope *scope = value.scope;
        *out = tunip_value_wrong(target);
        if (!tunip_scope_take(e, scope, target)) return true;
        tir_name_value(e, &scope->as, name);
        tunip_scope_enter_rest(e, scope);
        *out = scope->as;
        return true;
    }
    bool is_name = value.is_meta || value.kind == TUNIP_VALUE_WRONG ||
                   (value.kind == TUNIP_VALUE_LAMBDA && !tunip_elaborator_folds(e)) ||
                   (value.kind == TUNIP_VALUE_NODE && is_nameable(e, value.node));
    bool has_name = value.is_meta && tunip_elaborator_folds(e) && value.kind == TUNIP_VALUE_NODE &&
                    tunip_is(value.node, &tunip_tir_buffer_type);
    if (is_name && !has_name) tir_name_value(e, &value, name);
    return is_name;
}

/* The value of the name after `name = value`: the variable of a let, unless the value only needs a
 * name. */
static tunip_value bind_value(tunip_elaborator *e, const tunip_doc *target, tunip_str name,
                              tunip_value value)
{
    tunip_value bound;
    if (tir_bind_named(e, target, name, value, &bound)) return bound;
    tunip_ir_prim_expr *expr = tir_expr(e, &value);
    tunip_tir_var *var = expr ? tir_new_var(e, expr->dtype, NULL, false) : NULL;
    tunip_value named = tunip_value_node(var, target);
    tir_name_value(e, &named, name);
    tunip_scope *let = tir_let_new(e, var, expr, target);
    if (let) tunip_scope_enter_rest(e, let);
    return named;
}

static void bind_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    tunip_str name = ((const tunip_doc_id *)target)->name;
    tunip_name_set(e, name, bind_value(e, target, name, value));
}

/* TVM's parser defines a name once in a body; false after a complaint. */
bool tir_is_free(tunip_elaborator *e, const tunip_doc *target)
{
    tunip_str name = ((const tunip_doc_id *)target)->name;
    if (!tunip_elaborator_folds(e) || !tunip_name_is_in_body(e, name)) return true;
    const tunip_value *older = tunip_name_get(e, name);
    tunip_complain(e, target, TUNIP_BREAKS_REPEATED "`%.*s` is already defined in this body",
                   (int)name.size, name.data);
    if (older && older->doc) tunip_complain_also(e, older->doc, "its first definition");
    return false;
}

/* n = T.int32() after a signature that already has "n". */
bool tir_is_declared(tunip_elaborator *e, const tunip_doc *target, const tunip_value *value)
{
    const tunip_tir_var *var =
        value->kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_tir_var, value->node) : NULL;
    return var && !tunip_string_value(var->name).size && target->kind == TUNIP_DOC_ID &&
           tir_symbol(e, ((const tunip_doc_id *)target)->name);
}

static void bind_target(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (tir_is_declared(e, target, &value)) return;
    if (target->kind != TUNIP_DOC_ID)
        tunip_complain_target(e, target);
    else if (tir_is_free(e, target))
        bind_name(e, target, value);
}

/* A[i] = value. */
static void store(tunip_elaborator *e, const tunip_doc_index *target, tunip_value value)
{
    tunip_value buffer = tunip_elaborate(e, target->value);
    tunip_values indices = {tunip_elaborate_all(e, target->indices), target->indices.count};
    if (buffer.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_WRONG || !indices.items)
        return;
    if (buffer.kind == TUNIP_VALUE_NODE && tirx_buffer_of_element(buffer.node))
        buffer.node = (tunip_node *)tirx_buffer_of_element(buffer.node);
    if (buffer.kind == TUNIP_VALUE_NODE && tunip_is(buffer.node, &tunip_tir_var_type)) {
        void *allocated = tir_allocated_buffer(e, buffer.node, target->value);
        if (allocated) buffer.node = allocated;
    }
    if (buffer.kind != TUNIP_VALUE_NODE || !tunip_is(buffer.node, &tunip_tir_buffer_type)) {
        tunip_complain_instead(e, &buffer, "a buffer");
        return;
    }
    tunip_scope_add(
        e, tir_store_read(e, (tunip_tir_buffer *)buffer.node, indices, &value, &target->base));
}

/* name: annotation = value. */
static void bind_annotated(tunip_elaborator *e, const tunip_doc_assign *stmt, tunip_value value)
{
    tunip_value type = tunip_elaborate(e, stmt->annotation);
    tunip_node *var = tir_var_of(e, &type);
    bool fits = var && !tunip_elaborator_folds(e); /* else a literal has its own dtype */
    void *expr =
        fits ? tir_expr_of(e, &value, ((tunip_tir_var *)var)->base.dtype) : tir_expr(e, &value);
    if (var) tir_decide_unknown(e, expr, ((tunip_tir_var *)var)->base.dtype);
    tunip_value named = tunip_value_node(var, stmt->lhs);
    if (stmt->lhs->kind != TUNIP_DOC_ID) {
        tunip_complain_target(e, stmt->lhs);
        return;
    }
    if (!tir_is_free(e, stmt->lhs)) return;
    tir_name_value(e, &named, ((const tunip_doc_id *)stmt->lhs)->name);
    tunip_scope *let = tir_let_new(e, (tunip_tir_var *)var, expr, stmt->lhs);
    if (let) tunip_scope_enter_rest(e, let);
    tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, named);
}

/* Whether the statement was A[0:4] += 1, for which the reader makes A[0:4] = A[0:4] + 1 with the
 * same target. */
static bool is_slice_changed(const tunip_doc_assign *stmt)
{
    const tunip_doc_operation *sum = (const tunip_doc_operation *)stmt->rhs;
    if (sum->base.kind != TUNIP_DOC_OPERATION || sum->operands.items[0] != stmt->lhs ||
        stmt->lhs->kind != TUNIP_DOC_INDEX)
        return false;
    tunip_docs indices = ((const tunip_doc_index *)stmt->lhs)->indices;
    for (size_t i = 0; i < indices.count; i++) {
        const tunip_doc_slice *slice = (const tunip_doc_slice *)indices.items[i];
        if (slice->base.kind == TUNIP_DOC_SLICE && !slice->step) return true;
    }
    return false;
}

void tir_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (!stmt->rhs) {
        tunip_complain(e, &stmt->stmt.base, "a variable without a value");
        return;
    }
    if (is_slice_changed(stmt) && tunip_elaborator_folds(e)) {
        tunip_complain(e, &stmt->stmt.base,
                       TUNIP_BREAKS_SHAPE "a slice of a buffer cannot be changed in place");
        tunip_complain_also(e, NULL, "write A[a:b] = A[a:b] + x");
        return;
    }
    tir_script_state *state = tir_state_of(e);
    if (state) state->assigned = stmt->annotation ? NULL : stmt->rhs;
    if (state) state->target = stmt->lhs;
    tunip_value value = tunip_elaborate(e, stmt->rhs);
    if (stmt->lhs->kind == TUNIP_DOC_INDEX)
        store(e, (const tunip_doc_index *)stmt->lhs, value);
    else if (stmt->annotation)
        bind_annotated(e, stmt, value);
    else
        tunip_elaborate_targets(e, stmt->lhs, value, bind_target);
}

/* ==== Assignments of TVM v0.26: `x = 1` is a buffer of one element and its first value, `x:
 * T.let[T.int32] = 1` is a variable whose value does not change. */

/* ---- buffers of one element ---- */

static tunip_array *zero_index(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    return TUNIP_LIST(graph, tunip_ir_int(graph, tir_int32, 0));
}

/* Allocates a buffer. */
static tunip_tir_buffer *new_buffer(tunip_elaborator *e, tunip_value shape, tunip_dtype dtype,
                                    tunip_str scope, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_value args[TIR_BUFFER_ARGS] = {{.kind = TUNIP_VALUE_ABSENT}};
    args[0] = shape;
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

/* Allocates a buffer of one element. */
static tunip_tir_buffer *new_scalar(tunip_elaborator *e, tunip_dtype dtype, tunip_str scope,
                                    const tunip_doc *doc)
{
    tunip_value one = {.kind = TUNIP_VALUE_INT, .doc = doc, .integer = 1};
    return new_buffer(e, one, dtype, scope, doc);
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
    void *given = tir_expr_of(e, value, buffer->dtype);
    tir_decide_unknown(e, given, buffer->dtype);
    void *expr = tir_cast(e, given, buffer->dtype);
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

static void v26_bind_target(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
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
    enum { ONLY_NUMBERS = 25 }; /* since this version, pointers are variables of T.let */
    const tunip_tir_var *var = (const tunip_tir_var *)tir_var_of(e, type);
    tunip_value made = tunip_value_wrong(stmt->lhs);
    if (var && value && var->base.dtype.code == TUNIP_DTYPE_HANDLE)
        tunip_note_older(e, ONLY_NUMBERS, stmt->annotation);
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

/* v: T.float32[8], which allocates a buffer of 8 elements. False for another annotation. */
static bool declare_vector(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    const tunip_doc_index *index = (const tunip_doc_index *)stmt->annotation;
    if (stmt->annotation->kind != TUNIP_DOC_INDEX) return false;
    tunip_value dtype = tunip_elaborate(e, index->value);
    if (dtype.kind != TUNIP_VALUE_WORD || dtype.word->read != tir_read_dtype) return false;
    tunip_value shape = {.kind = TUNIP_VALUE_LIST, .doc = stmt->annotation};
    shape.items = (tunip_values){tunip_elaborate_all(e, index->indices), index->indices.count};
    if (shape.items.count == 1 && shape.items.items && /* [(4, 8)] */
        shape.items.items[0].kind == TUNIP_VALUE_LIST)
        shape = shape.items.items[0];
    tunip_tir_buffer *buffer =
        shape.items.items && stmt->lhs->kind == TUNIP_DOC_ID && !stmt->rhs
            ? new_buffer(e, shape, tirx_dtype_of(e, &dtype), tunip_str_from("local"), stmt->lhs)
            : NULL;
    if (stmt->rhs)
        tunip_complain(e, stmt->rhs, "the elements of a new buffer have no value yet");
    else if (stmt->lhs->kind != TUNIP_DOC_ID)
        tunip_complain_target(e, stmt->lhs);
    tunip_value made = buffer ? tunip_value_node(buffer, stmt->lhs) : tunip_value_wrong(stmt->lhs);
    if (stmt->lhs->kind != TUNIP_DOC_ID) return true;
    if (buffer) tir_name_value(e, &made, ((const tunip_doc_id *)stmt->lhs)->name);
    tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, tirx_as_element(e, made));
    return true;
}

void tirx_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (stmt->annotation && declare_vector(e, stmt)) return;
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
    tir_script_state *state = tir_state_of(e);
    if (state) state->assigned = stmt->rhs;
    if (stmt->rhs && stmt->lhs->kind != TUNIP_DOC_INDEX)
        tunip_elaborate_targets(e, stmt->lhs, tunip_elaborate(e, stmt->rhs), v26_bind_target);
    else
        tir_read_assign(e, stmt);
}
