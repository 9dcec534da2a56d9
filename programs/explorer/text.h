/* text.h -- the text of a step in the form of the page: lines that all steps share, with their
 * styles and the nodes that they were printed from. */
#ifndef EXPLORER_TEXT_H
#define EXPLORER_TEXT_H

#include <tunip.h>

#include "../../src/util/tables.h"
#include "../../src/util/text.h"

/* A function or class that folds; of MLIR, an operation with a symbol and regions, or a module.
 * Lines count from 1. */
typedef struct ex_fold {
    size_t head, last;
    size_t name, name_end; /* bytes of the text */
    tunip_str symbol;      /* of MLIR, in place of these bytes; of the module */
} ex_fold;

/* The rows of a function, for all texts that have it at the same place. From the beginning of the
 * function, its lines count from 1, and the bytes of its names from 0. */
typedef struct ex_function {
    const size_t *lines, *paths; /* as in ex_printed */
    size_t count;
    const ex_fold *folds;
    size_t fold_count;
} ex_function;

/* Tables that all texts share. A line is "TEXT\nSTYLE NODES" or "TEXT\nSTYLE NODES MARKS": its
 * text, and the numbers of its styles, its nodes and its marks. Columns count UTF-16 code units, as
 * in JavaScript.
 *
 * Styles: "k3.4s2" is three units of a keyword, four plain ones, two of a string.
 *
 * Nodes: a row "BEGIN SIZE KIND RECORD PATH" for each span that begins in the line, outermost
 * first: columns, the kind of its Doc, the number of the description of its node, and its path
 * without the one of the line. If lines 12 and 14 of the user's program made the node,
 * "@12 14\n" precedes the rows.
 *
 * Marks, of MLIR: "1 2 24 98" for a line that ends one region of several lines and begins two, and
 * has a dictionary of attributes from column 24 to 98. "0 0 =func" for a line with an operation of
 * `func` whose name is written without a dialect; a comma separates the dialects of several. */
typedef struct ex_tables {
    tn_intern lines;
    tn_intern styles;
    tn_intern nodes;
    tn_intern records;
    tn_intern paths; /* "PARENT STEPS"; number 0 is for lines without a path */
    tn_intern marks;
    tn_intern function_keys;
    TN_ARRAY(ex_function) functions; /* by the numbers of their keys */
    tn_arena arena;          /* of the texts and the functions */
    bool failed;             /* out of memory; sticky */
    bool no_nodes;
    const tunip_source *program; /* of the user; or NULL */
} ex_tables;

/* `tables` must not move afterwards. */
void ex_tables_init(ex_tables *tables);
void ex_tables_free(ex_tables *tables);

typedef struct ex_printed {
    TN_ARRAY(size_t) lines; /* for each line its number in the table, */
    TN_ARRAY(size_t) paths; /* and that of its path */
    TN_ARRAY(ex_fold) folds;
} ex_printed;

/* Collects the lines of a print of `root`, whose nodes must live as long as the tables: they know a
 * function by its node. Free the result even after a failure. */
tunip_status ex_take(ex_tables *tables, const tunip_printed *printed, const tunip_node *root,
                     ex_printed *out, tunip_error *error);
/* Collects the lines of any text, without styles and nodes. `tables->failed` says whether memory
 * ran out. */
void ex_take_plain(ex_tables *tables, tunip_str text, ex_printed *out);
void ex_printed_free(ex_printed *printed);

#endif
