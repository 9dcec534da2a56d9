/* writer.h -- the inside of tunip_writer, for the files of this layer. */
#ifndef TN_WRITER_H
#define TN_WRITER_H

#include "render.h"

typedef struct tn_writer {
    tunip_writer base; /* first: backends hold a pointer to it. `end` leaves room for a NUL */
    tn_render *render; /* owns the text and the source map while they grow */
    tn_stack *stack;
    size_t indent;       /* spaces before the next line */
    size_t outer_indent; /* of a prerendered statement; 0 otherwise */
    bool left_outer;     /* the indentation was less than that */
    bool holds; /* all text stays in the buffer, because a part of it will be written again */
    const tunip_emit_fn *emit; /* of the backend */
    size_t easy_kinds; /* Docs of kinds below it are emitted without spans; 0 after a failure */
    tunip_error *error;
    tunip_status status; /* the first failure; nothing is written after it */
} tn_writer;

static inline tn_writer *tn_writer_of(tunip_writer *w)
{
    return (tn_writer *)w;
}

/* The number of bytes written so far. */
static inline size_t tn_writer_offset(const tn_writer *self)
{
    return (size_t)(self->base.cursor - self->render->text);
}

/* Whether the line has only spaces so far. */
static inline bool tn_writer_at_line_start(const tn_writer *self)
{
    const char *text = self->render->text, *at = self->base.cursor;
    while (at > text && at[-1] == ' ') at--;
    return at == text || at[-1] == '\n';
}

/* Allocates the first buffer and starts the first line. `render` has no results yet. False when out
 * of memory. */
bool tn_writer_init(tn_writer *self, tn_render *render, tn_stack *stack, tunip_error *error);

void tn_writer_fail_memory(tn_writer *self);

/* Writes out the final part of the text: all except trailing white space, which may end the text,
 * and the last character, which may combine with the next one. */
void tn_writer_drain(tn_writer *self, bool is_last);

/* The slow path of tn_writer_reserve(). */
bool tn_writer_grow(tn_writer *self, size_t size);

/* Makes room for `size` bytes and the final NUL; false when out of memory. */
static inline bool tn_writer_reserve(tn_writer *self, size_t size)
{
    return (size_t)(self->base.end - self->base.cursor) >= size || tn_writer_grow(self, size);
}

/* Writes each line of `text` after `before`. A trailing newline does not begin another line. */
void tn_write_lines(tunip_writer *w, const char *before, tunip_str text);

/* Emits `docs` with ", " between them. */
void tn_emit_commas(tunip_writer *w, tunip_docs docs);

/* render.c: finds the hidden characters of a text. */

/* Replaces them in the finished text by escapes, and updates the source map. When out of memory,
 * returns false and leaves the render unchanged. */
bool tn_render_clean(tn_render *render);
/* Writes a part of a text; returns what `write` did. */
int tn_write_clean(tunip_str text, tunip_write_fn write, void *user);
/* The end of the plain characters from `at` on: ASCII and layout. */
size_t tn_plain_end(tunip_str text, size_t at);
/* Whether a text has only characters that need no escapes: printable ASCII and layout. */
bool tn_is_clean(tunip_str text);
/* The length of the part of a text that no following text can combine with. */
size_t tn_clean_part(tunip_str text);

/* source_map.c: updates of a recorded source map. */

/* Truncates all ranges to `size`. */
void tn_source_map_clip(tn_render *render, size_t size);
/* The text of the n-th counted line now begins at starts[n]; if hidden[n], it was omitted there.
 * The caller moves the lines themselves. */
void tn_source_map_move(tn_render *render, const size_t *starts, const bool *hidden);
/* Moves all ranges by so many bytes. */
void tn_source_map_shift(tn_render *render, size_t by);

/* The size of `text` without the white space at its end. */
size_t tn_text_trimmed(const tn_render *render, tunip_str text);

#endif
