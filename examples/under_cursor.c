/* under_cursor.c -- answers an editor: which node is under the cursor, where else is it printed,
 * from which line of the user's script does it come, and where did that line go?
 *
 *     cc under_cursor.c -ltunip && ./a.out */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>

static const char script[] = "from tvm.script import tir as T\n"
                             "@T.prim_func\n"
                             "def twice(A: T.Buffer((4,)), B: T.Buffer((4,))):\n"
                             "    for i in range(4): B[i] = A[i] * T.float32(2)\n";

static void show_path(const char *title, const tunip_path *path)
{
    char text[256];
    tunip_path_text(path, text, sizeof text);
    printf("%s%s\n", title, text);
}

static void show_text(const tunip_printed *printed, size_t span)
{
    const tunip_span *at = &tunip_printed_spans(printed)[span];
    size_t line, column;
    tunip_printed_locate(printed, at->begin, &line, &column);
    printf("  %zu:%zu %.*s\n", line, column, (int)(at->end - at->begin),
           tunip_printed_text(printed).data + at->begin);
}

/* The Docs around the cursor, from the innermost on. Returns the path of the innermost node. */
static const tunip_path *show_docs(const tunip_printed *printed, const tunip_source_map *map,
                                   size_t offset)
{
    printf("inside of");
    for (size_t span = tunip_source_map_at(map, offset); span != TUNIP_NO_SPAN;
         span = tunip_source_map_parent(map, span))
        printf(" %s", tunip_span_kind(&tunip_printed_spans(printed)[span]));
    puts("");
    return tunip_source_map_path_at(map, offset);
}

/* The texts of the node, and how many other Docs show parts of it. */
static void show_node(const tunip_printed *printed, const tunip_source_map *map,
                      const tunip_path *path)
{
    tunip_found found;
    size_t parts = 0;
    show_path("node ", path);
    if (tunip_source_map_find_path(map, path, &found, NULL) != TUNIP_OK) return;
    for (size_t i = 0; i < found.count; i++) show_text(printed, found.spans[i]);
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        const tunip_path *other = tunip_printed_span_path(printed, i, 0);
        parts += other && other != path && tunip_path_is_prefix(path, other);
    }
    printf("%zu Docs show parts of it\n", parts);
}

/* A place in the user's program, and the printed text that comes from it. */
typedef struct places {
    const tunip_printed *printed;
    const tunip_site_map *map;
} places;

static bool show_site(void *user, const tunip_site *site)
{
    const places *p = user;
    size_t spans[8];
    char text[64];
    tunip_site_text(site, text, sizeof text);
    size_t count = tunip_site_map_find(p->map, site->source, site->line, site->column, spans,
                                       TUNIP_LEN(spans));
    printf("from %s, which became\n", text);
    for (size_t i = 0; i < count && i < TUNIP_LEN(spans); i++) show_text(p->printed, spans[i]);
    return true;
}

static tunip_status answer(const tunip_printed *printed, size_t line, size_t column,
                           tunip_error *error)
{
    tunip_source_map *map = tunip_source_map_new(printed, error);
    tunip_site_map *sites = map ? tunip_site_map_new(printed, error) : NULL;
    if (sites) {
        places found = {printed, sites};
        size_t offset = tunip_source_map_offset(map, line, column);
        show_node(printed, map, show_docs(printed, map, offset));
        tunip_each_site(tunip_site_map_at(sites, offset, offset), show_site, &found);
    }
    tunip_site_map_free(sites);
    tunip_source_map_free(map);
    return error->code;
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("twice.py"), tunip_str_from(script), &error);
    options.origins = true;
    tunip_graph *graph =
        context && source ? tunip_read_source(context, source, &options, &error) : NULL;
    tunip_printed *printed = NULL;
    if (graph && tunip_ir_set_spans(graph) &&
        tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error) == TUNIP_OK) {
        puts(tunip_printed_text(printed).data);
        puts("\nthe cursor is at 6:17");
        answer(printed, 6, 17, &error);
    }
    if (error.code != TUNIP_OK) fprintf(stderr, "under_cursor: %s\n", error.message);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    return error.code != TUNIP_OK;
}
