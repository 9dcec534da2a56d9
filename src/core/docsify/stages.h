/* stages.h -- the functions of print.c that docsify calls, because docsify knows no later stage. */
#ifndef TN_STAGES_H
#define TN_STAGES_H

#include <tunip/ext/dialect.h>

struct tn_unit;

typedef struct tn_stages {
    tunip_str (*render)(tunip_docsifier *d, const tunip_doc *doc);
    tunip_str (*print)(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);
    /* Prerenders a statement in the body of `around` and returns a Doc for its text, or `stmt`
     * itself if that is not possible yet. `node`: see tunip_frame_add_unit(). NULL: the print needs
     * its Docs. */
    const tunip_doc *(*prerender)(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt, const void *node);
    /* Whether the print needs the Docs of this unit. NULL: it needs the Docs of no unit. */
    bool (*keeps)(const tunip_docsifier *d, const void *node);
    /* Several threads make the units of a frame. `share` says whether it took care of a unit;
     * `gather` is called when the statements of a frame are needed. Both may be NULL. */
    bool (*share)(tunip_docsifier *d, const struct tn_unit *unit);
    void (*gather)(tunip_docsifier *d, const tunip_frame *frame);
    bool without_guesses; /* see tunip_guess_unused() */
    bool left_over; /* a unit that was made twice had added something to the frames around it, or
                       the Docs of a unit turned out to be needed */
} tn_stages;

#endif
