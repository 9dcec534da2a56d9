/* source.h -- named texts with their lines, and files that are opened again to read parts of
 * them. */
#ifndef TN_SOURCE_H
#define TN_SOURCE_H

#include <tunip/base.h>
#include <tunip/source.h>

#include "memory.h"
#include "os.h"
#include "threads.h"

/* ======== file ======== */

/* A file that is opened again later, to read parts of it. */

/* Identifies a file and its content. */
typedef struct tn_file {
    tn_about noted;
    size_t size;
} tn_file;

/* Notes an open file. False if it is no regular file. */
bool tn_file_note(tn_file *file, int open_file);

/* Opens the file at `path`. Returns a negative number, with `error` filled, if it cannot be opened,
 * is another file, or has fewer bytes than were noted. */
int tn_file_open(const tn_file *file, const char *path, tunip_error *error);

/* Whether nobody has written to the open file since it was noted. */
bool tn_file_is_unchanged(const tn_file *file, int open_file);

/* Reads the bytes from `offset` on, up to `size` of them. Fewer if the file ends before; SIZE_MAX
 * with `error` filled on failure. */
size_t tn_file_read(int open_file, size_t offset, char *out, size_t size, tunip_error *error);

/* Fails because somebody wrote to the file: returns TUNIP_ERROR_IO. */
tunip_status tn_file_fail_changed(tunip_error *error);

/* "cannot <what>: <the reason errno>": returns TUNIP_ERROR_IO. */
tunip_status tn_file_fail(tunip_error *error, const char *what, int reason);

/* ======== source ======== */

/* A named text with a table of its lines: a printed module or an input file. */

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
