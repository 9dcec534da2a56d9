/* print.h -- the members of tunip_printed, and what a print demands of its options and its
 * backend. */
#ifndef TN_PRINT_H
#define TN_PRINT_H

#include <tunip/ext/backend.h>
#include <tunip/source_map.h>

#include "../ir/path.h"
#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/text.h"
#include "../util/threads.h"
#include "docsifier.h"
#include "render.h"

/* ======== packed ======== */

/* The source map of finished units, such as the functions of a module, in few bytes.
 *
 * A unit has a text, and for each byte of the text a dozen bytes of Docs, paths and spans. A print
 * keeps them only until the text of the unit is made. Then it packs what queries on the finished
 * print need: the spans, and of their Docs the kinds, the paths and the names of definitions. The
 * first query unpacks all of it. */

typedef struct tn_packed_paths tn_packed_paths;

typedef struct tn_packed {
    tn_arena arena; /* names of fields; after unpacking, paths and Docs */
    tn_arena units; /* the packed units */
    tn_packed_paths *first, *last;
    tn_prerendered *stmts; /* the packed units, last first */
    tn_mutex lock;         /* for queries on a finished print */
    bool is_used;          /* there are or were packed units */
    uint32_t path_count;
    size_t unit_count;
    size_t span_count;                  /* of all units */
    TN_ARRAY(uint8_t) paths, bytes;     /* of the unit that is being packed */
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

/* ======== printed ======== */

/* The members of tunip_printed, for the queries on a finished print. */

/* The result of reading the text back. */
typedef enum tn_verdict {
    TN_VERDICT_NONE, /* the text was not read */
    TN_VERDICT_SAME,
    TN_VERDICT_OTHER,
    TN_VERDICT_REFUSED
} tn_verdict;

typedef struct tn_team tn_team; /* team.h */

struct tunip_printed {
    tunip_docsifier docsifier; /* owns Docs, paths and the report */
    const tunip_node *root;
    const tunip_node *sound;   /* what was printed: the root, or a copy without its grave flaws */
    tn_render render;          /* the text and its source map */
    tn_prerender *prerendered; /* the parts of the text that were made during stage 1 */
    tn_packed packed;          /* their source maps */
    bool packs;                /* those parts have source maps */
    double prerendering;       /* the seconds that this took */
    tn_team *team;             /* the threads that print it, while they do; or NULL */
    bool by_team;              /* several threads printed it, */
    bool again;                /* or gave up */
    const tn_set *mapped;      /* the nodes of the units with source maps; NULL: all, or none */
    tunip_source source;       /* the text with its lines */
    bool has_source;
    tn_text metadata; /* for the file of the options */
    tn_verdict verdict;
    double seconds[TUNIP_STAGE__COUNT];
};

/* Opens a resolved print. It keeps a copy of the request. tunip_printed_free() closes it. */
tunip_status tn_print_open(const tn_request *request, tunip_printed **out, tunip_error *error);

/* Prints inside a print, into memory of the job. The text of a Doc is decorated as the text around
 * it if it has paths. A node is printed as a root of its own; marks have paths from the outer root.
 * On failure the job has its error. */
tunip_str tn_render_inside(tunip_docsifier *d, const tunip_doc *doc);
tunip_str tn_print_inside(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);

/* The spans of a finished print; NULL when out of memory. Unpacks them, so use this instead of
 * `render.spans`. Any number of threads may call it. */
const tn_spans *tn_printed_spans(const tunip_printed *printed);

/* The span (site.h) of the nodes that a Doc shows: of the first that has one. That of a variable
 * says where it was defined, and counts only there. NULL if there is none; `follower` says whether
 * memory ran out. */
const tunip_node *tn_printed_origin(const tunip_printed *printed, tn_follower *follower,
                                    size_t span);

/* Calls `fn` for the spans of statements that are expressions, such as operations of MLIR, in the
 * order of their ends. False when out of memory. */
bool tn_each_statement_end(const tunip_printed *printed, const tunip_allocator *allocator,
                           void (*fn)(void *user, size_t span), void *user);

/* Like tunip_print(), but the source map may be incomplete: functions of modules whose nodes are
 * not in `mapped` may have only one span, whose Doc is a tn_prerendered. They cost no more than
 * without a source map. The Docs of other spans are complete and live as long as the print. With
 * NULL, these are all spans. `marks`: underlines do not keep functions from being left out; this is
 * fast if they lie in mapped functions, or outside of functions. */
tunip_status tn_print_mapped(tunip_context *context, const tunip_node *root,
                             const tunip_print_options *options, const tn_set *mapped, bool marks,
                             tunip_printed **out, tunip_error *error);

/* A tracer for finding many paths, as tunip_source_map_find_path() does. Free it before the map. */
void tn_source_map_tracer(const tunip_source_map *map, tn_tracer *tracer);
tunip_status tn_source_map_find(const tunip_source_map *map, tn_tracer *tracer,
                                const tunip_path *path, bool remember, tunip_found *found,
                                tunip_error *error);

#endif
