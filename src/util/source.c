/* source.c -- named texts with their lines, and files that are opened again to read parts of
 * them. */
#include "source.h"

#include <errno.h>
#include <stdio.h>

#include "memory.h"
#include "text.h"

/* ======== file ======== */

/* Opens a file again and reads parts of it. */

tunip_status tn_file_fail(tunip_error *error, const char *what, int reason)
{
    char text[TN_OS_REASON];
    return tunip_error_set(error, TUNIP_ERROR_IO, "cannot %s: %s", what,
                           tn_os_reason(reason, text));
}

bool tn_file_note(tn_file *file, int open_file)
{
    if (!tn_look_open(open_file, &file->noted) || file->noted.kind != TN_IS_FILE) return false;
    file->size = (size_t)file->noted.size;
    return true;
}

tunip_status tn_file_fail_changed(tunip_error *error)
{
    return tunip_error_set(error, TUNIP_ERROR_IO, "the file changed while it was read");
}

bool tn_file_is_unchanged(const tn_file *file, int open_file)
{
    const tn_about *a = &file->noted;
    tn_about b;
    return tn_look_open(open_file, &b) && tn_is_same_file(a, &b) && a->size == b.size &&
           a->seconds == b.seconds && a->nanoseconds == b.nanoseconds;
}

/* A program may append to the file. */
static bool has_noted_part(const tn_file *file, int open_file)
{
    tn_about now;
    return tn_look_open(open_file, &now) && tn_is_same_file(&file->noted, &now) &&
           file->noted.size <= now.size;
}

int tn_file_open(const tn_file *file, const char *path, tunip_error *error)
{
    int opened = tn_os_open(path, TN_NO_WAIT);
    if (opened < 0) {
        tn_file_fail(error, "open", errno);
        return -1;
    }
    if (has_noted_part(file, opened)) return opened;
    tn_os_close(opened);
    tn_file_fail_changed(error);
    return -1;
}

size_t tn_file_read(int open_file, size_t offset, char *out, size_t size, tunip_error *error)
{
    size_t count = 0;
    while (count < size) {
        ptrdiff_t got = tn_os_read_at(open_file, offset + count, out + count, size - count);
        if (got < 0) tn_file_fail(error, "read", errno);
        if (got < 0) return SIZE_MAX;
        if (got == 0) break;
        count += (size_t)got;
    }
    return count;
}

/* ======== source ======== */

/* Named texts, and their lines, found by offset. */

static bool add_line(tn_lines *lines, size_t start, const tunip_allocator *allocator)
{
    if (tn_array_push(lines, allocator, start)) return true;
    tn_array_free(lines, allocator);
    return false;
}

bool tn_lines_build(tn_lines *lines, tunip_str text, const tunip_allocator *allocator)
{
    *lines = (tn_lines){NULL, 0, 0};
    size_t start = 0;
    if (!add_line(lines, start, allocator)) return false;
    while (start < text.size) {
        const char *newline = memchr(text.data + start, '\n', text.size - start);
        if (!newline) break;
        start = (size_t)(newline - text.data) + 1;
        if (!add_line(lines, start, allocator)) return false;
    }
    if (!add_line(lines, text.size, allocator)) return false;
    lines->count--;
    return true;
}

size_t tn_lines_upto(const tn_lines *lines, size_t offset)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->items[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void tn_lines_locate(const tn_lines *lines, size_t offset, size_t *line, size_t *column)
{
    size_t size = lines->items[lines->count];
    if (offset > size) offset = size;
    *line = tn_lines_upto(lines, offset);
    *column = offset - lines->items[*line - 1] + 1;
}

void tn_text_locate(tunip_str text, size_t offset, size_t *line, size_t *column)
{
    if (offset > text.size) offset = text.size;
    size_t start = 0;
    *line = 1;
    for (const char *newline; start < offset; ++*line) {
        newline = memchr(text.data + start, '\n', offset - start);
        if (!newline) break;
        start = (size_t)(newline - text.data) + 1;
    }
    *column = offset - start + 1;
}

/* ---- sources ---- */

void tn_source_init(tunip_source *self, const tunip_allocator *allocator, tunip_str name,
                    tunip_str text)
{
    *self = (tunip_source){.allocator = *allocator, .name = name, .text = text};
    tn_mutex_init(&self->lock);
}

void tn_source_drop(tunip_source *self)
{
    tn_string_free(&self->allocator, self->own_name);
    tn_array_free(&self->bytes, &self->allocator);
    tn_array_free(&self->lines, &self->allocator);
    tn_array_free(&self->late.head, &self->allocator);
    tn_array_free(&self->late.all, &self->allocator);
    tn_mutex_destroy(&self->lock);
}

/* The table is a cache, so making it does not change the source. */
const tn_lines *tn_source_lines(const tunip_source *source)
{
    static const size_t ends[2] = {0};
    static const tn_lines of_nothing = {(size_t *)ends, 1, TUNIP_LEN(ends)};
    tunip_source *self = (tunip_source *)source;
    tunip_str text;
    tunip_status status = tn_source_load(source, &text, NULL);
    if (status != TUNIP_OK) return status == TUNIP_ERROR_MEMORY ? NULL : &of_nothing;
    tn_mutex_lock(&self->lock);
    bool made = self->lines.count || tn_lines_build(&self->lines, text, &self->allocator);
    tn_mutex_unlock(&self->lock);
    return made ? &self->lines : NULL;
}

void tunip_source_free(tunip_source *self)
{
    if (!self) return;
    const tunip_allocator allocator = self->allocator;
    tn_source_drop(self);
    allocator.free(allocator.ctx, self, sizeof *self);
}

static bool copy(tunip_source *self, tunip_str name, tunip_str text)
{
    self->own_name = tn_string_new(&self->allocator, name);
    if (!self->own_name || text.size == SIZE_MAX ||
        !tn_array_reserve(&self->bytes, &self->allocator, text.size + 1))
        return false;
    if (text.size) memcpy(self->bytes.items, text.data, text.size);
    self->bytes.items[text.size] = '\0';
    self->name = (tunip_str){self->own_name, name.size};
    self->text = (tunip_str){self->bytes.items, text.size};
    return true;
}

tunip_source *tunip_source_new(const tunip_allocator *allocator, tunip_str name, tunip_str text,
                               tunip_error *error)
{
    if (!allocator) allocator = &tn_malloc;
    tunip_source *self = allocator->alloc(allocator->ctx, sizeof *self);
    if (self) {
        tn_source_init(self, allocator, name, text);
        if (copy(self, name, text)) return self;
        tunip_source_free(self);
    }
    tn_no_memory(error);
    return NULL;
}

tunip_str tunip_source_name(const tunip_source *self)
{
    return self->name;
}

tunip_str tunip_source_text(const tunip_source *self)
{
    tunip_str text;
    tn_source_load(self, &text, NULL);
    return text;
}

tunip_str tunip_source_head(const tunip_source *self)
{
    tunip_str head = tn_source_head(self);
    return (tunip_str){head.data, head.size < TUNIP_SOURCE_HEAD ? head.size : TUNIP_SOURCE_HEAD};
}

void tunip_source_locate(const tunip_source *self, size_t offset, size_t *line, size_t *column)
{
    const tn_lines *lines = tn_source_lines(self);
    if (lines)
        tn_lines_locate(lines, offset, line, column);
    else
        tn_text_locate(tunip_source_text(self), offset, line, column);
}

/* ---- texts that are still in their files ---- */

/* Reads the first `size` bytes, and adds a NUL. */
static tunip_status read_bytes(const tunip_source *self, int open_file, size_t size, tn_bytes *out,
                               tunip_error *error)
{
    const tunip_allocator *allocator = &self->allocator;
    if (size == SIZE_MAX || !tn_array_reserve(out, allocator, size + 1)) return tn_no_memory(error);
    size_t count = tn_file_read(open_file, 0, out->items, size, error);
    if (count == SIZE_MAX) {
        tn_array_free(out, allocator);
        return TUNIP_ERROR_IO;
    }
    out->count = count;
    out->items[count] = '\0';
    return TUNIP_OK;
}

tunip_status tn_source_delay(tunip_source *self, int open_file, const tn_file *file, size_t window,
                             tunip_error *error)
{
    tn_late *late = &self->late;
    late->window = window;
    late->file = *file;
    size_t size = window < file->size ? window : file->size;
    return read_bytes(self, open_file, size, &late->head, error);
}

/* With the lock. */
static tunip_status load(tunip_source *self, tunip_error *error)
{
    tn_late *late = &self->late;
    int open_file = tn_file_open(&late->file, self->own_name, error);
    if (open_file < 0) return TUNIP_ERROR_IO;
    tunip_status status = read_bytes(self, open_file, late->file.size, &late->all, error);
    tn_os_close(open_file);
    if (status != TUNIP_OK) return status;
    if (late->all.count != late->file.size ||
        memcmp(late->all.items, late->head.items, late->head.count) != 0) {
        tn_array_free(&late->all, &self->allocator);
        return tn_file_fail_changed(error);
    }
    self->text = (tunip_str){late->all.items, late->all.count};
    return TUNIP_OK;
}

/* When the text is read does not change it, so the source counts as constant. */
tunip_status tn_source_load(const tunip_source *source, tunip_str *text, tunip_error *error)
{
    tunip_source *self = (tunip_source *)source;
    tunip_status status = TUNIP_OK;
    bool is_shared = self->late.window != 0; /* another thread may read the text now */
    if (is_shared) tn_mutex_lock(&self->lock);
    if (is_shared && !self->late.all.items) status = load(self, error);
    if (text) *text = self->text;
    if (is_shared) tn_mutex_unlock(&self->lock);
    return status;
}

bool tn_source_is_late(const tunip_source *source)
{
    tunip_source *self = (tunip_source *)source;
    if (!self->late.window) return false;
    tn_mutex_lock(&self->lock);
    bool is_late = !self->late.all.items;
    tn_mutex_unlock(&self->lock);
    return is_late;
}

size_t tn_source_size(const tunip_source *source)
{
    return source->late.window ? source->late.file.size : source->text.size;
}

tunip_str tn_source_head(const tunip_source *source)
{
    const tn_bytes *head = &source->late.head;
    return source->late.window ? (tunip_str){head->items, head->count} : source->text;
}
