/* load.c -- a context with the plugins that the environment and the options name. */
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/plugin.h>

#include "../apps/inspect/tunip_inspect.h"
#include "cli.h"

bool cli_store_load(void *settings, const cli_option *option, const char *text)
{
    cli_loads *loads = (cli_loads *)(void *)((char *)settings + option->offset);
    return cli_push(&loads->paths, &loads->count, text);
}

void cli_loads_free(cli_loads *loads)
{
    cli_defines_free(loads);
    free(loads->paths);
}

/* `whence` is the option or variable that names the file, for messages. */
static bool load(tunip_context *context, const char *whence, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_context_load_plugin(context, path, &error) == TUNIP_OK) return true;
    cli_fail("%s%s", whence, error.message);
    return false;
}

/* Loads the files of TUNIP_PLUGINS. Empty entries are ignored. */
static bool load_variable(tunip_context *context)
{
    const char *list = getenv("TUNIP_PLUGINS");
    char *copy = list ? strdup(list) : NULL, *rest = NULL;
    bool fine = true;
    if (list && !copy) return cli_fail("out of memory") == CLI_OK;
    for (char *path = copy ? strtok_r(copy, ":", &rest) : NULL; path && fine;
         path = strtok_r(NULL, ":", &rest))
        fine = load(context, "TUNIP_PLUGINS: ", path);
    free(copy);
    return fine;
}

static tunip_context *new_context(const cli_limits *limits, tunip_error *error)
{
    tunip_limits taken = TUNIP_LIMITS_INIT;
    tunip_context *context = tunip_context_new(NULL, error);
    if (!context || !limits) return context;
    taken.max_bytes = limits->max_bytes;
    taken.max_input = limits->max_input;
    if (tunip_context_limit(context, &taken, error) == TUNIP_OK) return context;
    tunip_context_free(context);
    return NULL;
}

tunip_context *cli_context_new(const cli_loads *loads, const cli_limits *limits)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = new_context(limits, &error);
    if (!context) {
        cli_fail("%s", error.message);
        return NULL;
    }
    bool fine = tunip_artifact_register(context, &error) == TUNIP_OK;
    if (!fine) cli_fail("%s", error.message);
    fine = fine && load_variable(context);
    for (size_t i = 0; i < loads->count && fine; i++) fine = load(context, "", loads->paths[i]);
    if (fine) return context;
    tunip_context_free(context);
    return NULL;
}
