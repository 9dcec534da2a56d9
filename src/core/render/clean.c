/* clean.c -- makes a finished text safe to display: escapes all hidden characters except newlines
 * and tabs (core/base/escape.h has the policy). Backends already escape strings and names, so there
 * is rarely anything to do here. This pass is for text that they write unchanged, such as comments,
 * and for backends of plugins that do not escape. */
#include "../base/escape.h"
#include "writer.h"

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

/* The offset of the first hidden character. A combining mark belongs to the character before it. */
static size_t clean_end(tunip_str text, size_t at)
{
    at = tn_plain_end(text, at);
    if (at && at < text.size && is_printable(text.data[at - 1])) at--;
    return at + tn_escape_run(text, at, &tn_escape_text);
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
    while ((at = clean_end(c->text, at)) < c->text.size) {
        if (!add_stain(c, at)) return false;
        at += c->stains.items[c->stains.count - 1].size;
    }
    return true;
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
static size_t moved(const cleaner *c, size_t offset)
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
        span->begin = moved(c, span->begin);
        span->end = moved(c, span->end);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        *aside = (tn_range){moved(c, aside->begin), moved(c, aside->end)};
    }
    for (size_t i = 0; i < render->counted.count; i++)
        render->counted.items[i] = moved(c, render->counted.items[i]);
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
