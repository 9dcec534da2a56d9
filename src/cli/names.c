/* names.c -- checks that the backend, the settings and the format in options exist. The commands
 * check this before they read the first file, because otherwise the message would be about a
 * file. */
#include <string.h>

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/format.h>

#include "cli.h"

static const char *backend_name(const void *user, size_t i)
{
    const tunip_backend *backend = tunip_context_backend(user, i);
    return backend ? backend->name : NULL;
}

static const char *format_name(const void *user, size_t i)
{
    const tunip_format *format = tunip_context_format(user, i);
    return format ? format->name : NULL;
}

static bool is_among(cli_name_fn name_at, const tunip_context *context, const char *wanted)
{
    const char *name;
    for (size_t i = 0; (name = name_at(context, i)); i++)
        if (strcmp(name, wanted) == 0) return true;
    return false;
}

bool cli_has_format(const tunip_context *context, const char *name)
{
    return is_among(format_name, context, name);
}

bool cli_check_format(const tunip_context *context, const char *format)
{
    char message[256];
    if (!format || cli_has_format(context, format)) return true;
    snprintf(message, sizeof message, "no format is called %s", format);
    return cli_fail_unknown(message, format, format_name, context,
                            "tunip dialects lists all formats") == CLI_OK;
}

/* ---- settings ---- */

/* For the keys of all settings: NAME.prefix and NAME.KEY of each dialect, NAME.KEY of each
 * backend. */
typedef struct key_list {
    const tunip_context *context;
    char *key; /* CLI_NAME_ROOM bytes, for the last one */
} key_list;

static const char *make_key(const key_list *list, const char *owner, const char *name)
{
    snprintf(list->key, CLI_NAME_ROOM, "%s.%s", owner, name);
    return list->key;
}

static const char *setting_key(const void *user, size_t i)
{
    const key_list *list = user;
    const tunip_dialect *dialect;
    const tunip_backend *backend;
    for (size_t k = 0; (dialect = tunip_context_dialect(list->context, k)); k++) {
        if (!i--) return make_key(list, dialect->name, "prefix");
        if (i < dialect->setting_count)
            return make_key(list, dialect->name, dialect->settings[i].name);
        i -= dialect->setting_count;
    }
    for (size_t k = 0; (backend = tunip_context_backend(list->context, k)); k++) {
        if (i < backend->setting_count)
            return make_key(list, backend->name, backend->settings[i].name);
        i -= backend->setting_count;
    }
    return NULL;
}

/* Writes a message about the first setting that does not exist, with a similar name. */
static int fail_setting(const tunip_context *context, const tunip_print_options *options,
                        const char *message)
{
    char key[CLI_NAME_ROOM], nearest[CLI_NAME_ROOM];
    const key_list list = {context, key};
    for (size_t i = 0; i < options->setting_count; i++) {
        const char *wanted = options->settings[i].key;
        if (cli_nearest(nearest, wanted, strlen(wanted), setting_key, &list) &&
            strcmp(nearest, wanted) != 0)
            return cli_fail("%s (did you mean %s?)", message, nearest);
    }
    return cli_fail("%s (tunip dialects --settings lists all settings)", message);
}

/* The library checks settings when it prints, so this function prints an empty node. */
bool cli_check_settings(tunip_context *context, const tunip_print_options *options)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options empty = TUNIP_PRINT_OPTIONS_INIT;
    const char *backend = options->backend;
    char message[256];
    if (backend && !is_among(backend_name, context, backend)) {
        snprintf(message, sizeof message, "no backend is called %s", backend);
        return cli_fail_unknown(message, backend, backend_name, context,
                                "tunip backends lists all backends") == CLI_OK;
    }
    empty.backend = backend;
    empty.settings = options->settings;
    empty.setting_count = options->setting_count;
    tunip_status status = tunip_print(context, NULL, &empty, &printed, &error);
    tunip_printed_free(printed);
    if (status != TUNIP_ERROR_NOT_FOUND && status != TUNIP_ERROR_ARGUMENT) return true;
    bool of_backend = strncmp(error.message, "backend ", 8) == 0; /* lists its settings */
    if (status == TUNIP_ERROR_ARGUMENT || of_backend)
        return cli_fail("%s", error.message) == CLI_OK;
    return fail_setting(context, options, error.message) == CLI_OK;
}
