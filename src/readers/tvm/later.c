/* later.c -- fields and lists that refer to nodes further down. TVM saves children before their
 * parents but loads any order, and people who edit a file by hand append to it. */
#include "numbering.h"
#include "reader.h"

bool tn_read_defer(tn_reader *r, size_t index, const char *at, void *out)
{
    if (index == r->nodes.count)
        return tn_read_reject(r, at, "the index of another node than node %zu", index);
    tn_deferred deferred = {
        .field = r->field, .owner = r->owner, .out = out, .index = index, .at = at};
    return tn_array_push(&r->deferred, r->allocator, deferred) || tn_read_fail_memory(r);
}

/* The summary of a container's items; NULL for other nodes. */
static tn_common *common_of(const tunip_node *node)
{
    if (tunip_is(node, &tunip_array_type)) return &((tn_read_array *)(uintptr_t)node)->items;
    if (tunip_is(node, &tunip_map_type)) return &((tn_read_map *)(uintptr_t)node)->keys;
    return NULL;
}

bool tn_read_put_off(tn_reader *r, tunip_node *node, const char *at,
                     bool (*read)(tn_reader *r, tunip_node *out))
{
    tn_late_list late = {.node = node, .read = read, .at = at};
    common_of(node)->is_late = true;
    return tn_array_push(&r->late, r->allocator, late) || tn_read_fail_memory(r);
}

bool tn_read_is_put_off(const tunip_node *node)
{
    const tn_common *common = common_of(node);
    return common && common->is_late;
}

/* Reads a list again, from where it begins. */
static bool read_again(tn_reader *r, const tn_late_list *late)
{
    r->json.cursor = late->at;
    tn_read_advance(r);
    return late->read(r, late->node);
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
    const char *at = r->deferred.count ? r->deferred.items[0].at : r->late.items[0].at;
    if (status == TUNIP_OK) return true;
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    const char *what = status == TUNIP_ERROR_FORMAT ? "cycles" : "nodes at such a depth";
    return tn_read_fail(r, status, at, "expected a graph without %s", what);
}

bool tn_read_deferred(tn_reader *r, const tunip_node *root)
{
    if (!r->deferred.count && !r->late.count) return true;
    r->is_whole = true;
    for (size_t i = 0; i < r->late.count; i++)
        if (!read_again(r, &r->late.items[i])) return false;
    for (size_t i = 0; i < r->deferred.count; i++)
        if (!store(r, &r->deferred.items[i])) return false;
    return check_cycles(r, root);
}
