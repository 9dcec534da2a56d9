/* writer.c -- the writer of backends: a growing text, its indentation, and the dispatch from a Doc
 * to the backend's function.
 *
 * After a failure the buffer has no room, so every later write takes the slow path, which discards
 * it. So backends need not check. */
#include "writer.h"

#include "../base/compiler.h"
#include "../base/limit.h"

#include <stdarg.h>
#include <stdio.h>

/* The average size of a Doc's text in bytes; a little more than measured. */
enum { FIRST_ROOM = 256, BYTES_A_DOC = 7, PIECE = 1 << 16, USUAL_INDENT = 32 };

/* tunip_span.inside of a Doc that is being written. */
#define OPEN SIZE_MAX

/* ---- failure ---- */

static void fail(tn_writer *self, tunip_status status, const char *message)
{
    if (self->status != TUNIP_OK) return;
    self->status = tunip_error_set(self->error, status, "%s", message);
    self->base.end = self->base.cursor;
    self->easy_kinds = 0;
}

static void fail_limit(tn_writer *self)
{
    tunip_error limit = TUNIP_ERROR_INIT;
    tn_limit_bytes(self->render->max_bytes, &limit);
    fail(self, TUNIP_ERROR_LIMIT, limit.message);
}

void tn_writer_fail_memory(tn_writer *self)
{
    fail(self, TUNIP_ERROR_MEMORY, "out of memory while rendering");
}

/* Notes the Docs that are being written: the innermost one that has a path, and the function. */
static void note_place(const tn_writer *self)
{
    tn_render *render = self->render;
    if (self->status != TUNIP_OK) return;
    for (size_t i = render->spans.count; i-- > 0;) {
        const tunip_span *span = &render->spans.items[i];
        if (span->inside != OPEN) continue;
        if (!render->failed_at && span->doc->path) render->failed_at = span->doc;
        if (!render->failed_in && span->doc->kind == TUNIP_DOC_FUNCTION)
            render->failed_in = (const tunip_doc_function *)span->doc;
    }
}

void tunip_writer_fail(tunip_writer *w, const char *format, ...)
{
    char message[sizeof((tunip_error *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    note_place(tn_writer_of(w));
    fail(tn_writer_of(w), TUNIP_ERROR_RULE, message);
}

const void *tunip_writer_settings(const tunip_writer *w)
{
    return ((const tn_writer *)w)->render->settings;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

size_t tn_text_trimmed(const tn_render *render, tunip_str text)
{
    size_t size = text.size;
    if (render->backend->flags & TUNIP_BACKEND_KEEPS_END) return size;
    while (size &&
           (render->keep_blanks ? text.data[size - 1] == '\n' : is_space(text.data[size - 1])))
        size--;
    return size;
}

/* ---- the buffer ---- */

void tn_writer_drain(tn_writer *self, bool is_last)
{
    tn_render *render = self->render;
    size_t used = tn_writer_offset(self);
    size_t ready = tn_text_trimmed(render, (tunip_str){render->text, used});
    if (!is_last) ready = tn_clean_part((tunip_str){render->text, ready});
    if (!ready || self->status != TUNIP_OK) return;
    if (tn_write_clean((tunip_str){render->text, ready}, render->write, render->user) != 0) {
        fail(self, TUNIP_ERROR_CANCELLED, "the write callback refused");
        return;
    }
    memmove(render->text, render->text + ready, used - ready);
    self->base.cursor -= ready;
    render->spent += ready;
}

/* The number of bytes that the text may still grow. */
static size_t left(const tn_writer *self)
{
    const tn_render *render = self->render;
    size_t used = render->spent + tn_writer_offset(self);
    if (!render->max_bytes) return SIZE_MAX / 2;
    return used < render->max_bytes ? render->max_bytes - used : 0;
}

/* The buffer ends at the end of its memory, with room for a NUL, or at the limit of the text. */
static void set_end(tn_writer *self)
{
    const tn_render *render = self->render;
    size_t room = render->room - 1 - tn_writer_offset(self), most = left(self);
    self->base.end = self->base.cursor + (room < most ? room : most);
}

bool tn_writer_grow(tn_writer *self, size_t size)
{
    if (self->status != TUNIP_OK) return false;
    if (size > left(self)) {
        fail_limit(self);
        return false;
    }
    bool drains = self->render->write && !self->holds;
    if (drains && tn_writer_offset(self) >= PIECE) tn_writer_drain(self, false);
    if (self->status != TUNIP_OK) return false;
    set_end(self);
    if ((size_t)(self->base.end - self->base.cursor) >= size) return true;
    tn_render *render = self->render;
    size_t used = tn_writer_offset(self);
    void *text = render->text;
    if (size > SIZE_MAX / 2 - used ||
        !tn_array_grow(&text, &render->room, used + size + 1, 1, render->allocator)) {
        tn_writer_fail_memory(self);
        return false;
    }
    render->text = text;
    self->base.cursor = render->text + used;
    set_end(self);
    return true;
}

void tunip_write_slow(tunip_writer *w, const char *data, size_t size)
{
    if (!size || !tn_writer_reserve(tn_writer_of(w), size)) return;
    memcpy(w->cursor, data, size);
    w->cursor += size;
}

void tunip_write_char_slow(tunip_writer *w, char c)
{
    tunip_write_slow(w, &c, 1);
}

/* ---- lines ---- */

TN_APART static void push_line(tn_writer *self, size_t offset)
{
    tn_render *render = self->render;
    if (!tn_array_push(&render->counted, render->allocator, offset)) tn_writer_fail_memory(self);
}

/* Records that a counted line begins at `offset`. */
static inline void count_line(tn_writer *self, size_t offset)
{
    tn_render *render = self->render;
    if (!render->keep_lines) return;
    if (render->counted.count < render->counted.room)
        render->counted.items[render->counted.count++] = offset;
    else
        push_line(self, offset);
}

TN_APART static void write_long_newline(tn_writer *self)
{
    if (!tn_writer_reserve(self, 1 + self->indent)) return;
    *self->base.cursor++ = '\n';
    count_line(self, tn_writer_offset(self));
    memset(self->base.cursor, ' ', self->indent);
    self->base.cursor += self->indent;
}

void tunip_write_newline(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    char *to = w->cursor;
    if (TN_RARELY(self->indent > USUAL_INDENT || w->end - to <= USUAL_INDENT)) {
        write_long_newline(self);
        return;
    }
    *to++ = '\n';
    memset(to, ' ', USUAL_INDENT); /* a few instructions */
    w->cursor = to + self->indent;
    count_line(self, (size_t)(to - self->render->text));
}

void tunip_write_blank_line(tunip_writer *w)
{
    tunip_write_char(w, '\n');
}

/* Kept below half of the address space, so that adding to it cannot wrap. */
void tunip_write_indent(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    size_t step = self->render->indent_spaces;
    if (step > SIZE_MAX / 2 - self->indent)
        tn_writer_fail_memory(self);
    else
        self->indent += step;
}

void tunip_write_dedent(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    size_t step = self->render->indent_spaces;
    self->indent -= step < self->indent ? step : self->indent;
    self->left_outer |= self->indent < self->outer_indent;
}

/* Asides are in order, so a search for the line of an offset begins at the line before. */
static void put_asides(tn_writer *self, const tn_prerendered *stmt, const tn_prerendered_part *part)
{
    tn_render *render = self->render;
    const size_t *lines = stmt->from->counted.items;
    size_t line = part->line, begin = tn_writer_offset(self);
    for (size_t i = part->aside; i < part->aside_end; i++) {
        const tn_range *aside = &stmt->from->asides.items[i];
        const size_t from[] = {aside->begin, aside->end};
        size_t to[2];
        for (size_t k = 0; k < 2; k++) {
            while (line < part->line_end && lines[line] <= from[k]) line++;
            to[k] = begin + (from[k] - part->begin) +
                    (line - part->line) * (self->indent - stmt->made_indent);
        }
        if (!tn_array_push(&render->asides, render->allocator, (tn_range){to[0], to[1]}))
            tn_writer_fail_memory(self);
    }
}

/* Copies a part, with other indentation. Its lines have at least `made_indent` spaces: see
 * `left_outer`. */
static void put_indented(tn_writer *self, const tn_prerendered *stmt,
                         const tn_prerendered_part *part)
{
    const tn_render *from = stmt->from;
    size_t at = part->begin;
    char *to = self->base.cursor;
    for (size_t i = part->line; i < part->line_end; i++) {
        size_t next = from->counted.items[i];
        memcpy(to, from->text + at, next - at);
        to += next - at;
        memset(to, ' ', self->indent);
        to += self->indent;
        at = next + stmt->made_indent;
    }
    memcpy(to, from->text + at, part->end - at);
}

/* Finds plain text for tn_render_clean() while the text is in a cache. */
static void find_plain(tn_render *render, size_t size)
{
    if (size - render->plain >= PIECE / 2 && !render->write)
        render->plain = tn_plain_end((tunip_str){render->text, size}, render->plain);
}

static void put_prerendered(tn_writer *self, const tn_prerendered *stmt, tunip_member_part which)
{
    const tn_render *from = stmt->from;
    const tn_prerendered_part *part = &stmt->parts[which];
    size_t lines = part->line_end - part->line, begin = tn_writer_offset(self);
    size_t more = self->indent - stmt->made_indent; /* for each line; may be below 0, and wrap */
    size_t size = part->end - part->begin + lines * more;
    ((tn_prerendered *)(uintptr_t)stmt)->indent = self->indent;
    put_asides(self, stmt, part);
    if (!tn_writer_reserve(self, size)) return;
    if (more)
        put_indented(self, stmt, part);
    else
        memcpy(self->base.cursor, from->text + part->begin, size);
    self->base.cursor += size;
    find_plain(self->render, begin + size);
    for (size_t i = 0; self->render->keep_spans && i < lines; i++)
        count_line(self, begin + (from->counted.items[part->line + i] - part->begin) + i * more);
}

bool tn_writer_init(tn_writer *self, tn_render *render, tn_stack *stack, tunip_error *error)
{
    render->keep_lines |= render->keep_spans;
    *self = (tn_writer){.base = {.has_spans = render->keep_spans},
                        .render = render,
                        .stack = stack,
                        .error = error,
                        .emit = render->backend->emit,
                        .easy_kinds = render->keep_spans ? 0 : render->backend->kind_count};
    void *text = NULL;
    size_t room = FIRST_ROOM + (render->write ? PIECE : render->doc_count * BYTES_A_DOC);
    if (room < render->first_room) room = render->first_room;
    if (!tn_array_grow(&text, &render->room, room, 1, render->allocator) ||
        (render->keep_spans && render->span_count &&
         !tn_array_reserve(&render->spans, render->allocator, render->span_count))) {
        render->text = text;
        tn_writer_fail_memory(self);
        return false;
    }
    render->text = text;
    self->base.cursor = text;
    set_end(self);
    count_line(self, 0);
    return self->status == TUNIP_OK;
}

/* ---- queries of backends ---- */

void *tunip_writer_state(tunip_writer *w)
{
    tn_render *render = tn_writer_of(w)->render;
    if (render->state) return render->state;
    tunip_writer_fail(w, "backend `%s` asks for its state, and its state_size is 0",
                      render->backend->name);
    return render->spare_state ? render->spare_state(render->owner) : NULL;
}

/* A failed search for existing paths means that there is no memory. */
static const tunip_namespace *find_namespaces(tn_writer *self, size_t *count)
{
    tn_render *render = self->render;
    if (!render->namespaces && render->find_namespaces)
        render->namespaces = render->find_namespaces(render->owner, &render->namespace_count);
    if (!render->namespaces && render->namespace_count) tn_writer_fail_memory(self);
    *count = render->namespaces ? render->namespace_count : 0;
    return render->namespaces;
}

const tunip_namespace *tunip_writer_namespaces(const tunip_writer *w, size_t *count)
{
    tn_render *render = ((const tn_writer *)w)->render;
    const tunip_namespace *spaces = find_namespaces((tn_writer *)(uintptr_t)w, count);
    for (size_t i = 0; i < *count; i++) render->saw_unused |= !spaces[i].used;
    return spaces;
}

const tunip_namespace *tunip_writer_namespace(const tunip_writer *w, const tunip_doc *doc)
{
    size_t count;
    tn_render *render = ((const tn_writer *)w)->render;
    const tunip_namespace *spaces = find_namespaces((tn_writer *)(uintptr_t)w, &count);
    if (!doc->dialect || doc->dialect > count) return NULL;
    const tunip_namespace *space = &spaces[doc->dialect - 1];
    render->saw_unused |= !space->used;
    return space;
}

/* ---- Docs ---- */

static bool emit_here(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit(w, doc);
    return true;
}

TN_STACK_STEP2(emit_deeper, bool, emit_here, tunip_writer *, const tunip_doc *)

static void emit_on_fresh_stack(tn_writer *self, const tunip_doc *doc)
{
    bool done;
    if (!emit_deeper(self->stack, &done, &self->base, doc))
        fail(self, TUNIP_ERROR_LIMIT, "no stack for Docs this deep");
}

static inline void emit_by_kind(tn_writer *self, const tunip_doc *doc)
{
    const tunip_backend *backend = self->render->backend;
    if (doc->kind < backend->kind_count)
        backend->emit[doc->kind](&self->base, doc);
    else if (doc->kind == TN_DOC_PRERENDERED)
        put_prerendered(self, (const tn_prerendered *)doc, TUNIP_MEMBER_ITSELF);
    else
        tunip_writer_fail(&self->base, "backend `%s` cannot emit a Doc of kind %u", backend->name,
                          (unsigned)doc->kind);
}

/* The span is added before the spans inside it, and its end is set after them. */
static inline bool begin_span(tn_writer *self, const tunip_doc *doc, size_t *at)
{
    tn_render *render = self->render;
    *at = render->spans.count;
    if (tn_array_push(&render->spans, render->allocator,
                      (tunip_span){.begin = tn_writer_offset(self), .inside = OPEN, .doc = doc}))
        return true;
    tn_writer_fail_memory(self);
    return false;
}

static inline void end_span(tn_writer *self, size_t at)
{
    tn_spans *spans = &self->render->spans;
    spans->items[at].end = tn_writer_offset(self);
    spans->items[at].inside = spans->count - at - 1;
}

static void emit_with_span(tn_writer *self, const tunip_doc *doc)
{
    size_t at;
    if (!begin_span(self, doc, &at)) return;
    emit_by_kind(self, doc);
    end_span(self, at);
}

/* Names and literals contain no Docs, so they need no fresh stack. */
TN_APART static void emit_carefully(tn_writer *self, const tunip_doc *doc)
{
    _Static_assert(TUNIP_DOC_LITERAL == 0 && TUNIP_DOC_ID == 1, "these kinds come first");
    if (!doc || self->status != TUNIP_OK) return;
    if (doc->kind > TUNIP_DOC_ID && tn_stack_low(self->stack))
        emit_on_fresh_stack(self, doc);
    else if (self->render->keep_spans)
        emit_with_span(self, doc);
    else
        emit_by_kind(self, doc);
}

/* The usual case is short, because every Doc goes through it. Each part of the condition is true
 * for few Docs: one that is true for half of them would be hard to predict. */
TN_INLINE void emit_usual(tn_writer *self, const tunip_doc *doc)
{
    if (TN_RARELY(!doc || doc->kind >= self->easy_kinds || tn_stack_low(self->stack)))
        emit_carefully(self, doc);
    else
        self->emit[doc->kind](&self->base, doc);
}

void tunip_emit(tunip_writer *w, const tunip_doc *doc)
{
    emit_usual(tn_writer_of(w), doc);
}

void tunip_emit_as(tunip_writer *w, const tunip_doc *doc, tunip_emit_fn emit)
{
    tn_writer *self = tn_writer_of(w);
    bool keep = self->render->keep_spans;
    size_t at = 0;
    if (!doc || self->status != TUNIP_OK || (keep && !begin_span(self, doc, &at))) return;
    emit(w, doc);
    if (keep) end_span(self, at);
}

void tunip_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                       tunip_member_part part)
{
    tn_writer *self = tn_writer_of(w);
    tunip_emit_member_fn emit = self->render->backend->emit_member;
    if (member->kind == TN_DOC_PRERENDERED)
        put_prerendered(self, (const tn_prerendered *)member, part);
    else if (emit && around)
        emit(w, around, member, part);
    else if (part == TUNIP_MEMBER_ITSELF)
        tunip_emit(w, member);
}

void tunip_write_as(tunip_writer *w, const tunip_doc *doc, const char *text)
{
    tn_writer *self = tn_writer_of(w);
    bool keep = doc && self->render->keep_spans;
    size_t at = 0;
    if (self->status != TUNIP_OK || (keep && !begin_span(self, doc, &at))) return;
    tunip_write_text(w, text);
    if (keep) end_span(self, at);
}

TN_APART static void emit_list(tunip_writer *w, tunip_docs docs)
{
    const tunip_doc *const *at = docs.items, *const *end = at + docs.count;
    for (;;) {
        emit_usual(tn_writer_of(w), *at);
        if (++at == end) return;
        tunip_write_text(w, ", ");
    }
}

TN_APART static void emit_several(tunip_writer *w, tunip_docs docs, const char *separator)
{
    tunip_emit(w, docs.items[0]);
    for (size_t i = 1; i < docs.count; i++) {
        tunip_write_text(w, separator);
        tunip_emit(w, docs.items[i]);
    }
}

void tn_emit_commas(tunip_writer *w, tunip_docs docs)
{
    if (docs.count == 1)
        tunip_emit(w, docs.items[0]);
    else if (docs.count)
        emit_list(w, docs);
}

/* Nearly all separators are commas. */
void tunip_emit_joined(tunip_writer *w, tunip_docs docs, const char *separator)
{
    if (docs.count < 2 || strcmp(separator, ", ") == 0)
        tn_emit_commas(w, docs);
    else
        emit_several(w, docs, separator);
}
