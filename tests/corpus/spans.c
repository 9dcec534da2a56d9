/* spans.c -- checks the source map of any print. Reads file names from standard input, prints each
 * file plain and decorated and with all general backends, and complains if one of these properties
 * does not hold:
 *
 *   spans lie within the text; those of one Doc follow each other inside the span around them;
 *   the span of a Doc contains exactly the spans of the Docs inside it;
 *   a Doc rendered alone is the text of its span, except for indentation (in Python);
 *   the index finds for every byte the innermost span, and for every path all its spans;
 *   a node with a place in Python's text has one in every other text, except in programs (the
 *   builder's);
 *   the text without a source map is the same;
 *   a packed source map, which a print usually has, becomes the same spans. */
#include <stdio.h>
#include <stdlib.h>

#include "backends/backends.h"
#include "doc_layout.h"
#include "print/print.h"

#include <tunip.h>
#include <tunip/highlight.h>

/* Docs larger than this are not rendered alone within texts larger than that: it would be
 * quadratic. */
enum { LARGEST_ALONE = 2048, LARGEST_TEXT = 1 << 16, MOST_COMPLAINTS = 50 };

typedef struct subject {
    const char *name, *way;
    const tunip_printed *printed;
    const tunip_span *spans;
    size_t count;
    tunip_str text;
} subject;

static int complaints;
static size_t texts, spans_seen;

static void complain(const subject *s, size_t span, const char *what)
{
    const tunip_span *at = &s->spans[span];
    size_t line, column;
    tunip_printed_locate(s->printed, at->begin, &line, &column);
    if (complaints++ < MOST_COMPLAINTS)
        printf("%s (%s): %s at %zu:%zu, bytes %zu to %zu: %s\n", s->name, s->way,
               tunip_span_kind(at), line, column, at->begin, at->end, what);
}

/* ---- what a Doc is made of ---- */

typedef struct parts {
    const tunip_doc **items;
    size_t count, room;
} parts;

static void add_part(parts *p, const tunip_doc *doc)
{
    if (!doc) return;
    if (p->count == p->room) {
        p->room = 2 * p->room + 16;
        p->items = realloc(p->items, p->room * sizeof *p->items);
    }
    p->items[p->count++] = doc;
}

static void add_parts(parts *p, tunip_docs docs)
{
    for (size_t i = 0; i < docs.count; i++) add_part(p, docs.items[i]);
}

static void find_parts(parts *p, const tunip_doc *doc)
{
    const doc_layout *l = &doc_layouts[doc->kind];
    p->count = 0;
    for (size_t i = 0; i < DOC_MOST_FIELDS; i++) {
        if (l->one[i]) add_part(p, doc_one(doc, l->one[i]));
        if (l->many[i]) add_parts(p, doc_many(doc, l->many[i]));
    }
}

static int by_address(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    return (x > y) - (x < y);
}

static bool same_parts(parts *a, parts *b)
{
    if (a->count != b->count) return false;
    if (!a->count) return true;
    qsort(a->items, a->count, sizeof *a->items, by_address);
    qsort(b->items, b->count, sizeof *b->items, by_address);
    return memcmp(a->items, b->items, a->count * sizeof *a->items) == 0;
}

/* ---- the checks ---- */

static void check_nesting(const subject *s, size_t span)
{
    const tunip_span *at = &s->spans[span];
    size_t after = at->begin, last = span + at->inside;
    if (at->begin > at->end || at->end > s->text.size) complain(s, span, "not within the text");
    for (size_t i = span + 1; i <= last; i += 1 + s->spans[i].inside) {
        if (s->spans[i].begin < after) complain(s, i, "begins before the one before it ends");
        after = s->spans[i].end;
        if (after > at->end) complain(s, i, "ends behind what is around it");
    }
}

/* Checks that a span contains exactly the Docs inside its Doc. An empty span contains none. */
static void check_complete(const subject *s, size_t span, parts *made_of, parts *inside)
{
    const tunip_span *at = &s->spans[span];
    if (at->begin == at->end) return;
    const tunip_doc *unwritten = doc_unwritten(at->doc);
    find_parts(made_of, at->doc);
    inside->count = 0;
    for (size_t i = span + 1; i <= span + at->inside; i += 1 + s->spans[i].inside)
        if (s->spans[i].doc != unwritten) add_part(inside, s->spans[i].doc);
    if (!same_parts(made_of, inside)) complain(s, span, "not all of its parts have spans");
}

static size_t indentation(const subject *s, size_t offset)
{
    size_t begin = offset, spaces = 0;
    while (begin && s->text.data[begin - 1] != '\n') begin--;
    while (begin + spaces < offset && s->text.data[begin + spaces] == ' ') spaces++;
    return spaces;
}

/* Compares without the first spaces of each line but the first. */
static bool is_text(const char *text, const char *end, size_t spaces, tunip_str alone)
{
    const char *at = alone.data, *at_end = alone.data + alone.size;
    for (; text < end && at < at_end && *text == *at; at++) {
        if (*text++ != '\n') continue;
        for (size_t i = 0; i < spaces && text < end && *text == ' '; i++) text++;
    }
    return text == end && at == at_end;
}

/* Removes the parentheses of a tuple, which assignments and loops omit. */
static tunip_str without_parentheses(tunip_str text, bool loop)
{
    size_t comma = !loop && text.size > 2 && text.data[text.size - 2] == ',';
    return (tunip_str){text.data + 1, text.size - 2 - comma};
}

static tunip_str trimmed(tunip_str text)
{
    while (text.size && strchr(" \n", text.data[text.size - 1])) text.size--;
    return text;
}

static bool looks(const subject *s, const tunip_span *at, tunip_str alone)
{
    const char *begin = s->text.data + at->begin, *end = s->text.data + at->end;
    bool is_trimmed = at->end == s->text.size && end > begin && end[-1] != ' ';
    if (is_trimmed) alone = trimmed(alone); /* because the end of the whole text is trimmed */
    return is_text(begin, end, indentation(s, at->begin), alone);
}

static void check_alone(const subject *s, size_t span)
{
    const tunip_span *at = &s->spans[span];
    tn_render render = {.backend = &tunip_backend_python, .allocator = &tn_malloc};
    render.indent_spaces = 4;
    render.keep_tail = true;
    if (tn_render_doc(&render, at->doc, NULL) != TUNIP_OK) complain(s, span, "does not render");
    tunip_str alone = {render.text, render.size};
    bool same = looks(s, at, alone);
    if (!same && at->doc->kind == TUNIP_DOC_TUPLE)
        same = looks(s, at, without_parentheses(alone, s->text.data[at->end] == ' '));
    if (!same && at->doc->kind == TUNIP_DOC_ID) /* raw text of several lines */
        same = is_text(s->text.data + at->begin, s->text.data + at->end, 0, alone);
    if (!same) complain(s, span, "alone it is another text");
    tn_render_free(&render);
}

static void check_index(const subject *s)
{
    tunip_source_map *map = tunip_source_map_new(s->printed, NULL);
    for (size_t i = 0; i < s->count; i++) {
        size_t parent = tunip_source_map_parent(map, i);
        if (parent != TUNIP_NO_SPAN && (parent >= i || parent + s->spans[parent].inside < i))
            complain(s, i, "its parent is not around it");
        size_t at = tunip_source_map_at(map, s->spans[i].begin);
        bool empty = s->spans[i].begin == s->spans[i].end;
        if (!empty && (at < i || at > i + s->spans[i].inside))
            complain(s, i, "what is at its first byte is not inside it");
        const tunip_path *path = tunip_printed_span_path(s->printed, i, 0);
        tunip_found found;
        if (!path || tunip_source_map_find_path(map, path, &found, NULL) != TUNIP_OK) continue;
        bool among = false;
        for (size_t k = 0; k < found.count && !among; k++) among = found.spans[k] == i;
        if (!among || !found.exact) complain(s, i, "is not found by its path");
    }
    tunip_source_map_free(map);
}

/* Whether the backend writes programs, which replace some Docs, so that their parts have no
 * spans. */
static bool is_program(const char *way)
{
    return strcmp(way, "builder") == 0;
}

static void check(const subject *s, bool alone)
{
    parts made_of = {NULL, 0, 0}, inside = {NULL, 0, 0};
    if (s->spans[0].inside + 1 != s->count) complain(s, 0, "not everything is inside the first");
    for (size_t i = 0; i < s->count; i++) {
        size_t size = s->spans[i].end - s->spans[i].begin;
        check_nesting(s, i);
        if (!is_program(s->way)) check_complete(s, i, &made_of, &inside);
        if (alone && (size < LARGEST_ALONE || s->text.size < LARGEST_TEXT)) check_alone(s, i);
    }
    check_index(s);
    free(made_of.items);
    free(inside.items);
}

/* ---- packed source maps ---- */

static bool same_paths(const tunip_printed *a, const tunip_printed *b, size_t span)
{
    for (size_t n = 0;; n++) {
        const tunip_path *one = tunip_printed_span_path(a, span, n);
        const tunip_path *other = tunip_printed_span_path(b, span, n);
        if (!one || !other) return one == other;
        if (one->depth != other->depth || !tunip_path_is_prefix(one, other)) return false;
    }
}

static int note_style(tunip_style style, size_t begin, size_t end, void *user)
{
    size_t *hash = user;
    *hash = *hash * 31 + end;
    *hash = *hash * 31 + begin * 16 + (size_t)style;
    return 0;
}

static size_t hash_of_styles(const tunip_printed *printed)
{
    size_t hash = 0;
    tunip_highlight_each(printed, note_style, &hash, NULL);
    return hash;
}

static void check_packed(const subject *s, tunip_context *context, const tunip_node *root,
                         const tunip_print_options *options)
{
    tunip_printed *packed = NULL;
    tunip_print(context, root, options, &packed, NULL);
    if (!packed || tunip_printed_span_count(packed) != s->count) {
        complain(s, 0, "packed, the source map has another size");
        tunip_printed_free(packed);
        return;
    }
    const tunip_span *spans = tunip_printed_spans(packed);
    for (size_t i = 0; i < s->count; i++) {
        const tunip_span *a = &s->spans[i], *b = &spans[i];
        bool same = a->begin == b->begin && a->end == b->end && a->inside == b->inside &&
                    a->doc->kind == b->doc->kind && a->doc->sub == b->doc->sub &&
                    a->doc->dialect == b->doc->dialect && same_paths(s->printed, packed, i);
        if (!same) complain(s, i, "packed, it is another span");
    }
    if (hash_of_styles(s->printed) != hash_of_styles(packed))
        complain(s, 0, "packed, the text has other colours");
    tunip_printed_free(packed);
}

/* ---- all prints of all files ---- */

static void print(tunip_context *context, const tunip_node *root, const char *name, const char *way,
                  const tunip_print_options *options)
{
    tunip_printed *printed;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tn_print_mapped(context, root, options, NULL, false, &printed, &error);
    if (status == TUNIP_ERROR_RULE && is_program(way)) return; /* builder may refuse the object */
    if (status != TUNIP_OK) {
        complaints++;
        printf("%s (%s): %s\n", name, way, error.message);
        return;
    }
    subject s = {name,
                 way,
                 printed,
                 tunip_printed_spans(printed),
                 tunip_printed_span_count(printed),
                 tunip_printed_text(printed)};
    check(&s, options == NULL);
    check_packed(&s, context, root, options);
    texts++;
    spans_seen += s.count;
    tunip_printed_free(printed);
}

enum { LONGEST_PATH = 4096 };

/* Picks the path of a printed node in the middle of the text; "<root>" if there is none. */
static void pick_path(tunip_context *context, const tunip_node *root, char *out)
{
    tunip_printed *printed = NULL;
    strcpy(out, "<root>");
    tunip_print(context, root, NULL, &printed, NULL);
    size_t count = printed ? tunip_printed_span_count(printed) : 0;
    for (size_t i = count / 2; i < count; i++) {
        const tunip_path *path = tunip_printed_span_path(printed, i, 0);
        if (!path || tunip_path_text(path, NULL, 0) >= LONGEST_PATH) continue;
        tunip_path_text(path, out, LONGEST_PATH);
        break;
    }
    tunip_printed_free(printed);
}

/* Prints the object plainly, with line numbers, and cut to the lines around an underlined node. */
static void print_ways(tunip_context *context, const tunip_graph *graph, const char *name)
{
    char path[LONGEST_PATH];
    const char *const paths[] = {path};
    const tunip_node *root = tunip_graph_root(graph);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    print(context, root, name, "plain", NULL);
    options.print_line_numbers = true;
    print(context, root, name, "numbered", &options);
    pick_path(context, root, path);
    options.underline = paths;
    options.underline_count = TUNIP_LEN(paths);
    options.num_context_lines = 1;
    print(context, root, name, "cut", &options);
    options.print_line_numbers = false;
    options.show_meta = true;
    print(context, root, name, "with metadata", &options);
}

static void must_have_places(const tunip_printed *python, const tunip_printed *other,
                             const char *name, const char *way)
{
    tunip_source_map *map = tunip_source_map_new(other, NULL);
    for (size_t i = 0; i < tunip_printed_span_count(python); i++) {
        const tunip_path *path = tunip_printed_span_path(python, i, 0);
        tunip_found found;
        if (!path ||
            (tunip_source_map_find_path(map, path, &found, NULL) == TUNIP_OK && found.exact))
            continue;
        if (complaints++ < MOST_COMPLAINTS) printf("%s (%s): a path has no place\n", name, way);
    }
    tunip_source_map_free(map);
}

static void must_be_text(tunip_context *context, const tunip_node *root, tunip_str text,
                         const char *name, const char *way)
{
    tunip_printed *printed = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = way;
    options.no_source_map = true;
    tunip_print(context, root, &options, &printed, NULL);
    if ((!printed || !tunip_str_equal(text, tunip_printed_text(printed))) &&
        complaints++ < MOST_COMPLAINTS)
        printf("%s (%s): another text without a source map\n", name, way);
    tunip_printed_free(printed);
}

static void compare_backend(tunip_context *context, const tunip_node *root, const char *name,
                            const tunip_print_options *options)
{
    tunip_printed *python = NULL, *other = NULL;
    if (tunip_print(context, root, NULL, &python, NULL) == TUNIP_OK &&
        tunip_print(context, root, options, &other, NULL) == TUNIP_OK) {
        if (!is_program(options->backend)) must_have_places(python, other, name, options->backend);
        must_be_text(context, root, tunip_printed_text(other), name, options->backend);
    }
    tunip_printed_free(python);
    tunip_printed_free(other);
}

static void print_backends(tunip_context *context, const tunip_graph *graph, const char *name)
{
    static const char *const backends[] = {"text", "doc", "builder"};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    for (size_t i = 0; i < TUNIP_LEN(backends); i++) {
        options.backend = backends[i];
        print(context, tunip_graph_root(graph), name, backends[i], &options);
        compare_backend(context, tunip_graph_root(graph), name, &options);
    }
}

int main(void)
{
    char line[4096];
    tunip_context *context = tunip_context_new(NULL, NULL);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_graph *graph = tunip_read_file(context, line, NULL);
        if (!graph) continue; /* of another version */
        print_ways(context, graph, line);
        print_backends(context, graph, line);
        tunip_graph_free(graph);
    }
    tunip_context_free(context);
    printf("%zu texts, %zu spans, %d complaints\n", texts, spans_seen, complaints);
    return complaints || !texts;
}
