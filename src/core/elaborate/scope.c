/* scope.c -- scopes, the statements in them, and names. */
#include "elaborate.h"

/* ---- scopes ---- */

void *tunip_scope_new(tunip_elaborator *e, const tunip_scope_kind *kind, size_t size,
                      const tunip_doc *doc)
{
    tunip_scope *scope = tunip_elaborator_alloc(e, size);
    if (!scope) return NULL;
    scope->kind = kind;
    scope->doc = doc;
    return scope;
}

bool tunip_scope_take(tunip_elaborator *e, tunip_scope *scope, const tunip_doc *doc)
{
    if (scope->is_taken) {
        tunip_complain(e, doc, "%s can be entered only once", scope->kind->name);
        return false;
    }
    scope->is_taken = true;
    return true;
}

void tunip_scope_enter(tunip_elaborator *e, tunip_scope *scope)
{
    scope->outer = e->top;
    scope->first_stmt = e->stmts.count;
    scope->first_name = e->bound.count;
    scope->first_in_body = scope->first_name;
    if (scope->is_rest) scope->first_in_body = e->top ? e->top->first_in_body : 0;
    e->top = scope;
    e->entered++;
    e->reading = tn_elaborator_dialect(e, scope->kind->dialect);
    if (scope->kind->enter) scope->kind->enter(e, scope);
}

void tn_forget_names(tunip_elaborator *e, size_t first)
{
    while (e->bound.count > first) {
        const tn_bound_name *bound = &e->bound.items[--e->bound.count];
        e->newest.items[bound->name] = bound->older;
    }
}

static void *leave(tunip_elaborator *e, tunip_scope *scope)
{
    while (e->top && e->top != scope) tunip_scope_leave(e, e->top);
    /* the origin of a scope for the rest of a body does not include the following statements */
    const tunip_doc *before = tunip_elaborator_stand(e, scope->is_rest ? scope->doc : e->here);
    void *node = scope->kind->leave(e, scope);
    if (e->here) tunip_elaborator_move(e, node, e->here); /* its origin is the header only */
    tunip_elaborator_stand(e, before);
    /* after a mistake in it, names that should be visible outside may be missing */
    if (scope->kind->left && e->complaint_count > e->function_complaints)
        tn_names_fail(e, scope->first_name);
    tn_forget_names(e, scope->first_name);
    e->stmts.count = scope->first_stmt;
    e->top = scope->outer;
    e->reading = e->top ? tn_elaborator_dialect(e, e->top->kind->dialect) : e->outside;
    if (scope->kind->left) scope->kind->left(e, scope);
    return node;
}

void tunip_scope_leave(tunip_elaborator *e, tunip_scope *scope)
{
    tunip_scope_add(e, leave(e, scope));
}

tunip_value tunip_scope_result(tunip_elaborator *e, tunip_scope *scope, const tunip_doc *doc)
{
    size_t before = e->complaint_count;
    void *node = leave(e, scope);
    return e->complaint_count == before ? tunip_value_node(node, doc) : tunip_value_wrong(doc);
}

void tunip_scope_enter_rest(tunip_elaborator *e, tunip_scope *scope)
{
    scope->is_rest = true;
    tunip_scope_enter(e, scope);
}

tunip_scope *tunip_scope_top(const tunip_elaborator *e)
{
    return e->top;
}

tunip_scope *tunip_scope_of(const tunip_elaborator *e, const tunip_scope_kind *kind)
{
    tunip_scope *scope = e->top;
    while (scope && scope->kind != kind) scope = scope->outer;
    return scope;
}

void tunip_scope_add(tunip_elaborator *e, void *node)
{
    if (node && !tn_array_push(&e->stmts, e->allocator, node)) tn_elaborator_fail_memory(e);
}

tunip_node **tunip_scope_nodes(const tunip_elaborator *e, size_t *count)
{
    size_t first = e->top ? e->top->first_stmt : 0;
    *count = e->stmts.count - first;
    return first ? e->stmts.items + first : e->stmts.items;
}

/* ---- names ---- */

/* The number of a name that was looked up recently. The memory of `name` may be that of another
 * name by now, so the texts are compared. */
static bool find_recent(const tunip_elaborator *e, tunip_str name, uint32_t *number)
{
    const tn_recent_name *recent = &e->recent_names[tn_recent_slot(name)];
    if (!name.size || !tn_is_recent(recent->name, name)) return false;
    *number = recent->number;
    return tunip_str_equal(tn_intern_text(&e->names, *number), name);
}

/* The number of a name, which is added when it is new. */
static uint32_t *find_newest(tunip_elaborator *e, tunip_str name, uint32_t *number)
{
    if (find_recent(e, name, number)) return &e->newest.items[*number];
    *number = tn_intern_put(&e->names, name);
    if (*number == TN_NOT_INTERNED) return NULL;
    while (e->newest.count <= *number)
        if (!tn_array_push(&e->newest, e->allocator, 0)) return NULL;
    return &e->newest.items[*number];
}

static void fail_number(tunip_elaborator *e, uint32_t number)
{
    bool fine = true;
    while (fine && e->failed.count <= number) fine = tn_array_push(&e->failed, e->allocator, 0);
    if (fine)
        e->failed.items[number] = 1 + e->function_count;
    else
        tn_elaborator_fail_memory(e);
}

void tn_name_fail(tunip_elaborator *e, tunip_str name)
{
    uint32_t number;
    if (find_newest(e, name, &number))
        fail_number(e, number);
    else
        tn_elaborator_fail_memory(e);
}

void tn_names_fail(tunip_elaborator *e, size_t first)
{
    for (size_t i = first; i < e->bound.count; i++) fail_number(e, e->bound.items[i].name);
}

/* Whether the name is a parameter whose annotation has a mistake, so that it got no value. */
static bool is_failed_param(const tunip_elaborator *e, tunip_str name)
{
    bool has_failed = e->function && e->complaint_count > e->function_complaints;
    for (size_t i = 0; has_failed && i < e->function->args.count; i++) {
        const tunip_doc_assign *param = (const tunip_doc_assign *)e->function->args.items[i];
        if (param->stmt.base.kind != TUNIP_DOC_ASSIGN || param->lhs->kind != TUNIP_DOC_ID) continue;
        if (tunip_str_equal(((const tunip_doc_id *)param->lhs)->name, name)) return true;
    }
    return false;
}

bool tn_name_has_failed(const tunip_elaborator *e, tunip_str name)
{
    uint32_t number;
    if (!find_recent(e, name, &number)) number = tn_intern_find(&e->names, name);
    bool is_known = number < e->failed.count && e->failed.items[number] == 1 + e->function_count;
    return is_known || is_failed_param(e, name);
}

void tunip_name_set(tunip_elaborator *e, tunip_str name, tunip_value value)
{
    uint32_t number;
    if (value.kind == TUNIP_VALUE_WRONG) tn_name_fail(e, name);
    uint32_t *newest = find_newest(e, name, &number);
    if (!newest ||
        !tn_array_push(&e->bound, e->allocator,
                       (tn_bound_name){.value = value, .name = number, .older = *newest})) {
        tn_elaborator_fail_memory(e);
        return;
    }
    *newest = (uint32_t)e->bound.count;
}

static const tn_bound_name *find_bound(const tunip_elaborator *e, tunip_str name)
{
    uint32_t number;
    if (!find_recent(e, name, &number)) number = tn_intern_find(&e->names, name);
    if (number == TN_NOT_INTERNED || number >= e->newest.count) return NULL;
    uint32_t newest = e->newest.items[number];
    return newest ? &e->bound.items[newest - 1] : NULL;
}

bool tn_recall_name(tunip_elaborator *e, tunip_str name, tn_recent_name *recent)
{
    uint32_t number;
    if (!find_newest(e, name, &number)) {
        tn_elaborator_fail_memory(e);
        return false;
    }
    *recent = (tn_recent_name){.name = name, .number = number};
    return true;
}

const tunip_value *tunip_name_get(const tunip_elaborator *e, tunip_str name)
{
    const tn_bound_name *bound = find_bound(e, name);
    return bound ? &bound->value : NULL;
}

bool tunip_name_is_here(const tunip_elaborator *e, tunip_str name)
{
    const tn_bound_name *bound = find_bound(e, name);
    return bound && (size_t)(bound - e->bound.items) >= (e->top ? e->top->first_name : 0);
}

bool tunip_name_is_in_body(const tunip_elaborator *e, tunip_str name)
{
    const tn_bound_name *bound = find_bound(e, name);
    return bound && (size_t)(bound - e->bound.items) >= (e->top ? e->top->first_in_body : 0);
}
