/* words.h -- whether a C string can be shown and typed: what programs hand in as names and as lines
 * of help. */
#ifndef TN_WORDS_H
#define TN_WORDS_H

#include <tunip/base.h>

/* Why `text` cannot be a name, as the end of a sentence: "is missing", "is empty", "has a blank in
 * it", ... NULL when it can. Names are UTF-8 without blanks and without characters that do
 * something to a terminal. */
const char *tn_name_fault(const char *text);

/* The same for a line of text, which may be empty and have blanks. */
const char *tn_line_fault(const char *text);
/* The same for several lines, with tabs. */
const char *tn_lines_fault(const char *text);

/* The same for the key of a type: a line that is not empty. */
const char *tn_key_fault(const char *key);

#endif
