/* dispatch.c -- registers rules, roots and settings, and finds those of a type. */
#include "dispatch.h"

#include "../ir/visit.h"
#include "../util/unicode.h"

/* ======== schema ======== */

/* The rows that describe settings: parses values, sets defaults, and checks the rows. A
 * context checks them once, and prints rely on this check. */

/* ---- values ---- */

static bool parse_bool(const char *text, void *out)
{
    bool yes = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    bool no = strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    *(bool *)out = yes;
    return yes || no;
}

static bool parse_dtype(const char *text, void *out)
{
    return tunip_dtype_parse(tunip_str_from(text), out);
}

/* Borrows the text. */
static bool parse_name(const char *text, void *out)
{
    *(const char **)out = text;
    return tn_is_ascii_identifier(text);
}

/* Decimal digits, perhaps behind a sign. */
static bool parse_int(const char *text, void *out)
{
    enum { MOST_DIGITS = 18 };
    bool is_negative = *text == '-';
    const char *digits = text + is_negative;
    size_t size = strspn(digits, "0123456789");
    int64_t number = 0;
    if (!size || size > MOST_DIGITS || digits[size]) return false;
    for (size_t i = 0; i < size; i++) number = number * 10 + (digits[i] - '0');
    *(int64_t *)out = is_negative ? -number : number;
    return true;
}

/* ORDER tunip_setting_kind */
static const struct {
    size_t size, alignment;
    bool (*parse)(const char *text, void *out);
} kinds[] = {
    {sizeof(bool), _Alignof(bool), parse_bool},
    {sizeof(tunip_dtype), _Alignof(tunip_dtype), parse_dtype},
    {sizeof(const char *), _Alignof(const char *), parse_name},
    {sizeof(int64_t), _Alignof(int64_t), parse_int},
};

bool tn_setting_parse(tunip_setting_kind kind, const char *text, void *out)
{
    return kinds[kind].parse(text, out);
}

/* Their schema was checked: each has a proper default. */
void tn_schema_set_initial(const tn_schema *s, void *settings)
{
    for (size_t i = 0; i < s->count; i++)
        kinds[s->rows[i].kind].parse(s->rows[i].initial, (char *)settings + s->rows[i].offset);
}

tn_schema tn_schema_of(const tunip_dialect *dialect)
{
    return (tn_schema){dialect->name, dialect->settings, dialect->setting_count,
                       dialect->settings_size};
}

const void *tn_schema_defaults(tn_arena *arena, const tunip_dialect *dialect)
{
    tn_schema s = tn_schema_of(dialect);
    void *settings = tn_arena_zalloc(arena, s.size);
    if (settings) tn_schema_set_initial(&s, settings);
    return settings;
}

/* ---- keys ---- */

/* Whether `key` is `<dialect><separator><name>`. */
static bool is_qualified(const char *key, const char *dialect, char separator, const char *name)
{
    size_t size = strlen(dialect);
    return strncmp(key, dialect, size) == 0 && key[size] == separator &&
           strcmp(key + size + 1, name) == 0;
}

bool tn_is_prefix_key(const tunip_dialect *dialect, const char *key)
{
    return dialect->prefix && (is_qualified(key, dialect->name, '.', "prefix") ||
                               is_qualified(key, dialect->name, '_', "prefix"));
}

const tunip_setting_row *tn_schema_find(const tn_schema *s, const char *key)
{
    for (size_t i = 0; i < s->count; i++) {
        const tunip_setting_row *row = &s->rows[i];
        if (is_qualified(key, s->owner, '.', row->name) ||
            (row->alias && strcmp(key, row->alias) == 0))
            return row;
    }
    return NULL;
}

/* ---- checks ---- */

static bool is_value(tunip_setting_kind kind, const char *text)
{
    union {
        bool boolean;
        tunip_dtype dtype;
        const char *name;
        int64_t number;
    } ignored;
    return kinds[kind].parse(text, &ignored);
}

/* Whether a row before shares bytes with this one. */
static bool overlaps(const tn_schema *s, const tunip_setting_row *row)
{
    for (const tunip_setting_row *other = s->rows; other < row; other++)
        if (other->offset < row->offset + kinds[row->kind].size &&
            row->offset < other->offset + kinds[other->kind].size)
            return true;
    return false;
}

static const char *complaint(const tn_schema *s, const tunip_setting_row *row)
{
    size_t settings_size = s->size;
    if (!row->name) return "has no name";
    if (tn_name_fault(row->name)) return "has an invalid name";
    if (row->alias && tn_name_fault(row->alias)) return "has an alias that is not a name";
    if (row->help && tn_line_fault(row->help)) return "has a help that is not a line of text";
    if ((size_t)row->kind >= TUNIP_LEN(kinds)) return "is of an unknown kind";
    if (row->offset % kinds[row->kind].alignment || row->offset > settings_size ||
        settings_size - row->offset < kinds[row->kind].size)
        return "does not lie in the settings";
    if (overlaps(s, row)) return "lies where another one does";
    return row->initial && is_value(row->kind, row->initial) ? NULL : "has no proper default";
}

/* The alias in `schema` to which `dialect` would answer as well; NULL when there is none. */
static const char *taken_alias(const tn_schema *schema, const tunip_dialect *dialect)
{
    tn_schema own = tn_schema_of(dialect);
    for (size_t i = 0; i < schema->count; i++) {
        const char *alias = schema->rows[i].alias;
        bool taken = alias && (tn_is_prefix_key(dialect, alias) || tn_schema_find(&own, alias));
        if (taken) return alias;
    }
    return NULL;
}

static tunip_status check_aliases(const tunip_dialect *dialect, const tunip_dialect *other,
                                  tunip_error *error)
{
    tn_schema a = tn_schema_of(dialect), b = tn_schema_of(other);
    const char *alias = taken_alias(&a, other);
    if (!alias) alias = taken_alias(&b, dialect);
    if (!alias) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s and %s both have a setting called %s",
                           other->name, dialect->name, alias);
}

/* Whether a row before answers to a key of this one. */
static bool is_repeated(const tn_schema *s, size_t row)
{
    tn_schema before = *s;
    before.count = row;
    const tunip_setting_row *r = &s->rows[row];
    for (size_t i = 0; i < row; i++)
        if (strcmp(s->rows[i].name, r->name) == 0) return true;
    return r->alias && tn_schema_find(&before, r->alias);
}

tunip_status tn_schema_check_rows(const tn_schema *s, tunip_error *error)
{
    for (size_t i = 0; i < s->count; i++) {
        const tunip_setting_row *row = &s->rows[i];
        const char *wrong = complaint(s, row);
        if (wrong)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: setting %s %s", s->owner,
                                   tn_name_fault(row->name) ? "" : row->name, wrong);
        if (is_repeated(s, i))
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: setting %s appears twice",
                                   s->owner, row->name);
    }
    return TUNIP_OK;
}

tunip_status tn_schema_check(const tn_dialects *others, const tunip_dialect *dialect,
                             tunip_error *error)
{
    if (dialect->prefix && !tn_is_ascii_identifier(dialect->prefix))
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect %s: the prefix is not an identifier", dialect->name);
    tn_schema s = tn_schema_of(dialect);
    tunip_status status = tn_schema_check_rows(&s, error);
    for (size_t i = 0; i < s.count && status == TUNIP_OK; i++)
        if (dialect->prefix && strcmp(s.rows[i].name, "prefix") == 0)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: setting prefix appears twice",
                                   s.owner);
    for (size_t i = 0; i < others->count && status == TUNIP_OK; i++)
        status = check_aliases(dialect, others->items[i].whole, error);
    return status;
}

/* ======== dispatch ======== */

/* Registering rules and roots, and finding those of a type. */

enum { MOST_ARGS = 32 };

tunip_status tn_dispatch_init(tn_dispatch *dispatch, tn_arena *arena,
                              const tunip_allocator *allocator)
{
    *dispatch = (tn_dispatch){.arena = arena, .allocator = allocator};
    tn_intern_init(&dispatch->tokens, arena, allocator);
    tn_intern_init(&dispatch->prefixes, arena, allocator);
    tn_intern_init(&dispatch->op_names, arena, allocator);
    tn_map_init(&dispatch->rules_of, allocator);
    tn_map_init(&dispatch->root_of, allocator);
    tn_map_init(&dispatch->number_of, allocator);
    tn_mutex_init(&dispatch->adding);
    uint32_t none = tn_intern_put(&dispatch->tokens, tunip_str_from(""));
    return none == 0 ? TUNIP_OK : TUNIP_ERROR_MEMORY;
}

void tn_dispatch_free(tn_dispatch *dispatch)
{
    tn_array_free(&dispatch->rules, dispatch->allocator);
    tn_array_free(&dispatch->roots, dispatch->allocator);
    tn_array_free(&dispatch->dialects, dispatch->allocator);
    tn_array_free(&dispatch->ops, dispatch->allocator);
    tn_map_free(&dispatch->rules_of);
    tn_map_free(&dispatch->root_of);
    tn_map_free(&dispatch->number_of);
    tn_intern_free(&dispatch->tokens);
    tn_intern_free(&dispatch->prefixes);
    tn_intern_free(&dispatch->op_names);
    tn_mutex_destroy(&dispatch->adding);
}

static tunip_status no_memory(tunip_error *error)
{
    return tn_no_memory(error);
}

static tn_rule *find_rule(const tn_dispatch *dispatch, const tunip_type *type, uint32_t token)
{
    const uint64_t *newest = tn_map_get(&dispatch->rules_of, type);
    tn_rule *rule = newest ? (tn_rule *)(uintptr_t)*newest : NULL;
    while (rule && rule->token != token) rule = rule->older;
    return rule;
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
    if (equals && !arg->key.size)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "rule for %s has a keyword without a name", row->type->key);
    arg->field = tn_type_field(row->type, name);
    if (arg->field) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "rule for %s names the field %.*s, which it does not have",
                           row->type->key, (int)name.size, name.data);
}

/* Keywords of a call must differ. */
static bool is_given(const tn_rule *rule, tunip_str key)
{
    for (size_t i = 0; key.size && i < rule->arg_count; i++)
        if (tunip_str_equal(rule->args[i].key, key)) return true;
    return false;
}

static tunip_status parse_fields(tn_rule *rule, tunip_error *error)
{
    const tunip_rule *row = rule->row;
    const char *rest = row->fields ? row->fields : "";
    for (tunip_str word = next_word(&rest); word.size; word = next_word(&rest)) {
        if (rule->arg_count == MOST_ARGS)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "rule for %s has more than %d fields", row->type->key,
                                   MOST_ARGS);
        tn_rule_arg *arg = &rule->args[rule->arg_count];
        tunip_status status = parse_arg(row, word, arg, error);
        if (status != TUNIP_OK) return status;
        if (is_given(rule, arg->key))
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "rule for %s has the keyword %.*s twice", row->type->key,
                                   (int)arg->key.size, arg->key.data);
        rule->arg_count++;
        if (!arg->key.size && rule->positional_count + 1 < rule->arg_count)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "rule for %s has a positional field after a keyword",
                                   row->type->key);
        rule->positional_count += !arg->key.size;
    }
    return TUNIP_OK;
}

static size_t count_holes(const char *text)
{
    size_t count = 0;
    while ((text = strstr(text, TN_HOLE))) {
        text += sizeof TN_HOLE - 1;
        count++;
    }
    return count;
}

/* Finds the number and the dtype. False: the type has other fields. */
static bool note_field(const tunip_field *field, void *user)
{
    tn_rule *rule = user;
    bool is_number = field->kind == TUNIP_KIND_INT || field->kind == TUNIP_KIND_FLOAT;
    uint16_t *place = is_number ? &rule->value_at : &rule->dtype_at;
    if (*place || (!is_number && field->kind != TUNIP_KIND_DTYPE)) return false;
    *place = field->offset;
    return true;
}

/* The required members of each form. */
static const char *dispatch_complaint(const tn_rule *rule)
{
    const tunip_rule *row = rule->row;
    bool is_text = row->form == TUNIP_RULE_TEXT; /* lines, with a place for each field */
    if (row->name && (is_text ? tn_lines_fault : tn_name_fault)(row->name))
        return is_text ? "has a text with hidden characters" : "has an invalid name";
    switch (row->form) {
    case TUNIP_RULE_CUSTOM:
    case TUNIP_RULE_VARIABLE:
        return row->fn ? NULL : "has no function";
    case TUNIP_RULE_CALL:
    case TUNIP_RULE_NAME:
        if (!row->name) return "has no name";
        return rule->has_prefix ? NULL : "needs a prefix that its dialect does not have";
    case TUNIP_RULE_FORWARD:
        return rule->arg_count == 1 ? NULL : "must forward to one field";
    case TUNIP_RULE_METADATA:
        return NULL;
    case TUNIP_RULE_CONSTANT:
        if (!row->fn) return "has no function";
        return rule->value_at ? NULL : "is for constants; its type has no number, or other fields";
    case TUNIP_RULE_TEXT:
        if (!row->name) return "has no text";
        return count_holes(row->name) == rule->arg_count ? NULL : "has not a field for each {}";
    }
    return "is of an unknown form";
}

/* Of the dialect being added. */
static uint8_t dialect_number(const tn_dispatch *dispatch)
{
    size_t number = dispatch->dialects.count + 1;
    return number <= UINT8_MAX ? (uint8_t)number : 0;
}

/* The number of a token, which is new or known; TN_NOT_INTERNED when out of memory. */
static uint32_t put_token(tn_dispatch *dispatch, const char *token)
{
    return *token ? tn_intern_put(&dispatch->tokens, tunip_str_from(token)) : 0;
}

/* The token of the row before, which most rows repeat. */
typedef struct last_token {
    const char *text;
    uint32_t number;
} last_token;

static uint32_t put_again(tn_dispatch *dispatch, last_token *last, const char *token)
{
    if (token != last->text) *last = (last_token){token, put_token(dispatch, token)};
    return last->number;
}

/* At least as many words as `text` has, and no more arguments than a rule may have. */
static size_t count_words(const char *text)
{
    size_t count = text && *text ? 1 : 0;
    for (; text && *text; text++) count += *text == ' ';
    return count < MOST_ARGS ? count : MOST_ARGS;
}

/* A rule that is not split yet, with room for its arguments; NULL when out of memory. */
static tn_rule *make_rule(tn_dispatch *dispatch, const tunip_dialect *dialect, bool extends,
                          const tunip_rule *row, uint32_t token)
{
    tn_rule *rule = tn_arena_alloc(dispatch->arena, sizeof *rule);
    if (!rule || token == TN_NOT_INTERNED) return NULL;
    size_t count = count_words(row->fields);
    *rule = (tn_rule){
        .row = row,
        .type = row->type,
        .form = row->form,
        .fn = row->fn,
        .dialect = dialect,
        .number = dialect_number(dispatch),
        .args = count ? tn_arena_alloc(dispatch->arena, count * sizeof *rule->args) : NULL,
        .token = token,
        .has_prefix = dialect->prefix || extends,
        .is_plain = strcmp(row->token, "plain") == 0,
    };
    return count && !rule->args ? NULL : rule;
}

/* Splits the list of fields, and checks the rule. */
static tunip_status split_rule(tn_rule *rule, tunip_error *error)
{
    rule->name = tunip_str_from(rule->row->name);
    tunip_status status = parse_fields(rule, error);
    if (status != TUNIP_OK) return status;
    if (rule->form == TUNIP_RULE_CONSTANT &&
        !tn_each_field(rule->type, TUNIP_FLAG_IGNORE, note_field, rule))
        rule->value_at = 0;
    const char *wrong = dispatch_complaint(rule);
    if (wrong)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "rule of %s for %s %s",
                               rule->dialect->name, rule->type->key, wrong);
    atomic_store_explicit(&rule->is_split, true, memory_order_release);
    return TUNIP_OK;
}

static bool keep_rule(tn_dispatch *dispatch, tn_rule *rule)
{
    uint64_t *newest = tn_map_put(&dispatch->rules_of, rule->type, NULL);
    if (!newest || !tn_array_push(&dispatch->rules, dispatch->allocator, rule)) return false;
    rule->older = (tn_rule *)(uintptr_t)*newest;
    *newest = (uintptr_t)rule;
    return true;
}

static tunip_status check_token(const tunip_dialect *dialect, const char *what,
                                const tunip_type *type, const char *token, tunip_error *error)
{
    const char *fault = *token ? tn_name_fault(token) : NULL; /* "" is the default */
    if (!fault) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s of %s for %s: its token %s", what,
                           dialect->name, type->key, fault);
}

static tunip_status check_texts(const tunip_dialect *dialect, const tunip_rule *row,
                                tunip_error *error)
{
    const char *fault = row->fields ? tn_line_fault(row->fields) : NULL;
    if (fault)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "rule of %s for %s: its list of fields %s", dialect->name,
                               row->type->key, fault);
    return check_token(dialect, "rule", row->type, row->token, error);
}

static tunip_status add_rule(tn_dispatch *dispatch, const tunip_dialect *dialect, bool extends,
                             const tunip_rule *row, tunip_error *error)
{
    if (!row->type || !row->token)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a rule of %s has no %s", dialect->name,
                               row->type ? "token" : "type");
    tunip_status status = check_texts(dialect, row, error);
    if (status != TUNIP_OK) return status;
    tn_rule *rule = make_rule(dispatch, dialect, extends, row, put_token(dispatch, row->token));
    if (!rule) return no_memory(error);
    status = split_rule(rule, error);
    if (status != TUNIP_OK) return status;
    const tn_rule *there = find_rule(dispatch, rule->type, rule->token);
    if (there)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                               "%s and %s both have a rule for %s under the token \"%s\"",
                               there->dialect->name, dialect->name, row->type->key, row->token);
    return keep_rule(dispatch, rule) ? TUNIP_OK : no_memory(error);
}

static const tn_root *newest_root(const tn_dispatch *dispatch, const tunip_type *type)
{
    const uint64_t *place = tn_map_get(&dispatch->root_of, type);
    return place && *place ? &dispatch->roots.items[*place - 1] : NULL;
}

static const tn_root *older_root(const tn_dispatch *dispatch, const tn_root *root)
{
    return root->older ? &dispatch->roots.items[root->older - 1] : NULL;
}

/* The row that takes all nodes that no other row takes. */
static const tn_root *usual_root(const tn_dispatch *dispatch, const tunip_type *type)
{
    const tn_root *root = newest_root(dispatch, type);
    while (root && root->row->takes) root = older_root(dispatch, root);
    return root;
}

static const tn_root *find_root(const tn_dispatch *dispatch, const tunip_type *type,
                                const tunip_node *node)
{
    const tn_root *usual = NULL, *root = newest_root(dispatch, type);
    for (; root; root = older_root(dispatch, root)) {
        if (root->row->takes && root->row->takes(node)) return root;
        if (!root->row->takes && !usual) usual = root;
    }
    return usual;
}

static bool keep_root(tn_dispatch *dispatch, tn_root root)
{
    uint64_t *place = tn_map_put(&dispatch->root_of, root.row->type, NULL);
    root.older = place ? (size_t)*place : 0;
    if (!place || !tn_array_push(&dispatch->roots, dispatch->allocator, root)) return false;
    *place = dispatch->roots.count;
    return true;
}

static tunip_status add_root(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             const tunip_root *root, tunip_error *error)
{
    if (!root->type || !root->token)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a root of %s has no %s", dialect->name,
                               root->type ? "token" : "type");
    tunip_status status = check_token(dialect, "root", root->type, root->token, error);
    if (status != TUNIP_OK) return status;
    const tn_root *there = root->takes ? NULL : usual_root(dispatch, root->type);
    if (there)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s and %s both make %s a root",
                               there->dialect->name, dialect->name, root->type->key);
    bool is_kept = put_token(dispatch, root->token) != TN_NOT_INTERNED &&
                   keep_root(dispatch, (tn_root){root, dialect, 0});
    return is_kept ? TUNIP_OK : no_memory(error);
}

static size_t aligned(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

/* The dialect that `whole` extends, or NULL. */
static const tn_dialect *host_of(const tn_dispatch *dispatch, const tunip_dialect *whole)
{
    for (size_t i = 0; whole->extends && i < dispatch->dialects.count; i++)
        if (strcmp(dispatch->dialects.items[i].whole->name, whole->extends) == 0)
            return &dispatch->dialects.items[i];
    return NULL;
}

static bool keep_ops(tn_dispatch *dispatch, const tunip_dialect *whole)
{
    for (size_t i = 0; i < whole->op_count; i++) {
        tunip_str name = tunip_str_from(whole->ops[i].name);
        if (tn_intern_put(&dispatch->op_names, name) == TN_NOT_INTERNED ||
            !tn_array_push(&dispatch->ops, dispatch->allocator, &whole->ops[i]))
            return false;
    }
    return true;
}

static bool keep_dialect(tn_dispatch *dispatch, const tunip_dialect *dialect,
                         const tunip_dialect *whole)
{
    const tn_dialect *host = host_of(dispatch, whole);
    tn_dialect kept = {.dialect = dialect,
                       .whole = whole,
                       .host = host ? host->dialect : NULL,
                       .prefix = host ? host->prefix : tunip_str_from(dialect->prefix),
                       .settings = tn_schema_defaults(dispatch->arena, whole),
                       .state = dispatch->state_size};
    if (kept.prefix.size && tn_intern_put(&dispatch->prefixes, kept.prefix) == TN_NOT_INTERNED)
        return false;
    if (!kept.settings || !tn_array_push(&dispatch->dialects, dispatch->allocator, kept) ||
        !keep_ops(dispatch, whole))
        return false;
    dispatch->state_size += aligned(whole->state_size);
    uint64_t *number = tn_map_put(&dispatch->number_of, dialect, NULL);
    if (number) *number = dispatch->dialects.count - 1;
    return number != NULL;
}

tunip_status tn_dispatch_add(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             const tunip_dialect *whole, tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; i < whole->rule_count && status == TUNIP_OK; i++)
        status = add_rule(dispatch, dialect, whole->extends != NULL, &whole->rules[i], error);
    for (size_t i = 0; i < whole->root_count && status == TUNIP_OK; i++)
        status = add_root(dispatch, dialect, &whole->roots[i], error);
    if (status == TUNIP_OK && !keep_dialect(dispatch, dialect, whole)) status = no_memory(error);
    return status;
}

bool tn_dispatch_add_builtin(tn_dispatch *dispatch, const tunip_dialect *dialect)
{
    last_token last = {NULL, TN_NOT_INTERNED};
    for (size_t i = 0; i < dialect->rule_count; i++) {
        const tunip_rule *row = &dialect->rules[i];
        tn_rule *rule =
            make_rule(dispatch, dialect, false, row, put_again(dispatch, &last, row->token));
        if (!rule || !keep_rule(dispatch, rule)) return false;
    }
    for (size_t i = 0; i < dialect->root_count; i++) {
        const tunip_root *root = &dialect->roots[i];
        if (put_again(dispatch, &last, root->token) == TN_NOT_INTERNED) return false;
        if (!keep_root(dispatch, (tn_root){root, dialect, 0})) return false;
    }
    return keep_dialect(dispatch, dialect, dialect);
}

/* ---- undoing additions ---- */

tn_dispatch_mark tn_dispatch_here(const tn_dispatch *dispatch)
{
    return (tn_dispatch_mark){.tokens = dispatch->tokens.count,
                              .prefixes = dispatch->prefixes.count,
                              .rules = dispatch->rules.count,
                              .roots = dispatch->roots.count,
                              .dialects = dispatch->dialects.count,
                              .ops = dispatch->ops.count,
                              .state_size = dispatch->state_size};
}

static void forget_rule(tn_dispatch *dispatch)
{
    const tn_rule *rule = dispatch->rules.items[--dispatch->rules.count];
    *tn_map_get(&dispatch->rules_of, rule->type) = (uintptr_t)rule->older;
}

static void forget_root(tn_dispatch *dispatch)
{
    tn_root root = dispatch->roots.items[--dispatch->roots.count];
    *tn_map_get(&dispatch->root_of, root.row->type) = root.older;
}

static void forget_dialect(tn_dispatch *dispatch)
{
    tn_map_remove(&dispatch->number_of,
                  dispatch->dialects.items[--dispatch->dialects.count].dialect);
}

void tn_dispatch_rewind(tn_dispatch *dispatch, tn_dispatch_mark mark)
{
    while (dispatch->rules.count > mark.rules) forget_rule(dispatch);
    while (dispatch->roots.count > mark.roots) forget_root(dispatch);
    while (dispatch->dialects.count > mark.dialects) forget_dialect(dispatch);
    tn_intern_truncate(&dispatch->tokens, mark.tokens);
    tn_intern_truncate(&dispatch->prefixes, mark.prefixes);
    tn_intern_truncate(&dispatch->op_names, mark.ops);
    dispatch->ops.count = mark.ops;
    dispatch->state_size = mark.state_size;
}

/* ---- lookup ---- */

tunip_status tn_dispatch_freeze(tn_dispatch *dispatch, uint32_t type_count, tunip_rule_fn fallback,
                                tunip_error *error)
{
    dispatch->fallback = (tn_rule){.form = TUNIP_RULE_CUSTOM, .fn = fallback};
    dispatch->type_count = type_count;
    dispatch->rows =
        tn_arena_zalloc(dispatch->arena, dispatch->tokens.count * sizeof *dispatch->rows);
    return dispatch->rows && tn_dispatch_row(dispatch, 0) ? TUNIP_OK : no_memory(error);
}

const tn_page tn_no_rules;

tn_row *tn_dispatch_row(tn_dispatch *dispatch, uint32_t token)
{
    tn_row *row = atomic_load_explicit(&dispatch->rows[token], memory_order_acquire);
    if (row) return row;
    tn_mutex_lock(&dispatch->adding);
    row = atomic_load(&dispatch->rows[token]);
    size_t pages = (dispatch->type_count >> TN_PAGE_BITS) + 1;
    if (!row) row = tn_arena_zalloc(dispatch->arena, sizeof *row + pages * sizeof *row->pages);
    if (row && !row->type_count) {
        for (size_t i = 0; i < pages; i++) row->pages[i] = &tn_no_rules;
        row->token = token;
        row->type_count = dispatch->type_count;
    }
    atomic_store_explicit(&dispatch->rows[token], row, memory_order_release);
    tn_mutex_unlock(&dispatch->adding);
    return row;
}

/* Whether the rule of a type can print its kin, which has the same struct: if it names fields, the
 * kin must have them, too. */
static bool serves(const tn_rule *rule, const tunip_type *kin)
{
    for (size_t i = 0; i < rule->arg_count; i++) {
        const tunip_field *own = tn_type_field(kin, tunip_str_from(rule->args[i].field->name));
        if (!own || own->offset != rule->args[i].field->offset) return false;
    }
    return true;
}

static const tn_rule *find_own(tn_dispatch *dispatch, const tunip_type *type, uint32_t token)
{
    tn_rule *rule = find_rule(dispatch, type, token);
    if (!rule) rule = find_rule(dispatch, type, 0);
    if (!rule || atomic_load_explicit(&rule->is_split, memory_order_acquire)) return rule;
    tn_mutex_lock(&dispatch->adding);
    if (!atomic_load(&rule->is_split)) split_rule(rule, NULL); /* a test checks that it succeeds */
    tn_mutex_unlock(&dispatch->adding);
    return rule;
}

/* All unregistered types have id 0. */
static bool may_be_registered(const tn_dispatch *dispatch, const tunip_type *type)
{
    return type->id && type->id < dispatch->type_count;
}

/* Caches the rule. When out of memory, the next call looks it up again. */
const tn_rule *tn_dispatch_find(tn_dispatch *dispatch, tn_row *row, const tunip_type *type)
{
    const tn_rule *rule = &dispatch->fallback;
    uint32_t id = type->id;
    if (!may_be_registered(dispatch, type)) return rule;
    for (; type; type = type->base) {
        const tn_rule *own = find_own(dispatch, type, row->token);
        if (!own && type->kin) own = find_own(dispatch, type->kin, row->token);
        if (!own || (own->type != type && !serves(own, type))) continue;
        rule = own;
        break;
    }
    const tn_page *_Atomic *slot = &row->pages[id >> TN_PAGE_BITS];
    tn_mutex_lock(&dispatch->adding);
    tn_page *page = (tn_page *)(uintptr_t)atomic_load(slot);
    if (page == &tn_no_rules) page = tn_arena_zalloc(dispatch->arena, sizeof *page);
    if (page) atomic_store(&page->rules[id % TN_PAGE_SIZE], rule);
    if (page) atomic_store_explicit(slot, page, memory_order_release);
    tn_mutex_unlock(&dispatch->adding);
    return rule;
}

const tn_rule *tn_dispatch_own_rule(tn_dispatch *dispatch, tn_row *row, const tunip_type *type)
{
    const tn_rule *rule = row ? tn_dispatch_rule(dispatch, row, type) : NULL;
    return rule && rule->dialect && rule->token == row->token ? rule : NULL;
}

bool tn_dispatch_has_rule(tn_dispatch *dispatch, const tunip_type *type)
{
    const tn_rule *rule = tn_dispatch_own_rule(dispatch, tn_dispatch_row(dispatch, 0), type);
    return rule && rule->form != TUNIP_RULE_METADATA;
}

const tunip_root *tn_dispatch_root(const tn_dispatch *dispatch, const tunip_node *node,
                                   const tunip_dialect **dialect)
{
    const tunip_type *type = node->type;
    if (!may_be_registered(dispatch, type)) return NULL;
    const tn_root *root = find_root(dispatch, type, node);
    if (!root && type->kin) root = find_root(dispatch, type->kin, node);
    if (root && dialect) *dialect = root->dialect;
    return root ? root->row : NULL;
}

const tunip_root *tn_dispatch_own_root(const tn_dispatch *dispatch, const tunip_type *type,
                                       const char *name, const tunip_dialect **dialect)
{
    if (!may_be_registered(dispatch, type)) return NULL;
    const tn_root *root = newest_root(dispatch, type);
    while (root && strcmp(root->dialect->name, name) != 0) root = older_root(dispatch, root);
    if (root && dialect) *dialect = root->dialect;
    return root ? root->row : NULL;
}

const tunip_root *tn_dispatch_root_in(const tn_dispatch *dispatch, const tunip_node *node,
                                      const char *language, const tunip_dialect **dialect)
{
    if (!node || !node->type) return NULL;
    return language ? tn_dispatch_own_root(dispatch, node->type, language, dialect)
                    : tn_dispatch_root(dispatch, node, dialect);
}

bool tn_dispatch_looks_inside(const tn_dispatch *dispatch, const tunip_type *type)
{
    if (!may_be_registered(dispatch, type)) return false;
    const tn_root *root = newest_root(dispatch, type);
    while (root && !root->row->takes) root = older_root(dispatch, root);
    return root != NULL || (type->kin && tn_dispatch_looks_inside(dispatch, type->kin));
}
