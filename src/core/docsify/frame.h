/* frame.h -- the open scopes. */
#ifndef TN_FRAME_H
#define TN_FRAME_H

#include <tunip/ext/dialect.h>

#include "docsifier.h"

/* An effect that leaving a frame undoes. */
struct tunip_frame_action {
    struct tunip_frame_action *next;
    void (*run)(tunip_docsifier *d, void *user);
    void *user;
};

/* Whether a statement is empty. An empty statement is not added. */
static inline bool tn_is_nothing(const tunip_doc *stmt)
{
    return !stmt || (stmt->kind == TUNIP_DOC_BLOCK && !((const tunip_doc_block *)stmt)->body.count);
}

/* Makes room for one more statement. False, with the job's error set, when out of memory. */
TN_APART bool tn_frame_grow(tunip_docsifier *d, tunip_frame *frame);
static inline bool tn_frame_make_room(tunip_docsifier *d, tunip_frame *frame)
{
    return frame->stmt_count < frame->stmt_room || tn_frame_grow(d, frame);
}

/* Replaces the actions of a frame that was left. */
extern const struct tunip_frame_action tn_frame_gone;

/* Whether a frame was left, or is NULL. */
static inline bool tn_frame_is_gone(const tunip_frame *frame)
{
    return !frame || frame->actions == &tn_frame_gone;
}

/* Fails the print because a rule does something to such a frame: "sets the token of". */
TN_COLD void tn_frame_misuse(tunip_docsifier *d, const tunip_frame *frame, const char *what);

/* tunip_frame_on_leave() with memory of the caller. */
static inline bool tn_frame_act(tunip_docsifier *d, tunip_frame *frame,
                                struct tunip_frame_action *action)
{
    bool gone = tn_frame_is_gone(frame);
    if (TN_RARELY(gone)) {
        tn_frame_misuse(d, frame, "defines something in");
    } else {
        action->next = frame->actions;
        frame->actions = action;
    }
    return !gone;
}

#endif
