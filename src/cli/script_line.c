/* script_line.c -- the printed line of a line of a script. A script may spell its nodes in other
 * ways than the printed text: the nodes that begin in the line lead from one text to the other. */
#include <string.h>

#include "steps.h"

/* A line of a script, and the nodes that begin there, as labels of a diagnostic. */
typedef struct script_line {
    const tunip_source *source;
    size_t line;
    const tunip_node *root;
    tunip_diagnostic *nodes;
} script_line;

static size_t line_of(const tunip_source *source, size_t offset)
{
    size_t line, column;
    tunip_source_locate(source, offset, &line, &column);
    return line;
}

/* Adds the nodes that begin in the line, and those that are spread over several lines, among them
 * this one; but not the module, which begins with comments about the prefixes. */
static bool add_node(void *user, tunip_node *node, const tunip_origin *origin)
{
    script_line *l = user;
    if (node == l->root || line_of(origin->source, origin->begin) > l->line) return true;
    if (line_of(origin->source, origin->end) >= l->line)
        tunip_diagnostic_at_node(l->nodes, TUNIP_LABEL_PRIMARY, node, NULL);
    return true;
}

static bool has_text(const tunip_printed *printed, const tunip_span *span, tunip_str text)
{
    const char *data = tunip_printed_text(printed).data;
    return tunip_str_equal((tunip_str){data + span->begin, span->end - span->begin}, text);
}

/* Where a variable is defined, if it is used at a place: names in definitions have no path. Another
 * place that holds more than a name remains. */
static size_t find_definition(const tunip_printed *printed, const tunip_traced *place)
{
    const tunip_str name = {tunip_printed_text(printed).data + place->begin,
                            place->end - place->begin};
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t found = place->begin;
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        if (spans[i].begin >= place->begin) break;
        bool is_name = strcmp(tunip_span_kind(&spans[i]), "id") == 0;
        if (is_name && has_text(printed, &spans[i], name) &&
            !tunip_printed_span_path(printed, i, 0))
            found = spans[i].begin;
    }
    return found;
}

/* The line where a node is printed. 0 if it is not printed, or if it only surrounds the line: if it
 * begins above the line and is printed in several lines. */
static size_t printed_at(const script_line *l, const tunip_printed *printed,
                         const tunip_traced *place, const tunip_origin *origin)
{
    const tunip_source *text = tunip_printed_source(printed);
    if (place->kind != TUNIP_TRACED_EXACT) return 0;
    size_t line = line_of(text, find_definition(printed, place));
    bool begins = line_of(l->source, origin->begin) == l->line;
    return begins || line_of(text, place->end) == line ? line : 0;
}

/* Of the nodes that begin in the line, the largest one counts: it is the statement. Otherwise the
 * smallest one around the line. */
static bool is_better(const script_line *l, const tunip_origin *a, const tunip_origin *b)
{
    bool a_begins = line_of(l->source, a->begin) == l->line;
    bool b_begins = line_of(l->source, b->begin) == l->line;
    if (a_begins != b_begins) return a_begins;
    size_t a_size = a->end - a->begin, b_size = b->end - b->begin;
    return a_begins ? a_size > b_size : a_size < b_size;
}

static size_t best_line(const script_line *l, const tunip_graph *graph,
                        const tunip_printed *printed, const tunip_trace *trace)
{
    const tunip_label *label;
    tunip_origin best, origin;
    size_t found = 0;
    for (size_t i = 0; (label = tunip_diagnostic_label(l->nodes, i)); i++) {
        tunip_graph_origin(graph, label->node, &origin);
        size_t line = printed_at(l, printed, tunip_trace_get(trace, i), &origin);
        if (!line || (found && !is_better(l, &origin, &best))) continue;
        found = line;
        best = origin;
    }
    return found;
}

static size_t find_line(tunip_context *context, const tunip_graph *graph,
                        const tunip_print_options *print, tunip_str text, script_line *l)
{
    tunip_printed *printed = NULL;
    tunip_diagnostics *labels = tunip_diagnostics_new(NULL, NULL);
    size_t line = 0;
    l->root = tunip_graph_root(graph);
    l->nodes = tunip_diagnostics_add(labels, TUNIP_SEVERITY_NOTE, NULL, "");
    tunip_graph_each_origin(graph, add_node, l);
    tunip_print(context, l->root, print, &printed, NULL);
    if (printed && tunip_str_equal(tunip_printed_text(printed), text)) {
        tunip_trace *trace = tunip_diagnostics_trace(labels, printed, NULL);
        if (trace) line = best_line(l, graph, printed, trace);
        tunip_trace_free(trace);
    }
    tunip_printed_free(printed);
    tunip_diagnostics_free(labels);
    return line;
}

size_t cli_find_script_line(const cli_steps *steps, const tunip_source *source,
                            const tunip_print_options *print, tunip_str text, size_t line)
{
    script_line l = {.source = source, .line = line};
    cli_loads loads = steps->loads;
    size_t warned = 0; /* the messages about this file were written before */
    loads.warned = &warned;
    tunip_graph *graph = cli_read_source(steps->context, source, NULL, 0, "", &loads, true);
    size_t found = graph ? find_line(steps->context, graph, print, text, &l) : 0;
    tunip_graph_free(graph);
    return found;
}
