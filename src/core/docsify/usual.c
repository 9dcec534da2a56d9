/* usual.c -- converts nodes of a later version of TVM for rules that compute with nodes. For
 * example, the rules that infer the struct info of a value know only the types of v0.23: a tensor
 * of v0.26 has its dtype in another form. The nodes of one print share a converter, so a variable
 * that occurs in two nodes is one variable in both results. */
#include "usual.h"

#include <tunip/ext/dialect.h>

#include "../convert/convert.h"
#include "../ir/vintage.h"

struct tn_usual {
    tunip_graph *graph; /* of the results */
    tunip_converter converter;
};

static struct tn_usual *usual_open(tunip_docsifier *d)
{
    struct tn_usual *usual = tn_job_kept_memory(d, sizeof *usual);
    tunip_graph *graph = usual ? tunip_graph_new(d->context, &d->memory.error) : NULL;
    if (!graph) return NULL;
    *usual = (struct tn_usual){graph,
                               {.context = d->context,
                                .graph = graph,
                                .vintage = TN_VINTAGE_USUAL,
                                .keeps_unknown = true}};
    tn_converter_open(&usual->converter);
    return d->usual = usual;
}

/* A node that cannot be converted stays marked as open in the converter, and so do the nodes that
 * contain it. So the answer for a node does not depend on earlier calls. */
const tunip_node *tunip_job_usual(tunip_docsifier *d, const tunip_node *node)
{
    if (!node || d->vintage <= TN_VINTAGE_USUAL) return node;
    if (!d->usual && !usual_open(d)) return NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *made = tn_converter_next(&d->usual->converter, node, &error);
    if (error.code == TUNIP_ERROR_MEMORY) tn_job_no_memory(d);
    return made;
}

void tn_usual_free(tunip_docsifier *d)
{
    if (!d->usual) return;
    tn_converter_close(&d->usual->converter);
    tunip_graph_free(d->usual->graph);
    d->usual = NULL;
}
