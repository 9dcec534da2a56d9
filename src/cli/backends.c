/* backends.c -- `tunip backends`: lists the output languages and their options. Also stores the
 * values of --backend-option. */
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/backend.h>

#include "cli.h"

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

static const cli_option options[] = {CLI_LOAD_OPTION(backends_settings)};

void cli_backends_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
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

static int list_all(const cli_loads *loads)
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
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc > 1 ? cli_fail("backends: unexpected argument `%s`", argv[1])
                          : list_all(&settings.loads);
    cli_loads_free(&settings.loads);
    return status;
}
