/* list_plugins.c -- loads plugins and lists them, as a program does that is extended by its users.
 *
 *     cc list_plugins.c -ltunip && ./a.out PLUGIN... */
#include <stdio.h>

#include <tunip.h>
#include <tunip/ext/plugin.h>

int main(int argc, char **argv)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    for (int i = 1; context && i < argc && error.code == TUNIP_OK; i++)
        tunip_context_load_plugin(context, argv[i], &error);
    const tunip_plugin *plugin = NULL;
    for (size_t i = 0; context && (plugin = tunip_context_plugin(context, i)); i++)
        printf("%s %s\n", plugin->name, plugin->version ? plugin->version : "");
    if (error.code != TUNIP_OK) fprintf(stderr, "list_plugins: %s\n", error.message);
    tunip_context_free(context);
    return error.code != TUNIP_OK;
}
