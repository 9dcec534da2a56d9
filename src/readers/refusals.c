/* refusals.c -- reports the nodes of a script that its version cannot express. */
#include "refusals.h"

#include <stdlib.h>
#include <tunip/source.h>

#include "../core/ir/origin.h"

/* A refusal and its place in the script. */
typedef struct refused {
    const tn_refusal *refusal;
    tunip_origin place;
} refused;

/* A search for the places. Nodes of the metadata section have no place in the script, so theirs is
 * that of the nearest node around them that has one. */
typedef struct search {
    refused *all;
    tn_map numbers; /* node -> its number in `all`, + 1 */
} search;

static bool note_place(const tunip_node *node, const tunip_origin *nearest, void *user)
{
    search *s = user;
    const uint64_t *number = tn_map_get(&s->numbers, node);
    if (number) s->all[*number - 1].place = *nearest;
    return true;
}

static bool find_places(const tunip_converter *c, const tunip_node *root, refused *all)
{
    search s = {.all = all};
    bool fine = true;
    tn_map_init(&s.numbers, c->allocator);
    for (size_t i = 0; fine && i < c->refusals.count; i++) {
        uint64_t *number = tn_map_put(&s.numbers, all[i].refusal->node, NULL);
        fine = number;
        if (number) *number = i + 1;
    }
    fine = fine && tn_origins_walk(c->graph, root, note_place, &s);
    tn_map_free(&s.numbers);
    return fine;
}

static int by_place(const void *a, const void *b)
{
    const refused *x = a, *y = b;
    if (x->place.begin != y->place.begin) return x->place.begin < y->place.begin ? -1 : 1;
    return x->refusal < y->refusal ? -1 : x->refusal > y->refusal;
}

tunip_status tn_refusals_report(const tunip_input *input, const tunip_converter *c,
                                const tunip_node *root)
{
    size_t count = c->refusals.count, size = count * sizeof(refused);
    refused *all = c->allocator->alloc(c->allocator->ctx, size);
    if (!all) return tunip_error_set(input->error, TUNIP_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++) all[i] = (refused){.refusal = &c->refusals.items[i]};
    tunip_status status = TUNIP_ERROR_ARGUMENT;
    if (!find_places(c, root, all))
        status = tunip_error_set(input->error, TUNIP_ERROR_MEMORY, "out of memory");
    qsort(all, count, sizeof *all, by_place);
    for (size_t i = 0; i < count && status == TUNIP_ERROR_ARGUMENT; i++) {
        const tn_refusal *refusal = all[i].refusal;
        const tunip_origin *place = &all[i].place;
        status = tunip_input_fail(input, TUNIP_ERROR_ARGUMENT, place->begin, place->end, "%.*s",
                                  (int)refusal->message.size, refusal->message.data);
    }
    c->allocator->free(c->allocator->ctx, all, size);
    return status;
}
