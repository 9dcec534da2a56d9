/* assemble_judge.c -- which integers of unregistered types are indices of nodes. The file does not
 * say it. But each node of the file is used by another one. If no node of a registered type uses a
 * node, and all fields that may use it are the same field of one type, then this field holds
 * nodes. */
#include <stdio.h>

#include "../base/map.h"
#include "assemble.h"
#include "opaque.h"
#include "visit.h"

typedef struct judge {
    tn_assembler *a;
    tn_map numbers;   /* of the nodes */
    tn_intern fields; /* "KEY.NAME" */
    struct judged {
        bool holds_nodes;
        bool is_used; /* an integer is not 0, the index of None */
    } * judged;       /* by number of a field */
    uint32_t *users;  /* of each node: 1 more than the number of the field that may use it; or: */
    size_t field_count;
} judge;

static const uint32_t UNUSED = 0, USED_FOR_SURE = UINT32_MAX;

static bool use_child(const tunip_node *child, void *user)
{
    judge *j = user;
    const uint64_t *number = child ? tn_map_get(&j->numbers, child) : NULL;
    if (number) j->users[*number] = USED_FOR_SURE;
    return true;
}

/* The number of a field; TN_NOT_INTERNED when out of memory. */
static uint32_t field_number(judge *j, const tunip_opaque *node, const tunip_opaque_field *field)
{
    char name[256];
    int size = snprintf(name, sizeof name, "%s.%s", node->base.type->key, field->name.data);
    size_t used = (size_t)size < sizeof name ? (size_t)size : sizeof name - 1;
    return tn_intern_put(&j->fields, (tunip_str){name, used});
}

typedef bool (*field_fn)(judge *j, tunip_opaque_field *field, uint32_t number);

static bool count_field(judge *j, tunip_opaque_field *field, uint32_t number)
{
    (void)field;
    if (number >= j->field_count) j->field_count = number + 1;
    return true;
}

/* The user of the node to which the integer refers; NULL for None. */
static uint32_t *user_of(const judge *j, const tunip_opaque_field *field)
{
    const uint64_t *number = field->value ? tn_map_get(&j->numbers, field->value) : NULL;
    return number ? &j->users[*number] : NULL;
}

static bool note_use(judge *j, tunip_opaque_field *field, uint32_t number)
{
    uint32_t *user = user_of(j, field);
    if (!user) return true;
    j->judged[number].is_used = true;
    *user = *user == UNUSED || *user == number + 1 ? number + 1 : USED_FOR_SURE;
    return true;
}

static bool note_proof(judge *j, tunip_opaque_field *field, uint32_t number)
{
    const uint32_t *user = user_of(j, field);
    if (user && *user == number + 1) j->judged[number].holds_nodes = true;
    return true;
}

static bool set_mark(judge *j, tunip_opaque_field *field, uint32_t number)
{
    field->is_ambiguous = j->judged[number].is_used && !j->judged[number].holds_nodes;
    return true;
}

/* Calls `fn` for each integer of an unregistered type that may be an index. */
static bool each_integer(judge *j, field_fn fn)
{
    for (size_t i = 0; i < j->a->nodes.count; i++) {
        tunip_node *node = j->a->nodes.items[i];
        tunip_opaque *opaque =
            node && tn_is_opaque(node->type) ? (tunip_opaque *)(void *)node : NULL;
        for (size_t k = 0; opaque && k < opaque->count; k++) {
            if (!opaque->fields[k].is_reference) continue;
            uint32_t number = field_number(j, opaque, &opaque->fields[k]);
            if (number == TN_NOT_INTERNED || !fn(j, &opaque->fields[k], number)) return false;
        }
    }
    return true;
}

static bool run_judge(judge *j, size_t root)
{
    tn_assembler *a = j->a;
    j->users = tn_arena_zalloc(&a->graph->arena, a->nodes.count * sizeof *j->users);
    if (!j->users || !each_integer(j, count_field)) return false;
    j->judged = tn_arena_zalloc(&a->graph->arena, (j->field_count + 1) * sizeof *j->judged);
    if (!j->judged) return false;
    for (size_t i = 0; i < a->nodes.count; i++) {
        bool added;
        if (!a->nodes.items[i]) continue;
        uint64_t *number = tn_map_put(&j->numbers, a->nodes.items[i], &added);
        if (!number) return false;
        if (added) *number = i;
    }
    for (size_t i = 0; i < a->nodes.count; i++)
        if (a->nodes.items[i] && !tn_is_opaque(a->nodes.items[i]->type))
            tn_each_child(a->nodes.items[i], 0, use_child, j);
    use_child(a->nodes.items[root], j);
    return each_integer(j, note_use) && each_integer(j, note_proof) && each_integer(j, set_mark);
}

bool tn_assemble_opaque_judge(tn_assembler *a, size_t root)
{
    judge j = {.a = a};
    if (!a->unknown_types.count) return true;
    tn_map_init(&j.numbers, a->allocator);
    tn_intern_init(&j.fields, &a->graph->arena, a->allocator);
    bool fine = run_judge(&j, root);
    tn_map_free(&j.numbers);
    tn_intern_free(&j.fields);
    return fine || tn_assemble_fail_memory(a);
}
