/* printed.h -- the inside of tunip_printed, for what asks questions of a finished print. */
#ifndef TN_PRINTED_H
#define TN_PRINTED_H

#include <tunip/print.h>

#include "docsify/job.h"
#include "render/render.h"

struct tunip_printed {
    tunip_docsifier docsifier; /* owns Docs, paths and the report; first: see settle() */
    const tunip_node *root;
    tn_render render;  /* the text and its source map */
    tn_pieces *pieces; /* of it, made while there were still Docs to be made */
    double settling;   /* seconds that took */
    tn_lines lines;
    tunip_print_times times;
};

#endif
