/* read.c -- Relay from Docs: definitions, scopes, names and expressions. */
#include "read.h"

#include <stdlib.h>

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/ir.h>

/* ======== script ======== */

/* A whole text: a module, an expression or a type. */

/* ---- modules ---- */

static bool is_definition(const tunip_doc *doc)
{
    const tunip_doc *name = doc->kind == TUNIP_DOC_FUNCTION
                                ? ((const tunip_doc_function *)doc)->name
                            : doc->kind == TUNIP_DOC_ASSIGN ? ((const tunip_doc_assign *)doc)->lhs
                                                            : NULL;
    if (doc->kind == TUNIP_DOC_CLASS) return true;
    return name && relay_id_name(name).size && *relay_id_name(name).data == '@';
}

/* Keys and values of a map. */
typedef struct entries {
    void **items;
    size_t count;
} entries;

static void add(entries *to, void *key, void *value)
{
    to->items[2 * to->count] = key;
    to->items[2 * to->count++ + 1] = value;
}

static bool has(const entries *in, const void *key)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->items[2 * i] == key) return true;
    return false;
}

/* Maps from the names of the keys to the keys. */
static tunip_map *by_name(tunip_elaborator *e, const entries *of, bool are_types)
{
    void **items = tunip_elaborator_alloc(e, (2 * of->count + 1) * sizeof *items);
    for (size_t i = 0; items && i < of->count; i++) {
        void *key = of->items[2 * i];
        items[2 * i] = are_types ? ((tunip_relay_global_type_var *)key)->name_hint
                                 : ((tunip_relay_global_var *)key)->name_hint;
        items[2 * i + 1] = key;
    }
    return items ? tunip_map_new(tunip_elaborator_graph(e), of->count, items) : NULL;
}

static void read_types(tunip_elaborator *e, tunip_docs script, entries *types)
{
    for (size_t i = 0; i < script.count; i++) {
        const tunip_doc *doc = script.items[i];
        if (doc->kind != TUNIP_DOC_CLASS) continue;
        tunip_relay_type_data *data =
            (tunip_relay_type_data *)relay_read_type_data(e, (const tunip_doc_class *)doc);
        if (!data) continue;
        if (has(types, data->header))
            tunip_complain(e, doc, TUNIP_BREAKS_REPEATED "a second type of this name");
        else
            add(types, data->header, data);
        relay_known_set(e, relay_marked(e, '=', tunip_string_value(data->header->name_hint)), data);
    }
}

static void read_function(tunip_elaborator *e, const tunip_doc *doc, entries *functions)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    bool is_function = doc->kind == TUNIP_DOC_FUNCTION;
    const tunip_doc *name = is_function ? function->name : assign->lhs;
    tunip_node *var = relay_read_callee(e, name, false);
    tunip_elaborator_note(e, TUNIP_USE_DEFINITION, relay_id_name(name), name, var);
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tunip_node *value = relay_is_primfn(doc) ? relay_read_primfn(e, function)
                        : is_function        ? relay_read_function(e, function)
                                             : relay_read_data(e, assign->rhs);
    tunip_elaborator_stand(e, before);
    if (!var || !value) return;
    if (has(functions, var))
        tunip_complain(e, name, TUNIP_BREAKS_REPEATED "a second function of this name");
    else
        add(functions, var, value);
    tunip_str text = relay_id_name(name);
    relay_known_set(e, relay_marked(e, '=', (tunip_str){text.data + 1, text.size - 1}), value);
}

static tunip_node *read_module(tunip_elaborator *e, tunip_docs script)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t size = (2 * script.count + 1) * sizeof(void *);
    entries types = {tunip_elaborator_alloc(e, size), 0};
    entries functions = {tunip_elaborator_alloc(e, size), 0};
    tunip_relay_module *made = tunip_node_new(graph, &tunip_relay_module_type);
    tunip_ir_source_map *sources = tunip_node_new(graph, &tunip_ir_source_map_type);
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (!types.items || !functions.items || !made || !sources || !attrs) return NULL;
    read_types(e, script, &types);
    for (size_t i = 0; i < script.count; i++) {
        const tunip_doc *doc = script.items[i];
        if (!is_definition(doc))
            tunip_complain(e, doc, "only definitions may stand beside a definition");
        else if (doc->kind != TUNIP_DOC_CLASS)
            read_function(e, doc, &functions);
    }
    made->functions = tunip_map_new(graph, functions.count, functions.items);
    made->type_definitions = tunip_map_new(graph, types.count, types.items);
    made->global_var_map = by_name(e, &functions, false);
    made->global_type_var_map = by_name(e, &types, true);
    sources->source_map = tunip_map_new(graph, 0, NULL);
    made->source_map = sources;
    attrs->dict = tunip_map_new(graph, 0, NULL);
    made->attrs = attrs;
    made->global_infos = tunip_map_new(graph, 0, NULL);
    return (tunip_node *)made;
}

/* A module that has only tensor IR. */
static tunip_node *read_plain_module(tunip_elaborator *e, tunip_docs script)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void **items = tunip_elaborator_alloc(e, (2 * script.count + 1) * sizeof *items);
    entries functions = {items, 0};
    tunip_ir_global_var **vars = tunip_elaborator_alloc(e, (script.count + 1) * sizeof(void *));
    void **values = tunip_elaborator_alloc(e, (script.count + 1) * sizeof *values);
    if (!items || !vars || !values) return NULL;
    for (size_t i = 0; i < script.count; i++) read_function(e, script.items[i], &functions);
    for (size_t i = 0; i < functions.count; i++) {
        vars[i] = functions.items[2 * i];
        values[i] = functions.items[2 * i + 1];
    }
    return (tunip_node *)tunip_ir_module_with_vars_new(graph, functions.count, vars, values);
}

/* ---- the text ---- */

static bool all_are_primfns(tunip_docs script)
{
    for (size_t i = 0; i < script.count; i++)
        if (!relay_is_primfn(script.items[i])) return false;
    return script.count > 0;
}

/* Whether the text is a function without a name, or a statement of the tensor IR. */
static bool is_tir_alone(tunip_docs script)
{
    const tunip_doc *only = script.count == 1 ? script.items[0] : NULL;
    if (!only || only->kind == TUNIP_DOC_BLOCK) return only != NULL;
    return relay_is_primfn(only) && !is_definition(only);
}

static tunip_node *read_root(tunip_elaborator *e, tunip_docs script)
{
    relay_tir *tir = relay_tir_of(e);
    if (!tir) return NULL;
    tir->is_plain = is_tir_alone(script) || all_are_primfns(script);
    if (is_tir_alone(script))
        return script.items[0]->kind == TUNIP_DOC_BLOCK
                   ? relay_read_tir(e, script.items[0])
                   : relay_read_primfn(e, (const tunip_doc_function *)script.items[0]);
    if (tir->is_plain) return read_plain_module(e, script);
    const tunip_doc *last = script.count ? script.items[script.count - 1] : NULL;
    for (size_t i = 0; i < script.count; i++)
        if (is_definition(script.items[i])) return read_module(e, script);
    if (!last) return read_module(e, script);
    const tunip_doc *only = script.count == 1 && last->kind == TUNIP_DOC_EXPR_STMT
                                ? ((const tunip_doc_expr_stmt *)last)->expr
                                : NULL;
    if (only && relay_is_meta(only)) { /* the whole graph, as it was saved */
        tunip_value value = relay_read_meta(e, only);
        return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    if (only && relay_is_type(only)) return relay_read_type(e, only);
    return relay_read_scope(e, script, last);
}

tunip_node *relay_read_script(tunip_elaborator *e, tunip_docs script)
{
    tunip_node *root = read_root(e, script);
    const tunip_doc_expr_stmt *only =
        script.count == 1 ? (const tunip_doc_expr_stmt *)script.items[0] : NULL;
    bool is_saved =
        only && only->stmt.base.kind == TUNIP_DOC_EXPR_STMT && relay_is_meta(only->expr);
    if (root && !is_saved) relay_infer_type_args(e);
    return root;
}

/* ======== scope ======== */

/* The statements of a scope: numbers, lets, free variables, and the value at the end. */

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
    if (var) {
        const tunip_doc *id = without_notes(name);
        tunip_name_set(e, relay_id_name(id), tunip_value_node(var, id));
    }
    return var;
}

static tunip_node *incomplete(tunip_elaborator *e)
{
    return tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_incomplete_type_type);
}

static void read_free(tunip_elaborator *e, const tunip_doc *name, const tunip_doc *annotation)
{
    tunip_relay_var *var = read_var(e, name, annotation);
    const tunip_doc *id = without_notes(name);
    relay_known_set(e, relay_id_name(id), var);
    tunip_elaborator_note(e, TUNIP_USE_DEFINITION, relay_id_name(id), id, var);
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
    tunip_elaborator_note(e, TUNIP_USE_DEFINITION, name, stmt->lhs, value);
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

/* ======== names ======== */

/* Names, scopes and new expressions, for the other files of this folder. */

static relay_reading *reading(tunip_elaborator *e)
{
    return tunip_elaborator_state(e, &tunip_dialect_relay);
}

relay_tir *relay_tir_of(tunip_elaborator *e)
{
    relay_reading *r = reading(e);
    return r ? &r->tir : NULL;
}

/* Room is a power of two. */
static relay_known *find_slot(relay_known *known, size_t room, tunip_str name)
{
    size_t at = relay_hash_text(name) & (room - 1);
    while (known[at].node && !tunip_str_equal(known[at].name, name)) at = (at + 1) & (room - 1);
    return &known[at];
}

static bool grow(tunip_elaborator *e, relay_reading *r)
{
    size_t room = r->room ? r->room * 4 : 256;
    relay_known *known = tunip_elaborator_alloc(e, room * sizeof *known);
    if (!known) return false;
    for (size_t i = 0; i < r->room; i++)
        if (r->known[i].node) *find_slot(known, room, r->known[i].name) = r->known[i];
    r->known = known;
    r->room = room;
    return true;
}

tunip_node *relay_known_get(tunip_elaborator *e, tunip_str name)
{
    relay_reading *r = reading(e);
    return r && r->room ? find_slot(r->known, r->room, name)->node : NULL;
}

void relay_known_set(tunip_elaborator *e, tunip_str name, void *node)
{
    relay_reading *r = reading(e);
    if (!r || !node || (r->count * 2 >= r->room && !grow(e, r))) return;
    relay_known *slot = find_slot(r->known, r->room, name);
    if (slot->node) return;
    *slot = (relay_known){name, node};
    r->count++;
}

tunip_str relay_marked(tunip_elaborator *e, char mark, tunip_str name)
{
    char *text = tunip_elaborator_alloc(e, name.size + 1);
    if (!text) return (tunip_str){"", 0};
    *text = mark;
    if (name.size) memcpy(text + 1, name.data, name.size);
    return (tunip_str){text, name.size + 1};
}

tunip_str relay_id_name(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ID ? ((const tunip_doc_id *)doc)->name : (tunip_str){"", 0};
}

/* ---- new expressions ---- */

tunip_relay_virtual_device *relay_no_device(tunip_elaborator *e)
{
    relay_reading *r = reading(e);
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!r || r->device) return r ? r->device : NULL;
    r->device = tunip_node_new(graph, &tunip_relay_virtual_device_type);
    if (!r->device) return NULL;
    r->device->device_type_int = r->device->virtual_device_id = -1;
    r->device->memory_scope = tunip_string_new(graph, "");
    return r->device;
}

void *relay_new(tunip_elaborator *e, const tunip_type *type)
{
    tunip_relay_expr *made = tunip_node_new(tunip_elaborator_graph(e), type);
    if (made) made->virtual_device = relay_no_device(e);
    return made;
}

tunip_node *relay_read_expr(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate(e, doc);
    bool is_expr = value.kind != TUNIP_VALUE_NODE || relay_is_unknown(value.node) ||
                   (tunip_is_a(value.node, &tunip_ir_base_expr_type) &&
                    !tunip_is_a(value.node, &tunip_ir_prim_expr_type));
    if (!is_expr) value = tunip_complain_instead(e, &value, "an expression");
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

/* ---- scopes ---- */

static void *leave_scope(tunip_elaborator *e, tunip_scope *scope)
{
    (void)e;
    (void)scope;
    return NULL;
}

static const tunip_scope_kind scope_kind = {
    .name = "a scope", .dialect = &tunip_dialect_relay, .leave = leave_scope};

void relay_enter(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_scope *scope = tunip_scope_new(e, &scope_kind, sizeof *scope, doc);
    if (scope) tunip_scope_enter(e, scope);
}

void relay_leave(tunip_elaborator *e)
{
    if (tunip_scope_top(e)) tunip_scope_leave(e, tunip_scope_top(e));
}

/* ======== note ======== */

/* The type, the span and the device of an expression, from its comment and its braces. */

/* SOURCE:LINE:COLUMN; the numbers are at the end, because a source may have colons. */
static tunip_ir_span *read_one_span(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    int64_t numbers[2] = {0, 0};
    size_t size = text.size;
    for (int i = 1; i >= 0; i--) {
        size_t at = size;
        while (at && text.data[at - 1] != ':') at--;
        if (!at) return NULL;
        numbers[i] = strtoll(text.data + at, NULL, 10);
        size = at - 1;
    }
    tunip_ir_span *span = tunip_node_new(graph, &tunip_ir_span_type);
    tunip_ir_source_name *name = tunip_node_new(graph, &tunip_ir_source_name_type);
    if (!span || !name) return NULL;
    name->name = tunip_string_new_view(graph, (tunip_str){text.data, size});
    span->source_name = name;
    span->line = span->end_line = numbers[0];
    span->column = span->end_column = numbers[1];
    return span;
}

/* Whether a text ends with :LINE:COLUMN. */
static bool ends_in_place(tunip_str text)
{
    size_t at = text.size;
    for (int i = 0; i < 2; i++) {
        size_t end = at;
        while (at && tunip_is_digit(text.data[at - 1])) at--;
        if (at && at < end && text.data[at - 1] == '-') at--;
        if (at == end || !at || text.data[--at] != ':') return false;
    }
    return true;
}

/* The size of the first span of `text`: a source may contain ", ", so a span ends only behind its
 * numbers. */
static size_t first_span(tunip_str text)
{
    for (size_t i = 0; i + 1 < text.size; i++)
        if (text.data[i] == ',' && text.data[i + 1] == ' ' &&
            ends_in_place((tunip_str){text.data, i}))
            return i;
    return text.size;
}

/* One span, or a list of spans: view:0:0, flatten:0:0. */
static tunip_ir_span *read_span(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t size = first_span(text);
    if (size == text.size) return read_one_span(e, text);
    tunip_ir_sequential_span *list = tunip_node_new(graph, &tunip_ir_sequential_span_type);
    if (list) list->spans = tunip_array_new(graph, 0, NULL);
    if (!list || !list->spans) return NULL;
    for (; text.size; size = first_span(text)) {
        tunip_ir_span *one = read_one_span(e, (tunip_str){text.data, size});
        if (one) tunip_ir_append(e, list->spans, one); /* a text ends a long list with ... */
        size_t next = size < text.size ? size + 2 : size;
        text = (tunip_str){text.data + next, text.size - next};
    }
    return &list->base;
}

/* The text of a span comes from a comment. Braces may say anything: %x {span=5}. */
static void set_span(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc)
{
    if (doc->kind != TUNIP_DOC_LITERAL || doc->sub != TUNIP_LITERAL_STR)
        tunip_complain(e, doc, "expected the text of a span");
    else if (!node->base.base.span)
        node->base.base.span = (void *)read_span(e, ((const tunip_doc_literal *)doc)->value.text);
}

static void read_note(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc)
{
    const tunip_doc_assign *pair = (const tunip_doc_assign *)doc;
    tunip_str key = doc->kind == TUNIP_DOC_ASSIGN ? relay_id_name(pair->lhs) : (tunip_str){"", 0};
    if (tunip_str_is(key, "ty")) { /* a node of the metadata has its own type, and other nodes share
                                      it */
        if (!node->checked_type) node->checked_type = relay_read_type(e, pair->rhs);
    } else if (tunip_str_is(key, "span")) {
        set_span(e, node, pair->rhs);
    } else if (tunip_str_is(key, "virtual_device")) {
        tunip_relay_virtual_device *device =
            relay_if(relay_read_data(e, pair->rhs), &tunip_relay_virtual_device_type);
        if (device)
            node->virtual_device = device;
        else
            tunip_complain(e, pair->rhs, "expected a virtual device");
    } else {
        tunip_complain(e, doc, "expected `virtual_device`");
    }
}

static bool has_notes(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_TUPLE && doc->sub == TUNIP_TUPLE_NOTED;
}

void relay_read_notes(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc)
{
    while (has_notes(doc)) {
        tunip_docs parts = ((const tunip_doc_tuple *)doc)->elements;
        for (size_t i = 1; i < parts.count; i++) read_note(e, node, parts.items[i]);
        doc = parts.items[0];
    }
}

/* ======== function ======== */

/* Functions, and expressions with cases. */

/* ---- functions ---- */

/* The parameters and attributes in the parentheses of a function. */
typedef struct header {
    void **params, **attrs; /* as many as arguments; attributes are keys and values */
    size_t param_count, attr_count;
    tunip_relay_virtual_device *device;
} header;

static void read_attribute(tunip_elaborator *e, header *h, const tunip_doc_assign *pair)
{
    tunip_str key = relay_id_name(pair->lhs);
    tunip_node *value = relay_read_data(e, pair->rhs);
    if (tunip_str_is(key, "virtual_device")) {
        h->device = relay_if(value, &tunip_relay_virtual_device_type);
        if (!h->device) tunip_complain(e, pair->rhs, "expected a virtual device");
        return;
    }
    for (size_t i = 0; i < h->attr_count; i++)
        if (tunip_str_equal(tunip_string_value(h->attrs[2 * i]), key)) {
            tunip_complain(e, pair->lhs,
                           TUNIP_BREAKS_REPEATED "the function has a second attribute `%.*s`",
                           (int)key.size, key.data);
            return;
        }
    h->attrs[2 * h->attr_count] = tunip_string_new_view(tunip_elaborator_graph(e), key);
    h->attrs[2 * h->attr_count++ + 1] = value;
}

static void read_param(tunip_elaborator *e, header *h, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (doc->kind == TUNIP_DOC_ASSIGN && doc->role == TUNIP_ROLE_META)
        read_attribute(e, h, assign);
    else if (doc->kind == TUNIP_DOC_ASSIGN)
        h->params[h->param_count++] = relay_read_var(e, assign->lhs, assign->annotation);
    else if (doc->kind == TUNIP_DOC_EXPR_STMT)
        h->params[h->param_count++] =
            relay_read_var(e, ((const tunip_doc_expr_stmt *)doc)->expr, NULL);
    else
        tunip_complain(e, doc, TUNIP_BREAKS_ARGUMENTS "expected a parameter");
}

static bool read_header(tunip_elaborator *e, header *h, tunip_docs args)
{
    h->params = tunip_elaborator_alloc(e, (args.count + 1) * sizeof *h->params);
    h->attrs = tunip_elaborator_alloc(e, (2 * args.count + 1) * sizeof *h->attrs);
    if (!h->params || !h->attrs) return false;
    for (size_t i = 0; i < args.count; i++) read_param(e, h, args.items[i]);
    return true;
}

tunip_node *relay_read_function(tunip_elaborator *e, const tunip_doc_function *doc)
{
    header h = {.params = NULL};
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_function *made = relay_new(e, &tunip_relay_function_type);
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    relay_enter(e, &doc->stmt.base);
    tunip_array *types = relay_read_type_params(e, doc->decorators);
    bool is_read = made && attrs && read_header(e, &h, doc->args);
    if (is_read) {
        made->type_params = types;
        made->params = tunip_array_new(graph, h.param_count, h.params);
        if (doc->return_type) made->ret_type = relay_read_type(e, doc->return_type);
        attrs->dict = tunip_map_new(graph, h.attr_count, h.attrs);
        made->attrs = attrs;
        if (h.device) made->base.virtual_device = h.device;
        made->body = relay_read_statements(e, doc->body, &doc->stmt.base);
    }
    relay_leave(e);
    return is_read ? &made->base.base.base.base.base : NULL;
}

/* ---- patterns ---- */

static tunip_value read_pattern(tunip_elaborator *e, const tunip_doc *doc);

static tunip_array *read_patterns(tunip_elaborator *e, tunip_docs docs)
{
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < docs.count; i++) {
        tunip_value value = tunip_elaborate_by(e, read_pattern, docs.items[i]);
        items[i] = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    return items ? tunip_array_new(tunip_elaborator_graph(e), docs.count, items) : NULL;
}

/* Makes a constructor for a text that does not define its type: the text of a single function. */
static tunip_relay_constructor *guess_constructor(tunip_elaborator *e, const tunip_doc *doc,
                                                  tunip_str name, size_t count)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_constructor *made = tunip_node_new(graph, &tunip_relay_constructor_type);
    void **inputs = tunip_elaborator_alloc(e, (count + 1) * sizeof *inputs);
    if (!made || !inputs) return NULL;
    for (size_t i = 0; i < count; i++)
        inputs[i] = tunip_node_new(graph, &tunip_relay_incomplete_type_type);
    made->name_hint = tunip_string_new_view(graph, name);
    made->inputs = tunip_array_new(graph, count, inputs);
    made->belong_to = relay_type_name(e, tunip_str_from("_"));
    relay_known_set(e, name, made);
    tunip_warn(e, doc, "no type of the text has a constructor `%.*s`", (int)name.size, name.data);
    return made;
}

/* C or C(p, q) */
static tunip_value read_constructed(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    bool is_call = doc->kind == TUNIP_DOC_CALL;
    tunip_str name = relay_id_name(is_call ? call->callee : doc);
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_constructor *constructor =
        relay_if(relay_known_get(e, name), &tunip_relay_constructor_type);
    if (!constructor) constructor = guess_constructor(e, doc, name, is_call ? call->args.count : 0);
    tunip_relay_pattern_constructor *made =
        tunip_node_new(graph, &tunip_relay_pattern_constructor_type);
    if (!made) return tunip_value_wrong(doc);
    made->constructor = constructor;
    made->patterns = read_patterns(e, is_call ? call->args : tunip_docs_none());
    return tunip_value_node(made, doc);
}

static tunip_value read_pattern(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_assign *var = (const tunip_doc_assign *)doc;
    if (doc->kind == TUNIP_DOC_ID && tunip_str_is(relay_id_name(doc), "_"))
        return tunip_value_node(tunip_node_new(graph, &tunip_relay_pattern_wildcard_type), doc);
    if (doc->kind == TUNIP_DOC_ID || doc->kind == TUNIP_DOC_CALL) return read_constructed(e, doc);
    if (doc->kind == TUNIP_DOC_ASSIGN) {
        tunip_relay_pattern_var *made = tunip_node_new(graph, &tunip_relay_pattern_var_type);
        if (made) made->var = relay_read_var(e, var->lhs, var->annotation);
        return tunip_value_node(made, doc);
    }
    if (doc->kind != TUNIP_DOC_TUPLE) return tunip_complain(e, doc, "expected a pattern");
    tunip_relay_pattern_tuple *made = tunip_node_new(graph, &tunip_relay_pattern_tuple_type);
    if (made) made->patterns = read_patterns(e, ((const tunip_doc_tuple *)doc)->elements);
    return tunip_value_node(made, doc);
}

/* ---- match ---- */

static tunip_node *read_case(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    tunip_relay_clause *made = tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_clause_type);
    if (!made || doc->kind != TUNIP_DOC_SCOPE) return NULL;
    relay_enter(e, doc);
    tunip_value pattern = tunip_elaborate_by(e, read_pattern, scope->rhs);
    if (pattern.kind == TUNIP_VALUE_NODE) made->lhs = pattern.node;
    made->rhs = relay_read_statements(e, scope->body, doc);
    relay_leave(e);
    return &made->base.base;
}

tunip_node *relay_read_match(tunip_elaborator *e, const tunip_doc_scope *doc)
{
    size_t count = doc->body.count;
    tunip_relay_match *made = relay_new(e, &tunip_relay_match_type);
    void **clauses = tunip_elaborator_alloc(e, (count + 1) * sizeof *clauses);
    if (!made || !clauses) return NULL;
    made->complete = !doc->lhs || !tunip_str_is(relay_id_name(doc->lhs), "match?");
    made->data = relay_read_expr(e, doc->rhs);
    for (size_t i = 0; i < count; i++) clauses[i] = read_case(e, doc->body.items[i]);
    made->clauses = tunip_array_new(tunip_elaborator_graph(e), count, clauses);
    return &made->base.base.base.base.base;
}

/* ======== expr ======== */

/* Expressions other than calls, functions and matches. */

static tunip_value read_noted(tunip_elaborator *e, const tunip_doc_tuple *doc)
{
    tunip_value value = tunip_elaborate(e, doc->elements.items[0]);
    bool is_expr = value.kind == TUNIP_VALUE_NODE && tunip_is_a(value.node, &tunip_relay_expr_type);
    if (is_expr) relay_read_notes(e, (tunip_relay_expr *)value.node, &doc->base);
    return value;
}

/* ---- names ---- */

/* A constructor that is a value is a node of its own, as after TVM's type inference. It prints as
 * its name. The node in the definition of the type prints everywhere as it does there:
 * `Cons(A, List[A])`. */
static tunip_value read_constructor(tunip_elaborator *e, const tunip_relay_constructor *defined,
                                    const tunip_doc *doc)
{
    tunip_relay_constructor *own =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_constructor_type);
    if (!own) return tunip_value_wrong(doc);
    *own = *defined;
    return tunip_value_node((tunip_node *)own, doc);
}

static tunip_value read_id(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str name = relay_id_name(doc);
    if (name.size && *name.data == '%') {
        const tunip_value *local = tunip_name_get(e, name);
        tunip_node *known = local ? local->node : relay_known_get(e, name);
        tunip_elaborator_note(e, TUNIP_USE_REFERENCE, name, doc, known);
        if (known) return tunip_value_node(known, doc);
        return tunip_complain(e, doc, TUNIP_BREAKS_UNDEFINED_NAME "%.*s is not defined",
                              (int)name.size, name.data);
    }
    tunip_node *node = relay_read_callee(e, doc, false);
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, node);
    if (!made) return tunip_value_node(node, doc);
    if (tunip_array_count(made->inputs)) return read_constructor(e, made, doc);
    tunip_relay_call *call = relay_new(e, &tunip_relay_call_type); /* of no arguments */
    if (!call) return tunip_value_wrong(doc);
    call->op = node;
    call->args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    call->type_args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    relay_note_call(e, call);
    return tunip_value_node(call, doc);
}

/* ---- parts ---- */

static tunip_value read_tuple(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)doc;
    if (doc->sub == TUNIP_TUPLE_NOTED) return read_noted(e, tuple);
    size_t count = tuple->elements.count;
    tunip_relay_tuple *made = relay_new(e, &tunip_relay_tuple_type);
    void **fields = tunip_elaborator_alloc(e, (count + 1) * sizeof *fields);
    if (!made || !fields) return tunip_value_wrong(doc);
    for (size_t i = 0; i < count; i++) fields[i] = relay_read_expr(e, tuple->elements.items[i]);
    made->fields = tunip_array_new(tunip_elaborator_graph(e), count, fields);
    return tunip_value_node(made, doc);
}

static tunip_value read_item(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_attr *item = (const tunip_doc_attr *)doc;
    tunip_relay_tuple_get_item *made = relay_new(e, &tunip_relay_tuple_get_item_type);
    tunip_node *tuple = relay_read_expr(e, item->value);
    if (!made || !tuple) return tunip_value_wrong(doc);
    made->tuple_value = tuple;
    for (size_t i = 0; i < item->name.size && made->index <= INT32_MAX; i++)
        made->index = made->index * 10 + (item->name.data[i] - '0');
    if (made->index > INT32_MAX)
        return tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "the index of an item is larger than %d",
                              INT32_MAX);
    return tunip_value_node(made, doc);
}

static tunip_value read_if(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tunip_relay_if *made = relay_new(e, &tunip_relay_if_type);
    if (!made) return tunip_value_wrong(doc);
    made->cond = relay_read_expr(e, branch->predicate);
    made->true_branch = relay_read_scope(e, branch->then_branch, doc);
    made->false_branch = relay_read_scope(e, branch->else_branch, doc);
    return tunip_value_node(made, doc);
}

static tunip_value read_index(tunip_elaborator *e, const tunip_doc *doc)
{
    return relay_read_meta(e, doc);
}

static tunip_value read_literal(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(relay_read_constant(e, (const tunip_doc_literal *)doc), doc);
}

static tunip_value read_call(tunip_elaborator *e, const tunip_doc *doc)
{
    return relay_read_call(e, (const tunip_doc_call *)doc);
}

static tunip_value read_operation(tunip_elaborator *e, const tunip_doc *doc)
{
    return relay_read_operation(e, (const tunip_doc_operation *)doc);
}

static tunip_value expr_read_function(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(relay_read_function(e, (const tunip_doc_function *)doc), doc);
}

static tunip_value read_match(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(relay_read_match(e, (const tunip_doc_scope *)doc), doc);
}

static tunip_value read_block(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_docs body = ((const tunip_doc_block *)doc)->body;
    return tunip_value_node(relay_read_scope(e, body, doc), doc);
}

static const tunip_read_fn readers[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = read_literal, [TUNIP_DOC_ID] = read_id,
    [TUNIP_DOC_ATTR] = read_item,       [TUNIP_DOC_INDEX] = read_index,
    [TUNIP_DOC_CALL] = read_call,       [TUNIP_DOC_OPERATION] = read_operation,
    [TUNIP_DOC_TUPLE] = read_tuple,     [TUNIP_DOC_IF] = read_if,
    [TUNIP_DOC_SCOPE] = read_match,     [TUNIP_DOC_FUNCTION] = expr_read_function,
    [TUNIP_DOC_BLOCK] = read_block,
};

tunip_value relay_express(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_read_fn read = doc->kind < TUNIP_DOC__COUNT ? readers[doc->kind] : NULL;
    if (read) return read(e, doc);
    return tunip_complain(e, doc, "expected an expression");
}
