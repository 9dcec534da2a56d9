/* place.c -- origins of new nodes: the innermost Doc that is being read. */
#include "../base/compiler.h"
#include "../ir/graph.h"
#include "../ir/origin.h"
#include "../script/script.h"
#include "elaborate.h"

static TN_APART const tunip_doc *stand(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *before = e->here;
    tunip_origin here = {NULL, 0, 0};
    if (doc && tn_doc_is_nowhere(doc)) return before;
    if (doc) {
        tn_script_place place = tn_doc_place(doc);
        here = (tunip_origin){e->options->source, place.begin, place.end};
    }
    e->here = doc;
    if (!tn_origins_stand(e->graph, &here)) tn_elaborator_fail_memory(e);
    return before;
}

const tunip_doc *tunip_elaborator_stand(tunip_elaborator *e, const tunip_doc *doc)
{
    return e->options->source && doc != e->here ? stand(e, doc) : e->here;
}

void tunip_elaborator_move(tunip_elaborator *e, const void *node, const tunip_doc *doc)
{
    if (!e->options->source || !node || tn_doc_is_nowhere(doc)) return;
    tn_script_place place = tn_doc_place(doc);
    const tunip_origin origin = {e->options->source, place.begin, place.end};
    if (tunip_graph_set_origin(e->graph, node, &origin) != TUNIP_OK) tn_elaborator_fail_memory(e);
}

void tn_move_new(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    tunip_origin known;
    if (!e->here || !tunip_graph_origin(e->graph, node, &known)) return;
    tn_script_place here = tn_doc_place(e->here);
    if (known.begin >= here.begin && known.end <= here.end) tunip_elaborator_move(e, node, doc);
}
