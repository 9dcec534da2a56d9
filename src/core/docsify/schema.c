/* schema.c -- the rows that describe settings: parses values, sets defaults, and checks the rows. A
 * context checks them once, and prints rely on this check. */
#include "schema.h"

#include "../base/unicode.h"
#include "../base/words.h"

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
