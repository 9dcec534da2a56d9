/* html.h -- what all pages in HTML share: the head with the theme of colours, the switch between
 * light and dark, and escapes. */
#ifndef TN_HTML_H
#define TN_HTML_H

#include <tunip/base.h>
#include <tunip/json.h>

#include "text.h"

/* The functions return 0, or the other value that `write` returned: then they stop. */

/* A page is one file without references to other files. Its security policy allows its styles
 * and the scripts with these hashes, and nothing else. */
typedef struct tn_html_head {
    tunip_str title;
    const char *style, *style_hash; /* beside theme.css */
    const char *script_hashes[10];  /* or NULL */
    bool has_pictures;              /* whose bytes are in the page */
    bool connects;                  /* with the server that it comes from */
    bool has_graph;                 /* tn_html_open_graph() */
} tn_html_head;

/* Begins a page, up to the beginning of its body. The title is escaped. */
int tn_html_begin(const tn_html_head *head, tunip_write_fn write, void *user);

/* The switch of colours, for the heading of a page. */
extern const char tn_html_switch[];

/* The end of the body and of the page. */
extern const char tn_html_end[];

/* Begins a graph at the end of the page: the writer takes an object in the form that graph.js
 * describes. The scripts of graphs stand behind the last graph. */
tunip_json_writer *tn_html_open_graph(const tunip_allocator *allocator, tn_text *page,
                                      tunip_error *error);
/* Ends it. A page without memory, or over its limit, is the reason that `error` gets. */
tunip_status tn_html_close_graph(tunip_json_writer *graph, tn_text *page, tunip_error *error);
int tn_html_put_graph_scripts(tunip_write_fn write, void *user);

/* A node of such a graph; graph.js says what the members mean. Empty ones are left out. */
typedef struct tn_html_node {
    tunip_str label, note, row, place, mark;
    const char *colour; /* a class; or NULL */
    bool is_leaf;
} tn_html_node;

/* Opens the object of a node, which the caller closes. False when out of memory. */
bool tn_html_open_node(tunip_json_writer *w, const tn_html_node *node);
/* A list of strings, as the facts and the rows of a node are. Invisible characters become escapes.
 * False when out of memory. */
bool tn_html_put_words(tunip_json_writer *w, const tunip_str *words, size_t count);
/* A string like those. */
bool tn_html_put_word(tunip_json_writer *w, tunip_str word);

/* Writes text as the content of an element or as the value of an attribute in quotes. */
int tn_html_escape(tunip_str text, tunip_write_fn write, void *user);
/* The same; characters that are invisible or change the direction of text become escapes. */
int tn_html_put(tunip_str text, tunip_escape_style style, tunip_write_fn write, void *user);

/* Writes JSON, or a piece of it, into a script element: the characters of markup, which are only in
 * strings, become escapes, so that nothing in it can end the element. */
int tn_html_put_script(tunip_str json, tunip_write_fn write, void *user);

#endif
