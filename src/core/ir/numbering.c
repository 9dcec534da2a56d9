/* numbering.c -- numbers for the nodes of a graph. Equality is tvm-ffi's AnyEqual: strings and
 * bytes by content, scalars by their bits, other nodes by identity. */
#include "numbering.h"

#include "visit.h"

/* The map has the number + 1 of each node. 0 is a node that was not met before. OPEN is a node
 * whose children are being numbered: meeting it again means that the node is inside itself. */
static const uint64_t OPEN = UINT64_MAX;

static bool fail(tn_numbering *n, tunip_status status)
{
    if (n->status == TUNIP_OK) n->status = status;
    return false;
}

/* ---- values ---- */

/* A letter for the type and the bits. */
static tunip_str scalar_key(const tunip_node *node, char *room)
{
    static const struct {
        const tunip_type *type;
        char letter;
        size_t offset, size;
    } scalars[] = {
        {&tunip_int_type, 'i', offsetof(tunip_int, value), sizeof(int64_t)},
        {&tunip_float_type, 'f', offsetof(tunip_float, value), sizeof(double)},
        {&tunip_bool_type, 'b', offsetof(tunip_bool, value), sizeof(bool)},
        {&tunip_dtype_type, 't', offsetof(tunip_dtype_value, value), sizeof(tunip_dtype)},
        {&tunip_device_type, 'd', offsetof(tunip_device, device_type), 2 * sizeof(int32_t)},
    };
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++) {
        if (scalars[i].type != node->type) continue;
        room[0] = scalars[i].letter;
        memcpy(room + 1, (const char *)node + scalars[i].offset, scalars[i].size);
        return (tunip_str){room, 1 + scalars[i].size};
    }
    return (tunip_str){NULL, 0};
}

/* The slot with the number of a value; NULL when out of memory. */
static uint64_t *value_slot(tn_numbering *n, tn_value_numbers *of, tunip_str key)
{
    uint32_t id = tn_intern_put(&of->values, key);
    if (id == TN_NOT_INTERNED) return NULL;
    if (id == of->numbers.count && !tn_array_push(&of->numbers, n->allocator, 0)) return NULL;
    return &of->numbers.items[id];
}

/* The same for any node. The pointer is valid until the next call. */
static uint64_t *slot_of(tn_numbering *n, const tunip_node *node)
{
    char room[16];
    if (!node) return &n->none;
    if (node->type == &tunip_string_type)
        return value_slot(n, &n->strings, tunip_string_value(node));
    if (node->type == &tunip_bytes_type)
        return value_slot(n, &n->bytes, ((const tunip_bytes *)node)->value);
    tunip_str key = scalar_key(node, room);
    return key.size ? value_slot(n, &n->scalars, key) : tn_map_put(&n->objects, node, NULL);
}

size_t tn_number_of(tn_numbering *n, const tunip_node *node)
{
    const uint64_t *slot = slot_of(n, node);
    return slot ? (size_t)*slot - 1 : 0;
}

/* ---- the walk ---- */

static bool number(const tunip_node *node, void *user);

TN_STACK_STEP2(number_deeper, bool, number, const tunip_node *, void *)

/* A node with a codec is saved as text, without children. */
static bool number_children(tn_numbering *n, const tunip_node *node)
{
    return !node || node->type->codec || tn_each_child(node, TN_WITH_NULLS, number, n);
}

static bool number_new(tn_numbering *n, const tunip_node *node)
{
    if (!number_children(n, node)) return false;
    uint64_t *slot = slot_of(n, node);
    if (!slot || !tn_array_push(&n->nodes, n->allocator, node)) return fail(n, TUNIP_ERROR_MEMORY);
    *slot = n->nodes.count;
    return true;
}

static bool number(const tunip_node *node, void *user)
{
    tn_numbering *n = user;
    if (tn_stack_low(&n->stack)) {
        bool on;
        return number_deeper(&n->stack, &on, node, n) ? on : fail(n, TUNIP_ERROR_LIMIT);
    }
    uint64_t *slot = slot_of(n, node);
    if (!slot) return fail(n, TUNIP_ERROR_MEMORY);
    if (*slot == OPEN) return fail(n, TUNIP_ERROR_FORMAT);
    if (*slot) return true;
    *slot = OPEN;
    return number_new(n, node);
}

/* ---- all of it ---- */

static void value_numbers_init(tn_numbering *n, tn_value_numbers *of)
{
    tn_intern_init(&of->values, &n->arena, n->allocator);
}

static void value_numbers_free(tn_numbering *n, tn_value_numbers *of)
{
    tn_intern_free(&of->values);
    tn_array_free(&of->numbers, n->allocator);
}

bool tn_numbering_make(tn_numbering *n, const tunip_allocator *allocator, const tunip_node *root)
{
    *n = (tn_numbering){.allocator = allocator};
    tn_arena_init(&n->arena, allocator);
    tn_map_init(&n->objects, allocator);
    value_numbers_init(n, &n->strings);
    value_numbers_init(n, &n->bytes);
    value_numbers_init(n, &n->scalars);
    tn_stack_init(&n->stack);
    return number(root, n);
}

void tn_numbering_free(tn_numbering *n)
{
    tn_array_free(&n->nodes, n->allocator);
    tn_map_free(&n->objects);
    value_numbers_free(n, &n->strings);
    value_numbers_free(n, &n->bytes);
    value_numbers_free(n, &n->scalars);
    tn_arena_free(&n->arena);
}
