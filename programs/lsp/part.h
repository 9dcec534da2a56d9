/* part.h -- what is known of each module of a document: its nodes, its names, its findings. A
 * module is read again only if its text changes. */
#ifndef LSP_PART_H
#define LSP_PART_H

#include "../outline/outline.h"
#include "document.h"
#include "lsp.h"

/* A second place of a finding, or advice at its own place. */
typedef struct lsp_related {
    size_t begin, end;
    tunip_str text;
} lsp_related;

typedef struct lsp_fix {
    size_t begin, end;
    tunip_str text, message;
} lsp_fix;

typedef struct lsp_finding {
    tunip_severity severity;
    tunip_str code, message;
    size_t begin, end;
    lsp_related *related;
    size_t related_count;
    lsp_fix *fixes;
    size_t fix_count;
} lsp_finding;

/* A module, or the whole document. All places in it, those of nodes, too, count from the beginning
 * of the text when it was read: `shift` leads to today's text, modulo 2^64. */
typedef struct lsp_part {
    size_t begin, end; /* in the document */
    size_t shift;
    tunip_str name;
    tunip_str text;     /* when it was read */
    tn_arena arena;     /* of all below */
    tunip_graph *graph; /* NULL: it has errors */
    tunip_uses *uses;
    const tunip_use **names; /* in the order of the text, one for each place */
    size_t name_count;
    lsp_finding *findings;
    size_t finding_count;
    outline entries;
} lsp_part;

/* Reads the parts of a document that changed. False when out of memory. */
bool lsp_parts_read(const lsp_options *options, lsp_document *d);
void lsp_parts_free(lsp_document *d);

/* The part at an offset; NULL if there is none. */
const lsp_part *lsp_part_at(const lsp_document *d, size_t offset);

/* The number of the first name that begins at an offset of the document or behind it; the number of
 * names if there is none. */
size_t lsp_first_name(const lsp_part *part, size_t offset);

/* The innermost name of a part at an offset of the document, also right behind it; or NULL. */
const tunip_use *lsp_name_at(const lsp_part *part, size_t offset);

/* Whether two names of a part mean the same. Names that are defined nowhere in it mean only
 * themselves. */
bool lsp_is_same(const lsp_document *d, const lsp_part *part, const tunip_use *a,
                 const tunip_use *b);

/* The text of a name. */
tunip_str lsp_name_text(const lsp_document *d, const lsp_part *part, const tunip_use *use);

/* The first definition of the same name; NULL if there is none. */
const tunip_use *lsp_definition(const lsp_document *d, const lsp_part *part, const tunip_use *use);

/* The place of a node in the document; false if it has none. */
bool lsp_node_place(const lsp_part *part, const tunip_node *node, size_t *begin, size_t *end);

#endif
