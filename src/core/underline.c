/* underline.c -- finds the bytes of the paths to underline. A path marks the Docs of its longest
 * prefix that has any, as in TVM. So the path of an unprinted node marks its nearest printed
 * ancestor. */
#include "underline.h"

#include <tunip/ext/dialect.h>

#include "docsify/marks.h"
#include "docsify/paths.h"
#include "docsify/root.h"
#include "docsify/stages.h"

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
    d->stages->left_over |= reach_text(render, out);
    if (!f.failed && !marks->paths.failed && !head->failed) return true;
    tn_array_free(out, render->allocator);
    return false;
}
