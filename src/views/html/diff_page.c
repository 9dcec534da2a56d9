/* diff_page.c -- the differences of two modules as a page: pairs of lines, with the parts that
 * differ marked. The printed sides of a diff have incomplete source maps, so each side is printed
 * again for its styles. */
#include <tunip/diff_lines.h>

#include "../../core/base/options.h"
#include "../../core/context.h"
#include "../../core/printed.h"
#include "page.h"

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
static void put_line(diff_page *p, int which, size_t line, const char *tag, bool marks)
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
    put_line(p, OLD, pair.lhs, pair.changed ? "del" : "div", both && pair.changed);
    put_line(p, NEW, pair.rhs, pair.changed ? "ins" : "div", both && pair.changed);
    tn_text_put_word(&p->text, "</div>\n");
}

/* Begins a fold of unchanged lines. In some of them, names may differ. */
static void put_fold(diff_page *p, size_t begin, size_t end)
{
    size_t renamed = 0;
    for (size_t i = begin; i < end; i++) renamed += tunip_diff_lines_get(p->lines, i).renamed;
    tn_page_say(&p->text, "<details><summary>%zu unchanged lines", end - begin);
    if (renamed) tn_page_say(&p->text, ", %zu with other names", renamed);
    tn_text_put_word(&p->text, "</summary>\n");
}

/* Writes unchanged lines. Lines far from changed lines fold. */
static void put_same(diff_page *p, size_t begin, size_t end)
{
    size_t count = tunip_diff_lines_count(p->lines);
    size_t from = begin ? begin + p->context : begin, to = end < count ? end : count;
    if (end < count) to = end > p->context ? end - p->context : 0;
    bool folds = to > from + 1;
    for (size_t i = begin; i < end; i++) {
        if (folds && i == from) put_fold(p, from, to);
        put_pair(p, i);
        if (folds && i + 1 == to) tn_text_put_word(&p->text, "</details>\n");
    }
}

static void put_lines(diff_page *p)
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
    tn_page_say(&p->text, "<p class=\"about\">+%zu added, -%zu removed, ~%zu changed lines</p>\n",
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
    tn_page_begin(&p->text, "Differences");
    if (!tunip_script_edit_count(script))
        tn_text_put_word(&p->text, "<p class=\"about\">The modules are equal.</p>\n");
    else
        put_summary(p);
    tn_text_put_word(&p->text, "<main class=\"code diff\">\n<div class=\"row names\">");
    put_name(p, "div", p->options.lhs_name ? p->options.lhs_name : "lhs");
    put_name(p, "div", p->options.rhs_name ? p->options.rhs_name : "rhs");
    tn_text_put_word(&p->text, "</div>\n");
    put_lines(p);
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
