/* page.c -- a file as one page in HTML: the tree, with the text of each part below it. The page
 * has no scripts and needs no network. */
#include <stdlib.h>
#include <tunip/html.h>

#include "inspect_files.h" /* made of theme.css and inspect.css */
#include "objects.h"
#include "show.h"
#include "spans.h"

typedef struct page {
    const in_tree *tree;
    in_text out;
    bool *seen; /* of each module */
} page;

enum { DEEPEST = 50, MOST_PARTS = 1000, MOST_TEXT = 1 << 20 };

/* ---- text ---- */

static int put_markup(const char *data, size_t size, void *user)
{
    return tunip_html_escape((tunip_str){data, size}, in_put_chunk, user);
}

/* Characters that are invisible or change the direction of text become escapes. */
static void put_text(page *p, tunip_str text, tunip_escape_style style)
{
    tunip_escape(text, style, put_markup, &p->out);
}

typedef struct excerpt {
    page *page;
    size_t left;
} excerpt;

static int put_excerpt(const char *data, size_t size, void *user)
{
    excerpt *e = user;
    size_t taken = size < e->left ? size : e->left;
    put_text(e->page, (tunip_str){data, taken}, TUNIP_ESCAPE_TEXT);
    e->left -= taken;
    return e->left == 0 || e->page->out.failed;
}

static void put_begin(page *p, const struct in_spans *spans, const in_span *span)
{
    in_puts(&p->out, "<span title=\"");
    put_text(p, in_span_path(spans, span), TUNIP_ESCAPE_LINE);
    uintptr_t at = (uintptr_t)span->bytes.data, file = (uintptr_t)p->tree->root->data.data;
    if (span->bytes.size && at >= file && at - file < p->tree->root->data.size)
        in_say(&p->out, ", from byte %zu: %zu bytes", (size_t)(at - file), span->bytes.size);
    in_puts(&p->out, "\">");
}

/* A text made of structure: the pointer on a line shows the path and the bytes of what it is. */
static void put_view(page *p, const in_node *node)
{
    enum { DEEPEST_SPAN = 8 };
    struct in_spans spans = {.count = 0};
    in_text text = {.spans = &spans};
    size_t ends[DEEPEST_SPAN], open = 0, at = 0;
    bool fine = in_view_text(p->tree, node, &text, NULL) == TUNIP_OK;
    size_t most = text.size < MOST_TEXT ? text.size : MOST_TEXT;
    in_puts(&p->out, "<pre>");
    for (size_t i = 0; fine && at < most;) {
        bool opens = i < spans.count && open < DEEPEST_SPAN &&
                     !(open && ends[open - 1] <= spans.items[i].begin);
        size_t next = opens ? spans.items[i].begin : open ? ends[open - 1] : most;
        if (next > most) next = most;
        put_text(p, (tunip_str){text.data + at, next - at}, TUNIP_ESCAPE_TEXT);
        at = next;
        if (opens && at < most) put_begin(p, &spans, &spans.items[i]);
        if (opens && at < most) ends[open++] = spans.items[i].end;
        i += opens;
        for (; !opens && open && ends[open - 1] <= at; open--) in_puts(&p->out, "</span>");
    }
    while (open--) in_puts(&p->out, "</span>");
    in_puts(&p->out, "</pre>");
    if (most < text.size) in_puts(&p->out, "<p>The rest is left out.</p>");
    in_text_free(&text);
    in_spans_free(&spans);
}

static void put_content(page *p, const in_node *node)
{
    static const tunip_show_options how = {sizeof how, .no_tools = true};
    bool is_bytes = tunip_str_is(node->kind, "binary") || in_is_object_file(node->kind);
    excerpt e = {p, is_bytes ? MOST_TEXT / 256 : MOST_TEXT};
    if (node->role == IN_VIEW) {
        put_view(p, node);
        return;
    }
    in_puts(&p->out, "<pre>");
    in_show_node(p->tree, node, &how, put_excerpt, &e, NULL);
    in_puts(&p->out, "</pre>");
    if (!e.left) in_puts(&p->out, "<p>The rest is left out.</p>");
}

/* ---- the tree ---- */

static void put_head(page *p, const in_node *node)
{
    char hash[65];
    in_puts(&p->out, "<summary><b>");
    put_text(p, node->name, TUNIP_ESCAPE_LINE);
    in_puts(&p->out, "</b> ");
    put_text(p, node->note, TUNIP_ESCAPE_LINE);
    if (node->role != IN_VIEW && !node->is_missing) {
        in_hash_node(p->tree, node, hash);
        in_say(&p->out,
               " <span class=\"faint\">%zu bytes</span> <code title=\"SHA-256: %s\">%.12s</code>",
               node->head.size + node->data.size, hash, hash);
    }
    in_puts(&p->out, "</summary>");
}

static void put_node(page *p, const in_node *node, size_t depth)
{
    size_t parts = 0;
    if (depth > DEEPEST || (node->module && p->seen[node->module->number])) {
        in_puts(&p->out, "<p>");
        put_text(p, node->name, TUNIP_ESCAPE_LINE);
        in_puts(&p->out, ", as above</p>");
        return;
    }
    if (node->module) p->seen[node->module->number] = true;
    in_puts(&p->out, node->first ? "<details open>" : "<details>");
    put_head(p, node);
    if (!node->first && !node->is_missing) put_content(p, node);
    for (const in_node *child = node->first; child && parts < MOST_PARTS; child = child->next) {
        if (child->role == IN_MODULE) continue;
        put_node(p, child, depth + 1);
        parts++;
    }
    for (size_t i = 0; node->module && i < node->module->import_count; i++)
        put_node(p, node->module->imports[i], depth + 1);
    for (const in_node *child = node->first; child; child = child->next)
        if (child->role == IN_MODULE && !p->seen[child->module->number])
            put_node(p, child, depth + 1);
    in_puts(&p->out, "</details>\n");
}

static void put_page(page *p, const tunip_inspection *inspection)
{
    in_puts(&p->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    in_say(&p->out,
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "base-uri 'none'; form-action 'none'; style-src '%s' '%s'\">\n",
           theme_css_hash, inspect_css_hash);
    in_puts(&p->out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    in_puts(&p->out, "<title>");
    put_text(p, p->tree->root->name, TUNIP_ESCAPE_LINE);
    in_puts(&p->out, "</title>\n<style>");
    in_puts(&p->out, theme_css);
    in_puts(&p->out, "</style>\n<style>");
    in_puts(&p->out, inspect_css);
    in_puts(&p->out, "</style>\n</head>\n<body>\n<main>\n");
    if (inspection->problem_count) in_puts(&p->out, "<ul>\n");
    for (size_t i = 0; i < inspection->problem_count; i++) {
        in_puts(&p->out, "<li>");
        put_text(p, tunip_str_from(inspection->problems[i]), TUNIP_ESCAPE_LINE);
        in_puts(&p->out, "</li>\n");
    }
    if (inspection->problem_count) in_puts(&p->out, "</ul>\n");
    put_node(p, p->tree->root, 0);
    in_puts(&p->out, "</main>\n</body>\n</html>\n");
}

tunip_status tunip_inspection_write_page(const tunip_inspection *inspection, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    page p = {.tree = &inspection->tree};
    p.seen = calloc(inspection->tree.module_count + 1, sizeof *p.seen);
    if (!p.seen) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    put_page(&p, inspection);
    tunip_status status = in_text_write(&p.out, write, user, error);
    in_text_free(&p.out);
    free(p.seen);
    return status;
}
