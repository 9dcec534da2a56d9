/* settings.c -- the settings of dialects and of the backend: first the defaults, then the options
 * of the print. */
#include "settings.h"

#include "../base/unicode.h"
#include "../base/words.h"
#include "dialects.h"

/* ---- values ---- */

static void refuse_bool(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "setting %s: expected true or false, got %s", key, text);
}

static void refuse_dtype(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "setting %s: unknown dtype `%s`", key, text);
}

static void refuse_name(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "Invalid `%s`: %s", key, text);
}

static void refuse_int(tunip_docsifier *d, const char *key, const char *text)
{
    tn_job_fail(d, TUNIP_ERROR_ARGUMENT,
                "setting %s: expected an integer of at most 18 digits, got %s", key, text);
}

/* ORDER tunip_setting_kind */
static void (*const refuse[])(tunip_docsifier *d, const char *key, const char *text) = {
    refuse_bool, refuse_dtype, refuse_name, refuse_int};

static bool store(tunip_docsifier *d, tunip_setting_kind kind, void *out,
                  const tunip_setting *setting)
{
    tunip_str text = tunip_doc_text(d, tunip_str_from(setting->value));
    if (!text.data) return false;
    if (tn_setting_parse(kind, text.data, out)) return true;
    refuse[kind](d, setting->key, text.data);
    return false;
}

static bool set_backend_defaults(tunip_docsifier *d, const tn_schema *backend)
{
    if (!backend->count) return true;
    d->backend->settings = tunip_job_alloc(d, backend->size);
    if (d->backend->settings) tn_schema_set_initial(backend, d->backend->settings);
    return d->backend->settings != NULL;
}

/* ---- settings of the options ---- */

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
    size_t size = job->shared->whole->settings_size;
    void *own = tunip_job_alloc(d, size);
    if (!own) return false;
    memcpy(own, job->settings, size);
    if (!d->backend->keeps_defaults) job->settings = own;
    return store(d, row->kind, (char *)own + row->offset, setting);
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
        if (tn_is_prefix_key(dialect, setting->key))
            return set_prefix(d, tn_job_dialect(d, dialect), setting);
        tn_schema s = tn_schema_of(dialect);
        const tunip_setting_row *row = tn_schema_find(&s, setting->key);
        if (row) return set_row(d, tn_job_dialect(d, dialect), row, setting);
    }
    const tunip_setting_row *row = tn_schema_find(backend, setting->key);
    if (row) return store(d, row->kind, (char *)d->backend->settings + row->offset, setting);
    fail_unknown(d, backend, setting->key);
    return false;
}

/* ---- all of them ---- */

bool tn_settings_apply(tunip_docsifier *d, const tn_schema *backend)
{
    if (!set_backend_defaults(d, backend)) return false;
    for (size_t i = 0; i < d->options->setting_count; i++) {
        const tunip_setting *setting = &d->options->settings[i];
        if (!setting->key || !setting->value) {
            tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "a setting has no %s",
                        setting->key ? "value" : "key");
            return false;
        }
        if (!set_one(d, backend, setting)) return false;
    }
    return true;
}
