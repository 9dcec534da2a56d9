/* packed.h -- the source map of finished units, such as the functions of a module, in few bytes.
 *
 * A unit has a text, and for each byte of the text a dozen bytes of Docs, paths and spans. A print
 * keeps them only until the text of the unit is made. Then it packs what queries on the finished
 * print need: the spans, and of their Docs the kinds, the paths and the names of definitions. The
 * first query unpacks all of it. */
#ifndef TN_PACKED_H
#define TN_PACKED_H

#include "base/arena.h"
#include "base/array.h"
#include "base/threads.h"
#include "docsify/docsifier.h"
#include "render/render.h"

typedef struct tn_packed_paths tn_packed_paths;

typedef struct tn_packed {
    tn_arena arena; /* names of fields; after unpacking, paths and Docs */
    tn_arena units; /* the packed units */
    tn_packed_paths *first, *last;
    tn_prerendered *stmts; /* the packed units, last first */
    tn_mutex lock; /* for queries on a finished print */
    bool is_used;  /* there are or were packed units */
    uint32_t path_count;
    size_t unit_count;
    size_t span_count; /* of all units */
    TN_ARRAY(uint8_t) paths, bytes; /* of the unit that is being packed */
    TN_ARRAY(const tunip_path *) chain; /* a path and its ancestors that are not packed yet */
    const char *names[64]; /* of fields, not in memory of units; by a hash of the address */
} tn_packed;

void tn_packed_init(tn_packed *packed, const tunip_allocator *allocator);
void tn_packed_free(tn_packed *packed);

typedef enum tn_pack_end {
    TN_PACK_DONE,
    TN_PACK_KEEPS, /* some paths refer to memory of the unit */
    TN_PACK_NO_MEMORY
} tn_pack_end;

/* Packs the spans of the unit `stmt`, whose paths belong to the print `d`. Nothing else may refer
 * to its Docs and paths. */
tn_pack_end tn_pack_unit(tn_packed *packed, const tunip_docsifier *d, const tn_spans *spans,
                         tn_prerendered *stmt);

/* Replaces the spans of packed units by the spans inside them. Their Docs are incomplete: they have
 * the members of tunip_doc, the name and the decorators of a definition, and the callee of a call.
 * Bodies around the units then hold these Docs, too. False, with nothing changed, when out of
 * memory. */
bool tn_unpack(tn_packed *packed, tunip_docsifier *d, tn_render *render);

#endif
