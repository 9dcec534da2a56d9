/* elaborate.c -- reads any expression and any body. The other files call it for the Docs inside of
 * their Docs. Deep recursion continues on a new stack. */
#include "elaborate.h"

#include "../base/compiler.h"
#include "../script/script.h"
#include "constant.h"

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

/* The value of an expression that is used as a value. Otherwise `A[0] = T.reads(A[0])` would store
 * nothing. TVM's parser reports this at the expression or statement around it. */
static tunip_value used_value(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate_by(e, e->value_of, doc);
    if (value.kind != TUNIP_VALUE_ABSENT || !doc) return value;
    bool is_around = e->folds && e->expr;
    return tunip_complain(e, is_around ? e->expr : doc,
                          is_around ? "a part of this has no value" : "this has no value");
}

tunip_value tunip_elaborate(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_value *bound;
    if (is_leaf(e, doc, &bound)) return leaf_value(doc, bound);
    return used_value(e, doc);
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
        *out = used_value(e, doc);
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

/* Reads a body. Scopes that a statement opened for the rest of the body end with the body. */
static void read_body(tunip_elaborator *e, tunip_docs body)
{
    tunip_scope *outer = e->top;
    tn_elaborate_open(e, body);
    while (e->top != outer) tunip_scope_leave(e, e->top);
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

void tunip_elaborate_body(tunip_elaborator *e, tunip_docs body)
{
    if (!tn_stack_low(&e->stack)) {
        read_body(e, body);
        return;
    }
    body_task task = {e, body};
    if (!tn_stack_run(&e->stack, run_body, &task)) tn_elaborator_fail_memory(e);
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
            e->options->peek(e->options->user, &e->arena, body.items[i], peek_one, &task);
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
