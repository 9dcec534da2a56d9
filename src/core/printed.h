/* printed.h -- the members of tunip_printed, for the queries on a finished print. */
#ifndef TN_PRINTED_H
#define TN_PRINTED_H

#include <tunip/source_map.h>

#include "base/set.h"
#include "docsify/docsifier.h"
#include "ir/follow.h"
#include "ir/path.h"
#include "packed.h"
#include "render/render.h"

/* The result of reading the text back. */
typedef enum tn_verdict {
    TN_VERDICT_NONE, /* the text was not read */
    TN_VERDICT_SAME,
    TN_VERDICT_OTHER,
    TN_VERDICT_REFUSED
} tn_verdict;

typedef struct tn_team tn_team; /* team.h */

struct tunip_printed {
    tunip_docsifier docsifier; /* owns Docs, paths and the report; first: see prerender() */
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
    struct tn_team_member *member; /* one of several threads that print it; or NULL */
    const tn_set *mapped;          /* the nodes of the units with source maps; NULL: all, or none */
    tunip_source source;           /* the text with its lines */
    bool has_source;
    tn_verdict verdict;
    double seconds[TUNIP_STAGE__COUNT];
};

/* The spans of a finished print; NULL when out of memory. Unpacks them, so use this instead of
 * `render.spans`. Any number of threads may call it. */
const tn_spans *tn_printed_spans(const tunip_printed *printed);

/* The span (site.h) of the nodes that a Doc shows: of the first that has one. That of a variable
 * says where it was defined, and counts only there. NULL if there is none; `follower` says whether
 * memory ran out. */
const tunip_node *tn_printed_origin(const tunip_printed *printed, tn_follower *follower,
                                    size_t span);

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
