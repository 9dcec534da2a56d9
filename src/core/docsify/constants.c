/* constants.c -- the Docs of constants, which equal nodes share. */
#include "constants.h"

#include "docs.h"

void tn_constants_clear(tunip_docsifier *d)
{
    if (d->constants->items) memset(d->constants->items, 0, TN_CONSTANTS * sizeof(tn_constant));
}

static bool is_number(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL &&
           (doc->sub == TUNIP_LITERAL_INT || doc->sub == TUNIP_LITERAL_FLOAT ||
            doc->sub == TUNIP_LITERAL_BOOL);
}

/* A copy of T.int64(5). Its callee is kept already. */
static const tunip_doc *keep_call(tunip_docsifier *d, const tunip_doc_call *call)
{
    if (call->base.sub != TUNIP_CALL_WHOLE || call->args.count != 1 || call->values.count ||
        call->callee->kind != TUNIP_DOC_ATTR || !tn_arena_holds(&d->memory.kept, call->callee) ||
        !is_number(call->args.items[0]))
        return NULL;
    const tunip_doc **args = tn_job_kept_memory(d, sizeof *args);
    tunip_doc_call *copy = tn_job_kept_memory(d, sizeof *copy);
    if (!args || !copy) return NULL;
    args[0] = tn_doc_keep(d, call->args.items[0]);
    *copy = *call;
    copy->args.items = args;
    return &copy->base;
}

void tn_constant_keep(tunip_docsifier *d, const tunip_node *node, const tn_rule *rule,
                      const tunip_doc *doc)
{
    tn_constants *constants = d->constants;
    tn_constant made = tn_constant_of(node, rule);
    if (tn_job_failed(d) || constants->made == TN_MOST_CONSTANTS) return;
    if (!constants->items)
        constants->items = tunip_job_keep(d, TN_CONSTANTS * sizeof *constants->items);
    if (is_number(doc)) made.doc = tn_doc_keep(d, doc);
    if (doc->kind == TUNIP_DOC_CALL) made.doc = keep_call(d, (const tunip_doc_call *)doc);
    if (!made.doc || tn_job_failed(d)) return;
    constants->items[tn_constant_home(&made)] = made;
    constants->made++;
}
