/* assign.c -- assignments: they name what a word has made, store to a buffer, or bind a value by a
 * let. */
#include "script.h"
#include "v26/read.h"

/* Whether an assignment only gives the node a name. TVM v0.23's parser binds all others by a let,
 * and refuses those that are no expressions. */
static bool is_nameable(tunip_elaborator *e, const tunip_node *node)
{
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, node);
    if (var) return !tunip_string_value(var->name).size;
    if (tunip_elaborator_folds(e) && !tunip_elaborator_vintage(e))
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

bool tir_bind_named(tunip_elaborator *e, const tunip_doc *target, tunip_str name,
                    tunip_value value, tunip_value *out)
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
    tunip_complain(e, target, "`%.*s` is already defined in this body", (int)name.size, name.data);
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
    void *expr = fits ? tir_expr_of(e, &value, ((tunip_tir_var *)var)->base.dtype)
                      : tir_expr(e, &value);
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
        tunip_complain(e, &stmt->stmt.base, "a slice of a buffer cannot be changed in place");
        tunip_complain_also(e, NULL, "write A[a:b] = A[a:b] + x");
        return;
    }
    tir_script_state *state = tir_state_of(e);
    if (state) state->assigned = stmt->annotation ? NULL : stmt->rhs;
    tunip_value value = tunip_elaborate(e, stmt->rhs);
    if (stmt->lhs->kind == TUNIP_DOC_INDEX)
        store(e, (const tunip_doc_index *)stmt->lhs, value);
    else if (stmt->annotation)
        bind_annotated(e, stmt, value);
    else
        tunip_elaborate_targets(e, stmt->lhs, value, bind_target);
}
