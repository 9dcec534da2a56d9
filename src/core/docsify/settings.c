/* settings.c -- the settings of dialects: defaults, then the print's options, by schema. */
#include "../base/unicode.h"
#include "../base/words.h"
#include "job.h"

/* ---- values ---- */

static bool parse_bool(const char *text, void *out)
{
    bool yes = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    bool no = strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    *(bool *)out = yes;
    return yes || no;
}

static void refuse_bool(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "setting %s: expected true or false, got %s", key, text);
}

static bool parse_dtype(const char *text, void *out)
{
    return tunip_dtype_parse(tunip_str_from(text), out);
}

static void refuse_dtype(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "setting %s: unknown dtype `%s`", key, text);
}

/* Borrows the text. */
static bool parse_name(const char *text, void *out)
{
    *(const char **)out = text;
    return tn_is_ascii_identifier(text);
}

static void refuse_name(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "Invalid `%s`: %s", key, text);
}

/* ORDER tunip_setting_kind */
static const struct {
    size_t size, alignment;
    bool (*parse)(const char *text, void *out);
    void (*refuse)(tunip_docsifier *d, const char *key, const char *text);
} kinds[] = {
    {sizeof(bool), _Alignof(bool), parse_bool, refuse_bool},
    {sizeof(tunip_dtype), _Alignof(tunip_dtype), parse_dtype, refuse_dtype},
    {sizeof(const char *), _Alignof(const char *), parse_name, refuse_name},
};

static bool store(tunip_docsifier *d, tunip_setting_kind kind, void *out,
                  const tunip_setting *setting)
{
    tunip_str text = tunip_doc_text(d, tunip_str_from(setting->value));
    if (!text.data) return false;
    if (kinds[kind].parse(text.data, out)) return true;
    kinds[kind].refuse(d, setting->key, text.data);
    return false;
}

/* Their schema was checked: each has a proper default. */
static void set_initial(const tn_schema *s, void *settings)
{
    for (size_t i = 0; i < s->count; i++)
        kinds[s->rows[i].kind].parse(s->rows[i].initial, (char *)settings + s->rows[i].offset);
}

static tn_schema schema_of(const tunip_dialect *dialect)
{
    return (tn_schema){dialect->name, dialect->settings, dialect->setting_count,
                       dialect->settings_size};
}

const void *tn_settings_defaults(tn_arena *arena, const tunip_dialect *dialect)
{
    tn_schema s = schema_of(dialect);
    void *settings = tn_arena_zalloc(arena, s.size);
    if (settings) set_initial(&s, settings);
    return settings;
}

static bool set_backend_defaults(tunip_docsifier *d, const tn_schema *backend)
{
    if (!backend->count) return true;
    d->backend_settings = tunip_job_alloc(d, backend->size);
    if (d->backend_settings) set_initial(backend, d->backend_settings);
    return d->backend_settings != NULL;
}

/* ---- what the options say ---- */

static bool set_prefix(tunip_docsifier *d, tn_dialect_job *job, const tunip_setting *setting)
{
    const char *prefix = NULL;
    if (!store(d, TUNIP_SETTING_NAME, (void *)&prefix, setting)) return false;
    job->prefix = tunip_str_from(prefix);
    return true;
}

static bool set_row(tunip_docsifier *d, tn_dialect_job *job, const tunip_setting_row *row,
                    const tunip_setting *setting)
{
    size_t size = job->shared->dialect->settings_size;
    void *own = tunip_job_alloc(d, size);
    if (!own) return false;
    memcpy(own, job->settings, size);
    if (!d->keeps_defaults) job->settings = own;
    return store(d, row->kind, (char *)own + row->offset, setting);
}

/* Whether `key` is `<dialect><separator><name>`. */
static bool is_qualified(const char *key, const char *dialect, char separator, const char *name)
{
    size_t size = strlen(dialect);
    return strncmp(key, dialect, size) == 0 && key[size] == separator &&
           strcmp(key + size + 1, name) == 0;
}

static bool is_prefix_key(const tunip_dialect *dialect, const char *key)
{
    return dialect->prefix && (is_qualified(key, dialect->name, '.', "prefix") ||
                               is_qualified(key, dialect->name, '_', "prefix"));
}

static const tunip_setting_row *find_row(const tn_schema *s, const char *key)
{
    for (size_t i = 0; i < s->count; i++) {
        const tunip_setting_row *row = &s->rows[i];
        if (is_qualified(key, s->owner, '.', row->name) ||
            (row->alias && strcmp(key, row->alias) == 0))
            return row;
    }
    return NULL;
}

/* For the backend in use, the message lists its settings. */
static void fail_unknown(tunip_docsifier *d, const tn_schema *backend, const char *key)
{
    size_t owner = strlen(backend->owner);
    if (strncmp(key, backend->owner, owner) != 0 || key[owner] != '.') {
        tn_job_fail(d, TUNIP_ERROR_NOT_FOUND, "no dialect has a setting called %s", key);
        return;
    }
    tunip_str names = {"", 0};
    for (size_t i = 0; i < backend->count; i++)
        names = tunip_doc_format(d, "%.*s%s%s", (int)names.size, names.data, i ? ", " : "; it has ",
                                 backend->rows[i].name);
    tn_job_fail(d, TUNIP_ERROR_NOT_FOUND, "backend %s has no setting called %s%.*s", backend->owner,
                key + owner + 1, (int)names.size, names.data);
}

static bool set_one(tunip_docsifier *d, const tn_schema *backend, const tunip_setting *setting)
{
    for (size_t i = 0; i < d->dispatch->dialects.count; i++) {
        const tunip_dialect *dialect = d->dispatch->dialects.items[i].dialect;
        if (is_prefix_key(dialect, setting->key))
            return set_prefix(d, tn_job_dialect(d, dialect), setting);
        tn_schema s = schema_of(dialect);
        const tunip_setting_row *row = find_row(&s, setting->key);
        if (row) return set_row(d, tn_job_dialect(d, dialect), row, setting);
    }
    const tunip_setting_row *row = find_row(backend, setting->key);
    if (row) return store(d, row->kind, (char *)d->backend_settings + row->offset, setting);
    fail_unknown(d, backend, setting->key);
    return false;
}

/* ---- schemas ---- */

static bool is_value(tunip_setting_kind kind, const char *text)
{
    union {
        bool boolean;
        tunip_dtype dtype;
        const char *name;
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
    if (tn_name_fault(row->name)) return "has a name that is none";
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
    tn_schema own = schema_of(dialect);
    for (size_t i = 0; i < schema->count; i++) {
        const char *alias = schema->rows[i].alias;
        if (alias && (is_prefix_key(dialect, alias) || find_row(&own, alias))) return alias;
    }
    return NULL;
}

static tunip_status check_aliases(const tunip_dialect *dialect, const tunip_dialect *other,
                                  tunip_error *error)
{
    tn_schema a = schema_of(dialect), b = schema_of(other);
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
    return r->alias && find_row(&before, r->alias);
}

tunip_status tn_settings_check_schema(const tn_schema *s, tunip_error *error)
{
    for (size_t i = 0; i < s->count; i++) {
        const tunip_setting_row *row = &s->rows[i];
        const char *wrong = complaint(s, row);
        if (wrong)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: setting %s %s", s->owner,
                                   tn_name_fault(row->name) ? "" : row->name, wrong);
        if (is_repeated(s, i))
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: setting %s is there twice",
                                   s->owner, row->name);
    }
    return TUNIP_OK;
}

tunip_status tn_settings_check(const tn_dispatch *dispatch, const tunip_dialect *dialect,
                               tunip_error *error)
{
    if (dialect->prefix && !tn_is_ascii_identifier(dialect->prefix))
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect %s: the prefix is not an identifier", dialect->name);
    tn_schema s = schema_of(dialect);
    tunip_status status = tn_settings_check_schema(&s, error);
    for (size_t i = 0; i < s.count && status == TUNIP_OK; i++)
        if (dialect->prefix && strcmp(s.rows[i].name, "prefix") == 0)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: setting prefix is there twice",
                                   s.owner);
    for (size_t i = 0; i < dispatch->dialects.count && status == TUNIP_OK; i++)
        status = check_aliases(dialect, dispatch->dialects.items[i].dialect, error);
    return status;
}

/* ---- all of them ---- */

bool tn_settings_apply(tunip_docsifier *d, const tn_schema *backend)
{
    if (!set_backend_defaults(d, backend)) return false;
    for (size_t i = 0; i < d->options.setting_count; i++) {
        const tunip_setting *setting = &d->options.settings[i];
        if (!setting->key || !setting->value) {
            tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "a setting has no %s",
                        setting->key ? "value" : "key");
            return false;
        }
        if (!set_one(d, backend, setting)) return false;
    }
    return true;
}
