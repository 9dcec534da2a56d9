/* explorer.h -- a history as one page in HTML: the passes, the text before and after each pass, the
 * history of every line, and the nodes that the text was printed from. The page needs no server and
 * no network.
 *
 * table.c stores equal texts once. nodes.c describes nodes. text.c collects the lines of a step.
 * explorer.c writes the page. In the page, explorer.html has the elements, data.js reads the data,
 * src/util/pane.js shows long texts, mlir.js knows values, regions and filters, state.js says what
 * is shown, rows.js has the rows of the panes, passes.js the list of passes, timeline.js the passes
 * as bars, search.js the search, link.js the address, and app.js does everything else. */
#ifndef EXPLORER_H
#define EXPLORER_H

#include <tunip.h>

typedef struct explorer_input {
    const tunip_history *history;
    const char *title;
    const char *const *files;   /* of each step */
    const tunip_source *source; /* of the program that was compiled; NULL: show the first step */
    const tunip_diagnostics *const *diagnostics; /* of each step; NULL, or elements that are NULL */
    const tunip_print_options *print;            /* NULL: the defaults */
    bool no_nodes;      /* leave out the nodes, which take about half of a page */
    tunip_str dialects; /* JSON of the operations of each step by dialect, as `tunip history
                           --dialects` writes it; or empty */
    size_t live; /* the number of the page from a server that makes a new one when dumps arrive; 0:
                    there is no server */
} explorer_input;

/* Writes the page. When the status is not TUNIP_OK, the output is incomplete: TUNIP_ERROR_LIMIT if
 * it would be larger than the max_bytes of the context. */
tunip_status explorer_write(tunip_context *context, const explorer_input *input,
                            tunip_write_fn write, void *user, tunip_error *error);

#endif
