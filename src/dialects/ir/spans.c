/* spans.c -- spans of nodes, also made from their origins. */
#include <string.h>

#include <tunip/source.h>
#include <tunip/tvm/ir.h>

tunip_ir_span *tunip_ir_span_new(tunip_graph *graph, const char *source, int64_t line,
                                 int64_t column, int64_t end_line, int64_t end_column)
{
    tunip_ir_span *span = tunip_node_new(graph, &tunip_ir_span_type);
    if (!span) return NULL;
    span->source_name = tunip_node_new(graph, &tunip_ir_source_name_type);
    if (span->source_name) span->source_name->name = tunip_string_new(graph, source);
    if (!span->source_name || !span->source_name->name) return NULL;
    span->line = line;
    span->column = column;
    span->end_line = end_line;
    span->end_column = end_column;
    return span;
}

typedef struct span_maker {
    tunip_graph *graph;
    tunip_origin last; /* nodes that stand at the same place share a span */
    tunip_ir_span *span;
    tunip_ir_source_name *name;
} span_maker;

static tunip_ir_source_name *new_name(span_maker *m, const tunip_source *source)
{
    tunip_ir_source_name *name = tunip_node_new(m->graph, &tunip_ir_source_name_type);
    if (name) name->name = tunip_string_new_view(m->graph, tunip_source_name(source));
    return name && name->name ? name : NULL;
}

/* Lines and columns are 1-based, and the end is after the last byte, as in spans of TVM. */
static tunip_ir_span *new_span(span_maker *m, const tunip_origin *origin)
{
    size_t line, column, end_line, end_column;
    if (!m->name || origin->source != m->last.source) m->name = new_name(m, origin->source);
    tunip_ir_span *span = m->name ? tunip_node_new(m->graph, &tunip_ir_span_type) : NULL;
    if (!span) return NULL;
    tunip_source_locate(origin->source, origin->begin, &line, &column);
    tunip_source_locate(origin->source, origin->end, &end_line, &end_column);
    span->source_name = m->name;
    span->line = (int64_t)line;
    span->column = (int64_t)column;
    span->end_line = (int64_t)end_line;
    span->end_column = (int64_t)end_column;
    return span;
}

static bool is_same(const tunip_origin *a, const tunip_origin *b)
{
    return a->source == b->source && a->begin == b->begin && a->end == b->end;
}

static bool is_compared(const tunip_type *type)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (strcmp(type->fields[i].name, "span") == 0 &&
                !(type->fields[i].flags & TUNIP_FLAG_IGNORE))
                return true;
    return false;
}

/* The field for a span; NULL if there is none. A node that is saved by its name, such as an
 * operator, has no place of its own. TVM compares the spans of a few types, such as ir.TupleType:
 * with them, equal scripts would be unequal. */
static const tunip_field *span_field(const tunip_type *type)
{
    const tunip_field *field = type->codec ? NULL : tunip_type_field(type, "span");
    bool fits = field && field->expects == &tunip_ir_span_type && !is_compared(type);
    return fits ? field : NULL;
}

static bool set_span(void *user, tunip_node *node, const tunip_origin *origin)
{
    span_maker *m = user;
    const tunip_field *field = span_field(node->type);
    if (!field) return true;
    tunip_node **at = (tunip_node **)((char *)node + field->offset);
    if (*at) return true;
    if (!m->span || !is_same(&m->last, origin)) {
        m->span = new_span(m, origin);
        m->last = *origin;
    }
    *at = (tunip_node *)m->span;
    return m->span != NULL;
}

bool tunip_ir_set_spans(tunip_graph *graph)
{
    span_maker maker = {.graph = graph};
    bool fine = tunip_graph_each_origin(graph, set_span, &maker);
    if (graph) tunip_graph_changed(graph);
    return fine;
}
