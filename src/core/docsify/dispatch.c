/* dispatch.c -- registering rules, and freezing them into the table that prints use. */
#include "dispatch.h"

#include "../ir/visit.h"

enum { MOST_ARGS = 32 };

tunip_status tn_dispatch_init(tn_dispatch *dispatch, tn_arena *arena,
                              const tunip_allocator *allocator)
{
    *dispatch = (tn_dispatch){.arena = arena, .allocator = allocator};
    tn_intern_init(&dispatch->tokens, arena, allocator);
    uint32_t none = tn_intern_put(&dispatch->tokens, tunip_str_from(""));
    return none == 0 ? TUNIP_OK : TUNIP_ERROR_MEMORY;
}

void tn_dispatch_free(tn_dispatch *dispatch)
{
    tn_array_free(&dispatch->rules, dispatch->allocator);
    tn_array_free(&dispatch->dialects, dispatch->allocator);
    tn_intern_free(&dispatch->tokens);
}

static const tn_rule *find_rule(const tn_dispatch *dispatch, const tunip_type *type, uint32_t token)
{
    for (size_t i = 0; i < dispatch->rules.count; i++) {
        const tn_rule *rule = dispatch->rules.items[i];
        if (rule->type == type && rule->token == token) return rule;
    }
    return NULL;
}

/* ---- splitting a row ---- */

/* Cuts the next word off `*text`; empty at the end. */
static tunip_str next_word(const char **text)
{
    const char *begin = *text + strspn(*text, " ");
    size_t size = strcspn(begin, " ");
    *text = begin + size;
    return (tunip_str){begin, size};
}

/* "field" or "key=field". */
static tunip_status parse_arg(const tunip_rule *row, tunip_str word, tn_rule_arg *arg,
                              tunip_error *error)
{
    const char *equals = memchr(word.data, '=', word.size);
    tunip_str name = word;
    *arg = (tn_rule_arg){.key = {NULL, 0}};
    if (equals) {
        arg->key = (tunip_str){word.data, (size_t)(equals - word.data)};
        name = (tunip_str){equals + 1, word.size - arg->key.size - 1};
    }
    arg->field = tn_type_field(row->type, name);
    if (arg->field) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "rule for %s names the field %.*s, which it does not have",
                           row->type->key, (int)name.size, name.data);
}

static tunip_status parse_fields(const tunip_rule *row, tn_rule_arg *args, tn_rule *rule,
                                 tunip_error *error)
{
    const char *rest = row->fields ? row->fields : "";
    for (tunip_str word = next_word(&rest); word.size; word = next_word(&rest)) {
        if (rule->arg_count == MOST_ARGS)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "rule for %s has more than %d fields", row->type->key,
                                   MOST_ARGS);
        tn_rule_arg *arg = &args[rule->arg_count++];
        tunip_status status = parse_arg(row, word, arg, error);
        if (status != TUNIP_OK) return status;
        if (!arg->key.size && rule->positional_count + 1 < rule->arg_count)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "rule for %s has a positional field after a keyword",
                                   row->type->key);
        rule->positional_count += !arg->key.size;
    }
    return TUNIP_OK;
}

/* What a form must have. */
static const char *complaint(const tunip_rule *row, const tn_rule *rule)
{
    switch (row->form) {
    case TUNIP_CUSTOM:
        return row->fn ? NULL : "has no function";
    case TUNIP_CALL:
    case TUNIP_NAME:
        if (!row->name) return "has no name";
        return rule->dialect->prefix ? NULL : "needs a prefix that its dialect does not have";
    case TUNIP_FORWARD:
        return rule->arg_count == 1 ? NULL : "must forward to one field";
    case TUNIP_METADATA:
        return NULL;
    }
    return "is of an unknown form";
}

/* Of the dialect being added. */
static uint8_t dialect_number(const tn_dispatch *dispatch)
{
    size_t number = dispatch->dialects.count + 1;
    return number <= UINT8_MAX ? (uint8_t)number : 0;
}

static tunip_status compile(tn_dispatch *dispatch, const tunip_dialect *dialect,
                            const tunip_rule *row, const tn_rule **out, tunip_error *error)
{
    tn_rule_arg args[MOST_ARGS];
    tn_rule *rule = tn_arena_zalloc(dispatch->arena, sizeof *rule);
    uint32_t token = tn_intern_put(&dispatch->tokens, tunip_str_from(row->token));
    if (!rule || token == TN_NOT_INTERNED)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    *rule = (tn_rule){.type = row->type,
                      .form = row->form,
                      .fn = row->fn,
                      .dialect = dialect,
                      .number = dialect_number(dispatch),
                      .name = tunip_str_from(row->name),
                      .token = token};
    tunip_status status = parse_fields(row, args, rule, error);
    if (status != TUNIP_OK) return status;
    const char *wrong = complaint(row, rule);
    if (wrong)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "rule of %s for %s %s", dialect->name,
                               row->type->key, wrong);
    size_t size = rule->arg_count * sizeof *args;
    tn_rule_arg *copy = size ? tn_arena_alloc(dispatch->arena, size) : NULL;
    if (size && !copy) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (size) memcpy(copy, args, size);
    rule->args = copy;
    *out = rule;
    return TUNIP_OK;
}

static tunip_status add_rule(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             const tunip_rule *row, tunip_error *error)
{
    if (!row->type || !row->token)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a rule of %s has no %s", dialect->name,
                               row->type ? "token" : "type");
    const tn_rule *rule = NULL;
    tunip_status status = compile(dispatch, dialect, row, &rule, error);
    if (status != TUNIP_OK) return status;
    const tn_rule *there = find_rule(dispatch, rule->type, rule->token);
    if (there)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                               "%s and %s both have a rule for %s under the token \"%s\"",
                               there->dialect->name, dialect->name, row->type->key, row->token);
    if (!tn_array_push(&dispatch->rules, dispatch->allocator, rule))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return TUNIP_OK;
}

/* The dialect for which a type is a root already: one added before, or this one by an earlier row.
 */
static const tunip_dialect *root_owner(const tn_dispatch *dispatch, const tunip_dialect *adding,
                                       const tunip_root *root)
{
    const tunip_type *type = root->type;
    for (const tunip_root *before = adding->roots; before < root; before++)
        if (before->type == type) return adding;
    for (size_t i = 0; i < dispatch->dialects.count; i++) {
        const tunip_dialect *dialect = dispatch->dialects.items[i];
        for (size_t k = 0; k < dialect->root_count; k++)
            if (dialect->roots[k].type == type) return dialect;
    }
    return NULL;
}

static tunip_status add_root(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             const tunip_root *root, tunip_error *error)
{
    if (!root->type || !root->token)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a root of %s has no %s", dialect->name,
                               root->type ? "token" : "type");
    const tunip_dialect *owner = root_owner(dispatch, dialect, root);
    if (owner)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s and %s both make %s a root",
                               owner->name, dialect->name, root->type->key);
    if (tn_intern_put(&dispatch->tokens, tunip_str_from(root->token)) == TN_NOT_INTERNED)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return TUNIP_OK;
}

tunip_status tn_dispatch_add(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; i < dialect->rule_count && status == TUNIP_OK; i++)
        status = add_rule(dispatch, dialect, &dialect->rules[i], error);
    for (size_t i = 0; i < dialect->root_count && status == TUNIP_OK; i++)
        status = add_root(dispatch, dialect, &dialect->roots[i], error);
    if (status == TUNIP_OK && !tn_array_push(&dispatch->dialects, dispatch->allocator, dialect))
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return status;
}

/* ---- freezing ---- */

static bool make_rows(tn_dispatch *dispatch, const tn_rule *fallback)
{
    size_t tokens = dispatch->tokens.count;
    const tn_rule *const **rows = tn_arena_alloc(dispatch->arena, tokens * sizeof *rows);
    if (!rows) return false;
    for (size_t t = 0; t < tokens; t++) {
        const tn_rule **row = tn_arena_alloc(dispatch->arena, dispatch->type_count * sizeof *row);
        if (!row) return false;
        for (size_t i = 0; i < dispatch->type_count; i++) row[i] = fallback;
        rows[t] = row;
    }
    dispatch->rows = rows;
    return true;
}

/* Own rules first; the holes are filled from them afterwards. */
static void place_rules(tn_dispatch *dispatch)
{
    for (size_t i = 0; i < dispatch->rules.count; i++) {
        const tn_rule *rule = dispatch->rules.items[i];
        const tn_rule **row = (const tn_rule **)dispatch->rows[rule->token];
        bool known = rule->type->id && rule->type->id < dispatch->type_count;
        if (known) row[rule->type->id] = rule; /* place 0 is that of unregistered types */
    }
}

static const tn_rule *own_rule(const tn_rule *const *row, const tunip_type *type)
{
    const tn_rule *rule = row[type->id];
    return rule->type == type ? rule : NULL;
}

static const tn_rule *resolve(const tn_dispatch *dispatch, size_t token, const tunip_type *type,
                              const tn_rule *fallback)
{
    for (; type; type = type->base) {
        const tn_rule *rule = own_rule(dispatch->rows[token], type);
        if (!rule) rule = own_rule(dispatch->rows[0], type);
        if (rule) return rule;
    }
    return fallback;
}

static void fill_holes(tn_dispatch *dispatch, const tunip_type *const *types, size_t count,
                       const tn_rule *fallback)
{
    for (size_t t = dispatch->tokens.count; t-- > 0;) { /* token "" last: the others read it */
        const tn_rule **row = (const tn_rule **)dispatch->rows[t];
        for (size_t i = 0; i < count; i++)
            if (!own_rule(row, types[i]))
                row[types[i]->id] = resolve(dispatch, t, types[i], fallback);
    }
}

static bool make_roots(tn_dispatch *dispatch)
{
    const tunip_root **roots =
        tn_arena_zalloc(dispatch->arena, dispatch->type_count * sizeof *roots);
    const tunip_dialect **owners =
        tn_arena_zalloc(dispatch->arena, dispatch->type_count * sizeof *owners);
    if (!roots || !owners) return false;
    for (size_t i = 0; i < dispatch->dialects.count; i++) {
        const tunip_dialect *dialect = dispatch->dialects.items[i];
        for (size_t k = 0; k < dialect->root_count; k++) {
            uint32_t id = dialect->roots[k].type->id;
            if (!id || id >= dispatch->type_count) continue;
            roots[id] = &dialect->roots[k];
            owners[id] = dialect;
        }
    }
    dispatch->roots = roots;
    dispatch->root_dialects = owners;
    return true;
}

tunip_status tn_dispatch_freeze(tn_dispatch *dispatch, const tunip_type *const *types,
                                size_t type_count, tunip_rule_fn fallback, tunip_error *error)
{
    tn_rule *rule = tn_arena_zalloc(dispatch->arena, sizeof *rule);
    if (!rule) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    *rule = (tn_rule){.form = TUNIP_CUSTOM, .fn = fallback};
    dispatch->type_count = 1;
    for (size_t i = 0; i < type_count; i++)
        if (types[i]->id >= dispatch->type_count) dispatch->type_count = types[i]->id + 1;
    if (!make_rows(dispatch, rule) || !make_roots(dispatch))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    place_rules(dispatch);
    fill_holes(dispatch, types, type_count, rule);
    return TUNIP_OK;
}

const tunip_root *tn_dispatch_root(const tn_dispatch *dispatch, const tunip_type *type,
                                   const tunip_dialect **dialect)
{
    if (type->id >= dispatch->type_count) return NULL;
    if (dialect) *dialect = dispatch->root_dialects[type->id];
    return dispatch->roots[type->id];
}
