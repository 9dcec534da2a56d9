/* flow.h -- the flow of values in a printed text, as the graph of a page: which statement defines
 * the name that another one uses, and which function calls which. */
#ifndef TN_FLOW_H
#define TN_FLOW_H

#include <tunip/json.h>
#include <tunip/print.h>

typedef struct tn_flow tn_flow;

/* Finds the graphs of a print, in time linear in its spans: one of each function whose statements
 * only define names, and one of the calls between functions. NULL when out of memory. */
tn_flow *tn_flow_new(const tunip_printed *printed, const tunip_allocator *allocator);
void tn_flow_free(tn_flow *flow);

/* A part of a text with a name: a function, a class, an operation of MLIR with a symbol and a
 * region. A class has such parts. */
typedef struct tn_flow_part {
    tunip_str name;
    size_t begin; /* the byte where its line begins: behind decorators */
    bool is_class;
} tn_flow_part;

/* Whether a span of the print is such a part. */
bool tn_flow_is_part(const tn_flow *flow, size_t span, tn_flow_part *part);

/* The number of graphs, and the nodes of the largest one. */
size_t tn_flow_count(const tn_flow *flow);
size_t tn_flow_size(const tn_flow *flow);

/* Writes the graphs in the form that graph.js describes. A node leads to the element "L12" of its
 * line. False when out of memory. */
bool tn_flow_put(const tn_flow *flow, const char *name, tunip_json_writer *w);

#endif
