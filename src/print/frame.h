/* frame.h -- the open scopes: their statements, their dispatch tokens, their units, and the
 * uses of free variables. */
#ifndef TN_FRAME_H
#define TN_FRAME_H

#include <tunip/ext/dialect.h>
#include <tunip/node.h>

#include "../util/memory.h"
#include "dispatch.h"
#include "docsifier.h"

/* ======== frame ======== */

/* The open scopes. */

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

/* Runs `action(d, user)` when the frame is left, the latest action first. `user` must live until
 * then. When out of memory the action is not recorded and never runs; the print has then failed. */
void tn_frame_on_leave(tunip_docsifier *d, tunip_frame *frame,
                       void (*action)(tunip_docsifier *d, void *user), void *user);

/* The same with memory of the caller. */
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

/* ======== tokens ======== */

/* The dispatch tokens: the one on top selects the rules. */

typedef struct tn_tokens {
    tn_row *row; /* the rules of the token on top */
    TN_ARRAY(uint32_t) ids;
} tn_tokens;

/* Pops the tokens of all frames but `top` and those around it. */
void tn_tokens_cut(tunip_docsifier *d, const tunip_frame *top);

/* The rules under a token; on failure the job has its error and the result is NULL. */
tn_row *tn_tokens_row(tunip_docsifier *d, uint32_t token);

/* ======== units ======== */

/* Units of frames, such as the functions of a module. Most prints need only the text of
 * a unit, and then units do not depend on each other. */

/* The arguments of tunip_frame_add_unit(). */
typedef struct tn_unit {
    tunip_frame *frame;
    const void *node;
    tunip_creator_fn make;
    const void *user;
} tn_unit;

/* Makes the statement of a unit: a Doc of its text, if possible; NULL or an empty block: none. */
const tunip_doc *tn_unit_make(tunip_docsifier *d, const tn_unit *u);

typedef enum tn_unit_end {
    TN_UNIT_MADE,
    TN_UNIT_LATER, /* it depends on units before it and changed nothing: make it again in order */
    TN_UNIT_SPOILS /* it failed, or other units depend on it: the print must begin again */
} tn_unit_end;

/* Makes a unit although units before it were not made, as text. */
tn_unit_end tn_unit_make_ahead(tunip_docsifier *d, const tn_unit *u, const tunip_doc **text);

/* ======== uses ======== */

/* Where the free variables of a tree are used, so that each can be declared in the
 * innermost scope that sees all its uses. */

/* A visited node, and the entry from which the walk reached it. Shared nodes are visited once (as
 * TVM's SetCommonPrefix does), so the parents form a tree. */
typedef struct tn_use {
    const tunip_node *node;
    uint32_t parent; /* index, 0 for the root's: entry 0 is no node; once closed, any above */
    uint32_t last;   /* the entries of its descendants follow it, up to this one */
    uint32_t common; /* variables: the lowest entry above all uses seen so far */
    bool open;       /* on the walk's path */
    bool has_scope;  /* one of the open scopes is of this node */
} tn_use;

/* A place of the hash table from nodes to entries. */
typedef struct tn_use_slot {
    uint32_t round; /* of the walk that filled it: those of earlier walks are free */
    uint32_t entry;
} tn_use_slot;

/* An open frame, at the entry of the node whose inside it prints. */
typedef struct tn_scope {
    struct tunip_frame *frame;
    uint32_t at;
    uint32_t
        run; /* the first scope of those, up to this one, of which each is below the one before */
} tn_scope;

typedef struct tn_uses {
    const tunip_node *root;
    bool done; /* the tables describe `root` */
    TN_ARRAY(tn_use) entries;
    tn_use_slot *slots; /* of the entries, by hash of the node; at most half of them are full */
    size_t mask;        /* slots - 1, or 0 when there are none */
    uint32_t round;     /* the number of the walk */
    TN_ARRAY(tn_scope) scopes;           /* the open ones, the innermost last */
    TN_ARRAY(struct tunip_frame *) bare; /* open frames without a node, likewise */
    const tunip_allocator *allocator;
} tn_uses;

void tn_uses_init(tn_uses *uses, const tunip_allocator *allocator);
void tn_uses_free(tn_uses *uses);
/* Resets the analysis; the walk runs at the first query. */
void tn_uses_set_root(tn_uses *uses, const tunip_node *root);
/* The entry below which all uses of `variable` lie (the variable's own when there is one use); 0
 * when it does not occur. *ok is false when out of memory. */
uint32_t tn_uses_common(tn_uses *uses, const tunip_node *variable, bool *ok);
/* Whether an entry is `node` or a descendant of it. */
bool tn_uses_is_below(const tn_uses *uses, uint32_t at, const tunip_node *node);

/* ---- open frames ----
 *
 * The caller records frames only after the walk (`done`). Of several frames of one node only the
 * outermost is recorded. */

/* False when out of memory. */
bool tn_uses_enter(tn_uses *uses, struct tunip_frame *frame, const tunip_node *node);
void tn_uses_leave(tn_uses *uses, const struct tunip_frame *frame);
/* Forgets all frames. */
void tn_uses_leave_all(tn_uses *uses);
/* The frame of the innermost node around an entry that has one. If none has, the innermost frame
 * without a node, or NULL. */
struct tunip_frame *tn_uses_frame(const tn_uses *uses, uint32_t at);

/* ======== free variables ======== */

/* The scopes that see all uses of a variable. */

/* Notes the open frames anew, after some of them were cut off. */
void tn_free_variables_cut(tunip_docsifier *d);

#endif
