/* print_page.c -- a printed text as a page: lines with links, functions that fold. */
#include "../../core/printed.h"
#include "page.h"

typedef struct print_page {
    tn_text text;
    tn_styled styled;
    const tunip_source *source;
    TN_ARRAY(tn_range) folds; /* lines, from 1: [the line of the name, the last line] */
    TN_ARRAY(size_t) open;    /* the last lines of the folds around the current line */
    size_t next;              /* fold */
    size_t line_count;
} print_page;

/* ---- functions ---- */

static size_t line_of(const print_page *p, size_t offset)
{
    size_t line, column;
    tunip_source_locate(p->source, offset, &line, &column);
    return line;
}

static bool is_foldable(const tunip_span *span)
{
    return span->doc->kind == TUNIP_DOC_FUNCTION || span->doc->kind == TUNIP_DOC_CLASS;
}

static const tunip_doc *name_of(const tunip_doc *doc)
{
    const void *any = doc;
    return doc->kind == TUNIP_DOC_CLASS ? ((const tunip_doc_class *)any)->name
                                        : ((const tunip_doc_function *)any)->name;
}

/* The span of the name of a function, inside of the span of the function. Decorators come before
 * the name. */
static const tunip_span *name_span(const tunip_span *span)
{
    const tunip_doc *name = name_of(span->doc);
    for (size_t i = 1; i <= span->inside; i++)
        if (span[i].doc == name) return &span[i];
    return NULL;
}

/* Notes the folds, and lists the functions if there are several. */
static bool put_functions(print_page *p, const tunip_printed *printed,
                          const tunip_allocator *allocator)
{
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed), functions = 0;
    tn_text_put_word(&p->text, "<nav aria-label=\"Functions\"><ul>");
    for (size_t i = 0; i < count; i++) {
        const tunip_span *name = is_foldable(&spans[i]) ? name_span(&spans[i]) : NULL;
        if (!name) continue;
        tn_range lines = {line_of(p, name->begin), line_of(p, spans[i].end)};
        if (lines.end > lines.begin && !tn_array_push(&p->folds, allocator, lines)) return false;
        if (spans[i].doc->kind == TUNIP_DOC_CLASS) continue;
        functions++;
        tn_page_say(&p->text, "<li><a href=\"#L%zu\">", lines.begin);
        tn_page_put(&p->text,
                    (tunip_str){p->styled.text.data + name->begin, name->end - name->begin});
        tn_text_put_word(&p->text, "</a></li>");
    }
    tn_text_put_word(&p->text, "</ul></nav>\n");
    tn_page_say(&p->text, "<p class=\"about\">%zu lines, %zu function%s</p>\n", p->line_count,
                functions, functions == 1 ? "" : "s");
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

tunip_status tunip_html_print(const tunip_printed *printed, const char *title, tunip_write_fn write,
                              void *user, tunip_error *error)
{
    const tunip_allocator *allocator = printed->render.allocator;
    print_page p = {.source = tunip_printed_source(printed)};
    tn_text_init(&p.text, allocator);
    p.text.max_bytes = printed->docsifier.options->max_bytes;
    tunip_status status = tn_styled_open(&p.styled, printed, allocator, error);
    if (status == TUNIP_OK) {
        p.line_count = line_of(&p, p.styled.text.size);
        tn_page_begin(&p.text, title ? title : "module");
        if (!put_functions(&p, printed, allocator) || !put_lines(&p, allocator))
            status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    if (status == TUNIP_OK)
        status = tn_page_end(&p.text, write, user, error);
    else
        tn_text_free(&p.text);
    tn_styled_free(&p.styled);
    tn_array_free(&p.folds, allocator);
    tn_array_free(&p.open, allocator);
    return status;
}
