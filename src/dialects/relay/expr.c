/* expr.c -- expressions and functions of Relay. */
#include <stdlib.h>
#include <string.h>

#include <tunip/tvm/tir.h>

#include "relay.h"

/* ======== expr ======== */

/* The walk over expressions. It decides the order of visits, and which expressions are
 * bound to a number or written in place. */

/* ---- types and spans behind expressions ---- */

static bool has_note(const tunip_node *node)
{
    return tunip_is(node, &tunip_relay_constant_type) || tunip_is(node, &tunip_relay_call_type) ||
           tunip_is(node, &tunip_relay_var_type) || tunip_is(node, &tunip_relay_function_type) ||
           tunip_is(node, &tunip_relay_tuple_type) ||
           tunip_is(node, &tunip_relay_tuple_get_item_type);
}

/* Expressions whose spans TVM does not show: they have a remark only if the user asks for spans. */
static bool has_span_note(const tunip_node *node)
{
    return tunip_is(node, &tunip_relay_if_type) || tunip_is(node, &tunip_relay_match_type) ||
           tunip_is(node, &tunip_relay_ref_create_type) ||
           tunip_is(node, &tunip_relay_ref_read_type) ||
           tunip_is(node, &tunip_relay_ref_write_type);
}

static const tunip_doc *note(tunip_docsifier *d, const char *key, const tunip_doc *value)
{
    return tunip_doc_assign_new(d, TUNIP_ROLE_META, relay_word(d, key, NULL), value, NULL);
}

typedef struct span_text {
    tunip_docsifier *d;
    tunip_str text;
    size_t count;
} span_text;

/* Writes ":number" so that it ends at `end`; returns its first character. */
static char *number_before(char *end, int64_t number)
{
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do *--end = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0) *--end = '-';
    *--end = ':';
    return end;
}

/* Typical modules have a span for each expression, and tunip_doc_format() would take a third of the
 * time of a print. */
static tunip_str joined(tunip_docsifier *d, size_t count, const tunip_str *parts)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) size += parts[i].size;
    char *text = tunip_job_alloc(d, size + 1), *to = text;
    for (size_t i = 0; text && i < count; i++) {
        if (parts[i].size) memcpy(to, parts[i].data, parts[i].size);
        to += parts[i].size;
    }
    return text ? (tunip_str){text, size} : (tunip_str){"", 0};
}

/* Appends "source:line:column". TVM ends the process if a span is a list. */
static bool add_site(void *user, const tunip_site *site)
{
    enum { MOST_SHOWN = 8 };
    span_text *s = user;
    tunip_str comma = tunip_str_from(s->count++ ? ", " : "");
    bool is_shown = s->count <= MOST_SHOWN;
    char room[48], *end = room + sizeof room;
    char *place = number_before(number_before(end, site->column), site->line);
    tunip_str parts[] = {s->text,
                         comma,
                         is_shown ? site->source : tunip_str_from("..."),
                         {place, is_shown ? (size_t)(end - place) : 0}};
    s->text = joined(s->d, TUNIP_LEN(parts), parts);
    return is_shown;
}

/* NULL: no span, or a malformed one. */
static const tunip_doc *span_doc(tunip_docsifier *d, const tunip_node *span)
{
    span_text s = {.d = d, .text = {"", 0}};
    tunip_each_site(span, add_site, &s);
    return s.count ? tunip_doc_raw_new(d, s.text, NULL) : NULL;
}

const tunip_doc *relay_noted(tunip_docsifier *d, const tunip_doc *doc, const tunip_node *node,
                             const tunip_path *path)
{
    const relay_settings *settings = tunip_job_settings(d, &tunip_dialect_relay);
    bool is_usual = has_note(node), spans = tunip_job_options(d)->spans;
    bool is_noted = is_usual ? settings->show_types || spans : spans && has_span_note(node);
    relay_entry *entry = is_noted ? relay_entry_of(d, node) : NULL;
    if (!entry || entry->is_noted) return doc;
    entry->is_noted = true;
    const tunip_relay_expr *expr = (const tunip_relay_expr *)node;
    const tunip_doc *span = span_doc(d, expr->base.base.span);
    const tunip_doc *parts[3] = {doc};
    size_t count = 1;
    if (is_usual && expr->checked_type && settings->show_types) {
        const tunip_path *at = tunip_path_attr(d, path, "_checked_type_");
        parts[count++] = note(d, "ty", relay_type(d, expr->checked_type, at));
    }
    if (span) parts[count++] = note(d, "span", span);
    return count > 1 ? tunip_doc_noted_new(d, tunip_docs_copy(d, count, parts)) : doc;
}

const tunip_doc *relay_spanned(tunip_docsifier *d, const tunip_doc *stmt,
                               const tunip_relay_expr *expr)
{
    const tunip_doc *span = tunip_job_options(d)->spans ? span_doc(d, expr->base.base.span) : NULL;
    if (!span) return stmt;
    const tunip_doc *noted = tunip_doc_noted_new(d, TUNIP_DOCS(d, stmt, note(d, "span", span)));
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, noted);
}

/* ---- visiting ---- */

static bool is_visited(tunip_docsifier *d, const tunip_node *node)
{
    relay_entry *entry = relay_entry_of(d, node);
    return !entry || entry->doc;
}

/* Whether the parts of the node are pending: a part that refers to the node closes a cycle. */
static bool is_open(tunip_docsifier *d, const tunip_node *node)
{
    relay_entry *entry = relay_entry_of(d, node);
    return entry && entry->is_open;
}

static void set_open(tunip_docsifier *d, const tunip_node *node, bool open)
{
    relay_entry *entry = relay_entry_of(d, node);
    if (entry) entry->is_open = open;
}

static void push(tunip_docsifier *d, relay_state *s, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    if (!node || is_visited(d, node) || is_open(d, node)) return;
    relay_pending *pending = tunip_scratch_grow(tunip_job_scratch(d), s->pending, s->pending_count,
                                                sizeof *pending, &s->pending_room);
    if (!pending) return;
    s->pending = pending;
    pending[s->pending_count++] = (relay_pending){node, path, false};
}

/* Pushes the items of a list; the walk visits the last one first. */
static void push_items(tunip_docsifier *d, relay_state *s, const tunip_array *items,
                       const tunip_path *path)
{
    for (size_t i = tunip_array_count(items); i-- > 0;)
        push(d, s, items->items[i], tunip_path_item(d, path, i));
}

static void push_call(tunip_docsifier *d, relay_state *s, const tunip_relay_call *call,
                      const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, "args");
    /* The arguments of a lowered function are a tuple that TVM does not visit. */
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    bool is_lowered = op && tunip_str_is(tunip_string_value(op->name), "call_lowered") &&
                      tunip_array_count(call->args) > 1;
    const tunip_relay_tuple *lowered =
        is_lowered ? TUNIP_AS(tunip_relay_tuple, call->args->items[1]) : NULL;
    if (lowered) {
        push_items(d, s, lowered->fields, tunip_path_attr(d, tunip_path_item(d, at, 1), "fields"));
        push(d, s, call->args->items[0], tunip_path_item(d, at, 0));
    } else {
        push_items(d, s, call->args, at);
    }
    push(d, s, call->op, tunip_path_attr(d, path, "op"));
}

/* Pushes the parts of a call, a tuple or a tuple item. The rules of other expressions visit the
 * parts themselves. */
static void push_parts(tunip_docsifier *d, relay_state *s, const tunip_node *node,
                       const tunip_path *path)
{
    const tunip_relay_tuple *tuple = TUNIP_AS(tunip_relay_tuple, node);
    const tunip_relay_tuple_get_item *item = TUNIP_AS(tunip_relay_tuple_get_item, node);
    if (tunip_is(node, &tunip_relay_call_type))
        push_call(d, s, (const tunip_relay_call *)node, path);
    if (tuple) push_items(d, s, tuple->fields, tunip_path_attr(d, path, "fields"));
    if (item) push(d, s, item->tuple_value, tunip_path_attr(d, path, "tuple_value"));
}

static void visit_one(tunip_docsifier *d, relay_state *s, const tunip_node *node,
                      const tunip_path *path)
{
    s->visiting = node;
    const tunip_doc *doc = tunip_docsify(d, node, path);
    relay_entry *entry = relay_entry_of(d, node);
    if (entry && !entry->doc) entry->doc = doc;
}

static const tunip_doc *visit(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    relay_state *s = relay_state_of(d);
    size_t base = s->pending_count;
    /* tunip_docsify() reports the cycle */
    if (is_open(d, node) && !is_visited(d, node)) return tunip_docsify(d, node, path);
    push(d, s, node, path);
    while (s->pending_count > base) {
        relay_pending *top = &s->pending[s->pending_count - 1];
        relay_pending next = *top;
        if (is_visited(d, next.node)) {
            s->pending_count--;
        } else if (next.is_expanded) {
            visit_one(d, s, next.node, next.path);
            set_open(d, next.node, false);
            s->pending_count--;
        } else {
            top->is_expanded = true;
            set_open(d, next.node, true);
            push_parts(d, s, next.node, next.path);
        }
    }
    relay_entry *entry = relay_entry_of(d, node);
    return entry && entry->doc ? entry->doc : tunip_doc_none(d, path);
}

/* ---- printing ---- */

static bool is_always_in_place(const tunip_node *node)
{
    return tunip_is(node, &tunip_relay_global_var_type) ||
           tunip_is(node, &tunip_relay_constant_type) || relay_is_unknown(node) ||
           tunip_is(node, &tunip_ir_op_type) || tunip_is(node, &tunip_relay_var_type) ||
           tunip_is(node, &tunip_relay_constructor_type);
}

static bool has_one_use(tunip_docsifier *d, const relay_entry *entry)
{
    return entry->function != relay_state_of(d)->function || entry->uses <= 1;
}

static const tunip_doc *bind(tunip_docsifier *d, relay_entry *entry, const tunip_doc *doc,
                             const tunip_path *path)
{
    if (entry->is_bound) return entry->doc;
    entry->is_bound = true;
    tunip_str number = relay_numbered(d, tunip_str_from("%"), relay_state_of(d)->next_number++);
    entry->doc = tunip_doc_raw_new(d, number, path);
    const tunip_doc *stmt = tunip_doc_assign_new(d, TUNIP_ROLE_BIND, entry->doc, doc, NULL);
    if (doc->kind != TUNIP_DOC_BLOCK) stmt = tunip_doc_annotate(d, stmt, path); /* else: its let */
    tunip_frame_add(d, tunip_frame_top(d), stmt);
    return entry->doc;
}

/* Prints a variable. If nothing defines it, declares it in the scope of its first use. */
static const tunip_doc *print_var(tunip_docsifier *d, relay_entry *entry)
{
    if (!entry->is_bound && entry->declared)
        tunip_frame_add(d, tunip_frame_top(d), entry->declared);
    entry->is_bound = true;
    return entry->doc;
}

const tunip_doc *relay_print(tunip_docsifier *d, const void *any, const tunip_path *path,
                             bool in_place)
{
    const tunip_node *node = any;
    if (!node) return tunip_docsify_child(d, node, path);
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry) return tunip_doc_none(d, path);
    bool stays = is_always_in_place(node) || (in_place && has_one_use(d, entry));
    const tunip_doc *doc = relay_noted(d, visit(d, node, path), node, path);
    if (tunip_is(node, &tunip_relay_var_type)) return print_var(d, entry);
    if (!stays) return bind(d, entry, doc, path);
    entry->doc = doc;
    return doc;
}

/* ---- scopes ---- */

/* The statements of a chain of lets end with the value. */
static const tunip_doc *as_stmt(tunip_docsifier *d, const tunip_doc *value, const tunip_path *path)
{
    if (tunip_doc_classify(value) != TUNIP_CLASS_EXPR) return value;
    return tunip_doc_annotate(d, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, value), path);
}

void relay_end_scope(tunip_docsifier *d, tunip_frame *frame, const void *node,
                     const tunip_path *path)
{
    const tunip_doc *value = relay_print(d, node, path, true);
    if (value->kind != TUNIP_DOC_BLOCK) {
        tunip_frame_add(d, frame, as_stmt(d, value, path));
        return;
    }
    tunip_docs stmts = ((const tunip_doc_block *)value)->body;
    for (size_t i = 0; i < stmts.count; i++) tunip_frame_add(d, frame, stmts.items[i]);
}

tunip_docs relay_scope(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_relay, NULL);
    relay_end_scope(d, &frame, node, path);
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    tunip_frame_leave(d, &frame);
    return body;
}

/* ======== function ======== */

/* Definitions of variables, functions, patterns, modules. */

/* ---- variables ---- */

/* If a variable is defined twice, the IR is ill-formed, and the text shows it. */
static const tunip_doc *name_doc(tunip_docsifier *d, const tunip_relay_var *var, relay_entry *entry,
                                 const tunip_path *path)
{
    tunip_str hint = var->vid ? tunip_string_value(var->vid->name_hint) : (tunip_str){"", 0};
    if (entry->doc && entry->doc->kind == TUNIP_DOC_ID) {
        tunip_str name = ((const tunip_doc_id *)entry->doc)->name;
        return tunip_doc_raw_new(
            d, tunip_doc_format(d, "%.*s-malformed-ir", (int)name.size, name.data), path);
    }
    tunip_str name = relay_joined(d, relay_begins_with_letter(hint) ? "%" : "%v", hint);
    return entry->doc = tunip_doc_raw_new(d, relay_name_new(d, name, ""), path);
}

static const tunip_doc *with_device(tunip_docsifier *d, const tunip_doc *name,
                                    const tunip_relay_virtual_device *device,
                                    const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, "virtual_device_");
    const tunip_doc *value = relay_value(d, device, at);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, name, relay_word(d, " {virtual_device=", NULL),
                                              value, relay_word(d, "}", NULL)));
}

const tunip_doc *relay_alloc(tunip_docsifier *d, const tunip_relay_var *var, const tunip_path *path,
                             const tunip_doc **type)
{
    *type = NULL;
    relay_entry *entry = var ? relay_entry_of(d, var) : NULL;
    if (!entry) return tunip_docsify_child(d, NULL, path);
    const tunip_doc *known = entry->doc;
    const tunip_doc *name = name_doc(d, var, entry, path);
    if (known) return name;
    if (!relay_is_unconstrained(var->base.virtual_device))
        name = with_device(d, name, var->base.virtual_device, path);
    if (!var->type_annotation) return relay_noted(d, name, &var->base.base.base.base.base, path);
    const tunip_path *at = tunip_path_attr(d, path, "type_annotation");
    *type = relay_type(d, var->type_annotation, at);
    *type = relay_noted(d, *type, &var->base.base.base.base.base, path);
    return name;
}

const tunip_doc *relay_define(tunip_docsifier *d, const tunip_relay_var *var, tunip_role role,
                              const tunip_doc *rhs, const tunip_path *path)
{
    const tunip_doc *type, *name = relay_alloc(d, var, path, &type);
    if (!rhs && !type) return tunip_doc_expr_stmt_new(d, role, name);
    return tunip_doc_assign_new(d, role, name, rhs, type);
}

/* ---- functions ---- */

static const tunip_doc *keyword_doc(tunip_docsifier *d, tunip_str key, const tunip_doc *value)
{
    return tunip_doc_assign_new(d, TUNIP_ROLE_META, tunip_doc_raw_new(d, key, NULL), value, NULL);
}

/* The entries of a map with string keys, as arguments of the function. */
static void add_attrs(tunip_docsifier *d, tunip_frame *args, const tunip_ir_dict_attrs *attrs,
                      const tunip_path *path)
{
    const tunip_map *map = attrs ? attrs->dict : NULL;
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        const tunip_map_entry *entry = &map->entries[i];
        const tunip_doc *value = relay_value(d, entry->value, tunip_path_key(d, path, entry->key));
        tunip_frame_add(d, args, keyword_doc(d, tunip_string_value(entry->key), value));
    }
}

static tunip_docs function_args(tunip_docsifier *d, const tunip_relay_function *function,
                                const tunip_path *path)
{
    tunip_frame args; /* a frame only for its list of statements */
    const tunip_path *at = tunip_path_attr(d, path, "params");
    tunip_frame_enter(d, &args, &tunip_dialect_relay, NULL);
    for (size_t i = 0; i < tunip_array_count(function->params); i++) {
        const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, function->params->items[i]);
        tunip_frame_add(d, &args,
                        relay_define(d, var, TUNIP_ROLE_PARAM, NULL, tunip_path_item(d, at, i)));
    }
    add_attrs(d, &args, function->attrs, tunip_path_attr(d, path, "attrs"));
    const tunip_relay_virtual_device *device = function->base.virtual_device;
    if (!relay_is_unconstrained(device)) {
        const tunip_path *device_at = tunip_path_attr(d, path, "virtual_device_");
        tunip_frame_add(
            d, &args,
            keyword_doc(d, tunip_str_from("virtual_device"), relay_value(d, device, device_at)));
    }
    tunip_docs docs = tunip_frame_body(d, &args, NULL);
    tunip_frame_leave(d, &args);
    return docs;
}

static tunip_docs type_params(tunip_docsifier *d, const tunip_array *params, const tunip_path *path)
{
    size_t count = tunip_array_count(params);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = relay_type(d, params->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

const tunip_doc *relay_function(tunip_docsifier *d, const tunip_relay_function *function,
                                tunip_str name, const tunip_path *path)
{
    const tunip_doc *result = NULL;
    tunip_docs params =
        type_params(d, function->type_params, tunip_path_attr(d, path, "type_params"));
    tunip_docs args = function_args(d, function, path);
    if (function->ret_type)
        result = relay_type(d, function->ret_type, tunip_path_attr(d, path, "ret_type"));
    tunip_docs body = relay_scope(d, function->body, tunip_path_attr(d, path, "body"));
    return tunip_doc_function_new(d, tunip_doc_raw_new(d, name, NULL), args, params, result, body);
}

/* ---- match ---- */

static const tunip_doc *pattern_doc(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

static tunip_docs pattern_docs(tunip_docsifier *d, const tunip_array *patterns,
                               const tunip_path *path)
{
    size_t count = tunip_array_count(patterns);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = tunip_docsify(d, patterns->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

static const tunip_doc *pattern_var(tunip_docsifier *d, const tunip_relay_pattern_var *pattern,
                                    const tunip_path *path)
{
    const tunip_doc *type, *name;
    name = relay_alloc(d, pattern->var, tunip_path_attr(d, path, "var"), &type);
    if (!type) return name;
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, name, relay_word(d, ": ", NULL), type));
}

/* (a, b), and (a) for one. */
static const tunip_doc *pattern_tuple(tunip_docsifier *d, const tunip_relay_pattern_tuple *tuple,
                                      const tunip_path *path)
{
    tunip_docs docs = pattern_docs(d, tuple->patterns, tunip_path_attr(d, path, "patterns"));
    if (docs.count != 1) return tunip_doc_tuple_new(d, docs);
    return tunip_doc_joined_new(
        d, TUNIP_DOCS(d, relay_word(d, "(", NULL), docs.items[0], relay_word(d, ")", NULL)));
}

static const tunip_doc *pattern_doc(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relay_pattern_var *var = TUNIP_AS(tunip_relay_pattern_var, node);
    const tunip_relay_pattern_tuple *tuple = TUNIP_AS(tunip_relay_pattern_tuple, node);
    const tunip_relay_pattern_constructor *made = TUNIP_AS(tunip_relay_pattern_constructor, node);
    if (var) return pattern_var(d, var, path);
    if (tuple) return pattern_tuple(d, tuple, path);
    if (!made) return relay_word(d, "_", path);
    tunip_str name = {"", 0};
    if (made->constructor) name = tunip_string_value(made->constructor->name_hint);
    const tunip_doc *callee = tunip_doc_raw_new(d, name, path);
    if (!tunip_array_count(made->patterns)) return callee;
    tunip_docs docs = pattern_docs(d, made->patterns, tunip_path_attr(d, path, "patterns"));
    return tunip_doc_call_new(d, callee, docs, NULL, tunip_docs_none());
}

const tunip_doc *relay_docsify_pattern(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry) return tunip_doc_none(d, path);
    if (!entry->doc) entry->doc = pattern_doc(d, node, path);
    return entry->doc;
}

/* pattern => { scope } */
static const tunip_doc *clause_doc(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_relay_clause *clause = TUNIP_AS(tunip_relay_clause, node);
    if (!clause) return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, tunip_doc_none(d, path));
    const tunip_doc *pattern = TUNIP_CHILD(d, clause, lhs, path);
    tunip_docs body = relay_scope(d, clause->rhs, tunip_path_attr(d, path, "rhs"));
    const tunip_doc *scope = tunip_doc_scope_new(d, NULL, pattern, body);
    return tunip_doc_at(d, scope, path);
}

const tunip_doc *relay_match(tunip_docsifier *d, const tunip_relay_match *match,
                             const tunip_path *path)
{
    const tunip_doc *data = relay_print(d, match->data, tunip_path_attr(d, path, "data"), false);
    const tunip_doc *word = relay_word(d, match->complete ? "match" : "match?", NULL);
    size_t count = tunip_array_count(match->clauses);
    const tunip_path *at = tunip_path_attr(d, path, "clauses");
    const tunip_doc **clauses = tunip_docs_new(d, count);
    for (size_t i = 0; clauses && i < count; i++)
        clauses[i] = clause_doc(d, match->clauses->items[i], tunip_path_item(d, at, i));
    return tunip_doc_scope_new(d, word, data, tunip_docs_view(clauses, count));
}

/* ---- modules ---- */

static tunip_str key_name(const tunip_node *key)
{
    const tunip_relay_global_var *var = TUNIP_AS(tunip_relay_global_var, key);
    const tunip_relay_global_type_var *type = TUNIP_AS(tunip_relay_global_type_var, key);
    const tunip_ir_global_var *other = TUNIP_AS(tunip_ir_global_var, key);
    if (other) return tunip_string_value(other->name_hint);
    if (var) return tunip_string_value(var->name_hint);
    return type ? tunip_string_value(type->name_hint) : tunip_string_value(key);
}

static int compare_names(const void *left, const void *right)
{
    tunip_str a = key_name((*(const tunip_map_entry *const *)left)->key);
    tunip_str b = key_name((*(const tunip_map_entry *const *)right)->key);
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    if (order) return order;
    return a.size != b.size ? (a.size < b.size ? -1 : 1) : left < right ? -1 : left > right;
}

/* The entries of a map in the order of their names; NULL if there are none. */
static const tunip_map_entry **sorted(tunip_docsifier *d, const tunip_map *map)
{
    size_t count = tunip_map_count(map);
    const tunip_map_entry **entries = count ? tunip_job_alloc(d, count * sizeof(*entries)) : NULL;
    for (size_t i = 0; entries && i < count; i++) entries[i] = &map->entries[i];
    if (entries) qsort(entries, count, sizeof(*entries), compare_names);
    return entries;
}

/* The types of a module before its functions. */
static void add_types(tunip_docsifier *d, tunip_frame *frame, const tunip_relay_module *module,
                      const tunip_path *path)
{
    const tunip_map *types = module ? module->type_definitions : NULL;
    const tunip_map_entry **entries = sorted(d, types);
    for (size_t i = 0; entries && i < tunip_map_count(types); i++)
        tunip_frame_add(d, frame,
                        relay_type(d, entries[i]->value, tunip_path_key(d, path, entries[i]->key)));
}

static const tunip_doc *member(tunip_docsifier *d, const tunip_map_entry *entry,
                               const tunip_path *path)
{
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, entry->value);
    tunip_str name = key_name(entry->key);
    name = relay_joined(d, "@", name);
    if (function) {
        relay_count_uses(d, entry->value);
        return tunip_doc_at(d, relay_function(d, function, name, path), path);
    }
    const tunip_tir_prim_func *primfn = TUNIP_AS(tunip_tir_prim_func, entry->value);
    const tunip_doc *id = tunip_doc_raw_new(d, name, NULL);
    if (primfn) return tunip_doc_at(d, relay_primfn(d, primfn, id, path), path);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path,
                 "TVM v0.19 prints an empty line for a %s in a module",
                 entry->value ? entry->value->type->key : "function that is missing");
    return tunip_doc_raw_new(d, tunip_str_from(""), path);
}

const tunip_doc *relay_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_relay_module *module = TUNIP_AS(tunip_relay_module, node);
    const tunip_map *functions =
        module ? module->functions : ((const tunip_ir_module *)node)->functions;
    const tunip_map_entry **entries = sorted(d, functions);
    tunip_frame frame;
    relay_state_of(d)->is_begun = true;
    tunip_frame_enter(d, &frame, &tunip_dialect_relay, node);
    add_types(d, &frame, module, tunip_path_attr(d, path, "type_definitions"));
    const tunip_path *at = tunip_path_attr(d, path, "functions");
    for (size_t i = 0; entries && i < tunip_map_count(functions); i++)
        tunip_frame_add(d, &frame, member(d, entries[i], tunip_path_key(d, at, entries[i]->key)));
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    tunip_frame_leave(d, &frame);
    return tunip_doc_block_new(d, TUNIP_DOCS(d, tunip_doc_group_new(d, body)));
}
