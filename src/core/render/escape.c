/* escape.c -- the text of a Doc inside a string literal, where some characters are escaped. */
#include "writer.h"

/* The Doc is written as usual at first. Then its text is written again from a copy. */
typedef struct copy {
    size_t begin; /* in the text */
    size_t size;
    size_t *moved; /* for each byte, and for the end: its new offset */
    char *text;    /* behind `moved`, in the same memory */
} copy;

static size_t size_of(const copy *c)
{
    return (c->size + 1) * sizeof *c->moved + c->size;
}

static bool take_copy(tn_writer *self, size_t begin, copy *c)
{
    const tunip_allocator *a = self->render->allocator;
    *c = (copy){.begin = begin, .size = tn_writer_offset(self) - begin};
    c->moved = a->alloc(a->ctx, size_of(c));
    if (!c->moved) {
        tn_writer_fail_memory(self);
        return false;
    }
    c->text = (char *)(c->moved + c->size + 1);
    memcpy(c->text, self->render->text + begin, c->size);
    return true;
}

static void move_spans(tn_render *render, size_t first, const copy *c)
{
    for (size_t i = first; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        span->begin = c->moved[span->begin - c->begin];
        span->end = c->moved[span->end - c->begin];
    }
}

static void write_again(tn_writer *self, tunip_write_char_fn escape, copy *c)
{
    self->base.cursor -= c->size;
    for (size_t i = 0; i < c->size; i++) {
        c->moved[i] = tn_writer_offset(self);
        escape(&self->base, c->text[i]);
    }
    c->moved[c->size] = tn_writer_offset(self);
}

void tunip_emit_escaped(tunip_writer *w, const tunip_doc *doc, tunip_write_char_fn escape)
{
    tn_writer *self = tn_writer_of(w);
    tn_render *render = self->render;
    const tunip_allocator *a = render->allocator;
    bool was_held = self->holds;
    size_t span = render->spans.count, line = render->counted.count;
    copy c;
    self->holds = true;
    size_t begin = tn_writer_offset(self);
    tunip_emit(w, doc);
    if (self->status == TUNIP_OK && take_copy(self, begin, &c)) {
        write_again(self, escape, &c);
        move_spans(render, span, &c);
        if (render->counted.count > line) render->counted.count = line; /* escaped as well */
        a->free(a->ctx, c.moved, size_of(&c));
    }
    self->holds = was_held;
}
