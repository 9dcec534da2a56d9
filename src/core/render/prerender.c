/* prerender.c -- statements rendered ahead of the text around them. They are stored one after the
 * other, without indentation. The start of each line is recorded, because the final text indents
 * them. */
#include "writer.h"

struct tn_prerender {
    tn_render render;
    tn_writer writer;
    struct tn_prerender *older; /* full */
    size_t room;             /* bytes of text it began with */
    void *state;             /* the state of the backend before the current piece; or NULL */
};

/* A single text of all pieces would be copied each time it grows. So there are several texts, each
 * four times as large as the previous one, up to a huge page. The last part of a text is reserved
 * for the piece that fills it. */
enum { FIRST_ROOM = 1 << 15, LARGEST_ROOM = 1 << 21, FACTOR = 4, LAST_PART = 8 };

static bool is_full(const tn_prerender *pieces)
{
    size_t room = pieces->room;
    return !room || tn_writer_offset(&pieces->writer) >= room - room / LAST_PART;
}

static size_t room_after(const tn_prerender *older)
{
    if (!older || !older->room) return FIRST_ROOM;
    return older->room < LARGEST_ROOM ? older->room * FACTOR : LARGEST_ROOM;
}

static size_t bytes_upto(const tn_prerender *pieces)
{
    return pieces->render.spent + tn_writer_offset(&pieces->writer);
}

static tn_prerender *open_pieces(const tn_render *how, tn_prerender *older, tunip_error *error)
{
    const tunip_allocator *a = how->allocator;
    tn_prerender *pieces = a->alloc(a->ctx, sizeof *pieces);
    if (!pieces) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *pieces = (tn_prerender){.older = older,
                             .room = room_after(older),
                             .render = {.backend = how->backend,
                                        .settings = how->settings,
                                        .state = how->state,
                                        .spare_state = how->spare_state,
                                        .find_namespaces = how->find_namespaces,
                                        .owner = how->owner,
                                        .allocator = a,
                                        .indent_spaces = how->indent_spaces,
                                        .next_path = how->next_path,
                                        .job = how->job,
                                        .max_bytes = how->max_bytes,
                                        .spent = older ? bytes_upto(older) : 0,
                                        .first_room = room_after(older),
                                        .keep_lines = true}};
    if (tn_writer_init(&pieces->writer, &pieces->render, how->stack, error)) return pieces;
    pieces->older = NULL;
    tn_prerender_free(pieces);
    return NULL;
}

void tn_prerender_free(tn_prerender *pieces)
{
    while (pieces) {
        tn_prerender *older = pieces->older;
        const tunip_allocator *a = pieces->render.allocator;
        tn_render_free(&pieces->render);
        if (pieces->state) a->free(a->ctx, pieces->state, pieces->render.backend->state_size);
        a->free(a->ctx, pieces, sizeof *pieces);
        pieces = older;
    }
}

static void add_part(tn_prerender *pieces, const tunip_doc *around, const tunip_doc *doc,
                     tn_prerendered *piece, tunip_member_part part)
{
    tn_writer *writer = &pieces->writer;
    tn_prerendered_part *own = &piece->parts[part];
    own->begin = tn_writer_offset(writer);
    own->line = pieces->render.counted.count;
    writer->indent = 0;
    tunip_emit_member(&writer->base, around, doc, part);
    own->end = tn_writer_offset(writer);
    own->line_end = pieces->render.counted.count;
}

static bool keep_state(tn_prerender *pieces)
{
    const tn_render *render = &pieces->render;
    size_t size = render->backend->state_size;
    if (!render->state || !size) return true;
    if (!pieces->state) pieces->state = render->allocator->alloc(render->allocator->ctx, size);
    if (pieces->state) memcpy(pieces->state, render->state, size);
    return pieces->state;
}

/* Undoes the attempt. An error may be due to a wrong guess of the enclosing statement: then no more
 * pieces are rendered ahead. */
static tunip_status take_back(tn_prerender *pieces, const tn_prerendered_part *first,
                              tunip_error *error)
{
    const tn_render *render = &pieces->render;
    tunip_status status = pieces->writer.status;
    if (pieces->state) memcpy(render->state, pieces->state, render->backend->state_size);
    if (status != TUNIP_OK && status != TUNIP_ERROR_RULE) return status;
    if (status != TUNIP_OK) {
        *error = (tunip_error)TUNIP_ERROR_INIT;
        pieces->room = 0;
        return TUNIP_OK;
    }
    pieces->writer.base.cursor = pieces->render.text + first->begin;
    pieces->render.counted.count = first->line;
    return TUNIP_OK;
}

static tunip_status add(tn_prerender *pieces, const tunip_doc *around, const tunip_doc *doc,
                        tn_prerendered *piece, tunip_error *error)
{
    *piece = (tn_prerendered){.base = {.kind = TN_DOC_PRERENDERED}, .from = &pieces->render};
    if (!keep_state(pieces)) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    pieces->writer.error = error;
    pieces->render.saw_unused = false;
    for (int part = 0; part < TUNIP_MEMBER__COUNT; part++)
        add_part(pieces, around, doc, piece, (tunip_member_part)part);
    piece->is_guess = pieces->render.saw_unused;
    return piece->is_guess ? take_back(pieces, &piece->parts[0], error) : pieces->writer.status;
}

tunip_status tn_prerender_add(tn_prerender **pieces, const tn_render *how, const tunip_doc *around,
                              const tunip_doc *doc, tn_prerendered *piece, tunip_error *error)
{
    if (!*pieces || is_full(*pieces)) {
        tn_prerender *opened = open_pieces(how, *pieces, error);
        if (!opened) return TUNIP_ERROR_MEMORY;
        *pieces = opened;
    }
    return add(*pieces, around, doc, piece, error);
}
