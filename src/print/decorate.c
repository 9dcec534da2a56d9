/* decorate.c -- what is added to a finished text: line numbers, carets below ranges, comments
 * with places in the user's program. */
#include "decorate.h"

#include <stdio.h>
#include <stdlib.h>

#include <tunip/ext/dialect.h>
#include <tunip/site.h>

#include "../ir/path.h"
#include "../ir/site.h"
#include "../util/options.h"
#include "../util/text.h"
#include "docsifier.h"
#include "paths.h"
#include "render.h"

/* ======== decorate ======== */

/* Adds TVM's decorations to a text: line numbers, carets below underlined ranges, and
 * notes for omitted lines.
 *
 * As in TVM, a line may hold several line feeds (those that tunip_write_blank_line() wrote), and
 * only printable ASCII has a width. */

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

static void put_chunk(decorator *self, chunk lines)
{
    self->next = lines.first_caret;
    for (size_t i = lines.begin; i < lines.end && !self->failed; i++) {
        const size_t *starts = self->render->counted.items;
        size_t begin = starts[i];
        size_t end = i + 1 < self->line_count ? starts[i + 1] : self->size;
        put_number(self, i + 1);
        mark(self, false);
        put(self, self->render->text + begin, end - begin);
        if (end == begin || self->render->text[end - 1] != '\n') put(self, "\n", 1);
        put_carets(self, begin, end, lines.last_caret);
    }
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

/* ======== underline ======== */

/* The bytes that get a caret: the requested ranges without the parts that are never
 * underlined. */

static int by_begin(const void *a, const void *b)
{
    const tn_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Copies ranges of the first `size` bytes, sorted; those that touch become one. */
static bool unite(tn_ranges *out, const tn_decoration *how, size_t size,
                  const tunip_allocator *allocator)
{
    if (!tn_array_reserve(out, allocator, how->underline_count)) return false;
    for (size_t i = 0; i < how->underline_count; i++) {
        tn_range range = how->underlines[i];
        if (range.end > size) range.end = size;
        if (range.begin < range.end) out->items[out->count++] = range;
    }
    if (out->count) qsort(out->items, out->count, sizeof *out->items, by_begin);
    size_t last = 0;
    for (size_t i = 1; i < out->count; i++) {
        const tn_range range = out->items[i];
        if (range.begin > out->items[last].end)
            out->items[++last] = range;
        else if (range.end > out->items[last].end)
            out->items[last].end = range.end;
    }
    out->count = out->count ? last + 1 : 0;
    return true;
}

/* `ranges` without `exempt`; both are sorted. */
static bool subtract(tn_ranges *ranges, const tn_ranges *exempt, const tunip_allocator *allocator)
{
    tn_ranges left = {NULL, 0, 0};
    bool fine = true;
    for (size_t i = 0, next = 0; i < ranges->count; i++) {
        tn_range rest = ranges->items[i];
        while (next < exempt->count && exempt->items[next].end <= rest.begin) next++;
        for (size_t k = next; k < exempt->count && exempt->items[k].begin < rest.end; k++) {
            const tn_range gap = exempt->items[k];
            if (gap.begin == gap.end) continue;
            if (gap.begin > rest.begin)
                fine &= tn_array_push(&left, allocator, (tn_range){rest.begin, gap.begin});
            if (gap.end > rest.begin) rest.begin = gap.end;
        }
        if (rest.begin < rest.end) fine &= tn_array_push(&left, allocator, rest);
    }
    tn_array_free(ranges, allocator);
    *ranges = left;
    return fine;
}

/* The ends of lines, each with the indentation of the next line. */
static bool subtract_line_ends(tn_ranges *ranges, const tn_render *render)
{
    tn_ranges ends = {NULL, 0, 0};
    bool fine = true;
    for (size_t at = 0; fine && at < render->size;) {
        const char *feed = memchr(render->text + at, '\n', render->size - at);
        if (!feed) break;
        size_t begin = (size_t)(feed - render->text);
        for (at = begin + 1; at < render->size && render->text[at] == ' ';) at++;
        fine = tn_array_push(&ends, render->allocator, (tn_range){begin, at});
    }
    fine = fine && subtract(ranges, &ends, render->allocator);
    tn_array_free(&ends, render->allocator);
    return fine;
}

bool tn_underlines_find(tn_ranges *out, const tn_render *render, const tn_decoration *how,
                        size_t size)
{
    *out = (tn_ranges){NULL, 0, 0};
    if (!how->underline_count) return true;
    if (unite(out, how, size, render->allocator) &&
        subtract(out, &render->asides, render->allocator) && subtract_line_ends(out, render))
        return true;
    tn_array_free(out, render->allocator);
    return false;
}

/* ======== insert ======== */

/* Puts comments into a finished text. */

typedef struct inserter {
    const tn_insertion *items;
    size_t count;
    size_t *added; /* for each insertion: the bytes of all before it; and the bytes of all */
} inserter;

/* The offset in the new text. An insertion at `offset` itself comes after it. */
static size_t moved(const inserter *in, size_t offset)
{
    size_t low = 0, high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (in->items[middle].at < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return offset + in->added[low];
}

static void copy_text(const inserter *in, const tn_render *render, tunip_str comments, char *out)
{
    size_t from = 0;
    for (size_t i = 0; i <= in->count; i++) {
        size_t to = i < in->count ? in->items[i].at : render->size;
        if (to > from) memcpy(out, render->text + from, to - from);
        out += to - from;
        from = to;
        if (i == in->count) continue;
        size_t size = in->items[i].end - in->items[i].begin;
        if (size) memcpy(out, comments.data + in->items[i].begin, size);
        out += size;
    }
    *out = '\0';
}

/* Merges the asides of the text and the new ones, in order. */
static void merge_asides(const inserter *in, const tn_render *render, tn_range *out)
{
    const tn_ranges *old = &render->asides;
    size_t next = 0;
    for (size_t i = 0; i <= in->count; i++) {
        while (next < old->count && (i == in->count || old->items[next].begin <= in->items[i].at)) {
            const tn_range *aside = &old->items[next++];
            *out++ = (tn_range){moved(in, aside->begin), moved(in, aside->end)};
        }
        size_t at = i < in->count ? in->items[i].at + in->added[i] : 0;
        if (i < in->count) *out++ = (tn_range){at, at + in->added[i + 1] - in->added[i]};
    }
}

static void move_spans(const inserter *in, tn_render *render)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        span->begin = moved(in, span->begin);
        span->end = moved(in, span->end);
    }
    for (size_t i = 0; i < render->counted.count; i++)
        render->counted.items[i] = moved(in, render->counted.items[i]);
}

static void add_up(inserter *in)
{
    in->added[0] = 0;
    for (size_t i = 0; i < in->count; i++)
        in->added[i + 1] = in->added[i] + (in->items[i].end - in->items[i].begin);
}

tunip_status tn_render_insert(tn_render *render, tunip_str comments, const tn_insertion *items,
                              size_t count, tunip_error *error)
{
    const tunip_allocator *a = render->allocator;
    if (!count) return TUNIP_OK;
    inserter in = {items, count, a->alloc(a->ctx, (count + 1) * sizeof *in.added)};
    tn_ranges asides = {NULL, 0, 0};
    size_t room = render->size + comments.size + 1;
    char *text = in.added ? a->alloc(a->ctx, room) : NULL;
    bool fine = text && tn_array_reserve(&asides, a, render->asides.count + count);
    if (fine) {
        add_up(&in);
        copy_text(&in, render, comments, text);
        merge_asides(&in, render, asides.items);
        asides.count = render->asides.count + count;
        move_spans(&in, render);
        tn_array_free(&render->asides, a);
        render->asides = asides;
        a->free(a->ctx, render->text, render->room);
        render->text = text;
        render->size += in.added[count];
        render->room = room;
    } else if (text) {
        a->free(a->ctx, text, room);
    }
    if (in.added) a->free(a->ctx, in.added, (count + 1) * sizeof *in.added);
    return fine ? TUNIP_OK : tn_no_memory(error);
}

/* ======== underline ======== */

/* Finds the bytes of the paths to underline. A path marks the Docs of its longest
 * prefix that has any, as in TVM. So the path of an unprinted node marks its nearest printed
 * ancestor. */

/* For each place of the marked paths: whether it has a Doc, and whether to mark it. */
enum { PRINTED = 1, MARKED = 2 };

typedef struct finder {
    tunip_docsifier *d;
    const tn_render *render;
    unsigned char *places;
    tn_ranges *out;
    bool failed;
} finder;

typedef void (*visit_fn)(finder *f, const tunip_span *span, uint32_t place);

/* Whether TVM does not print the Doc of this span as a whole, so that no path marks it. Blocks are
 * only containers of statements, except the one that is the whole text. Of a tuple without
 * parentheses, as in `y = a, b`, only the elements are printed: PrintTypedDoc(const AssignDoc&) in
 * src/script/printer/doc_printer/python_doc_printer.cc. */
static bool is_in_parts(const finder *f, size_t at)
{
    const tunip_span *span = &f->render->spans.items[at];
    if (span->doc->kind == TUNIP_DOC_BLOCK) return at > 0;
    bool is_tuple = span->doc->kind == TUNIP_DOC_TUPLE && span->doc->sub == TUNIP_TUPLE_LISTED;
    return is_tuple && span->inside && span[1].begin == span->begin;
}

static void visit_spans(finder *f, visit_fn visit)
{
    for (size_t i = 0; i < f->render->spans.count; i++) {
        const tunip_span *span = &f->render->spans.items[i];
        if (is_in_parts(f, i)) continue;
        for (tn_path_cursor c = tn_first_printed_path(f->d, span->doc); c.path;
             tn_next_printed_path(f->d, &c)) {
            uint32_t place = tn_path_set_find(&f->d->marks->paths, c.path);
            if (place != TN_NO_PLACE) visit(f, span, place);
        }
    }
}

static void note_printed(finder *f, const tunip_span *span, uint32_t place)
{
    (void)span;
    f->places[place] |= PRINTED;
}

static void take_marked(finder *f, const tunip_span *span, uint32_t place)
{
    if (!(f->places[place] & MARKED)) return;
    if (!tn_array_push(f->out, f->render->allocator, (tn_range){span->begin, span->end}))
        f->failed = true;
}

/* Returns the place that is marked. */
static uint32_t mark_nearest(finder *f, uint32_t place)
{
    const tn_path_place *places = f->d->marks->paths.places.items;
    while (place != TN_NO_PLACE && !(f->places[place] & PRINTED)) place = places[place].parent;
    if (place != TN_NO_PLACE) f->places[place] |= MARKED;
    return place;
}

/* The first version of TVM that writes the paths before a text: RenderInvisiblePathInfo in
 * src/script/printer/doc_printer/python_doc_printer.cc, and for a root without a script form
 * RenderFallbackWithInvisiblePathInfo in src/script/printer/script_printer.cc. */
enum { SAYS_PATHS = 26 };

static void put_path(tn_text *head, const tunip_path *path)
{
    char text[1024];
    size_t size = tunip_path_text(path, text, sizeof text);
    tn_text_put_visible(head, (tunip_str){text, size < sizeof text ? size : sizeof text - 1});
}

static void say_path(finder *f, tn_text *head, uint32_t place, uint32_t marked)
{
    if (head->bytes.count) tn_text_put_word(head, "\n");
    tn_text_put_word(head, "Access path: ");
    put_path(head, f->d->marks->paths.places.items[place].path);
    if (marked == TN_NO_PLACE)
        tn_text_put_word(head, "\nNote: No visible object for this path is rendered in TVMScript.");
    else if (marked != place)
        tn_text_put_word(head,
                         "\nNote: The underlined object is the nearest visible parent of this "
                         "path.");
}

/* Whether a range reaches into a prerendered function, whose comments are not known. */
static bool reach_text(const tn_render *render, const tn_ranges *ranges)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        const tunip_span *span = &render->spans.items[i];
        if (span->doc->kind != TN_DOC_PRERENDERED) continue;
        for (size_t k = 0; k < ranges->count; k++)
            if (ranges->items[k].begin < span->end && span->begin < ranges->items[k].end)
                return true;
    }
    return false;
}

bool tn_underline_ranges(tunip_docsifier *d, const tn_render *render, tn_ranges *out, tn_text *head)
{
    *out = (tn_ranges){NULL, 0, 0};
    const tn_marks *marks = d->marks;
    if (!marks->underlined_count) return true;
    finder f = {.d = d, .render = render, .out = out};
    f.places = tunip_job_alloc(d, marks->paths.places.count);
    if (!f.places) return false;
    visit_spans(&f, note_printed);
    bool is_script = !d->header->is_plain; /* as in TVM, only scripts are marked */
    for (size_t i = 0; i < marks->underlined_count; i++) {
        uint32_t marked = is_script ? mark_nearest(&f, marks->underlined[i]) : TN_NO_PLACE;
        if (d->vintage >= SAYS_PATHS && !d->options->no_path_info)
            say_path(&f, head, marks->underlined[i], marked);
    }
    if (head->bytes.count) tn_text_put_word(head, "\n\n");
    visit_spans(&f, take_marked);
    d->units->left_over |= reach_text(render, out);
    if (!f.failed && !marks->paths.failed && !head->failed) return true;
    tn_array_free(out, render->allocator);
    return false;
}

/* ======== span comments ======== */

/* Finds the spans of statements by the source map, and writes them at the ends
 * of lines: `# model.py:12, 14` of two places in a file, `# conv1` of a layer.
 *
 * The span of a statement is the span of its nodes. Statements of TVM before v0.26 have no spans:
 * then it is the span of the outermost expressions in the head of the statement. If these have no
 * spans, it is the span of the variables that the statement defines. Other variables do not count,
 * because their spans are the places of their definitions. */

enum { MOST_SHOWN = 8 };

typedef struct commenter {
    const tunip_docsifier *d;
    const tn_render *render;
    tn_follower follower;
    tn_text text; /* of all comments */
    TN_ARRAY(tn_insertion) comments;
    const tunip_span *block;      /* the last block with a path: a function with its header */
    tunip_site sites[MOST_SHOWN]; /* of the current statement, without repetitions */
    size_t count;
    bool is_more; /* the statement has more sites than there is room for */
} commenter;

/* ---- the sites of a statement ---- */

/* A comment has no columns, so sites in one line are the same. */
static bool add_site(void *user, const tunip_site *site)
{
    commenter *c = user;
    if (!site->source.size && site->line <= 0) return true;
    for (size_t i = 0; i < c->count; i++)
        if (c->sites[i].line == site->line && tunip_str_equal(c->sites[i].source, site->source))
            return true;
    c->is_more = c->count == MOST_SHOWN;
    if (!c->is_more) c->sites[c->count++] = *site;
    return !c->is_more;
}

typedef enum choice { ANY, NO_VARIABLES } choice;

/* Adds the span of a Doc. Returns whether the Doc has a span of its own. */
static bool add_doc(commenter *c, const tunip_doc *doc, choice of)
{
    bool any = false;
    for (tn_path_cursor at = tn_first_path(doc); at.path; tn_next_path(c->d, &at)) {
        const tunip_node *node = tn_follow(&c->follower, at.path);
        if (!node || (of == NO_VARIABLES && (node->type->flags & TUNIP_TYPE_VARIABLE))) continue;
        const tunip_node *span = tunip_node_span(node);
        any |= span != NULL;
        tunip_each_site(span, add_site, c);
    }
    return any;
}

static bool is_stmt(const tunip_doc *doc)
{
    return tunip_doc_classify(doc) == TUNIP_CLASS_STMT && doc->role != TUNIP_ROLE_PARAM;
}

/* Adds the outermost Docs with spans among `count` spans of the print; not those in statements and
 * in `beside`, which may be NULL. */
static void add_inner(commenter *c, const tunip_span *spans, size_t count, choice of,
                      const tunip_doc *beside)
{
    for (size_t i = 0; i < count; i++) {
        const tunip_doc *doc = spans[i].doc;
        bool is_done = doc == beside || is_stmt(doc) || add_doc(c, doc, of);
        if (is_done) i += spans[i].inside;
    }
}

static const tunip_doc *defined_by(const tunip_doc *doc)
{
    switch (doc->kind) {
    case TUNIP_DOC_ASSIGN:
        return ((const tunip_doc_assign *)doc)->lhs;
    case TUNIP_DOC_FOR:
        return ((const tunip_doc_for *)doc)->lhs;
    case TUNIP_DOC_SCOPE:
        return ((const tunip_doc_scope *)doc)->lhs;
    default:
        return NULL;
    }
}

/* The type of a variable may be the same node as that of another one. */
static const tunip_doc *annotation_of(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ASSIGN ? ((const tunip_doc_assign *)doc)->annotation : NULL;
}

static void find_sites(commenter *c, const tunip_span *stmt)
{
    tunip_doc_kind kind = stmt->doc->kind;
    bool is_definition = kind == TUNIP_DOC_FUNCTION || kind == TUNIP_DOC_CLASS;
    const tunip_doc *beside = annotation_of(stmt->doc);
    c->count = 0;
    c->is_more = false;
    if (add_doc(c, stmt->doc, ANY)) return;
    if (is_definition && c->block && stmt <= c->block + c->block->inside)
        add_doc(c, c->block->doc, ANY);
    if (is_definition) return;
    add_inner(c, stmt + 1, stmt->inside, NO_VARIABLES, beside);
    const tunip_doc *lhs = c->count ? NULL : defined_by(stmt->doc);
    for (size_t i = 1; lhs && i <= stmt->inside; i++) {
        if (stmt[i].doc != lhs) continue;
        add_inner(c, stmt + i, stmt[i].inside + 1, ANY, NULL);
        return;
    }
}

/* ---- their text ---- */

static void put_sites(commenter *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const tunip_site *site = &c->sites[i], *last = i ? site - 1 : NULL;
        bool is_same =
            last && last->line > 0 && site->line > 0 && tunip_str_equal(last->source, site->source);
        if (last) tn_text_put_word(&c->text, ", ");
        if (!is_same) tn_text_put_visible(&c->text, site->source);
        if (site->line <= 0) continue;
        if (!is_same) tn_text_put_word(&c->text, ":");
        tn_text_put_number(&c->text, (size_t)site->line, 0);
    }
    if (c->is_more) tn_text_put_word(&c->text, ", ...");
}

/* Whether an expression has statements in it, as an operation of MLIR with a region has. */
static bool has_statements(const tunip_span *stmt)
{
    bool found = false;
    for (size_t i = 1; stmt->doc->kind == TUNIP_DOC_EXPR_STMT && !found && i <= stmt->inside; i++)
        found = is_stmt(stmt[i].doc);
    return found;
}

/* The end of the line that gets the comment: the line below the decorators for a function, the
 * first line for a statement with a body, and the last line for other statements. */
static size_t place_of(const commenter *c, const tunip_span *stmt)
{
    bool has_body = stmt->doc->kind == TUNIP_DOC_IF || stmt->doc->kind == TUNIP_DOC_FOR ||
                    stmt->doc->kind == TUNIP_DOC_WHILE || stmt->doc->kind == TUNIP_DOC_SCOPE ||
                    has_statements(stmt);
    const tunip_doc *name = NULL;
    if (stmt->doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)stmt->doc)->name;
    if (stmt->doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)stmt->doc)->name;
    size_t at = has_body || name || stmt->end == stmt->begin ? stmt->begin : stmt->end - 1;
    for (size_t i = 1; name && i <= stmt->inside; i++) {
        if (stmt[i].doc != name) continue;
        at = stmt[i].begin;
        break;
    }
    const char *text = c->render->text;
    const char *newline = memchr(text + at, '\n', c->render->size - at);
    return newline ? (size_t)(newline - text) : c->render->size;
}

/* Adds the comment of a statement, unless its line has one already. */
static bool put_comment(commenter *c, const tunip_span *stmt)
{
    find_sites(c, stmt);
    if (!c->count) return !c->follower.failed;
    size_t at = place_of(c, stmt), begin = c->text.bytes.count;
    const size_t count = c->comments.count;
    if (count && at <= c->comments.items[count - 1].at) return true;
    tn_text_put_word(&c->text, c->render->backend->comment);
    put_sites(c);
    tn_insertion comment = {at, begin, c->text.bytes.count};
    if (!c->text.failed && !tn_array_push(&c->comments, c->text.allocator, comment))
        c->text.failed = true;
    return !c->text.failed && !c->follower.failed;
}

static bool put_comments(commenter *c)
{
    const tn_spans *spans = &c->render->spans;
    for (size_t i = 0; i < spans->count; i++) {
        uint8_t kind = spans->items[i].doc->kind;
        if (kind == TUNIP_DOC_BLOCK && spans->items[i].doc->path) c->block = &spans->items[i];
        bool is_remark = kind == TUNIP_DOC_COMMENT || kind == TUNIP_DOC_DOC_STRING;
        bool is_line = is_stmt(spans->items[i].doc) && kind != TUNIP_DOC_BLOCK && !is_remark;
        if (is_line && !put_comment(c, &spans->items[i])) return false;
    }
    return true;
}

tunip_status tn_span_comments_put(tunip_printed *p, const tunip_node *root, tunip_error *error)
{
    commenter c = {.d = &p->docsifier, .render = &p->render};
    if (!p->render.backend->comment || p->docsifier.header->is_plain) return TUNIP_OK;
    tn_follower_init(&c.follower, root, p->render.allocator);
    tn_text_init(&c.text, p->render.allocator);
    size_t most = p->render.max_bytes;
    if (most) c.text.max_bytes = most > p->render.size ? most - p->render.size : 1;
    tunip_status status = TUNIP_OK;
    if (!put_comments(&c) && c.text.is_over)
        status = tn_limit_bytes(most, error);
    else if (c.text.failed || c.follower.failed)
        status = tn_no_memory(error);
    else
        status = tn_render_insert(&p->render, (tunip_str){c.text.bytes.items, c.text.bytes.count},
                                  c.comments.items, c.comments.count, error);
    tn_array_free(&c.comments, p->render.allocator);
    tn_text_free(&c.text);
    tn_follower_free(&c.follower);
    return status;
}
