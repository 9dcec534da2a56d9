/* page.c -- pages in HTML: a printed text, or the differences of two. */
#include "page.h"

#include <stdarg.h>
#include <stdio.h>

#include <tunip/diff_lines.h>
#include <tunip/json.h>

#include "../../library/context.h"
#include "../../print/print.h"
#include "../../util/html.h"
#include "../../util/options.h"
#include "../../util/tables.h"
#include "flow.h"

/* ======== page ======== */

/* The frame of pages in HTML, and text in styles. */

#include "html_files.h" /* made of page.css, pane.js and long.js */

/* ---- escapes ---- */

static int gather(const char *data, size_t size, void *user)
{
    tn_text_put(user, data, size);
    return 0;
}

void tn_page_put(tn_text *page, tunip_str text)
{
    tn_html_escape(text, gather, page);
}

void tn_page_put_name(tn_text *page, tunip_str name)
{
    tn_html_put(name, TUNIP_ESCAPE_LINE, gather, page);
}

void tn_page_say(tn_text *page, const char *format, ...)
{
    char room[256];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(room, sizeof room, format, args);
    va_end(args);
    if (size > 0)
        tn_text_put(page, room, (size_t)size < sizeof room ? (size_t)size : sizeof room - 1);
}

/* ---- the frame ---- */

static void begin(tn_text *page, tunip_str title, bool is_long, bool has_graph)
{
    tn_html_head head = {
        .title = title, .style = page_css, .style_hash = page_css_hash, .has_graph = has_graph};
    if (is_long) head.script_hashes[0] = pane_js_hash, head.script_hashes[1] = long_js_hash;
    tn_html_begin(&head, gather, page);
    tn_text_put_word(page, "<header><h1>");
    tn_page_put_name(page, title);
    tn_text_put_word(page, "</h1>");
    tn_text_put_word(page, tn_html_switch);
    tn_text_put_word(page, "</header>\n");
}

void tn_page_begin(tn_text *page, tunip_str title)
{
    begin(page, title, false, false);
}

tunip_status tn_page_end(tn_text *page, tunip_write_fn write, void *user, tunip_error *error)
{
    tn_text_put_word(page, tn_html_end);
    tunip_status status = page->failed ? tn_text_error(page, error) : TUNIP_OK;
    tunip_str text = tn_text_behind(page, 0);
    if (status == TUNIP_OK && write(text.data, text.size, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    tn_text_free(page);
    return status;
}

/* ---- text in styles ---- */

static int add_run(tunip_style style, size_t begin, size_t end, void *user)
{
    tn_styled *styled = user;
    (void)begin;
    return !tn_array_push(&styled->runs, styled->allocator, ((tn_run){end, style}));
}

tunip_status tn_styled_open(tn_styled *styled, const tunip_printed *printed,
                            const tunip_allocator *allocator, tunip_error *error)
{
    tunip_error found = TUNIP_ERROR_INIT;
    *styled = (tn_styled){.text = tunip_printed_text(printed), .allocator = allocator};
    tunip_status status = tunip_highlight_each(printed, add_run, styled, &found);
    if (status == TUNIP_ERROR_CANCELLED) return tn_no_memory(error);
    if (status != TUNIP_OK) tunip_error_set(error, status, "%s", found.message);
    return status;
}

void tn_styled_free(tn_styled *styled)
{
    if (styled->allocator) tn_array_free(&styled->runs, styled->allocator);
}

/* ORDER tunip_style: the classes of theme.css */
static const char *const classes[] = {NULL, "k", "d", "c", "n", "s", "m", "u",
                                      "o",  "v", "y", "b", "t", "a", "l"};

static void put_piece(tn_text *page, tunip_str text, const char *style, const char *tag)
{
    bool marks = strcmp(tag, "mark") == 0;
    if (style)
        tn_page_say(page, "<%s class=\"%s\">", tag, style);
    else if (marks)
        tn_text_put_word(page, "<mark>");
    tn_page_put(page, text);
    if (style || marks) tn_page_say(page, "</%s>", tag);
}

void tn_styled_put(tn_text *page, tn_styled *styled, size_t begin, size_t end, const char *tag)
{
    while (begin < end) {
        while (styled->at < styled->runs.count && styled->runs.items[styled->at].end <= begin)
            styled->at++;
        const tn_run *run =
            styled->at < styled->runs.count ? &styled->runs.items[styled->at] : NULL;
        size_t stop = run && run->end < end ? run->end : end;
        put_piece(page, (tunip_str){styled->text.data + begin, stop - begin},
                  run ? classes[run->style] : NULL, tag);
        begin = stop;
    }
}

/* ======== print page ======== */

/* A printed text as a page: lines with links, functions that fold. */

typedef struct print_page {
    tn_text text;
    tn_styled styled;
    const tunip_source *source;
    const tn_flow *flow;
    TN_ARRAY(tn_range) folds; /* lines, from 1: [the line of the name, the last line] */
    TN_ARRAY(size_t) open;    /* the last lines of the folds around the current line */
    size_t next;              /* fold */
    size_t line_count, function_count;
    tunip_json_writer *json; /* of the names of functions in a long page */
} print_page;

/* ---- functions ---- */

static size_t line_of(const print_page *p, size_t offset)
{
    size_t line, column;
    tunip_source_locate(p->source, offset, &line, &column);
    return line;
}

/* Calls `fn` for each function or class: its lines, and its name. Stops when it returns false. */
typedef bool (*function_fn)(print_page *p, tn_range lines, tunip_str name, bool is_class,
                            const tunip_allocator *allocator);

static bool each_function(print_page *p, const tunip_printed *printed, function_fn fn,
                          const tunip_allocator *allocator)
{
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed);
    bool goes_on = true;
    for (size_t i = 0; i < count && goes_on; i++) {
        tn_flow_part part;
        if (!tn_flow_is_part(p->flow, i, &part)) continue;
        tn_range lines = {line_of(p, part.begin), line_of(p, spans[i].end)};
        goes_on = fn(p, lines, part.name, part.is_class, allocator);
    }
    return goes_on;
}

static bool put_function(print_page *p, tn_range lines, tunip_str name, bool is_class,
                         const tunip_allocator *allocator)
{
    if (lines.end > lines.begin && !tn_array_push(&p->folds, allocator, lines)) return false;
    if (is_class) return true;
    p->function_count++;
    tn_page_say(&p->text, "<li><a href=\"#L%zu\">", lines.begin);
    tn_page_put(&p->text, name);
    tn_text_put_word(&p->text, "</a></li>");
    return true;
}

static void put_about(print_page *p)
{
    tn_page_say(
        &p->text,
        "<section class=\"about\" aria-label=\"Size\">%zu lines, %zu function%s</section>\n",
        p->line_count, p->function_count, p->function_count == 1 ? "" : "s");
}

/* Notes the folds, and lists the functions if there are several. */
static bool put_functions(print_page *p, const tunip_printed *printed,
                          const tunip_allocator *allocator)
{
    tn_text_put_word(&p->text, "<nav aria-label=\"Functions\"><ul>");
    if (!each_function(p, printed, put_function, allocator)) return false;
    tn_text_put_word(&p->text, "</ul></nav>\n");
    put_about(p);
    return true;
}

/* ---- lines ---- */

static bool put_line(print_page *p, size_t line, size_t begin, size_t end,
                     const tunip_allocator *allocator)
{
    bool folds = p->next < p->folds.count && p->folds.items[p->next].begin == line;
    const char *tag = folds ? "summary" : "div";
    if (folds) {
        if (!tn_array_push(&p->open, allocator, p->folds.items[p->next].end)) return false;
        tn_text_put_word(&p->text, "<details open>");
        while (p->next < p->folds.count && p->folds.items[p->next].begin == line) p->next++;
    }
    tn_page_say(&p->text, "<%s class=\"l\" id=\"L%zu\">", tag, line);
    if (folds) /* no link inside of a heading that folds */
        tn_page_say(&p->text, "<span class=\"no\" data-n=\"%zu\"></span><code>", line);
    else
        tn_page_say(&p->text,
                    "<a class=\"no\" href=\"#L%zu\" data-n=\"%zu\" tabindex=\"-1\" "
                    "aria-label=\"line %zu\"></a><code>",
                    line, line, line);
    tn_styled_put(&p->text, &p->styled, begin, end, "span");
    tn_page_say(&p->text, "</code></%s>\n", tag);
    for (; p->open.count && p->open.items[p->open.count - 1] == line; p->open.count--)
        tn_text_put_word(&p->text, "</details>");
    return true;
}

static bool put_lines(print_page *p, const tunip_allocator *allocator)
{
    tunip_str text = p->styled.text;
    size_t begin = 0;
    tn_text_put_word(&p->text, "<main class=\"code\">\n");
    for (size_t line = 1; line <= p->line_count; line++) {
        const char *feed = memchr(text.data + begin, '\n', text.size - begin);
        size_t end = feed ? (size_t)(feed - text.data) : text.size;
        if (!put_line(p, line, begin, end, allocator)) return false;
        begin = end + 1;
    }
    tn_text_put_word(&p->text, "</main>\n");
    return true;
}

/* ---- long texts ---- */

/* Browsers need a second for some 20,000 lines of elements. So a page of more lines has its text as
 * data, and a script makes elements of the lines in view. */
enum { LONG = 20000 };

static int gather_script(const char *data, size_t size, void *user)
{
    return tn_html_put_script((tunip_str){data, size}, gather, user);
}

/* "k3.4s2": three units of a keyword, four plain ones, two of a string. Plain words at the end of a
 * line are left out. */
static size_t style_of(print_page *p, tn_intern *styles, tn_text *row, size_t begin, size_t end)
{
    tn_styled *styled = &p->styled;
    size_t kept = 0;
    row->bytes.count = 0;
    for (size_t at = begin, stop; at < end; at = stop) {
        while (styled->at < styled->runs.count && styled->runs.items[styled->at].end <= at)
            styled->at++;
        const tn_run *run =
            styled->at < styled->runs.count ? &styled->runs.items[styled->at] : NULL;
        const char *name = run ? classes[run->style] : NULL;
        stop = run && run->end < end ? run->end : end;
        tn_text_say(row, "%s%zu", name ? name : ".",
                    tn_utf16_units((tunip_str){styled->text.data + at, stop - at}));
        if (name) kept = row->bytes.count;
    }
    return tn_intern_put(styles, (tunip_str){row->bytes.items, kept});
}

static bool put_long_function(print_page *p, tn_range lines, tunip_str name, bool is_class,
                              const tunip_allocator *allocator)
{
    if (lines.end > lines.begin && !tn_array_push(&p->folds, allocator, lines)) return false;
    if (is_class) return true;
    p->function_count++;
    tunip_json_open(p->json, '[');
    tunip_json_put_size(p->json, lines.begin);
    tunip_json_put_string(p->json, name);
    tunip_json_close(p->json, ']');
    return true;
}

/* The lines, and for each the number of its styles. */
static bool put_long_lines(print_page *p, tn_intern *styles, const tunip_allocator *allocator)
{
    tunip_str text = p->styled.text;
    TN_ARRAY(size_t) numbers = {.items = NULL};
    tn_text row = {.failed = false};
    bool fine = tn_array_reserve(&numbers, allocator, p->line_count);
    tunip_json_key(p->json, "lines");
    tunip_json_open(p->json, '[');
    for (size_t line = 1, begin = 0; fine && line <= p->line_count; line++) {
        const char *feed = memchr(text.data + begin, '\n', text.size - begin);
        size_t end = feed ? (size_t)(feed - text.data) : text.size;
        tunip_json_put_string(p->json, (tunip_str){text.data + begin, end - begin});
        numbers.items[numbers.count] = style_of(p, styles, &row, begin, end);
        fine = numbers.items[numbers.count++] != TN_NOT_INTERNED && !row.failed;
        begin = end + 1;
    }
    tunip_json_close(p->json, ']');
    tunip_json_key(p->json, "style");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; i < numbers.count; i++) tunip_json_put_size(p->json, numbers.items[i]);
    tunip_json_close(p->json, ']');
    tn_array_free(&numbers, allocator);
    tn_text_free(&row);
    return fine;
}

static bool put_long_data(print_page *p, const tunip_printed *printed, tn_intern *styles,
                          const tunip_allocator *allocator)
{
    tunip_json_open(p->json, '{');
    tunip_json_key(p->json, "functions");
    tunip_json_open(p->json, '[');
    bool fine = each_function(p, printed, put_long_function, allocator);
    tunip_json_close(p->json, ']');
    tunip_json_key(p->json, "folds");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; i < p->folds.count; i++) {
        tunip_json_put_size(p->json, p->folds.items[i].begin);
        tunip_json_put_size(p->json, p->folds.items[i].end);
    }
    tunip_json_close(p->json, ']');
    fine = fine && put_long_lines(p, styles, allocator);
    tunip_json_key(p->json, "styles");
    tunip_json_open(p->json, '[');
    for (size_t i = 0; i < styles->count; i++)
        tunip_json_put_string(p->json, styles->entries[i].text);
    tunip_json_close(p->json, ']');
    tunip_json_close(p->json, '}');
    return fine;
}

static const char long_head[] =
    "<main id=\"long\" hidden>\n<form id=\"find\" role=\"search\">"
    "<input type=\"search\" id=\"query\" placeholder=\"Search\" aria-label=\"Search\" "
    "autocomplete=\"off\" spellcheck=\"false\"> <output id=\"hits\" for=\"query\"></output> "
    "<select id=\"function\" aria-label=\"Function\"><option value=\"\">functions"
    "</select> <label title=\"Wrap long lines (w)\"><input type=\"checkbox\" id=\"wrap\">Wrap"
    "</label></form>\n<section id=\"text\"><h2 class=\"aside\">Text</h2><div class=\"lines\" "
    "tabindex=\"0\" role=\"listbox\" aria-label=\"Text\"></div></section>\n</main>\n"
    "<noscript><p class=\"about\">A page of so many lines needs its script. "
    "tunip print without --format html writes the text.</p></noscript>\n"
    "<script type=\"application/json\" id=\"data\">\n";

static tunip_status put_long(print_page *p, const tunip_printed *printed,
                             const tunip_allocator *allocator, tunip_error *error)
{
    tn_intern styles;
    tn_arena arena;
    tn_arena_init(&arena, allocator);
    tn_intern_init(&styles, &arena, allocator);
    tn_text_put_word(&p->text, long_head);
    p->json = tunip_json_writer_new(allocator, NULL, gather_script, &p->text, error);
    bool fine = put_long_data(p, printed, &styles, allocator);
    tunip_status status = tunip_json_writer_end(p->json, error);
    if (status == TUNIP_OK && !fine) status = tn_no_memory(error);
    tn_text_put_word(&p->text, "\n</script>\n");
    put_about(p);
    const char *const scripts[] = {pane_js, long_js};
    for (size_t i = 0; i < TUNIP_LEN(scripts); i++) {
        tn_text_put_word(&p->text, "<script>");
        tn_text_put_word(&p->text, scripts[i]);
        tn_text_put_word(&p->text, "</script>\n");
    }
    tn_intern_free(&styles);
    tn_arena_free(&arena);
    return status;
}

static tunip_status put_short(print_page *p, const tunip_printed *printed,
                              const tunip_allocator *allocator, tunip_error *error)
{
    bool fine = put_functions(p, printed, allocator) && put_lines(p, allocator);
    return fine ? TUNIP_OK : tn_no_memory(error);
}

/* ---- the graph ---- */

enum { OPEN_GRAPH = 10000 }; /* nodes of a graph that is open at first */

/* The flow of values and calls, beside the text. The page of a long text has it closed. */
static tunip_status put_graph(print_page *p, const tn_flow *flow, const char *title, bool is_long,
                              const tunip_allocator *allocator, tunip_error *error)
{
    size_t size = tn_flow_size(flow);
    tn_page_say(&p->text, "<details class=\"beside\"%s><summary>Graph</summary>\n",
                !is_long && size && size <= OPEN_GRAPH ? " open" : "");
    tunip_json_writer *w = tn_html_open_graph(allocator, &p->text, error);
    bool fine = tn_flow_put(flow, title, w);
    tunip_status status = tn_html_close_graph(w, &p->text, error);
    if (status == TUNIP_OK && !fine) status = tn_no_memory(error);
    tn_text_put_word(&p->text, "</details>\n");
    tn_html_put_graph_scripts(gather, &p->text);
    return status;
}

tunip_status tunip_html_print(const tunip_printed *printed, const char *title, tunip_write_fn write,
                              void *user, tunip_error *error)
{
    const tunip_allocator *allocator = printed->render.allocator;
    print_page p = {.source = tunip_printed_source(printed)};
    tn_text_init(&p.text, allocator);
    p.text.max_bytes = printed->docsifier.options->max_bytes;
    tunip_status status = tn_styled_open(&p.styled, printed, allocator, error);
    tn_flow *flow = status == TUNIP_OK ? tn_flow_new(printed, allocator) : NULL;
    if (status == TUNIP_OK && !flow) status = tn_no_memory(error);
    if (status == TUNIP_OK) {
        p.flow = flow;
        p.line_count = line_of(&p, p.styled.text.size);
        bool is_long = p.line_count > LONG, has_graph = tn_flow_count(flow) > 0;
        if (!title) title = "module";
        begin(&p.text, tunip_str_from(title), is_long, has_graph);
        status = is_long ? put_long(&p, printed, allocator, error)
                         : put_short(&p, printed, allocator, error);
        if (status == TUNIP_OK && has_graph)
            status = put_graph(&p, flow, title, is_long, allocator, error);
    }
    tn_flow_free(flow);
    if (status == TUNIP_OK)
        status = tn_page_end(&p.text, write, user, error);
    else
        tn_text_free(&p.text);
    tn_styled_free(&p.styled);
    tn_array_free(&p.folds, allocator);
    tn_array_free(&p.open, allocator);
    return status;
}

/* ======== diff page ======== */

/* The differences of two modules as a page: pairs of lines, with the parts that
 * differ marked. The printed sides of a diff have incomplete source maps, so each side is printed
 * again for its styles. */

enum { OLD, NEW, SIDES, CONTEXT = 3 };

typedef struct diff_page {
    tn_text text;
    const tunip_diff_lines *lines;
    tunip_diff_options options;
    struct diff_page_side {
        tunip_printed *printed;
        tn_styled styled;
        size_t part; /* the next part that may end after the current line */
    } sides[SIDES];
    size_t context;
} diff_page;

/* ---- lines ---- */

/* A byte differs if it is in any part. */
static void put_parts(diff_page *p, int which, size_t begin, size_t end)
{
    struct diff_page_side *side = &p->sides[which];
    size_t count = tunip_diff_lines_part_count(p->lines, which);
    while (begin < end) {
        tunip_line_part part = {end, end};
        for (; side->part < count; side->part++) {
            part = tunip_diff_lines_part(p->lines, which, side->part);
            if (part.end > begin) break;
        }
        if (side->part == count || part.begin > end) part = (tunip_line_part){end, end};
        bool differs = part.begin <= begin;
        size_t stop = !differs ? part.begin : part.end < end ? part.end : end;
        tn_styled_put(&p->text, &side->styled, begin, stop, differs ? "mark" : "span");
        begin = stop;
    }
}

/* A line of a side; 0 is an empty place beside a line of the other side. */
static void page_put_line(diff_page *p, int which, size_t line, const char *tag, bool marks)
{
    struct diff_page_side *side = &p->sides[which];
    const tn_lines *starts = tn_source_lines(tunip_printed_source(side->printed));
    if (!line) {
        tn_text_put_word(&p->text, "<div class=\"none\"></div>");
        return;
    }
    size_t begin = starts->items[line - 1];
    size_t end = line < starts->count ? starts->items[line] - 1 : side->styled.text.size;
    tn_page_say(&p->text, "<%s class=\"l\"><a class=\"no\" id=\"%c%zu\" data-n=\"%zu\"></a><code>",
                tag, which == OLD ? 'l' : 'r', line, line);
    if (marks)
        put_parts(p, which, begin, end);
    else
        tn_styled_put(&p->text, &side->styled, begin, end, "span");
    tn_page_say(&p->text, "</code></%s>", tag);
}

/* A line without its indentation. */
static tunip_str words_of(const diff_page *p, int which, size_t line)
{
    const tn_lines *starts = tn_source_lines(tunip_printed_source(p->sides[which].printed));
    tunip_str text = p->sides[which].styled.text;
    size_t begin = starts->items[line - 1];
    size_t end = line < starts->count ? starts->items[line] - 1 : text.size;
    while (begin < end && text.data[begin] == ' ') begin++;
    return (tunip_str){text.data + begin, end - begin};
}

/* The rest of the tag of a row: its classes, and a title that says what the text does not show. */
static const char *rest_of_tag(const diff_page *p, tunip_line_pair pair)
{
    if (!pair.lhs) return "new\"";
    if (!pair.rhs) return "old\"";
    if (!pair.changed)
        return pair.renamed ? "same weak\" title=\"only names of variables differ\"" : "same\"";
    bool is_hidden = tunip_str_equal(words_of(p, OLD, pair.lhs), words_of(p, NEW, pair.rhs));
    if (!is_hidden) return "both\"";
    return "both hidden\" title=\"the text is the same, but the IR differs\"";
}

static void put_pair(diff_page *p, size_t index)
{
    tunip_line_pair pair = tunip_diff_lines_get(p->lines, index);
    bool both = pair.lhs && pair.rhs;
    tn_page_say(&p->text, "<div class=\"row %s>", rest_of_tag(p, pair));
    page_put_line(p, OLD, pair.lhs, pair.changed ? "del" : "div", both && pair.changed);
    page_put_line(p, NEW, pair.rhs, pair.changed ? "ins" : "div", both && pair.changed);
    tn_text_put_word(&p->text, "</div>\n");
}

/* Writes unchanged lines. Lines far from changed lines fold. */
static void put_same(diff_page *p, size_t begin, size_t end)
{
    size_t count = tunip_diff_lines_count(p->lines);
    size_t from = begin ? begin + p->context : begin, to = end < count ? end : count;
    if (end < count) to = end > p->context ? end - p->context : 0;
    bool folds = to > from + 1;
    for (size_t i = begin; i < end; i++) {
        if (folds && i == from) {
            /* Begins a fold of unchanged lines. In some of them, names may differ. */
            size_t renamed = 0;
            for (size_t k = from; k < to; k++) renamed += tunip_diff_lines_get(p->lines, k).renamed;
            tn_page_say(&p->text, "<details><summary>%zu unchanged lines", to - from);
            if (renamed) tn_page_say(&p->text, ", %zu with other names", renamed);
            tn_text_put_word(&p->text, "</summary>\n");
        }
        put_pair(p, i);
        if (folds && i + 1 == to) tn_text_put_word(&p->text, "</details>\n");
    }
}

static void page_put_lines(diff_page *p)
{
    size_t count = tunip_diff_lines_count(p->lines);
    for (size_t i = 0, end; i < count; i = end) {
        bool is_changed = tunip_diff_lines_get(p->lines, i).changed;
        for (end = i; end < count && tunip_diff_lines_get(p->lines, end).changed == is_changed;)
            end++;
        if (!is_changed) put_same(p, i, end);
        for (size_t k = i; is_changed && k < end; k++) put_pair(p, k);
    }
}

static void put_summary(diff_page *p)
{
    tunip_line_counts counts = tunip_diff_lines_counts(p->lines);
    tn_page_say(&p->text,
                "<section class=\"about\" aria-label=\"Changes\">+%zu added, -%zu removed, ~%zu "
                "changed lines</section>\n",
                counts.added, counts.removed, counts.changed);
}

static void put_name(diff_page *p, const char *tag, const char *name)
{
    tn_page_say(&p->text, "<%s>", tag);
    tn_page_put_name(&p->text, tunip_str_from(name));
    tn_page_say(&p->text, "</%s>", tag);
}

static void put_page(diff_page *p, const tunip_script *script)
{
    const char *names[] = {p->options.lhs_name ? p->options.lhs_name : "lhs",
                           p->options.rhs_name ? p->options.rhs_name : "rhs"};
    tn_text title;
    tn_text_init(&title, NULL);
    tn_text_put_word(&title, names[0]);
    tn_text_put_word(&title, " and ");
    tn_text_put_word(&title, names[1]);
    tn_page_begin(&p->text, tn_text_str(&title));
    tn_text_free(&title);
    if (!tunip_script_edit_count(script))
        tn_text_put_word(
            &p->text,
            "<section class=\"about\" aria-label=\"Changes\">The modules are equal.</section>\n");
    else
        put_summary(p);
    tn_text_put_word(&p->text, "<main class=\"code diff\">\n<div class=\"row names\">");
    for (size_t i = 0; i < 2; i++) put_name(p, "div", names[i]);
    tn_text_put_word(&p->text, "</div>\n");
    page_put_lines(p);
    tn_text_put_word(&p->text, "</main>\n");
}

/* ---- the page ---- */

static tunip_status open_side(diff_page *p, int which, tunip_context *context, tunip_error *error)
{
    const tunip_printed *printed =
        which == OLD ? tunip_diff_lines_lhs(p->lines) : tunip_diff_lines_rhs(p->lines);
    tunip_print_options options;
    struct diff_page_side *side = &p->sides[which];
    tunip_status status = tn_options_take(&options, sizeof options, p->options.print, error);
    options.no_source_map = false;
    if (status == TUNIP_OK)
        status = tunip_print(context, printed->root, &options, &side->printed, error);
    if (status != TUNIP_OK) return status;
    return tn_styled_open(&side->styled, side->printed, &context->allocator, error);
}

tunip_status tunip_html_diff(tunip_context *context, const tunip_script *script,
                             const tunip_diff_options *options, tunip_write_fn write, void *user,
                             tunip_error *error)
{
    diff_page p = {.context = CONTEXT};
    tn_text_init(&p.text, &context->allocator);
    p.text.max_bytes = context->limits.max_bytes;
    tunip_status status = tn_options_take(&p.options, sizeof p.options, options, error);
    if (p.options.context) p.context = p.options.context;
    if (p.options.no_context) p.context = 0;
    tunip_diff_lines *lines =
        status == TUNIP_OK ? tunip_diff_lines_new(context, script, &p.options, error) : NULL;
    p.lines = lines;
    if (!lines) status = error && error->code ? error->code : TUNIP_ERROR_MEMORY;
    for (int i = 0; i < SIDES && status == TUNIP_OK; i++) status = open_side(&p, i, context, error);
    if (status == TUNIP_OK) {
        put_page(&p, script);
        status = tn_page_end(&p.text, write, user, error);
    } else {
        tn_text_free(&p.text);
    }
    for (int i = 0; i < SIDES; i++) {
        tn_styled_free(&p.sides[i].styled);
        tunip_printed_free(p.sides[i].printed);
    }
    tunip_diff_lines_free(lines);
    return status;
}
