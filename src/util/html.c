/* html.c -- the frame of pages in HTML, and escapes. */
#include "html.h"

#include "theme_files.h" /* made of theme.css */

/* ---- escapes ---- */

int tn_html_put_script(tunip_str json, tunip_write_fn write, void *user)
{
    size_t done = 0;
    int stop = 0;
    for (size_t i = 0; i < json.size && !stop; i++) {
        const char *escape = json.data[i] == '<'   ? "\\u003C"
                             : json.data[i] == '>' ? "\\u003E"
                             : json.data[i] == '&' ? "\\u0026"
                                                   : NULL;
        if (!escape) continue;
        if (i > done) stop = write(json.data + done, i - done, user);
        if (!stop) stop = write(escape, strlen(escape), user);
        done = i + 1;
    }
    if (!stop && json.size > done) stop = write(json.data + done, json.size - done, user);
    return stop;
}

typedef struct sink {
    tunip_write_fn write;
    void *user;
} sink;

int tn_html_escape(tunip_str text, tunip_write_fn write, void *user)
{
    static const char *const references[] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;", ['\''] = "&#39;"};
    size_t done = 0;
    int stop = 0;
    for (size_t i = 0; i < text.size && !stop; i++) {
        unsigned char c = (unsigned char)text.data[i];
        const char *word = c < TUNIP_LEN(references) ? references[c] : NULL;
        if (!word) continue;
        if (i > done) stop = write(text.data + done, i - done, user);
        if (!stop) stop = write(word, strlen(word), user);
        done = i + 1;
    }
    if (!stop && text.size > done) stop = write(text.data + done, text.size - done, user);
    return stop;
}

static int write_markup(const char *data, size_t size, void *user)
{
    const sink *to = user;
    return tn_html_escape((tunip_str){data, size}, to->write, to->user);
}

int tn_html_put(tunip_str text, tunip_escape_style style, tunip_write_fn write, void *user)
{
    sink to = {write, user};
    return tunip_escape(text, style, write_markup, &to);
}

/* ---- the frame ---- */

const char tn_html_switch[] =
    "<fieldset class=\"scheme\"><legend>Colours</legend>"
    "<label><input type=\"radio\" name=\"scheme\" checked>Auto</label>"
    "<label><input type=\"radio\" name=\"scheme\" id=\"light\">Light</label>"
    "<label><input type=\"radio\" name=\"scheme\" id=\"dark\">Dark</label></fieldset>";

const char tn_html_end[] = "</body>\n</html>\n";

static const char doctype[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "base-uri 'none'; form-action 'none'; ";

static int put_word(const char *word, tunip_write_fn write, void *user)
{
    return *word ? write(word, strlen(word), user) : 0;
}

int tn_html_begin(const tn_html_head *head, tunip_write_fn write, void *user)
{
    static const char viewport[] = "'\">\n<meta name=\"viewport\" content=\"width=device-width, "
                                   "initial-scale=1\">\n<title>";
    const char *const before[] = {doctype,
                                  head->has_pictures ? "img-src data:; " : "",
                                  head->connects ? "connect-src 'self'; " : "",
                                  "style-src '",
                                  theme_css_hash,
                                  "' '",
                                  head->style_hash};
    const char *const behind[] = {"</title>\n<style>", theme_css, "</style>\n<style>", head->style,
                                  "</style>\n</head>\n<body>\n"};
    int stop = 0;
    for (size_t i = 0; i < TUNIP_LEN(before) && !stop; i++) stop = put_word(before[i], write, user);
    for (size_t i = 0; i < TUNIP_LEN(head->script_hashes) && head->script_hashes[i] && !stop; i++) {
        stop = put_word(i ? "' '" : "'; script-src '", write, user);
        if (!stop) stop = put_word(head->script_hashes[i], write, user);
    }
    if (!stop) stop = put_word(viewport, write, user);
    if (!stop) stop = tn_html_put(head->title, TUNIP_ESCAPE_LINE, write, user);
    for (size_t i = 0; i < TUNIP_LEN(behind) && !stop; i++) stop = put_word(behind[i], write, user);
    return stop;
}
