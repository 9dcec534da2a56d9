/* tokens.c -- the stack of dispatch tokens. */
#include "tokens.h"

#include "frame.h"

void tn_tokens_open(tunip_docsifier *d)
{
    d->tokens->row = tn_dispatch_row(d->dispatch, 0);
    if (!tn_array_push(&d->tokens->ids, tn_job_allocator(d), 0)) tn_job_no_memory(d);
}

tn_row *tn_tokens_row(tunip_docsifier *d, uint32_t token)
{
    tn_row *row = tn_dispatch_row(d->dispatch, token);
    if (!row) tn_job_no_memory(d);
    return row;
}

static void pop_token(tunip_docsifier *d, void *user)
{
    (void)user;
    d->tokens->ids.count--;
    d->tokens->row = tn_dispatch_row(d->dispatch, d->tokens->ids.items[d->tokens->ids.count - 1]);
}

void tunip_frame_token(tunip_docsifier *d, tunip_frame *frame, const char *token)
{
    if (tn_frame_is_gone(frame)) {
        tn_frame_misuse(d, frame, "sets the token of");
        return;
    }
    uint32_t id = tn_intern_find(&d->dispatch->tokens, tunip_str_from(token));
    if (id == TN_NOT_INTERNED) id = 0; /* no rules use this token: the default ones apply */
    tn_row *row = tn_tokens_row(d, id);
    if (!row) return;
    if (!tn_array_push(&d->tokens->ids, tn_job_allocator(d), id)) {
        tn_job_no_memory(d);
        return;
    }
    d->tokens->row = row;
    const struct tunip_frame_action *before = frame->actions;
    tunip_frame_on_leave(d, frame, pop_token, NULL);
    if (frame->actions == before) pop_token(d, NULL); /* no memory to do it later */
}

static size_t count_tokens(const tunip_frame *frame)
{
    size_t count = 0;
    if (tn_frame_is_gone(frame)) return 0; /* left open by another rule */
    for (const struct tunip_frame_action *a = frame->actions; a; a = a->next)
        count += a->run == pop_token;
    return count;
}

void tn_tokens_cut(tunip_docsifier *d, const tunip_frame *top)
{
    size_t count = 1; /* the one that no frame brought */
    for (const tunip_frame *frame = top; frame; frame = frame->outer) count += count_tokens(frame);
    d->tokens->ids.count = count;
    d->tokens->row = tn_dispatch_row(d->dispatch, d->tokens->ids.items[count - 1]);
}
