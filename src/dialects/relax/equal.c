/* equal.c -- compares nodes by their field tables, to decide whether an annotation can be omitted.
 * The answer "different" is always safe, because the annotation is then printed. */
#include "equal.h"

typedef struct pair {
    const tunip_node *a, *b;
} pair;

/* Pairs of nodes that remain to be compared. A list and not recursion, because nodes may be nested
 * deeper than the stack allows. */
typedef struct todo {
    tunip_scratch *scratch;
    pair *pairs;
    size_t count;
    size_t room;
    size_t budget; /* the number of further pairs that are allowed */
} todo;

/* Struct infos usually have some dozens of nodes. A shared node counts at each use. */
enum { FIRST_ROOM = 64, MOST_PAIRS = 100000 };

static bool push(todo *t, const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || !t->budget) return false;
    pair *pairs = tunip_scratch_grow(t->scratch, t->pairs, t->count, sizeof *pairs, &t->room);
    if (!pairs) return false;
    t->pairs = pairs;
    t->budget--;
    t->pairs[t->count++] = (pair){a, b};
    return true;
}

/* ---- values ---- */

static bool same_float(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static bool same_shape(const tunip_shape *a, const tunip_shape *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->dims, b->dims, a->count * sizeof *a->dims) == 0);
}

static bool push_items(todo *t, const tunip_array *a, const tunip_array *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) same = push(t, a->items[i], b->items[i]);
    return same;
}

static bool push_entries(todo *t, const tunip_map *a, const tunip_map *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = push(t, a->entries[i].key, b->entries[i].key) &&
               push(t, a->entries[i].value, b->entries[i].value);
    return same;
}

#define VALUE(t, node) ((const t *)(const void *)(node))

/* Compares nodes without field tables. Types that no struct info holds count as different. */
static bool push_value(todo *t, const tunip_node *a, const tunip_node *b)
{
    if (a->type == &tunip_array_type)
        return push_items(t, VALUE(tunip_array, a), VALUE(tunip_array, b));
    if (a->type == &tunip_map_type)
        return push_entries(t, VALUE(tunip_map, a), VALUE(tunip_map, b));
    if (a->type == &tunip_string_type)
        return tunip_str_equal(tunip_string_value(a), tunip_string_value(b));
    if (a->type == &tunip_shape_type)
        return same_shape(VALUE(tunip_shape, a), VALUE(tunip_shape, b));
    if (a->type == &tunip_ir_op_type)
        return tunip_str_equal(tunip_string_value(VALUE(tunip_ir_op, a)->name),
                               tunip_string_value(VALUE(tunip_ir_op, b)->name));
    if (a->type == &tunip_int_type) return VALUE(tunip_int, a)->value == VALUE(tunip_int, b)->value;
    if (a->type == &tunip_bool_type)
        return VALUE(tunip_bool, a)->value == VALUE(tunip_bool, b)->value;
    if (a->type == &tunip_float_type)
        return same_float(VALUE(tunip_float, a)->value, VALUE(tunip_float, b)->value);
    return false;
}

/* ---- fields ---- */

static bool push_field(todo *t, const tunip_field *field, const tunip_node *a, const tunip_node *b)
{
    const void *x = tunip_field_at(a, field), *y = tunip_field_at(b, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return push(t, tunip_field_node(a, field), tunip_field_node(b, field));
    case TUNIP_KIND_INT:
        return *(const int64_t *)x == *(const int64_t *)y;
    case TUNIP_KIND_FLOAT:
        return same_float(*(const double *)x, *(const double *)y);
    case TUNIP_KIND_BOOL:
        return *(const bool *)x == *(const bool *)y;
    case TUNIP_KIND_DTYPE:
        return tunip_dtype_equal(*(const tunip_dtype *)x, *(const tunip_dtype *)y);
    }
    return false;
}

static bool push_fields(todo *t, const tunip_type *type, const tunip_node *a, const tunip_node *b)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (!(type->fields[i].flags & TUNIP_FLAG_IGNORE) &&
                !push_field(t, &type->fields[i], a, b))
                return false;
    return true;
}

/* Compares two nodes without their children, and appends the pairs of children to the list. */
static bool push_children(todo *t, const tunip_node *a, const tunip_node *b)
{
    if (a->type != b->type) return false;
    bool registered =
        a->type->base != &tunip_opaque_type; /* unregistered types have no field table */
    bool by_content = a->type->equality == TUNIP_EQ_TREE || a->type->equality == TUNIP_EQ_DAG ||
                      a->type->equality == TUNIP_EQ_CONST_TREE;
    return by_content && registered ? push_fields(t, a->type, a, b) : push_value(t, a, b);
}

bool relax_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    pair first[FIRST_ROOM];
    todo t = {.scratch = scratch, .pairs = first, .room = FIRST_ROOM, .budget = MOST_PAIRS};
    bool same = push(&t, a, b);
    while (same && t.count) {
        pair next = t.pairs[--t.count];
        same = push_children(&t, next.a, next.b);
    }
    return same;
}
