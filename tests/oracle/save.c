/* save.c -- reads a saved object and writes it with tunip_save() to standard output.
 *
 *     save FILE */
#include <stdio.h>

#include <tunip.h>

static int put(const char *data, size_t size, void *user)
{
    return fwrite(data, 1, size, user) != size;
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *graph = context ? tunip_read_file(context, argv[1], &error) : NULL;
    if (graph) tunip_save(context, tunip_graph_root(graph), put, stdout, &error);
    if (error.code != TUNIP_OK) fprintf(stderr, "save: %s: %s\n", argv[1], error.message);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code != TUNIP_OK;
}
