/* account.c -- checks that a text omits no information. Fields that no row of tunip_account lists
 * must be empty, and implied fields must have the value that a reader infers.
 *
 * The check reads the graph and not the Docs, because the rule of one node often writes other
 * nodes, too, and a rule that ignores a field would not notice it. */
#include "account.h"

#include <tunip/ext/dialect.h>

#include "../ir/complete.h"
#include "../util/tables.h"
#include "dispatch.h"
#include "metadata.h"
#include "names.h"

enum { MOST_FIELDS = 64 };

/* The checks for nodes of one type. */
typedef struct account {
    const tunip_account *row;               /* or NULL */
    const tunip_field *silent[MOST_FIELDS]; /* fields that must be empty */
    size_t count;
    const tunip_field *required[MOST_FIELDS]; /* fields that must not be NULL */
    size_t required_count;
    const tunip_field *lists[MOST_FIELDS]; /* fields whose items must not be NULL */
    size_t list_count;
    const tunip_field *aside; /* the field to check although it has TUNIP_FLAG_IGNORE; or NULL */
} account;

/* A node on the way from the root to the current one. */
typedef struct level {
    const tunip_node *node;
    const tunip_path *path; /* NULL: not made yet */
} level;

typedef struct check {
    tunip_docsifier *d;
    bool reports; /* all losses go to the report; else the first one is the job's error */
    tn_accounted nodes;
    tn_map accounts; /* type -> its account */
    tn_remaker remaker;
    TN_ARRAY(level) around; /* from the root to the current node */
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
        const tunip_dialect *dialect = dispatch->dialects.items[i].whole;
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
    bool is_all = a->row && strcmp(a->row->shown, "*") == 0;
    for (size_t i = 0; !is_all && i < type->field_count && a->count < MOST_FIELDS; i++) {
        const tunip_field *field = &type->fields[i];
        bool is_shown =
            a->row && (lists(a->row->shown, field->name) || lists(a->row->implied, field->name));
        if (!(field->flags & TUNIP_FLAG_IGNORE)) {
            if (!is_shown) a->silent[a->count++] = field;
        } else if (is_shown) {
            a->aside = field;
        }
    }
}

static bool is_container(const tunip_type *type)
{
    return type == &tunip_array_type || type == &tunip_map_type || type == &tunip_string_type;
}

/* A builder takes no NULL where the field table does not allow it. But TVM considers a missing list
 * equal to an empty one, which the text has in its place. */
static void add_required(account *a, const tunip_type *type)
{
    const int others = TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_IGNORE | TUNIP_FLAG_AGAIN;
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (a->required_count == MOST_FIELDS || a->list_count == MOST_FIELDS) return;
        if (field->kind == TUNIP_KIND_NODE && !(field->flags & others) &&
            !is_container(field->expects))
            a->required[a->required_count++] = field;
        if (field->expects == &tunip_array_type && field->item && !(field->flags & others))
            a->lists[a->list_count++] = field;
    }
}

/* Rows exist for the types of the oldest version. For types that only later versions have, reading
 * the text back shows the losses. */
static account *make_account(tunip_docsifier *d, const tunip_type *type)
{
    account *a = tunip_job_alloc(d, sizeof *a);
    if (!a) return NULL;
    a->row = find_row(d->dispatch, type);
    if (!a->row && type->since) return a;
    for (const tunip_type *t = type; t; t = t->base) {
        add_silent(a, t);
        if (a->row) add_required(a, t);
    }
    return a;
}

/* ---- nodes ---- */

static bool is_empty(const tunip_node *node, const tunip_field *field)
{
    static const tunip_dtype none;
    const void *value = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return tn_is_empty(tunip_field_node(node, field));
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

/* Whether a field with a list of nodes has NULL in it. */
static bool has_hole(const tunip_node *node, const tunip_field *field)
{
    const tunip_array *array = TUNIP_AS(tunip_array, tunip_field_node(node, field));
    for (size_t i = 0; i < tunip_array_count(array); i++)
        if (!array->items[i]) return true;
    return false;
}

/* The name of a field that is lost, or NULL. */
static const char *find_lost(check *c, const account *a, const tunip_node *node)
{
    for (size_t i = 0; i < a->count; i++)
        if (!is_empty(node, a->silent[i])) return a->silent[i]->name;
    for (size_t i = 0; i < a->required_count; i++)
        if (!tunip_field_node(node, a->required[i])) return a->required[i]->name;
    for (size_t i = 0; i < a->list_count; i++)
        if (has_hole(node, a->lists[i])) return a->lists[i]->name;
    return a->row && a->row->lost ? a->row->lost(c->d, node) : NULL;
}

/* ---- places ---- */

static const tunip_path *path_of_item(tunip_docsifier *d, const tunip_path *path,
                                      const tunip_array *array, const tunip_node *item)
{
    size_t i = 0;
    while (i < array->count && array->items[i] != item) i++;
    return tunip_path_item(d, path, i);
}

static const tunip_path *path_of_entry(tunip_docsifier *d, const tunip_path *path,
                                       const tunip_map *map, const tunip_node *part)
{
    size_t i = 0;
    while (i < map->count && map->entries[i].value != part && map->entries[i].key != part) i++;
    if (i == map->count) return path;
    const tunip_map_entry *entry = &map->entries[i];
    return entry->value == part ? tunip_path_key(d, path, entry->key)
                                : tunip_path_key_missing(d, path, entry->key);
}

/* The path of a child, where `path` leads to `node`. It is computed only if a field is lost. */
static const tunip_path *path_of_child(tunip_docsifier *d, const tunip_path *path,
                                       const tunip_node *node, const tunip_node *child)
{
    const tunip_array *array = TUNIP_AS(tunip_array, node);
    const tunip_map *map = TUNIP_AS(tunip_map, node);
    if (array) return path_of_item(d, path, array, child);
    if (map) return path_of_entry(d, path, map, child);
    for (const tunip_type *type = node->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind == TUNIP_KIND_NODE && tunip_field_node(node, field) == child)
                return tunip_path_attr(d, path, field->name);
        }
    return path;
}

/* Begins at the innermost node whose path is known, so that many losses in a deep graph take no
 * more memory than its nodes. */
static const tunip_path *path_here(check *c)
{
    level *items = c->around.items;
    size_t known = c->around.count;
    while (known && !items[known - 1].path) known--;
    const tunip_path *path = known ? items[known - 1].path : tunip_path_root(c->d);
    for (size_t i = known; i < c->around.count; i++) {
        if (i) path = path_of_child(c->d, path, items[i - 1].node, items[i].node);
        items[i].path = path;
    }
    return path;
}

/* ---- the walk ---- */

static tunip_walk_end walk(check *c, const tunip_node *root);

static void note_lost(check *c, const tunip_node *node, const char *field)
{
    if (c->reports)
        tunip_report(c->d, TUNIP_ISSUE_LOST, path_here(c),
                     "the text does not determine the %s of the %s", field, node->type->key);
    else
        tn_job_fail(c->d, TUNIP_ERROR_RULE, "the %s of %s cannot be built", field, node->type->key);
}

static void note_refused(check *c, const char *why)
{
    if (c->reports)
        tunip_report(c->d, TUNIP_ISSUE_LOST, path_here(c), "TVM does not make such a node: %s",
                     why);
    else
        tn_job_fail(c->d, TUNIP_ERROR_RULE, "TVM does not make such a node: %s", why);
}

/* The text has a call for most nodes, and the constructor of a node decides on some fields. */
static void check_constructor(check *c, const tunip_node *node)
{
    const char *field = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    switch (tn_remake(&c->remaker, c->d->context, node, &field, &error)) {
    case TN_REMADE_SAME:
        return;
    case TN_REMADE_CHANGED:
        note_lost(c, node, field);
        return;
    case TN_REMADE_REFUSED:
        note_refused(c, error.message);
        return;
    case TN_REMADE_NO_MEMORY:
        tn_job_no_memory(c->d);
        return;
    }
}

/* Whether the node is new. */
static bool add_met(check *c, const tunip_node *node)
{
    bool is_new = false;
    if (!tn_set_add(&c->nodes.met, node, &is_new)) tn_job_no_memory(c->d);
    return is_new;
}

/* A variable in the metadata section is not the variable of the program. */
static tunip_walk_action look_inside(const tunip_node *node, void *user)
{
    check *c = user;
    bool is_known = tn_set_has(&c->nodes.claimed, node);
    if (node->type->equality != TUNIP_EQ_FREE_VAR || is_known) return TUNIP_WALK_ON;
    if (!tunip_account_claim(c->d, node)) note_lost(c, node, "definition");
    add_met(c, node);
    return tn_job_failed(c->d) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static tunip_walk_action look_at_metadata(check *c, const tunip_node *root)
{
    tunip_walker walker = {.enter = look_inside, .user = c, .skip = TUNIP_FLAG_IGNORE};
    if (add_met(c, root)) tunip_job_walk(c->d, root, &walker);
    return tn_job_failed(c->d) ? TUNIP_WALK_STOP : TUNIP_WALK_SKIP;
}

/* Values have no fields; metadata is complete. */
static tunip_walk_action look_at(const tunip_node *node, void *user)
{
    check *c = user;
    if (tn_map_get(&c->d->metadata->index, node)) return look_at_metadata(c, node);
    bool is_new = add_met(c, node);
    if (!is_new && tn_set_has(&c->nodes.claimed, node)) note_lost(c, node, "definition");
    if (tn_job_failed(c->d)) return TUNIP_WALK_STOP;
    if (!is_new) return TUNIP_WALK_SKIP;
    uint64_t *at = tn_map_put(&c->accounts, node->type, NULL);
    if (at && !*at) *at = (uint64_t)(uintptr_t)make_account(c->d, node->type);
    const account *a = at ? (const account *)(uintptr_t)*at : NULL;
    if (!a || !tn_array_push(&c->around, tn_job_allocator(c->d), (level){node, NULL})) {
        tn_job_no_memory(c->d);
        return TUNIP_WALK_STOP;
    }
    const char *lost = find_lost(c, a, node);
    if (lost)
        note_lost(c, node, lost);
    else
        check_constructor(c, node);
    if (!tn_job_failed(c->d) && a->aside) walk(c, tunip_field_node(node, a->aside));
    return tn_job_failed(c->d) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    ((check *)user)->around.count--;
}

static tunip_walk_end walk(check *c, const tunip_node *root)
{
    tunip_walker walker = {.enter = look_at, .leave = leave, .user = c, .skip = TUNIP_FLAG_IGNORE};
    return tunip_job_walk(c->d, root, &walker);
}

static bool run(tunip_docsifier *d, const tunip_node *root, bool reports)
{
    check c = {.d = d, .reports = reports};
    tn_set_init(&c.nodes.met, tn_job_allocator(d));
    tn_set_init(&c.nodes.claimed, tn_job_allocator(d));
    tn_map_init(&c.accounts, tn_job_allocator(d));
    c.nodes.is_text = reports;
    d->accounted = &c.nodes;
    walk(&c, root);
    d->accounted = NULL;
    tn_set_free(&c.nodes.met);
    tn_set_free(&c.nodes.claimed);
    tn_map_free(&c.accounts);
    tn_array_free(&c.around, tn_job_allocator(d));
    tn_remaker_free(&c.remaker);
    return !tn_job_failed(d);
}

bool tunip_account_of_text(const tunip_docsifier *d)
{
    return d->accounted && d->accounted->is_text;
}

bool tunip_account_met(const tunip_docsifier *d, const void *node)
{
    return node && d->accounted && tn_set_has(&d->accounted->met, node);
}

bool tunip_account_claim(tunip_docsifier *d, const void *node)
{
    bool is_new = true;
    if (!node || !d->accounted) return true;
    if (!tn_set_add(&d->accounted->claimed, node, &is_new)) tn_job_no_memory(d);
    return is_new && !tunip_account_met(d, node);
}

bool tunip_account_is_claimed(const tunip_docsifier *d, const void *node)
{
    return node && d->accounted && tn_set_has(&d->accounted->claimed, node);
}

bool tn_accounts_check(tunip_docsifier *d, const tunip_node *root)
{
    if (d->variables->redefined)
        tn_job_fail(d, TUNIP_ERROR_RULE, "the definition of %s cannot be built",
                    d->variables->redefined->type->key);
    return run(d, root, false);
}

bool tn_accounts_report(tunip_docsifier *d, const tunip_node *root)
{
    return run(d, root, true);
}
