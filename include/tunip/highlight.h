/* highlight.h -- a printed text with its syntax in colours. <tunip/html.h> makes pages of it. */
#ifndef TUNIP_HIGHLIGHT_H
#define TUNIP_HIGHLIGHT_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The roles of words. */
typedef enum tunip_style {
    TUNIP_STYLE_PLAIN,
    TUNIP_STYLE_KEYWORD,
    TUNIP_STYLE_DEFINED, /* the name of a function or class, where it is defined */
    TUNIP_STYLE_CALLED,  /* the name of a function that is called, or of a decorator */
    TUNIP_STYLE_NUMBER,
    TUNIP_STYLE_STRING,
    TUNIP_STYLE_COMMENT,
    TUNIP_STYLE_CARET,     /* of an underline */
    TUNIP_STYLE_OPERATION, /* the name of an operation of MLIR */
    TUNIP_STYLE_VALUE,     /* %0, of MLIR or Relay; the rest is of MLIR: */
    TUNIP_STYLE_SYMBOL,    /* @main */
    TUNIP_STYLE_LABEL,     /* the name of a block: ^bb1 */
    TUNIP_STYLE_TYPE,
    TUNIP_STYLE_ATTRIBUTE, /* also the keys of a dictionary */
    TUNIP_STYLE_LOCATION   /* loc(...) */
} tunip_style;

/* Receives consecutive ranges of the text, [begin, end) in bytes, which cover it without gaps.
 * Newlines are plain, and neighbouring ranges have different styles. Returns 0 to continue; any
 * other value stops. */
typedef int (*tunip_style_fn)(tunip_style style, size_t begin, size_t end, void *user);

/* Finds the styles of a printed text. The kinds of Docs decide, so this works in every output
 * language. Fails with TUNIP_ERROR_ARGUMENT if `printed` was made with no_source_map, and with
 * TUNIP_ERROR_CANCELLED if `each` stopped. */
TUNIP_API tunip_status tunip_highlight_each(const tunip_printed *printed, tunip_style_fn each,
                                            void *user, tunip_error *error);

/* Writes the text of a print with ANSI escape sequences: keywords, names that are defined or
 * called, literals, comments, the words of MLIR, and the carets of underlines have colours. No
 * sequence extends over the end of a line. Fails as tunip_highlight_each() does; when the status
 * is not TUNIP_OK, the output is incomplete. */
TUNIP_API tunip_status tunip_highlight(const tunip_printed *printed, tunip_write_fn write,
                                       void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
