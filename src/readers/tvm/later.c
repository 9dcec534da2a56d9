/* later.c -- fields that refer to nodes further down. TVM saves children before their parents, but
 * loads any order, and who changes a file by hand appends to it. */
#include "numbering.h"
#include "reader.h"

bool tn_read_defer(tn_reader *r, size_t index, const char *at, void *out)
{
    if (index == r->nodes.count) return tn_read_late(r, at); /* itself */
    tn_deferred deferred = {
        .field = r->field, .owner = r->owner, .out = out, .index = index, .at = at};
    return tn_array_push(&r->deferred, r->allocator, deferred) || tn_read_fail_memory(r);
}

static bool store(tn_reader *r, const tn_deferred *d)
{
    r->field = d->field;
    r->owner = d->owner;
    if (d->index >= r->nodes.count)
        return tn_read_reject(r, d->at, "the index of one of %zu nodes", r->nodes.count);
    if (!tn_read_check(r, d->index, d->field, d->at)) return false;
    *d->out = r->nodes.items[d->index];
    r->field = NULL;
    return true;
}

/* Only a reference to a later node can close a cycle. */
static bool check_cycles(tn_reader *r, const tunip_node *root)
{
    tn_numbering numbering;
    tn_numbering_make(&numbering, r->allocator, root);
    tunip_status status = numbering.status;
    tn_numbering_free(&numbering);
    if (status == TUNIP_OK) return true;
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    const char *what = status == TUNIP_ERROR_FORMAT ? "cycles" : "nodes at such a depth";
    return tn_read_fail(r, status, r->deferred.items[0].at, "expected a graph without %s", what);
}

bool tn_read_deferred(tn_reader *r, const tunip_node *root)
{
    if (!r->deferred.count) return true;
    for (size_t i = 0; i < r->deferred.count; i++)
        if (!store(r, &r->deferred.items[i])) return false;
    return check_cycles(r, root);
}
