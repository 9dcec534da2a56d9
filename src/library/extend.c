/* extend.c -- the checks of dialects that add words and operators to another one. Two dialects
 * with one prefix must not differ about a word in silence. */
#include "extend.h"

#include <tunip/ext/elaborate.h>

#include "../util/unicode.h"

/* Whether a list of names, separated by spaces, has this one. */
static bool lists(const char *names, tunip_str name)
{
    while (names && *names) {
        size_t size = strcspn(names, " ");
        if (size == name.size && memcmp(names, name.data, size) == 0) return true;
        names += size + strspn(names + size, " ");
    }
    return false;
}

/* ---- the words of a dialect ---- */

/* Whether scripts read the row as a word. */
static bool is_word(const tunip_rule *rule)
{
    return rule->form == TUNIP_RULE_CALL || rule->form == TUNIP_RULE_NAME;
}

/* A row of a table is a word only with the prefix: "=range" and ".astype" have none. */
static bool has_prefix(const char *name)
{
    return name && tunip_is_letter(*name);
}

typedef bool (*word_fn)(tunip_str name, void *user);

/* Calls `each` for the words that the tables of a dialect list, until it returns false. */
static bool each_word(const tunip_dialect *dialect, word_fn each, void *user)
{
    const tunip_vocabulary *script = dialect->vocabulary;
    for (size_t i = 0; script && i < script->word_count; i++)
        if (has_prefix(script->words[i].name) && !each(tunip_str_from(script->words[i].name), user))
            return false;
    for (size_t i = 0; i < dialect->rule_count; i++)
        if (is_word(&dialect->rules[i]) && !each(tunip_str_from(dialect->rules[i].name), user))
            return false;
    for (size_t i = 0; i < dialect->op_count; i++)
        if (!each(tunip_str_from(dialect->ops[i].word), user)) return false;
    return true;
}

static bool differs(tunip_str name, void *user)
{
    return !tunip_str_equal(name, *(const tunip_str *)user);
}

static bool has_word(const tunip_dialect *dialect, tunip_str name)
{
    const tunip_vocabulary *script = dialect->vocabulary;
    bool has_hook = script && script->size > offsetof(tunip_vocabulary, has_word);
    if (has_hook && script->has_word && script->has_word(name)) return true;
    return !each_word(dialect, differs, &name);
}

/* ---- conflicts ---- */

typedef struct conflict {
    const tn_dispatch *dispatch;
    const tunip_dialect *dialect; /* the new one */
    const tunip_dialect *host;
    tunip_str word;             /* the one that both have */
    const tunip_dialect *other; /* the other dialect that has it */
} conflict;

/* Whether `other` has the prefix of the dialect that the new one extends. */
static bool shares_prefix(const conflict *c, const tunip_dialect *other)
{
    return other == c->host || (other->extends && strcmp(other->extends, c->host->name) == 0);
}

static bool is_free(tunip_str word, void *user)
{
    conflict *c = user;
    if (lists(c->dialect->overrides, word)) return true;
    for (size_t i = 0; i < c->dispatch->dialects.count; i++) {
        const tunip_dialect *other = c->dispatch->dialects.items[i].whole;
        if (!shares_prefix(c, other) || !has_word(other, word)) continue;
        c->word = word;
        c->other = other;
        return false;
    }
    return true;
}

static tunip_status check_words(const tn_dispatch *dispatch, const tunip_dialect *dialect,
                                const tunip_dialect *host, tunip_error *error)
{
    conflict c = {.dispatch = dispatch, .dialect = dialect, .host = host};
    if (each_word(dialect, is_free, &c)) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                           "dialects `%s` and `%s` both have the word %s.%.*s: the later one has "
                           "to list it in `overrides`",
                           c.other->name, dialect->name, host->prefix, (int)c.word.size,
                           c.word.data);
}

/* ---- operators ---- */

/* Whether `text` is `word` and a number of at most two digits. */
static bool is_numbered(const char *text, const char *word)
{
    size_t head = strlen(word), size = 0;
    if (strncmp(text, word, head) != 0) return false;
    while (tunip_is_digit(text[head + size])) size++;
    return size && size < 3 && !text[head + size];
}

/* See tunip_op_row.dtype. */
static bool is_dtype(const char *text)
{
    static const char *const others[] = {"void", "first", "last"};
    tunip_dtype dtype;
    for (size_t i = 0; i < TUNIP_LEN(others); i++)
        if (strcmp(text, others[i]) == 0) return true;
    return is_numbered(text, "arg ") || is_numbered(text, "named ") ||
           tunip_dtype_parse(tunip_str_from(text), &dtype);
}

static const char *fault_of(const tunip_op_row *row)
{
    if (!row->name || tn_name_fault(row->name)) return "has no proper name";
    if (!row->word || tn_name_fault(row->word) || !has_prefix(row->word))
        return "has no proper word";
    if (!row->params || tn_line_fault(row->params)) return "has no list of parameters";
    /* the arguments of an operator have no names, so one that is missing is the last */
    const char *optional = strchr(row->params, '=');
    if (optional && strchr(optional, ' ')) return "has a parameter behind an optional one";
    return row->dtype && is_dtype(row->dtype) ? NULL : "has no proper dtype";
}

/* Whether two rows of one dialect have the same name or the same word. */
static tunip_status check_repeated(const tunip_dialect *dialect, tunip_error *error)
{
    for (size_t i = 0; i < dialect->op_count; i++)
        for (size_t k = 0; k < i; k++) {
            const tunip_op_row *a = &dialect->ops[i], *b = &dialect->ops[k];
            bool is_name = strcmp(a->name, b->name) == 0;
            if (is_name || strcmp(a->word, b->word) == 0)
                return tunip_error_set(
                    error, TUNIP_ERROR_CONFLICT, "dialect `%s`: two operators have the %s `%s`",
                    dialect->name, is_name ? "name" : "word", is_name ? a->name : a->word);
        }
    return TUNIP_OK;
}

/* Whether another dialect has a row for an operator of this one. */
static tunip_status check_names(const tn_dispatch *dispatch, const tunip_dialect *dialect,
                                tunip_error *error)
{
    for (size_t i = 0; i < dialect->op_count; i++)
        if (tn_dispatch_op(dispatch, tunip_str_from(dialect->ops[i].name)))
            return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                                   "dialect `%s`: another dialect has the operator `%s`",
                                   dialect->name, dialect->ops[i].name);
    return TUNIP_OK;
}

static tunip_status check_ops(const tn_dispatch *dispatch, const tunip_dialect *dialect,
                              const tunip_dialect *host, tunip_error *error)
{
    const tunip_vocabulary *script = host->vocabulary;
    bool has_hook = script && script->size > offsetof(tunip_vocabulary, read_op);
    if (dialect->op_count && (!has_hook || !script->read_op))
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect `%s`: `%s`, which it extends, takes no operators",
                               dialect->name, host->name);
    for (size_t i = 0; i < dialect->op_count; i++) {
        const char *fault = fault_of(&dialect->ops[i]), *name = dialect->ops[i].name;
        if (fault)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "dialect `%s`: operator %zu (`%s`) %s", dialect->name, i,
                                   !name || tn_name_fault(name) ? "?" : name, fault);
    }
    tunip_status status = check_repeated(dialect, error);
    return status == TUNIP_OK ? check_names(dispatch, dialect, error) : status;
}

/* ---- dialects ---- */

/* A dialect with a prefix of its own. */
static tunip_status check_alone(const tn_dispatch *dispatch, const tunip_dialect *dialect,
                                tunip_error *error)
{
    const char *extra = dialect->op_count ? "operators" : dialect->overrides ? "`overrides`" : NULL;
    for (size_t i = 0; i < dialect->type_count && !extra; i++)
        if (dialect->types[i] && dialect->types[i]->flags & TUNIP_TYPE_ADDED)
            extra = "types that add fields";
    if (extra)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect `%s`: it has %s, and does not say which dialect it extends",
                               dialect->name, extra);
    for (size_t i = 0; i < dispatch->dialects.count; i++) {
        const tunip_dialect *other = dispatch->dialects.items[i].whole;
        if (dialect->prefix && other->prefix && strcmp(dialect->prefix, other->prefix) == 0)
            return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                                   "dialects `%s` and `%s` both have the prefix %s: to add words "
                                   "to those of `%s`, a dialect extends it",
                                   other->name, dialect->name, dialect->prefix, other->name);
    }
    return TUNIP_OK;
}

static const tunip_dialect *find_dialect(const tn_dispatch *dispatch, const char *name)
{
    for (size_t i = 0; i < dispatch->dialects.count; i++)
        if (strcmp(dispatch->dialects.items[i].whole->name, name) == 0)
            return dispatch->dialects.items[i].whole;
    return NULL;
}

static const char *fault_of_host(const tunip_dialect *dialect, const tunip_dialect *host)
{
    if (!host) return "is not registered: load it before";
    if (host->extends) return "extends another one itself";
    if (!host->prefix) return "has no prefix";
    return dialect->prefix ? "has the prefix for both: its own must be NULL" : NULL;
}

tunip_status tn_check_extension(const tn_dispatch *dispatch, const tunip_dialect *whole,
                                tunip_error *error)
{
    if (!whole->extends) return check_alone(dispatch, whole, error);
    const char *fault = tn_name_fault(whole->extends);
    const tunip_dialect *host = fault ? NULL : find_dialect(dispatch, whole->extends);
    if (!fault) fault = fault_of_host(whole, host);
    if (!fault && whole->overrides) fault = tn_line_fault(whole->overrides);
    if (!fault && whole->op_count && !whole->ops) fault = "gets no table of its operators";
    if (fault)
        return tunip_error_set(error, host ? TUNIP_ERROR_ARGUMENT : TUNIP_ERROR_NOT_FOUND,
                               "dialect `%s`: the dialect `%s`, which it extends, %s", whole->name,
                               tn_name_fault(whole->extends) ? "?" : whole->extends, fault);
    tunip_status status = check_ops(dispatch, whole, host, error);
    return status == TUNIP_OK ? check_words(dispatch, whole, host, error) : status;
}
