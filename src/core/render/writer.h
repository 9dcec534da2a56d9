/* writer.h -- the inside of tunip_writer, for the files of this layer. */
#ifndef TN_WRITER_H
#define TN_WRITER_H

#include "render.h"

typedef struct tn_writer {
    tunip_writer base; /* first: backends hold a pointer to it. `end` leaves room for a NUL */
    tn_render *render; /* owns the text and the source map while they grow */
    tn_stack *stack;
    size_t indent; /* spaces in front of the next line */
    tunip_error *error;
    tunip_status status; /* of the first failure; from then on nothing is written */
} tn_writer;

static inline tn_writer *tn_writer_of(tunip_writer *w)
{
    return (tn_writer *)w;
}

/* How many bytes were written so far. */
static inline size_t tn_writer_offset(const tn_writer *self)
{
    return (size_t)(self->base.cursor - self->render->text);
}

/* Allocates the first buffer and starts the first line. `render` has no results yet. False when out
 * of memory. */
bool tn_writer_init(tn_writer *self, tn_render *render, tn_stack *stack, tunip_error *error);

void tn_writer_fail_memory(tn_writer *self);

/* Hands on what is certain to stay: all but white space that may turn out to end the text and, if
 * more follows, the last character, which that may combine with. */
void tn_writer_drain(tn_writer *self, bool is_last);

/* Makes room for `size` bytes and the final NUL; false when there is none to be had. */
bool tn_writer_reserve(tn_writer *self, size_t size);

/* clean.c: what a text has in it that must not be looked at as it is. */

/* Replaces it in the finished text by escapes, and moves the source map along. False, with the
 * render as it was, when out of memory. */
bool tn_render_clean(tn_render *render);
/* Writes a part of a text; returns what `write` did. */
int tn_write_clean(tunip_str text, tunip_write_fn write, void *user);
/* How much of a text is certain to be whole characters, whatever comes behind it. */
size_t tn_clean_part(tunip_str text);

/* source_map.c: all the changes a source map goes through after it was recorded. */

/* Nothing reaches past `size`. */
void tn_source_map_clip(tn_render *render, size_t size);
/* The text of the n-th counted line now begins at starts[n]; if hidden[n], that is where it was
 * left out. The lines themselves are the caller's to move. */
void tn_source_map_move(tn_render *render, const size_t *starts, const bool *hidden);
/* Everything moves by so many bytes. */
void tn_source_map_shift(tn_render *render, size_t by);

/* The size of `text` without the white space at its end. */
size_t tn_text_trimmed(const tn_render *render, tunip_str text);

#endif
