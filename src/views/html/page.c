/* page.c -- the frame of pages in HTML, and text in styles. */
#include "page.h"

#include <stdarg.h>
#include <stdio.h>

#include "../../util/html.h"
#include "html_files.h" /* made of page.css */

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

void tn_page_begin(tn_text *page, const char *title)
{
    tn_html_head head = {
        .title = tunip_str_from(title), .style = page_css, .style_hash = page_css_hash};
    tn_html_begin(&head, gather, page);
    tn_text_put_word(page, "<header><h1>");
    tn_page_put_name(page, tunip_str_from(title));
    tn_text_put_word(page, "</h1>");
    tn_text_put_word(page, tn_html_switch);
    tn_text_put_word(page, "</header>\n");
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
    if (status == TUNIP_ERROR_CANCELLED)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (status != TUNIP_OK) tunip_error_set(error, status, "%s", found.message);
    return status;
}

void tn_styled_free(tn_styled *styled)
{
    if (styled->allocator) tn_array_free(&styled->runs, styled->allocator);
}

/* ORDER tunip_style: the classes of theme.css */
static const char *const classes[] = {NULL, "k", "d", "c", "n", "s", "m", "u"};

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
