/* note.c -- the type, the span and the device of an expression, from its comment and its braces. */
#include <stdlib.h>

#include <tunip/ext/ir_rules.h>

#include "read.h"

/* SOURCE:LINE:COLUMN; the numbers are at the end, because a source may have colons. */
static tunip_ir_span *read_one_span(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    int64_t numbers[2] = {0, 0};
    size_t size = text.size;
    for (int i = 1; i >= 0; i--) {
        size_t at = size;
        while (at && text.data[at - 1] != ':') at--;
        if (!at) return NULL;
        numbers[i] = strtoll(text.data + at, NULL, 10);
        size = at - 1;
    }
    tunip_ir_span *span = tunip_node_new(graph, &tunip_ir_span_type);
    tunip_ir_source_name *name = tunip_node_new(graph, &tunip_ir_source_name_type);
    if (!span || !name) return NULL;
    name->name = tunip_string_new_view(graph, (tunip_str){text.data, size});
    span->source_name = name;
    span->line = span->end_line = numbers[0];
    span->column = span->end_column = numbers[1];
    return span;
}

/* Whether a text ends with :LINE:COLUMN. */
static bool ends_in_place(tunip_str text)
{
    size_t at = text.size;
    for (int i = 0; i < 2; i++) {
        size_t end = at;
        while (at && tunip_is_digit(text.data[at - 1])) at--;
        if (at && at < end && text.data[at - 1] == '-') at--;
        if (at == end || !at || text.data[--at] != ':') return false;
    }
    return true;
}

/* The size of the first span of `text`: a source may contain ", ", so a span ends only behind its
 * numbers. */
static size_t first_span(tunip_str text)
{
    for (size_t i = 0; i + 1 < text.size; i++)
        if (text.data[i] == ',' && text.data[i + 1] == ' ' &&
            ends_in_place((tunip_str){text.data, i}))
            return i;
    return text.size;
}

/* One span, or a list of spans: view:0:0, flatten:0:0. */
static tunip_ir_span *read_span(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t size = first_span(text);
    if (size == text.size) return read_one_span(e, text);
    tunip_ir_sequential_span *list = tunip_node_new(graph, &tunip_ir_sequential_span_type);
    if (list) list->spans = tunip_array_new(graph, 0, NULL);
    if (!list || !list->spans) return NULL;
    for (; text.size; size = first_span(text)) {
        tunip_ir_span *one = read_one_span(e, (tunip_str){text.data, size});
        if (one) tunip_ir_append(e, list->spans, one); /* a text ends a long list with ... */
        size_t next = size < text.size ? size + 2 : size;
        text = (tunip_str){text.data + next, text.size - next};
    }
    return &list->base;
}

/* The text of a span comes from a comment. Braces may say anything: %x {span=5}. */
static void set_span(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc)
{
    if (doc->kind != TUNIP_DOC_LITERAL || doc->sub != TUNIP_LITERAL_STR)
        tunip_complain(e, doc, "expected the text of a span");
    else if (!node->base.base.span)
        node->base.base.span = (void *)read_span(e, ((const tunip_doc_literal *)doc)->value.text);
}

static void read_note(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc)
{
    const tunip_doc_assign *pair = (const tunip_doc_assign *)doc;
    tunip_str key = doc->kind == TUNIP_DOC_ASSIGN ? relay_id_name(pair->lhs) : (tunip_str){"", 0};
    if (tunip_str_is(key, "ty")) { /* a node of the metadata has its own type, and other nodes share
                                      it */
        if (!node->checked_type) node->checked_type = relay_read_type(e, pair->rhs);
    } else if (tunip_str_is(key, "span")) {
        set_span(e, node, pair->rhs);
    } else if (tunip_str_is(key, "virtual_device")) {
        tunip_relay_virtual_device *device =
            relay_if(relay_read_data(e, pair->rhs), &tunip_relay_virtual_device_type);
        if (device)
            node->virtual_device = device;
        else
            tunip_complain(e, pair->rhs, "expected a virtual device");
    } else {
        tunip_complain(e, doc, "expected `virtual_device`");
    }
}

static bool has_notes(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_TUPLE && doc->sub == TUNIP_TUPLE_NOTED;
}

void relay_read_notes(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc)
{
    while (has_notes(doc)) {
        tunip_docs parts = ((const tunip_doc_tuple *)doc)->elements;
        for (size_t i = 1; i < parts.count; i++) read_note(e, node, parts.items[i]);
        doc = parts.items[0];
    }
}
