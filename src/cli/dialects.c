/* dialects.c -- tunip dialects and tunip backends. */
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>
#include <tunip/ext/plugin.h>

#include "cli.h"

/* ======== dialects ======== */

/* `tunip dialects`: lists the registered types and settings, for people or, as
 * tables, for other tools. */

typedef struct dialects_settings {
    bool types;
    bool settings;
    cli_loads loads;
} dialects_settings;

static const cli_option options[] = {
    {"--types", 0, NULL, "list every type: key, base, equality, own fields", cli_store_flag,
     offsetof(dialects_settings, types)},
    {"--settings", 0, NULL, "list the settings for tunip print --set, with their defaults",
     cli_store_flag, offsetof(dialects_settings, settings)},
    CLI_LOAD_OPTION(dialects_settings),
};

void cli_dialects_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ORDER tunip_equality */
static const char *const equalities[] = {"unsupported", "tree",       "free_var",
                                         "dag",         "const_tree", "unique_instance"};

/* Writes a cell of a table. A tab in a plugin's text is escaped, because tabs separate cells. */
static void put_cell(const char *text, char end)
{
    cli_put(stdout, text);
    putchar(end);
}

static void list_types(const tunip_context *context, const tunip_dialect *dialect)
{
    (void)context;
    for (size_t i = 0; i < dialect->type_count; i++) {
        const tunip_type *type = dialect->types[i];
        put_cell(type->key, '\t');
        put_cell(type->base ? type->base->key : "", '\t');
        printf("%s\t", equalities[type->equality]);
        for (size_t k = 0; k < type->field_count; k++) {
            cli_say(stdout, "%s%s", k ? " " : "", type->fields[k].name);
        }
        putchar('\n');
    }
}

static void list_rows(const char *owner, const tunip_setting_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cli_say(stdout, "%s.%s=%s", owner, rows[i].name, rows[i].initial);
        putchar('\t');
        put_cell(rows[i].help, '\n');
    }
}

static void list_backend_settings(const tunip_context *context)
{
    const tunip_backend *backend;
    for (size_t i = 0; (backend = tunip_context_backend(context, i)); i++)
        list_rows(backend->name, backend->settings, backend->setting_count);
}

static void list_settings(const tunip_context *context, const tunip_dialect *dialect)
{
    (void)context;
    if (dialect->prefix) {
        cli_say(stdout, "%s.prefix=%s", dialect->name, dialect->prefix);
        putchar('\t');
        cli_say(stdout, "the prefix of the dialect's names (%s_prefix)", dialect->name);
        putchar('\n');
    }
    list_rows(dialect->name, dialect->settings, dialect->setting_count);
}

void cli_write_origin(const tunip_context *context, const void *what)
{
    const tunip_plugin *plugin = tunip_context_origin(context, what);
    if (plugin)
        cli_say(stdout, "   plugin %s%s%s", plugin->name, plugin->version ? " " : "",
                plugin->version ? plugin->version : "");
    puts(plugin ? "" : "   built in");
}

/* fields  tl         annotations of tirx.Call (v0.24), annotations of tirx.Call (v0.25) */
static void list_fields(const tunip_dialect *dialect)
{
    size_t count = 0;
    for (size_t i = 0; i < dialect->type_count; i++) {
        const tunip_type *type = dialect->types[i];
        for (size_t k = 0; type->flags & TUNIP_TYPE_ADDED && k < type->field_count; k++) {
            if (!count++) cli_say(stdout, "fields  %-10s", dialect->name);
            cli_say(stdout, "%s%s of %s", count > 1 ? ", " : " ", type->fields[k].name,
                    type->base->key);
            if (type->since) cli_say(stdout, " (v0.%u)", (unsigned)type->since);
        }
    }
    if (count) putchar('\n');
}

static void list_all_fields(const tunip_context *context)
{
    const tunip_dialect *dialect;
    for (size_t i = 0; (dialect = tunip_context_dialect(context, i)); i++) list_fields(dialect);
}

static void summarize(const tunip_context *context, const tunip_dialect *dialect)
{
    cli_say(stdout, "dialect %-10s prefix %-4s %3zu types %3zu rules", dialect->name,
            dialect->prefix ? dialect->prefix : "-", dialect->type_count, dialect->rule_count);
    if (dialect->extends)
        cli_say(stdout, " %3zu operators   extends %s", dialect->op_count, dialect->extends);
    cli_write_origin(context, dialect);
}

/* The dialects that extend `host`, the last one first: in the order in which scripts ask them for a
 * word. Returns their number, of which those beyond `room` are left out. */
static size_t find_extensions(const tunip_context *context, const tunip_dialect *host,
                              const tunip_dialect **out, size_t room)
{
    size_t count = 0, at = 0;
    while (tunip_context_dialect(context, at)) at++;
    while (at--) {
        const tunip_dialect *dialect = tunip_context_dialect(context, at);
        if (!dialect->extends || strcmp(dialect->extends, host->name) != 0) continue;
        if (count < room) out[count] = dialect;
        count++;
    }
    return count;
}

/* words   T          of tl, then of tir; tl overrides ptx_mma */
static void list_words(const tunip_context *context)
{
    enum { MOST = 64 };
    const tunip_dialect *host, *found[MOST];
    for (size_t i = 0; (host = tunip_context_dialect(context, i)); i++) {
        size_t count = find_extensions(context, host, found, MOST);
        if (!count) continue;
        cli_say(stdout, "words   %-10s", host->prefix);
        for (size_t k = 0; k < count && k < MOST; k++)
            cli_say(stdout, "%s of %s", k ? ", then" : "", found[k]->name);
        cli_say(stdout, ", then of %s", host->name);
        for (size_t k = 0; k < count && k < MOST; k++)
            if (found[k]->overrides)
                cli_say(stdout, "; %s overrides %s", found[k]->name, found[k]->overrides);
        putchar('\n');
    }
}

static void list_backends(const tunip_context *context)
{
    const tunip_backend *backend;
    for (size_t i = 0; (backend = tunip_context_backend(context, i)); i++) {
        cli_say(stdout, "backend %-10s %s", backend->name,
                backend->summary ? backend->summary : "");
        cli_write_origin(context, backend);
    }
}

static void list_formats(const tunip_context *context)
{
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(context, i)); i++) {
        cli_say(stdout, "format  %-10s %s", format->name, format->summary ? format->summary : "");
        cli_write_origin(context, format);
    }
}

static int list_all(const dialects_settings *settings)
{
    tunip_context *context = cli_context_new(&settings->loads, NULL);
    if (!context) return CLI_TROUBLE;
    void (*list)(const tunip_context *, const tunip_dialect *) = settings->types ? list_types
                                                                 : settings->settings
                                                                     ? list_settings
                                                                     : summarize;
    const tunip_dialect *dialect;
    for (size_t i = 0; (dialect = tunip_context_dialect(context, i)); i++) list(context, dialect);
    if (list == summarize) {
        list_words(context);
        list_all_fields(context);
        list_backends(context);
        list_formats(context);
    }
    if (list == list_settings) list_backend_settings(context);
    tunip_context_free(context);
    return CLI_OK;
}

int cli_dialects(int argc, char **argv)
{
    dialects_settings settings = {.types = false};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc > 1 ? cli_fail("dialects: unexpected argument `%s`", argv[1])
                          : list_all(&settings);
    cli_loads_free(&settings.loads);
    return status;
}

/* ======== backends ======== */

/* `tunip backends`: lists the output languages and their options. Also stores the
 * values of --backend-option. */

/* ---- choosing ---- */

bool cli_store_backend_option(void *settings, const cli_option *option, const char *text)
{
    cli_backend *backend = (cli_backend *)(void *)((char *)settings + option->offset);
    const char *equals = strchr(text, '=');
    if (equals && equals != text) return cli_push(&backend->options, &backend->count, text);
    cli_fail("%s: expected KEY=VALUE, got `%s`", option->name, text);
    return false;
}

bool cli_backend_settings(const cli_backend *backend, tunip_setting **out)
{
    const char *name = backend->name ? backend->name : "python";
    size_t longest = strlen(name) + 2, room = 0;
    for (size_t i = 0; i < backend->count; i++)
        room += sizeof **out + longest + strcspn(backend->options[i], "=");
    tunip_setting *settings = malloc(room + 1);
    char *key = (char *)(settings + backend->count);
    if (!settings) {
        cli_fail("out of memory");
        return false;
    }
    for (size_t i = 0; i < backend->count; i++) {
        const char *text = backend->options[i];
        size_t size = strcspn(text, "=");
        settings[i] = (tunip_setting){.key = key, .value = text + size + 1};
        key += sprintf(key, "%s.%.*s", name, (int)size, text) + 1;
    }
    *out = settings;
    return true;
}

/* ---- listing ---- */

typedef struct backends_settings {
    cli_loads loads;
} backends_settings;

static const cli_option backends_options[] = {CLI_LOAD_OPTION(backends_settings)};

void cli_backends_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, backends_options, TUNIP_LEN(backends_options));
}

/* ORDER tunip_setting_kind */
static const char *const kinds[] = {"bool", "dtype", "name", "int"};

static void list_backend(const tunip_context *context, const tunip_backend *backend)
{
    cli_say(stdout, "%-10s %s", backend->name, backend->summary ? backend->summary : "");
    cli_write_origin(context, backend);
    for (size_t i = 0; i < backend->setting_count; i++) {
        const tunip_setting_row *row = &backend->settings[i];
        cli_say(stdout, "    %s=%s   %s   %s", row->name, row->initial, kinds[row->kind],
                row->help ? row->help : "");
        putchar('\n');
    }
}

static int backends_list_all(const cli_loads *loads)
{
    tunip_context *context = cli_context_new(loads, NULL);
    if (!context) return CLI_TROUBLE;
    const tunip_backend *backend;
    for (size_t i = 0; (backend = tunip_context_backend(context, i)); i++)
        list_backend(context, backend);
    tunip_context_free(context);
    return CLI_OK;
}

int cli_backends(int argc, char **argv)
{
    backends_settings settings = {.loads = {.count = 0}};
    int status = CLI_TROUBLE;
    if (cli_parse(backends_options, TUNIP_LEN(backends_options), &settings, &argc, argv))
        status = argc > 1 ? cli_fail("backends: unexpected argument `%s`", argv[1])
                          : backends_list_all(&settings.loads);
    cli_loads_free(&settings.loads);
    return status;
}
