/* prerender.c -- statements rendered ahead of the text around them. They are stored one after the
 * other. A body is usually indented by one step, so they are, too. The start of each line is
 * recorded, because the final text may indent them otherwise. A statement with less indentation
 * than its first line, such as a label, cannot be moved so; it is rendered in its place. */
#include "writer.h"

struct tn_prerender {
    tn_render render;
    tn_writer writer;
    struct tn_prerender *older; /* full */
    size_t room;                /* bytes of text it began with */
    void *state;                /* the state of the backend before the current statement; or NULL */
};

/* A single text of all statements would be copied each time it grows. So there are several texts,
 * each four times as large as the previous one, up to a huge page. The last part of a text is
 * reserved for the statement that fills it. */
enum { FIRST_ROOM = 1 << 15, LARGEST_ROOM = 1 << 21, FACTOR = 4, LAST_PART = 8 };

static bool is_full(const tn_prerender *texts)
{
    size_t room = texts->room;
    return !room || tn_writer_offset(&texts->writer) >= room - room / LAST_PART;
}

static size_t room_after(const tn_prerender *older)
{
    if (!older || !older->room) return FIRST_ROOM;
    return older->room < LARGEST_ROOM ? older->room * FACTOR : LARGEST_ROOM;
}

size_t tn_prerender_size(const tn_prerender *texts)
{
    return texts ? texts->render.spent + tn_writer_offset(&texts->writer) : 0;
}

static tn_prerender *open_text(const tn_render *how, tn_prerender *older, bool keep_spans,
                               tunip_error *error)
{
    const tunip_allocator *a = how->allocator;
    tn_prerender *texts = a->alloc(a->ctx, sizeof *texts);
    if (!texts) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *texts = (tn_prerender){.older = older,
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
                                       .spent = tn_prerender_size(older),
                                       .first_room = room_after(older),
                                       .keep_spans = keep_spans,
                                       .keep_lines = true}};
    if (tn_writer_init(&texts->writer, &texts->render, how->stack, error)) return texts;
    texts->older = NULL;
    tn_prerender_free(texts);
    return NULL;
}

void tn_prerender_free(tn_prerender *texts)
{
    while (texts) {
        tn_prerender *older = texts->older;
        const tunip_allocator *a = texts->render.allocator;
        tn_render_free(&texts->render);
        if (texts->state) a->free(a->ctx, texts->state, texts->render.backend->state_size);
        a->free(a->ctx, texts, sizeof *texts);
        texts = older;
    }
}

static void add_part(tn_prerender *texts, const tunip_doc *around, const tunip_doc *doc,
                     tn_prerendered *out, tunip_member_part part)
{
    tn_writer *writer = &texts->writer;
    tn_prerendered_part *own = &out->parts[part];
    own->begin = tn_writer_offset(writer);
    own->line = texts->render.counted.count;
    own->aside = texts->render.asides.count;
    writer->indent = writer->outer_indent = out->made_indent;
    tunip_emit_member(&writer->base, around, doc, part);
    own->end = tn_writer_offset(writer);
    own->line_end = texts->render.counted.count;
    own->aside_end = texts->render.asides.count;
}

static bool keep_state(tn_prerender *texts)
{
    const tn_render *render = &texts->render;
    size_t size = render->backend->state_size;
    if (!render->state || !size) return true;
    if (!texts->state) texts->state = render->allocator->alloc(render->allocator->ctx, size);
    if (texts->state) memcpy(texts->state, render->state, size);
    return texts->state;
}

/* Undoes the attempt. An error may be due to a wrong guess of the enclosing statement or of the
 * indentation: then this text takes no more statements. */
static tunip_status take_back(tn_prerender *texts, const tn_prerendered_part *first,
                              tunip_error *error)
{
    const tn_render *render = &texts->render;
    tunip_status status = texts->writer.status;
    if (texts->state) memcpy(render->state, texts->state, render->backend->state_size);
    bool may_be_guess = status == TUNIP_ERROR_RULE || status == TUNIP_ERROR_LIMIT;
    if (status != TUNIP_OK && !may_be_guess) return status;
    if (may_be_guess) {
        *error = (tunip_error)TUNIP_ERROR_INIT;
        texts->room = 0;
        return TUNIP_OK;
    }
    texts->writer.base.cursor = texts->render.text + first->begin;
    texts->render.counted.count = first->line;
    texts->render.asides.count = first->aside;
    return TUNIP_OK;
}

static tunip_status add(tn_prerender *texts, const tunip_doc *around, const tunip_doc *doc,
                        tn_prerendered *out, tunip_error *error)
{
    tn_render *render = &texts->render;
    *out = (tn_prerendered){.base = {.kind = TN_DOC_PRERENDERED}, .from = render};
    if (around) out->made_indent = render->indent_spaces;
    if (!keep_state(texts)) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    texts->writer.error = error;
    texts->writer.left_outer = false;
    render->saw_unused = false;
    render->spans.count = 0;
    for (int part = 0; part < TUNIP_MEMBER__COUNT; part++)
        add_part(texts, around, doc, out, (tunip_member_part)part);
    /* with less indentation, a text may keep to its limit */
    bool may_fit = out->made_indent && texts->writer.status == TUNIP_ERROR_LIMIT;
    out->is_guess = render->saw_unused || texts->writer.left_outer || may_fit;
    if (render->keep_spans && texts->writer.status == TUNIP_OK) {
        size_t begin = out->parts[0].begin;
        out->is_guess |= !tn_is_clean(
            (tunip_str){render->text + begin, tn_writer_offset(&texts->writer) - begin});
    }
    return out->is_guess ? take_back(texts, &out->parts[0], error) : texts->writer.status;
}

tunip_status tn_prerender_add(tn_prerender **texts, const tn_render *how, const tunip_doc *around,
                              const tunip_doc *doc, tn_prerendered *out, const tn_spans **spans,
                              tunip_error *error)
{
    if (!*texts || is_full(*texts)) {
        tn_prerender *opened = open_text(how, *texts, spans != NULL, error);
        if (!opened) return TUNIP_ERROR_MEMORY;
        *texts = opened;
    }
    if (spans) *spans = &(*texts)->render.spans;
    return add(*texts, around, doc, out, error);
}

void tn_prerender_take_back(tn_prerender *texts, const tn_prerendered *stmt)
{
    take_back(texts, &stmt->parts[0], NULL);
}

void tn_prerender_place(const tn_prerender *texts, tn_render *render)
{
    render->failed_at = texts->render.failed_at;
    render->failed_in = texts->render.failed_in;
}

void tn_prerender_drop_texts(tn_prerender *texts)
{
    for (; texts; texts = texts->older) {
        tn_render *render = &texts->render;
        render->allocator->free(render->allocator->ctx, render->text, render->room);
        render->text = NULL;
        render->room = 0;
        tn_array_free(&render->spans, render->allocator);
    }
}
