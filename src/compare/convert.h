/* convert.h -- converts graphs of one version of TVM to another. */
#ifndef TN_CONVERT_H
#define TN_CONVERT_H

#include <tunip/ext/convert.h>
#include <tunip/path.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"

/* ======== convert ======== */

/* The internals of a conversion: convert.c converts nodes, and whole.c finds all nodes
 * that cannot be converted. */

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
    unsigned from;      /* the version of the original; 0: unknown, or of several versions */
    bool completes;     /* functions get the usual attributes of the other version */
    bool carries;       /* the result is converted to a third version, or is compared only */
    bool goes_on;       /* after a node that cannot be converted */
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

/* Gives each node that was made the origin of its original, if that has one. False when out of
 * memory. */
bool tn_converter_keep_origins(const tunip_converter *c);

/* ======== places ======== */

/* The access paths of some nodes of a graph. */

typedef struct tn_places {
    tn_map wanted; /* node -> 1 + the rank of its first path in the order of a walk; 0: not found */
    TN_ARRAY(const tunip_path *) paths; /* by rank */
    tn_set seen;
    tn_arena arena; /* of the paths */
    tn_stack stack;
    size_t missing; /* nodes without a path */
    bool failed;    /* out of memory */
} tn_places;

void tn_places_init(tn_places *places, const tunip_allocator *allocator);
void tn_places_free(tn_places *places);
/* Asks for the path of a node. */
void tn_places_want(tn_places *places, const tunip_node *node);
/* Walks what `root` reaches, until all paths are found. */
void tn_places_find(tn_places *places, const tunip_node *root);
/* The rank of a node that was asked for; SIZE_MAX if it was not found. */
size_t tn_places_rank(const tn_places *places, const tunip_node *node);

#endif
