/* whole.c -- the conversion of a whole graph to another version of TVM. Finds all nodes that cannot
 * be converted. Also finds the details that the conversion loses: it converts the result back and
 * compares it with the original. */
#include <stdio.h>
#include <stdlib.h>
#include <tunip/diagnostic.h>
#include <tunip/diff.h>
#include <tunip/vintage.h>

#include "../base/options.h"
#include "../context.h"
#include "../ir/graph.h"
#include "../ir/vintage.h"
#include "convert.h"
#include "places.h"

typedef struct job {
    const tunip_context *context;
    tunip_convert_options options;
    unsigned from;
    tunip_error *error;
    size_t found; /* nodes that cannot be converted */
} job;

/* ---- messages ---- */

/* Adds a diagnostic. The first one also becomes the error. */
static void report(job *j, const tunip_path *path, const char *key, const char *message)
{
    char text[320], place[512];
    tunip_path_text(path, place, sizeof place);
    snprintf(text, sizeof text, "%s%s%s", key, *key ? ": " : "", message);
    if (!j->found++) {
        tunip_error_set(j->error, TUNIP_ERROR_ARGUMENT, "%s", text);
        snprintf(j->error->path, sizeof j->error->path, "%.*s", (int)sizeof j->error->path - 1,
                 place);
    }
    tunip_diagnostic *d =
        tunip_diagnostics_add(j->options.diagnostics, TUNIP_SEVERITY_ERROR, "convert", text);
    tunip_diagnostic_at_path(d, TUNIP_LABEL_PRIMARY, place, NULL);
}

static int by_rank(const void *a, const void *b)
{
    size_t left = ((const tn_refusal *)a)->rank, right = ((const tn_refusal *)b)->rank;
    return left < right ? -1 : left > right;
}

/* Names all refused nodes by their paths from `root`, in the order of a walk. */
static void report_refusals(job *j, tunip_converter *c, const tunip_node *root, const char *when)
{
    static const tunip_path nowhere = {.parent = NULL};
    size_t count = c->refusals.count;
    tn_refusal *all = c->refusals.items;
    tn_places places;
    tn_places_init(&places, c->allocator);
    for (size_t i = 0; i < count; i++) tn_places_want(&places, all[i].node);
    tn_places_find(&places, root);
    for (size_t i = 0; i < count; i++) all[i].rank = tn_places_rank(&places, all[i].node);
    qsort(all, count, sizeof *all, by_rank);
    for (size_t i = 0; i < count && !places.failed; i++) {
        size_t rank = all[i].rank;
        char message[256];
        snprintf(message, sizeof message, "%.*s%s", (int)all[i].message.size, all[i].message.data,
                 when);
        report(j, rank < places.paths.count ? places.paths.items[rank] : &nowhere,
               all[i].node->type->key, message);
    }
    if (places.failed) tunip_error_set(j->error, TUNIP_ERROR_MEMORY, "out of memory");
    tn_places_free(&places);
}

/* ---- back again ---- */

static const char *key_of(const tunip_edit *edit)
{
    return edit->lhs ? edit->lhs->type->key : "";
}

/* Reports the places where the graphs differ. If they cannot be compared, the graph is invalid. */
static void compare(job *j, const tunip_node *root, const tunip_node *back)
{
    static const tunip_path whole = {.parent = NULL};
    char message[64];
    tunip_script *script = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    tunip_status status = tunip_diff(j->context, root, back, &how, &script, &error);
    snprintf(message, sizeof message, "TVM v0.%u cannot express this", j->options.vintage);
    const tunip_edit *edit;
    for (size_t i = 0; (edit = tunip_script_edit(script, i)); i++)
        report(j, edit->lhs_path, key_of(edit), message);
    tunip_script_free(script);
    if (status == TUNIP_ERROR_ARGUMENT)
        report(j, &whole, root->type->key, message);
    else if (status != TUNIP_OK)
        *j->error = error;
}

static tunip_converter converter(const job *j, tunip_graph *graph, unsigned vintage)
{
    return (tunip_converter){.context = j->context,
                             .graph = graph,
                             .vintage = vintage,
                             .completes = true,
                             .goes_on = true};
}

static void take_error(job *j, const tunip_converter *c)
{
    if (c->error.code != TUNIP_OK && j->error->code == TUNIP_OK) *j->error = c->error;
}

static void check_back(job *j, const tunip_node *root, const tunip_node *made)
{
    tunip_graph *scratch = tunip_graph_new(j->context, j->error);
    if (!scratch) return;
    tunip_converter c = converter(j, scratch, j->from);
    tn_converter_open(&c);
    const tunip_node *back = tn_converter_run(&c, made);
    take_error(j, &c);
    if (back)
        compare(j, root, back);
    else if (j->error->code == TUNIP_OK)
        report_refusals(j, &c, made, " when converted back");
    tn_converter_close(&c);
    tunip_graph_free(scratch);
}

/* ---- the whole ---- */

static tunip_node *convert(job *j, tunip_graph *graph, const tunip_node *root)
{
    tunip_converter c = converter(j, graph, j->options.vintage);
    tn_converter_open(&c);
    tunip_node *made = tn_converter_run(&c, root);
    take_error(j, &c);
    if (c.refusals.count && j->error->code == TUNIP_OK) report_refusals(j, &c, root, "");
    if (made && j->options.exact) check_back(j, root, made);
    tn_converter_close(&c);
    return j->error->code == TUNIP_OK ? made : NULL;
}

_Static_assert(TN_VINTAGE_USUAL == TUNIP_VINTAGE_USUAL, "one version");

/* The version for messages: that of the file, if the root is that of its graph. */
static unsigned stated_vintage(const tunip_graph *graph, const tunip_node *root, unsigned otherwise)
{
    bool is_own = graph && graph->root == root && graph->vintage;
    return is_own ? tunip_graph_vintage(graph) : otherwise;
}

tunip_node *tunip_convert_with(const tunip_context *context, tunip_graph *graph,
                               const tunip_node *root, const tunip_convert_options *options,
                               tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    job j = {.context = context, .error = &own};
    tunip_node *made = NULL;
    j.from = tn_vintage_of(root, tn_context_allocator(context));
    if (tn_options_take(&j.options, sizeof j.options, options, &own) == TUNIP_OK)
        tn_vintage_check(j.options.vintage, &own);
    unsigned from = j.from ? j.from : TUNIP_VINTAGE_USUAL;
    if (own.code == TUNIP_OK && from != j.options.vintage &&
        (tn_vintage_is_apart(from) || tn_vintage_is_apart(j.options.vintage)))
        tunip_error_set(&own, TUNIP_ERROR_ARGUMENT,
                        "IR of TVM v0.%u cannot be converted to v0.%u, which had another IR",
                        stated_vintage(graph, root, from), j.options.vintage);
    bool is_there = !j.from || j.from == j.options.vintage;
    if (own.code == TUNIP_OK)
        made = is_there ? (tunip_node *)(uintptr_t)root : convert(&j, graph, root);
    if (own.code != TUNIP_OK && error && error->code == TUNIP_OK) *error = own;
    return made;
}

unsigned tunip_vintage(const tunip_node *root)
{
    return tn_vintage_of(root, tn_context_allocator(NULL));
}

unsigned tunip_graph_vintage(const tunip_graph *graph)
{
    bool decides = graph->vintage && graph->vintage <= TN_VINTAGE_LAST_LEGACY;
    unsigned own = decides ? 0 : tunip_vintage(graph->root);
    return own ? own : graph->vintage;
}
