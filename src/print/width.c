/* width.c -- breaks the long lines of a finished text, and moves its source map along. */
#include "../format/layout.h"
#include "../util/options.h"
#include "decorate.h"

/* The token that begins at or before `offset`; NULL if there is none. */
static const tn_layout_move *token_upto(const tn_layout_moves *moves, size_t offset)
{
    size_t low = 0, high = moves->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (moves->items[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &moves->items[low - 1] : NULL;
}

/* A range begins at its first token, and ends with its last one. */
static void move_range(const tn_layout_moves *moves, size_t *begin, size_t *end)
{
    bool is_empty = *begin == *end;
    const tn_layout_move *first = token_upto(moves, *begin), *limit = moves->items + moves->count;
    const tn_layout_move *last = token_upto(moves, *end ? *end - 1 : 0);
    if (!first) first = moves->items;
    if (*begin >= first->end && first + 1 < limit) {
        first++;
        *begin = first->begin;
    }
    size_t inside = *begin > first->begin ? *begin - first->begin : 0;
    *begin = first->to + inside;
    if (!last || is_empty) {
        *end = *begin;
        return;
    }
    size_t size = *end < last->end ? *end - last->begin : last->end - last->begin;
    *end = last->to + size < *begin ? *begin : last->to + size;
}

static void move_source_map(tn_render *render, const tn_layout_moves *moves)
{
    if (!moves->count) return;
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        move_range(moves, &span->begin, &span->end);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        move_range(moves, &aside->begin, &aside->end);
    }
}

/* The lines that are not empty count. */
static bool count_lines(tn_render *render)
{
    render->counted.count = 0;
    bool fine = tn_array_push(&render->counted, render->allocator, (size_t)0);
    for (size_t i = 0; i + 1 < render->size && fine; i++)
        if (render->text[i] == '\n' && render->text[i + 1] != '\n')
            fine = tn_array_push(&render->counted, render->allocator, i + 1);
    return fine;
}

static tunip_status replace(tn_render *render, tn_text *out, const tn_layout_moves *moves,
                            tunip_error *error)
{
    if (render->max_bytes && out->bytes.count > render->max_bytes)
        return tn_limit_bytes(render->max_bytes, error);
    size_t size = out->bytes.count;
    tn_text_put(out, "", 1);
    if (out->failed) return tn_no_memory(error);
    render->allocator->free(render->allocator->ctx, render->text, render->room);
    render->text = out->bytes.items;
    render->room = out->bytes.room;
    render->size = size;
    memset(&out->bytes, 0, sizeof out->bytes);
    if (!render->keep_lines) return TUNIP_OK;
    move_source_map(render, moves);
    return count_lines(render) ? TUNIP_OK : tn_no_memory(error);
}

tunip_status tn_render_break(tn_render *render, size_t width, tunip_error *error)
{
    const tn_layout_options how = {.width = width, .step = render->indent_spaces};
    tunip_str text = {render->text, render->size};
    tn_layout_moves moves = {.count = 0};
    tunip_status status = TUNIP_OK;
    tn_text out;
    size_t used;
    tn_text_init(&out, render->allocator);
    if (text.size &&
        tn_layout_text(text, 0, text.size, &how, &out, render->keep_lines ? &moves : NULL, &used))
        status = replace(render, &out, &moves, error);
    else if (out.failed)
        status = tn_no_memory(error);
    tn_array_free(&moves, render->allocator);
    tn_text_free(&out);
    return status;
}
