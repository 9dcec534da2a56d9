/* text.h -- text that grows. */
#ifndef DEBUG_TEXT_H
#define DEBUG_TEXT_H

#include "tensor.h"

/* Zero is an empty text. After a failed allocation, the text is incomplete: dbg_text_write()
 * reports it. */
typedef struct dbg_text {
    char *data; /* a NUL follows */
    size_t size, room;
    bool failed;
} dbg_text;

void dbg_put(dbg_text *text, const char *format, ...) TUNIP_PRINTF(2, 3);
/* A name of a file, with escapes for what people cannot see. */
void dbg_put_name(dbg_text *text, tunip_str name);
/* The same in HTML. */
void dbg_put_markup(dbg_text *text, tunip_str name);
/* The same inside of double quotes. */
void dbg_put_quoted(dbg_text *text, tunip_str name);
/* An element: an integer with all its digits, a float with at most `digits`, the bits of what is no
 * number. */
void dbg_put_element(dbg_text *text, const dbg_tensor *tensor, size_t index, int digits);
/* Appends blanks up to `size`. */
void dbg_pad(dbg_text *text, size_t size);

/* Writes the text and frees it. */
tunip_status dbg_text_write(dbg_text *text, tunip_write_fn write, void *user, tunip_error *error);

#endif
