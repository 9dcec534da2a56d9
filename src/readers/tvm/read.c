/* read.c -- saved graphs from memory, sources and files. The graph does not refer to the text. */
#include "../../core/base/options.h"
#include "../../core/base/source.h"
#include "reader.h"

static tunip_status need_context(const tunip_context *context, tunip_error *error)
{
    if (context) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "reading needs a context");
}

tunip_graph *tunip_read_source(const tunip_context *context, const tunip_source *source,
                               const tunip_read_options *options, tunip_error *error)
{
    tunip_read_options taken;
    if (need_context(context, error) != TUNIP_OK ||
        tn_options_take(&taken, sizeof taken, options, error) != TUNIP_OK)
        return NULL;
    tunip_graph *graph = tunip_graph_new(context, error);
    if (!graph || tn_read_text(graph, source, taken.origins, error) == TUNIP_OK) return graph;
    tunip_graph_free(graph);
    return NULL;
}

/* Frees the source, which may be NULL. */
static tunip_graph *read_once(const tunip_context *context, tunip_source *source,
                              tunip_error *error)
{
    tunip_graph *graph = source ? tunip_read_source(context, source, NULL, error) : NULL;
    tunip_source_free(source);
    return graph;
}

tunip_graph *tunip_read(const tunip_context *context, tunip_str text, tunip_error *error)
{
    if (need_context(context, error) != TUNIP_OK) return NULL;
    size_t most = tn_context_limits(context)->max_input;
    if (most && text.size > most) {
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "the input has more than %zu bytes (max_input)",
                        most);
        return NULL;
    }
    const tunip_allocator *allocator = tn_context_allocator(context);
    return read_once(context, tunip_source_new(allocator, tunip_str_from("<memory>"), text, error),
                     error);
}

tunip_graph *tunip_read_file(const tunip_context *context, const char *path, tunip_error *error)
{
    return read_once(context, tunip_source_open(context, path, error), error);
}
