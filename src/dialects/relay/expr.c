/* expr.c -- the walk over expressions. It decides the order of visits, and which expressions are
 * bound to a number or written in place. */
#include <string.h>

#include "relay.h"

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

/* The arguments of a lowered function are a tuple that TVM does not visit. */
static const tunip_relay_tuple *lowered_args(const tunip_relay_call *call)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    bool is_lowered = op && tunip_str_is(tunip_string_value(op->name), "call_lowered") &&
                      tunip_array_count(call->args) > 1;
    return is_lowered ? TUNIP_AS(tunip_relay_tuple, call->args->items[1]) : NULL;
}

static void push_call(tunip_docsifier *d, relay_state *s, const tunip_relay_call *call,
                      const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, "args");
    const tunip_relay_tuple *lowered = lowered_args(call);
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
           tunip_is(node, &tunip_relay_constant_type) || tunip_is(node, &tunip_ir_op_type) ||
           tunip_is(node, &tunip_relay_var_type) || tunip_is(node, &tunip_relay_constructor_type);
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
