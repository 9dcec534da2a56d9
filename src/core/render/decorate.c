/* decorate.c -- adds TVM's decorations to a text: line numbers, carets below underlined ranges, and
 * notes for omitted lines.
 *
 * As in TVM, a line may hold several line feeds (those that tunip_write_blank_line() wrote), and
 * only printable ASCII has a width. */
#include "decorate.h"

#include <stdio.h>

enum { FEWEST_LEFT_OUT = 2 }; /* a note in place of a single line would not save space */

/* A run of shown lines: their numbers from 0, and the numbers of their caret ranges. */
typedef struct chunk {
    size_t begin, end;
    size_t first_caret, last_caret;
} chunk;

typedef struct decorator {
    tn_render *render;
    const tn_decoration *how;
    size_t size;       /* of the undecorated text */
    size_t line_count; /* without an empty last line */
    size_t all_count;  /* with it */
    size_t width;      /* width of a line number and its blank, or 0 */
    tn_ranges carets;
    size_t next;    /* of `carets` */
    size_t *starts; /* the new start of each counted line, */
    bool *hidden;   /* or the place where it was omitted */
    size_t marked;  /* how many lines have a start */
    TN_ARRAY(char) out;
    bool failed;
} decorator;

/* ---- writing ---- */

static void put(decorator *self, const char *data, size_t size)
{
    if (!tn_array_reserve(&self->out, self->render->allocator, size)) {
        self->failed = true;
        return;
    }
    if (size) memcpy(self->out.items + self->out.count, data, size);
    self->out.count += size;
}

static void fill(decorator *self, char c, size_t count)
{
    if (!tn_array_reserve(&self->out, self->render->allocator, count)) {
        self->failed = true;
        return;
    }
    if (count) memset(self->out.items + self->out.count, c, count);
    self->out.count += count;
}

/* Right-aligned; its last column stays blank. */
static void put_number(decorator *self, size_t number)
{
    char digits[24];
    if (!self->width) return;
    int size = snprintf(digits, sizeof digits, "%zu ", number);
    fill(self, ' ', self->width - (size_t)size);
    put(self, digits, (size_t)size);
}

/* ---- carets ---- */

/* The number of columns of the bytes, as TVM counts them. */
static size_t width_of(const decorator *self, size_t begin, size_t end)
{
    size_t width = 0;
    for (size_t i = begin; i < end; i++)
        width += self->render->text[i] >= ' ' && self->render->text[i] <= '~';
    return width;
}

/* A part without a width also gets a caret, so the following part is written one column shorter. */
static size_t pay(size_t width, bool *owed)
{
    if (!width || !*owed) return width;
    *owed = false;
    return width - 1;
}

/* Underlines `part`, with everything before it in the line written up to `at`. */
static void put_part(decorator *self, size_t at, tn_range part, bool *owed)
{
    fill(self, ' ', pay(width_of(self, at, part.begin), owed));
    size_t carets = width_of(self, part.begin, part.end);
    if (!carets && !*owed) {
        fill(self, '^', 1);
        *owed = true;
    } else {
        fill(self, '^', pay(carets, owed));
    }
}

/* The line below one that has carets. */
static void put_carets(decorator *self, size_t begin, size_t end, size_t last_caret)
{
    bool owed = false;
    size_t at = begin;
    while (self->next < last_caret && self->carets.items[self->next].begin < end) {
        tn_range *caret = &self->carets.items[self->next];
        if (at == begin) fill(self, ' ', self->width);
        tn_range part = {caret->begin, caret->end < end ? caret->end : end};
        put_part(self, at, part, &owed);
        at = caret->begin = part.end;
        if (caret->begin == caret->end) self->next++;
    }
    if (at != begin) put(self, "\n", 1);
}

/* ---- lines ---- */

static void mark(decorator *self, bool hidden)
{
    self->starts[self->marked] = self->out.count;
    self->hidden[self->marked++] = hidden;
}

static void put_line(decorator *self, size_t line, size_t last_caret)
{
    const size_t *starts = self->render->counted.items;
    size_t begin = starts[line];
    size_t end = line + 1 < self->line_count ? starts[line + 1] : self->size;
    put_number(self, line + 1);
    mark(self, false);
    put(self, self->render->text + begin, end - begin);
    if (end == begin || self->render->text[end - 1] != '\n') put(self, "\n", 1);
    put_carets(self, begin, end, last_caret);
}

static void put_chunk(decorator *self, chunk lines)
{
    self->next = lines.first_caret;
    for (size_t i = lines.begin; i < lines.end && !self->failed; i++)
        put_line(self, i, lines.last_caret);
}

static void leave_out(decorator *self, size_t up_to)
{
    char note[64];
    if (self->marked >= up_to) return;
    int size = snprintf(note, sizeof note, "(... %zu lines skipped ...)\n", up_to - self->marked);
    while (self->marked < up_to) mark(self, true);
    put(self, note, (size_t)size);
}

/* ---- chunks ---- */

/* The lines of a range of carets and those around it. */
static chunk lines_around(const decorator *self, size_t caret)
{
    const tn_range range = self->carets.items[caret];
    size_t context = self->how->context;
    size_t begin = tn_lines_upto(&self->render->counted, range.begin) - 1;
    size_t end = tn_lines_upto(&self->render->counted, range.end - 1);
    return (chunk){.begin = context > begin ? 0 : begin - context,
                   .end = context > self->line_count - end ? self->line_count : end + context,
                   .first_caret = caret,
                   .last_caret = caret + 1};
}

static void put_chunks(decorator *self)
{
    chunk current = lines_around(self, 0);
    if (current.begin < FEWEST_LEFT_OUT) current.begin = 0;
    for (size_t i = 1; i < self->carets.count; i++) {
        chunk other = lines_around(self, i);
        if (other.begin < current.end + FEWEST_LEFT_OUT) {
            current.end = other.end;
            current.last_caret = other.last_caret;
            continue;
        }
        leave_out(self, current.begin);
        put_chunk(self, current);
        current = other;
    }
    leave_out(self, current.begin);
    if (self->line_count - current.end < FEWEST_LEFT_OUT) current.end = self->line_count;
    put_chunk(self, current);
    leave_out(self, self->line_count);
}

/* ---- all of it ---- */

static size_t digits_of(size_t number)
{
    size_t digits = 1;
    while (number /= 10) digits++;
    return digits;
}

static bool begin(decorator *self)
{
    const tn_render *render = self->render;
    const tunip_allocator *a = render->allocator;
    const tn_lines *lines = &render->counted;
    self->all_count = lines->count;
    self->size = render->size;
    while (self->size && render->text[self->size - 1] == ' ') self->size--;
    self->line_count =
        lines->count - (lines->count && lines->items[lines->count - 1] >= self->size);
    self->width = self->how->numbers ? digits_of(self->line_count) + 1 : 0;
    self->starts = a->alloc(a->ctx, (self->all_count + 1) * sizeof *self->starts);
    self->hidden = a->alloc(a->ctx, (self->all_count + 1) * sizeof *self->hidden);
    size_t room = self->size + self->line_count * self->width + 2;
    return self->starts && self->hidden && tn_array_reserve(&self->out, a, room) &&
           tn_underlines_find(&self->carets, render, self->how, self->size);
}

static void release(decorator *self)
{
    const tunip_allocator *a = self->render->allocator;
    size_t count = self->all_count + 1;
    if (self->starts) a->free(a->ctx, self->starts, count * sizeof *self->starts);
    if (self->hidden) a->free(a->ctx, self->hidden, count * sizeof *self->hidden);
    tn_array_free(&self->carets, a);
    tn_array_free(&self->out, a);
}

/* The lines that are shown begin with their numbers. */
static void move_lines(decorator *self)
{
    tn_lines *lines = &self->render->counted;
    size_t count = 0;
    for (size_t i = 0; i < self->marked; i++)
        if (!self->hidden[i]) lines->items[count++] = self->starts[i] - self->width;
    lines->count = count;
}

/* Hands the text over to the render; it has room for a NUL. */
static void finish(decorator *self)
{
    tn_render *render = self->render;
    size_t size = tn_text_trimmed(render, (tunip_str){self->out.items, self->out.count});
    while (self->marked < self->all_count) mark(self, true);
    tn_source_map_move(render, self->starts, self->hidden);
    move_lines(self);
    tn_source_map_clip(render, size);
    render->allocator->free(render->allocator->ctx, render->text, render->room);
    render->text = self->out.items;
    render->room = self->out.room;
    render->size = size;
    render->text[size] = '\0';
    self->out.items = NULL;
    self->out.room = 0;
}

tunip_status tn_decorate(tn_render *render, const tn_decoration *how, tunip_error *error)
{
    decorator self = {.render = render, .how = how};
    self.failed = !begin(&self);
    if (!self.failed) put(&self, how->head.data, how->head.size);
    if (!self.failed && self.carets.count)
        put_chunks(&self);
    else if (!self.failed)
        put_chunk(&self, (chunk){.end = self.line_count});
    put(&self, "", 1);
    bool failed = self.failed;
    if (!failed) self.out.count--;
    if (!failed) finish(&self);
    release(&self);
    return failed ? tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while decorating")
                  : TUNIP_OK;
}
