/* account.c -- whether a text leaves out something that a reader would not find again: of each node
 * the fields that no row of tunip_account lists must be empty, and those that are implied must have
 * the value that they are taken to have.
 *
 * The graph is asked and not the Docs, because many nodes are written by the rule of another one,
 * and a rule that ignores a field does not know that it does. */
#include "job.h"

#include "../base/set.h"

enum { MOST_FIELDS = 64 };

/* What is to be looked at in nodes of a type. */
typedef struct account {
    const tunip_account *row;               /* or NULL */
    const tunip_field *silent[MOST_FIELDS]; /* fields that must be empty */
    size_t count;
    const tunip_field *aside; /* the one that counts although it is TUNIP_FLAG_IGNORE; or NULL */
} account;

typedef struct check {
    tunip_docsifier *d;
    tn_set seen;
    tn_map accounts; /* type -> its account */
} check;

/* ---- accounts ---- */

/* Whether `name` is a word of `list`, which may be NULL. */
static bool lists(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list ? list : ""; *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == size && memcmp(at, name, size) == 0) return true;
        at += word;
    }
    return false;
}

static const tunip_account *row_of(const tn_dispatch *dispatch, const tunip_type *type)
{
    for (size_t i = 0; i < dispatch->dialects.count; i++) {
        const tunip_dialect *dialect = dispatch->dialects.items[i].dialect;
        for (size_t k = 0; k < dialect->account_count; k++)
            if (dialect->accounts[k].type == type) return &dialect->accounts[k];
    }
    return NULL;
}

/* The row of the type or of its nearest ancestor that has one, or NULL. */
static const tunip_account *find_row(const tn_dispatch *dispatch, const tunip_type *type)
{
    const tunip_account *row = NULL;
    for (; type && !row; type = type->base) row = row_of(dispatch, type);
    return row;
}

static void add_silent(account *a, const tunip_type *type)
{
    bool is_all = a->row && strcmp(a->row->told, "*") == 0;
    for (size_t i = 0; !is_all && i < type->field_count && a->count < MOST_FIELDS; i++) {
        const tunip_field *field = &type->fields[i];
        bool is_told =
            a->row && (lists(a->row->told, field->name) || lists(a->row->implied, field->name));
        if (!(field->flags & TUNIP_FLAG_IGNORE)) {
            if (!is_told) a->silent[a->count++] = field;
        } else if (is_told) {
            a->aside = field;
        }
    }
}

static account *make_account(tunip_docsifier *d, const tunip_type *type)
{
    account *a = tunip_job_alloc(d, sizeof *a);
    if (!a) return NULL;
    a->row = find_row(d->dispatch, type);
    for (const tunip_type *t = type; t; t = t->base) add_silent(a, t);
    return a;
}

/* NULL when out of memory. */
static const account *account_of(check *c, const tunip_type *type)
{
    uint64_t *at = tn_map_put(&c->accounts, type, NULL);
    if (at && !*at) *at = (uint64_t)(uintptr_t)make_account(c->d, type);
    return at ? (const account *)(uintptr_t)*at : NULL;
}

/* ---- nodes ---- */

static bool is_empty_node(const tunip_node *node)
{
    const tunip_array *array = TUNIP_AS(tunip_array, node);
    const tunip_map *map = TUNIP_AS(tunip_map, node);
    if (array) return !array->count;
    if (map) return !map->count;
    return !node || (tunip_is(node, &tunip_string_type) && !tunip_string_value(node).size);
}

static bool is_empty(const tunip_node *node, const tunip_field *field)
{
    static const tunip_dtype none;
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return is_empty_node(tunip_field_node(node, field));
    case TUNIP_KIND_INT:
        return !*(const int64_t *)value;
    case TUNIP_KIND_FLOAT:
        return !(*(const double *)value < 0 || *(const double *)value > 0);
    case TUNIP_KIND_BOOL:
        return !*(const bool *)value;
    case TUNIP_KIND_DTYPE:
        return tunip_dtype_equal(*(const tunip_dtype *)value, none);
    }
    return true;
}

/* The name of a field that is lost, or NULL. */
static const char *find_lost(check *c, const account *a, const tunip_node *node)
{
    for (size_t i = 0; i < a->count; i++)
        if (!is_empty(node, a->silent[i])) return a->silent[i]->name;
    return a->row && a->row->lost ? a->row->lost(c->d, node) : NULL;
}

static bool walk(check *c, const tunip_node *root);

/* Values have no fields; what is in the metadata is all there. */
static tunip_walk_action look_at(const tunip_node *node, void *user)
{
    check *c = user;
    bool is_new;
    if (tn_map_get(&c->d->metadata_index, node)) return TUNIP_WALK_SKIP;
    const account *a = account_of(c, node->type);
    if (!a || !tn_set_add(&c->seen, node, &is_new)) {
        tn_job_fail(c->d, TUNIP_ERROR_MEMORY, "out of memory");
        return TUNIP_WALK_STOP;
    }
    if (!is_new) return TUNIP_WALK_SKIP;
    const char *lost = find_lost(c, a, node);
    if (!lost)
        return walk(c, a->aside ? tunip_field_node(node, a->aside) : NULL) ? TUNIP_WALK_ON
                                                                           : TUNIP_WALK_STOP;
    tn_job_fail(c->d, TUNIP_ERROR_RULE, "the %s of a %s cannot be built", lost, node->type->key);
    return TUNIP_WALK_STOP;
}

static bool walk(check *c, const tunip_node *root)
{
    tunip_walker walker = {.enter = look_at, .user = c, .skip = TUNIP_FLAG_IGNORE};
    return !root || tunip_walk(root, &walker);
}

bool tunip_account_met(const tunip_docsifier *d, const void *node)
{
    return node && d->accounted && tn_set_has(d->accounted, node);
}

bool tn_accounts_check(tunip_docsifier *d, const tunip_node *root)
{
    check c = {.d = d};
    if (!root) return true;
    tn_set_init(&c.seen, &d->arena.allocator);
    d->accounted = &c.seen;
    tn_map_init(&c.accounts, &d->arena.allocator);
    bool is_whole = walk(&c, root);
    if (!is_whole) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    d->accounted = NULL;
    tn_set_free(&c.seen);
    tn_map_free(&c.accounts);
    return !tn_job_failed(d);
}
