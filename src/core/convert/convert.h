/* convert.h -- the inside of a conversion, for convert.c, which converts nodes, and whole.c, which
 * finds all that cannot be converted. */
#ifndef TN_CONVERT_H
#define TN_CONVERT_H

#include <tunip/ext/convert.h>

#include "../base/array.h"
#include "../base/map.h"
#include "../base/stack.h"

/* A node that the other version cannot express. */
typedef struct tn_refusal {
    const tunip_node *node;
    tunip_str message;
    size_t rank; /* of its place, in the order of a walk */
} tn_refusal;

struct tunip_converter {
    const tunip_context *context;
    tunip_graph *graph;
    unsigned vintage;
    bool completes; /* functions get what those of the version have */
    bool goes_on;   /* behind a node that cannot be converted */
    const tunip_allocator *allocator;
    tn_map types; /* type -> the type there, for those that differ */
    tn_map rows;  /* type -> its row */
    tn_map made;  /* node -> what it became; 0 for one that was refused */
    TN_ARRAY(const tunip_conversion *) fits; /* the rows with `into` */
    TN_ARRAY(tn_refusal) refusals;
    tn_arena messages;
    tn_stack stack;
    tunip_error error; /* why the conversion cannot go on */
};

/* Prepares a converter of which context, graph, vintage and flags are set. */
void tn_converter_open(tunip_converter *c);
void tn_converter_close(tunip_converter *c);

/* Converts `root`. NULL if anything was refused, and with c->error filled on failure. */
tunip_node *tn_converter_run(tunip_converter *c, const tunip_node *root);

#endif
