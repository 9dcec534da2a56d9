/* diagnostic.c -- the first error of a call, and lists of diagnostics. views/diagnostics/
 * finds their places and renders them. */
#include "diagnostic.h"

#include <stdarg.h>
#include <stdio.h>

#include <tunip/base.h>

/* ======== error ======== */

/* The first error, with a message of bounded length. */

static const char *const status_names[] = {
    [TUNIP_OK] = "ok",
    [TUNIP_ERROR_MEMORY] = "out of memory",
    [TUNIP_ERROR_ARGUMENT] = "bad argument",
    [TUNIP_ERROR_IO] = "input or output failed",
    [TUNIP_ERROR_SYNTAX] = "malformed text",
    [TUNIP_ERROR_FORMAT] = "not a graph",
    [TUNIP_ERROR_LIMIT] = "limit reached",
    [TUNIP_ERROR_CONFLICT] = "conflicting registration",
    [TUNIP_ERROR_NOT_FOUND] = "not found",
    [TUNIP_ERROR_CANCELLED] = "cancelled by the write callback",
    [TUNIP_ERROR_RULE] = "a rule or a backend failed",
};

const char *tunip_status_name(tunip_status status)
{
    bool known = (size_t)status < TUNIP_LEN(status_names);
    return known ? status_names[status] : "unknown status";
}

tunip_status tunip_error_set(tunip_error *error, tunip_status code, const char *format, ...)
{
    if (!error || error->code != TUNIP_OK) return code;
    error->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return code;
}

/* ======== diagnostic ======== */

/* Collects diagnostics. views/diagnostics/ finds their places and renders them. */

static const char *const severity_names[] = {
    [TUNIP_SEVERITY_ERROR] = "error",
    [TUNIP_SEVERITY_WARNING] = "warning",
    [TUNIP_SEVERITY_NOTE] = "note",
    [TUNIP_SEVERITY_HELP] = "help",
};

const char *tunip_severity_name(tunip_severity severity)
{
    bool known = (size_t)severity < TUNIP_LEN(severity_names);
    return known ? severity_names[severity] : "unknown severity";
}

tunip_diagnostics *tunip_diagnostics_new(const tunip_allocator *allocator, tunip_error *error)
{
    if (!allocator) allocator = &tn_malloc;
    tunip_diagnostics *self = allocator->alloc(allocator->ctx, sizeof *self);
    if (!self) {
        tn_no_memory(error);
        return NULL;
    }
    memset(self, 0, sizeof *self);
    tn_arena_init(&self->arena, allocator);
    return self;
}

static void free_lists(tunip_diagnostic *d)
{
    const tunip_allocator *a = &d->owner->arena.allocator;
    if (d->labels) a->free(a->ctx, d->labels, d->label_room * sizeof *d->labels);
    if (d->notes) a->free(a->ctx, d->notes, d->note_room * sizeof *d->notes);
    if (d->fixes) a->free(a->ctx, d->fixes, d->fix_room * sizeof *d->fixes);
}

void tunip_diagnostics_free(tunip_diagnostics *self)
{
    if (!self) return;
    const tunip_allocator allocator = self->arena.allocator;
    tn_diagnostics_cut(self, 0);
    tn_array_free(&self->items, &allocator);
    tn_arena_free(&self->arena);
    allocator.free(allocator.ctx, self, sizeof *self);
}

void tn_diagnostics_cut(tunip_diagnostics *self, size_t count)
{
    while (self->items.count > count) {
        tunip_diagnostic *last = self->items.items[--self->items.count];
        self->label_count -= last->label_count;
        free_lists(last);
    }
}

/* ---- adding diagnostics ---- */

static tunip_str copy(tunip_diagnostics *self, const char *text)
{
    tunip_str view = tn_arena_str(&self->arena, tunip_str_from(text ? text : ""));
    if (!view.data) self->failed = true;
    return view;
}

tunip_diagnostic *tunip_diagnostics_add(tunip_diagnostics *self, tunip_severity severity,
                                        const char *code, const char *message)
{
    if (!self) return NULL;
    tunip_diagnostic *d = tn_arena_zalloc(&self->arena, sizeof *d);
    if (!d || !tn_array_push(&self->items, &self->arena.allocator, d)) {
        self->failed = true;
        return NULL;
    }
    d->owner = self;
    d->severity = (size_t)severity < TUNIP_LEN(severity_names) ? severity : TUNIP_SEVERITY_ERROR;
    d->code = copy(self, code);
    d->message = copy(self, message);
    return d;
}

static void add_label(tunip_diagnostic *d, tunip_label label, const char *text)
{
    tunip_diagnostics *self = d->owner;
    label.text = copy(self, text);
    label.index = self->label_count;
    if (d->label_room == d->label_count &&
        !tn_array_grow((void **)&d->labels, &d->label_room, d->label_count + 1, sizeof label,
                       &self->arena.allocator)) {
        self->failed = true;
        return;
    }
    d->labels[d->label_count++] = label;
    self->label_count++;
}

void tunip_diagnostic_at_node(tunip_diagnostic *d, tunip_label_kind kind, const tunip_node *node,
                              const char *text)
{
    if (d) add_label(d, (tunip_label){.at = TUNIP_AT_NODE, .kind = kind, .node = node}, text);
}

void tunip_diagnostic_at_path(tunip_diagnostic *d, tunip_label_kind kind, const char *path,
                              const char *text)
{
    if (!d) return;
    tunip_str view = copy(d->owner, path);
    add_label(d, (tunip_label){.at = TUNIP_AT_PATH, .kind = kind, .path = view}, text);
}

void tunip_diagnostic_at_span(tunip_diagnostic *d, tunip_label_kind kind, size_t begin, size_t end,
                              const char *text)
{
    if (!d) return;
    add_label(d, (tunip_label){.at = TUNIP_AT_SPAN, .kind = kind, .begin = begin, .end = end},
              text);
}

void tunip_diagnostic_note(tunip_diagnostic *d, tunip_severity severity, const char *text)
{
    if (!d) return;
    tunip_diagnostics *self = d->owner;
    tunip_remark note = {severity, copy(self, text)};
    if (d->note_room == d->note_count &&
        !tn_array_grow((void **)&d->notes, &d->note_room, d->note_count + 1, sizeof note,
                       &self->arena.allocator)) {
        self->failed = true;
        return;
    }
    d->notes[d->note_count++] = note;
}

void tunip_diagnostic_add_fix(tunip_diagnostic *d, size_t begin, size_t end, const char *text,
                              const char *message, bool is_safe)
{
    if (!d) return;
    tunip_diagnostics *self = d->owner;
    tunip_fix fix = {begin, end, copy(self, text), copy(self, message), is_safe};
    if (d->fix_room == d->fix_count &&
        !tn_array_grow((void **)&d->fixes, &d->fix_room, d->fix_count + 1, sizeof fix,
                       &self->arena.allocator)) {
        self->failed = true;
        return;
    }
    d->fixes[d->fix_count++] = fix;
}

/* ---- queries ---- */

tunip_status tunip_diagnostics_status(const tunip_diagnostics *self)
{
    return self && !self->failed ? TUNIP_OK : TUNIP_ERROR_MEMORY;
}

size_t tunip_diagnostics_count(const tunip_diagnostics *self)
{
    return self ? self->items.count : 0;
}

const tunip_diagnostic *tunip_diagnostics_get(const tunip_diagnostics *self, size_t index)
{
    return index < tunip_diagnostics_count(self) ? self->items.items[index] : NULL;
}

tunip_severity tunip_diagnostic_severity(const tunip_diagnostic *d)
{
    return d->severity;
}

tunip_str tunip_diagnostic_code(const tunip_diagnostic *d)
{
    return d->code;
}

tunip_str tunip_diagnostic_message(const tunip_diagnostic *d)
{
    return d->message;
}

const tunip_label *tunip_diagnostic_label(const tunip_diagnostic *d, size_t index)
{
    return index < d->label_count ? &d->labels[index] : NULL;
}

const tunip_remark *tunip_diagnostic_remark(const tunip_diagnostic *d, size_t index)
{
    return index < d->note_count ? &d->notes[index] : NULL;
}

const tunip_fix *tunip_diagnostic_fix(const tunip_diagnostic *d, size_t index)
{
    return index < d->fix_count ? &d->fixes[index] : NULL;
}

void tn_diagnostic_note_tvm(tunip_diagnostic *self, const tunip_source *source, size_t offset)
{
    size_t line = 0, column = 0, own_line = 0, own_column = 0;
    char text[512];
    if (!self || !source || !self->label_count) return;
    tunip_source_locate(source, offset, &line, &column);
    tunip_source_locate(source, self->labels[0].begin, &own_line, &own_column);
    if (line == own_line) return;
    tunip_str name = tunip_source_name(source);
    snprintf(text, sizeof text, "TVM's parser reports this at %.*s:%zu:%zu", (int)name.size,
             name.data, line, column);
    tunip_diagnostic_note(self, TUNIP_SEVERITY_NOTE, text);
}
