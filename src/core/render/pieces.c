/* pieces.c -- statements rendered ahead of the text around them. They lie one behind the other, at
 * no indentation; where each of their lines begins is noted, for the indentation that their place
 * in the final text will ask for. */
#include "writer.h"

struct tn_pieces {
    tn_render render;
    tn_writer writer;
    struct tn_pieces *older; /* full */
    size_t room;             /* bytes of text it began with */
};

/* One text of all pieces would be copied each time it outgrows its memory. So there are several,
 * each four times as large as the one before, up to a huge page. The last part of one is for the
 * piece with which it is full. */
enum { FIRST_ROOM = 1 << 15, LARGEST_ROOM = 1 << 21, FACTOR = 4, LAST_PART = 8 };

static bool is_full(const tn_pieces *pieces)
{
    return tn_writer_offset(&pieces->writer) >= pieces->room - pieces->room / LAST_PART;
}

static size_t room_after(const tn_pieces *older)
{
    if (!older) return FIRST_ROOM;
    return older->room < LARGEST_ROOM ? older->room * FACTOR : LARGEST_ROOM;
}

static tn_pieces *open_pieces(const tn_render *how, tn_pieces *older, tunip_error *error)
{
    const tunip_allocator *a = how->allocator;
    tn_pieces *pieces = a->alloc(a->ctx, sizeof *pieces);
    if (!pieces) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *pieces = (tn_pieces){.older = older,
                          .room = room_after(older),
                          .render = {.backend = how->backend,
                                     .settings = how->settings,
                                     .state = how->state,
                                     .namespaces = how->namespaces,
                                     .namespace_count = how->namespace_count,
                                     .allocator = a,
                                     .indent_spaces = how->indent_spaces,
                                     .first_room = room_after(older),
                                     .keep_lines = true}};
    if (tn_writer_init(&pieces->writer, &pieces->render, how->stack, error)) return pieces;
    pieces->older = NULL;
    tn_pieces_free(pieces);
    return NULL;
}

void tn_pieces_free(tn_pieces *pieces)
{
    while (pieces) {
        tn_pieces *older = pieces->older;
        const tunip_allocator *a = pieces->render.allocator;
        tn_render_free(&pieces->render);
        a->free(a->ctx, pieces, sizeof *pieces);
        pieces = older;
    }
}

static tunip_status add(tn_pieces *pieces, const tunip_doc *doc, tn_piece *piece,
                        tunip_error *error)
{
    tn_writer *writer = &pieces->writer;
    *piece = (tn_piece){.base = {.kind = TN_DOC_PIECE},
                        .pieces = pieces,
                        .begin = tn_writer_offset(writer),
                        .line = pieces->render.counted.count};
    writer->error = error;
    writer->indent = 0;
    tunip_emit(&writer->base, doc);
    piece->end = tn_writer_offset(writer);
    piece->line_end = pieces->render.counted.count;
    return writer->status;
}

tunip_status tn_pieces_add(tn_pieces **pieces, const tn_render *how, const tunip_doc *doc,
                           tn_piece *piece, tunip_error *error)
{
    if (!*pieces || is_full(*pieces)) {
        tn_pieces *opened = open_pieces(how, *pieces, error);
        if (!opened) return TUNIP_ERROR_MEMORY;
        *pieces = opened;
    }
    return add(*pieces, doc, piece, error);
}

void tn_writer_put_piece(tn_writer *self, const tn_piece *piece)
{
    const tn_render *from = &piece->pieces->render;
    size_t lines = piece->line_end - piece->line, at = piece->begin;
    if (!tn_writer_reserve(self, piece->end - piece->begin + lines * self->indent)) return;
    char *to = self->base.cursor;
    for (size_t i = piece->line; i < piece->line_end; i++) {
        size_t next = from->counted.items[i];
        memcpy(to, from->text + at, next - at);
        memset(to + (next - at), ' ', self->indent);
        to += next - at + self->indent;
        at = next;
    }
    memcpy(to, from->text + at, piece->end - at);
    self->base.cursor = to + (piece->end - at);
}
