/* html.h -- what all pages in HTML share: the head with the theme of colours, the switch between
 * light and dark, and escapes. */
#ifndef TN_HTML_H
#define TN_HTML_H

#include <tunip/base.h>

/* The functions return 0, or the other value that `write` returned: then they stop. */

/* A page is one file without references to other files. Its security policy allows its two styles
 * and the scripts with these hashes, and nothing else. */
typedef struct tn_html_head {
    tunip_str title;
    const char *style, *style_hash; /* beside theme.css */
    const char *script_hashes[10];  /* or NULL */
    bool has_pictures;              /* whose bytes are in the page */
    bool connects;                  /* with the server that it comes from */
} tn_html_head;

/* Begins a page, up to the beginning of its body. The title is escaped. */
int tn_html_begin(const tn_html_head *head, tunip_write_fn write, void *user);

/* The switch of colours, for the heading of a page. */
extern const char tn_html_switch[];

/* The end of the body and of the page. */
extern const char tn_html_end[];

/* Writes text as the content of an element or as the value of an attribute in quotes. */
int tn_html_escape(tunip_str text, tunip_write_fn write, void *user);
/* The same; characters that are invisible or change the direction of text become escapes. */
int tn_html_put(tunip_str text, tunip_escape_style style, tunip_write_fn write, void *user);

/* Writes JSON, or a piece of it, into a script element: the characters of markup, which are only in
 * strings, become escapes, so that nothing in it can end the element. */
int tn_html_put_script(tunip_str json, tunip_write_fn write, void *user);

#endif
