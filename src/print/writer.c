/* writer.c -- the writer of backends: a growing text, its indentation, the dispatch from a Doc
 * to a function; forms and values that many languages share. */
#include "writer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <tunip/ext/backend.h>

#include "../util/memory.h"
#include "../util/options.h"
#include "../util/text.h"
#include "../util/unicode.h"

/* ======== writer ======== */

/* The writer of backends: a growing text, its indentation, and the dispatch from a Doc
 * to the backend's function.
 *
 * After a failure the buffer has no room, so every later write takes the slow path, which discards
 * it. So backends need not check. */

/* The average size of a Doc's text in bytes; a little more than measured. */
enum { FIRST_ROOM = 256, BYTES_A_DOC = 7, PIECE = 1 << 16, USUAL_INDENT = 32 };

/* tunip_span.inside of a Doc that is being written. */
#define OPEN SIZE_MAX

/* ---- failure ---- */

static void writer_fail(tn_writer *self, tunip_status status, const char *message)
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
    writer_fail(self, TUNIP_ERROR_LIMIT, limit.message);
}

void tn_writer_fail_memory(tn_writer *self)
{
    writer_fail(self, TUNIP_ERROR_MEMORY, "out of memory while rendering");
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
    writer_fail(tn_writer_of(w), TUNIP_ERROR_RULE, message);
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
        writer_fail(self, TUNIP_ERROR_CANCELLED, "the write callback refused");
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
    tn_render *render = self->render;
    size_t end = begin + size;
    if (end - render->plain >= PIECE / 2 && !render->write) /* while the text is in a cache */
        render->plain = tn_plain_end((tunip_str){render->text, end}, render->plain);
    for (size_t i = 0; render->keep_spans && i < lines; i++)
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
        writer_fail(self, TUNIP_ERROR_LIMIT, "no stack for Docs this deep");
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

/* Names and literals contain no Docs, so they need no fresh stack. */
TN_APART static void emit_carefully(tn_writer *self, const tunip_doc *doc)
{
    _Static_assert(TUNIP_DOC_LITERAL == 0 && TUNIP_DOC_ID == 1, "these kinds come first");
    size_t at;
    if (!doc || self->status != TUNIP_OK) return;
    if (doc->kind > TUNIP_DOC_ID && tn_stack_low(self->stack))
        emit_on_fresh_stack(self, doc);
    else if (!self->render->keep_spans)
        emit_by_kind(self, doc);
    else if (begin_span(self, doc, &at)) {
        emit_by_kind(self, doc);
        end_span(self, at);
    }
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

/* ======== forms ======== */

/* Forms that many languages share: lists, operators and their parentheses, lines of
 * statements, comments. It uses the public API of backends, and asks the writer for the line. */

/* ---- lists ---- */

static void emit_argument(tunip_writer *w, bool first, tunip_str key, const tunip_doc *value,
                          void (*write_key)(tunip_writer *w, tunip_str key))
{
    if (!first) tunip_write_text(w, ", ");
    if (tunip_str_is(key, "**")) { /* of a script: **options */
        tunip_write_text(w, "**");
    } else {
        write_key(w, key);
        tunip_write_char(w, '=');
    }
    tunip_emit(w, value);
}

TN_APART static void emit_with_keywords(tunip_writer *w, const tunip_doc_call *call, bool whole,
                                        void (*write_key)(tunip_writer *w, tunip_str key))
{
    const tunip_doc_partial_call *partial = (const tunip_doc_partial_call *)call;
    bool first = !call->args.count;
    tn_emit_commas(w, call->args);
    for (size_t i = 0; i < call->values.count; i++, first = false)
        emit_argument(w, first, call->keys[i], call->values.items[i], write_key);
    if (whole && call->base.sub == TUNIP_CALL_PARTIAL)
        emit_argument(w, first, partial->key, partial->value, write_key);
}

void tunip_emit_arguments(tunip_writer *w, const tunip_doc_call *call, bool whole,
                          void (*write_key)(tunip_writer *w, tunip_str key))
{
    if (call->values.count || whole)
        emit_with_keywords(w, call, whole, write_key);
    else
        tn_emit_commas(w, call->args);
}

static void emit_listed(tunip_writer *w, tunip_docs elements)
{
    if (elements.count == 1)
        tunip_emit_within(w, "(", elements, ",)");
    else
        tunip_emit_within(w, "(", elements, ")");
}

void tunip_emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
    if (doc->sub == TUNIP_TUPLE_JOINED)
        tunip_emit_joined(w, elements, "");
    else if (doc->sub == TUNIP_TUPLE_NOTED)
        tunip_emit(w, elements.count ? elements.items[0] : NULL);
    else
        emit_listed(w, elements);
}

void tunip_emit_list(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_within(w, "[", ((const tunip_doc_list *)doc)->elements, "]");
}

void tunip_emit_dict(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    tunip_write_char(w, '{');
    for (size_t i = 0; i < dict->keys.count && i < dict->values.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tunip_emit(w, dict->keys.items[i]);
        tunip_write_text(w, ": ");
        tunip_emit(w, dict->values.items[i]);
    }
    tunip_write_char(w, '}');
}

/* ---- tuples without parentheses ---- */

static bool is_listed(const tunip_doc *doc)
{
    return doc && doc->kind == TUNIP_DOC_TUPLE && doc->sub == TUNIP_TUPLE_LISTED;
}

size_t tunip_tuple_size(const tunip_doc *doc)
{
    return is_listed(doc) ? ((const tunip_doc_tuple *)doc)->elements.count : 1;
}

static void emit_elements(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_joined(w, ((const tunip_doc_tuple *)doc)->elements, ", ");
}

void tunip_emit_bare(tunip_writer *w, const tunip_doc *doc, size_t least)
{
    if (is_listed(doc) && tunip_tuple_size(doc) >= least)
        tunip_emit_as(w, doc, emit_elements);
    else
        tunip_emit(w, doc);
}

/* ---- operators ---- */

enum {
    BIND_IF_ELSE = TUNIP_BIND_LAMBDA + 1,
    BIND_OR,
    BIND_AND,
    BIND_NOT,
    BIND_COMPARE,
    BIND_BIT_OR,
    BIND_BIT_XOR,
    BIND_BIT_AND,
    BIND_SHIFT,
    BIND_ADD,
    BIND_MUL,
    BIND_UNARY,
    BIND_POW,
};

const tunip_operator_form tunip_usual_operators[TUNIP_OP__COUNT] = {
    /*                     arity, bind, text */
    [TUNIP_OP_NEGATE] = {1, BIND_UNARY, TUNIP_STR("-")},
    [TUNIP_OP_INVERT] = {1, BIND_UNARY, TUNIP_STR("~")},
    [TUNIP_OP_NOT] = {1, BIND_NOT, TUNIP_STR("not ")},
    [TUNIP_OP_ADD] = {2, BIND_ADD, TUNIP_STR(" + ")},
    [TUNIP_OP_SUB] = {2, BIND_ADD, TUNIP_STR(" - ")},
    [TUNIP_OP_MUL] = {2, BIND_MUL, TUNIP_STR(" * ")},
    [TUNIP_OP_DIV] = {2, BIND_MUL, TUNIP_STR(" / ")},
    [TUNIP_OP_FLOOR_DIV] = {2, BIND_MUL, TUNIP_STR(" // ")},
    [TUNIP_OP_MOD] = {2, BIND_MUL, TUNIP_STR(" % ")},
    [TUNIP_OP_POW] = {2, BIND_POW, TUNIP_STR(" ** ")},
    [TUNIP_OP_SHIFT_LEFT] = {2, BIND_SHIFT, TUNIP_STR(" << ")},
    [TUNIP_OP_SHIFT_RIGHT] = {2, BIND_SHIFT, TUNIP_STR(" >> ")},
    [TUNIP_OP_BIT_AND] = {2, BIND_BIT_AND, TUNIP_STR(" & ")},
    [TUNIP_OP_BIT_OR] = {2, BIND_BIT_OR, TUNIP_STR(" | ")},
    [TUNIP_OP_BIT_XOR] = {2, BIND_BIT_XOR, TUNIP_STR(" ^ ")},
    [TUNIP_OP_LT] = {2, BIND_COMPARE, TUNIP_STR(" < ")},
    [TUNIP_OP_LE] = {2, BIND_COMPARE, TUNIP_STR(" <= ")},
    [TUNIP_OP_EQ] = {2, BIND_COMPARE, TUNIP_STR(" == ")},
    [TUNIP_OP_NE] = {2, BIND_COMPARE, TUNIP_STR(" != ")},
    [TUNIP_OP_GT] = {2, BIND_COMPARE, TUNIP_STR(" > ")},
    [TUNIP_OP_GE] = {2, BIND_COMPARE, TUNIP_STR(" >= ")},
    [TUNIP_OP_AND] = {2, BIND_AND, TUNIP_STR(" and ")},
    [TUNIP_OP_OR] = {2, BIND_OR, TUNIP_STR(" or ")},
    [TUNIP_OP_IF_ELSE] = {3, BIND_IF_ELSE, TUNIP_STR("")},
    [TUNIP_OP_POSITIVE] = {1, BIND_UNARY, TUNIP_STR("+")},
    [TUNIP_OP_MATRIX_MUL] = {2, BIND_MUL, TUNIP_STR(" @ ")},
    [TUNIP_OP_IS] = {2, BIND_COMPARE, TUNIP_STR(" is ")},
    [TUNIP_OP_IS_NOT] = {2, BIND_COMPARE, TUNIP_STR(" is not ")},
    [TUNIP_OP_IN] = {2, BIND_COMPARE, TUNIP_STR(" in ")},
    [TUNIP_OP_NOT_IN] = {2, BIND_COMPARE, TUNIP_STR(" not in ")},
};

/* A slice or a statement as an operand always needs parentheses. */
static const uint8_t kind_binds[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = TUNIP_BIND_ATOM, [TUNIP_DOC_ID] = TUNIP_BIND_ATOM,
    [TUNIP_DOC_ATTR] = TUNIP_BIND_ATOM,    [TUNIP_DOC_INDEX] = TUNIP_BIND_ATOM,
    [TUNIP_DOC_CALL] = TUNIP_BIND_ATOM,    [TUNIP_DOC_LAMBDA] = TUNIP_BIND_LAMBDA,
    [TUNIP_DOC_TUPLE] = TUNIP_BIND_ATOM,   [TUNIP_DOC_LIST] = TUNIP_BIND_ATOM,
    [TUNIP_DOC_DICT] = TUNIP_BIND_ATOM,
};

static int bind_of(const tunip_operator_form *forms, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_OPERATION)
        return doc->sub < TUNIP_OP__COUNT ? forms[doc->sub].bind : 0;
    return doc->kind < TUNIP_DOC__COUNT ? kind_binds[doc->kind] : 0;
}

void tunip_emit_operand_slow(tunip_writer *w, const tunip_operator_form *forms,
                             const tunip_doc *doc, int least)
{
    bool parentheses = bind_of(forms, doc) < least;
    if (parentheses) tunip_write_char(w, '(');
    tunip_emit(w, doc);
    if (parentheses) tunip_write_char(w, ')');
}

void tunip_emit_operation(tunip_writer *w, const tunip_operator_form *forms, const tunip_doc *doc)
{
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    const tunip_operator_form *form = &forms[doc->sub < TUNIP_OP__COUNT ? doc->sub : 0];
    if (TN_RARELY(doc->sub >= TUNIP_OP__COUNT || form->arity != operands.count ||
                  operands.count - 1 > 1)) {
        tunip_writer_fail(w, "no operator number %u with %zu operands", (unsigned)doc->sub,
                          operands.count);
        return;
    }
    const tunip_doc *const *at = operands.items;
    int least = form->bind;
    if (form->arity == 2) tunip_emit_operand(w, forms, *at++, least++);
    tunip_write_str(w, form->text);
    tunip_emit_operand(w, forms, *at, least);
}

/* ---- statements ---- */

void tunip_emit_lines(tunip_writer *w, tunip_docs stmts)
{
    for (size_t i = 0; i < stmts.count; i++) {
        if (i) tunip_write_newline(w);
        tunip_emit(w, stmts.items[i]);
    }
}

void tunip_emit_body(tunip_writer *w, const char *open, tunip_docs body, const char *close)
{
    tunip_write_text(w, open);
    tunip_write_indent(w);
    if (body.count) tunip_write_newline(w);
    tunip_emit_lines(w, body);
    tunip_write_dedent(w);
    if (!close) return;
    tunip_write_newline(w);
    tunip_write_text(w, close);
}

void tunip_emit_block(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_lines(w, ((const tunip_doc_block *)doc)->body);
}

void tunip_write_comment(tunip_writer *w, const char *before, tunip_str text)
{
    tunip_write_aside_begin(w);
    tn_write_lines(w, before, text);
    tunip_write_aside_end(w);
}

void tunip_write_remark(tunip_writer *w, const char *before, const tunip_doc *stmt)
{
    tunip_str comment = ((const tunip_doc_stmt *)stmt)->comment;
    if (!comment.size || !tn_writer_at_line_start(tn_writer_of(w))) return;
    tunip_write_comment(w, before, comment);
    tunip_write_newline(w);
}

/* ======== values ======== */

/* Numbers, strings and paths, for backends without their own forms. */

/* ---- numbers ---- */

static size_t digit_count(uint64_t value)
{
    enum { MOST = 20 };
    size_t count = 1;
    for (uint64_t limit = 10; value >= limit && count < MOST; limit *= 10) count++;
    return count;
}

TN_APART static void write_long_int(tunip_writer *w, int64_t value)
{
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t size = digit_count(rest);
    if (value < 0) tunip_write_char(w, '-');
    if (!tn_writer_reserve(tn_writer_of(w), size)) return;
    char *at = w->cursor += size;
    for (; rest >= 10; rest /= 10) *--at = (char)('0' + rest % 10);
    *--at = (char)('0' + rest);
}

/* Half of the integers have one digit. */
void tunip_write_int(tunip_writer *w, int64_t value)
{
    if ((uint64_t)value < 10)
        tunip_write_char(w, (char)('0' + value));
    else
        write_long_int(w, value);
}

/* Copies the output of the C library and replaces its decimal point, which may be any text in the
 * locale. */
static void write_digits(tunip_writer *w, const char *text)
{
    static const char other[] = "0123456789+-e";
    size_t whole = strspn(text, other), point = strcspn(text + whole, other);
    tunip_write(w, text, whole);
    if (point || !strchr(text, 'e')) tunip_write_char(w, '.');
    tunip_write_text(w, point ? text + whole + point : strchr(text, 'e') ? "" : "0");
}

/* 15 digits never show rounding errors, and 17 digits always suffice. */
static void write_shortest(tunip_writer *w, double value)
{
    enum { FEWEST = 15, MOST = 17 };
    char text[40];
    for (int digits = FEWEST; digits <= MOST; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    write_digits(w, text);
}

void tunip_write_float(tunip_writer *w, double value)
{
    enum { SMALL = 1 << 30 };
    double size = fabs(value);
    if (signbit(value)) tunip_write_char(w, '-');
    if (!isfinite(value)) {
        tunip_write_text(w, isnan(value) ? "nan" : "inf");
    } else if (size < SMALL && size == (double)(int64_t)size) {
        tunip_write_int(w, (int64_t)size);
        tunip_write_text(w, ".0");
    } else {
        write_shortest(w, size);
    }
}

/* ---- strings ---- */

static inline bool is_plain(char c, char quote)
{
    return (unsigned char)(c - ' ') <= '~' - ' ' && c != quote && c != '\\';
}

/* The length of the leading plain part. Its last character may combine with a following mark. */
static size_t plain_run(tunip_str text, size_t at, char quote)
{
    size_t end = at;
    while (end < text.size && is_plain(text.data[end], quote)) end++;
    bool marked = end > at && end < text.size && (unsigned char)text.data[end] >= 0x80;
    return end - marked;
}

/* Writes one user-perceived character; returns its length in bytes. */
static size_t write_glyph(tunip_writer *w, tunip_str text, size_t at, char quote)
{
    char escape[TN_ESCAPE_ROOM];
    char c = text.data[at];
    if (c == quote || c == '\\') {
        tunip_write(w, (const char[]){'\\', c}, 2);
        return 1;
    }
    tn_glyph glyph = tn_glyph_at(text, at);
    if (glyph.escaped) tn_glyph_escape(text, at, escape);
    if (glyph.escaped)
        tunip_write_text(w, escape);
    else
        tunip_write(w, text.data + at, glyph.size);
    return glyph.size;
}

void tunip_write_quoted(tunip_writer *w, tunip_str text, char quote)
{
    tunip_write_char(w, quote);
    for (size_t at = 0; at < text.size;) {
        size_t run = plain_run(text, at, quote);
        tunip_write(w, text.data + at, run - at);
        at = run;
        if (at < text.size) at += write_glyph(w, text, at, quote);
    }
    tunip_write_char(w, quote);
}

void tn_write_lines(tunip_writer *w, const char *before, tunip_str text)
{
    for (size_t at = 0; at < text.size;) {
        const char *newline = memchr(text.data + at, '\n', text.size - at);
        size_t end = newline ? (size_t)(newline - text.data) : text.size;
        if (at) tunip_write_newline(w);
        tunip_write_text(w, before);
        tunip_write(w, text.data + at, end - at);
        at = end + 1;
    }
}

/* ---- names ---- */

static bool is_dotted_name(tunip_str text)
{
    const char *dot;
    while (!tn_is_identifier(text)) {
        dot = text.size ? memchr(text.data, '.', text.size) : NULL;
        if (!dot) return false;
        size_t size = (size_t)(dot - text.data);
        if (!tn_is_identifier((tunip_str){text.data, size})) return false;
        text = (tunip_str){dot + 1, text.size - size - 1};
    }
    return true;
}

void tunip_write_name(tunip_writer *w, tunip_str name)
{
    if (is_dotted_name(name))
        tunip_write_str(w, name);
    else
        tunip_write_quoted(w, name, '`');
}

static bool is_text(tunip_str name)
{
    char c = name.size ? *name.data : '_';
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c & 0x80;
    return !letter || (name.size && memchr(name.data, '\n', name.size));
}

void tunip_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (doc->sub == TUNIP_ID_PREFIX || doc->sub == TUNIP_ID_RAW || is_text(name))
        tn_write_lines(w, "", name);
    else
        tunip_write_name(w, name);
}

/* ---- literals ---- */

bool tunip_is_literal(tunip_str name)
{
    static const tunip_str words[] = {TUNIP_STR("none"), TUNIP_STR("true"), TUNIP_STR("false"),
                                      TUNIP_STR("nan"), TUNIP_STR("inf")};
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_equal(name, words[i])) return true;
    return false;
}

void tunip_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (doc->sub == TUNIP_LITERAL_NONE) tunip_write_text(w, "none");
    if (doc->sub == TUNIP_LITERAL_BOOL)
        tunip_write_text(w, literal->value.boolean ? "true" : "false");
    if (doc->sub == TUNIP_LITERAL_INT) tunip_write_int(w, literal->value.integer);
    if (doc->sub == TUNIP_LITERAL_FLOAT) tunip_write_float(w, literal->value.real);
    if (doc->sub == TUNIP_LITERAL_STR) tunip_write_quoted(w, literal->value.text, '"');
    if (doc->sub == TUNIP_LITERAL_QUOTED) tunip_emit(w, ((const tunip_doc_quoted *)doc)->expr);
    if (doc->sub > TUNIP_LITERAL_QUOTED) tunip_writer_fail(w, "no literal %u", (unsigned)doc->sub);
}

/* ---- paths ---- */

const tunip_path *tunip_writer_next_path(const tunip_writer *w, uint32_t *more)
{
    const tn_render *render = ((const tn_writer *)w)->render;
    return *more && render->next_path ? render->next_path(render->job, more) : NULL;
}

/* Replaces control characters by escapes such as "\x0a", and returns the new size of the text. The
 * text must have room for the escapes. Names of fields may contain any characters. */
static size_t show_controls(char *text, size_t size)
{
    enum { EXTRA = 3 };
    static const char hex[] = "0123456789abcdef";
    size_t controls = 0;
    for (size_t i = 0; i < size; i++) controls += (unsigned char)text[i] < ' ';
    size_t to = size + EXTRA * controls, shown = to;
    for (size_t i = size; i < to;) {
        unsigned char c = (unsigned char)text[--i];
        text[--to] = c < ' ' ? hex[c & 15] : (char)c;
        if (c >= ' ') continue;
        text[--to] = hex[c >> 4];
        text[--to] = 'x';
        text[--to] = '\\';
    }
    return shown;
}

/* A key, or a missing element. */
static void write_odd_step(tunip_writer *w, const tunip_path *step)
{
    enum { LONGEST = 4 }; /* of an escape */
    size_t room = (size_t)(w->end - w->cursor);
    size_t size = tunip_path_steps_text(step, step->depth - 1, w->cursor, room + 1);
    if (LONGEST * size > room) {
        if (!tn_writer_reserve(tn_writer_of(w), LONGEST * size)) return;
        tunip_path_steps_text(step, step->depth - 1, w->cursor, size + 1);
    }
    w->cursor += show_controls(w->cursor, size);
}

/* The name of a field is short and rarely needs an escape. */
static void write_field(tunip_writer *w, const tunip_path *step)
{
    const char *name = step->at.attr;
    size_t size = 0;
    while ((unsigned char)name[size] >= ' ') size++;
    if (name[size]) {
        write_odd_step(w, step);
        return;
    }
    tunip_write_char(w, '.');
    tunip_write(w, name, size);
}

static void write_step(const void *link, void *user)
{
    tunip_writer *w = user;
    const tunip_path *step = link;
    if (step->step == TUNIP_STEP_ATTR) {
        write_field(w, step);
    } else if (step->step == TUNIP_STEP_ITEM) {
        tunip_write_char(w, '[');
        tunip_write_int(w, step->at.index);
        tunip_write_char(w, ']');
    } else {
        write_odd_step(w, step);
    }
}

void tunip_write_path(tunip_writer *w, const tunip_path *path, const tunip_path *above)
{
    if (!above) tunip_write_text(w, "<root>");
    tn_chain_each(path, path->depth - (above ? above->depth : 0), write_step, w);
}

/* ======== escape ======== */

/* The text of a Doc inside a string literal, where some characters are escaped. */

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
