/* docsify.c -- node -> Doc: applies the row that was found; guards every node; prints nodes
 * without a rule and built-in values. */
#include "docsify.h"

#include <stdio.h>

#include <tunip/ext/dialect.h>

#include "../ir/graph.h"
#include "../ir/valid.h"
#include "../util/options.h"
#include "../util/text.h"
#include "doc.h"
#include "docsifier.h"
#include "frame.h"
#include "lossless.h"
#include "names.h"
#include "paths.h"
#include "print.h"

/* ======== guard ======== */

/* The guards of every node, whichever rule prints it.
 *
 * A cycle is found once a print is deeper than any realistic IR, and its node is remembered; from
 * then on that node is not entered while it is open. So even a node that contains itself twice
 * costs no more than the depth at which it is found. */

enum { MOST_REENTRIES = 3 };

TN_STACK_STEP4(guarded_deeper, const tunip_doc *, tn_guard_carefully, tunip_docsifier *,
               const tunip_node *, const tunip_path *, tn_apply_fn)

static const tunip_doc *on_fresh_stack(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path, tn_apply_fn apply)
{
    const tunip_doc *doc = &tn_doc_failed.base;
    if (!guarded_deeper(&d->guard->stack, &doc, d, node, path, apply))
        tn_stack_fail(&d->memory.error);
    return doc;
}

/* Without a source map, the place of an error is the root. */
static void set_error_path(tunip_docsifier *d, const tunip_path *path)
{
    if (!path && !d->paths->recorded) path = tunip_path_root(d);
    if (path) tunip_path_text(path, d->memory.error.path, sizeof d->memory.error.path);
}

static const tunip_doc *too_deep(tunip_docsifier *d, const tunip_path *path)
{
    tn_job_fail(d, TUNIP_ERROR_LIMIT, "the IR is nested deeper than max_depth %zu",
                d->options->max_depth);
    set_error_path(d, path);
    return &tn_doc_failed.base;
}

/* A shared child becomes a Doc at each use. */
static const tunip_doc *too_large(tunip_docsifier *d, const tunip_path *path)
{
    char most[TN_BYTES_SIZE];
    tn_job_fail(d, TUNIP_ERROR_LIMIT,
                "the text would be longer than max_bytes %s (estimated from its parts)",
                tn_bytes_text(d->options->max_bytes, most));
    set_error_path(d, path);
    return &tn_doc_failed.base;
}

static const tunip_doc *cycle(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    d->guard->easy_depth = 0;
    if (!tn_map_put(&d->guard->cyclic, node, NULL)) tn_job_no_memory(d);
    tunip_report(d, TUNIP_ISSUE_CYCLE, path, "a %s contains itself", node->type->key);
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("<cycle>"), path);
}

static bool is_open(const tunip_docsifier *d, const tunip_node *node)
{
    const tn_open *open = d->guard->innermost;
    while (open && open->node != node) open = open->outer;
    return open != NULL;
}

/* Applies the rule at great depth, and marks the node as open. A rule may meet its own node again
 * (a buffer whose data pointer prints as `A.data`), but not again and again. */
static const tunip_doc *watched(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                tn_apply_fn apply)
{
    uint64_t *times = tn_map_put(&d->guard->open, node, NULL);
    if (!times) {
        tn_job_no_memory(d);
        return &tn_doc_failed.base;
    }
    if (*times > MOST_REENTRIES) return cycle(d, node, path);
    ++*times;
    const tunip_doc *doc = apply(d, node, path);
    times = tn_map_get(&d->guard->open, node);
    if (times && --*times == 0) tn_map_remove(&d->guard->open, node);
    return doc;
}

/* Handles a rule that returns NULL or an invalid Doc. */
static const tunip_doc *broken(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                               const char *what)
{
    const tunip_dialect *dialect =
        tn_dispatch_rule(d->dispatch, d->tokens->row, node->type)->dialect;
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the rule of %s for %s made %s",
                 dialect ? dialect->name : "tunip", node->type->key, what);
    return tunip_doc_id_new(d, tunip_doc_format(d, "<%s>", node->type->key), path);
}

static const tunip_doc *close_frames(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path, tunip_frame *top)
{
    const tunip_frame *open = d->top;
    while (open && open != top) open = open->outer;
    if (!open) tn_job_misuse(d, "leaves a frame that is not its own");
    /* The frames lived on the rule's stack. Their definitions stay. */
    d->top = top;
    tn_tokens_cut(d, top);
    tn_free_variables_cut(d);
    return broken(d, node, path, "a frame and did not leave it");
}

/* Memory that is not a node. */
static const tunip_doc *untyped(tunip_docsifier *d, const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a node has no type");
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("<no type>"), path);
}

const tunip_doc *tn_guard_accept(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                 const tunip_doc *doc, tunip_frame *top)
{
    if (d->top != top) return close_frames(d, node, path, top);
    if (!doc) return broken(d, node, path, "no Doc");
    /* A Doc of another print may be freed before this print is rendered, or already be freed. So
     * the check first looks at the address, before reading any memory there. If the address is in
     * memory of this print, the check looks at the mark. */
    bool held = tn_arena_holds_newest(&d->memory.kept, doc) ||
                tn_arena_holds(&d->memory.arena, doc) || tn_arena_holds(&d->memory.kept, doc);
    if ((held && tn_doc_is_own(d, doc)) || doc == &tn_doc_failed.base) return doc;
    return broken(d, node, path, "a Doc that is not of this print");
}

const tunip_doc *tn_guard_place(tunip_docsifier *d, const tunip_doc *doc, const tunip_path *path)
{
    if (!path || !d->paths->recorded) return doc;
    doc = tunip_doc_at(d, doc, path);
    return d->marks->notes ? tunip_doc_annotate(d, doc, path) : doc;
}

const tunip_doc *tn_guard_carefully(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path, tn_apply_fn apply)
{
    tn_guard *guard = d->guard;
    if (!node->type) return untyped(d, path);
    if (tn_stack_low(&guard->stack)) return on_fresh_stack(d, node, path, apply);
    if (d->options->max_depth && guard->depth >= d->options->max_depth) return too_deep(d, path);
    if (d->memory.arena.total + d->memory.kept.total > d->memory.most) return too_large(d, path);
    if (guard->cyclic.count && tn_map_get(&guard->cyclic, node) && is_open(d, node))
        return cycle(d, node, path);
    tn_open open = {.node = node, .outer = guard->innermost};
    tunip_frame *top = d->top;
    guard->innermost = &open;
    guard->depth++;
    const tunip_doc *doc =
        guard->depth < TN_WATCHED_DEPTH ? apply(d, node, path) : watched(d, node, path, apply);
    doc = tn_guard_accept(d, node, path, doc, top);
    guard->depth--;
    guard->innermost = open.outer;
    return tn_guard_place(d, doc, path);
}

/* ======== docsify ======== */

/* Node -> Doc: applies the row that was found. Every rule calls this for the children
 * of its node. */

/* ---- fields ---- */

void tn_report_missing(tunip_docsifier *d, const tunip_node *node, const tunip_field *field,
                       const tunip_path *path)
{
    if (field->kind != TUNIP_KIND_NODE ||
        (field->flags & (TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_IGNORE)))
        return;
    if (!tunip_field_node(node, field))
        tunip_report(d, TUNIP_ISSUE_NULL, path, "%s of a %s is missing", field->name,
                     node->type->key);
}

const tunip_doc *tunip_docsify_field(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_field *field, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, field->name);
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        tn_report_missing(d, node, field, at);
        return tunip_docsify(d, tunip_field_node(node, field), at);
    case TUNIP_KIND_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_KIND_FLOAT:
        return tunip_doc_float(d, *(const double *)value, at);
    case TUNIP_KIND_BOOL:
        return tunip_doc_bool(d, *(const bool *)value, at);
    case TUNIP_KIND_DTYPE:
        return tunip_doc_dtype(d, *(const tunip_dtype *)value, at);
    }
    return &tn_doc_failed.base;
}

/* The argument of a call row. A string is a literal, of however many lines. */
static const tunip_doc *docsify_arg(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *path)
{
    bool is_text = field->kind == TUNIP_KIND_NODE && field->expects == &tunip_string_type;
    const tunip_node *value = is_text ? tunip_field_node(node, field) : NULL;
    if (!value || !tunip_is(value, &tunip_string_type))
        return tunip_docsify_field(d, node, field, path);
    return tunip_doc_str(d, tunip_string_value(value), tunip_path_attr(d, path, field->name));
}

static const tunip_doc *apply_call(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_doc *callee = tunip_prefixed_str(d, rule->dialect, rule->name);
    const tunip_doc **docs = tunip_docs_new(d, rule->arg_count);
    size_t keyword_count = rule->arg_count - rule->positional_count;
    tunip_str *keys = keyword_count ? tn_job_memory(d, keyword_count * sizeof *keys) : NULL;
    if ((rule->arg_count && !docs) || (keyword_count && !keys)) return &tn_doc_failed.base;
    for (size_t i = 0; i < rule->arg_count; i++) {
        docs[i] = docsify_arg(d, node, rule->args[i].field, path);
        if (i >= rule->positional_count) keys[i - rule->positional_count] = rule->args[i].key;
    }
    tunip_docs values = tunip_docs_none();
    if (keyword_count) values = tunip_docs_view(docs + rule->positional_count, keyword_count);
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, rule->positional_count), keys,
                              values);
}

static const tunip_doc *apply_custom(tunip_docsifier *d, const tn_rule *rule,
                                     const tunip_node *node, const tunip_path *path)
{
    return rule->fn(d, node, path);
}

static const tunip_doc *apply_variable(tunip_docsifier *d, const tn_rule *rule,
                                       const tunip_node *node, const tunip_path *path)
{
    const tunip_doc *doc = tunip_variable(d, node);
    return doc ? doc : rule->fn(d, node, path);
}

static const tunip_doc *apply_name(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    (void)node;
    (void)path;
    return tunip_prefixed_str(d, rule->dialect, rule->name);
}

static const tunip_doc *apply_forward(tunip_docsifier *d, const tn_rule *rule,
                                      const tunip_node *node, const tunip_path *path)
{
    return tunip_docsify_field(d, node, rule->args[0].field, path);
}

static const tunip_doc *apply_metadata(tunip_docsifier *d, const tn_rule *rule,
                                       const tunip_node *node, const tunip_path *path)
{
    (void)rule;
    return tunip_metadata(d, node, path);
}

/* ---- plain text ----
 *
 * Roots that have no script form (containers, values and a few other types) print as TVM's
 * ReprPrinter prints them (src/node/repr_printer.cc, src/node/container_printing.cc). A node inside
 * them that has a script form is printed as a script of its own. */

static const tunip_doc *plain_array(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_array *array = (const tunip_array *)node;
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = tunip_docsify_plain(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, array->count));
}

/* Keys are not escaped, as in TVM. */
static const tunip_doc *plain_key(tunip_docsifier *d, const tunip_node *key, const tunip_path *path)
{
    if (!tunip_is(key, &tunip_string_type)) return tunip_docsify_plain(d, key, path);
    tunip_str text = tunip_string_value(key);
    char *quoted = tunip_job_alloc(d, text.size + 2);
    if (!quoted) return &tn_doc_failed.base;
    quoted[0] = quoted[text.size + 1] = '"';
    if (text.size) memcpy(quoted + 1, text.data, text.size);
    return tunip_doc_raw_new(d, (tunip_str){quoted, text.size + 2}, path);
}

static const tunip_doc *plain_map(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_map *map = (const tunip_map *)node;
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; keys && values && i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        keys[i] = plain_key(d, key, tunip_path_key_missing(d, path, key));
        values[i] = tunip_docsify_plain(d, map->entries[i].value, tunip_path_key(d, path, key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

/* A field whose type is a string is written as its characters; any other field by its own rule. */
static const tunip_doc *plain_child(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *at)
{
    const tunip_node *child = tunip_field_node(node, field);
    if (child && field->expects == &tunip_string_type && tunip_is(child, &tunip_string_type))
        return tunip_doc_raw_new(d, tunip_string_value(child), at);
    return tunip_docsify_plain(d, child, at);
}

static const tunip_doc *plain_field(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_field *field, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, field->name);
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return plain_child(d, node, field, at);
    case TUNIP_KIND_INT:
        return tunip_doc_int(d, *(const int64_t *)value, at);
    case TUNIP_KIND_FLOAT:
        return tn_plain_float(d, *(const double *)value, at);
    case TUNIP_KIND_BOOL:
        return tunip_doc_int(d, *(const bool *)value, at);
    case TUNIP_KIND_DTYPE:
        return tn_plain_dtype(d, *(const tunip_dtype *)value, at);
    }
    return &tn_doc_failed.base;
}

/* ---- rows ---- */

/* The characters of a text up to the next field. */
static const tunip_doc *next_part(tunip_docsifier *d, const char **text)
{
    const char *hole = strstr(*text, TN_HOLE), *begin = *text;
    size_t size = hole ? (size_t)(hole - begin) : strlen(begin);
    *text = begin + size + (hole ? sizeof TN_HOLE - 1 : 0);
    return tunip_doc_raw_new(d, (tunip_str){begin, size}, NULL);
}

static const tunip_doc *apply_text(tunip_docsifier *d, const tn_rule *rule, const tunip_node *node,
                                   const tunip_path *path)
{
    size_t count = 2 * rule->arg_count + 1;
    const char *rest = rule->name.data;
    const tunip_doc **docs = tunip_docs_new(d, count);
    if (!docs) return &tn_doc_failed.base;
    for (size_t i = 0; i < count; i++) {
        const tunip_field *field = i % 2 ? rule->args[i / 2].field : NULL;
        docs[i] = !field           ? next_part(d, &rest)
                  : rule->is_plain ? plain_field(d, node, field, path)
                                   : docsify_arg(d, node, field, path);
    }
    return tunip_doc_joined_new(d, tunip_docs_view(docs, count));
}

/* ORDER tunip_rule_form */
static const tunip_doc *(*const apply[])(tunip_docsifier *d, const tn_rule *rule,
                                         const tunip_node *node, const tunip_path *path) = {
    [TUNIP_RULE_CUSTOM] = apply_custom,     [TUNIP_RULE_CALL] = apply_call,
    [TUNIP_RULE_NAME] = apply_name,         [TUNIP_RULE_FORWARD] = apply_forward,
    [TUNIP_RULE_METADATA] = apply_metadata, [TUNIP_RULE_TEXT] = apply_text,
    [TUNIP_RULE_VARIABLE] = apply_variable, [TUNIP_RULE_CONSTANT] = apply_custom,
};

/* ---- nodes without a script form ---- */

/* The rule a dialect has for `node` under the token "plain" and no other. */
static const tn_rule *plain_rule(tunip_docsifier *d, const tunip_node *node)
{
    uint32_t token = tn_intern_find(&d->dispatch->tokens, tunip_str_from("plain"));
    tn_row *row = token == TN_NOT_INTERNED ? NULL : tn_tokens_row(d, token);
    return tn_dispatch_own_rule(d->dispatch, row, node->type);
}

static const tunip_doc *plain_doc(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    if (node->type == &tunip_array_type) return plain_array(d, node, path);
    if (node->type == &tunip_map_type) return plain_map(d, node, path);
    const tunip_doc *value = tn_plain_value(d, node, path);
    if (value) return value;
    const tn_rule *rule = plain_rule(d, node);
    if (rule) return apply[rule->form](d, rule, node, path);
    if (tn_dispatch_root(d->dispatch, node, NULL))
        return tunip_doc_raw_new(d, tn_print_inside(d, node, path), path);
    if (tn_dispatch_has_rule(d->dispatch, node->type)) return tunip_docsify(d, node, path);
    return d->dispatch->fallback.fn(d, node, path);
}

/* ---- any node ---- */

static const tunip_doc *apply_found(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tn_rule *rule = tn_dispatch_rule(d->dispatch, d->tokens->row, node->type);
    uint8_t outer = d->dialect;
    d->dialect = rule->number;
    const tunip_doc *doc = apply[rule->form](d, rule, node, path);
    d->dialect = outer;
    return doc;
}

/* `rule` is NULL if it has not been looked up yet. Fetches a little of the memory that will be read
 * soon, from its end: a node that is printed meanwhile would wait for a fetch of the whole. */
TN_APART static const tunip_doc *docsify_guarded(tunip_docsifier *d, const tunip_node *node,
                                                 const tunip_path *path, const tn_rule *rule)
{
    enum { LINE = 64, LINES = 12 };
    tn_guard *guard = d->guard;
    tn_guarded guarded;
    if (TN_RARELY(tn_job_failed(d))) return &tn_doc_failed.base;
    if (guard->fetch_begin < guard->fetch_end) {
        for (uintptr_t i = 1; i <= LINES; i++) TN_FETCH_LATER(guard->fetch_end - i * LINE);
        guard->fetch_end -= LINES * LINE;
    }
    if (TN_RARELY(!node)) return tunip_doc_none(d, path);
    if (TN_RARELY(!rule) && node->type)
        rule = tn_dispatch_rule(d->dispatch, d->tokens->row, node->type);
    if (TN_RARELY(!rule || !tn_guard_is_easy(d)))
        return tn_guard_carefully(d, node, path, apply_found);
    tn_guard_enter(d, node, &guarded);
    d->dialect = rule->number;
    const tunip_doc *doc = rule->form == TUNIP_RULE_CUSTOM ? rule->fn(d, node, path)
                                                           : apply[rule->form](d, rule, node, path);
    return tn_guard_leave(d, node, path, doc, &guarded);
}

/* A reader makes the nodes below a node just before the node itself, and often just after the node
 * that was expected before. */
void tunip_job_expect(const tunip_docsifier *d, const void *node)
{
    enum { USUAL_SIZE = 24 << 10 };
    tn_guard *guard = d->guard;
    uintptr_t end = (uintptr_t)node, begin = end > USUAL_SIZE ? end - USUAL_SIZE : end;
    bool follows = guard->expected > begin && guard->expected < end;
    guard->fetch_end = end;
    guard->fetch_begin = follows ? guard->expected : begin;
    guard->expected = end;
}

/* The shared Doc of a variable, if its rule would return it. Half of the nodes in expressions are
 * variables, and these need no guard. */
TN_APART static const tunip_doc *docsify_variable(tunip_docsifier *d, const tunip_node *node,
                                                  const tunip_path *path, const tn_rule *rule)
{
    bool is_easy = d->guard->depth < d->guard->easy_depth;
    const tn_variable *variable = is_easy ? tn_variable_or_guess(d, node) : NULL;
    const tunip_doc *id = variable ? variable->id : NULL;
    if (!id || id->dialect != rule->number) return docsify_guarded(d, node, path, rule);
    return path ? tn_guard_place(d, id, path) : id;
}

/* Makes the Doc of a constant, and keeps it if the rule has no more to say than the Doc. */
TN_APART static const tunip_doc *make_constant(tunip_docsifier *d, const tunip_node *node,
                                               const tunip_path *path, const tn_rule *rule)
{
    size_t issues = d->report->issues.count;
    const tunip_doc *doc = docsify_guarded(d, node, path, rule);
    if (d->report->issues.count == issues) tn_constant_keep(d, node, rule, doc);
    return doc;
}

/* The Doc that equal constants share. Without paths, they differ in nothing. */
TN_APART static const tunip_doc *docsify_constant(tunip_docsifier *d, const tunip_node *node,
                                                  const tunip_path *path, const tn_rule *rule)
{
    if (TN_RARELY(d->paths->recorded || node->type != rule->type ||
                  d->guard->depth >= d->guard->easy_depth))
        return docsify_guarded(d, node, path, rule);
    const tunip_doc *doc = tn_constant_find(d, node, rule);
    return doc ? doc : make_constant(d, node, path, rule);
}

/* After an error, shared Docs of variables and constants do no harm. No other rule runs. */
const tunip_doc *tunip_docsify(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    if (TN_RARELY(d->lossless && node)) {
        const tunip_doc *doc = tn_docsify_exact(d, node, path);
        if (doc) return doc;
    }
    const tn_rule *rule = node && node->type ? tn_row_rule(d->tokens->row, node->type) : NULL;
    if (rule && rule->form == TUNIP_RULE_VARIABLE) return docsify_variable(d, node, path, rule);
    if (rule && rule->form == TUNIP_RULE_CONSTANT) return docsify_constant(d, node, path, rule);
    return docsify_guarded(d, node, path, rule);
}

const tunip_doc *tunip_docsify_plain(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    tn_guarded guarded;
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    if (node && d->lossless) {
        const tunip_doc *doc = tn_docsify_exact(d, node, path);
        if (doc) return doc;
    }
    if (!node) return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("(nullptr)"), path);
    if (TN_RARELY(!node->type || !tn_guard_is_easy(d)))
        return tn_guard_carefully(d, node, path, plain_doc);
    tn_guard_enter(d, node, &guarded);
    const tunip_doc *doc = plain_doc(d, node, path);
    return tn_guard_leave(d, node, path, doc, &guarded);
}

tunip_docs tunip_docsify_items(tunip_docsifier *d, const tunip_array *array, const tunip_path *path)
{
    size_t count = tunip_array_count(array);
    const tunip_doc **docs = tunip_docs_new(d, count);
    if (!docs) return tunip_docs_none();
    for (size_t i = 0; i < count; i++)
        docs[i] = tunip_docsify(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

/* ======== generic ======== */

/* Nodes without a rule print as type.key(field=value, ...), so that the rest of the IR
 * stays readable. */

typedef struct arguments {
    const tunip_doc **docs;
    tunip_str *keys;
    size_t count;
} arguments;

static bool make_arguments(tunip_docsifier *d, size_t most, arguments *args)
{
    args->docs = tunip_docs_new(d, most);
    args->keys = most ? tn_job_memory(d, most * sizeof *args->keys) : NULL;
    return !tn_job_failed(d);
}

static void add(arguments *args, tunip_str key, const tunip_doc *doc)
{
    args->keys[args->count] = key;
    args->docs[args->count++] = doc;
}

static size_t count_fields(const tunip_type *type)
{
    size_t count = 0;
    for (; type; type = type->base) count += type->field_count;
    return count;
}

/* Omits fields that are NULL or that equality ignores (spans, caches). */
static bool is_silent(const tunip_node *node, const tunip_field *field)
{
    if (field->flags & (TUNIP_FLAG_IGNORE | TUNIP_FLAG_AGAIN)) return true;
    return field->kind == TUNIP_KIND_NODE && !tunip_field_node(node, field);
}

static void add_fields(tunip_docsifier *d, const tunip_node *node, const tunip_type *type,
                       const tunip_path *path, arguments *args)
{
    if (type->base) add_fields(d, node, type->base, path, args);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (is_silent(node, field)) {
            tn_report_missing(d, node, field, tunip_path_attr(d, path, field->name));
            continue;
        }
        add(args, tunip_str_from(field->name), tunip_docsify_field(d, node, field, path));
    }
}

/* `1 or value`: the integer in the file is a number, or the index of a node. */
static const tunip_doc *either(tunip_docsifier *d, const tunip_opaque_field *field,
                               const tunip_doc *value, const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_UNREGISTERED, path, "`%s` is the number %lld, or a node",
                 field->name.data, (long long)field->index);
    const tunip_doc *number = tunip_doc_int(d, field->index, NULL);
    return tunip_doc_operation_new(d, TUNIP_OP_OR, TUNIP_DOCS(d, number, value));
}

static void add_opaque(tunip_docsifier *d, const tunip_opaque *node, const tunip_path *path,
                       arguments *args)
{
    for (size_t i = 0; i < node->count; i++) {
        const tunip_opaque_field *field = &node->fields[i];
        if (!field->value && !field->is_ambiguous) continue;
        const char *name = tunip_doc_text(d, field->name).data;
        if (!name) return;
        const tunip_path *at = tunip_path_attr(d, path, name);
        const tunip_doc *value =
            field->value ? tunip_docsify(d, field->value, at) : tunip_doc_none(d, at);
        add(args, field->name, field->is_ambiguous ? either(d, field, value, at) : value);
    }
    if (node->data) add(args, (tunip_str)TUNIP_STR("data"), tunip_docsify(d, node->data, path));
}

/* ---- containers, when no dialect has rules for them ---- */

static const tunip_doc *generic_map(tunip_docsifier *d, const tunip_map *map,
                                    const tunip_path *path)
{
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; keys && values && i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        keys[i] = tunip_docsify(d, key, tunip_path_key_missing(d, path, key));
        values[i] = tunip_docsify(d, map->entries[i].value, tunip_path_key(d, path, key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

static const tunip_doc *generic_shape(tunip_docsifier *d, const tunip_shape *shape,
                                      const tunip_path *path)
{
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++)
        dims[i] = tunip_doc_int(d, shape->dims[i], tunip_path_item(d, path, i));
    return tunip_doc_tuple_new(d, tunip_docs_view(dims, shape->count));
}

/* NULL for a node that is not a container. */
static const tunip_doc *generic_container(tunip_docsifier *d, const tunip_node *node,
                                          const tunip_path *path)
{
    if (node->type == &tunip_array_type)
        return tunip_doc_list_new(d, tunip_docsify_items(d, (const tunip_array *)node, path));
    if (node->type == &tunip_map_type) return generic_map(d, (const tunip_map *)node, path);
    if (node->type == &tunip_shape_type) return generic_shape(d, (const tunip_shape *)node, path);
    return NULL;
}

/* The placeholder of a flawed node, which is reported already. */
static const tunip_doc *generic_placeholder(tunip_docsifier *d, const tn_placeholder *node,
                                            const tunip_path *path)
{
    tunip_str text = tunip_doc_format(d, "<%s>", node->key ? node->key : "no type");
    return tunip_doc_id_new(d, text, path);
}

const tunip_doc *tn_docsify_generic(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    if (node->type == &tn_placeholder_type)
        return generic_placeholder(d, (const tn_placeholder *)node, path);
    bool opaque = node->type->base == &tunip_opaque_type;
    const tunip_opaque *unknown = (const tunip_opaque *)node;
    if (opaque && tn_is_missing(unknown)) return tunip_metadata(d, node, path);
    arguments args = {.count = 0};
    const tunip_doc *container = generic_container(d, node, path);
    if (container) return container;
    tunip_report(d, TUNIP_ISSUE_UNREGISTERED, path, "no rule prints %s", node->type->key);
    if (!make_arguments(d, opaque ? unknown->count + 1 : count_fields(node->type), &args))
        return &tn_doc_failed.base;
    if (opaque)
        add_opaque(d, unknown, path, &args);
    else
        add_fields(d, node, node->type, path, &args);
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    const tunip_doc *callee = tunip_doc_id_new(d, tunip_str_from(node->type->key), NULL);
    return tunip_doc_call_new(d, callee, tunip_docs_none(), args.keys,
                              tunip_docs_view(args.docs, args.count));
}

/* ======== value rules ======== */

/* The rules of the built-in values, as a dialect without a name of its own:
 * literals, lists, dictionaries. */

static const tunip_doc *docsify_string(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    tunip_str text = tunip_string_value(node);
    if (text.size && memchr(text.data, '\n', text.size)) return tunip_metadata(d, node, path);
    return tunip_doc_str(d, text, path);
}

static const tunip_doc *docsify_int(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_int *)node)->value, path);
}

static const tunip_doc *docsify_float(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_doc_float(d, ((const tunip_float *)node)->value, path);
}

static const tunip_doc *docsify_bool(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    return tunip_doc_bool(d, ((const tunip_bool *)node)->value, path);
}

static const tunip_doc *docsify_dtype(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_doc_dtype(d, ((const tunip_dtype_value *)node)->value, path);
}

/* By DLDeviceType, as TVM's DLDeviceType2Str spells it; NULL where it has no name. */
static const char *const device_names[] = {
    [1] = "cpu",           [2] = "cuda",    [3] = "cuda_host", [4] = "opencl",     [7] = "vulkan",
    [8] = "metal",         [9] = "vpi",     [10] = "rocm",     [11] = "rocm_host", [12] = "ext_dev",
    [13] = "cuda_managed", [14] = "oneapi", [15] = "webgpu",   [16] = "hexagon",
};

void tn_device_name(const tunip_device *device, char out[TN_DEVICE_NAME])
{
    enum { SESSION = 128 }; /* from here on, the type also has the number of an RPC session */
    int type = device->device_type, session = type > 0 ? type / SESSION : 0;
    size_t used = 0;
    if (session > 0) {
        used = (size_t)snprintf(out, TN_DEVICE_NAME, "remote[%d]-", session - 1);
        type %= SESSION;
    }
    const char *name = type > 0 && type < (int)TUNIP_LEN(device_names) ? device_names[type] : NULL;
    char *end = out + used;
    if (name)
        snprintf(end, TN_DEVICE_NAME - used, "%s:%d", name, device->device_id);
    else
        snprintf(end, TN_DEVICE_NAME - used, "%d:%d", type, device->device_id);
}

static const tunip_doc *docsify_device(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    char name[TN_DEVICE_NAME];
    tn_device_name((const tunip_device *)node, name);
    return tunip_doc_str(d, tunip_doc_text(d, tunip_str_from(name)), path);
}

static const tunip_rule rules[] = {
    {&tunip_string_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_string},
    {&tunip_int_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_int},
    {&tunip_float_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_float},
    {&tunip_bool_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_bool},
    {&tunip_dtype_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_dtype},
    {&tunip_device_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_device},
    {&tunip_tensor_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL},
    {&tunip_bytes_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL},
};

const tunip_dialect tn_values_dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "values",
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
};

/* ======== plain ======== */

/* Values as TVM's ReprPrinter prints them (src/node/repr_printer.cc). */

static const tunip_doc *plain_shape(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++)
        dims[i] = tunip_doc_int(d, shape->dims[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(dims, shape->count));
}

/* The locale's decimal point, which may be several bytes, becomes a point. */
static void set_point(char *text)
{
    char *begin = text + strspn(text, "+-0123456789abcdefinx");
    char *end = begin + strcspn(begin, "+-0123456789abcdefinx");
    if (begin == end) return;
    *begin = '.';
    memmove(begin + 1, end, strlen(end) + 1);
}

/* As a C++ stream prints a double. */
const tunip_doc *tn_plain_float(tunip_docsifier *d, double value, const tunip_path *path)
{
    char text[40];
    snprintf(text, sizeof text, "%g", value);
    set_point(text);
    return tunip_doc_raw_new(d, tunip_doc_text(d, tunip_str_from(text)), path);
}

const tunip_doc *tn_plain_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(value, name);
    return tunip_doc_raw_new(d, tunip_doc_text(d, (tunip_str){name, size}), path);
}

static const tunip_doc *plain_float(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tn_plain_float(d, ((const tunip_float *)node)->value, path);
}

static const tunip_doc *plain_bool(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_bool *)node)->value, path);
}

static const tunip_doc *plain_string(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(node), path);
}

static const tunip_doc *plain_dtype(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tn_plain_dtype(d, ((const tunip_dtype_value *)node)->value, path);
}

static const tunip_doc *plain_device(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    char name[TN_DEVICE_NAME];
    tn_device_name((const tunip_device *)node, name);
    return tunip_doc_raw_new(d, tunip_doc_text(d, tunip_str_from(name)), path);
}

static const tunip_doc *plain_bytes(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    tunip_str bytes = ((const tunip_bytes *)node)->value;
    size_t room = sizeof "b\"\"" + bytes.size * (TN_ESCAPED_BYTE - 1);
    char *text = tunip_job_alloc(d, room), *at = text;
    if (!text) return tunip_doc_none(d, path);
    *at++ = 'b';
    *at++ = '"';
    for (size_t i = 0; i < bytes.size; i++) {
        tn_escape_byte(bytes.data[i], at);
        at += strlen(at);
    }
    *at++ = '"';
    return tunip_doc_raw_new(d, (tunip_str){text, (size_t)(at - text)}, path);
}

static const struct {
    const tunip_type *type;
    tunip_rule_fn fn;
} values[] = {
    {&tunip_shape_type, plain_shape}, {&tunip_float_type, plain_float},
    {&tunip_bool_type, plain_bool},   {&tunip_string_type, plain_string},
    {&tunip_dtype_type, plain_dtype}, {&tunip_device_type, plain_device},
    {&tunip_bytes_type, plain_bytes},
};

bool tn_has_plain_value(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (values[i].type == type) return true;
    return false;
}

const tunip_doc *tn_plain_value(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (values[i].type == node->type) return values[i].fn(d, node, path);
    return NULL;
}
