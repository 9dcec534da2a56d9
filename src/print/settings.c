/* settings.c -- the settings of dialects and backends, and the part of a print that belongs to
 * one dialect. */
#include "settings.h"

#include "../util/unicode.h"
#include "docsifier.h"

/* ======== settings ======== */

/* The settings of dialects and of the backend: first the defaults, then the options
 * of the print. */

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
    if (backend->count) {
        d->backend->settings = tunip_job_alloc(d, backend->size);
        if (!d->backend->settings) return false;
        tn_schema_set_initial(backend, d->backend->settings);
    }
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

/* ======== dialects ======== */

/* The part of a print that belongs to one dialect: its prefix, settings and state. It
 * is made when the print first meets the dialect. */

tn_dialect_job *tn_job_find_dialect(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const uint64_t *number = tn_map_get(&d->dispatch->number_of, dialect);
    if (!number) return NULL;
    tn_dialect_job *job = d->dialects->jobs[*number];
    if (!job) {
        const tn_dialect *shared = &d->dispatch->dialects.items[*number];
        job = d->dialects->jobs[*number] = tn_job_kept_memory(d, sizeof *job);
        if (!job) job = &d->dialects->spare;
        *job = (tn_dialect_job){.dialect = shared->dialect,
                                .shared = shared,
                                .prefix = shared->prefix,
                                .settings = shared->settings};
        if (shared->whole->state_size) job->state = d->dialects->states + shared->state;
    }
    *tn_job_recent(d, dialect) = job;
    return job;
}

void tn_job_use(tunip_docsifier *d, tn_dialect_job *job)
{
    if (!tn_array_push(&d->dialects->used, tn_job_allocator(d), job)) {
        tn_job_no_memory(d);
        return;
    }
    size_t at = d->dialects->used.count - 1;
    for (; at && d->dialects->used.items[at - 1]->shared > job->shared; at--)
        d->dialects->used.items[at] = d->dialects->used.items[at - 1];
    d->dialects->used.items[at] = job;
    uint8_t number = tn_job_number(d, job);
    if (d->dialects->namespaces && number) d->dialects->namespaces[number - 1].used = true;
}

const void *tunip_job_settings(const tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *job = tn_job_dialect((tunip_docsifier *)(uintptr_t)d, dialect);
    return job ? job->settings : NULL;
}

const tunip_op_row *tunip_job_op(const tunip_docsifier *d, tunip_str name)
{
    return d->dispatch->ops.count ? tn_dispatch_op(d->dispatch, name) : NULL;
}

/* Memory for a state without a size: the print has failed, but the rule that asked for it continues
 * until it ends. */
enum { SPARE_STATE = 1 << 16 };

void *tn_job_spare_state(tunip_docsifier *d)
{
    if (!d->dialects->spare_state) d->dialects->spare_state = tunip_job_keep(d, SPARE_STATE);
    return d->dialects->spare_state;
}

TN_APART static void *find_state(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *job = tn_job_dialect(d, dialect);
    if (!job || job->state) return job ? job->state : NULL;
    tn_job_misuse(d, "asks for the state of %s, whose state_size is 0", dialect->name);
    return tn_job_spare_state(d);
}

void *tunip_job_state(tunip_docsifier *d, const tunip_dialect *dialect)
{
    const tn_dialect_job *recent = *tn_job_recent(d, dialect);
    bool found = recent && recent->dialect == dialect && recent->state;
    return found ? recent->state : find_state(d, dialect);
}

/* ---- namespaces for backends ---- */

tunip_str tn_job_prefix(const tunip_docsifier *d, size_t dialect)
{
    const tn_dialect_job *job = d->dialects->jobs[dialect];
    return job ? job->prefix : d->dispatch->dialects.items[dialect].prefix;
}

const tunip_namespace *tn_job_namespaces(tunip_docsifier *d, size_t *count)
{
    size_t known = d->dispatch->dialects.count;
    *count = known < UINT8_MAX ? known : UINT8_MAX;
    if (d->dialects->namespaces) return d->dialects->namespaces;
    d->dialects->namespaces = tunip_job_keep(d, *count * sizeof *d->dialects->namespaces);
    for (size_t i = 0; d->dialects->namespaces && i < *count; i++) {
        const tunip_dialect *dialect = d->dispatch->dialects.items[i].dialect;
        tunip_namespace *space = &d->dialects->namespaces[i];
        *space = (tunip_namespace){.dialect = dialect->name, .import = dialect->import};
        space->prefix = tn_job_prefix(d, i);
        for (size_t k = 0; k < d->dialects->used.count && !space->used; k++)
            space->used = d->dialects->used.items[k]->shared->dialect == dialect;
    }
    return d->dialects->namespaces;
}
