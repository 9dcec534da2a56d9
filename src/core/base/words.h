/* words.h -- checks C strings that programs pass as names and as lines of help: whether they can be
 * shown and typed. */
#ifndef TN_WORDS_H
#define TN_WORDS_H

#include <tunip/base.h>

/* Why `text` cannot be a name, as the end of a sentence: "is missing", "is empty", "contains a
 * blank", ...; NULL if it can. Names are UTF-8 without blanks and hidden characters (escape.h). */
const char *tn_name_fault(const char *text);

/* The same for a line of text, which may be empty and have blanks. */
const char *tn_line_fault(const char *text);
/* The same for several lines, with tabs. */
const char *tn_lines_fault(const char *text);

/* The same for the key of a type: a line that is not empty. */
const char *tn_key_fault(const char *key);

#endif
