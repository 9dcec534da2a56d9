/* docsify.h -- node -> Doc: the guards of every node, nodes without a rule, and built-in
 * values. */
#ifndef TN_DOCSIFY_H
#define TN_DOCSIFY_H

#include <tunip/ext/dialect.h>
#include <tunip/ext/doc.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"
#include "doc.h"
#include "frame.h"
#include "paths.h"

/* ======== guard ======== */

/* The nodes being printed, and the guards that every node has. */

/* A node that is being printed. */
typedef struct tn_open {
    const tunip_node *node;
    const struct tn_open *outer;
} tn_open;

/* Nodes at this depth and below are guarded against cycles. */
enum { TN_WATCHED_DEPTH = 256 };

typedef struct tn_guard {
    tn_stack stack;
    size_t depth;
    size_t easy_depth; /* nodes above it need no guard for their depth; 0 once there is a cycle */
    const tn_open *innermost;
    tn_map open;   /* the nodes at great depth that are being printed -> how often */
    tn_map cyclic; /* nodes known to contain themselves */
    uintptr_t fetch_begin, fetch_end; /* memory that will be read soon */
    uintptr_t expected;               /* the node of the last tunip_job_expect() */
} tn_guard;

typedef const tunip_doc *(*tn_apply_fn)(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path);

/* The usual case of a node with a type is inlined below, because most nodes go through it:
 * tn_guard_is_easy(), tn_guard_enter(), the rule, tn_guard_leave(). tn_guard_carefully() handles a
 * node that a guard must check or whose rule is not known yet, tn_guard_accept() an invalid result
 * of a rule, and tn_guard_place() the path of a Doc. */
const tunip_doc *tn_guard_carefully(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path, tn_apply_fn apply);
const tunip_doc *tn_guard_accept(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                 const tunip_doc *doc, tunip_frame *top);
const tunip_doc *tn_guard_place(tunip_docsifier *d, const tunip_doc *doc, const tunip_path *path);

static inline bool tn_guard_is_easy(const tunip_docsifier *d)
{
    return d->guard->depth < d->guard->easy_depth && !tn_stack_low(&d->guard->stack) &&
           d->memory.arena.total + d->memory.kept.total <= d->memory.most;
}

/* A node that is being printed, the frame around it, and the dialect of the rule around it. */
typedef struct tn_guarded {
    tn_open open;
    tunip_frame *top;
    uint8_t dialect;
} tn_guarded;

/* Around the rule of a node for which tn_guard_is_easy(). tn_guard_leave() returns the Doc that the
 * node gets. */
static inline void tn_guard_enter(tunip_docsifier *d, const tunip_node *node, tn_guarded *guarded)
{
    tn_guard *guard = d->guard;
    guarded->open = (tn_open){.node = node, .outer = guard->innermost};
    guarded->top = d->top;
    guarded->dialect = d->dialect;
    guard->innermost = &guarded->open;
    guard->depth++;
}

static inline const tunip_doc *tn_guard_leave(tunip_docsifier *d, const tunip_node *node,
                                              const tunip_path *path, const tunip_doc *doc,
                                              const tn_guarded *guarded)
{
    tn_guard *guard = d->guard;
    d->dialect = guarded->dialect;
    if (TN_RARELY(d->top != guarded->top || !tn_arena_holds_newest(&d->memory.arena, doc) ||
                  !tn_doc_is_own(d, doc)))
        doc = tn_guard_accept(d, node, path, doc, guarded->top);
    guard->depth--;
    guard->innermost = guarded->open.outer;
    return path ? tn_guard_place(d, doc, path) : doc;
}

/* ======== docsify ======== */

/* The fields of nodes. */

/* Reports that a required field at `path` is NULL. */
void tn_report_missing(tunip_docsifier *d, const tunip_node *node, const tunip_field *field,
                       const tunip_path *path);

/* ======== generic ======== */

/* Nodes without a rule. */

/* type.key(field=..., ...). */
const tunip_doc *tn_docsify_generic(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

/* ======== plain ======== */

/* Values as plain text. */

const tunip_doc *tn_plain_float(tunip_docsifier *d, double value, const tunip_path *path);
const tunip_doc *tn_plain_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path);
/* Whether the nodes of this type are values. */
bool tn_has_plain_value(const tunip_type *type);
/* NULL for a node that is not a value. */
const tunip_doc *tn_plain_value(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);

/* ======== value rules ======== */

/* The rules of the built-in values. */

/* Of a device as TVM writes it: "cuda:0", "remote[1]-cuda:0". */
enum { TN_DEVICE_NAME = 64 };
void tn_device_name(const tunip_device *device, char out[TN_DEVICE_NAME]);

extern const tunip_dialect tn_values_dialect;

#endif
