/* page.c -- the frame of pages in HTML, and text in styles. */
#include "page.h"

#include <stdarg.h>
#include <stdio.h>

#include "html_files.h" /* made of theme.css and page.css */

/* ---- escapes ---- */

static const char *reference(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

int tunip_html_escape(tunip_str text, tunip_write_fn write, void *user)
{
    size_t done = 0;
    int stop = 0;
    for (size_t i = 0; i < text.size && !stop; i++) {
        const char *word = reference(text.data[i]);
        if (!word) continue;
        if (i > done) stop = write(text.data + done, i - done, user);
        if (!stop) stop = write(word, strlen(word), user);
        done = i + 1;
    }
    if (!stop && text.size > done) stop = write(text.data + done, text.size - done, user);
    return stop;
}

static int gather(const char *data, size_t size, void *user)
{
    tn_text_put(user, data, size);
    return 0;
}

static int gather_escaped(const char *data, size_t size, void *user)
{
    return tunip_html_escape((tunip_str){data, size}, gather, user);
}

void tn_page_put(tn_text *page, tunip_str text)
{
    tunip_html_escape(text, gather, page);
}

void tn_page_put_name(tn_text *page, tunip_str name)
{
    tunip_escape(name, TUNIP_ESCAPE_LINE, gather_escaped, page);
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

static const char switches[] =
    "<fieldset class=\"scheme\"><legend>Colours</legend>"
    "<label><input type=\"radio\" name=\"scheme\" checked>Auto</label>"
    "<label><input type=\"radio\" name=\"scheme\" id=\"light\">Light</label>"
    "<label><input type=\"radio\" name=\"scheme\" id=\"dark\">Dark</label></fieldset>";

void tn_page_begin(tn_text *page, const char *title)
{
    tn_text_put_word(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                           "'none'; base-uri 'none'; form-action 'none'; style-src ");
    tn_page_say(page, "'%s' '%s'\">\n", theme_css_hash, page_css_hash);
    tn_text_put_word(page, "<meta name=\"viewport\" content=\"width=device-width, "
                           "initial-scale=1\">\n<title>");
    tn_page_put_name(page, tunip_str_from(title));
    tn_text_put_word(page, "</title>\n<style>");
    tn_text_put_word(page, theme_css);
    tn_text_put_word(page, "</style>\n<style>");
    tn_text_put_word(page, page_css);
    tn_text_put_word(page, "</style>\n</head>\n<body>\n<header><h1>");
    tn_page_put_name(page, tunip_str_from(title));
    tn_text_put_word(page, "</h1>");
    tn_text_put_word(page, switches);
    tn_text_put_word(page, "</header>\n");
}

tunip_status tn_page_end(tn_text *page, tunip_write_fn write, void *user, tunip_error *error)
{
    tn_text_put_word(page, "</body>\n</html>\n");
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
