/* html.h -- pages in HTML: a printed text, or the differences of two.
 *
 *     tunip_print(context, root, NULL, &printed, &error);
 *     tunip_html_print(printed, "after FuseOps", write, file, &error);
 *
 * A page is one file without references to other files. The page of a print has scripts if it has
 * a graph, or more than 20,000 lines, which become elements when they are in view. The security
 * policy of such a page allows these scripts only; other pages allow none. The colours are light or
 * dark, according to the settings of the reader's system, or as the reader chooses in the page. No
 * name, string or title can add markup to a page: characters of markup become character references.
 * Invisible characters and control characters become visible escapes. The limit max_bytes (of
 * tunip_print_options or tunip_limits) also holds for a page: the functions fail with
 * TUNIP_ERROR_LIMIT before they write a larger page.
 */
#ifndef TUNIP_HTML_H
#define TUNIP_HTML_H

#include <tunip/diff_text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a page with the text of a print: its syntax in colours, a link at each line ("#L12"),
 * functions that fold, and, if there are several functions, links to them. Beside the text is a
 * graph: of the values of each function whose statements only bind names, and of the calls between
 * functions. A text with neither has none. `title` NULL: "module".
 * Fails with TUNIP_ERROR_ARGUMENT if `printed` was made with no_source_map. When the status is not
 * TUNIP_OK, the output is incomplete. */
TUNIP_API tunip_status tunip_html_print(const tunip_printed *printed, const char *title,
                                        tunip_write_fn write, void *user, tunip_error *error);

/* Writes a page with the differences of a script: both sides side by side, or one above the other
 * where the page is narrow; runs of unchanged lines fold. Of `options`, which may be NULL,
 * `context`, `no_context`, the names, `print` and `threads` count. The compared graphs must still
 * exist. A page without differences says so. When the status is not TUNIP_OK, the output is
 * incomplete. */
TUNIP_API tunip_status tunip_html_diff(tunip_context *context, const tunip_script *script,
                                       const tunip_diff_options *options, tunip_write_fn write,
                                       void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
