/* dialects.c -- `tunip dialects`: lists the registered types and settings, for people or, as
 * tables, for other tools. */
#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>
#include <tunip/ext/plugin.h>

#include "cli.h"

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

static void summarize(const tunip_context *context, const tunip_dialect *dialect)
{
    cli_say(stdout, "dialect %-10s prefix %-4s %3zu types %3zu rules", dialect->name,
            dialect->prefix ? dialect->prefix : "-", dialect->type_count, dialect->rule_count);
    cli_write_origin(context, dialect);
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
