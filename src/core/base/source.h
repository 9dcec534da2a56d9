/* source.h -- a named text with a table of its lines: a printed module or an input file. */
#ifndef TN_SOURCE_H
#define TN_SOURCE_H

#include <tunip/source.h>

#include "array.h"
#include "file.h"
#include "threads.h"

/* The offsets at which lines begin, in order, and items[count], which is the size of the text. */
typedef TN_ARRAY(size_t) tn_lines;

/* Fills `lines`. False, with nothing to free, when out of memory. */
bool tn_lines_build(tn_lines *lines, tunip_str text, const tunip_allocator *allocator);

/* The number of lines that begin at or before `offset`. */
size_t tn_lines_upto(const tn_lines *lines, size_t offset);

/* Line and column, both 1-based, the column in bytes. An offset past the end counts as the end. */
void tn_lines_locate(const tn_lines *lines, size_t offset, size_t *line, size_t *column);

/* The same without a table, in time linear in the offset. */
void tn_text_locate(tunip_str text, size_t offset, size_t *line, size_t *column);

typedef TN_ARRAY(char) tn_bytes;

/* The text of a source that is still in a file. */
typedef struct tn_late {
    size_t window; /* how many bytes to read at once; 0: the text is not in a file */
    tn_file file;  /* its path is the name of the source */
    tn_bytes head; /* its first bytes */
    tn_bytes all;  /* empty until they are needed */
} tn_late;

struct tunip_source {
    tunip_allocator allocator;
    tunip_str name;
    tunip_str text;
    char *own_name; /* NULL when the name is borrowed */
    tn_bytes bytes; /* the memory of the text, unless it is borrowed */
    tn_mutex lock;  /* of the members below, and of `text` if there is a window */
    tn_lines lines; /* made when they are first asked for; until then the count is 0 */
    tn_late late;
};

/* Makes a source of a name and a text, which are borrowed. Takes no memory. */
void tn_source_init(tunip_source *source, const tunip_allocator *allocator, tunip_str name,
                    tunip_str text);
void tn_source_drop(tunip_source *source);

/* Leaves the text in the open file, except for its first `window` bytes, until it is needed. The
 * name of the source is the path of the file. */
tunip_status tn_source_delay(tunip_source *source, int open_file, const tn_file *file,
                             size_t window, tunip_error *error);
/* Stores the text in *text, which may be NULL. Reads the text if it is still in its file; if this
 * fails, *text is empty. */
tunip_status tn_source_load(const tunip_source *source, tunip_str *text, tunip_error *error);
/* Whether it is still there. */
bool tn_source_is_late(const tunip_source *source);
/* The size of the text, and its first bytes, without reading the rest. */
size_t tn_source_size(const tunip_source *source);
tunip_str tn_source_head(const tunip_source *source);

/* The table of lines; NULL when out of memory. If the text cannot be read, the table is that of an
 * empty text, so that messages without places can be shown. */
const tn_lines *tn_source_lines(const tunip_source *source);

#endif
