/* printed.h -- the inside of tunip_printed, for the queries on a finished print. */
#ifndef TN_PRINTED_H
#define TN_PRINTED_H

#include <tunip/source_map.h>

#include "docsify/docsifier.h"
#include "ir/path.h"
#include "render/render.h"

struct tunip_printed {
    tunip_docsifier docsifier; /* owns Docs, paths and the report; first: see prerender() */
    const tunip_node *root;
    tn_render render;          /* the text and its source map */
    tn_prerender *prerendered; /* of it, made while there were still Docs to be made */
    double prerendering;       /* seconds that took */
    tunip_source source;       /* the text with its lines */
    bool has_source;
    double seconds[TUNIP_STAGE__COUNT];
};

/* For many paths: tunip_source_map_find_path() with a tracer, to be freed before the map is. */
void tn_source_map_tracer(const tunip_source_map *map, tn_tracer *tracer);
tunip_status tn_source_map_find(const tunip_source_map *map, tn_tracer *tracer,
                                const tunip_path *path, bool remember, tunip_found *found,
                                tunip_error *error);

#endif
