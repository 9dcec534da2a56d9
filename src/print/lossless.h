/* lossless.h -- prints whose text reads back: the nodes that their rules cannot say, which are
 * written field by field, and the names that are no names of the language. */
#ifndef TN_LOSSLESS_H
#define TN_LOSSLESS_H

#include <tunip/ext/doc.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/text.h"
#include "docsifier.h"
#include "print.h"
#include "request.h"

/* ======== lossless ======== */

/* How a node is written. */
typedef enum tn_exact {
    TN_EXACT_NONE,   /* by its rule */
    TN_EXACT_FIELDS, /* tvm.ir.make_node("tir.For", loop_var=i, ...) */
    TN_EXACT_SAVED   /* metadata["tir.For"][0] */
} tn_exact;

/* The state that the attempts at one lossless print share. */
typedef struct tn_lossless {
    const tunip_allocator *allocator;
    const tunip_node *root;
    tn_arena arena;
    tn_map exact;                        /* node -> its tn_exact; not in it: TN_EXACT_NONE */
    TN_ARRAY(const tunip_node *) raised; /* the nodes in it, in order */
    tn_map uses;                         /* node -> how many fields and items refer to it */
    tn_intern texts;                     /* all strings of the graph: no new name is one of them */
    tn_text hidden;      /* comments with the names of nodes that the text does not name */
    tn_text objects;     /* comments that say which nodes are one object */
    size_t attempts;     /* before this one */
    bool names_tried;    /* the last text had the comments with names */
    bool objects_tried;  /* and those about objects */
    bool is_inner;       /* the node being written refers to a variable in an inner frame */
    bool failed;         /* out of memory */
    bool shares;         /* the text keeps which nodes are one object */
    bool is_expr;        /* the text is one expression, whose value is the root */
    bool has_fields;     /* the language has the form TN_EXACT_FIELDS */
    bool has_exact;      /* it has the form TN_EXACT_SAVED */
    const char *comment; /* the beginning of its comments */
} tn_lossless;

/* Prints until the text reads back: a node at whose place it differs is written by its fields in
 * the next attempt, or a node around it. Fails with TUNIP_ERROR_RULE if that is not possible, and
 * with TUNIP_ERROR_ARGUMENT if no format reads the language. The request is resolved. */
tunip_status tn_print_lossless(const tn_request *request, tunip_printed **out, tunip_error *error);

/* Whether the text has the root as saved JSON: no rule prints it. */
bool tn_lossless_is_saved(const tn_request *request);

/* Puts the comments above the text that say how it is read; nothing for other prints. */
tunip_status tn_lossless_header(tunip_printed *p, tunip_error *error);

/* One attempt: a print from end to end, which does not read its text. In print.c. */
tunip_status tn_print_once(const tn_request *request, tunip_printed **out, tunip_error *error);

/* ======== objects ======== */

/* Which comments about objects the text of a graph needs. `was` and `is` are equal; `is` was read
 * from the text, and may change. Appends a line for each object that is not one object in `is`, and
 * for each object that is one with another: none if both graphs have the same objects. Boxed
 * values, such as strings, count for no object. False when out of memory. */
bool tn_objects_compare(const tunip_node *was, tunip_graph *is, const char *comment, tn_text *out);

/* ======== fields ======== */

/* The Doc of a node that is written exactly; NULL if its rule shall print it, or if it is a
 * variable that is defined already. */
const tunip_doc *tn_docsify_exact(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path);

/* Defines the exact variables in the frame of the root, so that one that several places define is
 * one variable. */
void tn_define_exact(tunip_docsifier *d);

#endif
