/* outline.c -- `tunip outline`: one line for each function, loop, block, binding or operation, with
 * its place in the file; or in the text that `tunip print` writes, if the file is JSON. */
#include "../../programs/outline/outline.h"

#include <stdlib.h>
#include <tunip/mlir.h>

#include "cli.h"

typedef struct outline_settings {
    int json;
    cli_loads loads;
    cli_limits limits;
} outline_settings;

static const cli_option options[] = {
    {"--format", 0, "text|json", "text, or JSON", cli_store_choice,
     offsetof(outline_settings, json)},
    CLI_COLOUR_OPTION(outline_settings),
    CLI_READ_OPTIONS(outline_settings),
    CLI_LOAD_OPTION(outline_settings),
    CLI_LIMIT_OPTIONS(outline_settings, "2G"),
};

void cli_outline_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ---- places of nodes in a printed text ---- */

typedef struct place {
    const tunip_node *node;
    size_t line;
} place;

typedef struct places {
    place *items; /* sorted by address */
    size_t count;
} places;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->node != y->node) return (uintptr_t)x->node < (uintptr_t)y->node ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static const tunip_node *node_at(const tunip_node *root, const tunip_path *path)
{
    if (!path || !path->parent) return root;
    const tunip_node *parent = node_at(root, path->parent);
    const tunip_array *array = TUNIP_AS(tunip_array, parent);
    const tunip_map *map = TUNIP_AS(tunip_map, parent);
    switch (path->step) {
    case TUNIP_STEP_ATTR:
        return outline_child(parent, path->at.attr);
    case TUNIP_STEP_ITEM:
        return array && path->at.index >= 0 && (size_t)path->at.index < array->count
                   ? array->items[path->at.index]
                   : NULL;
    case TUNIP_STEP_KEY:
        return map ? tunip_map_at(map, path->at.key) : NULL;
    default:
        return NULL;
    }
}

/* The comments and empty lines before the text of the root belong to it. */
static size_t skip_header(tunip_str text, size_t begin)
{
    while (begin < text.size && (text.data[begin] == '#' || text.data[begin] == '\n')) {
        const char *end = memchr(text.data + begin, '\n', text.size - begin);
        if (!end) break;
        begin = (size_t)(end - text.data) + 1;
    }
    return begin;
}

/* The lines of all nodes of the table. Without memory, or if the IR cannot be printed, there are
 * none. */
static places find_places(tunip_context *context, const tunip_node *root)
{
    places found = {NULL, 0};
    tunip_printed *printed = NULL;
    if (tunip_print(context, root, NULL, &printed, NULL) != TUNIP_OK) return found;
    size_t count = tunip_printed_span_count(printed), line, column;
    const tunip_span *spans = tunip_printed_spans(printed);
    found.items = malloc((count + 1) * sizeof *found.items);
    for (size_t i = 0; found.items && i < count; i++) {
        const tunip_node *node = NULL;
        const tunip_path *path;
        for (size_t n = 0; (path = tunip_printed_span_path(printed, i, n)); n++) {
            const tunip_node *there = node_at(root, path);
            if (there && outline_has(there)) node = there;
        }
        if (!node) continue;
        tunip_printed_locate(printed, skip_header(tunip_printed_text(printed), spans[i].begin),
                             &line, &column);
        found.items[found.count++] = (place){node, line};
    }
    if (found.count) qsort(found.items, found.count, sizeof *found.items, compare_places);
    tunip_printed_free(printed);
    return found;
}

static size_t line_in(const places *found, const tunip_node *node)
{
    size_t low = 0, high = found->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)found->items[middle].node < (uintptr_t)node)
            low = middle + 1;
        else
            high = middle;
    }
    return low < found->count && found->items[low].node == node ? found->items[low].line : 0;
}

/* ---- the outline ---- */

typedef struct view {
    const tunip_graph *graph;
    places places;
    bool is_text; /* lines are those of the file */
    cli_output *out;
    tunip_json_writer *json; /* NULL: text */
    outline entries;
} view;

static size_t line_of(const view *o, const tunip_node *node)
{
    tunip_origin origin;
    size_t line = 0, column;
    if (!o->is_text || !tunip_graph_origin(o->graph, node, &origin))
        return line_in(&o->places, node);
    tunip_source_locate(origin.source, origin.begin, &line, &column);
    return line;
}

static void put_text(const view *o, const outline_entry *e)
{
    /* without a limit, the blanks would grow with the square of the depth */
    enum { DEEPEST = 100 };
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, e->node);
    tunip_str name = e->name;
    if (e->line)
        cli_output_print(o->out, "%6zu  ", e->line);
    else
        cli_output_print(o->out, "%6s  ", "-");
    cli_output_print(o->out, "%*s", (int)(2 * (e->depth < DEEPEST ? e->depth : DEEPEST)), "");
    if (!op) cli_output_print(o->out, "%s%s", e->word, name.size ? " " : "");
    cli_output_say(o->out, "%.*s", (int)name.size, name.size ? name.data : "");
    tunip_str symbol = op ? tunip_mlir_symbol(op) : (tunip_str){NULL, 0};
    if (symbol.size) cli_output_say(o->out, " @%.*s", (int)symbol.size, symbol.data);
    for (size_t i = 0; op && i < tunip_array_count(op->results); i++) {
        const tunip_mlir_value *value = TUNIP_AS(tunip_mlir_value, op->results->items[i]);
        tunip_str result = tunip_string_value(value ? value->name : NULL);
        cli_output_say(o->out, "%s%%%.*s", i ? ", " : " -> ", (int)result.size, result.data);
    }
    cli_output_print(o->out, "\n");
}

static void put_json(const view *o, const outline_entry *e)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, e->node);
    tunip_json_writer *w = o->json;
    tunip_json_open(w, '{');
    tunip_json_key(w, "kind");
    tunip_json_put_string(w, tunip_str_from(e->word));
    tunip_json_key(w, "name");
    tunip_json_put_string(w, e->name);
    tunip_json_key(w, "line");
    if (e->line)
        tunip_json_put_size(w, e->line);
    else
        tunip_json_put_null(w);
    tunip_json_key(w, "depth");
    tunip_json_put_size(w, e->depth);
    if (op) {
        tunip_str symbol = tunip_mlir_symbol(op);
        tunip_json_key(w, "results");
        tunip_json_open(w, '[');
        for (size_t i = 0; i < tunip_array_count(op->results); i++) {
            const tunip_mlir_value *value = TUNIP_AS(tunip_mlir_value, op->results->items[i]);
            tunip_json_put_string(w, tunip_string_value(value ? value->name : NULL));
        }
        tunip_json_close(w, ']');
        if (symbol.size) {
            tunip_json_key(w, "symbol");
            tunip_json_put_string(w, symbol);
        }
    }
    tunip_json_close(w, '}');
}

/* A module keeps its functions in no order: an outline has them in that of the text. */
static int compare_groups(const void *a, const void *b)
{
    const outline_entry *x = *(const outline_entry *const *)a,
                        *y = *(const outline_entry *const *)b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x > y) - (x < y);
}

/* A text may have one line for several nodes, such as the loops of T.grid, or none for a node that
 * goes without saying, such as the root block: that of the node around it. False when out of
 * memory. */
static bool put_entries(view *o)
{
    const outline *all = &o->entries;
    const outline_entry **groups = malloc((all->count + 1) * sizeof(*groups));
    size_t count = 0;
    if (!groups) return false;
    for (size_t i = 0; i < all->count; i++) {
        outline_entry *e = &all->items[i];
        e->line = line_of(o, e->node);
        if (!e->line && e->parent) e->line = all->items[e->parent - 1].line;
        if (!e->depth) groups[count++] = e;
    }
    if (count) qsort(groups, count, sizeof(*groups), compare_groups);
    for (size_t i = 0; i < count; i++) {
        const outline_entry *e = groups[i];
        do (o->json ? put_json : put_text)(o, e++);
        while (e < all->items + all->count && e->depth);
    }
    free(groups);
    return true;
}

static bool is_json(const tunip_source *source)
{
    tunip_str head = tunip_source_head(source);
    size_t i = 0;
    while (i < head.size && strchr(" \t\r\n", head.data[i])) i++;
    return i < head.size && head.data[i] == '{';
}

static int write_outline(const outline_settings *settings, tunip_context *context,
                         const tunip_graph *graph, const tunip_source *source, const char *file)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    const tunip_node *root = tunip_graph_root(graph);
    if (!cli_output_open(&out, NULL, settings->limits.max_bytes, &error))
        return cli_fail_output(file, &error);
    view o = {.graph = graph, .out = &out};
    o.is_text = !is_json(source);
    if (!o.is_text) o.places = find_places(context, root);
    if (settings->json) {
        o.json = tunip_json_writer_new(NULL, NULL, cli_output_write, &out, &error);
        tunip_json_open(o.json, '{');
        tunip_json_key(o.json, "version");
        tunip_json_put_int(o.json, 1);
        tunip_json_key(o.json, "operations");
        tunip_json_open(o.json, '[');
    }
    bool is_whole = outline_collect(&o.entries, root) && put_entries(&o);
    if (settings->json) {
        tunip_json_close(o.json, ']');
        tunip_json_close(o.json, '}');
        tunip_json_writer_end(o.json, &error);
    }
    free(o.places.items);
    outline_free(&o.entries);
    bool fine = cli_output_close(&out, &error);
    if (!is_whole) return cli_fail("out of memory");
    return fine ? CLI_OK : cli_fail_output(file, &error);
}

static int outline_file(const outline_settings *settings, const char *file)
{
    tunip_context *context = cli_context_new(&settings->loads, &settings->limits);
    if (!context) return CLI_TROUBLE;
    tunip_source *standard_input = NULL;
    tunip_graph *graph = NULL;
    cli_inputs in;
    bool fine = cli_check_format(context, settings->loads.format);
    if (cli_inputs_open(&in, context, &settings->loads, &standard_input, file) && fine)
        graph = cli_inputs_read_one(&in, true);
    int status = graph ? write_outline(settings, context, graph, in.source, in.name) : CLI_TROUBLE;
    tunip_graph_free(graph);
    cli_inputs_close(&in);
    tunip_source_free(standard_input);
    tunip_context_free(context);
    return status;
}

int cli_outline(int argc, char **argv)
{
    outline_settings settings = {.limits = CLI_PRINT_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc == 2 ? outline_file(&settings, argv[1])
                           : cli_fail("outline: one file is needed, got %d", argc - 1);
    cli_loads_free(&settings.loads);
    return status;
}
