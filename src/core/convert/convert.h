/* convert.h -- the internals of a conversion: convert.c converts nodes, and whole.c finds all nodes
 * that cannot be converted. */
#ifndef TN_CONVERT_H
#define TN_CONVERT_H

#include <tunip/ext/convert.h>

#include "../base/array.h"
#include "../base/map.h"
#include "../base/stack.h"

/* Instead of a converted node: the children of the original are being converted. */
#define TN_OPEN UINT64_C(1)

/* A node that the other version cannot express. */
typedef struct tn_refusal {
    const tunip_node *node;
    tunip_str message;
    size_t rank; /* of its place, in the order of a walk */
} tn_refusal;

struct tunip_converter {
    const tunip_context *context;
    tunip_graph *graph;
    const tunip_node *root; /* of the graph that is converted */
    unsigned vintage;
    bool completes;  /* functions get the usual attributes of the other version */
    bool goes_on;    /* after a node that cannot be converted */
    bool keeps_unknown; /* a node of which only the original version has the type stays itself */
    bool is_lenient; /* keeps a value that does not fit: a reader may put an incomplete node into a
                        field */
    const tunip_allocator *allocator;
    tn_map types; /* type -> its type in the other version, if it is another one */
    tn_map rows;  /* type -> its row */
    tn_map made;  /* node -> its converted node; 0 if it was refused; TN_OPEN */
    TN_ARRAY(const tunip_conversion *) fits; /* the rows with `into` */
    TN_ARRAY(tn_refusal) refusals;
    tn_arena messages;
    tn_stack stack;
    tunip_error error; /* the reason why the conversion cannot continue */
};

/* Prepares a converter of which context, graph, vintage and flags are set. */
void tn_converter_open(tunip_converter *c);
void tn_converter_close(tunip_converter *c);

/* Converts `root`. NULL if anything was refused, and with c->error filled on failure. */
tunip_node *tn_converter_run(tunip_converter *c, const tunip_node *root);
/* Converts one of several nodes. NULL, with `error` filled, if the node cannot be converted; the
 * converter can still convert others. */
tunip_node *tn_converter_next(tunip_converter *c, const tunip_node *node, tunip_error *error);

#endif
