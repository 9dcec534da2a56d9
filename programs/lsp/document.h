/* document.h -- the text of a file that an editor has open. */
#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include <tunip.h>

#include "../../src/util/memory.h"
#include "../../src/util/source.h"
#include "../../src/util/text.h"
#include "value.h"

struct lsp_part;

/* A place as the protocol has it: a line and a unit of it, both 0-based. */
typedef struct lsp_position {
    size_t line, unit;
} lsp_position;

typedef struct lsp_document {
    tunip_str uri;
    tunip_str language; /* as the editor calls it: "python" */
    int64_t version;
    tn_text text;           /* a NUL follows it */
    tn_lines lines;         /* where each begins */
    bool is_utf8;           /* the units of positions are bytes; else those of UTF-16 */
    bool is_lost;           /* a change made no sense: the text is no longer the editor's */
    struct lsp_part *parts; /* in the order of the text */
    size_t part_count;
    uint64_t outside; /* a hash of the text outside of them, and of the options */
} lsp_document;

static inline tunip_str lsp_document_text(const lsp_document *d)
{
    return tn_text_str(&d->text);
}

/* Replaces the bytes [begin, end) of the text. False when out of memory. */
bool lsp_document_edit(lsp_document *d, size_t begin, size_t end, tunip_str added);

/* Positions beyond the end of a line or of the text count as this end; a position inside of a
 * character is the character's beginning. */
size_t lsp_document_offset(const lsp_document *d, lsp_position position);
lsp_position lsp_document_position(const lsp_document *d, size_t offset);

/* The bytes of a line without its end; empty past the last one. */
tunip_str lsp_document_line(const lsp_document *d, size_t line);

void lsp_document_free(lsp_document *d); /* but not the parts */

/* Read and write positions and ranges of the protocol. A missing or wrong range is false. */
bool lsp_read_position(lsp_value value, lsp_position *out);
bool lsp_read_range(const lsp_document *d, lsp_value value, size_t *begin, size_t *end);
void lsp_put_position(tunip_json_writer *w, const char *key, lsp_position position);
void lsp_put_range(tunip_json_writer *w, const char *key, const lsp_document *d, size_t begin,
                   size_t end);

#endif
