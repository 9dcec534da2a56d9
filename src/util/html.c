/* html.c -- the frame of pages in HTML, and escapes. */
#include "html.h"

#include "theme_files.h" /* made of theme.css, graph.css, layout.js and graph.js */

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

static int put_words(const char *const *words, size_t count, tunip_write_fn write, void *user)
{
    int stop = 0;
    for (size_t i = 0; i < count && !stop; i++) stop = put_word(words[i], write, user);
    return stop;
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
                                  head->has_graph ? "' '" : "",
                                  head->has_graph ? graph_css_hash : "",
                                  "' '",
                                  head->style_hash};
    const char *const behind[] = {"</title>\n<style>",
                                  theme_css,
                                  head->has_graph ? "</style>\n<style>" : "",
                                  head->has_graph ? graph_css : "",
                                  "</style>\n<style>",
                                  head->style,
                                  "</style>\n</head>\n<body>\n"};
    const char *scripts[TUNIP_LEN(head->script_hashes) + 2];
    size_t count = 0;
    if (head->has_graph) scripts[count++] = layout_js_hash, scripts[count++] = graph_js_hash;
    for (size_t i = 0; i < TUNIP_LEN(head->script_hashes) && head->script_hashes[i]; i++)
        scripts[count++] = head->script_hashes[i];
    int stop = put_words(before, TUNIP_LEN(before), write, user);
    for (size_t i = 0; i < count && !stop; i++) {
        stop = put_word(i ? "' '" : "'; script-src '", write, user);
        if (!stop) stop = put_word(scripts[i], write, user);
    }
    if (!stop) stop = put_word(viewport, write, user);
    if (!stop) stop = tn_html_put(head->title, TUNIP_ESCAPE_LINE, write, user);
    return stop ? stop : put_words(behind, TUNIP_LEN(behind), write, user);
}

/* ---- graphs ---- */

static int put_graph_data(const char *data, size_t size, void *user)
{
    return tn_html_put_script((tunip_str){data, size}, tn_text_put_chunk, user);
}

tunip_json_writer *tn_html_open_graph(const tunip_allocator *allocator, tn_text *page,
                                      tunip_error *error)
{
    tn_text_put_word(page, "<section class=\"graph\" aria-label=\"the graph\">\n<noscript><p>The "
                           "graph needs the script of the page.</p></noscript>\n<script "
                           "type=\"application/json\">");
    return tunip_json_writer_new(allocator, NULL, put_graph_data, page, error);
}

tunip_status tn_html_close_graph(tunip_json_writer *graph, tn_text *page, tunip_error *error)
{
    tunip_error refused = TUNIP_ERROR_INIT; /* if the page failed, only that its writes did */
    tunip_status status = tunip_json_writer_end(graph, &refused);
    if (page->failed)
        status = tn_text_error(page, error);
    else if (status != TUNIP_OK)
        tunip_error_set(error, status, "%s", refused.message);
    tn_text_put_word(page, "</script>\n</section>\n");
    return status;
}

int tn_html_put_graph_scripts(tunip_write_fn write, void *user)
{
    static const char *const words[] = {"<script>", layout_js, "</script>\n<script>", graph_js,
                                        "</script>\n"};
    return put_words(words, TUNIP_LEN(words), write, user);
}

bool tn_html_put_word(tunip_json_writer *w, tunip_str word)
{
    tn_text text = {.failed = false};
    tunip_escape(word, TUNIP_ESCAPE_LINE, tn_text_put_chunk, &text);
    bool fine = !text.failed;
    tunip_json_put_string(w, tn_text_str(&text));
    tn_text_free(&text);
    return fine;
}

bool tn_html_put_words(tunip_json_writer *w, const tunip_str *words, size_t count)
{
    bool fine = true;
    tunip_json_open(w, '[');
    for (size_t i = 0; i < count && fine; i++) fine = tn_html_put_word(w, words[i]);
    tunip_json_close(w, ']');
    return fine;
}

bool tn_html_open_node(tunip_json_writer *w, const tn_html_node *node)
{
    const struct {
        const char *key;
        tunip_str word;
    } members[] = {{"label", node->label},
                   {"note", node->note},
                   {"row", node->row},
                   {"place", node->place},
                   {"mark", node->mark},
                   {"class", node->colour ? tunip_str_from(node->colour) : (tunip_str){NULL, 0}}};
    bool fine = true;
    tunip_json_open(w, '{');
    for (size_t i = 0; i < TUNIP_LEN(members) && fine; i++) {
        if (i && !members[i].word.size) continue; /* a label may be empty */
        tunip_json_key(w, members[i].key);
        fine = tn_html_put_word(w, members[i].word);
    }
    if (node->is_leaf) {
        tunip_json_key(w, "leaf");
        tunip_json_put_bool(w, true);
    }
    return fine;
}
