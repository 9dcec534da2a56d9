/* elaborate.c -- Docs to nodes: the job of a reader, the places of its nodes, and the checks
 * of what it made. */
#include "elaborate.h"

#include <stdarg.h>
#include <stdio.h>

#include "../ir/check.h"
#include "../ir/graph.h"
#include "../library/context.h"
#include "../util/memory.h"
#include "constant.h"
#include "script.h"

/* ======== elaborate ======== */

/* Reads any expression and any body. The other files call it for the Docs inside of
 * their Docs. Deep recursion continues on a new stack. */

/* ---- expressions ---- */

typedef struct expr_task {
    tunip_elaborator *e;
    tunip_read_fn read;
    const tunip_doc *doc;
    tunip_value value;
} expr_task;

static void run_expr(void *arg)
{
    expr_task *task = arg;
    task->value = tunip_elaborate_by(task->e, task->read, task->doc);
}

tunip_value tunip_elaborate_by(tunip_elaborator *e, tunip_read_fn read, const tunip_doc *doc)
{
    if (!doc) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    if (e->error.code != TUNIP_OK) return tunip_value_wrong(doc);
    if (!tn_stack_low(&e->stack)) return read(e, doc);
    expr_task task = {.e = e, .read = read, .doc = doc, .value = tunip_value_wrong(doc)};
    if (!tn_stack_run(&e->stack, run_expr, &task)) tn_elaborator_fail_memory(e);
    return task.value;
}

/* Whether an expression is a plain literal, or a name that has a value: most expressions are. Sets
 * *bound to the value of the name, and to NULL for a literal. */
static inline bool is_leaf(tunip_elaborator *e, const tunip_doc *doc, const tunip_value **bound)
{
    *bound = NULL;
    if (!e->has_leaves || !doc) return false;
    if (doc->kind == TUNIP_DOC_ID) {
        *bound = tn_doc_name_get(e, ((const tunip_doc_id *)doc)->name);
        return *bound && (*bound)->kind != TUNIP_VALUE_ABSENT;
    }
    return doc->kind == TUNIP_DOC_LITERAL &&
           (doc->sub == TUNIP_LITERAL_INT || doc->sub == TUNIP_LITERAL_STR);
}

static inline tunip_value leaf_value(const tunip_doc *doc, const tunip_value *bound)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (bound)
        return (tunip_value){.kind = bound->kind,
                             .is_meta = bound->is_meta,
                             .total = bound->total,
                             .depth = bound->depth,
                             .doc = doc,
                             .text = bound->text};
    if (doc->sub == TUNIP_LITERAL_STR)
        return (tunip_value){.kind = TUNIP_VALUE_STR, .doc = doc, .text = literal->value.text};
    return (tunip_value){.kind = TUNIP_VALUE_INT, .doc = doc, .integer = literal->value.integer};
}

/* Reports a part of an expression or statement that has no value. Otherwise `A[0] = T.reads(A[0])`
 * would store nothing. TVM's parser reports this at the expression or statement around it. */
static TN_APART tunip_value refuse_absent(tunip_elaborator *e, const tunip_doc *doc)
{
    bool is_around = e->folds && e->expr;
    return tunip_complain(e, is_around ? e->expr : doc,
                          is_around ? "a part of this has no value" : "this has no value");
}

tunip_value tunip_elaborate(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_value *bound;
    if (is_leaf(e, doc, &bound)) return leaf_value(doc, bound);
    tunip_value value = tunip_elaborate_by(e, e->value_of, doc);
    return value.kind != TUNIP_VALUE_ABSENT || !doc ? value : refuse_absent(e, doc);
}

tunip_value tn_elaborate_effect(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_elaborate_by(e, e->value_of, doc);
}

/* Copies a leaf member by member: a processor waits when it reads a struct as a whole right after
 * its members were written one by one. */
static inline void put_leaf(const tunip_value *value, tunip_value *out)
{
    out->kind = value->kind;
    out->is_meta = value->is_meta;
    out->total = value->total;
    out->depth = value->depth;
    out->doc = value->doc;
    out->text.data = value->text.data;
    out->text.size = value->text.size;
}

void tn_elaborate_to(tunip_elaborator *e, const tunip_doc *doc, tunip_value *out)
{
    const tunip_value *bound;
    if (is_leaf(e, doc, &bound)) {
        const tunip_value leaf = leaf_value(doc, bound);
        put_leaf(&leaf, out);
    } else {
        *out = tunip_elaborate_by(e, e->value_of, doc);
        if (out->kind == TUNIP_VALUE_ABSENT && doc) *out = refuse_absent(e, doc);
    }
}

tunip_value tunip_elaborate_alone(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *stmt = e->stmt;
    e->stmt = doc;
    tunip_value value = tunip_elaborate(e, doc);
    e->stmt = stmt;
    return value;
}

/* ---- lists of values ---- */

/* Makes a list of the values from `first` on. They are on a stack, because inner lists are made
 * while an outer list is incomplete. */
tunip_values tn_take_values(tunip_elaborator *e, size_t first, size_t count)
{
    bool has_all = e->values.count - first == count; /* fewer, if memory ran out */
    tunip_value *copy = has_all ? tn_elaborator_memory(e, count * sizeof *copy) : NULL;
    if (copy && count) memcpy(copy, e->values.items + first, count * sizeof *copy);
    e->values.count = first;
    return (tunip_values){copy, copy ? count : 0};
}

void tn_push_value(tunip_elaborator *e, tunip_value value)
{
    if (!tn_array_push(&e->values, e->allocator, value)) tn_elaborator_fail_memory(e);
}

tunip_value *tunip_elaborate_all(tunip_elaborator *e, tunip_docs docs)
{
    tunip_value *values = tn_elaborator_memory(e, docs.count * sizeof *values);
    for (size_t i = 0; values && i < docs.count; i++) tn_elaborate_to(e, docs.items[i], &values[i]);
    return values;
}

static void push_starred(tunip_elaborator *e, const tunip_doc *doc, const tunip_doc *star)
{
    tunip_value value = tunip_elaborate(e, star);
    tunip_values items;
    bool is_list = value.kind == TUNIP_VALUE_LIST;
    if (is_list || (e->folds && tn_iterate(e, &value, &items))) {
        if (is_list) items = value.items;
        if (!tn_elaborator_spend(e, items.count, doc)) items.count = 0;
        for (size_t i = 0; i < items.count; i++) tn_push_value(e, items.items[i]);
        return;
    }
    if (value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, doc, "a list follows `*`, not %s", tunip_value_describe(e, &value));
    tn_push_value(e, tunip_value_wrong(doc));
}

tunip_values tn_elaborate_items(tunip_elaborator *e, tunip_docs docs)
{
    size_t first = e->values.count;
    if (!tn_has_star(docs)) {
        tunip_value *values = tunip_elaborate_all(e, docs);
        return (tunip_values){values, values ? docs.count : 0};
    }
    for (size_t i = 0; i < docs.count; i++) {
        const tunip_doc *star = tn_doc_star(docs.items[i]);
        if (star)
            push_starred(e, docs.items[i], star);
        else
            tn_push_value(e, tunip_elaborate(e, docs.items[i]));
    }
    return tn_take_values(e, first, e->values.count - first);
}

/* ---- bodies ---- */

void tn_elaborate_open(tunip_elaborator *e, tunip_docs body)
{
    const tunip_doc *outer = e->next;
    for (size_t i = 0; i < body.count && e->error.code == TUNIP_OK; i++) {
        e->next = i + 1 < body.count ? body.items[i + 1] : NULL;
        e->read_stmt(e, body.items[i]);
        tn_check_graph(e, body.items[i]);
    }
    e->next = outer;
}

typedef struct body_task {
    tunip_elaborator *e;
    tunip_docs body;
} body_task;

static void run_body(void *arg)
{
    const body_task *task = arg;
    tunip_elaborate_body(task->e, task->body);
}

/* Scopes that a statement opened for the rest of the body end with the body. */
void tunip_elaborate_body(tunip_elaborator *e, tunip_docs body)
{
    body_task task = {e, body};
    if (tn_stack_low(&e->stack)) {
        if (!tn_stack_run(&e->stack, run_body, &task)) tn_elaborator_fail_memory(e);
        return;
    }
    tunip_scope *outer = e->top;
    tn_elaborate_open(e, body);
    while (e->top != outer) tunip_scope_leave(e, e->top);
}

typedef struct peek_task {
    tunip_elaborator *e;
    tunip_stmt_fn each;
    void *user;
} peek_task;

static bool peek_one(const tunip_doc *stmt, void *user)
{
    const peek_task *task = user;
    return task->each(task->e, stmt, task->user);
}

void tunip_elaborate_peek(tunip_elaborator *e, tunip_docs body, tunip_stmt_fn each, void *user)
{
    peek_task task = {e, each, user};
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < body.count; i++) {
        if (tn_doc_is_unread(body.items[i]))
            e->script->grammar->peek(e->script, &e->arena, body.items[i], peek_one, &task);
        else
            goes_on = each(e, body.items[i], user);
    }
    if (e->arena.failed) tn_elaborator_fail_memory(e);
}

void tunip_elaborate_in(tunip_elaborator *e, tunip_scope *scope, tunip_docs body)
{
    if (!scope) return;
    tunip_scope_enter(e, scope);
    tunip_elaborate_body(e, body);
    tunip_scope_leave(e, scope);
}

/* ---- links ---- */

void tunip_elaborate_link(tunip_elaborator *e, tunip_node *reference, const tunip_node *definition)
{
    tn_check_linked(e, reference);
    tn_check_linked(e, definition);
    for (size_t i = 0; i < e->dialect_count; i++) {
        const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
        if (script && script->link) script->link(e, reference, definition);
    }
}

/* ======== job ======== */

/* The job of reading one script: its dialects, memory and complaints. */

/* ---- memory ---- */

void tn_elaborator_fail_memory(tunip_elaborator *e)
{
    if (e->error.code == TUNIP_OK) tn_no_memory(&e->error);
}

bool tn_elaborator_refuse_effort(tunip_elaborator *e, const tunip_doc *doc)
{
    if (e->effort)
        tunip_complain(e, doc, "the lambdas, strings and lists of this script take too long");
    e->effort = 0;
    return false;
}

void *tunip_elaborator_alloc(tunip_elaborator *e, size_t size)
{
    void *memory = tn_arena_zalloc(&e->arena, size);
    if (!memory) tn_elaborator_fail_memory(e);
    return memory;
}

/* ---- functions for dialects ---- */

tunip_graph *tunip_elaborator_graph(const tunip_elaborator *e)
{
    return e->graph;
}

bool tunip_elaborator_folds(const tunip_elaborator *e)
{
    return e->folds;
}

bool tunip_elaborator_is_wrong(const tunip_elaborator *e)
{
    return e->complaint_count || e->error.code != TUNIP_OK ||
           tunip_graph_status(e->graph) != TUNIP_OK;
}

bool tunip_elaborator_in_lambda(const tunip_elaborator *e)
{
    return e->lambda_depth != 0;
}

TN_APART const tn_script_dialect *tn_elaborator_other(const tunip_elaborator *e,
                                                      const tunip_dialect *dialect)
{
    const tn_script_dialect *end = e->dialects + e->dialect_count;
    for (const tn_script_dialect *known = e->dialects; known < end; known++)
        if (known->dialect == dialect) return known;
    return NULL;
}

const tn_script_dialect *tn_elaborator_prefix(const tunip_elaborator *e, tunip_str name)
{
    for (size_t i = 0; i < e->dialect_count; i++)
        if (e->dialects[i].prefix.size && tunip_str_equal(e->dialects[i].prefix, name))
            return &e->dialects[i];
    return NULL;
}

static const tn_script_dialect *find_owner(const tunip_elaborator *e, const tunip_type *type)
{
    const tn_registry *registry = tn_context_registry(e->context);
    for (; type; type = type->base) {
        const tn_type_info *info = tn_registry_info(registry, type);
        for (size_t i = 0; info && i < e->dialect_count; i++)
            if (strcmp(e->dialects[i].lexicon->dialect->name, info->owner) == 0)
                return &e->dialects[i];
    }
    return NULL;
}

const tn_script_dialect *tn_elaborator_owner(tunip_elaborator *e, const tunip_node *node)
{
    if (!node) return NULL;
    size_t slot = node->type->id % TN_RECENT_OWNERS;
    if (e->owners[slot].type != node->type) {
        e->owners[slot].type = node->type;
        e->owners[slot].owner = find_owner(e, node->type);
    }
    return e->owners[slot].owner;
}

static TN_APART void *make_state(tunip_elaborator *e, const tunip_dialect *dialect)
{
    tn_script_dialect *known = (tn_script_dialect *)(uintptr_t)tn_elaborator_dialect(e, dialect);
    if (!known || !dialect->vocabulary) return NULL;
    known->state = tn_arena_zalloc(&e->kept, dialect->vocabulary->state_size);
    if (!known->state) tn_elaborator_fail_memory(e);
    return known->state;
}

void *tunip_elaborator_state(tunip_elaborator *e, const tunip_dialect *dialect)
{
    const tn_script_dialect *known = tn_elaborator_dialect(e, dialect);
    return known && known->state ? known->state : make_state(e, dialect);
}

const void *tunip_elaborator_settings(const tunip_elaborator *e, const tunip_dialect *dialect)
{
    const tn_script_dialect *known = tn_elaborator_dialect(e, dialect);
    return known ? known->settings : NULL;
}

/* ---- complaints ---- */

static tunip_str name_constant(tunip_elaborator *e, tunip_str text)
{
    static const char format[] = "%.*s: %.*s";
    tunip_str name = e->constant->name;
    size_t size = sizeof format + name.size + text.size;
    char *whole = tn_arena_alloc(&e->arena, size);
    if (!whole || !text.data) return text;
    snprintf(whole, size, format, (int)name.size, name.data, (int)text.size, text.data);
    return tunip_str_from(whole);
}

const tunip_doc *tn_known_place(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc && !tn_doc_is_nowhere(doc)) return doc;
    return e->expr ? e->expr : e->stmt;
}

/* The expression or statement at which TVM's parser reports a mistake: it may be the call of a
 * lambda that has the mistake. NULL if it is not known. */
static const tunip_doc *reported_at(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (!e->folds || e->constant || !e->expr) return NULL;
    tn_script_place inner = tn_doc_place(doc), outer = tn_doc_place(e->expr);
    bool is_inside = outer.begin <= inner.begin && inner.end <= outer.end;
    return is_inside || e->lambda_depth ? e->expr : NULL;
}

/* Takes the rule from the beginning of a message, which is in memory of the elaborator. */
static const char *take_rule(tunip_str *text)
{
    char *end = text->size && *text->data == '\1'
                    ? (char *)(uintptr_t)memchr(text->data, '\2', text->size)
                    : NULL;
    if (!end) return "script";
    const char *rule = text->data + 1;
    *end = '\0';
    text->size -= (size_t)(end + 1 - text->data);
    text->data = end + 1;
    return rule;
}

static void complain(tunip_elaborator *e, const tunip_doc *doc, tn_complaint kind,
                     const char *format, va_list args)
{
    if (kind == TN_DETAIL && (e->is_silent || (doc && tn_doc_is_nowhere(doc)))) return;
    e->is_silent = false;
    if (kind != TN_DETAIL && !e->constant) doc = tn_known_place(e, doc);
    tunip_str text = tn_arena_format(&e->arena, format, args);
    if (e->arena.failed) {
        tn_elaborator_fail_memory(e); /* rather than an error without a message */
        return;
    }
    const char *rule = take_rule(&text);
    const tunip_doc *around = kind == TN_COMPLAINT && doc ? reported_at(e, doc) : NULL;
    if (e->constant) doc = NULL; /* its Docs belong to another text */
    if (e->constant && kind != TN_DETAIL) text = name_constant(e, text);
    if (e->constant && kind == TN_COMPLAINT) kind = TN_ELSEWHERE;
    tn_script_complain(e->script, doc, around, kind, rule, text);
}

tunip_value tunip_complain(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    e->complaint_count++;
    complain(e, doc, TN_COMPLAINT, format, args);
    va_end(args);
    return tunip_value_wrong(doc);
}

tunip_value tunip_complain_missing(tunip_elaborator *e, const tunip_doc *doc, const char *format,
                                   ...)
{
    va_list args;
    e->is_silent = tn_is_broken(e) || e->wrong_scopes || (e->next && tn_doc_is_broken(e->next));
    if (e->is_silent) return tunip_value_wrong(doc);
    va_start(args, format);
    e->complaint_count++;
    complain(e, doc, TN_COMPLAINT, format, args);
    va_end(args);
    return tunip_value_wrong(doc);
}

void tunip_warn(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(e, doc, TN_WARNING, format, args);
    va_end(args);
}

void tunip_complain_also(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(e, doc, TN_DETAIL, format, args);
    va_end(args);
}

/* ======== place ======== */

/* Origins of new nodes: the innermost Doc that is being read. */

static TN_APART const tunip_doc *stand(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *before = e->here;
    tunip_origin here = {NULL, 0, 0};
    if (doc && tn_doc_is_nowhere(doc)) return before;
    if (doc) {
        tn_script_place place = tn_doc_place(doc);
        here = (tunip_origin){e->source, place.begin, place.end};
    }
    e->here = doc;
    if (!tn_origins_stand(e->graph, &here)) tn_elaborator_fail_memory(e);
    return before;
}

const tunip_doc *tunip_elaborator_stand(tunip_elaborator *e, const tunip_doc *doc)
{
    return e->source && doc != e->here ? stand(e, doc) : e->here;
}

void tunip_elaborator_move(tunip_elaborator *e, const void *node, const tunip_doc *doc)
{
    if (!e->source || !node || tn_doc_is_nowhere(doc)) return;
    tn_script_place place = tn_doc_place(doc);
    const tunip_origin origin = {e->source, place.begin, place.end};
    if (tunip_graph_set_origin(e->graph, node, &origin) != TUNIP_OK) tn_elaborator_fail_memory(e);
}

void tn_move_new(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    tunip_origin known;
    if (!e->here || !tunip_graph_origin(e->graph, node, &known)) return;
    tn_script_place here = tn_doc_place(e->here);
    if (known.begin >= here.begin && known.end <= here.end) tunip_elaborator_move(e, node, doc);
}

/* ======== checks ======== */

/* Checks the nodes of each function after it was read.
 *
 * A function is checked when the next one ends, because linking still changes it. Its nodes are in
 * the processor's cache then. If there is a worker, it checks the functions while the caller's
 * thread reads further ones. Nodes outside of the function may change at any time, so they are
 * checked at the end. */

/* ---- functions ---- */

static void check(tn_validity *v, const tn_read_function *function)
{
    tn_validity_add_within(v, function->root, function->begin, function->size);
}

/* The worker's job. */
static void check_batch(void *opaque)
{
    tn_check_batch *batch = opaque;
    for (size_t i = 0; i < batch->count; i++) check(batch->validity, &batch->functions[i]);
}

/* Posts the full batch and turns to the oldest one, whose job is usually done by now. If no job can
 * be posted, these functions are checked at the end, as nodes that were not seen. */
static void post(tunip_elaborator *e)
{
    tn_checks *c = &e->checks;
    tn_check_batch *batch = &c->batches[c->current];
    size_t job = tn_worker_post(e->script->worker, check_batch, batch);
    if (job) batch->job = c->last_job = job;
    c->current = (c->current + 1) % TN_CHECK_BATCHES;
    batch = &c->batches[c->current];
    tn_worker_wait(e->script->worker, batch->job);
    batch->count = 0;
}

/* Checks the function that was read before. Its nodes, and those that linking made, end at
 * `before`. If they are not in one piece, they are checked at the end of the script. A worker gets
 * a batch of functions, so that few jobs are needed. */
void tn_check_function(tunip_elaborator *e, const tunip_node *root, tn_arena_mark before)
{
    const tn_last_function *last = &e->checks.last;
    tn_check_batch *batch = &e->checks.batches[e->checks.current];
    tn_read_function function = {last->root, last->memory.cursor, 0};
    if (last->root && before.begin && last->memory.begin == before.begin) {
        function.size = (size_t)(before.cursor - last->memory.cursor);
        if (e->script->worker) {
            batch->validity = &e->checks.validity;
            batch->functions[batch->count++] = function;
            if (batch->count == TN_CHECK_BATCH) post(e);
        } else {
            check(&e->checks.validity, &function);
        }
    }
    e->checks.last = (tn_last_function){root, before};
}

/* ---- changes ---- */

static void wait_for_worker(tunip_elaborator *e)
{
    if (e->script->worker) tn_worker_wait(e->script->worker, e->checks.last_job);
}

void tn_check_linked(tunip_elaborator *e, const tunip_node *node)
{
    if (!node || node == e->checks.last.root) return;
    if (!tn_array_push(&e->checks.again, e->allocator, node)) tn_elaborator_fail_memory(e);
}

/* ---- closing ---- */

void tn_checks_close(tunip_elaborator *e)
{
    wait_for_worker(e);
    tn_array_free(&e->checks.again, e->allocator);
    tn_validity_free(&e->checks.validity);
}

/* ---- flaws ---- */

/* The node that holds a flaw, and its origin. */
typedef struct flaw_search {
    const tunip_node *holder;
    tunip_origin place;
} flaw_search;

static bool find_holder(const tunip_node *node, const tunip_origin *nearest, void *user)
{
    flaw_search *s = user;
    if (node == s->holder) s->place = *nearest;
    return node != s->holder;
}

/* The place of a flaw: of the flawed node, unless this node was made elsewhere, such as a buffer
 * that is an argument. NULL without a place. */
static const tunip_doc *place_of(tunip_elaborator *e, const tunip_node *root,
                                 const tunip_flaw *flaw)
{
    flaw_search s = {.holder = flaw->holder};
    if (s.holder) tn_origins_walk(e->graph, root, find_holder, &s);
    tunip_origin own;
    if (flaw->node && tunip_graph_origin(e->graph, flaw->node, &own) &&
        (!s.place.source || (own.begin >= s.place.begin && own.end <= s.place.end)))
        s.place = own;
    if (!s.place.source) return NULL;
    return tn_script_doc(&e->arena, sizeof(tunip_doc), TUNIP_DOC_ID, TUNIP_ROLE_NONE,
                         (tn_script_place){(uint32_t)s.place.begin, (uint32_t)s.place.end});
}

/* Reports the first grave flaw. Without origins it has no place; then the script is read again. */
static void report_flaw(tunip_elaborator *e, const tunip_node *root, const tunip_doc *doc)
{
    tunip_check_report report;
    if (tn_check_for(e->context, root, TN_FLAWS_GRAVE, 1, &report, &e->error) != TUNIP_OK) return;
    if (e->script->can_repeat && !e->source) {
        e->script->is_flawed = true;
        e->complaint_count++;
    } else if (report.flaw_count) {
        const tunip_doc *place = place_of(e, root, report.flaws);
        tunip_complain(e, place ? place : doc, "%s", tn_with_nouns(e, report.flaws->message));
    }
    tunip_check_report_free(&report);
}

void tn_check_graph(tunip_elaborator *e, const tunip_doc *doc)
{
    if (e->graph_failed || tunip_graph_status(e->graph) != TUNIP_ERROR_ARGUMENT) return;
    e->graph_failed = true;
    tunip_str text = tunip_str_from(tunip_graph_error(e->graph)->message);
    tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "%s", tn_with_nouns(e, text));
}

void tn_check_rest(tunip_elaborator *e, const tunip_node *root, const tunip_doc *doc)
{
    tn_validity *v = &e->checks.validity;
    wait_for_worker(e);
    for (size_t i = 0; i < e->checks.again.count; i++)
        tn_validity_again(v, e->checks.again.items[i]);
    tn_validity_add(v, root);
    if (v->failed)
        tn_elaborator_fail_memory(e);
    else if (v->is_flawed)
        report_flaw(e, root, doc);
}
