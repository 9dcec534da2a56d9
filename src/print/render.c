/* render.c -- Doc -> text: one pass of a backend over the Doc tree, statements that are
 * rendered ahead, spans, and a text that is safe to display. */
#include "../util/text.h"
#include "writer.h"

/* ======== render ======== */

/* Doc -> text: one pass of a backend over the Doc tree, and its cleanup. */

void tn_render_free(tn_render *render)
{
    const tunip_allocator *a = render->allocator;
    if (render->text) a->free(a->ctx, render->text, render->room);
    render->text = NULL;
    render->size = render->room = 0;
    tn_array_free(&render->spans, a);
    tn_array_free(&render->counted, a);
    tn_array_free(&render->asides, a);
}

tunip_status tn_render_doc(tn_render *render, const tunip_doc *doc, tunip_error *error)
{
    tn_stack own_stack;
    if (!render->stack) tn_stack_init(&own_stack);
    render->text = NULL;
    render->size = render->room = render->plain = 0;
    memset(&render->spans, 0, sizeof render->spans);
    memset(&render->counted, 0, sizeof render->counted);
    memset(&render->asides, 0, sizeof render->asides);
    tn_writer writer;
    tunip_emit_fn emit_root = render->is_root ? render->backend->emit_root : NULL;
    bool is_open =
        tn_writer_init(&writer, render, render->stack ? render->stack : &own_stack, error);
    if (is_open && emit_root)
        tunip_emit_as(&writer.base, doc, emit_root);
    else if (is_open)
        tunip_emit(&writer.base, doc);
    if (writer.status == TUNIP_OK && render->write) tn_writer_drain(&writer, true);
    if (writer.status == TUNIP_OK) {
        render->size = tn_writer_offset(&writer);
        if (!render->keep_tail) {
            render->size = tn_text_trimmed(render, (tunip_str){render->text, render->size});
            tn_source_map_clip(render, render->size);
        }
        render->text[render->size] = '\0';
        if (render->is_root && !tn_render_clean(render)) tn_writer_fail_memory(&writer);
    }
    if (writer.status != TUNIP_OK) tn_render_free(render);
    return writer.status;
}

/* ======== prerender ======== */

/* Statements rendered ahead of the text around them. They are stored one after the
 * other. A body is usually indented by one step, so they are, too. The start of each line is
 * recorded, because the final text may indent them otherwise. A statement with less indentation
 * than its first line, such as a label, cannot be moved so; it is rendered in its place. */

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
        tn_no_memory(error);
        return NULL;
    }
    size_t room = FIRST_ROOM;
    if (older && older->room)
        room = older->room < LARGEST_ROOM ? older->room * FACTOR : LARGEST_ROOM;
    *texts = (tn_prerender){.older = older,
                            .room = room,
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
                                       .first_room = room,
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
    size_t state_size = render->state ? render->backend->state_size : 0;
    if (state_size) {
        const tunip_allocator *a = render->allocator;
        if (!texts->state) texts->state = a->alloc(a->ctx, state_size);
        if (!texts->state) return tn_no_memory(error);
        memcpy(texts->state, render->state, state_size);
    }
    tn_writer *writer = &texts->writer;
    writer->error = error;
    writer->left_outer = false;
    render->saw_unused = false;
    render->spans.count = 0;
    for (int part = 0; part < TUNIP_MEMBER__COUNT; part++) {
        tn_prerendered_part *own = &out->parts[part];
        own->begin = tn_writer_offset(writer);
        own->line = render->counted.count;
        own->aside = render->asides.count;
        writer->indent = writer->outer_indent = out->made_indent;
        tunip_emit_member(&writer->base, around, doc, (tunip_member_part)part);
        own->end = tn_writer_offset(writer);
        own->line_end = render->counted.count;
        own->aside_end = render->asides.count;
    }
    /* with less indentation, a text may keep to its limit */
    bool may_fit = out->made_indent && writer->status == TUNIP_ERROR_LIMIT;
    out->is_guess = render->saw_unused || writer->left_outer || may_fit;
    if (render->keep_spans && writer->status == TUNIP_OK) {
        size_t begin = out->parts[0].begin;
        out->is_guess |=
            !tn_is_clean((tunip_str){render->text + begin, tn_writer_offset(writer) - begin});
    }
    return out->is_guess ? take_back(texts, &out->parts[0], error) : writer->status;
}

tunip_status tn_prerender_add(tn_prerender **texts, const tn_render *how, const tunip_doc *around,
                              const tunip_doc *doc, tn_prerendered *out, const tn_spans **spans,
                              tunip_error *error)
{
    size_t room = *texts ? (*texts)->room : 0;
    bool is_full = !room || tn_writer_offset(&(*texts)->writer) >= room - room / LAST_PART;
    if (is_full) {
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

/* ======== source map ======== */

/* Updates spans when the text is cut, numbered or moved. tunip_emit() in writer.c
 * records them. */

/* ---- asides ---- */

void tunip_write_aside_begin(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    tn_render *render = self->render;
    if (!render->keep_spans || self->status != TUNIP_OK) return;
    size_t at = tn_writer_offset(self);
    if (!tn_array_push(&render->asides, render->allocator, (tn_range){at, at}))
        tn_writer_fail_memory(self);
}

void tunip_write_aside_end(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    tn_ranges *asides = &self->render->asides;
    if (asides->count) asides->items[asides->count - 1].end = tn_writer_offset(self);
}

/* ---- cutting ---- */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void tn_source_map_clip(tn_render *render, size_t size)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        span->begin = smaller(span->begin, size);
        span->end = smaller(span->end, size);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        aside->begin = smaller(aside->begin, size);
        aside->end = smaller(aside->end, size);
    }
    tn_lines *lines = &render->counted;
    while (lines->count && lines->items[lines->count - 1] > size) lines->count--;
}

/* ---- moving ---- */

void tn_source_map_shift(tn_render *render, size_t by)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        render->spans.items[i].begin += by;
        render->spans.items[i].end += by;
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        render->asides.items[i].begin += by;
        render->asides.items[i].end += by;
    }
    for (size_t i = 0; i < render->counted.count; i++) render->counted.items[i] += by;
}

/* The new offset of the byte at `offset`. `after`: the offset after that byte; a hidden line has no
 * bytes. */
static size_t moved(const tn_lines *lines, const size_t *starts, const bool *hidden, size_t offset,
                    size_t after)
{
    size_t line = tn_lines_upto(lines, offset) - 1;
    return hidden[line] ? starts[line] : starts[line] + (offset - lines->items[line]) + after;
}

/* The end of a range moves with its last byte. So a range that ends at the end of a line does not
 * include the decorations of the next line. */
static void move_range(const tn_lines *lines, const size_t *starts, const bool *hidden,
                       size_t *begin, size_t *end)
{
    *end = *begin == *end ? moved(lines, starts, hidden, *end, 0)
                          : moved(lines, starts, hidden, *end - 1, 1);
    *begin = moved(lines, starts, hidden, *begin, 0);
}

void tn_source_map_move(tn_render *render, const size_t *starts, const bool *hidden)
{
    const tn_lines *lines = &render->counted;
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        move_range(lines, starts, hidden, &span->begin, &span->end);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        move_range(lines, starts, hidden, &aside->begin, &aside->end);
    }
}

/* ======== clean ======== */

/* Makes a finished text safe to display: escapes all hidden characters except newlines
 * and tabs (util/text.h has the policy). Backends already escape strings and names, so there
 * is rarely anything to do here. This pass is for text that they write unchanged, such as comments,
 * and for backends of plugins that do not escape. */

/* A replacement: the range in the old text and in the new one. */
typedef struct stain {
    size_t at, size;
    size_t to, length;
} stain;

typedef struct cleaner {
    const tunip_allocator *allocator;
    tunip_str text;
    TN_ARRAY(stain) stains; /* in order */
    size_t size;            /* of the new text */
} cleaner;

/* ---- finding ---- */

static inline bool is_printable(char c)
{
    return (unsigned char)(c - ' ') <= '~' - ' ';
}

static inline bool is_plain(char c)
{
    return is_printable(c) || c == '\n' || c == '\t';
}

enum { BLOCK = 256 };

/* Whether a block is plain and has no tabs. Without a branch, so that the compiler can vectorise
 * it. `rank` is below ' ' - 1 for control characters except '\n', for which it wraps. */
static bool is_plain_block(const char *block)
{
    uint8_t lowest = UINT8_MAX, highest = 0;
    for (size_t i = 0; i < BLOCK; i++) {
        const uint8_t c = (uint8_t)block[i], rank = (uint8_t)((c ^ '\n') - 1);
        lowest = rank < lowest ? rank : lowest;
        highest = c > highest ? c : highest;
    }
    return lowest >= ' ' - 1 && highest <= '~';
}

/* Most of a long text is plain, so it is checked by blocks. */
size_t tn_plain_end(tunip_str text, size_t at)
{
    for (;;) {
        while (at + BLOCK <= text.size && is_plain_block(text.data + at)) at += BLOCK;
        size_t end = at + BLOCK < text.size ? at + BLOCK : text.size;
        while (at < end && is_plain(text.data[at])) at++;
        if (at < end || at == text.size) return at;
    }
}

static bool add_stain(cleaner *c, size_t at)
{
    char escape[TN_ESCAPE_ROOM];
    stain found = {.at = at, .to = at + (c->size - c->text.size)};
    found.length = tn_escape_one(c->text, at, &tn_escape_text, escape, &found.size);
    c->size += found.length - found.size;
    return tn_array_push(&c->stains, c->allocator, found);
}

static bool find_stains(cleaner *c, size_t at)
{
    tunip_str text = c->text;
    for (;;) {
        at = tn_plain_end(text, at);
        /* a combining mark belongs to the character before it */
        if (at && at < text.size && is_printable(text.data[at - 1])) at--;
        at += tn_escape_run(text, at, &tn_escape_text);
        if (at >= text.size) return true;
        if (!add_stain(c, at)) return false;
        at += c->stains.items[c->stains.count - 1].size;
    }
}

/* ---- replacing ---- */

static char *copy_clean(const cleaner *c, char *to)
{
    size_t at = 0;
    for (size_t i = 0; i < c->stains.count; i++) {
        const stain *s = &c->stains.items[i];
        char escape[TN_ESCAPE_ROOM];
        size_t size;
        memcpy(to + (s->to - (s->at - at)), c->text.data + at, s->at - at);
        tn_escape_one(c->text, s->at, &tn_escape_text, escape, &size);
        memcpy(to + s->to, escape, s->length);
        at = s->at + s->size;
    }
    memcpy(to + c->size - (c->text.size - at), c->text.data + at, c->text.size - at);
    return to;
}

/* The new offset of the byte at `offset`; for a byte inside a replacement, the end of its
 * escape. */
static size_t clean_moved(const cleaner *c, size_t offset)
{
    size_t low = 0, high = c->stains.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->stains.items[middle].at < offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low) return offset;
    const stain *s = &c->stains.items[low - 1];
    size_t end = s->at + s->size;
    return s->to + s->length + (offset > end ? offset - end : 0);
}

static void move_source_map(const cleaner *c, tn_render *render)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        span->begin = clean_moved(c, span->begin);
        span->end = clean_moved(c, span->end);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        *aside = (tn_range){clean_moved(c, aside->begin), clean_moved(c, aside->end)};
    }
    for (size_t i = 0; i < render->counted.count; i++)
        render->counted.items[i] = clean_moved(c, render->counted.items[i]);
}

static bool replace(const cleaner *c, tn_render *render)
{
    void *text = NULL;
    size_t room = 0;
    if (!tn_array_grow(&text, &room, c->size + 1, 1, c->allocator)) return false;
    copy_clean(c, text);
    move_source_map(c, render);
    c->allocator->free(c->allocator->ctx, render->text, render->room);
    render->text = text;
    render->room = room;
    render->size = c->size;
    render->text[c->size] = '\0';
    return true;
}

bool tn_render_clean(tn_render *render)
{
    cleaner c = {.allocator = render->allocator, .text = {render->text, render->size}};
    c.size = c.text.size;
    size_t plain = render->plain < c.size ? render->plain : c.size;
    bool fine = find_stains(&c, plain) && (!c.stains.count || replace(&c, render));
    tn_array_free(&c.stains, c.allocator);
    return fine;
}

/* ---- a text that is written in parts ---- */

bool tn_is_clean(tunip_str text)
{
    return tn_plain_end(text, 0) == text.size;
}

int tn_write_clean(tunip_str text, tunip_write_fn write, void *user)
{
    if (tn_is_clean(text)) return write(text.data, text.size, user);
    return tn_escape(text, &tn_escape_text, write, user);
}

size_t tn_clean_part(tunip_str text)
{
    size_t end = text.size;
    while (end && (unsigned char)text.data[end - 1] >= 0x80) end--;
    return end ? end - 1 : 0;
}
