/* variables.c -- the variables that frames define. */
#include "variables.h"

#include "docs.h"
#include "frame.h"
#include "names.h"

static void forget(tunip_docsifier *d, void *user)
{
    uint64_t *slot = tn_map_get(&d->variables->index, user);
    if (!slot) return;
    const tn_variable *variable = &d->variables->list.items[*slot - 1];
    if (!variable->creator) tn_names_release(d->names, variable->name);
    if (*slot == d->variables->list.count) d->variables->list.count--;
    tn_map_remove(&d->variables->index, user);
}

/* The same for a name that no node has. */
static void release(tunip_docsifier *d, void *user)
{
    tn_names_release(d->names, (uint32_t)(uintptr_t)user);
}

static tn_variable *find_variable(const tunip_docsifier *d, const void *node)
{
    uint64_t *slot = tn_map_get(&d->variables->index, node);
    return slot ? &d->variables->list.items[*slot - 1] : NULL;
}

static void remember(tunip_docsifier *d, tunip_frame *frame, const void *node, tn_variable variable)
{
    uint64_t *slot = NULL;
    variable.frame = frame;
    if (tn_array_push(&d->variables->list, tn_job_allocator(d), variable))
        slot = tn_map_put(&d->variables->index, node, NULL);
    if (!slot) {
        tn_job_no_memory(d);
        return;
    }
    *slot = d->variables->list.count;
    tunip_frame_on_leave(d, frame, forget, (void *)(uintptr_t)node);
}

bool tunip_is_defined(const tunip_docsifier *d, const void *node)
{
    return node && find_variable(d, node);
}

bool tunip_is_visible(const tunip_docsifier *d, const void *node, const tunip_frame *frame)
{
    const tn_variable *variable = node ? find_variable(d, node) : NULL;
    if (variable && frame == d->frames->top)
        return true; /* fast path: all frames with variables enclose
                                                     it */
    while (frame && variable && frame != variable->frame) frame = frame->outer;
    return frame && variable;
}

const tunip_doc *tunip_variable(tunip_docsifier *d, const void *node)
{
    const tn_variable *variable = node ? find_variable(d, node) : NULL;
    if (!variable) return NULL;
    if (variable->creator) return variable->creator(d, variable->user);
    tunip_id sub = variable->is_again ? TUNIP_ID_AGAIN : TUNIP_ID_NAME;
    return tn_doc_id_new(d, sub, tn_names_text(d->names, variable->name), NULL);
}

static tunip_str hint_with_address(tunip_docsifier *d, tunip_str hint, const void *node)
{
    return tunip_doc_format(d, "%.*s_%p", (int)hint.size, hint.data, node);
}

/* Whether a variable has been defined before. */
static bool is_again(tunip_docsifier *d, const void *node)
{
    bool is_new = true;
    if (!d->variables->notes_again) return false;
    if (!tn_set_add(&d->variables->ever_defined, node, &is_new)) tn_job_no_memory(d);
    return !is_new;
}

const tunip_doc *tunip_define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                              tunip_str hint)
{
    tn_variable *there = node ? find_variable(d, node) : NULL;
    if (there) {
        there->is_again = d->variables->notes_again;
        return tunip_variable(d, node);
    }
    if (d->options->show_object_address) hint = hint_with_address(d, hint, node);
    uint32_t name = tn_names_take(d->names, hint);
    if (name == TN_NOT_INTERNED) {
        tn_job_no_memory(d);
        return &tn_doc_failed.base;
    }
    if (tn_names_is_odd(d->names, name))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, NULL, "\"%s\" is not a name that a parser takes",
                     tn_names_text(d->names, name).data);
    if (node)
        remember(d, frame, node, (tn_variable){.name = name, .is_again = is_again(d, node)});
    else
        tunip_frame_on_leave(d, frame, release, (void *)(uintptr_t)name);
    const tunip_doc *id = tunip_variable(d, node);
    return id ? id : tunip_doc_id_new(d, tn_names_text(d->names, name), NULL);
}

void tunip_define_as(tunip_docsifier *d, tunip_frame *frame, const void *node,
                     tunip_creator_fn creator, const void *user)
{
    if (!node || find_variable(d, node)) return;
    remember(d, frame, node, (tn_variable){.creator = creator, .user = user});
}
