/* scope.c -- the statements of a scope: numbers, lets, free variables, and the value at the end. */
#include "read.h"

/* ---- variables ---- */

static const tunip_doc *without_notes(const tunip_doc *doc)
{
    while (doc && doc->kind == TUNIP_DOC_TUPLE && doc->sub == TUNIP_TUPLE_NOTED)
        doc = ((const tunip_doc_tuple *)doc)->elements.items[0];
    return doc;
}

static tunip_relay_var *new_var(tunip_elaborator *e, tunip_str hint, tunip_node *type)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_var *var = relay_new(e, &tunip_relay_var_type);
    tunip_relay_id *id = tunip_node_new(graph, &tunip_relay_id_type);
    if (!var || !id) return NULL;
    id->name_hint = tunip_string_new_view(graph, hint);
    var->vid = id;
    var->type_annotation = type;
    return var;
}

static tunip_relay_var *read_var(tunip_elaborator *e, const tunip_doc *name,
                                 const tunip_doc *annotation)
{
    tunip_str text = relay_id_name(without_notes(name));
    tunip_node *type = annotation ? relay_read_type(e, without_notes(annotation)) : NULL;
    tunip_str hint = {text.data + (text.size > 0), text.size - (text.size > 0)};
    tunip_relay_var *var = new_var(e, hint, type);
    if (!var) return NULL;
    relay_read_notes(e, &var->base, name);
    if (annotation) relay_read_notes(e, &var->base, annotation);
    tunip_elaborator_move(e, var, name);
    return var;
}

tunip_relay_var *relay_read_var(tunip_elaborator *e, const tunip_doc *name,
                                const tunip_doc *annotation)
{
    tunip_relay_var *var = read_var(e, name, annotation);
    if (var) tunip_name_set(e, relay_id_name(without_notes(name)), tunip_value_node(var, name));
    return var;
}

static tunip_node *incomplete(tunip_elaborator *e)
{
    return tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_incomplete_type_type);
}

static void read_free(tunip_elaborator *e, const tunip_doc *name, const tunip_doc *annotation)
{
    tunip_relay_var *var = read_var(e, name, annotation);
    relay_known_set(e, relay_id_name(without_notes(name)), var);
}

/* ---- statements ---- */

/* A let whose body is not known yet. */
typedef struct binding {
    tunip_relay_var *var;
    tunip_node *value;
    const tunip_doc *doc;
} binding;

typedef struct statements {
    binding *lets;
    size_t count, room;
    tunip_node *value; /* of the last expression */
    bool is_last;      /* it is the last statement so far */
    const tunip_doc *doc;
} statements;

static void add_let(tunip_elaborator *e, statements *s, binding let)
{
    binding *lets =
        tunip_scratch_grow(tunip_elaborator_scratch(e), s->lets, s->count, sizeof *lets, &s->room);
    if (!lets) return;
    s->lets = lets;
    lets[s->count++] = let;
}

/* If a statement follows a value, the value becomes that of a let whose variable has no name. */
static void end_value(tunip_elaborator *e, statements *s)
{
    if (!s->is_last || !s->value) return;
    add_let(e, s, (binding){new_var(e, (tunip_str){"", 0}, incomplete(e)), s->value, s->doc});
    s->is_last = false;
}

static void read_number(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    tunip_str name = relay_id_name(stmt->lhs);
    tunip_node *value = relay_read_expr(e, stmt->rhs);
    if (relay_known_get(e, name)) {
        tunip_warn(e, stmt->lhs, "%.*s keeps its value: numbers count over the whole text",
                   (int)name.size, name.data);
        return;
    }
    relay_known_set(e, name, value);
}

/* Reads a let. Its variable is known in its own value, because functions may call themselves.
 * `doc` is the statement, or an expression with remarks about it. */
static void read_let(tunip_elaborator *e, statements *s, const tunip_doc_assign *stmt,
                     const tunip_doc *doc)
{
    tunip_relay_var *var = relay_read_var(e, stmt->lhs, stmt->annotation);
    tunip_node *value = relay_read_expr(e, stmt->rhs);
    add_let(e, s, (binding){var, value, doc});
}

static void read_statement(tunip_elaborator *e, statements *s, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)doc)->expr;
    bool is_assign = doc->kind == TUNIP_DOC_ASSIGN, is_expr = doc->kind == TUNIP_DOC_EXPR_STMT;
    if (doc->role == TUNIP_ROLE_DEFINE && (is_assign || is_expr)) {
        read_free(e, is_assign ? assign->lhs : expr, is_assign ? assign->annotation : NULL);
        return;
    }
    end_value(e, s);
    if (is_assign && doc->role == TUNIP_ROLE_BIND) {
        read_number(e, assign);
    } else if (is_assign && doc->role == TUNIP_ROLE_LET) {
        read_let(e, s, assign, doc);
    } else if (is_expr && without_notes(expr)->kind == TUNIP_DOC_ASSIGN) {
        read_let(e, s, (const tunip_doc_assign *)without_notes(expr), expr);
    } else if (is_expr) {
        s->value = relay_read_expr(e, expr);
        s->is_last = true;
        s->doc = doc;
    } else if (doc->kind != TUNIP_DOC_COMMENT) {
        tunip_complain(e, doc, "only bindings and expressions may stand in a scope");
    }
}

tunip_node *relay_read_statements(tunip_elaborator *e, tunip_docs body, const tunip_doc *doc)
{
    statements s = {.lets = NULL};
    for (size_t i = 0; i < body.count; i++) read_statement(e, &s, body.items[i]);
    if (!s.is_last) {
        const tunip_doc *last = body.count ? body.items[body.count - 1] : doc;
        tunip_complain(e, last, "a scope ends with its value, an expression");
        return NULL;
    }
    while (s.value && s.count) {
        const binding *last = &s.lets[--s.count];
        tunip_relay_let *let = relay_new(e, &tunip_relay_let_type);
        if (!let) return NULL;
        let->var = last->var;
        let->value = last->value;
        let->body = s.value;
        s.value = &let->base.base.base.base.base;
        if (last->doc) relay_read_notes(e, &let->base, last->doc);
        tunip_elaborator_move(e, let, last->doc);
    }
    return s.value;
}

tunip_node *relay_read_scope(tunip_elaborator *e, tunip_docs body, const tunip_doc *doc)
{
    relay_enter(e, doc);
    tunip_node *value = relay_read_statements(e, body, doc);
    relay_leave(e);
    return value;
}
